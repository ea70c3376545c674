#include "emit/llvm/reduce.h"

Vec step_start(Emit *e, Op op, Dtype dtype, unsigned lanes) {
    return vec_const(e, dtype, fold_start(op_fold(op)->start, dtype), lanes);
}

static AccKind kind_of(const KernelInstr *i) {
    switch (op_fold((Op)i->op)->kind) {
    case FOLD_BEST: return ACC_BEST;
    case FOLD_TRUTH: return ACC_TRUTH;
    case FOLD_COUNT: return i->flags & KF_OMIT_NAN ? ACC_COUNT : ACC_LENGTH;
    default: return ACC_STEP;
    }
}

/* Of one part of a number in a vector. */
static unsigned component_bits(Dtype dtype) {
    const DtypeInfo *info = dtype_info(acc_dtype(dtype));
    return info->class == CLASS_COMPLEX ? info->bits / 2u : info->bits;
}

void reducer_init(Reducer *r, const Kernel *kernel, uint32_t instr, unsigned truth_bits) {
    const KernelInstr *i = &kernel->body.at[instr];
    Op op = (Op)i->op;
    *r = (Reducer){.instr = instr, .kind = kind_of(i), .op = op, .step = op_fold(op)->step};
    r->in = kernel_in(kernel, i)[0];
    r->out = i->value;
    r->x = (Dtype)kernel->values.at[r->in].dtype;
    r->value = acc_dtype(r->x);
    unsigned class = dtype_info(r->x)->class, component = component_bits(r->x);
    r->omit = (i->flags & KF_OMIT_NAN) && (class & (CLASS_FLOAT | CLASS_COMPLEX));
    r->seeded = r->kind == ACC_BEST && !r->omit;
    /* Which of two opposites it is. */
    r->flag = r->step == OP_or || r->step == OP_gt;
    /* The larger of two zeros is the second one. */
    r->ordered =
        class == CLASS_FLOAT && r->kind == ACC_STEP && !(op_info(r->step)->flags & OPF_COMMUTES);
    r->all_lanes = class == CLASS_COMPLEX && r->kind == ACC_STEP;
    r->n_parts = r->kind == ACC_LENGTH                           ? 0
                 : r->kind == ACC_BEST                           ? 2
                 : r->kind == ACC_STEP && class == CLASS_COMPLEX ? 2
                                                                 : 1;
    r->narrow = r->kind == ACC_COUNT   ? (component < 32 ? component : 32)
                : r->kind == ACC_TRUTH ? truth_bits
                : component > 16       ? component
                                       : 16;
    if (r->kind == ACC_COUNT && r->narrow < 16)
        r->narrow = 16;
}

static IrType int_type(unsigned bits, unsigned lanes) {
    return IR_I((uint8_t)bits, lanes);
}

IrType acc_type(const Reducer *r, unsigned part, unsigned lanes, bool wide) {
    switch (r->kind) {
    case ACC_COUNT: return int_type(wide ? 64 : r->narrow, lanes);
    case ACC_TRUTH: return int_type(wide ? 1 : r->narrow, lanes);
    case ACC_BEST:
        if (part == 1)
            return int_type(wide ? 64 : r->narrow, lanes);
        break;
    default: break;
    }
    return vec_type(r->value, lanes);
}

unsigned acc_size(const Reducer *r) {
    switch (r->kind) {
    case ACC_COUNT: return 8;
    case ACC_TRUTH: return 1;
    case ACC_BEST: return 16;
    case ACC_LENGTH: return 0;
    default: return reg_bytes(r->value);
    }
}

/* ---- masks: 0 is all lanes */

static Val both(Emit *e, Val a, Val b) {
    return !a ? b : !b ? a : ir_bin(&e->ir, "and", a, b);
}

