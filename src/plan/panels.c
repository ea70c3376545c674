/*
 * Which instructions become panels. From a product on, everything is taken that computes each place along some of the
 * product's axes by itself: what is made of it (an activation, a softmax, another product), then what is made for it
 * alone (a cast, a normalised row). These axes are cut, and a block of places goes through all of it before the next
 * one begins. It pays where a value in between is needed by nobody else: that one is never formed.
 *
 * Nothing is computed twice, and each place as it would be without panels; so results have the same bits wherever a
 * product's are fixed by its shape. (A BLAS may round otherwise when it is given fewer rows.)
 */
#include "plan/panels.h"

enum {
    MAX_PROGRAM = 1 << 14, /* instructions; larger programs are left alone */
    MAX_TRIES = 64         /* products of a program that are looked at */
};

typedef struct Finder {
    Planner *pl;
    Env *env;
    const Types *t;
    const Program *p;
    uint32_t *definers; /* by variable */
    uint8_t *tainted;   /* by variable: made of a member's value by somebody who is none */
    uint32_t *users;    /* by variable: members that read it, each as often as it does */
    uint32_t *uses;     /* by variable: all that read it, outputs among them */
    PanelSet set;
} Finder;

/* ---- looking at one instruction */

static bool is_contraction(const Instr *i) {
    TypeRule rule = op_info(i->op)->rule;
    return rule == RULE_MATMUL || rule == RULE_CONTRACT;
}

/* Its operand stands for an extent that an input has, too. */
static bool asks_input(const Finder *f, const Instr *i) {
    VarId input;
    uint32_t axis;
    return extent_of_input(f->t, f->p, i, &input, &axis);
}

static bool is_member_value(const Finder *f, VarId v) {
    return f->set.cut[v][0] != NOT_CUT;
}

/* The axis of the result that operand number k is cut along where it is cut along `axis`. */
static bool axis_from(const Finder *f, const Instr *i, uint32_t k, uint32_t axis, uint8_t *out) {
    uint32_t rank = type_rank(f->t, f->p->vars.at[i->out].type);
    for (uint32_t a = 0; a < rank; a++)
        if (follow_axis(f->t, f->p, i, k, a) == (int)axis) {
            *out = (uint8_t)a;
            return true;
        }
    return false;
}

/* With the result cut along these axes: can every operand be cut, or read whole? Values of members are cut as they are. */
static bool operands_fit(const Finder *f, const Instr *i, const uint8_t *cut) {
    const Dim *dims = type_dims(f->t, f->p->vars.at[i->out].type);
    for (uint32_t j = 0; j < f->set.n_cuts; j++) {
        if (dims[cut[j]] == 1)
            return false;
        for (uint32_t k = 0; k < i->n_in; k++) {
            VarId x = instr_in(f->p, i)[k];
            int axis = follow_axis(f->t, f->p, i, k, cut[j]);
            if (axis == FOLLOW_NONE || f->tainted[x])
                return false;
            if (is_member_value(f, x) && axis != f->set.cut[x][j])
                return false;
        }
    }
    return true;
}

static bool may_be_member(const Instr *i) {
    const OpInfo *info = op_info(i->op);
    return i->n_out == 1 && i->n_in > 0 && !(info->flags & OPF_CONTROL) &&
           info->rule != RULE_EXTENT;
}

/* Does the instruction go on with a value of a member, place by place? */
static bool goes_on(const Finder *f, const Instr *i, uint8_t *cut) {
    if (!may_be_member(i))
        return false;
    for (uint32_t k = 0; k < i->n_in; k++) {
        VarId x = instr_in(f->p, i)[k];
        if (!is_member_value(f, x))
            continue;
        for (uint32_t j = 0; j < f->set.n_cuts; j++)
            if (!axis_from(f, i, k, f->set.cut[x][j], &cut[j]))
                return false;
        return operands_fit(f, i, cut);
    }
    return false;
}

static void add_member(Finder *f, uint32_t n, const uint8_t *cut) {
    const Instr *i = &f->p->instrs.at[n];
    f->set.member[n] = 1;
    memcpy(f->set.cut[i->out], cut, MAX_CUTS);
    for (uint32_t k = 0; k < i->n_in; k++)
        f->users[instr_in(f->p, i)[k]]++;
    if (n < f->set.first)
        f->set.first = n;
    if (n > f->set.last)
        f->set.last = n;
}

static void drop_member(Finder *f, uint32_t n) {
    const Instr *i = &f->p->instrs.at[n];
    f->set.member[n] = 0;
    f->set.cut[i->out][0] = NOT_CUT;
    for (uint32_t k = 0; k < i->n_in; k++)
        f->users[instr_in(f->p, i)[k]]--;
}

