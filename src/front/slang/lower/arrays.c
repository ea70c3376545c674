/*
 * Writing into buffers and textures. A function is lowered to values, so what it writes is kept in locals, one set for each
 * statement that writes, and comes out of it with the rest. How many there are is known when the function was lowered once.
 */
#include "front/slang/lower/texture.h"

static bool add_site_local(Lower *l, KValue value, uint32_t *out) {
    StrId name;
    *out = l->locals.len;
    return strings_add(l->env, &l->k->m->strings, "$store", 6, &name) &&
           lower_add_local(l, name, value, false);
}

bool stores_begin(Lower *l) {
    for (uint32_t s = 0; s < l->sites.len; s++) {
        StoreSite *site = &l->sites.at[s];
        KValue value;
        uint32_t rank = type_rank(&l->k->m->types, l->locals.at[site->array].value.type);
        TRY(lower_known(l, DT_BOOL, (Scalar){.u = 0}, &value));
        TRY(add_site_local(l, value, &site->mask));
        TRY(lower_known(l, DT_I32, (Scalar){.u = 0}, &value));
        for (uint32_t k = 0; k < rank; k++)
            TRY(add_site_local(l, value, &site->index[k]));
        TRY(lower_zero(l, site->type, &value) && add_site_local(l, value, &site->value));
    }
    return true;
}

static bool give(Lower *l, uint32_t local) {
    VarId var;
    return lower_var(l, &l->locals.at[local].value, &var) && program_output(l->env, l->p, var);
}

static uint32_t site_rank(const Lower *l, const StoreSite *site) {
    return type_rank(&l->k->m->types, l->locals.at[site->array].value.type);
}

bool stores_give(Lower *l) {
    for (uint32_t s = 0; s < l->sites.len; s++) {
        const StoreSite *site = &l->sites.at[s];
        TRY(give(l, site->mask));
        for (uint32_t k = 0; k < site_rank(l, site); k++)
            TRY(give(l, site->index[k]));
        TRY(give(l, site->value));
    }
    return true;
}

bool stores_end(Lower *l, InstanceId instance, uint32_t first_param) {
    Slang *k = l->k;
    Instance *i = &k->instances.at[instance];
    i->store = k->stores.len;
    i->n_stores = l->sites.len;
    for (uint32_t s = 0; s < l->sites.len; s++) {
        const StoreSite *site = &l->sites.at[s];
        bool param = site->array >= first_param && site->array < first_param + i->n_params;
        ArrayStore store = {.of_global = !param,
                            .of = site->array - (param ? first_param : l->first_global),
                            .combine = site->combine,
                            .rank = site_rank(l, site),
                            .type = site->type};
        TRY(vec_push(l->env, &k->stores, store));
    }
    return true;
}

uint32_t array_local(const Lower *l, KValue array) {
    for (uint32_t k = 0; k < l->locals.len; k++)
        if (l->locals.at[k].value.var == array.var && l->locals.at[k].value.type == array.type)
            return k;
    return NO_LOCAL;
}

/* The site of the statement at hand; NULL: it is met for the first time, or told. */
static StoreSite *next_site(Lower *l, NodeId at, uint32_t array, TypeId type, uint8_t combine,
                            bool *ok) {
    uint32_t number = l->n_stores++;
    *ok = true;
    if (l->looping || array == NO_LOCAL || number >= MAX_STORES) {
        *ok =
            lower_error(l, at,
                        l->looping ? "this writes into an array in a loop whose turns are not known"
                        : array == NO_LOCAL ? "it is not known which array this writes into"
                                            : "more than %d statements write into arrays",
                        MAX_STORES);
        if (l->looping)
            lower_hint(l, "[unroll] writes each turn out, where their number is known");
        return NULL;
    }
    if (number < l->sites.len)
        return &l->sites.at[number];
    StoreSite site = {.array = array, .combine = combine, .type = type};
    l->again = true;
    *ok = vec_push(l->env, &l->sites, site);
    return NULL;
}

static void set_local(Lower *l, uint32_t local, KValue value) {
    value.literal = false;
    l->locals.at[local].value = value;
}

