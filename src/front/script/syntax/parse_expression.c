/* Expressions of scripts: operators by precedence, assignments, ranges. */
#include "front/script/syntax/parser.h"

/* ---- levels, the weakest first */

enum {
    LEVEL_NONE,
    LEVEL_OR_ELSE,
    LEVEL_AND_ALSO,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_COMPARE,
    LEVEL_RANGE,
    LEVEL_ADD,
    LEVEL_MULTIPLY
};

static unsigned op_level(ScriptOp op) {
    switch (op) {
    case SO_OR_ELSE: return LEVEL_OR_ELSE;
    case SO_AND_ALSO: return LEVEL_AND_ALSO;
    case SO_OR: return LEVEL_OR;
    case SO_AND: return LEVEL_AND;
    case SO_LESS:
    case SO_LESS_EQUAL:
    case SO_EQUAL:
    case SO_NOT_EQUAL:
    case SO_GREATER_EQUAL:
    case SO_GREATER: return LEVEL_COMPARE;
    case SO_ADD:
    case SO_SUBTRACT: return LEVEL_ADD;
    case SO_MULTIPLY:
    case SO_DIVIDE:
    case SO_LEFT_DIVIDE:
    case SO_EL_MULTIPLY:
    case SO_EL_DIVIDE:
    case SO_EL_LEFT_DIVIDE: return LEVEL_MULTIPLY;
    default: return LEVEL_NONE;
    }
}

/* In a matrix `a -b` is two elements, and `a - b` one. */
static bool is_next_element(const ScriptReader *r) {
    return r->token.in_matrix && r->token.space_before && !r->token.space_after;
}

/* How strongly the token at hand binds what is before it; LEVEL_NONE: it does not. */
static unsigned token_level(const ScriptReader *r) {
    const Token *t = &r->token;
    if (t->kind == TK_COLON)
        return LEVEL_RANGE;
    bool sign = t->kind == TK_INCREMENT || t->op == SO_ADD || t->op == SO_SUBTRACT;
    if ((t->kind != TK_BINARY && t->kind != TK_INCREMENT) || (sign && is_next_element(r)))
        return LEVEL_NONE;
    return op_level((ScriptOp)t->op);
}

/* ++ that is no increment is a + with a sign behind it. */
static void split_increment(ScriptReader *r) {
    r->token.kind = TK_BINARY;
    r->token.end--;
    r->lexer.at = r->token.end;
    r->lexer.after_value = false;
}

/* ---- ranges and binary operators */

/* At the colon behind the base. */
static ScriptNode *read_range(ScriptReader *r, ScriptNode *base) {
    ScriptNode *node = script_node_at(r, SN_RANGE, base->begin, r->token.begin);
    if (!node || !script_take(r))
        return NULL;
    node->a = base;
    node->c = script_read_binary(r, LEVEL_ADD);
    if (!node->c)
        return NULL;
    if (script_at(r, TK_COLON)) {
        node->b = node->c;
        if (!script_take(r))
            return NULL;
        node->c = script_read_binary(r, LEVEL_ADD);
        if (!node->c)
            return NULL;
    }
    if (script_at(r, TK_COLON))
        return script_error(r, r->token.begin, r->token.end,
                            "a range has at most three parts: base, step and limit");
    return script_finish(r, node);
}

ScriptNode *script_read_binary(ScriptReader *r, unsigned least) {
    ScriptNode *left = script_read_unary(r);
    while (left) {
        unsigned level = token_level(r);
        if (level == LEVEL_NONE || level < least)
            return left;
        if (level == LEVEL_RANGE) {
            left = read_range(r, left);
            continue;
        }
        if (script_at(r, TK_INCREMENT))
            split_increment(r);
        ScriptNode *node = script_node_at(r, SN_BINARY, left->begin, r->token.begin);
        if (!node)
            return NULL;
        node->op = r->token.op;
        node->a = left;
        node->b = script_take(r) ? script_read_binary(r, level + 1) : NULL;
        left = node->b ? script_finish(r, node) : NULL;
    }
    return left;
}

/* ---- signs in front */

static bool is_sign(const ScriptReader *r) {
    const Token *t = &r->token;
    return t->kind == TK_NOT || t->kind == TK_INCREMENT ||
           (t->kind == TK_BINARY && (t->op == SO_ADD || t->op == SO_SUBTRACT));
}

