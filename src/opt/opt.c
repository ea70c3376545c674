/*
 * The pass manager. Passes rewrite the programs of the module in place, one after another, but the
 * programs the run began with are kept until it ends: a failure anywhere puts them all back.
 */
#include "opt/opt.h"

#include <stdio.h>
#include <string.h>

#include "infer/check_typed.h"
#include "opt/passes.h"
#include "opt/rewrite.h"
#include "opt/rules.h"

static const Pass passes[] = {
#define PASS(name, stage, doc) {#name, doc, pass_##name, FRIT_CHECK_##stage},
#include "opt/passes.def"
#undef PASS
};
enum { N_PASSES = sizeof passes / sizeof *passes };

const Pass *pass_at(uint32_t index) {
    return index < N_PASSES ? &passes[index] : NULL;
}

/* ---- the list of passes */

typedef VEC(uint32_t) PassList;

static bool unknown_pass(Env *env, const char *name, size_t len) {
    char known[128] = "";
    for (unsigned i = 0; i < N_PASSES; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", passes[i].name);
    }
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_OPT,
                    "there is no pass called '%.*s'; the passes are %s", len < 64 ? (int)len : 64,
                    name, known);
}

static bool add_pass(Env *env, PassList *list, const char *name, size_t len) {
    for (uint32_t i = 0; i < N_PASSES; i++)
        if (strlen(passes[i].name) == len && memcmp(passes[i].name, name, len) == 0)
            return vec_push(env, list, i);
    return unknown_pass(env, name, len);
}

static bool read_list(Env *env, const char *text, PassList *list) {
    for (uint32_t i = 0; !text && i < N_PASSES; i++)
        TRY(vec_push(env, list, i));
    if (!text || !*text) /* an empty list is a list */
        return true;
    for (;;) {
        size_t len = strcspn(text, ",");
        TRY(add_pass(env, list, text, len));
        if (!text[len])
            return true;
        text += len + 1;
    }
}

/* ---- a run */

/* What the manager knows about a program of the module. */
typedef struct KnownProgram {
    uint32_t origin; /* its number when the run began */
    bool ours;       /* made by this run; else it is the one that was there */
    bool entry;      /* nothing referred to it when the run began: it is wanted for itself */
    bool needed;     /* scratch for inline_all and drop_unused */
} KnownProgram;

typedef struct PassRun {
    OptContext context;
    Env *env;
    Module *m;
    const frit_opt_options *options;
    PassList list;
    VEC(Program *) before;
    Index names_before;
    VEC(KnownProgram) slots; /* by program of the module */
    frit_check_stage stage;
} PassRun;

/* Given the number of a program and the rule of an op that runs it, says what number it has now. */
typedef ProgId VisitFn(PassRun *run, TypeRule rule, ProgId id);

static void each_callee(PassRun *run, Program *p, VisitFn *visit) {
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        const OpInfo *info = op_info(i->op);
        if (!(info->flags & OPF_CONTROL) || !i->attr)
            continue;
        for (unsigned k = 0; k < op_attr_count(i->op); k++) {
            int64_t *word = &p->attrs.at[i->attr + k];
            if (info->attrs[k].kind == ATTR_PROGRAM)
                *word = visit(run, info->rule, (ProgId)*word);
        }
    }
}

static ProgId mark_referred(PassRun *run, TypeRule rule, ProgId id) {
    (void)rule;
    run->slots.at[id].entry = false;
    return id;
}

static ProgId mark_needed(PassRun *run, TypeRule rule, ProgId id) {
    (void)rule;
    run->slots.at[id].needed = true;
    return id;
}

static ProgId mark_mapped(PassRun *run, TypeRule rule, ProgId id) {
    run->context.facts[id].mapped |= rule == RULE_MAP;
    return id;
}

static void find_facts(PassRun *run) {
    for (ProgId id = 0; id < run->slots.len; id++) {
        ProgramFacts *facts = run->context.facts;
        Program *p = run->m->programs.at[id];
        facts[id] = (ProgramFacts){0};
        for (uint32_t n = 0; n < p->instrs.len; n++) {
            facts[id].copies |= makes_a_copy(facts, p, &p->instrs.at[n]);
            facts[id].fails |= may_fail(facts, p, &p->instrs.at[n]);
        }
        each_callee(run, p, mark_mapped);
    }
}

