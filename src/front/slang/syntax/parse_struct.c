/* Generic parameters, and declarations of types: structs, interfaces, extensions, enums, aliases; imports. */
#include <stdio.h>

#include "front/slang/syntax/parser.h"

/* ---- generics */

static void read_constraints(Reader *r) {
    do
        add_item(r, read_plain_type(r));
    while (!r->panic && take_if(r, "&"));
}

static NodeId read_generic(Reader *r) {
    TokenId name, first = r->at;
    NodeId type = 0, value = 0;
    ListId constraints = 0;
    uint32_t flags = 0;
    if (is_at(r, "each"))
        return read_unsupported(r, r->at, "packs of types (each) are", NULL);
    if (take_if(r, "let")) {
        flags = NF_VALUE;
        if (!expect_name(r, "the name of a generic parameter", &name))
            return error_node(r, first);
        if (expect(r, ":", "and the type of the parameter (let N : int)"))
            type = read_type(r);
    } else {
        bool word = is_at(r, "typename") || is_at(r, "type");
        if (word && at_any_name(r, r->at + 1))
            take_token(r);
        else if (at_any_name(r, r->at) && at_any_name(r, r->at + 1)) {
            flags = NF_VALUE; /* int N */
            type = read_type(r);
        }
        if (!expect_name(r, "the name of a generic parameter", &name))
            return error_node(r, first);
        if (flags == 0)
            add_type_name(r, name);
        if (flags == 0 && take_if(r, ":")) {
            uint32_t items = begin_list(r);
            read_constraints(r);
            constraints = end_list(r, items);
        }
    }
    if (!r->panic && take_if(r, "="))
        value = flags & NF_VALUE ? read_constant(r) : read_type(r);
    NodeId node = make_node(r, NODE_GENERIC_PARAM, name, first, constraints, type, value, 0);
    add_flags(r, node, flags);
    return node;
}

ListId read_generics(Reader *r) {
    uint32_t items = begin_list(r);
    take_token(r); /* '<' */
    do
        add_item(r, read_generic(r));
    while (!r->panic && take_if(r, ","));
    if (!r->panic)
        expect(r, ">", "behind the generic parameters");
    return end_list(r, items);
}

static NodeId find_generic(const Reader *r, ListId generics, TokenId name) {
    uint32_t len, n;
    const char *text = ast_spelling(r->ast, name, &len);
    for (uint32_t k = 0; k < ast_count(r->ast, generics); k++) {
        const Node *node = ast_node(r->ast, ast_item(r->ast, generics, k));
        const char *other = ast_spelling(r->ast, node->token, &n);
        if (node->kind == NODE_GENERIC_PARAM && n == len && memcmp(other, text, n) == 0)
            return ast_item(r->ast, generics, k);
    }
    return 0;
}

/* where T : IFloat, U : IInteger : as if it stood behind the parameter's name. */
void read_where(Reader *r, ListId generics) {
    while (!r->panic && take_if(r, "where")) {
        do {
            TokenId name;
            char buffer[FOUND_TEXT];
            if (!expect_name(r, "the name of a generic parameter", &name))
                return;
            NodeId param = find_generic(r, generics, name);
            if (param == 0) {
                read_error(r, name, name, "%s is not one of the generic parameters",
                           found_text(r, name, buffer));
                return;
            }
            if (!is_at(r, ":")) {
                read_unsupported(r, name, "conditions other than `T : IFoo` are", NULL);
                return;
            }
            take_token(r);
            uint32_t items = begin_list(r);
            ListId old = r->ast->nodes.at[param].word[0];
            for (uint32_t k = 0; k < ast_count(r->ast, old); k++)
                add_item(r, ast_item(r->ast, old, k));
            read_constraints(r);
            ListId list = end_list(r, items);
            if (!r->failed)
                r->ast->nodes.at[param].word[0] = list;
        } while (!r->panic && take_if(r, ","));
    }
}

/* ---- types that are declared */

static ListId read_conformances(Reader *r) {
    uint32_t items = begin_list(r);
    if (take_if(r, ":"))
        do
            add_item(r, read_type(r));
        while (!r->panic && take_if(r, ","));
    return end_list(r, items);
}

