/* Left sides: variables, elements, fields, several at once. */
#include "front/script/vm/compile.h"

static bool is_variable(const ScriptNode *node) {
    return node->kind == SN_NAME;
}

static void show(Compiler *c, const ScriptNode *target) {
    const ScriptNode *name = target;
    while (name && name->kind != SN_NAME)
        name = name->a;
    if (name)
        emit(c, OP_SHOW, 0, compile_variable(c, name), name->name, 0);
}

static bool is_empty_literal(const ScriptNode *node) {
    return (node->kind == SN_MATRIX && node->n_items == 0) ||
           (node->kind == SN_TEXT && node->len == 0);
}

/* ---- places with steps */

static void path_free(Compiler *c, PathBuilder *path) {
    vec_free(c->in->env.allocator, &path->steps);
    vec_free(c->in->env.allocator, &path->registers);
}

static void add_step(Compiler *c, PathBuilder *path, PathStep step) {
    if (!vec_push(&c->in->env, &path->steps, step))
        c->failed = true;
}

static void add_subscripts(Compiler *c, const ScriptNode *node, PathBuilder *path) {
    EndTarget target = {node, path->base, path, c->ends};
    PathStep step = {.kind = node->kind == SN_INDEX ? STEP_PAREN : STEP_BRACE,
                     .n = (uint16_t)node->n_items};
    bool dynamic = node->n_items >= LIST_ARGUMENTS;
    for (uint32_t k = 0; k < node->n_items && !dynamic; k++)
        dynamic = node_is_list(node->items[k]);
    c->ends = &target;
    if (dynamic) {
        compile_arguments(c, node->items, node->n_items);
        step.n = LIST_ARGUMENTS;
    } else {
        uint32_t registers[8], n = node->n_items;
        VEC(uint32_t) many = {0};
        if (n > 8 && !vec_reserve(&c->in->env, &many, n))
            c->failed = true;
        uint32_t *at = n > 8 && !c->failed ? many.at : registers;
        for (uint32_t k = 0; k < n && !c->failed; k++)
            at[k] = compile_operand(c, node->items[k]);
        step.first = path->registers.len;
        for (uint32_t k = 0; k < n && !c->failed; k++)
            if (!vec_push(&c->in->env, &path->registers, at[k]))
                c->failed = true;
        vec_free(c->in->env.allocator, &many);
    }
    c->ends = target.outer;
    add_step(c, path, step);
}

/* The steps of a left side, from its variable on. Subscripts stay in registers until it is stored. False: it is no place. */
static bool build_path(Compiler *c, const ScriptNode *node, PathBuilder *path) {
    switch (node->kind) {
    case SN_NAME: path->base = compile_variable(c, node); return node->binding == SB_SLOT;
    case SN_INDEX:
    case SN_BRACE_INDEX:
        if (!build_path(c, node->a, path))
            return false;
        add_subscripts(c, node, path);
        return true;
    case SN_FIELD:
        if (!build_path(c, node->a, path))
            return false;
        add_step(c, path, (PathStep){.kind = STEP_FIELD, .name = node->name});
        return true;
    case SN_DYNAMIC_FIELD:
        if (!build_path(c, node->a, path))
            return false;
        add_step(
            c, path,
            (PathStep){.kind = STEP_FIELD, .dynamic = true, .first = compile_operand(c, node->b)});
        return true;
    default: return false;
    }
}

uint32_t compile_copy_path(Compiler *c, const PathBuilder *path) {
    Env *env = &c->in->env;
    Code *code = c->code;
    CodePath p = {path->base, code->steps.len, path->steps.len};
    uint32_t moved = code->path_registers.len;
    bool ok = vec_push(env, &code->paths, p);
    for (uint32_t k = 0; ok && k < path->registers.len; k++)
        ok = vec_push(env, &code->path_registers, path->registers.at[k]);
    for (uint32_t k = 0; ok && k < path->steps.len; k++) {
        PathStep step = path->steps.at[k];
        if (!step.dynamic && step.kind != STEP_FIELD)
            step.first += moved;
        ok = vec_push(env, &code->steps, step);
    }
    c->failed |= !ok;
    return code->paths.len - 1;
}

static void set_flag(Compiler *c, uint32_t at, uint8_t flag) {
    if (!c->failed)
        c->code->code.at[at].y = flag;
}

