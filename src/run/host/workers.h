/*
 * A small pool of threads. The caller takes part; chunks are claimed one at a time, so a core that
 * is busy elsewhere takes fewer; a run waits for claimed chunks alone. Idle workers spin shortly and
 * then sleep. Threads start with the first run that wants them.
 *
 * Several threads may call workers_run at once: one gets the pool, the others run their chunks
 * alone. After a fork the child's pool has no threads and starts new ones when it needs them.
 */
#ifndef FRIT_RUN_HOST_WORKERS_H
#define FRIT_RUN_HOST_WORKERS_H

#include "base/env.h"

typedef struct Workers Workers;

/* worker is below workers_count; no two chunks of a run have the same worker at once. */
typedef void ChunkFn(void *user, uint64_t chunk, unsigned worker);

/*
 * The host's own threads instead: calls run(chunk_user, chunk, worker) for every chunk below n, from
 * any threads, each with a worker number below `threads` of its own while it runs, and returns when
 * all are done.
 */
typedef void HostRunFn(void *host, uint64_t n, ChunkFn *run, void *chunk_user);

/* How many cores the process may use. */
unsigned workers_cores(void);
/* threads 0: as many as the process may use cores; more than 4096: FRIT_ERR_LIMIT. host NULL: own
 * threads. */
Workers *workers_new(Env *env, unsigned threads, HostRunFn *host, void *host_user);
void workers_free(Workers *workers);
unsigned workers_count(const Workers *workers);
/* Runs all chunks; cannot fail: where no thread can be made, the caller does everything. */
void workers_run(Workers *workers, uint64_t n, ChunkFn *run, void *user);

#endif
