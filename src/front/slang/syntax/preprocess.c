/*
 * The preprocessor: files in files, conditions, and what else begins with #. It works on tokens, so each knows the byte of
 * the user's text that it is of. Skipped groups are read line by line and not made tokens of.
 */
#include <stdio.h>
#include <stdlib.h>

#include "front/slang/syntax/lex.h"

bool end_of_line(Preprocessor *p) {
    Token t;
    do
        TRY(lex_one(&p->lex, true, &t));
    while (t.kind != TOKEN_END);
    return true;
}

/* ---- files */

static const char *path_of(const Preprocessor *p, const IncludedFile *file) {
    return p->paths.data + file->path;
}

static bool known_path(const Preprocessor *p, const Str *path, uint32_t *file) {
    for (*file = 0; *file < p->files.len; (*file)++) {
        const IncludedFile *f = &p->files.at[*file];
        if (f->path_len == path->len && !memcmp(path_of(p, f), path->data, path->len))
            return true;
    }
    return false;
}

/* Reads it behind what is there. */
static bool add_file(Preprocessor *p, const char *name, bool angled, const char *from, Str *path,
                     uint32_t *file) {
    Str text = str_make(p->lex.env);
    IncludedFile f = {.path = (uint32_t)p->paths.len, .path_len = (uint32_t)path->len};
    path->len = 0;
    bool there = p->imports->include(p->imports->user, p->lex.env, from, name, angled, path, &text);
    bool ok = p->lex.env->error->status == FRIT_OK && str_ok(&text) && str_ok(path);
    if (ok && there) {
        str_put(&p->paths, path->data, path->len);
        str_putc(&p->paths, '\0');
        f.len = (uint32_t)text.len;
        ok = str_ok(&p->paths) &&
             source_append(p->lex.env, p->lex.ast->source, path->data, text.data ? text.data : "",
                           text.len, &f.begin) &&
             vec_push(p->lex.env, &p->files, f);
        p->lex.text = p->lex.ast->source->text;
        *file = p->files.len - 1;
    }
    str_free(&text);
    return ok;
}

bool find_include(Preprocessor *p, const char *name, uint32_t len, bool angled, uint32_t *file) {
    Str path = str_make(p->lex.env), copy = str_make(p->lex.env);
    bool ok = true;
    const char *from = source_file(p->lex.ast->source, p->lex.at);
    *file = UINT32_MAX;
    str_put(&copy, name, len);
    str_putc(&copy, '\0');
    if (str_ok(&copy) && p->imports && p->imports->include && strlen(copy.data) == len) {
        bool there =
            p->imports->include(p->imports->user, p->lex.env, from, copy.data, angled, &path, NULL);
        ok = p->lex.env->error->status == FRIT_OK && str_ok(&path);
        if (ok && there && !known_path(p, &path, file)) {
            *file = UINT32_MAX;
            ok = add_file(p, copy.data, angled, from, &path, file);
        } else if (!there) {
            *file = UINT32_MAX;
        }
    }
    ok = ok && str_ok(&copy);
    str_free(&copy);
    str_free(&path);
    return ok;
}

static bool is_defined(const Preprocessor *p, const char *name, uint32_t len) {
    uint32_t macro = find_macro(p, name, len);
    return macro != UINT32_MAX && p->macros.at[macro].defined;
}

static bool begin_file(Preprocessor *p, uint32_t file) {
    const IncludedFile *f = &p->files.at[file];
    if (f->once || (f->guard_len > 0 && is_defined(p, p->lex.text + f->guard, f->guard_len)))
        return true;
    FileFrame frame = {.at = f->begin, .len = f->begin + f->len, .file = file};
    frame.conditions = p->conditions.len;
    p->stack.at[p->stack.len - 1].at = p->lex.at;
    TRY(vec_push(p->lex.env, &p->stack, frame));
    p->lex.at = frame.at;
    p->lex.len = frame.len;
    p->lex.fresh = true;
    if (f->len >= 3 && !memcmp(p->lex.text + f->begin, "\xef\xbb\xbf", 3))
        p->lex.at += 3; /* a byte order mark */
    return true;
}

