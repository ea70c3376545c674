/*
 * Loops, branches and maps whose bodies are plans of their own, run step by step.
 *
 * What a loop carries lives in two slots, turn and turn about: a turn reads one and writes the other. Where a turn
 * would begin by copying it, to change some elements, and may as well change them where they are, it lives in one
 * place.
 * Slots of a loop: one for the index or the condition, then the two of each carried value.
 */
#include "run/bind/bound_parts.h"

static void count_turn(const BoundStep *step) {
    if (step->time)
        step->time->turns++;
}

/* A dense copy of an array and the array itself. */
static void dense_strides(const BoundPlace *p, int64_t *strides) {
    int64_t stride = p->elem_size;
    for (uint32_t k = p->at.rank; k-- > 0;) {
        strides[k] = stride;
        stride = (int64_t)((uint64_t)stride * (uint64_t)p->at.shape[k]);
    }
}

static char *place_at(const Bound *b, const BoundPlace *p) {
    return b->pointers[p->slot] + p->at.offset;
}

static const BoundPlace *operand(const Bound *b, const BoundStep *step, uint32_t k) {
    return &b->places.at[step->place + k];
}

static const BoundPlace *result(const Bound *b, const BoundStep *step, uint32_t k) {
    return operand(b, step, step->plan->n_in + k);
}

/* ---- binding */

/* First operand that is carried (or handed to both arms, or mapped). */
static uint32_t first_passed(const BoundStep *step) {
    return step->plan->kind == STEP_FOR ? 2 : step->plan->kind == STEP_IF ? 1 : 0;
}

static bool is_loop(const BoundStep *step) {
    return step->plan->kind == STEP_FOR || step->plan->kind == STEP_WHILE;
}

static Bound *body_of(const BoundStep *step) {
    return step->subs[step->plan->kind == STEP_WHILE];
}

/* May every turn write what it carries as number c where it lies, and does that save a copy? */
static bool may_stay(Env *env, const BoundStep *step, uint32_t c) {
    Bound *body = body_of(step);
    uint32_t input = c + (step->plan->kind == STEP_FOR);
    BufferId from = body->inputs[input].buffer, to = body->outputs[c].buffer;
    for (uint32_t k = 0; k < body->steps.len; k++) {
        const BoundStep *s = &body->steps.at[k];
        if (s->moves && s->from == from && s->to == to)
            return bound_in_place(env, body, c, input, 0);
    }
    return false;
}

typedef struct Layouts {
    Layout *at;
    uint32_t n;
} Layouts;

static bool layouts_new(Env *env, Layouts *l, uint32_t n) {
    l->n = n;
    l->at = env_new(env, (n + 1) * sizeof *l->at);
    return l->at != NULL;
}

static void layouts_free(Env *env, Layouts *l) {
    env_free(env->allocator, l->at, (l->n + 1) * sizeof *l->at);
}

/* Layouts of what a body is given. Carried values are row-major; skip: mapped axes. */
static bool input_layouts(Env *env, const Bound *b, const BoundStep *step, Layouts *l) {
    const PlanStep *plan = step->plan;
    uint32_t first = first_passed(step), index = plan->kind == STEP_FOR ? 1 : 0;
    uint32_t skip = plan->kind == STEP_MAP ? plan->n_batch : 0;
    TRY(layouts_new(env, l, plan->n_in - first + index));
    for (uint32_t k = first; k < plan->n_in; k++) {
        const BoundPlace *p = operand(b, step, k);
        bool carried = is_loop(step) && k - first < plan->n_carry;
        l->at[k - first + index] =
            (Layout){p->at.shape + skip, carried ? NULL : p->at.strides + skip};
    }
    return true;
}

static bool output_layouts(Env *env, const Bound *b, const BoundStep *step, Layouts *l) {
    uint32_t skip = step->plan->kind == STEP_MAP ? step->plan->n_batch : 0;
    TRY(layouts_new(env, l, step->plan->n_out));
    for (uint32_t k = 0; k < step->plan->n_out; k++) {
        const BoundPlace *p = result(b, step, k);
        l->at[k] = (Layout){p->at.shape + skip, p->at.strides + skip};
    }
    return true;
}

