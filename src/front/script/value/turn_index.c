/* Elements, rows and columns whose number goes with the turn of a recorded loop: gathers and scatters of the body. */
#include <math.h>

#include "front/script/value/recorded.h"
#include "front/script/value/subscript.h"
#include "front/script/value/turn.h"

/* ---- numbers that go with the turn */

static bool scalar_of(const Turn *turn, Value v, double *scale, double *offset) {
    if (value_is_double(v)) {
        *scale = 0;
        *offset = v.as.number;
        return true;
    }
    if (v.kind != VALUE_ARRAY || VALUE_ARRAY_OF(v)->turn == TURN_OUTSIDE)
        return false;
    for (uint32_t k = turn->scalars.len; k-- > 0;)
        if (turn->scalars.at[k].value.as.object == v.as.object) {
            *scale = turn->scalars.at[k].scale;
            *offset = turn->scalars.at[k].offset;
            return true;
        }
    return false;
}

static bool is_whole(double x) {
    return x == floor(x) && fabs(x) < 0x1p50;
}

bool turn_note_binary(Interp *in, BinaryOp op, Value a, Value b, Value out) {
    double p, q, x, y;
    Turn *turn = in->turn;
    if (out.kind != VALUE_ARRAY || VALUE_ARRAY_OF(out)->count != 1 || !scalar_of(turn, a, &p, &x) ||
        !scalar_of(turn, b, &q, &y) || !is_whole(p) || !is_whole(q) || !is_whole(x) || !is_whole(y))
        return true;
    TurnScalar s = {.value = out};
    if (op == BINARY_ADD)
        s = (TurnScalar){out, p + q, x + y};
    else if (op == BINARY_SUB)
        s = (TurnScalar){out, p - q, x - y};
    else if ((op == BINARY_MUL || op == BINARY_EMUL) && (p == 0 || q == 0))
        s = (TurnScalar){out, p * y + q * x, x * y};
    else
        return true;
    if (!vec_push(&in->env, &turn->scalars, s))
        return interp_fail_raw(in);
    value_hold(out);
    return true;
}

/* ---- places */

/* An index of one element or a whole axis for each subscript. */
typedef struct TurnPlaces {
    uint32_t n;                      /* subscripts */
    int64_t extents[VALUE_RANK_MAX]; /* of the array, folded to n axes, the last first */
    Shape shape;                     /* of what is picked */
    frit_array *index[VALUE_RANK_MAX];
    uint32_t n_index;
    char axes[64]; /* of the indices */
    int64_t left[VALUE_RANK_MAX];
    uint32_t n_left; /* axes that are taken whole */
} TurnPlaces;

static void places_free(TurnPlaces *p) {
    for (uint32_t k = 0; k < p->n_index; k++)
        record_drop(p->index[k]);
}

/* scale * turn + offset - 1, counted in whole numbers; every turn's place is there. */
static bool index_of(Interp *in, double scale, double offset, int64_t extent, frit_array **out) {
    const Turn *turn = in->turn;
    double first = scale * (double)turn->first + offset, last = scale * (double)turn->last + offset;
    frit_array *by = NULL, *from = NULL, *scaled = NULL;
    if (!is_whole(scale) || !is_whole(offset) || fmin(first, last) < 1 ||
        fmax(first, last) > (double)extent)
        return turn_refuse(in);
    if (scale == 0)
        return turn_number(in, "i64", (uint64_t)((int64_t)offset - 1), out);
    bool ok = turn_number(in, "i64", (uint64_t)(int64_t)scale, &by) &&
              turn_number(in, "i64", (uint64_t)((int64_t)offset - 1), &from) &&
              record_op(in, "mul", (frit_array *[]){turn->index, by}, 2, NULL, &scaled) &&
              record_op(in, "add", (frit_array *[]){scaled, from}, 2, NULL, out);
    record_drop(by);
    record_drop(from);
    record_drop(scaled);
    return ok;
}

static bool is_colon(Value v) {
    return v.kind == VALUE_COLON;
}

/* *done false: they are for the ordinary index. */
static bool places_of(Interp *in, Value base, const Value *subs, uint32_t n, bool *done,
                      TurnPlaces *out) {
    double scale[VALUE_RANK_MAX], offset[VALUE_RANK_MAX];
    bool moves = false;
    int64_t extents[VALUE_RANK_MAX];
    *done = false;
    *out = (TurnPlaces){.n = n};
    if (base.kind != VALUE_ARRAY || n == 0 || n > VALUE_RANK_MAX)
        return true;
    for (uint32_t d = 0; d < n; d++) {
        if (!is_colon(subs[d]) && !scalar_of(in->turn, subs[d], &scale[d], &offset[d]))
            return true;
        moves |= !is_colon(subs[d]) && scale[d] != 0;
    }
    if (!moves)
        return true;
    Shape shape = value_shape(base);
    shape_folded(&shape, n, extents);
    out->shape = (Shape){.rank = n < 2 ? 2 : n, .at = {1, 1}};
    snprintf(out->axes, sizeof out->axes, "axes=[");
    for (uint32_t d = n; d-- > 0;) {
        uint32_t axis = n - 1 - d;
        out->extents[axis] = extents[d];
        out->shape.at[d] = is_colon(subs[d]) ? extents[d] : 1;
        if (is_colon(subs[d])) {
            out->left[out->n_left++] = extents[d];
            continue;
        }
        size_t len = strlen(out->axes);
        snprintf(out->axes + len, sizeof out->axes - len, "%s%u", out->n_index ? "," : "", axis);
        if (!index_of(in, scale[d], offset[d], extents[d], &out->index[out->n_index])) {
            places_free(out);
            return false;
        }
        out->n_index++;
    }
    snprintf(out->axes + strlen(out->axes), sizeof out->axes - strlen(out->axes), "]");
    *done = true;
    return true;
}

