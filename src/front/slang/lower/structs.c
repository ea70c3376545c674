/* Structs and aliases with their generic arguments: each is made once. */
#include "front/slang/lower/meaning.h"

const StructInstance *slang_struct(const Slang *k, TypeId type) {
    for (IndexCursor c = index_find(&k->struct_index, hash_u64(type, 1));
         index_next(&k->struct_index, &c);)
        if (k->structs.at[c.id].type == type)
            return &k->structs.at[c.id];
    return NULL;
}

uint32_t struct_field(const Slang *k, TypeId id, StrId name) {
    const Type *type = type_get(&k->m->types, id);
    const Field *fields = type_fields(&k->m->types, type);
    for (uint32_t i = 0; type->kind == TYPE_STRUCT && i < type->count; i++)
        if (fields[i].name == name)
            return i;
    return UINT32_MAX;
}

static bool same_args(const GenericArg *a, const GenericArg *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (a[i].type != b[i].type || a[i].value != b[i].value)
            return false;
    return true;
}

static uint64_t args_hash(DeclId decl, const GenericArg *args, uint32_t n) {
    uint64_t hash = hash_u64(decl, 2);
    for (uint32_t i = 0; i < n; i++)
        hash = hash_u64((uint64_t)args[i].value, hash_u64(args[i].type, hash));
    return hash;
}

static void print_args(Str *out, const Slang *k, const GenericArg *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        str_puts(out, i ? ", " : "<");
        if (args[i].type != NO_TYPE)
            slang_print_type(out, k, args[i].type);
        else
            str_int(out, args[i].value);
    }
    if (n)
        str_putc(out, '>');
}

/* Its name in the IR: "Outer.Inner<float>"; with the file's behind it where two files have one of that name. */
static bool struct_name(Lower *l, DeclId decl, const GenericArg *args, uint32_t n, StrId *out) {
    Slang *k = l->k;
    DeclId chain[16];
    uint32_t depth = 0;
    for (DeclId d = decl; d != NO_DECL && depth < 16; d = k->declared.at[d].parent)
        chain[depth++] = d;
    Str text = str_make(l->env);
    while (depth--) {
        if (k->declared.at[chain[depth]].name == NO_STR)
            continue; /* an extension */
        str_puts(&text, decl_name(k, chain[depth]));
        if (depth)
            str_putc(&text, '.');
    }
    print_args(&text, k, args, n);
    bool ok = str_ok(&text) && strings_add(l->env, &k->m->strings, text.data, text.len, out);
    if (ok && type_find_struct(&k->m->types, *out) != NO_TYPE) {
        str_format(&text, "@%u", decl);
        ok = str_ok(&text) && strings_add(l->env, &k->m->strings, text.data, text.len, out);
    }
    str_free(&text);
    return ok;
}

/* Structs know theirs, so that nested ones are not counted again and again. */
uint64_t scalar_count(const Lower *l, TypeId id) {
    const Type *type = lower_type_of(l, id);
    uint64_t n = 1;
    for (; type->kind == TYPE_FIXED; type = lower_type_of(l, id)) {
        n *= type->count;
        id = type->elem;
    }
    const StructInstance *s = type->kind == TYPE_STRUCT ? slang_struct(l->k, id) : NULL;
    if (s)
        return n * s->scalars;
    return n * (type->rows ? type->rows : 1u) * (type->cols ? type->cols : 1u);
}

/* The fields of a struct, in whose scope l is. */
static bool struct_fields(Lower *l, ListId members, Field *fields, uint32_t *n) {
    for (uint32_t i = 0; i < ast_count(l->ast, members); i++) {
        NodeId id = ast_item(l->ast, members, i);
        const Node *node = ast_node(l->ast, id);
        if (node->kind == NODE_DECLARATIONS) {
            TRY(struct_fields(l, node->word[0], fields, n));
            continue;
        }
        if (node->kind != NODE_VARIABLE || (node->flags & NF_STATIC))
            continue;
        if (*n == MAX_FIELDS)
            return lower_error(l, id, "a struct of more than %d fields", MAX_FIELDS);
        if (!node->word[0])
            return lower_error(l, id, "a field needs a type");
        TRY(lower_token_name(l, id, &fields[*n].name));
        TRY(lower_type(l, node->word[0], &fields[*n].type));
        if (type_rank(&l->k->m->types, fields[*n].type))
            return lower_error(l, id, "a texture or buffer cannot be a field");
        (*n)++;
    }
    return true;
}

/* struct B : A begins with the fields of the struct A. */
static bool base_fields(Lower *l, ListId bases, Field *fields, uint32_t *n) {
    for (uint32_t i = 0; i < ast_count(l->ast, bases); i++) {
        NodeId base = ast_item(l->ast, bases, i);
        StrId name;
        TypeId type;
        if (ast_node(l->ast, base)->kind != NODE_NAME)
            continue;
        TRY(lower_token_name(l, base, &name));
        DeclId decl = find_type_decl(l, name);
        if (decl == NO_DECL || decl_kind(l->k, decl) != NODE_STRUCT)
            continue;
        TRY(lower_type(l, base, &type));
        const Type *s = lower_type_of(l, type);
        if (*n + s->count > MAX_FIELDS)
            return lower_error(l, base, "a struct of more than %d fields", MAX_FIELDS);
        for (uint32_t k = 0; k < s->count; k++)
            fields[(*n)++] = type_fields(&l->k->m->types, s)[k];
    }
    return true;
}

