/* Expressions as Octave prints the text of anonymous functions. */
#include "front/script/syntax/tree.h"

static void print_expression(Str *out, const ScriptNames *names, const ScriptNode *node);

static void print_list(Str *out, const ScriptNames *names, ScriptNode *const *items, uint32_t n,
                       const char *between) {
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            str_puts(out, between);
        print_expression(out, names, items[i]);
    }
}

/* ---- numbers and texts */

static void print_number(Str *out, const ScriptNames *names, const ScriptNode *node) {
    char buffer[NUMBER_TEXT_MAX];
    if (node->name) {
        str_puts(out, script_name_text(names, node->name));
        return;
    }
    if (node->number_class == NUMBER_DOUBLE)
        str_put(out, buffer, format_f64(buffer, node->number));
    else
        str_format(out, "%llu", (unsigned long long)node->bits);
    if (node->flags & SF_IMAGINARY)
        str_putc(out, 'i');
}

static void print_escaped(Str *out, char c) {
    static const char from[] = "\a\b\f\n\r\t\v\\\"", to[] = "abfnrtv\\\"";
    const char *known = c ? strchr(from, c) : NULL;
    if (known)
        str_format(out, "\\%c", to[known - from]);
    else if (c == '\0')
        str_puts(out, "\\0");
    else
        str_putc(out, c);
}

static void print_text(Str *out, const ScriptNode *node) {
    bool escaped = node->flags & SF_DOUBLE_QUOTED;
    str_putc(out, escaped ? '"' : '\'');
    for (uint32_t i = 0; i < node->len; i++) {
        if (escaped)
            print_escaped(out, node->text[i]);
        else
            str_puts(out, node->text[i] == '\'' ? "''" : (char[2]){node->text[i], '\0'});
    }
    str_putc(out, escaped ? '"' : '\'');
}

/* ---- functions */

static void print_anonymous(Str *out, const ScriptNames *names, const ScriptFunction *f,
                            bool inner) {
    str_puts(out, "@(");
    for (uint32_t i = 0; i < f->n_params; i++) {
        const ScriptNode *p = f->params[i];
        str_format(out, "%s%s", i ? ", " : "", p->name ? script_name_text(names, p->name) : "~");
        if (p->a) {
            str_puts(out, " = ");
            print_expression(out, names, p->a);
        }
    }
    if (f->varargin)
        str_format(out, "%svarargin", f->n_params ? ", " : "");
    str_puts(out, inner ? ")" : ") ");
    if (f->body)
        print_expression(out, names, f->body);
}

/* ---- operators and the rest */

static void print_between(Str *out, const ScriptNames *names, const ScriptNode *node,
                          const char *sign) {
    print_expression(out, names, node->a);
    str_format(out, " %s ", sign);
    print_expression(out, names, node->b);
}

static void print_range(Str *out, const ScriptNames *names, const ScriptNode *node) {
    print_expression(out, names, node->a);
    if (node->b) {
        str_putc(out, ':');
        print_expression(out, names, node->b);
    }
    str_putc(out, ':');
    print_expression(out, names, node->c);
}

/* x (1, 2), x {1}, x.(name). */
static void print_indexed(Str *out, const ScriptNames *names, const ScriptNode *node) {
    print_expression(out, names, node->a);
    if (node->kind == SN_FIELD) {
        str_format(out, ".%s", script_name_text(names, node->name));
    } else if (node->kind == SN_DYNAMIC_FIELD) {
        str_puts(out, ".(");
        print_expression(out, names, node->b);
        str_putc(out, ')');
    } else {
        str_puts(out, node->kind == SN_INDEX ? " (" : " {");
        print_list(out, names, node->items, node->n_items, ", ");
        str_putc(out, node->kind == SN_INDEX ? ')' : '}');
    }
}

static void print_assign(Str *out, const ScriptNames *names, const ScriptNode *node) {
    bool brackets = node->flags & SF_BRACKETS;
    str_puts(out, brackets ? "[" : "");
    print_list(out, names, node->items, node->n_items, ", ");
    str_puts(out, brackets ? "] = " : " = ");
    print_expression(out, names, node->a);
}

static void print_update(Str *out, const ScriptNames *names, const ScriptNode *node) {
    const char *sign = script_op_spelling((ScriptOp)node->op);
    if (!(node->flags & SF_INCREMENT)) {
        char update[8] = "";
        strncat(strcat(update, sign), "=", 2);
        print_between(out, names, node, update);
        return;
    }
    if (!(node->flags & SF_POSTFIX))
        str_format(out, "%s%s", sign, sign);
    print_expression(out, names, node->a);
    if (node->flags & SF_POSTFIX)
        str_format(out, "%s%s", sign, sign);
}

static void print_brackets(Str *out, const ScriptNames *names, const ScriptNode *node) {
    str_putc(out, node->kind == SN_MATRIX ? '[' : '{');
    print_list(out, names, node->items, node->n_items, "; ");
    str_putc(out, node->kind == SN_MATRIX ? ']' : '}');
}

static void print_node(Str *out, const ScriptNames *names, const ScriptNode *node) {
    switch ((ScriptNodeKind)node->kind) {
    case SN_NUMBER: print_number(out, names, node); break;
    case SN_TEXT: print_text(out, node); break;
    case SN_COMMAND:
    case SN_NAME: str_puts(out, script_name_text(names, node->name)); break;
    case SN_COLON: str_putc(out, ':'); break;
    case SN_END: str_puts(out, "end"); break;
    case SN_IGNORED: str_putc(out, '~'); break;
    case SN_HANDLE: str_format(out, "@%s", script_name_text(names, node->name)); break;
    case SN_UNARY:
        str_puts(out, node->op == SO_PLUS ? "+" : node->op == SO_MINUS ? "-" : "!");
        print_expression(out, names, node->a);
        break;
    case SN_POSTFIX:
        print_expression(out, names, node->a);
        str_puts(out, script_op_spelling((ScriptOp)node->op));
        break;
    case SN_BINARY: print_between(out, names, node, script_op_spelling((ScriptOp)node->op)); break;
    case SN_RANGE: print_range(out, names, node); break;
    case SN_ROW: print_list(out, names, node->items, node->n_items, ", "); break;
    case SN_MATRIX:
    case SN_CELL: print_brackets(out, names, node); break;
    case SN_INDEX:
    case SN_BRACE_INDEX:
    case SN_FIELD:
    case SN_DYNAMIC_FIELD: print_indexed(out, names, node); break;
    case SN_ANONYMOUS: print_anonymous(out, names, node->function, true); break;
    case SN_ASSIGN: print_assign(out, names, node); break;
    case SN_UPDATE: print_update(out, names, node); break;
    default: break;
    }
}

static void print_expression(Str *out, const ScriptNames *names, const ScriptNode *node) {
    for (uint16_t i = 0; i < node->parens; i++)
        str_putc(out, '(');
    print_node(out, names, node);
    for (uint16_t i = 0; i < node->parens; i++)
        str_putc(out, ')');
}

/* Only the outermost one has a blank behind its parameters. */
void script_print_expression(Str *out, const ScriptNames *names, const ScriptNode *node) {
    if (node->kind == SN_ANONYMOUS && !node->parens)
        print_anonymous(out, names, node->function, false);
    else
        print_expression(out, names, node);
}
