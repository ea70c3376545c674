/* Tokens of scripts: blanks, comments, names, signs; what a bracket, a quote or the end of a line means where it stands. */
#include "front/script/syntax/lex.h"

#include <stdarg.h>
#include <stdio.h>

bool script_lex_error(ScriptLexer *l, uint32_t begin, uint32_t end, const char *format, ...) {
    l->tree->broken = true;
    if (l->quiet)
        return true;
    char message[sizeof((Diagnostic *)0)->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    l->quiet = true;
    return diagnose(l->env, l->diagnostics, SEVERITY_ERROR, l->tree->source, begin, end, "%s",
                    message);
}

static bool at_line_end(char c) {
    return c == '\n' || c == '\r';
}

/* ---- brackets */

Nesting script_lex_top(const ScriptLexer *l, bool *any) {
    *any = l->nesting.len > 0;
    return *any ? (Nesting)l->nesting.at[l->nesting.len - 1] : NEST_PAREN;
}

static bool in_matrix(const ScriptLexer *l) {
    bool any;
    Nesting top = script_lex_top(l, &any);
    return any && (top == NEST_MATRIX || top == NEST_CELL);
}

static bool is_index(Nesting nesting) {
    return nesting == NEST_INDEX || nesting == NEST_BRACE_INDEX;
}

bool script_lex_push(ScriptLexer *l, Nesting nesting) {
    TRY(vec_push(l->env, &l->nesting, (uint8_t)nesting));
    l->indices += is_index(nesting);
    return true;
}

void script_lex_pop(ScriptLexer *l) {
    if (l->nesting.len > 0)
        l->indices -= is_index((Nesting)l->nesting.at[--l->nesting.len]);
}

/* What ends an argument or a statement ends the bodies of anonymous functions in it. */
static void pop_bodies(ScriptLexer *l) {
    while (l->nesting.len > 0 && l->nesting.at[l->nesting.len - 1] == NEST_BODY)
        script_lex_pop(l);
}

/* The bracket that we are in, if bodies of anonymous functions are none. */
static bool newline_is_blank(const ScriptLexer *l) {
    uint32_t n = l->nesting.len;
    while (n > 0 && l->nesting.at[n - 1] == NEST_BODY)
        n--;
    if (n == 0)
        return false;
    uint8_t top = l->nesting.at[n - 1];
    return top == NEST_PAREN || is_index((Nesting)top);
}

/* ---- blanks and comments */

static void take_line_end(ScriptLexer *l) {
    l->at += script_peek(l, 0) == '\r' && script_peek(l, 1) == '\n' ? 2 : 1;
    l->fresh = true;
}

static void skip_to_line_end(ScriptLexer *l) {
    while (l->at < l->len && !at_line_end(l->text[l->at]))
        l->at++;
}

/* Is there nothing but blanks from `ahead` up to the end of the line? */
static bool line_is_over(const ScriptLexer *l, uint32_t ahead) {
    while (script_is_blank(script_peek(l, ahead)))
        ahead++;
    return l->len - l->at <= ahead || at_line_end(script_peek(l, ahead));
}

static bool at_comment(char c) {
    return c == '%' || c == '#';
}

static bool at_block_mark(const ScriptLexer *l, char brace) {
    return at_comment(script_peek(l, 0)) && script_peek(l, 1) == brace && line_is_over(l, 2);
}

/* At %{ alone on its line: up to the end of the line of its %}. Blocks nest. */
static bool skip_block_comment(ScriptLexer *l) {
    uint32_t begin = l->at, depth = 0;
    while (l->at < l->len) {
        while (script_is_blank(script_peek(l, 0)))
            l->at++;
        if (at_block_mark(l, '{'))
            depth++;
        else if (at_block_mark(l, '}'))
            depth--;
        skip_to_line_end(l);
        if (depth == 0)
            return true;
        if (l->at < l->len)
            take_line_end(l);
    }
    if (l->quiet)
        return true;
    return diagnose(l->env, l->diagnostics, SEVERITY_WARNING, l->tree->source, begin, begin + 2,
                    "this block comment is never closed");
}

/* Only blanks and one end of a line from `from` to here: comments that make one text. */
static bool joins(const ScriptLexer *l, uint32_t from) {
    unsigned lines = 0;
    for (uint32_t i = from; i < l->at; i++) {
        if (at_line_end(l->text[i]))
            lines += !(l->text[i] == '\n' && i > from && l->text[i - 1] == '\r');
        else if (!script_is_blank(l->text[i]))
            return false;
        if (lines > 1)
            return false;
    }
    return true;
}

static bool skip_comment(ScriptLexer *l) {
    if (!(l->comment_end && joins(l, l->comment_end)))
        l->comment = l->at;
    if (l->fresh && at_block_mark(l, '{'))
        TRY(skip_block_comment(l));
    else
        skip_to_line_end(l);
    l->comment_end = l->at;
    return true;
}

/* At "..." or a '\' that ends its line: how the line goes on. */
static bool at_continuation(const ScriptLexer *l) {
    if (script_peek(l, 0) == '\\')
        return line_is_over(l, 1) && l->len - l->at > 1;
    return script_peek(l, 0) == '.' && script_peek(l, 1) == '.' && script_peek(l, 2) == '.';
}

static bool skip_blanks(ScriptLexer *l) {
    while (l->at < l->len) {
        char c = script_peek(l, 0);
        if (script_is_blank(c)) {
            l->at++;
        } else if (at_comment(c)) {
            TRY(skip_comment(l));
        } else if (at_continuation(l)) {
            skip_to_line_end(l);
            if (l->at < l->len)
                take_line_end(l);
            l->fresh = false;
        } else if (at_line_end(c) && newline_is_blank(l)) {
            take_line_end(l);
        } else {
            return true;
        }
    }
    return true;
}

/* ---- names */

static Keyword find_keyword(const char *text, uint32_t len) {
    static const char *const spellings[] = {
#define KEYWORD(kind, spelling) spelling,
#include "front/script/syntax/keywords.def"
#undef KEYWORD
    };
    if (len < 2 || len > 22)
        return KW_NONE;
    for (unsigned i = 0; i < KW_COUNT - 1; i++)
        if (spellings[i][0] == text[0] && strlen(spellings[i]) == len &&
            memcmp(spellings[i], text, len) == 0)
            return (Keyword)(i + 1);
    return KW_NONE;
}

static bool lex_name(ScriptLexer *l, Token *out) {
    uint32_t begin = l->at;
    while (script_is_letter(script_peek(l, 0)) || script_is_digit(script_peek(l, 0)))
        l->at++;
    Keyword keyword = l->after_dot ? KW_NONE : find_keyword(l->text + begin, l->at - begin);
    if (keyword == KW_END && l->indices > 0) {
        out->kind = TK_INDEX_END;
    } else if (keyword) {
        out->kind = TK_KEYWORD;
        out->keyword = (uint8_t)keyword;
    } else {
        out->kind = TK_NAME;
        out->name = script_name(l->env, l->tree->names, l->text + begin, l->at - begin);
        return out->name != 0;
    }
    return true;
}

/* ---- signs */

typedef struct Sign {
    char spelling[5];
    uint8_t kind, op;
} Sign;

/* The longest first. */
static const Sign SIGNS[] = {
    {".**=", TK_UPDATE, SO_EL_POWER},
    {".**", TK_BINARY, SO_EL_POWER},
    {"**=", TK_UPDATE, SO_POWER},
    {".*=", TK_UPDATE, SO_EL_MULTIPLY},
    {"./=", TK_UPDATE, SO_EL_DIVIDE},
    {".\\=", TK_UPDATE, SO_EL_LEFT_DIVIDE},
    {".^=", TK_UPDATE, SO_EL_POWER},
    {".^'", TK_BAD, 0},
    {".'", TK_POSTFIX, SO_TRANSPOSE},
    {".*", TK_BINARY, SO_EL_MULTIPLY},
    {"./", TK_BINARY, SO_EL_DIVIDE},
    {".\\", TK_BINARY, SO_EL_LEFT_DIVIDE},
    {".^", TK_BINARY, SO_EL_POWER},
    {"++", TK_INCREMENT, SO_ADD},
    {"--", TK_INCREMENT, SO_SUBTRACT},
    {"+=", TK_UPDATE, SO_ADD},
    {"-=", TK_UPDATE, SO_SUBTRACT},
    {"*=", TK_UPDATE, SO_MULTIPLY},
    {"/=", TK_UPDATE, SO_DIVIDE},
    {"\\=", TK_UPDATE, SO_LEFT_DIVIDE},
    {"^=", TK_UPDATE, SO_POWER},
    {"|=", TK_UPDATE, SO_OR},
    {"&=", TK_UPDATE, SO_AND},
    {"**", TK_BINARY, SO_POWER},
    {"==", TK_BINARY, SO_EQUAL},
    {"!=", TK_BINARY, SO_NOT_EQUAL},
    {"~=", TK_BINARY, SO_NOT_EQUAL},
    {"<=", TK_BINARY, SO_LESS_EQUAL},
    {">=", TK_BINARY, SO_GREATER_EQUAL},
    {"&&", TK_BINARY, SO_AND_ALSO},
    {"||", TK_BINARY, SO_OR_ELSE},
    {"+", TK_BINARY, SO_ADD},
    {"-", TK_BINARY, SO_SUBTRACT},
    {"*", TK_BINARY, SO_MULTIPLY},
    {"/", TK_BINARY, SO_DIVIDE},
    {"\\", TK_BINARY, SO_LEFT_DIVIDE},
    {"^", TK_BINARY, SO_POWER},
    {"<", TK_BINARY, SO_LESS},
    {">", TK_BINARY, SO_GREATER},
    {"&", TK_BINARY, SO_AND},
    {"|", TK_BINARY, SO_OR},
    {"!", TK_NOT, SO_NOT},
    {"~", TK_NOT, SO_NOT},
    {"=", TK_ASSIGN, 0},
    {":", TK_COLON, 0},
    {".", TK_DOT, 0},
    {"@", TK_AT, 0},
    {";", TK_SEMICOLON, 0},
    {",", TK_COMMA, 0},
    {"(", TK_OPEN, 0},
    {")", TK_CLOSE, 0},
    {"[", TK_BRACKET, 0},
    {"]", TK_BRACKET_CLOSE, 0},
    {"{", TK_BRACE, 0},
    {"}", TK_BRACE_CLOSE, 0},
};

static const Sign *find_sign(const ScriptLexer *l, uint32_t ahead) {
    char c = script_peek(l, ahead);
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        size_t n = strlen(SIGNS[i].spelling);
        if (SIGNS[i].spelling[0] == c && l->len - l->at - ahead >= n &&
            memcmp(l->text + l->at + ahead, SIGNS[i].spelling, n) == 0)
            return &SIGNS[i];
    }
    return NULL;
}

