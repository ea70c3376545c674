#define _POSIX_C_SOURCE 200809L
#include "run/tier/tier.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "run/cache/store.h"
#include "run/tier/listing.h"
#include "run/tier/tell.h"

/* ---- looking for code */

static StoreKey key_of(const Tier *t) {
    return (StoreKey){t->key, t->key_len, t->hash};
}

frit_numerics tier_numerics(const Tier *t) {
    return t->machine->strict_code ? FRIT_STRICT : t->of->plan->numerics;
}

static void forget_key(Tier *t) {
    env_free(t->of->allocator, t->key, t->key_len);
    t->key = NULL;
    t->key_len = 0;
}

static void forget_spare(Tier *t) {
    if (t->spare)
        t->by_code->free(t->spare);
    code_unref(t->spare_code);
    t->spare = NULL;
    t->spare_code = NULL;
}

void tier_free(Tier *t) {
    if (!t->of)
        return; /* of a step that is no kernel */
    if (t->plain)
        t->at_once->free(t->plain);
    if (t->coded)
        t->by_code->free(t->coded);
    code_unref(t->code);
    forget_spare(t);
    forget_key(t);
}

bool tier_key(Env *env, const Tier *t, const void *coded, unsigned version, Str *out) {
    t->by_code->key(coded, version, out);
    return listing_path(env, t, out) && str_ok(out); /* code with line tables is other code */
}

static bool make_key(Env *env, Tier *t) {
    Str key = str_make(env);
    bool ok = tier_key(env, t, t->coded, 0, &key);
    t->key = ok ? env_resize(env, NULL, 0, key.len) : NULL;
    if (t->key) {
        memcpy(t->key, key.data, key.len);
        t->key_len = key.len;
        t->hash = store_key(t->key, t->key_len).hash;
    }
    str_free(&key);
    return t->key;
}

/* Of the compiler that it was prepared for; 0: any. */
static unsigned version_of(const Tier *t) {
    return t->by_code->version ? t->by_code->version(t->coded) : 0;
}

/* Was it prepared for a compiler that turned out not to open, so that another one compiles? */
static bool is_stale(const Tier *t) {
    unsigned now = store_compiler_major(t->machine->device->store);
    unsigned then = t->coded ? version_of(t) : now;
    return now && then && now != then;
}

/* As if it had not been met. */
static void start_anew(Tier *t) {
    t->by_code->free(t->coded);
    t->coded = NULL;
    forget_key(t);
    forget_spare(t);
    t->state = TIER_NEW;
    t->asked = 0;
}

static void take_code(Tier *t, Code *code) {
    t->code = code;
    t->state = TIER_HOT;
    forget_key(t);
    forget_spare(t);
}

static CodeState look(Tier *t) {
    CodeStore *store = t->machine->device->store;
    Code *code = NULL;
    t->seen = store_generation(store); /* before: what comes in between is seen next time */
    t->tried = false;
    CodeState found = store_find(store, key_of(t), &code);
    if (found == CODE_READY)
        take_code(t, code);
    else if (is_stale(t))
        start_anew(t);
    else if (found == CODE_FAILED)
        t->state = TIER_FAILED;
    return found;
}

bool tier_find_any(Env *env, const Tier *t, const void *coded, Code **code) {
    const Machine *machine = t->machine;
    CodeStore *store = machine->device->store;
    bool may_compile = machine->compile != FRIT_COMPILE_NEVER &&
                       machine->compile != FRIT_COMPILE_NEVER_STRICT &&
                       store_compiler_major(store) > 0;
    *code = NULL;
    if (may_compile && !store_has_packs(store))
        return true;
    for (unsigned v = t->by_code->newest + 1; v-- > t->by_code->oldest && !*code;) {
        Str key = str_make(env);
        bool ok = tier_key(env, t, coded, v, &key);
        if (ok)
            *code = store_find_any(store, store_key(key.data, key.len), !may_compile);
        str_free(&key);
        TRY(ok);
    }
    return true;
}

