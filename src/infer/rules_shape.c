/* Steps that make, move or rearrange arrays. */
#include "infer/infer.h"
#include "infer/rules.h"

/* The shape attribute. rest: where `_` stands, or -1; only reshape allows it. */
static bool shape_attr(RuleCall *c, Shape *out, int *rest) {
    uint32_t n;
    const int64_t *list = rule_list(c, AT_SHAPE, &n);
    int place = -1;
    if (n > MAX_RANK)
        return rule_fail(c, FRIT_ERR_LIMIT, "a shape of %u axes; at most %d are allowed", n,
                         MAX_RANK);
    out->rank = n;
    for (uint32_t i = 0; i < n; i++) {
        if (list[i] == DIM_REST && (!rest || place >= 0))
            return rule_fail(c, FRIT_ERR_SHAPE, "%s",
                             rest ? "two extents are _" : "an extent is _");
        if (list[i] == DIM_REST)
            place = (int)i;
        out->dims[i] = list[i] == DIM_REST ? DIM_REST : unify_resolve(c->unifier, list[i]);
    }
    if (rest)
        *rest = place;
    return true;
}

/* Element type of an operand of any kind; an untyped literal takes its default. */
static bool any_elem(RuleCall *c, uint32_t operand, TypeId *out) {
    *out = type_elem(&c->module->types, c->in[operand]);
    if (*out != NO_TYPE)
        return true;
    c->want[operand] = rule_default_dtype(&c->options, c->weak[operand].form);
    return type_scalar(c->env, &c->module->types, c->want[operand], out);
}

static bool target_dtype(RuleCall *c, unsigned k, Dtype *out) {
    char a[SHOW_MAX];
    TypeId to = (TypeId)c->words[k];
    *out = type_dtype(&c->module->types, to);
    return (type_get(&c->module->types, to)->kind == TYPE_SCALAR && op_accepts(c->op, *out)) ||
           rule_fail(c, FRIT_ERR_TYPE, "does not make %s", rule_show(c, to, a));
}

bool rule_iota(RuleCall *c) {
    Shape shape;
    Dtype dtype;
    unsigned axis;
    TRY(shape_attr(c, &shape, NULL));
    TRY(target_dtype(c, AT_IOTA_TO, &dtype));
    if (dtype == DT_BOOL)
        return rule_fail(c, FRIT_ERR_TYPE, "does not make bool");
    TRY(rule_axis(c, c->words[AT_IOTA_AXIS], shape.rank, &axis));
    return rule_result_dtype(c, dtype, &shape);
}

bool rule_fill(RuleCall *c) {
    Shape shape;
    TypeId elem;
    TRY(shape_attr(c, &shape, NULL));
    TRY(any_elem(c, 0, &elem));
    if (type_rank(&c->module->types, c->in[0]) != 0)
        return rule_fail(c, FRIT_ERR_SHAPE,
                         "fills with a value of rank 0; broadcast repeats an array");
    return rule_result(c, elem, &shape);
}

bool rule_broadcast_to(RuleCall *c) {
    Shape shape, x = rule_shape(c, 0);
    TypeId elem;
    TRY(shape_attr(c, &shape, NULL));
    TRY(any_elem(c, 0, &elem));
    if (x.rank > shape.rank)
        return rule_fail(c, FRIT_ERR_SHAPE, "from rank %u to rank %u", x.rank, shape.rank);
    for (unsigned i = 0; i < x.rank; i++)
        if (x.dims[i] != 1)
            TRY(rule_same_extent(c, x.dims[i], shape.dims[shape.rank - x.rank + i],
                                 "an extent that is not 1 and the one asked for"));
    for (unsigned i = 0; i < shape.rank; i++)
        shape.dims[i] = unify_resolve(c->unifier, shape.dims[i]);
    return rule_result(c, elem, &shape);
}

/* ---- reshape */

/* A product of extents: its numbers multiplied out, its names in order. */
typedef struct ExtentProduct {
    bool overflow;
    uint64_t number;
    unsigned n;
    Dim names[MAX_RANK];
} ExtentProduct;

