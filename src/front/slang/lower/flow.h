/*
 * Control flow of the Slang-style language (flow.c, loops.c, switch.c): statements as programs of the IR.
 *
 * What return, break and continue do is kept in flags, which are locals like any other: known while compiling as long as
 * possible (then they cost nothing), values of the IR where it depends on a condition. What follows a statement that may have
 * exited is lowered into a branch that is only taken if it has not.
 */
#ifndef FRIT_FRONT_SLANG_FLOW_H
#define FRIT_FRONT_SLANG_FLOW_H

#include "front/slang/lower/lower.h"

#define NO_LOCAL UINT32_MAX

typedef struct KValues {
    KValue *at;
    uint32_t len, cap;
} KValues;

/*
 * A body: a program of its own, in which the locals around it are inputs, local k being variable k. Which of them it
 * really takes is seen when it is done (body_finish).
 */
typedef struct Body {
    Program *p;
    Program *around;
    uint32_t n;              /* locals around it */
    uint32_t first_constant; /* of the program around, while it is being written */
    KValues values;          /* of these at the end, once it was left */
    bool dead;               /* its end is not reached */
    bool loops;              /* it is a turn of a loop */
} Body;

/* The values of all locals. */
bool locals_save(Lower *l, KValues *out);
/* Puts them back; locals that came later are gone. */
void locals_restore(Lower *l, const KValues *values);

/* carried: by local, or NULL: those whose value in the body is not the one before it, known or not. */
bool body_begin(Lower *l, Body *b, const KValues *before, const bool *carried);
bool body_leave(Lower *l, Body *b);
/* Goes on writing a body that was left. */
void body_resume(Lower *l, Body *b);
void body_free(Lower *l, Body *b);
/* Does the body leave local k as it got it? */
bool body_keeps(const Body *b, const KValues *before, uint32_t k);
/* Marks the inputs that it reads. */
void body_uses(const Body *b, bool *used);
/* Sets its outputs: the values at its end of these locals. */
bool body_outputs(Lower *l, Body *b, const uint32_t *locals, uint32_t n);
/* Adds it to the module as a program whose inputs are these locals, in this order. */
bool body_finish(Lower *l, Body *b, const char *what, const uint32_t *inputs, uint32_t n,
                 ProgId *out);
/* Appends its instructions to the program at hand instead. map: of its variables, those of inputs filled in. */
bool body_replay(Lower *l, const Program *from, VarId *map);

/* After cond ? then : other: writes the branch and gives the locals their new values. */
bool branch_join(Lower *l, KValue cond, const KValues *before, Body *then, Body *other);

/* ---- flow.c */
/* The statements of a list from number `from` on. */
bool lower_list(Lower *l, ListId list, uint32_t from);
/* A scope: what is declared in it ends with it. scope_end is given what scope_begin gave. */
static inline uint32_t scope_begin(Lower *l) {
    uint32_t around = l->scope;
    l->scope = l->locals.len;
    return around;
}
static inline void scope_end(Lower *l, uint32_t around) {
    l->locals.len = l->scope;
    l->scope = around;
}
/* One in a scope of its own. */
bool lower_scoped(Lower *l, NodeId statement);
/* A condition: a scalar as bool. */
bool lower_condition(Lower *l, NodeId node, KValue *out);
bool lower_not(Lower *l, KValue x, KValue *out);
bool lower_or(Lower *l, KValue x, KValue y, KValue *out);
bool lower_and(Lower *l, KValue x, KValue y, KValue *out);
/* Has one of the flags been raised? Known where it is certain. */
bool flow_exited(Lower *l, bool with_continue, KValue *out);
/* Where the statement at hand stands. */
Loc flow_loc(const Lower *l);
bool flow_known(const KValue *v, bool value);
bool flow_add_flag(Lower *l, const char *name, bool value, uint32_t *out);

/* What is lowered on one side of a branch. */
typedef bool BranchFn(Lower *l, void *user);
/* The rest of a list, for a branch that goes on where the other one has exited. */
typedef struct Rest {
    ListId list;
    uint32_t from;
    bool taken; /* the rest was lowered inside the branch */
} Rest;
bool lower_branch(Lower *l, KValue cond, BranchFn *then, BranchFn *other, void *user, Rest *rest);

/* Lowers what follows something that may have exited, where it has not. */
bool flow_guard(Lower *l, KValue exited, BranchFn *fn, void *user);
/* No flag is up here. */
bool flow_lower_flags(Lower *l);

/* ---- loops.c, switch.c */
bool lower_for(Lower *l, NodeId node);
bool lower_while(Lower *l, NodeId node);
bool lower_do(Lower *l, NodeId node);
bool lower_switch(Lower *l, NodeId node, Rest *rest);

#endif
