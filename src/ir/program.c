#include "ir/program.h"

#include <stdio.h>
#include <string.h>

/* ---- modules */

Module *module_new(Env *env) {
    Module *m = env_new(env, sizeof *m);
    if (!m)
        return NULL;
    m->allocator = *env->allocator;
    if (strings_init(env, &m->strings) && types_init(env, &m->types))
        return m;
    module_free(m);
    return NULL;
}

void module_free(Module *m) {
    if (!m)
        return;
    frit_allocator allocator = m->allocator;
    for (uint32_t i = 0; i < m->programs.len; i++)
        program_free(&allocator, m->programs.at[i]);
    vec_free(&allocator, &m->programs);
    index_free(&allocator, &m->by_name);
    strings_free(&allocator, &m->strings);
    types_free(&allocator, &m->types);
    env_free(&allocator, m, sizeof *m);
}

Module *module_clone_tables(Env *env, const Module *m) {
    Module *copy = env_new(env, sizeof *copy);
    if (!copy)
        return NULL;
    copy->allocator = *env->allocator;
    if (strings_copy(env, &copy->strings, &m->strings) && types_copy(env, &copy->types, &m->types))
        return copy;
    module_free(copy);
    return NULL;
}

ProgId module_find(const Module *m, StrId name) {
    for (IndexCursor c = index_find(&m->by_name, hash_u64(name, 0)); index_next(&m->by_name, &c);)
        if (m->programs.at[c.id]->name == name)
            return c.id;
    return NO_PROGRAM;
}

bool module_add(Env *env, Module *m, Program *p, ProgId *out) {
    if (module_find(m, p->name) != NO_PROGRAM)
        return env_fail(env, FRIT_ERR_CHECK, env->error->stage,
                        "the module already has a program called %s",
                        strings_get(&m->strings, p->name));
    TRY(vec_reserve(env, &m->programs, (uint64_t)m->programs.len + 1));
    TRY(index_add(env, &m->by_name, hash_u64(p->name, 0), m->programs.len));
    *out = m->programs.len;
    m->programs.at[m->programs.len++] = p;
    return true;
}

bool module_rename(Env *env, Module *m, ProgId id, StrId name) {
    Program *p = m->programs.at[id];
    TRY(index_add(env, &m->by_name, hash_u64(name, 0), id));
    index_remove(&m->by_name, hash_u64(p->name, 0), id);
    p->name = name;
    return true;
}

void module_replace(Module *m, ProgId id, Program *p) {
    program_free(&m->allocator, m->programs.at[id]);
    m->programs.at[id] = p;
}

/* ---- programs */

Program *program_new(Env *env, StrId name) {
    Program *p = env_new(env, sizeof *p);
    if (p)
        p->name = name;
    return p;
}

void program_free(const frit_allocator *allocator, Program *p) {
    if (!p)
        return;
    vec_free(allocator, &p->type_params);
    vec_free(allocator, &p->vars);
    vec_free(allocator, &p->outputs);
    vec_free(allocator, &p->instrs);
    vec_free(allocator, &p->operands);
    vec_free(allocator, &p->attrs);
    vec_free(allocator, &p->locs);
    index_free(allocator, &p->names);
    env_free(allocator, p, sizeof *p);
}

bool program_input(Env *env, Module *m, Program *p, StrId name, TypeId type, VarId *out) {
    *out = p->vars.len;
    TRY(vec_push(env, &p->vars, ((Var){type, NO_STR})));
    p->n_inputs++;
    return name == NO_STR || program_name_var(env, m, p, *out, name);
}

VarId program_find_var(const Program *p, StrId name) {
    for (IndexCursor c = index_find(&p->names, hash_u64(name, 0)); index_next(&p->names, &c);)
        if (p->vars.at[c.id].name == name)
            return c.id;
    return NO_VAR;
}

bool program_name_var(Env *env, Module *m, Program *p, VarId var, StrId name) {
    Var *v = &p->vars.at[var];
    if (v->name == name)
        return true;
    StrId unique = name;
    /* The number makes it unique unless somebody wrote that very name: then add another. */
    while (unique != NO_STR && program_find_var(p, unique) != NO_VAR) {
        Str text = str_make(env);
        str_format(&text, "%s.%u", strings_get(&m->strings, unique), var);
        bool ok = str_ok(&text) && strings_add(env, &m->strings, text.data, text.len, &unique);
        str_free(&text);
        TRY(ok);
    }
    if (unique != NO_STR)
        TRY(index_add(env, &p->names, hash_u64(unique, 0), var));
    if (v->name != NO_STR)
        index_remove(&p->names, hash_u64(v->name, 0), var);
    v->name = unique;
    return true;
}

/* ---- attributes: an instruction's words stand together; lists stand before them in the pool */

