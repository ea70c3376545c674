/* Plans seen from outside: kernels, reasons, figures, and the forms of the report. */
#include "harness.h"

#include <string.h>

#include "frit/frit.h"
#include "gen/gen.h"
#include "plan/report.h"

typedef struct Planned {
    frit_context *context;
    frit_plan *plan;
} Planned;

static frit_status plan_text(const frit_context *c, const char *text, bool no_fusion,
                             frit_plan **out, frit_error *error) {
    frit_module *module = NULL, *typed = NULL;
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = no_fusion};
    frit_status status = frit_module_parse(c, text, strlen(text), &module, error);
    *out = NULL;
    if (!status)
        status = frit_module_infer(module, NULL, NULL, 0, NULL, &typed, error);
    if (!status)
        status = frit_plan_new(c, typed, NULL, &options, out, error);
    frit_module_free(typed);
    frit_module_free(module);
    return status;
}

static Planned planned(const char *text, bool no_fusion) {
    Planned p = {frit_context_new(NULL), NULL};
    frit_error error;
    frit_status status = plan_text(p.context, text, no_fusion, &p.plan, &error);
    CHECK_MSG(!status, "%s: %s\n%s", error.place, error.message, text);
    return p;
}

static void done(Planned *p) {
    frit_plan_free(p->plan);
    frit_context_free(p->context);
}

static const char softmax[] = "program p(x: f32[m,n]) -> (r) { r = softmax(x, axes=[1]) }";
/* A row, a column, and what keeps them apart. */
static const char sums[] = "program p(x: f32[m,n]) -> (a, b) {\n"
                           "  y = exp(x)\n"
                           "  a = sum(y, axes=[1])\n"
                           "  b = sum(y, axes=[0])\n"
                           "}\n";

TEST(kernels_and_their_steps) {
    Planned p = planned(softmax, false);
    frit_kernel_info info;
    char text[64];
    CHECK_EQ_UINT(frit_plan_input_count(p.plan), 1);
    CHECK_EQ_UINT(frit_plan_output_count(p.plan), 1);
    CHECK_EQ_UINT(frit_plan_kernel_count(p.plan), 1);
    CHECK(frit_plan_kernel(p.plan, 0, &info));
    CHECK_STR(info.schedule, "row-resident");
    CHECK_EQ_UINT(info.step_count, 5);
    CHECK_EQ_UINT(info.input_count, 1);
    CHECK_EQ_UINT(info.output_count, 1);
    CHECK(!frit_plan_kernel(p.plan, 1, &info));
    CHECK_EQ_UINT(frit_plan_kernel_step(p.plan, 0, 2, text, sizeof text), strlen("v3 = exp(v2)"));
    CHECK_STR(text, "v3 = exp(v2)");
    CHECK_EQ_UINT(frit_plan_kernel_step(p.plan, 0, 2, text, 5), strlen("v3 = exp(v2)"));
    CHECK_STR(text, "v3 =");
    CHECK_EQ_UINT(frit_plan_kernel_step(p.plan, 0, 5, text, sizeof text), 0);
    CHECK_EQ_UINT(frit_plan_kernel_step(p.plan, 1, 0, NULL, 0), 0);
    CHECK_EQ_UINT(frit_plan_apart_count(p.plan), 0);
    done(&p);
}

TEST(without_fusion_every_step_is_a_kernel) {
    Planned p = planned(softmax, true);
    frit_apart_info apart;
    CHECK_EQ_UINT(frit_plan_kernel_count(p.plan), 5);
    CHECK(frit_plan_apart_count(p.plan) > 0);
    CHECK(frit_plan_apart(p.plan, 0, &apart));
    CHECK_STR(apart.rule, "fusion-off");
    done(&p);
}

TEST(reasons_name_the_kernels) {
    Planned p = planned(sums, false);
    frit_apart_info apart;
    bool found = false;
    CHECK_EQ_UINT(frit_plan_kernel_count(p.plan), 2);
    for (uint32_t i = 0; frit_plan_apart(p.plan, i, &apart); i++) {
        CHECK(apart.producer_kernel < 2 && apart.consumer_kernel < 2);
        CHECK(apart.producer_kernel != apart.consumer_kernel);
        CHECK(apart.why[0]);
        found |= strcmp(apart.rule, "different-reduced-axes") == 0 && apart.legality;
    }
    CHECK(found);
    CHECK(!frit_plan_apart(p.plan, frit_plan_apart_count(p.plan), &apart));
    done(&p);
}

/* ---- figures */

static frit_plan_cost_info cost_of(const Planned *p, const int64_t *const *shapes, uint32_t n) {
    frit_tensor inputs[8] = {{NULL, NULL, NULL}};
    frit_plan_cost_info cost;
    frit_error error;
    for (uint32_t i = 0; i < n; i++)
        inputs[i].shape = shapes[i];
    CHECK_MSG(!frit_plan_cost(p->plan, inputs, n, &cost, &error), "%s", error.message);
    return cost;
}

