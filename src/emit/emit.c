#include "emit/emit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "emit/emitter.h"

const char *emit_dialect_name(uint32_t index) {
    const Dialect *dialect = dialect_at(index);
    return dialect ? dialect->name : NULL;
}

bool unsupported(Emitter *e, const char *format, ...) {
    char message[sizeof e->env->error->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (e->p && e->at < e->p->instrs.len)
        error_at_instr(e->env, e->m, e->p, e->at);
    else if (e->p)
        error_at_program(e->env, e->m, e->p);
    return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT, "%s", message);
}

/* ---- which programs */

/* A loop that carries nothing has no text: nothing comes out of it. */
static bool is_empty_loop(const Instr *i) {
    TypeRule rule = op_info(i->op)->rule;
    return i->n_out == 0 && (rule == RULE_FOR || rule == RULE_WHILE);
}

/* Callees stand before their callers: one walk from the entry back finds all. Once programs have
 * their plans, those that only dead steps run are left out: no compiler likes such functions. */
static void mark_needed(Emitter *e, bool planned) {
    for (ProgId id = 0; id < e->entry; id++)
        e->plans.at[id].needed = false;
    e->plans.at[e->entry].needed = true;
    for (ProgId id = e->entry + 1; id-- > 0;) {
        const Program *p = e->m->programs.at[id];
        e->plan = &e->plans.at[id];
        for (uint32_t k = 0; e->plan->needed && k < p->instrs.len; k++) {
            const Instr *i = &p->instrs.at[k];
            const OpInfo *info = op_info(i->op);
            if (planned && (!is_live(e, i) || is_empty_loop(i)))
                continue;
            for (unsigned a = 0; info->flags & OPF_CONTROL && a < op_attr_count(i->op); a++)
                if (info->attrs[a].kind == ATTR_PROGRAM)
                    e->plans.at[attr_word(p, i, a)].needed = true;
        }
    }
}

static bool no_type(Emitter *e, VarId var) {
    Str text = str_make(e->env);
    const char *own = strings_get(&e->m->strings, e->p->vars.at[var].name);
    TypeId type = e->p->vars.at[var].type;
    if (*own)
        str_puts(&text, own);
    else
        str_format(&text, "v%u", var);
    if (type != NO_TYPE) {
        str_puts(&text, ": ");
        type_print(&text, &e->m->strings, e->types, type);
    }
    if (str_ok(&text)) {
        error_at_program(e->env, e->m, e->p);
        env_set_error(e->env, FRIT_ERR_CHECK, FRIT_STAGE_EMIT,
                      "%s has no %stype; infer the types before asking for source", text.data,
                      type == NO_TYPE ? "" : "settled ");
    }
    str_free(&text);
    return false;
}

static bool check_program(Emitter *e, ProgId id) {
    const Program *p = e->p = e->m->programs.at[id];
    for (VarId v = 0; v < p->vars.len; v++)
        if (p->vars.at[v].type == NO_TYPE || type_get(e->types, p->vars.at[v].type)->generic)
            return no_type(e, v);
    for (e->at = 0; e->at < p->instrs.len; e->at++) {
        const OpInfo *info = op_info(p->instrs.at[e->at].op);
        if (!info->expand)
            continue;
        error_at_instr(e->env, e->m, p, e->at);
        return env_fail(e->env, FRIT_ERR_CHECK, FRIT_STAGE_EMIT,
                        "%s is a composite op; expand it before asking for source", info->name);
    }
    return true;
}

/* ---- the file */

static bool put_programs(Emitter *e) {
    for (ProgId id = 0; id <= e->entry; id++)
        if (e->plans.at[id].needed && e->m->programs.at[id]->external && e->d->prototype)
            put_prototype(e, &e->body, id);
    for (ProgId id = 0; id <= e->entry; id++)
        if (e->plans.at[id].needed && !e->m->programs.at[id]->external)
            TRY(put_function(e, id));
    return !e->plans.at[e->entry].kernel || put_kernel(e);
}

/* Types nested in structs are met only now. */
static bool check_dtypes(Emitter *e) {
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
        if (e->needs & 1u << dtype && !e->d->scalars[dtype]) {
            error_at_program(e->env, e->m, e->m->programs.at[e->entry]);
            return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT, "%s has no %s",
                            e->d->name, dtype_info(dtype)->name);
        }
    return true;
}