static bool reshaped(Interp *in, frit_array *array, uint32_t rank, const int64_t *shape,
                     frit_array **out) {
    return frit_array_reshape(array, rank, shape, out, &in->raw) == FRIT_OK || interp_fail_raw(in);
}

static bool with_shape(Interp *in, frit_array *array, const Shape *shape, frit_array **out) {
    int64_t full[VALUE_RANK_MAX];
    for (uint32_t k = 0; k < shape->rank; k++)
        full[k] = shape->at[shape->rank - 1 - k];
    return reshaped(in, array, shape->rank, full, out);
}

bool turn_index(Interp *in, Value base, const Value *subs, uint32_t n, bool *done, Value *out) {
    TurnPlaces p;
    frit_array *inputs[VALUE_RANK_MAX + 1] = {NULL}, *x = NULL, *part = NULL, *whole = NULL;
    TRY(places_of(in, base, subs, n, done, &p));
    if (!*done)
        return true;
    bool ok = value_to_frit(in, base, &x) && reshaped(in, x, p.n, p.extents, &inputs[0]);
    memcpy(inputs + 1, p.index, p.n_index * sizeof p.index[0]);
    ok = ok && record_op(in, "gather", inputs, 1 + p.n_index, p.axes, &part) &&
         with_shape(in, part, &p.shape, &whole);
    record_drop(x);
    record_drop(inputs[0]);
    record_drop(part);
    places_free(&p);
    return ok && value_from_frit(in, whole, value_class(base), out);
}

/* ---- stores */

/* The right side as the axes that are taken whole want it. */
static bool stored_of(Interp *in, const TurnPlaces *p, Value base, Value rhs, frit_array **out) {
    frit_array *x, *flat = NULL, *cast = NULL;
    char attrs[16];
    int64_t count = shape_count(&p->shape);
    if (value_count(rhs) != count && value_count(rhs) != 1)
        return turn_refuse(in);
    TRY(value_to_frit(in, rhs, &x));
    bool one = value_count(rhs) == 1;
    bool ok = reshaped(in, x, one ? 0 : p->n_left, p->left, &flat);
    record_drop(x);
    snprintf(attrs, sizeof attrs, "to=%s", class_dtype(value_class(base), false));
    if (ok && value_class(rhs) != value_class(base)) {
        ok = record_op(in, "cast", &flat, 1, attrs, &cast);
        record_drop(flat);
        flat = cast;
    }
    if (ok && one && p->n_left) {
        ok = frit_array_broadcast(flat, p->n_left, p->left, out, &in->raw) == FRIT_OK ||
             interp_fail_raw(in);
        record_drop(flat);
        return ok;
    }
    *out = flat;
    return ok;
}

/* May an element of that class be stored without another class of the whole? */
static bool class_stays(Value base, Value rhs) {
    ValueClass p = value_class(base), q = value_class(rhs);
    return p == q || (class_is_float(p) && (class_is_float(q) || q == CLASS_LOGICAL));
}

/* The same extents but for those of 1, in order? */
static bool shapes_agree(Shape a, Shape b) {
    uint32_t i = 0, j = 0;
    for (;;) {
        while (i < a.rank && a.at[i] == 1)
            i++;
        while (j < b.rank && b.at[j] == 1)
            j++;
        if (i == a.rank || j == b.rank)
            return i == a.rank && j == b.rank;
        if (a.at[i++] != b.at[j++])
            return false;
    }
}

bool turn_assign(Interp *in, Value *base, const Value *subs, uint32_t n, Value rhs, bool *done) {
    TurnPlaces p;
    Value made;
    frit_array *inputs[VALUE_RANK_MAX + 2] = {NULL}, *x = NULL, *stored = NULL, *whole = NULL;
    TRY(places_of(in, *base, subs, n, done, &p));
    if (!*done)
        return true;
    Shape shape = value_shape(*base);
    int64_t largest = in->turn->largest;
    bool ok = (rhs.kind == VALUE_NUMBER || rhs.kind == VALUE_ARRAY) && class_stays(*base, rhs) &&
              !value_is_complex(*base) && !value_is_complex(rhs) &&
              (value_count(rhs) == 1 || shapes_agree(p.shape, value_shape(rhs)));
    ok = (ok || turn_refuse(in)) && value_to_frit(in, *base, &x) &&
         reshaped(in, x, p.n, p.extents, &inputs[0]) && stored_of(in, &p, *base, rhs, &inputs[1]);
    memcpy(inputs + 2, p.index, p.n_index * sizeof p.index[0]);
    ok = ok && record_op(in, "scatter", inputs, 2 + p.n_index, p.axes, &stored) &&
         with_shape(in, stored, &shape, &whole);
    record_drop(x);
    record_drop(inputs[0]);
    record_drop(inputs[1]);
    record_drop(stored);
    places_free(&p);
    TRY(ok);
    TRY(value_from_frit(in, whole, value_class(*base), &made));
    in->turn->largest = largest > value_count(rhs) ? largest : value_count(rhs);
    value_drop(in, *base);
    *base = made;
    return true;
}
