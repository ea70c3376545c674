/* Takes a plan and the plans inside it apart into one list of entries. */
#include "plan/report.h"

#include "ir/lex.h"
#include "ir/text.h"

static const char *const step_names[] = {
    [STEP_KERNEL] = "kernel",    [STEP_CONTRACT] = "contraction", [STEP_FOR] = "host-for",
    [STEP_WHILE] = "host-while", [STEP_IF] = "host-if",           [STEP_MAP] = "host-map",
    [STEP_PANELS] = "panels",    [STEP_ROUTINE] = "routine",
};

/* ---- reading */

static const Program *program_of(const Plan *plan) {
    return plan->module->programs.at[plan->program];
}

const Plan *entry_plan(const Report *r, const ReportEntry *e) {
    return r->plans.at[e->plan].plan;
}

const PlanStep *entry_step(const Report *r, const ReportEntry *e) {
    return &entry_plan(r, e)->steps.at[e->step];
}

const Kernel *entry_slang(const Report *r, const ReportEntry *e) {
    const PlanStep *step = entry_step(r, e);
    return step->kind == STEP_KERNEL ? &entry_plan(r, e)->kernels.at[step->kernel] : NULL;
}

const char *entry_schedule(const Report *r, const ReportEntry *e) {
    const Kernel *kernel = entry_slang(r, e);
    return kernel ? schedule_name(kernel->schedule) : step_names[entry_step(r, e)->kind];
}

bool entry_is_host(const Report *r, const ReportEntry *e) {
    StepKind kind = entry_step(r, e)->kind;
    return kind != STEP_KERNEL && kind != STEP_CONTRACT && kind != STEP_ROUTINE;
}

const uint32_t *entry_instrs(const Report *r, const ReportEntry *e, uint32_t *n) {
    const Kernel *kernel = entry_slang(r, e);
    *n = kernel ? kernel->steps.len : 1;
    return kernel ? kernel->steps.at : &entry_step(r, e)->instr;
}

Loc entry_loc(const Report *r, const ReportEntry *e, uint32_t instr) {
    const Plan *plan = entry_plan(r, e);
    Loc loc = program_loc(plan->module->programs.at[plan->program], instr);
    if (loc.column != LOC_STEP)
        return loc;
    return (Loc){loc.line - 1 < r->n_step_lines ? r->step_lines[loc.line - 1] : 0, 0};
}

bool entry_computes(const Report *r, const ReportEntry *e, uint32_t instr) {
    uint32_t n;
    const uint32_t *instrs = entry_instrs(r, e, &n);
    uint32_t low = 0, high = n; /* they stand in order */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (instrs[middle] < instr)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && instrs[low] == instr;
}

uint32_t report_maker(const Plan *plan, VarId var) {
    const Program *p = program_of(plan);
    uint32_t low = 0, high = p->instrs.len; /* results are numbered in their order */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const Instr *i = &p->instrs.at[middle];
        if (var < i->out)
            high = middle;
        else if (var >= i->out + i->n_out)
            low = middle + 1;
        else
            return middle;
    }
    return NO_ENTRY;
}

static uint64_t sum_bytes(const ReportUse *uses, uint32_t n) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += uses[i].bytes;
    return sum;
}

uint64_t entry_bytes_read(const Report *r, const ReportEntry *e) {
    return sum_bytes(r->uses.at + e->use, e->n_read);
}

uint64_t entry_bytes_written(const Report *r, const ReportEntry *e) {
    return sum_bytes(r->uses.at + e->use + e->n_read, e->n_written);
}

/* ---- making */

/* Notes that the last entry uses a buffer, once. Reads are noted before writes. */
static bool add_use(Env *env, Report *r, ReportEntry *e, BufferId buffer, bool writes) {
    uint32_t first = writes ? e->use + e->n_read : e->use;
    for (uint32_t i = first; i < r->uses.len; i++)
        if (r->uses.at[i].buffer == buffer)
            return true;
    TRY(vec_push(env, &r->uses, ((ReportUse){buffer, 0})));
    *(writes ? &e->n_written : &e->n_read) += 1;
    return true;
}

