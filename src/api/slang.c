/* Functions from source: modules of the Slang-style language, and calls that are resolved. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "front/slang/call/resolve.h"

/* ---- files */

static bool fail_file(Env *env, const char *path, const char *what) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_LOAD, "%.200s: %s", path, what);
}

/* A whole file; found: it is there. */
static bool read_file(Env *env, const char *path, Str *text, bool *found) {
    char block[4096];
    size_t got;
    FILE *file = fopen(path, "rb");
    *found = file != NULL;
    if (!file)
        return true;
    while (text->len <= MAX_SOURCE && !text->failed &&
           (got = fread(block, 1, sizeof block, file)) > 0)
        str_put(text, block, got);
    bool bad = ferror(file) != 0;
    fclose(file);
    if (bad)
        return fail_file(env, path, "the file cannot be read");
    return str_ok(text);
}

/* Where other files are looked for: beside the file that asks, beside the module's own, then where the host says. */
typedef struct Search {
    const char *folder; /* of the module's file; NULL: it is no file */
    size_t folder_len;
    const char *const *others;
} Search;

/* text NULL: is it there? */
static bool read_in(Env *env, const char *folder, size_t len, const char *name, const char *ending,
                    Str *path, Str *text, bool *found) {
    path->len = 0;
    str_put(path, folder, len);
    if (len && folder[len - 1] != '/')
        str_putc(path, '/');
    str_puts(path, name);
    str_puts(path, ending);
    if (!str_ok(path))
        return false;
    if (text)
        return read_file(env, path->data, text, found);
    FILE *file = fopen(path->data, "rb");
    *found = file && (fgetc(file) != EOF || !ferror(file)); /* a folder can be opened, too */
    if (file)
        fclose(file);
    return true;
}

static bool search(const Search *search, Env *env, const char *from, const char *name,
                   const char *ending, bool angled, Str *path, Str *text) {
    bool found = false;
    const char *slash = strrchr(from, '/');
    if (name[0] == '/')
        return read_in(env, "", 0, name, ending, path, text, &found) && found;
    if (slash && !angled)
        TRY(read_in(env, from, (size_t)(slash - from) + 1, name, ending, path, text, &found));
    if (!found && search->folder)
        TRY(read_in(env, search->folder, search->folder_len, name, ending, path, text, &found));
    for (uint32_t k = 0; !found && search->others && search->others[k]; k++)
        TRY(read_in(env, search->others[k], strlen(search->others[k]), name, ending, path, text,
                    &found));
    return found;
}

static bool read_import(void *user, Env *env, const char *from, const char *name, Str *path,
                        Str *text) {
    return search(user, env, from, name, ".slang", false, path, text);
}

static bool read_include(void *user, Env *env, const char *from, const char *name, bool angled,
                         Str *path, Str *text) {
    return search(user, env, from, name, "", angled, path, text);
}

/* ---- loading */

static frit_status load(Env *env, const char *text, size_t len, const char *name, Search *search,
                        const frit_slang_options *options, frit_slang **out, frit_text *report) {
    Diagnostics diagnostics = {.errors = 0};
    Imports imports = {read_import, read_include, search, options->defines, !options->strict};
    Str told = str_make(env);
    *out = slang_load(env, name, text, len, &imports, &diagnostics);
    if (report) {
        frit_error kept = *env->error;
        diagnostics_print(&told, &diagnostics);
        if (!str_finish(&told, report) && *out) {
            slang_free(*out);
            *out = NULL;
        } else
            *env->error = kept;
    }
    diagnostics_free(env->allocator, &diagnostics);
    return api_status(env, *out != NULL);
}

static void clear_report(frit_text *report) {
    if (report)
        *report = (frit_text){NULL, 0, 0};
}

frit_status frit_slang_load(const frit_context *context, const char *text, size_t len,
                            const frit_slang_options *options, frit_slang **out, frit_text *report,
                            frit_error *error) {
    frit_error scratch;
    clear_report(report);
    if (!context || (!text && len) || !out)
        return api_missing(error, FRIT_STAGE_PARSE, !context ? "context" : out ? "text" : "out");
    Env env = env_make(&context->allocator, error, &scratch);
    frit_slang_options all;
    *out = NULL;
    env.error->stage = FRIT_STAGE_PARSE;
    if (!api_options(&env, frit_slang_options, options, &all))
        return api_status(&env, false);
    Search search = {.others = all.search};
    return load(&env, text ? text : "", len, all.name ? all.name : "module", &search, &all, out,
                report);
}

