/*
 * A `for` over statements on arrays as one `for` of the IR. A turn is run on placeholders (value/turn.h): what it records becomes
 * the body, the variables that it reads before it assigns them are carried. The last turn is left to the machine, so every variable
 * is afterwards what it is after the turns one by one, the loop's own too. Whatever a turn does beside recording steps ends the
 * attempt, with everything as it was before it.
 */
#include "front/script/value/recorded.h"
#include "front/script/vm/machine.h"

/* An attempt for a loop may fail this often before it is left alone; one has to have that many turns. */
enum { TRIES_MOST = 3, ROUNDS_MOST = 5, TURNS_LEAST = 4, INNER_TURNS_MOST = 2000 };

typedef struct PlanSlot {
    Value before, placeholder; /* both held */
    bool changes;              /* a turn assigns something else to it: it is a placeholder */
    bool unsigned_;            /* its elements are not known to be positive after a turn */
    bool carried;
} PlanSlot;

typedef struct Plan {
    Frame *f;
    const Instr *next; /* FOR_NEXT */
    CodeLoop *loop;
    PlanSlot *slots; /* of all registers */
    uint32_t n;
    Turn turn;
    TurnOutside outside;
    VEC(frit_array *) inputs, outputs; /* of the body; of the turn's context */
} Plan;

/* ---- running one turn */

/* Every register as it was. */
static void put_back(Interp *in, Plan *p) {
    for (uint32_t k = 0; k < p->n; k++) {
        Value old = p->f->registers[k];
        p->f->registers[k] = value_hold(p->slots[k].before);
        value_drop(in, old);
        value_drop(in, p->slots[k].placeholder);
        p->slots[k].placeholder = value_none();
    }
}

static void set_register(Interp *in, Frame *f, uint32_t reg, Value v) {
    Value old = f->registers[reg];
    f->registers[reg] = v;
    value_drop(in, old);
}

static bool put_placeholders(Interp *in, Plan *p) {
    const Value *state = &p->f->registers[p->next->a];
    Value v;
    for (uint32_t k = 0; k < p->f->code->n_vars; k++) {
        PlanSlot *slot = &p->slots[k];
        if (!slot->changes || slot->before.kind == VALUE_NONE || k == p->next->b)
            continue;
        if (slot->before.kind != VALUE_NUMBER && slot->before.kind != VALUE_ARRAY)
            return turn_refuse(in);
        TRY(turn_placeholder(in, slot->before, &slot->placeholder));
        Array *array = VALUE_ARRAY_OF(slot->placeholder);
        array->turn = TURN_INSIDE;
        array->positive = !slot->unsigned_ && value_is_positive(slot->before);
        set_register(in, p->f, k, value_hold(slot->placeholder));
    }
    TRY(turn_variable(in, state[2].as.number, state[3].as.number, &v));
    set_register(in, p->f, p->next->b, v);
    in->turn->largest = 0;
    return true;
}

/* The statements of the body, until the next turn would begin. */
static bool run_body(Interp *in, Plan *p) {
    Frame *f = p->f;
    const Instr *code = f->code->code.at, *end = code + p->next->c;
    f->pc = p->next + 1;
    while (f->pc != p->next) {
        if (f->pc < p->next || f->pc >= end)
            return turn_refuse(in);
        const Instr *i = f->pc++;
        if (SESSION(in)->notes_lines)
            report_note_line(in, f);
        if (!machine_handlers[i->op](in, f, i))
            return false;
        if (f->done || in->turn->broken)
            return false;
    }
    return true;
}

/* With what a turn might leave behind in the session put back. */
static bool run_turn(Interp *in, Plan *p) {
    Session *s = SESSION(in);
    uint32_t lists = s->list.len, marks = s->marks.len, trace = s->trace.len;
    uint64_t ignored = s->ignored, turns_left = s->turns_left;
    int interrupt = s->interrupt;
    if (interrupt == INTERRUPT_NOW)
        return false;
    s->interrupt = INTERRUPT_COUNT;
    if (interrupt != INTERRUPT_COUNT || turns_left > INNER_TURNS_MOST)
        s->turns_left = INNER_TURNS_MOST;
    bool ok = put_placeholders(in, p) && run_body(in, p) && !in->turn->broken;
    if (s->interrupted) /* out of turns, or by the user meanwhile */
        s->interrupt = s->turns_left == UINT64_MAX ? interrupt : INTERRUPT_NOW;
    else if (s->interrupt == INTERRUPT_COUNT)
        s->interrupt = interrupt;
    s->interrupted = false;
    s->turns_left = turns_left;
    s->ignored = ignored;
    s->failing = false;
    if (s->trace.len > trace)
        s->trace.len = trace;
    list_cut(in, lists, marks);
    p->f->done = false;
    return ok;
}

