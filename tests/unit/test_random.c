/* Random programs through every form and every stage. A failure names the seed. */
#include "harness.h"

#include <string.h>

#include "emit/emit.h"
#include "gen/gen.h"
#include "infer/check_typed.h"
#include "infer/infer.h"
#include "ir/binary.h"
#include "ir/text.h"
#include "opt/opt.h"

typedef struct Fixture {
    frit_error error;
    Env env;
    bool seen[OP_COUNT];
} Fixture;

static void start(Fixture *f, GenOptions options) {
    static const char *const modes[] = {"GEN_FORM", "GEN_TYPED", "GEN_MOSTLY"};
    memset(&f->error, 0, sizeof f->error);
    f->env = (Env){&gen_allocator, &f->error};
    test_note("%s, seed %llu", modes[options.mode], (unsigned long long)options.seed);
}

static Module *generate(Fixture *f, GenOptions options) {
    start(f, options);
    Module *m = gen_module(&f->env, options);
    CHECK_MSG(m, "%s", f->error.message);
    for (uint32_t i = 0; i < m->programs.len; i++)
        for (uint32_t k = 0; k < m->programs.at[i]->instrs.len; k++)
            f->seen[m->programs.at[i]->instrs.at[k].op] = true;
    return m;
}

static void check_every_op_was_seen(const Fixture *f) {
    if (test_scaled(1000) < 1000)
        return; /* too few programs to expect that */
    for (Op op = 0; op < (Op)OP_FIRST_ROUTINE; op++)
        CHECK_MSG(f->seen[op], "no program has the op %s", op_info(op)->name);
}

/* ---- forms */

static Str print(Fixture *f, const Module *m) {
    Str text = str_make(&f->env);
    text_print(&text, m);
    str_put(&text, "", 0);
    CHECK(str_ok(&text));
    return text;
}

static Str encode(Fixture *f, const Module *m) {
    Str bytes = str_make(&f->env);
    CHECK_MSG(binary_encode(&bytes, m), "encode: %s", f->error.message);
    return bytes;
}

static void check_same_bytes(const Str *got, const Str *want, const char *what) {
    CHECK_MSG(got->len == want->len && memcmp(got->data, want->data, got->len) == 0,
              "%s: %zu bytes differ from %zu", what, got->len, want->len);
}

/* A module that came out of another form must have the same text and the same bytes. */
static void check_copy(Fixture *f, Module *copy, const Str *text, const Str *bytes,
                       const char *what) {
    CHECK_MSG(copy, "%s: %s: %s\n%s", what, f->error.place, f->error.message, text->data);
    Str again = print(f, copy);
    CHECK_STR(again.data, text->data);
    Str bytes_again = encode(f, copy);
    check_same_bytes(&bytes_again, bytes, what);
    str_free(&again);
    str_free(&bytes_again);
    module_free(copy);
}

static void round_trip(Fixture *f, const Module *m) {
    Str text = print(f, m), bytes = encode(f, m);
    check_copy(f, text_parse(&f->env, text.data, text.len), &text, &bytes, "parse");
    check_copy(f, binary_decode(&f->env, bytes.data, bytes.len), &text, &bytes, "decode");
    str_free(&text);
    str_free(&bytes);
}

static void check_stage(Fixture *f, const Module *m, frit_check_stage stage) {
    if (check_module(&f->env, m, stage))
        return;
    Str text = print(f, m);
    FAIL("check %d: %s: %s\n%s", stage, f->error.place, f->error.message, text.data);
}

TEST(any_form_round_trips) {
    Fixture f = {.seen = {0}};
    for (uint64_t k = 0; k < test_scaled(20000); k++) {
        Module *m = generate(&f, (GenOptions){.seed = test_seed() + k, .mode = GEN_FORM});
        check_stage(&f, m, FRIT_CHECK_BUILT);
        round_trip(&f, m);
        module_free(m);
    }
    check_every_op_was_seen(&f);
}

/* ---- meaning */

/* mode: where nothing is to be promoted, every mode must give the same. */
static Module *infer(Fixture *f, const Module *m, uint64_t mode) {
    TypeId as_declared[16] = {NO_TYPE};
    InferOptions options = {(frit_promotion)(mode % 3), mode % 2};
    CHECK(m->programs.at[m->programs.len - 1]->n_inputs <= 16);
    return infer_module(&f->env, m, m->programs.len - 1, as_declared, &options);
}

static Str type_text(Fixture *f, const Module *m, uint32_t output) {
    const Program *p = m->programs.at[m->programs.len - 1];
    Str text = str_make(&f->env);
    str_put(&text, "", 0);
    type_print(&text, &m->strings, &m->types, p->vars.at[p->outputs.at[output]].type);
    CHECK(str_ok(&text));
    return text;
}

