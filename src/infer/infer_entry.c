/* The entry: the types of its inputs, and as many rounds as it takes until they are settled. */
#include <string.h>

#include "infer/frame.h"
#include "ir/text.h"

/* ---- input types */

/*
 * A type that a program declares for what it is handed, as the type of entry input var: its named
 * extents are the program's own, so they become "x.0", "x.1", ... here.
 */
static bool own_extents(Infer *s, const Program *p, VarId var, TypeId *type) {
    Types *t = &s->out->types;
    unsigned rank = type_rank(t, *type);
    Dim dims[MAX_RANK];
    for (unsigned i = 0; i < rank; i++) {
        dims[i] = type_dims(t, *type)[i];
        if (!DIM_IS_NAME(dims[i]))
            continue;
        Str text = str_make(s->env);
        StrId name;
        text_print_var(&text, s->out, p, var);
        str_format(&text, ".%u", i);
        bool ok =
            str_ok(&text) && strings_add(s->env, &s->out->strings, text.data, text.len, &name);
        str_free(&text);
        TRY(ok);
        dims[i] = DIM_NAMED(name);
    }
    return type_array(s->env, t, type_elem(t, *type), dims, rank, type);
}

/*
 * An entry input without a type takes the one that every program it is handed to declares; two
 * different answers are none. guesses has an entry for each input.
 */
static bool guess_inputs(Infer *s, const Program *p, TypeId *guesses) {
    const TypeId conflict = UINT32_MAX;
    for (uint32_t i = 0; i < p->instrs.len; i++) {
        const Instr *instr = &p->instrs.at[i];
        if (op_info(instr->op)->rule != RULE_CALL)
            continue;
        const Program *callee = s->m->programs.at[attr_word(p, instr, AT_CALLEE)];
        for (uint32_t k = 0; k < instr->n_in; k++) {
            VarId var = instr_in(p, instr)[k];
            TypeId declared = callee->vars.at[k].type;
            if (var >= p->n_inputs || declared == NO_TYPE || p->vars.at[var].type != NO_TYPE ||
                type_get(&s->out->types, declared)->generic)
                continue;
            TRY(own_extents(s, p, var, &declared));
            guesses[var] =
                guesses[var] == NO_TYPE || guesses[var] == declared ? declared : conflict;
        }
    }
    for (VarId v = 0; v < p->n_inputs; v++)
        if (guesses[v] == conflict)
            guesses[v] = NO_TYPE;
    return true;
}

static bool entry_types(Infer *s, ProgId entry, const TypeId *given) {
    const Program *p = s->m->programs.at[entry];
    s->args.len = 0;
    TRY(vec_extend(s->env, &s->args, p->n_inputs));
    TRY(guess_inputs(s, p, s->args.at));
    for (VarId v = 0; v < p->n_inputs; v++) {
        TypeId declared = p->vars.at[v].type;
        TypeId type = given[v] != NO_TYPE   ? given[v]
                      : declared != NO_TYPE ? declared
                                            : s->args.at[v];
        if (type == NO_TYPE || type_get(&s->out->types, type)->generic) {
            error_at_program(s->env, s->out, p);
            StrId name = p->vars.at[v].name;
            return env_fail(s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER,
                            "input %u (%s) has no type: declare one or give one", v,
                            name == NO_STR ? "unnamed" : strings_get(&s->out->strings, name));
        }
        s->args.at[v] = type;
        TRY(infer_resolve_type(s, &s->args.at[v]));
    }
    return true;
}

/* ---- rounds */

bool infer_resolve_type(Infer *s, TypeId *type) {
    Bindings none = {.params = {0}};
    return bind_subst(s->env, s->out, &s->unifier, &none, *type, type);
}

