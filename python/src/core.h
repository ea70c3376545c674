/*
 * frit._core: the C extension under the package frit, over the public header of the library.
 *
 * Contexts. One process-wide context records what is done with arrays; captures (capture.c) have
 * private ones in which nothing runs. Python objects of a context are used with the GIL held; while
 * kernels run the GIL is released, the context is marked busy, and every other thread waits before
 * it touches that context (context_enter). Contexts are never freed: arrays may outlive anything.
 *
 * Sharing. Recorded steps read memory when they run. That is the same as reading it when the step was
 * written only if nobody writes there in between; so steps on memory that others can reach run at
 * once (array_settle), unless a fused function, whose body frit knows, runs (Lazy).
 */
#ifndef FRIT_PYTHON_CORE_H
#define FRIT_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

#include <frit/frit.h>

enum { FRIT_PY_MAX_RANK = 64 }; /* of the library, and of NumPy 2 */

/* ---- contexts (core.c) */

enum { DEVICE_NAME = 40 };

typedef struct Context {
    frit_context *frit;
    char device[DEVICE_NAME]; /* "cpu", "opencl:0" */
    frit_device number;       /* the same as tensors have it */
    bool there;               /* on a device: the host cannot address its memory */
    struct Context *home;     /* of a capture: where its arguments lie; NULL: on the CPU */
    bool busy;                /* kernels run without the GIL */
    unsigned long busy_thread;
    PyThread_type_lock lock; /* held while busy */
    bool capture;
    bool
        lost; /* it was busy in another thread when the process forked, or on a device; this is the child */
    uint64_t serial;       /* of the capture that uses it; 0: none */
    uint64_t parts_serial; /* of the last capture in which .real or .imag was used */
    frit_array **dropped;  /* freed by Python while the context was busy */
    size_t n_dropped, room_dropped;
} Context;

struct Capture;

/*
 * While a fused body runs, what it says about memory that the caller shares with it can wait: reading,
 * as long as every piece of Python that frit does not know is announced (its hooks flush first);
 * writing too, where the whole body is known. Memory exported by the body itself never waits.
 */
typedef enum Lazy { LAZY_NOT, LAZY_READS, LAZY_ALL } Lazy;

/* What the calling thread is doing. */
typedef struct ThreadState {
    struct Capture *capture; /* innermost; NULL: steps go to the process-wide context */
    Lazy lazy;               /* how late shared memory may be read and written */
    Context *place;     /* where arrays are made that are made of no others; NULL: on the CPU */
    PyObject *on_flush; /* called after every flush of this thread's, or NULL */
    bool as_numpy;      /* steps stand for NumPy's: a fused body on arrays that are not frit's */
} ThreadState;

ThreadState *thread_state(void);
/* The context into which this thread records what is made of no arrays. NULL with an exception set. */
Context *current_context(void);
/* The CPU's. */
Context *main_context(void);
/* The same, or NULL where there is none yet; from now on nothing of it can be used, and there is none (fork.c). */
Context *known_context(void);
void context_forget(void);
int fork_add(PyObject *module);
/* Where new arrays are made outside of captures. */
Context *place_of_new(void);
/* Where an array lies, or what it stands for. */
Context *context_of_place(const Context *context);
/* For modules and plans, which no recording touches. NULL with an exception set. */
frit_context *frit_library_context(void);
/* The same, or NULL without an exception where there is none yet. */
frit_context *frit_known_context(void);

/* ---- other devices (devices.c) */

/* Of the device that is chosen: for plans and calls. NULL with an exception set. */
Context *work_context(void);
/* Of a device by its name, "opencl" or "opencl:0"; it is opened. NULL with an exception set. */
Context *device_context(const char *name);
/* The same by its numbers. */
Context *device_context_of(frit_device device);
/* False with an exception set: it is on a device, and this is the child of a fork. */
bool context_check(const Context *context);
/* The chosen device's name: "cpu", "opencl:0". */
const char *device_chosen(void);
/* Is one open? */
bool device_any(void);
/* False with an exception set: there is none of that name, or it cannot be used; nothing has changed then. */
bool device_choose(const char *name);
bool devices_configure(const frit_context_options *options);
bool devices_flush(void);
bool devices_discard(void);
void devices_cancel(void);
void devices_after_fork(void);
int devices_add(PyObject *module);

/* ---- contexts, used */

