/* find, nnz, lookup, histc and hist's counting. */
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/sort_set.h"

/* Loops over elements shall be vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* ---- find */

typedef struct Found {
    int64_t *at, n, room;
} Found;

static bool not_zero(const Array *x, int64_t k) {
    if (x->complex)
        return x->class_ == CLASS_SINGLE ? ((const float *)x->data)[2 * k] != 0 ||
                                               ((const float *)x->data)[2 * k + 1] != 0
                                         : ((const double *)x->data)[2 * k] != 0 ||
                                               ((const double *)x->data)[2 * k + 1] != 0;
    if (x->class_ == CLASS_LOGICAL)
        return ((const uint8_t *)x->data)[k] != 0;
    if (x->class_ == CLASS_DOUBLE)
        return ((const double *)x->data)[k] != 0;
    return element_double((ValueClass)x->class_, x->data, k) != 0;
}

/* How many are not zero; without a branch for the classes that are asked most. */
static int64_t count_not_zero(const Array *x) {
    int64_t n = x->count, count = 0;
    const double *doubles = x->data;
    const uint8_t *bytes = x->data;
    if (!x->complex && x->class_ == CLASS_DOUBLE)
        for (int64_t k = 0; k < n; k++)
            count += doubles[k] != 0;
    else if (x->class_ == CLASS_LOGICAL)
        for (int64_t k = 0; k < n; k++)
            count += bytes[k] != 0;
    else
        for (int64_t k = 0; k < n; k++)
            count += not_zero(x, k);
    return count;
}

/* All places of a large mask or array of doubles: each is written, and the next one over it where it is a zero's. */
static int64_t list_not_zero(const Array *x, int64_t room, int64_t *to) {
    int64_t n = x->count, done = 0, k = 0;
    const double *doubles = x->data;
    const uint8_t *bytes = x->data;
    if (x->complex || (x->class_ != CLASS_DOUBLE && x->class_ != CLASS_LOGICAL))
        return -1;
    if (x->class_ == CLASS_DOUBLE)
        for (; k < n && done < room; k++) {
            to[done] = k;
            done += doubles[k] != 0;
        }
    else
        for (; k < n && done < room; k++) {
            to[done] = k;
            done += bytes[k] != 0;
        }
    return done;
}

static bool find_places(Interp *in, const Array *x, int64_t most, bool last, Found *found) {
    int64_t count = count_not_zero(x);
    *found = (Found){.n = count < most ? count : most};
    found->at = places_new(in, found->n);
    if (!found->at)
        return false;
    int64_t skip = last ? count - found->n : 0, done = 0;
    if (skip == 0 && list_not_zero(x, found->n, found->at) >= 0)
        return true;
    for (int64_t k = 0; k < x->count && done < found->n; k++) {
        if (!not_zero(x, k))
            continue;
        if (skip > 0)
            skip--;
        else
            found->at[done++] = k;
    }
    return true;
}

/* A row of a row, else a column; of a scalar or of nothing as empty as that. */
static Shape found_shape(const Shape *from, int64_t n) {
    if (from->rank == 2 && from->at[0] == 0 && from->at[1] == 0)
        return shape_make(0, 0);
    if (from->rank == 2 && from->at[0] == 1 && from->at[1] == 1)
        return n ? shape_make(1, 1) : shape_make(0, 0);
    if (from->rank == 2 && from->at[0] == 1)
        return shape_make(1, n);
    return shape_make(n, 1);
}

/* n numbers: f of each place. */
static bool found_numbers(Interp *in, const Found *found, const Shape *shape, int64_t divide,
                          int64_t modulo, Value *out) {
    Numbers to;
    TRY(numbers_new(in, CLASS_DOUBLE, false, shape, &to));
    for (int64_t k = 0; k < found->n; k++) {
        int64_t place = found->at[k] / divide;
        to.at[k] = (double)((modulo ? place % modulo : place) + 1);
    }
    return numbers_value(in, &to, out);
}

