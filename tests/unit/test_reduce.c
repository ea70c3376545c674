/* Finding a small program that shows a mismatch. */
#include <stdlib.h>

#include "api/api.h"
#include "api/shrink.h"
#include "opt_fixture.h"
#include "run/host/host.h"
#include "run/loops/blocks.h"

/* ---- making smaller, with a fault that is a property of the text */

typedef struct Wanted {
    const char *op;
    uint32_t looks;
} Wanted;

static bool has_op(void *user, Env *env, const Module *m, bool *still) {
    Wanted *wanted = user;
    const Program *p = m->programs.at[m->programs.len - 1];
    (void)env;
    wanted->looks++;
    *still = false;
    for (uint32_t k = 0; k < p->instrs.len; k++)
        *still |= strcmp(op_info(p->instrs.at[k].op)->name, wanted->op) == 0;
    return true;
}

static uint32_t size_of_last(const Module *m) {
    return m->programs.at[m->programs.len - 1]->instrs.len;
}

TEST(one_step_is_left_of_many) {
    Fixture f;
    fixture_init(&f);
    Module *m = read_typed(&f, "program p(x: f32[n], y: f32[n]) -> (r, s) { a = add(x, y)"
                               " b = mul(a, x) c = tanh(b) d = sub(c, y) e = exp(d) s = sum(e)"
                               " r = div(d, e) }");
    Wanted wanted = {"tanh", 0};
    Module *small = shrink(&f.env, m, 1000, has_op, &wanted);
    CHECK(small);
    CHECK_EQ_UINT(size_of_last(small), 1);
    CHECK_EQ_UINT(small->programs.at[0]->outputs.len, 1);
    CHECK_EQ_UINT(small->programs.at[0]->n_inputs, 1);
    module_free(small);
    module_free(m);
}

TEST(a_long_program_takes_few_looks) {
    Fixture f;
    fixture_init(&f);
    Module *raw = gen_straight(&f.env, 2000), *m = typed(&f.env, raw);
    Wanted wanted = {"sqrt", 0};
    bool there;
    CHECK(has_op(&wanted, &f.env, m, &there));
    if (!there) {
        wanted.op = op_info(m->programs.at[m->programs.len - 1]->instrs.at[700].op)->name;
        wanted.looks = 0;
    }
    Module *small = shrink(&f.env, m, 2000, has_op, &wanted);
    CHECK(small);
    CHECK_MSG(size_of_last(small) <= 3, "%u steps are left", size_of_last(small));
    CHECK_MSG(wanted.looks < 500, "%u looks", wanted.looks);
    module_free(small);
    module_free(m);
    module_free(raw);
}

/* ---- a real fault: a loop that is wrong where its result lies in its operand's place */

static StepFn *right_mul, *steps[OP_COUNT][DTYPE_COUNT];

static void wrong_in_place(void *out, const void *const *in, size_t n) {
    bool in_place = out == in[0] || out == in[1];
    right_mul(out, in, n);
    if (in_place && n)
        ((float *)out)[n - 1] += 1;
}

static frit_context *faulty_context(BlockOps *broken, bool verify) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .verify = verify};
    frit_error error;
    frit_context *c;
    CHECK(frit_context_new_with(NULL, &options, &c, &error) == FRIT_OK);
    Env env = {&c->allocator, &error};
    Machine *machine = api_machine(&env, c);
    CHECK(machine);
    HostDevice *host = machine->device->host;
    *broken = *host->blocks;
    /* The step that the fault is put into. */
    memcpy(steps, broken->step, sizeof steps);
    right_mul = steps[OP_mul][DT_F32];
    steps[OP_mul][DT_F32] = wrong_in_place;
    broken->step = (StepFn *const(*)[DTYPE_COUNT])steps;
    host->blocks = broken;
    return c;
}

static const char faulty_text[] =
    "program p(x: f32[n], y: f32[n]) -> (r, t) { a = exp(x) b = mul(a, y) c = sin(b)"
    " r = add(c, y) d = sub(x, y) t = max(d) }";

TEST(a_wrong_loop_is_found_and_shown) {
    static BlockOps broken;
    frit_context *c = faulty_context(&broken, false);
    frit_error error;
    frit_module *m, *typed_m, *small;
    CHECK(frit_module_parse(c, faulty_text, strlen(faulty_text), &m, &error) == FRIT_OK);
    CHECK(frit_module_infer(m, NULL, NULL, 0, NULL, &typed_m, &error) == FRIT_OK);
    CHECK_MSG(frit_module_reduce(c, typed_m, NULL, &small, &error) == FRIT_OK, "%s", error.message);
    CHECK_MSG(small, "the fault was not found");
    CHECK_MSG(size_of_last(small) <= 3, "%u steps are left", size_of_last(small));
    bool still;
    Wanted wanted = {"mul", 0};
    CHECK(has_op(&wanted, NULL, small, &still) && still);
    frit_module_free(small);
    frit_module_free(typed_m);
    frit_module_free(m);
    frit_context_free(c);
}

TEST(verify_mode_refuses_a_wrong_result) {
    static BlockOps broken;
    frit_context *c = faulty_context(&broken, true);
    frit_error error;
    const int64_t n = 5;
    float memory[5] = {1, 2, 3, 4, 5}, other[5] = {2, 2, 2, 2, 2};
    frit_array *x, *y, *e, *p, *s, *pair[2];
    CHECK(frit_array_wrap(c, "f32", 1, &n, NULL, memory, false, NULL, NULL, &x, &error) == FRIT_OK);
    CHECK(frit_array_new(c, "f32", 1, &n, NULL, other, &y, &error) == FRIT_OK);
    CHECK(frit_apply(c, "exp", &x, 1, NULL, &e, &error) == FRIT_OK);
    pair[0] = e, pair[1] = y;
    CHECK(frit_apply(c, "mul", pair, 2, NULL, &p, &error) == FRIT_OK);
    CHECK(frit_apply(c, "sin", &p, 1, NULL, &s, &error) == FRIT_OK);
    frit_array_free(e);
    frit_array_free(p);
    CHECK(frit_array_assign(x, s, &error) == FRIT_OK);
    frit_array_free(s);
    CHECK_EQ_INT(frit_flush(c, &error), FRIT_ERR_MISMATCH);
    CHECK_EQ_F32(memory[4], 5); /* nothing was written */
    frit_text text;
    CHECK_MSG(frit_last_mismatch(c, &text, &error) == FRIT_OK, "%s", error.message);
    CHECK(strstr(text.data, "mul("));
    frit_text_free(c, &text);
    frit_discard(c);
    frit_array_free(x);
    frit_array_free(y);
    frit_context_free(c);
}
