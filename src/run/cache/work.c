/* Looking on disk, opening the compiler, compiling: on the caller's thread and in the background. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "run/cache/store_parts.h"

enum {
    STACK_BYTES = 8 << 20, /* what compilers are used to */
    NICER = 10             /* the background thread takes a tenth of a busy core */
};
/* Another process may have published a kernel since it was last looked for so long ago. */
#define LOOK_AGAIN_NS 50000000u
/* One measured compile changes the estimate by this part of the difference. */
#define COST_PART 0.25

/* ------------------------------------------------------------------------------------ on disk */

/* "LLVM 22.1.8 (4f2a...)": which compiler made it, for people; and the build, for the next look. */
static int put_versions(char *out, size_t size, const char *version, const char *build) {
    bool known = build[0] != '\0';
    return snprintf(out, size, "frit %s, LLVM %s%s%s%s", frit_version(), version, known ? " (" : "",
                    build, known ? ")" : "");
}

/* NULL: there is none. */
static const CompilerPlace *place_now(CodeStore *s) {
    frit_error error;
    Env env = store_env(s, &error);
    return store_compiler_place(&env, s);
}

/* Was it made by the build that compiles here? One that does not say which it is counts as the same. */
static bool is_own(CodeStore *s, const Entry *entry) {
    const CompilerPlace *place = place_now(s);
    size_t len = place ? strlen(place->build) : 0, end = entry->versions_len;
    return len == 0 || (end >= len + 2 && entry->versions[end - 1] == ')' &&
                        entry->versions[end - len - 2] == '(' &&
                        memcmp(entry->versions + end - len - 1, place->build, len) == 0);
}

Code *store_look(CodeStore *s, StoreKey key, LookWhere where) {
    frit_error error;
    Env env = store_env(s, &error);
    Str bytes = str_make(&env);
    Entry entry;
    Code *code = NULL;
    char label[264] = "";
    DiskFound found = disk_find(s->disk, key.bytes, key.len, where == LOOK_PACKS, &bytes, &entry);
    if (found == DISK_ENTRY && where == LOOK_OWN && !is_own(s, &entry))
        found = DISK_NONE; /* it is compiled anew, and that takes its place */
    if (found != DISK_NONE) {
        snprintf(label, sizeof label, "%.*s", (int)entry.label_len, entry.label);
        code = s->hooks.load(s->hooks.user, &env, entry.object, (size_t)entry.object_len, label);
        if (!code && error.status == FRIT_ERR_FORMAT)
            disk_reject(s->disk, found, key.bytes, key.len, error.message);
    }
    str_free(&bytes);
    store_lock(s);
    StoreStats *counts = &s->state.counts;
    if (code)
        ++*(found == DISK_PACK ? &counts->pack_hits : &counts->disk_hits);
    else if (where == LOOK_OWN)
        counts->misses++;
    if (code)
        atomic_fetch_add_explicit(&s->generation, 1, memory_order_release);
    store_unlock(s);
    return code;
}

static void publish(CodeStore *s, StoreKey key, const StoreJob *job, const Str *object,
                    const char *compiler_version) {
    frit_error error;
    Env env = store_env(s, &error);
    char versions[128];
    const CompilerPlace *place = place_now(s);
    int len = put_versions(versions, sizeof versions, compiler_version, place ? place->build : "");
    const char *label = job->label ? job->label : "", *target = job->target;
    Entry entry = {.key = key.bytes,
                   .key_len = (uint32_t)key.len,
                   .label = label,
                   .label_len = (uint32_t)strlen(label),
                   .target = target,
                   .target_len = (uint32_t)strlen(target),
                   .versions = versions,
                   .versions_len = len < (int)sizeof versions ? (uint32_t)len : 0,
                   .object = object->data,
                   .object_len = object->len};
    disk_publish(&env, s->disk, &entry);
}

/* ------------------------------------------------------------------------------- the compiler */

/* Locked. Once for a store and all its children: looking takes a fraction of a millisecond. False for want
 * of memory alone: then the next may try again. */
static bool look_for_compiler(Env *env, CodeStore *s) {
    Env own = store_env(s, &s->no_place);
    const char *folder = s->disk ? disk_directory(s->disk) : NULL;
    if (s->hooks.find(s->hooks.user, &own, s->wanted, folder, &s->found))
        atomic_store(&s->place, &s->found);
    else if (s->no_place.status == FRIT_ERR_NOMEM)
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "%s", s->no_place.message);
    atomic_store_explicit(&s->placed, true, memory_order_release);
    return true;
}

