/* Instructions that lead elsewhere: jumps, loops, switch, errors. */
#include "front/script/vm/machine.h"

#include <math.h>

static bool go(Frame *f, uint32_t to) {
    f->pc = f->code->code.at + to;
    return true;
}

bool do_JUMP(Interp *in, Frame *f, const Instr *i) {
    (void)in;
    return go(f, i->a);
}

static bool jump_when(Interp *in, Frame *f, const Instr *i, bool when) {
    Operand o;
    bool truth = false;
    if (!operand_get(in, f, i->b, &o))
        return false;
    bool ok = value_is_true(in, o.v, &truth);
    operand_release(in, f, i->b, &o);
    return ok && (truth == when ? go(f, i->a) : true);
}

bool do_JUMP_TRUE(Interp *in, Frame *f, const Instr *i) {
    return jump_when(in, f, i, true);
}

bool do_JUMP_FALSE(Interp *in, Frame *f, const Instr *i) {
    return jump_when(in, f, i, false);
}

bool do_JUMP_UNSET(Interp *in, Frame *f, const Instr *i) {
    (void)in;
    return machine_behind(&f->registers[i->b])->kind == VALUE_NONE ? go(f, i->a) : true;
}

bool do_JUMP_ARRAY(Interp *in, Frame *f, const Instr *i) {
    Value v = *machine_behind(&f->registers[i->b]);
    if (v.kind != VALUE_NUMBER && !value_is_scalar(v))
        return go(f, i->a);
    bool truth = false;
    if (!value_is_true(in, v, &truth))
        return false;
    return truth != (i->x == 1) ||
           interp_warn(in, "Octave:possible-matlab-short-circuit-operator",
                       "Matlab-style short-circuit operation performed for operator %s",
                       i->x ? "|" : "&");
}

/* ---- for */

static Value int_state(int64_t k) {
    return (Value){.kind = VALUE_NUMBER, .class_ = CLASS_DOUBLE, .as.i64 = k};
}

static void set_state(Interp *in, Value *state, int64_t count, Value over, Value step) {
    Value old = state[2];
    state[0] = int_state(0);
    state[1] = int_state(count);
    state[2] = over;
    state[3] = step;
    value_drop(in, old);
}

void for_set_over(Interp *in, Value *state, int64_t count, Value v) {
    set_state(in, state, count, v, value_none());
}

void for_set_range(Interp *in, Value *state, int64_t count, double base, double step) {
    set_state(in, state, count, value_double(base), value_double(step));
}

static int64_t turns_of(Value v) {
    if (v.kind == VALUE_NUMBER || v.kind == VALUE_FUNCTION || v.kind == VALUE_MAP)
        return 1;
    Shape shape = value_shape(v);
    int64_t n = 1;
    for (uint32_t k = 1; k < shape.rank; k++)
        n *= shape.at[k];
    return shape.at[0] ? n : 0;
}

/* Is element k base + k step, the last one too? */
static bool is_even(const Range *r) {
    double last = r->base + (double)(r->count - 1) * r->step;
    return r->count < 2 || (r->step > 0 ? last <= r->limit : last >= r->limit);
}

enum { SHORT_RANGE = 4096 };

/*
 * Goes over v, whose reference is taken. A range or a number is gone over as numbers; one whose last element is not where
 * counting leads but at its limit as an array, if it is short.
 */
static void go_over(Interp *in, Value *state, Value v) {
    Array *array;
    if (v.kind == VALUE_RANGE && VALUE_RANGE_OF(v)->count && is_even(VALUE_RANGE_OF(v))) {
        Range r = *VALUE_RANGE_OF(v);
        value_drop(in, v);
        set_state(in, state, r.count, value_double(r.base), value_double(r.step));
        return;
    }
    if (value_is_double(v)) {
        set_state(in, state, 1, v, value_double(0));
        return;
    }
    if (v.kind == VALUE_RANGE && VALUE_RANGE_OF(v)->count &&
        VALUE_RANGE_OF(v)->count < SHORT_RANGE) {
        if (value_to_array(in, v, &array)) {
            value_drop(in, v);
            v = value_of_array(array);
        } else {
            interp_clear_error(in);
        }
    }
    set_state(in, state, turns_of(v), v, value_none());
}

bool do_FOR_RANGE(Interp *in, Frame *f, const Instr *i) {
    Value *state = &f->registers[i->a], over = value_none(), step = value_none();
    Operand base, limit;
    if (i->x) {
        step = state[3];
        state[3] = value_none();
    }
    if (!operand_get(in, f, i->b, &base)) {
        value_drop(in, step);
        return false;
    }
    bool ok = operand_get(in, f, i->c, &limit);
    if (ok) {
        ok = value_range_of(in, base.v, step, limit.v, &over);
        operand_release(in, f, i->c, &limit);
    }
    operand_release(in, f, i->b, &base);
    value_drop(in, step);
    if (ok)
        go_over(in, state, over);
    return ok;
}

bool do_FOR_OVER(Interp *in, Frame *f, const Instr *i) {
    Operand o;
    if (!operand_get(in, f, i->b, &o))
        return false;
    Value v = value_hold(o.v);
    operand_release(in, f, i->b, &o);
    go_over(in, &f->registers[i->a], v);
    return true;
}

