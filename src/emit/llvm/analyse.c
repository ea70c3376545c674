/* Lanes of a kernel's vectors, and where its values are between the parts of the code. */
#include "emit/llvm/analyse.h"

#include "emit/llvm/emitter.h"

/* ---- lanes */

/* Bytes of a component as steps compute on it. bool: 0. */
static unsigned component_bytes(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    if (info->class == CLASS_BOOL)
        return 0;
    if (info->class == CLASS_COMPLEX)
        return info->bits / 16;
    return info->class == CLASS_FLOAT && info->bits < 32 ? 4 : info->bits / 8;
}

/* Does the instruction use its operand as nothing but an index, or as what an index is made of? */
static bool only_indexes(const Kernel *kernel, const KernelInstr *i, uint32_t operand,
                         const bool *matters) {
    if (i->code == K_GATHER || (i->code == K_SCATTER && operand > 0) ||
        ((i->code == K_ELEMENT || i->code == K_PUT) && operand == 1))
        return true;
    bool step = i->code == K_STEP || i->code == K_CAST || i->code == K_SELECT;
    return step && !matters[i->value] &&
           dtype_info(kernel->values.at[i->value].dtype)->class != CLASS_BOOL;
}

/* Values that are more than a part of an index. */
static void find_matters(const Kernel *kernel, bool *matters) {
    for (uint32_t c = 0; c < kernel->carries.len; c++) {
        const Carry *carry = &kernel->carries.at[c];
        matters[carry->init] = matters[carry->next] = matters[carry->result] = true;
    }
    for (uint32_t n = kernel->body.len; n-- > 0;) {
        const KernelInstr *i = &kernel->body.at[n];
        for (uint32_t k = 0; k < i->n_in; k++)
            if (!only_indexes(kernel, i, k, matters))
                matters[kernel_in(kernel, i)[k]] = true;
    }
}

/*
 * A loop whose lanes end one by one waits for each step of a turn before the next. Where its turns are
 * short two vectors go round together, so that one computes while the other waits; they must find
 * room in the registers.
 */
static bool waits_for_itself(const Analysis *a, const Target *target) {
    const Kernel *kernel = a->kernel;
    unsigned n = 0, most = target->vector_bytes >= 64 ? 32 : 16;
    bool loops = false;
    for (uint32_t k = 0; k < kernel->body.len; k++) {
        const KernelInstr *i = &kernel->body.at[k];
        bool loop = i->code == K_FOR || i->code == K_WHILE;
        loops |= loop && a->mask[k] == LEVEL_FULL;
        n += a->around[k] != NO_INSTR && i->value != NO_VAL && a->level[i->value] == LEVEL_FULL;
    }
    return loops && n <= most;
}

/* Are there numbers of fewer than 4 bytes, or bools in memory? */
static bool has_bytes(const Kernel *kernel) {
    for (ValId v = 0; v < kernel->values.len; v++) {
        const DtypeInfo *info = dtype_info((Dtype)kernel->values.at[v].dtype);
        if (info->class != CLASS_BOOL && info->bits < 32)
            return true;
    }
    for (uint32_t k = 0; k < kernel->accesses.len; k++)
        if (kernel->accesses.at[k].dtype == DT_BOOL)
            return true;
    return false;
}

