/* The parts of a machine, and what the environment says about them. */
#include <string.h>

#include "base/getenv.h"
#include "run/cache/store.h"
#include "run/interp/interp.h"
#include "run/llvm/compiled.h"
#include "run/loops/blocks.h"
#include "run/product/contract.h"
#include "run/tier/parts.h"
#include "run/tier/tier.h"

/* Measured: past the cache pays from about here, into pages that have been written before. */
enum { STREAM_BYTES = 32 << 20 };

static bool choose_blocks(Env *env, Machine *machine, const char *isa) {
    const char *name = isa ? isa : base_getenv("FRIT_ISA");
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

/* ---- compiled kernels */

/*
 * FRIT_COMPILE is what holds where nothing else was asked for; "never" and "never,strict" hold whatever
 * is asked for: they are for places where nothing may be compiled.
 */
static bool read_policy(Env *env, Machine *machine, frit_compile_policy asked) {
    const char *text = base_getenv("FRIT_COMPILE");
    frit_compile_policy named = FRIT_COMPILE_AUTO;
    bool known = !text || !text[0] || tier_policy_named(text, &named);
    if (!known || named == FRIT_COMPILE_DEFAULT)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "FRIT_COMPILE is \"%s\"; it can be auto, wait, require, never, "
                        "\"never,strict\" or off",
                        text);
    machine->forbids = named == FRIT_COMPILE_NEVER || named == FRIT_COMPILE_NEVER_STRICT
                           ? named
                           : FRIT_COMPILE_DEFAULT;
    machine->compile = named;
    machine->compile = machine_policy(machine, asked);
    return true;
}

static bool new_store(Env *env, const MachineOptions *options, CodeStore **out) {
    StoreOptions store = {.directory = options->cache_dir,
                          .packs = options->packs,
                          .compiler = options->llvm,
                          .hooks = llvm_engine.hooks,
                          .memory_cap = options->cache_memory,
                          .disk_cap = options->cache_disk};
    *out = store_new(env, &store);
    return *out;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_store(const MachineOptions *a, const MachineOptions *b) {
    return same_text(a->cache_dir, b->cache_dir) && same_text(a->packs, b->packs) &&
           same_text(a->llvm, b->llvm) && a->cache_memory == b->cache_memory &&
           a->cache_disk == b->cache_disk;
}

/* ---- making */

bool machine_init(Env *env, Machine *machine, const MachineOptions *options) {
    memset(machine, 0, sizeof *machine);
    machine->options = *options;
    machine->stream_bytes = STREAM_BYTES;
    atomic_init(&machine->refs, 1);
    atomic_init(&machine->closed, false);
    atomic_init(&machine->cancels, 0);
    atomic_init(&machine->kernels, 0);
    atomic_init(&machine->interpreted, 0);
    atomic_init(&machine->contracted, 0);
    atomic_init(&machine->running, 0);
    atomic_init(&machine->runs_holder, 0);
    atomic_init(&machine->warned, 0);
    machine->strict_code = options->strict_code;
    machine->plain = &interp_engine;
    machine->coded = &llvm_engine;
    env->error->status = FRIT_OK;
    bool done =
        choose_blocks(env, machine, options->isa) && read_policy(env, machine, options->compile);
    if (done) {
        machine->memory = memory_new(env, options->memory_cap);
        done = machine->memory;
    }
    if (done) {
        machine->workers =
            workers_new(env, options->threads, options->host_run, options->host_user);
        done = machine->workers;
    }
    if (done && !options->no_blas)
        done = blas_slot_new(env, &machine->blas);
    if (done)
        done = new_store(env, options, &machine->store);
    if (!done)
        machine_free(machine, env->allocator);
    return done;
}

void machine_close(Machine *machine, const frit_allocator *allocator) {
    atomic_store(&machine->closed, true);
    if (machine->store)
        store_stop(machine->store);
    if (machine->blas)
        blas_slot_free(machine->blas, allocator);
    if (machine->workers)
        workers_free(machine->workers);
    machine->blas = NULL;
    machine->workers = NULL;
}

void machine_free(Machine *machine, const frit_allocator *allocator) {
    machine_close(machine, allocator);
    if (machine->store)
        store_free(machine->store);
    if (machine->memory)
        memory_free(machine->memory);
    memset(machine, 0, sizeof *machine);
}

/* ---- changing */

/* So far below zero that calls which come in meanwhile do not make it positive. */
enum { CHANGING = -(1 << 30) };

/* Makes the parts that other options ask for; the others are those of the machine. */
static bool change_parts(Env *env, const Machine *machine, const MachineOptions *options,
                         Machine *next) {
    const MachineOptions *old = &machine->options;
    next->workers = machine->workers;
    next->blas = machine->blas;
    next->store = machine->store;
    TRY(choose_blocks(env, next, options->isa) && read_policy(env, next, options->compile));
    if (!same_store(options, old))
        TRY(new_store(env, options, &next->store));
    if (options->threads != old->threads || options->host_run != old->host_run ||
        options->host_user != old->host_user)
        next->workers = workers_new(env, options->threads, options->host_run, options->host_user);
    TRY(next->workers);
    if (options->no_blas == old->no_blas)
        return true;
    next->blas = NULL;
    return options->no_blas || blas_slot_new(env, &next->blas);
}

/* What a has and b has not. */
static void free_parts(const frit_allocator *allocator, const Machine *a, const Machine *b) {
    if (a->workers && a->workers != b->workers)
        workers_free(a->workers);
    if (a->blas && a->blas != b->blas)
        blas_slot_free(a->blas, allocator);
    if (a->store && a->store != b->store)
        store_free(a->store);
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
        if (machine->store != next.store)
            atomic_store(&machine->warned, 0);
        machine->store = next.store;
        machine->compile = next.compile;
        machine->forbids = next.forbids;
        machine->strict_code = options->strict_code;
        machine->options = *options;
        machine->generation++;
        memory_set_cap(machine->memory, options->memory_cap);
    } else {
        free_parts(env->allocator, &next, machine);
    }
    atomic_fetch_sub(&machine->running, CHANGING);
    return ok;
}
