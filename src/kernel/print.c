#include "ir/lex.h"
#include "ir/text.h"
#include "kernel/axes.h"
#include "kernel/check.h"
#include "kernel/text.h"

const char *const kernel_code_names[K_CODE_COUNT] = {
    [K_SELECT] = "choose", [K_CAST] = "convert",   [K_BITCAST] = "bits", [K_LOAD] = "load",
    [K_INDEX] = "number",  [K_GATHER] = "load at", [K_STORE] = "store",  [K_SCATTER] = "store at",
    [K_TABLE] = "table",   [K_ARRAY] = "array",    [K_COPY] = "copy",    [K_ELEMENT] = "element",
    [K_PUT] = "put",       [K_FOR] = "loop",       [K_WHILE] = "loop",   [K_TEST] = "while",
    [K_IF] = "branch",     [K_ELSE] = "otherwise", [K_END] = "end",
};

const char *kernel_level_name(unsigned level) {
    static const char *const names[] = {
        [LEVEL_UNIFORM] = "uniform", [LEVEL_ROW] = "row", [LEVEL_FULL] = "full"};
    return names[level];
}

/* ---- instructions */

static void put_value(Str *out, const Kernel *k, ValId v) {
    const KernelValue *value = &k->values.at[v];
    str_format(out, "v%u: %s", v, dtype_info((Dtype)value->dtype)->name);
    if (value->count)
        str_format(out, "[%u]", value->count);
    str_format(out, " %s", kernel_level_name(value->level));
}

static void put_table(Str *out, const Kernel *k, const KernelValue *value) {
    for (uint32_t n = 0; n < value->count; n++) {
        str_puts(out, n ? ", " : " ");
        text_print_bits(out, (Dtype)value->dtype, k->tables.at[value->bits.lo + n]);
    }
}

static void put_flags(Str *out, const KernelInstr *i) {
    if (i->code == K_STORE)
        str_format(out, " %s", kernel_level_name(i->flags));
    if (i->code == K_SCATTER)
        str_format(out, " %s", combine_name((Combine)i->combine));
    if (instr_is_effect(i))
        return;
    str_puts(out, i->flags & KF_OMIT_NAN ? " omit_nan" : "");
    str_puts(out, i->flags & KF_REVERSE ? " reverse" : "");
    str_puts(out, i->flags & KF_EXCLUSIVE ? " exclusive" : "");
}

static void put_carries(Str *out, const Kernel *k, const KernelInstr *i) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &k->carries.at[i->carry + c];
        str_puts(out, c ? ", " : " carries ");
        if (carry->phi != NO_VAL)
            str_format(out, "v%u = ", carry->phi);
        str_format(out, "v%u then v%u gives ", carry->init, carry->next);
        put_value(out, k, carry->result);
    }
}

static void put_instr(Str *out, const Kernel *k, const KernelInstr *i) {
    const char *name = kernel_code_names[i->code];
    if (i->value != NO_VAL) {
        put_value(out, k, i->value);
        str_puts(out, " = ");
    }
    if (i->code == K_CONST)
        text_print_bits(out, (Dtype)k->values.at[i->value].dtype, k->values.at[i->value].bits);
    else
        str_puts(out, name ? name : op_info((Op)i->op)->name);
    if (i->code == K_TABLE)
        put_table(out, k, &k->values.at[i->value]);
    put_flags(out, i);
    if (instr_has_access(i))
        str_format(out, " a%u", i->access);
    for (uint32_t n = 0; n < i->n_in; n++)
        str_format(out, "%sv%u", n || instr_has_access(i) ? ", " : " ", kernel_in(k, i)[n]);
    put_carries(out, k, i);
}

void kernel_print_body(Str *out, const Kernel *k, unsigned margin, bool steps) {
    enum { DEEPEST = 40 };
    uint32_t depth = 0;
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        bool divides = i->code == K_ELSE || i->code == K_TEST, ends = i->code == K_END;
        depth -= (divides || ends) && depth;
        str_format(out, "%*s", (int)(margin + 2 * (depth < DEEPEST ? depth : DEEPEST)), "");
        put_instr(out, k, i);
        if (steps && !divides && !ends)
            str_format(out, "  # %u", i->step);
        str_putc(out, '\n');
        depth += divides || instr_opens(i);
    }
}

