/* The checker of kernels: each rule is broken once, by hand, and must be the one that speaks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "harness.h"
#include "kernel/check.h"
#include "kernel/text.h"

/* Every code but scans, scatters and reductions, which do not go together. */
static const char many_text[] =
    "kernel: loop over [4, 6]\n"
    "  memory x: 96 bytes\n"
    "  memory i: 24 bytes\n"
    "  memory r: 112 bytes from -16\n"
    "  a0: reads x [24, 4] f32\n"
    "  a1: reads i [0, 4] i32\n"
    "  a2: reads x [0, 4] indexed [4: 24] f32\n"
    "  a3: number [6, 1]\n"
    "  a4: writes r [24, 4] f32\n"
    "  v0: u64 uniform = 7\n"
    "  v1: bool uniform = true\n"
    "  v2: f32 full = load a0\n"
    "  v3: i32 full = load a1\n"
    "  v4: f32 full = load at a2, v3\n"
    "  v5: f32 full = uniform a3, v0, v0\n"
    "  v6: f32 full = add v2, v4\n"
    "  v7: f32 full = choose v1, v5, v6\n"
    "  v8: i64 full = number a3\n"
    "  v9: f32 full = convert v8\n"
    "  v10: u32 full = bits v9\n"
    "  v11: i32 uniform = 0\n"
    "  v12: i32 uniform = 3\n"
    "  v13: i32 uniform = loop v11, v12 carries v14 = v7 then v16 gives v15: f32 full\n"
    "    v16: f32 full = mul v14, v2\n"
    "  end\n"
    "  loop carries v17 = v15 then v20 gives v18: f32 full\n"
    "    v19: bool full = lt v17, v9\n"
    "  while v19\n"
    "    v20: f32 full = add v17, v9\n"
    "  end\n"
    "  branch v1 carries v18 then v21 gives v22: f32 full\n"
    "  otherwise\n"
    "    v21: f32 full = neg v18\n"
    "  end\n"
    "  store full a4, v22\n";
enum {
    CONST_U64,
    CONST_BOOL,
    LOAD,
    LOAD_INDEX,
    GATHER,
    RANDOM,
    ADD,
    SELECT,
    NUMBER,
    CAST,
    BITCAST,
    ZERO,
    THREE,
    FOR,
    FOR_BODY,
    FOR_END,
    WHILE,
    LESS,
    TEST_,
    WHILE_BODY,
    WHILE_END,
    IF,
    ELSE,
    NEG,
    IF_END,
    STORE
};

static const char rows_text[] = "kernel: row-resident over [2 | 5]\n"
                                "  memory x: 40 bytes\n"
                                "  memory r: 40 bytes\n"
                                "  a0: reads x [20, 4] f32\n"
                                "  a1: writes r [20, 4] f32\n"
                                "  v0: f32 full = load a0\n"
                                "  v1: f32 row = sum omit_nan v0\n"
                                "  v2: f32 full = sub v0, v1\n"
                                "  store full a1, v2\n";
enum { R_LOAD, R_SUM, R_SUB, R_STORE };

static const char scan_text[] = "kernel: scan over [2 | 5]\n"
                                "  memory x: 40 bytes\n"
                                "  memory r: 40 bytes\n"
                                "  a0: reads x [20, 4] f32\n"
                                "  a1: writes r [20, 4] f32\n"
                                "  v0: f32 full = load a0\n"
                                "  v1: f32 full = cumsum reverse exclusive v0\n"
                                "  v2: f32 full = cumsum reverse v0\n"
                                "  v3: f32 full = add v1, v2\n"
                                "  store full a1, v3\n";

static const char scatter_text[] = "kernel: scatter over [5]\n"
                                   "  memory i: 20 bytes\n"
                                   "  memory r: 16 bytes\n"
                                   "  a0: reads i [4] i32\n"
                                   "  a1: writes r [0] indexed [4: 4] f32\n"
                                   "  v0: i32 full = load a0\n"
                                   "  v1: f32 full = convert v0\n"
                                   "  store at add a1, v1, v0\n";

