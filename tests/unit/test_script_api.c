/* The public interface of scripts: sessions, values, errors, and memory that fails at every place. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "frit/script.h"

typedef struct Printed {
    char text[2048];
    size_t len;
} Printed;

static void print(void *user, const char *bytes, size_t len) {
    Printed *p = user;
    if (p->len + len >= sizeof p->text)
        len = sizeof p->text - 1 - p->len;
    memcpy(p->text + p->len, bytes, len);
    p->len += len;
    p->text[p->len] = '\0';
}

static frit_script *open_session(Printed *printed) {
    frit_script *script;
    frit_error error;
    *printed = (Printed){.len = 0};
    frit_script_options options = {FRIT_SIZED(frit_script_options), .write = print,
                                   .user = printed};
    CHECK(frit_script_open(&options, &script, &error) == FRIT_OK);
    return script;
}

static void run(frit_script *script, const char *text) {
    frit_error error;
    if (frit_script_run(script, "test", text, strlen(text), NULL, &error) != FRIT_OK)
        FAIL("%s\nin: %s", error.message, text);
}

static frit_value *get(frit_script *script, const char *name) {
    frit_value *value;
    frit_error error;
    CHECK(frit_script_get(script, name, &value, &error) == FRIT_OK);
    return value;
}

TEST(runs_and_prints) {
    Printed printed;
    frit_script *script = open_session(&printed);
    run(script, "x = [1 2; 3 4];\ny = sum(x(:))");
    CHECK_STR(printed.text, "y = 10\n");
    run(script, "y = y + 1;");
    frit_value *y = get(script, "y");
    double number = 0;
    CHECK(frit_value_number(y, &number, NULL) == FRIT_OK && number == 11);
    frit_value_free(y);
    CHECK_STR(frit_script_variable(script, 0), "x");
    frit_script_close(script);
}

/* Elements are the script's, column by column; as an array of frit's the extents are reversed. */
TEST(elements) {
    Printed printed;
    frit_script *script = open_session(&printed);
    run(script, "x = int16([1 2 3; 4 5 6]);");
    frit_value *x = get(script, "x");
    int16_t read[6];
    static const int16_t want[6] = {1, 4, 2, 5, 3, 6};
    CHECK(frit_value_kind_of(x) == FRIT_VALUE_ARRAY);
    CHECK_STR(frit_value_class(x), "int16");
    CHECK(frit_value_rank(x) == 2 && frit_value_extent(x, 0) == 2 && frit_value_extent(x, 1) == 3);
    CHECK(frit_value_read(x, read, sizeof read, NULL) == FRIT_OK);
    CHECK_EQ_MEM(read, want, sizeof want);
    CHECK(frit_value_read(x, read, 3, NULL) == FRIT_ERR_ARGUMENT);
    frit_array *array;
    CHECK(frit_value_array(x, &array, NULL) == FRIT_OK);
    CHECK(frit_array_shape(array)[0] == 3 && frit_array_shape(array)[1] == 2);
    frit_value *again;
    CHECK(frit_value_from_array(script, array, NULL, &again, NULL) == FRIT_OK);
    CHECK_STR(frit_value_class(again), "int16");
    CHECK(frit_script_set(script, "z", again, NULL) == FRIT_OK);
    run(script, "same = isequal(x, z)");
    CHECK_STR(printed.text, "same = 1\n");
    frit_array_free(array);
    frit_value_free(again);
    frit_value_free(x);
    frit_script_close(script);
}

TEST(parts) {
    Printed printed;
    frit_script *script = open_session(&printed);
    run(script, "c = {1, 'two'}; s.a = 5; s.b = c; m = containers.Map(); m('k') = 7;");
    frit_value *c = get(script, "c"), *s = get(script, "s"), *m = get(script, "m"), *part;
    CHECK(frit_value_kind_of(c) == FRIT_VALUE_CELL && frit_value_count(c) == 2);
    CHECK(frit_value_item(c, 1, &part, NULL) == FRIT_OK);
    frit_text text;
    CHECK(frit_value_is_text(part) && frit_value_text(part, &text, NULL) == FRIT_OK);
    CHECK_STR(text.data, "two");
    frit_text_free(frit_script_context(script), &text);
    frit_value_free(part);
    CHECK(frit_value_item(c, 2, &part, NULL) == FRIT_ERR_ARGUMENT);
    CHECK_STR(frit_value_field_name(s, 1), "b");
    CHECK(!frit_value_field_name(s, 2));
    CHECK(frit_value_field(s, 0, "a", &part, NULL) == FRIT_OK);
    frit_value_free(part);
    CHECK(frit_value_field(s, 0, "c", &part, NULL) == FRIT_ERR_ARGUMENT);
    CHECK(frit_value_key(m, 0, &part, NULL) == FRIT_OK && frit_value_is_text(part));
    frit_value_free(part);
    frit_value_free(c);
    frit_value_free(s);
    frit_value_free(m);
    frit_script_close(script);
}

