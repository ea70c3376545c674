/* Type rules: from the types of an instruction's operands to the type of its result. */
#ifndef FRIT_INFER_RULES_H
#define FRIT_INFER_RULES_H

#include "infer/infer.h"
#include "infer/unify.h"

typedef struct RuleCall {
    Env *env;
    Module *module;   /* types and names are added here */
    Unifier *unifier; /* NULL: extents must be the same already */
    InferOptions options;
    Op op;
    const OpInfo *info;
    const Program *pool;  /* where attribute lists lie */
    const int64_t *words; /* the attribute words */
    const TypeId *in;     /* NO_TYPE for an untyped literal */
    const Literal *weak;  /* by operand; read where in is NO_TYPE */
    uint32_t n_in;
    Dtype *want; /* by operand: the dtype to convert it to; DT_NONE on entry: as it is */
    TypeId out;
} RuleCall;

typedef bool RuleFn(RuleCall *c);

/* Works out c->want and c->out. Ops that run other programs are not for it. */
bool rule_apply(RuleCall *c);

void rule_set_error(RuleCall *c, frit_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* False. The message gets the op's name in front. */
#define rule_fail(...) (rule_set_error(__VA_ARGS__), false)
/* The same for a literal without a type that the dtype cannot hold. */
bool rule_fail_literal(Env *env, const Module *m, const Literal *weak, Dtype dtype);
/* A type as text in a buffer, for messages. */
enum { SHOW_MAX = 96 };
const char *rule_show(RuleCall *c, TypeId type, char buffer[SHOW_MAX]);

/* Attributes, as attr_* of ir/program.h. */
bool rule_has(const RuleCall *c, unsigned k);
int64_t rule_int(const RuleCall *c, unsigned k, int64_t absent);
const int64_t *rule_list(const RuleCall *c, unsigned k, uint32_t *n);
/* Fails when an entry is left out (`_`). */
bool rule_full_list(RuleCall *c, unsigned k, const int64_t **list, uint32_t *n);

/* ---- helpers of several rules */

typedef struct Shape {
    unsigned rank;
    Dim dims[MAX_RANK];
} Shape;

/* Of an operand; an untyped literal has rank 0. Extents resolved. */
Shape rule_shape(const RuleCall *c, uint32_t operand);
/* Broadcasts `with` into *shape by trailing alignment. */
bool rule_broadcast(RuleCall *c, Shape *shape, const Shape *with);
bool rule_broadcast_all(RuleCall *c, Shape *out);
/* Makes the extents one, or fails naming `what`. */
bool rule_same_extent(RuleCall *c, Dim a, Dim b, const char *what);
bool rule_result(RuleCall *c, TypeId elem, const Shape *shape);
bool rule_result_dtype(RuleCall *c, Dtype dtype, const Shape *shape);
/* An axis in -rank .. rank-1, made positive. */
bool rule_axis(RuleCall *c, int64_t axis, unsigned rank, unsigned *out);
/* A list of different axes as a set (bits by axis) and in order. absent: all of them. */
typedef struct AxisSet {
    unsigned n;
    unsigned at[MAX_RANK];
    bool has[MAX_RANK];
} AxisSet;
bool rule_axes(RuleCall *c, unsigned k, unsigned rank, AxisSet *out);
/* Dtype of a scalar operand that the op accepts; untyped literals take their default. */
bool rule_scalar_operand(RuleCall *c, uint32_t operand, Dtype *out);
/*
 * One dtype for operands first .. n_in-1, promoted as the options say, with c->want set; checks that
 * the op accepts it. fixed: a dtype they must take, or DT_NONE.
 */
bool rule_common_dtype(RuleCall *c, uint32_t first, Dtype fixed, Dtype *out);
Dtype rule_default_dtype(const InferOptions *options, LiteralForm form);
/* Element types of operands first .. (scalars, vectors, matrices): scalars splat. */
bool rule_common_elem(RuleCall *c, uint32_t first, Dtype dtype, TypeId *out);
/*
 * Extents that only a run can tell are named after what they are computed of ("m+2"), so that the
 * same computation gives the same name: extent.c.
 */
/* The name for a computation. Takes the text over. */
bool rule_derived_dim(RuleCall *c, Str *text, Dim *out);
/* An extent as a part of such a text. */
void rule_put_dim(RuleCall *c, Str *text, Dim dim);
/* a + b, and what is left of a without k elements: 0 when there are not so many. k >= 0. */
bool rule_add_extents(RuleCall *c, Dim a, Dim b, Dim *out);
bool rule_shrink_extent(RuleCall *c, Dim a, int64_t k, Dim *out);
/* To be called where a type is made in the belief that an extent is known by name alone. */
void rule_hangs_on_name(RuleCall *c);
/* An extent for messages, cut where it is long. */
const char *rule_show_dim(RuleCall *c, Dim dim, char buffer[SHOW_MAX]);

/* By rule: the functions of rules_elem.c, rules_vector.c, rules_reduce.c, rules_shape.c, rules_routine.c. */
RuleFn rule_elementwise, rule_select, rule_cast, rule_bitcast;
RuleFn rule_make, rule_extract, rule_insert, rule_element, rule_swizzle, rule_dot, rule_cross,
    rule_length, rule_normalize, rule_mat_mul, rule_mat_transpose, rule_determinant,
    rule_set_element, rule_pack, rule_unpack;
RuleFn rule_reduce, rule_arg_reduce, rule_same_shape, rule_scan, rule_matmul, rule_contract;
RuleFn rule_iota, rule_fill, rule_broadcast_to, rule_reshape, rule_reshape_like, rule_transpose,
    rule_expand_dims, rule_squeeze, rule_slice, rule_flip, rule_pad, rule_concat, rule_stack,
    rule_gather, rule_scatter, rule_random, rule_extent;
RuleFn rule_along, rule_ranked, rule_search, rule_convolve, rule_half, rule_whole, rule_solve,
    rule_square, rule_packed, rule_draws;

#endif
