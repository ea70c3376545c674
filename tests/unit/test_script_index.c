/* Indexing of scripts' values: reads, writes, deletions, their errors; each again with every allocation failing. */
#include <stdio.h>

#include "front/script/value/objects.h"
#include "front/script/value/quick.h"
#include "script_fixture.h"

/* ---- values as short texts, and the other way */

static void tell(Interp *in, Value v, char *text, size_t size);

static void tell_elements(const Array *a, char *text, size_t size) {
    char shape[SHAPE_TEXT];
    size_t at = (size_t)snprintf(text, size, "%s%s %s:", class_name((ValueClass)a->class_),
                                 a->complex ? " complex" : "", shape_text(&a->shape, shape));
    for (int64_t k = 0; k < a->count << a->complex && at < size; k++)
        at += (size_t)snprintf(text + at, size - at, " %g",
                               element_double((ValueClass)a->class_, a->data, k));
}

static void tell(Interp *in, Value v, char *text, size_t size) {
    char shape[SHAPE_TEXT];
    Array *a;
    if (v.kind == VALUE_CELL || v.kind == VALUE_STRUCT) {
        Shape s = value_shape(v);
        size_t at =
            (size_t)snprintf(text, size, "%s %s{", value_class_name(v), shape_text(&s, shape));
        for (int64_t k = 0; k < value_count(v) && at < size; k++) {
            const Struct *fields = VALUE_STRUCT_OF(v);
            uint32_t n = v.kind == VALUE_CELL ? 1 : fields->fields;
            for (uint32_t f = 0; f < n && at < size; f++) {
                at += (size_t)snprintf(text + at, size - at, "%s%s",
                                       v.kind == VALUE_CELL ? "" : fields->names[f],
                                       v.kind == VALUE_CELL ? "" : "=");
                tell(in, v.kind == VALUE_CELL ? VALUE_CELL_OF(v)->at[k] : fields->at[f][k],
                     text + at, size - at);
                at += strlen(text + at);
                at += (size_t)snprintf(text + at, size - at, ";");
            }
        }
        snprintf(text + at, size - at, "}");
        return;
    }
    if (v.kind == VALUE_NONE) {
        snprintf(text, size, "none");
        return;
    }
    if (v.kind == VALUE_FUNCTION || v.kind == VALUE_MAP) {
        snprintf(text, size, "%s", value_class_name(v));
        return;
    }
    CHECK(value_to_array(in, v, &a));
    tell_elements(a, text, size);
    array_drop(in, a);
}

#define CHECK_VALUE(v, want)                \
    do {                                    \
        char told_[2000];                   \
        tell(in, (v), told_, sizeof told_); \
        CHECK_STR(told_, want);             \
    } while (0)

/* 1, 2, 3 ... of rows x columns; columns 0: of any class. */
static bool counted(Interp *in, ValueClass class_, int64_t rows, int64_t columns, Value *out) {
    Array *a;
    Shape shape = shape_make(rows, columns);
    TRY(array_new_raw(in, class_, false, &shape, 0, &a));
    for (int64_t k = 0; k < a->count; k++)
        element_store(class_, a->data, k, (double)(k + 1));
    *out = value_of_array(a);
    return true;
}

static bool listed(Interp *in, const double *x, int64_t n, Value *out) {
    Array *a;
    Shape shape = shape_make(1, n);
    TRY(array_new_raw(in, CLASS_DOUBLE, false, &shape, 0, &a));
    memcpy(a->data, x, (size_t)n * sizeof *x);
    *out = value_of_array(a);
    return true;
}

#define N value_double

static void check_read(Interp *in, Value base, const Value *subs, uint32_t n, const char *want) {
    Value out = value_none();
    if (value_index(in, "x", base, subs, n, &out)) {
        CHECK_VALUE(out, want);
    } else {
        CHECK_STR(interp_message(in), want);
        interp_clear_error(in);
    }
    value_drop(in, out);
}