static const char arrays_text[] =
    "kernel: loop over [4]\n"
    "  memory i: 16 bytes\n"
    "  memory r: 16 bytes\n"
    "  a0: reads i [4] i32\n"
    "  a1: writes r [4] i32\n"
    "  v0: i32 uniform = 0\n"
    "  v1: i32[3] uniform = table 5, 6, 7\n"
    "  v2: i32 full = load a0\n"
    "  v3: i32[3] full = array v0\n"
    "  v4: i32[3] full = put v3, v2, v2\n"
    "  v5: i32 uniform = 2\n"
    "  v6: i32 uniform = loop v0, v5 carries v7 = v4 then v8 gives v9: i32[3] full\n"
    "    v8: i32[3] full = put v7, v6, v2\n"
    "  end\n"
    "  v10: bool full = lt v2, v5\n"
    "  branch v10 carries v11 then v9 gives v12: i32[3] full\n"
    "    v11: i32[3] full = put v9, v2, v0\n"
    "  otherwise\n"
    "  end\n"
    "  v13: i32[3] full = copy v1\n"
    "  v14: i32[3] full = copy v12, v13\n"
    "  v15: i32 full = element v14, v2\n"
    "  v16: i32 full = element v12, v2\n"
    "  v17: i32 full = add v15, v16\n"
    "  store full a1, v17\n";
enum {
    A_ZERO,
    A_TABLE,
    A_LOAD,
    A_ARRAY,
    A_PUT,
    A_TWO,
    A_FOR,
    A_FOR_PUT,
    A_FOR_END,
    A_LESS,
    A_IF,
    A_IF_PUT,
    A_ELSE,
    A_IF_END,
    A_COPY,
    A_OVER,
    A_ELEMENT,
    A_ELEMENT_TOO,
    A_ADD,
    A_STORE
};

typedef struct Fixture {
    frit_error error;
    Env env;
    KernelText *t;
} Fixture;

static KernelText *read(Fixture *f, const char *text) {
    memset(&f->error, 0, sizeof f->error);
    f->env = (Env){&gen_allocator, &f->error};
    f->t = kernel_parse(&f->env, text, strlen(text));
    CHECK_MSG(f->t, "%u:%u: %s", f->error.line, f->error.column, f->error.message);
    return f->t;
}

static bool check_read(Fixture *f) {
    KernelText *t = f->t;
    return bound_kernel_check(&f->env, &t->bound, t->memories.at, t->memories.len, NULL);
}

static void check_rule_spoke(const Fixture *f, const char *rule) {
    char tail[80];
    snprintf(tail, sizeof tail, " [%s]", rule);
    size_t have = strlen(f->error.message), want = strlen(tail);
    CHECK_EQ_INT(f->error.status, FRIT_ERR_CHECK);
    CHECK_EQ_INT(f->error.stage, FRIT_STAGE_CHECK);
    CHECK_MSG(have > want && strcmp(f->error.message + have - want, tail) == 0,
              "the message should end in%s: %s", tail, f->error.message);
}

/* ---- ways to break them */

#define BREAK(name, statement)        \
    static void name(KernelText *t) { \
        Kernel *k = &t->kernel;       \
        KernelInstr *b = k->body.at;  \
        (void)b;                      \
        statement;                    \
    }

