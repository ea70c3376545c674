/* Loading: the files of a module, what they declare, and a first look at every function. */
#include "front/slang/lower/meaning.h"
#include "front/slang/refuse.h"

static Slang *slang_new(Env *env) {
    Slang *k = env_new(env, sizeof *k);
    if (!k)
        return NULL;
    k->allocator = *env->allocator;
    k->m = module_new(env);
    if (k->m)
        return k;
    env_free(env->allocator, k, sizeof *k);
    return NULL;
}

void slang_free(Slang *k) {
    if (!k)
        return;
    frit_allocator allocator = k->allocator;
    for (uint32_t i = 0; i < k->units.len; i++) {
        Unit *u = &k->units.at[i];
        ast_free(&allocator, &u->ast);
        source_free(u->source);
        vec_free(&allocator, &u->imports);
        vec_free(&allocator, &u->exports);
        index_free(&allocator, &u->names);
    }
    vec_free(&allocator, &k->units);
    vec_free(&allocator, &k->declared);
    vec_free(&allocator, &k->instances);
    vec_free(&allocator, &k->params);
    vec_free(&allocator, &k->generic_args);
    vec_free(&allocator, &k->structs);
    vec_free(&allocator, &k->extensions);
    vec_free(&allocator, &k->refused);
    vec_free(&allocator, &k->globals);
    vec_free(&allocator, &k->uses);
    vec_free(&allocator, &k->told);
    vec_free(&allocator, &k->stores);
    index_free(&allocator, &k->instance_index);
    index_free(&allocator, &k->struct_index);
    index_free(&allocator, &k->struct_args);
    index_free(&allocator, &k->member_names);
    diagnostics_free(&allocator, &k->diagnostics);
    module_free(k->m);
    env_free(&allocator, k, sizeof *k);
}

/* ---- files */

static bool add_unit(Env *env, Slang *k, const char *path, const char *name, const char *text,
                     size_t len, const Imports *imports, Diagnostics *diagnostics) {
    Unit u = {0};
    TRY(strings_add(env, &k->m->strings, name, strlen(name), &u.name));
    TRY(vec_push(env, &k->units, u));
    Unit *unit = &k->units.at[k->units.len - 1];
    unit->source = source_new(env, path, text, len);
    return unit->source && slang_parse(env, imports, unit->source, diagnostics, &unit->ast);
}

static bool add_library(Env *env, Slang *k, Diagnostics *diagnostics) {
    Str text = str_make(env);
    prelude_text(&text);
    bool ok = str_ok(&text) && add_unit(env, k, "the language's library", "", text.data, text.len,
                                        NULL, diagnostics);
    str_free(&text);
    return ok;
}

/* The name of an import as a path: "a.b" is "a/b", and so is "a/b.slang" in quotes. */
static void import_name(const Ast *ast, const Node *node, char *out, size_t size) {
    const char *text = ast->source->text;
    uint32_t begin = node->word[0], end = node->word[1];
    size_t n = 0;
    bool quoted = begin > 0 && text[begin - 1] == '"';
    if (quoted && end - begin > 6 && !memcmp(text + end - 6, ".slang", 6))
        end -= 6;
    for (uint32_t i = begin; i < end && n + 1 < size; i++) {
        char c = text[i];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            continue;
        out[n++] = c == '.' && !quoted ? '/' : c;
    }
    out[n] = '\0';
}

static bool find_unit(const Slang *k, StrId name, uint32_t *out) {
    for (*out = 0; *out < k->units.len; (*out)++)
        if (*out != 1 && k->units.at[*out].name == name)
            return true;
    return false;
}

enum { MAX_UNITS = 256 };

static bool tell_import(Env *env, const Slang *k, const Ast *ast, const Node *node,
                        const char *name, Diagnostics *diagnostics) {
    bool many = k->units.len >= MAX_UNITS;
    TRY(diagnose(env, diagnostics, SEVERITY_ERROR, ast->source, node->word[0], node->word[1],
                 "%s%s%s", many ? "too many modules are imported: " : "the module ", name,
                 many ? " is one more" : " was not found"));
    if (!many)
        diagnose_hint(diagnostics,
                      "it is looked for as %s.slang beside the file and in the search folders",
                      name);
    return true;
}

static bool read_import(Env *env, Slang *k, const char *from, const char *name,
                        const Imports *imports, Diagnostics *diagnostics, bool *found) {
    Str path = str_make(env), text = str_make(env);
    *found =
        imports && imports->read && imports->read(imports->user, env, from, name, &path, &text);
    bool ok = env->error->status == FRIT_OK && str_ok(&path) && str_ok(&text);
    if (ok && *found)
        ok = add_unit(env, k, path.data ? path.data : name, name, text.data ? text.data : "",
                      text.len, imports, diagnostics);
    str_free(&path);
    str_free(&text);
    return ok;
}