static ExtentProduct product_of(const Shape *shape) {
    ExtentProduct p = {.number = 1};
    for (unsigned i = 0; i < shape->rank; i++)
        if (DIM_IS_NAME(shape->dims[i]))
            p.names[p.n++] = shape->dims[i];
        else if (shape->dims[i] != DIM_REST)
            p.overflow |= __builtin_mul_overflow(p.number, (uint64_t)shape->dims[i], &p.number);
    p.overflow |= p.number > INT64_MAX;
    for (unsigned i = 0; i < shape->rank; i++)
        if (shape->dims[i] == 0) {
            p.overflow = false;
            p.number = 0;
        }
    return p;
}

/* Takes names that stand on both sides out of both. */
static void cancel(ExtentProduct *a, ExtentProduct *b) {
    unsigned kept = 0;
    for (unsigned i = 0; i < a->n; i++) {
        unsigned j = 0;
        while (j < b->n && b->names[j] != a->names[i])
            j++;
        if (j == b->n)
            a->names[kept++] = a->names[i];
        else
            b->names[j] = b->names[--b->n];
    }
    a->n = kept;
}

bool reshape_hangs(const Types *types, TypeId x, TypeId y) {
    Shape from = {.rank = type_rank(types, x)}, to = {.rank = type_rank(types, y)};
    for (unsigned i = 0; i < from.rank; i++)
        from.dims[i] = type_dims(types, x)[i];
    for (unsigned i = 0; i < to.rank; i++)
        to.dims[i] = type_dims(types, y)[i];
    ExtentProduct a = product_of(&from), b = product_of(&to);
    cancel(&a, &b);
    return a.n || b.n;
}

static void put_product(RuleCall *c, Str *text, const ExtentProduct *p) {
    if (p->number != 1 || p->n == 0)
        str_uint(text, p->number);
    for (unsigned i = 0; i < p->n; i++) {
        str_puts(text, text->len && text->data[text->len - 1] != '/' ? "*" : "");
        rule_put_dim(c, text, p->names[i]);
    }
}

/* "2*m*n/k": an extent only a run can tell. */
static bool derived_quotient(RuleCall *c, const ExtentProduct *all, const ExtentProduct *known,
                             Dim *out) {
    Str text = str_make(c->env);
    put_product(c, &text, all);
    if (known->number != 1 || known->n) {
        str_putc(&text, '/');
        put_product(c, &text, known);
    }
    return rule_derived_dim(c, &text, out);
}

/* The extent that makes `known` times it the product of `all`. */
static bool rest_extent(RuleCall *c, const ExtentProduct *all, const ExtentProduct *known,
                        Dim *out) {
    if (known->n == 0 && known->number == 0)
        return rule_fail(c, FRIT_ERR_SHAPE, "_ beside an extent of 0 could be anything");
    if (known->n == 0 && all->n == 0) {
        *out = (Dim)(all->number / known->number);
        return all->number % known->number == 0 ||
               rule_fail(c, FRIT_ERR_SHAPE, "%llu elements do not divide by %llu",
                         (unsigned long long)all->number, (unsigned long long)known->number);
    }
    if (known->n == 0 && all->n == 1 && all->number == known->number) {
        *out = all->names[0];
        return true;
    }
    return derived_quotient(c, all, known, out);
}

static bool check_count(RuleCall *c, const ExtentProduct *from, const ExtentProduct *to) {
    /* With names left over only a run can tell. */
    if (from->n || to->n || from->number == to->number)
        return true;
    return rule_fail(c, FRIT_ERR_SHAPE, "%llu elements into a shape of %llu",
                     (unsigned long long)from->number, (unsigned long long)to->number);
}

static bool reshape_to(RuleCall *c, Shape *shape, int rest) {
    Shape x = rule_shape(c, 0);
    ExtentProduct from = product_of(&x), to = product_of(shape);
    TypeId elem;
    if (from.overflow || to.overflow)
        return rule_fail(c, FRIT_ERR_LIMIT, "more than 2^63 elements");
    if (from.n || to.n)
        rule_hangs_on_name(c);
    cancel(&from, &to);
    if (rest >= 0)
        TRY(rest_extent(c, &from, &to, &shape->dims[rest]));
    else
        TRY(check_count(c, &from, &to));
    TRY(any_elem(c, 0, &elem));
    return rule_result(c, elem, shape);
}

bool rule_reshape(RuleCall *c) {
    Shape shape;
    int rest;
    TRY(shape_attr(c, &shape, &rest));
    return reshape_to(c, &shape, rest);
}

