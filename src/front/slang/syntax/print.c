/* The tree as text again, in one layout. Parentheses stand where they stood, so that reading it gives the same tree. */
#include "front/slang/syntax/printer.h"

static void print_declaration(Printer *p, NodeId id);

static void print_list(Printer *p, ListId list, const char *between) {
    for (uint32_t k = 0; k < ast_count(p->ast, list); k++) {
        if (k > 0)
            put(p, between);
        print_expr(p, ast_item(p->ast, list, k));
    }
}

static void print_generic_args(Printer *p, ListId list) {
    if (list == 0)
        return;
    put(p, "<");
    print_list(p, list, ", ");
    put(p, ">");
}

/* ---- expressions and types */

/* Two signs that would read as another one together: - -x, + ++x, - --x. */
static bool would_join(const Printer *p, TokenId sign, NodeId operand) {
    const Node *n = ast_node(p->ast, operand);
    uint32_t len, other;
    const char *text = ast_spelling(p->ast, sign, &len);
    if (n->flags & (NF_PARENS | NF_NO_DIFF))
        return false;
    while (n->kind == NODE_POSTFIX || n->kind == NODE_MEMBER)
        n = ast_node(p->ast, n->word[0]);
    if (n->kind != NODE_UNARY)
        return false;
    return text[0] == ast_spelling(p->ast, n->token, &other)[0] &&
           (text[0] == '+' || text[0] == '-');
}

static void print_member(Printer *p, const Node *n) {
    const Node *of = ast_node(p->ast, n->word[0]);
    print_expr(p, n->word[0]);
    /* A number's '.' would be its own. */
    put(p, of->kind == NODE_NUMBER && !(of->flags & NF_PARENS) ? " ." : ".");
    put_token(p, n->token);
    print_generic_args(p, n->word[1]);
}

static void print_binary(Printer *p, const Node *n) {
    print_expr(p, n->word[0]);
    put(p, ast_is(p->ast, n->token, ",") ? "" : " ");
    put_token(p, n->token);
    put(p, " ");
    print_expr(p, n->word[1]);
}

static void print_bare(Printer *p, NodeId id) {
    const Node *n = ast_node(p->ast, id);
    switch ((NodeKind)n->kind) {
    case NODE_NAME:
        put_token(p, n->token);
        print_generic_args(p, n->word[0]);
        break;
    case NODE_MEMBER: print_member(p, n); break;
    case NODE_CALL:
    case NODE_INDEX:
        print_expr(p, n->word[0]);
        put(p, n->kind == NODE_CALL ? "(" : "[");
        print_list(p, n->word[1], ", ");
        put(p, n->kind == NODE_CALL ? ")" : "]");
        break;
    case NODE_TYPE_ARRAY:
        print_expr(p, n->word[0]);
        put(p, "[");
        if (n->word[1])
            print_expr(p, n->word[1]);
        put(p, "]");
        break;
    case NODE_UNARY:
        put_token(p, n->token);
        if (would_join(p, n->token, n->word[0]))
            put(p, " ");
        print_expr(p, n->word[0]);
        break;
    case NODE_POSTFIX:
        print_expr(p, n->word[0]);
        put_token(p, n->token);
        break;
    case NODE_BINARY:
    case NODE_ASSIGN: print_binary(p, n); break;
    case NODE_CHOICE:
        print_expr(p, n->word[0]);
        put(p, " ? ");
        print_expr(p, n->word[1]);
        put(p, " : ");
        print_expr(p, n->word[2]);
        break;
    case NODE_CAST:
        put(p, "(");
        print_expr(p, n->word[0]);
        put(p, ")");
        print_expr(p, n->word[1]);
        break;
    case NODE_BRACES:
        put(p, "{");
        print_list(p, n->word[0], ", ");
        put(p, "}");
        break;
    case NODE_ERROR: put(p, "<error>"); break;
    case NODE_NONE: break;
    default: put_token(p, n->token); break;
    }
}

void print_expr(Printer *p, NodeId id) {
    const Node *n = ast_node(p->ast, id);
    if (n->flags & NF_NO_DIFF)
        put(p, "no_diff ");
    if (n->flags & NF_PARENS)
        put(p, "(");
    print_bare(p, id);
    if (n->flags & NF_PARENS)
        put(p, ")");
}

