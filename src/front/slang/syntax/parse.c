/* Reading the tree: tokens, errors, nodes and lists. The language itself is in the other parse_*.c. */
#include "front/slang/syntax/parser.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- tokens */

bool at_word(const Reader *r, TokenId token, const char *spelling) {
    uint8_t kind = token_at(r, token)->kind;
    return (kind == TOKEN_NAME || kind == TOKEN_SIGN) && ast_is(r->ast, token, spelling);
}

bool at_any_name(const Reader *r, TokenId token) {
    return token_at(r, token)->kind == TOKEN_NAME;
}

TokenId take_token(Reader *r) {
    return r->at < r->end ? r->at++ : r->at;
}

bool take_if(Reader *r, const char *spelling) {
    bool there = is_at(r, spelling);
    if (there)
        take_token(r);
    return there;
}

int word_among(const Reader *r, TokenId token, const char *const *words, int n) {
    for (int i = 0; i < n; i++)
        if (at_word(r, token, words[i]))
            return i;
    return -1;
}

const char *found_text(const Reader *r, TokenId token, char buffer[FOUND_TEXT]) {
    uint32_t len;
    const char *text = ast_spelling(r->ast, token, &len);
    if (token_at(r, token)->kind == TOKEN_END)
        return "the end of the file";
    snprintf(buffer, FOUND_TEXT, len > 40 ? "`%.*s...`" : "`%.*s`", (int)(len > 40 ? 40 : len),
             text);
    return buffer;
}

