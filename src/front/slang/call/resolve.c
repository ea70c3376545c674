/* The functions that a name may mean, each tried with the arguments; the best one is chosen. */
#include <string.h>

#include "front/slang/call/resolve.h"

/* ---- who may be meant */

static bool add_candidate(Call *call, DeclId decl, TypeId self) {
    Candidate c = {.decl = decl,
                   .self = self,
                   .instance = UINT32_MAX,
                   .result_fit = NO_ITEM,
                   .made = NO_ITEM,
                   .constant = NO_PROGRAM};
    c.problem.top = c.problem.given = NO_ITEM;
    return vec_push(call->env, &call->candidates, c);
}

static bool add_functions(Call *call, DeclId first, TypeId self) {
    for (DeclId d = first; d != NO_DECL; d = call->k->declared.at[d].next)
        if (decl_node(call->k, d)->kind == NODE_FUNCTION)
            TRY(add_candidate(call, d, self));
    return true;
}

/* Where the member's name begins in "Pair<float>.sum": behind the last point outside of brackets; 0: there is none. */
static size_t member_start(const char *name) {
    size_t start = 0;
    int depth = 0;
    for (size_t k = 0; name[k]; k++) {
        depth += (name[k] == '<') - (name[k] == '>');
        if (name[k] == '.' && depth == 0)
            start = k + 1;
    }
    return start;
}

/* The type of that name; NO_TYPE: there is none, and the error is clear, or there is no memory. */
static TypeId find_type(Env *env, Slang *k, const char *name, size_t len) {
    char text[256];
    TypeId type;
    if (len >= sizeof text)
        return NO_TYPE;
    memcpy(text, name, len);
    text[len] = '\0';
    if (slang_type(env, k, text, &type))
        return type;
    if (env->error->status != FRIT_ERR_NOMEM)
        env_clear_error(env);
    return NO_TYPE;
}

DeclId slang_find_path(Env *env, Slang *k, const char *name, TypeId *type) {
    size_t len = strlen(name), member = member_start(name);
    if (!member) {
        DeclId decl = slang_find(k, name, len);
        bool function = decl != NO_DECL && decl_node(k, decl)->kind == NODE_FUNCTION;
        *type = function ? NO_TYPE : find_type(env, k, name, len);
        return decl;
    }
    *type = find_type(env, k, name, member - 1);
    const StructInstance *s = *type == NO_TYPE ? NULL : slang_struct(k, *type);
    DeclId parent = s ? s->decl : slang_find(k, name, member - 1), decl = NO_DECL;
    if (parent != NO_DECL)
        decl = slang_find_member(k, parent, name + member, len - member);
    if (decl == NO_DECL) /* a struct inside a struct, or nothing */
        *type = env->error->status == FRIT_OK ? find_type(env, k, name, len) : NO_TYPE;
    return decl;
}

/* A type by name is its constructor: those it declares, else a value made of its parts. */
static bool add_constructors(Call *call, TypeId type) {
    const StructInstance *s = slang_struct(call->k, type);
    DeclId own = s ? slang_find_member(call->k, s->decl, "__init", 6) : NO_DECL;
    if (own != NO_DECL)
        return add_functions(call, own, type);
    TRY(add_candidate(call, NO_DECL, type));
    call->candidates.at[0].result = type;
    return true;
}

/* All arguments as the fields or parts of one. */
static bool join_arguments(Call *call, Candidate *c, uint32_t *out) {
    uint32_t n = call->tops.len, names = 0;
    for (uint32_t k = 0; k < n; k++)
        names += call->given.at[call->tops.at[k]].arg->name != NULL;
    if (names != 0 && names != n)
        return problem_set(call, &c->problem, NO_ITEM, FRIT_ERR_ARGUMENT,
                           "all of its parts are given by name, or none");
    call->whole = (frit_arg){.kind = names ? FRIT_ARG_FIELDS : FRIT_ARG_PARTS, .item_count = n};
    Given whole = {.arg = &call->whole, .top = NO_ITEM, .input = NO_ITEM, .next = NO_ITEM};
    whole.parent = NO_ITEM;
    whole.first = n ? call->tops.at[0] : NO_ITEM;
    for (uint32_t k = 0; k + 1 < n; k++)
        call->given.at[call->tops.at[k]].next = call->tops.at[k + 1];
    TRY(vec_push(call->env, &call->given, whole));
    *out = call->given.len - 1;
    return true;
}

