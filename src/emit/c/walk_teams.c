/*
 * Rows by teams of threads. A team takes a row: each of its 32 lanes is a lane of a chunk, and 32 neighbours take a
 * chunk; what chunks come to is combined in memory that the group shares (g2 of reduction 2, and h2 its places). Teams
 * of 32 share a group, a larger team is a group.
 */
#include <stdio.h>

#include "emit/c/elements.h"
#include "emit/c/fold.h"
#include "emit/c/lanes.h"
#include "emit/c/walks.h"

static unsigned teams_of(const Writer *w) {
    return w->form->threads / w->form->team;
}

/* ---- the group's memory */

static void share_memory(Writer *w) {
    if (!w->by_warp)
        src_line(w, "FRIT_LOCAL uint64_t room[%u];", w->form->threads);
    for (uint32_t n = 0; w->form->most > 1 && n < w->kernel->body.len; n++) {
        if (w->kernel->body.at[n].code != K_REDUCE)
            continue;
        Folding f = folding_of(w, n);
        if (fold_is_length(&f))
            continue;
        src_line(w, "FRIT_LOCAL %s g%u[%u];", src_type_of(f.acc), f.number, w->form->most);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "FRIT_LOCAL int64_t h%u[%u];", f.number, w->form->most);
    }
}

static void put_chunk(Writer *w, uint32_t phase) {
    src_open(w, "if (lane == 0 && chunk < chunks)");
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        src_line(w, "g%u[chunk] = a%u;", f.number, f.number);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "h%u[chunk] = b%u;", f.number, f.number);
    }
    src_close(w);
}

/* Neighbours of equal size, until one is left: the order of a binary counter. */
static bool join_chunks(Writer *w, uint32_t phase) {
    src_line(w, "FRIT_BARRIER;");
    src_open(w, "for (int by = 1; by < chunks; by *= 2)");
    src_open(w, "for (int at = member * 2 * by; at + by < chunks; at += %u * by)",
             2 * w->form->threads);
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        char a[NAME_ROOM], x[NAME_ROOM + 8], b[NAME_ROOM], y[NAME_ROOM + 8];
        snprintf(a, sizeof a, "g%u[at]", f.number);
        snprintf(x, sizeof x, "g%u[at + by]", f.number);
        snprintf(b, sizeof b, "h%u[at]", f.number);
        snprintf(y, sizeof y, "h%u[at + by]", f.number);
        TRY(fold_put_both(w, &f, a, x, b, y));
    }
    src_close(w);
    src_line(w, "FRIT_BARRIER;");
    src_close(w);
    return true;
}

/* As many as there are lanes: each warp does it for itself. */
static bool join_few(Writer *w, uint32_t phase) {
    src_line(w, "FRIT_BARRIER;");
    lanes_declare_chunks(w, phase);
    src_open(w, "if (lane < chunks)");
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        src_line(w, "c%u = g%u[lane];", f.number, f.number);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "d%u = h%u[lane];", f.number, f.number);
    }
    src_close(w);
    TRY(lanes_join_chunks(w, phase, w->form->most, "lane + by < chunks"));
    lanes_share(w, phase, "const ", "c", "d");
    return true;
}

static void declare_totals(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (!lanes_folds(w, phase, n))
            continue;
        Folding f = folding_of(w, n);
        src_line(w, "const %s a%u = g%u[0];", src_type_of(f.acc), f.number, f.number);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "const int64_t b%u = h%u[0];", f.number, f.number);
    }
}

/* ---- walks over the row */

static bool put_round(Writer *w, uint32_t phase) {
    src_line(w, "const %s chunk = (%s)(round * %u + worker);", w->index, w->index,
             w->form->team / 32);
    if (!lanes_reduces(w, phase))
        return elements_of_chunk(w, phase);
    lanes_begin(w, phase);
    TRY(elements_of_chunk(w, phase));
    TRY(lanes_join(w, phase));
    if (w->form->most > 1) {
        put_chunk(w, phase);
        return true;
    }
    lanes_share(w, phase, NULL, "a", "b");
    lanes_results(w, phase, "chunks");
    return true;
}

static bool put_rounds(Writer *w, uint32_t phase) {
    if (w->form->rounds == 1) {
        src_block(w);
        src_line(w, "const int round = 0;");
    } else if (w->keeps) {
        src_unroll(w);
        src_open(w, "for (int round = 0; round < %u; round++)", w->form->rounds);
    } else {
        src_open(w, "for (int round = 0; round * %u < chunks; round++)", w->form->team / 32);
    }
    TRY(put_round(w, phase));
    src_close(w);
    return true;
}

static bool put_phase(Writer *w, uint32_t phase) {
    fold_results_declare(w, phase);
    TRY(put_rounds(w, phase));
    if (!lanes_reduces(w, phase)) {
        lanes_results(w, phase, "chunks");
        return true;
    }
    if (w->form->most == 1)
        return true;
    src_block(w);
    if (w->form->most <= 32) {
        TRY(join_few(w, phase));
    } else {
        TRY(join_chunks(w, phase));
        declare_totals(w, phase);
    }
    lanes_results(w, phase, "chunks");
    src_close(w);
    return true;
}

static void put_threads(Writer *w) {
    src_line(w, "const int member = FRIT_MEMBER, lane = member & 31, worker = member %% %u / 32;",
             w->form->team);
    w->other = w->by_warp ? "lane + by" : w->other_room;
    w->first = w->by_warp ? "0" : "member - lane";
    snprintf(w->other_room, sizeof w->other_room, "(member + by) %% %u", w->form->threads);
}

/* A group has rows for all of its teams, or some that take another's, and store nothing. */
static void put_row_number(Writer *w) {
    if (teams_of(w) == 1) {
        src_line(w, "const %s row = (%s)FRIT_GROUP;", w->index, w->index);
        return;
    }
    src_line(w, "const int64_t wanted = FRIT_GROUP * %u + member / %u;", teams_of(w),
             w->form->team);
    src_line(w, "const bool live = wanted < rows;");
    src_line(w, "const %s row = (%s)(live ? wanted : rows - 1);", w->index, w->index);
    w->guard = "live";
}

bool walk_teams(Writer *w) {
    char guard[64];
    put_threads(w);
    share_memory(w);
    src_line(w, "const int chunks = (int)(((int64_t)length + 1023) / 1024);");
    put_row_number(w);
    src_places(w, 'i', "row", 0, w->form->n_outer);
    src_rows(w);
    if (w->keeps)
        elements_kept(w);
    TRY(src_slice(w, &w->known.at_slices[0]));
    for (uint32_t p = 0; p < w->known.n_phases; p++) {
        TRY(put_phase(w, p));
        snprintf(guard, sizeof guard, "member %% %u == 0%s", w->form->team,
                 teams_of(w) > 1 ? " && live" : "");
        const char *before = w->guard;
        w->guard = guard;
        bool ok = src_slice(w, &w->known.at_slices[p + 1]);
        w->guard = before;
        TRY(ok);
    }
    w->guard = NULL;
    return true;
}
