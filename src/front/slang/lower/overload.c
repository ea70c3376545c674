/* Which function is meant: conversions and what they cost, binding a function to the types of arguments, choosing. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"
#include "front/slang/lower/texture.h"

/* ---- conversions */

static Conversion dtype_conversion(Dtype from, Dtype to) {
    const DtypeInfo *a = dtype_info(from), *b = dtype_info(to);
    const unsigned integer = CLASS_SIGNED | CLASS_UNSIGNED;
    if (from == to)
        return CONVERT_SAME;
    if (b->class == CLASS_BOOL)
        return CONVERT_NARROW;
    if (a->class == CLASS_BOOL)
        return to == DT_I32 ? CONVERT_WIDEN : b->class & integer ? CONVERT_SIGN : CONVERT_INT_REAL;
    if (a->class == b->class)
        return b->bits > a->bits ? CONVERT_WIDEN : CONVERT_NARROW;
    if (b->class == CLASS_FLOAT)
        return CONVERT_INT_REAL;
    if (a->class == CLASS_FLOAT || b->bits < a->bits)
        return CONVERT_NARROW;
    return a->class == CLASS_UNSIGNED && b->bits > a->bits ? CONVERT_WIDEN : CONVERT_SIGN;
}

Conversion slang_conversion(const Slang *k, TypeId from, TypeId to) {
    const Types *t = &k->m->types;
    const Type *a = type_get(t, from), *b = type_get(t, to);
    if (from == to)
        return CONVERT_SAME;
    if (a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY)
        return a->elem == b->elem && a->count == b->count ? CONVERT_SAME : CONVERT_NONE;
    if (!is_number(a) || !is_number(b))
        return CONVERT_NONE;
    bool alike = a->kind == b->kind && a->rows == b->rows && a->cols == b->cols;
    if (!alike && a->kind != TYPE_SCALAR)
        return CONVERT_NONE;
    return (Conversion)(dtype_conversion(a->dtype, b->dtype) + (alike ? 0 : CONVERT_SPLAT));
}

/* ---- instances */

static uint64_t instance_hash(DeclId decl, TypeId self, const GenericArg *args, uint32_t n) {
    uint64_t hash = hash_u64(self, hash_u64(decl, 3));
    for (uint32_t i = 0; i < n; i++)
        hash = hash_u64((uint64_t)args[i].value, hash_u64(args[i].type, hash));
    return hash;
}

static bool find_instance(const Slang *k, DeclId decl, TypeId self, const GenericArg *args,
                          uint32_t n, uint64_t hash, InstanceId *out) {
    for (IndexCursor c = index_find(&k->instance_index, hash);
         index_next(&k->instance_index, &c);) {
        const Instance *i = &k->instances.at[c.id];
        bool same = i->decl == decl && i->self == self && i->n_generics == n;
        for (uint32_t g = 0; same && g < n; g++) {
            const GenericArg *a = &k->generic_args.at[i->generic + g];
            same = a->type == args[g].type && a->value == args[g].value;
        }
        *out = c.id;
        if (same)
            return true;
    }
    return false;
}

/* Among the functions of that name there is one with the same parameters, declared before. */
bool declared_before(const Slang *k, InstanceId instance, DeclId *out) {
    const Instance *new = &k->instances.at[instance];
    const Declared *d = &k->declared.at[new->decl];
    *out = d->parent == NO_DECL ? find_in_unit(k, d->unit, d->name)
                                : find_in_parent(k, d->parent, d->name);
    for (; *out != NO_DECL && *out != new->decl; *out = k->declared.at[*out].next) {
        InstanceId other;
        uint64_t hash = instance_hash(*out, new->self, NULL, 0);
        if (!find_instance(k, *out, new->self, NULL, 0, hash, &other))
            continue;
        const Instance *old = &k->instances.at[other];
        bool same = old->n_params == new->n_params;
        for (uint32_t p = 0; same && p < new->n_params; p++)
            same = !slang_conversion(k, k->params.at[old->param + p].type,
                                     k->params.at[new->param + p].type);
        if (same)
            return true;
    }
    return false;
}

bool name_extents(Lower *l, StrId param, TypeId *type) {
    unsigned rank = type_rank(&l->k->m->types, *type);
    Dim dims[MAX_RANK];
    char name[160];
    char kind[16];
    texture_mark(l, *type, kind);
    for (unsigned i = 0; i < rank; i++) {
        StrId id;
        int n = snprintf(name, sizeof name, "%s%.140s.%u", i == 0 ? kind : "",
                         strings_get(&l->k->m->strings, param), i);
        TRY(strings_add(l->env, &l->k->m->strings, name, (size_t)n, &id));
        dims[i] = DIM_NAMED(id);
    }
    return type_array(l->env, &l->k->m->types, type_elem(&l->k->m->types, *type), dims, rank, type);
}

