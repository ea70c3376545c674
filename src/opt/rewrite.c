#include "opt/rewrite.h"

#include <string.h>

#include "infer/infer.h"

/* More than any chain of rules needs; the rules get shorter, so it is never used up. */
enum { FUEL = 24 };

/* ---- reading the program under construction */

const Instr *rewrite_definer(const Rewriter *r, VarId var) {
    uint32_t instr = r->definers.at[var];
    return instr == UINT32_MAX ? NULL : &r->to->instrs.at[instr];
}

bool callee_may_fail(const ProgramFacts *facts, const Program *p, const Instr *i) {
    const OpInfo *info = op_info(i->op);
    for (unsigned k = 0; k < op_attr_count(i->op); k++)
        if (info->attrs[k].kind == ATTR_PROGRAM && facts[attr_word(p, i, k)].fails)
            return true;
    return false;
}

bool rewrite_may_fail(const Rewriter *r, VarId var) {
    return r->fails.len && var >= r->fails_from && r->fails.at[var - r->fails_from];
}

Loc rewrite_loc(const Rewriter *r) {
    return program_loc(r->to, r->to->instrs.len - 1);
}

bool rewrite_literal(const Rewriter *r, VarId var, Dtype *dtype, Bits *bits, VarId *source) {
    const Instr *i = rewrite_definer(r, var);
    if (i && (op_info(i->op)->rule == RULE_FILL || op_info(i->op)->rule == RULE_BROADCAST)) {
        var = instr_in(r->to, i)[0];
        i = rewrite_definer(r, var);
    }
    if (!i || op_info(i->op)->rule != RULE_CONST)
        return false;
    Literal literal = attr_literal(r->to, i, AT_CONST_VALUE);
    *dtype = type_dtype(&r->module->types, literal.type);
    *bits = literal.bits;
    if (source)
        *source = var;
    return literal.form == LITERAL_TYPED && *dtype != DT_NONE;
}

bool rewrite_can_fit(const Rewriter *r, VarId var, TypeId type) {
    const Types *types = &r->module->types;
    TypeId old = rewrite_type(r, var);
    unsigned old_rank = type_rank(types, old), rank = type_rank(types, type);
    if (old == type)
        return true;
    if (type_elem(types, old) != type_elem(types, type) || old_rank > rank)
        return false;
    const Dim *old_dims = type_dims(types, old), *dims = type_dims(types, type) + (rank - old_rank);
    for (unsigned k = 0; k < old_rank; k++)
        if (old_dims[k] != dims[k] && old_dims[k] != 1)
            return false;
    return true;
}

/* ---- appending */

/* Notes whether an index may be out of range on the way to the variables of a new last instruction. */
static bool note_failures(Rewriter *r) {
    const Instr *i = rewrite_last(r);
    bool fails = may_fail(r->context->facts, r->to, i);
    if (!fails && !r->fails.len)
        return true; /* as in most programs, for all variables */
    if (!r->fails.len)
        r->fails_from = i->out;
    for (uint32_t k = 0; !fails && k < i->n_in; k++)
        fails = rewrite_may_fail(r, instr_in(r->to, i)[k]);
    while (r->fails_from + r->fails.len < r->to->vars.len)
        TRY(vec_push(r->env, &r->fails, fails));
    return true;
}

/* Notes where the variables of a new last instruction come from. */
static bool note_results(Rewriter *r) {
    while (r->definers.len < r->to->vars.len) {
        TRY(vec_push(r->env, &r->definers, r->to->instrs.len - 1));
        TRY(vec_push(r->env, &r->names, NO_STR));
    }
    return note_failures(r);
}

void rewrite_pop(Rewriter *r) {
    Program *p = r->to;
    Instr last = *rewrite_last(r);
    p->instrs.len--;
    p->vars.len = last.out;
    p->operands.len = last.in;
    p->attrs.len = r->attrs_before;
    if (p->locs.len > p->instrs.len)
        p->locs.len = p->instrs.len;
    r->definers.len = r->names.len = p->vars.len;
    if (r->fails.len)
        r->fails.len = p->vars.len > r->fails_from ? p->vars.len - r->fails_from : 0;
}

