/*
 * What the themes about arrays share: elements of any class as doubles or as keys that sort, walks along a dimension, arguments
 * that are dimensions, shapes and classes, and steps that are recorded.
 */
#ifndef FRIT_SCRIPT_ARRAYS_H
#define FRIT_SCRIPT_ARRAYS_H

#include "front/script/builtin/functions.h"
#include "front/script/value/objects.h"

/* ---------------------------------------------------------------------------------- elements */

/* Elements as doubles; pairs where complex. */
typedef struct Numbers {
    ValueClass class_;
    bool complex;
    Shape shape;
    int64_t count;
    double *at;
    Array *array; /* at is its memory; NULL: a block of its own */
} Numbers;

/* Reads any number, range or array. Of 64-bit integers beyond 2^53 the nearest double. numbers_free it. */
bool numbers_of(Interp *in, Value v, Numbers *out);
/* The same, with pairs whether it is complex or not. */
bool numbers_complex_of(Interp *in, Value v, Numbers *out);
/* To be written; its elements are not set. */
bool numbers_new(Interp *in, ValueClass class_, bool complex, const Shape *shape, Numbers *out);
/* As a value of its class, rounded and saturated; frees it in any case. */
bool numbers_value(Interp *in, Numbers *n, Value *out);
void numbers_free(Interp *in, Numbers *n);

/* Numbers of a row of doubles as a value. */
bool value_of_doubles(Interp *in, const double *at, const Shape *shape, Value *out);
bool value_of_row(Interp *in, const double *at, int64_t n, Value *out);

/* All elements are x, in a class of floats, integers or truth; big ones are recorded. */
bool value_filled(Interp *in, ValueClass class_, const Shape *shape, double x, Value *out);

/* Elements by number (from 0) of an array in memory, of any class; -1 is a zero. */
bool array_pick(Interp *in, const Array *array, const int64_t *places, const Shape *shape,
                Value *out);
/* The same of a cell or an array. */
bool value_pick(Interp *in, Value v, const int64_t *places, const Shape *shape, Value *out);
/* Numbers that sort as the elements do, NaN last, -0 as 0. Of complex ones `level` 0 is the length, 1 the angle. A block of
 * array->count, freed with interp_release. */
bool array_keys(Interp *in, const Array *array, int level, uint64_t **out);
enum { KEY_NAN = 1 };                     /* subtracted from the largest number */
#define KEY_OF_NAN (UINT64_MAX - KEY_NAN) /* what NaN's key is at least */
/* The order in which keys rise (or fall), equal ones as they stand: places is filled with n numbers. */
bool keys_order(Interp *in, const uint64_t *keys, int64_t n, bool falling, int64_t *places);
/* Blocks of n numbers. */
int64_t *places_new(Interp *in, int64_t n);
void places_free(Interp *in, int64_t *places, int64_t n);

/* --------------------------------------------------------------------------------- dimensions */

/* An array along one dimension: element k of row (i, o) is at i + inner * (k + n * o). */
typedef struct Walk {
    int64_t inner, n, outer;
} Walk;
Walk walk_along(const Shape *shape, uint32_t axis);
/* The first dimension that is not 1, from 0. */
uint32_t shape_first_axis(const Shape *shape);
/* The shape with another extent of one dimension, which may be past the last. */
Shape shape_with(const Shape *shape, uint32_t axis, int64_t extent);
bool shape_is_vector(const Shape *shape); /* 1 x n or n x 1 */
bool shape_is_square(const Shape *shape);
/* Of two operands whose extents of 1 are repeated; false (and no error): they do not fit. */
bool shape_broadcast(const Shape *a, const Shape *b, Shape *out);
bool fail_nonconformant(Interp *in, const char *who, const Shape *a, const Shape *b);

/* ---------------------------------------------------------------------------------- arguments */

/* "sum: wrong type argument 'cell'"; always false. */
bool fail_wrong_type(Interp *in, const char *who, Value v);
/* Is it a number, a range or an array? */
static inline bool value_has_elements(Value v) {
    return v.kind == VALUE_NUMBER || v.kind == VALUE_RANGE || v.kind == VALUE_ARRAY;
}
/* The same or the error of fail_wrong_type. */
bool need_elements(Interp *in, const char *who, Value v);
/* Argument k is text that is this word, in any case. */
bool argument_is_word(const BuiltinCall *call, uint32_t k, const char *word);
bool value_is_word(Value v, const char *word);
/* A word into a buffer of WORD_TEXT; false (and no error): it is no short text. */
enum { WORD_TEXT = 32 };
bool value_word(Value v, char word[WORD_TEXT]);
/* A dimension, as an axis from 0. "NAME: DIM must be a valid dimension" */
bool argument_axis(Interp *in, const char *who, Value v, uint32_t *axis);
/* Extents from arguments (one number: square; a vector; several numbers) behind which may stand a class or 'like', v. */
typedef struct Making {
    Shape shape;
    ValueClass class_;
    bool classed; /* a class was said */
    bool complex; /* like a complex one */
} Making;
bool making_of(Interp *in, const char *who, const Value *args, uint32_t argc, Making *out);
bool shape_of_arguments(Interp *in, const char *who, const Value *args, uint32_t argc, Shape *out);
/* The class of what a and b are combined to ("mod: cannot combine ..."). */
bool class_of_two(Interp *in, const char *who, Value a, Value b, ValueClass *out);
/* double, or single for singles. */
ValueClass class_floating(ValueClass class_);

/* Puts result k, which must be the next one. */
bool give(BuiltinCall *call, Value v);

/* ---------------------------------------------------------------------------------- recording */

/* Is it an array whose steps should wait: one that waits already, or a big one? */
bool value_waits(Interp *in, Value v);
/* Is an array of as many elements big? */
bool count_is_big(Interp *in, int64_t count);
/* A step of frit's on values, in frit's order of axes. */
bool record(Interp *in, const char *op, const Value *args, uint32_t n, const char *attrs,
            ValueClass class_, Value *out);
/* The same of one value, which is dropped and replaced by the result. */
bool record_on(Interp *in, const char *op, Value *v, const char *attrs, ValueClass class_);
/* *v = v OP x, of v's own class. */
bool record_with(Interp *in, const char *op, Value *v, double x);
/* frit's number of a dimension of a value of that rank. */
static inline uint32_t frit_axis_of(const Shape *shape, uint32_t axis) {
    return shape->rank - 1 - axis;
}

#endif
