/*
 * Resolving a call: from a name and descriptions of arguments to a program over arrays.
 *
 *   arguments.c  the arguments as a flat list, checked; which inputs of the program they are
 *   parameters.c which argument is for which parameter
 *   resolve.c    the functions of that name, each tried, the best one chosen
 *   declare.c    the same before the arguments are there
 *   fit.c        one argument against the type of one parameter
 *   entry*.c     the program: loads, converts and maps the axes of arguments, calls, takes results apart
 *   generators.c values that are made for every element of the call
 *   report.c     what people are told
 *   resolved.c   what comes of it
 */
#ifndef FRIT_FRONT_SLANG_RESOLVE_H
#define FRIT_FRONT_SLANG_RESOLVE_H

#include "front/slang/slang.h"
#include "infer/vectorise.h"

#define NO_ITEM    UINT32_MAX
#define RESULT_ARG (UINT32_MAX - 1) /* in place of an argument's number: where the value shall go */

enum { MAX_ARG_DEPTH = 32 /* fields in fields, parts in parts */ };

/* An argument, or an item of one. */
typedef struct Given {
    const frit_arg *arg;
    uint32_t top;         /* the argument it belongs to, or RESULT_ARG */
    uint32_t input;       /* of the program; NO_ITEM: it is none */
    uint32_t first, next; /* its items, and the one after it, in Call.given */
    uint32_t parent;      /* what it is an item of, or NO_ITEM */
    TypeId type;          /* of an element of an array; of a number */
    TypeId cast;          /* what the function shall see */
    const int32_t *map;   /* its own, or that of what it is an item of */
    uint32_t map_count;
    bool mapped;
} Given;

/* How a value comes to be what a parameter takes. */
typedef enum FitKind {
    FIT_LOAD,   /* elements of an array, or a number: loaded as `element`, then converted */
    FIT_WHOLE,  /* an array that each call gets as it is */
    FIT_MAKE,   /* made of its parts */
    FIT_MADE,   /* a generator */
    FIT_DEFAULT /* of the parameter, or of a field; program: what makes it */
} FitKind;

typedef struct Fit {
    FitKind kind;
    uint32_t given; /* NO_ITEM: none */
    TypeId type;    /* what it becomes */
    TypeId element; /* FIT_LOAD, FIT_WHOLE */
    CallAxes axes;
    uint32_t first, next; /* FIT_MAKE: its parts, and the one after it, in Candidate.fits */
    ProgId program;
    TypeId of; /* FIT_DEFAULT of field number `field` of this struct; NO_TYPE: of a parameter */
    uint32_t field;
    bool unwritten; /* a field that goes in and comes out as it was */
} Fit;

typedef struct CallParam {
    StrId name;
    TypeId type;
    PassMode mode;
    bool has_default;
    uint32_t own;    /* which parameter of the instance it is; NO_ITEM: `this`, or a global */
    uint32_t global; /* in Slang.globals; NO_ITEM: none */
    uint32_t top;    /* the argument that it is given; NO_ITEM: none */
    uint32_t fit;
} CallParam;

/* Why a candidate cannot be called, or the call cannot be made at all. */
typedef struct Problem {
    frit_status status;
    uint32_t top;   /* the argument at fault; NO_ITEM: none in particular */
    uint32_t given; /* the item of it; NO_ITEM: the whole */
    char reason[320];
    char hint[192];
} Problem;

/* A function that may be meant. */
typedef struct Candidate {
    DeclId decl; /* NO_DECL: a value of type `result` made of the arguments */
    TypeId self; /* the type that it is a member of */
    InstanceId instance;
    TypeId result; /* NO_TYPE: void */
    VEC(CallParam) params;
    VEC(Fit) fits;
    uint32_t result_fit; /* where the value goes, or NO_ITEM */
    uint32_t made;       /* of no function: the fit that is the value */
    ProgId constant;     /* of no function: the program that makes the value */
    CallShape shape;
    bool from_result; /* the shape of `_result` is that of the call: it is one more input */
    bool fits_call;
    bool generic;
    uint32_t cost;
    uint32_t
        distance; /* of the widths of numbers; where costs are equal, the nearer one is meant */
    Problem problem;
} Candidate;

typedef struct Call {
    Env *env;
    Slang *k;
    const char *function;
    VEC(Given) given;
    VEC(uint32_t) tops; /* the arguments, in Given */
    uint32_t result;    /* the same; NO_ITEM: none */
    uint32_t n_inputs;
    VEC(Candidate) candidates;
    frit_arg whole; /* all arguments as the parts of one value: of a type that is called */
    Problem problem;
    bool declaring; /* the arguments are not there yet: what is not known fits */
    bool failed;    /* a text could not be made: there is no memory */
} Call;

/* ---- arguments.c */
bool call_take_args(Call *call, const frit_arg *args, uint32_t n, const frit_arg *result);

/* ---- fit.c */
/* False: the candidate's problem says why, or there is no memory (env->error has a status then). */
bool fit_argument(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                  uint32_t *out);
/* The type of the elements of an argument as a generic parameter sees them; want: how many axes the parameter's type
 * has, as far as its spelling tells. NO_TYPE: not known. numbers: of numbers too. */
bool fit_guess(Call *call, uint32_t given, uint32_t want, bool fixed, bool numbers, TypeId *out);
/* fit_unchanged.c: does part path[0], of that part path[1], ... of a parameter come out as it went in? */
bool fit_unchanged(Call *call, const Candidate *c, uint32_t param, const uint32_t *path,
                   uint32_t n);
