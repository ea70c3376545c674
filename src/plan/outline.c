/* Members of a set of panels as a program of their own, and a call of it where they were. */
#include "plan/panels.h"

/* What the body is given: a value, cut along these axes. */
typedef struct Given {
    VarId var;
    uint8_t cut[MAX_CUTS];
} Given;

typedef struct Outline {
    Planner *pl;
    Env *env;
    Module *m;
    const Program *p;
    const PanelSet *set;
    uint32_t *definers;  /* of p */
    uint8_t *depends;    /* by variable of p: on what a member makes */
    uint8_t *taken;      /* by variable: somebody who is no member needs it */
    VarId *map;          /* variables of p to those of the program at hand */
    Dim dims[MAX_CUTS];  /* of a panel along each cut axis */
    VEC(Given) given;    /* in the order of the body's inputs */
    VEC(VarId) results;  /* of p, in the order of its outputs */
    VEC(VarId) operands; /* scratch */
    Program *body, *to;
} Outline;

/* ---- what goes in and comes out */

static bool is_const(const Outline *o, VarId v) {
    uint32_t n = o->definers[v];
    return n != NO_INSTR && op_info(o->p->instrs.at[n].op)->rule == RULE_CONST;
}

/* How operand number k of a member is cut. */
static void operand_cut(const Outline *o, const Instr *i, uint32_t k, uint8_t *cut) {
    memset(cut, NOT_CUT, MAX_CUTS);
    for (uint32_t j = 0; j < o->set->n_cuts; j++) {
        int axis = follow_axis(&o->m->types, o->p, i, k, o->set->cut[i->out][j]);
        cut[j] = axis < 0 ? NOT_CUT : (uint8_t)axis;
    }
}

static uint32_t find_given(const Outline *o, VarId var, const uint8_t *cut) {
    uint32_t k = 0;
    while (k < o->given.len &&
           (o->given.at[k].var != var || memcmp(o->given.at[k].cut, cut, MAX_CUTS) != 0))
        k++;
    return k;
}

static bool is_member(const Outline *o, uint32_t n) {
    return n != NO_INSTR && o->set->member[n];
}

/* Does operand number k of a member number the places along a cut axis? Then each panel numbers its own. */
static bool is_numbers(const Outline *o, const Instr *i, uint32_t k) {
    for (uint32_t j = 0; j < o->set->n_cuts; j++)
        if (follow_numbers(&o->m->types, o->p, i, k, o->set->cut[i->out][j]))
            return true;
    return false;
}

static bool collect_given(Outline *o) {
    for (uint32_t n = o->set->first; n <= o->set->last; n++) {
        const Instr *i = &o->p->instrs.at[n];
        for (uint32_t k = 0; o->set->member[n] && k < i->n_in; k++) {
            Given g = {.var = instr_in(o->p, i)[k]};
            if (is_member(o, o->definers[g.var]) || is_const(o, g.var) || is_numbers(o, i, k))
                continue;
            operand_cut(o, i, k, g.cut);
            if (find_given(o, g.var, g.cut) == o->given.len)
                TRY(vec_push(o->env, &o->given, g));
        }
    }
    return true;
}

static bool collect_results(Outline *o) {
    const Program *p = o->p;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        for (uint32_t k = 0; k < i->n_in; k++) {
            VarId x = instr_in(p, i)[k], input;
            uint32_t axis;
            if (extent_of_input(&o->m->types, p, i, &input, &axis))
                continue;
            if (!o->set->member[n])
                o->taken[x] = 1;
            for (uint32_t r = 0; r < i->n_out; r++)
                o->depends[i->out + r] |= o->depends[x];
        }
        if (o->set->member[n])
            o->depends[i->out] = 1;
    }
    for (uint32_t k = 0; k < p->outputs.len; k++)
        o->taken[p->outputs.at[k]] = 1;
    for (uint32_t n = o->set->first; n <= o->set->last; n++)
        if (o->set->member[n] && o->taken[p->instrs.at[n].out])
            TRY(vec_push(o->env, &o->results, p->instrs.at[n].out));
    return true;
}

/* ---- types of the body */