/* A generic struct without its arguments: what is given for its fields tells them. */
static bool add_generic_struct(Call *call, DeclId decl) {
    Candidate unused = {.decl = NO_DECL};
    uint32_t given;
    TypeId type = NO_TYPE;
    const Given *one = call->tops.len == 1 ? &call->given.at[call->tops.at[0]] : NULL;
    if (one && !one->arg->name && one->arg->kind == FRIT_ARG_FIELDS)
        TRY(generic_struct(call, call->tops.at[0], decl, &type));
    else if (join_arguments(call, &unused, &given)) {
        TRY(generic_struct(call, given, decl, &type));
        call->given.len--; /* it is made again where it is used */
    }
    if (type != NO_TYPE)
        return add_constructors(call, type);
    if (call->declaring) /* the call's arguments will tell */
        return call->env->error->status == FRIT_OK;
    return call->env->error->status == FRIT_OK &&
           env_fail(call->env, FRIT_ERR_TYPE, FRIT_STAGE_BUILD,
                    "%.200s is generic, and its fields do not tell its arguments: name them, as in "
                    "Pair<float>",
                    call->function);
}

static bool is_constant(const Call *call, DeclId decl) {
    uint8_t kind = decl_node(call->k, decl)->kind;
    return kind == NODE_VARIABLE || kind == NODE_ENUM_CASE;
}

static bool find_candidates(Call *call) {
    TypeId type;
    DeclId decl = slang_find_path(call->env, call->k, call->function, &type);
    if (call->env->error->status != FRIT_OK)
        return false;
    if (decl == NO_DECL && type == NO_TYPE) { /* f<float> */
        Str head = str_make(call->env);
        str_put(&head, call->function, generic_head(call->function));
        decl = str_ok(&head) ? slang_find_path(call->env, call->k, head.data, &type) : NO_DECL;
        str_free(&head);
        if (call->env->error->status != FRIT_OK)
            return false;
    }
    if (decl != NO_DECL)
        TRY(add_functions(call, decl, type));
    if (call->candidates.len)
        return true;
    if (decl != NO_DECL && is_constant(call, decl))
        return add_candidate(call, decl, type);
    if (decl != NO_DECL && type == NO_TYPE && decl_node(call->k, decl)->kind == NODE_STRUCT)
        return add_generic_struct(call, decl);
    if (type != NO_TYPE && type_rank(&call->k->m->types, type) == 0)
        return add_constructors(call, type);
    return env_fail(call->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD,
                    "the module has no function or type called %.200s", call->function);
}

/* ---- generic arguments */

/* How many axes of an array a type gathers, as far as its spelling tells: vector<T, N> one, T[N] one more than T. */
static uint32_t spelt_rank(const Ast *ast, NodeId type, bool *fixed) {
    uint32_t rank = 0;
    *fixed = false;
    for (const Node *n = ast_node(ast, type); type != 0; n = ast_node(ast, type)) {
        if (n->kind == NODE_NAME && ast_is(ast, n->token, "vector"))
            return rank + 1;
        if (n->kind == NODE_NAME && ast_is(ast, n->token, "matrix"))
            return rank + 2;
        if (n->kind != NODE_TYPE_ARRAY)
            return rank;
        rank++;
        *fixed = true;
        type = n->word[0];
    }
    return rank;
}

