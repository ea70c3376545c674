#include "front/script/syntax/tree.h"

const char *script_node_name(ScriptNodeKind kind) {
    static const char *const names[] = {
#define NODE(kind, name, a, b, c, items) name,
#include "front/script/syntax/tree.def"
#undef NODE
    };
    return names[kind];
}

const char *script_op_spelling(ScriptOp op) {
    static const char *const spellings[] = {
#define OPERATOR(kind, spelling, name) spelling,
#include "front/script/syntax/operators.def"
#undef OPERATOR
    };
    return spellings[op];
}

const char *script_op_function(ScriptOp op) {
    static const char *const functions[] = {
#define OPERATOR(kind, spelling, name) name,
#include "front/script/syntax/operators.def"
#undef OPERATOR
    };
    return functions[op];
}

/* ---- scopes */

uint32_t script_scope_find(const ScriptScope *scope, NameId name) {
    for (IndexCursor c = index_find(&scope->index, hash_u64(name, 0));
         index_next(&scope->index, &c);)
        if (scope->slots.at[c.id].name == name)
            return c.id;
    return UINT32_MAX;
}

uint32_t script_scope_slot(Env *env, ScriptScope *scope, NameId name) {
    uint32_t found = script_scope_find(scope, name);
    if (found != UINT32_MAX)
        return found;
    uint32_t slot = scope->slots.len;
    if (!vec_reserve(env, &scope->slots, (uint64_t)slot + 1) ||
        !index_add(env, &scope->index, hash_u64(name, 0), slot))
        return UINT32_MAX;
    scope->slots.at[scope->slots.len++] = (ScriptSlot){.name = name};
    return slot;
}

void script_scope_free(const frit_allocator *allocator, ScriptScope *scope) {
    vec_free(allocator, &scope->slots);
    index_free(allocator, &scope->index);
}

void script_tree_free(const frit_allocator *allocator, ScriptTree *tree) {
    for (ScriptFunction *f = tree->first_function; f; f = f->next)
        script_scope_free(allocator, &f->scope);
    if (tree->body)
        script_scope_free(allocator, &tree->body->scope);
    arena_free(allocator, &tree->arena);
    *tree = (ScriptTree){0};
}
