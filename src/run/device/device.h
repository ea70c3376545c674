/*
 * Devices: where arrays lie and kernels run. A kind of device is a row of functions (a folder of its own, or
 * run/devices for the CPU); run/devices/kinds.c lists them. Everybody else goes through this row: an address of
 * a device's memory may be compared and counted on from, but nobody except the device reads or writes what lies
 * there. docs/add-a-device.md says how to add one.
 */
#ifndef FRIT_RUN_DEVICE_DEVICE_H
#define FRIT_RUN_DEVICE_DEVICE_H

#include <stdatomic.h>

#include "base/env.h"
#include "kernel/limits.h"
#include "op/dtype.h"
#include "op/op.h"

struct CodeStore;
struct Engine;
struct HostDevice;
struct Machine;
struct MachineOptions;

typedef struct Device Device;

/* Kinds, as DLPack numbers them. */
enum { DEVICE_CPU = 1, DEVICE_CUDA = 2, DEVICE_OPENCL = 4, DEVICE_OTHER = 12 };

/* One side of a copy. Strides in bytes, of any sign. */
typedef struct CopySide {
    char *data;
    const int64_t *strides;
    bool host; /* the host's memory, whatever the device */
} CopySide;

/* to = from, elements in row-major order: of two that share a place in `to` the later one stays. The two sides
 * do not overlap. */
typedef struct Copy {
    uint32_t rank;
    const int64_t *shape;
    size_t elem_size;
    CopySide to, from;
} Copy;

typedef struct MemoryUse {
    uint64_t used, kept, peak; /* bytes handed out; kept for reuse; most ever handed out */
} MemoryUse;

/* out[b,m,n] = sum over k of x[b,m,k] * y[b,k,n], for any strides. */
typedef struct Matrices {
    Dtype dtype;
    uint32_t n_batch, n_m, n_n, n_k; /* axes of each kind */
    /* Extents: batch, m, n, k axes one after another. Strides in bytes, 0 where an operand lacks the
     * axes; in the same order. */
    const int64_t *extents;
    /* Of what this is a part of: how it is computed is decided by those. NULL: the same. */
    const int64_t *whole;
    const int64_t *x_strides, *y_strides, *out_strides;
} Matrices;

/* A routine (ops of that family) on arrays of the device's: strides in bytes. Results share no byte with anything. */
enum { ROUTINE_ARRAYS = 8, ROUTINE_WORDS = 8 };
typedef struct RoutineArray {
    Dtype dtype;
    uint32_t rank;
    const int64_t *shape, *strides;
} RoutineArray;
typedef struct Routine {
    Op op;
    uint32_t n_in, n_out;
    RoutineArray arrays[ROUTINE_ARRAYS]; /* operands, then results */
    int64_t words[ROUTINE_WORDS];        /* attributes in the order of the row; 0: left out */
} Routine;

/* What people are told of a device. */
typedef struct DeviceFacts {
    const char *isa;  /* the instruction set or architecture that its kernels are made for */
    const char *blas; /* the library that does contractions; NULL: frit's own */
    unsigned threads;
} DeviceFacts;

/* What is known of a device that nobody has opened. */
typedef struct DeviceLook {
    char title[128], driver[128];
    unsigned units;    /* that compute at the same time */
    uint64_t memory;   /* bytes; 0: unknown */
    char refused[512]; /* why it cannot be used; empty: it can */
} DeviceLook;

typedef void DeviceStepFn(void *out, const void *const *in, size_t n);

/* What can fail returns false (or NULL) with the reason in env. All but make, change, close and free may be called
 * by several threads at once. */
