#define _POSIX_C_SOURCE 200809L
#include "run/tier.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "emit/llvm/dialect.h"
#include "emit/llvm/llvm.h"
#include "run/bound_parts.h"
#include "run/cache/store.h"
#include "run/interp/blocks.h"
#include "run/listing.h"

/* ---- looking for code */

static StoreKey key_of(const Tier *t) {
    return (StoreKey){t->key, t->key_len, t->hash};
}

frit_numerics tier_numerics(const Bound *b) {
    return b->machine->strict_code ? FRIT_STRICT : b->plan->numerics;
}

static void forget_key(Tier *t, const frit_allocator *allocator) {
    env_free(allocator, t->key, t->key_len);
    t->key = NULL;
    t->key_len = 0;
}

static void forget_spare(Tier *t) {
    if (t->spare)
        compiled_free(t->spare);
    code_unref(t->spare_code);
    t->spare = NULL;
    t->spare_code = NULL;
}

void tier_free(Tier *t, const frit_allocator *allocator) {
    if (t->interp)
        interp_free(t->interp);
    if (t->compiled)
        compiled_free(t->compiled);
    code_unref(t->code);
    forget_spare(t);
    forget_key(t, allocator);
}

bool tier_key(Env *env, const Bound *b, const BoundStep *step, const Form *form, Str *out) {
    llvm_key(out, step->kernel.kernel, form);
    return listing_path(env, b, step, out) && str_ok(out); /* code with line tables is other code */
}

static bool make_key(Env *env, const Bound *b, const BoundStep *step, Tier *t) {
    Str key = str_make(env);
    bool ok = tier_key(env, b, step, compiled_form(t->compiled), &key);
    t->key = ok ? env_resize(env, NULL, 0, key.len) : NULL;
    if (t->key) {
        memcpy(t->key, key.data, key.len);
        t->key_len = key.len;
        t->hash = store_key(t->key, t->key_len).hash;
    }
    str_free(&key);
    return t->key;
}

/* Was it prepared for an LLVM that turned out not to open, so that another one compiles? */
static bool is_stale(const Bound *b, const Tier *t) {
    unsigned now = store_llvm_major(b->machine->store);
    unsigned then = t->compiled ? compiled_form(t->compiled)->llvm : now;
    return now && then && now != then;
}

/* As if it had not been met. */
static void start_anew(Bound *b, Tier *t) {
    compiled_free(t->compiled);
    t->compiled = NULL;
    forget_key(t, &b->allocator);
    forget_spare(t);
    t->state = TIER_NEW;
    t->asked = 0;
}

static void take_code(Bound *b, Tier *t, Code *code) {
    t->code = code;
    t->state = TIER_HOT;
    forget_key(t, &b->allocator);
    forget_spare(t);
}

static CodeState look(Bound *b, Tier *t) {
    CodeStore *store = b->machine->store;
    Code *code = NULL;
    t->seen = store_generation(store); /* before: what comes in between is seen next time */
    t->tried = false;
    CodeState found = store_find(store, key_of(t), &code);
    if (found == CODE_READY)
        take_code(b, t, code);
    else if (is_stale(b, t))
        start_anew(b, t);
    else if (found == CODE_FAILED)
        t->state = TIER_FAILED;
    return found;
}

/* Versions that code may be of: those that are known, and a few that come after them. */
enum { LLVM_LATEST = LLVM_NEWEST + 2 };

bool tier_find_any(Env *env, const Bound *b, const BoundStep *step, const Form *form,
                   const Machine *machine, Code **code) {
    CodeStore *store = machine->store;
    bool may_compile = machine->compile != FRIT_COMPILE_NEVER &&
                       machine->compile != FRIT_COMPILE_NEVER_STRICT && store_llvm_major(store) > 0;
    Form other = *form;
    *code = NULL;
    if (may_compile && !store_has_packs(store))
        return true;
    for (other.llvm = LLVM_LATEST; other.llvm >= LLVM_OLDEST && !*code; other.llvm--) {
        Str key = str_make(env);
        bool ok = tier_key(env, b, step, &other, &key);
        if (ok)
            *code = store_find_any(store, store_key(key.data, key.len), !may_compile);
        str_free(&key);
        TRY(ok);
    }
    return true;
}

