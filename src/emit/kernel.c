/*
 * The kernel around an element function. It takes the extents of the iteration space, then for
 * every input and output, in order, a pointer and its strides in elements, one for each axis of its
 * own; scalar inputs come by value. Loops (or threads) run over the space; an output that has fewer
 * axes than the space is written where the others are 0.
 */
#include <stdio.h>

#include "emit/emitter.h"

typedef struct ArgumentText {
    Str *out;
    unsigned n_params; /* so far */
    unsigned n_sizes;
    bool names_only; /* the sizes are being read out of their array */
} ArgumentText;

static unsigned rank_of(const Emitter *e, VarId var) {
    return type_rank(e->types, e->p->vars.at[var].type);
}

/* A bool comes as a byte, an aggregate through a pointer: layouts differ, bytes do not. */
static bool by_value(const Emitter *e, VarId var) {
    const Type *type = type_get(e->types, elem_of(e, var));
    return rank_of(e, var) == 0 && type->kind == TYPE_SCALAR &&
           dtype_info(type->dtype)->class != CLASS_COMPLEX;
}

/* ---- parameters */

static void next_param(ArgumentText *k) {
    if (k->n_params++)
        str_puts(k->out, ", ");
}

/* pattern: `$` the type in memory, `@` the name, `#` the parameter's number. */
static void put_param(Emitter *e, ArgumentText *k, const char *pattern, TypeId elem, char letter,
                      uint32_t number) {
    unsigned place = k->n_params;
    next_param(k);
    for (; *pattern; pattern++)
        if (*pattern == '$')
            put_memory_type(e, k->out, elem);
        else if (*pattern == '@')
            str_format(k->out, "%c%u", letter, number);
        else if (*pattern == '#')
            str_uint(k->out, place);
        else
            str_putc(k->out, *pattern);
}

/* An extent or a stride: a parameter of its own, or an entry of the array of sizes. */
static void put_size(Emitter *e, ArgumentText *k, char letter, uint32_t number, const char *of,
                     unsigned axis) {
    if (e->d->sizes_param && !k->names_only)
        return;
    if (k->names_only) {
        str_puts(k->out, "\tconst ");
        put_scalar(e, k->out, DT_I64);
        str_putc(k->out, ' ');
    } else {
        next_param(k);
        const char *before = e->d->scalar_param;
        for (; *before && *before != '@'; before++)
            if (*before == '$')
                put_scalar(e, k->out, DT_I64);
            else
                str_putc(k->out, *before);
    }
    str_format(k->out, "%c%u", letter, number);
    if (of)
        str_format(k->out, "%s%u", of, axis);
    if (k->names_only)
        str_format(k->out, " = sizes[%u];\n", k->n_sizes++);
}

static void put_strides(Emitter *e, ArgumentText *k, char letter, uint32_t number, VarId var) {
    for (unsigned axis = 0; axis < rank_of(e, var); axis++)
        put_size(e, k, letter, number, "_s", axis);
}

static void put_sizes_and_arrays(Emitter *e, ArgumentText *k) {
    const Program *p = e->p;
    for (unsigned axis = 0; axis < e->plan->rank; axis++)
        put_size(e, k, 'n', axis, NULL, 0);
    for (VarId v = 0; v < p->n_inputs; v++) {
        if (!k->names_only)
            put_param(e, k, by_value(e, v) ? e->d->scalar_param : e->d->array_in, elem_of(e, v),
                      'v', v);
        put_strides(e, k, 'v', v, v);
    }
    for (uint32_t o = 0; o < p->outputs.len; o++) {
        if (!k->names_only)
            put_param(e, k, e->d->array_out, elem_of(e, p->outputs.at[o]), 'r', o);
        put_strides(e, k, 'r', o, p->outputs.at[o]);
    }
}

static void put_extra_param(ArgumentText *k, const char *text) {
    if (!text)
        return;
    next_param(k);
    str_puts(k->out, text);
}

static void put_kernel_head(Emitter *e, ArgumentText *k) {
    str_puts(k->out, e->d->kernel);
    put_program_name(e, k->out, e->entry);
    str_putc(k->out, '(');
    put_extra_param(k, e->d->thread_params);
    put_extra_param(k, e->d->sizes_param);
    put_sizes_and_arrays(e, k);
    put_extra_param(k, e->d->last_params);
    str_puts(k->out, ")\n{\n");
    if (e->d->sizes_param) {
        k->names_only = true;
        put_sizes_and_arrays(e, k);
    }
}

