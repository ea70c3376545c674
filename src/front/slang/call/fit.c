/* One argument against the type of one parameter. */
#include <stdio.h>
#include <string.h>

#include "front/slang/call/resolve.h"

/* What a fit costs beyond the conversion of its numbers. Sums over all arguments decide between overloads. */
enum { COST_GATHER = 8, COST_SPLAT = 16 };

static Types *types_of(Call *call) {
    return &call->k->m->types;
}

static const Type *type_at(Call *call, TypeId type) {
    return type_get(types_of(call), type);
}

static bool is_class(Dtype dtype, unsigned classes) {
    return dtype != DT_NONE && (dtype_info(dtype)->class & classes);
}

static bool push_fit(Call *call, Candidate *c, const Fit *fit, uint32_t *out) {
    TRY(vec_push(call->env, &c->fits, *fit));
    *out = c->fits.len - 1;
    return true;
}

/* ---- numbers to numbers */

static bool fail_numbers(Call *call, Candidate *c, uint32_t top, TypeId from, TypeId to) {
    char a[SHOW_TYPE], b[SHOW_TYPE];
    problem_set(call, &c->problem, top, FRIT_ERR_TYPE, "%s does not become %s by itself",
                call_show(call, from, a), call_show(call, to, b));
    if (!is_class(element_dtype(types_of(call), from), CLASS_COMPLEX))
        problem_hint(&c->problem, "vcast(x, %s) converts it", call_show(call, to, b));
    return false;
}

/* How far the widths of two types are from each other, in bytes. */
static uint32_t width_distance(Dtype a, Dtype b) {
    int x = dtype_info(a)->bits, y = dtype_info(b)->bits;
    return (uint32_t)(x > y ? x - y : y - x) / 8;
}

/* Adds the cost of giving elements of one type for those of another, in the direction of the data. */
static bool cost_of(Call *call, Candidate *c, uint32_t top, TypeId from, TypeId to, bool asked) {
    Dtype a = element_dtype(types_of(call), from), b = element_dtype(types_of(call), to);
    if (from == to)
        return true;
    int cost = a == DT_NONE || b == DT_NONE ? -1 : number_cost(a, b);
    bool numbers =
        a != DT_NONE && b != DT_NONE && !is_class(a, CLASS_COMPLEX) && !is_class(b, CLASS_COMPLEX);
    if (cost < 0 && asked && numbers)
        cost = 0;
    if (cost < 0)
        return fail_numbers(call, c, top, from, to);
    c->cost += (uint32_t)cost;
    c->distance += width_distance(a, b);
    return true;
}

/* ---- arrays */

/* How many axes of an array are gathered into elements of a type, or why that cannot be. */
static bool count_gathered(Call *call, Candidate *c, const Given *g, TypeId element, uint32_t *n) {
    char a[SHOW_TYPE], b[SHOW_TYPE];
    uint32_t own = element_rank(types_of(call), g->type),
             need = element_rank(types_of(call), element);
    if (own > need) {
        problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                    "its elements are %s and the parameter takes %s: components are not dropped",
                    call_show(call, g->type, a), call_show(call, element, b));
        return false;
    }
    *n = need - own;
    if (*n <= g->arg->rank)
        return true;
    problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                "an array of rank %u has no %s for the components of %s", g->arg->rank,
                *n == 1 ? "axis" : "axes", call_show(call, element, b));
    return false;
}

static bool is_numeric(Call *call, TypeId type) {
    TypeKind kind = type_at(call, type)->kind;
    return kind == TYPE_SCALAR || kind == TYPE_VECTOR || kind == TYPE_MATRIX;
}

static void hint_gather(Call *call, Candidate *c, const Given *g, TypeId element) {
    char a[SHOW_TYPE], b[SHOW_TYPE];
    if (!g->mapped && g->cast == NO_TYPE && is_numeric(call, element))
        problem_hint(&c->problem,
                     "vcast(x, %s) gives each call one number for all components of %s",
                     call_show(call, g->type, a), call_show(call, element, b));
}

