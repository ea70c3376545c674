/* Compiled loops: their code (loop.c), the arguments that it was compiled for (loop_kind.c), calls (loop_call.c). */
#ifndef FRIT_PYTHON_LOOP_H
#define FRIT_PYTHON_LOOP_H

#include <frit/loop.h>

#include "core.h"

typedef struct LoopObject {
    PyObject_HEAD frit_loop *loop;
} LoopObject;

extern PyTypeObject Loop_Type, LoopKind_Type, LoopCall_Type;

/* What frit._core.loop_kind gives; -1: an array that no code takes. */
long loop_kind_of(PyObject *object);
/* The number of axes of an array of that kind. */
int loop_kind_rank(long kind);
/* Where the elements are, extents and strides, from a word of a frame on. */
void loop_put_array(int64_t *at, PyObject *object);
/* Without the GIL. An exception may be set: a signal has come. */
int32_t loop_run_frame(const LoopObject *loop, int64_t *frame);

/* What a variable has to be. Python has the same numbers (_nest/offer.py). */
typedef enum Expect { EXPECT_UNSET, EXPECT_ARRAY, EXPECT_INT, EXPECT_TYPE, EXPECT_SAME } Expect;

typedef struct Expected {
    Expect how;
    long kind;      /* of an array */
    PyObject *what; /* a reference: the type, or the object itself */
} Expected;

/* Something that has to be what it was: an item of a dict, or an attribute. References. */
typedef struct Watched {
    PyObject *owner, *name, *value;
} Watched;

/* A variable and the first of its words in a frame. */
typedef struct Slot {
    uint32_t variable, word;
    int type; /* NumPy's number of its dtype; of results */
} Slot;

typedef struct Step {
    uint32_t word;
    long long address;
} Step;

/* Memory that the loop is given for arrays of its own. */
typedef struct Room {
    uint32_t word;
    Py_ssize_t size;
} Room;

/* frit._core.LoopKind: the loop for one kind of arguments, and the words of its frame. */
typedef struct LoopKind {
    PyObject_HEAD LoopObject *loop;
    Expected *expected; /* of every variable */
    Watched *watched;
    Slot *arrays, *numbers, *results;
    Step *steps;
    Room *rooms;
    Slot *stored; /* the arrays that are written: numbers of rows of `arrays` */
    uint32_t n_expected, n_watched, n_arrays, n_numbers, n_steps, n_rooms, n_stored, n_results;
    uint32_t words;
    uint64_t runs;
} LoopKind;

enum { LOOP_MOST_NAMES = 64, LOOP_MOST_STORED = 16 };

#endif
