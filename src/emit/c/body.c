/* The instructions of a slice, one value a line. */
#include <stdio.h>
#include <string.h>

#include "emit/c/writer.h"
#include "kernel/arrays.h"
#include "op/op.h"

enum { PLACE_ROOM = 1024 };

static const char *name_of(char *room, ValId v) {
    src_value_name(room, v);
    return room;
}

static Dtype dtype_of(const Writer *w, ValId v) {
    return (Dtype)w->kernel->values.at[v].dtype;
}

/* ---- places */

static uint32_t n_axes(const Writer *w) {
    return w->form->n_outer + w->form->n_inner;
}

/* Bytes (of an element number: elements) from the pointer to the element: r3 is what its row adds, o3 where it begins. */
static int put_offset(const Writer *w, char *room, size_t size, uint32_t access, Level level) {
    uint32_t last = n_axes(w);
    if (level == LEVEL_UNIFORM)
        return snprintf(room, size, "o%u", (unsigned)access);
    int n = snprintf(room, size, "r%u", (unsigned)access);
    if (level == LEVEL_ROW)
        return n;
    for (uint32_t axis = w->form->n_outer; axis < last; axis++) {
        unsigned number = (unsigned)(axis - w->form->n_outer);
        if (axis + 1 == last && w->form->along[access] && !w->form->near)
            n += snprintf(room + n, size - (size_t)n, " + j%u * %u", number,
                          (unsigned)w->form->along[access]);
        else
            n += snprintf(room + n, size - (size_t)n, " + j%u * s%u_%u", number, (unsigned)access,
                          (unsigned)axis);
    }
    return n;
}

static Level access_level(const Writer *w, const KernelInstr *i, uint32_t n) {
    return (Level)(i->value != NO_VAL ? w->known.level[i->value] : w->known.at[n]);
}

static void put_place(const Writer *w, char *room, const KernelInstr *i, uint32_t n,
                      const char *more) {
    char offset[PLACE_ROOM];
    put_offset(w, offset, sizeof offset, i->access, access_level(w, i, n));
    snprintf(room, PLACE_ROOM + 64, "m%u + (%s%s)", (unsigned)i->access, offset, more);
}

/* ---- indices */

/* k3_0 = the index along axis 0 of the access of instruction 3, in range; else *failed is told, and x3 is false. */
static void put_indices(Writer *w, const KernelInstr *i, uint32_t n, uint32_t first) {
    const Access *access = &w->kernel->accesses.at[i->access];
    uint32_t at = text_size_of_access(w->kernel, n_axes(w), i->access) + 1 + n_axes(w);
    char x[NAME_ROOM];
    for (uint32_t axis = 0; axis < access->n_indexed; axis++) {
        ValId v = kernel_in(w->kernel, i)[first + axis];
        bool is_signed = dtype_info(dtype_of(w, v))->class == CLASS_SIGNED;
        name_of(x, v);
        if (is_signed)
            src_line(w, "const int64_t k%u_%u = %s < 0 ? (int64_t)%s + z[%u] : (int64_t)%s;", n,
                     axis, x, x, at + 2 * axis + 1, x);
        else
            src_line(w, "const uint64_t k%u_%u = %s;", n, axis, x);
    }
    src_begin(w);
    str_format(&w->out, "const bool x%u = true", n);
    for (uint32_t axis = 0; axis < access->n_indexed; axis++)
        str_format(&w->out, " && (uint64_t)k%u_%u < (uint64_t)z[%u]", n, axis, at + 2 * axis + 1);
    str_puts(&w->out, ";");
    src_end(w);
    if (w->form->openmp) {
        src_open(w, "if (!x%u)", n);
        src_line(w, "#pragma omp atomic write");
        src_line(w, "*failed = 1;");
        src_close(w);
        return;
    }
    src_line(w, "if (!x%u)", n);
    src_line(w, "    *failed = 1;");
}

static void index_offset(const Writer *w, char *room, size_t size, const KernelInstr *i,
                         uint32_t n) {
    uint32_t at = text_size_of_access(w->kernel, n_axes(w), i->access) + 1 + n_axes(w);
    int len = 0;
    room[0] = '\0';
    for (uint32_t axis = 0; axis < w->kernel->accesses.at[i->access].n_indexed; axis++)
        len += snprintf(room + len, size - (size_t)len, " + (int64_t)k%u_%u * z[%u]", (unsigned)n,
                        (unsigned)axis, (unsigned)(at + 2 * axis));
}

