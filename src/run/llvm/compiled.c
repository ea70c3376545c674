#include "run/llvm/compiled.h"

#include <stdio.h>
#include <string.h>

#include "run/cache/store.h"
#include "run/llvm/driver.h"

/* ---- the functions of a code */

/* A function, from what the loader says is an object. */
static bool look_up(Env *env, const Code *code, const char *name, void *function) {
    void *address = code_symbol(code, name);
    if (!address)
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "compiled code has no %s", name);
    memcpy(function, &address, sizeof address);
    return true;
}

static bool look_up_phases(Env *env, const CompiledKernel *k, const Code *code, Entries *e) {
    char name[32];
    for (uint32_t p = 0; p <= k->needs.n_phases; p++) {
        snprintf(name, sizeof name, "frit_at%u", (unsigned)p);
        TRY(look_up(env, code, name, &e->at[p]));
        if (p == k->needs.n_phases)
            break;
        snprintf(name, sizeof name, "frit_phase%u", (unsigned)p);
        TRY(look_up(env, code, name, &e->phase[p]));
    }
    return true;
}

static bool look_up_all(Env *env, const CompiledKernel *k, const Code *code, Entries *e) {
    static const char *const names[] = {
        [WALK_MAP] = "frit_map", [WALK_ROWS] = "frit_rows", [WALK_COLUMNS] = "frit_columns"};
    if (k->uniform_stores)
        TRY(look_up(env, code, "frit_uniform", &e->uniform));
    if (k->form.walk == WALK_PHASES)
        return look_up_phases(env, k, code, e);
    return look_up(env, code, names[k->form.walk], &e->lines);
}

/* The last code is held, so that no other one has its address. */
static bool use_code(Env *env, CompiledKernel *k, Code *code) {
    if (k->code == code)
        return true;
    code_unref(k->code);
    k->code = NULL;
    TRY(look_up_all(env, k, code, &k->entries));
    k->code = code_ref(code);
    return true;
}

/* ---- making */

static bool prepare(Env *env, CompiledKernel *k, frit_numerics numerics, unsigned choice) {
    TRY(compiled_choose(env, k, numerics, choice));
    Entries *e = &k->entries;
    TRY(e->at = arena_new(env, &k->arena, (k->needs.n_phases + 1) * sizeof *e->at));
    TRY(e->phase = arena_new(env, &k->arena, (k->needs.n_phases + 1) * sizeof *e->phase));
    return compiled_lay_out(env, k);
}

/* The text and the key are for the LLVM that would make the code. Without one it is any: the code of
 * others can be used (tier.c). */
static bool choose_llvm(Env *env, CompiledKernel *k) {
    CodeStore *store = k->machine->device->store;
    const CompilerPlace *place = store ? store_compiler_place(env, store) : NULL;
    k->form.llvm = place ? place->major : 0;
    if (!place && env->error->status == FRIT_ERR_NOMEM)
        return false;
    env_clear_error(env);
    return true;
}

CompiledKernel *compiled_new(Env *env, Machine *machine, const BoundKernel *bound,
                             frit_numerics numerics, unsigned choice) {
    HostDevice *host = host_of(env, machine);
    const Target *target = host ? target_named(host->blocks->name) : NULL;
    if (host)
        env_clear_error(env);
    if (!target)
        return NULL;
    CompiledKernel *k = env_new(env, sizeof *k);
    if (!k)
        return NULL;
    k->allocator = *env->allocator;
    k->machine = machine;
    k->host = host;
    k->bound = bound;
    k->form.target = target;
    if (choose_llvm(env, k) && prepare(env, k, numerics, choice))
        return k;
    compiled_free(k);
    return NULL;
}

void compiled_free(CompiledKernel *k) {
    if (!k)
        return;
    code_unref(k->code);
    arena_free(&k->allocator, &k->arena);
    frit_allocator allocator = k->allocator;
    env_free(&allocator, k, sizeof *k);
}

const Form *compiled_form(const CompiledKernel *k) {
    return &k->form;
}

const Kernel *compiled_kernel(const CompiledKernel *k) {
    return k->bound->kernel;
}

EngineRan compiled_run(Env *env, CompiledKernel *k, Code *code, char *const *pointers) {
    if (!use_code(env, k, code))
        return ENGINE_FAILED;
    return compiled_drive(env, k, pointers);
}