typedef struct DeviceKind {
    const char *name; /* "cpu": as contexts ask for it, and as messages have it */
    int32_t type;     /* as tensors and DLPack say it */
    bool addressable; /* the host can read and write its memory where it lies */

    /* Its own text for an instruction set that a context may ask for; NULL: it has none of that name. The function
     * may be NULL: there is nothing to choose. */
    const char *(*isa)(const char *name);
    /* Device number `number` of this kind; false: there are not so many, or, of number 0, why there is none. */
    bool (*look)(Env *env, unsigned number, DeviceLook *out);
    bool (*limits)(Env *env, unsigned number, Limits *out);
    /* Device number `number` of this kind. Device.kind and .number are filled in by device_new. */
    Device *(*make)(Env *env, unsigned number, const struct MachineOptions *options);
    /* Other options. Nothing runs; on failure it is as it was. Its memory and what lies there stay. */
    bool (*change)(Env *env, Device *device, const struct MachineOptions *from,
                   const struct MachineOptions *to);
    void (*close)(
        Device *device); /* nothing will run: threads end; memory and code stay until free */
    void (*free)(Device *device);
    void (*describe)(const Device *device, DeviceFacts *out);

    /* At a multiple of LAYOUT_ALIGN (plan/layout.h); size 0 gives a block too. Fails with FRIT_ERR_NOMEM. */
    char *(*take)(Env *env, Device *device, uint64_t size);
    /* What was asked for before may still use it: a device with queues gives it to nobody else until then. block may
     * be NULL. */
    void (*give)(Device *device, char *block, uint64_t size);
    MemoryUse (*use)(const Device *device);

    /* In the order in which they were asked for, and after the kernels before them. Both sides of a copy may be the
     * host's: of an array over memory of the host's. */
    bool (*copy)(Env *env, Device *device, const Copy *copy);
    bool (*fill)(Env *env, Device *device, char *to, uint8_t byte, uint64_t size);
    /* A few bytes to and from the host: loop bounds, conditions, numbers. After read they are there, after write they
     * have been taken. */
    bool (*read)(Env *env, Device *device, void *to, const char *from, size_t size);
    bool (*write)(Env *env, Device *device, char *to, const void *from, size_t size);
    /* Until all that was asked for is done: at the end of a call, and before results are copied to where the caller
     * sees them. What failed since the last one is said here. machine: of the call that waits, which may be cancelled
     * meanwhile; NULL: it may not. The function may be NULL: all is done, or has failed, by the time a function returns. */
    bool (*wait)(Env *env, Device *device, const struct Machine *machine);
    /* machine: of the call, as engines have it (progress, cancellation). */
    bool (*contract)(Env *env, struct Machine *machine, const Matrices *shape, const char *x,
                     const char *y, char *out);
    /* at: an address by array. */
    bool (*routine)(Env *env, struct Machine *machine, const Routine *routine, char *const *at);

    /* Of a device that runs the host's own code, for loops that a front end writes (frit/loop.h): what code is made
     * for, and the elementwise steps one by one, NULL where there is none. Both may be NULL: it runs no such loops. */
    const char *(*native)(const Device *device);
    DeviceStepFn *(*step)(const Device *device, Op op, Dtype dtype);
} DeviceKind;

struct Device {
    const DeviceKind *kind;
    unsigned number;
    frit_allocator allocator;
    Limits limits;
    /* What runs kernels: an engine that needs no code, and one that does. NULL: there is none; one of the two is
     * there. */
    const struct Engine *at_once, *by_code;
    /* Of compiled kernels; always there: without by_code, one that has no compiler. */
    struct CodeStore *store;
    struct HostDevice *host; /* whose threads and loops the CPU's engines use; NULL: they cannot */
    atomic_ullong within, in, out; /* bytes copied so far: in it, from the host, to the host */
};

/* ---- kinds (run/devices/kinds.c, the only part that knows which there are) */

/* Number k of those there are, NULL past the end. The first is the one that a context has that names none. */
const DeviceKind *device_kind(unsigned k);

/* "cpu", "cuda", "cuda:1"; NULL: the first. */
bool device_named(Env *env, const char *text, const DeviceKind **kind, unsigned *number);
/* "cuda:1", "cpu" for number 0 of a kind that has one: a name for messages, of a tensor's device. */
enum { DEVICE_NAME_SIZE = 32 };
const char *device_name(char *buffer, frit_device device);

/* ---- one device */

Device *device_new(Env *env, const DeviceKind *kind, unsigned number,
                   const struct MachineOptions *options);
/* As tensors say it: all zero for the host. */
frit_device device_id(const Device *device);
/* Can its kernels use a tensor that lies on device `of`? Its own, and the host's where both see one memory. */
bool device_takes(const Device *device, frit_device of);
/* The same device? Kind 0 and DEVICE_CPU are both the host. */
bool device_same(frit_device a, frit_device b);

/* Until all that was asked for is done: false where something of it failed, however late, or where the call of this
 * machine was cancelled (NULL: it cannot be). */
bool device_wait(Env *env, Device *device, const struct Machine *machine);
/* Copies and counts. Where one side is the host's it is done on return. */
bool device_copy(Env *env, Device *device, const Copy *copy);
uint64_t copy_bytes(const Copy *copy);
/* `size` bytes of its memory where the host can read them: there, or a copy. To be given to device_unmap. */
char *device_map(Env *env, Device *device, char *at, uint64_t size);
void device_unmap(Device *device, const char *at, char *mapped, uint64_t size);

#endif
