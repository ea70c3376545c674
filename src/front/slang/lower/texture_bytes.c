/* Buffers of bytes: values of any type, by the words of 32 bits that they are made of. */
#include "front/slang/lower/texture.h"

/* Where one reads: the word at hand. */
typedef struct Words {
    Steps s;
    KValue buffer, word;
    NodeId at;
} Words;

static bool read_word(Words *w, KValue *out) {
    TRY(texture_load(w->s.l, w->at, w->buffer, w->word, out));
    w->word = step_binary(&w->s, "+", w->word, step_number(&w->s, DT_I32, 1));
    return w->s.ok;
}

static bool read_value(Words *w, TypeId type, KValue *out);

/* Parts one after another. The depth is that of the type. */
static bool read_parts(Words *w, TypeId type, uint32_t n, KValue *out) {
    Lower *l = w->s.l;
    size_t size = n * sizeof(KValue);
    KValue *parts = env_resize(l->env, NULL, 0, size);
    bool ok = parts != NULL;
    for (uint32_t k = 0; ok && k < n; k++) {
        Type whole = *lower_type_of(l, type);
        TypeId part = whole.elem;
        if (whole.kind == TYPE_VECTOR)
            ok = scalar_type(l, whole.dtype, &part);
        else if (whole.kind == TYPE_MATRIX)
            ok = type_vector(l->env, &l->k->m->types, whole.dtype, whole.cols, &part);
        else if (whole.kind == TYPE_STRUCT)
            part = type_fields(&l->k->m->types, &whole)[k].type;
        ok = ok && read_value(w, part, &parts[k]);
    }
    ok = ok && lower_make(l, type, parts, n, out);
    if (parts)
        env_free(l->env->allocator, parts, size);
    return ok;
}

static bool read_value(Words *w, TypeId type, KValue *out) {
    Lower *l = w->s.l;
    Type t = *lower_type_of(l, type);
    char text[TYPE_TEXT];
    if (t.kind == TYPE_VECTOR || t.kind == TYPE_MATRIX)
        return read_parts(w, type, t.rows, out);
    if (t.kind == TYPE_FIXED || t.kind == TYPE_STRUCT)
        return read_parts(w, type, t.count, out);
    TRY(read_word(w, out));
    if (t.dtype == DT_U32)
        return true;
    if (t.kind != TYPE_SCALAR || dtype_info(t.dtype)->bits != 32 || t.dtype == DT_BOOL)
        return lower_error(l, w->at, "%s is not read from a buffer of bytes",
                           lower_show(l, type, text));
    Attrs attrs = attrs_none();
    attrs.word[AT_TO] = type;
    return lower_op(l, OP_bitcast, out, 1, &attrs, type, out); /* the same bits */
}

/* Load<T>(address), Load2(address) and its kind; an address that is no multiple of 4 is that of the word it lies in. */
static bool load_bytes(Lower *l, NodeId call, KValue buffer, TypeId type, KValue *out) {
    ListId args = ast_node(l->ast, call)->word[1];
    Words w = {.s = {l, call, true}, .buffer = buffer, .at = call};
    KValue address;
    if (ast_count(l->ast, args) != 1)
        return lower_error(l, call, "one address is needed here");
    TRY(lower_expr(l, ast_item(l->ast, args, 0), &address));
    TRY(texture_check_place(l, ast_item(l->ast, args, 0), address, 1, 1, true));
    address = step_dtype(&w.s, step_component(&w.s, address, 0), DT_U32);
    w.word =
        step_dtype(&w.s, step_binary(&w.s, ">>", address, step_number(&w.s, DT_U32, 2)), DT_I32);
    return w.s.ok && read_value(&w, type, out);
}

/* The words of a value, one after another. The depth is that of its type. */
static bool write_value(Words *w, uint32_t array, KValue value) {
    Lower *l = w->s.l;
    Type t = *lower_type_of(l, value.type);
    char text[TYPE_TEXT];
    uint32_t n = t.kind == TYPE_VECTOR || t.kind == TYPE_MATRIX  ? t.rows
                 : t.kind == TYPE_FIXED || t.kind == TYPE_STRUCT ? t.count
                                                                 : 0;
    for (uint32_t k = 0; k < n; k++) {
        KValue part;
        TRY(lower_part(l, value, k, &part) && write_value(w, array, part));
    }
    if (n)
        return true;
    if (t.kind != TYPE_SCALAR || dtype_info(t.dtype)->bits != 32 || t.dtype == DT_BOOL)
        return lower_error(l, w->at, "%s is not written to a buffer of bytes",
                           lower_show(l, value.type, text));
    if (t.dtype != DT_U32) {
        Attrs attrs = attrs_none();
        TypeId to;
        TRY(scalar_type(l, DT_U32, &to));
        attrs.word[AT_TO] = to;
        TRY(lower_op(l, OP_bitcast, &value, 1, &attrs, to, &value)); /* the same bits */
    }
    TRY(array_store(l, w->at, array, NULL, w->word, value, COMBINE_SET));
    w->word = step_binary(&w->s, "+", w->word, step_number(&w->s, DT_I32, 1));
    return w->s.ok;
}

