/* [a, b; c, d]: which class, which shape, and the copies. */
#include "front/script/value/concat.h"

#include <math.h>

#include "front/script/value/operators.h"

/* Do the shapes fit along the axis? Then *into grows by x. */
static bool shapes_join(uint32_t axis, Shape *into, const Shape *x) {
    uint32_t rank = into->rank > x->rank ? into->rank : x->rank;
    if (axis >= rank)
        rank = axis + 1;
    for (uint32_t k = 0; k < rank; k++)
        if (k != axis && shape_at(into, k) != shape_at(x, k))
            return false;
    int64_t sum = shape_at(into, axis) + shape_at(x, axis);
    for (uint32_t k = into->rank; k < rank; k++)
        into->at[k] = 1;
    into->rank = rank;
    into->at[axis] = sum;
    shape_trim(into);
    return true;
}

static bool is_nothing(const Shape *x) {
    return x->rank == 2 && x->at[0] == 0 && x->at[1] == 0;
}

/* 1 x 0 or 0 x 1: in brackets it is nothing too. */
static bool is_almost_nothing(const Shape *x) {
    return x->rank == 2 && x->at[0] + x->at[1] == 1;
}

bool shape_concat(uint32_t axis, bool brackets, Shape *into, const Shape *x) {
    if (axis >= VALUE_RANK_MAX)
        return false;
    if (shapes_join(axis, into, x) || is_nothing(x))
        return true;
    if (is_nothing(into)) {
        *into = *x;
        return true;
    }
    if (!brackets)
        return false;
    bool flat = into->rank == 2 && x->rank == 2;
    bool p = flat && is_almost_nothing(into), q = flat && is_almost_nothing(x);
    if (p && q)
        *into = shape_make(0, 0);
    else if (p)
        *into = *x;
    return p || q;
}

bool fail_concat(Interp *in, uint32_t axis, bool brackets, const Shape *a, const Shape *b) {
    char left[SHAPE_TEXT], right[SHAPE_TEXT];
    if (!brackets)
        return interp_fail(in, "cat: dimension mismatch");
    return interp_fail(in, "%s dimensions mismatch (%s vs %s)", axis ? "horizontal" : "vertical",
                       shape_text(a, left), shape_text(b, right));
}

bool concat_shape(Interp *in, const Concat *c, const Value *values, uint32_t n, Shape *out) {
    *out = value_shape(values[0]);
    for (uint32_t k = 1; k < n; k++) {
        Shape before = *out, x = value_shape(values[k]);
        if (!shape_concat(c->axis, c->brackets, out, &x))
            return fail_concat(in, c->axis, c->brackets, &before, &x);
    }
    return true;
}

/* ---- arrays */

/* Text wins, then the first integer class, single, double; truth alone stays truth. */
static ValueClass common_class(const Value *values, uint32_t n) {
    ValueClass integer = CLASS_COUNT;
    bool text = false, single = false, truth = true;
    for (uint32_t k = 0; k < n; k++) {
        ValueClass c = value_class(values[k]);
        text = text || c == CLASS_CHAR;
        single = single || c == CLASS_SINGLE;
        truth = truth && c == CLASS_LOGICAL;
        if (class_is_integer(c) && integer == CLASS_COUNT)
            integer = c;
    }
    return text                     ? CLASS_CHAR
           : integer != CLASS_COUNT ? integer
           : single                 ? CLASS_SINGLE
           : truth                  ? CLASS_LOGICAL
                                    : CLASS_DOUBLE;
}

/* Numbers beside text: whole parts, as bytes come round. */
static bool as_bytes(Interp *in, Value v, Value *out) {
    double *x;
    Array *array;
    Shape shape = value_shape(v);
    TRY(value_to_doubles(in, v, &x));
    int64_t count = value_count(v);
    bool ok = array_new_raw(in, CLASS_CHAR, false, &shape, 0, &array);
    for (int64_t k = 0; ok && k < count; k++)
        ((uint8_t *)array->data)[k] = isfinite(x[k]) ? (uint8_t)saturate_int64(trunc(x[k])) : 0;
    interp_release(in, x, (size_t)count * sizeof *x);
    if (ok)
        *out = value_of_array(array);
    return ok;
}

