/* Making random functions of the Slang-style language. */
#include "random_slang.h"

int made_below(Made *m, int n) {
    return (int)test_random_below(&m->state, (uint64_t)n);
}

static int make(Made *m, Kind kind, int a, int b, int c, int value) {
    CHECK(m->n + 1 < MAX_NODES);
    m->at[++m->n] = (Tree){.kind = kind, .a = a, .b = b, .c = c, .value = value};
    return m->n;
}

static int new_var(Made *m, VarKind kind, bool fixed) {
    int v = m->f->n_vars++;
    CHECK(v < MAX_VARS);
    m->f->kind[v] = kind;
    m->f->is_fixed[v] = fixed;
    return v;
}

/* A variable in scope of that kind, or -1. */
static int pick(Made *m, VarKind kind, bool assignable) {
    int found[MAX_VARS], n = 0;
    for (int i = 0; i < m->n_scope; i++) {
        int v = m->scope[i];
        if (m->f->kind[v] == kind && !(assignable && m->f->is_fixed[v]))
            found[n++] = v;
    }
    return n ? found[made_below(m, n)] : -1;
}

static int expression(Made *m, int depth);

static int call(Made *m, int depth);

static int condition(Made *m, int depth) {
    int kind = depth > 0 ? made_below(m, 10) : 0, v;
    if (kind == 8 && (v = pick(m, V_INT, true)) >= 0)
        return make(m, C_BUMP, v, 0, 0, made_below(m, 6));
    if (kind == 9 && m->loops < 2)
        return make(m, C_CALL, call(m, 1), 0, 0, made_below(m, 6) - 2);
    if (kind == 5)
        return make(m, C_AND, condition(m, depth - 1), condition(m, depth - 1), 0, 0);
    if (kind == 6)
        return make(m, C_OR, condition(m, depth - 1), condition(m, depth - 1), 0, 0);
    if (kind == 7)
        return make(m, C_NOT, condition(m, depth - 1), 0, 0, 0);
    return make(m, C_COMPARE, expression(m, depth - 1), expression(m, depth - 1), 0,
                made_below(m, 6));
}

static int simple(Made *m) {
    int v = made_below(m, 4) ? pick(m, V_INT, false) : -1;
    return v >= 0 ? make(m, E_VAR, v, 0, 0, 0) : make(m, E_NUMBER, 0, 0, 0, made_below(m, 9) - 3);
}

static int call(Made *m, int depth) {
    int inout = pick(m, V_INT, true), callee = (int)(m->f - m->functions) - 1;
    if (callee < 0 || inout < 0 || m->n_calls > 3)
        return simple(m);
    m->n_calls++;
    int a = expression(m, depth - 1), b = expression(m, depth - 1);
    return make(m, E_CALL, a, b, inout, callee);
}

static int expression(Made *m, int depth) {
    int v;
    if (depth <= 0)
        return simple(m);
    switch (made_below(m, 14)) {
    case 0:
    case 1:
    case 2:
        return make(m, E_BINARY, expression(m, depth - 1), expression(m, depth - 1), 0,
                    made_below(m, 10));
    case 3: return make(m, E_NEGATE, expression(m, depth - 1), 0, 0, 0);
    case 4:
        return make(m, E_CHOICE, condition(m, depth - 1), expression(m, depth - 1),
                    expression(m, depth - 1), 0);
    case 5: return make(m, E_TRUTH, condition(m, depth - 1), 0, 0, 0);
    case 10:
        if (made_below(m, 2))
            return simple(m);
        return make(m, E_TABLE, expression(m, depth - 1), 0, 0, 0);
    case 6:
    case 7:
        v = pick(m, V_ARRAY, false);
        return v < 0 ? simple(m) : make(m, E_ELEMENT, v, expression(m, depth - 1), 0, 0);
    case 8: v = pick(m, V_ARRAY, false); return v < 0 ? simple(m) : make(m, E_RAW, v, 0, 0, 0);
    case 9:
        v = pick(m, V_VECTOR, false);
        return v < 0 ? simple(m) : make(m, E_LANE, v, 0, 0, made_below(m, LANES));
    default: return simple(m);
    }
}

static int place(Made *m) {
    int kind = made_below(m, 5);
    int v = pick(m, kind == 0 ? V_ARRAY : kind == 1 ? V_VECTOR : V_INT, true);
    if (v < 0)
        return 0;
    if (kind == 0)
        return make(m, E_ELEMENT, v, expression(m, 1), 0, 0);
    return kind == 1 ? make(m, E_LANE, v, 0, 0, made_below(m, LANES)) : make(m, E_VAR, v, 0, 0, 0);
}

static int block(Made *m, int length);

static int declare(Made *m) {
    VarKind kind = made_below(m, 3) ? V_INT : made_below(m, 3) ? V_ARRAY : V_VECTOR;
    int first = kind == V_INT && made_below(m, 5) ? expression(m, 2) : 0;
    int v = new_var(m, kind, false);
    m->scope[m->n_scope++] = v;
    return make(m, S_DECLARE, v, first, 0, 0);
}

