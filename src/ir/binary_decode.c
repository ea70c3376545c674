#include "ir/binary.h"

#include <string.h>

#include "base/utf8.h"
#include "ir/binary_format.h"
#include "ir/check.h"

/*
 * Strings and types are added to the module in the order of their numbers in the file, and nothing
 * else is, so those numbers are the module's ids.
 */
typedef struct Decoder {
    Env *env;
    Module *m;
    const unsigned char *start, *at, *end;
    VEC(VarId) operands;
    VEC(int64_t) items;
    VEC(Field) fields;
    Op ops[OP_COUNT]; /* by number in the file, from 0 */
    Dtype dtypes[DTYPE_COUNT];
    bool op_seen[OP_COUNT], dtype_seen[DTYPE_COUNT];
    uint32_t n_ops, n_dtypes;
} Decoder;

static bool bad_format(Decoder *d, const char *what) {
    env_set_error(d->env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD, "%s, at byte %zu", what,
                  (size_t)(d->at - d->start));
    return false;
}

/* ---- numbers and names */

static size_t left(const Decoder *d) {
    return (size_t)(d->end - d->at);
}

static bool get_number(Decoder *d, uint64_t *out) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        if (d->at == d->end)
            return bad_format(d, "the bytes end inside a number");
        unsigned char byte = *d->at;
        if (shift == 63 && byte > 1)
            return bad_format(d, "a number of more than 64 bits");
        if (shift > 0 && byte == 0)
            return bad_format(d, "a number that is not in its shortest form");
        d->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            break;
    }
    *out = value;
    return true;
}

static bool get_signed(Decoder *d, int64_t *out) {
    uint64_t value;
    TRY(get_number(d, &value));
    *out = (int64_t)(value >> 1 ^ (0 - (value & 1)));
    return true;
}

/* A number of things that take at least `size` bytes each. */
static bool get_count(Decoder *d, size_t size, uint32_t *out) {
    uint64_t value;
    *out = 0;
    TRY(get_number(d, &value));
    if (value > left(d) / size || value > UINT32_MAX)
        return bad_format(d, "a count of more things than there are bytes for");
    *out = (uint32_t)value;
    return true;
}

static bool get_u32(Decoder *d, uint32_t *out) {
    uint64_t value;
    *out = 0;
    TRY(get_number(d, &value));
    if (value > UINT32_MAX)
        return bad_format(d, "a number that is too large");
    *out = (uint32_t)value;
    return true;
}

static bool get_bytes(Decoder *d, unsigned n, uint64_t *out) {
    *out = 0;
    if (left(d) < n)
        return bad_format(d, "the bytes end inside a value");
    for (unsigned i = 0; i < n; i++)
        *out |= (uint64_t)*d->at++ << (8 * i);
    return true;
}

static bool get_text(Decoder *d, const char **text, uint32_t *len) {
    TRY(get_count(d, 1, len));
    *text = (const char *)d->at;
    if (*len == 0)
        return bad_format(d, "an empty name");
    if (!utf8_is_name(*text, *len))
        return bad_format(d, "a name that is not UTF-8 without zero bytes");
    d->at += *len;
    return true;
}

static bool get_string(Decoder *d, StrId *out) {
    uint32_t number, next = d->m->strings.starts.len, len;
    const char *text;
    TRY(get_u32(d, &number));
    *out = number;
    if (number < next)
        return true;
    if (number > next)
        return bad_format(d, "the number of a name that has not come up yet");
    TRY(get_text(d, &text, &len));
    TRY(strings_add(d->env, &d->m->strings, text, len, out));
    return *out == next || bad_format(d, "a name that is written out a second time");
}

static bool get_some_string(Decoder *d, StrId *out) {
    TRY(get_string(d, out));
    return *out != NO_STR || bad_format(d, "a name is missing");
}

