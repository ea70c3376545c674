/*
 * Loads and stores, as words of memory (words.h). Lanes side by side are one access of the whole vector,
 * lanes a stride apart go one after another, lanes anywhere are a gather where the target has one. No
 * lane that is not there touches memory.
 */
#include <stdio.h>
#include <string.h>

#include "emit/llvm/words.h"

enum { MOST_IN_A_ROW = 16 };       /* lanes that are written out one by one; more are a loop */
enum { WORDS_SLOT, OFFSETS_SLOT }; /* of ir_scratch; nothing stays there */

/* Lane k lies at base + k * stride, or at base + offsets[k]. */
typedef struct Places {
    Val base;
    Val stride;  /* i64; 0: there are offsets */
    Val offsets; /* lanes of i64 */
} Places;

static Val i64_const(Emit *e, uint64_t value) {
    return ir_int(&e->ir, IR_I(64, 1), value);
}

static IrType of_one(IrType type) {
    type.lanes = 1;
    return type;
}

static Places moved(Emit *e, Places at, int64_t bytes) {
    at.base = ir_offset_const(&e->ir, at.base, bytes);
    return at;
}

/* ---- by instructions of the target */

/* Is a load or store of some of the lanes of a vector an instruction? */
static bool has_masked(const Emit *e, IrType type) {
    return e->ir.target->masks || (e->ir.target->gathers && type.bits >= 32);
}

static Val masked(Emit *e, const char *name, IrType type, bool by_pointers, IrType result,
                  unsigned n, const Val *args) {
    char of_type[IR_SUFFIX_MAX], of_pointers[IR_SUFFIX_MAX], full[64 + 2 * IR_SUFFIX_MAX];
    IrType pointers = {IR_PTR, 64, by_pointers ? type.lanes : 1};
    ir_suffix(type, of_type);
    ir_suffix(pointers, of_pointers);
    snprintf(full, sizeof full, "%s%s.%s", name, of_type, of_pointers);
    return ir_call_masked(&e->ir, full, result, n, args, 1);
}

static const IrType nothing = {IR_INT, 0, 0};

static Val masked_load(Emit *e, IrType type, Val pointer, Val mask) {
    Val args[3] = {pointer, mask, ir_zero(&e->ir, type)};
    return masked(e, "llvm.masked.load.", type, false, type, 3, args);
}

static void masked_store(Emit *e, Val words, Val pointer, Val mask) {
    Val args[3] = {words, pointer, mask};
    masked(e, "llvm.masked.store.", ir_type(&e->ir, words), false, nothing, 3, args);
}

static Val pointers_to(Emit *e, Places at, unsigned lanes) {
    Val offsets = at.offsets;
    if (at.stride)
        offsets = ir_bin(&e->ir, "mul", ir_count(&e->ir, IR_I(64, lanes)),
                         ir_splat(&e->ir, at.stride, lanes));
    return ir_offset(&e->ir, at.base, offsets);
}

static Val gathered(Emit *e, IrType type, Places at, Val mask) {
    Val every = ir_ones(&e->ir, IR_I(1, type.lanes));
    Val args[3] = {pointers_to(e, at, type.lanes), mask ? mask : every, ir_zero(&e->ir, type)};
    return masked(e, "llvm.masked.gather.", type, true, type, 3, args);
}

static void scattered(Emit *e, Val words, Places at, Val mask) {
    IrType type = ir_type(&e->ir, words);
    Val args[3] = {words, pointers_to(e, at, type.lanes), mask};
    masked(e, "llvm.masked.scatter.", type, true, nothing, 3, args);
}

/* ---- one lane after another, written out: all of them are there */

static Val next_place(Emit *e, Places at, Val before, unsigned k) {
    if (at.offsets)
        return ir_offset(&e->ir, at.base, ir_lane(&e->ir, at.offsets, i64_const(e, k)));
    return k ? ir_offset(&e->ir, before, at.stride) : at.base;
}

static Val load_in_a_row(Emit *e, IrType type, Places at) {
    Val words = ir_zero(&e->ir, type), place = 0;
    for (unsigned k = 0; k < type.lanes; k++) {
        place = next_place(e, at, place, k);
        Val one = ir_load(&e->ir, of_one(type), place, 1);
        words = ir_set_lane(&e->ir, words, one, i64_const(e, k));
    }
    return words;
}

static void store_in_a_row(Emit *e, Val words, Places at) {
    unsigned lanes = ir_type(&e->ir, words).lanes;
    Val place = 0;
    for (unsigned k = 0; k < lanes; k++) {
        place = next_place(e, at, place, k);
        ir_store(&e->ir, ir_lane(&e->ir, words, i64_const(e, k)), place, 1);
    }
}

