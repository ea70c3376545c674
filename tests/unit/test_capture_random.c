/*
 * Random steps, views and assignments, three times: on placeholders, on arrays in memory, and on arrays
 * of other sizes. The program captured from the first must give what the others give: what every array
 * holds that can be read, and the arguments, to whose parts it writes what was assigned there.
 */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "frit/frit.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)

enum {
    INPUTS = 3,
    COMMANDS = 24,
    ARRAYS = INPUTS + COMMANDS,
    STORES = COMMANDS,
    MAX_AXES = 3,
    LARGEST = 8192
};

typedef enum Kind { STEP, SUM, SLICE, TRANSPOSE, RESHAPE, SQUEEZE, EXPAND, ASSIGN, KINDS } Kind;

typedef struct Command {
    Kind kind;
    uint32_t p, q, op; /* numbers of arrays; which op, or which axis */
    int64_t start[MAX_AXES], stop[MAX_AXES], step[MAX_AXES];
} Command;

typedef struct Script {
    Command at[COMMANDS];
    uint32_t n;
    bool assigns;
} Script;

/* ---- running a command */

/* A view where that can be, else a copy. */
static frit_status reshape(frit_context *c, frit_array *p, bool pairs, frit_array **out) {
    if (frit_array_reshape(p, pairs ? 2 : 1, (int64_t[]){-1, 2}, out, &error) == FRIT_OK)
        return FRIT_OK;
    return frit_apply(c, "reshape", &p, 1, pairs ? "shape=[_,2]" : "shape=[_]", out, &error);
}

/* *out is a new array, or NULL where the command makes none. */
static frit_status execute(frit_context *c, const Command *k, frit_array *const *arrays,
                           frit_array **out) {
    static const char *const ops[] = {"add", "sub", "maximum"};
    frit_array *p = arrays[k->p], *q = arrays[k->q];
    *out = NULL;
    switch (k->kind) {
    case STEP: return frit_apply(c, ops[k->op % 3], (frit_array *[]){p, q}, 2, NULL, out, &error);
    case SUM: return frit_apply(c, "sum", &p, 1, "axes=[0]", out, &error);
    case SLICE: return frit_array_slice(p, k->start, k->stop, k->step, out, &error);
    case TRANSPOSE: return frit_array_transpose(p, NULL, out, &error);
    case RESHAPE: return reshape(c, p, k->op % 2, out);
    case SQUEEZE: return frit_array_squeeze(p, 1, &k->op, out, &error);
    case EXPAND: return frit_array_expand(p, 1, &k->op, out, &error);
    default: return frit_array_assign(p, q, &error);
    }
}

static int64_t random_bound(uint64_t *state) {
    return test_random_below(state, 2) ? FRIT_LEFT_OUT : (int64_t)test_random_below(state, 9) - 4;
}

static Command random_command(uint64_t *state, uint32_t n_arrays) {
    static const int64_t steps[] = {1, 1, 1, -1, 2, FRIT_LEFT_OUT};
    Command k = {.kind = (Kind)test_random_below(state, KINDS + 2),
                 .p = (uint32_t)test_random_below(state, n_arrays),
                 .q = (uint32_t)test_random_below(state, n_arrays),
                 .op = (uint32_t)test_random_below(state, 3)};
    if (k.kind >= KINDS)
        k.kind = k.kind == KINDS ? SLICE : ASSIGN;
    for (int axis = 0; axis < MAX_AXES; axis++) {
        k.start[axis] = random_bound(state);
        k.stop[axis] = random_bound(state);
        k.step[axis] = steps[test_random_below(state, 6)];
    }
    return k;
}

/* ---- inputs */

typedef struct Sizes {
    int64_t a, b;
} Sizes;

static uint32_t input_shape(Sizes s, int input, int64_t *shape) {
    shape[0] = input < 2 ? s.a : s.b;
    shape[1] = s.b;
    return input < 2 ? 2 : 1;
}

static void fill(int64_t *values, int input) {
    for (int64_t k = 0; k < LARGEST; k++)
        values[k] = (k * 7 + input * 1000) % 257;
}

static int64_t count(const frit_array *a) {
    int64_t n = 1;
    for (uint32_t k = 0; k < frit_array_rank(a); k++)
        n *= frit_array_shape(a)[k];
    return n;
}

