/* unique, union, intersect, setdiff, setxor and ismember: of numbers, texts in cells, and rows. */
#include "front/script/builtin/shape.h"
#include "front/script/builtin/sort_set.h"

typedef struct SetOptions {
    bool rows, stable, last;
} SetOptions;

static bool set_options(Interp *in, const BuiltinCall *call, uint32_t from, SetOptions *out) {
    *out = (SetOptions){0};
    for (uint32_t k = from; k < call->argc; k++) {
        if (argument_is_word(call, k, "rows"))
            out->rows = true;
        else if (argument_is_word(call, k, "stable"))
            out->stable = true;
        else if (argument_is_word(call, k, "last"))
            out->last = true;
        else if (!argument_is_word(call, k, "first") && !argument_is_word(call, k, "sorted") &&
                 !argument_is_word(call, k, "legacy"))
            return interp_fail(in, "%s: invalid option", call->name);
    }
    return true;
}

/* An argument as a column (or rows); a text beside cells becomes one. */
static bool set_operand(Interp *in, Value v, bool rows, bool cells, Value *out) {
    if (cells && value_has_elements(v)) {
        Shape one = shape_make(1, 1);
        if (value_is_empty(v) && !value_is_char(v)) {
            Shape none = shape_make(0, 1);
            return value_cell_new(in, &none, out);
        }
        TRY(value_cell_new(in, &one, out));
        VALUE_CELL_OF(*out)->at[0] = value_hold(v);
        return true;
    }
    if (rows) {
        *out = value_hold(v);
        return true;
    }
    Shape column = shape_make(value_count(v), 1);
    return value_reshaped(in, v, &column, out);
}

/* Both arguments one below the other: the first *first elements (or rows) are a's. */
static bool set_joined(Interp *in, const BuiltinCall *call, bool rows, Value *out, int64_t *first) {
    Value a = call->args[0], b = call->args[1], both[2] = {value_none(), value_none()};
    bool cells = a.kind == VALUE_CELL || b.kind == VALUE_CELL;
    for (int k = 0; k < 2; k++) {
        Value v = call->args[k];
        bool fits = cells ? value_is_cellstr(v) || value_is_char(v) || value_is_empty(v)
                          : value_has_elements(v);
        if (!fits)
            return interp_fail(in, "%s: A and B must be arrays or cell arrays of strings",
                               call->name);
    }
    Shape x = value_shape(a), y = value_shape(b);
    if (rows && !cells && x.at[1] != y.at[1] && value_count(a) && value_count(b))
        return interp_fail(in, "%s: number of columns in A and B must match", call->name);
    bool ok = set_operand(in, a, rows && !cells, cells, &both[0]) &&
              set_operand(in, b, rows && !cells, cells, &both[1]);
    if (ok) {
        *first = value_shape(both[0]).at[0];
        ok = value_concat(in, 0, both, 2, out);
    }
    value_drop_all(in, both, 2);
    return ok;
}

/* What is known about each group: its places in a and b, -1: none. */
typedef struct Members {
    int64_t *first_a, *last_a, *first_b, *last_b;
    int64_t n;
} Members;

static void members_free(Interp *in, Members *m) {
    int64_t *all[] = {m->first_a, m->last_a, m->first_b, m->last_b};
    for (int k = 0; k < 4; k++)
        if (all[k])
            places_free(in, all[k], m->n);
}

static bool members_of(Interp *in, const Groups *groups, int64_t a, Members *m) {
    *m = (Members){.n = groups->count};
    int64_t **all[] = {&m->first_a, &m->last_a, &m->first_b, &m->last_b};
    for (int k = 0; k < 4; k++) {
        *all[k] = places_new(in, groups->count);
        if (!*all[k]) {
            members_free(in, m);
            return false;
        }
        for (int64_t i = 0; i < groups->count; i++)
            (*all[k])[i] = -1;
    }
    for (int64_t k = 0; k < groups->n; k++) {
        int64_t g = groups->group[k];
        int64_t *first = k < a ? m->first_a : m->first_b, *last = k < a ? m->last_a : m->last_b;
        int64_t place = k < a ? k : k - a;
        if (first[g] < 0)
            first[g] = place;
        last[g] = place;
    }
    return true;
}

static bool wanted(uint16_t code, bool in_a, bool in_b) {
    switch (code) {
    case SET_INTERSECT: return in_a && in_b;
    case SET_SETDIFF: return in_a && !in_b;
    case SET_SETXOR: return in_a != in_b;
    default: return true;
    }
}

/* Places in the joined value, one for each group that is wanted, in the order of the result. */
static int64_t choose(const Groups *groups, const Members *m, int64_t a, const SetOptions *options,
                      uint16_t code, int64_t *chosen) {
    int64_t n = 0;
    if (options->stable) {
        for (int64_t k = 0; k < groups->n; k++) {
            int64_t g = groups->group[k];
            bool first = k < a ? m->first_a[g] == k : m->first_a[g] < 0 && m->first_b[g] == k - a;
            if (first && wanted(code, m->first_a[g] >= 0, m->first_b[g] >= 0))
                chosen[n++] = k;
        }
        return n;
    }
    for (int64_t g = 0; g < groups->count; g++) {
        bool in_a = m->first_a[g] >= 0, in_b = m->first_b[g] >= 0;
        if (!wanted(code, in_a, in_b))
            continue;
        if (in_a)
            chosen[n++] = options->last ? m->last_a[g] : m->first_a[g];
        else
            chosen[n++] = a + (options->last ? m->last_b[g] : m->first_b[g]);
    }
    return n;
}

