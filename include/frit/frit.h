/*
 * frit: a kernel-fusion engine.
 *
 * This header is the whole public interface of libfrit (frit.hpp wraps it for C++). In it, in this order:
 *
 *   errors, contexts     frit_error, frit_context_*, frit_buffer_*
 *   modules              frit_module_*: text, bytes, checking; looking inside: frit_program_*, frit_var_*
 *   building             frit_builder_*: programs call by call
 *   stages               frit_module_infer, _optimize, _emit
 *   plans                frit_plan_*: what runs as one kernel, and why no more
 *   calls                frit_compile (text to something that runs), frit_call_*, frit_run_* (in the background)
 *   compiled kernels     frit_call_compile, frit_cache_*
 *   arrays               frit_array_*, frit_apply: steps that are recorded and fuse by themselves; frit_scope_*
 *   captures             frit_array_placeholder, frit_capture: programs out of recordings; frit_flush; DLPack
 *   functions            frit_slang_*, frit_resolved_*: from a Slang-style language
 *   the op table         frit_op_*
 *
 * The rules that hold for all of it:
 *
 * - Nothing is global. Every object belongs to the context it was made with; free the objects
 *   first, the context last. What was freed too late is told: an array or a call whose context is gone can
 *   only be freed (its functions fail with FRIT_ERR_ARGUMENT), and its memory stays until then.
 * - `const` says who may share: a `const` pointer may be used by several threads at once, a non-const one by
 *   one at a time. It does not say that nothing changes behind it: a context counts, keeps buffers and starts
 *   threads, each safely. So modules, plans and contexts may be shared; a call, a builder, an array and a
 *   context that records belong to one thread at a time.
 * - A call that can fail returns a frit_status and fills the frit_error it was given (which may be
 *   NULL). On failure nothing was changed and nothing was made: every object is as it was before.
 * - NULL where an object, a text or a place for a result is needed is FRIT_ERR_ARGUMENT; functions that
 *   cannot fail then do nothing, and give 0, false, "" or NULL. Freeing NULL does nothing.
 * - The library never exits, aborts, prints or jumps. Running out of memory is FRIT_ERR_NOMEM.
 * - Callbacks. While recorded work runs, nothing that is recorded and no array of the context can be used
 *   from within a callback of it: FRIT_ERR_ARGUMENT, and nothing has changed. Freeing an array is allowed,
 *   and so are calls other than the one that runs, frit_context_cancel, and looking.
 * - Strings passed in are UTF-8 and are copied.
 */
#ifndef FRIT_FRIT_H
#define FRIT_FRIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FRIT_VERSION_MAJOR 0
#define FRIT_VERSION_MINOR 1
#define FRIT_VERSION_PATCH 0
/* Grows by one with every incompatible change of this header. */
#define FRIT_ABI_VERSION 1

#if defined(_WIN32)
#define FRIT_API
#else
#define FRIT_API __attribute__((visibility("default")))
#endif

/* "0.1.0": the version of the library that is running, which may be newer than this header. */
FRIT_API const char *frit_version(void);
FRIT_API int frit_abi_version(void);

/* ------------------------------------------------------------------------------------ errors */

/* Values are fixed for ever; new ones may be added in the gaps. */
typedef enum frit_status {
    FRIT_OK = 0,
    FRIT_ERR_NOMEM = 1,        /* the allocator said no */
    FRIT_ERR_ARGUMENT = 2,     /* a call was given something it cannot take */
    FRIT_ERR_LIMIT = 3,        /* a documented limit was passed (rank, size, depth) */
    FRIT_ERR_SYNTAX = 10,      /* text that is not a program */
    FRIT_ERR_FORMAT = 11,      /* bytes that are not an encoded module */
    FRIT_ERR_CHECK = 20,       /* a program that breaks a rule of its stage */
    FRIT_ERR_TYPE = 30,        /* element types or ranks that do not fit */
    FRIT_ERR_SHAPE = 31,       /* extents that do not fit */
    FRIT_ERR_UNSUPPORTED = 40, /* a valid program that this target cannot express */
    FRIT_ERR_INDEX = 50,       /* an index outside its array */
    FRIT_ERR_CANCELLED = 51,   /* somebody asked to stop */
    FRIT_ERR_NO_VALUE = 52,    /* a value is needed of an array that stands for an argument */
    FRIT_ERR_MISMATCH = 60,    /* verify mode: fused and unfused results differ */
    FRIT_ERR_INTERNAL = 90     /* a bug in frit: please report it */
} frit_status;

typedef enum frit_stage {
    FRIT_STAGE_NONE = 0,
    FRIT_STAGE_BUILD = 1,
    FRIT_STAGE_PARSE = 2,
    FRIT_STAGE_LOAD = 3,
    FRIT_STAGE_CHECK = 4,
    FRIT_STAGE_INFER = 5,
    FRIT_STAGE_OPT = 6,
    FRIT_STAGE_EMIT = 7,
    FRIT_STAGE_PLAN = 8,
    FRIT_STAGE_RUN = 9
} frit_stage;

/* Filled by a failing call; plain data, owned by the caller, valid until the next failure. */
typedef struct frit_error {
    frit_status status;
    frit_stage stage;
    uint32_t line;     /* of the text the program was parsed from, or frit_set_place's; 0: none */
    uint32_t column;   /* in bytes, from 1 */
    char place[128];   /* "program softmax, instruction 3", or empty */
    char message[384]; /* one sentence without a final full stop */
} frit_error;

