/* Any bytes as the text of a kernel. What is read has passed the checker, prints, and is read again as the same. */
#include "fuzz.h"

#include "kernel/check.h"
#include "kernel/text.h"

static void round_trip(Env *env, const KernelText *kernel) {
    Str text = str_make(env), again = str_make(env);
    EXPECT(
        bound_kernel_check(env, &kernel->bound, kernel->memories.at, kernel->memories.len, NULL) ||
            fuzz_gave_up(env->error->status),
        env->error);
    kernel_print(&text, &kernel->bound, kernel->memories.at, kernel->memories.len);
    KernelText *second = str_ok(&text) ? kernel_parse(env, text.data, text.len) : NULL;
    EXPECT(second || fuzz_gave_up(env->error->status), env->error);
    if (second) {
        kernel_print(&again, &second->bound, second->memories.at, second->memories.len);
        EXPECT(!str_ok(&again) ||
                   (again.len == text.len && memcmp(again.data, text.data, text.len) == 0),
               env->error);
    }
    kernel_text_free(second);
    str_free(&text);
    str_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_error error = {.status = FRIT_OK};
    Env env = env_make(&allocator, &error, &error);
    KernelText *kernel = kernel_parse(&env, (const char *)data, size);
    if (kernel) {
        round_trip(&env, kernel);
    } else {
        EXPECT(error.status == FRIT_ERR_SYNTAX || error.status == FRIT_ERR_CHECK ||
                   fuzz_gave_up(error.status),
               &error);
        EXPECT(error.message[0], &error);
        EXPECT(error.line > 0 || fuzz_gave_up(error.status), &error);
    }
    kernel_text_free(kernel);
    EXPECT(budget.left == (size_t)256 << 20, &error);
    return 0;
}
