/* The interpreter on loops and branches inside kernels, where lanes agree and where they differ. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "kernels.h"

static const int64_t dense_f32[] = {4}, dense_i32[] = {4};

static int32_t *numbers(size_t n, int32_t below) {
    int32_t *x = malloc((n + 1) * sizeof *x);
    CHECK(x);
    for (size_t k = 0; k <= n; k++)
        x[k] = (int32_t)((k * 7919 + 5) % (size_t)below);
    return x;
}

/* for i in 0 .. 5: s = s * x + i, then an exchange: (a, b) = (b, a + i). */
TEST(uniform_for) {
    int64_t n = 3000;
    float *x = km_floats(3000), *out = km_floats(3000), *out_a = km_floats(3000);
    int32_t *counted = calloc(1, sizeof *counted);
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_F32, false, x, dense_f32);
    km_access(&m, DT_F32, true, out, dense_f32);
    km_access(&m, DT_F32, true, out_a, dense_f32);
    km_access(&m, DT_I32, true, counted, (int64_t[]){0});
    ValId vx = km_load(&m, 0, LEVEL_FULL), zero = km_const(&m, DT_F32, 0);
    ValId bounds[2] = {km_const(&m, DT_I32, 0), km_const(&m, DT_I32, 5)};
    ValId i = km_value(&m, DT_I32, LEVEL_UNIFORM);
    ValId s = km_value(&m, DT_F32, LEVEL_FULL), s_end = km_value(&m, DT_F32, LEVEL_FULL);
    ValId a = km_value(&m, DT_F32, LEVEL_FULL), a_end = km_value(&m, DT_F32, LEVEL_FULL);
    ValId b = km_value(&m, DT_F32, LEVEL_FULL), b_end = km_value(&m, DT_F32, LEVEL_FULL);
    ValId c = km_value(&m, DT_I32, LEVEL_UNIFORM), c_end = km_value(&m, DT_I32, LEVEL_UNIFORM);
    uint32_t carry = km_carry(&m, vx, s, s_end);
    km_carry(&m, vx, a, a_end);
    km_carry(&m, zero, b, b_end);
    km_carry(&m, bounds[0], c, c_end);
    uint32_t loop = km_open(&m, K_FOR, bounds, 2, i, carry, 4);
    ValId fi = km_cast(&m, DT_F32, i);
    ValId next = km_step(&m, OP_add, DT_F32, km_step(&m, OP_mul, DT_F32, s, vx), fi);
    m.kernel.carries.at[carry].next = next;
    m.kernel.carries.at[carry + 1].next = b;
    m.kernel.carries.at[carry + 2].next = km_step(&m, OP_add, DT_F32, a, fi);
    m.kernel.carries.at[carry + 3].next = km_step(&m, OP_add, DT_I32, c, i);
    km_close(&m, loop);
    km_store(&m, 1, s_end);
    km_store(&m, 2, km_step(&m, OP_sub, DT_F32, a_end, b_end));
    km_store(&m, 3, c_end);
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    for (int k = 0; k < 3000; k++) {
        float ws = x[k], wa = x[k], wb = 0;
        for (int t = 0; t < 5; t++) {
            float old = wa;
            ws = ws * x[k];
            ws = ws + (float)t;
            wa = wb;
            wb = old + (float)t;
        }
        CHECK_EQ_F32(out[k], ws);
        CHECK_EQ_F32(out_a[k], wa - wb);
    }
    CHECK_EQ_INT(*counted, 10);
    km_end(&m);
    machine_free(&machine);
    free(x), free(out), free(out_a), free(counted);
}

/* Steps of the Collatz sequence: every lane ends when it likes; a table is read on the way, at an
 * index that is out of range for lanes that are off. */
