/*
 * Algebraic simplification: the rules of rules.def, matched against the last instruction and what
 * made its operands, and the rules that need code. Literals are folded and equal steps merged on
 * the way, because rules ask for literals and for "the same variable".
 */
#include "opt/simplify.h"

#include <string.h>

#include "opt/passes.h"
#include "opt/rules.h"

Program *pass_simplify(OptContext *context, const Program *p) {
    if (!context->rules)
        context->rules = rule_book_new(context->env);
    if (!context->rules)
        return NULL;
    return rewrite_program(context, p,
                           REWRITE_CONTROL | REWRITE_FOLD | REWRITE_RULES | REWRITE_MERGE);
}

/* ---- matching */

typedef struct Match {
    const RuleTree *tree;
    unsigned swaps;    /* bit k: commutative node number k matches with its operands exchanged */
    VarId letters[26]; /* NO_VAR: not met yet */
} Match;

static bool match_literal(const Rewriter *r, const RuleNode *node, VarId var) {
    Dtype dtype;
    Bits bits;
    if (!rewrite_literal(r, var, &dtype, &bits, NULL) ||
        (node->dtype == DT_BOOL && dtype != DT_BOOL))
        return false;
    Bits wanted = rule_literal(node, dtype);
    return wanted.lo == bits.lo && wanted.hi == bits.hi;
}

static bool match_letter(const Rewriter *r, Match *m, char letter, VarId var) {
    VarId *bound = &m->letters[letter - 'a'];
    if (rule_letter_is_literal(letter)) {
        Dtype dtype;
        Bits bits;
        if (!rewrite_literal(r, var, &dtype, &bits, &var) ||
            !rule_letter_takes(letter, dtype, bits))
            return false;
    }
    if (*bound == NO_VAR)
        *bound = var;
    return *bound == var;
}

static bool match_args(const Rewriter *r, Match *m, const RuleNode *node, const Instr *i);

/* Goes as deep as the pattern, which is at most RULE_MAX_DEPTH. */
static bool match_var(const Rewriter *r, Match *m, uint8_t place, VarId var) {
    const RuleNode *node = &m->tree->nodes[place];
    if (node->kind == NODE_LITERAL)
        return match_literal(r, node, var);
    if (node->kind == NODE_LETTER)
        return match_letter(r, m, node->letter, var);
    const Instr *i = rewrite_definer(r, var);
    return i && i->op == node->op && match_args(r, m, node, i);
}

static bool match_args(const Rewriter *r, Match *m, const RuleNode *node, const Instr *i) {
    const VarId *in = instr_in(r->to, i);
    unsigned swap = node->swap && (m->swaps >> (node->swap - 1) & 1);
    for (unsigned k = 0; k < node->n_args; k++)
        if (!match_var(r, m, node->args[k], in[k ^ swap]))
            return false;
    return true;
}

static VarId letter(const Match *m, char name) {
    return m->letters[name - 'a'];
}

static bool same_elem_shape(const Types *t, TypeId a, TypeId b) {
    const Type *x = type_get(t, type_elem(t, a)), *y = type_get(t, type_elem(t, b));
    return x->kind == y->kind && x->rows == y->rows && x->cols == y->cols;
}

/* Scalars spread over vectors: without the vector the replacement would be a scalar. */
static bool keeps_elem_shape(const Rewriter *r, const Match *m, uint8_t place, TypeId type) {
    const Types *t = &r->module->types;
    const RuleNode *node = &m->tree->nodes[place];
    if (node->kind == NODE_LETTER)
        return same_elem_shape(t, rewrite_type(r, letter(m, node->letter)), type);
    if (node->kind == NODE_LITERAL)
        return type_get(t, type_elem(t, type))->kind == TYPE_SCALAR;
    for (unsigned k = 0; k < node->n_args; k++)
        if (keeps_elem_shape(r, m, node->args[k], type))
            return true;
    return false;
}

static bool mentions(const RuleTree *tree, uint8_t place, char name) {
    const RuleNode *node = &tree->nodes[place];
    if (node->kind != NODE_OP)
        return node->kind == NODE_LETTER && node->letter == name;
    for (unsigned k = 0; k < node->n_args; k++)
        if (mentions(tree, node->args[k], name))
            return true;
    return false;
}

