/* What operators stand between: names, numbers, texts, brackets, handles, and the indices behind them. */
#include "front/script/syntax/parser.h"

/* ---- indices */

bool script_at_ignored(const ScriptReader *r) {
    char c = script_lex_peek(&r->lexer);
    return script_at(r, TK_NOT) && (c == ',' || c == ']' || c == ')');
}

static ScriptNode *read_argument(ScriptReader *r) {
    if (!script_at(r, TK_COLON) && !script_at_ignored(r))
        return script_read_expression(r);
    ScriptNode *node = script_node(r, script_at(r, TK_COLON) ? SN_COLON : SN_IGNORED);
    return node && script_take(r) ? script_finish(r, node) : NULL;
}

bool script_read_arguments(ScriptReader *r, ScriptNode *index, TokenKind close) {
    uint32_t first = r->items.len;
    const char *what = close == TK_CLOSE ? "`,` or `)`" : "`,` or `}`";
    while (!script_at(r, close)) {
        TRY(script_add_item(r, read_argument(r)));
        if (!script_at(r, TK_COMMA))
            break;
        TRY(script_take(r));
        if (script_at(r, close)) {
            script_expected(r, "an argument");
            return false;
        }
    }
    TRY(script_expect_close(r, close, what, index->place));
    return script_take_items(r, index, first);
}

static ScriptNode *read_index(ScriptReader *r, ScriptNode *of) {
    bool brace = script_at(r, TK_BRACE);
    ScriptNode *node =
        script_node_at(r, brace ? SN_BRACE_INDEX : SN_INDEX, of->begin, r->token.begin);
    if (!node)
        return NULL;
    node->a = of;
    if (!script_take(r) || !script_read_arguments(r, node, brace ? TK_BRACE_CLOSE : TK_CLOSE))
        return NULL;
    return script_finish(r, node);
}

/* At the dot. */
static ScriptNode *read_field(ScriptReader *r, ScriptNode *of) {
    ScriptNode *node = script_node_at(r, SN_FIELD, of->begin, r->token.begin);
    if (!node || !script_take(r))
        return NULL;
    node->a = of;
    if (script_at(r, TK_NAME)) {
        node->name = r->token.name;
        node->place = r->token.begin;
        return script_take(r) ? script_finish(r, node) : NULL;
    }
    if (!script_at(r, TK_OPEN))
        return script_expected(r, "the name of a field");
    uint32_t open = r->token.begin;
    node->kind = SN_DYNAMIC_FIELD;
    node->place = open;
    if (!script_take(r))
        return NULL;
    node->b = script_read_expression(r);
    if (!node->b || !script_expect_close(r, TK_CLOSE, "`)`", open))
        return NULL;
    return script_finish(r, node);
}

ScriptNode *script_read_suffixes(ScriptReader *r, ScriptNode *node) {
    while (node) {
        if ((script_at(r, TK_OPEN) || script_at(r, TK_BRACE)) && r->token.index)
            node = read_index(r, node);
        else if (script_at(r, TK_DOT))
            node = read_field(r, node);
        else
            break;
    }
    return node;
}

/* ---- operands */

static ScriptNode *read_number(ScriptReader *r) {
    ScriptNode *node = script_node(r, SN_NUMBER);
    if (!node)
        return NULL;
    node->number_class = r->token.number_class;
    node->name = r->token.name;
    if (r->token.imaginary)
        node->flags |= SF_IMAGINARY;
    if (node->number_class == NUMBER_DOUBLE)
        node->number = r->token.number;
    else
        node->bits = r->token.bits;
    return script_take(r) ? script_finish(r, node) : NULL;
}

static ScriptNode *read_text(ScriptReader *r) {
    ScriptNode *node = script_node(r, SN_TEXT);
    if (!node)
        return NULL;
    node->text = r->token.text;
    node->len = r->token.len;
    if (r->token.double_quoted)
        node->flags |= SF_DOUBLE_QUOTED;
    return script_take(r) ? script_finish(r, node) : NULL;
}

