/* A loop that was looked at: for which kinds of variables it was compiled, and how its code is called. */
#ifndef FRIT_SCRIPT_LOOP_KNOWN_H
#define FRIT_SCRIPT_LOOP_KNOWN_H

#include "front/script/loop/loop.h"
#include "frit/loop.h"

enum {
    LOOP_VARS = 256,
    LOOP_ARRAYS = 40,
    LOOP_FORS = 48,
    LOOP_POINTS = 1200,
    LOOP_CALLS = 64,
    LOOP_DIRECTS = 24,
    LOOP_FUNCTIONS = 32,
    LOOP_HANDLES = 6,
    LOOP_CAPTURES = 24,
    LOOP_VARIANTS = 6,
    LOOP_NESTED = 48, /* statements and expressions in each other */
    LOOP_CALL_ARGUMENTS = 4
};

/* What a variable is. Tags in the frame are the same numbers. */
typedef enum Kind {
    KIND_UNSET,
    KIND_CLASS,      /* + ValueClass: a scalar of it */
    KIND_EMPTY = 13, /* zeros(1, 0), of a loop without turns */
    KIND_ARRAY,      /* the array that it is before the loop */
    KIND_OTHER       /* what it is before the loop, which code does not look at */
} Kind;

#define KIND_BIT(kind)    (1u << (kind))
#define CLASS_BIT(class_) (1u << (KIND_CLASS + (class_)))
#define DOUBLE_BIT        CLASS_BIT(CLASS_DOUBLE)
#define LOGICAL_BIT       CLASS_BIT(CLASS_LOGICAL)
/* With these arithmetic is a double's. */
#define PLAIN_BITS  (DOUBLE_BIT | LOGICAL_BIT | CLASS_BIT(CLASS_CHAR))
#define SCALAR_BITS (0xfffu << KIND_CLASS)

/* Words of the frame that every loop has. */
enum {
    FRAME_RUN,         /* LoopRun * */
    FRAME_INTERRUPTED, /* const volatile int * */
    FRAME_POINT,       /* out: where it was left; 0: it is over */
    FRAME_GROW,        /* LoopGrowFn * */
    FRAME_CALL,        /* LoopCallFn * */
    FRAME_COUNT,       /* LoopCountFn * */
    FRAME_POWER,       /* double (*)(double, double) */
    FRAME_DRAW,        /* LoopDrawFn * */
    FRAME_DRAWN,       /* the statement that runs has drawn random numbers */
    FRAME_NEXT,        /* of the offered FOR */
    FRAME_TURNS,       /* its count */
    FRAME_BASE,
    FRAME_STEP,
    FRAME_BASE_WHOLE, /* the same as integers */
    FRAME_STEP_WHOLE,
    FRAME_FIRST
};

typedef int32_t LoopGrowFn(void *frame, int64_t array);
typedef int32_t LoopCallFn(void *frame, int64_t call, double *operands);
typedef double LoopDrawFn(void *frame, int64_t code);
typedef int64_t LoopCountFn(double base, double step, double limit);

/* A variable, or a field of one that is a struct. */
typedef struct LoopPlace {
    uint32_t slot;
    NameId field; /* 0: the variable */
} LoopPlace;

/* What a place holds when the loop is offered. */
typedef struct Given {
    LoopPlace place;
    uint8_t kind;   /* Kind */
    uint8_t class_; /* of arrays; KIND_OTHER: is it a handle? */
    uint8_t rank;
    bool roomy; /* it has been growing */
} Given;

/* What an offered FOR goes through. */
typedef struct GivenOver {
    bool array, whole, from_one, by_one;
    uint8_t class_;
} GivenOver;

/* A handle that the loop calls, and what it has captured. */
typedef struct CodeHandle {
    uint32_t slot;
    const ScriptFunction *function;
    uint64_t text;
    char name[64];
    uint32_t n_captured;
} CodeHandle;

typedef struct CodeCapture {
    uint32_t handle, index;
    Given given;
    uint32_t word; /* tag, value */
} CodeCapture;

typedef struct CodeArray {
    LoopPlace place;
    uint32_t capture; /* of LoopCode.captures; UINT32_MAX */
    uint8_t class_, rank;
    uint32_t given; /* of LoopCode.given; of what a FOR goes through UINT32_MAX */
    uint32_t word;  /* data, count, extents, room */
    bool written, grows, is_over;
} CodeArray;

typedef struct CodeVar {
    LoopPlace place;
    uint32_t word; /* tag, value */
    bool assigned;
} CodeVar;

