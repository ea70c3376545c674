/* Expressions: literals, operators, conditions. */
#include "front/script/vm/compile.h"

/* ---- literals */

static bool int_class(uint8_t number_class, ValueClass *out) {
    static const uint8_t classes[] = {CLASS_DOUBLE, CLASS_UINT8,  CLASS_UINT16,
                                      CLASS_UINT32, CLASS_UINT64, CLASS_INT8,
                                      CLASS_INT16,  CLASS_INT32,  CLASS_INT64};
    *out = (ValueClass)classes[number_class];
    return number_class != NUMBER_DOUBLE;
}

static bool literal(Compiler *c, const ScriptNode *node, Value *out) {
    ValueClass class_;
    if (node->kind == SN_TEXT)
        return value_text(c->in, node->text, node->len, node->flags & SF_DOUBLE_QUOTED, out);
    if (node->flags & SF_IMAGINARY)
        return value_complex(c->in, CLASS_DOUBLE, 0, node->number, out);
    if (!int_class(node->number_class, &class_)) {
        *out = value_double(node->number);
        return true;
    }
    if (class_ == CLASS_UINT64 || class_ == CLASS_INT64)
        *out = (Value){.kind = VALUE_NUMBER, .class_ = class_, .as.u64 = node->bits};
    else
        *out = value_number(class_, class_ < CLASS_UINT8 ? (double)(int64_t)node->bits
                                                         : (double)node->bits);
    return true;
}

static bool is_plain_number(const ScriptNode *node, double *out) {
    if (node->kind == SN_UNARY && (node->op == SO_MINUS || node->op == SO_PLUS)) {
        if (!is_plain_number(node->a, out))
            return false;
        if (node->op == SO_MINUS)
            *out = -*out;
        return true;
    }
    *out = node->number;
    return node->kind == SN_NUMBER && !(node->flags & SF_IMAGINARY) &&
           node->number_class == NUMBER_DOUBLE;
}

/* A matrix of numbers as such is a constant. */
static bool number_matrix(Compiler *c, const ScriptNode *node, uint32_t dst) {
    uint32_t rows = node->n_items, columns = rows ? node->items[0]->n_items : 0;
    double x;
    if (!columns || (uint64_t)rows * columns < 2)
        return false;
    for (uint32_t i = 0; i < rows; i++) {
        if (node->items[i]->n_items != columns)
            return false;
        for (uint32_t j = 0; j < columns; j++)
            if (!is_plain_number(node->items[i]->items[j], &x))
                return false;
    }
    Shape shape = shape_make(rows, columns);
    Array *array;
    if (!value_array_new(c->in, CLASS_DOUBLE, false, &shape, &array)) {
        c->failed = true;
        return true;
    }
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            is_plain_number(node->items[i]->items[j], &x);
            ((double *)array->data)[(size_t)j * rows + i] = x;
        }
    emit(c, OP_LOAD, 0, dst, compile_constant(c, value_of_array(array)), 0);
    return true;
}

static void row_into(Compiler *c, OpCode op, const ScriptNode *row, uint32_t dst) {
    uint32_t mark = c->temps;
    Arguments args = compile_arguments(c, row->items, row->n_items);
    c->place = row->place;
    emit(c, op, args.n, dst, args.first, 0);
    c->temps = mark;
}

/* [a, b; c] and {a, b; c}. */
static void matrix_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    OpCode row = node->kind == SN_CELL ? OP_CELL_ROW : OP_HORZCAT;
    if (node->n_items == 0) {
        emit(c, node->kind == SN_CELL ? OP_CELL_ROW : OP_EMPTY, 0, dst, TEMP_FLAG, 0);
        return;
    }
    if (node->kind == SN_MATRIX && number_matrix(c, node, dst))
        return;
    if (node->n_items == 1) {
        row_into(c, row, node->items[0], dst);
        return;
    }
    uint32_t mark = c->temps, n = node->n_items;
    bool dynamic = n >= LIST_ARGUMENTS;
    uint32_t first = compile_temps(c, dynamic ? 1 : n);
    if (dynamic)
        emit(c, OP_LIST_OPEN, 0, 0, 0, 0);
    for (uint32_t k = 0; k < n; k++) {
        row_into(c, row, node->items[k], dynamic ? first : first + k);
        if (dynamic)
            emit(c, OP_LIST_PUSH, 0, first, 0, 0);
    }
    c->place = node->place;
    emit(c, OP_VERTCAT, dynamic ? LIST_ARGUMENTS : n, dst, first, 0);
    c->temps = mark;
}

