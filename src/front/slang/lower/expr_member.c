/* Members, swizzles and elements. */
#include "front/slang/lower/meaning.h"

uint32_t swizzle_lanes(const char *name, uint32_t len, uint32_t rows, uint32_t lanes[4]) {
    static const char *const sets[] = {"xyzw", "rgba"};
    for (int s = 0; s < 2 && len && len <= 4; s++) {
        uint32_t n = 0;
        for (; n < len; n++) {
            const char *at = memchr(sets[s], name[n], 4);
            if (!at || (uint32_t)(at - sets[s]) >= rows)
                break;
            lanes[n] = (uint32_t)(at - sets[s]);
        }
        if (n == len)
            return len;
    }
    return 0;
}

bool matrix_member(const char *name, uint32_t len, uint32_t *row, uint32_t *col) {
    bool zero = len == 4 && name[0] == '_' && name[1] == 'm';
    bool one = len == 3 && name[0] == '_';
    if (!zero && !one)
        return false;
    char first = zero ? '0' : '1', a = name[len - 2], b = name[len - 1];
    *row = (uint32_t)(a - first);
    *col = (uint32_t)(b - first);
    return a >= first && b >= first && *row < 4 && *col < 4;
}

/* The enum that a node names, in this scope; NO_DECL: it names none. */
static bool named_enum(Lower *l, NodeId node, DeclId *out) {
    const Node *n = ast_node(l->ast, node);
    StrId name;
    TypeId outer;
    bool found;
    *out = NO_DECL;
    if (n->kind != NODE_NAME && n->kind != NODE_MEMBER)
        return true;
    TRY(lower_token_name(l, node, &name));
    if (n->kind == NODE_NAME) {
        if (!lower_find_local(l, name))
            *out = find_type_decl(l, name);
    } else {
        TRY(lower_try_type(l, n->word[0], &outer, &found));
        const StructInstance *s = found ? slang_struct(l->k, outer) : NULL;
        if (s)
            *out = find_in_parent(l->k, s->decl, name);
    }
    if (*out != NO_DECL && decl_kind(l->k, *out) != NODE_ENUM)
        *out = NO_DECL;
    return true;
}

/* Something of a type itself: S.PI, Enum.Case. */
static bool static_member(Lower *l, NodeId node, StrId name, KValue *out, bool *found) {
    NodeId of = ast_node(l->ast, node)->word[0];
    DeclId parent;
    TypeId type = NO_TYPE;
    char text[TYPE_TEXT];
    *found = true;
    TRY(named_enum(l, of, &parent));
    if (parent == NO_DECL) {
        TRY(lower_try_type(l, of, &type, found));
        if (!*found)
            return true;
        const StructInstance *s = slang_struct(l->k, type);
        parent = s ? s->decl : NO_DECL;
    }
    DeclId member = parent == NO_DECL ? NO_DECL : find_in_parent(l->k, parent, name);
    for (uint32_t i = 0; member == NO_DECL && parent != NO_DECL && i < l->k->extensions.len; i++)
        if (ast_is(decl_ast(l->k, l->k->extensions.at[i]),
                   ast_node(decl_ast(l->k, l->k->extensions.at[i]),
                            decl_node(l->k, l->k->extensions.at[i])->word[0])
                       ->token,
                   decl_name(l->k, parent)))
            member = find_in_parent(l->k, l->k->extensions.at[i], name);
    bool is_static = member != NO_DECL && (decl_kind(l->k, member) == NODE_ENUM_CASE ||
                                           (decl_node(l->k, member)->flags & NF_STATIC));
    if (is_static)
        return expr_declared_value(l, node, member, type, out);
    lower_error(l, node, "%s has no static member %s",
                type == NO_TYPE ? decl_name(l->k, parent) : lower_show(l, type, text),
                strings_get(&l->k->m->strings, name));
    if (parent != NO_DECL)
        hint_name(l, name, parent);
    return false;
}

static bool vector_member(Lower *l, NodeId node, KValue of, const char *name, uint32_t len,
                          KValue *out) {
    Type type = *lower_type_of(l, of.type);
    uint32_t lanes[4],
        n = swizzle_lanes(name, len, type.kind == TYPE_SCALAR ? 1 : type.rows, lanes);
    char text[TYPE_TEXT];
    TypeId to;
    if (!n) {
        lower_error(l, node, "%s has no component %.*s", lower_show(l, of.type, text), (int)len,
                    name);
        if (swizzle_lanes(name, len, 4, lanes))
            lower_hint(l, "it has %u component%s", type.kind == TYPE_SCALAR ? 1 : type.rows,
                       type.kind == TYPE_SCALAR ? "" : "s");
        return false;
    }
    if (type.kind == TYPE_VECTOR)
        return lower_swizzle(l, of, lanes, n, out);
    *out = of;
    if (n == 1)
        return true;
    return type_vector(l->env, &l->k->m->types, type.dtype, n, &to) && lower_splat(l, of, to, out);
}

