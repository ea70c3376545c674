/*
 * Random functions of the kernel language: nested loops, branches, exits, arrays and swizzles, against an interpreter that
 * walks the same tree. Every function runs over an array, so that elements go different ways.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel_fixture.h"

enum {
    MAX_NODES = 4000,
    MAX_VARS = 64,
    MAX_FUNCTIONS = 3,
    ARRAY = 4, /* elements of an array */
    LANES = 3, /* of a vector */
    MAX_STEPS = 200000,
    ELEMENTS = 37
};

typedef enum Kind {
    /* expressions: integers */
    E_NUMBER,
    E_VAR,
    E_ELEMENT, /* a: variable (array or vector), b: index, kept in range by & 3 */
    E_RAW,     /* a: array, b: a parameter: clamped */
    E_LANE,    /* a: vector, value: lane */
    E_BINARY,  /* value: the operator */
    E_NEGATE,
    E_CHOICE,
    E_TRUTH, /* a: condition; as 0 or 1 */
    E_CALL,  /* value: function; a, b: arguments; c: variable for the inout one */
    /* conditions */
    C_COMPARE,
    C_AND,
    C_OR,
    C_NOT,
    C_BUMP, /* a: variable: v++ < value */
    C_CALL, /* a: a call, which may change a variable: f(...) > value */
    /* statements */
    S_DECLARE, /* a: variable, b: first value or 0 */
    S_ASSIGN,  /* a: place (an expression), b: value, value: operator or 0 */
    S_BUMP,    /* a: place, value: 0..3: ++x --x x++ x-- */
    S_LANES,   /* a: vector, value: lanes (two, in base 3), b, c: their values */
    S_VECTOR,  /* a: vector, b, c, d: its components */
    S_IF,      /* a: condition, b: block, c: block or 0 */
    S_FOR,     /* a: variable, b: bound, c: block, value: kind */
    S_WHILE,   /* a: condition, b: counter, c: block, value: most turns */
    S_DO,
    S_SWITCH, /* a: value, b: first CASE */
    S_CASE,   /* value: label, 99 default; a: block */
    S_BLOCK,  /* a: first statement */
    S_BREAK,
    S_CONTINUE,
    S_RETURN
} Kind;

typedef struct Tree {
    Kind kind;
    int a, b, c, d, value;
    int next; /* in a list of statements or cases; 0: the end */
} Tree;

typedef enum VarKind { V_INT, V_ARRAY, V_VECTOR } VarKind;

typedef struct Function {
    int body, n_vars;
    VarKind kind[MAX_VARS];
    bool is_fixed[MAX_VARS]; /* loop variables and the like */
} Function;

typedef struct Made {
    uint64_t state;
    Tree at[MAX_NODES];
    int n;
    Function functions[MAX_FUNCTIONS];
    int n_functions;
    /* while making one */
    Function *f;
    int scope[MAX_VARS], n_scope, loops, switches, depth, n_calls;
} Made;

static int below(Made *m, int n) {
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
    return n ? found[below(m, n)] : -1;
}

/* ---- making */

static int expression(Made *m, int depth);

static int call(Made *m, int depth);

static int condition(Made *m, int depth) {
    int kind = depth > 0 ? below(m, 10) : 0, v;
    if (kind == 8 && (v = pick(m, V_INT, true)) >= 0)
        return make(m, C_BUMP, v, 0, 0, below(m, 6));
    if (kind == 9 && m->loops < 2)
        return make(m, C_CALL, call(m, 1), 0, 0, below(m, 6) - 2);
    if (kind == 5)
        return make(m, C_AND, condition(m, depth - 1), condition(m, depth - 1), 0, 0);
    if (kind == 6)
        return make(m, C_OR, condition(m, depth - 1), condition(m, depth - 1), 0, 0);
    if (kind == 7)
        return make(m, C_NOT, condition(m, depth - 1), 0, 0, 0);
    return make(m, C_COMPARE, expression(m, depth - 1), expression(m, depth - 1), 0, below(m, 6));
}