/* Finds the best form of the instruction that was just appended. */
static bool settle(Rewriter *r, VarId *results) {
    TRY(note_results(r));
    uint32_t n = rewrite_last(r)->n_out;
    VarId first = rewrite_last(r)->out;
    Outcome outcome = OUTCOME_KEPT;
    if (r->work & REWRITE_FOLD)
        outcome = fold_last(r, results);
    if (outcome == OUTCOME_KEPT && (r->work & REWRITE_RULES) && r->fuel > 0)
        outcome = simplify_last(r, results);
    if (outcome == OUTCOME_KEPT && (r->work & REWRITE_MERGE))
        outcome = merge_last(r, results);
    if (outcome == OUTCOME_KEPT)
        for (uint32_t k = 0; k < n; k++)
            results[k] = first + k;
    return outcome != OUTCOME_FAILED;
}

Attrs rewrite_attrs(Rewriter *r) {
    r->attrs_before = r->to->attrs.len;
    return attrs_none();
}

bool rewrite_append(Rewriter *r, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
                    TypeId type, Loc loc, VarId *out) {
    VarId var;
    if (!attrs)
        r->attrs_before = r->to->attrs.len;
    if (type == NO_TYPE)
        TRY(infer_append(r->env, r->module, r->to, op, in, n_in, attrs, loc, &var));
    else
        TRY(program_instr(r->env, r->to, op, in, n_in, attrs, 1, &type, loc, &var));
    return settle(r, out);
}

bool rewrite_probe(Rewriter *r, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
                   TypeId *type) {
    Program *p = r->to;
    uint32_t vars = p->vars.len, operands = p->operands.len, pool = p->attrs.len,
             instrs = p->instrs.len;
    VarId var;
    *type = NO_TYPE;
    bool ok = infer_append(r->env, r->module, p, op, in, n_in, attrs, rewrite_loc(r), &var);
    if (ok)
        *type = rewrite_type(r, var);
    if (!ok &&
        (r->env->error->status == FRIT_ERR_TYPE || r->env->error->status == FRIT_ERR_SHAPE)) {
        env_set_error(r->env, FRIT_OK, FRIT_STAGE_OPT, "%s", ""); /* no error, but an answer */
        ok = true;
    }
    p->vars.len = vars;
    p->operands.len = operands;
    p->attrs.len = pool;
    p->instrs.len = instrs;
    if (p->locs.len > instrs)
        p->locs.len = instrs;
    return ok;
}

bool rewrite_const(Rewriter *r, Dtype dtype, Bits bits, Loc loc, VarId *out) {
    Literal literal = {LITERAL_TYPED, NO_TYPE, bits};
    TRY(type_scalar(r->env, &r->module->types, dtype, &literal.type));
    VarId var;
    r->attrs_before = r->to->attrs.len;
    TRY(program_const(r->env, r->to, &literal, literal.type, loc, &var));
    return settle(r, out);
}

bool rewrite_fit(Rewriter *r, VarId var, TypeId type, Loc loc, VarId *out) {
    *out = var;
    if (rewrite_type(r, var) == type)
        return true;
    /* The one op that this machine itself brings in: implicit broadcasting made visible. */
    Attrs attrs = rewrite_attrs(r);
    TRY(program_attr_list(r->env, r->to, type_dims(&r->module->types, type),
                          type_rank(&r->module->types, type), &attrs.word[AT_SHAPE]));
    return rewrite_append(r, OP_broadcast, &var, 1, &attrs, type, loc, out);
}

/* ---- frames */

static VarId *new_map(Env *env, const Program *p) {
    VarId *map = env_resize(env, NULL, 0, ((size_t)p->vars.len + 1) * sizeof *map);
    for (uint32_t v = 0; map && v < p->vars.len; v++)
        map[v] = NO_VAR;
    return map;
}

static void free_map(Env *env, const Appended *f) {
    env_free(env->allocator, f->map, ((size_t)f->from->vars.len + 1) * sizeof *f->map);
}

