/*
 * The machine's loop. Instructions on real doubles run here; whatever is out of the ordinary is done by the instruction's
 * function (do_*.c). A script's call of a function is a call of machine_run, MAX_RECURSION deep at most.
 */
#include "front/script/vm/machine.h"

#include <math.h>

Handler *const machine_handlers[OP_COUNT] = {
#define OP(name, x, a, b, c) do_##name,
#include "front/script/vm/ops.def"
#undef OP
};

static inline bool both_double(const Value *a, const Value *b) {
    return value_is_double(*a) && value_is_double(*b);
}

/* May a number be written over it without a look? */
static inline bool is_plain(const Value *v) {
    return v->kind <= VALUE_NUMBER;
}

/* Element k of a real double array in memory, from 1; NULL: not so simple. */
static inline double *element_at(const Value *base, const Value *sub) {
    if (base->kind != VALUE_ARRAY || !value_is_double(*sub))
        return NULL;
    Array *a = VALUE_ARRAY_OF(*base);
    double k = sub->as.number;
    if (a->class_ != CLASS_DOUBLE || a->complex || !a->data || !(k >= 1) ||
        !(k <= (double)a->count))
        return NULL;
    int64_t at = (int64_t)k;
    return (double)at == k ? (double *)a->data + (at - 1) : NULL;
}

static inline double *element_at_2(const Value *base, const Value *row, const Value *column) {
    if (base->kind != VALUE_ARRAY || !both_double(row, column))
        return NULL;
    Array *a = VALUE_ARRAY_OF(*base);
    double i = row->as.number, j = column->as.number;
    if (a->class_ != CLASS_DOUBLE || a->complex || !a->data || a->shape.rank != 2 || !(i >= 1) ||
        !(j >= 1) || !(i <= (double)a->shape.at[0]) || !(j <= (double)a->shape.at[1]))
        return NULL;
    int64_t r = (int64_t)i, c = (int64_t)j;
    if ((double)r != i || (double)c != j)
        return NULL;
    return (double *)a->data + (r - 1) + (c - 1) * a->shape.at[0];
}

/* Element k of a range. */
static inline double range_at(const Value *state, int64_t k) {
    double x = state[2].as.number + (double)k * state[3].as.number;
    return x;
}

/* The error that the instruction ended with: where it goes on. False: nowhere in this frame. */
static bool find_handler(Interp *in, Frame *f) {
    Session *s = SESSION(in);
    if (s->interrupt == INTERRUPT_NOW)
        machine_interrupted(in);
    machine_name_index(in, f);
    machine_note_frame(in, f);
    list_cut(in, f->lists, f->marks);
    if (s->interrupted || s->exited)
        return false;
    uint32_t at = (uint32_t)(f->pc - f->code->code.at) - 1;
    for (uint32_t k = 0; k < f->code->guards.len; k++) {
        const Guard *g = &f->code->guards.at[k];
        if (at >= g->begin && at < g->end) {
            f->pc = f->code->code.at + g->handler;
            return true;
        }
    }
    return false;
}

#define FAST_ARITHMETIC(NAME, expression)                            \
    case OP_##NAME:                                                  \
        if (both_double(&r[i->b], &r[i->c]) && is_plain(&r[i->a])) { \
            double x = r[i->b].as.number, y = r[i->c].as.number;     \
            r[i->a] = value_double(expression);                      \
            continue;                                                \
        }                                                            \
        break;
#define FAST_COMPARE(NAME, operator)                                               \
    case OP_##NAME:                                                                \
        if (both_double(&r[i->b], &r[i->c]) && is_plain(&r[i->a])) {               \
            r[i->a] = value_logical(r[i->b].as.number operator r[i->c].as.number); \
            continue;                                                              \
        }                                                                          \
        break;
#define FAST_UNLESS(NAME, operator)                              \
    case OP_UNLESS_##NAME:                                       \
        if (both_double(&r[i->b], &r[i->c])) {                   \
            if (!(r[i->b].as.number operator r[i->c].as.number)) \
                pc = code + i->a;                                \
            continue;                                            \
        }                                                        \
        break;

static inline bool is_true_number(const Value *v) {
    return v->as.number != 0;
}

static inline bool is_simple_truth(const Value *v) {
    return v->kind == VALUE_NUMBER && (v->class_ == CLASS_DOUBLE || v->class_ == CLASS_LOGICAL) &&
           v->as.number == v->as.number;
}

static inline bool next_turn(Value *r, const Instr *i) {
    Value *state = &r[i->a];
    int64_t k = state[0].as.i64;
    if (state[2].kind != VALUE_NUMBER || !is_plain(&r[i->b]) || k >= state[1].as.i64)
        return false;
    r[i->b] = value_double(range_at(state, k));
    state[0].as.i64 = k + 1;
    return true;
}

