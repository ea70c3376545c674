/* Functions that scripts call by name. */
#ifndef FRIT_SCRIPT_BUILTIN_H
#define FRIT_SCRIPT_BUILTIN_H

#include "front/script/value/value.h"

/* A call: args are lent; outs has room for max(nout, 1) values, all none before, that the caller owns whatever happens. */
typedef struct BuiltinCall {
    const struct Builtin *row;
    const char *name;
    const Value *args;
    uint32_t argc;
    uint32_t nout; /* how many are wanted; 0 as a statement of its own */
    Value *outs;
    uint32_t outc; /* how many were set, from the first; set by the function: 0 at first */
} BuiltinCall;

typedef bool BuiltinFn(Interp *in, BuiltinCall *call);

typedef struct Builtin {
    const char *name;
    BuiltinFn *fn;        /* NULL: it is written in the scripts' language, see builtin_script */
    uint16_t code;        /* what tells rows of one function apart */
    uint16_t least, most; /* arguments; most BUILTIN_ANY: as many as you like */
    uint16_t outs;        /* at most */
    const char *shape;    /* what the shape of the result is, for people: "of x", "scalar" */
    bool records;         /* arrays that are not small wait for somebody to look */
    const char *help;     /* "sin(x): the sine of each element" */
} Builtin;

enum { BUILTIN_ANY = 0xffff };

/* Before the first call, and when the interpreter closes (before interp_close): what builtins keep from call to call. */
bool builtin_open(Interp *in);
void builtin_close(Interp *in);

/* The failure of now becomes what lasterr says: of every error that a script catches, or that ends it. */
void builtin_note_error(Interp *in);
/* What `catch err` gives: a struct with message, identifier and stack (in->failure.stack, else an empty one); notes the error as well. */
bool builtin_exception(Interp *in, Value *out);

/* NULL: there is none. */
const Builtin *builtin_find(const char *name);
/* By number, for completion and tests; NULL past the end. */
const Builtin *builtin_at(uint32_t index);
/* Checks the number of arguments and calls. */
bool builtin_call(Interp *in, const Builtin *builtin, const Value *args, uint32_t argc,
                  uint32_t nout, Value *outs, uint32_t *outc);
/*
 * Functions in the scripts' own language: the lines of a file of functions, ended by NULL, in which there is one of that name (those
 * beside it are its helpers); NULL: the name is none of them. The VM compiles a file when one of its functions is first called.
 */
const char *const *builtin_script(const char *name);

#endif