/* Waits until nobody runs kernels of the context. False with an exception set. */
bool context_enter(Context *context);
/* Runs what is recorded, without the GIL. */
bool context_flush(Context *context);
/* The context whose recorded work ran last; the CPU's where none did. */
Context *context_run_last(void);
/* The same where the recording has become long. */
bool context_make_room(Context *context);
/*
 * Around a call of the library that may run kernels with the GIL held (a step on memory that waits to
 * be written): whoever gets the GIL meanwhile must not touch the context. Returns whether it does.
 */
bool context_hold(Context *context);
/* From now on other threads wait. */
void context_mark(Context *context);
void context_release(Context *context, bool held);
/* device: its name, NULL: the CPU. */
Context *context_new(bool capture, const char *device);
/* One that nobody has used. */
void context_drop(Context *context);
/* Python's exception for a failure of the library; returns NULL. */
PyObject *raise_error(const frit_error *error);
/* New reference: a class of frit._errors by its name; RuntimeError where it is not there. */
PyObject *frit_error_class(const char *name);
/* An exception of frit's own by its name in frit._errors; returns NULL. */
PyObject *raise_named(const char *class_name, const char *format, ...);

/* ---- dtypes (dtype.c) */

typedef enum Kind {
    KIND_BOOL = FRIT_KIND_BOOL,
    KIND_INT = FRIT_KIND_INT,
    KIND_UINT = FRIT_KIND_UINT,
    KIND_FLOAT = FRIT_KIND_FLOAT,
    KIND_COMPLEX = FRIT_KIND_COMPLEX,
    KIND_OTHER
} Kind;

typedef enum DTypeId {
#define PY_DTYPE(id, code, name, format, numpy) DT_##id,
#include "dtypes.def"
#undef PY_DTYPE
    DT_COUNT,
    DT_OTHER = DT_COUNT /* vectors, matrices, structs */
} DTypeId;

typedef struct DType {
    PyObject_HEAD DTypeId id;
    Kind kind;
    unsigned size;      /* bytes */
    char code[64];      /* the IR's name: "f32" */
    PyObject *name;     /* Python's: "float32" */
    const char *format; /* of the buffer protocol; NULL: none */
    Py_hash_t hash;     /* NumPy's; -1: not asked for yet */
} DType;

extern PyTypeObject DType_Type;
/* Its NumPy side (dtype_numpy.c). */
PyObject *dtype_get_numpy(PyObject *self, void *name);
PyObject *dtype_get_class(PyObject *self, void *closure);
PyObject *dtype_getattro(PyObject *self, PyObject *name);
PyObject *dtype_order(PyObject *a, PyObject *b, int op);
Py_hash_t dtype_hash(PyObject *self);
/* Is it a NumPy dtype of the other byte order, which no dtype of frit's equals? */
bool dtype_is_swapped(PyObject *object);
/* Borrowed: they live for ever. */
DType *dtype_of(DTypeId id);
/* By the library's number; DT_OTHER: none of these. */
DTypeId dtype_id(frit_dtype dtype);
/* New reference: by the IR's name. */
DType *dtype_of_code(const char *code);
/* New reference: what a user names as a dtype (DType, "float32", numpy dtype or type, float). */
DType *dtype_from_object(PyObject *object);
/* Both promoted; DT_OTHER where there is no answer. */
DTypeId dtype_promote(DTypeId a, DTypeId b);
/* The dtype of an array when it meets a Python number of this kind (KIND_BOOL, INT, FLOAT, COMPLEX). */
DTypeId dtype_with_number(DTypeId array, Kind number);
/* The float that holds an integer or bool, as NumPy has it; floats and complex stay. */
DTypeId dtype_to_float(DTypeId id);
/* Of a number without a partner: bool, int64, float64, complex128. */
DTypeId dtype_of_number(Kind number);
bool dtype_can_cast_same_kind(DTypeId from, DTypeId to);
int dtype_add_types(PyObject *module);

/* ---- arrays (array.c) */

/* How memory can be reached by others. Arrays that are views of one memory have one in common. */
typedef struct Sharing {
    uint32_t refs;        /* arrays, and the library's storage where it wraps the owner's memory */
    uint32_t exports;     /* live buffer exports */
    bool for_good;        /* exported in a way whose end is not told */
    PyObject *owner;      /* whose memory it is, or NULL */
    PyObject *root;       /* borrowed: the array that was first; NULL where it is gone */
    struct Sharing *next; /* put aside */
} Sharing;

