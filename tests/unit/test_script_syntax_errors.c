/* What is wrong with scripts: several errors at once, each at its place; limits; memory that fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script_syntax_fixture.h"

/* ---- messages */

/* "line:column message (hint)" of every error, a line each. */
static void check_told(const char *text, const char *want) {
    ScriptRead r;
    test_note("%s", text);
    CHECK(script_read_bytes(&r, 0, text, strlen(text), NULL));
    CHECK(r.tree.broken == (r.told.errors > 0));
    static char got[4096];
    size_t n = 0;
    got[0] = '\0';
    for (uint32_t i = 0; i < r.told.all.len; i++) {
        const Diagnostic *d = &r.told.all.at[i];
        n += (size_t)snprintf(got + n, sizeof got - n, "%u:%u %s%s%s%s\n", d->line, d->column,
                              d->message, d->hint[0] ? " (" : "", d->hint, d->hint[0] ? ")" : "");
    }
    CHECK_STR(got, want);
    script_read_done(&r);
}

TEST(messages) {
    check_told("x = 3 4", "1:7 expected an operator or the end of the statement, found `4`\n");
    check_told("x = ", "1:4 expected an expression, found the end of the text\n");
    check_told("x = (1 + 2\ny = 3",
               "1:11 expected `)`, found `y` (the ( of line 1, column 5 is still open)\n");
    check_told("x = [1 2\nfor i = 1:3, end",
               "2:1 expected `,`, `;` or `]`, found `for` (the [ of line 1, column 5 is still "
               "open)\n");
    check_told("x = 'abc\ny = \"d", "1:5 this text has no closing ' on its line\n"
                                    "2:5 this text has no closing \" on its line\n");
    check_told("a = 1 $ 2;", "1:7 scripts do not use `$` here\n");
    check_told("12abc", "1:1 `12abc` is neither a number nor a name\n");
    check_told("1 = x", "1:1 invalid constant left hand side of assignment\n");
    check_told("a + b = x",
               "1:1 invalid left hand side of assignment (comparisons are written ==)\n");
    check_told("[a, 3] = f", "1:5 invalid constant left hand side of assignment\n");
    check_told("[] = f", "1:1 invalid empty left hand side of assignment\n");
    check_told("x = [1, ~]", "1:5 `~` alone stands only on the left of an assignment\n");
    check_told("1:2:3:4", "1:6 a range has at most three parts: base, step and limit\n");
    check_told("break", "1:1 break must appear within a loop\n");
    check_told("f = @(x) x = 3", "1:12 invalid use of operator = in anonymous function\n");
    check_told("f = @(x) x++", "1:11 invalid use of operator ++ in anonymous function\n");
    check_told("0x1FFu8", "1:1 too many digits for this number\n");
    check_told("classdef a\nend\nx = (", "1:1 classdef: classes are not supported (structs and "
                                         "functions are)\n");
    check_told("x = end",
               "1:5 expected an expression, found `end` (`end` is the last element only in an "
               "index)\n");
}

TEST(blocks) {
    check_told("if a\n b\n", "1:1 this `if` is never ended\n");
    check_told("end", "1:1 `end` ends nothing here\n");
    check_told("while a\n b\nendif", "3:1 `endif` cannot end the `while` of line 1\n");
    check_told("for = 3\n x\nend\ny = )",
               "1:5 expected an expression, found `=`\n4:5 expected an expression, found `)`\n");
    check_told("if x, y = 3 4, end\nz = 1 2",
               "1:13 expected an operator or the end of the statement, found `4`\n"
               "2:7 expected an operator or the end of the statement, found `2`\n");
    check_told("switch a\n b\nend", "2:2 expected `case`, `otherwise` or `end`, found `b`\n");
    check_told("do\n x\n", "1:1 this `do` is never ended\n");
    check_told("unwind_protect\n x\nend",
               "1:1 this `unwind_protect` has no `unwind_protect_cleanup`\n");
    check_told("function f\n x\nend\nfunction g\n y",
               "4:1 this function is never ended (other functions of this text have an `end`)\n");
    check_told("function f(x, )\nend", "1:15 expected the name of a parameter, found `)`\n");
}

/* ---- limits */

static char *repeated(const char *head, const char *part, size_t times, const char *tail) {
    size_t n = strlen(part), len = strlen(head) + n * times + strlen(tail) + 1;
    char *text = malloc(len), *at = text;
    CHECK(text);
    at += sprintf(at, "%s", head);
    for (size_t i = 0; i < times; i++, at += n)
        memcpy(at, part, n);
    strcpy(at, tail);
    return text;
}

