/* Instructions that store into elements, fields and whole places. */
#include "front/script/vm/machine.h"

static bool set_elements(Interp *in, Frame *f, uint32_t base, const uint32_t *regs, uint32_t n,
                         uint32_t from) {
    Operand subs[2], rhs;
    uint32_t k;
    Value at[2];
    bool ok = operand_get(in, f, from, &rhs);
    if (!ok)
        return false;
    value_hold(rhs.v);
    Value held = rhs.v;
    for (k = 0; k < n && ok; k++) {
        ok = operand_get(in, f, regs[k], &subs[k]);
        at[k] = subs[k].v;
    }
    uint32_t got = ok ? n : k - 1;
    if (ok)
        ok = value_assign(in, machine_name_text(in, f, base), machine_behind(&f->registers[base]),
                          at, n, held);
    for (uint32_t j = 0; j < got; j++)
        operand_release(in, f, regs[j], &subs[j]);
    value_drop(in, held);
    operand_release(in, f, from, &rhs);
    return ok;
}

bool do_SET1(Interp *in, Frame *f, const Instr *i) {
    return set_elements(in, f, i->a, &i->b, 1, i->c);
}

bool do_SET2(Interp *in, Frame *f, const Instr *i) {
    uint32_t regs[2] = {i->a, i->b};
    return set_elements(in, f, i->x, regs, 2, i->c);
}

bool do_SET(Interp *in, Frame *f, const Instr *i) {
    Operand rhs;
    uint32_t n;
    if (!operand_get(in, f, i->c, &rhs)) {
        machine_arguments_done(in, f, i);
        return false;
    }
    Value held = value_hold(rhs.v);
    Value *args = machine_arguments(in, f, i, &n), *base = machine_behind(&f->registers[i->a]);
    const char *name = machine_name_text(in, f, i->a);
    bool ok =
        i->y ? value_delete(in, name, base, args, n) : value_assign(in, name, base, args, n, held);
    machine_arguments_done(in, f, i);
    value_drop(in, held);
    operand_release(in, f, i->c, &rhs);
    return ok;
}

/* ---- places */

enum { FEW_STEPS = 8 };

/* The steps of a place with the values of their subscripts. */
typedef struct Place {
    Value *base;
    const char *name;
    Step few[FEW_STEPS], *steps;
    Value *subs;  /* of all steps, on the stack of values: lent copies of registers */
    Value *owned; /* as many, to be dropped: of variables that are not set */
    char **texts; /* names of fields that were computed */
    Value few_subs[FEW_STEPS],
        few_owned[FEW_STEPS]; /* where there are not many, nothing is allocated */
    char *few_texts[FEW_STEPS];
    uint32_t n, n_subs;
    uint32_t lists; /* dynamic steps: lists that are open */
} Place;

static uint32_t count_subs(const Code *code, const CodePath *path, uint32_t *lists) {
    uint32_t n = 0;
    *lists = 0;
    for (uint32_t k = 0; k < path->n; k++) {
        const PathStep *step = &code->steps.at[path->first + k];
        if (step->kind == STEP_FIELD)
            continue;
        if (step->n == LIST_ARGUMENTS)
            ++*lists;
        else
            n += step->n;
    }
    return n;
}

static void place_free(Interp *in, Place *p) {
    for (uint32_t k = 0; p->texts && k < p->n; k++)
        if (p->texts[k])
            interp_release(in, p->texts[k], strlen(p->texts[k]) + 1);
    if (p->texts != p->few_texts)
        interp_release(in, p->texts, sizeof *p->texts * p->n);
    for (uint32_t k = 0; p->owned && k < p->n_subs; k++)
        value_drop(in, p->owned[k]);
    if (p->owned != p->few_owned)
        interp_release(in, p->owned, sizeof(Value) * p->n_subs);
    if (p->subs != p->few_subs)
        interp_release(in, p->subs, sizeof(Value) * p->n_subs);
    if (p->steps != p->few)
        interp_release(in, p->steps, sizeof(Step) * p->n);
}