static KValue word_of(Steps *s, KValue address) {
    address = step_dtype(s, step_component(s, address, 0), DT_U32);
    return step_dtype(s, step_binary(s, ">>", address, step_number(s, DT_U32, 2)), DT_I32);
}

/* Store(address, x), Store2 ..., Store<T>. */
static bool store_bytes(Lower *l, NodeId call, KValue buffer, TypeId type) {
    ListId args = ast_node(l->ast, call)->word[1];
    Words w = {.s = {l, call, true}, .buffer = buffer, .at = call};
    KValue address, value;
    if (ast_count(l->ast, args) != 2)
        return lower_error(l, call, "an address and a value are needed here");
    if (!texture_writable(l, buffer.type))
        return lower_error(l, call, "this buffer is only read");
    TRY(lower_expr(l, ast_item(l->ast, args, 0), &address));
    TRY(texture_check_place(l, ast_item(l->ast, args, 0), address, 1, 1, true));
    TRY(type == NO_TYPE ? lower_expr(l, ast_item(l->ast, args, 1), &value)
                        : lower_expr_to(l, ast_item(l->ast, args, 1), type, &value));
    w.word = word_of(&w.s, address);
    return w.s.ok && write_value(&w, array_local(l, buffer), value);
}

/* buffer.InterlockedAdd(address, x). */
static bool interlocked_bytes(Lower *l, NodeId call, KValue buffer, uint8_t combine) {
    ListId args = ast_node(l->ast, call)->word[1];
    Steps s = {l, call, true};
    KValue address, value;
    if (ast_count(l->ast, args) != 2) {
        lower_error(l, call, "an address and a number are needed here");
        lower_hint(l, "what was there before is not known: other elements change it too");
        return false;
    }
    TRY(lower_expr(l, ast_item(l->ast, args, 0), &address));
    TRY(lower_expr(l, ast_item(l->ast, args, 1), &value));
    value = step_dtype(&s, value, DT_U32);
    address = word_of(&s, address);
    return s.ok && array_store(l, call, array_local(l, buffer), NULL, address, value, combine);
}

static bool is_called(const char *name, uint32_t len, const char *text) {
    return strlen(text) == len && !memcmp(name, text, len);
}

/* The methods that write. *found is false where it is none of them. */
static bool writing_method(Lower *l, NodeId call, KValue buffer, const char *name, uint32_t len,
                           bool *found) {
    const Node *callee = ast_node(l->ast, ast_node(l->ast, call)->word[0]);
    TypeId type;
    *found = true;
    if (len == 6 && !memcmp(name, "Store", 5) && name[5] >= '2' && name[5] <= '4')
        return type_vector(l->env, &l->k->m->types, DT_U32, (unsigned)(name[5] - '0'), &type) &&
               store_bytes(l, call, buffer, type);
    if (is_called(name, len, "Store")) {
        bool said = ast_count(l->ast, callee->word[1]) == 1;
        TRY(!said || lower_type(l, ast_item(l->ast, callee->word[1], 0), &type));
        return store_bytes(l, call, buffer, said ? type : NO_TYPE);
    }
    if (is_called(name, len, "InterlockedAdd"))
        return interlocked_bytes(l, call, buffer, COMBINE_ADD);
    if (is_called(name, len, "InterlockedMax"))
        return interlocked_bytes(l, call, buffer, COMBINE_MAX);
    if (is_called(name, len, "InterlockedMin"))
        return interlocked_bytes(l, call, buffer, COMBINE_MIN);
    *found = false;
    return true;
}

bool texture_bytes_method(Lower *l, NodeId call, KValue buffer, const char *name, uint32_t len,
                          KValue *out) {
    const Node *callee = ast_node(l->ast, ast_node(l->ast, call)->word[0]);
    Types *t = &l->k->m->types;
    Steps s = {l, call, true};
    TypeId type;
    bool load = len >= 4 && len <= 5 && !memcmp(name, "Load", 4);
    ListId args = ast_node(l->ast, call)->word[1];
    bool found;
    *out = (KValue){.type = NO_TYPE, .var = NO_VAR};
    TRY(writing_method(l, call, buffer, name, len, &found));
    if (found)
        return true;
    if (load && len == 5 && name[4] >= '2' && name[4] <= '4')
        return type_vector(l->env, t, DT_U32, (unsigned)(name[4] - '0'), &type) &&
               load_bytes(l, call, buffer, type, out);
    if (load && len == 4) {
        bool said = ast_count(l->ast, callee->word[1]) == 1;
        TRY(said ? lower_type(l, ast_item(l->ast, callee->word[1], 0), &type)
                 : scalar_type(l, DT_U32, &type));
        return load_bytes(l, call, buffer, type, out);
    }
    if (len == 13 && !memcmp(name, "GetDimensions", 13) && ast_count(l->ast, args) == 1) {
        KValue words = step_dtype(&s, step_extent(&s, buffer, 0), DT_U32);
        KValue bytes = step_binary(&s, "*", words, step_number(&s, DT_U32, 4));
        bytes.literal = true; /* goes into an int without a word */
        return s.ok && lower_store(l, ast_item(l->ast, args, 0), bytes);
    }
    return lower_error(l, call, "buffers of bytes have no method called %.*s", (int)len, name);
}