/* Of an array that is taken whole: Texture2D<T>, Buffer<T>; 0: it is not. */
static uint32_t spelt_whole(const Ast *ast, NodeId type) {
    static const struct {
        const char *name;
        uint32_t rank;
    } known[] = {{"Texture1D", 1},
                 {"Texture2D", 2},
                 {"Texture3D", 3},
                 {"Buffer", 1},
                 {"StructuredBuffer", 1}};
    const Node *n = ast_node(ast, type);
    for (size_t k = 0; n->kind == NODE_NAME && k < sizeof known / sizeof *known; k++)
        if (ast_is(ast, n->token, known[k].name))
            return known[k].rank;
    return 0;
}

/* The type of an argument for the binding of generic parameters. */
static bool guess_argument(Call *call, const Candidate *c, const CallParam *p, bool numbers,
                           TypeId *out) {
    const Ast *ast = decl_ast(call->k, c->decl);
    const Node *f = decl_node(call->k, c->decl);
    NodeId type = ast_node(ast, ast_item(ast, f->word[1], p->own))->word[0];
    uint32_t given = call->tops.at[p->top];
    const Given *g = &call->given.at[given];
    uint32_t whole = spelt_whole(ast, type);
    const Node *spelt_type = ast_node(ast, type);
    bool fixed;
    if (spelt_type->kind == NODE_NAME && ast_count(ast, spelt_type->word[0])) { /* Pair<T> */
        uint32_t len;
        const char *name = ast_spelling(ast, spelt_type->token, &len);
        DeclId decl = slang_find(call->k, name, len);
        if (decl != NO_DECL && decl_node(call->k, decl)->kind == NODE_STRUCT)
            return generic_struct(call, given, decl, out);
    }
    uint32_t spelt = spelt_rank(ast, type, &fixed);
    if (whole == 0 || g->arg->kind != FRIT_ARG_ARRAY || g->arg->rank < whole)
        return fit_guess(call, given, spelt, fixed, numbers, out);
    const Dim any[MAX_RANK] = {0}; /* extents do not matter here */
    uint32_t gathered = g->arg->rank - whole;
    TRY(fit_guess(call, given, element_rank(&call->k->m->types, g->type) + gathered, false, numbers,
                  out));
    return *out == NO_TYPE || type_array(call->env, &call->k->m->types, *out, any, whole, out);
}

static bool bind_with(Call *call, Candidate *c, bool generic, bool numbers, bool *bound, Str *why) {
    TypeId args[MAX_SLANG_ARGS] = {NO_TYPE};
    GenericArg said[MAX_GENERICS];
    uint32_t n = 0, n_said = 0;
    TRY(!generic || generic_args(call, said, &n_said));
    for (uint32_t k = 0; k < c->params.len && n < MAX_SLANG_ARGS; k++) {
        const CallParam *p = &c->params.at[k];
        if (p->own == NO_ITEM)
            continue; /* `this` */
        args[n] = NO_TYPE;
        if (generic && p->top != NO_ITEM)
            TRY(guess_argument(call, c, p, numbers, &args[n]));
        n++;
    }
    *bound =
        slang_bind(call->env, call->k, c->decl, c->self, said, n_said, args, n, &c->instance, why);
    return *bound || call->env->error->status != FRIT_ERR_NOMEM;
}

/* Numbers adapt: they say what a generic parameter is only where nothing else does. */
static bool bind_candidate(Call *call, Candidate *c) {
    bool bound = false,
         generic = ast_count(decl_ast(call->k, c->decl), decl_node(call->k, c->decl)->word[3]) > 0;
    Str why = str_make(call->env);
    c->generic = generic;
    bool ok = bind_with(call, c, generic, false, &bound, &why);
    if (ok && !bound && generic) {
        why.len = 0;
        env_clear_error(call->env);
        ok = bind_with(call, c, generic, true, &bound, &why);
    }
    if (ok && !bound) {
        const char *text = why.data && why.len ? why.data : call->env->error->message;
        problem_set(call, &c->problem, NO_ITEM, FRIT_ERR_TYPE, "%.300s",
                    *text ? text : "its generic parameters are not known");
        env_clear_error(call->env);
    }
    call->failed |= why.failed;
    str_free(&why);
    return ok && bound;
}

