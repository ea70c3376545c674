/* The arguments of a call as one flat list, depth first, with the inputs of the program that they are. */
#include <stdio.h>
#include <string.h>

#include "front/slang/call/resolve.h"
#include "ir/text.h"

static bool fail_argument(Call *call, uint32_t top, const char *what) {
    return top == RESULT_ARG
               ? env_fail(call->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "_result: %s", what)
               : env_fail(call->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "argument %u: %s",
                          top + 1, what);
}

static bool read_type(Call *call, const frit_arg *arg, uint32_t top, TypeId *out) {
    char what[160];
    if (!arg->type)
        return fail_argument(call, top, "its element type is missing");
    if (text_type(call->env, call->k->m, NULL, arg->type, out)) {
        if (type_rank(&call->k->m->types, *out) == 0 &&
            !type_get(&call->k->m->types, *out)->generic)
            return true;
    } else if (call->env->error->status == FRIT_ERR_NOMEM)
        return false;
    snprintf(what, sizeof what, "\"%.100s\" is not an element type", arg->type);
    return fail_argument(call, top, what);
}

/* Axes of the call that are named: each once. */
static bool check_map(Call *call, const frit_arg *arg, uint32_t top) {
    bool seen[MAX_RANK] = {false};
    if (arg->map_count > MAX_RANK)
        return fail_argument(call, top, "a mapping of more than 64 axes");
    for (uint32_t k = 0; k < arg->map_count; k++) {
        if (arg->map[k] < 0 || arg->map[k] >= MAX_RANK)
            return fail_argument(call, top, "axes of the call are numbered 0 to 63 in a mapping");
        if (seen[arg->map[k]])
            return fail_argument(call, top, "a mapping names an axis of the call twice");
        seen[arg->map[k]] = true;
    }
    return true;
}

static bool check_arg(Call *call, const frit_arg *arg, uint32_t top) {
    if (arg->rank > MAX_RANK)
        return fail_argument(call, top, "an array of more than 64 axes");
    if ((arg->rank && !arg->shape) || (arg->item_count && !arg->items) ||
        (arg->mapped && arg->map_count && !arg->map))
        return fail_argument(call, top,
                             "its shape, items or map are said to be there, and are NULL");
    for (uint32_t k = 0; k < arg->rank; k++)
        if (arg->shape[k] < 0)
            return fail_argument(call, top, "a negative extent");
    return !arg->mapped || check_map(call, arg, top);
}

static bool is_generator(frit_arg_kind kind) {
    return kind >= FRIT_ARG_CALL_ID && kind <= FRIT_ARG_SAMPLER;
}

static bool is_input(frit_arg_kind kind) {
    return kind == FRIT_ARG_ARRAY || kind == FRIT_ARG_NUMBER || kind == FRIT_ARG_GRID;
}

/* All of one but its items. */
static bool take_one(Call *call, const frit_arg *arg, uint32_t top, const Given *parent,
                     uint32_t *out) {
    Given g = {.arg = arg,
               .top = top,
               .input = NO_ITEM,
               .first = NO_ITEM,
               .parent = NO_ITEM,
               .next = NO_ITEM,
               .map = arg->map,
               .map_count = arg->map_count,
               .mapped = arg->mapped};
    TRY(check_arg(call, arg, top));
    if (parent && !g.mapped && parent->mapped) {
        g.map = parent->map;
        g.map_count = parent->map_count;
        g.mapped = true;
    }
    switch (arg->kind) {
    case FRIT_ARG_ARRAY: TRY(read_type(call, arg, top, &g.type)); break;
    case FRIT_ARG_NUMBER:
        TRY(read_type(call, arg, top, &g.type));
        if (type_get(&call->k->m->types, g.type)->kind != TYPE_SCALAR)
            return fail_argument(call, top, "the type of a number is bool, i64 or f64");
        break;
    case FRIT_ARG_FIELDS:
    case FRIT_ARG_PARTS:
    case FRIT_ARG_OTHER: break;
    case FRIT_ARG_ANY:
        if (!call->declaring)
            return fail_argument(call, top, "what is not known can be declared, not called");
        break;
    default:
        if (!is_generator(arg->kind))
            return fail_argument(call, top, "there is no such kind of argument");
        for (uint32_t k = 0; k < arg->item_count; k++)
            if (arg->items[k].kind != FRIT_ARG_NUMBER && !arg->items[k].problem)
                return fail_argument(call, top, "the items of a generator are numbers");
    }
    if (arg->cast)
        TRY(slang_type(call->env, call->k, arg->cast, &g.cast));
    if (is_input(arg->kind) && top != RESULT_ARG)
        g.input = call->n_inputs++;
    TRY(vec_push(call->env, &call->given, g));
    *out = call->given.len - 1;
    return true;
}

/* With a stack of its own: what is open, and which of its items comes next. */
static bool take_arg(Call *call, const frit_arg *arg, uint32_t top, uint32_t *out) {
    struct {
        uint32_t given, item, last;
    } open[MAX_ARG_DEPTH];
    uint32_t depth = 1;
    TRY(take_one(call, arg, top, NULL, out));
    open[0].given = *out;
    open[0].item = 0;
    open[0].last = NO_ITEM;
    while (depth > 0) {
        uint32_t at = open[depth - 1].given, now;
        const frit_arg *of = call->given.at[at].arg;
        if (open[depth - 1].item == of->item_count) {
            depth--;
            continue;
        }
        if (depth == MAX_ARG_DEPTH)
            return env_fail(call->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD,
                            "argument %u: more than %d levels of fields or parts", top + 1,
                            MAX_ARG_DEPTH);
        Given parent = call->given.at[at];
        TRY(take_one(call, &of->items[open[depth - 1].item++], top, &parent, &now));
        call->given.at[now].parent = at;
        if (open[depth - 1].last == NO_ITEM)
            call->given.at[at].first = now;
        else
            call->given.at[open[depth - 1].last].next = now;
        open[depth - 1].last = now;
        open[depth].given = now;
        open[depth].item = 0;
        open[depth].last = NO_ITEM;
        depth++;
    }
    return true;
}

bool call_take_args(Call *call, const frit_arg *args, uint32_t n, const frit_arg *result) {
    if (n > MAX_SLANG_ARGS)
        return env_fail(call->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD, "more than %d arguments",
                        MAX_SLANG_ARGS);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t at;
        TRY(take_arg(call, &args[k], k, &at));
        TRY(vec_push(call->env, &call->tops, at));
    }
    call->result = NO_ITEM;
    return !result || take_arg(call, result, RESULT_ARG, &call->result);
}
