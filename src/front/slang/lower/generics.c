/* Generic parameters: what they stand for, finding them from the types of arguments, and what they must be able to do. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"

ListId decl_generics(const Slang *k, DeclId decl) {
    const Node *node = decl_node(k, decl);
    switch (node->kind) {
    case NODE_FUNCTION:
    case NODE_STRUCT:
    case NODE_TYPE_ALIAS:
    case NODE_INTERFACE:
    case NODE_EXTENSION: return node->word[3];
    default: return 0;
    }
}

uint32_t decl_generic_count(const Slang *k, DeclId decl) {
    uint32_t n = 0;
    for (DeclId d = decl; d != NO_DECL; d = k->declared.at[d].parent)
        n += ast_count(decl_ast(k, d), decl_generics(k, d));
    return n;
}

NodeId decl_generic_at(const Slang *k, DeclId decl, uint32_t i) {
    uint32_t end = decl_generic_count(k, decl);
    for (DeclId d = decl; d != NO_DECL; d = k->declared.at[d].parent) {
        ListId list = decl_generics(k, d);
        uint32_t n = ast_count(decl_ast(k, d), list);
        if (i >= end - n)
            return ast_item(decl_ast(k, d), list, i - (end - n));
        end -= n;
    }
    return 0;
}

/* The number of the generic parameter of that name among the first n; UINT32_MAX: none. The innermost wins. */
static uint32_t generic_number(const Slang *k, DeclId decl, const char *name, uint32_t n) {
    const Ast *ast = decl_ast(k, decl);
    for (uint32_t i = n; i > 0; i--)
        if (ast_is(ast, ast_node(ast, decl_generic_at(k, decl, i - 1))->token, name))
            return i - 1;
    return UINT32_MAX;
}

bool lower_find_generic(Lower *l, StrId name, GenericArg *out) {
    if (l->decl == NO_DECL || !l->n_generics)
        return false;
    uint32_t n = decl_generic_count(l->k, l->decl); /* arguments for interfaces come behind */
    n = n < l->n_generics ? n : l->n_generics;
    uint32_t i = generic_number(l->k, l->decl, strings_get(&l->k->m->strings, name), n);
    if (i != UINT32_MAX)
        *out = l->k->generic_args.at[l->generic + i];
    return i != UINT32_MAX;
}

bool generic_args_add(Env *env, Slang *k, const GenericArg *args, uint32_t n, uint32_t *first) {
    *first = k->generic_args.len;
    for (uint32_t i = 0; i < n; i++)
        TRY(vec_push(env, &k->generic_args, args[i]));
    return true;
}

/* ---- numbers meeting */

/* The order in which operands of different types take the other's. */
static int dtype_rank(Dtype dtype) {
    static const Dtype order[] = {DT_BOOL, DT_I8,  DT_U8,  DT_I16,  DT_U16, DT_I32, DT_U32,
                                  DT_I64,  DT_U64, DT_F16, DT_BF16, DT_F32, DT_F64};
    for (int i = 0; i < (int)(sizeof order / sizeof *order); i++)
        if (order[i] == dtype)
            return i;
    return -1;
}

bool join_types(Lower *l, TypeId a, TypeId b, TypeId *out) {
    Type x = *lower_type_of(l, a), y = *lower_type_of(l, b);
    *out = a == b ? a : NO_TYPE;
    if (a == b || !is_number(&x) || !is_number(&y))
        return true;
    bool alike = x.kind == y.kind && x.rows == y.rows && x.cols == y.cols;
    if (!alike && x.kind != TYPE_SCALAR && y.kind != TYPE_SCALAR)
        return true;
    Dtype dtype = dtype_rank(x.dtype) >= dtype_rank(y.dtype) ? x.dtype : y.dtype;
    return type_with_dtype(l->env, &l->k->m->types, x.kind == TYPE_SCALAR ? b : a, dtype, out);
}

/* ---- matching */

static bool bind_type(Lower *l, GenericBinding *b, uint32_t i, TypeId given) {
    TypeId both;
    if (b->fixed[i])
        return true;
    if (!b->bound[i]) {
        b->bound[i] = true;
        b->arg[i] = (GenericArg){.type = given};
        return true;
    }
    TRY(join_types(l, b->arg[i].type, given, &both));
    if (both != NO_TYPE)
        b->arg[i].type = both;
    return true;
}

