/*
 * Engines: what runs kernels. Each is a row of functions in a folder of its own; a device names those that it
 * has, and a tier (run/tier) decides which of them runs a kernel. What an engine makes of a kernel is its own
 * affair: everybody else holds a pointer to it.
 */
#ifndef FRIT_RUN_ENGINE_ENGINE_H
#define FRIT_RUN_ENGINE_ENGINE_H

#include "base/str.h"
#include "kernel/bound_kernel.h"
#include "plan/report.h"
#include "run/code/code.h"
#include "run/device/machine.h"

struct StoreHooks;

typedef enum EngineRan {
    ENGINE_RAN,
    ENGINE_FAILED, /* env says why: cancelled, no memory, an index (then `failed` says which) */
    ENGINE_BAD_INDEX /* an index was out of range, and which is not known: an engine without code is to
                      * run the kernel again and say. Nothing that it reads has been changed. */
} EngineRan;

typedef struct Engine {
    const char *name; /* as reports have it: "interpreted", "compiled" */
    /* Who makes the code that it runs, for the store. NULL: it needs none and can run a kernel at once. */
    const struct StoreHooks *hooks;
    unsigned oldest,
        newest; /* versions of the compiler that code may be of; 0 and 0: they do not matter */
    unsigned choices; /* of prepare */
    bool last_resort; /* without code, and slow: code is waited for rather than that it runs */
    /*
     * May a kernel write where it reads, where run/bind/in_place.c finds that each element is read by its own
     * place and last by the walk that writes it? Then of one place it never stores before it has read; a walk
     * before the last stores nothing into what a later one reads; and no place is computed twice. Else such
     * results are made elsewhere and copied.
     */
    bool in_place;

    /* Can it run kernels on this machine? False with the reason in env. May be NULL: it can. */
    bool (*serves)(Env *env, const Machine *machine);
    /*
     * A kernel made ready; the BoundKernel's arrays must outlive it. choice 0 is the form that is quickest,
     * those above it are others that can run the kernel with the same results: for code that was made for
     * other sizes. NULL without an error (status FRIT_OK): there is none of that number, or it is not for
     * this kernel.
     */
    void *(*prepare)(Env *env, Machine *machine, const BoundKernel *bound, frit_numerics numerics,
                     unsigned choice);
    void (*free)(void *kernel);
    /* One thread at a time. pointers: as BoundAccess.pointer counts them. code: NULL without hooks. */
    EngineRan (*run)(Env *env, void *kernel, Code *code, char *const *pointers);
    /* Nanoseconds that a run takes: a rough guess. NULL: it cannot tell. */
    double (*cost)(const void *kernel);
    /* After FRIT_ERR_INDEX: the instruction of the program that did it. NULL: it cannot tell. */
    uint32_t (*failed)(const void *kernel);

    /* With hooks: what its code is known by, made by that version of the compiler (0: the one at hand). */
    void (*key)(const void *kernel, unsigned version, Str *out);
    /* The text that the compiler takes, and the target (a name that lives on). debug_file: see LlvmOptions. */
    bool (*emit)(Env *env, const void *kernel, const char *debug_file, Str *text);
    const char *(*target)(const void *kernel);
    /* The major version of the compiler that it was prepared for; 0: any. NULL: always. */
    unsigned (*version)(const void *kernel);
    /* The same as assembly, for people; text becomes it. NULL: there is none. */
    bool (*assembly)(Env *env, const Machine *machine, const void *kernel, Str *text);
    /* Fills in target, walk and lanes. NULL: there is nothing to say. */
    bool (*describe)(Env *env, const void *kernel, ReportEngine *out);
} Engine;

#endif