TEST(divergent_while) {
    int64_t n = 2500;
    int32_t *x = numbers(2500, 300), *out = numbers(2500, 3);
    int32_t table[2] = {7, 9};
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_I32, false, x, dense_i32);
    km_access(&m, DT_I32, true, out, dense_i32);
    km_indexed(&m, DT_I32, false, table, 2, 4, (int64_t[]){0});
    ValId vx = km_load(&m, 0, LEVEL_FULL), zero = km_const(&m, DT_I32, 0);
    ValId one = km_const(&m, DT_I32, 1), two = km_const(&m, DT_I32, 2);
    ValId three = km_const(&m, DT_I32, 3);
    ValId v = km_value(&m, DT_I32, LEVEL_FULL), v_end = km_value(&m, DT_I32, LEVEL_FULL);
    ValId steps = km_value(&m, DT_I32, LEVEL_FULL), steps_end = km_value(&m, DT_I32, LEVEL_FULL);
    uint32_t carry = km_carry(&m, vx, v, v_end);
    km_carry(&m, zero, steps, steps_end);
    uint32_t loop = km_open(&m, K_WHILE, NULL, 0, NO_VAL, carry, 2);
    km_middle(&m, K_TEST, loop, km_step(&m, OP_gt, DT_I32, v, one));
    ValId odd = km_step(&m, OP_ne, DT_I32, km_step(&m, OP_remainder, DT_I32, v, two), zero);
    ValId halves = km_step(&m, OP_floor_div, DT_I32, v, two);
    ValId next = km_value(&m, DT_I32, LEVEL_FULL);
    uint32_t arms = km_carry(&m, NO_VAL, NO_VAL, next);
    uint32_t branch = km_open(&m, K_IF, &odd, 1, NO_VAL, arms, 1);
    m.kernel.carries.at[arms].init =
        km_step(&m, OP_add, DT_I32, km_step(&m, OP_mul, DT_I32, v, three), one);
    km_middle(&m, K_ELSE, branch, NO_VAL);
    /* The halves of even numbers up to 4 are indices; of odd lanes they may be anything. */
    ValId small = km_step(&m, OP_le, DT_I32, v, km_step(&m, OP_add, DT_I32, two, zero));
    ValId inner = km_value(&m, DT_I32, LEVEL_FULL);
    uint32_t inner_arms = km_carry(&m, NO_VAL, NO_VAL, inner);
    uint32_t inner_branch = km_open(&m, K_IF, &small, 1, NO_VAL, inner_arms, 1);
    ValId read = km_gather(&m, 2, halves);
    m.kernel.carries.at[inner_arms].init =
        km_step(&m, OP_sub, DT_I32, read, km_const(&m, DT_I32, 8));
    km_middle(&m, K_ELSE, inner_branch, NO_VAL);
    m.kernel.carries.at[inner_arms].next = halves;
    km_close(&m, inner_branch);
    m.kernel.carries.at[arms].next = inner;
    km_close(&m, branch);
    m.kernel.carries.at[carry].next = next;
    m.kernel.carries.at[carry + 1].next = km_step(&m, OP_add, DT_I32, steps, one);
    km_close(&m, loop);
    km_store(&m, 1, steps_end);
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    for (int k = 0; k < 2500; k++) {
        int32_t at = x[k], count = 0;
        for (; at > 1; count++)
            at = at % 2 ? at * 3 + 1 : at / 2;
        test_note("%d", x[k]);
        CHECK_EQ_INT(out[k], count);
    }
    km_end(&m);
    machine_free(&machine);
    free(x), free(out);
}

/* for i in x .. 105: each lane its own number of turns. The index has 8 bits: of a lane that is over
 * it would wrap, and be small again, long before the last lane is. */
TEST(divergent_for) {
    int64_t n = 1000;
    int8_t x[1000];
    int32_t *out = numbers(1000, 3);
    Machine machine;
    km_machine(&machine, &km_allocator, 1, NULL);
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    for (int k = 0; k < 1000; k++)
        x[k] = (int8_t)(k % 256 - 128);
    km_access(&m, DT_I8, false, x, (int64_t[]){1});
    km_access(&m, DT_I32, true, out, dense_i32);
    ValId vx = km_load(&m, 0, LEVEL_FULL), zero = km_const(&m, DT_I32, 0);
    ValId bounds[2] = {vx, km_const(&m, DT_I8, 105)};
    ValId i = km_value(&m, DT_I8, LEVEL_FULL);
    ValId s = km_value(&m, DT_I32, LEVEL_FULL), s_end = km_value(&m, DT_I32, LEVEL_FULL);
    uint32_t carry = km_carry(&m, zero, s, s_end);
    uint32_t loop = km_open(&m, K_FOR, bounds, 2, i, carry, 1);
    m.kernel.carries.at[carry].next = km_step(&m, OP_add, DT_I32, s, km_cast(&m, DT_I32, i));
    km_close(&m, loop);
    km_store(&m, 1, s_end);
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    for (int k = 0; k < 1000; k++) {
        int32_t sum = 0;
        for (int t = (int)x[k]; t < 105; t++)
            sum += t;
        test_note("%d", x[k]);
        CHECK_EQ_INT(out[k], sum);
    }
    km_end(&m);
    machine_free(&machine);
    free(out);
}