/* ---- instructions */

static void begin_value(Writer *w, ValId v) {
    char name[NAME_ROOM];
    src_begin(w);
    str_format(&w->out, "const %s %s = ", src_type_of(dtype_of(w, v)), name_of(name, v));
}

static void end_value(Writer *w) {
    str_putc(&w->out, ';');
    src_end(w);
}

static void put_zero(Writer *w, Dtype dtype) {
    src_constant(&w->out, dtype, (Bits){0, 0});
}

static void put_gather(Writer *w, uint32_t n) {
    const KernelInstr *i = &w->kernel->body.at[n];
    char place[PLACE_ROOM + 64], more[PLACE_ROOM];
    put_indices(w, i, n, 0);
    index_offset(w, more, sizeof more, i, n);
    put_place(w, place, i, n, more);
    begin_value(w, i->value);
    str_format(&w->out, "x%u ? ", n);
    src_load(&w->out, dtype_of(w, i->value), place);
    str_puts(&w->out, " : ");
    put_zero(w, dtype_of(w, i->value));
    end_value(w);
}

static void put_random(Writer *w, const KernelInstr *i, const char *number) {
    char key[NAME_ROOM], draw[NAME_ROOM];
    Dtype dtype = dtype_of(w, i->value);
    name_of(key, kernel_in(w->kernel, i)[0]);
    name_of(draw, kernel_in(w->kernel, i)[1]);
    /* The others have functions of their names. */
    if (i->op == OP_random_bits)
        str_format(&w->out, "(%s)frit_word%u(", src_type_of(dtype),
                   dtype_info(dtype)->bits == 64 ? 64u : 32u);
    else
        str_format(&w->out, "frit_%s_%s(", op_info((Op)i->op)->name, dtype_info(dtype)->name);
    str_format(&w->out, "%s, %s, (uint64_t)(%s))", key, draw, number);
}

static bool put_value(Writer *w, uint32_t n) {
    const KernelInstr *i = &w->kernel->body.at[n];
    const ValId *in = kernel_in(w->kernel, i);
    Dtype dtype = dtype_of(w, i->value);
    char names[3][NAME_ROOM], place[PLACE_ROOM + 64];
    const char *operands[3] = {names[0], names[0], names[0]};
    for (uint32_t k = 0; k < i->n_in && k < 3; k++)
        operands[k] = name_of(names[k], in[k]);
    if (i->code == K_GATHER) {
        put_gather(w, n);
        return true;
    }
    begin_value(w, i->value);
    switch ((KernelCode)i->code) {
    case K_CONST: src_constant(&w->out, dtype, w->kernel->values.at[i->value].bits); break;
    case K_STEP: TRY(src_step(w, (Op)i->op, (Dtype)i->dtype, operands)); break;
    case K_SELECT:
        str_format(&w->out, "%s ? %s : %s", operands[0], operands[1], operands[2]);
        break;
    case K_CAST: src_cast(&w->out, dtype_of(w, in[0]), dtype, operands[0]); break;
    case K_BITCAST: TRY(src_bitcast(w, dtype_of(w, in[0]), dtype, operands[0])); break;
    case K_LOAD:
        if (w->ahead && w->known.level[i->value] == LEVEL_FULL && w->known.around[n] == NO_INSTR) {
            str_format(&w->out, "q%u[u]", n);
            break;
        }
        put_place(w, place, i, n, "");
        src_load(&w->out, dtype, place);
        break;
    case K_RANDOM:
        put_offset(w, place, sizeof place, i->access, access_level(w, i, n));
        put_random(w, i, place);
        break;
    case K_INDEX: {
        char number[PLACE_ROOM + 128];
        put_offset(w, place, PLACE_ROOM, i->access, access_level(w, i, n));
        snprintf(number, sizeof number, "(int64_t)(%s)", place);
        src_cast(&w->out, DT_I64, dtype, number);
        break;
    }
    default:
        return env_fail(w->env, FRIT_ERR_INTERNAL, FRIT_STAGE_EMIT, "no source of instruction %u",
                        n);
    }
    end_value(w);
    return true;
}