/* ---- operators */

/* May it run code that changes variables of this function? */
static bool may_change(const Compiler *c, const ScriptNode *node) {
    if (!node)
        return false;
    if (node->kind == SN_ASSIGN || node->kind == SN_UPDATE)
        return true;
    if (c->shared && (node->kind == SN_INDEX || node->kind == SN_NAME))
        return true;
    if (node->kind == SN_ANONYMOUS)
        return false;
    for (uint32_t k = 0; k < node->n_items; k++)
        if (may_change(c, node->items[k]))
            return true;
    return may_change(c, node->a) || may_change(c, node->b) || may_change(c, node->c);
}

/* The operand in front of another, whose computation must not change it any more. */
static uint32_t operand_before(Compiler *c, const ScriptNode *node, const ScriptNode *next) {
    if (node->kind == SN_NAME && may_change(c, next)) {
        uint32_t t = compile_temps(c, 1);
        compile_into(c, node, t, USE_OPERAND);
        return t;
    }
    return compile_operand(c, node);
}

static OpCode binary_op(uint8_t op) {
    static const uint8_t ops[SO_COUNT] = {[SO_ADD] = OP_ADD,
                                          [SO_SUBTRACT] = OP_SUB,
                                          [SO_MULTIPLY] = OP_MUL,
                                          [SO_DIVIDE] = OP_DIV,
                                          [SO_LEFT_DIVIDE] = OP_LDIV,
                                          [SO_POWER] = OP_POW,
                                          [SO_EL_MULTIPLY] = OP_EMUL,
                                          [SO_EL_DIVIDE] = OP_EDIV,
                                          [SO_EL_LEFT_DIVIDE] = OP_ELDIV,
                                          [SO_EL_POWER] = OP_EPOW,
                                          [SO_LESS] = OP_LT,
                                          [SO_LESS_EQUAL] = OP_LE,
                                          [SO_EQUAL] = OP_EQ,
                                          [SO_NOT_EQUAL] = OP_NE,
                                          [SO_GREATER_EQUAL] = OP_GE,
                                          [SO_GREATER] = OP_GT,
                                          [SO_AND] = OP_AND,
                                          [SO_OR] = OP_OR,
                                          [SO_NOT] = OP_NOT,
                                          [SO_PLUS] = OP_PLUS,
                                          [SO_MINUS] = OP_MINUS,
                                          [SO_TRANSPOSE] = OP_TRANSPOSE,
                                          [SO_CTRANSPOSE] = OP_CTRANSPOSE};
    return (OpCode)ops[op];
}

/* a && b, a || b as a value. */
static void truth_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    uint32_t mark = c->temps, t = dst & TEMP_FLAG ? dst : compile_temps(c, 1);
    Jumps no = {0}, end = {0};
    compile_branch(c, node, false, &no);
    uint32_t one = compile_scalar(c, 1), zero = compile_scalar(c, 0);
    emit(c, OP_TRUTH, 0, t, one, 0);
    jump_add(c, &end, emit(c, OP_JUMP, 0, 0, 0, 0));
    jump_here(c, &no);
    emit(c, OP_TRUTH, 0, t, zero, 0);
    jump_here(c, &end);
    if (t != dst)
        emit(c, OP_MOVE, 0, dst, t, 0);
    c->temps = mark;
}

static void binary_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    if (node->op == SO_AND_ALSO || node->op == SO_OR_ELSE) {
        truth_into(c, node, dst);
        return;
    }
    uint32_t mark = c->temps;
    uint32_t a = operand_before(c, node->a, node->b), b = compile_operand(c, node->b);
    c->place = node->place;
    emit(c, binary_op(node->op), 0, dst, a, b);
    c->temps = mark;
}

static void unary_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    double x;
    if (is_plain_number(node, &x)) {
        emit(c, OP_COPY, 0, dst, compile_scalar(c, x), 0);
        return;
    }
    uint32_t mark = c->temps, a = compile_operand(c, node->a);
    c->place = node->place;
    emit(c, binary_op(node->op), 0, dst, a, 0);
    c->temps = mark;
}

static void range_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    uint32_t mark = c->temps;
    if (!node->b) {
        uint32_t base = operand_before(c, node->a, node->c), limit = compile_operand(c, node->c);
        c->place = node->place;
        emit(c, OP_RANGE, 0, dst, base, limit);
    } else {
        uint32_t first = compile_temps(c, 3);
        compile_into(c, node->a, first, USE_OPERAND);
        compile_into(c, node->b, first + 1, USE_OPERAND);
        compile_into(c, node->c, first + 2, USE_OPERAND);
        c->place = node->place;
        emit(c, OP_RANGE_STEP, 3, dst, first, 0);
    }
    c->temps = mark;
}

