/*
 * Reading the tree, for parse*.c. Every read_... function leaves the reader behind what it read and gives a node; what
 * cannot be read becomes an ERROR node, is told once, and sets `panic` until the reader has found a place to go on.
 */
#ifndef FRIT_FRONT_SLANG_PARSER_H
#define FRIT_FRONT_SLANG_PARSER_H

#include "base/index.h"
#include "front/slang/syntax/ast.h"

typedef struct Reader {
    Env *env;
    Ast *ast;
    Diagnostics *diagnostics;
    TokenId at, end;      /* the token at hand; the one of kind TOKEN_END */
    VEC(TokenId) partner; /* of a bracket: the one that closes or opens it; else 0 */
    VEC(TokenId)
    generic_end; /* of '<': the '>' if these can be generic arguments, NOT_GENERIC, 0: not looked at */
    VEC(uint16_t) heights; /* of the nodes */
    VEC(uint32_t) items;   /* of the lists that are being read */
    VEC(TokenId) types;    /* names that are known to be types, innermost last */
    Index type_index;
    Index generic_index; /* names that are declared with generic parameters, by token */
    uint32_t depth;
    uint32_t errors;               /* told so far, also silently */
    uint32_t broken, broken_lexed; /* those inside functions: of the parser, of the lexer */
    uint32_t broken_members;       /* members that could not be read */
    uint32_t lexed_from, lexed_to; /* diagnostics of the lexer: lines that have one get no other */
    bool panic;                    /* an error was told: nothing more until the reader goes on */
    bool stopped; /* for good: no memory (`failed`), or too deep; nothing more is told */
    bool failed;
    bool unclosed; /* a '}' is missing and was told: all blocks end here */
    TokenId
        odd_open; /* the first '{' whose '}' stands in another column than its line begins in; 0: none */
    TokenId odd_close;
} Reader;

#define NOT_GENERIC UINT32_MAX

/* ---- tokens (parse.c) */

static inline const Token *token_at(const Reader *r, TokenId id) {
    return &r->ast->tokens.at[id];
}
bool at_word(const Reader *r, TokenId token, const char *spelling);
bool at_any_name(const Reader *r, TokenId token);
static inline bool is_at(const Reader *r, const char *spelling) {
    return at_word(r, r->at, spelling);
}
TokenId take_token(Reader *r);
bool take_if(Reader *r, const char *spelling);
/* `where` finishes "expected `;` ...". False: told. */
bool expect(Reader *r, const char *spelling, const char *where);
/* The same of what closes the bracket `open`, and tells where that was. */
bool expect_close(Reader *r, const char *spelling, const char *where, TokenId open);
/* A name that is being declared or a member. */
bool expect_name(Reader *r, const char *what, TokenId *out);
/* Index of the token in words; -1. */
int word_among(const Reader *r, TokenId token, const char *const *words, int n);
/* For messages: what stands at the token, in `` or in words. */
enum { FOUND_TEXT = 64 };
const char *found_text(const Reader *r, TokenId token, char buffer[FOUND_TEXT]);
/* Of a name that is none: the closest of the words, or NULL. */
const char *similar_word(const Reader *r, TokenId token, const char *const *words, int n);

/* ---- errors */

