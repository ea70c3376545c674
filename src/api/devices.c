/* The devices of this machine, listed without opening them. */
#include <stdio.h>

#include "api/api.h"
#include "run/device/device.h"

/* Device `number` of the kind, or for number 0 why there is none. False: there are not so many. */
static bool list_one(const DeviceKind *kind, unsigned number, frit_device_info *out) {
    frit_allocator allocator = api_default_allocator();
    frit_error error, scratch;
    Env env = env_make(&allocator, &error, &scratch);
    DeviceLook look = {.units = 1};
    bool there = kind->look ? kind->look(&env, number, &look) : number == 0;
    if (!there && number > 0)
        return false;
    *out =
        (frit_device_info){.device = {kind->type == DEVICE_CPU ? 0 : kind->type, (int32_t)number},
                           .units = there ? look.units : 0,
                           .memory = look.memory};
    snprintf(out->name, sizeof out->name, kind->type == DEVICE_CPU || !there ? "%.20s" : "%.20s:%u",
             kind->name, number);
    snprintf(out->title, sizeof out->title, "%s", kind->look ? look.title : kind->name);
    snprintf(out->driver, sizeof out->driver, "%s", look.driver);
    snprintf(out->refused, sizeof out->refused, "%s", there ? look.refused : error.message);
    return true;
}

bool frit_device_list(uint32_t index, frit_device_info *out) {
    if (!out)
        return false;
    const DeviceKind *kind;
    for (unsigned k = 0; (kind = device_kind(k)); k++)
        for (unsigned number = 0; list_one(kind, number, out); number++)
            if (index-- == 0)
                return true;
    *out = (frit_device_info){0};
    return false;
}
