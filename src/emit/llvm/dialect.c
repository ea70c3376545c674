#include "emit/llvm/dialect.h"

#include <stddef.h>

/* The newest first. */
static const LlvmDialect dialects[] = {
    {.since = LLVM_NEWEST, .splats = true, .align_attribute = true},
    {.since = 19, .splats = true},
    {.since = LLVM_OLDEST},
};

const LlvmDialect *dialect_of(unsigned major) {
    size_t k = 0;
    while (major && k + 1 < sizeof dialects / sizeof *dialects && dialects[k].since > major)
        k++;
    return &dialects[k];
}
