/* What stands behind #if: whole numbers of 64 bits, with the operators of C. */
#include <stdlib.h>

#include "front/slang/syntax/lex.h"

typedef struct Reading {
    Preprocessor *p;
    uint32_t at, end; /* in p->arguments */
    uint32_t depth;
    uint32_t unused;           /* what is read now counts for nothing: behind 0 && */
    uint32_t place, place_end; /* of the condition */
    bool bad;                  /* an error was told */
    bool failed;               /* no memory */
} Reading;

enum { MAX_CONDITION_DEPTH = 100 };

/* ---- names that are asked about */

static bool put_number(Preprocessor *p, const Token *at, bool one) {
    Token t = {.kind = TOKEN_INT, .start = at->start, .text = p->numbers + one, .len = 1};
    return vec_push(p->lex.env, &p->arguments, t);
}

/* defined NAME, defined(NAME), behind the word. */
static bool read_defined(Preprocessor *p, const Token *word, bool *bad) {
    Token name, close;
    TRY(lex_one(&p->lex, true, &name));
    bool parens = token_is(p, &name, "(");
    if (parens)
        TRY(lex_one(&p->lex, true, &name));
    if (name.kind == TOKEN_NAME && parens)
        TRY(lex_one(&p->lex, true, &close));
    if (name.kind != TOKEN_NAME || (parens && !token_is(p, &close, ")"))) {
        *bad = true;
        return lex_error(&p->lex, word->start, word->start + word->len,
                         "expected the name of a macro behind `defined`");
    }
    uint32_t macro = find_macro(p, p->lex.text + name.text, name.len);
    return put_number(p, word, macro != UINT32_MAX && p->macros.at[macro].defined);
}

/* __has_include("name") and <name>, behind the word. */
static bool read_has_include(Preprocessor *p, const Token *word) {
    Lex *l = &p->lex;
    uint32_t file = UINT32_MAX;
    TRY(lex_skip_space(l, true));
    while (l->at < l->len && (l->text[l->at] == '(' || l->text[l->at] == ' '))
        l->at++;
    char open = l->at < l->len ? l->text[l->at] : '\0';
    uint32_t begin = ++l->at;
    while (l->at < l->len && l->text[l->at] != (open == '<' ? '>' : '"') && l->text[l->at] != '\n')
        l->at++;
    TRY(find_include(p, l->text + begin, l->at - begin, open == '<', &file));
    while (l->at < l->len && l->text[l->at] != ')' && l->text[l->at] != '\n')
        l->at++;
    if (l->at < l->len && l->text[l->at] == ')')
        l->at++;
    return put_number(p, word, file != UINT32_MAX);
}

/* The rest of the line, at the end of `arguments`. */
static bool read_words(Preprocessor *p, uint32_t *end, bool *bad) {
    for (Token t;;) {
        TRY(lex_one(&p->lex, true, &t));
        *end = t.kind == TOKEN_END ? *end : t.start + t.len;
        if (t.kind == TOKEN_END)
            return true;
        if (token_is(p, &t, "defined"))
            TRY(read_defined(p, &t, bad));
        else if (token_is(p, &t, "__has_include"))
            TRY(read_has_include(p, &t));
        else
            TRY(vec_push(p->lex.env, &p->arguments, t));
    }
}

/* ---- expressions */

static void tell(Reading *r, const char *what) {
    if (r->bad || r->failed)
        return;
    r->bad = true;
    r->failed = !lex_error(&r->p->lex, r->place, r->place_end, "this condition %s", what);
}

static const Token *token_of(const Reading *r, uint32_t ahead) {
    static const Token none = {.kind = TOKEN_END};
    return r->at + ahead < r->end ? &r->p->arguments.at[r->at + ahead] : &none;
}

static bool take(Reading *r, const char *spelling) {
    bool there = token_is(r->p, token_of(r, 0), spelling);
    r->at += there;
    return there;
}

static int64_t read_choice(Reading *r);

static int64_t read_number(Reading *r, const Token *t) {
    char digits[80];
    uint32_t n = 0;
    for (; n < t->len && n + 1 < sizeof digits; n++)
        digits[n] = r->p->lex.text[t->text + n];
    digits[n] = '\0';
    bool binary = digits[0] == '0' && (digits[1] | 32) == 'b';
    return (int64_t)strtoull(binary ? digits + 2 : digits, NULL, binary ? 2 : 0);
}

static int64_t read_operand(Reading *r) {
    const Token *t = token_of(r, 0);
    if (++r->depth > MAX_CONDITION_DEPTH) {
        tell(r, "is nested too deep");
        r->at = r->end;
        return 0;
    }
    int64_t value = 0;
    if (take(r, "!"))
        value = !read_operand(r);
    else if (take(r, "-"))
        value = (int64_t)(0 - (uint64_t)read_operand(r));
    else if (take(r, "+"))
        value = read_operand(r);
    else if (take(r, "~"))
        value = ~read_operand(r);
    else if (take(r, "(")) {
        value = read_choice(r);
        if (!take(r, ")"))
            tell(r, "has a ( that is never closed");
    } else if (t->kind == TOKEN_INT) {
        value = read_number(r, t);
        r->at++;
    } else if (t->kind == TOKEN_NAME) {
        value = token_is(r->p, t, "true"); /* what is no macro is 0 */
        r->at++;
    } else {
        tell(r, t->kind == TOKEN_END ? "ends where a number is expected"
                                     : "has something that is no whole number");
        r->at = r->end;
    }
    r->depth--;
    return value;
}