static const EndTarget *end_target(const Compiler *c, const ScriptNode *node) {
    const EndTarget *t = c->ends;
    while (t && t->node != node)
        t = t->outer;
    return t;
}

/* `end` of an index that is known: at which of its arguments. */
static void end_of(Compiler *c, const EndTarget *t, uint32_t position, uint32_t dst) {
    uint32_t n = t->node->n_items, at;
    if (t->path && t->path->steps.len) {
        uint32_t mark = c->temps, base = compile_temps(c, 1);
        emit(c, OP_READ_PATH, 0, base, compile_copy_path(c, t->path), 0);
        at = emit(c, OP_END, position, dst, base, n);
        emit(c, OP_CLEAR, 0, base, 0, 0);
        c->temps = mark;
    } else {
        at = emit(c, OP_END, position, dst, t->base, n);
    }
    if (!c->failed && t->path)
        c->code->code.at[at].y = 1;
}

/* Where the name that is indexed turns out to be a function's, `end` is that of the index around the call. */
static void end_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    const ScriptNode *index = node->target;
    uint32_t position = node->position;
    Jumps done = {0};
    for (;;) {
        const EndTarget *t = index ? end_target(c, index) : NULL;
        if (!t) {
            emit(c, OP_FAIL, FAIL_TARGET, 0, 0, 0);
            break;
        }
        if (t->path || !index->target || index->kind != SN_INDEX) {
            end_of(c, t, position, dst);
            break;
        }
        Jumps unset = {0};
        jump_add(c, &unset, emit(c, OP_JUMP_UNSET, 0, 0, t->base, 0));
        end_of(c, t, position, dst);
        jump_add(c, &done, emit(c, OP_JUMP, 0, 0, 0, 0));
        jump_here(c, &unset);
        position = index->position;
        index = index->target;
    }
    jump_here(c, &done);
}

static void command_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    uint32_t mark = c->temps;
    Arguments args = compile_arguments(c, node->items, node->n_items);
    c->place = node->place;
    emit(c, OP_CALL, args.n, dst, args.first, compile_site(c, node->name, node));
    c->temps = mark;
}

/* An assignment as a value is what was assigned to its first target. */
static void assigned_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    const ScriptNode *target = node->kind == SN_UPDATE ? node->a : node->items[0];
    if (node->flags & SF_POSTFIX) {
        uint32_t mark = c->temps, before = compile_temps(c, 1);
        compile_into(c, target, before, USE_OPERAND);
        compile_update(c, node, false);
        emit(c, OP_MOVE, 0, dst, before, 0);
        c->temps = mark;
        return;
    }
    if (node->kind == SN_UPDATE)
        compile_update(c, node, false);
    else
        compile_assign(c, node, false);
    if (target->kind != SN_IGNORED)
        compile_into(c, target, dst, USE_OPERAND);
}

static void handle_into(Compiler *c, const ScriptNode *node, uint32_t dst) {
    emit(c, OP_HANDLE, 0, dst, compile_site(c, node->name, node), 0);
}

void compile_into(Compiler *c, const ScriptNode *node, uint32_t dst, ListUse use) {
    c->place = node->place;
    switch (node->kind) {
    case SN_NUMBER:
        if (node->number_class == NUMBER_DOUBLE && !(node->flags & SF_IMAGINARY)) {
            emit(c, OP_COPY, 0, dst, compile_scalar(c, node->number), 0);
            return;
        } /* fallthrough */
    case SN_TEXT: {
        Value v;
        if (!literal(c, node, &v))
            c->failed = true;
        else
            emit(c, OP_LOAD, 0, dst, compile_constant(c, v), 0);
        return;
    }
    case SN_COLON: emit(c, OP_COLON, 0, dst, 0, 0); return;
    case SN_END: end_into(c, node, dst); return;
    case SN_UNARY:
    case SN_POSTFIX: unary_into(c, node, dst); return;
    case SN_BINARY: binary_into(c, node, dst); return;
    case SN_RANGE: range_into(c, node, dst); return;
    case SN_MATRIX:
    case SN_CELL: matrix_into(c, node, dst); return;
    case SN_HANDLE: handle_into(c, node, dst); return;
    case SN_ANONYMOUS: emit(c, OP_CLOSURE, 0, dst, compile_function(c, node->function), 0); return;
    case SN_ASSIGN:
    case SN_UPDATE: assigned_into(c, node, dst); return;
    case SN_COMMAND: command_into(c, node, dst); return;
    default: compile_chain(c, node, dst, use);
    }
}

