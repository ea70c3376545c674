/*
 * Namespaces: what is declared in one is declared beside it, and N:: in front of a name is left out where N is one. Done to the
 * tokens, before they are read: the rest of the language need not know of them.
 */
#include "front/slang/syntax/parser.h"

typedef struct Walk {
    Reader *r;
    VEC(Token) names;      /* of namespaces: copies, for the tokens move */
    Index index;           /* of names, by spelling */
    VEC(TokenId) braces;   /* open ones: the word `namespace`, or UINT32_MAX of any other */
    TokenId at, end, kept; /* tokens before `kept` stay */
} Walk;

static bool is_namespace(const Walk *w, TokenId token) {
    uint32_t len;
    const char *text = ast_spelling(w->r->ast, token, &len);
    for (IndexCursor c = index_find(&w->index, hash_bytes(text, len, 0));
         index_next(&w->index, &c);) {
        const Token *known = &w->names.at[c.id];
        if (known->len == len && !memcmp(w->r->ast->source->text + known->text, text, len))
            return true;
    }
    return false;
}

static bool add_name(Walk *w, TokenId token) {
    uint32_t len;
    const char *text = ast_spelling(w->r->ast, token, &len);
    return is_namespace(w, token) ||
           (vec_push(w->r->env, &w->names, *token_at(w->r, token)) &&
            index_add(w->r->env, &w->index, hash_bytes(text, len, 0), w->names.len - 1));
}

/* The `{` of `namespace A::B {` that begins here; 0: none does. */
static TokenId opens_namespace(const Walk *w, TokenId at) {
    const Reader *r = w->r;
    if (!at_word(r, at, "namespace"))
        return 0;
    TokenId i = at + 1;
    while (at_any_name(r, i) && at_word(r, i + 1, "::"))
        i += 2;
    i += at_any_name(r, i);
    return at_word(r, i, "{") ? i : 0;
}

static bool collect(Walk *w) {
    for (TokenId i = 0; i < w->end; i++) {
        TokenId open = opens_namespace(w, i);
        for (TokenId name = i + 1; open && name < open; name += 2)
            TRY(add_name(w, name));
    }
    return true;
}

static void keep(Walk *w) {
    w->r->ast->tokens.at[w->kept++] = w->r->ast->tokens.at[w->at++];
}

/* using namespace A::B; */
static bool skip_using(Walk *w) {
    if (!at_word(w->r, w->at, "using") || !at_word(w->r, w->at + 1, "namespace"))
        return false;
    while (w->at < w->end && !at_word(w->r, w->at, ";"))
        w->at++;
    w->at += w->at < w->end;
    return true;
}

static bool step(Walk *w) {
    const Reader *r = w->r;
    TokenId open = opens_namespace(w, w->at);
    if (open) {
        TRY(vec_push(r->env, &w->braces, w->at));
        w->at = open + 1;
        return true;
    }
    bool behind = w->at > 0 && (at_word(r, w->at - 1, ".") || at_word(r, w->at - 1, "->"));
    if (!behind && at_any_name(r, w->at) && at_word(r, w->at + 1, "::") && is_namespace(w, w->at)) {
        w->at += 2;
        return true;
    }
    if (skip_using(w))
        return true;
    if (at_word(r, w->at, "{"))
        TRY(vec_push(r->env, &w->braces, UINT32_MAX));
    if (at_word(r, w->at, "}") && w->braces.len > 0 &&
        w->braces.at[--w->braces.len] != UINT32_MAX) {
        w->at++;
        return true;
    }
    keep(w);
    return true;
}

static bool rewrite(Walk *w) {
    while (w->at < w->end)
        TRY(step(w));
    for (int i = 0; i < END_TOKENS; i++)
        keep(w);
    w->r->ast->tokens.len = w->kept;
    return true;
}

bool drop_namespaces(Reader *r) {
    Walk w = {.r = r, .end = r->ast->tokens.len - END_TOKENS};
    r->end = w.end;
    bool ok = collect(&w);
    bool any = w.names.len > 0;
    for (TokenId i = 0; i < w.end && !any; i++)
        any = opens_namespace(&w, i) || at_word(r, i, "using");
    ok = ok && (!any || rewrite(&w));
    vec_free(r->env->allocator, &w.names);
    vec_free(r->env->allocator, &w.braces);
    index_free(r->env->allocator, &w.index);
    return ok;
}
