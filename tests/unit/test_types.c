/* Types as data: dtypes, promotion, what a type is made of, which integers an input takes. */
#include <string.h>

#include "call_fixture.h"

static frit_dtype named(const char *name) {
    frit_dtype dtype = frit_dtype_find(name);
    CHECK_MSG(dtype != FRIT_NO_DTYPE, "%s", name);
    return dtype;
}

static frit_module *parse(Ready *r, const char *text) {
    frit_module *m;
    CHECK_OK(r, frit_module_parse(r->context, text, strlen(text), &m, &r->error));
    return m;
}

static void check_text(frit_type type, const char *want) {
    char text[64];
    CHECK_EQ_UINT(frit_type_text(type, text, sizeof text), strlen(want));
    CHECK_STR(text, want);
}

/* ---- dtypes */

TEST(dtypes_say_what_they_are) {
    static const struct {
        const char *name, *real;
        frit_kind kind;
        unsigned size;
    } some[] = {{"bool", "bool", FRIT_KIND_BOOL, 1},   {"i8", "i8", FRIT_KIND_INT, 1},
                {"u64", "u64", FRIT_KIND_UINT, 8},     {"bf16", "bf16", FRIT_KIND_FLOAT, 2},
                {"f32", "f32", FRIT_KIND_FLOAT, 4},    {"c64", "f32", FRIT_KIND_COMPLEX, 8},
                {"c128", "f64", FRIT_KIND_COMPLEX, 16}};
    frit_dtype_info info;
    for (unsigned k = 0; k < sizeof some / sizeof *some; k++) {
        CHECK(frit_dtype_describe(named(some[k].name), &info));
        CHECK_STR(info.name, some[k].name);
        CHECK_EQ_UINT(info.kind, some[k].kind);
        CHECK_EQ_UINT(info.size, some[k].size);
        CHECK_EQ_UINT(info.real, named(some[k].real));
    }
    uint32_t n = 0;
    while (frit_dtype_describe(n, &info))
        CHECK_EQ_UINT(named(info.name), n++);
    CHECK_EQ_UINT(n, 15);
    CHECK_EQ_UINT(frit_dtype_find("f33"), FRIT_NO_DTYPE);
    CHECK(!frit_dtype_describe(FRIT_NO_DTYPE, &info));
}

static void check_promotes(const char *a, const char *b, frit_promotion mode, const char *want) {
    frit_dtype wanted = want ? named(want) : FRIT_NO_DTYPE;
    CHECK_MSG(frit_promote(named(a), named(b), mode) == wanted, "%s, %s", a, b);
    CHECK_MSG(frit_promote(named(b), named(a), mode) == wanted, "%s, %s", b, a);
}

TEST(promotion_has_three_modes) {
    check_promotes("i8", "u8", FRIT_PROMOTE_STANDARD, "i16");
    check_promotes("i8", "u8", FRIT_PROMOTE_NONE, NULL);
    check_promotes("f32", "f32", FRIT_PROMOTE_NONE, "f32");
    check_promotes("i64", "u64", FRIT_PROMOTE_STANDARD, NULL);
    check_promotes("i64", "u64", FRIT_PROMOTE_NUMPY, "f64");
    check_promotes("i16", "f16", FRIT_PROMOTE_NUMPY, "f32");
    check_promotes("f16", "bf16", FRIT_PROMOTE_NUMPY, "f32");
    check_promotes("bool", "c64", FRIT_PROMOTE_NUMPY, "c64");
    check_promotes("i32", "c64", FRIT_PROMOTE_NUMPY, "c128");
}

TEST(numbers_without_a_dtype_take_the_array_s) {
    static const struct {
        const char *array;
        frit_kind number;
        const char *want;
    } some[] = {{"i8", FRIT_KIND_BOOL, "i8"},       {"i8", FRIT_KIND_INT, "i8"},
                {"u8", FRIT_KIND_INT, "u8"},        {"bool", FRIT_KIND_INT, "i64"},
                {"i8", FRIT_KIND_UINT, "i8"},       {"i8", FRIT_KIND_FLOAT, "f64"},
                {"bf16", FRIT_KIND_FLOAT, "bf16"},  {"f16", FRIT_KIND_COMPLEX, "c64"},
                {"f64", FRIT_KIND_COMPLEX, "c128"}, {"u8", FRIT_KIND_COMPLEX, "c128"},
                {"c64", FRIT_KIND_COMPLEX, "c64"},  {"c64", FRIT_KIND_FLOAT, "c64"}};
    static const char *const alone[] = {"bool", "i64", "u64", "f64", "c128"};
    for (unsigned k = 0; k < sizeof some / sizeof *some; k++)
        CHECK_MSG(frit_promote_number(named(some[k].array), some[k].number) == named(some[k].want),
                  "%s with a number of kind %d", some[k].array, (int)some[k].number);
    for (unsigned k = 0; k < 5; k++)
        CHECK_EQ_UINT(frit_promote_number(FRIT_NO_DTYPE, (frit_kind)k), named(alone[k]));
    CHECK_EQ_UINT(frit_promote_float(named("i8")), named("f16"));
    CHECK_EQ_UINT(frit_promote_float(named("u16")), named("f32"));
    CHECK_EQ_UINT(frit_promote_float(named("i32")), named("f64"));
    CHECK_EQ_UINT(frit_promote_float(named("c64")), named("c64"));
}