static size_t facts_size(const PassRun *run) {
    return ((size_t)run->before.len + 1) * sizeof *run->context.facts;
}

static bool begin(PassRun *run, const char *list) {
    Env *env = run->env;
    Module *m = run->m;
    TRY(read_list(env, list, &run->list));
    TRY(vec_copy(env, &run->before, &m->programs));
    TRY(index_copy(env, &run->names_before, &m->by_name));
    for (uint32_t id = 0; id < m->programs.len; id++)
        TRY(vec_push(env, &run->slots, ((KnownProgram){.origin = id, .entry = true})));
    for (uint32_t id = 0; id < m->programs.len; id++)
        each_callee(run, m->programs.at[id], mark_referred);
    run->context.facts = env_new(env, facts_size(run));
    return run->context.facts != NULL;
}

/*
 * How many instructions inlining may add to the module in one pass: 64 times what it has, but
 * always up to 2^16 and never more than 2^22.
 */
static uint64_t growth_limit(const Module *m) {
    uint64_t n = 0, least = 1 << 16, most = 1 << 22;
    for (uint32_t id = 0; id < m->programs.len; id++)
        n += m->programs.at[id]->instrs.len;
    return n * 64 < least ? least : n * 64 > most ? most : n * 64;
}

static void put(PassRun *run, ProgId id, Program *p) {
    if (run->slots.at[id].ours)
        program_free(run->env->allocator, run->m->programs.at[id]);
    run->m->programs.at[id] = p;
    run->slots.at[id].ours = true;
}

static bool rewrite_one(PassRun *run, const Pass *pass, ProgId id) {
    const Program *old = run->m->programs.at[id];
    if (old->external)
        return true;
    Program *p = pass->run(&run->context, old);
    if (p)
        put(run, id, p);
    return p != NULL;
}

static bool rewrite_all(PassRun *run, const Pass *pass) {
    for (ProgId id = 0; id < run->m->programs.len; id++)
        TRY(rewrite_one(run, pass, id));
    return true;
}

static void forget_needed(PassRun *run) {
    for (ProgId id = 0; id < run->slots.len; id++)
        run->slots.at[id].needed = false;
}

/*
 * Callers before callees: a program whose last use has been inlined is left as it is, so that a
 * chain of programs costs what the last of them comes to. What is mapped comes before all that,
 * because whether a map can be inlined shows in steps that have been.
 */
static bool inline_all(PassRun *run, const Pass *pass) {
    for (ProgId id = 0; id < run->slots.len; id++)
        if (run->context.facts[id].mapped)
            TRY(rewrite_one(run, pass, id));
    forget_needed(run);
    for (ProgId id = run->slots.len; id-- > 0;) {
        if (!run->slots.at[id].entry && !run->slots.at[id].needed)
            continue;
        if (!run->context.facts[id].mapped)
            TRY(rewrite_one(run, pass, id));
        each_callee(run, run->m->programs.at[id], mark_needed);
    }
    return true;
}

/* ---- programs that nothing runs any more */

static uint32_t find_needed(PassRun *run) {
    uint32_t n = 0;
    for (ProgId id = run->slots.len; id-- > 0;) { /* callers come after their callees */
        KnownProgram *slot = &run->slots.at[id];
        slot->needed |= slot->entry;
        n += slot->needed;
        if (slot->needed)
            each_callee(run, run->m->programs.at[id], mark_needed);
    }
    return n;
}

/* The slots still stand where they were; origin is the new number by now. */
static ProgId renumber(PassRun *run, TypeRule rule, ProgId id) {
    (void)rule;
    return run->slots.at[id].origin;
}

/*
 * Drops programs whose last call was inlined or is dead, and renumbers the others. Every program
 * with instructions is one of ours here, because a pass has just gone over all of them.
 */
