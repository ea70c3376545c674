/* Which axis of an operand goes with an axis of a result, place by place. */
#include "plan/panels.h"

/* ---- products */

static void sort_contract(const Types *t, const Program *p, const Instr *i, uint32_t operand,
                          ProductAxes *s) {
    uint32_t rank = type_rank(t, p->vars.at[instr_in(p, i)[operand]].type);
    bool taken[MAX_RANK] = {false};
    const int64_t *list = attr_list(p, i, operand ? AT_Y_AXES : AT_X_AXES, &s->n_summed);
    for (uint32_t k = 0; k < s->n_summed; k++)
        taken[s->summed[k] = axis_of(list[k], rank)] = true;
    list = attr_list(p, i, operand ? AT_Y_BATCH : AT_X_BATCH, &s->n_batch);
    for (uint32_t k = 0; k < s->n_batch; k++)
        taken[s->batch[k] = axis_of(list[k], rank)] = true;
    for (uint32_t k = 0; k < rank; k++)
        if (!taken[k])
            s->own[s->n_own++] = k;
}

/* Leading axes broadcast; the last two are those of a matrix, or the last is a vector's. */
static void sort_matmul(const Types *t, const Program *p, const Instr *i, uint32_t operand,
                        ProductAxes *s) {
    const VarId *in = instr_in(p, i);
    TypeId type = p->vars.at[in[operand]].type, out = p->vars.at[i->out].type;
    uint32_t rank = type_rank(t, type), inner = rank == 1 ? 1 : 2, lead = rank - inner;
    uint32_t x_rank = type_rank(t, p->vars.at[in[0]].type);
    uint32_t y_rank = type_rank(t, p->vars.at[in[1]].type);
    s->n_batch = type_rank(t, out) - (x_rank > 1) - (y_rank > 1);
    for (uint32_t k = 0; k < s->n_batch; k++) {
        uint32_t source = k + lead - s->n_batch; /* wraps for axes that it lacks */
        bool has = k + lead >= s->n_batch && type_dims(t, type)[source] == type_dims(t, out)[k];
        s->batch[k] = has ? source : VIEW_NEW;
    }
    s->n_summed = 1;
    s->summed[0] = rank == 1 ? 0 : operand ? rank - 2 : rank - 1;
    s->n_own = rank > 1;
    s->own[0] = operand ? rank - 1 : rank - 2;
}

void product_axes(const Types *t, const Program *p, const Instr *i, uint32_t operand,
                  ProductAxes *out) {
    *out = (ProductAxes){.n_batch = 0};
    if (op_info(i->op)->rule == RULE_MATMUL)
        sort_matmul(t, p, i, operand, out);
    else
        sort_contract(t, p, i, operand, out);
}

static int follow_product(const Types *t, const Program *p, const Instr *i, uint32_t operand,
                          uint32_t axis) {
    ProductAxes s[2];
    for (uint32_t k = 0; k < 2; k++)
        product_axes(t, p, i, k, &s[k]);
    if (axis < s[0].n_batch)
        return s[operand].batch[axis] == VIEW_NEW ? FOLLOW_WHOLE : (int)s[operand].batch[axis];
    uint32_t own = axis - s[0].n_batch, side = own >= s[0].n_own;
    if (side != operand)
        return FOLLOW_WHOLE;
    return (int)s[operand].own[side ? own - s[0].n_own : own];
}

/* ---- everything else */

typedef struct Step {
    const Types *t;
    const Program *p;
    const Instr *i;
    TypeId in, out; /* types of the operand and the result */
    uint32_t operand, axis;
} Step;

/* Axes broadcast from the last one on. */
static int follow_aligned(const Step *s, uint32_t out_rank, uint32_t axis) {
    uint32_t rank = type_rank(s->t, s->in);
    if (axis + rank < out_rank)
        return FOLLOW_WHOLE;
    uint32_t own = axis + rank - out_rank;
    return type_dims(s->t, s->in)[own] == 1 ? FOLLOW_WHOLE : (int)own;
}

/* Which axes a list names, absent: all of them. */
static bool listed(const Step *s, unsigned attr, uint32_t rank, uint32_t axis) {
    uint32_t n;
    const int64_t *list = attr_list(s->p, s->i, attr, &n);
    for (uint32_t k = 0; k < n; k++)
        if (axis_of(list[k], rank) == axis)
            return true;
    return !list;
}