bool rule_reshape_like(RuleCall *c) {
    Shape shape = rule_shape(c, 1);
    if (c->in[1] == NO_TYPE)
        c->want[1] = rule_default_dtype(&c->options, c->weak[1].form);
    return reshape_to(c, &shape, -1);
}

/* ---- views */

bool rule_transpose(RuleCall *c) {
    Shape x = rule_shape(c, 0), out = {.rank = x.rank};
    AxisSet perm;
    TypeId elem;
    TRY(rule_axes(c, AT_PERM, x.rank, &perm));
    if (perm.n != x.rank)
        return rule_fail(c, FRIT_ERR_SHAPE, "%u axes for a value of rank %u", perm.n, x.rank);
    for (unsigned i = 0; i < x.rank; i++)
        out.dims[i] = x.dims[rule_has(c, AT_PERM) ? perm.at[i] : x.rank - 1 - i];
    TRY(any_elem(c, 0, &elem));
    return rule_result(c, elem, &out);
}

bool rule_expand_dims(RuleCall *c) {
    Shape x = rule_shape(c, 0), out = {.rank = 0};
    AxisSet axes;
    TypeId elem;
    uint32_t n;
    rule_list(c, AT_AXES, &n);
    if (x.rank + n > MAX_RANK)
        return rule_fail(c, FRIT_ERR_LIMIT, "a result of rank %u; at most %d is allowed",
                         x.rank + n, MAX_RANK);
    TRY(rule_axes(c, AT_AXES, x.rank + n, &axes));
    for (unsigned i = 0, from = 0; i < x.rank + n; i++)
        out.dims[out.rank++] = axes.has[i] ? 1 : x.dims[from++];
    TRY(any_elem(c, 0, &elem));
    return rule_result(c, elem, &out);
}

bool rule_squeeze(RuleCall *c) {
    Shape x = rule_shape(c, 0), out = {.rank = 0};
    AxisSet axes;
    TypeId elem;
    char a[SHOW_MAX];
    bool named = rule_has(c, AT_AXES);
    TRY(rule_axes(c, AT_AXES, x.rank, &axes));
    for (unsigned i = 0; i < x.rank; i++) {
        bool out_with = axes.has[i] && (named || x.dims[i] == 1);
        if (!named && DIM_IS_NAME(x.dims[i]))
            rule_hangs_on_name(c);
        if (out_with && x.dims[i] != 1)
            return rule_fail(c, FRIT_ERR_SHAPE, "axis %u has extent %s, not 1", i,
                             rule_show_dim(c, x.dims[i], a));
        if (!out_with)
            out.dims[out.rank++] = x.dims[i];
    }
    TRY(any_elem(c, 0, &elem));
    return rule_result(c, elem, &out);
}

/* Entry i of a slice list, or `absent`. */
static int64_t slice_entry(const int64_t *list, uint32_t n, unsigned i, int64_t absent) {
    return i < n && list[i] != LIST_SKIPPED ? list[i] : absent;
}

/* How many elements start:stop:step picks out of n, as Python counts. */
static int64_t slice_length(int64_t n, int64_t start, int64_t stop, int64_t step) {
    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? n - 1 : n;
    if (start == LIST_SKIPPED)
        start = step < 0 ? high : low;
    else
        start = start < 0 ? (start + n < low ? low : start + n) : start > high ? high : start;
    if (stop == LIST_SKIPPED)
        stop = step < 0 ? low : high;
    else
        stop = stop < 0 ? (stop + n < low ? low : stop + n) : stop > high ? high : stop;
    if (step > 0)
        return start < stop ? (stop - start - 1) / step + 1 : 0;
    return stop < start ? (start - stop - 1) / -step + 1 : 0;
}

