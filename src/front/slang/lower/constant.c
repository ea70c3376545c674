/* Values that are asked for from outside: programs without inputs. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"

/* A name that no program has yet: "$f.x", "$f.x.1" ... */
static bool free_name(Lower *l, const char *what, const char *part, StrId *out) {
    char name[200];
    int base = snprintf(name, sizeof name, "$%.80s.%.80s", what, part);
    for (unsigned i = 0;; i++) { /* what and part may have moved when a string was added */
        int n = base;
        if (i)
            n += snprintf(name + base, sizeof name - (size_t)base, ".%u", i);
        TRY(strings_add(l->env, &l->k->m->strings, name, (size_t)n, out));
        if (module_find(l->k->m, *out) == NO_PROGRAM)
            return true;
    }
}

static bool finish(Lower *l, const KValue *value, ProgId *out) {
    VarId var;
    return lower_var(l, value, &var) && program_output(l->env, l->p, var) &&
           module_add(l->env, l->k->m, l->p, out);
}

typedef bool ValueFn(Lower *l, const void *what, KValue *out);

/* A program whose one output is what the function gives. */
static bool value_program(Lower *l, const char *what, const char *part, ValueFn *value,
                          const void *user, ProgId *out) {
    StrId name;
    KValue result;
    TRY(free_name(l, what, part, &name));
    l->p = program_new(l->env, name);
    bool ok = l->p && value(l, user, &result) && finish(l, &result, out);
    if (!ok)
        program_free(l->env->allocator, l->p);
    lower_end(l);
    return ok;
}

typedef struct DefaultOf {
    NodeId node;
    TypeId type;
} DefaultOf;

static bool default_value(Lower *l, const void *user, KValue *out) {
    const DefaultOf *d = user;
    return lower_expr_to(l, d->node, d->type, out);
}

bool slang_lower_default(Env *env, Slang *k, InstanceId instance, uint32_t param,
                         Diagnostics *diagnostics, ProgId *out) {
    Instance i = k->instances.at[instance];
    InstanceParam p = k->params.at[i.param + param];
    const Ast *ast = decl_ast(k, i.decl);
    NodeId node = ast_item(ast, decl_node(k, i.decl)->word[1], param);
    DefaultOf d = {ast_node(ast, node)->word[1], p.type};
    Lower l = lower_of_decl(env, k, diagnostics, i.decl, i.self);
    l.generic = i.generic;
    l.n_generics = i.n_generics;
    return value_program(&l, decl_name(k, i.decl), strings_get(&k->m->strings, p.name),
                         default_value, &d, out);
}

typedef struct FieldOf {
    TypeId type;
    uint32_t field;
} FieldOf;

static bool field_value(Lower *l, const void *user, KValue *out) {
    const FieldOf *f = user;
    return expr_initial_part(l, f->type, f->field, out);
}

bool slang_lower_field(Env *env, Slang *k, TypeId type, uint32_t field, Diagnostics *diagnostics,
                       ProgId *out) {
    FieldOf f = {type, field};
    DeclId decl = slang_struct(k, type)->decl;
    StrId name = type_fields(&k->m->types, type_get(&k->m->types, type))[field].name;
    Lower l = lower_of_decl(env, k, diagnostics, decl, type);
    return value_program(&l, decl_name(k, decl), strings_get(&k->m->strings, name), field_value, &f,
                         out);
}

static bool constant_value(Lower *l, const void *user, KValue *out) {
    const DeclId *decl = user;
    DeclId parent = l->k->declared.at[*decl].parent;
    TypeId self = NO_TYPE;
    if (parent != NO_DECL && decl_kind(l->k, parent) == NODE_STRUCT)
        TRY(declared_type(l, l->at, parent, 0, &self));
    return expr_declared_value(l, l->at, *decl, self, out);
}

bool slang_lower_constant(Env *env, Slang *k, DeclId decl, Diagnostics *diagnostics, ProgId *out) {
    Lower l = lower_of_decl(env, k, diagnostics, decl, NO_TYPE);
    return value_program(&l, decl_name(k, decl), "value", constant_value, &decl, out);
}

static bool global_value(Lower *l, const void *user, KValue *out) {
    const Global *g = user;
    NodeId value = decl_node(l->k, g->decl)->word[1];
    return value ? lower_expr_to(l, value, g->type, out) : lower_initial(l, g->type, out);
}

bool slang_lower_global(Env *env, Slang *k, uint32_t global, Diagnostics *diagnostics,
                        ProgId *out) {
    Global g = k->globals.at[global];
    Lower l = lower_of_decl(env, k, diagnostics, g.decl, NO_TYPE);
    return value_program(&l, decl_name(k, g.decl), "value", global_value, &g, out);
}
