/*
 * Routines: functions of whole arrays that are no kernels, because what they do is not work on one element after another:
 * orders, transforms, factors of matrices, draws that throw numbers away. A routine is a row of op/ops.def, a type rule
 * (infer/rules_routine.c) and a function here. Arrays have any strides; results share no byte with anything. Where lines
 * are independent they are shared between the host's threads, and the bits do not depend on how many there are.
 */
#ifndef FRIT_RUN_ROUTINE_H
#define FRIT_RUN_ROUTINE_H

#include "run/device/machine.h"

/* On the machine's host. Fails for want of memory, with FRIT_ERR_CANCELLED, and where a routine has no result
 * (FRIT_ERR_ARGUMENT: a singular matrix). */
bool routine_run(Env *env, Machine *machine, const Routine *routine, char *const *at);

struct RoutineRoom;
/* What the host keeps for routines: transforms that are ready, LAPACK. Made with nothing in it. */
bool routine_room_new(Env *env, bool no_blas, struct RoutineRoom **out);
void routine_room_free(struct RoutineRoom *room, const frit_allocator *allocator);

#endif
