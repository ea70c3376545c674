/* Arrays that lanes have of their own are arrays of C, tables those of the file; what shares memory has one name. */
#include "kernel/arrays.h"

#include "emit/c/writer.h"

static const KernelValue *value_of(const Writer *w, ValId v) {
    return &w->kernel->values.at[v];
}

static void put_name(Writer *w, ValId v) {
    char name[NAME_ROOM];
    ValId slot = w->known.slot[v];
    src_value_name(name, slot);
    if (w->kernel->body.at[w->known.def[slot]].code == K_TABLE)
        str_format(&w->out, "%s_%s", w->name, name);
    else
        str_puts(&w->out, name);
}

/* The index, or the nearest there is. */
static void put_place(Writer *w, ValId array, ValId index) {
    char x[NAME_ROOM];
    const DtypeInfo *info = dtype_info((Dtype)value_of(w, index)->dtype);
    bool is_signed = info->class == CLASS_SIGNED;
    unsigned last = value_of(w, array)->count - 1, room = info->bits - is_signed;
    src_value_name(x, index);
    put_name(w, array);
    str_putc(&w->out, '[');
    if (is_signed)
        str_format(&w->out, "%s < 0 ? 0 : ", x);
    if (room >= 32 || last < (1u << room) - 1)
        str_format(&w->out, "%s > %u ? %u : ", x, last, last);
    str_format(&w->out, "%s]", x);
}

static void declare(Writer *w, ValId v) {
    src_begin(w);
    str_format(&w->out, "%s ", src_type_of((Dtype)value_of(w, v)->dtype));
    put_name(w, v);
    str_format(&w->out, "[%u];", value_of(w, v)->count);
    src_end(w);
}

/* array[place] = x; place: text, or the number k. */
static void put_line(Writer *w, ValId array, const char *place, uint32_t k) {
    src_begin(w);
    put_name(w, array);
    if (place)
        str_format(&w->out, "[%s] = ", place);
    else
        str_format(&w->out, "[%u] = ", k);
}

static void end_line(Writer *w) {
    str_putc(&w->out, ';');
    src_end(w);
}

static void put_loop(Writer *w, ValId v) {
    src_line(w, "for (int k = 0; k < %u; k++)", value_of(w, v)->count);
    w->depth++;
    put_line(w, v, "k", 0);
}

static void put_new(Writer *w, const KernelInstr *i) {
    char x[NAME_ROOM];
    const ValId *in = kernel_in(w->kernel, i);
    declare(w, i->value);
    if (i->n_in == 1) {
        put_loop(w, i->value);
        src_value_name(x, in[0]);
        str_puts(&w->out, x);
        end_line(w);
        w->depth--;
        return;
    }
    for (uint32_t k = 0; k < i->n_in; k++) {
        put_line(w, i->value, NULL, k);
        src_value_name(x, in[k]);
        str_puts(&w->out, x);
        end_line(w);
    }
}

void src_array(Writer *w, uint32_t n) {
    char x[NAME_ROOM];
    const KernelInstr *i = &w->kernel->body.at[n];
    const ValId *in = kernel_in(w->kernel, i);
    if (i->code == K_ARRAY) {
        put_new(w, i);
    } else if (i->code == K_COPY) {
        if (i->n_in == 1)
            declare(w, i->value);
        put_loop(w, i->value);
        put_name(w, in[0]);
        str_puts(&w->out, "[k]");
        end_line(w);
        w->depth--;
    } else if (i->code == K_PUT) {
        src_begin(w);
        put_place(w, in[0], in[1]);
        src_value_name(x, in[2]);
        str_format(&w->out, " = %s", x);
        end_line(w);
    } else if (i->code == K_ELEMENT) {
        src_begin(w);
        src_value_name(x, i->value);
        str_format(&w->out, "const %s %s = ", src_type_of((Dtype)i->dtype), x);
        put_place(w, in[0], in[1]);
        end_line(w);
    } /* a table: src_tables */
}

void src_tables(Writer *w) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        const KernelInstr *i = &w->kernel->body.at[n];
        if (i->code != K_TABLE)
            continue;
        const KernelValue *value = value_of(w, i->value);
        char name[NAME_ROOM];
        src_value_name(name, i->value);
        src_begin(w);
        str_format(&w->out, "MATH_TABLE(%s, %s_%s, %u) = {", src_type_of((Dtype)value->dtype),
                   w->name, name, value->count);
        for (uint32_t k = 0; k < value->count; k++) {
            str_puts(&w->out, k ? ", " : "");
            src_constant(&w->out, (Dtype)value->dtype, w->kernel->tables.at[value->bits.lo + k]);
        }
        str_puts(&w->out, "};");
        src_end(w);
    }
}