/* x(i) = v and x(i, j) = v without detours. */
static bool store_element(Compiler *c, const ScriptNode *target, uint32_t from, uint8_t delete) {
    if (target->kind != SN_INDEX || !is_variable(target->a) || target->a->binding != SB_SLOT)
        return false;
    uint32_t n = target->n_items, base = compile_variable(c, target->a);
    bool plain = (n == 1 || (n == 2 && base < LIST_ARGUMENTS)) && !delete;
    for (uint32_t k = 0; k < n && plain; k++)
        plain = !node_is_list(target->items[k]);
    PathBuilder path = {.base = base};
    EndTarget end = {target, base, &path, c->ends};
    c->ends = &end;
    if (plain) {
        uint32_t s = compile_operand(c, target->items[0]);
        uint32_t s2 = n == 2 ? compile_operand(c, target->items[1]) : 0;
        c->place = target->place;
        if (n == 1)
            emit(c, OP_SET1, 0, base, s, from);
        else
            emit(c, OP_SET2, base, s, s2, from);
    } else {
        Arguments args = compile_arguments(c, target->items, n);
        c->place = target->place;
        set_flag(c, emit(c, OP_SET, args.n, base, args.first, from), delete);
    }
    c->ends = end.outer;
    return true;
}

static void store_path(Compiler *c, const ScriptNode *target, uint32_t from, uint8_t delete) {
    PathBuilder path = {0};
    if (build_path(c, target, &path)) {
        c->place = target->place;
        set_flag(c, emit(c, OP_SET_PATH, 0, from, compile_copy_path(c, &path), 0), delete);
    } else {
        emit(c, OP_FAIL, FAIL_TARGET, 0, 0, 0);
    }
    path_free(c, &path);
}

static void store(Compiler *c, const ScriptNode *target, uint32_t from, uint8_t delete) {
    uint32_t mark = c->temps;
    if (target->kind == SN_NAME)
        emit(c, OP_MOVE, 0, compile_variable(c, target), from, 0);
    else if (target->kind != SN_IGNORED && !store_element(c, target, from, delete))
        store_path(c, target, from, delete);
    c->temps = mark;
}

void compile_store(Compiler *c, const ScriptNode *target, uint32_t from) {
    store(c, target, from, 0);
}

/* ---- one target */

static void assign_one(Compiler *c, const ScriptNode *node, const ScriptNode *target) {
    uint32_t mark = c->temps;
    if (target->kind == SN_NAME && target->binding == SB_SLOT) {
        compile_into(c, node->a, compile_variable(c, target), USE_ASSIGN);
    } else {
        uint32_t v = compile_operand_for(c, node->a, USE_ASSIGN);
        store(c, target, v, is_empty_literal(node->a));
    }
    c->temps = mark;
}

/* ---- several targets */

static bool takes_many(const ScriptNode *target) {
    return node_is_list(target);
}

/* A left side of [ ] = …: its subscripts are computed before the right side. */
typedef struct Target {
    const ScriptNode *node;
    PathBuilder path;
    uint32_t number; /* of the path in the code */
    bool is_path, many;
} Target;

static void prepare_target(Compiler *c, Target *t, uint32_t count) {
    if (t->node->kind == SN_NAME || t->node->kind == SN_IGNORED)
        return;
    t->is_path = build_path(c, t->node, &t->path);
    if (!t->is_path) {
        emit(c, OP_FAIL, FAIL_TARGET, 0, 0, 0);
        return;
    }
    t->many = takes_many(t->node);
    t->number = compile_copy_path(c, &t->path);
    if (t->many)
        emit(c, OP_PATH_COUNT, 0, count, t->number, count);
}

static void take_target(Compiler *c, const Target *t, uint32_t number, bool print) {
    c->place = t->node->place;
    if (t->node->kind == SN_IGNORED) {
        emit(c, OP_LIST_SKIP, 0, 0, 0, 0);
        return;
    }
    if (t->many) {
        emit(c, OP_SET_ANY, 0, t->number, 0, 0);
    } else {
        uint32_t mark = c->temps, v = compile_temps(c, 1);
        emit(c, OP_LIST_TAKE, 0, v, number, 0);
        if (t->is_path)
            emit(c, OP_SET_PATH, 0, v, t->number, 0);
        else
            emit(c, OP_MOVE, 0, compile_variable(c, t->node), v, 0);
        c->temps = mark;
    }
    if (print)
        show(c, t->node);
}

static bool is_constant(const ScriptNode *node) {
    switch (node->kind) {
    case SN_NUMBER:
    case SN_TEXT:
    case SN_RANGE:
    case SN_MATRIX:
    case SN_CELL:
    case SN_UNARY:
    case SN_BINARY:
    case SN_POSTFIX:
    case SN_HANDLE:
    case SN_ANONYMOUS: return true;
    default: return false;
    }
}

