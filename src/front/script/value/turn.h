/*
 * A turn of a loop that is recorded to become the body of a `for` of the IR: while one is open, statements run in a context of its
 * own, on placeholders. What a turn takes from outside (arrays, numbers, random draws) is *lifted*: it becomes a further input of
 * the body. Whatever needs a value fails, and so the attempt does: nothing has happened then.
 */
#ifndef FRIT_SCRIPT_TURN_H
#define FRIT_SCRIPT_TURN_H

#include "base/vec.h"
#include "front/script/value/value.h"

/* What an array has to do with the turn that is open. */
enum {
    TURN_OUTSIDE, /* it was there before, or is in memory */
    TURN_INSIDE,  /* of steps of the turn */
    TURN_READ     /* that too, and a step has taken it */
};

/* An input of the body that is no variable. */
typedef struct TurnLift {
    Value outer;   /* the array, held; else a number: */
    char dtype[4]; /* empty: of a value */
    uint64_t bits;
    bool per_turn; /* draws of random numbers in a turn, known when it is over */
    frit_array *inner;
} TurnLift;

/* A number that goes with the turn: scale * turn + offset, turns counted from 0. */
typedef struct TurnScalar {
    Value value; /* held */
    double scale, offset;
} TurnScalar;

typedef struct Turn {
    VEC(TurnLift) lifts;
    VEC(TurnScalar) scalars;
    frit_array *index;     /* the number of the turn */
    int64_t first, last;   /* of the turns that it shall stand for */
    uint64_t random_first; /* draws when it began */
    int64_t largest;       /* elements that a step has computed */
    bool broken;           /* something has happened that turns must do themselves */
} Turn;

/* What was set aside while a turn is open. */
typedef struct TurnOutside {
    frit_context *context;
    void (*ran)(Interp *in);
    void (*write)(void *user, const char *bytes, size_t len);
    uint64_t recorded_bytes, random_key, random_draw;
    uint32_t scalar_steps;
} TurnOutside;

bool turn_open(Interp *in, Turn *turn, TurnOutside *outside, int64_t first, int64_t last);
/* Back in the context outside. What was recorded stays until turn_forget. */
void turn_close(Interp *in, const TurnOutside *outside);
void turn_forget(Interp *in, Turn *turn);
/* Of what must not happen while a turn is open: fails where one is. */
bool turn_refuse(Interp *in);

/* A variable as it is when a turn begins; and the loop's variable, base + step * turn. */
bool turn_placeholder(Interp *in, Value like, Value *out);
bool turn_variable(Interp *in, double base, double step, Value *out);
/* The arrays of frit's of values and numbers, where a turn is open. */
bool turn_value(Interp *in, Value v, bool *done, frit_array **out);
bool turn_number(Interp *in, const char *dtype, uint64_t bits, frit_array **out);
bool turn_draw(Interp *in, uint64_t draw, frit_array **out);
/* out was computed in a turn. */
bool turn_made(Interp *in, Array *out);

/* out = a op b of scalars. */
bool turn_note_binary(Interp *in, BinaryOp op, Value a, Value b, Value out);
/* x(subs) and x(subs) = rhs where a subscript goes with the turn. *done false: none does. */
bool turn_index(Interp *in, Value base, const Value *subs, uint32_t n, bool *done, Value *out);
bool turn_assign(Interp *in, Value *base, const Value *subs, uint32_t n, Value rhs, bool *done);

#endif