frit_status frit_slang_read(const frit_context *context, const char *path,
                            const frit_slang_options *options, frit_slang **out, frit_text *report,
                            frit_error *error) {
    frit_error scratch;
    clear_report(report);
    if (!context || !path || !out)
        return api_missing(error, FRIT_STAGE_LOAD, !context ? "context" : path ? "out" : "path");
    Env env = env_make(&context->allocator, error, &scratch);
    frit_slang_options all;
    *out = NULL;
    env.error->stage = FRIT_STAGE_LOAD;
    if (!api_options(&env, frit_slang_options, options, &all))
        return api_status(&env, false);
    const char *slash = strrchr(path, '/');
    Search search = {.folder = slash ? path : ".",
                     .folder_len = slash ? (size_t)(slash - path) + 1 : 1,
                     .others = all.search};
    Str text = str_make(&env);
    bool found;
    bool ok = read_file(&env, path, &text, &found) &&
              (found || fail_file(&env, path, "there is no such file"));
    frit_status status = ok ? load(&env, text.data ? text.data : "", text.len,
                                   all.name ? all.name : path, &search, &all, out, report)
                            : api_status(&env, false);
    str_free(&text);
    return status;
}

const char *frit_slang_refused(const frit_slang *slang, uint32_t index, const char **why) {
    if (!slang || index >= slang->refused.len)
        return NULL;
    if (why)
        *why = strings_get(&slang->m->strings, slang->refused.at[index].why);
    return strings_get(&slang->m->strings, slang->refused.at[index].name);
}

void frit_slang_free(frit_slang *slang) {
    if (slang)
        slang_free(slang);
}

frit_status frit_slang_print(const frit_slang *slang, frit_text *out, frit_error *error) {
    frit_error scratch;
    if (!slang || !out)
        return api_missing(error, FRIT_STAGE_NONE, slang ? "out" : "slang");
    Env env = env_make(&slang->allocator, error, &scratch);
    Str text = str_make(&env);
    ast_print(&text, &slang->units.at[0].ast);
    return api_status(&env, str_finish(&text, out));
}

/* ---- looking inside */

static frit_slang_kind kind_of(const Slang *k, DeclId decl) {
    if (decl == NO_DECL)
        return FRIT_SLANG_NONE;
    switch (decl_node(k, decl)->kind) {
    case NODE_FUNCTION: return FRIT_SLANG_FUNCTION;
    case NODE_STRUCT:
    case NODE_TYPE_ALIAS:
    case NODE_ENUM:
    case NODE_INTERFACE: return FRIT_SLANG_TYPE;
    case NODE_VARIABLE:
    case NODE_ENUM_CASE: return FRIT_SLANG_CONSTANT;
    default: return FRIT_SLANG_NONE;
    }
}

frit_slang_kind frit_slang_find(frit_slang *slang, const char *name) {
    frit_error scratch;
    if (!slang || !name)
        return FRIT_SLANG_NONE;
    Env env = env_make(&slang->allocator, NULL, &scratch);
    TypeId type;
    DeclId decl = slang_find_path(&env, slang, name, &type);
    frit_slang_kind kind = kind_of(slang, decl);
    return kind == FRIT_SLANG_NONE && type != NO_TYPE ? FRIT_SLANG_TYPE : kind;
}

/* Does the module's own text declare it, outside of everything, as the first of its name? */
static bool is_own_name(const Slang *k, DeclId decl) {
    const Declared *d = &k->declared.at[decl];
    if (d->unit != 0 || d->parent != NO_DECL || d->name == NO_STR ||
        kind_of(k, decl) == FRIT_SLANG_NONE)
        return false;
    const char *name = strings_get(&k->m->strings, d->name);
    DeclId first = slang_find(k, name, strlen(name));
    for (DeclId other = first; other != NO_DECL; other = k->declared.at[other].next)
        if (other < decl && k->declared.at[other].unit == 0)
            return false;
    return true;
}

const char *frit_slang_name(const frit_slang *slang, uint32_t index) {
    for (DeclId d = 0; slang && d < slang->declared.len; d++)
        if (is_own_name(slang, d) && index-- == 0)
            return strings_get(&slang->m->strings, slang->declared.at[d].name);
    return NULL;
}

static void put_variable(Str *out, const Ast *ast, NodeId id) {
    const Node *n = ast_node(ast, id);
    uint32_t len;
    const char *name = ast_spelling(ast, n->token, &len);
    str_puts(out, n->flags & NF_STATIC ? "static " : "");
    str_puts(out, n->flags & NF_CONST ? "const " : "");
    if (n->word[0]) {
        ast_print_node(out, ast, n->word[0]);
        str_putc(out, ' ');
    }
    str_put(out, name, len);
}

