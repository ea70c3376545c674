/* Arrays as DLPack tensors: what they say, and who lets go of what. */
#include <string.h>

#include "api/dlpack.h"
#include "call_fixture.h"

static void count_release(void *user) {
    ++*(int *)user;
}

static frit_array *ramp(Ready *r, const char *type, const float *values, int64_t n) {
    frit_array *a;
    CHECK_OK(r, frit_array_new(r->context, type, 1, &n, NULL, values, &a, &r->error));
    return a;
}

TEST(a_tensor_says_what_the_array_is) {
    Ready r;
    const float values[] = {1, 2, 3, 4};
    struct DLManagedTensorVersioned *tensor;
    frit_array *back, *step;
    ready_context(&r, NULL);
    frit_array *a = ramp(&r, "f32", values, 4);
    CHECK_OK(&r, frit_array_slice(a, (int64_t[]){3}, (int64_t[]){FRIT_LEFT_OUT}, (int64_t[]){-2},
                                  &step, &r.error));
    CHECK_OK(&r, frit_array_to_dlpack(step, NULL, NULL, &tensor, &r.error));
    const DLTensor *t = &tensor->dl_tensor;
    CHECK(tensor->version.major == 1 && tensor->flags == 0 && t->device.device_type == DL_CPU);
    CHECK(t->dtype.code == DL_FLOAT && t->dtype.bits == 32 && t->dtype.lanes == 1);
    CHECK(t->ndim == 1 && t->shape[0] == 2 && t->strides[0] == -2);
    CHECK_EQ_F32(((float *)t->data)[0], 4);
    CHECK_OK(&r, frit_array_broadcast(a, 1, (int64_t[]){4}, &back, &r.error));
    frit_dlpack_free(tensor);
    /* Read-only arrays say so, which the old struct cannot. */
    struct DLManagedTensor *legacy;
    CHECK_OK(&r, frit_array_to_dlpack(back, NULL, NULL, &tensor, &r.error));
    CHECK(tensor->flags == DL_READ_ONLY);
    frit_dlpack_free(tensor);
    CHECK_EQ_INT(frit_array_to_dlpack_legacy(back, NULL, NULL, &legacy, &r.error),
                 FRIT_ERR_UNSUPPORTED);
    frit_array_free(back);
    frit_array_free(step);
    frit_array_free(a);
    ready_close(&r);
}

/* The host keeps the array; that the consumer is done is told to it, once for each tensor. */
TEST(exports_can_be_the_host_s_to_release) {
    Ready r;
    const float values[] = {1, 2, 3};
    struct DLManagedTensorVersioned *tensor;
    struct DLManagedTensor *legacy;
    frit_array *seen;
    int released = 0;
    ready_context(&r, NULL);
    frit_array *a = ramp(&r, "f32", values, 3);
    CHECK_OK(&r, frit_array_to_dlpack(a, count_release, &released, &tensor, &r.error));
    CHECK_OK(&r, frit_array_to_dlpack_legacy(a, count_release, &released, &legacy, &r.error));
    frit_dlpack_free(tensor);
    CHECK_EQ_INT(released, 1);
    CHECK_OK(&r, frit_array_from_dlpack_legacy(r.context, legacy, &seen, &r.error));
    CHECK_EQ_INT(released, 1);
    frit_array_free(seen);
    CHECK_EQ_INT(released, 2);
    frit_array_free(a);
    ready_close(&r); /* which finds every block given back */
}

/* Without a release the tensor has a reference of its own, also after the context. */
TEST(exports_outlive_array_and_context) {
    Ready r;
    const float values[] = {5, 6};
    struct DLManagedTensorVersioned *tensor;
    ready_context(&r, NULL);
    frit_array *a = ramp(&r, "f32", values, 2);
    CHECK_OK(&r, frit_array_to_dlpack(a, NULL, NULL, &tensor, &r.error));
    frit_array_free(a);
    frit_context_free(r.context);
    CHECK_EQ_F32(((float *)tensor->dl_tensor.data)[1], 6);
    frit_dlpack_free(tensor);
    CHECK_ALLOC(&r.alloc);
}