bool tier_spare(Env *env, const Tier *t, void **spare, Code **code) {
    Machine *machine = t->machine;
    *code = NULL;
    *spare = NULL;
    for (unsigned choice = 1; choice < t->by_code->choices; choice++) {
        env->error->status = FRIT_OK;
        *spare = t->by_code->prepare(env, machine, t->kernel, tier_numerics(t), choice);
        if (!*spare && env->error->status != FRIT_OK)
            return false;
        if (!*spare)
            continue;
        Str key = str_make(env);
        bool ok = tier_key(env, t, *spare, 0, &key);
        if (ok)
            store_find(machine->device->store, store_key(key.data, key.len), code);
        str_free(&key);
        if (ok && !*code)
            ok = tier_find_any(env, t, *spare, code);
        if (*code)
            return true;
        t->by_code->free(*spare);
        *spare = NULL;
        TRY(ok);
    }
    return true;
}

/* The same for a tier that has none, once for each state of the store. */
static bool find_spare(Env *env, Tier *t) {
    if (t->spare || t->tried || !t->coded)
        return true;
    TRY(tier_spare(env, t, &t->spare, &t->spare_code));
    t->tried = true;
    return true;
}

/* The first look at a kernel. False for want of memory alone. */
static bool begin(Env *env, Tier *t) {
    Machine *machine = t->machine;
    if (!t->coded && t->by_code) {
        env->error->status = FRIT_OK;
        t->coded = t->by_code->prepare(env, machine, t->kernel, tier_numerics(t), 0);
        if (!t->coded && env->error->status != FRIT_OK)
            return false;
    }
    if (!t->coded) {
        t->state = TIER_FAILED;
        return true;
    }
    TRY(t->key || make_key(env, t));
    t->state = TIER_COLD;
    if (look(t) == CODE_MISSING) {
        Code *code;
        TRY(tier_find_any(env, t, t->coded, &code));
        if (code)
            take_code(t, code);
    }
    tier_tell_warnings(machine);
    return true;
}

/* ---- compiling */

/* Kernels on their way to the store, and their texts, which it copies. */
typedef struct OrderText {
    frit_text text, label;
} OrderText;

typedef struct Order {
    Env *env;
    VEC(StoreJob) jobs;
    VEC(OrderText) texts;
    const BoundKernel *but; /* somebody else sees to it */
} Order;

static void order_free(Order *o) {
    const frit_allocator *allocator = o->env->allocator;
    for (uint32_t k = 0; k < o->texts.len; k++) {
        OrderText *kept = &o->texts.at[k];
        env_free(allocator, kept->text.data, kept->text.cap);
        env_free(allocator, kept->label.data, kept->label.cap);
    }
    vec_free(allocator, &o->jobs);
    vec_free(allocator, &o->texts);
}

static bool order_add(Order *o, const Tier *t) {
    Env *env = o->env;
    const Engine *engine = t->by_code;
    TRY(vec_reserve(env, &o->jobs, (uint64_t)o->jobs.len + 1) && vec_extend(env, &o->texts, 1));
    OrderText *kept = &o->texts.at[o->texts.len - 1];
    Str text = str_make(env), label = str_make(env), listing = str_make(env);
    tier_label(&label, t);
    bool ok = str_finish(&label, &kept->label) && listing_path(env, t, &listing) &&
              engine->emit(env, t->coded, listing.len ? listing.data : NULL, &text);
    ok = str_finish(&text, &kept->text) && ok;
    str_free(&listing);
    TRY(ok);
    StoreJob job = {.key = key_of(t),
                    .target = engine->target(t->coded),
                    .text = kept->text.data,
                    .text_len = kept->text.len,
                    .label = kept->label.data,
                    .version = version_of(t)};
    return vec_push(env, &o->jobs, job);
}

/* The share of the interpreter's time that compiled code saves, about; and of what would make a kernel
 * worth compiling, what is enough when its plan has others that are compiled anyway. */
static const double saves = 0.4, enough = 0.25;
/* And what it saves of the time of a spare form, if that is all it saves. */
static const double saves_spare = 0.1;

static bool pays(CodeStore *store, const Tier *t, uint64_t spent, double share) {
    double saved = (double)spent * (t->spare ? saves_spare : saves);
    return saved >= store_compile_cost(store) * share;
}

