/* Contractions, on the host: what the operands cover is copied there, and the result back. */
#include "run/gpu/gpu.h"
#include "run/product/contract.h"

typedef struct Operand {
    char *at, *room;
    uint64_t size;
    int64_t start;
} Operand;

/* Bytes that operand k (x, y, out) lies in. */
static void measure(const Matrices *m, const int64_t *strides, Operand *o, uint64_t elem) {
    uint32_t all = m->n_batch + m->n_m + m->n_n + m->n_k;
    int64_t low = 0, high = (int64_t)elem;
    for (uint32_t axis = 0; axis < all; axis++) {
        int64_t move = m->extents[axis] > 0 ? (m->extents[axis] - 1) * strides[axis] : 0;
        *(move < 0 ? &low : &high) += move;
    }
    o->start = -low;
    o->size = (uint64_t)(high - low);
}

static bool is_nothing(const Matrices *m, const int64_t *strides) {
    uint32_t all = m->n_batch + m->n_m + m->n_n + m->n_k;
    for (uint32_t axis = 0; axis < all; axis++)
        if (m->extents[axis] == 0 && strides[axis] != 0)
            return true;
    return false;
}

/* Are there bytes in between that are not the result's, and must stay? */
static bool has_holes(const Matrices *m, const int64_t *strides, const Operand *o, uint64_t elem) {
    uint32_t all = m->n_batch + m->n_m + m->n_n + m->n_k;
    uint64_t bytes = elem;
    for (uint32_t axis = 0; axis < all; axis++)
        if (strides[axis] != 0)
            bytes *= (uint64_t)m->extents[axis];
    return bytes != o->size;
}

bool gpu_contract(Env *env, Machine *machine, const Matrices *shape, const char *x, const char *y,
                  char *out) {
    GpuDevice *gpu = gpu_of(machine->device);
    const int64_t *strides[] = {shape->x_strides, shape->y_strides, shape->out_strides};
    const char *given[] = {x, y, out};
    enum { RESULT = 2 };
    Operand o[3] = {{0}};
    uint64_t elem = dtype_info(shape->dtype)->bits / 8;
    bool ok = gpu_wait(env, machine->device, machine);
    for (unsigned k = 0; ok && k < 3; k++) {
        uint64_t offset;
        pthread_mutex_lock(&gpu->lock);
        bool there = (gpu->driver->addresses || gpu_block_of(gpu, given[k], &offset)) &&
                     !is_nothing(shape, strides[k]);
        pthread_mutex_unlock(&gpu->lock);
        measure(shape, strides[k], &o[k], elem);
        o[k].room = env_resize(env, NULL, 0, o[k].size + 64);
        o[k].at = o[k].room ? o[k].room + (64 - (uintptr_t)o[k].room % 64) % 64 + o[k].start : NULL;
        bool reads = there && (k != RESULT || has_holes(shape, strides[k], &o[k], elem));
        ok = o[k].room && (!reads || gpu_read(env, machine->device, o[k].at - o[k].start,
                                              given[k] - o[k].start, o[k].size));
        if (!there)
            o[k].start = -1;
    }
    ok = ok && contract_run(env, machine, shape, o[0].at, o[1].at, o[2].at);
    if (ok && o[2].start >= 0)
        ok = gpu_write(env, machine->device, out - o[2].start, o[2].at - o[2].start, o[2].size);
    for (unsigned k = 0; k < 3; k++)
        if (o[k].room)
            env_free(env->allocator, o[k].room, o[k].size + 64);
    return ok;
}
