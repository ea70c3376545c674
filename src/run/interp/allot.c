/* Memory for the registers of a list: from the first instruction that touches one to the last, after
 * which others of the same size may have it. */
#include "run/interp/prep.h"

/* Instruction k stands at 2k + 1; what a region does before instruction k (its test, its end) at 2k.
 * Numbers of registers are counted from the first of the list. */
typedef struct Lives {
    RegId first_reg;
    uint32_t n_regs;
    uint32_t *first, *last;  /* by register; first NO_INSTR: never touched */
    uint32_t *starts, *ends; /* by position: chains of registers */
    uint32_t *start_next, *end_next;
} Lives;

static void touch(const Prep *p, Lives *l, RegId reg, uint32_t at) {
    if (reg == NO_REG || reg < l->first_reg || p->regs.at[reg].place != REG_LIST)
        return;
    reg -= l->first_reg;
    if (l->first[reg] == NO_INSTR || at < l->first[reg])
        l->first[reg] = at;
    if (at > l->last[reg])
        l->last[reg] = at;
}

static void touch_control(const Prep *p, Lives *l, const Do *d, uint32_t at) {
    const Control *c = d->control;
    uint32_t end = 2 * c->end;
    touch(p, l, c->mask, at);
    touch(p, l, c->mask, end);
    for (uint32_t k = 0; k < d->n_in; k++)
        touch(p, l, d->in[k], end);
    touch(p, l, d->out, end);
    if (d->code == DO_FOR)
        touch(p, l, c->test, at);
    touch(p, l, c->test, d->code == DO_FOR ? end : 2 * c->middle);
    for (uint32_t k = 0; k < c->n_carries; k++) {
        const DoCarry *carry = &c->carries[k];
        touch(p, l, carry->init, d->code == DO_IF ? end : at);
        if (d->code != DO_IF)
            touch(p, l, carry->phi, at);
        touch(p, l, carry->phi, end);
        touch(p, l, carry->next, end);
    }
}

/* What comes into a loop from outside is needed in every turn. */
static void keep_through_loops(Lives *l, const DoList *list) {
    for (uint32_t n = 0; n < list->len; n++) {
        const Do *d = &list->at[n];
        if (d->code != DO_FOR && d->code != DO_WHILE)
            continue;
        uint32_t begin = 2 * n + 1, end = 2 * d->control->end;
        for (uint32_t reg = 0; reg < l->n_regs; reg++)
            if (l->first[reg] < begin && l->last[reg] > begin && l->last[reg] < end)
                l->last[reg] = end;
    }
}

/* Where a piece has one element, what is spread is its operand itself. */
static void keep_spread(const Prep *p, Lives *l, const DoList *list) {
    for (uint32_t k = 0; k < list->len; k++) {
        const Do *d = &list->at[k];
        if (d->code == DO_SPREAD && d->in[0] >= l->first_reg && d->out >= l->first_reg &&
            p->regs.at[d->in[0]].place == REG_LIST && p->regs.at[d->out].place == REG_LIST)
            touch(p, l, d->in[0], l->last[d->out - l->first_reg]);
    }
}

static bool find_lives(Prep *p, Lives *l, const DoList *list) {
    uint32_t n = l->n_regs + 1, positions = 2 * list->len + 3;
    Arena **a = &p->arena;
    TRY(l->first = arena_new(p->env, a, n * sizeof *l->first));
    TRY(l->last = arena_new(p->env, a, n * sizeof *l->last));
    TRY(l->start_next = arena_new(p->env, a, n * sizeof *l->start_next));
    TRY(l->end_next = arena_new(p->env, a, n * sizeof *l->end_next));
    TRY(l->starts = arena_new(p->env, a, positions * sizeof *l->starts));
    TRY(l->ends = arena_new(p->env, a, positions * sizeof *l->ends));
    for (uint32_t k = 0; k < n; k++)
        l->first[k] = NO_INSTR;
    for (uint32_t k = 0; k < positions; k++)
        l->starts[k] = l->ends[k] = NO_REG;
    for (uint32_t k = 0; k < list->len; k++) {
        const Do *d = &list->at[k];
        uint32_t at = 2 * k + 1;
        for (uint32_t o = 0; o < d->n_in; o++)
            touch(p, l, d->in[o], at);
        touch(p, l, d->out, at);
        if (d->control)
            touch_control(p, l, d, at);
    }
    keep_through_loops(l, list);
    keep_spread(p, l, list);
    for (uint32_t reg = 0; reg < l->n_regs; reg++) {
        if (l->first[reg] == NO_INSTR)
            continue;
        l->start_next[reg] = l->starts[l->first[reg]];
        l->starts[l->first[reg]] = reg;
        l->end_next[reg] = l->ends[l->last[reg]];
        l->ends[l->last[reg]] = reg;
    }
    return true;
}

