/* Reads rules.def into trees. The depth of a rule is bounded, so the recursion here is. */
#include "opt/rules.h"

#include <math.h>
#include <string.h>

#include "base/str.h"

#define STRICT   FRIT_STRICT
#define CONTRACT FRIT_CONTRACT
#define FAST     FRIT_FAST
#define B        CLASS_BOOL
#define S        CLASS_SIGNED
#define U        CLASS_UNSIGNED
#define I        (S | U)
#define F        CLASS_FLOAT
#define Z        CLASS_COMPLEX
#define ANY      (B | I | F | Z)

static const RuleText table[] = {
#define RULE(name, level, classes, pattern, replacement) \
    {name, level, classes, pattern, replacement},
#include "opt/rules.def"
#undef RULE
};
enum { N_RULES = sizeof table / sizeof *table };

struct RuleBook {
    RuleTree trees[N_RULES];
    uint16_t first[OP_COUNT]; /* 1 + the first rule of an op; 0: none */
    uint16_t next[N_RULES];   /* 1 + the next rule of the same op; 0: none */
};

const RuleText *rule_text(uint32_t index) {
    return index < N_RULES ? &table[index] : NULL;
}

/* ---- reading one rule */

typedef struct Reader {
    const char *at;
    RuleTree *tree;
    bool in_pattern;
} Reader;

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

static size_t word_length(const char *text) {
    size_t n = 0;
    while (is_word(text[n]))
        n++;
    return n;
}

static bool read_literal(const char *word, size_t len, RuleNode *node) {
    node->kind = NODE_LITERAL;
    if ((len == 4 && memcmp(word, "true", 4) == 0) || (len == 5 && memcmp(word, "false", 5) == 0)) {
        node->dtype = DT_BOOL;
        node->value.u = len == 4;
        return true;
    }
    double number;
    if (!parse_f64(word, len, &number))
        return false;
    /* A whole number is an integer, so that -1 wraps to "all bits set" in unsigned types. */
    bool whole = !memchr(word, '.', len);
    node->dtype = whole ? DT_I64 : DT_F64;
    if (whole)
        node->value.i = (int64_t)number;
    else
        node->value.f64 = number;
    return true;
}

static bool read_node(Reader *r, unsigned depth, uint8_t *place);

static bool read_args(Reader *r, unsigned depth, uint8_t place) {
    r->at++; /* ( */
    uint8_t n = 0;
    do {
        r->at += *r->at == ',' ? 2 : 0; /* ", " */
        uint8_t arg;
        if (n == RULE_MAX_ARGS || !read_node(r, depth + 1, &arg))
            return false;
        r->tree->nodes[place].args[n++] = arg;
    } while (*r->at == ',');
    r->tree->nodes[place].n_args = n;
    return *r->at++ == ')';
}

static bool read_node(Reader *r, unsigned depth, uint8_t *place) {
    RuleTree *tree = r->tree;
    size_t len = word_length(r->at);
    const char *word = r->at;
    if (len == 0 || depth > RULE_MAX_DEPTH || tree->n_nodes == RULE_MAX_NODES)
        return false;
    r->at += len;
    *place = tree->n_nodes++;
    RuleNode *node = &tree->nodes[*place];
    if (*r->at != '(') {
        node->kind = NODE_LETTER;
        node->letter = *word;
        return (len == 1 && *word >= 'a' && *word <= 'z') || read_literal(word, len, node);
    }
    node->kind = NODE_OP;
    node->op = op_from_name(word, len);
    if (node->op == OP_NONE || !read_args(r, depth, *place) ||
        node->n_args != op_info(node->op)->arity)
        return false;
    if (r->in_pattern && (op_info(node->op)->flags & OPF_COMMUTES))
        node->swap = ++tree->n_swaps;
    return true;
}

bool rule_parse(Env *env, const RuleText *text, RuleTree *out) {
    memset(out, 0, sizeof *out);
    out->text = text;
    Reader pattern = {text->pattern, out, true}, replacement = {text->replacement, out, false};
    if (!read_node(&pattern, 0, &out->pattern) || *pattern.at != '\0' ||
        out->nodes[out->pattern].kind != NODE_OP ||
        !read_node(&replacement, 0, &out->replacement) || *replacement.at != '\0')
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_OPT, "cannot read the rule %s",
                        text->name);
    return true;
}

/* ---- literals */

bool rule_letter_is_literal(char letter) {
    return letter == 'c' || letter == 'd' || letter == 'p' || letter == 'q';
}

static bool has_normal_reciprocal(Dtype dtype, Scalar value, bool power_of_two) {
    double size = fabs(dtype_info(dtype)->domain == DOMAIN_F64 ? value.f64 : (double)value.f32);
    double smallest = ldexp(1, 2 - (1 << (dtype_info(dtype)->exponent - 1)));
    int exponent;
    return size >= smallest && size <= 1 / smallest &&
           (!power_of_two || frexp(size, &exponent) == 0.5);
}

bool rule_letter_takes(char letter, Dtype dtype, Bits bits) {
    if (letter != 'p' && letter != 'q')
        return true;
    Scalar value = scalar_from_bits(dtype, bits);
    switch (dtype_info(dtype)->class) {
    case CLASS_FLOAT: return has_normal_reciprocal(dtype, value, letter == 'p');
    case CLASS_SIGNED: return letter == 'p' && value.i > 0 && (value.i & (value.i - 1)) == 0;
    case CLASS_UNSIGNED: return letter == 'p' && value.u > 0 && (value.u & (value.u - 1)) == 0;
    default: return false;
    }
}

Bits rule_literal(const RuleNode *node, Dtype dtype) {
    if (node->dtype == DT_BOOL)
        dtype = DT_BOOL;
    return scalar_to_bits(dtype, scalar_cast(node->dtype, dtype, node->value));
}

/* ---- the book */

RuleBook *rule_book_new(Env *env) {
    RuleBook *book = env_new(env, sizeof *book);
    if (!book)
        return NULL;
    /* From the last, so that each op's list comes out in the order of the table. */
    for (unsigned i = N_RULES; i-- > 0;) {
        if (!rule_parse(env, &table[i], &book->trees[i])) {
            rule_book_free(env->allocator, book);
            return NULL;
        }
        Op op = book->trees[i].nodes[book->trees[i].pattern].op;
        book->next[i] = book->first[op];
        book->first[op] = (uint16_t)(i + 1);
    }
    return book;
}

void rule_book_free(const frit_allocator *allocator, RuleBook *book) {
    env_free(allocator, book, sizeof *book);
}

const RuleTree *rule_book_next(const RuleBook *book, Op op, const RuleTree *last) {
    unsigned place = last ? book->next[last - book->trees] : book->first[op];
    return place ? &book->trees[place - 1] : NULL;
}