/* The generator says which types it expects of the last program. */
static void check_outputs(Fixture *f, const Module *m, const Module *typed) {
    const Program *p = m->programs.at[m->programs.len - 1];
    for (uint32_t k = 0; k < p->outputs.len; k++) {
        Str want = type_text(f, m, k), got = type_text(f, typed, k);
        if (want.len) /* it cannot know every extent */
            CHECK_STR(got.data, want.data);
        str_free(&want);
        str_free(&got);
    }
}

static Module *infer_surely(Fixture *f, const Module *m, uint64_t mode) {
    Module *typed = infer(f, m, mode);
    if (typed)
        return typed;
    Str text = print(f, m);
    FAIL("infer: %s: %s\n%s", f->error.place, f->error.message, text.data);
}

TEST(well_typed_programs_infer) {
    Fixture f = {.seen = {0}};
    for (uint64_t k = 0; k < test_scaled(20000); k++) {
        Module *m = generate(&f, (GenOptions){.seed = test_seed() + k, .mode = GEN_TYPED});
        check_stage(&f, m, FRIT_CHECK_BUILT);
        Module *typed = infer_surely(&f, m, k);
        check_stage(&f, typed, FRIT_CHECK_TYPED);
        check_outputs(&f, m, typed);
        round_trip(&f, typed);
        module_free(typed);
        module_free(m);
    }
    check_every_op_was_seen(&f);
}

TEST(disturbed_programs_infer_or_say_why) {
    Fixture f = {.seen = {0}};
    size_t failed = 0, n = test_scaled(4000);
    for (uint64_t k = 0; k < n; k++) {
        Module *m = generate(&f, (GenOptions){.seed = test_seed() + k, .mode = GEN_MOSTLY});
        check_stage(&f, m, FRIT_CHECK_BUILT);
        Module *typed = infer(&f, m, k);
        failed += !typed;
        if (typed) {
            check_stage(&f, typed, FRIT_CHECK_TYPED);
        } else {
            CHECK(f.error.status == FRIT_ERR_TYPE || f.error.status == FRIT_ERR_SHAPE ||
                  f.error.status == FRIT_ERR_LIMIT);
            CHECK(f.error.message[0] && f.error.place[0]);
        }
        module_free(typed);
        module_free(m);
    }
    /* Most changes hurt, and not all do. */
    if (n >= 1000)
        CHECK_MSG(failed > n / 20 && failed < n, "%zu of %zu failed", failed, n);
}

/* ---- passes and source */

static uint32_t pass_count(void) {
    uint32_t n = 0;
    while (pass_at(n))
        n++;
    return n;
}

static void optimize(Fixture *f, Module *m, const char *passes, frit_numerics numerics) {
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = numerics, .check = true};
    Str before = print(f, m);
    CHECK_MSG(opt_run(&f->env, m, passes, &options), "%s: %s: %s\n%s", passes ? passes : "all",
              f->error.place, f->error.message, before.data);
    str_free(&before);
}

TEST(passes_keep_the_rules) {
    Fixture f = {.seen = {0}};
    uint32_t passes = pass_count();
    CHECK(passes > 0);
    for (uint64_t k = 0; k < test_scaled(10000); k++) {
        Module *m = generate(&f, (GenOptions){.seed = test_seed() + k, .mode = GEN_TYPED});
        frit_numerics numerics = (frit_numerics)(k % (FRIT_FAST + 1));
        const char *alone = pass_at((uint32_t)k % passes)->name;
        Module *one = infer_surely(&f, m, k), *all = infer_surely(&f, m, k);
        optimize(&f, one, alone, numerics);
        optimize(&f, all, NULL, numerics);
        check_outputs(&f, m, one);
        check_outputs(&f, m, all);
        round_trip(&f, all);
        module_free(one);
        module_free(all);
        module_free(m);
    }
}

TEST(source_or_a_reason) {
    Fixture f = {.seen = {0}};
    for (uint64_t k = 0; k < test_scaled(4000); k++) {
        Module *m = generate(&f, (GenOptions){.seed = test_seed() + k, .mode = GEN_TYPED});
        Module *typed = infer_surely(&f, m, k);
        optimize(&f, typed, k % 2 ? NULL : "expand", FRIT_STRICT);
        for (uint32_t d = 0; emit_dialect_name(d); d++) {
            Str source = str_make(&f.env);
            if (!emit_source(&source, typed, typed->programs.len - 1, emit_dialect_name(d), NULL))
                CHECK_MSG(f.error.status == FRIT_ERR_UNSUPPORTED && f.error.message[0], "%s: %s",
                          emit_dialect_name(d), f.error.message);
            str_free(&source);
        }
        module_free(typed);
        module_free(m);
    }
}
