#include "emit/llvm/target.h"

#include <stddef.h>
#include <string.h>

/* Best first among those of one architecture. "portable" is not here: it stands for CPUs that nothing
 * is known of. */
static const Target targets[] = {
    {.name = "avx512",
     .triple = "x86_64-unknown-linux-gnu",
     .cpu = "x86-64-v4",
     .vector_bytes = 64,
     .masks = true,
     .gathers = true,
     .fma = true,
     .rounds = true,
     .halves = true},
    {.name = "avx2",
     .triple = "x86_64-unknown-linux-gnu",
     .cpu = "x86-64-v3",
     .vector_bytes = 32,
     .gathers = true,
     .fma = true,
     .rounds = true,
     .halves = true},
    {.name = "x86-64", .triple = "x86_64-unknown-linux-gnu", .cpu = "x86-64", .vector_bytes = 16},
    {.name = "neon",
     .triple = "aarch64-unknown-linux-gnu",
     .cpu = "generic",
     .vector_bytes = 16,
     .fma = true,
     .rounds = true,
     .halves = true},
};

const Target *target_at(unsigned index) {
    return index < sizeof targets / sizeof *targets ? &targets[index] : NULL;
}

const Target *target_named(const char *name) {
    for (unsigned k = 0; target_at(k); k++)
        if (strcmp(targets[k].name, name) == 0)
            return &targets[k];
    return NULL;
}
