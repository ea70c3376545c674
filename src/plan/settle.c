/*
 * Arrays of a kernel are built as values that never change. Here each put, loop and branch that would make the new one
 * in the place of the old one is looked at: where the old one is still needed, or is not the one that has the
 * place, a copy of it is put in.
 */
#include "kernel/arrays.h"
#include "plan/build.h"

typedef struct Use {
    uint32_t at;     /* where: of what a region carries, where the arm or turn ends */
    bool second_arm; /* of a branch: by what its second arm leaves */
} Use;

typedef struct Settle {
    Builder *b;
    Kernel *k;
    uint32_t n_values; /* that there were at first */
    uint32_t *first;   /* by value: its uses, in `uses` from there to first[v + 1] */
    Use *uses;
    uint32_t *def, *around;  /* by value: what makes it; by instruction: the opener around */
    VEC(KernelInstr) body;   /* the new one */
    uint32_t *moved;         /* by instruction: its new place */
    VEC(ValId) slot, newest; /* by value; by slot */
} Settle;

/* ---- who uses what */

typedef void EachUse(Settle *s, ValId v, Use use);

static void each_use(Settle *s, EachUse *each) {
    const Kernel *k = s->k;
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        for (uint32_t o = 0; o < i->n_in; o++)
            each(s, kernel_in(k, i)[o], (Use){n, false});
        if (!instr_opens(i))
            continue;
        uint32_t middle = i->match, end = i->code == K_FOR ? middle : k->body.at[middle].match;
        for (uint32_t c = 0; c < i->n_carries; c++) {
            const Carry *carry = &k->carries.at[i->carry + c];
            each(s, carry->init, (Use){i->code == K_IF ? middle : n, false});
            each(s, carry->next, (Use){end, i->code == K_IF});
        }
    }
}

static void count_use(Settle *s, ValId v, Use use) {
    (void)use;
    s->first[v + 1] += is_array(s->k, v);
}

static void note_use(Settle *s, ValId v, Use use) {
    if (is_array(s->k, v))
        s->uses[s->first[v]++] = use;
}

static void find_regions(Settle *s) {
    const Kernel *k = s->k;
    uint32_t open = NO_INSTR;
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        if (i->code == K_END)
            open = s->around[i->match];
        s->around[n] = open;
        if (i->value != NO_VAL)
            s->def[i->value] = n;
        if (!instr_opens(i))
            continue;
        for (uint32_t c = 0; c < i->n_carries; c++) {
            const Carry *carry = &k->carries.at[i->carry + c];
            s->def[carry->result] = n;
            if (carry->phi != NO_VAL)
                s->def[carry->phi] = n;
        }
        open = n;
    }
}

static bool is_phi(const Settle *s, ValId v, uint32_t opener) {
    const KernelInstr *i = &s->k->body.at[opener];
    for (uint32_t c = 0; instr_opens(i) && c < i->n_carries; c++)
        if (s->k->carries.at[i->carry + c].phi == v)
            return true;
    return false;
}

/* Is one in the first arm of a branch and the other in its second? Then no lane runs both. */
static bool exclusive(const Settle *s, uint32_t here, Use use) {
    for (uint32_t r = s->around[here]; r != NO_INSTR; r = s->around[r]) {
        const KernelInstr *i = &s->k->body.at[r];
        if (i->code != K_IF || here > i->match)
            continue;
        uint32_t end = s->k->body.at[i->match].match;
        if (use.at > i->match && (use.at < end || (use.at == end && use.second_arm)))
            return true;
    }
    return false;
}

/* Does anything need the array after instruction `here`, `own` uses at that place aside? */
static bool lives_on(const Settle *s, ValId v, uint32_t here, unsigned own) {
    uint32_t made = s->def[v], home;
    unsigned same = 0;
    if (v >= s->n_values) /* a copy for this use */
        return false;
    home = is_phi(s, v, made) ? made : s->around[made];
    /* In a loop that it was made before: the next turn does. */
    for (uint32_t r = s->around[here]; r != home && r != NO_INSTR; r = s->around[r])
        if (s->k->body.at[r].code != K_IF)
            return true;
    for (uint32_t u = s->first[v]; u < s->first[v + 1]; u++) {
        Use use = s->uses[u];
        same += use.at == here;
        if (use.at > here && !exclusive(s, here, use))
            return true;
    }
    return same > own;
}

/* ---- the new body */

static bool add_value(Settle *s, ValId like, unsigned level, ValId *out) {
    KernelValue value = s->k->values.at[like];
    value.level = (uint8_t)level;
    *out = s->k->values.len;
    return vec_push(s->b->env, &s->k->values, value) && vec_push(s->b->env, &s->slot, *out) &&
           vec_push(s->b->env, &s->newest, *out);
}