static uint32_t write_script(frit_context *c, uint64_t *state, Sizes s, Script *script,
                             frit_array **arrays) {
    uint32_t n = INPUTS;
    for (int k = 0; k < INPUTS; k++) {
        int64_t shape[2];
        uint32_t rank = input_shape(s, k, shape);
        OK(frit_array_placeholder(c, "i64", rank, shape, &arrays[k], &error));
    }
    for (uint32_t k = 0; k < COMMANDS; k++) {
        Command command = random_command(state, n);
        frit_array *p = arrays[command.p], *made;
        bool fits = frit_array_rank(p) < MAX_AXES || command.kind != EXPAND;
        if (!fits || execute(c, &command, arrays, &made) != FRIT_OK)
            continue; /* this one makes no sense here */
        if (made && count(made) > LARGEST / 16) {
            frit_array_free(made);
            continue;
        }
        script->at[script->n++] = command;
        script->assigns |= command.kind == ASSIGN;
        if (made)
            arrays[n++] = made;
    }
    return n;
}

/* The same on arrays in memory. False where a command fails; *of_nothing: on an array without elements. */
static bool run_script(frit_context *c, const Script *script, Sizes s, frit_array **arrays,
                       uint32_t *n, bool *of_nothing) {
    static int64_t values[LARGEST];
    *n = 0;
    for (int k = 0; k < INPUTS; k++) {
        int64_t shape[2];
        uint32_t rank = input_shape(s, k, shape);
        fill(values, k);
        OK(frit_array_new(c, "i64", rank, shape, NULL, values, &arrays[(*n)++], &error));
    }
    for (uint32_t k = 0; k < script->n; k++) {
        frit_array *made;
        if (execute(c, &script->at[k], arrays, &made) != FRIT_OK) {
            *of_nothing = count(arrays[script->at[k].p]) == 0;
            return false;
        }
        if (made)
            arrays[(*n)++] = made;
    }
    return true;
}

/* ---- comparing */

static void free_arrays(frit_array **arrays, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        frit_array_free(arrays[k]);
}

/* A store to an argument, which is output number ARRAYS.. of the program. */
typedef struct Store {
    uint32_t input;
    frit_range ranges[2];
} Store;

/* What the program gives: arrays that can be read, then stores. */
typedef struct Outputs {
    uint32_t numbers[ARRAYS], n; /* of the arrays */
    Store stores[STORES];
    uint32_t n_stores;
    bool placed[INPUTS]; /* its stores say all that was assigned to it */
    frit_array *arrays[ARRAYS + STORES];
} Outputs;

/* Python's rules. False where an index is out of range. */
static bool range_of(const frit_range *r, int64_t extent, int64_t *first, int64_t *n) {
    int64_t step = r->step, low = step < 0 ? -1 : 0, high = step < 0 ? extent - 1 : extent;
    int64_t start = step < 0 ? high : low, stop = step < 0 ? low : high;
    if (r->start != FRIT_LEFT_OUT)
        start = r->start < 0 ? r->start + extent : r->start;
    *first = start;
    *n = 1;
    if (r->integer)
        return start >= 0 && start < extent;
    if (r->stop != FRIT_LEFT_OUT)
        stop = r->stop < 0 ? r->stop + extent : r->stop;
    start = start < low ? low : start > high ? high : start;
    stop = stop < low ? low : stop > high ? high : stop;
    *first = start;
    *n = 0;
    for (int64_t at = start; step < 0 ? at > stop : at < stop; at += step)
        ++*n;
    return true;
}

/* The part of an argument that a store writes to. */
static bool part_of(const Store *store, const frit_tensor *whole, uint32_t rank, int64_t *shape,
                    int64_t *strides, frit_tensor *out) {
    int64_t stride = sizeof(int64_t), offset = 0;
    for (uint32_t k = rank; k-- > 0;) {
        int64_t first;
        if (!range_of(&store->ranges[k], whole->shape[k], &first, &shape[k]))
            return false;
        strides[k] = stride * (store->ranges[k].integer ? 1 : store->ranges[k].step);
        offset += shape[k] ? first * stride : 0;
        stride *= whole->shape[k];
    }
    *out = (frit_tensor){(char *)whole->data + offset, shape, strides};
    return true;
}

