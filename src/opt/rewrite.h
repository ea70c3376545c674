/*
 * The machine under the passes: makes a new program out of an old one, instruction by instruction.
 * Each instruction is appended first and looked at then, in its place, with operands that are
 * final; a better form of it is found by taking it away again and appending something else. So one
 * walk forwards reaches what repeated walks would.
 *
 * A variable of the old program always maps to one of exactly the same type in the new one.
 */
#ifndef FRIT_OPT_REWRITE_H
#define FRIT_OPT_REWRITE_H

#include "opt/opt.h"
#include "op/fails.h"

/* What to do on the way; a pass is a choice of these. */
enum RewriteWork {
    REWRITE_CALLS = 1,   /* inline.c: plain calls */
    REWRITE_CONTROL = 2, /* inline.c: maps of elementwise programs, decided ifs and fors */
    REWRITE_FOLD = 4,    /* fold.c */
    REWRITE_RULES = 8,   /* simplify.c */
    REWRITE_MERGE = 16   /* cse.c */
};

/* A program whose instructions are being appended: the old one, or one that it calls. */
typedef struct Appended {
    const Program *from;
    VarId *map;      /* variables of `from` to those of the new program */
    uint32_t next;   /* instruction of `from` to append next */
    bool retype;     /* mapped over arrays: result types follow from the operands anew */
    VarId first_var; /* the first variable of the new program that this frame made */
} Appended;

typedef struct Rewriter {
    OptContext *context;
    Env *env;
    Module *module;
    unsigned work; /* mask of RewriteWork */
    Program *to;
    VEC(Appended) frames;
    VEC(uint32_t) definers; /* by variable of `to`: its instruction, UINT32_MAX for inputs */
    VEC(StrId) names;       /* by variable of `to`: the name it gets at the end */
    /* What rewrite_may_fail says, by variable of `to` from the first one that may on; empty: there is none. */
    VEC(bool) fails;
    VarId fails_from;
    VEC(VarId) operands;   /* of the instruction at hand */
    Index seen;            /* instructions of `to` by content */
    uint32_t attrs_before; /* length of the attribute pool before the last instruction */
    unsigned fuel; /* rewrites left for the instruction at hand: rules cannot go in circles */
} Rewriter;

/* What a look at the last instruction came to. */
typedef enum Outcome {
    OUTCOME_KEPT,     /* it stays as it is */
    OUTCOME_REPLACED, /* it is gone; its results are those given */
    OUTCOME_FAILED    /* env->error is filled */
} Outcome;

/* Rewrites a whole program. NULL on failure. */
Program *rewrite_program(OptContext *context, const Program *p, unsigned work);

/* The parts of it, for passes that go their own way. Close gives the program, or NULL if not ok. */
bool rewrite_open(Rewriter *r, OptContext *context, const Program *p, unsigned work);
bool rewrite_copy(Rewriter *r, uint32_t instr);
Program *rewrite_close(Rewriter *r, bool ok);

/* ---- for those who look at the last instruction */

static inline const Instr *rewrite_last(const Rewriter *r) {
    return &r->to->instrs.at[r->to->instrs.len - 1];
}
static inline TypeId rewrite_type(const Rewriter *r, VarId var) {
    return r->to->vars.at[var].type;
}
/* The instruction that makes a variable; NULL for an input. Valid until the next is appended. */
const Instr *rewrite_definer(const Rewriter *r, VarId var);
/* Loc of the last instruction, for what comes in its place. */
Loc rewrite_loc(const Rewriter *r);
/* Whether making a variable may find an index out of range: then it must not go unnoticed where nobody
 * needs the value any more. */
bool rewrite_may_fail(const Rewriter *r, VarId var);
/* Takes the last instruction away. Only right after it was appended. */
void rewrite_pop(Rewriter *r);

/*
 * The literal a variable stands for: a const, or one broadcast to an array. source (which may be
 * NULL) is the const itself.
 */
bool rewrite_literal(const Rewriter *r, VarId var, Dtype *dtype, Bits *bits, VarId *source);

/*
 * Appending. Each gives the variable that has the result in the end. type NO_TYPE means that it
 * follows from the operands. A list for attrs goes into r->to's pool after rewrite_attrs.
 */
Attrs rewrite_attrs(Rewriter *r);
bool rewrite_append(Rewriter *r, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
                    TypeId type, Loc loc, VarId *out);
/* The type an instruction would give, NO_TYPE where its operands do not fit; appends nothing. */
bool rewrite_probe(Rewriter *r, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
                   TypeId *type);
bool rewrite_const(Rewriter *r, Dtype dtype, Bits bits, Loc loc, VarId *out);
/* var as a value of type: itself, or broadcast. can_fit says whether that is possible. */
bool rewrite_can_fit(const Rewriter *r, VarId var, TypeId type);
bool rewrite_fit(Rewriter *r, VarId var, TypeId type, Loc loc, VarId *out);

/* ---- those who look: one for each kind of work. Results has an entry for each result. */

Outcome fold_last(Rewriter *r, VarId *results);
Outcome simplify_last(Rewriter *r, VarId *results);
Outcome merge_last(Rewriter *r, VarId *results);
/*
 * Before an instruction that runs other programs is appended: values for all its results
 * (REPLACED), or a new frame for the program whose steps stand for it (*entered), or nothing.
 */
Outcome inline_control(Rewriter *r, const Program *from, const Instr *i, VarId *results,
                       bool *entered);
/* Does it give a value memory of its own, or run a program that does? Facts of its callees hold. */
bool makes_a_copy(const ProgramFacts *facts, const Program *p, const Instr *i);
/* May it find an index out of range, or run a program that does? As above. Asked of every instruction of every
 * pass: those without programs are told from the others here. */
bool callee_may_fail(const ProgramFacts *facts, const Program *p, const Instr *i);
static inline bool may_fail(const ProgramFacts *facts, const Program *p, const Instr *i) {
    if (op_may_fail((Op)i->op))
        return true;
    return op_info(i->op)->flags & OPF_CONTROL && callee_may_fail(facts, p, i);
}
/* Pushes a frame whose inputs are the n variables. */
bool rewrite_enter(Rewriter *r, const Program *callee, const VarId *inputs, uint32_t n,
                   bool retype);

#endif
