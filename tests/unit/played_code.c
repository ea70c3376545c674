#include "played_code.h"

#include <string.h>

#include "harness.h"

enum { MOST_VALUES = 32, MOST_SUMS = 4, MOST_LENGTH = 1 << 17 };

void played_levels(KernelMaker *m) {
    const Kernel *kernel = &m->kernel;
    uint32_t outer = kernel->n_axes - kernel->n_inner;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        KernelInstr *i = &m->kernel.body.at[n];
        if (i->code != K_STORE)
            continue;
        const int64_t *strides = m->strides[i->access];
        Level level = kernel->values.at[kernel_in(kernel, i)[0]].level;
        for (uint32_t k = 0; k < kernel->n_axes; k++)
            if (strides[k] != 0 && (k >= outer || level == LEVEL_UNIFORM))
                level = k >= outer || kernel->n_inner == 0 ? LEVEL_FULL : LEVEL_ROW;
        i->flags = (uint8_t)level;
    }
}

/* What is known of a row while it is played. */
typedef struct Play {
    const CompiledKernel *k;
    const Kernel *kernel;
    LineFrame *frame;
    Scalar value[MOST_VALUES];
    uint32_t phase[MOST_VALUES]; /* walks before it can be had */
    uint32_t n_phases;
    bool bad; /* an index was out of range */
} Play;

static void play_start(Play *p, LineFrame *frame) {
    memset(p, 0, sizeof *p);
    p->frame = frame;
    p->k = ((const CodeWorker *)frame->user)->k;
    p->kernel = p->k->bound->kernel;
    CHECK(p->kernel->values.len <= MOST_VALUES);
    for (uint32_t n = 0; n < p->kernel->body.len; n++) {
        const KernelInstr *i = &p->kernel->body.at[n];
        uint32_t phase = 0;
        for (uint32_t o = 0; o < i->n_in; o++)
            if (p->phase[kernel_in(p->kernel, i)[o]] > phase)
                phase = p->phase[kernel_in(p->kernel, i)[o]];
        if (i->value != NO_VAL)
            p->phase[i->value] = phase + (i->code == K_REDUCE);
        if ((i->code == K_REDUCE || (i->code == K_STORE && i->flags == LEVEL_FULL)) &&
            phase + 1 > p->n_phases)
            p->n_phases = phase + 1;
    }
}

/* ---- memory */

static const FrameAccess *access_of(const Play *p, uint32_t a) {
    return &p->frame->access[a];
}

/* Where element (r, e) is, after a look at what the form promises. */
static char *place(const Play *p, uint32_t a, int64_t r, int64_t e) {
    const FrameAccess *access = access_of(p, a);
    const Form *form = &p->k->form;
    const Reach *reach = &p->k->reach[a];
    bool columns = form->walk == WALK_COLUMNS, number = reach->pointer == UINT32_MAX;
    int64_t stride = columns ? access->row : access->inner;
    bool placed =
        columns ? form->placed && reach->level == LEVEL_FULL : form->along[a] == ALONG_PLACES;
    if (!placed && !number && (columns ? r : e) > 0) {
        CHECK(form->along[a] != ALONG_ONE || stride == 0);
        CHECK(form->along[a] != ALONG_NEXT || stride == (int64_t)reach->size);
    }
    int64_t by = r * access->row + (placed ? access->places[e] : e * access->inner);
    return (char *)((uintptr_t)access->at + (uintptr_t)by);
}

static Scalar load(Dtype dtype, const char *at) {
    Bits bits = {0, 0};
    memcpy(&bits, at, dtype_info(dtype)->bits / 8u);
    return scalar_from_bits(dtype, bits);
}

static void store(Dtype dtype, char *at, Scalar x) {
    Bits bits = scalar_to_bits(dtype, x);
    memcpy(at, &bits, dtype_info(dtype)->bits / 8u);
}

/* ---- elements */

static Scalar gather(Play *p, const KernelInstr *i, int64_t r, int64_t e) {
    const Access *access = &p->kernel->accesses.at[i->access];
    char *at = place(p, i->access, r, e);
    for (uint32_t x = 0; x < access->n_indexed; x++) {
        const int64_t *indexed = &access_of(p, i->access)->indexed[2 * x];
        int64_t index = p->value[kernel_in(p->kernel, i)[x]].i;
        if (index < -indexed[1] || index >= indexed[1]) {
            p->bad = true;
            return (Scalar){.u = 0};
        }
        at += (index < 0 ? index + indexed[1] : index) * indexed[0];
    }
    return load(access->dtype, at);
}

