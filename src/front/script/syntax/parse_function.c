/*
 * Functions of scripts. Whether they have an `end` is known only when their file is over: until then a function that begins
 * in another is taken for a nested one, and if no function of the run had an end, they were neighbours.
 */
#include "front/script/syntax/parser.h"

typedef struct OpenFunction {
    ScriptNode *node, *block;
    uint32_t first;           /* of its statements among the items */
    uint32_t function, loops; /* of the reader, outside */
    ScriptFunction *inside;
} OpenFunction;

typedef struct FunctionRun {
    VEC(OpenFunction) open;
} FunctionRun;

/* ---- parameters */

static ScriptNode *read_parameter(ScriptReader *r) {
    bool ignored = script_at(r, TK_NOT);
    if (!ignored && !script_at(r, TK_NAME))
        return script_expected(r, "the name of a parameter");
    ScriptNode *node = script_node(r, ignored ? SN_IGNORED : SN_PARAMETER);
    if (!node)
        return NULL;
    node->name = r->token.name;
    if (!script_take(r))
        return NULL;
    if (!ignored && script_at(r, TK_ASSIGN)) {
        node->a = script_take(r) ? script_read_expression(r) : NULL;
        if (!node->a)
            return NULL;
    }
    return script_finish(r, node);
}

static bool is_named(const ScriptReader *r, const ScriptNode *node, const char *name) {
    return node->kind == SN_PARAMETER &&
           strcmp(script_name_text(r->tree->names, node->name), name) == 0;
}

bool script_read_parameters(ScriptReader *r, ScriptFunction *f) {
    uint32_t first = r->items.len;
    TRY(script_take(r));
    while (!script_at(r, TK_CLOSE)) {
        TRY(script_add_item(r, read_parameter(r)));
        if (!script_at(r, TK_COMMA))
            break;
        TRY(script_take(r));
        if (script_at(r, TK_CLOSE)) {
            script_expected(r, "the name of a parameter");
            return false;
        }
    }
    uint32_t n = r->items.len;
    f->varargin = n > first && is_named(r, r->items.at[n - 1], "varargin");
    r->items.len -= f->varargin;
    return script_copy_items(r, &f->params, &f->n_params, first);
}

/* An output; its name is that token. */
static bool add_output(ScriptReader *r, const Token *name) {
    ScriptNode *node = script_node_at(r, SN_PARAMETER, name->begin, name->begin);
    TRY(node);
    node->name = name->name;
    node->end = name->end;
    return script_add_item(r, node);
}

/* ---- the first line */

static bool take_name(ScriptReader *r, const char *what, Token *name) {
    *name = r->token;
    return script_expect(r, TK_NAME, what);
}

/* name, get.name; into f->name. Its first word was taken. */
static bool read_function_name(ScriptReader *r, ScriptFunction *f, Token name) {
    uint32_t end = name.end;
    while (script_at(r, TK_DOT)) {
        Token part;
        TRY(script_take(r) && take_name(r, "a name behind the dot", &part));
        end = part.end;
    }
    f->node->place = name.begin;
    f->name =
        script_name(r->lexer.env, r->tree->names, r->lexer.text + name.begin, end - name.begin);
    r->failed = r->failed || !f->name;
    return !r->failed;
}

/* [a, b] = */
static bool read_output_list(ScriptReader *r) {
    uint32_t open = r->token.begin;
    TRY(script_take(r));
    while (!script_at(r, TK_BRACKET_CLOSE)) {
        Token name;
        TRY(take_name(r, "the name of an output", &name) && add_output(r, &name));
        if (script_at(r, TK_COMMA))
            TRY(script_take(r));
        else if (!script_at(r, TK_NAME))
            break;
    }
    TRY(script_expect_close(r, TK_BRACKET_CLOSE, "`,` or `]`", open));
    return script_expect(r, TK_ASSIGN, "`=` behind the outputs");
}

static bool take_outputs(ScriptReader *r, ScriptFunction *f, uint32_t first) {
    uint32_t n = r->items.len;
    f->varargout = n > first && is_named(r, r->items.at[n - 1], "varargout");
    r->items.len -= f->varargout;
    return script_copy_items(r, &f->outputs, &f->n_outputs, first);
}

/* Outputs, if there are some, and the name. */
static bool read_outputs_and_name(ScriptReader *r, ScriptFunction *f) {
    uint32_t first = r->items.len;
    Token name;
    bool list = script_at(r, TK_BRACKET);
    if (list)
        TRY(read_output_list(r));
    TRY(take_name(r, "the name of the function", &name));
    if (!list && script_at(r, TK_ASSIGN)) {
        TRY(add_output(r, &name) && script_take(r));
        TRY(take_name(r, "the name of the function", &name));
    }
    return take_outputs(r, f, first) && read_function_name(r, f, name);
}

static bool know_parameters(ScriptReader *r, const ScriptFunction *f) {
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->params[i]->name)
            TRY(script_know(r, f->params[i]->name));
    for (uint32_t i = 0; i < f->n_outputs; i++)
        TRY(script_know(r, f->outputs[i]->name));
    const char *const lists[] = {f->varargin ? "varargin" : NULL,
                                 f->varargout ? "varargout" : NULL};
    for (int i = 0; i < 2; i++) {
        if (!lists[i])
            continue;
        NameId name = script_name(r->lexer.env, r->tree->names, lists[i], strlen(lists[i]));
        r->failed = r->failed || !name;
        TRY(name && script_know(r, name));
    }
    return true;
}

