/*
 * Elements by threads that take them side by side: of a map, or of a chunk of a row. Several at a time, so that what
 * they need of memory is asked for before the first of them waits for it: q3 has what the load of instruction 3 gave
 * for each. What later walks over the row use again is kept: k5 has value 5 of all elements of the thread.
 */
#include "emit/c/elements.h"

#include "emit/c/choose.h"

#include <stdio.h>

#include "op/op.h"

enum {
    TOGETHER = 16,       /* words of 32 bits asked for at once */
    TOGETHER_ALONE = 32, /* where a thread has nothing else to keep */
    UNROLLED = 6000,     /* weight of all that is written out for a thread */
    HEAVY = 400,         /* weight of an element that is taken alone */
    KEPT = 64,           /* words that a thread keeps */
    MATH_F32 = 25,
    MATH_F64 = 80,
    RANDOM = 80,
    GATHERED = 10,
    REGION = 4 * HEAVY
};

/* ---- how much an element is */

unsigned text_weight(const KernelInstr *i) {
    switch ((KernelCode)i->code) {
    case K_CONST: return 0;
    case K_STEP:
        if (!op_is_mathematics(op_info((Op)i->op)))
            return 1;
        return dtype_info((Dtype)i->dtype)->compute == DT_F64 ? MATH_F64 : MATH_F32;
    case K_ELEMENT:
    case K_PUT:
    case K_ARRAY:
    case K_COPY:
    case K_GATHER: return GATHERED;
    case K_RANDOM: return RANDOM;
    case K_FOR:
    case K_WHILE:
    case K_IF: return REGION;
    default: return 1;
    }
}

static unsigned slice_weight(const Writer *w, const Slice *s) {
    unsigned sum = 0;
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (s->wanted[n])
            sum += text_weight(&w->kernel->body.at[n]);
    return sum;
}

static unsigned words_of(const Writer *w, ValId v) {
    unsigned bits = dtype_info((Dtype)w->kernel->values.at[v].dtype)->bits;
    return bits <= 32 ? 1 : bits / 32;
}

/* ---- what is asked for beforehand */

static bool is_ahead(const Writer *w, const Slice *s, uint32_t n) {
    const KernelInstr *i = &w->kernel->body.at[n];
    return s->wanted[n] && i->code == K_LOAD && w->known.level[i->value] == LEVEL_FULL &&
           w->known.around[n] == NO_INSTR;
}

/* Elements that are taken together, of `most`. */
static unsigned together(const Writer *w, const Slice *s, unsigned most) {
    unsigned words = 0, n = 1;
    for (uint32_t k = 0; k < w->kernel->body.len; k++)
        if (is_ahead(w, s, k))
            words += words_of(w, w->kernel->body.at[k].value);
    if (words == 0 || slice_weight(w, s) > HEAVY)
        return 1;
    unsigned room = w->form->walk == TEXT_CHUNKS ? TOGETHER_ALONE : TOGETHER;
    while (2 * n <= most && most % (2 * n) == 0 && 2 * n * words <= room)
        n *= 2;
    return n;
}

static bool has_ahead(const Writer *w, const Slice *s) {
    for (uint32_t k = 0; k < w->kernel->body.len; k++)
        if (is_ahead(w, s, k))
            return true;
    return false;
}

static void declare_ahead(Writer *w, const Slice *s, unsigned n) {
    for (uint32_t k = 0; k < w->kernel->body.len; k++)
        if (is_ahead(w, s, k))
            src_line(w, "%s q%u[%u];",
                     src_type_of((Dtype)w->kernel->values.at[w->kernel->body.at[k].value].dtype), k,
                     n);
}

/* ---- what is kept */

static bool is_kept(const Writer *w, ValId v) {
    return w->keeps && w->known.kept_in[v] != NO_PHASE;
}

void elements_kept(Writer *w) {
    for (ValId v = 0; v < w->kernel->values.len; v++)
        if (is_kept(w, v))
            src_line(w, "%s k%u[%u];", src_type_of((Dtype)w->kernel->values.at[v].dtype), v,
                     w->form->rounds * w->form->turns);
}