/* The axis of the operand that is number `place` of those that stay. */
static int staying(const Step *s, uint32_t place, bool (*goes)(const Step *s, uint32_t axis)) {
    for (uint32_t k = 0; k < type_rank(s->t, s->in); k++)
        if (!goes(s, k) && place-- == 0)
            return (int)k;
    return FOLLOW_NONE;
}

static bool is_reduced(const Step *s, uint32_t axis) {
    uint32_t rank = type_rank(s->t, s->in);
    if (op_info(s->i->op)->rule == RULE_REDUCE)
        return listed(s, AT_AXES, rank, axis);
    return !attr_has(s->p, s->i, AT_AXIS) ||
           axis_of(attr_int(s->p, s->i, AT_AXIS, 0), rank) == axis;
}

static int follow_reduce(const Step *s) {
    if (!attr_bool(s->p, s->i, AT_KEEPDIMS))
        return staying(s, s->axis, is_reduced);
    return is_reduced(s, s->axis) ? FOLLOW_NONE : (int)s->axis;
}

static bool is_squeezed(const Step *s, uint32_t axis) {
    bool one = type_dims(s->t, s->in)[axis] == 1;
    return one && listed(s, AT_AXES, type_rank(s->t, s->in), axis);
}

static int follow_expand(const Step *s) {
    uint32_t rank = type_rank(s->t, s->out), place = 0;
    if (listed(s, AT_AXES, rank, s->axis))
        return FOLLOW_NONE;
    for (uint32_t k = 0; k < s->axis; k++)
        place += !listed(s, AT_AXES, rank, k);
    return (int)place;
}

static int follow_transpose(const Step *s) {
    uint32_t n, rank = type_rank(s->t, s->out);
    const int64_t *perm = attr_list(s->p, s->i, AT_PERM, &n);
    return (int)(perm ? axis_of(perm[s->axis], rank) : rank - 1 - s->axis);
}

static int follow_slice(const Step *s) {
    static const unsigned attrs[] = {AT_START, AT_STOP, AT_STEP};
    for (int a = 0; a < 3; a++) {
        uint32_t n;
        const int64_t *list = attr_list(s->p, s->i, attrs[a], &n);
        int64_t plain = attrs[a] == AT_STEP ? 1 : LIST_SKIPPED;
        if (s->axis < n && list[s->axis] != LIST_SKIPPED && list[s->axis] != plain)
            return FOLLOW_NONE;
    }
    return (int)s->axis;
}

/* Axes before the first that differs stay what they are. */
static int follow_reshape(const Step *s) {
    uint32_t from = type_rank(s->t, s->in), to = type_rank(s->t, s->out);
    for (uint32_t k = 0; k <= s->axis; k++)
        if (k >= from || k >= to || type_dims(s->t, s->in)[k] != type_dims(s->t, s->out)[k])
            return FOLLOW_NONE;
    return (int)s->axis;
}

static int follow_pad(const Step *s) {
    uint32_t n;
    if (s->operand == 1)
        return FOLLOW_WHOLE;
    const int64_t *lo = attr_list(s->p, s->i, AT_LO, &n), *hi = attr_list(s->p, s->i, AT_HI, &n);
    return lo[s->axis] || hi[s->axis] ? FOLLOW_NONE : (int)s->axis;
}

static int follow_joined(const Step *s) {
    bool stack = op_info(s->i->op)->rule == RULE_STACK;
    uint32_t axis = axis_of(attr_int(s->p, s->i, AT_AXIS, 0), type_rank(s->t, s->out));
    if (s->axis == axis)
        return FOLLOW_NONE;
    return (int)(stack && s->axis > axis ? s->axis - 1 : s->axis);
}

static bool is_indexed(const Step *s, uint32_t axis) {
    return listed(s, AT_AXES, type_rank(s->t, s->in), axis);
}

static uint32_t index_rank(const Types *t, const Program *p, const Instr *i) {
    uint32_t rank = 0;
    for (uint32_t k = 1; k < i->n_in; k++) {
        uint32_t own = type_rank(t, p->vars.at[instr_in(p, i)[k]].type);
        rank = own > rank ? own : rank;
    }
    return rank;
}

