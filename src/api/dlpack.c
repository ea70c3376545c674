/* Arrays to and from DLPack. */
#include "api/dlpack.h"

#include <string.h>

#include "api/record.h"

/* ---- element types: one row for each dtype DLPack has */

static DLDataType dl_type(Dtype dtype) {
    static const uint8_t codes[DTYPE_COUNT] = {
        [DT_BOOL] = DL_BOOL, [DT_I8] = DL_INT,      [DT_I16] = DL_INT,     [DT_I32] = DL_INT,
        [DT_I64] = DL_INT,   [DT_U8] = DL_UINT,     [DT_U16] = DL_UINT,    [DT_U32] = DL_UINT,
        [DT_U64] = DL_UINT,  [DT_F16] = DL_FLOAT,   [DT_BF16] = DL_BFLOAT, [DT_F32] = DL_FLOAT,
        [DT_F64] = DL_FLOAT, [DT_C64] = DL_COMPLEX, [DT_C128] = DL_COMPLEX};
    return (DLDataType){codes[dtype], dtype_info(dtype)->bits, 1};
}

static Dtype dtype_of(DLDataType type) {
    for (unsigned d = 0; d < DTYPE_COUNT; d++) {
        DLDataType own = dl_type((Dtype)d);
        if (own.code == type.code && own.bits == type.bits)
            return (Dtype)d;
    }
    return DT_NONE;
}

/* ---- out */

/* Both kinds of struct at once, with the shape behind them. */
typedef struct Export {
    struct DLManagedTensorVersioned versioned;
    struct DLManagedTensor legacy;
    frit_allocator allocator;
    frit_array *array; /* a reference; NULL: the host keeps it until release */
    void (*release)(void *user);
    void *user;
    size_t bytes;
    int64_t dims[];
} Export;

static void export_free(Export *e) {
    Export ended = *e;
    env_free(&ended.allocator, e, ended.bytes);
    if (ended.release)
        ended.release(ended.user);
    else
        array_drop(ended.array);
}

static void delete_versioned(struct DLManagedTensorVersioned *self) {
    if (self)
        export_free(self->manager_ctx);
}

static void delete_legacy(struct DLManagedTensor *self) {
    if (self)
        export_free(self->manager_ctx);
}

/* The element's dtype; a vector of n is n lanes of it. */
static bool export_type(Env *env, const frit_array *a, DLDataType *out) {
    const Type *t = type_get(&a->recorder->tables->types, a->elem);
    if ((t->kind != TYPE_SCALAR && t->kind != TYPE_VECTOR) || dtype_info(t->dtype)->stored)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "DLPack has no elements of type %s", a->type);
    *out = dl_type(t->dtype);
    out->lanes = t->kind == TYPE_VECTOR ? t->rows : 1;
    return true;
}

static Export *export_array(Env *env, frit_array *a, void (*release)(void *user), void *user) {
    DLDataType type;
    if (!export_type(env, a, &type) || !array_settle(env, a))
        return NULL;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->strides[k] % a->item_size != 0) {
            env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                          "the stride of axis %u is not a multiple of the element's size", k);
            return NULL;
        }
    size_t bytes = sizeof(Export) + 2 * a->rank * sizeof(int64_t);
    Export *e = env_new(env, bytes);
    if (!e)
        return NULL;
    e->allocator = a->recorder->allocator;
    e->release = release;
    e->user = user;
    e->bytes = bytes;
    if (!release) {
        e->array = a;
        array_hold(a);
    }
    for (uint32_t k = 0; k < a->rank; k++) {
        e->dims[k] = a->shape[k];
        e->dims[a->rank + k] = a->strides[k] / a->item_size;
    }
    frit_device device = storage_device(a->storage);
    DLTensor t = {a->storage->data + a->offset,
                  {device.type ? device.type : DL_CPU, device.number},
                  (int32_t)a->rank,
                  type,
                  e->dims,
                  e->dims + a->rank,
                  0};
    e->versioned = (struct DLManagedTensorVersioned){
        {DL_MAJOR, DL_MINOR}, e, delete_versioned, a->read_only ? DL_READ_ONLY : 0, t};
    e->legacy = (struct DLManagedTensor){t, e, delete_legacy};
    return e;
}

frit_status frit_array_to_dlpack(frit_array *array, void (*release)(void *user), void *user,
                                 struct DLManagedTensorVersioned **out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    Export *e =
        array_open(&env, array, error, &scratch) ? export_array(&env, array, release, user) : NULL;
    *out = e ? &e->versioned : NULL;
    return api_status(&env, e != NULL);
}

