/* Calls: which function, its arguments, what comes out of it. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"

bool lower_arguments(Lower *l, ListId list, Arguments *out) {
    out->n = ast_count(l->ast, list);
    if (out->n > MAX_SLANG_ARGS) {
        out->n = 0;
        return lower_error(l, l->at, "more than %d arguments", MAX_SLANG_ARGS);
    }
    for (uint32_t i = 0; i < out->n; i++) {
        NodeId node = out->node[i] = ast_item(l->ast, list, i);
        out->type[i] = NO_TYPE;
        if (ast_node(l->ast, node)->kind == NODE_BRACES)
            continue;
        TRY(lower_expr(l, node, &out->value[i]));
        out->type[i] = out->value[i].type;
        if (out->type[i] == NO_TYPE)
            return lower_error(l, node, "this has no value: it is void");
    }
    return true;
}

/* ---- writing the call */

typedef struct VarIds {
    VarId *at;
    uint32_t len, cap;
} VarIds;

/* What is to be done with the results: stores into the places of arguments, when all are known. */
typedef struct Outcome {
    VarId results;
    uint32_t n;
    TypeId type[MAX_SLANG_ARGS + 2 + MAX_STATE + MAX_STORES * 5];
} Outcome;

static bool argument_value(Lower *l, const Instance *i, uint32_t p, const Arguments *args,
                           KValue *out) {
    InstanceParam param = l->k->params.at[i->param + p];
    if (p < args->n)
        return args->type[p] == NO_TYPE
                   ? expr_braces(l, args->node[p], param.type, out)
                   : lower_convert(l, args->node[p], args->value[p], param.type, false, out);
    /* its default, as the callee's file means it */
    const Node *function = decl_node(l->k, i->decl);
    NodeId node = ast_item(decl_ast(l->k, i->decl), function->word[1], p);
    NodeId value = ast_node(decl_ast(l->k, i->decl), node)->word[1];
    LowerScope scope = scope_enter(l, i->decl, i->self, i->generic, i->n_generics);
    bool ok = lower_expr_to(l, value, param.type, out);
    scope_leave(l, &scope);
    return ok;
}

/* The globals that the callee needs are the caller's own. */
static bool global_operands(Lower *l, const Instance *i, VarIds *in, Outcome *out) {
    for (uint32_t u = 0; u < i->n_uses; u++) {
        const GlobalUse *use = slang_uses(l->k, i, u);
        VarId var;
        if (l->first_global == UINT32_MAX)
            return lower_error(l, l->at, "%s is not known while compiling: it uses %s",
                               decl_name(l->k, i->decl),
                               decl_name(l->k, l->k->globals.at[use->global].decl));
        KValue value = l->locals.at[l->first_global + use->global].value;
        TRY(lower_var(l, &value, &var) && vec_push(l->env, in, var));
        if (use->changed)
            out->type[out->n++] = value.type;
    }
    return true;
}

static void list_results(const Lower *l, const Instance *i, Outcome *out) {
    out->n = 0;
    out->results = 0;
    if (i->result != NO_TYPE)
        out->type[out->n++] = i->result;
    if (i->mutating && i->this_type != NO_TYPE)
        out->type[out->n++] = i->this_type;
    for (uint32_t p = 0; p < i->n_params; p++)
        if (l->k->params.at[i->param + p].mode != PASS_IN)
            out->type[out->n++] = l->k->params.at[i->param + p].type;
}

/* What it writes into arrays. */
static bool list_stores(Lower *l, const Instance *i, Outcome *out) {
    for (uint32_t s = 0; s < i->n_stores; s++) {
        const ArrayStore *store = &l->k->stores.at[i->store + s];
        TRY(scalar_type(l, DT_BOOL, &out->type[out->n++]));
        for (uint32_t k = 0; k < store->rank; k++)
            TRY(scalar_type(l, DT_I32, &out->type[out->n++]));
        out->type[out->n++] = store->type;
    }
    return true;
}

