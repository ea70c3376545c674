/* Bound kernels of random programs, one after another. */
#ifndef TESTS_UNIT_RANDOM_KERNELS_H
#define TESTS_UNIT_RANDOM_KERNELS_H

#include "kernel/bound_kernel.h"
#include "run/device/machine.h"

typedef void RandomKernel(void *user, uint64_t seed, const BoundKernel *bound);

/* Of programs number first .. first + n: how many were refused (too large, or no plan). */
uint64_t random_kernels(Env *env, Machine *machine, uint64_t first, uint64_t n, RandomKernel *take,
                        void *user);

/* A map for every function of complex numbers and either dtype: of small numbers, and of large ones. */
void complex_kernels(Env *env, RandomKernel *take, void *user);

#endif
