/* Rows, one after another; of a map, elements. */
#include "emit/c/elements.h"
#include "emit/c/walks.h"
#include "emit/c/writer.h"

/* ---- phases */

bool src_phase_has(const Writer *w, uint32_t phase, KernelCode code) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (w->kernel->body.at[n].code == code && w->known.instr_phase[n] == phase)
            return true;
    return false;
}

static bool put_elements(Writer *w, uint32_t phase, const char *from, const char *to) {
    const Slice *slice = &w->known.phases[phase];
    if (walks_backwards(&w->known, phase))
        src_open(w, "for (int64_t e = %s - 1; e >= %s; e--)", to, from);
    else
        src_open(w, "for (int64_t e = %s; e < %s; e++)", from, to);
    src_places(w, 'j', "e", w->form->n_outer, w->form->n_outer + w->form->n_inner);
    if (src_phase_has(w, phase, K_REDUCE))
        src_line(w, "const int lane = (int)(e & 31);");
    TRY(src_slice(w, slice));
    src_close(w);
    return true;
}

static bool put_chunks(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (w->kernel->body.at[n].code == K_REDUCE && w->known.instr_phase[n] == phase)
            fold_declare(w, n);
    src_line(w, "int64_t chunks = 0;");
    src_line(w, "int top = 0;");
    src_open(w, "for (int64_t begin = 0; begin < length; begin += 1024)");
    src_line(w, "const int64_t end = length - begin < 1024 ? length : begin + 1024;");
    fold_begin(w, phase);
    TRY(put_elements(w, phase, "begin", "end"));
    TRY(fold_lanes(w, phase));
    src_close(w);
    return fold_finish(w, phase);
}

/* Results of reductions are known to what follows: they are assigned inside, and declared before. */
static bool put_phase(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (w->kernel->body.at[n].code == K_SCAN && w->known.instr_phase[n] == phase)
            scan_declare(w, n);
    if (src_phase_has(w, phase, K_REDUCE)) {
        fold_results_declare(w, phase);
        src_line(w, "{");
        w->depth++;
        TRY(put_chunks(w, phase));
        fold_results(w, phase);
        src_close(w);
        return true;
    }
    return w->known.phases[phase].empty || put_elements(w, phase, "0", "length");
}

static bool put_row(Writer *w) {
    src_places(w, 'i', "row", 0, w->form->n_outer);
    src_rows(w);
    TRY(src_slice(w, &w->known.at_slices[0]));
    for (uint32_t p = 0; p < w->known.n_phases; p++) {
        TRY(put_phase(w, p));
        TRY(src_slice(w, &w->known.at_slices[p + 1]));
    }
    return true;
}

/* ---- all of it */

bool src_uniform(Writer *w) {
    Analysis *a = &w->known;
    uint32_t n = 0;
    const Slice **users = arena_new(w->env, &w->arena, (2 * a->n_phases + 2) * sizeof *users);
    TRY(users);
    for (uint32_t p = 0; p <= a->n_phases; p++)
        users[n++] = &a->at_slices[p];
    for (uint32_t p = 0; p < a->n_phases; p++)
        users[n++] = &a->phases[p];
    slices_uniform(a, users, n);
    return src_slice(w, a->uniform);
}

bool src_uniform_stores(Writer *w) {
    if (!w->known.uniform_stores)
        return true;
    slices_uniform(&w->known, NULL, 0);
    src_open(w, "if (FRIT_THREAD == 0)");
    TRY(src_slice(w, w->known.uniform));
    src_close(w);
    return true;
}

/* What must happen in order is done by one thread. */
static const char *first_thread(const Writer *w, bool *alone) {
    *alone = false;
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        *alone |= w->kernel->body.at[n].code == K_SCATTER;
    return *alone ? "0" : "FRIT_THREAD";
}

static bool walk_rows(Writer *w) {
    bool alone;
    const char *first = first_thread(w, &alone), *step = alone ? "1" : "FRIT_THREADS";
    if (alone) {
        src_line(w, "if (FRIT_THREAD != 0)");
        src_line(w, "    return;");
    }
    TRY(src_uniform_stores(w));
    TRY(src_uniform(w));
    if (w->form->map) {
        src_rows(w);
        src_open(w, "for (int64_t e = %s; e < length; e += %s)", first, step);
        src_places(w, 'j', "e", 0, w->form->n_inner);
        TRY(src_slice(w, &w->known.phases[0]));
        src_close(w);
        return true;
    }
    src_open(w, "for (int64_t row = %s; row < rows; row += %s)", first, step);
    TRY(put_row(w));
    src_close(w);
    return true;
}

bool src_walk(Writer *w, uint32_t function) {
    uint32_t n = w->form->n_outer + w->form->n_inner;
    if (text_by_value(w->dialect, w->kernel, w->form))
        src_line(w, "const int64_t *const z = sizes.at;");
    src_sizes(w);
    if (!w->form->map)
        src_product(w, "int64_t", "rows", 0, w->form->n_outer);
    src_product(w, w->index, "length", w->form->n_outer, n);
    if (w->form->walk == TEXT_ROWS)
        return walk_rows(w);
    if (function == 0)
        TRY(src_uniform_stores(w));
    TRY(src_uniform(w));
    if (w->form->walk == TEXT_MAP) {
        src_rows(w);
        return elements_of_map(w);
    }
    return w->form->walk == TEXT_TEAMS ? walk_teams(w) : walk_chunks(w, function);
}

/* ---- the function */

static bool in_memory(const Writer *w, uint32_t access) {
    return w->kernel->accesses.at[access].buffer != NO_BUFFER;
}

static unsigned threads_of(const Writer *w, uint32_t function) {
    bool totals[TEXT_MOST_LAUNCHES];
    if (w->form->walk != TEXT_CHUNKS)
        return w->form->threads;
    chunks_functions(&w->known, totals);
    return totals[function] ? CHUNKS_TOTALS : w->form->threads;
}

static void put_sizes_type(Writer *w) {
    uint32_t n = text_sizes_count(w->kernel, w->form->n_outer + w->form->n_inner);
    str_format(&w->out, "typedef struct %s_sizes {\n    int64_t at[%u];\n} %s_sizes;\n\n", w->name,
               n + 1, w->name);
}

void src_signature(Writer *w, uint32_t function) {
    const char *comma = "";
    bool by_value = text_by_value(w->dialect, w->kernel, w->form);
    if (by_value && function == 0)
        put_sizes_type(w);
    if (w->form->walk == TEXT_ROWS)
        str_puts(&w->out, "FRIT_KERNEL");
    else
        str_format(&w->out, "FRIT_GROUP_KERNEL(%u)", threads_of(w, function));
    str_format(&w->out, " void %s", w->name);
    if (w->dialect->threads)
        str_format(&w->out, "_%u", function);
    str_putc(&w->out, '(');
    for (uint32_t k = 0; k < w->kernel->accesses.len; k++) {
        if (!in_memory(w, k))
            continue;
        bool reads = !w->kernel->accesses.at[k].store && w->dialect->threads;
        str_format(&w->out, "%sFRIT_GLOBAL %schar *m%u", comma, reads ? "const " : "", k);
        comma = ", ";
    }
    if (by_value)
        str_format(&w->out, "%sconst %s_sizes sizes", comma, w->name);
    else
        str_format(&w->out, "%sFRIT_GLOBAL const int64_t *z", comma);
    str_format(&w->out, ", FRIT_GLOBAL int32_t *failed%s) {\n",
               w->dialect->threads ? ", FRIT_GLOBAL char *scratch" : "");
    w->depth = 1;
}
