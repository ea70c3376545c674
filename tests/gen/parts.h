/* What the files of the generator share. */
#ifndef TESTS_GEN_PARTS_H
#define TESTS_GEN_PARTS_H

#include "gen/gen.h"

typedef struct Gen {
    Env *env;
    Module *m;
    uint64_t state; /* of the random numbers */
    uint32_t size;
    TypeId structs[4];
    uint32_t n_structs;
    uint32_t n_unknown; /* extents made by gen_unknown_dim */
    bool equated;       /* one of them was made equal to another extent; once is enough */
} Gen;

uint64_t gen_bits(Gen *g);
/* 0 .. n - 1 */
uint32_t gen_below(Gen *g, uint32_t n);
bool gen_chance(Gen *g, unsigned percent);

/* A name, often a plain one, sometimes one that must be quoted. */
bool gen_name(Gen *g, StrId *out);
/* One that no program of the module has. */
bool gen_program_name(Gen *g, StrId *out);
/* Bits of a value of the dtype: ordinary ones and every sort of special one. */
Bits gen_value(Gen *g, Dtype dtype);
/* A concrete scalar, vector, matrix, fixed array or struct. */
bool gen_element_type(Gen *g, unsigned depth, TypeId *out);
bool gen_structs(Gen *g);
/* Adds p to the module, or frees it. */
bool gen_add(Gen *g, Program *p, bool ok, ProgId *id);

bool gen_form_module(Gen *g);
bool gen_typed_module(Gen *g);
bool gen_runnable_module(Gen *g);

/* ---- programs whose types are known while they are made */

enum {
    GEN_VARS = 400,    /* of a program */
    GEN_SIGNATURE = 8, /* inputs or outputs of a program */
    GEN_PROGRAMS = 64,
    GEN_DIMS = 6,
    GEN_NAMES = 32
};

typedef struct Signature {
    TypeId in[GEN_SIGNATURE], out[GEN_SIGNATURE];
    uint32_t n_in, n_out;
    bool callable; /* may be called from anywhere with these types */
    /* Not 0: generic, (a: T, x: T[...] or T[n]) -> (r) of the type of x, for these classes of T. */
    unsigned generic;
} Signature;

typedef struct Typed {
    Gen *g;
    Program *p;
    TypeId type[GEN_VARS]; /* by variable; NO_TYPE: not to be used again */
    Dim dims[GEN_DIMS];    /* extents that arrays are made with: numbers, and names of the inputs */
    Dim names[GEN_NAMES];  /* every name that a declared input binds */
    uint32_t n_dims, n_names;
    unsigned depth;   /* how many programs wait for this one */
    Signature *known; /* by program */
} Typed;

/* What a variable must be like to be picked. Zero fields do not matter. */
typedef struct Like {
    TypeId type, elem;
    Dtype dtype;                 /* DT_NONE: any of classes */
    unsigned classes;            /* of DtypeClass; elements are then scalars, vectors or matrices */
    unsigned kinds;              /* bits by TypeKind, of the element */
    unsigned min_rank, max_rank; /* max_rank 0: no bound */
    bool numbered;               /* every extent is a number */
} Like;

#define KIND(kind) (1u << TYPE_##kind)
#define SCALARS    (KIND(SCALAR))
#define NUMERIC    (KIND(SCALAR) | KIND(VECTOR) | KIND(MATRIX))

/* A random variable that is like that, or NO_VAR. */
VarId gen_pick(Typed *f, Like like);
/* A variable of exactly that type: an old one or a new one. NO_VAR when it would get too large. */
bool gen_value_of(Typed *f, TypeId type, VarId *out);
bool gen_literal_of(Typed *f, Dtype dtype, VarId *out);
/* A literal without a type that can stand beside that dtype. */
bool gen_weak_literal(Typed *f, Dtype dtype, VarId *out);
/* Appends an instruction whose results have these types. */
bool gen_emit(Typed *f, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
              const TypeId *types, uint32_t n_out, VarId *out);
TypeId gen_type_of(const Typed *f, VarId var);
/* May the extent be written in this program? A name must come from a declared input. */
bool gen_is_bound(const Typed *f, Dim dim);
/*
 * An extent that only a run can tell: inference makes up a name for it that the generator does not
 * know. A type with such an extent is never written into a program.
 */
bool gen_unknown_dim(Typed *f, Dim *out);
bool gen_is_unknown(const Gen *g, Dim dim);
/* A program with that signature; outputs are chosen when n_out is 0. */
bool gen_program(Gen *g, Signature *known, Signature *want, unsigned depth, bool declare,
                 bool scalar, ProgId *id);

/* Appends a random instruction; may append nothing, when nothing fits. */
bool gen_typed_instr(Typed *f);
bool gen_control(Typed *f, Op op);
/* Exchanges something in the programs of the module so that it stays well formed. */
void gen_disturb(Gen *g);

#endif
