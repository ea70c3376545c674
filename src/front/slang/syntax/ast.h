/*
 * The syntax tree of a file of the Slang-style language: flat, by 32-bit ids, made by parse*.c and never changed.
 * Whatever was read can be printed again (print.c).
 */
#ifndef FRIT_FRONT_SLANG_AST_H
#define FRIT_FRONT_SLANG_AST_H

#include "base/vec.h"
#include "front/text/diagnose.h"

typedef enum NodeKind {
    NODE_NONE, /* node 0: not there */
#define NODE(kind, name, a, b, c, d) NODE_##kind,
#include "front/slang/syntax/ast.def"
#undef NODE
    NODE_KIND_COUNT
} NodeKind;

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NAME, /* keywords too: the parser compares texts */
    TOKEN_INT,
    TOKEN_REAL,
    TOKEN_STRING,
    /* An operator or bracket, the longest that fits. '>' is always alone, with `joined`: the tokens of the
     * operators >> >= >>= are made by the parser, behind the end of the others. */
    TOKEN_SIGN
} TokenKind;

typedef struct Token {
    uint8_t kind; /* TokenKind */
    bool joined;  /* the next one follows without a space */
    bool line;    /* the first of its line */
    bool plain;   /* the name of a macro that stays: it stands in what that macro became */
    uint32_t
        start; /* byte in the text; of a token out of a #define: where the macro's name stands */
    uint32_t text; /* byte where it is spelt, which is `start` but for those out of a #define */
    uint32_t len;  /* of its spelling */
} Token;

enum { END_TOKENS = 4 }; /* how many of kind TOKEN_END stand at the end */

typedef uint32_t NodeId;
typedef uint32_t TokenId;
typedef uint32_t ListId; /* in Ast.lists: a count, and as many NodeIds; list 0 is empty */

enum NodeFlags {
    NF_STATIC = 1,
    NF_CONST = 2,     /* const */
    NF_LET = 4,       /* let: cannot be assigned to */
    NF_IN = 8,        /* parameters */
    NF_OUT = 16,      /* inout is both */
    NF_NO_DIFF = 32,  /* kept, printed, without meaning so far */
    NF_MUTATING = 64, /* [mutating] */
    NF_DIFFERENTIABLE = 128,
    NF_CONSTRUCTOR = 256, /* __init */
    NF_OPERATOR = 512,    /* the token is the operator: float2 operator+(...) */
    NF_VALUE = 1024,      /* a generic parameter that is an integer */
    NF_PUBLIC = 2048,     /* visibility and other words that change nothing: kept for printing */
    NF_TYPEDEF = 4096,    /* an alias written as typedef */
    NF_PARENS = 8192,     /* an expression that stood in parentheses */
    /* A function or struct in which errors were told: nothing more need be said of it. */
    NF_BROKEN = 16384,
    NF_GROUP = 32768 /* groupshared */
};

typedef struct Node {
    uint8_t kind; /* NodeKind */
    uint16_t flags;
    TokenId token;
    uint32_t word[4];
    ListId attrs;
    TokenId first, last; /* all that belongs to it */
} Node;

/* No tree is deeper than this: walks over it may recurse. */
enum { MAX_TREE_DEPTH = 256 };

/* A declaration that could not be read: its tokens. */
typedef struct Skipped {
    TokenId first, last;
} Skipped;

/* A file as it was read. */
typedef struct Ast {
    Source *source; /* text, name and lines; owned by whoever owns the Ast */
    VEC(Token) tokens;
    VEC(Node) nodes;
    VEC(uint32_t) lists;
    ListId declarations;  /* of the file */
    VEC(Skipped) skipped; /* outside of everything, in order */
    bool broken;          /* errors were told outside of functions: declarations may be missing */
} Ast;

const char *node_kind_name(NodeKind kind); /* "a for loop" */
static inline const Node *ast_node(const Ast *ast, NodeId id) {
    return &ast->nodes.at[id];
}
static inline uint32_t ast_count(const Ast *ast, ListId list) {
    return ast->lists.at[list];
}
static inline NodeId ast_item(const Ast *ast, ListId list, uint32_t k) {
    return ast->lists.at[list + 1 + k];
}
/* The spelling of a token, not ended by '\0'. */
const char *ast_spelling(const Ast *ast, TokenId token, uint32_t *len);
bool ast_is(const Ast *ast, TokenId token, const char *spelling);
/* First byte of the text that belongs to the node, and the byte behind the last. */
void ast_span(const Ast *ast, NodeId node, uint32_t *begin, uint32_t *end);

/* How other files are found. Paths are the host's. False: there is no such file; or no memory, then env->error says so. */
typedef struct Imports {
    /* The text of the module called name ("a/b" for import a.b), which the file `from` imports. */
    bool (*read)(void *user, Env *env, const char *from, const char *name, Str *path, Str *text);
    /* The file that `from` includes by this name; text NULL: only where it is. angled: #include <name>. */
    bool (*include)(void *user, Env *env, const char *from, const char *name, bool angled,
                    Str *path, Str *text);
    void *user;
    const char *const *defines; /* "NAME" or "NAME=TOKENS", ended by NULL; NULL: none */
    /* Declarations with errors are refused one by one, and told when they are used; false: errors refuse the module. */
    bool lenient;
} Imports;

/* preprocess.c: fills ast->tokens, directives done; every token that is none is told to the diagnostics. The files that it
 * includes are put behind ast->source's text. imports may be NULL. False: no memory. */
bool slang_lex(Env *env, const Imports *imports, Ast *ast, Diagnostics *diagnostics);
/*
 * parse.c: the tree of the source. Errors in the text go to the diagnostics and do not make it fail (the
 * tree then has ERROR nodes): false means that there is no memory.
 */
bool slang_parse(Env *env, const Imports *imports, Source *source, Diagnostics *diagnostics,
                 Ast *out);
void ast_free(const frit_allocator *allocator, Ast *ast);
/* print.c: the file again, in one layout. Parsing that gives the same tree. */
void ast_print(Str *out, const Ast *ast);
/* A part of it: an expression or type on one line; a function's head ("float3 tonemap(float3 color, float k)"). */
void ast_print_node(Str *out, const Ast *ast, NodeId node);
void ast_print_head(Str *out, const Ast *ast, NodeId function);

#endif
