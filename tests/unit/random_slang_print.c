/* Random functions as source. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "random_slang.h"

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
        put(o, ") & %d]", m->array - 1);
        return;
    case E_TABLE:
        put(o, "table[v3 + ");
        print_expression(o, m, t->a);
        put(o, "]");
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
            : f->kind[t->a] == V_ARRAY ? m->array == ARRAY ? "int v%d[8]" : "int v%d[4]"
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
    case S_COPY: put(o, "v%d = v%d;\n", t->a, t->b); return;
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

char *made_print(const Made *m) {
    Out o = {0};
    put(&o, "static const int table[%d] = {", TABLE);
    for (int k = 0; k < TABLE; k++)
        put(&o, "%s%d", k ? ", " : "", made_table(k));
    put(&o, "};\n");
    for (int k = 0; k < m->n_functions; k++) {
        put(&o, "int f%d(int v0, int v1, inout int v2, int v3) {\n", k);
        print_list(&o, m, &m->functions[k], m->at[m->functions[k].body].a, 2);
        put(&o, "}\n");
    }
    return o.at;
}