/* "syntax", "type", ...: one word for a status. */
FRIT_API const char *frit_status_name(frit_status status);
/* "parse", "infer", ...: one word for a stage. */
FRIT_API const char *frit_stage_name(frit_stage stage);

/* ----------------------------------------------------------------------------------- context */

/*
 * One callback for all memory. ptr == NULL asks for new_size bytes; new_size == 0 frees ptr (and the
 * result is ignored); otherwise ptr is resized from old_size to new_size. NULL means "no memory", and
 * ptr then stays valid. Blocks must be aligned as malloc's are. It may be called from any thread that
 * uses an object of the context, and from the one that compiles kernels in the background.
 */
typedef struct frit_allocator {
    void *(*fn)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} frit_allocator;

typedef struct frit_context frit_context;

/* allocator == NULL means malloc. Returns NULL when there is no memory. */
FRIT_API frit_context *frit_context_new(const frit_allocator *allocator);
/* Runs in the background are cancelled first, and waited for. While other work of the context runs, and from
 * within a callback of it, this does nothing. */
FRIT_API void frit_context_free(frit_context *context);

/* One piece of a kernel's work. worker is below the number of threads and, while it runs, its own. */
typedef void frit_chunk_fn(void *chunk_user, uint64_t chunk, unsigned worker);

typedef enum frit_numerics {
    FRIT_STRICT = 0,   /* every step as written */
    FRIT_CONTRACT = 1, /* a*b+c may be rounded once */
    FRIT_FAST = 2      /* real-number algebra; NaN, infinities and signed zeros may get lost */
} frit_numerics;

/*
 * How kernels come to run as compiled code instead of being interpreted. What was compiled before, by any
 * process that shares the cache on disk, is used at once under all of these but the last.
 */
typedef enum frit_compile_policy {
    /* What the environment says (FRIT_COMPILE=auto, wait, require, never, "never,strict" or off), else
     * auto; of a call: what its context says. */
    FRIT_COMPILE_DEFAULT = 0,
    /* A kernel is interpreted until the time that takes would have paid for compiling it; then it is
     * compiled in the background and taken over by the runs that come after. One whose first run
     * would by its estimate take many times as long as compiling it is compiled before. */
    FRIT_COMPILE_AUTO = 1,
    FRIT_COMPILE_WAIT = 2, /* before it first runs, if it can be */
    /* The same, and a kernel that cannot be compiled is FRIT_ERR_UNSUPPORTED with the reason. */
    FRIT_COMPILE_REQUIRE = 3,
    /*
     * Nothing is compiled. Kernels that are in neither the cache nor a pack are interpreted, and
     * frit_cache_missing names them. In the environment it holds whatever contexts and calls ask for.
     */
    FRIT_COMPILE_NEVER = 4,
    FRIT_COMPILE_NEVER_STRICT = 5, /* the same, and a missing kernel is FRIT_ERR_UNSUPPORTED */
    FRIT_COMPILE_OFF = 6           /* everything is interpreted */
} frit_compile_policy;

/* "default", "auto", "wait", "require", "never", "never,strict", "off"; NULL: there is no such policy. */
FRIT_API const char *frit_compile_name(frit_compile_policy policy);
/* The policy of that name, "default" among them. False: there is none; *out is as it was. */
FRIT_API bool frit_compile_from_name(const char *name, frit_compile_policy *out);

/* A device. Zero: the host. type is DLPack's number of its kind (1: the CPU, which is the host too; 2: CUDA; 4:
 * OpenCL), number counts those of a kind. */
typedef struct frit_device {
    int32_t type, number;
} frit_device;

/* All zero is a good choice of everything. */
typedef struct frit_context_options {
    /* Threads that run kernels, the caller's among them; 0: as many as the process may use cores.
     * More than 4096: FRIT_ERR_LIMIT when the first work runs. */
    unsigned threads;
    /*
     * The host's threads instead of frit's own: must call run(chunk_user, chunk, worker) once for
     * every chunk below n and return when all have returned. NULL: frit's own.
     */
    void (*host_run)(void *host_user, uint64_t n, frit_chunk_fn *run, void *chunk_user);
    void *host_user;
    uint64_t memory_cap; /* bytes of unused buffers to keep for reuse; 0: 1 GiB */
    /* "avx512", "avx2", "x86-64", "neon", "portable"; NULL: FRIT_ISA, or the best */
    const char *isa;
    bool no_blas;   /* use frit's own contractions */
    bool no_fusion; /* every step is a kernel of its own */
    bool verify;    /* every plan also runs unfused, and both must give the same bits */
    /*
     * Called by the thread that asked for the work: after every piece of a kernel that this thread
     * runs itself, or once after a kernel when others ran all its pieces (as host_run's threads may),
     * and once after every contraction; and once, with done 0, before a short kernel that writes straight
     * into arrays that are not fresh, which is not interrupted. done and total count pieces of the kernel
     * at hand. false: cancel.
     */
    bool (*progress)(void *progress_user, uint64_t done, uint64_t total);
    void *progress_user;
    frit_numerics numerics; /* of recorded work; plans made by hand have their own */
    frit_compile_policy compile;
    /* Where compiled kernels are kept; NULL: FRIT_CACHE_DIR, $XDG_CACHE_HOME/frit or ~/.cache/frit; "":
     * nowhere. */
    const char *cache_dir;
    /* Files of compiled kernels (frit cache pack) to look into first, with ':' between them (so a path
     * that has one cannot be named); NULL: FRIT_CACHE_PACK. */
    const char *cache_packs;
    uint64_t cache_memory; /* bytes of code to keep that nobody uses; 0: a good choice */
    uint64_t cache_disk;   /* bytes the directory may take; 0: FRIT_CACHE_SIZE, or a good choice */
    /*
     * Called by the thread that asked for the work with what people should know, each once: a kernel
     * that FRIT_COMPILE_NEVER has to do without, a cache directory that others can write to. NULL: nobody
     * is told; frit_cache_missing and frit_cache_warnings say it too.
     */
    void (*warn)(void *warn_user, const char *message);
    void *warn_user;
    /* The LLVM that compiles kernels: a file, or "none"; NULL or "": FRIT_LLVM, or the newest from 16 on
     * that is found. */
    const char *llvm;
    /* Where work runs and arrays lie: "cpu" (the only one there is); NULL or "": "cpu". A context keeps its
     * device: frit_context_configure takes NULL or the same. */
    const char *device;
} frit_context_options;

