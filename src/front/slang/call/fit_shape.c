/* The shape of a call from the fits of its arguments, and guesses about what generic parameters stand for. */
#include <stdio.h>
#include <string.h>

#include "front/slang/call/resolve.h"

/* ---- the shape */

/* Has this fit axes of the call? */
static bool has_axes(const Call *call, const Fit *fit) {
    if (fit->given == NO_ITEM)
        return false;
    frit_arg_kind kind = call->given.at[fit->given].arg->kind;
    return (fit->kind == FIT_LOAD && kind == FRIT_ARG_ARRAY) ||
           (fit->kind == FIT_MADE && kind == FRIT_ARG_GRID);
}

static bool is_result(const Call *call, const Fit *fit) {
    return fit->given != NO_ITEM && call->given.at[fit->given].top == RESULT_ARG;
}

static bool fail_clash(Call *call, Candidate *c, const Fit *fit, const CallClash *clash) {
    char other[SHOW_TYPE];
    uint32_t top = call->given.at[fit->given].top;
    bool same = clash->who == top;
    problem_set(call, &c->problem, top, FRIT_ERR_SHAPE,
                "its axis %u has %lld element%s, and axis %u of the call has %lld%s%s",
                clash->own_axis, (long long)clash->given, clash->given == 1 ? "" : "s", clash->axis,
                (long long)clash->had, same ? "" : " because of ",
                same ? "" : call_arg_name(call, c, clash->who, other));
    c->problem.given = fit->given;
    return false;
}

/* Joins the arguments into c->shape; with the result's own array too, if asked. */
static bool join_shape(Call *call, Candidate *c, bool with_result) {
    c->shape = (CallShape){.rank = 0};
    for (uint32_t k = 0; k < c->fits.len; k++)
        if (has_axes(call, &c->fits.at[k]) && (with_result || !is_result(call, &c->fits.at[k])))
            call_take_rank(&c->shape, &c->fits.at[k].axes);
    for (uint32_t k = 0; k < c->fits.len; k++) {
        const Fit *fit = &c->fits.at[k];
        CallClash clash;
        if (!has_axes(call, fit) || (!with_result && is_result(call, fit)))
            continue;
        const Given *g = &call->given.at[fit->given];
        if (!call_take_extents(&c->shape, &fit->axes, g->arg->shape, g->top, &clash))
            return fail_clash(call, c, fit, &clash);
    }
    return true;
}

static bool same_shape(const CallShape *a, const CallShape *b) {
    if (a->rank != b->rank)
        return false;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->extents[k] != b->extents[k] || a->covered[k] != b->covered[k])
            return false;
    return true;
}

static void show_call(Call *call, const CallShape *shape, char *buffer, size_t size) {
    Str text = str_make(call->env);
    report_shape(&text, shape->extents, shape->rank);
    snprintf(buffer, size, "%s", text.data ? text.data : "");
    call->failed |= !str_ok(&text);
    str_free(&text);
}

static bool is_part(const Call *call, const Given *g) {
    return g->parent != NO_ITEM && call->given.at[g->parent].arg->kind == FRIT_ARG_PARTS;
}

/* One leaf that is written. */
static bool check_written_leaf(Call *call, Candidate *c, const Fit *fit) {
    const Given *g = &call->given.at[fit->given];
    char shape[128];
    uint32_t axis;
    if (g->arg->kind == FRIT_ARG_ANY)
        return true;
    show_call(call, &c->shape, shape, sizeof shape);
    if (g->arg->read_only && !fit->unwritten)
        return problem_set(
            call, &c->problem, g->top, FRIT_ERR_ARGUMENT, "%s",
            is_part(call, g) ? "results are written to all parts: one array is needed"
            : g->arg->kind == FRIT_ARG_NUMBER ? "results are written to it: it must be an array"
                                              : "results are written to it, and it is read-only");
    if (g->arg->kind == FRIT_ARG_NUMBER)
        return c->shape.rank == 0 ||
               problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                           "a number cannot hold the results of a call of shape %s", shape);
    switch (call_can_write(&c->shape, &fit->axes, g->arg->shape, &axis)) {
    case WRITTEN_FITS: return true;
    case WRITTEN_RANK:
        return problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                           "the call has shape %s and results for %u ax%s of it have a place here; "
                           "what is written is not broadcast",
                           shape, fit->axes.n, fit->axes.n == 1 ? "is" : "es");
    default:
        return problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                           "its axis %u has %lld element%s and the call has shape %s; what is "
                           "written is not broadcast",
                           axis, (long long)g->arg->shape[axis],
                           g->arg->shape[axis] == 1 ? "" : "s", shape);
    }
}

