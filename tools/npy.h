/*
 * NumPy's .npy files, versions 1.0 to 3.0: in C and Fortran order, either byte order, bool, integers,
 * floats, complex numbers; V2 is bf16; structured types are structs. Whatever the bytes of a file are,
 * reading it ends in an array or in a message.
 */
#ifndef FRIT_TOOLS_NPY_H
#define FRIT_TOOLS_NPY_H

#include <stdio.h>

#include "elem.h"

enum { NPY_RANK = 64, NPY_MESSAGE = 256 };

typedef struct Npy {
    Elem elem;
    unsigned rank;
    int64_t shape[NPY_RANK];
    bool fortran;  /* the first axis is the closest in memory */
    size_t start;  /* of the elements, in the bytes of the file */
    uint64_t size; /* of the elements */
} Npy;

/*
 * Reads the header of a whole file, checks that the elements are there, and puts them into the byte
 * order of this machine, bools into 0 and 1. On failure fills message (NPY_MESSAGE bytes).
 */
bool npy_read(unsigned char *bytes, size_t len, Npy *out, char *message);

/* Writes the header of a file whose elements, row-major, follow. False: see errno. */
bool npy_write_header(FILE *to, const Elem *elem, unsigned rank, const int64_t *shape);

#endif
