/* Arrays that record, programs out of recordings, DLPack. */
#ifndef FRIT_ARRAY_H
#define FRIT_ARRAY_H

#include "frit/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ arrays */

/*
 * An array of a context. Steps on arrays are recorded, and run fused when somebody looks: at
 * frit_array_read, frit_array_data, frit_flush, an export, or when much has been recorded. Whatever
 * is done, the results are those of running the steps one after another, also when arrays share
 * memory. Arrays and their context belong to one thread at a time.
 */
typedef struct frit_array frit_array;

/* A copy of data; NULL: zeros. strides in bytes, NULL: row-major. type: "f32", "f32x3", ... */
FRIT_API frit_status frit_array_new(frit_context *context, const char *type, uint32_t rank,
                                    const int64_t *shape, const int64_t *strides, const void *data,
                                    frit_array **out, frit_error *error);
/*
 * The caller's memory itself, without copying. release (may be NULL) is called once nobody uses it
 * any more. What is assigned to the array is written there at the latest when work is flushed.
 */
FRIT_API frit_status frit_array_wrap(frit_context *context, const char *type, uint32_t rank,
                                     const int64_t *shape, const int64_t *strides, void *data,
                                     bool read_only, void (*release)(void *user), void *user,
                                     frit_array **out, frit_error *error);
/* The same of memory where the tensor says: the host's, or that of the context's device, of which no more is asked than that
 * its kernels can use the address. */
FRIT_API frit_status frit_array_wrap_tensor(frit_context *context, const char *type, uint32_t rank,
                                            const frit_tensor *tensor, bool read_only,
                                            void (*release)(void *user), void *user,
                                            frit_array **out, frit_error *error);
/* Counts references: every array that a call gave out is freed once, and retain adds one. */
FRIT_API void frit_array_retain(frit_array *array);
FRIT_API void frit_array_free(frit_array *array);

/*
 * A scope frees temporaries: what calls gave out since its begin and nobody freed is freed at its end. Scopes
 * nest; the innermost that is open gets what is made. An array that was retained keeps its other references.
 */
FRIT_API frit_status frit_scope_begin(frit_context *context, frit_error *error);
FRIT_API frit_status frit_scope_end(frit_context *context, frit_error *error);
/* Outlives all scopes: it is the caller's to free, as where none is open. */
FRIT_API frit_status frit_scope_keep(frit_array *array, frit_error *error);

FRIT_API uint32_t frit_array_rank(const frit_array *array);
FRIT_API const int64_t *frit_array_shape(const frit_array *array);
/* Bytes from element to element along each axis, also of an array that is still to be computed. */
FRIT_API const int64_t *frit_array_strides(const frit_array *array);
FRIT_API const char *frit_array_type(const frit_array *array); /* of the elements: "f32" */
/* The same as data; and the dtype of elements that are scalars, FRIT_NO_DTYPE of others. */
FRIT_API frit_type frit_array_element(const frit_array *array);
FRIT_API frit_dtype frit_array_dtype(const frit_array *array);
FRIT_API uint32_t frit_array_item_size(const frit_array *array); /* bytes of an element */
/* Where its elements lie, or will: on the context's device; what was wrapped stays where it is. */
FRIT_API frit_device frit_array_device(const frit_array *array);
/* Nothing recorded is left to compute for it. */
FRIT_API bool frit_array_is_ready(const frit_array *array);
/* It is a placeholder, or a part of one, to which nothing was assigned: a call's argument as it was given. */
FRIT_API bool frit_array_is_given(const frit_array *array);
/* Nothing can be assigned to it: wrapped as such, broadcast, or a view of one that is. */
FRIT_API bool frit_array_is_read_only(const frit_array *array);
/* Would a step on the array (written: an assignment to it) have to run what is recorded first? */
FRIT_API bool frit_array_must_run(const frit_array *array, bool written);

/* Runs what the array needs and copies its elements out, row-major. size is checked. */
FRIT_API frit_status frit_array_read(frit_array *array, void *out, size_t size, frit_error *error);
/* Runs what it needs and says where its elements lie; valid until the array is freed or recorded
 * work changes it. Writing there is allowed unless the array is read-only. FRIT_ERR_UNSUPPORTED where the host cannot
 * address the memory of the array's device: frit_array_read copies. */
FRIT_API frit_status frit_array_data(frit_array *array, void **data, const int64_t **strides,
                                     frit_error *error);
/* The same on whichever device: as calls take it (frit_call_run). */
FRIT_API frit_status frit_array_tensor(frit_array *array, frit_tensor *out, frit_error *error);

/* Records an op of the table; attrs as in frit_builder_op, or NULL. iota of an array has its shape. */
FRIT_API frit_status frit_apply(frit_context *context, const char *op, frit_array *const *inputs,
                                uint32_t input_count, const char *attrs, frit_array **out,
                                frit_error *error);
/* Records a literal with its type ("1.5:f32") as an array of rank 0. Another literal is another plan:
 * what changes from call to call is better an array of rank 0. */
