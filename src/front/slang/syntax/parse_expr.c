/* Expressions, by precedence as in C. */
#include "front/slang/syntax/parser.h"

/* ---- operators */

typedef struct Operator {
    const char *sign;
    uint8_t precedence;
} Operator;

enum { PRECEDENCE_LOWEST = 1, PRECEDENCE_ABOVE_SHIFT = 10 };

static const Operator binary_operators[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},
                                            {"==", 6}, {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},
                                            {">=", 7}, {"<<", 8}, {">>", 8}, {"+", 10}, {"-", 10},
                                            {"*", 11}, {"/", 11}, {"%", 11}};

static const char *const assignments[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};

/* '>' stands alone among the tokens: how many tokens the operator at hand has (1, but 2 or 3 of >=, >> and >>=). */
static uint32_t operator_tokens(const Reader *r, TokenId at) {
    if (!at_word(r, at, ">") || !token_at(r, at)->joined)
        return 1;
    if (at_word(r, at + 1, "="))
        return 2;
    if (!at_word(r, at + 1, ">"))
        return 1;
    return token_at(r, at + 1)->joined && at_word(r, at + 2, "=") ? 3 : 2;
}

TokenId join_signs(Reader *r, TokenId first, uint32_t count) {
    if (count == 1)
        return first;
    Token t = *token_at(r, first);
    const Token *last = token_at(r, first + count - 1);
    t.len = last->text + last->len - t.text;
    t.joined = last->joined;
    if (vec_push(r->env, &r->ast->tokens, t))
        return r->ast->tokens.len - 1;
    r->failed = true;
    stop_reading(r);
    return first;
}

/* Precedence of the binary operator at hand; 0: none. */
static uint32_t binary_precedence(const Reader *r, uint32_t *tokens) {
    *tokens = 1;
    if (token_at(r, r->at)->kind != TOKEN_SIGN)
        return 0;
    *tokens = operator_tokens(r, r->at);
    if (*tokens == 3)
        return 0; /* >>= */
    if (*tokens == 2)
        return at_word(r, r->at + 1, "=") ? 7 : 8;
    for (uint32_t i = 0; i < sizeof binary_operators / sizeof *binary_operators; i++)
        if (at_word(r, r->at, binary_operators[i].sign))
            return binary_operators[i].precedence;
    return 0;
}

static bool is_assignment(const Reader *r, uint32_t *tokens) {
    *tokens = operator_tokens(r, r->at);
    return token_at(r, r->at)->kind == TOKEN_SIGN &&
           (*tokens == 3 || (*tokens == 1 && word_among(r, r->at, assignments, 10) >= 0));
}

static TokenId take_operator(Reader *r, uint32_t tokens) {
    TokenId token = join_signs(r, r->at, tokens);
    for (uint32_t i = 0; i < tokens; i++)
        take_token(r);
    return token;
}

/* ---- operands */

ListId read_arguments(Reader *r, const char *close, const char *where) {
    uint32_t items = begin_list(r);
    TokenId open = r->at - 1;
    while (!is_at(r, close) && !r->panic && r->at < r->end) {
        add_item(r, read_assignment(r));
        if (r->panic || !take_if(r, ","))
            break;
    }
    if (close[0] == ']')
        expect(r, close, where);
    else
        expect_close(r, close, where, open);
    return end_list(r, items);
}

/* Names that other languages have here. */
static NodeId read_odd_name(Reader *r) {
    static const char *const words[] = {"new",        "try",        "expand",
                                        "each",       "fwd_diff",   "bwd_diff",
                                        "__fwd_diff", "__bwd_diff", "spirv_asm"};
    static const char *const whats[] = {"new is",        "try is",        "packs are",
                                        "packs are",     "fwd_diff is",   "bwd_diff is",
                                        "__fwd_diff is", "__bwd_diff is", "spirv_asm is"};
    TokenId first = r->at;
    int odd = word_among(r, first, words, sizeof words / sizeof *words);
    bool used =
        at_word(r, first + 1, "(") || at_any_name(r, first + 1) || at_word(r, first + 1, "{");
    if (odd >= 0 && used)
        return read_unsupported(r, first, whats[odd], NULL);
    if (!is_keyword(r, first))
        return 0;
    if (read_expected(r, "an expression") && (is_at(r, "struct") || is_at(r, "enum")))
        read_hint(r, "types are declared outside of functions");
    return error_node(r, first);
}