uint32_t compile_operand_for(Compiler *c, const ScriptNode *node, ListUse use) {
    double x;
    if (node->kind == SN_NAME && node->binding == SB_SLOT)
        return compile_variable(c, node);
    if (is_plain_number(node, &x))
        return compile_scalar(c, x);
    uint32_t t = compile_temps(c, 1), mark = c->temps;
    compile_into(c, node, t, use);
    c->temps = mark;
    return t;
}

uint32_t compile_operand(Compiler *c, const ScriptNode *node) {
    return compile_operand_for(c, node, USE_OPERAND);
}

/* ---- conditions */

static OpCode unless_op(const ScriptNode *node) {
    if (node->kind != SN_BINARY)
        return OP_NOP;
    switch (node->op) {
    case SO_LESS: return OP_UNLESS_LT;
    case SO_LESS_EQUAL: return OP_UNLESS_LE;
    case SO_EQUAL: return OP_UNLESS_EQ;
    case SO_NOT_EQUAL: return OP_UNLESS_NE;
    case SO_GREATER_EQUAL: return OP_UNLESS_GE;
    case SO_GREATER: return OP_UNLESS_GT;
    default: return OP_NOP;
    }
}

/* a && b is false where a is; a || b is true where a is. */
static void branch_both(Compiler *c, const ScriptNode *node, bool when, Jumps *out) {
    bool decides = node->op == SO_OR_ELSE;
    if (when == decides) {
        compile_branch(c, node->a, when, out);
        compile_branch(c, node->b, when, out);
        return;
    }
    Jumps skip = {0};
    compile_branch(c, node->a, decides, &skip);
    compile_branch(c, node->b, when, out);
    jump_here(c, &skip);
}

/* a | b and a & b in a condition: where a is one element, b is looked at only if it decides. */
static void branch_short(Compiler *c, const ScriptNode *node, bool when, Jumps *out) {
    bool decides = node->op == SO_OR;
    uint32_t mark = c->temps, a = compile_temps(c, 1), t = compile_temps(c, 1);
    Jumps arrays = {0}, done = {0}, other = {0};
    compile_into(c, node->a, a, USE_OPERAND);
    c->place = node->place;
    jump_add(c, &arrays, emit(c, OP_JUMP_ARRAY, decides, 0, a, 0));
    emit(c, OP_TRUTH, 0, t, a, 0);
    jump_add(c, decides == when ? out : &done,
             emit(c, decides ? OP_JUMP_TRUE : OP_JUMP_FALSE, 0, 0, t, 0));
    compile_branch(c, node->b, when, out);
    jump_add(c, &done, emit(c, OP_JUMP, 0, 0, 0, 0));
    jump_here(c, &arrays);
    uint32_t b = compile_operand(c, node->b);
    c->place = node->place;
    emit(c, binary_op(node->op), 0, t, a, b);
    jump_add(c, when ? out : &other, emit(c, OP_JUMP_TRUE, 0, 0, t, 0));
    if (!when)
        jump_add(c, out, emit(c, OP_JUMP, 0, 0, 0, 0));
    jump_here(c, &other);
    jump_here(c, &done);
    c->temps = mark;
}

void compile_branch(Compiler *c, const ScriptNode *node, bool when, Jumps *out) {
    if (node->kind == SN_BINARY && node->flags & SF_SHORT_CIRCUIT &&
        (node->op == SO_OR || node->op == SO_AND)) {
        branch_short(c, node, when, out);
        return;
    }
    if (node->kind == SN_BINARY && (node->op == SO_AND_ALSO || node->op == SO_OR_ELSE)) {
        branch_both(c, node, when, out);
        return;
    }
    uint32_t mark = c->temps;
    OpCode unless = unless_op(node);
    if (unless != OP_NOP && !when) {
        uint32_t a = operand_before(c, node->a, node->b), b = compile_operand(c, node->b);
        c->place = node->place;
        jump_add(c, out, emit(c, unless, 0, 0, a, b));
    } else {
        uint32_t v = compile_operand_for(c, node, USE_CONDITION);
        c->place = node->place;
        jump_add(c, out, emit(c, when ? OP_JUMP_TRUE : OP_JUMP_FALSE, 0, 0, v, 0));
    }
    c->temps = mark;
}
