/* Triangles, diagonals, padding, blocks: elements of an array, and zeros around them. */
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/shape.h"
#include "front/script/value/objects.h"

/* The triangle of a matrix in memory, column by column; above: rows - columns that are in it at most. */
static bool triangle(Interp *in, Array *x, bool lower, double offset, Value *out) {
    Array *to;
    int64_t rows = x->shape.at[0], columns = x->shape.at[1];
    size_t item = array_item(x);
    TRY(array_new_raw(in, (ValueClass)x->class_, x->complex, &x->shape, 0, &to));
    to->quoted = x->quoted;
    for (int64_t j = 0; j < columns; j++) {
        /* Rows before `cut` are above the diagonal j - i = offset, or on it where the upper part is kept. */
        double first = ceil((double)j - offset);
        double at = lower ? first : floor((double)j - offset) + 1;
        int64_t cut = at <= 0 ? 0 : at >= (double)rows ? rows : (int64_t)at;
        char *column = (char *)to->data + (size_t)(j * rows) * item;
        const char *from = (const char *)x->data + (size_t)(j * rows) * item;
        size_t above = (size_t)cut * item, below = (size_t)(rows - cut) * item;
        if (lower) {
            memset(column, 0, above);
            memcpy(column + above, from + above, below);
        } else {
            memcpy(column, from, above);
            memset(column + above, 0, below);
        }
    }
    *out = value_of_array(to);
    return value_simplify(in, out);
}

/* tril(x, k), triu(x, k) */
bool builtin_triangle(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    Shape shape = value_shape(v);
    double offset = 0;
    if (!value_has_elements(v) && v.kind != VALUE_CELL && v.kind != VALUE_STRUCT)
        return interp_fail(in, "octave_base_value::resize (): wrong type argument '%s'",
                           value_type_name(v));
    if (shape.rank != 2)
        return interp_fail(in, "%s: need a 2-D matrix", call->name);
    if (call->argc > 1)
        TRY(value_to_double(in, call->args[1], call->name, &offset));
    bool lower = call->row->code == TRIANGLE_LOWER;
    if (value_has_elements(v) && value_count(v) > 0 && offset == offset) {
        Array *x;
        TRY(value_to_array(in, v, &x));
        bool done = triangle(in, x, lower, offset, &call->outs[0]);
        array_drop(in, x);
        call->outc = 1;
        return done;
    }
    int64_t n = value_count(v), rows = shape.at[0], *places = places_new(in, n);
    if (!places)
        return false;
    for (int64_t k = 0; k < n; k++) {
        double above = (double)(k / (rows ? rows : 1) - k % (rows ? rows : 1));
        places[k] = (lower ? above <= offset : above >= offset) ? k : -1;
    }
    bool ok = value_pick(in, v, places, &shape, &call->outs[0]);
    places_free(in, places, n);
    call->outc = 1;
    return ok;
}

/* ---- diagonals */

/* Of a matrix its diagonal; of a vector the matrix that has it there. */
static bool diagonal(Interp *in, Value v, double offset, int64_t rows, int64_t columns,
                     Value *out) {
    Shape from = value_shape(v), shape;
    int64_t down = offset < 0 ? (int64_t)-offset : 0, right = offset > 0 ? (int64_t)offset : 0;
    int64_t n = value_count(v);
    bool vector = shape_is_vector(&from) && n > 0 && (n != 1 || rows >= 0 || offset != 0);
    if (n == 1 && rows < 0 && offset == 0) {
        *out = value_hold(v);
        return true;
    }
    if (vector) {
        shape =
            rows >= 0 ? shape_make(rows, columns) : shape_make(n + down + right, n + down + right);
    } else {
        int64_t high = from.at[0] - down, wide = from.at[1] - right;
        int64_t length = high < wide ? high : wide;
        shape = n == 0 ? shape_make(0, 0) : shape_make(length > 0 ? length : 0, 1);
        if (n == 0 && (from.at[0] == 1 || from.at[1] == 1))
            shape = shape_make(down + right, down + right);
    }
    int64_t count;
    uint64_t bytes;
    TRY(shape_bytes(in, &shape, sizeof(int64_t), &count, &bytes));
    int64_t *places = places_new(in, count);
    if (!places)
        return false;
    for (int64_t k = 0; k < count; k++)
        places[k] = vector || n == 0 ? -1 : k + down + (k + right) * from.at[0];
    for (int64_t k = 0; vector && k < n && k + down < shape.at[0] && k + right < shape.at[1]; k++)
        places[k + down + (k + right) * shape.at[0]] = k;
    bool ok = value_pick(in, v, places, &shape, out);
    places_free(in, places, count);
    return ok;
}

