/* Programs of one module in another, and copies of whole modules. */
#include "ir/check.h"
#include "opt_fixture.h"

static char *typed_text(Fixture *f, const Module *m) {
    Module *t = typed(&f->env, m);
    char *text = t ? show(&f->env, t) : NULL;
    module_free(t);
    return text;
}

/* What an imported program means is what it meant before: inference gives the same text. */
TEST(imported_programs_mean_the_same) {
    for (uint64_t k = 0; k < test_scaled(500); k++) {
        Fixture f;
        ProgId id;
        fixture_init(&f);
        Module *from = gen_module(&f.env, (GenOptions){.seed = test_seed() + k, .mode = GEN_TYPED});
        Module *to = module_new(&f.env), *copy = module_clone(&f.env, from);
        CHECK(from && to && copy);
        CHECK_MSG(module_import(&f.env, to, from, from->programs.len - 1, &id), "%s",
                  f.error.message);
        CHECK_EQ_UINT(id, to->programs.len - 1);
        CHECK_MSG(check_built(&f.env, to), "seed %llu: %s", (unsigned long long)k, f.error.message);
        char *want = typed_text(&f, from), *got = typed_text(&f, to);
        CHECK(want && got);
        CHECK_STR(got, want);
        free(got);
        got = show(&f.env, copy);
        free(want);
        want = show(&f.env, from);
        CHECK_STR(got, want);
        free(want);
        free(got);
        module_free(from);
        module_free(to);
        module_free(copy);
    }
}

TEST(a_taken_name_gets_a_number) {
    Fixture f;
    ProgId first, second;
    fixture_init(&f);
    const char *text = "program a(x: f32) -> (r) { r = neg(x) }\n"
                       "program b(x: f32) -> (r) { r = @a(x) }\n";
    Module *from = text_parse(&f.env, text, strlen(text)), *to = module_new(&f.env);
    CHECK(from && to);
    CHECK(module_import(&f.env, to, from, 1, &first) &&
          module_import(&f.env, to, from, 1, &second));
    char *got = show(&f.env, to);
    CHECK(strstr(got, "program a(") && strstr(got, "program a.2(") && strstr(got, "= @a.2("));
    CHECK_EQ_UINT(second, 3);
    free(got);
    module_free(from);
    module_free(to);
}