static bool step_subs(Interp *in, Frame *f, Place *p, const PathStep *step, uint32_t *used,
                      Step *out) {
    out->subs = p->subs + *used;
    out->n = step->n;
    for (uint32_t k = 0; k < step->n; k++) {
        Operand o;
        if (!operand_get(in, f, f->code->path_registers.at[step->first + k], &o))
            return false;
        p->subs[*used] = o.v;
        p->owned[(*used)++] = o.own;
    }
    return true;
}

static bool step_field(Interp *in, Frame *f, Place *p, const PathStep *step, uint32_t k,
                       Step *out) {
    if (!step->dynamic) {
        out->name = script_name_text(&SESSION(in)->names, step->name);
        return true;
    }
    Operand o;
    size_t len;
    if (!operand_get(in, f, step->first, &o))
        return false;
    bool ok =
        value_to_text(in, o.v, "dynamic structure field names must be strings", &p->texts[k], &len);
    value_drop(in, o.own);
    out->name = p->texts[k];
    return ok;
}

static void step_list(Session *s, uint32_t list, const Place *p, Step *out) {
    const Mark *mark = &s->marks.at[s->marks.len - p->lists + list];
    uint32_t end = list + 1 < p->lists ? mark[1].begin : s->list.len;
    out->subs = s->list.at + mark->begin;
    out->n = end - mark->begin;
}

static bool place_get(Interp *in, Frame *f, uint32_t number, uint32_t n, Place *p) {
    const Code *code = f->code;
    const CodePath *path = &code->paths.at[number];
    p->n = n;
    p->name = machine_name_text(in, f, path->base);
    p->n_subs = count_subs(code, path, &p->lists);
    p->steps = n <= FEW_STEPS ? p->few : interp_alloc(in, sizeof(Step) * n);
    bool few = p->n_subs <= FEW_STEPS;
    p->subs = few ? p->few_subs : interp_alloc(in, sizeof(Value) * p->n_subs);
    p->owned = few ? p->few_owned : interp_alloc(in, sizeof(Value) * p->n_subs);
    p->texts = n <= FEW_STEPS ? p->few_texts : interp_alloc(in, sizeof *p->texts * n);
    bool ok = p->steps && p->subs && p->owned && p->texts;
    if (p->owned)
        memset(p->owned, 0, sizeof(Value) * p->n_subs);
    if (p->texts)
        memset(p->texts, 0, sizeof *p->texts * n);
    uint32_t used = 0, list = 0;
    for (uint32_t k = 0; k < n && ok; k++) {
        const PathStep *step = &code->steps.at[path->first + k];
        p->steps[k].kind = step->kind;
        if (step->kind == STEP_FIELD)
            ok = step_field(in, f, p, step, k, &p->steps[k]);
        else if (step->n == LIST_ARGUMENTS)
            step_list(SESSION(in), list++, p, &p->steps[k]);
        else
            ok = step_subs(in, f, p, step, &used, &p->steps[k]);
    }
    for (uint32_t k = 0; k < n && ok; k++)
        if (p->steps[k].kind != STEP_FIELD && p->steps[k].n == 0)
            ok = interp_fail(in, "invalid empty index list");
    p->base = machine_behind(&f->registers[path->base]);
    if (!ok)
        place_free(in, p);
    return ok;
}

/* What is stored has been: its subscripts are given up. */
static void place_done(Interp *in, Frame *f, uint32_t number, const Place *p) {
    Session *s = SESSION(in);
    const Code *code = f->code;
    const CodePath *path = &code->paths.at[number];
    for (uint32_t k = 0; k < path->n; k++) {
        const PathStep *step = &code->steps.at[path->first + k];
        if (step->kind == STEP_FIELD && step->dynamic)
            machine_give_up(in, f, step->first);
        if (step->kind != STEP_FIELD && step->n != LIST_ARGUMENTS)
            for (uint32_t j = 0; j < step->n; j++)
                machine_give_up(in, f, code->path_registers.at[step->first + j]);
    }
    if (p->lists)
        list_cut(in, s->marks.at[s->marks.len - p->lists].begin, s->marks.len - p->lists);
}

