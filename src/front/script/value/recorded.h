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
void record_drop(frit_array *array); /* NULL is allowed */

#endif
