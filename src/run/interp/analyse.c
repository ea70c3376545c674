/* Shapes, phases and regions of a kernel's values. */
#include "run/interp/prep.h"

static bool is_opener(const KernelInstr *i) {
    return i->code == K_FOR || i->code == K_WHILE || i->code == K_IF;
}

static bool is_effect(const KernelInstr *i) {
    return i->code == K_STORE || i->code == K_SCATTER;
}

/* ---- where values come from */

static bool find_regions(Prep *p) {
    const Kernel *kernel = p->kernel;
    uint32_t open = NO_INSTR;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_END)
            open = p->around[i->match];
        p->around[n] = open;
        if (open != NO_INSTR && (is_effect(i) || i->code == K_REDUCE || i->code == K_SCAN))
            return env_fail(p->env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                            "a kernel stores, reduces or scans inside a loop or branch");
        if (i->value != NO_VAL) {
            p->def[i->value] = n;
            p->hidden[i->value] = open != NO_INSTR || i->code == K_FOR;
        }
        if (!is_opener(i))
            continue;
        for (uint32_t c = 0; c < i->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[i->carry + c];
            p->def[carry->result] = n;
            p->hidden[carry->result] = open != NO_INSTR;
            if (i->code != K_IF) {
                p->def[carry->phi] = n;
                p->hidden[carry->phi] = true;
            }
        }
        open = n;
    }
    return true;
}

/* ---- shapes */

static Shape level_shape(const Prep *p, uint8_t level) {
    return level == LEVEL_UNIFORM          ? SHAPE_ONE
           : level == LEVEL_ROW && !p->map ? SHAPE_ROWS
                                           : SHAPE_TILE;
}

static bool varies(const Line *line) {
    for (uint32_t k = 0; k < line->n; k++)
        if (line->axes[k].stride != 0)
            return true;
    return false;
}

/* The shape of the places that a store writes. */
static Shape places_shape(const Prep *p, const Path *path) {
    if (varies(&path->inner) || path->empty) /* no element: no store, not even one for all */
        return SHAPE_TILE;
    if (varies(&path->rows))
        return p->map ? SHAPE_TILE : SHAPE_ROWS;
    return SHAPE_ONE;
}

static Shape operands_shape(const Prep *p, const KernelInstr *i) {
    const ValId *in = kernel_in(p->kernel, i);
    Shape shape = SHAPE_ONE;
    for (uint32_t k = 0; k < i->n_in; k++)
        if (p->shape[in[k]] > shape)
            shape = p->shape[in[k]];
    return shape;
}

/* The lanes that the regions around an instruction leave on. */
static Shape mask_around(const Prep *p, uint32_t n) {
    for (uint32_t r = p->around[n]; r != NO_INSTR; r = p->around[r])
        if (p->mask[r] != SHAPE_ONE)
            return p->mask[r];
    return SHAPE_ONE;
}

static void raise(uint8_t *shape, Shape to, bool *changed) {
    if (*shape < to) {
        *shape = (uint8_t)to;
        *changed = true;
    }
}

static void shape_region(Prep *p, uint32_t n, bool *changed) {
    const KernelInstr *i = &p->kernel->body.at[n];
    Shape test = operands_shape(p, i->code == K_WHILE ? &p->kernel->body.at[i->match] : i);
    /* A row's lanes may be off one by one inside a region whose lanes are elements. */
    if (test != SHAPE_ONE && mask_around(p, n) > test)
        test = mask_around(p, n);
    raise(&p->mask[n], test, changed);
    if (i->value != NO_VAL)
        raise(&p->shape[i->value], test, changed);
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &p->kernel->carries.at[i->carry + c];
        Shape most = p->shape[carry->result];
        Shape among[] = {p->shape[carry->init], p->shape[carry->next], test,
                         i->code == K_IF ? SHAPE_ONE : (Shape)p->shape[carry->phi]};
        for (unsigned k = 0; k < 4; k++)
            if (among[k] > most)
                most = among[k];
        raise(&p->shape[carry->result], most, changed);
        if (i->code != K_IF)
            raise(&p->shape[carry->phi], most, changed);
    }
}

static void shape_instr(Prep *p, uint32_t n, bool *changed) {
    const KernelInstr *i = &p->kernel->body.at[n];
    Shape shape = SHAPE_ONE;
    switch (i->code) {
    case K_CONST:
    case K_LOAD:
    case K_INDEX:
    case K_REDUCE: return; /* as the planner says */
    case K_FOR:
    case K_WHILE:
    case K_IF: shape_region(p, n, changed); return;
    case K_STORE:
    case K_SCATTER:
        shape = operands_shape(p, i);
        if (p->at[n] < shape)
            p->at[n] = (uint8_t)shape;
        return;
    case K_SCAN: shape = SHAPE_TILE; break;
    case K_GATHER: shape = mask_around(p, n); break;
    default: break;
    }
    if (i->value == NO_VAL)
        return;
    if (operands_shape(p, i) > shape)
        shape = operands_shape(p, i);
    raise(&p->shape[i->value], shape, changed);
}

