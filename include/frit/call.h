/* Calls: plans that run, also in the background. */
#ifndef FRIT_CALL_H
#define FRIT_CALL_H

#include "frit/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A plan ready to run. The first run with new shapes or strides prepares it for them, later ones
 * with the same only run: about a microsecond for small arrays. Several calls of one context may
 * run at once, from different threads.
 */
typedef struct frit_call frit_call;

/* The call keeps what it needs of the plan, which may be freed before it. */
FRIT_API frit_status frit_call_new(const frit_context *context, const frit_plan *plan,
                                   frit_call **out, frit_error *error);
/* From within a callback of the call: when its run is over. */
FRIT_API void frit_call_free(frit_call *call);
/* What it runs; valid as long as the call is. */
FRIT_API const frit_plan *frit_call_plan(const frit_call *call);

typedef struct frit_compile_options {
    size_t size;                     /* FRIT_SIZED */
    const char *program;             /* NULL: the last */
    const char *const *input_types;  /* as in frit_module_infer; NULL: as declared */
    uint32_t input_count;            /* of input_types */
    const frit_infer_options *infer; /* NULL: none */
    const frit_plan_options *plan;   /* NULL: none */
    frit_compile_policy compile;     /* as by frit_call_compile */
} frit_compile_options;

/*
 * From text (docs/ir.md) to something that runs, in one step: frit_module_parse, frit_module_infer,
 * frit_plan_new and frit_call_new. The error says which of them failed, and where. options may be NULL.
 */
FRIT_API frit_status frit_compile(const frit_context *context, const char *text, size_t len,
                                  const frit_compile_options *options, frit_call **out,
                                  frit_error *error);
/* The shape of an output for inputs of these shapes; valid until the next use of the call. */
FRIT_API frit_status frit_call_shape(frit_call *call, const frit_tensor *inputs,
                                     uint32_t input_count, uint32_t output, const int64_t **shape,
                                     uint32_t *rank, frit_error *error);
/*
 * In which order the axes of an output best lie in memory, for inputs of these shapes and strides: the outermost
 * first, as many as its rank. It is that of what the output is made of (so NumPy lays results out), or row-major where
 * that differs. Any other is as right.
 */
FRIT_API frit_status frit_call_order(frit_call *call, const frit_tensor *inputs,
                                     uint32_t input_count, uint32_t output, uint32_t *order,
                                     frit_error *error);
/*
 * Outputs may overlap inputs in any way; results are as if all inputs had been read before, and the
 * outputs written one after another. On failure no output has changed but fresh ones. Addresses and
 * strides are multiples of the size of the element's scalars; data may be NULL where there are no elements.
 */
FRIT_API frit_status frit_call_run(frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                                   const frit_tensor *outputs, uint32_t output_count,
                                   frit_error *error);
/*
 * Says of an output whether it is fresh, in the runs from now on (at first none is): memory that nobody but the
 * host's call itself has seen, whose contents matter to no one until the run has succeeded. A run that fails may
 * leave anything in it. So results are made right there, where others may have to be made elsewhere and
 * copied: whatever can fail or be cancelled half way must not leave half of itself in an array that somebody
 * knows.
 */
FRIT_API frit_status frit_call_fresh(frit_call *call, uint32_t output, bool fresh,
                                     frit_error *error);
/*
 * Bytes that the last run copied, one that failed too, beside what its kernels read and wrote: results made
 * elsewhere and put where they belong, dense copies of strided arrays for reshapes that strides cannot express,
 * what loops are given and give back.
 */
FRIT_API uint64_t frit_call_copied(const frit_call *call);
/*
 * What a run on these arguments would copy; nothing runs. A loop counts as one turn, a branch as its dearer
 * arm. outputs NULL, or data NULL: memory that overlaps nothing.
 */
FRIT_API frit_status frit_call_copies(frit_call *call, const frit_tensor *inputs,
                                      uint32_t input_count, const frit_tensor *outputs,
                                      uint32_t output_count, uint64_t *bytes, frit_error *error);

/*
 * Has the runs from now on look at the clock, before and after each kernel; switching it on, also again, begins at
 * zero. Off, as calls are at first, no clock is read and nothing is kept.
 */
FRIT_API frit_status frit_call_profile(frit_call *call, bool on, frit_error *error);

/* What a kernel took in all runs since, those that failed too. */
typedef struct frit_kernel_time {
    uint64_t runs;        /* how often it ran: of one in the body of a loop, once for each turn */
    uint64_t turns;       /* of a host-run loop or map, how often its body ran; else 0 */
    uint64_t nanoseconds; /* of wall-clock time; of host-run control flow with what is inside it */
} frit_kernel_time;

/* Of a kernel by its number in the plan (frit_plan_kernel). False: there is none, or the call is not profiled or
 * runs. */
FRIT_API bool frit_call_time(const frit_call *call, uint32_t kernel, frit_kernel_time *time);

/*
 * A call that runs in the background, on a thread of its own beside the context's workers. Shapes and strides
 * are copied as it starts; the arrays' memory is the run's until it has ended: inputs must not be written,
 * outputs not be looked at. While it runs the call cannot be used (FRIT_ERR_ARGUMENT); other calls of the
 * context may run. Callbacks of the context come from the run's thread. After a fork the run goes on in the
 * parent alone.
 */
typedef struct frit_run frit_run;

FRIT_API frit_status frit_call_start(frit_call *call, const frit_tensor *inputs,
                                     uint32_t input_count, const frit_tensor *outputs,
                                     uint32_t output_count, frit_run **out, frit_error *error);
/* It has ended: frit_run_wait will not wait. From any thread. */
FRIT_API bool frit_run_done(const frit_run *run);
/* Until it has ended; the status and the error are those that frit_call_run would have given. May be asked
 * again, and from several threads. From within a callback of the run: FRIT_ERR_ARGUMENT. */
FRIT_API frit_status frit_run_wait(const frit_run *run, frit_error *error);
/* Makes it end with FRIT_ERR_CANCELLED at its next chunk, its outputs as they were; it and no other. From any
 * thread or signal handler. Without effect once it has ended. */
FRIT_API void frit_run_cancel(const frit_run *run);
/* Cancels it if it still runs, and waits. frit_context_free does the same with runs of the context, which
 * can still be asked how they ended. */
FRIT_API void frit_run_free(frit_run *run);

#ifdef __cplusplus
}
#endif
#endif
