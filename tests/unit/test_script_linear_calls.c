/* Builtins of linear algebra and signals in C, each with every allocation failing once. */
#include <stdlib.h>

#include "front/script/builtin/builtin.h"
#include "script_fixture.h"

typedef struct Case {
    const char *name;
    uint32_t argc, nout;
    const char *args[4]; /* "2x2: 1 2 3 4", "c2x1: 1 0 0 1" (pairs), "'text" */
} Case;

static const Case cases[] = {
    {"inv", 1, 2, {"2x2: 1 2 3 4"}},
    {"inv", 1, 1, {"c2x2: 1 0 2 1 0 3 4 0"}},
    {"det", 1, 2, {"2x2: 2 1 1 2"}},
    {"det", 1, 1, {"2x2: 1 2 3 4"}},
    {"rcond", 1, 1, {"2x2: 1 2 3 4"}},
    {"lu", 1, 3, {"3x2: 1 2 3 4 5 7"}},
    {"lu", 2, 3, {"2x2: 1 2 3 4", "'vector"}},
    {"chol", 1, 2, {"2x2: 2 1 1 2"}},
    {"chol", 2, 1, {"2x2: 2 1 1 2", "'lower"}},
    {"qr", 1, 3, {"3x2: 1 2 3 4 5 7"}},
    {"qr", 2, 2, {"3x2: 1 2 3 4 5 7", "3x1: 1 2 3"}},
    {"hess", 1, 2, {"3x3: 1 2 3 4 5 6 7 8 10"}},
    {"schur", 1, 2, {"3x3: 1 2 3 4 5 6 7 8 10"}},
    {"eig", 1, 3, {"3x3: 1 2 3 4 5 6 7 8 10"}},
    {"eig", 1, 2, {"2x2: 2 1 1 2"}},
    {"eig", 2, 2, {"2x2: 1 2 3 4", "2x2: 2 0 0 1"}},
    {"eig", 2, 2, {"2x2: 2 1 1 2", "2x2: 2 0 0 1"}},
    {"svd", 1, 3, {"3x2: 1 2 3 4 5 7"}},
    {"svd", 1, 1, {"3x2: 1 2 3 4 5 7"}},
    {"norm", 1, 1, {"2x2: 1 2 3 4"}},
    {"norm", 2, 1, {"2x2: 1 2 3 4", "1x1: 3"}},
    {"norm", 2, 1, {"2x2: 1 2 3 4", "'rows"}},
    {"fft", 1, 1, {"1x17: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17"}},
    {"fft", 2, 1, {"2x2: 1 2 3 4", "1x1: 6"}},
    {"ifft", 1, 1, {"c2x2: 1 0 2 1 0 3 4 0"}},
    {"fft2", 1, 1, {"2x2: 1 2 3 4"}},
    {"ifftn", 1, 1, {"2x2: 1 2 3 4"}},
    {"filter", 3, 2, {"1x2: 1 2", "1x2: 2 1", "2x3: 1 2 3 4 5 6"}},
    {"filter", 3, 2, {"c1x2: 1 0 0 1", "1x1: 1", "1x3: 1 2 3"}},
    {"conv2", 2, 1, {"2x2: 1 2 3 4", "2x2: 1 1 1 1"}},
    {"conv2", 3, 1, {"1x2: 1 2", "1x2: 3 4", "2x2: 1 1 1 1"}},
    {"conv2", 3, 1, {"c2x2: 1 0 2 1 0 3 4 0", "1x2: 3 4", "'same"}},
};

static bool make(Interp *in, const char *text, Value *out) {
    bool complex = text[0] == 'c';
    long rows, columns;
    char *at;
    Array *a;
    if (text[0] == '\'')
        return value_text(in, text + 1, strlen(text + 1), false, out);
    rows = strtol(text + complex, &at, 10);
    columns = strtol(at + 1, &at, 10);
    Shape shape = shape_make(rows, columns);
    if (!value_array_new(in, CLASS_DOUBLE, complex, &shape, &a))
        return false;
    at++;
    for (int64_t k = 0; k < a->count * (complex ? 2 : 1); k++)
        ((double *)a->data)[k] = strtod(at, &at);
    *out = value_of_array(a);
    return true;
}

static bool run_case(Interp *in, const Case *c, bool *unfit) {
    const Builtin *row = builtin_find(c->name);
    Value args[4] = {{0}}, outs[4] = {{0}};
    uint32_t outc = 0;
    CHECK(row);
    bool ok = true;
    for (uint32_t k = 0; k < c->argc && ok; k++)
        ok = make(in, c->args[k], &args[k]);
    if (ok) {
        ok = builtin_call(in, row, args, c->argc, c->nout, outs, &outc);
        *unfit = ok && outc != c->nout;
    }
    value_drop_all(in, args, 4);
    value_drop_all(in, outs, 4);
    return ok;
}

TEST(out_of_memory) {
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (size_t n = 1;; n++) {
            ScriptFixture f;
            bool unfit = false;
            Interp *in = script_open(&f);
            CHECK(interp_linear(in));
            f.alloc.fail_at = f.alloc.calls + n;
            test_note("case %zu (%s), allocation %zu", k, cases[k].name, n);
            bool done = run_case(in, &cases[k], &unfit);
            CHECK_MSG(done == (f.alloc.failures == 0), "%s", interp_message(in));
            CHECK(!unfit && (done || in->failure.no_memory));
            script_close(&f);
            if (done)
                break;
        }
}
