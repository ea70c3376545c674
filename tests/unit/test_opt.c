/* The pass manager, and what the passes do to whole programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opt_fixture.h"
#include "pipeline/pipeline.h"

/* Optimises one text and compares with another. */
static void check_opt(const char *before, const char *passes, const char *after) {
    Fixture f;
    fixture_init(&f);
    Module *m = read_typed(&f, before);
    optimize(&f, m, passes, FRIT_STRICT);
    char *got = show(&f.env, m);
    CHECK_STR(got, after);
    free(got);
    module_free(m);
}

/* ---- the manager */

static const char *const two_programs = "program f(a: f32) -> (r) {\n"
                                        "  r = neg(a)\n"
                                        "}\n"
                                        "program main(x: f32) -> (z) {\n"
                                        "  y = @f(x)\n"
                                        "  z = neg(y)\n"
                                        "}\n";

TEST(passes_are_listed) {
    static const char *const names[] = {"inline",     "expand", "fold", "simplify",
                                        "components", "cse",    "dce"};
    for (uint32_t i = 0; i < 7; i++) {
        CHECK(pass_at(i));
        CHECK_STR(pass_at(i)->name, names[i]);
        CHECK(pass_at(i)->doc[0] != '\0');
    }
    CHECK(!pass_at(7));
}

TEST(unknown_pass_names_the_known) {
    static const char *const lists[] = {"inline,fuse", "dce,", ",dce", "Inline", "dce dce"};
    Fixture f;
    fixture_init(&f);
    Module *m = read_typed(&f, two_programs);
    char *before = show(&f.env, m);
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = FRIT_STRICT};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        CHECK(!opt_run(&f.env, m, lists[i], &options));
        CHECK_EQ_INT(f.error.status, FRIT_ERR_ARGUMENT);
        CHECK_EQ_INT(f.error.stage, FRIT_STAGE_OPT);
        CHECK(strstr(f.error.message, "inline, expand, fold, simplify, components, cse, dce"));
    }
    CHECK(!opt_run(&f.env, m, "fuse", &options));
    CHECK(strstr(f.error.message, "'fuse'"));
    CHECK(opt_run(&f.env, m, "", &options)); /* no passes, no change */
    char *after = show(&f.env, m);
    CHECK_STR(after, before);
    free(before);
    free(after);
    module_free(m);
}

TEST(untyped_module_is_an_error) {
    Fixture f;
    fixture_init(&f);
    const char *text = "program f(a) -> (r) {\n  r = neg(a)\n}\n";
    Module *m = text_parse(&f.env, text, strlen(text));
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = FRIT_STRICT};
    CHECK(m && !pipeline_optimise(&f.env, m, NULL, &options));
    CHECK_EQ_INT(f.error.status, FRIT_ERR_CHECK);
    CHECK(f.error.message[0] != '\0');
    module_free(m);
}

typedef struct Seen {
    char passes[128];
    const char *stop_after;
} Seen;

static bool note_pass(void *user, const char *pass, const frit_module *m) {
    Seen *seen = user;
    size_t used = strlen(seen->passes);
    snprintf(seen->passes + used, sizeof seen->passes - used, "%s(%u) ", pass, m->programs.len);
    return !seen->stop_after || strcmp(seen->stop_after, pass) != 0;
}

TEST(after_pass_sees_every_pass) {
    Fixture f;
    fixture_init(&f);
    Module *m = read_typed(&f, two_programs);
    Seen seen = {"", NULL};
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .check = true,
                                .after_pass = note_pass, .user = &seen};
    CHECK(opt_run(&f.env, m, NULL, &options));
    CHECK_STR(seen.passes, "inline(2) expand(2) fold(2) simplify(2) components(2) cse(2) dce(1) ");
    module_free(m);
}

/* Stopping after any pass puts every program and every name back. */
TEST(stopping_puts_everything_back) {
    for (uint32_t i = 0; pass_at(i); i++) {
        Fixture f;
        fixture_init(&f);
        Module *m = read_typed(&f, two_programs);
        char *before = show(&f.env, m);
        Seen seen = {"", pass_at(i)->name};
        frit_opt_options options = {FRIT_SIZED(frit_opt_options), .after_pass = note_pass,
                                    .user = &seen};
        CHECK(!opt_run(&f.env, m, NULL, &options));
        CHECK_EQ_INT(f.error.status, FRIT_ERR_ARGUMENT);
        CHECK(strstr(f.error.message, pass_at(i)->name));
        char *after = show(&f.env, m);
        CHECK_STR(after, before);
        for (ProgId id = 0; id < m->programs.len; id++)
            CHECK_EQ_UINT(module_find(m, m->programs.at[id]->name), id);
        free(before);
        free(after);
        module_free(m);
    }
}

