/* Any bytes as a script: it is read, resolved, dumped and printed, or told what is wrong. */
#include "fuzz.h"

#include "front/script/syntax/tree.h"

/* All expressions of a tree, printed. */
static void print_all(Str *out, const ScriptTree *tree) {
    for (const ScriptFunction *f = tree->first_function; f; f = f->next)
        if (f->node->kind == SN_ANONYMOUS)
            script_print_expression(out, tree->names, f->node);
}

static void check_ends(const ScriptNode *node, const Env *env) {
    if (!node)
        return;
    EXPECT(node->height <= MAX_SCRIPT_DEPTH, env->error);
    EXPECT(node->kind != SN_END || !node->target || node->position < node->target->n_items,
           env->error);
    check_ends(node->a, env);
    check_ends(node->b, env);
    check_ends(node->c, env);
    for (uint32_t i = 0; i < node->n_items; i++)
        check_ends(node->items[i], env);
}

static void fuzz_tree(Env *env, ScriptTree *tree, Diagnostics *told) {
    if (!script_resolve(env, tree, NULL, told)) {
        EXPECT(fuzz_gave_up(env->error->status), env->error);
        return;
    }
    check_ends(tree->body->body, env);
    Str out = str_make(env);
    script_dump(&out, tree);
    print_all(&out, tree);
    str_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_error error;
    Env env = {&allocator, &error};
    env_clear_error(&env);
    Source *source = source_new(&env, "fuzz", (const char *)data, size);
    if (!source)
        return 0;
    ScriptNames names = {0};
    Diagnostics told = {0};
    ScriptTree tree;
    ScriptParse options = {.names = &names, .function_file = size % 2};
    bool read = script_parse(&env, &options, source, &told, &tree);
    EXPECT(read || fuzz_gave_up(error.status), &error);
    if (read) {
        EXPECT(tree.broken == (told.errors > 0), &error);
        if (!tree.broken)
            fuzz_tree(&env, &tree, &told);
        Str out = str_make(&env);
        diagnostics_print(&out, &told);
        str_free(&out);
        script_tree_free(&allocator, &tree);
    }
    script_names_free(&allocator, &names);
    diagnostics_free(&allocator, &told);
    source_free(source);
    EXPECT(budget.left == (size_t)256 << 20, &error);
    return 0;
}