/* *interfaces: the number of the generic argument that says what the next interface is. */
static bool instance_param(Lower *l, NodeId id, uint32_t *interfaces) {
    const Node *node = ast_node(l->ast, id);
    InstanceParam p = {.has_default = node->word[1] != 0};
    if (!node->word[0])
        return lower_error(l, id, "a parameter needs a type");
    TRY(lower_token_name(l, id, &p.name));
    if (names_interface(l, node->word[0]))
        p.type = l->k->generic_args.at[l->generic + (*interfaces)++].type;
    else
        TRY(lower_type(l, node->word[0], &p.type));
    if (node->flags & NF_OUT)
        p.mode = node->flags & NF_IN ? PASS_INOUT : PASS_OUT;
    if (type_rank(&l->k->m->types, p.type)) {
        if (p.mode != PASS_IN)
            return lower_error(l, id, "a texture or buffer cannot be written to");
        TRY(name_extents(l, p.name, &p.type));
    }
    return vec_push(l->env, &l->k->params, p);
}

static bool is_void(const Lower *l, NodeId type) {
    return !type || (ast_node(l->ast, type)->kind == NODE_NAME &&
                     ast_is(l->ast, ast_node(l->ast, type)->token, "void"));
}

/* A new instance: the types of its parameters and result, with the generic parameters bound. */
static bool make_instance(Lower *l, TypeId self, const GenericArg *args, uint32_t n, uint64_t hash,
                          InstanceId *out) {
    Slang *k = l->k;
    const Node *node = decl_node(k, l->decl);
    bool constructor = node->flags & NF_CONSTRUCTOR, fixed = node->flags & NF_STATIC;
    Instance i = {.decl = l->decl,
                  .n_generics = n,
                  .self = self,
                  .this_type = constructor || fixed ? NO_TYPE : self,
                  .mutating = node->flags & NF_MUTATING,
                  .program = NO_PROGRAM,
                  .caller = UINT32_MAX};
    if (k->instances.len >= MAX_INSTANCES)
        return lower_error(l, l->at, "more than %d instances of functions", MAX_INSTANCES);
    TRY(generic_args_add(l->env, k, args, n, &i.generic));
    l->generic = i.generic;
    l->n_generics = n;
    uint32_t count = ast_count(l->ast, node->word[1]);
    /* parameters of one instance lie together: types may make no instances meanwhile */
    i.param = k->params.len;
    i.n_params = count;
    uint32_t interfaces = decl_generic_count(k, l->decl);
    for (uint32_t p = 0; p < count; p++)
        TRY(instance_param(l, ast_item(l->ast, node->word[1], p), &interfaces));
    i.result = constructor ? self : NO_TYPE;
    if (!constructor && !is_void(l, node->word[0])) {
        TRY(lower_type(l, node->word[0], &i.result));
        if (type_rank(&k->m->types, i.result))
            return lower_error(l, node->word[0], "a texture or buffer cannot be a result");
    }
    *out = k->instances.len;
    return vec_push(l->env, &k->instances, i) && index_add(l->env, &k->instance_index, hash, *out);
}

/* What is known before the arguments are looked at: the struct's generic arguments, and those said explicitly. */
static bool bind_first(Lower *l, GenericBinding *b, TypeId self, const GenericArg *explicit_args,
                       uint32_t n_explicit, Str *why) {
    Slang *k = l->k;
    DeclId parent = k->declared.at[l->decl].parent;
    uint32_t own = ast_count(l->ast, decl_generics(k, l->decl)), outer = b->n - own;
    if (parent != NO_DECL && decl_kind(k, parent) == NODE_EXTENSION) {
        TRY(generics_match(l, b, decl_node(k, parent)->word[0], self));
    } else if (outer) {
        const StructInstance *s = slang_struct(k, self);
        for (uint32_t i = 0; s && i < outer && i < s->n_generics; i++) {
            b->arg[i] = k->generic_args.at[s->generic + i];
            b->bound[i] = b->fixed[i] = true;
        }
    }
    if (n_explicit > own) {
        str_format(why, "it has %u generic parameters, not %u", own, n_explicit);
        return false;
    }
    for (uint32_t i = 0; i < n_explicit; i++) {
        b->arg[outer + i] = explicit_args[i];
        b->bound[outer + i] = b->fixed[outer + i] = true;
    }
    return true;
}

