#include "slang_fixture.h"

#include <stdlib.h>

#include "ir/text.h"

void slang_fixture_init(SlangFixture *f) {
    struct test_alloc fresh = TEST_ALLOC(0);
    memset(f, 0, sizeof *f);
    f->alloc = fresh;
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    f->env = (Env){&f->allocator, &f->error};
}

void slang_fixture_end(SlangFixture *f) {
    CHECK_ALLOC(&f->alloc);
}

static char *copy_of(const char *text) {
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    CHECK(copy);
    return memcpy(copy, text, n);
}

static char *told(SlangFixture *f, const Diagnostics *d) {
    Str text = str_make(&f->env);
    diagnostics_print(&text, d);
    CHECK(str_ok(&text));
    char *copy = copy_of(text.data ? text.data : "");
    str_free(&text);
    return copy;
}

static void put_main(Str *out, const Module *m, const Program *p) {
    const char *name = strings_get(&m->strings, p->name);
    str_puts(out, "program main(");
    for (uint32_t k = 0; k < p->n_inputs; k++) {
        str_format(out, k ? ", a%u: " : "a%u: ", k);
        type_print(out, &m->strings, &m->types, p->vars.at[k].type);
        if (type_rank(&m->types, p->vars.at[k].type) == 0)
            str_puts(out, "[n]");
    }
    str_puts(out, ") -> (");
    for (uint32_t k = 0; k < p->outputs.len; k++)
        str_format(out, k ? ", r%u" : "r%u", k);
    str_puts(out, ") {\n  ");
    for (uint32_t k = 0; k < p->outputs.len; k++)
        str_format(out, k ? ", r%u" : "r%u", k);
    str_puts(out, " = map(");
    for (uint32_t k = 0; k < p->n_inputs; k++)
        str_format(out, "a%u, ", k);
    str_format(out, "callee=@\"%s\")\n}\n", name);
}

char *slang_text(const char *source, const char *function) {
    SlangFixture f;
    Diagnostics d = {0};
    InstanceId instance;
    ProgId id;
    slang_fixture_init(&f);
    Str why = str_make(&f.env), text = str_make(&f.env);
    Slang *k = slang_load(&f.env, "test", source, strlen(source), NULL, &d);
    if (!k)
        FAIL("%s\n%s", source, told(&f, &d));
    DeclId decl = slang_find(k, function, strlen(function));
    CHECK_MSG(decl != NO_DECL, "there is no %s", function);
    TypeId unknown[MAX_SLANG_ARGS] = {NO_TYPE};
    uint32_t n = ast_count(decl_ast(k, decl), decl_node(k, decl)->word[1]);
    CHECK_MSG(slang_bind(&f.env, k, decl, NO_TYPE, NULL, 0, unknown, n, &instance, &why), "%s: %s",
              why.data ? why.data : "", f.error.message);
    if (!slang_lower(&f.env, k, instance, &d))
        FAIL("%s\n%s", source, told(&f, &d));
    Module *m = module_new(&f.env);
    CHECK(m && module_import(&f.env, m, k->m, k->instances.at[instance].program, &id));
    text_print(&text, m);
    put_main(&text, m, m->programs.at[id]);
    CHECK(str_ok(&text));
    char *copy = copy_of(text.data);
    str_free(&text);
    str_free(&why);
    module_free(m);
    diagnostics_free(&f.allocator, &d);
    slang_free(k);
    slang_fixture_end(&f);
    return copy;
}

char *slang_errors(const char *source) {
    SlangFixture f;
    Diagnostics d = {0};
    slang_fixture_init(&f);
    Slang *k = slang_load(&f.env, "test", source, strlen(source), NULL, &d);
    char *text = told(&f, &d);
    CHECK_MSG(k != NULL || text[0], "it failed without a word: %s", f.error.message);
    diagnostics_free(&f.allocator, &d);
    slang_free(k);
    slang_fixture_end(&f);
    return text;
}

void slang_run_text(const frit_context *context, const char *text, int64_t n, void *const *in,
                    uint32_t n_in, void *const *out, uint32_t n_out) {
    frit_tensor tensors[2][16];
    CHECK(n_in <= 16 && n_out <= 16);
    for (uint32_t k = 0; k < n_in; k++)
        tensors[0][k] = (frit_tensor){in[k], &n, NULL};
    for (uint32_t k = 0; k < n_out; k++)
        tensors[1][k] = (frit_tensor){out[k], &n, NULL};
    run_text(context, text, tensors[0], n_in, tensors[1], n_out);
}

void slang_run(const char *source, const char *function, int64_t n, void *const *in, uint32_t n_in,
               void *const *out, uint32_t n_out) {
    frit_context *context = run_context(1);
    char *text = slang_text(source, function);
    test_note("%s\n%s", source, text);
    slang_run_text(context, text, n, in, n_in, out, n_out);
    free(text);
    frit_context_free(context);
}