/* What the instance says about the parameters. */
static bool take_instance(Call *call, Candidate *c) {
    const Instance *i = &call->k->instances.at[c->instance];
    c->result = i->result;
    for (uint32_t k = 0; k < c->params.len; k++) {
        CallParam *p = &c->params.at[k];
        if (p->own == NO_ITEM) {
            p->type = i->this_type;
            p->mode = i->mutating ? PASS_INOUT : PASS_IN;
            continue;
        }
        const InstanceParam *own = &call->k->params.at[i->param + p->own];
        p->type = own->type;
        p->mode = own->mode;
        p->has_default = own->has_default;
    }
    return true;
}

/* ---- trying */

/* The object's own type where the name does not tell it: Pair.sum of a Pair<float>. */
static bool take_self(Call *call, Candidate *c) {
    if (c->self != NO_TYPE || !call_is_method(call, c->decl) || c->params.at[0].top == NO_ITEM)
        return true;
    return generic_struct(call, call->tops.at[c->params.at[0].top],
                          call->k->declared.at[c->decl].parent, &c->self);
}

static bool fit_all(Call *call, Candidate *c) {
    for (uint32_t k = 0; k < c->params.len; k++) {
        CallParam *p = &c->params.at[k];
        uint32_t fit = NO_ITEM;
        if (p->top == NO_ITEM) {
            Fit made = {
                .kind = FIT_DEFAULT, .given = NO_ITEM, .type = p->type, .program = NO_PROGRAM};
            made.first = made.next = NO_ITEM;
            TRY(vec_push(call->env, &c->fits, made));
            fit = c->fits.len - 1;
        } else {
            TRY(fit_argument(call, c, call->tops.at[p->top], p->type, p->mode, &fit));
        }
        c->params.at[k].fit = fit;
    }
    if (call->result == NO_ITEM)
        return fit_shape(call, c);
    if (c->result == NO_TYPE)
        return problem_set(call, &c->problem, RESULT_ARG, FRIT_ERR_TYPE,
                           "the function gives no value");
    TRY(fit_argument(call, c, call->result, c->result, PASS_OUT, &c->result_fit));
    return fit_shape(call, c);
}

/* How many values a type can be made of. */
static uint32_t most_parts(const Type *t) {
    switch (t->kind) {
    case TYPE_STRUCT:
    case TYPE_FIXED: return t->count;
    case TYPE_VECTOR: return t->rows;
    case TYPE_MATRIX: return (uint32_t)t->rows * t->cols;
    default: return 1;
    }
}

/* A type called like a function: its parts in order or by name, or one value that is converted. */
static bool try_made(Call *call, Candidate *c) {
    char a[SHOW_TYPE];
    if (call->declaring) {
        uint32_t most = most_parts(type_get(&call->k->m->types, c->result));
        return call->tops.len <= most ||
               problem_set(call, &c->problem, most, FRIT_ERR_ARGUMENT, "%s is made of %u part%s",
                           call_show(call, c->result, a), most, most == 1 ? "" : "s");
    }
    const Given *one = call->tops.len == 1 ? &call->given.at[call->tops.at[0]] : NULL;
    bool is_struct = type_get(&call->k->m->types, c->result)->kind == TYPE_STRUCT;
    uint32_t given = NO_ITEM;
    if (one && !one->arg->name && (!is_struct || one->arg->kind == FRIT_ARG_FIELDS)) {
        given = call->tops.at[0];
        if (one->cast == NO_TYPE && one->arg->kind <= FRIT_ARG_NUMBER)
            call->given.at[given].cast = c->result; /* asked for: any number becomes any other */
    } else
        TRY(join_arguments(call, c, &given));
    TRY(fit_argument(call, c, given, c->result, PASS_IN, &c->made));
    if (call->result != NO_ITEM)
        TRY(fit_argument(call, c, call->result, c->result, PASS_OUT, &c->result_fit));
    return fit_shape(call, c);
}