static bool drop_unused(PassRun *run) {
    Module *m = run->m;
    forget_needed(run);
    uint32_t n = find_needed(run), next = 0;
    if (n == run->slots.len)
        return true;
    Index names = {0};
    VEC(KnownProgram) kept = {0};
    if (!index_reserve(run->env, &names, n) || !vec_reserve(run->env, &kept, (uint64_t)n + 1)) {
        index_free(run->env->allocator, &names);
        return false;
    }
    for (ProgId id = 0; id < run->slots.len; id++) {
        if (!run->slots.at[id].needed)
            continue;
        kept.at[kept.len++] = run->slots.at[id];
        run->slots.at[id].origin = next++;
    }
    next = 0;
    for (ProgId id = 0; id < run->slots.len; id++) {
        Program *p = m->programs.at[id];
        if (!run->slots.at[id].needed) {
            if (run->slots.at[id].ours)
                program_free(run->env->allocator, p);
            continue;
        }
        each_callee(run, p, renumber);
        index_add(run->env, &names, hash_u64(p->name, 0), next); /* there is room */
        m->programs.at[next++] = p;
    }
    m->programs.len = next;
    index_free(run->env->allocator, &m->by_name);
    m->by_name = names;
    vec_free(run->env->allocator, &run->slots);
    run->slots.at = kept.at;
    run->slots.len = kept.len;
    run->slots.cap = kept.cap;
    return true;
}

/* ---- checking, ending */

/* A module that a pass broke is a bug of that pass: say which. */
static bool check_after(PassRun *run, const Pass *pass) {
    frit_error *error = run->env->error;
    if (run->stage < pass->after)
        run->stage = pass->after;
    if (!run->options->check || check_module(run->env, run->m, run->stage))
        return true;
    char message[sizeof error->message];
    memcpy(message, error->message, sizeof message);
    if (error->status != FRIT_ERR_NOMEM)
        snprintf(error->message, sizeof error->message, "after pass %s: %.340s", pass->name,
                 message);
    return false;
}

static bool run_pass(PassRun *run, const Pass *pass) {
    run->env->error->stage = FRIT_STAGE_OPT;
    run->context.growth = growth_limit(run->m);
    find_facts(run);
    TRY(pass->run == pass_inline ? inline_all(run, pass) : rewrite_all(run, pass));
    /* dce is the pass after which nothing refers to programs in vain. */
    if (pass->run == pass_dce)
        TRY(drop_unused(run));
    TRY(check_after(run, pass));
    if (run->options->after_pass &&
        !run->options->after_pass(run->options->user, pass->name, run->m))
        return env_fail(run->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_OPT,
                        "stopped by the caller after pass %s", pass->name);
    return true;
}

/* Every program as it was, those made in between freed. */
static void put_back(PassRun *run) {
    Module *m = run->m;
    for (ProgId id = 0; id < run->slots.len; id++)
        if (run->slots.at[id].ours)
            program_free(run->env->allocator, m->programs.at[id]);
    if (run->before.len)
        memcpy(m->programs.at, run->before.at, run->before.len * sizeof *run->before.at);
    m->programs.len = run->before.len;
    index_free(run->env->allocator, &m->by_name);
    m->by_name = run->names_before;
    run->names_before = (Index){0};
}

/* Frees the programs that are no longer in the module. */
static void keep_new(PassRun *run) {
    for (ProgId id = 0; id < run->slots.len; id++)
        if (!run->slots.at[id].ours)
            run->before.at[run->slots.at[id].origin] = NULL;
    for (uint32_t k = 0; k < run->before.len; k++)
        program_free(run->env->allocator, run->before.at[k]);
}

bool opt_run(Env *env, Module *m, const char *list, const frit_opt_options *options) {
    PassRun run = {.context = {.env = env, .module = m, .numerics = options->numerics},
                   .env = env,
                   .m = m,
                   .options = options,
                   .stage = FRIT_CHECK_TYPED};
    env->error->stage = FRIT_STAGE_OPT;
    bool ok = begin(&run, list), begun = ok;
    for (uint32_t k = 0; ok && k < run.list.len; k++)
        ok = run_pass(&run, &passes[run.list.at[k]]);
    if (ok)
        keep_new(&run);
    else if (begun)
        put_back(&run);
    rule_book_free(env->allocator, run.context.rules);
    env_free(env->allocator, run.context.facts, facts_size(&run));
    vec_free(env->allocator, &run.list);
    vec_free(env->allocator, &run.before);
    vec_free(env->allocator, &run.slots);
    index_free(env->allocator, &run.names_before);
    return ok;
}
