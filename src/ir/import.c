/*
 * Programs of one module in another: strings and types get the ids they have there.
 */
#include <string.h>

#include "ir/program.h"

Program *program_clone(Env *env, const Program *p) {
    Program *copy = program_new(env, p->name);
    if (!copy)
        return NULL;
    copy->n_inputs = p->n_inputs;
    copy->external = p->external;
    if (vec_copy(env, &copy->type_params, &p->type_params) &&
        vec_copy(env, &copy->vars, &p->vars) && vec_copy(env, &copy->outputs, &p->outputs) &&
        vec_copy(env, &copy->instrs, &p->instrs) && vec_copy(env, &copy->operands, &p->operands) &&
        vec_copy(env, &copy->attrs, &p->attrs) && vec_copy(env, &copy->locs, &p->locs) &&
        index_copy(env, &copy->names, &p->names))
        return copy;
    program_free(env->allocator, copy);
    return NULL;
}

Module *module_clone(Env *env, const Module *m) {
    Module *copy = module_clone_tables(env, m);
    for (uint32_t i = 0; copy && i < m->programs.len; i++) {
        ProgId id;
        Program *p = program_clone(env, m->programs.at[i]);
        if (p && module_add(env, copy, p, &id))
            continue;
        program_free(env->allocator, p);
        module_free(copy);
        return NULL;
    }
    return copy;
}

/* What an import has found out about the ids of the module it reads. */
typedef struct Import {
    Env *env;
    Module *to;
    const Module *from;
    VEC(TypeId) types;    /* by type of from; NO_TYPE: not met yet */
    VEC(ProgId) programs; /* by program of from; NO_PROGRAM: not needed */
    VEC(Field) fields;    /* scratch */
} Import;

static bool import_name(Import *im, StrId name, StrId *out) {
    const char *text = strings_get(&im->from->strings, name);
    return strings_add(im->env, &im->to->strings, text, strlen(text), out);
}

static bool import_dim(Import *im, Dim dim, Dim *out) {
    StrId name;
    *out = dim;
    if (!DIM_IS_NAME(dim))
        return true;
    TRY(import_name(im, DIM_NAME_OF(dim), &name));
    *out = DIM_NAMED(name);
    return true;
}

/* Every type that a type is made of has a smaller id, so one walk upwards meets parts first. */
static bool import_one(Import *im, const Type *t, TypeId *out) {
    Types *types = &im->to->types;
    const TypeId *known = im->types.at;
    StrId name = NO_STR;
    Dim dims[MAX_RANK];
    if (t->name != NO_STR)
        TRY(import_name(im, t->name, &name));
    switch (t->kind) {
    case TYPE_NONE: *out = NO_TYPE; return true;
    case TYPE_SCALAR: return type_scalar(im->env, types, t->dtype, out);
    case TYPE_VECTOR: return type_vector(im->env, types, t->dtype, t->rows, out);
    case TYPE_MATRIX: return type_matrix(im->env, types, t->dtype, t->rows, t->cols, out);
    case TYPE_FIXED: return type_fixed(im->env, types, known[t->elem], t->count, out);
    case TYPE_PARAM: return type_param(im->env, types, name, out);
    case TYPE_ANY_RANK: return type_any_rank(im->env, types, known[t->elem], out);
    case TYPE_ARRAY:
        for (uint32_t k = 0; k < t->count; k++)
            TRY(import_dim(im, im->from->types.dims.at[t->data + k], &dims[k]));
        return type_array(im->env, types, known[t->elem], dims, t->count, out);
    case TYPE_STRUCT:
        im->fields.len = 0;
        for (uint32_t k = 0; k < t->count; k++) {
            Field field = type_fields(&im->from->types, t)[k];
            field.type = known[field.type];
            TRY(import_name(im, field.name, &field.name));
            TRY(vec_push(im->env, &im->fields, field));
        }
        return type_struct(im->env, types, name, im->fields.at, im->fields.len, out);
    }
    return env_fail(im->env, FRIT_ERR_INTERNAL, im->env->error->stage, "a type of no kind");
}

static bool import_types(Import *im) {
    const Types *types = &im->from->types;
    TRY(vec_extend(im->env, &im->types, types->all.len));
    for (uint32_t id = 1; id < types->all.len; id++)
        TRY(import_one(im, &types->all.at[id], &im->types.at[id]));
    return true;
}

/* ---- instructions */

static bool import_list(Import *im, const Program *p, AttrKind kind, int64_t word, Program *to,
                        int64_t *out) {
    uint32_t n = (uint32_t)p->attrs.at[word];
    TRY(program_attr_list(im->env, to, p->attrs.at + word + 1, n, out));
    int64_t *items = to->attrs.at + *out + 1;
    if (kind == ATTR_LITERAL)
        items[1] = im->types.at[items[1]];
    for (uint32_t k = 0; kind == ATTR_DIMS && k < n; k++)
        TRY(import_dim(im, items[k], &items[k]));
    return true;
}

static bool import_attrs(Import *im, const Program *p, const Instr *i, Program *to, Attrs *out) {
    const OpInfo *info = op_info(i->op);
    *out = attrs_none();
    for (unsigned k = 0; k < op_attr_count(i->op); k++) {
        int64_t word = attr_word(p, i, k);
        AttrKind kind = info->attrs[k].kind;
        if (word == ATTR_ABSENT)
            continue;
        if (kind == ATTR_INTS || kind == ATTR_DIMS || kind == ATTR_LITERAL)
            TRY(import_list(im, p, kind, word, to, &out->word[k]));
        else if (kind == ATTR_TYPE)
            out->word[k] = im->types.at[word];
        else if (kind == ATTR_PROGRAM)
            out->word[k] = im->programs.at[word];
        else
            out->word[k] = word;
    }
    return true;
}