static Val is_number(Emit *e, Vec x) {
    Val number = ir_compare(&e->ir, "ord", x.part[0], x.part[0]);
    if (vec_is_complex((Dtype)x.dtype))
        number = both(e, number, ir_compare(&e->ir, "ord", x.part[1], x.part[1]));
    return number;
}

static Val is_not_zero(Emit *e, Vec x) {
    Val zero = ir_zero(&e->ir, ir_type(&e->ir, x.part[0]));
    unsigned class = dtype_info((Dtype)x.dtype)->class;
    if (class == CLASS_BOOL)
        return x.part[0];
    if (class == CLASS_FLOAT)
        return ir_compare(&e->ir, "une", x.part[0], zero);
    if (class != CLASS_COMPLEX)
        return ir_compare(&e->ir, "ne", x.part[0], zero);
    return ir_bin(&e->ir, "or", ir_compare(&e->ir, "une", x.part[0], zero),
                  ir_compare(&e->ir, "une", x.part[1], zero));
}

/* ---- steps */

static Vec as_vec(const Reducer *r, Acc acc) {
    return (Vec){{acc.part[0], acc.part[1]}, (uint8_t)r->value, (uint16_t)acc.lanes};
}

static Acc from_vec(Vec v) {
    return (Acc){{v.part[0], v.part[1]}, v.lanes};
}

static Vec repeat_step(Emit *e, const Reducer *r, Vec acc, Vec x) {
    Vec in[2] = {acc, x};
    return emit_step(e, r->step, r->value, in, 2);
}

/* No element has this place. */
static Val nothing(Emit *e, Val place) {
    IrType type = ir_type(&e->ir, place);
    return ir_int(&e->ir, type, UINT64_MAX >> (65 - type.bits));
}

/* Is x better than y wherever it stands? NaN beats every number, unless it is left out. */
static Val beats(Emit *e, const Reducer *r, Val x, Val y, bool omit) {
    static const char *const compares[3][2] = {
        {"ult", "ugt"}, {"slt", "sgt"}, {"olt", "ogt"}}; /* [.][largest] */
    unsigned class = dtype_info(r->value)->class;
    if (class != CLASS_FLOAT)
        return ir_compare(&e->ir, compares[class == CLASS_SIGNED][r->flag], x, y);
    if (omit)
        return ir_compare(&e->ir, compares[2][r->flag], x, y);
    return ir_bin(&e->ir, "and", ir_compare(&e->ir, compares[0][r->flag], x, y),
                  ir_compare(&e->ir, "ord", y, y));
}

static Acc worst_at_first(Emit *e, const Reducer *r, unsigned lanes, bool wide) {
    Bits worst = fold_start(r->flag ? START_LEAST : START_MOST, r->value);
    Val value = vec_const(e, r->value, worst, lanes).part[0];
    return (Acc){{value, ir_zero(&e->ir, acc_type(r, 1, lanes, wide))}, lanes};
}

Acc acc_start(Emit *e, const Reducer *r, unsigned lanes, bool wide) {
    Ir *ir = &e->ir;
    Acc acc = {{0, 0}, lanes};
    switch (r->kind) {
    case ACC_STEP: return from_vec(step_start(e, r->op, r->value, lanes));
    case ACC_LENGTH: return acc;
    case ACC_COUNT: acc.part[0] = ir_zero(ir, acc_type(r, 0, lanes, wide)); break;
    case ACC_TRUTH: {
        IrType type = acc_type(r, 0, lanes, wide);
        acc.part[0] = r->flag ? ir_zero(ir, type) : ir_ones(ir, type);
        break;
    }
    case ACC_BEST:
        if (r->seeded)
            return worst_at_first(e, r, lanes, wide);
        acc.part[0] = ir_zero(ir, vec_type(r->value, lanes));
        acc.part[1] = nothing(e, ir_zero(ir, acc_type(r, 1, lanes, wide)));
        break;
    }
    return acc;
}

