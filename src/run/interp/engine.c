/* The interpreter as an engine. */
#include "run/interp/interp.h"

static void *prepare(Env *env, Machine *machine, const BoundKernel *bound, frit_numerics numerics,
                     unsigned choice) {
    (void)numerics; /* every step is rounded, which all of them allow */
    return choice == 0 ? interp_new(env, machine, bound) : NULL;
}

static void free_kernel(void *kernel) {
    interp_free(kernel);
}

static EngineRan run(Env *env, void *kernel, Code *code, char *const *pointers) {
    (void)code;
    return interp_run(env, kernel, pointers) ? ENGINE_RAN : ENGINE_FAILED;
}

static double cost(const void *kernel) {
    return interp_cost(kernel) / interp_threads(kernel);
}

static uint32_t failed(const void *kernel) {
    return interp_failed(kernel);
}

const Engine interp_engine = {.name = "interpreted",
                              .choices = 1,
                              .in_place = true,
                              .prepare = prepare,
                              .free = free_kernel,
                              .run = run,
                              .cost = cost,
                              .failed = failed};