static bool open_bracket(ScriptLexer *l, Token *out) {
    bool index = l->after_value && !(out->in_matrix && out->space_before);
    out->index = index && out->kind != TK_BRACKET;
    if (out->kind == TK_OPEN)
        return script_lex_push(l, index ? NEST_INDEX : NEST_PAREN);
    if (out->kind == TK_BRACE)
        return script_lex_push(l, index ? NEST_BRACE_INDEX : NEST_CELL);
    return script_lex_push(l, NEST_MATRIX);
}

static bool lex_bad(ScriptLexer *l, Token *out) {
    uint32_t begin = l->at++;
    out->kind = TK_BAD;
    unsigned char c = (unsigned char)l->text[begin];
    while (c >= 0x80 && l->at < l->len && (unsigned char)l->text[l->at] >= 0x80)
        l->at++;
    if (c >= 0x80 || c < 0x20)
        return script_lex_error(l, begin, l->at, "scripts do not use this character here");
    return script_lex_error(l, begin, l->at, "scripts do not use `%c` here", c);
}

static bool lex_sign(ScriptLexer *l, Token *out) {
    const Sign *sign = find_sign(l, 0);
    if (!sign)
        return lex_bad(l, out);
    out->kind = sign->kind;
    out->op = sign->op;
    if (sign->kind == TK_BAD) { /* x.^' : the power of a text */
        out->kind = TK_BINARY;
        out->op = SO_EL_POWER;
        l->at += 2;
        return true;
    }
    l->at += (uint32_t)strlen(sign->spelling);
    switch (out->kind) {
    case TK_OPEN:
    case TK_BRACKET:
    case TK_BRACE: return open_bracket(l, out);
    case TK_CLOSE:
    case TK_BRACKET_CLOSE:
    case TK_BRACE_CLOSE:
        pop_bodies(l);
        script_lex_pop(l);
        return true;
    case TK_COMMA:
    case TK_SEMICOLON: pop_bodies(l); return true;
    default: return true;
    }
}

