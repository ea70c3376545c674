/* Arrays as the public interface has them: making, reading, views, assignment. */
#include <string.h>

#include "api/record.h"
#include "ir/text.h"
#include "run/device/strided.h"

/* Views of views keep what they are views of; not for ever. */
enum { DEEPEST_VIEW = 64 };

static bool fail(Env *env, frit_status status, const char *what) {
    return env_fail(env, status, FRIT_STAGE_RUN, "%s", what);
}

/* ---- making */

bool array_element_type(Env *env, Recorder *r, const char *text, TypeId *out) {
    Dtype dtype = text ? dtype_from_name(text, strlen(text)) : DT_NONE;
    if (dtype != DT_NONE) {
        *out = r->scalars[dtype];
        return *out != NO_TYPE || (type_scalar(env, &r->tables->types, dtype, out) &&
                                   (r->scalars[dtype] = *out, true));
    }
    bool ok = text && text_type(env, r->tables, NULL, text, out);
    env->error->stage = FRIT_STAGE_RUN;
    env->error->line = env->error->column = 0;
    if (!text)
        return fail(env, FRIT_ERR_ARGUMENT, "an array needs the type of its elements");
    if (ok &&
        (type_rank(&r->tables->types, *out) != 0 || type_elem_size(&r->tables->types, *out) == 0))
        return env_fail(env, FRIT_ERR_TYPE, FRIT_STAGE_RUN, "%s is not a type of elements", text);
    return ok;
}

bool array_check_shape(Env *env, uint32_t rank, const int64_t *shape) {
    if (rank > MAX_RANK)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "%u axes; at most %d are allowed",
                        rank, MAX_RANK);
    if (rank && !shape)
        return fail(env, FRIT_ERR_ARGUMENT, "no shape was given");
    for (uint32_t k = 0; k < rank; k++)
        if (shape[k] < 0)
            return env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN, "extent %u is %lld", k,
                            (long long)shape[k]);
    return true;
}

bool array_fail_size(Env *env) {
    return fail(env, FRIT_ERR_LIMIT, "an array of more than 2^63-1 bytes");
}

bool array_reach(uint32_t rank, const int64_t *shape, const int64_t *strides, int64_t item,
                 const void *data, int64_t *below, int64_t *above) {
    int64_t count;
    return strided_span(rank, shape, strides, item, below, above, &count) &&
           0 - (uint64_t)*below <= (uintptr_t)data &&
           (uint64_t)*above <= UINTPTR_MAX - (uintptr_t)data;
}

static bool check_reach(Env *env, uint32_t rank, const int64_t *shape, const int64_t *strides,
                        int64_t item, const void *data) {
    int64_t below, above;
    return array_reach(rank, shape, strides, item, data, &below, &above) || array_fail_size(env);
}

/* What a new array holds: zeros, or a copy of what lies at `data` with these strides. */
static bool fill_array(Env *env, const frit_array *a, const void *data, const int64_t *strides) {
    Device *device = a->recorder->machine->device;
    Storage *s = a->storage;
    union {
        const void *in;
        char *at;
    } from = {data};          /* nothing writes through it */
    if (data && a->rank == 0) /* a number: nobody waits for it */
        return device->kind->write(env, device, s->data, data, a->item_size);
    if (!data)
        return device->kind->fill(env, device, s->data, 0, s->size) &&
               device_wait(env, device, NULL);
    Copy copy = {
        a->rank, a->shape, a->item_size, {s->data, a->strides, false}, {from.at, strides, true}};
    return device_copy(env, device, &copy);
}

static bool new_array(Env *env, Recorder *r, const char *type, uint32_t rank, const int64_t *shape,
                      const int64_t *strides, const void *data, frit_array **out) {
    TypeId elem;
    int64_t own[MAX_RANK];
    uint64_t size;
    TRY(array_element_type(env, r, type, &elem) && array_check_shape(env, rank, shape));
    int64_t item = (int64_t)type_elem_size(&r->tables->types, elem);
    if (!row_major(rank, shape, item, own, &size))
        return array_fail_size(env);
    if (data && strides)
        TRY(check_reach(env, rank, shape, strides, item, data));
    Storage *s = storage_make(env, r, size);
    if (!s)
        return false;
    frit_array *made =
        storage_alloc(env, s) ? array_make(env, r, s, elem, rank, shape, own, 0) : NULL;
    if (!made) {
        storage_drop(s);
        return false;
    }
    if (!fill_array(env, made, data, strides ? strides : own)) {
        frit_array_free(made);
        return false;
    }
    *out = made;
    return true;
}

