/*
 * The syntax tree of a script or a file of functions. parse*.c makes it, resolve.c says what each name is, and then nothing
 * changes it. Nodes are of one shape, which tree.def describes by kind; all belong to the tree's arena.
 */
#ifndef FRIT_FRONT_SCRIPT_SYNTAX_TREE_H
#define FRIT_FRONT_SCRIPT_SYNTAX_TREE_H

#include "base/str.h"
#include "front/script/syntax/names.h"
#include "front/text/diagnose.h"

typedef enum ScriptNodeKind {
#define NODE(kind, name, a, b, c, items) SN_##kind,
#include "front/script/syntax/tree.def"
#undef NODE
    SN_COUNT
} ScriptNodeKind;

typedef enum ScriptOp {
#define OPERATOR(kind, spelling, name) SO_##kind,
#include "front/script/syntax/operators.def"
#undef OPERATOR
    SO_COUNT
} ScriptOp;

typedef enum ScriptNodeFlags {
    SF_PRINT = 1,         /* EVALUATE: its value is shown */
    SF_DOUBLE_QUOTED = 2, /* TEXT */
    SF_IMAGINARY = 4,     /* NUMBER */
    SF_PARENS = 8,        /* an expression that stood in parentheses: (x){:} is one value, (a:b)' */
    SF_BRACKETS = 16,     /* ASSIGN with [ ] around its targets */
    SF_INCREMENT = 32,    /* UPDATE written ++ or -- */
    SF_PARALLEL = 64,     /* FOR written parfor */
    SF_SHORT_CIRCUIT =
        128, /* BINARY & or | in the condition of if or while: Octave's rule of evaluation */
    SF_HAS_END =
        256, /* INDEX, BRACE_INDEX: an END has it for target, or may come to it (see target) */
    SF_POSTFIX = 512, /* UPDATE: x++ and x--, whose value is the one before */
    SF_PAIRS = 1024   /* FOR written for [value, key] = struct */
} ScriptNodeFlags;

/* What a NAME (PARAMETER, DECLARED, HANDLE, COMMAND) is. */
typedef enum ScriptBinding {
    SB_NONE,
    /* A variable: slot of the function `level` functions further out (0: the one the name stands in; more only in nested
     * functions). Where the slot is unset when it is read, the name is that of a function, as Octave has it. */
    SB_SLOT,
    SB_FUNCTION /* nothing assigns to it: a function of that name, looked up by whoever calls it */
} ScriptBinding;

typedef enum ScriptNumberClass {
    NUMBER_DOUBLE, /* all but those written in hexadecimal or binary digits */
    NUMBER_UINT8,
    NUMBER_UINT16,
    NUMBER_UINT32,
    NUMBER_UINT64,
    NUMBER_INT8, /* 0x1Fs8 */
    NUMBER_INT16,
    NUMBER_INT32,
    NUMBER_INT64
} ScriptNumberClass;

typedef struct ScriptNode ScriptNode;
typedef struct ScriptFunction ScriptFunction;

struct ScriptNode {
    uint8_t kind;    /* ScriptNodeKind */
    uint8_t op;      /* ScriptOp */
    uint8_t binding; /* ScriptBinding */
    uint8_t number_class;
    uint16_t flags; /* ScriptNodeFlags */
    uint16_t level;
    uint16_t height;     /* of the tree below it: at most MAX_SCRIPT_DEPTH */
    uint16_t parens;     /* that stood around it */
    uint32_t begin, end; /* bytes of the text */
    uint32_t place;      /* the byte that an error is about: the operator, the name, the bracket */
    NameId name;         /* of a NUMBER in an anonymous function: as it was written */
    uint32_t slot;
    uint32_t
        position; /* END (and INDEX): the how manieth argument of its target it stands in, from 0 */
    uint32_t n_items;
    ScriptNode **items;
    ScriptNode *a, *b, *c;
    /*
     * END: the innermost INDEX or BRACE_INDEX that it may belong to; NULL: none. Not a child.
     * An INDEX with SF_HAS_END whose `of` is a NAME with SB_SLOT: where that slot turns out to be unset (the name is a
     * function's: x(min(end, 3))), `end` in it is that of this outer index, at argument `position` of it; NULL: of none.
     */
    ScriptNode *target;
    union {
        double number;
        uint64_t bits; /* of a NUMBER whose number_class is not NUMBER_DOUBLE */
        struct {
            const char *text; /* ended by '\0', which len does not count */
            uint32_t len;
        };
        ScriptFunction *function;
    };
};

/* A variable of an enclosing function that an anonymous function takes along when it is made, if it is set then. */
typedef struct ScriptCapture {
    uint32_t slot;  /* in the anonymous function */
    uint32_t outer; /* slot of the function `level` functions out of the one it is made in */
    uint32_t level;
} ScriptCapture;

