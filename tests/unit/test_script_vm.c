/* The machine of scripts: bytecode as text and back, memory that fails, interrupts, depth, sessions. */
#include <string.h>

#include "front/script/vm/vm.h"
#include "harness.h"

/* What a session printed. */
typedef struct Printed {
    char text[8192];
    size_t len;
} Printed;

static void print(void *user, const char *bytes, size_t len) {
    Printed *p = user;
    if (p->len + len < sizeof p->text) {
        memcpy(p->text + p->len, bytes, len);
        p->len += len;
        p->text[p->len] = '\0';
    }
}

static bool no_file(Interp *in, const char *folder, const char *name, char **text, size_t *len) {
    (void)in, (void)folder, (void)name;
    *text = NULL;
    *len = 0;
    return true;
}

static Session *open_session(Printed *printed) {
    SessionOptions options = {.write = print, .write_user = printed, .files = {no_file}};
    frit_error error;
    Session *s = session_open(&options, &error);
    CHECK(s);
    return s;
}

static bool run(Session *s, const char *text) {
    SessionText source = {.name = "test", .text = text, .len = strlen(text)};
    Diagnostics told = {0};
    bool ok = session_run(s, &source, &told);
    diagnostics_free(session_interp(s)->env.allocator, &told);
    return ok;
}

static void check_prints(const char *text, const char *want) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    test_note("%s", text);
    if (!run(s, text))
        FAIL("%s: %s", text, interp_message(session_interp(s)));
    CHECK_STR(printed.text, want);
    session_close(s);
}

/* A bit of everything that is compiled. */
static const char *const broad =
    "x = 1 + 2;\n"
    "v = [1 2 3] * 2; v(end + 1) = 5; v(2) = []; v([1 end]) = 9;\n"
    "s.a = 1; s.b.c{2} = 'text'; s.list = {1, 'two', [3 4]}; s.a += 4;\n"
    "c = {1, 2, 3}; [p, q] = c{2:3}; w = [c{:}]; d = {c{:}, 4};\n"
    "f = @(a, b) a + b * x; g = @(y) f(y, 1)(1);\n"
    "t = 0; for i = 1:5, t = t + g(i); if i == 3, continue, end, t -= 1; end\n"
    "for col = [1 2; 3 4], t = t + col(1); end, for k = {1, 2}, t = t + k{1}; end\n"
    "i = 0; while true, i++; if i > 3 && t > 0, break, end, end, do, i--; until i < 0\n"
    "switch 'abc', case {'x', 'abc'}, n = 1; otherwise, n = 2; end\n"
    "try, error('my:id', 'text %d', 5); catch e, m = e.message; end\n"
    "unwind_protect, z = undefined_name_here; unwind_protect_cleanup, u = 1; end_unwind_protect\n";

static const char *const broad_functions =
    "function varargout = many(varargin), for k = 1:nargout, varargout{k} = varargin{k}; end, end\n"
    "function r = fact(n), if n < 2, r = 1; else, r = n * fact(n - 1); end, end\n"
    "function r = count(), persistent n; if isempty(n), n = 0; end, n++; r = n; end\n"
    "function r = shared(), global G; r = G; end\n"
    "global G; G = 4; a = shared() + fact(5) + count() + count();\n"
    "[p, ~, q] = many(1, 2, 3); [st(1:2).f] = many(7, 8); h = @fact; b = h(4);\n"
    "eval('y = 3;'); y2 = eval('y + 1'); t = 'a':'e'; t(end:-1:1); m = [1, 2; 3, 4]';\n"
    "m(:, end + 1) = [5; 6]; l = m > 2 & !(m == 3); o = ~isempty(l) || false;\n";

TEST(statements_print) {
    check_prints("x = 1 + 2\ny = x * 2;\ny\n", "x = 3\ny = 6\n");
    check_prints("1 + 1;\nans\n", "ans = 2\n");
    check_prints("function r = f(x), r = x + 1; end\nf(4)\n", "ans = 5\n");
}

TEST(variables_stay) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    Value v;
    CHECK(run(s, "x = 5; y = x + 1;"));
    CHECK(run(s, "x = x + y;"));
    CHECK(session_get(s, "x", &v));
    CHECK(value_is_double(v) && v.as.number == 11);
    CHECK(session_set(s, "x", value_double(2)));
    CHECK(run(s, "z = x * 10;"));
    CHECK(session_get(s, "z", &v));
    CHECK(v.as.number == 20);
    CHECK_STR(session_variable(s, 0), "x");
    CHECK_STR(session_variable(s, 1), "y");
    CHECK_STR(session_variable(s, 2), "z");
    CHECK(!session_variable(s, 3));
    CHECK(session_clear(s, "y"));
    CHECK(!run(s, "y"));
    CHECK(run(s, "x"));
    session_close(s);
}