static bool make_struct(Lower *l, DeclId decl, uint32_t generic, uint32_t n_generics, StrId name,
                        uint64_t *scalars, TypeId *out) {
    size_t size = MAX_FIELDS * sizeof(Field);
    Field *fields = env_resize(l->env, NULL, 0, size);
    uint32_t n = 0;
    TRY(fields != NULL);
    LowerScope scope = scope_enter(l, decl, NO_TYPE, generic, n_generics);
    bool ok = base_fields(l, ast_node(l->ast, l->at)->word[1], fields, &n) &&
              struct_fields(l, ast_node(l->ast, l->at)->word[0], fields, &n);
    /* Structs of the IR have fields; one of static members alone gets one that nobody asks for. */
    if (ok && n == 0)
        ok = strings_add(l->env, &l->k->m->strings, "_", 1, &fields[n].name) &&
             type_scalar(l->env, &l->k->m->types, DT_BOOL, &fields[n++].type);
    for (uint32_t i = 0; ok && i < n; i++)
        *scalars += scalar_count(l, fields[i].type);
    if (ok && *scalars > MAX_SCALARS)
        ok = lower_error(l, l->at, "a struct of more than %d numbers", MAX_SCALARS);
    scope_leave(l, &scope);
    ok = ok && lower_told(l, type_struct(l->env, &l->k->m->types, name, fields, n, out));
    env_free(l->env->allocator, fields, size);
    return ok;
}

/* The struct or alias with these generic arguments, if there was one before. */
static bool find_struct(const Slang *k, DeclId decl, const GenericArg *args, uint32_t n,
                        uint32_t *out) {
    for (IndexCursor c = index_find(&k->struct_args, args_hash(decl, args, n));
         index_next(&k->struct_args, &c);) {
        const StructInstance *s = &k->structs.at[c.id];
        *out = c.id;
        if (s->decl == decl && s->n_generics == n &&
            (n == 0 || same_args(k->generic_args.at + s->generic, args, n)))
            return true;
    }
    return false;
}

/* A new one, whose type is not known yet. */
static bool add_struct(Lower *l, NodeId at, DeclId decl, const GenericArg *args, uint32_t n,
                       uint32_t *out) {
    Slang *k = l->k;
    StructInstance s = {.decl = decl, .n_generics = n};
    *out = k->structs.len;
    if (*out >= MAX_INSTANCES)
        return lower_error(l, at, "more than %d structs", MAX_INSTANCES);
    return generic_args_add(l->env, k, args, n, &s.generic) && vec_push(l->env, &k->structs, s) &&
           index_add(l->env, &k->struct_args, args_hash(decl, args, n), *out);
}

bool struct_type(Lower *l, NodeId at, DeclId decl, const GenericArg *args, uint32_t n,
                 TypeId *out) {
    Slang *k = l->k;
    uint64_t scalars = 0;
    StrId name;
    uint32_t number;
    if (find_struct(k, decl, args, n, &number)) {
        *out = k->structs.at[number].type;
        bool failed = k->structs.at[number].failed;
        if (*out != NO_TYPE || (failed && !k->lenient))
            return *out != NO_TYPE;
        if (!failed)
            return lower_error(l, at, "struct %s would contain itself", decl_name(k, decl));
    } else {
        TRY(add_struct(l, at, decl, args, n, &number));
    }
    if (k->lenient && (decl_node(k, decl)->flags & NF_BROKEN)) {
        k->structs.at[number].failed = true;
        slang_tell_again(l->env, k, decl, l->diagnostics);
        return false;
    }
    k->structs.at[number].failed = false;
    TRY(struct_name(l, decl, args, n, &name) && lower_enter(l, at));
    bool ok = make_struct(l, decl, k->structs.at[number].generic, n, name, &scalars, out);
    lower_leave(l);
    k->structs.at[number].failed = !ok;
    TRY(ok);
    k->structs.at[number].type = *out;
    k->structs.at[number].scalars = scalars;
    return index_add(l->env, &k->struct_index, hash_u64(*out, 1), number);
}

/* It is found once: aliases of aliases would take ever longer. */
bool alias_type(Lower *l, NodeId at, DeclId decl, const GenericArg *args, uint32_t n, TypeId *out) {
    Slang *k = l->k;
    const Node *node = decl_node(k, decl);
    DeclId parent = k->declared.at[decl].parent;
    /* This means something else for each type that an interface or extension is of. */
    bool kept = parent == NO_DECL || decl_kind(k, parent) == NODE_STRUCT;
    uint32_t number, first;
    bool known = find_struct(k, decl, args, n, &number);
    if (known && kept && k->structs.at[number].type != NO_TYPE) {
        *out = k->structs.at[number].type;
        return true;
    }
    if (known && !k->structs.at[number].failed)
        return lower_error(l, at, "the type %s would be made of itself", decl_name(k, decl));
    TRY(known || add_struct(l, at, decl, args, n, &number));
    k->structs.at[number].failed = false;
    first = k->structs.at[number].generic;
    LowerScope scope = scope_enter(l, decl, l->this_type, first, n);
    bool ok = lower_type(l, node->kind == NODE_ENUM ? node->word[1] : node->word[0], out);
    scope_leave(l, &scope);
    /* What was told may have been told to nobody: it is tried again. */
    k->structs.at[number].failed = !ok || !kept;
    k->structs.at[number].type = ok && kept ? *out : NO_TYPE;
    return ok;
}
