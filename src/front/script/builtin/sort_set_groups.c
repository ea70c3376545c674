/* Equal elements, texts or rows as groups. */
#include "front/script/builtin/sort_set.h"

void groups_free(Interp *in, Groups *groups) {
    if (groups->order)
        places_free(in, groups->order, groups->n);
    if (groups->group)
        places_free(in, groups->group, groups->n);
}

static bool groups_new(Interp *in, int64_t n, Groups *out) {
    *out = (Groups){.n = n};
    out->order = places_new(in, n);
    out->group = places_new(in, n);
    if (out->order && out->group)
        return true;
    groups_free(in, out);
    return false;
}

/* same: is the element at place k of the order equal to the one before it? */
static void groups_number(Groups *groups, bool (*same)(const void *user, int64_t a, int64_t b),
                          const void *user) {
    int64_t group = -1;
    for (int64_t k = 0; k < groups->n; k++) {
        if (k == 0 || !same(user, groups->order[k - 1], groups->order[k]))
            group++;
        groups->group[groups->order[k]] = group;
    }
    groups->count = group + 1;
}

static bool texts_same(const void *user, int64_t a, int64_t b) {
    const Cell *cell = user;
    return text_compare(cell->at[a], cell->at[b]) == 0;
}

typedef struct Keys {
    const uint64_t *first, *second; /* second: of complex numbers; NULL: none */
    int64_t rows, columns;
    bool floats;
} Keys;

static bool keys_same(const void *user, int64_t a, int64_t b) {
    const Keys *keys = user;
    for (int64_t c = 0; c < keys->columns; c++) {
        uint64_t x = keys->first[a + c * keys->rows], y = keys->first[b + c * keys->rows];
        if (x != y || (keys->floats && x >= KEY_OF_NAN))
            return false;
        if (keys->second && keys->second[a + c * keys->rows] != keys->second[b + c * keys->rows])
            return false;
    }
    return true;
}

static bool elements_order(Interp *in, const Keys *keys, int64_t n, int64_t *order) {
    if (!keys->second)
        return keys_order(in, keys->first, n, false, order);
    int64_t *by_angle = places_new(in, n);
    uint64_t *moved = interp_alloc(in, (size_t)n * sizeof *moved);
    bool ok = by_angle && moved && keys_order(in, keys->second, n, false, by_angle);
    for (int64_t k = 0; ok && k < n; k++)
        moved[k] = keys->first[by_angle[k]];
    ok = ok && keys_order(in, moved, n, false, order);
    for (int64_t k = 0; ok && k < n; k++)
        order[k] = by_angle[order[k]];
    if (by_angle)
        places_free(in, by_angle, n);
    if (moved)
        interp_release(in, moved, (size_t)n * sizeof *moved);
    return ok;
}

static bool array_groups(Interp *in, const Array *array, bool rows, Groups *out) {
    int64_t n = rows ? array->shape.at[0] : array->count;
    uint64_t *first = NULL, *second = NULL;
    TRY(groups_new(in, n, out));
    bool ok =
        array_keys(in, array, 0, &first) && (!array->complex || array_keys(in, array, 1, &second));
    if (ok) {
        Keys keys = {first, second, n, rows ? (n ? array->count / n : 0) : 1,
                     class_is_float((ValueClass)array->class_)};
        ok = rows ? rows_order(in, array, NULL, keys.columns, false, out->order)
                  : elements_order(in, &keys, n, out->order);
        if (ok)
            groups_number(out, keys_same, &keys);
    }
    if (first)
        interp_release(in, first, (size_t)array->count * sizeof *first);
    if (second)
        interp_release(in, second, (size_t)array->count * sizeof *second);
    if (!ok)
        groups_free(in, out);
    return ok;
}

bool groups_of(Interp *in, Value v, bool rows, Groups *out) {
    if (v.kind == VALUE_CELL) {
        const Cell *cell = VALUE_CELL_OF(v);
        TRY(groups_new(in, cell->count, out));
        if (!texts_order(in, cell, false, out->order)) {
            groups_free(in, out);
            return false;
        }
        groups_number(out, texts_same, cell);
        return true;
    }
    Array *array;
    TRY(value_to_array(in, v, &array));
    bool ok = array_groups(in, array, rows, out);
    array_drop(in, array);
    return ok;
}
