/* What a recorded step costs, counted: it hangs on the step, never on what was recorded before it. */
#include <stdlib.h>

#include "frit/frit.h"
#include "harness.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)

typedef struct Counter {
    uint64_t calls, asked; /* of the allocator, and bytes asked for */
    size_t held;
} Counter;

/* Nobody else asks for memory meanwhile: there are no workers, and nothing is compiled. */
static const frit_context_options alone = {FRIT_SIZED(frit_context_options), .threads = 1,
                                           .cache_dir = "", .compile = FRIT_COMPILE_OFF};

static void *counting(void *user, void *ptr, size_t old_size, size_t new_size) {
    Counter *n = user;
    n->calls++;
    n->asked += new_size;
    n->held += new_size - (ptr ? old_size : 0);
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

/* Records steps on new arrays and runs them, twice so that what is made once has been made; the second
 * time is counted. */
static Counter cost_of(frit_context *c, Counter *n, const char *op, const char *type,
                       uint32_t steps) {
    Counter before = *n;
    const int64_t size = 3;
    for (int again = 0; again < 2; again++) {
        frit_array *x, *y;
        OK(frit_array_new(c, type, 1, &size, NULL, NULL, &x, &error));
        before = *n;
        for (uint32_t k = 0; k < steps; k++) {
            OK(frit_apply(c, op, &x, 1, NULL, &y, &error));
            frit_array_free(x);
            x = y;
        }
        OK(frit_flush(c, &error));
        frit_array_free(x);
    }
    return (Counter){n->calls - before.calls, n->asked - before.asked, n->held};
}

static void meet_sizes(frit_context *c, const char *op, int64_t from, int64_t to) {
    for (int64_t size = from; size < to; size++) {
        frit_array *x, *y;
        OK(frit_array_new(c, "f32", 1, &size, NULL, NULL, &x, &error));
        OK(frit_apply(c, op, &x, 1, NULL, &y, &error));
        OK(frit_flush(c, &error));
        frit_array_free(x);
        frit_array_free(y);
    }
}

/* A dtype that is first used after many sizes: by the host (i16), or as what a step gives (bool). */
TEST(a_step_costs_the_same_after_many_sizes) {
    Counter n = {0, 0, 0};
    frit_allocator allocator = {counting, &n};
    frit_context *c;
    OK(frit_context_new_with(&allocator, &alone, &c, &error));
    Counter f32 = cost_of(c, &n, "neg", "f32", 100);
    meet_sizes(c, "neg", 2, 450);
    meet_sizes(c, "isnan", 2, 3); /* the first bools */
    static const char *const cases[][2] = {
        {"neg", "f32"}, {"neg", "i16"}, {"not", "bool"}, {"neg", "i16"}, {"neg", "f32x3"}};
    for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
        Counter got = cost_of(c, &n, cases[k][0], cases[k][1], 100);
        bool scalar = k != 4; /* the name of another type is a text, printed for each array */
        CHECK_MSG(got.calls <= f32.calls * (scalar ? 1 : 4) + 8, "%s of %s: %llu calls, not %llu",
                  cases[k][0], cases[k][1], (unsigned long long)got.calls,
                  (unsigned long long)f32.calls);
        CHECK_MSG(got.asked <= f32.asked * 3 / 2 + 4096, "%s of %s: %llu bytes, not %llu",
                  cases[k][0], cases[k][1], (unsigned long long)got.asked,
                  (unsigned long long)f32.asked);
    }
    frit_context_free(c);
}

/* What recordings leave in the table of types that stays is not the sizes that they met: every table made
 * from it would pay for them. */
TEST(a_new_size_costs_the_same_after_many_sizes) {
    Counter n = {0, 0, 0};
    frit_allocator allocator = {counting, &n};
    frit_context *c;
    OK(frit_context_new_with(&allocator, &alone, &c, &error));
    meet_sizes(c, "neg", 2, 500);
    uint64_t before = n.asked;
    meet_sizes(c, "neg", 500, 1400);
    uint64_t first = n.asked - before;
    meet_sizes(c, "isnan", 2, 3); /* the first bools, while the recording has most types */
    meet_sizes(c, "isnan", 3, 600);
    before = n.asked;
    meet_sizes(c, "neg", 1400, 2300);
    CHECK_MSG(n.asked - before <= first * 5 / 4, "%llu bytes were asked for, not %llu",
              (unsigned long long)(n.asked - before), (unsigned long long)first);
    frit_context_free(c);
}