/* sizeof(float3), sizeof(x): a call whose argument may be a type. */
static NodeId read_size(Reader *r) {
    TokenId first = take_token(r), open = r->at;
    NodeId name = make_node(r, NODE_NAME, first, first, 0, 0, 0, 0);
    if (!expect(r, "(", "and a type"))
        return error_node(r, first);
    uint32_t items = begin_list(r);
    TokenId behind = skip_type(r, r->at);
    add_item(r, behind != 0 && at_word(r, behind, ")") ? read_type(r) : read_assignment(r));
    expect_close(r, ")", "behind what is measured", open);
    ListId list = end_list(r, items);
    return make_node(r, NODE_CALL, open, first, name, list, 0, 0);
}

static NodeId read_name(Reader *r) {
    TokenId first = r->at;
    if ((is_at(r, "sizeof") || is_at(r, "alignof")) && at_word(r, first + 1, "("))
        return read_size(r);
    NodeId odd = read_odd_name(r);
    if (odd != 0 || r->stopped)
        return odd;
    take_token(r);
    ListId generic = 0;
    if (is_at(r, "<") && opens_generics(r, first))
        generic = read_generic_args(r);
    return make_node(r, NODE_NAME, first, first, generic, 0, 0, 0);
}

static NodeId read_parentheses(Reader *r) {
    TokenId first = r->at;
    TokenId close = r->partner.at[first];
    if (close != 0 && at_word(r, close + 1, "=>"))
        return read_unsupported(r, first, "lambdas are", "make it a function");
    if (is_cast(r)) {
        take_token(r);
        NodeId type = read_type(r);
        expect(r, ")", "behind the type of the cast");
        return type; /* the caller knows by the kind of `first` that it was one */
    }
    take_token(r);
    if (is_at(r, ")") && !r->panic) {
        read_error(r, first, r->at, "expected an expression between the parentheses");
        take_token(r);
        return error_node(r, first);
    }
    NodeId inner = read_expression(r);
    expect_close(r, ")", "behind the expression", first);
    if (inner != 0 && !r->stopped) {
        add_flags(r, inner, NF_PARENS);
        r->ast->nodes.at[inner].first = first;
        r->ast->nodes.at[inner].last = r->at - 1;
    }
    return inner;
}

static NodeId read_operand(Reader *r) {
    TokenId first = r->at;
    switch (token_at(r, first)->kind) {
    case TOKEN_INT:
    case TOKEN_REAL: take_token(r); return make_node(r, NODE_NUMBER, first, first, 0, 0, 0, 0);
    case TOKEN_STRING: take_token(r); return make_node(r, NODE_STRING, first, first, 0, 0, 0, 0);
    case TOKEN_NAME:
        if (is_at(r, "true") || is_at(r, "false"))
            return take_token(r), make_node(r, NODE_BOOL, first, first, 0, 0, 0, 0);
        if (is_at(r, "this"))
            return take_token(r), make_node(r, NODE_THIS, first, first, 0, 0, 0, 0);
        return read_name(r);
    default: break;
    }
    if (is_at(r, "("))
        return read_parentheses(r);
    if (is_at(r, "{")) {
        take_token(r);
        ListId list = read_arguments(r, "}", "behind the initialiser list");
        return make_node(r, NODE_BRACES, first, first, list, 0, 0, 0);
    }
    if (is_at(r, "["))
        return read_unsupported(r, first, "lambdas and lists in [ ] are",
                                "initialisers stand in { }");
    bool told = read_expected(r, "an expression");
    if (told && is_at(r, "=") && at_word(r, first - (first > 0), "=="))
        read_hint(r, "== compares");
    return error_node(r, first);
}

/* ---- what stands behind and before an operand */

static NodeId read_member(Reader *r, NodeId of, TokenId first) {
    TokenId name;
    take_token(r);
    if (!expect_name(r, "the name of a member", &name))
        return error_node(r, first);
    ListId generic = 0;
    if (is_at(r, "<")) {
        TokenId close = generic_close(r, r->at);
        if (close != 0 && (at_word(r, close + 1, "(") || at_word(r, close + 1, ".") ||
                           at_word(r, close + 1, "::")))
            generic = read_generic_args(r);
    }
    return make_node(r, NODE_MEMBER, name, first, of, generic, 0, 0);
}

static NodeId read_behind(Reader *r, NodeId node, TokenId first) {
    while (!r->panic && !r->stopped && token_at(r, r->at)->kind == TOKEN_SIGN) {
        TokenId sign = r->at;
        if (is_at(r, ".") || is_at(r, "::")) {
            node = read_member(r, node, first);
        } else if (is_at(r, "(")) {
            take_token(r);
            ListId arguments = read_arguments(r, ")", "behind the arguments");
            node = make_node(r, NODE_CALL, sign, first, node, arguments, 0, 0);
        } else if (is_at(r, "[")) {
            take_token(r);
            if (is_at(r, "]"))
                return read_error(r, sign, r->at, "expected an index between the brackets"),
                       error_node(r, first);
            ListId indices = read_arguments(r, "]", "behind the index");
            node = make_node(r, NODE_INDEX, sign, first, node, indices, 0, 0);
        } else if (is_at(r, "++") || is_at(r, "--")) {
            take_token(r);
            node = make_node(r, NODE_POSTFIX, sign, first, node, 0, 0, 0);
        } else if (is_at(r, "->")) {
            return read_unsupported(r, sign, "pointers (->) are", "members stand behind a `.`");
        } else {
            break;
        }
    }
    return node;
}