enum { SIZES = 5, FREE_LISTS = SIZES * SHAPE_COUNT };

static uint32_t *free_list(uint32_t *free, uint8_t size, uint8_t room) {
    unsigned log = 0;
    while ((1u << log) < size)
        log++;
    return &free[log * SHAPE_COUNT + room];
}

static bool take_slot(Prep *p, uint32_t *free, Reg *reg) {
    uint32_t *list = free_list(free, reg->size, reg->room);
    if (*list != UINT32_MAX && !reg->count) {
        reg->slot = *list;
        *list = p->slots.at[reg->slot].next_free;
        return true;
    }
    reg->slot = p->slots.len;
    RegSlot slot = {reg->size, reg->room, reg->count, p->n_lists, UINT32_MAX};
    return vec_push(p->env, &p->slots, slot);
}

static void give_slot(Prep *p, uint32_t *free, const Reg *reg) {
    uint32_t *list = free_list(free, reg->size, reg->room);
    if (reg->count) /* an array's memory is its own */
        return;
    p->slots.at[reg->slot].next_free = *list;
    *list = reg->slot;
}

/* May the result be written over an operand? Only where both have the same size, which is so when
 * they share a slot. */
static bool works_in_place(const DoList *list, uint32_t position) {
    if (position % 2 == 0 || position / 2 >= list->len)
        return false;
    uint8_t code = list->at[position / 2].code;
    return code == DO_STEP || code == DO_SELECT || code == DO_CAST;
}

static bool give_slots(Prep *p, const Lives *l, const DoList *list) {
    uint32_t free[FREE_LISTS];
    for (unsigned k = 0; k < FREE_LISTS; k++)
        free[k] = UINT32_MAX;
    for (uint32_t at = 0; at < 2 * list->len + 3; at++) {
        bool early = works_in_place(list, at);
        for (uint32_t r = l->ends[at]; early && r != NO_REG; r = l->end_next[r])
            if (l->first[r] < at)
                give_slot(p, free, &p->regs.at[l->first_reg + r]);
        for (uint32_t r = l->starts[at]; r != NO_REG; r = l->start_next[r])
            TRY(take_slot(p, free, &p->regs.at[l->first_reg + r]));
        for (uint32_t r = l->ends[at]; r != NO_REG; r = l->end_next[r])
            if (!early || l->first[r] == at)
                give_slot(p, free, &p->regs.at[l->first_reg + r]);
    }
    return true;
}

/* Which loads are still read after a value has been computed into the memory of its store. */
static void find_late_loads(Prep *p, const Lives *l, const DoList *list) {
    for (uint32_t a = p->first_aim; a < p->aims.len; a++) {
        uint32_t computed = 2 * p->aim_code.at[a] + 1;
        for (uint32_t n = 0; n < list->len; n++) {
            const Do *d = &list->at[n];
            if (d->code != DO_LOAD && d->code != DO_GATHER)
                continue;
            bool here = d->out >= l->first_reg && p->regs.at[d->out].place == REG_LIST;
            if (d->code == DO_GATHER || !here || l->last[d->out - l->first_reg] > computed)
                p->aims.at[a].late[d->path - p->k->paths] = true;
        }
    }
}

bool prep_allot(Prep *p, const DoList *list, RegId first_reg) {
    Lives lives = {.first_reg = first_reg, .n_regs = p->regs.len - first_reg};
    uint32_t first_slot = p->slots.len;
    TRY(find_lives(p, &lives, list));
    TRY(give_slots(p, &lives, list));
    find_late_loads(p, &lives, list);
    uint64_t bytes = 0;
    for (uint32_t s = first_slot; s < p->slots.len; s++)
        if (p->slots.at[s].room == SHAPE_TILE)
            bytes +=
                (uint64_t)p->slots.at[s].size * (p->slots.at[s].count ? p->slots.at[s].count : 1);
    if (bytes > p->tile_bytes)
        p->tile_bytes = bytes;
    return true;
}