/* Letters changed, added, left out or two exchanged, to make b of a. Both are short. */
static unsigned distance(const char *a, unsigned n, const char *b, unsigned m) {
    enum { LONGEST = 24 };
    unsigned rows[3][LONGEST + 1];
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (unsigned j = 0; j <= m; j++)
        rows[0][j] = rows[1][j] = rows[2][j] = j;
    for (unsigned i = 1; i <= n; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *two = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= m; j++) {
            unsigned best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                two[j - 2] + 1 < best)
                best = two[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

const char *similar_word(const Reader *r, TokenId token, const char *const *words, int n) {
    uint32_t len;
    const char *text = ast_spelling(r->ast, token, &len), *best = NULL;
    unsigned least = len > 5 ? 3 : 2; /* short words differ by one letter, longer ones by two */
    for (int i = 0; i < n && token_at(r, token)->kind == TOKEN_NAME && len > 1; i++) {
        unsigned d = distance(text, len, words[i], (unsigned)strlen(words[i]));
        if (d > 0 && d < least) {
            least = d;
            best = words[i];
        }
    }
    return best;
}

/* One error a line is enough where the tokens themselves are wrong. */
static bool is_told_line(const Reader *r, uint32_t byte) {
    uint32_t line, column;
    source_place(r->ast->source, byte, &line, &column);
    for (uint32_t i = r->lexed_from; i < r->lexed_to; i++)
        if (r->diagnostics->all.at[i].line == line)
            return true;
    return false;
}

/* True: it was told. */
static bool tell(Reader *r, uint32_t begin, uint32_t end, const char *message) {
    r->panic = true;
    r->errors++;
    if (is_told_line(r, begin))
        return false;
    if (diagnose(r->env, r->diagnostics, SEVERITY_ERROR, r->ast->source, begin, end, "%s", message))
        return true;
    r->failed = true;
    stop_reading(r);
    return false;
}

/* *told: an error was told now. */
static bool expect_telling(Reader *r, const char *spelling, const char *where, bool *told) {
    char buffer[FOUND_TEXT], message[sizeof((Diagnostic *)0)->message];
    *told = false;
    if (take_if(r, spelling))
        return true;
    if (r->panic || r->stopped)
        return false;
    snprintf(message, sizeof message, "expected `%s` %s, found %s", spelling, where,
             found_text(r, r->at, buffer));
    /* What is missing belongs behind what stands before it. */
    const Token *before = token_at(r, r->at > 0 ? r->at - 1 : 0);
    if (r->at == 0 || spelling[0] == '{' || before->start != before->text)
        *told = read_error(r, r->at, r->at, "%s", message);
    else
        *told = tell(r, before->start + before->len, before->start + before->len, message);
    return false;
}

bool expect(Reader *r, const char *spelling, const char *where) {
    bool told;
    return expect_telling(r, spelling, where, &told);
}

bool expect_close(Reader *r, const char *spelling, const char *where, TokenId open) {
    bool told, there = expect_telling(r, spelling, where, &told);
    if (told)
        read_note(r, open, "it was opened here");
    return there;
}

bool expect_name(Reader *r, const char *what, TokenId *out) {
    char buffer[FOUND_TEXT];
    *out = r->at;
    if (!at_any_name(r, r->at))
        return read_error(r, r->at, r->at, "expected %s, found %s", what,
                          found_text(r, r->at, buffer)),
               false;
    if (is_keyword(r, r->at))
        return read_error(r, r->at, r->at, "expected %s, found %s, which is a word of the language",
                          what, found_text(r, r->at, buffer)),
               false;
    take_token(r);
    return true;
}

/* ---- errors */

bool read_error(Reader *r, TokenId from, TokenId to, const char *format, ...) {
    if (r->panic || r->stopped)
        return false;
    char message[sizeof((Diagnostic *)0)->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const Token *last = token_at(r, to);
    uint32_t begin = token_at(r, from)->start,
             end = last->start + (last->start == last->text ? last->len : 1);
    return tell(r, begin, end, message);
}

bool read_expected(Reader *r, const char *what) {
    char buffer[FOUND_TEXT];
    return read_error(r, r->at, r->at, "expected %s, found %s", what, found_text(r, r->at, buffer));
}

void read_hint(Reader *r, const char *format, ...) {
    char hint[sizeof((Diagnostic *)0)->hint];
    va_list args;
    va_start(args, format);
    vsnprintf(hint, sizeof hint, format, args);
    va_end(args);
    diagnose_hint(r->diagnostics, "%s", hint);
}

void read_note(Reader *r, TokenId at, const char *format, ...) {
    char message[sizeof((Diagnostic *)0)->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const Token *t = token_at(r, at);
    if (!diagnose(r->env, r->diagnostics, SEVERITY_NOTE, r->ast->source, t->start,
                  t->start + t->len, "%s", message)) {
        r->failed = true;
        stop_reading(r);
    }
}

NodeId error_node(Reader *r, TokenId first) {
    return make_node(r, NODE_ERROR, first, first, 0, 0, 0, 0);
}

NodeId read_unsupported(Reader *r, TokenId from, const char *what, const char *hint) {
    if (read_error(r, from, from, "%s not supported", what) && hint)
        read_hint(r, "%s", hint);
    return error_node(r, from);
}

void stop_reading(Reader *r) {
    r->at = r->end;
    r->stopped = true;
}

/* ---- the tree */

/* What the words of a kind are; from ast.def. */
enum { WORD__, WORD_node, WORD_nodes, WORD_place };

static const uint8_t words_of[NODE_KIND_COUNT][4] = {
    {WORD__, WORD__, WORD__, WORD__},
#define NODE(kind, name, a, b, c, d) {WORD_##a, WORD_##b, WORD_##c, WORD_##d},
#include "front/slang/syntax/ast.def"
#undef NODE
};

static uint32_t height_of(const Reader *r, const Node *n) {
    uint32_t height = 0;
    for (int w = 0; w < 4; w++) {
        if (words_of[n->kind][w] == WORD_node && r->heights.at[n->word[w]] > height)
            height = r->heights.at[n->word[w]];
        for (uint32_t k = 0;
             words_of[n->kind][w] == WORD_nodes && k < ast_count(r->ast, n->word[w]); k++)
            if (r->heights.at[ast_item(r->ast, n->word[w], k)] > height)
                height = r->heights.at[ast_item(r->ast, n->word[w], k)];
    }
    return height + 1;
}

static void too_deep(Reader *r, TokenId at) {
    r->panic = false;
    read_error(r, at, at, "this is nested more than %d deep", MAX_TREE_DEPTH);
    stop_reading(r);
}

NodeId make_node(Reader *r, NodeKind kind, TokenId token, TokenId first, uint32_t a, uint32_t b,
                 uint32_t c, uint32_t d) {
    Node n = {.kind = (uint8_t)kind, .token = token, .word = {a, b, c, d}, .first = first};
    n.last = r->at > first ? r->at - 1 : first;
    if (r->failed)
        return 0;
    uint32_t height = height_of(r, &n);
    if (height > MAX_TREE_DEPTH) {
        too_deep(r, token);
        return 0;
    }
    if (vec_push(r->env, &r->ast->nodes, n) && vec_push(r->env, &r->heights, (uint16_t)height))
        return r->ast->nodes.len - 1;
    r->failed = true;
    stop_reading(r);
    return 0;
}

void add_flags(Reader *r, NodeId node, uint32_t flags) {
    if (node != 0)
        r->ast->nodes.at[node].flags |= (uint16_t)flags;
}

void set_attrs(Reader *r, NodeId node, ListId attrs) {
    if (node != 0)
        r->ast->nodes.at[node].attrs = attrs;
}

uint32_t begin_list(Reader *r) {
    return r->items.len;
}

void add_item(Reader *r, NodeId node) {
    if (node == 0 || r->failed)
        return;
    if (vec_push(r->env, &r->items, node))
        return;
    r->failed = true;
    stop_reading(r);
}

ListId end_list(Reader *r, uint32_t begin) {
    uint32_t n = r->items.len - begin;
    ListId list = r->ast->lists.len;
    if (n == 0 || r->failed)
        return 0;
    bool ok = vec_push(r->env, &r->ast->lists, n);
    for (uint32_t k = 0; k < n && ok; k++)
        ok = vec_push(r->env, &r->ast->lists, r->items.at[begin + k]);
    r->items.len = begin;
    if (ok)
        return list;
    r->failed = true;
    stop_reading(r);
    return 0;
}

TokenId make_name(Reader *r, const char *name, TokenId at) {
    Token t = {.kind = TOKEN_NAME, .start = token_at(r, at)->start, .len = (uint32_t)strlen(name)};
    if (source_append_scratch(r->env, r->ast->source, name, t.len, &t.text) &&
        vec_push(r->env, &r->ast->tokens, t))
        return r->ast->tokens.len - 1;
    r->failed = true;
    stop_reading(r);
    return 0;
}

bool enter_level(Reader *r) {
    if (r->depth >= MAX_TREE_DEPTH) {
        too_deep(r, r->at);
        return false;
    }
    r->depth++;
    return true;
}

void leave_level(Reader *r) {
    r->depth--;
}

/* Errors of the lexer in a part of the text. */
static uint32_t count_lexed(const Reader *r, uint32_t begin, uint32_t end) {
    uint32_t n = 0;
    for (uint32_t i = r->lexed_from; i < r->lexed_to; i++) {
        const Diagnostic *one = &r->diagnostics->all.at[i];
        n += one->severity == SEVERITY_ERROR && one->begin >= begin && one->begin <= end;
    }
    return n;
}

void mark_broken(Reader *r, NodeId function, NodeId body, uint32_t before) {
    uint32_t begin, end;
    if (function == 0 || body == 0)
        return;
    ast_span(r->ast, body, &begin, &end);
    uint32_t lexed = count_lexed(r, begin, end);
    if (r->errors == before && lexed == 0)
        return;
    add_flags(r, function, NF_BROKEN);
    r->broken += r->errors - before;
    r->broken_lexed += lexed;
}

/* ---- a file */

static bool begin_tree(Reader *r) {
    return vec_extend(r->env, &r->ast->nodes, 1) && vec_extend(r->env, &r->heights, 1) &&
           vec_push(r->env, &r->ast->lists, 0u);
}

bool slang_parse(Env *env, const Imports *imports, Source *source, Diagnostics *diagnostics,
                 Ast *out) {
    *out = (Ast){.source = source};
    Reader r = {.env = env, .ast = out, .diagnostics = diagnostics};
    r.lexed_from = diagnostics->all.len;
    bool ok = slang_lex(env, imports, out, diagnostics);
    r.lexed_to = diagnostics->all.len;
    if (ok) {
        ok = drop_namespaces(&r);
        r.end = out->tokens.len - END_TOKENS;
        ok = ok && begin_tree(&r) && find_brackets(&r) && find_type_names(&r);
    }
    if (ok) {
        out->declarations = read_file(&r);
        out->broken = r.errors > r.broken || count_lexed(&r, 0, source->len) > r.broken_lexed;
        ok = !r.failed;
    }
    vec_free(env->allocator, &r.partner);
    vec_free(env->allocator, &r.generic_end);
    vec_free(env->allocator, &r.heights);
    vec_free(env->allocator, &r.items);
    vec_free(env->allocator, &r.types);
    index_free(env->allocator, &r.type_index);
    index_free(env->allocator, &r.generic_index);
    if (!ok)
        ast_free(env->allocator, out);
    return ok;
}
