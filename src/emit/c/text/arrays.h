/*
 * What the function around exported kernels is written with: arrays as they are given, views of them, copies where a view
 * cannot be, the sizes that a kernel takes, what loops carry. FRIT_RANK is the most axes that anything has. Sizes are
 * computed with the meaning of plan/numbers.c; what does not fit makes *status FRIT_EXPORT_EXTENTS.
 */

/* As it is given: strides in bytes, NULL: row-major. Extents of what is written may be NULL. */
typedef struct frit_array {
    char *data;
    const int64_t *extents, *strides;
} frit_array;

/* Its first element is `at` bytes behind data; strides are in bytes. */
typedef struct frit_view {
    char *data;
    int64_t at;
    int rank;
    int64_t n[FRIT_RANK], s[FRIT_RANK];
} frit_view;

/* A dense copy of a view that is written or read in its place; it follows this in memory. */
typedef struct frit_copy {
    struct frit_copy *next;
    frit_view place;
    int64_t size;
    bool written;
} frit_copy;

/* Strides may be anything where nothing is reached by them. */
MATH_PLAIN int64_t frit_mul(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* Bytes of so many elements; -1: more than can be counted. */
MATH_PLAIN int64_t frit_count(int rank, const int64_t *n, int64_t size) {
    int64_t bytes = size;
    for (int k = 0; k < rank; k++)
        if (n[k] == 0)
            return 0;
    for (int k = 0; k < rank; k++) {
        if (bytes > INT64_MAX / n[k])
            return -1;
        bytes *= n[k];
    }
    return bytes;
}

MATH_PLAIN void frit_expect(bool fits, int *status) {
    if (!fits && *status == FRIT_EXPORT_OK)
        *status = FRIT_EXPORT_EXTENTS;
}

/* Both products can be counted and are equal. */
MATH_PLAIN void frit_expect_equal(int rank, const int64_t *n, int other, const int64_t *m,
                                  int *status) {
    int64_t a = frit_count(rank, n, 1);
    frit_expect(a >= 0 && a == frit_count(other, m, 1), status);
}

/* ---- extents */

MATH_PLAIN int64_t frit_given(int64_t n, int *status) {
    frit_expect(n >= 0, status);
    return n < 0 ? 0 : n;
}

MATH_PLAIN int64_t frit_sum(int count, const int64_t *n, int64_t more, int *status) {
    int64_t sum = 0;
    for (int k = 0; k < count; k++) {
        frit_expect(n[k] <= INT64_MAX - sum, status);
        sum = n[k] <= INT64_MAX - sum ? sum + n[k] : 0;
    }
    frit_expect(more <= INT64_MAX - sum, status);
    sum = more <= INT64_MAX - sum ? sum + more : 0;
    return sum < 0 ? 0 : sum;
}

/* Nothing may be left over. */
MATH_PLAIN int64_t frit_quotient(int count, const int64_t *n, int other, const int64_t *m,
                                 int *status) {
    int64_t above = frit_count(count, n, 1), below = frit_count(other, m, 1);
    bool fits = above >= 0 && below != 0 && (below > 0 || above == 0);
    below = below > 0 ? below : 1;
    frit_expect(fits && above % below == 0, status);
    return fits ? above / below : 0;
}

MATH_PLAIN int64_t frit_bound(int64_t bound, int64_t n, int64_t low, int64_t high) {
    bound += bound < 0 ? n : 0;
    return bound < low ? low : bound > high ? high : bound;
}

/* How many elements of n start:stop:step takes, as Python counts; INT64_MIN: left out. *first is the first of them. */
MATH_PLAIN int64_t frit_range(int64_t n, int64_t start, int64_t stop, int64_t step,
                              int64_t *first) {
    bool back = step != INT64_MIN && step < 0;
    int64_t low = back ? -1 : 0, high = back ? n - 1 : n;
    step = step == INT64_MIN ? 1 : step;
    *first = start == INT64_MIN ? (back ? high : low) : frit_bound(start, n, low, high);
    int64_t end = stop == INT64_MIN ? (back ? low : high) : frit_bound(stop, n, low, high);
    if (back)
        return end < *first ? (*first - end - 1) / -step + 1 : 0;
    return *first < end ? (end - *first - 1) / step + 1 : 0;
}

MATH_PLAIN int64_t frit_slice_extent(int64_t n, int64_t start, int64_t stop, int64_t step) {
    int64_t first;
    return frit_range(n, start, stop, step, &first);
}

/* ---- arrays */

/* Row-major. */
MATH_PLAIN void frit_dense(frit_view *v, char *data, int rank, const int64_t *n, int64_t size) {
    v->data = data;
    v->at = 0;
    v->rank = rank;
    v->n[0] = v->s[0] = 0; /* of rank 0: compilers would ask */
    for (int k = rank - 1; k >= 0; k--) {
        v->n[k] = n[k];
        v->s[k] = size;
        size = frit_mul(size, n[k]);
    }
}

/* The argument, whose extents should be n. */
MATH_PLAIN void frit_argument(frit_view *v, const frit_array *a, int rank, const int64_t *n,
                              int64_t size, int *status) {
    frit_dense(v, a->data, rank, n, size);
    frit_expect(frit_count(rank, n, size) >= 0, status);
    for (int k = 0; k < rank; k++) {
        frit_expect(!a->extents || a->extents[k] == n[k], status);
        v->s[k] = a->strides ? a->strides[k] : v->s[k];
    }
}

/* Memory for an array whose extents are n. */
MATH_PLAIN void frit_take(frit_view *v, int rank, const int64_t *n, int64_t size, int *status) {
    int64_t bytes = frit_count(rank, n, size);
    frit_dense(v, NULL, rank, n, size);
    frit_expect(bytes >= 0, status);
    if (*status != FRIT_EXPORT_OK)
        return;
    v->data = malloc((size_t)bytes + 1);
    *status = v->data ? FRIT_EXPORT_OK : FRIT_EXPORT_MEMORY;
}

MATH_PLAIN void frit_give(frit_view *v) {
    free(v->data);
    v->data = NULL;
}

/* Elements of `size` bytes from one place to another. */
MATH_PLAIN void frit_move(int rank, const int64_t *n, int64_t size, char *to,
                          const int64_t *to_strides, const char *from,
                          const int64_t *from_strides) {
    int64_t index[FRIT_RANK] = {0};
    for (int k = 0; k < rank; k++)
        if (n[k] == 0)
            return;
    /* what is dense in both is one element */
    for (; rank > 0 && to_strides[rank - 1] == size && from_strides[rank - 1] == size; rank--)
        size *= n[rank - 1];
    int last = rank - 1;
    int64_t length = rank > 0 ? n[last] : 1;
    for (;;) {
        for (int64_t k = 0; k < length; k++)
            memcpy(to + (rank > 0 ? k * to_strides[last] : 0),
                   from + (rank > 0 ? k * from_strides[last] : 0), (size_t)size);
        int axis = last - 1;
        for (; axis >= 0 && ++index[axis] == n[axis]; axis--) {
            index[axis] = 0;
            to -= (n[axis] - 1) * to_strides[axis];
            from -= (n[axis] - 1) * from_strides[axis];
        }
        if (axis < 0)
            return;
        to += to_strides[axis];
        from += from_strides[axis];
    }
}

/* All of a view, to another one of its shape. */
MATH_PLAIN void frit_assign(const frit_view *to, const frit_view *from, int64_t size) {
    frit_move(from->rank, from->n, size, to->data + to->at, to->s, from->data + from->at, from->s);
}

/* The address of place number `number` along the first axes. */
MATH_PLAIN char *frit_place(const frit_view *v, int axes, int64_t number) {
    char *data = v->data + v->at;
    for (int k = axes - 1; k >= 0; k--) {
        data += number % v->n[k] * v->s[k];
        number /= v->n[k];
    }
    return data;
}

/* What a part of the program is given: the axes of a view from `skip` on. */
MATH_PLAIN frit_array frit_give_on(const frit_view *v, int skip) {
    frit_array a;
    a.data = v->data + v->at;
    a.extents = v->n + skip;
    a.strides = v->s + skip;
    return a;
}

/* ---- views */

/* New axis k is old axis source[k]; -1: of one element, repeated. An axis of one element may be repeated too. */
MATH_PLAIN void frit_axes(frit_view *v, int rank, const int64_t *n, const int *source,
                          int *status) {
    frit_view old = *v;
    v->rank = rank;
    for (int k = 0; k < rank; k++) {
        int64_t had = source[k] < 0 ? 1 : old.n[source[k]];
        frit_expect(had == n[k] || had == 1, status);
        v->n[k] = n[k];
        v->s[k] = source[k] < 0 || had != n[k] ? 0 : old.s[source[k]];
    }
}

/* range: start, stop, step of each axis. */
MATH_PLAIN void frit_slice(frit_view *v, const int64_t *n, const int64_t (*range)[3], int *status) {
    for (int k = 0; k < v->rank; k++) {
        int64_t first, step = range[k][2] == INT64_MIN ? 1 : range[k][2];
        int64_t count = frit_range(v->n[k], range[k][0], range[k][1], range[k][2], &first);
        frit_expect(count == n[k], status);
        v->n[k] = count;
        v->at = count > 0 ? (int64_t)((uint64_t)v->at + (uint64_t)frit_mul(first, v->s[k])) : v->at;
        v->s[k] = count > 1 ? frit_mul(v->s[k], step) : v->s[k];
    }
}

/* n[k] elements along axis k, from number first[k] on. */
MATH_PLAIN void frit_part(frit_view *v, const int64_t *n, const int64_t *first, int *status) {
    for (int k = 0; k < v->rank; k++) {
        frit_expect(n[k] <= v->n[k] - first[k], status);
        v->at =
            n[k] > 0 ? (int64_t)((uint64_t)v->at + (uint64_t)frit_mul(first[k], v->s[k])) : v->at;
        v->n[k] = n[k];
    }
}

/*
 * Strides of the same elements, row-major, in another shape; false: there are none. Groups of old axes that follow each
 * other like one are divided by groups of new ones, from the right.
 */
MATH_PLAIN bool frit_reshape_strides(const frit_view *v, int rank, const int64_t *n, int64_t *s) {
    int64_t had[FRIT_RANK], strides[FRIT_RANK];
    int old = 0;
    for (int k = 0; k < rank; k++)
        s[k] = 0;
    for (int k = 0; k < rank; k++)
        if (n[k] == 0)
            return true;
    for (int k = 0; k < v->rank; k++)
        if (v->n[k] != 1) {
            had[old] = v->n[k];
            strides[old++] = v->s[k];
        }
    for (int k = rank - 1; k >= 0; k--) {
        if (n[k] == 1)
            continue;
        if (old == 0)
            return false;
        int64_t group = had[--old], count = n[k], stride = strides[old];
        int first = k;
        while (group != count) {
            if (group < count) {
                if (old == 0 || strides[old - 1] != frit_mul(strides[old], had[old]))
                    return false;
                group *= had[--old];
            } else {
                if (first == 0)
                    return false;
                count *= n[--first];
            }
        }
        for (; k > first; k--) {
            s[k] = stride;
            stride = frit_mul(stride, n[k]);
        }
        s[k] = stride;
    }
    return true;
}

MATH_PLAIN bool frit_same_place(const frit_view *a, const frit_view *b) {
    if (a->data != b->data || a->at != b->at || a->rank != b->rank)
        return false;
    for (int k = 0; k < a->rank; k++)
        if (a->n[k] != b->n[k] || a->s[k] != b->s[k])
            return false;
    return true;
}

/* Makes the view one of a dense copy. What is written there is put back by frit_put_back. */
MATH_PLAIN void frit_copy_out(frit_view *v, int64_t size, bool written, frit_copy **copies,
                              int *status) {
    frit_copy *copy = *copies;
    while (copy && (copy->written != written || !frit_same_place(&copy->place, v)))
        copy = copy->next;
    if (!copy) {
        int64_t bytes = frit_count(v->rank, v->n, size);
        copy = bytes < 0 ? NULL : malloc(sizeof *copy + (size_t)bytes);
        if (!copy) {
            *status = FRIT_EXPORT_MEMORY;
            return;
        }
        copy->next = *copies;
        copy->place = *v;
        copy->size = size;
        copy->written = written;
        *copies = copy;
        frit_dense(v, (char *)(copy + 1), v->rank, copy->place.n, size);
        frit_assign(v, &copy->place, size);
    }
    frit_dense(v, (char *)(copy + 1), v->rank, copy->place.n, size);
}

/* Of `size` bytes an element. The checks before have made sure that it has as many elements. */
MATH_PLAIN void frit_reshape(frit_view *v, int rank, const int64_t *n, int64_t size, bool written,
                             frit_copy **copies, int *status) {
    int64_t s[FRIT_RANK];
    frit_expect_equal(rank, n, v->rank, v->n, status);
    if (*status == FRIT_EXPORT_OK && !frit_reshape_strides(v, rank, n, s)) {
        frit_copy_out(v, size, written, copies, status);
        if (*status == FRIT_EXPORT_OK)
            (void)frit_reshape_strides(v, rank, n, s);
    }
    if (*status != FRIT_EXPORT_OK)
        return;
    v->rank = rank;
    memcpy(v->n, n, (size_t)rank * sizeof *n);
    memcpy(v->s, s, (size_t)rank * sizeof *s);
}

/* The last copy first: it may be one of another copy. */
MATH_PLAIN void frit_put_back(frit_copy *copies, int status) {
    while (copies) {
        frit_copy *copy = copies;
        frit_view from;
        frit_dense(&from, (char *)(copy + 1), copy->place.rank, copy->place.n, copy->size);
        if (copy->written && status == FRIT_EXPORT_OK)
            frit_assign(&copy->place, &from, copy->size);
        copies = copy->next;
        free(copy);
    }
}

/* ---- outputs in the memory of inputs */

/* The bytes that a view reaches: [low, high). */
MATH_PLAIN void frit_reach(const frit_view *v, int64_t size, uintptr_t *low, uintptr_t *high) {
    *low = *high = (uintptr_t)v->data + (uintptr_t)v->at;
    for (int k = 0; k < v->rank; k++) {
        if (v->n[k] == 0)
            return;
        uintptr_t reach = (uintptr_t)frit_mul(v->n[k] - 1, v->s[k]);
        *(v->s[k] < 0 ? low : high) += reach;
    }
    *high += (uintptr_t)size;
}

MATH_PLAIN bool frit_overlap(const frit_view *a, int64_t a_size, const frit_view *b,
                             int64_t b_size) {
    uintptr_t a0, a1, b0, b1;
    if (frit_count(a->rank, a->n, 1) == 0 || frit_count(b->rank, b->n, 1) == 0)
        return false;
    frit_reach(a, a_size, &a0, &a1);
    frit_reach(b, b_size, &b0, &b1);
    return a0 < b1 && b0 < a1;
}

/* Until frit_unstage the output is made in memory of its own. */
MATH_PLAIN void frit_stage(frit_view *v, frit_view *real, int64_t size, int *status) {
    *real = *v;
    frit_take(v, real->rank, real->n, size, status);
}

MATH_PLAIN void frit_unstage(frit_view *v, const frit_view *real, int64_t size, int status) {
    if (status == FRIT_EXPORT_OK && real->data)
        frit_assign(real, v, size);
    if (real->data)
        frit_give(v);
}

/* ---- sizes of a kernel */

/* The sizes of an access: where it begins, its strides, stride and extent of each axis that indices choose along. */
MATH_PLAIN void frit_put(int64_t *z, const frit_view *v, int64_t leaf, int indexed) {
    *z++ = v->at + leaf;
    for (int k = indexed; k < v->rank; k++)
        *z++ = v->s[k];
    for (int k = 0; k < indexed; k++) {
        *z++ = v->s[k];
        *z++ = v->n[k];
    }
}

/* Do all accesses (whose sizes begin at z + at[k]) walk axes a and b, which come one after the other, as one? */
MATH_PLAIN bool frit_continues(const int64_t *z, int a, int b, int accesses, const int *at) {
    for (int k = 0; k < accesses; k++)
        if (z[at[k] + 1 + a] != frit_mul(z[at[k] + 1 + b], z[b]))
            return false;
    return true;
}

MATH_PLAIN void frit_move_axis(int64_t *z, int to, int from, int accesses, const int *at) {
    if (to == from)
        return;
    z[to] = z[from];
    z[from] = 1;
    for (int k = 0; k < accesses; k++)
        z[at[k] + 1 + to] = z[at[k] + 1 + from];
}

/* Neighbours among the axes from .. to become one where they can; what is left stands at the end. */
MATH_PLAIN void frit_merge(int64_t *z, int from, int to, int accesses, const int *at) {
    int slot = to;
    for (int axis = to - 1; axis >= from; axis--) {
        if (z[axis] == 1)
            continue;
        if (slot < to && frit_continues(z, axis, slot, accesses, at)) {
            z[slot] *= z[axis];
            z[axis] = 1;
        } else {
            frit_move_axis(z, --slot, axis, accesses, at);
        }
    }
}

/* Has every access along the last axis the stride that is expected (-1: any)? And have the axes from `from` on before it one
 * element each? */
MATH_PLAIN bool frit_is_near(const int64_t *z, int from, int axes, int accesses, const int *at,
                             const int *expected) {
    for (int axis = from; axis < axes - 1; axis++)
        if (z[axis] != 1)
            return false;
    for (int k = 0; k < accesses; k++)
        if (expected[k] >= 0 && z[at[k] + axes] != expected[k] && z[axes - 1] > 1)
            return false;
    return true;
}

/* ---- loops */

/* What a loop carries: the turn reads `now` and writes `next`, or changes it where it lies. */
typedef struct frit_carried {
    frit_view now, next;
    bool stays;
} frit_carried;

MATH_PLAIN void frit_carry(frit_carried *c, const frit_view *from, bool stays, int64_t size,
                           int *status) {
    c->stays = stays;
    frit_take(&c->now, from->rank, from->n, size, status);
    if (*status == FRIT_EXPORT_OK)
        frit_assign(&c->now, from, size);
    if (stays)
        c->next = c->now;
    else
        frit_take(&c->next, from->rank, from->n, size, status);
}

MATH_PLAIN void frit_first_turn(const frit_carried *c, frit_array *in, frit_array *out) {
    *in = frit_give_on(&c->now, 0);
    *out = frit_give_on(&c->next, 0);
}

MATH_PLAIN void frit_turn(frit_carried *c, frit_array *in, frit_array *out) {
    frit_view now = c->now;
    c->now = c->next;
    c->next = now;
    frit_first_turn(c, in, out);
}

MATH_PLAIN void frit_carry_end(frit_carried *c, const frit_view *to, int64_t size, int status) {
    if (status == FRIT_EXPORT_OK)
        frit_assign(to, &c->now, size);
    free(c->now.data);
    if (!c->stays)
        free(c->next.data);
}
