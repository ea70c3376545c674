/*
 * The walk for one thread of C, in loops that compilers turn into vector code: full groups of 32 lanes have a loop of their
 * own, the last axis of a map too, and what is known of strides (`near`) is a constant that the function is inlined with.
 */
#include "emit/c/writer.h"

enum { PART = 16384 }; /* elements of a row of a map that OpenMP gives out at once */

static uint32_t n_axes(const Writer *w) {
    return w->form->n_outer + w->form->n_inner;
}

/* Must elements, or rows, be taken one after another? */
static bool is_ordered(const Writer *w, uint32_t phase) {
    return src_phase_has(w, phase, K_SCAN) || src_phase_has(w, phase, K_SCATTER);
}

static bool has_scatter(const Writer *w) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (w->kernel->body.at[n].code == K_SCATTER)
            return true;
    return false;
}

static void put_side_by_side(Writer *w, uint32_t phase) {
    if (!is_ordered(w, phase))
        src_line(w, "FRIT_SIDE_BY_SIDE");
}

/* ---- where things are */

/* Along the last axis, where it is known: nothing is written of a constant that the text has itself. */
static void put_last_stride(Writer *w, uint32_t access, uint32_t axis, uint32_t at) {
    const TextForm *f = w->form;
    bool still = f->still && f->still[access];
    if (f->near && (still || f->along[access]))
        src_line(w, "const int64_t s%u_%u = near ? %u : z[%u];", access, axis,
                 still ? 0U : f->along[access], at);
    else if (!f->along[access])
        src_line(w, "const int64_t s%u_%u = z[%u];", access, axis, at);
}

static void put_sizes(Writer *w) {
    uint32_t n = n_axes(w);
    for (uint32_t axis = 0; axis < n; axis++)
        src_line(w, "const int64_t n%u = z[%u];", axis, axis);
    for (uint32_t k = 0; k < w->kernel->accesses.len; k++) {
        uint32_t at = text_size_of_access(w->kernel, n, k);
        Level level = (Level)w->known.access_level[k]; /* what a row has one of moves with rows */
        uint32_t end = level == LEVEL_FULL ? n : level == LEVEL_ROW ? w->form->n_outer : 0;
        src_line(w, "const int64_t o%u = z[%u];", k, at);
        for (uint32_t axis = 0; axis < end && axis + 1 < n; axis++)
            src_line(w, "const int64_t s%u_%u = z[%u];", k, axis, at + 1 + axis);
        if (n > 0 && end == n)
            put_last_stride(w, k, n - 1, at + n);
    }
}

static void put_product(Writer *w, const char *name, uint32_t from, uint32_t to) {
    src_begin(w);
    str_format(&w->out, "const int64_t %s = ", name);
    for (uint32_t axis = from; axis < to; axis++)
        str_format(&w->out, "%sn%u", axis > from ? " * " : "", axis);
    str_puts(&w->out, from == to ? "1;" : ";");
    src_end(w);
}

/* Places of element e of a row. Near, only the last of its axes has more than one. */
static void put_places(Writer *w) {
    uint32_t first = w->form->n_outer, n = n_axes(w);
    if (n - first == 1)
        src_line(w, "const int64_t j0 = e;");
    for (uint32_t axis = first; axis < n && n - first > 1; axis++) {
        src_begin(w);
        str_format(&w->out, "const int64_t j%u = ", axis - first);
        if (w->form->near)
            str_puts(&w->out, axis + 1 == n ? "near ? e : " : "near ? 0 : ");
        str_puts(&w->out, "e");
        for (uint32_t later = axis + 1; later < n; later++)
            str_format(&w->out, " / n%u", later);
        if (axis > first)
            str_format(&w->out, " %% n%u", axis);
        str_putc(&w->out, ';');
        src_end(w);
    }
}

/* ---- an element, whose number is e */

static bool put_element(Writer *w, uint32_t phase) {
    put_places(w);
    src_kept_loads(w, phase);
    TRY(src_slice(w, &w->known.phases[phase]));
    src_kept_stores(w, phase);
    return true;
}

static bool put_elements(Writer *w, uint32_t phase) {
    if (walks_backwards(&w->known, phase)) {
        src_open(w, "for (int64_t e = length - 1; e >= 0; e--)");
    } else {
        put_side_by_side(w, phase);
        src_open(w, "for (int64_t e = 0; e < length; e++)");
    }
    TRY(put_element(w, phase));
    src_close(w);
    return true;
}

/* Those of a chunk: first in groups of lanes, then what is left. */
static bool put_lanes(Writer *w, uint32_t phase) {
    src_line(w, "int64_t group = begin;");
    src_open(w, "for (; group + 32 <= end; group += 32)");
    put_side_by_side(w, phase);
    src_open(w, "for (int lane = 0; lane < 32; lane++)");
    src_line(w, "const int64_t e = group + lane;");
    TRY(put_element(w, phase));
    src_close(w);
    src_close(w);
    src_open(w, "for (int64_t e = group; e < end; e++)");
    src_line(w, "const int lane = (int)(e - group);");
    TRY(put_element(w, phase));
    src_close(w);
    return true;
}

/* ---- a row */

static bool put_chunks(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (w->kernel->body.at[n].code == K_REDUCE && w->known.instr_phase[n] == phase)
            fold_declare(w, n);
    src_line(w, "int64_t chunks = 0;");
    src_line(w, "int top = 0;");
    src_open(w, "for (int64_t begin = 0; begin < length; begin += 1024)");
    src_line(w, "const int64_t end = length - begin < 1024 ? length : begin + 1024;");
    fold_begin(w, phase);
    TRY(put_lanes(w, phase));
    TRY(fold_lanes(w, phase));
    src_close(w);
    return fold_finish(w, phase);
}

