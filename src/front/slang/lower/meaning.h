/* What the files of name lookup, types, overloads and expressions share among themselves. lower.h is for everyone. */
#ifndef FRIT_FRONT_SLANG_MEANING_H
#define FRIT_FRONT_SLANG_MEANING_H

#include "front/slang/lower/lower.h"
#include "infer/infer.h"

/* ---- names.c */

/* The token's spelling as a string of the module. */
bool name_of_token(Env *env, Slang *k, const Ast *ast, TokenId token, StrId *out);
static inline bool lower_token_name(Lower *l, NodeId node, StrId *out) {
    return name_of_token(l->env, l->k, l->ast, ast_node(l->ast, node)->token, out);
}
/* Lists what a unit declares. Names that are taken are told. False: no memory. */
bool declare_unit(Env *env, Slang *k, uint32_t unit, Diagnostics *diagnostics);
/* The first of a name in a scope: of a file (parent NO_DECL), of a struct, interface, enum or extension. */
DeclId find_in_unit(const Slang *k, uint32_t unit, StrId name);
DeclId find_in_parent(const Slang *k, DeclId parent, StrId name);
/* As a name is meant in a file: its own, what it imports, the language's library. */
DeclId find_from_unit(const Slang *k, uint32_t unit, StrId name);
/* Every scope in which a name of the file can be, best first; *at counts from 0. NO_DECL: no more. */
DeclId find_next_scope(const Slang *k, uint32_t unit, StrId name, uint32_t *at);
static inline NodeKind decl_kind(const Slang *k, DeclId decl) {
    return (NodeKind)decl_node(k, decl)->kind;
}
static inline const char *decl_name(const Slang *k, DeclId decl) {
    return strings_get(&k->m->strings, k->declared.at[decl].name);
}
/* Adds "did you mean ...?" to the last error when something visible is spelt alike. */
void hint_name(Lower *l, StrId name, DeclId parent);

/* A place from which a part of another declaration is lowered: its file, its generic arguments, none of the locals at hand. */
typedef struct LowerScope {
    uint32_t unit;
    const Ast *ast;
    DeclId decl;
    TypeId this_type;
    uint32_t generic, n_generics, first_local, n_locals;
    NodeId at;
} LowerScope;
LowerScope scope_enter(Lower *l, DeclId decl, TypeId this_type, uint32_t generic,
                       uint32_t n_generics);
void scope_leave(Lower *l, const LowerScope *scope);

/* A walk over a part of a declaration that is not the body of an instance. */
Lower lower_of_decl(Env *env, Slang *k, Diagnostics *diagnostics, DeclId decl, TypeId self);

/* Failures of the IR's own functions (limits, types) become errors of the source. Gives ok. */
bool lower_told(Lower *l, bool ok);

/* ---- generics.c */

/* The list of GENERIC_PARAMs of a declaration: 0 when it has none. */
ListId decl_generics(const Slang *k, DeclId decl);
/* Those of the declarations around it and its own. */
uint32_t decl_generic_count(const Slang *k, DeclId decl);
/* Generic parameter number i of them: its node, in the file of the declaration. */
NodeId decl_generic_at(const Slang *k, DeclId decl, uint32_t i);
/* What a name stands for among the generic parameters of l->decl. */
bool lower_find_generic(Lower *l, StrId name, GenericArg *out);
bool generic_args_add(Env *env, Slang *k, const GenericArg *args, uint32_t n, uint32_t *first);

/* Parameters that are being found. */
typedef struct GenericBinding {
    DeclId decl;
    uint32_t n;
    bool bound[MAX_GENERICS];
    bool fixed[MAX_GENERICS]; /* said explicitly: never widened */
    GenericArg arg[MAX_GENERICS];
} GenericBinding;
/* Matches a type as written in a declaration against a type that is given. False: no memory. A mismatch binds nothing, and
 * is found when the bound type is compared. */
bool generics_match(Lower *l, GenericBinding *b, NodeId pattern, TypeId given);
/* Fills what is not bound by its default and checks constraints. False with a sentence in *why. */
bool generics_finish(Lower *l, GenericBinding *b, Str *why);
/* Is the type of a parameter an interface, so that the argument says what it is? */
bool names_interface(const Lower *l, NodeId type);
/* The type both convert to without loss as operands do, of numbers; NO_TYPE: none. */
bool join_types(Lower *l, TypeId a, TypeId b, TypeId *out);
/* Does the type satisfy what the constraint names? NULL: yes; else what is missing. */
bool conforms(Lower *l, TypeId type, NodeId constraint, char *missing, size_t size, bool *out);