/* ---- loops */

static void indent(Str *out, unsigned depth) {
    while (depth--)
        str_putc(out, '\t');
}

/* "for (int64_t i0 = 0; i0 < n0; i0++)", one inside the other. Returns the depth of the body. */
static unsigned open_loops(Emitter *e) {
    Str *out = &e->body;
    unsigned depth = 1;
    for (unsigned axis = 0; axis < e->plan->rank; axis++, depth++) {
        indent(out, depth);
        str_puts(out, "for (");
        put_scalar(e, out, DT_I64);
        str_format(out, " i%u = 0; i%u < n%u; i%u++)%s\n", axis, axis, axis, axis,
                   axis + 1 == e->plan->rank ? " {" : "");
    }
    if (depth == 1) {
        str_puts(out, "\t{\n");
        depth++;
    }
    return depth;
}

/* A loop over the elements that are this thread's; their indices from the element's number. */
static unsigned open_grid(Emitter *e) {
    Str *out = &e->body;
    unsigned rank = e->plan->rank;
    str_puts(out, "\tfor (");
    put_scalar(e, out, DT_I64);
    str_format(out, " i = %s; i < ", e->d->grid_first);
    for (unsigned axis = 0; axis < rank; axis++)
        str_format(out, "%sn%u", axis ? " * " : "", axis);
    str_format(out, "%s; i += %s) {\n", rank ? "" : "1", e->d->grid_step);
    if (rank)
        str_puts(out, "\t\t");
    for (unsigned axis = rank; axis-- > 0;) { /* the last moves fastest */
        if (axis + 1 == rank) {
            put_scalar(e, out, DT_I64);
            str_putc(out, ' ');
        }
        str_format(out, "%si%u = i", axis + 1 == rank ? "" : ", ", axis);
        for (unsigned inner = rank; inner-- > axis + 1;)
            str_format(out, " / n%u", inner);
        if (axis)
            str_format(out, " %% n%u", axis);
    }
    if (rank)
        str_puts(out, ";\n");
    for (unsigned axis = 0; e->d->warns_of_unused && axis < rank; axis++)
        if (e->dims.at[e->plan->dims + axis] == 1 && !(e->plan->indices >> axis & 1))
            str_format(out, "\t\t(void)i%u;\n", axis); /* nothing moves along it */
    return 2;
}

/* ---- the body */

static Text name_text(Emitter *e, char letter, uint32_t number) {
    Text text = text_open(e);
    str_format(&e->scratch, "%c%u", letter, number);
    return text_close(e, text);
}

/* "i0 * v1_s0 + i1 * v1_s1", times what an element measures in the pointer's units. */
static Text offset_text(Emitter *e, VarId var, uint32_t view, char letter, uint32_t number) {
    unsigned rank = rank_of(e, var);
    uint64_t units = memory_units(e, elem_of(e, var));
    Text text = text_open(e);
    const char *plus = "";
    for (unsigned k = 0; k < rank; k++) {
        int8_t axis = e->axes.at[e->views.at[view].axes + k];
        if (axis < 0)
            continue;
        str_format(&e->scratch, "%si%d * %c%u_s%u", plus, axis, letter, number, k);
        plus = " + ";
    }
    if (!*plus) {
        str_putc(&e->scratch, '0');
        return text_close(e, text);
    }
    char times[40];
    snprintf(times, sizeof times, "%llu * (", (unsigned long long)units);
    return units == 1 ? text_close(e, text) : text_around(e, times, text_close(e, text), ")");
}

static Text loaded(Emitter *e, VarId var, uint32_t view) {
    Text name = name_text(e, 'v', var);
    if (!by_value(e, var))
        return load(e, elem_of(e, var), name, offset_text(e, var, view, 'v', var));
    return dtype_of(e, var) == DT_BOOL ? text_around(e, "", name, " != 0") : name;
}

