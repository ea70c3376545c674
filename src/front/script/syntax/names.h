/* Names of variables, functions and fields, each once: comparing names is comparing numbers. */
#ifndef FRIT_FRONT_SCRIPT_SYNTAX_NAMES_H
#define FRIT_FRONT_SCRIPT_SYNTAX_NAMES_H

#include "base/arena.h"
#include "base/index.h"
#include "base/vec.h"

typedef uint32_t NameId; /* 0: no name */

/* Zeroed it is empty. It only grows: everything that was parsed with it keeps its ids. */
typedef struct ScriptNames {
    VEC(const char *) texts; /* ended by '\0'; in the arena */
    Index index;
    Arena *arena;
} ScriptNames;

/* The id of these bytes, which becomes one if there is none; 0: no memory. */
NameId script_name(Env *env, ScriptNames *names, const char *text, size_t len);
/* The id, or 0: nobody has used that name. */
NameId script_find_name(const ScriptNames *names, const char *text, size_t len);
const char *script_name_text(const ScriptNames *names, NameId id); /* "" for 0 */
void script_names_free(const frit_allocator *allocator, ScriptNames *names);

#endif