/* Binary operators, loosest first; those of one strength in a row. */
typedef struct Operator {
    const char *spelling;
    uint8_t strength;
    bool twice; /* `>` that is followed by another one, or by = */
} Operator;

static const Operator operators[] = {
    {"||", 1, false}, {"&&", 2, false}, {"|", 3, false},  {"^", 4, false}, {"&", 5, false},
    {"==", 6, false}, {"!=", 6, false}, {"<=", 7, false}, {"<", 7, false}, {">=", 7, true},
    {">>", 8, true},  {">", 7, false},  {"<<", 8, false}, {"+", 9, false}, {"-", 9, false},
    {"*", 10, false}, {"/", 10, false}, {"%", 10, false}, {NULL, 0, false}};

static const Operator *operator_at(const Reading *r) {
    const Token *t = token_of(r, 0), *next = token_of(r, 1);
    for (const Operator *o = operators; o->spelling; o++) {
        char second[2] = {o->spelling[1], '\0'};
        bool split =
            o->twice && token_is(r->p, t, ">") && t->joined &&
            (token_is(r->p, next, second) || (o->spelling[1] == '=' && token_is(r->p, next, "==")));
        if (o->twice ? split : token_is(r->p, t, o->spelling))
            return o;
    }
    return NULL;
}

static int64_t divide(Reading *r, int64_t a, int64_t b, bool rest) {
    if (b == 0 && r->unused == 0)
        tell(r, "divides by 0");
    if (b == 0)
        return 0;
    if (b == -1)
        return rest ? 0 : (int64_t)(0 - (uint64_t)a);
    return rest ? a % b : a / b;
}

static int64_t apply(Reading *r, const char *op, int64_t a, int64_t b) {
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    switch (op[0]) {
    case '|': return op[1] ? (a || b) : (int64_t)(ua | ub);
    case '&': return op[1] ? (a && b) : (int64_t)(ua & ub);
    case '^': return (int64_t)(ua ^ ub);
    case '=': return a == b;
    case '!': return a != b;
    case '<': return !op[1] ? a < b : op[1] == '=' ? a <= b : (int64_t)(ua << (ub & 63));
    case '>': return !op[1] ? a > b : op[1] == '=' ? a >= b : a >> (ub & 63);
    case '+': return (int64_t)(ua + ub);
    case '-': return (int64_t)(ua - ub);
    case '*': return (int64_t)(ua * ub);
    default: return divide(r, a, b, op[0] == '%');
    }
}

/* Operators of at least that strength. */
static int64_t read_binary(Reading *r, uint8_t strength) {
    int64_t value = read_operand(r);
    for (;;) {
        const Operator *o = operator_at(r);
        if (!o || o->strength < strength || r->bad)
            return value;
        r->at += o->twice ? 2 : 1;
        bool unused = (o->strength == 1 && value) || (o->strength == 2 && !value);
        if (++r->depth > MAX_CONDITION_DEPTH) {
            tell(r, "is nested too deep");
            return 0;
        }
        r->unused += unused;
        int64_t right = read_binary(r, (uint8_t)(o->strength + 1));
        r->unused -= unused;
        r->depth--;
        value = unused ? o->strength == 1 : apply(r, o->spelling, value, right);
    }
}

static int64_t read_choice(Reading *r) {
    int64_t value = read_binary(r, 1);
    if (!take(r, "?"))
        return value;
    if (++r->depth > MAX_CONDITION_DEPTH) {
        tell(r, "is nested too deep");
        return 0;
    }
    int64_t yes = read_choice(r);
    if (!take(r, ":"))
        tell(r, "has a ? without :");
    int64_t no = read_choice(r);
    r->depth--;
    return value ? yes : no;
}

bool read_condition(Preprocessor *p, uint32_t begin, bool *holds) {
    uint32_t first = p->arguments.len, end = begin + 2;
    bool bad = false;
    *holds = false;
    TRY(read_words(p, &end, &bad));
    uint32_t from = p->arguments.len;
    TRY(replace_tokens(p, first, from));
    Reading r = {.p = p, .at = from, .end = p->arguments.len, .place = begin, .place_end = end};
    r.bad = bad;
    if (!bad) {
        *holds = read_choice(&r) != 0;
        if (r.at < r.end)
            tell(&r, "has something behind its end");
    }
    *holds = *holds && !r.bad;
    p->arguments.len = first;
    return !r.failed;
}