/* What the program gives for these sizes; values: the arguments, before and after. False where it does
 * not take the sizes. */
static bool run_program(frit_context *c, const frit_plan *plan, Sizes s, const Outputs *outputs,
                        int64_t (*results)[LARGEST], int64_t (*shapes)[MAX_AXES], uint32_t *ranks,
                        int64_t (*values)[LARGEST]) {
    int64_t in_shapes[INPUTS][2], parts[STORES][2][2];
    frit_tensor in[INPUTS], out[ARRAYS + STORES];
    frit_call *call;
    bool ok = true;
    OK(frit_call_new(c, plan, &call, &error));
    for (int k = 0; k < INPUTS; k++) {
        input_shape(s, k, in_shapes[k]);
        fill(values[k], k);
        in[k] = (frit_tensor){values[k], in_shapes[k], NULL};
    }
    for (uint32_t k = 0; ok && k < outputs->n; k++) {
        const int64_t *shape;
        int64_t size = 1;
        ok = frit_call_shape(call, in, INPUTS, k, &shape, &ranks[k], &error) == FRIT_OK;
        if (ok && ranks[k])
            memcpy(shapes[k], shape, ranks[k] * sizeof *shape);
        for (uint32_t axis = 0; ok && axis < ranks[k]; axis++)
            size *= shapes[k][axis];
        ok = ok && size <= LARGEST;
        out[k] = (frit_tensor){results[k], shapes[k], NULL};
    }
    for (uint32_t k = 0; ok && k < outputs->n_stores; k++) {
        const Store *store = &outputs->stores[k];
        ok = part_of(store, &in[store->input], store->input < 2 ? 2 : 1, parts[k][0], parts[k][1],
                     &out[outputs->n + k]);
    }
    ok = ok &&
         frit_call_run(call, in, INPUTS, out, outputs->n + outputs->n_stores, &error) == FRIT_OK;
    frit_call_free(call);
    return ok;
}

static void compare(frit_array *const *arrays, const Outputs *outputs, int64_t (*results)[LARGEST],
                    int64_t (*shapes)[MAX_AXES], const uint32_t *ranks,
                    int64_t (*values)[LARGEST]) {
    static int64_t want[LARGEST];
    for (uint32_t k = 0; k < outputs->n; k++) {
        frit_array *a = arrays[outputs->numbers[k]];
        size_t n = 1;
        CHECK_EQ_UINT(frit_array_rank(a), ranks[k]);
        for (uint32_t axis = 0; axis < ranks[k]; axis++) {
            CHECK_EQ_INT(frit_array_shape(a)[axis], shapes[k][axis]);
            n *= (size_t)shapes[k][axis];
        }
        OK(frit_array_read(a, want, n * sizeof *want, &error));
        CHECK_EQ_MEM(results[k], want, n * sizeof *want);
    }
    for (uint32_t k = 0; k < INPUTS; k++) {
        size_t n = (size_t)count(arrays[k]);
        OK(frit_array_read(arrays[k], want, n * sizeof *want, &error));
        if (outputs->placed[k])
            CHECK_EQ_MEM(values[k], want, n * sizeof *want);
    }
}

typedef struct Tally {
    uint32_t general, sized, taken, refused, stores, unreadable;
} Tally;

static void check_sizes(frit_context *plain, const Script *script, const frit_plan *plan, Sizes s,
                        const Outputs *outputs, bool must, Tally *tally) {
    static int64_t results[ARRAYS][LARGEST], shapes[ARRAYS][MAX_AXES], values[INPUTS][LARGEST];
    frit_array *arrays[ARRAYS];
    uint32_t ranks[ARRAYS], n;
    bool of_nothing = false, good = run_script(plain, script, s, arrays, &n, &of_nothing);
    frit_error why = error;
    bool taken = run_program(plain, plan, s, outputs, results, shapes, ranks, values);
    if (must)
        CHECK_MSG(good && taken, "%s", error.message);
    /* What is overwritten later is not computed, so what was wrong with it is not found; nor is the
     * extent of an axis that is taken out where there are no elements anyway. */
    CHECK_MSG(good || !taken || script->assigns || of_nothing, "%s: %s", why.place, why.message);
    if (good && taken)
        compare(arrays, outputs, results, shapes, ranks, values);
    tally->taken += good && taken;
    tally->refused += good && !taken;
    free_arrays(arrays, n);
    OK(frit_flush(plain, &error));
}

