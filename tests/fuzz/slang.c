/* Any bytes as a module of the Slang-style language. What loads must print to a text that loads and prints the same, and
 * calls of its functions resolve to modules that are typed, or say why not. */
#include "fuzz.h"

enum { MOST_ARGS = 4, MOST_NAMES = 12 };

static void fuzz_print(const frit_context *context, const frit_slang *slang) {
    frit_error error;
    frit_text first = {0}, second = {0};
    frit_slang *again = NULL;
    frit_status status = frit_slang_print(slang, &first, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    if (!status)
        status = frit_slang_load(context, first.data, first.len, NULL, &again, NULL, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    if (!status)
        status = frit_slang_print(again, &second, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    if (!status)
        EXPECT(same_text(&first, &second), &error);
    frit_text_free(context, &first);
    frit_text_free(context, &second);
    frit_slang_free(again);
}

/* All arguments of one kind: numbers, arrays of scalars, arrays that could be vectors. */
static void fuzz_call(const frit_context *context, frit_slang *slang, const char *name,
                      uint32_t count, unsigned kind) {
    static const int64_t shape[] = {5, 3};
    frit_arg args[MOST_ARGS] = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        if (kind == 0)
            args[i] = (frit_arg){.kind = FRIT_ARG_NUMBER, .type = i % 2 ? "i64" : "f64"};
        else
            args[i] = (frit_arg){.kind = FRIT_ARG_ARRAY,
                                 .type = kind == 3 ? "i32" : "f32",
                                 .rank = kind == 2 ? 2 : 1,
                                 .shape = shape};
    }
    frit_resolved *resolved = NULL;
    frit_text report = {0};
    frit_error error;
    frit_status status =
        frit_slang_resolve(slang, name, args, count, NULL, &resolved, &report, &error);
    EXPECT(!resolved == (status != FRIT_OK), &error);
    EXPECT(status != FRIT_ERR_INTERNAL && status != FRIT_ERR_CHECK, &error);
    EXPECT(!status || error.message[0], &error);
    if (resolved) {
        status = frit_module_check(frit_resolved_module(resolved), FRIT_CHECK_TYPED, &error);
        EXPECT(!status || fuzz_gave_up(status), &error);
    }
    frit_text_free(context, &report);
    frit_resolved_free(resolved);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_context *context = frit_context_new(&allocator);
    frit_slang *slang = NULL;
    frit_text report = {0};
    frit_error error;
    frit_status status =
        frit_slang_load(context, (const char *)data, size, NULL, &slang, &report, &error);
    EXPECT(!slang == (status != FRIT_OK), &error);
    EXPECT(status != FRIT_ERR_INTERNAL, &error);
    EXPECT(!status || error.message[0], &error);
    if (slang) {
        unsigned choice = fuzz_choice(data, size);
        if (!frit_slang_refused(slang, 0, NULL)) /* what is refused has no text that reads back */
            fuzz_print(context, slang);
        for (uint32_t i = 0; i < MOST_NAMES && frit_slang_name(slang, i); i++)
            for (uint32_t count = 0; count <= MOST_ARGS; count++)
                fuzz_call(context, slang, frit_slang_name(slang, i), count, (choice + i) % 4);
    }
    frit_text_free(context, &report);
    frit_slang_free(slang);
    frit_context_free(context);
    return 0;
}