TEST(reads) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value m, row, at, mask, column = value_colon();
    CHECK(counted(in, CLASS_DOUBLE, 3, 3, &m) && counted(in, CLASS_INT8, 1, 3, &row));
    check_read(in, m, (Value[]){N(2)}, 1, "double 1x1: 2");
    check_read(in, m, (Value[]){N(2), N(3)}, 2, "double 1x1: 8");
    check_read(in, row, (Value[]){N(2)}, 1, "int8 1x1: 2");
    check_read(in, m, (Value[]){column}, 1, "double 9x1: 1 2 3 4 5 6 7 8 9");
    check_read(in, m, (Value[]){N(2), column}, 2, "double 1x3: 2 5 8");
    check_read(in, m, (Value[]){column, N(3)}, 2, "double 3x1: 7 8 9");
    check_read(in, m, (Value[]){column, column}, 2, "double 3x3: 1 2 3 4 5 6 7 8 9");
    CHECK(listed(in, (double[]){3, 1}, 2, &at));
    check_read(in, row, (Value[]){at}, 1, "int8 1x2: 3 1");
    check_read(in, m, (Value[]){at, at}, 2, "double 2x2: 9 7 3 1");
    check_read(in, m, (Value[]){at, N(1), N(1)}, 3, "double 2x1: 3 1");
    CHECK(value_cast(in, at, CLASS_LOGICAL, &mask));
    check_read(in, row, (Value[]){mask}, 1, "int8 1x2: 1 2");
    check_read(in, m, (Value[]){N(10)}, 1, "x(10): out of bound 9 (dimensions are 3x3)");
    check_read(in, m, (Value[]){N(4), N(1)}, 2, "x(4,_): out of bound 3 (dimensions are 3x3)");
    check_read(in, m, (Value[]){N(1.5)}, 1,
               "x(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals");
    check_read(in, m, (Value[]){N(1), N(0)}, 2,
               "x(_,0): subscripts must be either integers 1 to (2^63)-1 or logicals");
    value_drop(in, m);
    value_drop(in, row);
    value_drop(in, at);
    value_drop(in, mask);
    script_close(&f);
}

static void check_write(Interp *in, Value *base, const Value *subs, uint32_t n, Value rhs,
                        const char *want) {
    if (!value_assign(in, "x", base, subs, n, rhs)) {
        CHECK_STR(interp_message(in), want);
        interp_clear_error(in);
        return;
    }
    CHECK_VALUE(*base, want);
}

TEST(writes) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value x = value_none(), two, other;
    check_write(in, &x, (Value[]){N(3)}, 1, N(5), "double 1x3: 0 0 5");
    check_write(in, &x, (Value[]){N(4)}, 1, value_number(CLASS_INT8, 7), "double 1x4: 0 0 5 7");
    check_write(in, &x, (Value[]){N(2), N(1)}, 2, N(1), "double 2x4: 0 1 0 0 5 0 7 0");
    check_write(in, &x, (Value[]){N(9)}, 1, N(1),
                "Invalid resizing operation or ambiguous assignment to an out-of-bounds array "
                "element");
    CHECK(listed(in, (double[]){8, 9}, 2, &two));
    check_write(in, &x, (Value[]){value_colon(), N(1)}, 2, two, "double 2x4: 8 9 0 0 5 0 7 0");
    check_write(in, &x, (Value[]){N(1), value_colon()}, 2, two,
                "=: nonconformant arguments (op1 is 1x4, op2 is 1x2)");
    other = value_hold(x);
    check_write(in, &x, (Value[]){value_colon()}, 1, N(1), "double 2x4: 1 1 1 1 1 1 1 1");
    CHECK_VALUE(other, "double 2x4: 8 9 0 0 5 0 7 0");
    value_drop(in, x);
    x = value_none();
    check_write(in, &x, (Value[]){N(2)}, 1, value_number(CLASS_INT8, 200), "int8 1x2: 0 127");
    check_write(in, &x, (Value[]){N(1)}, 1, N(2.5), "int8 1x2: 3 127");
    value_drop(in, x);
    value_drop(in, other);
    value_drop(in, two);
    script_close(&f);
}

