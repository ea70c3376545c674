/* Making values: constructors of the language's types, structs, and initialiser lists. */
#include "front/slang/lower/meaning.h"

/* ---- vectors and matrices */

static uint32_t components(const Type *type) {
    return type->kind == TYPE_SCALAR   ? 1
           : type->kind == TYPE_VECTOR ? type->rows
                                       : type->rows * type->cols;
}

/* The components of a number, one by one. */
static bool flatten(Lower *l, KValue value, KValue *out, uint32_t *n) {
    Type type = *lower_type_of(l, value.type);
    KValue row;
    if (type.kind == TYPE_SCALAR) {
        out[(*n)++] = value;
        return true;
    }
    for (uint32_t i = 0; i < type.rows; i++) {
        if (type.kind == TYPE_VECTOR) {
            TRY(lower_part(l, value, i, &out[(*n)++]));
            continue;
        }
        TRY(lower_part(l, value, i, &row));
        for (uint32_t j = 0; j < type.cols; j++)
            TRY(lower_part(l, row, j, &out[(*n)++]));
    }
    return true;
}

/* Scalars, and vectors that are whole rows, can be parts as they are. */
static bool fits_as_part(const Type *to, const Type *part) {
    return part->kind == TYPE_SCALAR ||
           (part->kind == TYPE_VECTOR && (to->kind == TYPE_VECTOR || part->rows == to->cols));
}

static bool make_number(Lower *l, NodeId at, TypeId to, const Arguments *args, KValue *out) {
    Type type = *lower_type_of(l, to);
    KValue parts[16];
    uint32_t need = components(&type), have = 0, n = 0;
    char a[TYPE_TEXT], b[TYPE_TEXT];
    bool plain = true;
    for (uint32_t i = 0; i < args->n; i++) {
        const Type *part = args->type[i] == NO_TYPE ? NULL : lower_type_of(l, args->type[i]);
        if (!part || !is_number(part))
            return lower_error(l, args->node[i], "%s is not a part of %s",
                               lower_show(l, args->type[i], a), lower_show(l, to, b));
        have += components(part);
        plain = plain && fits_as_part(&type, part);
    }
    if (have != need)
        return lower_error(l, at, "%s has %u components, not %u", lower_show(l, to, a), need, have);
    for (uint32_t i = 0; i < args->n; i++) {
        KValue value;
        TypeId as;
        TRY(type_with_dtype(l->env, &l->k->m->types, args->type[i], type.dtype, &as));
        TRY(lower_convert(l, args->node[i], args->value[i], as, true, &value));
        if (plain)
            parts[n++] = value;
        else
            TRY(flatten(l, value, parts, &n));
    }
    return lower_make(l, to, parts, n, out);
}

/* ---- structs and fixed arrays */

static TypeId part_type(const Lower *l, TypeId of, uint32_t i) {
    const Type *type = lower_type_of(l, of);
    return type->kind == TYPE_FIXED ? type->elem : type_fields(&l->k->m->types, type)[i].type;
}

/* The declaration of field number `field` among the members; 0: not there. */
static NodeId field_node(const Ast *ast, ListId members, uint32_t *field) {
    for (uint32_t i = 0; i < ast_count(ast, members); i++) {
        NodeId id = ast_item(ast, members, i);
        const Node *node = ast_node(ast, id);
        NodeId found = 0;
        if (node->kind == NODE_DECLARATIONS)
            found = field_node(ast, node->word[0], field);
        else if (node->kind == NODE_VARIABLE && !(node->flags & NF_STATIC) && (*field)-- == 0)
            found = id;
        if (found)
            return found;
    }
    return 0;
}

/* The first struct among the bases of one, which is not generic. */
static const StructInstance *base_of(const Slang *k, const StructInstance *s) {
    const Ast *ast = decl_ast(k, s->decl);
    ListId list = decl_node(k, s->decl)->word[1];
    for (uint32_t i = 0; i < ast_count(ast, list); i++) {
        uint32_t len;
        const char *text = ast_spelling(ast, ast_node(ast, ast_item(ast, list, i))->token, &len);
        StrId name = strings_find(&k->m->strings, text, len);
        DeclId decl =
            name == NO_STR ? NO_DECL : find_from_unit(k, k->declared.at[s->decl].unit, name);
        for (uint32_t n = 0; decl != NO_DECL && n < k->structs.len; n++)
            if (k->structs.at[n].decl == decl && decl_kind(k, decl) == NODE_STRUCT)
                return &k->structs.at[n];
    }
    return NULL;
}

/* A field of a base is looked for there. Bases are made before what has them, so this ends. */
static const StructInstance *field_owner(const Slang *k, TypeId of, uint32_t *field) {
    const StructInstance *s = slang_struct(k, of);
    for (const StructInstance *base; s && (base = base_of(k, s)) != NULL && base != s; s = base) {
        uint32_t n = base->type == NO_TYPE ? 0 : type_get(&k->m->types, base->type)->count;
        if (*field >= n) {
            *field -= n;
            break;
        }
    }
    return s;
}

