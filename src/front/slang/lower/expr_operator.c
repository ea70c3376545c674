/* Operators, and choices between values. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"

static const char *operator_text(const Ast *ast, TokenId token, char buffer[8]) {
    uint32_t len;
    const char *text = ast_spelling(ast, token, &len);
    snprintf(buffer, 8, "%.*s", (int)len, text);
    return buffer;
}

typedef enum Family { ARITHMETIC, BITWISE, SHIFT, COMPARE, EQUALITY, LOGIC } Family;

typedef struct OperatorRow {
    const char *text;
    Family family;
    uint16_t op, integer_op; /* Op; of integers where that differs */
} OperatorRow;

/* The operators of the language in terms of the op table. */
static const OperatorRow operators[] = {
    {"+", ARITHMETIC, OP_add, OP_add},       /* + */
    {"-", ARITHMETIC, OP_sub, OP_sub},       /* - */
    {"*", ARITHMETIC, OP_mul, OP_mul},       /* *: of each component */
    {"/", ARITHMETIC, OP_div, OP_trunc_div}, /* / */
    {"%", ARITHMETIC, OP_fmod, OP_fmod},     /* %: with the sign of the first */
    {"&", BITWISE, OP_and, OP_and},          /* & */
    {"|", BITWISE, OP_or, OP_or},            /* | */
    {"^", BITWISE, OP_xor, OP_xor},          /* ^ */
    {"<<", SHIFT, OP_shl, OP_shl},           /* << */
    {">>", SHIFT, OP_shr, OP_shr},           /* >> */
    {"<", COMPARE, OP_lt, OP_lt},            /* < */
    {"<=", COMPARE, OP_le, OP_le},           /* <= */
    {">", COMPARE, OP_gt, OP_gt},            /* > */
    {">=", COMPARE, OP_ge, OP_ge},           /* >= */
    {"==", EQUALITY, OP_eq, OP_eq},          /* == */
    {"!=", EQUALITY, OP_ne, OP_ne},          /* != */
    {"&&", LOGIC, OP_and, OP_and},           /* && of values that are there */
    {"||", LOGIC, OP_or, OP_or},             /* || */
};

static const OperatorRow *find_operator(const char *text) {
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strcmp(operators[i].text, text))
            return &operators[i];
    return NULL;
}

static bool no_operator(Lower *l, NodeId at, const char *op, const KValue *x, const KValue *y) {
    char a[TYPE_TEXT], b[TYPE_TEXT];
    const Type *s = lower_type_of(l, x->type), *t = lower_type_of(l, y->type);
    lower_error(l, at, "%s %s %s is not defined", lower_show(l, x->type, a), op,
                lower_show(l, y->type, b));
    bool product = *op == '*' && (s->kind == TYPE_MATRIX || t->kind == TYPE_MATRIX);
    if (product)
        lower_hint(l, "mul(a, b) is the product of matrices and vectors; * works on components");
    else if (s->kind == TYPE_VECTOR && t->kind == TYPE_VECTOR)
        lower_hint(l, "vectors must have the same length; write a swizzle such as .%.*s",
                   (int)(s->rows < t->rows ? s->rows : t->rows), "xyzw");
    else if (s->kind == TYPE_STRUCT || t->kind == TYPE_STRUCT)
        lower_hint(l, "declare operator%s", op);
    return false;
}

/* The dtype in which an operator computes what is of `dtype`; DT_NONE: it does not take it. */
static Dtype computed_in(Family family, Dtype dtype) {
    DtypeClass class = dtype_class(dtype);
    switch (family) {
    case LOGIC: return DT_BOOL;
    case ARITHMETIC:
    case COMPARE: return class == CLASS_BOOL ? DT_I32 : dtype;
    case SHIFT: return class == CLASS_BOOL ? DT_I32 : class == CLASS_FLOAT ? DT_NONE : dtype;
    case BITWISE: return class == CLASS_FLOAT ? DT_NONE : dtype;
    default: return dtype;
    }
}

