/*
 * Compiled kernels by key: in memory (bounded, least recently used first out), in packs and on disk,
 * and the thread that compiles in the background. One for each context; every function is safe from
 * any thread. After a fork the child's store works; its memory begins empty.
 */
#ifndef FRIT_RUN_CACHE_STORE_H
#define FRIT_RUN_CACHE_STORE_H

#include "base/str.h"
#include "run/code/code.h"

typedef struct CodeStore CodeStore;

/* Which compiler makes code here. */
typedef struct CompilerPlace {
    char path[4096];
    unsigned major; /* 22; 0: there is none */
    /* Of its build id, in digits: another build has another one. Where it has none, of the file's size and
     * time. "": not even that is known. */
    char build[33];
    bool named; /* by the host or its user: no other will do */
} CompilerPlace;

/* Who compiles, loads and announces: an engine's. Tests bring their own. */
typedef struct StoreHooks {
    void *user;
    /* Which compiler it is, without opening it. False with the reason in env: nothing can be compiled
     * here. Called once, when first needed. folder: the cache's, where a note may be kept; NULL: there is
     * none. */
    bool (*find)(void *user, Env *env, const char *wanted, const char *folder,
                 CompilerPlace *place);
    /* Called once, when first needed. */
    bool (*open)(void *user, Env *env, const CompilerPlace *place, void **compiler);
    void (*close)(void *user, void *compiler);
    const char *(*version)(void *user, void *compiler);
    /* Which one was opened, as long as it is open; it may be another one than was found. NULL: that one. */
    const CompilerPlace *(*place)(void *user, void *compiler);
    /* From several threads at once. */
    bool (*compile)(void *user, Env *env, void *compiler, const char *target, const char *text,
                    size_t len, Str *object);
    /* label: for debuggers; may be NULL. */
    Code *(*load)(void *user, Env *env, const void *object, size_t size, const char *label);
    /* Has somebody beside the store a reference? */
    bool (*in_use)(void *user, const Code *code);
} StoreHooks;

typedef struct StoreOptions {
    const char
        *directory; /* NULL: FRIT_CACHE_DIR, $XDG_CACHE_HOME/frit or ~/.cache/frit; "": no disk */
    uint64_t memory_cap;     /* bytes of code kept that nobody uses; 0: a good choice */
    uint64_t disk_cap;       /* 0: FRIT_CACHE_SIZE or a good choice */
    const char *packs;       /* files, ':' between them; NULL: FRIT_CACHE_PACK; "": none */
    const char *compiler;    /* that is wanted, for hooks->find; copied */
    uint32_t memory_kernels; /* kept that nobody uses; 0: a good choice */
    const StoreHooks *hooks; /* copied; NULL: nothing can be compiled */
} StoreOptions;

typedef struct StoreStats {
    uint64_t memory_hits, disk_hits, pack_hits, misses;
    uint64_t compiled, failed;         /* kernels */
    uint64_t compile_ns;               /* in all */
    uint64_t rejected;                 /* entries on disk that were not as they must be */
    uint64_t published, publish_fails; /* entries written to disk, and not written */
    uint64_t evicted;                  /* from memory */
    uint64_t disk_evicted;             /* from disk, by this process */
    uint64_t held_bytes, held_kernels; /* in memory now */
    uint64_t queued;                   /* waiting for the compiler now */
    uint64_t missing;                  /* told to store_missing, each once */
    uint64_t warnings;                 /* said so far, those that were not kept included */
} StoreStats;

/* Opens nothing and starts no thread: that happens when first needed. */
CodeStore *store_new(Env *env, const StoreOptions *options);
void store_free(CodeStore *store); /* waits for a compile in progress; queued ones are dropped */

typedef enum CodeState {
    CODE_MISSING, /* neither in memory nor on disk, nobody compiles it */
    CODE_PENDING, /* being compiled */
    CODE_READY,
    CODE_FAILED /* cannot be compiled; store_why says why */
} CodeState;

