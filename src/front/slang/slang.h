/*
 * Functions in the Slang-style language (docs/slang.md): a subset of Slang. A file is read (lex.c, parse*.c), what it
 * declares is listed, and each function becomes a program of the IR when it is needed, once for each choice of
 * its generic arguments. What comes out is an ordinary program over scalars, small vectors and structs: from there on
 * frit neither knows nor cares in what it was written.
 */
#ifndef FRIT_FRONT_SLANG_SLANG_H
#define FRIT_FRONT_SLANG_SLANG_H

#include "front/slang/syntax/ast.h"
#include "ir/program.h"

/* One file: the module's own, an imported one, or the language's own library. */
typedef struct Unit {
    Source *source;
    Ast ast;
    StrId name;            /* as imports call it */
    VEC(uint32_t) imports; /* of Slang.units: what its names can also be */
    VEC(uint32_t) exports; /* those of them that whoever imports it sees, too */
    Index names;           /* StrId -> Declared, of its own scope */
} Unit;

/* Something with a name: of a file, or inside a struct. Overloads share a name. */
typedef struct Declared {
    uint32_t unit;
    NodeId node;
    StrId name;
    uint32_t
        parent; /* the struct, interface or extension it is a member of, as a Declared; UINT32_MAX: none */
    uint32_t next; /* another one of that name in the same scope; UINT32_MAX: none */
} Declared;

typedef uint32_t DeclId;
#define NO_DECL UINT32_MAX

/* What a generic parameter stands for: a type or an integer. */
typedef struct GenericArg {
    TypeId type; /* NO_TYPE: an integer */
    int64_t value;
} GenericArg;

typedef enum PassMode { PASS_IN, PASS_OUT, PASS_INOUT } PassMode;

typedef struct InstanceParam {
    StrId name;
    TypeId type; /* an element type, or an array of them (a texture, a buffer) */
    PassMode mode;
    bool has_default;
} InstanceParam;

/*
 * What a file declares outside of functions and is no constant. Each function has those that it needs, itself or for what it
 * calls, as parameters behind its own.
 */
typedef struct Global {
    DeclId decl;
    StrId name; /* of the local that stands for it: "$gain" */
    TypeId type;
    bool
        state; /* static: it has its first value in each call from outside, and functions change it */
} Global;

typedef struct GlobalUse {
    uint32_t global; /* in Slang.globals */
    bool changed;    /* it comes out, too */
} GlobalUse;

/*
 * A statement of a function that writes into a buffer or texture. What it writes comes out of the function: whether it did
 * (bool), the indices by axis (int), the value. Whoever has the array puts it there.
 */
typedef struct ArrayStore {
    bool of_global;
    uint32_t of;     /* number of the parameter, or in Slang.globals */
    uint8_t combine; /* COMBINE_SET ... (op.h) */
    uint32_t rank;
    TypeId type; /* of the value */
} ArrayStore;

/*
 * A function with its generic arguments. Its program takes `this` first (of a method), then the parameters that
 * go in (in, inout), in order, then the globals it uses; and gives the result (unless it is void), then `this` (of a
 * mutating method), then the parameters that come out (out, inout), then the globals that it changes, then its stores, in order.
 */
typedef struct Instance {
    DeclId decl;
    uint32_t generic, n_generics; /* in Slang.generic_args */
    TypeId
        this_type; /* of `this`, which goes in first; NO_TYPE: a function, a static method, a constructor */
    TypeId
        self; /* the type it is a member of, static methods and constructors too; NO_TYPE: none */
    bool mutating;
    TypeId result;            /* NO_TYPE: void */
    uint32_t param, n_params; /* in Slang.params */
    ProgId program;           /* in Slang.m; NO_PROGRAM: not lowered yet */
    uint32_t use, n_uses;     /* in Slang.uses, once it is lowered */
    uint32_t store, n_stores; /* in Slang.stores, the same */
    uint32_t told, n_told;    /* in Slang.told: the errors of one that failed */
    uint32_t caller;  /* while in progress: the instance whose call made it so; UINT32_MAX */
    bool in_progress; /* being lowered: a call of it now is recursion */
    bool failed;      /* errors were told */
} Instance;

typedef uint32_t InstanceId;

/* A struct with its generic arguments, by its type; or an alias, which is found by its arguments only. */
typedef struct StructInstance {
    TypeId type;
    DeclId decl;
    uint32_t generic, n_generics;
    uint64_t scalars; /* how many numbers it has, those of fields that are structs too */
    bool failed;      /* errors were told; type is then NO_TYPE, as while it is being made */
} StructInstance;

/* A declaration of a lenient module that has errors. */
typedef struct Refused {
    StrId name;
    StrId why; /* the errors as people read them */
} Refused;

typedef struct frit_slang Slang;

enum {
    MAX_LOWER_DEPTH =
        1200, /* nested expressions, statements and types, through all functions being lowered */
    MAX_INSTANCES = 10000, /* against generics that make ever new ones */
    MAX_SCALARS = 1 << 18, /* of a struct or fixed array */
    MAX_GENERICS = 16,     /* of a declaration, with those around it */
    MAX_SLANG_ARGS = 32,   /* of a call */
    MAX_STATE = 32,        /* static globals that a call changes */
    MAX_STORES = 128       /* statements that write into arrays, with those of what is called */
};

