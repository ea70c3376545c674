/* Every allocation of values fails once: that is an error, nothing is lost, and the operands stay as they were. */
#include "script_fixture.h"

typedef struct Work {
    Interp *in;
    Value kept[32];
    uint32_t n;
} Work;

/* Takes the value into what is dropped at the end. */
static Value keep(Work *w, Value v) {
    CHECK(w->n < 32);
    w->kept[w->n++] = v;
    return v;
}

static bool ramp(Work *w, ValueClass class_, int64_t rows, int64_t columns, Value *out) {
    Array *array;
    Shape shape = shape_make(rows, columns);
    TRY(value_array_new(w->in, CLASS_DOUBLE, false, &shape, &array));
    for (int64_t k = 0; k < array->count; k++)
        ((double *)array->data)[k] = (double)k - 3;
    Value v = keep(w, value_of_array(array));
    TRY(value_cast(w->in, v, class_, out));
    keep(w, *out);
    return true;
}

static bool binary(Work *w, BinaryOp op, Value a, Value b) {
    Value out;
    TRY(value_binary(w->in, op, a, b, &out));
    keep(w, out);
    return out.kind != VALUE_ARRAY || value_data(w->in, VALUE_ARRAY_OF(out));
}

/* The n-th piece of work; NULL behind the last. */
typedef bool Piece(Work *w);

static bool arithmetic(Work *w) {
    Value a, b, t;
    TRY(ramp(w, CLASS_DOUBLE, 3, 4, &a) && ramp(w, CLASS_INT16, 3, 1, &b));
    TRY(binary(w, BINARY_ADD, a, b) && binary(w, BINARY_EPOW, a, value_double(0.5)) &&
        binary(w, BINARY_LT, a, b));
    TRY(value_unary(w->in, UNARY_TRANSPOSE, a, &t));
    keep(w, t);
    return binary(w, BINARY_MUL, a, t) && binary(w, BINARY_LDIV, a, a) &&
           binary(w, BINARY_POW, value_double(2), value_double(-0.5));
}

static bool ranges(Work *w) {
    Value r, s;
    TRY(value_range(w->in, 0, 1, 9, &r));
    keep(w, r);
    TRY(value_range_of(w->in, value_number(CLASS_INT8, 1), value_none(), value_double(5), &s));
    keep(w, s);
    return binary(w, BINARY_MUL, r, value_double(2)) && binary(w, BINARY_EDIV, r, value_double(4));
}

static bool concatenation(Work *w) {
    Value parts[3], out;
    TRY(value_text(w->in, "abc", 3, false, &parts[0]));
    keep(w, parts[0]);
    TRY(value_text(w->in, "d", 1, true, &parts[1]));
    TRY(value_vertcat(w->in, parts, 2, &out));
    keep(w, out);
    TRY(value_cell_row(w->in, parts, 2, &parts[2]));
    keep(w, parts[2]);
    TRY(value_horzcat(w->in, parts, 3, &out));
    keep(w, out);
    TRY(value_struct_new(w->in, &out));
    keep(w, out);
    TRY(value_assign_field(w->in, &w->kept[w->n - 1], "a", value_double(1)));
    parts[0] = parts[1] = w->kept[w->n - 1];
    TRY(value_horzcat(w->in, parts, 2, &out));
    keep(w, out);
    return true;
}

static bool recorded(Work *w) {
    Value a, b, t, parts[2];
    TRY(ramp(w, CLASS_DOUBLE, 70, 70, &a) && ramp(w, CLASS_UINT8, 70, 70, &b));
    TRY(value_binary(w->in, BINARY_ADD, a, value_double(1), &t));
    parts[0] = keep(w, t);
    TRY(value_unary(w->in, UNARY_TRANSPOSE, t, &t));
    parts[1] = keep(w, t);
    TRY(value_horzcat(w->in, parts, 2, &t));
    keep(w, t);
    TRY(value_data(w->in, VALUE_ARRAY_OF(t)));
    return binary(w, BINARY_EMUL, b, value_double(0.5)) && binary(w, BINARY_MUL, a, a) &&
           binary(w, BINARY_GE, a, b) && binary(w, BINARY_EPOW, a, value_double(3));
}

static void sweep(Piece *piece) {
    frit_context *context = frit_context_new(NULL);
    CHECK(context);
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &alloc};
        Interp in;
        CHECK(interp_open(&in, &allocator, context));
        Work w = {.in = &in};
        bool done = piece(&w);
        CHECK_MSG(done || in.failure.set, "allocation %d: no error", (int)n);
        value_drop_all(&in, w.kept, w.n);
        interp_close(&in);
        CHECK_ALLOC(&alloc);
        if (done && alloc.failures == 0)
            break;
        CHECK_MSG(!done || n < 5000, "allocation %d", (int)n);
    }
    frit_context_free(context);
}

/* The same of the context that records and runs. */
static void sweep_context(Piece *piece) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .cache_dir = "",
                                    .compile = FRIT_COMPILE_OFF};
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(0), own = TEST_ALLOC(0);
        frit_allocator allocator = {test_alloc_fn, &alloc}, plain = {test_alloc_fn, &own};
        frit_context *context;
        frit_error error;
        Interp in;
        CHECK(frit_context_new_with(&allocator, &options, &context, &error) == FRIT_OK);
        CHECK(interp_open(&in, &plain, context));
        alloc.fail_at = alloc.calls + n;
        Work w = {.in = &in};
        bool done = piece(&w);
        CHECK_MSG(done || in.failure.set, "allocation %d: no error", (int)n);
        bool failed = alloc.failures > 0;
        value_drop_all(&in, w.kept, w.n);
        interp_close(&in);
        frit_context_free(context);
        CHECK_ALLOC(&alloc);
        CHECK_ALLOC(&own);
        if (done && !failed)
            break;
        CHECK_MSG(n < 20000, "allocation %d", (int)n);
    }
}

TEST(arithmetic) {
    sweep(arithmetic);
}

TEST(ranges) {
    sweep(ranges);
}

TEST(concatenation) {
    sweep(concatenation);
}

TEST(recorded) {
    sweep(recorded);
}

TEST(recorded_by_the_context) {
    sweep_context(recorded);
}