/* The initialiser of a field, in the file of *owner; 0: it has none, or it is a part of something else. */
static NodeId field_initialiser(const Slang *k, TypeId of, uint32_t field,
                                const StructInstance **owner) {
    *owner = field_owner(k, of, &field);
    if (!*owner)
        return 0;
    const Ast *ast = decl_ast(k, (*owner)->decl);
    NodeId node = field_node(ast, decl_node(k, (*owner)->decl)->word[0], &field);
    return node ? ast_node(ast, node)->word[1] : 0;
}

bool slang_has_default(const Slang *k, TypeId type, uint32_t field) {
    const StructInstance *owner;
    return field_initialiser(k, type, field, &owner) != 0;
}

/* Has the struct a constructor that takes nothing? */
static bool has_constructor(const Lower *l, TypeId type) {
    const StructInstance *s = slang_struct(l->k, type);
    StrId name = s ? strings_find(&l->k->m->strings, "__init", 6) : NO_STR;
    DeclId d = name == NO_STR ? NO_DECL : find_in_parent(l->k, s->decl, name);
    for (; d != NO_DECL; d = l->k->declared.at[d].next) {
        const Ast *ast = decl_ast(l->k, d);
        ListId params = decl_node(l->k, d)->word[1];
        if (!ast_count(ast, params) || ast_node(ast, ast_item(ast, params, 0))->word[1])
            return true;
    }
    return false;
}

bool expr_default(Lower *l, NodeId at, TypeId type, KValue *out) {
    Arguments none = {.n = 0};
    return has_constructor(l, type) && l->p ? expr_construct(l, at, type, &none, out)
                                            : lower_initial(l, type, out);
}

bool expr_initial_part(Lower *l, TypeId of, uint32_t i, KValue *out) {
    TypeId type = part_type(l, of, i);
    const StructInstance *s;
    NodeId value = field_initialiser(l->k, of, i, &s);
    if (!value)
        return expr_default(l, l->at, type, out);
    LowerScope scope = scope_enter(l, s->decl, s->type, s->generic, s->n_generics);
    bool ok = lower_expr_to(l, value, type, out);
    scope_leave(l, &scope);
    return ok;
}

/* Does anything inside begin as something else than zero? */
static bool has_defaults(const Lower *l, TypeId id) {
    const Type *type = lower_type_of(l, id);
    if (type->kind == TYPE_FIXED)
        return has_defaults(l, type->elem);
    if (type->kind != TYPE_STRUCT)
        return false;
    const StructInstance *owner;
    for (uint32_t i = 0; i < type->count; i++) /* depth: MAX_TYPE_DEPTH */
        if (field_initialiser(l->k, id, i, &owner) ||
            has_constructor(l, type_fields(&l->k->m->types, type)[i].type) ||
            has_defaults(l, type_fields(&l->k->m->types, type)[i].type))
            return true;
    return false;
}

/* Where a list is read: an item that is too small for what is asked is a part of it, as in C. */
typedef struct ListReader {
    ListId list;
    uint32_t at, n;
    bool has; /* `value` is the item at `at`, lowered */
    KValue value;
} ListReader;

/* Puts a struct or fixed array together out of parts that `next` gives, in order. */
typedef bool NextPart(Lower *l, const Arguments *args, ListReader *r, TypeId of, uint32_t i,
                      KValue *out);
static bool make_parts(Lower *l, TypeId to, NextPart *next, const Arguments *args, ListReader *r,
                       KValue *out) {
    uint32_t n = lower_type_of(l, to)->count;
    size_t size = (n + 1) * sizeof(KValue);
    KValue *parts = env_resize(l->env, NULL, 0, size);
    bool ok = parts != NULL;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = next(l, args, r, to, i, &parts[i]);
    ok = ok && lower_make(l, to, parts, n, out);
    env_free(l->env->allocator, parts, size);
    return ok;
}

static bool next_initial(Lower *l, const Arguments *args, ListReader *r, TypeId of, uint32_t i,
                         KValue *out) {
    (void)args, (void)r;
    return expr_initial_part(l, of, i, out);
}

bool lower_initial(Lower *l, TypeId type, KValue *out) {
    if (!has_defaults(l, type))
        return lower_zero(l, type, out);
    TRY(lower_enter(l, l->at));
    bool ok = make_parts(l, type, next_initial, NULL, NULL, out);
    lower_leave(l);
    return ok;
}

