/* What is known of a call before its arguments are: what fits no call is told at once, and the rest may be all there is. */
#include <string.h>

#include "front/slang/call/resolve.h"

/* An extent that stands for any: neither 0 nor 1, which mean something to broadcasting. */
enum { SOME_EXTENT = 2, ELEMENT_ROOM = MAX_TYPE_DEPTH + 3 };

/* The arguments that a declared call will have, as far as they can be told. */
typedef struct Expected {
    frit_arg args[MAX_SLANG_ARGS];
    int64_t shapes[MAX_SLANG_ARGS][MAX_RANK];
    uint32_t n, mapped;
} Expected;

/* An array with elements of that type, and `outer` axes before theirs. */
static bool expect_array(Call *call, Expected *e, TypeId element, uint32_t outer, frit_arg *arg) {
    const Types *t = &call->k->m->types;
    int64_t *shape = e->shapes[e->n], inner[ELEMENT_ROOM];
    Dtype dtype = element_dtype(t, element);
    uint32_t n = element_extents(t, element, inner, ELEMENT_ROOM);
    if (dtype == DT_NONE || outer + n > MAX_RANK)
        return false;
    for (uint32_t k = 0; k < outer; k++)
        shape[k] = SOME_EXTENT;
    memcpy(shape + outer, inner, n * sizeof *shape);
    arg->kind = FRIT_ARG_ARRAY;
    arg->type = dtype_info(dtype)->name;
    arg->shape = shape;
    arg->rank = outer + n;
    return true;
}

/* A scalar that no mapping is given for: a number, as the host has them. */
static bool expect_number(Call *call, TypeId type, frit_arg *arg) {
    const Type *t = type_get(&call->k->m->types, type);
    if (t->kind != TYPE_SCALAR)
        return false;
    unsigned class = dtype_info(t->dtype)->class;
    arg->kind = FRIT_ARG_NUMBER;
    arg->type = class == CLASS_BOOL ? "bool" : class == CLASS_FLOAT ? "f64" : "i64";
    return class != CLASS_COMPLEX;
}

/* The argument for a parameter. False: it is not known. */
static bool expect_one(Call *call, const Candidate *c, const CallParam *p, Expected *e) {
    const Types *t = &call->k->m->types;
    const Given *g = p->top == NO_ITEM ? NULL : &call->given.at[call->tops.at[p->top]];
    TypeId type = g ? c->fits.at[p->fit].element : p->type;
    frit_arg *arg = &e->args[e->n];
    bool known;
    *arg = (frit_arg){.cast = g ? g->arg->cast : NULL};
    if (p->global != NO_ITEM)
        arg->name = strings_get(&call->k->m->strings, p->name);
    if (type_rank(t, p->type) > 0)
        known = expect_array(call, e, type_elem(t, p->type), type_rank(t, p->type), arg);
    else if (g && g->mapped) {
        known = expect_array(call, e, type, g->map_count, arg);
        arg->map = g->map;
        arg->map_count = g->map_count;
        arg->mapped = true;
        e->mapped++;
    } else
        known = p->mode == PASS_IN && expect_number(call, type, arg);
    e->n++;
    return known;
}

static bool expect_all(Call *call, const Candidate *c, Expected *e) {
    if (c->decl == NO_DECL || c->instance == UINT32_MAX || c->params.len > MAX_SLANG_ARGS)
        return false;
    for (uint32_t k = 0; k < c->params.len; k++)
        if (!expect_one(call, c, &c->params.at[k], e))
            return false;
    return e->mapped > 0;
}

/* The call with what is expected, in *out's place; where it cannot be made it is told only if nothing else was possible. */
static bool resolve_expected(Call *call, const Candidate *c, Str *report, frit_resolved **out) {
    Env *env = call->env;
    Expected *e = env_new(env, sizeof *e);
    bool ok = e != NULL;
    if (e && expect_all(call, c, e)) {
        Str told = str_make(env);
        frit_resolved *made =
            slang_resolve(env, call->k, call->function, e->args, e->n, NULL, &told);
        if (made) {
            resolved_free(*out);
            *out = made;
        } else if (env->error->status == FRIT_ERR_NOMEM || e->mapped == e->n) {
            str_put(report, told.data ? told.data : "", told.len);
            ok = false;
        } else
            env_clear_error(env);
        str_free(&told);
    }
    if (e)
        env_free(env->allocator, e, sizeof *e);
    return ok;
}

static bool declare_into(Call *call, const frit_arg *args, uint32_t n, frit_resolved **out,
                         Str *report) {
    Candidate *c = NULL;
    TRY(call_take_args(call, args, n, NULL));
    if (!call_choose(call, &c))
        return call->env->error->status != FRIT_OK || call->failed ? false
                                                                   : report_failure(call, report);
    if (!c)
        return true;
    *out = resolved_new(call->env);
    return *out && resolved_take_parameters(call, c, *out) &&
           resolve_expected(call, c, report, out);
}

bool slang_declare(Env *env, Slang *k, const char *function, const frit_arg *args, uint32_t n_args,
                   frit_resolved **out, Str *report) {
    Call call = {.env = env, .k = k, .function = function, .result = NO_ITEM, .declaring = true};
    call.problem.top = call.problem.given = NO_ITEM;
    env_clear_error(env);
    bool ok = declare_into(&call, args, n_args, out, report);
    if (call.failed || (!ok && env->error->status == FRIT_OK)) { /* a text could not be made */
        env_set_error(env, FRIT_ERR_NOMEM, FRIT_STAGE_BUILD, "out of memory");
        ok = false;
    }
    call_free(&call);
    if (!ok) {
        resolved_free(*out);
        *out = NULL;
    }
    return ok;
}
