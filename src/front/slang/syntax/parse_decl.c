/* Declarations: attributes, modifiers, variables; which of all declarations one is; a file. */
#include "front/slang/syntax/parser.h"

/* ---- attributes and modifiers */

static void read_attribute(Reader *r) {
    TokenId name, first = r->at;
    if (!expect_name(r, "the name of an attribute", &name))
        return;
    while (!r->panic && take_if(r, "::")) /* [[vk::binding(0, 1)]] */
        expect_name(r, "the name of an attribute", &name);
    ListId arguments = 0;
    if (take_if(r, "("))
        arguments = read_arguments(r, ")", "behind the arguments of the attribute");
    add_item(r, make_node(r, NODE_ATTRIBUTE, name, first, arguments, 0, 0, 0));
}

ListId read_attributes(Reader *r) {
    uint32_t items = begin_list(r);
    while (is_at(r, "[") && !r->panic) {
        take_token(r);
        bool twice = take_if(r, "[");
        do
            read_attribute(r);
        while (!r->panic && take_if(r, ","));
        if (expect(r, "]", "behind the attribute") && twice)
            expect(r, "]", "behind the attribute");
    }
    return end_list(r, items);
}

uint32_t attribute_flags(const Reader *r, ListId attrs) {
    static const char *const words[] = {"mutating", "Differentiable", "BackwardDifferentiable",
                                        "ForwardDifferentiable"};
    uint32_t flags = 0;
    for (uint32_t k = 0; k < ast_count(r->ast, attrs); k++) {
        int word = word_among(r, ast_node(r->ast, ast_item(r->ast, attrs, k))->token, words, 4);
        flags |= word == 0 ? NF_MUTATING : word > 0 ? NF_DIFFERENTIABLE : 0;
    }
    return flags;
}

/* Words before a declaration. Some change nothing here and are dropped. */
static const struct {
    const char *word;
    uint16_t flags;
} modifiers[] = {{"static", NF_STATIC},
                 {"const", NF_CONST},
                 {"public", NF_PUBLIC},
                 {"in", NF_IN},
                 {"out", NF_OUT},
                 {"inout", NF_IN | NF_OUT},
                 {"no_diff", NF_NO_DIFF},
                 {"internal", 0},
                 {"private", 0},
                 {"inline", 0},
                 {"uniform", 0},
                 {"precise", 0},
                 {"export", NF_PUBLIC},
                 {"__exported", NF_PUBLIC},
                 {"override", 0},
                 {"prefix", 0},
                 {"__prefix", 0},
                 {"nointerpolation", 0},
                 {"constexpr", 0},
                 {"row_major", 0},
                 {"column_major", 0},
                 {"volatile", 0},
                 {"extern", 0},
                 {"globallycoherent", 0},
                 {"snorm", 0},
                 {"unorm", 0},
                 {"groupshared", NF_GROUP},
                 {"constref", 0},
                 {"__constref", 0},
                 {"ref", NF_IN | NF_OUT},
                 {"__ref", NF_IN | NF_OUT},
                 {"linear", 0},
                 {"centroid", 0},
                 {"noperspective", 0},
                 {"sample", 0},
                 {"flat", 0},
                 {"varying", 0},
                 {"shared", 0},
                 {"dyn", 0},
                 {"reordercoherent", 0}};

static const char *const odd_modifiers[] = {"__postfix", "postfix"};

enum {
    MODIFIERS = sizeof modifiers / sizeof *modifiers,
    ODD_MODIFIERS = sizeof odd_modifiers / sizeof *odd_modifiers
};

/* A variable may be called `prefix`: a modifier has something behind it. */
static int find_modifier(const Reader *r, TokenId token) {
    if (!at_any_name(r, token) || !(at_any_name(r, token + 1) || at_word(r, token + 1, "[")) ||
        is_known_type(r, token))
        return -1;
    for (int i = 0; i < MODIFIERS; i++)
        if (at_word(r, token, modifiers[i].word))
            return at_any_name(r, token + 1) || i < 2 ? i : -1;
    return -1;
}

