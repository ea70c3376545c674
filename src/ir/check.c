#include "ir/check.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* Where the checker stands. */
typedef struct Check {
    Env *env;
    const Module *m;
    const Program *p; /* NULL while the module's tables are checked */
    ProgId self;
    uint32_t instr; /* NO_INSTR outside instructions */
    const Instr *i;
    VarId next;       /* the variable the next instruction must define first */
    const char *rule; /* name of the one being looked at */
} Check;

/*
 * A rule may rely on every rule above it in its list, and on all lists before it, for everything up
 * to where the checker stands.
 */
typedef struct Rule {
    const char *name, *doc;
    bool (*holds)(Check *c);
} Rule;

bool check_fail(Env *env, const Module *m, const Program *p, uint32_t instr, const char *rule,
                const char *format, va_list args) {
    char message[sizeof env->error->message - 40]; /* leaves room for the rule's name */
    vsnprintf(message, sizeof message, format, args);
    if (p && p->name < m->strings.starts.len) {
        if (instr == NO_INSTR)
            error_at_program(env, m, p);
        else
            error_at_instr(env, m, p, instr);
    }
    return env_fail(env, FRIT_ERR_CHECK, FRIT_STAGE_CHECK, "%s [%s]", message, rule);
}

__attribute__((format(printf, 2, 3))) static bool broken(Check *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    check_fail(c->env, c->m, c->p, c->instr, c->rule, format, args);
    va_end(args);
    return false;
}

static bool is_string(const Check *c, uint64_t id) {
    return id < c->m->strings.starts.len;
}

static bool is_name(const Check *c, uint64_t id) {
    return id != NO_STR && is_string(c, id);
}

static const char *text_of(const Check *c, StrId id) {
    return strings_get(&c->m->strings, id);
}

/* ---- the module's tables */

static bool names_are_text(Check *c) {
    const Strings *s = &c->m->strings;
    if (s->starts.len == 0 || s->bytes.len == 0)
        return broken(c, "the table of names is empty");
    for (uint32_t i = 0; i < s->starts.len; i++) {
        uint32_t start = s->starts.at[i];
        uint32_t end = i + 1 < s->starts.len ? s->starts.at[i + 1] : s->bytes.len;
        if (start >= end || end > s->bytes.len || s->bytes.at[end - 1] != '\0' ||
            !utf8_is_name(s->bytes.at + start, end - start - 1))
            return broken(c, "name %u is not UTF-8 without zero bytes", i);
    }
    return true;
}

static bool is_element(const Types *t, TypeId id, TypeId below) {
    return id != NO_TYPE && id < below && type_get(t, id)->kind != TYPE_ARRAY &&
           type_get(t, id)->kind != TYPE_ANY_RANK;
}

static bool is_dim(const Check *c, Dim dim) {
    return dim >= 0 ||
           (DIM_IS_NAME(dim) && dim >= DIM_NAMED(UINT32_MAX - 1) && is_name(c, DIM_NAME_OF(dim)));
}

static bool array_is_sound(const Check *c, const Type *type, TypeId id) {
    const Types *t = &c->m->types;
    if (!is_element(t, type->elem, id) || type->count < 1 || type->count > MAX_RANK ||
        (uint64_t)type->data + type->count > t->dims.len)
        return false;
    for (uint32_t i = 0; i < type->count; i++)
        if (!is_dim(c, t->dims.at[type->data + i]))
            return false;
    return type->generic == type_get(t, type->elem)->generic;
}

static bool struct_is_sound(const Check *c, const Type *type, TypeId id) {
    const Types *t = &c->m->types;
    if (!is_name(c, type->name) || type->count < 1 || type->count > MAX_FIELDS ||
        (uint64_t)type->data + type->count > t->fields.len)
        return false;
    for (uint32_t i = 0; i < type->count; i++) {
        const Field *field = &t->fields.at[type->data + i];
        if (!is_name(c, field->name) || !is_element(t, field->type, id) ||
            type_get(t, field->type)->generic || type_get(t, field->type)->depth >= type->depth)
            return false;
    }
    return !type->generic && type->depth <= MAX_TYPE_DEPTH;
}

