/* Rules of a kernel's instructions that need to know what stands before them. */
#include "kernel/check_parts.h"

static bool is_known(const KernelCheck *c, ValId v) {
    return v < c->k->values.len && c->made[v] == MADE_HERE;
}

static bool operand_is_known(KernelCheck *c, ValId v) {
    if (is_known(c, v))
        return true;
    bool gone = v < c->k->values.len && c->made[v] == MADE_GONE;
    return kernel_broken(c, "v%u %s", v,
                         gone ? "was made inside a region that has ended"
                              : "is not made before it is used");
}

bool kernel_operands_are_known(KernelCheck *c) {
    for (uint32_t o = 0; o < c->i->n_in; o++)
        TRY(operand_is_known(c, kernel_in(c->k, c->i)[o]));
    return true;
}

/* ---- regions */

static OpenRegion *innermost(const KernelCheck *c) {
    return c->open.len ? &c->open.at[c->open.len - 1] : NULL;
}

static bool divider_nests(KernelCheck *c, KernelCode opener) {
    OpenRegion *region = innermost(c);
    if (!region || c->k->body.at[region->instr].code != opener || region->middle != NO_INSTR)
        return kernel_broken(c, "there is nothing for it to divide");
    if (c->k->body.at[region->instr].match != c->at.instr)
        return kernel_broken(c, "instruction %u, which it divides, does not name it",
                             region->instr);
    region->middle = c->at.instr;
    return true;
}

static bool end_nests(KernelCheck *c) {
    const OpenRegion *region = innermost(c);
    if (!region)
        return kernel_broken(c, "there is nothing for it to end");
    const KernelInstr *opener = &c->k->body.at[region->instr], *before = opener;
    if (opener->code != K_FOR) {
        if (region->middle == NO_INSTR)
            return kernel_broken(c, "instruction %u, which it ends, is not divided", region->instr);
        before = &c->k->body.at[region->middle];
    }
    if (before->match != c->at.instr || c->i->match != region->instr)
        return kernel_broken(c, "it and the markers of its region do not name each other");
    return true;
}

bool kernel_regions_nest(KernelCheck *c) {
    switch (c->i->code) {
    case K_TEST: return divider_nests(c, K_WHILE);
    case K_ELSE: return divider_nests(c, K_IF);
    case K_END: return end_nests(c);
    default: return true;
    }
}

static bool carry_is_stored(KernelCheck *c, const Carry *carry, bool branch) {
    uint32_t n = c->k->values.len;
    bool phi = branch ? carry->phi == NO_VAL : carry->phi < n;
    if (!phi || carry->init >= n || carry->next >= n || carry->result >= n)
        return kernel_broken(c, "a carry has no value, or one too many");
    return true;
}

/* At the opener what a loop begins with; what an arm or turn leaves where it ends. */
bool kernel_carries_are_known(KernelCheck *c) {
    bool opens = instr_opens(c->i);
    if (!opens && c->i->code != K_ELSE && c->i->code != K_END)
        return true;
    const KernelInstr *opener = opens ? c->i : &c->k->body.at[innermost(c)->instr];
    bool branch = opener->code == K_IF;
    for (uint32_t n = 0; n < opener->n_carries; n++) {
        const Carry *carry = &c->k->carries.at[opener->carry + n];
        if (opens)
            TRY(carry_is_stored(c, carry, branch));
        if (c->i->code == K_END)
            TRY(operand_is_known(c, carry->next));
        else if (opens != branch)
            TRY(operand_is_known(c, carry->init));
    }
    return true;
}

bool kernel_effects_are_outside(KernelCheck *c) {
    bool outside = instr_is_effect(c->i) || c->i->code == K_REDUCE || c->i->code == K_SCAN;
    return !outside || c->open.len == 0 || kernel_broken(c, "it stands inside a region");
}

/* ---- dtypes */

static unsigned dtype_of(const KernelCheck *c, ValId v) {
    return c->k->values.at[v].dtype;
}

static unsigned class_of(const KernelCheck *c, ValId v) {
    return dtype_info((Dtype)dtype_of(c, v))->class;
}

static bool same(const KernelCheck *c, uint32_t from, uint32_t to, unsigned dtype) {
    for (uint32_t o = from; o < to; o++)
        if (dtype_of(c, kernel_in(c->k, c->i)[o]) != dtype)
            return false;
    return true;
}

static bool is_integer(const KernelCheck *c, uint32_t operand) {
    return class_of(c, kernel_in(c->k, c->i)[operand]) & (CLASS_SIGNED | CLASS_UNSIGNED);
}

