/* Order and sets: values as numbers (ranks) that sort as their elements do. */
#ifndef FRIT_SCRIPT_SORT_SET_H
#define FRIT_SCRIPT_SORT_SET_H

#include "front/script/builtin/arrays.h"

/* Of builtin_set. */
enum { SET_INTERSECT, SET_SETDIFF, SET_SETXOR, SET_UNION };

/* Is it a cell of texts only? */
bool value_is_cellstr(Value v);

/*
 * Elements (of texts in a cell, or rows) in their order, and the number of the group of equal ones that each is in, rising with
 * them. Every NaN is a group of its own.
 */
typedef struct Groups {
    int64_t *order, *group;
    int64_t n, count; /* elements, groups */
} Groups;
bool groups_of(Interp *in, Value v, bool rows, Groups *out);
void groups_free(Interp *in, Groups *groups);

/* The order of the texts of a cell, and of the rows of an array (columns: from 1, negative ones fall; NULL: all). */
bool texts_order(Interp *in, const Cell *cell, bool falling, int64_t *places);
bool rows_order(Interp *in, const Array *array, const double *columns, int64_t n, bool falling,
                int64_t *places);
/* -1, 0, 1: bytes, then length. */
int text_compare(Value a, Value b);

#endif
