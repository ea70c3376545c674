/* The parts of a machine, and what the environment says about them. */
#include "run/machine.h"

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
    machine->stream_bytes = STREAM_BYTES;
    atomic_init(&machine->cancels, 0);
    atomic_init(&machine->kernels, 0);
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
}

bool machine_cancelled(const Machine *machine) {
    return machine->since &&
           atomic_load_explicit(&machine->shared->cancels, memory_order_relaxed) != *machine->since;
}