bool tier_spare(Env *env, const Bound *b, const BoundStep *step, Machine *machine,
                CompiledKernel **kernel, Code **code) {
    *code = NULL;
    for (unsigned choice = 1; choice < COMPILED_CHOICES; choice++) {
        env->error->status = FRIT_OK;
        *kernel = compiled_new(env, machine, &step->kernel, tier_numerics(b), choice);
        if (!*kernel && env->error->status != FRIT_OK)
            return false;
        if (!*kernel)
            continue;
        Str key = str_make(env);
        bool ok = tier_key(env, b, step, compiled_form(*kernel), &key);
        if (ok)
            store_find(machine->store, store_key(key.data, key.len), code);
        str_free(&key);
        if (ok && !*code)
            ok = tier_find_any(env, b, step, compiled_form(*kernel), machine, code);
        if (*code)
            return true;
        compiled_free(*kernel);
        *kernel = NULL;
        TRY(ok);
    }
    return true;
}

/* The same for a tier that has none, once for each state of the store. */
static bool find_spare(Env *env, const Bound *b, const BoundStep *step, Tier *t, Machine *machine) {
    if (t->spare || t->tried || !t->compiled)
        return true;
    TRY(tier_spare(env, b, step, machine, &t->spare, &t->spare_code));
    t->tried = true;
    return true;
}

/* Hands on what the store has to say since it was last asked. */
static void tell_warnings(Machine *machine) {
    char text[512];
    Machine *shared = machine->shared;
    unsigned told = atomic_load_explicit(&shared->warned, memory_order_relaxed);
    while (machine->warn && store_warning(machine->store, told, text, sizeof text))
        if (atomic_compare_exchange_strong(&shared->warned, &told, told + 1)) {
            machine->warn(machine->warn_user, text);
            told++;
        }
}

void tier_tell(Machine *machine) {
    uint64_t now = machine->warn ? store_generation(machine->store) : 0;
    if (now == atomic_load_explicit(&machine->shared->told_at, memory_order_relaxed))
        return;
    atomic_store_explicit(&machine->shared->told_at, now, memory_order_relaxed);
    tell_warnings(machine);
}