/* Literals among the operands take the other's type where they are whole numbers: x * 2 of a uint stays a uint. */
static bool binary_type(Lower *l, const OperatorRow *row, const KValue *x, const KValue *y,
                        TypeId *out) {
    TypeId both;
    TRY(join_types(l, x->type, y->type, &both));
    *out = NO_TYPE;
    if (both == NO_TYPE || !is_number(lower_type_of(l, both)))
        return true;
    Dtype dtype = computed_in(row->family, row->family == SHIFT ? lower_type_of(l, x->type)->dtype
                                                                : lower_type_of(l, both)->dtype);
    if (row->family == SHIFT && dtype_class(lower_type_of(l, y->type)->dtype) == CLASS_FLOAT)
        return true;
    return dtype == DT_NONE || type_with_dtype(l->env, &l->k->m->types, both, dtype, out);
}

bool lower_binary(Lower *l, NodeId at, const char *op, KValue x, KValue y, KValue *out) {
    const OperatorRow *row = find_operator(op);
    KValue in[] = {x, y};
    TypeId type;
    bool found;
    if (!row)
        return lower_error(l, at, "there is no operator %s", op);
    if (x.type == NO_TYPE || y.type == NO_TYPE)
        return lower_error(l, at, "an operand of %s has no value: it is void", op);
    if (!is_number(lower_type_of(l, x.type)) || !is_number(lower_type_of(l, y.type))) {
        TRY(call_operator(l, at, op, in, 2, &found, out));
        return found || no_operator(l, at, op, &x, &y);
    }
    TRY(binary_type(l, row, &x, &y, &type));
    if (type == NO_TYPE)
        return no_operator(l, at, op, &x, &y);
    Dtype dtype = lower_type_of(l, type)->dtype;
    TypeId scalar;
    TRY(scalar_type(l, dtype, &scalar));
    for (int i = 0; i < 2; i++) /* the op repeats scalars beside vectors by itself */
        TRY(lower_convert(l, at, in[i],
                          lower_type_of(l, in[i].type)->kind == TYPE_SCALAR ? scalar : type, true,
                          &in[i]));
    bool integer = dtype_class(dtype) & (CLASS_SIGNED | CLASS_UNSIGNED);
    return lower_op(l, (Op)(integer ? row->integer_op : row->op), in, 2, NULL, NO_TYPE, out);
}

/* ---- one operand */

static bool negative(Lower *l, KValue x, KValue *out) {
    bool literal = x.literal;
    double wide;
    memcpy(&wide, &x.bits.hi, sizeof wide);
    TRY(lower_op(l, OP_neg, &x, 1, NULL, NO_TYPE, out)); /* -x */
    if (literal && out->known) {
        out->literal = true;
        wide = -wide;
        if (lower_type_of(l, out->type)->dtype == DT_F32)
            memcpy(&out->bits.hi, &wide, sizeof wide);
    }
    return true;
}

bool unary_value(Lower *l, NodeId at, const char *op, KValue x, KValue *out) {
    char a[TYPE_TEXT];
    bool found;
    TypeId type;
    if (x.type == NO_TYPE)
        return lower_error(l, at, "the operand of %s has no value: it is void", op);
    if (!is_number(lower_type_of(l, x.type))) {
        TRY(call_operator(l, at, op, &x, 1, &found, out));
        return found || lower_error(l, at, "%s%s is not defined", op, lower_show(l, x.type, a));
    }
    Dtype dtype = lower_type_of(l, x.type)->dtype;
    Family family = *op == '!' ? LOGIC : *op == '~' ? BITWISE : ARITHMETIC;
    dtype = computed_in(family, dtype);
    if (dtype == DT_NONE)
        return lower_error(l, at, "%s%s is not defined", op, lower_show(l, x.type, a));
    TRY(type_with_dtype(l->env, &l->k->m->types, x.type, dtype, &type));
    TRY(lower_convert(l, at, x, type, true, &x));
    *out = x;
    if (*op == '-')
        return negative(l, x, out);
    return *op == '+' || lower_op(l, OP_not, &x, 1, NULL, NO_TYPE, out); /* ! and ~ */
}

/* ---- what happens only sometimes */

static bool select_value(Lower *l, KValue condition, KValue a, KValue b, KValue *out) {
    KValue in[] = {condition, a, b};
    if (condition.known) {
        *out = condition.bits.lo ? a : b;
        return true;
    }
    return lower_op(l, OP_select, in, 3, NULL, NO_TYPE, out); /* choice, not a step */
}