struct frit_slang {
    frit_allocator allocator;
    Module *m;       /* strings, types and the programs of instances */
    VEC(Unit) units; /* 0: the module itself; 1: the language's library */
    VEC(Declared) declared;
    VEC(Instance) instances;
    Index instance_index;
    VEC(InstanceParam) params;
    VEC(GenericArg) generic_args;
    VEC(StructInstance) structs;
    Index struct_index; /* by TypeId */
    Index struct_args;  /* by declaration and generic arguments */
    Index member_names; /* of Declared, by parent and name: the first of that name */
    VEC(DeclId) extensions;
    VEC(Refused) refused;
    VEC(Global) globals;
    VEC(GlobalUse) uses;
    VEC(ArrayStore) stores;
    VEC(Diagnostic) told;
    bool loading; /* what is told now is told once */
    bool
        lenient; /* what could not be understood is refused by itself, and told again whenever it is used */
    uint32_t depth; /* how deep the walk over trees is at the moment, functions in functions too */
    Diagnostics diagnostics; /* of loading; later ones go to whoever asked */
};

/*
 * Reads the text and what it imports, lists what they declare and lowers every function that is not generic, so that
 * errors are known. NULL: there were errors (in *diagnostics; env->error has the first), or there is no memory.
 */
Slang *slang_load(Env *env, const char *name, const char *text, size_t len, const Imports *imports,
                  Diagnostics *diagnostics);
void slang_free(Slang *k);
/* Why the declaration of that name was refused; NULL: it was not. */
const char *slang_refused(const Slang *k, const char *name, size_t len);
/* Tells again what was told of a function or struct when it was read. */
bool slang_tell_again(Env *env, const Slang *k, DeclId decl, Diagnostics *diagnostics);

/* ---- looking things up (names.c) */

/* The first of that name in the module's scope or what it imports, the others by `next`; NO_DECL: none. */
DeclId slang_find(const Slang *k, const char *name, size_t len);
/* Does the extension say that it is one of this struct? By name: generic arguments are looked at when it is called. */
bool slang_extends(const Slang *k, DeclId extension, DeclId parent);
/* A member of a struct (a method, a static method, a constructor): "Particle", "step". Extensions too. */
DeclId slang_find_member(const Slang *k, DeclId parent, const char *name, size_t len);
static inline const Node *decl_node(const Slang *k, DeclId decl) {
    return ast_node(&k->units.at[k->declared.at[decl].unit].ast, k->declared.at[decl].node);
}
static inline const Ast *decl_ast(const Slang *k, DeclId decl) {
    return &k->units.at[k->declared.at[decl].unit].ast;
}

/* ---- types (types.c) */

/* A type named as in the language ("float3", "Particle", "vector<float, 3>", "Ray<float>"), in the module's scope. False:
 * no such type; env->error says so. */
bool slang_type(Env *env, Slang *k, const char *name, TypeId *out);
/* The type as the language writes it: "float3", "Particle", "float[4]". */
void slang_print_type(Str *out, const Slang *k, TypeId id);
/* The struct's declaration and generic arguments, or NULL. */
const StructInstance *slang_struct(const Slang *k, TypeId type);

/* ---- calls (overload.c) */

/* How an argument of a type gets into a parameter; the larger, the worse. */
typedef enum Conversion {
    CONVERT_SAME = 0,
    CONVERT_WIDEN = 1,    /* half to float, int to int64: nothing is lost */
    CONVERT_SIGN = 2,     /* int to uint and back */
    CONVERT_INT_REAL = 3, /* an integer to a real */
    CONVERT_NARROW = 4,   /* float to int, double to float */
    CONVERT_SPLAT = 16,   /* added when a scalar fills a vector */
    CONVERT_NONE = 255
} Conversion;

Conversion slang_conversion(const Slang *k, TypeId from, TypeId to);
/*
 * Binds the generic parameters of a function from the types of its arguments (NO_TYPE: nothing is known of this one) and
 * gives the instance, without lowering its body. explicit_args come from f<float>(x). False with *why filled (a sentence
 * without a full stop) when the arguments cannot be those of this function; whether each converts to its parameter is
 * not asked. False with env->error when there is no memory.
 */
bool slang_bind(Env *env, Slang *k, DeclId function, TypeId this_type,
                const GenericArg *explicit_args, uint32_t n_explicit, const TypeId *args,
                uint32_t n_args, InstanceId *out, Str *why);
/*
 * The default value of a parameter, converted to its type, as a program without inputs and with one output. False as
 * slang_lower.
 */
bool slang_lower_default(Env *env, Slang *k, InstanceId instance, uint32_t param,
                         Diagnostics *diagnostics, ProgId *out);
/* The same of a field of a struct, which has one if the first says so. */
bool slang_has_default(const Slang *k, TypeId type, uint32_t field);
bool slang_lower_field(Env *env, Slang *k, TypeId type, uint32_t field, Diagnostics *diagnostics,
                       ProgId *out);
/* The same of a static const, a global or a case of an enum. */
bool slang_lower_constant(Env *env, Slang *k, DeclId decl, Diagnostics *diagnostics, ProgId *out);
/* What a global is where nobody says: its initialiser, or zero. */
bool slang_has_value(const Slang *k, uint32_t global);
bool slang_lower_global(Env *env, Slang *k, uint32_t global, Diagnostics *diagnostics, ProgId *out);
/* The global of that name as calls from outside mean it: in the module's scope; UINT32_MAX: there is none. */
uint32_t slang_find_global(const Slang *k, const char *name);
static inline const GlobalUse *slang_uses(const Slang *k, const Instance *i, uint32_t n) {
    return &k->uses.at[i->use + n];
}
/* Lowers it (and all it calls) if it was not. False: errors in the body (told to the diagnostics), or no memory. */
bool slang_lower(Env *env, Slang *k, InstanceId id, Diagnostics *diagnostics);

#endif
