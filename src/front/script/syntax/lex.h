/*
 * Tokens of scripts, one at a time: what a sign means hangs on the brackets it stands in and on the token before it, and
 * whether a line is a command on what the parser knows.
 */
#ifndef FRIT_SCRIPT_LEX_H
#define FRIT_SCRIPT_LEX_H

#include "front/script/syntax/tree.h"

typedef enum TokenKind {
    TK_FILE_END,
    TK_LINE_END, /* of a line, and of a row of a matrix */
    TK_SEMICOLON,
    TK_COMMA,
    TK_NUMBER,
    TK_TEXT,
    TK_NAME,
    TK_KEYWORD,   /* keyword */
    TK_INDEX_END, /* `end` inside an index */
    TK_BINARY,    /* op; MINUS, PLUS and NOT are signs in front of operands too */
    TK_NOT,       /* ! and ~ */
    TK_POSTFIX,   /* op: ' and .' */
    TK_INCREMENT, /* ++ and --: op is ADD or SUBTRACT */
    TK_UPDATE,    /* += and so on: op */
    TK_ASSIGN,
    TK_COLON,
    TK_DOT,
    TK_AT,
    TK_OPEN, /* ( */
    TK_CLOSE,
    TK_BRACKET, /* [ */
    TK_BRACKET_CLOSE,
    TK_BRACE, /* { */
    TK_BRACE_CLOSE,
    TK_BAD /* could not be read: told */
} TokenKind;

typedef enum Keyword {
    KW_NONE,
#define KEYWORD(kind, spelling) KW_##kind,
#include "front/script/syntax/keywords.def"
#undef KEYWORD
    KW_COUNT
} Keyword;

typedef struct Token {
    uint8_t kind;    /* TokenKind */
    uint8_t op;      /* ScriptOp */
    uint8_t keyword; /* Keyword */
    uint8_t number_class;
    bool space_before, space_after;
    bool in_matrix; /* blanks around it separate elements */
    bool fresh;     /* the first of its line */
    bool imaginary, double_quoted;
    bool index; /* OPEN, BRACE: behind a value */
    uint32_t begin, end;
    NameId name;
    union {
        double number;
        uint64_t bits;
        struct {
            const char *text;
            uint32_t len;
        };
    };
} Token;

/* What brackets a token stands in. */
typedef enum Nesting {
    NEST_PAREN,
    NEST_INDEX, /* ( ) and { } behind a value */
    NEST_BRACE_INDEX,
    NEST_MATRIX,
    NEST_CELL,
    NEST_BODY /* of an anonymous function, up to the end of the argument or element it is */
} Nesting;

typedef struct ScriptLexer {
    Env *env;
    ScriptTree *tree;
    Diagnostics *diagnostics;
    const char *text;
    uint32_t len, at;
    VEC(uint8_t) nesting;
    uint32_t indices;              /* how many of them are an index */
    bool fresh;                    /* nothing but blanks stood on this line so far */
    bool after_value;              /* the token before is the end of an operand */
    bool after_dot;                /* the token before is the dot of a field */
    bool keep_spelling;            /* of numbers: in an anonymous function */
    bool quiet;                    /* errors are not told: one of this line was */
    uint32_t comment, comment_end; /* the last run of lines of comment; comment_end 0: none */
    VEC(char) bytes;               /* of the text that is being read */
} ScriptLexer;

/* The next token; false: no memory. */
bool script_lex(ScriptLexer *l, Token *out);
/* The words of a command, up to the end of the statement, one TK_TEXT at a time; TK_LINE_END: no more (nothing is taken). */
bool script_lex_word(ScriptLexer *l, Token *out);
/* Does what follows the name that was just read look like the words of a command? */
bool script_looks_like_command(const ScriptLexer *l);
/* The first byte behind the token at hand that is no blank, on this line; 0: the line ends. */
char script_lex_peek(const ScriptLexer *l);
/* The brackets are forgotten, and the rest of the line. */
void script_lex_skip_line(ScriptLexer *l);
bool script_lex_push(ScriptLexer *l, Nesting nesting);
void script_lex_pop(ScriptLexer *l);
Nesting script_lex_top(const ScriptLexer *l, bool *any);
/* Tells an error unless the lexer is quiet, and marks the tree as broken. */
bool script_lex_error(ScriptLexer *l, uint32_t begin, uint32_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* lex_number.c, lex_text.c: at their first byte. */
bool script_lex_number(ScriptLexer *l, Token *out);
bool script_lex_text(ScriptLexer *l, Token *out);
/* Bytes of a text behind its opening quote into l->bytes, up to the closing one; *closed: it was there. */
bool script_lex_quoted(ScriptLexer *l, char quote, bool *closed);
bool script_lex_keep_text(ScriptLexer *l, Token *out);

static inline bool script_is_letter(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static inline bool script_is_digit(char c) {
    return c >= '0' && c <= '9';
}
static inline bool script_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}
/* The byte so far ahead; 0 behind the end. */
static inline char script_peek(const ScriptLexer *l, uint32_t ahead) {
    return l->len - l->at > ahead ? l->text[l->at + ahead] : '\0';
}

#endif
