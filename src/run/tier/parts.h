/* Making and changing a machine and its device. */
#ifndef FRIT_RUN_TIER_PARTS_H
#define FRIT_RUN_TIER_PARTS_H

#include "run/device/machine.h"

bool machine_init(Env *env, Machine *machine, const MachineOptions *options);
/* Changes the parts in place. On failure the machine is as it was; FRIT_ERR_ARGUMENT while calls run. */
bool machine_change(Env *env, Machine *machine, const MachineOptions *options);
/* Nothing will run: threads end. What others still hold (memory, code) stays until machine_free. */
void machine_close(Machine *machine);
void machine_free(Machine *machine);

#endif
