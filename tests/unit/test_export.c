/* Random programs as C that needs no frit: many functions in one source, which gcc and clang compile as plain C11; each
 * has the interpreter's bits, whatever the layouts and where outputs lie in inputs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emit/c/export/export.h"
#include "foreign_code.h"
#include "gen/differ.h"
#include "gen/gen.h"
#include "harness.h"
#include "ir/text.h"
#include "plan_fixture.h"

enum { BATCH = 50 }; /* functions of one source */

typedef int CallFn(void *const *data, const int64_t *const *extents, const int64_t *const *strides);

typedef struct Batch {
    Env env;
    frit_error error;
    const Plan *plans[BATCH];
    ExportOptions options[BATCH];
    char names[BATCH][16];
    uint64_t seeds[BATCH];
    uint32_t n, refused;
    unsigned objects; /* each has a name of its own: what was loaded by a name stays */
    CallFn *call;     /* of the program at hand */
    frit_status wanted;
} Batch;

/* ---- exporting */

static Module *program_of(Batch *b, uint64_t seed) {
    Module *m = gen_module(&b->env, (GenOptions){.seed = seed, .mode = GEN_RUNNABLE});
    CHECK_MSG(m, "seed %llu: %s", (unsigned long long)seed, b->error.message);
    return m;
}

/* What has no text says so, and stays away. */
static bool can_be_exported(Batch *b, const Plan *plan, const ExportOptions *options) {
    Str out = str_make(&b->env);
    bool ok = export_plan(&b->env, plan, options, &out, NULL);
    CHECK_MSG(ok || b->error.status == FRIT_ERR_UNSUPPORTED, "%s", b->error.message);
    if (!ok)
        test_note("%s: %s", options->name, b->error.message);
    str_free(&out);
    return ok;
}

static void add_program(Batch *b, uint64_t seed, bool openmp) {
    Module *m = program_of(b, seed);
    uint32_t k = b->n;
    Plan *plan = pipeline_plan(&b->env, m, m->programs.len - 1, FRIT_STRICT, &(PlanOptions){0});
    if (!plan) { /* what only a run can tell */
        module_free(m);
        b->refused++;
        return;
    }
    snprintf(b->names[k], sizeof b->names[k], "p%llu", (unsigned long long)seed);
    b->options[k] = (ExportOptions){.name = b->names[k], .openmp = openmp};
    if (can_be_exported(b, plan, &b->options[k])) {
        b->plans[k] = plan;
        b->seeds[k] = seed;
        b->n++;
    } else {
        plan_free(plan);
        b->refused++;
    }
}

/* One that takes lists, for each. */
static void put_wrapper(FILE *file, const Plan *plan, const char *name) {
    const Program *p = plan->module->programs.at[plan->program];
    fprintf(file,
            "int call_%s(void *const *d, const int64_t *const *e, const int64_t *const *s) {\n"
            "    (void)d, (void)e, (void)s;\n    return %s(",
            name, name);
    for (uint32_t k = 0; k < p->n_inputs + p->outputs.len; k++) {
        VarId var = k < p->n_inputs ? k : p->outputs.at[k - p->n_inputs];
        fprintf(file, "%sd[%u]", k ? ", " : "", k);
        if (type_rank(&plan->module->types, p->vars.at[var].type))
            fprintf(file, ", e[%u], s[%u]", k, k);
    }
    fprintf(file, ");\n}\n");
}

static void write_source(Batch *b, const char *path) {
    Str out = str_make(&b->env);
    CHECK_MSG(export_plans(&b->env, b->plans, b->options, b->n, &out), "%s", b->error.message);
    FILE *file = fopen(path, "w");
    CHECK(file);
    fwrite(out.data, 1, out.len, file);
    for (uint32_t k = 0; k < b->n; k++)
        put_wrapper(file, b->plans[k], b->names[k]);
    CHECK(fclose(file) == 0);
    str_free(&out);
}

/* ---- running */

/* Of sizes that do not fit frit says more. */
static frit_status status_of(const Batch *b, int status) {
    static const frit_status statuses[] = {FRIT_OK, FRIT_ERR_NOMEM, FRIT_ERR_SHAPE, FRIT_ERR_INDEX};
    CHECK(status >= 0 && status < 4);
    bool limit = b->wanted == FRIT_ERR_LIMIT && statuses[status] == FRIT_ERR_SHAPE;
    return limit ? FRIT_ERR_LIMIT : statuses[status];
}

static frit_status run_exported(void *user, const frit_tensor *in, uint32_t n_in,
                                const frit_tensor *out, uint32_t n_out) {
    Batch *b = user;
    void *data[128];
    const int64_t *extents[128], *strides[128];
    for (uint32_t k = 0; k < n_in + n_out; k++) {
        const frit_tensor *t = k < n_in ? &in[k] : &out[k - n_in];
        data[k] = t->data;
        /* Those of outputs follow from the inputs', too. */
        extents[k] = k >= n_in && k % 2 ? NULL : t->shape;
        strides[k] = t->strides;
    }
    return status_of(b, b->call(data, extents, strides));
}

