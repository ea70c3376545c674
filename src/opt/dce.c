/* Dead code. No op has effects, so what no output needs can go; inputs stay. */
#include "opt/dce.h"

#include "opt/passes.h"
#include "opt/rewrite.h"

static bool is_live(const uint8_t *live, const Instr *i) {
    for (uint32_t k = 0; k < i->n_out; k++)
        if (live[i->out + k])
            return true;
    return false;
}

uint8_t *live_variables(Env *env, const Program *p) {
    uint8_t *live = env_new(env, (size_t)p->vars.len + 1);
    if (!live)
        return NULL;
    for (uint32_t k = 0; k < p->outputs.len; k++)
        live[p->outputs.at[k]] = 1;
    for (uint32_t n = p->instrs.len; n-- > 0;) {
        const Instr *i = &p->instrs.at[n];
        if (is_live(live, i))
            for (uint32_t k = 0; k < i->n_in; k++)
                live[instr_in(p, i)[k]] = 1;
    }
    return live;
}

static bool copy_live(Rewriter *r, const Program *p) {
    uint8_t *live = live_variables(r->env, p);
    bool ok = live != NULL;
    for (uint32_t n = 0; ok && n < p->instrs.len; n++)
        if (is_live(live, &p->instrs.at[n]))
            ok = rewrite_copy(r, n);
    env_free(r->env->allocator, live, (size_t)p->vars.len + 1);
    return ok;
}

Program *pass_dce(OptContext *context, const Program *p) {
    Rewriter r;
    bool ok = rewrite_open(&r, context, p, 0) && copy_live(&r, p);
    return rewrite_close(&r, ok);
}
