/* The text form: what is printed reads back as the same thing, whatever it is. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frit/frit.h"
#include "ir/type.h"
#include "text_fixture.h"

/* Parsing fails there and says something with these words. */
static void check_error(const char *text, unsigned line, unsigned column, const char *words) {
    frit_context *c = frit_context_new(NULL);
    frit_error error;
    frit_module *m = NULL;
    test_note("%s", text);
    CHECK(frit_module_parse(c, text, strlen(text), &m, &error) != FRIT_OK);
    CHECK(m == NULL);
    CHECK_MSG(strstr(error.message, words), "it says: %s", error.message);
    CHECK_EQ_UINT(error.line, line);
    CHECK_EQ_UINT(error.column, column);
    CHECK(error.message[strlen(error.message) - 1] != '.');
    frit_context_free(c);
}

/* ---- everything the language has */

TEST(canonical_text_stays) {
    check_canonical(
        "struct P { pos: f32x3, mass: f32 }\n"
        "struct Q { p: P, a: array(array(i8,3),2), m: f64x4x2 }\n"
        "\n"
        "extern f(a: i32, b: i32) -> (r: i32)\n"
        "\n"
        "extern g<T>(a: T, b: T[n]) -> (r: T, s: T[n])\n"
        "\n"
        "extern nothing(a: i32) -> ()\n"
        "\n"
        "program empty() -> () {\n"
        "}\n"
        "\n"
        "program body(i, c, x) -> (r) {\n"
        "  r = add(c, x)\n"
        "}\n"
        "\n"
        "program cond(c, x) -> (r) {\n"
        "  r = lt(c, x)\n"
        "}\n"
        "\n"
        "program step(c, x) -> (r) {\n"
        "  r = mul(c, x)\n"
        "}\n"
        "\n"
        "program main<T, U>(x: T[m,n], y: U, any: f32[...], q: Q[4]) -> (s, t, x, s) {\n"
        "  one = const(1)\n"
        "  v5 = const(1.5:f32)\n"
        "  v6: i32 = const(-3:i32)\n"
        "  u, w: f64 = @g(one, v5)\n"
        "  s = sum(x, axes=[0,-1], keepdims=true)\n"
        "  t = cast(y, to=T)\n"
        "  a = argmax(x, axis=-1)\n"
        "  r = reshape(x, shape=[_,2,m])\n"
        "  l = slice(x, start=[_,1], stop=[-1])\n"
        "  c = concat(x, x, x, axis=0)\n"
        "  n = norm(x, axes=[], ord=-inf)\n"
        "  k = scatter(x, x, one, axes=[0], combine=max)\n"
        "  o = for(v5, v6, s, t, body=@body, carry=1)\n"
        "  p = while(s, t, cond=@cond, body=@step, carry=1)\n"
        "  z = if(one, s, t, then=@step, else=@cond)\n"
        "  e = map(x, y, callee=@step)\n"
        "}\n");
}

TEST(space_and_comments_do_not_matter) {
    check_prints(
        "program\n\tf # name\n (\r\nx:f32 [ m , 3 ],#in\n y)->(r){r=add\n(x,y)#end\n}# last",
        "program f(x: f32[m,3], y) -> (r) {\n  r = add(x, y)\n}\n");
    check_prints("", "");
    check_prints("# nothing but this\n\n", "");
    check_prints("struct S{a:f32}", "struct S { a: f32 }\n");
}

TEST(other_ways_to_write_it) {
    check_prints("extern f(a: i32, b, c) -> (r)\n"
                 "program main(x, y) -> (r) {\n"
                 "  r = @f(x, c=y, b=x)\n"
                 "  w = where(x, y, y)\n"
                 "  k = call(x, y, y, callee=@f)\n"
                 "  b = const(true:bool)\n"
                 "  q = reshape(x, shape=[-1,2])\n"
                 "  z = sum(x, keepdims=false, axes=[1])\n"
                 "  n = norm(x, ord=2)\n"
                 "}\n",
                 "extern f(a: i32, b, c) -> (r)\n"
                 "\n"
                 "program main(x, y) -> (r) {\n"
                 "  r = @f(x, x, y)\n"
                 "  w = select(x, y, y)\n"
                 "  k = @f(x, y, y)\n"
                 "  b = const(true)\n"
                 "  q = reshape(x, shape=[_,2])\n"
                 "  z = sum(x, axes=[1], keepdims=false)\n"
                 "  n = norm(x, ord=2.0)\n"
                 "}\n");
}

/* ---- names */

