/* Values of scripts: made, looked at, combined. */
#include <math.h>

#include "script_fixture.h"

static Value row(Interp *in, const double *x, int64_t n) {
    Array *array;
    Shape shape = shape_make(1, n);
    CHECK(value_array_new(in, CLASS_DOUBLE, false, &shape, &array));
    if (n)
        memcpy(array->data, x, (size_t)n * sizeof *x);
    return value_of_array(array);
}

TEST(numbers_round_and_saturate) {
    CHECK_EQ_F64(value_number(CLASS_INT8, 2.5).as.number, 3);
    CHECK_EQ_F64(value_number(CLASS_INT8, -2.5).as.number, -3);
    CHECK_EQ_F64(value_number(CLASS_INT8, 300).as.number, 127);
    CHECK_EQ_F64(value_number(CLASS_UINT8, -1).as.number, 0);
    CHECK_EQ_F64(value_number(CLASS_INT32, (double)NAN).as.number, 0);
    CHECK_EQ_INT(value_number(CLASS_INT64, 0x1p63).as.i64, INT64_MAX);
    CHECK_EQ_UINT(value_number(CLASS_UINT64, 0x1p64).as.u64, UINT64_MAX);
}

TEST(elementwise_broadcasts) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value a = row(in, (double[]){1, 2, 3}, 3), t, sum;
    double *x;
    CHECK(value_unary(in, UNARY_TRANSPOSE, a, &t));
    CHECK(value_binary(in, BINARY_ADD, a, t, &sum));
    CHECK_EQ_INT(value_count(sum), 9);
    CHECK(value_to_doubles(in, sum, &x));
    const double want[] = {2, 3, 4, 3, 4, 5, 4, 5, 6};
    CHECK_EQ_MEM(x, want, sizeof want);
    interp_release(in, x, 9 * sizeof *x);
    value_drop(in, a);
    value_drop(in, t);
    value_drop(in, sum);
    script_close(&f);
}
