/* What a file declares, finding it by name, and the beginning and end of lowering. */
#include <stdarg.h>
#include <stdio.h>

#include "front/slang/lower/meaning.h"

bool name_of_token(Env *env, Slang *k, const Ast *ast, TokenId token, StrId *out) {
    uint32_t len;
    const char *text = ast_spelling(ast, token, &len);
    return strings_add(env, &k->m->strings, text, len, out);
}

/* ---- declaring */

static uint64_t member_hash(DeclId parent, StrId name) {
    return hash_u64(name, parent);
}

DeclId find_in_parent(const Slang *k, DeclId parent, StrId name) {
    for (IndexCursor c = index_find(&k->member_names, member_hash(parent, name));
         index_next(&k->member_names, &c);) {
        const Declared *d = &k->declared.at[c.id];
        if (d->parent == parent && d->name == name)
            return c.id;
    }
    return NO_DECL;
}

DeclId find_in_unit(const Slang *k, uint32_t unit, StrId name) {
    const Index *names = &k->units.at[unit].names;
    for (IndexCursor c = index_find(names, hash_u64(name, 0)); index_next(names, &c);)
        if (k->declared.at[c.id].name == name)
            return c.id;
    return NO_DECL;
}

DeclId find_next_scope(const Slang *k, uint32_t unit, StrId name, uint32_t *at) {
    const Unit *u = &k->units.at[unit];
    while (*at < u->imports.len + 2) {
        uint32_t i = (*at)++;
        uint32_t scope = i == 0 ? unit : i <= u->imports.len ? u->imports.at[i - 1] : 1;
        if (i > u->imports.len && unit == 1)
            break; /* the library's own scope was the first */
        DeclId found = find_in_unit(k, scope, name);
        if (found != NO_DECL)
            return found;
    }
    return NO_DECL;
}

DeclId find_from_unit(const Slang *k, uint32_t unit, StrId name) {
    uint32_t at = 0;
    return find_next_scope(k, unit, name, &at);
}

/* Only functions share a name. */
static bool may_share(const Slang *k, DeclId a, DeclId b) {
    return decl_kind(k, a) == NODE_FUNCTION && decl_kind(k, b) == NODE_FUNCTION;
}

static bool tell_taken(Env *env, Slang *k, DeclId decl, DeclId first, Diagnostics *diagnostics) {
    const Ast *ast = decl_ast(k, decl);
    const Token *token = &ast->tokens.at[decl_node(k, decl)->token];
    const Token *old = &decl_ast(k, first)->tokens.at[decl_node(k, first)->token];
    TRY(diagnose(env, diagnostics, SEVERITY_ERROR, ast->source, token->start,
                 token->start + token->len, "%s is declared twice", decl_name(k, decl)));
    return diagnose(env, diagnostics, SEVERITY_NOTE, decl_ast(k, first)->source, old->start,
                    old->start + old->len, "it was declared here");
}

/* Puts it at the end of the chain of its name, so that `next` follows the source. */
static bool enter(Env *env, Slang *k, DeclId decl, Diagnostics *diagnostics) {
    Declared d = k->declared.at[decl];
    DeclId first =
        d.parent == NO_DECL ? find_in_unit(k, d.unit, d.name) : find_in_parent(k, d.parent, d.name);
    if (first == NO_DECL)
        return d.parent == NO_DECL
                   ? index_add(env, &k->units.at[d.unit].names, hash_u64(d.name, 0), decl)
                   : index_add(env, &k->member_names, member_hash(d.parent, d.name), decl);
    if (!may_share(k, first, decl))
        return tell_taken(env, k, decl, first, diagnostics);
    DeclId last = first;
    while (k->declared.at[last].next != NO_DECL)
        last = k->declared.at[last].next;
    k->declared.at[last].next = decl;
    return true;
}

static bool declare_list(Env *env, Slang *k, uint32_t unit, ListId list, DeclId parent,
                         Diagnostics *diagnostics);

/* The list of members of a declaration that has some. */
static ListId members_of(const Node *node) {
    switch (node->kind) {
    case NODE_STRUCT:
    case NODE_INTERFACE:
    case NODE_ENUM: return node->word[0];
    case NODE_EXTENSION: return node->word[1];
    default: return 0;
    }
}

/* The name under which an operator's or constructor's function is found. */
static bool declared_name(Env *env, Slang *k, const Ast *ast, const Node *node, StrId *out) {
    char name[32];
    uint32_t len;
    if (node->flags & NF_CONSTRUCTOR)
        return strings_add(env, &k->m->strings, "__init", 6, out);
    if (!(node->flags & NF_OPERATOR))
        return name_of_token(env, k, ast, node->token, out);
    const char *sign = ast_spelling(ast, node->token, &len);
    int n = snprintf(name, sizeof name, "operator%.*s", (int)(len < 8 ? len : 8), sign);
    return strings_add(env, &k->m->strings, name, (size_t)n, out);
}

