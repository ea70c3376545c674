/* Compiled kernels: how they come to be, and where they are kept. */
#ifndef FRIT_CACHE_H
#define FRIT_CACHE_H

#include "frit/call.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Which entries; with nothing but its size: every one. */
typedef struct frit_cache_filter {
    size_t size;      /* FRIT_SIZED */
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
    FRIT_CODE_LLVM = 0,     /* LLVM IR; needs no LLVM */
    FRIT_CODE_ASSEMBLY = 1, /* of this machine; FRIT_ERR_UNSUPPORTED without LLVM */
    FRIT_CODE_C =
        2, /* source of kernels, whatever runs them: FRIT_ERR_UNSUPPORTED where a kernel has none */
    FRIT_CODE_OPENCL = 3,
    FRIT_CODE_CUDA = 4
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

#ifdef __cplusplus
}
#endif
#endif
