/* Functions from source, in a Slang-style language. */
#ifndef FRIT_SLANG_H
#define FRIT_SLANG_H

#include "frit/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A module of functions and types in the Slang-style language, a subset of Slang (docs/slang.md). A function is
 * written for one element and called over arrays: a call is resolved to an ordinary typed module whose last
 * program takes the arrays and gives the results. That program can be planned, run, recorded and emitted like
 * any other. One thread at a time.
 */
typedef struct frit_slang frit_slang;

typedef struct frit_slang_options {
    size_t size;      /* FRIT_SIZED */
    const char *name; /* of the file, for messages; NULL: "module" */
    /* Folders in which `import a.b;` looks for a/b.slang and #include "a.h" for a.h, behind those of the files that ask;
     * a list that is ended by NULL; NULL: none. */
    const char *const *search;
    /* Macros that are defined above the text: "NAME" (as 1) or "NAME=TOKENS", ended by NULL; NULL: none. */
    const char *const *defines;
    /* Any error refuses the module. Else declarations with errors are refused one by one, and calling one tells them; a
     * module of which nothing is left is still refused. */
    bool strict;
} frit_slang_options;

/*
 * Reads a module and what it imports and includes. Every function that is not generic is checked. On failure *report (may
 * be NULL) has all errors, each with its line and a mark below it; error has the first. On success it has the errors of what
 * was refused (frit_slang_refused) and the warnings, mostly none. options may be NULL.
 */
FRIT_API frit_status frit_slang_load(const frit_context *context, const char *text, size_t len,
                                     const frit_slang_options *options, frit_slang **out,
                                     frit_text *report, frit_error *error);
/* The same of a file, whose folder is searched first. */
FRIT_API frit_status frit_slang_read(const frit_context *context, const char *path,
                                     const frit_slang_options *options, frit_slang **out,
                                     frit_text *report, frit_error *error);
FRIT_API void frit_slang_free(frit_slang *slang);
/* Declarations that were refused, by number: the name, and in *why (may be NULL) their errors; NULL past the end. */
FRIT_API const char *frit_slang_refused(const frit_slang *slang, uint32_t index, const char **why);
/* The module's own source again, in one layout. */
FRIT_API frit_status frit_slang_print(const frit_slang *slang, frit_text *out, frit_error *error);

typedef enum frit_slang_kind {
    FRIT_SLANG_NONE = 0,
    FRIT_SLANG_FUNCTION = 1, /* one or several of that name */
    FRIT_SLANG_TYPE = 2,     /* a struct, alias or enum; of the language: float3, ... */
    FRIT_SLANG_CONSTANT = 3
} frit_slang_kind;

/* What a name stands for: of the module ("tonemap", "Particle"), of a type ("Particle.step"), or of the language. */
FRIT_API frit_slang_kind frit_slang_find(frit_slang *slang, const char *name);
/* Name number index of what the module itself declares, in the order of the source; NULL past the end. Valid
 * until the next call that takes the module without const. */
FRIT_API const char *frit_slang_name(const frit_slang *slang, uint32_t index);
/* The heads of the functions of that name, or the struct with its fields and methods, a line each. */
FRIT_API frit_status frit_slang_describe(frit_slang *slang, const char *name, frit_text *out,
                                         frit_error *error);
/* The type of that name ("float3", "Particle"), valid as long as the module is; names in it until the next call that
 * takes the module without const. FRIT_ERR_TYPE: there is none. */
FRIT_API frit_status frit_slang_type(frit_slang *slang, const char *name, frit_type *out,
                                     frit_error *error);

typedef enum frit_arg_kind {
    /* An array, rank 0 too: type ("f32", "f32x3"), rank and shape. One input of the call. */
    FRIT_ARG_ARRAY = 0,
    /* A number of the host's, which becomes whatever scalar the parameter is: type "bool", "i64" or "f64". One
     * input of that type and rank 0. */
    FRIT_ARG_NUMBER = 1,
    FRIT_ARG_FIELDS = 2, /* a struct by its fields: items, each with a name */
    FRIT_ARG_PARTS = 3,  /* a vector, matrix or fixed array by its parts: items, in order */
    FRIT_ARG_ANY = 4,    /* of frit_slang_declare alone: not known yet, but for cast and map */
    FRIT_ARG_OTHER =
        5, /* what no parameter takes: an error that names the parameter; type: what it is */
    /*
     * Made for every element of the call; shape: of a grid alone, which gives the call its extents as an
     * array would (one input of type bool that is never read, before those of its items: give it strides
     * of 0). The others take the call's shape and have no inputs of their own but their items, which are
     * numbers.
     */
    FRIT_ARG_CALL_ID = 8,   /* place in the call: int, int2, int3 ...; x is the last axis */
    FRIT_ARG_THREAD_ID = 9, /* number in the call: uint, uint3(number, 0, 0) */
    FRIT_ARG_GRID = 10, /* rank, shape; items: offset for each axis, then stride for each axis */
    FRIT_ARG_WANG_HASH = 11, /* uint, uint2 ...; items: seed, rounds */
    FRIT_ARG_RANDOM = 12,    /* float ... in [lo, hi); items: key, draw, lo, hi */
    FRIT_ARG_NORMAL = 13, /* float ... of mean and deviation; items: key, draw, mean, deviation */
    FRIT_ARG_SAMPLER = 14 /* of textures; type: "nearest clamp", "linear wrap", "linear border" */
} frit_arg_kind;