BREAK(too_many_axes, k->n_axes = MAX_RANK + 1)
BREAK(more_inner_axes, k->n_inner = k->n_axes + 1)
BREAK(value_dtype, k->values.at[3].dtype = DTYPE_COUNT)
BREAK(value_level, k->values.at[3].level = 3)
BREAK(row_without_rows, k->values.at[3].level = LEVEL_ROW)
BREAK(access_dtype, k->accesses.at[0].dtype = (Dtype)DTYPE_COUNT)
BREAK(access_axes, k->accesses.at[2].n_indexed = MAX_RANK)
BREAK(access_part, k->accesses.at[0].part = 1)
BREAK(access_parts, (k->accesses.at[0].parts = 3, k->accesses.at[0].part = 3))
BREAK(number_in_memory, k->accesses.at[3].leaf = 4)
BREAK(code_wild, b[ADD].code = K_CODE_COUNT)
BREAK(operands_wild, b[ADD].in = UINT32_MAX)
BREAK(operands_many, b[STORE].n_in = UINT16_MAX)
BREAK(carries_wild, b[FOR].n_carries = UINT32_MAX)
BREAK(carries_of_a_step, b[ADD].n_carries = 1)
BREAK(op_wild, b[ADD].op = OP_COUNT)
BREAK(op_composite, b[NEG].op = OP_square)
BREAK(op_of_another_kind, b[ADD].op = OP_sum)
BREAK(access_wild, b[LOAD].access = k->accesses.len)
BREAK(access_is_a_number, b[LOAD].access = 3)
BREAK(access_in_memory, b[NUMBER].access = 0)
BREAK(access_written, b[LOAD].access = 4)
BREAK(access_not_written, b[STORE].access = 0)
BREAK(access_indexed, b[LOAD].access = 2)
BREAK(arity_wrong, b[ADD].n_in = 1)
BREAK(arity_of_gather, k->accesses.at[2].n_indexed = 2)
BREAK(no_value, b[ADD].value = NO_VAL)
BREAK(value_wild, b[ADD].value = k->values.len)
BREAK(value_of_a_store, b[STORE].value = 3)
BREAK(flags_of_a_step, b[ADD].flags = KF_REVERSE)
BREAK(flags_of_a_store, b[STORE].flags = 3)
BREAK(flags_row_without_rows, b[STORE].flags = LEVEL_ROW)
BREAK(combine_of_a_step, b[ADD].combine = COMBINE_MAX)
BREAK(operand_later, k->operands.at[b[ADD].in] = 9)
BREAK(operand_wild, k->operands.at[b[ADD].in] = 1000000)
BREAK(operand_itself, k->operands.at[b[ADD].in] = 6)
BREAK(operand_gone, k->operands.at[b[NEG].in] = 16)
BREAK(divided_otherwise, b[TEST_].code = K_ELSE; b[TEST_].n_in = 0)
BREAK(end_of_nothing, b[FOR_BODY].code = K_END; b[FOR_BODY].n_in = 0; b[FOR_BODY].value = NO_VAL;
      b[FOR_BODY].op = 0; b[FOR].match = FOR_BODY; b[FOR_BODY].match = FOR;
      k->carries.at[b[FOR].carry].next = 2)
BREAK(match_of_opener, b[FOR].match = WHILE_END)
BREAK(match_of_end, b[FOR_END].match = UINT32_MAX)
BREAK(match_of_test, b[TEST_].match = 0)
BREAK(match_of_while, b[WHILE].match = WHILE_END)
BREAK(not_divided, b[ELSE] = b[NEG]; b[NEG] = b[IF_END]; b[IF].match = NEG)
BREAK(phi_of_a_branch, k->carries.at[b[IF].carry].phi = 5)
BREAK(loop_without_phi, k->carries.at[b[FOR].carry].phi = NO_VAL)
BREAK(carry_wild, k->carries.at[b[FOR].carry].next = 1000000)
BREAK(init_not_known, k->carries.at[b[FOR].carry].init = 18)
BREAK(next_not_known, k->carries.at[b[FOR].carry].next = 18)
BREAK(first_arm_not_known, k->carries.at[b[IF].carry].init = 21)
BREAK(store_inside, b[FOR_BODY].code = K_STORE; b[FOR_BODY].flags = LEVEL_FULL;
      b[FOR_BODY].access = 4; b[FOR_BODY].n_in = 1; b[FOR_BODY].value = NO_VAL;
      k->carries.at[b[FOR].carry].next = 2)