static Acc take_truth(Emit *e, const Reducer *r, Acc acc, Vec x, Val on) {
    Ir *ir = &e->ir;
    Val truth = is_not_zero(e, x);
    if (on && r->flag)
        truth = ir_bin(ir, "and", truth, on);
    else if (on)
        truth = ir_bin(ir, "or", truth, ir_bin(ir, "xor", on, ir_ones(ir, ir_type(ir, on))));
    if (r->narrow > 1)
        truth = ir_convert(ir, "sext", truth, acc_type(r, 0, acc.lanes, false));
    acc.part[0] = ir_bin(ir, r->flag ? "or" : "and", acc.part[0], truth);
    return acc;
}

static Acc take_best(Emit *e, const Reducer *r, Acc acc, Vec x, Val place, Val on) {
    Ir *ir = &e->ir;
    Val better = beats(e, r, x.part[0], acc.part[0], r->omit);
    if (!r->seeded)
        better =
            ir_bin(ir, "or", better, ir_compare(ir, "eq", acc.part[1], nothing(e, acc.part[1])));
    if (r->omit)
        better = both(e, better, is_number(e, x));
    better = both(e, better, on);
    acc.part[0] = ir_select(ir, better, x.part[0], acc.part[0]);
    acc.part[1] = ir_select(ir, better, place, acc.part[1]);
    return acc;
}

Acc acc_take(Emit *e, const Reducer *r, Acc acc, Vec x, Val place, Val on) {
    x.dtype = (uint8_t)r->value; /* a half is held as a float already */
    switch (r->kind) {
    case ACC_LENGTH: return acc;
    case ACC_TRUTH: return take_truth(e, r, acc, x, on);
    case ACC_BEST: return take_best(e, r, acc, x, place, on);
    case ACC_COUNT: {
        Val number = r->omit ? both(e, is_number(e, x), on) : on;
        IrType type = acc_type(r, 0, acc.lanes, false);
        Val more = number ? ir_convert(&e->ir, "zext", number, type) : ir_int(&e->ir, type, 1);
        acc.part[0] = ir_bin(&e->ir, "add", acc.part[0], more);
        return acc;
    }
    case ACC_STEP: break;
    }
    Vec taken = repeat_step(e, r, as_vec(r, acc), x);
    if (r->omit)
        on = both(e, is_number(e, x), on);
    return from_vec(on ? vec_select(e, on, taken, as_vec(r, acc)) : taken);
}

/* Of two equals the earlier one. */
static Acc combine_best(Emit *e, const Reducer *r, Acc a, Acc b) {
    Ir *ir = &e->ir;
    Val x = a.part[0], y = b.part[0];
    Val earlier = ir_compare(ir, "slt", b.part[1], a.part[1]);
    Val loses = beats(e, r, x, y, false);
    Val tie = ir_select(ir, loses, ir_zero(ir, ir_type(ir, loses)), earlier);
    Val second = ir_bin(ir, "or", beats(e, r, y, x, false), tie);
    if (!r->seeded) {
        Val none = nothing(e, a.part[1]);
        second = ir_bin(ir, "or", second, ir_compare(ir, "eq", a.part[1], none));
        second = ir_bin(ir, "and", second, ir_compare(ir, "ne", b.part[1], none));
    }
    for (unsigned p = 0; p < 2; p++)
        a.part[p] = ir_select(ir, second, b.part[p], a.part[p]);
    return a;
}

Acc acc_combine(Emit *e, const Reducer *r, Acc a, Acc b) {
    switch (r->kind) {
    case ACC_LENGTH: return a;
    case ACC_BEST: return combine_best(e, r, a, b);
    case ACC_STEP: return from_vec(repeat_step(e, r, as_vec(r, a), as_vec(r, b)));
    case ACC_COUNT: a.part[0] = ir_bin(&e->ir, "add", a.part[0], b.part[0]); return a;
    case ACC_TRUTH:
        a.part[0] = ir_bin(&e->ir, r->flag ? "or" : "and", a.part[0], b.part[0]);
        return a;
    }
    return a;
}