/* m._m01, m._12, and several of them: m._m00_m11 */
static bool matrix_value(Lower *l, NodeId node, KValue of, const char *name, uint32_t len,
                         KValue *out) {
    Type type = *lower_type_of(l, of.type);
    uint32_t step = len > 1 && name[1] == 'm' ? 4 : 3, n = len / step;
    KValue parts[4];
    char text[TYPE_TEXT];
    TypeId to;
    bool ok = n >= 1 && n <= 4 && n * step == len;
    for (uint32_t i = 0; ok && i < n; i++) {
        uint32_t row, col;
        KValue line;
        ok = matrix_member(name + i * step, step, &row, &col) && row < type.rows && col < type.cols;
        if (ok)
            TRY(lower_part(l, of, row, &line) && lower_part(l, line, col, &parts[i]));
    }
    if (!ok) {
        lower_error(l, node, "%s has no element %.*s", lower_show(l, of.type, text), (int)len,
                    name);
        lower_hint(l, "elements are m[row][column], m._m00 (from 0) or m._11 (from 1)");
        return false;
    }
    *out = parts[0];
    return n == 1 || (type_vector(l->env, &l->k->m->types, type.dtype, n, &to) &&
                      lower_make(l, to, parts, n, out));
}

static bool struct_member(Lower *l, NodeId node, KValue of, StrId name, KValue *out) {
    uint32_t field = struct_field(l->k, of.type, name);
    char text[TYPE_TEXT];
    if (field != UINT32_MAX)
        return lower_part(l, of, field, out);
    const StructInstance *s = slang_struct(l->k, of.type);
    DeclId member = s ? find_in_parent(l->k, s->decl, name) : NO_DECL;
    const char *spelt = strings_get(&l->k->m->strings, name);
    if (member != NO_DECL && decl_kind(l->k, member) == NODE_VARIABLE)
        return expr_declared_value(l, node, member, of.type, out);
    if (member != NO_DECL && decl_kind(l->k, member) == NODE_FUNCTION)
        return lower_error(l, node, "%s is a method: call it", spelt);
    Arguments none = {.n = 0};
    bool found;
    TRY(call_getter(l, node, of, spelt, &none, &found, out));
    if (found)
        return true;
    lower_error(l, node, "%s has no member %s", lower_show(l, of.type, text),
                strings_get(&l->k->m->strings, name));
    s = slang_struct(l->k, of.type);
    if (s)
        hint_name(l, name, s->decl);
    return false;
}

bool expr_member(Lower *l, NodeId node, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    uint32_t len;
    StrId name;
    KValue of;
    bool found;
    char text[TYPE_TEXT];
    TRY(lower_token_name(l, node, &name));
    TRY(static_member(l, node, name, out, &found));
    if (found)
        return true;
    TRY(lower_expr(l, n->word[0], &of));
    const char *spelt = ast_spelling(l->ast, n->token, &len);
    switch (lower_type_of(l, of.type)->kind) {
    case TYPE_SCALAR:
    case TYPE_VECTOR: return vector_member(l, node, of, spelt, len, out);
    case TYPE_MATRIX: return matrix_value(l, node, of, spelt, len, out);
    case TYPE_STRUCT: return struct_member(l, node, of, name, out);
    default:
        return lower_error(l, node, "%s has no member %.*s", lower_show(l, of.type, text), (int)len,
                           spelt);
    }
}

/* ---- elements */

bool lower_element(Lower *l, NodeId at, KValue of, KValue index, KValue *out) {
    Type type = *lower_type_of(l, of.type);
    char text[TYPE_TEXT];
    int64_t known;
    if (type.kind != TYPE_VECTOR && type.kind != TYPE_MATRIX && type.kind != TYPE_FIXED)
        return lower_error(l, at, "%s has no elements", lower_show(l, of.type, text));
    const Type *by = lower_type_of(l, index.type);
    if (by->kind != TYPE_SCALAR || dtype_class(by->dtype) == CLASS_FLOAT)
        return lower_error(l, at, "the index is %s; an integer is needed",
                           lower_show(l, index.type, text));
    uint32_t n = type.kind == TYPE_FIXED ? type.count : type.rows;
    if (lower_known_int(l, &index, &known)) {
        if (known < 0 || known >= n)
            return lower_error(l, at, "index %lld of a %s, which has %u elements", (long long)known,
                               lower_show(l, of.type, text), n);
        return lower_part(l, of, (uint32_t)known, out);
    }
    if (dtype_class(by->dtype) == CLASS_BOOL) {
        TypeId integer;
        TRY(scalar_type(l, DT_I32, &integer));
        TRY(lower_convert(l, at, index, integer, true, &index));
    }
    KValue in[] = {of, index};
    return lower_op(l, OP_element, in, 2, NULL, NO_TYPE, out); /* structure, not a step */
}

bool expr_index(Lower *l, NodeId node, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    KValue of, index;
    TRY(lower_expr(l, n->word[0], &of));
    if (of.type != NO_TYPE && type_rank(&l->k->m->types, of.type))
        return lower_texture_index(l, node, of, out);
    if (of.type != NO_TYPE && lower_type_of(l, of.type)->kind == TYPE_STRUCT) {
        Arguments args;
        bool found;
        TRY(lower_arguments(l, n->word[1], &args));
        TRY(call_getter(l, node, of, "at", &args, &found, out));
        if (found)
            return true;
    }
    if (ast_count(l->ast, n->word[1]) != 1)
        return lower_error(l, node, "one index is needed");
    NodeId by = ast_item(l->ast, n->word[1], 0);
    TRY(lower_expr(l, by, &index));
    if (l->indices)
        TRY(vec_push(l->env, l->indices, ((CallIndex){l->ast, by, index})));
    return lower_element(l, node, of, index, out);
}
