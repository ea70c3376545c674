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
        bool here = node->place == place ||
                    (node->a && node->a->kind == SN_NAME && node->a->place == place);
        if (here && child->kind == SN_NAME && child->name == name)
            return child;
        const ScriptNode *found = operand_named(child, place, name);
        if (found)
            return found;
    }
    return NULL;
}

/* The index whose name stands there. */
static const ScriptNode *index_at(const ScriptNode *node, uint32_t place) {
    if (!node)
        return NULL;
    if (node->kind == SN_INDEX && node->a->kind == SN_NAME && node->a->place == place)
        return node;
    const ScriptNode *children[3] = {node->a, node->b, node->c};
    for (uint32_t k = 0; k < 3 + node->n_items; k++) {
        const ScriptNode *found = index_at(k < 3 ? children[k] : node->items[k - 3], place);
        if (found)
            return found;
    }
    return NULL;
}

const char *machine_argument_name(Interp *in, const Frame *caller, uint32_t k) {
    if (!caller->code)
        return NULL;
    const ScriptNode *index = index_at(caller->code->entry->function->body, byte_of(caller));
    if (!index || k >= index->n_items || index->items[k]->kind != SN_NAME)
        return NULL;
    return script_name_text(&SESSION(in)->names, index->items[k]->name);
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

static NameId file_name(Interp *in, const Frame *f) {
    const Source *source = f->code->entry->unit->source;
    const char *name = source ? source->name : "";
    return *name ? script_name(&in->env, &SESSION(in)->names, name, strlen(name)) : 0;
}

/* Out of memory it says less, and nothing else. */
static void add_trace(Interp *in, const Frame *f) {
    const ScriptFunction *function = f->code->entry->function;
    TraceEntry e = {.file = file_name(in, f)};
    if (!function->node && !e.file)
        return; /* a text of eval: its statement is that of the function */
    machine_place(f, &e.line, &e.column);
    e.name = function->node ? function->name : e.file;
    if (!vec_push(&in->env, &SESSION(in)->trace, e))
        SESSION(in)->trace.len = 0;
}

void machine_note_frame(Interp *in, Frame *f) {
    Session *s = SESSION(in);
    if (!s->failing) {
        s->trace.len = 0;
        s->failing = true;
    }
    if (s->noted == f)
        s->noted = NULL;
    else if (s->trace.len < MAX_RECURSION)
        add_trace(in, f);
}

static bool stack_entry(Interp *in, const Struct *stack, int64_t k, TraceEntry *out) {
    Session *s = SESSION(in);
    const char *const fields[2] = {"file", "name"};
    NameId *const ids[2] = {&out->file, &out->name};
    int32_t line = value_field_index(stack, "line"), column = value_field_index(stack, "column");
    if (line < 0 || column < 0)
        return false;
    out->line = (uint32_t)stack->at[line][k].as.number;
    out->column = (uint32_t)stack->at[column][k].as.number;
    for (int f = 0; f < 2; f++) {
        int32_t at = value_field_index(stack, fields[f]);
        char *text;
        size_t len;
        if (at < 0 || !value_to_text(in, stack->at[at][k], "", &text, &len))
            return false;
        *ids[f] = script_name(&in->env, &s->names, text, len);
        interp_release(in, text, len + 1);
        if (!*ids[f])
            return false;
    }
    return true;
}

void machine_resume_trace(Interp *in, Frame *f, Value error) {
    Session *s = SESSION(in);
    Value stack = value_none();
    TraceEntry e;
    int64_t outer = 0;
    for (const Frame *c = f->caller; c; c = c->caller)
        outer += c->code != NULL;
    s->trace.len = 0;
    if (value_field(in, error, "stack", &stack) && stack.kind == VALUE_STRUCT)
        for (int64_t k = 0; k < value_count(stack) - outer; k++)
            if (!stack_entry(in, VALUE_STRUCT_OF(stack), k, &e) ||
                !vec_push(&in->env, &s->trace, e))
                break;
    value_drop(in, stack);
    s->failing = s->trace.len > 0;
    s->noted = s->failing ? f : NULL;
}

static const char *trace_name(const Session *s, const TraceEntry *e) {
    return e->name ? script_name_text(&s->names, e->name) : "@<anonymous>";
}

const char *session_failed_at(Session *s) {
    str_free(&s->failed_at);
    s->failed_at = str_make(&s->in.env);
    for (uint32_t k = 0; k < s->trace.len; k++) {
        const TraceEntry *e = &s->trace.at[k];
        if (e->name && e->name == e->file)
            str_format(&s->failed_at, "at line %u of %s\n", e->line, trace_name(s, e));
        else
            str_format(&s->failed_at, "in function %s at line %u of %s\n", trace_name(s, e),
                       e->line, script_name_text(&s->names, e->file));
    }
    return s->failed_at.data && str_ok(&s->failed_at) ? s->failed_at.data : "";
}

static bool text_value(Interp *in, const char *text, Value *out) {
    return value_text(in, text, strlen(text), false, out);
}

static bool fill_stack(Interp *in, Struct *to, uint32_t n) {
    static const char *const fields[] = {"file", "name", "line", "column"};
    const Session *s = SESSION(in);
    for (uint32_t f = 0; f < 4; f++) {
        uint32_t at;
        if (!value_struct_add_field(in, to, fields[f], &at))
            return false;
        for (uint32_t k = 0; k < n; k++) {
            const TraceEntry *e = &s->trace.at[k];
            Value *v = &to->at[at][k], old = *v;
            *v = value_none();
            value_drop(in, old);
            bool ok = true;
            if (f < 2)
                ok = text_value(in, f ? trace_name(s, e) : script_name_text(&s->names, e->file), v);
            else
                *v = value_double(f == 2 ? e->line : e->column);
            if (!ok)
                return false;
        }
    }
    return true;
}

bool machine_stack(Interp *in, const Frame *f) {
    Session *s = SESSION(in);
    ScriptError failure = in->failure; /* the error stays what it is */
    for (const Frame *outer = f->caller; outer && s->trace.len < MAX_RECURSION;
         outer = outer->caller)
        if (outer->code)
            add_trace(in, outer);
    Shape shape = shape_make(s->trace.len, 1);
    Value stack = value_none();
    bool ok = value_struct_shaped(in, &shape, &stack) &&
              fill_stack(in, VALUE_STRUCT_OF(stack), s->trace.len);
    if (!ok) {
        value_drop(in, stack);
        return false;
    }
    value_drop(in, s->error_stack);
    s->error_stack = stack;
    in->failure = failure;
    in->failure.stack = &s->error_stack;
    return true;
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
