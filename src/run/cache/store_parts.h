/* What the files of the store share. */
#ifndef FRIT_RUN_CACHE_STORE_PARTS_H
#define FRIT_RUN_CACHE_STORE_PARTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "run/cache/disk.h"
#include "run/cache/notes.h"
#include "run/cache/table.h"
#include "base/forked.h"

/* A copy of a StoreJob, in one piece with its texts. */
typedef struct Job Job;
struct Job {
    Job *next;
    CodeLine *line;
    StoreJob what;
    size_t size; /* of this object */
};

/*
 * Everything behind the lock. A child cannot know in which state its parent's threads left it, so it
 * leaves it alone and begins with an empty one.
 */
typedef struct StoreState {
    pthread_mutex_t lock;
    pthread_cond_t
        changed; /* a look or a job has ended, the compiler was opened, the thread is over */
    Table table;
    Job *first, *last; /* queued */
    uint32_t n_queued;
    uint64_t queued_bytes;
    uint32_t n_working; /* threads that are looking or compiling or publishing */
    bool thread_runs, thread_to_join;
    pthread_t thread;
    bool stopping;
    bool opening; /* somebody opens the compiler */
    bool opened;  /* or tried to */
    void *compiler;
    char no_compiler[384];
    frit_status no_compiler_status;
    double cost_ns; /* of a compile; 0: none was measured */
    Notes warnings, missing;
    StoreStats counts;
} StoreState;

struct CodeStore {
    frit_allocator allocator;
    StoreHooks hooks;
    DiskCache *disk; /* NULL: neither disk nor packs */
    uint64_t memory_cap;
    uint32_t memory_kernels;
    ForkMark mark;
    atomic_ullong generation;
    char *wanted; /* compiler; may be NULL */
    /* Which compiler it is; found once, behind the lock. NULL: there is none, and why. Where that one cannot be
     * opened another is, and has its place. */
    atomic_bool placed;
    _Atomic(const CompilerPlace *) place; /* &found, or the compiler's */
    CompilerPlace found;
    frit_error no_place;
    StoreState state;
};

/* With the state made fit for this process. */
void store_lock(CodeStore *store);
void store_unlock(CodeStore *store);
/* An env of the store's own, for work that nobody waits for. */
Env store_env(CodeStore *store, frit_error *error);
uint64_t store_now_ns(void);
/* A warning; takes the lock. For DiskCache. */
void store_warn(void *store, const char *text);

/* Locked. Lets go of what is too much. */
void store_trim(CodeStore *store);
/* Locked. The line of a key, made where there is none, and used now. NULL: no memory. */
CodeLine *store_line(CodeStore *store, Env *env, StoreKey key);
/* Locked. Somebody for the queue. */
bool store_start_thread(Env *env, CodeStore *store);

/* Locked. Takes a job out of the queue; NULL: any, the first. */
Job *queue_take(CodeStore *store, CodeLine *line);
void queue_drop_all(CodeStore *store);
void job_free(CodeStore *store, Job *job);

/*
 * Unlocked; the line is LINE_COMPILING and stays where it is. Looks on disk when that may help,
 * compiles, loads, sets the line's state, wakes everybody, publishes. The code with a reference for the
 * caller, or NULL with the reason in env.
 */
Code *store_work(CodeStore *store, Env *env, CodeLine *line, const StoreJob *job);
/* Unlocked. The compiler, opened when first needed. NULL with the reason in env. */
void *store_compiler(CodeStore *store, Env *env);
/* Unlocked. Looks for a kernel in packs and on disk. */
typedef enum LookWhere {
    LOOK_OWN,   /* on disk what the compiler at hand has made */
    LOOK_PACKS, /* in packs alone */
    LOOK_ANY    /* on disk what any compiler has made */
} LookWhere;
Code *store_look(CodeStore *store, StoreKey key, LookWhere where);

#endif
