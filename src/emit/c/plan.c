/* How the functions of a source are launched. */
#include "emit/c/text.h"

/* One thread for each row (of a map, each element), as long as the device has use for them. */
void text_plan(const BoundKernel *bound, const TextSpace *space, unsigned units, TextPlan *out) {
    enum { GROUP = 64, GROUPS_A_UNIT = 256 };
    uint64_t n = 1, most = (uint64_t)units * GROUPS_A_UNIT * GROUP;
    uint32_t axes = space->map ? space->n_inner : space->n_outer;
    (void)bound;
    for (uint32_t a = 0; a < axes; a++)
        n *= (uint64_t)space->extents[a];
    n = n < 1 ? 1 : n > most ? most : n;
    *out = (TextPlan){.n_launches = 1};
    out->launches[0].threads = n < GROUP ? (uint32_t)n : GROUP;
    out->launches[0].groups = (n + GROUP - 1) / GROUP;
}