static int simple(Made *m) {
    int v = below(m, 4) ? pick(m, V_INT, false) : -1;
    return v >= 0 ? make(m, E_VAR, v, 0, 0, 0) : make(m, E_NUMBER, 0, 0, 0, below(m, 9) - 3);
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
    switch (below(m, 14)) {
    case 0:
    case 1:
    case 2:
        return make(m, E_BINARY, expression(m, depth - 1), expression(m, depth - 1), 0,
                    below(m, 10));
    case 3: return make(m, E_NEGATE, expression(m, depth - 1), 0, 0, 0);
    case 4:
        return make(m, E_CHOICE, condition(m, depth - 1), expression(m, depth - 1),
                    expression(m, depth - 1), 0);
    case 5: return make(m, E_TRUTH, condition(m, depth - 1), 0, 0, 0);
    case 6:
    case 7:
        v = pick(m, V_ARRAY, false);
        return v < 0 ? simple(m) : make(m, E_ELEMENT, v, expression(m, depth - 1), 0, 0);
    case 8: v = pick(m, V_ARRAY, false); return v < 0 ? simple(m) : make(m, E_RAW, v, 0, 0, 0);
    case 9:
        v = pick(m, V_VECTOR, false);
        return v < 0 ? simple(m) : make(m, E_LANE, v, 0, 0, below(m, LANES));
    default: return simple(m);
    }
}

static int place(Made *m) {
    int kind = below(m, 5);
    int v = pick(m, kind == 0 ? V_ARRAY : kind == 1 ? V_VECTOR : V_INT, true);
    if (v < 0)
        return 0;
    if (kind == 0)
        return make(m, E_ELEMENT, v, expression(m, 1), 0, 0);
    return kind == 1 ? make(m, E_LANE, v, 0, 0, below(m, LANES)) : make(m, E_VAR, v, 0, 0, 0);
}

static int block(Made *m, int length);

static int declare(Made *m) {
    VarKind kind = below(m, 4) ? V_INT : below(m, 2) ? V_ARRAY : V_VECTOR;
    int first = kind == V_INT && below(m, 5) ? expression(m, 2) : 0;
    int v = new_var(m, kind, false);
    m->scope[m->n_scope++] = v;
    return make(m, S_DECLARE, v, first, 0, 0);
}

