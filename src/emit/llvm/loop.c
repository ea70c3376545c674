#include "emit/llvm/loop.h"

void *emit_room(Emit *e, size_t n, size_t size) {
    void *room = env_new(e->env, (n + 1) * size);
    e->failed |= !room;
    return room;
}

void emit_room_free(Emit *e, void *room, size_t n, size_t size) {
    if (room)
        env_free(e->env->allocator, room, (n + 1) * size);
}

Val *val_array(Emit *e, unsigned n) {
    return emit_room(e, n, sizeof(Val));
}

void val_free(Emit *e, Val *array, unsigned n) {
    emit_room_free(e, array, n, sizeof *array);
}

/* The head, after a way into it from loop->before. */
static void open_head(Emit *e, Loop *loop, const Val *init, Val *phi) {
    Ir *ir = &e->ir;
    Label from[2] = {loop->before, loop->latch};
    ir_block(ir, loop->head);
    for (unsigned k = 0; k < loop->n && loop->next; k++) {
        loop->next[k] = ir_reserve(ir, ir_type(ir, init[k]));
        phi[k] = ir_phi(ir, 2, (Val[]){init[k], loop->next[k]}, from);
    }
}

static void begin(Emit *e, Loop *loop, unsigned n) {
    Ir *ir = &e->ir;
    *loop = (Loop){.head = ir_label(ir), .latch = ir_label(ir), .exit = ir_label(ir), .n = n};
    loop->next = val_array(e, n);
    loop->before = ir->block;
}

void loop_open(Emit *e, Loop *loop, const Val *init, unsigned n, Val *phi) {
    begin(e, loop, n);
    ir_jump(&e->ir, loop->head);
    open_head(e, loop, init, phi);
}

void loop_while(Emit *e, Loop *loop, Val condition) {
    Label body = ir_label(&e->ir);
    ir_branch(&e->ir, condition, body, loop->exit);
    ir_block(&e->ir, body);
}

void loop_close(Emit *e, Loop *loop, const Val *next) {
    Ir *ir = &e->ir;
    ir_jump(ir, loop->latch);
    ir_block(ir, loop->latch);
    for (unsigned k = 0; k < loop->n && loop->next; k++)
        ir_become(ir, loop->next[k], next[k]);
    ir_jump(ir, loop->head);
    ir_block(ir, loop->exit);
    val_free(e, loop->next, loop->n);
    loop->next = NULL;
}

void loop_enter(Emit *e, Loop *loop, Val condition, const Val *init, unsigned n, Val *phi) {
    begin(e, loop, n);
    loop->init = val_array(e, n);
    for (unsigned k = 0; k < n && loop->init; k++)
        loop->init[k] = init[k];
    ir_branch(&e->ir, condition, loop->head, loop->exit);
    open_head(e, loop, init, phi);
}

void loop_again(Emit *e, Loop *loop, Val condition, const Val *next, Val *phi) {
    Ir *ir = &e->ir;
    Label from[2] = {loop->before, loop->latch};
    ir_jump(ir, loop->latch);
    ir_block(ir, loop->latch);
    for (unsigned k = 0; k < loop->n && loop->next; k++)
        ir_become(ir, loop->next[k], next[k]);
    ir_branch(ir, condition, loop->head, loop->exit);
    ir_block(ir, loop->exit);
    for (unsigned k = 0; k < loop->n && loop->next && loop->init; k++)
        phi[k] = ir_phi(ir, 2, (Val[]){loop->init[k], loop->next[k]}, from);
    val_free(e, loop->next, loop->n);
    val_free(e, loop->init, loop->n);
    loop->next = loop->init = NULL;
}

Val loop_count(Emit *e, Loop *loop, Val from, Val to) {
    Val at = from;
    loop_open(e, loop, &from, 1, &at);
    loop_while(e, loop, ir_compare(&e->ir, "slt", at, to));
    return at;
}

void loop_next(Emit *e, Loop *loop, Val at, Val by) {
    Val next = i64_add(e, at, by);
    loop_close(e, loop, &next);
}

Val i64_const(Emit *e, int64_t value) {
    return ir_int(&e->ir, IR_I(64, 1), (uint64_t)value);
}

Val i64_add(Emit *e, Val a, Val b) {
    return ir_bin(&e->ir, "add", a, b);
}

Val i64_mul(Emit *e, Val a, Val b) {
    return ir_bin(&e->ir, "mul", a, b);
}

Val i64_min(Emit *e, Val a, Val b) {
    return ir_select(&e->ir, ir_compare(&e->ir, "slt", a, b), a, b);
}

Val i64_round_up(Emit *e, Val a, int64_t to) {
    return ir_bin(&e->ir, "and", i64_add(e, a, i64_const(e, to - 1)), i64_const(e, -to));
}