static bool close_conditions(Preprocessor *p, uint32_t down_to) {
    for (; p->conditions.len > down_to; p->conditions.len--) {
        const Condition *c = &p->conditions.at[p->conditions.len - 1];
        TRY(lex_error(&p->lex, c->begin, c->end, "this has no #endif"));
    }
    return true;
}

/* Goes on in the file that included the one that is over; *more is false where none did. */
static bool end_file(Preprocessor *p, bool *more) {
    TRY(close_conditions(p, p->stack.at[p->stack.len - 1].conditions));
    *more = p->stack.len > 1;
    if (!*more)
        return true;
    p->stack.len--;
    p->lex.at = p->stack.at[p->stack.len - 1].at;
    p->lex.len = p->stack.at[p->stack.len - 1].len;
    p->lex.fresh = true;
    return true;
}

/* ---- conditions */

/* Is the rest of the file nothing but space and comments? */
static bool is_rest_empty(const Preprocessor *p) {
    Lex there = p->lex;
    Diagnostics none = {.errors = 0};
    there.diagnostics = &none;
    bool empty = lex_skip_space(&there, false) && there.at >= there.len;
    diagnostics_free(there.env->allocator, &none);
    return empty;
}

/* The name behind the first #ifndef of the file that is read, if nothing but that stands before `at`. */
static bool first_guard(const Preprocessor *p, const IncludedFile *f, Token *name) {
    Lex there = p->lex;
    Diagnostics none = {.errors = 0};
    Preprocessor look = {.lex = there};
    Token sharp, word;
    look.lex.diagnostics = &none;
    look.lex.at = f->begin;
    look.lex.fresh = true;
    bool ok = lex_one(&look.lex, true, &sharp);
    while (ok && sharp.kind == TOKEN_END && look.lex.at < look.lex.len) {
        look.lex.at++;
        ok = lex_one(&look.lex, true, &sharp);
    }
    ok = ok && token_is(&look, &sharp, "#") && lex_one(&look.lex, true, &word) &&
         token_is(&look, &word, "ifndef") && lex_one(&look.lex, true, name) &&
         name->kind == TOKEN_NAME;
    diagnostics_free(there.env->allocator, &none);
    return ok;
}

/* Behind the #endif of the first condition of a file: was it a guard around everything? */
static void note_guard(Preprocessor *p, const Condition *c) {
    FileFrame *frame = &p->stack.at[p->stack.len - 1];
    Token name;
    if (frame->file == UINT32_MAX || p->conditions.len != frame->conditions || c->otherwise ||
        !is_rest_empty(p))
        return;
    IncludedFile *f = &p->files.at[frame->file];
    if (!first_guard(p, f, &name) || name.start < c->begin || name.start > c->end + name.len)
        return;
    f->guard = name.text;
    f->guard_len = name.len;
}

/* Past the end of the line; quotes hide what looks like a comment. */
static bool skip_line(Preprocessor *p) {
    Lex *l = &p->lex;
    for (bool quoted = false; l->at < l->len; l->at++) {
        char c = l->text[l->at], next = l->at + 1 < l->len ? l->text[l->at + 1] : '\0';
        if (c == '\n') {
            l->at++;
            break;
        }
        if (c == '"')
            quoted = !quoted;
        if (c == '\\' && next != '\0') {
            l->at += next == '\r' && l->at + 2 < l->len && l->text[l->at + 2] == '\n' ? 2 : 1;
        } else if (c == '/' && next == '/' && !quoted) {
            while (l->at + 1 < l->len && l->text[l->at + 1] != '\n')
                l->at++;
        } else if (c == '/' && next == '*' && !quoted) {
            TRY(lex_skip_space(l, true));
            l->at--;
        }
    }
    l->fresh = true;
    return true;
}