static bool bind_subs(Env *env, Bound *b, BoundStep *step) {
    Layouts in = {0}, out = {0};
    bool ok = input_layouts(env, b, step, &in) && output_layouts(env, b, step, &out);
    for (int s = 0; ok && s < 2 && step->plan->subs[s]; s++) {
        step->subs[s] =
            bound_new(env, step->plan->subs[s], b->machine, in.at, is_loop(step) ? NULL : out.at);
        ok = step->subs[s] != NULL;
        if (ok)
            step->subs[s]->parent = b;
    }
    if (in.at)
        layouts_free(env, &in);
    if (out.at)
        layouts_free(env, &out);
    return ok;
}

/* A turn must give what the next one takes. */
static bool check_carried(Env *env, const Bound *b, const BoundStep *step) {
    const Bound *body = body_of(step);
    for (uint32_t c = 0; c < step->plan->n_carry; c++) {
        const BoundPlace *p = operand(b, step, first_passed(step) + c);
        for (uint32_t k = 0; k < p->at.rank; k++)
            if (body->outputs[c].rank != p->at.rank || body->outputs[c].shape[k] != p->at.shape[k])
                return env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                                "carried value %u changes its shape from turn to turn", c);
    }
    return true;
}

static bool loop_slots(Env *env, Bound *b, BoundStep *step) {
    uint32_t slot;
    TRY(bound_slot(env, b, sizeof(Bits), &step->slot));
    for (uint32_t c = 0; c < step->plan->n_carry; c++) {
        const BoundPlace *p = operand(b, step, first_passed(step) + c);
        uint64_t size = p->elem_size;
        for (uint32_t k = 0; k < p->at.rank; k++)
            size *= (uint64_t)p->at.shape[k]; /* cannot overflow: it is a buffer */
        TRY(bound_slot(env, b, size, &slot) && bound_slot(env, b, size, &slot));
    }
    return true;
}

static void find_staying(const frit_allocator *allocator, BoundStep *step) {
    frit_error ignored; /* what cannot be found out is not done */
    Env env = env_make(allocator, &ignored, &ignored);
    for (uint32_t c = 0; c < step->plan->n_carry && c < 64; c++)
        if (may_stay(&env, step, c))
            step->stays |= UINT64_C(1) << c;
}

static bool stays(const BoundStep *step, uint32_t c) {
    return c < 64 && (step->stays >> c & 1);
}

bool bound_control_bind(Env *env, Bound *b, BoundStep *step) {
    TRY(bind_subs(env, b, step));
    if (!is_loop(step))
        return true;
    TRY(check_carried(env, b, step) && loop_slots(env, b, step));
    find_staying(env->allocator, step);
    return true;
}

/* ---- scalars in memory */

static bool read_scalar(Env *env, const Bound *b, Dtype dtype, const char *from, Scalar *out) {
    Bits bits = {0, 0};
    size_t size = dtype_info(dtype)->bits / 8u;
    TRY(b->device->kind->read(env, b->device, &bits.lo, from,
                              size < sizeof bits.lo ? (size ? size : 1) : sizeof bits.lo));
    *out = scalar_from_bits(dtype, bits);
    return true;
}

static bool write_scalar(Env *env, const Bound *b, Dtype dtype, char *to, Scalar value) {
    Bits bits = scalar_to_bits(dtype, value);
    return b->device->kind->write(env, b->device, to, &bits.lo, dtype_info(dtype)->bits / 8u);
}

static bool read_bool(Env *env, const Bound *b, const char *from, bool *out) {
    uint8_t byte = 0;
    TRY(b->device->kind->read(env, b->device, &byte, from, sizeof byte));
    *out = byte;
    return true;
}

/* ---- loops */

typedef struct Turns {
    Env *env;
    Bound *b;
    const BoundStep *step;
    char **in, **out; /* of the body; of a for, in[0] is the index */
    char **spare;     /* of a carried value whose first turn reads the operand itself; else NULL */
    uint32_t n_in, first;
    uint32_t turns; /* so far, as far as they fit */
} Turns;

static size_t turns_size(const Turns *t) {
    return (t->n_in + 2 * (size_t)t->step->plan->n_carry + 1) * sizeof *t->in;
}

/* Turns write row-major. */
static bool is_row_major(const BoundPlace *p) {
    return strided_is_dense(p->at.rank, p->at.shape, p->at.strides, p->elem_size);
}

