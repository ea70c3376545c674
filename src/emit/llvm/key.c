/*
 * The name of a kernel's code: its structure as text. What the code does not depend on is left out:
 * buffers, views, extents, the program's steps. Numbers of values and accesses are part of the code.
 */
#include "emit/llvm/dialect.h"
#include "emit/llvm/llvm.h"
#ifndef FRIT_CODEGEN_ID /* whoever builds without the build system gives one */
#include "frit_codegen_id.h"
#endif

static void put(Str *out, char before, uint64_t number) {
    str_putc(out, before);
    str_uint(out, number);
}

static void put_form(Str *out, const Kernel *kernel, const Form *form) {
    static const char *const walks[] = {[WALK_MAP] = "map",
                                        [WALK_ROWS] = "rows",
                                        [WALK_PHASES] = "phases",
                                        [WALK_COLUMNS] = "columns"};
    str_format(out, "frit %s llvm%u %s n%u %s%s%s\n", FRIT_CODEGEN_ID,
               form->llvm ? form->llvm : LLVM_NEWEST, form->target->name, (unsigned)form->numerics,
               walks[form->walk], form->keeps ? " keeps" : "", form->placed ? " placed" : "");
    for (uint32_t k = 0; k < kernel->accesses.len; k++) {
        const Access *a = &kernel->accesses.at[k];
        str_putc(out, a->buffer == NO_BUFFER ? '#' : a->store ? '>' : '<');
        str_puts(out, dtype_info(a->dtype)->name);
        put(out, ':', form->along[k]);
        if (a->n_indexed)
            put(out, '*', a->n_indexed);
        if (a->parts) {
            put(out, '/', a->parts);
            put(out, '.', a->part);
        }
        str_putc(out, ' ');
    }
    str_putc(out, '\n');
}

static void put_values(Str *out, const Kernel *kernel) {
    for (uint32_t v = 0; v < kernel->values.len; v++) {
        str_puts(out, dtype_info((Dtype)kernel->values.at[v].dtype)->name);
        str_putc(out, "urf"[kernel->values.at[v].level]);
        if (kernel->values.at[v].count)
            put(out, '*', kernel->values.at[v].count);
        str_putc(out, ' ');
    }
    str_putc(out, '\n');
}

static void put_carries(Str *out, const Kernel *kernel, const KernelInstr *i) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &kernel->carries.at[i->carry + c];
        put(out, '(', carry->init);
        put(out, ',', carry->phi);
        put(out, ',', carry->next);
        put(out, ',', carry->result);
        str_putc(out, ')');
    }
}

static bool has_access(const KernelInstr *i) {
    return i->code == K_LOAD || i->code == K_INDEX || i->code == K_RANDOM || i->code == K_GATHER ||
           i->code == K_STORE || i->code == K_SCATTER;
}

static bool has_op(const KernelInstr *i) {
    return i->code == K_STEP || i->code == K_REDUCE || i->code == K_SCAN || i->code == K_RANDOM;
}

static void put_table(Str *out, const Kernel *kernel, const KernelValue *value) {
    for (uint32_t k = 0; k < value->count; k++)
        str_format(out, ":%llx", (unsigned long long)kernel->tables.at[value->bits.lo + k].lo);
}

static void put_instr(Str *out, const Kernel *kernel, const KernelInstr *i) {
    static const char codes[K_CODE_COUNT] = {
        [K_CONST] = 'c', [K_STEP] = 's',  [K_SELECT] = '?',  [K_CAST] = 't',   [K_BITCAST] = 'b',
        [K_LOAD] = 'l',  [K_INDEX] = 'i', [K_RANDOM] = 'r',  [K_GATHER] = 'g', [K_REDUCE] = 'R',
        [K_SCAN] = 'S',  [K_STORE] = 'w', [K_SCATTER] = 'x', [K_FOR] = 'F',    [K_WHILE] = 'W',
        [K_TEST] = 'T',  [K_IF] = 'I',    [K_ELSE] = 'E',    [K_END] = 'e',    [K_TABLE] = 'C',
        [K_ARRAY] = 'a', [K_COPY] = 'y',  [K_ELEMENT] = 'n', [K_PUT] = 'p'};
    str_putc(out, codes[i->code]);
    if (has_op(i))
        str_puts(out, op_info((Op)i->op)->name);
    if (i->dtype != DT_NONE)
        put(out, '.', i->dtype);
    if (i->flags)
        put(out, '!', i->flags);
    if (i->code == K_SCATTER)
        put(out, '+', i->combine);
    if (has_access(i))
        put(out, '@', i->access);
    for (uint32_t k = 0; k < i->n_in; k++)
        put(out, ' ', kernel_in(kernel, i)[k]);
    if (i->value != NO_VAL)
        put(out, '=', i->value);
    if (i->code == K_CONST)
        str_format(out, ":%llx,%llx", (unsigned long long)kernel->values.at[i->value].bits.lo,
                   (unsigned long long)kernel->values.at[i->value].bits.hi);
    if (i->code == K_TABLE)
        put_table(out, kernel, &kernel->values.at[i->value]);
    if (i->code == K_FOR || i->code == K_WHILE || i->code == K_IF)
        put_carries(out, kernel, i);
    str_putc(out, ';');
}

void llvm_key(Str *out, const Kernel *kernel, const Form *form) {
    put_form(out, kernel, form);
    put_values(out, kernel);
    for (uint32_t n = 0; n < kernel->body.len; n++)
        put_instr(out, kernel, &kernel->body.at[n]);
    str_putc(out, '\n');
}
