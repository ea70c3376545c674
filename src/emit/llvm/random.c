/*
 * Random numbers: Philox4x32-10 (op/philox.h). The words of
 * all counters in order are one long stream, from which elements take one or two each. When the
 * elements of a vector stand side by side in it and begin with a counter, as they almost always do,
 * each counter is computed once and a vector of counters at a time. Others go to the interpreter's loop.
 */
#include <stddef.h>
#include <string.h>

#include "emit/llvm/math.h"
#include "emit/llvm/words.h"
#include "op/philox.h"

/* One draw. */
typedef struct Draw {
    Op op;
    Dtype dtype;
    unsigned lanes;
    unsigned per; /* elements that share a counter */
    Vec key, draw;
    Val number;
} Draw;

static Val bin_const(Emit *e, const char *op, Val x, uint64_t y) {
    return ir_bin(&e->ir, op, x, int_like(e, x, y));
}

static Val lane_at(Emit *e, Val x, unsigned k) {
    return ir_lane(&e->ir, x, ir_int(&e->ir, IR_I(64, 1), k));
}

/* ---- the interpreter's loop */

enum { OUT_SLOT, KEY_SLOT, DRAW_SLOT, NUMBER_SLOT }; /* of ir_scratch; nothing stays there */

/* A pointer out of a table that the frame points to. */
static Val random_fn(Emit *e, const Draw *d) {
    Val at = ir_offset_const(&e->ir, e->frame, offsetof(LineFrame, randoms));
    Val table = ir_load(&e->ir, IR_P, at, 8);
    int64_t index = (int64_t)d->op * DTYPE_COUNT + d->dtype;
    return ir_load(&e->ir, IR_P, ir_offset_const(&e->ir, table, 8 * index), 8);
}

static Val spilled(Emit *e, Vec x, unsigned lanes, unsigned slot) {
    Val pointer = ir_scratch(&e->ir, slot, (uint64_t)reg_bytes(x.dtype) * lanes);
    vec_to_regs(e, vec_splat(e, x, lanes), pointer);
    return pointer;
}

static Vec draw_by_call(Emit *e, const Draw *d) {
    Vec number = {.part = {d->number}, .dtype = DT_I64, .lanes = (uint16_t)d->lanes};
    Val out = ir_scratch(&e->ir, OUT_SLOT, (uint64_t)reg_bytes(d->dtype) * d->lanes);
    Val args[5] = {
        out, spilled(e, d->key, d->lanes, KEY_SLOT), spilled(e, d->draw, d->lanes, DRAW_SLOT),
        spilled(e, number, d->lanes, NUMBER_SLOT), ir_int(&e->ir, IR_I(64, 1), d->lanes)};
    ir_call_pointer(&e->ir, random_fn(e, d), (IrType){IR_INT, 0, 0}, 5, args);
    return vec_from_regs(e, d->dtype, d->lanes, out);
}

/* ---- words */

/* What goes round: the counter's words, the key's words, how many rounds are to come. */
enum { C0, C1, C2, C3, K0, K1, LEFT, STATE };

static void philox_round(Emit *e, Val s[STATE]) {
    Ir *ir = &e->ir;
#define PRODUCT(x, m) bin_const(e, "mul", bin_const(e, "and", x, UINT32_MAX), m)
#define HIGH(x)       bin_const(e, "lshr", x, 32)
#define MIX(x, y, k)  ir_bin(ir, "xor", ir_bin(ir, "xor", x, y), k)
#define NEXT(k, w)    bin_const(e, "add", k, w)
    PHILOX_ROUND(Val, s, s + K0, PRODUCT, HIGH, MIX, NEXT);
    s[LEFT] = bin_const(e, "sub", s[LEFT], 1);
}

/* The low word of one lane and the low word of another, as one number. */
static Val joined(Emit *e, Val low, Val high) {
    return ir_bin(&e->ir, "or", bin_const(e, "and", low, UINT32_MAX),
                  bin_const(e, "shl", high, 32));
}