typedef enum Directive {
    DIRECTIVE_OTHER,
    DIRECTIVE_IF, /* #ifdef and #ifndef too */
    DIRECTIVE_ELIF,
    DIRECTIVE_ELSE,
    DIRECTIVE_ENDIF
} Directive;

static Directive directive_of(const Preprocessor *p, const Token *word) {
    return token_is(p, word, "if") || token_is(p, word, "ifdef") || token_is(p, word, "ifndef")
               ? DIRECTIVE_IF
           : token_is(p, word, "elif")  ? DIRECTIVE_ELIF
           : token_is(p, word, "else")  ? DIRECTIVE_ELSE
           : token_is(p, word, "endif") ? DIRECTIVE_ENDIF
                                        : DIRECTIVE_OTHER;
}

static bool tell_alone(Preprocessor *p, const Token *word, const char *what) {
    return lex_error(&p->lex, word->start, word->start + word->len, "this #%.*s %s", (int)word->len,
                     p->lex.text + word->text, what);
}

/* At an #elif, #else or #endif: is the group behind it taken? *over: there is none. */
static bool next_group(Preprocessor *p, const Token *word, bool *taken, bool *over) {
    Condition *c = &p->conditions.at[p->conditions.len - 1];
    Directive what = directive_of(p, word);
    *taken = *over = false;
    if (what == DIRECTIVE_ENDIF) {
        Condition ended = *c;
        p->conditions.len--;
        *over = true;
        TRY(end_of_line(p));
        note_guard(p, &ended);
        return true;
    }
    if (c->otherwise)
        TRY(tell_alone(p, word, "comes behind an #else"));
    if (what == DIRECTIVE_ELSE) {
        *taken = !c->taken && !c->otherwise;
        c->otherwise = true;
        c->taken = true;
        return end_of_line(p);
    }
    if (c->taken)
        return end_of_line(p);
    TRY(read_condition(p, word->start, taken));
    p->conditions.at[p->conditions.len - 1].taken = *taken;
    return true;
}

/* From the line behind an #if whose group is not taken up to a group that is, or behind its #endif. */
static bool skip_groups(Preprocessor *p) {
    for (uint32_t inner = 0; p->lex.at < p->lex.len;) {
        Token sharp, word;
        Lex *l = &p->lex;
        while (l->at < l->len && strchr(" \t\r\f\v", l->text[l->at]) && l->text[l->at])
            l->at++;
        if (l->at >= l->len || l->text[l->at] != '#') {
            TRY(skip_line(p));
            continue;
        }
        TRY(lex_one(l, true, &sharp));
        uint32_t after = l->at;
        while (l->at < l->len && (l->text[l->at] == ' ' || l->text[l->at] == '\t'))
            l->at++;
        word = (Token){.kind = TOKEN_NAME, .start = l->at, .text = l->at};
        while (l->at < l->len && l->text[l->at] >= 'a' && l->text[l->at] <= 'z')
            l->at++;
        word.len = l->at - word.start;
        Directive what = directive_of(p, &word);
        if (what == DIRECTIVE_OTHER || what == DIRECTIVE_IF || inner > 0) {
            inner += what == DIRECTIVE_IF;
            inner -= what == DIRECTIVE_ENDIF;
            l->at = after;
            TRY(skip_line(p));
            continue;
        }
        bool taken, over;
        TRY(next_group(p, &word, &taken, &over));
        if (taken || over)
            return true;
        TRY(skip_line(p));
    }
    return true;
}