static void bind_value(Lower *l, GenericBinding *b, NodeId pattern, int64_t value) {
    const Node *node = ast_node(l->ast, pattern);
    if (node->kind != NODE_NAME)
        return;
    uint32_t len;
    char name[128];
    const char *text = ast_spelling(l->ast, node->token, &len);
    snprintf(name, sizeof name, "%.*s", (int)len, text);
    uint32_t i = generic_number(l->k, b->decl, name, b->n);
    if (i == UINT32_MAX || b->bound[i])
        return;
    b->bound[i] = true;
    b->arg[i] = (GenericArg){.value = value};
}

static bool match_args(Lower *l, GenericBinding *b, ListId patterns, const GenericArg *args,
                       uint32_t n) {
    for (uint32_t i = 0; i < ast_count(l->ast, patterns) && i < n; i++) {
        NodeId pattern = ast_item(l->ast, patterns, i);
        if (args[i].type == NO_TYPE)
            bind_value(l, b, pattern, args[i].value);
        else
            TRY(generics_match(l, b, pattern, args[i].type));
    }
    return true;
}

/* A pattern with arguments: vector<T, N>, Pair<T>, Texture2D<T>. */
static bool match_applied(Lower *l, GenericBinding *b, const Node *pattern, TypeId given) {
    Type type = *lower_type_of(l, given);
    GenericArg args[MAX_GENERICS] = {0};
    uint32_t n = 0;
    const char *wanted = NULL;
    if (is_number(&type)) {
        wanted = type.kind == TYPE_MATRIX ? "matrix" : "vector";
        TRY(type_scalar(l->env, &l->k->m->types, type.dtype, &args[0].type));
        args[1].value = type.rows;
        args[2].value = type.cols;
        /* a scalar fills a vector of any length: it says nothing of the length */
        n = type.kind == TYPE_SCALAR ? 1 : type.kind == TYPE_VECTOR ? 2 : 3;
        if (type.kind == TYPE_SCALAR && ast_is(l->ast, pattern->token, "matrix"))
            wanted = "matrix";
    } else if (type.kind == TYPE_FIXED) {
        wanted = "Array";
        args[0].type = type.elem;
        args[1].value = type.count;
        n = 2;
    } else if (type.kind == TYPE_ARRAY) {
        args[0].type = type.elem;
        n = 1; /* whichever of the names of textures and buffers it is: the rank is compared later */
    } else if (type.kind == TYPE_STRUCT) {
        const StructInstance *s = slang_struct(l->k, given);
        wanted = s ? decl_name(l->k, s->decl) : "";
        n = s ? s->n_generics : 0;
        for (uint32_t i = 0; i < n && i < MAX_GENERICS; i++)
            args[i] = l->k->generic_args.at[s->generic + i];
    }
    if (wanted && !ast_is(l->ast, pattern->token, wanted))
        return true;
    return match_args(l, b, pattern->word[0], args, n);
}

bool generics_match(Lower *l, GenericBinding *b, NodeId pattern, TypeId given) {
    const Node *node = ast_node(l->ast, pattern);
    Type type = *lower_type_of(l, given);
    if (!b->n || given == NO_TYPE)
        return true;
    TRY(lower_enter(l, pattern));
    bool ok = true;
    if (node->kind == NODE_TYPE_ARRAY && type.kind == TYPE_FIXED) {
        if (node->word[1])
            bind_value(l, b, node->word[1], type.count);
        ok = generics_match(l, b, node->word[0], type.elem);
    } else if (node->kind == NODE_NAME && ast_count(l->ast, node->word[0])) {
        ok = match_applied(l, b, node, given);
    } else if (node->kind == NODE_NAME) {
        uint32_t len;
        char name[128];
        const char *text = ast_spelling(l->ast, node->token, &len);
        snprintf(name, sizeof name, "%.*s", (int)len, text);
        uint32_t i = generic_number(l->k, b->decl, name, b->n);
        if (i != UINT32_MAX &&
            !(ast_node(l->ast, decl_generic_at(l->k, b->decl, i))->flags & NF_VALUE))
            ok = bind_type(l, b, i, given);
    }
    lower_leave(l);
    return ok;
}

