/* Arrays over memory that somebody else has: the host's, or that of the context's device. */
#include "api/record.h"
#include "run/device/strided.h"

/* Scalars must lie at multiples of their size. */
static bool check_alignment(Env *env, const Types *types, TypeId elem, uint32_t rank,
                            const int64_t *shape, const int64_t *strides, const void *data) {
    uint64_t align = type_elem_align(types, elem);
    for (uint32_t k = 0; k < rank; k++)
        if (shape[k] > 1 && (uint64_t)strides[k] % align)
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                            "the stride of axis %u is not a multiple of %llu", k,
                            (unsigned long long)align);
    return (uintptr_t)data % align == 0 ||
           env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the address is not a multiple of %llu",
                    (unsigned long long)align);
}

/* What is pending must be in the memory before it gets another name. */
static bool settle(Env *env, Recorder *r) {
    return r->stores.len == 0 || recorder_flush(env, r);
}

bool array_wrap(Env *env, Recorder *r, const char *type, uint32_t rank, const int64_t *shape,
                const int64_t *strides, void *data, bool read_only, bool host, frit_array **out) {
    TypeId elem;
    int64_t own[MAX_RANK], below, above;
    uint64_t size;
    TRY(array_element_type(env, r, type, &elem) && array_check_shape(env, rank, shape) &&
        settle(env, r));
    int64_t item = (int64_t)type_elem_size(&r->tables->types, elem);
    if (!row_major(rank, shape, item, own, &size))
        return array_fail_size(env);
    if (!data && size)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the memory to wrap is missing");
    if (size == 0)
        strides =
            NULL; /* nothing lies there, so they may be anything; what is computed of them may not */
    if (!array_reach(rank, shape, strides ? strides : own, item, data, &below, &above))
        return array_fail_size(env);
    if (size)
        TRY(check_alignment(env, &r->tables->types, elem, rank, shape, strides ? strides : own,
                            data));
    Storage *s = storage_make(env, r, (uint64_t)(above - below));
    if (!s)
        return false;
    s->external = true;
    s->host = host;
    r->n_external++;
    /* Two elements in one place cannot be assigned to. */
    s->read_only = read_only || !strided_is_injective(rank, shape, strides ? strides : own, item);
    s->data = data ? data : (char *)s; /* of no elements; never read */
    s->lowest = s->data + below;
    *out = array_make(env, r, s, elem, rank, shape, strides ? strides : own, 0);
    if (!*out)
        storage_drop(s);
    return *out != NULL;
}

void array_on_release(frit_array *a, void (*release)(void *user), void *user) {
    a->storage->release = release;
    a->storage->release_user = user;
}

frit_status frit_array_wrap(frit_context *context, const char *type, uint32_t rank,
                            const int64_t *shape, const int64_t *strides, void *data,
                            bool read_only, void (*release)(void *user), void *user,
                            frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    bool ok = r && array_wrap(&env, r, type, rank, shape, strides, data, read_only,
                              !r->machine->device->kind->addressable, out);
    if (ok)
        array_on_release(*out, release, user);
    return api_status(&env, ok);
}

static bool wrap_tensor(Env *env, Recorder *r, const char *type, uint32_t rank,
                        const frit_tensor *t, bool read_only, frit_array **out) {
    const Device *device = r->machine->device;
    bool host = !device_takes(device, t->device);
    char name[DEVICE_NAME_SIZE], own[DEVICE_NAME_SIZE];
    if (host && !device_same(t->device, (frit_device){0, 0}))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the memory is on the device %s, and the context on %s",
                        device_name(name, t->device), device_name(own, device_id(device)));
    return array_wrap(env, r, type, rank, t->shape, t->strides, t->data, read_only, host, out);
}

frit_status frit_array_wrap_tensor(frit_context *context, const char *type, uint32_t rank,
                                   const frit_tensor *tensor, bool read_only,
                                   void (*release)(void *user), void *user, frit_array **out,
                                   frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out || !tensor)
        return api_missing(error, FRIT_STAGE_RUN, out ? "the tensor" : "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    bool ok = r && wrap_tensor(&env, r, type, rank, tensor, read_only, out);
    if (ok)
        array_on_release(*out, release, user);
    return api_status(&env, ok);
}