static bool read_if(Preprocessor *p, const Token *word) {
    Condition c = {.begin = word->start - 1, .end = word->start + word->len};
    bool holds = false;
    if (token_is(p, word, "if")) {
        TRY(read_condition(p, word->start, &holds));
    } else {
        Token name;
        TRY(lex_one(&p->lex, true, &name));
        c.end = name.start;
        if (name.kind != TOKEN_NAME)
            TRY(lex_error(&p->lex, word->start, word->start + word->len,
                          "expected a name behind #%.*s", (int)word->len,
                          p->lex.text + word->text));
        holds = name.kind == TOKEN_NAME &&
                is_defined(p, p->lex.text + name.text, name.len) == token_is(p, word, "ifdef");
        TRY(name.kind == TOKEN_END || end_of_line(p));
    }
    c.taken = holds;
    TRY(vec_push(p->lex.env, &p->conditions, c));
    return holds || (skip_line(p) && skip_groups(p));
}

/* The end of a group that was taken. */
static bool leave_group(Preprocessor *p, const Token *word) {
    bool taken, over;
    if (p->conditions.len <= p->stack.at[p->stack.len - 1].conditions)
        return tell_alone(p, word, "has no #if") && end_of_line(p);
    TRY(next_group(p, word, &taken, &over));
    return over || (skip_line(p) && skip_groups(p));
}

/* ---- the other directives */

/* The name between quotes or < >, as it stands on the line or as macros make it; its place in the text. */
static bool include_name(Preprocessor *p, uint32_t *begin, uint32_t *len, bool *angled) {
    Lex *l = &p->lex;
    TRY(lex_skip_space(l, true));
    char open = l->at < l->len ? l->text[l->at] : '\0', close = open == '<' ? '>' : '"';
    *len = 0;
    *angled = open == '<';
    if (open == '<' || open == '"') {
        *begin = ++l->at;
        while (l->at < l->len && l->text[l->at] != close && l->text[l->at] != '\n')
            l->at++;
        if (l->at < l->len && l->text[l->at] == close)
            *len = l->at++ - *begin;
        return true;
    }
    uint32_t first = p->arguments.len, from;
    for (Token t;;) {
        TRY(lex_one(l, true, &t));
        if (t.kind == TOKEN_END)
            break;
        TRY(vec_push(l->env, &p->arguments, t));
    }
    from = p->arguments.len;
    TRY(replace_tokens(p, first, from));
    if (p->arguments.len == from + 1 && p->arguments.at[from].kind == TOKEN_STRING) {
        *begin = p->arguments.at[from].text + 1;
        *len = p->arguments.at[from].len - 2;
    }
    p->arguments.len = first;
    return true;
}

static bool read_include(Preprocessor *p, const Token *word) {
    uint32_t begin = 0, len, file, place = word->start - 1;
    bool angled;
    TRY(include_name(p, &begin, &len, &angled));
    if (len == 0)
        return lex_error(&p->lex, place, word->start + word->len,
                         "expected the name of a file behind #include") &&
               end_of_line(p);
    uint32_t end = p->lex.at;
    TRY(end_of_line(p));
    if (p->stack.len >= MAX_INCLUDES)
        return lex_error(&p->lex, place, end, "files are included more than %d deep", MAX_INCLUDES);
    TRY(find_include(p, p->lex.text + begin, len, angled, &file));
    if (file != UINT32_MAX)
        return begin_file(p, file);
    TRY(lex_error(&p->lex, place, end, "the file %.*s was not found", (int)(len < 200 ? len : 200),
                  p->lex.text + begin));
    diagnose_hint(p->lex.diagnostics,
                  "it is looked for beside the file that includes it and in the search folders");
    return true;
}

static bool read_undef(Preprocessor *p) {
    Token name;
    TRY(lex_one(&p->lex, true, &name));
    uint32_t macro =
        name.kind == TOKEN_NAME ? find_macro(p, p->lex.text + name.text, name.len) : UINT32_MAX;
    if (macro != UINT32_MAX)
        p->macros.at[macro].defined = false;
    return name.kind == TOKEN_END || end_of_line(p);
}