/* Results of reductions are known to what follows: they are assigned inside, and declared before. */
static bool put_phase(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (w->kernel->body.at[n].code == K_SCAN && w->known.instr_phase[n] == phase)
            scan_declare(w, n);
    if (!src_phase_has(w, phase, K_REDUCE))
        return w->known.phases[phase].empty || put_elements(w, phase);
    fold_results_declare(w, phase);
    src_line(w, "{");
    w->depth++;
    TRY(put_chunks(w, phase));
    fold_results(w, phase);
    src_close(w);
    return true;
}

static bool put_rows(Writer *w) {
    put_product(w, "rows", 0, w->form->n_outer);
    put_product(w, "length", w->form->n_outer, n_axes(w));
    TRY(src_uniform_stores(w) && src_uniform(w));
    if (w->form->openmp && !has_scatter(w))
        src_line(w, "#pragma omp parallel for if (rows > 1 && rows * (length + 1) > %d)", PART);
    src_open(w, "for (int64_t row = 0; row < rows; row++)");
    src_places(w, 'i', "row", 0, w->form->n_outer);
    src_rows(w);
    src_kept_row(w, w->form->openmp ? "FRIT_WORKER" : "0");
    TRY(src_slice(w, &w->known.at_slices[0]));
    for (uint32_t p = 0; p < w->known.n_phases; p++) {
        TRY(put_phase(w, p));
        TRY(src_slice(w, &w->known.at_slices[p + 1]));
    }
    src_close(w);
    return true;
}

/* ---- a map: its rows are those of its last axis */

static bool put_map(Writer *w) {
    uint32_t n = n_axes(w);
    bool parts = w->form->openmp && !has_scatter(w);
    TextForm rows = *w->form;
    const TextForm *form = w->form;
    rows.n_outer = n > 0 ? n - 1 : 0;
    rows.n_inner = n > 0;
    w->form = &rows;
    put_product(w, "rows", 0, rows.n_outer);
    put_product(w, "length", rows.n_outer, n);
    TRY(src_uniform_stores(w) && src_uniform(w));
    if (parts) {
        src_line(w, "const int64_t parts = (length + %d) / %d;", PART - 1, PART);
        src_line(w, "#pragma omp parallel for if (rows * length > %d)", PART);
        src_open(w, "for (int64_t part = 0; part < rows * parts; part++)");
        src_line(w, "const int64_t row = part / parts, begin = part %% parts * %d;", PART);
        src_line(w, "const int64_t end = length - begin < %d ? length : begin + %d;", PART, PART);
    } else {
        src_open(w, "for (int64_t row = 0; row < rows; row++)");
        src_line(w, "const int64_t begin = 0, end = length;");
    }
    src_places(w, 'i', "row", 0, rows.n_outer);
    src_rows(w);
    put_side_by_side(w, 0);
    src_open(w, "for (int64_t e = begin; e < end; e++)");
    TRY(put_element(w, 0));
    src_close(w);
    src_close(w);
    w->form = form;
    return true;
}

/* ---- the function; with `near` one that is inlined into another, with and without */

static void put_memories(Writer *w, const char *type) {
    for (uint32_t k = 0; k < w->kernel->accesses.len; k++)
        if (w->kernel->accesses.at[k].buffer != NO_BUFFER)
            str_format(&w->out, "%sm%u, ", type, k);
    if (src_kept_bytes(w))
        str_format(&w->out, "%skept, ", type);
}

static void put_call(Writer *w, const char *near) {
    str_format(&w->out, "        %s_walk(", w->name);
    put_memories(w, "");
    str_format(&w->out, "z, %s, failed);\n", near);
}

static void put_chooser(Writer *w) {
    str_format(&w->out, "\nFRIT_KERNEL void %s(", w->name);
    put_memories(w, "char *");
    str_puts(&w->out, "const int64_t *z, bool near, int32_t *failed) {\n    if (near)\n");
    put_call(w, "true");
    str_puts(&w->out, "    else\n");
    put_call(w, "false");
    str_puts(&w->out, "}\n");
}

static void put_signature(Writer *w) {
    bool near = w->form->near;
    str_format(&w->out,
               near ? "\nstatic inline FRIT_INLINE void %s_walk(" : "\nFRIT_KERNEL void %s(",
               w->name);
    put_memories(w, "char *");
    str_format(&w->out, "const int64_t *z, %sint32_t *failed) {\n",
               near ? "const bool near, " : "");
    w->depth = 1;
}

bool src_understand_c(Writer *w) {
    AnalysisOptions options = {.rows = w->form->map ? ROWS_NONE : ROWS_OF_KERNEL,
                               .stores_last = true,
                               .keeps = w->form->keeps};
    return analyse(w->env, &w->arena, &w->known, w->kernel, &options) &&
           slices_find(w->env, &w->arena, &w->known);
}

bool src_function_c(Writer *w) {
    TRY(src_understand_c(w));
    put_signature(w);
    src_line(w, w->form->near ? "(void)z, (void)near, (void)failed;" : "(void)z, (void)failed;");
    put_sizes(w);
    TRY(w->form->map ? put_map(w) : put_rows(w));
    w->depth = 0;
    src_line(w, "}");
    if (w->form->near)
        put_chooser(w);
    return str_ok(&w->out);
}