/* A copy of x; over: in the place of that array, or NO_VAL. */
static bool add_copy(Settle *s, ValId x, ValId over, unsigned level, uint32_t step, ValId *out) {
    Env *env = s->b->env;
    KernelInstr i = {.code = K_COPY, .dtype = s->k->values.at[x].dtype, .step = step};
    i.in = s->k->operands.len;
    i.n_in = over == NO_VAL ? 1 : 2;
    TRY(vec_push(env, &s->k->operands, x));
    if (over != NO_VAL)
        TRY(vec_push(env, &s->k->operands, over));
    TRY(add_value(s, x, level, out));
    if (over != NO_VAL) {
        s->slot.at[*out] = s->slot.at[over];
        s->newest.at[s->slot.at[over]] = *out;
    }
    i.value = *out;
    return vec_push(env, &s->body, i);
}

static void become(Settle *s, ValId v, ValId slot) {
    s->slot.at[v] = slot;
    s->newest.at[slot] = v;
}

static unsigned level_of_value(const Settle *s, ValId v) {
    return s->k->values.at[v].level;
}

/* v, or a copy of it where it cannot be changed here. */
static bool own(Settle *s, ValId *v, uint32_t here, unsigned uses, unsigned level) {
    if (!lives_on(s, *v, here, uses) && level_of_value(s, *v) == level)
        return true;
    return add_copy(s, *v, NO_VAL, level, s->k->body.at[here].step, v);
}

/* What goes round at first. */
static bool open_loop(Settle *s, uint32_t n) {
    const KernelInstr i = s->k->body.at[n];
    for (uint32_t c = 0; c < i.n_carries; c++) {
        Carry *carry = &s->k->carries.at[i.carry + c];
        ValId init = carry->init;
        if (!is_array(s->k, carry->phi))
            continue;
        TRY(own(s, &init, n, 1, level_of_value(s, carry->phi)));
        s->k->carries.at[i.carry + c].init = init;
    }
    return true;
}

/* What goes round next is the newest of its own place, or copied there: by way of others, as it may be what
 * another one becomes. */
static bool close_loop(Settle *s, const KernelInstr *i, uint32_t step) {
    for (unsigned way = 0; way < 2; way++)
        for (uint32_t c = 0; c < i->n_carries; c++) {
            Carry *carry = &s->k->carries.at[i->carry + c];
            if (!is_array(s->k, carry->phi))
                continue;
            ValId slot = s->slot.at[carry->phi], next = carry->next;
            unsigned level = level_of_value(s, carry->phi);
            if (s->slot.at[next] == slot && s->newest.at[slot] == next)
                continue;
            TRY(add_copy(s, next, way ? s->newest.at[slot] : NO_VAL, level, step, &next));
            s->k->carries.at[i->carry + c].next = next;
        }
    return true;
}

static bool walk(Settle *s, uint32_t from, uint32_t to);

static bool keep(Settle *s, uint32_t n) {
    s->moved[n] = s->body.len;
    return vec_push(s->b->env, &s->body, s->k->body.at[n]);
}

/* The newest array of each slot, to be what it was after an arm. */
static bool note_newest(Settle *s, ValId **kept, uint32_t *n) {
    *n = s->newest.len;
    *kept = env_new(s->b->env, ((size_t)*n + 1) * sizeof **kept);
    if (*kept)
        memcpy(*kept, s->newest.at, *n * sizeof **kept);
    return *kept != NULL;
}

/* An array made before the branch, for what its arms leave in different places. */
static bool add_room(Settle *s, ValId result, uint32_t n, ValId *out) {
    Env *env = s->b->env;
    KernelInstr zero = {.code = K_CONST, .step = s->k->body.at[n].step}, room = {.code = K_ARRAY};
    zero.dtype = room.dtype = s->k->values.at[result].dtype;
    room.step = zero.step;
    TRY(add_value(s, result, LEVEL_UNIFORM, &zero.value));
    s->k->values.at[zero.value].count = 0;
    TRY(add_value(s, result, level_of_value(s, result), &room.value));
    room.in = s->k->operands.len;
    room.n_in = 1;
    *out = room.value;
    return vec_push(env, &s->k->operands, zero.value) && vec_push(env, &s->body, zero) &&
           vec_push(env, &s->body, room);
}

