/* Expressions: dispatch, numbers, names, constants. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"

/* ---- numbers */

static bool bad_number(Lower *l, NodeId node) {
    uint32_t len;
    const char *text = ast_spelling(l->ast, ast_node(l->ast, node)->token, &len);
    return lower_error(l, node, "%.*s is not a number that can be held", (int)(len < 60 ? len : 60),
                       text);
}

/* Is the letter among those of the suffix, in either case? */
static bool suffix_has(const char *suffix, size_t n, char letter) {
    for (size_t i = 0; i < n; i++)
        if ((suffix[i] | 0x20) == letter)
            return true;
    return false;
}

static bool real_number(Lower *l, NodeId node, const char *text, size_t len, KValue *out) {
    size_t digits = len;
    while (digits && (text[digits - 1] | 0x20) >= 'f' && (text[digits - 1] | 0x20) <= 'l')
        digits--; /* of a hexadecimal one the exponent's digits stand before it */
    const char *suffix = text + digits;
    size_t n = len - digits;
    double value;
    float single;
    char plain[128]; /* without separators between the digits */
    if (memchr(text, '\'', digits) && digits < sizeof plain) {
        size_t kept = 0;
        for (size_t i = 0; i < digits; i++)
            if (text[i] != '\'')
                plain[kept++] = text[i];
        text = plain;
        digits = kept;
    }
    bool ok = digits && parse_f64(text, digits, &value);
    if (digits && !ok && text[digits - 1] == '.')
        ok = parse_f64(text, digits - 1, &value);
    if (!ok)
        return bad_number(l, node);
    if (suffix_has(suffix, n, 'l'))
        return lower_known(l, DT_F64, (Scalar){.f64 = value}, out);
    if (!parse_f32(text, digits, &single)) /* rounded once where the text can be read so */
        single = (float)value;
    bool half = suffix_has(suffix, n, 'h');
    TRY(lower_known(l, half ? DT_F16 : DT_F32, (Scalar){.f32 = single}, out));
    out->literal = n == 0;
    if (out->literal) /* its digits beyond those of a float, for where it becomes a double */
        memcpy(&out->bits.hi, &value, sizeof value);
    return true;
}

static bool integer_digits(const char *text, size_t len, unsigned base, uint64_t *out) {
    *out = 0;
    for (size_t i = 0; i < len; i++) {
        int c = text[i] | 0x20;
        unsigned digit = c >= 'a' ? (unsigned)(c - 'a' + 10) : (unsigned)(text[i] - '0');
        if (text[i] == '_' || text[i] == '\'')
            continue;
        if (digit >= base || *out > (UINT64_MAX - digit) / base)
            return false;
        *out = *out * base + digit;
    }
    return len > 0;
}

static bool whole_number(Lower *l, NodeId node, const char *text, size_t len, KValue *out) {
    unsigned base = 10;
    size_t digits = len, start = 0;
    while (digits && ((text[digits - 1] | 0x20) == 'u' || (text[digits - 1] | 0x20) == 'l' ||
                      (text[digits - 1] | 0x20) == 'z'))
        digits--;
    if (digits > 2 && text[0] == '0' && (text[1] | 0x20) == 'x')
        base = 16, start = 2;
    else if (digits > 2 && text[0] == '0' && (text[1] | 0x20) == 'b')
        base = 2, start = 2;
    else if (digits > 1 && text[0] == '0')
        base = 8, start = 1;
    uint64_t value;
    if (!integer_digits(text + start, digits - start, base, &value))
        return bad_number(l, node);
    bool no_sign = suffix_has(text + digits, len - digits, 'u');
    bool wide = suffix_has(text + digits, len - digits, 'l');
    Dtype dtype = wide ? DT_I64 : DT_I32;
    if (no_sign)
        dtype = wide || value > UINT32_MAX ? DT_U64 : DT_U32;
    else if (value > INT64_MAX)
        dtype = DT_U64;
    else if (dtype == DT_I32 && value > INT32_MAX)
        dtype = base != 10 && value <= UINT32_MAX ? DT_U32 : DT_I64;
    TRY(lower_known(l, dtype, (Scalar){.u = value}, out));
    out->literal = true;
    return true;
}

bool expr_number(Lower *l, NodeId node, KValue *out) {
    TokenId token = ast_node(l->ast, node)->token;
    uint32_t len;
    const char *text = ast_spelling(l->ast, token, &len);
    if (l->ast->tokens.at[token].kind == TOKEN_REAL)
        return real_number(l, node, text, len, out);
    return whole_number(l, node, text, len, out);
}

