/* Reading a script: the file as a whole, tokens, nodes, errors and how to go on after them. */
#include "front/script/syntax/parser.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- errors */

ScriptNode *script_error(ScriptReader *r, uint32_t begin, uint32_t end, const char *format, ...) {
    char message[sizeof((Diagnostic *)0)->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    r->panic = true;
    if (!script_lex_error(&r->lexer, begin, end, "%s", message))
        r->failed = true;
    return NULL;
}

void script_hint(ScriptReader *r, const char *format, ...) {
    char hint[sizeof((Diagnostic *)0)->hint];
    va_list args;
    va_start(args, format);
    vsnprintf(hint, sizeof hint, format, args);
    va_end(args);
    diagnose_hint(r->lexer.diagnostics, "%s", hint);
}

const char *script_found(const ScriptReader *r, char buffer[FOUND_TEXT_SIZE]) {
    const Token *t = &r->token;
    if (t->kind == TK_FILE_END)
        return "the end of the text";
    if (t->kind == TK_LINE_END)
        return "the end of the line";
    uint32_t len = t->end - t->begin;
    snprintf(buffer, FOUND_TEXT_SIZE, "`%.*s%s`", (int)(len < 40 ? len : 40),
             r->lexer.text + t->begin, len < 40 ? "" : "…");
    return buffer;
}

ScriptNode *script_expected(ScriptReader *r, const char *what) {
    char buffer[FOUND_TEXT_SIZE];
    const Token *t = &r->token;
    if (t->kind == TK_BAD) { /* told by the lexer */
        r->panic = true;
        return NULL;
    }
    bool at_end =
        t->kind == TK_LINE_END || t->kind == TK_FILE_END || (t->fresh && t->begin > r->statement);
    bool told = !r->lexer.quiet;
    script_error(r, at_end ? r->last_end : t->begin, at_end ? r->last_end : t->end,
                 "expected %s, found %s", what, script_found(r, buffer));
    if (told && t->kind == TK_FILE_END && r->lexer.nesting.len > 0)
        script_hint(r, "a bracket is still open");
    return NULL;
}

/* The end of a block that was opened on the line of the error: it is not skipped with the rest of the line. */
static bool at_end_of_line_block(const ScriptReader *r, bool after_separator) {
    if (!after_separator || !script_at_block_end(r) || r->block == r->statement)
        return false;
    uint32_t line, error_line, column;
    source_place(r->tree->source, r->block, &line, &column);
    source_place(r->tree->source, r->token.begin, &error_line, &column);
    return line == error_line;
}

/* A token that begins a line is read again, without the brackets that it was thought to stand in. */
bool script_recover(ScriptReader *r) {
    bool again = r->token.fresh && r->token.begin > r->statement && r->token.kind != TK_BAD;
    bool separator = false;
    if (again) {
        r->lexer.at = r->token.begin;
        r->lexer.fresh = true;
    }
    while (!again && !script_at(r, TK_LINE_END) && !script_at(r, TK_FILE_END) &&
           !at_end_of_line_block(r, separator)) {
        separator = script_at(r, TK_COMMA) || script_at(r, TK_SEMICOLON);
        script_lex_skip_line(&r->lexer);
        TRY(script_take(r));
    }
    bool at_block_end = script_at(r, TK_KEYWORD) && !again;
    script_lex_skip_line(&r->lexer);
    r->lexer.keep_spelling = false;
    r->lexer.quiet = false;
    r->panic = false;
    r->anonymous = 0;
    return at_block_end || script_take(r);
}

/* ---- tokens */

bool script_take(ScriptReader *r) {
    r->last_end = r->token.end;
    if (!r->failed && !script_lex(&r->lexer, &r->token))
        r->failed = true;
    return !r->failed;
}

bool script_expect(ScriptReader *r, TokenKind kind, const char *what) {
    if (script_at(r, kind))
        return script_take(r);
    script_expected(r, what);
    return false;
}

bool script_expect_close(ScriptReader *r, TokenKind kind, const char *what, uint32_t open) {
    if (script_at(r, kind))
        return script_take(r);
    bool told = !r->lexer.quiet && !script_at(r, TK_BAD);
    script_expected(r, what);
    uint32_t line, column;
    source_place(r->tree->source, open, &line, &column);
    if (told)
        script_hint(r, "the %c of line %u, column %u is still open", r->lexer.text[open], line,
                    column);
    return false;
}

/* ---- nodes */

ScriptNode *script_node_at(ScriptReader *r, ScriptNodeKind kind, uint32_t begin, uint32_t place) {
    ScriptNode *node = arena_new(r->lexer.env, &r->tree->arena, sizeof *node);
    if (!node) {
        r->failed = true;
        return NULL;
    }
    node->kind = (uint8_t)kind;
    node->begin = begin;
    node->place = place;
    node->end = r->last_end > begin ? r->last_end : begin;
    node->height = 1;
    return node;
}

ScriptNode *script_node(ScriptReader *r, ScriptNodeKind kind) {
    return script_node_at(r, kind, r->token.begin, r->token.begin);
}

static void raise_height(ScriptNode *node, const ScriptNode *child) {
    if (child && child->height >= node->height)
        node->height = (uint16_t)(child->height + 1);
}

ScriptNode *script_finish(ScriptReader *r, ScriptNode *node) {
    node->end = r->last_end > node->begin ? r->last_end : node->begin;
    raise_height(node, node->a);
    raise_height(node, node->b);
    raise_height(node, node->c);
    for (uint32_t i = 0; i < node->n_items; i++)
        raise_height(node, node->items[i]);
    if (node->kind == SN_ANONYMOUS || node->kind == SN_FUNCTION) {
        raise_height(node, node->function->body);
        for (uint32_t i = 0; i < node->function->n_params; i++)
            raise_height(node, node->function->params[i]);
    }
    if (node->height <= MAX_SCRIPT_DEPTH)
        return node;
    return script_error(r, node->place, node->place, "this is nested more than %d deep",
                        MAX_SCRIPT_DEPTH);
}

bool script_add_item(ScriptReader *r, ScriptNode *node) {
    TRY(node);
    if (!vec_push(r->lexer.env, &r->items, node))
        r->failed = true;
    return !r->failed;
}

bool script_copy_items(ScriptReader *r, ScriptNode ***to, uint32_t *count, uint32_t first) {
    uint32_t n = r->items.len - first;
    *count = n;
    r->items.len = first;
    if (n == 0)
        return true;
    *to = arena_new(r->lexer.env, &r->tree->arena, n * sizeof **to);
    if (!*to) {
        *count = 0;
        r->failed = true;
        return false;
    }
    memcpy(*to, r->items.at + first, n * sizeof **to);
    return true;
}

bool script_take_items(ScriptReader *r, ScriptNode *node, uint32_t first) {
    return script_copy_items(r, &node->items, &node->n_items, first);
}

ScriptFunction *script_new_function(ScriptReader *r, ScriptNode *node, ScriptFunction *parent) {
    ScriptTree *tree = r->tree;
    ScriptFunction *f = arena_new(r->lexer.env, &tree->arena, sizeof *f);
    if (!f) {
        r->failed = true;
        return NULL;
    }
    f->node = node;
    f->parent = parent;
    f->id = tree->n_all++;
    node->function = f;
    if (tree->last_function)
        tree->last_function->next = f;
    else
        tree->first_function = f;
    tree->last_function = f;
    return f;
}

bool script_enter(ScriptReader *r) {
    if (r->depth < MAX_SCRIPT_DEPTH) {
        r->depth++;
        return true;
    }
    script_error(r, r->token.begin, r->token.end, "this is nested more than %d deep",
                 MAX_SCRIPT_DEPTH);
    return false;
}

void script_leave(ScriptReader *r) {
    r->depth--;
}

/* ---- names of variables */

static uint64_t known_hash(NameId name, uint32_t function) {
    return hash_u64((uint64_t)function << 32 | name, 0);
}

bool script_is_known(const ScriptReader *r, NameId name) {
    for (IndexCursor c = index_find(&r->known_index, known_hash(name, r->function));
         index_next(&r->known_index, &c);)
        if (r->known.at[c.id].name == name && r->known.at[c.id].function == r->function)
            return true;
    if (r->function != OF_BODY || !r->options->scope)
        return false;
    uint32_t slot = script_scope_find(r->options->scope, name);
    return slot != UINT32_MAX && r->options->scope->slots.at[slot].assigned;
}

bool script_know(ScriptReader *r, NameId name) {
    if (script_is_known(r, name))
        return true;
    Env *env = r->lexer.env;
    if (!vec_push(env, &r->known, ((KnownVariable){name, r->function})) ||
        !index_add(env, &r->known_index, known_hash(name, r->function), r->known.len - 1))
        r->failed = true;
    return !r->failed;
}

bool script_know_targets(ScriptReader *r, const ScriptNode *node) {
    for (uint32_t i = 0; i < node->n_items; i++) {
        const ScriptNode *target = node->items[i];
        while (target->a)
            target = target->a;
        if (target->kind == SN_NAME)
            TRY(script_know(r, target->name));
    }
    return true;
}

/* ---- the file */

static bool is_function_file(const ScriptReader *r, const ScriptNode *block) {
    if (!r->options->function_file || block->n_items == 0)
        return false;
    for (uint32_t i = 0; i < block->n_items; i++)
        if (block->items[i]->kind != SN_FUNCTION)
            return false;
    return true;
}

static bool list_functions(ScriptReader *r, const ScriptNode *block) {
    ScriptTree *tree = r->tree;
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->n_items; i++)
        n += block->items[i]->kind == SN_FUNCTION;
    if (n == 0)
        return true;
    tree->functions = arena_new(r->lexer.env, &tree->arena, n * sizeof *tree->functions);
    TRY(tree->functions);
    for (uint32_t i = 0; i < block->n_items; i++)
        if (block->items[i]->kind == SN_FUNCTION)
            tree->functions[tree->n_functions++] = block->items[i]->function;
    return true;
}

