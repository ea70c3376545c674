/* Types: from how the language writes them to those of the IR, and back. Structs are in structs.c. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"

typedef struct ScalarName {
    const char *name;
    Dtype dtype;
} ScalarName;

/* The first name of a dtype is the one that is shown. Longer names come before those they begin with. */
static const ScalarName scalar_names[] = {
    {"bool", DT_BOOL},     {"int8_t", DT_I8},       {"int16_t", DT_I16},    {"int", DT_I32},
    {"int32_t", DT_I32},   {"int64_t", DT_I64},     {"uint8_t", DT_U8},     {"uint16_t", DT_U16},
    {"uint", DT_U32},      {"uint32_t", DT_U32},    {"uint64_t", DT_U64},   {"half", DT_F16},
    {"float16_t", DT_F16}, {"float", DT_F32},       {"float32_t", DT_F32},  {"double", DT_F64},
    {"float64_t", DT_F64}, {"bfloat16_t", DT_BF16}, {"min16float", DT_F16}, {"min10float", DT_F16},
    {"min16int", DT_I16},  {"min12int", DT_I16},    {"min16uint", DT_U16},  {"dword", DT_U32},
    {"size_t", DT_U64},    {"usize_t", DT_U64},     {"uintptr_t", DT_U64},  {"intptr_t", DT_I64}};
enum { SCALAR_NAMES = sizeof scalar_names / sizeof *scalar_names };

const char *builtin_type_name(uint32_t index) {
    static const char *const vectors[] = {"float2", "float3", "float4",   "int2",     "int3",
                                          "int4",   "uint2",  "uint3",    "uint4",    "vector",
                                          "matrix", "Array",  "float2x2", "float3x3", "float4x4"};
    if (index < SCALAR_NAMES)
        return scalar_names[index].name;
    index -= SCALAR_NAMES;
    return index < sizeof vectors / sizeof *vectors ? vectors[index] : NULL;
}

static const char *scalar_name(Dtype dtype) {
    for (unsigned i = 0; i < SCALAR_NAMES; i++)
        if (scalar_names[i].dtype == dtype)
            return scalar_names[i].name;
    return dtype_info(dtype)->name;
}

static bool digit(char c, unsigned *out) {
    *out = (unsigned)(c - '0');
    return c >= '1' && c <= '4';
}

/* The rest of a name behind that of a scalar: nothing, "3", or "3x4". */
static bool suffixed(Env *env, Types *t, Dtype dtype, const char *rest, size_t len, TypeId *out,
                     bool *found) {
    unsigned rows = 0, cols = 0;
    *found = true;
    if (len == 0)
        return type_scalar(env, t, dtype, out);
    if (len == 1 && digit(rest[0], &rows))
        return rows == 1 ? type_scalar(env, t, dtype, out) : type_vector(env, t, dtype, rows, out);
    if (len == 3 && rest[1] == 'x' && digit(rest[0], &rows) && digit(rest[2], &cols) && rows > 1 &&
        cols > 1)
        return type_matrix(env, t, dtype, rows, cols, out);
    *found = false;
    return true;
}

bool builtin_type(Env *env, Slang *k, const char *name, size_t len, TypeId *out, bool *found) {
    *found = false;
    for (unsigned i = 0; i < SCALAR_NAMES && !*found; i++) {
        size_t n = strlen(scalar_names[i].name);
        if (len >= n && !memcmp(name, scalar_names[i].name, n))
            TRY(suffixed(env, &k->m->types, scalar_names[i].dtype, name + n, len - n, out, found));
    }
    return true;
}

/* ---- printing */

static void print_number(Str *out, const Type *type) {
    str_puts(out, scalar_name(type->dtype));
    if (type->kind == TYPE_VECTOR)
        str_format(out, "%u", type->rows);
    else if (type->kind == TYPE_MATRIX)
        str_format(out, "%ux%u", type->rows, type->cols);
}

