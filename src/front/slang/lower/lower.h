/*
 * Lowering: from the tree of a function to a program of the IR, with checks on the way.
 *
 * There is one walk: expressions are typed, checked and written as instructions at once (expr*.c). Scalars whose value is
 * known while compiling carry it along (KValue.known), which is how array extents, generic integers, static consts and the
 * indices of unrolled loops are evaluated: by the same code, with op_eval.
 *
 * Locals are mutable in the language and values in the IR: each local has its current value, and an assignment gives it
 * another (store.c). The bodies of loops and branches are programs of their own (the IR has if, for and while over programs):
 * what a body mentions goes in, what it assigns comes out (uses.c lists both by walking the tree). return, break and continue
 * inside branches become flags that guard what follows (flow.c).
 */
#ifndef FRIT_FRONT_SLANG_LOWER_H
#define FRIT_FRONT_SLANG_LOWER_H

#include "front/slang/slang.h"

/* A value of an expression. */
typedef struct KValue {
    TypeId type;  /* NO_TYPE: void */
    VarId var;    /* in the program at hand; NO_VAR: known, and not written yet (lower_var does) */
    bool known;   /* a scalar: bits, in the form of its dtype */
    bool literal; /* written as a number in the source: converts to other types without a word */
    Bits bits;
} KValue;

/* A local variable, a parameter, `this`, or one of the flags of flow.c (names that begin with '$'). */
typedef struct Local {
    StrId name;
    KValue value;
    bool fixed; /* let, const, an in parameter that... : cannot be assigned to */
} Local;

/* Indices that the arguments of a call were read with: where one of them is written to afterwards, they are not evaluated
 * again. */
typedef struct CallIndex {
    const Ast *ast;
    NodeId node;
    KValue value;
} CallIndex;
typedef struct CallIndices {
    CallIndex *at;
    uint32_t len, cap;
} CallIndices;

/* A statement that writes into an array: what it writes is kept in locals until the function ends. */
typedef struct StoreSite {
    uint32_t array; /* its number in locals */
    uint8_t combine;
    TypeId type;
    uint32_t mask, value, index[3]; /* locals */
} StoreSite;

/* A constant that the program at hand has written already. */
typedef struct ConstantValue {
    DeclId decl;
    TypeId self;
    KValue value;
} ConstantValue;

/* Which names of a generic scope stand for what. */
typedef struct Lower {
    Env *env;
    Slang *k;
    Diagnostics *diagnostics;
    uint32_t unit; /* where the tree is */
    const Ast *ast;
    DeclId decl; /* the function, for lookups (NO_DECL: a global constant) */
    InstanceId instance;
    TypeId this_type; /* what This means: also in static methods, whose `this` is not a value */
    TypeId result;    /* NO_TYPE: void */
    uint32_t generic, n_generics;
    Program *p;        /* being written */
    VEC(Local) locals; /* innermost last; a scope ends by cutting it */
    uint32_t
        first_local; /* those before cannot be seen: the caller's, while a default value of the callee is lowered */
    NodeId
        at; /* what is being lowered: where errors of lower_op are told, and the place of instructions */
    uint32_t loop_depth; /* break and continue are known by it */
    /* flow.c: the flags, as numbers in locals; UINT32_MAX: there is none here. */
    uint32_t returned, result_local, broken, continued;
    uint32_t
        unrolled; /* how many copies unrolled loops around make of what is being lowered; at least 1 */
    uint32_t scope;   /* locals from here on are those of the innermost scope */
    uint32_t nesting; /* bodies inside each other */
    CallIndices
        *indices; /* of the innermost call whose arguments are lowered; NULL: there is none */
    VEC(ConstantValue) constants;
    uint32_t first_constant; /* those before are of the programs around the one at hand */
    VEC(StoreSite)
    sites;             /* those that are known; the function is lowered again when there are more */
    uint32_t n_stores; /* met so far */
    uint32_t looping;  /* bodies of loops around what is being lowered */
    bool again;
    uint32_t first_global; /* in locals: those that stand for Slang.globals; UINT32_MAX: none */
    bool dead;             /* what follows is not reached */
} Lower;

/*
 * False from any of these: stop. Either an error was told to the diagnostics (and errors in the next statement are looked
 * for by the caller: lower_statement goes on), or memory ran out (env->error has FRIT_ERR_NOMEM).
 */