/* The trailing axes must have exactly the extents of the element. */
static bool check_gathered(Call *call, Candidate *c, const Given *g, TypeId element,
                           uint32_t gathered) {
    int64_t need[MAX_TYPE_DEPTH + 3], own[MAX_TYPE_DEPTH + 3];
    enum { ROOM = MAX_TYPE_DEPTH + 3 };
    char a[SHOW_TYPE], b[SHOW_TYPE];
    uint32_t n = element_extents(types_of(call), element, need, ROOM),
             n_own = element_extents(types_of(call), g->type, own, ROOM);
    for (uint32_t k = 0; k < gathered; k++) {
        int64_t has = g->arg->shape[g->arg->rank - gathered + k];
        if (has == need[k])
            continue;
        problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                    gathered == 1 ? "its last axis has %lld element%s; %s needs %lld"
                                  : "one of its last axes has %lld element%s; %s needs %lld there",
                    (long long)has, has == 1 ? "" : "s", call_show(call, element, b),
                    (long long)need[k]);
        hint_gather(call, c, g, element);
        return false;
    }
    for (uint32_t k = 0; k < n_own; k++)
        if (own[k] != need[n - n_own + k]) {
            problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                        "its elements are %s and the parameter takes %s",
                        call_show(call, g->type, a), call_show(call, element, b));
            return false;
        }
    return true;
}

/* The axes that are left for the call. */
static bool take_axes(Call *call, Candidate *c, const Given *g, uint32_t gathered, Fit *fit) {
    uint32_t left = g->arg->rank - gathered;
    fit->axes.n = left;
    fit->axes.named = g->mapped;
    if (!g->mapped)
        return true;
    if (g->map_count != left) {
        char b[SHOW_TYPE];
        problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                    "the mapping names %u ax%s of the call, and %u of its %u axes are left when it "
                    "is read as %s",
                    g->map_count, g->map_count == 1 ? "is" : "es", left, g->arg->rank,
                    call_show(call, fit->element, b));
        return false;
    }
    for (uint32_t k = 0; k < left; k++)
        fit->axes.at[k] = (uint8_t)g->map[k];
    return true;
}

/* One number for all components: of a rank 0, or where the mapping or cast leaves none for them. */
static bool is_splat(Call *call, const Given *g, TypeId type) {
    if (type_at(call, g->type)->kind != TYPE_SCALAR || !is_numeric(call, type) ||
        type_at(call, type)->kind == TYPE_SCALAR)
        return false;
    if (g->cast != NO_TYPE)
        return false; /* what is loaded is said */
    return g->arg->rank == 0 || (g->mapped && g->map_count == g->arg->rank);
}

/* What one element is loaded as, before it is converted to the parameter's type. */
static bool loaded_type(Call *call, const Given *g, TypeId type, TypeId *out) {
    Dtype dtype = element_dtype(types_of(call), type);
    *out = type;
    if (g->cast != NO_TYPE)
        *out = g->cast;
    else if (is_splat(call, g, type))
        return type_scalar(call->env, types_of(call), dtype, out);
    return true;
}

/* The value is loaded as one type and the parameter has another. */
static bool convert_loaded(Call *call, Candidate *c, const Given *g, const Fit *fit) {
    char a[SHOW_TYPE], b[SHOW_TYPE];
    if (fit->element == fit->type)
        return true;
    int64_t x[MAX_TYPE_DEPTH + 3], y[MAX_TYPE_DEPTH + 3];
    enum { ROOM = MAX_TYPE_DEPTH + 3 };
    uint32_t n = element_extents(types_of(call), fit->element, x, ROOM),
             m = element_extents(types_of(call), fit->type, y, ROOM);
    bool splat = n == 0 && m > 0 && is_numeric(call, fit->element) && is_numeric(call, fit->type);
    if (!splat && (n != m || memcmp(x, y, n * sizeof *x) != 0 ||
                   element_dtype(types_of(call), fit->element) == DT_NONE))
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "%s cannot become %s",
                           call_show(call, fit->element, a), call_show(call, fit->type, b));
    if (splat)
        c->cost += COST_SPLAT;
    return cost_of(call, c, g->top, fit->element, fit->type, false);
}

