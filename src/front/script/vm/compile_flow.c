/* Statements. */
#include "front/script/vm/compile.h"

/* ---- guards, and ways out of what stands around a statement */

static void add_guard(Compiler *c, uint32_t begin, uint32_t end, uint32_t number) {
    if (begin == end || c->failed)
        return;
    Guard guard = {begin, end, number | TEMP_FLAG};
    if (!vec_push(&c->in->env, &c->code->guards, guard))
        c->failed = true;
}

static void set_handler(Compiler *c, uint32_t number) {
    for (uint32_t k = 0; k < c->code->guards.len; k++)
        if (c->code->guards.at[k].handler == (number | TEMP_FLAG))
            c->code->guards.at[k].handler = compile_here(c);
}

static bool guards_now(const Context *x) {
    return (x->kind == IN_TRY || x->kind == IN_UNWIND) && x->begin != NO_JUMP;
}

/*
 * Leaves everything up to `until` (which stays): cleanups run, values of switches are dropped. What is emitted here is not
 * guarded by what it leaves. The caller emits its jump and calls leave_done.
 */
static void leave(Compiler *c, Context *until) {
    Context *innermost = c->context;
    for (Context *x = innermost; x != until; x = x->outer)
        if (guards_now(x))
            add_guard(c, x->begin, compile_here(c), x->guard);
    for (Context *x = innermost; x != until; x = x->outer) {
        if (x->kind == IN_SWITCH)
            emit(c, OP_CLEAR, 0, x->value, 0, 0);
        if (x->kind == IN_UNWIND && x->cleanup && x->begin != NO_JUMP) {
            c->context = x->outer;
            compile_block(c, x->cleanup);
        }
    }
    c->context = innermost;
}

static void leave_done(Compiler *c, Context *until) {
    for (Context *x = c->context; x != until; x = x->outer)
        if (guards_now(x))
            x->begin = compile_here(c);
}

static Context *innermost_loop(Compiler *c) {
    Context *x = c->context;
    while (x && x->kind != IN_LOOP)
        x = x->outer;
    return x;
}

static void jump_out(Compiler *c, bool is_break) {
    Context *loop = innermost_loop(c);
    if (!loop)
        return;
    leave(c, loop);
    uint32_t at = emit(c, OP_JUMP, 0, 0, 0, 0);
    jump_add(c, is_break ? &loop->breaks : &loop->continues, at);
    leave_done(c, loop);
}

static void return_statement(Compiler *c) {
    leave(c, NULL);
    emit(c, OP_RETURN, 0, 0, 0, 0);
    leave_done(c, NULL);
}

/* ---- branches */

static void if_statement(Compiler *c, const ScriptNode *node) {
    Jumps end = {0};
    for (uint32_t k = 0; k < node->n_items; k++) {
        Jumps next = {0};
        compile_branch(c, node->items[k]->a, false, &next);
        compile_block(c, node->items[k]->b);
        if (k + 1 < node->n_items || node->c)
            jump_add(c, &end, emit(c, OP_JUMP, 0, 0, 0, 0));
        jump_here(c, &next);
    }
    compile_block(c, node->c);
    jump_here(c, &end);
}

static void switch_statement(Compiler *c, const ScriptNode *node) {
    uint32_t mark = c->temps, value = compile_temps(c, 1);
    compile_into(c, node->a, value, USE_OPERAND);
    Context here = {.kind = IN_SWITCH, .outer = c->context, .value = value};
    Jumps end = {0};
    c->context = &here;
    for (uint32_t k = 0; k < node->n_items; k++) {
        Jumps next = {0};
        uint32_t label_mark = c->temps, label = compile_operand(c, node->items[k]->a);
        c->place = node->items[k]->place;
        jump_add(c, &next, emit(c, OP_CASE, 0, 0, value, label));
        c->temps = label_mark;
        compile_block(c, node->items[k]->b);
        jump_add(c, &end, emit(c, OP_JUMP, 0, 0, 0, 0));
        jump_here(c, &next);
    }
    compile_block(c, node->c);
    jump_here(c, &end);
    c->context = here.outer;
    emit(c, OP_CLEAR, 0, value, 0, 0);
    c->temps = mark;
}

/* ---- loops */

static uint32_t add_loop(Compiler *c, const ScriptNode *node, uint32_t state) {
    CodeLoop loop = {.node = node, .state = state};
    if (!vec_push(&c->in->env, &c->code->loops, loop))
        c->failed = true;
    uint32_t number = c->code->loops.len - 1;
    return number < LIST_ARGUMENTS ? number : LIST_ARGUMENTS;
}

