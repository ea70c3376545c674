/* Memory to run a kernel from text on: made, filled from a seed, looked at. */
#ifndef FRIT_KERNEL_ROOM_H
#define FRIT_KERNEL_ROOM_H

#include "kernel/bound_kernel.h"

typedef struct KernelRoom {
    frit_allocator allocator;
    uint32_t n;
    char **blocks;
    size_t *sizes;
    char **pointers; /* as BoundAccess.pointer counts them */
} KernelRoom;

/* Zeros. The pointers are multiples of 64. */
bool room_new(Env *env, const KernelMemory *memories, uint32_t n, KernelRoom *out);
void room_free(KernelRoom *room);

/* Each scalar that an access may touch, in row-major order; along axes on which it does not move, once. */
typedef bool RoomVisit(void *user, Dtype dtype, char *at);
void room_each(const KernelRoom *room, const BoundKernel *bound, uint32_t access, RoomVisit *visit,
               void *user);

/*
 * Gives what is read small numbers that the seed, the memory and the place decide: integers from 0 to 7, so
 * that indices and bounds mostly fit, others from -4 to 4.
 */
void room_fill(const KernelRoom *room, const BoundKernel *bound, uint64_t seed);
/* Of the scalars of an access; every NaN counts as the same one. */
uint64_t room_digest(const KernelRoom *room, const BoundKernel *bound, uint32_t access);

#endif