frit_status frit_array_new(frit_context *context, const char *type, uint32_t rank,
                           const int64_t *shape, const int64_t *strides, const void *data,
                           frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    return api_status(&env, r && new_array(&env, r, type, rank, shape, strides, data, out));
}

/* ---- reading */

bool array_check_alive(Env *env, const frit_array *a) {
    return a->storage->data || a->storage->whole != NO_VAR ||
           fail(env, FRIT_ERR_ARGUMENT,
                "the array was never computed: its recording was discarded");
}

bool array_sync(Env *env, frit_array *a) {
    TRY(array_check_alive(env, a));
    TRY(frit_array_is_ready(a) || recorder_flush(env, a->recorder));
    return a->storage->data || fail(env, FRIT_ERR_INTERNAL, "an array was not computed");
}

frit_status frit_array_read(frit_array *array, void *out, size_t size, frit_error *error) {
    frit_error scratch;
    Env env;
    int64_t strides[MAX_RANK];
    uint64_t need;
    if (!array_open(&env, array, error, &scratch))
        return api_status(&env, false);
    if (!row_major(array->rank, array->shape, array->item_size, strides, &need))
        return api_status(&env, array_fail_size(&env));
    if (size != need)
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                         "the array has %llu bytes, and room is given for %llu",
                                         (unsigned long long)need, (unsigned long long)size));
    if (!out && size)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    return api_status(&env, array_sync(&env, array) && array_copy_out(&env, array, out));
}

bool array_settle(Env *env, frit_array *a) {
    return array_sync(env, a) && recorder_flush(env, a->recorder);
}

static bool check_addressable(Env *env, const frit_array *a) {
    const Device *device = a->recorder->machine->device;
    char name[DEVICE_NAME_SIZE];
    return a->storage->host || device->kind->addressable ||
           env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                    "the array is on %s, whose memory the host cannot address: frit_array_read "
                    "copies it",
                    device_name(name, device_id(device)));
}

frit_status frit_array_data(frit_array *array, void **data, const int64_t **strides,
                            frit_error *error) {
    frit_error scratch;
    Env env;
    if (!data)
        return api_missing(error, FRIT_STAGE_RUN, "data");
    if (!array_open(&env, array, error, &scratch))
        return api_status(&env, false);
    /* Whoever gets the address may write there: what was recorded must have read it by then. */
    if (!array_settle(&env, array) || !check_addressable(&env, array))
        return api_status(&env, false);
    *data = array->storage->data + array->offset;
    if (strides)
        *strides = array->strides;
    return api_status(&env, true);
}

/* ---- views */

/* What every view begins with. */
static bool view_open(Env *env, const frit_array *a, frit_array **out, frit_error *error,
                      frit_error *scratch) {
    if (out)
        *out = NULL;
    TRY(array_open(env, a, error, scratch));
    return out || fail(env, FRIT_ERR_ARGUMENT, "out is NULL");
}

/* A view of a, which stands for var (NO_VAR: for nothing yet). The instruction that made var is the
 * recording's last. */
static bool make_view(Env *env, frit_array *a, uint32_t rank, const int64_t *shape,
                      const int64_t *strides, int64_t offset, VarId var, frit_array **out) {
    Recorder *r = a->recorder;
    *out = array_make(env, r, a->storage, a->elem, rank, shape, strides, offset);
    if (!*out)
        return false;
    (*out)->read_only |= a->read_only;
    if (var == NO_VAR)
        return true;
    array_set_var(*out, var);
    if (r->n_arguments && !a->storage->data && a->depth < DEEPEST_VIEW) {
        (*out)->base = a;
        (*out)->view = r->tape->instrs.len - 1;
        (*out)->depth = a->depth + 1;
        array_hold(a);
    }
    return true;
}

/* What a placeholder's view is a view of may have to be recorded anew before. */
static bool begin_view(Env *env, frit_array *a) {
    VarId var;
    TRY(recorder_keep_short(env, a->recorder));
    return !a->recorder->n_arguments || array_stands(a) || a->storage->data ||
           array_last_var(env, a, &var);
}