/*
 * A counter in each lane; gives their words 0 and 1, and 2 and 3, joined. What stands in the upper half
 * of a lane does not matter until the end: the products are those of the lower halves. The rounds are
 * a loop, which runs as fast as all of them written out: each waits for the one before. And what is
 * written out takes long to compile.
 */
static void philox(Emit *e, Val counter, Val draw, Val key, Val pairs[2]) {
    Ir *ir = &e->ir;
    unsigned n = ir_type(ir, counter).lanes;
    Val s[STATE] = {[C0] = counter,
                    [C1] = bin_const(e, "lshr", counter, 32),
                    [C2] = ir_splat(ir, draw, n),
                    [C3] = ir_splat(ir, bin_const(e, "lshr", draw, 32), n),
                    [K0] = ir_splat(ir, key, n),
                    [K1] = ir_splat(ir, bin_const(e, "lshr", key, 32), n),
                    [LEFT] = ir_int(ir, IR_I(64, 1), PHILOX_ROUNDS)};
    Val next[STATE];
    Label before = ir->block, head = ir_label(ir), end = ir_label(ir);
    ir_jump(ir, head);
    ir_block(ir, head);
    for (unsigned k = 0; k < STATE; k++) {
        next[k] = ir_reserve(ir, ir_type(ir, s[k]));
        s[k] = ir_phi(ir, 2, (Val[]){s[k], next[k]}, (Label[]){before, head});
    }
    philox_round(e, s);
    for (unsigned k = 0; k < STATE; k++)
        ir_become(ir, next[k], s[k]);
    ir_branch(ir, ir_compare(ir, "eq", s[LEFT], int_like(e, s[LEFT], 0)), end, head);
    ir_block(ir, end);
    pairs[0] = joined(e, s[C0], s[C1]);
    pairs[1] = joined(e, s[C2], s[C3]);
}

/* The stream from element `first` on, two words a lane, as many as the elements take. */
static Val stream(Emit *e, const Draw *d, Val first) {
    unsigned counters = d->lanes / d->per, n = counters < 2 ? 2 : counters;
    uint32_t which[MOST_LANES];
    Val pairs[2], number = bin_const(e, "lshr", first, d->per == 4 ? 2 : 1);
    Val counter = ir_bin(&e->ir, "add", ir_splat(&e->ir, number, n), ir_count(&e->ir, IR_I(64, n)));
    philox(e, counter, lane_at(e, d->draw.part[0], 0), lane_at(e, d->key.part[0], 0), pairs);
    Val all = interleaved(e, pairs[0], pairs[1]);
    if (n == counters)
        return all;
    for (unsigned k = 0; k < 2 * counters; k++)
        which[k] = k;
    return ir_shuffle(&e->ir, all, 0, which, 2 * counters);
}

/* ---- what becomes of words */

/* Whole elements: i32 or i64, one a lane. */
static Val elements(Emit *e, const Draw *d, Val pairs) {
    return ir_convert(&e->ir, "bitcast", pairs, IR_I(d->per == 4 ? 32 : 64, d->lanes));
}

static Val bits_of_words(Emit *e, const Draw *d, Val pairs) {
    return ir_convert(&e->ir, "trunc", elements(e, d, pairs), vec_type(d->dtype, d->lanes));
}

static Val scaled(Emit *e, Val number, IrType type, const char *convert, double factor) {
    Val x = ir_convert(&e->ir, convert, number, type);
    return ir_bin(&e->ir, "fmul", x, float_like(e, x, factor));
}

/* 53 bits. Two parts, where only numbers of 32 bits are converted by an instruction; their sum is
 * exact, so the result is the same. */
