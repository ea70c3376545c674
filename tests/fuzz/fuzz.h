/* What the fuzz targets share: expectations that stop the run, and a module through every stage. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frit/frit.h"

/* Memory is bounded, so that an input that asks for much gets FRIT_ERR_NOMEM and not a dead run. */
typedef struct Budget {
    size_t left;
} Budget;

static inline void *budget_fn(void *user, void *ptr, size_t old_size, size_t new_size) {
    Budget *budget = user;
    if (new_size > old_size && new_size - old_size > budget->left)
        return NULL;
    void *block = NULL;
    if (new_size == 0)
        free(ptr);
    else if (!(block = realloc(ptr, new_size)))
        return NULL;
    budget->left = budget->left + old_size - new_size;
    return block;
}

static inline void fuzz_fail(int line, const char *what, const frit_error *error) {
    fprintf(stderr, "line %d: %s: %s: %s (%s)\n", line, what, frit_status_name(error->status),
            error->message, error->place);
    abort();
}

#define EXPECT(condition, error)                      \
    do {                                              \
        if (!(condition))                             \
            fuzz_fail(__LINE__, #condition, (error)); \
    } while (0)

/* Failing for want of memory, or at a limit, is always allowed. */
static inline bool fuzz_gave_up(frit_status status) {
    return status == FRIT_ERR_NOMEM || status == FRIT_ERR_LIMIT;
}

static inline bool same_text(const frit_text *a, const frit_text *b) {
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

/* Text and bytes of a module lead back to it. */
static inline void fuzz_round_trip(const frit_context *context, const frit_module *module) {
    frit_error error;
    frit_text text = {0}, bytes = {0}, again = {0};
    frit_module *parsed = NULL, *decoded = NULL;
    frit_status status = frit_module_print(module, &text, &error);
    if (!status)
        status = frit_module_encode(module, &bytes, &error);
    if (!status)
        status = frit_module_parse(context, text.data, text.len, &parsed, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    if (parsed && !frit_module_print(parsed, &again, &error))
        EXPECT(same_text(&again, &text), &error);
    frit_text_free(context, &again);
    if (parsed && !frit_module_encode(parsed, &again, &error))
        EXPECT(same_text(&again, &bytes), &error);
    frit_text_free(context, &again);
    if (!status)
        status = frit_module_decode(context, bytes.data, bytes.len, &decoded, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    if (decoded && !frit_module_print(decoded, &again, &error))
        EXPECT(same_text(&again, &text), &error);
    frit_text_free(context, &again);
    frit_text_free(context, &text);
    frit_text_free(context, &bytes);
    frit_module_free(parsed);
    frit_module_free(decoded);
}

/*
 * Composite ops must be expanded before: source is refused with the checker's status otherwise. Of
 * an external program there is none.
 */
static inline void fuzz_emit(const frit_context *context, const frit_module *module,
                             bool expanded) {
    frit_error error;
    for (uint32_t d = 0; frit_dialect_name(d); d++) {
        frit_text source = {0};
        frit_emit_options options = {FRIT_SIZED(frit_emit_options),
                                     .dialect = frit_dialect_name(d)};
        frit_status status = frit_module_emit(module, NULL, &options, &source, &error);
        EXPECT(!status || status == FRIT_ERR_UNSUPPORTED || status == FRIT_ERR_ARGUMENT ||
                   fuzz_gave_up(status) || (status == FRIT_ERR_CHECK && !expanded),
               &error);
        frit_text_free(context, &source);
    }
}

static inline void fuzz_dump(const frit_context *context, const frit_module *module) {
    for (uint32_t p = 0; p < frit_module_program_count(module); p++) {
        frit_text text = {0};
        frit_program_dump(module, p, &text, NULL);
        frit_text_free(context, &text);
    }
}

/* Types the last program and takes it through the passes to source. choice picks the modes. */
static inline void fuzz_meaning(const frit_context *context, const frit_module *module,
                                unsigned choice) {
    frit_error error;
    frit_module *typed = NULL;
    frit_infer_options infer = {FRIT_SIZED(frit_infer_options),
                                .promotion = (frit_promotion)(choice % 3),
                                .default_f32 = choice / 3 % 2};
    frit_opt_options opt = {FRIT_SIZED(frit_opt_options),
                            .numerics = (frit_numerics)(choice / 6 % 3), .check = true};
    frit_status status = frit_module_infer(module, NULL, NULL, 0, &infer, &typed, &error);
    EXPECT(status != FRIT_ERR_INTERNAL && status != FRIT_ERR_CHECK, &error);
    if (status)
        return;
    status = frit_module_check(typed, FRIT_CHECK_TYPED, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    fuzz_round_trip(context, typed);
    fuzz_emit(context, typed, false);
    status = frit_module_optimize(typed, NULL, &opt, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    if (!status) {
        fuzz_round_trip(context, typed);
        fuzz_emit(context, typed, true);
    }
    frit_module_free(typed);
}

static inline void fuzz_module(const frit_context *context, const frit_module *module,
                               unsigned choice) {
    frit_error error;
    frit_status status = frit_module_check(module, FRIT_CHECK_BUILT, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    fuzz_round_trip(context, module);
    fuzz_dump(context, module);
    if (frit_module_program_count(module))
        fuzz_meaning(context, module, choice);
}

/* A number made of all bytes, so that small changes try other modes. */
static inline unsigned fuzz_choice(const uint8_t *data, size_t size) {
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    return sum % 18;
}

#endif
