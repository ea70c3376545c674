/* Routines, on the host: operands are copied there, results back. */
#include <string.h>

#include "run/gpu/gpu.h"
#include "run/routine/routine.h"

/* An array in the host's memory, row-major. */
typedef struct Mirror {
    char *at;
    uint64_t size;
    int64_t strides[MAX_RANK];
} Mirror;

static bool mirror_new(Env *env, const RoutineArray *a, Mirror *m) {
    int64_t stride = dtype_info(a->dtype)->bits / 8;
    for (uint32_t k = a->rank; k-- > 0;) {
        m->strides[k] = stride;
        stride *= a->shape[k];
    }
    m->size = (uint64_t)stride + 1;
    m->at = env_resize(env, NULL, 0, m->size);
    return m->at;
}

static bool mirror_copy(Env *env, Device *device, const RoutineArray *a, const Mirror *m,
                        char *there, bool back) {
    CopySide host = {m->at, m->strides, true}, own = {there, a->strides, false};
    Copy copy = {a->rank, a->shape, dtype_info(a->dtype)->bits / 8, back ? own : host,
                 back ? host : own};
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->shape[k] == 0)
            return true;
    return gpu_copy(env, device, &copy);
}

bool gpu_routine(Env *env, Machine *machine, const Routine *routine, char *const *at) {
    Mirror mirrors[ROUTINE_ARRAYS] = {{0}};
    char *here[ROUTINE_ARRAYS];
    Routine own = *routine;
    uint32_t n = routine->n_in + routine->n_out;
    bool ok = gpu_wait(env, machine->device, machine);
    for (uint32_t k = 0; ok && k < n; k++) {
        ok = mirror_new(env, &routine->arrays[k], &mirrors[k]) &&
             (k >= routine->n_in ||
              mirror_copy(env, machine->device, &routine->arrays[k], &mirrors[k], at[k], false));
        own.arrays[k].strides = mirrors[k].strides;
        here[k] = mirrors[k].at;
    }
    ok = ok && routine_run(env, machine, &own, here);
    for (uint32_t k = routine->n_in; ok && k < n; k++)
        ok = mirror_copy(env, machine->device, &routine->arrays[k], &mirrors[k], at[k], true);
    for (uint32_t k = 0; k < n; k++)
        if (mirrors[k].at)
            env_free(env->allocator, mirrors[k].at, mirrors[k].size);
    return ok;
}
