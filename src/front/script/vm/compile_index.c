/* Indexing, calls, and lists of values. */
#include <string.h>

#include "front/script/vm/compile.h"

static Arguments on_the_list(Compiler *c, ScriptNode *const *items, uint32_t n) {
    emit(c, OP_LIST_OPEN, 0, 0, 0, 0);
    for (uint32_t k = 0; k < n; k++) {
        if (node_is_list(items[k])) {
            compile_list(c, items[k], 1);
            continue;
        }
        uint32_t mark = c->temps, t = compile_operand(c, items[k]);
        c->place = items[k]->place;
        emit(c, OP_LIST_PUSH, 0, t, 0, 0);
        c->temps = mark;
    }
    return (Arguments){TEMP_FLAG, LIST_ARGUMENTS};
}

Arguments compile_arguments(Compiler *c, ScriptNode *const *items, uint32_t n) {
    bool dynamic = n >= LIST_ARGUMENTS;
    for (uint32_t k = 0; k < n && !dynamic; k++)
        dynamic = node_is_list(items[k]);
    if (dynamic)
        return on_the_list(c, items, n);
    uint32_t first = compile_temps(c, n), mark = c->temps;
    for (uint32_t k = 0; k < n; k++) {
        compile_into(c, items[k], first + k, USE_OPERAND);
        c->temps = mark;
    }
    return (Arguments){first, n};
}

static bool is_function_name(const ScriptNode *node) {
    return node->kind == SN_NAME && node->binding != SB_SLOT;
}

/* nargin and nargout of this function, where nobody has a variable of that name. */
static bool argument_count(Compiler *c, const ScriptNode *node, uint32_t dst) {
    if (!c->function->node || c->function->node->kind != SN_FUNCTION)
        return false;
    const char *text = script_name_text(c->names, node->name);
    bool ins = strcmp(text, "nargin") == 0;
    if (!ins && strcmp(text, "nargout") != 0)
        return false;
    emit(c, OP_NARGIN, !ins, dst, 0, 0);
    return true;
}

/* Where an index, or a call, is said to be: at its name. */
static uint32_t place_of_index(const ScriptNode *node) {
    return node->a->kind == SN_NAME ? node->a->place : node->place;
}

/* Begins an index of `base`: `end` inside means it. */
static EndTarget open_end(Compiler *c, const ScriptNode *node, uint32_t base) {
    return (EndTarget){node, base, NULL, c->ends};
}

static void index_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    uint32_t base = compile_operand_for(c, node->a, USE_INDEXED);
    EndTarget target = open_end(c, node, base);
    c->ends = &target;
    uint32_t n = node->n_items;
    bool plain = n == 1 || (n == 2 && base < LIST_ARGUMENTS);
    for (uint32_t k = 0; k < n && plain; k++)
        plain = !node_is_list(node->items[k]);
    if (plain && n > 0) {
        uint32_t s = compile_operand(c, node->items[0]);
        uint32_t s2 = n == 2 ? compile_operand(c, node->items[1]) : 0;
        c->place = place_of_index(node);
        if (n == 1)
            emit(c, OP_INDEX1, 0, dst, base, s);
        else
            emit(c, OP_INDEX2, base, dst, s, s2);
    } else {
        Arguments args = compile_arguments(c, node->items, n);
        c->place = place_of_index(node);
        emit(c, OP_INDEX, args.n, dst, args.first, base);
    }
    c->ends = target.outer;
}

static void call_into(Compiler *c, const ScriptNode *name, const ScriptNode *node, uint32_t dst,
                      ListUse use) {
    Arguments args = compile_arguments(c, node ? node->items : NULL, node ? node->n_items : 0);
    c->place = name->place;
    uint32_t at = emit(c, OP_CALL, args.n, dst, args.first, compile_site(c, name->name, node));
    if (!c->failed)
        c->code->code.at[at].y = (uint8_t)use;
}

static void brace_into(Compiler *c, const ScriptNode *node, uint32_t dst, ListUse use) {
    uint32_t base = compile_operand_for(c, node->a, USE_INDEXED);
    EndTarget target = open_end(c, node, base);
    c->ends = &target;
    Arguments args = compile_arguments(c, node->items, node->n_items);
    c->ends = target.outer;
    c->place = node->place;
    uint32_t at = emit(c, OP_BRACE, args.n, dst, args.first, base);
    if (!c->failed)
        c->code->code.at[at].y = (uint8_t)use;
}

static void field_into(Compiler *c, const ScriptNode *node, uint32_t dst, ListUse use) {
    uint32_t base = compile_operand_for(c, node->a, USE_INDEXED), at;
    if (node->kind == SN_FIELD) {
        c->place = node->place;
        at = emit(c, OP_FIELD, 0, dst, base, node->name);
    } else {
        uint32_t name = compile_operand(c, node->b);
        c->place = node->place;
        at = emit(c, OP_FIELD_OF, 0, dst, base, name);
    }
    if (!c->failed)
        c->code->code.at[at].y = (uint8_t)use;
}

/* containers.Map, the one function with a dot in its name: its name as one; 0: it is something else. */
static NameId map_maker(Compiler *c, const ScriptNode *node) {
    if (node->kind != SN_FIELD || node->a->kind != SN_NAME ||
        strcmp(script_name_text(c->names, node->name), "Map") != 0 ||
        strcmp(script_name_text(c->names, node->a->name), "containers") != 0)
        return 0;
    return script_name(&c->in->env, c->names, "containers.Map", strlen("containers.Map"));
}

