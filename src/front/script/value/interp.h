/* What every function of a script's values is given: memory, the context that records, the error, and the VM's callbacks. */
#ifndef FRIT_SCRIPT_INTERP_H
#define FRIT_SCRIPT_INTERP_H

#include "base/env.h"
#include "base/str.h"
#include "frit/frit.h"

typedef struct Value Value;
typedef struct Interp Interp;

/* Why a statement failed. */
typedef struct ScriptError {
    Str message;
    char identifier[128]; /* "Octave:undefined-function", or empty */
    Value *stack;         /* the VM's: what err.stack shall be; NULL: it has not said */
    bool set;
    bool
        no_memory; /* the message is what it says in a constant, for there was no memory to write one */
} ScriptError;

/* Where a function is. */
typedef enum CallPlace { CALL_NONE, CALL_BUILTIN, CALL_FILE, CALL_SCRIPT } CallPlace;

/* About the function a scope belongs to. */
typedef struct CallerFacts {
    const char *function; /* NULL: the outermost scope, or a script's */
    const char *file;     /* its path as it was given; NULL: no file */
    uint32_t nargin, nargout;
    uint64_t ignored; /* bits of the outputs that nobody wants: ~ */
} CallerFacts;

#define INTERP_OUTERMOST UINT32_MAX

/* What values and builtins ask of the VM. Every function may be NULL where there is no VM (tests of values): that is an error. */
typedef struct InterpCalls {
    /* Calls f (a handle, or the name of a function as text). outs has room for max(nout, 1), set to none before. */
    bool (*call)(Interp *in, const Value *f, const Value *args, uint32_t argc, uint32_t nout,
                 Value *outs, uint32_t *outc);
    /* Is there a function of that name (of the file, the path or a builtin)? */
    bool (*is_function)(Interp *in, const char *name);
    /* A handle of what str2func and cellfun are given ("sin", "@(x) x + 1"). */
    bool (*handle)(Interp *in, const char *text, size_t len, Value *out);
    /* Runs text in the caller's variables. */
    bool (*eval)(Interp *in, const char *text, size_t len, uint32_t nout, Value *outs,
                 uint32_t *outc);
    /* A number that grows for each error, warning and so on may want the line it happened at; 0: unknown. */
    uint32_t (*line)(Interp *in);
    /*
     * The scope that called: that of the statement that runs now; what `up` counts: 0 that scope, 1 the one that called it ("caller"),
     * INTERP_OUTERMOST ("base"). get gives NONE where there is no such variable; set lends v.
     */
    bool (*get)(Interp *in, uint32_t up, const char *name, Value *out);
    bool (*set)(Interp *in, uint32_t up, const char *name, Value v);
    bool (*clear)(Interp *in, uint32_t up, const char *name);
    bool (*is_global)(Interp *in, uint32_t up, const char *name);
    /* Names of set variables, by number, in alphabetical order; NULL past the end. */
    const char *(*variable)(Interp *in, uint32_t up, uint32_t index);
    /* eval in another scope. */
    bool (*eval_in)(Interp *in, uint32_t up, const char *text, size_t len, uint32_t nout,
                    Value *outs, uint32_t *outc);
    /* Runs a file of statements in the caller's variables: run, source. */
    bool (*run_file)(Interp *in, const char *path);
    /* Where a function of that name would be found: CALL_NONE, a builtin, a file (then its path), of the script. */
    CallPlace (*place)(Interp *in, const char *name, const char **path);
    /* nargin(name), nargout(name): negative with varargin and varargout; handles too. */
    bool (*arity)(Interp *in, const Value *f, int32_t *ins, int32_t *outs);
    /* The function that the scope belongs to. */
    bool (*caller)(Interp *in, uint32_t up, CallerFacts *out);
    /* The text of argument k (from 0) of the call of the scope, where it is a variable's name; NULL: it is not. */
    const char *(*argument_name)(Interp *in, uint32_t up, uint32_t k);
    /* addpath (at the front or the end), rmpath; folders by number, NULL past the end. */
    bool (*path_add)(Interp *in, const char *folder, bool at_end);
    bool (*path_remove)(Interp *in, const char *folder);
    const char *(*path_at)(Interp *in, uint32_t index);
    /* argv() by number; NULL past the end. */
    const char *(*argument)(Interp *in, uint32_t index);
    /* A line from the user, without its end: input, keyboard. False with *text NULL and no error: there is none. */
    bool (*ask)(Interp *in, const char *prompt, Str *text);
    /* A warning, unless it is switched off; false: it shall be an error, and is one now. builtin_open fills it. */
    bool (*warn)(Interp *in, const char *identifier, const char *text);
    /* exit(status): fails with an error that nobody catches. */
    bool (*exit)(Interp *in, int status);
    /* What was recorded has just run: frit_last_report of the context tells which kernels. */
    void (*ran)(Interp *in);
} InterpCalls;