/* ---- bound kernels */

static void put_numbers(Str *out, const int64_t *numbers, uint32_t n, uint32_t bar) {
    str_putc(out, '[');
    for (uint32_t k = 0; k < n; k++) {
        str_puts(out, k == bar ? (k ? " | " : "| ") : k ? ", " : "");
        str_int(out, numbers[k]);
    }
    str_putc(out, ']');
}

static void put_memory(Str *out, const KernelMemory *memory, uint32_t number) {
    uint32_t label;
    if (!memory->name)
        str_format(out, "m%u", number);
    else
        print_name(out, memory->name, is_number_label(memory->name, strlen(memory->name), &label));
}

static void put_access(Str *out, const BoundKernel *bound, uint32_t index,
                       const KernelMemory *memories) {
    const Access *a = &bound->kernel->accesses.at[index];
    const BoundAccess *b = &bound->accesses[index];
    str_format(out, "  a%u: ", index);
    if (a->buffer == NO_BUFFER) {
        str_puts(out, "number");
    } else {
        str_puts(out, a->store ? "writes " : "reads ");
        put_memory(out, &memories[b->pointer], b->pointer);
    }
    str_putc(out, ' ');
    put_numbers(out, axis_strides(bound, index), bound->kernel->n_axes, UINT32_MAX);
    if (b->offset)
        str_format(out, " offset %lld", (long long)b->offset);
    for (uint32_t k = 0; k < a->n_indexed; k++)
        str_format(out, "%s%lld: %lld", k ? ", " : " indexed [", (long long)b->indexed[k],
                   (long long)b->strides[k]);
    str_puts(out, a->n_indexed ? "]" : "");
    if (a->leaf)
        str_format(out, " + %u", a->leaf);
    if (a->buffer != NO_BUFFER) {
        str_format(out, " %s", dtype_info(a->dtype)->name);
        if (b->elem_size != dtype_info(a->dtype)->bits / 8u)
            str_format(out, " of %u bytes", b->elem_size);
    }
    if (a->parts)
        str_format(out, " part %u of %u", a->part, a->parts);
    str_puts(out, b->empty ? " empty\n" : "\n");
}

static bool has_pointer(const BoundKernel *bound, uint32_t pointer) {
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++)
        if (bound->accesses[a].pointer == pointer)
            return true;
    return false;
}

void kernel_print(Str *out, const BoundKernel *bound, const KernelMemory *memories, uint32_t n) {
    const Kernel *k = bound->kernel;
    str_format(out, "kernel: %s over ", schedule_name(k->schedule));
    put_numbers(out, bound->extents, k->n_axes, k->n_inner ? k->n_axes - k->n_inner : UINT32_MAX);
    str_putc(out, '\n');
    for (uint32_t m = 0; m < n; m++) {
        if (!has_pointer(bound, m))
            continue;
        str_puts(out, "  memory ");
        put_memory(out, &memories[m], m);
        str_format(out, ": %lld bytes", (long long)memories[m].bytes);
        if (memories[m].from)
            str_format(out, " from %lld", (long long)memories[m].from);
        str_putc(out, '\n');
    }
    for (uint32_t a = 0; a < k->accesses.len; a++)
        put_access(out, bound, a, memories);
    kernel_print_body(out, k, 2, false);
}

uint32_t kernel_memory_count(const BoundKernel *bound) {
    uint32_t n = 0;
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++) {
        uint32_t pointer = bound->accesses[a].pointer;
        if (pointer != UINT32_MAX && pointer >= n)
            n = pointer + 1;
    }
    return n;
}

bool kernel_memories(Env *env, const BoundKernel *bound, KernelMemory *memories, uint32_t n) {
    memset(memories, 0, n * sizeof *memories);
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++) {
        uint32_t pointer = bound->accesses[a].pointer;
        int64_t low, high;
        if (pointer == UINT32_MAX)
            continue;
        if (!access_reach(bound, a, &low, &high))
            return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                            "a kernel's places do not fit 64 bits");
        KernelMemory *memory = &memories[pointer];
        int64_t end = memory->from + memory->bytes;
        memory->from = low < memory->from ? low : memory->from;
        memory->bytes = (high > end ? high : end) - memory->from;
    }
    return true;
}
