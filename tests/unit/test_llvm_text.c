/*
 * The text of a few small kernels, as it stands in tests/golden/llvm: so that it can be read, and a
 * change of it is seen. Each file begins with the program and the form in comments. FRIT_TEST_BLESS=1
 * writes them anew.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/llvm/llvm.h"
#include "plan_fixture.h"

enum { MOST = 1 << 16 };

static void golden_path(char *out, size_t size, const char *name) {
    const char *root = getenv("FRIT_SRC");
    snprintf(out, size, "%s/tests/golden/llvm/%s.ll", root ? root : ".", name);
}

/* The program in the comments, without their semicolons; returns where they end. */
static const char *read_program(const char *text, char *program) {
    while (strncmp(text, "; ", 2) == 0) {
        const char *end = strchr(text, '\n');
        CHECK(end != NULL);
        memcpy(program, text + 2, (size_t)(end - text) - 1);
        program += end - text - 1;
        text = end + 1;
    }
    *program = '\0';
    return text;
}

/* "avx512 map 0 1 1": target, walk, and how each access lies; "llvm16" in front: for that version. */
static void read_form(char *line, Form *form, uint8_t *along) {
    static const char *const walks[] = {"map", "rows", "phases", "columns"};
    char *word = strtok(line, " \n");
    if (strncmp(word, "llvm", 4) == 0) {
        form->llvm = (unsigned)atoi(word + 4);
        word = strtok(NULL, " \n");
    }
    form->target = target_named(word);
    CHECK(form->target != NULL);
    word = strtok(NULL, " \n");
    for (unsigned k = 0; k < 4; k++)
        if (strcmp(word, walks[k]) == 0)
            form->walk = (Walk)k;
    for (unsigned k = 0; (word = strtok(NULL, " \n")) != NULL; k++)
        along[k] = (uint8_t)atoi(word);
    form->along = along;
}

static void bless(const char *path, const char *text, const char *rest, const Str *made) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(text, 1, (size_t)(rest - text), file) == (size_t)(rest - text));
    CHECK(fwrite(made->data, 1, made->len, file) == made->len);
    fclose(file);
}

static void check_file(const char *name) {
    char path[600];
    char *text = calloc(1, MOST), *program = calloc(1, MOST);
    golden_path(path, sizeof path, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        SKIP("the golden files are not here");
    CHECK(fread(text, 1, MOST - 1, file) > 0);
    fclose(file);
    const char *rest = read_program(text, program);
    char *end = strchr(program, '\n');
    CHECK(end != NULL);
    uint8_t along[32] = {0};
    Form form = {.numerics = FRIT_STRICT};
    *end = '\0';
    read_form(program, &form, along);
    Fixture f;
    fixture_init(&f);
    Plan *plan = plan_of(&f, end + 1, false);
    CHECK_EQ_UINT(plan->kernels.len, 1);
    Str made = str_make(&f.env);
    CHECK_MSG(llvm_emit(&f.env, &plan->kernels.at[0], &form, NULL, &made), "%s", f.error.message);
    if (getenv("FRIT_TEST_BLESS"))
        bless(path, text, rest, &made);
    else
        CHECK_STR(made.data, rest);
    str_free(&made);
    plan_free(plan);
    free(program);
    free(text);
}

TEST(small_map) {
    check_file("axpy");
}
TEST(map_with_values_of_rows) {
    check_file("scaled_rows");
}
TEST(loop_whose_lanes_differ) {
    check_file("collatz");
}
TEST(gather) {
    check_file("gather");
}
TEST(row_sum) {
    check_file("row_sum");
}

/* The same, for LLVMs that spell some of it otherwise. */
TEST(small_map_for_llvm_16) {
    check_file("axpy_16");
}
TEST(small_map_for_llvm_19) {
    check_file("axpy_19");
}
TEST(gather_for_llvm_16) {
    check_file("gather_16");
}
