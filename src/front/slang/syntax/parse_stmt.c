/* Statements. */
#include "front/slang/syntax/parser.h"

static NodeId read_statement(Reader *r);

/* ---- going on behind an error */

static uint32_t column_of(const Reader *r, TokenId token) {
    uint32_t line, column;
    source_place(r->ast->source, token_at(r, token)->start, &line, &column);
    return column;
}

/* Inside a block, in the first column: float3 f( or struct S {. The block before it was not closed. */
static bool is_declaration_outside(Reader *r) {
    static const char *const words[] = {"struct",    "interface", "enum",     "import",
                                        "extension", "func",      "__generic"};
    const Token *t = token_at(r, r->at);
    if (!t->line || t->kind != TOKEN_NAME || column_of(r, r->at) != 1)
        return false;
    if (word_among(r, r->at, words, 7) >= 0)
        return true;
    TokenId name = skip_type(r, r->at);
    return name != 0 && at_any_name(r, name) && at_word(r, name + 1, "(") &&
           r->partner.at[name + 1] != 0 && at_word(r, r->partner.at[name + 1] + 1, "{");
}

static const char *const statement_words[] = {"if",     "for",     "while", "do",
                                              "switch", "return",  "break", "continue",
                                              "case",   "default", "let",   "var"};

/* To behind the next ';', or to what begins or ends a statement. */
static void next_statement(Reader *r, TokenId from) {
    r->panic = false;
    for (; r->at < r->end; take_token(r)) {
        if (is_at(r, ";")) {
            take_token(r);
            return;
        }
        if (is_at(r, "}") || (is_at(r, "{") && r->at > from) || is_declaration_outside(r))
            return;
        if (r->at > from && token_at(r, r->at)->line &&
            word_among(r, r->at, statement_words, 12) >= 0)
            return;
        bool opens = is_at(r, "(") || is_at(r, "[") || is_at(r, "{");
        TokenId close = r->partner.at[r->at];
        bool block = is_at(r, "{");
        if (opens && close > r->at) {
            r->at = close;
            if (block) {
                take_token(r);
                return;
            }
        }
    }
}

/* Where the line of the token begins. */
static uint32_t indent_of(const Reader *r, TokenId token) {
    while (token > 0 && !token_at(r, token)->line)
        token--;
    return column_of(r, token);
}

/* A '}' that is indented otherwise than the line of its '{' tells which one was forgotten. */
static void look_at_indent(Reader *r, TokenId open, TokenId close) {
    if (r->odd_open != 0 || !token_at(r, close)->line || column_of(r, close) >= indent_of(r, open))
        return;
    r->odd_open = open;
    r->odd_close = close;
}

void close_brace(Reader *r, TokenId open) {
    char buffer[FOUND_TEXT];
    if (r->unclosed || r->stopped)
        return;
    if (is_at(r, "}")) {
        look_at_indent(r, open, r->at);
        take_token(r);
        return;
    }
    r->panic = false;
    TokenId place = r->at == r->end && r->at > 0 ? r->at - 1 : r->at;
    bool told = read_error(r, place, place, "expected `}`%s, found %s",
                           place == r->at ? "" : " behind this", found_text(r, r->at, buffer));
    if (told && r->odd_open != 0) {
        read_note(r, r->odd_open, "perhaps this `{` is the one: its `}` seems to be missing");
        read_note(r, r->odd_close, "what would close it stands to the left of it");
    } else if (told) {
        read_note(r, open, "this `{` is never closed");
    }
    r->unclosed = true;
}

/* ---- conditions */

static NodeId read_condition(Reader *r, const char *where) {
    if (!expect(r, "(", where))
        return error_node(r, r->at);
    TokenId open = r->at - 1;
    NodeId condition;
    if (is_at(r, "let") || is_at(r, "var"))
        condition = read_unsupported(r, r->at, "declarations in conditions are",
                                     "declare it in the line before");
    else
        condition = read_expression(r);
    if (!r->panic && condition != 0) {
        const Node *n = ast_node(r->ast, condition);
        if (n->kind == NODE_ASSIGN && !(n->flags & NF_PARENS) && ast_is(r->ast, n->token, "=") &&
            read_error(r, n->token, n->token, "this is an assignment, not a comparison"))
            read_hint(r, "== compares; if an assignment is meant, put it in parentheses");
    }
    expect_close(r, ")", "behind the condition", open);
    /* A condition that could not be read need not spoil what follows it. */
    TokenId close = r->partner.at[open];
    if (r->panic && !r->stopped && close >= r->at) {
        r->at = close + 1;
        r->panic = false;
    }
    return condition;
}

