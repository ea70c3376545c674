/* The devices there are, one row each; device_kind lists them (kinds.c). */
#ifndef FRIT_RUN_DEVICES_DEVICES_H
#define FRIT_RUN_DEVICES_DEVICES_H

#include "run/device/device.h"

extern const DeviceKind cpu_device, cuda_device, opencl_device;

#endif
