/* Texts of scripts: 'raw', "with escapes", and the words of commands. */
#include "front/script/syntax/lex.h"

static bool ends_line(const ScriptLexer *l) {
    char c = script_peek(l, 0);
    return l->at >= l->len || c == '\n' || c == '\r';
}

static void take_line_end(ScriptLexer *l) {
    l->at += script_peek(l, 0) == '\r' && script_peek(l, 1) == '\n' ? 2 : 1;
}

/* ---- escapes */

/* Up to three digits of \101. */
static bool take_octal(ScriptLexer *l) {
    unsigned value = 0;
    for (int i = 0; i < 3 && script_peek(l, 0) >= '0' && script_peek(l, 0) <= '7'; i++, l->at++)
        value = value * 8 + (unsigned)(script_peek(l, 0) - '0');
    return vec_push(l->env, &l->bytes, (char)(unsigned char)value);
}

static int hex_value(char c) {
    if (script_is_digit(c))
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Up to two digits behind \x. */
static bool take_hex(ScriptLexer *l, uint32_t begin) {
    int value = hex_value(script_peek(l, 0));
    if (value < 0)
        return script_lex_error(l, begin, l->at, "\\x wants hexadecimal digits");
    l->at++;
    if (hex_value(script_peek(l, 0)) >= 0) {
        value = value * 16 + hex_value(script_peek(l, 0));
        l->at++;
    }
    return vec_push(l->env, &l->bytes, (char)(unsigned char)value);
}

/* At the byte behind the backslash. */
static bool take_escape(ScriptLexer *l) {
    static const char from[] = "abfnrtv\\'\"", to[] = "\a\b\f\n\r\t\v\\'\"";
    uint32_t begin = l->at - 1;
    char c = script_peek(l, 0);
    if (c >= '0' && c <= '7')
        return take_octal(l);
    if (ends_line(l)) {
        if (l->at < l->len)
            take_line_end(l);
        return true;
    }
    l->at++;
    if (c == 'x')
        return take_hex(l, begin);
    const char *known = strchr(from, c);
    if (c && known)
        return vec_push(l->env, &l->bytes, to[known - from]);
    if (!l->quiet)
        TRY(diagnose(l->env, l->diagnostics, SEVERITY_WARNING, l->tree->source, begin, l->at,
                     "unrecognized escape sequence '\\%c' -- converting to '%c'", c, c));
    return vec_push(l->env, &l->bytes, c);
}

/* A line that ends in a backslash, with blanks behind it, goes on. */
static bool continues(const ScriptLexer *l) {
    uint32_t i = 0;
    while (script_is_blank(script_peek(l, i)))
        i++;
    return i > 0 && (script_peek(l, i) == '\n' || script_peek(l, i) == '\r');
}

/* ---- texts */

bool script_lex_quoted(ScriptLexer *l, char quote, bool *closed) {
    *closed = false;
    while (!ends_line(l)) {
        char c = script_peek(l, 0);
        l->at++;
        if (c == quote && script_peek(l, 0) != quote) {
            *closed = true;
            return true;
        }
        if (c == quote)
            l->at++;
        if (c == '\\' && quote == '"') {
            if (continues(l))
                while (script_is_blank(script_peek(l, 0)))
                    l->at++;
            TRY(take_escape(l));
        } else {
            TRY(vec_push(l->env, &l->bytes, c));
        }
    }
    return true;
}

bool script_lex_keep_text(ScriptLexer *l, Token *out) {
    char *text = arena_new(l->env, &l->tree->arena, (size_t)l->bytes.len + 1);
    TRY(text);
    if (l->bytes.len > 0)
        memcpy(text, l->bytes.at, l->bytes.len);
    out->kind = TK_TEXT;
    out->text = text;
    out->len = l->bytes.len;
    return true;
}

static bool tell_unclosed(ScriptLexer *l, uint32_t begin, char quote, Token *out) {
    out->kind = TK_BAD;
    return script_lex_error(l, begin, l->at, "this text has no closing %c on its line", quote);
}

bool script_lex_text(ScriptLexer *l, Token *out) {
    uint32_t begin = l->at;
    char quote = script_peek(l, 0);
    bool closed = false;
    l->bytes.len = 0;
    l->at++;
    TRY(script_lex_quoted(l, quote, &closed));
    if (!closed)
        return tell_unclosed(l, begin, quote, out);
    out->double_quoted = quote == '"';
    return script_lex_keep_text(l, out);
}

/* ---- words of commands */

static bool at_dots(const ScriptLexer *l) {
    return script_peek(l, 0) == '.' && script_peek(l, 1) == '.' && script_peek(l, 2) == '.';
}

/* Blanks, and what stands behind ... with the end of the line. */
static void skip_between_words(ScriptLexer *l) {
    for (;;) {
        uint32_t back = l->at;
        if (script_is_blank(script_peek(l, 0))) {
            l->at++;
        } else if (at_dots(l)) {
            while (!ends_line(l))
                l->at++;
            if (l->at >= l->len) { /* no line follows: the dots are a word */
                l->at = back;
                return;
            }
            take_line_end(l);
        } else {
            return;
        }
    }
}

/* Is the word over here? `open` brackets keep blanks and commas in it. */
static bool word_ends(const ScriptLexer *l, uint32_t open) {
    char c = script_peek(l, 0);
    if (ends_line(l) || c == '%' || c == '#')
        return true;
    return open == 0 && (script_is_blank(c) || c == ',' || c == ';');
}

bool script_lex_word(ScriptLexer *l, Token *out) {
    *out = (Token){.kind = TK_LINE_END};
    skip_between_words(l);
    out->begin = out->end = l->at;
    if (word_ends(l, 0))
        return true;
    l->bytes.len = 0;
    uint32_t open = 0;
    while (!word_ends(l, open)) {
        char c = script_peek(l, 0);
        uint32_t begin = l->at++;
        bool closed = true;
        if (c == '(' || c == '[' || c == '{')
            open++;
        else if ((c == ')' || c == ']' || c == '}') && open > 0)
            open--;
        if (c == '\'' || c == '"')
            TRY(script_lex_quoted(l, c, &closed));
        else
            TRY(vec_push(l->env, &l->bytes, c));
        if (!closed)
            return tell_unclosed(l, begin, c, out);
    }
    out->end = l->at;
    return script_lex_keep_text(l, out);
}
