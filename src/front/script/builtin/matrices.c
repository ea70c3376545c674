#include "front/script/builtin/matrices.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void argument_type_name(Value v, char buffer[64]) {
    ValueClass c = value_class(v);
    const char *size = value_is_scalar(v) ? "scalar" : "matrix";
    if (v.kind == VALUE_CELL)
        snprintf(buffer, 64, "cell");
    else if (v.kind == VALUE_STRUCT)
        snprintf(buffer, 64, value_is_scalar(v) ? "scalar struct" : "struct");
    else if (v.kind == VALUE_FUNCTION)
        snprintf(buffer, 64, "function handle");
    else if (v.kind == VALUE_MAP || c == CLASS_COUNT)
        snprintf(buffer, 64, "object");
    else if (c == CLASS_CHAR)
        snprintf(buffer, 64, value_is_quoted(v) ? "string" : "sq_string");
    else if (c == CLASS_LOGICAL)
        snprintf(buffer, 64, value_is_scalar(v) ? "bool" : "bool matrix");
    else if (class_is_integer(c))
        snprintf(buffer, 64, "%s %s", class_name(c), size);
    else
        snprintf(buffer, 64, "%s%s%s", c == CLASS_SINGLE ? "float " : "",
                 value_is_complex(v) ? "complex " : "", size);
}

bool argument_wrong_type(Interp *in, const char *who, Value v) {
    char name[64];
    argument_type_name(v, name);
    return interp_fail(in, "%s: wrong type argument '%s'", who, name);
}

static void read_elements(const Array *a, const double *real, double *to) {
    int64_t count = a->count * (a->complex ? 2 : 1);
    if (real)
        memcpy(to, real, (size_t)count * sizeof *to);
    else if (a->class_ == CLASS_DOUBLE)
        memcpy(to, a->data, (size_t)count * sizeof *to);
    else
        for (int64_t k = 0; k < count; k++)
            to[k] = ((const float *)a->data)[k];
}

static bool read_matrix(Interp *in, Value v, Matrix *out) {
    Array *a;
    Shape shape = value_shape(v);
    if (!value_to_array(in, v, &a))
        return false;
    bool is_float = class_is_float((ValueClass)a->class_);
    double *real = NULL;
    int64_t columns = a->count == 0 ? shape.at[1] : a->count / shape.at[0];
    bool ok = is_float || value_to_doubles(in, v, &real);
    if (ok && !matrix_new(&in->env, shape.at[0], columns, a->complex, out))
        ok = interp_fail_raw(in);
    if (ok && a->count > 0)
        read_elements(a, real, out->at);
    interp_release(in, real, (size_t)a->count * sizeof *real);
    value_drop(in, value_of_array(a));
    return ok;
}

bool matrix_take(Interp *in, const char *who, Value v, unsigned takes, Matrix *out, bool *single) {
    ValueClass c = value_class(v);
    *out = (Matrix){0};
    if (c == CLASS_COUNT || (class_is_integer(c) && !(takes & TAKES_INTEGERS)) ||
        (c == CLASS_LOGICAL && !(takes & TAKES_LOGICAL)))
        return argument_wrong_type(in, who, v);
    if (c == CLASS_CHAR && !(takes & TAKES_TEXT))
        return interp_fail(in, "invalid conversion from string to real matrix");
    if (single && c == CLASS_SINGLE)
        *single = true;
    return read_matrix(in, v, out);
}

bool matrix_is_square(Interp *in, const char *who, Value v) {
    Shape shape = value_shape(v);
    if (shape.rank == 2 && shape.at[0] == shape.at[1])
        return true;
    return interp_fail(in, "%s: A must be a square matrix", who);
}

static bool give_single(Interp *in, const Matrix *m, Value *out) {
    Array *a;
    Shape shape = shape_make(m->rows, m->columns);
    if (!value_array_new(in, CLASS_SINGLE, m->complex, &shape, &a))
        return false;
    for (int64_t k = 0; k < a->count * (m->complex ? 2 : 1); k++)
        ((float *)a->data)[k] = (float)m->at[k];
    *out = value_of_array(a);
    return true;
}

static bool give_double(Interp *in, const Matrix *m, Value *out) {
    Array *a;
    Shape shape = shape_make(m->rows, m->columns);
    if (!value_array_new(in, CLASS_DOUBLE, m->complex, &shape, &a))
        return false;
    if (m->at)
        memcpy(a->data, m->at, linear_bytes(m));
    *out = value_of_array(a);
    return true;
}

bool matrix_give(Interp *in, Matrix *m, bool single, Value *out) {
    bool ok = single ? give_single(in, m, out) : give_double(in, m, out);
    matrix_free(&in->env, m);
    return ok && value_simplify(in, out);
}

bool call_give(BuiltinCall *call, Value v) {
    call->outs[call->outc++] = v;
    return true;
}

bool call_give_matrix(Interp *in, BuiltinCall *call, Matrix *m, bool single) {
    Value v = value_none();
    if (!matrix_give(in, m, single, &v)) {
        value_drop(in, v);
        return false;
    }
    return call_give(call, v);
}

bool call_give_doubles(Interp *in, BuiltinCall *call, int64_t rows, int64_t columns,
                       const double *x, bool single) {
    Matrix m;
    if (!matrix_new(&in->env, rows, columns, false, &m))
        return interp_fail_raw(in);
    if (m.at)
        memcpy(m.at, x, linear_bytes(&m));
    return call_give_matrix(in, call, &m, single);
}

void matrices_free(Interp *in, Matrix *m, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        matrix_free(&in->env, &m[k]);
}

const char *call_text(Interp *in, const BuiltinCall *call, uint32_t k, char buffer[32]) {
    Value v = k < call->argc ? call->args[k] : value_none();
    int64_t len = value_count(v), at = 0;
    if (value_is_text(v) && len < 32)
        for (Value letter; at < len && value_element(in, v, at, &letter); at++)
            buffer[at] = (char)letter.as.number;
    buffer[at] = '\0';
    return buffer;
}

bool call_text_is(Interp *in, const BuiltinCall *call, uint32_t k, const char *text) {
    char buffer[32];
    return strcmp(call_text(in, call, k, buffer), text) == 0;
}

bool rcond_is_singular(double rcond, bool single) {
    volatile double wide = rcond + 1; /* not with more digits than it has */
    volatile float narrow = (float)rcond + 1;
    return isnan(rcond) || (single ? narrow == 1 : wide == 1);
}

bool warn_singular(Interp *in, double rcond, bool single) {
    if (!rcond_is_singular(rcond, single))
        return true;
    if (rcond == 0 || isnan(rcond))
        return interp_warn(in, "Octave:singular-matrix", "matrix singular to machine precision");
    return interp_warn(in, "Octave:nearly-singular-matrix",
                       "matrix singular to machine precision, rcond = %g", rcond);
}