BREAK(dtype_wild, b[ADD].dtype = DTYPE_COUNT)
BREAK(step_dtype, b[ADD].dtype = DT_F64)
BREAK(step_result, k->values.at[6].dtype = DT_F64)
BREAK(no_such_step, b[ADD].op = OP_and)
BREAK(select_dtype, k->operands.at[b[SELECT].in] = 0)
BREAK(cast_of_nothing, k->values.at[9].dtype = DT_I64)
BREAK(bitcast_size, k->values.at[10].dtype = DT_U64)
BREAK(bitcast_complex, k->values.at[9].dtype = DT_F64; b[BITCAST].dtype = DT_F64;
      k->values.at[10].dtype = DT_C64)
BREAK(number_bool, k->values.at[8].dtype = DT_BOOL; b[NUMBER].dtype = DT_BOOL)
BREAK(random_key, k->operands.at[b[RANDOM].in] = 3)
BREAK(random_dtype, b[RANDOM].dtype = DT_I32; k->values.at[5].dtype = DT_I32)
BREAK(load_dtype, k->values.at[2].dtype = DT_I32; b[LOAD].dtype = DT_I32)
BREAK(index_dtype, k->operands.at[b[GATHER].in] = 2)
BREAK(store_dtype, k->operands.at[b[STORE].in] = 3)
BREAK(bounds_dtype, k->operands.at[b[FOR].in] = 0)
BREAK(condition_dtype, k->operands.at[b[IF].in] = 0)
BREAK(carry_dtype, k->carries.at[b[FOR].carry].init = 3)
BREAK(const_wide, k->values.at[11].bits.lo = (uint64_t)1 << 32)
BREAK(const_high, k->values.at[0].bits.hi = 1)
BREAK(const_bool, k->values.at[1].bits.lo = 2)
BREAK(const_level, k->values.at[1].level = LEVEL_FULL)
BREAK(level_of_step, k->values.at[6].level = LEVEL_UNIFORM)
BREAK(level_of_store, b[STORE].flags = LEVEL_UNIFORM)
BREAK(level_of_carry, k->values.at[15].level = LEVEL_UNIFORM)
BREAK(level_of_test, k->values.at[22].level = LEVEL_UNIFORM)
BREAK(made_twice, b[SELECT].value = 6)
BREAK(phi_made_twice, k->carries.at[b[FOR].carry].phi = 7)
BREAK(not_closed, k->body.len = STORE - 1)
BREAK(nobody_makes, k->body.len = SELECT)
BREAK(nothing_stored, k->body.len = STORE)
BREAK(schedule_wrong, k->schedule = SCHEDULE_MAP)
BREAK(schedule_wild, k->schedule = (Schedule)99)

BREAK(reduce_flags, b[R_SUM].flags = KF_REVERSE)
BREAK(reduce_no_omission, b[R_SUM].op = OP_any)
BREAK(reduce_dtype, b[R_SUM].op = OP_count)
BREAK(reduce_level, k->values.at[1].level = LEVEL_FULL)
BREAK(reduce_without_rows, k->n_inner = 0)
BREAK(schedule_of_rows, k->schedule = SCHEDULE_REDUCE)
BREAK(scan_level, k->values.at[1].level = LEVEL_ROW)
BREAK(scan_axes, k->n_inner = 2)
BREAK(scan_flags, b[1].flags = KF_OMIT_NAN)
BREAK(scans_both_ways, b[2].flags = 0)
BREAK(scan_dtype, b[1].op = OP_cummax; k->values.at[1].dtype = DT_C64)
BREAK(scatter_flags, b[2].flags = 0)
BREAK(scatter_combine, b[2].combine = COMBINE_COUNT)

