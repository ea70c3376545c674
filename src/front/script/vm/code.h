/*
 * Bytecode. A function's registers are [variables][variables of the functions around it][scalar constants][temporaries], each a
 * Value. An instruction that reads a temporary gives it up, so that an array is held by nobody but the variable it is stored in.
 */
#ifndef FRIT_SCRIPT_VM_CODE_H
#define FRIT_SCRIPT_VM_CODE_H

#include "front/script/loop/loop.h"
#include "front/script/syntax/tree.h"

typedef enum OpCode {
#define OP(name, x, a, b, c) OP_##name,
#include "front/script/vm/ops.def"
#undef OP
    OP_COUNT
} OpCode;

typedef struct Instr {
    uint8_t op, y; /* OpCode; what the comment of the row says */
    uint16_t x;
    uint32_t a, b, c;
} Instr;

enum {
    LIST_ARGUMENTS = 0xffff, /* x: the arguments are the list */
    NO_REGISTER = 0x7fffffff
};

/* How many values a call shall give, where it is not a number. */
#define WANT_CALLER   0xfffffff0u /* as many as the caller of this function wants */
#define WANT_REGISTER 0xfffffff1u /* the instruction WANT in front of it says */

/* What a single value is needed for where a list may stand (y): texts of errors differ. */
typedef enum ListUse { USE_OPERAND, USE_ASSIGN, USE_INDEXED, USE_CONDITION } ListUse;

typedef enum FailReason {
    FAIL_CONSTANT_OUTPUTS, /* [a, b] = 5 */
    FAIL_TARGET            /* nothing can be assigned to that */
} FailReason;

struct Unit;
struct Code;

/* Persistent variables and everything else of a function that outlives its calls. */
typedef struct Persistent {
    uint32_t slot;
    struct Box *box;
} Persistent;

/* A function of a unit: compiled when it is first called. */
typedef struct FunctionEntry {
    ScriptFunction *function;
    struct Unit *unit;
    struct Code *code;
    struct FunctionEntry *parent; /* of the function it stands in */
    uint32_t own;                 /* variables when the unit was read */
    uint32_t least;               /* arguments that a builtin in the scripts' language needs */
    VEC(Persistent) persistent;
} FunctionEntry;

/* A text that was read: a file, a line, what eval was given. */
typedef struct Unit {
    uint32_t refs;
    Source *source;
    ScriptTree tree;
    char *path;   /* of a file; NULL */
    char *folder; /* where its functions are looked for first; NULL */
    char *hidden; /* the folder `private` beside it; NULL: there is none, or nobody has looked */
    bool looked;
    FunctionEntry *entries;
    uint32_t n_entries;
    FunctionEntry body; /* the script's */
    bool gives;         /* its last statement's values are wanted: eval with outputs */
} Unit;

typedef enum CalleeKind {
    CALLEE_NONE,
    CALLEE_ENTRY,
    CALLEE_BUILTIN,
    CALLEE_SCRIPT, /* a file of statements */
    CALLEE_PACKAGE /* a folder +NAME of functions; a call gives what its functions are fields of */
} CalleeKind;

typedef struct Callee {
    CalleeKind kind;
    union {
        FunctionEntry *entry;
        const Builtin *builtin;
        uint32_t file; /* of statements: its number among the session's known files */
        NameId package;
    };
} Callee;

/* A name that is called, and what it was the last time. */
typedef struct CallSite {
    NameId name;
    uint32_t generation; /* of the session; 0: never looked up */
    const ScriptNode *node;
    Callee callee;
} CallSite;

typedef struct PathStep {
    uint8_t kind;   /* STEP_* of value.h */
    bool dynamic;   /* a field whose name is in a register */
    uint16_t n;     /* subscripts, or LIST_ARGUMENTS */
    uint32_t first; /* of Code.path_registers; of a dynamic field the register itself */
    NameId name;
} PathStep;

typedef struct CodePath {
    uint32_t base; /* the variable */
    uint32_t first, n;
} CodePath;

/* Where an error in [begin, end) goes on. Those inside others stand first. */
typedef struct Guard {
    uint32_t begin, end, handler;
} Guard;

/* A loop, and where its parts are, for what runs loops by other means. */
typedef struct CodeLoop {
    const ScriptNode *node;
    LoopSite site;
    uint32_t state; /* FOR: its four registers */
    uint32_t turn;  /* the instruction that begins a turn */
    uint32_t test;  /* DO_UNTIL: its condition */
    /* loop_plan.c: attempts that failed one after another, those that did not, and turns that became a `for` of the IR. */
    uint32_t plan_tries, plan_runs;
    uint64_t plan_turns;
} CodeLoop;

/* Where a statement inside a loop begins. */
typedef struct CodeStatement {
    const ScriptNode *node;
    uint32_t at;
} CodeStatement;

typedef struct Code {
    FunctionEntry *entry; /* NULL of code that was read from its text */
    NameId name;
    uint32_t n_vars;      /* its own */
    uint32_t first_const; /* behind those of the functions around it */
    uint32_t first_temp, n_registers;
    VEC(Instr) code;
    VEC(uint32_t) places; /* byte of the text, an instruction each */
    VEC(double) scalars;
    VEC(Value) constants;
    VEC(CallSite) sites;
    VEC(FunctionEntry *) functions;
    VEC(NameId) function_names; /* of them; 0: anonymous */
    VEC(PathStep) steps;
    VEC(uint32_t) path_registers;
    VEC(CodePath) paths;
    VEC(Guard) guards;
    VEC(CodeLoop) loops;
    VEC(CodeStatement) statements; /* as the instructions are */
    VEC(NameId) variables;         /* of registers below first_const */
    CallSite *variable_sites;      /* the functions of these names, where they are not set */
} Code;

/* Compiles a function (or the body of a script in `scope`, whose variables it has) of a tree that was resolved. */
bool code_compile(Interp *in, ScriptNames *names, FunctionEntry *entry, const ScriptScope *scope,
                  Code **out);
void code_free(Interp *in, Code *code);
/* Its loops are going away: a session that explains notes what became of them. */
void machine_forget_loops(Interp *in, const Code *code);
/* As text, and back. */
void code_dump(Str *out, const ScriptNames *names, const Code *code);
bool code_read(Interp *in, ScriptNames *names, const char *text, size_t len, Code **out);

const char *op_name(OpCode op);
/* What the fields x, a, b, c (0 to 3) of an instruction are: see ops.def. */
typedef enum OpField {
    NIL,
    DST,
    REG,
    KEEP,
    ARGS,
    NUM,
    JUMP,
    SITE,
    NAME,
    CONST,
    FUNC,
    PATH,
    LOOP
} OpField;
OpField op_field(uint8_t op, uint32_t k);
/* The name of a variable's register; NULL: it is none. */
const char *code_variable(const Code *code, const ScriptNames *names, uint32_t reg);

#endif
