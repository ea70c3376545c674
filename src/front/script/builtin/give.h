/* Small things that builtins about cells, structs, calls, types and state share. */
#ifndef FRIT_SCRIPT_GIVE_H
#define FRIT_SCRIPT_GIVE_H

#include "front/script/builtin/arrays.h"

/* Gives a text. */
bool give_text(Interp *in, BuiltinCall *call, const char *text, size_t len);
/* Argument k as a C string, freed with interp_release(len + 1). what: the message where it is no text, without "NAME: ". */
bool argument_text(Interp *in, const BuiltinCall *call, uint32_t k, const char *what, char **text,
                   size_t *len);
/* A field of a struct that is being made; takes v, also on failure. */
bool set_field(Interp *in, Value *s, const char *name, Value v);
bool set_text_field(Interp *in, Value *s, const char *name, const char *text);
/* An element of a cell or a field as it is read: a reference; what was not set is []. */
bool hold_element(Interp *in, Value v, Value *out);
/* A cell with the texts as a column (or a row). */
bool cell_of_texts(Interp *in, const char *const *texts, uint32_t count, bool column, Value *out);
/* "Invalid call to NAME" */
bool fail_call(Interp *in, const BuiltinCall *call);
static inline void release_text(Interp *in, char *text, size_t len) {
    interp_release(in, text, len + 1);
}

#endif
