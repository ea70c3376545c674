/*
 * What a function writes into arrays that it is given. It gives for each statement that writes whether it does, where, and what; the
 * program puts that there, statement by statement, and within each in the order of the call's elements: what comes last stays.
 */
#include "front/slang/call/resolve.h"
#include "op/op.h"

/* Which parameter of the candidate the array is. */
static uint32_t param_of(const Candidate *c, const ArrayStore *store) {
    for (uint32_t k = 0; k < c->params.len; k++) {
        const CallParam *p = &c->params.at[k];
        if (store->of_global ? p->global == store->of : p->own == store->of)
            return k;
    }
    return NO_ITEM;
}

static const ArrayStore *store_at(const Call *call, const Candidate *c, uint32_t n) {
    return &call->k->stores.at[call->k->instances.at[c->instance].store + n];
}

bool stores_check(Call *call, Candidate *c) {
    const Instance *i = &call->k->instances.at[c->instance];
    for (uint32_t s = 0; s < i->n_stores && !call->declaring; s++) {
        uint32_t k = param_of(c, store_at(call, c, s));
        const CallParam *p = k == NO_ITEM ? NULL : &c->params.at[k];
        const Given *g = p && p->top != NO_ITEM ? &call->given.at[call->tops.at[p->top]] : NULL;
        if (!g || g->arg->kind != FRIT_ARG_ARRAY || g->arg->read_only)
            return problem_set(call, &c->problem, p ? p->top : NO_ITEM, FRIT_ERR_ARGUMENT,
                               "%s is written to, which needs an array that can be",
                               p ? strings_get(&call->k->m->strings, p->name) : "an array");
    }
    return true;
}

static bool list_op(CallProgram *e, Op op, const VarId *in, uint32_t n_in, uint32_t at,
                    const int64_t *list, uint32_t n, Attrs attrs, VarId *out) {
    TRY(program_attr_list(e->env, e->p, list, n, &attrs.word[at]));
    return entry_op(e, op, in, n_in, &attrs, out);
}

/* One more along the first axis, where everything goes that is not written. */
static bool add_room(CallProgram *e, VarId x, TypeId type, uint32_t rank, VarId *out) {
    int64_t none[MAX_RANK] = {0}, one[MAX_RANK] = {1};
    Attrs attrs = attrs_none();
    VarId in[2] = {x}, zero;
    Dtype dtype = element_dtype(&e->m->types, type);
    TRY(entry_const(e, dtype, 0, &zero));
    attrs.word[AT_TO] = type;
    in[1] = zero;
    if (type_get(&e->m->types, type)->kind != TYPE_SCALAR)
        TRY(entry_op(e, OP_make, &zero, 1, &attrs, &in[1])); /* zeros */
    attrs = attrs_none();
    TRY(program_attr_list(e->env, e->p, none, rank, &attrs.word[AT(pad, lo)]));
    return list_op(e, OP_pad, in, 2, AT(pad, hi), one, rank, attrs, out);
}

static bool drop_room(CallProgram *e, VarId x, uint32_t rank, VarId *out) {
    int64_t stop[MAX_RANK] = {-1};
    for (uint32_t k = 1; k < rank; k++)
        stop[k] = LIST_SKIPPED;
    /* a view */
    return list_op(e, OP_slice, &x, 1, AT(slice, stop), stop, rank, attrs_none(), out);
}

/* x with what one statement writes; first: the function's outputs of it. */
static bool put(CallProgram *e, const ArrayStore *store, VarId whole, VarId x, VarId first,
                VarId *out) {
    VarId in[2 + MAX_RANK] = {x, first + 1 + store->rank}, pick[3] = {first}, extent;
    int64_t axes[MAX_RANK];
    Attrs attrs = attrs_none();
    TypeId type;
    attrs.word[AT(extent, axis)] = 0;
    TRY(entry_op(e, OP_extent, &whole, 1, &attrs, &extent)); /* the room behind the array */
    TRY(type_scalar(e->env, &e->m->types, DT_I32, &type));
    attrs = attrs_none();
    attrs.word[AT_TO] = type;
    TRY(entry_op(e, OP_cast, &extent, 1, &attrs, &extent)); /* as the indices are */
    for (uint32_t k = 0; k < store->rank; k++) {
        pick[1] = first + 1 + k;
        pick[2] = extent;
        if (k > 0)
            TRY(entry_const(e, DT_I32, 0, &pick[2]));
        TRY(entry_op(e, OP_select, pick, 3, NULL, &in[2 + k])); /* what is not written goes there */
        axes[k] = k;
    }
    attrs = attrs_none();
    attrs.word[AT(scatter, combine)] = store->combine;
    return list_op(e, OP_scatter, in, 2 + store->rank, AT(scatter, axes), axes, store->rank, attrs,
                   out);
}

/* The array as it was given: numbers of its own kind, vectors as trailing axes. */
static bool give_array(CallProgram *e, const CallParam *p, const ArrayStore *store, VarId x) {
    const Given *g = &e->call->given.at[e->call->tops.at[p->top]];
    Dtype dtype = element_dtype(&e->m->types, g->type);
    TypeId stored;
    TRY(element_with_dtype(e->env, &e->m->types, store->type, dtype, &stored));
    TRY(entry_cast(e, x, store->type, stored, &x));
    if (type_get(&e->m->types, stored)->kind != TYPE_SCALAR)
        TRY(entry_op(e, OP_unpack, &x, 1, NULL, &x)); /* a view */
    return entry_note_output(e, (int32_t)p->top, "", store->type, dtype, store->rank) &&
           program_output(e->env, e->p, x);
}

/* Everything that is written into one array, beginning with store number `from`. */
static bool emit_array(CallProgram *e, uint32_t from, VarId first) {
    Candidate *c = e->c;
    const Instance *i = &e->call->k->instances.at[c->instance];
    const ArrayStore *store = store_at(e->call, c, from);
    uint32_t param = param_of(c, store), operand = 0;
    for (uint32_t k = 0; k < param; k++)
        operand += c->params.at[k].mode != PASS_OUT;
    VarId whole = e->operands.at[operand], x;
    TRY(add_room(e, whole, store->type, store->rank, &x));
    for (uint32_t s = from; s < i->n_stores; s++) {
        const ArrayStore *one = store_at(e->call, c, s);
        if (param_of(c, one) == param)
            TRY(put(e, one, whole, x, first, &x));
        first += 2 + one->rank;
    }
    TRY(drop_room(e, x, store->rank, &x));
    return give_array(e, &c->params.at[param], store, x);
}

bool stores_emit(CallProgram *e, VarId first) {
    const Instance *i = &e->call->k->instances.at[e->c->instance];
    for (uint32_t u = 0; u < i->n_uses; u++)
        first += slang_uses(e->call->k, i, u)->changed;
    for (uint32_t s = 0; s < i->n_stores; s++) {
        uint32_t param = param_of(e->c, store_at(e->call, e->c, s)), before = 0;
        while (before < s && param_of(e->c, store_at(e->call, e->c, before)) != param)
            before++;
        if (before == s)
            TRY(emit_array(e, s, first));
        first += 2 + store_at(e->call, e->c, s)->rank;
    }
    return true;
}
