/* Plans: which steps run as one kernel, and why no more. */
#ifndef FRIT_PLAN_H
#define FRIT_PLAN_H

#include "frit/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A plan says which steps of a program run as one kernel, and why no more. It depends on types, never
 * on sizes. Plans do not change: any number of threads may use one.
 */
typedef struct frit_plan frit_plan;

typedef struct frit_plan_options {
    size_t size; /* FRIT_SIZED */
    frit_numerics numerics;
    bool no_fusion; /* every step is a kernel of its own */
} frit_plan_options;

/* Of a typed module (frit_module_infer), whose program (NULL: the last) is copied and optimised. */
FRIT_API frit_status frit_plan_new(const frit_context *context, const frit_module *module,
                                   const char *program, const frit_plan_options *options,
                                   frit_plan **out, frit_error *error);
FRIT_API void frit_plan_free(frit_plan *plan);
FRIT_API uint32_t frit_plan_input_count(const frit_plan *plan);
FRIT_API uint32_t frit_plan_output_count(const frit_plan *plan);
/* None past the end. */
FRIT_API frit_type frit_plan_input_type(const frit_plan *plan, uint32_t index);
FRIT_API frit_type frit_plan_output_type(const frit_plan *plan, uint32_t index);

/*
 * The program's data: where it lies, and the extents and strides its type does not say. A tensor on the device of
 * the call is used where it lies. One in the host's memory is copied to the device and, of an output, back; any
 * other device is FRIT_ERR_ARGUMENT.
 */
typedef struct frit_tensor {
    void *data;
    const int64_t *shape;   /* as many as the type has axes; NULL for rank 0 */
    const int64_t *strides; /* in bytes; NULL: row-major */
    frit_device device;     /* whose memory data is; zero: the host's */
} frit_tensor;

typedef struct frit_kernel_info {
    /* "map", "reduce", "row-resident", "scan", "loop", "contraction", ...; "host-for", "host-while",
     * "host-if" and "host-map" are no kernels but control flow around those that follow. */
    const char *schedule;
    uint32_t step_count;                /* instructions of the optimised program that it computes */
    uint32_t input_count, output_count; /* arrays it reads and writes */
} frit_kernel_info;

/* Kernels in the order in which they run; those in the bodies of loops come after their loop. */
FRIT_API uint32_t frit_plan_kernel_count(const frit_plan *plan);
FRIT_API bool frit_plan_kernel(const frit_plan *plan, uint32_t kernel, frit_kernel_info *info);
/* Step number index of a kernel as text ("e = exp(d)"), as snprintf does. */
FRIT_API size_t frit_plan_kernel_step(const frit_plan *plan, uint32_t kernel, uint32_t index,
                                      char *buffer, size_t size);

/* Two steps that are neighbours and did not become one kernel. */
typedef struct frit_apart_info {
    const char *rule; /* "different-space", "recompute-cost", ... */
    const char *why;  /* the rule in a sentence */
    bool legality;    /* together they would be wrong; else they would be slow */
    uint32_t producer_kernel, consumer_kernel;
} frit_apart_info;

FRIT_API uint32_t frit_plan_apart_count(const frit_plan *plan);
FRIT_API bool frit_plan_apart(const frit_plan *plan, uint32_t index, frit_apart_info *info);

/* For arguments of given shapes (their data may be NULL). Loops count as one turn. */
typedef struct frit_plan_cost_info {
    uint64_t bytes_read, bytes_written;
    uint64_t unfused_read, unfused_written;
    /*
     * Most bytes of temporaries at once, what loops carry among them. Not counted is what hangs on
     * the arguments of a call: outputs made elsewhere first, because they overlap something or must
     * not stay half written, and dense copies for reshapes that strides cannot express; nor the
     * blocks that threads work in.
     */
    uint64_t peak;
    uint32_t launches, unfused_launches;
} frit_plan_cost_info;

FRIT_API frit_status frit_plan_cost(const frit_plan *plan, const frit_tensor *inputs,
                                    uint32_t input_count, frit_plan_cost_info *out,
                                    frit_error *error);

typedef enum frit_report_format {
    FRIT_REPORT_TEXT = 0,
    FRIT_REPORT_JSON = 1,
    FRIT_REPORT_DOT = 2, /* Graphviz */
    FRIT_REPORT_SVG = 3,
    FRIT_REPORT_KERNELS = 4, /* the kernel form itself */
    FRIT_REPORT_HTML = 5     /* a page that needs nothing else */
} frit_report_format;

/* inputs: shapes for the figures in bytes, or NULL to leave them out. */
FRIT_API frit_status frit_plan_report(const frit_plan *plan, const frit_tensor *inputs,
                                      uint32_t input_count, frit_report_format format,
                                      frit_text *out, frit_error *error);

typedef struct frit_export_options {
    size_t size;               /* FRIT_SIZED */
    const char *function_name; /* NULL: the program's */
    const char *header_name;   /* the source includes it; NULL: it includes no header of its own */
    bool openmp;               /* with pragmas of OpenMP: rows in parallel, the same bits */
} frit_export_options;

/*
 * The plan as one file of C11 that needs no frit: a function that runs all of it, with the CPU's bits, for every size
 * (docs/export.md). header may be NULL, options too. FRIT_ERR_UNSUPPORTED where something has no such text.
 */
FRIT_API frit_status frit_export(const frit_plan *plan, const frit_export_options *options,
                                 frit_text *source, frit_text *header, frit_error *error);

#ifdef __cplusplus
}
#endif
#endif
