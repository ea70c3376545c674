#include "run/devices/devices.h"

static const DeviceKind *const kinds[] = {&cpu_device, &cuda_device, &opencl_device};

/* Weak: a program that is linked with the library's objects may have others, as the unit tests do. */
__attribute__((weak)) const DeviceKind *device_kind(unsigned k) {
    return k < sizeof kinds / sizeof *kinds ? kinds[k] : NULL;
}