/* All that the recording can say: arrays that can be read, and what was assigned to the arguments. */
static void find_outputs(frit_context *c, frit_array *const *arrays, uint32_t n, Outputs *out) {
    frit_array *made;
    for (uint32_t k = 0; k < n; k++) {
        frit_status status = frit_apply(c, "neg", &arrays[k], 1, NULL, &made, &error);
        CHECK(status == FRIT_OK || status == FRIT_ERR_NO_VALUE);
        frit_array_free(made);
        if (status == FRIT_OK) {
            out->numbers[out->n] = k;
            out->arrays[out->n++] = arrays[k];
        }
    }
    for (uint32_t k = 0; k < INPUTS; k++) {
        uint32_t n_stores = frit_array_store_count(arrays[k]);
        out->placed[k] = n_stores > 0 || !frit_array_changed(arrays[k]);
        for (uint32_t j = 0; j < n_stores; j++) {
            Store *store = &out->stores[out->n_stores];
            store->input = k;
            OK(frit_array_store(arrays[k], j, &out->arrays[out->n + out->n_stores++], store->ranges,
                                &error));
        }
    }
}

static void one_script(frit_context *traced, frit_context *plain, uint64_t seed, Tally *tally) {
    uint64_t state = seed;
    Script script = {.n = 0};
    Outputs o = {.n = 0};
    frit_array *arrays[ARRAYS];
    Sizes s = {2 + (int64_t)test_random_below(&state, 5),
               7 + (int64_t)test_random_below(&state, 3)};
    bool sized = test_random_below(&state, 4) == 0;
    frit_module *m;
    frit_plan *plan;
    uint32_t n = write_script(traced, &state, s, &script, arrays), n_out;
    find_outputs(traced, arrays, n, &o);
    n_out = o.n + o.n_stores;
    frit_status status =
        frit_capture(traced, arrays, INPUTS, o.arrays, n_out, "f", sized, &m, &error);
    if (status == FRIT_ERR_SHAPE || status == FRIT_ERR_TYPE) {
        CHECK(!sized);
        sized = true;
        status = frit_capture(traced, arrays, INPUTS, o.arrays, n_out, "f", sized, &m, &error);
    }
    CHECK_MSG(status == FRIT_OK, "%s: %s", error.place, error.message);
    OK(frit_module_check(m, FRIT_CHECK_TYPED, &error));
    OK(frit_plan_new(plain, m, NULL, NULL, &plan, &error));
    free_arrays(o.arrays + o.n, o.n_stores);
    free_arrays(arrays, n);
    frit_discard(traced);
    check_sizes(plain, &script, plan, s, &o, true, tally);
    if (!sized)
        for (int k = 0; k < 3; k++) {
            Sizes other = {2 + (int64_t)test_random_below(&state, 4),
                           6 + (int64_t)test_random_below(&state, 9)};
            check_sizes(plain, &script, plan, other, &o, false, tally);
        }
    tally->general += !sized;
    tally->sized += sized;
    tally->stores += o.n_stores;
    tally->unreadable += n - o.n;
    frit_plan_free(plan);
    frit_module_free(m);
}

TEST(a_captured_program_equals_the_recorded_run) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .no_blas = true};
    frit_context *traced, *plain;
    Tally tally = {0};
    OK(frit_context_new_with(NULL, &options, &traced, &error));
    OK(frit_context_new_with(NULL, &options, &plain, &error));
    for (uint64_t k = 0; k < test_scaled(400); k++)
        one_script(traced, plain, test_seed() + k, &tally);
    test_note(
        "%u for all sizes (%u taken, %u refused), %u for one; %u stores, %u arrays unreadable",
        tally.general, tally.taken, tally.refused, tally.sized, tally.stores, tally.unreadable);
    CHECK((tally.general > 0 && tally.sized > 0 && tally.stores > 0 && tally.unreadable > 0) ||
          test_scaled(400) < 400); /* too few to have met everything */
    frit_context_free(traced);
    frit_context_free(plain);
}