static bool is_odd_modifier(const Reader *r, TokenId token) {
    return at_any_name(r, token) && at_any_name(r, token + 1) &&
           word_among(r, token, odd_modifiers, ODD_MODIFIERS) >= 0;
}

bool is_modifier(const Reader *r, TokenId token) {
    return find_modifier(r, token) >= 0 || is_odd_modifier(r, token);
}

uint32_t read_modifiers(Reader *r) {
    uint32_t flags = 0;
    while (!r->panic && !r->stopped) {
        int known = find_modifier(r, r->at);
        if (known < 0 && is_odd_modifier(r, r->at)) {
            char buffer[FOUND_TEXT];
            read_error(r, r->at, r->at, "%s is not supported", found_text(r, r->at, buffer));
        }
        if (known < 0)
            break;
        flags |= modifiers[known].flags;
        take_token(r);
    }
    return flags;
}

/* ---- variables */

void skip_semantics(Reader *r) {
    while (!r->panic && is_at(r, ":") && at_any_name(r, r->at + 1)) {
        take_token(r);
        take_token(r);
        TokenId close = is_at(r, "(") ? r->partner.at[r->at] : 0;
        if (close > r->at) { /* register(t0, space1) */
            r->at = close;
            take_token(r);
        }
    }
}

/* let x : T = e, var x = e. */
static void read_let(Reader *r, uint32_t flags, ListId attrs) {
    do {
        TokenId name, first = r->at;
        NodeId type = 0, value = 0;
        if (!expect_name(r, "the name of a variable", &name))
            return;
        if (take_if(r, ":"))
            type = read_type(r);
        if (!r->panic && take_if(r, "="))
            value = read_assignment(r);
        NodeId node = make_node(r, NODE_VARIABLE, name, first, type, value, 0, 0);
        if (!r->panic && type == 0 && value == 0)
            read_error(r, name, name, "a variable without a type needs a value: %s",
                       flags & NF_LET ? "let x = 1" : "var x = 1");
        add_flags(r, node, flags);
        set_attrs(r, node, attrs);
        add_item(r, node);
    } while (!r->panic && take_if(r, ","));
}

static bool is_sampler(const Reader *r, TokenId type) {
    return at_word(r, type, "SamplerState") || at_word(r, type, "SamplerComparisonState") ||
           at_word(r, type, "sampler");
}

static NodeId read_variable(Reader *r, NodeId type, TokenId first, uint32_t flags, ListId attrs) {
    TokenId name;
    NodeId value = 0;
    if (!expect_name(r, "the name of a variable", &name))
        return 0;
    type = read_array_suffix(r, type);
    skip_semantics(r);
    if (!r->panic && is_at(r, "{") && is_sampler(r, first) && r->partner.at[r->at] > r->at) {
        r->at = r->partner.at[r->at]; /* { Filter = …; }: whoever calls gives the sampler */
        take_token(r);
    }
    if (!r->panic && is_at(r, "(")) {
        TokenId close = r->partner.at[r->at];
        if (close != 0 && at_word(r, close + 1, "{"))
            read_unsupported(r, name, "a function inside a function is", "move it out");
        else if (read_error(r, r->at, r->at, "expected `=` or `;` behind the variable, found `(`"))
            read_hint(r, "a value is given by = : float2 v = float2(1, 2)");
    }
    if (!r->panic && take_if(r, "="))
        value = read_assignment(r);
    NodeId node = make_node(r, NODE_VARIABLE, name, first, type, value, 0, 0);
    add_flags(r, node, flags);
    set_attrs(r, node, attrs);
    return node;
}

/* The declarators behind the type, from the first name on. */
static void read_declarators(Reader *r, NodeId type, TokenId first, uint32_t flags, ListId attrs) {
    do {
        NodeId node = read_variable(r, type, first, flags, attrs);
        if (node != 0)
            add_item(r, node);
        first = r->at + 1;
    } while (!r->panic && take_if(r, ","));
}