typedef struct ScriptSlot {
    NameId name;
    /* A text has assigned to it, or its owner says so: `name -1` in later texts is a difference and no command. */
    bool assigned;
} ScriptSlot;

/* Slots of a body, by name. Code that is evaluated in it later (eval, the lines of a REPL) adds more at the end. */
typedef struct ScriptScope {
    VEC(ScriptSlot) slots;
    Index index;
} ScriptScope;

struct ScriptFunction {
    uint32_t id; /* its number among those of the tree, as they begin; the script's body: none */
    NameId name; /* 0: an anonymous function, or a script's body */
    ScriptNode *node;     /* FUNCTION or ANONYMOUS; NULL: the script's body */
    ScriptNode *body;     /* BLOCK; of an anonymous function an expression */
    ScriptNode **params;  /* PARAMETERs and IGNOREDs, without varargin */
    ScriptNode **outputs; /* PARAMETERs, without varargout */
    uint32_t n_params, n_outputs;
    bool varargin, varargout; /* the last one is that; its slot: varargin_slot, varargout_slot */
    uint32_t varargin_slot, varargout_slot;
    ScriptFunction *parent;  /* of a nested function, and of an anonymous one; NULL */
    ScriptFunction **nested; /* functions that stand inside it; not the anonymous ones */
    uint32_t n_nested;
    uint32_t help,
        help_end; /* bytes of the comment in front of it, or first in it; help_end 0: none */
    /* The resolver's: */
    ScriptScope scope;
    ScriptCapture *captures; /* of an anonymous function */
    uint32_t n_captures;
    /* It calls what can make variables that its text does not name (eval, load, assignin, evalin, a name of a script…):
     * every name in it has a slot. */
    bool dynamic;
    ScriptFunction *next; /* all functions of a tree, as they begin; anonymous ones too */
};

/* A file, or a text that was given to eval. */
typedef struct ScriptTree {
    const Source *source; /* not owned: outlives the tree */
    ScriptNames *names;   /* not owned either */
    Arena *arena;
    ScriptFunction *
        body; /* never NULL; of a script; of a file of functions its block has nothing but FUNCTIONs */
    ScriptFunction **functions; /* those on the outermost level, the file's main one first */
    uint32_t n_functions;
    ScriptFunction *first_function, *last_function; /* all, by next */
    uint32_t n_all;                                 /* how many */
    bool function_file; /* begins with a function (and is not forced to be a script) */
    bool broken;        /* errors were told */
} ScriptTree;

/* No tree is deeper than this: walks over it may recurse. */
enum { MAX_SCRIPT_DEPTH = 256 };

typedef struct ScriptParse {
    ScriptNames *names;
    bool
        function_file; /* a file that begins with `function` is a file of functions, else a script with functions in it */
    /* Where the text is evaluated (eval, a REPL): names that are assigned there are no commands. */
    const ScriptScope *scope;
} ScriptParse;

/* parse.c. Errors in the text go to the diagnostics and set out->broken; false: no memory. */
bool script_parse(Env *env, const ScriptParse *options, const Source *source,
                  Diagnostics *diagnostics, ScriptTree *out);
void script_tree_free(const frit_allocator *allocator, ScriptTree *tree);

/*
 * resolve.c: fills binding, level and slot of every name, the scopes of all functions, captures and what END means. `scope` is
 * where the body of the text is evaluated, which gets a slot for every name that the body mentions; NULL: tree->body->scope
 * is filled. Scopes of functions are in tree->…->scope. False: no memory.
 */
bool script_resolve(Env *env, ScriptTree *tree, ScriptScope *scope, Diagnostics *diagnostics);
/* The slot of a name, or UINT32_MAX. */
uint32_t script_scope_find(const ScriptScope *scope, NameId name);
/* The same, adding it; UINT32_MAX: no memory. */
uint32_t script_scope_slot(Env *env, ScriptScope *scope, NameId name);
void script_scope_free(const frit_allocator *allocator, ScriptScope *scope);

/* dump.c: the tree, a line a node. */
void script_dump(Str *out, const ScriptTree *tree);
/* print.c: an expression as Octave prints the text of an anonymous function: "@(x) x + 1", "a(1, :)'". */
void script_print_expression(Str *out, const ScriptNames *names, const ScriptNode *node);

const char *script_node_name(ScriptNodeKind kind); /* "for" */
const char *script_op_spelling(ScriptOp op);       /* "+" */
const char *script_op_function(ScriptOp op);       /* "plus"; "" for && and || */
/* Line and column, from 1, of a byte: source_place(tree->source, node->place, …). */

#endif