static bool same_spelling(const Ast *ast, NodeId a, NodeId b) {
    uint32_t n, m;
    const char *x = ast_spelling(ast, ast_node(ast, a)->token, &n),
               *y = ast_spelling(ast, ast_node(ast, b)->token, &m);
    return n == m && !memcmp(x, y, n);
}

/* Two parameters of one function have two names. More than MAX_SLANG_ARGS are told elsewhere. */
static bool check_parameters(Env *env, const Ast *ast, ListId list, Diagnostics *diagnostics) {
    for (uint32_t i = 1; i < ast_count(ast, list) && i < MAX_SLANG_ARGS; i++) {
        NodeId param = ast_item(ast, list, i);
        const Token *token = &ast->tokens.at[ast_node(ast, param)->token];
        uint32_t j = 0, len;
        while (j < i && !same_spelling(ast, param, ast_item(ast, list, j)))
            j++;
        if (j == i || ast_node(ast, param)->kind != NODE_PARAM)
            continue;
        const char *name = ast_spelling(ast, ast_node(ast, param)->token, &len);
        TRY(diagnose(env, diagnostics, SEVERITY_ERROR, ast->source, token->start,
                     token->start + token->len, "two parameters are called %.*s", (int)len, name));
    }
    return true;
}

static bool declare_one(Env *env, Slang *k, uint32_t unit, NodeId id, DeclId parent,
                        Diagnostics *diagnostics) {
    const Ast *ast = &k->units.at[unit].ast;
    const Node *node = ast_node(ast, id);
    if (node->kind == NODE_DECLARATIONS)
        return declare_list(env, k, unit, node->word[0], parent, diagnostics);
    if (node->kind == NODE_IMPORT || node->kind == NODE_ERROR || node->kind == NODE_EMPTY)
        return true;
    bool extension = node->kind == NODE_EXTENSION;
    DeclId decl = k->declared.len;
    Declared d = {.unit = unit, .node = id, .parent = parent, .next = NO_DECL};
    if (!extension)
        TRY(declared_name(env, k, ast, node, &d.name));
    TRY(vec_push(env, &k->declared, d));
    TRY(extension ? vec_push(env, &k->extensions, decl) : enter(env, k, decl, diagnostics));
    if (node->kind == NODE_FUNCTION)
        TRY(check_parameters(env, ast, node->word[1], diagnostics));
    ListId members = members_of(node);
    return !members || declare_list(env, k, unit, members, decl, diagnostics);
}

/* Structs in structs: as deep as the parser allows. */
static bool declare_list(Env *env, Slang *k, uint32_t unit, ListId list, DeclId parent,
                         Diagnostics *diagnostics) {
    const Ast *ast = &k->units.at[unit].ast;
    for (uint32_t i = 0; i < ast_count(ast, list); i++)
        TRY(declare_one(env, k, unit, ast_item(ast, list, i), parent, diagnostics));
    return true;
}

bool declare_unit(Env *env, Slang *k, uint32_t unit, Diagnostics *diagnostics) {
    return declare_list(env, k, unit, k->units.at[unit].ast.declarations, NO_DECL, diagnostics);
}

DeclId slang_find(const Slang *k, const char *name, size_t len) {
    StrId id = strings_find(&k->m->strings, name, len);
    return id == NO_STR ? NO_DECL : find_from_unit(k, 0, id);
}

bool slang_extends(const Slang *k, DeclId extension, DeclId parent) {
    const Ast *ast = decl_ast(k, extension);
    const Node *type = ast_node(ast, decl_node(k, extension)->word[0]);
    uint32_t len;
    if (type->kind != NODE_NAME)
        return false;
    const char *name = ast_spelling(ast, type->token, &len), *other = decl_name(k, parent);
    return strlen(other) == len && !memcmp(name, other, len);
}

DeclId slang_find_member(const Slang *k, DeclId parent, const char *name, size_t len) {
    StrId id = strings_find(&k->m->strings, name, len);
    if (id == NO_STR)
        return NO_DECL;
    DeclId found = find_in_parent(k, parent, id);
    for (uint32_t i = 0; found == NO_DECL && i < k->extensions.len; i++)
        if (slang_extends(k, k->extensions.at[i], parent))
            found = find_in_parent(k, k->extensions.at[i], id);
    return found;
}

/* ---- beginning and ending */