/* ---- a loop over the lanes that are there, by way of the stack */

typedef struct LaneLoop {
    Label head, end;
    Val left; /* lanes still to come, as bits, the one at hand being the lowest */
    Val next; /* what is left after it */
    Val lane; /* its number */
    Places at;
    Val offsets; /* in memory */
} LaneLoop;

static Val mask_bits(Emit *e, Val mask) {
    unsigned lanes = ir_type(&e->ir, mask).lanes;
    Val bits = ir_convert(&e->ir, "bitcast", mask, IR_I((uint8_t)lanes, 1));
    return ir_convert(&e->ir, "zext", bits, IR_I(64, 1));
}

/* All lanes of the mask one by one; without a mask every lane whose number divides by `every`. */
static LaneLoop loop_begin(Emit *e, unsigned lanes, Places at, Val mask, unsigned every) {
    Ir *ir = &e->ir;
    LaneLoop loop = {.head = ir_label(ir), .end = ir_label(ir), .at = at};
    if (at.offsets) {
        loop.offsets = ir_scratch(ir, OFFSETS_SLOT, 8 * lanes);
        ir_store(ir, at.offsets, loop.offsets, 64);
    }
    uint64_t firsts = 0;
    for (unsigned k = 0; k < lanes; k += every)
        firsts |= UINT64_C(1) << k;
    Val all = mask ? mask_bits(e, mask) : i64_const(e, firsts);
    Label before = ir->block;
    if (mask)
        ir_branch(ir, ir_compare(ir, "ne", all, i64_const(e, 0)), loop.head, loop.end);
    else
        ir_jump(ir, loop.head);
    ir_block(ir, loop.head);
    loop.next = ir_reserve(ir, IR_I(64, 1));
    loop.left = ir_phi(ir, 2, (Val[]){all, loop.next}, (Label[]){before, loop.head});
    Val args[2] = {loop.left, ir_int(ir, IR_I(1, 1), 1)}; /* 1: it is not 0 */
    loop.lane = ir_intrinsic(ir, "llvm.cttz", IR_I(64, 1), 2, args);
    return loop;
}

static void loop_end(Emit *e, const LaneLoop *loop) {
    Ir *ir = &e->ir;
    Val less = ir_bin(ir, "add", loop->left, i64_const(e, UINT64_MAX));
    ir_become(ir, loop->next, ir_bin(ir, "and", loop->left, less));
    ir_branch(ir, ir_compare(ir, "ne", loop->next, i64_const(e, 0)), loop->head, loop->end);
    ir_block(ir, loop->end);
}

static Val scaled_offset(Emit *e, Val pointer, Val lane, unsigned bytes) {
    Val offset = ir_bin(&e->ir, "mul", lane, i64_const(e, bytes));
    return ir_offset(&e->ir, pointer, offset);
}

static Val loop_place(Emit *e, const LaneLoop *loop) {
    Val offset;
    if (loop->offsets)
        offset = ir_load(&e->ir, IR_I(64, 1), scaled_offset(e, loop->offsets, loop->lane, 8), 8);
    else
        offset = ir_bin(&e->ir, "mul", loop->lane, loop->at.stride);
    return ir_offset(&e->ir, loop->at.base, offset);
}

static Val load_in_a_loop(Emit *e, IrType type, Places at, Val mask) {
    unsigned bytes = type.bits / 8u;
    Val buffer = ir_scratch(&e->ir, WORDS_SLOT, (uint64_t)bytes * type.lanes);
    ir_store(&e->ir, ir_zero(&e->ir, type), buffer, 64);
    LaneLoop loop = loop_begin(e, type.lanes, at, mask, 1);
    Val one = ir_load(&e->ir, of_one(type), loop_place(e, &loop), 1);
    ir_store(&e->ir, one, scaled_offset(e, buffer, loop.lane, bytes), bytes);
    loop_end(e, &loop);
    return ir_load(&e->ir, type, buffer, 64);
}

static void store_in_a_loop(Emit *e, Val words, Places at, Val mask) {
    IrType type = ir_type(&e->ir, words);
    unsigned bytes = type.bits / 8u;
    Val buffer = ir_scratch(&e->ir, WORDS_SLOT, (uint64_t)bytes * type.lanes);
    ir_store(&e->ir, words, buffer, 64);
    LaneLoop loop = loop_begin(e, type.lanes, at, mask, 1);
    Val from = scaled_offset(e, buffer, loop.lane, bytes);
    ir_store(&e->ir, ir_load(&e->ir, of_one(type), from, bytes), loop_place(e, &loop), 1);
    loop_end(e, &loop);
}

