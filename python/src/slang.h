/* Modules of functions in the Slang-style language, and the values that stand for arguments of their calls. */
#ifndef FRIT_PYTHON_SLANG_H
#define FRIT_PYTHON_SLANG_H

#include "core.h"

/* What vmap, vdim and vcast make: a value and how a call shall see it. */
typedef struct Viewed {
    PyObject_HEAD PyObject *value;
    PyObject *map;  /* a tuple of axes of the call; None: not said */
    PyObject *cast; /* the name of a type, a str; None: not said */
} Viewed;

/* A value that is made for every element of a call: call_id, grid, random numbers; and samplers. */
typedef struct Generator {
    PyObject_HEAD int kind; /* a frit_arg_kind */
    uint32_t rank;          /* of a grid */
    int64_t shape[FRIT_PY_MAX_RANK];
    PyObject *items; /* a tuple of numbers */
    PyObject *text;  /* of a sampler, a str; else None */
} Generator;

extern PyTypeObject Viewed_Type, Generator_Type;

int slang_add_types(PyObject *module);        /* slang.c */
int slang_values_add_types(PyObject *module); /* slang_values.c */

#endif