/* The call of the element function: "f(v1[i0 * v1_s0], v2)". */
static bool element_call(Emitter *e, Text *call) {
    const Program *p = e->p;
    e->pieces.len = 0;
    for (VarId v = 0; v < p->n_inputs; v++)
        for (uint32_t view = first_view(e, e->plan, v); view != NO_VIEW;
             view = e->views.at[view].next)
            TRY(vec_push(e->env, &e->pieces, loaded(e, v, view)));
    *call = text_open(e);
    put_function_name(e, &e->scratch, e->entry);
    str_putc(&e->scratch, '(');
    uint32_t n = 0;
    for (; n < e->pieces.len; n++) {
        str_puts(&e->scratch, n ? ", " : "");
        put_text(e, &e->scratch, e->pieces.at[n]);
    }
    for (unsigned axis = 0; axis < e->plan->rank; axis++)
        if (e->plan->indices >> axis & 1)
            str_format(&e->scratch, "%si%u", n++ ? ", " : "", axis);
    for (uint32_t o = 0; p->outputs.len != 1 && o < p->outputs.len; o++)
        str_format(&e->scratch, "%s%st%u", n++ ? ", " : "", e->d->out_by_pointer ? "&" : "", o);
    str_putc(&e->scratch, ')');
    *call = text_close(e, *call);
    return true;
}

/* "if (i0 == 0)" before the store of an output that does not move along i0. */
static bool put_guard(Emitter *e, VarId var, uint32_t view) {
    uint64_t moves = 0;
    for (unsigned k = 0; k < rank_of(e, var); k++) {
        int8_t axis = e->axes.at[e->views.at[view].axes + k];
        if (axis >= 0)
            moves |= (uint64_t)1 << axis;
    }
    bool any = false;
    for (unsigned axis = 0; axis < e->plan->rank; axis++)
        if (!(moves >> axis & 1) && e->dims.at[e->plan->dims + axis] != 1) {
            str_format(&e->body, "%si%u == 0", any ? " && " : "if (", axis);
            any = true;
        }
    if (any)
        str_puts(&e->body, ")\n");
    return any;
}

static void put_output(Emitter *e, uint32_t o, Text value, unsigned depth) {
    VarId var = e->p->outputs.at[o];
    uint32_t view = output_view(e, var);
    Text name = name_text(e, 'r', o), offset = offset_text(e, var, view, 'r', o);
    indent(&e->body, depth);
    if (put_guard(e, var, view))
        indent(&e->body, depth + 1);
    put_store(e, &e->body, elem_of(e, var), name, offset, value);
}

static bool put_kernel_body(Emitter *e, unsigned depth) {
    const Program *p = e->p;
    Text call;
    e->scratch.len = 0;
    TRY(element_call(e, &call));
    if (p->outputs.len == 1) {
        put_output(e, 0, call, depth);
        return true;
    }
    for (uint32_t o = 0; o < p->outputs.len; o++) {
        indent(&e->body, depth);
        put_type(e, &e->body, elem_of(e, p->outputs.at[o]));
        str_format(&e->body, " t%u;\n", o);
    }
    indent(&e->body, depth);
    put_text(e, &e->body, call);
    str_puts(&e->body, ";\n");
    for (uint32_t o = 0; o < p->outputs.len; o++)
        put_output(e, o, name_text(e, 't', o), depth);
    return true;
}

bool put_kernel(Emitter *e) {
    const Program *p = e->p = e->m->programs.at[e->entry];
    e->plan = &e->plans.at[e->entry];
    e->id = e->entry;
    e->scratch.len = 0;
    TRY(make_layouts(e));
    for (VarId v = 0; v < p->n_inputs; v++)
        TRY(check_layout(e, elem_of(e, v), v));
    for (uint32_t o = 0; o < p->outputs.len; o++)
        TRY(check_layout(e, elem_of(e, p->outputs.at[o]), p->outputs.at[o]));
    ArgumentText k = {.out = &e->body};
    put_gap(&e->body);
    put_kernel_head(e, &k);
    put_unread_params(e);
    unsigned depth = e->d->grid_first ? open_grid(e) : open_loops(e);
    TRY(put_kernel_body(e, depth));
    indent(&e->body, depth - 1);
    str_puts(&e->body, "}\n}\n");
    return str_ok(&e->body) && str_ok(&e->scratch);
}
