/* Types as data: scalar types, what two of them promote to, and what a type is made of. */
#ifndef FRIT_TYPES_H
#define FRIT_TYPES_H

#include "frit/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------- dtypes */

/* A scalar type, by its number in the table of the library that is running: ask for it by name. */
typedef uint32_t frit_dtype;
#define FRIT_NO_DTYPE UINT32_MAX

/* Values are fixed for ever, and in this order: a number of a kind can be one of every later kind, but for its sign. */
typedef enum frit_kind {
    FRIT_KIND_BOOL = 0,
    FRIT_KIND_INT = 1,
    FRIT_KIND_UINT = 2,
    FRIT_KIND_FLOAT = 3,
    FRIT_KIND_COMPLEX = 4
} frit_kind;

typedef struct frit_dtype_info {
    const char *name; /* "f32" */
    frit_kind kind;
    uint32_t size;   /* bytes */
    frit_dtype real; /* of a complex number: that of its two parts; of others itself */
    /* Of a float, bits of the significand (the one that is not stored too) and of the exponent; else 0. */
    uint32_t digits, exponent;
} frit_dtype_info;

/* Fills info for dtype number dtype; false past the end. */
FRIT_API bool frit_dtype_describe(frit_dtype dtype, frit_dtype_info *info);
/* The dtype of that name ("f32"), or FRIT_NO_DTYPE. */
FRIT_API frit_dtype frit_dtype_find(const char *name);

typedef enum frit_promotion {
    FRIT_PROMOTE_NONE = 0,     /* operands must agree; only untyped literals adapt */
    FRIT_PROMOTE_STANDARD = 1, /* the Python array standard's table; mixed kinds are errors */
    /* The same, and operands of mixed kinds as NumPy has them. (Operands of one dtype stay as they
     * are: an op that takes floats alone does not take two integers.) */
    FRIT_PROMOTE_NUMPY = 2
} frit_promotion;

/* What two dtypes make together; FRIT_NO_DTYPE: nothing. */
FRIT_API frit_dtype frit_promote(frit_dtype a, frit_dtype b, frit_promotion promotion);
/*
 * What an array makes with a number of the host's that has a kind and no dtype (a literal of the program, a
 * number of Python's), as NumPy 2 has it: i8 and an integer are i8, i8 and a float are f64. FRIT_NO_DTYPE for the
 * array: the number alone.
 */
FRIT_API frit_dtype frit_promote_number(frit_dtype array, frit_kind number);
/* The float that holds a bool or an integer, as NumPy has it (i8: f16, i16: f32, i32: f64); floats and complex
 * numbers stay. */
FRIT_API frit_dtype frit_promote_float(frit_dtype dtype);

/* -------------------------------------------------------------------------------------- types */

/*
 * A type of a variable, an input, an output, of an array's elements, of a parameter: valid as long as what it
 * was asked of is not changed or freed. Types of one module are equal where their numbers are.
 */
typedef struct frit_type {
    const struct frit_module *module; /* NULL: none */
    uint32_t id;
} frit_type;

/* What an element is. */
typedef enum frit_type_kind {
    FRIT_TYPE_NONE = 0, /* not known yet */
    FRIT_TYPE_SCALAR = 1,
    FRIT_TYPE_VECTOR = 2,
    FRIT_TYPE_MATRIX = 3,
    FRIT_TYPE_FIXED = 4, /* an array of fixed extent as an element */
    FRIT_TYPE_STRUCT = 5,
    FRIT_TYPE_PARAMETER = 6 /* stands for an element until a call says which */
} frit_type_kind;

/* A type is an element, or an array of them along axes. */
typedef struct frit_type_info {
    frit_type_kind kind; /* of the element */
    frit_dtype
        dtype; /* of the scalars in an element; FRIT_NO_DTYPE: they are not of one, or not known */
    uint32_t rank; /* axes; 0: one element */
    bool any_rank; /* axes that the type leaves open ("f32[...]") */
    uint32_t
        part_rank; /* extents inside an element: of a vector 1, of a matrix 2, of fixed arrays one each */
    uint32_t field_count; /* of a struct */
    const char *name;     /* of a struct or parameter; else "" */
    uint64_t size;        /* bytes of an element, whose parts lie one after another; 0: not known */
} frit_type_info;

/* False where there is no type. */
FRIT_API bool frit_type_describe(frit_type type, frit_type_info *info);

/* How long an axis is. Equal names of a module are equal extents. */
typedef struct frit_extent {
    int64_t size;     /* -1: as yet only a name */
    const char *name; /* NULL: a number */
} frit_extent;

/* Past the end: {-1, NULL}. */
FRIT_API frit_extent frit_type_extent(frit_type type, uint32_t axis);
/* The extents inside an element, from the outermost in: of f32x4x3 4 and 3. 0 past the end. */
FRIT_API uint32_t frit_type_part(frit_type type, uint32_t axis);

typedef struct frit_field {
    const char *name;
    frit_type type;
    uint64_t offset; /* bytes from the beginning of the struct */
} frit_field;

/* Fills out for field number index of a struct; false past the end. */
FRIT_API bool frit_type_field(frit_type type, uint32_t index, frit_field *out);
/* What an array's elements are; of an element itself. */
FRIT_API frit_type frit_type_element(frit_type type);
/* What a fixed array is made of; none of other types. */
FRIT_API frit_type frit_type_item(frit_type type);
/* The type as the IR writes it ("f32[m,n]"; "" where there is none), as snprintf does. */
FRIT_API size_t frit_type_text(frit_type type, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif
#endif
