/* Steps around kernels: products of matrices, loops, branches, maps. What is inside them are functions like that of the
 * whole program (plan.c). */
#include "emit/c/export/parts.h"

static const Place *places_of(const Exporter *x, const PlanStep *step) {
    return x->plan->places.at + step->place;
}

static uint32_t size_of(const Exporter *x, const PlanStep *step, uint32_t k) {
    return x->plan->buffers.at[places_of(x, step)[k].buffer].elem_size;
}

/* Operands, then results. */
static void put_places(Exporter *x, const PlanStep *step) {
    uint32_t n = step->n_in + step->n_out;
    str_format(&x->out, "        frit_view v[%u];\n", n ? n : 1);
    for (uint32_t k = 0; k < n; k++)
        export_view(x, k, places_of(x, step)[k].buffer, places_of(x, step)[k].view,
                    k >= step->n_in);
}

/* ---- products */

bool export_products(Exporter *x) {
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        const DtypeInfo *info = dtype_info(dtype);
        bool complex = info->class == CLASS_COMPLEX;
        if (!x->products[dtype])
            continue;
        str_format(&x->declared, "%s(frit_product_%s, ",
                   complex ? "FRIT_PRODUCT_COMPLEX" : "FRIT_PRODUCT", info->name);
        text_put_product_types(&x->declared, dtype);
        str_puts(&x->declared, ")\n");
    }
    return str_ok(&x->declared);
}

static void put_contract(Exporter *x, const PlanStep *step) {
    x->products[step->dtype] = true;
    str_puts(&x->out, "        if (status == FRIT_EXPORT_OK)\n");
    str_format(&x->out,
               "            frit_product_%s(&v[0], &v[1], &v[2], (const int[]){%u, %u, %u, %u}, "
               "&status);\n",
               dtype_info(step->dtype)->name, step->n_batch, step->n_m, step->n_n, step->n_k);
}

/* ---- loops */

static uint32_t first_carried(const PlanStep *step) {
    return step->kind == STEP_FOR ? 2 : 0;
}

static const Plan *body_of(const PlanStep *step) {
    return step->subs[step->kind == STEP_WHILE];
}

/* May every turn write what it carries as number c where it lies, and does that save a copy? */
static bool stays(const PlanStep *step, uint32_t c) {
    const Plan *body = body_of(step);
    uint32_t input = c + (step->kind == STEP_FOR);
    BufferId from, to;
    for (uint32_t k = 0; k < body->steps.len; k++)
        if (body->steps.at[k].kind == STEP_KERNEL &&
            export_moves(&body->kernels.at[body->steps.at[k].kernel], &from, &to) &&
            from == body->inputs.at[input] && to == body->outputs.at[c])
            return export_meeting(body, c, input) != MEET_NEVER;
    return false;
}

/* in: what the body is given (of a for, its index first); out: what it gives; c: what goes round. */
static void put_loop_start(Exporter *x, const PlanStep *step) {
    Str *out = &x->out;
    uint32_t first = first_carried(step), index = step->kind == STEP_FOR;
    uint32_t n_in = step->n_in - first + index, n = step->n_carry;
    str_format(out, "        frit_array in[%u], out[%u];\n", n_in ? n_in : 1, n ? n : 1);
    str_format(out, "        frit_carried c[%u];\n", n ? n : 1);
    for (uint32_t k = 0; k < n; k++)
        str_format(out, "        frit_carry(&c[%u], &v[%u], %s, %u, &status);\n", k, first + k,
                   stays(step, k) ? "true" : "false", size_of(x, step, first + k));
    for (uint32_t k = 0; k < n; k++)
        str_format(out, "        frit_first_turn(&c[%u], &in[%u], &out[%u]);\n", k, index + k, k);
    for (uint32_t k = first + n; k < step->n_in; k++)
        str_format(out, "        in[%u] = frit_give_on(&v[%u], 0);\n", k - first + index, k);
}

static void put_turn(Exporter *x, const PlanStep *step, uint32_t body) {
    uint32_t index = step->kind == STEP_FOR;
    str_format(&x->out, "            status = %s_plan_%u(in, out);\n", x->name, body);
    for (uint32_t k = 0; k < step->n_carry; k++)
        str_format(&x->out, "            frit_turn(&c[%u], &in[%u], &out[%u]);\n", k, index + k, k);
}

