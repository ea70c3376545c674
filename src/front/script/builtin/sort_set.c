/* sort, sortrows, issorted and nth_element, on numbers that sort as elements do. */
#include "front/script/builtin/sort_set.h"

#include <math.h>

/* ---- texts */

bool value_is_cellstr(Value v) {
    if (v.kind != VALUE_CELL)
        return false;
    const Cell *cell = VALUE_CELL_OF(v);
    for (int64_t k = 0; k < cell->count; k++)
        if (!value_is_char(cell->at[k]))
            return false;
    return true;
}

static uint8_t text_byte(Value v, int64_t k) {
    return v.kind == VALUE_NUMBER ? (uint8_t)v.as.number
                                  : ((const uint8_t *)VALUE_ARRAY_OF(v)->data)[k];
}

int text_compare(Value a, Value b) {
    int64_t m = value_count(a), n = value_count(b);
    for (int64_t k = 0; k < m && k < n; k++) {
        uint8_t x = text_byte(a, k), y = text_byte(b, k);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return m < n ? -1 : m > n;
}

/* Merging from below; both blocks have n places. */
static void texts_merge(const Cell *cell, bool falling, int64_t *at, int64_t *spare, int64_t n) {
    for (int64_t width = 1; width < n; width *= 2) {
        for (int64_t k = 0; k < n; k += 2 * width) {
            int64_t i = k, middle = k + width < n ? k + width : n;
            int64_t j = middle, end = middle + width < n ? middle + width : n, to = k;
            while (to < end) {
                bool left = j >= end;
                if (!left && i < middle) {
                    int order = text_compare(cell->at[at[i]], cell->at[at[j]]);
                    left = falling ? order >= 0 : order <= 0;
                }
                spare[to++] = left ? at[i++] : at[j++];
            }
        }
        memcpy(at, spare, (size_t)n * sizeof *at);
    }
}

bool texts_order(Interp *in, const Cell *cell, bool falling, int64_t *places) {
    int64_t n = cell->count, *spare = places_new(in, n);
    if (!spare)
        return false;
    for (int64_t k = 0; k < n; k++)
        places[k] = k;
    texts_merge(cell, falling, places, spare, n);
    places_free(in, spare, n);
    return true;
}

/* ---- along a dimension */

typedef struct SortCall {
    Value x;
    uint32_t axis;
    bool falling;
} SortCall;

static bool sort_call(Interp *in, const BuiltinCall *call, SortCall *out) {
    out->x = call->args[0];
    Shape shape = value_shape(out->x);
    out->axis = shape_first_axis(&shape);
    out->falling = false;
    for (uint32_t k = 1; k < call->argc; k++) {
        if (value_is_char(call->args[k])) {
            out->falling = argument_is_word(call, k, "descend");
            if (!out->falling && !argument_is_word(call, k, "ascend"))
                return interp_fail(in, "%s: MODE must be either \"ascend\" or \"descend\"",
                                   call->name);
        } else {
            TRY(argument_axis(in, call->name, call->args[k], &out->axis));
        }
    }
    return true;
}

/* The order of the elements of a row of keys; of complex numbers by angle first, so that length decides. */
static bool order_row(Interp *in, const uint64_t *keys, const uint64_t *angles, int64_t n,
                      bool falling, int64_t *places, int64_t *spare, uint64_t *moved) {
    if (!angles)
        return keys_order(in, keys, n, falling, places);
    TRY(keys_order(in, angles, n, falling, spare));
    for (int64_t k = 0; k < n; k++)
        moved[k] = keys[spare[k]];
    TRY(keys_order(in, moved, n, falling, places));
    for (int64_t k = 0; k < n; k++)
        places[k] = spare[places[k]];
    return true;
}

typedef struct SortRoom {
    uint64_t *keys, *angles; /* of all elements */
    uint64_t *row, *row_angles, *moved;
    int64_t *order, *spare; /* of a row */
    int64_t n, count;
} SortRoom;

static void sort_room_free(Interp *in, SortRoom *room) {
    size_t all = (size_t)room->count * sizeof(uint64_t), row = (size_t)room->n * sizeof(uint64_t);
    if (room->keys)
        interp_release(in, room->keys, all);
    if (room->angles)
        interp_release(in, room->angles, all);
    void *rows[] = {room->row, room->row_angles, room->moved, room->order, room->spare};
    for (int k = 0; k < 5; k++)
        if (rows[k])
            interp_release(in, rows[k], row);
}

static bool sort_room(Interp *in, const Array *x, int64_t n, SortRoom *room) {
    *room = (SortRoom){.n = n, .count = x->count};
    size_t row = (size_t)n * sizeof(uint64_t);
    bool ok = array_keys(in, x, 0, &room->keys) &&
              (!x->complex || array_keys(in, x, 1, &room->angles)) &&
              (room->row = interp_alloc(in, row)) && (room->row_angles = interp_alloc(in, row)) &&
              (room->moved = interp_alloc(in, row)) && (room->order = interp_alloc(in, row)) &&
              (room->spare = interp_alloc(in, row));
    if (!ok)
        sort_room_free(in, room);
    return ok;
}

/* places: of each element of the result in x; within: its number in its row, from 1. */
static bool sort_places(Interp *in, const Array *x, const SortCall *call, int64_t *places,
                        double *within) {
    Walk walk = walk_along(&x->shape, call->axis);
    SortRoom room;
    TRY(sort_room(in, x, walk.n, &room));
    bool ok = true;
    for (int64_t r = 0; ok && walk.n > 0 && r < walk.inner * walk.outer; r++) {
        int64_t first = r % walk.inner + r / walk.inner * walk.inner * walk.n;
        for (int64_t k = 0; k < walk.n; k++) {
            room.row[k] = room.keys[first + k * walk.inner];
            if (room.angles)
                room.row_angles[k] = room.angles[first + k * walk.inner];
        }
        ok = order_row(in, room.row, room.angles ? room.row_angles : NULL, walk.n, call->falling,
                       room.order, room.spare, room.moved);
        for (int64_t k = 0; ok && k < walk.n; k++) {
            places[first + k * walk.inner] = first + room.order[k] * walk.inner;
            within[first + k * walk.inner] = (double)(room.order[k] + 1);
        }
    }
    sort_room_free(in, &room);
    return ok;
}

static bool sort_texts(Interp *in, BuiltinCall *call, const SortCall *how) {
    const Cell *cell = VALUE_CELL_OF(how->x);
    if (!value_is_cellstr(how->x))
        return interp_fail(in, "sort: only cell arrays of character strings may be sorted");
    int64_t n = cell->count, *places = places_new(in, n);
    Numbers within = {0};
    bool ok = places && texts_order(in, cell, how->falling, places) &&
              value_pick(in, how->x, places, &cell->shape, &call->outs[0]);
    if (ok) {
        call->outc = 1;
        ok = numbers_new(in, CLASS_DOUBLE, false, &cell->shape, &within);
        for (int64_t k = 0; ok && k < n; k++)
            within.at[k] = (double)(places[k] + 1);
        ok = ok && numbers_value(in, &within, &call->outs[1 < call->nout ? 1 : 0]);
    }
    if (places)
        places_free(in, places, n);
    return ok;
}

bool builtin_sort(Interp *in, BuiltinCall *call) {
    SortCall how;
    TRY(sort_call(in, call, &how));
    if (how.x.kind == VALUE_CELL && call->nout > 1) {
        TRY(sort_texts(in, call, &how));
        call->outc = 2;
        return true;
    }
    if (how.x.kind == VALUE_CELL) {
        Value outs[2] = {value_none(), value_none()};
        BuiltinCall both = *call;
        both.outs = outs;
        both.nout = 2;
        bool ok = sort_texts(in, &both, &how);
        value_drop(in, outs[1]);
        if (!ok) {
            value_drop(in, outs[0]);
            return false;
        }
        return give(call, outs[0]);
    }
    if (!value_has_elements(how.x))
        return interp_fail(in, "octave_base_value::sort (): wrong type argument '%s'",
                           value_type_name(how.x));
    Array *x;
    Numbers within = {0};
    TRY(value_to_array(in, how.x, &x));
    int64_t n = x->count, *places = places_new(in, n);
    bool ok = places && numbers_new(in, CLASS_DOUBLE, false, &x->shape, &within) &&
              sort_places(in, x, &how, places, within.at) &&
              array_pick(in, x, places, &x->shape, &call->outs[0]);
    if (ok) {
        call->outc = 1;
        if (call->nout > 1) {
            call->outc = 2;
            ok = numbers_value(in, &within, &call->outs[1]);
        } else {
            numbers_free(in, &within);
        }
    } else {
        numbers_free(in, &within);
    }
    if (places)
        places_free(in, places, n);
    array_drop(in, x);
    return ok;
}

/* ---- rows */

/* By the last column first: every step keeps the order of the one before among equals. */
bool rows_order(Interp *in, const Array *array, const double *columns, int64_t n, bool falling,
                int64_t *places) {
    int64_t rows = array->shape.at[0];
    uint64_t *keys, *moved = interp_alloc(in, (size_t)rows * sizeof *moved);
    int64_t *order = places_new(in, rows), *next = places_new(in, rows);
    bool ok = moved && order && next && array_keys(in, array, 0, &keys);
    for (int64_t k = 0; k < rows; k++)
        places[k] = k;
    if (ok) {
        for (int64_t c = n; ok && c-- > 0;) {
            int64_t column = columns ? (int64_t)fabs(columns[c]) - 1 : c;
            bool down = columns ? columns[c] < 0 : falling;
            for (int64_t k = 0; k < rows; k++)
                moved[k] = keys[places[k] + column * rows];
            ok = keys_order(in, moved, rows, down, order);
            for (int64_t k = 0; ok && k < rows; k++)
                next[k] = places[order[k]];
            if (ok)
                memcpy(places, next, (size_t)rows * sizeof *places);
        }
        interp_release(in, keys, (size_t)array->count * sizeof *keys);
    }
    if (moved)
        interp_release(in, moved, (size_t)rows * sizeof *moved);
    if (order)
        places_free(in, order, rows);
    if (next)
        places_free(in, next, rows);
    return ok;
}

static bool sorted_columns(Interp *in, const BuiltinCall *call, int64_t columns, Numbers *out) {
    bool given = call->argc > 1 && !value_is_char(call->args[1]);
    memset(out, 0, sizeof *out);
    if (!given)
        return true;
    TRY(need_elements(in, "sortrows", call->args[1]));
    TRY(numbers_of(in, call->args[1], out));
    for (int64_t k = 0; k < out->count; k++) {
        double x = fabs(out->at[k]);
        if (x >= 1 && x <= (double)columns && x == floor(x))
            continue;
        numbers_free(in, out);
        return interp_fail(in, x != floor(x)
                                   ? "sortrows: C must be a vector of integers"
                                   : "sortrows: all elements of C must be in the range [1, "
                                     "columns (A)]");
    }
    return true;
}

/* [s, i] = sortrows(a, c) */
bool builtin_sortrows(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    if (v.kind == VALUE_CELL)
        return builtin_sort(in, call);
    TRY(need_elements(in, "sortrows", v));
    Array *x;
    Numbers columns, within = {0};
    TRY(value_to_array(in, v, &x));
    int64_t rows = x->shape.at[0], wide = rows ? x->count / rows : 0;
    int64_t *order = NULL, *places = NULL;
    bool ok = sorted_columns(in, call, wide, &columns);
    if (!ok) {
        array_drop(in, x);
        return false;
    }
    bool falling = argument_is_word(call, 1, "descend");
    Shape column = shape_make(rows, 1);
    ok = (order = places_new(in, rows)) && (places = places_new(in, x->count)) &&
         rows_order(in, x, columns.at, columns.at ? columns.count : wide, falling, order) &&
         numbers_new(in, CLASS_DOUBLE, false, &column, &within);
    if (ok) {
        for (int64_t k = 0; k < x->count; k++)
            places[k] = order[k % rows] + k / rows * rows;
        for (int64_t k = 0; k < rows; k++)
            within.at[k] = (double)(order[k] + 1);
        ok = array_pick(in, x, places, &x->shape, &call->outs[0]);
        call->outc = 1;
    }
    if (ok && call->nout > 1) {
        ok = numbers_value(in, &within, &call->outs[1]);
        call->outc = 2;
    } else {
        numbers_free(in, &within);
    }
    if (order)
        places_free(in, order, rows);
    if (places)
        places_free(in, places, x->count);
    if (columns.at)
        numbers_free(in, &columns);
    array_drop(in, x);
    return ok;
}

/* ---- questions about order */

/* Of doubles; false: a NaN stands where they seem to fall, which is for the keys to say. */
static bool doubles_rise(Interp *in, Value v, bool *rise) {
    Array *x;
    int64_t k = 1;
    if (!value_to_array(in, v, &x)) {
        interp_clear_error(in);
        return false;
    }
    const double *at = x->data;
    while (k < x->count && at[k - 1] <= at[k])
        k++;
    *rise = k >= x->count;
    bool sure = *rise || at[k - 1] > at[k];
    array_drop(in, x);
    return sure;
}

bool builtin_issorted(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    bool falling = false, rows = false, sorted = true;
    for (uint32_t k = 1; k < call->argc; k++) {
        falling = falling || argument_is_word(call, k, "descend") ||
                  argument_is_word(call, k, "descending");
        rows = rows || argument_is_word(call, k, "rows");
    }
    Groups groups;
    Shape shape = value_shape(v);
    bool rise;
    if (!rows && !falling && shape_is_vector(&shape) && value_has_elements(v) &&
        value_class(v) == CLASS_DOUBLE && !value_is_complex(v) && doubles_rise(in, v, &rise))
        return give(call, value_logical(rise));
    if (!rows && !shape_is_vector(&shape) && value_count(v) > 0)
        return interp_fail(in, "issorted: needs a vector");
    if (v.kind == VALUE_CELL && !value_is_cellstr(v))
        return interp_fail(in, "issorted: needs a vector");
    TRY(groups_of(in, v, rows, &groups));
    for (int64_t k = 1; k < groups.n; k++) {
        int64_t before = groups.group[k - 1], here = groups.group[k];
        sorted = sorted && (falling ? before >= here : before <= here);
    }
    groups_free(in, &groups);
    return give(call, value_logical(sorted));
}

/* nth_element(x, n, dim): what would be the n-th after sorting. */
bool builtin_nth_element(Interp *in, BuiltinCall *call) {
    BuiltinCall sort = *call;
    Value args[2], sorted = value_none(), subs[VALUE_RANK_MAX];
    args[0] = call->args[0];
    sort.args = args;
    sort.argc = 1;
    if (call->argc > 2) {
        args[1] = call->args[2];
        sort.argc = 2;
    }
    SortCall how;
    TRY(sort_call(in, &sort, &how));
    sort.outs = &sorted;
    sort.nout = 1;
    TRY(builtin_sort(in, &sort));
    Shape shape = value_shape(args[0]);
    for (uint32_t k = 0; k < shape.rank; k++)
        subs[k] = value_colon();
    if (how.axis < shape.rank)
        subs[how.axis] = call->args[1];
    bool ok = value_index(in, NULL, sorted, subs, shape.rank, &call->outs[0]);
    value_drop(in, sorted);
    call->outc = 1;
    return ok;
}
