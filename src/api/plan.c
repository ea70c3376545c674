/* Plans: making them, and looking at what they decided. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "ir/text.h"
#include "pipeline/pipeline.h"
#include "run/bind/engines.h"

static const Program *program_of(const frit_plan *plan) {
    return plan->plan->module->programs.at[plan->plan->program];
}

/* ---- making */

bool api_plan_wrap(Env *env, Plan *plan, frit_plan **out) {
    frit_plan *made = env_new(env, sizeof *made);
    TRY(made);
    atomic_init(&made->refs, 1);
    made->self = made;
    made->plan = plan;
    if (!report_new(env, plan, &made->report)) {
        env_free(env->allocator, made, sizeof *made);
        return false;
    }
    *out = made;
    return true;
}

static bool make_plan(Env *env, const Module *module, ProgId program, frit_numerics numerics,
                      const PlanOptions *options, frit_plan **out) {
    Module *copy = module_clone(env, module);
    TRY(copy);
    Plan *plan = pipeline_plan(env, copy, program, numerics, options);
    if (!plan) {
        module_free(copy);
        return false;
    }
    if (api_plan_wrap(env, plan, out))
        return true;
    plan_free(plan);
    return false;
}

frit_status frit_plan_new(const frit_context *context, const frit_module *module,
                          const char *program, const frit_plan_options *options, frit_plan **out,
                          frit_error *error) {
    frit_error scratch;
    if (!context || !module || !out)
        return api_missing(error, FRIT_STAGE_PLAN,
                           !context ? "context"
                           : module ? "out"
                                    : "module");
    Env env = env_make(&context->allocator, error, &scratch);
    frit_plan_options all;
    ProgId id;
    *out = NULL;
    env.error->stage = FRIT_STAGE_PLAN;
    if (!api_options(&env, frit_plan_options, options, &all) ||
        !api_in_range(&env, FRIT_STAGE_PLAN, NO_NUMERICS, (int)all.numerics, FRIT_FAST))
        return api_status(&env, false);
    Limits limits;
    PlanOptions inner = {.no_fusion = all.no_fusion || context->options.no_fusion,
                         .limits = &limits};
    return api_status(&env, api_program(&env, module, program, &id) &&
                                context->kind->limits(&env, context->number, &limits) &&
                                make_plan(&env, module, id, all.numerics, &inner, out));
}

frit_plan *api_plan_hold(const frit_plan *plan) {
    atomic_fetch_add_explicit(&plan->self->refs, 1, memory_order_relaxed);
    return plan->self;
}

void frit_plan_free(frit_plan *plan) {
    if (!plan || atomic_fetch_sub_explicit(&plan->refs, 1, memory_order_acq_rel) != 1)
        return;
    frit_allocator allocator = plan->report.allocator;
    report_free(&plan->report);
    plan_free(plan->plan);
    env_free(&allocator, plan, sizeof *plan);
}

/* ---- kernels */

uint32_t frit_plan_input_count(const frit_plan *plan) {
    return plan ? program_of(plan)->n_inputs : 0;
}

uint32_t frit_plan_output_count(const frit_plan *plan) {
    return plan ? program_of(plan)->outputs.len : 0;
}

frit_type frit_plan_input_type(const frit_plan *plan, uint32_t index) {
    if (index >= frit_plan_input_count(plan))
        return (frit_type){NULL, NO_TYPE};
    return (frit_type){plan->plan->module, program_of(plan)->vars.at[index].type};
}

frit_type frit_plan_output_type(const frit_plan *plan, uint32_t index) {
    if (index >= frit_plan_output_count(plan))
        return (frit_type){NULL, NO_TYPE};
    const Program *p = program_of(plan);
    return (frit_type){plan->plan->module, p->vars.at[p->outputs.at[index]].type};
}

uint32_t frit_plan_kernel_count(const frit_plan *plan) {
    return plan ? plan->report.entries.len : 0;
}

bool frit_plan_kernel(const frit_plan *plan, uint32_t kernel, frit_kernel_info *info) {
    if (!info || kernel >= frit_plan_kernel_count(plan))
        return false;
    const Report *r = &plan->report;
    const ReportEntry *e = &r->entries.at[kernel];
    *info = (frit_kernel_info){
        .schedule = entry_schedule(r, e), .input_count = e->n_read, .output_count = e->n_written};
    entry_instrs(r, e, &info->step_count);
    return true;
}

size_t frit_plan_kernel_step(const frit_plan *plan, uint32_t kernel, uint32_t index, char *buffer,
                             size_t size) {
    if (!plan || (size && !buffer))
        return 0;
    const Report *r = &plan->report;
    frit_error scratch;
    Env env = env_make(&r->allocator, NULL, &scratch);
    Str text = str_make(&env);
    if (kernel < r->entries.len) {
        uint32_t n;
        const uint32_t *instrs = entry_instrs(r, &r->entries.at[kernel], &n);
        if (index < n)
            report_put_instr(&text, entry_plan(r, &r->entries.at[kernel]), instrs[index]);
    }
    size_t len = str_ok(&text) ? text.len : 0;
    if (size)
        snprintf(buffer, size, "%s", str_ok(&text) && text.data ? text.data : "");
    str_free(&text);
    return len;
}

uint32_t frit_plan_apart_count(const frit_plan *plan) {
    return plan ? plan->report.apart.len : 0;
}

