/* What messages about indexing call the type of a value: "bool matrix", "sq_string", "double_range". */
#ifndef FRIT_SCRIPT_LABEL_H
#define FRIT_SCRIPT_LABEL_H

#include "front/script/value/value.h"

const char *value_label(Value v);

#endif