typedef struct ArrayObject {
    PyObject_HEAD frit_array *array;
    Context *context;
    uint64_t serial;  /* of the capture it belongs to, 0 for none */
    Sharing *sharing; /* NULL: nobody else, so far */
    DType *dtype;
    Kind weak;         /* stands for a Python number of this kind; KIND_OTHER: does not */
    int64_t low, high; /* of a weak integer: where its value lies */
    bool part_value;   /* of .real, .imag or a diagonal in a capture, where it is no view */
    PyObject *origin;  /* the caller's object that it stands for, or NULL */
    PyObject *weakrefs;
} ArrayObject;

extern PyTypeObject ArrayBase_Type;
#define array_check(o) PyObject_TypeCheck((PyObject *)(o), &ArrayBase_Type)

/* Takes the library's array over, also on failure. like (or NULL) lends its sharing. */
PyObject *array_new(Context *context, frit_array *array, DType *dtype, ArrayObject *like);
/* Ready for use in the context: arrays from outside a capture become its placeholders. New reference. */
ArrayObject *array_in(Context *context, ArrayObject *array);
/* One op on arrays of one context, without promotion. New reference. */
PyObject *array_apply(Context *context, const char *op, ArrayObject **operands, uint32_t n,
                      const char *attrs, DType *dtype_or_null);
/* Makes the arrays' memory and what was recorded on it agree, if others can reach it. */
bool array_settle(ArrayObject **operands, uint32_t n, bool written);
/* The array as that dtype; itself where it is. New reference. */
ArrayObject *array_cast(ArrayObject *array, DTypeId to);
Sharing *array_sharing(ArrayObject *array);
bool array_is_shared(const ArrayObject *array);
void sharing_drop(Sharing *sharing);
/* For frit_array_wrap: the library no longer needs the memory, and may say so while the GIL is released. Its reference is
 * dropped once it has returned: the owner's end may run any Python. */
void sharing_release(void *sharing);
void sharing_drop_aside(void);
/* Somebody in Python looks at the sizes. */
void array_observed(ArrayObject *array);
int array_set_item(ArrayObject *self, PyObject *object, PyObject *value);
bool array_assign(ArrayObject *array, ArrayObject *value);
PyTypeObject *array_type(void);
int array_add_types(PyObject *module);

/* ---- where they lie (array_places.c) */

extern PyMethodDef array_place_methods[]; /* of the array type */
extern PyGetSetDef array_place_attributes[];
/* Elements in memory, and where; an array of a device is refused. Runs what is needed. */
bool array_data(ArrayObject *array, void **data, const int64_t **strides);
/* The same on whichever device. */
bool array_tensor(ArrayObject *array, frit_tensor *out);
/* Its elements, row-major, to the host's memory. */
bool array_read(ArrayObject *array, void *out, size_t size);
/* The array itself where it lies in that context, else a copy there. New reference. */
ArrayObject *array_to(Context *context, ArrayObject *array);
/* Where a step on the operands is recorded; c: where one without operands is. */
Context *context_of_step(Context *c, ArrayObject *const *operands, uint32_t n);
/* An object that becomes an operand, as array_from_object: where new arrays lie, but for one of rank 0, which goes where
 * it is used. */
ArrayObject *operand_array(PyObject *object);
/* The array where new arrays lie; takes it over. It may be NULL. */
ArrayObject *operand_placed(ArrayObject *array);
/* From now on new arrays lie where an operand does whose partner is a list; returns where they did, to be put back. */
Context *place_by_partner(PyObject *a, PyObject *b);
/* An operand of another device for a step in the context: a number is copied, others are refused. New reference. */
ArrayObject *array_meets(Context *context, ArrayObject *array);

/* Memory of a context's pool: what an array is made over, or a result of NumPy's. */
typedef struct Pooled {
    Context *context;
    void *data; /* on the context's device */
    uint64_t size;
} Pooled;

/* NULL with an exception set. */
Pooled *pooled_new(Context *context, uint64_t size);
/* Takes what it was given as void, as those do who free it. */
void pooled_free(void *pooled);
/* A row-major array over it, which takes it over, also on failure. */
PyObject *array_over_pooled(Pooled *pooled, DType *dtype, uint32_t rank, const int64_t *shape);

/* ---- shapes and views (array_views.c) */

extern PyMethodDef array_view_methods[]; /* of the array type */
bool shape_from_object(PyObject *object, int64_t *shape, uint32_t *rank);
PyObject *shape_tuple(uint32_t rank, const int64_t *shape);

/* ---- views by memory: parts of complex arrays, diagonals (memory_views.c) */

extern PyMethodDef memory_view_methods[]; /* of the array type */
/* False with NeedsValue: a part of the array is used in a capture, where it would not change too. */
bool part_allows_assign(const ArrayObject *array);

