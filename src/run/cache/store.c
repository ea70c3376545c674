/*
 * The store: one lock around everything in memory; files are read and written, kernels compiled and
 * loaded without it. A line that somebody works on says so, and others wait for it or go on.
 */
#define _GNU_SOURCE
#include "run/cache/store.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "run/cache/store_parts.h"

enum {
    MEMORY_KERNELS = 4096,
    /* Keys of kernels that are missing or failed: a few hundred bytes each. */
    MEMORY_REST = 16384,
    /* What waits for the compiler; a text is some 10 KB. */
    QUEUE_KERNELS = 4096,
    /* Lines for people. */
    WARNINGS_KEPT = 32,
    MISSING_KEPT = 1000
};
#define MEMORY_CAP  ((uint64_t)64 << 20)
#define QUEUE_BYTES ((uint64_t)256 << 20)
/* What a compile takes where none was measured. */
#define GUESSED_NS 6e6

/* --------------------------------------------------------------------------- making, freeing */

static void state_init(CodeStore *s) {
    memset(&s->state, 0, sizeof s->state);
    pthread_mutex_init(&s->state.lock, NULL);
    pthread_cond_init(&s->state.changed, NULL);
    table_init(&s->state.table, &s->hooks);
}

Env store_env(CodeStore *s, frit_error *error) {
    return env_make(&s->allocator, error, error);
}

/* Of a store without hooks: no other of them is ever asked. */
static bool find_none(void *user, Env *env, const char *wanted, const char *folder,
                      CompilerPlace *place) {
    (void)user, (void)wanted, (void)folder, (void)place;
    return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                    "nothing is compiled for this device");
}

static bool copy_wanted(Env *env, CodeStore *s, const char *wanted) {
    if (!wanted)
        return true;
    size_t size = strlen(wanted) + 1;
    s->wanted = env_resize(env, NULL, 0, size);
    if (s->wanted)
        memcpy(s->wanted, wanted, size);
    return s->wanted;
}

CodeStore *store_new(Env *env, const StoreOptions *options) {
    CodeStore *s = env_new(env, sizeof *s);
    if (!s)
        return NULL;
    s->allocator = *env->allocator;
    s->hooks = options->hooks ? *options->hooks : (StoreHooks){.find = find_none};
    s->memory_cap = options->memory_cap ? options->memory_cap : MEMORY_CAP;
    s->memory_kernels = options->memory_kernels ? options->memory_kernels : MEMORY_KERNELS;
    fork_mark(&s->mark);
    state_init(s);
    DiskOptions disk = {.directory = options->directory,
                        .cap = options->disk_cap,
                        .packs = options->packs,
                        .warn = store_warn,
                        .warn_user = s};
    s->disk = disk_new(env, &disk);
    if (!s->disk || !copy_wanted(env, s, options->compiler)) {
        store_free(s);
        return NULL;
    }
    return s;
}

/* What a parent's threads had begun no one ends any more. Whether this process may still compile the
 * compiler says when it is opened anew (llvm_begin). */
static void settle_child(CodeStore *s) {
    state_init(s);
    if (s->disk)
        disk_after_fork(s->disk);
    atomic_fetch_add(&s->generation, 1);
    fork_settle(&s->mark);
}

void store_lock(CodeStore *s) {
    ForkSeen seen;
    while ((seen = fork_look(&s->mark)) != FORK_SAME) {
        if (seen == FORK_CHILD)
            settle_child(s);
        else
            sched_yield();
    }
    pthread_mutex_lock(&s->state.lock);
}

void store_unlock(CodeStore *s) {
    pthread_mutex_unlock(&s->state.lock);
}

void store_stop(CodeStore *s) {
    store_lock(s);
    StoreState *state = &s->state;
    state->stopping = true;
    queue_drop_all(s);
    while (state->n_working > 0 || state->thread_runs)
        pthread_cond_wait(&state->changed, &state->lock);
    if (state->thread_to_join) /* it is past its last look at the state */
        pthread_join(state->thread, NULL);
    state->thread_to_join = false;
    store_unlock(s);
}

void store_free(CodeStore *s) {
    if (!s)
        return;
    store_stop(s);
    StoreState *state = &s->state;
    table_free(&s->allocator, &state->table);
    notes_free(&s->allocator, &state->warnings);
    notes_free(&s->allocator, &state->missing);
    if (state->compiler)
        s->hooks.close(s->hooks.user, state->compiler);
    pthread_cond_destroy(&state->changed);
    pthread_mutex_destroy(&state->lock);
    fork_unmark(&s->mark);
    disk_free(s->disk);
    frit_allocator allocator = s->allocator;
    if (s->wanted)
        env_free(&allocator, s->wanted, strlen(s->wanted) + 1);
    env_free(&allocator, s, sizeof *s);
}

/* ----------------------------------------------------------------------------------- finding */

