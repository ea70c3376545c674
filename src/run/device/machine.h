/*
 * What a context runs plans with: a device, and what its calls share. Safe for several threads.
 */
#ifndef FRIT_RUN_DEVICE_MACHINE_H
#define FRIT_RUN_DEVICE_MACHINE_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "run/device/device.h"

typedef struct MachineOptions {
    const DeviceKind *kind; /* NULL: the first there is */
    unsigned number;        /* of the device among those of its kind */
    unsigned threads;
    void (*host_run)(void *host_user, uint64_t n, frit_chunk_fn *run, void *chunk_user);
    void *host_user;
    uint64_t memory_cap; /* bytes kept for reuse; 0: the device's choice, see machine_keeps */
    const char *isa;     /* NULL: FRIT_ISA, or the best this CPU has */
    bool no_blas;        /* also by FRIT_BLAS=none */
    frit_compile_policy compile;
    bool strict_code; /* compiled code rounds every step, whatever a plan allows */
    /* Of the store of compiled kernels; see StoreOptions. */
    const char *cache_dir, *packs, *llvm;
    uint64_t cache_memory, cache_disk;
} MachineOptions;

/* What is kept where nothing was said, by a device that has no reason for another choice. */
static inline uint64_t machine_keeps(const MachineOptions *options) {
    return options->memory_cap ? options->memory_cap : (uint64_t)1 << 30;
}

typedef struct Machine {
    atomic_uint refs;            /* of those who use it (api/context.c) */
    atomic_bool closed;          /* its context was freed: nothing runs any more */
    MachineOptions options;      /* it was made with */
    Device *device;              /* owned; a copy for one call has the same */
    atomic_ulong cancels;        /* how often somebody asked to cancel what runs */
    atomic_ullong kernels;       /* run so far, contractions among them */
    atomic_ullong interpreted;   /* of these, by the engine that needs no code */
    atomic_ullong contracted;    /* and contractions */
    atomic_ullong copied;        /* bytes so far: see Bound.copied */
    frit_compile_policy compile; /* what holds for kernels: never FRIT_COMPILE_DEFAULT */
    frit_compile_policy forbids; /* FRIT_COMPILE=never: what holds at most; else DEFAULT */
    bool strict_code;
    atomic_int running;      /* calls in progress; negative while it is being changed */
    atomic_long runs_holder; /* the process that holds the lock of runs; 0: nobody */
    struct frit_run *runs;   /* in the background (api/async.c) */
    uint64_t generation;     /* grows when it is changed: what was prepared before is stale */
    /*
     * Of a copy that one call runs with (machine_for_call): whose counts hold, and cancels when the
     * call began; when it differs, kernels stop at the next chunk with FRIT_ERR_CANCELLED. NULL: the
     * machine itself, or work that cannot be cancelled.
     */
    struct Machine *shared;
    const unsigned long *since;
    const atomic_bool *stop; /* the same of this call alone; NULL: nobody asks */
    /* Called now and then from the thread that runs a call; false: cancel. May be NULL. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *progress_user;
    /* Told what people should know, each once. May be NULL. */
    void (*warn)(void *user, const char *message);
    void *warn_user;
    atomic_uint warned;    /* how many of the store's warnings were told */
    atomic_ullong told_at; /* store_generation then */
} Machine;

/* Around every call: in between the machine does not change. */
static inline void machine_enter(Machine *machine) {
    while (atomic_fetch_add_explicit(&machine->running, 1, memory_order_acquire) < 0) {
        atomic_fetch_sub_explicit(&machine->running, 1, memory_order_relaxed);
        sched_yield();
    }
}

static inline void machine_leave(Machine *machine) {
    atomic_fetch_sub_explicit(&machine->running, 1, memory_order_release);
}

/* What runs now is to stop; what begins later is not concerned. Safe in a signal handler. */
void machine_cancel(Machine *machine);
/* What the policy comes to that a context or a call asks for. */
frit_compile_policy machine_policy(const Machine *machine, frit_compile_policy asked);
/* A view of the machine for work that stops when cancels is not *since any more (NULL: never). */
void machine_for_call(Machine *copy, Machine *machine, const unsigned long *since);

static inline bool machine_cancelled(const Machine *machine) {
    if (!machine->since)
        return false;
    if (machine->stop && atomic_load_explicit(machine->stop, memory_order_relaxed))
        return true;
    return atomic_load_explicit(&machine->shared->cancels, memory_order_relaxed) != *machine->since;
}

#endif