/* ---- what a turn has changed */

static bool is_same(Value a, Value b) {
    if (a.kind != b.kind)
        return false;
    if (VALUE_IS_OBJECT(a))
        return a.as.object == b.as.object;
    return a.kind != VALUE_NUMBER || (a.class_ == b.class_ && a.as.u64 == b.as.u64);
}

/* May the value that a turn leaves be the next turn's? */
static bool is_like(Value before, Value after) {
    Shape a = value_shape(before), b = value_shape(after);
    return (after.kind == VALUE_NUMBER || after.kind == VALUE_ARRAY) && shape_same(&a, &b) &&
           value_class(before) == value_class(after) &&
           value_is_complex(before) == value_is_complex(after);
}

/* Runs turns until no further variable is found to change. *fits false: one becomes something else. */
static bool settle(Interp *in, Plan *p, bool *fits) {
    for (int round = 0; round < ROUNDS_MOST; round++) {
        bool more = false;
        *fits = true;
        if (round) {
            put_back(in, p);
            int64_t first = p->turn.first, last = p->turn.last;
            turn_close(in, &p->outside);
            turn_forget(in, &p->turn);
            TRY(turn_open(in, &p->turn, &p->outside, first, last));
        }
        TRY(run_turn(in, p));
        for (uint32_t k = 0; k < p->f->code->n_vars; k++) {
            PlanSlot *slot = &p->slots[k];
            Value after = p->f->registers[k];
            if (k == p->next->b || slot->before.kind == VALUE_NONE)
                continue;
            if (!slot->changes && !is_same(slot->before, after)) {
                slot->changes = more = true;
            } else if (slot->changes && !is_like(slot->before, after)) {
                *fits = false;
            } else if (slot->changes && VALUE_ARRAY_OF(slot->placeholder)->positive &&
                       !value_is_positive(after)) {
                slot->unsigned_ = more = true;
            }
        }
        if (!more)
            return true;
    }
    return false;
}

/* A variable that stands for what another one was when the turn began has read it. */
static void note_moves(Plan *p) {
    for (uint32_t k = 0; k < p->f->code->n_vars; k++) {
        Value after = p->f->registers[k];
        if (after.kind == VALUE_ARRAY && p->slots[k].changes &&
            VALUE_ARRAY_OF(after)->turn != TURN_OUTSIDE)
            for (uint32_t j = 0; j < p->f->code->n_vars; j++)
                if (p->slots[j].placeholder.kind == VALUE_ARRAY &&
                    p->slots[j].placeholder.as.object == after.as.object)
                    VALUE_ARRAY_OF(after)->turn = TURN_READ;
    }
}

static bool add_output(Interp *in, Plan *p, Value after) {
    frit_array *x;
    TRY(value_to_frit(in, after, &x));
    bool own = !frit_array_is_given(x);
    for (uint32_t k = 0; k < p->outputs.len; k++)
        own = own && p->outputs.at[k] != x;
    if (!own) { /* each is an array of its own */
        frit_array *copy;
        bool ok = record_op(in, "copy", &x, 1, NULL, &copy);
        record_drop(x);
        TRY(ok);
        x = copy;
    }
    if (vec_push(&in->env, &p->outputs, x))
        return true;
    record_drop(x);
    return interp_fail_raw(in);
}

/* The carried variables and what becomes of them. */
static bool find_carried(Interp *in, Plan *p) {
    note_moves(p);
    if (!vec_push(&in->env, &p->inputs, p->turn.index))
        return interp_fail_raw(in);
    for (uint32_t k = 0; k < p->f->code->n_vars; k++) {
        PlanSlot *slot = &p->slots[k];
        if (slot->placeholder.kind != VALUE_ARRAY ||
            VALUE_ARRAY_OF(slot->placeholder)->turn != TURN_READ)
            continue;
        slot->carried = true;
        TRY(add_output(in, p, p->f->registers[k]));
        if (!vec_push(&in->env, &p->inputs, VALUE_ARRAY_OF(slot->placeholder)->lazy))
            return interp_fail_raw(in);
    }
    for (uint32_t k = 0; k < p->turn.lifts.len; k++)
        if (!vec_push(&in->env, &p->inputs, p->turn.lifts.at[k].inner))
            return interp_fail_raw(in);
    return true;
}

/* ---- the loop as a step */

