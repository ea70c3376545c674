/*
 * Element types as the command sees them: what the bytes of an element mean. The leaves of an element lie
 * one after another without gaps.
 */
#ifndef FRIT_TOOLS_ELEM_H
#define FRIT_TOOLS_ELEM_H

#include <frit/frit.h>

enum { ELEM_RANK = 8, ELEM_FIELDS = 32, ELEM_NAME = 64, ELEM_CODE = 8 };

/* A scalar type, and how NumPy's files write it ("f4"). */
typedef struct ScalarType {
    frit_dtype dtype;
    frit_dtype_info info;
    unsigned part; /* bytes of what a byte order turns round: half a complex number */
    char code[ELEM_CODE];
} ScalarType;

/* False when there is none. */
bool scalar_of(frit_dtype dtype, ScalarType *out);
bool scalar_coded(const char *code, size_t len, ScalarType *out);

/* Numbers of one type: one, or an array of fixed shape (a vector, a matrix, a fixed array). */
typedef struct ElemField {
    char name[ELEM_NAME]; /* of a struct's field */
    ScalarType scalar;
    unsigned rank;
    int64_t shape[ELEM_RANK];
    uint64_t size; /* bytes */
} ElemField;

typedef struct Elem {
    bool is_struct;
    unsigned n_fields; /* 1 unless it is a struct */
    ElemField fields[ELEM_FIELDS];
    uint64_t size; /* bytes */
} Elem;

/* The element of a type. False where it is none that a file can hold: a type parameter, a struct inside a
 * struct, no type at all. */
bool elem_from_type(frit_type type, Elem *out);
/* The same bytes mean the same, whatever the fields are called. */
bool elem_same(const Elem *a, const Elem *b);

#endif