static bool slice_extent(RuleCall *c, Dim extent, const int64_t entry[3], Dim *out) {
    bool all = entry[0] == LIST_SKIPPED && entry[1] == LIST_SKIPPED;
    int64_t step = entry[2];
    if (step == 0)
        return rule_fail(c, FRIT_ERR_SHAPE, "a step of 0");
    if (!DIM_IS_NAME(extent)) {
        *out = slice_length(extent, entry[0], entry[1], step);
        return true;
    }
    *out = extent;
    if (all && (step == 1 || step == -1))
        return true;
    /* x[2:], x[:-2] and x[1:-1] all leave out two elements. */
    int64_t before = entry[0] == LIST_SKIPPED ? 0 : entry[0];
    int64_t behind = entry[1] == LIST_SKIPPED ? 0 : entry[1] < 0 ? -entry[1] : -1;
    if (step == 1 && before >= 0 && behind >= 0 && before <= INT64_MAX - behind)
        return rule_shrink_extent(c, extent, before + behind, out);
    Str text = str_make(c->env); /* "m[:5]", "m[::2]" */
    rule_put_dim(c, &text, extent);
    for (int i = 0; i < (step == 1 ? 2 : 3); i++) {
        str_putc(&text, i ? ':' : '[');
        if (entry[i] != LIST_SKIPPED)
            str_int(&text, entry[i]);
    }
    str_putc(&text, ']');
    return rule_derived_dim(c, &text, out);
}

bool rule_slice(RuleCall *c) {
    Shape x = rule_shape(c, 0);
    const int64_t *lists[3];
    uint32_t n[3];
    TypeId elem;
    for (unsigned k = 0; k < 3; k++) {
        lists[k] = rule_list(c, k, &n[k]);
        if (n[k] > x.rank)
            return rule_fail(c, FRIT_ERR_SHAPE, "%u entries for a value of rank %u", n[k], x.rank);
    }
    for (unsigned i = 0; i < x.rank; i++) {
        int64_t entry[3] = {slice_entry(lists[AT_START], n[AT_START], i, LIST_SKIPPED),
                            slice_entry(lists[AT_STOP], n[AT_STOP], i, LIST_SKIPPED),
                            slice_entry(lists[AT_STEP], n[AT_STEP], i, 1)};
        TRY(slice_extent(c, x.dims[i], entry, &x.dims[i]));
    }
    TRY(any_elem(c, 0, &elem));
    return rule_result(c, elem, &x);
}

bool rule_flip(RuleCall *c) {
    AxisSet axes;
    TypeId elem;
    Shape x = rule_shape(c, 0);
    TRY(rule_axes(c, AT_AXES, x.rank, &axes));
    TRY(any_elem(c, 0, &elem));
    return rule_result(c, elem, &x);
}

/* ---- joining */

static bool pad_extent(RuleCall *c, Dim extent, int64_t lo, int64_t hi, Dim *out) {
    if (lo < 0 || hi < 0 || lo > INT64_MAX - hi)
        return rule_fail(c, FRIT_ERR_SHAPE, "pads of %lld and %lld", (long long)lo, (long long)hi);
    return rule_add_extents(c, extent, lo + hi, out);
}

/* Two operands with one element type: operand `other` is converted to that of operand 0. */
static bool like_first(RuleCall *c, uint32_t other, TypeId *elem) {
    Types *t = &c->module->types;
    char a[SHOW_MAX], b[SHOW_MAX];
    TRY(any_elem(c, 0, elem));
    if (c->in[other] == NO_TYPE && type_get(t, *elem)->kind == TYPE_SCALAR) {
        c->want[other] = type_dtype(t, *elem);
        return true;
    }
    return type_elem(t, c->in[other]) == *elem ||
           rule_fail(c, FRIT_ERR_TYPE, "operand %u is %s; elements of %s are needed", other + 1,
                     rule_show(c, c->in[other], a), rule_show(c, *elem, b));
}

bool rule_pad(RuleCall *c) {
    Shape x = rule_shape(c, 0);
    uint32_t n_lo, n_hi;
    const int64_t *lo, *hi;
    TypeId elem;
    TRY(rule_full_list(c, AT_LO, &lo, &n_lo) && rule_full_list(c, AT_HI, &hi, &n_hi));
    TRY(like_first(c, 1, &elem));
    if (type_rank(&c->module->types, c->in[1]) != 0)
        return rule_fail(c, FRIT_ERR_SHAPE, "pads with a value of rank 0");
    if (n_lo != x.rank || n_hi != x.rank)
        return rule_fail(c, FRIT_ERR_SHAPE, "%u and %u pads for a value of rank %u", n_lo, n_hi,
                         x.rank);
    for (unsigned i = 0; i < x.rank; i++)
        TRY(pad_extent(c, x.dims[i], lo[i], hi[i], &x.dims[i]));
    return rule_result(c, elem, &x);
}