/* diag(v, k), diag(v, m, n), diag(m, k) */
bool builtin_diag(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    double offset = 0, rows = -1, columns = -1;
    if (!value_has_elements(v) && v.kind != VALUE_CELL)
        return interp_fail(in, "octave_base_value::diag (): wrong type argument '%s'",
                           value_type_name(v));
    if (value_shape(v).rank != 2)
        return interp_fail(in, "Matrix must be 2-dimensional");
    if (call->argc == 2) {
        if (value_count(call->args[1]) != 1 || !value_has_elements(call->args[1]))
            return interp_fail(in, "diag: invalid argument K: must be a scalar integer");
        TRY(value_to_double(in, call->args[1], "diag", &offset));
        if (offset != floor(offset))
            return interp_fail(in, "diag: invalid argument K: must be a scalar integer");
    } else if (call->argc == 3) {
        Shape shape = value_shape(v);
        if (!shape_is_vector(&shape))
            return interp_fail(in, "diag: V must be a vector");
        TRY(value_to_double(in, call->args[1], "diag", &rows));
        TRY(value_to_double(in, call->args[2], "diag", &columns));
        if (!(rows >= 0 && columns >= 0 && rows < 9e15 && columns < 9e15))
            return interp_fail(in, "diag: invalid dimension");
    }
    if (fabs(offset) > 1e9)
        return interp_fail(in, "out of memory or dimension too large for Octave's index type");
    call->outc = 1;
    return diagonal(in, v, offset, (int64_t)rows, (int64_t)columns, &call->outs[0]);
}

/* ---- padding */

/* The part of v that fits, moved by `by` along an axis, in another extent; elsewhere `fill`. */
static bool padded(Interp *in, Value v, uint32_t axis, int64_t extent, int64_t by, Value fill,
                   Value *out) {
    Shape from = value_shape(v), shape = shape_with(&from, axis, extent);
    Walk a = walk_along(&from, axis);
    int64_t count;
    uint64_t bytes;
    TRY(shape_bytes(in, &shape, sizeof(int64_t), &count, &bytes));
    int64_t *places = places_new(in, count);
    if (!places)
        return false;
    for (int64_t k = 0; k < count; k++) {
        int64_t i = k % a.inner, at = k / a.inner % extent, o = k / a.inner / extent;
        int64_t source = at - by;
        places[k] = source >= 0 && source < a.n ? i + a.inner * (source + a.n * o) : -1;
    }
    bool ok = value_pick(in, v, places, &shape, out);
    double x = 0;
    ok = ok && value_to_double(in, fill, "postpad", &x);
    if (ok && x != 0 && out->kind == VALUE_ARRAY && value_class(*out) != CLASS_CHAR) {
        Array *array = VALUE_ARRAY_OF(*out);
        for (int64_t k = 0; k < count && !array->complex; k++)
            if (places[k] < 0)
                element_store((ValueClass)array->class_, array->data, k, x);
    }
    if (ok && x != 0 && out->kind == VALUE_NUMBER && places[0] < 0)
        *out = value_number((ValueClass)out->class_, x);
    places_free(in, places, count);
    return ok;
}

/* postpad(x, l, c, dim), prepad(x, l, c, dim): cut or filled to l elements. */
bool builtin_pad(Interp *in, BuiltinCall *call) {
    Value v = call->args[0], fill = value_double(0);
    Shape shape = value_shape(v);
    uint32_t axis = shape_first_axis(&shape);
    double extent;
    TRY(need_elements(in, call->name, v));
    if (call->argc > 2 && !value_is_empty(call->args[2])) {
        if (value_count(call->args[2]) != 1)
            return interp_fail(in, "%s: third argument C must be empty or a scalar", call->name);
        fill = call->args[2];
    }
    if (call->argc > 3)
        TRY(argument_axis(in, call->name, call->args[3], &axis));
    if (axis >= VALUE_RANK_MAX)
        return interp_fail(in, "%s: DIM must be a valid dimension", call->name);
    if (value_count(call->args[1]) != 1)
        return interp_fail(in, "%s: second argument L must be a positive scaler", call->name);
    TRY(value_to_double(in, call->args[1], call->name, &extent));
    if (!(extent >= 0 && extent < 9e15))
        return interp_fail(in, "%s: second argument L must be a positive scaler", call->name);
    int64_t by = call->row->code == PAD_BEFORE ? (int64_t)extent - shape_at(&shape, axis) : 0;
    call->outc = 1;
    return padded(in, v, axis, (int64_t)extent, by, fill, &call->outs[0]);
}