/* ---- growing */

/* The axes of a product that belong to the rows: those of its batches and its first operand. */
static bool seed(const Finder *f, const Instr *i, uint8_t *cut, uint32_t *n_cuts) {
    ProductAxes x, y;
    product_axes(f->t, f->p, i, 0, &x);
    product_axes(f->t, f->p, i, 1, &y);
    const Dim *dims = type_dims(f->t, f->p->vars.at[i->out].type);
    *n_cuts = 0;
    for (uint32_t a = 0; a < x.n_batch + x.n_own; a++)
        if (dims[a] != 1) {
            if (*n_cuts == MAX_CUTS)
                return false;
            cut[(*n_cuts)++] = (uint8_t)a;
        }
    return *n_cuts > 0 && y.n_own > 0 && x.n_own > 0 && dims[x.n_batch] != 1;
}

static void grow_forwards(Finder *f, uint32_t from) {
    uint8_t cut[MAX_CUTS] = {0};
    for (uint32_t n = from; n < f->p->instrs.len; n++) {
        const Instr *i = &f->p->instrs.at[n];
        if (f->set.member[n])
            continue;
        if (goes_on(f, i, cut)) {
            add_member(f, n, cut);
            continue;
        }
        bool tainted = false;
        for (uint32_t k = 0; k < i->n_in && !asks_input(f, i); k++) {
            VarId x = instr_in(f->p, i)[k];
            tainted |= f->tainted[x] || is_member_value(f, x);
        }
        for (uint32_t k = 0; k < i->n_out; k++)
            f->tainted[i->out + k] = tainted;
    }
}

/* How members see a value that all its readers are: cut along all axes, and all in the same way? */
static bool seen_alike(const Finder *f, VarId v, uint8_t *cut) {
    bool first = true;
    for (uint32_t n = f->definers[v] + 1; n <= f->set.last; n++) {
        const Instr *i = &f->p->instrs.at[n];
        for (uint32_t k = 0; f->set.member[n] && k < i->n_in; k++) {
            if (instr_in(f->p, i)[k] != v)
                continue;
            for (uint32_t j = 0; j < f->set.n_cuts; j++) {
                int axis = follow_axis(f->t, f->p, i, k, f->set.cut[i->out][j]);
                if (axis < 0 || (!first && axis != cut[j]))
                    return false;
                cut[j] = (uint8_t)axis;
            }
            first = false;
        }
    }
    return !first;
}

static void grow_backwards(Finder *f) {
    uint8_t cut[MAX_CUTS] = {0};
    for (uint32_t n = f->set.last; n-- > 0;) {
        const Instr *i = &f->p->instrs.at[n];
        if (f->set.member[n] || !may_be_member(i) || f->users[i->out] != f->uses[i->out] ||
            f->tainted[i->out] || !seen_alike(f, i->out, cut) || !operands_fit(f, i, cut))
            continue;
        add_member(f, n, cut);
    }
}

/* Views at the edges move nothing; those who read them see through them. */
static void trim(Finder *f) {
    for (uint32_t n = f->set.last + 1; n-- > f->set.first;) {
        const Instr *i = &f->p->instrs.at[n];
        if (f->set.member[n] && (op_info(i->op)->flags & OPF_VIEW) && f->users[i->out] == 0)
            drop_member(f, n);
    }
    for (uint32_t n = f->set.first; n <= f->set.last; n++) {
        const Instr *i = &f->p->instrs.at[n];
        if (f->set.member[n] && (op_info(i->op)->flags & OPF_VIEW) &&
            !is_member_value(f, instr_in(f->p, i)[0]))
            drop_member(f, n);
    }
    while (f->set.first < f->set.last && !f->set.member[f->set.first])
        f->set.first++;
    while (f->set.last > f->set.first && !f->set.member[f->set.last])
        f->set.last--;
}

/* ---- whether it pays */

/* What a member is made of, behind views that are members. */
static uint32_t maker_behind(const Finder *f, VarId v) {
    uint32_t n = f->definers[v];
    while (n != NO_INSTR && f->set.member[n] && (op_info(f->p->instrs.at[n].op)->flags & OPF_VIEW))
        n = f->definers[instr_in(f->p, &f->p->instrs.at[n])[0]];
    return n != NO_INSTR && f->set.member[n] ? n : NO_INSTR;
}

