/* What the files share that print a tree: print.c (expressions, types, declarations) and print_stmt.c. */
#ifndef FRIT_FRONT_SLANG_PRINTER_H
#define FRIT_FRONT_SLANG_PRINTER_H

#include "front/slang/syntax/ast.h"

typedef struct Printer {
    Str *out;
    const Ast *ast;
    uint32_t indent; /* levels of 4 */
} Printer;

static inline void put(Printer *p, const char *text) {
    str_puts(p->out, text);
}

static inline void put_token(Printer *p, TokenId token) {
    uint32_t len;
    const char *text = ast_spelling(p->ast, token, &len);
    str_put(p->out, text, len);
}

static inline void new_line(Printer *p) {
    str_putc(p->out, '\n');
    for (uint32_t i = 0; i < p->indent; i++)
        put(p, "    ");
}

void print_expr(Printer *p, NodeId id);
void print_statement(Printer *p, NodeId id);
/* on_line: they stand on the line of what follows, not on lines of their own. */
void print_attributes(Printer *p, ListId attrs, bool on_line);
void print_modifiers(Printer *p, uint32_t flags);
void print_variable(Printer *p, const Node *n);

#endif