static void check_too_deep(const char *head, const char *part, size_t times, const char *tail) {
    ScriptRead r;
    char *text = repeated(head, part, times, tail);
    test_note("%.20s", text);
    CHECK(script_read_bytes(&r, 0, text, strlen(text), NULL));
    CHECK(r.tree.broken);
    CHECK_STR(r.told.all.at[0].message, "this is nested more than 256 deep");
    script_read_done(&r);
    free(text);
}

TEST(depth_is_bounded) {
    check_too_deep("x = ", "(", 100000, "1");
    check_too_deep("x = ", "[", 100000, "1");
    check_too_deep("x = ", "{", 100000, "1");
    check_too_deep("x = ", "-", 100000, "1");
    check_too_deep("x = 1", "+1", 100000, "");
    check_too_deep("x = 1", "^-1", 100000, "");
    check_too_deep("x = a", "(1)", 100000, "");
    check_too_deep("x = a", ".b", 100000, "");
    check_too_deep("x = a", "'", 100000, "");
    check_too_deep("x = ", "@() ", 100000, "1");
    check_too_deep("", "if a\n", 100000, "");
    check_too_deep("", "a = ", 100000, "1");
    check_too_deep("x = ", "2^-(", 100000, "1");
}

/* Functions without an end stand beside each other, however many they are. */
TEST(functions_without_end) {
    ScriptRead r;
    char *text = repeated("", "function f(x)\n x;\n", 5000, "");
    script_read_good(&r, text);
    CHECK(r.tree.function_file);
    CHECK_EQ_UINT(r.tree.n_functions, 5000);
    for (const ScriptFunction *f = r.tree.first_function; f; f = f->next)
        CHECK(!f->parent && f->n_nested == 0);
    script_read_done(&r);
    free(text);
}

TEST(long_texts) {
    ScriptRead r;
    char *text = repeated("x = [", "1.25, ", 100000, "0];");
    script_read_good(&r, text);
    CHECK_EQ_UINT(r.tree.body->body->items[0]->a->a->items[0]->n_items, 100001);
    script_read_done(&r);
    free(text);
    text = repeated("x = ", "9", 5000, ";");
    CHECK(script_read_bytes(&r, 0, text, strlen(text), NULL));
    CHECK_STR(r.told.all.at[0].message, "this number has too many digits");
    script_read_done(&r);
    free(text);
    text = repeated("", "x = )\n", 20000, "");
    CHECK(script_read_bytes(&r, 0, text, strlen(text), NULL));
    CHECK(r.told.errors >= 10000 && r.told.all.len == MAX_DIAGNOSTICS);
    script_read_done(&r);
    free(text);
}

/* ---- memory */

static const char MUCH[] = "% help\n"
                           "function [r, varargout] = f(a, ~, b = 3, varargin)\n"
                           "  % text\n"
                           "  r = @(x) x + a(end) * b'; hold on\n"
                           "  for i = 1:3, [q, ~] = size({1, \"a\\n\"; 'b', [1 -2]}); end\n"
                           "  function g, r = 5; end\n"
                           "  try, x.y.(\"z\"){2}++; catch err, rethrow(err); end\n"
                           "end\n"
                           "if x | y, eval('1'), elseif 0x1F, else, end\n"
                           "switch a, case {1, 2}, b; otherwise, c, end\n"
                           "global k = 1e3i; x = (3; y = @pkg.f;\n";

TEST(memory_fails) {
    for (size_t n = 1;; n++) {
        ScriptRead r;
        test_note("allocation %zu", n);
        bool done = script_read_bytes(&r, n, MUCH, strlen(MUCH), NULL);
        bool failed = r.alloc.failures > 0;
        CHECK(done == !failed);
        script_read_done(&r);
        if (!failed)
            break;
    }
}

/* Every beginning of a text, and every text with a byte left out, is read or told. */
TEST(broken_off) {
    size_t n = strlen(MUCH);
    for (size_t i = 0; i <= n; i++) {
        ScriptRead r;
        char text[sizeof MUCH];
        CHECK(script_read_bytes(&r, 0, MUCH, i, NULL));
        script_read_done(&r);
        memcpy(text, MUCH, i);
        memcpy(text + i, MUCH + i + 1, n - i);
        CHECK(script_read_bytes(&r, 0, text, i < n ? n - 1 : n, NULL));
        script_read_done(&r);
    }
}