/* ---- types.c */

/* A type of the language itself by its name ("float3", "uint"); false: it is none. */
bool builtin_type(Env *env, Slang *k, const char *name, size_t len, TypeId *out, bool *found);
const char *builtin_type_name(uint32_t index); /* for hints; NULL: no more */
/* Declaration of a type as a type: struct, alias, enum, with generic arguments as written (a list of nodes). */
bool declared_type(Lower *l, NodeId at, DeclId decl, ListId list, TypeId *out);
static inline const Type *lower_type_of(const Lower *l, TypeId type) {
    return type_get(&l->k->m->types, type);
}
static inline bool is_number(const Type *type) {
    return type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX;
}
static inline DtypeClass dtype_class(Dtype dtype) {
    return dtype_info(dtype)->class;
}
/* A declared type of that name: of the declarations around, then of the file and what it imports; NO_DECL: none. */
DeclId find_type_decl(const Lower *l, StrId name);

/* ---- structs.c */

/* The struct with these generic arguments. */
bool struct_type(Lower *l, NodeId at, DeclId decl, const GenericArg *args, uint32_t n, TypeId *out);
/* The type behind an alias; of an enum, that of its cases. */
bool alias_type(Lower *l, NodeId at, DeclId decl, const GenericArg *args, uint32_t n, TypeId *out);
/* The struct's field of that name: its number, or UINT32_MAX. */
uint32_t struct_field(const Slang *k, TypeId id, StrId name);
/* Scalars of an element type. */
uint64_t scalar_count(const Lower *l, TypeId id);

/* ---- globals.c */

/* Lists what functions share, once everything is declared. */
bool globals_list(Env *env, Slang *k);
/* Adds them to a function's inputs and locals, all of them; globals_end keeps those that are used, and notes which. */
bool globals_begin(Lower *l);
/* States that changed are outputs. */
bool globals_give(Lower *l);
bool globals_end(Lower *l, InstanceId instance);
/* The local that stands for a declaration; UINT32_MAX: it is none of them, or there are none here. */
uint32_t globals_local(const Lower *l, DeclId decl);
/* The same by name, as it is meant in the file at hand. */
uint32_t globals_named(const Lower *l, StrId name);
bool is_global(const Slang *k, DeclId decl);

/* ---- unsupported.c */

/* Says that it is not supported, where the name is one of Slang's or HLSL's. False: it is none. */
bool tell_unsupported_type(Lower *l, NodeId at, const char *name, uint32_t len);
bool tell_unsupported_function(Lower *l, NodeId at, const char *name, uint32_t len);

/* ---- overload.c */

/* A call's arguments: values that are lowered once, whatever candidates they are tried on. */
typedef struct Arguments {
    uint32_t n;
    NodeId node[MAX_SLANG_ARGS];
    KValue value[MAX_SLANG_ARGS];
    TypeId type[MAX_SLANG_ARGS]; /* NO_TYPE: braces, read as what is asked for */
} Arguments;
/* Extents of a texture are named after its parameter: two of one function need not be of one size. */
bool name_extents(Lower *l, StrId param, TypeId *type);
/* slang_bind, with errors in the declaration told to the diagnostics: for a first look at a function. */
bool bind_declared(Env *env, Slang *k, DeclId function, TypeId self, const TypeId *args,
                   uint32_t n_args, InstanceId *out, Str *why, Diagnostics *diagnostics);
/* Is there another function of that name with the same parameters, before this one? */
bool declared_before(const Slang *k, InstanceId instance, DeclId *out);
/* One function that could be meant. */
typedef struct Overload {
    DeclId decl;
    TypeId self; /* the type it is a member of */
    uint32_t
        distance; /* of the scope it was found in: nearer ones win where conversions are alike */
} Overload;
typedef struct Candidates {
    VEC(Overload) all;
} Candidates;
/* Adds a declaration and those that follow it under its name. */
bool candidates_add(Lower *l, Candidates *c, DeclId first, TypeId self, uint32_t distance);
/* The one whose parameters fit best; errors list all of them. name: as called. */
bool choose_candidate(Lower *l, NodeId at, const char *name, const Candidates *c,
                      const GenericArg *explicit_args, uint32_t n_explicit, const Arguments *args,
                      InstanceId *out, uint32_t *which);
/* The same without errors: *found. */
bool try_candidates(Lower *l, const Candidates *c, const Arguments *args, bool *found,
                    InstanceId *out, uint32_t *which);