/* A view of a, which records `op` if a stands for a variable. */
static bool finish_view(Env *env, frit_array *a, uint32_t rank, const int64_t *shape,
                        const int64_t *strides, int64_t offset, Op op, const Attrs *attrs,
                        frit_array **out) {
    VarId var = NO_VAR;
    if (array_stands(a))
        TRY(recorder_append(env, a->recorder, op, &a->var, 1, attrs, &var));
    return make_view(env, a, rank, shape, strides, offset, var, out);
}

/* A list as an attribute of the tape, if a view of the array is to be recorded. */
static bool list_attr(Env *env, const frit_array *a, const int64_t *items, uint32_t n,
                      int64_t *word) {
    *word = ATTR_ABSENT;
    return !items || !array_stands(a) || program_attr_list(env, a->recorder->tape, items, n, word);
}

/* Python's slice of an extent: where it starts and how many elements it has. */
static bool slice_axis(int64_t extent, int64_t start, int64_t stop, int64_t step, int64_t *first,
                       int64_t *n) {
    if (step == FRIT_LEFT_OUT)
        step = 1;
    if (step == 0)
        return false;
    int64_t lowest = step < 0 ? -1 : 0, highest = step < 0 ? extent - 1 : extent;
    if (start == FRIT_LEFT_OUT)
        start = step < 0 ? highest : lowest;
    else if (start < 0)
        start = start < -extent ? lowest : start + extent;
    if (stop == FRIT_LEFT_OUT)
        stop = step < 0 ? lowest : highest;
    else if (stop < 0)
        stop = stop < -extent ? lowest : stop + extent;
    start = start > highest ? highest : start;
    stop = stop > highest ? highest : stop;
    uint64_t size = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    int64_t span = step < 0 ? start - stop : stop - start;
    *first = start;
    *n = span > 0 ? (int64_t)(((uint64_t)span - 1) / size + 1) : 0;
    return true;
}

frit_status frit_array_slice(frit_array *array, const int64_t *start, const int64_t *stop,
                             const int64_t *step, frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    int64_t shape[MAX_RANK], strides[MAX_RANK], offset;
    Attrs attrs = attrs_none();
    if (!view_open(&env, array, out, error, &scratch))
        return api_status(&env, false);
    offset = array->offset;
    bool empty = array_count(array) == 0;
    for (uint32_t k = 0; k < array->rank; k++) {
        int64_t first, by = step ? step[k] : FRIT_LEFT_OUT;
        if (!slice_axis(array->shape[k], start ? start[k] : FRIT_LEFT_OUT,
                        stop ? stop[k] : FRIT_LEFT_OUT, by, &first, &shape[k]))
            return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                             "the step along axis %u is 0", k));
        strides[k] = array->strides[k];
        if (empty)
            continue; /* extents that no memory bounds: what is computed of them has no bounds either */
        offset += shape[k] ? first * array->strides[k] : 0;
        if (shape[k] > 1 && by != FRIT_LEFT_OUT)
            strides[k] *= by;
    }
    bool ok = begin_view(&env, array) &&
              list_attr(&env, array, start, array->rank, &attrs.word[AT_START]) &&
              list_attr(&env, array, stop, array->rank, &attrs.word[AT_STOP]) &&
              list_attr(&env, array, step, array->rank, &attrs.word[AT_STEP]);
    /* Views of memory are views of variables in the same words. */
    return api_status(&env, ok && finish_view(&env, array, array->rank, shape, strides, offset,
                                              OP_slice, &attrs, out));
}

frit_status frit_array_transpose(frit_array *array, const uint32_t *perm, frit_array **out,
                                 frit_error *error) {
    frit_error scratch;
    Env env;
    int64_t shape[MAX_RANK], strides[MAX_RANK], axes[MAX_RANK];
    bool seen[MAX_RANK] = {false};
    Attrs attrs = attrs_none();
    if (!view_open(&env, array, out, error, &scratch))
        return api_status(&env, false);
    for (uint32_t k = 0; k < array->rank; k++) {
        uint32_t from = perm ? perm[k] : array->rank - 1 - k;
        if (from >= array->rank || seen[from])
            return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                             "axis %u is named twice or not there", from));
        seen[from] = true;
        shape[k] = array->shape[from];
        strides[k] = array->strides[from];
        axes[k] = from;
    }
    bool ok =
        begin_view(&env, array) && list_attr(&env, array, axes, array->rank, &attrs.word[AT_PERM]);
    /* As above. */
    return api_status(&env, ok && finish_view(&env, array, array->rank, shape, strides,
                                              array->offset, OP_transpose, &attrs, out));
}

