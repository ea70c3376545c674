/*
 * Macros: what they are defined as, and what becomes of their uses. Arguments are replaced by themselves before they are put
 * in, except beside # and ##; what comes of it is looked at again, and a macro's own name in it stays as it is.
 */
#include <stdio.h>

#include "front/slang/syntax/lex.h"

uint32_t find_macro(const Preprocessor *p, const char *name, uint32_t len) {
    for (IndexCursor c = index_find(&p->names, hash_bytes(name, len, 0));
         index_next(&p->names, &c);) {
        const Macro *m = &p->macros.at[c.id];
        if (m->len == len && memcmp(p->lex.text + m->text, name, len) == 0)
            return c.id;
    }
    return UINT32_MAX;
}

bool put_scratch(Preprocessor *p, const char *bytes, size_t len, uint32_t *begin) {
    TRY(source_append_scratch(p->lex.env, p->lex.ast->source, bytes, len, begin));
    p->lex.text = p->lex.ast->source->text;
    return true;
}

/* Where a use begins in the user's text, and behind its name there. */
static uint32_t use_end(const Preprocessor *p, const Token *use) {
    uint32_t end = use->start;
    const char *text = p->lex.text;
    while (text[end] == '_' || (text[end] >= '0' && text[end] <= '9') ||
           (text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'))
        end++;
    return end;
}
#define use_error(p, use, ...) lex_error(&(p)->lex, (use)->start, use_end(p, use), __VA_ARGS__)

/* ---- definitions */

static bool put_macro(Preprocessor *p, Macro macro) {
    const char *name = p->lex.text + macro.text;
    uint32_t old = find_macro(p, name, macro.len);
    macro.defined = true;
    if (old != UINT32_MAX) {
        macro.open = p->macros.at[old].open;
        p->macros.at[old] = macro;
        return true;
    }
    TRY(vec_push(p->lex.env, &p->macros, macro));
    return index_add(p->lex.env, &p->names, hash_bytes(name, macro.len, 0), p->macros.len - 1);
}

bool add_builtin_macro(Preprocessor *p, MacroKind kind, const char *name) {
    Macro macro = {.len = (uint32_t)strlen(name), .kind = (uint8_t)kind};
    return put_scratch(p, name, strlen(name), &macro.text) && put_macro(p, macro);
}

static bool tell_parameters(Preprocessor *p, const Token *t, bool *bad) {
    *bad = true;
    return lex_error(&p->lex, t->start, t->start + t->len,
                     "expected the name of a macro's parameter, `,` or `)`");
}

/* (a, b, ...) behind the name. */
static bool read_parameters(Preprocessor *p, Macro *m, bool *bad) {
    Token t;
    TRY(lex_one(&p->lex, true, &t)); /* ( */
    m->takes = true;
    m->params = p->params.len;
    TRY(lex_one(&p->lex, true, &t));
    while (!token_is(p, &t, ")")) {
        bool rest = token_is(p, &t, "...");
        if (t.kind != TOKEN_NAME && !rest)
            return tell_parameters(p, &t, bad);
        TRY(vec_push(p->lex.env, &p->params, t));
        m->n_params++;
        m->variadic = rest;
        TRY(lex_one(&p->lex, true, &t));
        if (token_is(p, &t, "...") && !rest) { /* args... */
            m->variadic = true;
            TRY(lex_one(&p->lex, true, &t));
        }
        if (token_is(p, &t, ",") && !m->variadic)
            TRY(lex_one(&p->lex, true, &t));
        else if (!token_is(p, &t, ")"))
            return tell_parameters(p, &t, bad);
    }
    return true;
}

bool read_macro(Preprocessor *p) {
    Token name, t;
    TRY(lex_one(&p->lex, true, &name));
    if (name.kind != TOKEN_NAME || token_is(p, &name, "defined"))
        return lex_error(&p->lex, name.start, name.start + name.len,
                         "expected the name of a macro behind #define") &&
               (name.kind == TOKEN_END || end_of_line(p));
    Macro macro = {.text = name.text, .len = name.len};
    bool bad = false;
    if (name.joined && p->lex.at < p->lex.len && p->lex.text[p->lex.at] == '(')
        TRY(read_parameters(p, &macro, &bad));
    macro.body = p->bodies.len;
    for (; !bad; macro.count++) {
        TRY(lex_one(&p->lex, true, &t));
        if (t.kind == TOKEN_END)
            break;
        macro.pastes = macro.pastes || token_is(p, &t, "##");
        TRY(vec_push(p->lex.env, &p->bodies, t));
    }
    return bad ? end_of_line(p) : put_macro(p, macro);
}

/* ---- tokens that come next */

/* The next token of the macros that are being replaced, or of the files. */
static bool pull(Preprocessor *p, Token *t) {
    while (p->frames.len > p->floor) {
        TokenFrame *f = &p->frames.at[p->frames.len - 1];
        if (f->next < f->end) {
            *t = p->pool.at[f->next++];
            return true;
        }
        if (f->macro != UINT32_MAX)
            p->macros.at[f->macro].open = false;
        p->frames.len--;
    }
    if (p->floor > 0) {
        *t = (Token){.kind = TOKEN_END};
        return true;
    }
    p->pool.len = 0;
    return next_of_files(p, t);
}

static bool push_frame(Preprocessor *p, uint32_t begin, uint32_t macro) {
    TokenFrame frame = {begin, p->pool.len, macro};
    TRY(vec_push(p->lex.env, &p->frames, frame));
    if (macro != UINT32_MAX)
        p->macros.at[macro].open = true;
    return true;
}

/* One more token that came of a macro. */
static bool put_made(Preprocessor *p, const Token *use, Token t) {
    if (p->flooded)
        return true;
    if (++p->made > MAX_MACRO_TOKENS) {
        p->flooded = true;
        TRY(use_error(p, use, "the macros of this module become more than %d tokens",
                      MAX_MACRO_TOKENS));
    }
    t.line = false;
    return vec_push(p->lex.env, &p->pool, t);
}

/* ---- arguments */

/* Where an argument's tokens are: as they stand, and replaced. */
enum { RANGE_BEGIN, RANGE_END, RANGE_REPLACED, RANGE_REPLACED_END, RANGE_WORDS };

typedef struct MacroCall {
    Token use;
    uint32_t macro;
    uint32_t ranges; /* of its arguments in Preprocessor.ranges, RANGE_WORDS words each */
    uint32_t n_args;
} MacroCall;

static uint32_t *range_of(Preprocessor *p, const MacroCall *call, uint32_t arg) {
    return &p->ranges.at[call->ranges + arg * RANGE_WORDS];
}

static bool begin_argument(Preprocessor *p, MacroCall *call) {
    call->n_args++;
    for (int k = 0; k < RANGE_WORDS; k++)
        TRY(vec_push(p->lex.env, &p->ranges, p->arguments.len));
    return true;
}

/* Behind the (: everything up to its ). *closed is false where it is not there. */
static bool read_arguments(Preprocessor *p, MacroCall *call, bool *closed) {
    uint32_t depth = 0;
    bool first = true;
    *closed = false;
    TRY(begin_argument(p, call));
    for (;; first = false) {
        const Macro *m = &p->macros.at[call->macro];
        Token t;
        TRY(pull(p, &t));
        if (t.kind == TOKEN_END)
            return true;
        bool more =
            token_is(p, &t, ",") && depth == 0 && !(m->variadic && call->n_args == m->n_params);
        bool end = token_is(p, &t, ")") && depth == 0;
        if (more || end)
            range_of(p, call, call->n_args - 1)[RANGE_END] = p->arguments.len;
        if (end) {
            *closed = true;
            if (first && m->n_params == 0)
                call->n_args = 0;
            return true;
        }
        depth += token_is(p, &t, "(");
        depth -= token_is(p, &t, ")");
        if (more)
            TRY(begin_argument(p, call));
        else
            TRY(vec_push(p->lex.env, &p->arguments, t));
    }
}

bool replace_tokens(Preprocessor *p, uint32_t begin, uint32_t end) {
    uint32_t floor = p->floor, pool = p->pool.len;
    bool bottom = p->frames.len == 0;
    TokenFrame under = {0, 0, UINT32_MAX}; /* so that the floor is above 0 */
    if (begin == end)
        return true;
    for (uint32_t k = begin; k < end; k++) {
        Token t = p->arguments.at[k];
        TRY(put_made(p, &t, t));
    }
    TRY(!bottom || vec_push(p->lex.env, &p->frames, under));
    p->floor = p->frames.len;
    TRY(push_frame(p, pool, UINT32_MAX));
    p->depth++;
    for (;;) {
        Token t;
        TRY(next_token(p, &t));
        if (t.kind == TOKEN_END)
            break;
        TRY(vec_push(p->lex.env, &p->arguments, t));
    }
    p->depth--;
    p->floor = floor;
    if (bottom)
        p->frames.len = 0;
    return true;
}

/* Every argument that is put in as what it becomes. */
static bool replace_arguments(Preprocessor *p, MacroCall *call) {
    for (uint32_t a = 0; a < call->n_args; a++) {
        uint32_t begin = p->arguments.len, *r = range_of(p, call, a);
        TRY(replace_tokens(p, r[RANGE_BEGIN], r[RANGE_END]));
        r = range_of(p, call, a);
        r[RANGE_REPLACED] = begin;
        r[RANGE_REPLACED_END] = p->arguments.len;
    }
    return true;
}

/* ---- putting arguments in */

/* The number of the parameter; UINT32_MAX: it is none. */
static uint32_t parameter_of(const Preprocessor *p, const Macro *m, const Token *t) {
    if (t->kind != TOKEN_NAME)
        return UINT32_MAX;
    for (uint32_t k = 0; k < m->n_params; k++) {
        const Token *name = &p->params.at[m->params + k];
        bool rest = token_is(p, name, "...");
        if (rest ? token_is(p, t, "__VA_ARGS__")
                 : name->len == t->len &&
                       !memcmp(p->lex.text + name->text, p->lex.text + t->text, t->len))
            return k;
    }
    return UINT32_MAX;
}

/* # parameter: the argument's text as a string. */
static bool put_text_of(Preprocessor *p, const MacroCall *call, uint32_t arg) {
    Str text = str_make(p->lex.env);
    Token t = {.kind = TOKEN_STRING, .start = call->use.start};
    str_putc(&text, '"');
    for (uint32_t k = range_of(p, call, arg)[RANGE_BEGIN]; k < range_of(p, call, arg)[RANGE_END];
         k++) {
        const Token *one = &p->arguments.at[k];
        for (uint32_t i = 0; i < one->len; i++) {
            char c = p->lex.text[one->text + i];
            if (one->kind == TOKEN_STRING && (c == '"' || c == '\\'))
                str_putc(&text, '\\');
            str_putc(&text, c);
        }
        if (!one->joined && k + 1 < range_of(p, call, arg)[RANGE_END])
            str_putc(&text, ' ');
    }
    str_putc(&text, '"');
    bool ok = str_ok(&text) && put_scratch(p, text.data, text.len, &t.text);
    t.len = (uint32_t)text.len;
    str_free(&text);
    return ok && put_made(p, &call->use, t);
}

/* Makes one token of the last of the pool and this one. */
static bool paste(Preprocessor *p, const Token *use, Token right) {
    Token left = p->pool.at[p->pool.len - 1], made;
    Str text = str_make(p->lex.env);
    uint32_t begin = 0;
    str_put(&text, p->lex.text + left.text, left.len);
    str_put(&text, p->lex.text + right.text, right.len);
    bool ok = str_ok(&text) && put_scratch(p, text.data, text.len, &begin);
    uint32_t len = (uint32_t)text.len;
    str_free(&text);
    TRY(ok);
    Lex there = p->lex;
    uint32_t errors = there.diagnostics->errors;
    there.at = begin;
    there.len = begin + len;
    TRY(lex_one(&there, true, &made));
    if (made.len != len && errors == there.diagnostics->errors)
        TRY(use_error(p, use, "`%.*s` ## `%.*s` in a macro is not one token",
                      (int)(left.len < 40 ? left.len : 40), p->lex.text + left.text,
                      (int)(right.len < 40 ? right.len : 40), p->lex.text + right.text));
    if (made.kind == TOKEN_END)
        made = left; /* a comment's beginning */
    made.start = use->start;
    made.line = made.plain = false;
    made.joined = right.joined;
    p->pool.at[p->pool.len - 1] = made;
    return true;
}

/* What the body is being made into. */
typedef struct Filling {
    MacroCall *call;
    uint32_t begin; /* of what was made, in the pool */
    bool pasting;   /* ## stood before */
    bool nothing;   /* and what it pastes to was empty */
} Filling;

static bool put_one(Preprocessor *p, Filling *f, Token t) {
    if (f->pasting && !f->nothing && p->pool.len > f->begin && !p->flooded) {
        f->pasting = false;
        return paste(p, &f->call->use, t);
    }
    f->pasting = f->nothing = false;
    return put_made(p, &f->call->use, t);
}

static bool put_argument(Preprocessor *p, Filling *f, uint32_t arg, bool as_it_is, bool joined) {
    if (arg >= f->call->n_args)
        return true;
    const uint32_t *r = range_of(p, f->call, arg);
    uint32_t begin = r[as_it_is ? RANGE_BEGIN : RANGE_REPLACED],
             end = r[as_it_is ? RANGE_END : RANGE_REPLACED_END];
    for (uint32_t k = begin; k < end; k++) {
        Token t = p->arguments.at[k];
        t.joined = k + 1 < end ? t.joined : joined;
        TRY(put_one(p, f, t));
    }
    return true;
}

static bool is_empty_argument(Preprocessor *p, const MacroCall *call, uint32_t arg) {
    if (arg >= call->n_args)
        return true;
    const uint32_t *r = range_of(p, call, arg);
    return r[RANGE_BEGIN] == r[RANGE_END];
}

/* One token of the body, or two; how many in *used. */
static bool fill_one(Preprocessor *p, Filling *f, uint32_t k, uint32_t *used) {
    Macro m = p->macros.at[f->call->macro];
    Token t = p->bodies.at[m.body + k];
    bool more = k + 1 < m.count;
    Token next = more ? p->bodies.at[m.body + k + 1] : t;
    bool pasted = more && token_is(p, &next, "##");
    *used = 1;
    if (token_is(p, &t, "##") && k > 0 && more) {
        f->pasting = true;
        return true;
    }
    if (m.takes && token_is(p, &t, "#") && more && parameter_of(p, &m, &next) != UINT32_MAX) {
        *used = 2;
        return put_text_of(p, f->call, parameter_of(p, &m, &next));
    }
    uint32_t arg = m.takes ? parameter_of(p, &m, &t) : UINT32_MAX;
    if (arg == UINT32_MAX) {
        /* `, ## __VA_ARGS__`: without arguments no comma. */
        if (pasted && m.variadic && token_is(p, &t, ",") && k + 2 < m.count &&
            parameter_of(p, &m, &p->bodies.at[m.body + k + 2]) == m.n_params - 1) {
            *used = 2;
            return is_empty_argument(p, f->call, m.n_params - 1) || put_one(p, f, t);
        }
        t.start = f->call->use.start;
        t.joined = t.joined && more;
        return put_one(p, f, t);
    }
    bool empty = is_empty_argument(p, f->call, arg);
    if (empty && pasted) { /* ## with nothing on its left */
        f->nothing = !f->pasting;
        return true;
    }
    if (empty)
        f->pasting = false;
    return put_argument(p, f, arg, pasted || f->pasting, t.joined && more);
}

static bool fill_body(Preprocessor *p, MacroCall *call) {
    Filling f = {.call = call, .begin = p->pool.len};
    for (uint32_t k = 0, used; k < p->macros.at[call->macro].count && !p->flooded; k += used)
        TRY(fill_one(p, &f, k, &used));
    return push_frame(p, f.begin, call->macro);
}

/* ---- uses */

static bool tell_arguments(Preprocessor *p, const MacroCall *call) {
    const Macro *m = &p->macros.at[call->macro];
    const char *name = p->lex.text + m->text;
    return use_error(p, &call->use, "the macro %.*s takes %s%u argument%s, and is given %u",
                     (int)(m->len < 60 ? m->len : 60), name, m->variadic ? "at least " : "",
                     m->n_params - m->variadic, m->n_params - m->variadic == 1 ? "" : "s",
                     call->n_args);
}

static bool replace_call(Preprocessor *p, MacroCall *call) {
    const Macro *m = &p->macros.at[call->macro];
    bool closed;
    TRY(read_arguments(p, call, &closed));
    m = &p->macros.at[call->macro];
    if (!closed)
        return use_error(p, &call->use, "the arguments of the macro %.*s are never closed",
                         (int)(m->len < 60 ? m->len : 60), p->lex.text + m->text);
    if (m->variadic ? call->n_args + 1 < m->n_params : call->n_args != m->n_params)
        return tell_arguments(p, call);
    if (p->depth >= MAX_MACRO_DEPTH)
        return use_error(p, &call->use,
                         "macros in arguments of macros are nested more than %d deep",
                         MAX_MACRO_DEPTH);
    return replace_arguments(p, call) && fill_body(p, call);
}

/* __LINE__ and its like. */
static bool put_builtin(Preprocessor *p, const Token *use, MacroKind kind) {
    char text[300];
    uint32_t line, column;
    Token t = {.kind = kind == MACRO_FILE ? TOKEN_STRING : TOKEN_INT, .start = use->start};
    source_place(p->lex.ast->source, use->start, &line, &column);
    if (kind == MACRO_FILE)
        snprintf(text, sizeof text, "\"%.290s\"", source_file(p->lex.ast->source, use->start));
    else
        snprintf(text, sizeof text, "%u", kind == MACRO_LINE ? line : p->counter++);
    t.len = (uint32_t)strlen(text);
    uint32_t begin = p->pool.len;
    return put_scratch(p, text, t.len, &t.text) && put_made(p, use, t) &&
           push_frame(p, begin, UINT32_MAX);
}

/* *replaced is false where the name is followed by no ( and so stays. */
static bool replace_use(Preprocessor *p, const Token *use, uint32_t macro, bool *replaced) {
    MacroCall call = {.use = *use, .macro = macro, .ranges = p->ranges.len};
    uint32_t arguments = p->arguments.len;
    *replaced = true;
    if (p->macros.at[macro].kind != MACRO_TOKENS)
        return put_builtin(p, use, (MacroKind)p->macros.at[macro].kind);
    if (!p->macros.at[macro].takes)
        return fill_body(p, &call);
    Token open;
    TRY(pull(p, &open));
    if (!token_is(p, &open, "(")) {
        uint32_t begin = p->pool.len;
        *replaced = false;
        if (open.kind == TOKEN_END)
            return true;
        TRY(vec_push(p->lex.env, &p->pool, open));
        return push_frame(p, begin, UINT32_MAX);
    }
    TRY(replace_call(p, &call));
    p->arguments.len = arguments;
    p->ranges.len = call.ranges;
    return true;
}

bool next_token(Preprocessor *p, Token *out) {
    for (;;) {
        bool replaced;
        TRY(pull(p, out));
        if (p->flooded)
            *out = (Token){.kind = TOKEN_END};
        if (out->kind != TOKEN_NAME || out->plain)
            return true;
        uint32_t macro = find_macro(p, p->lex.text + out->text, out->len);
        if (macro == UINT32_MAX || !p->macros.at[macro].defined)
            return true;
        if (p->macros.at[macro].open) {
            out->plain = true;
            return true;
        }
        TRY(replace_use(p, out, macro, &replaced));
        if (!replaced)
            return true;
    }
}
