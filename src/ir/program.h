/*
 * Programs and modules: the one IR.
 *
 * Invariants of every program (the checker's list for the stage BUILT says them in full):
 *  - variables 0 .. n_inputs-1 are the inputs; each instruction's results are the next numbers;
 *    so a variable's number tells which comes first, and operands are always smaller than results
 *  - a program refers only to programs that stand before it in its module, so the call graph has
 *    no cycles and walking programs in order meets callees first
 */
#ifndef FRIT_IR_PROGRAM_H
#define FRIT_IR_PROGRAM_H

#include "ir/type.h"

typedef uint32_t VarId;
typedef uint32_t ProgId;
#define NO_VAR     UINT32_MAX
#define NO_PROGRAM UINT32_MAX

typedef struct Var {
    TypeId type; /* NO_TYPE until inferred; on an untyped program, what the user declared */
    StrId name;  /* NO_STR: printed as v<number> */
} Var;

typedef struct Instr {
    uint16_t op;    /* Op */
    uint16_t n_out; /* results are variables out .. out + n_out - 1 */
    uint32_t n_in;
    uint32_t in; /* first operand, in Program.operands */
    VarId out;
    uint32_t attr; /* the attribute words, in Program.attrs; 0: all absent */
} Instr;

typedef struct Loc {
    uint32_t line, column; /* from 1; 0 when unknown */
} Loc;

/* The column of a place that is none in a text: line is then the number of a step of a recording (api/flush.c). */
#define LOC_STEP UINT16_MAX

typedef struct Program {
    StrId name;
    uint32_t n_inputs;
    bool external; /* declared only: its outputs are the variables after the inputs */
    VEC(StrId) type_params;
    VEC(Var) vars;
    VEC(VarId) outputs;
    VEC(Instr) instrs;
    VEC(VarId) operands;
    VEC(int64_t) attrs; /* word 0 is unused; see attr_* below */
    VEC(Loc) locs;      /* empty, or one for each instruction */
    Index names;        /* StrId -> VarId */
} Program;

typedef struct frit_module Module;

struct frit_module {
    frit_allocator allocator;
    Strings strings;
    Types types;
    VEC(Program *) programs;
    Index by_name; /* StrId -> ProgId */
};

Module *module_new(Env *env);
void module_free(Module *m);
/* A module without programs whose strings and types are those of m, with the same ids. */
Module *module_clone_tables(Env *env, const Module *m);
ProgId module_find(const Module *m, StrId name);
/* Takes the program over on success. The name must be free. */
bool module_add(Env *env, Module *m, Program *p, ProgId *out);
/* The name must be free. */
bool module_rename(Env *env, Module *m, ProgId id, StrId name);
/* Puts p in place of program id, which is freed. Both have the same name. */
void module_replace(Module *m, ProgId id, Program *p);

/* A module that is equal to m in everything, ids too. */
Module *module_clone(Env *env, const Module *m);
/*
 * Puts program id of `from`, and what it refers to, at the end of `to`; a name that is taken gets a
 * number behind it. On failure `to` may have got some of them.
 */
bool module_import(Env *env, Module *to, const Module *from, ProgId id, ProgId *out);
/* The type of `from` as one of `to`. */
bool type_import(Env *env, Module *to, const Module *from, TypeId type, TypeId *out);

Program *program_new(Env *env, StrId name);
Program *program_clone(Env *env, const Program *p);
void program_free(const frit_allocator *allocator, Program *p);

/*
 * Appending. A program under construction is thrown away after a failure, so these need not undo.
 * A name that is taken in the program gets "." and the variable's number behind it.
 */
bool program_input(Env *env, Module *m, Program *p, StrId name, TypeId type, VarId *out);
bool program_name_var(Env *env, Module *m, Program *p, VarId var, StrId name);
VarId program_find_var(const Program *p, StrId name);

/* Attribute words while an instruction is being made, in the order of the op's row. */
typedef struct Attrs {
    int64_t word[MAX_ATTRS];
} Attrs;

