#include "front/slang/syntax/ast.h"

const char *node_kind_name(NodeKind kind) {
    static const char *const names[] = {
        "nothing",
#define NODE(kind, name, a, b, c, d) name,
#include "front/slang/syntax/ast.def"
#undef NODE
    };
    return names[kind];
}

const char *ast_spelling(const Ast *ast, TokenId token, uint32_t *len) {
    const Token *t = &ast->tokens.at[token];
    *len = t->len;
    return ast->source->text + t->text;
}

bool ast_is(const Ast *ast, TokenId token, const char *spelling) {
    const Token *t = &ast->tokens.at[token];
    const char *text = ast->source->text + t->text;
    uint32_t i = 0;
    while (i < t->len && spelling[i] == text[i] && spelling[i] != '\0')
        i++;
    return i == t->len && spelling[i] == '\0';
}

/* What a token covers in the text; of one out of a #define, the macro's name. */
static uint32_t token_end(const Ast *ast, TokenId token) {
    const Token *t = &ast->tokens.at[token];
    uint32_t end = t->start;
    if (t->start == t->text)
        return t->start + t->len;
    for (; end < ast->source->len; end++) {
        char c = ast->source->text[end];
        if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
              (c >= 'A' && c <= 'Z')))
            break;
    }
    return end;
}

void ast_span(const Ast *ast, NodeId node, uint32_t *begin, uint32_t *end) {
    const Node *n = ast_node(ast, node);
    *begin = ast->tokens.at[n->first].start;
    *end = token_end(ast, n->last);
    if (*end < *begin)
        *end = *begin;
}

void ast_free(const frit_allocator *allocator, Ast *ast) {
    vec_free(allocator, &ast->tokens);
    vec_free(allocator, &ast->nodes);
    vec_free(allocator, &ast->lists);
    vec_free(allocator, &ast->skipped);
    ast->declarations = 0;
}