/* ---- statements of one form each */

static NodeId read_if(Reader *r) {
    TokenId first = take_token(r);
    NodeId condition = read_condition(r, "behind `if`");
    NodeId yes = r->panic ? error_node(r, r->at) : read_statement(r), no = 0;
    if (!r->panic && take_if(r, "else"))
        no = read_statement(r);
    return make_node(r, NODE_IF, first, first, condition, yes, no, 0);
}

static bool is_declaration(Reader *r) {
    if (is_at(r, "let") || is_at(r, "var") || is_modifier(r, r->at))
        return true;
    TokenId behind = skip_type(r, r->at);
    if (behind == 0)
        return false;
    if (at_any_name(r, behind))
        return !at_word(r, behind, "is") && !at_word(r, behind, "as") &&
               !at_word(r, behind, "and") && !at_word(r, behind, "or");
    /* A pointer, to say so. */
    return behind == r->at + 1 && is_known_type(r, r->at) &&
           (at_word(r, behind, "*") || at_word(r, behind, "&")) && at_any_name(r, behind + 1);
}

/* Without the ';'. One VARIABLE, or DECLARATIONS of several. */
static NodeId read_local(Reader *r, ListId attrs) {
    TokenId first = r->at;
    uint32_t flags = read_modifiers(r), items = begin_list(r);
    read_variables(r, flags, attrs);
    ListId list = end_list(r, items);
    if (list == 0)
        return r->stopped ? 0 : error_node(r, first);
    if (ast_count(r->ast, list) == 1)
        return ast_item(r->ast, list, 0);
    return make_node(r, NODE_DECLARATIONS, first, first, list, 0, 0, 0);
}

static NodeId read_for(Reader *r) {
    TokenId first = take_token(r);
    if (!expect(r, "(", "behind `for`"))
        return error_node(r, first);
    TokenId open = r->at - 1, close = r->partner.at[open];
    NodeId start = 0, condition = 0, step = 0;
    TokenId name = skip_type(r, r->at);
    if (name != 0 && at_any_name(r, name) && at_word(r, name + 1, ":"))
        read_unsupported(r, name + 1, "loops over ranges are", "for (int i = 0; i < n; i++)");
    if (!is_at(r, ";") && !r->panic) {
        TokenId begin = r->at;
        if (is_declaration(r))
            start = read_local(r, 0);
        else {
            start = read_expression(r);
            start = make_node(r, NODE_EXPRESSION, begin, begin, start, 0, 0, 0);
        }
    }
    if (expect(r, ";", "behind the start of the loop") && !is_at(r, ";"))
        condition = read_expression(r);
    if (!r->panic && expect(r, ";", "behind the condition of the loop") && !is_at(r, ")"))
        step = read_expression(r);
    expect_close(r, ")", "behind the head of the loop", open);
    if (r->panic && !r->stopped && close >= r->at) {
        r->at = close + 1;
        r->panic = false;
    }
    NodeId body = r->panic ? error_node(r, r->at) : read_statement(r);
    return make_node(r, NODE_FOR, first, first, start, condition, step, body);
}

static NodeId read_while(Reader *r) {
    TokenId first = take_token(r);
    NodeId condition = read_condition(r, "behind `while`");
    NodeId body = r->panic ? error_node(r, r->at) : read_statement(r);
    return make_node(r, NODE_WHILE, first, first, condition, body, 0, 0);
}

static NodeId read_do(Reader *r) {
    TokenId first = take_token(r);
    NodeId body = read_statement(r), condition = 0;
    if (!r->panic && expect(r, "while", "behind the body of `do`"))
        condition = read_condition(r, "behind `while`");
    if (!r->panic)
        expect(r, ";", "behind the loop");
    return make_node(r, NODE_DO, first, first, body, condition, 0, 0);
}

/* Statements up to '}', or in a switch up to the next label, into the list at hand. */
static void read_statements(Reader *r, bool in_case) {
    while (r->at < r->end && !is_at(r, "}") && !r->unclosed && !r->stopped) {
        if (in_case && (is_at(r, "case") || (is_at(r, "default") && at_word(r, r->at + 1, ":"))))
            return;
        if (is_declaration_outside(r))
            return;
        TokenId before = r->at;
        add_item(r, read_statement(r));
        if (r->panic)
            next_statement(r, before == r->at ? before : r->at);
        if (r->at == before)
            take_token(r);
    }
}

