/* From a kernel to a source. */
#include <string.h>

#include "emit/c/elements.h"
#include "emit/c/walks.h"
#include "emit/c/writer.h"
#include "frit_texts.h"
#include "kernel/axes.h"

static const char *const no_text[] = {NULL};

static const TextDialect dialects[] = {
    {"c", text_bind_c, text_bits, text_moves_by_copy, no_text, .threads = false,
     .arrays = text_arrays, .products = text_products},
    {"opencl", text_bind_opencl, no_text, text_moves_by_pointer, no_text, .threads = true},
    {"cuda", text_bind_cuda, no_text, text_moves_by_pointer, text_lanes_by_warp, .warps = true,
     .threads = true, .by_value = true},
};

const TextDialect *text_dialect(const char *name) {
    for (size_t k = 0; k < sizeof dialects / sizeof *dialects; k++)
        if (strcmp(dialects[k].name, name) == 0)
            return &dialects[k];
    return NULL;
}

/* What the functions mention. */
static bool put_head(Writer *w, const TextDialect *d, Str *out) {
    const char *const *const texts[] = {d->bind,
                                        d->bits,
                                        text_scalar,
                                        text_plain_ops,
                                        text_f32,
                                        text_f64_base,
                                        text_f64_exp,
                                        text_f64_log,
                                        text_f64_root,
                                        text_f64_trig,
                                        text_f64_erf,
                                        text_f64_inverse,
                                        text_f64_gamma,
                                        text_f32_wide,
                                        text_plain,
                                        text_f64_complex,
                                        text_f64_complex_arc,
                                        text_f64_complex_exp,
                                        text_half,
                                        text_philox,
                                        text_draws,
                                        text_common,
                                        d->moves,
                                        text_lanes_by_room,
                                        d->lanes,
                                        d->arrays,
                                        d->products,
                                        NULL};
    TextLibrary library;
    TRY(library_open(w->env, &w->arena, texts, &library));
    library_want(&library, w->out.data, w->out.len);
    library_put(&library, out);
    return true;
}

/* What several walks over a row need of an element is kept, if there is room: loads, too, else what is costly. */
static bool find_slices(Writer *w) {
    AnalysisOptions options = {.rows = w->form->map ? ROWS_NONE : ROWS_OF_KERNEL,
                               .stores_last = true};
    uint32_t tries = w->form->walk == TEXT_TEAMS && w->form->rounds > 0 ? 2 : 0;
    for (uint32_t k = 0; k <= tries; k++) {
        options.keeps = k < tries;
        options.keeps_all = k == 0;
        TRY(analyse(w->env, &w->arena, &w->known, w->kernel, &options));
        if (w->known.two_ways)
            return src_unsupported(w, "a kernel that scans both ways has no source");
        TRY(slices_find(w->env, &w->arena, &w->known));
        w->keeps = options.keeps && elements_can_keep(w);
        if (w->keeps)
            break;
    }
    return true;
}

bool text_kept_bytes(Env *env, const Kernel *kernel, bool keeps, uint32_t *out) {
    TextForm form = {.map = kernel_is_map(kernel), .keeps = keeps};
    Writer w = {.env = env, .kernel = kernel, .form = &form};
    bool ok = src_understand_c(&w);
    *out = ok ? src_kept_bytes(&w) : 0;
    arena_free(env->allocator, &w.arena);
    return ok;
}

static bool write_kernel(Writer *w, const TextKernel *k) {
    w->kernel = k->kernel;
    w->form = &k->form;
    w->name = k->name;
    w->index = w->form->narrow ? "int32_t" : "int64_t";
    w->teams = w->form->walk >= TEXT_TEAMS;
    w->by_warp = w->dialect->warps && w->form->walk != TEXT_COLUMNS;
    src_tables(w);
    if (!w->dialect->threads)
        return src_function_c(w);
    TRY(find_slices(w));
    bool several = w->form->walk == TEXT_CHUNKS || w->form->walk == TEXT_COLUMNS;
    uint32_t functions = several ? chunks_functions(&w->known, NULL) : 1;
    for (uint32_t n = 0; n < functions; n++) {
        src_end(w);
        src_signature(w, n);
        TRY(src_walk(w, n));
        src_line(w, "(void)z, (void)failed, (void)scratch;");
        w->depth = 0;
        src_line(w, "}");
    }
    return str_ok(&w->out);
}

bool text_emit(Env *env, const TextDialect *dialect, const TextKernel *kernels, uint32_t n,
               Str *out) {
    return text_emit_with(env, dialect, kernels, n, NULL, out);
}

bool text_emit_with(Env *env, const TextDialect *dialect, const TextKernel *kernels, uint32_t n,
                    const Str *after, Str *out) {
    Writer w = {.env = env, .out = str_make(env), .dialect = dialect};
    bool ok = true;
    for (uint32_t k = 0; ok && k < n; k++)
        ok = write_kernel(&w, &kernels[k]);
    if (after)
        str_put(&w.out, after->data, after->len);
    ok = ok && str_ok(&w.out) && put_head(&w, dialect, out);
    if (ok)
        str_put(out, w.out.data, w.out.len);
    str_free(&w.out);
    arena_free(env->allocator, &w.arena);
    return ok && str_ok(out);
}

bool text_emit_bound(Env *env, const TextDialect *dialect, const BoundKernel *bound,
                     const TextSpace *space, Str *out) {
    TextKernel kernel = {.kernel = bound->kernel, .form = space->form, .name = "frit_kernel"};
    return text_emit(env, dialect, &kernel, 1, out);
}