/* Everything of the plan and the plans inside it that is worth it. */
static bool order_if_worth(void *user, Tier *t) {
    CodeStore *store = t->machine->device->store;
    if (t->state != TIER_COLD || t->asked)
        return true;
    uint64_t spent = store_spend(store, key_of(t), 0);
    if (!pays(store, t, spent, enough))
        return true;
    TRY(order_add(user, t));
    t->asked = spent;
    return true;
}

/*
 * Asks for a kernel, and with it for those of its plan that would come next. Where that fails for want
 * of memory it is asked for again when twice as much has been spent; so it is where the code got lost
 * (in a child, whose parent was compiling it).
 */
static void ask(Tier *t, uint64_t spent) {
    frit_error ignored;
    Env env = env_make(t->of->allocator, &ignored, &ignored);
    Order order = {.env = &env};
    bool again = t->asked;
    t->asked = spent ? spent : 1;
    if (again && look(t) == CODE_PENDING)
        return;
    if (t->state != TIER_COLD) /* it came meanwhile */
        return;
    if (order_add(&order, t) && t->of->each(t->of->bound, order_if_worth, &order))
        store_request(&env, t->machine->device->store, order.jobs.at, order.jobs.len);
    order_free(&order);
}

/* The others of the plan are compiled in the background while this one is, as one batch. */
static bool order_if_new(void *user, Tier *t) {
    Order *o = user;
    if (t->quiet || t->kernel == o->but || t->state != TIER_NEW)
        return true;
    TRY(begin(o->env, t));
    return t->state != TIER_COLD || order_add(o, t);
}

static void ask_for_others(const Tier *t) {
    frit_error ignored;
    Env env = env_make(t->of->allocator, &ignored, &ignored);
    Order order = {.env = &env, .but = t->kernel};
    (void)t->of->each(t->of->bound, order_if_new, &order);
    if (order.jobs.len)
        store_request(&env, t->machine->device->store, order.jobs.at, order.jobs.len);
    order_free(&order);
}

static bool compile_once(Env *env, Tier *t) {
    Order order = {.env = env};
    bool ok = order_add(&order, t);
    Code *code = ok ? store_compile(env, t->machine->device->store, &order.jobs.at[0]) : NULL;
    order_free(&order);
    if (code)
        take_code(t, code);
    return code;
}

static bool compile_now(Env *env, Tier *t) {
    if (compile_once(env, t))
        return true;
    if (!is_stale(t))
        return false;
    start_anew(t);
    env_clear_error(env);
    TRY(begin(env, t));
    return t->code || (t->state == TIER_COLD && compile_once(env, t));
}

/* ---- what the policy asks for when there is no code */

static bool fail_named(Env *env, const Tier *t, const char *what, const char *why) {
    const Plan *plan = t->of->plan;
    Str label = str_make(env);
    tier_label(&label, t);
    if (str_ok(&label)) {
        error_at_program(env, plan->module, plan->module->programs.at[plan->program]);
        env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "%s: %s%s", label.data, what, why);
    }
    str_free(&label);
    return false;
}

/* Are there kernels that are compiled for this machine? Else env has the reason. */
static bool has_code(Env *env, const Tier *t) {
    const Engine *engine = t->by_code;
    if (!engine)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "this device runs none");
    return !engine->serves || engine->serves(env, t->machine);
}

static bool fail_required(Env *env, const Tier *t) {
    char why[sizeof env->error->message] = "";
    if (t->coded && t->state == TIER_FAILED) {
        store_why(t->machine->device->store, key_of(t), why, sizeof why);
    } else {
        if (!t->coded)
            (void)has_code(env, t);
        snprintf(why, sizeof why, "%s", env->error->message);
    }
    return fail_named(env, t, "compiled code is required: ", why);
}

/* A kernel that no engine with code is for, though others of this machine are compiled: one without
 * elements. */
static bool needs_no_code(Env *env, const Tier *t) {
    if (t->coded)
        return false;
    bool others = has_code(env, t);
    env_clear_error(env);
    return others;
}

