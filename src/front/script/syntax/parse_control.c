/* Statements of scripts that begin with a keyword. */
#include "front/script/syntax/parser.h"

/* ---- the ends of blocks */

/* What a block was opened with. */
typedef struct Opened {
    const char *word;
    uint32_t begin;
    Keyword end; /* besides `end` */
} Opened;

static Opened opened(const ScriptReader *r, const char *word, Keyword end) {
    return (Opened){word, r->token.begin, end};
}

/* An error that does not end the statement it is told in. */
static void tell(ScriptReader *r) {
    r->panic = false;
    r->lexer.quiet = false;
}

static bool tell_unclosed(ScriptReader *r, const Opened *o) {
    uint32_t len = (uint32_t)strlen(o->word);
    r->unclosed = true;
    script_error(r, o->begin, o->begin + len, "this `%s` is never ended", o->word);
    tell(r);
    return !r->failed;
}

static bool is_end(const ScriptReader *r) {
    switch ((Keyword)r->token.keyword) {
    case KW_END_TRY_CATCH:
    case KW_END_UNWIND_PROTECT:
    case KW_ENDFOR:
    case KW_ENDIF:
    case KW_ENDPARFOR:
    case KW_ENDSPMD:
    case KW_ENDSWITCH:
    case KW_ENDWHILE: return true;
    default: return false;
    }
}

/* Takes the end of the block. Words that end nothing are told, and what follows them is read and forgotten. */
static bool read_end(ScriptReader *r, const Opened *o) {
    while (script_at(r, TK_KEYWORD) && !script_at_keyword(r, KW_FUNCTION) &&
           !script_at_keyword(r, KW_ENDFUNCTION)) {
        if (script_at_keyword(r, KW_END) || script_at_keyword(r, o->end))
            return script_take(r);
        if (is_end(r)) {
            uint32_t line, column;
            char buffer[FOUND_TEXT_SIZE];
            source_place(r->tree->source, o->begin, &line, &column);
            script_error(r, r->token.begin, r->token.end, "%s cannot end the `%s` of line %u",
                         script_found(r, buffer), o->word, line);
            tell(r);
            return script_take(r);
        }
        uint32_t first = r->items.len;
        TRY(script_skip_stray(r) && script_read_statements(r, IN_CONTROL));
        r->items.len = first;
    }
    return tell_unclosed(r, o);
}

/* ---- what stands behind the keyword */

/* A condition or a value. What is wrong in it does not take the block with it. */
static ScriptNode *read_header(ScriptReader *r) {
    ScriptFunction *inside = r->inside;
    uint32_t first = r->items.len, depth = r->depth;
    r->statement = r->token.begin;
    ScriptNode *node = script_read_expression(r);
    if (node || r->failed)
        return node;
    r->items.len = first;
    r->depth = depth;
    r->inside = inside;
    return script_recover(r) ? script_node(r, SN_ERROR) : NULL;
}

/* In conditions & and | of numbers look no further than they need. */
static void mark_short_circuit(ScriptNode *node) {
    if (node->kind != SN_BINARY)
        return;
    mark_short_circuit(node->a);
    mark_short_circuit(node->b);
    if (node->op == SO_AND || node->op == SO_OR)
        node->flags |= SF_SHORT_CIRCUIT;
}

/* A CLAUSE, at its condition. */
static ScriptNode *read_clause(ScriptReader *r) {
    ScriptNode *clause = script_node(r, SN_CLAUSE);
    if (!clause)
        return NULL;
    clause->a = read_header(r);
    if (!clause->a)
        return NULL;
    mark_short_circuit(clause->a);
    clause->b = script_read_block(r);
    return clause->b ? script_finish(r, clause) : NULL;
}

static ScriptNode *read_if(ScriptReader *r) {
    Opened o = opened(r, "if", KW_ENDIF);
    ScriptNode *node = script_node(r, SN_IF);
    uint32_t first = r->items.len;
    if (!node || !script_take(r) || !script_add_item(r, read_clause(r)))
        return NULL;
    while (script_at_keyword(r, KW_ELSEIF))
        if (!script_take(r) || !script_add_item(r, read_clause(r)))
            return NULL;
    if (script_at_keyword(r, KW_ELSE)) {
        node->c = script_take(r) ? script_read_block(r) : NULL;
        if (!node->c)
            return NULL;
    }
    if (!read_end(r, &o) || !script_take_items(r, node, first))
        return NULL;
    return script_finish(r, node);
}

/* ---- loops */