/* Where in a parameter a leaf is. */
typedef struct Where {
    uint32_t param; /* NO_ITEM: in the result */
    uint32_t n;
    uint32_t path[MAX_ARG_DEPTH];
} Where;

/*
 * A field that goes in and comes out as it was is not written: an array holds it already, and one number can stand for
 * that of all calls.
 */
static bool is_unwritten(Call *call, Candidate *c, uint32_t at, const Where *where) {
    Fit *fit = &c->fits.at[at];
    const Given *g = &call->given.at[fit->given];
    if (where->param == NO_ITEM || where->n == 0)
        return false;
    bool stays = g->arg->kind == FRIT_ARG_NUMBER
                     ? c->shape.rank > 0
                     : g->type == fit->type || (element_dtype(&call->k->m->types, g->type) ==
                                                element_dtype(&call->k->m->types, fit->type));
    fit->unwritten = stays && fit_unchanged(call, c, where->param, where->path, where->n);
    return fit->unwritten;
}

/* The same of a vector, matrix or fixed array that is given by its parts: it comes out whole or not at all. */
static bool is_unwritten_vector(Call *call, Candidate *c, uint32_t at, const Where *where) {
    Fit *fit = &c->fits.at[at];
    fit->unwritten = where->param != NO_ITEM && where->n > 0 && c->shape.rank > 0 &&
                     type_get(&call->k->m->types, fit->type)->kind != TYPE_STRUCT &&
                     fit_unchanged(call, c, where->param, where->path, where->n);
    return fit->unwritten;
}

/* The leaves below a fit. The depth is that of the arguments. */
static bool check_written(Call *call, Candidate *c, uint32_t at, Where where) {
    const Fit *fit = &c->fits.at[at];
    if (fit->kind == FIT_DEFAULT) /* while declaring: nothing is said of it yet */
        return true;
    if (fit->kind != FIT_MAKE) {
        bool unwritten = is_unwritten(call, c, at, &where);
        if ((unwritten && call->given.at[fit->given].arg->kind == FRIT_ARG_NUMBER) ||
            check_written_leaf(call, c, fit))
            return true;
        c->problem.given = fit->given;
        return false;
    }
    if (is_unwritten_vector(call, c, at, &where))
        return true;
    if (where.n == MAX_ARG_DEPTH)
        return problem_set(call, &c->problem, NO_ITEM, FRIT_ERR_LIMIT, "too many levels of parts");
    where.path[where.n++] = 0;
    for (uint32_t part = fit->first; part != NO_ITEM; part = c->fits.at[part].next) {
        TRY(check_written(call, c, part, where));
        where.path[where.n - 1]++;
    }
    return true;
}

static bool fail_uncovered(Call *call, Candidate *c, uint32_t axis) {
    uint32_t top = NO_ITEM;
    for (uint32_t k = 0; k < c->fits.len; k++)
        if (has_axes(call, &c->fits.at[k]) && c->fits.at[k].axes.named)
            top = call->given.at[c->fits.at[k].given].top;
    return problem_set(call, &c->problem, top, FRIT_ERR_SHAPE,
                       "the mappings make a call of rank %u, and no argument has its axis %u",
                       c->shape.rank, axis);
}

bool fit_shape(Call *call, Candidate *c) {
    if (call->result != NO_ITEM) {
        TRY(join_shape(call, c, false));
        CallShape without = c->shape;
        TRY(join_shape(call, c, true));
        c->from_result = !same_shape(&without, &c->shape);
    } else
        TRY(join_shape(call, c, true));
    uint32_t axis = call_uncovered(&c->shape);
    if (axis < c->shape.rank)
        return fail_uncovered(call, c, axis);
    for (uint32_t k = 0; k < c->params.len; k++)
        if (c->params.at[k].mode != PASS_IN && c->params.at[k].fit != NO_ITEM)
            TRY(check_written(call, c, c->params.at[k].fit, (Where){.param = k}));
    if (c->result_fit != NO_ITEM)
        TRY(check_written(call, c, c->result_fit, (Where){.param = NO_ITEM}));
    for (uint32_t k = 0; k < c->fits.len; k++)
        if (c->fits.at[k].kind == FIT_MADE)
            TRY(generator_check(call, c, &c->fits.at[k]));
    return true;
}