static bool call_operands(Lower *l, const Instance *i, const KValue *object, const Arguments *args,
                          VarIds *in, Outcome *out) {
    VarId var;
    if (i->this_type != NO_TYPE)
        TRY(lower_var(l, object, &var) && vec_push(l->env, in, var));
    for (uint32_t p = 0; p < i->n_params; p++) {
        KValue value;
        if (l->k->params.at[i->param + p].mode == PASS_OUT)
            continue;
        TRY(argument_value(l, i, p, args, &value) && lower_var(l, &value, &var) &&
            vec_push(l->env, in, var));
    }
    list_results(l, i, out);
    return global_operands(l, i, in, out) && list_stores(l, i, out);
}

static bool write_call(Lower *l, InstanceId instance, const KValue *object, const Arguments *args,
                       Outcome *out) {
    Instance i = l->k->instances.at[instance];
    VarIds in = {0};
    Attrs attrs = attrs_none();
    attrs.word[AT_CALLEE] = i.program;
    bool ok = call_operands(l, &i, object, args, &in, out);
    if (ok && out->n > 0) { /* else nothing comes out of it, and nothing else can happen */
        uint32_t begin, end;
        Loc loc;
        ast_span(l->ast, l->at, &begin, &end);
        source_place(l->ast->source, begin, &loc.line, &loc.column);
        /* control, not a step */
        ok = program_instr(l->env, l->p, OP_call, in.at, in.len, &attrs, (uint16_t)out->n,
                           out->type, loc, &out->results);
    }
    vec_free(l->env->allocator, &in);
    return ok;
}

static KValue result_value(const Outcome *o, uint32_t k) {
    return (KValue){.type = o->type[k], .var = o->results + k};
}

/* In the place of an object's node: the caller has stored it. */
#define THIS_IS_STORED UINT32_MAX

/* What the callee writes into arrays of the caller's, from its result k on. */
static bool pass_stores(Lower *l, const Instance *i, const Arguments *args, const Outcome *o,
                        uint32_t k) {
    for (uint32_t s = 0; s < i->n_stores; s++) {
        ArrayStore store = l->k->stores.at[i->store + s];
        KValue mask = result_value(o, k++), parts[3], index;
        TypeId type;
        /* Coordinates begin with the last axis. */
        for (uint32_t a = store.rank; a-- > 0;)
            parts[a] = result_value(o, k++);
        KValue value = result_value(o, k++);
        uint32_t array =
            store.of_global ? l->first_global + store.of : array_local(l, args->value[store.of]);
        index = parts[0];
        if (store.rank > 1)
            TRY(type_vector(l->env, &l->k->m->types, DT_I32, store.rank, &type) &&
                lower_make(l, type, parts, store.rank, &index));
        TRY(array_store(l, l->at, array, &mask, index, value, store.combine));
    }
    return true;
}

/* Out arguments and the object of a mutating method, in order. */
static bool store_results(Lower *l, InstanceId instance, NodeId object_place, const Arguments *args,
                          const Outcome *o, KValue *out) {
    Instance i = l->k->instances.at[instance];
    uint32_t k = 0;
    *out = (KValue){.type = NO_TYPE, .var = NO_VAR};
    if (i.result != NO_TYPE)
        *out = result_value(o, k++);
    if (i.mutating && i.this_type != NO_TYPE) {
        KValue value = result_value(o, k++);
        if (!object_place)
            return lower_error(l, l->at, "%s changes what it is called on, which is not a variable",
                               decl_name(l->k, i.decl));
        TRY(object_place == THIS_IS_STORED || lower_store(l, object_place, value));
    }
    for (uint32_t p = 0; p < i.n_params; p++) {
        InstanceParam param = l->k->params.at[i.param + p];
        if (param.mode == PASS_IN)
            continue;
        KValue value = result_value(o, k++);
        if (p < args->n)
            TRY(lower_store(l, args->node[p], value));
    }
    for (uint32_t u = 0; u < i.n_uses; u++) {
        const GlobalUse *use = slang_uses(l->k, &i, u);
        if (use->changed)
            l->locals.at[l->first_global + use->global].value = result_value(o, k++);
    }
    return pass_stores(l, &i, args, o, k);
}