static bool type_is_sound(const Check *c, TypeId id) {
    const Types *t = &c->m->types;
    const Type *type = type_get(t, id);
    switch (type->kind) {
    case TYPE_SCALAR: return type->dtype < DTYPE_COUNT;
    case TYPE_VECTOR: return type->dtype < DTYPE_COUNT && type->rows >= 2 && type->rows <= 4;
    case TYPE_MATRIX:
        return type->dtype < DTYPE_COUNT && type->rows >= 2 && type->rows <= 4 && type->cols >= 2 &&
               type->cols <= 4;
    case TYPE_FIXED:
        return is_element(t, type->elem, id) && type->count >= 1 && type->count <= MAX_TYPE_PARTS &&
               type->depth <= MAX_TYPE_DEPTH && type->depth == type_get(t, type->elem)->depth + 1 &&
               type->generic == type_get(t, type->elem)->generic;
    case TYPE_PARAM: return is_name(c, type->name) && type->generic;
    case TYPE_STRUCT: return struct_is_sound(c, type, id);
    case TYPE_ARRAY: return array_is_sound(c, type, id);
    case TYPE_ANY_RANK: return is_element(t, type->elem, id) && type->generic;
    default: return false;
    }
}

static bool types_are_sound(Check *c) {
    const Types *t = &c->m->types;
    if (t->all.len == 0 || type_get(t, NO_TYPE)->kind != TYPE_NONE)
        return broken(c, "type 0 is not the unknown type");
    for (TypeId id = 1; id < t->all.len; id++)
        if (!type_is_sound(c, id))
            return broken(c, "type %u is malformed", id);
    return true;
}

/* Through an index: a file may hold many structs with many fields. */
static bool field_names_differ(Check *c, const Type *type, Index *seen) {
    const Field *fields = type_fields(&c->m->types, type);
    index_clear(seen);
    for (uint32_t i = 0; i < type->count; i++) {
        uint64_t hash = hash_u64(fields[i].name, 0);
        for (IndexCursor at = index_find(seen, hash); index_next(seen, &at);)
            if (fields[at.id].name == fields[i].name)
                return broken(c, "struct %s has two fields called %s", text_of(c, type->name),
                              text_of(c, fields[i].name));
        TRY(index_add(c->env, seen, hash, i));
    }
    return true;
}

static bool structs_are_distinct(Check *c) {
    const Types *t = &c->m->types;
    Index seen = {0};
    bool ok = true;
    for (TypeId id = 1; ok && id < t->all.len; id++) {
        const Type *type = type_get(t, id);
        if (type->kind != TYPE_STRUCT)
            continue;
        ok = type_find_struct(t, type->name) == id ||
             broken(c, "two structs are called %s", text_of(c, type->name));
        ok = ok && field_names_differ(c, type, &seen);
    }
    index_free(c->env->allocator, &seen);
    return ok;
}

static const Rule module_rules[] = {
    {"names", "every name is UTF-8 without zero bytes", names_are_text},
    {"types", "every type is made of types before it and within the limits", types_are_sound},
    {"structs", "structs have names of their own, and so have the fields of each",
     structs_are_distinct},
};

/* ---- programs, before their instructions */

static bool has_own_name(Check *c) {
    if (!is_name(c, c->p->name))
        return broken(c, "program number %u has no name", c->self);
    ProgId found = module_find(c->m, c->p->name);
    if (found != c->self && (found != NO_PROGRAM || c->self < c->m->programs.len))
        return broken(c, "another program is called %s too", text_of(c, c->p->name));
    return true;
}

static bool inputs_are_vars(Check *c) {
    if (c->p->n_inputs > c->p->vars.len)
        return broken(c, "there are %u inputs but %u variables", c->p->n_inputs, c->p->vars.len);
    return true;
}

