/* The state of an inference, shared by its files. */
#ifndef FRIT_INFER_FRAME_H
#define FRIT_INFER_FRAME_H

#include "infer/bind.h"
#include "infer/rules.h"

/* A literal without a type, waiting for the types it meets. */
typedef struct Weak {
    Literal literal;
    StrId name;
    Loc loc;
} Weak;

/* A weak literal that met a type: variable var is its value there. */
typedef struct MadeLiteral {
    uint32_t weak;
    Dtype dtype;
    VarId var;
} MadeLiteral;

/* One program being typed. */
typedef struct Typing {
    const Program *from;
    Program *to;
    uint32_t instance;
    uint32_t next; /* instruction */
    uint32_t *map; /* by variable of from: the variable of to, or WEAK_BIT and a number in weak */
    Bindings bindings;
    /* Expanding a composite op: the instruction whose attributes `$a` means, else NULL. */
    const Program *outer;
    const Instr *outer_instr;
    VEC(Weak) weak;
    VEC(MadeLiteral) made;
    Index made_index;
} Typing;

#define WEAK_BIT 0x80000000u

/* One program with one combination of input types. */
typedef struct TypedProgram {
    ProgId source;
    uint32_t types; /* first in Infer.instance_types; as many as the program has inputs */
    ProgId done;    /* its number in the new module; NO_PROGRAM while it is being typed */
} TypedProgram;

typedef struct Infer {
    Env *env;
    const Module *m; /* its programs; types and names are looked up in out, which has them all */
    Module *out;
    InferOptions options;
    Unifier unifier;
    uint32_t round; /* how often the walk was done before: see infer_entry.c */
    VEC(TypedProgram) instances;
    VEC(TypeId) instance_types;
    Index instance_index;
    uint64_t budget; /* instructions that may still be typed: calls of calls can double for ever */
    VEC(Typing) frames; /* a stack: programs call programs, and C's stack must not grow with that */
    /* Of the instruction at hand, by operand: */
    VEC(TypeId) in;
    VEC(Literal) weak;
    VEC(Dtype) want;
    VEC(VarId) operands;
    VEC(TypeId) args; /* of a program being called */
} Infer;

/* A step either is done, must wait for another program to be typed first, or failed. */
typedef enum Step { STEP_DONE, STEP_WAIT, STEP_FAILED } Step;
#define STEP_TRY(expression)    \
    do {                        \
        if (!(expression))      \
            return STEP_FAILED; \
    } while (0)

/* Reads the operands of an instruction into in, weak and want. */
bool frame_operands(Infer *s, Typing *f, const Instr *i);
/* Applies want: casts and literals are appended, operands are the variables to use. */
bool frame_convert(Infer *s, Typing *f, Loc loc);
/* Attributes with types and extents put in. Programs are left for the caller to set. */
bool frame_attrs(Infer *s, Typing *f, const Instr *i, Attrs *out);
/* Appends the typed instruction with its results, which must fit what was declared for them. */
bool frame_append(Infer *s, Typing *f, const Instr *i, const Attrs *attrs, const TypeId *types,
                  Loc loc);
RuleCall frame_rule_call(Infer *s, const Typing *f, Op op, const int64_t *words);

/* One instruction that runs no other program. */
Step frame_plain_step(Infer *s, Typing *f, const Instr *i, Loc loc);
/* The variable of f->to that holds variable var of f->from; an untyped literal takes its default. */
bool frame_variable(Infer *s, Typing *f, VarId var, VarId *out);
void frame_free(Infer *s, Typing *f);
void infer_free(Infer *s);

/* The typed program for a source and its input types; pushes a frame when it is not there yet. */
Step instance_get(Infer *s, ProgId source, const TypeId *types, ProgId *out);

/* Types the programs of all frames, until none is left. */
bool infer_run_frames(Infer *s);
/* The type with what its extents turned out to be so far. */
bool infer_resolve_type(Infer *s, TypeId *type);

/* Ops that run other programs: infer_control.c. */
Step step_call(Infer *s, Typing *f, const Instr *i, Loc loc);
Step step_map(Infer *s, Typing *f, const Instr *i, Loc loc);
Step step_if(Infer *s, Typing *f, const Instr *i, Loc loc);
Step step_for(Infer *s, Typing *f, const Instr *i, Loc loc);
Step step_while(Infer *s, Typing *f, const Instr *i, Loc loc);

#endif
