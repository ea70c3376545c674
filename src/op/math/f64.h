/*
 * The functions of mathematics for f64. docs/ir.md has the accuracy of each. The coefficients of
 * the polynomials come from scripts/math_f64.py.
 */
#ifndef FRIT_OP_MATH_F64_H
#define FRIT_OP_MATH_F64_H

#include "op/math/f64_erf.h"
#include "op/math/f64_exp.h"
#include "op/math/f64_gamma.h"
#include "op/math/f64_inverse.h"
#include "op/math/f64_log.h"
#include "op/math/f64_root.h"
#include "op/math/f64_trig.h"

#endif