/* resize(x, m, n, ...): cut or filled with zeros. */
bool builtin_resize(Interp *in, BuiltinCall *call) {
    Shape shape, from = value_shape(call->args[0]);
    TRY(shape_of_arguments(in, "resize", call->args + 1, call->argc - 1, &shape));
    Value so_far = value_hold(call->args[0]);
    uint32_t rank = shape.rank > from.rank ? shape.rank : from.rank;
    for (uint32_t k = 0; k < rank; k++) {
        Value next;
        if (shape_at(&from, k) == shape_at(&shape, k))
            continue;
        bool ok = padded(in, so_far, k, shape_at(&shape, k), 0, value_double(0), &next);
        value_drop(in, so_far);
        TRY(ok);
        so_far = next;
    }
    return give(call, so_far);
}

/* ---- blocks on the diagonal */

bool builtin_blkdiag(Interp *in, BuiltinCall *call) {
    int64_t rows = 0, columns = 0;
    for (uint32_t k = 0; k < call->argc; k++) {
        Shape shape = value_shape(call->args[k]);
        if (!value_has_elements(call->args[k]) || shape.rank != 2)
            return interp_fail(in, "blkdiag: all arguments must be numeric matrices");
        rows += shape.at[0];
        columns += shape.at[1];
    }
    Shape shape = shape_make(rows, columns);
    Numbers to, block;
    TRY(numbers_new(in, CLASS_DOUBLE, false, &shape, &to));
    memset(to.at, 0, (size_t)to.count * sizeof(double));
    int64_t row = 0, column = 0;
    for (uint32_t k = 0; k < call->argc; k++) {
        if (!numbers_of(in, call->args[k], &block)) {
            numbers_free(in, &to);
            return false;
        }
        int64_t high = block.shape.at[0];
        for (int64_t i = 0; i < block.count; i++)
            to.at[row + i % high + (column + i / high) * rows] =
                block.at[block.complex ? 2 * i : i];
        row += high;
        column += block.shape.at[1];
        numbers_free(in, &block);
    }
    call->outc = 1;
    return numbers_value(in, &to, &call->outs[0]);
}

/* ---- grids */

/* The vector along one dimension of a grid, repeated along the others. */
static bool grid_of(Interp *in, Value v, const Shape *grid, uint32_t axis, Value *out) {
    Shape one = shape_make(1, 1);
    Shape along = shape_with(&one, axis, value_count(v)), times = *grid;
    Value column;
    times.at[axis] = 1;
    TRY(value_reshaped(in, v, &along, &column));
    Value args[1 + VALUE_RANK_MAX];
    args[0] = column;
    for (uint32_t k = 0; k < times.rank; k++)
        args[1 + k] = value_double((double)times.at[k]);
    BuiltinCall call = {
        .name = "repmat", .args = args, .argc = 1 + times.rank, .nout = 1, .outs = out};
    bool ok = builtin_repmat(in, &call);
    value_drop(in, column);
    return ok;
}

/* meshgrid(x, y, z) has x along columns, y along rows; ndgrid (code 1) each along its own dimension. */
bool builtin_grid(Interp *in, BuiltinCall *call) {
    bool each = call->row->code;
    uint32_t outs = call->nout ? call->nout : 1;
    uint32_t rank = call->argc > 1 ? call->argc : each ? (outs < 2 ? 2 : outs) : outs > 2 ? 3 : 2;
    Shape grid = {.rank = rank < 2 ? 2 : rank};
    if (rank > VALUE_RANK_MAX || outs > rank)
        return interp_fail(in, "Invalid call to %s", call->name);
    for (uint32_t k = 0; k < rank; k++) {
        Value v = call->args[call->argc > 1 ? k : 0];
        Shape shape = value_shape(v);
        if (!value_has_elements(v) || !(shape_is_vector(&shape) || value_count(v) == 0))
            return each ? interp_fail(in, "ndgrid: wrong size argument")
                        : interp_fail(in, rank > 2 ? "meshgrid: X, Y, and Z must be vectors"
                                                   : "meshgrid: X and Y must be vectors");
        uint32_t axis = each || k > 1 ? k : 1 - k;
        grid.at[axis] = value_count(v);
    }
    for (uint32_t k = 0; k < outs; k++) {
        Value v = call->args[call->argc > 1 ? k : 0];
        TRY(grid_of(in, v, &grid, each || k > 1 ? k : 1 - k, &call->outs[k]));
        call->outc = k + 1;
    }
    return true;
}