static bool add_uses(Env *env, Report *r, ReportEntry *e) {
    const Plan *plan = entry_plan(r, e);
    const PlanStep *step = entry_step(r, e);
    const Kernel *kernel = entry_slang(r, e);
    e->use = r->uses.len;
    for (int writes = 0; writes < 2; writes++) {
        for (uint32_t i = 0; kernel && i < kernel->accesses.len; i++) {
            const Access *a = &kernel->accesses.at[i];
            if (a->buffer != NO_BUFFER && a->store == (writes == 1))
                TRY(add_use(env, r, e, a->buffer, writes == 1));
        }
        uint32_t first = step->place + (writes ? step->n_in : 0);
        for (uint32_t i = 0; !kernel && i < (writes ? step->n_out : step->n_in); i++)
            if (plan->places.at[first + i].buffer != NO_BUFFER)
                TRY(add_use(env, r, e, plan->places.at[first + i].buffer, writes == 1));
    }
    return true;
}

VarId report_output(const Plan *plan, uint32_t index) {
    const Program *p = program_of(plan);
    VarId var = p->outputs.at[index];
    uint32_t maker = report_maker(plan, var);
    /* A plan makes a copy of an output that is an input, or a view: that one has the name. */
    bool copy = maker != NO_ENTRY && p->instrs.at[maker].op == OP_copy;
    return copy && p->vars.at[var].name == NO_STR ? instr_in(p, &p->instrs.at[maker])[0] : var;
}

static void name_stored(const Kernel *kernel, const Program *p, VarId *vars) {
    for (uint32_t i = 0; i < kernel->body.len; i++) {
        const KernelInstr *instr = &kernel->body.at[i];
        if (instr->code != K_STORE && instr->code != K_SCATTER)
            continue;
        BufferId buffer = kernel->accesses.at[instr->access].buffer;
        if (vars[buffer] == NO_VAR && instr->step < p->instrs.len)
            vars[buffer] = p->instrs.at[instr->step].out;
    }
}

/* What the buffers hold: inputs, outputs, and else what the instruction makes that stores there. */
static void name_buffers(const Plan *plan, VarId *vars) {
    const Program *p = program_of(plan);
    for (BufferId id = 0; id < plan->buffers.len; id++) {
        const Buffer *b = &plan->buffers.at[id];
        vars[id] = b->kind == BUFFER_INPUT    ? b->index
                   : b->kind == BUFFER_OUTPUT ? report_output(plan, b->index)
                                              : NO_VAR;
    }
    for (uint32_t i = 0; i < plan->kernels.len; i++)
        name_stored(&plan->kernels.at[i], p, vars);
    for (uint32_t i = 0; i < plan->steps.len; i++) {
        const PlanStep *step = &plan->steps.at[i];
        if (step->kind == STEP_KERNEL)
            continue;
        const Instr *instr = &p->instrs.at[step->instr];
        for (uint32_t k = 0; k < step->n_out && k < instr->n_out; k++) {
            BufferId buffer = plan->places.at[step->place + step->n_in + k].buffer;
            if (buffer != NO_BUFFER && vars[buffer] == NO_VAR)
                vars[buffer] = instr->out + k;
        }
    }
}

/* A plan whose entries are being listed: on a stack, for plans nest to any depth. */
typedef struct Visit {
    uint32_t plan; /* in Report.plans */
    uint32_t step; /* the next */
    uint32_t arm;  /* of the step before: the body to be listed next; 2: none */
    uint32_t entry;
} Visit;

typedef struct Visits {
    VEC(Visit) stack;
} Visits;

static bool enter(Env *env, Report *r, Visits *v, const Plan *plan, uint32_t host, uint32_t arm) {
    ReportPlan entered = {.plan = plan, .host = host, .arm = arm, .entry = r->entries.len};
    entered.vars = env_new(env, ((size_t)plan->buffers.len + 1) * sizeof(VarId));
    TRY(entered.vars);
    if (!vec_push(env, &r->plans, entered)) {
        env_free(env->allocator, entered.vars, ((size_t)plan->buffers.len + 1) * sizeof(VarId));
        return false;
    }
    name_buffers(plan, entered.vars);
    return vec_push(env, &v->stack, ((Visit){.plan = r->plans.len - 1, .arm = 2}));
}

/* One move: into a body, to the next step, or out. */
static bool visit_next(Env *env, Report *r, Visits *v) {
    Visit *at = &v->stack.at[v->stack.len - 1];
    const Plan *plan = r->plans.at[at->plan].plan;
    if (at->arm < 2) {
        uint32_t arm = at->arm++, host = at->entry;
        const Plan *sub = plan->steps.at[at->step - 1].subs[arm];
        return !sub || enter(env, r, v, sub, host, arm);
    }
    if (at->step == plan->steps.len) {
        v->stack.len--;
        return true;
    }
    ReportEntry e = {.plan = at->plan, .step = at->step, .depth = v->stack.len - 1};
    at->entry = r->entries.len;
    at->arm = plan->steps.at[at->step++].kind == STEP_KERNEL ? 2 : 0;
    r->plans.at[at->plan].n_entries++;
    return add_uses(env, r, &e) && vec_push(env, &r->entries, e);
}