#define ATTR_ABSENT INT64_MIN
/* In expansions of composite ops only: "the value of the composite's own attribute k". */
#define ATTR_REF(k)       (INT64_MIN + 1 + (k))
#define ATTR_IS_REF(word) ((word) > INT64_MIN && (word) <= INT64_MIN + MAX_ATTRS)
#define ATTR_REF_OF(word) ((int)((word)-INT64_MIN - 1))
/* An entry of an INTS list that was left out (`_`). */
#define LIST_SKIPPED INT64_MIN

Attrs attrs_none(void);
/* Stores a list (INTS, DIMS) in the program's pool; the word to put into Attrs. */
bool program_attr_list(Env *env, Program *p, const int64_t *items, uint32_t n, int64_t *word);

typedef enum LiteralForm {
    LITERAL_TYPED, /* bits are those of the type's dtype */
    /* Without a type (NO_TYPE), or of a type parameter; takes a dtype at inference. */
    LITERAL_INT,    /* lo: int64_t */
    LITERAL_UINT,   /* lo: uint64_t above INT64_MAX */
    LITERAL_REAL,   /* lo: the bits of a double */
    LITERAL_COMPLEX /* lo, hi: the bits of two doubles */
} LiteralForm;

typedef struct Literal {
    LiteralForm form;
    TypeId type; /* a scalar type, a type parameter, or NO_TYPE */
    Bits bits;
} Literal;

bool program_attr_literal(Env *env, Program *p, const Literal *literal, int64_t *word);

/*
 * Appends an instruction with n_out new variables of types (which may be NULL: not known). The
 * operands are copied. attrs may be NULL.
 */
bool program_instr(Env *env, Program *p, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
                   uint32_t n_out, const TypeId *types, Loc loc, VarId *out);
bool program_output(Env *env, Program *p, VarId var);
/* A literal as an instruction. */
bool program_const(Env *env, Program *p, const Literal *literal, TypeId type, Loc loc, VarId *out);

/* Reading. k is the attribute's place in the op's row. */
static inline const VarId *instr_in(const Program *p, const Instr *i) {
    return i->n_in ? p->operands.at + i->in : NULL;
}

static inline int64_t attr_word(const Program *p, const Instr *i, unsigned k) {
    return i->attr ? p->attrs.at[i->attr + k] : ATTR_ABSENT;
}

bool attr_has(const Program *p, const Instr *i, unsigned k);
bool attr_bool(const Program *p, const Instr *i, unsigned k); /* absent: false */
int64_t attr_int(const Program *p, const Instr *i, unsigned k, int64_t absent);
double attr_real(const Program *p, const Instr *i, unsigned k, double absent);
/* NULL and 0 when absent; a present empty list is not NULL. */
const int64_t *attr_list(const Program *p, const Instr *i, unsigned k, uint32_t *n);
Literal attr_literal(const Program *p, const Instr *i, unsigned k);
int64_t attr_real_word(double value); /* the word that attr_real reads */
Loc program_loc(const Program *p, uint32_t instr);
/* Every word of the instruction as Attrs for a program `to` (lists copied into its pool). */
bool attrs_copy(Env *env, const Program *from, const Instr *i, Program *to, Attrs *out);
/* Same op, operands aside: equal attribute words, lists by content. */
bool attrs_equal(const Program *p, const Instr *a, const Program *q, const Instr *b);
uint64_t attrs_hash(const Program *p, const Instr *i);

/* Copies inputs (with names and types) of `from` to the empty program `to`. */
bool program_copy_inputs(Env *env, Module *m, const Program *from, Program *to);

/* Which instruction makes a variable: an array of instruction numbers by variable, UINT32_MAX for
 * inputs. The caller frees its vars.len + 1 entries. */
uint32_t *program_definers(Env *env, const Program *p);

/* Fills error->place (and line and column when known) with where an error was found. */
void error_at_instr(Env *env, const Module *m, const Program *p, uint32_t instr);
void error_at_program(Env *env, const Module *m, const Program *p);

#endif