static bool find_options(Interp *in, const BuiltinCall *call, int64_t *most, bool *last) {
    *most = INT64_MAX;
    *last = false;
    if (call->argc > 1) {
        double n;
        TRY(value_to_double(in, call->args[1], "find", &n));
        if (!(n >= 0) || n != floor(n))
            return interp_fail(in, "find: N must be a non-negative integer");
        *most = n < 9e18 ? (int64_t)n : INT64_MAX;
    }
    if (call->argc > 2) {
        *last = argument_is_word(call, 2, "last");
        if (!*last && !argument_is_word(call, 2, "first"))
            return interp_fail(in, "find: DIRECTION must be \"first\" or \"last\"");
    }
    return true;
}

/* i = find(x, n, "last"), [r, c, v] = find(x) */
bool builtin_find_elements(Interp *in, BuiltinCall *call) {
    Array *x;
    Found found;
    int64_t most;
    bool last;
    TRY(need_elements(in, "find", call->args[0]));
    TRY(find_options(in, call, &most, &last));
    TRY(value_to_array(in, call->args[0], &x));
    bool ok = find_places(in, x, most, last, &found);
    if (ok) {
        Shape shape = found_shape(&x->shape, found.n);
        int64_t rows = x->shape.at[0];
        if (call->nout < 2) {
            ok = found_numbers(in, &found, &shape, 1, 0, &call->outs[0]);
            call->outc = 1;
        } else {
            ok = found_numbers(in, &found, &shape, 1, rows, &call->outs[0]);
            call->outc = 1;
            ok = ok && found_numbers(in, &found, &shape, rows ? rows : 1, 0, &call->outs[1]);
            call->outc = ok ? 2 : 1;
        }
        if (ok && call->nout > 2) {
            ok = array_pick(in, x, found.at, &shape, &call->outs[2]);
            call->outc = 3;
        }
        places_free(in, found.at, found.n);
    }
    array_drop(in, x);
    return ok;
}

bool builtin_nnz(Interp *in, BuiltinCall *call) {
    Array *x;
    if (call->args[0].kind == VALUE_CELL)
        return interp_fail(in, "nnz: wrong type argument 'cell array'");
    if (!value_has_elements(call->args[0]))
        return interp_fail(in, "octave_base_value::nnz (): wrong type argument '%s'",
                           value_type_name(call->args[0]));
    TRY(value_to_array(in, call->args[0], &x));
    int64_t count = count_not_zero(x);
    array_drop(in, x);
    return give(call, value_double((double)count));
}

/* ---- lookup */

/* How many of the rising table are at most x; of a falling one, at least x. */
static int64_t place_in(const double *table, int64_t n, bool falling, double x) {
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        bool before = falling ? table[middle] >= x : table[middle] <= x || x != x;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool lookup_texts(Interp *in, BuiltinCall *call) {
    const Cell *table = VALUE_CELL_OF(call->args[0]);
    Value y = call->args[1];
    bool single = value_is_char(y);
    if (!value_is_cellstr(call->args[0]) || (!single && !value_is_cellstr(y)))
        return interp_fail(in, "lookup: TABLE and Y must be arrays of the same kind");
    bool match = false;
    char word[WORD_TEXT];
    if (call->argc > 2 && value_word(call->args[2], word))
        match = strchr(word, 'm') != NULL;
    Shape shape = single ? shape_make(1, 1) : value_shape(y);
    Numbers to;
    TRY(numbers_new(in, CLASS_DOUBLE, false, &shape, &to));
    for (int64_t k = 0; k < to.count; k++) {
        Value text = single ? y : VALUE_CELL_OF(y)->at[k];
        int64_t low = 0, high = table->count;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (text_compare(table->at[middle], text) <= 0)
                low = middle + 1;
            else
                high = middle;
        }
        bool same = low > 0 && text_compare(table->at[low - 1], text) == 0;
        to.at[k] = match && !same ? 0 : (double)low;
    }
    call->outc = 1;
    return numbers_value(in, &to, &call->outs[0]);
}

