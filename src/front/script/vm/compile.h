/* Inside the compiler: what its files share. */
#ifndef FRIT_SCRIPT_VM_COMPILE_H
#define FRIT_SCRIPT_VM_COMPILE_H

#include "front/script/vm/code.h"

/* Registers whose numbers are known when all is emitted. */
#define TEMP_FLAG  0x80000000u
#define CONST_FLAG 0x40000000u
#define NO_JUMP    UINT32_MAX

/* Jumps to a place that is not known yet: each holds the one before. */
typedef struct Jumps {
    uint32_t last;
    bool any;
} Jumps;

typedef enum ContextKind { IN_LOOP, IN_SWITCH, IN_TRY, IN_UNWIND } ContextKind;

/* What a statement stands in, the innermost first. */
typedef struct Context {
    ContextKind kind;
    struct Context *outer;
    Jumps breaks, continues;   /* of a loop */
    uint32_t value;            /* of a switch */
    uint32_t begin, guard;     /* of try and unwind_protect: where its guard begins; its number */
    const ScriptNode *cleanup; /* of unwind_protect */
} Context;

/* The steps of a place that is assigned to. */
typedef struct PathBuilder {
    uint32_t base;
    VEC(PathStep) steps;
    VEC(uint32_t) registers;
} PathBuilder;

/* What an `end` may mean, the innermost first. */
typedef struct EndTarget {
    const ScriptNode *node;
    uint32_t base;
    PathBuilder *path; /* the place of an assignment: base and its steps so far; NULL */
    struct EndTarget *outer;
} EndTarget;

typedef struct Compiler {
    Interp *in;
    ScriptNames *names;
    FunctionEntry *entry;
    const ScriptFunction *function;
    Code *code;
    Index scalars; /* of Code.scalars */
    uint32_t temps, most_temps;
    uint32_t place;
    uint32_t ans;
    uint32_t guards;  /* numbers given so far */
    uint32_t loops;   /* around the statement */
    uint64_t ignored; /* bits of the targets ~ of the statement */
    uint32_t want;    /* the register that WANT_REGISTER means */
    bool shared;      /* calls may change variables */
    bool failed;      /* out of memory */
    Context *context;
    EndTarget *ends;
} Compiler;

/* compile.c */
uint32_t emit(Compiler *c, OpCode op, uint32_t x, uint32_t a, uint32_t b, uint32_t z);
uint32_t compile_here(const Compiler *c);
uint32_t compile_temps(Compiler *c, uint32_t n); /* the first of n in a row */
uint32_t compile_variable(Compiler *c, const ScriptNode *name);
uint32_t compile_site(Compiler *c, NameId name, const ScriptNode *node);
uint32_t compile_scalar(Compiler *c, double value);
uint32_t compile_constant(Compiler *c, Value value); /* takes the reference */
uint32_t compile_function(Compiler *c, const ScriptFunction *function);
/* An instruction's field that is a jump to be known later; the field holds the jump before. */
void jump_add(Compiler *c, Jumps *jumps, uint32_t at);
void jump_here(Compiler *c, Jumps *jumps);
void jump_to(Compiler *c, Jumps *jumps, uint32_t target);
bool node_is_list(const ScriptNode *node); /* may be any number of values as an argument */

/* compile_expr.c */
uint32_t compile_operand(Compiler *c, const ScriptNode *node);
uint32_t compile_operand_for(Compiler *c, const ScriptNode *node, ListUse use);
void compile_into(Compiler *c, const ScriptNode *node, uint32_t dst, ListUse use);
/* Jumps where the condition is (or is not) true, else goes on. */
void compile_branch(Compiler *c, const ScriptNode *node, bool when, Jumps *out);

/* compile_index.c: indexing, calls, lists. */
void compile_chain(Compiler *c, const ScriptNode *node, uint32_t dst, ListUse use);
/* All values, on the list that is open. */
void compile_list(Compiler *c, const ScriptNode *node, uint32_t want);
typedef struct Arguments {
    uint32_t first, n; /* n: may be LIST_ARGUMENTS */
} Arguments;
Arguments compile_arguments(Compiler *c, ScriptNode *const *items, uint32_t n);

/* compile_assign.c */
void compile_assign(Compiler *c, const ScriptNode *node, bool print);
void compile_update(Compiler *c, const ScriptNode *node, bool print);
/* target = the register, which is given up. */
void compile_store(Compiler *c, const ScriptNode *target, uint32_t from);
/* The place as it is now, for the code: its number. */
uint32_t compile_copy_path(Compiler *c, const PathBuilder *path);

/* compile_flow.c */
void compile_statement(Compiler *c, const ScriptNode *node);
void compile_block(Compiler *c, const ScriptNode *node);

#endif
