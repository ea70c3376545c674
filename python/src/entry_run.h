/* One call of an entry, between matching (entry_match.c) and running (entry_run.c). */
#ifndef FRIT_PYTHON_ENTRY_RUN_H
#define FRIT_PYTHON_ENTRY_RUN_H

#include "entry.h"
#include "numpy_api.h"

/* What a leaf is in this call. */
typedef struct Filled {
    PyObject *object;   /* a reference; NULL: not met yet */
    ArrayObject *array; /* one of frit's: the same object */
    frit_tensor tensor;
    char cell[16] __attribute__((aligned(16))); /* the value of a number */
} Filled;

typedef struct Binding {
    Filled *at;       /* by leaf */
    int64_t *classes; /* extents, by class; -1: not met yet */
} Binding;

/* 1: matches, 0: does not, -1: an exception. */
int entry_match(Entry *e, PyObject *const *args, size_t n_args, PyObject *kwnames, Binding *b);
/* Runs the plan on what is bound. */
Outcome entry_run(Entry *e, const Binding *b, PyObject **result);
/* Where the change goes in this call. lists has room for twice the leaf's axes. False where an index is
 * out of range. */
bool changed_tensor(const Entry *e, const Changed *changed, const Binding *b, int64_t *lists,
                    frit_tensor *out);
/* Reads an item of the description's list. */
bool changed_read(Entry *e, PyObject *item, Changed *changed);
/* Frees the call objects that nobody uses. */
void entry_free_slots(Entry *e);

#endif
