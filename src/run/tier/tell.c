#include "run/tier/tell.h"

#include <stdio.h>

#include "run/cache/store.h"

void tier_tell_warnings(Machine *machine) {
    char text[512];
    Machine *shared = machine->shared;
    unsigned told = atomic_load_explicit(&shared->warned, memory_order_relaxed);
    while (machine->warn && store_warning(machine->device->store, told, text, sizeof text))
        if (atomic_compare_exchange_strong(&shared->warned, &told, told + 1)) {
            machine->warn(machine->warn_user, text);
            told++;
        }
}

void tier_tell(Machine *machine) {
    uint64_t now = machine->warn ? store_generation(machine->device->store) : 0;
    if (now == atomic_load_explicit(&machine->shared->told_at, memory_order_relaxed))
        return;
    atomic_store_explicit(&machine->shared->told_at, now, memory_order_relaxed);
    tier_tell_warnings(machine);
}

void tier_tell_missing(const Machine *machine, const char *label) {
    char text[512];
    snprintf(text, sizeof text, "%s: not compiled, and nothing may be; it is interpreted", label);
    if (machine->warn)
        machine->warn(machine->warn_user, text);
}
