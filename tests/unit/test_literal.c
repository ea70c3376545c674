/* Literals as text: every bit of every dtype comes back, in any locale. */
#define _GNU_SOURCE
#include "harness.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frit/frit.h"
#include "ir/text.h"
#include "text_fixture.h"

/* ---- literals */

typedef struct Bench {
    frit_context *context;
    frit_error error;
    Module *m;
    Env env;
} Bench;

static Bench bench_open(void) {
    Bench b = {.context = frit_context_new(NULL)};
    CHECK(frit_module_new(b.context, &b.m, &b.error) == FRIT_OK);
    return b;
}

static void bench_close(Bench *b) {
    frit_module_free(b->m);
    frit_context_free(b->context);
}

/* The literal of these bits printed, into buffer, and read again: the same bits. */
static void check_literal(Bench *b, Dtype d, Bits bits, char buffer[120]) {
    Env env = {&b->m->allocator, &b->error};
    Literal literal = {.form = LITERAL_TYPED, .bits = bits}, back;
    CHECK(type_scalar(&env, &b->m->types, d, &literal.type));
    Str text = str_make(&env);
    text_print_literal(&text, b->m, &literal);
    CHECK(str_ok(&text) && text.len < 120);
    memcpy(buffer, text.data, text.len + 1);
    str_free(&text);
    test_note("%s from 0x%llx 0x%llx", buffer, (unsigned long long)bits.lo,
              (unsigned long long)bits.hi);
    CHECK_MSG(text_literal(&env, b->m, NULL, buffer, &back), "%s", b->error.message);
    CHECK_EQ_UINT(back.form, LITERAL_TYPED);
    CHECK_EQ_UINT(back.type, literal.type);
    CHECK_EQ_UINT(back.bits.lo, bits.lo);
    CHECK_EQ_UINT(back.bits.hi, bits.hi);
}

TEST(every_half_comes_back) {
    Bench b = bench_open();
    char text[120];
    for (uint32_t bits = 0; bits < 65536; bits++) {
        check_literal(&b, DT_F16, (Bits){bits, 0}, text);
        check_literal(&b, DT_BF16, (Bits){bits, 0}, text);
    }
    bench_close(&b);
}

static Bits f32_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (Bits){bits, 0};
}

static Bits f64_bits(double x) {
    Bits bits = {0, 0};
    memcpy(&bits.lo, &x, sizeof x);
    return bits;
}

TEST(literals_of_every_dtype_come_back) {
    Bench b = bench_open();
    char text[120];
    uint64_t state = test_seed();
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        for (size_t i = 0; i < test_scaled(20000); i++) {
            unsigned width = dtype_info(d)->bits;
            Bits bits = {test_random(&state), width > 64 ? test_random(&state) : 0};
            if (i % 3 == 0 && dtype_info(d)->class == CLASS_FLOAT) /* many zeros at the end */
                bits.lo &= UINT64_MAX << test_random_below(&state, width);
            bits.lo &= width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
            if (d == DT_BOOL)
                bits.lo &= 1;
            check_literal(&b, d, bits, text);
        }
    bench_close(&b);
}

