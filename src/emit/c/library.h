/*
 * Texts that source of kernels is made with: how a dialect spells things, what they have in common, the mathematics of
 * op/math. A text is cut into items (a function, a macro, a type, a table), and a source has those that it mentions,
 * directly or through others, in the order of the texts.
 */
#ifndef FRIT_EMIT_C_LIBRARY_H
#define FRIT_EMIT_C_LIBRARY_H

#include "base/arena.h"
#include "base/str.h"

typedef struct TextItem {
    const char *const *lines; /* from .. to */
    uint32_t from, to;
    const char *name; /* not ended; NULL: it is always there */
    uint32_t len;
    bool wanted;
} TextItem;

typedef struct TextLibrary {
    TextItem *items;
    uint32_t n;
    uint32_t *by_name; /* items that have one, in the order of their names */
    uint32_t n_named;
} TextLibrary;

enum { LIBRARY_TEXTS = 20 };

/* texts: NULL-ended lists of lines, ended by NULL; later ones may use earlier ones. */
bool library_open(Env *env, Arena **arena, const char *const *const *texts, TextLibrary *out);
/* What the text mentions is wanted, and what that mentions. */
void library_want(TextLibrary *library, const char *text, size_t len);
/* Everything that is wanted. */
void library_put(const TextLibrary *library, Str *out);

#endif