/* The chosen elements (or rows) of the joined value. */
static bool chosen_value(Interp *in, Value joined, bool rows, bool as_row, const int64_t *chosen,
                         int64_t n, Value *out) {
    Shape from = value_shape(joined);
    if (!rows) {
        Shape shape = as_row ? shape_make(1, n) : shape_make(n, 1);
        return value_pick(in, joined, chosen, &shape, out);
    }
    int64_t columns = from.at[1], *places = places_new(in, n * columns);
    if (!places)
        return false;
    for (int64_t k = 0; k < n * columns; k++)
        places[k] = chosen[k % n] + k / n * from.at[0];
    Shape shape = shape_make(n, columns);
    bool ok = value_pick(in, joined, places, &shape, out);
    places_free(in, places, n * columns);
    return ok;
}

/* Numbers from 1 as a column: those of `chosen` from `from` on that lie below `to`. */
static bool places_value(Interp *in, const int64_t *chosen, int64_t n, int64_t from, int64_t to,
                         Value *out) {
    Numbers numbers;
    int64_t count = 0;
    for (int64_t k = 0; k < n; k++)
        count += chosen[k] >= from && chosen[k] < to;
    Shape shape = shape_make(count, 1);
    TRY(numbers_new(in, CLASS_DOUBLE, false, &shape, &numbers));
    count = 0;
    for (int64_t k = 0; k < n; k++)
        if (chosen[k] >= from && chosen[k] < to)
            numbers.at[count++] = (double)(chosen[k] - from + 1);
    return numbers_value(in, &numbers, out);
}

/* Outputs 2 and 3: places in a, places in b. */
static bool set_places(Interp *in, BuiltinCall *call, const Groups *groups, const Members *m,
                       int64_t a, int64_t *chosen, int64_t n) {
    if (call->nout > 1) {
        TRY(places_value(in, chosen, n, 0, a, &call->outs[1]));
        call->outc = 2;
    }
    if (call->nout < 3)
        return true;
    for (int64_t k = 0; call->row->code == SET_INTERSECT && k < n; k++)
        chosen[k] = a + m->first_b[groups->group[chosen[k]]];
    TRY(places_value(in, chosen, n, a, groups->n, &call->outs[2]));
    call->outc = 3;
    return true;
}

static bool is_row(Value v) {
    Shape shape = value_shape(v);
    return shape.rank == 2 && shape.at[0] == 1;
}

static bool set_of_joined(Interp *in, BuiltinCall *call, const SetOptions *options, Value joined,
                          int64_t a) {
    Groups groups;
    Members m = {0};
    uint16_t code = call->row->code;
    bool rows = options->rows && joined.kind != VALUE_CELL;
    TRY(groups_of(in, joined, rows, &groups));
    int64_t *chosen = places_new(in, groups.n);
    bool ok = chosen && members_of(in, &groups, a, &m);
    if (ok) {
        bool cell = joined.kind == VALUE_CELL;
        bool row_a = is_row(call->args[0]) || (cell && value_is_char(call->args[0]));
        bool row_b = is_row(call->args[1]) || (cell && value_is_char(call->args[1]));
        bool as_row = code == SET_SETDIFF ? row_a : row_a && row_b;
        int64_t n = choose(&groups, &m, a, options, code, chosen);
        if (cell && n == 0 && code == SET_INTERSECT)
            ok = value_cell_new(in, &(Shape){2, {0, 0}}, &call->outs[0]);
        else
            ok = chosen_value(in, joined, rows, as_row, chosen, n, &call->outs[0]);
        call->outc = 1;
        ok = ok && set_places(in, call, &groups, &m, a, chosen, n);
        members_free(in, &m);
    }
    if (chosen)
        places_free(in, chosen, groups.n);
    groups_free(in, &groups);
    return ok;
}

bool builtin_set(Interp *in, BuiltinCall *call) {
    SetOptions options;
    Value joined;
    int64_t a;
    TRY(set_options(in, call, 2, &options));
    uint16_t code = call->row->code;
    bool cells = call->args[0].kind == VALUE_CELL || call->args[1].kind == VALUE_CELL;
    bool nothing =
        value_is_empty(call->args[0]) || (code == SET_INTERSECT && value_is_empty(call->args[1]));
    if (nothing && !cells && call->nout < 2 && (code == SET_INTERSECT || code == SET_SETDIFF))
        return value_empty(in, &call->outs[0]) && (call->outc = 1, true);
    TRY(set_joined(in, call, options.rows, &joined, &a));
    bool ok = set_of_joined(in, call, &options, joined, a);
    value_drop(in, joined);
    return ok;
}

