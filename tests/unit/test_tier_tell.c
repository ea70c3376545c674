/* What the store has to say reaches the host. */
#include <string.h>

#include "harness.h"
#include "kernels.h"
#include "run/cache/store_parts.h"
#include "run/tier/tell.h"
#include "run/tier/tier.h"

static void count_warnings(void *user, const char *message) {
    CHECK(strstr(message, "full"));
    ++*(int *)user;
}

/* Also while everything is compiled and nobody looks for code any more. */
TEST(late_warnings_are_told_once) {
    int told = 0;
    Machine machine, call;
    km_machine(&machine, &km_allocator, 1, NULL);
    machine.warn = count_warnings;
    machine.warn_user = &told;
    machine_for_call(&call, &machine, NULL);
    tier_tell(&call);
    CHECK_EQ_INT(told, 0);
    store_warn(machine.device->store, "the disk is full");
    for (int k = 0; k < 2; k++)
        tier_tell(&call);
    CHECK_EQ_INT(told, 1);
    store_warn(machine.device->store, "another disk is full");
    tier_tell(&call);
    CHECK_EQ_INT(told, 2);
    machine_free(&machine);
}