Attrs attrs_none(void) {
    Attrs attrs;
    for (int i = 0; i < MAX_ATTRS; i++)
        attrs.word[i] = ATTR_ABSENT;
    return attrs;
}

static bool pool_start(Env *env, Program *p) {
    return p->attrs.len > 0 || vec_push(env, &p->attrs, 0);
}

bool program_attr_list(Env *env, Program *p, const int64_t *items, uint32_t n, int64_t *word) {
    TRY(pool_start(env, p));
    TRY(vec_reserve(env, &p->attrs, (uint64_t)p->attrs.len + n + 1));
    *word = p->attrs.len;
    p->attrs.at[p->attrs.len++] = n;
    for (uint32_t i = 0; i < n; i++)
        p->attrs.at[p->attrs.len++] = items[i];
    return true;
}

bool program_attr_literal(Env *env, Program *p, const Literal *literal, int64_t *word) {
    int64_t words[4] = {literal->form, literal->type, (int64_t)literal->bits.lo,
                        (int64_t)literal->bits.hi};
    return program_attr_list(env, p, words, 4, word);
}

bool program_instr(Env *env, Program *p, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
                   uint32_t n_out, const TypeId *types, Loc loc, VarId *out) {
    if (n_out > UINT16_MAX)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage,
                        "an instruction with %u results; at most %d are allowed", n_out,
                        UINT16_MAX);
    Instr instr = {.op = (uint16_t)op,
                   .n_out = (uint16_t)n_out,
                   .n_in = n_in,
                   .in = p->operands.len,
                   .out = p->vars.len};
    TRY(vec_reserve(env, &p->operands, (uint64_t)p->operands.len + n_in));
    if (n_in) {
        memcpy(p->operands.at + p->operands.len, in, n_in * sizeof *in);
        p->operands.len += n_in;
    }
    unsigned n_attrs = attrs ? op_attr_count(op) : 0;
    bool any = false;
    for (unsigned k = 0; k < n_attrs; k++)
        any |= attrs->word[k] != ATTR_ABSENT;
    if (any) {
        TRY(pool_start(env, p));
        TRY(vec_reserve(env, &p->attrs, (uint64_t)p->attrs.len + n_attrs));
        instr.attr = p->attrs.len;
        memcpy(p->attrs.at + p->attrs.len, attrs->word, n_attrs * sizeof *attrs->word);
        p->attrs.len += n_attrs;
    }
    if (loc.line && p->locs.len == 0 && p->instrs.len)
        TRY(vec_extend(env, &p->locs, p->instrs.len));
    if (loc.line || p->locs.len)
        TRY(vec_push(env, &p->locs, loc));
    TRY(vec_push(env, &p->instrs, instr));
    *out = p->vars.len;
    TRY(vec_reserve(env, &p->vars, (uint64_t)p->vars.len + n_out));
    for (uint32_t i = 0; i < n_out; i++)
        p->vars.at[p->vars.len++] = (Var){types ? types[i] : NO_TYPE, NO_STR};
    return true;
}

bool program_output(Env *env, Program *p, VarId var) {
    return vec_push(env, &p->outputs, var);
}

bool program_const(Env *env, Program *p, const Literal *literal, TypeId type, Loc loc, VarId *out) {
    Attrs attrs = attrs_none();
    TRY(program_attr_literal(env, p, literal, &attrs.word[AT_CONST_VALUE]));
    /* What this function is for. */
    return program_instr(env, p, OP_const, NULL, 0, &attrs, 1, &type, loc, out);
}

bool attr_has(const Program *p, const Instr *i, unsigned k) {
    return attr_word(p, i, k) != ATTR_ABSENT;
}

bool attr_bool(const Program *p, const Instr *i, unsigned k) {
    return attr_word(p, i, k) == 1;
}

int64_t attr_int(const Program *p, const Instr *i, unsigned k, int64_t absent) {
    int64_t word = attr_word(p, i, k);
    return word == ATTR_ABSENT ? absent : word;
}

/*
 * A double is its bits with the sign bit inverted, so that ATTR_ABSENT (only the sign bit set)
 * stands for no number but +0.0's image: +0.0 itself is kept as -0.0, which no attribute tells
 * apart from it.
 */
int64_t attr_real_word(double value) {
    uint64_t bits;
    if (value == 0)
        value = -0.0;
    memcpy(&bits, &value, sizeof bits);
    return (int64_t)(bits ^ 0x8000000000000000u);
}

double attr_real(const Program *p, const Instr *i, unsigned k, double absent) {
    int64_t word = attr_word(p, i, k);
    if (word == ATTR_ABSENT)
        return absent;
    uint64_t bits = (uint64_t)word ^ 0x8000000000000000u;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value == 0 ? 0 : value;
}