frit_status frit_array_broadcast(frit_array *array, uint32_t rank, const int64_t *shape,
                                 frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    int64_t strides[MAX_RANK];
    Attrs attrs = attrs_none();
    if (!view_open(&env, array, out, error, &scratch))
        return api_status(&env, false);
    if (!array_check_shape(&env, rank, shape))
        return api_status(&env, false);
    for (uint32_t k = 0; k < rank || k < array->rank; k++) { /* from the last axis */
        bool own = k < array->rank;
        int64_t from = own ? array->shape[array->rank - 1 - k] : 1;
        if (k >= rank || (from != 1 && from != shape[rank - 1 - k]))
            return api_status(
                &env, fail(&env, FRIT_ERR_SHAPE, "the array does not broadcast to that shape"));
        strides[rank - 1 - k] = from == 1 ? 0 : array->strides[array->rank - 1 - k];
    }
    int64_t dense[MAX_RANK];
    uint64_t size;
    if (!row_major(rank, shape, array->item_size, dense, &size))
        return api_status(&env, array_fail_size(&env));
    bool ok = begin_view(&env, array) && list_attr(&env, array, shape, rank, &attrs.word[AT_SHAPE]);
    /* As above. */
    ok = ok &&
         finish_view(&env, array, rank, shape, strides, array->offset, OP_broadcast, &attrs, out);
    if (ok)
        (*out)->read_only = true;
    return api_status(&env, ok);
}

/* Strides of the same elements in another shape; false where they would have to move. Groups of axes
 * with equal products correspond; inside a group the old axes must lie one after another. */
static bool reshape_strides(const frit_array *a, uint32_t rank, const int64_t *shape,
                            int64_t *strides) {
    int64_t old_shape[MAX_RANK], old_strides[MAX_RANK];
    uint32_t n = 0, i = 0, j = 0;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->shape[k] != 1) {
            old_shape[n] = a->shape[k];
            old_strides[n++] = a->strides[k];
        }
    while (j < rank && i < n) {
        int64_t p = old_shape[i], q = shape[j];
        uint32_t i_end = i + 1, j_end = j + 1;
        while (p != q && (p < q ? i_end < n : j_end < rank))
            if (p < q)
                p *= old_shape[i_end++];
            else
                q *= shape[j_end++];
        if (p != q)
            return false;
        for (uint32_t k = i; k + 1 < i_end; k++)
            if (old_strides[k] != old_strides[k + 1] * old_shape[k + 1])
                return false;
        int64_t stride = old_strides[i_end - 1];
        for (uint32_t k = j_end; k-- > j;) {
            strides[k] = stride;
            stride *= shape[k];
        }
        i = i_end;
        j = j_end;
    }
    for (; j < rank; j++)
        strides[j] = a->item_size;
    return true;
}

/* The shape without its -1, and as it is recorded. */
static bool fill_rest(Env *env, uint64_t count, uint32_t rank, const int64_t *shape, int64_t *full,
                      int64_t *recorded) {
    uint32_t rest = UINT32_MAX;
    uint64_t known = 1;
    if (rank > MAX_RANK || (rank && !shape))
        return array_check_shape(env, rank, shape);
    for (uint32_t k = 0; k < rank; k++) {
        full[k] = recorded[k] = shape[k];
        if (shape[k] == -1 && rest == UINT32_MAX)
            rest = k;
        else if (shape[k] > 0 && __builtin_mul_overflow(known, (uint64_t)shape[k], &known))
            return array_fail_size(env);
        else if (shape[k] == 0)
            known = 0;
    }
    if (rest != UINT32_MAX) {
        if (known == 0 || count % known)
            return env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN, "%llu elements into rows of %llu",
                            (unsigned long long)count, (unsigned long long)known);
        full[rest] = (int64_t)(count / known);
        recorded[rest] = DIM_REST;
    }
    return array_check_shape(env, rank, full);
}