static ListId read_members(Reader *r) {
    uint32_t items = begin_list(r);
    if (expect(r, "{", "before the members")) {
        TokenId open = r->at - 1;
        while (r->at < r->end && !is_at(r, "}") && !r->unclosed && !r->stopped)
            read_declaration(r, true);
        close_brace(r, open);
    }
    return end_list(r, items);
}

static TokenId unnamed_struct(Reader *r, TokenId at) {
    char name[32];
    snprintf(name, sizeof name, "unnamed_%u", (unsigned)at);
    return make_name(r, name, at);
}

NodeId read_struct(Reader *r, NodeKind kind, ListId generics) {
    TokenId name, first = take_token(r);
    bool unnamed = is_at(r, "{") && kind == NODE_STRUCT;
    if (unnamed)
        name = unnamed_struct(r, first);
    else if (!expect_name(
                 r, kind == NODE_STRUCT ? "the name of the struct" : "the name of the interface",
                 &name))
        return error_node(r, first);
    if (is_at(r, "<"))
        generics = read_generics(r);
    ListId conformances = r->panic ? 0 : read_conformances(r);
    read_where(r, generics);
    if (!r->panic && take_if(r, ";")) /* it is declared later */
        return make_node(r, NODE_EMPTY, first, first, 0, 0, 0, 0);
    if (!r->panic && is_at(r, "=")) {
        read_unsupported(r, r->at, "a struct made by = is", "typealias names another type");
        return error_node(r, first);
    }
    uint32_t broken = r->broken_members;
    ListId members = r->panic ? 0 : read_members(r);
    NodeId node = make_node(r, kind, name, first, members, conformances, 0, generics);
    if (r->panic || r->broken_members > broken)
        add_flags(r, node, NF_BROKEN);
    bool variable = at_any_name(r, r->at) && (unnamed || !token_at(r, r->at)->line) &&
                    (at_word(r, r->at + 1, ";") || at_word(r, r->at + 1, "[") ||
                     at_word(r, r->at + 1, ":") || at_word(r, r->at + 1, "="));
    if (!r->panic && variable)
        return read_struct_variables(r, node, name, first);
    take_if(r, ";");
    return node;
}

NodeId read_extension(Reader *r, ListId generics) {
    TokenId first = take_token(r);
    if (is_at(r, "<"))
        generics = read_generics(r);
    NodeId type = r->panic ? 0 : read_type(r);
    ListId conformances = r->panic ? 0 : read_conformances(r);
    read_where(r, generics);
    ListId members = r->panic ? 0 : read_members(r);
    take_if(r, ";");
    return make_node(r, NODE_EXTENSION, first, first, type, members, conformances, generics);
}

NodeId read_enum(Reader *r) {
    TokenId name, first = take_token(r);
    take_if(r, "class");
    if (!expect_name(r, "the name of the enum", &name))
        return error_node(r, first);
    NodeId type = take_if(r, ":") ? read_type(r) : 0;
    if (r->panic || !expect(r, "{", "before the cases of the enum"))
        return error_node(r, first);
    TokenId open = r->at - 1;
    uint32_t items = begin_list(r);
    while (r->at < r->end && !is_at(r, "}") && !r->panic) {
        TokenId one;
        if (!expect_name(r, "the name of a case", &one))
            break;
        NodeId value = take_if(r, "=") ? read_assignment(r) : 0;
        add_item(r, make_node(r, NODE_ENUM_CASE, one, one, value, 0, 0, 0));
        if (r->panic || take_if(r, ",") || is_at(r, "}"))
            continue;
        expect(r, ",", "between the cases");
    }
    if (r->panic && r->partner.at[open] > r->at) {
        r->at = r->partner.at[open];
        r->panic = false;
    }
    close_brace(r, open);
    take_if(r, ";");
    ListId list = end_list(r, items);
    return make_node(r, NODE_ENUM, name, first, list, type, 0, 0);
}

