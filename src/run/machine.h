/* What a context runs plans with. Shared by all calls of a context; safe for several threads. */
#ifndef FRIT_RUN_MACHINE_H
#define FRIT_RUN_MACHINE_H

#include <stdatomic.h>

#include "run/memory.h"
#include "run/workers.h"

struct BlockOps;
struct Blas;

typedef struct Machine {
    Workers *workers;
    Memory *memory;
    const struct BlockOps *blocks; /* the interpreter's loops for this CPU */
    struct Blas *blas;             /* NULL: none was found, or it was not wanted */
    uint64_t stream_bytes;         /* stores of at least so many bytes go past the cache */
    atomic_bool cancelled;         /* set: kernels stop at the next chunk with FRIT_ERR_CANCELLED */
    atomic_uint running;           /* calls that run now */
    atomic_ullong kernels;         /* run so far */
    /* Called now and then from the thread that runs a call; false: cancel. May be NULL. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *progress_user;
} Machine;

typedef struct MachineOptions {
    unsigned threads;
    HostRunFn *host_run;
    void *host_user;
    uint64_t memory_cap;
    const char *isa; /* NULL: FRIT_ISA, or the best this CPU has */
    bool no_blas;    /* also by FRIT_BLAS=none */
} MachineOptions;

bool machine_init(Env *env, Machine *machine, const MachineOptions *options);
void machine_free(Machine *machine, const frit_allocator *allocator);

#endif