/* A step that may find an index out of range must not go because a rule has no use for its result. */
static bool keeps_failures(const Rewriter *r, const Match *m) {
    for (int at = 'a'; at <= 'z'; at++) {
        char name = (char)at;
        VarId var = letter(m, name);
        if (var != NO_VAR && !rule_letter_is_literal(name) && rewrite_definer(r, var) &&
            !mentions(m->tree, m->tree->replacement, name) && rewrite_may_fail(r, var))
            return false;
    }
    return true;
}

static bool applies(const Rewriter *r, const Match *m, TypeId type) {
    const RuleTree *tree = m->tree;
    const Types *t = &r->module->types;
    const RuleNode *root = &tree->nodes[tree->replacement];
    Dtype dtype = type_dtype(t, rewrite_type(r, letter(m, 'x')));
    unsigned every = CLASS_BOOL | CLASS_SIGNED | CLASS_UNSIGNED | CLASS_FLOAT | CLASS_COMPLEX;
    /* Structs and fixed arrays have no class; what is true of any value is true of them. */
    if (dtype == DT_NONE ? tree->text->classes != every
                         : !(tree->text->classes & dtype_info(dtype)->class))
        return false;
    if (!keeps_failures(r, m))
        return false;
    if (root->kind == NODE_LETTER)
        return rewrite_can_fit(r, letter(m, root->letter), type);
    return keeps_elem_shape(r, m, tree->replacement, type);
}

static bool match_rule(const Rewriter *r, const RuleTree *tree, Match *m, TypeId type) {
    m->tree = tree;
    for (m->swaps = 0; m->swaps < 1u << tree->n_swaps; m->swaps++) {
        memset(m->letters, 0xff, sizeof m->letters);
        if (match_args(r, m, &tree->nodes[tree->pattern], rewrite_last(r)) && applies(r, m, type))
            return true;
    }
    return false;
}

/* ---- replacing */

/* As deep as the replacement. */
static bool build(Rewriter *r, const Match *m, uint8_t place, Dtype dtype, Loc loc, VarId *out) {
    const RuleNode *node = &m->tree->nodes[place];
    if (node->kind == NODE_LETTER) {
        *out = letter(m, node->letter);
        return true;
    }
    if (node->kind == NODE_LITERAL)
        return rewrite_const(r, node->dtype == DT_BOOL ? DT_BOOL : dtype, rule_literal(node, dtype),
                             loc, out);
    VarId in[RULE_MAX_ARGS];
    for (unsigned k = 0; k < node->n_args; k++)
        TRY(build(r, m, node->args[k], dtype, loc, &in[k]));
    return rewrite_append(r, node->op, in, node->n_args, NULL, NO_TYPE, loc, out);
}

static Outcome apply_rule(Rewriter *r, const Match *m, TypeId type, VarId *results) {
    Dtype dtype = type_dtype(&r->module->types, rewrite_type(r, letter(m, 'x')));
    Loc loc = rewrite_loc(r);
    VarId var;
    rewrite_pop(r);
    r->fuel--;
    if (!build(r, m, m->tree->replacement, dtype, loc, &var) ||
        !rewrite_fit(r, var, type, loc, results))
        return OUTCOME_FAILED;
    return OUTCOME_REPLACED;
}

/* ---- rules that need code */

VarId operand_of_rule(const Rewriter *r, VarId var, TypeRule rule, unsigned k) {
    const Instr *i = rewrite_definer(r, var);
    return i && op_info(i->op)->rule == rule ? instr_in(r->to, i)[k] : NO_VAR;
}

Outcome replace_by_var(Rewriter *r, VarId var, VarId *results) {
    TypeId type = rewrite_type(r, rewrite_last(r)->out);
    Loc loc = rewrite_loc(r);
    if (!rewrite_can_fit(r, var, type))
        return OUTCOME_KEPT;
    rewrite_pop(r);
    r->fuel--;
    return rewrite_fit(r, var, type, loc, results) ? OUTCOME_REPLACED : OUTCOME_FAILED;
}

Outcome replace_by_op(Rewriter *r, Op op, const VarId *in, uint32_t n_in, VarId *results) {
    TypeId type = rewrite_type(r, rewrite_last(r)->out);
    Loc loc = rewrite_loc(r);
    rewrite_pop(r);
    r->fuel--;
    return rewrite_append(r, op, in, n_in, NULL, type, loc, results) ? OUTCOME_REPLACED
                                                                     : OUTCOME_FAILED;
}

