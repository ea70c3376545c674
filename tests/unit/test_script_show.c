/* Display and templates: values made here, shown and filled in, with every allocation failing once. */
#include <math.h>

#include "front/script/show/show.h"
#include "script_fixture.h"

static Value matrix(Interp *in, const double *x, int64_t rows, int64_t columns) {
    Array *array;
    Shape shape = shape_make(rows, columns);
    CHECK(value_array_new(in, CLASS_DOUBLE, false, &shape, &array));
    if (array->count)
        memcpy(array->data, x, (size_t)array->count * sizeof *x);
    return value_of_array(array);
}

static void check_named(Interp *in, Value v, const char *want) {
    Str out = str_make(&in->env);
    CHECK(show_named(in, "x", v, &out));
    CHECK_STR(out.data, want);
    str_free(&out);
    value_drop(in, v);
}

static void check_format(Interp *in, const char *format, const Value *args, uint32_t argc,
                         const char *want) {
    Str out = str_make(&in->env);
    CHECK(show_format(in, "sprintf", format, strlen(format), args, argc, &out));
    CHECK_STR(out.data ? out.data : "", want);
    str_free(&out);
}

TEST(numbers) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    static const struct {
        double x;
        const char *text;
    } rows[] = {{3, "x = 3\n"},
                {-0.5, "x = -0.5000\n"},
                {0.0123, "x = 0.012300\n"},
                {0.001, "x = 1.0000e-03\n"},
                {100.5, "x = 100.50\n"},
                {12345.678, "x = 1.2346e+04\n"},
                {1234567, "x = 1234567\n"},
                {12345678, "x = 1.2346e+07\n"},
                {(double)INFINITY, "x = Inf\n"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_named(in, value_double(rows[k].x), rows[k].text);
    check_named(in, value_logical(true), "x = 1\n");
    check_named(in, value_number(CLASS_INT8, -7), "x = -7\n");
    in->format = FORMAT_LONG;
    check_named(in, value_double(3.141592653589793), "x = 3.141592653589793\n");
    check_named(in, value_number(CLASS_SINGLE, (double)3.14159274f), "x = 3.1415927\n");
    script_close(&f);
}

TEST(matrices) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    check_named(in, matrix(in, (double[]){1, 3, 2, 4}, 2, 2), "x =\n\n   1   2\n   3   4\n\n");
    check_named(in, matrix(in, (double[]){1, -2.5}, 1, 2), "x =\n\n   1.0000  -2.5000\n\n");
    check_named(in, matrix(in, (double[]){1, (double)NAN}, 1, 2), "x =\n\n     1   NaN\n\n");
    check_named(in, matrix(in, (double[]){1e-5, 1e5}, 1, 2),
                "x =\n\n   1.0000e-05   1.0000e+05\n\n");
    check_named(in, matrix(in, NULL, 0, 3), "x = [](0x3)\n");
    Value range;
    CHECK(value_range(in, 0, 0.5, 1, &range));
    check_named(in, range, "x =\n\n         0    0.5000    1.0000\n\n");
    script_close(&f);
}

TEST(columns_that_do_not_fit) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    double x[30];
    for (int k = 0; k < 30; k++)
        x[k] = k + 1;
    Value v = matrix(in, x, 1, 30);
    Str out = str_make(&in->env);
    CHECK(show_named(in, "x", v, &out));
    CHECK(strstr(out.data, "x =\n\n Columns 1 through 16:\n\n    1    2"));
    CHECK(strstr(out.data, "   15   16\n\n Columns 17 through 30:\n\n   17   18"));
    str_free(&out);
    value_drop(in, v);
    script_close(&f);
}

TEST(text) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value v;
    CHECK(value_text(in, "a\0b", 3, false, &v));
    Str out = str_make(&in->env);
    CHECK(show_plain(in, v, &out));
    CHECK_EQ_UINT(out.len, 4);
    CHECK_EQ_MEM(out.data, "a\0b\n", 4);
    str_free(&out);
    value_drop(in, v);
    CHECK(value_text(in, "", 0, false, &v));
    check_named(in, v, "x = \n");
    script_close(&f);
}