static bool read_signature(ScriptReader *r, ScriptFunction *f) {
    TRY(script_take(r));
    TRY(read_outputs_and_name(r, f));
    if (script_at(r, TK_OPEN)) {
        uint32_t open = r->token.begin;
        TRY(script_read_parameters(r, f));
        TRY(script_expect_close(r, TK_CLOSE, "`,` or `)`", open));
    }
    return know_parameters(r, f);
}

/* ---- comments that are a function's help */

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/* The lines of comment that begin at `at`, if some do, into the function. */
static bool take_help(const ScriptLexer *l, ScriptFunction *f, uint32_t at) {
    const char *text = l->text;
    while (at < l->len && (script_is_blank(text[at]) || is_line_end(text[at]) || text[at] == ';'))
        at++;
    uint32_t begin = at;
    while (at < l->len && (text[at] == '%' || text[at] == '#')) {
        while (at < l->len && !is_line_end(text[at]))
            at++;
        f->help = begin;
        f->help_end = at;
        at += at + 1 < l->len && text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1;
        while (at < l->len && script_is_blank(text[at]))
            at++;
    }
    return f->help_end > 0;
}

/* The comment that ends on the line above. */
static void take_help_above(const ScriptLexer *l, ScriptFunction *f) {
    if (!l->comment_end)
        return;
    uint32_t lines = 0;
    for (uint32_t i = l->comment_end; i < f->node->begin; i++) {
        if (!script_is_blank(l->text[i]) && !is_line_end(l->text[i]))
            return;
        lines += l->text[i] == '\n';
    }
    if (lines > 1)
        return;
    f->help = l->comment;
    f->help_end = l->comment_end;
}

/* ---- functions that are open */

static bool open_function(ScriptReader *r, FunctionRun *run) {
    ScriptNode *node = script_node(r, SN_FUNCTION);
    ScriptFunction *f = node ? script_new_function(r, node, r->inside) : NULL;
    TRY(f);
    take_help_above(&r->lexer, f);
    OpenFunction open = {node, NULL, r->items.len, r->function, r->loops, r->inside};
    r->function = f->id;
    r->loops = 0;
    r->inside = f;
    r->statement = r->token.begin;
    if (!read_signature(r, f)) {
        TRY(!r->failed);
        r->items.len = open.first;
        TRY(script_recover(r));
    }
    uint32_t help = f->help, help_end = f->help_end;
    f->help_end = 0;
    if (!take_help(&r->lexer, f, r->last_end)) {
        f->help = help;
        f->help_end = help_end;
    }
    open.block = f->body = script_node(r, SN_BLOCK);
    if (!open.block || !vec_push(r->lexer.env, &run->open, open))
        r->failed = true;
    return !r->failed;
}

/* Its statements are its own, and the reader is outside of it. False: no memory, or too deep. */
static bool close_function(ScriptReader *r, FunctionRun *run) {
    OpenFunction *open = &run->open.at[run->open.len - 1];
    r->function = open->function;
    r->loops = open->loops;
    r->inside = open->inside;
    TRY(script_take_items(r, open->block, open->first));
    script_finish(r, open->block);
    script_finish(r, open->node);
    run->open.len--;
    r->panic = r->lexer.quiet = false;
    return !r->failed;
}

/* No function had an end: they stood beside each other, and the file is over. */
static bool close_neighbours(ScriptReader *r, FunctionRun *run) {
    uint32_t n = run->open.len;
    while (run->open.len > 0)
        TRY(close_function(r, run));
    for (uint32_t i = 0; i < n; i++) {
        run->open.at[i].node->function->parent = NULL;
        TRY(script_add_item(r, run->open.at[i].node));
    }
    return true;
}

static bool tell_never_ended(ScriptReader *r, const FunctionRun *run) {
    for (uint32_t i = 0; i < run->open.len && !r->unclosed; i++) {
        const ScriptNode *node = run->open.at[i].node;
        script_error(r, node->begin, node->begin + 8, "this function is never ended");
        script_hint(r, "other functions of this text have an `end`");
        r->panic = r->lexer.quiet = false;
    }
    r->unclosed = true;
    return !r->failed;
}

/* From `function` on, until as many have ended as began. */
static bool read_run(ScriptReader *r, FunctionRun *run) {
    ScriptNode *outermost = NULL;
    do {
        if (script_at_keyword(r, KW_FUNCTION)) {
            TRY(open_function(r, run));
            if (run->open.len == 1)
                outermost = run->open.at[0].node;
        }
        TRY(script_read_statements(r, IN_FUNCTION));
        if (script_at(r, TK_FILE_END)) {
            if (r->ended == 0)
                return close_neighbours(r, run);
            TRY(tell_never_ended(r, run));
            while (run->open.len > 0)
                TRY(close_function(r, run));
        } else if (script_at_keyword(r, KW_END) || script_at_keyword(r, KW_ENDFUNCTION)) {
            r->ended++;
            TRY(script_take(r) && close_function(r, run));
        } else if (!script_at_keyword(r, KW_FUNCTION)) {
            TRY(script_skip_stray(r));
        }
    } while (run->open.len > 0);
    return script_add_item(r, outermost);
}

bool script_read_functions(ScriptReader *r) {
    FunctionRun run = {0};
    bool ok = read_run(r, &run);
    vec_free(r->lexer.env->allocator, &run.open);
    return ok;
}
