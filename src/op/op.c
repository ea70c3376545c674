#include "op/op.h"

#include <string.h>

#include "op/eval.h"

/* The steps as text, where there are any. */
#define _           NULL
#define F(e)        #e
#define F2Z(re, im) #re ", " #im
#define I(e)        #e
#define U(e)        #e
#define B(e)        #e
#define Z(re, im)   #re ", " #im
#define ZR(e)       #e
#define ZF(f)       "c" #f

#define A(name, kind, need) \
    { #name, ATTR_##kind, ATTR_##need }
#define NOATTR \
    { NULL, ATTR_END, false }
enum { ATTR_OPTIONAL = false, ATTR_REQUIRED = true };
enum {
    VARIADIC = OPF_VARIADIC,
    COMMUTES = OPF_COMMUTES,
    VIEW = OPF_VIEW,
    CONTROL = OPF_CONTROL,
    NOT_SLANG = OPF_NOT_SLANG,
    NOT_METAL = OPF_NOT_METAL,
    COSTLY = OPF_COSTLY
};

static const OpInfo table[OP_COUNT] = {
#define OP(id, family_, operands_, arity_, rule_, accepts_, result_, flags_, f, i, u, b, z, \
           expand_, doc_, ...)                                                              \
    {.name = #id,                                                                           \
     .family = family_,                                                                     \
     .operands = operands_,                                                                 \
     .doc = doc_,                                                                           \
     .expand = expand_,                                                                     \
     .arity = arity_,                                                                       \
     .accepts = accepts_,                                                                   \
     .rule = RULE_##rule_,                                                                  \
     .result = RESULT_##result_,                                                            \
     .flags = flags_,                                                                       \
     .attrs = {__VA_ARGS__},                                                                \
     .source_f = f,                                                                         \
     .source_i = i,                                                                         \
     .source_u = u,                                                                         \
     .source_b = b,                                                                         \
     .source_z = z},
#define ALIAS(name, op)
#include "op/ops.def"
#undef OP
#undef ALIAS
};

typedef struct Alias {
    const char *name;
    Op op;
} Alias;

static const Alias aliases[] = {
#define OP(...)
#define ALIAS(name, op) {#name, OP_##op},
#include "op/ops.def"
#undef OP
#undef ALIAS
};

const OpInfo *op_info(Op op) {
    return &table[op];
}

/* A perfect lookup is not worth a generated table: the names are few and short, and the text
 * parser remembers what it found. First letters rule out most rows. */
Op op_from_name(const char *name, size_t len) {
    for (Op op = 0; op < OP_COUNT; op++)
        if (table[op].name[0] == name[0] && strlen(table[op].name) == len &&
            memcmp(table[op].name, name, len) == 0)
            return op;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strlen(aliases[i].name) == len && memcmp(aliases[i].name, name, len) == 0)
            return aliases[i].op;
    return OP_NONE;
}

const char *op_alias(Op op) {
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (aliases[i].op == op)
            return aliases[i].name;
    return NULL;
}

unsigned op_attr_count(Op op) {
    unsigned n = 0;
    while (n < MAX_ATTRS && table[op].attrs[n].kind != ATTR_END)
        n++;
    return n;
}

int op_attr_find(Op op, const char *name, size_t len) {
    for (unsigned i = 0; i < MAX_ATTRS && table[op].attrs[i].kind != ATTR_END; i++)
        if (strlen(table[op].attrs[i].name) == len &&
            memcmp(table[op].attrs[i].name, name, len) == 0)
            return (int)i;
    return -1;
}

const char *combine_name(Combine combine) {
    static const char *const names[COMBINE_COUNT] = {"set", "add", "mul", "max", "min"};
    return names[combine];
}

Dtype op_result_dtype(Op op, Dtype dtype) {
    switch (table[op].result) {
    case RESULT_BOOL: return DT_BOOL;
    case RESULT_REAL: return dtype_real(dtype);
    case RESULT_COMPLEX: return dtype_complex(dtype);
    case RESULT_I64: return DT_I64;
    default: return dtype;
    }
}

unsigned float_digits(Dtype dtype) {
    switch (dtype) {
    case DT_F16: return 11;
    case DT_BF16: return 8;
    case DT_F32: return 24;
    default: return 53;
    }
}

bool op_has_step(Op op, Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    return (op_info(op)->accepts & info->class) && eval_table[op][info->domain] &&
           op_result_dtype(op, dtype) != DT_NONE;
}

bool op_eval(Op op, Dtype dtype, const Scalar *in, Scalar *out) {
    const DtypeInfo *info = dtype_info(dtype);
    EvalFn *step = eval_table[op][info->domain];
    Dtype result = op_result_dtype(op, dtype);
    if (!step || result == DT_NONE)
        return false;
    step(in, out, info->class == CLASS_FLOAT ? (int)float_digits(dtype) : info->bits);
    /* Through the bits: wraps narrow integers and rounds 16-bit floats. */
    *out = scalar_from_bits(result, scalar_to_bits(result, *out));
    return true;
}