/* A call of it, with the arguments of `index` (NULL: none). */
static void make_map(Compiler *c, NameId maker, const ScriptNode *index, uint32_t dst) {
    Arguments args = compile_arguments(c, index ? index->items : NULL, index ? index->n_items : 0);
    emit(c, OP_CALL, args.n, dst, args.first, compile_site(c, maker, index));
}

void compile_chain(Compiler *c, const ScriptNode *node, uint32_t dst, ListUse use) {
    uint32_t mark = c->temps;
    NameId maker;
    switch (node->kind) {
    case SN_NAME:
        if (node->binding == SB_SLOT)
            emit(c, OP_COPY, 0, dst, compile_variable(c, node), 0);
        else if (!argument_count(c, node, dst))
            call_into(c, node, NULL, dst, use);
        break;
    case SN_INDEX:
        c->place = node->place;
        if (is_function_name(node->a))
            call_into(c, node->a, node, dst, use);
        else if ((maker = map_maker(c, node->a)) != 0)
            make_map(c, maker, node, dst);
        else
            index_into(c, node, dst);
        break;
    case SN_BRACE_INDEX: brace_into(c, node, dst, use); break;
    case SN_FIELD:
        c->place = node->place;
        if ((maker = map_maker(c, node)) != 0) {
            make_map(c, maker, NULL, dst);
            break;
        }
        field_into(c, node, dst, use);
        break;
    case SN_DYNAMIC_FIELD: field_into(c, node, dst, use); break;
    default: emit(c, OP_FAIL, FAIL_TARGET, 0, 0, 0);
    }
    c->temps = mark;
}

/* ---- lists */

static void list_call(Compiler *c, OpCode op, Arguments args, uint32_t want, uint32_t what) {
    if (want == WANT_REGISTER)
        emit(c, OP_WANT, 0, c->want, 0, 0);
    if (c->ignored && want > 1)
        emit(c, OP_IGNORE, 0, (uint32_t)c->ignored, (uint32_t)(c->ignored >> 32), 0);
    emit(c, op, args.n, want, args.first, what);
}

static void list_index(Compiler *c, const ScriptNode *node, uint32_t want) {
    if (is_function_name(node->a)) {
        Arguments args = compile_arguments(c, node->items, node->n_items);
        c->place = node->a->place;
        list_call(c, OP_CALL_LIST, args, want, compile_site(c, node->a->name, node));
        return;
    }
    NameId maker = map_maker(c, node->a);
    if (maker) {
        Arguments args = compile_arguments(c, node->items, node->n_items);
        c->place = node->place;
        list_call(c, OP_CALL_LIST, args, want, compile_site(c, maker, node));
        return;
    }
    uint32_t base = compile_operand_for(c, node->a, USE_INDEXED);
    EndTarget target = open_end(c, node, base);
    c->ends = &target;
    Arguments args = compile_arguments(c, node->items, node->n_items);
    c->ends = target.outer;
    c->place = place_of_index(node);
    list_call(c, OP_INDEX_LIST, args, want, base);
}

static void list_brace(Compiler *c, const ScriptNode *node) {
    uint32_t base = compile_operand_for(c, node->a, USE_INDEXED);
    EndTarget target = open_end(c, node, base);
    c->ends = &target;
    Arguments args = compile_arguments(c, node->items, node->n_items);
    c->ends = target.outer;
    c->place = node->place;
    emit(c, OP_LIST_BRACE, args.n, base, args.first, 0);
}

static void list_field(Compiler *c, const ScriptNode *node) {
    NameId maker = map_maker(c, node);
    if (maker) {
        uint32_t made = compile_temps(c, 1);
        make_map(c, maker, NULL, made);
        emit(c, OP_LIST_PUSH, 0, made, 0, 0);
        return;
    }
    uint32_t base = compile_operand_for(c, node->a, USE_INDEXED);
    if (node->kind == SN_FIELD) {
        c->place = node->place;
        emit(c, OP_LIST_FIELD, 0, base, node->name, 0);
        return;
    }
    uint32_t name = compile_operand(c, node->b);
    c->place = node->place;
    emit(c, OP_LIST_FIELD_OF, 0, base, name, 0);
}

static void list_name(Compiler *c, const ScriptNode *node, uint32_t want) {
    c->place = node->place;
    if (node->binding != SB_SLOT) {
        list_call(c, OP_CALL_LIST, (Arguments){TEMP_FLAG, 0}, want,
                  compile_site(c, node->name, NULL));
        return;
    }
    if (want == WANT_REGISTER)
        emit(c, OP_WANT, 0, c->want, 0, 0);
    if (c->ignored && want > 1)
        emit(c, OP_IGNORE, 0, (uint32_t)c->ignored, (uint32_t)(c->ignored >> 32), 0);
    emit(c, OP_LIST_NAME, 0, want, compile_variable(c, node), 0);
}

void compile_list(Compiler *c, const ScriptNode *node, uint32_t want) {
    uint32_t mark = c->temps;
    switch (node->kind) {
    case SN_NAME: list_name(c, node, want); break;
    case SN_INDEX: list_index(c, node, want); break;
    case SN_BRACE_INDEX: list_brace(c, node); break;
    case SN_FIELD:
    case SN_DYNAMIC_FIELD: list_field(c, node); break;
    case SN_COMMAND: {
        Arguments args = compile_arguments(c, node->items, node->n_items);
        c->place = node->place;
        list_call(c, OP_CALL_LIST, args, want, compile_site(c, node->name, node));
        break;
    }
    default: emit(c, OP_LIST_PUSH, 0, compile_operand(c, node), 0, 0);
    }
    c->temps = mark;
}