/* An arm; what it leaves goes where its room is, if it is not there. */
static bool arm(Settle *s, const KernelInstr *i, uint32_t from, uint32_t to, bool first,
                const ValId *room) {
    TRY(walk(s, from, to));
    for (uint32_t c = 0; c < i->n_carries; c++) {
        Carry *carry = &s->k->carries.at[i->carry + c];
        ValId out = first ? carry->init : carry->next;
        if (!is_array(s->k, carry->result))
            continue;
        ValId slot = s->slot.at[room[c]];
        if (s->slot.at[out] == slot && s->newest.at[slot] == out)
            continue;
        TRY(add_copy(s, out, s->newest.at[slot], level_of_value(s, carry->result), i->step, &out));
        carry = &s->k->carries.at[i->carry + c];
        *(first ? &carry->init : &carry->next) = out;
    }
    return true;
}

/* The array that a branch passes on, or changes in an arm: the one that was there before it. NO_VAL: made inside. */
static ValId origin(const Settle *s, ValId v, uint32_t opener) {
    while (s->def[v] >= opener) {
        const KernelInstr *i = &s->k->body.at[s->def[v]];
        if (instr_opens(i) && i->n_carries) {
            for (uint32_t c = 0; c < i->n_carries; c++) {
                const Carry *carry = &s->k->carries.at[i->carry + c];
                if (carry->result == v)
                    v = carry->init;
            }
            continue;
        }
        if (i->code != K_PUT)
            return NO_VAL;
        v = kernel_in(s->k, i)[0];
    }
    return v;
}

/* Needs room of its own: the arms leave arrays that do not both come of one that nobody needs any more. */
static bool needs_room(const Settle *s, uint32_t n, const Carry *carry, uint32_t which) {
    const KernelInstr *i = &s->k->body.at[n];
    uint32_t end = s->k->body.at[i->match].match;
    ValId x = origin(s, carry->init, n), y = origin(s, carry->next, n);
    if (x == NO_VAL || x != y || level_of_value(s, x) != level_of_value(s, carry->result) ||
        s->newest.at[s->slot.at[x]] != x)
        return true;
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *other = &s->k->carries.at[i->carry + c];
        if (c != which && is_array(s->k, other->result) &&
            (origin(s, other->init, n) == x || origin(s, other->next, n) == x))
            return true;
    }
    uint32_t home = is_phi(s, x, s->def[x]) ? s->def[x] : s->around[s->def[x]];
    for (uint32_t r = s->around[n]; r != home && r != NO_INSTR; r = s->around[r])
        if (s->k->body.at[r].code != K_IF)
            return true;
    for (uint32_t u = s->first[x]; u < s->first[x + 1]; u++)
        if (s->uses[u].at > end && !exclusive(s, n, s->uses[u]))
            return true;
    return false;
}

static bool branch_in(Settle *s, uint32_t n, uint32_t end, ValId *room) {
    const KernelInstr i = s->k->body.at[n];
    ValId *before;
    uint32_t n_before;
    for (uint32_t c = 0; c < i.n_carries; c++) {
        Carry carry = s->k->carries.at[i.carry + c];
        if (!is_array(s->k, carry.result))
            continue;
        room[c] = origin(s, carry.init, n);
        if (needs_room(s, n, &carry, c))
            TRY(add_room(s, carry.result, n, &room[c]));
    }
    TRY(keep(s, n) && note_newest(s, &before, &n_before));
    bool ok = arm(s, &i, n + 1, i.match, true, room) && keep(s, i.match);
    if (ok) {
        memcpy(s->newest.at, before, n_before * sizeof *before);
        ok = arm(s, &i, i.match + 1, end, false, room) && keep(s, end);
        memcpy(s->newest.at, before, n_before * sizeof *before);
    }
    env_free(s->b->env->allocator, before, ((size_t)n_before + 1) * sizeof *before);
    for (uint32_t c = 0; ok && c < i.n_carries; c++) {
        const Carry *carry = &s->k->carries.at[i.carry + c];
        if (is_array(s->k, carry->result))
            become(s, carry->result, s->slot.at[carry->init]);
    }
    return ok;
}

static bool branch(Settle *s, uint32_t n, uint32_t *end) {
    const KernelInstr *i = &s->k->body.at[n];
    size_t size = ((size_t)i->n_carries + 1) * sizeof(ValId);
    ValId *room = env_new(s->b->env, size);
    *end = s->k->body.at[i->match].match;
    bool ok = room && branch_in(s, n, *end, room);
    if (room)
        env_free(s->b->env->allocator, room, size);
    return ok;
}

