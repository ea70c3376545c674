/* Making and changing a machine, and what the environment says about it. */
#include <string.h>

#include "base/getenv.h"
#include "run/tier/parts.h"
#include "run/tier/tier.h"

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

/* ---- making */

bool machine_init(Env *env, Machine *machine, const MachineOptions *options) {
    memset(machine, 0, sizeof *machine);
    machine->options = *options;
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
    if (!machine->options.kind)
        machine->options.kind = device_kind(0);
    if (!read_policy(env, machine, options->compile))
        return false;
    machine->device = device_new(env, machine->options.kind, options->number, options);
    return machine->device;
}

void machine_close(Machine *machine) {
    atomic_store(&machine->closed, true);
    if (machine->device)
        machine->device->kind->close(machine->device);
}

void machine_free(Machine *machine) {
    if (machine->device)
        machine->device->kind->free(machine->device);
    memset(machine, 0, sizeof *machine);
}

/* ---- changing */

/* So far below zero that calls which come in meanwhile do not make it positive. */
enum { CHANGING = -(1 << 30) };

bool machine_change(Env *env, Machine *machine, const MachineOptions *options) {
    Machine next = {0};
    Device *device = machine->device;
    const struct CodeStore *store = device->store;
    int idle = 0;
    if (!atomic_compare_exchange_strong(&machine->running, &idle, CHANGING))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the context cannot be changed while work runs");
    bool ok = read_policy(env, &next, options->compile) &&
              device->kind->change(env, device, &machine->options, options);
    if (ok) {
        if (device->store != store)
            atomic_store(&machine->warned, 0);
        machine->compile = next.compile;
        machine->forbids = next.forbids;
        machine->strict_code = options->strict_code;
        machine->options = *options;
        machine->generation++;
    }
    atomic_fetch_sub(&machine->running, CHANGING);
    return ok;
}
