/* What the rows of the themes of types are told apart by. */
#ifndef FRIT_SCRIPT_TYPES_H
#define FRIT_SCRIPT_TYPES_H

#include "front/script/builtin/types_codes.h"
#include "front/script/value/value.h"

/* What whos and sizeof count. */
int64_t value_bytes(Value v);

#endif
