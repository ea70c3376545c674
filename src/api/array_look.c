/* What an array is, without a look at its elements. */
#include "api/record.h"

uint32_t frit_array_rank(const frit_array *array) {
    return array ? array->rank : 0;
}

const int64_t *frit_array_shape(const frit_array *array) {
    return array ? array->shape : NULL;
}

const int64_t *frit_array_strides(const frit_array *array) {
    return array ? array->strides : NULL;
}

const char *frit_array_type(const frit_array *array) {
    return array ? array->type : "";
}

frit_type frit_array_element(const frit_array *array) {
    return array ? (frit_type){array->recorder->tables, array->elem} : (frit_type){NULL, NO_TYPE};
}

frit_dtype frit_array_dtype(const frit_array *array) {
    if (!array)
        return FRIT_NO_DTYPE;
    const Type *elem = type_get(&array->recorder->tables->types, array->elem);
    return elem->kind == TYPE_SCALAR ? (frit_dtype)elem->dtype : FRIT_NO_DTYPE;
}

uint32_t frit_array_item_size(const frit_array *array) {
    return array ? array->item_size : 0;
}

frit_device frit_array_device(const frit_array *array) {
    return array ? storage_device(array->storage) : (frit_device){0, 0};
}

static bool is_pending(const frit_array *a) {
    const Recorder *r = a->recorder;
    for (uint32_t k = 0; k < r->stores.len; k++)
        if (array_overlaps(r->stores.at[k].array, a))
            return true;
    return false;
}

bool frit_array_is_ready(const frit_array *array) {
    return array && array->storage->data && !is_pending(array);
}

bool frit_array_is_read_only(const frit_array *array) {
    return array && array->read_only;
}

frit_status frit_array_tensor(frit_array *array, frit_tensor *out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    if (!array_open(&env, array, error, &scratch) || !array_settle(&env, array))
        return api_status(&env, false);
    *out = (frit_tensor){array->storage->data + array->offset, array->shape, array->strides,
                         storage_device(array->storage)};
    return api_status(&env, true);
}