static bool get_op(Decoder *d, Op *out) {
    uint32_t number, len;
    const char *text;
    TRY(get_u32(d, &number));
    if (number == 0 || number > d->n_ops + 1)
        return bad_format(d, "the number of an op that has not come up yet");
    if (number <= d->n_ops) {
        *out = d->ops[number - 1];
        return true;
    }
    TRY(get_text(d, &text, &len));
    *out = op_from_name(text, len);
    /* Other names of an op lead to it as well, but only one spelling is the canonical one. */
    if (*out == OP_NONE || strlen(op_info(*out)->name) != len ||
        memcmp(op_info(*out)->name, text, len) != 0)
        return bad_format(d, "an op that this version does not know");
    if (d->op_seen[*out])
        return bad_format(d, "an op that is written out a second time");
    d->op_seen[*out] = true;
    d->ops[d->n_ops++] = *out;
    return true;
}

static bool get_dtype(Decoder *d, Dtype *out) {
    uint32_t number, len;
    const char *text;
    TRY(get_u32(d, &number));
    if (number == 0 || number > d->n_dtypes + 1)
        return bad_format(d, "the number of a scalar type that has not come up yet");
    if (number <= d->n_dtypes) {
        *out = d->dtypes[number - 1];
        return true;
    }
    TRY(get_text(d, &text, &len));
    *out = dtype_from_name(text, len);
    if (*out == DT_NONE)
        return bad_format(d, "a scalar type that this version does not know");
    if (d->dtype_seen[*out])
        return bad_format(d, "a scalar type that is written out a second time");
    d->dtype_seen[*out] = true;
    d->dtypes[d->n_dtypes++] = *out;
    return true;
}

/* ---- types */

/* rest: whether the mark for "what is left over" may stand here. */
static bool get_dim(Decoder *d, bool rest, Dim *out) {
    uint64_t value;
    StrId name;
    TRY(get_number(d, &value));
    if (value == BINARY_DIM_NAMED) {
        TRY(get_some_string(d, &name));
        *out = DIM_NAMED(name);
    } else if (value == BINARY_DIM_REST && rest) {
        *out = DIM_REST;
    } else if (value & 1) {
        return bad_format(d, "an extent that is neither a number nor a name");
    } else {
        *out = (Dim)(value >> 1);
    }
    return true;
}

static bool get_type_at(Decoder *d, unsigned depth, TypeId *out);

/* What arrays of either sort are made of. */
static bool get_elem(Decoder *d, unsigned depth, TypeId *out) {
    TRY(get_type_at(d, depth + 1, out));
    TypeKind kind = type_get(&d->m->types, *out)->kind;
    if (kind == TYPE_NONE || kind == TYPE_ARRAY || kind == TYPE_ANY_RANK)
        return bad_format(d, "an array of what is no element type");
    return true;
}

static bool get_small(Decoder *d, uint32_t low, uint32_t high, uint32_t *out) {
    TRY(get_u32(d, out));
    return (*out >= low && *out <= high) || bad_format(d, "a size that is out of range");
}

static bool get_type_definition(Decoder *d, unsigned depth, TypeId *out) {
    Env *env = d->env;
    Types *t = &d->m->types;
    uint32_t kind, rows, cols;
    Dtype dtype;
    StrId name;
    TypeId elem;
    Dim dims[MAX_RANK];
    TRY(get_u32(d, &kind));
    switch (kind) {
    case BINARY_SCALAR: return get_dtype(d, &dtype) && type_scalar(env, t, dtype, out);
    case BINARY_VECTOR:
        return get_dtype(d, &dtype) && get_small(d, 2, 4, &rows) &&
               type_vector(env, t, dtype, rows, out);
    case BINARY_MATRIX:
        return get_dtype(d, &dtype) && get_small(d, 2, 4, &rows) && get_small(d, 2, 4, &cols) &&
               type_matrix(env, t, dtype, rows, cols, out);
    case BINARY_FIXED:
        return get_elem(d, depth, &elem) && get_small(d, 1, MAX_TYPE_PARTS, &rows) &&
               type_fixed(env, t, elem, rows, out);
    case BINARY_PARAM: return get_some_string(d, &name) && type_param(env, t, name, out);
    case BINARY_ARRAY:
        TRY(get_elem(d, depth, &elem) && get_small(d, 1, MAX_RANK, &rows));
        for (uint32_t i = 0; i < rows; i++)
            TRY(get_dim(d, false, &dims[i]));
        return type_array(env, t, elem, dims, rows, out);
    case BINARY_ANY_RANK: return get_elem(d, depth, &elem) && type_any_rank(env, t, elem, out);
    default: return bad_format(d, "a type of unknown kind");
    }
}