/* Everything up to this level that can be had in this phase for element (r, e). */
static void compute(Play *p, Level most, int64_t r, int64_t e, uint32_t phase) {
    for (uint32_t n = 0; n < p->kernel->body.len && !p->bad; n++) {
        const KernelInstr *i = &p->kernel->body.at[n];
        Scalar in[3] = {{0}};
        if (i->value == NO_VAL || i->code == K_REDUCE || p->phase[i->value] > phase)
            continue;
        const KernelValue *value = &p->kernel->values.at[i->value];
        if (value->level > most)
            continue;
        for (uint32_t o = 0; o < i->n_in && o < 3; o++)
            in[o] = p->value[kernel_in(p->kernel, i)[o]];
        Scalar *out = &p->value[i->value];
        switch (i->code) {
        case K_CONST: *out = scalar_from_bits(value->dtype, value->bits); break;
        case K_LOAD: *out = load(value->dtype, place(p, i->access, r, e)); break;
        case K_INDEX: {
            Scalar number = {.i = (int64_t)(uintptr_t)place(p, i->access, r, e)};
            *out = scalar_cast(DT_I64, value->dtype, number);
            break;
        }
        case K_GATHER: *out = gather(p, i, r, e); break;
        case K_CAST: *out = scalar_cast(i->dtype, value->dtype, in[0]); break;
        case K_STEP: CHECK(op_eval(i->op, i->dtype, in, out)); break;
        default: CHECK(!"an instruction that nobody plays");
        }
    }
}

static void store_all(Play *p, Level level, int64_t r, int64_t e) {
    for (uint32_t n = 0; n < p->kernel->body.len && !p->bad; n++) {
        const KernelInstr *i = &p->kernel->body.at[n];
        if (i->code == K_STORE && (Level)i->flags == level)
            store(p->kernel->accesses.at[i->access].dtype, place(p, i->access, r, e),
                  p->value[kernel_in(p->kernel, i)[0]]);
    }
}

/* ---- reductions: registers hold what memory does */

static const KernelInstr *reduction(const Play *p, uint32_t number) {
    for (uint32_t n = 0; n < p->kernel->body.len; n++)
        if (p->kernel->body.at[n].code == K_REDUCE && number-- == 0)
            return &p->kernel->body.at[n];
    return NULL;
}

static const ReduceFns *fns_of(const Play *p, const KernelInstr *i) {
    Dtype dtype = p->kernel->values.at[kernel_in(p->kernel, i)[0]].dtype;
    return &p->k->host->blocks->reduce[i->op][dtype][i->flags & KF_OMIT_NAN ? 1 : 0];
}

/* The accumulator of elements from .. to of row r. */
static void accumulate(Play *p, uint32_t number, int64_t r, int64_t from, int64_t to, void *out) {
    const KernelInstr *i = reduction(p, number);
    const ReduceFns *fns = fns_of(p, i);
    ValId x = kernel_in(p->kernel, i)[0];
    Dtype dtype = p->kernel->values.at[x].dtype;
    size_t size = block_size(dtype), acc = fns->acc_size;
    _Alignas(16) char reg[REDUCE_CHUNK * 16], lanes[REDUCE_LANES * 16], stack[64][16];
    bool columns = p->k->form.walk == WALK_COLUMNS; /* the only ones that ask to combine chunks */
    int64_t length = p->k->length;
    uint64_t chunks = 0;
    unsigned top = 0;
    for (int64_t at = from; at < to; at += REDUCE_CHUNK, chunks++) {
        int64_t n = to - at < REDUCE_CHUNK ? to - at : REDUCE_CHUNK;
        for (int64_t e = 0; e < n; e++) {
            compute(p, LEVEL_FULL, r, at + e, p->phase[i->value] - 1);
            store(dtype, reg + (size_t)e * size, p->value[x]);
        }
        fns->start(lanes, REDUCE_LANES);
        fns->lanes(lanes, reg, (size_t)n, at);
        for (size_t half = REDUCE_LANES / 2; half > 0; half /= 2)
            fns->combine(lanes, lanes + half * acc, half);
        memcpy(stack[top++], lanes, acc);
        for (uint64_t c = chunks; c & 1; c >>= 1, top--)
            fns->combine(stack[top - 2], stack[top - 1], 1);
        if (columns && length > REDUCE_CHUNK)
            p->frame->push(p->frame, number, 1, chunks, lanes);
    }
    for (; top > 1; top--)
        fns->combine(stack[top - 2], stack[top - 1], 1);
    bool folds = columns && length > REDUCE_CHUNK;
    memcpy(out, folds ? p->frame->fold(p->frame, number, 1, chunks) : stack[0], acc);
}

static void finish(Play *p, uint32_t number, const void *acc) {
    const KernelInstr *i = reduction(p, number);
    _Alignas(16) char reg[16];
    fns_of(p, i)->finish(reg, acc, 1);
    p->value[i->value] = load(p->kernel->values.at[i->value].dtype, reg);
}

/* ---- the functions */

static int32_t play_map(LineFrame *frame, int64_t rows, int64_t n) {
    Play p;
    play_start(&p, frame);
    for (int64_t r = 0; r < rows; r++)
        for (int64_t e = 0; e < n && !p.bad; e++) {
            compute(&p, LEVEL_FULL, r, e, 0);
            store_all(&p, LEVEL_FULL, r, e);
        }
    return p.bad ? RAN_INTO_INDEX : RAN;
}

