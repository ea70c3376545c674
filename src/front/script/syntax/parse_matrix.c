/* Matrices and cells in brackets, where blanks and ends of lines part elements and rows; anonymous functions. */
#include "front/script/syntax/parser.h"

/* A statement in a matrix, or the end of the text: its bracket is never closed. */
static bool at_statement(const ScriptReader *r) {
    if (script_at(r, TK_FILE_END))
        return true;
    return script_at(r, TK_KEYWORD) && !script_at_keyword(r, KW_FILE_NAME) &&
           !script_at_keyword(r, KW_LINE_NUMBER) && !script_at_keyword(r, KW_END);
}

static bool at_row_end(const ScriptReader *r) {
    return script_at(r, TK_SEMICOLON) || script_at(r, TK_LINE_END);
}

/* May the token begin an element with nothing but a blank before it? */
static bool begins_element(const ScriptReader *r) {
    return r->token.space_before || script_at(r, TK_TEXT);
}

static ScriptNode *read_element(ScriptReader *r, bool *ignored) {
    if (!script_at_ignored(r))
        return script_read_expression(r);
    *ignored = true;
    ScriptNode *node = script_node(r, SN_IGNORED);
    return node && script_take(r) ? script_finish(r, node) : NULL;
}

/* Elements up to the end of the row. An empty row is NULL without an error. */
static ScriptNode *read_row(ScriptReader *r, TokenKind close, uint32_t open, bool *ignored) {
    ScriptNode *row = script_node(r, SN_ROW);
    if (!row)
        return NULL;
    uint32_t first = r->items.len;
    if (script_at(r, TK_COMMA) && !script_take(r))
        return NULL;
    while (!at_row_end(r) && !script_at(r, close) && !at_statement(r)) {
        if (!script_add_item(r, read_element(r, ignored)))
            return NULL;
        if (script_at(r, TK_COMMA)) {
            if (!script_take(r))
                return NULL;
        } else if (!at_row_end(r) && (script_at(r, close) || !begins_element(r))) {
            break;
        } else if (script_at(r, TK_FILE_END)) {
            break;
        }
    }
    if (!at_row_end(r) && !script_at(r, close)) {
        script_expect_close(r, close,
                            close == TK_BRACE_CLOSE ? "`,`, `;` or `}`" : "`,`, `;` or `]`", open);
        return NULL;
    }
    if (r->items.len == first || !script_take_items(r, row, first))
        return NULL;
    return script_finish(r, row);
}

static bool read_rows(ScriptReader *r, ScriptNode *node, TokenKind close, bool *ignored) {
    uint32_t first = r->items.len;
    for (;;) {
        while (at_row_end(r))
            TRY(script_take(r));
        if (script_at(r, close))
            break;
        ScriptNode *row = read_row(r, close, node->place, ignored);
        if (r->failed || r->panic)
            return false;
        if (row)
            TRY(script_add_item(r, row));
    }
    return script_take_items(r, node, first) && script_take(r);
}

ScriptNode *script_read_matrix(ScriptReader *r) {
    bool cell = script_at(r, TK_BRACE), ignored = false;
    ScriptNode *node = script_node(r, cell ? SN_CELL : SN_MATRIX);
    if (!node || !script_take(r))
        return NULL;
    if (!read_rows(r, node, cell ? TK_BRACE_CLOSE : TK_BRACKET_CLOSE, &ignored))
        return NULL;
    if (ignored && (cell || !script_at(r, TK_ASSIGN)))
        return script_error(r, node->begin, r->last_end,
                            "`~` alone stands only on the left of an assignment");
    return script_finish(r, node);
}

/* ---- anonymous functions */

/* At the closing bracket of the parameters: what follows is read as the body of a function. */
static bool enter_body(ScriptReader *r, uint32_t open) {
    if (!script_at(r, TK_CLOSE))
        return script_expect_close(r, TK_CLOSE, "`,` or `)`", open);
    r->lexer.after_value = false;
    r->anonymous++;
    if (!script_lex_push(&r->lexer, NEST_BODY)) {
        r->failed = true;
        return false;
    }
    return script_take(r);
}

ScriptNode *script_read_anonymous(ScriptReader *r, uint32_t begin) {
    ScriptNode *node = script_node_at(r, SN_ANONYMOUS, begin, begin);
    ScriptFunction *f = node ? script_new_function(r, node, r->inside) : NULL;
    uint32_t open = r->token.begin;
    r->lexer.keep_spelling = true;
    if (!f || !script_read_parameters(r, f) || !enter_body(r, open))
        return NULL;
    r->inside = f;
    node->a = f->body = script_read_expression(r);
    r->inside = f->parent;
    r->anonymous--;
    r->lexer.keep_spelling = r->anonymous > 0;
    return f->body ? script_finish(r, node) : NULL;
}
