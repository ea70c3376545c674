/* One call of an entry, between matching (entry_match.c) and running (entry_run.c). */
#ifndef FRIT_PYTHON_ENTRY_RUN_H
#define FRIT_PYTHON_ENTRY_RUN_H

#include "entry.h"
#include "numpy_api.h"

enum { FIELD_RANK = 8 }; /* of fields of arrays of structs; what has more goes through Python */

/* What a leaf is in this call. */
typedef struct Filled {
    PyObject *object;   /* a reference; NULL: not met yet */
    ArrayObject *array; /* one of frit's: the same object */
    frit_tensor tensor;
    char cell[16] __attribute__((aligned(16))); /* the value of a number */
    int64_t dims[2 * FIELD_RANK];               /* of a field: its shape, then its strides */
} Filled;

typedef struct ArgBinding {
    Filled *at;       /* by leaf */
    int64_t *classes; /* extents, by class; -1: not met yet */
} ArgBinding;

/* 1: matches, 0: does not, -1: an exception. */
int entry_match(FusedEntry *e, PyObject *const *args, size_t n_args, PyObject *kwnames,
                ArgBinding *b);
/* Where the change goes in this call. lists has room for twice the leaf's axes. False where an index is
 * out of range. */
bool changed_tensor(const FusedEntry *e, const Changed *changed, const ArgBinding *b,
                    int64_t *lists, frit_tensor *out);
/* Reads an item of the description's list. */
bool changed_read(FusedEntry *e, PyObject *item, Changed *changed);
/* Frees the call objects that nobody uses. */
void entry_free_slots(FusedEntry *e);

/* ---- matching (entry_match.c) */

bool match_shape(const ArgLeaf *leaf, ArgBinding *b, uint32_t rank, const int64_t *shape);
bool match_node(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object);
/* Do two objects mean the same to a program? */
bool means_same(PyObject *a, PyObject *b);

/* ---- what calls of functions from source add (entry_slang.c) */

/* Matches a node of kind 'v', 'g', 'i' or 'r'. */
bool match_slang_node(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object);
/* Reads the description of an output of kind 's': ("s", dtype, rank, ((offset, dtype, inner), ...)). */
bool struct_out_read(PyObject *object, OutSpec *out);
/* A new array of structs, and where the plan's outputs go in it. strides has room for those of all of them. */
PyObject *new_structs(const OutSpec *spec, const int64_t *shapes, int64_t *strides,
                      frit_tensor *out, uint64_t *size);

#endif