TEST(growing_at_the_end_moves_seldom) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value x = value_none();
    uint32_t moves = 0;
    const void *last = NULL;
    for (int k = 1; k <= 10000; k++) {
        CHECK(value_assign(in, "x", &x, (Value[]){N(k)}, 1, N(k)));
        if (x.kind == VALUE_ARRAY && VALUE_ARRAY_OF(x)->data != last) {
            last = VALUE_ARRAY_OF(x)->data;
            moves++;
        }
    }
    CHECK_EQ_INT(value_count(x), 10000);
    CHECK_EQ_F64(((double *)VALUE_ARRAY_OF(x)->data)[9999], 10000);
    CHECK(moves < 30);
    value_drop(in, x);
    script_close(&f);
}

static void check_deletion(Interp *in, Value *x, const Value *subs, uint32_t n, const char *want) {
    if (!value_delete(in, "x", x, subs, n)) {
        CHECK_STR(interp_message(in), want);
        interp_clear_error(in);
        return;
    }
    CHECK_VALUE(*x, want);
}

TEST(deletions) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value x, at;
    CHECK(counted(in, CLASS_DOUBLE, 3, 3, &x) && listed(in, (double[]){1, 3}, 2, &at));
    check_deletion(in, &x, (Value[]){N(1), N(1)}, 2,
                   "a null assignment can only have one non-colon index");
    check_deletion(in, &x, (Value[]){N(4), value_colon()}, 2,
                   "A(..,I,..) = []: index out of bounds: value 4 out of bound 3");
    check_deletion(in, &x, (Value[]){N(2), value_colon()}, 2, "double 2x3: 1 3 4 6 7 9");
    check_deletion(in, &x, (Value[]){value_colon(), at}, 2, "double 2x1: 4 6");
    check_deletion(in, &x, (Value[]){N(7)}, 1,
                   "A(I) = []: index out of bounds: value 7 out of bound 2");
    check_deletion(in, &x, (Value[]){N(1)}, 1, "double 1x1: 6");
    check_deletion(in, &x, (Value[]){value_colon()}, 1, "double 0x0:");
    value_drop(in, at);
    value_drop(in, x);
    script_close(&f);
}

/* s.a(3).b{2}.c = 1 and more, of nothing. */
static bool build(Interp *in, Value *s) {
    Value three = N(3), two = N(2), text = value_none();
    const Step deep[] = {{STEP_FIELD, NULL, 0, "a"},
                         {STEP_PAREN, &three, 1, NULL},
                         {STEP_FIELD, NULL, 0, "b"},
                         {STEP_BRACE, &two, 1, NULL},
                         {STEP_FIELD, NULL, 0, "c"}};
    const Step again[] = {{STEP_FIELD, NULL, 0, "a"}, {STEP_PAREN, &three, 1, NULL},
                          {STEP_FIELD, NULL, 0, "b"}, {STEP_BRACE, &two, 1, NULL},
                          {STEP_FIELD, NULL, 0, "c"}, {STEP_PAREN, &two, 1, NULL}};
    const Step field[] = {{STEP_FIELD, NULL, 0, "t"}};
    bool ok = value_text(in, "hi", 2, false, &text) &&
              value_assign_path(in, "s", s, deep, 5, N(1), false) &&
              value_assign_path(in, "s", s, again, 6, N(7), false) &&
              value_assign_path(in, "s", s, field, 1, text, false) &&
              value_assign_path(in, "s", s, field, 1, *s, false) &&
              value_assign_path(in, "s", s, again, 6, N(0), true);
    value_drop(in, text);
    return ok;
}

#define BUILT_A "struct 1x3{b=none;b=none;b=cell 1x2{none;struct 1x1{c="

