#include "script_syntax_fixture.h"

#include <stdio.h>
#include <string.h>

bool script_read_bytes(ScriptRead *r, size_t fail_at, const char *text, size_t len,
                       const ScriptScope *scope) {
    *r = (ScriptRead){.alloc = TEST_ALLOC(fail_at)};
    r->allocator = (frit_allocator){test_alloc_fn, &r->alloc};
    r->env = (Env){&r->allocator, &r->error};
    env_clear_error(&r->env);
    r->source = source_new(&r->env, "test", text, len);
    if (!r->source)
        return false;
    ScriptParse options = {.names = &r->names, .function_file = true, .scope = scope};
    return script_parse(&r->env, &options, r->source, &r->told, &r->tree) &&
           (r->tree.broken || script_resolve(&r->env, &r->tree, NULL, &r->told));
}

void script_read_done(ScriptRead *r) {
    script_tree_free(&r->allocator, &r->tree);
    script_names_free(&r->allocator, &r->names);
    diagnostics_free(&r->allocator, &r->told);
    source_free(r->source);
    CHECK_ALLOC(&r->alloc);
}

void script_read_good(ScriptRead *r, const char *text) {
    CHECK(script_read_bytes(r, 0, text, strlen(text), NULL));
    if (r->told.errors > 0)
        FAIL("%s\nin: %s", r->told.all.at[0].message, text);
}

/* ---- trees in brackets */

typedef struct Shape {
    const ScriptRead *r;
    char *text;
    size_t len, size;
} Shape;

static void put(Shape *s, const char *text) {
    size_t n = strlen(text);
    CHECK(s->len + n < s->size);
    memcpy(s->text + s->len, text, n + 1);
    s->len += n;
}

static void put_node(Shape *s, const ScriptNode *node);

static void put_children(Shape *s, const ScriptNode *node) {
    const ScriptNode *const children[] = {node->a, node->b, node->c};
    for (int i = 0; i < 3; i++)
        if (children[i]) {
            put(s, " ");
            put_node(s, children[i]);
        }
    for (uint32_t i = 0; i < node->n_items; i++) {
        put(s, " ");
        put_node(s, node->items[i]);
    }
}

static void put_head(Shape *s, const ScriptNode *node) {
    static const char *const names[SN_COUNT] = {
        [SN_RANGE] = ":",           [SN_MATRIX] = "[]", [SN_CELL] = "{}",
        [SN_ROW] = "row",           [SN_INDEX] = "()",  [SN_FIELD] = ".",
        [SN_DYNAMIC_FIELD] = ".()", [SN_ASSIGN] = "=",  [SN_BRACE_INDEX] = "i{}"};
    if (names[node->kind])
        put(s, names[node->kind]);
    else if (node->kind == SN_BINARY || node->kind == SN_UNARY || node->kind == SN_POSTFIX)
        put(s, script_op_spelling((ScriptOp)node->op));
    else
        put(s, script_node_name((ScriptNodeKind)node->kind));
    if (node->kind == SN_UPDATE) {
        put(s, " ");
        put(s, node->flags & SF_POSTFIX ? "post" : node->flags & SF_INCREMENT ? "pre" : "");
        put(s, script_op_spelling((ScriptOp)node->op));
    }
    if (node->kind == SN_FIELD || node->kind == SN_COMMAND || node->kind == SN_DECLARED) {
        put(s, " ");
        put(s, script_name_text(&s->r->names, node->name));
    }
}

static void put_number(Shape *s, const ScriptNode *node) {
    char number[64];
    if (node->number_class == NUMBER_DOUBLE)
        snprintf(number, sizeof number, "%.15g", node->number);
    else
        snprintf(number, sizeof number, "0x%llX/%u", (unsigned long long)node->bits,
                 node->number_class);
    put(s, number);
    put(s, node->flags & SF_IMAGINARY ? "i" : "");
}

static void put_node(Shape *s, const ScriptNode *node) {
    switch ((ScriptNodeKind)node->kind) {
    case SN_NUMBER: put_number(s, node); return;
    case SN_NAME: put(s, script_name_text(&s->r->names, node->name)); return;
    case SN_COLON: put(s, ":"); return;
    case SN_END: put(s, "end"); return;
    case SN_IGNORED: put(s, "~"); return;
    case SN_TEXT:
        put(s, node->flags & SF_DOUBLE_QUOTED ? "\"" : "'");
        put(s, node->text);
        put(s, node->flags & SF_DOUBLE_QUOTED ? "\"" : "'");
        return;
    case SN_HANDLE:
        put(s, "@");
        put(s, script_name_text(&s->r->names, node->name));
        return;
    case SN_EVALUATE: put_node(s, node->a); return;
    default: break;
    }
    put(s, "(");
    put_head(s, node);
    put_children(s, node);
    put(s, ")");
}

const char *script_shape(const ScriptRead *r, char *buffer, size_t size) {
    Shape s = {r, buffer, 0, size};
    buffer[0] = '\0';
    const ScriptNode *block = r->tree.body->body;
    for (uint32_t i = 0; i < block->n_items; i++) {
        put(&s, i ? " " : "");
        put_node(&s, block->items[i]);
    }
    return buffer;
}
