/* Shared by the parts of lowering. */
#ifndef FRIT_RUN_INTERP_LOWER_H
#define FRIT_RUN_INTERP_LOWER_H

#include "run/interp/prep.h"

bool lower_reg(Prep *p, RegShape shape, RegShape room, Dtype dtype, RegPlace place, RegId *out);
/* The register in which v is at that shape. */
bool lower_operand(Prep *p, ValId v, RegShape at, RegId *out);
/* Gives v a register of its own in the list. */
bool lower_define(Prep *p, ValId v);
/* v has just been computed: repeats it for those who use it at a larger shape. */
bool lower_defined(Prep *p, ValId v);
bool lower_emit(Prep *p, Do d);
/* lower_array.c: table, array, copy, element, put */
bool lower_array(Prep *p, uint32_t n);
/* An array that shares the memory of another one, which is in that register. */
void lower_array_is(Prep *p, ValId v, RegId reg);

/* lower_control.c */
bool lower_open(Prep *p, uint32_t n);
bool lower_middle(Prep *p, uint32_t n);
bool lower_close(Prep *p, uint32_t n);

#endif