/* Into shapes of the call: rank, extents; checks what is written. */
bool fit_shape(Call *call, Candidate *c);

/* ---- resolve.c */
/* "tonemap", "Particle.step", "Pair<float>.sum": the first declaration of that name, or NO_DECL; and the type that the
 * name is, or else that of which it is a member. env->error is set when there is no memory. */
DeclId slang_find_path(Env *env, Slang *k, const char *name, TypeId *type);
/* While declaring *out is NULL where several may be meant. */
bool call_choose(Call *call, Candidate **out);
void call_free(Call *call);

/* ---- parameters.c */
bool call_is_method(const Call *call, DeclId decl);
/* The parameters as far as the tree tells: names and defaults. */
bool params_list(Call *call, Candidate *c);
/* Which argument each of them is given. */
bool params_give(Call *call, Candidate *c);
/* The globals that the function needs are parameters behind its own. What it does not need may be given all the same. */
bool params_take_globals(Call *call, Candidate *c);

/* ---- resolve_generic.c */
/* How much of a name stands before its generic arguments: of "f<float>" one byte. */
size_t generic_head(const char *name);
/* The generic arguments that the name of the function says. */
bool generic_args(Call *call, GenericArg args[MAX_GENERICS], uint32_t *n);
/* The instance of a generic struct that what is given by field or part is one of; NO_TYPE: not known. */
bool generic_struct(Call *call, uint32_t given, DeclId decl, TypeId *out);

/* ---- report.c */
bool problem_set(Call *call, Problem *problem, uint32_t top, frit_status status, const char *format,
                 ...) __attribute__((format(printf, 5, 6))); /* false */
void problem_hint(Problem *problem, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum { SHOW_TYPE = 96 };
/* As the language writes the type. */
const char *call_show(Call *call, TypeId type, char buffer[SHOW_TYPE]);
/* "array of float", "number", "fields". */
void report_given(Call *call, Str *out, uint32_t given);
void report_shape(Str *out, const int64_t *shape, uint32_t rank);
/* The name of the parameter that an argument is for, or "argument 2". */
const char *call_arg_name(Call *call, const Candidate *c, uint32_t top, char buffer[SHOW_TYPE]);
/* Everything about a failure; env->error gets the short form. False. */
bool report_failure(Call *call, Str *out);
void report_call(Call *call, const Candidate *c, Str *out);
void report_head(Call *call, const Candidate *c, Str *out);

/* ---- entry.c */

/* A value of the program under construction. */
typedef struct CallProgram {
    Call *call;
    Candidate *c;
    Env *env;
    Module *m; /* tables of its own, programs of the slang */
    Program *p;
    Dim dims[MAX_RANK];  /* of the call */
    bool full[MAX_RANK]; /* some operand of the call has this axis in full */
    VEC(VarId) operands;
    frit_resolved *out;
} CallProgram;

bool entry_build(Call *call, Candidate *c, Diagnostics *diagnostics, frit_resolved *out);
/* One instruction of one result. */
bool entry_op(CallProgram *e, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
              VarId *out);
bool entry_cast(CallProgram *e, VarId x, TypeId from, TypeId to, VarId *out);
/* An output that goes into argument number arg (-1: none), or into no array that was given. */
bool entry_note_output(CallProgram *e, int32_t arg, const char *path, TypeId type, Dtype dtype,
                       uint32_t outer_rank);
bool entry_const(CallProgram *e, Dtype dtype, int64_t value, VarId *out);

/* ---- generators.c */
/* Can this generator make values of the type? The call's rank is not known yet. */
bool generator_fit(Call *call, Candidate *c, uint32_t given, TypeId type, Fit *fit);
/* Now that the call's shape is known. */
bool generator_check(Call *call, Candidate *c, const Fit *fit);
bool generator_emit(CallProgram *e, const Fit *fit, VarId *out);
const char *generator_name(frit_arg_kind kind);

/* ---- stores.c: arrays that the function writes into */
/* Can all of them be written to? */
bool stores_check(Call *call, Candidate *c);
/* The function's outputs from `first` on go into them, which are outputs then. operands: the function's inputs. */
bool stores_emit(CallProgram *e, VarId first);

/* ---- what comes of it */

typedef struct ResolvedOutput {
    int32_t arg;
    StrId path, type;
    Dtype dtype;
    uint32_t rank, element_rank;
} ResolvedOutput;

typedef struct ResolvedParameter {
    StrId name;
    TypeId type; /* in frit_resolved.language */
} ResolvedParameter;

struct frit_resolved {
    frit_allocator allocator;
    Module *module;
    const Module *language; /* where the functions are: their types */
    TypeId value;           /* there; NO_TYPE: void */
    Strings strings;
    VEC(ResolvedOutput) outputs;
    VEC(ResolvedParameter) parameters;
    uint32_t rank, n_values;
    bool is_struct, takes_result;
    StrId description;
};

/* *report (an empty text) gets what people are told on failure. NULL on failure. */
frit_resolved *slang_resolve(Env *env, Slang *k, const char *function, const frit_arg *args,
                             uint32_t n_args, const frit_arg *result, Str *report);
/* declare.c: the same before the arguments are there. False on failure. */
bool slang_declare(Env *env, Slang *k, const char *function, const frit_arg *args, uint32_t n_args,
                   frit_resolved **out, Str *report);
/* resolved.c: an empty one. */
frit_resolved *resolved_new(Env *env);
bool resolved_take_parameters(Call *call, const Candidate *c, frit_resolved *out);
void resolved_free(frit_resolved *resolved);

#endif