/* The place of a type parameter, or their number. */
static uint32_t find_param(const Program *p, StrId name) {
    uint32_t i = 0;
    while (i < p->type_params.len && p->type_params.at[i] != name)
        i++;
    return i;
}

static bool params_are_distinct(Check *c) {
    const Program *p = c->p;
    if (p->type_params.len > MAX_TYPE_PARAMS)
        return broken(c, "there are %u type parameters; at most %d are allowed", p->type_params.len,
                      MAX_TYPE_PARAMS);
    for (uint32_t i = 0; i < p->type_params.len; i++) {
        StrId name = p->type_params.at[i];
        if (!is_name(c, name))
            return broken(c, "type parameter %u has no name", i);
        if (find_param(p, name) != i)
            return broken(c, "two type parameters are called %s", text_of(c, name));
        if (type_find_struct(&c->m->types, name) != NO_TYPE)
            return broken(c, "type parameter %s has the name of a struct", text_of(c, name));
    }
    return true;
}

/* A type that may stand in this program: its parameters are declared. NO_TYPE is the caller's. */
static bool is_type_here(const Check *c, uint64_t id) {
    const Types *t = &c->m->types;
    if (id >= t->all.len)
        return false;
    const Type *type = type_get(t, (TypeId)id);
    while (type->generic && type->kind != TYPE_PARAM)
        type = type_get(t, type->elem);
    return type->kind != TYPE_PARAM || find_param(c->p, type->name) < c->p->type_params.len;
}

static bool vars_have_types(Check *c) {
    for (VarId v = 0; v < c->p->vars.len; v++)
        if (!is_type_here(c, c->p->vars.at[v].type))
            return broken(c, "variable %u has a type that is unknown here", v);
    return true;
}

static bool vars_have_names(Check *c) {
    uint32_t named = 0;
    for (VarId v = 0; v < c->p->vars.len; v++) {
        StrId name = c->p->vars.at[v].name;
        if (!is_string(c, name))
            return broken(c, "variable %u has a name that is unknown", v);
        if (name == NO_STR)
            continue;
        named++;
        if (program_find_var(c->p, name) != v)
            return broken(c, "variable %u is not the only one called %s", v, text_of(c, name));
    }
    if (named != c->p->names.len)
        return broken(c, "%u variables have names, but the index has %u", named, c->p->names.len);
    return true;
}

static bool outputs_are_vars(Check *c) {
    for (uint32_t i = 0; i < c->p->outputs.len; i++)
        if (c->p->outputs.at[i] >= c->p->vars.len)
            return broken(c, "output %u is no variable", i);
    return true;
}

static bool external_is_declaration(Check *c) {
    const Program *p = c->p;
    if (!p->external)
        return true;
    if (p->instrs.len)
        return broken(c, "an external program has instructions");
    if (p->vars.len != p->n_inputs + (uint64_t)p->outputs.len)
        return broken(c, "an external program has variables that are neither input nor output");
    for (uint32_t i = 0; i < p->outputs.len; i++)
        if (p->outputs.at[i] != p->n_inputs + i)
            return broken(c, "output %u of an external program is not its own variable", i);
    return true;
}

static bool locations_fit(Check *c) {
    if (c->p->locs.len && c->p->locs.len != c->p->instrs.len)
        return broken(c, "there are %u locations for %u instructions", c->p->locs.len,
                      c->p->instrs.len);
    return true;
}

static const Rule program_rules[] = {
    {"program-name", "a program has a name that no other program of the module has", has_own_name},
    {"inputs", "the first variables are the inputs", inputs_are_vars},
    {"type-params", "type parameters are few and have different names, none that of a struct",
     params_are_distinct},
    {"variable-types", "a variable's type mentions only declared type parameters", vars_have_types},
    {"variable-names", "no two variables of a program have one name", vars_have_names},
    {"outputs", "outputs are variables", outputs_are_vars},
    {"external", "an external program has inputs and outputs and nothing else",
     external_is_declaration},
    {"locations", "there is a place in the text for each instruction or for none", locations_fit},
};