/* A OP= X where the last index picks what is not there: the error of reading it. */
static bool fail_nothing_there(Interp *in, const Place *p, uint32_t n) {
    const Step *last = &p->steps[n - 1];
    Value base = value_none(), out = value_none();
    TRY(value_read_path(in, p->name, *p->base, p->steps, n, &base));
    bool ok = base.kind == VALUE_NONE || value_index(in, p->name, base, last->subs, last->n, &out);
    value_drop(in, base);
    value_drop(in, out);
    return ok;
}

bool do_READ_PATH(Interp *in, Frame *f, const Instr *i) {
    Place p;
    uint32_t n = f->code->paths.at[i->b].n;
    Value out = value_none();
    if (!place_get(in, f, i->b, n, &p))
        return false;
    bool ok = true;
    if (i->x && p.base->kind == VALUE_NONE)
        ok = interp_fail(in, "in computed assignment A(index) OP= X, A must be defined first");
    else
        ok = value_read_path(in, p.name, *p.base, p.steps, n + 1, &out); /* all n of them */
    if (ok && i->x && out.kind == VALUE_NONE && n > 0 && p.steps[n - 1].kind != STEP_FIELD)
        ok = fail_nothing_there(in, &p, n);
    place_free(in, &p);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

bool do_SET_PATH(Interp *in, Frame *f, const Instr *i) {
    Place p;
    Operand rhs;
    uint32_t n = f->code->paths.at[i->b].n;
    if (!operand_get(in, f, i->a, &rhs))
        return false;
    Value held = value_hold(rhs.v);
    bool ok = place_get(in, f, i->b, n, &p);
    if (ok) {
        bool delete = i->y && p.steps[n - 1].kind == STEP_PAREN;
        ok = value_assign_path(in, p.name, p.base, p.steps, n, held, delete);
        place_done(in, f, i->b, &p);
        place_free(in, &p);
    }
    value_drop(in, held);
    operand_release(in, f, i->a, &rhs);
    return ok;
}

/* ---- places that take several values */

/* How many elements a subscript picks of base at position k of n. */
static bool picked(Interp *in, Value base, Value sub, uint32_t k, uint32_t n, int64_t *out) {
    if (sub.kind == VALUE_COLON) {
        *out = base.kind == VALUE_NONE ? 1 : value_end(base, k, n);
        return true;
    }
    *out = value_count(sub);
    if ((sub.kind != VALUE_ARRAY && sub.kind != VALUE_NUMBER) || value_class(sub) != CLASS_LOGICAL)
        return true;
    double *mask;
    int64_t count = *out;
    if (!value_to_doubles(in, sub, &mask))
        return false;
    *out = 0;
    for (int64_t j = 0; j < count; j++)
        *out += mask[j] != 0;
    interp_release(in, mask, sizeof(double) * (size_t)count);
    return true;
}

/* How many values the place takes: as many as its last ( ) or { } picks, or as there are structs. */
static bool place_count(Interp *in, const Place *p, int64_t *out) {
    uint32_t last = p->n - 1;
    bool field = p->steps[last].kind == STEP_FIELD;
    if (field && (last == 0 || p->steps[last - 1].kind != STEP_PAREN)) {
        Value v = value_none();
        if (!value_read_path(in, p->name, *p->base, p->steps, last + 1, &v))
            return false;
        *out = v.kind == VALUE_STRUCT ? value_count(v) : 1;
        value_drop(in, v);
        return true;
    }
    const Step *step = &p->steps[field ? last - 1 : last];
    Value base = value_none();
    if (!value_read_path(in, p->name, *p->base, p->steps, (uint32_t)(step - p->steps) + 1, &base))
        return false;
    bool ok = true;
    *out = 1;
    for (uint32_t k = 0; k < step->n && ok; k++) {
        int64_t n = 0;
        ok = picked(in, base, step->subs[k], k, step->n, &n);
        *out *= n;
    }
    value_drop(in, base);
    return ok;
}

bool do_PATH_COUNT(Interp *in, Frame *f, const Instr *i) {
    Place p;
    int64_t count = 0;
    if (!place_get(in, f, i->b, f->code->paths.at[i->b].n, &p))
        return false;
    bool ok = place_count(in, &p, &count);
    place_free(in, &p);
    double more = f->registers[i->c].as.number;
    if (ok && count + more > (double)UINT16_MAX)
        return interp_fail(in, "too many values are assigned to");
    if (ok)
        machine_set(in, f, i->a, value_double((double)count + more));
    return ok;
}

/* c{...} = v1, v2, ... is c(...) = {v1, v2, ...}. */
static bool set_elements_of_cell(Interp *in, Place *p, const Value *values, int64_t n) {
    Value row = value_none();
    Shape shape = shape_make(1, n);
    if (!value_cell_new(in, &shape, &row))
        return false;
    for (int64_t k = 0; k < n; k++)
        VALUE_CELL_OF(row)->at[k] = value_hold(values[k]);
    p->steps[p->n - 1].kind = STEP_PAREN;
    bool ok = value_assign_path(in, p->name, p->base, p->steps, p->n, row, false);
    value_drop(in, row);
    return ok;
}

/* s(...).f = v1, v2, ...: one struct after another. */
static bool set_fields(Interp *in, Place *p, const Value *values, int64_t n) {
    uint32_t last = p->n - 1;
    bool subscripts = last > 0 && p->steps[last - 1].kind == STEP_PAREN;
    if (subscripts && p->steps[last - 1].n != 1)
        return interp_fail(in, "some elements undefined in argument list");
    Step *steps = interp_alloc(in, sizeof(Step) * (p->n + 1));
    if (!steps)
        return false;
    memcpy(steps, p->steps, sizeof(Step) * p->n);
    Value sub = subscripts ? p->steps[last - 1].subs[0] : value_colon(), at = value_none();
    uint32_t paren = subscripts ? last - 1 : last;
    steps[paren] = (Step){.kind = STEP_PAREN, .subs = &at, .n = 1};
    steps[paren + 1] = p->steps[last];
    bool ok = true;
    for (int64_t k = 0; k < n && ok; k++) {
        at = value_double((double)k + 1);
        if (sub.kind != VALUE_COLON)
            ok = value_element(in, sub, k, &at);
        ok = ok && value_assign_path(in, p->name, p->base, steps, paren + 2, values[k], false);
        value_drop(in, at);
    }
    interp_release(in, steps, sizeof(Step) * (p->n + 1));
    return ok;
}

bool do_SET_ANY(Interp *in, Frame *f, const Instr *i) {
    Session *s = SESSION(in);
    Place p;
    int64_t count = 0;
    if (!place_get(in, f, i->a, f->code->paths.at[i->a].n, &p))
        return false;
    bool ok = place_count(in, &p, &count);
    Mark *mark = &s->marks.at[s->marks.len - 1];
    uint32_t at = mark->begin + mark->cursor;
    if (ok && (uint64_t)at + (uint64_t)count > s->list.len)
        ok = interp_fail(in, "some elements undefined in argument list");
    if (ok) {
        mark->cursor += (uint32_t)count;
        ok = p.steps[p.n - 1].kind == STEP_BRACE
                 ? set_elements_of_cell(in, &p, s->list.at + at, count)
                 : set_fields(in, &p, s->list.at + at, count);
    }
    p.lists = 0;
    place_done(in, f, i->a, &p);
    place_free(in, &p);
    return ok;
}

bool do_NEED_SET(Interp *in, Frame *f, const Instr *i) {
    if (machine_behind(&f->registers[i->a])->kind != VALUE_NONE)
        return true;
    return interp_fail(in, "in computed assignment A OP= X, A must be defined first");
}