static bool loop(Settle *s, uint32_t n, uint32_t *end) {
    const KernelInstr i = s->k->body.at[n];
    *end = i.code == K_FOR ? i.match : s->k->body.at[i.match].match;
    TRY(open_loop(s, n) && keep(s, n));
    for (uint32_t c = 0; c < i.n_carries; c++) {
        const Carry *carry = &s->k->carries.at[i.carry + c];
        if (is_array(s->k, carry->phi))
            become(s, carry->phi, s->slot.at[carry->init]);
    }
    TRY(walk(s, n + 1, *end) && close_loop(s, &i, i.step) && keep(s, *end));
    for (uint32_t c = 0; c < i.n_carries; c++) {
        const Carry *carry = &s->k->carries.at[i.carry + c];
        if (is_array(s->k, carry->phi))
            become(s, carry->result, s->slot.at[carry->init]);
    }
    return true;
}

/* As deep as regions nest. */
static bool walk(Settle *s, uint32_t from, uint32_t to) {
    for (uint32_t n = from; n < to; n++) {
        const KernelInstr *i = &s->k->body.at[n];
        if (instr_opens(i)) {
            TRY(i->code == K_IF ? branch(s, n, &n) : loop(s, n, &n));
            continue;
        }
        if (i->code == K_PUT) {
            ValId array = kernel_in(s->k, i)[0];
            uint32_t operand = i->in;
            ValId value = i->value;
            TRY(own(s, &array, n, 1, level_of_value(s, value)));
            s->k->operands.at[operand] = array;
            become(s, value, s->slot.at[array]);
        }
        TRY(keep(s, n));
    }
    return true;
}

/* ---- all of it */

static bool find_uses(Settle *s) {
    Env *env = s->b->env;
    uint32_t n = s->n_values, total = 0;
    each_use(s, count_use);
    for (ValId v = 0; v <= n; v++)
        total += s->first[v];
    s->uses = env_new(env, ((size_t)total + 1) * sizeof *s->uses);
    if (!s->uses)
        return false;
    for (ValId v = 1; v <= n; v++)
        s->first[v] += s->first[v - 1];
    each_use(s, note_use);
    for (ValId v = n; v > 0; v--) /* each had moved to the next one's */
        s->first[v] = s->first[v - 1];
    s->first[0] = 0;
    return true;
}

static void take_body(Settle *s) {
    for (uint32_t n = 0; n < s->k->body.len; n++) {
        KernelInstr *i = &s->body.at[s->moved[n]];
        if (instr_opens(i) || i->code == K_TEST || i->code == K_ELSE || i->code == K_END)
            i->match = s->moved[i->match];
    }
    vec_free(s->b->env->allocator, &s->k->body);
    s->k->body.at = s->body.at;
    s->k->body.len = s->body.len;
    s->k->body.cap = s->body.cap;
    s->body.at = NULL;
    s->body.cap = s->body.len = 0;
}

static bool settle(Settle *s) {
    Env *env = s->b->env;
    TRY(find_uses(s));
    find_regions(s);
    TRY(vec_extend(env, &s->slot, s->n_values) && vec_extend(env, &s->newest, s->n_values));
    for (ValId v = 0; v < s->n_values; v++)
        s->slot.at[v] = s->newest.at[v] = v;
    TRY(walk(s, 0, s->k->body.len));
    take_body(s);
    return true;
}

bool kernel_settle(Builder *b) {
    Env *env = b->env;
    uint32_t values = b->k.values.len + 2, instrs = b->k.body.len + 1, total = 0;
    for (ValId v = 0; v < b->k.values.len; v++)
        total += is_array(&b->k, v);
    if (total == 0)
        return true;
    Settle s = {.b = b, .k = &b->k, .n_values = b->k.values.len};
    s.first = env_new(env, values * sizeof *s.first);
    s.def = env_new(env, values * sizeof *s.def);
    s.around = env_new(env, instrs * sizeof *s.around);
    s.moved = env_new(env, instrs * sizeof *s.moved);
    bool ok = s.first && s.def && s.around && s.moved && settle(&s);
    uint32_t n_uses = ok || (s.first && s.uses) ? s.first[s.n_values] : 0;
    if (s.uses)
        env_free(env->allocator, s.uses, ((size_t)n_uses + 1) * sizeof *s.uses);
    env_free(env->allocator, s.first, values * sizeof *s.first);
    env_free(env->allocator, s.def, values * sizeof *s.def);
    env_free(env->allocator, s.around, instrs * sizeof *s.around);
    env_free(env->allocator, s.moved, instrs * sizeof *s.moved);
    vec_free(env->allocator, &s.body);
    vec_free(env->allocator, &s.slot);
    vec_free(env->allocator, &s.newest);
    return ok;
}
