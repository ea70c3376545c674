/* Typing the expansion of a composite op in place. */
#include "infer/frame.h"

/* T is the element type of the composite's result; W is what sums of it are made in. */
static bool bind_params(Infer *s, Typing *f) {
    Types *types = &s->out->types;
    TypeId t = type_elem(types, f->outer->vars.at[f->outer_instr->out].type), w = t;
    Dtype dtype = type_dtype(types, t);
    if (dtype_info(dtype)->compute != dtype)
        TRY(type_with_dtype(s->env, types, t, dtype_info(dtype)->compute, &w));
    TRY(vec_push(s->env, &f->bindings.params, ((ParamBinding){f->from->type_params.at[0], t})));
    return vec_push(s->env, &f->bindings.params, ((ParamBinding){f->from->type_params.at[1], w}));
}

/* Is the instruction a cast to the type its operand has already? */
static bool casts_nothing(Infer *s, Typing *f, const Instr *i, bool *nothing) {
    uint32_t from = i->n_in ? f->map[instr_in(f->from, i)[0]] : WEAK_BIT;
    TypeId to;
    *nothing = false;
    if (op_info(i->op)->rule != RULE_CAST || (from & WEAK_BIT))
        return true;
    TRY(bind_subst(s->env, s->out, &s->unifier, &f->bindings, (TypeId)attr_word(f->from, i, AT_TO),
                   &to));
    *nothing = type_elem(&s->out->types, f->to->vars.at[from].type) == to;
    if (*nothing)
        f->map[i->out] = from;
    return true;
}

static bool expand_with(Infer *s, Typing *f, const VarId *arguments, Loc loc, VarId *out) {
    for (uint32_t k = 0; k < f->from->n_inputs; k++)
        f->map[k] = arguments[k];
    TRY(bind_params(s, f));
    for (uint32_t k = 0; k < f->from->instrs.len; k++) {
        const Instr *i = &f->from->instrs.at[k];
        bool nothing;
        TRY(casts_nothing(s, f, i, &nothing));
        TRY(nothing || frame_plain_step(s, f, i, loc) == STEP_DONE);
    }
    if (s->unifier.bindings
            .len) /* the program's types are settled: nothing may depend on new facts */
        return env_fail(s->env, FRIT_ERR_INTERNAL, s->env->error->stage,
                        "an expansion makes extents equal that the program does not");
    return frame_variable(s, f, f->from->outputs.at[0], out);
}

bool infer_expand(Env *env, Module *m, Program *to, const Program *expansion,
                  const VarId *arguments, const Program *p, const Instr *i, Loc loc, VarId *out) {
    Infer s = {.env = env, .m = m, .out = m};
    Typing f = {.from = expansion, .to = to, .outer = p, .outer_instr = i};
    f.map = env_new(env, ((size_t)expansion->vars.len + 1) * sizeof *f.map);
    bool ok = f.map && expand_with(&s, &f, arguments, loc, out);
    f.to = NULL; /* not ours */
    frame_free(&s, &f);
    infer_free(&s);
    return ok;
}
