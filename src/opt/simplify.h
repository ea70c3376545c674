/* Rules that need code: those about attributes. Each stands as a row in one of the tables below. */
#ifndef FRIT_OPT_SIMPLIFY_H
#define FRIT_OPT_SIMPLIFY_H

#include "opt/rewrite.h"

/* i is a copy of the last instruction, which has one result. */
typedef Outcome CodeRuleFn(Rewriter *r, const Instr *i, VarId *results);

typedef struct CodeRule {
    const char *name;
    Op op;
    CodeRuleFn *apply;
} CodeRule;

/* Each ends with a row whose apply is NULL. */
extern const CodeRule shape_rules[]; /* simplify_shape.c: conversions and views */
extern const CodeRule part_rules[];  /* simplify_parts.c: vectors, matrices, structs */
extern const CodeRule pack_rules[];  /* simplify_pack.c: components as axes */

/* simplify_pack.c, of every op with one of some type rules: a step on vectors that were unpacked,
 * or a reduction along other axes than theirs, becomes one on the vectors. */
Outcome lift_unpacked(Rewriter *r, VarId *results);
Outcome reduce_unpacked(Rewriter *r, VarId *results);

/* Puts a variable, or an op of the same result type, in place of the last instruction. */
Outcome replace_by_var(Rewriter *r, VarId var, VarId *results);
Outcome replace_by_op(Rewriter *r, Op op, const VarId *in, uint32_t n_in, VarId *results);
/* The same with attribute number k: a word, or a list. */
Outcome replace_by_word(Rewriter *r, Op op, VarId in, unsigned k, int64_t word, VarId *results);
Outcome replace_by_list(Rewriter *r, Op op, VarId in, unsigned k, const int64_t *items, uint32_t n,
                        VarId *results);

/* Operand k of the instruction that makes var, when that has the rule; else NO_VAR. */
VarId operand_of_rule(const Rewriter *r, VarId var, TypeRule rule, unsigned k);

#endif