/* ---- instructions */

static bool op_exists(Check *c) {
    return c->i->op < OP_COUNT || broken(c, "there is no op number %u", c->i->op);
}

static bool operands_are_stored(Check *c) {
    if ((uint64_t)c->i->in + c->i->n_in > c->p->operands.len)
        return broken(c, "the operands lie outside of the program's pool");
    return true;
}

static bool arity_fits(Check *c) {
    const OpInfo *info = op_info(c->i->op);
    bool variadic = info->flags & OPF_VARIADIC;
    if (variadic ? c->i->n_in < info->arity : c->i->n_in != info->arity)
        return broken(c, "%s takes %s%u operand%s, not %u", info->name, variadic ? "at least " : "",
                      info->arity, info->arity == 1 ? "" : "s", c->i->n_in);
    return true;
}

static bool results_follow(Check *c) {
    if (c->i->out != c->next)
        return broken(c, "the results begin with variable %u instead of %u", c->i->out, c->next);
    if ((uint64_t)c->i->out + c->i->n_out > c->p->vars.len)
        return broken(c, "the results lie outside of the program's variables");
    c->next += c->i->n_out;
    return true;
}

static bool operands_are_defined(Check *c) {
    const VarId *in = instr_in(c->p, c->i);
    for (uint32_t k = 0; k < c->i->n_in; k++)
        if (in[k] >= c->i->out)
            return broken(c, "operand %u of %s is not defined before it is used", k,
                          op_info(c->i->op)->name);
    return true;
}

static bool attrs_are_stored(Check *c) {
    if (c->i->attr && (uint64_t)c->i->attr + op_attr_count(c->i->op) > c->p->attrs.len)
        return broken(c, "the attributes lie outside of the program's pool");
    return true;
}

static bool required_attrs_are_there(Check *c) {
    const OpInfo *info = op_info(c->i->op);
    for (unsigned k = 0; k < op_attr_count(c->i->op); k++)
        if (info->attrs[k].required && !attr_has(c->p, c->i, k))
            return broken(c, "%s needs its attribute %s", info->name, info->attrs[k].name);
    return true;
}

/* A list in the pool: its length and then its items. */
static bool list_is_stored(const Check *c, int64_t word) {
    const int64_t *pool = c->p->attrs.at;
    return word > 0 && word < c->p->attrs.len && pool[word] >= 0 &&
           pool[word] < c->p->attrs.len - word;
}

static bool dims_are_sound(const Check *c, int64_t word) {
    const int64_t *list = c->p->attrs.at + word;
    for (int64_t i = 1; i <= list[0]; i++)
        if (list[i] != DIM_REST && !is_dim(c, list[i]))
            return false;
    return true;
}

static bool literal_is_sound(const Check *c, int64_t word) {
    const int64_t *list = c->p->attrs.at + word;
    if (list[0] != 4 || list[1] < LITERAL_TYPED || list[1] > LITERAL_COMPLEX ||
        !is_type_here(c, (uint64_t)list[2]))
        return false;
    uint64_t lo = (uint64_t)list[3], hi = (uint64_t)list[4];
    const Type *type = type_get(&c->m->types, (TypeId)list[2]);
    if (list[1] == LITERAL_TYPED) {
        if (type->kind != TYPE_SCALAR)
            return false;
        /* One value, one form: bools are 0 or 1, and unused bits are 0. */
        unsigned bits = type->dtype == DT_BOOL ? 1 : dtype_info(type->dtype)->bits;
        return bits > 64 || (hi == 0 && (bits == 64 || lo >> bits == 0));
    }
    if (type->kind != TYPE_NONE && type->kind != TYPE_PARAM)
        return false;
    return (list[1] == LITERAL_COMPLEX || hi == 0) && (list[1] != LITERAL_UINT || lo > INT64_MAX);
}