TEST(literals_look_as_people_write_them) {
    Bench b = bench_open();
    const struct {
        Dtype dtype;
        Bits bits;
        const char *text;
    } rows[] = {
        {DT_BOOL, {1, 0}, "true"},
        {DT_BOOL, {0, 0}, "false"},
        {DT_I8, {0x80, 0}, "-128:i8"},
        {DT_I64, {0x8000000000000000u, 0}, "-9223372036854775808:i64"},
        {DT_I64, {0x7fffffffffffffffu, 0}, "9223372036854775807:i64"},
        {DT_U64, {UINT64_MAX, 0}, "18446744073709551615:u64"},
        {DT_F32, f32_bits(0.1f), "0.1:f32"},
        {DT_F32, f32_bits(1), "1.0:f32"},
        {DT_F32, f32_bits(-0.0f), "-0.0:f32"},
        {DT_F32, f32_bits(FLT_MAX), "3.4028235e+38:f32"},
        {DT_F32, f32_bits(FLT_TRUE_MIN), "1.4013e-45:f32"},
        {DT_F32, f32_bits(16777216), "16777216.0:f32"},
        {DT_F32, f32_bits(INFINITY), "inf:f32"},
        {DT_F32, f32_bits(-INFINITY), "-inf:f32"},
        {DT_F32, {0x7fc00000, 0}, "nan:f32"},
        {DT_F32, {0xffc00000, 0}, "nan(0xffc00000):f32"},
        {DT_F32, {0x7f800001, 0}, "nan(0x7f800001):f32"},
        {DT_F64, f64_bits(0.1), "0.1:f64"},
        {DT_F64, f64_bits(1.0 / 3), "0.3333333333333333:f64"},
        {DT_F64, f64_bits(DBL_MAX), "1.7976931348623157e+308:f64"},
        {DT_F64, f64_bits(5e-324), "4.94066e-324:f64"},
        {DT_F64, f64_bits(1e100), "1e+100:f64"},
        {DT_F64, f64_bits(123456789), "123456789.0:f64"},
        {DT_F64, {0x7ff8000000000001u, 0}, "nan(0x7ff8000000000001):f64"},
        {DT_F16, {0x3c00, 0}, "1.0:f16"},
        {DT_F16, {0x7bff, 0}, "65504.0:f16"},
        {DT_F16, {0x7e00, 0}, "nan:f16"},
        {DT_BF16, {0x7fc1, 0}, "nan(0x7fc1):bf16"},
        {DT_C64, {0x3f800000u | (uint64_t)0xc0000000u << 32, 0}, "(1.0,-2.0):c64"},
        {DT_C64, {0x7fc00000u | (uint64_t)0x7f800000u << 32, 0}, "(nan,inf):c64"},
        {DT_C128,
         {0x8000000000000000u, 0x7ff8000000000002u},
         "(-0.0,nan(0x7ff8000000000002)):c128"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[120];
        check_literal(&b, rows[i].dtype, rows[i].bits, text);
        CHECK_STR(text, rows[i].text);
    }
    bench_close(&b);
}

TEST(untyped_literals_come_back) {
    check_canonical("program f<T>() -> () {\n"
                    "  a = const(0)\n"
                    "  b = const(-9223372036854775808)\n"
                    "  c = const(9223372036854775807)\n"
                    "  d = const(9223372036854775808)\n"
                    "  e = const(18446744073709551615)\n"
                    "  f = const(1.5)\n"
                    "  g = const(-0.0)\n"
                    "  h = const(nan)\n"
                    "  i = const(nan(0xfff8000000000000))\n"
                    "  j = const(inf)\n"
                    "  k = const(-inf)\n"
                    "  l = const((1.0,-0.0))\n"
                    "  m = const((nan(0x7ff0000000000001),inf))\n"
                    "  n = const(1:T)\n"
                    "  o = const(18446744073709551615:T)\n"
                    "  p = const(1e-05:T)\n"
                    "  q = const((0.5,2.0):T)\n"
                    "  r: f32 = const(1)\n"
                    "}\n");
    check_prints(
        "program f() -> () { a = const(-0) b = const(1e5) c = const(0x1p-3) d = const((1,2))"
        " e = const(007) g = const(-0:u8) h = const(3:f32) i = const(0x1.8p0:f16) }",
        "program f() -> () {\n  a = const(0)\n  b = const(100000.0)\n  c = const(0.125)\n"
        "  d = const((1.0,2.0))\n  e = const(7)\n  g = const(0:u8)\n  h = const(3.0:f32)\n"
        "  i = const(1.5:f16)\n}\n");
}

TEST(literals_out_of_range) {
    static const struct {
        const char *literal, *words;
    } rows[] = {
        {"128:i8", "128 does not fit into i8"},
        {"-129:i8", "-129 does not fit into i8"},
        {"-1:u8", "-1 does not fit into u8"},
        {"256:u8", "does not fit into u8"},
        {"65536:u16", "does not fit into u16"},
        {"9223372036854775808:i64", "does not fit into i64"},
        {"18446744073709551616:u64", "expected an integer of u64"},
        {"18446744073709551616", "does not fit into 64 bits"},
        {"-9223372036854775809", "does not fit into 64 bits"},
        {"65520:f16", "65520 does not fit into f16"},
        {"1e39:f32", "does not fit into f32"},
        {"-1e39:bf16", "does not fit into bf16"},
        {"1e999", "does not fit into f64"},
        {"(1e39,0):c64", "does not fit into f32"},
        {"1.5:i32", "expected an integer of i32"},
        {"nan:i32", "expected an integer of i32"},
        {"inf:u8", "expected an integer of u8"},
        {"1:bool", "is written true or false"},
        {"1:c64", "is written (real, imaginary)"},
        {"(1,2):f32", "has no imaginary part"},
        {"true:f32", "bool alone"},
        {"1:f32[3]", "a literal has a scalar type"},
        {"1:f32x3", "a literal has a scalar type"},
        {"1_000", "is not a number"},
        {"1.2.3", "is not a number"},
        {"1e", "is not a number"},
        {"0x", "is not a number"},
        {"nan(0x7fc00000):f64", "not the bits of a NaN of f64"},
        {"nan(0x7f800000):f32", "not the bits of a NaN of f32"},
        {"nan(0x17fc00000):f32", "not the bits of a NaN of f32"},
        {"nan(12):f32", "hexadecimal"},
        {"nan(0x7FC00001):f32", "hexadecimal"},
        {"x", "expected a literal"},
        {"", "expected a literal"},
        {"(1)", "expected `,` after the real part"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        bool inside =
            rows[i].literal[0] == '(' && rows[i].literal[1]; /* the number, not the bracket */
        snprintf(text, sizeof text, "program f() -> () { a = const(%s) }", rows[i].literal);
        frit_context *c = frit_context_new(NULL);
        frit_error error;
        frit_module *m = NULL;
        test_note("%s", rows[i].literal);
        CHECK(frit_module_parse(c, text, strlen(text), &m, &error) == FRIT_ERR_SYNTAX);
        CHECK_MSG(strstr(error.message, rows[i].words), "it says: %s", error.message);
        CHECK_EQ_UINT(error.line, 1);
        CHECK(error.column >= 31u + inside);
        frit_context_free(c);
    }
}

/* Decimals longer than any double needs are still rounded once, to nearest. */
TEST(long_decimals_are_rounded_once) {
    Bench b = bench_open();
    Env env = {&b.m->allocator, &b.error};
    Literal l;
    /* halfway between 1 and the next float, and a little more: through a double it would be the tie */
    CHECK(text_literal(&env, b.m, NULL, "1.00000005960464477539062500000000000001:f32", &l));
    CHECK_EQ_UINT(l.bits.lo, 0x3f800001u);
    CHECK(text_literal(&env, b.m, NULL, "1.000000059604644775390625:f32", &l));
    CHECK_EQ_UINT(l.bits.lo, 0x3f800000u);
    CHECK(text_literal(&env, b.m, NULL, "0.1000000000000000055511151231257827:f64", &l));
    CHECK_EQ_UINT(l.bits.lo, f64_bits(0.1).lo);
    bench_close(&b);
}

/* ---- the host's locale */

/* Makes a locale that writes the decimal point as given, in a folder; false when that cannot be. */
static bool make_locale(const char *folder, const char *point, const char *bytes) {
    char path[300], command[1200];
    snprintf(path, sizeof path, "%s/source", folder);
    FILE *source = fopen(path, "w");
    snprintf(path, sizeof path, "%s/charmap", folder);
    FILE *charmap = fopen(path, "w");
    if (!source || !charmap)
        return false;
    fprintf(
        source,
        "comment_char %%\nescape_char /\nLC_NUMERIC\ndecimal_point \"<%s>\"\nthousands_sep \"\"\n"
        "grouping -1\nEND LC_NUMERIC\n",
        point);
    fprintf(charmap,
            "<code_set_name> UTF-8\n<mb_cur_min> 1\n<mb_cur_max> 6\n<comment_char> "
            "%%\n<escape_char> /\nCHARMAP\n"
            "<U0020>..<U007E> /x20 ASCII\n<%s> %s POINT\nEND CHARMAP\n",
            point, bytes);
    fclose(source);
    fclose(charmap);
    snprintf(command, sizeof command,
             "localedef -c -i %s/source -f %s/charmap %s/frit_TEST >/dev/null 2>&1", folder, folder,
             folder);
    int status = system(command); /* complains about what we leave out, and makes it all the same */
    (void)status;
    setenv("LOCPATH", folder, 1);
    return setlocale(LC_NUMERIC, "frit_TEST") != NULL;
}

static void remove_locale(const char *folder) {
    char command[300];
    setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(system(command) == 0);
}

static void check_in_locale(const char *point, const char *bytes, const char *shown) {
    char folder[] = "/tmp/frit-locale-XXXXXX", half[20];
    CHECK(mkdtemp(folder));
    bool made = make_locale(folder, point, bytes);
    snprintf(half, sizeof half, "%.1f", 0.5);
    if (!made || strcmp(half, shown) != 0) {
        remove_locale(folder);
        SKIP("localedef makes no locale here");
    }
    frit_context *c = frit_context_new(NULL);
    const char *text =
        "program f(x) -> () {\n  a = const(1.5:f32)\n  b = const(0.1)\n  c = const(1e+30:f64)\n"
        "  d = const((0.5,-2.25):c64)\n  n = norm(x, ord=2.5)\n  h = const(0.099975586:f16)\n}\n";
    frit_module *m = parse(c, text);
    frit_text printed = print(m);
    frit_error error;
    frit_module *none = NULL;
    const char *comma = "program f() -> () { a = const(1,5) }";
    frit_status status = frit_module_parse(c, comma, strlen(comma), &none, &error);
    remove_locale(folder);
    CHECK_STR(printed.data, text);
    CHECK(status == FRIT_ERR_SYNTAX);
    frit_text_free(c, &printed);
    frit_module_free(m);
    frit_context_free(c);
}

TEST(numbers_in_a_locale_with_a_comma) {
    check_in_locale("U002C", "/x2c", "0,5");
}

TEST(numbers_in_a_locale_with_a_point_of_two_bytes) {
    check_in_locale("U066B", "/xd9/xab",
                    "0\xd9\xab"
                    "5");
}