const CompilerPlace *store_compiler_place(Env *env, CodeStore *s) {
    if (!atomic_load_explicit(&s->placed, memory_order_acquire)) {
        store_lock(s);
        bool known =
            atomic_load_explicit(&s->placed, memory_order_relaxed) || look_for_compiler(env, s);
        store_unlock(s);
        if (!known)
            return NULL;
    }
    const CompilerPlace *place = atomic_load_explicit(&s->place, memory_order_acquire);
    if (place)
        return place;
    env_set_error(env, s->no_place.status, FRIT_STAGE_RUN, "%s", s->no_place.message);
    return NULL;
}

unsigned store_compiler_major(CodeStore *s) {
    const CompilerPlace *place = place_now(s);
    return place ? place->major : 0;
}

void *store_compiler(CodeStore *s, Env *env) {
    const CompilerPlace *place = store_compiler_place(env, s);
    if (!place)
        return NULL;
    store_lock(s);
    StoreState *state = &s->state;
    while (state->opening)
        pthread_cond_wait(&state->changed, &state->lock);
    if (!state->opened) {
        state->opening = true;
        state->n_working++;
        store_unlock(s);
        frit_error error;
        Env own = store_env(s, &error);
        void *compiler = NULL;
        bool done = s->hooks.open(s->hooks.user, &own, place, &compiler);
        if (done && s->hooks.place)
            atomic_store(&s->place, s->hooks.place(s->hooks.user, compiler));
        store_lock(s);
        state->opening = false;
        state->n_working--;
        /* Where there was no memory for it, the next may try again. */
        state->opened = done || error.status != FRIT_ERR_NOMEM;
        state->compiler = done ? compiler : NULL;
        state->no_compiler_status = error.status;
        snprintf(state->no_compiler, sizeof state->no_compiler, "%s", error.message);
        pthread_cond_broadcast(&state->changed);
    }
    void *compiler = state->compiler;
    if (!compiler)
        env_set_error(env, state->no_compiler_status, FRIT_STAGE_RUN, "%s", state->no_compiler);
    store_unlock(s);
    return compiler;
}

bool store_can_compile(Env *env, CodeStore *s) {
    return store_compiler(s, env) != NULL;
}

bool store_compiler_version(Env *env, CodeStore *s, char *version, size_t size) {
    void *compiler = store_compiler(s, env);
    TRY(compiler);
    snprintf(version, size, "%s", s->hooks.version(s->hooks.user, compiler));
    return true;
}

bool store_compiler_peek(CodeStore *s, char *version, size_t size) {
    store_lock(s);
    void *compiler = s->state.compiler;
    store_unlock(s);
    if (compiler)
        snprintf(version, size, "%s", s->hooks.version(s->hooks.user, compiler));
    return compiler != NULL;
}

/* Of this thread: other work on the machine does not count. */
static uint64_t cpu_ns(void) {
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0)
        return store_now_ns();
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ----------------------------------------------------------------------------------- one kernel */

typedef struct Made {
    Code *code;
    Str object;  /* empty: it came from the disk */
    uint64_t ns; /* of compiling; 0: nothing was compiled */
    bool stale;  /* the text is for another compiler than could be opened */
    char version[64];
} Made;

static bool make_code(CodeStore *s, Env *env, const StoreJob *job, Made *made) {
    void *compiler = store_compiler(s, env);
    TRY(compiler);
    unsigned major = store_compiler_major(s);
    made->stale = job->version && job->version != major;
    if (made->stale)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "it was prepared for LLVM %u, and LLVM %u is the one that can be opened",
                        job->version, major);
    snprintf(made->version, sizeof made->version, "%s", s->hooks.version(s->hooks.user, compiler));
    uint64_t start = cpu_ns();
    bool done = s->hooks.compile(s->hooks.user, env, compiler, job->target, job->text,
                                 job->text_len, &made->object);
    made->ns = cpu_ns() - start + 1;
    if (done)
        made->code =
            s->hooks.load(s->hooks.user, env, made->object.data, made->object.len, job->label);
    return made->code != NULL;
}

/* Locked. */
static void settle_line(CodeStore *s, Env *env, CodeLine *line, const Made *made) {
    StoreState *state = &s->state;
    if (made->ns > 0) {
        state->counts.compile_ns += made->ns;
        double ns = (double)made->ns;
        state->cost_ns =
            state->cost_ns > 0 ? state->cost_ns + COST_PART * (ns - state->cost_ns) : ns;
    }
    if (made->code) {
        state->counts.compiled += made->ns > 0;
        table_set_ready(&s->allocator, &state->table, line, code_ref(made->code));
    } else if (env->error->status == FRIT_ERR_NOMEM || made->stale) {
        table_set(&s->allocator, &state->table, line, LINE_MISSING); /* another time */
    } else {
        frit_error ignored;
        Env own = store_env(s, &ignored);
        state->counts.failed++;
        table_set_failed(&own, &state->table, line, env->error->message);
    }
    atomic_fetch_add_explicit(&s->generation, 1, memory_order_release);
}

