/*
 * A plan bound to a device and to the shapes and strides of its arguments: every extent and stride a number, every
 * kernel prepared, temporaries laid out in one block. It can run any number of times on other
 * pointers.
 */
#ifndef FRIT_RUN_BIND_BOUND_H
#define FRIT_RUN_BIND_BOUND_H

#include "plan/plan.h"
#include "plan/report.h"
#include "run/device/machine.h"

typedef struct Bound Bound;

/* shape and strides (bytes) have the rank of the input or output; strides NULL: row-major. */
typedef struct Layout {
    const int64_t *shape;
    const int64_t *strides;
} Layout;

/* outputs may be NULL: row-major of their shapes. Fails where the shapes do not fit the plan. */
Bound *bound_new(Env *env, const Plan *plan, Machine *machine, const Layout *inputs,
                 const Layout *outputs);
void bound_free(Bound *bound);
/* Was it made for these layouts? Then run needs no new one. */
bool bound_fits(const Bound *bound, const Layout *inputs, const Layout *outputs);
/* The addresses of all inputs, then of all outputs: which is the first from number k on that is NULL or not
 * aligned? As many as there are: none. */
uint32_t bound_odd_data(const Bound *bound, char *const *data, uint32_t k);
/* May argument number k, inputs first, be given no memory? So where it has no elements. */
bool bound_is_empty(const Bound *bound, uint32_t k);
/* Bytes that its address must be a multiple of. */
uint32_t bound_align(const Bound *bound, uint32_t k);
/* The shape of input number k. */
const int64_t *bound_input_shape(const Bound *bound, uint32_t k);
/* The shape of output number k; its rank is that of the plan's type. */
const int64_t *bound_output_shape(const Bound *bound, uint32_t k);
/* The axes of output number k in the order in which it lies best, the outermost first. False: row by row, also
 * where it was not bound row-major. */
bool bound_output_order(const Bound *bound, uint32_t k, uint32_t *order);

/*
 * Reads and writes the arguments' memory, which is the device's. Outputs may overlap inputs in any way: results are those
 * of reading everything first. On failure no output has changed, except that those that are fresh (by
 * output; NULL: all), which nobody has seen yet, may hold anything. One thread at a time for one Bound. Where the
 * device has a wait, what was asked for may still be under way.
 */
bool bound_run(Env *env, Bound *bound, char *const *inputs, char *const *outputs,
               const bool *fresh);

/*
 * An argument that lies in the host's memory, of a plan that was bound for a row-major copy of it on its device
 * (carry.c). By argument, inputs first.
 */
typedef struct Carried {
    bool host;              /* false: it is on the device */
    char *data;             /* the host's, once it was carried */
    const int64_t *strides; /* there; NULL: row-major */
    char *block;            /* on the device; NULL: nothing was carried */
    uint64_t size;          /* of the block */
} Carried;
/* Copies the inputs to the device and makes room for the outputs; their pointers become those there. */
bool bound_carry_in(Env *env, Bound *bound, Carried *carried, char **pointers);
bool bound_carry_out(Env *env, Bound *bound, const Carried *carried);
/* Gives the blocks back, in any case. */
void bound_carry_end(Bound *bound, Carried *carried);

/* Bytes that the last run copied, beside what its kernels read and wrote. */
uint64_t bound_copied(const Bound *bound);
/* Before a run that is not bound_run's: nothing has been copied yet. */
void bound_copied_start(Bound *bound);
/* The bytes that a run on these would copy: a loop counts as one turn, a branch as its dearer arm. An address
 * that is NULL overlaps nothing, as do all where inputs or outputs are NULL. */
bool bound_copies(Env *env, Bound *bound, char *const *inputs, char *const *outputs,
                  const bool *fresh, uint64_t *bytes);

/* What holds for its kernels from now on; not FRIT_COMPILE_DEFAULT. */
void bound_set_compile(Bound *bound, frit_compile_policy policy);
frit_compile_policy bound_compile(const Bound *bound);
/* Its runs fail with FRIT_ERR_CANCELLED once *stop is true (NULL: nobody asks). */
void bound_set_stop(Bound *bound, const atomic_bool *stop);
const atomic_bool *bound_stop(const Bound *bound);

/*
 * How long its steps take: from now on each adds to its place in times, which has one for each entry of a report of
 * the plan (plan/report.h), in that order; NULL: nobody asks, and no clock is read.
 */
void bound_set_times(Bound *bound, ReportTime *times);

/* Output number k from a row-major copy to where the bound plan has it. */
bool bound_copy_out(Env *env, Bound *bound, uint32_t k, char *to, char *from);

#endif
