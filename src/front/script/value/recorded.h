/* Recording steps on large arrays. */
#ifndef FRIT_SCRIPT_RECORDED_H
#define FRIT_SCRIPT_RECORDED_H

#include <stdio.h>

#include "front/script/value/objects.h"
#include "front/script/value/operators.h"

/* Memory that recorded steps may keep before they are run. */
#define RECORDED_BYTES_MOST ((uint64_t)1 << 29)

/* "f64", "u8", "c128". */
const char *class_dtype(ValueClass class_, bool complex);
/* frit_apply. */
bool record_op(Interp *in, const char *op, frit_array *const *inputs, uint32_t n, const char *attrs,
               frit_array **out);
/* A number as an array of rank 0 ("f64" or "f32"): a new one finds the old plan. */
bool record_number(Interp *in, const char *dtype, double x, frit_array **out);
/* Key and number of a draw of random numbers: of the recording's first draw only the number is an array, the others count from
 * it, so that the next recording finds the same plan. The caller frees both, also on failure. */
bool record_draw(Interp *in, uint64_t key, uint64_t draw, frit_array *out[2]);
/* Frees what is kept of numbers. */
void record_forget(Interp *in);
void record_drop(frit_array *array); /* NULL is allowed */

#endif
