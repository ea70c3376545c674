/* What calls ask of a machine. It is made in run/tier/parts.c. */
#include "run/device/machine.h"

frit_compile_policy machine_policy(const Machine *machine, frit_compile_policy asked) {
    if (asked == FRIT_COMPILE_DEFAULT)
        return machine->compile;
    if (machine->forbids == FRIT_COMPILE_DEFAULT || asked == FRIT_COMPILE_OFF)
        return asked;
    return asked == FRIT_COMPILE_REQUIRE || asked == FRIT_COMPILE_NEVER_STRICT
               ? FRIT_COMPILE_NEVER_STRICT
               : machine->forbids;
}

/* ---- cancelling */

void machine_cancel(Machine *machine) {
    atomic_fetch_add(&machine->cancels, 1);
}

void machine_for_call(Machine *copy, Machine *machine, const unsigned long *since) {
    copy->device = machine->device;
    copy->compile = machine->compile;
    copy->forbids = machine->forbids;
    copy->strict_code = machine->strict_code;
    copy->progress = machine->progress;
    copy->progress_user = machine->progress_user;
    copy->warn = machine->warn;
    copy->warn_user = machine->warn_user;
    copy->shared = machine->shared ? machine->shared : machine;
    copy->since = since;
    copy->stop = machine->stop;
    atomic_init(&copy->cancels, 0);
    atomic_init(&copy->kernels, 0);
    atomic_init(&copy->running, 0);
    copy->generation = machine->generation;
}