bool array_store(Lower *l, NodeId at, uint32_t array, const KValue *mask, KValue index,
                 KValue value, uint8_t combine) {
    Steps s = {l, at, true};
    bool ok;
    TypeId type =
        array == NO_LOCAL ? NO_TYPE : type_elem(&l->k->m->types, l->locals.at[array].value.type);
    StoreSite *found = next_site(l, at, array, type, combine, &ok);
    if (!found)
        return ok;
    StoreSite site = *found;
    KValue texture = l->locals.at[array].value;
    uint32_t rank = site_rank(l, &site);
    KValue inside = mask ? *mask : step_number(&s, DT_BOOL, 1);
    if (value.type != type)
        TRY(lower_convert(l, at, value, type, false, &value));
    for (uint32_t k = 0; k < rank; k++) {
        KValue i = step_dtype(&s, step_component(&s, index, rank - 1 - k), DT_I32);
        KValue here = step_inside(&s, i, step_extent(&s, texture, k));
        s.ok = s.ok && lower_and(l, inside, here, &inside);
        set_local(l, site.index[k], i);
    }
    set_local(l, site.value, value);
    set_local(l, site.mask, inside);
    return s.ok;
}

/* x combined with what was written. */
static KValue combined(Steps *s, uint8_t combine, KValue x, KValue y) {
    switch (combine) {
    case COMBINE_ADD: return step_binary(s, "+", x, y);
    case COMBINE_MAX: return step_op(s, OP_maximum, x, y, 2);
    case COMBINE_MIN: return step_op(s, OP_minimum, x, y, 2);
    default: return y;
    }
}

bool array_stored(Lower *l, NodeId at, KValue array, const KValue *index, uint32_t rank,
                  KValue *value) {
    Steps s = {l, at, true};
    for (uint32_t n = 0; n < l->n_stores && n < l->sites.len; n++) {
        const StoreSite *site = &l->sites.at[n];
        if (l->locals.at[site->array].value.var != array.var || site->mask >= l->locals.len)
            continue;
        KValue same = l->locals.at[site->mask].value;
        if (same.known && !same.bits.lo)
            continue;
        for (uint32_t k = 0; k < rank; k++) {
            KValue equal = step_binary(&s, "==", index[k], l->locals.at[site->index[k]].value);
            s.ok = s.ok && lower_and(l, same, equal, &same);
        }
        KValue new = combined(&s, site->combine, *value, l->locals.at[site->value].value);
        *value = step_choose(&s, same, new, *value);
    }
    return s.ok;
}

bool array_unwritten(Lower *l, NodeId at, KValue array) {
    for (uint32_t n = 0; n < l->n_stores && n < l->sites.len; n++) {
        const StoreSite *site = &l->sites.at[n];
        if (l->locals.at[site->array].value.var == array.var)
            return lower_error(l, at, "this is sampled behind where it is written to");
    }
    return true;
}

/* ---- InterlockedAdd(t[i], x) and its kind */

bool lower_interlocked(Lower *l, NodeId call, const char *name, uint32_t len, KValue *out) {
    static const struct {
        const char *name;
        uint8_t combine;
    } known[] = {{"Add", COMBINE_ADD}, {"Max", COMBINE_MAX}, {"Min", COMBINE_MIN}};
    ListId args = ast_node(l->ast, call)->word[1];
    int which = -1;
    *out = (KValue){.type = NO_TYPE, .var = NO_VAR};
    for (int k = 0; k < 3; k++)
        if (len == 14 && !memcmp(name + 11, known[k].name, 3))
            which = k;
    if (which < 0)
        return lower_error(l, call, "%.*s is not supported", (int)len, name);
    if (ast_count(l->ast, args) != 2) {
        lower_error(l, call, "%.*s takes what it changes, and a number", (int)len, name);
        lower_hint(l, "what was there before is not known: other elements change it too");
        return false;
    }
    LocalPlace place;
    KValue value;
    bool ok = lower_place(l, ast_item(l->ast, args, 0), &place);
    if (ok && (place.steps.len != 1 || place.steps.at[0].kind != PLACE_TEXEL))
        ok = lower_error(l, call, "an element of a buffer is needed here");
    ok = ok && lower_expr(l, ast_item(l->ast, args, 1), &value) &&
         lower_convert(l, call, value, place.type, true, &value) &&
         array_store(l, call, place.local, NULL, place.steps.at[0].element, value,
                     known[which].combine);
    lower_place_free(l, &place);
    return ok;
}