static bool list_entries(Env *env, Report *r, const Plan *plan) {
    Visits v = {{0}};
    bool ok = enter(env, r, &v, plan, NO_ENTRY, 0);
    while (ok && v.stack.len)
        ok = visit_next(env, r, &v);
    vec_free(env->allocator, &v.stack);
    return ok;
}

/* Which entry of plan number k computes an instruction; the first where several do. */
static void find_owners(const Report *r, uint32_t k, uint32_t *owners, uint32_t n) {
    uint32_t left = r->plans.at[k].n_entries;
    for (uint32_t i = 0; i < n; i++)
        owners[i] = NO_ENTRY;
    for (uint32_t id = r->plans.at[k].entry; left > 0; id++) {
        const ReportEntry *e = &r->entries.at[id];
        uint32_t count;
        if (e->plan != k)
            continue;
        left--;
        const uint32_t *instrs = entry_instrs(r, e, &count);
        for (uint32_t i = 0; i < count; i++)
            if (instrs[i] < n && owners[instrs[i]] == NO_ENTRY)
                owners[instrs[i]] = id;
    }
}

static bool list_apart_of(Env *env, Report *r, uint32_t k) {
    const Plan *plan = r->plans.at[k].plan;
    uint32_t n = program_of(plan)->instrs.len;
    uint32_t *owners = env_new(env, ((size_t)n + 1) * sizeof *owners);
    TRY(owners);
    r->plans.at[k].owners = owners;
    find_owners(r, k, owners, n);
    for (uint32_t i = 0; i < plan->apart.len; i++) {
        const Apart *a = &plan->apart.at[i];
        ReportApart apart = {a, k, owners[a->producer], owners[a->consumer]};
        /* A third one may have brought them together after all. */
        if (apart.producer == NO_ENTRY || apart.producer != apart.consumer)
            TRY(vec_push(env, &r->apart, apart));
    }
    return true;
}

bool report_new(Env *env, const Plan *plan, Report *out) {
    *out = (Report){.allocator = *env->allocator};
    bool ok = list_entries(env, out, plan);
    for (uint32_t k = 0; ok && k < out->plans.len; k++)
        ok = list_apart_of(env, out, k);
    if (!ok)
        report_free(out);
    return ok;
}

void report_free(Report *r) {
    for (uint32_t k = 0; k < r->plans.len; k++) {
        const ReportPlan *p = &r->plans.at[k];
        size_t instrs = (size_t)program_of(p->plan)->instrs.len + 1;
        env_free(&r->allocator, p->owners, instrs * sizeof *p->owners);
        env_free(&r->allocator, p->extents,
                 ((size_t)p->plan->extents.len + 1) * sizeof *p->extents);
        env_free(&r->allocator, p->vars, ((size_t)p->plan->buffers.len + 1) * sizeof *p->vars);
    }
    vec_free(&r->allocator, &r->plans);
    vec_free(&r->allocator, &r->entries);
    vec_free(&r->allocator, &r->uses);
    vec_free(&r->allocator, &r->apart);
}

const ReportPlan *report_panels(const Report *r, uint32_t entry) {
    uint32_t k = 0;
    if (entry_step(r, &r->entries.at[entry])->kind != STEP_PANELS)
        return NULL;
    while (r->plans.at[k].host != entry)
        k++;
    return &r->plans.at[k];
}

ExtentId report_cut(const Plan *plan, const PlanStep *step, uint32_t j) {
    Place place = plan->places.at[step->place + step->n_in]; /* a result: all of them are cut */
    uint8_t axis = panel_axis(plan, step, step->n_in, j);
    return place.view == VIEW_IDENTITY
               ? plan->shapes.at[plan->buffers.at[place.buffer].shape + axis]
               : plan->view_axes.at[plan->views.at[place.view].axes + axis].extent;
}

/* ---- pieces of text */

bool report_is_literal(const Plan *plan, uint32_t instr) {
    return op_info(program_of(plan)->instrs.at[instr].op)->rule == RULE_CONST;
}

static void put_literal(Str *out, const Plan *plan, const Instr *maker) {
    Literal literal = attr_literal(program_of(plan), maker, AT_CONST_VALUE);
    if (literal.form == LITERAL_TYPED)
        text_print_bits(out, type_dtype(&plan->module->types, literal.type), literal.bits);
    else
        text_print_literal(out, plan->module, &literal);
}