/* ---- what went wrong, with the shapes and dtypes met (step_error.c); all return NULL */

/* An op failed on these operands. */
PyObject *raise_step_error(const char *op, ArrayObject **operands, uint32_t n,
                           const frit_error *error);
/* The value's shape does not broadcast to the target's. */
PyObject *raise_assign_error(const ArrayObject *target, const ArrayObject *value);
/* "(2, 3)". New reference. */
PyObject *array_shape_text(const ArrayObject *array);

/* ---- operators (number.c; number_protocol.c, number_value.c, weak.c) */

/* An operand of a step: an array, or a Python number that takes its dtype from others. */
typedef struct Operand {
    ArrayObject *array; /* a reference; NULL: a number */
    PyObject *number;   /* borrowed */
    Kind weak;          /* of numbers and of arrays that stand for one; else KIND_OTHER */
} Operand;

/* 1: an operand; 0: something else (no exception); -1: an exception. */
int operand_from(PyObject *object, Operand *out);
void operand_drop(Operand *operand);
/* As an array of the dtype. New reference. */
ArrayObject *operand_as(const Operand *operand, DTypeId to);
DTypeId operands_promote(const Operand *operands, uint32_t n);
PyObject *number_binary(const char *op, PyObject *a, PyObject *b);
PyObject *number_unary(const char *op, PyObject *object);
/* A Python number as an array of rank 0. */
ArrayObject *number_array(PyObject *number, DTypeId id);
extern PyNumberMethods array_as_number;
PyObject *array_richcompare(PyObject *a, PyObject *b, int op);
int number_init(PyObject *module);

/* ---- indexing (index.c) */

extern PyMappingMethods array_as_mapping;
extern PySequenceMethods array_as_sequence;
int index_add(PyObject *module);

/* ---- in and out (interchange.c) */

extern PyBufferProcs array_as_buffer;
extern PyMethodDef interchange_methods[]; /* of the array type */
bool is_numpy_array(PyObject *object);
bool is_numpy_scalar(PyObject *object);
/* Has a NumPy array or scalar a dtype that frit has not: long double, strings, dates, objects? */
bool has_strange_dtype(PyObject *object);
/* An array over the object's memory where copy allows it. copy: -1 where needed, 0 never, 1 always. */
ArrayObject *array_from_object(PyObject *object, DType *dtype, int copy);
/* A NumPy array over the array's memory, which it keeps alive. */
PyObject *array_to_numpy(ArrayObject *array);
/* Nobody but one reference of ours can reach the memory of the owner. */
bool owner_is_private(PyObject *owner);
int interchange_add(PyObject *module);

/* ---- DLPack (dlpack.c) */

extern PyMethodDef dlpack_methods[]; /* of the array type */
/* An array over the memory of an object that has __dlpack__. copy: as above. */
ArrayObject *array_from_dlpack(PyObject *object, int copy);
int dlpack_add(PyObject *module);

/* ---- captures (capture.c) */

typedef struct Lift {
    ArrayObject *outer, *inner; /* references */
} Lift;

typedef struct NumberBound {
    ArrayObject *number; /* a reference: a placeholder that stands for a Python int */
    int64_t low, high;
} NumberBound;

typedef struct Capture {
    PyObject_HEAD Context *context;
    uint64_t serial;
    struct Capture *outer; /* of the same thread */
    bool active;
    Lazy outer_lazy;
    Lift *lifts;
    size_t n_lifts, room_lifts;
    NumberBound *bounds;
    size_t n_bounds, room_bounds;
    PyObject *observed; /* (file, line), or NULL */
} Capture;

/* (file, line) of the Python code that runs, outside the package itself. New reference. */
PyObject *calling_place(void);
/* Raises NeedsValue; returns NULL. */
PyObject *raise_needs_value(const char *what);
/* The capture's stand-in for an array from outside. New reference. */
ArrayObject *capture_lift(Capture *capture, ArrayObject *outer);
bool capture_bound(ArrayObject *number, int64_t low, int64_t high);
int capture_add_types(PyObject *module);

/* ---- programs and plans (module.c), fused calls (fused.c) */

frit_module *frit_module_of(PyObject *object);
PyObject *module_object(frit_module *module); /* takes it over, also on failure */
frit_plan *frit_plan_of(PyObject *object);
int frit_add_module_types(PyObject *module);
int fused_add_types(PyObject *module);
int loop_add_types(PyObject *module);

#endif