StoreKey store_key(const char *bytes, size_t len) {
    return (StoreKey){bytes, len, hash_stable(bytes, len, 0)};
}

uint64_t store_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void store_trim(CodeStore *s) {
    table_trim(&s->allocator, &s->state.table, s->memory_cap, s->memory_kernels, MEMORY_REST);
}

CodeLine *store_line(CodeStore *s, Env *env, StoreKey key) {
    CodeLine *line = table_find(&s->state.table, key);
    if (!line) {
        line = table_add(env, &s->state.table, key);
        store_trim(s);
    } else {
        table_touch(&s->state.table, line);
    }
    return line;
}

/* Locked; looks on disk without the lock. The line is in nobody's hands. */
static void look_up(CodeStore *s, CodeLine *line, StoreKey key) {
    StoreState *state = &s->state;
    table_set(&s->allocator, &state->table, line, LINE_LOOKING);
    state->n_working++;
    store_unlock(s);
    Code *code = store_look(s, key, LOOK_OWN);
    store_lock(s);
    line->looked_ns = store_now_ns();
    if (code)
        table_set_ready(&s->allocator, &state->table, line, code);
    else
        table_set(&s->allocator, &state->table, line, LINE_MISSING);
    state->n_working--;
    pthread_cond_broadcast(&state->changed);
}

CodeState store_find(CodeStore *s, StoreKey key, Code **out) {
    frit_error error;
    Env env = store_env(s, &error);
    CodeState found = CODE_MISSING;
    *out = NULL;
    store_lock(s);
    StoreState *state = &s->state;
    CodeLine *line = store_line(s, &env, key);
    while (line && line->state == LINE_LOOKING) {
        pthread_cond_wait(&state->changed, &state->lock);
        line = store_line(s, &env, key);
    }
    bool fresh = line && line->state == LINE_MISSING && line->looked_ns == 0;
    if (fresh)
        look_up(s, line, key);
    if (line && line->state == LINE_READY) {
        found = CODE_READY;
        *out = code_ref(line->code);
        state->counts.memory_hits += !fresh;
    } else if (line && line->state == LINE_FAILED) {
        found = CODE_FAILED;
    } else if (line && line->state != LINE_MISSING) {
        found = CODE_PENDING;
    }
    store_trim(s);
    store_unlock(s);
    return found;
}

/* What is not there leaves no trace: most of these keys nobody asks for again. */
Code *store_find_any(CodeStore *s, StoreKey key, bool disk) {
    store_lock(s);
    CodeLine *line = table_find(&s->state.table, key);
    Code *code = line && line->state == LINE_READY ? code_ref(line->code) : NULL;
    store_unlock(s);
    if (code)
        return code;
    code = store_look(s, key, disk ? LOOK_ANY : LOOK_PACKS);
    if (!code)
        return NULL;
    frit_error error;
    Env env = store_env(s, &error);
    store_lock(s);
    line = store_line(s, &env, key);
    if (line && line->state == LINE_MISSING)
        table_set_ready(&s->allocator, &s->state.table, line, code_ref(code));
    store_trim(s);
    store_unlock(s);
    return code;
}

bool store_has_packs(const CodeStore *s) {
    return disk_has_packs(s->disk);
}

bool store_why(CodeStore *s, StoreKey key, char *buffer, size_t size) {
    store_lock(s);
    CodeLine *line = table_find(&s->state.table, key);
    bool failed = line && line->state == LINE_FAILED;
    if (failed)
        snprintf(buffer, size, "%s", line->why ? line->why : "out of memory");
    store_unlock(s);
    return failed;
}

/* -------------------------------------------------------------------------------- requesting */

void job_free(CodeStore *s, Job *job) {
    if (job)
        env_free(&s->allocator, job, job->size);
}

static Job *job_new(Env *env, const StoreJob *what) {
    size_t label = what->label ? strlen(what->label) + 1 : 0;
    size_t size = sizeof(Job) + what->text_len + 1 + label;
    Job *job = env_resize(env, NULL, 0, size);
    if (!job)
        return NULL;
    *job = (Job){.what = *what, .size = size};
    char *at = (char *)(job + 1);
    memcpy(at, what->text, what->text_len);
    at[what->text_len] = '\0';
    job->what.text = at;
    at += what->text_len + 1;
    if (label > 0)
        job->what.label = memcpy(at, what->label, label);
    return job;
}

/* Locked. From here on nothing fails. */
static void enqueue(CodeStore *s, CodeLine *line, Job *job) {
    StoreState *state = &s->state;
    table_set(&s->allocator, &state->table, line, LINE_QUEUED);
    job->line = line;
    job->next = NULL;
    job->what.key = (StoreKey){line->key, line->key_len, line->hash};
    line->job = job;
    *(state->last ? &state->last->next : &state->first) = job;
    state->last = job;
    state->n_queued++;
    state->queued_bytes += job->size;
}