/* The first look at a kernel. False for want of memory alone. */
static bool begin(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine) {
    if (!t->compiled) {
        env->error->status = FRIT_OK;
        t->compiled = compiled_new(env, machine, &step->kernel, tier_numerics(b), 0);
        if (!t->compiled && env->error->status != FRIT_OK)
            return false;
    }
    if (!t->compiled) {
        t->state = TIER_FAILED;
        return true;
    }
    TRY(t->key || make_key(env, b, step, t));
    t->state = TIER_COLD;
    if (look(b, t) == CODE_MISSING) {
        Code *code;
        TRY(tier_find_any(env, b, step, compiled_form(t->compiled), machine, &code));
        if (code)
            take_code(b, t, code);
    }
    tell_warnings(machine);
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

static bool order_add(Order *o, const Bound *b, const BoundStep *step, const Tier *t) {
    Env *env = o->env;
    const Form *form = compiled_form(t->compiled);
    TRY(vec_reserve(env, &o->jobs, (uint64_t)o->jobs.len + 1) && vec_extend(env, &o->texts, 1));
    OrderText *kept = &o->texts.at[o->texts.len - 1];
    Str text = str_make(env), label = str_make(env), listing = str_make(env);
    tier_label(&label, b, step);
    bool ok = str_finish(&label, &kept->label) && listing_path(env, b, step, &listing);
    LlvmOptions options = {.debug_file = listing.len ? listing.data : NULL};
    ok = ok && llvm_emit(env, step->kernel.kernel, form, &options, &text);
    ok = str_finish(&text, &kept->text) && ok;
    str_free(&listing);
    TRY(ok);
    StoreJob job = {.key = key_of(t),
                    .target = form->target,
                    .text = kept->text.data,
                    .text_len = kept->text.len,
                    .label = kept->label.data,
                    .llvm = form->llvm};
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
static bool order_plan(Order *o, Bound *b) {
    for (uint32_t k = 0; k < b->steps.len; k++) {
        BoundStep *step = &b->steps.at[k];
        for (int s = 0; s < 2; s++)
            if (step->subs[s])
                TRY(order_plan(o, step->subs[s]));
        for (int mode = 0; step->plan->kind == STEP_KERNEL && mode < MODE_COUNT; mode++) {
            Tier *t = &step->tier[mode];
            if (t->state != TIER_COLD || t->asked)
                continue;
            uint64_t spent = store_spend(b->machine->store, key_of(t), 0);
            if (!pays(b->machine->store, t, spent, enough))
                continue;
            TRY(order_add(o, b, step, t));
            t->asked = spent;
        }
    }
    return true;
}

/*
 * Asks for a kernel, and with it for those of its plan that would come next. Where that fails for want
 * of memory it is asked for again when twice as much has been spent; so it is where the code got lost
 * (in a child, whose parent was compiling it).
 */
static void ask(Bound *b, BoundStep *step, Tier *t, uint64_t spent) {
    frit_error ignored;
    Env env = env_make(&b->allocator, &ignored, &ignored);
    Order order = {.env = &env};
    Bound *root = b;
    while (root->parent)
        root = root->parent;
    bool again = t->asked;
    t->asked = spent ? spent : 1;
    if (again && look(b, t) == CODE_PENDING)
        return;
    if (t->state != TIER_COLD) /* it came meanwhile */
        return;
    if (order_add(&order, b, step, t) && order_plan(&order, root))
        store_request(&env, b->machine->store, order.jobs.at, order.jobs.len);
    order_free(&order);
}

/* The others of the plan are compiled in the background while this one is, as one batch. */
static bool order_others(Order *o, Bound *b, const BoundStep *but) {
    for (uint32_t k = 0; k < b->steps.len; k++) {
        BoundStep *step = &b->steps.at[k];
        for (int s = 0; s < 2; s++)
            if (step->subs[s])
                TRY(order_others(o, step->subs[s], but));
        Tier *t = &step->tier[NORMAL];
        if (step == but || step->plan->kind != STEP_KERNEL || t->state != TIER_NEW)
            continue;
        TRY(begin(o->env, b, step, t, b->machine));
        if (t->state == TIER_COLD)
            TRY(order_add(o, b, step, t));
    }
    return true;
}

static void ask_for_others(Bound *b, const BoundStep *step) {
    frit_error ignored;
    Env env = env_make(&b->allocator, &ignored, &ignored);
    Order order = {.env = &env};
    Bound *root = b;
    while (root->parent)
        root = root->parent;
    (void)order_others(&order, root, step);
    if (order.jobs.len)
        store_request(&env, b->machine->store, order.jobs.at, order.jobs.len);
    order_free(&order);
}

static bool compile_once(Env *env, Bound *b, BoundStep *step, Tier *t) {
    Order order = {.env = env};
    bool ok = order_add(&order, b, step, t);
    Code *code = ok ? store_compile(env, b->machine->store, &order.jobs.at[0]) : NULL;
    order_free(&order);
    if (code)
        take_code(b, t, code);
    return code;
}

static bool compile_now(Env *env, Bound *b, BoundStep *step, Tier *t) {
    if (compile_once(env, b, step, t))
        return true;
    if (!is_stale(b, t))
        return false;
    start_anew(b, t);
    env_clear_error(env);
    TRY(begin(env, b, step, t, b->machine));
    return t->code || (t->state == TIER_COLD && compile_once(env, b, step, t));
}

/* ---- what the policy asks for when there is no code */

static bool fail_named(Env *env, const Bound *b, const BoundStep *step, const char *what,
                       const char *why) {
    Str label = str_make(env);
    tier_label(&label, b, step);
    if (str_ok(&label)) {
        error_at_program(env, b->plan->module, b->plan->module->programs.at[b->plan->program]);
        env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "%s: %s%s", label.data, what, why);
    }
    str_free(&label);
    return false;
}

static bool fail_required(Env *env, const Bound *b, const BoundStep *step, const Tier *t) {
    char why[sizeof env->error->message] = "";
    if (!t->compiled)
        snprintf(why, sizeof why, "there is none for the instruction set \"%s\"",
                 b->machine->blocks->name);
    else if (t->state == TIER_FAILED)
        store_why(b->machine->store, key_of(t), why, sizeof why);
    else
        snprintf(why, sizeof why, "%s", env->error->message);
    return fail_named(env, b, step, "compiled code is required: ", why);
}

/* A kernel that no engine but the interpreter is for, though others of this machine are compiled: one
 * without elements. */
static bool needs_no_code(const Bound *b, const Tier *t) {
    return !t->compiled && target_named(b->machine->blocks->name);
}

static bool wait_for_code(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine,
                          bool required) {
    if (needs_no_code(b, t))
        return true;
    if (t->state == TIER_COLD)
        ask_for_others(b, step);
    if (t->state == TIER_COLD && compile_now(env, b, step, t))
        return true;
    frit_error why = *env->error;
    (void)find_spare(env, b, step, t, machine);
    *env->error = why;
    if (required && !t->spare)
        return env->error->status != FRIT_ERR_NOMEM && fail_required(env, b, step, t);
    /* For want of memory, its own or for code: it is tried again the next time. */
    if (env->error->status != FRIT_ERR_NOMEM)
        t->state = TIER_FAILED;
    env_clear_error(env);
    return true;
}

static void tell_missing(const Machine *machine, const char *label) {
    char text[512];
    snprintf(text, sizeof text, "%s: not compiled, and nothing may be; it is interpreted", label);
    if (machine->warn)
        machine->warn(machine->warn_user, text);
}

/* Nothing is compiled: the kernel is named, once, as one that is missing. */
static bool do_without(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine,
                       bool strict) {
    if (!t->compiled)
        return !strict || needs_no_code(b, t) || fail_required(env, b, step, t);
    TRY(find_spare(env, b, step, t, machine));
    if (t->spare)
        return true;
    if (!t->named) {
        Str label = str_make(env);
        tier_label(&label, b, step);
        t->named = str_ok(&label);
        if (t->named && store_missing(b->machine->store, key_of(t), label.data))
            tell_missing(b->machine, label.data);
        str_free(&label);
        TRY(t->named);
    }
    if (!strict)
        return true;
    return fail_named(env, b, step,
                      "it is not among the compiled kernels, and nothing may be compiled "
                      "(FRIT_COMPILE=never,strict); run it where it may, and make a pack of that "
                      "cache: frit cache pack FILE",
                      "");
}

/* Code where there is some or has to be some. False: an error. */
static bool find_code(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine) {
    if (t->state == TIER_COLD && t->seen != store_generation(machine->store))
        look(b, t);
    bool first = t->state == TIER_NEW;
    if (first)
        TRY(begin(env, b, step, t, machine));
    if (t->code)
        return true;
    switch (machine->compile) {
    case FRIT_COMPILE_WAIT: return wait_for_code(env, b, step, t, machine, false);
    case FRIT_COMPILE_REQUIRE: return wait_for_code(env, b, step, t, machine, true);
    case FRIT_COMPILE_NEVER: return do_without(env, b, step, t, machine, false);
    case FRIT_COMPILE_NEVER_STRICT: return do_without(env, b, step, t, machine, true);
    case FRIT_COMPILE_DEFAULT:
    case FRIT_COMPILE_AUTO: return !first || find_spare(env, b, step, t, machine);
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

static bool interpret(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine) {
    if (!t->interp)
        t->interp = interp_new(env, machine, &step->kernel);
    TRY(t->interp);
    atomic_fetch_add_explicit(&machine->shared->interpreted, 1, memory_order_relaxed);
    return interp_run(env, t->interp, b->pointers);
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
 * Compiled code ran into an index that is out of range: the interpreter finds it again and says which.
 * Nothing that it reads has been changed (see in_place.c), so it must.
 */
static bool find_bad_index(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine) {
    TRY(interpret(env, b, step, t, machine));
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "compiled code met an index out of range that the interpreter did not");
}

/* In another form of it, or interpreted. A form for other sizes may need more memory than there is: it
 * is taken before anything else happens. */
static bool run_without(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine) {
    if (!t->spare)
        return interpret(env, b, step, t, machine);
    switch (compiled_run(env, t->spare, t->spare_code, b->pointers)) {
    case COMPILED_RAN: return true;
    case COMPILED_BAD_INDEX: return find_bad_index(env, b, step, t, machine);
    case COMPILED_FAILED: break;
    }
    if (env->error->status != FRIT_ERR_NOMEM)
        return false;
    env_clear_error(env);
    return interpret(env, b, step, t, machine);
}

/* By how much will a first run outweigh a compile? The estimate is rough. 0: that is not the question. */
static double weighs_ahead(const Tier *t, const Machine *machine) {
    if (t->spare || t->asked || t->state != TIER_COLD)
        return 0;
    double ahead = interp_cost(t->interp) / workers_count(machine->workers);
    return ahead * saves / store_compile_cost(machine->store);
}

static bool run_code(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine) {
    switch (compiled_run(env, t->compiled, t->code, b->pointers)) {
    case COMPILED_RAN: return true;
    case COMPILED_FAILED: return false;
    case COMPILED_BAD_INDEX: break;
    }
    return find_bad_index(env, b, step, t, machine);
}

/*
 * Does without code and keeps the account. A long first run has the kernel compiled meanwhile, and a very
 * long one before: that answers sooner.
 */
static bool run_timed(Env *env, Bound *b, BoundStep *step, Tier *t, Machine *machine) {
    CodeStore *store = machine->store;
    if (t->skip) {
        t->skip--;
        return run_without(env, b, step, t, machine);
    }
    if (!t->interp && !t->spare)
        TRY(t->interp = interp_new(env, machine, &step->kernel));
    enum { LONG = 4, VERY_LONG = 8 };
    double weight = weighs_ahead(t, machine);
    if (weight > VERY_LONG) {
        TRY(wait_for_code(env, b, step, t, machine, false));
        if (t->code)
            return run_code(env, b, step, t, machine);
    } else if (weight > LONG) {
        ask(b, step, t, 1);
    }
    uint64_t start = now_ns();
    bool ok = run_without(env, b, step, t, machine);
    uint64_t spent = store_spend(store, key_of(t), note_time(t, now_ns() - start));
    if (pays(store, t, spent, 1) && spent >= 2 * t->asked)
        ask(b, step, t, spent);
    return ok;
}

bool tier_run(Env *env, Bound *b, BoundStep *step, int mode) {
    Tier *t = &step->tier[mode];
    Machine *machine = mode == QUIET ? &b->quiet : b->machine;
    if (machine->compile == FRIT_COMPILE_OFF)
        return interpret(env, b, step, t, machine);
    if (!t->code)
        TRY(find_code(env, b, step, t, machine));
    if (!t->code)
        return t->state == TIER_COLD && machine->compile == FRIT_COMPILE_AUTO
                   ? run_timed(env, b, step, t, machine)
                   : run_without(env, b, step, t, machine);
    return run_code(env, b, step, t, machine);
}
