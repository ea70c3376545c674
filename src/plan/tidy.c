/* The last touch to a kernel: without what nobody needs, constants first, and its schedule. */
#include <stdlib.h>

#include "kernel/levels.h"
#include "plan/build.h"

typedef struct Tidy {
    Builder *b;
    uint8_t *needed; /* by value */
    ValId *renamed;  /* by value: its new number */
    uint32_t *moved; /* by instruction: its new place */
} Tidy;

static bool is_marker(const KernelInstr *i) {
    return instr_opens(i) || i->code == K_TEST || i->code == K_ELSE || i->code == K_END;
}

static bool acts(const KernelInstr *i) {
    return instr_is_effect(i) || is_marker(i);
}

/* Everything before its users, so one walk backwards finds all; what a loop carries is kept. */
static void find_needed(Tidy *t) {
    const Kernel *k = &t->b->k;
    for (uint32_t c = 0; c < k->carries.len; c++) {
        const Carry *carry = &k->carries.at[c];
        t->needed[carry->init] = t->needed[carry->next] = t->needed[carry->result] = 1;
        if (carry->phi != NO_VAL)
            t->needed[carry->phi] = 1;
    }
    for (uint32_t n = k->body.len; n-- > 0;) {
        const KernelInstr *i = &k->body.at[n];
        if (!acts(i) && (i->value == NO_VAL || !t->needed[i->value]))
            continue;
        for (uint32_t o = 0; o < i->n_in; o++)
            t->needed[kernel_in(k, i)[o]] = 1;
        if (i->code == K_FOR)
            t->needed[i->value] = 1;
    }
}

static void rename_all(Tidy *t) {
    Kernel *k = &t->b->k;
    uint32_t kept = 0;
    for (ValId v = 0; v < k->values.len; v++) {
        t->renamed[v] = NO_VAL;
        if (!t->needed[v])
            continue;
        t->renamed[v] = kept;
        k->values.at[kept++] = k->values.at[v];
    }
    k->values.len = kept;
    for (uint32_t o = 0; o < k->operands.len; o++)
        k->operands.at[o] = t->renamed[k->operands.at[o]];
    for (uint32_t c = 0; c < k->carries.len; c++) {
        Carry *carry = &k->carries.at[c];
        carry->init = t->renamed[carry->init];
        carry->next = t->renamed[carry->next];
        carry->result = t->renamed[carry->result];
        if (carry->phi != NO_VAL)
            carry->phi = t->renamed[carry->phi];
    }
}

static void keep(Tidy *t, KernelInstr *to, uint32_t *n, const KernelInstr *i) {
    KernelInstr copy = *i;
    if (copy.value != NO_VAL)
        copy.value = t->renamed[copy.value];
    to[(*n)++] = copy;
}

/* Into new places: constants, then the body. */
static bool move_all(Tidy *t) {
    Builder *b = t->b;
    uint32_t n = 0, total = b->constants.len + b->k.body.len;
    struct {
        KernelInstr *at;
        uint32_t len, cap;
    } body = {0};
    TRY(vec_reserve(b->env, &body, (uint64_t)total + 1));
    for (uint32_t c = 0; c < b->constants.len; c++)
        if (t->renamed[b->constants.at[c].value] != NO_VAL)
            keep(t, body.at, &n, &b->constants.at[c]);
    for (uint32_t k = 0; k < b->k.body.len; k++) {
        const KernelInstr *i = &b->k.body.at[k];
        t->moved[k] = n;
        if (acts(i) || (i->value != NO_VAL && t->renamed[i->value] != NO_VAL))
            keep(t, body.at, &n, i);
    }
    for (uint32_t k = 0; k < n; k++)
        if (is_marker(&body.at[k]))
            body.at[k].match = t->moved[body.at[k].match];
    vec_free(b->env->allocator, &b->k.body);
    b->k.body.at = body.at;
    b->k.body.len = n;
    b->k.body.cap = body.cap;
    return true;
}

/* Accesses that nothing uses any more go; the others get new numbers. */
static bool drop_accesses(Builder *b) {
    Kernel *k = &b->k;
    size_t size = ((size_t)k->accesses.len + 1) * sizeof(uint32_t);
    uint32_t *renamed = env_new(b->env, size), kept = 0;
    if (!renamed)
        return false;
    for (uint32_t n = 0; n < k->body.len; n++)
        if (instr_has_access(&k->body.at[n]))
            renamed[k->body.at[n].access] = 1;
    for (uint32_t a = 0; a < k->accesses.len; a++) {
        if (!renamed[a])
            continue;
        k->accesses.at[kept] = k->accesses.at[a];
        renamed[a] = kept++;
    }
    k->accesses.len = kept;
    for (uint32_t n = 0; n < k->body.len; n++)
        if (instr_has_access(&k->body.at[n]))
            k->body.at[n].access = renamed[k->body.at[n].access];
    env_free(b->env->allocator, renamed, size);
    return true;
}

static int by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void sort_steps(Kernel *k) {
    uint32_t kept = 0;
    if (k->steps.len)
        qsort(k->steps.at, k->steps.len, sizeof *k->steps.at, by_number);
    for (uint32_t n = 0; n < k->steps.len; n++)
        if (kept == 0 || k->steps.at[kept - 1] != k->steps.at[n])
            k->steps.at[kept++] = k->steps.at[n];
    k->steps.len = kept;
}

bool kernel_tidy(Builder *b) {
    Env *env = b->env;
    size_t values = (size_t)b->k.values.len + 1, places = (size_t)b->k.body.len + 1;
    Tidy t = {.b = b, .needed = env_new(env, values)};
    t.renamed = env_new(env, values * sizeof *t.renamed);
    t.moved = env_new(env, places * sizeof *t.moved);
    bool ok = t.needed && t.renamed && t.moved;
    if (ok) {
        find_needed(&t);
        rename_all(&t);
        ok = move_all(&t) && drop_accesses(b);
    }
    if (ok) {
        kernel_raise_levels(&b->k); /* before: what shares memory must be of one level */
        ok = kernel_settle(b);
    }
    if (ok) {
        kernel_raise_levels(&b->k); /* an array of one element may have been taken for one value */
        uint8_t *waits = env_new(env, (size_t)b->k.values.len + 1);
        ok = waits != NULL;
        if (ok)
            b->k.schedule = kernel_schedule(&b->k, waits);
        env_free(env->allocator, waits, (size_t)b->k.values.len + 1);
        sort_steps(&b->k);
    }
    env_free(env->allocator, t.needed, values);
    env_free(env->allocator, t.renamed, values * sizeof *t.renamed);
    env_free(env->allocator, t.moved, places * sizeof *t.moved);
    return ok;
}
