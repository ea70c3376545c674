/* Reading scripts: what every construct becomes. A tree is written (operator operand …), statements one behind the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script_syntax_fixture.h"

typedef struct Case {
    const char *text, *shape;
} Case;

static void check_cases(const Case *cases, size_t n) {
    static char buffer[4096];
    for (size_t i = 0; i < n; i++) {
        ScriptRead r;
        test_note("%s", cases[i].text);
        script_read_good(&r, cases[i].text);
        CHECK_STR(script_shape(&r, buffer, sizeof buffer), cases[i].shape);
        script_read_done(&r);
    }
}

#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof *(cases))

static const Case operators[] = {
    {"-2^2", "(- (^ 2 2))"},
    {"2^-1", "(^ 2 (- 1))"},
    {"2^-1^2", "(^ (^ 2 (- 1)) 2)"},
    {"2^3'", "(' (^ 2 3))"},
    {"2^-x'", "(' (^ 2 (- x)))"},
    {"!x == y", "(== (! x) y)"},
    {"!x * y", "(* (! x) y)"},
    {"-a'", "(- (' a))"},
    {"a' * b", "(* (' a) b)"},
    {"a'^2", "(^ (' a) 2)"},
    {"-x.^2", "(- (.^ x 2))"},
    {"1:n+1", "(: 1 (+ n 1))"},
    {"1:n'", "(: 1 (' n))"},
    {"a:b:c == d", "(== (: a b c) d)"},
    {"a < b & c | d && e || f", "(|| (&& (| (& (< a b) c) d) e) f)"},
    {"a & b == c", "(& a (== b c))"},
    {"a + b * c - d", "(- (+ a (* b c)) d)"},
    {"a \\ b ./ c", "(./ (\\ a b) c)"},
    {"a - -b", "(- a (- b))"},
    {"a--b", "(- a (- b))"},
    {"a++b", "(+ a (+ b))"},
    {"++a", "(update pre+ a 1)"},
    {"a++", "(update post+ a 1)"},
    {"x = a++", "(= (update post+ a 1) x)"},
    {"a(1)++", "(update post+ (() a 1) 1)"},
    {"--1", "(- (- 1))"},
    {"a += b * 2", "(update + a (* b 2))"},
    {"a ^= 2", "(update ^ a 2)"},
    {"a |= b", "(update | a b)"},
    {"a &= b", "(update & a b)"},
    {"a .*= b", "(update .* a b)"},
    {"a **= 2", "(update ^ a 2)"},
    {"a \\= b", "(update \\ a b)"},
    {"a ** b .** c", "(.^ (^ a b) c)"},
};

TEST(operators) {
    CHECK_CASES(operators);
}

static const Case assignments[] = {
    {"x = y = 3", "(= (= 3 y) x)"},
    {"[a, b] = f(1)", "(= (() f 1) a b)"},
    {"[a b] = f", "(= f a b)"},
    {"[~, i] = max(x)", "(= (() max x) ~ i)"},
    {"[!, i] = max(x)", "(= (() max x) ~ i)"},
    {"[a.b, c{2}] = deal(1)", "(= (() deal 1) (. b a) (i{} c 2))"},
    {"x.y.z = 1", "(= 1 (. z (. y x)))"},
    {"x(1).y{2} = 3", "(= 3 (i{} (. y (() x 1)) 2))"},
    {"x.(\"n\") = 1", "(= 1 (.() x \"n\"))"},
};

TEST(assignments) {
    CHECK_CASES(assignments);
}

static const Case indices[] = {
    {"x.(n)(2)", "(() (.() x n) 2)"},
    {"x.end", "(. end x)"},
    {"x.if = 3", "(= 3 (. if x))"},
    {"x.'", "(.' x)"},
    {"x.y'", "(' (. y x))"},
    {"x(1)'", "(' (() x 1))"},
    {"f(x)(2)", "(() (() f x) 2)"},
    {"f(:, end)", "(() f : end)"},
    {"f()", "(() f)"},
    {"a{:}", "(i{} a :)"},
    {"a{end+1} = 2", "(= 2 (i{} a (+ end 1)))"},
};

TEST(indices) {
    CHECK_CASES(indices);
}

static const Case matrices[] = {
    {"[1 -2]", "([] (row 1 (- 2)))"},
    {"[1 - 2]", "([] (row (- 1 2)))"},
    {"[1 , -2]", "([] (row 1 (- 2)))"},
    {"[a' b']", "([] (row (' a) (' b)))"},
    {"[a ' b']", "([] (row a ' b'))"},
    {"[a', b']", "([] (row (' a) (' b)))"},
    {"[f (1)]", "([] (row f 1))"},
    {"[f(1)]", "([] (row (() f 1)))"},
    {"[a (1) b{2}]", "([] (row a 1 (i{} b 2)))"},
    {"{f {1}}", "({} (row f ({} (row 1))))"},
    {"[a .b]", "([] (row (. b a)))"},
    {"[x(1) -1]", "([] (row (() x 1) (- 1)))"},
    {"[x' -1]", "([] (row (' x) (- 1)))"},
    {"[1 -1]'", "(' ([] (row 1 (- 1))))"},
    {"[1 ++a]", "([] (row 1 (update pre+ a 1)))"},
    {"[a++ 2]", "([] (row (update post+ a 1) 2))"},
    {"[a ++b]", "([] (row a (update pre+ b 1)))"},
    {"[1 ~1]", "([] (row 1 (! 1)))"},
    {"[1 ~= 1]", "([] (row (!= 1 1)))"},
    {"[1 != 1]", "([] (row (!= 1 1)))"},
    {"[a !b]", "([] (row a (! b)))"},
    {"[a == b]", "([] (row (== a b)))"},
    {"[1 : 3]", "([] (row (: 1 3)))"},
    {"[1 :3]", "([] (row (: 1 3)))"},
    {"[a ...\n b]", "([] (row a b))"},
    {"[1 2\n3 4]", "([] (row 1 2) (row 3 4))"},
    {"[1, 2, ...\n 3]", "([] (row 1 2 3))"},
    {"[1,\n2]", "([] (row 1) (row 2))"},
    {"[1;;2;]", "([] (row 1) (row 2))"},
    {"[,1]", "([] (row 1))"},
    {"[,]", "([])"},
    {"[]", "([])"},
    {"{}", "({})"},
    {"[1 2 % c\n3 4 # d\n]", "([] (row 1 2) (row 3 4))"},
    {"{1, 'a'; 2, \"b\"}", "({} (row 1 'a') (row 2 \"b\"))"},
    {"{@(x) x +1, 2}", "({} (row (anonymous (+ x 1)) 2))"},
    {"{@sin @cos}", "({} (row @sin @cos))"},
    {"[@(x) x (1)]", "([] (row (anonymous (() x 1))))"},
    {"{@(x) [x -1] 3}", "({} (row (anonymous ([] (row x (- 1)))) 3))"},
    {"[{1} {2}]", "([] (row ({} (row 1)) ({} (row 2))))"},
    {"['a';'b']", "([] (row 'a') (row 'b'))"},
    {"['a' 'b''c']", "([] (row 'a' 'b'c'))"},
    {"[a,' b']", "([] (row a ' b'))"},
};

TEST(matrices) {
    CHECK_CASES(matrices);
}

static const Case functions[] = {
    {"@(x) x + 1", "(anonymous (+ x 1))"},
    {"@() disp(1)", "(anonymous (() disp 1))"},
    {"@(x, ~) x", "(anonymous x)"},
    {"@(x, varargin) numel(varargin)", "(anonymous (() numel varargin))"},
    {"@(x) @(y) x + y", "(anonymous (anonymous (+ x y)))"},
    {"@plus", "@plus"},
    {"@pkg.f", "@pkg.f"},
    {"cellfun(@(x) x(1), c)", "(() cellfun (anonymous (() x 1)) c)"},
    {"f(@(x) x, 1)", "(() f (anonymous x) 1)"},
    {"a(@(x) x')", "(() a (anonymous (' x)))"},
};

TEST(functions) {
    CHECK_CASES(functions);
}

static const Case numbers_and_texts[] = {
    {"1e3", "1000"},
    {"1d3", "1000"},
    {"1.5E-3i", "0.0015i"},
    {"2j", "2i"},
    {"0x1F", "0x1F/1"},
    {"0x001", "0x1/2"},
    {"0x1Fs8", "0x1F/5"},
    {"0b101", "0x5/1"},
    {"0xFFFFFFFFFF", "0xFFFFFFFFFF/4"},
    {"1_000", "1000"},
    {".5", "0.5"},
    {"1.", "1"},
    {"1./x", "(./ 1 x)"},
    {"1.'", "(.' 1)"},
    {"1..*x", "(.* 1 x)"},
    {"[1. 2.]", "([] (row 1 2))"},
    {"[1 .5]", "([] (row 1 0.5))"},
    {"'it''s'", "'it's'"},
    {"\"a\\tb\\\"c\\\\\"", "\"a\tb\"c\\\""},
    {"\"a\"\"b\"", "\"a\"b\""},
    {"'a\\n'", "'a\\n'"},
    {"x = 'a';", "(= 'a' x)"},
    {"x = a';", "(= (' a) x)"},
    {"x = [a'; b'];", "(= ([] (row (' a)) (row (' b))) x)"},
};

TEST(numbers_and_texts) {
    CHECK_CASES(numbers_and_texts);
}

static const Case commands[] = {
    {"hold on", "(command hold 'on')"},
    {"format long", "(command format 'long')"},
    {"disp -1", "(command disp '-1')"},
    {"disp hello, disp x", "(command disp 'hello') (command disp 'x')"},
    {"disp a{b, c} d", "(command disp 'a{b, c}' 'd')"},
    {"close all; clc", "(command close 'all') clc"},
    {"warning off all % c", "(command warning 'off' 'all')"},
    {"print -dpng 'a b.png'", "(command print '-dpng' 'a b.png')"},
    {"a -1", "(command a '-1')"},
    {"a=1; a -1", "(= 1 a) (- a 1)"},
    {"a=1; a - 1", "(= 1 a) (- a 1)"},
    {"pi -1", "(- pi 1)"},
    {"cd ..", "(command cd '..')"},
    {"cd ~/x", "(command cd '~/x')"},
    {"x (1)", "(() x 1)"},
    {"x == 1", "(== x 1)"},
    {"x ==1", "(command x '==1')"},
    {"x = 1", "(= 1 x)"},
    {"x =1", "(= 1 x)"},
    {"disp {1}", "(command disp '{1}')"},
    {"a.b -1", "(- (. b a) 1)"},
    {"for i = 1:3, a -1, end", "(for i (: 1 3) (block (command a '-1')))"},
    {"i=0; i -1", "(= 0 i) (- i 1)"},
};

TEST(commands) {
    CHECK_CASES(commands);
}

static const Case lines[] = {
    {"x = 5 % comment", "(= 5 x)"},
    {"x = ...\n 5", "(= 5 x)"},
    {"x = \\\n 5", "(= 5 x)"},
    {"%{\nblock\n%{\nnested\n%}\n%}\nx", "x"},
    {"# c\n#{\nb\n#}\nx", "x"},
    {"a;b,c\nd", "a b c d"},
    {"1;;2", "1 2"},
};

TEST(lines) {
    CHECK_CASES(lines);
}

static const Case control[] = {
    {"if a, b, end", "(if (clause a (block b)))"},
    {"if a b, end", "(if (clause a (block b)))"},
    {"if (a) b; c, end", "(if (clause a (block b c)))"},
    {"if a, b, elseif c, d, else, e, end",
     "(if (block e) (clause a (block b)) (clause c (block d)))"},
    {"if a\nb\nelse if c\nd\nend\nend",
     "(if (block (if (clause c (block d)))) (clause a (block b)))"},
    {"if a | b & c, d, end", "(if (clause (| a (& b c)) (block d)))"},
    {"while a, b, end", "(while a (block b))"},
    {"while true break; end", "(while true (block (break)))"},
    {"for i = 1:3, i, end", "(for i (: 1 3) (block i))"},
    {"for (i = 1:3) i, end", "(for i (: 1 3) (block i))"},
    {"for i = (1:3) i, end", "(for i (: 1 3) (block i))"},
    {"for k = {1,2}, k, end", "(for k ({} (row 1 2)) (block k))"},
    {"for x.a = 1:2, end", "(for (. a x) (: 1 2) (block))"},
    {"parfor (i = 1:3, 4) i, end", "(for i (: 1 3) (block i))"},
    {"parfor i = 1:3, i, endparfor", "(for i (: 1 3) (block i))"},
    {"do x++; until x > 3", "(do-until (block (update post+ x 1)) (> x 3))"},
    {"switch a, case 1, b, case {2, 3}, c, otherwise, d, end",
     "(switch a (block d) (case 1 (block b)) (case ({} (row 2 3)) (block c)))"},
    {"switch (a)\n % c\n case 'x'\n b\nend", "(switch a (case 'x' (block b)))"},
    {"try, a, catch, b, end", "(try (block a) (block b))"},
    {"try, a, catch err, b, end", "(try (block a) err (block b))"},
    {"try\n a\ncatch err\n b\nend_try_catch", "(try (block a) err (block b))"},
    {"try\n a\ncatch\n b\nend", "(try (block a) (block b))"},
    {"try a, catch disp(1), end", "(try (block a) (block (() disp 1)))"},
    {"try, a, end", "(try (block a))"},
    {"unwind_protect, a, unwind_protect_cleanup, b, end_unwind_protect",
     "(unwind-protect (block a) (block b))"},
    {"global a b = 3 c", "(global (declared a) (declared b 3) (declared c))"},
    {"persistent n", "(persistent (declared n))"},
    {"return", "(return)"},
    {"x = 3, y = 4; z", "(= 3 x) (= 4 y) z"},
    {"while 1, if a, continue, end, end", "(while 1 (block (if (clause a (block (continue))))))"},
};

TEST(control) {
    CHECK_CASES(control);
}

static const Case more[] = {
    {"f(a, 'b', 3)", "(() f a 'b' 3)"},
    {"a.b.c(3).d{4}.e", "(. e (i{} (. d (() (. c (. b a)) 3)) 4))"},
    {"a(1, :)(2)", "(() (() a 1 :) 2)"},
    {"(a)(1)", "(() a 1)"},
    {"(1:3)'", "(' (: 1 3))"},
    {"(a = 3)", "(= 3 a)"},
    {"f(x = 3)", "(() f (= 3 x))"},
    {"if (a = 3) b, end", "(if (clause (= 3 a) (block b)))"},
    {"a' '", "(' (' a))"},
    {"x.y = @(z) z.w", "(= (anonymous (. w z)) (. y x))"},
    {"spmd, a, end", "a"},
    {"__LINE__", "1"},
    {"a(end).b(end)", "(() (. b (() a end)) end)"},
    {"a{end}{end}", "(i{} (i{} a end) end)"},
    {"x(min(end, 3))", "(() x (() min end 3))"},
    {"a.(\"x y\").z", "(. z (.() a \"x y\"))"},
    {"f (1) (2)", "(() (() f 1) 2)"},
    {"1:3(1)", "(: 1 (() 3 1))"},
    {"{4,5}{2}", "(i{} ({} (row 4 5)) 2)"},
    {"-[1 2](1)", "(- (() ([] (row 1 2)) 1))"},
    {"2^[1 2](2)", "(^ 2 (() ([] (row 1 2)) 2))"},
    {"'abc'(2)", "(() 'abc' 2)"},
    {"a(1)(:)'", "(' (() (() a 1) :))"},
    {"!a'", "(! (' a))"},
    {"~[1 0]", "(! ([] (row 1 0)))"},
    {"x.^-y", "(.^ x (- y))"},
    {"x.^-y.^z", "(.^ (.^ x (- y)) z)"},
    {"a' .* b'", "(.* (' a) (' b))"},
    {"a'*b'", "(* (' a) (' b))"},
    {"[a'*b' c']", "([] (row (* (' a) (' b)) (' c)))"},
    {"[a*b' c']", "([] (row (* a (' b)) (' c)))"},
    {"[a{1}' b{2}']", "([] (row (' (i{} a 1)) (' (i{} b 2))))"},
    {"[a.b' c']", "([] (row (' (. b a)) (' c)))"},
    {"[1 2]'", "(' ([] (row 1 2)))"},
    {"{'a' 'b'}'", "(' ({} (row 'a' 'b')))"},
    {"\"a\"'", "(' \"a\")"},
    {"x=y';z=w'", "(= (' y) x) (= (' w) z)"},
    {"a(1,2)=b'", "(= (' b) (() a 1 2))"},
};

TEST(more) {
    CHECK_CASES(more);
}