Job *queue_take(CodeStore *s, CodeLine *line) {
    StoreState *state = &s->state;
    Job *before = NULL, *job = state->first;
    while (job && line && job->line != line) {
        before = job;
        job = job->next;
    }
    if (!job)
        return NULL;
    *(before ? &before->next : &state->first) = job->next;
    if (state->last == job)
        state->last = before;
    job->line->job = NULL;
    state->n_queued--;
    state->queued_bytes -= job->size;
    return job;
}

void queue_drop_all(CodeStore *s) {
    for (Job *job; (job = queue_take(s, NULL));) {
        table_set(&s->allocator, &s->state.table, job->line, LINE_MISSING);
        job_free(s, job);
    }
}

/* Undoes what a request has queued: its jobs are the last `n`. */
static void take_back(CodeStore *s, uint32_t kept) {
    StoreState *state = &s->state;
    while (state->n_queued > kept) {
        Job *job = queue_take(s, state->last->line);
        table_set(&s->allocator, &state->table, job->line, LINE_MISSING);
        job_free(s, job);
    }
}

static bool queue_has_room(const StoreState *state) {
    return !state->stopping && state->n_queued < QUEUE_KERNELS && state->queued_bytes < QUEUE_BYTES;
}

bool store_request(Env *env, CodeStore *s, const StoreJob *jobs, uint32_t n) {
    store_lock(s);
    StoreState *state = &s->state;
    uint32_t kept = state->n_queued;
    bool ok = true;
    for (uint32_t k = 0; k < n && ok && queue_has_room(state); k++) {
        CodeLine *line = store_line(s, env, jobs[k].key);
        ok = line != NULL;
        if (!ok || line->state != LINE_MISSING)
            continue;
        Job *job = job_new(env, &jobs[k]);
        ok = job != NULL;
        if (ok)
            enqueue(s, line, job);
    }
    if (ok && state->n_queued > 0)
        ok = store_start_thread(env, s);
    if (!ok)
        take_back(s, kept);
    store_unlock(s);
    return ok;
}

/* ---------------------------------------------------------------------------------- reporting */

uint64_t store_generation(const CodeStore *s) {
    return atomic_load_explicit(&s->generation, memory_order_acquire);
}

double store_compile_cost(CodeStore *s) {
    store_lock(s);
    double cost = s->state.cost_ns > 0 ? s->state.cost_ns : GUESSED_NS;
    store_unlock(s);
    return cost;
}

uint64_t store_spend(CodeStore *s, StoreKey key, uint64_t ns) {
    frit_error error;
    Env env = store_env(s, &error);
    store_lock(s);
    CodeLine *line = store_line(s, &env, key);
    if (line)
        line->spent_ns += ns;
    uint64_t spent = line ? line->spent_ns : ns;
    store_unlock(s);
    return spent;
}

StoreStats store_stats(CodeStore *s) {
    store_lock(s);
    const StoreState *state = &s->state;
    StoreStats stats = state->counts;
    stats.evicted = state->table.evicted;
    stats.held_bytes = state->table.code_bytes;
    stats.held_kernels = state->table.len[LIST_READY];
    stats.queued = state->n_queued;
    stats.missing = state->missing.seen;
    stats.warnings = state->warnings.seen;
    store_unlock(s);
    DiskCounts disk = disk_counts(s->disk);
    stats.rejected = disk.rejected;
    stats.published = disk.published;
    stats.publish_fails = disk.publish_fails;
    stats.disk_evicted = disk.evicted;
    return stats;
}

const char *store_directory(const CodeStore *s) {
    return disk_directory(s->disk);
}

void store_warn(void *store, const char *text) {
    CodeStore *s = store;
    store_lock(s);
    notes_add(&s->allocator, &s->state.warnings, WARNINGS_KEPT, text);
    atomic_fetch_add_explicit(&s->generation, 1, memory_order_release);
    store_unlock(s);
}

bool store_warning(CodeStore *s, uint32_t k, char *buffer, size_t size) {
    store_lock(s);
    bool there = notes_get(&s->state.warnings, k, buffer, size);
    store_unlock(s);
    return there;
}

bool store_missing(CodeStore *s, StoreKey key, const char *label) {
    char name[ENTRY_NAME + 1], text[NOTE_BYTES];
    frit_error error;
    Env env = store_env(s, &error);
    entry_name(key.bytes, key.len, name);
    snprintf(text, sizeof text, "%.200s (%.12s)", label && label[0] ? label : "a kernel", name);
    store_lock(s);
    CodeLine *line = store_line(s, &env, key);
    bool known = line && line->missed;
    if (line)
        line->missed = true;
    if (!known)
        notes_add(&s->allocator, &s->state.missing, MISSING_KEPT, text);
    store_unlock(s);
    return !known;
}

bool store_missing_label(CodeStore *s, uint32_t k, char *buffer, size_t size) {
    store_lock(s);
    bool there = notes_get(&s->state.missing, k, buffer, size);
    store_unlock(s);
    return there;
}
