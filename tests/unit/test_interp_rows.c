/* The interpreter on rows: reductions in their fixed order, and work on rows after them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "kernels.h"

static double add_f32(double a, double b) {
    return (double)((float)a + (float)b);
}

static double larger(double a, double b) {
    return a > b || a != a ? a : b;
}

/* x - sum(x) stored, and the sum and the largest, of rows [rows, length]; across: the rows are the
 * fastest axis in memory. */
static void check_rows(Machine *machine, int64_t rows, int64_t length, bool across, bool resident) {
    size_t n = (size_t)(rows * length);
    float *x = km_floats(n), *out = km_floats(n), *sum = km_floats((size_t)rows),
          *max = km_floats((size_t)rows);
    int64_t strides[2] = {across ? 4 : length * 4, across ? rows * 4 : 4}, each[2] = {4, 0};
    int64_t extents[2] = {rows, length};
    KernelMaker m;
    km_start(&m, &km_allocator, 2, 1, extents);
    km_access(&m, DT_F32, false, x, strides);
    km_access(&m, DT_F32, true, sum, each);
    km_access(&m, DT_F32, true, max, each);
    km_access(&m, DT_F32, true, out, strides);
    ValId v = km_load(&m, 0, LEVEL_FULL);
    ValId s = km_reduce(&m, OP_sum, v, DT_F32, 0), most = km_reduce(&m, OP_max, v, DT_F32, 0);
    km_store(&m, 1, s);
    km_store(&m, 2, most);
    if (resident)
        km_store(&m, 3, km_step(&m, OP_sub, DT_F32, v, s));
    CHECK_EQ_INT(km_run(&m, machine), FRIT_OK);
    double *row = malloc(((size_t)length + 1) * sizeof *row);
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t e = 0; e < length; e++)
            row[e] = (double)x[(r * strides[0] + e * strides[1]) / 4];
        test_note("%lld rows of %lld, across %d, row %lld", (long long)rows, (long long)length,
                  across, (long long)r);
        CHECK_EQ_F32(sum[r], (float)km_reduce_row(row, length, 0.0, add_f32));
        CHECK_EQ_F32(max[r], (float)km_reduce_row(row, length, -(double)INFINITY, larger));
        for (int64_t e = 0; resident && e < length; e++)
            CHECK_EQ_F32(out[(r * strides[0] + e * strides[1]) / 4], (float)row[e] - sum[r]);
    }
    km_end(&m);
    free(row), free(x), free(out), free(sum), free(max);
}

TEST(reductions_of_rows) {
    static const int64_t lengths[] = {0,   1,    3,    23,   24,   31,   32,   33,    511,
                                      513, 1023, 1024, 1025, 2048, 3000, 4097, 33000, 70001};
    static const int64_t rows[] = {0, 1, 2, 5, 70, 300};
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
            for (int how = 0; how < 4; how++)
                if (rows[r] * lengths[l] < 400000)
                    check_rows(&machine, rows[r], lengths[l], how & 1, how & 2);
    machine_free(&machine);
}

TEST(long_rows) {
    for (unsigned threads = 1; threads <= 7; threads += threads == 1 ? 1 : 5) {
        Machine machine;
        km_machine(&machine, &km_allocator, threads, NULL);
        for (int how = 0; how < 4; how++) {
            check_rows(&machine, 1, 600001, how & 1, how & 2);
            check_rows(&machine, 3, 300000, how & 1, how & 2);
        }
        machine_free(&machine);
    }
}