BREAK(array_long, k->values.at[3].count = ARRAY_COUNT_MOST + 1)
BREAK(array_of_none, k->values.at[3].count = 0)
BREAK(array_of_scalar, k->operands.at[b[A_ELEMENT].in] = 2)
BREAK(array_added, k->operands.at[b[A_ADD].in] = 12)
BREAK(array_lengths, k->values.at[13].count = 4)
BREAK(array_levels, k->values.at[3].level = LEVEL_UNIFORM)
BREAK(array_complex, k->values.at[15].dtype = DT_C64)
BREAK(array_index, k->operands.at[b[A_ELEMENT].in + 1] = 10)
BREAK(array_puts, b[A_PUT].n_in = 2)
BREAK(array_carried, k->carries.at[b[A_FOR].carry].next = 2)
BREAK(table_wide, k->tables.at[1].lo = (uint64_t)1 << 40)
BREAK(table_outside, k->values.at[1].bits.lo = 1)
BREAK(array_changed, k->operands.at[b[A_ELEMENT_TOO].in] = 9)
BREAK(array_from_outside, k->operands.at[b[A_FOR_PUT].in] = 4)
BREAK(array_not_newest, k->carries.at[b[A_FOR].carry].next = 7)
BREAK(array_of_other_place, k->carries.at[b[A_IF].carry].next = 4)
BREAK(arrays_large, for (ValId v = 3; v <= 12; v++) if (k->values.at[v].count) k->values.at[v]
                        .count = ARRAY_COUNT_MOST;
      k->operands.at[b[A_OVER].in] = 1)

static int64_t *numbers(KernelText *t, uint32_t access) {
    return t->numbers.at + (t->accesses.at[access].strides - t->numbers.at);
}
BREAK(extent_negative, t->extents.at[0] = -1)
BREAK(extents_large, t->extents.at[0] = t->extents.at[1] = (int64_t)1 << 40)
BREAK(indexed_negative, (t->numbers.at[t->accesses.at[2].indexed - t->numbers.at] = -1))
BREAK(memory_negative, t->memories.at[0].bytes = -1)
BREAK(memory_behind, t->memories.at[0].from = 8)
BREAK(memory_before, t->memories.at[2].bytes = 8)
BREAK(pointer_wild, t->accesses.at[0].pointer = 3)
BREAK(pointer_none, t->accesses.at[0].pointer = UINT32_MAX)
BREAK(pointer_of_number, t->accesses.at[3].pointer = 0)
BREAK(leaf_outside, k->accesses.at[0].leaf = 4)
BREAK(number_size, t->accesses.at[3].elem_size = 4)
BREAK(memory_short, t->memories.at[0].bytes = 95)
BREAK(offset_low, t->accesses.at[4].offset = -17)
BREAK(stride_large, numbers(t, 0)[0] = INT64_MAX / 2)
BREAK(numbers_large, numbers(t, 3)[0] = INT64_MAX / 2)
BREAK(index_outside, numbers(t, 2)[0] = 400)
BREAK(not_empty, t->accesses.at[4].empty = true)
BREAK(uniform_moves, k->values.at[b[LOAD].value].level = LEVEL_UNIFORM)
BREAK(one_place, numbers(t, 4)[0] = 0)

typedef struct Break {
    const char *rule, *text;
    void (*fn)(KernelText *t);
} Break;