TEST(entries_stay_and_references_are_renumbered) {
    Fixture f;
    fixture_init(&f);
    const char *text = "extern g(a: f32) -> (r: f32)\n"
                       "extern unused(a: f32) -> (r: f32)\n"
                       "program f(a: f32) -> (r) {\n  r: f32 = neg(a)\n}\n"
                       "program step(i: i32, x: f32) -> (r) {\n  r: f32 = @g(x)\n}\n"
                       "program other(x: f32) -> (r) {\n  r: f32 = @f(x)\n}\n"
                       "program main(n: i32, x: f32) -> (y) {\n"
                       "  d: f32 = @f(x)\n"
                       "  y: f32 = for(n, n, x, body=@step, carry=1)\n}\n";
    Module *m = text_parse(&f.env, text, strlen(text));
    CHECK_MSG(m, "%s", f.error.message);
    optimize(&f, m, NULL, FRIT_STRICT);
    char *got = show(&f.env, m);
    /* f was inlined or dead; unused and other were nobody's callee, so somebody may want them. */
    CHECK(!strstr(got, "program f("));
    CHECK(strstr(got, "extern unused") && strstr(got, "program other(") && strstr(got, "extern g"));
    CHECK(strstr(got, "body=@step") && strstr(got, "= @g(x)"));
    for (ProgId id = 0; id < m->programs.len; id++)
        CHECK_EQ_UINT(module_find(m, m->programs.at[id]->name), id);
    free(got);
    module_free(m);
}

/* ---- fixed points, failures, sizes */

TEST(twice_is_once) {
    for (size_t seed = 1; seed <= test_scaled(600); seed++) {
        Fixture f;
        fixture_init(&f);
        test_note("seed %zu", seed);
        GenOptions options = {.seed = seed, .mode = GEN_TYPED, .size = seed % 5 ? 0 : 60};
        Module *m = gen_module(&f.env, options);
        CHECK(m);
        Module *t = typed(&f.env, m);
        if (t)
            check_fixed_point(&f, t, (frit_numerics)(seed % 3));
        module_free(t);
        module_free(m);
    }
}

/* Fails allocation number n of the passes only; parsing and typing have tests of their own. */
static bool sweep_one(const char *passes, const char *text, size_t n, size_t *calls) {
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    frit_error error, scratch;
    Env env = env_make(&allocator, &error, &scratch);
    Module *m = text_parse(&env, text, strlen(text)), *t = m ? typed(&env, m) : NULL;
    CHECK(t);
    char *before = show(&(Env){&gen_allocator, &error}, t);
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = FRIT_FAST};
    size_t start = a.calls;
    a.fail_at = start + n;
    bool ok = opt_run(&env, t, passes, &options);
    *calls = a.calls - start;
    a.fail_at = 0;
    if (!ok) {
        CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
        char *after = show(&(Env){&gen_allocator, &error}, t);
        CHECK_STR(after, before);
        free(after);
    }
    free(before);
    module_free(m);
    module_free(t);
    CHECK_ALLOC(&a);
    return ok;
}

static const char *const work_for_all =
    "struct P { v: f32x3, w: f32 }\n"
    "extern e(a: f32) -> (r: f32)\n"
    "program sq(a: f32, b: f32) -> (r, one) {\n  one = const(1)\n  t = mul(a, one)\n"
    "  r = mul(t, b)\n}\n"
    "program twice(a: f32) -> (r) {\n  r = @e(a)\n}\n"
    "program step(i: i32, x: f32) -> (r) {\n  one = const(1)\n  r = mul(x, one)\n}\n"
    "program main(x: f32[m,n], k: f32, i: i32, p: P) -> (y, q, s, u, z, w) {\n"
    "  a, b = map(x, k, callee=@sq)\n"
    "  y = softmax(a, axes=[1])\n"
    "  q = transpose(y)\n"
    "  s = transpose(q)\n"
    "  lo = const(0:i32)\n  hi = const(1:i32)\n"
    "  f = for(lo, hi, k, body=@step, carry=1)\n"
    "  yes = const(true)\n"
    "  g = if(yes, f, then=@twice, else=@twice)\n"
    "  h = sub(g, g)\n  u = add(h, k)\n"
    "  j = sub(i, i)\n  z = add(j, i)\n"
    "  c = extract(p, index=0)\n  d = extract(p, index=1)\n  w = make(c, d, to=P)\n"
    "}\n";