static bool wait_for_code(Env *env, Tier *t, bool required) {
    if (needs_no_code(env, t))
        return true;
    if (t->state == TIER_COLD)
        ask_for_others(t);
    if (t->state == TIER_COLD && compile_now(env, t))
        return true;
    frit_error why = *env->error;
    (void)find_spare(env, t);
    *env->error = why;
    if (required && !t->spare)
        return env->error->status != FRIT_ERR_NOMEM && fail_required(env, t);
    /* For want of memory, its own or for code: it is tried again the next time. */
    if (env->error->status != FRIT_ERR_NOMEM)
        t->state = TIER_FAILED;
    env_clear_error(env);
    return true;
}

/* Nothing is compiled: the kernel is named, once, as one that is missing. */
static bool do_without(Env *env, Tier *t, bool strict) {
    if (!t->coded)
        return !strict || needs_no_code(env, t) || fail_required(env, t);
    TRY(find_spare(env, t));
    if (t->spare)
        return true;
    if (!t->named) {
        Str label = str_make(env);
        tier_label(&label, t);
        t->named = str_ok(&label);
        if (t->named && store_missing(t->machine->device->store, key_of(t), label.data))
            tier_tell_missing(t->machine, label.data);
        str_free(&label);
        TRY(t->named);
    }
    if (!strict)
        return true;
    return fail_named(env, t,
                      "it is not among the compiled kernels, and nothing may be compiled "
                      "(FRIT_COMPILE=never,strict); run it where it may, and make a pack of that "
                      "cache: frit cache pack FILE",
                      "");
}

/* Code where there is some or has to be some. False: an error. */
static bool find_code(Env *env, Tier *t) {
    const Machine *machine = t->machine;
    if (t->state == TIER_COLD && t->seen != store_generation(machine->device->store))
        look(t);
    bool first = t->state == TIER_NEW;
    if (first)
        TRY(begin(env, t));
    if (t->code)
        return true;
    switch (machine->compile) {
    case FRIT_COMPILE_WAIT: return wait_for_code(env, t, !t->at_once);
    case FRIT_COMPILE_REQUIRE: return wait_for_code(env, t, true);
    case FRIT_COMPILE_NEVER: return do_without(env, t, !t->at_once);
    case FRIT_COMPILE_NEVER_STRICT: return do_without(env, t, true);
    case FRIT_COMPILE_DEFAULT:
    case FRIT_COMPILE_AUTO:
        if (!t->at_once || t->at_once->last_resort)
            return wait_for_code(env, t, !t->at_once);
        return !first || find_spare(env, t);
    case FRIT_COMPILE_OFF: break;
    }
    return true;
}

/* ---- running */

/* A short kernel is timed now and then: looking at the clock twice takes some 50 ns. */
enum { SHORT_NS = 2000, MEDIUM_NS = 20000, SHORT_EVERY = 16, MEDIUM_EVERY = 4 };

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static bool prepare_plain(Env *env, Tier *t) {
    if (!t->at_once)
        return fail_named(env, t, "this device runs compiled code alone, and there is none", "");
    if (!t->plain)
        t->plain = t->at_once->prepare(env, t->machine, t->kernel, tier_numerics(t), 0);
    return t->plain;
}

/* False. */
static bool blame(Tier *t, const Engine *engine, const void *kernel) {
    t->failed_by = engine;
    t->failed = kernel;
    return false;
}

/* Has it nothing to write, for want of elements? */
static bool is_idle(const BoundKernel *bound) {
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++)
        if (bound->kernel->accesses.at[a].store && !bound->accesses[a].empty)
            return false;
    return true;
}

static bool run_plain(Env *env, Tier *t, char *const *pointers) {
    if (!t->at_once)
        return is_idle(t->kernel) || prepare_plain(env, t); /* which says why not */
    TRY(prepare_plain(env, t));
    atomic_fetch_add_explicit(&t->machine->shared->interpreted, 1, memory_order_relaxed);
    return t->at_once->run(env, t->plain, NULL, pointers) == ENGINE_RAN ||
           blame(t, t->at_once, t->plain);
}

/* How many runs the next one that is timed stands for. */
static uint8_t runs_for(uint64_t ns) {
    return ns < SHORT_NS ? SHORT_EVERY : ns < MEDIUM_NS ? MEDIUM_EVERY : 1;
}

