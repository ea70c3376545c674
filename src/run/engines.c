#include "run/engines.h"

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
    return compiled_new(env, b->machine, &step->kernel, tier_numerics(b));
}

/* Why a kernel has no code, if it has none. */
static bool find_note(Env *env, const Bound *b, const BoundStep *step, const Form *form,
                      const char **note) {
    static const char *const notes[] = {[CODE_MISSING] = "not compiled yet",
                                        [CODE_PENDING] = "being compiled",
                                        [CODE_READY] = NULL,
                                        [CODE_FAILED] = "cannot be compiled"};
    Str key = str_make(env);
    Code *code = NULL;
    bool ok = tier_key(env, b, step, form, &key);
    if (ok)
        *note = notes[store_find(b->machine->store, store_key(key.data, key.len), &code)];
    code_unref(code);
    str_free(&key);
    return ok;
}

static bool find_engine(Env *env, const Bound *b, const BoundStep *step, ReportEngine *out) {
    CompiledKernel *made = form_of(env, b, step);
    FormNeeds needs;
    if (!made) {
        *out =
            (ReportEngine){.tier = "interpreted", .note = "compiled code is not for this kernel"};
        return env->error->status == FRIT_OK;
    }
    const Form *form = compiled_form(made);
    *out = (ReportEngine){.target = form->target->name, .walk = walk_names[form->walk]};
    bool ok = llvm_needs(env, step->kernel.kernel, form, &needs);
    if (ok && b->machine->compile == FRIT_COMPILE_OFF)
        out->note = "compiling is off";
    else if (ok)
        ok = find_note(env, b, step, form, &out->note);
    out->lanes = ok ? needs.lanes : 0;
    out->tier = out->note ? "interpreted" : "compiled";
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

static bool to_assembly(Env *env, const Target *target, Str *text) {
    Str assembly = str_make(env);
    Llvm *llvm = llvm_open(env);
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
    CompiledKernel *made = form_of(env, b, step);
    if (!made && env->error->status == FRIT_OK)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "there is no code for the instruction set \"%s\"",
                        b->machine->blocks->name);
    TRY(made);
    const Form *form = compiled_form(made);
    bool ok = llvm_emit(env, step->kernel.kernel, form, &options, out) && str_ok(out);
    if (ok && format == FRIT_CODE_ASSEMBLY)
        ok = to_assembly(env, form->target, out);
    compiled_free(made);
    return ok;
}
