/* The functions of every row of the table: for the files that define them. */
#ifndef FRIT_SCRIPT_FUNCTIONS_H
#define FRIT_SCRIPT_FUNCTIONS_H

#include "front/script/builtin/builtin.h"

#define BUILTIN(name, fn, code, least, most, outs, shape, records, help) BuiltinFn fn;
#define BUILTIN_SCRIPT(name, file, least, most, outs, shape, help)
#include "front/script/builtin/table.def"
#undef BUILTIN
#undef BUILTIN_SCRIPT

#endif