static bool bind_count(Lower *l, const Node *node, uint32_t n_args, Str *why) {
    uint32_t n = ast_count(l->ast, node->word[1]), least = n;
    while (least && ast_node(l->ast, ast_item(l->ast, node->word[1], least - 1))->word[1])
        least--;
    if (n_args <= n && n_args >= least)
        return true;
    str_format(why, "it takes %s%u argument%s, not %u",
               n == least       ? ""
               : n_args < least ? "at least "
                                : "at most ",
               n_args < least ? least : n, (n_args < least ? least : n) == 1 ? "" : "s", n_args);
    return false;
}

static bool bind_generics(Lower *l, GenericBinding *b, const TypeId *args, uint32_t n_args,
                          Str *why) {
    ListId params = decl_node(l->k, l->decl)->word[1];
    for (uint32_t i = 0; i < n_args && b->n; i++) {
        NodeId type = ast_node(l->ast, ast_item(l->ast, params, i))->word[0];
        if (type && args[i] != NO_TYPE)
            TRY(generics_match(l, b, type, args[i]));
    }
    return generics_finish(l, b, why);
}

/* Parameters whose type is an interface: their arguments' types are generic arguments behind the others. */
static bool bind_interfaces(Lower *l, GenericBinding *b, const TypeId *args, uint32_t n_args,
                            Str *why) {
    ListId params = decl_node(l->k, l->decl)->word[1];
    char missing[160] = "", text[TYPE_TEXT];
    for (uint32_t i = 0; i < ast_count(l->ast, params); i++) {
        const Node *param = ast_node(l->ast, ast_item(l->ast, params, i));
        uint32_t len, type_len;
        bool ok;
        if (!names_interface(l, param->word[0]))
            continue;
        const char *name = ast_spelling(l->ast, param->token, &len);
        const char *type = ast_spelling(l->ast, ast_node(l->ast, param->word[0])->token, &type_len);
        if (i >= n_args || args[i] == NO_TYPE || b->n == MAX_GENERICS) {
            str_format(why, "nothing says what %.*s is", (int)len, name);
            return false;
        }
        TRY(conforms(l, args[i], param->word[0], missing, sizeof missing, &ok));
        if (!ok) {
            str_format(why, "%s is not %.*s%s%s", lower_show(l, args[i], text), (int)type_len, type,
                       missing[0] ? ": " : "", missing);
            return false;
        }
        b->arg[b->n++] = (GenericArg){.type = args[i]};
    }
    return true;
}

static bool bind_with(Lower *l, TypeId self, const GenericArg *explicit_args, uint32_t n_explicit,
                      const TypeId *args, uint32_t n_args, InstanceId *out, Str *why) {
    Slang *k = l->k;
    GenericBinding b = {.decl = l->decl, .n = decl_generic_count(k, l->decl)};
    const Node *node = decl_node(k, l->decl);
    DeclId parent = k->declared.at[l->decl].parent;
    if (node->kind != NODE_FUNCTION) {
        str_puts(why, "it is not a function");
        return false;
    }
    if (b.n > MAX_GENERICS)
        return lower_error(l, l->at, "more than %d generic parameters", MAX_GENERICS);
    if (parent != NO_DECL && self == NO_TYPE) {
        str_puts(why, "it is a method: the type that it is called on must be known");
        return false;
    }
    if (ast_count(l->ast, node->word[1]) > MAX_SLANG_ARGS)
        return lower_error(l, l->at, "more than %d parameters", MAX_SLANG_ARGS);
    TRY(bind_count(l, node, n_args, why));
    TRY(bind_first(l, &b, self, explicit_args, n_explicit, why));
    TRY(bind_generics(l, &b, args, n_args, why));
    TRY(bind_interfaces(l, &b, args, n_args, why));
    uint64_t hash = instance_hash(l->decl, self, b.arg, b.n);
    if (!find_instance(k, l->decl, self, b.arg, b.n, hash, out))
        TRY(make_instance(l, self, b.arg, b.n, hash, out));
    return true;
}

bool bind_declared(Env *env, Slang *k, DeclId function, TypeId self, const TypeId *args,
                   uint32_t n_args, InstanceId *out, Str *why, Diagnostics *diagnostics) {
    Lower l = lower_of_decl(env, k, diagnostics, function, self);
    uint32_t depth = k->depth;
    bool ok = bind_with(&l, self, NULL, 0, args, n_args, out, why);
    k->depth = depth;
    lower_end(&l);
    return ok && str_ok(why);
}