/* ---- tokens */

static bool quote_is_transpose(const ScriptLexer *l, const Token *token) {
    return l->after_value && !(token->in_matrix && token->space_before);
}

static bool is_value_end(const Token *t, bool after_value) {
    switch (t->kind) {
    case TK_NUMBER:
    case TK_TEXT:
    case TK_NAME:
    case TK_INDEX_END:
    case TK_POSTFIX:
    case TK_CLOSE:
    case TK_BRACKET_CLOSE:
    case TK_BRACE_CLOSE: return true;
    case TK_INCREMENT: return after_value;
    default: return false;
    }
}

static bool lex_one(ScriptLexer *l, Token *out) {
    char c = script_peek(l, 0);
    if (l->at >= l->len) {
        pop_bodies(l);
        out->kind = TK_FILE_END;
        return true;
    }
    if (at_line_end(c)) {
        pop_bodies(l);
        out->kind = TK_LINE_END;
        take_line_end(l);
        return true;
    }
    if (script_is_letter(c))
        return lex_name(l, out);
    if (script_is_digit(c) || (c == '.' && script_is_digit(script_peek(l, 1))))
        return script_lex_number(l, out);
    if (c == '\'' && quote_is_transpose(l, out)) {
        out->kind = TK_POSTFIX;
        out->op = SO_CTRANSPOSE;
        l->at++;
        return true;
    }
    if (c == '\'' || c == '"')
        return script_lex_text(l, out);
    return lex_sign(l, out);
}