static void set_turn(Compiler *c, uint32_t loop, uint32_t turn, uint32_t test) {
    if (c->failed || loop == LIST_ARGUMENTS)
        return;
    c->code->loops.at[loop].turn = turn;
    c->code->loops.at[loop].test = test;
}

static Context open_loop(Compiler *c) {
    c->loops++;
    return (Context){.kind = IN_LOOP, .outer = c->context};
}

static void close_loop(Compiler *c, Context *loop) {
    c->loops--;
    c->context = loop->outer;
}

static void while_statement(Compiler *c, const ScriptNode *node) {
    uint32_t number = add_loop(c, node, NO_REGISTER);
    Context loop = open_loop(c);
    c->context = &loop;
    uint32_t top = compile_here(c);
    set_turn(c, number, top, top);
    c->place = node->place;
    jump_add(c, &loop.breaks, emit(c, OP_TURN, number, 0, 0, 0));
    compile_branch(c, node->a, false, &loop.breaks);
    compile_block(c, node->b);
    jump_to(c, &loop.continues, top);
    emit(c, OP_JUMP, 0, top, 0, 0);
    jump_here(c, &loop.breaks);
    close_loop(c, &loop);
}

static void do_statement(Compiler *c, const ScriptNode *node) {
    uint32_t number = add_loop(c, node, NO_REGISTER);
    Context loop = open_loop(c);
    c->context = &loop;
    uint32_t top = compile_here(c);
    Jumps again = {0};
    c->place = node->place;
    jump_add(c, &loop.breaks, emit(c, OP_TURN, number, 0, 0, 0));
    compile_block(c, node->a);
    set_turn(c, number, top, compile_here(c));
    jump_here(c, &loop.continues);
    compile_branch(c, node->b, false, &again);
    jump_to(c, &again, top);
    jump_here(c, &loop.breaks);
    close_loop(c, &loop);
}

static void for_begin(Compiler *c, const ScriptNode *over, uint32_t state) {
    uint32_t mark = c->temps;
    if (over->kind == SN_RANGE) {
        if (over->b)
            compile_into(c, over->b, state + 3, USE_OPERAND);
        uint32_t base = compile_operand(c, over->a), limit = compile_operand(c, over->c);
        c->place = over->place;
        emit(c, OP_FOR_RANGE, over->b != NULL, state, base, limit);
    } else {
        uint32_t v = compile_operand(c, over);
        c->place = over->place;
        emit(c, OP_FOR_OVER, 0, state, v, 0);
    }
    c->temps = mark;
}

static void for_statement(Compiler *c, const ScriptNode *node) {
    uint32_t mark = c->temps, state = compile_temps(c, 4);
    bool simple = node->a->kind == SN_NAME;
    uint32_t variable = simple ? compile_variable(c, node->a) : compile_temps(c, 1);
    uint32_t number = add_loop(c, node, state);
    for_begin(c, node->b, state);
    Context loop = open_loop(c);
    c->context = &loop;
    c->place = node->place;
    if (!(node->flags & SF_PAIRS)) /* without a turn the two names stay as they are */
        jump_add(c, &loop.breaks, emit(c, OP_FOR_EMPTY, 0, state, variable, 0));
    uint32_t top = compile_here(c);
    set_turn(c, number, top, top);
    jump_add(c, &loop.breaks, emit(c, OP_FOR_NEXT, number, state, variable, 0));
    if (!simple)
        compile_store(c, node->a, variable);
    compile_block(c, node->c);
    jump_to(c, &loop.continues, top);
    c->place = node->place;
    emit(c, OP_JUMP, 0, top, 0, 0);
    jump_here(c, &loop.breaks);
    emit(c, OP_FOR_DONE, 0, state, 0, 0);
    close_loop(c, &loop);
    c->temps = mark;
}

/* ---- errors */

static void try_statement(Compiler *c, const ScriptNode *node) {
    Context here = {
        .kind = IN_TRY, .outer = c->context, .begin = compile_here(c), .guard = c->guards++};
    c->context = &here;
    compile_block(c, node->a);
    c->context = here.outer;
    add_guard(c, here.begin, compile_here(c), here.guard);
    Jumps end = {0};
    jump_add(c, &end, emit(c, OP_JUMP, 0, 0, 0, 0));
    set_handler(c, here.guard);
    emit(c, OP_CATCH, 0, node->b ? compile_variable(c, node->b) : NO_REGISTER, 0, 0);
    compile_block(c, node->c);
    jump_here(c, &end);
}