void slang_print_type(Str *out, const Slang *k, TypeId id) {
    static const char *const textures[] = {"", "Buffer", "Texture2D", "Texture3D"};
    const Types *t = &k->m->types;
    const Type *type = type_get(t, id);
    TypeId inner = id;
    switch (type->kind) {
    case TYPE_NONE: str_puts(out, "void"); return;
    case TYPE_SCALAR:
    case TYPE_VECTOR:
    case TYPE_MATRIX: print_number(out, type); return;
    case TYPE_STRUCT:
    case TYPE_PARAM: str_puts(out, strings_get(&k->m->strings, type->name)); return;
    case TYPE_FIXED:
        while (type_get(t, inner)->kind == TYPE_FIXED)
            inner = type_get(t, inner)->elem;
        slang_print_type(out, k, inner);
        for (; type->kind == TYPE_FIXED; type = type_get(t, type->elem))
            str_format(out, "[%u]", type->count);
        return;
    default:
        str_puts(out,
                 type->kind == TYPE_ARRAY && type->count < 4 ? textures[type->count] : "array");
        str_putc(out, '<');
        slang_print_type(out, k, type->elem);
        str_putc(out, '>');
    }
}

/* ---- names of types */

/* Is the declaration one of those around what is being lowered (or itself)? */
static bool is_around(const Lower *l, DeclId decl) {
    for (DeclId d = l->decl; d != NO_DECL; d = l->k->declared.at[d].parent)
        if (d == decl)
            return true;
    return false;
}

/* The generic arguments of a type as written, after those of the declarations around it. */
static bool written_args(Lower *l, NodeId at, DeclId decl, ListId list, GenericArg *args,
                         uint32_t *n) {
    uint32_t total = decl_generic_count(l->k, decl), given = ast_count(l->ast, list);
    uint32_t own = ast_count(decl_ast(l->k, decl), decl_generics(l->k, decl)), outer = total - own;
    *n = total;
    if (given > own)
        return lower_error(l, at, "%s has %u generic parameters, not %u", decl_name(l->k, decl),
                           own, given);
    bool inside = is_around(l, decl);
    if (outer > l->n_generics || (!given && own && inside && total > l->n_generics))
        return lower_error(l, at, "the generic arguments around %s are not known here",
                           decl_name(l->k, decl));
    uint32_t inherited = !given && inside ? total : outer;
    for (uint32_t i = 0; i < inherited; i++)
        args[i] = l->k->generic_args.at[l->generic + i];
    for (uint32_t i = inherited; i < total; i++) {
        NodeId param = decl_generic_at(l->k, decl, i);
        const Node *node = ast_node(decl_ast(l->k, decl), param);
        args[i] = (GenericArg){0};
        bool value = node->flags & NF_VALUE;
        if (i - outer < given) {
            NodeId arg = ast_item(l->ast, list, i - outer);
            TRY(value ? lower_constant(l, arg, &args[i].value) : lower_type(l, arg, &args[i].type));
            continue;
        }
        if (!node->word[2])
            return lower_error(l, at, "%s needs %u generic arguments", decl_name(l->k, decl), own);
        uint32_t first;
        TRY(generic_args_add(l->env, l->k, args, i, &first));
        LowerScope scope = scope_enter(l, decl, NO_TYPE, first, i);
        bool ok = value ? lower_constant(l, node->word[2], &args[i].value)
                        : lower_type(l, node->word[2], &args[i].type);
        scope_leave(l, &scope);
        TRY(ok);
    }
    return true;
}

bool declared_type(Lower *l, NodeId at, DeclId decl, ListId list, TypeId *out) {
    GenericArg args[MAX_GENERICS];
    uint32_t n = 0;
    const Node *node = decl_node(l->k, decl);
    if (decl_generic_count(l->k, decl) > MAX_GENERICS)
        return lower_error(l, at, "more than %d generic parameters", MAX_GENERICS);
    TRY(written_args(l, at, decl, list, args, &n));
    if (node->kind == NODE_STRUCT)
        return struct_type(l, at, decl, args, n, out);
    if (node->kind == NODE_ENUM && !node->word[1])
        return type_scalar(l->env, &l->k->m->types, DT_I32, out);
    if (node->kind != NODE_TYPE_ALIAS && node->kind != NODE_ENUM) {
        lower_error(l, at, "%s is %s, not the type of a value", decl_name(l->k, decl),
                    node_kind_name((NodeKind)node->kind));
        if (node->kind == NODE_INTERFACE)
            lower_hint(l, "write a generic function: <T : %s>", decl_name(l->k, decl));
        return false;
    }
    return alias_type(l, at, decl, args, n, out);
}

