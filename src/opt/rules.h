/*
 * The algebraic rules of rules.def as trees. A rule is text so that it reads like the algebra it
 * states and so that a test can evaluate both of its sides.
 */
#ifndef FRIT_OPT_RULES_H
#define FRIT_OPT_RULES_H

#include "base/env.h"
#include "op/op.h"

typedef struct RuleText {
    const char *name;
    frit_numerics level; /* the most cautious numerics it is valid under */
    unsigned classes;    /* mask of DtypeClass: of the element type of x */
    const char *pattern, *replacement;
} RuleText;

/* NULL past the end. In the order in which they are tried. */
const RuleText *rule_text(uint32_t index);

typedef enum RuleNodeKind {
    NODE_OP,
    NODE_LETTER, /* a variable; c, d, p and q stand for literals only: see rule_letter_takes */
    NODE_LITERAL
} RuleNodeKind;

enum { RULE_MAX_ARGS = 3, RULE_MAX_NODES = 14, RULE_MAX_DEPTH = 4 };

typedef struct RuleNode {
    RuleNodeKind kind;
    Op op;
    uint8_t args[RULE_MAX_ARGS]; /* places in RuleTree.nodes */
    uint8_t n_args;
    uint8_t swap; /* commutative op of a pattern: 1 + its bit in the mask of swaps; else 0 */
    char letter;
    Dtype dtype; /* literal: what it was written as, bool, i64 or f64 */
    Scalar value;
} RuleNode;

typedef struct RuleTree {
    const RuleText *text;
    RuleNode nodes[RULE_MAX_NODES];
    uint8_t n_nodes;
    uint8_t pattern, replacement; /* places of the two roots in nodes */
    uint8_t n_swaps;
} RuleTree;

/* Fails with FRIT_ERR_INTERNAL: the table is ours. */
bool rule_parse(Env *env, const RuleText *text, RuleTree *out);

/*
 * May a literal stand for the letter? c, d: any. p: a power of two, whose division is exactly a
 * multiplication or a shift. q: a number with a normal reciprocal. Other letters take everything.
 */
bool rule_letter_takes(char letter, Dtype dtype, Bits bits);
bool rule_letter_is_literal(char letter);
/* The bits of a literal node as a value of dtype; a bool node is always a bool. */
Bits rule_literal(const RuleNode *node, Dtype dtype);

/* All rules, by the op they start with. */
typedef struct RuleBook RuleBook;
RuleBook *rule_book_new(Env *env);
void rule_book_free(const frit_allocator *allocator, RuleBook *book);
/* Walks the rules of an op: start with NULL; NULL at the end. */
const RuleTree *rule_book_next(const RuleBook *book, Op op, const RuleTree *last);

#endif
