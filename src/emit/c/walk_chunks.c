/*
 * Rows that are few and long, or that lie side by side, by several functions one after another. For each walk over the
 * rows: frit_kernel_N takes parts of rows (one chunk or several), and leaves in `scratch` what each comes to; the
 * next one combines that, row by row, and leaves the row's results there for those that follow.
 *
 * A chunk is taken by 32 threads: neighbours (TEXT_CHUNKS), or, where rows lie side by side, those of a column of
 * threads, so that neighbours take the same element of neighbouring rows (TEXT_COLUMNS).
 */
#include <stdio.h>

#include "emit/c/elements.h"
#include "emit/c/fold.h"
#include "emit/c/lanes.h"
#include "emit/c/walks.h"

/* Threads that combine what the parts of one row came to, and how many neighbours each of them begins with. */
enum { TOTALS = CHUNKS_TOTALS, NEIGHBOURS = 8 };

static bool is_columns(const Writer *w) {
    return w->form->walk == TEXT_COLUMNS;
}

/* What holds a row's result in scratch, and a chunk's. */
static Dtype held_as(Dtype dtype) {
    return dtype == DT_F16 || dtype == DT_BF16 ? DT_F32 : dtype;
}

static unsigned bytes_of(Dtype dtype) {
    unsigned bits = dtype_info(dtype)->bits;
    return bits < 8 ? 1 : bits / 8;
}

/* ---- scratch: of reduction 2 the parts of rows are at w2, their places at wp2, the rows' results at wr2 */

static void put_area(Writer *w, const char *name, unsigned number, bool parts, unsigned bytes) {
    src_line(w, "FRIT_GLOBAL char *const %s%u = scratch + used;", name, number);
    src_line(w, "used += (rows * %s%u + 15) / 16 * 16;", parts ? "parts * " : "", bytes);
}

static void put_scratch(Writer *w) {
    src_line(w, "int64_t used = 0;");
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        const KernelInstr *i = &w->kernel->body.at[n];
        if (i->code != K_REDUCE)
            continue;
        Folding f = folding_of(w, n);
        Dtype result = (Dtype)w->kernel->values.at[i->value].dtype;
        if (fold_is_length(&f))
            continue;
        put_area(w, "w", f.number, true, bytes_of(f.acc));
        if (f.fold->kind == FOLD_BEST)
            put_area(w, "wp", f.number, true, bytes_of(DT_I64));
        put_area(w, "wr", f.number, false, bytes_of(held_as(result)));
    }
}

uint64_t chunks_scratch(const Kernel *kernel, uint64_t rows, uint64_t parts) {
    uint64_t used = 0;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code != K_REDUCE)
            continue;
        Folding f = folding_of_kernel(kernel, n);
        Dtype result = (Dtype)kernel->values.at[i->value].dtype;
        if (fold_is_length(&f))
            continue;
        used += (rows * parts * bytes_of(f.acc) + 15) / 16 * 16;
        if (f.fold->kind == FOLD_BEST)
            used += (rows * parts * bytes_of(DT_I64) + 15) / 16 * 16;
        used += (rows * bytes_of(held_as(result)) + 15) / 16 * 16;
    }
    return used;
}

/* Where number `number` of an area is. */
static void put_place(char *room, size_t size, const char *area, unsigned number, const char *at,
                      Dtype dtype) {
    snprintf(room, size, "%s%u + (%s) * %u", area, number, at, bytes_of(dtype));
}

static void put_store(Writer *w, const char *area, unsigned number, const char *at, Dtype dtype,
                      const char *x) {
    char place[128];
    put_place(place, sizeof place, area, number, at, dtype);
    src_begin(w);
    src_store(&w->out, dtype, place, x);
    src_end(w);
}

static void put_load(Writer *w, const char *declares, const char *name, const char *area,
                     unsigned number, const char *at, Dtype dtype) {
    char place[128];
    put_place(place, sizeof place, area, number, at, dtype);
    src_begin(w);
    str_format(&w->out, "%s%s %s = ", declares, src_type_of(dtype), name);
    src_load(&w->out, dtype, place);
    str_putc(&w->out, ';');
    src_end(w);
}