/* "f32[e100, 1]": extents above 1 are names, which are equal where these are. */
static void put_type(Str *out, const frit_array *array) {
    uint32_t rank = frit_array_rank(array);
    str_puts(out, frit_array_type(array));
    for (uint32_t k = 0; k < rank; k++) {
        long long extent = frit_array_shape(array)[k];
        str_format(out, "%s%s%lld%s", k ? ", " : "[", extent > 1 ? "e" : "", extent,
                   k + 1 == rank ? "]" : "");
    }
}

/* A program of the module that is the loop, behind that of its body. */
static bool add_loop(Interp *in, const Plan *p, frit_module *module) {
    uint32_t n = p->inputs.len + 1;
    char attrs[48];
    frit_var *given = interp_alloc(in, n * sizeof *given);
    if (!given)
        return false;
    frit_builder *b = frit_builder_new(module, "loop");
    bool ok = b != NULL;
    for (uint32_t k = 0; ok && k < n; k++) {
        char name[16];
        Str type = str_make(&in->env);
        if (k < 2)
            str_puts(&type, "i64");
        else
            put_type(&type, p->inputs.at[k - 1]);
        snprintf(name, sizeof name, "x%u", k);
        ok = str_ok(&type);
        if (ok)
            given[k] = frit_builder_input(b, name, type.data);
        str_free(&type);
    }
    snprintf(attrs, sizeof attrs, "body=@turn, carry=%u", p->outputs.len);
    if (ok) {
        frit_var first = frit_builder_op(b, "for", given, n, attrs, NULL);
        for (uint32_t k = 0; k < p->outputs.len; k++)
            frit_builder_output(b, first + k);
        ok = frit_builder_finish(b, NULL, &in->raw) == FRIT_OK;
    }
    frit_builder_free(b);
    interp_release(in, given, n * sizeof *given);
    return ok || interp_fail_raw(in);
}

static bool capture(Interp *in, const Plan *p, frit_module **out) {
    const uint32_t n = p->inputs.len, m = p->outputs.len;
    if (frit_capture(in->turn_context, p->inputs.at, n, p->outputs.at, m, "turn", false, out,
                     &in->raw) != FRIT_OK &&
        frit_capture(in->turn_context, p->inputs.at, n, p->outputs.at, m, "turn", true, out,
                     &in->raw) != FRIT_OK)
        return interp_fail_raw(in);
    if ((frit_module_clear_types(*out, &in->raw) == FRIT_OK || interp_fail_raw(in)) &&
        add_loop(in, p, *out))
        return true;
    frit_module_free(*out);
    *out = NULL;
    return false;
}

static bool bound(Interp *in, int64_t turn, frit_array **out) {
    return frit_array_new(in->context, "i64", 0, NULL, NULL, &turn, out, &in->raw) == FRIT_OK ||
           interp_fail_raw(in);
}

static bool lifted(Interp *in, const TurnLift *lift, uint64_t draws, frit_array **out) {
    if (lift->dtype[0] == '\0')
        return value_to_frit(in, lift->outer, out);
    uint64_t bits = lift->per_turn ? draws : lift->bits;
    return frit_array_new(in->context, lift->dtype, 0, NULL, NULL, &bits, out, &in->raw) ==
               FRIT_OK ||
           interp_fail_raw(in);
}

/* Records the loop; results are the values of the carried variables, by register. */
static bool apply(Interp *in, Plan *p, const frit_module *module, uint64_t draws, Value *results) {
    uint32_t n = p->inputs.len + 1, at = 0, m = p->outputs.len;
    frit_array **given = interp_alloc(in, n * sizeof *given), **made;
    if (!given)
        return false;
    memset(given, 0, n * sizeof *given);
    made = interp_alloc(in, m * sizeof *made);
    bool ok =
        made && bound(in, p->turn.first, &given[at++]) && bound(in, p->turn.last + 1, &given[at++]);
    for (uint32_t k = 0; ok && k < p->n; k++)
        if (p->slots[k].carried)
            ok = value_to_frit(in, p->slots[k].before, &given[at++]);
    for (uint32_t k = 0; ok && k < p->turn.lifts.len; k++)
        ok = lifted(in, &p->turn.lifts.at[k], draws, &given[at++]);
    ok = ok &&
         (frit_apply_program(in->context, module, "loop", given, n, made, m, &in->raw) == FRIT_OK ||
          interp_fail_raw(in));
    at = 0;
    for (uint32_t k = 0; ok && k < p->n; k++)
        if (p->slots[k].carried) {
            Value before = p->slots[k].before;
            ok = value_from_frit(in, made[at++], value_class(before), &results[k]);
            if (ok && VALUE_ARRAY_OF(p->slots[k].placeholder)->positive)
                value_note_positive(results[k]);
        }
    for (; made && !ok && at && at < m; at++)
        record_drop(made[at]);
    for (uint32_t k = 0; k < n; k++)
        record_drop(given[k]);
    interp_release(in, given, n * sizeof *given);
    interp_release(in, made, m * sizeof *made);
    return ok;
}