static bool need_args(Lower *l, NodeId at, ListId list, uint32_t n) {
    if (ast_count(l->ast, list) == n)
        return true;
    uint32_t len;
    const char *name = ast_spelling(l->ast, ast_node(l->ast, at)->token, &len);
    return lower_error(l, at, "%.*s needs %u generic argument%s", (int)len, name, n,
                       n == 1 ? "" : "s");
}

static bool extent_in(Lower *l, NodeId node, int64_t lo, int64_t hi, int64_t *out) {
    TRY(lower_constant(l, node, out));
    if (*out >= lo && *out <= hi)
        return true;
    return lower_error(l, node, "%lld is not between %lld and %lld", (long long)*out, (long long)lo,
                       (long long)hi);
}

/* vector<T, N>, matrix<T, R, C> */
static bool number_type(Lower *l, NodeId at, ListId list, bool matrix, TypeId *out) {
    TypeId elem;
    int64_t rows, cols;
    char text[TYPE_TEXT];
    if (ast_count(l->ast, list) == 0) /* as HLSL has them */
        return matrix ? type_matrix(l->env, &l->k->m->types, DT_F32, 4, 4, out)
                      : type_vector(l->env, &l->k->m->types, DT_F32, 4, out);
    TRY(need_args(l, at, list, matrix ? 3 : 2));
    NodeId first = ast_item(l->ast, list, 0);
    TRY(lower_type(l, first, &elem));
    if (lower_type_of(l, elem)->kind != TYPE_SCALAR)
        return lower_error(l, first, "%s is not a scalar type", lower_show(l, elem, text));
    Dtype dtype = lower_type_of(l, elem)->dtype;
    TRY(extent_in(l, ast_item(l->ast, list, 1), matrix ? 2 : 1, 4, &rows));
    if (!matrix && rows == 1)
        *out = elem;
    else if (!matrix)
        return type_vector(l->env, &l->k->m->types, dtype, (unsigned)rows, out);
    else {
        TRY(extent_in(l, ast_item(l->ast, list, 2), 2, 4, &cols));
        return type_matrix(l->env, &l->k->m->types, dtype, (unsigned)rows, (unsigned)cols, out);
    }
    return true;
}

static bool fixed_type(Lower *l, NodeId at, NodeId elem, NodeId extent, TypeId *out) {
    TypeId type;
    int64_t n;
    TRY(lower_type(l, elem, &type));
    if (type_rank(&l->k->m->types, type))
        return lower_error(l, at, "an array of textures or buffers");
    if (!extent)
        return lower_error(l, at, "the extent of the array is not said");
    TRY(extent_in(l, extent, 1, MAX_TYPE_PARTS, &n));
    l->at = at;
    if (scalar_count(l, type) * (uint64_t)n > MAX_SCALARS)
        return lower_error(l, at, "an array of more than %d numbers", MAX_SCALARS);
    return lower_told(l, type_fixed(l->env, &l->k->m->types, type, (uint32_t)n, out));
}

typedef struct ArrayName {
    const char *name;
    unsigned rank;
    const char *first; /* of its first extent: what kind it is (texture.h) */
} ArrayName;
static const ArrayName array_names[] = {{"Texture1D", 1, "d.0"},
                                        {"Texture2D", 2, "d.0"},
                                        {"Texture3D", 3, "d.0"},
                                        {"Buffer", 1, "d.0"},
                                        {"StructuredBuffer", 1, "d.0"},
                                        {"Texture1DArray", 2, "layer..0"},
                                        {"Texture2DArray", 3, "layer..0"},
                                        {"TextureCube", 3, "face..0"},
                                        {"ByteAddressBuffer", 1, "byte..0"},
                                        {NULL, 0, NULL}};

/* Those that can be written to, and the words before the names of others that are read alike. */
static const ArrayName *array_name(const char *name, uint32_t len, bool *writable) {
    static const char *const words[] = {"RW", "W", "RasterizerOrdered", "Feedback", "Depth"};
    for (const ArrayName *a = array_names; a->name; a++)
        if (len == strlen(a->name) && !memcmp(name, a->name, len))
            return a;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if (len > n && !memcmp(name, words[i], n))
            return *writable = i < 3, array_name(name + n, len - (uint32_t)n, writable);
    }
    return NULL;
}