/* depth counts the definitions this one stands in, so recursion is bounded. */
static bool get_type_at(Decoder *d, unsigned depth, TypeId *out) {
    uint32_t number;
    TRY(get_u32(d, &number));
    *out = number;
    if (number < d->m->types.all.len)
        return true;
    if (number > d->m->types.all.len)
        return bad_format(d, "the number of a type that has not come up yet");
    if (depth > MAX_TYPE_DEPTH + 1)
        return bad_format(d, "types are nested too deep");
    TRY(get_type_definition(d, depth, out));
    /* A new type is the last of the table; an old one means that it was defined before. */
    return *out + 1 == d->m->types.all.len && *out >= number
               ? true
               : bad_format(d, "a type that is defined a second time");
}

static bool get_type(Decoder *d, TypeId *out) {
    return get_type_at(d, 0, out);
}

static bool get_struct(Decoder *d) {
    StrId name;
    uint32_t n;
    TypeId id;
    TRY(get_some_string(d, &name));
    TRY(get_count(d, 2, &n));
    d->fields.len = 0;
    for (uint32_t i = 0; i < n; i++) {
        Field field;
        TRY(get_some_string(d, &field.name));
        TRY(get_type(d, &field.type));
        TRY(vec_push(d->env, &d->fields, field));
    }
    if (type_find_struct(&d->m->types, name) != NO_TYPE)
        return bad_format(d, "a struct that is defined a second time");
    return type_struct(d->env, &d->m->types, name, d->fields.at, n, &id);
}

/* ---- attributes */

static bool get_literal(Decoder *d, Literal *out) {
    uint32_t form;
    int64_t number;
    *out = (Literal){.form = LITERAL_TYPED};
    TRY(get_u32(d, &form));
    TRY(get_type(d, &out->type));
    const Type *type = type_get(&d->m->types, out->type);
    unsigned size;
    switch (form) {
    case BINARY_LITERAL_TYPED:
        if (type->kind != TYPE_SCALAR)
            return bad_format(d, "a literal of what is no scalar type");
        size = dtype_info(type->dtype)->bits / 8;
        return get_bytes(d, size < 8 ? size : 8, &out->bits.lo) &&
               get_bytes(d, size > 8 ? size - 8 : 0, &out->bits.hi);
    case BINARY_LITERAL_INT:
        out->form = LITERAL_INT;
        TRY(get_signed(d, &number));
        out->bits.lo = (uint64_t)number;
        return true;
    case BINARY_LITERAL_UINT: out->form = LITERAL_UINT; return get_number(d, &out->bits.lo);
    case BINARY_LITERAL_REAL: out->form = LITERAL_REAL; return get_bytes(d, 8, &out->bits.lo);
    case BINARY_LITERAL_COMPLEX:
        out->form = LITERAL_COMPLEX;
        return get_bytes(d, 8, &out->bits.lo) && get_bytes(d, 8, &out->bits.hi);
    default: return bad_format(d, "a literal of unknown form");
    }
}

static bool get_list(Decoder *d, Program *p, AttrKind kind, int64_t *word) {
    uint32_t n;
    TRY(get_count(d, 1, &n));
    d->items.len = 0;
    TRY(vec_reserve(d->env, &d->items, n));
    for (uint32_t i = 0; i < n; i++)
        TRY(kind == ATTR_DIMS ? get_dim(d, true, &d->items.at[i]) : get_signed(d, &d->items.at[i]));
    return program_attr_list(d->env, p, d->items.at, n, word);
}

static bool get_real(Decoder *d, int64_t *word) {
    uint64_t bits;
    double value;
    TRY(get_bytes(d, 8, &bits));
    memcpy(&value, &bits, sizeof value);
    *word = attr_real_word(value);
    return value != 0 || bits == 0 || bad_format(d, "a zero that is not in its one form");
}