/* ---- what stands before a declaration */

void print_attributes(Printer *p, ListId attrs, bool on_line) {
    for (uint32_t k = 0; k < ast_count(p->ast, attrs); k++) {
        const Node *n = ast_node(p->ast, ast_item(p->ast, attrs, k));
        put(p, "[");
        put_token(p, n->token);
        if (n->word[0]) {
            put(p, "(");
            print_list(p, n->word[0], ", ");
            put(p, ")");
        }
        put(p, "]");
        if (on_line)
            put(p, " ");
        else
            new_line(p);
    }
}

void print_modifiers(Printer *p, uint32_t flags) {
    static const struct {
        uint32_t flag;
        const char *word;
    } words[] = {{NF_PUBLIC, "public "},
                 {NF_STATIC, "static "},
                 {NF_CONST, "const "},
                 {NF_NO_DIFF, "no_diff "}};
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
        if (flags & words[i].flag)
            put(p, words[i].word);
    uint32_t both = NF_IN | NF_OUT;
    put(p, (flags & both) == both ? "inout "
           : flags & NF_OUT       ? "out "
           : flags & NF_IN        ? "in "
                                  : "");
}

static void print_generics(Printer *p, ListId generics) {
    if (generics == 0)
        return;
    put(p, "<");
    for (uint32_t k = 0; k < ast_count(p->ast, generics); k++) {
        const Node *n = ast_node(p->ast, ast_item(p->ast, generics, k));
        put(p, k > 0 ? ", " : "");
        if (n->kind != NODE_GENERIC_PARAM) {
            put(p, "<error>");
            continue;
        }
        put(p, n->flags & NF_VALUE ? "let " : "");
        put_token(p, n->token);
        if (n->word[0] || n->word[1])
            put(p, " : ");
        print_list(p, n->word[0], " & ");
        print_expr(p, n->word[1]);
        if (n->word[2]) {
            put(p, " = ");
            print_expr(p, n->word[2]);
        }
    }
    put(p, ">");
}

/* ---- declarations */

static void print_variable_end(Printer *p, const Node *n) {
    put_token(p, n->token);
    if (n->word[1]) {
        put(p, " = ");
        print_expr(p, n->word[1]);
    }
}

void print_variable(Printer *p, const Node *n) {
    print_modifiers(p, n->flags);
    if (n->flags & NF_LET || n->word[0] == 0) {
        put(p, n->flags & NF_LET ? "let " : "var ");
        put_token(p, n->token);
        if (n->word[0]) {
            put(p, " : ");
            print_expr(p, n->word[0]);
        }
        if (n->word[1]) {
            put(p, " = ");
            print_expr(p, n->word[1]);
        }
        return;
    }
    print_expr(p, n->word[0]);
    put(p, " ");
    print_variable_end(p, n);
}

static void print_params(Printer *p, ListId params) {
    put(p, "(");
    for (uint32_t k = 0; k < ast_count(p->ast, params); k++) {
        const Node *n = ast_node(p->ast, ast_item(p->ast, params, k));
        put(p, k > 0 ? ", " : "");
        if (n->kind != NODE_PARAM) {
            put(p, "<error>");
            continue;
        }
        print_modifiers(p, n->flags);
        print_expr(p, n->word[0]);
        put(p, " ");
        print_variable_end(p, n);
    }
    put(p, ")");
}

static void print_head(Printer *p, const Node *n) {
    if (n->word[0]) {
        print_expr(p, n->word[0]);
        put(p, " ");
    }
    if (n->flags & NF_OPERATOR)
        put(p, "operator");
    put_token(p, n->token);
    print_generics(p, n->word[3]);
    print_params(p, n->word[1]);
}

static void print_members(Printer *p, ListId members) {
    put(p, " {");
    p->indent++;
    for (uint32_t k = 0; k < ast_count(p->ast, members); k++) {
        new_line(p);
        print_declaration(p, ast_item(p->ast, members, k));
    }
    p->indent--;
    new_line(p);
    put(p, "}");
}

static void print_conformances(Printer *p, ListId list) {
    if (list == 0)
        return;
    put(p, " : ");
    print_list(p, list, ", ");
}

