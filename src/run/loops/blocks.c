/* One level: its loops of steps by op and dtype, and the tables of its other sources. */
#include "run/loops/tables.h"

/* The column's entry stays unexpanded; pasted to PICK_ it becomes LV, applied to the loop's name, or
 * NONE where there is no step. */
#define NONE(name)     NULL
#define PICK__         NONE
#define PICK_F(e)      LV
#define PICK_F2Z(a, b) LV
#define PICK_I(e)      LV
#define PICK_U(e)      LV
#define PICK_B(e)      LV
#define PICK_Z(a, b)   LV
#define PICK_ZR(e)     LV
#define PICK_ZF(f)     LV
#define PICK_ZF2(f)    LV
/* There are no complex numbers of halves. */
#define HALF__         NONE
#define HALF_F(e)      LV
#define HALF_F2Z(a, b) NONE

/* In declarations NONE is a function that does not exist. */
#define ALIAS(name, op)
#undef NONE
#define NONE(name) no_##name
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, sz, ...)      \
    StepFn HALF_##sf(loop_F16_##id), HALF_##sf(loop_BF16_##id), PICK_##sf(loop_F32_##id), \
        PICK_##sf(loop_F64_##id), PICK_##si(loop_I8_##id), PICK_##si(loop_I16_##id),      \
        PICK_##si(loop_I32_##id), PICK_##si(loop_I64_##id), PICK_##su(loop_U8_##id),      \
        PICK_##su(loop_U16_##id), PICK_##su(loop_U32_##id), PICK_##su(loop_U64_##id),     \
        PICK_##sb(loop_BOOL_##id), PICK_##sz(loop_C64_##id), PICK_##sz(loop_C128_##id);
#include "op/ops.def"
#undef OP
#undef NONE
#define NONE(name) NULL

static StepFn *const steps[OP_COUNT][DTYPE_COUNT] = {
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, sz, ...)           \
    [OP_##id] = {[DT_F16] = HALF_##sf(loop_F16_##id),   [DT_BF16] = HALF_##sf(loop_BF16_##id), \
                 [DT_F32] = PICK_##sf(loop_F32_##id),   [DT_F64] = PICK_##sf(loop_F64_##id),   \
                 [DT_I8] = PICK_##si(loop_I8_##id),     [DT_I16] = PICK_##si(loop_I16_##id),   \
                 [DT_I32] = PICK_##si(loop_I32_##id),   [DT_I64] = PICK_##si(loop_I64_##id),   \
                 [DT_U8] = PICK_##su(loop_U8_##id),     [DT_U16] = PICK_##su(loop_U16_##id),   \
                 [DT_U32] = PICK_##su(loop_U32_##id),   [DT_U64] = PICK_##su(loop_U64_##id),   \
                 [DT_BOOL] = PICK_##sb(loop_BOOL_##id), [DT_C64] = PICK_##sz(loop_C64_##id),   \
                 [DT_C128] = PICK_##sz(loop_C128_##id)},
#include "op/ops.def"
#undef OP
};

const BlockOps LV(blocks) = {
    .name = FRIT_LEVEL_NAME,
    .step = steps,
    .cast = LV(casts),
    .pack = LV(moves).pack,
    .unpack = LV(moves).unpack,
    .select = LV(moves).select,
    .load = LV(moves).load,
    .store = LV(moves).store,
    .stream = LV(moves).stream,
    .gather = LV(moves).gather,
    .scatter = LV(scatters),
    .repeat = LV(moves).repeat,
    .tile = LV(moves).tile,
    .index = LV(moves).index,
    .clamp = LV(moves).clamp,
    .pick = LV(moves).pick,
    .put = LV(moves).put,
    .random = LV(randoms),
    .scan = LV(scans),
    .scan_start = LV(scan_starts),
    .reduce = LV(reduces),
    .count_up = LV(count_up),
    .fence = LV(fence),
};