bool call_instance(Lower *l, NodeId at, InstanceId instance, const KValue *object,
                   NodeId object_place, const Arguments *args, KValue *out) {
    Outcome o;
    TRY(lower_callee(l, at, instance));
    if (l->k->instances.at[instance].this_type != NO_TYPE && !object) {
        const char *name = decl_name(l->k, l->k->instances.at[instance].decl);
        lower_error(l, at, "%s is not static: it is called on a value", name);
        return false;
    }
    return write_call(l, instance, object, args, &o) &&
           store_results(l, instance, object_place, args, &o, out);
}

/* ---- properties */

bool has_property(const Lower *l, TypeId type, const char *name, uint32_t len) {
    char text[96];
    const StructInstance *s = type == NO_TYPE ? NULL : slang_struct(l->k, type);
    int n = snprintf(text, sizeof text, "__get_%.*s", (int)(len < 70 ? len : 70), name);
    StrId id = strings_find(&l->k->m->strings, text, (size_t)n);
    return s && id != NO_STR && find_in_parent(l->k, s->decl, id) != NO_DECL;
}

static bool accessors(Lower *l, TypeId type, const char *verb, const char *name, Candidates *c) {
    char text[96];
    int n = snprintf(text, sizeof text, "__%s_%.70s", verb, name);
    StrId id = strings_find(&l->k->m->strings, text, (size_t)n);
    return id == NO_STR || method_candidates(l, type, id, c);
}

bool call_getter(Lower *l, NodeId at, KValue object, const char *name, const Arguments *args,
                 bool *found, KValue *out) {
    Candidates c = {0};
    InstanceId instance;
    uint32_t which;
    bool ok = accessors(l, object.type, "get", name, &c);
    *found = ok && c.all.len > 0;
    if (*found)
        ok = choose_candidate(l, at, name, &c, NULL, 0, args, &instance, &which) &&
             call_instance(l, at, instance, &object, 0, args, out);
    candidates_free(l, &c);
    return ok;
}

bool call_setter(Lower *l, NodeId at, KValue object, const char *name, const Arguments *args,
                 KValue *out) {
    Candidates c = {0};
    InstanceId instance;
    uint32_t which;
    Outcome o;
    KValue nothing;
    bool ok = accessors(l, object.type, "set", name, &c);
    if (ok && !c.all.len)
        ok = lower_error(l, at, "%s is only read: it has no set", name);
    ok = ok && choose_candidate(l, at, name, &c, NULL, 0, args, &instance, &which) &&
         lower_callee(l, at, instance) && write_call(l, instance, &object, args, &o);
    if (ok) {
        *out = o.n ? result_value(&o, 0) : object; /* it gives nothing but the object */
        ok = store_results(l, instance, THIS_IS_STORED, args, &o, &nothing);
    }
    candidates_free(l, &c);
    return ok;
}

/* ---- methods and operators */

/* The extension's type could be this one: a struct by name, a type of the language as it is. */
static bool extension_fits(Lower *l, DeclId extension, TypeId type, bool *out) {
    const Ast *ast = decl_ast(l->k, extension);
    NodeId pattern = decl_node(l->k, extension)->word[0];
    const StructInstance *s = slang_struct(l->k, type);
    *out = s && ast_is(ast, ast_node(ast, pattern)->token, decl_name(l->k, s->decl));
    if (*out || s || decl_generics(l->k, extension))
        return true;
    TypeId extended;
    LowerScope scope = scope_enter(l, extension, NO_TYPE, 0, 0);
    bool ok = lower_try_type(l, pattern, &extended, out);
    scope_leave(l, &scope);
    *out = ok && *out && extended == type;
    return ok;
}

