/* Values that go from thread to thread, and what lanes and chunks of reductions come to where threads share a row. */
#include "emit/c/lanes.h"

#include <stdio.h>

#include "emit/c/fold.h"

/* ---- from thread to thread */

static void put_words(Writer *w, Dtype dtype, const char *x, const char *part, const char *from) {
    unsigned bits = dtype_info(dtype)->bits <= 32 ? 32 : 64;
    str_format(&w->out, w->by_warp ? "frit_lane_u%u(" : "frit_room_u%u(room, ", bits);
    switch (dtype) {
    case DT_F32: str_format(&w->out, "f_bits(%s)", x); break;
    case DT_F64: str_format(&w->out, "d_bits(%s)", x); break;
    case DT_C64: str_format(&w->out, "frit_c64_bits(%s)", x); break;
    case DT_C128: str_format(&w->out, "d_bits(%s.%s)", x, part); break;
    default: str_format(&w->out, "(uint%u_t)%s", bits, x); break;
    }
    str_format(&w->out, ", %s)", from);
}

void lanes_put_from(Writer *w, Dtype dtype, const char *x, const char *from) {
    switch (dtype) {
    case DT_BOOL:
        put_words(w, dtype, x, "", from);
        str_puts(&w->out, " != 0");
        return;
    case DT_F32: str_puts(&w->out, "f_of("); break;
    case DT_F64: str_puts(&w->out, "d_of("); break;
    case DT_C64: str_puts(&w->out, "frit_c64_of_bits("); break;
    case DT_C128:
        str_puts(&w->out, "frit_c128_of(d_of(");
        put_words(w, dtype, x, "re", from);
        str_puts(&w->out, "), d_of(");
        put_words(w, dtype, x, "im", from);
        str_puts(&w->out, "))");
        return;
    default: str_format(&w->out, "(%s)(", src_type_of(dtype)); break;
    }
    put_words(w, dtype, x, "", from);
    str_putc(&w->out, ')');
}

static void put_copy(Writer *w, Dtype dtype, const char *declares, const char *name, const char *x,
                     const char *from) {
    src_begin(w);
    if (declares)
        str_format(&w->out, "%s%s ", declares, src_type_of(dtype));
    str_format(&w->out, "%s = ", name);
    lanes_put_from(w, dtype, x, from);
    str_putc(&w->out, ';');
    src_end(w);
}

/* ---- reductions of a phase */

bool lanes_folds(const Writer *w, uint32_t phase, uint32_t n) {
    const KernelInstr *i = &w->kernel->body.at[n];
    if (i->code != K_REDUCE || w->known.instr_phase[n] != phase)
        return false;
    Folding f = folding_of(w, n);
    return !fold_is_length(&f);
}

bool lanes_reduces(const Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (lanes_folds(w, phase, n))
            return true;
    return false;
}

void lanes_begin_one(Writer *w, uint32_t n) {
    Folding f = folding_of(w, n);
    src_begin(w);
    str_format(&w->out, "%s a%u = ", src_type_of(f.acc), f.number);
    fold_put_start(w, &f);
    str_putc(&w->out, ';');
    src_end(w);
    if (f.fold->kind == FOLD_BEST)
        src_line(w, "int64_t b%u = -1;", f.number);
}

void lanes_begin(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (lanes_folds(w, phase, n))
            lanes_begin_one(w, n);
}

/* PREFIX2 = PREFIX2 and what the thread `from` has (and its place); where `where` does not hold it stays. */
static bool put_with(Writer *w, uint32_t n, const char *values, const char *places,
                     const char *from, const char *where) {
    Folding f = folding_of(w, n);
    char a[NAME_ROOM], b[NAME_ROOM], x[NAME_ROOM], y[NAME_ROOM];
    snprintf(a, sizeof a, "%s%u", values, f.number);
    snprintf(b, sizeof b, "%s%u", places, f.number);
    snprintf(x, sizeof x, "%sx%u", values, f.number);
    snprintf(y, sizeof y, "%sx%u", places, f.number);
    put_copy(w, f.acc, "const ", x, a, from);
    if (f.fold->kind == FOLD_BEST)
        put_copy(w, DT_I64, "const ", y, b, from);
    if (where)
        src_open(w, "if (%s)", where);
    TRY(fold_put_both(w, &f, a, x, b, y));
    if (where)
        src_close(w);
    return true;
}

/* Lane l with l + 16, then + 8, …: what all of them come to is lane 0's. */
bool lanes_join(Writer *w, uint32_t phase) {
    src_unroll(w);
    src_open(w, "for (int by = 16; by > 0; by /= 2)");
    src_line(w, "const int other = %s;", w->other);
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (lanes_folds(w, phase, n))
            TRY(put_with(w, n, "a", "b", "other", NULL));
    src_close(w);
    return true;
}

void lanes_share(Writer *w, uint32_t phase, const char *declares, const char *values,
                 const char *places) {
    char a[NAME_ROOM], b[NAME_ROOM], x[NAME_ROOM], y[NAME_ROOM];
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        snprintf(a, sizeof a, "a%u", f.number);
        snprintf(b, sizeof b, "b%u", f.number);
        snprintf(x, sizeof x, "%s%u", values, f.number);
        snprintf(y, sizeof y, "%s%u", places, f.number);
        put_copy(w, f.acc, declares, a, x, w->first);
        if (f.fold->kind == FOLD_BEST)
            put_copy(w, DT_I64, declares, b, y, w->first);
    }
}

void lanes_declare_chunks(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        src_begin(w);
        str_format(&w->out, "%s c%u = ", src_type_of(f.acc), f.number);
        fold_put_start(w, &f);
        str_putc(&w->out, ';');
        src_end(w);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "int64_t d%u = -1;", f.number);
    }
}

void lanes_take_chunk(Writer *w, uint32_t phase, const char *where) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        src_line(w, "if (%s)", where);
        src_line(w, "    c%u = a%u;", f.number, f.number);
        if (f.fold->kind == FOLD_BEST) {
            src_line(w, "if (%s)", where);
            src_line(w, "    d%u = b%u;", f.number, f.number);
        }
    }
}

/* Neighbours of equal size at once: the order of a binary counter. */
bool lanes_join_chunks(Writer *w, uint32_t phase, unsigned chunks, const char *there) {
    char where[96];
    snprintf(where, sizeof where, "lane %% (2 * by) == 0 && lane + by < %u && %s", chunks, there);
    src_unroll(w);
    src_open(w, "for (int by = 1; by < %u; by *= 2)", chunks);
    src_line(w, "const int other = %s;", w->other);
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (lanes_folds(w, phase, n))
            TRY(put_with(w, n, "c", "d", "other", where));
    src_close(w);
    return true;
}

/* The value of all chunks is in a%u (its place in b%u). */
void lanes_results(Writer *w, uint32_t phase, const char *chunks) {
    char a[NAME_ROOM], b[NAME_ROOM];
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (w->kernel->body.at[n].code != K_REDUCE || w->known.instr_phase[n] != phase)
            continue;
        Folding f = folding_of(w, n);
        snprintf(a, sizeof a, "a%u", f.number);
        snprintf(b, sizeof b, "b%u", f.number);
        fold_put_result(w, &f, chunks, a, b);
    }
}
