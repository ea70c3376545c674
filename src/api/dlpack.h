/* The structs of DLPack 1.x as its specification lays them out (a binary interface). */
#ifndef FRIT_API_DLPACK_H
#define FRIT_API_DLPACK_H

#include <stdint.h>

enum { DL_MAJOR = 1, DL_MINOR = 0 };
enum { DL_CPU = 1, DL_CUDA_HOST = 3, DL_ROCM_HOST = 11 }; /* device types the CPU can read */
enum {
    DL_INT = 0,
    DL_UINT = 1,
    DL_FLOAT = 2,
    DL_BFLOAT = 4,
    DL_COMPLEX = 5,
    DL_BOOL = 6
};                         /* type codes */
enum { DL_READ_ONLY = 1 }; /* flags */

typedef struct DLDevice {
    int32_t device_type, device_id;
} DLDevice;

typedef struct DLDataType {
    uint8_t code, bits;
    uint16_t lanes;
} DLDataType;

typedef struct DLTensor {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape, *strides; /* in elements; strides may be NULL: row-major */
    uint64_t byte_offset;
} DLTensor;

struct DLManagedTensor {
    DLTensor dl_tensor;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensor *self);
};

struct DLManagedTensorVersioned {
    struct {
        uint32_t major, minor;
    } version;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t flags;
    DLTensor dl_tensor;
};

#endif