/* Methods that the interfaces of a struct have with a body of their own: for structs that do not say otherwise. */
static bool inherited_candidates(Lower *l, const StructInstance *s, TypeId type, StrId name,
                                 Candidates *out) {
    const Ast *ast = decl_ast(l->k, s->decl);
    ListId list = decl_node(l->k, s->decl)->word[1];
    uint32_t unit = l->k->declared.at[s->decl].unit;
    for (uint32_t i = 0; i < ast_count(ast, list); i++) {
        StrId id;
        TRY(name_of_token(l->env, l->k, ast, ast_node(ast, ast_item(ast, list, i))->token, &id));
        DeclId interface = find_from_unit(l->k, unit, id);
        bool base = interface != NO_DECL && (decl_kind(l->k, interface) == NODE_INTERFACE ||
                                             decl_kind(l->k, interface) == NODE_STRUCT);
        if (base)
            TRY(candidates_add(l, out, find_in_parent(l->k, interface, name), type, 1));
    }
    return true;
}

bool method_candidates(Lower *l, TypeId type, StrId name, Candidates *out) {
    const StructInstance *s = slang_struct(l->k, type);
    if (s)
        TRY(candidates_add(l, out, find_in_parent(l->k, s->decl, name), type, 0));
    for (uint32_t i = 0; i < l->k->extensions.len; i++) {
        DeclId extension = l->k->extensions.at[i], first = find_in_parent(l->k, extension, name);
        bool fits;
        if (first == NO_DECL)
            continue;
        TRY(extension_fits(l, extension, type, &fits));
        if (fits)
            TRY(candidates_add(l, out, first, type, 0));
    }
    s = slang_struct(l->k, type); /* types may have been made meanwhile */
    return !s || out->all.len || inherited_candidates(l, s, type, name, out);
}

bool call_operator(Lower *l, NodeId at, const char *op, const KValue *in, uint32_t n, bool *found,
                   KValue *out) {
    char name[24];
    StrId id;
    Candidates c = {0};
    Arguments args = {.n = n};
    InstanceId instance = 0;
    uint32_t which, scope = 0, distance = 0;
    *found = false;
    int len = snprintf(name, sizeof name, "operator%.8s", op);
    TRY(strings_add(l->env, &l->k->m->strings, name, (size_t)len, &id));
    for (uint32_t i = 0; i < n; i++) {
        args.node[i] = at;
        args.value[i] = in[i];
        args.type[i] = in[i].type;
    }
    bool ok = true;
    for (DeclId first; ok && (first = find_next_scope(l->k, l->unit, id, &scope)) != NO_DECL;)
        ok = candidates_add(l, &c, first, NO_TYPE, distance++);
    if (ok && c.all.len)
        ok = try_candidates(l, &c, &args, found, &instance, &which);
    if (ok && *found)
        ok = call_instance(l, at, instance, NULL, 0, &args, out);
    candidates_free(l, &c);
    return ok;
}

/* ---- the call itself */

bool call_generic_args(Lower *l, ListId list, GenericArg *out, uint32_t *n) {
    *n = ast_count(l->ast, list);
    if (*n > MAX_GENERICS)
        return lower_error(l, l->at, "more than %d generic arguments", MAX_GENERICS);
    for (uint32_t i = 0; i < *n; i++) {
        NodeId node = ast_item(l->ast, list, i);
        bool is_type;
        out[i] = (GenericArg){0};
        TRY(lower_try_type(l, node, &out[i].type, &is_type));
        if (!is_type) {
            out[i].type = NO_TYPE;
            TRY(lower_constant(l, node, &out[i].value));
        }
    }
    return true;
}

/* Candidates by an unqualified name: methods of the type around, then functions of the file, its imports, the language. */
static bool named_candidates(Lower *l, StrId name, Candidates *out) {
    uint32_t scope = 0, distance = 1;
    if (l->this_type != NO_TYPE)
        TRY(method_candidates(l, l->this_type, name, out));
    for (DeclId first; (first = find_next_scope(l->k, l->unit, name, &scope)) != NO_DECL;)
        TRY(candidates_add(l, out, first, NO_TYPE, distance++));
    return true;
}

/* `this`, for a method that is called by its name alone inside another one. */
static const KValue *implied_this(Lower *l, NodeId *place) {
    StrId name;
    if (!strings_add(l->env, &l->k->m->strings, "this", 4, &name))
        return NULL;
    const Local *local = lower_find_local(l, name);
    *place = 0;
    return local ? &local->value : NULL;
}

