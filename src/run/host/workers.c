/*
 * How a run goes. The caller writes the job down, opens the gate and counts the epoch up. A worker
 * that sees a new epoch passes the gate if it is still open, claims chunks until none is left and
 * goes out again. The caller claims chunks too; when none is left it shuts the gate and waits until
 * nobody is inside. So a worker that wakes too late finds the gate shut, and nobody waits for it.
 *
 * Who gets the pool owns everything that is not atomic, until it has shut the gate and the last
 * worker has gone out.
 */
#define _GNU_SOURCE
#include "run/host/workers.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/forked.h"
#include "run/host/park.h"

enum {
    THREADS_MAX = 4096,
    /* How long an idle worker, or a caller with nothing left to claim, spins before it sleeps. Waking
     * costs as much; a spinning worker keeps its core from others. */
    SPIN_NS = 30 * 1000,
    SPINS_A_LOOK = 32, /* between two looks at the clock */
    /* Each of those who are awake wakes so many, so that waking many takes the time of a few. */
    WAKES = 2,
    /* Moving more threads than this away from the caller's core costs more than it saves. */
    MOVED_MAX = 8,
    CACHE_LINE = 64
};

/* The gate: whether it is open, whether the caller sleeps until it is empty, how many are inside. */
#define GATE_OPEN    0x80000000u
#define GATE_WAITING 0x40000000u
#define GATE_INSIDE  0x3fffffffu

typedef struct Worker {
    Workers *pool;
    pthread_t thread;
    unsigned number; /* from 1; the caller is 0 */
} Worker;

typedef struct Job {
    uint64_t n;
    ChunkFn *run;
    void *user;
} Job;

/* Words that different threads write stand on cache lines of their own. */
struct Workers {
    frit_allocator allocator;
    unsigned count; /* threads, the caller among them */
    HostRunFn *host;
    void *host_user;
    bool spins; /* there is a core for every thread */
    unsigned n_started;
    bool no_more; /* a thread could not be made */
    int avoided;  /* the core that the workers keep off; -1: none */
    Park park;
    ForkMark mark;
    Job job;
    Worker *workers; /* count - 1 */
    atomic_bool stop;
    char pad_busy[CACHE_LINE];
    atomic_flag busy; /* somebody has the pool */
    char pad_epoch[CACHE_LINE];
    atomic_uint epoch;
    atomic_uint sleepers;
    char pad_gate[CACHE_LINE];
    atomic_uint gate;
    char pad_next[CACHE_LINE];
    _Atomic uint64_t next; /* chunk to be claimed */
    char pad_end[CACHE_LINE];
};

/* -------------------------------------------------------------------------------------- cores */

/* What a control group allows ("200000 100000": two cores), rounded up; 0: no limit is known. */
static unsigned cores_by_quota(void) {
#ifdef __linux__
    FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
    if (!file)
        return 0;
    char text[64];
    size_t len = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[len] = '\0';
    uint64_t number[2] = {0, 0};
    const char *at = text;
    for (int k = 0; k < 2; k++) {
        for (; *at >= '0' && *at <= '9' && number[k] < UINT32_MAX; at++)
            number[k] = number[k] * 10 + (uint64_t)(*at - '0');
        at += *at == ' ';
    }
    if (number[0] == 0 || number[1] == 0)
        return 0;
    return (unsigned)((number[0] + number[1] - 1) / number[1]);
#else
    return 0;
#endif
}

unsigned workers_cores(void) {
    long n = 0;
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
#endif
    if (n <= 0)
        n = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned cores = n > 0 ? (unsigned)n : 1;
    unsigned quota = cores_by_quota();
    return quota > 0 && quota < cores ? quota : cores;
}

/*
 * A thread that is woken often starts on the core of the one who woke it, and then both share it.
 * So the workers are kept off the caller's core; when the caller has moved, so are they.
 */
static void keep_off_caller(Workers *w) {
#ifdef __linux__
    if (w->n_started == 0 || w->n_started > MOVED_MAX)
        return;
    int core = sched_getcpu();
    if (core < 0 || core == w->avoided || core >= CPU_SETSIZE)
        return;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return;
    CPU_CLR((size_t)core, &set);
    if (CPU_COUNT(&set) == 0)
        return;
    for (unsigned k = 0; k < w->n_started; k++)
        pthread_setaffinity_np(w->workers[k].thread, sizeof set, &set);
    w->avoided = core;
#else
    (void)w;
#endif
}