/* ---- constraints */

typedef struct LanguageInterface {
    const char *name;
    uint8_t classes; /* DtypeClass: what its numbers can be */
    uint8_t kinds;   /* bits by TypeKind */
    bool any;        /* every type conforms */
} LanguageInterface;

enum {
    K_SCALAR = 1 << TYPE_SCALAR,
    K_VECTOR = 1 << TYPE_VECTOR,
    K_MATRIX = 1 << TYPE_MATRIX,
    K_ALL = K_SCALAR | K_VECTOR | K_MATRIX,
    C_INT = CLASS_SIGNED | CLASS_UNSIGNED,
    C_REAL = C_INT | CLASS_FLOAT,
    C_ANY = C_REAL | CLASS_BOOL
};

static const LanguageInterface language_interfaces[] = {
    {"IFloat", CLASS_FLOAT, K_ALL, false},
    {"IInteger", C_INT, K_SCALAR | K_VECTOR, false},
    {"IArithmetic", C_REAL, K_ALL, false},
    {"ILogical", C_INT | CLASS_BOOL, K_SCALAR | K_VECTOR, false},
    {"IComparable", C_ANY, K_SCALAR, false},
    {"IRangedValue", C_REAL, K_SCALAR, false},
    {"IDifferentiable", 0, 0, true},
    {"IDefaultInitializable", 0, 0, true},
    {"__BuiltinType", C_ANY, K_SCALAR, false},
    {"__BuiltinArithmeticType", C_REAL, K_SCALAR, false},
    {"__BuiltinSignedArithmeticType", CLASS_SIGNED | CLASS_FLOAT, K_SCALAR, false},
    {"__BuiltinIntegerType", C_INT, K_SCALAR, false},
    {"__BuiltinFloatingPointType", CLASS_FLOAT, K_SCALAR, false},
    {"__BuiltinRealType", CLASS_FLOAT, K_SCALAR, false},
    {"__BuiltinLogicalType", C_INT | CLASS_BOOL, K_SCALAR, false}};

static const LanguageInterface *language_interface(const Lower *l, TokenId token) {
    for (size_t i = 0; i < sizeof language_interfaces / sizeof *language_interfaces; i++)
        if (ast_is(l->ast, token, language_interfaces[i].name))
            return &language_interfaces[i];
    return NULL;
}

bool names_interface(const Lower *l, NodeId type) {
    const Node *node = ast_node(l->ast, type);
    uint32_t len;
    if (!type || node->kind != NODE_NAME || ast_count(l->ast, node->word[0]))
        return false;
    if (language_interface(l, node->token))
        return true;
    const char *text = ast_spelling(l->ast, node->token, &len);
    StrId name = strings_find(&l->k->m->strings, text, len);
    DeclId decl = name == NO_STR ? NO_DECL : find_from_unit(l->k, l->unit, name);
    return decl != NO_DECL && decl_kind(l->k, decl) == NODE_INTERFACE;
}

/* A method of an interface: has the type one of that name with as many parameters? */
static bool has_method(Lower *l, TypeId type, DeclId wanted, bool *out) {
    Candidates c = {0};
    StrId name = l->k->declared.at[wanted].name;
    const Node *want = decl_node(l->k, wanted);
    uint32_t n = ast_count(decl_ast(l->k, wanted), want->word[1]);
    bool ok = method_candidates(l, type, name, &c);
    *out = false;
    for (uint32_t i = 0; ok && i < c.all.len; i++) {
        const Node *have = decl_node(l->k, c.all.at[i].decl);
        if (ast_count(decl_ast(l->k, c.all.at[i].decl), have->word[1]) == n &&
            (have->flags & NF_STATIC) == (want->flags & NF_STATIC))
            *out = true;
    }
    candidates_free(l, &c);
    return ok;
}

