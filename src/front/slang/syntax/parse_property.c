/* Properties and subscripts: what reads and writes them becomes methods of the struct. */
#include <stdio.h>

#include "front/slang/syntax/parser.h"

typedef struct Accessors {
    TokenId first;
    char name[80]; /* of the property; "at" of a subscript */
    NodeId type;
    ListId params;
    uint32_t flags;
    ListId attrs;
} Accessors;

/* set, set(v), set(T v): the parameter with the new value. */
static NodeId read_new_value(Reader *r, const Accessors *a, TokenId first) {
    TokenId value = 0;
    if (take_if(r, "(")) {
        if (at_any_name(r, r->at + 1))
            read_type(r); /* it is the property's */
        if (!r->panic && !is_at(r, ")") && !expect_name(r, "the name of the new value", &value))
            return error_node(r, first);
        expect(r, ")", "behind the new value");
    }
    if (value == 0)
        value = make_name(r, "newValue", first);
    return make_node(r, NODE_PARAM, value, first, a->type, 0, 0, 0);
}

/* [mutating], for who prints it. */
static ListId mutating_attribute(Reader *r, TokenId at) {
    NodeId node = make_node(r, NODE_ATTRIBUTE, make_name(r, "mutating", at), at, 0, 0, 0, 0);
    uint32_t items = begin_list(r);
    add_item(r, node);
    return end_list(r, items);
}

/* get { ... }, set(T v) { ... }, get; */
static void read_accessor(Reader *r, const Accessors *a) {
    char name[96];
    uint32_t errors = r->errors;
    ListId attrs = is_at(r, "[") ? read_attributes(r) : 0;
    bool sets = is_at(r, "set");
    uint32_t flags = a->flags | attribute_flags(r, attrs) | (sets ? NF_MUTATING : 0);
    TokenId first = r->at;
    if (!sets && !is_at(r, "get")) {
        read_expected(r, "get or set");
        return;
    }
    take_token(r);
    snprintf(name, sizeof name, "%s%.80s", sets ? "__set_" : "__get_", a->name);
    NodeId value = sets ? read_new_value(r, a, first) : 0;
    uint32_t items = begin_list(r);
    if (sets)
        add_item(r, value);
    for (uint32_t k = 0; k < ast_count(r->ast, a->params); k++)
        add_item(r, ast_item(r->ast, a->params, k));
    ListId params = end_list(r, items);
    NodeId body = is_at(r, "{") && !r->panic ? read_block(r) : 0;
    if (body == 0 && !r->panic)
        expect(r, ";", "or what it does");
    TokenId token = make_name(r, name, first);
    NodeId result = a->type;
    if (sets)
        result = make_node(r, NODE_NAME, make_name(r, "void", first), first, 0, 0, 0, 0);
    NodeId node = make_node(r, NODE_FUNCTION, token, first, result, params, body, 0);
    add_flags(r, node, flags);
    set_attrs(r, node, sets ? mutating_attribute(r, first) : a->attrs);
    mark_broken(r, node, body, errors);
    if (r->errors > errors)
        add_flags(r, node, NF_BROKEN);
    add_item(r, node);
}

static NodeId read_accessors(Reader *r, const Accessors *a) {
    TokenId open = r->at;
    if (take_if(r, ";"))
        return make_node(r, NODE_EMPTY, a->first, a->first, 0, 0, 0, 0);
    if (!expect(r, "{", "before get or set"))
        return error_node(r, a->first);
    while (r->at < r->end && !is_at(r, "}") && !r->panic && !r->stopped)
        read_accessor(r, a);
    if (r->panic)
        return error_node(r, a->first);
    close_brace(r, open);
    take_if(r, ";");
    return make_node(r, NODE_EMPTY, a->first, a->first, 0, 0, 0, 0);
}

NodeId read_property(Reader *r, uint32_t flags, ListId attrs) {
    Accessors a = {.first = r->at, .flags = flags, .attrs = attrs};
    TokenId name;
    uint32_t len;
    take_token(r);
    bool name_first = at_word(r, r->at + 1, ":");
    if (!name_first)
        a.type = read_type(r);
    if (r->panic || !expect_name(r, "the name of the property", &name))
        return error_node(r, a.first);
    if (name_first) {
        take_token(r);
        a.type = read_type(r);
    }
    const char *text = ast_spelling(r->ast, name, &len);
    snprintf(a.name, sizeof a.name, "%.*s", (int)(len < 70 ? len : 70), text);
    return r->panic ? error_node(r, a.first) : read_accessors(r, &a);
}

NodeId read_subscript(Reader *r, uint32_t flags, ListId attrs) {
    Accessors a = {.first = r->at, .name = "at", .flags = flags, .attrs = attrs};
    take_token(r);
    a.params = read_params(r, false);
    if (r->panic || !expect(r, "->", "and the type of an element"))
        return error_node(r, a.first);
    a.type = read_type(r);
    return r->panic ? error_node(r, a.first) : read_accessors(r, &a);
}
