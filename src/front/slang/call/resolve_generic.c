/* What the generic parameters of functions and structs stand for in a call, from what its arguments are. */
#include <stdlib.h>
#include <string.h>

#include "front/slang/call/resolve.h"

/* ---- explicit ones: f<float, 3> */

/* The text between the brackets of a name that ends in '>', or NULL. */
static const char *generic_text(const char *name, size_t *head, size_t *len) {
    size_t n = strlen(name), member = 0;
    int depth = 0;
    for (size_t k = 0; k < n; k++) {
        depth += (name[k] == '<') - (name[k] == '>');
        if (name[k] == '.' && depth == 0)
            member = k + 1;
    }
    const char *open = strchr(name + member, '<');
    if (!open || n == 0 || name[n - 1] != '>')
        return NULL;
    *head = (size_t)(open - name);
    *len = n - *head - 2;
    return open + 1;
}

size_t generic_head(const char *name) {
    size_t head, len;
    return generic_text(name, &head, &len) ? head : strlen(name);
}

/* A type or an integer. */
static bool read_generic(Call *call, const char *text, size_t len, GenericArg *out) {
    char name[128], *end;
    while (len && *text == ' ') {
        text++;
        len--;
    }
    if (len == 0 || len >= sizeof name)
        return env_fail(call->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD,
                        "%.100s: a generic argument is missing or too long", call->function);
    memcpy(name, text, len);
    name[len] = '\0';
    *out = (GenericArg){.type = NO_TYPE, .value = strtoll(name, &end, 10)};
    return *end == '\0' || slang_type(call->env, call->k, name, &out->type);
}

bool generic_args(Call *call, GenericArg args[MAX_GENERICS], uint32_t *n) {
    size_t head, len, start = 0;
    int depth = 0;
    const char *text = generic_text(call->function, &head, &len);
    *n = 0;
    for (size_t k = 0; text && k <= len; k++) {
        depth += k < len ? (text[k] == '<') - (text[k] == '>') : 0;
        if (k < len && (text[k] != ',' || depth))
            continue;
        if (*n == MAX_GENERICS)
            return env_fail(call->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD,
                            "more than %d generic arguments", MAX_GENERICS);
        TRY(read_generic(call, text + start, k - start, &args[(*n)++]));
        start = k + 1;
    }
    return true;
}

/* ---- of structs, from their fields */

static bool spelt_like(const Ast *ast, TokenId a, TokenId b) {
    uint32_t n, m;
    const char *x = ast_spelling(ast, a, &n), *y = ast_spelling(ast, b, &m);
    return n == m && !memcmp(x, y, n);
}

/* The item that is given for a field. */
static uint32_t item_of(const Call *call, const Given *g, const Ast *ast, TokenId field,
                        uint32_t place) {
    for (uint32_t i = g->first; i != NO_ITEM; i = call->given.at[i].next) {
        const char *name = call->given.at[i].arg->name;
        if (name ? ast_is(ast, field, name) : place-- == 0)
            return i;
    }
    return NO_ITEM;
}

/* What one generic parameter is: the type of a field that is declared as it. NO_TYPE: no field tells. */
static bool guess_param(Call *call, uint32_t given, DeclId decl, NodeId param, TypeId *out) {
    const Ast *ast = decl_ast(call->k, decl);
    ListId members = decl_node(call->k, decl)->word[0];
    uint32_t place = 0;
    *out = NO_TYPE;
    for (uint32_t k = 0; k < ast_count(ast, members) && *out == NO_TYPE; k++) {
        const Node *field = ast_node(ast, ast_item(ast, members, k));
        if (field->kind != NODE_VARIABLE || (field->flags & NF_STATIC))
            continue;
        uint32_t item = item_of(call, &call->given.at[given], ast, field->token, place++);
        const Node *type = ast_node(ast, field->word[0]);
        if (item != NO_ITEM && type->kind == NODE_NAME &&
            spelt_like(ast, type->token, ast_node(ast, param)->token))
            TRY(fit_guess(call, item, 0, false, true, out));
    }
    return true;
}

bool generic_struct(Call *call, uint32_t given, DeclId decl, TypeId *out) {
    const Ast *ast = decl_ast(call->k, decl);
    const Node *n = decl_node(call->k, decl);
    frit_arg_kind kind = call->given.at[given].arg->kind;
    *out = call->given.at[given].cast;
    if (*out != NO_TYPE || n->kind != NODE_STRUCT || ast_count(ast, n->word[3]) == 0 ||
        (kind != FRIT_ARG_FIELDS && kind != FRIT_ARG_PARTS))
        return true;
    Str name = str_make(call->env);
    str_puts(&name, strings_get(&call->k->m->strings, call->k->declared.at[decl].name));
    bool ok = true, known = true;
    for (uint32_t k = 0; ok && known && k < ast_count(ast, n->word[3]); k++) {
        char text[SHOW_TYPE];
        TypeId type;
        ok = guess_param(call, given, decl, ast_item(ast, n->word[3], k), &type);
        known = ok && type != NO_TYPE;
        str_puts(&name, k ? ", " : "<");
        str_puts(&name, known ? call_show(call, type, text) : "");
    }
    str_putc(&name, '>');
    ok = ok && str_ok(&name);
    if (ok && known && !slang_type(call->env, call->k, name.data, out)) {
        ok = call->env->error->status != FRIT_ERR_NOMEM;
        if (ok)
            env_clear_error(call->env);
        *out = NO_TYPE;
    }
    str_free(&name);
    return ok;
}