/* A name for the extent of a panel that nobody has: "m.part". */
static bool panel_dim(Outline *o, Dim whole, Dim *out) {
    Str name = str_make(o->env);
    StrId id = NO_STR;
    bool ok = true;
    for (uint32_t k = 0; ok && id == NO_STR; k++) {
        name.len = 0;
        str_format(&name, "%s.part",
                   DIM_IS_NAME(whole) ? strings_get(&o->m->strings, DIM_NAME_OF(whole)) : "rows");
        if (k)
            str_format(&name, "%u", k);
        ok = str_ok(&name);
        if (ok && strings_find(&o->m->strings, name.data, name.len) == NO_STR)
            ok = strings_add(o->env, &o->m->strings, name.data, name.len, &id);
    }
    str_free(&name);
    *out = DIM_NAMED(id);
    return ok;
}

static bool cut_type(Outline *o, TypeId type, const uint8_t *cut, TypeId *out) {
    Types *t = &o->m->types;
    Dim dims[MAX_RANK];
    uint32_t rank = type_rank(t, type);
    for (uint32_t k = 0; k < rank; k++)
        dims[k] = type_dims(t, type)[k];
    for (uint32_t j = 0; j < o->set->n_cuts; j++)
        if (cut[j] != NOT_CUT)
            dims[cut[j]] = o->dims[j];
    return type_array(o->env, t, type_elem(t, type), dims, rank, out);
}

static bool make_dims(Outline *o) {
    const Types *t = &o->m->types;
    VarId any = o->p->instrs.at[o->set->first].out; /* a member's */
    for (uint32_t j = 0; j < o->set->n_cuts; j++)
        TRY(panel_dim(o, type_dims(t, o->p->vars.at[any].type)[o->set->cut[any][j]], &o->dims[j]));
    return true;
}

/* ---- the body */

/* Ops whose row has a shape say that of their result. */
static bool fix_shape(Outline *o, Op op, TypeId type, Attrs *attrs) {
    const Types *t = &o->m->types;
    TypeRule rule = op_info(op)->rule;
    if (rule != RULE_FILL && rule != RULE_BROADCAST && rule != RULE_RESHAPE && rule != RULE_IOTA)
        return true;
    return program_attr_list(o->env, o->body, type_dims(t, type), type_rank(t, type),
                             &attrs->word[AT_SHAPE]);
}

static bool copy_instr(Outline *o, Program *to, uint32_t n, TypeId type) {
    const Instr *i = &o->p->instrs.at[n];
    Attrs attrs;
    VarId out;
    TRY(attrs_copy(o->env, o->p, i, to, &attrs));
    if (to == o->body)
        TRY(fix_shape(o, i->op, type, &attrs));
    TRY(program_instr(o->env, to, i->op, o->operands.at, i->n_in, &attrs, 1, &type,
                      program_loc(o->p, n), &out));
    o->map[i->out] = out;
    StrId name = o->p->vars.at[i->out].name;
    return name == NO_STR || program_name_var(o->env, o->m, to, out, name);
}

static bool body_operand(Outline *o, const Instr *i, uint32_t k, VarId *out) {
    VarId x = instr_in(o->p, i)[k];
    uint8_t cut[MAX_CUTS];
    uint32_t maker = o->definers[x];
    if (is_numbers(o, i, k)) {
        TypeId type;
        operand_cut(o, i, k, cut);
        TRY(cut_type(o, o->p->vars.at[x].type, cut, &type));
        TRY(copy_instr(o, o->body, maker, type)); /* no operands */
        *out = o->map[x];
        return true;
    }
    if (!is_member(o, maker) && !is_const(o, x)) {
        operand_cut(o, i, k, cut);
        *out = find_given(o, x, cut);
        return true;
    }
    if (is_const(o, x) && o->map[x] == NO_VAR)
        TRY(copy_instr(o, o->body, maker, o->p->vars.at[x].type)); /* no operands */
    *out = o->map[x];
    return true;
}

static bool body_instr(Outline *o, uint32_t n) {
    const Instr *i = &o->p->instrs.at[n];
    TypeId type;
    TRY(cut_type(o, o->p->vars.at[i->out].type, o->set->cut[i->out], &type));
    o->operands.len = 0;
    for (uint32_t k = 0; k < i->n_in; k++) {
        VarId x;
        TRY(body_operand(o, i, k, &x) && vec_push(o->env, &o->operands, x));
    }
    return copy_instr(o, o->body, n, type);
}

/* A free name like that of the program. */
static bool fresh_name(Outline *o, const char *suffix, StrId *out) {
    const StrId base = o->m->programs.at[o->pl->plan->source]->name;
    Str name = str_make(o->env);
    bool ok = true, free = false;
    for (uint32_t k = 0; ok && !free; k++) {
        name.len = 0;
        str_format(&name, "%s.%s%u", strings_get(&o->m->strings, base), suffix, k);
        ok = str_ok(&name) && strings_add(o->env, &o->m->strings, name.data, name.len, out);
        free = ok && module_find(o->m, *out) == NO_PROGRAM;
    }
    str_free(&name);
    return ok;
}