static bool next_argument(Lower *l, const Arguments *args, ListReader *r, TypeId of, uint32_t i,
                          KValue *out) {
    (void)r;
    if (i >= args->n)
        return expr_initial_part(l, of, i, out);
    if (args->type[i] == NO_TYPE)
        return expr_braces(l, args->node[i], part_type(l, of, i), out);
    return lower_convert(l, args->node[i], args->value[i], part_type(l, of, i), false, out);
}

/* S(a, b): by one of its constructors; where it has none, member by member. */
static bool make_struct_value(Lower *l, NodeId at, TypeId type, const Arguments *args,
                              KValue *out) {
    Candidates c = {0};
    StrId init;
    InstanceId instance;
    uint32_t which;
    char text[TYPE_TEXT];
    if (args->n == 1 && args->type[0] == type) {
        *out = args->value[0];
        return true;
    }
    TRY(strings_add(l->env, &l->k->m->strings, "__init", 6, &init));
    bool ok = method_candidates(l, type, init, &c);
    bool declared = c.all.len > 0;
    if (ok && declared && args->n == 0) {
        bool found;
        ok = try_candidates(l, &c, args, &found, &instance, &which);
        declared = found;
    }
    if (ok && declared)
        ok = choose_candidate(l, at, lower_show(l, type, text), &c, NULL, 0, args, &instance,
                              &which) &&
             call_instance(l, at, instance, NULL, 0, args, out);
    candidates_free(l, &c);
    if (!ok || declared)
        return ok;
    uint32_t n = lower_type_of(l, type)->count;
    if (args->n > n)
        return lower_error(l, at, "%s has %u fields, not %u", lower_show(l, type, text), n,
                           args->n);
    if (args->n == 0)
        return lower_initial(l, type, out);
    return make_parts(l, type, next_argument, args, NULL, out);
}

bool expr_construct(Lower *l, NodeId at, TypeId type, const Arguments *args, KValue *out) {
    Type to = *lower_type_of(l, type);
    char text[TYPE_TEXT];
    if (to.kind == TYPE_STRUCT)
        return make_struct_value(l, at, type, args, out);
    if (args->n == 0)
        return lower_initial(l, type, out);
    if (args->n == 1 && args->type[0] == NO_TYPE)
        return expr_braces(l, args->node[0], type, out);
    if (to.kind == TYPE_FIXED) {
        if (args->n == 1 && args->type[0] == type) {
            *out = args->value[0];
            return true;
        }
        if (args->n > to.count)
            return lower_error(l, at, "%s has %u elements, not %u", lower_show(l, type, text),
                               to.count, args->n);
        return make_parts(l, type, next_argument, args, NULL, out);
    }
    if (to.kind == TYPE_ARRAY)
        return lower_error(l, at, "a texture or buffer cannot be made here");
    if (args->n == 1) {
        const Type *from = lower_type_of(l, args->type[0]);
        bool regrouped = is_number(from) && from->kind != to.kind && from->kind != TYPE_SCALAR &&
                         to.kind != TYPE_SCALAR;
        if (!regrouped)
            return lower_convert(l, at, args->value[0], type, true, out);
    }
    if (to.kind == TYPE_SCALAR)
        return lower_error(l, at, "%s is made of one value, not %u", lower_show(l, type, text),
                           args->n);
    return make_number(l, at, type, args, out);
}

/* ---- initialiser lists */

static bool read_item(Lower *l, ListReader *r, TypeId want, KValue *out);

static bool next_item(Lower *l, const Arguments *args, ListReader *r, TypeId of, uint32_t i,
                      KValue *out) {
    (void)args;
    return r->at < r->n ? read_item(l, r, part_type(l, of, i), out)
                        : expr_initial_part(l, of, i, out);
}

/* The components of a vector or the rows of a matrix. */
static bool read_number(Lower *l, ListReader *r, TypeId want, KValue *out) {
    Type type = *lower_type_of(l, want);
    KValue parts[4];
    TypeId part;
    if (type.kind == TYPE_MATRIX)
        TRY(type_vector(l->env, &l->k->m->types, type.dtype, type.cols, &part));
    else
        TRY(scalar_type(l, type.dtype, &part));
    for (uint32_t i = 0; i < type.rows; i++) {
        if (type.kind == TYPE_MATRIX && r->at < r->n && !r->has &&
            ast_node(l->ast, ast_item(l->ast, r->list, r->at))->kind != NODE_BRACES) {
            TRY(lower_expr(l, ast_item(l->ast, r->list, r->at), &r->value));
            r->has = true;
            if (lower_type_of(l, r->value.type)->kind ==
                TYPE_SCALAR) { /* a row by its components */
                TRY(read_number(l, r, part, &parts[i]));
                continue;
            }
        }
        TRY(r->at < r->n ? read_item(l, r, part, &parts[i]) : lower_zero(l, part, &parts[i]));
    }
    return lower_make(l, want, parts, type.rows, out);
}