bool do_FOR_EMPTY(Interp *in, Frame *f, const Instr *i) {
    Value *state = &f->registers[i->a];
    if (state[1].as.i64)
        return true;
    machine_set(in, f, i->b, value_hold(state[2]));
    return go(f, i->c);
}

/* Column k of what is gone over. */
static bool column(Interp *in, Value v, int64_t k, Value *out) {
    if (v.kind == VALUE_NUMBER || v.kind == VALUE_FUNCTION || v.kind == VALUE_MAP) {
        *out = value_hold(v);
        return true;
    }
    Shape shape = value_shape(v);
    if (v.kind != VALUE_CELL && v.kind != VALUE_STRUCT && shape.rank == 2 && shape.at[0] == 1)
        return value_element(in, v, k, out);
    if (v.kind == VALUE_STRUCT && value_count(v) == 1) {
        *out = value_hold(v);
        return true;
    }
    Value flat = v, subs[2] = {value_colon(), value_double((double)k + 1)};
    return value_index(in, NULL, flat, subs, 2, out);
}

bool do_FOR_NEXT(Interp *in, Frame *f, const Instr *i) {
    Value *state = &f->registers[i->a], out = value_none();
    bool taken = false;
    if (machine_interrupted(in) || !machine_offer(in, f, i, &taken))
        return false;
    if (taken)
        return true;
    int64_t k = state[0].as.i64;
    if (k >= state[1].as.i64)
        return go(f, i->c);
    if (state[2].kind == VALUE_NUMBER && value_is_double(state[2]))
        out = value_double(state[2].as.number + (double)k * state[3].as.number);
    else if (!column(in, state[2], k, &out))
        return false;
    state[0].as.i64 = k + 1;
    machine_set(in, f, i->b, out);
    return true;
}

bool do_FOR_DONE(Interp *in, Frame *f, const Instr *i) {
    Value *state = &f->registers[i->a];
    for (int k = 0; k < 4; k++) {
        Value old = state[k];
        state[k] = value_none();
        value_drop(in, old);
    }
    return true;
}

bool do_TURN(Interp *in, Frame *f, const Instr *i) {
    bool taken = false;
    return !machine_interrupted(in) && machine_offer(in, f, i, &taken);
}

/* ---- switch */

/* Does the value of a switch match a label that is no cell? As isequal would say, but text is numbers. */
static bool matches_one(Interp *in, Value value, Value label, bool *out) {
    Shape a = value_shape(value), b = value_shape(label);
    *out = false;
    if (label.kind == VALUE_NONE || (value_is_empty(value) && value_is_empty(label))) {
        *out = value_is_empty(value);
        return true;
    }
    if (!shape_same(&a, &b))
        return true;
    Value equal = value_none();
    bool ok = value_binary(in, BINARY_EQ, value, label, &equal) && value_is_true(in, equal, out);
    value_drop(in, equal);
    return ok;
}

static bool matches(Interp *in, Value value, Value label, bool *out) {
    if (label.kind != VALUE_CELL)
        return matches_one(in, value, label, out);
    *out = false;
    const Cell *cell = VALUE_CELL_OF(label);
    for (int64_t k = 0; k < cell->count && !*out; k++)
        if (!matches_one(in, value, cell->at[k], out))
            return false;
    return true;
}

bool do_CASE(Interp *in, Frame *f, const Instr *i) {
    Operand label;
    bool same = false;
    if (!operand_get(in, f, i->c, &label))
        return false;
    bool ok = matches(in, f->registers[i->b], label.v, &same);
    operand_release(in, f, i->c, &label);
    return ok && (same ? true : go(f, i->a));
}

/* ---- errors */

static bool caught(Interp *in, Frame *f, uint32_t reg) {
    Value e = value_none();
    if (!turn_refuse(in) || !machine_stack(in, f))
        return false;
    bool ok = builtin_exception(in, &e);
    in->failure.stack = NULL;
    if (!ok)
        return false;
    interp_clear_error(in);
    SESSION(in)->failing = false;
    if (reg == NO_REGISTER)
        value_drop(in, e);
    else
        machine_set(in, f, reg, e);
    return true;
}

bool do_CATCH(Interp *in, Frame *f, const Instr *i) {
    return caught(in, f, i->a);
}

bool do_CLEANUP(Interp *in, Frame *f, const Instr *i) {
    return caught(in, f, i->a);
}

bool do_RETHROW(Interp *in, Frame *f, const Instr *i) {
    Value e = f->registers[i->a], message = value_none(), id = value_none();
    if (e.kind != VALUE_STRUCT)
        return true;
    char *text = NULL, *identifier = NULL;
    size_t len = 0, id_len = 0;
    bool ok = value_field(in, e, "message", &message) && value_field(in, e, "identifier", &id) &&
              value_to_text(in, message, "", &text, &len) &&
              value_to_text(in, id, "", &identifier, &id_len);
    if (ok) {
        machine_resume_trace(in, f, e);
        interp_fail_id(in, identifier, "%s", text);
    }
    interp_release(in, text, len + 1);
    interp_release(in, identifier, id_len + 1);
    value_drop(in, message);
    value_drop(in, id);
    machine_give_up(in, f, i->a);
    return false;
}

bool do_FAIL(Interp *in, Frame *f, const Instr *i) {
    (void)f;
    if (i->x == FAIL_CONSTANT_OUTPUTS)
        return interp_fail(in, "invalid number of output arguments for constant expression");
    return interp_fail(in, "invalid use of an expression on the left side of an assignment");
}