static bool get_attr(Decoder *d, Program *p, AttrKind kind, int64_t *word) {
    uint32_t number;
    Literal literal;
    switch (kind) {
    case ATTR_REAL: TRY(get_real(d, word)); break;
    case ATTR_INT: TRY(get_signed(d, word)); break;
    case ATTR_INTS:
    case ATTR_DIMS: return get_list(d, p, kind, word);
    case ATTR_LITERAL:
        return get_literal(d, &literal) && program_attr_literal(d->env, p, &literal, word);
    case ATTR_TYPE:
        TRY(get_type(d, &number));
        *word = number;
        break;
    default: /* small numbers: bool, program, combine */
        TRY(get_u32(d, &number));
        *word = number;
        break;
    }
    if (*word == ATTR_ABSENT || ATTR_IS_REF(*word))
        return bad_format(d, "an attribute with a reserved value");
    return true;
}

static bool get_attrs(Decoder *d, Program *p, Op op, Attrs *out) {
    unsigned n = op_attr_count(op);
    uint32_t present;
    *out = attrs_none();
    if (n == 0)
        return true;
    TRY(get_u32(d, &present));
    if (present >> n)
        return bad_format(d, "an attribute that the op does not have");
    for (unsigned k = 0; k < n; k++)
        if (present & 1u << k)
            TRY(get_attr(d, p, op_info(op)->attrs[k].kind, &out->word[k]));
    return true;
}

/* ---- programs */

static bool get_var(Decoder *d, Program *p, VarId var) {
    StrId name;
    TypeId type;
    TRY(get_string(d, &name));
    TRY(get_type(d, &type));
    p->vars.at[var].type = type;
    if (name == NO_STR)
        return true;
    /* Naming would make a new name out of one that is taken. */
    if (program_find_var(p, name) != NO_VAR)
        return bad_format(d, "a name that two variables have");
    return program_name_var(d->env, d->m, p, var, name);
}

enum { VAR_SIZE = 2 }; /* bytes of a variable in the file, at least */

/* New variables at the end of p. */
static bool get_vars(Decoder *d, Program *p, uint32_t *n) {
    TRY(get_count(d, VAR_SIZE, n));
    for (uint32_t i = 0; i < *n; i++) {
        TRY(vec_push(d->env, &p->vars, ((Var){NO_TYPE, NO_STR})));
        TRY(get_var(d, p, p->vars.len - 1));
    }
    return true;
}

static bool get_operands(Decoder *d, const Program *p, uint32_t n) {
    d->operands.len = 0;
    TRY(vec_reserve(d->env, &d->operands, n));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t distance;
        TRY(get_u32(d, &distance));
        if (distance == 0 || distance > p->vars.len)
            return bad_format(d, "an operand that has not come up yet");
        d->operands.at[d->operands.len++] = p->vars.len - distance;
    }
    return true;
}

static bool get_instr(Decoder *d, Program *p) {
    Op op = OP_NONE;
    Attrs attrs;
    uint32_t n_out = 1;
    VarId out;
    TRY(get_op(d, &op));
    const OpInfo *info = op_info(op);
    uint32_t n_in = info->arity;
    if (info->flags & OPF_VARIADIC)
        TRY(get_count(d, 1, &n_in));
    TRY(get_operands(d, p, n_in));
    TRY(get_attrs(d, p, op, &attrs));
    if (info->flags & OPF_CONTROL)
        TRY(get_count(d, VAR_SIZE, &n_out));
    TRY(program_instr(d->env, p, op, d->operands.at, n_in, &attrs, n_out, NULL, (Loc){0, 0}, &out));
    for (uint32_t i = 0; i < n_out; i++)
        TRY(get_var(d, p, out + i));
    return true;
}