static const char *const odd_names[] = {
    "x",
    "v",
    "v0",
    "v7",
    "v00",
    "v1a",
    "V1",
    "v999999999",
    "v4294967295",
    "_",
    "__",
    "_1",
    "a.b",
    "a..",
    "x.1",
    "f32",
    "f32x3",
    "array",
    "i32x4x4",
    "T",
    "program",
    "extern",
    "struct",
    "true",
    "false",
    "nan",
    "inf",
    "add",
    "const",
    "call",
    "to",
    "axes",
    "a b",
    " ",
    "\"",
    "\\",
    "a\"b\\c",
    "#",
    "a#b",
    "1",
    "1x",
    "-1",
    "(",
    ")",
    "[m]",
    "m+2",
    "=",
    "@f",
    "$a",
    "...",
    "\n",
    "\t",
    "\x01\x7f",
    "caf\xc3\xa9",
    "\xe6\x97\xa5\xe6\x9c\xac",
    "\xf0\x9f\x98\x80",
};
enum { ODD_NAMES = sizeof odd_names / sizeof *odd_names };

/* A name as text that surely reads as that name. */
static const char *quoted(const char *name, char buffer[80]) {
    char *at = buffer;
    *at++ = '"';
    for (; *name; name++)
        at += sprintf(at, (unsigned char)*name < 0x80 ? "\\x%02x" : "%c", (unsigned char)*name);
    memcpy(at, "\"", 2);
    return buffer;
}

/* The name everywhere at once: a variable, an extent, a struct, a field, a parameter, a program. */
TEST(any_name_comes_back) {
    frit_context *c = frit_context_new(NULL);
    for (int i = 0; i < ODD_NAMES; i++) {
        char q[80], text[1200];
        const char *name = odd_names[i];
        quoted(name, q);
        snprintf(text, sizeof text,
                 "struct %s { %s: f32 }\n"
                 "program %s(%s: %s[%s,2], y) -> (%s, r) { r = reshape(%s, shape=[%s,_]) }\n"
                 "program g<%s>(%s: %s) -> (s) { s, t = @%s(%s, y=%s) }\n",
                 q, q, q, q, q, q, q, q, q, "Param", q, "Param", q, q, q);
        frit_module *m = parse(c, text);
        frit_text once = print(m);
        test_note("%s", once.data);
        CHECK_STR(frit_program_name(m, 0), name);
        CHECK_STR(frit_var_name(m, 0, 0), name);
        CHECK_EQ_UINT(frit_module_find(m, name), 0);
        frit_module *again = parse(c, once.data);
        frit_text twice = print(again);
        CHECK_STR(twice.data, once.data);
        CHECK_STR(frit_program_name(again, 0), name);
        CHECK_STR(frit_var_name(again, 0, 0), name);
        CHECK_STR(frit_var_name(again, 1, 0), name);
        frit_text_free(c, &once);
        frit_text_free(c, &twice);
        frit_module_free(m);
        frit_module_free(again);
    }
    frit_context_free(c);
}

/* Two odd names side by side stay two. */
TEST(names_do_not_run_together) {
    for (int i = 0; i < ODD_NAMES; i++)
        for (int j = 0; j < ODD_NAMES; j++) {
            char a[80], b[80], text[600];
            if (i == j)
                continue;
            snprintf(text, sizeof text, "program f(%s, %s) -> (r) { r = sub(%s, %s) }",
                     quoted(odd_names[i], a), quoted(odd_names[j], b), quoted(odd_names[j], b),
                     quoted(odd_names[i], a));
            frit_context *c = frit_context_new(NULL);
            frit_module *m = parse(c, text);
            frit_text once = print(m);
            frit_module *again = parse(c, once.data);
            frit_instr instr = frit_program_instr(again, 0, 0);
            test_note("%s", once.data);
            CHECK_EQ_UINT(instr.inputs[0], 1);
            CHECK_EQ_UINT(instr.inputs[1], 0);
            frit_text_free(c, &once);
            frit_module_free(m);
            frit_module_free(again);
            frit_context_free(c);
        }
}

TEST(plain_names_print_plainly) {
    check_canonical("program f(a.b, _x, Xy9, add, to, program, v) -> (f32) {\n"
                    "  f32 = add(a.b, to)\n"
                    "  struct = sub(program, v)\n"
                    "  true = cast(_x, to=f32)\n"
                    "}\n");
    check_canonical("program f(\"v7\", \"_\", \"a b\", \"1\") -> (v4) {\n"
                    "  v4 = add(\"v7\", \"a b\")\n"
                    "}\n");
    /* a struct with the name of a type, and a type in quotes is never one of the language */
    check_canonical("struct \"f32\" { \"a b\": f32 }\n"
                    "struct \"array\" { x: \"f32\" }\n"
                    "struct f33 { x: array(\"array\",3) }\n"
                    "\n"
                    "program f<\"bool\">(x: \"f32\", y: f32, z: \"bool\"[...]) -> () {\n"
                    "}\n");
}

/* ---- labels */