bool slang_bind(Env *env, Slang *k, DeclId function, TypeId this_type,
                const GenericArg *explicit_args, uint32_t n_explicit, const TypeId *args,
                uint32_t n_args, InstanceId *out, Str *why) {
    Diagnostics d = {0};
    Lower l = lower_of_decl(env, k, &d, function, this_type);
    uint32_t depth = k->depth;
    bool ok = bind_with(&l, this_type, explicit_args, n_explicit, args, n_args, out, why);
    if (!ok && d.all.len && why->len == 0)
        str_puts(why, d.all.at[0].message);
    k->depth = depth;
    lower_end(&l);
    diagnostics_free(env->allocator, &d);
    return ok && str_ok(why);
}

/* ---- choosing */

bool candidates_add(Lower *l, Candidates *c, DeclId first, TypeId self, uint32_t distance) {
    for (DeclId d = first; d != NO_DECL; d = l->k->declared.at[d].next) {
        Overload one = {d, self, distance};
        const Node *node = decl_node(l->k, d);
        if (node->kind == NODE_FUNCTION && node->word[2]) /* one without a body says nothing new */
            TRY(vec_push(l->env, &c->all, one));
    }
    return true;
}

void candidates_free(Lower *l, Candidates *c) {
    vec_free(l->env->allocator, &c->all);
}

/* Do the arguments go into the parameters (and what comes out into the arguments)? */
static bool check_arguments(Lower *l, InstanceId instance, const Arguments *given, Str *why) {
    const Instance *i = &l->k->instances.at[instance];
    const TypeId *args = given->type;
    char a[TYPE_TEXT], b[TYPE_TEXT];
    for (uint32_t p = 0; p < given->n; p++) {
        const InstanceParam *param = &l->k->params.at[i->param + p];
        const char *name = strings_get(&l->k->m->strings, param->name);
        if (args[p] == NO_TYPE)
            continue;
        if (param->mode != PASS_OUT &&
            slang_conversion(l->k, args[p], param->type) == CONVERT_NONE) {
            str_format(why, "%s is %s, and %s does not convert to it", name,
                       lower_show(l, param->type, b), lower_show(l, args[p], a));
            return false;
        }
        Conversion back = slang_conversion(l->k, param->type, args[p]);
        if (param->mode != PASS_IN && back >= CONVERT_SPLAT) {
            str_format(why, "%s gives %s, which does not go into %s", name,
                       lower_show(l, param->type, b), lower_show(l, args[p], a));
            return false;
        }
    }
    return true;
}

/* The instance that the arguments ask for, if it takes them; else *why. */
static bool bind_candidate(Lower *l, const Overload *c, const GenericArg *explicit_args,
                           uint32_t n_explicit, const Arguments *args, InstanceId *out, Str *why) {
    return slang_bind(l->env, l->k, c->decl, c->self, explicit_args, n_explicit, args->type,
                      args->n, out, why) &&
           check_arguments(l, *out, args, why);
}

/* Among conversions of one kind the nearer type is better: half goes to float rather than to double. */
static uint32_t how_far(Lower *l, TypeId from, TypeId to) {
    const Type *a = lower_type_of(l, from), *b = lower_type_of(l, to);
    if (from == to || !is_number(a) || !is_number(b))
        return 0;
    int x = dtype_class(a->dtype) == dtype_class(b->dtype) ? dtype_info(a->dtype)->bits : 32;
    int y = dtype_info(b->dtype)->bits;
    return (uint32_t)(x > y ? x - y : y - x) / 8;
}

/* What the arguments cost in an instance, and how it ranks where that is alike. */
static uint64_t instance_cost(Lower *l, const Overload *c, InstanceId instance,
                              const Arguments *args) {
    const Instance *i = &l->k->instances.at[instance];
    uint64_t cost = 0, far = 0;
    for (uint32_t p = 0; p < args->n; p++) {
        const InstanceParam *param = &l->k->params.at[i->param + p];
        if (args->type[p] != NO_TYPE)
            cost += param->mode == PASS_IN
                        ? slang_conversion(l->k, args->type[p], param->type)
                        : 4u * (slang_conversion(l->k, args->type[p], param->type) & 0x3f);
    }
    for (uint32_t p = 0; p < args->n; p++)
        if (args->type[p] != NO_TYPE)
            far += how_far(l, args->type[p], l->k->params.at[i->param + p].type);
    uint64_t generic = decl_generics(l->k, c->decl) != 0, defaults = i->n_params - args->n;
    return cost << 36 | (far & 0xfff) << 24 | defaults << 16 | generic << 8 | (c->distance & 0xff);
}

typedef struct Choice {
    uint64_t cost;
    InstanceId instance;
    uint32_t which, ties;
} Choice;

/*
 * Where there is no program (the extents of arrays in heads, say) only what folds can be called: a function of the module
 * is then not even looked at, as its head may be the one that is being read.
 */