static ScriptNode *read_name(ScriptReader *r, ScriptNodeKind kind) {
    ScriptNode *node = script_node(r, kind);
    if (!node)
        return NULL;
    node->name = r->token.name;
    return script_take(r) ? script_finish(r, node) : NULL;
}

/* ( expression ) */
static ScriptNode *read_group(ScriptReader *r) {
    uint32_t open = r->token.begin;
    if (!script_take(r))
        return NULL;
    ScriptNode *node = script_read_expression(r);
    if (!node || !script_expect_close(r, TK_CLOSE, "`)`", open))
        return NULL;
    node->flags |= SF_PARENS;
    node->parens++;
    node->begin = open;
    node->end = r->last_end;
    return node;
}

/* @name, @package.name; behind the '@'. */
static ScriptNode *read_handle(ScriptReader *r, uint32_t begin) {
    ScriptNode *node = script_node_at(r, SN_HANDLE, begin, r->token.begin);
    if (!node)
        return NULL;
    uint32_t first = r->token.begin, end = r->token.end;
    node->name = r->token.name;
    if (!script_take(r))
        return NULL;
    while (script_at(r, TK_DOT) && r->token.begin == end) {
        if (!script_take(r))
            return NULL;
        if (!script_at(r, TK_NAME))
            return script_expected(r, "a name behind the dot");
        end = r->token.end;
        if (!script_take(r))
            return NULL;
        node->name = script_name(r->lexer.env, r->tree->names, r->lexer.text + first, end - first);
        if (!node->name) {
            r->failed = true;
            return NULL;
        }
    }
    return script_finish(r, node);
}

static ScriptNode *read_at(ScriptReader *r) {
    uint32_t begin = r->token.begin;
    if (!script_take(r))
        return NULL;
    if (script_at(r, TK_OPEN))
        return script_read_anonymous(r, begin);
    if (script_at(r, TK_NAME))
        return read_handle(r, begin);
    return script_expected(r, "the name of a function or its parameters behind @");
}

/* __FILE__, __LINE__. */
static ScriptNode *read_position(ScriptReader *r) {
    bool line = script_at_keyword(r, KW_LINE_NUMBER);
    ScriptNode *node = script_node(r, line ? SN_NUMBER : SN_TEXT);
    if (!node)
        return NULL;
    uint32_t row, column;
    source_place(r->tree->source, node->begin, &row, &column);
    if (line) {
        node->number = row;
    } else {
        node->text = r->tree->source->name;
        node->len = (uint32_t)strlen(node->text);
        node->flags |= SF_DOUBLE_QUOTED;
    }
    return script_take(r) ? script_finish(r, node) : NULL;
}

static ScriptNode *read_keyword(ScriptReader *r) {
    if (script_at_keyword(r, KW_FILE_NAME) || script_at_keyword(r, KW_LINE_NUMBER))
        return read_position(r);
    bool told = !r->lexer.quiet;
    script_expected(r, "an expression");
    if (told && script_at_keyword(r, KW_END))
        script_hint(r, "`end` is the last element only in an index");
    return NULL;
}

static ScriptNode *read_first(ScriptReader *r) {
    switch ((TokenKind)r->token.kind) {
    case TK_NUMBER: return read_number(r);
    case TK_TEXT: return read_text(r);
    case TK_NAME: return read_name(r, SN_NAME);
    case TK_INDEX_END: return read_name(r, SN_END);
    case TK_OPEN: return read_group(r);
    case TK_BRACKET:
    case TK_BRACE: return script_read_matrix(r);
    case TK_AT: return read_at(r);
    case TK_KEYWORD: return read_keyword(r);
    default: return script_expected(r, "an expression");
    }
}

ScriptNode *script_read_operand(ScriptReader *r) {
    return script_read_suffixes(r, read_first(r));
}