static Val uniform_f64(Emit *e, Val words) {
    IrType type = IR_F(64, ir_type(&e->ir, words).lanes), half = IR_I(32, type.lanes);
    Val bits = bin_const(e, "lshr", words, 11);
    if (e->ir.target->masks)
        return scaled(e, bits, type, "sitofp", 0x1p-53);
    Val high = ir_convert(&e->ir, "trunc", bin_const(e, "lshr", bits, 27), half);
    Val low = ir_convert(&e->ir, "trunc", bin_const(e, "and", bits, 0x7ffffff), half);
    return ir_bin(&e->ir, "fadd", scaled(e, high, type, "sitofp", 0x1p-26),
                  scaled(e, low, type, "sitofp", 0x1p-53));
}

/* As many bits as the dtype has digits: exact in it. */
static Val uniform_of_words(Emit *e, const Draw *d, Val pairs) {
    Val words = elements(e, d, pairs);
    if (d->per == 2)
        return uniform_f64(e, words);
    unsigned digits = dtype_info(d->dtype)->digits;
    return scaled(e, bin_const(e, "lshr", words, 32 - digits), vec_type(d->dtype, d->lanes),
                  "sitofp", 1.0 / (double)(UINT64_C(1) << digits));
}

/* A function of mathematics. There is none where the target lacks too much: then nothing is drawn by
 * vectors. */
static const MathFn *find(const Emit *e, const char *name, unsigned bits) {
    return math_find(name, strlen(name), bits, e->ir.target);
}

static bool has_normals(const Emit *e, unsigned bits) {
    return find(e, "log", bits) && find(e, "cos", bits) && find(e, "sin", bits);
}

/* No argument here is one for which a function is slow. */
static Val math(Emit *e, const char *name, Val x) {
    IrType type = ir_type(&e->ir, x);
    MathEmit m = {.ir = &e->ir, .lanes = type.lanes};
    Val slow;
    return math_build(&m, find(e, name, type.bits), &x, &slow);
}

static Val at_most_one(Emit *e, Val x) {
    Val one = float_like(e, x, 1);
    return ir_select(&e->ir, ir_compare(&e->ir, "olt", x, one), x, one);
}

static Val square_root(Emit *e, Val x) {
    return ir_intrinsic(&e->ir, "llvm.sqrt", ir_type(&e->ir, x), 1, &x);
}

/* Box and Muller: two elements' words give two normals. */
static Val normal_of_words(Emit *e, const Draw *d, Val pairs) {
    Ir *ir = &e->ir;
    unsigned n = d->lanes / 2;
    IrType type = vec_type(d->dtype, n);
    double unit = d->per == 4 ? 0x1p-32 : 0x1p-64;
    Val a, b;
    if (d->per == 4) {
        a = ir_convert(ir, "trunc", pairs, IR_I(32, n));
        b = ir_convert(ir, "trunc", bin_const(e, "lshr", pairs, 32), IR_I(32, n));
    } else {
        a = every_other(e, pairs, 0);
        b = every_other(e, pairs, 1);
    }
    Val x = ir_convert(ir, "uitofp", a, type), y = ir_convert(ir, "uitofp", b, type);
#define NUMBER(c)   float_like(e, x, c)
#define SUM(x, y)   ir_bin(ir, "fadd", x, y)
#define TIMES(x, y) ir_bin(ir, "fmul", x, y)
#define CAP(x)      at_most_one(e, x)
#define LOG(x)      math(e, "log", x)
#define SQRT(x)     square_root(e, x)
    Val radius = PHILOX_RADIUS(x, unit, NUMBER, SUM, TIMES, CAP, LOG, SQRT);
    Val angle = PHILOX_ANGLE(y, unit, NUMBER, TIMES);
    Val even = ir_bin(ir, "fmul", radius, math(e, "cos", angle));
    Val odd = ir_bin(ir, "fmul", radius, math(e, "sin", angle));
    return emit_round(e, interleaved(e, even, odd), d->dtype);
}