/* ---- folding */

static void swap_if(Emit *e, const Reducer *r, Val condition, Acc *a, Acc *b) {
    for (unsigned p = 0; p < r->n_parts; p++) {
        Val first = a->part[p];
        a->part[p] = ir_select(&e->ir, condition, b->part[p], first);
        b->part[p] = ir_select(&e->ir, condition, first, b->part[p]);
    }
}

/* Vector j with j + half. Wherever the turns left them these are the right two; which of them comes
 * first depends on the turns. */
static void fold_vectors(Emit *e, const Reducer *r, Acc *vectors, unsigned half, Val turns) {
    Ir *ir = &e->ir;
    for (unsigned j = 0; j < half; j++) {
        Acc a = vectors[j], b = vectors[j + half];
        if (turns && r->ordered) {
            Val number = ir_bin(ir, "add", turns, ir_int(ir, IR_I(64, 1), j));
            Val high = ir_bin(ir, "and", number, ir_int(ir, IR_I(64, 1), half));
            Val swapped = ir_compare(ir, "ne", high, ir_zero(ir, IR_I(64, 1)));
            swap_if(e, r, swapped, &a, &b);
        }
        vectors[j] = acc_combine(e, r, a, b);
    }
}

/* Lanes from .. from + n; one lane is a scalar. */
static Acc some_lanes(Emit *e, const Reducer *r, Acc acc, unsigned from, unsigned n) {
    uint32_t which[REDUCE_LANES];
    for (unsigned k = 0; k < n; k++)
        which[k] = from + k;
    acc.lanes = n;
    for (unsigned p = 0; p < r->n_parts; p++)
        acc.part[p] = n == 1 ? ir_lane(&e->ir, acc.part[p], ir_int(&e->ir, IR_I(64, 1), from))
                             : ir_shuffle(&e->ir, acc.part[p], 0, which, n);
    return acc;
}

Acc acc_fold(Emit *e, const Reducer *r, Acc *vectors, unsigned n, Val turns) {
    Val mask = e->mask;
    e->mask = 0; /* all lanes are there, and fewer at a time than in the body */
    for (unsigned half = n / 2; half > 0; half /= 2)
        fold_vectors(e, r, vectors, half, turns);
    Acc acc = vectors[0];
    for (unsigned half = acc.lanes / 2; half > 0; half /= 2) {
        Acc high = some_lanes(e, r, acc, half, half); /* first, whatever the compiler's order is */
        acc = acc_combine(e, r, some_lanes(e, r, acc, 0, half), high);
    }
    e->mask = mask;
    return acc;
}

Acc acc_widen(Emit *e, const Reducer *r, Acc acc, Val first) {
    Ir *ir = &e->ir;
    if (r->kind == ACC_COUNT) {
        acc.part[0] = ir_convert(ir, "zext", acc.part[0], acc_type(r, 0, acc.lanes, true));
    } else if (r->kind == ACC_TRUTH && r->narrow > 1) {
        Val zero = ir_zero(ir, acc_type(r, 0, acc.lanes, false));
        acc.part[0] = ir_compare(ir, "ne", acc.part[0], zero);
    } else if (r->kind == ACC_BEST) {
        IrType wide = acc_type(r, 1, acc.lanes, true);
        Val narrow = acc.part[1];
        Val place = r->narrow < 64 ? ir_convert(ir, "zext", acc.part[1], wide) : acc.part[1];
        place = ir_bin(ir, "add", place, ir_splat(ir, first, acc.lanes));
        acc.part[1] = place;
        if (!r->seeded)
            acc.part[1] = ir_select(ir, ir_compare(ir, "eq", narrow, nothing(e, narrow)),
                                    nothing(e, place), place);
    }
    return acc;
}

/* ---- results */