typedef struct StoreKey {
    const char *bytes; /* of llvm_key */
    size_t len;
    uint64_t hash; /* hash_stable of them, by store_key */
} StoreKey;
StoreKey store_key(const char *bytes, size_t len);

/* CODE_READY: *out has a reference more. Looks on disk at most once a key and process, as long as
 * it remembers the key. */
CodeState store_find(CodeStore *store, StoreKey key, Code **out);
/*
 * Code of a key that names any LLVM, whichever compiles here; a reference, or NULL. It is in memory or in
 * a pack; `disk` too: or on disk. What store_find finds on disk was made by the very LLVM that compiles
 * here, if there is one.
 */
Code *store_find_any(CodeStore *store, StoreKey key, bool disk);
/* Are there packs to look into? */
bool store_has_packs(const CodeStore *store);
/* Of a kernel that failed: the reason, cut to size. False: it has not failed. */
bool store_why(CodeStore *store, StoreKey key, char *buffer, size_t size);
/* A kernel to compile: its key and the text, both copied. label: for people ("softmax"), may be
 * NULL. */
typedef struct StoreJob {
    StoreKey key;
    const char *target; /* a name that lives on */
    const char *text;
    size_t text_len;
    const char *label;
    /* The major version of the compiler that the key and the text are of; 0: any. Another does not compile it. */
    unsigned version;
} StoreJob;
/* Compiles these in the background, in this order, as one batch; those that are there or on their way
 * are left out, and so are those for which the queue has no room: they stay CODE_MISSING. On failure
 * none is queued. */
bool store_request(Env *env, CodeStore *store, const StoreJob *jobs, uint32_t n);
/* Compiles it now, or waits for whoever does. NULL with the reason in env. */
Code *store_compile(Env *env, CodeStore *store, const StoreJob *job);
/* Until nothing is queued or compiling; the caller takes part. */
void store_wait(CodeStore *store);
/* Drops what is queued, waits for what is being compiled, and queues nothing more. */
void store_stop(CodeStore *store);
/* Grows whenever a kernel becomes ready or fails, and with every warning: a cheap way to see that nothing
 * has changed. */
uint64_t store_generation(const CodeStore *store);
/* Is there a compiler? Opens it. */
bool store_can_compile(Env *env, CodeStore *store);
/* The compiler's version, copied. store_compiler_version opens it; store_compiler_peek says false where nobody has yet,
 * and where there is none. */
bool store_compiler_version(Env *env, CodeStore *store, char *version, size_t size);
/* Which one it is, without opening it; once it is open, which was. NULL with the reason in env: there is
 * none. */
const CompilerPlace *store_compiler_place(Env *env, CodeStore *store);
/* Its major version; 0: there is none. Quick. */
unsigned store_compiler_major(CodeStore *store);
bool store_compiler_peek(CodeStore *store, char *version, size_t size);
/* Nanoseconds that a kernel takes to compile, as measured so far; before the first, a guess. */
double store_compile_cost(CodeStore *store);
/* Adds to what the interpreter has spent on this kernel; the sum, in nanoseconds. It is forgotten
 * with the key. */
uint64_t store_spend(CodeStore *store, StoreKey key, uint64_t ns);
StoreStats store_stats(CodeStore *store);

/* Where entries lie. NULL: no disk is used. */
const char *store_directory(const CodeStore *store);
/* Something that people should know (a directory that others can write to, a full disk, a broken entry),
 * one line; each is said once. False: there is no warning number k. The first 32 are kept. */
bool store_warning(CodeStore *store, uint32_t k, char *buffer, size_t size);
/* A kernel was needed and may not be compiled. The first 1,000 labels are kept, each once. True: this is
 * the first time for this key, as far as it remembers. */
bool store_missing(CodeStore *store, StoreKey key, const char *label);
bool store_missing_label(CodeStore *store, uint32_t k, char *buffer, size_t size);

#endif
