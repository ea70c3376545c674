/* What a function does with names, for the resolver. */
#ifndef FRIT_SCRIPT_USES_H
#define FRIT_SCRIPT_USES_H

#include "front/script/syntax/tree.h"

typedef enum UseFlags {
    USE_READ = 1,
    USE_ASSIGNED = 2,
    USE_OWN = 4,   /* a parameter or an output */
    USE_BELOW = 8, /* a nested function assigns to it, or one in that */
    USE_BARE = 16  /* it is a statement of its own, which may be a script */
} UseFlags;

typedef struct Use {
    NameId name;
    uint32_t flags;
} Use;

typedef struct Uses {
    VEC(Use) all; /* as they are first met */
    Index index;
    bool makes_variables; /* it calls eval and the like */
} Uses;

uint32_t script_use_flags(const Uses *uses, NameId name);
bool script_add_use(Env *env, Uses *uses, NameId name, uint32_t flags);
/* Those of all functions of a tree by id, and behind them those of its body; tree->n_all + 1. */
bool script_collect_uses(Env *env, const ScriptTree *tree, Uses *uses);
void script_free_uses(const frit_allocator *allocator, Uses *uses, uint32_t count);
/* Where the uses of the function around f are. */
uint32_t script_outer_uses(const ScriptTree *tree, const ScriptFunction *f);

#endif
