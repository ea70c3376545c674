/* The parts of a machine, and what the environment says about them. */
#include "run/machine.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "run/contract.h"
#include "run/interp/blocks.h"

/* Measured: past the cache pays from about here, into pages that have been written before. */
enum { STREAM_BYTES = 32 << 20 };

static bool choose_blocks(Env *env, Machine *machine, const char *isa) {
    const char *name = isa ? isa : getenv("FRIT_ISA");
    if (!name || !name[0]) {
        machine->blocks = blocks_level(0);
        return true;
    }
    machine->blocks = blocks_named(name);
    if (machine->blocks)
        return true;
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "this CPU cannot run the instruction-set level \"%s\", or there is none", name);
}

bool machine_init(Env *env, Machine *machine, const MachineOptions *options) {
    memset(machine, 0, sizeof *machine);
    machine->options = *options;
    machine->stream_bytes = STREAM_BYTES;
    atomic_init(&machine->cancels, 0);
    atomic_init(&machine->kernels, 0);
    atomic_init(&machine->running, 0);
    env->error->status = FRIT_OK;
    bool done = choose_blocks(env, machine, options->isa);
    if (done) {
        machine->memory = memory_new(env, options->memory_cap);
        done = machine->memory;
    }
    if (done) {
        machine->workers =
            workers_new(env, options->threads, options->host_run, options->host_user);
        done = machine->workers;
    }
    if (done && !options->no_blas) {
        machine->blas = blas_open(env);
        done = machine->blas || env->error->status == FRIT_OK;
    }
    if (!done)
        machine_free(machine, env->allocator);
    return done;
}

void machine_free(Machine *machine, const frit_allocator *allocator) {
    if (machine->blas)
        blas_close(machine->blas, allocator);
    if (machine->workers)
        workers_free(machine->workers);
    if (machine->memory)
        memory_free(machine->memory);
    memset(machine, 0, sizeof *machine);
}

/* ---- changing */

/* So far below zero that calls which come in meanwhile do not make it positive. */
enum { CHANGING = -(1 << 30) };

void machine_enter(Machine *machine) {
    while (atomic_fetch_add_explicit(&machine->running, 1, memory_order_acquire) < 0) {
        atomic_fetch_sub_explicit(&machine->running, 1, memory_order_relaxed);
        sched_yield();
    }
}

void machine_leave(Machine *machine) {
    atomic_fetch_sub_explicit(&machine->running, 1, memory_order_release);
}

/* Makes the parts that other options ask for; the others are those of the machine. */
static bool change_parts(Env *env, const Machine *machine, const MachineOptions *options,
                         Machine *next) {
    const MachineOptions *old = &machine->options;
    next->workers = machine->workers;
    next->blas = machine->blas;
    TRY(choose_blocks(env, next, options->isa));
    if (options->threads != old->threads || options->host_run != old->host_run ||
        options->host_user != old->host_user)
        next->workers = workers_new(env, options->threads, options->host_run, options->host_user);
    TRY(next->workers);
    if (options->no_blas == old->no_blas)
        return true;
    env->error->status = FRIT_OK;
    next->blas = options->no_blas ? NULL : blas_open(env);
    return next->blas || env->error->status == FRIT_OK;
}

/* What a has and b has not. */
static void free_parts(const frit_allocator *allocator, const Machine *a, const Machine *b) {
    if (a->workers && a->workers != b->workers)
        workers_free(a->workers);
    if (a->blas && a->blas != b->blas)
        blas_close(a->blas, allocator);
}

bool machine_change(Env *env, Machine *machine, const MachineOptions *options) {
    Machine next = {0};
    int idle = 0;
    if (!atomic_compare_exchange_strong(&machine->running, &idle, CHANGING))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the context cannot be changed while work runs");
    bool ok = change_parts(env, machine, options, &next);
    if (ok) {
        free_parts(env->allocator, machine, &next);
        machine->workers = next.workers;
        machine->blas = next.blas;
        machine->blocks = next.blocks;
        machine->options = *options;
        machine->generation++;
        memory_set_cap(machine->memory, options->memory_cap);
    } else {
        free_parts(env->allocator, &next, machine);
    }
    atomic_fetch_sub(&machine->running, CHANGING);
    return ok;
}

/* ---- cancelling */

void machine_cancel(Machine *machine) {
    atomic_fetch_add(&machine->cancels, 1);
}

void machine_for_call(Machine *copy, Machine *machine, const unsigned long *since) {
    copy->workers = machine->workers;
    copy->memory = machine->memory;
    copy->blocks = machine->blocks;
    copy->blas = machine->blas;
    copy->stream_bytes = machine->stream_bytes;
    copy->progress = machine->progress;
    copy->progress_user = machine->progress_user;
    copy->shared = machine->shared ? machine->shared : machine;
    copy->since = since;
    atomic_init(&copy->cancels, 0);
    atomic_init(&copy->kernels, 0);
    atomic_init(&copy->running, 0);
    copy->generation = machine->generation;
}

bool machine_cancelled(const Machine *machine) {
    return machine->since &&
           atomic_load_explicit(&machine->shared->cancels, memory_order_relaxed) != *machine->since;
}
