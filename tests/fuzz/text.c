/* Any bytes as text. What parses must print, read back, encode, and go through every stage. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_context *context = frit_context_new(&allocator);
    frit_module *module = NULL;
    frit_error error;
    frit_status status = frit_module_parse(context, (const char *)data, size, &module, &error);
    EXPECT(!module == (status != FRIT_OK), &error);
    EXPECT(status != FRIT_ERR_INTERNAL, &error);
    EXPECT(!status || error.message[0], &error);
    if (module)
        fuzz_module(context, module, fuzz_choice(data, size));
    frit_module_free(module);
    frit_context_free(context);
    return 0;
}