static Vec draw_by_vectors(Emit *e, const Draw *d, Val first) {
    Vec v = {.dtype = (uint8_t)d->dtype, .lanes = (uint16_t)d->lanes};
    Val pairs = stream(e, d, first);
    /* What the random ops make of the same words. */
    if (d->op == OP_normal)
        v.part[0] = normal_of_words(e, d, pairs);
    else if (d->op == OP_uniform)
        v.part[0] = uniform_of_words(e, d, pairs);
    else
        v.part[0] = bits_of_words(e, d, pairs);
    return v;
}

/* ---- which way */

static Val same_in_all(Emit *e, Vec x) {
    Val first = lane_at(e, x.part[0], 0);
    return ir_all(&e->ir, ir_compare(&e->ir, "eq", x.part[0], ir_splat(&e->ir, first, x.lanes)));
}

/* Are there element numbers that come out of a table? */
static bool has_places(const Emit *e) {
    for (uint32_t k = 0; e->kernel && k < e->kernel->accesses.len; k++)
        if (e->form->along[k] == ALONG_PLACES)
            return true;
    return false;
}

/* Whether all numbers that are there count up from the first. Those of a line are equally far apart, so
 * the first and the last tell of all. */
static Val counts_up(Emit *e, const Draw *d, Val first) {
    Ir *ir = &e->ir;
    if (!has_places(e)) {
        Val way = ir_bin(ir, "sub", lane_at(e, d->number, d->lanes - 1), first);
        return ir_compare(ir, "eq", way, int_like(e, way, d->lanes - 1));
    }
    Val want = ir_bin(ir, "add", ir_splat(ir, first, d->lanes), ir_count(ir, IR_I(64, d->lanes)));
    Val good = ir_compare(ir, "eq", d->number, want);
    if (e->mask)
        good = ir_bin(ir, "or", good, bin_const(e, "xor", e->mask, 1));
    return ir_all(ir, good);
}

static Val is_whole(Emit *e, const Draw *d, Val first) {
    Ir *ir = &e->ir;
    Val skip = bin_const(e, "and", first, d->per - 1);
    Val whole = ir_compare(ir, "eq", skip, int_like(e, skip, 0));
    whole = ir_bin(ir, "and", whole, counts_up(e, d, first));
    if (d->key.lanes > 1)
        whole = ir_bin(ir, "and", whole, same_in_all(e, d->key));
    if (d->draw.lanes > 1)
        whole = ir_bin(ir, "and", whole, same_in_all(e, d->draw));
    return whole;
}

static Vec draw(Emit *e, const Draw *d) {
    Ir *ir = &e->ir;
    bool normal = d->op == OP_normal; /* needs more than the others */
    if (d->lanes % d->per != 0 || (normal && !has_normals(e, vec_type(d->dtype, 1).bits)))
        return draw_by_call(e, d);
    Label quick = ir_label(ir), slow = ir_label(ir), end = ir_label(ir), from[2];
    Val first = lane_at(e, d->number, 0), made[2];
    ir_branch(ir, is_whole(e, d, first), quick, slow);
    ir_block(ir, quick);
    Vec v = draw_by_vectors(e, d, first);
    made[0] = v.part[0];
    from[0] = ir->block;
    ir_jump(ir, end);
    ir_block(ir, slow);
    made[1] = draw_by_call(e, d).part[0];
    from[1] = ir->block;
    ir_jump(ir, end);
    ir_block(ir, end);
    v.part[0] = ir_phi(ir, 2, made, from);
    return v;
}

Vec emit_random(Emit *e, Op op, Dtype dtype, Vec key, Vec draw_number, Val number) {
    const char *flags = exactly(e);
    Draw d = {.op = op,
              .dtype = dtype,
              .lanes = ir_type(&e->ir, number).lanes,
              .per = dtype_info(dtype)->bits == 64 ? 2 : 4,
              .key = key,
              .draw = draw_number,
              .number = number};
    Vec v = draw(e, &d);
    e->ir.flags = flags;
    return v;
}