/* Elements of one part, as the class, to where the part begins in the result. */
static bool copy_part(Interp *in, Value v, uint32_t axis, Array *to, int64_t at) {
    Value cast;
    Array *from;
    if (to->class_ == CLASS_CHAR && !value_is_char(v))
        TRY(as_bytes(in, v, &cast));
    else
        TRY(value_cast(in, v, (ValueClass)to->class_, &cast));
    bool ok = value_to_array(in, cast, &from);
    value_drop(in, cast);
    if (!ok)
        return false;
    int64_t inner = 1, stride = 1, outer = 1;
    for (uint32_t k = 0; k < axis; k++)
        inner *= shape_at(&to->shape, k);
    for (uint32_t k = axis + 1; k < to->shape.rank; k++)
        outer *= to->shape.at[k];
    stride = inner * shape_at(&to->shape, axis);
    int64_t run = inner * shape_at(&from->shape, axis);
    size_t item = array_item(to);
    for (int64_t k = 0; k < outer && from->count; k++) {
        char *d = (char *)to->data + (size_t)(k * stride + at * inner) * item;
        if (from->complex == to->complex)
            memcpy(d, (const char *)from->data + (size_t)(k * run) * item, (size_t)run * item);
        else /* real into pairs, whose imaginary parts are 0 already */
            for (int64_t e = 0; e < run; e++)
                memcpy(d + (size_t)e * item,
                       (const char *)from->data + (size_t)(k * run + e) * item / 2, item / 2);
    }
    array_drop(in, from);
    return true;
}

static bool warn_text(Interp *in, const Value *values, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        if (!value_is_char(values[k]))
            return interp_warn(in, "Octave:num-to-str", "implicit conversion from numeric to char");
    return true;
}

/* Complex numbers beside integers or text. */
static bool fail_complex(Interp *in, const Concat *c, ValueClass class_, const Value *values,
                         uint32_t n) {
    Value found = values[0];
    bool scalars = c->axis == 1 && class_ != CLASS_CHAR;
    for (uint32_t k = n; k-- > 0;) {
        scalars = scalars && value_is_scalar(values[k]);
        if (value_is_complex(values[k]))
            found = values[k];
    }
    return interp_fail(in, "octave_base_value::%s_%s_value(): wrong type argument '%s'",
                       class_name(class_), scalars ? "scalar" : "array", value_type_name(found));
}

static bool concat_arrays(Interp *in, const Concat *c, const Value *values, uint32_t n,
                          Value *out) {
    Shape shape;
    Array *result;
    bool complex = false, quoted = false, ok = true, done = false;
    ValueClass class_ = common_class(values, n);
    TRY(concat_shape(in, c, values, n, &shape));
    for (uint32_t k = 0; k < n; k++) {
        complex = complex || value_is_complex(values[k]);
        quoted = quoted || (value_is_char(values[k]) && value_is_quoted(values[k]));
    }
    if (complex && !class_is_float(class_))
        return fail_complex(in, c, class_, values, n);
    if (class_ == CLASS_CHAR)
        TRY(warn_text(in, values, n));
    if (class_ != CLASS_CHAR)
        TRY(recorded_concat(in, c->axis, values, n, class_, &shape, &done, out));
    if (done)
        return true;
    if (complex)
        TRY(value_array_new(in, class_, true, &shape, &result));
    else
        TRY(array_new_raw(in, class_, false, &shape, 0, &result));
    result->quoted = quoted;
    int64_t at = 0;
    for (uint32_t k = 0; k < n && ok; k++)
        if (value_count(values[k])) {
            ok = copy_part(in, values[k], c->axis, result, at);
            Shape x = value_shape(values[k]);
            at += shape_at(&x, c->axis);
        }
    if (!ok) {
        array_drop(in, result);
        return false;
    }
    *out = value_of_array(result);
    return value_simplify(in, out);
}

