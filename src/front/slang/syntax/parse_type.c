/* Types, and looking ahead: whether a type begins here, whether '<' opens generic arguments, whether '(' is a cast.
 * All of it is linear in the length of the file: brackets are matched once, and every '<' is looked at once. */
#include "front/slang/syntax/parser.h"

/* ---- brackets */

static int bracket_kind(const Reader *r, TokenId token) {
    const Token *t = token_at(r, token);
    if (t->kind != TOKEN_SIGN || t->len != 1)
        return -1;
    switch (r->ast->source->text[t->text]) {
    case '(': return 0;
    case '[': return 1;
    case '{': return 2;
    case ')': return 3;
    case ']': return 4;
    case '}': return 5;
    default: return -1;
    }
}

/* Pairs them. A '}' closes the innermost '{' and gives up what is open inside; another one that does not fit is alone. */
bool find_brackets(Reader *r) {
    TRY(vec_extend(r->env, &r->partner, r->ast->tokens.len));
    TRY(vec_extend(r->env, &r->generic_end, r->ast->tokens.len));
    VEC(TokenId) open = {0};
    bool ok = true;
    for (TokenId i = 0; i < r->end && ok; i++) {
        int kind = bracket_kind(r, i);
        if (kind >= 0 && kind < 3)
            ok = vec_push(r->env, &open, i);
        if (kind < 3)
            continue;
        uint32_t n = open.len;
        while (kind == 5 && n > 0 && bracket_kind(r, open.at[n - 1]) != 2)
            n--;
        if (n == 0 || bracket_kind(r, open.at[n - 1]) != kind - 3)
            continue;
        r->partner.at[open.at[n - 1]] = i;
        r->partner.at[i] = open.at[n - 1];
        open.len = n - 1;
    }
    vec_free(r->env->allocator, &open);
    return ok;
}

/* ---- names of types */

static bool starts_with(const char *text, uint32_t len, const char *start, uint32_t *n) {
    *n = (uint32_t)strlen(start);
    return len >= *n && memcmp(text, start, *n) == 0;
}

/* What follows a scalar's name: nothing, "3", "3x4". */
static bool is_size(const char *text, uint32_t len) {
    bool first = len > 0 && text[0] >= '1' && text[0] <= '4';
    return len == 0 || (len == 1 && first) ||
           (len == 3 && first && text[1] == 'x' && text[2] >= '1' && text[2] <= '4');
}