bool script_lex(ScriptLexer *l, Token *out) {
    *out = (Token){0};
    uint32_t before = l->at;
    TRY(skip_blanks(l));
    out->begin = l->at;
    out->space_before = l->at > before;
    out->in_matrix = in_matrix(l);
    out->fresh = l->fresh;
    if (out->fresh)
        out->space_before = true;
    bool after_value = l->after_value;
    l->fresh = false;
    TRY(lex_one(l, out));
    out->end = l->at;
    char next = script_peek(l, 0);
    out->space_after = l->at >= l->len || script_is_blank(next) || at_line_end(next) ||
                       at_continuation(l) || at_comment(next);
    l->after_value = is_value_end(out, after_value);
    l->after_dot = out->kind == TK_DOT;
    return true;
}

/* ---- what the parser asks */

char script_lex_peek(const ScriptLexer *l) {
    uint32_t i = 0;
    while (script_is_blank(script_peek(l, i)))
        i++;
    char c = script_peek(l, i);
    return at_line_end(c) || at_comment(c) ? '\0' : c;
}

bool script_looks_like_command(const ScriptLexer *l) {
    uint32_t i = 0;
    while (script_is_blank(script_peek(l, i)))
        i++;
    char c = script_peek(l, i), next = script_peek(l, i + 1);
    if (i == 0 || c == '\0' || at_line_end(c) || at_comment(c) || strchr(",;()]}", c) ||
        (c == '=' && next != '='))
        return false;
    if (c == '.' && next == '.' && script_peek(l, i + 2) == '.')
        return false;
    const Sign *sign = find_sign(l, i);
    if (!sign || sign->kind == TK_DOT || sign->kind == TK_BRACKET || sign->kind == TK_BRACE)
        return true;
    if (sign->kind == TK_UPDATE)
        return false;
    char behind = script_peek(l, i + (uint32_t)strlen(sign->spelling));
    if (sign->kind == TK_INCREMENT && (behind == '\0' || strchr(";,\n\r", behind)))
        return false;
    return !script_is_blank(behind);
}

void script_lex_skip_line(ScriptLexer *l) {
    l->quiet = true;
    l->nesting.len = 0;
    l->indices = 0;
    l->after_value = l->after_dot = false;
}
