#include "infer/vectorise.h"

/* ---- the shape of a call */

void call_take_rank(CallShape *call, const CallAxes *axes) {
    uint32_t need = axes->n;
    for (uint32_t k = 0; axes->named && k < axes->n; k++)
        if (axes->at[k] + 1u > need)
            need = axes->at[k] + 1u;
    for (; call->rank < need; call->rank++) {
        call->extents[call->rank] = 1;
        call->covered[call->rank] = false;
    }
}

uint32_t call_axis(const CallShape *call, const CallAxes *axes, uint32_t k) {
    return axes->named ? axes->at[k] : call->rank - axes->n + k;
}

bool call_take_extents(CallShape *call, const CallAxes *axes, const int64_t *sizes, uint32_t who,
                       CallClash *clash) {
    for (uint32_t k = 0; k < axes->n; k++) {
        uint32_t a = call_axis(call, axes, k);
        bool first = !call->covered[a] || (call->extents[a] == 1 && sizes[k] != 1);
        if (!first && sizes[k] != 1 && sizes[k] != call->extents[a]) {
            *clash = (CallClash){a, k, call->extents[a], sizes[k], call->who[a]};
            return false;
        }
        if (first) {
            call->extents[a] = sizes[k];
            call->who[a] = who;
        }
        call->covered[a] = true;
    }
    return true;
}

uint32_t call_uncovered(const CallShape *call) {
    uint32_t k = 0;
    while (k < call->rank && call->covered[k])
        k++;
    return k;
}

Written call_can_write(const CallShape *call, const CallAxes *axes, const int64_t *sizes,
                       uint32_t *axis) {
    *axis = 0;
    if (axes->n != call->rank)
        return WRITTEN_RANK;
    for (uint32_t k = 0; k < axes->n; k++) {
        *axis = k;
        if (sizes[k] != call->extents[call_axis(call, axes, k)])
            return WRITTEN_EXTENT;
    }
    return WRITTEN_FITS;
}

/* ---- elements */

uint32_t element_extents(const Types *t, TypeId elem, int64_t *out, uint32_t room) {
    uint32_t n = 0;
    const Type *type = type_get(t, elem);
    for (; type->kind == TYPE_FIXED; type = type_get(t, type->elem), n++)
        if (n < room)
            out[n] = type->count;
    if (type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX) {
        if (n < room)
            out[n] = type->rows;
        n++;
    }
    if (type->kind == TYPE_MATRIX) {
        if (n < room)
            out[n] = type->cols;
        n++;
    }
    return n;
}

uint32_t element_rank(const Types *t, TypeId elem) {
    return element_extents(t, elem, NULL, 0);
}

static TypeId innermost(const Types *t, TypeId elem) {
    while (type_get(t, elem)->kind == TYPE_FIXED)
        elem = type_get(t, elem)->elem;
    return elem;
}

Dtype element_dtype(const Types *t, TypeId elem) {
    return type_dtype(t, innermost(t, elem));
}

bool element_with_dtype(Env *env, Types *t, TypeId elem, Dtype dtype, TypeId *out) {
    uint32_t counts[MAX_TYPE_DEPTH + 1], n = 0;
    while (type_get(t, elem)->kind == TYPE_FIXED && n <= MAX_TYPE_DEPTH) {
        counts[n++] = type_get(t, elem)->count;
        elem = type_get(t, elem)->elem;
    }
    TRY(type_with_dtype(env, t, elem, dtype, out));
    while (n > 0)
        TRY(type_fixed(env, t, *out, counts[--n], out));
    return true;
}

/* ---- numbers */

static int kind_of(Dtype dtype) {
    switch (dtype_info(dtype)->class) {
    case CLASS_BOOL: return 0;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: return 1;
    case CLASS_FLOAT: return 2;
    default: return 3;
    }
}

int number_cost(Dtype from, Dtype to) {
    enum { SAME = 0, WIDER = 1, INT_REAL = 2, NARROWER = 3, NEVER = -1 };
    if (from == to)
        return SAME;
    int a = kind_of(from), b = kind_of(to);
    if (a > b)
        return NEVER;
    if (a == 0)
        return b == 1 ? WIDER : INT_REAL;
    if (a < b)
        return INT_REAL;
    bool signs_fit =
        dtype_info(to)->class != CLASS_UNSIGNED || dtype_info(from)->class == CLASS_UNSIGNED;
    return dtype_info(to)->bits > dtype_info(from)->bits && signs_fit ? WIDER : NARROWER;
}
