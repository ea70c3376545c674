/*
 * Loops of scripts as machine code, where they stand: `for`, `while` and `do` whose statements work on real scalars and on elements
 * of real arrays. Who runs a function offers a loop whenever a turn of it would begin:
 *
 *     site->turns++;
 *     if (site->turns > site->next && !loop_offer(in, site, &offer, &result)) fail
 *     LOOP_REFUSED: nothing has happened; interpret this turn
 *     LOOP_DONE:    the loop is over; every variable is as it is after it
 *     LOOP_LEFT:    variables are as they are just before result.point; go on interpreting there
 *
 * Compiled code leaves a loop before whatever is out of the ordinary: an error that is going to happen, a variable that becomes
 * something else, a statement that is no arithmetic, an interrupt. So the interpreter raises each error and prints each text itself,
 * at its line, and nothing is ever undone. Results are the bits that it computes.
 */
#ifndef FRIT_SCRIPT_LOOP_H
#define FRIT_SCRIPT_LOOP_H

#include "front/script/builtin/builtin.h"
#include "front/script/syntax/tree.h"

/* What is known of one loop of the text; zeroed: nothing. Lives as long as the code of its function. */
typedef struct LoopSite {
    uint64_t turns; /* that the interpreter began */
    uint64_t next;  /* offer it when turns is larger; UINT64_MAX: never again */
    struct LoopKnown *known;
} LoopSite;

/* What a FOR goes through: turn k (from 0) of count has base + k step, or column k of `over` where that is not NONE. */
typedef struct LoopOver {
    Value over;
    double base, step;
    int64_t count;
    int64_t turn; /* the number of the turn that begins next; the one that runs now is turn - 1 */
} LoopOver;

/* What a handle calls. */
typedef struct LoopHandle {
    const ScriptFunction *function; /* in the scripts' language; NULL: the builtin `name` */
    const char *name;
    const Value *captured; /* in the order of function->captures */
    uint32_t n_captured;
    uint64_t text; /* a hash of the function's text: it may be another one in the same place */
} LoopHandle;

typedef struct LoopOffer {
    const ScriptTree *tree;
    const ScriptFunction *function; /* that the loop stands in */
    const ScriptNode *loop;         /* FOR, WHILE or DO_UNTIL */
    /* The variables of the function by slot. Those that stand elsewhere (globals) have kind VALUE_COLON here: no loop
     * that mentions them is taken. */
    Value *slots;
    const NameId *names; /* of the slots; NULL: nobody is told */
    uint32_t n_slots;
    /* FOR: lent; no turn may be left. WHILE: its condition would be evaluated. DO_UNTIL: its body would begin. */
    LoopOver over;
    /* Not 0: stop at the next turn. NULL: nobody asks. */
    const volatile int *interrupted;
    uint32_t generation; /* as long as it stays, names of functions mean what they meant */
    /* The function of the script's language that a name would call now, or NULL: it is another one. May be NULL. */
    const ScriptFunction *(*function_of)(void *user, NameId name);
    /* False: that cannot be said. May be NULL. */
    bool (*handle_of)(void *user, Value f, LoopHandle *out);
    void *user;
} LoopOffer;

typedef enum LoopEnd { LOOP_REFUSED, LOOP_DONE, LOOP_LEFT } LoopEnd;

typedef enum LoopPoint {
    LOOP_AT_STATEMENT, /* the statement `at` begins, whichever kind it is */
    LOOP_AT_TURN, /* of the loop `at`, where the next turn begins or there is none. FOR: turns[] says which; WHILE: its
                          condition; DO_UNTIL: its body */
    LOOP_AT_TEST  /* of the DO_UNTIL `at`: its condition */
} LoopPoint;

/* A FOR in which the point is. */
typedef struct LoopTurn {
    const ScriptNode *loop;
    LoopOver over; /* the reference is the caller's; of the offered loop only `turn` counts */
} LoopTurn;

enum { LOOP_DEEPEST = 12 };

typedef struct LoopResult {
    LoopEnd end;
    LoopPoint point;
    const ScriptNode *at;
    /* The FORs around the point, the outermost (often the offered loop) first; no WHILEs. */
    LoopTurn turns[LOOP_DEEPEST];
    uint32_t n_turns;
} LoopResult;

/* False: out of memory, and nothing has happened. */
bool loop_offer(Interp *in, LoopSite *site, const LoopOffer *offer, LoopResult *result);
void loop_site_free(Interp *in, LoopSite *site);

/* For --explain: "compiled for (i: double, v: double 1 x n); 3 times, 2,000,000 turns", or why it is left to the interpreter. */
bool loop_explain(const LoopSite *site, Str *out);

#endif