static bool choose(Lower *l, const Candidates *c, const GenericArg *explicit_args,
                   uint32_t n_explicit, const Arguments *args, Choice *best) {
    *best = (Choice){.cost = UINT64_MAX};
    for (uint32_t i = 0; l->p && i < c->all.len; i++) {
        const Overload *one = &c->all.at[i];
        Str why = str_make(l->env);
        InstanceId instance = 0;
        bool ok = bind_candidate(l, one, explicit_args, n_explicit, args, &instance, &why);
        str_free(&why);
        if (lower_stuck(l))
            return false;
        if (!ok)
            continue;
        uint64_t cost = instance_cost(l, one, instance, args);
        if (cost < best->cost)
            *best = (Choice){cost, instance, i, 1};
        else if (cost == best->cost)
            best->ties++;
    }
    return true;
}

bool try_candidates(Lower *l, const Candidates *c, const Arguments *args, bool *found,
                    InstanceId *out, uint32_t *which) {
    Choice best;
    TRY(choose(l, c, NULL, 0, args, &best));
    *found = best.cost != UINT64_MAX && best.ties == 1;
    *out = best.instance;
    *which = best.which;
    return true;
}

/* A note below the last error for each candidate: its head, and why it does not do. */
static bool tell_candidate(Lower *l, const Overload *c, const char *why) {
    const Ast *ast = decl_ast(l->k, c->decl);
    const Token *token = &ast->tokens.at[decl_node(l->k, c->decl)->token];
    Str head = str_make(l->env);
    ast_print_head(&head, ast, l->k->declared.at[c->decl].node);
    bool ok = str_ok(&head) &&
              diagnose(l->env, l->diagnostics, SEVERITY_NOTE, ast->source, token->start,
                       token->start + token->len, "%.200s%s%s", head.data, *why ? ": " : "", why);
    str_free(&head);
    return ok;
}

static bool tell_candidates(Lower *l, const Candidates *c, const GenericArg *explicit_args,
                            uint32_t n_explicit, const Arguments *args) {
    for (uint32_t i = 0; i < c->all.len && i < 8; i++) {
        Str why = str_make(l->env);
        InstanceId instance = 0;
        bool fits =
            bind_candidate(l, &c->all.at[i], explicit_args, n_explicit, args, &instance, &why);
        bool ok = !lower_stuck(l) && tell_candidate(l, &c->all.at[i],
                                                    fits       ? "fits"
                                                    : why.data ? why.data
                                                               : "");
        str_free(&why);
        TRY(ok);
    }
    return true;
}

static void show_types(Lower *l, const Arguments *args, char *out, size_t size) {
    size_t at = 0;
    char text[TYPE_TEXT];
    out[0] = '\0';
    for (uint32_t i = 0; i < args->n && at + 1 < size; i++) {
        int n = snprintf(out + at, size - at, "%s%s", i ? ", " : "",
                         args->type[i] == NO_TYPE ? "{...}" : lower_show(l, args->type[i], text));
        at += n > 0 ? (size_t)n : 0;
    }
}

bool choose_candidate(Lower *l, NodeId at, const char *name, const Candidates *c,
                      const GenericArg *explicit_args, uint32_t n_explicit, const Arguments *args,
                      InstanceId *out, uint32_t *which) {
    Choice best;
    char types[200];
    TRY(choose(l, c, explicit_args, n_explicit, args, &best));
    *out = best.instance;
    *which = best.which;
    if (best.cost != UINT64_MAX && best.ties == 1)
        return true;
    if (!l->p)
        return lower_error(l, at, "%.100s is called, and this must be known while compiling", name);
    show_types(l, args, types, sizeof types);
    if (best.cost != UINT64_MAX) {
        lower_error(l, at, "%.100s(%s) could be any of %u functions", name, types, best.ties);
    } else if (c->all.len == 1) {
        Str why = str_make(l->env);
        Str head = str_make(l->env);
        const Overload *one = &c->all.at[0];
        InstanceId instance = 0;
        bind_candidate(l, one, explicit_args, n_explicit, args, &instance, &why);
        ast_print_head(&head, decl_ast(l->k, one->decl), l->k->declared.at[one->decl].node);
        if (!lower_stuck(l))
            lower_error(l, at, "%.100s(%s) does not fit %.90s: %s", name, types,
                        head.data ? head.data : "the function", why.data ? why.data : "");
        str_free(&why);
        str_free(&head);
        return false;
    } else {
        lower_error(l, at, "no function %.100s takes (%s)", name, types);
    }
    tell_candidates(l, c, explicit_args, n_explicit, args);
    return false;
}