static ScriptOp sign_op(const Token *t) {
    return t->kind == TK_NOT ? SO_NOT : t->op == SO_ADD ? SO_PLUS : SO_MINUS;
}

static ScriptNode *make_increment(ScriptReader *r, ScriptNode *node, ScriptNode *target,
                                  uint16_t flags) {
    if (r->anonymous > 0)
        return script_error(r, node->place, node->place + 2,
                            "invalid use of operator %s in anonymous function",
                            node->op == SO_ADD ? "++" : "--");
    ScriptNode *one = script_node_at(r, SN_NUMBER, node->place, node->place);
    if (!one)
        return NULL;
    one->number = 1;
    node->kind = SN_UPDATE;
    node->flags |= flags;
    node->a = target;
    node->b = one;
    return script_finish(r, node);
}

/* Behind ++ in front of a name: an increment if that is something to assign to, else two signs. */
static ScriptNode *finish_front_increment(ScriptReader *r, ScriptNode *node, ScriptNode *operand) {
    if (script_is_target(operand) && !(operand->flags & SF_PARENS))
        return make_increment(r, node, operand, SF_INCREMENT);
    ScriptNode *inner = script_node_at(r, SN_UNARY, node->begin + 1, node->place + 1);
    if (!inner)
        return NULL;
    inner->op = node->op = node->op == SO_ADD ? SO_PLUS : SO_MINUS;
    inner->a = operand;
    node->a = script_finish(r, inner);
    return node->a ? script_finish(r, node) : NULL;
}

static ScriptNode *read_sign(ScriptReader *r, ScriptNode *(*operand)(ScriptReader *)) {
    bool increment = script_at(r, TK_INCREMENT) && script_is_letter(script_lex_peek(&r->lexer));
    if (script_at(r, TK_INCREMENT) && !increment)
        split_increment(r);
    ScriptNode *node = script_node(r, SN_UNARY);
    if (!node)
        return NULL;
    node->op = increment ? r->token.op : (uint8_t)sign_op(&r->token);
    if (!script_enter(r))
        return NULL;
    ScriptNode *of = script_take(r) ? operand(r) : NULL;
    script_leave(r);
    if (!of)
        return NULL;
    if (increment)
        return finish_front_increment(r, node, of);
    node->a = of;
    return script_finish(r, node);
}

/* ---- powers and what stands behind an operand */

/* What a power is raised to: signs, and no transpose. */
static ScriptNode *read_exponent(ScriptReader *r) {
    return is_sign(r) ? read_sign(r, read_exponent) : script_read_operand(r);
}

static ScriptNode *read_power(ScriptReader *r, ScriptNode *base) {
    ScriptNode *node = script_node_at(r, SN_BINARY, base->begin, r->token.begin);
    if (!node)
        return NULL;
    node->op = r->token.op;
    node->a = base;
    node->b = script_take(r) ? read_exponent(r) : NULL;
    return node->b ? script_finish(r, node) : NULL;
}

static ScriptNode *read_transpose(ScriptReader *r, ScriptNode *of) {
    ScriptNode *node = script_node_at(r, SN_POSTFIX, of->begin, r->token.begin);
    if (!node)
        return NULL;
    node->op = r->token.op;
    node->a = of;
    if (!script_take(r))
        return NULL;
    node = script_finish(r, node);
    return node ? script_read_suffixes(r, node) : NULL;
}

/* Is ++ behind a value an increment of it, and not a sum with a sign (a++b)? */
static bool is_increment(const ScriptReader *r) {
    if (is_next_element(r))
        return false;
    if (r->token.in_matrix && r->token.space_after)
        return true;
    char c = script_lex_peek(&r->lexer);
    return !(script_is_letter(c) || script_is_digit(c) || (c && strchr("([{'\"@.", c)));
}

static ScriptNode *read_increment(ScriptReader *r, ScriptNode *target) {
    if (!script_is_target(target))
        return script_error(r, r->token.begin, r->token.end, "%s wants a variable before it",
                            r->token.op == SO_ADD ? "++" : "--");
    ScriptNode *node = script_node_at(r, SN_UPDATE, target->begin, r->token.begin);
    if (!node)
        return NULL;
    node->op = r->token.op;
    return script_take(r) ? make_increment(r, node, target, SF_INCREMENT | SF_POSTFIX) : NULL;
}