/* Puts what the names turned out to be into every type and shape. */
static bool resolve_program(Infer *s, Program *p) {
    for (VarId v = 0; v < p->vars.len; v++)
        if (type_rank(&s->out->types, p->vars.at[v].type))
            TRY(infer_resolve_type(s, &p->vars.at[v].type));
    for (uint32_t i = 0; i < p->instrs.len; i++) {
        const Instr *instr = &p->instrs.at[i];
        for (unsigned k = 0; instr->attr && k < op_attr_count(instr->op); k++) {
            int64_t word = attr_word(p, instr, k);
            if (op_info(instr->op)->attrs[k].kind != ATTR_DIMS || word == ATTR_ABSENT)
                continue;
            for (int64_t d = 1; d <= p->attrs.at[word]; d++)
                p->attrs.at[word + d] = unify_resolve(&s->unifier, p->attrs.at[word + d]);
        }
    }
    return true;
}

/* A module may grow a lot by being typed, but not without bound. */
static uint64_t instruction_budget(const Module *m) {
    enum { LEAST = 1 << 18, GROWTH = 64 };
    uint64_t own = 0;
    for (uint32_t i = 0; i < m->programs.len; i++)
        own += m->programs.at[i]->instrs.len + 1ull;
    return own * GROWTH > LEAST ? own * GROWTH : LEAST;
}

/* Forgets the programs typed so far, but not what was learnt about extents. */
static void start_again(Infer *s) {
    for (uint32_t i = 0; i < s->out->programs.len; i++)
        program_free(s->env->allocator, s->out->programs.at[i]);
    s->out->programs.len = 0;
    index_clear(&s->out->by_name);
    s->instances.len = s->instance_types.len = 0;
    index_clear(&s->instance_index);
    s->unifier.hanging = false;
    s->budget = instruction_budget(s->m);
}

/*
 * Names turn out to be numbers or other names anywhere in the walk. Where nothing hung on a name
 * before, putting in what it is now is enough; otherwise the walk is done again with what is known,
 * until it learns nothing new.
 */
static bool run(Infer *s, ProgId entry, const TypeId *given) {
    enum { MAX_ROUNDS = 100 };
    ProgId unused;
    for (s->round = 0; s->round < MAX_ROUNDS; s->round++) {
        uint32_t known = s->unifier.bindings.len, lasting = unify_lasting(&s->unifier);
        start_again(s);
        TRY(entry_types(s, entry, given));
        TRY(instance_get(s, entry, s->args.at, &unused) != STEP_FAILED);
        TRY(infer_run_frames(s));
        if (s->unifier.bindings.len == known)
            return true;
        if (s->round == 0 && !s->unifier.hanging)
            break;
        if (unify_lasting(&s->unifier) != lasting)
            TRY(unify_forget_derived(s->env, &s->unifier));
    }
    if (s->round == MAX_ROUNDS)
        return env_fail(s->env, FRIT_ERR_LIMIT, FRIT_STAGE_INFER,
                        "the extents are not settled after %d rounds", MAX_ROUNDS);
    for (uint32_t i = 0; i < s->out->programs.len; i++)
        TRY(resolve_program(s, s->out->programs.at[i]));
    return true;
}

/* Everything but the module made. */
void infer_free(Infer *s) {
    const frit_allocator *allocator = s->env->allocator;
    while (s->frames.len)
        frame_free(s, &s->frames.at[--s->frames.len]);
    unify_free(allocator, &s->unifier);
    vec_free(allocator, &s->instances);
    vec_free(allocator, &s->instance_types);
    index_free(allocator, &s->instance_index);
    vec_free(allocator, &s->frames);
    vec_free(allocator, &s->in);
    vec_free(allocator, &s->weak);
    vec_free(allocator, &s->want);
    vec_free(allocator, &s->operands);
    vec_free(allocator, &s->args);
}

Module *infer_module(Env *env, const Module *m, ProgId entry, const TypeId *inputs,
                     const InferOptions *options) {
    Infer s = {.env = env, .m = m, .options = *options};
    env->error->stage = FRIT_STAGE_INFER;
    s.out = module_clone_tables(env, m);
    if (s.out && !run(&s, entry, inputs)) {
        module_free(s.out);
        s.out = NULL;
    }
    infer_free(&s);
    return s.out;
}
