/* Reads the text of a step: precedence climbing over C's operators. */
#include "emit/llvm/expr.h"

#include <string.h>

#include "base/str.h"
#include "op/math/ops.h"

typedef struct Parser {
    Expr *x;
    const char *at;
    Dtype dtype;
    NumberType number; /* T, or the float type at hand */
    bool failed;
} Parser;

static ExprId parse_choice(Parser *p);

/* ---- types */

static NumberType int_type(void) {
    return (NumberType){NUM_SIGNED, 32};
}

NumberType number_promoted(NumberType type) {
    return type.kind != NUM_FLOAT && type.bits < 32 ? int_type() : type;
}

/* A float wins, then the wider one, then the unsigned one. */
NumberType number_common(NumberType a, NumberType b) {
    a = number_promoted(a);
    b = number_promoted(b);
    if ((a.kind == NUM_FLOAT) != (b.kind == NUM_FLOAT))
        return a.kind == NUM_FLOAT ? a : b;
    if (a.bits != b.bits)
        return a.bits > b.bits ? a : b;
    return a.kind == NUM_UNSIGNED ? a : b;
}

static NumberType type_of(const Parser *p, ExprId id) {
    return p->x->node[id].type;
}

/* The type steps of a dtype see: T of integers, the type that floats and complex parts are computed
 * in. */
static NumberType number_of(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    switch (info->domain) {
    case DOMAIN_F32:
    case DOMAIN_C64: return (NumberType){NUM_FLOAT, 32};
    case DOMAIN_F64:
    case DOMAIN_C128: return (NumberType){NUM_FLOAT, 64};
    case DOMAIN_I: return (NumberType){NUM_SIGNED, info->bits};
    case DOMAIN_U: return (NumberType){NUM_UNSIGNED, info->bits};
    default: return (NumberType){NUM_UNSIGNED, 1};
    }
}

bool expr_is_truth(const Expr *x, ExprId id) {
    const ExprNode *node = &x->node[id];
    return node->kind == EX_COMPARE || node->kind == EX_BOTH || node->kind == EX_EITHER ||
           node->kind == EX_NOT || (node->kind == EX_OPERAND && node->type.bits == 1);
}

/* ---- nodes */

static ExprId failed(Parser *p) {
    p->failed = true;
    return 0;
}

static bool same_node(const ExprNode *a, const ExprNode *b) {
    return a->kind == b->kind && a->token == b->token && a->type.kind == b->type.kind &&
           a->type.bits == b->type.bits && a->operand == b->operand && a->part == b->part &&
           a->n_kids == b->n_kids && memcmp(a->kid, b->kid, sizeof a->kid) == 0 &&
           a->bits == b->bits && a->name_len == b->name_len &&
           (!a->name_len || memcmp(a->name, b->name, a->name_len) == 0);
}

static ExprId add(Parser *p, ExprNode node) {
    if (p->failed)
        return 0;
    for (unsigned k = 0; k < p->x->n; k++)
        if (same_node(&p->x->node[k], &node))
            return (ExprId)k;
    if (p->x->n == EXPR_MAX)
        return failed(p);
    p->x->node[p->x->n] = node;
    return (ExprId)p->x->n++;
}

/* Cut to the type's width and extended by its sign. */
static uint64_t wrapped(NumberType type, uint64_t value) {
    if (type.bits >= 64)
        return value;
    uint64_t low = value & (((uint64_t)1 << type.bits) - 1);
    bool minus = type.kind == NUM_SIGNED && low >> (type.bits - 1);
    return minus ? low | UINT64_MAX << type.bits : low;
}

static ExprId constant(Parser *p, NumberType type, uint64_t bits) {
    if (type.kind != NUM_FLOAT)
        bits = wrapped(type, bits);
    return add(p, (ExprNode){.kind = EX_CONST, .type = type, .bits = bits});
}

static ExprId real_constant(Parser *p, double value) {
    return constant(p, p->number, p->number.bits == 32 ? f_bits((float)value) : d_bits(value));
}

static bool is_integer_constant(const Parser *p, ExprId id, uint64_t *value) {
    const ExprNode *node = &p->x->node[id];
    *value = node->bits;
    return node->kind == EX_CONST && node->type.kind != NUM_FLOAT;
}

static bool fold_compare(ExprToken token, NumberType type, uint64_t a, uint64_t b) {
    int64_t p = (int64_t)a, q = (int64_t)b;
    bool less = type.kind == NUM_SIGNED ? p < q : a < b;
    switch (token) {
    case TOK_EQ: return a == b;
    case TOK_NE: return a != b;
    case TOK_LT: return less;
    case TOK_GE: return !less;
    case TOK_LE: return less || a == b;
    default: return !less && a != b;
    }
}