static bool carry_start(Turns *t, uint32_t c) {
    const BoundPlace *p = operand(t->b, t->step, first_passed(t->step) + c);
    const BoundPlace *to = result(t->b, t->step, c);
    char **in = &t->in[t->first + c], *own = t->b->pointers[t->step->slot + 1 + 2 * c];
    t->out[c] = t->b->pointers[t->step->slot + 2 + 2 * c];
    if (stays(t->step, c))
        t->out[c] = own = is_row_major(to) ? place_at(t->b, to) : own;
    else if (is_row_major(p)) {
        t->spare[c] = own;
        return true;
    }
    int64_t strides[MAX_RANK];
    dense_strides(p, strides);
    TRY(bound_copy(t->env, t->b, p->at.rank, p->at.shape, p->elem_size,
                   (CopySide){own, strides, false}, (CopySide){*in, p->at.strides, false}));
    *in = own;
    return true;
}

static void turns_end(Turns *t) {
    env_free(t->env->allocator, t->in, turns_size(t));
}

static bool turns_start(Turns *t, Env *env, Bound *b, const BoundStep *step) {
    const PlanStep *plan = step->plan;
    uint32_t passed = first_passed(step);
    *t = (Turns){.env = env, .b = b, .step = step, .first = plan->kind == STEP_FOR};
    t->n_in = plan->n_in - passed + t->first;
    t->in = env_new(env, turns_size(t));
    TRY(t->in);
    t->out = t->in + t->n_in;
    t->spare = t->out + plan->n_carry;
    if (t->first)
        t->in[0] = b->pointers[step->slot];
    for (uint32_t k = passed; k < plan->n_in; k++)
        t->in[k - passed + t->first] = place_at(b, operand(b, step, k));
    bool ok = true;
    for (uint32_t c = 0; ok && c < plan->n_carry; c++)
        ok = carry_start(t, c);
    if (!ok)
        turns_end(t);
    return ok;
}