bool elements_can_keep(const Writer *w) {
    unsigned words = 0, weight = 0, each = w->form->rounds * w->form->turns;
    for (ValId v = 0; v < w->kernel->values.len; v++)
        if (w->known.kept_in[v] != NO_PHASE)
            words += words_of(w, v);
    for (uint32_t p = 0; p < w->known.n_phases; p++) {
        unsigned one = slice_weight(w, &w->known.phases[p]);
        if (one > HEAVY)
            return false;
        weight += one;
    }
    unsigned most = w->form->threads > 512 ? KEPT / 2 : KEPT;
    return words > 0 && words * each <= most && weight * each <= UNROLLED;
}

static void take_kept(Writer *w, const Slice *s) {
    char name[NAME_ROOM];
    for (ValId v = 0; v < w->kernel->values.len; v++)
        if (is_kept(w, v) && w->known.kept_in[v] < s->phase && s->used[v]) {
            src_value_name(name, v);
            src_line(w, "const %s %s = k%u[%s];", src_type_of((Dtype)w->kernel->values.at[v].dtype),
                     name, v, w->kept_at);
        }
}

static void keep(Writer *w, const Slice *s) {
    char name[NAME_ROOM];
    for (ValId v = 0; v < w->kernel->values.len; v++)
        if (is_kept(w, v) && w->known.kept_in[v] == s->phase) {
            src_value_name(name, v);
            src_line(w, "k%u[%s] = %s;", v, w->kept_at, name);
        }
}

/* ---- elements */

static void open_element(Writer *w, const char *e) {
    src_line(w, "const %s e = %s;", w->index, e);
    if (!w->form->whole)
        src_open(w, "if (e < length)");
    src_places(w, 'j', "e", w->form->n_outer, w->form->n_outer + w->form->n_inner);
}

static void close_element(Writer *w) {
    if (!w->form->whole)
        src_close(w);
}

static void load_ahead(Writer *w, const Slice *s) {
    for (uint32_t k = 0; k < w->kernel->body.len; k++)
        if (is_ahead(w, s, k))
            src_load_into(w, k);
}

static bool put_element(Writer *w, const Slice *s, const char *e) {
    open_element(w, e);
    take_kept(w, s);
    TRY(src_slice(w, s));
    keep(w, s);
    close_element(w);
    return true;
}

/* Those that the expression e names for u from 0 on. */
static bool put_together(Writer *w, const Slice *s, const char *e, unsigned n) {
    if (n == 1 && !w->keeps)
        return put_element(w, s, e);
    if (has_ahead(w, s)) {
        declare_ahead(w, s, n);
        src_unroll(w);
        src_open(w, "for (int u = 0; u < %u; u++)", n);
        open_element(w, e);
        load_ahead(w, s);
        close_element(w);
        src_close(w);
    }
    src_unroll(w);
    src_open(w, "for (int u = 0; u < %u; u++)", n);
    w->ahead = true;
    bool ok = put_element(w, s, e);
    w->ahead = false;
    src_close(w);
    return ok;
}

bool elements_of_chunk(Writer *w, uint32_t phase) {
    const Slice *s = &w->known.phases[phase];
    unsigned turns = w->form->turns, n = together(w, s, turns);
    bool alone = n == 1 && !w->keeps;
    if (s->empty)
        return true;
    if (w->keeps)
        src_unroll(w);
    src_open(w, "for (int step = 0; step < %u; step += %u)", turns, n);
    snprintf(w->kept_at, sizeof w->kept_at, "round * %u + step + u", turns);
    TRY(put_together(
        w, s, alone ? "chunk * 1024 + step * 32 + lane" : "chunk * 1024 + (step + u) * 32 + lane",
        n));
    src_close(w);
    return true;
}

bool elements_of_map(Writer *w) {
    unsigned n = w->form->turns;
    char e[96];
    snprintf(e, sizeof e,
             n == 1 ? "(%s)(FRIT_GROUP * %u) + FRIT_MEMBER"
                    : "(%s)(FRIT_GROUP * %u) + u * %u + FRIT_MEMBER",
             w->index, n * w->form->threads, w->form->threads);
    return put_together(w, &w->known.phases[0], e, n);
}
