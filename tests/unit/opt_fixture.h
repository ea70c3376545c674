/* What the tests of the passes share. */
#ifndef TESTS_UNIT_OPT_FIXTURE_H
#define TESTS_UNIT_OPT_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "harness.h"
#include "infer/infer.h"
#include "ir/text.h"
#include "opt/opt.h"

typedef struct Fixture {
    frit_error error, scratch;
    Env env;
} Fixture;

static inline void fixture_init(Fixture *f) {
    f->env = env_make(&gen_allocator, &f->error, &f->scratch);
}

static inline char *show(Env *env, const Module *m) {
    Str text = str_make(env);
    text_print(&text, m);
    CHECK(str_ok(&text));
    return text.data ? text.data : calloc(1, 1);
}

/* The last program and what it calls, typed for the declared inputs. NULL on failure. */
static inline Module *typed(Env *env, const Module *m) {
    InferOptions options = {FRIT_PROMOTE_NONE, false};
    ProgId entry = m->programs.len - 1;
    TypeId *inputs = calloc(m->programs.at[entry]->n_inputs + 1, sizeof *inputs);
    Module *out = infer_module(env, m, entry, inputs, &options);
    free(inputs);
    return out;
}

static inline Module *read_typed(Fixture *f, const char *text) {
    Module *m = text_parse(&f->env, text, strlen(text));
    CHECK_MSG(m, "%u:%u: %s", f->error.line, f->error.column, f->error.message);
    Module *t = typed(&f->env, m);
    CHECK_MSG(t, "%s: %s", f->error.place, f->error.message);
    module_free(m);
    return t;
}

static inline void optimize(Fixture *f, Module *m, const char *passes, frit_numerics numerics) {
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = numerics, .check = true};
    CHECK_MSG(opt_run(&f->env, m, passes, &options), "%s: %s", f->error.place, f->error.message);
}

/* Optimising again changes nothing. */
static inline void check_fixed_point(Fixture *f, Module *m, frit_numerics numerics) {
    optimize(f, m, NULL, numerics);
    char *once = show(&f->env, m);
    optimize(f, m, NULL, numerics);
    char *twice = show(&f->env, m);
    CHECK_STR(twice, once);
    free(once);
    free(twice);
}

#endif
