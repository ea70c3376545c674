/* Tokens of the Slang-style language: names, numbers, strings and signs; comments go, macros are replaced by what they
 * stand for. */
#include "base/index.h"
#include "front/slang/syntax/ast.h"

enum {
    MAX_MACRO_DEPTH = 64,      /* macros inside macros */
    MAX_MACRO_TOKENS = 1 << 16 /* that one file's macros may become */
};

/* #define NAME tokens: the tokens are in Lex.bodies. */
typedef struct Macro {
    uint32_t text, len; /* the name */
    uint32_t body, count;
    bool open; /* being replaced: its own name inside stays as it is */
} Macro;

/* A macro that is being replaced: which of its tokens comes next. */
typedef struct MacroUse {
    uint32_t macro, next;
} MacroUse;

typedef struct Lex {
    Env *env;
    Ast *ast;
    Diagnostics *diagnostics;
    const char *text;
    uint32_t len, at;
    bool fresh; /* nothing but space stood on this line so far */
    VEC(Macro) macros;
    VEC(Token) bodies;
    Index names; /* of macros */
    MacroUse frames[MAX_MACRO_DEPTH];
    uint32_t from_macros; /* tokens so far */
    bool flooded;         /* that there are too many was told */
} Lex;

#define lex_error(l, begin, end, ...) \
    diagnose((l)->env, (l)->diagnostics, SEVERITY_ERROR, (l)->ast->source, begin, end, __VA_ARGS__)

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