static int loop(Made *m) {
    int scope = m->n_scope, kind = below(m, 6), switches = m->switches;
    int bound = below(m, 3) ? make(m, E_NUMBER, 0, 0, 0, below(m, 6)) : simple(m);
    int counter = new_var(m, V_INT, true);
    int cond = kind >= 4 ? condition(m, 2) : 0;
    m->scope[m->n_scope++] = counter;
    m->loops++;
    m->switches = 0;
    int body = block(m, 1 + below(m, 4));
    if (below(m, 3) == 0) {
        /* An exit at the beginning, which may become a part of the condition. */
        int exit = below(m, 2) ? make(m, S_BREAK, 0, 0, 0, 0)
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
    return make(m, kind == 4 ? S_WHILE : S_DO, cond, counter, body, 1 + below(m, 5));
}

static int cases(Made *m) {
    int first = 0, last = 0, label = below(m, 3) - 1, n = 1 + below(m, 5);
    int with_default = below(m, 6);
    m->switches++;
    for (int i = 0; i < n; i++) {
        int one = make(m, S_CASE, block(m, below(m, 3)), 0, 0, i == with_default ? 99 : label++);
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
    int kind = below(m, 20), a, b;
    bool deep = m->depth > 4 || m->n > MAX_NODES / 4;
    m->depth++;
    int out = 0;
    if (kind < 3) {
        out = m->f->n_vars < MAX_VARS - 8 ? declare(m) : 0;
    } else if (kind < 8) {
        a = place(m);
        out = a ? make(m, S_ASSIGN, a, below(m, 6) ? expression(m, 2) : call(m, 2), 0, below(m, 8))
                : 0;
    } else if (kind == 8) {
        a = place(m);
        out = a ? make(m, S_BUMP, a, 0, 0, below(m, 4)) : 0;
    } else if (kind == 9) {
        a = pick(m, V_VECTOR, true);
        b = below(m, 3);
        if (a >= 0)
            out = make(m, S_LANES, a, expression(m, 1), expression(m, 1),
                       b * 3 + (b + 1 + below(m, 2)) % 3);
    } else if (kind == 10) {
        a = pick(m, V_VECTOR, true);
        if (a >= 0) {
            out = make(m, S_VECTOR, a, expression(m, 1), expression(m, 1), 0);
            int d = expression(m, 1);
            m->at[out].d = d;
        }
    } else if (kind < 14 && !deep) {
        a = condition(m, 2);
        b = block(m, 1 + below(m, 3));
        out = make(m, S_IF, a, b, below(m, 2) ? block(m, 1 + below(m, 3)) : 0, 0);
    } else if (kind < 17 && !deep && m->loops < 3 && m->f->n_vars < MAX_VARS - 8) {
        out = loop(m);
    } else if (kind == 17 && !deep) {
        a = expression(m, 1);
        out = make(m, S_SWITCH, a, cases(m), 0, 0);
    } else if (kind == 18 && (m->loops || m->switches)) {
        out = m->loops && below(m, 2) ? make(m, S_CONTINUE, 0, 0, 0, 0)
                                      : make(m, S_BREAK, 0, 0, 0, 0);
    } else if (kind == 19 && below(m, 2)) {
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

/* Variables 0, 1: parameters; 2: the inout one; 3: a parameter that is never assigned. */
static void make_function(Made *m) {
    m->f = &m->functions[m->n_functions++];
    m->n_scope = m->loops = m->switches = m->depth = m->n_calls = 0;
    for (int i = 0; i < 4; i++)
        m->scope[m->n_scope++] = new_var(m, V_INT, i == 3);
    int body = block(m, 4 + below(m, 8));
    m->n_scope = 4;
    int last = make(m, S_RETURN, expression(m, 2), 0, 0, 0);
    int *end = &m->at[body].a;
    while (*end)
        end = &m->at[*end].next;
    *end = last;
    m->f->body = body;
}

/* ---- printing */

typedef struct Out {
    char *at;
    size_t len, cap;
} Out;

__attribute__((format(printf, 2, 3))) static void put(Out *o, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (o->cap - o->len < 512)
        o->at = realloc(o->at, o->cap = 2 * o->cap + 1024);
    o->len += (size_t)vsnprintf(o->at + o->len, o->cap - o->len, format, args);
    va_end(args);
}

static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"};
static const char *const comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
static const char *const assigns[] = {"=", "+=", "-=", "*=", "=", "^=", "|=", "="};

static void print_expression(Out *o, const Made *m, int id) {
    const Tree *t = &m->at[id];
    switch (t->kind) {
    case E_NUMBER: put(o, t->value < 0 ? "(%d)" : "%d", t->value); return;
    case E_VAR: put(o, "v%d", t->a); return;
    case E_ELEMENT:
        put(o, "v%d[(", t->a);
        print_expression(o, m, t->b);
        put(o, ") & 3]");
        return;
    case E_RAW: put(o, "v%d[v3]", t->a); return;
    case E_LANE: put(o, "v%d.%c", t->a, "xyz"[t->value]); return;
    case E_BINARY:
    case C_COMPARE:
    case C_AND:
    case C_OR:
        put(o, "(");
        print_expression(o, m, t->a);
        put(o, " %s ",
            t->kind == E_BINARY    ? operators[t->value]
            : t->kind == C_COMPARE ? comparisons[t->value]
            : t->kind == C_AND     ? "&&"
                                   : "||");
        if (t->kind == E_BINARY && t->value >= 8)
            put(o, "(");
        print_expression(o, m, t->b);
        put(o, t->kind == E_BINARY && t->value >= 8 ? " & 15))" : ")");
        return;
    case C_BUMP: put(o, "(v%d++ < %d)", t->a, t->value); return;
    case C_CALL:
        put(o, "(");
        print_expression(o, m, t->a);
        put(o, " > (%d))", t->value);
        return;
    case E_NEGATE:
    case C_NOT:
        put(o, t->kind == E_NEGATE ? "(-" : "(!");
        print_expression(o, m, t->a);
        put(o, ")");
        return;
    case E_CHOICE:
        put(o, "(");
        print_expression(o, m, t->a);
        put(o, " ? ");
        print_expression(o, m, t->b);
        put(o, " : ");
        print_expression(o, m, t->c);
        put(o, ")");
        return;
    case E_TRUTH:
        put(o, "int(");
        print_expression(o, m, t->a);
        put(o, ")");
        return;
    case E_CALL:
        put(o, "f%d(", t->value);
        print_expression(o, m, t->a);
        put(o, ", ");
        print_expression(o, m, t->b);
        put(o, ", v%d, v3)", t->c);
        return;
    default: FAIL("not an expression: %d", (int)t->kind);
    }
}

static void print_statement(Out *o, const Made *m, const Function *f, int id, int indent);

static void print_list(Out *o, const Made *m, const Function *f, int first, int indent) {
    for (int s = first; s; s = m->at[s].next)
        print_statement(o, m, f, s, indent);
}

static void print_loop(Out *o, const Made *m, const Function *f, const Tree *t, int indent) {
    int v = t->a;
    if (t->kind == S_FOR && t->value == 2) {
        put(o, "for (int v%d = 5; v%d > 1; v%d--) {\n", v, v, v);
    } else if (t->kind == S_FOR) {
        /* Kinds 0 and 1 are counted loops, unless the body changes the bound or leaves. */
        put(o, "%sfor (int v%d = 0; v%d %s ((", t->c % 5 ? "" : "[unroll] ", v, v,
            t->value == 1 ? "<=" : "<");
        print_expression(o, m, t->b);
        put(o, ") & 7)%s; v%d++) {\n", t->value == 3 ? " && v0 != 7" : "", v);
    } else if (t->kind == S_WHILE) {
        put(o, "int v%d = 0;\n%*swhile (v%d < %d && ", t->b, indent, "", t->b, t->value);
        print_expression(o, m, t->a);
        put(o, ") {\n%*s  v%d++;\n", indent, "", t->b);
    } else {
        put(o, "int v%d = 0;\n%*sdo {\n%*s  v%d++;\n", t->b, indent, "", indent, "", t->b);
    }
    print_list(o, m, f, m->at[t->c].a, indent + 2);
    put(o, "%*s}", indent, "");
    if (t->kind == S_DO) {
        put(o, " while (v%d < %d && ", t->b, t->value);
        print_expression(o, m, t->a);
        put(o, ");");
    }
    put(o, "\n");
}

static void print_cases(Out *o, const Made *m, const Function *f, int first, int indent) {
    for (int c = first; c; c = m->at[c].next) {
        if (m->at[c].value == 99)
            put(o, "%*sdefault: {\n", indent, "");
        else
            put(o, "%*scase %d: {\n", indent, "", m->at[c].value);
        print_list(o, m, f, m->at[m->at[c].a].a, indent + 2);
        put(o, "%*s}\n%*sbreak;\n", indent, "", indent, "");
    }
}

static void print_statement(Out *o, const Made *m, const Function *f, int id, int indent) {
    const Tree *t = &m->at[id];
    static const char *const bumps[] = {"++", "--"};
    put(o, "%*s", indent, "");
    switch (t->kind) {
    case S_DECLARE:
        put(o,
            f->kind[t->a] == V_INT     ? "int v%d"
            : f->kind[t->a] == V_ARRAY ? "int v%d[4]"
                                       : "int3 v%d",
            t->a);
        if (t->b) {
            put(o, " = ");
            print_expression(o, m, t->b);
        }
        put(o, ";\n");
        return;
    case S_ASSIGN:
        print_expression(o, m, t->a);
        put(o, " %s ", assigns[t->value]);
        print_expression(o, m, t->b);
        put(o, ";\n");
        return;
    case S_BUMP:
        put(o, "%s", t->value < 2 ? bumps[t->value] : "");
        print_expression(o, m, t->a);
        put(o, "%s;\n", t->value < 2 ? "" : bumps[t->value - 2]);
        return;
    case S_LANES:
        put(o, "v%d.%c%c = int2(", t->a, "xyz"[t->value / 3], "xyz"[t->value % 3]);
        print_expression(o, m, t->b);
        put(o, ", ");
        print_expression(o, m, t->c);
        put(o, ");\n");
        return;
    case S_VECTOR:
        put(o, "v%d = int3(", t->a);
        print_expression(o, m, t->b);
        put(o, ", ");
        print_expression(o, m, t->c);
        put(o, ", ");
        print_expression(o, m, t->d);
        put(o, ");\n");
        return;
    case S_IF:
        put(o, "if (");
        print_expression(o, m, t->a);
        put(o, ") {\n");
        print_list(o, m, f, m->at[t->b].a, indent + 2);
        if (t->c) {
            put(o, "%*s} else {\n", indent, "");
            print_list(o, m, f, m->at[t->c].a, indent + 2);
        }
        put(o, "%*s}\n", indent, "");
        return;
    case S_FOR:
    case S_WHILE:
    case S_DO: print_loop(o, m, f, t, indent); return;
    case S_SWITCH:
        put(o, "switch (");
        print_expression(o, m, t->a);
        put(o, ") {\n");
        print_cases(o, m, f, t->b, indent);
        put(o, "%*s}\n", indent, "");
        return;
    case S_BREAK: put(o, "break;\n"); return;
    case S_CONTINUE: put(o, "continue;\n"); return;
    case S_RETURN:
        put(o, "return ");
        print_expression(o, m, t->a);
        put(o, ";\n");
        return;
    default: FAIL("not a statement: %d", (int)t->kind);
    }
}

static char *print_made(const Made *m) {
    Out o = {0};
    for (int k = 0; k < m->n_functions; k++) {
        put(&o, "int f%d(int v0, int v1, inout int v2, int v3) {\n", k);
        print_list(&o, m, &m->functions[k], m->at[m->functions[k].body].a, 2);
        put(&o, "}\n");
    }
    return o.at;
}

/* ---- the interpreter */

typedef struct Frame {
    const Made *m;
    const Function *f;
    int32_t value[MAX_VARS][ARRAY];
    int32_t result;
    uint64_t *steps;
} Frame;

typedef enum Went { ON, BROKE, CONTINUED, RETURNED } Went;

static int32_t run_function(const Made *m, int function, int32_t a, int32_t b, int32_t *inout,
                            int32_t raw, uint64_t *steps);

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
        return &f->value[t->a][eval(f, t->b) & 3];
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
    case E_RAW: x = f->value[3][0]; return f->value[t->a][x < 0 ? 0 : x >= ARRAY ? ARRAY - 1 : x];
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
        return run_function(f->m, t->value, x, y, f->value[t->c], f->value[3][0], f->steps);
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

static int32_t run_function(const Made *m, int function, int32_t a, int32_t b, int32_t *inout,
                            int32_t raw, uint64_t *steps) {
    Frame f = {.m = m, .f = &m->functions[function], .steps = steps};
    f.value[0][0] = a;
    f.value[1][0] = b;
    f.value[2][0] = *inout;
    f.value[3][0] = raw;
    CHECK(run_list(&f, m->at[f.f->body].a) == RETURNED);
    *inout = f.value[2][0];
    return f.result;
}

/* ---- the test */

static void run_made(const frit_context *context, uint64_t seed) {
    static Made m;
    int32_t in[4][ELEMENTS], want[2][ELEMENTS], got[2][ELEMENTS];
    memset(&m, 0, sizeof m);
    m.state = seed;
    for (int k = 0; k < MAX_FUNCTIONS; k++)
        make_function(&m);
    char *source = print_made(&m), name[8];
    snprintf(name, sizeof name, "f%d", MAX_FUNCTIONS - 1);
    test_note("seed %llu\n%s", (unsigned long long)seed, source);
    for (int i = 0; i < ELEMENTS; i++) {
        uint64_t steps = 0;
        for (int k = 0; k < 4; k++)
            in[k][i] = below(&m, 12) - 4;
        want[1][i] = in[2][i];
        want[0][i] =
            run_function(&m, MAX_FUNCTIONS - 1, in[0][i], in[1][i], &want[1][i], in[3][i], &steps);
        CHECK(steps < 100u * MAX_STEPS);
    }
    char *text = kernel_text(source, name);
    kernel_run_text(context, text, ELEMENTS, (void *[]){in[0], in[1], in[2], in[3]}, 4,
                    (void *[]){got[0], got[1]}, 2);
    for (int i = 0; i < ELEMENTS; i++)
        CHECK_MSG(got[0][i] == want[0][i] && got[1][i] == want[1][i],
                  "element %d: f(%d, %d, %d, %d) is %d and %d, should be %d and %d\n%s", i,
                  in[0][i], in[1][i], in[2][i], in[3][i], got[0][i], got[1][i], want[0][i],
                  want[1][i], source);
    free(text);
    free(source);
}

TEST(random_functions_do_what_they_say) {
    frit_context *context = run_context(1);
    for (uint64_t k = 0; k < test_scaled(300); k++)
        run_made(context, test_seed() * 1000003 + k);
    frit_context_free(context);
}

TEST(random_functions_compiled) {
    frit_context_options options = {.threads = 1, .compile = FRIT_COMPILE_REQUIRE, .cache_dir = ""};
    frit_context *context;
    frit_error error;
    CHECK(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK);
    for (uint64_t k = 0; k < test_scaled(30); k++)
        run_made(context, test_seed() * 2000003 + k);
    frit_context_free(context);
}