ScriptNode *script_read_unary(ScriptReader *r) {
    if (is_sign(r))
        return read_sign(r, script_read_unary);
    ScriptNode *node = script_read_operand(r);
    while (node) {
        const Token *t = &r->token;
        if (t->kind == TK_POSTFIX)
            node = read_transpose(r, node);
        else if (t->kind == TK_BINARY && (t->op == SO_POWER || t->op == SO_EL_POWER))
            node = read_power(r, node);
        else if (t->kind == TK_INCREMENT && is_increment(r))
            node = read_increment(r, node);
        else
            return node;
    }
    return NULL;
}

/* ---- assignments */

bool script_is_target(const ScriptNode *node) {
    while (node->kind == SN_INDEX || node->kind == SN_BRACE_INDEX || node->kind == SN_FIELD ||
           node->kind == SN_DYNAMIC_FIELD)
        node = node->a;
    return node->kind == SN_NAME;
}

static bool tell_no_target(ScriptReader *r, const ScriptNode *node) {
    if (node->kind == SN_NUMBER || node->kind == SN_TEXT)
        script_error(r, node->begin, node->end, "invalid constant left hand side of assignment");
    else
        script_error(r, node->begin, node->end, "invalid left hand side of assignment");
    if (node->kind == SN_BINARY && r->panic)
        script_hint(r, "comparisons are written ==");
    return false;
}

/* [a, ~, c(2)] in front of '='. */
static bool take_matrix_targets(ScriptReader *r, ScriptNode *assign, const ScriptNode *matrix) {
    if (matrix->n_items != 1) {
        script_error(r, matrix->begin, matrix->end,
                     matrix->n_items == 0 ? "invalid empty left hand side of assignment"
                                          : "invalid left hand side of assignment");
        return false;
    }
    const ScriptNode *row = matrix->items[0];
    for (uint32_t i = 0; i < row->n_items; i++)
        if (row->items[i]->kind != SN_IGNORED && !script_is_target(row->items[i]))
            return tell_no_target(r, row->items[i]);
    assign->items = row->items;
    assign->n_items = row->n_items;
    assign->flags |= SF_BRACKETS;
    return true;
}

static bool take_one_target(ScriptReader *r, ScriptNode *assign, ScriptNode *target) {
    if (!script_is_target(target))
        return tell_no_target(r, target);
    uint32_t first = r->items.len;
    return script_add_item(r, target) && script_take_items(r, assign, first);
}

static ScriptNode *read_assignment(ScriptReader *r, ScriptNode *left) {
    if (r->anonymous > 0)
        return script_error(r, r->token.begin, r->token.end,
                            "invalid use of operator = in anonymous function");
    ScriptNode *node = script_node_at(r, SN_ASSIGN, left->begin, r->token.begin);
    if (!node)
        return NULL;
    bool matrix = left->kind == SN_MATRIX && !(left->flags & SF_PARENS);
    if (!(matrix ? take_matrix_targets(r, node, left) : take_one_target(r, node, left)) ||
        !script_know_targets(r, node) || !script_take(r))
        return NULL;
    node->a = script_read_expression(r);
    return node->a ? script_finish(r, node) : NULL;
}

static ScriptNode *read_update(ScriptReader *r, ScriptNode *left) {
    if (r->anonymous > 0)
        return script_error(r, r->token.begin, r->token.end,
                            "invalid use of operator %s= in anonymous function",
                            script_op_spelling((ScriptOp)r->token.op));
    if (!script_is_target(left)) {
        tell_no_target(r, left);
        return NULL;
    }
    ScriptNode *node = script_node_at(r, SN_UPDATE, left->begin, r->token.begin);
    if (!node)
        return NULL;
    node->op = r->token.op;
    node->a = left;
    node->b = script_take(r) ? script_read_expression(r) : NULL;
    return node->b ? script_finish(r, node) : NULL;
}

ScriptNode *script_read_expression(ScriptReader *r) {
    if (!script_enter(r))
        return NULL;
    ScriptNode *node = script_read_binary(r, LEVEL_OR_ELSE);
    if (node && script_at(r, TK_ASSIGN))
        node = read_assignment(r, node);
    else if (node && script_at(r, TK_UPDATE))
        node = read_update(r, node);
    script_leave(r);
    return node;
}