void candidates_free(Lower *l, Candidates *c);

/* ---- call.c */
bool lower_arguments(Lower *l, ListId list, Arguments *out);
/* Calls an instance on values: converts, fills defaults, writes the call, stores what comes out into the arguments' places.
 * object: of a method; its place is stored back to when the method is mutating (0: it has none). */
bool call_instance(Lower *l, NodeId at, InstanceId instance, const KValue *object,
                   NodeId object_place, const Arguments *args, KValue *out);
/* Methods of a type: its struct's and those of extensions. */
bool method_candidates(Lower *l, TypeId type, StrId name, Candidates *out);
/* A property or subscript that is read: the method __get_<name>, where the type has one. */
bool call_getter(Lower *l, NodeId at, KValue object, const char *name, const Arguments *args,
                 bool *found, KValue *out);
/* The same written: *out is the object afterwards. args: the new value first. */
bool call_setter(Lower *l, NodeId at, KValue object, const char *name, const Arguments *args,
                 KValue *out);
/* Has the struct a property of that name? */
bool has_property(const Lower *l, TypeId type, const char *name, uint32_t len);
/* x op y through a function called operator<op>; *found. */
bool call_operator(Lower *l, NodeId at, const char *op, const KValue *in, uint32_t n, bool *found,
                   KValue *out);
/* call_type.c: sizeof(x) and alignof(x); bit_cast<T>(x) and reinterpret<T>(x). */
bool call_size(Lower *l, NodeId call, bool align, KValue *out);
bool call_cast(Lower *l, NodeId call, NodeId callee, KValue *out);
bool call_generic_args(Lower *l, ListId list, GenericArg *out, uint32_t *n);

/* ---- expr_*.c */
bool expr_operator(Lower *l, NodeId node, KValue *out); /* UNARY, BINARY */
bool expr_choice(Lower *l, NodeId node, KValue *out);
bool expr_member(Lower *l, NodeId node, KValue *out);
bool expr_index(Lower *l, NodeId node, KValue *out);
bool expr_number(Lower *l, NodeId node, KValue *out);
bool expr_braces(Lower *l, NodeId node, TypeId want, KValue *out);
/* Part number i of a value whose parts are not given: a field's default, or what its type begins as. */
bool expr_initial_part(Lower *l, TypeId of, uint32_t i, KValue *out);
/* S s; by its constructor that takes nothing, if it has one. */
bool expr_default(Lower *l, NodeId at, TypeId type, KValue *out);
/* T(a, b, ...): a cast, a vector or matrix from parts, a struct by its constructor or member by member. */
bool expr_construct(Lower *l, NodeId at, TypeId type, const Arguments *args, KValue *out);
bool unary_value(Lower *l, NodeId at, const char *op, KValue x, KValue *out);
/* A global or static const, an enum's case. */
bool expr_declared_value(Lower *l, NodeId at, DeclId decl, TypeId self, KValue *out);
/* Lanes of a swizzle ("xyz", "rg"); 0: it is none. */
uint32_t swizzle_lanes(const char *name, uint32_t len, uint32_t rows, uint32_t lanes[4]);
/* Element of a matrix by name: _m01 (from 0), _12 (from 1). */
bool matrix_member(const char *name, uint32_t len, uint32_t *row, uint32_t *col);
bool lower_element(Lower *l, NodeId at, KValue of, KValue index, KValue *out);
bool lower_swizzle(Lower *l, KValue of, const uint32_t *lanes, uint32_t n, KValue *out);
/* The parts of a value of type `to`, put together. */
bool lower_make(Lower *l, TypeId to, const KValue *parts, uint32_t n, KValue *out);
bool scalar_type(Lower *l, Dtype dtype, TypeId *out);
/* A scalar as wide as the type: a vector or matrix full of it. */
bool lower_splat(Lower *l, KValue value, TypeId to, KValue *out);

/* ---- intrinsics.c */
/* A function of the language that is a few instructions. *found is false where there is none of that name and number of arguments. */
bool lower_intrinsic(Lower *l, NodeId at, const char *name, uint32_t len, const Arguments *args,
                     bool *found, KValue *out);
bool is_intrinsic(const char *name, uint32_t len);
bool intrinsic_takes(const char *name, uint32_t len, uint32_t n_args);
const char *intrinsic_name(uint32_t index); /* NULL: no more */
/* prelude.c: the language's functions that are written in the language. */
void prelude_text(Str *out);

#endif
