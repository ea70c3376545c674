/* Assignment: stores that wait, and what arrays stand for afterwards. */
#include "api/record.h"

/* value in the shape of a. */
static bool fit_value(Env *env, frit_array *a, frit_array *value, VarId *out) {
    Recorder *r = a->recorder;
    Attrs attrs = attrs_none();
    TypeId type;
    if (value->elem != a->elem)
        return env_fail(env, FRIT_ERR_TYPE, FRIT_STAGE_RUN, "%s is assigned to an array of %s",
                        value->type, a->type);
    TRY(array_var(env, value, out) && array_type(env, a, &type));
    if (r->n_arguments) {
        /* Also where the sizes at hand are equal: others may not be. */
        VarId like;
        return array_last_var(env, a, &like) &&
               recorder_append_like(env, r, OP_broadcast, *out, like, out);
    }
    if (r->tape->vars.at[*out].type == type)
        return true;
    TRY(program_attr_list(env, r->tape, a->shape, a->rank, &attrs.word[AT_SHAPE]));
    /* As assignment does. */
    return recorder_append(env, r, OP_broadcast, out, 1, &attrs, out);
}

static const char *storage_lowest(const Storage *s) {
    return s->external ? s->lowest : s->data;
}

/* Makes every array that shares memory with a forget what it stood for. */
static void forget_vars(const frit_array *a) {
    const Recorder *r = a->recorder;
    const char *lo, *hi;
    a->storage->version++;
    if (r->n_external == 0) /* memory of our own is shared by no two storages */
        return;
    array_range(a, &lo, &hi);
    for (uint32_t k = 0; k < r->storages.len; k++) {
        Storage *s = r->storages.at[k];
        if (s != a->storage && s->data && storage_lowest(s) < hi &&
            lo < storage_lowest(s) + s->size)
            s->version++;
    }
}

/* Puts the store on the list, in place of one to the same place. */
static bool add_store(Env *env, frit_array *a, VarId var) {
    Recorder *r = a->recorder;
    for (uint32_t k = 0; k < r->stores.len; k++)
        if (array_same_place(r->stores.at[k].array, a)) {
            r->stores.at[k].var = var;
            return true;
        }
    TRY(vec_push(env, &r->stores, ((PendingStore){a, var})));
    array_hold(a);
    return true;
}

/* Must the recording run before a store to a can be added? */
static bool store_must_wait(const frit_array *a) {
    const Recorder *r = a->recorder;
    if (!a->storage->data)
        return !array_is_whole(a);
    for (uint32_t k = 0; k < r->stores.len; k++)
        if (!array_same_place(r->stores.at[k].array, a) && array_overlaps(r->stores.at[k].array, a))
            return true;
    return false;
}

static bool assign(Env *env, frit_array *a, frit_array *value) {
    VarId var;
    if (!value)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the value is NULL");
    if (value->recorder != a->recorder)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "an array of another context");
    if (a->read_only)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the array is read-only");
    TRY(array_check_alive(env, a));
    if (a->recorder->n_arguments ? a->storage->data != NULL : store_must_wait(a))
        TRY(recorder_flush(env, a->recorder));
    TRY(fit_value(env, a, value, &var));
    a->recorder->assigned = true;
    if (!a->storage->data && (a->base || a->storage->argument != NO_VAR || !array_is_whole(a)))
        return part_assign(env, a, var);
    if (!a->storage->data) {
        a->storage->whole = var;
        a->storage->version++;
    } else {
        TRY(add_store(env, a, var));
        forget_vars(a);
    }
    array_set_var(a, var);
    return true;
}

bool frit_array_must_run(const frit_array *a, bool written) {
    if (!a || a->recorder->n_arguments)
        return false;
    if (written)
        return store_must_wait(a);
    bool recorded = !a->storage->data && a->storage->whole != NO_VAR;
    return !array_stands(a) && !(recorded && (a->base || array_is_whole(a))) &&
           !frit_array_is_ready(a);
}

frit_status frit_array_assign(frit_array *array, frit_array *value, frit_error *error) {
    frit_error scratch;
    Env env;
    return api_status(&env, array_open(&env, array, error, &scratch) && assign(&env, array, value));
}