void read_variables(Reader *r, uint32_t flags, ListId attrs) {
    TokenId first = r->at;
    if (r->panic)
        return;
    if (take_if(r, "let")) {
        read_let(r, flags | NF_LET, attrs);
    } else if (take_if(r, "var")) {
        read_let(r, flags, attrs);
    } else {
        NodeId type = read_type(r);
        flags |= is_at(r, "const") ? read_modifiers(r) : 0;
        if (!r->panic)
            read_declarators(r, type, first, flags, attrs);
    }
}

/* ---- one declaration */

/* Behind an error: to behind the next ';' or { ... }, or to a line that begins another declaration. */
static void skip_declaration(Reader *r) {
    TokenId from = r->at;
    r->panic = false;
    for (; r->at < r->end; take_token(r)) {
        TokenId close = r->partner.at[r->at];
        bool block = is_at(r, "{");
        if (is_at(r, ";")) {
            take_token(r);
            return;
        }
        if (is_at(r, "}"))
            return;
        if (r->at > from && token_at(r, r->at)->line) {
            uint32_t line, column;
            source_place(r->ast->source, token_at(r, r->at)->start, &line, &column);
            if (column == 1 && (at_any_name(r, r->at) || is_at(r, "[")))
                return;
        }
        if ((block || is_at(r, "(") || is_at(r, "[")) && close > r->at) {
            r->at = close;
            if (block) {
                take_token(r);
                take_if(r, ";");
                return;
            }
        }
    }
}

static bool read_odd_declaration(Reader *r) {
    static const char *const words[] = {"class",
                                        "union",
                                        "namespace",
                                        "using",
                                        "template",
                                        "implementing",
                                        "__include",
                                        "syntax",
                                        "attribute_syntax",
                                        "__attributeTarget"};
    char buffer[FOUND_TEXT];
    int odd = word_among(r, r->at, words, sizeof words / sizeof *words);
    bool used = at_any_name(r, r->at + 1) || at_word(r, r->at + 1, "<") ||
                at_word(r, r->at + 1, "{") || at_word(r, r->at, "__include");
    if (odd < 0 || !used)
        return false;
    if (read_error(r, r->at, r->at, "%s is not supported", found_text(r, r->at, buffer)) &&
        odd == 0)
        read_hint(r, "a struct has methods too");
    return true;
}

/* cbuffer Name : register(b0) { float4 tint; }: its variables are those of the file. */
static NodeId read_buffer(Reader *r) {
    TokenId name, first = take_token(r);
    if (!expect_name(r, "the name of the buffer", &name))
        return error_node(r, first);
    skip_semantics(r);
    TokenId open = r->at;
    if (r->panic || !expect(r, "{", "before the variables"))
        return error_node(r, first);
    while (r->at < r->end && !is_at(r, "}") && !r->unclosed && !r->stopped)
        read_declaration(r, false);
    close_brace(r, open);
    take_if(r, ";");
    return make_node(r, NODE_EMPTY, first, first, 0, 0, 0, 0);
}

/* struct { float4 tint; } settings; the variables of a struct that was just read. */
NodeId read_struct_variables(Reader *r, NodeId type, TokenId name, TokenId first) {
    add_item(r, type);
    read_declarators(r, make_node(r, NODE_NAME, name, first, 0, 0, 0, 0), first, 0, 0);
    if (!r->panic)
        expect(r, ";", "behind the declaration");
    return make_node(r, NODE_EMPTY, first, first, 0, 0, 0, 0);
}

/* associatedtype T : IFoo; of an interface. It is what the struct's own type of that name is, once that is known. */
static NodeId read_associated(Reader *r) {
    TokenId name, first = take_token(r);
    if (!expect_name(r, "the name of the type", &name))
        return error_node(r, first);
    if (take_if(r, ":"))
        do
            read_plain_type(r);
        while (!r->panic && (take_if(r, "&") || take_if(r, ",")));
    read_where(r, 0);
    if (!r->panic)
        expect(r, ";", "behind the associated type");
    return r->panic ? error_node(r, first) : make_node(r, NODE_EMPTY, first, first, 0, 0, 0, 0);
}