static NodeId read_case(Reader *r) {
    TokenId first = r->at;
    uint32_t labels = begin_list(r);
    while (is_at(r, "case") || is_at(r, "default")) {
        TokenId word = take_token(r);
        if (ast_is(r->ast, word, "default"))
            add_item(r, make_node(r, NODE_DEFAULT, word, word, 0, 0, 0, 0));
        else
            add_item(r, read_expression(r));
        if (!expect(r, ":", "behind the label"))
            r->panic = false;
    }
    ListId label_list = end_list(r, labels);
    uint32_t body = begin_list(r);
    read_statements(r, true);
    ListId body_list = end_list(r, body);
    return make_node(r, NODE_CASE, first, first, label_list, body_list, 0, 0);
}

static NodeId read_switch(Reader *r) {
    TokenId first = take_token(r);
    NodeId value = read_condition(r, "behind `switch`");
    if (r->panic || !expect(r, "{", "behind the value of the switch"))
        return error_node(r, first);
    TokenId open = r->at - 1;
    uint32_t cases = begin_list(r);
    while (r->at < r->end && !is_at(r, "}") && !r->unclosed && !r->stopped) {
        if (is_at(r, "case") || is_at(r, "default")) {
            add_item(r, read_case(r));
            continue;
        }
        if (is_declaration_outside(r))
            break;
        TokenId before = r->at;
        read_expected(r, "`case` or `default`");
        next_statement(r, before);
        if (r->at == before)
            take_token(r);
    }
    close_brace(r, open);
    ListId list = end_list(r, cases);
    return make_node(r, NODE_SWITCH, first, first, value, list, 0, 0);
}

static NodeId read_return(Reader *r) {
    TokenId first = take_token(r);
    NodeId value = is_at(r, ";") ? 0 : read_expression(r);
    NodeId node = make_node(r, NODE_RETURN, first, first, value, 0, 0, 0);
    if (!r->panic)
        expect(r, ";", "behind the value");
    return node;
}

static NodeId read_jump(Reader *r, NodeKind kind) {
    TokenId first = take_token(r);
    if (at_any_name(r, r->at) && !token_at(r, r->at)->line)
        return read_unsupported(r, r->at, "labels are", NULL);
    NodeId node = make_node(r, kind, first, first, 0, 0, 0, 0);
    expect(r, ";", kind == NODE_BREAK ? "behind `break`" : "behind `continue`");
    return node;
}

NodeId read_block(Reader *r) {
    TokenId open = r->at;
    if (!expect(r, "{", "here"))
        return error_node(r, open);
    uint32_t items = begin_list(r);
    read_statements(r, false);
    close_brace(r, open);
    ListId list = end_list(r, items);
    return make_node(r, NODE_BLOCK, open, open, list, 0, 0, 0);
}

/* ---- expressions and declarations */

/* A name that was perhaps meant to be a word of the language: whlie (x) {. */
static bool tell_misspelt(Reader *r, TokenId first) {
    static const char *const words[] = {"if",    "else",    "for",    "while", "do",       "switch",
                                        "case",  "default", "return", "break", "continue", "struct",
                                        "const", "static",  "float",  "int"};
    static const char *const foreign[] = {"elif", "elseif", "foreach", "until", "repeat", "unless"};
    static const char *const ours[] = {"else if", "else if", "for", "while", "while", "if"};
    const char *word = similar_word(r, first, words, 11);
    int other = word_among(r, first, foreign, 6);
    char buffer[FOUND_TEXT];
    if (!word && other < 0)
        return false;
    if (read_error(r, first, first, "%s is not a statement", found_text(r, first, buffer)))
        read_hint(r, "did you mean %s?", word && other < 0 ? word : ours[other]);
    return true;
}

