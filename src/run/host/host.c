#include "run/host/host.h"

#include <string.h>

#include "run/host/transfer.h"

HostDevice *host_of(Env *env, const Machine *machine) {
    HostDevice *host = machine->device->host;
    if (!host)
        env_set_error(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                      "the CPU's engines were asked to run on the device \"%s\"",
                      machine->device->kind->name);
    return host;
}

/* A device whose row has these functions is one. */
static HostDevice *host(Device *device) {
    return (HostDevice *)device;
}

char *host_take(Env *env, Device *device, uint64_t size) {
    return memory_take(env, host(device)->memory, size, NULL);
}

void host_give(Device *device, char *block, uint64_t size) {
    memory_give(host(device)->memory, block, size);
}

MemoryUse host_use(const Device *device) {
    return memory_use(((const HostDevice *)device)->memory);
}

/* Its threads help with what kernels and calls copy; who reads or makes an array waits for nobody. */
bool host_copy(Env *env, Device *device, const Copy *copy) {
    (void)env;
    Workers *workers = copy->to.host || copy->from.host ? NULL : host(device)->workers;
    transfer_copy(workers, copy->rank, copy->shape, copy->elem_size,
                  (TransferSide){copy->to.data, copy->to.strides},
                  (TransferSource){copy->from.data, copy->from.strides});
    return true;
}

bool host_fill(Env *env, Device *device, char *to, uint8_t byte, uint64_t size) {
    (void)env, (void)device;
    memset(to, byte, size);
    return true;
}

bool host_read(Env *env, Device *device, void *to, const char *from, size_t size) {
    (void)env, (void)device;
    memcpy(to, from, size);
    return true;
}

bool host_write(Env *env, Device *device, char *to, const void *from, size_t size) {
    (void)env, (void)device;
    memcpy(to, from, size);
    return true;
}
