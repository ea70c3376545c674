#include "ir/binary.h"

#include <string.h>

#include "ir/binary_format.h"

/* Numbers given so far; 0: not written yet. */
typedef struct Encoder {
    Str *out;
    const Module *m;
    uint32_t *string_number; /* by StrId */
    uint32_t *type_number;   /* by TypeId */
    uint32_t n_strings, n_types, n_ops, n_dtypes;
    uint16_t op_number[OP_COUNT];
    uint8_t dtype_number[DTYPE_COUNT];
} Encoder;

uint64_t binary_checksum(const void *bytes, size_t len) {
    const unsigned char *at = bytes;
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ at[i]) * 0x100000001b3u;
    return h;
}

/* ---- numbers and names */

static void put_number(Encoder *e, uint64_t value) {
    char bytes[10];
    size_t n = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[n++] = (char)(value | 0x80);
    bytes[n++] = (char)value;
    str_put(e->out, bytes, n);
}

/* Small numbers of either sign become small ones: 0, -1, 1, -2, ... */
static void put_signed(Encoder *e, int64_t value) {
    put_number(e, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_bytes(Encoder *e, uint64_t value, unsigned n) {
    char bytes[8];
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (char)(value >> (8 * i));
    str_put(e->out, bytes, n);
}

static void put_text(Encoder *e, const char *text) {
    size_t len = strlen(text);
    put_number(e, len);
    str_put(e->out, text, len);
}

static void put_string(Encoder *e, StrId id) {
    if (id == NO_STR || e->string_number[id]) {
        put_number(e, e->string_number[id]);
        return;
    }
    e->string_number[id] = ++e->n_strings;
    put_number(e, e->n_strings);
    put_text(e, strings_get(&e->m->strings, id));
}

static void put_op(Encoder *e, Op op) {
    if (e->op_number[op]) {
        put_number(e, e->op_number[op]);
        return;
    }
    e->op_number[op] = (uint16_t)++e->n_ops;
    put_number(e, e->n_ops);
    put_text(e, op_info(op)->name);
}

static void put_dtype(Encoder *e, Dtype dtype) {
    if (e->dtype_number[dtype]) {
        put_number(e, e->dtype_number[dtype]);
        return;
    }
    e->dtype_number[dtype] = (uint8_t)++e->n_dtypes;
    put_number(e, e->n_dtypes);
    put_text(e, dtype_info(dtype)->name);
}

/* ---- types */

static void put_dim(Encoder *e, Dim dim) {
    if (dim == DIM_REST) {
        put_number(e, BINARY_DIM_REST);
    } else if (DIM_IS_NAME(dim)) {
        put_number(e, BINARY_DIM_NAMED);
        put_string(e, DIM_NAME_OF(dim));
    } else {
        put_number(e, (uint64_t)dim << 1);
    }
}

static void put_type(Encoder *e, TypeId id);

static void put_type_definition(Encoder *e, const Type *type) {
    const Types *t = &e->m->types;
    switch (type->kind) {
    case TYPE_SCALAR:
        put_number(e, BINARY_SCALAR);
        put_dtype(e, type->dtype);
        break;
    case TYPE_VECTOR:
        put_number(e, BINARY_VECTOR);
        put_dtype(e, type->dtype);
        put_number(e, type->rows);
        break;
    case TYPE_MATRIX:
        put_number(e, BINARY_MATRIX);
        put_dtype(e, type->dtype);
        put_number(e, type->rows);
        put_number(e, type->cols);
        break;
    case TYPE_FIXED:
        put_number(e, BINARY_FIXED);
        put_type(e, type->elem);
        put_number(e, type->count);
        break;
    case TYPE_PARAM:
        put_number(e, BINARY_PARAM);
        put_string(e, type->name);
        break;
    case TYPE_ARRAY:
        put_number(e, BINARY_ARRAY);
        put_type(e, type->elem);
        put_number(e, type->count);
        for (uint32_t i = 0; i < type->count; i++)
            put_dim(e, t->dims.at[type->data + i]);
        break;
    case TYPE_ANY_RANK:
        put_number(e, BINARY_ANY_RANK);
        put_type(e, type->elem);
        break;
    default: /* none is number 0, structs have their numbers already */ break;
    }
}

/* Goes as deep as the type is nested, which MAX_TYPE_DEPTH bounds. */
static void put_type(Encoder *e, TypeId id) {
    if (id == NO_TYPE || e->type_number[id]) {
        put_number(e, e->type_number[id]);
        return;
    }
    put_number(e, e->n_types + 1u);
    put_type_definition(e, type_get(&e->m->types, id));
    e->type_number[id] = ++e->n_types;
}

/* All of them, in their order: the text form declares them so too. */
static void put_structs(Encoder *e) {
    const Types *t = &e->m->types;
    uint32_t n = 0;
    for (TypeId id = 0; id < t->all.len; id++)
        n += t->all.at[id].kind == TYPE_STRUCT;
    put_number(e, n);
    for (TypeId id = 0; id < t->all.len; id++) {
        const Type *type = type_get(t, id);
        if (type->kind != TYPE_STRUCT)
            continue;
        put_string(e, type->name);
        put_number(e, type->count);
        for (uint32_t i = 0; i < type->count; i++) {
            put_string(e, type_fields(t, type)[i].name);
            put_type(e, type_fields(t, type)[i].type);
        }
        e->type_number[id] = ++e->n_types;
    }
}

/* ---- programs */

static void put_literal(Encoder *e, const Literal *literal) {
    put_number(e, literal->form == LITERAL_TYPED  ? BINARY_LITERAL_TYPED
                  : literal->form == LITERAL_INT  ? BINARY_LITERAL_INT
                  : literal->form == LITERAL_UINT ? BINARY_LITERAL_UINT
                  : literal->form == LITERAL_REAL ? BINARY_LITERAL_REAL
                                                  : BINARY_LITERAL_COMPLEX);
    put_type(e, literal->type);
    unsigned size = literal->form == LITERAL_COMPLEX ? 16 : 8;
    if (literal->form == LITERAL_INT) {
        put_signed(e, (int64_t)literal->bits.lo);
        return;
    }
    if (literal->form == LITERAL_UINT) {
        put_number(e, literal->bits.lo);
        return;
    }
    if (literal->form == LITERAL_TYPED)
        size = dtype_info(type_dtype(&e->m->types, literal->type))->bits / 8;
    put_bytes(e, literal->bits.lo, size < 8 ? size : 8);
    if (size > 8)
        put_bytes(e, literal->bits.hi, size - 8);
}

static void put_attr(Encoder *e, const Program *p, const Instr *i, unsigned k, AttrKind kind) {
    int64_t word = attr_word(p, i, k);
    uint32_t n;
    const int64_t *items;
    uint64_t bits;
    double real;
    Literal literal;
    switch (kind) {
    case ATTR_REAL:
        real = attr_real(p, i, k, 0);
        memcpy(&bits, &real, sizeof bits);
        put_bytes(e, bits, 8);
        break;
    case ATTR_INT: put_signed(e, word); break;
    case ATTR_TYPE: put_type(e, (TypeId)word); break;
    case ATTR_LITERAL:
        literal = attr_literal(p, i, k);
        put_literal(e, &literal);
        break;
    case ATTR_INTS:
    case ATTR_DIMS:
        items = attr_list(p, i, k, &n);
        put_number(e, n);
        for (uint32_t j = 0; j < n; j++)
            kind == ATTR_INTS ? put_signed(e, items[j]) : put_dim(e, items[j]);
        break;
    default: /* small numbers: bool, program, combine */ put_number(e, (uint64_t)word); break;
    }
}

static void put_var(Encoder *e, const Var *var) {
    put_string(e, var->name);
    put_type(e, var->type);
}

static void put_instr(Encoder *e, const Program *p, const Instr *i) {
    const OpInfo *info = op_info(i->op);
    put_op(e, i->op);
    if (info->flags & OPF_VARIADIC)
        put_number(e, i->n_in);
    for (uint32_t k = 0; k < i->n_in; k++)
        put_number(e, i->out - instr_in(p, i)[k]);
    unsigned n_attrs = op_attr_count(i->op), present = 0;
    for (unsigned k = 0; k < n_attrs; k++)
        present |= (unsigned)attr_has(p, i, k) << k;
    if (n_attrs)
        put_number(e, present);
    for (unsigned k = 0; k < n_attrs; k++)
        if (present & 1u << k)
            put_attr(e, p, i, k, info->attrs[k].kind);
    if (info->flags & OPF_CONTROL)
        put_number(e, i->n_out);
    for (uint32_t k = 0; k < i->n_out; k++)
        put_var(e, &p->vars.at[i->out + k]);
}

static void put_vars(Encoder *e, const Program *p, uint32_t first, uint32_t n) {
    put_number(e, n);
    for (uint32_t i = 0; i < n; i++)
        put_var(e, &p->vars.at[first + i]);
}

static void put_program(Encoder *e, const Program *p) {
    put_number(e, p->external ? BINARY_EXTERNAL : 0);
    put_string(e, p->name);
    put_number(e, p->type_params.len);
    for (uint32_t i = 0; i < p->type_params.len; i++)
        put_string(e, p->type_params.at[i]);
    put_vars(e, p, 0, p->n_inputs);
    if (p->external) {
        put_vars(e, p, p->n_inputs, p->outputs.len);
        return;
    }
    put_number(e, p->instrs.len);
    for (uint32_t i = 0; i < p->instrs.len; i++)
        put_instr(e, p, &p->instrs.at[i]);
    put_number(e, p->outputs.len);
    for (uint32_t i = 0; i < p->outputs.len; i++)
        put_number(e, p->outputs.at[i]);
}

static void put_module(Encoder *e) {
    size_t start = e->out->len;
    str_put(e->out, BINARY_MAGIC, BINARY_MAGIC_SIZE);
    put_number(e, BINARY_VERSION);
    put_structs(e);
    put_number(e, e->m->programs.len);
    for (uint32_t i = 0; i < e->m->programs.len; i++)
        put_program(e, e->m->programs.at[i]);
    if (str_ok(e->out))
        put_bytes(e, binary_checksum(e->out->data + start, e->out->len - start),
                  BINARY_CHECKSUM_SIZE);
}

bool binary_encode(Str *out, const Module *m) {
    Encoder e = {.out = out, .m = m};
    Env *env = out->env;
    size_t strings_size = m->strings.starts.len * sizeof *e.string_number;
    size_t types_size = m->types.all.len * sizeof *e.type_number;
    e.string_number = env_new(env, strings_size);
    e.type_number = env_new(env, types_size);
    bool ok = e.string_number && e.type_number;
    if (ok) {
        put_module(&e);
        ok = str_ok(out);
    }
    env_free(env->allocator, e.string_number, strings_size);
    env_free(env->allocator, e.type_number, types_size);
    return ok;
}