/* The element type of all operands: promoted numbers, or one and the same aggregate. */
static bool join_elems(RuleCall *c, TypeId *elem) {
    const Types *t = &c->module->types;
    Dtype dtype;
    bool numbers = true;
    char a[SHOW_MAX], b[SHOW_MAX];
    if (c->n_in == 0)
        return rule_fail(c, FRIT_ERR_TYPE, "needs an operand");
    for (uint32_t i = 0; i < c->n_in; i++)
        numbers &= c->in[i] == NO_TYPE || type_dtype(t, c->in[i]) != DT_NONE;
    if (numbers) {
        TRY(rule_common_dtype(c, 0, DT_NONE, &dtype));
        TRY(rule_common_elem(c, 0, dtype, elem));
    } else {
        *elem = type_elem(t, c->in[0]);
    }
    for (uint32_t i = 0; i < c->n_in; i++) {
        Type x = *type_get(t, type_elem(t, c->in[i])), y = *type_get(t, *elem);
        bool same = numbers ? c->in[i] == NO_TYPE
                                  ? y.kind == TYPE_SCALAR
                                  : x.kind == y.kind && x.rows == y.rows && x.cols == y.cols
                            : type_elem(t, c->in[i]) == *elem;
        if (!same)
            return rule_fail(c, FRIT_ERR_TYPE, "operands of %s and %s", rule_show(c, c->in[i], a),
                             rule_show(c, *elem, b));
    }
    return true;
}

bool rule_concat(RuleCall *c) {
    TypeId elem;
    unsigned axis;
    TRY(join_elems(c, &elem));
    Shape out = rule_shape(c, 0);
    TRY(rule_axis(c, c->words[AT_AXIS], out.rank, &axis));
    for (uint32_t k = 1; k < c->n_in; k++) {
        Shape x = rule_shape(c, k);
        if (x.rank != out.rank)
            return rule_fail(c, FRIT_ERR_SHAPE, "operands of rank %u and %u", out.rank, x.rank);
        for (unsigned i = 0; i < x.rank; i++)
            if (i != axis)
                TRY(rule_same_extent(c, out.dims[i], x.dims[i], "extents beside the axis"));
        TRY(rule_add_extents(c, out.dims[axis], x.dims[axis], &out.dims[axis]));
    }
    for (unsigned i = 0; i < out.rank; i++)
        if (i != axis)
            out.dims[i] = unify_resolve(c->unifier, out.dims[i]);
    return rule_result(c, elem, &out);
}

bool rule_stack(RuleCall *c) {
    TypeId elem;
    unsigned axis;
    TRY(join_elems(c, &elem));
    Shape x = rule_shape(c, 0), out = {.rank = 0};
    if (x.rank == MAX_RANK)
        return rule_fail(c, FRIT_ERR_LIMIT, "a result of more than %d axes", MAX_RANK);
    TRY(rule_axis(c, c->words[AT_AXIS], x.rank + 1, &axis));
    for (uint32_t k = 1; k < c->n_in; k++) {
        Shape y = rule_shape(c, k);
        if (y.rank != x.rank)
            return rule_fail(c, FRIT_ERR_SHAPE, "operands of rank %u and %u", x.rank, y.rank);
        for (unsigned i = 0; i < x.rank; i++)
            TRY(rule_same_extent(c, x.dims[i], y.dims[i], "extents of the operands"));
    }
    for (unsigned i = 0, from = 0; i <= x.rank; i++)
        out.dims[out.rank++] = i == axis ? (Dim)c->n_in : unify_resolve(c->unifier, x.dims[from++]);
    return rule_result(c, elem, &out);
}

/* ---- indexing */

/* Index operands from `first` on: integers, one for each of the axes; their common shape. */
static bool index_shape(RuleCall *c, uint32_t first, const AxisSet *axes, Shape *out) {
    char a[SHOW_MAX];
    *out = (Shape){.rank = 0};
    if (c->n_in - first != axes->n || axes->n == 0)
        return rule_fail(c, FRIT_ERR_SHAPE, "%u index arrays for %u axes", c->n_in - first,
                         axes->n);
    for (uint32_t i = first; i < c->n_in; i++) {
        Dtype dtype = type_dtype(&c->module->types, c->in[i]);
        if (c->in[i] == NO_TYPE)
            c->want[i] = DT_I64;
        else if (dtype == DT_NONE ||
                 !(dtype_info(dtype)->class & (CLASS_SIGNED | CLASS_UNSIGNED)) ||
                 type_get(&c->module->types, type_elem(&c->module->types, c->in[i]))->kind !=
                     TYPE_SCALAR)
            return rule_fail(c, FRIT_ERR_TYPE, "an index of %s; integers are needed",
                             rule_show(c, c->in[i], a));
        Shape shape = rule_shape(c, i);
        TRY(rule_broadcast(c, out, &shape));
    }
    return true;
}