Code *store_work(CodeStore *s, Env *env, CodeLine *line, const StoreJob *job) {
    StoreKey key = {line->key, line->key_len, line->hash};
    Made made = {.object = str_make(env)};
    bool look = line->looked_ns == 0 || store_now_ns() - line->looked_ns > LOOK_AGAIN_NS;
    env_clear_error(env);
    if (look)
        made.code = store_look(s, key, LOOK_OWN);
    if (!made.code)
        (void)make_code(s, env, job, &made);
    /* The key goes with the line, and whoever waits may let it go as soon as it is ready. */
    Str kept = str_make(env);
    if (made.code && made.ns > 0)
        str_put(&kept, key.bytes, key.len);
    store_lock(s);
    settle_line(s, env, line, &made);
    pthread_cond_broadcast(&s->state.changed);
    store_unlock(s);
    if (kept.len > 0)
        publish(s, (StoreKey){kept.data, kept.len, 0}, job, &made.object, made.version);
    str_free(&kept);
    str_free(&made.object);
    store_lock(s);
    store_trim(s);
    s->state.n_working--;
    pthread_cond_broadcast(&s->state.changed);
    store_unlock(s);
    return made.code;
}

/* Locked. The line is the caller's from now on. */
static void claim(CodeStore *s, CodeLine *line) {
    table_set(&s->allocator, &s->state.table, line, LINE_COMPILING);
    s->state.n_working++;
}

Code *store_compile(Env *env, CodeStore *s, const StoreJob *job) {
    store_lock(s);
    StoreState *state = &s->state;
    for (;;) {
        CodeLine *line = store_line(s, env, job->key);
        if (!line) {
            store_unlock(s);
            return NULL;
        }
        if (line->state == LINE_READY) {
            Code *code = code_ref(line->code);
            state->counts.memory_hits++;
            store_unlock(s);
            return code;
        }
        if (line->state == LINE_FAILED) {
            env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "%s",
                          line->why ? line->why : "out of memory");
            store_unlock(s);
            return NULL;
        }
        if (line->state == LINE_MISSING || line->state == LINE_QUEUED) {
            if (line->state == LINE_QUEUED)
                job_free(s, queue_take(s, line));
            claim(s, line);
            store_unlock(s);
            Env own = {&s->allocator, env->error}; /* the code outlives the call */
            return store_work(s, &own, line, job);
        }
        pthread_cond_wait(&state->changed, &state->lock);
    }
}

/* -------------------------------------------------------------------------------- background */

/* Locked, and so it returns. The first of the queue; false where there is none. */
static bool run_queued(CodeStore *s) {
    Job *job = queue_take(s, NULL);
    if (!job)
        return false;
    claim(s, job->line);
    store_unlock(s);
    frit_error error;
    Env env = store_env(s, &error);
    code_unref(store_work(s, &env, job->line, &job->what));
    job_free(s, job);
    store_lock(s);
    return true;
}

static void step_back(void) {
#ifdef __linux__
    struct sched_param none = {0};
    (void)pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICER);
#endif
}

/* Lives as long as there is something to do: an idle thread is one that a fork would lose. */
static void *work_in_background(void *user) {
    CodeStore *s = user;
    step_back();
    store_lock(s);
    while (!s->state.stopping && run_queued(s)) {}
    s->state.thread_runs = false;
    pthread_cond_broadcast(&s->state.changed);
    store_unlock(s);
    return NULL;
}

bool store_start_thread(Env *env, CodeStore *s) {
    StoreState *state = &s->state;
    pthread_attr_t attr;
    sigset_t all, before;
    if (state->thread_runs || state->stopping)
        return true;
    if (state->thread_to_join) /* it is past its last look at the state */
        pthread_join(state->thread, NULL);
    state->thread_to_join = false;
    if (pthread_attr_init(&attr) != 0)
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory");
    (void)pthread_attr_setstacksize(&attr, STACK_BYTES);
    sigfillset(&all); /* signals are the host's */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool made = pthread_create(&state->thread, &attr, work_in_background, s) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    state->thread_runs = state->thread_to_join = made;
    return made || env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                            "no thread can be made to compile in the background");
}

void store_wait(CodeStore *s) {
    store_lock(s);
    StoreState *state = &s->state;
    while (run_queued(s)) {}
    while (state->n_working > 0 || state->n_queued > 0)
        pthread_cond_wait(&state->changed, &state->lock);
    store_unlock(s);
}