static void forget_map(Outline *o) {
    for (VarId v = 0; v < o->p->vars.len; v++)
        o->map[v] = NO_VAR;
}

static bool make_body(Outline *o) {
    StrId name;
    TRY(fresh_name(o, "panel", &name));
    o->body = program_new(o->env, name);
    TRY(o->body);
    forget_map(o);
    for (uint32_t k = 0; k < o->given.len; k++) {
        const Var *v = &o->p->vars.at[o->given.at[k].var];
        TypeId type;
        VarId input;
        TRY(cut_type(o, v->type, o->given.at[k].cut, &type));
        TRY(program_input(o->env, o->m, o->body, v->name, type, &input));
    }
    for (uint32_t n = o->set->first; n <= o->set->last; n++)
        if (o->set->member[n])
            TRY(body_instr(o, n));
    for (uint32_t k = 0; k < o->results.len; k++)
        TRY(program_output(o->env, o->body, o->map[o->results.at[k]]));
    return true;
}

/* Does an input say what every extent of the body is? */
static bool extents_given(const Outline *o) {
    const Types *t = &o->m->types;
    for (VarId v = o->body->n_inputs; v < o->body->vars.len; v++) {
        TypeId type = o->body->vars.at[v].type;
        for (uint32_t a = 0; a < type_rank(t, type); a++) {
            Dim dim = type_dims(t, type)[a];
            bool found = !DIM_IS_NAME(dim);
            for (VarId in = 0; !found && in < o->body->n_inputs; in++) {
                TypeId own = o->body->vars.at[in].type;
                for (uint32_t b = 0; b < type_rank(t, own); b++)
                    found |= type_dims(t, own)[b] == dim;
            }
            if (!found)
                return false;
        }
    }
    return true;
}

/* ---- the program around it */

static bool put_call(Outline *o, ProgId body, uint32_t *at) {
    uint32_t n = o->results.len;
    TypeId *types = env_new(o->env, (n + 1) * sizeof *types);
    VarId out;
    TRY(types);
    o->operands.len = 0;
    bool ok = true;
    for (uint32_t k = 0; ok && k < o->given.len; k++)
        ok = vec_push(o->env, &o->operands, o->map[o->given.at[k].var]);
    for (uint32_t k = 0; k < n; k++)
        types[k] = o->p->vars.at[o->results.at[k]].type;
    Attrs attrs = attrs_none();
    attrs.word[AT_CALLEE] = body;
    /* which runs a program on whole values: what panels come to */
    ok = ok && program_instr(o->env, o->to, OP_call, o->operands.at, o->operands.len, &attrs, n,
                             types, program_loc(o->p, o->set->last), &out);
    *at = o->to->instrs.len;
    for (uint32_t k = 0; ok && k < n; k++) {
        VarId v = o->results.at[k];
        o->map[v] = out + k;
        StrId name = o->p->vars.at[v].name;
        ok = name == NO_STR || program_name_var(o->env, o->m, o->to, out + k, name);
    }
    env_free(o->env->allocator, types, (n + 1) * sizeof *types);
    return ok;
}

/* An instruction that is no member, with any number of results. */
static bool keep_instr(Outline *o, uint32_t n) {
    const Instr *i = &o->p->instrs.at[n];
    Attrs attrs;
    VarId out;
    TypeId *types = env_new(o->env, (i->n_out + (size_t)1) * sizeof *types);
    TRY(types);
    for (uint32_t k = 0; k < i->n_out; k++)
        types[k] = o->p->vars.at[i->out + k].type;
    o->operands.len = 0;
    VarId input = NO_VAR;
    uint32_t axis = 0;
    bool ok = attrs_copy(o->env, o->p, i, o->to, &attrs);
    if (extent_of_input(&o->m->types, o->p, i, &input, &axis))
        attrs.word[AT_AXIS] = axis; /* the value that it was asked of may be gone */
    for (uint32_t k = 0; ok && k < i->n_in; k++)
        ok = vec_push(o->env, &o->operands, o->map[input == NO_VAR ? instr_in(o->p, i)[k] : input]);
    ok = ok && program_instr(o->env, o->to, i->op, o->operands.at, i->n_in, &attrs, i->n_out, types,
                             program_loc(o->p, n), &out);
    for (uint32_t k = 0; ok && k < i->n_out; k++) {
        o->map[i->out + k] = out + k;
        StrId name = o->p->vars.at[i->out + k].name;
        ok = name == NO_STR || program_name_var(o->env, o->m, o->to, out + k, name);
    }
    env_free(o->env->allocator, types, (i->n_out + (size_t)1) * sizeof *types);
    return ok;
}

