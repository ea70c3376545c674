/* Arithmetic on extents, of which some are only known by name. */
#include <stdio.h>
#include <string.h>

#include "infer/rules.h"
#include "ir/lex.h"

void rule_hangs_on_name(RuleCall *c) {
    if (c->unifier)
        c->unifier->hanging = true;
}

/* In parentheses where it is a computation itself: (m+n)[::2] is not m+n[::2]. */
void rule_put_dim(RuleCall *c, Str *text, Dim dim) {
    if (!DIM_IS_NAME(dim)) {
        str_int(text, dim);
        return;
    }
    const char *name = strings_get(&c->module->strings, DIM_NAME_OF(dim));
    bool plain = is_plain_name(name);
    str_puts(text, plain ? "" : "(");
    str_puts(text, name);
    str_puts(text, plain ? "" : ")");
}

bool rule_derived_dim(RuleCall *c, Str *text, Dim *out) {
    enum { LONG = 64 }; /* names must not grow with the program: long ones go by their hash */
    char hashed[24];
    StrId name;
    bool ok = str_ok(text);
    if (ok && text->len > LONG) {
        uint64_t hash = hash_stable(text->data, text->len, 0);
        int n = snprintf(hashed, sizeof hashed, "e_%016llx", (unsigned long long)hash);
        ok = strings_add(c->env, &c->module->strings, hashed, (size_t)n, &name);
    } else if (ok) {
        ok = strings_add(c->env, &c->module->strings, text->data, text->len, &name);
    }
    str_free(text);
    if (ok)
        *out = DIM_NAMED(name);
    rule_hangs_on_name(c);
    return ok && (!c->unifier || unify_mark_derived(c->env, c->unifier, name));
}

/* ---- sums */

/* Reads "m+3" or "(m*n)-3" as a name and an offset; any other name has the offset 0. */
static bool split_offset(Env *env, Module *m, Dim dim, Dim *base, int64_t *offset) {
    const char *name = strings_get(&m->strings, DIM_NAME_OF(dim));
    size_t len = strlen(name), digits = 0, head;
    int64_t value = 0;
    StrId id;
    *base = dim;
    *offset = 0;
    while (digits < len && name[len - 1 - digits] >= '0' && name[len - 1 - digits] <= '9')
        digits++;
    if (digits == 0 || digits > 18 || digits == len)
        return true;
    head = len - digits - 1;
    if (name[head] != '+' && name[head] != '-')
        return true;
    for (size_t i = head + 1; i < len; i++)
        value = value * 10 + (name[i] - '0');
    bool nested = head > 2 && name[0] == '(' && name[head - 1] == ')';
    if (!nested && strcspn(name, "+-*/[(") != head) /* not a form that is made here */
        return true;
    TRY(strings_add(env, &m->strings, name + nested, head - 2 * (size_t)nested, &id));
    *base = DIM_NAMED(id);
    *offset = name[head] == '-' ? -value : value;
    return true;
}

bool extent_differs(Env *env, Module *m, Dim a, Dim b, bool *differs) {
    Dim base_a, base_b;
    int64_t offset_a, offset_b;
    *differs = false;
    if (!DIM_IS_NAME(a) || !DIM_IS_NAME(b))
        return true;
    TRY(split_offset(env, m, a, &base_a, &offset_a) && split_offset(env, m, b, &base_b, &offset_b));
    *differs = base_a == base_b && offset_a != offset_b;
    return true;
}

static bool put_offset(RuleCall *c, Dim base, int64_t offset, Dim *out) {
    Str text = str_make(c->env);
    rule_put_dim(c, &text, base);
    if (offset >= 0)
        str_putc(&text, '+');
    str_int(&text, offset);
    return rule_derived_dim(c, &text, out);
}

static bool fail_extent(RuleCall *c) {
    return rule_fail(c, FRIT_ERR_LIMIT, "an extent above 2^63-1");
}

/* k > 0. "m-2" is never below 0, so that adding 2 to it does not give m. */
static bool add_number(RuleCall *c, Dim a, int64_t k, Dim *out) {
    Dim base;
    int64_t offset;
    TRY(split_offset(c->env, c->module, a, &base, &offset));
    if (offset < 0) {
        base = a;
        offset = 0;
    }
    if (__builtin_add_overflow(offset, k, &offset))
        return fail_extent(c);
    return put_offset(c, base, offset, out);
}

bool rule_add_extents(RuleCall *c, Dim a, Dim b, Dim *out) {
    if (a == 0 || b == 0) {
        *out = a == 0 ? b : a;
        return true;
    }
    if (!DIM_IS_NAME(a) && !DIM_IS_NAME(b))
        return !__builtin_add_overflow(a, b, out) || fail_extent(c);
    if (!DIM_IS_NAME(a) || !DIM_IS_NAME(b))
        return DIM_IS_NAME(a) ? add_number(c, a, b, out) : add_number(c, b, a, out);
    Str text = str_make(c->env);
    /* m+n is n+m. In the order of the letters, which does not hang on what else the module names. */
    const Strings *s = &c->module->strings;
    bool swap = strcmp(strings_get(s, DIM_NAME_OF(a)), strings_get(s, DIM_NAME_OF(b))) > 0;
    rule_put_dim(c, &text, swap ? b : a);
    str_putc(&text, '+');
    rule_put_dim(c, &text, swap ? a : b);
    return rule_derived_dim(c, &text, out);
}

bool rule_shrink_extent(RuleCall *c, Dim a, int64_t k, Dim *out) {
    Dim base;
    int64_t offset;
    *out = a;
    if (k == 0)
        return true;
    if (!DIM_IS_NAME(a)) {
        *out = a > k ? a - k : 0;
        return true;
    }
    TRY(split_offset(c->env, c->module, a, &base, &offset));
    if (__builtin_sub_overflow(offset, k, &offset))
        return fail_extent(c);
    *out = base;
    rule_hangs_on_name(c);
    return offset == 0 || put_offset(c, base, offset, out);
}
