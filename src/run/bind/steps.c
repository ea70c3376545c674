/* Running the steps of a bound plan on given pointers. */
#include "run/bind/times.h"

/* ---- stand-ins */

static bool stand_in_copy(Env *env, Bound *b, const StandIn *s, bool back) {
    int64_t strides[MAX_RANK], stride = s->elem_size;
    for (uint32_t k = s->place.rank; k-- > 0;) {
        strides[k] = stride;
        stride *= s->place.shape[k];
    }
    CopySide copy = {b->pointers[s->copy], strides, false};
    CopySide place = {b->pointers[s->slot] + s->place.offset, s->place.strides, false};
    return bound_copy(env, b, s->place.rank, s->place.shape, s->elem_size, back ? place : copy,
                      back ? copy : place);
}

/* ---- one step */

/* Which instruction did it, where that is known. False. */
static __attribute__((noinline)) bool fail_kernel(Env *env, const Bound *b, const Tier *tier) {
    uint32_t failed = env->error->status == FRIT_ERR_INDEX ? tier_failed(tier) : UINT32_MAX;
    if (failed != UINT32_MAX)
        error_at_instr(env, b->plan->module, b->plan->module->programs.at[b->plan->program],
                       failed);
    return false;
}

static bool run_kernel(Env *env, Bound *b, BoundStep *step, int mode) {
    return tier_run(env, &step->tier[mode], b->pointers) || fail_kernel(env, b, &step->tier[mode]);
}

static bool run_contract(Env *env, Bound *b, const BoundStep *step, int mode) {
    const BoundPlace *places = &b->places.at[step->place];
    char *at[3];
    for (int k = 0; k < 3; k++)
        at[k] = b->pointers[places[k].slot] + places[k].at.offset;
    atomic_fetch_add_explicit(&b->machine->shared->contracted, 1, memory_order_relaxed);
    return b->device->kind->contract(env, mode == QUIET ? &b->quiet : b->machine, &step->matrices,
                                     at[0], at[1], at[2]);
}

/* What went wrong there is told with the step's place in the program. */
static bool run_routine(Env *env, Bound *b, const BoundStep *step, int mode) {
    const PlanStep *plan = step->plan;
    const Program *p = b->plan->module->programs.at[b->plan->program];
    const Instr *i = &p->instrs.at[plan->instr];
    const BoundPlace *places = &b->places.at[step->place];
    Routine r = {.op = (Op)i->op, .n_in = plan->n_in, .n_out = plan->n_out};
    char *at[ROUTINE_ARRAYS];
    for (uint32_t k = 0; k < plan->n_in + plan->n_out; k++) {
        const Buffer *buffer = &b->plan->buffers.at[b->plan->places.at[plan->place + k].buffer];
        r.arrays[k] = (RoutineArray){type_dtype(&b->plan->module->types, buffer->type),
                                     places[k].at.rank, places[k].at.shape, places[k].at.strides};
        at[k] = b->pointers[places[k].slot] + places[k].at.offset;
    }
    for (unsigned k = 0; k < op_attr_count(r.op) && k < ROUTINE_WORDS; k++)
        r.words[k] = attr_int(p, i, k, 0);
    if (b->device->kind->routine(env, mode == QUIET ? &b->quiet : b->machine, &r, at))
        return true;
    if (env->error->status != FRIT_ERR_CANCELLED)
        error_at_instr(env, b->plan->module, p, plan->instr);
    return false;
}

static bool run_step(Env *env, Bound *b, BoundStep *step, int mode) {
    const StandIn *stand_ins = b->stand_ins.at + step->stand_in;
    bool ok = true;
    for (uint32_t k = 0; k < step->n_stand_ins; k++)
        TRY(stand_in_copy(env, b, &stand_ins[k], false));
    switch (step->plan->kind) {
    case STEP_KERNEL: ok = run_kernel(env, b, step, mode); break;
    case STEP_CONTRACT: ok = run_contract(env, b, step, mode); break;
    case STEP_ROUTINE: ok = run_routine(env, b, step, mode); break;
    case STEP_FOR:
    case STEP_WHILE:
    case STEP_IF:
    case STEP_MAP: ok = bound_control_run(env, b, step); break;
    case STEP_PANELS: ok = bound_panels_run(env, b, step); break;
    }
    /* A stand-in of a stand-in goes back first. */
    for (uint32_t k = step->n_stand_ins; ok && k-- > 0;)
        if (stand_ins[k].written)
            ok = stand_in_copy(env, b, &stand_ins[k], true);
    return ok;
}

