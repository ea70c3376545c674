/* Typing the expansion of a composite op in place. */
#include "infer/frame.h"

static bool expand_with(Infer *s, Frame *f, const VarId *arguments, Loc loc, VarId *out) {
    for (uint32_t k = 0; k < f->from->n_inputs; k++) {
        bool fits;
        f->map[k] = arguments[k];
        TRY(bind_match(s->env, s->out, &s->unifier, &f->bindings, f->from->vars.at[k].type,
                       f->to->vars.at[arguments[k]].type, &fits));
    }
    for (uint32_t i = 0; i < f->from->instrs.len; i++)
        TRY(frame_plain_step(s, f, &f->from->instrs.at[i], loc) == STEP_DONE);
    if (s->unifier.bindings
            .len) /* the program's types are settled: nothing may depend on new facts */
        return env_fail(s->env, FRIT_ERR_INTERNAL, s->env->error->stage,
                        "an expansion makes extents equal that the program does not");
    return frame_variable(s, f, f->from->outputs.at[0], out);
}

bool infer_expand(Env *env, Module *m, Program *to, const Program *expansion,
                  const VarId *arguments, const Program *p, const Instr *i, Loc loc, VarId *out) {
    Infer s = {.env = env, .m = m, .out = m};
    Frame f = {.from = expansion, .to = to, .outer = p, .outer_instr = i};
    f.map = env_new(env, ((size_t)expansion->vars.len + 1) * sizeof *f.map);
    bool ok = f.map && expand_with(&s, &f, arguments, loc, out);
    f.to = NULL; /* not ours */
    frame_free(&s, &f);
    infer_free(&s);
    return ok;
}
