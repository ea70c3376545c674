/* Between the files that make tokens of a text: lex.c reads one, preprocess.c and macro.c decide which the parser gets. */
#ifndef FRIT_FRONT_SLANG_LEX_H
#define FRIT_FRONT_SLANG_LEX_H

#include "base/index.h"
#include "front/slang/syntax/ast.h"

/* Where in the text of ast->source tokens are read: from `at` up to `len`, in bytes of all of it. */
typedef struct Lex {
    Env *env;
    Ast *ast;
    Diagnostics *diagnostics;
    const char *text; /* ast->source->text: moves when something is appended there */
    uint32_t len, at;
    bool fresh; /* nothing but space stood on this line so far */
} Lex;

#define lex_error(l, begin, end, ...) \
    diagnose((l)->env, (l)->diagnostics, SEVERITY_ERROR, (l)->ast->source, begin, end, __VA_ARGS__)

/* The next token that stands in the text; kind TOKEN_END at the end, or of the line. */
bool lex_one(Lex *l, bool on_line, Token *t);
/* Space and comments; on a directive's line up to the end of the line. */
bool lex_skip_space(Lex *l, bool on_line);

/* ---- macros (macro.c) */

typedef enum MacroKind {
    MACRO_TOKENS,
    MACRO_LINE, /* __LINE__ */
    MACRO_FILE,
    MACRO_COUNTER
} MacroKind;

typedef struct Macro {
    uint32_t text, len;        /* the name, in the text */
    uint32_t body, count;      /* in Preprocessor.bodies */
    uint32_t params, n_params; /* in Preprocessor.params */
    uint8_t kind;              /* MacroKind */
    bool takes;                /* it is written with arguments */
    bool variadic;             /* the last parameter takes what is left */
    bool pastes;               /* there is a ## in its body */
    bool defined;              /* false after #undef */
    bool open;                 /* being replaced: its own name inside stays as it is */
} Macro;

/* Tokens that come next: what a macro became, or an argument. */
typedef struct TokenFrame {
    uint32_t next, end; /* in Preprocessor.pool */
    uint32_t macro;     /* UINT32_MAX: none */
} TokenFrame;

/* A file that was begun and is not over: where it goes on. */
typedef struct FileFrame {
    uint32_t at, len;
    uint32_t
        file; /* in Preprocessor.files; UINT32_MAX: the text itself, or the host's definitions */
    uint32_t conditions; /* that stood open when it began */
} FileFrame;

typedef struct Condition {
    uint32_t begin, end; /* of its #if, for errors */
    bool taken;          /* one of its groups was */
    bool otherwise;      /* #else was there */
} Condition;

/* A file that was read. */
typedef struct IncludedFile {
    uint32_t path, path_len; /* in Preprocessor.paths */
    uint32_t begin, len;     /* its bytes in the source */
    bool once;
    /* A macro that it defines and that keeps all of it out when it is there: #ifndef NAME … #endif around everything. */
    uint32_t guard, guard_len; /* in the text; guard_len 0: none */
} IncludedFile;

typedef struct Preprocessor {
    Lex lex;
    const Imports *imports;
    VEC(FileFrame) stack; /* the file that is read now is the last */
    VEC(Condition) conditions;
    VEC(IncludedFile) files;
    Str paths;
    VEC(Macro) macros;
    Index names; /* of macros */
    VEC(Token) bodies, params;
    VEC(TokenFrame) frames;
    VEC(Token) pool;      /* of frames; emptied when there are none */
    VEC(Token) arguments; /* a stack: those of the macros that are being replaced */
    VEC(uint32_t)
    ranges;           /* a stack, too: where each argument begins and ends, as it is and replaced */
    uint32_t floor;   /* frames below are not read: an argument is replaced by itself */
    uint32_t depth;   /* arguments in arguments */
    uint32_t made;    /* tokens that came of macros */
    uint32_t numbers; /* where "01" stands in the text: what `defined` gives */
    uint32_t counter; /* of __COUNTER__ */
    bool flooded;     /* that there are too many was told */
} Preprocessor;

enum {
    MAX_MACRO_TOKENS = 1 << 21, /* that one module's macros may become */
    MAX_MACRO_DEPTH = 100,      /* macros in arguments of macros */
    MAX_INCLUDES = 100          /* files in files */
};

static inline bool token_is(const Preprocessor *p, const Token *t, const char *spelling) {
    return (t->kind == TOKEN_NAME || t->kind == TOKEN_SIGN) && t->len == strlen(spelling) &&
           memcmp(p->lex.text + t->text, spelling, t->len) == 0;
}
/* UINT32_MAX: there is no macro of that name. */
uint32_t find_macro(const Preprocessor *p, const char *name, uint32_t len);
/* #define, behind the word; of the rest of the line. */
bool read_macro(Preprocessor *p);
/* A macro without tokens of its own. */
bool add_builtin_macro(Preprocessor *p, MacroKind kind, const char *name);
/* Bytes that stand in no file. */
bool put_scratch(Preprocessor *p, const char *bytes, size_t len, uint32_t *begin);
/* The next token with macros replaced; kind TOKEN_END at the end. */
bool next_token(Preprocessor *p, Token *out);
/* The tokens [begin, end) of `arguments` with macros replaced, behind all that is there. */
bool replace_tokens(Preprocessor *p, uint32_t begin, uint32_t end);

/* ---- preprocess.c */

/* The next token of the files, directives done; kind TOKEN_END at the end of all. */
bool next_of_files(Preprocessor *p, Token *t);
bool end_of_line(Preprocessor *p);
/* Finds a file that is included: its number, UINT32_MAX: there is none. */
bool find_include(Preprocessor *p, const char *name, uint32_t len, bool angled, uint32_t *file);

/* ---- condition.c: the value of what stands behind #if; false where it cannot be told (and that is told) */
bool read_condition(Preprocessor *p, uint32_t begin, bool *holds);

#endif
