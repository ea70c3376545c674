/*
 * Element types as the command sees them: what the text of a type says about the bytes of an
 * element. The leaves of an element lie one after another without gaps.
 */
#ifndef FRIT_TOOLS_ELEM_H
#define FRIT_TOOLS_ELEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ELEM_RANK = 8, ELEM_FIELDS = 32, ELEM_NAME = 64 };

/* A scalar type of frit and the code of NumPy's files for it. */
typedef struct ScalarType {
    const char *name; /* "f32" */
    const char *code; /* "f4" */
    unsigned size;    /* bytes */
    unsigned part;    /* bytes of what a byte order turns round: half a complex number */
} ScalarType;

/* NULL when there is none. */
const ScalarType *scalar_named(const char *name, size_t len);
const ScalarType *scalar_coded(const char *code, size_t len);

/* Numbers of one type: one, or an array of fixed shape (a vector, a matrix, a fixed array). */
typedef struct ElemField {
    char name[ELEM_NAME]; /* of a struct's field */
    const ScalarType *scalar;
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

/* How much of the text of a type ("f32x3[n,4]") is the element. */
size_t elem_length(const char *type);
/*
 * Reads the element of a type. module_text is where structs are declared. False where it is none that
 * a file can hold: a type parameter, a struct inside a struct, no type at all.
 */
bool elem_parse(const char *type, const char *module_text, Elem *out);
/* The same bytes mean the same, whatever the fields are called. */
bool elem_same(const Elem *a, const Elem *b);

#endif
