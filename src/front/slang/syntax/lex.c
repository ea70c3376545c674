/* Tokens of the Slang-style language as they stand in a text: names, numbers, strings and signs; comments go. */
#include "front/slang/syntax/lex.h"

static bool is_letter(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_part(char c) {
    return is_letter(c) || is_digit(c);
}

/* The byte so far ahead; 0 behind the end. */
static char peek(const Lex *l, uint32_t ahead) {
    return l->at + ahead < l->len ? l->text[l->at + ahead] : '\0';
}

/* ---- space and comments */

static bool skip_comment(Lex *l) {
    uint32_t start = l->at;
    for (l->at += 2; l->at < l->len; l->at++) {
        if (peek(l, 0) == '\n')
            l->fresh = true;
        if (peek(l, 0) == '*' && peek(l, 1) == '/') {
            l->at += 2;
            return true;
        }
    }
    return lex_error(l, start, start + 2, "this comment is never closed");
}

/* A '\' at the end of a line joins it with the next. */
static uint32_t joined_lines(const Lex *l) {
    if (peek(l, 0) != '\\')
        return 0;
    return peek(l, 1) == '\n' ? 2 : peek(l, 1) == '\r' && peek(l, 2) == '\n' ? 3 : 0;
}

bool lex_skip_space(Lex *l, bool on_line) {
    while (l->at < l->len) {
        char c = peek(l, 0);
        if (c == '\n' && on_line)
            return true;
        if (c == '\n')
            l->fresh = true;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v')
            l->at++;
        else if (joined_lines(l) > 0)
            l->at += joined_lines(l);
        else if (c == '/' && peek(l, 1) == '/')
            while (l->at < l->len && peek(l, 0) != '\n')
                l->at++;
        else if (c == '/' && peek(l, 1) == '*')
            TRY(skip_comment(l));
        else
            return true;
    }
    return true;
}

/* ---- numbers */

/* A ' or _ between digits says nothing. */
static bool is_separator(const Lex *l) {
    return peek(l, 0) == '\'' && is_part(peek(l, 1)) && l->at > 0 && is_part(l->text[l->at - 1]);
}

static bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Is what follows the '.' a part of the number, and not a member (1.xxx)? */
static bool point_is_ours(const Lex *l) {
    char c = peek(l, 1);
    if (!is_letter(c))
        return true;
    if ((c == 'e' || c == 'E') && (is_digit(peek(l, 2)) || peek(l, 2) == '+' || peek(l, 2) == '-'))
        return true;
    bool one = c == 'f' || c == 'F' || c == 'h' || c == 'H' || c == 'l' || c == 'L';
    bool two = (c == 'l' || c == 'L') && (peek(l, 2) == 'f' || peek(l, 2) == 'F');
    return (one && !is_part(peek(l, 2))) || (two && !is_part(peek(l, 3)));
}

static bool suffix_is(const char *suffix, uint32_t len, const char *const *allowed) {
    for (; *allowed; allowed++) {
        uint32_t i = 0;
        while (i < len && (*allowed)[i] && (suffix[i] | 32) == (*allowed)[i])
            i++;
        if (i == len && !(*allowed)[i])
            return true;
    }
    return false;
}

/* Checks what stands behind the digits, and makes 1f a real. */
static bool number_end(Lex *l, uint32_t start, uint32_t digits_end, Token *t) {
    static const char *const of_ints[] = {"",    "u",   "l", "ul", "lu", "ll",
                                          "ull", "llu", "z", "uz", NULL};
    static const char *const of_reals[] = {"", "f", "h", "l", "lf", "hf", NULL};
    static const char *const to_reals[] = {"f", "h", "lf", "hf", NULL};
    const char *suffix = l->text + digits_end;
    while (is_part(peek(l, 0)))
        l->at++;
    uint32_t n = l->at - digits_end;
    bool based = digits_end - start > 1 && l->text[start] == '0' && is_letter(l->text[start + 1]);
    if (t->kind == TOKEN_INT && !based && suffix_is(suffix, n, to_reals))
        t->kind = TOKEN_REAL;
    if (suffix_is(suffix, n, t->kind == TOKEN_REAL ? of_reals : of_ints))
        return true;
    TRY(lex_error(l, start, l->at, "`%.*s` is not a number",
                  (int)(l->at - start < 60 ? l->at - start : 60), l->text + start));
    diagnose_hint(l->diagnostics, "%s",
                  t->kind == TOKEN_REAL
                      ? "a real ends in f, h or lf, or in nothing"
                      : "an integer ends in u, l, ul, ll or ull, or in nothing; a name cannot "
                        "begin with a digit");
    return true;
}

/* Where 0x1.8p3 ends, without a suffix; 0: it is none. */
static uint32_t hex_real_ends(const Lex *l) {
    uint32_t n = 2, digits = 0;
    for (bool point = false; is_hex(peek(l, n)) || (peek(l, n) == '.' && !point); n++) {
        point = point || peek(l, n) == '.';
        digits += peek(l, n) != '.';
    }
    if (digits == 0 || (peek(l, n) | 32) != 'p')
        return 0;
    n += peek(l, n + 1) == '+' || peek(l, n + 1) == '-' ? 2 : 1;
    if (!is_digit(peek(l, n)))
        return 0;
    while (is_digit(peek(l, n)))
        n++;
    return l->at + n;
}

static bool lex_based(Lex *l, Token *t) {
    uint32_t start = l->at, digits = 0;
    bool hex = (peek(l, 1) | 32) == 'x';
    if (hex && hex_real_ends(l) > 0) {
        t->kind = TOKEN_REAL;
        l->at = hex_real_ends(l);
        return number_end(l, start, l->at, t);
    }
    for (l->at += 2; hex ? is_hex(peek(l, 0)) || is_separator(l)
                         : peek(l, 0) == '0' || peek(l, 0) == '1' || is_separator(l);
         digits++)
        l->at++;
    if (digits == 0) {
        while (is_part(peek(l, 0)))
            l->at++;
        return lex_error(l, start, l->at, "`%.*s` is not a number: %s digits follow 0%c",
                         (int)(l->at - start < 60 ? l->at - start : 60), l->text + start,
                         hex ? "hexadecimal" : "binary", l->text[start + 1]);
    }
    return number_end(l, start, l->at, t);
}

static bool lex_number(Lex *l, Token *t) {
    uint32_t start = l->at;
    t->kind = TOKEN_INT;
    if (peek(l, 0) == '0' && ((peek(l, 1) | 32) == 'x' || (peek(l, 1) | 32) == 'b'))
        return lex_based(l, t);
    while (is_digit(peek(l, 0)) || is_separator(l))
        l->at++;
    if (peek(l, 0) == '.' && (l->at == start || point_is_ours(l))) {
        t->kind = TOKEN_REAL;
        l->at++;
        while (is_digit(peek(l, 0)))
            l->at++;
    }
    if ((peek(l, 0) | 32) == 'e') {
        uint32_t sign = peek(l, 1) == '+' || peek(l, 1) == '-';
        if (is_digit(peek(l, 1 + sign))) {
            t->kind = TOKEN_REAL;
            for (l->at += 1 + sign; is_digit(peek(l, 0));)
                l->at++;
        }
    }
    uint32_t end = l->at;
    bool octal = t->kind == TOKEN_INT && end - start > 1 && l->text[start] == '0';
    TRY(number_end(l, start, end, t));
    for (uint32_t i = start; i < end && octal && t->kind == TOKEN_INT; i++)
        if (l->text[i] > '7') {
            TRY(lex_error(l, start, end, "`%.*s` is not a number: a leading 0 makes it octal",
                          (int)(end - start < 60 ? end - start : 60), l->text + start));
            break;
        }
    return true;
}

/* ---- the other tokens */

static bool lex_string(Lex *l, Token *t) {
    uint32_t start = l->at;
    char quote = peek(l, 0);
    for (l->at++; l->at < l->len && peek(l, 0) != '\n' && peek(l, 0) != quote; l->at++)
        if (peek(l, 0) == '\\' && l->at + 1 < l->len && peek(l, 1) != '\n')
            l->at++;
    t->kind = TOKEN_STRING;
    if (l->at > l->len)
        l->at = l->len;
    if (peek(l, 0) != quote)
        TRY(lex_error(l, start, l->at, "this %s is never closed",
                      quote == '"' ? "string" : "character"));
    else
        l->at++;
    return true;
}

/* Length of the sign that begins here; 0: none. '>' is never joined: it may close generic arguments. */
static uint32_t sign_length(const Lex *l) {
    static const char *const longer[] = {"<<=", "...", "<<", "<=", "==", "!=", "&&", "||",
                                         "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=",
                                         "|=",  "^=",  "::", "->", "=>", "##"};
    for (uint32_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        uint32_t n = (uint32_t)strlen(longer[i]);
        if (l->len - l->at >= n && memcmp(l->text + l->at, longer[i], n) == 0)
            return n;
    }
    char c = peek(l, 0);
    return c != '\0' && strchr("+-*/%<>=!&|^~?:;,.()[]{}#", c) ? 1 : 0;
}

/* Bytes that begin no token, together: one error for all of them. */
static bool lex_unknown(Lex *l) {
    uint32_t start = l->at;
    bool beyond = false;
    do {
        beyond = beyond || (unsigned char)peek(l, 0) >= 0x80;
        l->at++;
    } while (l->at < l->len &&
             ((unsigned char)peek(l, 0) >= 0x80 || (beyond && is_part(peek(l, 0)))));
    unsigned char c = (unsigned char)l->text[start];
    if (beyond) {
        TRY(lex_error(l, start, l->at, "this is not a character of the language"));
        diagnose_hint(l->diagnostics, "names are made of the letters a-z, A-Z, digits and _");
    } else if (c > ' ' && c < 0x7f) {
        TRY(lex_error(l, start, l->at, "`%c` is not a character of the language", c));
    } else {
        TRY(lex_error(l, start, l->at, "a byte of value %u is not a character of the language", c));
    }
    return true;
}

bool lex_one(Lex *l, bool on_line, Token *t) {
    for (;;) {
        TRY(lex_skip_space(l, on_line));
        *t = (Token){.start = l->at, .text = l->at, .line = l->fresh};
        if (l->at >= l->len || (on_line && peek(l, 0) == '\n'))
            return true;
        l->fresh = false;
        char c = peek(l, 0);
        if (is_letter(c)) {
            t->kind = TOKEN_NAME;
            while (is_part(peek(l, 0)))
                l->at++;
        } else if (is_digit(c) || (c == '.' && is_digit(peek(l, 1)))) {
            TRY(lex_number(l, t));
        } else if (c == '"' || c == '\'') {
            TRY(lex_string(l, t));
        } else if (sign_length(l) > 0) {
            t->kind = TOKEN_SIGN;
            l->at += sign_length(l);
        } else {
            TRY(lex_unknown(l));
            continue;
        }
        t->len = l->at - t->start;
        char next = peek(l, 0);
        t->joined = next != '\0' && next != ' ' && next != '\t' && next != '\n' && next != '\r' &&
                    next != '\f' && next != '\v' && next != '/' && next != '\\';
        return true;
    }
}
