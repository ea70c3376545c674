/* The table of type rules and what they share. */
#include "infer/rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/text.h"

#define rule__ NULL
static RuleFn *const table[RULE_COUNT] = {
#define RULE(id, function, flags) [RULE_##id] = rule_##function,
#include "op/type_rules.def"
#undef RULE
};

bool rule_apply(RuleCall *c) {
    RuleFn *fn = table[c->info->rule];
    if (!fn) /* const and control ops have no type rule of their own: their callers type them */
        return rule_fail(c, FRIT_ERR_INTERNAL, "has no type rule");
    return fn(c);
}

void rule_set_error(RuleCall *c, frit_status status, const char *format, ...) {
    char message[sizeof c->env->error->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    env_set_error(c->env, status, c->env->error->stage, "%s: %s", c->info->name, message);
}

bool rule_fail_literal(Env *env, const Module *m, const Literal *weak, Dtype dtype) {
    Literal bare = {.form = weak->form, .type = NO_TYPE, .bits = weak->bits};
    Str text = str_make(env);
    text_print_literal(&text, m, &bare);
    if (str_ok(&text))
        env_set_error(env, FRIT_ERR_TYPE, env->error->stage, "the literal %s does not fit into %s",
                      text.data, dtype_info(dtype)->name);
    str_free(&text);
    return false;
}

/* Copies a Str, cut where it is too long, and frees it. */
static const char *shown(Str *text, char buffer[SHOW_MAX]) {
    size_t n = text->len < SHOW_MAX - 4 ? text->len : SHOW_MAX - 4;
    if (n)
        memcpy(buffer, text->data, n);
    memcpy(buffer + n, text->len > n ? "..." : "", text->len > n ? 4 : 1);
    str_free(text);
    return buffer;
}

const char *rule_show(RuleCall *c, TypeId type, char buffer[SHOW_MAX]) {
    if (type == NO_TYPE)
        return "an untyped literal";
    Str text = str_make(c->env);
    type_print(&text, &c->module->strings, &c->module->types, type);
    return shown(&text, buffer);
}

const char *rule_show_dim(RuleCall *c, Dim dim, char buffer[SHOW_MAX]) {
    Str text = str_make(c->env);
    if (DIM_IS_NAME(dim))
        str_puts(&text, strings_get(&c->module->strings, DIM_NAME_OF(dim)));
    else
        str_int(&text, dim);
    return shown(&text, buffer);
}

bool rule_has(const RuleCall *c, unsigned k) {
    return c->words[k] != ATTR_ABSENT;
}

int64_t rule_int(const RuleCall *c, unsigned k, int64_t absent) {
    return rule_has(c, k) ? c->words[k] : absent;
}

const int64_t *rule_list(const RuleCall *c, unsigned k, uint32_t *n) {
    *n = 0;
    if (!rule_has(c, k))
        return NULL;
    *n = (uint32_t)c->pool->attrs.at[c->words[k]];
    return c->pool->attrs.at + c->words[k] + 1;
}

bool rule_full_list(RuleCall *c, unsigned k, const int64_t **list, uint32_t *n) {
    *list = rule_list(c, k, n);
    for (uint32_t i = 0; i < *n; i++)
        if ((*list)[i] == LIST_SKIPPED)
            return rule_fail(c, FRIT_ERR_SHAPE, "entry %u of %s is _", i, c->info->attrs[k].name);
    return true;
}

/* ---- shapes */

Shape rule_shape(const RuleCall *c, uint32_t operand) {
    Shape shape = {.rank = type_rank(&c->module->types, c->in[operand])};
    const Dim *dims = type_dims(&c->module->types, c->in[operand]);
    for (unsigned i = 0; i < shape.rank; i++)
        shape.dims[i] = unify_resolve(c->unifier, dims[i]);
    return shape;
}

bool rule_same_extent(RuleCall *c, Dim a, Dim b, const char *what) {
    bool same;
    char at[SHOW_MAX], bt[SHOW_MAX];
    TRY(unify_dims(c->env, c->module, c->unifier, a, b, &same));
    return same || rule_fail(c, FRIT_ERR_SHAPE, "%s are %s and %s", what, rule_show_dim(c, a, at),
                             rule_show_dim(c, b, bt));
}

bool rule_broadcast(RuleCall *c, Shape *shape, const Shape *with) {
    Shape out = {.rank = shape->rank > with->rank ? shape->rank : with->rank};
    for (unsigned i = 1; i <= out.rank; i++) { /* i-th axis from the end */
        Dim a = i <= shape->rank ? shape->dims[shape->rank - i] : 1;
        Dim b = i <= with->rank ? with->dims[with->rank - i] : 1;
        if (a != 1 && b != 1) {
            char what[64];
            snprintf(what, sizeof what, "the operands do not broadcast: extents of axis -%u", i);
            TRY(rule_same_extent(c, a, b, what));
        }
        out.dims[out.rank - i] = unify_resolve(c->unifier, a == 1 ? b : a);
    }
    *shape = out;
    return true;
}

bool rule_broadcast_all(RuleCall *c, Shape *out) {
    *out = (Shape){.rank = 0};
    for (uint32_t i = 0; i < c->n_in; i++) {
        if (type_rank(&c->module->types, c->in[i]) == 0)
            continue;
        Shape shape = rule_shape(c, i);
        TRY(rule_broadcast(c, out, &shape));
    }
    return true;
}

bool rule_result(RuleCall *c, TypeId elem, const Shape *shape) {
    return type_array(c->env, &c->module->types, elem, shape->dims, shape->rank, &c->out);
}

bool rule_result_dtype(RuleCall *c, Dtype dtype, const Shape *shape) {
    TypeId elem;
    TRY(type_scalar(c->env, &c->module->types, dtype, &elem));
    return rule_result(c, elem, shape);
}

bool rule_axis(RuleCall *c, int64_t axis, unsigned rank, unsigned *out) {
    if (axis < -(int64_t)rank || axis >= (int64_t)rank)
        return rule_fail(c, FRIT_ERR_SHAPE, "axis %lld of a value of rank %u", (long long)axis,
                         rank);
    *out = (unsigned)(axis < 0 ? axis + rank : axis);
    return true;
}

bool rule_axes(RuleCall *c, unsigned k, unsigned rank, AxisSet *out) {
    uint32_t n;
    const int64_t *list;
    TRY(rule_full_list(c, k, &list, &n));
    *out = (AxisSet){.n = 0};
    for (unsigned i = 0; !list && i < rank; i++) {
        out->at[out->n++] = i;
        out->has[i] = true;
    }
    for (uint32_t i = 0; list && i < n; i++) {
        unsigned axis = 0;
        TRY(rule_axis(c, list[i], rank, &axis));
        if (out->has[axis])
            return rule_fail(c, FRIT_ERR_SHAPE, "axis %u is named twice", axis);
        out->has[axis] = true;
        out->at[out->n++] = axis;
    }
    return true;
}

/* ---- element types */

Dtype rule_default_dtype(const InferOptions *options, LiteralForm form) {
    switch (form) {
    case LITERAL_UINT: return DT_U64;
    case LITERAL_REAL: return options->default_f32 ? DT_F32 : DT_F64;
    case LITERAL_COMPLEX: return options->default_f32 ? DT_C64 : DT_C128;
    default: return DT_I64;
    }
}

/* The dtype both an untyped literal and what it stands beside take; DT_NONE when there is none. */
static Dtype adapt_literal(const RuleCall *c, LiteralForm form, Dtype beside) {
    DtypeClass class = dtype_info(beside)->class;
    bool integer = form == LITERAL_INT || form == LITERAL_UINT;
    if (class == CLASS_COMPLEX || (class == CLASS_FLOAT && form != LITERAL_COMPLEX) ||
        (integer && class != CLASS_BOOL))
        return beside;
    /* a complex literal beside reals: the complex type that holds them */
    if (class == CLASS_FLOAT && c->options.promotion != FRIT_PROMOTE_NONE) {
        Dtype complex = dtype_complex(beside);
        return complex == DT_NONE ? DT_C64 : complex;
    }
    return c->options.promotion == FRIT_PROMOTE_NUMPY ? rule_default_dtype(&c->options, form)
                                                      : DT_NONE;
}

static bool accepts(RuleCall *c, Dtype dtype) {
    if (op_accepts(c->op, dtype))
        return true;
    bool literals = c->n_in > 0;
    for (uint32_t i = 0; i < c->n_in; i++)
        literals &= c->in[i] == NO_TYPE;
    return rule_fail(c, FRIT_ERR_TYPE, "does not take %s%s", dtype_info(dtype)->name,
                     literals ? ", which an untyped literal becomes where it meets no type" : "");
}

/* Folds one operand into the common dtype so far. */
static bool join_dtype(RuleCall *c, uint32_t operand, Dtype *common) {
    char a[SHOW_MAX];
    Dtype dtype = type_dtype(&c->module->types, c->in[operand]);
    if (dtype == DT_NONE)
        return rule_fail(c, FRIT_ERR_TYPE, "operand %u is %s; a scalar, vector or matrix is needed",
                         operand + 1, rule_show(c, c->in[operand], a));
    if (*common == DT_NONE || *common == dtype) {
        *common = dtype;
        return true;
    }
    Dtype both = infer_promote(*common, dtype, c->options.promotion);
    if (both == DT_NONE)
        return rule_fail(c, FRIT_ERR_TYPE, "operands of %s and %s; cast one of them",
                         dtype_info(*common)->name, dtype_info(dtype)->name);
    *common = both;
    return true;
}

bool rule_common_dtype(RuleCall *c, uint32_t first, Dtype fixed, Dtype *out) {
    Dtype common = fixed;
    for (uint32_t i = first; i < c->n_in; i++)
        if (c->in[i] != NO_TYPE)
            TRY(join_dtype(c, i, &common));
    if (fixed != DT_NONE && common != fixed)
        return rule_fail(c, FRIT_ERR_TYPE, "an operand of %s where %s is needed",
                         dtype_info(common)->name, dtype_info(fixed)->name);
    bool typed = common != DT_NONE;
    for (uint32_t i = first; i < c->n_in; i++) {
        if (c->in[i] != NO_TYPE)
            continue;
        LiteralForm form = c->weak[i].form;
        Dtype own = typed ? adapt_literal(c, form, common) : rule_default_dtype(&c->options, form);
        if (own == DT_NONE || (fixed != DT_NONE && own != fixed))
            return rule_fail_literal(c->env, c->module, &c->weak[i], common);
        if (typed || common == DT_NONE)
            common = own; /* which holds what is beside it */
        else if (own != common && own <= DT_U64 && common <= DT_U64)
            common = DT_U64; /* integers of which one is above i64 */
        else
            common = infer_promote(common, own, FRIT_PROMOTE_NUMPY);
    }
    if (common == DT_NONE)
        return rule_fail(c, FRIT_ERR_TYPE, "has no operand to take a type from");
    for (uint32_t i = first; i < c->n_in; i++)
        c->want[i] = common;
    *out = common;
    return accepts(c, common);
}

bool rule_common_elem(RuleCall *c, uint32_t first, Dtype dtype, TypeId *out) {
    const Types *t = &c->module->types;
    TypeId found = NO_TYPE;
    char a[SHOW_MAX], b[SHOW_MAX];
    for (uint32_t i = first; i < c->n_in; i++) {
        TypeId elem = type_elem(t, c->in[i]);
        const Type *type = type_get(t, elem);
        if (type->kind != TYPE_VECTOR && type->kind != TYPE_MATRIX)
            continue;
        const Type *other = type_get(t, found);
        if (found == NO_TYPE)
            found = elem;
        else if (other->kind != type->kind || other->rows != type->rows ||
                 other->cols != type->cols)
            return rule_fail(c, FRIT_ERR_TYPE, "elements of %s and %s do not fit together",
                             rule_show(c, found, a), rule_show(c, elem, b));
    }
    if (found == NO_TYPE)
        return type_scalar(c->env, &c->module->types, dtype, out);
    return type_with_dtype(c->env, &c->module->types, found, dtype, out);
}

bool rule_scalar_operand(RuleCall *c, uint32_t operand, Dtype *out) {
    char a[SHOW_MAX];
    if (c->in[operand] == NO_TYPE) {
        *out = c->want[operand] = rule_default_dtype(&c->options, c->weak[operand].form);
        return accepts(c, *out);
    }
    TypeId elem = type_elem(&c->module->types, c->in[operand]);
    if (type_get(&c->module->types, elem)->kind != TYPE_SCALAR)
        return rule_fail(c, FRIT_ERR_TYPE, "operand %u has elements of %s; scalars are needed",
                         operand + 1, rule_show(c, elem, a));
    *out = type_dtype(&c->module->types, elem);
    return accepts(c, *out);
}