/* Small kernels are over before anybody is asked whether to go on, however many there are. */
static bool goes_on(Turns *t) {
    enum { TURNS_BETWEEN = 64 };
    const Machine *machine = t->b->machine;
    if (bound_cancelled(t->env, t->b))
        return false;
    if (++t->turns % TURNS_BETWEEN != 0 || !machine->progress ||
        machine->progress(machine->progress_user, 0, 1))
        return true;
    return env_fail(t->env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
}

static bool turn(Turns *t, Bound *body) {
    count_turn(t->step);
    TRY(goes_on(t) && bound_execute(t->env, body, t->in, t->out, NORMAL));
    for (uint32_t c = 0; c < t->step->plan->n_carry; c++) {
        char **in = &t->in[t->first + c], *next = t->spare[c] ? t->spare[c] : *in;
        *in = t->out[c];
        t->out[c] = next;
        t->spare[c] = NULL;
    }
    return true;
}

/* The turn that comes now is the last: it writes where the results belong. Nobody else uses that memory while the
 * step runs, and what must not stay half written is somewhere else (find_early). */
static void aim_at_results(Turns *t) {
    for (uint32_t c = 0; c < t->step->plan->n_carry; c++)
        if (!stays(t->step, c) && is_row_major(result(t->b, t->step, c)))
            t->out[c] = place_at(t->b, result(t->b, t->step, c));
}

static bool turns_finish(Turns *t) {
    for (uint32_t c = 0; c < t->step->plan->n_carry; c++) {
        const BoundPlace *p = result(t->b, t->step, c);
        int64_t strides[MAX_RANK];
        if (t->in[t->first + c] == place_at(t->b, p))
            continue;
        dense_strides(p, strides);
        TRY(bound_copy(t->env, t->b, p->at.rank, p->at.shape, p->elem_size,
                       (CopySide){place_at(t->b, p), p->at.strides, false},
                       (CopySide){t->in[t->first + c], strides, false}));
    }
    return true;
}

static uint64_t place_bytes(const BoundPlace *p) {
    uint64_t bytes = p->elem_size;
    for (uint32_t k = 0; k < p->at.rank; k++)
        bytes *= (uint64_t)p->at.shape[k];
    return bytes;
}

uint64_t bound_control_copies(const Bound *b, const BoundStep *step) {
    uint64_t bytes = 0;
    for (uint32_t c = 0; is_loop(step) && c < step->plan->n_carry; c++) {
        const BoundPlace *p = operand(b, step, first_passed(step) + c);
        if (stays(step, c) || !is_row_major(p))
            bytes += place_bytes(p);
        p = result(b, step, c);
        if ((step->plan->kind == STEP_WHILE && !stays(step, c)) || !is_row_major(p))
            bytes += place_bytes(p);
    }
    return bytes;
}

static bool run_for(Turns *t) {
    const Plan *body = t->step->plan->subs[0];
    const Program *p = body->module->programs.at[body->program];
    Dtype dtype = type_dtype(&body->module->types, p->vars.at[0].type);
    bool is_signed = dtype_info(dtype)->class == CLASS_SIGNED;
    Scalar i, end;
    TRY(read_scalar(t->env, t->b, dtype, place_at(t->b, operand(t->b, t->step, 0)), &i));
    TRY(read_scalar(t->env, t->b, dtype, place_at(t->b, operand(t->b, t->step, 1)), &end));
    for (; is_signed ? i.i < end.i : i.u < end.u; i.u++) {
        TRY(write_scalar(t->env, t->b, dtype, t->in[0], i));
        if (i.u + 1 == end.u)
            aim_at_results(t);
        TRY(turn(t, t->step->subs[0]));
    }
    return true;
}

static bool run_while(Turns *t) {
    char *condition = t->b->pointers[t->step->slot];
    bool holds;
    for (;;) {
        TRY(bound_execute(t->env, t->step->subs[0], t->in, &condition, NORMAL));
        TRY(read_bool(t->env, t->b, condition, &holds));
        if (!holds)
            return true;
        TRY(turn(t, t->step->subs[1]));
    }
}

static bool run_loop(Env *env, Bound *b, const BoundStep *step) {
    Turns t;
    TRY(turns_start(&t, env, b, step));
    bool ok = step->plan->kind == STEP_FOR ? run_for(&t) : run_while(&t);
    ok = ok && turns_finish(&t);
    turns_end(&t);
    return ok;
}

/* ---- branches and maps */

/* in: of the operands from `first` on; out: of the results. One block of pointers. */
static char **argument_pointers(Env *env, const Bound *b, const BoundStep *step, uint32_t first) {
    uint32_t n = step->plan->n_in + step->plan->n_out;
    char **at = env_new(env, (n + 1) * sizeof *at);
    for (uint32_t k = first; at && k < n; k++)
        at[k - first] = place_at(b, operand(b, step, k));
    return at;
}

static bool run_if(Env *env, Bound *b, const BoundStep *step) {
    const PlanStep *plan = step->plan;
    bool condition;
    TRY(read_bool(env, b, place_at(b, operand(b, step, 0)), &condition));
    char **at = argument_pointers(env, b, step, 1);
    TRY(at);
    Bound *arm = step->subs[condition ? 0 : 1];
    bool ok = bound_execute(env, arm, at, at + plan->n_in - 1, NORMAL);
    env_free(env->allocator, at, (plan->n_in + plan->n_out + 1) * sizeof *at);
    return ok;
}

/* One element after another, in row-major order of the mapped axes. */
static bool map_elements(Env *env, Bound *b, const BoundStep *step, char **at) {
    const PlanStep *plan = step->plan;
    const int64_t *shape = result(b, step, 0)->at.shape;
    int64_t index[MAX_RANK] = {0};
    for (uint32_t k = 0; k < plan->n_batch; k++)
        if (shape[k] == 0)
            return true;
    for (;;) {
        count_turn(step);
        TRY(!bound_cancelled(env, b) &&
            bound_execute(env, step->subs[0], at, at + plan->n_in, NORMAL));
        uint32_t k = plan->n_batch;
        while (k > 0 && ++index[k - 1] == shape[k - 1]) {
            k--;
            index[k] = 0;
            for (uint32_t a = 0; a < plan->n_in + plan->n_out; a++)
                at[a] -= operand(b, step, a)->at.strides[k] * (shape[k] - 1);
        }
        if (k == 0)
            return true;
        for (uint32_t a = 0; a < plan->n_in + plan->n_out; a++)
            at[a] += operand(b, step, a)->at.strides[k - 1];
    }
}

static bool run_map(Env *env, Bound *b, const BoundStep *step) {
    char **at = argument_pointers(env, b, step, 0);
    TRY(at);
    bool ok = map_elements(env, b, step, at);
    env_free(env->allocator, at, (step->plan->n_in + step->plan->n_out + 1) * sizeof *at);
    return ok;
}

bool bound_control_run(Env *env, Bound *b, const BoundStep *step) {
    switch (step->plan->kind) {
    case STEP_FOR:
    case STEP_WHILE: return run_loop(env, b, step);
    case STEP_IF: return run_if(env, b, step);
    case STEP_MAP: return run_map(env, b, step);
    case STEP_KERNEL:
    case STEP_PANELS:
    case STEP_CONTRACT:
    case STEP_ROUTINE: break;
    }
    return true;
}
