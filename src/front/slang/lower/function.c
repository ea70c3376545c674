/* Functions: the program of an instance. */
#include "front/slang/lower/flow.h"
#include "front/slang/lower/meaning.h"
#include "front/slang/refuse.h"

/* "length", "Particle.step"; with a number behind it where that is taken (overloads, generics). */
static bool program_name(Lower *l, const Instance *inst, StrId *out) {
    Module *m = l->k->m;
    Str text = str_make(l->env);
    uint32_t name_len;
    const char *name = ast_spelling(l->ast, decl_node(l->k, inst->decl)->token, &name_len);
    if (inst->self != NO_TYPE) {
        slang_print_type(&text, l->k, inst->self);
        str_puts(&text, ".");
    }
    str_format(&text, "%.*s", (int)name_len, name);
    size_t base = text.len;
    bool ok = str_ok(&text) && strings_add(l->env, &m->strings, text.data, text.len, out);
    for (uint32_t n = 2; ok && module_find(m, *out) != NO_PROGRAM; n++) {
        text.len = base;
        str_format(&text, ".%u", n);
        ok = str_ok(&text) && strings_add(l->env, &m->strings, text.data, text.len, out);
    }
    str_free(&text);
    return ok;
}

static bool add_input(Lower *l, StrId name, TypeId type, bool fixed) {
    KValue value = {.type = type};
    TRY(program_input(l->env, l->k->m, l->p, name, type, &value.var));
    return lower_add_local(l, name, value, fixed);
}

/* `this`, of a method or a constructor. *out: its number in locals, NO_LOCAL if there is none. */
static bool add_this(Lower *l, const Instance *inst, bool constructs, uint32_t *out) {
    StrId name;
    KValue value;
    *out = NO_LOCAL;
    if (inst->this_type == NO_TYPE && !constructs)
        return true;
    *out = l->locals.len;
    TRY(strings_add(l->env, &l->k->m->strings, "this", 4, &name));
    if (!constructs)
        return add_input(l, name, inst->this_type, !inst->mutating);
    return lower_initial(l, inst->self, &value) && lower_add_local(l, name, value, false);
}

static bool add_parameters(Lower *l, const Instance *inst, ListId nodes, uint32_t *first) {
    *first = l->locals.len;
    /* Inputs come first in a program, so what only comes out has to wait for its zero. */
    for (uint32_t i = 0; i < inst->n_params; i++) {
        InstanceParam param = l->k->params.at[inst->param + i];
        const Node *node = ast_node(l->ast, ast_item(l->ast, nodes, i));
        bool fixed = (node->flags & NF_CONST) || type_rank(&l->k->m->types, param.type) > 0;
        KValue none = {.type = NO_TYPE, .var = NO_VAR};
        TRY(param.mode == PASS_OUT ? lower_add_local(l, param.name, none, false)
                                   : add_input(l, param.name, param.type, fixed));
    }
    TRY(globals_begin(l));
    for (uint32_t i = 0; i < inst->n_params; i++) {
        InstanceParam param = l->k->params.at[inst->param + i];
        KValue value;
        if (param.mode != PASS_OUT)
            continue;
        TRY(lower_initial(l, param.type, &value));
        l->locals.at[*first + i].value = value;
    }
    return stores_begin(l);
}

static bool give(Lower *l, uint32_t local) {
    VarId var;
    return lower_var(l, &l->locals.at[local].value, &var) && program_output(l->env, l->p, var);
}

static bool write_program(Lower *l, const Instance *inst, uint32_t *first_param) {
    const Node *node = decl_node(l->k, inst->decl);
    bool constructs = node->flags & NF_CONSTRUCTOR;
    uint32_t self = NO_LOCAL, first;
    if (!node->word[2]) {
        uint32_t len;
        const char *name = ast_spelling(l->ast, node->token, &len);
        return lower_error(l, l->k->declared.at[inst->decl].node,
                           "the function %.*s is declared without a body", (int)len, name);
    }
    /* A constructor's result is `this`: a return in it has no value. */
    if (constructs)
        l->result = NO_TYPE;
    /* Of a constructor `this` is made of instructions, so the inputs come before it. */
    if (!constructs)
        TRY(add_this(l, inst, false, &self));
    TRY(add_parameters(l, inst, node->word[1], &first));
    if (constructs)
        TRY(add_this(l, inst, true, &self));
    TRY(lower_body(l, node->word[2]));
    if (l->result != NO_TYPE)
        TRY(give(l, l->result_local));
    if (self != NO_LOCAL && (constructs || inst->mutating))
        TRY(give(l, self));
    for (uint32_t i = 0; i < inst->n_params; i++)
        if (l->k->params.at[inst->param + i].mode != PASS_IN)
            TRY(give(l, first + i));
    *first_param = first;
    return globals_give(l) && stores_give(l);
}

/* The function once more, now that it is known what it writes into arrays; what was told is told again. */
static void start_again(Lower *l, InstanceId id) {
    Lower old = *l;
    program_free(l->env->allocator, l->p);
    diagnostics_free(l->env->allocator, l->diagnostics);
    *l->diagnostics = (Diagnostics){.errors = 0};
    lower_start(l, old.env, old.k, old.diagnostics, id);
    l->sites.at = old.sites.at;
    l->sites.len = old.sites.len;
    l->sites.cap = old.sites.cap;
    old.sites.at = NULL;
    old.sites.cap = 0;
    lower_end(&old);
}