static bool import_one(Env *env, Slang *k, uint32_t unit, NodeId node, const Imports *imports,
                       Diagnostics *diagnostics, bool *missing) {
    char name[256];
    StrId id;
    uint32_t other;
    bool found = true;
    const Ast *importing = &k->units.at[unit].ast;
    const char *from = source_file(importing->source,
                                   importing->tokens.at[ast_node(importing, node)->first].start);
    import_name(importing, ast_node(importing, node), name, sizeof name);
    TRY(strings_add(env, &k->m->strings, name, strlen(name), &id));
    if (!find_unit(k, id, &other)) {
        if (k->units.len >= MAX_UNITS)
            found = false;
        else
            TRY(read_import(env, k, from, name, imports, diagnostics, &found));
        other = k->units.len - 1;
    }
    const Ast *ast = &k->units.at[unit].ast;
    *missing |= !found;
    if (!found)
        return tell_import(env, k, ast, ast_node(ast, node), name, diagnostics);
    if (other != unit && (ast_node(ast, node)->flags & NF_PUBLIC))
        TRY(vec_push(env, &k->units.at[unit].exports, other));
    return other == unit || vec_push(env, &k->units.at[unit].imports, other);
}

/* What a module exports that it imports is seen by those that import it. */
static bool pass_exports(Env *env, Slang *k, uint32_t unit) {
    for (uint32_t i = 0; i < k->units.at[unit].imports.len; i++) {
        const Unit *from = &k->units.at[k->units.at[unit].imports.at[i]];
        for (uint32_t n = 0; n < from->exports.len; n++) {
            uint32_t other = from->exports.at[n], seen = 0;
            const Unit *to = &k->units.at[unit];
            while (seen < to->imports.len && to->imports.at[seen] != other)
                seen++;
            if (seen == to->imports.len && other != unit)
                TRY(vec_push(env, &k->units.at[unit].imports, other));
        }
    }
    return true;
}

/* Every unit's imports, in order; new units come behind and are looked at in turn. */
static bool read_imports(Env *env, Slang *k, const Imports *imports, Diagnostics *diagnostics,
                         bool *missing) {
    for (uint32_t unit = 0; unit < k->units.len; unit++)
        for (uint32_t i = 0;
             i < ast_count(&k->units.at[unit].ast, k->units.at[unit].ast.declarations); i++) {
            const Ast *ast = &k->units.at[unit].ast;
            NodeId node = ast_item(ast, ast->declarations, i);
            if (ast_node(ast, node)->kind == NODE_IMPORT)
                TRY(import_one(env, k, unit, node, imports, diagnostics, missing));
        }
    for (uint32_t unit = 0; unit < k->units.len; unit++)
        TRY(pass_exports(env, k, unit));
    return true;
}

/* ---- a first look */

/* Can it be lowered as it stands: nothing about it is generic, and it is not in an interface? */
static bool is_plain(const Lower *l, DeclId decl) {
    const Slang *k = l->k;
    for (DeclId d = decl; d != NO_DECL; d = k->declared.at[d].parent)
        if (decl_kind(k, d) == NODE_INTERFACE)
            return false;
    Lower there = *l;
    there.unit = k->declared.at[decl].unit;
    there.ast = decl_ast(k, decl);
    const Node *node = decl_node(k, decl);
    for (uint32_t i = 0; node->kind == NODE_FUNCTION && i < ast_count(there.ast, node->word[1]);
         i++)
        if (names_interface(&there,
                            ast_node(there.ast, ast_item(there.ast, node->word[1], i))->word[0]))
            return false;
    return decl_generic_count(k, decl) == 0;
}

/* The type that a function is a member of; *found is false where it cannot be had. */
static bool self_type(Lower *l, DeclId decl, TypeId *out, bool *found) {
    DeclId parent = l->k->declared.at[decl].parent;
    *out = NO_TYPE;
    *found = true;
    if (parent == NO_DECL)
        return true;
    LowerScope scope = scope_enter(l, parent, NO_TYPE, 0, 0);
    if (decl_kind(l->k, parent) == NODE_EXTENSION)
        *found = lower_type(l, decl_node(l->k, parent)->word[0], out);
    else
        *found = decl_kind(l->k, parent) == NODE_STRUCT && declared_type(l, l->at, parent, 0, out);
    scope_leave(l, &scope);
    return !lower_stuck(l);
}

static bool tell_at(Lower *l, DeclId decl, const char *what) {
    LowerScope scope = scope_enter(l, decl, NO_TYPE, 0, 0);
    lower_error(l, l->at, "%s: %s", decl_name(l->k, decl), what);
    scope_leave(l, &scope);
    return !lower_stuck(l);
}