static void put_head(Emitter *e, Str *out) {
    for (unsigned k = 0; k < MAX_HEAD_LINES && e->d->head[k].text; k++)
        if ((e->needs | NEED_ALWAYS) & e->d->head[k].needs)
            str_puts(out, e->d->head[k].text);
}

/* What stands first is known last: each part notes what it needs from those above it. */
static bool put_file(Emitter *e, Str *types, Str *prelude, Str *out) {
    TRY(put_programs(e));
    if (e->layouts.len)
        put_memory_functions(e, prelude);
    TRY(put_prelude(e, prelude));
    put_type_definitions(e, types);
    TRY(str_ok(types) && str_ok(prelude) && str_ok(&e->scratch));
    TRY(check_dtypes(e));
    put_head(e, out);
    const Str *parts[] = {types, prelude, &e->body};
    for (int k = 0; k < 3; k++) {
        if (parts[k]->len && out->len)
            str_putc(out, '\n');
        str_put(out, parts[k]->data ? parts[k]->data : "", parts[k]->len);
    }
    return str_ok(out);
}

static bool emit_with(Emitter *e, Str *out) {
    uint32_t n = e->types->all.len;
    TRY(vec_extend(e->env, &e->plans, e->m->programs.len));
    TRY(vec_extend(e->env, &e->type_uses, n) && vec_extend(e->env, &e->group_of, n));
    mark_needed(e, false);
    for (ProgId id = 0; id <= e->entry; id++)
        if (e->plans.at[id].needed)
            TRY(check_program(e, id) && place_program(e, id));
    mark_needed(e, true);
    TRY(check_names(e));
    Str types = str_make(e->env), prelude = str_make(e->env), file = str_make(e->env);
    bool ok = put_file(e, &types, &prelude, &file);
    if (ok)
        str_put(out, file.data, file.len);
    str_free(&types);
    str_free(&prelude);
    str_free(&file);
    return ok && str_ok(out);
}

static void emitter_free(Emitter *e) {
    const frit_allocator *allocator = e->env->allocator;
    str_free(&e->body);
    str_free(&e->scratch);
    vec_free(allocator, &e->wrappers);
    vec_free(allocator, &e->type_uses);
    vec_free(allocator, &e->layouts);
    vec_free(allocator, &e->groups);
    vec_free(allocator, &e->group_of);
    vec_free(allocator, &e->chain);
    vec_free(allocator, &e->reads);
    vec_free(allocator, &e->pieces);
    index_free(allocator, &e->externs);
    vec_free(allocator, &e->plans);
    vec_free(allocator, &e->first_views);
    vec_free(allocator, &e->views);
    vec_free(allocator, &e->axes);
    vec_free(allocator, &e->dims);
}

static bool unknown_dialect(Env *env, const char *name) {
    char known[128] = "";
    for (uint32_t k = 0; dialect_at(k); k++) {
        size_t len = strlen(known);
        snprintf(known + len, sizeof known - len, "%s%s", k ? ", " : "", dialect_at(k)->name);
    }
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                    "no dialect is called \"%s\"; there are %s", name ? name : "", known);
}

bool emit_source(Str *out, const Module *m, ProgId program, const char *dialect,
                 const char *function_name) {
    Env *env = out->env;
    const Dialect *d = dialect ? dialect_find(dialect) : NULL;
    env->error->stage = FRIT_STAGE_EMIT;
    if (!d)
        return unknown_dialect(env, dialect);
    if (program >= m->programs.len)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT, "the module has no program %u",
                        program);
    if (m->programs.at[program]->external) {
        error_at_program(env, m, m->programs.at[program]);
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                        "an extern function has no source");
    }
    Module *opened;
    TRY(emit_open_borders(env, m, program, &opened));
    m = opened ? opened : m;
    Emitter e = {.env = env,
                 .m = m,
                 .types = &m->types,
                 .d = d,
                 .entry = program,
                 .custom_name = function_name,
                 .body = str_make(env),
                 .scratch = str_make(env)};
    bool ok = emit_with(&e, out);
    emitter_free(&e);
    module_free(opened);
    return ok;
}