TEST(a_failure_keeps_what_ran_before) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    Value v;
    CHECK(!run(s, "a = 1;\nb = [1 2 3];\nb = b + [1 2];\nc = 3;"));
    CHECK_STR(interp_message(session_interp(s)),
              "operator +: nonconformant arguments (op1 is 1x3, op2 is 1x2)");
    CHECK_STR(session_failed_at(s), "at line 3 of test\n");
    CHECK(session_get(s, "a", &v) && v.as.number == 1);
    CHECK(session_get(s, "c", &v) && v.kind == VALUE_NONE);
    session_close(s);
}

TEST(an_error_keeps_its_place_through_a_cleanup) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    CHECK(!run(s, "unwind_protect\n  x = 1;\n  error('a:b', 'gone');\n"
                  "unwind_protect_cleanup\n  y = 2;\nend_unwind_protect\n"));
    CHECK_STR(session_failed_at(s), "at line 3 of test\n");
    CHECK(!run(s, "function f()\n  unwind_protect\n    error('gone');\n  unwind_protect_cleanup\n"
                  "    z = 1;\n  end_unwind_protect\nend\nf()\n"));
    CHECK_STR(session_failed_at(s), "in function f at line 3 of test\nat line 8 of test\n");
    CHECK_STR(interp_message(session_interp(s)), "gone");
    session_close(s);
}

TEST(functions_are_called_by_name) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    Value args[2] = {value_double(3), value_double(4)}, outs[2] = {{0}, {0}};
    uint32_t outc;
    CHECK(run(s, "function [a, b] = f(x, y), a = x + y; b = x * y; end"));
    CHECK(session_call(s, "f", args, 2, 2, outs, &outc));
    CHECK_EQ_UINT(outc, 2);
    CHECK(outs[0].as.number == 7 && outs[1].as.number == 12);
    CHECK(!session_call(s, "nobody", args, 2, 1, outs, &outc));
    session_close(s);
}

static void check_round_trip(const char *text) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    Interp *in = session_interp(s);
    SessionText source = {.name = "test", .text = text, .len = strlen(text)};
    Diagnostics told = {0};
    Str out = str_make(&in->env), again = str_make(&in->env);
    CHECK(session_check(s, &source, &told, &out));
    if (!session_dump_again(s, out.data, out.len, &again))
        FAIL("%s", interp_message(in));
    CHECK_STR(again.data, out.data);
    str_free(&out);
    str_free(&again);
    diagnostics_free(in->env.allocator, &told);
    session_close(s);
}

TEST(bytecode_reads_back) {
    check_round_trip(broad);
    check_round_trip(broad_functions);
    check_round_trip(
        "x = [1 2; 3 4]; y = 'it''s'; z = 3i; w = 0x1Fu8; e = []; f = {}; g = \"a\\tb\";");
}

TEST(bytecode_that_is_wrong_is_refused) {
    static const char *const texts[] = {"code\nend\n",
                                        "code f 0 0 0 0\n0 NOTHING 0 0 0 0 0 @0\nend\n",
                                        "code f 0 0 0 0\n0 ADD 0 0 0 0\nend\n",
                                        "code f 1 1 1 1\nend\n",
                                        "code f 0 0 0 0\nconstant array 0 0 0 2 2 00\nend\n",
                                        "code f 0 0 0 0\nconstant array 99 0 0 1 1 00\nend\n",
                                        "code f 0 0 0 99999999999999\nend\n",
                                        "code f 0 0 0 0\nscalar x\nend\n",
                                        "code f 0 0 0 0\nwhat 1\nend\n",
                                        "code f 0 0 0 0\n"};
    Printed printed = {0};
    Session *s = open_session(&printed);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        Str out = str_make(&session_interp(s)->env);
        test_note("%s", texts[k]);
        CHECK(!session_dump_again(s, texts[k], strlen(texts[k]), &out));
        str_free(&out);
    }
    session_close(s);
}

static bool run_with(frit_allocator allocator, const char *text, const char *want, bool *wrong) {
    Printed printed = {0};
    SessionOptions options = {
        .allocator = &allocator, .write = print, .write_user = &printed, .files = {no_file}};
    frit_error error;
    Session *s = session_open(&options, &error);
    if (!s)
        return false;
    bool ok = run(s, text);
    *wrong = ok && strcmp(printed.text, want) != 0;
    if (!ok)
        test_note("%s", interp_message(session_interp(s)));
    if (!ok)
        *wrong = strstr(interp_message(session_interp(s)), "out of memory") == NULL &&
                 strstr(interp_message(session_interp(s)), "parse error") == NULL;
    session_close(s);
    return ok;
}