static void put_members(Str *out, const Ast *ast, ListId members) {
    for (uint32_t k = 0; k < ast_count(ast, members); k++) {
        NodeId id = ast_item(ast, members, k);
        const Node *n = ast_node(ast, id);
        if (n->kind == NODE_DECLARATIONS) {
            put_members(out, ast, n->word[0]);
            continue;
        }
        if (n->kind != NODE_VARIABLE && n->kind != NODE_FUNCTION)
            continue;
        str_puts(out, "    ");
        if (n->kind == NODE_VARIABLE)
            put_variable(out, ast, id);
        else
            ast_print_head(out, ast, id);
        str_putc(out, '\n');
    }
}

static void put_declared(Str *out, const Slang *k, DeclId decl) {
    const Ast *ast = decl_ast(k, decl);
    const Node *n = decl_node(k, decl);
    NodeId id = k->declared.at[decl].node;
    switch (n->kind) {
    case NODE_FUNCTION:
        ast_print_head(out, ast, id);
        str_putc(out, '\n');
        break;
    case NODE_STRUCT:
        str_format(out, "struct %s\n", strings_get(&k->m->strings, k->declared.at[decl].name));
        put_members(out, ast, n->word[0]);
        for (uint32_t e = 0; e < k->extensions.len; e++)
            if (slang_extends(k, k->extensions.at[e], decl))
                put_members(out, decl_ast(k, k->extensions.at[e]),
                            decl_node(k, k->extensions.at[e])->word[1]);
        break;
    case NODE_VARIABLE:
        put_variable(out, ast, id);
        str_putc(out, '\n');
        break;
    default:
        str_format(out, "%s %s\n", node_kind_name(n->kind),
                   strings_get(&k->m->strings, k->declared.at[decl].name));
    }
}

static bool fail_unknown(Env *env, const char *name) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE, "the module has nothing called %.200s",
                    name);
}

frit_status frit_slang_describe(frit_slang *slang, const char *name, frit_text *out,
                                frit_error *error) {
    frit_error scratch;
    if (!slang || !name || !out)
        return api_missing(error, FRIT_STAGE_NONE, !slang ? "slang" : name ? "out" : "name");
    Env env = env_make(&slang->allocator, error, &scratch);
    TypeId type = NO_TYPE;
    Str copy = str_make(&env); /* see frit_slang_resolve */
    str_puts(&copy, name);
    DeclId decl = str_ok(&copy) ? slang_find_path(&env, slang, copy.data, &type) : NO_DECL;
    bool known = decl != NO_DECL || type != NO_TYPE;
    if (env.error->status != FRIT_ERR_NOMEM)
        env_clear_error(&env);
    if (env.error->status == FRIT_OK && !known)
        fail_unknown(&env, copy.data);
    str_free(&copy);
    if (env.error->status != FRIT_OK)
        return api_status(&env, false);
    Str text = str_make(&env);
    for (; decl != NO_DECL; decl = slang->declared.at[decl].next)
        put_declared(&text, slang, decl);
    if (!text.len && type != NO_TYPE) {
        slang_print_type(&text, slang, type);
        str_putc(&text, '\n');
    }
    return api_status(&env, str_finish(&text, out));
}

frit_status frit_slang_type(frit_slang *slang, const char *name, frit_type *out,
                            frit_error *error) {
    frit_error scratch;
    if (!slang || !name || !out)
        return api_missing(error, FRIT_STAGE_NONE, !slang ? "slang" : name ? "out" : "name");
    Env env = env_make(&slang->allocator, error, &scratch);
    TypeId type = NO_TYPE;
    Str copy = str_make(&env); /* see frit_slang_resolve */
    str_puts(&copy, name);
    bool found = str_ok(&copy) && slang_type(&env, slang, copy.data, &type);
    str_free(&copy);
    *out = (frit_type){found ? slang->m : NULL, type};
    return api_status(&env, found);
}

/* ---- calls */

/* What is told of a failure: at least the error's own message. */
static void finish_report(Env *env, Str *told, frit_text *report) {
    frit_error kept = *env->error;
    if (!report)
        return;
    if (!told->len && kept.status != FRIT_ERR_NOMEM)
        str_format(told, "%s\n", kept.message);
    if (str_finish(told, report))
        *env->error = kept;
}

static const char *not_given(const frit_slang *slang, const char *function, const frit_arg *args,
                             uint32_t n, frit_resolved **out) {
    return !slang ? "slang" : !function ? "function" : n && !args ? "args" : out ? NULL : "out";
}