TEST(out_of_memory_changes_nothing) {
    bool all = false;
    for (uint32_t i = 0; !all; i++) {
        const char *list = pass_at(i) ? pass_at(i)->name : NULL;
        size_t calls;
        all = !list; /* after each of them alone */
        for (size_t n = 1;; n++) {
            test_note("%s, allocation %zu", list ? list : "all", n);
            if (sweep_one(list, work_for_all, n, &calls))
                break;
        }
        CHECK(calls > 10);
    }
}

TEST(deep_calls_are_no_recursion) {
    Fixture f;
    fixture_init(&f);
    Module *m = gen_call_chain(&f.env, 10000), *t = typed(&f.env, m);
    CHECK_MSG(t, "%s", f.error.message);
    optimize(&f, t, NULL, FRIT_STRICT);
    CHECK_EQ_UINT(t->programs.len, 1);
    CHECK(t->programs.at[0]->instrs.len <= 10000);
    module_free(m);
    module_free(t);
}

/* Branches decided by constants, one inside another: all gone, and nothing on C's stack. */
TEST(deep_branches_are_no_recursion) {
    enum { DEPTH = 10000 };
    Fixture f;
    fixture_init(&f);
    Str text = str_make(&f.env);
    str_puts(&text, "program p0(c: bool, x: f32) -> (r) {\n  r = neg(x)\n}\n");
    for (int n = 1; n <= DEPTH; n++)
        str_format(&text,
                   "program p%d(c: bool, x: f32) -> (r) {\n"
                   "  r = if(c, c, x, then=@p%d, else=@p%d)\n}\n",
                   n, n - 1, n - 1);
    str_format(&text, "program main(x: f32) -> (r) {\n  c = const(true)\n  r = @p%d(c, x)\n}\n",
               DEPTH);
    Module *t = read_typed(&f, text.data);
    str_free(&text);
    optimize(&f, t, NULL, FRIT_STRICT);
    char *got = show(&f.env, t);
    CHECK(strstr(got, "program main(x: f32) -> (r) {\n  r: f32 = neg(x)\n}\n"));
    CHECK_EQ_UINT(t->programs.len, 1);
    free(got);
    module_free(t);
}

/*
 * A chain of programs that each decide to run the one before: the last takes in all of them, and
 * were each to do so, memory would grow with the square of their number (until inlining stops).
 */
TEST(decided_branches_take_little_memory) {
    enum { DEPTH = 2000 };
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_error error = {0}, scratch;
    Env env = env_make(&allocator, &error, &scratch);
    Str text = str_make(&env);
    str_puts(&text, "program p0(x: f32) -> (r) {\n  r = neg(x)\n}\n");
    for (int n = 1; n <= DEPTH; n++)
        str_format(&text,
                   "program p%d(x: f32) -> (r) {\n  c = const(true)\n  y = neg(x)\n"
                   "  r = if(c, y, then=@p%d, else=@p%d)\n}\n",
                   n, n - 1, n - 1);
    Module *m = text_parse(&env, text.data, text.len), *t = m ? typed(&env, m) : NULL;
    CHECK_MSG(t, "%s", error.message);
    str_free(&text);
    module_free(m);
    alloc.peak_bytes = alloc.live_bytes;
    size_t before = alloc.live_bytes;
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = FRIT_STRICT};
    CHECK_MSG(opt_run(&env, t, NULL, &options), "%s", error.message);
    CHECK_EQ_UINT(t->programs.len, 1);
    CHECK_MSG(alloc.peak_bytes < 4 * before, "a module of %zu bytes takes %zu", before,
              alloc.peak_bytes);
    module_free(t);
    CHECK_ALLOC(&alloc);
}

/* What a map runs has to be inlined before the map can be, however deep. */
TEST(maps_of_programs_that_call) {
    check_opt("program f(x: f32) -> (r) {\n  r = neg(x)\n}\n"
              "program g(x: f32) -> (r) {\n  r = @f(x)\n}\n"
              "program h(x: f32) -> (r) {\n  a = map(x, callee=@g)\n  r = sin(a)\n}\n"
              "program main(x: f32[n]) -> (r) {\n  r = map(x, callee=@h)\n}\n",
              "inline,dce",
              "program main(x: f32[n]) -> (r) {\n"
              "  h.a: f32[n] = neg(x)\n"
              "  r: f32[n] = sin(h.a)\n"
              "}\n");
}

