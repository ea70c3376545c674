/* strcmp and its kin. */
#include <ctype.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"

enum {
    COMPARE_FOLD = 1,
    COMPARE_START = 2
}; /* the code of a row: whatever the case; the first n */

typedef struct Comparison {
    bool fold, start;
    size_t n;
} Comparison;

static bool same_bytes(const char *a, const char *b, size_t n, bool fold) {
    if (!fold)
        return n == 0 || memcmp(a, b, n) == 0;
    for (size_t k = 0; k < n; k++)
        if (tolower((unsigned char)a[k]) != tolower((unsigned char)b[k]))
            return false;
    return true;
}

static bool same_arrays(const Comparison *c, const Array *a, const Array *b) {
    if (c->start && (int64_t)c->n <= a->count && (int64_t)c->n <= b->count)
        return same_bytes(a->data, b->data, c->n, c->fold);
    if (c->start)
        return a->count == b->count && same_bytes(a->data, b->data, (size_t)a->count, c->fold);
    return shape_same(&a->shape, &b->shape) &&
           same_bytes(a->data, b->data, (size_t)a->count, c->fold);
}

/* Values that are no text are never the same. */
static bool same_texts(Interp *in, const Comparison *c, Value a, Value b, bool *same) {
    *same = false;
    if (!value_is_char(a) || !value_is_char(b))
        return true;
    Text left, right = {0};
    bool ok = chars_open(in, a, &left) && chars_open(in, b, &right);
    if (ok)
        *same = same_arrays(c, left.array, right.array);
    chars_close(in, &left);
    chars_close(in, &right);
    return ok;
}

/* Row k of a char matrix beside an element of a cell. */
static bool same_row(Interp *in, const Comparison *c, const Array *rows, int64_t k, Value b,
                     bool *same) {
    Str row = str_make(&in->env);
    for (int64_t j = 0; j < rows->shape.at[1]; j++)
        str_putc(&row, ((const char *)rows->data)[k + j * rows->shape.at[0]]);
    Value v = value_none();
    bool ok = str_ok(&row) || interp_fail_raw(in);
    ok = ok && value_row_text(in, row.data ? row.data : "", row.len, false, &v) &&
         same_texts(in, c, v, b, same);
    value_drop(in, v);
    str_free(&row);
    return ok;
}

static bool cell_with_text(Interp *in, const Comparison *c, const Cell *cell, Value text,
                           uint8_t *same) {
    Text rows = {0};
    bool by_row = value_is_char(text) && value_shape(text).rank == 2 &&
                  value_shape(text).at[0] > 1 && value_shape(text).at[0] == cell->count;
    bool ok = !by_row || chars_open(in, text, &rows);
    for (int64_t k = 0; ok && k < cell->count; k++) {
        bool equal = false;
        ok = by_row ? same_row(in, c, rows.array, k, cell->at[k], &equal)
                    : same_texts(in, c, cell->at[k], text, &equal);
        same[k] = equal;
    }
    chars_close(in, &rows);
    return ok;
}

static bool cell_with_cell(Interp *in, const Comparison *c, const Cell *a, const Cell *b,
                           uint8_t *same) {
    for (int64_t k = 0; k < a->count; k++) {
        bool equal;
        TRY(same_texts(in, c, a->at[k], b->at[b->count == 1 ? 0 : k], &equal));
        same[k] = equal;
    }
    return true;
}

static bool compare_cells(Interp *in, BuiltinCall *call, const Comparison *c, Value a, Value b) {
    /* The larger cell first. */
    if (a.kind != VALUE_CELL || (b.kind == VALUE_CELL && value_count(a) == 1)) {
        Value swapped = a;
        a = b;
        b = swapped;
    }
    const Cell *cell = VALUE_CELL_OF(a);
    if (b.kind == VALUE_CELL && value_count(b) != 1 &&
        !shape_same(&cell->shape, &VALUE_CELL_OF(b)->shape))
        return interp_fail(in, "%s: nonconformant cell arrays", call->name);
    Value out;
    uint8_t *same;
    TRY(logicals_value(in, &cell->shape, &out, &same));
    bool ok = b.kind == VALUE_CELL ? cell_with_cell(in, c, cell, VALUE_CELL_OF(b), same)
                                   : cell_with_text(in, c, cell, b, same);
    ok = ok && value_simplify(in, &out);
    if (ok)
        give_value(in, call, 0, out);
    else
        value_drop(in, out);
    return ok;
}

bool script_strcmp(Interp *in, BuiltinCall *call) {
    Comparison c = {.fold = call->row->code & COMPARE_FOLD,
                    .start = call->row->code & COMPARE_START};
    if (c.start) {
        double n;
        TRY(value_to_double(in, call->args[2], call->name, &n));
        if (!(n >= 1))
            return interp_fail(in, "%s: N must be greater than 0", call->name);
        c.n = n < 1e15 ? (size_t)n : (size_t)1e15;
    }
    Value a = call->args[0], b = call->args[1];
    if (a.kind == VALUE_CELL || b.kind == VALUE_CELL)
        return compare_cells(in, call, &c, a, b);
    bool same;
    TRY(same_texts(in, &c, a, b, &same));
    give_value(in, call, 0, value_logical(same));
    return true;
}
