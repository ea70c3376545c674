/*
 * A device for tests whose memory the host cannot address: its addresses are those of a mapping that nobody may
 * read or write, and only its own functions know where the bytes lie. The engines are the CPU's, run on those
 * bytes. So whatever of the library takes a device's memory for the host's ends with a fault, or with an error
 * where host memory is given to the device as its own.
 *
 * Contexts get it as "guarded"; with FRIT_TEST_DEVICE=guarded in the environment also those that name none, so that
 * every test that runs something does so there (tests/run.py, guarded/...).
 */
#ifndef FRIT_TESTS_GUARDED_H
#define FRIT_TESTS_GUARDED_H

#include "run/device/device.h"

extern const DeviceKind guarded_device;

/* Do contexts that name no device get the host, or one whose kernels are made from source? */
bool host_is_first(void), source_is_first(void);
/* For a test that cannot run there: skips it, with the reason. */
#define NEEDS_HOST(why)                      \
    do {                                     \
        if (!host_is_first())                \
            SKIP("on another device: " why); \
    } while (0)
/* The same of one whose kernels are made from source. */
#define NOT_FROM_SOURCE(why)                     \
    do {                                         \
        if (source_is_first())                   \
            SKIP("on a device of source: " why); \
    } while (0)
/* Is the address one of its memory? */
bool guarded_holds(const Device *device, const void *address);

#endif
