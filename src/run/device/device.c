#include "run/device/device.h"

#include <stdio.h>
#include <string.h>

/* ---- names */

/* The kind that the first `len` characters name, or NULL. */
static const DeviceKind *kind_called(const char *text, size_t len) {
    for (unsigned k = 0; device_kind(k); k++)
        if (strlen(device_kind(k)->name) == len && memcmp(device_kind(k)->name, text, len) == 0)
            return device_kind(k);
    return NULL;
}

bool device_named(Env *env, const char *text, const DeviceKind **kind, unsigned *number) {
    enum { MOST_DIGITS = 3 };
    *kind = device_kind(0);
    *number = 0;
    if (!text || !text[0])
        return true;
    size_t len = strcspn(text, ":"), digits = text[len] ? strspn(text + len + 1, "0123456789") : 0;
    *kind = kind_called(text, len);
    bool fits = text[len] == '\0' ||
                (digits > 0 && digits <= MOST_DIGITS && text[len + 1 + digits] == '\0');
    for (size_t k = 0; fits && k < digits; k++)
        *number = *number * 10 + (unsigned)(text[len + 1 + k] - '0');
    if (*kind && fits)
        return true;
    char names[200] = "";
    for (unsigned k = 0; device_kind(k); k++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", k ? ", " : "",
                 device_kind(k)->name);
    return env_fail(
        env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
        "there is no device called \"%.100s\"; there are %s (and a number after a colon)", text,
        names);
}

/* Kinds that have a name also where they are not among those there are. */
static const char *type_name(int32_t type) {
    for (unsigned k = 0; device_kind(k); k++)
        if (device_kind(k)->type == type)
            return device_kind(k)->name;
    switch (type) {
    case 0:
    case DEVICE_CPU: return "cpu";
    case DEVICE_CUDA: return "cuda";
    case DEVICE_OPENCL: return "opencl";
    default: return NULL;
    }
}

const char *device_name(char *buffer, frit_device device) {
    const char *name = type_name(device.type ? device.type : DEVICE_CPU);
    if (!name)
        snprintf(buffer, DEVICE_NAME_SIZE, "device %d:%d", (int)device.type, (int)device.number);
    else if (device.number)
        snprintf(buffer, DEVICE_NAME_SIZE, "%.15s:%d", name, (int)device.number);
    else
        snprintf(buffer, DEVICE_NAME_SIZE, "%.15s", name);
    return buffer;
}

frit_device device_id(const Device *device) {
    int32_t type = device->kind->type;
    return (frit_device){type == DEVICE_CPU ? 0 : type, (int32_t)device->number};
}

bool device_same(frit_device a, frit_device b) {
    return (a.type ? a.type : DEVICE_CPU) == (b.type ? b.type : DEVICE_CPU) && a.number == b.number;
}

bool device_takes(const Device *device, frit_device of) {
    return device_same(of, device_id(device)) ||
           (device->kind->addressable && device_same(of, (frit_device){0, 0}));
}

/* ---- life */

Device *device_new(Env *env, const DeviceKind *kind, unsigned number,
                   const struct MachineOptions *options) {
    Limits limits;
    if (!kind->limits(env, number, &limits))
        return NULL;
    Device *device = kind->make(env, number, options);
    if (!device)
        return NULL;
    device->kind = kind;
    device->number = number;
    device->limits = limits;
    if (device->store && (device->at_once || device->by_code))
        return device;
    env_set_error(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "the device %s has no engine or no store",
                  kind->name);
    kind->free(device);
    return NULL;
}

/* ---- copies */

bool device_wait(Env *env, Device *device, const struct Machine *machine) {
    return !device->kind->wait || device->kind->wait(env, device, machine);
}

uint64_t copy_bytes(const Copy *copy) {
    uint64_t bytes = copy->elem_size;
    for (uint32_t k = 0; k < copy->rank; k++)
        bytes *= (uint64_t)copy->shape[k];
    return bytes;
}

bool device_copy(Env *env, Device *device, const Copy *copy) {
    uint64_t bytes = copy_bytes(copy);
    TRY(device->kind->copy(env, device, copy));
    if (copy->to.host && copy->from.host)
        return true;
    /* The host may use its side again at once. */
    if (copy->to.host || copy->from.host)
        TRY(device_wait(env, device, NULL));
    atomic_fetch_add_explicit(copy->to.host     ? &device->out
                              : copy->from.host ? &device->in
                                                : &device->within,
                              bytes, memory_order_relaxed);
    return true;
}

char *device_map(Env *env, Device *device, char *at, uint64_t size) {
    static const int64_t step = 1;
    Env own = {&device->allocator, env->error};
    if (!device_wait(env, device, NULL))
        return NULL;
    if (device->kind->addressable)
        return at;
    char *room = env_resize(&own, NULL, 0, size + 1);
    Copy out = {1, &(int64_t){(int64_t)size}, 1, {room, &step, true}, {at, &step, false}};
    if (!room || device_copy(env, device, &out))
        return room;
    env_free(&device->allocator, room, size + 1);
    return NULL;
}

void device_unmap(Device *device, const char *at, char *mapped, uint64_t size) {
    if (mapped && mapped != at)
        env_free(&device->allocator, mapped, size + 1);
}
