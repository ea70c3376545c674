/* From a kernel and its form to the text of a module. */
#include "emit/llvm/body.h"
#include "emit/llvm/walks.h"

/* ---- what emitting takes */

static void *array(Emit *e, size_t n, size_t size) {
    void *made = env_new(e->env, (n + 1) * size);
    if (!made)
        e->failed = true;
    return made;
}

static void drop(Emit *e, void *made, size_t n, size_t size) {
    if (made)
        env_free(e->env->allocator, made, (n + 1) * size);
}

static bool emit_arrays(Emit *e) {
    const Kernel *k = e->kernel;
    e->value = array(e, k->values.len, sizeof *e->value);
    e->spread = array(e, k->values.len, sizeof *e->spread);
    e->carried = array(e, k->carries.len, sizeof *e->carried);
    e->ended = array(e, k->carries.len, sizeof *e->ended);
    e->next_ended = array(e, k->carries.len, sizeof *e->next_ended);
    e->parts = array(e, k->accesses.len, sizeof *e->parts);
    e->access = array(e, k->accesses.len, sizeof *e->access);
    e->base = array(e, k->accesses.len, sizeof *e->base);
    return !e->failed;
}

static void emit_free(Emit *e) {
    const Kernel *k = e->kernel;
    drop(e, e->value, k->values.len, sizeof *e->value);
    drop(e, e->spread, k->values.len, sizeof *e->spread);
    drop(e, e->carried, k->carries.len, sizeof *e->carried);
    drop(e, e->ended, k->carries.len, sizeof *e->ended);
    drop(e, e->next_ended, k->carries.len, sizeof *e->next_ended);
    drop(e, e->parts, k->accesses.len, sizeof *e->parts);
    drop(e, e->access, k->accesses.len, sizeof *e->access);
    drop(e, e->base, k->accesses.len, sizeof *e->base);
    ir_free(&e->ir);
}

/* ---- modules */

/* Stores that happen once, in a function of their own. */
static void emit_uniform_stores(Emit *e) {
    Val frame;
    emit_begin(e, "frit_uniform", 1, &frame, NULL, 0);
    emit_end(e);
}

static bool emit_module(Emit *e, Str *out) {
    ir_begin(&e->ir, e->env, e->form->target, dialect_of(e->form->llvm));
    if (e->options && e->options->debug_file)
        ir_debug_file(&e->ir, e->options->debug_file);
    TRY(emit_arrays(e));
    e->ir.short_masks = e->code->in_pairs;
    switch (e->form->walk) {
    case WALK_MAP: walk_map(e); break;
    case WALK_ROWS: walk_rows(e); break;
    case WALK_PHASES: walk_phases(e); break;
    case WALK_COLUMNS: walk_columns(e); break;
    }
    if (e->analysis->uniform_stores)
        emit_uniform_stores(e);
    TRY(!e->failed);
    return ir_finish(&e->ir, out);
}

bool llvm_emit(Env *env, const Kernel *kernel, const Form *form, const LlvmOptions *options,
               Str *out) {
    CodeAnalysis code;
    Emit e = {.env = env, .kernel = kernel, .form = form, .options = options};
    bool ok = code_analyse(env, &code, kernel, form);
    if (ok) {
        e.analysis = &code.of;
        e.code = &code;
        e.lanes = code.lanes;
        ok = emit_module(&e, out);
        emit_free(&e);
    }
    code_analysis_free(env->allocator, &code);
    return ok;
}

bool llvm_needs(Env *env, const Kernel *kernel, const Form *form, FormNeeds *out) {
    CodeAnalysis code;
    bool ok = code_analyse(env, &code, kernel, form);
    *out = (FormNeeds){.n_phases = code.of.n_phases,
                       .n_reductions = code.of.n_reductions,
                       .n_scans = code.of.n_scans,
                       .element_bytes = code.element_bytes,
                       .array_bytes = code.array_bytes,
                       .lanes = code.lanes};
    if (ok && form->walk != WALK_MAP)
        ok = walk_needs(env, &code, out);
    code_analysis_free(env->allocator, &code);
    return ok;
}