/* ---- results of rows, from one function to those after it */

static bool gives(const Writer *w, uint32_t phase, uint32_t n) {
    return w->kernel->body.at[n].code == K_REDUCE && w->known.instr_phase[n] == phase;
}

static void leave_results(Writer *w, uint32_t phase) {
    char name[NAME_ROOM];
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!gives(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        ValId v = w->kernel->body.at[n].value;
        src_value_name(name, v);
        if (!fold_is_length(&f))
            put_store(w, "wr", f.number, "row", held_as((Dtype)w->kernel->values.at[v].dtype),
                      name);
    }
}

static void find_results(Writer *w, uint32_t phase) {
    char name[NAME_ROOM];
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!gives(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        ValId v = w->kernel->body.at[n].value;
        src_value_name(name, v);
        if (fold_is_length(&f))
            src_line(w, "const %s %s = length;", src_type_of((Dtype)w->kernel->values.at[v].dtype),
                     name);
        else
            put_load(w, "const ", name, "wr", f.number, "row",
                     held_as((Dtype)w->kernel->values.at[v].dtype));
    }
}

/* What a row has of its own before the walk `phase`. */
static bool put_row(Writer *w, uint32_t phase) {
    src_places(w, 'i', "row", 0, w->form->n_outer);
    src_rows(w);
    for (uint32_t p = 0; p <= phase; p++) {
        if (p > 0)
            find_results(w, p - 1);
        if (p < w->known.n_phases)
            TRY(src_slice(w, &w->known.at_slices[p]));
    }
    return true;
}

static bool put_row_stores(Writer *w, const char *guard) {
    w->guard = guard;
    bool ok = src_slice(w, &w->known.at_slices[w->known.n_phases]);
    w->guard = NULL;
    return ok;
}

/* ---- chunks */

static void put_threads(Writer *w) {
    src_line(w, "const int member = FRIT_MEMBER;");
    if (is_columns(w)) {
        src_line(w, "const int lane = member / 32;");
        src_line(w, "FRIT_LOCAL uint64_t room[%u];", w->form->threads);
        snprintf(w->other_room, sizeof w->other_room, "(member + 32 * by) %% %u", w->form->threads);
    } else {
        src_line(w, "const int lane = member & 31;");
        if (!w->by_warp)
            src_line(w, "FRIT_LOCAL uint64_t room[%u];", w->form->threads);
        snprintf(w->other_room, sizeof w->other_room,
                 w->by_warp ? "lane + by" : "(member + by) %% %u", w->form->threads);
    }
    w->other = w->other_room;
    w->first = w->by_warp ? "0" : "member - lane";
}

static void put_item(Writer *w) {
    if (is_columns(w)) {
        src_line(w, "const int64_t wide = (rows + 31) / 32;");
        src_line(w, "const int64_t wanted = FRIT_GROUP %% wide * 32 + member %% 32;");
        src_line(w, "const bool live = wanted < rows;");
        src_line(w, "const %s part = (%s)(FRIT_GROUP / wide);", w->index, w->index);
        src_line(w, "const %s row = (%s)(live ? wanted : rows - 1);", w->index, w->index);
    } else {
        src_line(w, "const int64_t wanted = FRIT_GROUP * %u + member / 32;", w->form->threads / 32);
        src_line(w, "const bool live = wanted < rows * parts;");
        src_line(w, "const uint32_t item = live ? (uint32_t)wanted : 0;");
        src_line(w, "const %s part = (%s)(item %% (uint32_t)parts);", w->index, w->index);
        src_line(w, "const %s row = (%s)(item / (uint32_t)parts);", w->index, w->index);
    }
}