static bool import_vars(Import *im, const Program *p, Program *to) {
    for (VarId v = 0; v < to->vars.len; v++) {
        StrId name;
        to->vars.at[v].type = im->types.at[p->vars.at[v].type];
        if (p->vars.at[v].name == NO_STR)
            continue;
        TRY(import_name(im, p->vars.at[v].name, &name));
        TRY(program_name_var(im->env, im->to, to, v, name));
    }
    return true;
}

static bool import_body(Import *im, const Program *p, Program *to) {
    VarId out;
    for (uint32_t k = 0; k < p->type_params.len; k++) {
        StrId name;
        TRY(import_name(im, p->type_params.at[k], &name) &&
            vec_push(im->env, &to->type_params, name));
    }
    for (uint32_t k = 0; k < p->n_inputs; k++)
        TRY(program_input(im->env, im->to, to, NO_STR, NO_TYPE, &out));
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        Attrs attrs;
        TRY(import_attrs(im, p, i, to, &attrs));
        TRY(program_instr(im->env, to, i->op, instr_in(p, i), i->n_in, &attrs, i->n_out, NULL,
                          program_loc(p, n), &out));
    }
    /* The outputs of an external program are variables that no instruction makes. */
    if (p->external)
        TRY(vec_extend(im->env, &to->vars, p->vars.len - to->vars.len));
    to->external = p->external;
    TRY(import_vars(im, p, to));
    return vec_copy(im->env, &to->outputs, &p->outputs);
}

/* The program's name, or that with the first free number behind it. */
static bool free_name(Import *im, StrId wanted, StrId *out) {
    TRY(import_name(im, wanted, out));
    /* From a number that is free nearly always. */
    for (uint32_t n = im->to->programs.len; module_find(im->to, *out) != NO_PROGRAM; n++) {
        Str text = str_make(im->env);
        str_format(&text, "%s.%u", strings_get(&im->from->strings, wanted), n);
        bool ok = str_ok(&text) && strings_add(im->env, &im->to->strings, text.data, text.len, out);
        str_free(&text);
        TRY(ok);
    }
    return true;
}

static bool import_program(Import *im, ProgId id) {
    const Program *p = im->from->programs.at[id];
    StrId name;
    TRY(free_name(im, p->name, &name));
    Program *to = program_new(im->env, name);
    if (to && import_body(im, p, to) && module_add(im->env, im->to, to, &im->programs.at[id]))
        return true;
    program_free(im->env->allocator, to);
    return false;
}

/* Marks what a program refers to, which stands before it: one walk downwards finds all. */
static void mark_needed(const Module *m, ProgId id, ProgId *needed) {
    needed[id] = 0;
    for (ProgId n = id + 1; n-- > 0;) {
        const Program *p = m->programs.at[n];
        for (uint32_t k = 0; needed[n] != NO_PROGRAM && k < p->instrs.len; k++) {
            const Instr *i = &p->instrs.at[k];
            const OpInfo *info = op_info(i->op);
            for (unsigned a = 0; i->attr && a < op_attr_count(i->op); a++)
                if (info->attrs[a].kind == ATTR_PROGRAM && attr_has(p, i, a))
                    needed[attr_word(p, i, a)] = 0;
        }
    }
}

static bool import_all(Import *im, ProgId id) {
    TRY(import_types(im));
    TRY(vec_extend(im->env, &im->programs, (uint64_t)id + 1));
    for (ProgId n = 0; n <= id; n++)
        im->programs.at[n] = NO_PROGRAM;
    mark_needed(im->from, id, im->programs.at);
    for (ProgId n = 0; n <= id; n++)
        if (im->programs.at[n] != NO_PROGRAM)
            TRY(import_program(im, n));
    return true;
}

bool module_import(Env *env, Module *to, const Module *from, ProgId id, ProgId *out) {
    Import im = {.env = env, .to = to, .from = from};
    bool ok = import_all(&im, id);
    if (ok)
        *out = im.programs.at[id];
    vec_free(env->allocator, &im.types);
    vec_free(env->allocator, &im.programs);
    vec_free(env->allocator, &im.fields);
    return ok;
}

/* A type after what it is made of. Goes as deep as it is nested, which MAX_TYPE_DEPTH bounds. */
static bool import_parts(Import *im, TypeId id) {
    const Type *t = type_get(&im->from->types, id);
    if (id == NO_TYPE || im->types.at[id] != NO_TYPE)
        return true;
    if (t->kind == TYPE_FIXED || t->kind == TYPE_ANY_RANK || t->kind == TYPE_ARRAY)
        TRY(import_parts(im, t->elem));
    for (uint32_t k = 0; t->kind == TYPE_STRUCT && k < t->count; k++)
        TRY(import_parts(im, type_fields(&im->from->types, t)[k].type));
    return import_one(im, t, &im->types.at[id]);
}

/* Not the whole table, as for a program: what a recording once imported stays in the types of arrays for
 * good, and every table made from them pays for it. */
bool type_import(Env *env, Module *to, const Module *from, TypeId type, TypeId *out) {
    Import im = {.env = env, .to = to, .from = from};
    bool ok = vec_extend(env, &im.types, (uint64_t)type + 1) && import_parts(&im, type);
    if (ok)
        *out = im.types.at[type];
    vec_free(env->allocator, &im.types);
    vec_free(env->allocator, &im.fields);
    return ok;
}