/* Is there a value between a product and another member that nobody outside needs? */
static bool saves(const Finder *f) {
    for (uint32_t n = f->set.first; n <= f->set.last; n++) {
        const Instr *i = &f->p->instrs.at[n];
        if (!f->set.member[n] || (op_info(i->op)->flags & OPF_VIEW))
            continue;
        for (uint32_t k = 0; k < i->n_in; k++) {
            uint32_t maker = maker_behind(f, instr_in(f->p, i)[k]);
            if (maker == NO_INSTR ||
                !(is_contraction(i) || is_contraction(&f->p->instrs.at[maker])))
                continue;
            VarId v = f->p->instrs.at[maker].out;
            if (f->users[v] == f->uses[v])
                return true;
        }
    }
    return false;
}

/* ---- a program */

static void begin(Finder *f) {
    memset(f->set.member, 0, (size_t)f->p->instrs.len + 1);
    memset(f->tainted, 0, (size_t)f->p->vars.len + 1);
    memset(f->users, 0, ((size_t)f->p->vars.len + 1) * sizeof *f->users);
    for (VarId v = 0; v < f->p->vars.len; v++)
        f->set.cut[v][0] = NOT_CUT;
}

static bool try_product(Finder *f, uint32_t n) {
    uint8_t cut[MAX_CUTS] = {0};
    const Instr *i = &f->p->instrs.at[n];
    if (!is_contraction(i) || !seed(f, i, cut, &f->set.n_cuts))
        return false;
    begin(f);
    f->set.first = f->set.last = n;
    add_member(f, n, cut);
    grow_forwards(f, n + 1);
    grow_backwards(f);
    trim(f);
    return saves(f);
}

static bool open_finder(Finder *f, Planner *pl) {
    Env *env = pl->env;
    const Program *p = pl->p;
    size_t vars = (size_t)p->vars.len + 1, instrs = (size_t)p->instrs.len + 1;
    *f = (Finder){.pl = pl, .env = env, .t = &pl->m->types, .p = p};
    f->definers = program_definers(env, p);
    f->tainted = env_new(env, vars);
    f->users = env_new(env, vars * sizeof *f->users);
    f->uses = env_new(env, vars * sizeof *f->uses);
    f->set.member = env_new(env, instrs);
    f->set.cut = env_new(env, vars * sizeof *f->set.cut);
    TRY(f->definers && f->tainted && f->users && f->uses && f->set.member && f->set.cut);
    for (uint32_t n = 0; n < p->instrs.len; n++)
        for (uint32_t k = 0; k < p->instrs.at[n].n_in && !asks_input(f, &p->instrs.at[n]); k++)
            f->uses[instr_in(p, &p->instrs.at[n])[k]]++;
    for (uint32_t k = 0; k < p->outputs.len; k++)
        f->uses[p->outputs.at[k]]++;
    return true;
}

static void close_finder(Finder *f) {
    const frit_allocator *a = f->env->allocator;
    size_t vars = (size_t)f->p->vars.len + 1, instrs = (size_t)f->p->instrs.len + 1;
    env_free(a, f->definers, vars * sizeof *f->definers);
    env_free(a, f->tainted, vars);
    env_free(a, f->users, vars * sizeof *f->users);
    env_free(a, f->uses, vars * sizeof *f->uses);
    env_free(a, f->set.member, instrs);
    env_free(a, f->set.cut, vars * sizeof *f->set.cut);
}

/* Makes panels around the next product from instruction *at on; *at: NO_INSTR where there are none. */
static bool next_panels(Planner *pl, uint32_t *at, uint32_t *tries) {
    Finder f;
    Program *made = NULL;
    bool ok = open_finder(&f, pl);
    for (; ok && !made && *at<f.p->instrs.len && * tries> 0; ++*at) {
        if (!is_contraction(&f.p->instrs.at[*at]))
            continue;
        --*tries;
        if (try_product(&f, *at))
            ok = outline_panels(pl, &f.set, at, &made);
    }
    close_finder(&f);
    if (!made) {
        *at = NO_INSTR;
        return ok;
    }
    program_free(pl->env->allocator, pl->outlined);
    pl->p = pl->outlined = made;
    return true;
}

bool plan_panels(Planner *pl) {
    const Plan *plan = pl->plan;
    uint32_t at = 0, tries = MAX_TRIES;
    if (!plan->fuses || plan->limits.panel == 0 || pl->p->instrs.len > MAX_PROGRAM ||
        pl->p->external)
        return true;
    while (at != NO_INSTR)
        TRY(next_panels(pl, &at, &tries));
    return !pl->outlined || outline_finish(pl);
}