void lower_start(Lower *l, Env *env, Slang *k, Diagnostics *diagnostics, InstanceId instance) {
    const Instance *i = &k->instances.at[instance];
    *l = (Lower){.env = env,
                 .k = k,
                 .diagnostics = diagnostics,
                 .unit = k->declared.at[i->decl].unit,
                 .ast = decl_ast(k, i->decl),
                 .decl = i->decl,
                 .instance = instance,
                 .this_type = i->self,
                 .result = i->result,
                 .generic = i->generic,
                 .n_generics = i->n_generics,
                 .first_global = UINT32_MAX,
                 .at = k->declared.at[i->decl].node};
}

Lower lower_of_decl(Env *env, Slang *k, Diagnostics *diagnostics, DeclId decl, TypeId self) {
    return (Lower){.env = env,
                   .k = k,
                   .diagnostics = diagnostics,
                   .unit = k->declared.at[decl].unit,
                   .ast = decl_ast(k, decl),
                   .decl = decl,
                   .instance = UINT32_MAX,
                   .this_type = self,
                   .first_global = UINT32_MAX,
                   .at = k->declared.at[decl].node};
}

void lower_end(Lower *l) {
    vec_free(l->env->allocator, &l->locals);
    vec_free(l->env->allocator, &l->constants);
    vec_free(l->env->allocator, &l->sites);
}

bool lower_enter(Lower *l, NodeId at) {
    if (l->k->depth >= MAX_LOWER_DEPTH)
        return lower_error(l, at, "this is nested too deeply, with the functions that call it");
    l->k->depth++;
    return true;
}

LowerScope scope_enter(Lower *l, DeclId decl, TypeId this_type, uint32_t generic,
                       uint32_t n_generics) {
    LowerScope old = {l->unit,       l->ast,         l->decl,       l->this_type, l->generic,
                      l->n_generics, l->first_local, l->locals.len, l->at};
    l->unit = l->k->declared.at[decl].unit;
    l->ast = decl_ast(l->k, decl);
    l->decl = decl;
    l->this_type = this_type;
    l->generic = generic;
    l->n_generics = n_generics;
    l->first_local = l->locals.len;
    l->at = l->k->declared.at[decl].node;
    return old;
}

void scope_leave(Lower *l, const LowerScope *scope) {
    l->unit = scope->unit;
    l->ast = scope->ast;
    l->decl = scope->decl;
    l->this_type = scope->this_type;
    l->generic = scope->generic;
    l->n_generics = scope->n_generics;
    l->first_local = scope->first_local;
    l->locals.len = scope->n_locals;
    l->at = scope->at;
}

Local *lower_find_local(Lower *l, StrId name) {
    for (uint32_t i = l->locals.len; i > l->first_local; i--)
        if (l->locals.at[i - 1].name == name)
            return &l->locals.at[i - 1];
    return NULL;
}

bool lower_add_local(Lower *l, StrId name, KValue value, bool fixed) {
    Local local = {name, value, fixed};
    return lower_name_value(l, name, &value) && vec_push(l->env, &l->locals, local);
}

bool lower_name_value(Lower *l, StrId name, const KValue *value) {
    bool hidden = name == NO_STR || strings_get(&l->k->m->strings, name)[0] == '$';
    return hidden || value->var == NO_VAR || l->p->vars.at[value->var].name != NO_STR ||
           program_name_var(l->env, l->k->m, l->p, value->var, name);
}

/* ---- telling */

__attribute__((format(printf, 4, 0))) static bool tell(Lower *l, NodeId at, Severity severity,
                                                       const char *format, va_list args) {
    char message[sizeof((Diagnostic *)0)->message];
    uint32_t begin, end;
    vsnprintf(message, sizeof message, format, args);
    ast_span(l->ast, at ? at : l->at, &begin, &end);
    return diagnose(l->env, l->diagnostics, severity, l->ast->source, begin, end, "%s", message);
}

bool lower_error(Lower *l, NodeId at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    tell(l, at, SEVERITY_ERROR, format, args);
    va_end(args);
    return false;
}

bool lower_warning(Lower *l, NodeId at, const char *format, ...) {
    if (l->unit == 1)
        return true; /* the library is as it is */
    va_list args;
    va_start(args, format);
    bool ok = tell(l, at, SEVERITY_WARNING, format, args);
    va_end(args);
    return ok;
}

void lower_hint(Lower *l, const char *format, ...) {
    char hint[sizeof((Diagnostic *)0)->hint];
    va_list args;
    va_start(args, format);
    vsnprintf(hint, sizeof hint, format, args);
    va_end(args);
    diagnose_hint(l->diagnostics, "%s", hint);
}