/* A function that is only declared here, as C has it, and written out somewhere else in the scope. */
static bool has_body_elsewhere(const Slang *k, DeclId decl, uint32_t n_params) {
    Declared d = k->declared.at[decl];
    DeclId first =
        d.parent == NO_DECL ? find_in_unit(k, d.unit, d.name) : find_in_parent(k, d.parent, d.name);
    for (; first != NO_DECL; first = k->declared.at[first].next)
        if (decl_node(k, first)->word[2] &&
            ast_count(decl_ast(k, first), decl_node(k, first)->word[1]) == n_params)
            return true;
    return false;
}

/* The types of its own parameters, so that every one of them suits. */
static bool check_function(Lower *l, DeclId decl) {
    Slang *k = l->k;
    TypeId self;
    bool found;
    InstanceId instance;
    TypeId unknown[MAX_SLANG_ARGS] = {NO_TYPE};
    const Node *node = decl_node(k, decl);
    uint32_t n = ast_count(decl_ast(k, decl), node->word[1]);
    TRY(self_type(l, decl, &self, &found));
    if (node->flags & NF_BROKEN)
        return !k->lenient || slang_tell_again(l->env, k, decl, l->diagnostics);
    if (!found)
        return true;
    if (!node->word[2])
        return has_body_elsewhere(k, decl, n) || tell_at(l, decl, "it has no body");
    uint32_t told = l->diagnostics->errors;
    Str why = str_make(l->env);
    bool ok = bind_declared(l->env, k, decl, self, unknown, n <= MAX_SLANG_ARGS ? n : 0, &instance,
                            &why, l->diagnostics);
    bool silent = !ok && l->diagnostics->errors == told && !lower_stuck(l);
    if (silent)
        tell_at(l, decl, why.data ? why.data : "this function cannot be called");
    str_free(&why);
    DeclId before;
    if (ok && declared_before(k, instance, &before))
        tell_at(l, decl, "a function of that name with the same parameters is there already");
    else if (ok)
        slang_lower(l->env, k, instance, l->diagnostics);
    return !lower_stuck(l);
}

/* A struct has what the interfaces that it names ask for. */
static bool check_conformances(Lower *l, TypeId type, ListId list) {
    char missing[160] = "", text[TYPE_TEXT];
    for (uint32_t i = 0; i < ast_count(l->ast, list); i++) {
        NodeId node = ast_item(l->ast, list, i);
        uint32_t len;
        bool ok;
        const char *name = ast_spelling(l->ast, ast_node(l->ast, node)->token, &len);
        TRY(conforms(l, type, node, missing, sizeof missing, &ok));
        if (!ok)
            lower_error(l, node, "%s is not %.*s%s%s", lower_show(l, type, text), (int)len, name,
                        missing[0] ? ": " : "", missing);
    }
    return true;
}

/* A constant has a value, also if nothing uses it. What is written of it is thrown away. */
static bool check_constant(Lower *l, DeclId decl, TypeId self) {
    KValue value;
    const Node *node = decl_node(l->k, decl);
    if (!node->word[1] || !(node->flags & NF_CONST))
        return true;
    l->p = program_new(l->env, NO_STR);
    TRY(l->p != NULL);
    expr_declared_value(l, l->at, decl, self, &value);
    program_free(l->env->allocator, l->p);
    l->p = NULL;
    l->constants.len = 0;
    return true;
}

/* Every struct can be made, every constant has a value. */
static bool check_other(Lower *l, DeclId decl) {
    TypeId type = NO_TYPE;
    NodeKind kind = decl_kind(l->k, decl);
    const Node *node = decl_node(l->k, decl);
    bool field = kind == NODE_VARIABLE && l->k->declared.at[decl].parent != NO_DECL &&
                 !(node->flags & NF_STATIC);
    bool found = true, ok = true;
    if (kind == NODE_VARIABLE && !field)
        TRY(self_type(l, decl, &type, &found));
    LowerScope scope = scope_enter(l, decl, NO_TYPE, 0, 0);
    if (kind == NODE_STRUCT && declared_type(l, l->at, decl, 0, &type))
        ok = check_conformances(l, type, node->word[1]);
    else if (kind == NODE_TYPE_ALIAS)
        declared_type(l, l->at, decl, 0, &type);
    else if (kind == NODE_VARIABLE && !field && found)
        ok = check_constant(l, decl, type);
    scope_leave(l, &scope);
    return ok && !lower_stuck(l);
}

static bool check_one(Lower *l, DeclId decl) {
    l->k->depth = 0;
    return decl_kind(l->k, decl) == NODE_FUNCTION ? check_function(l, decl) : check_other(l, decl);
}