/* Every member of an interface of the file must be there. */
static bool conforms_to(Lower *l, TypeId type, DeclId interface, char *missing, size_t size,
                        bool *out) {
    *out = true;
    for (DeclId d = 0; d < l->k->declared.len && *out; d++) {
        if (l->k->declared.at[d].parent != interface)
            continue;
        if (decl_kind(l->k, d) == NODE_FUNCTION && decl_node(l->k, d)->word[2] == 0)
            TRY(has_method(l, type, d, out));
        if (!*out)
            snprintf(missing, size, "it has no %s that fits %s.%s",
                     decl_node(l->k, d)->flags & NF_STATIC ? "static method" : "method",
                     decl_name(l->k, interface), decl_name(l->k, d));
    }
    return true;
}

bool conforms(Lower *l, TypeId type, NodeId constraint, char *missing, size_t size, bool *out) {
    const Node *node = ast_node(l->ast, constraint);
    StrId name;
    *out = true;
    if (node->kind != NODE_NAME)
        return true;
    const LanguageInterface *language = language_interface(l, node->token);
    if (language) {
        const Type *t = lower_type_of(l, type);
        *out = language->any || (is_number(t) && (language->kinds >> t->kind & 1) &&
                                 (dtype_class(t->dtype) & language->classes));
        missing[0] = '\0';
        return true;
    }
    TRY(lower_token_name(l, constraint, &name));
    DeclId decl = find_from_unit(l->k, l->unit, name);
    if (decl != NO_DECL && decl_kind(l->k, decl) == NODE_STRUCT)
        return true; /* its base */
    if (decl != NO_DECL && decl_kind(l->k, decl) == NODE_INTERFACE)
        return conforms_to(l, type, decl, missing, size, out);
    snprintf(missing, size, "there is no interface %s", strings_get(&l->k->m->strings, name));
    *out = false;
    return true;
}

/* Where a real number is asked for an integer serves, as a float: degrees(180). */
static bool integers_as_floats(Lower *l, GenericBinding *b, uint32_t i, NodeId constraint) {
    const LanguageInterface *language = language_interface(l, ast_node(l->ast, constraint)->token);
    const Type *t = lower_type_of(l, b->arg[i].type);
    if (!language || language->classes != CLASS_FLOAT || b->fixed[i] || !is_number(t) ||
        !(dtype_class(t->dtype) & C_INT))
        return true;
    return type_with_dtype(l->env, &l->k->m->types, b->arg[i].type, DT_F32, &b->arg[i].type);
}

static bool check_constraints(Lower *l, GenericBinding *b, uint32_t i, const Node *param,
                              Str *why) {
    char missing[160] = "", text[TYPE_TEXT];
    uint32_t len;
    for (uint32_t c = 0; c < ast_count(l->ast, param->word[0]); c++) {
        NodeId constraint = ast_item(l->ast, param->word[0], c);
        bool ok;
        TRY(integers_as_floats(l, b, i, constraint));
        TRY(conforms(l, b->arg[i].type, constraint, missing, sizeof missing, &ok));
        if (ok)
            continue;
        const char *name = ast_spelling(l->ast, ast_node(l->ast, constraint)->token, &len);
        str_format(why, "%s is not %.*s%s%s", lower_show(l, b->arg[i].type, text), (int)len, name,
                   missing[0] ? ": " : "", missing);
        return false;
    }
    return true;
}

bool generics_finish(Lower *l, GenericBinding *b, Str *why) {
    uint32_t len, first;
    for (uint32_t i = 0; i < b->n; i++) {
        const Node *param = ast_node(l->ast, decl_generic_at(l->k, b->decl, i));
        bool value = param->flags & NF_VALUE;
        if (!b->bound[i] && param->word[2]) {
            TRY(generic_args_add(l->env, l->k, b->arg, i, &first));
            l->generic = first;
            l->n_generics = i;
            TRY(value ? lower_constant(l, param->word[2], &b->arg[i].value)
                      : lower_type(l, param->word[2], &b->arg[i].type));
            b->bound[i] = true;
        }
        if (!b->bound[i] || (b->arg[i].type == NO_TYPE) != value) {
            const char *name = ast_spelling(l->ast, param->token, &len);
            str_format(why, "nothing says what %.*s is", (int)len, name);
            return false;
        }
        if (!value)
            TRY(check_constraints(l, b, i, param, why));
    }
    return true;
}
