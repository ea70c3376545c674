/*
 * Loops as IR: phis at the head, one way out.
 *
 *     Loop loop;
 *     loop_open(e, &loop, init, n, phi);       head: phi[k] begins as init[k]
 *     loop_while(e, &loop, condition);         the body follows, of any blocks
 *     loop_close(e, &loop, next);              what phi[k] is in the next turn; after it: behind the loop
 *
 * Behind the loop phi[k] is what it was when the condition failed.
 *
 * An inner loop tests at its end, which saves a jump a turn:
 *
 *     loop_enter(e, &loop, condition, init, n, phi);   goes past it where the condition does not hold
 *     loop_again(e, &loop, condition, next, phi);      and is left when it does not; phi: what is then
 *
 * After loop_open (and no loop_while) loop_again closes a loop that has one turn at least; phi stays.
 */
#ifndef FRIT_EMIT_LLVM_LOOP_H
#define FRIT_EMIT_LLVM_LOOP_H

#include "emit/llvm/emitter.h"

typedef struct Loop {
    Label head, latch, exit;
    unsigned n;
    Val *next;    /* reserved: what goes round */
    Val *init;    /* loop_enter: what it begins with */
    Label before; /* the same: the block it comes from */
} Loop;

void loop_open(Emit *e, Loop *loop, const Val *init, unsigned n, Val *phi);
void loop_while(Emit *e, Loop *loop, Val condition);
void loop_close(Emit *e, Loop *loop, const Val *next);

void loop_enter(Emit *e, Loop *loop, Val condition, const Val *init, unsigned n, Val *phi);
void loop_again(Emit *e, Loop *loop, Val condition, const Val *next, Val *phi);

/* For k from `from` while k < to (signed), by `by`; loop_next closes it. */
Val loop_count(Emit *e, Loop *loop, Val from, Val to);
void loop_next(Emit *e, Loop *loop, Val at, Val by);

/* Memory for n things (and one more), zeroed; a failure sets e->failed and gives NULL. */
void *emit_room(Emit *e, size_t n, size_t size);
void emit_room_free(Emit *e, void *room, size_t n, size_t size);
Val *val_array(Emit *e, unsigned n);
void val_free(Emit *e, Val *array, unsigned n);

/* i64 */
Val i64_const(Emit *e, int64_t value);
Val i64_add(Emit *e, Val a, Val b);
Val i64_mul(Emit *e, Val a, Val b);
Val i64_min(Emit *e, Val a, Val b);
/* The next multiple of a power of two. */
Val i64_round_up(Emit *e, Val a, int64_t to);

#endif