static bool attr_is_sound(const Check *c, unsigned k, AttrKind kind) {
    int64_t word = attr_word(c->p, c->i, k);
    double real;
    switch (kind) {
    case ATTR_BOOL: return word == 0 || word == 1;
    case ATTR_INT: return true;
    case ATTR_REAL: /* the word is the one that stands for this number */
        real = attr_real(c->p, c->i, k, 0);
        return real == real && attr_real_word(real) == word;
    case ATTR_INTS: return list_is_stored(c, word);
    case ATTR_DIMS: return list_is_stored(c, word) && dims_are_sound(c, word);
    case ATTR_TYPE: return word > 0 && is_type_here(c, (uint64_t)word);
    case ATTR_PROGRAM: return word >= 0 && word < c->self;
    case ATTR_LITERAL: return list_is_stored(c, word) && literal_is_sound(c, word);
    case ATTR_COMBINE: return word >= 0 && word < COMBINE_COUNT;
    default: return false;
    }
}

static bool attrs_are_sound(Check *c) {
    const OpInfo *info = op_info(c->i->op);
    for (unsigned k = 0; k < op_attr_count(c->i->op); k++) {
        int64_t word = attr_word(c->p, c->i, k);
        if (word == ATTR_ABSENT)
            continue;
        if (ATTR_IS_REF(word))
            return broken(c, "%s of %s refers to an attribute, which only expansions may",
                          info->attrs[k].name, info->name);
        if (!attr_is_sound(c, k, info->attrs[k].kind))
            return broken(c, "%s of %s has a value that it cannot have", info->attrs[k].name,
                          info->name);
    }
    return true;
}

static bool carry_is_in_range(Check *c) {
    TypeRule rule = op_info(c->i->op)->rule;
    if (rule != RULE_FOR && rule != RULE_WHILE)
        return true;
    unsigned k = rule == RULE_FOR ? AT_FOR_CARRY : AT_WHILE_CARRY;
    int64_t carry = attr_int(c->p, c->i, k, 0);
    uint32_t most = c->i->n_in - op_info(c->i->op)->arity;
    if (carry < 1 || carry > most)
        return broken(c, "%s carries %lld values; it must be 1 to %u", op_info(c->i->op)->name,
                      (long long)carry, most);
    return true;
}

static bool callee_fits(Check *c, unsigned k, uint64_t n_in, uint64_t n_out) {
    const OpInfo *info = op_info(c->i->op);
    const Program *callee = c->m->programs.at[attr_word(c->p, c->i, k)];
    if (callee->n_inputs != n_in)
        return broken(c, "%s, %s of %s, has %u inputs and is given %llu values",
                      text_of(c, callee->name), info->attrs[k].name, info->name, callee->n_inputs,
                      (unsigned long long)n_in);
    if (callee->outputs.len != n_out)
        return broken(c, "%s, %s of %s, has %u outputs where %llu are taken",
                      text_of(c, callee->name), info->attrs[k].name, info->name,
                      callee->outputs.len, (unsigned long long)n_out);
    return true;
}

/* What each program that is run must take and give. */
static bool callees_fit(Check *c) {
    uint64_t n = c->i->n_in, out = c->i->n_out;
    switch (op_info(c->i->op)->rule) {
    case RULE_CALL:
    case RULE_MAP: return callee_fits(c, AT_CALLEE, n, out);
    case RULE_IF: return callee_fits(c, AT_THEN, n - 1, out) && callee_fits(c, AT_ELSE, n - 1, out);
    case RULE_FOR: /* lo and hi become one counter */
        return callee_fits(c, AT_FOR_BODY, n - 1, out);
    case RULE_WHILE:
        return callee_fits(c, AT_WHILE_COND, n, 1) && callee_fits(c, AT_WHILE_BODY, n, out);
    default: return true;
    }
}

