/* Statements of scripts: expressions, commands, declarations; lists of them. */
#include "front/script/syntax/parser.h"

bool script_at_block_end(const ScriptReader *r) {
    if (!script_at(r, TK_KEYWORD))
        return false;
    switch ((Keyword)r->token.keyword) {
    case KW_END:
    case KW_END_TRY_CATCH:
    case KW_END_UNWIND_PROTECT:
    case KW_ENDFOR:
    case KW_ENDFUNCTION:
    case KW_ENDIF:
    case KW_ENDPARFOR:
    case KW_ENDSPMD:
    case KW_ENDSWITCH:
    case KW_ENDWHILE:
    case KW_ELSE:
    case KW_ELSEIF:
    case KW_CASE:
    case KW_OTHERWISE:
    case KW_CATCH:
    case KW_UNTIL:
    case KW_UNWIND_PROTECT_CLEANUP: return true;
    default: return false;
    }
}

/* ---- separators */

bool script_skip_separators(ScriptReader *r) {
    while (script_at(r, TK_SEMICOLON) || script_at(r, TK_COMMA) || script_at(r, TK_LINE_END))
        TRY(script_take(r));
    return true;
}

/* What ends a statement; *quiet: it is `;`. */
static bool read_separator(ScriptReader *r, bool *quiet) {
    *quiet = script_at(r, TK_SEMICOLON);
    if (*quiet || script_at(r, TK_COMMA) || script_at(r, TK_LINE_END))
        return script_take(r);
    if (script_at(r, TK_FILE_END) || script_at_block_end(r))
        return true;
    bool told = !r->lexer.quiet, assign = script_at(r, TK_ASSIGN);
    script_expected(r, "an operator or the end of the statement");
    if (told && assign)
        script_hint(r, "only variables, their elements and fields can be assigned to");
    return false;
}

/* ---- commands */

/* Names that are numbers: `pi -1` is a difference. */
static bool is_constant_name(const ScriptReader *r) {
    static const char *const names[] = {"e",   "pi",  "I",  "i",   "J",  "j",
                                        "Inf", "inf", "NA", "NaN", "nan"};
    const char *name = script_name_text(r->tree->names, r->token.name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool at_command(const ScriptReader *r) {
    return script_at(r, TK_NAME) && script_looks_like_command(&r->lexer) && !is_constant_name(r) &&
           !script_is_known(r, r->token.name);
}

static ScriptNode *read_word(ScriptReader *r, const Token *word) {
    ScriptNode *node = script_node_at(r, SN_TEXT, word->begin, word->begin);
    if (!node)
        return NULL;
    node->text = word->text;
    node->len = word->len;
    node->end = word->end;
    return node;
}

static ScriptNode *read_command(ScriptReader *r) {
    ScriptNode *node = script_node(r, SN_COMMAND);
    if (!node)
        return NULL;
    node->name = r->token.name;
    uint32_t first = r->items.len;
    for (;;) {
        Token word;
        if (!script_lex_word(&r->lexer, &word)) {
            r->failed = true;
            return NULL;
        }
        if (word.kind == TK_BAD) {
            r->panic = true;
            return NULL;
        }
        if (word.kind == TK_LINE_END)
            break;
        if (!script_add_item(r, read_word(r, &word)))
            return NULL;
        r->token.end = word.end;
    }
    r->lexer.after_value = false;
    if (!script_take_items(r, node, first) || !script_take(r))
        return NULL;
    return script_finish(r, node);
}

/* ---- statements */

static ScriptNode *read_evaluate(ScriptReader *r) {
    ScriptNode *node = script_node(r, SN_EVALUATE);
    if (!node)
        return NULL;
    bool quiet = false;
    node->a = at_command(r) ? read_command(r) : script_read_expression(r);
    if (!node->a || !script_finish(r, node) || !read_separator(r, &quiet))
        return NULL;
    node->place = node->a->place;
    if (!quiet)
        node->flags |= SF_PRINT;
    return node;
}

/* spmd: its statements, as if it were not there. */
static bool read_spmd(ScriptReader *r) {
    TRY(script_take(r) && script_enter(r));
    bool ok = script_read_statements(r, IN_CONTROL);
    script_leave(r);
    TRY(ok);
    if (!script_at_keyword(r, KW_END) && !script_at_keyword(r, KW_ENDSPMD)) {
        script_expected(r, "the `end` of spmd");
        return false;
    }
    return script_take(r);
}

/* Adds one statement to the items. False: no memory, or an error that was told. */
static bool read_statement(ScriptReader *r) {
    if (script_at_keyword(r, KW_SPMD))
        return read_spmd(r);
    if (!script_at(r, TK_KEYWORD) || script_at_keyword(r, KW_FILE_NAME) ||
        script_at_keyword(r, KW_LINE_NUMBER))
        return script_add_item(r, read_evaluate(r));
    uint32_t block = r->block;
    r->block = r->token.begin;
    bool ok = script_add_item(r, script_read_control(r));
    r->block = block;
    return ok;
}

bool script_read_statements(ScriptReader *r, BlockPlace place) {
    ScriptFunction *inside = r->inside;
    for (;;) {
        TRY(script_skip_separators(r));
        if (script_at(r, TK_FILE_END) || script_at_block_end(r))
            return true;
        if (script_at_keyword(r, KW_FUNCTION)) {
            if (place != IN_FILE)
                return true;
            TRY(script_read_functions(r));
            continue;
        }
        r->statement = r->token.begin;
        uint32_t first = r->items.len, depth = r->depth;
        if (read_statement(r))
            continue;
        TRY(!r->failed);
        r->items.len = first;
        r->depth = depth;
        r->inside = inside;
        TRY(script_recover(r));
    }
}

ScriptNode *script_read_block(ScriptReader *r) {
    ScriptNode *block = script_node(r, SN_BLOCK);
    if (!block || !script_enter(r))
        return NULL;
    uint32_t first = r->items.len;
    bool ok = script_read_statements(r, IN_CONTROL);
    script_leave(r);
    return ok && script_take_items(r, block, first) ? script_finish(r, block) : NULL;
}
