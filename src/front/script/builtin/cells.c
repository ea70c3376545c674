/* cell, num2cell, cellstr and the like. */
#include "front/script/builtin/give.h"

bool builtin_cell(Interp *in, BuiltinCall *call) {
    Shape shape;
    Value out;
    for (uint32_t k = 0; k < call->argc; k++) {
        if (!value_has_elements(call->args[k]))
            return interp_fail(in, "octave_base_value::array_value(): wrong type argument '%s'",
                               value_type_name(call->args[k]));
        if (value_is_char(call->args[k]))
            return interp_fail(in, "invalid conversion from string to real N-D array");
    }
    if (call->argc == 0)
        shape = shape_make(0, 0);
    else
        TRY(shape_of_arguments(in, "cell", call->args, call->argc, &shape));
    return value_cell_new(in, &shape, &out) && give(call, out);
}

/* ------------------------------------------------------------------------------------ num2cell */

/* The dimensions that stay inside the cells: axes[d]. */
static bool inner_axes(Interp *in, const BuiltinCall *call, uint32_t rank, bool *axes) {
    double *dims;
    memset(axes, 0, VALUE_RANK_MAX);
    if (call->argc < 2)
        return true;
    int64_t count = value_count(call->args[1]);
    TRY(value_to_doubles(in, call->args[1], &dims));
    bool ok = true;
    for (int64_t k = 0; k < count; k++) {
        ok = ok && dims[k] >= 1 && dims[k] <= VALUE_RANK_MAX;
        if (ok && dims[k] <= rank)
            axes[(uint32_t)dims[k] - 1] = true;
    }
    interp_release(in, dims, (size_t)count * sizeof *dims);
    return ok || interp_fail(in, "num2cell: dimension vectors for DIM must be valid");
}

/* Element k of the cell: all of the inner axes, one place of the others. */
static bool slice_of(Interp *in, Value v, const Shape *outer, const bool *axes, int64_t k,
                     Value *out) {
    Value subs[VALUE_RANK_MAX];
    for (uint32_t d = 0; d < outer->rank; d++) {
        subs[d] = axes[d] ? value_colon() : value_double((double)(k % outer->at[d]) + 1);
        k /= outer->at[d];
    }
    return value_index(in, NULL, v, subs, outer->rank, out);
}

bool builtin_num2cell(Interp *in, BuiltinCall *call) {
    Value v = call->args[0], out;
    bool axes[VALUE_RANK_MAX], whole = call->argc < 2;
    Shape outer = value_shape(v);
    if (!value_has_elements(v) && v.kind != VALUE_CELL && v.kind != VALUE_STRUCT)
        return interp_fail(in, "num2cell: invalid argument of class %s", value_class_name(v));
    TRY(inner_axes(in, call, outer.rank, axes));
    for (uint32_t d = 0; d < outer.rank; d++)
        if (axes[d])
            outer.at[d] = 1;
    TRY(value_cell_new(in, &outer, &out));
    Cell *cell = VALUE_CELL_OF(out);
    for (int64_t k = 0; k < cell->count; k++) {
        bool ok = whole ? value_element(in, v, k, &cell->at[k])
                        : slice_of(in, v, &outer, axes, k, &cell->at[k]);
        if (!ok) {
            cell->at[k] = value_none();
            value_drop(in, out);
            return false;
        }
    }
    return give(call, out);
}

/* ------------------------------------------------------------------------------------- cellstr */

/* Row k of text without the blanks at its end. */
static bool row_of_text(Interp *in, const Array *text, int64_t k, Value *out) {
    int64_t rows = text->shape.at[0], columns = rows ? text->count / rows : 0;
    const char *at = text->data;
    while (columns && at[k + rows * (columns - 1)] == ' ')
        columns--;
    Str line = str_make(&in->env);
    for (int64_t j = 0; j < columns; j++)
        str_putc(&line, at[k + rows * j]);
    bool ok = str_ok(&line) ? value_text(in, line.data ? line.data : "", line.len, false, out)
                            : interp_fail_raw(in);
    str_free(&line);
    return ok;
}

bool builtin_cellstr(Interp *in, BuiltinCall *call) {
    Value v = call->args[0], out;
    Array *text;
    if (v.kind == VALUE_CELL) {
        for (int64_t k = 0; k < VALUE_CELL_OF(v)->count; k++)
            if (!value_is_char(VALUE_CELL_OF(v)->at[k]))
                return interp_fail(in, "cellstr: argument STRING must be a 2-D character array");
        return give(call, value_hold(v));
    }
    if (!value_is_char(v) && !(value_has_elements(v) && value_is_empty(v)))
        return interp_fail(in, "cellstr: argument STRING must be a 2-D character array");
    TRY(value_to_array(in, v, &text));
    int64_t rows = text->count ? text->shape.at[0] : 1;
    Shape shape = shape_make(rows, 1);
    bool ok = value_cell_new(in, &shape, &out);
    for (int64_t k = 0; ok && k < rows; k++)
        if (!row_of_text(in, text, text->count ? k : 0, &VALUE_CELL_OF(out)->at[k])) {
            VALUE_CELL_OF(out)->at[k] = value_none();
            value_drop(in, out);
            ok = false;
        }
    array_drop(in, text);
    return ok && give(call, out);
}

/* cellslices(x, from, to, dim): parts of x along dim. */
bool builtin_cellslices(Interp *in, BuiltinCall *call) {
    double *from, *to;
    Value out, v = call->args[0], subs[VALUE_RANK_MAX];
    uint32_t axis;
    Shape shape = value_shape(v);
    int64_t count = value_count(call->args[1]);
    axis = shape_first_axis(&shape);
    if (call->argc > 3)
        TRY(argument_axis(in, "cellslices", call->args[3], &axis));
    if (value_count(call->args[2]) != count)
        return interp_fail(in, "cellslices: the lengths of LB and UB must match");
    TRY(value_to_doubles(in, call->args[1], &from));
    if (!value_to_doubles(in, call->args[2], &to)) {
        interp_release(in, from, (size_t)count * sizeof *from);
        return false;
    }
    Shape row = shape_make(1, count);
    uint32_t n = axis < shape.rank ? shape.rank : axis + 1;
    bool ok = n <= VALUE_RANK_MAX && value_cell_new(in, &row, &out);
    for (int64_t k = 0; ok && k < count; k++) {
        for (uint32_t d = 0; d < n; d++)
            subs[d] = value_colon();
        ok = value_range(in, from[k], 1, to[k], &subs[axis]) &&
             value_index(in, NULL, v, subs, n, &VALUE_CELL_OF(out)->at[k]);
        value_drop(in, subs[axis]);
        if (!ok) {
            VALUE_CELL_OF(out)->at[k] = value_none();
            value_drop(in, out);
        }
    }
    interp_release(in, from, (size_t)count * sizeof *from);
    interp_release(in, to, (size_t)count * sizeof *to);
    return ok && give(call, out);
}