/* typedef struct { ... } S; typedef enum Tag { ... } E; the names behind it are aliases of it. */
static NodeId read_typedef_struct(Reader *r, TokenId first) {
    bool is_struct = is_at(r, "struct");
    TokenId name, tag = r->at + 1;
    if (!at_any_name(r, tag)) { /* the name behind it is its own */
        TokenId close = r->partner.at[tag];
        if (!is_at(r, "struct") || close <= tag || !at_any_name(r, close + 1))
            return read_unsupported(r, first, "a typedef of this is", NULL);
        take_token(r);
        ListId members = read_members(r);
        if (r->panic || !expect_name(r, "the name of the struct", &name))
            return error_node(r, first);
        NodeId made = make_node(r, NODE_STRUCT, name, first, members, 0, 0, 0);
        expect(r, ";", "behind the typedef");
        return made;
    }
    TokenId close = r->partner.at[tag + 1];
    if (!at_word(r, tag + 1, "{") || close == 0)
        return read_unsupported(r, first, "a typedef of this is", NULL);
    /* The struct by itself, then its other name. */
    r->at = tag - 1;
    take_token(r);
    take_token(r);
    NodeId made;
    if (is_struct) {
        ListId members = read_members(r);
        made = make_node(r, NODE_STRUCT, tag, first, members, 0, 0, 0);
    } else
        return read_unsupported(r, first, "a typedef of an enum is", "enum E { ... }; names it");
    if (r->panic || !expect_name(r, "the new name", &name))
        return error_node(r, first);
    expect(r, ";", "behind the typedef");
    add_item(r, made);
    NodeId type = make_node(r, NODE_NAME, tag, first, 0, 0, 0, 0);
    NodeId alias = make_node(r, NODE_TYPE_ALIAS, name, first, type, 0, 0, 0);
    add_flags(r, alias, NF_TYPEDEF);
    return alias;
}

NodeId read_alias(Reader *r) {
    TokenId name, first = r->at;
    NodeId type;
    ListId generics = 0;
    uint32_t types = r->types.len;
    bool old = is_at(r, "typedef");
    take_token(r);
    if (old) {
        if (is_at(r, "struct") && !at_word(r, r->at + 2, "{") && !at_word(r, r->at + 1, "{"))
            take_token(r); /* typedef struct S T; */
        if (is_at(r, "struct") || is_at(r, "enum"))
            return read_typedef_struct(r, first);
        type = read_type(r);
        if (r->panic || !expect_name(r, "the new name", &name))
            return error_node(r, first);
        type = read_array_suffix(r, type);
    } else {
        if (!expect_name(r, "the name of the type", &name))
            return error_node(r, first);
        if (is_at(r, "<"))
            generics = read_generics(r);
        read_where(r, generics);
        if (r->panic || !expect(r, "=", "and the type"))
            return error_node(r, first);
        type = read_type(r);
    }
    NodeId node = make_node(r, NODE_TYPE_ALIAS, name, first, type, 0, 0, generics);
    add_flags(r, node, old ? NF_TYPEDEF : 0);
    forget_type_names(r, types);
    if (!r->panic)
        expect(r, ";", "behind the alias");
    return node;
}

/* ---- imports */

NodeId read_import(Reader *r) {
    TokenId first = take_token(r), from = r->at, last = from;
    uint32_t begin = token_at(r, from)->start, end;
    if (token_at(r, from)->kind == TOKEN_STRING) {
        take_token(r);
        begin++;
        end = token_at(r, from)->start + token_at(r, from)->len - 1;
        if (end <= begin)
            return read_error(r, from, from, "expected the name of a module in the quotes"),
                   error_node(r, first);
    } else {
        do {
            TokenId name;
            if (!expect_name(r, "the name of a module", &name))
                return error_node(r, first);
            last = name;
        } while (take_if(r, ".") || take_if(r, "::"));
        end = token_at(r, last)->start + token_at(r, last)->len;
    }
    for (TokenId i = from; i <= last; i++)
        if (token_at(r, i)->start != token_at(r, i)->text)
            return read_unsupported(r, i, "a macro as the name of a module is", NULL);
    NodeId node = make_node(r, NODE_IMPORT, first, first, begin, end, 0, 0);
    expect(r, ";", "behind the import");
    return node;
}
