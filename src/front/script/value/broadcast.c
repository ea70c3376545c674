/* Elementwise loops over two operands whose extents of 1 are repeated. */
#include "front/script/value/broadcast.h"

bool operand_open(Interp *in, Value v, Operand *out) {
    *out = (Operand){.value = v, .class_ = value_class(v), .count = value_count(v)};
    out->shape = value_shape(v);
    if (v.kind == VALUE_NUMBER) {
        number_store(v, out->room);
        out->data = out->room;
        return true;
    }
    TRY(value_to_array(in, v, &out->held));
    out->class_ = (ValueClass)out->held->class_;
    out->complex = out->held->complex;
    out->data = out->held->data;
    return true;
}

void operand_close(Interp *in, Operand *operand) {
    array_drop(in, operand->held);
    operand->held = NULL;
}

bool broadcast_shape(Interp *in, const char *who, const Shape *a, const Shape *b, Shape *out) {
    bool fits = true;
    out->rank = a->rank > b->rank ? a->rank : b->rank;
    for (uint32_t k = 0; k < out->rank; k++) {
        int64_t m = shape_at(a, k), n = shape_at(b, k);
        out->at[k] = m == 1 ? n : m;
        fits = fits && (m == n || m == 1 || n == 1);
    }
    if (!fits) {
        char left[SHAPE_TEXT], right[SHAPE_TEXT];
        return interp_fail_id(in, "Octave:nonconformant-args",
                              "%s: nonconformant arguments (op1 is %s, op2 is %s)", who,
                              shape_text(a, left), shape_text(b, right));
    }
    shape_trim(out);
    return true;
}

enum { BLOCK = 256 };

/* One run of n elements from `at` on; steps of the operands are 0 or 1. */
typedef struct Run {
    const LaneJob *job;
    const Operand *a, *b;
    char *out;
    bool a_direct, b_direct, out_direct;
    /* Blocks on their way in and out; pairs of doubles and long ones are the largest. */
    _Alignas(16) double a_block[2 * BLOCK];
    _Alignas(16) double b_block[2 * BLOCK];
    _Alignas(16) double out_block[2 * BLOCK];
} Run;

static const void *fetch(Lane lane, const Operand *x, bool direct, int64_t from, int64_t n,
                         double *block) {
    if (direct)
        return (const char *)x->data + (size_t)from * lane_size(lane);
    lane_read(lane, x->class_, x->complex, x->data, from, n, block);
    return block;
}

static void run_blocks(Run *r, int64_t a, bool a_one, int64_t b, bool b_one, int64_t to,
                       int64_t n) {
    const LaneJob *job = r->job;
    size_t size = job->result == LANE_COUNT ? 1 : lane_size(job->result);
    bool whole = r->out_direct && (r->a_direct || a_one) && (r->b_direct || b_one);
    int64_t step = whole ? n : BLOCK;
    for (int64_t k = 0; k < n; k += step) {
        int64_t m = n - k < step ? n - k : step;
        const void *x =
            fetch(job->a, r->a, r->a_direct, a_one ? a : a + k, a_one ? 1 : m, r->a_block);
        const void *y =
            fetch(job->b, r->b, r->b_direct, b_one ? b : b + k, b_one ? 1 : m, r->b_block);
        void *to_at = r->out_direct ? r->out + (size_t)(to + k) * size : (char *)r->out_block;
        job->fn(m, x, a_one, y, b_one, to_at);
        if (!r->out_direct)
            lane_write(job->result, r->out_block, m, job->class_, job->complex, r->out, to + k);
    }
}

/* Strides in elements of each dimension, 0 where the operand is repeated. */
static void set_strides(const Shape *x, const Shape *shape, int64_t *strides) {
    int64_t stride = 1;
    for (uint32_t k = 0; k < shape->rank; k++) {
        int64_t extent = shape_at(x, k);
        strides[k] = extent == 1 ? 0 : stride;
        stride *= extent;
    }
}

static void run_all(Run *r, const Shape *shape) {
    int64_t a[VALUE_RANK_MAX], b[VALUE_RANK_MAX], index[VALUE_RANK_MAX] = {0};
    int64_t count = shape_count(shape), to = 0, i = 0, j = 0;
    uint32_t first = 0;
    set_strides(&r->a->shape, shape, a);
    set_strides(&r->b->shape, shape, b);
    while (first + 1 < shape->rank && shape->at[first] == 1)
        first++;
    bool a_one = a[first] == 0, b_one = b[first] == 0;
    int64_t n = shape->at[first++];
    /* Dimensions that lie behind one another in both are one. */
    while (first < shape->rank && (a_one ? a[first] == 0 : a[first] == n) &&
           (b_one ? b[first] == 0 : b[first] == n))
        n *= shape->at[first++];
    while (to < count) {
        run_blocks(r, i, a_one, j, b_one, to, n);
        to += n;
        for (uint32_t k = first; k < shape->rank; k++) {
            i += a[k];
            j += b[k];
            if (++index[k] < shape->at[k])
                break;
            i -= a[k] * index[k];
            j -= b[k] * index[k];
            index[k] = 0;
        }
    }
}

static void run_open(Run *r, const LaneJob *job, const Operand *a, const Operand *b, void *out) {
    r->job = job;
    r->a = a;
    r->b = b;
    r->out = out;
    r->a_direct = lane_is(job->a, a->class_, a->complex);
    r->b_direct = lane_is(job->b, b->class_, b->complex);
    r->out_direct = job->result == LANE_COUNT || lane_is(job->result, job->class_, job->complex);
}

bool broadcast_run(Interp *in, const LaneJob *job, const Operand *a, const Operand *b,
                   const Shape *shape, Value *out) {
    Array *array;
    Run run;
    if (a->count == 1 && b->count == 1 && shape->rank == 2 && !job->complex) {
        double room[2];
        run_open(&run, job, a, b, room);
        run_blocks(&run, 0, true, 0, true, 0, 1);
        *out = number_at(job->class_, room, 0);
        return true;
    }
    TRY(array_new_raw(in, job->class_, job->complex, shape, 0, &array));
    run_open(&run, job, a, b, array->data);
    if (array->count && shape_same(&a->shape, &b->shape))
        run_blocks(&run, 0, false, 0, false, 0, array->count);
    else if (array->count && a->count == 1)
        run_blocks(&run, 0, true, 0, false, 0, array->count);
    else if (array->count && b->count == 1)
        run_blocks(&run, 0, false, 0, true, 0, array->count);
    else if (array->count)
        run_all(&run, shape);
    *out = value_of_array(array);
    return value_simplify(in, out);
}