/* An argument of a call as far as resolving it needs to know: no element of it. */
typedef struct frit_arg {
    frit_arg_kind kind;
    const char *name; /* the parameter's, if given by keyword; of an item: the field's */
    const char *type;
    uint32_t rank;
    const int64_t *shape;
    const struct frit_arg *items;
    uint32_t item_count;
    const char *cast; /* what the function sees (vcast), as the language names it; NULL: not said */
    const int32_t *map; /* which axis of the call each axis of the array is (vmap) */
    uint32_t map_count;
    bool mapped;         /* map is given; it may be empty */
    bool read_only;      /* nothing can be written to it: an error where that would happen */
    const char *problem; /* what the host found wrong with it, told as an error; NULL: nothing */
} frit_arg;

/* A call that is resolved. Its inputs are the arrays, numbers and grids among the arguments, depth first in the
 * order they were given, whatever the order of the parameters; `result` is not among them. */
typedef struct frit_resolved frit_resolved;

/* Of the value, or of a parameter that comes out. Structs are taken apart: one output for each of their fields. */
typedef struct frit_resolved_output {
    int32_t arg;      /* the argument that it belongs to, by number; -1: the value of the call */
    const char *path; /* of a field: "pos", "a.b"; else "" */
    frit_dtype dtype; /* of its scalars */
    uint32_t rank;    /* axes of the call, then those of vectors, matrices and fixed arrays */
    uint32_t element_rank; /* how many of these are the latter */
    const char *type;      /* of the field, as the language names it: "float3" */
} frit_resolved_output;

/*
 * Chooses the function of that name ("tonemap", "Particle.step", a type for its constructor), its types and the
 * axes of the call. Of a method (not a static one) args[0] is the object. result: where the value shall go (_result),
 * or NULL. Nothing runs. On failure *report (may be NULL) has the whole message: the function's head, every
 * argument with what was given and what is needed, and the candidates.
 */
FRIT_API frit_status frit_slang_resolve(frit_slang *slang, const char *function,
                                        const frit_arg *args, uint32_t arg_count,
                                        const frit_arg *result, frit_resolved **out,
                                        frit_text *report, frit_error *error);
/*
 * The same before the arguments are there: each is FRIT_ARG_ANY with the cast and the map that it will have, those that
 * nothing is said of may be left out at the end. What can fit no call is an error now: too many of them, a name that no
 * parameter has, types that do not become the parameter's. *out is NULL where several functions may be meant yet.
 * Else it has the parameters; and a module too where mappings tell all that a call needs: for arrays with elements
 * of the parameters' own types, and numbers for scalars that have no map.
 */
FRIT_API frit_status frit_slang_declare(frit_slang *slang, const char *function,
                                        const frit_arg *args, uint32_t arg_count,
                                        frit_resolved **out, frit_text *report, frit_error *error);
FRIT_API void frit_resolved_free(frit_resolved *resolved);
/* The name of a parameter of the function, `this` of a method too; NULL past the end. */
FRIT_API const char *frit_resolved_parameter(const frit_resolved *resolved, uint32_t index);
/* Its type; and that of the function's value, none of a function without one. Valid as frit_slang_type's are. */
FRIT_API frit_type frit_resolved_parameter_type(const frit_resolved *resolved, uint32_t index);
FRIT_API frit_type frit_resolved_value_type(const frit_resolved *resolved);
/* Typed; its last program is the call. Valid as long as resolved is. NULL: declared, and not all is known. */
FRIT_API const frit_module *frit_resolved_module(const frit_resolved *resolved);
FRIT_API uint32_t frit_resolved_output_count(const frit_resolved *resolved);
FRIT_API frit_resolved_output frit_resolved_output_info(const frit_resolved *resolved,
                                                        uint32_t index);
/* Rank of the call, and how many outputs its value has (0: none; the others belong to parameters). */
FRIT_API uint32_t frit_resolved_rank(const frit_resolved *resolved);
FRIT_API uint32_t frit_resolved_value_count(const frit_resolved *resolved);
/* The value is a struct (its outputs are fields). */
FRIT_API bool frit_resolved_is_struct(const frit_resolved *resolved);
/*
 * The call's shape comes from `result` (f(call_id(), _result=a)): its arrays are further inputs behind all others,
 * depth first, and are never read.
 */
FRIT_API bool frit_resolved_takes_result(const frit_resolved *resolved);
/* What was decided, for people: the instance, and for each argument its type, shape, and mapping. */
FRIT_API frit_status frit_resolved_describe(const frit_resolved *resolved, frit_text *out,
                                            frit_error *error);

#ifdef __cplusplus
}
#endif
#endif
