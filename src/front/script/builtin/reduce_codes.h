/* Codes of reductions, and reductions that other themes use. */
#ifndef FRIT_SCRIPT_REDUCE_CODES_H
#define FRIT_SCRIPT_REDUCE_CODES_H

#include "front/script/builtin/elementwise.h"
#include "front/script/builtin/reduce.h"

/* Of builtin_sum and builtin_mean. */
enum { SUM_SUM, SUM_PROD, SUM_SUMSQ, SUM_MEAN, SUM_MEANSQ };
/* Of builtin_any_all. */
enum { TRUTH_ALL, TRUTH_ANY };
/* Of builtin_extreme. */
enum { EXTREME_MAX, EXTREME_MIN };
/* Of builtin_spread. */
enum { SPREAD_VAR, SPREAD_STD };

bool reduce_sum(Interp *in, uint16_t code, const Reduction *r, Value *out);

#endif