TEST(paths_make_what_is_missing) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value s = value_none(), t;
    CHECK(build(in, &s));
    CHECK_VALUE(s, "struct 1x1{a=" BUILT_A "double 1x1: 1;};};};t=struct 1x1{a=" BUILT_A
                   "double 1x2: 1 7;};};};t=char 1x2: 104 105;};}");
    t = value_hold(s);
    const Step scalar[] = {{STEP_FIELD, NULL, 0, "a"}, {STEP_FIELD, NULL, 0, "q"}};
    CHECK(!value_assign_path(in, "s", &s, scalar, 2, N(1), false));
    CHECK(!value_assign_field(in, &(Value){.kind = VALUE_NUMBER}, "q", N(1)));
    CHECK_STR(interp_message(in), "scalar cannot be indexed with .");
    value_drop(in, s);
    value_drop(in, t);
    script_close(&f);
}

TEST(maps_are_sorted_and_shared) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    Value map, key, out;
    bool ok;
    CHECK(value_map_new(in, "char", "any", &map));
    const char *names[] = {"b", "a", "ab", "b"};
    for (int k = 0; k < 4; k++) {
        CHECK(value_text(in, names[k], strlen(names[k]), false, &key));
        CHECK(value_map_set(in, VALUE_MAP_OF(map), key, N(k)));
        value_drop(in, key);
    }
    CHECK_EQ_INT(value_count(map), 3);
    CHECK_STR(VALUE_MAP_OF(map)->at[1].text, "ab");
    CHECK(value_text(in, "b", 1, false, &key));
    CHECK(value_index(in, "m", map, &key, 1, &out));
    CHECK_EQ_F64(out.as.number, 3);
    CHECK(value_map_remove(in, VALUE_MAP_OF(map), key));
    CHECK(!value_map_find(in, VALUE_MAP_OF(map), key, &ok) && ok);
    CHECK(!value_index(in, "m", map, &key, 1, &out));
    CHECK_STR(interp_message(in), "containers.Map: specified key <b> does not exist");
    CHECK(!value_map_find(in, VALUE_MAP_OF(map), N(1), &ok) && !ok);
    value_drop(in, map);
    script_close(&f);
}

/* ---- each allocation fails once */

static bool all_of_it(Interp *in) {
    Value s = value_none(), x = value_none(), y = value_none(), at = value_none(),
          part = value_none(), c = value_none();
    bool equal = false;
    bool ok = build(in, &s) && counted(in, CLASS_DOUBLE, 3, 4, &x) &&
              listed(in, (double[]){1, 3}, 2, &at);
    y = value_hold(x);
    ok = ok && value_assign(in, "x", &x, (Value[]){at, N(2)}, 2, N(9)) &&
         value_assign(in, "x", &x, (Value[]){N(5), N(5)}, 2, N(9)) &&
         value_index(in, "x", x, (Value[]){value_colon(), at}, 2, &part) &&
         value_delete(in, "x", &x, (Value[]){at, value_colon()}, 2) &&
         value_assign_brace(in, "c", &c, (Value[]){N(3)}, 1, x) &&
         value_assign(in, "c", &c, (Value[]){N(5)}, 1, s) &&
         value_assign(in, "c", &c, (Value[]){at}, 1, c.kind == VALUE_CELL ? N(1) : N(2)) &&
         value_delete(in, "c", &c, (Value[]){at}, 1) && value_is_equal(in, c, c, &equal);
    if (ok)
        CHECK(equal);
    if (y.kind == VALUE_ARRAY) {
        CHECK_EQ_F64(((double *)VALUE_ARRAY_OF(y)->data)[3], 4); /* never written to */
    }
    value_drop_all(in, (Value[]){s, x, y, at, part, c}, 6);
    return ok;
}

TEST(every_allocation_may_fail) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        Interp in;
        CHECK(interp_open(&in, &allocator, NULL));
        bool done = all_of_it(&in);
        interp_close(&in);
        CHECK_ALLOC(&a);
        CHECK(done == (a.failures == 0));
        if (done)
            break;
    }
}