/* The same with errors of its own: where there are some it is refused. Members are their struct's. */
static bool check_leniently(Lower *l, DeclId decl, Diagnostics *all) {
    Diagnostics own = {.errors = 0};
    DeclId top = decl;
    while (l->k->declared.at[top].parent != NO_DECL)
        top = l->k->declared.at[top].parent;
    l->diagnostics = &own;
    bool ok = check_one(l, decl);
    l->diagnostics = all;
    if (ok && (own.errors || (decl_node(l->k, decl)->flags & NF_BROKEN)))
        ok = refuse(l->env, l->k, l->k->declared.at[top].name, &own);
    ok = ok && tell_new(l->env, &own, all);
    diagnostics_free(l->env->allocator, &own);
    return ok;
}

/* Of the module and what it imports; the library's functions are lowered when they are called. */
static bool check_all(Env *env, Slang *k, Diagnostics *diagnostics) {
    Lower l = {.env = env,
               .k = k,
               .diagnostics = diagnostics,
               .ast = &k->units.at[0].ast,
               .decl = NO_DECL,
               .first_global = UINT32_MAX,
               .instance = UINT32_MAX};
    bool ok = true;
    for (DeclId d = 0; ok && d < k->declared.len; d++) {
        if (k->declared.at[d].unit == 1 || !is_plain(&l, d))
            continue;
        ok = k->lenient ? check_leniently(&l, d, diagnostics) : check_one(&l, d);
    }
    lower_end(&l);
    return ok;
}

/* What the files say may be wrong; then what they mean is still looked at, but not when some of them are missing. */
static bool load(Env *env, Slang *k, const char *name, const char *text, size_t len,
                 const Imports *imports, Diagnostics *diagnostics, bool *syntax) {
    bool missing = false;
    TRY(add_unit(env, k, name, name, text, len, imports, diagnostics));
    TRY(add_library(env, k, diagnostics));
    TRY(read_imports(env, k, imports, diagnostics, &missing));
    for (uint32_t unit = 0; unit < k->units.len; unit++)
        missing = missing || k->units.at[unit].ast.broken;
    *syntax = diagnostics->errors != 0;
    k->lenient = imports && imports->lenient;
    k->loading = true;
    if (missing && !k->lenient)
        return true;
    for (uint32_t unit = 0; k->lenient && unit < k->units.len; unit++)
        TRY(refuse_skipped(env, k, unit, diagnostics));
    if (k->lenient) /* what is told again is from here */
        TRY(vec_copy(env, &k->diagnostics.all, &diagnostics->all));
    TRY(declare_unit(env, k, 1, diagnostics));
    for (uint32_t unit = 0; unit < k->units.len; unit++)
        TRY(unit == 1 || declare_unit(env, k, unit, diagnostics));
    TRY(globals_list(env, k));
    return check_all(env, k, diagnostics);
}

/* What is told points into the sources: they go over to the diagnostics. */
static bool keep_sources(Env *env, Slang *k, Diagnostics *diagnostics) {
    TRY(vec_reserve(env, &diagnostics->sources, diagnostics->sources.len + k->units.len));
    for (uint32_t i = 0; i < k->units.len; i++) {
        if (k->units.at[i].source)
            diagnostics->sources.at[diagnostics->sources.len++] = k->units.at[i].source;
        k->units.at[i].source = NULL;
    }
    return true;
}

/* Of a lenient module: is there a function, type or constant that was not refused? */
static bool has_something(const Slang *k) {
    for (DeclId d = 0; k->lenient && d < k->declared.len; d++) {
        const Declared *one = &k->declared.at[d];
        if (one->unit == 0 && one->parent == NO_DECL && one->name != NO_STR &&
            !slang_refused(k, decl_name(k, d), strlen(decl_name(k, d))))
            return true;
    }
    return false;
}

Slang *slang_load(Env *env, const char *name, const char *text, size_t len, const Imports *imports,
                  Diagnostics *diagnostics) {
    Slang *k = slang_new(env);
    if (!k)
        return NULL;
    bool syntax = false, ok = load(env, k, name, text, len, imports, diagnostics, &syntax);
    k->loading = false;
    if (ok && (!diagnostics->errors || has_something(k)) && env->error->status == FRIT_OK)
        return k;
    if (env->error->status == FRIT_OK)
        diagnostics_fail(env, diagnostics, syntax ? FRIT_ERR_SYNTAX : FRIT_ERR_TYPE);
    if (!keep_sources(env, k, diagnostics))
        diagnostics_free(env->allocator, diagnostics); /* it would point to nothing */
    slang_free(k);
    return NULL;
}
