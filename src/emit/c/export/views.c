/* Views as calls, one a step of the view; and what is expected of strides where arrays lie row-major. */
#include "emit/c/export/parts.h"

/* The extents of a view's axes as a list, with what stands before it in parentheses. */
static void put_axes(Exporter *x, const View *view) {
    if (view->rank == 0) {
        str_puts(&x->out, "NULL");
        return;
    }
    str_puts(&x->out, "(const int64_t[]){");
    for (uint32_t k = 0; k < view->rank; k++)
        str_format(&x->out, "%se[%u]", k ? ", " : "", x->plan->view_axes.at[view->axes + k].extent);
    str_putc(&x->out, '}');
}

static void put_sources(Exporter *x, const View *view) {
    if (view->rank == 0) {
        str_puts(&x->out, "NULL");
        return;
    }
    str_puts(&x->out, "(const int[]){");
    for (uint32_t k = 0; k < view->rank; k++) {
        uint32_t source = x->plan->view_axes.at[view->axes + k].source;
        str_puts(&x->out, k ? ", " : "");
        str_int(&x->out, source == VIEW_NEW ? -1 : (int64_t)source);
    }
    str_putc(&x->out, '}');
}

static void put_bound(Exporter *x, int64_t bound, const char *after) {
    if (bound == LIST_SKIPPED)
        str_puts(&x->out, "INT64_MIN");
    else
        str_int(&x->out, bound);
    str_puts(&x->out, after);
}

static void put_ranges(Exporter *x, const View *view) {
    str_puts(&x->out, "(const int64_t[][3]){");
    for (uint32_t k = 0; k < view->rank; k++) {
        const ViewAxis *axis = &x->plan->view_axes.at[view->axes + k];
        str_puts(&x->out, k ? ", {" : "{");
        put_bound(x, axis->start, ", ");
        put_bound(x, axis->stop, ", ");
        put_bound(x, axis->step, "}");
    }
    str_putc(&x->out, '}');
}

/* Where a part begins along each axis: extents added up. */
static void put_firsts(Exporter *x, const View *view) {
    str_puts(&x->out, "(const int64_t[]){");
    for (uint32_t k = 0; k < view->rank; k++) {
        const ViewAxis *axis = &x->plan->view_axes.at[view->axes + k];
        str_puts(&x->out, k ? ", 0" : "0");
        for (int64_t i = 0; i < axis->start; i++)
            str_format(&x->out, " + e[%u]", x->plan->shapes.at[axis->source + i]);
    }
    str_putc(&x->out, '}');
}

static void put_step(Exporter *x, uint32_t number, const View *view, uint32_t size, bool written) {
    Str *out = &x->out;
    switch (view->kind) {
    case VIEW_AXES:
        str_format(out, "        frit_axes(&v[%u], %u, ", number, view->rank);
        put_axes(x, view);
        str_puts(out, ", ");
        put_sources(x, view);
        break;
    case VIEW_SLICE:
    case VIEW_PART:
        if (view->rank == 0)
            return;
        str_format(out, "        %s(&v[%u], ",
                   view->kind == VIEW_SLICE ? "frit_slice" : "frit_part", number);
        put_axes(x, view);
        str_puts(out, ", ");
        if (view->kind == VIEW_SLICE)
            put_ranges(x, view);
        else
            put_firsts(x, view);
        break;
    case VIEW_RESHAPE:
        str_format(out, "        frit_reshape(&v[%u], %u, ", number, view->rank);
        put_axes(x, view);
        str_format(out, ", %u, %s, &copies", size, written ? "true" : "false");
        break;
    }
    str_puts(out, ", &status);\n");
}

/* Parents before children. */
static void put_steps(Exporter *x, uint32_t number, ViewId view, uint32_t size, bool written) {
    uint32_t length = 0;
    for (ViewId v = view; v != VIEW_IDENTITY; v = x->plan->views.at[v].parent)
        length++;
    for (uint32_t done = 0; done < length; done++) {
        ViewId v = view;
        for (uint32_t skip = length - 1 - done; skip > 0; skip--)
            v = x->plan->views.at[v].parent;
        put_step(x, number, &x->plan->views.at[v], size, written);
    }
}

void export_view(Exporter *x, uint32_t number, BufferId buffer, ViewId view, bool written) {
    str_format(&x->out, "        v[%u] = b[%u];\n", number, buffer);
    put_steps(x, number, view, x->plan->buffers.at[buffer].elem_size, written);
}

void export_number_view(Exporter *x, uint32_t number, uint32_t shape, uint32_t rank, ViewId view) {
    str_format(&x->out, "        frit_dense(&v[%u], NULL, ", number);
    export_list(x, x->plan->shapes.at + shape, rank);
    str_puts(&x->out, ", 1);\n");
    put_steps(x, number, view, 1, false);
}

/* ---- what is expected */

int64_t export_expected(const Exporter *x, const Access *access) {
    const Plan *plan = x->plan;
    bool number = access->buffer == NO_BUFFER;
    const Buffer *buffer = number ? NULL : &plan->buffers.at[access->buffer];
    uint32_t rank = number ? access->rank : buffer->rank;
    int64_t stride = number ? 1 : buffer->elem_size;
    ViewId view = access->view;
    uint32_t axis = (view == VIEW_IDENTITY ? rank : plan->views.at[view].rank) - 1;
    for (; view != VIEW_IDENTITY; view = plan->views.at[view].parent) {
        const View *v = &plan->views.at[view];
        const ViewAxis *at = &plan->view_axes.at[v->axes + axis];
        ViewId parent = v->parent;
        uint32_t before = parent == VIEW_IDENTITY ? rank : plan->views.at[parent].rank;
        if (v->kind == VIEW_AXES && at->source == VIEW_NEW)
            return 0;
        if (v->kind == VIEW_AXES)
            axis = at->source;
        if (v->kind == VIEW_RESHAPE && (axis + 1 != v->rank || before == 0))
            return -1;
        if (v->kind == VIEW_RESHAPE)
            axis = before - 1;
        if (v->kind == VIEW_SLICE && at->step != LIST_SKIPPED)
            stride = at->step > 0 && at->step < 256 && stride > 0 ? stride * at->step : -1;
    }
    return axis + 1 == rank && stride > 0 && stride < 256 ? stride : -1;
}