/* What the part's chunks came to. */
static void leave_part(Writer *w, uint32_t phase) {
    const char *at = is_columns(w) ? "(int64_t)part * rows + row" : "row * parts + part";
    src_open(w, "if (live && lane == 0)");
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        char a[NAME_ROOM], b[NAME_ROOM];
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        snprintf(a, sizeof a, w->form->rounds > 1 ? "c%u" : "a%u", f.number);
        snprintf(b, sizeof b, w->form->rounds > 1 ? "d%u" : "b%u", f.number);
        put_store(w, "w", f.number, at, f.acc, a);
        if (f.fold->kind == FOLD_BEST)
            put_store(w, "wp", f.number, at, DT_I64, b);
    }
    src_close(w);
}

static bool put_one_chunk(Writer *w, uint32_t phase) {
    if (lanes_reduces(w, phase))
        lanes_begin(w, phase);
    w->guard = "live";
    bool ok = elements_of_chunk(w, phase);
    w->guard = NULL;
    return ok && (!lanes_reduces(w, phase) || lanes_join(w, phase));
}

/* Several chunks one after another: what chunk k comes to is lane k's, until lanes are combined as chunks are. */
static bool put_rounds(Writer *w, uint32_t phase) {
    unsigned rounds = w->form->rounds;
    char there[64];
    lanes_declare_chunks(w, phase);
    src_open(w, "for (int round = 0; round < %u; round++)", rounds);
    src_line(w, "const %s chunk = part * %u + round;", w->index, rounds);
    TRY(put_one_chunk(w, phase));
    if (lanes_reduces(w, phase)) {
        lanes_share(w, phase, NULL, "a", "b");
        lanes_take_chunk(w, phase, "lane == round");
    }
    src_close(w);
    snprintf(there, sizeof there, "part * %u + lane + by < chunks", rounds);
    return !lanes_reduces(w, phase) || lanes_join_chunks(w, phase, rounds, there);
}

static bool put_part(Writer *w, uint32_t phase) {
    put_threads(w);
    put_item(w);
    TRY(put_row(w, phase));
    if (w->form->rounds > 1) {
        TRY(put_rounds(w, phase));
    } else {
        src_line(w, "const %s chunk = part;", w->index);
        TRY(put_one_chunk(w, phase));
    }
    if (lanes_reduces(w, phase))
        leave_part(w, phase);
    if (phase + 1 < w->known.n_phases || lanes_reduces(w, phase))
        return true;
    find_results(w, phase);
    return put_row_stores(w, "live && part == 0 && lane == 0");
}

/* ---- rows */

/* Workers of a row take pairs of neighbours, until there are no more than `enough`: the order of a binary counter. */
static bool join_parts(Writer *w, uint32_t phase, const char *enough) {
    bool columns = is_columns(w);
    unsigned workers = columns ? w->form->threads / 32 : TOTALS;
    const char *at = columns ? "at * rows + row" : "row * parts + at";
    const char *next = columns ? "(at + by) * rows + row" : "row * parts + at + by";
    src_line(w, "const int64_t count = %s;", columns ? "live ? parts : 0" : "parts");
    src_line(w, "int64_t by = 1;");
    src_open(w, "for (; by * %s < parts; by *= 2)", enough);
    src_open(w, "for (int64_t at = worker * 2 * by; at + by < count; at += %u * by)", 2 * workers);
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        char a[NAME_ROOM], b[NAME_ROOM], x[NAME_ROOM], y[NAME_ROOM];
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        bool best = f.fold->kind == FOLD_BEST;
        snprintf(a, sizeof a, "a%u", f.number);
        snprintf(b, sizeof b, "b%u", f.number);
        snprintf(x, sizeof x, "ax%u", f.number);
        snprintf(y, sizeof y, "bx%u", f.number);
        put_load(w, "", a, "w", f.number, at, f.acc);
        put_load(w, "const ", x, "w", f.number, next, f.acc);
        if (best) {
            put_load(w, "", b, "wp", f.number, at, DT_I64);
            put_load(w, "const ", y, "wp", f.number, next, DT_I64);
        }
        TRY(fold_put_both(w, &f, a, x, b, y));
        put_store(w, "w", f.number, at, f.acc, a);
        if (best)
            put_store(w, "wp", f.number, at, DT_I64, b);
    }
    src_close(w);
    src_line(w, "FRIT_BARRIER;");
    src_close(w);
    return true;
}