static int32_t play_rows(LineFrame *frame, int64_t rows, int64_t length) {
    Play p;
    play_start(&p, frame);
    CHECK(frame->tile_rows == 0 || rows <= frame->tile_rows);
    for (int64_t r = 0; r < rows && !p.bad; r++) {
        for (uint32_t phase = 0; phase < p.n_phases; phase++)
            for (uint32_t k = 0; reduction(&p, k); k++) {
                _Alignas(16) char acc[16];
                if (p.phase[reduction(&p, k)->value] != phase + 1)
                    continue;
                accumulate(&p, k, r, 0, length, acc);
                finish(&p, k, acc);
            }
        for (int64_t e = 0; e < length; e++) {
            compute(&p, LEVEL_FULL, r, e, p.n_phases);
            store_all(&p, LEVEL_FULL, r, e);
        }
        compute(&p, LEVEL_ROW, r, 0, p.n_phases);
        store_all(&p, LEVEL_ROW, r, 0);
    }
    return p.bad ? RAN_INTO_INDEX : RAN;
}

static char *slot(char *slots, uint32_t k) {
    return slots + 16 * (size_t)k;
}

/* Results of reductions before this phase, as frit_at left them. */
static void recall(Play *p, uint32_t phase) {
    for (uint32_t k = 0; reduction(p, k); k++) {
        const KernelInstr *i = reduction(p, k);
        if (p->phase[i->value] <= phase)
            p->value[i->value] =
                load(p->kernel->values.at[i->value].dtype, slot(p->frame->values, k));
    }
}

static int32_t play_phase(LineFrame *frame, uint32_t phase, int64_t from, int64_t to) {
    Play p;
    play_start(&p, frame);
    CHECK(from % REDUCE_CHUNK == 0 && from < to && to - from <= MOST_LENGTH * 64);
    recall(&p, phase);
    for (uint32_t k = 0; reduction(&p, k); k++)
        if (p.phase[reduction(&p, k)->value] == phase + 1)
            accumulate(&p, k, 0, from, to, slot(frame->partials, k));
    for (int64_t e = from; phase + 1 == p.n_phases && e < to; e++) {
        compute(&p, LEVEL_FULL, 0, e, phase);
        store_all(&p, LEVEL_FULL, 0, e);
    }
    return p.bad ? RAN_INTO_INDEX : RAN;
}

static int32_t play_at(LineFrame *frame, uint32_t phase) {
    Play p;
    play_start(&p, frame);
    recall(&p, phase - 1);
    for (uint32_t k = 0; phase > 0 && reduction(&p, k); k++) {
        const KernelInstr *i = reduction(&p, k);
        if (p.phase[i->value] != phase)
            continue;
        finish(&p, k, slot(frame->partials, k));
        store(p.kernel->values.at[i->value].dtype, slot(frame->values, k), p.value[i->value]);
    }
    if (phase == p.n_phases) {
        recall(&p, phase);
        compute(&p, LEVEL_ROW, 0, 0, phase);
        store_all(&p, LEVEL_ROW, 0, 0);
    }
    return p.bad ? RAN_INTO_INDEX : RAN;
}

#define PLAY_PHASE(n)                                                          \
    static int32_t play_phase##n(LineFrame *frame, int64_t from, int64_t to) { \
        return play_phase(frame, n, from, to);                                 \
    }
#define PLAY_AT(n)                                                \
    static int32_t play_at##n(LineFrame *frame, int64_t length) { \
        (void)length;                                             \
        return play_at(frame, n);                                 \
    }
PLAY_AT(0)
PLAY_AT(1)
PLAY_AT(2)
PLAY_AT(3)
PLAY_PHASE(0)
PLAY_PHASE(1)
PLAY_PHASE(2)

static int32_t play_uniform(LineFrame *frame) {
    Play p;
    play_start(&p, frame);
    compute(&p, LEVEL_UNIFORM, 0, 0, 0);
    store_all(&p, LEVEL_UNIFORM, 0, 0);
    return p.bad ? RAN_INTO_INDEX : RAN;
}

void played_use(CompiledKernel *k) {
    static AtFn *const at[] = {play_at0, play_at1, play_at2, play_at3};
    static PhaseFn *const phase[] = {play_phase0, play_phase1, play_phase2};
    k->entries.uniform = k->uniform_stores ? play_uniform : NULL;
    k->entries.lines = k->form.walk == WALK_MAP ? play_map : play_rows;
    if (k->form.walk != WALK_PHASES)
        return;
    CHECK(k->needs.n_phases <= 3 && k->needs.n_reductions <= MOST_SUMS);
    CHECK(k->needs.n_values >= k->needs.n_reductions);
    for (uint32_t p = 0; p <= k->needs.n_phases; p++)
        k->entries.at[p] = at[p];
    for (uint32_t p = 0; p < k->needs.n_phases; p++)
        k->entries.phase[p] = phase[p];
}