static void compare(Batch *b, uint32_t k, void *library, const frit_context *context) {
    char name[32], why[600];
    Module *m = program_of(b, b->seeds[k]);
    snprintf(name, sizeof name, "call_%s", b->names[k]);
    void *symbol = dlsym(library, name);
    CHECK_MSG(symbol, "%s", name);
    memcpy(&b->call, &symbol, sizeof b->call);
    Differ d = differ_run(context, context, m, b->seeds[k], run_exported, b, why, sizeof why);
    if (d == DIFFER_MISMATCH) {
        Str text = str_make(&b->env);
        text_print(&text, m);
        FAIL("seed %llu: %s\n%s", (unsigned long long)b->seeds[k], why, text.data);
    }
    module_free(m);
}

static void compile_and_compare(Batch *b, const char *compiler, const char *folder,
                                const frit_context *context) {
    char source[256], object[256], command[1024];
    snprintf(source, sizeof source, "%s/programs.c", folder);
    snprintf(object, sizeof object, "%s/programs-%u.so", folder, b->objects++);
    write_source(b, source);
    snprintf(command, sizeof command, "%s -std=c11 -O1 -w -shared -fPIC %s -o %s %s -lm", compiler,
             b->options[0].openmp ? "-fopenmp" : "", object, source);
    CHECK_MSG(system(command) == 0, "%s", command);
    void *library = dlopen(object, RTLD_NOW);
    CHECK_MSG(library, "%s", dlerror());
    for (uint32_t k = 0; k < b->n; k++)
        compare(b, k, library, context);
    dlclose(library);
}

static frit_context *plain_context(void) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .compile = FRIT_COMPILE_OFF, .no_blas = true};
    frit_context *context;
    frit_error error;
    CHECK_MSG(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK, "%s",
              error.message);
    return context;
}

static bool there_is(const char *compiler) {
    char command[128];
    snprintf(command, sizeof command, "%s --version > /dev/null 2>&1", compiler);
    return system(command) == 0;
}

static Batch batch;

static void compare_programs(uint64_t first, uint64_t n, const char *const *compilers,
                             unsigned n_compilers, bool openmp) {
    char folder[] = "/tmp/frit-export-XXXXXX", command[64];
    frit_context *context = plain_context();
    uint32_t refused = 0;
    CHECK(mkdtemp(folder));
    for (uint64_t done = 0; done < n; done += BATCH) {
        batch = (Batch){.objects = batch.objects};
        batch.env = (Env){&gen_allocator, &batch.error};
        for (uint64_t k = done; k < done + BATCH && k < n; k++)
            add_program(&batch, first + k, openmp);
        refused += batch.refused;
        for (unsigned c = 0; c < n_compilers && batch.n; c++)
            compile_and_compare(&batch, compilers[c], folder, context);
        for (uint32_t k = 0; k < batch.n; k++)
            plan_free((Plan *)(uintptr_t)batch.plans[k]);
    }
    test_note("%llu programs, %u without a text", (unsigned long long)n, refused);
    CHECK(refused * 3 < n + 10);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
    frit_context_free(context);
}

TEST(random_programs_as_c_have_the_same_bits) {
    const char *const all[] = {"gcc", "clang-14"};
    /* Of an emulated machine it compiles for that one. */
    const char *const own[] = {getenv("CC") ? getenv("CC") : "cc"};
    skip_foreign_code();
    bool both = !getenv("FRIT_TEST_EMULATED") && there_is(all[0]) && there_is(all[1]);
    compare_programs(test_seed() + 9000, (uint64_t)test_scaled(160), both ? all : own, both ? 2 : 1,
                     false);
}

TEST(random_programs_as_c_with_openmp_have_the_same_bits) {
    const char *const gcc[] = {"gcc"};
    skip_foreign_code();
    if (getenv("FRIT_TEST_EMULATED") || !there_is(gcc[0]))
        test_skip("there is no gcc with OpenMP for this machine");
    compare_programs(test_seed() + 19000, (uint64_t)test_scaled(50), gcc, 1, true);
}

/* ---- without memory */

static const char kinds_text[] = "program step(i: i64, s: f32[n,n], w: f32[n,n]) -> (r) {\n"
                                 "  p = matmul(s, w)\n  r = tanh(p)\n}\n"
                                 "program kinds(x: f32[n,n], w: f32[n,n], turns: i64) -> (z, y) {\n"
                                 "  lo = const(0:i64)\n  s = softmax(x, axes=[1])\n"
                                 "  z = for(lo, turns, s, w, body=@step, carry=1)\n"
                                 "  t = transpose(z)\n  r = reshape(t, shape=[_])\n"
                                 "  y = slice(r, start=[1], step=[2])\n}\n";

TEST(every_allocation_of_an_export_may_fail) {
    Fixture f;
    fixture_init(&f);
    Plan *plan = plan_of(&f, kinds_text, false);
    ExportOptions options = {.openmp = true};
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_error error = {.status = FRIT_OK};
        Env env = env_make(&allocator, &error, &error);
        Str source = str_make(&env), header = str_make(&env);
        bool done = export_plan(&env, plan, &options, &source, &header);
        CHECK_MSG(done == (a.failures == 0), "allocation %zu: %s", n, error.message);
        CHECK(done || error.status == FRIT_ERR_NOMEM);
        CHECK(!done || strstr(source.data, "frit_product_f32(&v[0]"));
        str_free(&source);
        str_free(&header);
        CHECK_ALLOC(&a);
        if (done)
            break;
    }
    plan_free(plan);
}