/* First what needs nothing that a member makes, then the call, then the rest. */
static bool make_around(Outline *o, ProgId body, uint32_t *at) {
    o->to = program_new(o->env, o->p->name);
    TRY(o->to);
    forget_map(o);
    TRY(program_copy_inputs(o->env, o->m, o->p, o->to));
    for (VarId v = 0; v < o->p->n_inputs; v++)
        o->map[v] = v;
    for (int behind = 0; behind < 2; behind++) {
        for (uint32_t n = 0; n < o->p->instrs.len; n++)
            if (!o->set->member[n] && o->depends[o->p->instrs.at[n].out] == behind)
                TRY(keep_instr(o, n));
        if (!behind)
            TRY(put_call(o, body, at));
    }
    for (uint32_t k = 0; k < o->p->outputs.len; k++)
        TRY(program_output(o->env, o->to, o->map[o->p->outputs.at[k]]));
    return true;
}

static bool note_cuts(Outline *o, ProgId body) {
    Plan *plan = o->pl->plan;
    PanelCall call = {body, o->set->n_cuts, plan->cuts.len};
    for (uint32_t k = 0; k < o->given.len + o->results.len; k++) {
        const uint8_t *cut =
            k < o->given.len ? o->given.at[k].cut : o->set->cut[o->results.at[k - o->given.len]];
        for (uint32_t j = 0; j < o->set->n_cuts; j++)
            TRY(vec_push(o->env, &plan->cuts, cut[j]));
    }
    return vec_push(o->env, &o->pl->panels, call);
}

static bool outline(Outline *o, uint32_t *at) {
    size_t vars = (size_t)o->p->vars.len + 1;
    ProgId id;
    o->definers = program_definers(o->env, o->p);
    o->depends = env_new(o->env, vars);
    o->taken = env_new(o->env, vars);
    o->map = env_new(o->env, vars * sizeof *o->map);
    TRY(o->definers && o->depends && o->taken && o->map);
    TRY(collect_given(o) && collect_results(o) && make_dims(o) && make_body(o));
    if (!extents_given(o))
        return true;
    TRY(module_add(o->env, o->m, o->body, &id));
    o->body = NULL; /* the module's */
    return make_around(o, id, at) && note_cuts(o, id);
}

bool outline_panels(Planner *pl, const PanelSet *set, uint32_t *at, Program **made) {
    Outline o = {.pl = pl, .env = pl->env, .m = pl->m, .p = pl->p, .set = set};
    const frit_allocator *a = pl->env->allocator;
    size_t vars = (size_t)o.p->vars.len + 1;
    bool ok = outline(&o, at);
    if (ok)
        *made = o.to;
    else
        program_free(a, o.to);
    program_free(a, o.body);
    env_free(a, o.definers, vars * sizeof *o.definers);
    env_free(a, o.depends, vars);
    env_free(a, o.taken, vars);
    env_free(a, o.map, vars * sizeof *o.map);
    vec_free(a, &o.given);
    vec_free(a, &o.results);
    vec_free(a, &o.operands);
    return ok;
}

bool outline_finish(Planner *pl) {
    Outline o = {.pl = pl, .env = pl->env, .m = pl->m};
    StrId name;
    TRY(fresh_name(&o, "steps", &name));
    /* What others run goes on under its name; the outermost one is asked for by it. */
    if (pl->budget->depth > 1)
        pl->outlined->name = name;
    else
        TRY(module_rename(pl->env, pl->m, pl->plan->source, name));
    TRY(module_add(pl->env, pl->m, pl->outlined, &pl->plan->program));
    pl->outlined = NULL;
    return true;
}

const PanelCall *panel_call(const Planner *pl, const Instr *i) {
    bool call = op_info(i->op)->rule == RULE_CALL;
    for (uint32_t k = 0; call && k < pl->panels.len; k++)
        if (pl->panels.at[k].body == (ProgId)attr_word(pl->p, i, AT_CALLEE))
            return &pl->panels.at[k];
    return NULL;
}
