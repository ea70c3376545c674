#include "run/bind/engines.h"

#include <stdio.h>

#include "base/arena.h"
#include "emit/c/text.h"
#include "run/bind/bound_parts.h"
#include "run/cache/store.h"

/* ---- which step an entry stands for */

/* The bound plan that is plan number k of the report. */
static const Bound *bound_of(const Bound *outermost, const Report *r, uint32_t k) {
    uint32_t host = r->plans.at[k].host;
    if (host == NO_ENTRY)
        return outermost;
    const ReportEntry *e = &r->entries.at[host];
    const Bound *around = bound_of(outermost, r, e->plan); /* as deep as programs nest */
    return around->steps.at[e->step].subs[r->plans.at[k].arm];
}

static const BoundStep *step_of(const Bound *outermost, const Report *r, uint32_t entry) {
    const ReportEntry *e = &r->entries.at[entry];
    return &bound_of(outermost, r, e->plan)->steps.at[e->step];
}

/* ---- engines */

/* What the engine that runs code would make of a kernel. NULL, and no error: it is not for this one. */
static void *form_of(Env *env, const Tier *t) {
    const Engine *engine = t->by_code;
    env->error->status = FRIT_OK;
    return engine ? engine->prepare(env, t->machine, t->kernel, tier_numerics(t), 0) : NULL;
}

static bool may_compile(const Machine *machine) {
    return machine->compile != FRIT_COMPILE_NEVER && machine->compile != FRIT_COMPILE_NEVER_STRICT;
}

/* Why a kernel that nobody has compiled is not. Opens the compiler: whether there is one decides. */
static void note_missing(const frit_allocator *allocator, const Machine *machine,
                         ReportEngine *out) {
    frit_error error;
    Env env = env_make(allocator, &error, &error);
    if (!may_compile(machine))
        snprintf(out->note, sizeof out->note, "not among the compiled kernels, and none may be");
    else if (store_can_compile(&env, machine->device->store))
        snprintf(out->note, sizeof out->note, "not compiled yet");
    else
        snprintf(out->note, sizeof out->note, "no LLVM: %.200s", error.message);
}

/* Why a kernel has no code, if it has none. */
static bool find_note(Env *env, const Tier *t, const void *form, ReportEngine *out) {
    CodeStore *store = t->machine->device->store;
    Str text = str_make(env);
    Code *code = NULL;
    char why[200] = "";
    bool ok = tier_key(env, t, form, 0, &text);
    StoreKey key = {NULL, 0, 0};
    CodeState state = CODE_READY;
    if (ok) {
        key = store_key(text.data, text.len);
        state = store_find(store, key, &code);
        if (state == CODE_MISSING)
            ok = tier_find_any(env, t, form, &code);
        if (code)
            state = CODE_READY;
    }
    switch (state) {
    case CODE_READY: break;
    case CODE_MISSING: note_missing(env->allocator, t->machine, out); break;
    case CODE_PENDING: snprintf(out->note, sizeof out->note, "being compiled"); break;
    case CODE_FAILED:
        store_why(store, key, why, sizeof why);
        snprintf(out->note, sizeof out->note, "cannot be compiled: %s", why);
    }
    code_unref(code);
    str_free(&text);
    return ok;
}

/* What runs it until it has code of its own. */
static bool find_spare(Env *env, const Tier *t, ReportEngine *out) {
    const Engine *engine = t->by_code;
    void *spare;
    Code *code;
    TRY(tier_spare(env, t, &spare, &code));
    if (!spare)
        return true;
    out->tier = engine->name;
    snprintf(out->note, sizeof out->note, "for other sizes");
    bool ok = !engine->describe || engine->describe(env, spare, out);
    engine->free(spare);
    code_unref(code);
    return ok;
}

static bool find_engine(Env *env, const Tier *t, ReportEngine *out) {
    const Engine *engine = t->by_code;
    void *made = form_of(env, t);
    const Engine *first = t->at_once ? t->at_once : engine; /* there is one of the two */
    *out = (ReportEngine){.tier = first ? first->name : ""};
    if (!made) {
        if (engine)
            snprintf(out->note, sizeof out->note, "compiled code is not for this kernel");
        return env->error->status == FRIT_OK;
    }
    bool ok = !engine->describe || engine->describe(env, made, out);
    if (ok && t->machine->compile == FRIT_COMPILE_OFF) {
        snprintf(out->note, sizeof out->note, "compiling is off");
    } else if (ok) {
        ok = find_note(env, t, made, out);
        if (ok && !out->note[0])
            out->tier = engine->name;
        else
            ok = ok && find_spare(env, t, out);
    }
    engine->free(made);
    return ok;
}

bool bound_engines(Env *env, const Bound *bound, Report *r) {
    for (uint32_t k = 0; k < r->entries.len; k++) {
        const BoundStep *step = step_of(bound, r, k);
        if (step->plan->kind == STEP_KERNEL)
            TRY(find_engine(env, &step->tier[NORMAL], &r->entries.at[k].engine));
    }
    return true;
}

/* ---- code */

/* Source for people: of the kernel as it is bound, whatever runs it. */
static bool put_source(Env *env, const BoundKernel *bound, frit_code_format format, Str *out) {
    static const char *const dialects[] = {
        [FRIT_CODE_C] = "c", [FRIT_CODE_OPENCL] = "opencl", [FRIT_CODE_CUDA] = "cuda"};
    Arena *arena = NULL;
    enum { UNITS = 64 }; /* of a device that nobody knows */
    const TextDialect *dialect = text_dialect(dialects[format]);
    TextSpace space;
    TextPlan plan;
    bool ok = text_space(env, &arena, bound, &space) &&
              text_plan(env, &arena, dialect, bound, UNITS, TEXT_WALKS, &space, &plan) &&
              text_emit_bound(env, dialect, bound, &space, out);
    arena_free(env->allocator, &arena);
    return ok;
}

bool bound_code(Env *env, const Bound *bound, const Report *r, uint32_t entry,
                frit_code_format format, Str *out) {
    const BoundStep *step = step_of(bound, r, entry);
    const Tier *t = &step->tier[NORMAL];
    if (step->plan->kind != STEP_KERNEL)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "kernel %u is a %s, which has no code of its own", entry,
                        entry_schedule(r, &r->entries.at[entry]));
    const Engine *engine = t->by_code;
    if (format > FRIT_CODE_ASSEMBLY)
        return put_source(env, t->kernel, format, out);
    if (engine && format == FRIT_CODE_ASSEMBLY) /* the text has to be for the compiler that opens */
        TRY(store_can_compile(env, t->machine->device->store));
    void *made = form_of(env, t);
    if (!made && env->error->status == FRIT_OK)
        return (engine && engine->serves && !engine->serves(env, t->machine)) ||
               env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "there is no code for it");
    TRY(made);
    bool ok = engine->emit(env, made, NULL, out);
    if (ok && format == FRIT_CODE_ASSEMBLY)
        ok = engine->assembly ? engine->assembly(env, t->machine, made, out)
                              : env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                                         "the engine \"%s\" has no assembly", engine->name);
    engine->free(made);
    return ok;
}
