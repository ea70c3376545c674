/*
 * Types. Inside one module equal types have equal ids.
 *
 * An element type is a scalar, a vector of 2-4, a matrix up to 4x4, a fixed array, a struct, or a
 * type parameter. A value's type is an element type (rank 0) or an array of them.
 */
#ifndef FRIT_IR_TYPE_H
#define FRIT_IR_TYPE_H

#include "base/index.h"
#include "base/str.h"
#include "base/vec.h"
#include "op/op.h"

typedef uint32_t StrId;
typedef uint32_t TypeId;
enum { NO_STR = 0, NO_TYPE = 0 };

/* An extent: a number (>= 0) or, as -1 - id, the name with that string id. */
typedef int64_t Dim;
#define DIM_NAMED(str_id) (-1 - (Dim)(str_id))
/* In the shape attribute of reshape only: whatever extent is left over. */
#define DIM_REST         INT64_MIN
#define DIM_IS_NAME(dim) ((dim) < 0 && (dim) != DIM_REST)
#define DIM_NAME_OF(dim) ((StrId)(-1 - (dim)))

enum {
    MAX_RANK = 64,
    MAX_TYPE_DEPTH = 32,      /* fixed arrays and structs inside each other */
    MAX_TYPE_PARTS = 1 << 16, /* elements of a fixed array */
    MAX_FIELDS = 1024,        /* of a struct */
    /* Elements of a fixed array from which on kernels keep it in memory where an index that only a run knows names
     * one: fewer are chosen among as quickly. */
    MEMORY_PARTS = 5,
    MAX_TYPE_PARAMS = 64 /* of a program */
};

typedef enum TypeKind {
    TYPE_NONE, /* not known yet: type 0 of every module */
    TYPE_SCALAR,
    TYPE_VECTOR,
    TYPE_MATRIX,
    TYPE_FIXED,
    TYPE_STRUCT,
    TYPE_PARAM,   /* stands for an element type until a call says which */
    TYPE_ARRAY,   /* rank 1 or more */
    TYPE_ANY_RANK /* elem[...]: an array of any rank, in declarations only */
} TypeKind;

typedef struct Type {
    TypeKind kind;
    Dtype dtype;    /* scalar, vector, matrix: of the components; DT_NONE otherwise */
    uint8_t rows;   /* vector: its length; matrix: rows */
    uint8_t cols;   /* matrix */
    uint8_t depth;  /* of nested fixed arrays and structs */
    bool generic;   /* mentions a type parameter or any rank */
    TypeId elem;    /* fixed array, array, any rank: what it is made of */
    uint32_t count; /* fixed array: elements; struct: fields; array: rank */
    uint32_t data;  /* struct: first of its fields; array: first of its dims */
    StrId name;     /* struct, parameter */
} Type;

typedef struct Field {
    StrId name;
    TypeId type;
} Field;

typedef struct Strings {
    VEC(char) bytes;      /* every string, each with its '\0' */
    VEC(uint32_t) starts; /* by id; id 0 is "" */
    Index index;
} Strings;

typedef struct Types {
    VEC(Type) all; /* by id; id 0 is TYPE_NONE */
    VEC(Dim) dims;
    VEC(Field) fields;
    Index index;
} Types;

bool strings_init(Env *env, Strings *s);
bool strings_copy(Env *env, Strings *to, const Strings *from);
void strings_free(const frit_allocator *allocator, Strings *s);
/* Interns. text must not contain '\0' in its len bytes. */
bool strings_add(Env *env, Strings *s, const char *text, size_t len, StrId *out);
/* The id, or NO_STR when the string is not there. */
StrId strings_find(const Strings *s, const char *text, size_t len);
const char *strings_get(const Strings *s, StrId id);

bool types_init(Env *env, Types *t);
bool types_copy(Env *env, Types *to, const Types *from);
void types_free(const frit_allocator *allocator, Types *t);
static inline const Type *type_get(const Types *t, TypeId id) {
    return &t->all.at[id];
}

/* Each finds or makes the type. Arguments are the caller's to have checked, except what may be too
 * large: those fail with FRIT_ERR_LIMIT. */
bool type_scalar(Env *env, Types *t, Dtype dtype, TypeId *out);
bool type_vector(Env *env, Types *t, Dtype dtype, unsigned n, TypeId *out);
bool type_matrix(Env *env, Types *t, Dtype dtype, unsigned rows, unsigned cols, TypeId *out);
bool type_fixed(Env *env, Types *t, TypeId elem, uint32_t n, TypeId *out);
bool type_param(Env *env, Types *t, StrId name, TypeId *out);
bool type_struct(Env *env, Types *t, StrId name, const Field *fields, uint32_t n, TypeId *out);
/* The struct of that name, or NO_TYPE. */
TypeId type_find_struct(const Types *t, StrId name);
/* Rank 0 gives elem itself. */
bool type_array(Env *env, Types *t, TypeId elem, const Dim *dims, unsigned rank, TypeId *out);
bool type_any_rank(Env *env, Types *t, TypeId elem, TypeId *out);

/* Of any value type: the element type, the rank (0 for element types), the extents. */
static inline TypeId type_elem(const Types *t, TypeId id) {
    const Type *type = type_get(t, id);
    return type->kind == TYPE_ARRAY || type->kind == TYPE_ANY_RANK ? type->elem : id;
}

/*
 * The extents of an element type that is a block of scalars of one dtype: those of its fixed arrays
 * from the outermost in, then of the vector or matrix they hold. How many there are; 0 for others.
 */
unsigned type_components(const Types *t, TypeId elem, Dim dims[MAX_RANK], Dtype *dtype);
static inline unsigned type_rank(const Types *t, TypeId id) {
    const Type *type = type_get(t, id);
    return type->kind == TYPE_ARRAY ? type->count : 0;
}

const Dim *type_dims(const Types *t, TypeId id);
/* Dtype of a scalar, vector or matrix element, else DT_NONE. */
static inline Dtype type_dtype(const Types *t, TypeId id) {
    return type_get(t, type_elem(t, id))->dtype;
}

/* The same value type with another element type. */
bool type_with_elem(Env *env, Types *t, TypeId id, TypeId elem, TypeId *out);
/* The same element shape (scalar, vector, matrix) with another dtype. */
bool type_with_dtype(Env *env, Types *t, TypeId id, Dtype dtype, TypeId *out);
const Field *type_fields(const Types *t, const Type *type);
/* Bytes of an element type as laid out in memory without padding; 0 for parameters. */
uint64_t type_elem_size(const Types *t, TypeId elem);
/* The multiple of bytes at which its scalars must lie; 1 for fixed arrays and structs, whose parts lie
 * anywhere. */
uint32_t type_elem_align(const Types *t, TypeId elem);

/* Have two elements in memory the same bits? One NaN is as good as another: which one a step gives is
 * not specified. */
bool element_same(const Types *t, TypeId elem, const char *a, const char *b);

/* "f32x3[m,4]". Structs by name. */
void type_print(Str *out, const Strings *s, const Types *t, TypeId id);

#endif