/* A branch that stays keeps its programs, and their own calls are inlined. */
TEST(calls_in_branches_that_stay) {
    check_opt("program f(x: f32) -> (r) {\n  r = neg(x)\n}\n"
              "program g(x: f32) -> (r) {\n  r = @f(x)\n}\n"
              "program h(x: f32) -> (r) {\n  a = @g(x)\n  r = sin(a)\n}\n"
              "program main(c: bool, x: f32) -> (r) {\n  r = if(c, x, then=@h, else=@g)\n}\n",
              "inline,dce",
              "program g(x: f32) -> (r) {\n  r: f32 = neg(x)\n}\n\n"
              "program h(x: f32) -> (r) {\n  a: f32 = neg(x)\n  r: f32 = sin(a)\n}\n\n"
              "program main(c: bool, x: f32) -> (r) {\n"
              "  r: f32 = if(c, x, then=@h, else=@g)\n}\n");
}

/* Each program calls the one before twice: 2^40 steps if all were inlined. */
TEST(doubling_calls_stay_small) {
    Fixture f;
    fixture_init(&f);
    Str text = str_make(&f.env);
    str_puts(&text, "program p0(x: f32) -> (r) {\n  r = sin(x)\n}\n");
    for (int n = 1; n <= 40; n++)
        str_format(&text, "program p%d(x: f32) -> (r) {\n  a = @p%d(x)\n  r = @p%d(a)\n}\n", n,
                   n - 1, n - 1);
    Module *t = read_typed(&f, text.data);
    str_free(&text);
    optimize(&f, t, "inline", FRIT_STRICT);
    uint64_t total = 0;
    for (ProgId id = 0; id < t->programs.len; id++)
        total += t->programs.at[id]->instrs.len;
    CHECK(total > 1000 && total < 100000);
    module_free(t);
}

TEST(long_programs) {
    Fixture f;
    fixture_init(&f);
    Module *m = gen_straight(&f.env, 100000), *t = typed(&f.env, m);
    CHECK_MSG(t, "%s", f.error.message);
    optimize(&f, t, NULL, FRIT_FAST);
    CHECK(t->programs.at[0]->instrs.len < 100000);
    module_free(m);
    module_free(t);
}

static void *count_bytes(void *user, void *ptr, size_t old_size, size_t new_size) {
    if (new_size > old_size)
        *(size_t *)user += new_size;
    return gen_allocator.fn(gen_allocator.user, ptr, old_size, new_size);
}

/* Bytes that are asked for while n steps are dropped, each of which has all those before it behind it. */
static size_t bytes_of_dropping(int n) {
    size_t bytes = 0;
    frit_allocator allocator = {count_bytes, &bytes};
    frit_error error = {0}, scratch;
    Env env = env_make(&allocator, &error, &scratch);
    Str text = str_make(&env);
    str_puts(&text,
             "program main(x: i32, w: i32) -> (r, s) {\n  z: i32 = const(0)\n  a0 = add(x, w)\n");
    for (int k = 0; k < n; k++)
        str_format(&text, "  a%d = sub(a%d, x)\n  z%d = mul(a%d, z)\n", k + 1, k, k, k + 1);
    str_format(&text, "  r = sub(a%d, z%d)\n  s = add(z0, z%d)\n}\n", n, n - 1, n / 2);
    Module *m = text_parse(&env, text.data, text.len), *t = m ? typed(&env, m) : NULL;
    CHECK_MSG(t, "%u: %s", error.line, error.message);
    bytes = 0;
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = FRIT_STRICT};
    CHECK_MSG(opt_run(&env, t, "simplify", &options), "%s", error.message);
    CHECK(t->programs.at[0]->instrs.len <= (unsigned)n + 3); /* no product is left */
    size_t asked = bytes;
    str_free(&text);
    module_free(m);
    module_free(t);
    return asked;
}

/* Whether a step that is dropped could fail is known, and not looked for in the whole program each time. */
TEST(dropping_steps_takes_time_that_grows_with_their_number) {
    size_t some = bytes_of_dropping(1000), more = bytes_of_dropping(4000);
    CHECK_MSG(more < 6 * some, "%zu bytes for 1000 steps, %zu for 4000", some, more);
}

/* ---- a few details that golden files do not show */

