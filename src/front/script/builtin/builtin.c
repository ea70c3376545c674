/*
 * The table of builtins. A theme is a file of table/:
 *
 *   BUILTIN(name, fn, code, least, most, outs, shape, records, help)
 *   BUILTIN_SCRIPT(name, file, least, most, outs, shape, help)   of library/FILE.m, in the scripts' own language
 *
 * The columns are those of Builtin. Rows of a theme stand in alphabetical order.
 */
#include "front/script/builtin/array_codes.h"
#include "front/script/builtin/types_codes.h"
#include "front/script/builtin/builtin.h"
#include "front/script/value/turn.h"

#include <string.h>

#include "frit_script_library.h"

#define BUILTIN(name, fn, code, least, most, outs, shape, records, help) BuiltinFn fn;
#define BUILTIN_SCRIPT(name, file, least, most, outs, shape, help)
#include "front/script/builtin/table.def"
#undef BUILTIN
#undef BUILTIN_SCRIPT

static const Builtin builtins[] = {
#define BUILTIN(name, fn, code, least, most, outs, shape, records, help) \
    {name, fn, code, least, most, outs, shape, records, help},
#define BUILTIN_SCRIPT(name, file, least, most, outs, shape, help) \
    {name, NULL, 0, least, most, outs, shape, true, help},
#include "front/script/builtin/table.def"
#undef BUILTIN
#undef BUILTIN_SCRIPT
    {NULL, NULL, 0, 0, 0, 0, NULL, false, NULL}};

/* Those in the scripts' language: where each is. */
static const struct ScriptRow {
    const char *name;
    const char *const *lines;
} script_rows[] = {
#define BUILTIN(name, fn, code, least, most, outs, shape, records, help)
#define BUILTIN_SCRIPT(name, file, least, most, outs, shape, help) {name, text_##file},
#include "front/script/builtin/table.def"
#undef BUILTIN
#undef BUILTIN_SCRIPT
    {NULL, NULL}};

const Builtin *builtin_find(const char *name) {
    for (const Builtin *b = builtins; b->name; b++)
        if (b->name[0] == name[0] && !strcmp(b->name, name))
            return b;
    return NULL;
}

const Builtin *builtin_at(uint32_t index) {
    const Builtin *b = builtins;
    while (b->name && index) {
        b++;
        index--;
    }
    return b->name ? b : NULL;
}

const char *const *builtin_script(const char *name) {
    for (const struct ScriptRow *row = script_rows; row->name; row++)
        if (!strcmp(row->name, name))
            return row->lines;
    return NULL;
}

/* What has no effect but its result, and needs no elements for it. */
static bool may_be_in_turn(const Builtin *builtin) {
    static const char *const names[] = {
        "class",     "columns",  "eps",      "eye",       "isa",     "isempty",
        "isreal",    "length",   "nargin",   "ndims",     "numel",   "rows",
        "size",      "isscalar", "isvector", "ismatrix",  "isfloat", "isnumeric",
        "islogical", "iscolumn", "isrow",    "size_equal"};
    if (builtin->records)
        return true;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (!strcmp(builtin->name, names[k]))
            return true;
    return false;
}

bool builtin_call(Interp *in, const Builtin *builtin, const Value *args, uint32_t argc,
                  uint32_t nout, Value *outs, uint32_t *outc) {
    *outc = 0;
    if (!builtin->fn)
        return interp_fail(in, "%s: is written in the scripts' language", builtin->name);
    if (argc < builtin->least || (builtin->most != BUILTIN_ANY && argc > builtin->most))
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s", builtin->name);
    if (nout > 1 && nout > builtin->outs)
        return interp_fail_id(in, "Octave:invalid-fun-call",
                              "%s: function called with too many outputs", builtin->name);
    if (in->turn && !may_be_in_turn(builtin))
        return turn_refuse(in);
    if (!builtin->records)
        for (uint32_t k = 0; k < argc; k++)
            TRY(value_narrow(in, args[k]));
    BuiltinCall call = {builtin, builtin->name, args, argc, nout, outs, 0};
    bool ok = builtin->fn(in, &call);
    *outc = call.outc;
    /* What was given counts. */
    while (ok && *outc < (nout ? nout : 1) && outs[*outc].kind != VALUE_NONE)
        ++*outc;
    return ok;
}