/* Numbers one after another, as in [1, 2, 3]. */
static bool concat_numbers(Interp *in, uint32_t axis, const Value *values, uint32_t n, Value *out) {
    Array *result;
    Shape shape = axis ? shape_make(1, n) : shape_make(n, 1);
    TRY(array_new_raw(in, CLASS_DOUBLE, false, &shape, 0, &result));
    for (uint32_t k = 0; k < n; k++)
        ((double *)result->data)[k] = values[k].as.number;
    *out = value_of_array(result);
    return true;
}

/* ---- which */

static bool concat(Interp *in, const Concat *c, const Value *values, uint32_t n, Value *out) {
    bool cells = false, structs = false, plain = true, numbers = n > 1 && c->axis < 2;
    if (n == 0)
        return value_empty(in, out);
    for (uint32_t k = 0; k < n; k++) {
        cells = cells || values[k].kind == VALUE_CELL;
        structs = structs || values[k].kind == VALUE_STRUCT;
        plain = plain && value_class(values[k]) != CLASS_COUNT;
        numbers = numbers && value_is_double(values[k]);
    }
    if (numbers)
        return concat_numbers(in, c->axis, values, n, out);
    if (n == 1) {
        *out = value_hold(values[0]);
        return true;
    }
    if (plain)
        return concat_arrays(in, c, values, n, out);
    if (cells)
        return concat_cells(in, c, values, n, out);
    if (structs)
        return concat_structs(in, c, values, n, out);
    return fail_concat_kinds(in, c, values, n);
}

bool value_horzcat(Interp *in, const Value *values, uint32_t n, Value *out) {
    Concat c = {1, true};
    return concat(in, &c, values, n, out);
}

/* Rows of text that are not of one length get blanks at their ends. */
static bool concat_text_rows(Interp *in, const Value *values, uint32_t n, Value *out) {
    int64_t rows = 0, width = 0, at = 0;
    bool quoted = false;
    Array *result;
    for (uint32_t k = 0; k < n; k++) {
        Shape x = value_shape(values[k]);
        rows += value_count(values[k]) ? x.at[0] : 0;
        width = value_count(values[k]) && x.at[1] > width ? x.at[1] : width;
        quoted = quoted || value_is_quoted(values[k]);
    }
    Shape shape = shape_make(rows, width);
    TRY(array_new_raw(in, CLASS_CHAR, false, &shape, 0, &result));
    result->quoted = quoted;
    char *to = result->data;
    if (result->count)
        memset(to, ' ', (size_t)result->count);
    for (uint32_t k = 0; k < n; k++) {
        Array *from;
        if (!value_to_array(in, values[k], &from)) {
            array_drop(in, result);
            return false;
        }
        for (int64_t j = 0; from->count && j < from->shape.at[1]; j++)
            memcpy(to + j * rows + at, (char *)from->data + j * from->shape.at[0],
                   (size_t)from->shape.at[0]);
        at += from->count ? from->shape.at[0] : 0;
        array_drop(in, from);
    }
    *out = value_of_array(result);
    return value_simplify(in, out);
}

bool value_vertcat(Interp *in, const Value *values, uint32_t n, Value *out) {
    Concat c = {0, true};
    bool text = n > 1, even = true;
    int64_t width = -1;
    if (n > 1 && values[0].kind == VALUE_MAP)
        return value_maps_joined(in, values, n, out);
    for (uint32_t k = 0; k < n && text; k++) {
        Shape x = value_shape(values[k]);
        text = value_is_char(values[k]) && x.rank == 2;
        if (!text || !value_count(values[k]))
            continue;
        even = even && (width < 0 || width == x.at[1]);
        width = x.at[1];
    }
    if (text && !even)
        return concat_text_rows(in, values, n, out);
    return concat(in, &c, values, n, out);
}

bool value_concat(Interp *in, uint32_t axis, const Value *values, uint32_t n, Value *out) {
    Concat c = {axis, false};
    return concat(in, &c, values, n, out);
}