/* ---- all lanes */

/* The lanes of a group, which begins with the one at hand. */
static Places group_places(Emit *e, const LaneLoop *loop, unsigned lanes) {
    Places at = loop->at;
    if (loop->offsets)
        at.offsets =
            ir_load(&e->ir, IR_I(64, lanes), scaled_offset(e, loop->offsets, loop->lane, 8), 8);
    else
        at.base = loop_place(e, loop);
    return at;
}

static Val load_all(Emit *e, IrType type, Places at) {
    IrType group = type;
    unsigned bytes = type.bits / 8u;
    if (type.lanes <= MOST_IN_A_ROW)
        return load_in_a_row(e, type, at);
    group.lanes = MOST_IN_A_ROW;
    Val buffer = ir_scratch(&e->ir, WORDS_SLOT, (uint64_t)bytes * type.lanes);
    LaneLoop loop = loop_begin(e, type.lanes, at, 0, group.lanes);
    Val words = load_in_a_row(e, group, group_places(e, &loop, group.lanes));
    ir_store(&e->ir, words, scaled_offset(e, buffer, loop.lane, bytes), bytes);
    loop_end(e, &loop);
    return ir_load(&e->ir, type, buffer, 64);
}

static void store_all(Emit *e, Val words, Places at) {
    IrType type = ir_type(&e->ir, words), group = type;
    unsigned bytes = type.bits / 8u;
    if (type.lanes <= MOST_IN_A_ROW) {
        store_in_a_row(e, words, at);
        return;
    }
    group.lanes = MOST_IN_A_ROW;
    Val buffer = ir_scratch(&e->ir, WORDS_SLOT, (uint64_t)bytes * type.lanes);
    ir_store(&e->ir, words, buffer, 64);
    LaneLoop loop = loop_begin(e, type.lanes, at, 0, group.lanes);
    words = ir_load(&e->ir, group, scaled_offset(e, buffer, loop.lane, bytes), bytes);
    store_in_a_row(e, words, group_places(e, &loop, group.lanes));
    loop_end(e, &loop);
}

/* ---- lanes that lie anywhere */

/*
 * Places a stride apart are faster one after another than by a gather or scatter, which is for places
 * of which nothing is known and for some lanes alone. Where every loop is masked, most of its turns have
 * all lanes.
 */
static Val load_any(Emit *e, IrType type, Places at, Val mask) {
    Ir *ir = &e->ir;
    bool gathers = ir->target->gathers && type.bits >= 32;
    if (gathers && (at.offsets || (mask && !ir->target->masks)))
        return gathered(e, type, at, mask);
    if (!mask)
        return load_all(e, type, at);
    if (!ir->target->masks)
        return load_in_a_loop(e, type, at, mask);
    Label full = ir_label(ir), some = ir_label(ir), end = ir_label(ir), from[2];
    Val words[2];
    ir_branch(ir, ir_all(ir, mask), full, some);
    ir_block(ir, full);
    words[0] = load_all(e, type, at);
    from[0] = ir->block;
    ir_jump(ir, end);
    ir_block(ir, some);
    words[1] = gathers ? gathered(e, type, at, mask) : load_in_a_loop(e, type, at, mask);
    from[1] = ir->block;
    ir_jump(ir, end);
    ir_block(ir, end);
    return ir_phi(ir, 2, words, from);
}

static void store_any(Emit *e, Val words, Places at, Val mask) {
    Ir *ir = &e->ir;
    bool masks = ir->target->masks;
    if (!mask || !masks) {
        if (mask)
            store_in_a_loop(e, words, at, mask);
        else
            store_all(e, words, at);
        return;
    }
    Label full = ir_label(ir), some = ir_label(ir), end = ir_label(ir);
    ir_branch(ir, ir_all(ir, mask), full, some);
    ir_block(ir, full);
    store_all(e, words, at);
    ir_jump(ir, end);
    ir_block(ir, some);
    if (ir_type(ir, words).bits >= 32)
        scattered(e, words, at, mask);
    else
        store_in_a_loop(e, words, at, mask);
    ir_jump(ir, end);
    ir_block(ir, end);
}

/* ---- lanes side by side */

static Places side_by_side(Emit *e, IrType type, Val pointer) {
    return (Places){.base = pointer, .stride = i64_const(e, type.bits / 8u)};
}

static Val load_next(Emit *e, IrType type, Val pointer, Val mask) {
    if (!mask)
        return ir_load(&e->ir, type, pointer, 1);
    if (has_masked(e, type))
        return masked_load(e, type, pointer, mask);
    return load_in_a_loop(e, type, side_by_side(e, type, pointer), mask);
}

