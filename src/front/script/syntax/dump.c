/* The tree as text, a line a node: what tests compare and `--dump` shows. */
#include "front/script/syntax/tree.h"

typedef struct Children {
    const char *a, *b, *c, *items;
} Children;

static Children children_of(ScriptNodeKind kind) {
    static const Children children[] = {
#define NODE(kind, name, a, b, c, items) {a, b, c, items},
#include "front/script/syntax/tree.def"
#undef NODE
    };
    return children[kind];
}

/* A text in quotes, so that it is one line. */
static void dump_text(Str *out, const char *text, uint32_t len) {
    str_putc(out, '"');
    for (uint32_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            str_format(out, "\\%c", c);
        else if (c == '\n')
            str_puts(out, "\\n");
        else if (c < 0x20 || c == 0x7f)
            str_format(out, "\\x%02X", c);
        else
            str_putc(out, (char)c);
    }
    str_putc(out, '"');
}

static void dump_number(Str *out, const ScriptNode *node) {
    static const char *const classes[] = {"double", "uint8", "uint16", "uint32", "uint64",
                                          "int8",   "int16", "int32",  "int64"};
    char buffer[NUMBER_TEXT_MAX];
    if (node->number_class == NUMBER_DOUBLE)
        str_put(out, buffer, format_f64(buffer, node->number));
    else
        str_format(out, "%s 0x%llX", classes[node->number_class], (unsigned long long)node->bits);
}

static void dump_binding(Str *out, const ScriptNode *node) {
    if (node->binding == SB_SLOT && node->level > 0)
        str_format(out, " slot %u, %u out", node->slot, node->level);
    else if (node->binding == SB_SLOT)
        str_format(out, " slot %u", node->slot);
    else if (node->binding == SB_FUNCTION)
        str_puts(out, " function");
}

static void dump_flags(Str *out, const ScriptNode *node) {
    static const char *const flags[] = {"print",    "double-quoted", "imaginary", "parens",
                                        "brackets", "increment",     "parallel",  "short-circuit",
                                        "has-end",  "postfix"};
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (node->flags >> i & 1)
            str_format(out, " %s", flags[i]);
}

static void dump_signature(Str *out, const ScriptNames *names, const ScriptFunction *f) {
    str_putc(out, '(');
    for (uint32_t i = 0; i < f->n_params; i++)
        str_format(out, "%s%s", i ? ", " : "",
                   f->params[i]->name ? script_name_text(names, f->params[i]->name) : "~");
    if (f->varargin)
        str_format(out, "%svarargin", f->n_params ? ", " : "");
    str_putc(out, ')');
    if (f->n_outputs + f->varargout > 0)
        str_puts(out, " ->");
    for (uint32_t i = 0; i < f->n_outputs; i++)
        str_format(out, " %s", script_name_text(names, f->outputs[i]->name));
    if (f->varargout)
        str_puts(out, " varargout");
}

static void dump_function_facts(Str *out, const ScriptNames *names, const ScriptFunction *f) {
    str_putc(out, ' ');
    dump_signature(out, names, f);
    if (f->dynamic)
        str_puts(out, " dynamic");
    for (uint32_t i = 0; i < f->n_captures; i++) {
        const ScriptCapture *c = &f->captures[i];
        str_format(out, "%s%s", i ? ", " : " takes ",
                   script_name_text(names, f->scope.slots.at[c->slot].name));
    }
}

static void dump_head(Str *out, const ScriptNames *names, const ScriptNode *node) {
    str_puts(out, script_node_name((ScriptNodeKind)node->kind));
    bool has_op = node->kind == SN_UNARY || node->kind == SN_BINARY || node->kind == SN_POSTFIX ||
                  node->kind == SN_UPDATE;
    if (has_op)
        str_format(out, " %s", script_op_spelling((ScriptOp)node->op));
    if (node->kind == SN_FUNCTION)
        str_format(out, " %s", script_name_text(names, node->function->name));
    else if (node->kind == SN_NUMBER)
        (void)0;
    else if (node->name)
        str_format(out, " %s", script_name_text(names, node->name));
    if (node->kind == SN_NUMBER) {
        str_putc(out, ' ');
        dump_number(out, node);
    } else if (node->kind == SN_TEXT) {
        str_putc(out, ' ');
        dump_text(out, node->text, node->len);
    } else if (node->kind == SN_FUNCTION || node->kind == SN_ANONYMOUS) {
        dump_function_facts(out, names, node->function);
    } else if (node->kind == SN_END && node->target) {
        str_format(out, " of argument %u", node->position + 1);
    }
    dump_binding(out, node);
    dump_flags(out, node);
    str_putc(out, '\n');
}

static void dump_node(Str *out, const ScriptNames *names, const ScriptNode *node, const char *role,
                      unsigned depth) {
    if (!node)
        return;
    str_format(out, "%*s", (int)(2 * depth), "");
    if (role)
        str_format(out, "%s: ", role);
    dump_head(out, names, node);
    Children children = children_of((ScriptNodeKind)node->kind);
    dump_node(out, names, node->a, children.a, depth + 1);
    dump_node(out, names, node->b, children.b, depth + 1);
    for (uint32_t i = 0; i < node->n_items; i++)
        dump_node(out, names, node->items[i], NULL, depth + 1);
    dump_node(out, names, node->c, children.c, depth + 1);
    if (node->kind != SN_FUNCTION)
        return;
    const ScriptFunction *f = node->function;
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->params[i]->a)
            dump_node(out, names, f->params[i], "default", depth + 1);
    dump_node(out, names, f->body, NULL, depth + 1);
    for (uint32_t i = 0; i < f->n_nested; i++)
        dump_node(out, names, f->nested[i]->node, "nested", depth + 1);
}

void script_dump(Str *out, const ScriptTree *tree) {
    str_puts(out, tree->function_file ? "functions\n" : "script\n");
    if (tree->body)
        dump_node(out, tree->names, tree->body->body, NULL, 1);
}