typedef enum ShowFormat {
    FORMAT_SHORT,
    FORMAT_LONG,
    FORMAT_SHORT_G,
    FORMAT_LONG_G,
    FORMAT_SHORT_E,
    FORMAT_LONG_E,
    FORMAT_BANK /* two decimals */
} ShowFormat;

enum { NUMBERS_KEPT = 16 };

struct Interp {
    Env env; /* its error is raw below: values write theirs to `failure` with interp_fail */
    frit_error raw;
    frit_context *context; /* that records: another one while a turn is open (turn.h) */
    frit_context *home;    /* whose memory large arrays lie in */
    ScriptError failure;
    InterpCalls calls;
    void *vm;                                                 /* the VM's own */
    void (*write)(void *user, const char *bytes, size_t len); /* what a script prints */
    void *write_user;
    /* cd, setenv and unsetenv (value NULL) of the host, which alone changes its process; NULL: it does not. */
    bool (*change_folder)(void *user, const char *folder);
    bool (*change_variable)(void *user, const char *name, const char *value);
    /* Where the text goes while evalc catches it; NULL: to write. */
    Str *caught;
    ShowFormat format;
    bool format_compact;
    uint64_t random_key, random_draw; /* of rand and friends */
    double toc_start;                 /* of tic without an id; negative: none */
    uint64_t recorded_bytes;          /* of memory that recorded steps keep */
    uint32_t scalar_steps;            /* recorded one after another on nothing but scalars */
    /* Numbers that were recorded last, for those that come again: a kernel reads only so many arrays. */
    struct RecordedNumber {
        char dtype[4]; /* "f64", "f32", "u64" */
        uint64_t bits;
        frit_array *array; /* a reference; NULL: none */
    } numbers[NUMBERS_KEPT];
    uint32_t numbers_next;
    struct Turn *turn;          /* of a loop, that is recorded now (turn.h); NULL */
    frit_context *turn_context; /* that turns are recorded in; made for the first */
    void *turn_write_user;
    /* The first draw of random numbers of the recording; the others count from it. */
    frit_array *first_draw;
    uint64_t first_draw_number;
    uint32_t depth; /* of functions that go down into values or call back */
    struct BuiltinState
        *builtins;         /* what builtins keep from call to call: warnings, rand's state */
    struct Linear *linear; /* opened at its first use (interp_linear), closed by interp_close */
};

/* allocator and context stay the caller's. */
bool interp_open(Interp *in, const frit_allocator *allocator, frit_context *context);
void interp_close(Interp *in);

/* Runs all that is recorded. */
bool interp_flush(Interp *in);

/* Fills the error with a message as printf does; always false, so that `return interp_fail(...)` reads well. */
bool interp_fail(Interp *in, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with an identifier ("Octave:nonconformant-args"). */
bool interp_fail_id(Interp *in, const char *identifier, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The error of a call of frit's that gave false or a status other than FRIT_OK and filled in->raw. */
bool interp_fail_raw(Interp *in);
/* Nothing has failed. */
void interp_clear_error(Interp *in);
/* "out of memory or dimension too large for Octave's index type" where there was no memory to write a message. */
const char *interp_message(const Interp *in);

/* Linear algebra; NULL: out of memory. */
struct Linear *interp_linear(Interp *in);

/* Warns through calls.warn; where there is none, nothing is said. */
bool interp_warn(Interp *in, const char *identifier, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints. */
void interp_write(Interp *in, const char *bytes, size_t len);

/* Memory; false (NULL) fills the error. */
void *interp_resize(Interp *in, void *ptr, size_t old_size, size_t new_size);
void *interp_alloc(Interp *in, size_t size);
void interp_release(Interp *in, void *ptr, size_t size);

#endif