TEST(templates) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value text, three = matrix(in, (double[]){1, 2, 3}, 1, 3), none = matrix(in, NULL, 0, 0);
    CHECK(value_text(in, "abc", 3, false, &text));
    check_format(in, "%d, ", &three, 1, "1, 2, 3, ");
    check_format(in, "%d and %d|", &three, 1, "1 and 2|3 and ");
    check_format(in, "%d|", &none, 1, "|");
    check_format(in, "a%db", NULL, 0, "a");
    check_format(in, "%s|%5s|%-5s|%.1s", (Value[]){text, text, text, text}, 4, "abc|  abc|abc  |a");
    check_format(in, "%d", &text, 1, "979899");
    Value x = value_double(1.5),
          i64 = {.kind = VALUE_NUMBER, .class_ = CLASS_INT64, .as.i64 = INT64_MAX};
    check_format(in, "%d %i %x %5.2f", (Value[]){x, x, x, x}, 4, "1.5 1.5 1.5  1.50");
    check_format(in, "%d", &i64, 1, "9223372036854775807");
    check_format(in, "%x %o %+d %05d",
                 (Value[]){value_double(255), value_double(8), value_double(3), value_double(-3)},
                 4, "ff 10 +3 -0003");
    check_format(in, "%*d|%-*d|",
                 (Value[]){value_double(4), value_double(1), value_double(3), value_double(2)}, 4,
                 "   1|2  |");
    check_format(in, "100%%", NULL, 0, "100%");
    value_drop(in, three);
    value_drop(in, none);
    value_drop(in, text);
    script_close(&f);
}

TEST(wrong_templates) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    static const char *const wrong[] = {"%", "abc%", "%5", "%z", "%d%", "%1$d"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        Str out = str_make(&in->env);
        CHECK(!show_format(in, "sprintf", wrong[k], strlen(wrong[k]), NULL, 0, &out));
        CHECK_STR(interp_message(in), "sprintf: invalid format specified");
        str_free(&out);
    }
    Str out = str_make(&in->env);
    Value huge[] = {value_double(1e9), value_double(1)};
    CHECK(!show_format(in, "sprintf", "%*d", 3, huge, 2, &out)); /* no gigabytes of blanks */
    str_free(&out);
    script_close(&f);
}

TEST(escapes) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Str out = str_make(&in->env);
    static const char text[] = "a\\n\\t\\\\\\x41\\101\\q\\";
    CHECK(show_unescape(&out, text, sizeof text - 1));
    CHECK_STR(out.data, "a\n\t\\AAq\\");
    str_free(&out);
    script_close(&f);
}

/* Everything that is shown here, once. False: no memory. */
static bool show_all(Interp *in) {
    Shape pages = {3, {2, 2, 2}}, one = shape_make(1, 3);
    Array *array = NULL;
    Value cell = value_none(), st = value_none(), text = value_none();
    Str out = str_make(&in->env);
    bool ok = value_array_new(in, CLASS_DOUBLE, false, &pages, &array) &&
              value_cell_new(in, &one, &cell) && value_struct_new(in, &st) &&
              value_text(in, "text", 4, false, &text);
    if (ok)
        VALUE_CELL_OF(cell)->at[0] = value_hold(value_of_array(array));
    ok = ok && value_assign_field(in, &st, "a", text) && value_assign_field(in, &st, "b", cell) &&
         show_named(in, "x", st, &out) && show_plain(in, cell, &out) &&
         show_format(in, "sprintf", "%s %d\n", 6, (Value[]){text, value_double(1)}, 2, &out);
    str_free(&out);
    if (array)
        value_drop(in, value_of_array(array));
    value_drop(in, cell);
    value_drop(in, st);
    value_drop(in, text);
    return ok;
}

TEST(out_of_memory) {
    for (size_t n = 1;; n++) {
        ScriptFixture f;
        Interp *in = script_open(&f);
        f.alloc.fail_at = f.alloc.calls + n;
        bool done = show_all(in);
        CHECK(done == (f.alloc.failures == 0));
        CHECK(done || in->failure.set);
        script_close(&f);
        if (done)
            break;
    }
}

TEST(random_numbers_in_every_format) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    uint64_t state = test_seed();
    for (size_t k = 0; k < test_scaled(3000); k++) {
        uint64_t bits[6];
        double x[6];
        for (int i = 0; i < 6; i++)
            bits[i] = test_random(&state);
        memcpy(x, bits, sizeof x);
        in->format = (ShowFormat)test_random_below(&state, 6);
        in->format_compact = test_random_below(&state, 2);
        Value v = matrix(in, x, 1 + (int64_t)test_random_below(&state, 3), 2);
        Str out = str_make(&in->env);
        CHECK(show_named(in, "x", v, &out));
        CHECK(out.len > 0 && out.data[out.len - 1] == '\n');
        str_free(&out);
        value_drop(in, v);
    }
    script_close(&f);
}
