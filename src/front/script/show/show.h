/* What a script prints: values as Octave shows them, and the printf family. */
#ifndef FRIT_SCRIPT_SHOW_H
#define FRIT_SCRIPT_SHOW_H

#include "front/script/value/value.h"

/* "x = 3" and so on with its line ends, as a statement without `;` prints it. */
bool show_named(Interp *in, const char *name, Value v, Str *out);
/* As disp does. */
bool show_plain(Interp *in, Value v, Str *out);
/* The template with the values, as sprintf does. */
bool show_format(Interp *in, const char *who, const char *format, size_t len, const Value *args,
                 uint32_t argc, Str *out);
/* Text between double quotes with its escapes done ("\n"): of templates in single quotes. */
bool show_unescape(Str *out, const char *text, size_t len);
/* show_named printed. */
bool show_print(Interp *in, const char *name, Value v);

#endif