static bool read_pragma(Preprocessor *p) {
    Token what;
    uint32_t file = p->stack.at[p->stack.len - 1].file;
    TRY(lex_one(&p->lex, true, &what));
    if (token_is(p, &what, "once") && file != UINT32_MAX)
        p->files.at[file].once = true;
    return what.kind == TOKEN_END || end_of_line(p);
}

/* #line 7, #line 7 "name" */
static bool read_line(Preprocessor *p) {
    Token number, name;
    TRY(lex_one(&p->lex, true, &number));
    if (number.kind == TOKEN_END)
        return true;
    TRY(lex_one(&p->lex, true, &name));
    TRY(name.kind == TOKEN_END || end_of_line(p));
    bool named = name.kind == TOKEN_STRING && name.len > 2;
    uint32_t line = (uint32_t)strtoul(p->lex.text + number.text, NULL, 10);
    if (number.kind != TOKEN_INT || p->lex.at >= p->lex.len)
        return true;
    Str copy = str_make(p->lex.env);
    if (named)
        str_put(&copy, p->lex.text + name.text + 1, name.len - 2);
    bool ok = str_ok(&copy) && source_renumber(p->lex.env, p->lex.ast->source, p->lex.at + 1, line,
                                               named ? copy.data : NULL, copy.len);
    str_free(&copy);
    return ok;
}

/* #error and #warning with what they say. */
static bool read_told(Preprocessor *p, const Token *word, bool error) {
    TRY(lex_skip_space(&p->lex, true));
    uint32_t begin = p->lex.at;
    while (p->lex.at < p->lex.len && p->lex.text[p->lex.at] != '\n')
        p->lex.at++;
    uint32_t len = p->lex.at - begin;
    while (len > 0 && p->lex.text[begin + len - 1] == '\r')
        len--;
    return diagnose(p->lex.env, p->lex.diagnostics, error ? SEVERITY_ERROR : SEVERITY_WARNING,
                    p->lex.ast->source, word->start - 1, word->start + word->len, "#%s: %.*s",
                    error ? "error" : "warning", (int)(len < 200 ? len : 200), p->lex.text + begin);
}

static bool read_directive(Preprocessor *p, const Token *sharp) {
    Token word;
    TRY(lex_one(&p->lex, true, &word));
    if (word.kind == TOKEN_END)
        return true;
    if (token_is(p, &word, "define"))
        return read_macro(p);
    if (token_is(p, &word, "include"))
        return read_include(p, &word);
    if (token_is(p, &word, "undef"))
        return read_undef(p);
    if (token_is(p, &word, "pragma"))
        return read_pragma(p);
    if (token_is(p, &word, "line"))
        return read_line(p);
    if (token_is(p, &word, "error") || token_is(p, &word, "warning"))
        return read_told(p, &word, token_is(p, &word, "error"));
    if (directive_of(p, &word) == DIRECTIVE_IF)
        return read_if(p, &word);
    if (directive_of(p, &word) != DIRECTIVE_OTHER)
        return leave_group(p, &word);
    /* GLSL's, which say nothing here. */
    if (!token_is(p, &word, "version") && !token_is(p, &word, "extension"))
        TRY(lex_error(&p->lex, sharp->start, word.start + word.len, "#%.*s is not supported",
                      (int)(word.len < 60 ? word.len : 60), p->lex.text + word.text));
    return end_of_line(p);
}

bool next_of_files(Preprocessor *p, Token *t) {
    for (bool more;;) {
        TRY(lex_one(&p->lex, false, t));
        if (t->kind == TOKEN_END) {
            TRY(end_file(p, &more));
            if (!more)
                return true;
        } else if (t->line && token_is(p, t, "#")) {
            TRY(read_directive(p, t));
        } else {
            return true;
        }
    }
}

/* ---- all of it */