static bool read_item(Lower *l, ListReader *r, TypeId want, KValue *out) {
    NodeId node = ast_item(l->ast, r->list, r->at);
    TypeKind kind = lower_type_of(l, want)->kind;
    if (!r->has && ast_node(l->ast, node)->kind == NODE_BRACES) {
        r->at++;
        return expr_braces(l, node, want, out);
    }
    TRY(r->has || lower_expr(l, node, &r->value));
    r->has = true;
    bool aggregate = kind == TYPE_FIXED || kind == TYPE_STRUCT;
    if (aggregate && r->value.type != want) {
        TRY(lower_enter(l, node));
        bool ok = make_parts(l, want, next_item, NULL, r, out);
        lower_leave(l);
        return ok;
    }
    KValue value = r->value;
    r->has = false;
    r->at++;
    return lower_convert(l, node, value, want, false, out);
}

/* {v.xy, 1} of a float3: parts of any size whose components add up. */
static bool braces_construct(Lower *l, NodeId node, TypeId want, KValue *out, bool *done) {
    ListId list = ast_node(l->ast, node)->word[0];
    Arguments args;
    uint32_t have = 0;
    *done = false;
    for (uint32_t i = 0; i < ast_count(l->ast, list); i++)
        if (ast_node(l->ast, ast_item(l->ast, list, i))->kind == NODE_BRACES)
            return true;
    TRY(lower_arguments(l, list, &args));
    Type to = *lower_type_of(l, want);
    for (uint32_t i = 0; i < args.n; i++) {
        const Type *type = lower_type_of(l, args.type[i]);
        have += is_number(type) ? components(type) : 99;
    }
    uint32_t need = components(&to);
    *done = true;
    if (have > need || args.n == 0)
        return make_number(l, node, want, &args, out);
    for (; have < need && args.n < MAX_SLANG_ARGS; have++) { /* what is not said is zero */
        TRY(lower_known(l, to.dtype, (Scalar){.u = 0}, &args.value[args.n]));
        args.type[args.n] = args.value[args.n].type;
        args.node[args.n++] = node;
    }
    return make_number(l, node, want, &args, out);
}

static bool read_list(Lower *l, NodeId node, TypeId want, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    Type type = *lower_type_of(l, want);
    ListReader r = {.list = n->word[0], .n = ast_count(l->ast, n->word[0])};
    Arguments none = {.n = 0};
    bool done = false;
    char text[TYPE_TEXT];
    bool constructs = l->decl != NO_DECL && decl_kind(l->k, l->decl) == NODE_FUNCTION &&
                      (decl_node(l->k, l->decl)->flags & NF_CONSTRUCTOR);
    if (r.n == 0 && constructs && want == l->this_type)
        return lower_initial(l, want, out); /* this = {}: it cannot mean itself */
    if (r.n == 0)
        return expr_construct(l, node, want, &none, out);
    if (type.kind == TYPE_VECTOR)
        TRY(braces_construct(l, node, want, out, &done));
    if (done)
        return true;
    if (type.kind == TYPE_VECTOR || type.kind == TYPE_MATRIX)
        TRY(read_number(l, &r, want, out));
    else if (type.kind == TYPE_FIXED || type.kind == TYPE_STRUCT)
        TRY(make_parts(l, want, next_item, NULL, &r, out));
    else if (type.kind == TYPE_SCALAR)
        TRY(read_item(l, &r, want, out));
    else
        return lower_error(l, node, "a texture or buffer cannot be made here");
    if (r.at < r.n)
        return lower_error(l, ast_item(l->ast, r.list, r.at), "%s has no room for this item",
                           lower_show(l, want, text));
    return true;
}

/* A struct with constructors is made by them: {a, b} is S(a, b). */
static bool braces_by_constructor(Lower *l, NodeId node, TypeId want, KValue *out, bool *done) {
    Candidates c = {0};
    StrId init;
    Arguments args;
    *done = false;
    TRY(strings_add(l->env, &l->k->m->strings, "__init", 6, &init));
    bool ok = method_candidates(l, want, init, &c);
    bool any = c.all.len > 0;
    candidates_free(l, &c);
    if (!ok || !any || !ast_count(l->ast, ast_node(l->ast, node)->word[0]))
        return ok;
    *done = true;
    return lower_arguments(l, ast_node(l->ast, node)->word[0], &args) &&
           expr_construct(l, node, want, &args, out);
}

bool expr_braces(Lower *l, NodeId node, TypeId want, KValue *out) {
    NodeId old = l->at;
    bool done = false, ok = true;
    TRY(lower_enter(l, node));
    l->at = node;
    if (lower_type_of(l, want)->kind == TYPE_STRUCT)
        ok = braces_by_constructor(l, node, want, out, &done);
    ok = ok && (done || read_list(l, node, want, out));
    l->at = old;
    lower_leave(l);
    return ok;
}