/* What is written into an array need not fit exactly: the same kind of numbers is enough. */
static bool cost_of_writing(Call *call, Candidate *c, const Given *g, const Fit *fit) {
    if (fit->element != fit->type)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                           "a parameter that comes out cannot be cast to another type");
    Dtype a = element_dtype(types_of(call), fit->type), b = element_dtype(types_of(call), g->type);
    if (fit->type == g->type || (a != DT_NONE && b != DT_NONE && number_cost(a, b) >= 0)) {
        c->cost += a == b ? 0 : (uint32_t)number_cost(a, b);
        return true;
    }
    char x[SHOW_TYPE], y[SHOW_TYPE];
    problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "results of %s cannot be stored as %s",
                call_show(call, fit->type, x), call_show(call, g->type, y));
    problem_hint(&c->problem, "give an array of %s", call_show(call, fit->type, x));
    return false;
}

static bool fit_array(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                      uint32_t *out) {
    const Given *g = &call->given.at[given];
    Fit fit = {.kind = FIT_LOAD, .given = given, .type = type, .first = NO_ITEM, .next = NO_ITEM};
    uint32_t gathered;
    TRY(loaded_type(call, g, type, &fit.element));
    if (element_dtype(types_of(call), fit.element) == DT_NONE && g->type != fit.element) {
        char a[SHOW_TYPE], b[SHOW_TYPE];
        problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "an array of %s cannot be %s",
                    call_show(call, g->type, a), call_show(call, fit.element, b));
        if (type_at(call, fit.element)->kind == TYPE_STRUCT)
            problem_hint(&c->problem, "give its fields by name");
        return false;
    }
    TRY(count_gathered(call, c, g, fit.element, &gathered));
    TRY(check_gathered(call, c, g, fit.element, gathered));
    TRY(take_axes(call, c, g, gathered, &fit));
    if (gathered)
        c->cost += COST_GATHER;
    if (mode != PASS_OUT)
        TRY(cost_of(call, c, g->top, g->type, fit.element, g->cast != NO_TYPE) &&
            convert_loaded(call, c, g, &fit));
    if (mode != PASS_IN)
        TRY(cost_of_writing(call, c, g, &fit));
    return push_fit(call, c, &fit, out);
}

/* An array parameter (a texture, a buffer) takes the whole array, and the call gets no axes of it. */
static bool fit_whole(Call *call, Candidate *c, uint32_t given, TypeId type, uint32_t *out) {
    const Given *g = &call->given.at[given];
    uint32_t rank = type_rank(types_of(call), type), gathered;
    char b[SHOW_TYPE];
    Fit fit = {.kind = FIT_WHOLE, .given = given, .type = type, .first = NO_ITEM, .next = NO_ITEM};
    fit.element = type_elem(types_of(call), type);
    if (g->arg->kind != FRIT_ARG_ARRAY)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "%s takes an array",
                           call_show(call, type, b));
    if (g->mapped)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                           "%s takes the whole array, so there is nothing to map",
                           call_show(call, type, b));
    TRY(count_gathered(call, c, g, fit.element, &gathered));
    if (g->arg->rank - gathered != rank)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                           "%s takes an array of rank %u; this one has rank %u",
                           call_show(call, type, b), rank + gathered, g->arg->rank);
    TRY(check_gathered(call, c, g, fit.element, gathered));
    TRY(cost_of(call, c, g->top, g->type, fit.element, false));
    return push_fit(call, c, &fit, out);
}

/* ---- numbers of the host */

static bool fit_number(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                       uint32_t *out) {
    const Given *g = &call->given.at[given];
    Fit fit = {.kind = FIT_LOAD, .given = given, .type = type, .first = NO_ITEM, .next = NO_ITEM};
    TypeId element = g->cast == NO_TYPE ? type : g->cast;
    char b[SHOW_TYPE];
    if (!is_numeric(call, element))
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "a number cannot be %s",
                           call_show(call, element, b));
    Dtype from = type_dtype(types_of(call), g->type), to = type_dtype(types_of(call), element);
    int cost = number_cost(from, to);
    if (cost < 0 && g->cast == NO_TYPE)
        return problem_set(
            call, &c->problem, g->top, FRIT_ERR_TYPE, "%s does not become %s by itself",
            from == DT_BOOL || to != DT_BOOL ? "a number that is not an integer" : "a number",
            call_show(call, type, b));
    /* A number has no width of its own: int, float and bool are what it is first of all. */
    bool natural = to == DT_BOOL || to == DT_I32 || to == DT_F32;
    if (cost > 0)
        c->cost += (cost == 2 ? 2 : 0) + (natural ? 0 : 1);
    Dtype first = is_class(from, CLASS_FLOAT) ? DT_F32 : from == DT_BOOL ? DT_BOOL : DT_I32;
    c->distance += (first != to) + width_distance(first, to);
    fit.element = element;
    if (type_at(call, element)->kind != TYPE_SCALAR)
        c->cost += COST_SPLAT;
    if (mode == PASS_IN || element == type)
        TRY(mode == PASS_OUT || convert_loaded(call, c, g, &fit));
    return push_fit(call, c, &fit, out);
}