bool rewrite_enter(Rewriter *r, const Program *callee, const VarId *inputs, uint32_t n,
                   bool retype) {
    TRY(vec_reserve(r->env, &r->frames, (uint64_t)r->frames.len + 1));
    Appended frame = {.from = callee, .retype = retype, .first_var = r->to->vars.len};
    frame.map = new_map(r->env, callee);
    if (!frame.map)
        return false;
    if (n)
        memcpy(frame.map, inputs, n * sizeof *inputs);
    r->frames.at[r->frames.len++] = frame;
    return true;
}

/* The frame's name for a variable: that of the program it comes from in front, unless it already
 * has such a name from further inside; so names stay short however deep the calls were. */
static bool frame_name(Rewriter *r, const Appended *f, StrId name, StrId *out) {
    const char *text = strings_get(&r->module->strings, name);
    *out = name;
    if (r->frames.len == 1 || strchr(text, '.'))
        return true;
    Str full = str_make(r->env);
    str_puts(&full, strings_get(&r->module->strings, f->from->name));
    str_putc(&full, '.');
    str_puts(&full, text);
    bool ok = str_ok(&full) && strings_add(r->env, &r->module->strings, full.data, full.len, out);
    str_free(&full);
    return ok;
}

/* A name survives where its variable does, or goes to the nameless one that came in its place. */
static bool pass_name_on(Rewriter *r, const Appended *f, VarId old) {
    StrId name = f->from->vars.at[old].name;
    VarId var = f->map[old];
    if (name == NO_STR || r->definers.at[var] == UINT32_MAX || r->names.at[var] != NO_STR)
        return true;
    return frame_name(r, f, name, &r->names.at[var]);
}

/* *mapped: all operands are there. */
static bool map_operands(Rewriter *r, const Appended *f, const Instr *i, bool *mapped) {
    TRY(vec_reserve(r->env, &r->operands, i->n_in));
    r->operands.len = i->n_in;
    *mapped = true;
    for (uint32_t k = 0; k < i->n_in; k++) {
        r->operands.at[k] = f->map[instr_in(f->from, i)[k]];
        *mapped &= r->operands.at[k] != NO_VAR;
    }
    return true;
}

static bool append_copy(Rewriter *r, const Appended *f, const Instr *i, Loc loc) {
    Attrs attrs = rewrite_attrs(r);
    VarId *results = f->map + i->out, var;
    TRY(attrs_copy(r->env, f->from, i, r->to, &attrs));
    if (f->retype && op_info(i->op)->rule != RULE_CONST) /* a literal is what it is */
        return rewrite_append(r, i->op, r->operands.at, i->n_in, &attrs, NO_TYPE, loc, results);
    TRY(program_instr(r->env, r->to, i->op, r->operands.at, i->n_in, &attrs, i->n_out, NULL, loc,
                      &var));
    for (uint32_t k = 0; k < i->n_out; k++)
        r->to->vars.at[var + k].type = f->from->vars.at[i->out + k].type;
    return settle(r, results);
}

/* Where an instruction of the innermost frame comes from. A place that the host gave to a call (frit_set_place: no
 * column) holds for what is inlined too: lines of the callee's text say nothing to the host. */
static Loc frame_loc(const Rewriter *r, uint32_t instr) {
    for (uint32_t k = 0; k + 1 < r->frames.len; k++) {
        Loc loc = program_loc(r->frames.at[k].from, r->frames.at[k].next - 1);
        if (loc.line && !loc.column)
            return loc;
    }
    return program_loc(r->frames.at[r->frames.len - 1].from, instr);
}

/* Appends one instruction of the innermost frame, or enters what it calls. */
static bool step(Rewriter *r, uint32_t instr) {
    Appended f = r->frames.at[r->frames.len - 1];
    const Instr *i = &f.from->instrs.at[instr];
    bool mapped, entered = false;
    Outcome outcome = OUTCOME_KEPT;
    TRY(map_operands(r, &f, i, &mapped));
    if (f.retype && (!mapped || !rule_maps(op_info(i->op)->rule)))
        return true; /* nothing needs it: see is_mappable in inline.c */
    r->fuel = FUEL;
    if ((op_info(i->op)->flags & OPF_CONTROL) && (r->work & (REWRITE_CALLS | REWRITE_CONTROL)))
        outcome = inline_control(r, f.from, i, f.map + i->out, &entered);
    if (outcome == OUTCOME_FAILED)
        return false;
    if (entered)
        return true;
    if (outcome == OUTCOME_KEPT)
        TRY(append_copy(r, &f, i, frame_loc(r, instr)));
    for (uint32_t k = 0; k < i->n_out; k++)
        TRY(pass_name_on(r, &f, i->out + k));
    return true;
}