frit_status frit_array_to_dlpack_legacy(frit_array *array, void (*release)(void *user), void *user,
                                        struct DLManagedTensor **out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    if (!array_open(&env, array, error, &scratch))
        return api_status(&env, false);
    if (array->read_only) /* the old struct cannot say so */
        return api_status(&env, env_fail(&env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                                         "a read-only array needs the versioned struct"));
    Export *e = export_array(&env, array, release, user);
    *out = e ? &e->legacy : NULL;
    return api_status(&env, e != NULL);
}

void frit_dlpack_free(struct DLManagedTensorVersioned *tensor) {
    if (tensor && tensor->deleter)
        tensor->deleter(tensor);
}

void frit_dlpack_free_legacy(struct DLManagedTensor *tensor) {
    if (tensor && tensor->deleter)
        tensor->deleter(tensor);
}

/* ---- in */

static bool is_on_host(const DLTensor *t) {
    int32_t type = t->device.device_type;
    return type == DL_CPU || type == DL_CUDA_HOST || type == DL_ROCM_HOST;
}

/* The host's memory is everybody's; other memory must be that of the context's device. */
static bool check_tensor(Env *env, const Recorder *r, const DLTensor *t) {
    frit_device own = device_id(r->machine->device);
    frit_device device = {t->device.device_type, t->device.device_id};
    char name[DEVICE_NAME_SIZE], own_name[DEVICE_NAME_SIZE];
    if (!is_on_host(t) && !device_same(device, own))
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "the tensor is on the device %s, and the context on %s",
                        device_name(name, device), device_name(own_name, own));
    if (t->ndim < 0 || t->ndim > MAX_RANK)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "a tensor of %d axes", (int)t->ndim);
    if (dtype_of(t->dtype) == DT_NONE || t->dtype.lanes < 1 || t->dtype.lanes > 4)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "the tensor's elements are of code %d, %d bits, %d lanes", t->dtype.code,
                        t->dtype.bits, t->dtype.lanes);
    return true;
}

static bool import_tensor(Env *env, Recorder *r, const DLTensor *t, bool read_only,
                          void (*release)(void *user), void *user, frit_array **out) {
    int64_t strides[MAX_RANK];
    char type[16];
    size_t len;
    TRY(check_tensor(env, r, t));
    const DtypeInfo *info = dtype_info(dtype_of(t->dtype));
    len = strlen(info->name);
    memcpy(type, info->name, len + 1);
    if (t->dtype.lanes > 1) {
        type[len++] = 'x';
        type[len++] = (char)('0' + t->dtype.lanes);
        type[len] = '\0';
    }
    for (int32_t k = 0; t->strides && k < t->ndim; k++)
        if (__builtin_mul_overflow(t->strides[k], info->bits / 8 * t->dtype.lanes, &strides[k]))
            return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                            "a stride of more than 2^63-1 bytes");
    if (t->byte_offset > UINTPTR_MAX - (uintptr_t)t->data)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                        "the tensor begins behind the end of all memory");
    char *data = t->data ? (char *)t->data + t->byte_offset : NULL;
    bool host = !r->machine->device->kind->addressable && is_on_host(t);
    TRY(array_wrap(env, r, type, (uint32_t)t->ndim, t->shape, t->strides ? strides : NULL, data,
                   read_only, host, out));
    array_on_release(*out, release, user);
    return true;
}

static void release_versioned(void *user) {
    frit_dlpack_free(user);
}

static void release_legacy(void *user) {
    frit_dlpack_free_legacy(user);
}

frit_status frit_array_from_dlpack(frit_context *context, struct DLManagedTensorVersioned *tensor,
                                   frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out || !tensor)
        return api_missing(error, FRIT_STAGE_RUN, out ? "the tensor" : "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    if (!r)
        return api_status(&env, false);
    if (tensor->version.major != DL_MAJOR)
        return api_status(&env, env_fail(&env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                                         "DLPack version %u; only %d is understood",
                                         tensor->version.major, DL_MAJOR));
    return api_status(&env, import_tensor(&env, r, &tensor->dl_tensor, tensor->flags & DL_READ_ONLY,
                                          release_versioned, tensor, out));
}

frit_status frit_array_from_dlpack_legacy(frit_context *context, struct DLManagedTensor *tensor,
                                          frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out || !tensor)
        return api_missing(error, FRIT_STAGE_RUN, out ? "the tensor" : "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    return api_status(
        &env, r && import_tensor(&env, r, &tensor->dl_tensor, false, release_legacy, tensor, out));
}
