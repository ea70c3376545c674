/*
 * Any bytes as a module: as they are, and as what stands between a right head and a right checksum.
 * What decodes must encode to the same bytes and go through every stage.
 */
#include "fuzz.h"

#include "ir/binary.h"
#include "ir/binary_format.h"

static void decode(const frit_context *context, const uint8_t *bytes, size_t len) {
    frit_module *module = NULL;
    frit_text again = {0};
    frit_error error;
    frit_status status = frit_module_decode(context, bytes, len, &module, &error);
    EXPECT(!module == (status != FRIT_OK), &error);
    EXPECT(!status || status == FRIT_ERR_FORMAT || fuzz_gave_up(status), &error);
    if (!module)
        return;
    status = frit_module_encode(module, &again, &error);
    EXPECT(!status || fuzz_gave_up(status), &error);
    if (!status)
        EXPECT(again.len == len && memcmp(again.data, bytes, len) == 0, &error);
    frit_text_free(context, &again);
    fuzz_module(context, module, fuzz_choice(bytes, len));
    frit_module_free(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_context *context = frit_context_new(&allocator);
    decode(context, data, size);
    size_t len = BINARY_MAGIC_SIZE + size + BINARY_CHECKSUM_SIZE;
    uint8_t *framed = malloc(len);
    if (framed) {
        memcpy(framed, BINARY_MAGIC, BINARY_MAGIC_SIZE);
        if (size)
            memcpy(framed + BINARY_MAGIC_SIZE, data, size);
        uint64_t sum = binary_checksum(framed, len - BINARY_CHECKSUM_SIZE);
        for (int i = 0; i < BINARY_CHECKSUM_SIZE; i++)
            framed[len - BINARY_CHECKSUM_SIZE + (size_t)i] = (uint8_t)(sum >> (8 * i));
        decode(context, framed, len);
        free(framed);
    }
    frit_context_free(context);
    return 0;
}