/* A constant by its name, without arguments. */
static bool try_constant(Call *call, Candidate *c) {
    Diagnostics diagnostics = {.errors = 0};
    if (call->tops.len)
        return problem_set(call, &c->problem, 0, FRIT_ERR_ARGUMENT,
                           "a constant takes no arguments");
    bool ok = slang_lower_constant(call->env, call->k, c->decl, &diagnostics, &c->constant);
    if (!ok && call->env->error->status == FRIT_OK)
        problem_set(call, &c->problem, NO_ITEM, FRIT_ERR_TYPE, "%.300s",
                    diagnostics.all.len ? diagnostics.all.at[0].message : "it has no value");
    diagnostics_free(call->env->allocator, &diagnostics);
    TRY(ok);
    const Program *p = call->k->m->programs.at[c->constant];
    c->result = p->vars.at[p->outputs.at[0]].type;
    if (call->result != NO_ITEM)
        TRY(fit_argument(call, c, call->result, c->result, PASS_OUT, &c->result_fit));
    return fit_shape(call, c);
}

/* False: it cannot be called like this (its problem says why), or there is no memory. */
static bool try_candidate(Call *call, Candidate *c) {
    if (c->decl == NO_DECL)
        return try_made(call, c);
    if (is_constant(call, c->decl))
        return try_constant(call, c);
    TRY(params_list(call, c) && params_give(call, c) && take_self(call, c));
    if (!bind_candidate(call, c)) /* generic arguments may be known in the call alone */
        return call->declaring && call->env->error->status == FRIT_OK && !call->failed;
    return take_instance(call, c) && params_take_globals(call, c) && fit_all(call, c) &&
           stores_check(call, c);
}

/* ---- choosing */

static bool is_better(const Candidate *a, const Candidate *b) {
    if (a->cost != b->cost || a->distance != b->distance)
        return a->cost != b->cost ? a->cost < b->cost : a->distance < b->distance;
    return !a->generic && b->generic;
}

static bool choose_best(Call *call, Candidate **out) {
    uint32_t best = NO_ITEM, ties = 0, n_fit = 0;
    *out = NULL;
    if (call->declaring && call->candidates.len == 0)
        return true;
    for (uint32_t k = 0; k < call->candidates.len; k++) {
        Candidate *c = &call->candidates.at[k];
        if (!c->fits_call)
            continue;
        n_fit++;
        if (best == NO_ITEM || is_better(c, &call->candidates.at[best])) {
            best = k;
            ties = 0;
        } else if (!is_better(&call->candidates.at[best], c))
            ties++;
    }
    if (best == NO_ITEM) {
        if (call->candidates.len == 1)
            call->problem = call->candidates.at[0].problem;
        else
            problem_set(call, &call->problem, NO_ITEM, call->candidates.at[0].problem.status,
                        "none of the %u functions of this name takes these arguments",
                        call->candidates.len);
        return false;
    }
    *out = &call->candidates.at[best];
    if (call->declaring && n_fit > 1)
        *out = NULL;
    return ties == 0 || call->declaring ||
           problem_set(call, &call->problem, NO_ITEM, FRIT_ERR_TYPE,
                       "several functions of this name fit these arguments equally well");
}

bool call_choose(Call *call, Candidate **out) {
    TRY(find_candidates(call));
    for (uint32_t k = 0; k < call->candidates.len; k++) {
        Candidate *c = &call->candidates.at[k];
        c->fits_call = try_candidate(call, c);
        if (call->env->error->status != FRIT_OK)
            return false;
    }
    return choose_best(call, out);
}

/* ---- the whole */

void call_free(Call *call) {
    const frit_allocator *allocator = call->env->allocator;
    for (uint32_t k = 0; k < call->candidates.len; k++) {
        vec_free(allocator, &call->candidates.at[k].params);
        vec_free(allocator, &call->candidates.at[k].fits);
    }
    vec_free(allocator, &call->candidates);
    vec_free(allocator, &call->given);
    vec_free(allocator, &call->tops);
}