static void put_loop_end(Exporter *x, const PlanStep *step) {
    for (uint32_t k = 0; k < step->n_carry; k++)
        str_format(&x->out, "        frit_carry_end(&c[%u], &v[%u], %u, status);\n", k,
                   step->n_in + k, size_of(x, step, step->n_in + k));
}

static void put_for(Exporter *x, const PlanStep *step, const uint32_t *subs) {
    const Plan *body = step->subs[0];
    const Program *p = body->module->programs.at[body->program];
    Dtype dtype = type_dtype(&body->module->types, p->vars.at[0].type);
    const char *name = dtype_info(dtype)->name, *type = text_type_name(dtype);
    Str *out = &x->out;
    put_loop_start(x, step);
    str_format(out, "        %s i = 0, end = 0;\n", type);
    str_puts(out, "        in[0].data = (char *)&i;\n        in[0].extents = in[0].strides = "
                  "NULL;\n        if (status == FRIT_EXPORT_OK) {\n");
    str_format(out, "            i = frit_load_%s(v[0].data + v[0].at);\n", name);
    str_format(out, "            end = frit_load_%s(v[1].data + v[1].at);\n        }\n", name);
    str_puts(out, "        for (; status == FRIT_EXPORT_OK && i < end; i++) {\n");
    put_turn(x, step, subs[0]);
    str_puts(out, "        }\n");
    put_loop_end(x, step);
}

static void put_while(Exporter *x, const PlanStep *step, const uint32_t *subs) {
    Str *out = &x->out;
    put_loop_start(x, step);
    str_puts(out, "        uint8_t goes_on = 0;\n        const frit_array condition = {(char "
                  "*)&goes_on, NULL, NULL};\n        while (status == FRIT_EXPORT_OK) {\n");
    str_format(out, "            status = %s_plan_%u(in, &condition);\n", x->name, subs[0]);
    str_puts(out,
             "            if (status != FRIT_EXPORT_OK || !goes_on)\n                break;\n");
    put_turn(x, step, subs[1]);
    str_puts(out, "        }\n");
    put_loop_end(x, step);
}

/* ---- branches and maps */

/* a: operands from `first` on, then results, as the parts of a view from axis `skip` on. */
static void put_given(Exporter *x, const PlanStep *step, uint32_t first, uint32_t skip) {
    uint32_t n = step->n_in + step->n_out;
    str_format(&x->out, "        frit_array a[%u];\n", n - first ? n - first : 1);
    for (uint32_t k = first; k < n; k++)
        str_format(&x->out, "        a[%u] = frit_give_on(&v[%u], %u);\n", k - first, k, skip);
}

static void put_if(Exporter *x, const PlanStep *step, const uint32_t *subs) {
    put_given(x, step, 1, 0);
    str_format(&x->out,
               "        if (status == FRIT_EXPORT_OK)\n            status = v[0].data[v[0].at] ? "
               "%s_plan_%u(a, a + %u) : %s_plan_%u(a, a + %u);\n",
               x->name, subs[0], step->n_in - 1, x->name, subs[1], step->n_in - 1);
}

static void put_map(Exporter *x, const PlanStep *step, const uint32_t *subs) {
    Str *out = &x->out;
    put_given(x, step, 0, step->n_batch);
    str_format(out, "        const int64_t count = frit_count(%u, v[%u].n, 1);\n", step->n_batch,
               step->n_in);
    str_puts(out, "        for (int64_t k = 0; k < count && status == FRIT_EXPORT_OK; k++) {\n");
    for (uint32_t k = 0; k < step->n_in + step->n_out; k++)
        str_format(out, "            a[%u].data = frit_place(&v[%u], %u, k);\n", k, k,
                   step->n_batch);
    str_format(out, "            status = %s_plan_%u(a, a + %u);\n        }\n", x->name, subs[0],
               step->n_in);
}

bool export_control(Exporter *x, const PlanStep *step, const uint32_t *subs) {
    if (step->kind == STEP_ROUTINE)
        return env_fail(x->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT,
                        "routines are functions of the library, and are not exported");
    put_places(x, step);
    switch (step->kind) {
    case STEP_CONTRACT: put_contract(x, step); break;
    case STEP_FOR: put_for(x, step, subs); break;
    case STEP_WHILE: put_while(x, step, subs); break;
    case STEP_IF: put_if(x, step, subs); break;
    case STEP_MAP:
    case STEP_PANELS: put_map(x, step, subs); break; /* one panel, of all there is */
    case STEP_ROUTINE:
    case STEP_KERNEL: break;
    }
    return true;
}