static bool unknown_function(Lower *l, NodeId callee, StrId name) {
    uint32_t len;
    const char *text = ast_spelling(l->ast, ast_node(l->ast, callee)->token, &len);
    if (tell_unsupported_function(l, callee, text, len))
        return false;
    lower_error(l, callee, "there is no function called %s", strings_get(&l->k->m->strings, name));
    hint_name(l, name, NO_DECL);
    return false;
}

/* A function of the language that is an instruction beats one of the file that needs conversions. */
static bool prefer_intrinsic(Lower *l, const Candidates *c, const Arguments *args, bool *out) {
    InstanceId instance;
    uint32_t which;
    bool found;
    TRY(try_candidates(l, c, args, &found, &instance, &which));
    *out = !found;
    if (!found)
        return true;
    const Instance *i = &l->k->instances.at[instance];
    for (uint32_t p = 0; p < args->n; p++)
        if (args->type[p] != NO_TYPE &&
            slang_conversion(l->k, args->type[p], l->k->params.at[i->param + p].type))
            *out = true;
    return true;
}

/* A mutating method that is called by its name alone changes the `this` of the method around. */
static bool call_on_this(Lower *l, NodeId call, InstanceId instance, KValue object,
                         const Arguments *args, KValue *out) {
    Outcome o;
    StrId name;
    TRY(lower_callee(l, call, instance) && write_call(l, instance, &object, args, &o));
    TRY(strings_add(l->env, &l->k->m->strings, "this", 4, &name));
    Local *local = lower_find_local(l, name);
    uint32_t at = l->k->instances.at[instance].result != NO_TYPE;
    if (local->fixed)
        return lower_error(l, call, "%s is mutating, and the method that calls it is not",
                           decl_name(l->k, l->k->instances.at[instance].decl));
    local->value = result_value(&o, at);
    return store_results(l, instance, THIS_IS_STORED, args, &o, out);
}

static bool call_chosen(Lower *l, NodeId call, const Candidates *c, StrId name, ListId generics,
                        const Arguments *args, KValue *out) {
    GenericArg explicit_args[MAX_GENERICS];
    uint32_t n, which;
    InstanceId instance;
    NodeId place = 0;
    TRY(call_generic_args(l, generics, explicit_args, &n));
    TRY(choose_candidate(l, call, strings_get(&l->k->m->strings, name), c, explicit_args, n, args,
                         &instance, &which));
    const KValue *this = implied_this(l, &place);
    if (lower_stuck(l))
        return false;
    KValue object = this ? *this : (KValue){0};
    bool mutates = l->k->instances.at[instance].mutating;
    if (this && mutates && l->k->instances.at[instance].this_type != NO_TYPE)
        return call_on_this(l, call, instance, object, args, out);
    return call_instance(l, call, instance, this ? &object : NULL, place, args, out);
}

static bool call_name(Lower *l, NodeId call, NodeId callee, KValue *out) {
    const Node *n = ast_node(l->ast, callee);
    ListId list = ast_node(l->ast, call)->word[1];
    StrId name;
    Candidates c = {0};
    Arguments args;
    uint32_t len;
    bool found = false, preferred = true;
    TRY(lower_token_name(l, callee, &name));
    const char *text = ast_spelling(l->ast, n->token, &len);
    bool ok = named_candidates(l, name, &c);
    if (ok && !c.all.len && len > 11 && !memcmp(text, "Interlocked", 11)) {
        candidates_free(l, &c);
        return lower_interlocked(l, call, text, len, out);
    }
    if (ok && !c.all.len) {
        ok = lower_texture_call(l, call, text, len, &found, out);
        if (!ok || found || !is_intrinsic(text, len)) {
            candidates_free(l, &c);
            return ok && (found || unknown_function(l, callee, name));
        }
    }
    ok = ok && lower_arguments(l, list, &args);
    bool intrinsic = ok && is_intrinsic(text, len);
    if (intrinsic && c.all.len && !intrinsic_takes(text, len, args.n))
        intrinsic = false;
    if (intrinsic && c.all.len)
        ok = prefer_intrinsic(l, &c, &args, &preferred);
    if (ok && intrinsic && preferred)
        ok = lower_intrinsic(l, call, text, len, &args, &found, out);
    if (ok && !found)
        ok = call_chosen(l, call, &c, name, n->word[0], &args, out);
    candidates_free(l, &c);
    return ok;
}