FRIT_API frit_status frit_literal(frit_context *context, const char *literal, frit_array **out,
                                  frit_error *error);
/* Records a call of a program of the module (NULL: the last); outputs has room for its outputs. */
FRIT_API frit_status frit_apply_program(frit_context *context, const frit_module *module,
                                        const char *program, frit_array *const *inputs,
                                        uint32_t input_count, frit_array **outputs,
                                        uint32_t output_count, frit_error *error);

/* Views, which share the array's memory. Each list has an entry for each axis; start, stop and step
 * follow Python, FRIT_LEFT_OUT stands for an entry left out, a NULL list for all of them. */
#define FRIT_LEFT_OUT INT64_MIN
FRIT_API frit_status frit_array_slice(frit_array *array, const int64_t *start, const int64_t *stop,
                                      const int64_t *step, frit_array **out, frit_error *error);
FRIT_API frit_status frit_array_transpose(frit_array *array, const uint32_t *perm, frit_array **out,
                                          frit_error *error);
/* Shares memory where the strides allow it; else FRIT_ERR_SHAPE (use the op reshape, which copies).
 * One extent may be -1: what is left over. */
FRIT_API frit_status frit_array_reshape(frit_array *array, uint32_t rank, const int64_t *shape,
                                        frit_array **out, frit_error *error);
/* The same elements with some axes of extent 1 taken out (by their numbers in the array), or put in
 * (by their numbers in the result). What is recorded then holds for every size of the others. */
FRIT_API frit_status frit_array_squeeze(frit_array *array, uint32_t axis_count,
                                        const uint32_t *axes, frit_array **out, frit_error *error);
FRIT_API frit_status frit_array_expand(frit_array *array, uint32_t axis_count, const uint32_t *axes,
                                       frit_array **out, frit_error *error);
/* Read-only. */
FRIT_API frit_status frit_array_broadcast(frit_array *array, uint32_t rank, const int64_t *shape,
                                          frit_array **out, frit_error *error);

/* array[...] = value, in place: everything that shares the memory sees it. value broadcasts and must
 * have the same element type. */
FRIT_API frit_status frit_array_assign(frit_array *array, frit_array *value, frit_error *error);

/* -------------------------------------------------------------------- programs out of recordings */

/*
 * An array that stands for an argument: it has a type and a shape and no elements. Steps on it are
 * recorded and never run. Whatever would have to run them (reading, the address, an export,
 * frit_flush) fails with FRIT_ERR_NO_VALUE and leaves the recording as it was. It can be assigned to,
 * as can views of it and of what is computed from it: from then on it stands for the new value. Where
 * an assignment to a part cannot be expressed by steps (a step other than 1 and -1; very many of
 * them), that is FRIT_ERR_NO_VALUE too, at the assignment or, where frit_array_store can tell what was
 * assigned, once the array is read. Best in a context of its own, with no arrays in memory but
 * constants. frit_discard ends the recording: after it these arrays can only be freed.
 */
FRIT_API frit_status frit_array_placeholder(frit_context *context, const char *type, uint32_t rank,
                                            const int64_t *shape, frit_array **out,
                                            frit_error *error);
/* Has a placeholder, or a part of it, been assigned to? False for other arrays. */
FRIT_API bool frit_array_changed(const frit_array *array);

/* Python's slice of an axis, FRIT_LEFT_OUT where nothing was said. */
typedef struct frit_range {
    int64_t start, stop, step;
    bool integer; /* the index start instead, which must be in range: one element */
} frit_range;

/*
 * What was assigned to a placeholder as a list of stores: its new value is what the argument holds after
 * they are written to it, one after another. A host that lists their values among the outputs of
 * frit_capture, in this order, and gives frit_call_run those parts of the argument changes it in place,
 * whatever its sizes. 0 where nothing was assigned, and where the places cannot be said (through views
 * of views that do not come to one slice, very many of them): then the new value as a whole is all there
 * is.
 */
FRIT_API uint32_t frit_array_store_count(const frit_array *placeholder);
/* ranges has room for each axis of the placeholder; *value, to be freed, has as many. */
FRIT_API frit_status frit_array_store(frit_array *placeholder, uint32_t index, frit_array **value,
                                      frit_range *ranges, frit_error *error);
/*
 * The recorded steps from inputs to outputs as a typed module whose last program is called name. The
 * recording stays. inputs are placeholders (as they were made, whatever was assigned to them since) or
 * arrays in memory; all that the outputs need must be among them but arrays of rank 0 in memory, which
 * become literals. An output that is a placeholder is what it stands for now.
 *
 * sized: every extent is a number. Else extents of inputs above 1 are names, one for each size, and the
 * program is good for all arguments whose extents are 0, 1 and equal where these are; numbers in the
 * attributes of steps stay the numbers they are, and where the steps hang on the sizes at hand, that
 * is FRIT_ERR_SHAPE or FRIT_ERR_TYPE.
 *
 * Steps of the recording that the outputs do not need count as executed: what they ask of the sizes (a
 * reshape, an index) is asked of the arguments of every call, and a step that may find an index out of
 * range without anybody needing its result is FRIT_ERR_NO_VALUE.
 */