static const Break breaks[] = {
    {"axes", many_text, too_many_axes},
    {"axes", many_text, more_inner_axes},
    {"values", many_text, value_dtype},
    {"values", many_text, value_level},
    {"values", many_text, row_without_rows},
    {"values", rows_text, reduce_without_rows},
    {"access-form", many_text, access_dtype},
    {"access-form", many_text, access_axes},
    {"access-form", many_text, access_part},
    {"access-form", many_text, access_parts},
    {"access-form", many_text, number_in_memory},
    {"code", many_text, code_wild},
    {"pool", many_text, operands_wild},
    {"pool", many_text, operands_many},
    {"pool", many_text, carries_wild},
    {"pool", many_text, carries_of_a_step},
    {"op", many_text, op_wild},
    {"op", many_text, op_composite},
    {"op", many_text, op_of_another_kind},
    {"access", many_text, access_wild},
    {"access", many_text, access_is_a_number},
    {"access", many_text, access_in_memory},
    {"access", many_text, access_written},
    {"access", many_text, access_not_written},
    {"access", many_text, access_indexed},
    {"arity", many_text, arity_wrong},
    {"arity", many_text, arity_of_gather},
    {"value", many_text, no_value},
    {"value", many_text, value_wild},
    {"value", many_text, value_of_a_store},
    {"flags", many_text, flags_of_a_step},
    {"flags", many_text, flags_of_a_store},
    {"flags", many_text, flags_row_without_rows},
    {"flags", many_text, combine_of_a_step},
    {"flags", rows_text, reduce_flags},
    {"flags", rows_text, reduce_no_omission},
    {"flags", scan_text, scan_flags},
    {"flags", scatter_text, scatter_flags},
    {"flags", scatter_text, scatter_combine},
    {"values", arrays_text, array_long},
    {"dtypes", arrays_text, array_complex},
    {"dtypes", arrays_text, array_index},
    {"arity", arrays_text, array_puts},
    {"constant", arrays_text, table_wide},
    {"constant", arrays_text, table_outside},
    {"arrays", arrays_text, array_of_none},
    {"arrays", arrays_text, array_of_scalar},
    {"arrays", arrays_text, array_added},
    {"arrays", arrays_text, array_lengths},
    {"arrays", arrays_text, array_levels},
    {"arrays", arrays_text, array_carried},
    {"newest", arrays_text, array_changed},
    {"newest", arrays_text, array_from_outside},
    {"newest", arrays_text, array_not_newest},
    {"newest", arrays_text, array_of_other_place},
    {"array-room", arrays_text, arrays_large},
    {"known", many_text, operand_later},
    {"known", many_text, operand_wild},
    {"known", many_text, operand_itself},
    {"known", many_text, operand_gone},
    {"nesting", many_text, end_of_nothing},
    {"nesting", many_text, divided_otherwise},
    {"nesting", many_text, match_of_opener},
    {"nesting", many_text, match_of_end},
    {"nesting", many_text, match_of_test},
    {"nesting", many_text, match_of_while},
    {"nesting", many_text, not_divided},
    {"carries", many_text, phi_of_a_branch},
    {"carries", many_text, loop_without_phi},
    {"carries", many_text, carry_wild},
    {"carries", many_text, init_not_known},
    {"carries", many_text, next_not_known},
    {"carries", many_text, first_arm_not_known},
    {"outside", many_text, store_inside},
    {"dtypes", many_text, dtype_wild},
    {"dtypes", many_text, step_dtype},
    {"dtypes", many_text, step_result},
    {"dtypes", many_text, no_such_step},
    {"dtypes", many_text, select_dtype},
    {"dtypes", many_text, cast_of_nothing},
    {"dtypes", many_text, bitcast_size},
    {"dtypes", many_text, bitcast_complex},
    {"dtypes", many_text, number_bool},
    {"dtypes", many_text, random_key},
    {"dtypes", many_text, random_dtype},
    {"dtypes", many_text, load_dtype},
    {"dtypes", many_text, index_dtype},
    {"dtypes", many_text, store_dtype},
    {"dtypes", many_text, bounds_dtype},
    {"dtypes", many_text, condition_dtype},
    {"dtypes", many_text, carry_dtype},
    {"dtypes", rows_text, reduce_dtype},
    {"dtypes", scan_text, scan_dtype},
    {"constant", many_text, const_wide},
    {"constant", many_text, const_high},
    {"constant", many_text, const_bool},
    {"levels", many_text, const_level},
    {"levels", many_text, level_of_step},
    {"levels", many_text, level_of_store},
    {"levels", many_text, level_of_carry},
    {"levels", many_text, level_of_test},
    {"levels", rows_text, reduce_level},
    {"levels", scan_text, scan_level},
    {"levels", scan_text, scan_axes},
    {"made-once", many_text, made_twice},
    {"made-once", many_text, phi_made_twice},
    {"closed", many_text, not_closed},
    {"all-made", many_text, nobody_makes},
    {"effect", many_text, nothing_stored},
    {"one-kind", scan_text, scans_both_ways},
    {"schedule", many_text, schedule_wrong},
    {"schedule", many_text, schedule_wild},
    {"schedule", rows_text, schedule_of_rows},
    {"extents", many_text, extent_negative},
    {"extents", many_text, extents_large},
    {"extents", many_text, indexed_negative},
    {"memories", many_text, memory_negative},
    {"memories", many_text, memory_behind},
    {"memories", many_text, memory_before},
    {"pointer", many_text, pointer_wild},
    {"pointer", many_text, pointer_none},
    {"pointer", many_text, pointer_of_number},
    {"element", many_text, leaf_outside},
    {"element", many_text, number_size},
    {"inside", many_text, memory_short},
    {"inside", many_text, offset_low},
    {"inside", many_text, stride_large},
    {"inside", many_text, numbers_large},
    {"inside", many_text, index_outside},
    {"empty", many_text, not_empty},
    {"places", many_text, uniform_moves},
    {"places", many_text, one_place},
};