/* ---- one attempt */

static bool plan_begin(Interp *in, Plan *p) {
    const Code *code = p->f->code;
    const Value *state = &p->f->registers[p->next->a];
    p->n = code->n_registers;
    p->slots = interp_alloc(in, p->n * sizeof *p->slots);
    if (!p->slots)
        return false;
    memset(p->slots, 0, p->n * sizeof *p->slots);
    for (uint32_t k = 0; k < p->n; k++)
        p->slots[k].before = value_hold(p->f->registers[k]);
    /* The last turn is the machine's. */
    return turn_open(in, &p->turn, &p->outside, state[0].as.i64, state[1].as.i64 - 2);
}

static void plan_end(Interp *in, Plan *p) {
    for (uint32_t k = 0; k < p->outputs.len; k++)
        record_drop(p->outputs.at[k]);
    for (uint32_t k = 0; p->slots && k < p->n; k++) {
        value_drop(in, p->slots[k].before);
        value_drop(in, p->slots[k].placeholder);
    }
    interp_release(in, p->slots, p->n * sizeof *p->slots);
    vec_free(in->env.allocator, &p->inputs);
    vec_free(in->env.allocator, &p->outputs);
    if (in->turn_context)
        turn_forget(in, &p->turn);
}

/* Everything is as it was, or the loop stands before its last turn. */
static bool attempt(Interp *in, Plan *p) {
    bool fits = false;
    const Instr *pc = p->f->pc;
    frit_module *module = NULL;
    TRY(plan_begin(in, p));
    bool ok = settle(in, p, &fits) && fits && p->turn.largest >= RECORD_FROM && find_carried(in, p);
    /* settle may have failed between two turns. */
    uint64_t draws = in->random_draw - p->outside.random_draw;
    if (in->turn) {
        turn_close(in, &p->outside);
        ok = ok && !p->turn.broken;
    }
    p->f->pc = pc;
    if (ok && p->outputs.len)
        ok = capture(in, p, &module);
    Value *results = ok ? interp_alloc(in, p->n * sizeof *results) : NULL;
    if (results)
        memset(results, 0, p->n * sizeof *results);
    ok = results && (!module || apply(in, p, module, draws, results));
    /* Placeholders go away with their turn; positive has been read. */
    put_back(in, p);
    for (uint32_t k = 0; ok && k < p->n; k++)
        if (p->slots[k].carried) {
            set_register(in, p->f, k, results[k]);
            results[k] = value_none();
        }
    if (ok) {
        Value *state = &p->f->registers[p->next->a];
        in->random_draw += draws * (uint64_t)(p->turn.last + 1 - p->turn.first);
        state[0].as.i64 = p->turn.last + 1;
        p->loop->plan_turns += (uint64_t)(p->turn.last + 1 - p->turn.first);
    }
    if (results)
        value_drop_all(in, results, p->n);
    interp_release(in, results, p->n * sizeof *results);
    frit_module_free(module);
    return ok;
}

/* Is there an array that statements would wait with? */
static bool has_big_array(const Frame *f) {
    for (uint32_t k = 0; k < f->code->first_const; k++)
        if (f->registers[k].kind == VALUE_REFERENCE)
            return false;
    for (uint32_t k = 0; k < f->code->n_vars; k++)
        if (f->registers[k].kind == VALUE_ARRAY &&
            VALUE_ARRAY_OF(f->registers[k])->count >= RECORD_FROM)
            return true;
    return false;
}

bool machine_plan_loop(Interp *in, Frame *f, const Instr *next, CodeLoop *loop) {
    const Value *state = &f->registers[next->a];
    if (loop->plan_runs && !loop->plan_tries && state[1].as.i64 - state[0].as.i64 <= 1)
        return true; /* its last turn */
    if (loop->node->kind != SN_FOR || loop->plan_tries >= TRIES_MOST || !in->context ||
        in->caught || !value_is_double(state[2]) ||
        state[1].as.i64 - state[0].as.i64 < TURNS_LEAST || !has_big_array(f))
        return false;
    Plan plan = {.f = f, .next = next, .loop = loop};
    if (attempt(in, &plan)) {
        loop->plan_runs++;
        loop->plan_tries = 0;
    } else {
        interp_clear_error(in);
        loop->plan_tries++;
    }
    plan_end(in, &plan);
    return true;
}
