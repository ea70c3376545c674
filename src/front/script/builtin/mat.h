/* MAT-files of version 5, what MATLAB's save -v6 and -v7 write. */
#ifndef FRIT_SCRIPT_MAT_H
#define FRIT_SCRIPT_MAT_H

#include "front/script/builtin/builtin.h"

/* Types of elements and classes of arrays in a file, by the format's numbers. */
enum {
    MAT_INT8 = 1,
    MAT_UINT8 = 2,
    MAT_INT16 = 3,
    MAT_UINT16 = 4,
    MAT_INT32 = 5,
    MAT_UINT32 = 6,
    MAT_FLOAT = 7,
    MAT_DOUBLE = 9,
    MAT_INT64 = 12,
    MAT_UINT64 = 13,
    MAT_MATRIX = 14,
    MAT_COMPRESSED = 15,
    MAT_UTF8 = 16,
    MAT_UTF16 = 17,
    MAT_UTF32 = 18
};
enum {
    MAT_IS_CELL = 1,
    MAT_IS_STRUCT = 2,
    MAT_IS_OBJECT = 3,
    MAT_IS_CHAR = 4,
    MAT_IS_SPARSE = 5,
    MAT_IS_DOUBLE = 6,
    MAT_IS_SINGLE = 7,
    MAT_IS_INT8 = 8 /* and on to 15, uint64: signed and unsigned in turn */
};
enum { MAT_COMPLEX = 8, MAT_LOGICAL = 2, MAT_HEADER = 128, MAT_DEEPEST = 200 };

/* Is that the beginning of one? */
bool mat_is_file(const char *bytes, size_t len);
/*
 * Calls put(user, name, v) for every variable of the file, which takes the reference and may fail. file: its name, for errors.
 */
bool mat_read(Interp *in, const char *bytes, size_t len, const char *file,
              bool (*put)(Interp *in, void *user, const char *name, Value v), void *user);
/* The header of a file; a variable. */
void mat_put_header(Str *out);
bool mat_put_variable(Interp *in, Str *out, const char *name, Value v);
/* What a zlib stream holds, behind what is in out. False: it is broken (no error), or no memory (out->failed). */
bool mat_inflate(const char *bytes, size_t len, Str *out);

#endif