bool bound_cancelled(Env *env, const Bound *b) {
    if (!machine_cancelled(b->machine))
        return false;
    env_set_error(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    return true;
}

/* What writes straight into known arrays is not interrupted. */
bool bound_wait(Env *env, const Bound *b, int mode) {
    return device_wait(env, b->device, mode == QUIET ? &b->quiet : b->machine);
}

/* ---- all of them */

/* Bytes up to which a bound plan keeps its arena, so that small runs ask nobody for memory. */
enum { KEPT_ARENA = 64 << 10 };

static char *take_arena(Env *env, Bound *b) {
    if (b->kept)
        return b->kept;
    char *arena = b->device->kind->take(env, b->device, b->arena_size);
    if (arena && b->arena_size <= KEPT_ARENA) {
        b->kept = arena;
        b->kept_size = b->arena_size;
    }
    return arena;
}

static void give_arena(Bound *b, char *arena) {
    if (arena && arena != b->kept)
        b->device->kind->give(b->device, arena, b->arena_size);
}

static void set_pointers(Bound *b, char *arena, char *const *inputs, char *const *outputs) {
    for (uint32_t k = 0; k < b->plan->inputs.len; k++)
        if (b->inputs[k].buffer != NO_BUFFER)
            b->pointers[b->inputs[k].buffer] = inputs[k];
    for (uint32_t k = 0; k < b->plan->outputs.len; k++)
        b->pointers[b->outputs[k].buffer] = outputs[k];
    if (!b->arena_size)
        return;
    for (uint32_t k = 0; k < b->slots.len; k++)
        if (b->slots.at[k].offset != NO_OFFSET)
            b->pointers[k] = arena + b->slots.at[k].offset;
}

/* A step that is not interrupted is asked about before. */
static bool may_begin(Env *env, const Bound *b, int mode) {
    const Machine *machine = b->machine;
    return mode != QUIET || !machine->progress || machine->progress(machine->progress_user, 0, 1) ||
           env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
}

/* What came before such a step may be interrupted, on a device where it has only been asked for, too. */
static bool wait_before(Env *env, const Bound *b, uint32_t k, int mode) {
    return k == 0 || mode != QUIET || bound_wait(env, b, NORMAL);
}

static bool is_launched(const BoundStep *step) {
    return step->plan->kind == STEP_KERNEL || step->plan->kind == STEP_CONTRACT ||
           step->plan->kind == STEP_ROUTINE;
}

/* It would put everything where it is. */
static bool is_moot(const Bound *b, const BoundStep *step) {
    return step->moves && b->pointers[step->from] == b->pointers[step->to];
}

bool bound_execute(Env *env, Bound *b, char *const *inputs, char *const *outputs, int mode) {
    char *arena = NULL;
    if (b->arena_size)
        TRY(arena = take_arena(env, b));
    set_pointers(b, arena, inputs, outputs);
    bool ok = true;
    uint32_t k = 0, n = b->n_kernels;
    for (; ok && k < b->steps.len; k++) {
        int how = k + 1 == b->steps.len ? mode : NORMAL;
        if (is_moot(b, &b->steps.at[k])) {
            n--;
            continue;
        }
        ok = !(k > 0 && bound_cancelled(env, b)) && may_begin(env, b, how) &&
             wait_before(env, b, k, how) &&
             (b->steps.at[k].time ? bound_run_timed(env, b, &b->steps.at[k], how, run_step)
                                  : run_step(env, b, &b->steps.at[k], how));
    }
    give_arena(b, arena);
    for (; k < b->steps.len; k++) /* what did not run */
        n -= is_launched(&b->steps.at[k]);
    atomic_fetch_add_explicit(&b->machine->shared->kernels, n, memory_order_relaxed);
    return ok;
}
