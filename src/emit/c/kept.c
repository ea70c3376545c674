/*
 * Values that one walk over a row keeps for a later one, in C: what costs more than memory does, and scans of a kernel that scans
 * both ways, which no walk the other way can make again. They lie value by value, each with one place an element.
 */
#include <stdio.h>

#include "emit/c/writer.h"

/* As it is held: floats of 16 bits are f32. */
static Dtype held_as(const Writer *w, ValId v) {
    Dtype dtype = (Dtype)w->kernel->values.at[v].dtype;
    return dtype == DT_F16 || dtype == DT_BF16 ? DT_F32 : dtype;
}

static uint32_t bytes_of(const Writer *w, ValId v) {
    uint32_t bytes = dtype_info(held_as(w, v))->bits / 8;
    return bytes ? bytes : 1;
}

/* Of the values before v. */
static uint32_t bytes_before(const Writer *w, ValId v) {
    uint32_t bytes = 0;
    for (ValId k = 0; k < v; k++)
        if (w->known.kept_in[k] != NO_PHASE)
            bytes += bytes_of(w, k);
    return bytes;
}

uint32_t src_kept_bytes(const Writer *w) {
    return bytes_before(w, w->kernel->values.len);
}

void src_kept_row(Writer *w, const char *thread) {
    uint32_t bytes = src_kept_bytes(w);
    if (bytes)
        src_line(w, "char *const own = kept + (int64_t)%s * length * %u;", thread, bytes);
}

static void put_place(const Writer *w, ValId v, char *room, size_t size) {
    snprintf(room, size, "own + (length * %u + e * %u)", (unsigned)bytes_before(w, v),
             (unsigned)bytes_of(w, v));
}

void src_kept_loads(Writer *w, uint32_t phase) {
    char name[NAME_ROOM], place[96];
    for (ValId v = 0; v < w->kernel->values.len; v++) {
        if (!w->known.phases[phase].used[v] || w->known.kept_in[v] >= phase || w->known.hidden[v])
            continue;
        src_value_name(name, v);
        put_place(w, v, place, sizeof place);
        src_begin(w);
        str_format(&w->out, "const %s %s = ", src_type_of((Dtype)w->kernel->values.at[v].dtype),
                   name);
        src_load(&w->out, held_as(w, v), place);
        str_putc(&w->out, ';');
        src_end(w);
    }
}

void src_kept_stores(Writer *w, uint32_t phase) {
    char name[NAME_ROOM], place[96];
    for (ValId v = 0; v < w->kernel->values.len; v++) {
        if (w->known.kept_in[v] != phase)
            continue;
        src_value_name(name, v);
        put_place(w, v, place, sizeof place);
        src_begin(w);
        src_store(&w->out, held_as(w, v), place, name);
        src_end(w);
    }
}