static void find_shapes(Prep *p) {
    const Kernel *kernel = p->kernel;
    for (uint32_t v = 0; v < kernel->values.len; v++)
        p->shape[v] = (uint8_t)level_shape(p, kernel->values.at[v].level);
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_CONST)
            p->shape[i->value] = SHAPE_ONE;
        else if (i->code == K_REDUCE)
            p->shape[i->value] = SHAPE_ROWS;
        else if (i->code == K_STORE)
            p->at[n] = (uint8_t)places_shape(p, &p->k->paths[i->access]);
        else if (i->code == K_SCATTER)
            p->at[n] = SHAPE_TILE;
    }
    /* Shapes only grow and there are three, so this ends soon; loops are why once is not enough. */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < kernel->body.len; n++)
            shape_instr(p, n, &changed);
    }
}

/* ---- uses */

static void use(Prep *p, ValId v, Shape shape) {
    if (p->used_at[v] < shape)
        p->used_at[v] = (uint8_t)shape;
}

static void find_uses(Prep *p) {
    const Kernel *kernel = p->kernel;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        const ValId *in = kernel_in(kernel, i);
        Shape shape = is_effect(i)                               ? (Shape)p->at[n]
                      : i->code == K_REDUCE || i->code == K_SCAN ? SHAPE_TILE
                      : is_opener(i)                             ? (Shape)p->mask[n]
                      : i->code == K_TEST                        ? (Shape)p->mask[p->around[n]]
                      : i->value != NO_VAL                       ? (Shape)p->shape[i->value]
                                                                 : SHAPE_ONE;
        for (uint32_t k = 0; k < i->n_in; k++)
            use(p, in[k], shape);
        if (i->code == K_STORE && p->store[in[0]] == NO_INSTR)
            p->store[in[0]] = n;
        for (uint32_t c = 0; is_opener(i) && c < i->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[i->carry + c];
            use(p, carry->init, p->shape[carry->result]);
            use(p, carry->next, p->shape[carry->result]);
        }
    }
}

/* ---- phases */

static uint32_t operands_phase(const Prep *p, const KernelInstr *i) {
    const ValId *in = kernel_in(p->kernel, i);
    uint32_t phase = 0;
    for (uint32_t k = 0; k < i->n_in; k++)
        if (p->phase[in[k]] > phase)
            phase = p->phase[in[k]];
    return phase;
}

static uint32_t carries_phase(const Prep *p, const KernelInstr *i, uint32_t phase) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &p->kernel->carries.at[i->carry + c];
        if (p->phase[carry->init] > phase)
            phase = p->phase[carry->init];
        if (p->phase[carry->next] > phase)
            phase = p->phase[carry->next];
    }
    return phase;
}

static void set_carries_phase(Prep *p, const KernelInstr *i, uint32_t phase) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &p->kernel->carries.at[i->carry + c];
        p->phase[carry->result] = phase;
        if (i->code != K_IF)
            p->phase[carry->phi] = phase;
    }
}

/* A region as a whole waits for everything it uses. */
static uint32_t region_phase(Prep *p, uint32_t n) {
    const Kernel *kernel = p->kernel;
    uint32_t phase = 0, last = n;
    do {
        const KernelInstr *i = &kernel->body.at[last];
        uint32_t needs = operands_phase(p, i);
        if (is_opener(i))
            needs = carries_phase(p, i, needs);
        if (needs > phase)
            phase = needs;
        last++;
    } while (!(kernel->body.at[last].code == K_END && kernel->body.at[last].match == n));
    for (uint32_t m = n; m <= last; m++) {
        const KernelInstr *i = &kernel->body.at[m];
        if (i->value != NO_VAL)
            p->phase[i->value] = phase;
        if (is_opener(i))
            set_carries_phase(p, i, phase);
    }
    return last;
}

static void find_phases(Prep *p) {
    const Kernel *kernel = p->kernel;
    uint32_t n_phases = p->map ? 1 : 0;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (is_opener(i)) {
            n = region_phase(p, n);
            continue;
        }
        uint32_t phase = operands_phase(p, i);
        if (i->code == K_REDUCE)
            p->phase[i->value] = phase + 1;
        else if (i->value != NO_VAL)
            p->phase[i->value] = phase;
        if ((i->code == K_REDUCE || (is_effect(i) && p->at[n] == SHAPE_TILE)) &&
            phase + 1 > n_phases)
            n_phases = phase + 1;
    }
    p->k->n_phases = n_phases;
}

static void *array(Prep *p, size_t n, size_t size) {
    return arena_new(p->env, &p->arena, (n + 1) * size);
}

bool prep_analyse(Prep *p) {
    size_t values = p->kernel->values.len, instrs = p->kernel->body.len;
    TRY(p->shape = array(p, values, 1));
    TRY(p->used_at = array(p, values, 1));
    TRY(p->phase = array(p, values, sizeof *p->phase));
    TRY(p->def = array(p, values, sizeof *p->def));
    TRY(p->hidden = array(p, values, 1));
    TRY(p->store = array(p, values, sizeof *p->store));
    TRY(p->around = array(p, instrs, sizeof *p->around));
    TRY(p->mask = array(p, instrs, 1));
    TRY(p->at = array(p, instrs, 1));
    for (size_t v = 0; v < values; v++)
        p->store[v] = p->def[v] = NO_INSTR;
    TRY(find_regions(p));
    find_shapes(p);
    find_uses(p);
    find_phases(p);
    return true;
}
