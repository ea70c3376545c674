/*
 * What a fused function knows about one kind of call: which arguments it takes, the plan, and what
 * becomes of the plan's outputs. Made by frit._fuse, run here without Python.
 */
#ifndef FRIT_PYTHON_ENTRY_H
#define FRIT_PYTHON_ENTRY_H

#include "core.h"

typedef enum LeafKind {
    LEAF_ARRAY,    /* "array": family, dtype, axes; each axis an extent, or -1-k: of class k */
    LEAF_NUMBER,   /* "number": kind ("int", "float", "complex"), low, high: a Python number */
    LEAF_SCALAR,   /* "scalar": dtype: a NumPy scalar */
    LEAF_STATIC,   /* "static": value: the same object, or one that means the same */
    LEAF_INSTANCE, /* "instance": class: any object of exactly that class */
    LEAF_FIELD,    /* "field": of a NumPy array of structs: where, dtype, axes */
    LEAF_GRID      /* "grid": axes: the shape of a grid, an array whose elements are never read */
} LeafKind;

typedef enum Family { FAMILY_FRIT, FAMILY_NUMPY } Family;

typedef struct ArgLeaf {
    LeafKind kind;
    Family family;
    DTypeId dtype;
    Kind number;
    uint32_t rank;
    int64_t *axes;
    int64_t low, high;
    PyObject *value; /* a reference */
    int64_t input;   /* which input of the plan it is; -1: none */
    int64_t offset;  /* of a field, in bytes */
    uint32_t inner;  /* of a field: how many of its axes lie inside the struct, row by row */
    bool changed;    /* the plan writes to it */
} ArgLeaf;

/*
 * How arguments nest: a leaf, or a tuple, list or dict of such. Of arguments of functions from source: a value seen
 * through vmap or vcast (keys: the axes and the type), a generator (keys: its kind and text), an instance of a
 * struct (keys: its class), a NumPy array of structs (keys: its dtype; items: its fields).
 */
typedef struct ArgNode {
    char kind; /* 'x' leaf, 't' tuple, 'l' list, 'd' dict; 'v' viewed, 'g' generator, 'i', 'r' */
    uint32_t leaf;
    PyObject *keys; /* a tuple, or NULL */
    struct ArgNode *items;
    uint32_t n;
} ArgNode;

enum { ENTRY_MAX_OPERANDS = 32 }; /* leaves a computed source is a function of */

/* A value that is not an argument: a global, a closure's cell, an attribute of one of them. */
typedef struct ValueSource {
    char kind;       /* 'g' global, 'c' cell, 'l' leaf, 'k' constant, 'p' computed by a function */
    PyObject *root;  /* the dict, cell or constant; of a leaf: NULL */
    PyObject *name;  /* of a global */
    uint32_t leaf;   /* of 'l' */
    PyObject *path;  /* attributes, a tuple of str; of 'p': the leaves it is called with */
    uint32_t target; /* the leaf it must match */
} ValueSource;

enum { ENTRY_MAX_FIELDS = 32 }; /* of a result that is an array of structs */

/* A field of an array of structs that the plan writes. */
typedef struct OutField {
    DTypeId dtype;
    int64_t offset; /* bytes */
    uint32_t inner; /* axes inside the struct */
} OutField;

typedef struct OutSpec {
    char
        kind; /* 'n' new array, 'v' a number, 's' new array of structs, 'a' the argument itself, 'k' a
                      constant */
    bool row_major; /* of 'n': it lies so, whatever it is made of */
    DTypeId dtype;  /* of 'n' and 'v' */
    uint32_t rank;  /* of 'n' and 's' */
    uint32_t leaf;  /* of 'a' */
    uint32_t first,
        n_fields;     /* outputs of the plan that it is made of: 1, of 's' as many as fields */
    OutField *fields; /* of 's' */
    PyObject *value;  /* of 'k'; of 's' the dtype, as NumPy has it */
} OutSpec;

/* Where an output of the plan goes: to a leaf, or to a part of it. */
typedef struct Changed {
    uint32_t leaf;
    frit_range *ranges; /* one for each axis; NULL: the whole leaf */
} Changed;

/* A call object of the library and the shapes it met last. */
typedef struct CallSlot {
    frit_call *call;
    int64_t *seen;    /* extents and strides of all array leaves, axis by axis */
    int64_t *shapes;  /* of all new outputs */
    int64_t *parts;   /* shapes and strides of parts of leaves that are written to */
    int64_t *strides; /* of new outputs, as shapes; the first of them 0: row-major */
    char *cells;      /* 16 bytes for each new output that is a number */
    bool known;
    struct CallSlot *next;
} CallSlot;

typedef struct FusedEntry {
    PyObject_HEAD PyObject *plan_object;
    const frit_plan *plan;
    ArgNode root; /* a tuple of the positional arguments, then of those given by keyword */
    PyObject *kwnames;
    ArgLeaf *leaves;
    uint32_t n_leaves, n_arg_leaves, n_inputs, n_axes, n_classes;
    ValueSource *sources;
    uint32_t n_sources;
    OutSpec *outs;
    uint32_t n_outs, n_new, n_out_axes;
    Changed *changed; /* what the plan writes to, in the order of its outputs */
    uint32_t n_changed, n_changed_axes;
    ArgNode result; /* leaves are numbers of outs */
    Family family;
    bool dead;                   /* its references are cleared: matches nothing from now on */
    bool profiled;               /* its calls look at the clock */
    bool release;                /* the GIL, always: its work is long whatever the sizes */
    bool overlap;                /* what it writes may lie over what it reads: it reads first */
    frit_compile_policy compile; /* how its kernels are run */
    PyObject *finish;  /* called with the result and the arguments for the result; or NULL */
    PyObject *options; /* the settings it was made under: (numerics, verify, fusion) */
    Context *home;     /* the device of frit's arrays, arguments and results; NULL: the CPU */
    Context *runs;     /* that on which the plan runs; NULL: the CPU */
    CallSlot *free_slots;
    uint64_t hits, used; /* used: when last, by the function's clock */
} FusedEntry;

extern PyTypeObject Entry_Type;

typedef enum RunOutcome {
    RAN,
    NO_MATCH,
    AGAIN /* recorded, so that it fails at its line */,
    FAILED
} RunOutcome;

/* Bytes that the call would copy, as a number; nothing runs. */
RunOutcome entry_copies(FusedEntry *e, PyObject *const *args, size_t n_args, PyObject *kwnames,
                        PyObject **result);
/* Has calls from now on look at the clock, from zero, or not. */
bool entry_profile(FusedEntry *e, bool on);
/* The report of what ran last, with the times; None: nothing did. */
PyObject *entry_report(FusedEntry *e);
/* Matches the arguments, runs the plan and gives the result. */
RunOutcome entry_call(FusedEntry *e, PyObject *const *args, size_t n_args, PyObject *kwnames,
                      PyObject **result);
int entry_add_type(PyObject *module);

#endif