/* options may be NULL. */
FRIT_API frit_status frit_context_new_with(const frit_allocator *allocator,
                                           const frit_context_options *options, frit_context **out,
                                           frit_error *error);
/*
 * Changes the options of a context between work; NULL: all zero. Threads, host_run, isa, no_blas,
 * memory_cap, progress, warn and all about compiling hold for every call from now on, also those made
 * before; verify for calls made from now on; verify, no_fusion and numerics for recorded work.
 * FRIT_ERR_ARGUMENT while something is recorded (flush before) or runs.
 */
FRIT_API frit_status frit_context_configure(frit_context *context,
                                            const frit_context_options *options, frit_error *error);
/*
 * Makes the work that is running now fail with FRIT_ERR_CANCELLED at its next chunk; without effect
 * when nothing runs, and on calls that begin later. A short kernel that writes straight into the
 * caller's arrays ends first, so that none is left half written. From any thread or signal handler.
 */
FRIT_API void frit_context_cancel(const frit_context *context);

typedef struct frit_context_info {
    frit_device device;
    const char *isa;  /* "avx512", ... */
    const char *blas; /* the library in use, or NULL */
    unsigned threads;
    uint64_t memory_used, memory_kept, memory_peak; /* bytes of buffers */
    uint64_t plans, plan_hits;                      /* recorded work: plans made, and found again */
    uint64_t kernels;                               /* run so far */
    uint64_t interpreted, contractions;             /* of these; the others were compiled code */
    uint64_t copied;                                /* bytes so far: see frit_call_copied */
    /* Bytes so far from the host to a device whose memory the host cannot address, and back. */
    uint64_t copied_in, copied_out;
    const char *compile; /* the policy: "auto", ... */
    char llvm
        [32]; /* version of the LLVM in use; empty: none has been opened (frit_context_llvm does) */
} frit_context_info;

FRIT_API frit_context_info frit_context_describe(const frit_context *context);

/*
 * Memory of the context's device, of at least size bytes at a multiple of 64, from the buffers the context keeps
 * for reuse: its pages have mostly been touched before. NULL when there is none. From any thread.
 */
FRIT_API void *frit_buffer_take(const frit_context *context, uint64_t size);
/* Gives it back, with the size it was taken with. NULL is allowed. */
FRIT_API void frit_buffer_give(const frit_context *context, void *data, uint64_t size);

/* Text or bytes that the library made. Always has a '\0' after the last byte. */
typedef struct frit_text {
    char *data;
    size_t len; /* without the final '\0' */
    size_t cap;
} frit_text;

FRIT_API void frit_text_free(const frit_context *context, frit_text *text);

/* ----------------------------------------------------------------------------------- modules */

/*
 * A module is a list of programs; a program may call those before it. Programs and variables are
 * named by number, in the order they were made.
 */
typedef struct frit_module frit_module;
typedef uint32_t frit_var;
#define FRIT_NO_VAR     UINT32_MAX
#define FRIT_NO_PROGRAM UINT32_MAX

FRIT_API frit_status frit_module_new(const frit_context *context, frit_module **out,
                                     frit_error *error);
FRIT_API void frit_module_free(frit_module *module);

/* Reads the text form (docs/ir.md). */
FRIT_API frit_status frit_module_parse(const frit_context *context, const char *text, size_t len,
                                       frit_module **out, frit_error *error);
/* Writes the canonical text form; parsing it gives the same module again. */
FRIT_API frit_status frit_module_print(const frit_module *module, frit_text *out,
                                       frit_error *error);
/* A table for people: name, inputs, outputs, variables, numbered instructions. */
FRIT_API frit_status frit_program_dump(const frit_module *module, uint32_t program, frit_text *out,
                                       frit_error *error);
/* The binary form. Decoding is safe for any bytes whatever. */
FRIT_API frit_status frit_module_encode(const frit_module *module, frit_text *out,
                                        frit_error *error);
FRIT_API frit_status frit_module_decode(const frit_context *context, const void *bytes, size_t len,
                                        frit_module **out, frit_error *error);