static bool is_builtin_type(const char *text, uint32_t len) {
    static const char *const scalars[] = {
        "float",    "int",      "uint",      "bool",      "half",     "double",
        "int8_t",   "int16_t",  "int32_t",   "int64_t",   "uint8_t",  "uint16_t",
        "uint32_t", "uint64_t", "float16_t", "float32_t", "float64_t"};
    static const char *const others[] = {"void", "vector", "matrix", "String", "SamplerState"};
    uint32_t n;
    for (uint32_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (starts_with(text, len, scalars[i], &n) && is_size(text + n, len - n))
            return true;
    for (uint32_t i = 0; i < sizeof others / sizeof *others; i++)
        if (starts_with(text, len, others[i], &n) && n == len)
            return true;
    return false;
}

void add_type_name(Reader *r, TokenId name) {
    uint32_t len;
    const char *text = ast_spelling(r->ast, name, &len);
    if (r->failed ||
        (vec_push(r->env, &r->types, name) &&
         index_add(r->env, &r->type_index, hash_bytes(text, len, 0), r->types.len - 1)))
        return;
    r->failed = true;
    stop_reading(r);
}

void forget_type_names(Reader *r, uint32_t count) {
    while (r->types.len > count && !r->failed) {
        uint32_t len;
        const char *text = ast_spelling(r->ast, r->types.at[r->types.len - 1], &len);
        index_remove(&r->type_index, hash_bytes(text, len, 0), --r->types.len);
    }
}

bool is_known_type(const Reader *r, TokenId name) {
    uint32_t len, n;
    const char *text = ast_spelling(r->ast, name, &len);
    if (is_builtin_type(text, len))
        return true;
    for (IndexCursor c = index_find(&r->type_index, hash_bytes(text, len, 0));
         index_next(&r->type_index, &c);) {
        const char *known = ast_spelling(r->ast, r->types.at[c.id], &n);
        if (n == len && memcmp(known, text, n) == 0)
            return true;
    }
    return false;
}

/* Is this the name of a function or type that is being declared with generic parameters: T f<T>(, struct S<T>? */
static bool declares_generic(const Reader *r, TokenId name) {
    static const char *const words[] = {"struct", "interface", "typealias", "func", "void"};
    if (name == 0 || !at_word(r, name + 1, "<"))
        return false;
    TokenId before = name - 1;
    if (at_any_name(r, before))
        return !is_keyword(r, before) || word_among(r, before, words, 5) >= 0;
    return at_word(r, before, "]") || at_word(r, before, ">");
}

static void add_generic_name(Reader *r, TokenId name) {
    uint32_t len;
    const char *text = ast_spelling(r->ast, name, &len);
    if (index_add(r->env, &r->generic_index, hash_bytes(text, len, 0), name))
        return;
    r->failed = true;
    stop_reading(r);
}

static bool is_known_generic(const Reader *r, TokenId name) {
    static const char *const words[] = {
        "vector",         "matrix",           "Texture1D",      "Texture2D",
        "Texture3D",      "StructuredBuffer", "Buffer",         "RWStructuredBuffer",
        "Array",          "ConstantBuffer",   "ParameterBlock", "RWTexture2D",
        "RWTexture1D",    "RWTexture3D",      "RWBuffer",       "TextureBuffer",
        "reinterpret",    "bit_cast",         "Texture2DArray", "TextureCube",
        "Texture1DArray", "RWTexture2DArray"};
    uint32_t len, n;
    const char *text = ast_spelling(r->ast, name, &len);
    for (IndexCursor c = index_find(&r->generic_index, hash_bytes(text, len, 0));
         index_next(&r->generic_index, &c);) {
        const char *known = ast_spelling(r->ast, c.id, &n);
        if (n == len && memcmp(known, text, n) == 0)
            return true;
    }
    return word_among(r, name, words, sizeof words / sizeof *words) >= 0;
}

bool opens_generics(Reader *r, TokenId name) {
    static const char *const behind[] = {"(",  ")", "]", "}", ";", ",",  ".",
                                         "::", "[", "{", ":", "?", "==", "!="};
    TokenId open = name + 1, close = generic_close(r, open);
    if (close == 0 || (word_among(r, close + 1, behind, 14) < 0 && close + 1 != r->end))
        return false;
    if (is_known_generic(r, name))
        return true;
    /* f(a < b, c > (d)) has two arguments. a<b>(c) compares nothing: nobody compares twice. */
    bool several = false, types = false;
    for (TokenId i = open + 1; i < close; i++) {
        several = several || at_word(r, i, ",");
        types = types || (at_any_name(r, i) && is_known_type(r, i));
        if (bracket_kind(r, i) >= 0 && r->partner.at[i] > i)
            i = r->partner.at[i];
    }
    return types || !several;
}

/* The names that this file declares as types, wherever: a cast may stand before the declaration. */
bool find_type_names(Reader *r) {
    static const char *const words[] = {"struct", "enum", "interface", "typealias"};
    for (TokenId i = 0; i + 1 < r->end && !r->failed; i++) {
        if (!at_any_name(r, i))
            continue;
        if (declares_generic(r, i) && !is_known_generic(r, i))
            add_generic_name(r, i);
        if (word_among(r, i, words, 4) >= 0) {
            TokenId name = at_word(r, i + 1, "class") ? i + 2 : i + 1;
            if (at_any_name(r, name) && !is_known_type(r, name))
                add_type_name(r, name);
        } else if (at_word(r, i, "typedef")) {
            TokenId name = 0;
            for (i++; i < r->end && !at_word(r, i, ";") && !at_word(r, i, "{"); i++)
                if (at_any_name(r, i) && (at_word(r, i + 1, ";") || at_word(r, i + 1, "[")))
                    name = i;
            if (name > 0 && !is_known_type(r, name))
                add_type_name(r, name);
        }
    }
    return !r->failed;
}

bool is_keyword(const Reader *r, TokenId name) {
    static const char *const words[] = {
        "if",    "else",     "for",     "while",     "do",    "switch", "case",      "default",
        "break", "continue", "return",  "true",      "false", "this",   "struct",    "enum",
        "const", "static",   "typedef", "import",    "let",   "var",    "interface", "in",
        "out",   "inout",    "discard", "typealias", "goto",  "throw",  "extension", "cbuffer",
        "class", "__init",   "sizeof",  "operator",  "void"};
    if (!at_any_name(r, name) || word_among(r, name, words, sizeof words / sizeof *words) < 0)
        return false;
    /* Files have variables called `in`: before a type or a modifier it is the word. */
    bool may_be = at_word(r, name, "in") || at_word(r, name, "var") || at_word(r, name, "let");
    return !may_be || at_any_name(r, name + 1);
}

/* ---- looking ahead */

/* May this token stand between '<' and '>'? */
static bool is_in_generics(const Reader *r, TokenId i) {
    static const char *const signs[] = {",", ".", "::", "+", "-", "*", "/", "%"};
    const Token *t = token_at(r, i);
    if (t->kind == TOKEN_NAME || t->kind == TOKEN_INT)
        return !is_keyword(r, i) || at_word(r, i, "void");
    return t->kind == TOKEN_SIGN && word_among(r, i, signs, sizeof signs / sizeof *signs) >= 0;
}

static bool give_up(Reader *r, const TokenId *open, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        r->generic_end.at[open[k]] = NOT_GENERIC;
    return true;
}

/* Looks at the '<' and all that are nested in it, once. */
static bool find_generics(Reader *r, TokenId from) {
    VEC(TokenId) open = {0};
    bool ok = vec_push(r->env, &open, from), done = false;
    for (TokenId i = from + 1; ok && !done; i++) {
        int kind = bracket_kind(r, i);
        TokenId inner = open.at[open.len - 1];
        if (at_word(r, i, "<")) {
            if (r->generic_end.at[i] == NOT_GENERIC)
                done = give_up(r, open.at, open.len);
            else if (r->generic_end.at[i] != 0)
                i = r->generic_end.at[i];
            else
                ok = vec_push(r->env, &open, i);
        } else if (at_word(r, i, ">")) {
            bool compares = token_at(r, i)->joined && at_word(r, i + 1, "=");
            if (compares || i == inner + 1) {
                done = give_up(r, open.at, open.len);
            } else {
                r->generic_end.at[inner] = i;
                open.len--;
                done = open.len == 0;
            }
        } else if (kind == 0 || kind == 1) {
            /* What stands in brackets is skipped: comparisons in it are no concern of ours. */
            if (r->partner.at[i] != 0)
                i = r->partner.at[i];
            else
                done = give_up(r, open.at, open.len);
        } else if (kind >= 0 || !is_in_generics(r, i)) {
            done = give_up(r, open.at, open.len);
        }
    }
    vec_free(r->env->allocator, &open);
    if (!ok) {
        r->failed = true;
        stop_reading(r);
    }
    return ok;
}

TokenId generic_close(Reader *r, TokenId open) {
    if (r->generic_end.at[open] == 0 && !r->stopped)
        find_generics(r, open);
    TokenId close = r->generic_end.at[open];
    return close == NOT_GENERIC ? 0 : close;
}

TokenId skip_type(Reader *r, TokenId from) {
    TokenId i = from;
    if (!at_any_name(r, i) || (is_keyword(r, i) && !at_word(r, i, "void")))
        return 0;
    if ((at_word(r, i, "unsigned") || at_word(r, i, "signed")) && at_word(r, i + 1, "int"))
        i++;
    for (;;) {
        i++;
        if (at_word(r, i, "<") && generic_close(r, i) != 0)
            i = generic_close(r, i) + 1;
        if (!(at_word(r, i, ".") || at_word(r, i, "::")) || !at_any_name(r, i + 1))
            break;
        i++;
    }
    while (at_word(r, i, "[") && r->partner.at[i] != 0)
        i = r->partner.at[i] + 1;
    return i;
}

/* Can this token only begin an operand, and never continue an expression? */
static bool starts_operand(const Reader *r, TokenId i) {
    static const char *const signs[] = {"(", "!", "~", "{"};
    const Token *t = token_at(r, i);
    if (t->kind == TOKEN_NAME)
        return !is_keyword(r, i) || at_word(r, i, "true") || at_word(r, i, "false") ||
               at_word(r, i, "this");
    return t->kind == TOKEN_INT || t->kind == TOKEN_REAL || word_among(r, i, signs, 4) >= 0;
}

bool is_cast(Reader *r) {
    static const char *const signs[] = {"-", "+", "++", "--"};
    TokenId name = r->at + 1, close = skip_type(r, name);
    if (close == 0 || !at_word(r, close, ")"))
        return false;
    bool plain = close == name + 1;
    if (starts_operand(r, close + 1))
        return !at_word(r, close + 1, "{") || !plain || is_known_type(r, name);
    bool type = plain ? is_known_type(r, name) : at_word(r, close - 1, ">");
    return type && word_among(r, close + 1, signs, 4) >= 0;
}

/* ---- reading */

ListId read_generic_args(Reader *r) {
    uint32_t items = begin_list(r);
    take_token(r); /* '<' */
    do {
        TokenId behind = skip_type(r, r->at);
        bool type = behind != 0 && (at_word(r, behind, ",") || at_word(r, behind, ">"));
        add_item(r, type ? read_type(r) : read_constant(r));
    } while (!r->panic && take_if(r, ","));
    expect(r, ">", "behind the generic arguments");
    return end_list(r, items);
}

NodeId read_array_suffix(Reader *r, NodeId type) {
    TokenId first = r->at;
    if (!is_at(r, "[") || !enter_level(r))
        return type;
    take_token(r);
    NodeId extent = is_at(r, "]") ? 0 : read_expression(r);
    if (expect(r, "]", "behind the extent"))
        type = read_array_suffix(r, type); /* a[3][4] has 3 elements of type T[4] */
    leave_level(r);
    return make_node(r, NODE_TYPE_ARRAY, first, first, type, extent, 0, 0);
}

static NodeId read_array_type(Reader *r, NodeId type, TokenId first) {
    while (is_at(r, "[") && !r->panic) {
        TokenId open = take_token(r);
        NodeId extent = is_at(r, "]") ? 0 : read_expression(r);
        expect(r, "]", "behind the extent");
        type = make_node(r, NODE_TYPE_ARRAY, open, first, type, extent, 0, 0);
    }
    return type;
}

static NodeId check_type_end(Reader *r, NodeId type, TokenId first) {
    if (is_at(r, "*") || is_at(r, "&"))
        return read_unsupported(r, first, is_at(r, "*") ? "pointers are" : "references are",
                                "a parameter that shall be written to is out or inout");
    if (is_at(r, "?"))
        return read_unsupported(r, first, "optional types are", NULL);
    return type;
}

/* unsigned int, signed x. */
static NodeId read_signed_type(Reader *r) {
    TokenId first = r->at;
    const char *name = is_at(r, "unsigned") ? "uint" : "int";
    take_token(r);
    take_if(r, "int");
    TokenId token = make_name(r, name, first);
    return make_node(r, NODE_NAME, token, first, 0, 0, 0, 0);
}

NodeId read_plain_type(Reader *r) {
    static const char *const words[] = {"each", "some", "functype"};
    static const char *const whats[] = {"packs of types (each) are", "`some` is",
                                        "types of functions are"};
    TokenId first = r->at;
    if (!at_any_name(r, r->at)) {
        if (is_at(r, "(") && !r->panic)
            return read_unsupported(r, first, "tuples are", "a struct has several values too");
        read_expected(r, "a type");
        return error_node(r, first);
    }
    int odd = word_among(r, r->at, words, 3);
    if (odd >= 0 && at_any_name(r, r->at + 1))
        return read_unsupported(r, first, whats[odd], NULL);
    if ((is_at(r, "unsigned") || is_at(r, "signed")) && at_any_name(r, r->at + 1))
        return read_signed_type(r);
    if (is_at(r, "const"))
        read_modifiers(r);
    if (is_at(r, "struct") && at_any_name(r, r->at + 1))
        take_token(r); /* struct S s, as C has it */
    if (is_keyword(r, r->at) && !is_at(r, "void")) {
        read_expected(r, "a type");
        return error_node(r, first);
    }
    if (!enter_level(r))
        return 0;
    TokenId token = take_token(r);
    ListId generic = is_at(r, "<") ? read_generic_args(r) : 0;
    NodeId type = make_node(r, NODE_NAME, token, first, generic, 0, 0, 0);
    while (!r->panic && (is_at(r, ".") || is_at(r, "::"))) {
        take_token(r);
        if (!expect_name(r, "the name of a type", &token))
            break;
        generic = is_at(r, "<") ? read_generic_args(r) : 0;
        type = make_node(r, NODE_MEMBER, token, first, type, generic, 0, 0);
    }
    type = read_array_type(r, type, first);
    leave_level(r);
    return r->panic ? error_node(r, first) : type;
}

NodeId read_type(Reader *r) {
    TokenId first = r->at;
    NodeId type = read_plain_type(r);
    return r->panic ? type : check_type_end(r, type, first);
}