/* Which of several NaNs an addition keeps depends on the machine: a reduction has one NaN. */
static Val one_nan(Emit *e, Val x) {
    IrType type = ir_type(&e->ir, x);
    uint64_t bits = type.bits == 32 ? 0x7fc00000u : 0x7ff8000000000000u;
    return ir_select(&e->ir, ir_compare(&e->ir, "uno", x, x), ir_float(&e->ir, type, bits), x);
}

Vec acc_finish(Emit *e, const Reducer *r, Acc acc) {
    Ir *ir = &e->ir;
    Vec out = {{acc.part[0], 0}, DT_I64, (uint16_t)acc.lanes};
    switch (r->kind) {
    case ACC_LENGTH:
    case ACC_COUNT: return out;
    case ACC_TRUTH: out.dtype = DT_BOOL; return out;
    case ACC_BEST: {
        Val place = acc.part[1], none = ir_compare(ir, "eq", place, nothing(e, place));
        out.part[0] = ir_select(ir, none, ir_zero(ir, ir_type(ir, place)), place);
        return out;
    }
    case ACC_STEP: break;
    }
    unsigned class = dtype_info(r->x)->class;
    out.dtype = (uint8_t)r->x;
    for (unsigned p = 0; p < r->n_parts; p++) {
        out.part[p] = acc.part[p];
        if (class & (CLASS_FLOAT | CLASS_COMPLEX))
            out.part[p] = one_nan(e, out.part[p]);
        if (r->x != r->value)
            out.part[p] = emit_round(e, out.part[p], r->x);
    }
    return out;
}

Vec acc_finish_length(Emit *e, Val length, unsigned lanes) {
    return (Vec){{ir_splat(&e->ir, length, lanes), 0}, DT_I64, (uint16_t)lanes};
}

/* ---- memory */

static Dtype memory_dtype(const Reducer *r) {
    return r->kind == ACC_COUNT ? DT_I64 : r->kind == ACC_TRUTH ? DT_BOOL : r->value;
}

static Vec place_vec(Val place, unsigned lanes) {
    return (Vec){{place, 0}, DT_I64, (uint16_t)lanes};
}

void acc_put(Emit *e, const Reducer *r, Acc acc, Val pointer) {
    Ir *ir = &e->ir;
    if (r->kind != ACC_BEST) {
        vec_to_regs(
            e, (Vec){{acc.part[0], acc.part[1]}, (uint8_t)memory_dtype(r), (uint16_t)acc.lanes},
            pointer);
        return;
    }
    Val places = ir_offset_const(ir, pointer, 8), stride = ir_int(ir, IR_I(64, 1), ACC_BYTES);
    Vec value = {{acc.part[0], 0}, (uint8_t)r->value, (uint16_t)acc.lanes};
    if (acc.lanes == 1) {
        emit_store_one(e, value, pointer);
        emit_store_one(e, place_vec(acc.part[1], 1), places);
        return;
    }
    emit_store(e, value, pointer, ALONG_ANY, stride);
    emit_store(e, place_vec(acc.part[1], acc.lanes), places, ALONG_ANY, stride);
}

Acc acc_get(Emit *e, const Reducer *r, Val pointer, unsigned lanes) {
    Ir *ir = &e->ir;
    if (r->kind != ACC_BEST)
        return from_vec(vec_from_regs(e, memory_dtype(r), lanes, pointer));
    Val places = ir_offset_const(ir, pointer, 8), stride = ir_int(ir, IR_I(64, 1), ACC_BYTES);
    Vec value, place;
    if (lanes == 1) {
        value = emit_load_one(e, r->value, pointer);
        place = emit_load_one(e, DT_I64, places);
    } else {
        value = emit_load(e, r->value, pointer, ALONG_ANY, stride);
        place = emit_load(e, DT_I64, places, ALONG_ANY, stride);
    }
    return (Acc){{value.part[0], place.part[0]}, lanes};
}