/* What a module must satisfy; each stage includes those before it. */
typedef enum frit_check_stage {
    FRIT_CHECK_BUILT = 0,    /* well formed */
    FRIT_CHECK_TYPED = 1,    /* every variable has the type its instruction gives */
    FRIT_CHECK_EXPANDED = 2, /* no composite op is left */
    FRIT_CHECK_FLAT = 3      /* no plain call is left */
} frit_check_stage;

FRIT_API frit_status frit_module_check(const frit_module *module, frit_check_stage stage,
                                       frit_error *error);

/* ---------------------------------------------------------------------------- looking inside */

FRIT_API uint32_t frit_module_program_count(const frit_module *module);
/* The number of the program called name, or FRIT_NO_PROGRAM. */
FRIT_API uint32_t frit_module_find(const frit_module *module, const char *name);
FRIT_API const char *frit_program_name(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_input_count(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_output_count(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_var_count(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_instr_count(const frit_module *module, uint32_t program);
/* The variable behind output number index. Inputs are variables 0 .. input_count - 1. */
FRIT_API frit_var frit_program_output(const frit_module *module, uint32_t program, uint32_t index);
/* "" when the variable has no name of its own. */
FRIT_API const char *frit_var_name(const frit_module *module, uint32_t program, frit_var var);
/* Writes the type as text ("f32[m,n]"; "" when it has none) into buffer, as snprintf does. */
FRIT_API size_t frit_var_type(const frit_module *module, uint32_t program, frit_var var,
                              char *buffer, size_t size);

typedef struct frit_instr {
    const char *op;     /* its name in the op table */
    const char *callee; /* the program it calls or maps, or NULL */
    const frit_var *inputs;
    uint32_t input_count;
    frit_var first_output; /* outputs are numbered one after another */
    uint32_t output_count;
} frit_instr;

/* The pointers live as long as the program is not changed. */
FRIT_API frit_instr frit_program_instr(const frit_module *module, uint32_t program, uint32_t index);

/* ---------------------------------------------------------------------------------- building */

/*
 * Builds one program at a time at the end of a module. The first error sticks: later calls do
 * nothing and return FRIT_NO_VAR, and frit_builder_finish reports it. Until finish succeeds the
 * module does not change.
 */
typedef struct frit_builder frit_builder;

/* Returns NULL when there is no memory. Name must not be taken in the module. */
FRIT_API frit_builder *frit_builder_new(frit_module *module, const char *name);
FRIT_API void frit_builder_free(frit_builder *builder);

/* Type as text, or NULL to leave it to inference. A type parameter must be declared first. */
FRIT_API void frit_builder_type_param(frit_builder *builder, const char *name);
FRIT_API frit_var frit_builder_input(frit_builder *builder, const char *name, const char *type);

/*
 * One instruction. attrs is the text between the operands and the closing parenthesis of the text
 * form ("axes=[1], keepdims=true"), or NULL. result_names has one entry (which may be NULL) for each
 * result, or is NULL. Returns the first result.
 */
FRIT_API frit_var frit_builder_op(frit_builder *builder, const char *op, const frit_var *inputs,
                                  uint32_t input_count, const char *attrs,
                                  const char *const *result_names);
/* A literal as text: "1.5:f32", "true", "3" (which takes its type from where it is used). */
FRIT_API frit_var frit_builder_literal(frit_builder *builder, const char *literal,
                                       const char *name);
/*
 * Calls an earlier program of the module. keywords is NULL or has an entry for each input: NULL for
 * a positional one, else the callee's name for it.
 */
FRIT_API frit_var frit_builder_call(frit_builder *builder, const char *callee,
                                    const frit_var *inputs, const char *const *keywords,
                                    uint32_t input_count, const char *const *result_names);
FRIT_API void frit_builder_output(frit_builder *builder, frit_var var);
/* Gives a variable a name, or another one. A name that is taken gets a number behind it. */
FRIT_API void frit_builder_name(frit_builder *builder, frit_var var, const char *name);
/* Checks the program and adds it to the module. The builder is spent either way: free it. */
FRIT_API frit_status frit_builder_finish(frit_builder *builder, uint32_t *program,
                                         frit_error *error);
/* Declares a function that is defined elsewhere: "extern ft_add(a: i32, b: i32) -> (r: i32)". */
FRIT_API frit_status frit_module_declare(frit_module *module, const char *text, frit_error *error);

/* --------------------------------------------------------------------------------- inference */

typedef enum frit_promotion {
    FRIT_PROMOTE_NONE = 0,     /* operands must agree; only untyped literals adapt */
    FRIT_PROMOTE_STANDARD = 1, /* the Python array standard's table; mixed kinds are errors */
    /* The same, and operands of mixed kinds as NumPy has them. (Operands of one dtype stay as they
     * are: an op that takes floats alone does not take two integers.) */
    FRIT_PROMOTE_NUMPY = 2
} frit_promotion;

typedef struct frit_infer_options {
    frit_promotion promotion;
    bool default_f32; /* an untyped literal that meets no type becomes f32 (c64), not f64 (c128) */
} frit_infer_options;

/*
 * Types the program called entry (NULL: the last one) for the given input types (as text; a NULL
 * entry keeps the declared type) and everything it calls, once for each combination of types. The
 * result is a new module whose last program is the entry; the old one is not touched. options may
 * be NULL.
 */
FRIT_API frit_status frit_module_infer(const frit_module *module, const char *entry,
                                       const char *const *input_types, uint32_t input_count,
                                       const frit_infer_options *options, frit_module **out,
                                       frit_error *error);
/*
 * Forgets every type but those on which the meaning hangs: of the inputs of the last program, of
 * generic and of mapped programs, and of functions defined elsewhere.
 */
FRIT_API frit_status frit_module_clear_types(frit_module *module, frit_error *error);

/* -------------------------------------------------------------------------------- optimising */

typedef struct frit_opt_options {
    frit_numerics numerics;
    bool check; /* run the checker after every pass */
    /* Called after every pass; returning false stops with FRIT_ERR_ARGUMENT. May be NULL. */
    bool (*after_pass)(void *user, const char *pass, const frit_module *module);
    void *user;
} frit_opt_options;

/* passes is a list like "inline,fold,dce", or NULL for all in their order. Needs a typed module. */
FRIT_API frit_status frit_module_optimize(frit_module *module, const char *passes,
                                          const frit_opt_options *options, frit_error *error);
/* Name and one line about pass number index, or NULL past the end. */
FRIT_API const char *frit_pass_name(uint32_t index);
FRIT_API const char *frit_pass_doc(uint32_t index);

/* ------------------------------------------------------------------------------------ source */

typedef struct frit_emit_options {
    const char *dialect;       /* "c", "cuda", "opencl", "slang", "metal" */
    const char *function_name; /* NULL: made from the program's name */
} frit_emit_options;

/* Source for a typed program of elementwise steps (NULL: the last one) and what it calls. */
FRIT_API frit_status frit_module_emit(const frit_module *module, const char *program,
                                      const frit_emit_options *options, frit_text *out,
                                      frit_error *error);
/* Name of dialect number index ("c", "cuda", ...), or NULL past the end. */
FRIT_API const char *frit_dialect_name(uint32_t index);

/* ------------------------------------------------------------------------------------- plans */

/*
 * A plan says which steps of a program run as one kernel, and why no more. It depends on types, never
 * on sizes. Plans do not change: any number of threads may use one.
 */
typedef struct frit_plan frit_plan;

typedef struct frit_plan_options {
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
/* The type of an input or output as text ("f32[m,n]"; "" past the end), as snprintf does. */
FRIT_API size_t frit_plan_input_type(const frit_plan *plan, uint32_t index, char *buffer,
                                     size_t size);
FRIT_API size_t frit_plan_output_type(const frit_plan *plan, uint32_t index, char *buffer,
                                      size_t size);

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

/* ------------------------------------------------------------------------------------- calls */

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

/* All zero is a good choice of everything. */
typedef struct frit_compile_options {
    const char *program;            /* NULL: the last */
    const char *const *input_types; /* as in frit_module_infer; NULL: as declared */
    uint32_t input_count;           /* of input_types */
    frit_infer_options infer;
    frit_plan_options plan;
    frit_compile_policy compile; /* as by frit_call_compile */
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

/* ------------------------------------------------------------------------- compiled kernels */

/* How the kernels of a call are run, whatever its context says. FRIT_COMPILE_DEFAULT: as that does. */
FRIT_API frit_status frit_call_compile(frit_call *call, frit_compile_policy policy,
                                       frit_error *error);
/* Until nothing is being compiled in the background. From any thread. */
FRIT_API void frit_context_wait(const frit_context *context);
/*
 * Gives up what waits to be compiled in the background and waits for the one kernel that is; from then on
 * nothing is compiled there. For a host that ends the process without freeing the context: a compile
 * must not be running when the process takes its libraries down.
 */
FRIT_API void frit_context_stop(const frit_context *context);
/* Opens the LLVM that compiles kernels and writes its version ("22.1.8") into buffer, cut to size. Where
 * there is none, the error says where it was looked for. */
FRIT_API frit_status frit_context_llvm(const frit_context *context, char *buffer, size_t size,
                                       frit_error *error);
/* Which file that LLVM is, cut to size; does not open it. *major, which may be NULL: its version, 22. */
FRIT_API frit_status frit_context_llvm_file(const frit_context *context, char *buffer, size_t size,
                                            unsigned *major, frit_error *error);

/* The cache of compiled kernels. */
typedef struct frit_cache_info {
    const char *directory; /* on disk; NULL: there is none */
    uint64_t memory_hits, disk_hits, pack_hits, misses;
    uint64_t compiled, failed;         /* kernels */
    uint64_t compile_ns;               /* in all */
    uint64_t rejected;                 /* entries on disk that were not as they must be */
    uint64_t published, publish_fails; /* entries written to disk, and not written */
    uint64_t evicted, disk_evicted;    /* from memory, and by this process from disk */
    uint64_t held_bytes, held_kernels; /* in memory now */
    uint64_t queued;                   /* waiting for the compiler now */
    uint64_t missing;                  /* kernels that FRIT_COMPILE_NEVER had to do without */
    uint64_t warnings;                 /* see frit_cache_warnings */
} frit_cache_info;

FRIT_API frit_cache_info frit_cache_describe(const frit_context *context);
/* Names of kernels that were missing under FRIT_COMPILE_NEVER, one a line, each once: the first 1,000,
 * and a line "and 7 more" where there were more. */
FRIT_API frit_status frit_cache_missing(const frit_context *context, frit_text *out,
                                        frit_error *error);
/* What went wrong with the directory (others may write there, the disk is full, ...), one a line: the
 * first 32, and a line "and 7 more" where there were more. */
FRIT_API frit_status frit_cache_warnings(const frit_context *context, frit_text *out,
                                         frit_error *error);

/*
 * Looking after compiled kernels on disk; safe while others use them. A folder is named by its path; NULL:
 * the one of the environment (FRIT_CACHE_DIR, $XDG_CACHE_HOME/frit, ~/.cache/frit). A folder that others
 * can write to is FRIT_ERR_ARGUMENT.
 */
typedef struct frit_cache_entry {
    const char *name;     /* 32 hexadecimal digits; of what is no entry at all: the file's name */
    const char *label;    /* what the kernel was called when it was made; "": nothing */
    const char *target;   /* "avx512", ... */
    const char *versions; /* "frit 0.1.0, LLVM 22.1.8" */
    uint64_t bytes, code_bytes; /* of the entry, and of the object in it */
    int64_t made, used;         /* seconds since 1970; used: to an hour, in a pack 0 */
    const char *fault;          /* what is wrong with it (it is never used then), or NULL */
} frit_cache_entry;

/* Which entries; all zero: every one. */
typedef struct frit_cache_filter {
    const char *text; /* a part of the label, the target, or how the name begins; NULL: any */
    int64_t unused_s; /* not used for so many seconds */
    bool faulty;      /* something is wrong with it */
} frit_cache_filter;

/* What the entry points to lives until it returns. false: no more. */
typedef bool frit_cache_fn(void *user, const frit_cache_entry *entry);
/* Reads and checks every entry of a folder or a pack, in the order of names. */
FRIT_API frit_status frit_cache_each(const frit_context *context, const char *where,
                                     frit_cache_fn *each, void *user, frit_error *error);
/* The folder of the environment ("": the disk is not used), and the bytes that it may take. */
FRIT_API frit_status frit_cache_folder(const frit_context *context, frit_text *path, uint64_t *cap,
                                       frit_error *error);
/* filter NULL: all. *count: entries that were removed. */
FRIT_API frit_status frit_cache_remove(const frit_context *context, const char *folder,
                                       const frit_cache_filter *filter, uint64_t *count,
                                       frit_error *error);
/* Writes the entries into one file, a pack. */
FRIT_API frit_status frit_cache_pack(const frit_context *context, const char *folder,
                                     const frit_cache_filter *filter, const char *file,
                                     uint64_t *count, frit_error *error);
/* Puts the entries of a pack into a folder; *refused: those with a fault. */
FRIT_API frit_status frit_cache_unpack(const frit_context *context, const char *file,
                                       const char *folder, uint64_t *count, uint64_t *refused,
                                       frit_error *error);

typedef enum frit_code_format {
    FRIT_CODE_LLVM = 0,    /* LLVM IR; needs no LLVM */
    FRIT_CODE_ASSEMBLY = 1 /* of this machine; FRIT_ERR_UNSUPPORTED without LLVM */
} frit_code_format;

/*
 * The code of a kernel of the plan, made for people, for arguments of these layouts (their data may be
 * NULL; outputs NULL: row-major). What is no kernel (a contraction, control flow) has none:
 * FRIT_ERR_ARGUMENT. Assembly takes LLVM, which is opened, also where FRIT_COMPILE=never forbids to compile
 * what runs: this is to be read, and neither run nor kept.
 */
FRIT_API frit_status frit_plan_code(const frit_context *context, const frit_plan *plan,
                                    uint32_t kernel, const frit_tensor *inputs,
                                    uint32_t input_count, const frit_tensor *outputs,
                                    frit_code_format format, frit_text *out, frit_error *error);
/*
 * frit_plan_report for arguments of these layouts, and what would run each kernel on them now: compiled
 * code and for which target, or the interpreter.
 */
FRIT_API frit_status frit_plan_explain(const frit_context *context, const frit_plan *plan,
                                       const frit_tensor *inputs, uint32_t input_count,
                                       const frit_tensor *outputs, frit_report_format format,
                                       frit_text *out, frit_error *error);
/* The same for the arguments that the call was last run on. FRIT_ERR_ARGUMENT before the first run. */
FRIT_API frit_status frit_call_report(const frit_call *call, frit_report_format format,
                                      frit_text *out, frit_error *error);

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
FRIT_API const char *frit_array_type(const frit_array *array);   /* of the elements: "f32" */
FRIT_API uint32_t frit_array_item_size(const frit_array *array); /* bytes of an element */
/* Where its elements lie, or will: on the context's device; what was wrapped stays where it is. */
FRIT_API frit_device frit_array_device(const frit_array *array);
/* Nothing recorded is left to compute for it. */
FRIT_API bool frit_array_is_ready(const frit_array *array);
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

/* Records an op of the table. attrs as in frit_builder_op, or NULL. */
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
 * After a flush that failed with FRIT_ERR_INDEX: forgets the step that failed and what hangs on it, as
 * frit_discard does with everything; the rest stays recorded and may run. (An assignment that one of those
 * took the place of does not happen either.) False where there is none, or no memory.
 */
FRIT_API bool frit_discard_failed(frit_context *context);
/*
 * A number that steps recorded from now on carry, a line of the caller's source for instance (0: none).
 * When such a step fails as it runs, error->line is its number and error->place names the step.
 */
FRIT_API void frit_set_place(frit_context *context, uint32_t line);
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

/* DLPack 1.x, CPU. Export runs what the array needs; the consumer calls the deleter, also after the
 * context was freed. Import takes the tensor over on success. Both kinds of struct are understood. */
struct DLManagedTensor;
struct DLManagedTensorVersioned;
FRIT_API frit_status frit_array_to_dlpack(frit_array *array, struct DLManagedTensorVersioned **out,
                                          frit_error *error);
FRIT_API frit_status frit_array_to_dlpack_legacy(frit_array *array, struct DLManagedTensor **out,
                                                 frit_error *error);
FRIT_API frit_status frit_array_from_dlpack(frit_context *context,
                                            struct DLManagedTensorVersioned *tensor,
                                            frit_array **out, frit_error *error);
FRIT_API frit_status frit_array_from_dlpack_legacy(frit_context *context,
                                                   struct DLManagedTensor *tensor, frit_array **out,
                                                   frit_error *error);

/* ------------------------------------------------------------------- functions from source */

/*
 * A module of functions and types in the Slang-style language, a subset of Slang (docs/slang.md). A function is
 * written for one element and called over arrays: a call is resolved to an ordinary typed module whose last
 * program takes the arrays and gives the results. That program can be planned, run, recorded and emitted like
 * any other. One thread at a time.
 */
typedef struct frit_slang frit_slang;

typedef struct frit_slang_options {
    const char *name; /* of the file, for messages; NULL: "module" */
    /* Folders in which `import a.b;` looks for a/b.slang, each ended by a NULL list; NULL: none. */
    const char *const *search;
} frit_slang_options;

/*
 * Reads a module and what it imports. Every function that is not generic is checked. On failure *report (may
 * be NULL) has all errors, each with its line and a mark below it; error has the first. On success it has
 * the warnings, mostly none. options may be NULL.
 */
FRIT_API frit_status frit_slang_load(const frit_context *context, const char *text, size_t len,
                                     const frit_slang_options *options, frit_slang **out,
                                     frit_text *report, frit_error *error);
/* The same of a file, whose folder is searched first. */
FRIT_API frit_status frit_slang_read(const frit_context *context, const char *path,
                                     const frit_slang_options *options, frit_slang **out,
                                     frit_text *report, frit_error *error);
FRIT_API void frit_slang_free(frit_slang *slang);
/* The module's own source again, in one layout. */
FRIT_API frit_status frit_slang_print(const frit_slang *slang, frit_text *out, frit_error *error);

typedef enum frit_slang_kind {
    FRIT_SLANG_NONE = 0,
    FRIT_SLANG_FUNCTION = 1, /* one or several of that name */
    FRIT_SLANG_TYPE = 2,     /* a struct, alias or enum; of the language: float3, ... */
    FRIT_SLANG_CONSTANT = 3
} frit_slang_kind;

/* What a name stands for: of the module ("tonemap", "Particle"), of a type ("Particle.step"), or of the language. */
FRIT_API frit_slang_kind frit_slang_find(frit_slang *slang, const char *name);
/* Name number index of what the module itself declares, in the order of the source; NULL past the end. Valid
 * until the next call that takes the module without const. */
FRIT_API const char *frit_slang_name(const frit_slang *slang, uint32_t index);
/* The heads of the functions of that name, or the struct with its fields and methods, a line each. */
FRIT_API frit_status frit_slang_describe(frit_slang *slang, const char *name, frit_text *out,
                                         frit_error *error);
/* The type of that name ("float3", "Particle") as the IR writes it ("f32x3", a struct with its fields:
 * "{pos:f32x3,mass:f32}"). FRIT_ERR_TYPE: there is none. */
FRIT_API frit_status frit_slang_type(frit_slang *slang, const char *name, frit_text *out,
                                     frit_error *error);

typedef enum frit_arg_kind {
    /* An array, rank 0 too: type ("f32", "f32x3"), rank and shape. One input of the call. */
    FRIT_ARG_ARRAY = 0,
    /* A number of the host's, which becomes whatever scalar the parameter is: type "bool", "i64" or "f64". One
     * input of that type and rank 0. */
    FRIT_ARG_NUMBER = 1,
    FRIT_ARG_FIELDS = 2, /* a struct by its fields: items, each with a name */
    FRIT_ARG_PARTS = 3,  /* a vector, matrix or fixed array by its parts: items, in order */
    FRIT_ARG_ANY = 4,    /* of frit_slang_declare alone: not known yet, but for cast and map */
    FRIT_ARG_OTHER =
        5, /* what no parameter takes: an error that names the parameter; type: what it is */
    /*
     * Made for every element of the call; shape: of a grid alone, which gives the call its extents as an
     * array would (one input of type bool that is never read, before those of its items: give it strides
     * of 0). The others take the call's shape and have no inputs of their own but their items, which are
     * numbers.
     */
    FRIT_ARG_CALL_ID = 8,   /* place in the call: int, int2, int3 ...; x is the last axis */
    FRIT_ARG_THREAD_ID = 9, /* number in the call: uint, uint3(number, 0, 0) */
    FRIT_ARG_GRID = 10, /* rank, shape; items: offset for each axis, then stride for each axis */
    FRIT_ARG_WANG_HASH = 11, /* uint, uint2 ...; items: seed, rounds */
    FRIT_ARG_RANDOM = 12,    /* float ... in [lo, hi); items: key, draw, lo, hi */
    FRIT_ARG_NORMAL = 13, /* float ... of mean and deviation; items: key, draw, mean, deviation */
    FRIT_ARG_SAMPLER = 14 /* of textures; type: "nearest clamp", "linear wrap", "linear border" */
} frit_arg_kind;

/* An argument of a call as far as resolving it needs to know: no element of it. */
typedef struct frit_arg {
    frit_arg_kind kind;
    const char *name; /* the parameter's, if given by keyword; of an item: the field's */
    const char *type;
    uint32_t rank;
    const int64_t *shape;
    const struct frit_arg *items;
    uint32_t item_count;
    const char *cast; /* what the function sees (vcast), as the language names it; NULL: not said */
    const int32_t *map; /* which axis of the call each axis of the array is (vmap) */
    uint32_t map_count;
    bool mapped;         /* map is given; it may be empty */
    bool read_only;      /* nothing can be written to it: an error where that would happen */
    const char *problem; /* what the host found wrong with it, told as an error; NULL: nothing */
} frit_arg;

/* A call that is resolved. Its inputs are the arrays, numbers and grids among the arguments, depth first in the
 * order they were given, whatever the order of the parameters; `result` is not among them. */
typedef struct frit_resolved frit_resolved;

/* Of the value, or of a parameter that comes out. Structs are taken apart: one output for each of their fields. */
typedef struct frit_resolved_output {
    int32_t arg;       /* the argument that it belongs to, by number; -1: the value of the call */
    const char *path;  /* of a field: "pos", "a.b"; else "" */
    const char *dtype; /* of its scalars: "f32" */
    uint32_t rank;     /* axes of the call, then those of vectors, matrices and fixed arrays */
    uint32_t element_rank; /* how many of these are the latter */
    const char *type;      /* of the field, as the language names it: "float3" */
} frit_resolved_output;

/*
 * Chooses the function of that name ("tonemap", "Particle.step", a type for its constructor), its types and the
 * axes of the call. Of a method (not a static one) args[0] is the object. result: where the value shall go (_result),
 * or NULL. Nothing runs. On failure *report (may be NULL) has the whole message: the function's head, every
 * argument with what was given and what is needed, and the candidates.
 */
FRIT_API frit_status frit_slang_resolve(frit_slang *slang, const char *function,
                                        const frit_arg *args, uint32_t arg_count,
                                        const frit_arg *result, frit_resolved **out,
                                        frit_text *report, frit_error *error);
/*
 * The same before the arguments are there: each is FRIT_ARG_ANY with the cast and the map that it will have, those that
 * nothing is said of may be left out at the end. What can fit no call is an error now: too many of them, a name that no
 * parameter has, types that do not become the parameter's. *out is NULL where several functions may be meant yet.
 * Else it has the parameters; and a module too where mappings tell all that a call needs: for arrays with elements
 * of the parameters' own types, and numbers for scalars that have no map.
 */
FRIT_API frit_status frit_slang_declare(frit_slang *slang, const char *function,
                                        const frit_arg *args, uint32_t arg_count,
                                        frit_resolved **out, frit_text *report, frit_error *error);
FRIT_API void frit_resolved_free(frit_resolved *resolved);
/* The name of a parameter of the function, `this` of a method too; NULL past the end. */
FRIT_API const char *frit_resolved_parameter(const frit_resolved *resolved, uint32_t index);
/* Typed; its last program is the call. Valid as long as resolved is. NULL: declared, and not all is known. */
FRIT_API const frit_module *frit_resolved_module(const frit_resolved *resolved);
FRIT_API uint32_t frit_resolved_output_count(const frit_resolved *resolved);
FRIT_API frit_resolved_output frit_resolved_output_info(const frit_resolved *resolved,
                                                        uint32_t index);
/* Rank of the call, and how many outputs its value has (0: none; the others belong to parameters). */
FRIT_API uint32_t frit_resolved_rank(const frit_resolved *resolved);
FRIT_API uint32_t frit_resolved_value_count(const frit_resolved *resolved);
/* The value is a struct (its outputs are fields). */
FRIT_API bool frit_resolved_is_struct(const frit_resolved *resolved);
/*
 * The call's shape comes from `result` (f(call_id(), _result=a)): its arrays are further inputs behind all others,
 * depth first, and are never read.
 */
FRIT_API bool frit_resolved_takes_result(const frit_resolved *resolved);
/* What was decided, for people: the instance, and for each argument its type, shape, and mapping. */
FRIT_API frit_status frit_resolved_describe(const frit_resolved *resolved, frit_text *out,
                                            frit_error *error);

/* --------------------------------------------------------------------------------- op table */

typedef struct frit_op_info {
    const char *name;
    const char *alias;    /* another name for it, or NULL */
    const char *family;   /* "arithmetic", "reduction", ... */
    const char *operands; /* their names, "x y" */
    const char *doc;
    bool variadic;  /* the last operand may come any number of times */
    bool composite; /* expands into simpler ops */
    bool takes_bool, takes_int, takes_float, takes_complex;
    uint32_t attr_count;
} frit_op_info;

typedef struct frit_attr_info {
    const char *name;
    const char *kind; /* "bool", "ints", ... */
    bool required;
} frit_attr_info;

/* Fills info for op number op; false past the end. */
FRIT_API bool frit_op_describe(uint32_t op, frit_op_info *info);
/* Fills info for its attribute number index; false past the end. */
FRIT_API bool frit_op_attr(uint32_t op, uint32_t index, frit_attr_info *info);

#ifdef __cplusplus
}
#endif
#endif