/* ---- fields and parts */

typedef struct Part {
    StrId name;
    TypeId type;
} Part;

/* Part number k of a type that is made of parts. */
static bool part_of(Call *call, TypeId type, uint32_t k, Part *out) {
    const Type *t = type_at(call, type);
    out->name = NO_STR;
    switch (t->kind) {
    case TYPE_STRUCT:
        out->name = type_fields(types_of(call), t)[k].name;
        out->type = type_fields(types_of(call), t)[k].type;
        return true;
    case TYPE_FIXED: out->type = t->elem; return true;
    case TYPE_VECTOR: return type_scalar(call->env, types_of(call), t->dtype, &out->type);
    default: return type_vector(call->env, types_of(call), t->dtype, t->cols, &out->type);
    }
}

static uint32_t part_count(const Type *t) {
    switch (t->kind) {
    case TYPE_STRUCT:
    case TYPE_FIXED: return t->count;
    case TYPE_VECTOR:
    case TYPE_MATRIX: return t->rows;
    default: return 0;
    }
}

static uint32_t item_named(const Call *call, const Given *g, const char *name) {
    for (uint32_t i = g->first; i != NO_ITEM; i = call->given.at[i].next)
        if (call->given.at[i].arg->name && !strcmp(call->given.at[i].arg->name, name))
            return i;
    return NO_ITEM;
}

/* Which name of the field number k an item may have: of vectors x, y, z, w. */
static const char *part_name(const Call *call, const Part *part, uint32_t k) {
    static const char *const components[] = {"x", "y", "z", "w"};
    return part->name != NO_STR ? strings_get(&call->k->m->strings, part->name) : components[k & 3];
}

/* Items that no part is called like. */
static bool check_names(Call *call, Candidate *c, const Given *g, TypeId type) {
    uint32_t n = part_count(type_at(call, type));
    char b[SHOW_TYPE];
    for (uint32_t i = g->first; i != NO_ITEM; i = call->given.at[i].next) {
        const char *name = call->given.at[i].arg->name;
        bool known = false;
        for (uint32_t k = 0; name && !known && k < n; k++) {
            Part part;
            TRY(part_of(call, type, k, &part));
            known = !strcmp(name, part_name(call, &part, k));
        }
        if (!known)
            return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "%s has no field %s",
                               call_show(call, type, b), name ? name : "without a name");
        if (item_named(call, g, name) != i)
            return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "field %s is given twice",
                               name);
    }
    return true;
}

/* The item for part number k: by name, or the k-th. */
static uint32_t item_for(const Call *call, const Given *g, const Part *part, uint32_t k) {
    if (g->arg->kind == FRIT_ARG_FIELDS)
        return item_named(call, g, part_name(call, part, k));
    uint32_t i = g->first;
    while (k-- > 0 && i != NO_ITEM)
        i = call->given.at[i].next;
    return i;
}

/* How many components an item gives to a vector that has fewer items than components: those of its elements, or as many
 * as its last axis has. */
static uint32_t item_components(Call *call, const Given *item, uint32_t room) {
    const Type *t = item->cast != NO_TYPE               ? type_at(call, item->cast)
                    : item->arg->kind == FRIT_ARG_ARRAY ? type_at(call, item->type)
                                                        : NULL;
    if (t && t->kind == TYPE_VECTOR)
        return t->rows;
    if (item->arg->kind == FRIT_ARG_PARTS)
        return item->arg->item_count;
    if (item->arg->kind != FRIT_ARG_ARRAY || item->cast != NO_TYPE || item->arg->rank == 0 ||
        (item->mapped && item->map_count == item->arg->rank))
        return 1;
    int64_t last = item->arg->shape[item->arg->rank - 1];
    return last >= 2 && last <= room ? (uint32_t)last : 1;
}