static uint64_t ignored_bits(const ScriptNode *node) {
    uint64_t bits = 0;
    for (uint32_t k = 0; k < node->n_items && k < 64; k++)
        if (node->items[k]->kind == SN_IGNORED)
            bits |= (uint64_t)1 << k;
    return bits;
}

/* The right side of several targets; n are counted already, and `many` more by their registers. */
static void targets_from(Compiler *c, const ScriptNode *node, Target *targets, bool print) {
    uint32_t n = node->n_items, single = 0, mark = c->temps;
    uint32_t count = compile_temps(c, 1);
    bool many = false;
    for (uint32_t k = 0; k < n; k++)
        if (takes_many(node->items[k]))
            many = true;
        else
            single++;
    if (many)
        emit(c, OP_COPY, 0, count, compile_scalar(c, single), 0);
    for (uint32_t k = 0; k < n; k++) {
        targets[k].node = node->items[k];
        prepare_target(c, &targets[k], count);
    }
    c->place = node->place;
    if (is_constant(node->a) && n > 1)
        emit(c, OP_FAIL, FAIL_CONSTANT_OUTPUTS, 0, 0, 0);
    emit(c, OP_LIST_OPEN, 0, 0, 0, 0);
    uint32_t outer = c->want;
    uint64_t outer_ignored = c->ignored;
    c->want = count;
    c->ignored = many ? 0 : ignored_bits(node);
    compile_list(c, node->a, many ? WANT_REGISTER : n);
    c->want = outer;
    c->ignored = outer_ignored;
    for (uint32_t k = 0; k < n; k++)
        take_target(c, &targets[k], k + 1, print);
    emit(c, OP_LIST_DROP, 0, 0, 0, 0);
    c->temps = mark;
}

static void assign_many(Compiler *c, const ScriptNode *node, bool print) {
    VEC(Target) targets = {0};
    if (!vec_extend(&c->in->env, &targets, node->n_items))
        c->failed = true;
    else
        targets_from(c, node, targets.at, print);
    for (uint32_t k = 0; k < targets.len; k++)
        path_free(c, &targets.at[k].path);
    vec_free(c->in->env.allocator, &targets);
}

void compile_assign(Compiler *c, const ScriptNode *node, bool print) {
    const ScriptNode *first = node->items[0];
    if (node->n_items == 1 && !(node->flags & SF_BRACKETS && takes_many(first))) {
        assign_one(c, node, first);
        if (print)
            show(c, first);
        return;
    }
    assign_many(c, node, print);
}

/* ---- x += v */

static OpCode update_op(uint8_t op) {
    switch (op) {
    case SO_ADD: return OP_ADD;
    case SO_SUBTRACT: return OP_SUB;
    case SO_MULTIPLY: return OP_MUL;
    case SO_DIVIDE: return OP_DIV;
    case SO_LEFT_DIVIDE: return OP_LDIV;
    case SO_POWER: return OP_POW;
    case SO_EL_MULTIPLY: return OP_EMUL;
    case SO_EL_DIVIDE: return OP_EDIV;
    case SO_EL_LEFT_DIVIDE: return OP_ELDIV;
    case SO_EL_POWER: return OP_EPOW;
    case SO_AND: return OP_AND;
    case SO_OR: return OP_OR;
    default: return OP_ADD;
    }
}

void compile_update(Compiler *c, const ScriptNode *node, bool print) {
    uint32_t mark = c->temps;
    const ScriptNode *target = node->a;
    uint32_t v = node->b ? compile_operand(c, node->b) : compile_scalar(c, 1);
    PathBuilder path = {0};
    if (!build_path(c, target, &path)) {
        emit(c, OP_FAIL, FAIL_TARGET, 0, 0, 0);
    } else if (target->kind == SN_NAME) {
        c->place = node->place;
        emit(c, OP_NEED_SET, 0, path.base, 0, 0);
        set_flag(c, emit(c, update_op(node->op), 0, path.base, path.base, v), 1);
    } else {
        uint32_t number = compile_copy_path(c, &path), t = compile_temps(c, 1);
        c->place = node->place;
        emit(c, OP_READ_PATH, 1, t, number, 0);
        emit(c, update_op(node->op), 0, t, t, v);
        c->place = target->place;
        emit(c, OP_SET_PATH, 0, t, number, 0);
    }
    path_free(c, &path);
    if (print)
        show(c, target);
    c->temps = mark;
}
