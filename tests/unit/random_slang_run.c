/* Random functions, run as they are meant: the interpreter that walks their trees. */
#include <string.h>

#include "random_slang.h"

typedef struct Frame {
    const Made *m;
    const Function *f;
    int32_t value[MAX_VARS][ARRAY];
    int32_t result;
    uint64_t *steps;
} Frame;

typedef enum Went { ON, BROKE, CONTINUED, RETURNED } Went;

static int32_t wrap(int64_t x) {
    return (int32_t)(uint32_t)(uint64_t)x;
}

static int32_t binary(int op, int32_t x, int32_t y) {
    int64_t a = x, b = y;
    switch (op) {
    case 0: return wrap(a + b);
    case 1: return wrap(a - b);
    case 2: return wrap((int64_t)((uint64_t)a * (uint64_t)b));
    case 3: return x & y;
    case 4: return x | y;
    case 5: return x ^ y;
    case 6: return b ? wrap(a / b) : 0;
    case 7: return b ? wrap(a % b) : 0;
    case 8: return wrap((int64_t)((uint64_t)a << (y & 15)));
    default: return x >> (y & 15);
    }
}

static int32_t eval(Frame *f, int id);

static bool holds(Frame *f, int id) {
    const Tree *t = &f->m->at[id];
    if (t->kind == C_AND)
        return holds(f, t->a) && holds(f, t->b);
    if (t->kind == C_OR)
        return holds(f, t->a) || holds(f, t->b);
    if (t->kind == C_NOT)
        return !holds(f, t->a);
    if (t->kind == C_CALL)
        return eval(f, t->a) > t->value;
    if (t->kind == C_BUMP) {
        int32_t was = f->value[t->a][0];
        f->value[t->a][0] = wrap((int64_t)was + 1);
        return was < t->value;
    }
    int32_t x = eval(f, t->a), y = eval(f, t->b);
    switch (t->value) {
    case 0: return x < y;
    case 1: return x <= y;
    case 2: return x > y;
    case 3: return x >= y;
    case 4: return x == y;
    default: return x != y;
    }
}

static int32_t *place_of(Frame *f, int id) {
    const Tree *t = &f->m->at[id];
    if (t->kind == E_ELEMENT)
        return &f->value[t->a][eval(f, t->b) & (f->m->array - 1)];
    return &f->value[t->a][t->kind == E_LANE ? t->value : 0];
}

static int32_t eval(Frame *f, int id) {
    const Tree *t = &f->m->at[id];
    int32_t x, y;
    ++*f->steps;
    switch (t->kind) {
    case E_NUMBER: return t->value;
    case E_VAR:
    case E_ELEMENT:
    case E_LANE: return *place_of(f, id);
    case E_RAW:
        x = f->value[3][0];
        return f->value[t->a][x < 0 ? 0 : x >= f->m->array ? f->m->array - 1 : x];
    case E_TABLE:
        x = wrap((int64_t)f->value[3][0] + eval(f, t->a));
        return made_table(x < 0 ? 0 : x >= TABLE ? TABLE - 1 : x);
    case E_BINARY:
        x = eval(f, t->a);
        y = eval(f, t->b);
        return binary(t->value, x, y);
    case E_NEGATE: return wrap(-(int64_t)eval(f, t->a));
    case E_CHOICE: return holds(f, t->a) ? eval(f, t->b) : eval(f, t->c);
    case E_TRUTH: return holds(f, t->a);
    case E_CALL:
        x = eval(f, t->a);
        y = eval(f, t->b);
        return made_run(f->m, t->value, x, y, f->value[t->c], f->value[3][0], f->steps);
    default: FAIL("not an expression: %d", (int)t->kind);
    }
}

static Went run_list(Frame *f, int first);