/* The instruction that makes a variable; NULL: it is an input. */
static const Instr *maker_of(const Program *p, VarId v) {
    uint32_t low = 0, high = p->instrs.len; /* results are numbered in their order */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const Instr *i = &p->instrs.at[middle];
        if (v >= i->out && v < i->out + i->n_out)
            return i;
        if (v < i->out)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

bool follow_numbers(const Types *t, const Program *p, const Instr *i, uint32_t operand,
                    uint32_t axis) {
    if (op_info(i->op)->rule != RULE_GATHER || operand == 0)
        return false;
    VarId index = instr_in(p, i)[operand];
    const Instr *maker = maker_of(p, index);
    if (!maker || op_info(maker->op)->rule != RULE_IOTA)
        return false;
    TypeId x = p->vars.at[instr_in(p, i)[0]].type, type = p->vars.at[index].type;
    uint32_t n, own = type_rank(t, type), rank = index_rank(t, p, i);
    uint32_t along = axis_of(attr_int(p, maker, AT_IOTA_AXIS, 0), own);
    const int64_t *list = attr_list(p, i, AT_AXES, &n);
    return along + rank == axis + own && operand - 1 < n &&
           type_dims(t, type)[along] ==
               type_dims(t, x)[axis_of(list[operand - 1], type_rank(t, x))];
}

/* Where an index numbers the places along the axis, each takes what stands at its own place of x. */
static int follow_numbered(const Step *s) {
    uint32_t n;
    const int64_t *list = attr_list(s->p, s->i, AT_AXES, &n);
    for (uint32_t k = 0; k < n; k++)
        if (follow_numbers(s->t, s->p, s->i, k + 1, s->axis))
            return (int)axis_of(list[k], type_rank(s->t, s->in));
    return FOLLOW_WHOLE;
}

/* The axes of the indices, then those of x that are not indexed. */
static int follow_gather(const Step *s) {
    uint32_t rank = index_rank(s->t, s->p, s->i);
    if (s->operand == 0)
        return s->axis < rank ? follow_numbered(s) : staying(s, s->axis - rank, is_indexed);
    return s->axis < rank ? follow_aligned(s, rank, s->axis) : FOLLOW_WHOLE;
}

int follow_axis(const Types *t, const Program *p, const Instr *i, uint32_t operand, uint32_t axis) {
    TypeRule rule = op_info(i->op)->rule;
    const Step s = {.t = t,
                    .p = p,
                    .i = i,
                    .in = p->vars.at[instr_in(p, i)[operand]].type,
                    .out = p->vars.at[i->out].type,
                    .operand = operand,
                    .axis = axis};
    if (rule_maps(rule))
        return follow_aligned(&s, type_rank(t, s.out), axis);
    switch (rule) {
    case RULE_SAME_SHAPE:
    case RULE_BROADCAST:
    case RULE_FILL: return follow_aligned(&s, type_rank(t, s.out), axis);
    case RULE_MATMUL:
    case RULE_CONTRACT: return follow_product(t, p, i, operand, axis);
    case RULE_REDUCE:
    case RULE_ARG_REDUCE: return follow_reduce(&s);
    case RULE_SCAN: return is_reduced(&s, axis) ? FOLLOW_NONE : (int)axis;
    case RULE_TRANSPOSE: return follow_transpose(&s);
    case RULE_EXPAND_DIMS: return follow_expand(&s);
    case RULE_SQUEEZE: return staying(&s, axis, is_squeezed);
    case RULE_SLICE: return follow_slice(&s);
    case RULE_FLIP: return listed(&s, AT_AXES, type_rank(t, s.in), axis) ? FOLLOW_NONE : (int)axis;
    case RULE_RESHAPE: return follow_reshape(&s);
    case RULE_PAD: return follow_pad(&s);
    case RULE_CONCAT:
    case RULE_STACK: return follow_joined(&s);
    case RULE_GATHER: return follow_gather(&s);
    default: return FOLLOW_NONE;
    }
}

bool extent_of_input(const Types *t, const Program *p, const Instr *i, VarId *input,
                     uint32_t *axis) {
    if (op_info(i->op)->rule != RULE_EXTENT)
        return false;
    TypeId type = p->vars.at[instr_in(p, i)[0]].type;
    Dim dim = type_dims(t, type)[axis_of(attr_int(p, i, AT_AXIS, 0), type_rank(t, type))];
    for (*input = 0; *input < p->n_inputs && DIM_IS_NAME(dim); ++*input) {
        TypeId own = p->vars.at[*input].type;
        for (*axis = 0; *axis < type_rank(t, own); ++*axis)
            if (type_dims(t, own)[*axis] == dim)
                return true;
    }
    *input = NO_VAR;
    return false;
}