static void unwind_statement(Compiler *c, const ScriptNode *node) {
    uint32_t mark = c->temps, error = compile_temps(c, 1);
    Context here = {.kind = IN_UNWIND,
                    .outer = c->context,
                    .begin = compile_here(c),
                    .guard = c->guards++,
                    .cleanup = node->b};
    c->context = &here;
    compile_block(c, node->a);
    c->context = here.outer;
    add_guard(c, here.begin, compile_here(c), here.guard);
    Jumps end = {0};
    emit(c, OP_CLEAR, 0, error, 0, 0);
    jump_add(c, &end, emit(c, OP_JUMP, 0, 0, 0, 0));
    set_handler(c, here.guard);
    emit(c, OP_CLEANUP, 0, error, 0, 0);
    jump_here(c, &end);
    compile_block(c, node->b);
    emit(c, OP_RETHROW, 0, error, 0, 0);
    c->temps = mark;
}

/* ---- others */

static void declare(Compiler *c, const ScriptNode *node) {
    OpCode op = node->kind == SN_GLOBAL ? OP_GLOBAL : OP_PERSISTENT;
    for (uint32_t k = 0; k < node->n_items; k++) {
        const ScriptNode *d = node->items[k];
        uint32_t variable = compile_variable(c, d);
        Jumps known = {0};
        c->place = d->place;
        jump_add(c, &known, emit(c, op, d->a != NULL, variable, 0, 0));
        if (d->a) {
            /* Through a temporary: the store goes to what the variable is linked to. */
            uint32_t mark = c->temps, t = compile_temps(c, 1);
            compile_into(c, d->a, t, USE_ASSIGN);
            emit(c, OP_MOVE, 0, variable, t, 0);
            c->temps = mark;
        }
        jump_here(c, &known);
    }
}

static bool gives_list(const ScriptNode *v) {
    return node_is_list(v) || v->kind == SN_INDEX || v->kind == SN_NAME || v->kind == SN_COMMAND;
}

static void evaluate(Compiler *c, const ScriptNode *node) {
    const ScriptNode *v = node->a;
    bool print = node->flags & SF_PRINT;
    uint32_t mark = c->temps;
    if (v->kind == SN_ASSIGN) {
        compile_assign(c, v, print);
    } else if (v->kind == SN_UPDATE) {
        compile_update(c, v, print);
    } else if (v->kind == SN_NAME && v->binding == SB_SLOT) {
        emit(c, OP_SHOW_NAME, print, compile_variable(c, v), c->ans, 0);
    } else if (gives_list(v)) {
        emit(c, OP_LIST_OPEN, 0, 0, 0, 0);
        compile_list(c, v, 0);
        emit(c, OP_LIST_SHOW, print, c->ans, 0, 0);
    } else {
        uint32_t value = compile_operand(c, v);
        emit(c, OP_ANS, print, c->ans, value, 0);
    }
    c->temps = mark;
}

void compile_statement(Compiler *c, const ScriptNode *node) {
    c->place = node->place;
    if (c->loops) {
        CodeStatement s = {node, compile_here(c)};
        if (!vec_push(&c->in->env, &c->code->statements, s))
            c->failed = true;
    }
    switch (node->kind) {
    case SN_EVALUATE: evaluate(c, node); break;
    case SN_IF: if_statement(c, node); break;
    case SN_WHILE: while_statement(c, node); break;
    case SN_DO_UNTIL: do_statement(c, node); break;
    case SN_FOR: for_statement(c, node); break;
    case SN_SWITCH: switch_statement(c, node); break;
    case SN_BREAK: jump_out(c, true); break;
    case SN_CONTINUE: jump_out(c, false); break;
    case SN_RETURN: return_statement(c); break;
    case SN_GLOBAL:
    case SN_PERSISTENT: declare(c, node); break;
    case SN_TRY: try_statement(c, node); break;
    case SN_UNWIND_PROTECT: unwind_statement(c, node); break;
    case SN_FUNCTION: emit(c, OP_DEFINE, 0, compile_function(c, node->function), 0, 0); break;
    case SN_BLOCK: compile_block(c, node); break;
    default: emit(c, OP_FAIL, FAIL_TARGET, 0, 0, 0);
    }
}

void compile_block(Compiler *c, const ScriptNode *node) {
    for (uint32_t k = 0; node && k < node->n_items && !c->failed; k++)
        compile_statement(c, node->items[k]);
}