frit_status frit_array_reshape(frit_array *array, uint32_t rank, const int64_t *shape,
                               frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    int64_t strides[MAX_RANK], full[MAX_RANK], recorded[MAX_RANK];
    uint64_t size, count;
    Attrs attrs = attrs_none();
    if (!view_open(&env, array, out, error, &scratch))
        return api_status(&env, false);
    count = array_count(array);
    if (!fill_rest(&env, count, rank, shape, full, recorded))
        return api_status(&env, false);
    shape = full;
    if (!row_major(rank, shape, array->item_size, strides, &size) ||
        size != count * array->item_size)
        return api_status(&env, env_fail(&env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                                         "the shape has another number of elements than %llu",
                                         (unsigned long long)count));
    array->recorder->uncertain |= !array_is_whole(array);
    if (count && !reshape_strides(array, rank, shape, strides))
        return api_status(&env,
                          fail(&env, FRIT_ERR_SHAPE,
                               "the elements would have to move: the op reshape copies them"));
    bool ok =
        begin_view(&env, array) && list_attr(&env, array, recorded, rank, &attrs.word[AT_SHAPE]);
    /* As above. */
    return api_status(&env, ok && finish_view(&env, array, rank, shape, strides, array->offset,
                                              OP_reshape, &attrs, out));
}

/* Which of `rank` axes are named; each at most once. */
static bool mark_axes(Env *env, uint32_t rank, uint32_t n, const uint32_t *axes, bool *named) {
    if (n && !axes)
        return fail(env, FRIT_ERR_ARGUMENT, "the axes are missing");
    for (uint32_t k = 0; k < n; k++) {
        if (axes[k] >= rank || named[axes[k]])
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                            "axis %u is named twice or not there", axes[k]);
        named[axes[k]] = true;
    }
    return true;
}

static bool squeeze(Env *env, frit_array *a, uint32_t n, const uint32_t *axes, frit_array **out) {
    int64_t shape[MAX_RANK], strides[MAX_RANK];
    bool named[MAX_RANK] = {false};
    uint32_t rank = 0;
    VarId var = NO_VAR;
    TRY(mark_axes(env, a->rank, n, axes, named));
    for (uint32_t k = 0; k < a->rank; k++) {
        if (named[k] && a->shape[k] != 1)
            return env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN, "axis %u has extent %lld, not 1",
                            k, (long long)a->shape[k]);
        if (named[k])
            continue;
        shape[rank] = a->shape[k];
        strides[rank++] = a->strides[k];
    }
    TRY(begin_view(env, a));
    if (array_stands(a))
        TRY(recorder_append_without(env, a->recorder, a->var, axes, n, &var));
    return make_view(env, a, rank, shape, strides, a->offset, var, out);
}

frit_status frit_array_squeeze(frit_array *array, uint32_t axis_count, const uint32_t *axes,
                               frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    return api_status(&env, view_open(&env, array, out, error, &scratch) &&
                                squeeze(&env, array, axis_count, axes, out));
}

static bool expand(Env *env, frit_array *a, uint32_t n, const uint32_t *axes, frit_array **out) {
    int64_t shape[MAX_RANK], strides[MAX_RANK], list[MAX_RANK];
    bool named[MAX_RANK] = {false};
    Attrs attrs = attrs_none();
    if (n > MAX_RANK || a->rank + n > MAX_RANK)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "more than %d axes", MAX_RANK);
    TRY(mark_axes(env, a->rank + n, n, axes, named));
    for (uint32_t k = 0, from = 0; k < a->rank + n; k++) {
        shape[k] = named[k] ? 1 : a->shape[from];
        strides[k] = named[k] ? (int64_t)a->item_size : a->strides[from];
        from += !named[k];
    }
    for (uint32_t k = 0; k < n; k++)
        list[k] = axes[k];
    TRY(begin_view(env, a) && list_attr(env, a, list, n, &attrs.word[AT_AXES]));
    /* As above. */
    return finish_view(env, a, a->rank + n, shape, strides, a->offset, OP_expand_dims, &attrs, out);
}

frit_status frit_array_expand(frit_array *array, uint32_t axis_count, const uint32_t *axes,
                              frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    return api_status(&env, view_open(&env, array, out, error, &scratch) &&
                                expand(&env, array, axis_count, axes, out));
}