/* Lowers what was chosen, and the defaults it needs. */
static bool lower_chosen(Call *call, Candidate *c, Diagnostics *diagnostics) {
    for (uint32_t k = 0; k < c->fits.len; k++) {
        Fit *fit = &c->fits.at[k];
        if (fit->kind == FIT_DEFAULT && fit->of != NO_TYPE)
            TRY(slang_lower_field(call->env, call->k, fit->of, fit->field, diagnostics,
                                  &fit->program));
    }
    if (c->instance == UINT32_MAX)
        return true;
    TRY(slang_lower(call->env, call->k, c->instance, diagnostics));
    for (uint32_t k = 0; k < c->params.len; k++) {
        Fit *fit = &c->fits.at[c->params.at[k].fit];
        const CallParam *p = &c->params.at[k];
        if (fit->kind != FIT_DEFAULT || p->mode == PASS_OUT)
            continue;
        TRY(p->global == NO_ITEM
                ? slang_lower_default(call->env, call->k, c->instance, p->own, diagnostics,
                                      &fit->program)
                : slang_lower_global(call->env, call->k, p->global, diagnostics, &fit->program));
    }
    return true;
}

static bool describe(Call *call, const Candidate *c, frit_resolved *out) {
    Str text = str_make(call->env);
    report_call(call, c, &text);
    bool ok = str_ok(&text) && strings_add(call->env, &out->strings, text.data ? text.data : "",
                                           text.len, &out->description);
    str_free(&text);
    return ok;
}

/* Is it one that a lenient module has refused, and no other has its name? Then the report says why. */
static bool is_refused(Call *call, Str *report) {
    const Slang *k = call->k;
    const char *why = slang_refused(k, call->function, strlen(call->function));
    if (!why || slang_find(k, call->function, strlen(call->function)) != NO_DECL)
        return false;
    str_puts(report, why);
    return !env_fail(call->env, FRIT_ERR_TYPE, FRIT_STAGE_PARSE,
                     "%s was refused when the module was read: %.*s", call->function,
                     (int)strcspn(why, "\n"), why);
}

static bool resolve_into(Call *call, const frit_arg *args, uint32_t n_args, const frit_arg *result,
                         frit_resolved *out, Str *report) {
    Candidate *c = NULL;
    Diagnostics diagnostics = {.errors = 0};
    TRY(call_take_args(call, args, n_args, result));
    TRY(!is_refused(call, report));
    if (!call_choose(call, &c))
        return call->env->error->status != FRIT_OK || call->failed ? false
                                                                   : report_failure(call, report);
    bool ok = c && lower_chosen(call, c, &diagnostics);
    if (!ok && diagnostics.errors) {
        diagnostics_print(report, &diagnostics);
        if (call->env->error->status == FRIT_OK)
            diagnostics_fail(call->env, &diagnostics, FRIT_ERR_TYPE);
    }
    ok = ok && entry_build(call, c, &diagnostics, out) && describe(call, c, out) &&
         resolved_take_parameters(call, c, out);
    diagnostics_free(call->env->allocator, &diagnostics);
    return ok;
}

frit_resolved *slang_resolve(Env *env, Slang *k, const char *function, const frit_arg *args,
                             uint32_t n_args, const frit_arg *result, Str *report) {
    Call call = {.env = env, .k = k, .function = function, .result = NO_ITEM};
    call.problem.top = call.problem.given = NO_ITEM;
    env_clear_error(env);
    frit_resolved *out = resolved_new(env);
    if (!out)
        return NULL;
    bool ok = resolve_into(&call, args, n_args, result, out, report);
    if (call.failed || (!ok && env->error->status == FRIT_OK)) { /* a text could not be made */
        env_set_error(env, FRIT_ERR_NOMEM, FRIT_STAGE_BUILD, "out of memory");
        ok = false;
    }
    call_free(&call);
    if (ok)
        return out;
    resolved_free(out);
    return NULL;
}