/* ---- what is left of a long row, in memory that the group shares: t2 of reduction 2, and tp2 its places */

static void share_totals(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        src_line(w, "FRIT_LOCAL %s t%u[%u];", src_type_of(f.acc), f.number, (unsigned)TOTALS);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "FRIT_LOCAL int64_t tp%u[%u];", f.number, (unsigned)TOTALS);
    }
}

/* A thread's neighbours, asked for all at once: c2[k] is part base + k, and in the end c2[0] all of them. */
static bool take_neighbours(Writer *w, uint32_t phase) {
    src_line(w, "const int64_t left = (parts + by - 1) / by;");
    src_line(w, "const int64_t base = (int64_t)worker * %u;", (unsigned)NEIGHBOURS);
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        char c[NAME_ROOM], x[NAME_ROOM + 8], d[NAME_ROOM], y[NAME_ROOM + 8];
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        bool best = f.fold->kind == FOLD_BEST;
        snprintf(c, sizeof c, "c%u[k]", f.number);
        snprintf(x, sizeof x, "c%u[k + next]", f.number);
        snprintf(d, sizeof d, "d%u[k]", f.number);
        snprintf(y, sizeof y, "d%u[k + next]", f.number);
        src_line(w, "%s c%u[%u];", src_type_of(f.acc), f.number, (unsigned)NEIGHBOURS);
        if (best)
            src_line(w, "int64_t d%u[%u];", f.number, (unsigned)NEIGHBOURS);
        src_unroll(w);
        src_open(w, "for (int k = 0; k < %u; k++)", (unsigned)NEIGHBOURS);
        src_open(w, "if (base + k < left)");
        put_load(w, "const ", "one", "w", f.number, "row * parts + (base + k) * by", f.acc);
        src_line(w, "%s = one;", c);
        if (best) {
            put_load(w, "const ", "place", "wp", f.number, "row * parts + (base + k) * by", DT_I64);
            src_line(w, "%s = place;", d);
        }
        src_close(w);
        src_close(w);
        src_unroll(w);
        src_open(w, "for (int next = 1; next < %u; next *= 2)", (unsigned)NEIGHBOURS);
        src_unroll(w);
        src_open(w, "for (int k = 0; k + next < %u; k += 2 * next)", (unsigned)NEIGHBOURS);
        src_open(w, "if (base + k + next < left)");
        TRY(fold_put_both(w, &f, c, x, d, y));
        src_close(w);
        src_close(w);
        src_close(w);
        src_open(w, "if (base < left)");
        src_line(w, "t%u[worker] = c%u[0];", f.number, f.number);
        if (best)
            src_line(w, "tp%u[worker] = d%u[0];", f.number, f.number);
        src_close(w);
    }
    return true;
}

static bool join_shared(Writer *w, uint32_t phase) {
    src_line(w, "const int runs = (int)((left + %u) / %u);", (unsigned)NEIGHBOURS - 1,
             (unsigned)NEIGHBOURS);
    src_line(w, "FRIT_BARRIER;");
    src_open(w, "for (int next = 1; next < runs; next *= 2)");
    src_line(w, "const int at = worker * 2 * next;");
    src_open(w, "if (at + next < runs)");
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        char a[NAME_ROOM], x[NAME_ROOM + 8], b[NAME_ROOM], y[NAME_ROOM + 8];
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        snprintf(a, sizeof a, "t%u[at]", f.number);
        snprintf(x, sizeof x, "t%u[at + next]", f.number);
        snprintf(b, sizeof b, "tp%u[at]", f.number);
        snprintf(y, sizeof y, "tp%u[at + next]", f.number);
        TRY(fold_put_both(w, &f, a, x, b, y));
    }
    src_close(w);
    src_line(w, "FRIT_BARRIER;");
    src_close(w);
    return true;
}