void src_load_into(Writer *w, uint32_t n) {
    const KernelInstr *i = &w->kernel->body.at[n];
    char place[PLACE_ROOM + 64];
    put_place(w, place, i, n, "");
    src_begin(w);
    str_format(&w->out, "q%u[u] = ", n);
    src_load(&w->out, dtype_of(w, i->value), place);
    end_value(w);
}

static void put_store_at(Writer *w, uint32_t n) {
    const KernelInstr *i = &w->kernel->body.at[n];
    char place[PLACE_ROOM + 64], x[NAME_ROOM];
    put_place(w, place, i, n, "");
    src_begin(w);
    if (w->guard)
        str_format(&w->out, "if (%s) ", w->guard);
    src_store(&w->out, w->kernel->accesses.at[i->access].dtype, place,
              name_of(x, kernel_in(w->kernel, i)[0]));
    src_end(w);
}

static bool put_scatter(Writer *w, uint32_t n) {
    /* The step that each combination is. */
    static const Op ops[COMBINE_COUNT] = {[COMBINE_ADD] = OP_add,
                                          [COMBINE_MUL] = OP_mul,
                                          [COMBINE_MAX] = OP_maximum,
                                          [COMBINE_MIN] = OP_minimum};
    const KernelInstr *i = &w->kernel->body.at[n];
    Dtype dtype = w->kernel->accesses.at[i->access].dtype;
    char place[PLACE_ROOM + 64], more[PLACE_ROOM], x[NAME_ROOM];
    put_indices(w, i, n, 1);
    index_offset(w, more, sizeof more, i, n);
    put_place(w, place, i, n, more);
    name_of(x, kernel_in(w->kernel, i)[0]);
    src_open(w, "if (x%u)", n);
    if (i->combine != COMBINE_SET) {
        src_begin(w);
        str_format(&w->out, "const %s old%u = ", src_type_of(dtype), n);
        src_load(&w->out, dtype, place);
        end_value(w);
        char old[NAME_ROOM + 8];
        snprintf(old, sizeof old, "old%u", (unsigned)n);
        src_begin(w);
        str_format(&w->out, "const %s new%u = ", src_type_of(dtype), n);
        TRY(src_step(w, ops[i->combine], dtype, (const char *const[]){old, x, x}));
        end_value(w);
        snprintf(x, sizeof x, "new%u", (unsigned)n);
    }
    src_begin(w);
    src_store(&w->out, dtype, place, x);
    src_end(w);
    src_close(w);
    return true;
}

/* ---- regions */

static bool put_instrs(Writer *w, uint32_t from, uint32_t to);

/* Does it go round as values do? Arrays stay where they are. */
static bool goes_round(const Writer *w, uint32_t carry) {
    return w->slice->live[carry] && !is_array(w->kernel, w->kernel->carries.at[carry].result);
}

static void put_carries(Writer *w, const KernelInstr *i, bool phis) {
    char a[NAME_ROOM], b[NAME_ROOM];
    for (uint32_t c = i->carry; c < i->carry + i->n_carries; c++) {
        const Carry *carry = &w->kernel->carries.at[c];
        if (!goes_round(w, c))
            continue;
        const char *type = src_type_of(dtype_of(w, carry->result));
        if (phis)
            src_line(w, "%s %s = %s;", type, name_of(a, carry->phi), name_of(b, carry->init));
        else
            src_line(w, "%s %s;", type, name_of(a, carry->result));
    }
}

/* All at once: one may be made of another. */
static void put_next(Writer *w, const KernelInstr *i) {
    char a[NAME_ROOM], b[NAME_ROOM];
    for (uint32_t c = i->carry; c < i->carry + i->n_carries; c++) {
        const Carry *carry = &w->kernel->carries.at[c];
        if (goes_round(w, c))
            src_line(w, "const %s next_%s = %s;", src_type_of(dtype_of(w, carry->phi)),
                     name_of(a, carry->phi), name_of(b, carry->next));
    }
    for (uint32_t c = i->carry; c < i->carry + i->n_carries; c++) {
        const Carry *carry = &w->kernel->carries.at[c];
        if (goes_round(w, c))
            src_line(w, "%s = next_%s;", name_of(a, carry->phi), name_of(b, carry->phi));
    }
}