typedef struct CodeFor {
    const ScriptNode *node;
    uint32_t word;   /* next, count, base, step */
    bool over_array; /* it goes through the elements of the array in that place */
    LoopPlace over;
} CodeFor;

typedef struct CodePoint {
    LoopPoint point;
    const ScriptNode *at;
    uint8_t n_fors;
    uint8_t fors[LOOP_DEEPEST];
    bool guess; /* something that was guessed is not so: compile it without guessing */
} CodePoint;

typedef struct LoopCall {
    const Builtin *builtin; /* NULL: op */
    BinaryOp op;
    uint8_t n;
    uint8_t classes[LOOP_CALL_ARGUMENTS];
    uint8_t result; /* ValueClass */
    bool draws;     /* random numbers */
} LoopCall;

/* Of one number, as the interpreter has it for doubles inside the domain. */
typedef enum LoopDomain {
    DOMAIN_ANY,
    DOMAIN_FROM_0,
    DOMAIN_FROM_1,
    DOMAIN_FROM_MINUS_1,
    DOMAIN_UNIT
} LoopDomain;

typedef struct LoopDirect {
    const char *name;
    double (*function)(double);
    LoopDomain domain;
} LoopDirect;

/* NULL past the end. */
const LoopDirect *loop_direct(uint32_t index);
const LoopDirect *loop_direct_find(const char *name, uint32_t *index);

typedef struct CodeFunction {
    NameId name;
    const ScriptFunction *function; /* NULL: a builtin */
} CodeFunction;

/* The loop for variables of certain kinds. */
typedef struct LoopCode {
    Given *given;
    uint32_t n_given, given_room;
    GivenOver over;
    bool guess; /* that ranges are of whole numbers */
    bool refused;
    char why[160]; /* and why */
    uint32_t why_line;
    char leaves[160]; /* a statement that code leaves at; empty: none */
    uint32_t leaves_line;
    char *text;
    size_t text_len;
    frit_loop *loop; /* NULL: not compiled yet */
    uint32_t words;
    CodeArray arrays[LOOP_ARRAYS];
    uint32_t n_arrays;
    CodeVar *vars;
    uint32_t n_vars;
    CodeFor fors[LOOP_FORS];
    uint32_t n_fors;
    CodePoint *points;
    uint32_t n_points;
    struct {
        uint32_t direct, word;
    } directs[LOOP_DIRECTS];
    uint32_t n_directs;
    LoopCall calls[LOOP_CALLS];
    uint32_t n_calls;
    CodeHandle handles[LOOP_HANDLES];
    uint32_t n_handles;
    CodeCapture captures[LOOP_CAPTURES];
    uint32_t n_captures;
    CodeFunction functions[LOOP_FUNCTIONS];
    uint32_t n_functions, generation;
    uint64_t runs, exits;
    uint32_t short_runs; /* one after another */
    int64_t *frame;
    uint32_t frame_words;
} LoopCode;

typedef struct LoopKnown {
    LoopPlace *places; /* that the loop mentions */
    uint32_t n_places, place_room;
    bool hopeless; /* whatever the variables are; why[] */
    char why[160];
    bool no_guess;
    bool eager;   /* every loop is worth it: the context compiles whatever runs */
    double began; /* seconds: the first offer */
    uint64_t first_turn;
    uint64_t cost; /* instructions of a turn, about */
    LoopCode *codes[LOOP_VARIANTS];
    uint32_t n_codes;
    LoopCode *last;
} LoopKnown;

/* While it runs. */
typedef struct LoopRun {
    Interp *in;
    LoopCode *code;
    const LoopOffer *offer;
    uint64_t first_draw; /* of the statement that runs */
} LoopRun;

/* shape.c */
bool loop_look(Interp *in, LoopKnown *known, const LoopOffer *offer);
Given loop_given(Value v);
/* Where the value is; NULL: there is no such field. */
Value *loop_value(const LoopOffer *offer, LoopPlace place);
Given loop_given_at(const LoopOffer *offer, LoopPlace place);
GivenOver loop_given_over(const LoopOffer *offer);
/* compile.c */
bool loop_code_make(Interp *in, LoopKnown *known, const LoopOffer *offer, LoopCode **out);
void loop_code_free(Interp *in, LoopCode *code);
/* handle.c: does the slot hold a handle that says what it calls? Are they those that code was made for? */
bool loop_handle(const LoopOffer *offer, uint32_t slot, LoopHandle *out);
bool loop_same_handles(const LoopCode *code, const LoopOffer *offer);
/* run.c: out of memory: false, and nothing has happened. */
bool loop_run(Interp *in, LoopCode *code, const LoopOffer *offer, LoopResult *result);

#endif