/* a2 (b2) is what all of the row's parts came to. */
static void find_totals(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        char a[NAME_ROOM], b[NAME_ROOM];
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        snprintf(a, sizeof a, "a%u", f.number);
        snprintf(b, sizeof b, "b%u", f.number);
        lanes_begin_one(w, n);
        src_open(w, "if (parts > 0)");
        if (is_columns(w)) {
            put_load(w, "const ", "total", "w", f.number, "row", f.acc);
            src_line(w, "%s = total;", a);
        } else {
            src_line(w, "%s = t%u[0];", a, f.number);
        }
        if (f.fold->kind == FOLD_BEST && is_columns(w)) {
            put_load(w, "const ", "place", "wp", f.number, "row", DT_I64);
            src_line(w, "%s = place;", b);
        } else if (f.fold->kind == FOLD_BEST) {
            src_line(w, "%s = tp%u[0];", b, f.number);
        }
        src_close(w);
    }
}

static bool join_row(Writer *w, uint32_t phase) {
    if (is_columns(w))
        return join_parts(w, phase, "1");
    char enough[24];
    snprintf(enough, sizeof enough, "%u", (unsigned)(TOTALS * NEIGHBOURS));
    TRY(join_parts(w, phase, enough));
    TRY(take_neighbours(w, phase));
    return join_shared(w, phase);
}

static bool put_totals(Writer *w, uint32_t phase) {
    src_line(w, "const int member = FRIT_MEMBER;");
    if (is_columns(w)) {
        src_line(w, "const int worker = member / 32;");
        src_line(w, "const int64_t wanted = FRIT_GROUP * 32 + member %% 32;");
        src_line(w, "const bool live = wanted < rows;");
        src_line(w, "const %s row = (%s)(live ? wanted : rows - 1);", w->index, w->index);
    } else {
        share_totals(w, phase);
        src_line(w, "const int worker = member;");
        src_line(w, "const bool live = true;");
        src_line(w, "const %s row = (%s)FRIT_GROUP;", w->index, w->index);
    }
    TRY(join_row(w, phase));
    TRY(put_row(w, phase));
    fold_results_declare(w, phase);
    src_block(w);
    find_totals(w, phase);
    lanes_results(w, phase, "parts");
    src_close(w);
    src_open(w, "if (live && worker == 0)");
    leave_results(w, phase);
    src_close(w);
    if (phase + 1 < w->known.n_phases)
        return true;
    return put_row_stores(w, "live && worker == 0");
}

static bool phase_folds(const Analysis *known, uint32_t phase) {
    for (uint32_t n = 0; n < known->kernel->body.len; n++)
        if (known->kernel->body.at[n].code == K_REDUCE && known->instr_phase[n] == phase) {
            Folding f = folding_of_kernel(known->kernel, n);
            if (!fold_is_length(&f))
                return true;
        }
    return false;
}

uint32_t chunks_functions(const Analysis *known, bool *totals) {
    uint32_t n = 0;
    for (uint32_t p = 0; p < known->n_phases; p++)
        for (unsigned part = 0; part < (phase_folds(known, p) ? 2 : 1); part++, n++)
            if (totals)
                totals[n] = part == 1;
    return n;
}

bool walk_chunks(Writer *w, uint32_t function) {
    uint32_t phase = 0, n = 0;
    while (n + phase_folds(&w->known, phase) < function)
        n += 1 + phase_folds(&w->known, phase++);
    src_line(w, "const int64_t chunks = ((int64_t)length + 1023) / 1024;");
    src_line(w, "const int64_t parts = (chunks + %u) / %u;", w->form->rounds - 1, w->form->rounds);
    put_scratch(w);
    return function > n ? put_totals(w, phase) : put_part(w, phase);
}