/* ---- types */

static const char *const declared =
    "struct Pair { lo: f32, hi: i16 }\n"
    "struct Body { at: f32x3, turn: f64x3x3, past: array(array(f32x2,4),5), pair: Pair }\n"
    "program f(a: Body[n,3,\"n+1\"], b: f32[...], c: array(Pair,7), d, e: c64) -> () {}\n"
    "program g<T>(x: T[m]) -> () {}\n";

static void check_field(frit_type type, uint32_t index, const char *name, uint64_t offset,
                        const char *text) {
    frit_field field;
    CHECK(frit_type_field(type, index, &field));
    CHECK_STR(field.name, name);
    CHECK_EQ_UINT(field.offset, offset);
    check_text(field.type, text);
}

TEST(structs_have_fields_with_offsets) {
    Ready r;
    frit_type_info info;
    frit_field field;
    ready_context(&r, NULL);
    frit_module *m = parse(&r, declared);
    frit_type body = frit_var_type(m, 0, 0);
    CHECK(frit_type_describe(body, &info));
    CHECK(info.kind == FRIT_TYPE_STRUCT && info.dtype == FRIT_NO_DTYPE && info.field_count == 4);
    CHECK_STR(info.name, "Body");
    CHECK_EQ_UINT(info.size, 12 + 72 + 160 + 6);
    check_field(body, 0, "at", 0, "f32x3");
    check_field(body, 1, "turn", 12, "f64x3x3");
    check_field(body, 2, "past", 84, "array(array(f32x2,4),5)");
    check_field(body, 3, "pair", 244, "Pair");
    CHECK(!frit_type_field(body, 4, &field));
    /* What a field is made of. */
    CHECK(frit_type_field(body, 2, &field) && frit_type_describe(field.type, &info));
    CHECK(info.kind == FRIT_TYPE_FIXED && info.dtype == named("f32") && info.part_rank == 3);
    CHECK_EQ_UINT(frit_type_part(field.type, 0), 5);
    CHECK_EQ_UINT(frit_type_part(field.type, 1), 4);
    CHECK_EQ_UINT(frit_type_part(field.type, 2), 2);
    CHECK_EQ_UINT(frit_type_part(field.type, 3), 0);
    check_text(frit_type_item(field.type), "array(f32x2,4)");
    CHECK(frit_type_field(body, 1, &field) && frit_type_describe(field.type, &info));
    CHECK(info.kind == FRIT_TYPE_MATRIX && info.part_rank == 2 && info.size == 72);
    check_text(frit_type_element(body), "Body");
    frit_module_free(m);
    ready_close(&r);
}

TEST(extents_are_numbers_or_names) {
    Ready r;
    frit_type_info info;
    ready_context(&r, NULL);
    frit_module *m = parse(&r, declared);
    frit_type body = frit_var_type(m, 0, 0);
    CHECK(frit_type_describe(body, &info) && info.rank == 3 && !info.any_rank);
    CHECK_STR(frit_type_extent(body, 0).name, "n");
    CHECK_EQ_INT(frit_type_extent(body, 0).size, -1);
    CHECK(!frit_type_extent(body, 1).name && frit_type_extent(body, 1).size == 3);
    CHECK_STR(frit_type_extent(body, 2).name, "n+1");
    CHECK(!frit_type_extent(body, 3).name && frit_type_extent(body, 3).size == -1);
    CHECK(frit_type_describe(frit_var_type(m, 0, 1), &info) && info.any_rank && info.rank == 0);
    CHECK(frit_type_describe(frit_var_type(m, 0, 2), &info));
    CHECK(info.kind == FRIT_TYPE_FIXED && info.dtype == FRIT_NO_DTYPE && info.part_rank == 1);
    check_text(frit_type_item(frit_var_type(m, 0, 2)), "Pair");
    CHECK(!frit_type_describe(frit_var_type(m, 0, 3), &info)); /* to be inferred */
    CHECK(frit_type_describe(frit_var_type(m, 0, 4), &info));
    CHECK(info.kind == FRIT_TYPE_SCALAR && info.dtype == named("c64") && info.size == 8);
    CHECK(frit_type_describe(frit_var_type(m, 1, 0), &info) && info.rank == 1);
    CHECK(info.kind == FRIT_TYPE_PARAMETER && info.size == 0);
    CHECK_STR(info.name, "T");
    frit_module_free(m);
    ready_close(&r);
}