static void put_results(Writer *w, const KernelInstr *i) {
    char a[NAME_ROOM], b[NAME_ROOM];
    for (uint32_t c = i->carry; c < i->carry + i->n_carries; c++) {
        const Carry *carry = &w->kernel->carries.at[c];
        if (goes_round(w, c))
            src_line(w, "const %s %s = %s;", src_type_of(dtype_of(w, carry->result)),
                     name_of(a, carry->result), name_of(b, carry->phi));
    }
}

static bool put_for(Writer *w, uint32_t n, uint32_t end) {
    const KernelInstr *i = &w->kernel->body.at[n];
    const ValId *in = kernel_in(w->kernel, i);
    char index[NAME_ROOM], lo[NAME_ROOM], hi[NAME_ROOM];
    put_carries(w, i, true);
    name_of(index, i->value);
    src_open(w, "for (%s %s = %s; %s < %s; %s++)", src_type_of(dtype_of(w, i->value)), index,
             name_of(lo, in[0]), index, name_of(hi, in[1]), index);
    TRY(put_instrs(w, n + 1, end));
    put_next(w, i);
    src_close(w);
    put_results(w, i);
    return true;
}

static bool put_while(Writer *w, uint32_t n, uint32_t end) {
    const KernelInstr *i = &w->kernel->body.at[n];
    char test[NAME_ROOM];
    put_carries(w, i, true);
    src_open(w, "for (;;)");
    TRY(put_instrs(w, n + 1, i->match));
    src_line(w, "if (!%s)", name_of(test, kernel_in(w->kernel, &w->kernel->body.at[i->match])[0]));
    src_line(w, "    break;");
    TRY(put_instrs(w, i->match + 1, end));
    put_next(w, i);
    src_close(w);
    put_results(w, i);
    return true;
}

static void put_arm(Writer *w, const KernelInstr *i, bool first) {
    char a[NAME_ROOM], b[NAME_ROOM];
    for (uint32_t c = i->carry; c < i->carry + i->n_carries; c++) {
        const Carry *carry = &w->kernel->carries.at[c];
        if (goes_round(w, c))
            src_line(w, "%s = %s;", name_of(a, carry->result),
                     name_of(b, first ? carry->init : carry->next));
    }
}

static bool put_if(Writer *w, uint32_t n, uint32_t end) {
    const KernelInstr *i = &w->kernel->body.at[n];
    char test[NAME_ROOM];
    put_carries(w, i, false);
    src_open(w, "if (%s)", name_of(test, kernel_in(w->kernel, i)[0]));
    TRY(put_instrs(w, n + 1, i->match));
    put_arm(w, i, true);
    w->depth--;
    src_open(w, "} else");
    TRY(put_instrs(w, i->match + 1, end));
    put_arm(w, i, false);
    src_close(w);
    return true;
}

static bool put_region(Writer *w, uint32_t n, uint32_t end) {
    switch ((KernelCode)w->kernel->body.at[n].code) {
    case K_FOR: return put_for(w, n, end);
    case K_WHILE: return put_while(w, n, end);
    default: return put_if(w, n, end);
    }
}

static uint32_t end_of(const Writer *w, uint32_t opener) {
    uint32_t n = opener;
    do
        n++;
    while (w->kernel->body.at[n].code != K_END || w->kernel->body.at[n].match != opener);
    return n;
}

static bool put_instrs(Writer *w, uint32_t from, uint32_t to) {
    for (uint32_t n = from; n < to; n++) {
        const KernelInstr *i = &w->kernel->body.at[n];
        if (!w->slice->wanted[n])
            continue;
        if (instr_opens(i)) {
            uint32_t end = end_of(w, n);
            TRY(put_region(w, n, end));
            n = end;
        } else if (i->code == K_REDUCE) {
            TRY(fold_take(w, n, "lane"));
        } else if (i->code == K_SCAN) {
            TRY(src_scan(w, n));
        } else if (i->code >= K_TABLE && i->code <= K_PUT) {
            src_array(w, n);
        } else if (i->value != NO_VAL) {
            TRY(put_value(w, n));
        }
    }
    return true;
}

bool src_slice(Writer *w, const Slice *slice) {
    w->slice = slice;
    TRY(put_instrs(w, 0, w->kernel->body.len));
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        const KernelInstr *i = &w->kernel->body.at[n];
        if (!slice->wanted[n])
            continue;
        if (i->code == K_STORE)
            put_store_at(w, n);
        else if (i->code == K_SCATTER)
            TRY(put_scatter(w, n));
    }
    return true;
}
