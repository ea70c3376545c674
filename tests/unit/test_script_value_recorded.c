/* Large arrays of scripts: their steps are recorded and become one kernel. */
#include <math.h>

#include "front/script/value/operators.h"
#include "script_fixture.h"

enum { MANY = 10000 };

static Value ramp(Interp *in, int64_t rows, int64_t columns) {
    Array *array;
    Shape shape = shape_make(rows, columns);
    CHECK(value_array_new(in, CLASS_DOUBLE, false, &shape, &array));
    for (int64_t k = 0; k < array->count; k++)
        ((double *)array->data)[k] = (double)k / 8 - 100;
    return value_of_array(array);
}

/* op, and the operands are dropped. */
static Value both(Interp *in, BinaryOp op, Value a, Value b) {
    Value out;
    CHECK_MSG(value_binary(in, op, a, b, &out), "%s", interp_message(in));
    value_drop(in, a);
    value_drop(in, b);
    return out;
}

TEST(a_chain_is_one_kernel) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value x = ramp(in, MANY, 1);
    double *got;
    Value y = both(in, BINARY_EMUL, value_hold(x), value_double(2));
    y = both(in, BINARY_ADD, y, value_double(1));
    y = both(in, BINARY_EDIV, y, value_double(4));
    CHECK(VALUE_ARRAY_OF(y)->data == NULL);
    CHECK(value_to_doubles(in, y, &got));
    for (int64_t k = 0; k < MANY; k++)
        CHECK_EQ_F64(got[k], (((double)k / 8 - 100) * 2 + 1) / 4);
    CHECK_EQ_UINT(frit_plan_kernel_count(frit_last_plan(f.context)), 1);
    interp_release(in, got, MANY * sizeof *got);
    value_drop(in, x);
    value_drop(in, y);
    script_close(&f);
}

/* Every operator on every class: the same as by the loops in memory, element by element. */
TEST(recorded_results_are_those_of_loops) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value x = ramp(in, 100, 100);
    for (uint32_t c = 0; c < CLASS_CHAR; c++)
        for (uint32_t op = 0; op < BINARY_COUNT; op++) {
            Value a, b, whole, part, left, right;
            if (c == CLASS_LOGICAL || (op >= BINARY_MUL && op <= BINARY_POW))
                continue;
            test_note("%s of %s", binary_name((BinaryOp)op), class_name((ValueClass)c));
            CHECK(value_cast(in, x, (ValueClass)c, &a));
            CHECK(value_unary(in, UNARY_TRANSPOSE, a, &b));
            CHECK_MSG(value_binary(in, (BinaryOp)op, a, b, &whole), "%s", interp_message(in));
            for (int64_t k = 0; k < 10000; k += 37) {
                Value element;
                CHECK(value_element(in, a, k, &left) && value_element(in, b, k, &right));
                CHECK(value_binary(in, (BinaryOp)op, left, right, &part));
                CHECK(value_element(in, whole, k, &element));
                double want, got;
                CHECK(value_to_double(in, part, "", &want) &&
                      value_to_double(in, element, "", &got));
                CHECK_MSG(want == got || (want != want && got != got) ||
                              fabs(want - got) <= 1e-7 * fabs(want),
                          "element %d: %g, not %g", (int)k, got, want);
                CHECK_EQ_INT(value_class(part), value_class(element));
                value_drop(in, part);
                value_drop(in, element);
            }
            value_drop(in, a);
            value_drop(in, b);
            value_drop(in, whole);
        }
    value_drop(in, x);
    script_close(&f);
}

TEST(products_and_transposes_are_those_of_small_ones) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value a = ramp(in, 70, 60), t, p;
    double *got;
    CHECK(value_unary(in, UNARY_TRANSPOSE, a, &t));
    CHECK(value_binary(in, BINARY_MUL, t, a, &p));
    CHECK(value_to_doubles(in, p, &got));
    double want = 0;
    for (int64_t k = 0; k < 70; k++)
        want += ((double)(3 * 70 + k) / 8 - 100) * ((double)(5 * 70 + k) / 8 - 100);
    CHECK(fabs(got[5 * 60 + 3] - want) < 1e-9 * fabs(want));
    interp_release(in, got, 3600 * sizeof *got);
    value_drop(in, a);
    value_drop(in, t);
    value_drop(in, p);
    script_close(&f);
}