/* ---- unique */

static bool unique_places(Interp *in, BuiltinCall *call, const Groups *groups,
                          const SetOptions *options, const int64_t *chosen, int64_t n) {
    if (call->nout > 1) {
        TRY(places_value(in, chosen, n, 0, groups->n, &call->outs[1]));
        call->outc = 2;
    }
    if (call->nout < 3)
        return true;
    /* In which place of the result the group of each element stands. */
    int64_t *where = places_new(in, groups->count);
    Numbers numbers;
    Shape shape = shape_make(groups->n, 1);
    if (!where)
        return false;
    for (int64_t k = 0; k < n; k++)
        where[groups->group[chosen[k]]] = k;
    bool ok = numbers_new(in, CLASS_DOUBLE, false, &shape, &numbers);
    for (int64_t k = 0; ok && k < groups->n; k++)
        numbers.at[k] = (double)(where[groups->group[k]] + 1);
    places_free(in, where, groups->count);
    (void)options;
    ok = ok && numbers_value(in, &numbers, &call->outs[2]);
    call->outc = 3;
    return ok;
}

/* [y, i, j] = unique(x, "rows", "stable", "first", "last") */
bool builtin_unique(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    SetOptions options;
    if (!value_has_elements(v) && !value_is_cellstr(v))
        return interp_fail(in, "unique: X must be an array or cell array of strings");
    TRY(set_options(in, call, 1, &options));
    Shape from = value_shape(v);
    bool rows = options.rows && v.kind != VALUE_CELL && from.rank == 2;
    if (value_is_empty(v) && !rows) {
        bool square = from.at[0] == 0 && from.at[1] == 0;
        Shape none = square ? shape_make(0, 0) : shape_make(0, 1);
        if (square && v.kind != VALUE_CELL) {
            for (uint32_t k = 0; k < (call->nout ? call->nout : 1); k++, call->outc++)
                TRY(value_zeros(in, k ? CLASS_DOUBLE : value_class(v), &none, &call->outs[k]));
            return true;
        }
    }
    Groups groups;
    Members m = {0};
    TRY(groups_of(in, v, rows, &groups));
    int64_t *chosen = places_new(in, groups.n);
    bool ok = chosen && members_of(in, &groups, groups.n, &m);
    if (ok) {
        int64_t n = choose(&groups, &m, groups.n, &options, SET_UNION, chosen);
        bool as_row = is_row(v) && value_count(v) > 0;
        if (value_is_empty(v) && !rows && from.at[0] == 0 && from.at[1] == 0)
            ok = value_cell_new(in, &from, &call->outs[0]);
        else
            ok = chosen_value(in, v, rows, as_row, chosen, n, &call->outs[0]);
        call->outc = 1;
        ok = ok && unique_places(in, call, &groups, &options, chosen, n);
        members_free(in, &m);
    }
    if (chosen)
        places_free(in, chosen, groups.n);
    groups_free(in, &groups);
    return ok;
}

/* ---- ismember */

static bool member_results(Interp *in, BuiltinCall *call, const Groups *groups, const Members *m,
                           int64_t a, const Shape *shape) {
    Array *truth;
    Numbers places = {0};
    TRY(array_new_raw(in, CLASS_LOGICAL, false, shape, 0, &truth));
    for (int64_t k = 0; k < a; k++)
        ((uint8_t *)truth->data)[k] = m->last_b[groups->group[k]] >= 0;
    call->outs[0] = value_of_array(truth);
    call->outc = 1;
    TRY(value_simplify(in, &call->outs[0]));
    if (call->nout < 2)
        return true;
    TRY(numbers_new(in, CLASS_DOUBLE, false, shape, &places));
    for (int64_t k = 0; k < a; k++)
        places.at[k] = (double)(m->last_b[groups->group[k]] + 1);
    call->outc = 2;
    return numbers_value(in, &places, &call->outs[1]);
}

/* [t, i] = ismember(a, s, "rows") */
bool builtin_ismember(Interp *in, BuiltinCall *call) {
    SetOptions options;
    Value joined;
    int64_t a;
    TRY(set_options(in, call, 2, &options));
    Value x = call->args[0];
    Shape shape = value_shape(x);
    if (call->args[1].kind == VALUE_CELL && value_is_char(x))
        shape = shape_make(1, 1);
    else if (call->args[1].kind == VALUE_CELL && value_has_elements(x) && !value_is_empty(x))
        return interp_fail(in, "ismember: A and B must be arrays or cell arrays of strings");
    if (options.rows)
        shape = shape_make(shape.at[0], 1);
    TRY(set_joined(in, call, options.rows, &joined, &a));
    Groups groups;
    Members m;
    bool ok = groups_of(in, joined, options.rows && joined.kind != VALUE_CELL, &groups);
    if (ok) {
        ok = members_of(in, &groups, a, &m);
        if (ok) {
            ok = member_results(in, call, &groups, &m, a, &shape);
            members_free(in, &m);
        }
        groups_free(in, &groups);
    }
    value_drop(in, joined);
    return ok;
}
