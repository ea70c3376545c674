/* Contexts: what all objects belong to, and its options. */
#ifndef FRIT_CONTEXT_H
#define FRIT_CONTEXT_H

#include "frit/base.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* What is known of a device without a context on it. */
typedef struct frit_device_info {
    frit_device device;
    char name[32];   /* as contexts take it: "cpu", "opencl:0" */
    char title[128]; /* its maker's word for it; empty: there is none of its kind */
    char driver[128];
    unsigned units;    /* that compute at the same time: cores of a CPU */
    uint64_t memory;   /* bytes; 0: unknown */
    char refused[512]; /* why a context on it would fail; empty: it would not */
} frit_device_info;

/*
 * Number index of the devices of this machine, the CPU first; false: there are not so many. A kind of which there is no device
 * has one row that says why.
 */
FRIT_API bool frit_device_list(uint32_t index, frit_device_info *out);

typedef struct frit_context_options {
    size_t size; /* FRIT_SIZED */
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
     * into arrays that are not fresh, which is not interrupted, and now and then between the turns of a
     * loop. done and total count pieces of the kernel at hand. false: cancel.
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
    /* Where work runs and arrays lie: a name of frit_device_list ("opencl" is "opencl:0"); NULL or "": "cpu".
     * A context keeps its device: frit_context_configure takes NULL or the same. */
    const char *device;
} frit_context_options;

/* options may be NULL. */
FRIT_API frit_status frit_context_new_with(const frit_allocator *allocator,
                                           const frit_context_options *options, frit_context **out,
                                           frit_error *error);
/*
 * Changes the options of a context between work; NULL: none. Threads, host_run, isa, no_blas,
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

#ifdef __cplusplus
}
#endif
#endif