static bool to_bool(Lower *l, NodeId at, KValue value, KValue *out) {
    TypeId type;
    char text[TYPE_TEXT];
    if (value.type == NO_TYPE || !is_number(lower_type_of(l, value.type)))
        return lower_error(l, at, "%s is not a condition", lower_show(l, value.type, text));
    TRY(type_with_dtype(l->env, &l->k->m->types, value.type, DT_BOOL, &type));
    return lower_convert(l, at, value, type, true, out);
}

static bool logic(Lower *l, NodeId node, const char *op, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    bool both = *op == '&';
    KValue x, y;
    TRY(lower_expr(l, n->word[0], &x) && to_bool(l, n->word[0], x, &x));
    bool scalar = lower_type_of(l, x.type)->kind == TYPE_SCALAR;
    TRY(scalar ? lower_guarded(l, x, both, n->word[1], &y) : lower_expr(l, n->word[1], &y));
    if (scalar && x.known && (x.bits.lo != 0) != both) {
        *out = x; /* the right side is not evaluated */
        return true;
    }
    TRY(to_bool(l, n->word[1], y, &y));
    if (x.known && scalar && lower_type_of(l, y.type)->kind == TYPE_SCALAR) {
        *out = (x.bits.lo != 0) == both ? y : x;
        return true;
    }
    return lower_binary(l, node, op, x, y, out);
}

bool expr_operator(Lower *l, NodeId node, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    char op[8];
    KValue x, y;
    operator_text(l->ast, n->token, op);
    if (n->kind == NODE_UNARY)
        return lower_expr(l, n->word[0], &x) && unary_value(l, node, op, x, out);
    if (!strcmp(op, "&&") || !strcmp(op, "||"))
        return logic(l, node, op, out);
    TRY(lower_expr(l, n->word[0], &x) && lower_expr(l, n->word[1], &y));
    if (!strcmp(op, ",")) {
        *out = y;
        return true;
    }
    return lower_binary(l, node, op, x, y, out);
}

/* The type of both choices. */
static bool choice_type(Lower *l, NodeId node, const KValue *a, const KValue *b, TypeId *out) {
    char x[TYPE_TEXT], y[TYPE_TEXT];
    TRY(join_types(l, a->type, b->type, out));
    if (*out != NO_TYPE)
        return true;
    return lower_error(l, node, "the choices are %s and %s", lower_show(l, a->type, x),
                       lower_show(l, b->type, y));
}

bool expr_choice(Lower *l, NodeId node, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    KValue c, a, b;
    TypeId type;
    char x[TYPE_TEXT], y[TYPE_TEXT];
    TRY(lower_expr(l, n->word[0], &c) && to_bool(l, n->word[0], c, &c));
    bool scalar = lower_type_of(l, c.type)->kind == TYPE_SCALAR;
    TRY(scalar ? lower_guarded(l, c, true, n->word[1], &a) : lower_expr(l, n->word[1], &a));
    TRY(scalar ? lower_guarded(l, c, false, n->word[2], &b) : lower_expr(l, n->word[2], &b));
    if (scalar && c.known && (c.bits.lo ? b : a).type == NO_TYPE) {
        *out = c.bits.lo ? a : b;
        return true;
    }
    if (a.type == NO_TYPE || b.type == NO_TYPE)
        return a.type == b.type || lower_error(l, node, "one of the choices is void");
    TRY(choice_type(l, node, &a, &b, &type));
    if (!scalar) {
        Type condition = *lower_type_of(l, c.type), to = *lower_type_of(l, type);
        if (to.kind == TYPE_SCALAR)
            TRY(type_with_dtype(l->env, &l->k->m->types, c.type, to.dtype, &type));
        else if (to.kind != condition.kind || to.rows != condition.rows ||
                 to.cols != condition.cols)
            return lower_error(l, node, "the condition is %s, the choices are %s",
                               lower_show(l, c.type, x), lower_show(l, type, y));
    }
    TRY(lower_convert(l, n->word[1], a, type, true, &a));
    TRY(lower_convert(l, n->word[2], b, type, true, &b));
    return select_value(l, c, a, b, out);
}