/* Inside rows: the number of turns is a row's, what is carried is an element's, and what it gives is
 * summed up along the row. */
static void check_loop_in_rows(Machine *machine, int64_t rows, int64_t length, bool across) {
    size_t n = (size_t)(rows * length);
    float *x = km_floats(n), *sum = km_floats((size_t)rows);
    int32_t *turns = numbers((size_t)rows, 4), *most = numbers((size_t)rows, 4);
    int64_t extents[2] = {rows, length}, each[2] = {4, 0};
    int64_t strides[2] = {across ? 4 : length * 4, across ? rows * 4 : 4};
    KernelMaker m;
    km_start(&m, &km_allocator, 2, 1, extents);
    km_access(&m, DT_F32, false, x, strides);
    km_access(&m, DT_I32, false, turns, each);
    km_access(&m, DT_F32, true, sum, each);
    km_access(&m, DT_I32, true, most, each);
    ValId vx = km_load(&m, 0, LEVEL_FULL), hi = km_load(&m, 1, LEVEL_ROW);
    ValId bounds[2] = {km_const(&m, DT_I32, 0), hi}, i = km_value(&m, DT_I32, LEVEL_ROW);
    ValId s = km_value(&m, DT_F32, LEVEL_FULL), s_end = km_value(&m, DT_F32, LEVEL_FULL);
    ValId c = km_value(&m, DT_I32, LEVEL_ROW), c_end = km_value(&m, DT_I32, LEVEL_ROW);
    uint32_t carry = km_carry(&m, vx, s, s_end);
    km_carry(&m, bounds[0], c, c_end);
    uint32_t loop = km_open(&m, K_FOR, bounds, 2, i, carry, 2);
    m.kernel.carries.at[carry].next =
        km_step(&m, OP_add, DT_F32, s, km_cast(&m, DT_F32, km_step(&m, OP_add, DT_I32, i, c)));
    m.kernel.carries.at[carry + 1].next = km_step(&m, OP_add, DT_I32, c, hi);
    km_close(&m, loop);
    km_store(&m, 2, km_reduce(&m, OP_max, s_end, DT_F32, 0));
    km_store(&m, 3, c_end);
    CHECK_EQ_INT(km_run(&m, machine), FRIT_OK);
    for (int64_t r = 0; r < rows; r++) {
        float largest = -__builtin_inff();
        for (int64_t e = 0; e < length; e++) {
            float v = x[(r * strides[0] + e * strides[1]) / 4];
            for (int32_t t = 0; t < turns[r]; t++)
                v += (float)(t + t * turns[r]);
            largest = v > largest ? v : largest;
        }
        test_note("%lld rows of %lld across %d row %lld", (long long)rows, (long long)length,
                  across, (long long)r);
        CHECK_EQ_F32(sum[r], largest);
        CHECK_EQ_INT(most[r], turns[r] * turns[r]);
    }
    km_end(&m);
    free(x), free(sum), free(turns), free(most);
}

TEST(loops_inside_rows) {
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    for (int across = 0; across < 2; across++) {
        check_loop_in_rows(&machine, 40, 30, across);
        check_loop_in_rows(&machine, 7, 3000, across);
        check_loop_in_rows(&machine, 300, 700, across);
        check_loop_in_rows(&machine, 2, 200000, across);
    }
    machine_free(&machine);
}