/* Texture2D<T> and the like. Extents get names; those of parameters are named after them (overload.c). */
static bool array_type(Lower *l, NodeId at, ListId list, const ArrayName *name, bool writable,
                       TypeId *out) {
    char first[24];
    snprintf(first, sizeof first, "%s%s", writable ? "rw.." : "", name->first);
    const char *const names[] = {first, "d.1", "d.2"};
    unsigned rank = name->rank;
    bool bytes = *name->first == 'b';
    TypeId elem;
    Dim dims[3];
    if (bytes) {
        TRY(need_args(l, at, list, 0));
        TRY(type_scalar(l->env, &l->k->m->types, DT_U32, &elem));
    } else if (ast_count(l->ast, list) == 0) {
        TRY(type_vector(l->env, &l->k->m->types, DT_F32, 4, &elem)); /* as HLSL has it */
    } else {
        TRY(need_args(l, at, list, 1));
        TRY(lower_type(l, ast_item(l->ast, list, 0), &elem));
    }
    if (type_rank(&l->k->m->types, elem))
        return lower_error(l, at, "a texture of textures");
    for (unsigned i = 0; i < rank && i < sizeof dims / sizeof *dims; i++) {
        StrId id;
        TRY(strings_add(l->env, &l->k->m->strings, names[i], strlen(names[i]), &id));
        dims[i] = DIM_NAMED(id);
    }
    return type_array(l->env, &l->k->m->types, elem, dims, rank, out);
}

/* Types of the language with arguments of their own. */
static bool language_type(Lower *l, NodeId at, const char *name, uint32_t len, ListId list,
                          TypeId *out, bool *found) {
    *found = true;
    if (len == 6 && (!memcmp(name, "vector", 6) || !memcmp(name, "matrix", 6)))
        return number_type(l, at, list, *name == 'm', out);
    if (len == 5 && !memcmp(name, "Array", 5)) {
        TRY(need_args(l, at, list, 2));
        return fixed_type(l, at, ast_item(l->ast, list, 0), ast_item(l->ast, list, 1), out);
    }
    static const char *const around[] = {"ConstantBuffer", "ParameterBlock", "TextureBuffer"};
    for (int i = 0; i < 3; i++) /* a value that functions share: what is in it */
        if (strlen(around[i]) == len && !memcmp(name, around[i], len))
            return need_args(l, at, list, 1) && lower_type(l, ast_item(l->ast, list, 0), out);
    bool writable = false;
    const ArrayName *array = array_name(name, len, &writable);
    if (array)
        return array_type(l, at, list, array, writable, out);
    *found = false;
    return ast_count(l->ast, list) || builtin_type(l->env, l->k, name, len, out, found);
}

static bool is_type_decl(const Slang *k, DeclId decl) {
    NodeKind kind = decl_kind(k, decl);
    return kind == NODE_STRUCT || kind == NODE_TYPE_ALIAS || kind == NODE_ENUM ||
           kind == NODE_INTERFACE;
}

/* A declared type of that name: of the declarations around, then of the file and what it imports. */
DeclId find_type_decl(const Lower *l, StrId name) {
    const Slang *k = l->k;
    for (DeclId d = l->decl; d != NO_DECL; d = k->declared.at[d].parent) {
        DeclId found = find_in_parent(k, d, name);
        if (found != NO_DECL && is_type_decl(k, found))
            return found;
    }
    DeclId found = find_from_unit(k, l->unit, name);
    return found != NO_DECL && is_type_decl(k, found) ? found : NO_DECL;
}

static bool named_type(Lower *l, NodeId node, TypeId *out, bool *found) {
    const Node *n = ast_node(l->ast, node);
    uint32_t len;
    const char *name = ast_spelling(l->ast, n->token, &len);
    StrId id;
    GenericArg arg;
    *found = true;
    TRY(strings_add(l->env, &l->k->m->strings, name, len, &id));
    if (lower_find_generic(l, id, &arg)) {
        *out = arg.type;
        *found = arg.type != NO_TYPE;
        return true;
    }
    if (len == 4 && !memcmp(name, "This", 4) && l->this_type != NO_TYPE) {
        *out = l->this_type;
        return true;
    }
    DeclId decl = find_type_decl(l, id);
    if (decl != NO_DECL)
        return declared_type(l, node, decl, n->word[0], out);
    return language_type(l, node, name, len, n->word[0], out, found);
}