/* One more part of a fit. last: the one before it, NO_ITEM at first. */
static void append_part(Candidate *c, uint32_t whole, uint32_t *last, uint32_t part) {
    if (*last == NO_ITEM)
        c->fits.at[whole].first = part;
    else
        c->fits.at[*last].next = part;
    *last = part;
}

/* float4(xyz, w): vectors among the parts. */
static bool fit_mixed(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                      uint32_t *out) {
    const Given *g = &call->given.at[given];
    uint32_t n = type_at(call, type)->rows, total = 0, last = NO_ITEM;
    Dtype dtype = type_at(call, type)->dtype;
    char b[SHOW_TYPE];
    for (uint32_t i = g->first; i != NO_ITEM; i = call->given.at[i].next)
        total += item_components(call, &call->given.at[i], n - g->arg->item_count + 1);
    if (total != n)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                           "%u components for %s, which has %u", total, call_show(call, type, b),
                           n);
    Fit fit = {.kind = FIT_MAKE, .given = given, .type = type, .first = NO_ITEM, .next = NO_ITEM};
    fit.element = type;
    TRY(push_fit(call, c, &fit, out));
    for (uint32_t i = g->first; i != NO_ITEM; i = call->given.at[i].next) {
        uint32_t at = NO_ITEM,
                 m = item_components(call, &call->given.at[i], n - g->arg->item_count + 1);
        TypeId part;
        TRY(m == 1 ? type_scalar(call->env, types_of(call), dtype, &part)
                   : type_vector(call->env, types_of(call), dtype, m, &part));
        TRY(fit_argument(call, c, i, part, mode, &at));
        append_part(c, *out, &last, at);
    }
    return true;
}

/* A field that is not given, and whose struct says what it then is. */
static bool fit_default(Call *call, Candidate *c, TypeId of, uint32_t field, TypeId type,
                        uint32_t *out) {
    Fit fit = {.kind = FIT_DEFAULT,
               .given = NO_ITEM,
               .type = type,
               .element = type,
               .first = NO_ITEM,
               .next = NO_ITEM,
               .program = NO_PROGRAM,
               .of = of,
               .field = field};
    return push_fit(call, c, &fit, out);
}

static bool fit_parts(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                      uint32_t *out) {
    const Given *g = &call->given.at[given];
    bool fields = g->arg->kind == FRIT_ARG_FIELDS;
    uint32_t n = part_count(type_at(call, type)), last = NO_ITEM;
    TypeKind kind = type_at(call, type)->kind;
    char b[SHOW_TYPE];
    if (n == 0 || (fields && kind != TYPE_STRUCT && kind != TYPE_VECTOR))
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "%s is not made of %s",
                           call_show(call, type, b), fields ? "fields" : "parts");
    if (!fields && kind == TYPE_VECTOR && g->arg->item_count > 1 && g->arg->item_count < n)
        return fit_mixed(call, c, given, type, mode, out);
    if (!fields && kind == TYPE_MATRIX && g->arg->item_count != n &&
        g->arg->item_count == n * (uint32_t)type_at(call, type)->cols)
        n = g->arg->item_count; /* number by number */
    if (!fields && g->arg->item_count != n)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                           "%u part%s for %s, which has %u", g->arg->item_count,
                           g->arg->item_count == 1 ? "" : "s", call_show(call, type, b), n);
    if (fields)
        TRY(check_names(call, c, g, type));
    Fit fit = {.kind = FIT_MAKE, .given = given, .type = type, .first = NO_ITEM, .next = NO_ITEM};
    fit.element = type;
    TRY(push_fit(call, c, &fit, out));
    for (uint32_t k = 0; k < n; k++) {
        Part part;
        uint32_t at;
        TRY(part_of(call, type, k, &part));
        if (kind == TYPE_MATRIX && n > type_at(call, type)->rows)
            TRY(type_scalar(call->env, types_of(call), type_at(call, type)->dtype, &part.type));
        uint32_t item = item_for(call, &call->given.at[given], &part, k);
        bool omitted = item == NO_ITEM && mode == PASS_IN && slang_has_default(call->k, type, k);
        if (item == NO_ITEM && !omitted)
            return problem_set(call, &c->problem, call->given.at[given].top, FRIT_ERR_TYPE,
                               "field %s of %s is missing", part_name(call, &part, k),
                               call_show(call, type, b));
        TRY(omitted ? fit_default(call, c, type, k, part.type, &at)
                    : fit_argument(call, c, item, part.type, mode, &at));
        append_part(c, *out, &last, at);
    }
    return true;
}