static Went run_loop(Frame *f, const Tree *t) {
    int32_t *v = f->value[t->kind == S_FOR ? t->a : t->b];
    *v = t->kind == S_FOR && t->value == 2 ? 5 : 0;
    for (;;) {
        ++*f->steps;
        if (t->kind == S_FOR && t->value == 2 && *v <= 1)
            return ON;
        if (t->kind == S_FOR && t->value != 2 &&
            (*v >= (eval(f, t->b) & 7) + (t->value == 1) || (t->value == 3 && f->value[0][0] == 7)))
            return ON;
        if (t->kind == S_WHILE && !(*v < t->value && holds(f, t->a)))
            return ON;
        if (t->kind != S_FOR)
            ++*v;
        Went went = run_list(f, f->m->at[t->c].a);
        if (went == BROKE)
            return ON;
        if (went == RETURNED)
            return went;
        if (t->kind == S_FOR)
            *v += t->value == 2 ? -1 : 1;
        if (t->kind == S_DO && !(*v < t->value && holds(f, t->a)))
            return ON;
    }
}

static Went run_switch(Frame *f, const Tree *t) {
    int32_t x = eval(f, t->a);
    int taken = 0;
    for (int c = t->b; c; c = f->m->at[c].next)
        if (f->m->at[c].value == x || (f->m->at[c].value == 99 && !taken))
            taken = c;
    Went went = taken ? run_list(f, f->m->at[f->m->at[taken].a].a) : ON;
    return went == BROKE ? ON : went;
}

static void assign(Frame *f, const Tree *t) {
    static const int8_t ops[] = {-1, 0, 1, 2, -1, 5, 4, -1};
    int32_t value;
    /* The index of the place is evaluated first, and once. */
    int32_t *place = place_of(f, t->a);
    int32_t(*row)[ARRAY] = &f->value[f->m->at[t->a].a];
    ptrdiff_t index = place - *row;
    value = eval(f, t->b);
    place = *row + index;
    *place = ops[t->value] < 0 ? value : binary(ops[t->value], *place, value);
}

static Went run_statement(Frame *f, int id) {
    const Tree *t = &f->m->at[id];
    int32_t v[3];
    ++*f->steps;
    switch (t->kind) {
    case S_DECLARE:
        v[0] = t->b ? eval(f, t->b) : 0;
        memset(f->value[t->a], 0, sizeof f->value[t->a]);
        f->value[t->a][0] = v[0];
        return ON;
    case S_ASSIGN: assign(f, t); return ON;
    case S_BUMP: {
        int32_t *place = place_of(f, t->a);
        *place = wrap((int64_t)*place + (t->value % 2 ? -1 : 1));
        return ON;
    }
    case S_LANES:
        v[0] = eval(f, t->b);
        v[1] = eval(f, t->c);
        f->value[t->a][t->value / 3] = v[0];
        f->value[t->a][t->value % 3] = v[1];
        return ON;
    case S_COPY: memcpy(f->value[t->a], f->value[t->b], sizeof f->value[0]); return ON;
    case S_VECTOR:
        v[0] = eval(f, t->b);
        v[1] = eval(f, t->c);
        v[2] = eval(f, t->d);
        memcpy(f->value[t->a], v, sizeof v);
        return ON;
    case S_IF:
        if (holds(f, t->a))
            return run_list(f, f->m->at[t->b].a);
        return t->c ? run_list(f, f->m->at[t->c].a) : ON;
    case S_FOR:
    case S_WHILE:
    case S_DO: return run_loop(f, t);
    case S_SWITCH: return run_switch(f, t);
    case S_BREAK: return BROKE;
    case S_CONTINUE: return CONTINUED;
    case S_RETURN: f->result = eval(f, t->a); return RETURNED;
    default: FAIL("not a statement: %d", (int)t->kind);
    }
}

static Went run_list(Frame *f, int first) {
    for (int s = first; s; s = f->m->at[s].next) {
        Went went = run_statement(f, s);
        if (went != ON)
            return went;
    }
    return ON;
}

int32_t made_run(const Made *m, int function, int32_t a, int32_t b, int32_t *inout, int32_t raw,
                 uint64_t *steps) {
    Frame f = {.m = m, .f = &m->functions[function], .steps = steps};
    f.value[0][0] = a;
    f.value[1][0] = b;
    f.value[2][0] = *inout;
    f.value[3][0] = raw;
    CHECK(run_list(&f, m->at[f.f->body].a) == RETURNED);
    *inout = f.value[2][0];
    return f.result;
}
