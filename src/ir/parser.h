/* What the files of the text parser share. */
#ifndef FRIT_IR_PARSER_H
#define FRIT_IR_PARSER_H

#include "ir/lex.h"
#include "ir/text.h"

typedef struct Parser {
    Env *env;
    Module *module;
    Lexer lexer;
    Token token;          /* the next one, not yet taken */
    Program *program;     /* the one being read, or NULL */
    bool ending;          /* its instructions are done: the outputs are being read */
    Op expanding;         /* reading an expansion of that op: `$a` is allowed; else OP_NONE */
    Index ops;            /* hash of the name -> Op; filled by text_parse alone */
    VEC(VarId) operands;  /* of the instruction being read */
    VEC(int64_t) list;    /* of the attribute being read */
    VEC(Field) fields;    /* of the struct being read */
    VEC(uint32_t) labels; /* by variable: the n of its label v<n>, UINT32_MAX when it has a name */
    Index odd_labels;     /* n -> variable, where they differ */
} Parser;

bool parser_init(Parser *p, Env *env, Module *m, const char *text, size_t len);
void parser_free(Parser *p);

void parse_set_error(Parser *p, const Token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* False; the error points at the token. */
#define parse_fail(...) (parse_set_error(__VA_ARGS__), false)
/* Always false: "expected <what>, found <the next token>". */
bool parse_expected(Parser *p, const char *what);
/* Passes ok on; a limit that was passed in making something gets the place of the token. */
bool parse_placed(Parser *p, const Token *at, bool ok);
bool parse_advance(Parser *p);
bool parse_is(const Parser *p, char punct);
/* Takes the character if it is next; *taken says whether. */
bool parse_accept(Parser *p, char punct, bool *taken);
bool parse_expect(Parser *p, char punct, const char *where);
/* A plain or quoted name, interned. */
bool parse_name(Parser *p, const char *what, StrId *out);
bool parse_integer(Parser *p, const char *what, int64_t *out);

/* Lets op names be found by hash: worth it for whole modules. */
bool parse_index_ops(Parser *p);

/* A name being given to a variable, with the type behind its colon. */
typedef struct Definition {
    Token at;
    StrId name;     /* NO_STR for a label */
    uint32_t label; /* UINT32_MAX for a name */
    TypeId type;
} Definition;

/* Fails when the name is taken. */
bool parse_definition(Parser *p, Definition *out);
/* Ties a definition to its variable, which must be the newest but for later results. */
bool parse_bind(Parser *p, const Definition *d, VarId var);
bool parse_operand(Parser *p, VarId *out);
/* `name = value` */
bool parse_attr(Parser *p, Op op, Attrs *attrs);
/* `results = op(…)`: appends the instruction to p->program. */
bool parse_statement(Parser *p);

bool parse_type(Parser *p, TypeId *out);
bool parse_literal(Parser *p, Literal *out);
/* The value of a literal of that dtype, as text_print_bits writes it. */
bool parse_bits(Parser *p, Dtype dtype, Bits *out);
/* The value behind `name =`. k: the attribute's place in the op's row. */
bool parse_attr_value(Parser *p, Op op, unsigned k, Attrs *attrs);
/* Does a type of this name come with the language (f32, bf16x3, array)? */
bool is_builtin_type_name(const char *text, size_t len);

#endif