TEST(softmax_reads_and_writes_once) {
    Planned p = planned(softmax, false);
    frit_plan_cost_info cost = cost_of(&p, (const int64_t *[]){(int64_t[]){10, 100}}, 1);
    CHECK_EQ_UINT(cost.bytes_read, 4000);
    CHECK_EQ_UINT(cost.bytes_written, 4000);
    /* max: x; sub: x, row; exp; sum; div: e, row */
    CHECK_EQ_UINT(cost.unfused_read, 5 * 4000 + 2 * 40);
    CHECK_EQ_UINT(cost.unfused_written, 3 * 4000 + 2 * 40);
    CHECK_EQ_UINT(cost.launches, 1);
    CHECK_EQ_UINT(cost.unfused_launches, 5);
    CHECK_EQ_UINT(cost.peak, 0);
    cost = cost_of(&p, (const int64_t *[]){(int64_t[]){0, 100}}, 1);
    CHECK_EQ_UINT(cost.bytes_read + cost.bytes_written, 0);
    done(&p);
    p = planned(softmax, true);
    cost = cost_of(&p, (const int64_t *[]){(int64_t[]){10, 100}}, 1);
    CHECK_EQ_UINT(cost.bytes_read, cost.unfused_read);
    CHECK_EQ_UINT(cost.bytes_written, cost.unfused_written);
    CHECK_EQ_UINT(cost.launches, 5);
    CHECK(cost.peak >= 4000 && cost.peak <= 3 * 4032);
    done(&p);
}

/* What a loop carries stands in memory twice. */
TEST(loops_count_what_they_carry) {
    Planned p = planned("program turn(k: i32, x: f32[n]) -> (r) { s = sum(x)  r = sub(x, s) }\n"
                        "program p(x: f32[n]) -> (r) {\n"
                        "  lo = const(0:i32)\n"
                        "  hi = const(9:i32)\n"
                        "  r = for(lo, hi, x, body=@turn, carry=1)\n"
                        "}\n",
                        false);
    frit_plan_cost_info cost = cost_of(&p, (const int64_t *[]){(int64_t[]){1000}}, 1);
    CHECK_MSG(cost.peak >= 2 * 4000 && cost.peak < 3 * 4000, "%llu bytes",
              (unsigned long long)cost.peak);
    done(&p);
}

/* What is broadcast is read once, and of a slice only what it takes. */
TEST(views_count_what_they_show) {
    Planned p = planned("program p(x: f64[m,n], b: f64[n]) -> (r) {\n"
                        "  s = slice(x, start=[0,0], step=[2,1])\n"
                        "  r = add(s, b)\n"
                        "}\n",
                        false);
    frit_plan_cost_info cost =
        cost_of(&p, (const int64_t *[]){(int64_t[]){10, 100}, (int64_t[]){100}}, 2);
    CHECK_EQ_UINT(cost.bytes_read, 8 * (500 + 100));
    CHECK_EQ_UINT(cost.bytes_written, 8 * 500);
    CHECK_EQ_UINT(cost.unfused_read, 8 * (500 + 100));
    CHECK_EQ_UINT(cost.unfused_written, 8 * 500);
    CHECK_EQ_UINT(cost.unfused_launches, 1);
    done(&p);
    p = planned("program p(x: f64[10,50], b: f64[100]) -> (r) {\n"
                "  t = slice(b, step=[2])\n"
                "  y = mul(x, x)\n"
                "  r = add(y, t)\n"
                "}\n",
                false);
    cost = cost_of(&p, (const int64_t *[]){(int64_t[]){10, 50}, (int64_t[]){100}}, 2);
    CHECK_EQ_UINT(cost.bytes_read, 8 * (500 + 50));
    CHECK_EQ_UINT(cost.unfused_read, 8 * (500 + 500 + 50));
    CHECK_EQ_UINT(cost.unfused_written, 8 * (500 + 500));
    done(&p);
}

