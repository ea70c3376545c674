/*
 * What differs between devices whose kernels are built from source: a row of functions for each maker's interface.
 * Everything else about such a device is in this folder (gpu.h). docs/add-a-device.md says how to add one.
 */
#ifndef FRIT_RUN_GPU_DRIVER_H
#define FRIT_RUN_GPU_DRIVER_H

#include "base/str.h"
#include "emit/c/text.h"

/* A block of memory: what the driver knows it by, and an address that everybody else may compare and count on from. Where
 * the maker's memory has addresses it is its own; else one that belongs to no memory at all. */
typedef struct GpuMemory {
    void *handle;
    char *address;
} GpuMemory;

/* So many bytes into a block. */
typedef struct GpuPlace {
    GpuMemory memory;
    uint64_t offset;
} GpuPlace;

/* An argument of a function: a block of memory (a driver with addresses takes the address as it stands, which may lie
 * inside a block), or `size` bytes. */
typedef struct GpuArg {
    GpuMemory memory;
    const void *bytes; /* NULL: it is memory */
    size_t size;
} GpuArg;

/* What is known of a device once it is open. */
typedef struct GpuFacts {
    char name[128];
    char words
        [512]; /* all that a binary depends on: versions of driver and compiler, what it is made for, options */
    unsigned units; /* that compute at the same time */
    /* The threads of a group are run one after another, so that sharing a row gains nothing. */
    bool serial;
    uint64_t memory; /* bytes; 0: unknown */
} GpuFacts;

/*
 * What is asked for is done in the order in which it was asked for, by whatever thread. What can fail returns false (or
 * NULL) with the reason in env: FRIT_ERR_NOMEM where the device has no memory left. Several threads call at once, but
 * launch and idle, which have the device's lock. A GpuState is the driver's own.
 */
typedef struct GpuDriver {
    const char *name;    /* "opencl": of the device, and of its engine */
    const char *title;   /* "OpenCL": in messages */
    const char *dialect; /* of emit/c */
    bool addresses;      /* memory has addresses, and a kernel may be given one inside a block */

    /* Device number `number`; false: there is none, or it cannot be used. What was made is freed then. */
    bool (*open)(Env *env, unsigned number, void **state, GpuFacts *facts);
    /* leave: of a device that nobody can use any more. What it has stays where it is, and the host's memory is freed. */
    void (*close)(void *state, bool leave);

    bool (*allocate)(Env *env, void *state, uint64_t size, GpuMemory *out);
    void (*release)(void *state, GpuMemory memory, uint64_t size);

    /* On return the bytes are there; or have been taken from where they were. */
    bool (*read)(Env *env, void *state, void *to, GpuPlace from, size_t size);
    bool (*write)(Env *env, void *state, GpuPlace to, const void *from, size_t size);
    bool (*fill)(Env *env, void *state, GpuPlace to, uint8_t byte, uint64_t size);
    bool (*move)(Env *env, void *state, GpuPlace to, GpuPlace from, uint64_t size);

    /* From source to a binary, which is kept on disk, and from that to functions. A source that does not compile is
     * said with the compiler's words. */
    bool (*compile)(Env *env, void *state, const char *text, size_t len, Str *binary);
    void *(*load)(Env *env, void *state, const void *binary, size_t size);
    void (*unload)(void *state, void *program);
    /* NULL without an error (status FRIT_OK): it has none of that name. */
    void *(*find)(Env *env, void *state, void *program, const char *name);
    void (*drop)(void *state,
                 void *function); /* before its program is unloaded; NULL: nothing is to be done */

    bool (*launch)(Env *env, void *state, void *function, const TextLaunch *how, const GpuArg *args,
                   uint32_t n);
    /* Has all been done that was asked for? At once; what failed meanwhile is said. */
    bool (*idle)(Env *env, void *state, bool *idle);
    /* Until it has. */
    bool (*wait)(Env *env, void *state);
} GpuDriver;

/* Puts after a compiler's words, of `size` bytes' room, the line of the source that they first name as wrong: compilers say
 * NAME:LINE:COLUMN: or NAME(LINE):. */
void gpu_quote_line(char *words, size_t size, const char *text, size_t len);

#endif