TEST(labels_are_names_of_the_moment) {
    check_prints("program f(v9, v3) -> (v1, v3) { v1 = sub(v9, v3) v0 = neg(v1) }",
                 "program f(v0, v1) -> (v2, v1) {\n  v2 = sub(v0, v1)\n  v3 = neg(v2)\n}\n");
    /* a label that is the number of another variable */
    check_prints("program f(v1, v0) -> (v2) { v3 = sub(v1, v0) v2 = neg(v3) }",
                 "program f(v0, v1) -> (v3) {\n  v2 = sub(v0, v1)\n  v3 = neg(v2)\n}\n");
    check_prints("extern g(v5: f32) -> (v2: f32, v1: f32)\n"
                 "program f(a, v0) -> (r, v8) { r, v8 = @g(v0) }",
                 "extern g(v0: f32) -> (v1: f32, v2: f32)\n\n"
                 "program f(a, v1) -> (r, v3) {\n  r, v3 = @g(v1)\n}\n");
    /* every program has its own */
    check_prints("program f(v9) -> (v9) {} program g(v9) -> (v8) { v8 = neg(v9) }",
                 "program f(v0) -> (v0) {\n}\n\nprogram g(v0) -> (v1) {\n  v1 = neg(v0)\n}\n");
    check_error("program f(v9) -> (v9) {} program g(v1) -> (v2) { v2 = neg(v9) }", 1, 59,
                "no variable v9");
    check_error("program f(v9, v9) -> () {}", 1, 15, "v9 is defined already");
    check_error("program f(v0) -> () { v1 = neg(v0) v0 = neg(v1) }", 1, 36,
                "v0 is defined already");
    check_error("program f(a) -> () { v1 = neg(v0) }", 1, 31, "no variable v0");
    check_error("program f(\"v0\") -> () { a = neg(v0) }", 1, 33, "no variable v0");
}

/* ---- types and limits */

static void append(char *text, size_t size, const char *more) {
    size_t len = strlen(text);
    CHECK(len + strlen(more) < size);
    memcpy(text + len, more, strlen(more) + 1);
}

TEST(ranks_up_to_the_limit) {
    char text[2000] = "program f(x: f32[";
    for (int i = 0; i < MAX_RANK; i++)
        append(text, sizeof text, i ? ",m" : "0");
    append(text, sizeof text, "]) -> () {\n}\n");
    check_canonical(text);
    char *end = strstr(text, "])");
    memmove(end + 2, end, strlen(end) + 1);
    memcpy(end, ",7", 2);
    check_error(text, 1, (unsigned)(end - text) + 2, "at most 64 axes");
}

TEST(extents_up_to_the_limit) {
    check_canonical("program f(x: f32[9223372036854775807,0,1]) -> () {\n}\n");
    check_error("program f(x: f32[9223372036854775808]) -> () {}", 1, 18, "expected an extent");
    check_error("program f(x: f32[-1]) -> () {}", 1, 18, "an extent must not be negative");
    check_error("program f(x: f32[1.5]) -> () {}", 1, 18, "expected an extent");
    check_error("program f(x: f32[]) -> () {}", 1, 18,
                "expected an extent (a number or a name), found `]`");
    check_error("program f(x: f32[m) -> () {}", 1, 19, "expected `]`");
}

TEST(fixed_arrays_up_to_the_limit) {
    char text[2000] = "program f(x: ", deep[2020];
    for (int i = 0; i < MAX_TYPE_DEPTH; i++)
        append(text, sizeof text, "array(");
    append(text, sizeof text, "i8");
    for (int i = 0; i < MAX_TYPE_DEPTH; i++)
        append(text, sizeof text, ",1)");
    append(text, sizeof text, "[n]) -> () {\n}\n");
    check_canonical(text);
    snprintf(deep, sizeof deep, "program f(x: array(%s", text + 13);
    check_error(deep, 1, 14 + 6 * MAX_TYPE_DEPTH, "nested more than 32 deep");
    check_canonical("program f(x: array(f32x3,65536)) -> () {\n}\n");
    check_error("program f(x: array(f32,65537)) -> () {}", 1, 24, "1 to 65536");
    check_error("program f(x: array(f32,0)) -> () {}", 1, 24, "1 to 65536");
    check_error("program f(x: array(f32)) -> () {}", 1, 23, "expected `,`");
    check_error("program f(x: array(f32[2],3)) -> () {}", 1, 23, "expected `,`");
    check_error("program f(x: array) -> () {}", 1, 19, "expected `(` after `array`");
}