const int64_t *attr_list(const Program *p, const Instr *i, unsigned k, uint32_t *n) {
    int64_t word = attr_word(p, i, k);
    *n = 0;
    if (word == ATTR_ABSENT)
        return NULL;
    *n = (uint32_t)p->attrs.at[word];
    return p->attrs.at + word + 1;
}

Literal attr_literal(const Program *p, const Instr *i, unsigned k) {
    uint32_t n;
    const int64_t *words = attr_list(p, i, k, &n);
    return (Literal){
        (LiteralForm)words[0], (TypeId)words[1], {(uint64_t)words[2], (uint64_t)words[3]}};
}

static bool is_list(AttrKind kind) {
    return kind == ATTR_INTS || kind == ATTR_DIMS || kind == ATTR_LITERAL;
}

bool attrs_copy(Env *env, const Program *from, const Instr *i, Program *to, Attrs *out) {
    *out = attrs_none();
    if (!i->attr)
        return true;
    const OpInfo *info = op_info(i->op);
    for (unsigned k = 0; k < op_attr_count(i->op); k++) {
        int64_t word = attr_word(from, i, k);
        if (word == ATTR_ABSENT || ATTR_IS_REF(word) || !is_list(info->attrs[k].kind)) {
            out->word[k] = word;
            continue;
        }
        /* Room first: from and to may be one program, and the list must not move under us. */
        uint32_t n = (uint32_t)from->attrs.at[word];
        TRY(vec_reserve(env, &to->attrs, (uint64_t)to->attrs.len + n + 2));
        TRY(program_attr_list(env, to, from->attrs.at + word + 1, n, &out->word[k]));
    }
    return true;
}

bool attrs_equal(const Program *p, const Instr *a, const Program *q, const Instr *b) {
    const OpInfo *info = op_info(a->op);
    if (a->op != b->op)
        return false;
    for (unsigned k = 0; k < op_attr_count(a->op); k++) {
        int64_t u = attr_word(p, a, k), v = attr_word(q, b, k);
        bool plain = u == ATTR_ABSENT || v == ATTR_ABSENT || ATTR_IS_REF(u) || ATTR_IS_REF(v) ||
                     !is_list(info->attrs[k].kind);
        if (plain ? u != v
                  : p->attrs.at[u] != q->attrs.at[v] ||
                        memcmp(p->attrs.at + u + 1, q->attrs.at + v + 1,
                               (size_t)p->attrs.at[u] * sizeof(int64_t)) != 0)
            return false;
    }
    return true;
}

uint64_t attrs_hash(const Program *p, const Instr *i) {
    uint64_t h = hash_u64(i->op, 0);
    const OpInfo *info = op_info(i->op);
    if (!i->attr)
        return h;
    for (unsigned k = 0; k < op_attr_count(i->op); k++) {
        int64_t word = attr_word(p, i, k);
        if (word == ATTR_ABSENT || ATTR_IS_REF(word) || !is_list(info->attrs[k].kind))
            h = hash_u64((uint64_t)word, h);
        else
            h = hash_bytes(p->attrs.at + word, ((size_t)p->attrs.at[word] + 1) * sizeof(int64_t),
                           h);
    }
    return h;
}

/* ---- the rest */

Loc program_loc(const Program *p, uint32_t instr) {
    return instr < p->locs.len ? p->locs.at[instr] : (Loc){0, 0};
}

bool program_copy_inputs(Env *env, Module *m, const Program *from, Program *to) {
    for (uint32_t i = 0; i < from->n_inputs; i++) {
        VarId var;
        TRY(program_input(env, m, to, from->vars.at[i].name, from->vars.at[i].type, &var));
    }
    return true;
}

uint32_t *program_definers(Env *env, const Program *p) {
    uint32_t *definers = env_resize(env, NULL, 0, ((size_t)p->vars.len + 1) * sizeof *definers);
    if (!definers)
        return NULL;
    for (uint32_t v = 0; v < p->vars.len; v++)
        definers[v] = UINT32_MAX;
    for (uint32_t i = 0; i < p->instrs.len; i++)
        for (uint32_t k = 0; k < p->instrs.at[i].n_out; k++)
            definers[p->instrs.at[i].out + k] = i;
    return definers;
}

void error_at_program(Env *env, const Module *m, const Program *p) {
    snprintf(env->error->place, sizeof env->error->place, "program %s",
             strings_get(&m->strings, p->name));
}

void error_at_instr(Env *env, const Module *m, const Program *p, uint32_t instr) {
    Loc loc = program_loc(p, instr);
    snprintf(env->error->place, sizeof env->error->place, "program %s, instruction %u",
             strings_get(&m->strings, p->name), instr);
    env->error->line = loc.line;
    env->error->column = loc.column;
}
