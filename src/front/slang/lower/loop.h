/* Loops: what loops.c (the general loop) and counted.c (counted and unrolled ones) share. */
#ifndef FRIT_FRONT_SLANG_LOOP_H
#define FRIT_FRONT_SLANG_LOOP_H

#include "front/slang/lower/flow.h"

/* A loop of any kind: first is done. */
typedef struct Loop {
    NodeId node, cond, step, body;
    uint32_t own;      /* locals from here on are the loop's own: they end with it */
    bool tests_late;   /* do: a turn comes before the first test */
    Uses uses;         /* of condition, step and body together */
    Uses body_uses;    /* of the body alone */
    Uses cond_uses;    /* of the condition alone */
    VEC(bool) changes; /* by local: has another value in each turn */
    KValues before;
    uint32_t
        go; /* local with the condition's value, where it is computed at the end of a turn; or NO_LOCAL */
    uint32_t lead;    /* statements of the body that only decide about leaving: part of the test */
    bool lead_breaks; /* there is a break among them */
    NodeId
        lead_return; /* the last of them is this if with a return, and nothing else leaves the loop; 0: none */
    Body turn, test;
    VEC(uint32_t) carried, inputs;
    VEC(VarId) operands;
    VEC(TypeId) types;
    VEC(bool) used;
} Loop;

void loop_free(Lower *l, Loop *loop);
/* The body with its own `continue`. */
bool loop_turn_body(Lower *l, const Loop *loop);
/* Does the step change nothing that is seen after the loop? */
bool loop_step_is_private(Lower *l, const Loop *loop, bool *out);
/* After the turn was written: finds out what it really changes, which is carried. variable: a counted loop's, which is not. */
bool loop_carries(Lower *l, Loop *loop, uint32_t variable);
/* Carried values first (after the variable of a counted loop), then what is only read. */
bool loop_inputs(Lower *l, Loop *loop, uint32_t variable);
bool loop_results(Lower *l, const Loop *loop, VarId first);

/* A loop whose turns can be counted: *done says that it was one and has been lowered. */
bool lower_counted(Lower *l, Loop *loop, bool *done);

#endif