static bool no_method(Lower *l, NodeId callee, TypeId type, StrId name) {
    char text[TYPE_TEXT];
    const StructInstance *s = slang_struct(l->k, type);
    lower_error(l, callee, "%s has no method %s", lower_show(l, type, text),
                strings_get(&l->k->m->strings, name));
    if (s)
        hint_name(l, name, s->decl);
    return false;
}

/* value.method(...), Type.method(...) */
static bool call_member(Lower *l, NodeId call, NodeId callee, KValue *out) {
    const Node *n = ast_node(l->ast, callee);
    TypeId type;
    bool is_type;
    KValue object;
    StrId name;
    GenericArg explicit_args[MAX_GENERICS];
    uint32_t n_explicit, which, len;
    InstanceId instance;
    Arguments args;
    Candidates c = {0};
    TRY(lower_token_name(l, callee, &name));
    TRY(lower_try_type(l, n->word[0], &type, &is_type));
    if (!is_type) {
        TRY(lower_expr(l, n->word[0], &object));
        type = object.type;
        if (type != NO_TYPE && type_rank(&l->k->m->types, type)) {
            const char *text = ast_spelling(l->ast, n->token, &len);
            return lower_texture_method(l, call, object, text, len, out);
        }
    }
    if (!is_type && type != NO_TYPE && lower_type_of(l, type)->kind == TYPE_FIXED &&
        ast_is(l->ast, n->token, "getCount"))
        return lower_known(l, DT_I32, (Scalar){.i = lower_type_of(l, type)->count}, out);
    TRY(call_generic_args(l, n->word[1], explicit_args, &n_explicit));
    TRY(lower_arguments(l, ast_node(l->ast, call)->word[1], &args));
    bool ok = method_candidates(l, type, name, &c);
    if (ok && !c.all.len)
        ok = no_method(l, callee, type, name);
    ok = ok && choose_candidate(l, call, strings_get(&l->k->m->strings, name), &c, explicit_args,
                                n_explicit, &args, &instance, &which);
    ok = ok && call_instance(l, call, instance, is_type ? NULL : &object, is_type ? 0 : n->word[0],
                             &args, out);
    candidates_free(l, &c);
    return ok;
}

static bool call_what(Lower *l, NodeId call, KValue *out) {
    NodeId callee = ast_node(l->ast, call)->word[0];
    const Node *n = ast_node(l->ast, callee);
    TypeId type;
    bool is_type, align = ast_is(l->ast, n->token, "alignof");
    Arguments args;
    if (n->kind == NODE_NAME && (align || ast_is(l->ast, n->token, "sizeof")))
        return call_size(l, call, align, out);
    if (n->kind == NODE_NAME && ast_count(l->ast, n->word[0]) &&
        (ast_is(l->ast, n->token, "reinterpret") || ast_is(l->ast, n->token, "bit_cast")))
        return call_cast(l, call, callee, out);
    TRY(lower_try_type(l, callee, &type, &is_type));
    if (is_type)
        return lower_arguments(l, ast_node(l->ast, call)->word[1], &args) &&
               expr_construct(l, call, type, &args, out);
    if (n->kind == NODE_NAME)
        return call_name(l, call, callee, out);
    if (n->kind == NODE_MEMBER)
        return call_member(l, call, callee, out);
    if (n->kind == NODE_ERROR)
        return false;
    return lower_error(l, call, "only functions, methods and types can be called");
}

bool lower_call(Lower *l, NodeId call, KValue *out) {
    CallIndices indices = {0}, *around = l->indices;
    l->indices = &indices;
    bool ok = call_what(l, call, out);
    l->indices = around;
    vec_free(l->env->allocator, &indices);
    return ok;
}
