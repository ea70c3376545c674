/*
 * Calls that run in the background. A run has a thread of its own, which runs the call as any other thread
 * would; the machine lists the runs, so that freeing its context can stop them.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api/api.h"

/* What changes in a run that is const to those who share it. */
typedef struct RunState {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    atomic_bool stop, done;
} RunState;

struct frit_run {
    frit_allocator allocator;
    frit_call *call;  /* until it has ended */
    Machine *machine; /* a reference */
    pthread_t thread;
    pid_t process;
    bool abandoned; /* freed from within a callback of it: goes by itself */
    struct frit_run *next;
    RunState *state; /* &own */
    RunState own;
    frit_status status; /* once done */
    frit_error error;
    uint32_t n_in, n_out;
    frit_tensor *tensors; /* inputs, then outputs */
    int64_t *numbers;     /* their shapes and strides */
    size_t n_numbers;
};

/* ---- the list of runs */

/*
 * Held for a few instructions, and by a process: what another one holds was held when this one was forked, by
 * a thread that is not here to let go of it. It is taken over: the list is whole after every store.
 */
static void lock_runs(Machine *machine) {
    long self = (long)getpid(), holder = 0;
    while (!atomic_compare_exchange_strong_explicit(&machine->runs_holder, &holder, self,
                                                    memory_order_acquire, memory_order_relaxed))
        if (holder == self) {
            sched_yield();
            holder = 0;
        }
}

static void unlock_runs(Machine *machine) {
    atomic_store_explicit(&machine->runs_holder, 0, memory_order_release);
}

static void list_run(frit_run *run) {
    lock_runs(run->machine);
    run->next = run->machine->runs;
    /* Whole before it is in the list: for a child, see lock_runs. */
    __atomic_store_n(&run->machine->runs, run, __ATOMIC_RELEASE);
    unlock_runs(run->machine);
}

static void unlist_run(frit_run *run) {
    lock_runs(run->machine);
    frit_run **at = &run->machine->runs;
    while (*at && *at != run)
        at = &(*at)->next;
    if (*at)
        *at = run->next;
    unlock_runs(run->machine);
}

static bool is_own_thread(const frit_run *run) {
    return run->process == getpid() && pthread_equal(run->thread, pthread_self());
}

bool api_runs_stop(Machine *machine) {
    static const struct timespec moment = {0, 50 * 1000};
    bool left = true, inside = false;
    while (left && !inside) {
        left = false;
        lock_runs(machine);
        for (frit_run *run = machine->runs; run; run = run->next) {
            inside |= is_own_thread(run);
            if (run->process == getpid()) { /* after a fork they go on in the parent */
                left = true;
                atomic_store(&run->state->stop, true);
            }
        }
        unlock_runs(machine);
        if (left && !inside)
            nanosleep(&moment, NULL);
    }
    return !inside;
}

/* ---- life */

static size_t tensors_size(const frit_run *run) {
    return ((size_t)run->n_in + run->n_out + 1) * sizeof(frit_tensor);
}

static void run_free(frit_run *run) {
    frit_allocator allocator = run->allocator;
    env_free(&allocator, run->tensors, tensors_size(run));
    env_free(&allocator, run->numbers, run->n_numbers * sizeof *run->numbers);
    if (run->machine)
        api_machine_drop(run->machine);
    pthread_mutex_destroy(&run->own.lock);
    pthread_cond_destroy(&run->own.ended);
    env_free(&allocator, run, sizeof *run);
}

static uint32_t rank_of(const Plan *plan, uint32_t k) {
    const Program *p = plan->module->programs.at[plan->program];
    VarId var = k < p->n_inputs ? k : p->outputs.at[k - p->n_inputs];
    return type_rank(&plan->module->types, p->vars.at[var].type);
}

/* The tensors with shapes and strides of their own. */
static bool copy_tensors(Env *env, frit_run *run, const Plan *plan, const frit_tensor *inputs,
                         const frit_tensor *outputs) {
    uint32_t n = run->n_in + run->n_out;
    run->n_numbers = 1;
    for (uint32_t k = 0; k < n; k++)
        run->n_numbers += 2 * (size_t)rank_of(plan, k);
    run->tensors = env_new(env, tensors_size(run));
    run->numbers = env_new(env, run->n_numbers * sizeof *run->numbers);
    TRY(run->tensors && run->numbers);
    int64_t *at = run->numbers;
    for (uint32_t k = 0; k < n; k++) {
        frit_tensor *to = &run->tensors[k];
        uint32_t rank = rank_of(plan, k);
        *to = k < run->n_in ? inputs[k] : outputs[k - run->n_in];
        if (to->shape && rank)
            to->shape = memcpy(at, to->shape, rank * sizeof *at);
        if (to->strides && rank)
            to->strides = memcpy(at + rank, to->strides, rank * sizeof *at);
        at += 2 * (size_t)rank;
    }
    return true;
}

