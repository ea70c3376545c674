/* Where things are: sizes by name, places along axes, rows of accesses. */
#include "emit/c/writer.h"

/* Where a row begins is worked out with 64 bits. */
static const char *type_of(const Writer *w, uint32_t axis) {
    return axis < w->form->n_outer ? "int64_t" : w->index;
}

void src_sizes(Writer *w) {
    uint32_t n = w->form->n_outer + w->form->n_inner;
    for (uint32_t axis = 0; axis < n; axis++)
        src_line(w, "const %s n%u = (%s)z[%u];", w->index, axis, w->index, axis);
    for (uint32_t k = 0; k < w->kernel->accesses.len; k++) {
        uint32_t at = text_size_of_access(w->kernel, n, k);
        src_line(w, "const int64_t o%u = z[%u];", k, at);
        for (uint32_t axis = 0; axis < n; axis++)
            if (!(axis + 1 == n && w->form->along[k]))
                src_line(w, "const %s s%u_%u = (%s)z[%u];", type_of(w, axis), k, axis,
                         type_of(w, axis), at + 1 + axis);
    }
}

void src_product(Writer *w, const char *type, const char *name, uint32_t from, uint32_t to) {
    src_begin(w);
    str_format(&w->out, "const %s %s = 1", type, name);
    for (uint32_t axis = from; axis < to; axis++)
        str_format(&w->out, " * (%s)n%u", type, axis);
    str_puts(&w->out, ";");
    src_end(w);
}

/* Numbers of 32 bits are divided without their sign, which is quicker. */
void src_places(Writer *w, char prefix, const char *number, uint32_t from, uint32_t to) {
    const char *plain = w->form->narrow ? "(uint32_t)" : "";
    if (to - from == 1) {
        src_line(w, "const %s %c0 = %s;", w->index, prefix, number);
        return;
    }
    for (uint32_t axis = to; axis-- > from;) {
        src_begin(w);
        str_format(&w->out, "const %s %c%u = (%s)(%s%s", w->index, prefix, axis - from, w->index,
                   plain, number);
        for (uint32_t later = axis + 1; later < to; later++)
            str_format(&w->out, " / %sn%u", plain, later);
        if (axis > from)
            str_format(&w->out, " %% %sn%u", plain, axis);
        str_puts(&w->out, ");");
        src_end(w);
    }
}

void src_rows(Writer *w) {
    for (uint32_t k = 0; k < w->kernel->accesses.len; k++) {
        if (w->known.access_level[k] == LEVEL_UNIFORM)
            continue;
        src_begin(w);
        str_format(&w->out, "const int64_t r%u = o%u", k, k);
        for (uint32_t axis = 0; axis < w->form->n_outer; axis++)
            str_format(&w->out, " + i%u * s%u_%u", axis, k, axis);
        str_puts(&w->out, ";");
        src_end(w);
    }
}