/* What stands for a definition of the host's: "NAME=TOKENS" as a line. */
static bool put_definitions(Preprocessor *p, uint32_t *begin, uint32_t *len) {
    Str text = str_make(p->lex.env);
    if (p->imports) /* what files ask for when they mean this language */
        str_puts(
            &text,
            "#define __SLANG__ 1\n#define __SLANG_COMPILER__ 1\n#define __HLSL_VERSION 2018\n");
    for (uint32_t k = 0; p->imports && p->imports->defines && p->imports->defines[k]; k++) {
        const char *one = p->imports->defines[k], *is = strchr(one, '=');
        str_puts(&text, "#define ");
        str_put(&text, one, is ? (size_t)(is - one) : strlen(one));
        str_putc(&text, ' ');
        str_puts(&text, is ? is + 1 : "1");
        str_putc(&text, '\n');
    }
    *len = (uint32_t)text.len;
    bool ok = str_ok(&text) &&
              (text.len == 0 || source_append(p->lex.env, p->lex.ast->source, "definitions given",
                                              text.data, text.len, begin));
    str_free(&text);
    p->lex.text = p->lex.ast->source->text;
    return ok;
}

/* The text itself, and above it what the host defines. */
static bool begin_text(Preprocessor *p) {
    uint32_t begin = 0, len = 0;
    FileFrame text = {.len = p->lex.ast->source->len, .file = UINT32_MAX};
    bool mark = text.len >= 3 && !memcmp(p->lex.ast->source->text, "\xef\xbb\xbf", 3);
    text.at = mark ? 3 : 0;
    TRY(put_definitions(p, &begin, &len));
    TRY(put_scratch(p, "01", 2, &p->numbers));
    TRY(add_builtin_macro(p, MACRO_LINE, "__LINE__"));
    TRY(add_builtin_macro(p, MACRO_FILE, "__FILE__"));
    TRY(add_builtin_macro(p, MACRO_COUNTER, "__COUNTER__"));
    TRY(vec_push(p->lex.env, &p->stack, text));
    p->lex.at = text.at;
    p->lex.len = text.len;
    if (len == 0)
        return true;
    FileFrame host = {.at = begin, .len = begin + len, .file = UINT32_MAX};
    TRY(vec_push(p->lex.env, &p->stack, host));
    p->lex.at = host.at;
    p->lex.len = host.len;
    return true;
}

/* Several: the parser looks a few tokens ahead without asking whether they are there. */
static bool push_end(const Preprocessor *p, uint32_t at) {
    Token end = {.kind = TOKEN_END, .start = at, .text = at, .line = true};
    for (int i = 0; i < END_TOKENS; i++)
        TRY(vec_push(p->lex.env, &p->lex.ast->tokens, end));
    return true;
}

static bool lex_all(Preprocessor *p) {
    uint32_t end = p->lex.ast->source->len;
    TRY(begin_text(p));
    for (Token t;;) {
        TRY(next_token(p, &t));
        if (t.kind == TOKEN_END)
            return push_end(p, end);
        TRY(vec_push(p->lex.env, &p->lex.ast->tokens, t));
    }
}

bool slang_lex(Env *env, const Imports *imports, Ast *ast, Diagnostics *diagnostics) {
    Preprocessor p = {.lex = {.env = env,
                              .ast = ast,
                              .diagnostics = diagnostics,
                              .text = ast->source->text,
                              .fresh = true},
                      .imports = imports,
                      .paths = str_make(env)};
    bool ok = lex_all(&p);
    vec_free(env->allocator, &p.stack);
    vec_free(env->allocator, &p.conditions);
    vec_free(env->allocator, &p.files);
    vec_free(env->allocator, &p.macros);
    vec_free(env->allocator, &p.bodies);
    vec_free(env->allocator, &p.params);
    vec_free(env->allocator, &p.frames);
    vec_free(env->allocator, &p.pool);
    vec_free(env->allocator, &p.arguments);
    vec_free(env->allocator, &p.ranges);
    index_free(env->allocator, &p.names);
    str_free(&p.paths);
    return ok;
}
