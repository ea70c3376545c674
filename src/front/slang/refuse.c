/* What a lenient module has refused: which declarations, and why. */
#include "front/slang/refuse.h"

const char *slang_refused(const Slang *k, const char *name, size_t len) {
    for (uint32_t i = 0; i < k->refused.len; i++) {
        const char *one = strings_get(&k->m->strings, k->refused.at[i].name);
        if (strlen(one) == len && !memcmp(one, name, len))
            return strings_get(&k->m->strings, k->refused.at[i].why);
    }
    return NULL;
}

bool slang_tell_again(Env *env, const Slang *k, DeclId decl, Diagnostics *diagnostics) {
    uint32_t begin, end, before = diagnostics->errors;
    const Ast *ast = decl_ast(k, decl);
    ast_span(ast, k->declared.at[decl].node, &begin, &end);
    TRY(tell_between(env, &k->diagnostics, ast->source, begin, end, diagnostics));
    if (diagnostics->errors > before || k->loading)
        return true;
    return diagnose(env, diagnostics, SEVERITY_ERROR, ast->source, begin, begin + 1,
                    "errors were told of this when the module was read");
}

static bool is_told(const Diagnostics *d, const Diagnostic *one) {
    for (uint32_t i = 0; i < d->all.len; i++)
        if (d->all.at[i].source == one->source && d->all.at[i].begin == one->begin)
            return true; /* one error a place is enough */
    return false;
}

static bool tell_one(Env *env, const Diagnostic *one, Diagnostics *to) {
    to->errors += one->severity == SEVERITY_ERROR;
    return to->all.len >= MAX_DIAGNOSTICS || vec_push(env, &to->all, *one);
}

bool tell_between(Env *env, const Diagnostics *from, const Source *source, uint32_t begin,
                  uint32_t end, Diagnostics *to) {
    bool inside = false;
    for (uint32_t i = 0; i < from->all.len; i++) {
        const Diagnostic *one = &from->all.at[i];
        if (one->severity != SEVERITY_NOTE)
            inside = one->source == source && one->begin >= begin && one->begin <= end &&
                     !is_told(to, one);
        if (inside)
            TRY(tell_one(env, one, to));
    }
    return true;
}

bool tell_new(Env *env, const Diagnostics *from, Diagnostics *to) {
    bool news = false;
    for (uint32_t i = 0; i < from->all.len; i++) {
        const Diagnostic *one = &from->all.at[i];
        if (one->severity != SEVERITY_NOTE)
            news = !is_told(to, one);
        if (news)
            TRY(tell_one(env, one, to));
    }
    return true;
}

bool refuse(Env *env, Slang *k, StrId name, const Diagnostics *why) {
    Refused refused = {.name = name};
    Str text = str_make(env);
    diagnostics_print(&text, why);
    if (text.len == 0)
        str_puts(&text, "there are errors in it");
    bool ok =
        str_ok(&text) &&
        strings_add(env, &k->m->strings, text.data ? text.data : "", text.len, &refused.why) &&
        vec_push(env, &k->refused, refused);
    str_free(&text);
    return ok;
}

/* ---- declarations that could not be read */

static bool is_word(const Ast *ast, TokenId token, const char *const *words) {
    for (; *words; words++)
        if (ast_is(ast, token, *words))
            return true;
    return false;
}

/* What it would have been called: the name before the first `(`, or behind `struct` and its like, or the first that is
 * followed by `=`, `:`, `;` or `[`. False: it has none. */
static bool name_of_skipped(const Ast *ast, const Skipped *skipped, TokenId *out) {
    static const char *const kinds[] = {"struct",    "interface", "enum",    "class",
                                        "extension", "cbuffer",   "tbuffer", "typedef",
                                        "typealias", "namespace", NULL};
    uint32_t depth = 0;
    for (TokenId t = skipped->first; t <= skipped->last; t++) {
        bool name = ast->tokens.at[t].kind == TOKEN_NAME;
        depth += ast_is(ast, t, "[") && t == skipped->first; /* attributes in front */
        if (depth > 0) {
            depth -= ast_is(ast, t, "]");
            continue;
        }
        TokenId next = t + 1;
        *out = name && is_word(ast, t, kinds) ? next : t;
        if (*out == next)
            return ast->tokens.at[next].kind == TOKEN_NAME;
        if (name && (ast_is(ast, next, "(") || ast_is(ast, next, "=") || ast_is(ast, next, ":") ||
                     ast_is(ast, next, ";") || ast_is(ast, next, "[")))
            return true;
    }
    return false;
}

bool refuse_skipped(Env *env, Slang *k, uint32_t unit, const Diagnostics *told) {
    const Ast *ast = &k->units.at[unit].ast;
    for (uint32_t i = 0; i < ast->skipped.len; i++) {
        TokenId name;
        uint32_t len;
        Skipped skipped = ast->skipped.at[i];
        StrId id;
        Diagnostics why = {.errors = 0};
        const Token *first = &ast->tokens.at[skipped.first], *last = &ast->tokens.at[skipped.last];
        if (!name_of_skipped(ast, &skipped, &name))
            continue;
        const char *text = ast_spelling(ast, name, &len);
        bool ok =
            strings_add(env, &k->m->strings, text, len, &id) &&
            tell_between(env, told, ast->source, first->start, last->start + last->len, &why) &&
            refuse(env, k, id, &why);
        diagnostics_free(env->allocator, &why);
        TRY(ok);
    }
    return true;
}