/* On a directive's line stops at the end of the line. */
static bool skip_space(Lex *l, bool on_line) {
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

static bool lex_based(Lex *l, Token *t) {
    uint32_t start = l->at, digits = 0;
    bool hex = (peek(l, 1) | 32) == 'x';
    for (l->at += 2; hex ? is_hex(peek(l, 0)) : peek(l, 0) == '0' || peek(l, 0) == '1'; digits++)
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
    while (is_digit(peek(l, 0)))
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
    return quote == '"' || lex_error(l, start, l->at, "characters in quotes are not supported");
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

/* The next token that stands in the text; kind TOKEN_END at the end, or of the line. */
static bool lex_one(Lex *l, bool on_line, Token *t) {
    for (;;) {
        TRY(skip_space(l, on_line));
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

/* ---- macros */

static uint32_t find_macro(const Lex *l, const Token *t) {
    const char *name = l->text + t->text;
    for (IndexCursor c = index_find(&l->names, hash_bytes(name, t->len, 0));
         index_next(&l->names, &c);) {
        const Macro *m = &l->macros.at[c.id];
        if (m->len == t->len && memcmp(l->text + m->text, name, t->len) == 0)
            return c.id;
    }
    return UINT32_MAX;
}

static bool push_token(Lex *l, Token t) {
    return vec_push(l->env, &l->ast->tokens, t);
}

/* Puts what a macro stands for in the place of its name; macros in it too. Every token of the text can become up to
 * MAX_MACRO_TOKENS, all of them together no more. */
static bool replace_macro(Lex *l, Token use, uint32_t macro) {
    uint32_t depth = 0;
    l->frames[depth++] = (MacroUse){macro, 0};
    l->macros.at[macro].open = true;
    while (depth > 0) {
        MacroUse *f = &l->frames[depth - 1];
        const Macro *m = &l->macros.at[f->macro];
        if (f->next == m->count) {
            l->macros.at[f->macro].open = false;
            depth--;
            continue;
        }
        Token t = l->bodies.at[m->body + f->next++];
        bool last = f->next == m->count;
        uint32_t inner = t.kind == TOKEN_NAME ? find_macro(l, &t) : UINT32_MAX;
        if (++l->from_macros > MAX_MACRO_TOKENS) {
            if (!l->flooded)
                TRY(lex_error(l, use.start, use.start + use.len,
                              "the macros of this file become more than %d tokens",
                              MAX_MACRO_TOKENS));
            l->flooded = true;
            l->at = l->len;
            return true;
        }
        if (inner != UINT32_MAX && !l->macros.at[inner].open && depth < MAX_MACRO_DEPTH) {
            l->frames[depth++] = (MacroUse){inner, 0};
            l->macros.at[inner].open = true;
            continue;
        }
        t.start = use.start;
        t.line = false;
        t.joined = t.joined && !last;
        TRY(push_token(l, t));
    }
    return true;
}

static bool end_of_line(Lex *l) {
    Token t;
    do
        TRY(lex_one(l, true, &t));
    while (t.kind != TOKEN_END);
    return true;
}

static bool lex_define(Lex *l) {
    Token name, t;
    TRY(lex_one(l, true, &name));
    if (name.kind != TOKEN_NAME) {
        TRY(lex_error(l, name.start, name.start + name.len,
                      "expected the name of a macro behind #define"));
        return name.kind == TOKEN_END || end_of_line(l);
    }
    Macro macro = {.text = name.text, .len = name.len, .body = l->bodies.len};
    bool first = true, bad = false;
    for (;; first = false) {
        TRY(lex_one(l, true, &t));
        if (t.kind == TOKEN_END)
            break;
        if (first && name.joined && l->text[t.start] == '(') {
            TRY(lex_error(l, name.start, name.start + name.len,
                          "macros with parameters are not supported (#define %.*s(...))",
                          (int)(name.len < 60 ? name.len : 60), l->text + name.text));
            diagnose_hint(l->diagnostics, "make it a function");
            return end_of_line(l);
        }
        if (!bad && l->text[t.start] == '#') {
            TRY(lex_error(l, t.start, t.start + t.len, "`#` in a macro is not supported"));
            bad = true;
        }
        TRY(vec_push(l->env, &l->bodies, t));
    }
    macro.count = l->bodies.len - macro.body;
    uint32_t old = find_macro(l, &name);
    if (old != UINT32_MAX) {
        l->macros.at[old] = macro;
        return true;
    }
    TRY(vec_push(l->env, &l->macros, macro));
    return index_add(l->env, &l->names, hash_bytes(l->text + name.text, name.len, 0),
                     l->macros.len - 1);
}

static bool lex_directive(Lex *l, const Token *sharp) {
    static const char *const dropped[] = {"pragma", "line"};
    Token name;
    TRY(lex_one(l, true, &name));
    const char *text = l->text + name.text;
    if (name.len == 6 && memcmp(text, "define", 6) == 0)
        return lex_define(l);
    bool known = name.kind == TOKEN_END;
    for (uint32_t i = 0; i < 2; i++)
        known =
            known || (name.len == strlen(dropped[i]) && memcmp(text, dropped[i], name.len) == 0);
    if (!known) {
        TRY(lex_error(l, sharp->start, name.start + name.len, "#%.*s is not supported",
                      (int)(name.len < 60 ? name.len : 60), text));
        if (name.len == 7 && memcmp(text, "include", 7) == 0)
            diagnose_hint(l->diagnostics, "import reads another module: import name;");
        else
            diagnose_hint(l->diagnostics, "of the preprocessor there is #define NAME tokens alone");
    }
    return name.kind == TOKEN_END || end_of_line(l);
}

/* Several: the parser looks a few tokens ahead without asking whether they are there. */
static bool push_end(Lex *l) {
    Token end = {.kind = TOKEN_END, .start = l->len, .text = l->len, .line = true};
    for (int i = 0; i < END_TOKENS; i++)
        TRY(push_token(l, end));
    return true;
}

static bool lex_all(Lex *l) {
    if (l->len >= 3 && memcmp(l->text, "\xef\xbb\xbf", 3) == 0)
        l->at = 3; /* a byte order mark */
    for (;;) {
        Token t;
        TRY(lex_one(l, false, &t));
        if (t.kind == TOKEN_END)
            return push_end(l);
        if (t.kind == TOKEN_SIGN && t.line && t.len == 1 && l->text[t.start] == '#') {
            TRY(lex_directive(l, &t));
            continue;
        }
        uint32_t macro = t.kind == TOKEN_NAME ? find_macro(l, &t) : UINT32_MAX;
        TRY(macro == UINT32_MAX ? push_token(l, t) : replace_macro(l, t, macro));
    }
}

bool slang_lex(Env *env, Ast *ast, Diagnostics *diagnostics) {
    Lex l = {.env = env,
             .ast = ast,
             .diagnostics = diagnostics,
             .text = ast->source->text,
             .len = ast->source->len,
             .fresh = true};
    bool ok = lex_all(&l);
    vec_free(env->allocator, &l.macros);
    vec_free(env->allocator, &l.bodies);
    index_free(env->allocator, &l.names);
    return ok;
}