static int loop(Made *m) {
    int scope = m->n_scope, kind = made_below(m, 6), switches = m->switches;
    int bound = made_below(m, 3) ? make(m, E_NUMBER, 0, 0, 0, made_below(m, 6)) : simple(m);
    int counter = new_var(m, V_INT, true);
    int cond = kind >= 4 ? condition(m, 2) : 0;
    m->scope[m->n_scope++] = counter;
    m->loops++;
    m->switches = 0;
    int body = block(m, 1 + made_below(m, 4));
    if (made_below(m, 3) == 0) {
        /* An exit at the beginning, which may become a part of the condition. */
        int exit = made_below(m, 2) ? make(m, S_BREAK, 0, 0, 0, 0)
                                    : make(m, S_RETURN, expression(m, 2), 0, 0, 0);
        int test = condition(m, 1);
        int leave = make(m, S_IF, test, make(m, S_BLOCK, exit, 0, 0, 0), 0, 0);
        m->at[leave].next = m->at[body].a;
        m->at[body].a = leave;
    }
    m->loops--;
    m->switches = switches;
    m->n_scope = scope;
    if (kind < 4)
        return make(m, S_FOR, counter, bound, body, kind);
    return make(m, kind == 4 ? S_WHILE : S_DO, cond, counter, body, 1 + made_below(m, 5));
}

static int cases(Made *m) {
    int first = 0, last = 0, label = made_below(m, 3) - 1, n = 1 + made_below(m, 5);
    int with_default = made_below(m, 6);
    m->switches++;
    for (int i = 0; i < n; i++) {
        int one =
            make(m, S_CASE, block(m, made_below(m, 3)), 0, 0, i == with_default ? 99 : label++);
        if (last)
            m->at[last].next = one;
        else
            first = one;
        last = one;
    }
    m->switches--;
    return first;
}

static int statement(Made *m) {
    int kind = made_below(m, 20), a, b;
    bool deep = m->depth > 4 || m->n > MAX_NODES / 4;
    m->depth++;
    int out = 0;
    if (kind < 3) {
        out = m->f->n_vars < MAX_VARS - 8 ? declare(m) : 0;
    } else if (kind < 8) {
        a = place(m);
        out = a ? make(m, S_ASSIGN, a, made_below(m, 6) ? expression(m, 2) : call(m, 2), 0,
                       made_below(m, 8))
                : 0;
    } else if (kind == 8) {
        a = place(m);
        out = a ? make(m, S_BUMP, a, 0, 0, made_below(m, 4)) : 0;
    } else if (kind == 9) {
        a = pick(m, V_VECTOR, true);
        b = made_below(m, 3);
        if (a >= 0)
            out = make(m, S_LANES, a, expression(m, 1), expression(m, 1),
                       b * 3 + (b + 1 + made_below(m, 2)) % 3);
    } else if (kind == 10 && made_below(m, 2)) {
        a = pick(m, V_ARRAY, true);
        b = pick(m, V_ARRAY, false);
        out = a >= 0 && a != b ? make(m, S_COPY, a, b, 0, 0) : 0;
    } else if (kind == 10) {
        a = pick(m, V_VECTOR, true);
        if (a >= 0) {
            out = make(m, S_VECTOR, a, expression(m, 1), expression(m, 1), 0);
            int d = expression(m, 1);
            m->at[out].d = d;
        }
    } else if (kind < 14 && !deep) {
        a = condition(m, 2);
        b = block(m, 1 + made_below(m, 3));
        out = make(m, S_IF, a, b, made_below(m, 2) ? block(m, 1 + made_below(m, 3)) : 0, 0);
    } else if (kind < 17 && !deep && m->loops < 3 && m->f->n_vars < MAX_VARS - 8) {
        out = loop(m);
    } else if (kind == 17 && !deep) {
        a = expression(m, 1);
        out = make(m, S_SWITCH, a, cases(m), 0, 0);
    } else if (kind == 18 && (m->loops || m->switches)) {
        out = m->loops && made_below(m, 2) ? make(m, S_CONTINUE, 0, 0, 0, 0)
                                           : make(m, S_BREAK, 0, 0, 0, 0);
    } else if (kind == 19 && made_below(m, 2)) {
        out = make(m, S_RETURN, expression(m, 2), 0, 0, 0);
    }
    m->depth--;
    return out;
}

static int block(Made *m, int length) {
    int first = 0, last = 0, scope = m->n_scope;
    for (int i = 0; i < length; i++) {
        int s = statement(m);
        if (!s)
            continue;
        if (last)
            m->at[last].next = s;
        else
            first = s;
        last = s;
    }
    m->n_scope = scope;
    return make(m, S_BLOCK, first, 0, 0, 0);
}

void made_function(Made *m) {
    m->f = &m->functions[m->n_functions++];
    m->n_scope = m->loops = m->switches = m->depth = m->n_calls = 0;
    for (int i = 0; i < 4; i++)
        m->scope[m->n_scope++] = new_var(m, V_INT, i == 3);
    int body = block(m, 4 + made_below(m, 8));
    m->n_scope = 4;
    int last = make(m, S_RETURN, expression(m, 2), 0, 0, 0);
    int *end = &m->at[body].a;
    while (*end)
        end = &m->at[*end].next;
    *end = last;
    m->f->body = body;
}
