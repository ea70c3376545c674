/* Recorded steps that fail when they run: which one it was, and what becomes of the others. */
#include <string.h>

#include "harness.h"
#include "frit/frit.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)

static frit_context *new_context(void) {
    frit_context *c;
    OK(frit_context_new_with(
        NULL, &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 1}, &c, &error));
    return c;
}

static frit_array *array_of(frit_context *c, const char *type, int64_t n, const void *values) {
    frit_array *a;
    OK(frit_array_new(c, type, 1, &n, NULL, values, &a, &error));
    return a;
}

static frit_array *apply(frit_context *c, const char *op, frit_array *x, frit_array *y,
                         const char *attrs) {
    frit_array *out;
    OK(frit_apply(c, op, (frit_array *[]){x, y}, y ? 2 : 1, attrs, &out, &error));
    return out;
}

TEST(an_index_that_is_wrong_is_found_and_the_rest_runs) {
    frit_context *c = new_context();
    float memory[] = {1, 2, 3}, got[3];
    const int64_t good[] = {2, 1, 0}, bad[] = {0, 7, 1}, three = 3;
    frit_array *x = array_of(c, "f32", 3, memory), *i = array_of(c, "i64", 3, good);
    frit_array *j = array_of(c, "i64", 3, bad), *w;
    OK(frit_array_wrap(c, "f32", 1, &three, NULL, memory, false, NULL, NULL, &w, &error));
    frit_set_place(c, 10);
    frit_array *a = apply(c, "gather", x, i, "axes=[0]");
    frit_set_place(c, 11);
    frit_array *twice = apply(c, "add", x, x, NULL), *b = apply(c, "gather", twice, j, "axes=[0]");
    frit_set_place(c, 12);
    frit_array *after = apply(c, "neg", b, NULL, NULL);
    OK(frit_array_assign(w, after, &error));
    for (int again = 0; again < 2; again++) {
        CHECK(frit_array_read(a, got, sizeof got, &error) == FRIT_ERR_INDEX);
        CHECK_EQ_UINT(error.line, 11);
        CHECK_EQ_UINT(error.column, 0);
        CHECK_STR(error.place, "step 2 (gather)");
        CHECK_STR(error.message, "gather: index 7 is outside an axis of 3 elements");
    }
    frit_set_place(c, 13);
    frit_array *late = apply(c, "neg", after, NULL, NULL), *fine = apply(c, "neg", a, NULL, NULL);
    CHECK(frit_discard_failed(c));
    CHECK(!frit_discard_failed(c));
    OK(frit_array_read(a, got, sizeof got, &error));
    CHECK_EQ_F32(got[0], 3);
    OK(frit_array_read(fine, got, sizeof got, &error));
    CHECK_EQ_F32(got[0], -3);
    OK(frit_array_read(twice, got, sizeof got, &error));
    CHECK_EQ_F32(got[2], 6);
    CHECK(frit_array_read(b, got, sizeof got, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_array_read(after, got, sizeof got, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_array_read(late, got, sizeof got, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_apply(c, "neg", &b, 1, NULL, &(frit_array *){NULL}, &error) == FRIT_ERR_ARGUMENT);
    OK(frit_array_read(w, got, sizeof got, &error)); /* as it was: the assignment is gone */
    CHECK_EQ_F32(got[1], 2);
    CHECK_EQ_F32(memory[1], 2);
    frit_array *all[] = {x, i, j, w, a, twice, b, after, late, fine};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        frit_array_free(all[k]);
    frit_context_free(c);
}

/* One plan serves recordings from different lines. */
TEST(places_belong_to_the_recording) {
    frit_context *c = new_context();
    const int64_t places[] = {5, 0};
    float values[] = {1, 2}, got[2];
    frit_array *x = array_of(c, "f32", 2, values), *i = array_of(c, "i64", 2, places);
    for (uint32_t line = 100; line < 103; line++) {
        frit_set_place(c, line);
        frit_array *a = apply(c, "gather", x, i, "axes=[0]");
        CHECK(frit_array_read(a, got, sizeof got, &error) == FRIT_ERR_INDEX);
        CHECK_EQ_UINT(error.line, line);
        frit_discard(c);
        frit_array_free(a);
    }
    CHECK_EQ_UINT(frit_context_describe(c).plans, 1);
    frit_set_place(c, 0);
    frit_array *a = apply(c, "gather", x, i, "axes=[0]");
    CHECK(frit_array_read(a, got, sizeof got, &error) == FRIT_ERR_INDEX);
    CHECK_EQ_UINT(error.line, 0);
    frit_discard(c);
    frit_array_free(a);
    frit_array_free(x);
    frit_array_free(i);
    frit_context_free(c);
}
