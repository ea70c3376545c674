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
#define ZF2(f)      "c" #f

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
    COSTLY = OPF_COSTLY,
    ROUTINE = OPF_ROUTINE
};

const OpInfo op_table[OP_COUNT] = {
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

static const Fold folds[OP_COUNT] = {
#define OP(...)
#define ALIAS(name, op)
#define FOLD(name, kind, over, step, start) [OP_##name] = {FOLD_##kind, OP_##step, START_##start},
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

const Fold *op_fold(Op op) {
    return &folds[op];
}

/* The largest or smallest number of a real dtype. */
static uint64_t extreme(const DtypeInfo *info, bool largest) {
    uint64_t ones = UINT64_MAX >> (64 - info->bits), sign = 1ull << (info->bits - 1);
    if (info->class == CLASS_FLOAT)
        return float_infinity(info) | (largest ? 0 : sign);
    if (info->class == CLASS_SIGNED)
        return largest ? ones ^ sign : sign;
    return largest ? ones : 0;
}

Bits fold_start(FoldStart start, Dtype dtype) {
    Scalar one = {.u = 1};
    switch (start) {
    case START_ONE: return scalar_to_bits(dtype, scalar_cast(DT_BOOL, dtype, one));
    case START_LEAST: return (Bits){extreme(dtype_info(dtype), false), 0};
    case START_MOST: return (Bits){extreme(dtype_info(dtype), true), 0};
    default: return (Bits){0, 0};
    }
}

enum { MAPS = 1, PLACE = 2, MOVES = 4 };
static const uint8_t rule_flags[RULE_COUNT] = {
#define RULE(id, function, flags) flags,
#include "op/type_rules.def"
#undef RULE
};

const char *op_source(const OpInfo *info, Dtype dtype) {
    switch (dtype_info(dtype)->class) {
    case CLASS_BOOL: return info->source_b;
    case CLASS_SIGNED: return info->source_i;
    case CLASS_UNSIGNED: return info->source_u;
    case CLASS_FLOAT: return info->source_f;
    default: return info->source_z;
    }
}

bool op_is_mathematics(const OpInfo *info) {
    return strcmp(info->family, "mathematics") == 0;
}

bool rule_maps(TypeRule rule) {
    return rule_flags[rule] & MAPS;
}

bool rule_is_elementwise(TypeRule rule) {
    return rule_flags[rule] & (MAPS | PLACE);
}

bool op_accepts(Op op, Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    return (op_table[op].accepts & info->class) &&
           (!info->stored || (rule_flags[op_table[op].rule] & MOVES));
}

/* A perfect lookup is not worth a generated table: the names are few and short, and the text
 * parser remembers what it found. First letters rule out most rows. */
Op op_from_name(const char *name, size_t len) {
    for (Op op = 0; op < OP_COUNT; op++)
        if (op_table[op].name[0] == name[0] && strlen(op_table[op].name) == len &&
            memcmp(op_table[op].name, name, len) == 0)
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

int op_attr_find(Op op, const char *name, size_t len) {
    for (unsigned i = 0; i < MAX_ATTRS && op_table[op].attrs[i].kind != ATTR_END; i++)
        if (strlen(op_table[op].attrs[i].name) == len &&
            memcmp(op_table[op].attrs[i].name, name, len) == 0)
            return (int)i;
    return -1;
}

const char *combine_name(Combine combine) {
    static const char *const names[COMBINE_COUNT] = {"set", "add", "mul", "max", "min"};
    return names[combine];
}

Dtype op_result_dtype(Op op, Dtype dtype) {
    switch (op_table[op].result) {
    case RESULT_BOOL: return DT_BOOL;
    case RESULT_REAL: return dtype_real(dtype);
    case RESULT_COMPLEX: return dtype_complex(dtype);
    case RESULT_I64: return DT_I64;
    default: return dtype;
    }
}

bool op_has_step(Op op, Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    return op_accepts(op, dtype) && eval_table[op][info->domain] &&
           op_result_dtype(op, dtype) != DT_NONE;
}

bool op_eval(Op op, Dtype dtype, const Scalar *in, Scalar *out) {
    const DtypeInfo *info = dtype_info(dtype);
    EvalFn *step = eval_table[op][info->domain];
    Dtype result = op_result_dtype(op, dtype);
    if (!step || result == DT_NONE)
        return false;
    step(in, out, info->class == CLASS_FLOAT ? info->digits : info->bits);
    /* Through the bits: wraps narrow integers and rounds 16-bit floats. */
    *out = scalar_from_bits(result, scalar_to_bits(result, *out));
    return true;
}
