/* Texts that are none: any bytes, any mistake, and memory that runs out meanwhile. */
#define _GNU_SOURCE
#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frit/frit.h"
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

/* ---- whatever the bytes */

static const char sample[] = "struct S { a: f32x3, b: array(i8,2) }\n"
                             "extern e<T>(a: T[n]) -> (r: T)\n"
                             "program p(x: S[m,\"a b\"], y: f32[...]) -> (q, \"v1\") { # comment\n"
                             "  v7 = const((1.5e3,nan(0x7ff8000000000001)))\n"
                             "  q = slice(x, start=[_,-1], step=[2])\n"
                             "  \"v1\" = @e(a=y)\n"
                             "  w = norm(y, axes=[0], ord=-inf) }\n";

/* Every beginning of a text is an error or a text; nothing is read behind its end. */
TEST(every_prefix_is_read_safely) {
    frit_context *c = frit_context_new(NULL);
    for (size_t n = 0; n < sizeof sample; n++) {
        char *exact = malloc(n ? n : 1); /* so that a sanitizer sees a read behind it */
        frit_error error;
        frit_module *m = NULL;
        memcpy(exact, sample, n);
        frit_status status = frit_module_parse(c, exact, n, &m, &error);
        CHECK((status == FRIT_OK) == (m != NULL));
        CHECK(status == FRIT_OK || (error.line > 0 && error.column > 0 && *error.message));
        frit_module_free(m);
        free(exact);
    }
    frit_context_free(c);
}

TEST(every_changed_byte_is_read_safely) {
    frit_context *c = frit_context_new(NULL);
    for (size_t at = 0; at + 1 < sizeof sample; at++)
        for (int byte = 0; byte < 256; byte += byte < 127 ? 1 : 43) {
            char text[sizeof sample];
            frit_error error;
            frit_module *m = NULL;
            memcpy(text, sample, sizeof sample);
            text[at] = (char)byte;
            test_note("byte %zu is 0x%02x", at, (unsigned)byte);
            if (frit_module_parse(c, text, sizeof sample - 1, &m, &error) == FRIT_OK) {
                frit_text once = print(m);
                frit_module *again = parse(c, once.data);
                frit_text twice = print(again);
                CHECK_STR(twice.data, once.data);
                frit_text_free(c, &once);
                frit_text_free(c, &twice);
                frit_module_free(again);
            } else {
                CHECK(*error.message && (error.line > 0 || *error.place));
            }
            frit_module_free(m);
        }
    frit_context_free(c);
}

TEST(zero_bytes_and_bad_utf8_are_refused) {
    frit_context *c = frit_context_new(NULL);
    frit_error error;
    frit_module *m = NULL;
    static const char zero[] = "program f(\0x) -> () {}";
    CHECK(frit_module_parse(c, zero, sizeof zero - 1, &m, &error) == FRIT_ERR_SYNTAX);
    CHECK_EQ_UINT(error.column, 11);
    static const char quoted_zero[] = "program f(\"a\0b\") -> () {}";
    CHECK(frit_module_parse(c, quoted_zero, sizeof quoted_zero - 1, &m, &error) == FRIT_ERR_SYNTAX);
    CHECK(strstr(error.message, "zero byte"));
    check_error("program f(\"a\\x00b\") -> () {}", 1, 11, "zero byte");
    check_error("program f(\"\\xff\") -> () {}", 1, 11, "UTF-8");
    check_error("program f(\"\xc3\") -> () {}", 1, 11, "UTF-8");
    check_error("program f(\"\") -> () {}", 1, 11, "must not be empty");
    check_error("program f(\"\\q\") -> () {}", 1, 11, "may escape only");
    check_error("program f(\"\\x4\") -> () {}", 1, 11, "may escape only");
    check_error("program f(\"abc\n\") -> () {}", 1, 11, "no closing quote");
    check_error("program f(\"abc", 1, 11, "no closing quote");
    check_error("program f(\"abc\\", 1, 11, "no closing quote");
    frit_context_free(c);
}

/* ---- every mistake of the golden files */

static char *read_file(const char *folder, const char *name) {
    char path[800];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    CHECK_MSG(file, "%s cannot be read", path);
    char *text = calloc(1, 20000);
    CHECK(fread(text, 1, 19999, file) > 0);
    fclose(file);
    return text;
}

/* Blocks that move when they grow, and allocations that fail one after the other: the mistake is
 * found all the same, or memory ran out, and nothing is lost. */
static void check_mistake(const char *text) {
    frit_error plain = {.status = FRIT_OK};
    for (size_t n = 0;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &alloc};
        frit_context *context = frit_context_new(&allocator);
        frit_module *m = NULL;
        frit_error error = {.status = FRIT_OK};
        frit_status status = FRIT_ERR_NOMEM;
        if (context)
            status = frit_module_parse(context, text, strlen(text), &m, &error);
        if (n == 0)
            plain = error;
        test_note("allocation %zu: %s\n%s", n, error.message, text);
        bool same = status == plain.status && strcmp(error.message, plain.message) == 0;
        CHECK(same || (alloc.failures && status == FRIT_ERR_NOMEM));
        frit_module_free(m);
        frit_context_free(context);
        CHECK_ALLOC(&alloc);
        if (n > 0 && !alloc.failures)
            break;
    }
}

TEST(mistakes_without_memory) {
    const char *root = getenv("FRIT_SRC");
    char folder[500];
    snprintf(folder, sizeof folder, "%s/tests/golden/text/error", root ? root : ".");
    DIR *dir = opendir(folder);
    unsigned count = 0;
    if (!dir)
        SKIP("the golden files are not here");
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strstr(entry->d_name, ".frit"))
            continue;
        char *text = read_file(folder, entry->d_name);
        check_mistake(text);
        free(text);
        count++;
    }
    closedir(dir);
    CHECK(count > 100);
}
