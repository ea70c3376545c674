#include "run/engines.h"

#include <stdio.h>

#include "emit/llvm/llvm.h"
#include "run/bound_parts.h"
#include "run/cache/store.h"
#include "run/interp/blocks.h"
#include "run/llvm/compile.h"

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

static const BoundStep *step_of(const Bound *outermost, const Report *r, uint32_t entry,
                                const Bound **b) {
    const ReportEntry *e = &r->entries.at[entry];
    *b = bound_of(outermost, r, e->plan);
    return &(*b)->steps.at[e->step];
}

/* ---- engines */

static const char *const walk_names[] = {[WALK_MAP] = "map",
                                         [WALK_ROWS] = "rows",
                                         [WALK_PHASES] = "parts of rows",
                                         [WALK_COLUMNS] = "columns"};

/* NULL, and no error: there is no code for this machine. */
static CompiledKernel *form_of(Env *env, const Bound *b, const BoundStep *step) {
    env->error->status = FRIT_OK;
    return compiled_new(env, b->machine, &step->kernel, tier_numerics(b), 0);
}

static bool may_compile(const Machine *machine) {
    return machine->compile != FRIT_COMPILE_NEVER && machine->compile != FRIT_COMPILE_NEVER_STRICT;
}

/* Why a kernel that nobody has compiled is not. Opens LLVM: whether there is one decides. */
static void note_missing(const frit_allocator *allocator, const Machine *machine,
                         ReportEngine *out) {
    frit_error error;
    Env env = env_make(allocator, &error, &error);
    if (!may_compile(machine))
        snprintf(out->note, sizeof out->note, "not among the compiled kernels, and none may be");
    else if (store_can_compile(&env, machine->store))
        snprintf(out->note, sizeof out->note, "not compiled yet");
    else
        snprintf(out->note, sizeof out->note, "no LLVM: %.200s", error.message);
}

/* Why a kernel has no code, if it has none. */
static bool find_note(Env *env, const Bound *b, const BoundStep *step, const Form *form,
                      ReportEngine *out) {
    CodeStore *store = b->machine->store;
    Str text = str_make(env);
    Code *code = NULL;
    char why[200] = "";
    bool ok = tier_key(env, b, step, form, &text);
    StoreKey key = {NULL, 0, 0};
    CodeState state = CODE_READY;
    if (ok) {
        key = store_key(text.data, text.len);
        state = store_find(store, key, &code);
        if (state == CODE_MISSING)
            ok = tier_find_any(env, b, step, form, b->machine, &code);
        if (code)
            state = CODE_READY;
    }
    switch (state) {
    case CODE_READY: break;
    case CODE_MISSING: note_missing(env->allocator, b->machine, out); break;
    case CODE_PENDING: snprintf(out->note, sizeof out->note, "being compiled"); break;
    case CODE_FAILED:
        store_why(store, key, why, sizeof why);
        snprintf(out->note, sizeof out->note, "cannot be compiled: %s", why);
    }
    code_unref(code);
    str_free(&text);
    return ok;
}

static bool describe(Env *env, const BoundStep *step, const Form *form, ReportEngine *out) {
    FormNeeds needs;
    TRY(llvm_needs(env, step->kernel.kernel, form, &needs));
    out->target = form->target->name;
    out->walk = walk_names[form->walk];
    out->lanes = needs.lanes;
    return true;
}

/* What runs it until it has code of its own. */
static bool find_spare(Env *env, const Bound *b, const BoundStep *step, ReportEngine *out) {
    CompiledKernel *spare;
    Code *code;
    TRY(tier_spare(env, b, step, b->machine, &spare, &code));
    if (!spare)
        return true;
    out->tier = "compiled";
    snprintf(out->note, sizeof out->note, "for other sizes");
    bool ok = describe(env, step, compiled_form(spare), out);
    compiled_free(spare);
    code_unref(code);
    return ok;
}

static bool find_engine(Env *env, const Bound *b, const BoundStep *step, ReportEngine *out) {
    CompiledKernel *made = form_of(env, b, step);
    *out = (ReportEngine){.tier = "interpreted"};
    if (!made) {
        snprintf(out->note, sizeof out->note, "compiled code is not for this kernel");
        return env->error->status == FRIT_OK;
    }
    const Form *form = compiled_form(made);
    bool ok = describe(env, step, form, out);
    if (ok && b->machine->compile == FRIT_COMPILE_OFF) {
        snprintf(out->note, sizeof out->note, "compiling is off");
    } else if (ok) {
        ok = find_note(env, b, step, form, out);
        if (ok && !out->note[0])
            out->tier = "compiled";
        else
            ok = ok && find_spare(env, b, step, out);
    }
    compiled_free(made);
    return ok;
}

bool bound_engines(Env *env, const Bound *bound, Report *r) {
    for (uint32_t k = 0; k < r->entries.len; k++) {
        const Bound *b;
        const BoundStep *step = step_of(bound, r, k, &b);
        if (step->plan->kind == STEP_KERNEL)
            TRY(find_engine(env, b, step, &r->entries.at[k].engine));
    }
    return true;
}

/* ---- code */

static bool to_assembly(Env *env, CodeStore *store, const Target *target, Str *text) {
    Str assembly = str_make(env);
    const LlvmPlace *place = store_llvm_place(env, store);
    Llvm *llvm = place ? llvm_open(env, place) : NULL;
    bool ok = llvm && llvm_assembly(env, llvm, target, text->data, text->len, &assembly);
    if (llvm)
        llvm_close(llvm);
    str_free(text);
    *text = assembly;
    return ok;
}

bool bound_code(Env *env, const Bound *bound, const Report *r, uint32_t entry,
                frit_code_format format, Str *out) {
    const Bound *b;
    const BoundStep *step = step_of(bound, r, entry, &b);
    LlvmOptions options = {.debug_file = NULL};
    if (step->plan->kind != STEP_KERNEL)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "kernel %u is a %s, which has no code of its own", entry,
                        entry_schedule(r, &r->entries.at[entry]));
    if (format == FRIT_CODE_ASSEMBLY) /* the text has to be for the LLVM that can be opened */
        TRY(store_can_compile(env, b->machine->store));
    CompiledKernel *made = form_of(env, b, step);
    if (!made && env->error->status == FRIT_OK)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "there is no code for the instruction set \"%s\"",
                        b->machine->blocks->name);
    TRY(made);
    const Form *form = compiled_form(made);
    bool ok = llvm_emit(env, step->kernel.kernel, form, &options, out) && str_ok(out);
    if (ok && format == FRIT_CODE_ASSEMBLY)
        ok = to_assembly(env, b->machine->store, form->target, out);
    compiled_free(made);
    return ok;
}