static bool get_body(Decoder *d, Program *p) {
    uint32_t n, var;
    TRY(get_count(d, 1, &n));
    for (uint32_t i = 0; i < n; i++)
        TRY(get_instr(d, p));
    TRY(get_count(d, 1, &n));
    for (uint32_t i = 0; i < n; i++) {
        TRY(get_u32(d, &var));
        if (var >= p->vars.len)
            return bad_format(d, "an output that is no variable");
        TRY(program_output(d->env, p, var));
    }
    return true;
}

static bool fill_program(Decoder *d, Program *p) {
    uint32_t n;
    TRY(get_count(d, 1, &n));
    for (uint32_t i = 0; i < n; i++) {
        StrId param;
        TRY(get_some_string(d, &param));
        TRY(vec_push(d->env, &p->type_params, param));
    }
    TRY(get_vars(d, p, &p->n_inputs));
    if (!p->external)
        return get_body(d, p);
    TRY(get_vars(d, p, &n));
    for (uint32_t i = 0; i < n; i++)
        TRY(program_output(d->env, p, p->n_inputs + i));
    return true;
}

static bool get_program(Decoder *d) {
    uint32_t flags;
    StrId name;
    ProgId id;
    TRY(get_u32(d, &flags));
    if (flags & ~(uint32_t)BINARY_EXTERNAL)
        return bad_format(d, "a program with flags that this version does not know");
    TRY(get_some_string(d, &name));
    if (module_find(d->m, name) != NO_PROGRAM)
        return bad_format(d, "a name that two programs have");
    Program *p = program_new(d->env, name);
    if (!p)
        return false;
    p->external = flags & BINARY_EXTERNAL;
    if (fill_program(d, p) && module_add(d->env, d->m, p, &id))
        return true;
    program_free(d->env->allocator, p);
    return false;
}

static bool get_module(Decoder *d) {
    uint64_t version;
    uint32_t n;
    TRY(get_number(d, &version));
    if (version != BINARY_VERSION)
        return bad_format(d, "a version of the format that is not known here");
    TRY(get_count(d, 2, &n));
    for (uint32_t i = 0; i < n; i++)
        TRY(get_struct(d));
    TRY(get_count(d, 1, &n));
    for (uint32_t i = 0; i < n; i++)
        TRY(get_program(d));
    return d->at == d->end || bad_format(d, "bytes after the end of the module");
}

/* Well-formed bytes can still hold a program that breaks a rule. */
static bool check_decoded(Env *env, const Module *m) {
    if (check_built(env, m))
        return true;
    if (env->error->status == FRIT_ERR_CHECK) {
        env->error->status = FRIT_ERR_FORMAT;
        env->error->stage = FRIT_STAGE_LOAD;
    }
    return false;
}

/* Looks at both ends of the file and leaves what is between them to be read. */
static bool check_envelope(Decoder *d) {
    if (left(d) < BINARY_MAGIC_SIZE + BINARY_CHECKSUM_SIZE ||
        memcmp(d->at, BINARY_MAGIC, BINARY_MAGIC_SIZE) != 0)
        return bad_format(d, "not a module in binary form");
    uint64_t stored;
    d->at = d->end - BINARY_CHECKSUM_SIZE;
    TRY(get_bytes(d, BINARY_CHECKSUM_SIZE, &stored));
    d->at = d->end -= BINARY_CHECKSUM_SIZE;
    if (stored != binary_checksum(d->start, (size_t)(d->end - d->start)))
        return bad_format(d, "the checksum does not fit: the bytes were damaged");
    d->at = d->start + BINARY_MAGIC_SIZE;
    return true;
}

Module *binary_decode(Env *env, const void *bytes, size_t len) {
    Decoder d = {.env = env, .start = len ? bytes : (const void *)""};
    d.at = d.start;
    d.end = d.start + len;
    env->error->stage = FRIT_STAGE_LOAD;
    d.m = module_new(env);
    bool ok = d.m && check_envelope(&d) && get_module(&d) && check_decoded(env, d.m);
    vec_free(env->allocator, &d.operands);
    vec_free(env->allocator, &d.items);
    vec_free(env->allocator, &d.fields);
    if (ok)
        return d.m;
    module_free(d.m);
    return NULL;
}