frit_status frit_slang_resolve(frit_slang *slang, const char *function, const frit_arg *args,
                               uint32_t arg_count, const frit_arg *result, frit_resolved **out,
                               frit_text *report, frit_error *error) {
    frit_error scratch;
    clear_report(report);
    if (out)
        *out = NULL;
    const char *missing = not_given(slang, function, args, arg_count, out);
    if (missing)
        return api_missing(error, FRIT_STAGE_NONE, missing);
    Env env = env_make(&slang->allocator, error, &scratch);
    Str told = str_make(&env);
    Str name = str_make(&env); /* it may be frit_slang_name's, which moves when names are added */
    str_puts(&name, function);
    *out = str_ok(&name) ? slang_resolve(&env, slang, name.data, args, arg_count, result, &told)
                         : NULL;
    str_free(&name);
    if (!*out)
        finish_report(&env, &told, report);
    str_free(&told);
    return api_status(&env, *out != NULL);
}

frit_status frit_slang_declare(frit_slang *slang, const char *function, const frit_arg *args,
                               uint32_t arg_count, frit_resolved **out, frit_text *report,
                               frit_error *error) {
    frit_error scratch;
    clear_report(report);
    if (out)
        *out = NULL;
    const char *missing = not_given(slang, function, args, arg_count, out);
    if (missing)
        return api_missing(error, FRIT_STAGE_NONE, missing);
    Env env = env_make(&slang->allocator, error, &scratch);
    Str told = str_make(&env), name = str_make(&env); /* see frit_slang_resolve */
    str_puts(&name, function);
    bool ok = str_ok(&name) && slang_declare(&env, slang, name.data, args, arg_count, out, &told);
    str_free(&name);
    if (!ok)
        finish_report(&env, &told, report);
    str_free(&told);
    return api_status(&env, ok);
}

const char *frit_resolved_parameter(const frit_resolved *resolved, uint32_t index) {
    return resolved && index < resolved->parameters.len
               ? strings_get(&resolved->strings, resolved->parameters.at[index].name)
               : NULL;
}

frit_type frit_resolved_parameter_type(const frit_resolved *resolved, uint32_t index) {
    if (!resolved || index >= resolved->parameters.len)
        return (frit_type){NULL, NO_TYPE};
    return (frit_type){resolved->language, resolved->parameters.at[index].type};
}

frit_type frit_resolved_value_type(const frit_resolved *resolved) {
    return resolved ? (frit_type){resolved->language, resolved->value} : (frit_type){NULL, NO_TYPE};
}

void frit_resolved_free(frit_resolved *resolved) {
    if (resolved)
        resolved_free(resolved);
}

const frit_module *frit_resolved_module(const frit_resolved *resolved) {
    return resolved ? resolved->module : NULL;
}

uint32_t frit_resolved_output_count(const frit_resolved *resolved) {
    return resolved ? resolved->outputs.len : 0;
}

frit_resolved_output frit_resolved_output_info(const frit_resolved *resolved, uint32_t index) {
    frit_resolved_output info = {.arg = -1, .path = "", .dtype = FRIT_NO_DTYPE, .type = ""};
    if (!resolved || index >= resolved->outputs.len)
        return info;
    const ResolvedOutput *o = &resolved->outputs.at[index];
    info.arg = o->arg;
    info.path = strings_get(&resolved->strings, o->path);
    info.dtype = (frit_dtype)o->dtype;
    info.rank = o->rank;
    info.element_rank = o->element_rank;
    info.type = strings_get(&resolved->strings, o->type);
    return info;
}

uint32_t frit_resolved_rank(const frit_resolved *resolved) {
    return resolved ? resolved->rank : 0;
}

uint32_t frit_resolved_value_count(const frit_resolved *resolved) {
    return resolved ? resolved->n_values : 0;
}

bool frit_resolved_is_struct(const frit_resolved *resolved) {
    return resolved && resolved->is_struct;
}

bool frit_resolved_takes_result(const frit_resolved *resolved) {
    return resolved && resolved->takes_result;
}

frit_status frit_resolved_describe(const frit_resolved *resolved, frit_text *out,
                                   frit_error *error) {
    frit_error scratch;
    if (!resolved || !out)
        return api_missing(error, FRIT_STAGE_NONE, resolved ? "out" : "resolved");
    Env env = env_make(&resolved->allocator, error, &scratch);
    Str text = str_make(&env);
    str_puts(&text, strings_get(&resolved->strings, resolved->description));
    return api_status(&env, str_finish(&text, out));
}
