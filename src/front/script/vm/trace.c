/* Where things happen: places of instructions, lines of callers, the text of parse errors. */
#include "front/script/vm/machine.h"

static uint32_t byte_of(const Frame *f) {
    uint32_t at = (uint32_t)(f->pc - f->code->code.at);
    return f->code->places.len ? f->code->places.at[at ? at - 1 : 0] : 0;
}

void machine_place(const Frame *f, uint32_t *line, uint32_t *column) {
    *line = *column = 0;
    if (f->code->entry->unit->source)
        source_place(f->code->entry->unit->source, byte_of(f), line, column);
}

/* The name that is an operand of the node whose place is `place`. */
static const ScriptNode *operand_named(const ScriptNode *node, uint32_t place, NameId name) {
    if (!node)
        return NULL;
    const ScriptNode *children[3] = {node->a, node->b, node->c};
    for (uint32_t k = 0; k < 3 + node->n_items; k++) {
        const ScriptNode *child = k < 3 ? children[k] : node->items[k - 3];
        if (!child)
            continue;
        if (node->place == place && child->kind == SN_NAME && child->name == name)
            return child;
        const ScriptNode *found = operand_named(child, place, name);
        if (found)
            return found;
    }
    return NULL;
}

bool machine_undefined(Interp *in, const Frame *f, NameId name) {
    uint32_t line = 0, column = 0, place = byte_of(f);
    const char *text = script_name_text(&SESSION(in)->names, name);
    const ScriptNode *node = operand_named(f->code->entry->function->body, place, name);
    if (f->code->entry->unit->source)
        source_place(f->code->entry->unit->source, node ? node->place : place, &line, &column);
    return interp_fail_id(in, "Octave:undefined-function", "'%s' undefined near line %u, column %u",
                          text, line, column);
}

void machine_note_frame(Interp *in, Frame *f) {
    Session *s = SESSION(in);
    uint32_t line, column;
    if (!s->failing) {
        str_free(&s->failed_at);
        s->failed_at = str_make(&in->env);
        s->failing = true;
    }
    if (s->failed_at.len > 4000)
        return;
    machine_place(f, &line, &column);
    const ScriptFunction *function = f->code->entry->function;
    const Source *source = f->code->entry->unit->source;
    if (function->node)
        str_format(&s->failed_at, "in function %s at line %u of %s\n",
                   function->name ? script_name_text(&s->names, function->name) : "@<anonymous>",
                   line, source ? source->name : "");
    else
        str_format(&s->failed_at, "at line %u of %s\n", line, source ? source->name : "");
}

bool machine_parse_error(Interp *in, const Diagnostics *told) {
    for (uint32_t k = 0; k < told->all.len; k++) {
        const Diagnostic *d = &told->all.at[k];
        if (d->severity != SEVERITY_ERROR)
            continue;
        const char *text = d->source->text, *begin = text + d->begin, *end = begin;
        while (begin > text && begin[-1] != '\n')
            begin--;
        while (*end && *end != '\n')
            end++;
        int column = (int)(text + d->begin - begin), len = (int)(end - begin);
        return interp_fail(in, "parse error:\n\n  %s\n\n>>> %.*s\n%*s", d->message,
                           len > 400 ? 400 : len, begin, column > 400 ? 1 : column + 5, "^");
    }
    return interp_fail(in, "parse error");
}
