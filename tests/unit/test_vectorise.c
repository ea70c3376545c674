/* The rules of vectorised calls by themselves: axes, extents, what is written, what numbers become. */
#include "harness.h"

#include "infer/vectorise.h"

static CallAxes last(uint32_t n) {
    return (CallAxes){.n = n};
}

TEST(trailing_alignment) {
    CallShape call = {.rank = 0};
    CallClash clash;
    CallAxes a = last(3), b = last(1), c = last(2);
    call_take_rank(&call, &a);
    call_take_rank(&call, &b);
    CHECK_EQ_UINT(call.rank, 3);
    CHECK_EQ_UINT(call_axis(&call, &b, 0), 2);
    CHECK(call_take_extents(&call, &a, (int64_t[]){2, 1, 1}, 0, &clash));
    CHECK(call_take_extents(&call, &b, (int64_t[]){5}, 1, &clash));
    CHECK(call_take_extents(&call, &c, (int64_t[]){4, 1}, 2, &clash));
    CHECK_EQ_INT(call.extents[0], 2);
    CHECK_EQ_INT(call.extents[1], 4);
    CHECK_EQ_INT(call.extents[2], 5);
    CHECK_EQ_UINT(call_uncovered(&call), 3);
    CHECK(!call_take_extents(&call, &c, (int64_t[]){4, 3}, 3, &clash));
    CHECK_EQ_UINT(clash.axis, 2);
    CHECK_EQ_UINT(clash.own_axis, 1);
    CHECK_EQ_INT(clash.had, 5);
    CHECK_EQ_INT(clash.given, 3);
    CHECK_EQ_UINT(clash.who, 1);
}

/* Nothing is a size too: it goes with itself and with 1. */
TEST(empty) {
    CallShape call = {.rank = 0};
    CallClash clash;
    CallAxes a = last(1);
    call_take_rank(&call, &a);
    CHECK(call_take_extents(&call, &a, (int64_t[]){1}, 0, &clash));
    CHECK(call_take_extents(&call, &a, (int64_t[]){0}, 1, &clash));
    CHECK(call_take_extents(&call, &a, (int64_t[]){1}, 2, &clash));
    CHECK_EQ_INT(call.extents[0], 0);
    CHECK(!call_take_extents(&call, &a, (int64_t[]){2}, 3, &clash));
}

TEST(named_axes) {
    CallShape call = {.rank = 0};
    CallClash clash;
    CallAxes a = {.n = 2, .named = true, .at = {2, 0}};
    uint32_t axis;
    call_take_rank(&call, &a);
    CHECK_EQ_UINT(call.rank, 3);
    CHECK(call_take_extents(&call, &a, (int64_t[]){7, 5}, 0, &clash));
    CHECK_EQ_INT(call.extents[0], 5);
    CHECK_EQ_INT(call.extents[2], 7);
    CHECK_EQ_UINT(call_uncovered(&call), 1);
    CHECK_EQ_INT(call_can_write(&call, &a, (int64_t[]){7, 5}, &axis), WRITTEN_RANK);
    CallAxes all = {.n = 3, .named = true, .at = {2, 1, 0}};
    CHECK_EQ_INT(call_can_write(&call, &all, (int64_t[]){7, 1, 5}, &axis), WRITTEN_FITS);
    CHECK_EQ_INT(call_can_write(&call, &all, (int64_t[]){7, 1, 6}, &axis), WRITTEN_EXTENT);
    CHECK_EQ_UINT(axis, 2);
    CHECK_EQ_INT(call_can_write(&call, &all, (int64_t[]){1, 1, 5}, &axis), WRITTEN_EXTENT);
}

TEST(numbers) {
    static const struct {
        Dtype from, to;
        int cost;
    } cases[] = {{DT_F32, DT_F32, 0},   {DT_F16, DT_F32, 1},  {DT_F64, DT_F32, 3},
                 {DT_I32, DT_I64, 1},   {DT_U8, DT_I32, 1},   {DT_I8, DT_U32, 3},
                 {DT_U32, DT_I32, 3},   {DT_I32, DT_U32, 3},  {DT_I64, DT_I8, 3},
                 {DT_I64, DT_F16, 2},   {DT_BOOL, DT_I32, 1}, {DT_BOOL, DT_F32, 2},
                 {DT_I32, DT_BOOL, -1}, {DT_F32, DT_I32, -1}, {DT_C64, DT_F32, -1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        test_note("case %zu", k);
        CHECK_EQ_INT(number_cost(cases[k].from, cases[k].to), cases[k].cost);
    }
}