static ScriptNode *read_loop_block(ScriptReader *r) {
    r->loops++;
    ScriptNode *block = script_read_block(r);
    r->loops--;
    return block;
}

static ScriptNode *read_while(ScriptReader *r) {
    Opened o = opened(r, "while", KW_ENDWHILE);
    ScriptNode *node = script_node(r, SN_WHILE);
    if (!node || !script_take(r))
        return NULL;
    node->a = read_header(r);
    if (!node->a)
        return NULL;
    mark_short_circuit(node->a);
    node->b = read_loop_block(r);
    return node->b && read_end(r, &o) ? script_finish(r, node) : NULL;
}

static ScriptNode *read_do(ScriptReader *r) {
    Opened o = opened(r, "do", KW_UNTIL);
    ScriptNode *node = script_node(r, SN_DO_UNTIL);
    if (!node || !script_take(r))
        return NULL;
    node->a = read_loop_block(r);
    if (!node->a)
        return NULL;
    if (!script_at_keyword(r, KW_UNTIL)) {
        node->b = script_node(r, SN_ERROR);
        return node->b && tell_unclosed(r, &o) ? script_finish(r, node) : NULL;
    }
    node->b = script_take(r) ? read_header(r) : NULL;
    return node->b ? script_finish(r, node) : NULL;
}

static ScriptNode *node_with_item(ScriptReader *r, ScriptNodeKind kind, const ScriptNode *at,
                                  ScriptNode *item) {
    ScriptNode *node = script_node_at(r, kind, at->begin, at->place);
    uint32_t first = r->items.len;
    return node && script_add_item(r, item) && script_take_items(r, node, first) ? node : NULL;
}

/* [value, key]: the loop goes over columns of a cell, by `key`; the statement `[value, key] = key{:}` of each turn. */
static bool read_pair(ScriptReader *r, ScriptNode *node, ScriptNode **unpack) {
    const ScriptNode *row = node->a->n_items == 1 ? node->a->items[0] : node->a;
    for (uint32_t k = 0; k < row->n_items; k++)
        if (row->kind != SN_ROW || row->n_items != 2 || row->items[k]->kind != SN_NAME) {
            script_error(r, node->a->begin, node->a->end,
                         "such a loop has two names: [value, key]");
            return false;
        }
    TRY(row->n_items == 2);
    TRY(script_know(r, row->items[0]->name) && script_know(r, row->items[1]->name));
    ScriptNode *key = script_node_at(r, SN_NAME, node->a->begin, node->a->place);
    ScriptNode *again = script_node_at(r, SN_NAME, node->a->begin, node->a->place);
    ScriptNode *assign = script_node_at(r, SN_ASSIGN, node->a->begin, node->a->place);
    TRY(key && again && assign);
    key->name = again->name = row->items[1]->name;
    assign->items = row->items;
    assign->n_items = 2;
    assign->flags |= SF_BRACKETS;
    assign->a = node_with_item(r, SN_BRACE_INDEX, node->a,
                               script_node_at(r, SN_COLON, node->a->begin, node->a->place));
    TRY(assign->a);
    assign->a->a = again;
    *unpack = script_node_at(r, SN_EVALUATE, node->a->begin, node->a->place);
    TRY(*unpack && script_finish(r, assign->a) && script_finish(r, assign));
    (*unpack)->a = assign;
    node->a = key;
    node->flags |= SF_PAIRS;
    return script_finish(r, *unpack) != NULL;
}

/* pairs(values) */
static bool wrap_pairs(ScriptReader *r, ScriptNode *node) {
    static const char name[] = "__pairs__";
    ScriptNode *call = node_with_item(r, SN_INDEX, node->b, node->b);
    ScriptNode *f = script_node_at(r, SN_NAME, node->b->begin, node->b->place);
    TRY(call && f);
    f->name = script_name(r->lexer.env, r->tree->names, name, sizeof name - 1);
    r->failed |= !f->name;
    TRY(f->name);
    call->a = f;
    node->b = script_finish(r, call);
    return node->b != NULL;
}