/* What is no function and no variable. 0: it is one of these. */
static NodeId read_named_declaration(Reader *r, bool member, uint32_t flags, ListId attrs,
                                     ListId generics) {
    if (is_at(r, "struct"))
        return read_struct(r, NODE_STRUCT, generics);
    if (!member && (is_at(r, "cbuffer") || is_at(r, "tbuffer")) && at_any_name(r, r->at + 1))
        return read_buffer(r);
    if (is_at(r, "interface"))
        return read_struct(r, NODE_INTERFACE, generics);
    if (is_at(r, "extension") && (at_any_name(r, r->at + 1) || at_word(r, r->at + 1, "<")))
        return read_extension(r, generics);
    if (is_at(r, "enum"))
        return read_enum(r);
    if (is_at(r, "typedef") || is_at(r, "typealias"))
        return read_alias(r);
    if (is_at(r, "__init"))
        return read_constructor(r, flags, attrs, generics);
    bool associated = is_at(r, "associatedtype") || is_at(r, "__associatedtype");
    if (member && associated && at_any_name(r, r->at + 1))
        return read_associated(r);
    if (member && is_at(r, "property") && at_any_name(r, r->at + 1))
        return read_property(r, flags, attrs);
    if (member && is_at(r, "__subscript") &&
        (at_word(r, r->at + 1, "(") || at_word(r, r->at + 1, "<")))
        return read_subscript(r, flags, attrs);
    if (is_at(r, "func") && at_any_name(r, r->at + 1))
        return read_func(r, flags, attrs, generics);
    if (!member && (is_at(r, "import") || is_at(r, "__import")))
        return read_import(r);
    return 0;
}

/* What looks like a variable behind its type, but is `strcut S {`, `imprt a;` or `float f {`. True: told. */
static bool tell_odd_variable(Reader *r, TokenId type, TokenId name, bool may_import) {
    static const char *const words[] = {"import",  "struct", "interface", "typealias",
                                        "typedef", "enum",   "extension"};
    static const char *const behind[] = {";", "=", ",", "[", ":"};
    char buffer[FOUND_TEXT];
    bool odd = !at_any_name(r, name) || word_among(r, name + 1, behind, 5) < 0;
    may_import = may_import && type + 1 == name && at_word(r, name + 1, ";");
    const char *word = odd || may_import ? similar_word(r, type, words, odd ? 7 : 1) : NULL;
    if (word && !is_known_type(r, type)) {
        if (read_error(r, type, type, "%s begins no declaration", found_text(r, type, buffer)))
            read_hint(r, "did you mean %s?", word);
        return true;
    }
    if (!odd || !at_any_name(r, name) || !at_word(r, name + 1, "{") || is_sampler(r, type))
        return false;
    if (read_error(r, name + 1, name + 1, "expected `(` or `;` behind %s, found `{`",
                   found_text(r, name, buffer)))
        read_hint(r, "a function has ( ) behind its name, also without parameters");
    return true;
}

/* float3 f(...) or float3 x = ... */
static void read_typed_declaration(Reader *r, bool member, uint32_t flags, ListId attrs,
                                   ListId generics, TokenId first) {
    if (is_at(r, "let") || is_at(r, "var")) {
        read_variables(r, flags, attrs);
        if (!r->panic)
            expect(r, ";", "behind the declaration");
        return;
    }
    TokenId type_at = r->at;
    NodeId type = read_type(r);
    flags |= is_at(r, "const") ? read_modifiers(r) : 0;
    TokenId name = r->at;
    if (r->panic)
        return;
    bool is_operator = is_at(r, "operator");
    if (is_operator && !read_operator_name(r, &name))
        return;
    if (!is_operator && at_any_name(r, name) &&
        (at_word(r, name + 1, "(") || at_word(r, name + 1, "<"))) {
        if (!expect_name(r, "the name of a function", &name))
            return;
        add_item(r, read_function(r, name, first, type, flags, attrs, generics));
        return;
    }
    if (is_operator) {
        add_item(r, read_function(r, name, first, type, flags | NF_OPERATOR, attrs, generics));
        return;
    }
    if (tell_odd_variable(r, type_at, name, !member && flags == 0))
        return;
    read_declarators(r, type, first, flags, attrs);
    if (!r->panic)
        expect(r, ";", "behind the declaration");
}

