#include "run/tier/listing.h"

#include "ir/text.h"
#include "run/code/debug.h"

/* An instruction may not take more than its line. */
static void put_line(Str *out, const Module *m, const Program *p, const Instr *i) {
    size_t from = out->len;
    text_print_instr(out, m, p, i);
    if (str_ok(out))
        for (size_t k = from; k < out->len; k++)
            if (out->data[k] == '\n')
                out->data[k] = ' ';
    str_putc(out, '\n');
}

bool listing_path(Env *env, const Tier *t, Str *path) {
    if (!debug_asked())
        return true;
    const Module *m = t->of->plan->module;
    const Program *p = m->programs.at[t->of->plan->program];
    Str text = str_make(env), label = str_make(env);
    frit_error ignored;
    Env own = env_make(env->allocator, &ignored, &ignored);
    Str found = str_make(&own);
    for (uint32_t k = 0; k < p->instrs.len; k++)
        put_line(&text, m, p, &p->instrs.at[k]);
    tier_label(&label, t);
    bool ok = str_ok(&text) && str_ok(&label);
    if (ok && debug_listing(&own, label.data, text.data ? text.data : "", &found))
        str_put(path, found.data, found.len);
    str_free(&found);
    str_free(&text);
    str_free(&label);
    return ok && str_ok(path);
}