/* True: it was told, and a hint may follow. */
bool read_error(Reader *r, TokenId from, TokenId to, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* "expected ..., found ...". */
bool read_expected(Reader *r, const char *what);
void read_hint(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void read_note(Reader *r, TokenId at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
NodeId error_node(Reader *r, TokenId first);
/* "goto is not supported". */
NodeId read_unsupported(Reader *r, TokenId from, const char *what, const char *hint);
void stop_reading(Reader *r);

/* ---- the tree */

NodeId make_node(Reader *r, NodeKind kind, TokenId token, TokenId first, uint32_t a, uint32_t b,
                 uint32_t c, uint32_t d);
void add_flags(Reader *r, NodeId node, uint32_t flags);
void set_attrs(Reader *r, NodeId node, ListId attrs);
/* A list: items are added behind `begin_list`, `end_list` makes it. */
uint32_t begin_list(Reader *r);
void add_item(Reader *r, NodeId node);
ListId end_list(Reader *r, uint32_t begin);

/* One level deeper; false: too deep, told. */
bool enter_level(Reader *r);
void leave_level(Reader *r);

/* ---- types and looking ahead (parse_type.c) */

bool find_brackets(Reader *r);
bool find_type_names(Reader *r);
void add_type_name(Reader *r, TokenId name);
void forget_type_names(Reader *r, uint32_t count); /* all but the first count */
bool is_known_type(const Reader *r, TokenId name);
bool is_keyword(const Reader *r, TokenId name); /* one that no name can be */
/* The '>' of the generic arguments that begin at this '<', or 0. */
TokenId generic_close(Reader *r, TokenId open);
/* The name with '<' behind it: is that the start of generic arguments, and not a comparison? */
bool opens_generics(Reader *r, TokenId name);
/* The token behind the type that begins here, as far as one can see; 0: no type begins here. */
TokenId skip_type(Reader *r, TokenId from);
bool is_cast(Reader *r); /* at '(' */
NodeId read_type(Reader *r);
NodeId read_plain_type(Reader *r); /* '&' may follow: T : A & B */
/* name[3][4]: the type of what is declared. */
NodeId read_array_suffix(Reader *r, NodeId type);
ListId read_generic_args(Reader *r);

/* ---- expressions (parse_expr.c) */

NodeId read_expression(Reader *r); /* with commas */
NodeId read_assignment(Reader *r); /* without */
NodeId read_constant(
    Reader *r); /* a generic argument: nothing with '<' or '>' outside parentheses */
/* expressions up to the closing sign, which is taken. */
ListId read_arguments(Reader *r, const char *close, const char *where);

/* ---- statements (parse_stmt.c) */

NodeId read_block(Reader *r);
/* The '}' of what began at `open`; tells where that was. */
void close_brace(Reader *r, TokenId open);

/* ---- declarations (parse_decl.c) */

ListId read_attributes(Reader *r);
uint32_t read_modifiers(Reader *r);
bool is_modifier(const Reader *r, TokenId token);
uint32_t attribute_flags(const Reader *r, ListId attrs);
/* Variables of one declaration, without the ';', into the list at hand. */
void read_variables(Reader *r, uint32_t flags, ListId attrs);
/* One declaration of a file or of a struct, into the list at hand; always goes on. */
void read_declaration(Reader *r, bool member);
/* What a file has, up to its end. */
ListId read_file(Reader *r);

/* ---- generic parameters and types (parse_struct.c), at their first word */

/* <T : IFloat, let N : int>. */
ListId read_generics(Reader *r);
void read_where(Reader *r, ListId generics);
NodeId read_struct(Reader *r, NodeKind kind, ListId generics); /* interfaces too */
/* The variables that are declared together with a struct; they and the struct go into the list at hand. */
NodeId read_struct_variables(Reader *r, NodeId type, TokenId name, TokenId first);
NodeId read_extension(Reader *r, ListId generics);
NodeId read_enum(Reader *r);
NodeId read_alias(Reader *r);
NodeId read_import(Reader *r);

/* Marks the function when its body has errors: of the parser since `before` (r->errors), or of the lexer. */
/* : SV_Position, : register(t0), : packoffset(c0): what they say of pipelines means nothing to a function. */
void skip_semantics(Reader *r);
/* namespaces.c: namespaces go, what is in them stays. */
bool drop_namespaces(Reader *r);
/* The token of a name that stands nowhere; 0: no memory. */
TokenId make_name(Reader *r, const char *name, TokenId at);
void mark_broken(Reader *r, NodeId function, NodeId body, uint32_t before);

/* ---- functions (parse_function.c) */

/* ( ... ); name_first: x : float. */
ListId read_params(Reader *r, bool name_first);
/* At the '(' of its parameters, or '<' of its generics. */
NodeId read_function(Reader *r, TokenId name, TokenId first, NodeId result, uint32_t flags,
                     ListId attrs, ListId generics);
NodeId read_func(Reader *r, uint32_t flags, ListId attrs,
                 ListId generics); /* func f(x : float) -> float */
NodeId read_constructor(Reader *r, uint32_t flags, ListId attrs, ListId generics);
/* property float x { get { ... } set { ... } }, __subscript(int i) -> float { ... }: methods that are called __get_x and __set_x,
 * of a subscript __get_at and __set_at, the last with the new value first. They go into the list at hand. */
NodeId read_property(Reader *r, uint32_t flags, ListId attrs);
NodeId read_subscript(Reader *r, uint32_t flags, ListId attrs);
/* operator+ : the token of the operator. */
bool read_operator_name(Reader *r, TokenId *out);
/* A token of `count` signs that stand together ('>' '>'), made. */
TokenId join_signs(Reader *r, TokenId first, uint32_t count);

#endif
