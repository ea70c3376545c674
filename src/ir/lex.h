/* Tokens of the text form. */
#ifndef FRIT_IR_LEX_H
#define FRIT_IR_LEX_H

#include "ir/program.h"

typedef enum TokenKind {
    TOK_END,
    TOK_NAME,   /* letters, digits, _ and . */
    TOK_QUOTED, /* "any name": text is what stands between the quotes, escapes and all */
    TOK_NUMBER, /* also -1, inf is a name */
    TOK_ARROW,  /* -> */
    TOK_DOTS,   /* ... */
    TOK_PUNCT   /* any other single character */
} TokenKind;

typedef struct Token {
    TokenKind kind;
    char punct;
    const char *text;
    size_t len;
    Loc loc;
} Token;

typedef struct Lexer {
    const char *at, *end;
    const char *line_start;
    uint32_t line;
    const char *more; /* other characters that are tokens by themselves; NULL: none */
} Lexer;

Lexer lexer_make(const char *text, size_t len);
/* Fails on characters that are no part of the language. */
bool lexer_next(Env *env, Lexer *lexer, Token *out);

/* Does the name print without quotes? */
bool is_plain_name(const char *name);
/* v0, v1, v17: how unnamed variables print. number is filled when true. */
bool is_number_label(const char *text, size_t len, uint32_t *number);
/* Reads a quoted name's escapes; fails on bad ones. */
bool unquote(Env *env, const Token *token, Str *out);
void print_name(Str *out, const char *name, bool quote);

#endif