/* 'a' is the number of the character. */
static bool character_value(Lower *l, NodeId node, KValue *out) {
    static const char escapes[] = "n\nt\tr\r0\0\\\\''\"\"";
    uint32_t len;
    const char *text = ast_spelling(l->ast, ast_node(l->ast, node)->token, &len);
    if (*text != '\'')
        return lower_error(l, node, "a string has no value");
    int value = len == 3 ? (unsigned char)text[1] : -1;
    for (size_t i = 0; len == 4 && text[1] == '\\' && i + 1 < sizeof escapes; i += 2)
        if (escapes[i] == text[2])
            value = escapes[i + 1];
    if (value < 0)
        return lower_error(l, node, "one character is needed between the quotes");
    return lower_known(l, DT_I32, (Scalar){.i = value}, out);
}

/* ---- names */

/* One that functions share, where there is none: why. */
static bool no_global(Lower *l, NodeId at, DeclId decl) {
    TypeId type;
    const Node *node = decl_node(l->k, decl);
    if (node->flags & NF_GROUP)
        return lower_error(l, at, "%s is groupshared, and each element is computed by itself",
                           decl_name(l->k, decl));
    LowerScope scope = scope_enter(l, decl, NO_TYPE, 0, 0);
    bool ok = lower_type(l, node->word[0], &type);
    scope_leave(l, &scope);
    return ok && lower_error(l, at, "%s must be known while compiling here, and is a global",
                             decl_name(l->k, decl));
}

/* A value that a file or struct declares, lowered where it stands. */
static bool declared_variable(Lower *l, NodeId at, DeclId decl, TypeId self, KValue *out) {
    const Node *node = decl_node(l->k, decl);
    const StructInstance *s = self == NO_TYPE ? NULL : slang_struct(l->k, self);
    if (is_global(l->k, decl))
        return no_global(l, at, decl);
    if (!node->word[1])
        return lower_error(l, at, "%s has no value", decl_name(l->k, decl));
    if (!(node->flags & (NF_CONST | NF_LET)))
        return lower_error(l, at, "%s is not const, and no value of an object",
                           decl_name(l->k, decl));
    TRY(lower_enter(l, at));
    LowerScope scope = scope_enter(l, decl, self, s ? s->generic : 0, s ? s->n_generics : 0);
    bool ok = lower_variable(l, l->at, out);
    scope_leave(l, &scope);
    lower_leave(l);
    return ok;
}

/* The case's own value, or one more than that of the case before it. */
static bool enum_case(Lower *l, DeclId decl, KValue *out) {
    DeclId parent = l->k->declared.at[decl].parent;
    const Node *node = decl_node(l->k, parent);
    TypeId type;
    int64_t value = 0;
    TRY(declared_type(l, l->at, parent, 0, &type));
    LowerScope scope = scope_enter(l, parent, NO_TYPE, 0, 0);
    uint32_t at = 0, from;
    while (ast_item(l->ast, node->word[0], at) != l->k->declared.at[decl].node)
        at++;
    for (from = at; from > 0 && !ast_node(l->ast, ast_item(l->ast, node->word[0], from))->word[0];)
        from--;
    NodeId given = ast_node(l->ast, ast_item(l->ast, node->word[0], from))->word[0];
    bool ok = !given || lower_constant(l, given, &value); /* those before say nothing of this one */
    value = (int64_t)((uint64_t)value + (at - from));
    scope_leave(l, &scope);
    return ok && lower_known(l, lower_type_of(l, type)->dtype, (Scalar){.i = value}, out);
}

static bool declared_value(Lower *l, NodeId at, DeclId decl, TypeId self, KValue *out) {
    NodeKind kind = decl_kind(l->k, decl);
    if (kind == NODE_VARIABLE)
        return declared_variable(l, at, decl, self, out);
    if (kind == NODE_ENUM_CASE)
        return lower_enter(l, at) && (enum_case(l, decl, out) || (lower_leave(l), false)) &&
               (lower_leave(l), true);
    lower_error(l, at, "%s is %s, not a value", decl_name(l->k, decl),
                node_kind_name((NodeKind)decl_node(l->k, decl)->kind));
    if (kind == NODE_FUNCTION)
        lower_hint(l, "call it: %s(...)", decl_name(l->k, decl));
    return false;
}