static NodeId read_unary(Reader *r) {
    static const char *const signs[] = {"-", "+", "!", "~", "++", "--"};
    TokenId first = r->at;
    if (!enter_level(r))
        return 0;
    NodeId node;
    if (word_among(r, first, signs, 6) >= 0 && token_at(r, first)->kind == TOKEN_SIGN) {
        take_token(r);
        node = read_unary(r);
        node = make_node(r, NODE_UNARY, first, first, node, 0, 0, 0);
    } else if (is_at(r, "(") && is_cast(r)) {
        NodeId type = read_parentheses(r);
        NodeId value = r->panic ? error_node(r, r->at) : read_unary(r);
        node = make_node(r, NODE_CAST, first, first, type, value, 0, 0);
    } else if (is_at(r, "no_diff") && (at_any_name(r, first + 1) || at_word(r, first + 1, "("))) {
        take_token(r);
        node = read_unary(r);
        add_flags(r, node, NF_NO_DIFF);
    } else if (is_at(r, "&") || is_at(r, "*")) {
        node = read_unsupported(r, first, "pointers are", NULL);
    } else {
        node = read_behind(r, read_operand(r), first);
    }
    leave_level(r);
    return node;
}

/* ---- binary operators, choices, assignments */

static NodeId read_infix_word(Reader *r, NodeId left) {
    static const char *const words[] = {"is", "as", "and", "or"};
    static const char *const hints[] = {NULL, NULL, "&& is the operator", "|| is the operator"};
    int word = word_among(r, r->at, words, 4);
    if (word < 0 || token_at(r, r->at)->line || r->panic)
        return left;
    char buffer[FOUND_TEXT];
    if (read_error(r, r->at, r->at, "the operator %s is not supported",
                   found_text(r, r->at, buffer)) &&
        hints[word])
        read_hint(r, "%s", hints[word]);
    return error_node(r, r->at);
}

static NodeId read_binary(Reader *r, uint32_t lowest) {
    TokenId first = r->at;
    if (!enter_level(r))
        return 0;
    NodeId left = read_unary(r);
    while (!r->panic && !r->stopped) {
        uint32_t tokens, precedence = binary_precedence(r, &tokens);
        if (precedence == 0 || precedence < lowest)
            break;
        TokenId sign = take_operator(r, tokens);
        NodeId right = read_binary(r, precedence + 1);
        left = make_node(r, NODE_BINARY, sign, first, left, right, 0, 0);
    }
    leave_level(r);
    return read_infix_word(r, left);
}

NodeId read_constant(Reader *r) {
    return read_binary(r, PRECEDENCE_ABOVE_SHIFT);
}

static NodeId read_choice(Reader *r) {
    TokenId first = r->at;
    NodeId condition = read_binary(r, PRECEDENCE_LOWEST);
    if (r->panic || !is_at(r, "?"))
        return condition;
    TokenId sign = take_token(r);
    NodeId yes = read_assignment(r);
    expect(r, ":", "between the two values of the choice");
    NodeId no = r->panic ? 0 : read_assignment(r);
    return make_node(r, NODE_CHOICE, sign, first, condition, yes, no, 0);
}

NodeId read_assignment(Reader *r) {
    TokenId first = r->at;
    uint32_t tokens;
    if (!enter_level(r))
        return 0;
    NodeId left = read_choice(r);
    if (!r->panic && is_assignment(r, &tokens)) {
        TokenId sign = take_operator(r, tokens);
        NodeId right = read_assignment(r);
        left = make_node(r, NODE_ASSIGN, sign, first, left, right, 0, 0);
    } else if (!r->panic && is_at(r, "=>")) {
        left = read_unsupported(r, r->at, "lambdas are",
                                "make it a function; or, if a comparison is meant: >=");
    }
    leave_level(r);
    return left;
}

NodeId read_expression(Reader *r) {
    TokenId first = r->at;
    NodeId left = read_assignment(r);
    while (!r->panic && !r->stopped && is_at(r, ",")) {
        TokenId sign = take_token(r);
        NodeId right = read_assignment(r);
        left = make_node(r, NODE_BINARY, sign, first, left, right, 0, 0);
    }
    return left;
}
