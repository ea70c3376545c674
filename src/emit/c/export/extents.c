/* Extents and what must hold for them, as plan/numbers.c computes and checks them. */
#include "emit/c/export/parts.h"
#include "ir/type.h"

static void put_number(Str *out, int64_t value) {
    if (value == INT64_MIN)
        str_puts(out, "INT64_MIN");
    else
        str_int(out, value);
}

static void put_ids(Exporter *x, const ExtentId *ids, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        str_format(&x->out, "%se[%u]", k ? ", " : "", ids[k]);
}

void export_list(Exporter *x, const ExtentId *ids, uint32_t n) {
    if (n == 0) {
        str_puts(&x->out, "0, NULL");
        return;
    }
    str_format(&x->out, "%u, (const int64_t[]){", n);
    put_ids(x, ids, n);
    str_putc(&x->out, '}');
}

/* Extents that stand on both sides cancel, so that one of them may be 0. */
static void put_quotient(Exporter *x, const Extent *e) {
    const ExtentId *above = x->plan->shapes.at + e->first, *below = above + e->n;
    ExtentId left[MAX_RANK], right[MAX_RANK];
    bool used[MAX_RANK] = {false};
    uint32_t n = 0, m = 0;
    for (uint32_t i = 0; i < e->n && i < MAX_RANK; i++) {
        uint32_t k = 0;
        while (k < e->m && (used[k] || below[k] != above[i]))
            k++;
        if (k < e->m)
            used[k] = true;
        else
            left[n++] = above[i];
    }
    for (uint32_t k = 0; k < e->m && k < MAX_RANK; k++)
        if (!used[k])
            right[m++] = below[k];
    str_puts(&x->out, "frit_quotient(");
    export_list(x, left, n);
    str_puts(&x->out, ", ");
    export_list(x, right, m);
    str_puts(&x->out, ", &status)");
}

static void put_slice(Exporter *x, const Extent *e) {
    str_format(&x->out, "frit_slice_extent(e[%u], ", e->source);
    put_number(&x->out, e->start);
    str_puts(&x->out, ", ");
    put_number(&x->out, e->stop);
    str_puts(&x->out, ", ");
    put_number(&x->out, e->step);
    str_putc(&x->out, ')');
}

static void put_extent(Exporter *x, uint32_t id) {
    const Extent *e = &x->plan->extents.at[id];
    str_format(&x->out, "    e[%u] = ", id);
    switch (e->kind) {
    case EXTENT_NUMBER: put_number(&x->out, e->value); break;
    case EXTENT_INPUT:
        str_format(&x->out, "frit_given(in[%u].extents[%u], &status)", e->source, e->axis);
        break;
    case EXTENT_SLICE: put_slice(x, e); break;
    case EXTENT_SUM:
        str_puts(&x->out, "frit_sum(");
        export_list(x, x->plan->shapes.at + e->first, e->n);
        str_puts(&x->out, ", ");
        put_number(&x->out, e->value);
        str_puts(&x->out, ", &status)");
        break;
    case EXTENT_QUOTIENT: put_quotient(x, e); break;
    }
    str_putc(&x->out, ';');
    if (e->name != NO_STR && e->kind == EXTENT_INPUT)
        str_format(&x->out, " /* %s */", strings_get(&x->plan->module->strings, e->name));
    str_putc(&x->out, '\n');
}

/* ---- inputs that nothing reads must fit their types all the same */

/* What a dim of an input's type is already: a number, an extent of the plan, one of an input before it. */
static void put_known_dim(Exporter *x, Dim dim, uint32_t input, uint32_t axis) {
    const Types *t = &x->plan->module->types;
    if (!DIM_IS_NAME(dim)) {
        put_number(&x->out, dim);
        return;
    }
    for (uint32_t k = 0; k < x->plan->extents.len; k++)
        if (x->plan->extents.at[k].name == DIM_NAME_OF(dim)) {
            str_format(&x->out, "e[%u]", k);
            return;
        }
    for (uint32_t k = 0; k < input; k++) {
        TypeId type = x->program->vars.at[k].type;
        for (uint32_t a = 0; a < type_rank(t, type); a++)
            if (type_dims(t, type)[a] == dim) {
                str_format(&x->out, "in[%u].extents[%u]", k, a);
                return;
            }
    }
    const Dim *own = type_dims(t, x->program->vars.at[input].type);
    for (uint32_t a = 0; a <= axis; a++)
        if (own[a] == dim) {
            str_format(&x->out, "in[%u].extents[%u]", input, a);
            return;
        }
}

static void put_unread(Exporter *x, uint32_t input) {
    const Types *t = &x->plan->module->types;
    TypeId type = x->program->vars.at[input].type;
    for (uint32_t axis = 0; axis < type_rank(t, type); axis++) {
        str_format(&x->out, "    frit_expect(frit_given(in[%u].extents[%u], &status) == ", input,
                   axis);
        put_known_dim(x, type_dims(t, type)[axis], input, axis);
        str_puts(&x->out, ", &status);\n");
    }
}

void export_extents(Exporter *x) {
    for (uint32_t id = 0; id < x->plan->extents.len; id++)
        put_extent(x, id);
    for (uint32_t k = 0; k < x->plan->inputs.len; k++)
        if (x->plan->inputs.at[k] == NO_BUFFER)
            put_unread(x, k);
    for (uint32_t k = 0; k < x->plan->checks.len; k++) {
        const ExtentCheck *check = &x->plan->checks.at[k];
        str_puts(&x->out, "    frit_expect_equal(");
        export_list(x, x->plan->shapes.at + check->a, check->n_a);
        str_puts(&x->out, ", ");
        export_list(x, x->plan->shapes.at + check->b, check->n_b);
        str_puts(&x->out, ", &status);\n");
    }
}