/* variable = values. *unpack: what each turn begins with, or NULL. */
static bool read_for_header(ScriptReader *r, ScriptNode *node, ScriptNode **unpack) {
    bool parens = script_at(r, TK_OPEN);
    uint32_t open = r->token.begin;
    if (parens)
        TRY(script_take(r));
    bool pair = script_at(r, TK_BRACKET);
    node->a = script_read_operand(r);
    TRY(node->a);
    if (pair)
        TRY(read_pair(r, node, unpack));
    if (!script_is_target(node->a)) {
        script_error(r, node->a->begin, node->a->end,
                     "the variable of a loop is a name, an element or a field");
        return false;
    }
    const ScriptNode *root = node->a;
    while (root->kind != SN_NAME)
        root = root->a;
    TRY(script_know(r, root->name));
    TRY(script_expect(r, TK_ASSIGN, "`=` behind the variable of the loop"));
    node->b = script_read_expression(r);
    TRY(node->b);
    if (pair)
        TRY(wrap_pairs(r, node));
    if (parens && (node->flags & SF_PARALLEL) && script_at(r, TK_COMMA))
        TRY(script_take(r) && script_read_expression(r)); /* how many workers: all the same to us */
    return !parens || script_expect_close(r, TK_CLOSE, "`)`", open);
}

static ScriptNode *read_for(ScriptReader *r) {
    bool parallel = script_at_keyword(r, KW_PARFOR);
    Opened o = opened(r, parallel ? "parfor" : "for", parallel ? KW_ENDPARFOR : KW_ENDFOR);
    ScriptNode *node = script_node(r, SN_FOR);
    if (!node || !script_take(r))
        return NULL;
    if (parallel)
        node->flags |= SF_PARALLEL;
    ScriptFunction *inside = r->inside;
    uint32_t first = r->items.len, depth = r->depth;
    r->statement = r->token.begin;
    ScriptNode *unpack = NULL;
    if (!read_for_header(r, node, &unpack)) {
        if (r->failed)
            return NULL;
        r->items.len = first;
        r->depth = depth;
        r->inside = inside;
        if (!script_recover(r))
            return NULL;
        node->a = node->b = NULL;
    }
    node->c = read_loop_block(r);
    if (node->c && unpack) {
        uint32_t mine = r->items.len;
        bool ok = script_add_item(r, unpack);
        for (uint32_t k = 0; k < node->c->n_items && ok; k++)
            ok = script_add_item(r, node->c->items[k]);
        if (!ok || !script_take_items(r, node->c, mine) || !script_finish(r, node->c))
            return NULL;
    }
    return node->c && read_end(r, &o) ? script_finish(r, node) : NULL;
}

/* ---- switch */

static ScriptNode *read_case(ScriptReader *r) {
    ScriptNode *node = script_node(r, SN_CASE);
    if (!node || !script_take(r))
        return NULL;
    node->a = read_header(r);
    if (!node->a)
        return NULL;
    node->b = script_read_block(r);
    return node->b ? script_finish(r, node) : NULL;
}

static ScriptNode *read_switch(ScriptReader *r) {
    Opened o = opened(r, "switch", KW_ENDSWITCH);
    ScriptNode *node = script_node(r, SN_SWITCH);
    uint32_t first = r->items.len;
    if (!node || !script_take(r))
        return NULL;
    node->a = read_header(r);
    if (!node->a || !script_skip_separators(r))
        return NULL;
    while (script_at_keyword(r, KW_CASE) || script_at_keyword(r, KW_OTHERWISE)) {
        if (script_at_keyword(r, KW_CASE)) {
            if (!script_add_item(r, read_case(r)))
                return NULL;
            continue;
        }
        node->c = script_take(r) ? script_read_block(r) : NULL;
        if (!node->c)
            return NULL;
    }
    if (!script_at_block_end(r) && !script_at(r, TK_FILE_END) &&
        !script_at_keyword(r, KW_FUNCTION)) {
        r->statement = r->token.begin;
        script_expected(r, "`case`, `otherwise` or `end`");
        uint32_t here = r->items.len;
        if (!script_recover(r) || !script_read_statements(r, IN_CONTROL))
            return NULL;
        r->items.len = here;
    }
    if (!read_end(r, &o) || !script_take_items(r, node, first))
        return NULL;
    return script_finish(r, node);
}

/* ---- try, unwind_protect */

/* The name on the line of `catch`, if it stands there alone. */
static ScriptNode *read_catch_name(ScriptReader *r) {
    char c = script_lex_peek(&r->lexer);
    if (!script_at(r, TK_NAME) || r->token.fresh || (c && c != ';' && c != ','))
        return NULL;
    ScriptNode *node = script_node(r, SN_NAME);
    if (!node)
        return NULL;
    node->name = r->token.name;
    if (!script_know(r, node->name) || !script_take(r))
        return NULL;
    return script_finish(r, node);
}

