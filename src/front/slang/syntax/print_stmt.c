/* Statements as text again. */
#include "front/slang/syntax/printer.h"

/* A statement that belongs to the one before it: a block on the same line, another on the next one. */
static void print_inner(Printer *p, NodeId id) {
    const Node *n = ast_node(p->ast, id);
    if (n->kind == NODE_BLOCK && n->attrs == 0) {
        put(p, " ");
        print_statement(p, id);
        return;
    }
    p->indent++;
    new_line(p);
    print_statement(p, id);
    p->indent--;
}

static void print_else(Printer *p, const Node *n) {
    bool block = ast_node(p->ast, n->word[1])->kind == NODE_BLOCK &&
                 ast_node(p->ast, n->word[1])->attrs == 0;
    const Node *no = ast_node(p->ast, n->word[2]);
    if (block)
        put(p, " else");
    else {
        new_line(p);
        put(p, "else");
    }
    if (no->kind == NODE_IF && no->attrs == 0) {
        put(p, " ");
        print_statement(p, n->word[2]);
    } else {
        print_inner(p, n->word[2]);
    }
}

static void print_statements(Printer *p, ListId list) {
    for (uint32_t k = 0; k < ast_count(p->ast, list); k++) {
        new_line(p);
        print_statement(p, ast_item(p->ast, list, k));
    }
}

static void print_switch(Printer *p, const Node *n) {
    put(p, "switch (");
    print_expr(p, n->word[0]);
    put(p, ") {");
    for (uint32_t k = 0; k < ast_count(p->ast, n->word[1]); k++) {
        const Node *c = ast_node(p->ast, ast_item(p->ast, n->word[1], k));
        for (uint32_t j = 0; j < ast_count(p->ast, c->word[0]); j++) {
            NodeId label = ast_item(p->ast, c->word[0], j);
            bool other = ast_node(p->ast, label)->kind == NODE_DEFAULT;
            new_line(p);
            put(p, other ? "default" : "case ");
            if (!other)
                print_expr(p, label);
            put(p, ":");
        }
        p->indent++;
        print_statements(p, c->word[1]);
        p->indent--;
    }
    new_line(p);
    put(p, "}");
}

/* The type that all of several declarators share: what is left when the arrays behind their names are taken away. 0:
 * they were declared by let or var. */
static NodeId shared_type(const Printer *p, ListId list) {
    NodeId type = ast_node(p->ast, ast_item(p->ast, list, 0))->word[0];
    for (;;) {
        bool all = true;
        for (uint32_t k = 1; k < ast_count(p->ast, list) && all; k++) {
            NodeId other = ast_node(p->ast, ast_item(p->ast, list, k))->word[0];
            while (other != type && ast_node(p->ast, other)->kind == NODE_TYPE_ARRAY)
                other = ast_node(p->ast, other)->word[0];
            all = other == type;
        }
        if (all || ast_node(p->ast, type)->kind != NODE_TYPE_ARRAY)
            return all ? type : 0;
        type = ast_node(p->ast, type)->word[0];
    }
}

static void print_declarators(Printer *p, const Node *n) {
    const Node *first = ast_node(p->ast, ast_item(p->ast, n->word[0], 0));
    NodeId shared = first->flags & NF_LET ? 0 : shared_type(p, n->word[0]);
    bool let = shared == 0;
    for (uint32_t k = 0; k < ast_count(p->ast, n->word[0]); k++) {
        const Node *v = ast_node(p->ast, ast_item(p->ast, n->word[0], k));
        if (k == 0 && !let) {
            print_modifiers(p, v->flags);
            print_expr(p, shared);
            put(p, " ");
        } else if (k == 0) {
            print_modifiers(p, v->flags);
            put(p, first->flags & NF_LET ? "let " : "var ");
        } else {
            put(p, ", ");
        }
        put_token(p, v->token);
        if (let && v->word[0]) {
            put(p, " : ");
            print_expr(p, v->word[0]);
        }
        for (NodeId t = v->word[0]; !let && t != shared; t = ast_node(p->ast, t)->word[0]) {
            put(p, "[");
            print_expr(p, ast_node(p->ast, t)->word[1]);
            put(p, "]");
        }
        if (v->word[1]) {
            put(p, " = ");
            print_expr(p, v->word[1]);
        }
    }
}

/* One statement without its ';', as it stands in the head of a loop. */
static void print_simple(Printer *p, NodeId id) {
    const Node *n = ast_node(p->ast, id);
    if (n->kind == NODE_DECLARATIONS)
        print_declarators(p, n);
    else if (n->kind == NODE_VARIABLE)
        print_variable(p, n);
    else if (n->kind == NODE_EXPRESSION)
        print_expr(p, n->word[0]);
    else if (n->kind == NODE_ERROR)
        put(p, "<error>");
}

static void print_for(Printer *p, const Node *n) {
    put(p, "for (");
    print_simple(p, n->word[0]);
    put(p, n->word[1] ? "; " : ";");
    print_expr(p, n->word[1]);
    put(p, n->word[2] ? "; " : ";");
    print_expr(p, n->word[2]);
    put(p, ")");
    print_inner(p, n->word[3]);
}

static void print_control(Printer *p, const Node *n) {
    switch ((NodeKind)n->kind) {
    case NODE_IF:
        put(p, "if (");
        print_expr(p, n->word[0]);
        put(p, ")");
        print_inner(p, n->word[1]);
        if (n->word[2])
            print_else(p, n);
        break;
    case NODE_FOR: print_for(p, n); break;
    case NODE_WHILE:
        put(p, "while (");
        print_expr(p, n->word[0]);
        put(p, ")");
        print_inner(p, n->word[1]);
        break;
    case NODE_DO:
        put(p, "do");
        print_inner(p, n->word[0]);
        if (ast_node(p->ast, n->word[0])->kind == NODE_BLOCK)
            put(p, " ");
        else
            new_line(p);
        put(p, "while (");
        print_expr(p, n->word[1]);
        put(p, ");");
        break;
    case NODE_SWITCH: print_switch(p, n); break;
    default: break;
    }
}

void print_statement(Printer *p, NodeId id) {
    const Node *n = ast_node(p->ast, id);
    print_attributes(p, n->attrs, true);
    switch ((NodeKind)n->kind) {
    case NODE_BLOCK:
        put(p, "{");
        p->indent++;
        print_statements(p, n->word[0]);
        p->indent--;
        new_line(p);
        put(p, "}");
        break;
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_SWITCH: print_control(p, n); break;
    case NODE_BREAK: put(p, "break;"); break;
    case NODE_CONTINUE: put(p, "continue;"); break;
    case NODE_EMPTY: put(p, ";"); break;
    case NODE_RETURN:
        put(p, n->word[0] ? "return " : "return");
        print_expr(p, n->word[0]);
        put(p, ";");
        break;
    default:
        print_simple(p, id);
        put(p, ";");
        break;
    }
}