/* Literals, and views of something, stand where they are used: "mul(transpose(x), 2.0)". */
static void put_operand(Str *out, const Plan *plan, VarId var) {
    enum { MAX_VIEWS = 4 }; /* in each other; more go by their name */
    const Program *p = program_of(plan);
    const Instr *views[MAX_VIEWS];
    uint32_t n = 0, maker = report_maker(plan, var);
    while (maker != NO_ENTRY && n < MAX_VIEWS &&
           (op_info(p->instrs.at[maker].op)->flags & OPF_VIEW)) {
        views[n] = &p->instrs.at[maker];
        str_format(out, "%s(", op_info(views[n]->op)->name);
        var = instr_in(p, views[n++])[0];
        maker = report_maker(plan, var);
    }
    if (maker != NO_ENTRY && report_is_literal(plan, maker))
        put_literal(out, plan, &p->instrs.at[maker]);
    else
        text_print_var(out, plan->module, p, var);
    while (n-- > 0) {
        text_print_attrs(out, plan->module, p, views[n], false);
        str_putc(out, ')');
    }
}

void report_put_results(Str *out, const Plan *plan, uint32_t instr) {
    const Program *p = program_of(plan);
    const Instr *i = &p->instrs.at[instr];
    for (uint32_t k = 0; k < i->n_out; k++) {
        str_puts(out, k ? ", " : "");
        text_print_var(out, plan->module, p, i->out + k);
    }
}

void report_put_side(Str *out, const Report *r, const ReportApart *a, uint32_t instr,
                     uint32_t entry) {
    report_put_results(out, r->plans.at[a->plan].plan, instr);
    if (entry != NO_ENTRY)
        str_format(out, " (kernel %u)", entry);
}

void report_put_instr(Str *out, const Plan *plan, uint32_t instr) {
    const Program *p = program_of(plan);
    const Instr *i = &p->instrs.at[instr];
    const OpInfo *info = op_info(i->op);
    report_put_results(out, plan, instr);
    str_puts(out, " = ");
    if (info->rule == RULE_CALL) { /* written as its callee */
        const Program *callee = plan->module->programs.at[attr_word(p, i, AT_CALLEE)];
        str_putc(out, '@');
        print_name(out, strings_get(&plan->module->strings, callee->name), false);
    } else {
        str_puts(out, info->name);
    }
    str_putc(out, '(');
    for (uint32_t k = 0; k < i->n_in; k++) {
        str_puts(out, k ? ", " : "");
        put_operand(out, plan, instr_in(p, i)[k]);
    }
    if (info->rule != RULE_CALL)
        text_print_attrs(out, plan->module, p, i, i->n_in == 0);
    str_putc(out, ')');
}

void report_put_extent(Str *out, const Plan *plan, ExtentId extent) {
    const Extent *e = &plan->extents.at[extent];
    if (e->name != NO_STR)
        print_name(out, strings_get(&plan->module->strings, e->name), false);
    else if (e->kind == EXTENT_NUMBER)
        str_int(out, e->value);
    else
        str_format(out, "e%u", extent);
}

void report_put_shape(Str *out, const Plan *plan, uint32_t shape, uint32_t rank, uint32_t bar) {
    str_putc(out, '[');
    for (uint32_t k = 0; k < rank; k++) {
        str_puts(out, k == bar ? (k ? " | " : "| ") : k ? ", " : "");
        report_put_extent(out, plan, plan->shapes.at[shape + k]);
    }
    str_putc(out, ']');
}

void report_put_buffer(Str *out, const Report *r, uint32_t k, BufferId buffer) {
    const ReportPlan *p = &r->plans.at[k];
    if (p->vars[buffer] == NO_VAR)
        str_format(out, "b%u", buffer);
    else
        text_print_var(out, p->plan->module, program_of(p->plan), p->vars[buffer]);
}

/* bytes / scale, rounded to the nearest. */
static uint64_t rounded(uint64_t bytes, uint64_t scale) {
    return bytes / scale + (bytes % scale >= scale - scale / 2);
}

void report_put_bytes(Str *out, uint64_t bytes) {
    static const char units[][3] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    unsigned unit = 0;
    uint64_t scale = 1;
    while (unit < 6 && rounded(bytes, scale) >= 1000) {
        scale *= 1000;
        unit++;
    }
    uint64_t tenths = unit ? rounded(bytes, scale / 10) : 0;
    if (unit == 0 || tenths >= 1000)
        str_format(out, "%u %s", (unsigned)rounded(bytes, scale), units[unit]);
    else
        str_format(out, "%u.%u %s", (unsigned)(tenths / 10), (unsigned)(tenths % 10), units[unit]);
}