enum { BREAK_COUNT = sizeof breaks / sizeof *breaks };

TEST(every_rule_of_kernels_can_be_broken) {
    for (uint32_t n = 0; n < BREAK_COUNT; n++) {
        Fixture f;
        read(&f, breaks[n].text);
        test_note("break %u, for [%s]", n, breaks[n].rule);
        CHECK(check_read(&f));
        breaks[n].fn(f.t);
        CHECK(!check_read(&f));
        check_rule_spoke(&f, breaks[n].rule);
        kernel_text_free(f.t);
    }
}

TEST(no_rule_of_kernels_is_untested) {
    CheckRule rule;
    for (uint32_t k = 0; kernel_check_rule(k, &rule); k++) {
        bool found = false;
        for (uint32_t n = 0; n < BREAK_COUNT; n++)
            found |= strcmp(breaks[n].rule, rule.name) == 0;
        CHECK_MSG(found, "no test breaks the rule %s (%s)", rule.name, rule.doc);
    }
}

TEST(rules_of_kernels_name_the_place) {
    Fixture f;
    read(&f, many_text);
    operand_later(f.t);
    CHECK(!check_read(&f));
    CHECK_STR(f.error.place, "kernel, instruction 6");
    kernel_text_free(f.t);
    read(&f, many_text);
    memory_short(f.t);
    CHECK(!check_read(&f));
    CHECK_STR(f.error.place, "kernel, access a0");
    kernel_text_free(f.t);
}

/* The list of rules in docs/kernel-form.md is the checker's. */
TEST(the_document_lists_the_rules) {
    const char *root = getenv("FRIT_SRC");
    char path[4096], *text = calloc(1, 1 << 16), *at = text;
    snprintf(path, sizeof path, "%s/docs/kernel-form.md", root ? root : ".");
    FILE *file = fopen(path, "rb");
    CHECK(text && file);
    CHECK(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    CheckRule rule;
    for (uint32_t k = 0; kernel_check_rule(k, &rule); k++) {
        char line[400];
        snprintf(line, sizeof line, "\n| `%s` | %s |", rule.name, rule.doc);
        at = strstr(at, line);
        CHECK_MSG(at, "docs/kernel-form.md lacks the row, or it stands elsewhere:%s", line);
        at += strlen(line);
    }
    const char *more = strstr(at, "\n| `");
    CHECK_MSG(!more, "docs/kernel-form.md has a rule too many:%.80s", more ? more : "");
    free(text);
}