static void store_next(Emit *e, Val words, Val pointer, Val mask) {
    IrType type = ir_type(&e->ir, words);
    if (!mask)
        ir_store(&e->ir, words, pointer, 1);
    else if (has_masked(e, type))
        masked_store(e, words, pointer, mask);
    else
        store_in_a_loop(e, words, side_by_side(e, type, pointer), mask);
}

/* ---- c128, whose elements are wider than a word: pairs of words, or part by part */

enum { PART = 8 }; /* bytes of a part of a c128 */

static bool is_wide(Dtype dtype) {
    return dtype_info(dtype)->bits > 64;
}

/* Each lane twice. */
static Val mask_of_pairs(Emit *e, Val mask) {
    unsigned lanes = ir_type(&e->ir, mask).lanes;
    Val wide = ir_convert(&e->ir, "sext", mask, IR_I(64, lanes));
    Val pairs = ir_convert(&e->ir, "bitcast", wide, IR_I(32, 2 * lanes));
    return ir_compare(&e->ir, "slt", pairs, int_like(e, pairs, 0));
}

static Vec load_wide(Emit *e, Dtype dtype, Places at, Val mask, bool next) {
    IrType type = vec_type(dtype, e->lanes), pairs = vec_type(dtype, 2 * e->lanes);
    Vec v = {.dtype = (uint8_t)dtype, .lanes = (uint16_t)e->lanes};
    if (next && (!mask || has_masked(e, type))) {
        Val both = load_next(e, pairs, at.base, mask ? mask_of_pairs(e, mask) : 0);
        v.part[0] = every_other(e, both, 0);
        v.part[1] = every_other(e, both, 1);
    } else {
        v.part[0] = load_any(e, type, at, mask);
        v.part[1] = load_any(e, type, moved(e, at, PART), mask);
    }
    return v;
}

static void store_wide(Emit *e, Vec x, Places at, Val mask, bool next) {
    if (next && (!mask || has_masked(e, vec_type(x.dtype, x.lanes)))) {
        Val both = interleaved(e, x.part[0], x.part[1]);
        store_next(e, both, at.base, mask ? mask_of_pairs(e, mask) : 0);
    } else {
        store_any(e, x.part[0], at, mask);
        store_any(e, x.part[1], moved(e, at, PART), mask);
    }
}

/* ---- */

Vec emit_load_one(Emit *e, Dtype dtype, Val pointer) {
    if (!vec_is_complex(dtype))
        return vec_of_words(e, dtype, ir_load(&e->ir, word_type(dtype, 1), pointer, 1));
    Vec v = {.dtype = (uint8_t)dtype, .lanes = 1};
    IrType type = vec_type(dtype, 1);
    v.part[0] = ir_load(&e->ir, type, pointer, 1);
    v.part[1] = ir_load(&e->ir, type, ir_offset_const(&e->ir, pointer, type.bits / 8), 1);
    return v;
}

void emit_store_one(Emit *e, Vec x, Val pointer) {
    if (!vec_is_complex(x.dtype)) {
        ir_store(&e->ir, words_of(e, x), pointer, 1);
        return;
    }
    int64_t bytes = vec_type(x.dtype, 1).bits / 8;
    ir_store(&e->ir, x.part[0], pointer, 1);
    ir_store(&e->ir, x.part[1], ir_offset_const(&e->ir, pointer, bytes), 1);
}

/* A place all lanes share is there when any lane is; where none is nobody comes here. */
Vec emit_load(Emit *e, Dtype dtype, Val pointer, Along along, Val stride) {
    Places at = {.base = pointer, .stride = stride};
    if (along == ALONG_ONE)
        return vec_splat(e, emit_load_one(e, dtype, pointer), e->lanes);
    if (along == ALONG_NEXT)
        at.stride = i64_const(e, dtype_info(dtype)->bits / 8u);
    if (is_wide(dtype))
        return load_wide(e, dtype, at, e->mask, along == ALONG_NEXT);
    IrType type = word_type(dtype, e->lanes);
    Val words =
        along == ALONG_NEXT ? load_next(e, type, pointer, e->mask) : load_any(e, type, at, e->mask);
    return vec_of_words(e, dtype, words);
}

/* One element for all lanes: as stores one after another would leave it, that of the last lane that is
 * there. */