/* What the texts compute from constants alone: bits - 1, digits < 24, 0 != 0. */
static bool fold(Parser *p, ExprToken token, NumberType type, ExprId a, ExprId b, ExprId *out) {
    uint64_t x, y;
    if (!is_integer_constant(p, a, &x) || !is_integer_constant(p, b, &y))
        return false;
    x = wrapped(type, x);
    y = wrapped(type, y);
    if (token == TOK_ADD)
        *out = constant(p, type, x + y);
    else if (token == TOK_SUB)
        *out = constant(p, type, x - y);
    else if (token >= TOK_EQ && token <= TOK_GE)
        *out = constant(p, int_type(), fold_compare(token, type, x, y));
    else
        return false;
    return true;
}

/* An integer literal beside floats is one of them. */
static ExprId as_float(Parser *p, ExprId id) {
    uint64_t value;
    if (type_of(p, id).kind == NUM_FLOAT)
        return id;
    return is_integer_constant(p, id, &value) ? real_constant(p, (double)(int64_t)value)
                                              : failed(p);
}

static ExprId binary(Parser *p, ExprToken token, ExprId a, ExprId b) {
    if (p->failed)
        return 0;
    ExprId known;
    NumberType type = number_common(type_of(p, a), type_of(p, b));
    ExprKind kind = EX_BINARY;
    if (token == TOK_SHL || token == TOK_SHR)
        type = number_promoted(type_of(p, a));
    if (token == TOK_BOTH || token == TOK_EITHER)
        return add(p, (ExprNode){.kind = token == TOK_BOTH ? EX_BOTH : EX_EITHER,
                                 .type = int_type(),
                                 .n_kids = 2,
                                 .kid = {a, b}});
    if (type.kind == NUM_FLOAT) {
        a = as_float(p, a);
        b = as_float(p, b);
    }
    if (fold(p, token, type, a, b, &known))
        return known;
    if (token >= TOK_EQ && token <= TOK_GE) {
        kind = EX_COMPARE;
        type = int_type();
    }
    return add(p, (ExprNode){.kind = (uint8_t)kind,
                             .token = (uint8_t)token,
                             .type = type,
                             .n_kids = 2,
                             .kid = {a, b}});
}

static ExprId unary(Parser *p, ExprKind kind, ExprId a) {
    if (p->failed)
        return 0;
    const ExprNode *node = &p->x->node[a];
    NumberType type = kind == EX_NOT ? int_type() : number_promoted(node->type);
    if (kind == EX_NEG && node->kind == EX_CONST && type.kind == NUM_FLOAT)
        return constant(p, type, node->bits ^ (uint64_t)1 << (type.bits - 1));
    if (kind == EX_NEG && node->kind == EX_CONST)
        return constant(p, type, 0 - node->bits);
    return add(p, (ExprNode){.kind = (uint8_t)kind, .type = type, .n_kids = 1, .kid = {a}});
}

static ExprId cast(Parser *p, NumberType to, ExprId a) {
    uint64_t value;
    if (p->failed || type_of(p, a).kind == NUM_FLOAT)
        return failed(p);
    if (is_integer_constant(p, a, &value))
        return constant(p, to, value);
    return add(p, (ExprNode){.kind = EX_CAST, .type = to, .n_kids = 1, .kid = {a}});
}

static ExprId choose(Parser *p, ExprId condition, ExprId a, ExprId b) {
    uint64_t value;
    if (p->failed)
        return 0;
    if (is_integer_constant(p, condition, &value))
        return value ? a : b;
    NumberType type = number_common(type_of(p, a), type_of(p, b));
    if (type.kind == NUM_FLOAT) {
        a = as_float(p, a);
        b = as_float(p, b);
    }
    return add(p,
               (ExprNode){.kind = EX_CHOOSE, .type = type, .n_kids = 3, .kid = {condition, a, b}});
}

/* ---- text */

static void skip_blanks(Parser *p) {
    while (*p->at == ' ')
        p->at++;
}

static bool take(Parser *p, const char *text) {
    skip_blanks(p);
    size_t len = strlen(text);
    if (strncmp(p->at, text, len) != 0)
        return false;
    p->at += len;
    return true;
}