/* A.B: a type inside another. */
static bool member_type(Lower *l, NodeId node, TypeId *out, bool *found) {
    const Node *n = ast_node(l->ast, node);
    TypeId outer;
    StrId name;
    TRY(lower_try_type(l, n->word[0], &outer, found));
    if (!*found)
        return true;
    *found = false;
    TRY(lower_token_name(l, node, &name));
    const StructInstance *s = slang_struct(l->k, outer);
    DeclId decl = s ? find_in_parent(l->k, s->decl, name) : NO_DECL;
    if (decl == NO_DECL || !is_type_decl(l->k, decl))
        return true;
    *found = true;
    if (ast_count(l->ast, n->word[1]) || !s->n_generics)
        return declared_type(l, node, decl, n->word[1], out);
    LowerScope scope = scope_enter(l, s->decl, outer, s->generic, s->n_generics);
    bool ok = declared_type(l, 0, decl, 0, out);
    scope_leave(l, &scope);
    return ok;
}

bool lower_try_type(Lower *l, NodeId expression, TypeId *out, bool *is_type) {
    const Node *node = ast_node(l->ast, expression);
    StrId name;
    *is_type = false;
    TRY(lower_enter(l, expression));
    bool ok = true;
    if (node->kind == NODE_NAME) {
        ok = lower_token_name(l, expression, &name) &&
             (lower_find_local(l, name) || named_type(l, expression, out, is_type));
    } else if (node->kind == NODE_MEMBER) {
        ok = member_type(l, expression, out, is_type);
    } else if (node->kind == NODE_TYPE_ARRAY) {
        *is_type = true;
        ok = fixed_type(l, expression, node->word[0], node->word[1], out);
    } else if (node->kind == NODE_INDEX && ast_count(l->ast, node->word[1]) == 1) {
        ok = lower_try_type(l, node->word[0], out, is_type);
        if (ok && *is_type)
            ok = fixed_type(l, expression, node->word[0], ast_item(l->ast, node->word[1], 0), out);
    }
    lower_leave(l);
    return ok;
}

bool lower_type(Lower *l, NodeId type, TypeId *out) {
    bool found;
    StrId name;
    const Node *node = ast_node(l->ast, type);
    if (node->kind == NODE_ERROR)
        return false;
    TRY(lower_try_type(l, type, out, &found));
    if (found)
        return true;
    uint32_t len;
    const char *text = ast_spelling(l->ast, node->token, &len);
    if (len == 4 && !memcmp(text, "void", 4))
        return lower_error(l, type, "void is not the type of a value");
    if (tell_unsupported_type(l, type, text, len))
        return false;
    TRY(lower_token_name(l, type, &name));
    lower_error(l, type, "there is no type called %.*s", (int)len, text);
    hint_name(l, name, NO_DECL);
    return false;
}

/* ---- from outside */

static bool type_of_text(Env *env, Slang *k, const Ast *ast, Diagnostics *d, TypeId *out) {
    uint32_t n = ast_count(ast, ast->declarations);
    NodeId alias = n == 1 ? ast_item(ast, ast->declarations, 0) : 0;
    if (d->errors || ast_node(ast, alias)->kind != NODE_TYPE_ALIAS)
        return false;
    Lower l = {.env = env,
               .k = k,
               .diagnostics = d,
               .ast = ast,
               .decl = NO_DECL,
               .first_global = UINT32_MAX,
               .instance = UINT32_MAX,
               .at = alias};
    bool ok = lower_type(&l, ast_node(ast, alias)->word[0], out);
    lower_end(&l);
    return ok;
}

bool slang_type(Env *env, Slang *k, const char *name, TypeId *out) {
    Str text = str_make(env);
    Diagnostics d = {0};
    Ast ast = {0};
    bool found;
    TRY(builtin_type(env, k, name, strlen(name), out, &found));
    if (found)
        return true;
    str_format(&text, "typealias t = %s;", name);
    Source *source = str_ok(&text) ? source_new(env, "type", text.data, text.len) : NULL;
    bool ok =
        source && slang_parse(env, NULL, source, &d, &ast) && type_of_text(env, k, &ast, &d, out);
    if (!ok && env->error->status == FRIT_OK)
        env_set_error(env, FRIT_ERR_TYPE, FRIT_STAGE_NONE, "there is no type %s", name);
    ast_free(env->allocator, &ast);
    source_free(source);
    diagnostics_free(env->allocator, &d);
    str_free(&text);
    return ok;
}
