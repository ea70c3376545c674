/* Functions: heads, parameters, operators. */
#include <stdio.h>

#include "front/slang/syntax/parser.h"

/* A parameter that is not mentioned need not be called anything. */
static TokenId unnamed_parameter(Reader *r, TokenId at) {
    char name[32];
    snprintf(name, sizeof name, "unnamed_%u", (unsigned)at);
    return make_name(r, name, at);
}

/* float x = 1, inout float3 v[2]; or with `func`: x : float. */
static NodeId read_param(Reader *r, bool name_first) {
    TokenId name, first = r->at;
    NodeId type = 0, value = 0;
    uint32_t flags = read_modifiers(r);
    if (r->panic)
        return error_node(r, first);
    if (name_first ||
        (at_any_name(r, r->at) && at_word(r, r->at + 1, ":") && !is_known_type(r, r->at))) {
        if (!expect_name(r, "the name of a parameter", &name))
            return error_node(r, first);
        if (expect(r, ":", "and the type of the parameter")) {
            flags |= read_modifiers(r);
            type = read_type(r);
        }
    } else {
        type = read_type(r);
        flags |= is_at(r, "const") || is_at(r, "in") ? read_modifiers(r) : 0;
        bool unnamed = is_at(r, ",") || is_at(r, ")") || is_at(r, "=");
        if (r->panic || (!unnamed && !expect_name(r, "the name of a parameter", &name)))
            return error_node(r, first);
        if (unnamed)
            name = unnamed_parameter(r, first);
        else
            type = read_array_suffix(r, type);
    }
    skip_semantics(r);
    if (!r->panic && take_if(r, "="))
        value = read_assignment(r);
    NodeId node = make_node(r, NODE_PARAM, name, first, type, value, 0, 0);
    add_flags(r, node, flags);
    return node;
}

ListId read_params(Reader *r, bool name_first) {
    uint32_t items = begin_list(r);
    if (!expect(r, "(", "and the parameters"))
        return end_list(r, items);
    TokenId open = r->at - 1;
    if (is_at(r, "void") && at_word(r, r->at + 1, ")"))
        take_token(r);
    while (!is_at(r, ")") && r->at < r->end && !r->panic) {
        add_item(r, read_param(r, name_first));
        if (r->panic || !take_if(r, ","))
            break;
    }
    expect_close(r, ")", "behind the parameters", open);
    /* What is wrong with a parameter need not hide what is wrong with the body. */
    TokenId close = r->partner.at[open];
    if (r->panic && !r->stopped && close >= r->at && at_word(r, close + 1, "{")) {
        r->at = close + 1;
        r->panic = false;
    }
    return end_list(r, items);
}

static NodeId read_body(Reader *r) {
    char buffer[FOUND_TEXT];
    skip_semantics(r);
    if (is_at(r, "{"))
        return read_block(r);
    if (take_if(r, ";"))
        return 0;
    if (is_at(r, "throws")) {
        read_unsupported(r, r->at, "throws is", NULL);
    } else {
        read_error(r, r->at, r->at, "expected `{` and the function's body, found %s",
                   found_text(r, r->at, buffer));
    }
    return 0;
}

/* What stands before a function's body. */
typedef struct Head {
    TokenId name, first;
    NodeId result;
    uint32_t flags;
    ListId params, attrs, generics;
    uint32_t errors; /* told before it */
} Head;

static NodeId finish_function(Reader *r, Head head) {
    read_where(r, head.generics);
    uint32_t errors = r->errors;
    NodeId body = r->panic ? 0 : read_body(r);
    NodeId node = make_node(r, NODE_FUNCTION, head.name, head.first, head.result, head.params, body,
                            head.generics);
    add_flags(r, node, head.flags);
    set_attrs(r, node, head.attrs);
    mark_broken(r, node, body, errors);
    if (r->errors > head.errors)
        add_flags(r, node, NF_BROKEN);
    return node;
}

NodeId read_function(Reader *r, TokenId name, TokenId first, NodeId result, uint32_t flags,
                     ListId attrs, ListId generics) {
    uint32_t errors = r->errors;
    if (is_at(r, "<"))
        generics = read_generics(r);
    ListId params = r->panic ? 0 : read_params(r, false);
    return finish_function(r, (Head){name, first, result, flags, params, attrs, generics, errors});
}

NodeId read_constructor(Reader *r, uint32_t flags, ListId attrs, ListId generics) {
    TokenId name = take_token(r);
    return read_function(r, name, name, 0, flags | NF_CONSTRUCTOR, attrs, generics);
}

NodeId read_func(Reader *r, uint32_t flags, ListId attrs, ListId generics) {
    TokenId name, first = take_token(r);
    NodeId result = 0;
    uint32_t errors = r->errors;
    if (!expect_name(r, "the name of the function", &name))
        return error_node(r, first);
    if (is_at(r, "<"))
        generics = read_generics(r);
    ListId params = r->panic ? 0 : read_params(r, true);
    if (!r->panic && take_if(r, "->"))
        result = read_type(r);
    else if (!r->panic && read_error(r, name, name, "this function does not say what it gives"))
        read_hint(r, "write -> and a type behind the parameters; -> void if it gives nothing");
    return finish_function(r, (Head){name, first, result, flags, params, attrs, generics, errors});
}

bool read_operator_name(Reader *r, TokenId *out) {
    static const char *const signs[] = {
        "+", "-",  "*",  "/",  "%",  "&",  "|",  "^",  "<<", "<",  ">",  "==",  "!=", "<=", "!",
        "~", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "++", "--"};
    TokenId word = take_token(r);
    char buffer[FOUND_TEXT];
    *out = r->at;
    if (word_among(r, r->at, signs, sizeof signs / sizeof *signs) < 0 ||
        token_at(r, r->at)->kind != TOKEN_SIGN) {
        read_error(r, word, r->at, "the operator %s cannot be declared",
                   found_text(r, r->at, buffer));
        return false;
    }
    uint32_t tokens = 1;
    if (is_at(r, ">") && token_at(r, r->at)->joined &&
        (at_word(r, r->at + 1, ">") || at_word(r, r->at + 1, "=")))
        tokens = 2;
    *out = join_signs(r, r->at, tokens);
    for (uint32_t i = 0; i < tokens; i++)
        take_token(r);
    return true;
}