static void expect(Parser *p, const char *text) {
    if (!take(p, text))
        p->failed = true;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static size_t word_length(const char *text) {
    size_t n = 0;
    while (is_letter(text[n]) || (n && is_digit(text[n])))
        n++;
    return n;
}

static bool is_word(const char *text, size_t len, const char *word) {
    return strlen(word) == len && memcmp(text, word, len) == 0;
}

/* R(value) after the R. */
static ExprId parse_real(Parser *p) {
    double value = 0;
    expect(p, "(");
    size_t n = strcspn(p->at, ")");
    if (p->failed || p->number.kind != NUM_FLOAT || !parse_f64(p->at, n, &value))
        return failed(p);
    p->at += n;
    expect(p, ")");
    return real_constant(p, value);
}

/* M(name)(a, b, ...) after the M. Of integers the functions count bits: they give an int. */
static ExprId parse_call(Parser *p) {
    ExprNode call = {.kind = EX_CALL};
    call.type = p->number.kind == NUM_FLOAT ? p->number : int_type();
    expect(p, "(");
    call.name = p->at;
    call.name_len = (uint8_t)word_length(p->at);
    p->at += call.name_len;
    expect(p, ")");
    expect(p, "(");
    do {
        ExprId id = parse_choice(p);
        if (p->failed || call.n_kids == 3)
            return failed(p);
        call.kid[call.n_kids++] = id;
    } while (take(p, ","));
    expect(p, ")");
    return add(p, call);
}

/* x, y, z, and of complex operands xr, xi ... */
static ExprId parse_operand(Parser *p, const char *word, size_t len) {
    bool complex = dtype_info(p->dtype)->class == CLASS_COMPLEX;
    if (word[0] < 'x' || word[0] > 'z' || len != (complex ? 2U : 1U) ||
        (complex && word[1] != 'r' && word[1] != 'i'))
        return failed(p);
    return add(p, (ExprNode){.kind = EX_OPERAND,
                             .type = p->number,
                             .operand = (uint8_t)(word[0] - 'x'),
                             .part = complex && word[1] == 'i'});
}

static ExprId parse_word(Parser *p) {
    const char *word = p->at;
    size_t len = word_length(word);
    bool integer = p->number.kind != NUM_FLOAT && p->number.bits > 1;
    p->at += len;
    if (is_word(word, len, "M"))
        return parse_call(p);
    if (is_word(word, len, "R"))
        return parse_real(p);
    if (is_word(word, len, "digits") && !integer)
        return constant(p, int_type(), dtype_info(p->dtype)->digits);
    if (is_word(word, len, "bits") && integer)
        return constant(p, (NumberType){p->number.kind, 32}, p->number.bits);
    if (is_word(word, len, "ux") && integer)
        return cast(p, (NumberType){NUM_UNSIGNED, p->number.bits}, parse_operand(p, "x", 1));
    return parse_operand(p, word, len);
}

static ExprId parse_integer(Parser *p) {
    uint64_t value = 0;
    for (; is_digit(*p->at); p->at++)
        value = value * 10 + (uint64_t)(*p->at - '0');
    return is_letter(*p->at) || *p->at == '.' ? failed(p) : constant(p, int_type(), value);
}

static ExprId parse_unary(Parser *p) {
    if (take(p, "-"))
        return unary(p, EX_NEG, parse_unary(p));
    if (take(p, "~"))
        return unary(p, EX_INVERT, parse_unary(p));
    if (take(p, "!"))
        return unary(p, EX_NOT, parse_unary(p));
    if (take(p, "(T)"))
        return cast(p, p->number, parse_unary(p));
    if (take(p, "(U)")) {
        NumberType wide = {NUM_UNSIGNED, p->number.bits <= 32 ? 32 : 64};
        return cast(p, wide, parse_unary(p));
    }
    if (take(p, "(")) {
        ExprId id = parse_choice(p);
        expect(p, ")");
        return id;
    }
    skip_blanks(p);
    return is_digit(*p->at) ? parse_integer(p) : is_letter(*p->at) ? parse_word(p) : failed(p);
}

/* Longer ones first where one starts with another. */
static const struct {
    const char *text;
    ExprToken token;
    uint8_t level; /* how tightly it binds */
} operators[] = {{"||", TOK_EITHER, 1}, {"&&", TOK_BOTH, 2}, {"==", TOK_EQ, 6}, {"!=", TOK_NE, 6},
                 {"<<", TOK_SHL, 8},    {">>", TOK_SHR, 8},  {"<=", TOK_LE, 7}, {">=", TOK_GE, 7},
                 {"<", TOK_LT, 7},      {">", TOK_GT, 7},    {"|", TOK_OR, 3},  {"^", TOK_XOR, 4},
                 {"&", TOK_AND, 5},     {"+", TOK_ADD, 9},   {"-", TOK_SUB, 9}, {"*", TOK_MUL, 10},
                 {"/", TOK_DIV, 10},    {"%", TOK_REM, 10}};

static ExprId parse_binary(Parser *p, unsigned level) {
    ExprId left = parse_unary(p);
    for (;;) {
        size_t k = 0;
        skip_blanks(p);
        while (k < sizeof operators / sizeof *operators &&
               strncmp(p->at, operators[k].text, strlen(operators[k].text)) != 0)
            k++;
        if (p->failed || k == sizeof operators / sizeof *operators || operators[k].level < level)
            return left;
        p->at += strlen(operators[k].text);
        ExprId right = parse_binary(p, operators[k].level + 1U);
        left = binary(p, operators[k].token, left, right);
    }
}

static ExprId parse_choice(Parser *p) {
    ExprId condition = parse_binary(p, 1);
    if (p->failed || !take(p, "?"))
        return condition;
    ExprId a = parse_choice(p);
    expect(p, ":");
    return choose(p, condition, a, parse_choice(p));
}

bool expr_parse(Expr *out, const char *text, Dtype dtype) {
    Parser p = {.x = out, .at = text, .dtype = dtype, .number = number_of(dtype)};
    out->n = 0;
    out->root[0] = parse_choice(&p);
    out->root[1] = take(&p, ",") ? parse_choice(&p) : EXPR_NONE;
    skip_blanks(&p);
    return !p.failed && *p.at == '\0';
}
