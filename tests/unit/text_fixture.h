/* Modules from text and back, for the tests of the text form. */
#ifndef TESTS_UNIT_TEXT_FIXTURE_H
#define TESTS_UNIT_TEXT_FIXTURE_H

#include <string.h>

#include "frit/frit.h"
#include "harness.h"

static inline frit_module *parse(const frit_context *c, const char *text) {
    frit_error error;
    frit_module *m = NULL;
    frit_status status = frit_module_parse(c, text, strlen(text), &m, &error);
    CHECK_MSG(!status, "%u:%u: %s\nin\n%s", error.line, error.column, error.message, text);
    return m;
}

/* The printed module; the caller frees it. */
static inline frit_text print(const frit_module *m) {
    frit_text text;
    frit_error error;
    CHECK(!frit_module_print(m, &text, &error));
    CHECK_EQ_UINT(strlen(text.data), text.len);
    return text;
}

/* Parses text, checks that it prints as want and that this reads back as itself. */
static inline void check_prints(const char *text, const char *want) {
    frit_context *c = frit_context_new(NULL);
    frit_module *m = parse(c, text);
    frit_text once = print(m);
    frit_module *again = parse(c, once.data);
    frit_text twice = print(again);
    CHECK_STR(once.data, want);
    CHECK_STR(twice.data, once.data);
    frit_text_free(c, &once);
    frit_text_free(c, &twice);
    frit_module_free(m);
    frit_module_free(again);
    frit_context_free(c);
}

static inline void check_canonical(const char *text) {
    check_prints(text, text);
}

#endif