static ScriptNode *read_try(ScriptReader *r) {
    Opened o = opened(r, "try", KW_END_TRY_CATCH);
    ScriptNode *node = script_node(r, SN_TRY);
    if (!node || !script_take(r))
        return NULL;
    node->a = script_read_block(r);
    if (!node->a)
        return NULL;
    if (script_at_keyword(r, KW_CATCH)) {
        if (!script_take(r))
            return NULL;
        node->b = read_catch_name(r);
        node->c = r->failed ? NULL : script_read_block(r);
        if (!node->c)
            return NULL;
    }
    return read_end(r, &o) ? script_finish(r, node) : NULL;
}

static ScriptNode *read_unwind(ScriptReader *r) {
    Opened o = opened(r, "unwind_protect", KW_END_UNWIND_PROTECT);
    ScriptNode *node = script_node(r, SN_UNWIND_PROTECT);
    if (!node || !script_take(r))
        return NULL;
    node->a = script_read_block(r);
    if (!node->a)
        return NULL;
    if (script_at_keyword(r, KW_UNWIND_PROTECT_CLEANUP)) {
        node->b = script_take(r) ? script_read_block(r) : NULL;
        return node->b && read_end(r, &o) ? script_finish(r, node) : NULL;
    }
    script_error(r, o.begin, o.begin + 14, "this `unwind_protect` has no `unwind_protect_cleanup`");
    tell(r);
    node->b = script_node(r, SN_BLOCK);
    bool ended = script_at_keyword(r, KW_END) || script_at_keyword(r, KW_END_UNWIND_PROTECT);
    return node->b && (!ended || script_take(r)) ? script_finish(r, node) : NULL;
}

/* ---- declarations and jumps */

static ScriptNode *read_declared(ScriptReader *r) {
    ScriptNode *node = script_node(r, SN_DECLARED);
    if (!node)
        return NULL;
    node->name = r->token.name;
    if (!script_know(r, node->name) || !script_take(r))
        return NULL;
    if (script_at(r, TK_ASSIGN)) {
        node->a = script_take(r) ? script_read_expression(r) : NULL;
        if (!node->a)
            return NULL;
    }
    return script_finish(r, node);
}

static ScriptNode *read_declaration(ScriptReader *r) {
    ScriptNode *node = script_node(r, script_at_keyword(r, KW_GLOBAL) ? SN_GLOBAL : SN_PERSISTENT);
    uint32_t first = r->items.len;
    if (!node || !script_take(r))
        return NULL;
    while (script_at(r, TK_NAME) && !r->token.fresh)
        if (!script_add_item(r, read_declared(r)))
            return NULL;
    bool ends = script_at(r, TK_SEMICOLON) || script_at(r, TK_COMMA) || script_at(r, TK_LINE_END) ||
                script_at(r, TK_FILE_END) || script_at_block_end(r);
    if (!ends || r->items.len == first)
        return script_expected(r, "the name of a variable");
    return script_take_items(r, node, first) ? script_finish(r, node) : NULL;
}

static ScriptNode *read_jump(ScriptReader *r, ScriptNodeKind kind) {
    ScriptNode *node = script_node(r, kind);
    if (!node)
        return NULL;
    if (kind != SN_RETURN && r->loops == 0) {
        script_error(r, r->token.begin, r->token.end, "%s must appear within a loop",
                     script_node_name(kind));
        tell(r);
    }
    return script_take(r) ? script_finish(r, node) : NULL;
}

/* A class is one error, and the rest of its file is not looked at. */
static ScriptNode *refuse_class(ScriptReader *r) {
    script_error(r, r->token.begin, r->token.end, "classdef: classes are not supported");
    script_hint(r, "structs and functions are");
    r->lexer.at = r->lexer.len;
    return NULL;
}

ScriptNode *script_read_control(ScriptReader *r) {
    switch ((Keyword)r->token.keyword) {
    case KW_IF: return read_if(r);
    case KW_WHILE: return read_while(r);
    case KW_DO: return read_do(r);
    case KW_FOR:
    case KW_PARFOR: return read_for(r);
    case KW_SWITCH: return read_switch(r);
    case KW_TRY: return read_try(r);
    case KW_UNWIND_PROTECT: return read_unwind(r);
    case KW_GLOBAL:
    case KW_PERSISTENT: return read_declaration(r);
    case KW_BREAK: return read_jump(r, SN_BREAK);
    case KW_CONTINUE: return read_jump(r, SN_CONTINUE);
    case KW_RETURN: return read_jump(r, SN_RETURN);
    case KW_CLASSDEF: return refuse_class(r);
    default: return script_expected(r, "a statement");
    }
}