/* A name that says where it came from says it once. */
TEST(names_from_inside_stay_short) {
    check_opt("program f(x: f32) -> (r) {\n"
              "  \"g.t\" = neg(x)\n  u = exp(\"g.t\")\n  r = sin(u)\n}\n"
              "program main(x: f32) -> (r) {\n  r = @f(x)\n}\n",
              "inline,dce",
              "program main(x: f32) -> (r) {\n"
              "  g.t: f32 = neg(x)\n"
              "  f.u: f32 = exp(g.t)\n"
              "  r: f32 = sin(f.u)\n"
              "}\n");
}

static const char *const types_of_bounds[] = {"i32", "i64", "u8", "u64"};

/* From a number to the same number is no time at all; of unsigned ones the large are large. */
TEST(loops_that_never_run) {
    for (size_t k = 0; k < 4; k++)
        for (int more = 0; more < 2; more++) {
            const char *type = types_of_bounds[k];
            char text[400];
            snprintf(text, sizeof text,
                     "program step(i: %s, x: f32) -> (r) {\n  r = neg(x)\n}\n"
                     "program main(x: f32) -> (r) {\n  lo = const(%d:%s)\n  hi = const(3:%s)\n"
                     "  r = for(lo, hi, x, body=@step, carry=1)\n}\n",
                     type, 3 + more, type, type);
            check_opt(text, NULL, "program main(x: f32) -> (x) {\n}\n");
        }
}

/* Copies are told apart by where they lie, also inside what is called. */
TEST(copies_stay_apart) {
    check_opt("program main(x: f32[n]) -> (a, b) {\n  a = copy(x)\n  b = copy(x)\n}\n", NULL,
              "program main(x: f32[n]) -> (a, b) {\n"
              "  a: f32[n] = copy(x)\n"
              "  b: f32[n] = copy(x)\n"
              "}\n");
    static const char calls[] = "program f(x: f32[n]) -> (r) {\n  r: f32[n] = copy(x)\n}\n\n"
                                "program g(x: f32[n]) -> (r) {\n  r: f32[n] = @f(x)\n}\n\n"
                                "program h(x: f32[n]) -> (r) {\n  r: f32[n] = neg(x)\n}\n\n"
                                "program main(x: f32[n]) -> (a, b, c, %s) {\n"
                                "  a: f32[n] = @g(x)\n"
                                "  b: f32[n] = @g(x)\n"
                                "  c: f32[n] = @h(x)\n%s}\n";
    char before[500], after[500];
    snprintf(before, sizeof before, calls, "d", "  d: f32[n] = @h(x)\n");
    snprintf(after, sizeof after, calls, "c", "");
    check_opt(before, "cse", after);
}

TEST(unused_inputs_stay) {
    check_opt("program f(a: f32, b: f32, c: f32) -> (r) {\n  t = neg(a)\n  r = neg(b)\n}\n", "dce",
              "program f(a: f32, b: f32, c: f32) -> (r) {\n  r: f32 = neg(b)\n}\n");
}

TEST(locations_survive) {
    Fixture f;
    fixture_init(&f);
    Module *m = read_typed(&f, "program g(a: f32) -> (r) {\n"
                               "  r = sin(a)\n"
                               "}\n"
                               "program f(a: f32) -> (r) {\n"
                               "  dead = neg(a)\n"
                               "  x = @g(a)\n"
                               "  zero = const(0:f32)\n"
                               "  y = sub(x, zero)\n"
                               "  r = neg(y)\n"
                               "}\n");
    optimize(&f, m, NULL, FRIT_STRICT);
    const Program *p = m->programs.at[0];
    CHECK_EQ_UINT(p->instrs.len, 2);
    CHECK_EQ_UINT(program_loc(p, 0).line, 2);
    CHECK_EQ_UINT(program_loc(p, 1).line, 9);
    module_free(m);
}

TEST(numerics_are_obeyed) {
    static const char *const text = "program f(a: f32, b: f32, c: f32) -> (r) {\n"
                                    "  t = mul(a, b)\n  u = add(t, c)\n"
                                    "  zero = const(0:f32)\n  r = add(u, zero)\n}\n";
    static const uint32_t steps[] = {4, 3, 1}; /* strict, contract, fast */
    for (int n = 0; n < 3; n++) {
        Fixture f;
        fixture_init(&f);
        Module *m = read_typed(&f, text);
        optimize(&f, m, NULL, (frit_numerics)n);
        CHECK_EQ_UINT(m->programs.at[0]->instrs.len, steps[n]);
        module_free(m);
    }
}