/* Every allocation fails once: the answer is then an error, and all is given back. */
static void sweep(const char *text, const char *want, size_t stride) {
    for (size_t n = 1;; n += stride) {
        struct test_alloc a = TEST_ALLOC(n);
        bool wrong = false;
        test_note("allocation %zu", n);
        bool done = run_with((frit_allocator){test_alloc_fn, &a}, text, want, &wrong);
        CHECK_ALLOC(&a);
        CHECK(!wrong || a.failures == 0 || done);
        if (a.failures == 0)
            break;
    }
}

TEST(allocations_fail_one_after_another) {
    sweep("x = 1 + 2\nv = [1 2 3]; v(end + 1) = x; s.a.b{2} = v; s.a.b{2}(4)\n"
          "f = @(y) y + x; f(4)\nfor k = {1, 2}, k{1}; end\n"
          "[a, b] = pair(); function [a, b] = pair(), a = 1; b = 2; end,; c = {a, b}; w = [c{:}]; "
          "w(end)\n",
          "x = 3\nans = 3\nans = 7\nans = 2\n", 1);
}

TEST(allocations_fail_in_functions) {
    sweep("function varargout = many(varargin), for k = 1:nargout, varargout{k} = varargin{k}; "
          "end, end\n"
          "function r = fact(n), if n < 2, r = 1; else, r = n * fact(n - 1); end, end\n"
          "function r = count(), persistent n; if isempty(n), n = 0; end, n++; r = n; end\n"
          "[p, ~, q] = many(1, 2, 3); h = @fact; h(4) + q\n"
          "count(); count()\n"
          "switch 'abc', case {'x', 'abc'}, n = 1, otherwise, n = 2, end\n"
          "global G; G = 4; eval('y = G;'); y\n",
          "ans = 27\nans = 2\nn = 1\ny = 4\n", 1);
}

TEST(allocations_fail_in_a_loop_plan) {
    sweep("x = ones(70, 70); y = zeros(70, 70); s = 0;\n"
          "for t = 2:40, z = x * 2; x = z + t; y(:, t) = x(:, t - 1); s = s + t; end\n"
          "z(1) > 0, y(1, 2) - 2, s, t\n",
          "ans = 1\nans = 2\ns = 819\nt = 40\n", 9);
}

/* Whatever fails, and wherever it is caught: all is given back. */
static void sweep_broadly(const char *text) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        bool wrong = false;
        test_note("allocation %zu", n);
        run_with((frit_allocator){test_alloc_fn, &a}, text, "", &wrong);
        CHECK_ALLOC(&a);
        if (a.failures == 0) {
            CHECK(n > 200);
            break;
        }
    }
}

TEST(allocations_fail_in_everything) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    CHECK(!run(s, broad));
    CHECK_STR(interp_message(session_interp(s)),
              "'undefined_name_here' undefined near line 11, column 21");
    if (!run(s, broad_functions))
        FAIL("%s", interp_message(session_interp(s)));
    session_close(s);
    sweep_broadly(broad);
    sweep_broadly(broad_functions);
}

TEST(endless_loops_are_interrupted) {
    Printed printed = {0};
    SessionOptions options = {
        .write = print, .write_user = &printed, .files = {no_file}, .most_turns = 1000};
    frit_error error;
    Session *s = session_open(&options, &error);
    CHECK(s);
    CHECK(!run(s, "while true, end"));
    CHECK_STR(interp_message(session_interp(s)), "interrupted");
    CHECK(!run(s, "try, while true, end, catch, disp('never'), end"));
    CHECK(!run(s, "do, x = 1; until false"));
    CHECK(!run(s, "for i = 1:1e9, x = i; end"));
    CHECK(!run(s, "function f(), while 1, f(); end, end\nf()"));
    CHECK(run(s, "y = 2"));
    CHECK_STR(printed.text, "y = 2\n");
    session_close(s);
}

TEST(deep_recursion_is_an_error) {
    Printed printed = {0};
    Session *s = open_session(&printed);
    CHECK(!run(s, "function r = f(n), r = f(n + 1); end\nf(1)"));
    CHECK_STR(interp_message(session_interp(s)), "max_recursion_depth exceeded");
    CHECK(!run(s, "f = @(g, n) g(g, n + 1); f(f, 1)"));
    CHECK_STR(interp_message(session_interp(s)), "max_recursion_depth exceeded");
    CHECK(!run(s, "function r = h(n), r = cellfun(@h, {n}); end\nh(1)"));
    CHECK(!run(s, "x = 'eval(x)'; eval(x)"));
    CHECK_STR(interp_message(session_interp(s)), "max_recursion_depth exceeded");
    CHECK(run(s, "function r = g(n), if n, r = g(n - 1); else, r = 7; end, end\ng(200)"));
    CHECK_STR(printed.text, "ans = 7\n");
    session_close(s);
}

