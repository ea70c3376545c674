/*
 * Reading the tree, for parse*.c. Every script_read_… function leaves the reader at the token behind what it read and gives
 * a node; NULL: no memory, or an error that was told, and then `panic` is set until the statement is skipped.
 */
#ifndef FRIT_SCRIPT_PARSER_H
#define FRIT_SCRIPT_PARSER_H

#include "front/script/syntax/lex.h"

/* A name that a function has assigned to so far. */
typedef struct KnownVariable {
    NameId name;
    uint32_t function; /* its id; OF_BODY */
} KnownVariable;

#define OF_BODY UINT32_MAX

typedef struct ScriptReader {
    ScriptLexer lexer;
    ScriptTree *tree;
    const ScriptParse *options;
    Token token;        /* at hand */
    uint32_t last_end;  /* of the token before it */
    uint32_t statement; /* where the statement begins */
    uint32_t block;     /* where the innermost block that is open begins */
    bool panic;         /* the statement has an error, which was told */
    bool failed;        /* no memory */
    uint32_t ended;     /* functions of the text that had an end */
    bool unclosed;      /* that a block is never ended was told: then a function may seem so too */
    ScriptFunction *inside;  /* the innermost function, anonymous ones too; NULL: the body */
    uint32_t depth;          /* of the reader itself */
    uint32_t loops;          /* that the statement stands in */
    uint32_t function;       /* the id of the one we are in, no anonymous one; OF_BODY */
    uint32_t anonymous;      /* how many of those we are in */
    VEC(ScriptNode *) items; /* of the lists that are being read */
    VEC(KnownVariable) known;
    Index known_index;
} ScriptReader;

/* ---- tokens (parse.c); false: an error or no memory */

bool script_take(ScriptReader *r);
static inline bool script_at(const ScriptReader *r, TokenKind kind) {
    return r->token.kind == kind;
}
static inline bool script_at_keyword(const ScriptReader *r, Keyword keyword) {
    return r->token.kind == TK_KEYWORD && r->token.keyword == keyword;
}
/* Takes it, or tells "expected … `where`". */
bool script_expect(ScriptReader *r, TokenKind kind, const char *what);
/* The same of what closes the bracket that stands at `open`, and tells where that was. */
bool script_expect_close(ScriptReader *r, TokenKind kind, const char *what, uint32_t open);
/* What stands at the token, for messages. */
enum { FOUND_TEXT_SIZE = 64 };
const char *script_found(const ScriptReader *r, char buffer[FOUND_TEXT_SIZE]);

/* ---- errors; always give NULL */

ScriptNode *script_error(ScriptReader *r, uint32_t begin, uint32_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* "expected …, found …". */
ScriptNode *script_expected(ScriptReader *r, const char *what);
void script_hint(ScriptReader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Tells that the token ends nothing, and goes on behind its line. */
bool script_skip_stray(ScriptReader *r);
/* Goes on behind the line of an error. False: no memory. */
bool script_recover(ScriptReader *r);

/* ---- nodes */

/* begin is that of the token at hand, end that of the last one. */
ScriptNode *script_node(ScriptReader *r, ScriptNodeKind kind);
ScriptNode *script_node_at(ScriptReader *r, ScriptNodeKind kind, uint32_t begin, uint32_t place);
/* Ends it at the last token, and its height is that of its children and one; too deep: told. */
ScriptNode *script_finish(ScriptReader *r, ScriptNode *node);
/* Items are added behind r->items.len as it was; take_items gives them to the node. */
bool script_add_item(ScriptReader *r, ScriptNode *node);
bool script_take_items(ScriptReader *r, ScriptNode *node, uint32_t first);
bool script_copy_items(ScriptReader *r, ScriptNode ***to, uint32_t *count, uint32_t first);
ScriptFunction *script_new_function(ScriptReader *r, ScriptNode *node, ScriptFunction *parent);

/* One level deeper; false: too deep, told. */
bool script_enter(ScriptReader *r);
void script_leave(ScriptReader *r);

/* ---- names of variables, for commands */

bool script_know(ScriptReader *r, NameId name);
bool script_is_known(const ScriptReader *r, NameId name);
/* Those of left sides. */
bool script_know_targets(ScriptReader *r, const ScriptNode *node);

/* ---- expressions: parse_expression.c, parse_operand.c, parse_matrix.c */

ScriptNode *script_read_expression(ScriptReader *r); /* with = and += */
ScriptNode *script_read_binary(ScriptReader *r, unsigned level);
ScriptNode *script_read_unary(ScriptReader *r);
/* Names, numbers, brackets, with what indexes them. */
ScriptNode *script_read_operand(ScriptReader *r);
/* Indices and fields behind a node. */
ScriptNode *script_read_suffixes(ScriptReader *r, ScriptNode *node);
/* The arguments of an index up to its closing bracket, which is taken. */
bool script_read_arguments(ScriptReader *r, ScriptNode *index, TokenKind close);
ScriptNode *script_read_matrix(ScriptReader *r);
ScriptNode *script_read_anonymous(ScriptReader *r, uint32_t begin);
/* May it stand on a left side? */
bool script_is_target(const ScriptNode *node);
/* ~ that stands for an output or a parameter nobody wants. */
bool script_at_ignored(const ScriptReader *r);

/* ---- statements: parse_statement.c, parse_control.c */

typedef enum BlockPlace { IN_FILE, IN_FUNCTION, IN_CONTROL } BlockPlace;

/* Statements into the items, up to a word that ends a block, `function` unless IN_FILE, or the end of the text. */
bool script_read_statements(ScriptReader *r, BlockPlace place);
ScriptNode *script_read_block(ScriptReader *r);
ScriptNode *script_read_control(ScriptReader *r);
bool script_at_block_end(const ScriptReader *r);
bool script_skip_separators(ScriptReader *r);

/* ---- functions: parse_function.c */

/* At `function`, up to its end: FUNCTION nodes into the items, more than one where functions have no `end`. */
bool script_read_functions(ScriptReader *r);
/* (a, ~, b = 3, varargin), from its opening bracket to the closing one, which is not taken. */
bool script_read_parameters(ScriptReader *r, ScriptFunction *f);

#endif