static frit_run *run_new(Env *env, frit_call *call) {
    frit_run *run = env_new(env, sizeof *run);
    if (!run)
        return NULL;
    run->allocator = *env->allocator;
    run->call = call;
    run->machine = api_call_machine(call);
    api_machine_hold(run->machine);
    run->process = getpid();
    run->state = &run->own;
    pthread_mutex_init(&run->own.lock, NULL);
    pthread_cond_init(&run->own.ended, NULL);
    atomic_init(&run->own.stop, false);
    atomic_init(&run->own.done, false);
    run->n_in = api_call_plan(call)->inputs.len;
    run->n_out = api_call_plan(call)->outputs.len;
    return run;
}

/* ---- running */

static void *run_main(void *arg) {
    frit_run *run = arg;
    lock_runs(run->machine); /* held until run->thread is known */
    unlock_runs(run->machine);
    if (atomic_load(&run->own.stop)) {
        Env env = env_make(&run->allocator, &run->error, &run->error);
        env_set_error(&env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
        run->status = FRIT_ERR_CANCELLED;
        api_call_unclaim(run->call);
    } else {
        run->status = api_call_run_claimed(run->call, run->tensors, run->tensors + run->n_in,
                                           &run->own.stop, &run->error);
    }
    bool abandoned = run->abandoned;
    unlist_run(run);
    pthread_mutex_lock(&run->own.lock);
    atomic_store(&run->own.done, true);
    pthread_cond_broadcast(&run->own.ended);
    pthread_mutex_unlock(&run->own.lock);
    if (abandoned) {
        pthread_detach(pthread_self());
        run_free(run);
    }
    return NULL;
}

/* Its thread takes no signals: those are the host's. */
static bool start_thread(Env *env, frit_run *run) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    list_run(run);
    lock_runs(run->machine); /* nobody looks at its thread before that is known */
    bool ok = pthread_create(&run->thread, NULL, run_main, run) == 0;
    unlock_runs(run->machine);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (ok)
        return true;
    unlist_run(run);
    return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "no thread could be started");
}

frit_status frit_call_start(frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                            const frit_tensor *outputs, uint32_t output_count, frit_run **out,
                            frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    if (!api_call_claim(&env, call, inputs, input_count, outputs, output_count, error, &scratch))
        return api_status(&env, false);
    frit_run *run = run_new(&env, call);
    if (!run || !copy_tensors(&env, run, api_call_plan(call), inputs, outputs) ||
        !start_thread(&env, run)) {
        if (run)
            run_free(run);
        api_call_unclaim(call);
        return api_status(&env, false);
    }
    *out = run;
    return api_status(&env, true);
}

bool frit_run_done(const frit_run *run) {
    return run && atomic_load_explicit(&run->state->done, memory_order_acquire);
}

void frit_run_cancel(const frit_run *run) {
    if (run)
        atomic_store(&run->state->stop, true);
}

static void await_end(const frit_run *run) {
    pthread_mutex_lock(&run->state->lock);
    while (!atomic_load(&run->state->done))
        pthread_cond_wait(&run->state->ended, &run->state->lock);
    pthread_mutex_unlock(&run->state->lock);
}

frit_status frit_run_wait(const frit_run *run, frit_error *error) {
    frit_error scratch;
    if (!run)
        return api_missing(error, FRIT_STAGE_RUN, "run");
    Env env = env_make(&run->allocator, error, &scratch);
    if (!frit_run_done(run) && run->process != getpid())
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                         "the run was started before a fork, and goes on in the "
                                         "parent alone"));
    if (!frit_run_done(run) && is_own_thread(run))
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                         "a callback of the run cannot wait for its end"));
    await_end(run);
    *env.error = run->error;
    return run->status;
}

void frit_run_free(frit_run *run) {
    if (!run)
        return;
    bool child = run->process != getpid();
    frit_run_cancel(run);
    if (!child && !frit_run_done(run) && is_own_thread(run)) {
        run->abandoned = true;
        return;
    }
    if (!child) {
        pthread_join(run->thread, NULL);
        run_free(run);
        return;
    }
    /* The thread is not here, and its lock may be held for ever. */
    unlist_run(run);
    frit_allocator allocator = run->allocator;
    env_free(&allocator, run->tensors, tensors_size(run));
    env_free(&allocator, run->numbers, run->n_numbers * sizeof *run->numbers);
    api_machine_drop(run->machine);
    env_free(&allocator, run, sizeof *run);
}