/* What stands behind an error, and a note that something was there. */
static void skip_broken(Reader *r, TokenId first, uint32_t items, bool member) {
    skip_declaration(r);
    r->broken_members += member;
    for (uint32_t k = items; k < r->items.len; k++)
        add_flags(r, r->items.at[k], NF_BROKEN);
    if (r->items.len > items)
        return;
    Skipped skipped = {first, r->at > first ? r->at - 1 : first};
    if (!member && !r->failed && !vec_push(r->env, &r->ast->skipped, skipped)) {
        r->failed = true;
        stop_reading(r);
    }
}

void read_declaration(Reader *r, bool member) {
    TokenId before = r->at;
    uint32_t types = r->types.len, items = r->items.len;
    if (take_if(r, ";"))
        return;
    if (!enter_level(r))
        return;
    ListId generics = 0, attrs = is_at(r, "[") ? read_attributes(r) : 0;
    TokenId first = r->at;
    if (is_at(r, "__generic") && at_word(r, r->at + 1, "<")) {
        take_token(r);
        generics = read_generics(r);
    }
    uint32_t flags = read_modifiers(r);
    if (attrs == 0 && is_at(r, "[")) { /* static [Differentiable] f too */
        attrs = read_attributes(r);
        flags |= read_modifiers(r);
    }
    if (!r->panic && is_at(r, "__generic") && at_word(r, r->at + 1, "<")) {
        take_token(r);
        generics = read_generics(r);
        flags |= read_modifiers(r);
    }
    flags |= attribute_flags(r, attrs);
    if (!r->panic && !read_odd_declaration(r)) {
        NodeId node = read_named_declaration(r, member, flags, attrs, generics);
        if (node != 0) {
            add_flags(r, node, flags);
            set_attrs(r, node, attrs);
            NodeKind kind = (NodeKind)ast_node(r->ast, node)->kind;
            if (kind != NODE_ERROR && kind != NODE_EMPTY)
                add_item(r, node);
        } else if (!at_any_name(r, r->at)) {
            read_expected(r, member ? "a member" : "a declaration");
        } else if (!r->stopped) {
            read_typed_declaration(r, member, flags, attrs, generics, first);
        }
    }
    forget_type_names(r, types);
    leave_level(r);
    if (r->panic)
        skip_broken(r, before, items, member);
    if (r->at == before && !(member && is_at(r, "}")))
        take_token(r);
}

/* `module name;` at the start says nothing that is needed. */
static void skip_module_line(Reader *r) {
    bool quoted =
        token_at(r, r->at)->kind != TOKEN_END && token_at(r, r->at + 1)->kind == TOKEN_STRING;
    if (!is_at(r, "module") ||
        !(quoted || (at_any_name(r, r->at + 1) && at_word(r, r->at + 2, ";"))))
        return;
    take_token(r);
    take_token(r);
    expect(r, ";", "behind the name of the module");
    r->panic = false;
}

ListId read_file(Reader *r) {
    uint32_t items = begin_list(r);
    skip_module_line(r);
    while (r->at < r->end && !r->stopped) {
        r->unclosed = false;
        r->odd_open = 0;
        if (is_at(r, "}")) {
            read_error(r, r->at, r->at, "this `}` closes nothing");
            r->panic = false;
            take_token(r);
            continue;
        }
        read_declaration(r, false);
    }
    return end_list(r, items);
}
