/* The codes in the tables of the themes about arrays. */
#ifndef FRIT_SCRIPT_ARRAY_CODES_H
#define FRIT_SCRIPT_ARRAY_CODES_H

#include "front/script/builtin/bits.h"
#include "front/script/builtin/elementwise.h"
#include "front/script/builtin/making.h"
#include "front/script/builtin/random.h"
#include "front/script/builtin/reduce_codes.h"
#include "front/script/builtin/scan.h"
#include "front/script/builtin/shape.h"
#include "front/script/builtin/sort_set.h"

#endif