/* What the host found wrong with an argument, or with a number of a generator; NULL: nothing. */
static const char *told_problem(const frit_arg *arg) {
    const char *problem = arg->problem;
    if (arg->kind == FRIT_ARG_FIELDS || arg->kind == FRIT_ARG_PARTS)
        return problem; /* their items are arguments of their own */
    for (uint32_t k = 0; !problem && k < arg->item_count; k++)
        problem = arg->items[k].problem;
    return problem || arg->kind != FRIT_ARG_OTHER ? problem : "no function takes such a value";
}

/* What is declared of an argument that is not there yet. */
static bool fit_any(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                    uint32_t *out) {
    const Given *g = &call->given.at[given];
    char b[SHOW_TYPE];
    bool whole = type_rank(types_of(call), type) > 0;
    Fit fit = {.kind = whole ? FIT_WHOLE : FIT_LOAD, .given = given, .type = type};
    fit.first = fit.next = NO_ITEM;
    fit.element = whole ? type_elem(types_of(call), type) : g->cast != NO_TYPE ? g->cast : type;
    fit.axes.n = g->map_count;
    fit.axes.named = g->mapped;
    for (uint32_t k = 0; k < g->map_count; k++)
        fit.axes.at[k] = (uint8_t)g->map[k];
    if (whole && g->mapped)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                           "%s takes the whole array, so there is nothing to map",
                           call_show(call, type, b));
    if (!whole && mode != PASS_IN && fit.element != type)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                           "a parameter that comes out cannot be cast to another type");
    if (!whole)
        TRY(convert_loaded(call, c, g, &fit));
    return push_fit(call, c, &fit, out);
}

/* The depth is that of the arguments: MAX_ARG_DEPTH at most. */
static bool fit_one(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                    uint32_t *out) {
    const Given *g = &call->given.at[given];
    char a[SHOW_TYPE], b[SHOW_TYPE];
    const char *told = told_problem(g->arg);
    if (told)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_ARGUMENT, "%.300s", told);
    if (g->arg->kind == FRIT_ARG_ANY)
        return fit_any(call, c, given, type, mode, out);
    if (type_rank(types_of(call), type) > 0)
        return fit_whole(call, c, given, type, out);
    switch (g->arg->kind) {
    case FRIT_ARG_ARRAY: return fit_array(call, c, given, type, mode, out);
    case FRIT_ARG_NUMBER: return fit_number(call, c, given, type, mode, out);
    case FRIT_ARG_FIELDS:
    case FRIT_ARG_PARTS:
        if (g->cast != NO_TYPE && g->cast != type)
            return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "%s cannot become %s",
                               call_show(call, g->cast, a), call_show(call, type, b));
        return fit_parts(call, c, given, type, mode, out);
    default: break;
    }
    Fit fit = {.kind = FIT_MADE, .given = given, .type = type, .first = NO_ITEM, .next = NO_ITEM};
    fit.element = type;
    if (mode != PASS_IN)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE,
                           "%s makes values, and this parameter comes out: an array is needed",
                           generator_name(g->arg->kind));
    TRY(generator_fit(call, c, given, type, &fit));
    return push_fit(call, c, &fit, out);
}

bool fit_argument(Call *call, Candidate *c, uint32_t given, TypeId type, PassMode mode,
                  uint32_t *out) {
    if (fit_one(call, c, given, type, mode, out))
        return true;
    if (c->problem.given == NO_ITEM) /* the innermost is told */
        c->problem.given = given;
    return false;
}