/* Constants that are made of others are written once in a program, not once for each use. */
bool expr_declared_value(Lower *l, NodeId at, DeclId decl, TypeId self, KValue *out) {
    for (uint32_t i = l->constants.len; i-- > l->first_constant;)
        if (l->constants.at[i].decl == decl && l->constants.at[i].self == self) {
            *out = l->constants.at[i].value;
            return true;
        }
    return declared_value(l, at, decl, self, out) &&
           vec_push(l->env, &l->constants, ((ConstantValue){decl, self, *out}));
}

static bool this_value(Lower *l, NodeId node, KValue *out) {
    StrId name;
    TRY(strings_add(l->env, &l->k->m->strings, "this", 4, &name));
    const Local *local = lower_find_local(l, name);
    if (!local)
        return lower_error(l, node,
                           l->this_type == NO_TYPE ? "there is no `this` outside of a method"
                                                   : "a static method has no `this`");
    *out = local->value;
    return out->type != NO_TYPE;
}

/* A name inside a method can be one of the struct's: a field, a static const, a case of an enum around. */
static bool member_name(Lower *l, NodeId node, StrId name, KValue *out, bool *found) {
    *found = true;
    uint32_t field = l->this_type == NO_TYPE ? UINT32_MAX : struct_field(l->k, l->this_type, name);
    if (field != UINT32_MAX) {
        KValue this = {0};
        return this_value(l, node, &this) && lower_part(l, this, field, out);
    }
    const char *text = strings_get(&l->k->m->strings, name);
    if (has_property(l, l->this_type, text, (uint32_t)strlen(text))) {
        Arguments none = {.n = 0};
        KValue this = {0};
        return this_value(l, node, &this) && call_getter(l, node, this, text, &none, found, out);
    }
    for (DeclId d = l->decl; d != NO_DECL; d = l->k->declared.at[d].parent) {
        DeclId member = find_in_parent(l->k, d, name);
        if (member != NO_DECL &&
            (decl_kind(l->k, member) == NODE_VARIABLE || decl_kind(l->k, member) == NODE_ENUM_CASE))
            return expr_declared_value(l, node, member, l->this_type, out);
    }
    *found = false;
    return true;
}

static bool name_value(Lower *l, NodeId node, KValue *out) {
    StrId name;
    GenericArg arg;
    bool found;
    TRY(lower_token_name(l, node, &name));
    const Local *local = lower_find_local(l, name);
    if (local) {
        *out = local->value;
        return out->type != NO_TYPE; /* else its declaration was wrong, and that was told */
    }
    if (lower_find_generic(l, name, &arg) && arg.type == NO_TYPE)
        return lower_known(l, DT_I32, (Scalar){.i = arg.value}, out);
    TRY(member_name(l, node, name, out, &found));
    if (found)
        return true;
    uint32_t global = globals_named(l, name);
    if (global != UINT32_MAX) {
        *out = l->locals.at[global].value;
        return true;
    }
    DeclId decl = find_from_unit(l->k, l->unit, name);
    if (decl != NO_DECL)
        return expr_declared_value(l, node, decl, NO_TYPE, out);
    TypeId type;
    TRY(lower_try_type(l, node, &type, &found));
    const char *text =
        strings_get(&l->k->m->strings, name); /* not before: names may be added above */
    if (found)
        return lower_error(l, node, "%s is a type, not a value", text);
    if (is_intrinsic(text, (uint32_t)strlen(text)))
        return lower_error(l, node, "%s is a function: call it", text);
    lower_error(l, node, "there is nothing called %s here", text);
    hint_name(l, name, NO_DECL);
    return false;
}

/* ---- dispatch */

static bool cast_value(Lower *l, NodeId node, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    Arguments args = {.n = 1};
    TypeId type;
    KValue value;
    TRY(lower_type(l, n->word[0], &type));
    if (ast_node(l->ast, n->word[1])->kind == NODE_BRACES)
        return expr_braces(l, n->word[1], type, out);
    TRY(lower_expr(l, n->word[1], &value));
    const Type *to = lower_type_of(l, type);
    int64_t zero;
    if (to->kind == TYPE_STRUCT && value.type != type) {
        if (lower_known_int(l, &value, &zero) && zero == 0)
            return lower_zero(l, type, out); /* (S)0, as HLSL writes it */
        args.node[0] = n->word[1];
        args.value[0] = value;
        args.type[0] = value.type;
        return expr_construct(l, node, type, &args, out);
    }
    return lower_convert(l, node, value, type, true, out);
}