/* ---- guesses for generic parameters */

/* elem with the last axes of the array in it: a vector or matrix where it can be one, else a fixed array. */
static bool gather_type(Call *call, const Given *g, uint32_t gathered, bool fixed, TypeId *out) {
    Types *t = &call->k->m->types;
    const int64_t *last = g->arg->shape + g->arg->rank - gathered;
    TypeId elem = g->type;
    Dtype dtype = type_dtype(t, elem);
    bool scalar = type_get(t, elem)->kind == TYPE_SCALAR;
    bool small = gathered == 1 ? last[0] >= 2 && last[0] <= 4
                               : gathered == 2 && last[0] >= 2 && last[0] <= 4 && last[1] >= 2 &&
                                     last[1] <= 4;
    if (scalar && small && !fixed)
        return gathered == 1
                   ? type_vector(call->env, t, dtype, (unsigned)last[0], out)
                   : type_matrix(call->env, t, dtype, (unsigned)last[0], (unsigned)last[1], out);
    for (uint32_t k = gathered; k-- > 0;) {
        if (last[k] < 1 || last[k] > MAX_TYPE_PARTS) {
            *out = NO_TYPE;
            return true;
        }
        TRY(type_fixed(call->env, t, elem, (uint32_t)last[k], &elem));
    }
    *out = elem;
    return true;
}

/* What a number is if nothing else says so. */
static bool number_type(Call *call, const Given *g, TypeId *out) {
    Types *t = &call->k->m->types;
    Dtype dtype = type_dtype(t, g->type);
    unsigned class = dtype_info(dtype)->class;
    if (class & (CLASS_SIGNED | CLASS_UNSIGNED))
        dtype = DT_I32;
    else if (class == CLASS_FLOAT)
        dtype = DT_F32;
    return type_scalar(call->env, t, dtype, out);
}

static bool parts_type(Call *call, const Given *g, bool fixed, bool numbers, TypeId *out) {
    Types *t = &call->k->m->types;
    TypeId elem = NO_TYPE;
    for (uint32_t i = g->first; i != NO_ITEM && elem == NO_TYPE; i = call->given.at[i].next) {
        const Given *item = &call->given.at[i];
        if (item->arg->kind == FRIT_ARG_ARRAY)
            elem = item->type;
        else if (item->arg->kind == FRIT_ARG_NUMBER && numbers)
            TRY(number_type(call, item, &elem));
    }
    uint32_t n = g->arg->item_count;
    if (elem == NO_TYPE || n == 0 || n > MAX_TYPE_PARTS)
        return true;
    if (type_get(t, elem)->kind == TYPE_SCALAR && n >= 2 && n <= 4 && !fixed)
        return type_vector(call->env, t, type_dtype(t, elem), n, out);
    return type_fixed(call->env, t, elem, n, out);
}

bool fit_guess(Call *call, uint32_t given, uint32_t want, bool fixed, bool numbers, TypeId *out) {
    const Given *g = &call->given.at[given];
    Types *t = &call->k->m->types;
    *out = g->cast;
    if (g->cast != NO_TYPE)
        return true;
    switch (g->arg->kind) {
    case FRIT_ARG_ARRAY: {
        uint32_t own = element_rank(t, g->type), gathered = want > own ? want - own : 0;
        if (g->mapped && g->map_count < g->arg->rank)
            gathered = g->arg->rank - g->map_count;
        if (gathered > g->arg->rank)
            gathered = g->arg->rank;
        return gathered ? gather_type(call, g, gathered, fixed, out) : (*out = g->type, true);
    }
    case FRIT_ARG_NUMBER: return !numbers || number_type(call, g, out);
    case FRIT_ARG_PARTS: return parts_type(call, g, fixed, numbers, out);
    case FRIT_ARG_THREAD_ID:
    case FRIT_ARG_WANG_HASH: return type_scalar(call->env, t, DT_U32, out);
    case FRIT_ARG_RANDOM:
    case FRIT_ARG_NORMAL: return type_scalar(call->env, t, DT_F32, out);
    case FRIT_ARG_GRID:
        return g->arg->rank >= 2 && g->arg->rank <= 4
                   ? type_vector(call->env, t, DT_I32, g->arg->rank, out)
                   : type_scalar(call->env, t, DT_I32, out);
    default: return true;
    }
}