/* ----------------------------------------------------------------------------------- spinning */

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Until *word is no longer value, or the time is over. */
static bool spin_while(const Workers *w, atomic_uint *word, unsigned value) {
    if (!w->spins)
        return atomic_load_explicit(word, memory_order_acquire) != value;
    uint64_t start = now_ns();
    do {
        for (int k = 0; k < SPINS_A_LOOK; k++) {
            if (atomic_load_explicit(word, memory_order_acquire) != value)
                return true;
            relax();
        }
    } while (now_ns() - start < SPIN_NS);
    return false;
}

/* ------------------------------------------------------------------------------------ working */

static void claim_chunks(Workers *w, unsigned worker) {
    Job job = w->job;
    for (;;) {
        uint64_t chunk = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
        if (chunk >= job.n)
            return;
        job.run(job.user, chunk, worker);
    }
}

/* Wakes at most n workers if any sleep. The epoch was counted up before: a worker that does not
 * count as a sleeper yet will see it. */
static void wake_some(Workers *w, uint64_t n) {
    if (n > 0 && atomic_load(&w->sleepers) > 0)
        park_wake(&w->park, &w->epoch, n < WAKES ? (unsigned)n : WAKES);
}

static bool gate_enter(Workers *w) {
    unsigned gate = atomic_load_explicit(&w->gate, memory_order_relaxed);
    while (gate & GATE_OPEN) {
        if (atomic_compare_exchange_weak_explicit(&w->gate, &gate, gate + 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return true;
    }
    return false;
}

static void gate_leave(Workers *w) {
    unsigned before = atomic_fetch_sub_explicit(&w->gate, 1, memory_order_acq_rel);
    if ((before & GATE_WAITING) && (before & GATE_INSIDE) == 1)
        park_wake(&w->park, &w->gate, 1);
}

static void gate_shut(Workers *w) {
    unsigned gate =
        atomic_fetch_and_explicit(&w->gate, ~GATE_OPEN, memory_order_acquire) & ~GATE_OPEN;
    while ((gate & GATE_INSIDE) != 0 && spin_while(w, &w->gate, gate))
        gate = atomic_load_explicit(&w->gate, memory_order_acquire);
    if ((gate & GATE_INSIDE) == 0)
        return;
    gate = atomic_fetch_or_explicit(&w->gate, GATE_WAITING, memory_order_acquire) | GATE_WAITING;
    while (gate & GATE_INSIDE) {
        park_wait(&w->park, &w->gate, gate);
        gate = atomic_load_explicit(&w->gate, memory_order_acquire);
    }
    atomic_store_explicit(&w->gate, 0, memory_order_relaxed);
}

static void *worker_main(void *arg) {
    Worker *self = arg;
    Workers *w = self->pool;
    /* A job may have been given out before this thread began; its gate tells. */
    unsigned seen = atomic_load_explicit(&w->epoch, memory_order_acquire) - 1;
    for (;;) {
        unsigned epoch = atomic_load_explicit(&w->epoch, memory_order_acquire);
        if (atomic_load_explicit(&w->stop, memory_order_acquire))
            return NULL;
        if (epoch != seen) {
            seen = epoch;
            if (gate_enter(w)) {
                uint64_t next = atomic_load_explicit(&w->next, memory_order_relaxed);
                wake_some(w, next < w->job.n ? w->job.n - next : 0);
                claim_chunks(w, self->number);
                gate_leave(w);
            }
        } else if (!spin_while(w, &w->epoch, seen)) {
            atomic_fetch_add(&w->sleepers, 1);
            park_wait(&w->park, &w->epoch, seen);
            atomic_fetch_sub(&w->sleepers, 1);
        }
    }
}

/* Threads for n chunks, as far as they can be had. They take no signals: those are the host's. */
static void start_threads(Workers *w, uint64_t n) {
    unsigned want = n - 1 < w->count - 1 ? (unsigned)(n - 1) : w->count - 1;
    if (w->n_started >= want || w->no_more)
        return;
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return;
    while (w->n_started < want) {
        Worker *worker = &w->workers[w->n_started];
        *worker = (Worker){.pool = w, .number = w->n_started + 1};
        if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) {
            w->no_more = true;
            break;
        }
        w->n_started++;
        w->avoided = -1;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void run_alone(uint64_t n, ChunkFn *run, void *user) {
    for (uint64_t chunk = 0; chunk < n; chunk++)
        run(user, chunk, 0);
}

static void run_together(Workers *w, uint64_t n, ChunkFn *run, void *user) {
    start_threads(w, n);
    if (w->n_started == 0) {
        run_alone(n, run, user);
        return;
    }
    keep_off_caller(w);
    w->job = (Job){n, run, user};
    atomic_store_explicit(&w->next, 0, memory_order_relaxed);
    atomic_store_explicit(&w->gate, GATE_OPEN, memory_order_release);
    atomic_fetch_add(&w->epoch, 1);
    wake_some(w, n - 1);
    claim_chunks(w, 0);
    gate_shut(w);
}

/* What a pool is before its first run, and after a fork, when its threads are gone. */
static void reset(Workers *w) {
    w->n_started = 0;
    w->no_more = false;
    w->avoided = -1;
    park_init(&w->park);
    atomic_init(&w->stop, false);
    atomic_flag_clear(&w->busy);
    atomic_init(&w->epoch, 0);
    atomic_init(&w->sleepers, 0);
    atomic_init(&w->gate, 0);
    atomic_init(&w->next, 0);
}

void workers_run(Workers *w, uint64_t n, ChunkFn *run, void *user) {
    if (n <= 1 || w->count == 1) {
        run_alone(n, run, user);
        return;
    }
    ForkSeen seen = fork_look(&w->mark);
    if (seen == FORK_CHILD) {
        reset(w);
        fork_settle(&w->mark);
    }
    if (seen == FORK_SETTLING ||
        atomic_flag_test_and_set_explicit(&w->busy, memory_order_acquire)) {
        run_alone(n, run, user);
        return;
    }
    if (w->host)
        w->host(w->host_user, n, run, user);
    else
        run_together(w, n, run, user);
    atomic_flag_clear_explicit(&w->busy, memory_order_release);
}

/* ----------------------------------------------------------------------------- making, freeing */

Workers *workers_new(Env *env, unsigned threads, HostRunFn *host, void *host_user) {
    unsigned cores = workers_cores();
    unsigned count = threads;
    if (threads > THREADS_MAX) {
        env_set_error(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "%u threads: at most %d are possible",
                      threads, THREADS_MAX);
        return NULL;
    }
    if (threads == 0)
        count = cores < THREADS_MAX ? cores : THREADS_MAX;
    Workers *w = env_new(env, sizeof *w);
    if (!w)
        return NULL;
    w->allocator = *env->allocator;
    w->count = count;
    w->host = host;
    w->host_user = host_user;
    w->spins = count <= cores;
    if (count > 1 && !host) {
        w->workers = env_new(env, (count - 1) * sizeof *w->workers);
        if (!w->workers) {
            env_free(env->allocator, w, sizeof *w);
            return NULL;
        }
    }
    fork_mark(&w->mark);
    reset(w);
    return w;
}

void workers_free(Workers *w) {
    if (!w)
        return;
    if (fork_look(&w->mark) == FORK_SAME) {
        atomic_store_explicit(&w->stop, true, memory_order_release);
        atomic_fetch_add(&w->epoch, 1);
        park_wake(&w->park, &w->epoch, w->n_started);
        for (unsigned k = 0; k < w->n_started; k++)
            pthread_join(w->workers[k].thread, NULL);
        park_free(&w->park);
    }
    fork_unmark(&w->mark);
    frit_allocator allocator = w->allocator;
    if (w->workers)
        env_free(&allocator, w->workers, (w->count - 1) * sizeof *w->workers);
    env_free(&allocator, w, sizeof *w);
}

unsigned workers_count(const Workers *w) {
    return w->count;
}
