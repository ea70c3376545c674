/*
 * The host as a device: its memory, threads and loops. What knows it (the CPU's engines and products, the
 * device itself) gets it by host_of; nobody else looks inside. It is put together in run/devices/cpu.c.
 */
#ifndef FRIT_RUN_HOST_HOST_H
#define FRIT_RUN_HOST_HOST_H

#include "run/device/machine.h"
#include "run/host/memory.h"
#include "run/host/workers.h"

struct BlockOps;
struct BlasSlot;
struct RoutineRoom;

typedef struct HostDevice {
    Device device;
    Workers *workers;
    Memory *memory;
    const struct BlockOps *blocks; /* the interpreter's loops for this CPU */
    struct BlasSlot *blas;         /* NULL: none is wanted */
    struct RoutineRoom *routines;  /* what routines keep (run/routine) */
    uint64_t stream_bytes;         /* stores of at least so many bytes go past the cache */
} HostDevice;

/* The host that the machine's device runs the CPU's engines with. NULL, with an error: it has none. */
HostDevice *host_of(Env *env, const Machine *machine);

/* ---- functions of its row (device.h) */

char *host_take(Env *env, Device *device, uint64_t size);
void host_give(Device *device, char *block, uint64_t size);
MemoryUse host_use(const Device *device);
bool host_copy(Env *env, Device *device, const Copy *copy);
bool host_fill(Env *env, Device *device, char *to, uint8_t byte, uint64_t size);
bool host_read(Env *env, Device *device, void *to, const char *from, size_t size);
bool host_write(Env *env, Device *device, char *to, const void *from, size_t size);

#endif