static void print_enum(Printer *p, const Node *n) {
    put(p, "enum ");
    put_token(p, n->token);
    if (n->word[1]) {
        put(p, " : ");
        print_expr(p, n->word[1]);
    }
    put(p, " {");
    p->indent++;
    for (uint32_t k = 0; k < ast_count(p->ast, n->word[0]); k++) {
        const Node *one = ast_node(p->ast, ast_item(p->ast, n->word[0], k));
        new_line(p);
        put_token(p, one->token);
        if (one->word[0]) {
            put(p, " = ");
            print_expr(p, one->word[0]);
        }
        put(p, ",");
    }
    p->indent--;
    new_line(p);
    put(p, "}");
}

static void print_alias(Printer *p, const Node *n) {
    if (n->flags & NF_TYPEDEF) {
        put(p, "typedef ");
        print_expr(p, n->word[0]);
        put(p, " ");
        put_token(p, n->token);
    } else {
        put(p, "typealias ");
        put_token(p, n->token);
        print_generics(p, n->word[3]);
        put(p, " = ");
        print_expr(p, n->word[0]);
    }
    put(p, ";");
}

static void print_import(Printer *p, const Node *n) {
    const char *text = p->ast->source->text;
    bool quoted = n->word[0] > 0 && text[n->word[0] - 1] == '"';
    put(p, quoted ? "import \"" : "import ");
    str_put(p->out, text + n->word[0], n->word[1] - n->word[0]);
    put(p, quoted ? "\";" : ";");
}

static void print_type_declaration(Printer *p, const Node *n) {
    bool extension = n->kind == NODE_EXTENSION;
    put(p, extension ? "extension" : n->kind == NODE_STRUCT ? "struct " : "interface ");
    if (!extension)
        put_token(p, n->token);
    print_generics(p, n->word[3]);
    if (extension) {
        put(p, " ");
        print_expr(p, n->word[0]);
    }
    print_conformances(p, n->word[extension ? 2 : 1]);
    print_members(p, n->word[extension ? 1 : 0]);
}

static void print_declaration(Printer *p, NodeId id) {
    const Node *n = ast_node(p->ast, id);
    print_attributes(p, n->attrs, n->kind == NODE_VARIABLE);
    if (n->kind != NODE_VARIABLE)
        print_modifiers(p, n->flags);
    switch ((NodeKind)n->kind) {
    case NODE_FUNCTION:
        print_head(p, n);
        if (n->word[2]) {
            put(p, " ");
            print_statement(p, n->word[2]);
        } else {
            put(p, ";");
        }
        break;
    case NODE_VARIABLE:
        print_variable(p, n);
        put(p, ";");
        break;
    case NODE_STRUCT:
    case NODE_INTERFACE:
    case NODE_EXTENSION: print_type_declaration(p, n); break;
    case NODE_ENUM: print_enum(p, n); break;
    case NODE_TYPE_ALIAS: print_alias(p, n); break;
    case NODE_IMPORT: print_import(p, n); break;
    default: put(p, "<error>;"); break;
    }
}

/* ---- the whole */

void ast_print(Str *out, const Ast *ast) {
    Printer p = {.out = out, .ast = ast};
    for (uint32_t k = 0; k < ast_count(ast, ast->declarations); k++) {
        NodeId id = ast_item(ast, ast->declarations, k);
        NodeKind kind = (NodeKind)ast_node(ast, id)->kind;
        NodeKind before =
            k > 0 ? (NodeKind)ast_node(ast, ast_item(ast, ast->declarations, k - 1))->kind : kind;
        bool small = kind == NODE_VARIABLE || kind == NODE_IMPORT || kind == NODE_TYPE_ALIAS;
        if (k > 0 && !(small && before == kind))
            str_putc(out, '\n');
        print_declaration(&p, id);
        str_putc(out, '\n');
    }
}

void ast_print_node(Str *out, const Ast *ast, NodeId node) {
    Printer p = {.out = out, .ast = ast};
    print_expr(&p, node);
}

void ast_print_head(Str *out, const Ast *ast, NodeId function) {
    Printer p = {.out = out, .ast = ast};
    print_head(&p, ast_node(ast, function));
}