static bool are_integers(const KernelCheck *c, uint32_t from) {
    for (uint32_t o = from; o < c->i->n_in; o++)
        if (!is_integer(c, o))
            return false;
    return true;
}

static bool accepts(const KernelInstr *i) {
    return op_accepts((Op)i->op, (Dtype)i->dtype);
}

static bool combines(const KernelInstr *i) {
    if (i->combine == COMBINE_SET)
        return true;
    return i->dtype != DT_BOOL &&
           (i->combine < COMBINE_MAX || dtype_info((Dtype)i->dtype)->class != CLASS_COMPLEX);
}

static bool bits_fit(const KernelInstr *i, unsigned to) {
    const DtypeInfo *a = dtype_info((Dtype)i->dtype), *b = dtype_info((Dtype)to);
    return to != i->dtype && a->bits == b->bits && a->class != CLASS_COMPLEX &&
           b->class != CLASS_COMPLEX;
}

/* i->dtype is one; value: the dtype of what it makes. */
static bool instr_dtypes_fit(const KernelCheck *c, unsigned value) {
    const KernelInstr *i = c->i;
    unsigned own = i->dtype;
    switch (i->code) {
    case K_CONST: return value == own;
    case K_STEP:
        return same(c, 0, i->n_in, own) && op_has_step((Op)i->op, (Dtype)own) &&
               value == (unsigned)op_result_dtype((Op)i->op, (Dtype)own);
    case K_SELECT: return same(c, 0, 1, DT_BOOL) && same(c, 1, 3, own) && value == own;
    case K_TABLE: return value == own && dtype_info((Dtype)own)->class != CLASS_COMPLEX;
    case K_ARRAY:
    case K_COPY:
        return same(c, 0, i->n_in, own) && value == own &&
               dtype_info((Dtype)own)->class != CLASS_COMPLEX;
    case K_ELEMENT: return same(c, 0, 1, own) && are_integers(c, 1) && value == own;
    case K_PUT: return same(c, 0, 1, own) && is_integer(c, 1) && same(c, 2, 3, own) && value == own;
    case K_CAST: return same(c, 0, 1, own) && value != own;
    case K_BITCAST: return same(c, 0, 1, own) && bits_fit(i, value);
    case K_INDEX: return value == own && own != DT_BOOL;
    case K_RANDOM: return same(c, 0, 2, DT_U64) && value == own && accepts(i);
    case K_REDUCE:
        return same(c, 0, 1, own) && accepts(i) &&
               value == (unsigned)op_result_dtype((Op)i->op, (Dtype)own);
    case K_SCAN: return same(c, 0, 1, own) && accepts(i) && value == own;
    case K_FOR: return same(c, 0, 2, own) && are_integers(c, 0) && value == own;
    case K_TEST:
    case K_IF: return same(c, 0, 1, DT_BOOL);
    default: break;
    }
    if (!instr_has_access(i))
        return true;
    bool stores = instr_is_effect(i);
    return c->k->accesses.at[i->access].dtype == own &&
           (stores ? same(c, 0, 1, own) : value == own) && are_integers(c, stores ? 1 : 0) &&
           (i->code != K_SCATTER || combines(i));
}

static bool carry_dtypes_fit(const KernelCheck *c, const Carry *carry) {
    unsigned dtype = dtype_of(c, carry->result);
    return dtype_of(c, carry->init) == dtype && dtype_of(c, carry->next) == dtype &&
           (carry->phi == NO_VAL || dtype_of(c, carry->phi) == dtype);
}

bool kernel_dtypes_fit(KernelCheck *c) {
    const KernelInstr *i = c->i;
    if (i->dtype >= DTYPE_COUNT && (i->code < K_WHILE || i->dtype != DT_NONE))
        return kernel_broken(c, "there is no dtype number %u", i->dtype);
    if (!instr_dtypes_fit(c, i->value == NO_VAL ? DT_NONE : dtype_of(c, i->value)))
        return kernel_broken(c, "its operands and its value are not of the dtypes it takes");
    for (uint32_t n = 0; instr_opens(i) && n < i->n_carries; n++)
        if (!carry_dtypes_fit(c, &c->k->carries.at[i->carry + n]))
            return kernel_broken(c, "carry %u is of several dtypes", n);
    return true;
}