/* What a run that was timed stands for. One that was interrupted counts once; those that were not
 * timed were as usual. */
static uint64_t note_time(Tier *t, uint64_t took) {
    t->usual = t->usual && 2 * t->usual < took ? 2 * t->usual : took;
    uint64_t all = took + t->skipped * t->usual;
    t->skip = t->skipped = (uint8_t)(runs_for(t->usual) - 1);
    return all;
}

/*
 * Code ran into an index that is out of range: the other engine finds it again and says which.
 * Nothing that it reads has been changed (see in_place.c), so it must.
 */
static bool find_bad_index(Env *env, Tier *t, char *const *pointers) {
    if (!t->at_once) {
        (void)blame(t, NULL, NULL);
        return env_fail(env, FRIT_ERR_INDEX, FRIT_STAGE_RUN, "an index is out of range");
    }
    TRY(run_plain(env, t, pointers));
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "compiled code met an index out of range that the interpreter did not");
}

/* In another form of it, or without code. A form for other sizes may need more memory than there is: it
 * is taken before anything else happens. */
static bool run_without(Env *env, Tier *t, char *const *pointers) {
    if (!t->spare)
        return run_plain(env, t, pointers);
    switch (t->by_code->run(env, t->spare, t->spare_code, pointers)) {
    case ENGINE_RAN: return true;
    case ENGINE_BAD_INDEX: return find_bad_index(env, t, pointers);
    case ENGINE_FAILED: break;
    }
    if (env->error->status != FRIT_ERR_NOMEM)
        return blame(t, t->by_code, t->spare);
    env_clear_error(env);
    return run_plain(env, t, pointers);
}

/* By how much will a first run outweigh a compile? The estimate is rough. 0: that is not the question. */
static double weighs_ahead(const Tier *t) {
    if (t->spare || t->asked || t->state != TIER_COLD || !t->at_once->cost)
        return 0;
    return t->at_once->cost(t->plain) * saves / store_compile_cost(t->machine->device->store);
}

static bool run_code(Env *env, Tier *t, char *const *pointers) {
    switch (t->by_code->run(env, t->coded, t->code, pointers)) {
    case ENGINE_RAN: return true;
    case ENGINE_FAILED: return blame(t, t->by_code, t->coded);
    case ENGINE_BAD_INDEX: break;
    }
    return find_bad_index(env, t, pointers);
}

/*
 * Does without code and keeps the account. A long first run has the kernel compiled meanwhile, and a very
 * long one before: that answers sooner.
 */
static bool run_timed(Env *env, Tier *t, char *const *pointers) {
    CodeStore *store = t->machine->device->store;
    if (t->skip) {
        t->skip--;
        return run_without(env, t, pointers);
    }
    if (!t->spare)
        TRY(prepare_plain(env, t));
    enum { LONG = 4, VERY_LONG = 8 };
    double weight = weighs_ahead(t);
    if (weight > VERY_LONG) {
        TRY(wait_for_code(env, t, false));
        if (t->code)
            return run_code(env, t, pointers);
    } else if (weight > LONG) {
        ask(t, 1);
    }
    uint64_t start = now_ns();
    bool ok = run_without(env, t, pointers);
    uint64_t spent = store_spend(store, key_of(t), note_time(t, now_ns() - start));
    if (pays(store, t, spent, 1) && spent >= 2 * t->asked)
        ask(t, spent);
    return ok;
}

bool tier_run(Env *env, Tier *t, char *const *pointers) {
    const Machine *machine = t->machine;
    if (machine->compile == FRIT_COMPILE_OFF)
        return run_plain(env, t, pointers);
    if (!t->code)
        TRY(find_code(env, t));
    if (!t->code)
        return t->state == TIER_COLD && machine->compile == FRIT_COMPILE_AUTO
                   ? run_timed(env, t, pointers)
                   : run_without(env, t, pointers);
    return run_code(env, t, pointers);
}

uint32_t tier_failed(const Tier *t) {
    return t->failed_by && t->failed_by->failed ? t->failed_by->failed(t->failed) : UINT32_MAX;
}