/* Whoever writes to an array that recorded steps read gets memory of his own. */
TEST(what_is_recorded_reads_the_old_elements) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value x = ramp(in, MANY, 1), y;
    CHECK(value_binary(in, BINARY_ADD, x, value_double(1), &y));
    Array *own = VALUE_ARRAY_OF(x);
    CHECK(value_make_own(in, &own));
    ((double *)own->data)[5] = 1e9;
    Value element;
    CHECK(value_element(in, y, 5, &element));
    CHECK_EQ_F64(element.as.number, 5.0 / 8 - 99);
    value_drop(in, value_of_array(own));
    value_drop(in, y);
    script_close(&f);
}

/* A random array of the class: small numbers, some of them fractions, negative, zero or not a number. */
static Value random_value(Interp *in, uint64_t *state, int64_t rows, int64_t columns) {
    Array *array;
    Value cast;
    Shape shape = shape_make(rows, columns);
    bool complex = test_random_below(state, 6) == 0, plain = test_random_below(state, 2);
    CHECK(value_array_new(in, CLASS_DOUBLE, complex, &shape, &array));
    for (int64_t k = 0; k < array->count << complex; k++) {
        double x = ((double)test_random_below(state, 4000) - 1000) / 8;
        ((double *)array->data)[k] = plain                          ? floor(fabs(x))
                                     : test_random_below(state, 50) ? x
                                                                    : (double)NAN;
    }
    ValueClass class_ = (ValueClass)test_random_below(state, complex ? 2 : CLASS_COUNT);
    Value v = value_of_array(array);
    if (class_ == CLASS_LOGICAL && !plain)
        class_ = CLASS_SINGLE;
    CHECK_MSG(value_cast(in, v, class_, &cast), "%s", interp_message(in));
    value_drop(in, v);
    CHECK(value_simplify(in, &cast));
    return cast;
}

static bool near(double a, double b, double most) {
    /* Quotients of complex numbers by 0 are infinite or not a number, as their parts come out. */
    return a == b || (!isfinite(a) && !isfinite(b)) ||
           fabs(a - b) <= most * (fabs(a) + fabs(b)) + most;
}

static void check_near(Interp *in, Value got, Value want, double most) {
    CHECK(value_narrow(in, got));
    Shape p = value_shape(got), q = value_shape(want);
    CHECK(shape_same(&p, &q));
    CHECK_STR(value_class_name(got), value_class_name(want));
    CHECK_EQ_INT(value_is_complex(got), value_is_complex(want));
    Array *x, *y;
    CHECK(value_to_array(in, got, &x) && value_to_array(in, want, &y));
    for (int64_t k = 0; k < x->count << x->complex; k++) {
        double a = element_double((ValueClass)x->class_, x->data, k);
        double b = element_double((ValueClass)y->class_, y->data, k);
        CHECK_MSG(near(a, b, most), "element %d: %.17g, not %.17g", (int)k, a, b);
    }
    value_drop(in, value_of_array(x));
    value_drop(in, value_of_array(y));
}

/* Operands of any classes and shapes that go together: as the loops in memory, with the same errors. */
TEST(random_operators_are_those_of_loops) {
    uint64_t state = test_seed();
    ScriptFixture f;
    Interp *in = script_open(&f);
    for (size_t turn = 0; turn < test_scaled(400); turn++) {
        static const int64_t extents[][2] = {{70, 60}, {70, 60}, {70, 60},
                                             {1, 60},  {70, 1},  {1, 1}};
        const int64_t *p = extents[test_random_below(&state, 3)];
        const int64_t *q = extents[test_random_below(&state, 6)];
        Value a = random_value(in, &state, p[0], p[1]), b = random_value(in, &state, q[0], q[1]);
        Value got = value_none(), want = value_none();
        uint64_t n = test_random_below(&state, 14);
        BinaryOp op = (BinaryOp)(n < 2 ? n : n + 4);
        if (test_random_below(&state, 2)) {
            Value t = a;
            a = b;
            b = t;
        }
        test_note("turn %d: %s %s %s", (int)turn, value_type_name(a), binary_name(op),
                  value_type_name(b));
        bool ok = value_binary(in, op, a, b, &got), done = elementwise(in, op, a, b, &want);
        CHECK_MSG(ok == done, "%s", interp_message(in));
        bool single = value_class(got) == CLASS_SINGLE;
        if (ok && !(op == BINARY_EPOW && class_is_integer(value_class(got))))
            check_near(in, got, want, single ? 1e-5 : op == BINARY_EPOW ? 1e-10 : 1e-14);
        value_drop(in, a);
        value_drop(in, b);
        value_drop(in, got);
        value_drop(in, want);
    }
    script_close(&f);
}