TEST(structs_up_to_the_limit) {
    char *text = malloc(100000);
    CHECK(text);
    sprintf(text, "struct S0 { a: f32 }\n");
    for (int i = 1; i < MAX_TYPE_DEPTH; i++)
        sprintf(text + strlen(text), "struct S%d { a: S%d }\n", i, i - 1);
    check_canonical(text);
    sprintf(text + strlen(text), "struct Deep { a: S%d }\n", MAX_TYPE_DEPTH - 1);
    check_error(text, MAX_TYPE_DEPTH + 1, 8, "nested more than 32 deep");
    sprintf(strstr(text, "struct Deep"), "program f(x: array(S%d,2)) -> () {}", MAX_TYPE_DEPTH - 1);
    check_error(text, MAX_TYPE_DEPTH + 1, 24, "nested more than 32 deep");

    sprintf(text, "struct S { f0: f32");
    for (int i = 1; i < MAX_FIELDS; i++)
        sprintf(text + strlen(text), ", f%d: f32", i);
    sprintf(text + strlen(text), " }\n");
    check_canonical(text);
    char *end = strstr(text, " }");
    sprintf(end, ", one_more: f32 }\n");
    check_error(text, 1, (unsigned)(end - text) + 3, "at most 1024 fields");
    free(text);
}

TEST(type_parameters_up_to_the_limit) {
    char text[2000] = "program f<T0", name[20];
    for (int i = 1; i < MAX_TYPE_PARAMS; i++) {
        sprintf(name, ", T%d", i);
        append(text, sizeof text, name);
    }
    append(text, sizeof text, ">(x: T63[...]) -> () {\n}\n");
    check_canonical(text);
    char *end = strstr(text, ">(");
    memmove(end + 3, end, strlen(end) + 1);
    memcpy(end, ", U", 3);
    check_error(text, 1, (unsigned)(end - text) + 3, "at most 64 type parameters");
}

/* Attribute values with a meaning of their own inside the library are refused, not misread. */
TEST(attribute_values_at_the_limit) {
    check_error("program f(x) -> () { r = cumsum(x, axis=-9223372036854775807) }", 1, 41,
                "too small");
    check_error("program f(x) -> () { r = cumsum(x, axis=-9223372036854775808) }", 1, 41,
                "expected an integer");
    check_error("program f(x) -> () { r = norm(x, ord=5e-324) }", 1, 38, "too close to 0");
    check_error("program f(x) -> () { r = norm(x, ord=nan) }", 1, 38, "NaN is no value");
    check_canonical("program f(x) -> () {\n  r = cumsum(x, axis=-9223372036854775802)\n"
                    "  s = cumsum(x, axis=9223372036854775807)\n  t = norm(x, ord=2.96439e-323)\n"
                    "  u = norm(x, ord=0.0)\n  w = sum(x, axes=[-9223372036854775807,_])\n"
                    "  y = norm(x, ord=-1.7976931348623157e+308)\n}\n");
}

/* ---- pieces */

TEST(declarations_leave_the_module_alone_when_wrong) {
    static const char *const wrong[] = {"",
                                        "program f() -> () {}",
                                        "extern g(a: i32) -> (r: f33)",
                                        "extern f(a) -> (r)",
                                        "extern g(a, a) -> ()",
                                        "extern g(a) -> (r) x",
                                        "extern g(a) -> (r"};
    frit_context *c = frit_context_new(NULL);
    frit_module *m = parse(c, "struct S { a: f32 } extern f(a) -> (r)");
    frit_error error;
    frit_text before = print(m);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        test_note("%s", wrong[i]);
        CHECK(frit_module_declare(m, wrong[i], &error) != FRIT_OK);
        CHECK(*error.message);
        frit_text after = print(m);
        CHECK_STR(after.data, before.data);
        CHECK_EQ_UINT(frit_module_program_count(m), 1);
        frit_text_free(c, &after);
    }
    CHECK(frit_module_declare(m, "extern g<T>(a: T, s: S) -> (r: T[n])", &error) == FRIT_OK);
    CHECK_EQ_UINT(frit_module_find(m, "g"), 1);
    frit_text_free(c, &before);
    frit_module_free(m);
    frit_context_free(c);
}

/* A text far longer than any buffer on the way: names, and lines behind which an error stands. */
TEST(long_names_and_lines) {
    size_t n = 300000;
    char *text = malloc(3 * n + 200), *name = malloc(n + 1);
    CHECK(text && name);
    memset(name, 'x', n);
    name[n] = '\0';
    sprintf(text, "program f(%s) -> (r) {\n  r = neg(%s)\n}\n", name, name);
    check_canonical(text);
    sprintf(text, "program f(%s) -> (r) { r = neg(y) }", name);
    check_error(text, 1, (unsigned)n + 30, "no variable y");
    sprintf(text, "program f(a) -> (r) { r = %s(a) }", name);
    check_error(text, 1, 27, "no op called xxx");
    sprintf(text, "program f(a) -> (r) { r = const(%s) }", name);
    memset(strchr(text, 'x'), '1', n);
    check_error(text, 1, 33, "does not fit");
    free(text);
    free(name);
}