static bool result_count_fits(Check *c) {
    const OpInfo *info = op_info(c->i->op);
    int64_t want = !(info->flags & OPF_CONTROL) ? 1
                   : info->rule == RULE_FOR     ? attr_int(c->p, c->i, AT_FOR_CARRY, 0)
                   : info->rule == RULE_WHILE   ? attr_int(c->p, c->i, AT_WHILE_CARRY, 0)
                                                : c->i->n_out; /* compared with the callee's */
    if (c->i->n_out < 1)
        return broken(c, "%s has no result", info->name);
    if (c->i->n_out != want)
        return broken(c, "%s has %u results instead of %lld", info->name, c->i->n_out,
                      (long long)want);
    return true;
}

static const Rule instr_rules[] = {
    {"op", "the op is one of the table", op_exists},
    {"operand-pool", "operands lie inside of the program's pool", operands_are_stored},
    {"arity", "an instruction has as many operands as its op takes", arity_fits},
    {"results", "results are the variables after those of the instruction before", results_follow},
    {"defined-before-use", "operands are inputs or results of instructions before",
     operands_are_defined},
    {"attribute-pool", "attributes lie inside of the program's pool", attrs_are_stored},
    {"attribute-required", "an op has the attributes it needs", required_attrs_are_there},
    {"attribute-value", "an attribute's value is one of its kind; programs stand before this one",
     attrs_are_sound},
    {"carry", "a loop carries at least one value and at most all it is given", carry_is_in_range},
    {"result-count", "an instruction has one result, a loop as many as it carries",
     result_count_fits},
    {"callee", "a program that is run takes and gives as many values as the instruction",
     callees_fit},
};

/* ---- programs, after their instructions */

static bool vars_are_defined(Check *c) {
    if (!c->p->external && c->next != c->p->vars.len)
        return broken(c, "variable %u is neither an input nor a result", c->next);
    return true;
}

static const Rule closing_rules[] = {
    {"all-defined", "every variable is an input or a result", vars_are_defined},
};

/* ---- running the lists */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool follow(Check *c, const Rule *rules, size_t n) {
    for (size_t i = 0; i < n; i++) {
        c->rule = rules[i].name;
        TRY(rules[i].holds(c));
    }
    return true;
}

static bool follow_program(Check *c) {
    TRY(follow(c, program_rules, COUNT(program_rules)));
    c->next = c->p->n_inputs;
    for (uint32_t i = 0; i < c->p->instrs.len; i++) {
        c->instr = i;
        c->i = &c->p->instrs.at[i];
        TRY(follow(c, instr_rules, COUNT(instr_rules)));
    }
    c->instr = NO_INSTR;
    return follow(c, closing_rules, COUNT(closing_rules));
}

bool check_built_program(Env *env, const Module *m, const Program *p, ProgId self) {
    Check c = {.env = env, .m = m, .p = p, .self = self, .instr = NO_INSTR};
    return follow_program(&c);
}

bool check_built(Env *env, const Module *m) {
    Check c = {.env = env, .m = m, .instr = NO_INSTR};
    TRY(follow(&c, module_rules, COUNT(module_rules)));
    for (ProgId i = 0; i < m->programs.len; i++)
        TRY(check_built_program(env, m, m->programs.at[i], i));
    return true;
}

bool check_built_rule(uint32_t index, CheckRule *out) {
    static const struct {
        const Rule *rules;
        size_t n;
    } lists[] = {{module_rules, COUNT(module_rules)},
                 {program_rules, COUNT(program_rules)},
                 {instr_rules, COUNT(instr_rules)},
                 {closing_rules, COUNT(closing_rules)}};
    for (size_t i = 0; i < COUNT(lists); index -= (uint32_t)lists[i++].n)
        if (index < lists[i].n) {
            *out = (CheckRule){lists[i].rules[index].name, lists[i].rules[index].doc};
            return true;
        }
    return false;
}