TEST(plans_and_arrays_say_their_types) {
    Ready r;
    frit_array *a;
    frit_type_info info;
    const int64_t shape[] = {2};
    ready_open(&r, NULL, "program f(x: f32x2[n], y: i32) -> (z) { z = add(x, x) }\n");
    check_text(frit_plan_input_type(r.plan, 0), "f32x2[n]");
    check_text(frit_plan_input_type(r.plan, 1), "i32");
    check_text(frit_plan_output_type(r.plan, 0), "f32x2[n]");
    CHECK(!frit_plan_input_type(r.plan, 2).module && !frit_plan_output_type(r.plan, 1).module);
    CHECK_OK(&r, frit_array_new(r.context, "f32x3", 1, shape, NULL, NULL, &a, &r.error));
    CHECK(frit_type_describe(frit_array_element(a), &info));
    CHECK(info.kind == FRIT_TYPE_VECTOR && info.rank == 0 && info.size == 12);
    CHECK_EQ_UINT(frit_array_dtype(a), FRIT_NO_DTYPE);
    frit_array_free(a);
    CHECK_OK(&r, frit_array_new(r.context, "u16", 1, shape, NULL, NULL, &a, &r.error));
    CHECK_EQ_UINT(frit_array_dtype(a), named("u16"));
    frit_array_free(a);
    ready_close(&r);
}

/* ---- functions from source */

TEST(functions_from_source_say_their_types) {
    static const char source[] = "struct Ball { float3 at; float r; };\n"
                                 "Ball moved(Ball b, float2 by, int8_t n) { return b; }\n"
                                 "void nothing(inout float x) { x = 1; }\n";
    Ready r;
    frit_slang *slang;
    frit_resolved *resolved;
    frit_type type;
    const frit_arg any[] = {{.kind = FRIT_ARG_ANY}};
    ready_context(&r, NULL);
    CHECK_OK(&r,
             frit_slang_load(r.context, source, sizeof source - 1, NULL, &slang, NULL, &r.error));
    CHECK_OK(&r, frit_slang_type(slang, "Ball", &type, &r.error));
    check_field(type, 0, "at", 0, "f32x3");
    check_field(type, 1, "r", 12, "f32");
    CHECK_OK(&r, frit_slang_declare(slang, "moved", any, 0, &resolved, NULL, &r.error));
    check_text(frit_resolved_parameter_type(resolved, 0), "Ball");
    check_text(frit_resolved_parameter_type(resolved, 1), "f32x2");
    check_text(frit_resolved_parameter_type(resolved, 2), "i8");
    CHECK(!frit_resolved_parameter_type(resolved, 3).module);
    check_text(frit_resolved_value_type(resolved), "Ball");
    frit_resolved_free(resolved);
    CHECK_OK(&r, frit_slang_declare(slang, "nothing", any, 0, &resolved, NULL, &r.error));
    check_text(frit_resolved_parameter_type(resolved, 0), "f32");
    check_text(frit_resolved_value_type(resolved), "");
    frit_resolved_free(resolved);
    frit_slang_free(slang);
    ready_close(&r);
}

/* ---- bounds */

static void check_bounds(const frit_module *m, uint32_t input, int64_t low, uint64_t high) {
    frit_bounds bounds = {1, 1};
    CHECK(frit_input_bounds(m, 0, input, &bounds));
    CHECK_EQ_INT(bounds.low, low);
    CHECK_EQ_UINT(bounds.high, high);
}

TEST(inputs_say_which_integers_they_take) {
    Ready r;
    frit_bounds bounds;
    ready_context(&r, NULL);
    frit_module *m =
        parse(&r, "program f(a: i64, b: i64, c: u64, d: i64, e: i64[n], g: i64, h: i32)"
                  " -> (p, q, s, t, v, w, z) {\n"
                  "    p = cast(a, to=i8)\n    q = cast(b, to=u64)\n"
                  "    s = cast(c, to=i64)\n    t = cast(d, to=f32)\n"
                  "    v = cast(e, to=i8)\n    w = neg(g)\n    z = cast(h, to=i8)\n}\n");
    frit_module *typed;
    CHECK_OK(&r, frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &r.error));
    check_bounds(typed, 0, -128, 127);
    check_bounds(typed, 1, 0, UINT64_MAX);
    check_bounds(typed, 2, INT64_MIN, INT64_MAX);
    for (uint32_t k = 3; k < 8; k++)
        CHECK_MSG(!frit_input_bounds(typed, 0, k, &bounds), "input %u", k);
    frit_module_free(typed);
    frit_module_free(m);
    ready_close(&r);
}
