#include "ir/lex.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name_char(char c) {
    return is_name_start(c) || is_digit(c) || c == '.';
}

Lexer lexer_make(const char *text, size_t len) {
    return (Lexer){text, text + len, text, 1, NULL};
}

static void skip_space(Lexer *l) {
    for (; l->at < l->end; l->at++) {
        if (*l->at == '\n') {
            l->line++;
            l->line_start = l->at + 1;
        } else if (*l->at == '#') {
            while (l->at + 1 < l->end && l->at[1] != '\n')
                l->at++;
        } else if (*l->at != ' ' && *l->at != '\t' && *l->at != '\r') {
            return;
        }
    }
}

static bool fail_here(Env *env, Loc loc, const char *message) {
    env->error->line = loc.line;
    env->error->column = loc.column;
    return env_fail(env, FRIT_ERR_SYNTAX, FRIT_STAGE_PARSE, "%s", message);
}

static bool quoted(Env *env, Lexer *l, Token *out) {
    const char *start = ++l->at;
    while (l->at < l->end && *l->at != '"' && *l->at != '\n')
        l->at += *l->at == '\\' && l->at + 1 < l->end && l->at[1] != '\n' ? 2 : 1;
    if (l->at >= l->end || *l->at != '"')
        return fail_here(env, out->loc, "a quoted name has no closing quote on its line");
    out->kind = TOK_QUOTED;
    out->text = start;
    out->len = (size_t)(l->at++ - start);
    return true;
}

/* Digits with everything a number may have behind them; its reader judges the rest. */
static void number(Lexer *l, Token *out) {
    const char *start = l->at++;
    bool hexadecimal = false;
    for (; l->at < l->end; l->at++) {
        char c = *l->at, before = l->at[-1];
        bool exponent =
            (before == 'e' || before == 'E') ? !hexadecimal : before == 'p' || before == 'P';
        if (c == 'x' || c == 'X')
            hexadecimal = true;
        if (!is_name_char(c) && !((c == '+' || c == '-') && exponent))
            break;
    }
    out->kind = TOK_NUMBER;
    out->text = start;
    out->len = (size_t)(l->at - start);
}

bool lexer_next(Env *env, Lexer *l, Token *out) {
    skip_space(l);
    size_t column = (size_t)(l->at - l->line_start) + 1;
    Loc loc = {l->line, column > UINT32_MAX ? UINT32_MAX : (uint32_t)column};
    *out = (Token){.kind = TOK_END, .text = l->at, .loc = loc};
    if (l->at >= l->end)
        return true;
    size_t left = (size_t)(l->end - l->at);
    char c = *l->at;
    if (is_name_start(c)) {
        while (l->at < l->end && is_name_char(*l->at))
            l->at++;
        out->kind = TOK_NAME;
        out->len = (size_t)(l->at - out->text);
    } else if (is_digit(c) || (c == '-' && left > 1 && (is_digit(l->at[1]) || l->at[1] == 'i'))) {
        number(l, out);
    } else if (c == '"') {
        return quoted(env, l, out);
    } else if (left > 1 && memcmp(l->at, "->", 2) == 0) {
        out->kind = TOK_ARROW;
        out->len = 2;
        l->at += 2;
    } else if (left > 2 && memcmp(l->at, "...", 3) == 0) {
        out->kind = TOK_DOTS;
        out->len = 3;
        l->at += 3;
    } else if (c != '\0' && (strchr("()[]{}<>,:=@$", c) || (l->more && strchr(l->more, c)))) {
        out->kind = TOK_PUNCT;
        out->punct = c;
        out->len = 1;
        l->at++;
    } else {
        char message[96];
        if (c > ' ' && c < 127)
            snprintf(message, sizeof message, "the character `%c` is no part of a program%s", c,
                     c == '/' ? "; comments start with #" : "");
        else
            snprintf(message, sizeof message, "the byte 0x%02x is no part of a program%s",
                     (unsigned char)c, c & 0x80 ? "; names with such letters stand in quotes" : "");
        return fail_here(env, loc, message);
    }
    return true;
}

bool is_plain_name(const char *name) {
    if (!is_name_start(*name) || strcmp(name, "_") == 0)
        return false;
    while (*name)
        if (!is_name_char(*name++))
            return false;
    return true;
}

bool is_number_label(const char *text, size_t len, uint32_t *number) {
    if (len < 2 || len > 10 || text[0] != 'v' || (text[1] == '0' && len > 2))
        return false;
    uint32_t n = 0;
    for (size_t i = 1; i < len; i++) {
        if (!is_digit(text[i]))
            return false;
        n = n * 10 + (uint32_t)(text[i] - '0');
    }
    *number = n;
    return true;
}

static int hex_digit(char c) {
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool unquote(Env *env, const Token *token, Str *out) {
    for (size_t i = 0; i < token->len; i++) {
        char c = token->text[i];
        if (c == '\\') {
            /* The lexer saw to it that something follows. */
            c = token->text[++i];
            if (c == 'x' && i + 2 < token->len && hex_digit(token->text[i + 1]) >= 0 &&
                hex_digit(token->text[i + 2]) >= 0) {
                c = (char)(hex_digit(token->text[i + 1]) * 16 + hex_digit(token->text[i + 2]));
                i += 2;
            } else if (c != '"' && c != '\\') {
                return fail_here(env, token->loc,
                                 "a quoted name may escape only \\\", \\\\ and \\xNN");
            }
        }
        if (c == '\0')
            return fail_here(env, token->loc, "a name must not contain a zero byte");
        str_putc(out, c);
    }
    if (token->len == 0)
        return fail_here(env, token->loc, "a name must not be empty");
    if (str_ok(out) && !utf8_is_name(out->data, out->len))
        return fail_here(env, token->loc, "a name must be UTF-8");
    return str_ok(out);
}

void print_name(Str *out, const char *name, bool quote) {
    if (!quote && is_plain_name(name)) {
        str_puts(out, name);
        return;
    }
    str_putc(out, '"');
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c == '"' || c == '\\')
            str_format(out, "\\%c", c);
        else if (c < ' ' || c == 127)
            str_format(out, "\\x%02x", c);
        else
            str_putc(out, (char)c);
    }
    str_putc(out, '"');
}