Outcome replace_by_word(Rewriter *r, Op op, VarId in, unsigned k, int64_t word, VarId *results) {
    TypeId type = rewrite_type(r, rewrite_last(r)->out);
    Loc loc = rewrite_loc(r);
    rewrite_pop(r);
    r->fuel--;
    Attrs attrs = rewrite_attrs(r);
    attrs.word[k] = word;
    return rewrite_append(r, op, &in, 1, &attrs, type, loc, results) ? OUTCOME_REPLACED
                                                                     : OUTCOME_FAILED;
}

Outcome replace_by_list(Rewriter *r, Op op, VarId in, unsigned k, const int64_t *items, uint32_t n,
                        VarId *results) {
    TypeId type = rewrite_type(r, rewrite_last(r)->out);
    Loc loc = rewrite_loc(r);
    rewrite_pop(r);
    r->fuel--;
    Attrs attrs = rewrite_attrs(r);
    if (!program_attr_list(r->env, r->to, items, n, &attrs.word[k]) ||
        !rewrite_append(r, op, &in, 1, &attrs, type, loc, results))
        return OUTCOME_FAILED;
    return OUTCOME_REPLACED;
}

static Outcome try_table(Rewriter *r, const CodeRule *rules, VarId *results) {
    Instr i = *rewrite_last(r);
    Outcome outcome = OUTCOME_KEPT;
    for (; outcome == OUTCOME_KEPT && rules->apply; rules++)
        if (rules->op == i.op)
            outcome = rules->apply(r, &i, results);
    return outcome;
}

/* Do the other operands have every extent of the result by themselves? */
static bool shape_without(const Rewriter *r, const VarId *in, uint32_t n, TypeId type) {
    const Types *t = &r->module->types;
    for (unsigned back = 1; back <= type_rank(t, type); back++) { /* from the last axis */
        Dim want = type_dims(t, type)[type_rank(t, type) - back];
        bool found = false;
        for (uint32_t k = 0; k < n; k++) {
            TypeId other = rewrite_type(r, in[k]);
            unsigned rank = type_rank(t, other);
            found |= back <= rank && type_dims(t, other)[rank - back] == want;
        }
        if (!found)
            return false;
    }
    return true;
}

/*
 * Steps broadcast by themselves: an operand that was repeated to a shape the step has anyway is
 * taken as it was. True of every op with one of these type rules.
 */
static Outcome skip_broadcast(Rewriter *r, VarId *results) {
    const Instr *i = rewrite_last(r);
    TypeRule rule = op_info(i->op)->rule;
    VarId in[3];
    if ((rule != RULE_ELEMENTWISE && rule != RULE_SELECT) || i->n_in < 2 || i->n_in > 3 || i->attr)
        return OUTCOME_KEPT;
    memcpy(in, instr_in(r->to, i), i->n_in * sizeof *in);
    for (uint32_t k = 0; k < i->n_in; k++) {
        VarId repeated = in[k];
        in[k] = operand_of_rule(r, repeated, RULE_BROADCAST, 0);
        if (in[k] == NO_VAR)
            in[k] = operand_of_rule(r, repeated, RULE_FILL, 0);
        if (in[k] != NO_VAR && shape_without(r, in, i->n_in, rewrite_type(r, i->out)))
            return replace_by_op(r, i->op, in, i->n_in, results);
        in[k] = repeated;
    }
    return OUTCOME_KEPT;
}

Outcome simplify_last(Rewriter *r, VarId *results) {
    const Instr *i = rewrite_last(r);
    const RuleTree *tree = NULL;
    if (i->n_out != 1)
        return OUTCOME_KEPT;
    TypeId type = rewrite_type(r, i->out);
    while ((tree = rule_book_next(r->context->rules, i->op, tree))) {
        Match m;
        if (tree->text->level <= r->context->numerics && match_rule(r, tree, &m, type))
            return apply_rule(r, &m, type, results);
    }
    Outcome outcome = skip_broadcast(r, results);
    if (outcome == OUTCOME_KEPT)
        outcome = try_table(r, shape_rules, results);
    if (outcome == OUTCOME_KEPT)
        outcome = try_table(r, part_rules, results);
    if (outcome == OUTCOME_KEPT)
        outcome = try_table(r, pack_rules, results);
    if (outcome == OUTCOME_KEPT)
        outcome = lift_unpacked(r, results);
    if (outcome == OUTCOME_KEPT)
        outcome = reduce_unpacked(r, results);
    return outcome;
}