static void store_last(Emit *e, Vec x, Val pointer) {
    Ir *ir = &e->ir;
    Val lane = i64_const(e, x.lanes - 1u);
    Label end = 0;
    Vec last = {.dtype = x.dtype, .lanes = 1};
    if (e->mask) {
        Label some = ir_label(ir);
        Val bits = mask_bits(e, e->mask), args[2] = {bits, ir_int(ir, IR_I(1, 1), 0)};
        end = ir_label(ir);
        ir_branch(ir, ir_compare(ir, "ne", bits, i64_const(e, 0)), some, end);
        ir_block(ir, some);
        lane = ir_intrinsic(ir, "llvm.ctlz", IR_I(64, 1), 2, args);
        lane = ir_bin(ir, "sub", i64_const(e, 63), lane);
    }
    for (unsigned k = 0; k < 2 && x.part[k]; k++)
        last.part[k] = ir_lane(ir, x.part[k], lane);
    emit_store_one(e, last, pointer);
    if (e->mask) {
        ir_jump(ir, end);
        ir_block(ir, end);
    }
}

void emit_store(Emit *e, Vec x, Val pointer, Along along, Val stride) {
    Places at = {.base = pointer, .stride = stride};
    x = vec_splat(e, x, e->lanes);
    if (along == ALONG_NEXT)
        at.stride = i64_const(e, dtype_info(x.dtype)->bits / 8u);
    if (along == ALONG_ONE)
        store_last(e, x, pointer);
    else if (is_wide(x.dtype))
        store_wide(e, x, at, e->mask, along == ALONG_NEXT);
    else if (along == ALONG_NEXT)
        store_next(e, words_of(e, x), pointer, e->mask);
    else
        store_any(e, words_of(e, x), at, e->mask);
}

bool emit_can_store_past(const Emit *e, Dtype dtype) {
    enum { LEAST = 16 }; /* bytes that one store is worth */
    return !is_wide(dtype) && e->lanes * dtype_info(dtype)->bits / 8u >= LEAST;
}

void emit_store_past(Emit *e, Vec x, Val pointer, Val past) {
    Ir *ir = &e->ir;
    Label around = ir_label(ir), through = ir_label(ir), end = ir_label(ir);
    Val words = words_of(e, vec_splat(e, x, e->lanes));
    ir_branch(ir, past, around, through);
    ir_block(ir, around);
    ir_store_past(ir, words, pointer);
    ir_jump(ir, end);
    ir_block(ir, through);
    store_next(e, words, pointer, e->mask);
    ir_jump(ir, end);
    ir_block(ir, end);
}

/* Without an instruction for it offsets are words of 64 bits, as one lane after another takes them. */
static Places anywhere(Emit *e, Val base, Val at, bool by_instruction) {
    if (!by_instruction)
        at = ir_convert(&e->ir, "zext", at, IR_I(64, ir_type(&e->ir, at).lanes));
    return (Places){.base = base, .offsets = at};
}

Val emit_load_anywhere(Emit *e, IrType type, Val base, Val at) {
    bool gathers = e->ir.target->gathers && type.bits >= 32;
    return load_any(e, type, anywhere(e, base, at, gathers), 0);
}

void emit_store_anywhere(Emit *e, Val line, Val base, Val at) {
    IrType type = ir_type(&e->ir, line);
    bool scatters = e->ir.target->masks && type.bits >= 32;
    Places places = anywhere(e, base, at, scatters);
    if (scatters)
        scattered(e, line, places, ir_ones(&e->ir, IR_I(1, type.lanes)));
    else
        store_all(e, line, places);
}

/* One lane: a place of its own stands in for one that must not be read. */
static Vec gather_one(Emit *e, Dtype dtype, Val pointer, Val active) {
    if (active) {
        Val instead = ir_scratch(&e->ir, WORDS_SLOT, dtype_info(dtype)->bits / 8u);
        ir_store(&e->ir, ir_zero(&e->ir, IR_I(8, dtype_info(dtype)->bits / 8u)), instead, 1);
        pointer = ir_select(&e->ir, active, pointer, instead);
    }
    return emit_load_one(e, dtype, pointer);
}

Vec emit_gather(Emit *e, Dtype dtype, Val base, Val offsets, Val active) {
    Places at = {.base = base, .offsets = offsets};
    unsigned lanes = ir_type(&e->ir, offsets).lanes;
    if (lanes == 1)
        return gather_one(e, dtype, ir_offset(&e->ir, base, offsets), active);
    Val mask = active ? active : e->mask;
    if (active && e->mask)
        mask = ir_bin(&e->ir, "and", e->mask, active);
    if (is_wide(dtype))
        return load_wide(e, dtype, at, mask, false);
    return vec_of_words(e, dtype, load_any(e, word_type(dtype, lanes), at, mask));
}