/* lookup(table, y, "mblr"): the place of the last entry that is not beyond y. */
bool builtin_lookup(Interp *in, BuiltinCall *call) {
    if (call->args[0].kind == VALUE_CELL)
        return lookup_texts(in, call);
    Numbers table, y, to;
    char word[WORD_TEXT] = "";
    TRY(need_elements(in, "lookup", call->args[0]));
    TRY(need_elements(in, "lookup", call->args[1]));
    if (call->argc > 2 && !value_word(call->args[2], word))
        return interp_fail(in, "lookup: OPT must be text");
    TRY(numbers_of(in, call->args[0], &table));
    if (!numbers_of(in, call->args[1], &y)) {
        numbers_free(in, &table);
        return false;
    }
    bool ok = numbers_new(in, CLASS_DOUBLE, false, &y.shape, &to);
    if (ok) {
        int64_t n = table.count;
        bool falling = n > 1 && table.at[0] > table.at[n - 1];
        bool match = strchr(word, 'm'), truth = strchr(word, 'b');
        for (int64_t k = 0; k < y.count; k++) {
            int64_t place = place_in(table.at, n, falling, y.at[k]);
            if (match || truth) {
                bool same = place > 0 && table.at[place - 1] == y.at[k];
                place = same ? (truth ? 1 : place) : 0;
            }
            if (strchr(word, 'l') && place < 1)
                place = 1;
            if (strchr(word, 'r') && place > n - 1)
                place = n - 1;
            to.at[k] = (double)place;
        }
        if (truth)
            to.class_ = CLASS_DOUBLE;
        ok = numbers_value(in, &to, &call->outs[0]);
        call->outc = 1;
        if (ok && truth) {
            Value as_truth;
            ok = value_cast(in, call->outs[0], CLASS_LOGICAL, &as_truth);
            if (ok) {
                value_drop(in, call->outs[0]);
                call->outs[0] = as_truth;
            }
        }
    }
    numbers_free(in, &table);
    numbers_free(in, &y);
    return ok;
}

/* ---- counting into bins */

static bool count_rows(Interp *in, const Numbers *x, const Numbers *edges, uint32_t axis,
                       BuiltinCall *call) {
    Walk walk = walk_along(&x->shape, axis);
    Shape shape = shape_with(&x->shape, axis, edges->count);
    Numbers counts, bins = {0};
    TRY(numbers_new(in, CLASS_DOUBLE, false, &shape, &counts));
    if (!numbers_new(in, CLASS_DOUBLE, false, &x->shape, &bins)) {
        numbers_free(in, &counts);
        return false;
    }
    memset(counts.at, 0, (size_t)counts.count * sizeof(double));
    int64_t n = edges->count;
    for (int64_t r = 0; r < walk.inner * walk.outer; r++) {
        int64_t i = r % walk.inner, o = r / walk.inner;
        for (int64_t k = 0; k < walk.n; k++) {
            int64_t from = i + walk.inner * (k + walk.n * o);
            double v = x->at[from];
            int64_t bin = v != v ? 0 : place_in(edges->at, n, false, v);
            /* Beyond the last edge nothing is counted; the edge itself is the last bin. */
            if (bin == n && v != edges->at[n - 1])
                bin = 0;
            bins.at[from] = (double)bin;
            if (bin > 0)
                counts.at[i + walk.inner * (bin - 1 + n * o)]++;
        }
    }
    bool ok = numbers_value(in, &counts, &call->outs[0]);
    call->outc = 1;
    if (ok && call->nout > 1) {
        ok = numbers_value(in, &bins, &call->outs[1]);
        call->outc = 2;
    } else {
        numbers_free(in, &bins);
    }
    return ok;
}

/* [n, idx] = histc(x, edges, dim) */
bool builtin_histc(Interp *in, BuiltinCall *call) {
    Numbers x, edges;
    if (!value_has_elements(call->args[0]) || value_is_complex(call->args[0]))
        return interp_fail(in, "histc: X argument must be real-valued, not complex");
    TRY(need_elements(in, "histc", call->args[1]));
    if (value_is_empty(call->args[1]))
        return interp_fail(in, "histc: EDGES must not be empty");
    Shape shape = value_shape(call->args[0]);
    uint32_t axis = shape_first_axis(&shape);
    if (call->argc > 2)
        TRY(argument_axis(in, "histc", call->args[2], &axis));
    if (axis >= VALUE_RANK_MAX)
        return interp_fail(in, "histc: DIM must be a valid dimension");
    TRY(numbers_of(in, call->args[0], &x));
    bool ok = numbers_of(in, call->args[1], &edges);
    if (ok) {
        ok = count_rows(in, &x, &edges, axis, call);
        numbers_free(in, &edges);
    }
    numbers_free(in, &x);
    return ok;
}