/* ---- names.c: beginning and ending. Sets everything from the instance but the program (p is NULL). */
void lower_start(Lower *l, Env *env, Slang *k, Diagnostics *diagnostics, InstanceId instance);
void lower_end(Lower *l);
/* Did the last false mean that there is no memory (or a limit of the IR)? Else it was told, and one can go on. */
static inline bool lower_stuck(const Lower *l) {
    return l->env->error->status != FRIT_OK;
}
/* Nesting: every function that calls itself through the tree asks first; false with an error when it is too deep. */
bool lower_enter(Lower *l, NodeId at);
static inline void lower_leave(Lower *l) {
    l->k->depth--;
}

/* ---- names.c: telling */
bool lower_error(Lower *l, NodeId at, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* false */
bool lower_warning(Lower *l, NodeId at, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* false only without memory */
void lower_hint(Lower *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The type for a message; a buffer of the caller's. */
enum { TYPE_TEXT = 96 };
const char *lower_show(const Lower *l, TypeId type, char buffer[TYPE_TEXT]);

/* ---- types.c */
bool lower_type(Lower *l, NodeId type, TypeId *out);
/* Is the expression a type (float3, Ray<T>, T, S.Inner)? No error if not. */
bool lower_try_type(Lower *l, NodeId expression, TypeId *out, bool *is_type);

/* ---- expr.c */
bool lower_expr(Lower *l, NodeId node, KValue *out);
/* The same, converted to the type where that is allowed without a cast; braces are read as that type. */
bool lower_expr_to(Lower *l, NodeId node, TypeId want, KValue *out);
/* An integer known while compiling. */
bool lower_constant(Lower *l, NodeId node, int64_t *out);
bool lower_convert(Lower *l, NodeId at, KValue value, TypeId to, bool explicitly, KValue *out);
/* x op y with the language's conversions, op as spelt ("+"). For compound assignments, ++ and --. */
bool lower_binary(Lower *l, NodeId at, const char *op, KValue x, KValue y, KValue *out);
/* The variable that holds the value; writes a const if there is none yet. */
bool lower_var(Lower *l, const KValue *value, VarId *out);
/* All zero, of any element type. */
bool lower_zero(Lower *l, TypeId id, KValue *out);
/* What a variable without an initialiser is, and `this` when a constructor begins: zero, but the fields of structs have
 * their defaults. */
bool lower_initial(Lower *l, TypeId type, KValue *out);
/* What a VARIABLE is at first: its initialiser as its type, or lower_initial. Its type follows from the initialiser where none
 * is written (let x = 1), and its extent (float a[] = {1, 2}). */
bool lower_variable(Lower *l, NodeId variable, KValue *out);
/* A scalar that is known. */
bool lower_known(Lower *l, Dtype dtype, Scalar value, KValue *out);
bool lower_known_int(const Lower *l, const KValue *value, int64_t *out); /* false: it is not */
/* One instruction of the IR on values, typed by the op's own rule (infer/rules). */
bool lower_op(Lower *l, Op op, const KValue *in, uint32_t n_in, const Attrs *attrs, TypeId type,
              KValue *out);
/* Part number index of a vector, matrix (a row), fixed array or struct; and the value with that part replaced. */
bool lower_part(Lower *l, KValue of, uint32_t index, KValue *out);
bool lower_with_part(Lower *l, KValue of, uint32_t index, KValue part, KValue *out);

/* ---- store.c: places that can be assigned to (a local, a member, a swizzle, an element, nested in any way) */
/* Into an argument of the call at hand, with the indices that it was read with (if it was). */
bool lower_store(Lower *l, NodeId node, KValue value);
typedef struct PlaceStep {
    /* PLACE_TEXEL: of an array, the first step; its element is the index. */
    enum {
        PLACE_PART,
        PLACE_LANES,
        PLACE_ELEMENT,
        PLACE_CELL,
        PLACE_CELLS,
        PLACE_TEXEL,
        PLACE_PROPERTY
    } kind;
    uint32_t index;   /* of a part; of a row of a matrix, for a cell */
    uint32_t n_lanes; /* a swizzle */
    uint8_t lanes[4]; /* also lanes[0]: the column of a cell; of cells: row << 4 | column */
    KValue element;   /* an index that is not known; of a subscript */
    StrId name;       /* of a property; of a subscript "at" */
    NodeId node;
} PlaceStep;
/* A place with its indices evaluated: it can be read and written, and each index is computed once. */
typedef struct LocalPlace {
    NodeId at;
    uint32_t local; /* in l->locals */
    TypeId type;    /* of what is read or written */
    VEC(PlaceStep) steps;
} LocalPlace;
bool lower_place(Lower *l, NodeId node, LocalPlace *out); /* to be freed in any case */
bool lower_place_read(Lower *l, const LocalPlace *place, KValue *out);
bool lower_place_write(Lower *l, const LocalPlace *place,
                       KValue value); /* converts without a cast */
void lower_place_free(Lower *l, LocalPlace *place);
bool lower_assign(Lower *l, NodeId node, KValue *out); /* ASSIGN, and ++ -- */

/* ---- arrays.c: writing into them */
/* At the beginning and the end of a function. first_param: its parameters in locals. */
bool stores_begin(Lower *l);
bool stores_give(Lower *l);
bool stores_end(Lower *l, InstanceId instance, uint32_t first_param);
/* The value goes to the index (components x, y, z as coordinates have them), where that is in the array and *mask says so. */
bool array_store(Lower *l, NodeId at, uint32_t array, const KValue *mask, KValue index,
                 KValue value, uint8_t combine);
/* What was read from an array is what was written there before, if it was. index: by axis. */
bool array_stored(Lower *l, NodeId at, KValue array, const KValue *index, uint32_t rank,
                  KValue *value);
/* Is something written into it that reading it in another way would not see? An error then. */
bool array_unwritten(Lower *l, NodeId at, KValue array);
/* The local that holds this array. */
uint32_t array_local(const Lower *l, KValue array);
bool lower_interlocked(Lower *l, NodeId call, const char *name, uint32_t len, KValue *out);

/* ---- texture.c: values of array type */
/* The method of that name of a texture or buffer (Load, Sample, GetDimensions ...); an error when there is none. */
bool lower_texture_method(Lower *l, NodeId call, KValue texture, const char *name, uint32_t len,
                          KValue *out);
bool lower_texture_index(Lower *l, NodeId node, KValue texture, KValue *out); /* t[i] */
/* sample_linear(t, uv) and the like. *found is false, without an error, where no function is called so. */
bool lower_texture_call(Lower *l, NodeId call, const char *name, uint32_t len, bool *found,
                        KValue *out);

/* ---- locals: names.c */
Local *lower_find_local(Lower *l, StrId name);
bool lower_add_local(Lower *l, StrId name, KValue value, bool fixed);
/* Calls the variable that holds the value as the local is called, for those who read the program. */
bool lower_name_value(Lower *l, StrId name, const KValue *value);

/* ---- flow.c, loops.c */
bool lower_body(Lower *l, NodeId block); /* of a function: until all paths have returned */
bool lower_statement(Lower *l, NodeId node);
/*
 * branch.c: an expression that is evaluated only if the condition, a scalar, is `when`: the right of && and ||, the sides of ?:.
 * What it assigns counts only then. Steps are computed in any case, as none can fail; calls of functions with loops, which might
 * never end, are not: *out is then zero where it was not evaluated. A known condition that is not `when`: *out has the
 * type and zero, or NO_TYPE where the expression has errors, which are not told.
 */
bool lower_guarded(Lower *l, KValue cond, bool when, NodeId node, KValue *out);

/* ---- calls: call.c */
bool lower_call(Lower *l, NodeId call, KValue *out);
/* function.c: the callee's program is there afterwards. An error at the call where it calls itself. */
bool lower_callee(Lower *l, NodeId call, InstanceId callee);

/* ---- uses.c */
/* Which locals (numbers in l->locals) a part of the tree mentions and assigns; by name, so rather too many than too few. */
typedef struct Uses {
    VEC(uint32_t) mentioned, assigned; /* in order, each once; assigned ones are mentioned too */
    VEC(uint32_t) indexing;            /* those mentioned inside an index */
    uint32_t nodes;                    /* of the tree: how large it is */
    bool calls;                        /* functions that are not the language's own */
    bool returns, breaks, continues;   /* breaks and continues of this level's loop only */
} Uses;
bool uses_of(Lower *l, const NodeId *nodes, uint32_t n, Uses *out);
void uses_free(const frit_allocator *allocator, Uses *uses);

#endif
