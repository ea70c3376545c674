/* CUDA as tests/doubles/cuda.c plays it: the device "cuda" of contexts that are made between start and stop. */
#ifndef FRIT_TESTS_PLAYED_CUDA_H
#define FRIT_TESTS_PLAYED_CUDA_H

#include "doubles/cuda.h"
#include "run/tier/parts.h"

/* One GPU of compute capability 9.0 and 1 GiB. */
PlayedCuda *played_start(void);
/* Everything was given back. */
void played_stop(PlayedCuda *cuda);

/* A machine on the first device of the kind; the test is skipped where there is none. */
void gpu_machine(Env *env, Machine *machine, const DeviceKind *kind);

#endif