bool lower_told(Lower *l, bool ok) {
    if (ok || l->env->error->status == FRIT_ERR_NOMEM || l->env->error->status == FRIT_OK)
        return ok;
    char message[sizeof l->env->error->message];
    memcpy(message, l->env->error->message, sizeof message);
    env_clear_error(l->env);
    return lower_error(l, l->at, "%.300s", message);
}

const char *lower_show(const Lower *l, TypeId type, char buffer[TYPE_TEXT]) {
    Str text = str_make(l->env); /* without memory the error is set, and whoever goes on finds it */
    slang_print_type(&text, l->k, type);
    snprintf(buffer, TYPE_TEXT, "%s", str_ok(&text) ? text.data : "?");
    str_free(&text);
    return buffer;
}

/* ---- did you mean */

enum { LONGEST_HINT = 32 };

/* How many letters must be changed, put in, left out or exchanged with the next; at most `limit` + 1. */
static uint32_t spelling_distance(const char *a, const char *b, uint32_t limit) {
    size_t n = strlen(a), m = strlen(b);
    uint8_t row[3][LONGEST_HINT + 1];
    if (n > LONGEST_HINT || m > LONGEST_HINT || n > m + limit || m > n + limit)
        return limit + 1;
    for (size_t j = 0; j <= m; j++)
        row[0][j] = (uint8_t)j;
    for (size_t i = 1; i <= n; i++) {
        uint8_t *now = row[i % 3], *up = row[(i + 2) % 3], *upper = row[(i + 1) % 3];
        now[0] = (uint8_t)i;
        for (size_t j = 1; j <= m; j++) {
            uint8_t best = (uint8_t)(up[j - 1] + (a[i - 1] != b[j - 1]));
            if (up[j] + 1 < best)
                best = (uint8_t)(up[j] + 1);
            if (now[j - 1] + 1 < best)
                best = (uint8_t)(now[j - 1] + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                upper[j - 2] + 1 < best)
                best = (uint8_t)(upper[j - 2] + 1);
            now[j] = best;
        }
    }
    return row[n % 3][m];
}

typedef struct Closest {
    const char *wanted, *name;
    uint32_t distance;
} Closest;

static void consider(Closest *c, const char *name) {
    if (name[0] == '$' || (name[0] == '_' && c->wanted[0] != '_'))
        return;
    uint32_t distance = spelling_distance(c->wanted, name, c->distance - 1);
    if (distance < c->distance && distance > 0)
        *c = (Closest){c->wanted, name, distance};
}

/* vec3 and mat4 of GLSL. */
static bool hint_other_language(Lower *l, const char *name, size_t len) {
    static const char *const words[][2] = {{"vec", "float"}, {"ivec", "int"},    {"uvec", "uint"},
                                           {"bvec", "bool"}, {"dvec", "double"}, {"mat", "float"}};
    char n = len ? name[len - 1] : 0;
    for (size_t i = 0; i < sizeof words / sizeof *words && n >= '2' && n <= '4'; i++) {
        if (strlen(words[i][0]) != len - 1 || memcmp(words[i][0], name, len - 1) != 0)
            continue;
        if (*name == 'm')
            lower_hint(l, "here it is called %s%cx%c", words[i][1], n, n);
        else
            lower_hint(l, "here it is called %s%c", words[i][1], n);
        return true;
    }
    return false;
}

void hint_name(Lower *l, StrId name, DeclId parent) {
    if (l->diagnostics->dropped)
        return; /* nobody would read it, and looking takes its time */
    const Strings *s = &l->k->m->strings;
    Closest c = {.wanted = strings_get(s, name)};
    size_t len = strlen(c.wanted);
    c.distance = len < 4 ? 2 : len < 8 ? 3 : 4; /* one more than is close enough */
    if (parent == NO_DECL && hint_other_language(l, c.wanted, len))
        return;
    for (uint32_t i = l->locals.len; parent == NO_DECL && i > l->first_local; i--)
        consider(&c, strings_get(s, l->locals.at[i - 1].name));
    for (DeclId d = 0; d < l->k->declared.len; d++)
        if (l->k->declared.at[d].parent == parent && l->k->declared.at[d].name != NO_STR)
            consider(&c, decl_name(l->k, d));
    for (uint32_t i = 0; parent == NO_DECL && builtin_type_name(i); i++)
        consider(&c, builtin_type_name(i));
    for (uint32_t i = 0; parent == NO_DECL && intrinsic_name(i); i++)
        consider(&c, intrinsic_name(i));
    if (c.name)
        lower_hint(l, "did you mean %s?", c.name);
}