static NodeId read_expression_statement(Reader *r) {
    TokenId first = r->at, close = r->partner.at[first + 1];
    bool head = at_any_name(r, first) && at_word(r, first + 1, "(") && close != 0 &&
                at_word(r, close + 1, "{");
    if (head && tell_misspelt(r, first)) { /* whlie (x) { */
        r->at = close + 1;
        return error_node(r, first);
    }
    uint8_t next = token_at(r, first + 1)->kind;
    bool operand = next == TOKEN_INT || next == TOKEN_REAL || at_word(r, first + 1, "true") ||
                   at_word(r, first + 1, "false") || at_word(r, first + 1, "this");
    if (at_any_name(r, first) && operand && tell_misspelt(r, first)) /* retrun 0.5; */
        return error_node(r, first);
    NodeId value = read_expression(r);
    NodeId node = make_node(r, NODE_EXPRESSION, first, first, value, 0, 0, 0);
    if (r->panic || take_if(r, ";"))
        return node;
    if (at_any_name(r, first) && (is_at(r, "{") || at_any_name(r, r->at)) &&
        tell_misspelt(r, first))
        return error_node(r, first);
    if (is_at(r, ":") && r->at == first + 1)
        return read_unsupported(r, first, "labels are", NULL);
    expect(r, ";", "behind the expression");
    return node;
}

/* retrun x;  looks like a declaration of x. */
static bool is_misspelt_return(Reader *r) {
    static const char *const words[] = {"return"};
    return at_any_name(r, r->at) && at_any_name(r, r->at + 1) && !is_known_type(r, r->at) &&
           similar_word(r, r->at, words, 1) != NULL;
}

static NodeId read_declaration_statement(Reader *r, ListId attrs) {
    TokenId first = r->at;
    if (is_misspelt_return(r) && tell_misspelt(r, first))
        return error_node(r, first);
    NodeId node = read_local(r, attrs);
    if (!r->panic)
        expect(r, ";", "behind the declaration");
    return node;
}

static bool read_odd_statement(Reader *r, NodeId *out) {
    static const char *const words[] = {
        "discard", "goto",  "try",           "throw",           "defer",
        "struct",  "enum",  "typedef",       "typealias",       "interface",
        "func",    "catch", "static_assert", "__target_switch", "using"};
    static const char *const whats[] = {"discard is",
                                        "goto is",
                                        "try is",
                                        "throw is",
                                        "defer is",
                                        "a struct inside a function is",
                                        "an enum inside a function is",
                                        "a typedef inside a function is",
                                        "a typealias inside a function is",
                                        "an interface inside a function is",
                                        "a function inside a function is",
                                        "catch is",
                                        "static_assert is",
                                        "__target_switch is",
                                        "using is"};
    int odd = word_among(r, r->at, words, 15);
    bool named =
        odd == 1 || (odd >= 5 && odd <= 10) || odd == 14; /* else a variable may be called so */
    bool used = odd >= 0 && (named ? at_any_name(r, r->at + 1) : !at_word(r, r->at + 1, "="));
    if (!used)
        return false;
    *out = read_unsupported(r, r->at, whats[odd],
                            odd >= 5 && odd <= 10 ? "move it out of the function" : NULL);
    return true;
}

static NodeId read_plain_statement(Reader *r, ListId attrs) {
    NodeId odd;
    if (is_at(r, "{"))
        return read_block(r);
    if (is_at(r, ";"))
        return take_token(r), make_node(r, NODE_EMPTY, r->at - 1, r->at - 1, 0, 0, 0, 0);
    if (is_at(r, "if"))
        return read_if(r);
    if (is_at(r, "for"))
        return read_for(r);
    if (is_at(r, "while"))
        return read_while(r);
    if (is_at(r, "do"))
        return read_do(r);
    if (is_at(r, "switch"))
        return read_switch(r);
    if (is_at(r, "return"))
        return read_return(r);
    if (is_at(r, "break"))
        return read_jump(r, NODE_BREAK);
    if (is_at(r, "continue"))
        return read_jump(r, NODE_CONTINUE);
    if (is_at(r, "else")) {
        if (read_error(r, r->at, r->at, "`else` without an `if` before it"))
            read_hint(r, "the branch before it has no `;` behind its `}`, and only one statement "
                         "without { }");
        return error_node(r, take_token(r));
    }
    if (is_at(r, "case") || is_at(r, "default")) {
        read_error(r, r->at, r->at, "a label of a switch outside of one");
        return error_node(r, take_token(r));
    }
    if (read_odd_statement(r, &odd))
        return odd;
    return is_declaration(r) ? read_declaration_statement(r, attrs) : read_expression_statement(r);
}

static NodeId read_statement(Reader *r) {
    if (!enter_level(r))
        return 0;
    ListId attrs = is_at(r, "[") ? read_attributes(r) : 0;
    TokenId first = r->at;
    NodeId node = r->panic ? error_node(r, first) : read_plain_statement(r, attrs);
    if (attrs != 0)
        set_attrs(r, node, attrs);
    leave_level(r);
    return node;
}