TEST(figures_need_shapes_that_fit) {
    Planned p = planned(softmax, false);
    frit_plan_cost_info cost;
    frit_text text;
    frit_error error;
    frit_tensor tensor = {NULL, NULL, NULL};
    CHECK(frit_plan_cost(p.plan, &tensor, 0, &cost, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_plan_cost(p.plan, NULL, 1, &cost, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_plan_cost(p.plan, &tensor, 1, &cost, &error) == FRIT_ERR_ARGUMENT);
    CHECK_STR(error.message, "input 0 (x) has no shape");
    tensor.shape = (int64_t[]){-1, 2};
    CHECK(frit_plan_cost(p.plan, &tensor, 1, &cost, &error) == FRIT_ERR_SHAPE);
    CHECK(frit_plan_report(p.plan, &tensor, 1, FRIT_REPORT_TEXT, &text, &error) == FRIT_ERR_SHAPE);
    CHECK(frit_plan_report(p.plan, NULL, 0, (frit_report_format)9, &text, &error) ==
          FRIT_ERR_ARGUMENT);
    done(&p);
}

/* A name that is computed from others, given to an input: only the arguments can tell. */
TEST(names_that_meet_must_agree) {
    Planned p = planned("program p(x: f32[n], y: f32[\"n-1\"]) -> (r) {\n"
                        "  s = slice(x, start=[1])\n"
                        "  r = add(s, y)\n"
                        "}\n",
                        false);
    frit_plan_cost_info cost;
    frit_error error;
    frit_tensor inputs[2] = {{.shape = (int64_t[]){5}}, {.shape = (int64_t[]){4}}};
    CHECK(!frit_plan_cost(p.plan, inputs, 2, &cost, &error));
    inputs[1].shape = (int64_t[]){10};
    CHECK(frit_plan_cost(p.plan, inputs, 2, &cost, &error) == FRIT_ERR_SHAPE);
    CHECK_STR(error.message, "slice: extents that must be equal differ: [n-1 = 10] and [4]");
    done(&p);
    p = planned("program p(a: f32[m], b: f32[n], y: f32[\"m+n\"]) -> (r) {\n"
                "  c = concat(a, b, axis=0)\n"
                "  d = cumsum(c, axis=0)\n"
                "  r = add(d, y)\n"
                "}\n",
                false);
    frit_tensor three[3] = {
        {.shape = (int64_t[]){5}}, {.shape = (int64_t[]){4}}, {.shape = (int64_t[]){9}}};
    CHECK(!frit_plan_cost(p.plan, three, 3, &cost, &error));
    three[2].shape = (int64_t[]){8};
    CHECK(frit_plan_cost(p.plan, three, 3, &cost, &error) == FRIT_ERR_SHAPE);
    three[2].shape = (int64_t[]){10};
    CHECK(frit_plan_cost(p.plan, three, 3, &cost, &error) == FRIT_ERR_SHAPE);
    CHECK_STR(error.message, "concat: extents that must be equal differ: [m+n = 10] and [9]");
    done(&p);
}

TEST(bytes_for_people) {
    static const struct {
        uint64_t bytes;
        const char *text;
    } cases[] = {
        {0, "0 B"},         {999, "999 B"},        {1000, "1.0 kB"},       {1049, "1.0 kB"},
        {1050, "1.1 kB"},   {99949, "99.9 kB"},    {99950, "100 kB"},      {999499, "999 kB"},
        {999500, "1.0 MB"}, {16777216, "16.8 MB"}, {1000000000, "1.0 GB"}, {UINT64_MAX, "18.4 EB"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        frit_error error;
        struct test_alloc a = TEST_ALLOC(0);
        frit_allocator allocator = {test_alloc_fn, &a};
        Env env = env_make(&allocator, &error, &error);
        Str text = str_make(&env);
        report_put_bytes(&text, cases[i].bytes);
        CHECK_STR(text.data, cases[i].text);
        str_free(&text);
    }
}

/* ---- any program */

/* Brackets that match and strings that end: enough to see that nothing went out unescaped. */
static void check_json(const char *text) {
    char open[64];
    unsigned depth = 0;
    for (const char *at = text; *at; at++) {
        CHECK((unsigned char)*at >= 0x20 || *at == '\n');
        if (*at == '{' || *at == '[') {
            CHECK(depth < sizeof open);
            open[depth++] = *at == '{' ? '}' : ']';
        } else if (*at == '}' || *at == ']') {
            CHECK(depth > 0 && open[depth - 1] == *at);
            depth--;
        } else if (*at == '"') {
            for (at++; *at != '"'; at++) {
                CHECK(*at && *at != '\n');
                if (*at == '\\')
                    CHECK(strchr("\"\\u", *++at));
            }
        }
    }
    CHECK_EQ_UINT(depth, 0);
}

static void check_reports(const frit_context *c, const frit_plan *plan, const frit_tensor *inputs,
                          uint32_t n) {
    for (int format = 0; format <= FRIT_REPORT_KERNELS; format++) {
        frit_text text = {NULL, 0, 0};
        frit_error error;
        frit_status status =
            frit_plan_report(plan, inputs, n, (frit_report_format)format, &text, &error);
        CHECK_MSG(!status, "%s: %s", error.place, error.message);
        CHECK_EQ_UINT(strlen(text.data), text.len);
        if (format == FRIT_REPORT_JSON)
            check_json(text.data);
        frit_text_free(c, &text);
    }
}

/* Shapes for the inputs of the last program: names are 2, 3, 4, ... by where they first come up. */
static void choose_shapes(const Module *m, int64_t (*shapes)[MAX_RANK], frit_tensor *inputs) {
    const Program *p = m->programs.at[m->programs.len - 1];
    Dim names[64];
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_inputs; i++) {
        for (uint32_t k = 0; k < type_rank(&m->types, p->vars.at[i].type); k++) {
            Dim dim = type_dims(&m->types, p->vars.at[i].type)[k];
            uint32_t at = 0;
            while (at < n && names[at] != dim)
                at++;
            if (at == n && n < 64)
                names[n++] = dim;
            shapes[i][k] = DIM_IS_NAME(dim) ? 2 + at : dim;
        }
        inputs[i].shape = shapes[i];
    }
}

TEST(reports_of_random_programs) {
    frit_context *c = frit_context_new(NULL);
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    uint32_t made = 0, with_figures = 0;
    for (size_t round = 0; round < test_scaled(150); round++) {
        static int64_t shapes[64][MAX_RANK];
        frit_tensor inputs[64] = {{NULL, NULL, NULL}};
        frit_plan *plan = NULL;
        frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = round % 3 == 0};
        Module *m = gen_module(&env, (GenOptions){test_seed() + round, GEN_RUNNABLE, 20});
        uint32_t n = m->programs.at[m->programs.len - 1]->n_inputs;
        test_note("program %zu", round);
        if (n <= 64 && !frit_plan_new(c, m, NULL, &options, &plan, &error)) {
            frit_plan_cost_info cost;
            choose_shapes(m, shapes, inputs);
            made++;
            check_reports(c, plan, NULL, 0);
            if (!frit_plan_cost(plan, inputs, n, &cost, &error)) {
                check_reports(c, plan, inputs, n);
                with_figures++;
            }
        }
        frit_plan_free(plan);
        module_free(m);
    }
    CHECK_MSG((made > 100 && with_figures > 100) || test_scaled(150) < 150,
              "%u of the programs, %u with figures", made, with_figures);
    frit_context_free(c);
}

/* ---- no memory */

static const char everything[] = "program body(i: i64, s: f32[n], x: f32[n]) -> (r) {\n"
                                 "  c = cumsum(s, axis=0)\n"
                                 "  r = add(c, x)\n"
                                 "}\n"
                                 "program p(x: f32[m,n], b: f32[n]) -> (a, c, w) {\n"
                                 "  y = exp(x)\n"
                                 "  a = sum(y, axes=[1])\n"
                                 "  e = exp(b)\n"
                                 "  z = mul(y, e)\n"
                                 "  c = cumsum(z, axis=0)\n"
                                 "  lo = const(0:i64)\n"
                                 "  hi = const(3:i64)\n"
                                 "  w = for(lo, hi, b, e, body=@body, carry=1)\n"
                                 "}\n";

static frit_status every_report(const frit_context *c, frit_error *error) {
    frit_plan *plan = NULL;
    frit_tensor inputs[2] = {{.shape = (int64_t[]){3, 5}}, {.shape = (int64_t[]){5}}};
    frit_plan_cost_info cost;
    frit_status status = plan_text(c, everything, false, &plan, error);
    if (!status)
        status = frit_plan_cost(plan, inputs, 2, &cost, error);
    for (int format = 0; !status && format <= FRIT_REPORT_KERNELS; format++) {
        frit_text text = {NULL, 0, 0};
        status = frit_plan_report(plan, inputs, 2, (frit_report_format)format, &text, error);
        if (!status)
            CHECK(text.len > 100 && strlen(text.data) == text.len);
        frit_text_free(c, &text);
    }
    frit_plan_free(plan);
    return status;
}

TEST(without_memory) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_context *c = frit_context_new(&allocator);
        frit_error error;
        test_note("allocation %zu", n);
        frit_status status = c ? every_report(c, &error) : FRIT_ERR_NOMEM;
        frit_context_free(c);
        CHECK_ALLOC(&a);
        CHECK_EQ_NAMED(status, a.failures ? FRIT_ERR_NOMEM : FRIT_OK, frit_status_name);
        if (!status)
            break;
    }
}

/* ---- the rules */

TEST(every_rule_has_a_name_and_a_sentence) {
    for (int i = 0; i < FUSION_RULE_COUNT; i++) {
        const FusionRuleInfo *rule = fusion_rule((FusionRule)i);
        CHECK(rule->name[0] && rule->text[0]);
        CHECK(strlen(rule->text) < 110);
        CHECK(!strpbrk(rule->text, "\"\\<>&")); /* reports put them out as they are */
        for (int k = 0; k < i; k++)
            CHECK(strcmp(rule->name, fusion_rule((FusionRule)k)->name) != 0);
    }
}