/* Vectors fill a register with the largest component that is computed on. */
static void choose_lanes(CodeAnalysis *code, bool *matters) {
    enum { LIGHT = 12 /* instructions */ };
    const Analysis *a = &code->of;
    const Kernel *kernel = a->kernel;
    Walk walk = code->form->walk;
    unsigned widest = 1, most = a->n_reductions ? 32 : 64;
    bool random = false;
    Level least = walk == WALK_COLUMNS ? LEVEL_ROW : LEVEL_FULL;
    find_matters(kernel, matters);
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        random |= i->code == K_RANDOM;
        ValId v = instr_is_effect(i) ? kernel_in(kernel, i)[0] : i->value;
        if (v == NO_VAL || (instr_is_effect(i) ? a->at[n] : a->level[v]) < least ||
            (!instr_is_effect(i) && !matters[v]) ||
            (i->code == K_INDEX && kernel->values.at[v].dtype == DT_I64) || i->code == K_REDUCE)
            continue;
        unsigned bytes = component_bytes(kernel->values.at[v].dtype);
        widest = bytes > widest ? bytes : widest;
    }
    unsigned lanes = code->form->target->vector_bytes / widest;
    if (random && walk != WALK_COLUMNS)
        lanes *= widest == 4 ? 4 : 2; /* counters fill registers, several chains at once */
    if (walk == WALK_COLUMNS && kernel->body.len <= LIGHT)
        lanes *= 2; /* what is done once a vector costs as much as so small a body */
    if (walk == WALK_MAP && waits_for_itself(a, code->form->target)) {
        lanes *= 2;
        code->in_pairs = widest == 4 && !has_bytes(kernel);
    }
    code->lanes = lanes > most ? most : lanes < 2 ? 2 : lanes;
}

/* ---- values of rows, and those that are kept */

static void lay_values(CodeAnalysis *code) {
    const Analysis *a = &code->of;
    for (ValId v = 0; v < a->kernel->values.len; v++) {
        code->row_number[v] = UINT32_MAX;
        if (a->level[v] == LEVEL_ROW && !a->hidden[v] && a->def[v] != NO_INSTR)
            code->row_number[v] = code->n_row_values++;
        if (a->kept_in[v] == NO_PHASE)
            continue;
        code->kept_at[v] = (uint32_t)code->element_bytes;
        code->element_bytes += reg_bytes(a->kernel->values.at[v].dtype);
    }
}

/* Each array that is made has memory of its own. */
static void lay_arrays(CodeAnalysis *code) {
    const Kernel *kernel = code->of.kernel;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        bool makes = i->code == K_ARRAY || (i->code == K_COPY && i->n_in == 1);
        if (!makes)
            continue;
        Level level = (Level)code->of.level[i->value];
        bool one =
            level == LEVEL_UNIFORM || (level == LEVEL_ROW && code->form->walk != WALK_COLUMNS);
        code->array_at[i->value] = code->array_bytes;
        code->array_bytes += array_bytes(kernel, i->value, one ? 1 : code->lanes);
    }
}

/* ---- all of it */

AnalysisOptions form_options(const Form *form) {
    _Static_assert(ALONG_ONE == 0, "as the analysis has it");
    bool rows = form->walk == WALK_ROWS || form->walk == WALK_COLUMNS;
    return (AnalysisOptions){
        .rows = form->walk == WALK_MAP ? ROWS_OF_CALL : ROWS_OF_KERNEL,
        .along = form->along,
        /* Workers that share a row write it when all of them have been through the walks before. */
        .stores_last = form->walk == WALK_PHASES,
        .keeps = form->keeps && rows};
}

bool code_analyse(Env *env, CodeAnalysis *code, const Kernel *kernel, const Form *form) {
    size_t values = kernel->values.len + 1;
    AnalysisOptions options = form_options(form);
    *code = (CodeAnalysis){.form = form};
    bool *matters = arena_new(env, &code->arena, values);
    TRY(matters);
    TRY(code->array_at = arena_new(env, &code->arena, values * sizeof *code->array_at));
    TRY(code->kept_at = arena_new(env, &code->arena, values * sizeof *code->kept_at));
    TRY(code->row_number = arena_new(env, &code->arena, values * sizeof *code->row_number));
    TRY(analyse(env, &code->arena, &code->of, kernel, &options));
    TRY(slices_find(env, &code->arena, &code->of));
    choose_lanes(code, matters);
    lay_values(code);
    lay_arrays(code);
    return true;
}

void code_analysis_free(const frit_allocator *allocator, CodeAnalysis *code) {
    arena_free(allocator, &code->arena);
}