enum { MOST_TRIES = 4 };

static bool lower_instance(Lower *l, InstanceId id) {
    Instance inst = l->k->instances.at[id]; /* a copy: more may be added meanwhile */
    StrId name;
    ProgId program;
    uint32_t depth = l->k->depth, first_param = 0;
    TRY(program_name(l, &inst, &name));
    for (int tries = 0;; tries++) {
        l->p = program_new(l->env, name);
        bool ok = l->p && write_program(l, &inst, &first_param);
        if (!l->again || lower_stuck(l) || tries == MOST_TRIES) {
            TRY(ok);
            break;
        }
        l->k->depth = depth;
        start_again(l, id);
    }
    TRY(stores_end(l, id, first_param) && globals_end(l, id));
    /* A function of the same name may have been lowered meanwhile. */
    TRY(program_name(l, &inst, &l->p->name));
    TRY(module_add(l->env, l->k->m, l->p, &program));
    l->p = NULL;
    l->k->instances.at[id].program = program;
    return true;
}

enum { MOST_TOLD = 8 }; /* of one function, when it is used again */

/* Keeps the errors of a function that failed, for those that use it. */
static bool keep_told(Env *env, Slang *k, InstanceId id, const Diagnostics *own) {
    k->instances.at[id].told = k->told.len;
    for (uint32_t i = 0; i < own->all.len && i < MOST_TOLD; i++)
        TRY(vec_push(env, &k->told, own->all.at[i]));
    k->instances.at[id].n_told = k->told.len - k->instances.at[id].told;
    return true;
}

/* Tells again what was told of it. */
static bool tell_failed(Env *env, const Slang *k, const Instance *inst, Diagnostics *diagnostics) {
    Diagnostics own = {.errors = inst->n_told};
    own.all.at = k->told.at + inst->told;
    own.all.len = inst->n_told;
    return tell_new(env, &own, diagnostics);
}

static bool lower_now(Env *env, Slang *k, InstanceId id, Diagnostics *own) {
    Lower l;
    lower_start(&l, env, k, own, id);
    k->instances.at[id].in_progress = true;
    uint32_t depth = k->depth;
    bool ok = lower_instance(&l, id);
    k->depth = depth;
    program_free(env->allocator, l.p);
    lower_end(&l);
    k->instances.at[id].in_progress = false;
    return ok;
}

bool slang_lower(Env *env, Slang *k, InstanceId id, Diagnostics *diagnostics) {
    Instance *inst = &k->instances.at[id];
    if (inst->program != NO_PROGRAM)
        return true;
    if (inst->failed) {
        tell_failed(env, k, inst, diagnostics);
        return false;
    }
    if (decl_node(k, inst->decl)->flags & NF_BROKEN) { /* told when it was read */
        if (k->lenient)
            slang_tell_again(env, k, inst->decl, diagnostics);
        return false;
    }
    Diagnostics own = {.errors = 0};
    bool ok = lower_now(env, k, id, &own);
    /* Without memory nothing was told: it may be tried again. */
    k->instances.at[id].failed = !ok && env->error->status == FRIT_OK;
    if (k->instances.at[id].failed)
        keep_told(env, k, id, &own);
    bool told = tell_new(env, &own, diagnostics);
    diagnostics_free(env->allocator, &own);
    return ok && told;
}

/* "f calls g, which calls f" */
static bool tell_recursion(Lower *l, NodeId call, InstanceId callee) {
    Slang *k = l->k;
    VEC(InstanceId) way = {0};
    bool ok = true;
    for (InstanceId at = l->instance; ok && at != UINT32_MAX; at = k->instances.at[at].caller) {
        ok = vec_push(l->env, &way, at);
        if (at == callee)
            break;
    }
    Str text = str_make(l->env);
    for (uint32_t i = way.len; i-- > 0;) {
        uint32_t len;
        DeclId decl = k->instances.at[way.at[i]].decl;
        const char *name = ast_spelling(decl_ast(k, decl), decl_node(k, decl)->token, &len);
        str_format(&text, i + 1 == way.len ? "%.*s calls " : "%.*s, which calls ", (int)len, name);
    }
    uint32_t len;
    DeclId decl = k->instances.at[callee].decl;
    const char *name = ast_spelling(decl_ast(k, decl), decl_node(k, decl)->token, &len);
    str_format(&text, "%.*s", (int)len, name);
    ok = ok && str_ok(&text);
    if (ok) {
        ok = lower_error(l, call, "a function cannot call itself: %s", text.data);
        lower_hint(l, "write it as a loop");
    }
    str_free(&text);
    vec_free(l->env->allocator, &way);
    return ok;
}

bool lower_callee(Lower *l, NodeId call, InstanceId callee) {
    Instance *inst = &l->k->instances.at[callee];
    if (inst->in_progress)
        return tell_recursion(l, call, callee);
    if (inst->program != NO_PROGRAM)
        return true;
    inst->caller = l->instance;
    return slang_lower(l->env, l->k, callee, l->diagnostics);
}