static inline bool turn_is_quiet(const Session *s, const Frame *f, const Instr *i) {
    if (s->interrupt)
        return false;
    if (i->x == LIST_ARGUMENTS)
        return true;
    LoopSite *site = &f->code->loops.at[i->x].site;
    return ++site->turns <= site->next;
}

/* ---- quick forms of single instructions: false where it is not so simple */

static inline bool quick_minus(Value *r, const Instr *i) {
    if (!value_is_double(r[i->b]) || !is_plain(&r[i->a]))
        return false;
    r[i->a] = value_double(-r[i->b].as.number);
    return true;
}

static inline bool quick_copy(Value *r, const Instr *i) {
    if (r[i->b].kind != VALUE_NUMBER || !is_plain(&r[i->a]))
        return false;
    r[i->a] = r[i->b];
    return true;
}

static inline bool quick_index1(const Frame *f, Value *r, const Instr *i) {
    double *element = element_at(&r[i->b], &r[i->c]);
    if (!element || !is_plain(&r[i->a]) || i->b >= f->code->first_const)
        return false;
    r[i->a] = value_double(*element);
    return true;
}

static inline bool quick_index2(Value *r, const Instr *i) {
    double *element = element_at_2(&r[i->x], &r[i->b], &r[i->c]);
    if (!element || !is_plain(&r[i->a]))
        return false;
    r[i->a] = value_double(*element);
    return true;
}

static inline bool quick_set1(Value *r, const Instr *i) {
    double *element = value_is_double(r[i->c]) ? element_at(&r[i->a], &r[i->b]) : NULL;
    if (!element || !value_array_is_own(VALUE_ARRAY_OF(r[i->a])))
        return false;
    *element = r[i->c].as.number;
    return true;
}

static inline bool quick_set2(Value *r, const Instr *i) {
    double *element = value_is_double(r[i->c]) ? element_at_2(&r[i->x], &r[i->a], &r[i->b]) : NULL;
    if (!element || !value_array_is_own(VALUE_ARRAY_OF(r[i->x])))
        return false;
    *element = r[i->c].as.number;
    return true;
}

#define QUICK(NAME, done) \
    case OP_##NAME:       \
        if (done)         \
            continue;     \
        break;

#define ARITHMETIC               \
    FAST_ARITHMETIC(ADD, x + y)  \
    FAST_ARITHMETIC(SUB, x - y)  \
    FAST_ARITHMETIC(MUL, x *y)   \
    FAST_ARITHMETIC(EMUL, x *y)  \
    FAST_ARITHMETIC(DIV, x / y)  \
    FAST_ARITHMETIC(EDIV, x / y) \
    QUICK(MINUS, quick_minus(r, i))

/* clang-format off */
#define COMPARISONS \
    FAST_COMPARE(LT, <) \
    FAST_COMPARE(LE, <=) \
    FAST_COMPARE(EQ, ==) \
    FAST_COMPARE(NE, !=) \
    FAST_COMPARE(GE, >=) \
    FAST_COMPARE(GT, >) \
    FAST_UNLESS(LT, <) \
    FAST_UNLESS(LE, <=) \
    FAST_UNLESS(EQ, ==) \
    FAST_UNLESS(NE, !=) \
    FAST_UNLESS(GE, >=) \
    FAST_UNLESS(GT, >)
/* clang-format on */

/* One instruction in a frame may be any of these quick ones; everything else is done by its function. */
bool machine_run(Interp *in, Frame *f) {
    const Session *s = SESSION(in);
    const Instr *pc = f->pc, *const code = f->code->code.at;
    Value *const r = f->registers;
    for (;;) {
        const Instr *i = pc++;
        switch ((OpCode)i->op) {
            ARITHMETIC
            COMPARISONS
        case OP_JUMP: pc = code + i->a; continue;
        case OP_JUMP_FALSE:
        case OP_JUMP_TRUE:
            if (is_simple_truth(&r[i->b])) {
                if (is_true_number(&r[i->b]) == (i->op == OP_JUMP_TRUE))
                    pc = code + i->a;
                continue;
            }
            break;
            QUICK(COPY, quick_copy(r, i))
            QUICK(MOVE, quick_copy(r, i))
            QUICK(FOR_NEXT, turn_is_quiet(s, f, i) && next_turn(r, i))
            QUICK(TURN, turn_is_quiet(s, f, i))
            QUICK(INDEX1, quick_index1(f, r, i))
            QUICK(INDEX2, quick_index2(r, i))
            QUICK(SET1, quick_set1(r, i))
            QUICK(SET2, quick_set2(r, i))
        default: break;
        }
        f->pc = pc;
        if (s->notes_lines)
            report_note_line(in, f);
        if (!machine_handlers[i->op](in, f, i) && !find_handler(in, f))
            return false;
        if (f->done)
            return true;
        pc = f->pc;
    }
}