TEST(calls) {
    Printed printed;
    frit_script *script = open_session(&printed);
    run(script, "function [s, d] = both(a, b), s = a + b; d = a - b; end");
    frit_value *args[2], *outs[2];
    uint32_t got;
    double s, d;
    frit_error error;
    CHECK(frit_value_new_number(script, "double", 5, &args[0], NULL) == FRIT_OK);
    CHECK(frit_value_new_number(script, "double", 3, &args[1], NULL) == FRIT_OK);
    CHECK(frit_script_call(script, "both", args, 2, 2, outs, &got, NULL, &error) == FRIT_OK);
    CHECK(got == 2 && frit_value_number(outs[0], &s, NULL) == FRIT_OK &&
          frit_value_number(outs[1], &d, NULL) == FRIT_OK && s == 8 && d == 2);
    frit_value_free(outs[0]);
    frit_value_free(outs[1]);
    CHECK(frit_script_call(script, "nothing", args, 2, 1, outs, &got, NULL, &error) ==
          FRIT_ERR_SCRIPT);
    CHECK_STR(error.message, "'nothing' undefined");
    frit_value_free(args[0]);
    frit_value_free(args[1]);
    CHECK(strstr(frit_script_help("sin"), "sine") && !frit_script_help("nothing"));
    frit_script_close(script);
}

TEST(errors) {
    Printed printed;
    frit_script *script = open_session(&printed);
    frit_error error;
    frit_text report;
    const char *text = "a = 1;\nb = [1 2] + [1 2 3];\n";
    CHECK(frit_script_run(script, "test", text, strlen(text), &report, &error) == FRIT_ERR_SCRIPT);
    CHECK_STR(error.message, "operator +: nonconformant arguments (op1 is 1x2, op2 is 1x3)");
    CHECK(error.line == 2 && strstr(report.data, "error: operator +"));
    frit_text_free(frit_script_context(script), &report);
    text = "x = 1;\nx = 3 4;\ny = )";
    CHECK(frit_script_run(script, "test", text, strlen(text), &report, &error) == FRIT_ERR_SYNTAX);
    CHECK(error.line == 2 && error.column == 7 && strstr(report.data, "test:3:5: error"));
    frit_text_free(frit_script_context(script), &report);
    CHECK(frit_script_run_file(script, "/nothing/there.m", NULL, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_script_get(script, "x", &(frit_value *){NULL}, &error) == FRIT_ERR_ARGUMENT);
    int status = 0;
    CHECK(!frit_script_exited(script, &status));
    run(script, "exit(4); x = 5;");
    CHECK(frit_script_exited(script, &status) && status == 4);
    CHECK(frit_script_run(NULL, NULL, "x", 1, NULL, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_script_open(NULL, NULL, &error) == FRIT_ERR_ARGUMENT);
    frit_script_close(script);
    frit_script_close(NULL);
    frit_value_free(NULL);
}

/* What is told of a text that runs is still there when it has run. */
TEST(warnings) {
    Printed printed;
    frit_script *script = open_session(&printed);
    frit_text report;
    const char *text = "x = \"a\\qb\";\n%{\nnever closed";
    CHECK(frit_script_run(script, "test", text, strlen(text), &report, NULL) == FRIT_OK);
    CHECK(strstr(report.data, "test:1:7: warning: unrecognized escape sequence") &&
          strstr(report.data, "test:2:1: warning: this block comment is never closed"));
    frit_text_free(frit_script_context(script), &report);
    frit_script_close(script);
}

/* A value outlives its session. */
TEST(values_outlive_their_session) {
    Printed printed;
    frit_script *script = open_session(&printed);
    run(script, "x = 'text';");
    frit_value *x = get(script, "x");
    frit_script_close(script);
    CHECK(frit_value_is_text(x) && frit_value_count(x) == 4);
    frit_value_free(x);
}

/* ---- memory */

static const char MUCH[] =
    "x = [1 2; 3 4]; c = {x, 'text', @(a) a + x(1)}; s.f = c; s.g(3) = 7;\n"
    "for k = 1:3, y(k) = c{3}(k); end\n"
    "function r = twice(v), r = 2 * v; end\n"
    "t = twice(y); z = t(end:-1:1); z(end + 1) = 5; printf('%d %s\\n', 3, 'abc');\n"
    "try, error('my:id', 'no %d', 5); catch e, m = e.message; end\n"
    "w = eval('1 + 2;'); q = x(:, end)' * x; u = [x; 5 6]; b = x > 2; x(b) = 0;\n"
    "switch m, case {'a', 'no 5'}, n = numel(m); end\n"
    "d = strrep(m, 'no', 'yes'); l = cellfun(@numel, c(2)); s\n";

static frit_status work(const frit_allocator *allocator, frit_error *error) {
    Printed printed = {.len = 0};
    frit_script *script;
    frit_script_options options = {FRIT_SIZED(frit_script_options), .allocator = allocator,
                                   .write = print, .user = &printed};
    frit_status status = frit_script_open(&options, &script, error);
    if (status)
        return status;
    frit_text report = {NULL, 0, 0};
    status = frit_script_run(script, "test", MUCH, strlen(MUCH), &report, error);
    frit_text_free(frit_script_context(script), &report);
    frit_value *value = NULL;
    if (!status)
        status = frit_script_get(script, "d", &value, error);
    frit_value_free(value);
    frit_script_close(script);
    return status;
}

/* A script may catch the error of an allocation that failed (it does in `try`): then it goes on. */
TEST(memory_fails) {
    size_t step = 1 + (size_t)(test_seed() % 3);
    for (size_t n = 1;; n += step) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &alloc};
        frit_error error = {.status = FRIT_OK};
        test_note("allocation %zu", n);
        frit_status status = work(&allocator, &error);
        CHECK_ALLOC(&alloc);
        if (alloc.failures == 0) {
            CHECK_MSG(status == FRIT_OK, "%s", error.message);
            break;
        }
    }
}