bool frit_plan_apart(const frit_plan *plan, uint32_t index, frit_apart_info *info) {
    if (!info || index >= frit_plan_apart_count(plan))
        return false;
    const ReportApart *a = &plan->report.apart.at[index];
    const FusionRuleInfo *rule = fusion_rule(a->apart->rule);
    *info = (frit_apart_info){.rule = rule->name,
                              .why = rule->text,
                              .legality = rule->legality,
                              .producer_kernel = a->producer,
                              .consumer_kernel = a->consumer};
    return true;
}

/* ---- figures and reports */

/* The shapes of the arguments, as plan_extents takes them. The caller frees. */
static const int64_t **take_shapes(Env *env, const frit_plan *plan, const frit_tensor *inputs,
                                   uint32_t n) {
    const Program *p = program_of(plan);
    const Module *m = plan->plan->module;
    if (n != p->n_inputs) {
        env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_PLAN,
                      "%u inputs for a program that has %u", n, p->n_inputs);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!inputs[i].shape && type_rank(&m->types, p->vars.at[i].type) > 0) {
            env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_PLAN, "input %u (%s) has no shape", i,
                          strings_get(&m->strings, p->vars.at[i].name));
            return NULL;
        }
    const int64_t **shapes = env_new(env, ((size_t)n + 1) * sizeof *shapes);
    for (uint32_t i = 0; shapes && i < n; i++)
        shapes[i] = inputs[i].shape;
    return shapes;
}

/* A report of its own, with figures if there are inputs. */
static bool make_report(Env *env, const frit_plan *plan, const frit_tensor *inputs, uint32_t n,
                        Report *out) {
    const int64_t **shapes = NULL;
    if (inputs) {
        shapes = take_shapes(env, plan, inputs, n);
        TRY(shapes);
    }
    bool ok = report_new(env, plan->plan, out);
    if (ok && !report_add_cost(env, out, shapes)) {
        report_free(out);
        ok = false;
    }
    env_free(env->allocator, shapes, ((size_t)n + 1) * sizeof *shapes);
    return ok;
}

frit_status frit_plan_cost(const frit_plan *plan, const frit_tensor *inputs, uint32_t input_count,
                           frit_plan_cost_info *out, frit_error *error) {
    static const frit_tensor none; /* of a program without inputs they may be NULL */
    frit_error scratch;
    Report report;
    if (!plan || !out)
        return api_missing(error, FRIT_STAGE_PLAN, plan ? "out" : "plan");
    Env env = env_make(&plan->report.allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_PLAN;
    if (!inputs && input_count)
        return api_status(
            &env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_PLAN, "the inputs are NULL"));
    if (!make_report(&env, plan, inputs ? inputs : &none, input_count, &report))
        return api_status(&env, false);
    const PlanCost *c = &report.cost;
    *out = (frit_plan_cost_info){.bytes_read = c->bytes_read,
                                 .bytes_written = c->bytes_written,
                                 .unfused_read = c->unfused_read,
                                 .unfused_written = c->unfused_written,
                                 .peak = c->peak,
                                 .launches = c->kernels,
                                 .unfused_launches = c->unfused_kernels};
    report_free(&report);
    return api_status(&env, true);
}

static void put_kernels(Str *out, const Report *r) {
    plan_dump(out, r->plans.at[0].plan);
}

/* Frees the report. */
static bool put_report(Env *env, Report *report, frit_report_format format, frit_text *out) {
    static void (*const formats[])(Str *, const Report *) = {
        [FRIT_REPORT_TEXT] = report_text,    [FRIT_REPORT_JSON] = report_json,
        [FRIT_REPORT_DOT] = report_dot,      [FRIT_REPORT_SVG] = report_svg,
        [FRIT_REPORT_KERNELS] = put_kernels, [FRIT_REPORT_HTML] = report_html};
    Str text = str_make(env);
    formats[format](&text, report);
    report_free(report);
    return str_finish(&text, out);
}

static bool check_format(Env *env, frit_report_format format) {
    if ((unsigned)format > FRIT_REPORT_HTML)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_PLAN,
                        "there is no report format number %d", (int)format);
    return true;
}

bool api_bound_report(Env *env, const Plan *plan, const Bound *bound, const RunFigures *figures,
                      frit_report_format format, frit_text *out) {
    Report report;
    uint32_t n = plan->inputs.len;
    TRY(check_format(env, format));
    const int64_t **shapes = env_new(env, ((size_t)n + 1) * sizeof *shapes);
    TRY(shapes);
    for (uint32_t k = 0; k < n; k++)
        shapes[k] = bound_input_shape(bound, k);
    bool ok = report_new(env, plan, &report);
    if (ok && !(report_add_cost(env, &report, shapes) && bound_engines(env, bound, &report))) {
        report_free(&report);
        ok = false;
    }
    env_free(env->allocator, shapes, ((size_t)n + 1) * sizeof *shapes);
    report.has_copied = true;
    report.copied = figures->copied;
    report.times = figures->times;
    report.step_lines = figures->lines;
    report.n_step_lines = figures->n_lines;
    return ok && put_report(env, &report, format, out);
}

frit_status frit_plan_report(const frit_plan *plan, const frit_tensor *inputs, uint32_t input_count,
                             frit_report_format format, frit_text *out, frit_error *error) {
    frit_error scratch;
    Report report;
    if (!plan || !out)
        return api_missing(error, FRIT_STAGE_PLAN, plan ? "out" : "plan");
    Env env = env_make(&plan->report.allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_PLAN;
    return api_status(&env, check_format(&env, format) &&
                                make_report(&env, plan, inputs, input_count, &report) &&
                                put_report(&env, &report, format, out));
}