TEST(elements_are_appended_in_constant_time) {
    Printed printed = {0};
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    SessionOptions options = {
        .allocator = &allocator, .write = print, .write_user = &printed, .files = {no_file}};
    frit_error error;
    Session *s = session_open(&options, &error);
    CHECK(s);
    CHECK(run(s, "x = []; x(1) = 0; for i = 1:10, x(end + 1) = i; end"));
    size_t before = a.calls;
    CHECK(run(s, "for i = 1:20000, x(end + 1) = i; end"));
    CHECK(a.calls - before < 2000);
    session_close(s);
    CHECK_ALLOC(&a);
}

/* ---- functions in files */

static const struct File {
    const char *name, *text;
} files[] = {
    {"twice", "function r = twice(x)\n  r = helper(x) + helper(x);\nend\n"
              "function r = helper(x)\n  r = x;\nend\n"},
    {"steps", "a = a + 1;\nb = twice(a);\n"},
    {"broken", "function r = broken(x\n  r = x;\nend\n"},
    {"counter", "function [add, get] = counter(start)\n"
                "  total = start;\n"
                "  function plus(n)\n    total = total + n;\n  end\n"
                "  function r = now()\n    r = total;\n  end\n"
                "  plus(1);\n  add = @plus;\n  get = @now;\nend\n"},
    {"deep", "function r = deep(x)\n"
             "  function outer_one()\n"
             "    function inner_one()\n      x = x * 2;\n      y = y + 1;\n    end\n"
             "    y = 1;\n    inner_one();\n    inner_one();\n    r = x + y;\n  end\n"
             "  r = 0;\n  outer_one();\nend\n"},
    {"hidden", "function r = hidden()\n  r = helper(3);\nend\n"},
};

static bool some_files(Interp *in, const char *folder, const char *name, char **text, size_t *len) {
    *text = NULL;
    for (size_t k = 0; k < sizeof files / sizeof *files && !folder; k++) {
        size_t n = strlen(files[k].name);
        if (strncmp(files[k].name, name, n) != 0 || (name[n] && strcmp(name + n, ".m") != 0))
            continue;
        *len = strlen(files[k].text);
        *text = interp_alloc(in, *len + 1);
        if (!*text)
            return false;
        memcpy(*text, files[k].text, *len + 1);
    }
    return true;
}

static void check_with_files(const char *text, const char *want, const char *error) {
    Printed printed = {0};
    SessionOptions options = {.write = print, .write_user = &printed, .files = {some_files}};
    frit_error raw;
    Session *s = session_open(&options, &raw);
    CHECK(s);
    test_note("%s", text);
    bool ok = run(s, text);
    CHECK_STR(ok ? "" : interp_message(session_interp(s)), error ? error : "");
    CHECK_STR(printed.text, want);
    session_close(s);
}

TEST(functions_stand_in_files) {
    check_with_files("twice(4)\n", "ans = 8\n", NULL);
    check_with_files("f = @twice; f(5)\ncellfun(@twice, {1, 2})(2)\n", "ans = 10\nans = 4\n", NULL);
    check_with_files("a = 3; steps; a, b\n", "a = 4\nb = 8\n", NULL);
    check_with_files("function r = g(a), steps; r = b; end\ng(1)\n", "ans = 4\n", NULL);
    check_with_files("exist('twice'), exist('nothing_there')\n", "ans = 2\nans = 0\n", NULL);
    check_with_files("hidden()\n", "", "'helper' undefined near line 2, column 7");
    check_with_files("try, broken(1), catch e, disp(e.message(1:11)), end\n", "parse error\n",
                     NULL);
}

TEST(nested_functions_share_variables) {
    check_with_files("[add, get] = counter(10); add(5); add(6); get()\n", "ans = 22\n", NULL);
    check_with_files("[a1, g1] = counter(0); [a2, g2] = counter(100); a1(1); a2(2); g1(), g2()\n",
                     "ans = 2\nans = 103\n", NULL);
    check_with_files("deep(5)\n", "ans = 23\n", NULL);
    check_with_files("clear; [a, g] = counter(1); clear a; g()\n", "ans = 2\n", NULL);
}