/* The results of a finished call go to the variables of the instruction that called. */
static bool leave(Rewriter *r) {
    Appended done = r->frames.at[r->frames.len - 1], *caller = &r->frames.at[r->frames.len - 2];
    uint32_t instr = caller->next - 1;
    const Instr *call = &caller->from->instrs.at[instr];
    Loc loc = program_loc(caller->from, instr);
    for (uint32_t k = 0; k < call->n_out; k++) {
        VarId result = call->out + k, var = done.map[done.from->outputs.at[k]];
        TRY(rewrite_fit(r, var, caller->from->vars.at[result].type, loc, &caller->map[result]));
        /* What the caller called it matters more than what the callee did. */
        var = caller->map[result];
        if (var >= done.first_var && caller->from->vars.at[result].name != NO_STR)
            r->names.at[var] = NO_STR;
    }
    free_map(r->env, &done);
    r->frames.len--;
    for (uint32_t k = 0; k < call->n_out; k++)
        TRY(pass_name_on(r, caller, call->out + k));
    return true;
}

static bool run(Rewriter *r) {
    for (;;) {
        Appended *f = &r->frames.at[r->frames.len - 1];
        if (f->next < f->from->instrs.len)
            TRY(step(r, f->next++));
        else if (r->frames.len > 1)
            TRY(leave(r));
        else
            return true;
    }
}

/* ---- the whole */

bool rewrite_open(Rewriter *r, OptContext *context, const Program *p, unsigned work) {
    *r = (Rewriter){
        .context = context, .env = context->env, .module = context->module, .work = work};
    r->to = program_new(r->env, p->name);
    TRY(r->to && vec_copy(r->env, &r->to->type_params, &p->type_params));
    TRY(program_copy_inputs(r->env, r->module, p, r->to));
    TRY(rewrite_enter(r, p, NULL, 0, false));
    for (uint32_t v = 0; v < p->n_inputs; v++) {
        r->frames.at[0].map[v] = v;
        TRY(vec_push(r->env, &r->definers, UINT32_MAX));
        TRY(vec_push(r->env, &r->names, NO_STR));
    }
    return true;
}

bool rewrite_copy(Rewriter *r, uint32_t instr) {
    return step(r, instr);
}

static bool finish(Rewriter *r) {
    const Appended *f = &r->frames.at[0];
    for (VarId v = r->to->n_inputs; v < r->to->vars.len; v++)
        if (r->names.at[v] != NO_STR)
            TRY(program_name_var(r->env, r->module, r->to, v, r->names.at[v]));
    for (uint32_t k = 0; k < f->from->outputs.len; k++)
        TRY(program_output(r->env, r->to, f->map[f->from->outputs.at[k]]));
    return true;
}

Program *rewrite_close(Rewriter *r, bool ok) {
    ok = ok && finish(r);
    while (r->frames.len)
        free_map(r->env, &r->frames.at[--r->frames.len]);
    const frit_allocator *allocator = r->env->allocator;
    vec_free(allocator, &r->frames);
    vec_free(allocator, &r->definers);
    vec_free(allocator, &r->names);
    vec_free(allocator, &r->fails);
    vec_free(allocator, &r->operands);
    index_free(allocator, &r->seen);
    if (ok)
        return r->to;
    program_free(allocator, r->to);
    return NULL;
}

Program *rewrite_program(OptContext *context, const Program *p, unsigned work) {
    Rewriter r;
    bool ok = rewrite_open(&r, context, p, work) && run(&r);
    return rewrite_close(&r, ok);
}