static bool dispatch(Lower *l, NodeId node, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    switch ((NodeKind)n->kind) {
    case NODE_NUMBER: return expr_number(l, node, out);
    case NODE_BOOL:
        return lower_known(l, DT_BOOL, (Scalar){.u = ast_is(l->ast, n->token, "true")}, out);
    case NODE_STRING: return character_value(l, node, out);
    case NODE_NAME: return name_value(l, node, out);
    case NODE_THIS: return this_value(l, node, out);
    case NODE_MEMBER: return expr_member(l, node, out);
    case NODE_CALL: return lower_call(l, node, out);
    case NODE_INDEX: return expr_index(l, node, out);
    case NODE_UNARY:
        if (ast_is(l->ast, n->token, "++") || ast_is(l->ast, n->token, "--"))
            return lower_assign(l, node, out);
        return expr_operator(l, node, out);
    case NODE_POSTFIX: return lower_assign(l, node, out);
    case NODE_BINARY: return expr_operator(l, node, out);
    case NODE_ASSIGN: return lower_assign(l, node, out);
    case NODE_CHOICE: return expr_choice(l, node, out);
    case NODE_CAST: return cast_value(l, node, out);
    case NODE_BRACES:
        return lower_error(l, node, "the type of this initialiser list is not known here");
    case NODE_ERROR: return false;
    default: return lower_error(l, node, "%s has no value", node_kind_name((NodeKind)n->kind));
    }
}

bool lower_expr(Lower *l, NodeId node, KValue *out) {
    NodeId old = l->at;
    *out = (KValue){.var = NO_VAR};
    TRY(lower_enter(l, node));
    l->at = node;
    bool ok = dispatch(l, node, out);
    l->at = old;
    lower_leave(l);
    return ok;
}

bool lower_expr_to(Lower *l, NodeId node, TypeId want, KValue *out) {
    KValue value;
    if (ast_node(l->ast, node)->kind == NODE_BRACES)
        return expr_braces(l, node, want, out);
    TRY(lower_expr(l, node, &value));
    return lower_convert(l, node, value, want, false, out);
}

/* ---- constants and variables */

bool lower_constant(Lower *l, NodeId node, int64_t *out) {
    KValue value;
    TRY(lower_expr(l, node, &value));
    return lower_known_int(l, &value, out) ||
           lower_error(l, node, "an integer that is known while compiling is needed");
}

/* float a[] = {1, 2, 3}: as many as there are. */
static bool counted_type(Lower *l, const Node *array, NodeId braces, TypeId *out) {
    TypeId elem;
    uint32_t n = ast_count(l->ast, ast_node(l->ast, braces)->word[0]);
    TRY(lower_type(l, array->word[0], &elem));
    return lower_told(l, type_fixed(l->env, &l->k->m->types, elem, n, out));
}

/* IFoo x = e; x is of the type that the value has. */
static bool interface_variable(Lower *l, const Node *node, KValue *out) {
    char missing[160] = "", text[TYPE_TEXT];
    bool ok;
    TRY(lower_expr(l, node->word[1], out));
    out->literal = false;
    if (out->type == NO_TYPE)
        return lower_error(l, node->word[1], "this has no value: it is void");
    TRY(conforms(l, out->type, node->word[0], missing, sizeof missing, &ok));
    return ok || lower_error(l, node->word[1], "%s is not that%s%s", lower_show(l, out->type, text),
                             missing[0] ? ": " : "", missing);
}

bool lower_variable(Lower *l, NodeId variable, KValue *out) {
    const Node *node = ast_node(l->ast, variable);
    TypeId type;
    if ((node->flags & NF_STATIC) && !(node->flags & (NF_CONST | NF_LET)))
        return lower_error(l, variable, "a static variable that is not const is not supported");
    if (!node->word[0]) {
        if (!node->word[1])
            return lower_error(l, variable, "this needs a type or a value");
        TRY(lower_expr(l, node->word[1], out));
        out->literal = false;
        return out->type != NO_TYPE ||
               lower_error(l, node->word[1], "this has no value: it is void");
    }
    if (names_interface(l, node->word[0]) && node->word[1] && l->p)
        return interface_variable(l, node, out);
    const Node *written = ast_node(l->ast, node->word[0]);
    bool open = written->kind == NODE_TYPE_ARRAY && !written->word[1] && node->word[1] &&
                ast_node(l->ast, node->word[1])->kind == NODE_BRACES;
    TRY(open ? counted_type(l, written, node->word[1], &type)
             : lower_type(l, node->word[0], &type));
    TRY(node->word[1] ? lower_expr_to(l, node->word[1], type, out)
                      : expr_default(l, variable, type, out));
    out->literal = false;
    return true;
}