FRIT_API frit_status frit_capture(frit_context *context, frit_array *const *inputs,
                                  uint32_t input_count, frit_array *const *outputs,
                                  uint32_t output_count, const char *name, bool sized,
                                  frit_module **out, frit_error *error);
/*
 * The same for a program that the host runs before it runs what frit_capture gives at the end, because a
 * placeholder that the recording goes on with follows from it: where a mask is true, say. Of steps that these outputs
 * do not need nothing is asked, and those that they need count as executed from now on.
 */
FRIT_API frit_status frit_capture_part(frit_context *context, frit_array *const *inputs,
                                       uint32_t input_count, frit_array *const *outputs,
                                       uint32_t output_count, const char *name, bool sized,
                                       frit_module **out, frit_error *error);

/* Steps recorded and not run, and assignments among what is recorded. */
FRIT_API uint32_t frit_recorded(const frit_context *context);
FRIT_API uint32_t frit_recorded_stores(const frit_context *context);
/* Runs everything recorded whose results somebody can still see. */
FRIT_API frit_status frit_flush(frit_context *context, frit_error *error);
/*
 * Forgets what is recorded and has not run, as after a failure that would come again (an index out of
 * range). Assignments among it do not happen; arrays that it would have computed can only be freed
 * (FRIT_ERR_ARGUMENT).
 */
FRIT_API void frit_discard(frit_context *context);
/*
 * After a flush that failed with FRIT_ERR_INDEX, or FRIT_ERR_ARGUMENT of a step: forgets that step and what hangs on it, as
 * frit_discard does with everything; the rest stays recorded and may run. (An assignment that one of those
 * took the place of does not happen either.) False where there is none, or no memory.
 */
FRIT_API bool frit_discard_failed(frit_context *context);
/*
 * A number that steps recorded from now on carry, a line of the caller's source for instance (0: none).
 * When such a step fails as it runs, error->line is its number and error->place names the step.
 */
FRIT_API void frit_set_place(frit_context *context, uint32_t line);
/*
 * Has recorded work look at the clock from now on, as frit_call_profile has calls. The times of what ran last, and the
 * numbers its steps carry, are in its report as JSON ("time" of kernels, "line" of steps).
 */
FRIT_API void frit_set_profile(frit_context *context, bool on);
/* The plan of the work that ran last, or NULL; valid until more runs. */
FRIT_API const frit_plan *frit_last_plan(const frit_context *context);
/* Its report, with the figures for the shapes it ran on. */
FRIT_API frit_status frit_last_report(const frit_context *context, frit_report_format format,
                                      frit_text *out, frit_error *error);
/*
 * Runs the program (NULL: the last) of a typed module fused and unfused on inputs of its own making.
 * *out is the smallest program found on which the two differ, or NULL when none was found.
 */
FRIT_API frit_status frit_module_reduce(const frit_context *context, const frit_module *module,
                                        const char *program, frit_module **out, frit_error *error);
/* Verify mode: after FRIT_ERR_MISMATCH of recorded work, the smallest program found that shows it. (Of
 * a call: frit_module_reduce.) */
FRIT_API frit_status frit_last_mismatch(const frit_context *context, frit_text *out,
                                        frit_error *error);

/*
 * DLPack 1.x, which says the device too. Export runs what the array needs; the consumer calls the deleter, from any thread that may use the
 * array and also after the context was freed. A tensor has a reference to its array, unless release is given: then the
 * host keeps the array, and release is called with user once the consumer is done with it (for hosts who must not
 * free an array in whichever thread that is). Import takes the tensor over on success. Both kinds of struct are
 * understood.
 */
struct DLManagedTensor;
struct DLManagedTensorVersioned;
FRIT_API frit_status frit_array_to_dlpack(frit_array *array, void (*release)(void *user),
                                          void *user, struct DLManagedTensorVersioned **out,
                                          frit_error *error);
FRIT_API frit_status frit_array_to_dlpack_legacy(frit_array *array, void (*release)(void *user),
                                                 void *user, struct DLManagedTensor **out,
                                                 frit_error *error);
/* Calls the tensor's deleter, for those who do not have its struct. */
FRIT_API void frit_dlpack_free(struct DLManagedTensorVersioned *tensor);
FRIT_API void frit_dlpack_free_legacy(struct DLManagedTensor *tensor);
FRIT_API frit_status frit_array_from_dlpack(frit_context *context,
                                            struct DLManagedTensorVersioned *tensor,
                                            frit_array **out, frit_error *error);
FRIT_API frit_status frit_array_from_dlpack_legacy(frit_context *context,
                                                   struct DLManagedTensor *tensor, frit_array **out,
                                                   frit_error *error);

#ifdef __cplusplus
}
#endif
#endif