static bool bits_are_few(KernelCheck *c, Dtype dtype, Bits x) {
    unsigned bits = dtype == DT_BOOL ? 1 : dtype_info(dtype)->bits;
    if (bits <= 64 && (x.hi || (bits < 64 && x.lo >> bits)))
        return kernel_broken(c, "the constant has more than %u bits", bits);
    return true;
}

bool kernel_constant_is_sound(KernelCheck *c) {
    const Kernel *k = c->k;
    if (c->i->code != K_CONST && c->i->code != K_TABLE)
        return true;
    const KernelValue *value = &k->values.at[c->i->value];
    if (c->i->code == K_CONST)
        return bits_are_few(c, (Dtype)value->dtype, value->bits);
    if (value->bits.lo > k->tables.len || value->count > k->tables.len - value->bits.lo)
        return kernel_broken(c, "the table lies outside of the kernel's tables");
    for (uint32_t n = 0; n < value->count; n++)
        TRY(bits_are_few(c, (Dtype)value->dtype, k->tables.at[value->bits.lo + n]));
    return true;
}

/* ---- levels */

static Level level_of(const KernelCheck *c, ValId v) {
    return (Level)c->k->values.at[v].level;
}

static bool operands_are_at_most(KernelCheck *c, Level level) {
    for (uint32_t o = 0; o < c->i->n_in; o++) {
        ValId v = kernel_in(c->k, c->i)[o];
        if (level_of(c, v) > level)
            return kernel_broken(c, "v%u is of a higher level than what is made of it", v);
    }
    return true;
}

static bool carries_are_level(KernelCheck *c, const KernelInstr *opener) {
    for (uint32_t n = 0; n < opener->n_carries; n++) {
        const Carry *carry = &c->k->carries.at[opener->carry + n];
        Level level = level_of(c, carry->result);
        if (level_of(c, carry->init) > level || level_of(c, carry->next) > level ||
            (carry->phi != NO_VAL && level_of(c, carry->phi) != level))
            return kernel_broken(c, "carry %u gives a lower level than it takes", n);
        TRY(operands_are_at_most(c, level)); /* the bounds or the condition */
    }
    return true;
}

bool kernel_levels_fit(KernelCheck *c) {
    const KernelInstr *i = c->i;
    switch (i->code) {
    case K_TABLE:
    case K_CONST:
        return level_of(c, i->value) == LEVEL_UNIFORM ||
               kernel_broken(c, "a constant is one for all");
    case K_REDUCE:
        return level_of(c, i->value) == LEVEL_ROW ||
               kernel_broken(c, "a reduction gives one value a row");
    case K_SCAN:
        return (level_of(c, i->value) == LEVEL_FULL && c->k->n_inner == 1) ||
               kernel_broken(c, "a scan goes along one inner axis and gives a value an element");
    case K_STORE: return operands_are_at_most(c, (Level)i->flags);
    case K_FOR: TRY(operands_are_at_most(c, level_of(c, i->value))); break;
    case K_TEST: return carries_are_level(c, &c->k->body.at[innermost(c)->instr]);
    case K_SCATTER: return true;
    default: break;
    }
    if (instr_opens(i))
        return carries_are_level(c, i);
    return i->value == NO_VAL || operands_are_at_most(c, level_of(c, i->value));
}

/* ---- what is known from here on */

static bool make(KernelCheck *c, ValId v) {
    if (c->made[v] != MADE_NOT)
        return kernel_broken(c, "v%u is made twice", v);
    c->made[v] = MADE_HERE;
    return vec_push(c->env, &c->order, v);
}

static void leave(KernelCheck *c, uint32_t since) {
    while (c->order.len > since)
        c->made[c->order.at[--c->order.len]] = MADE_GONE;
}

bool kernel_makes_once(KernelCheck *c) {
    const KernelInstr *i = c->i;
    if (instr_opens(i)) {
        OpenRegion region = {c->at.instr, NO_INSTR, c->order.len, c->since};
        TRY(vec_push(c->env, &c->open, region));
        for (uint32_t n = 0; n < i->n_carries && i->code != K_IF; n++)
            TRY(make(c, c->k->carries.at[i->carry + n].phi));
    }
    if (i->code == K_ELSE)
        leave(c, innermost(c)->since);
    if (i->code == K_END) {
        OpenRegion ended = c->open.at[--c->open.len];
        const KernelInstr *opener = &c->k->body.at[ended.instr];
        leave(c, ended.since);
        for (uint32_t n = 0; n < opener->n_carries; n++)
            TRY(make(c, c->k->carries.at[opener->carry + n].result));
    }
    return i->value == NO_VAL || make(c, i->value);
}