/* The shape x has at the places named: that of the indices, then the axes not indexed. */
static bool indexed_shape(RuleCall *c, uint32_t first, Shape *out) {
    AxisSet axes;
    Shape x = rule_shape(c, 0);
    TRY(rule_axes(c, AT_AXES, x.rank, &axes));
    TRY(index_shape(c, first, &axes, out));
    for (unsigned i = 0; i < x.rank; i++) {
        if (axes.has[i])
            continue;
        if (out->rank == MAX_RANK)
            return rule_fail(c, FRIT_ERR_LIMIT, "a result of more than %d axes", MAX_RANK);
        out->dims[out->rank++] = x.dims[i];
    }
    return true;
}

bool rule_gather(RuleCall *c) {
    Shape out;
    TypeId elem;
    TRY(any_elem(c, 0, &elem));
    TRY(indexed_shape(c, 1, &out));
    return rule_result(c, elem, &out);
}

bool rule_scatter(RuleCall *c) {
    Shape places, joined, v = rule_shape(c, 1);
    TypeId elem;
    int64_t combine = rule_int(c, AT(scatter, combine), COMBINE_SET);
    TRY(like_first(c, 1, &elem));
    if (combine != COMBINE_SET && type_get(&c->module->types, elem)->kind != TYPE_SCALAR)
        return rule_fail(c, FRIT_ERR_TYPE, "combines scalars; other elements can only be set");
    Dtype dtype = type_dtype(&c->module->types, elem);
    if (combine != COMBINE_SET &&
        (dtype == DT_BOOL || (combine >= COMBINE_MAX && dtype_info(dtype)->class == CLASS_COMPLEX)))
        return rule_fail(c, FRIT_ERR_TYPE, "does not combine %s by %s", dtype_info(dtype)->name,
                         combine_name((Combine)combine));
    TRY(indexed_shape(c, 2, &places));
    joined = places;
    TRY(rule_broadcast(c, &joined, &v));
    if (joined.rank != places.rank)
        return rule_fail(c, FRIT_ERR_SHAPE, "values of rank %u for places of rank %u", v.rank,
                         places.rank);
    for (unsigned i = 0; i < places.rank; i++)
        if (joined.dims[i] != unify_resolve(c->unifier, places.dims[i]))
            return rule_fail(c, FRIT_ERR_SHAPE,
                             "the values have more elements than there are places");
    c->out = c->in[0];
    return c->in[0] != NO_TYPE || rule_fail(c, FRIT_ERR_SHAPE, "scatters into an array");
}

/* ---- random numbers */

bool rule_random(RuleCall *c) {
    Shape shape;
    Dtype dtype;
    char a[SHOW_MAX];
    TRY(shape_attr(c, &shape, NULL));
    TRY(target_dtype(c, AT_RANDOM_TO, &dtype));
    for (uint32_t i = 0; i < 2; i++) {
        if (c->in[i] == NO_TYPE && c->weak[i].form <= LITERAL_UINT)
            c->want[i] = DT_U64;
        else if (type_get(&c->module->types, c->in[i])->kind != TYPE_SCALAR ||
                 type_dtype(&c->module->types, c->in[i]) != DT_U64)
            return rule_fail(c, FRIT_ERR_TYPE, "the %s is %s; a u64 of rank 0 is needed",
                             i ? "draw" : "key", rule_show(c, c->in[i], a));
    }
    return rule_result_dtype(c, dtype, &shape);
}

bool rule_extent(RuleCall *c) {
    Shape none = {.rank = 0};
    unsigned axis;
    TRY(rule_axis(c, c->words[AT_AXIS], type_rank(&c->module->types, c->in[0]), &axis));
    return rule_result_dtype(c, DT_I64, &none);
}