/* Gives every function the list of those that stand in it. */
static bool list_nested(ScriptReader *r) {
    for (ScriptFunction *f = r->tree->first_function; f; f = f->next)
        if (f->parent && f->node->kind == SN_FUNCTION)
            f->parent->n_nested++;
    for (ScriptFunction *f = r->tree->first_function; f; f = f->next) {
        if (f->n_nested > 0) {
            f->nested = arena_new(r->lexer.env, &r->tree->arena, f->n_nested * sizeof *f->nested);
            TRY(f->nested);
            f->n_nested = 0;
        }
        if (f->parent && f->node->kind == SN_FUNCTION)
            f->parent->nested[f->parent->n_nested++] = f;
    }
    return true;
}

/* What closes no block is told and skipped. */
bool script_skip_stray(ScriptReader *r) {
    char buffer[FOUND_TEXT_SIZE];
    r->statement = r->token.begin;
    script_error(r, r->token.begin, r->token.end, "%s ends nothing here", script_found(r, buffer));
    return script_recover(r);
}

static bool read_file(ScriptReader *r) {
    TRY(script_take(r));
    ScriptNode *block = script_node(r, SN_BLOCK);
    TRY(block);
    while (!script_at(r, TK_FILE_END)) {
        TRY(script_read_statements(r, IN_FILE));
        if (!script_at(r, TK_FILE_END))
            TRY(script_skip_stray(r));
    }
    TRY(script_take_items(r, block, 0));
    r->tree->body->body = block;
    if (!script_finish(r, block))
        return !r->failed;
    r->tree->function_file = is_function_file(r, block);
    return list_functions(r, block) && list_nested(r);
}

static void skip_byte_order_mark(ScriptLexer *l) {
    if (l->len >= 3 && memcmp(l->text, "\xEF\xBB\xBF", 3) == 0)
        l->at = 3;
}

bool script_parse(Env *env, const ScriptParse *options, const Source *source,
                  Diagnostics *diagnostics, ScriptTree *out) {
    *out = (ScriptTree){.source = source, .names = options->names};
    out->body = arena_new(env, &out->arena, sizeof *out->body);
    TRY(out->body);
    ScriptReader r = {.tree = out, .options = options, .function = OF_BODY};
    r.lexer = (ScriptLexer){.env = env,
                            .tree = out,
                            .diagnostics = diagnostics,
                            .text = source->text,
                            .len = source->len,
                            .fresh = true};
    skip_byte_order_mark(&r.lexer);
    bool ok = read_file(&r);
    vec_free(env->allocator, &r.lexer.nesting);
    vec_free(env->allocator, &r.lexer.bytes);
    vec_free(env->allocator, &r.items);
    vec_free(env->allocator, &r.known);
    index_free(env->allocator, &r.known_index);
    if (ok && !r.failed)
        return true;
    script_tree_free(env->allocator, out);
    return false;
}
