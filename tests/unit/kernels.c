#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "run/devices/devices.h"

static void *plain_alloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}
const frit_allocator km_allocator = {plain_alloc, NULL};

float *km_floats(size_t n) {
    float *x = malloc((n + 1) * sizeof *x);
    CHECK(x);
    for (size_t k = 0; k <= n; k++)
        x[k] = (float)((k * 7919 + 13) % 10007) / 977.0f - 5.0f;
    return x;
}

void km_start(KernelMaker *m, const frit_allocator *allocator, uint32_t n_axes, uint32_t n_inner,
              const int64_t *extents) {
    memset(m, 0, sizeof *m);
    m->env = (Env){allocator, &m->error};
    m->kernel.n_axes = n_axes;
    m->kernel.n_inner = n_inner;
    for (uint32_t k = 0; k < n_axes; k++)
        m->extents[k] = extents[k];
    m->bound = (BoundKernel){&m->kernel, m->extents, m->accesses};
}

void km_end(KernelMaker *m) {
    const frit_allocator *a = m->env.allocator;
    vec_free(a, &m->kernel.body);
    vec_free(a, &m->kernel.values);
    vec_free(a, &m->kernel.operands);
    vec_free(a, &m->kernel.carries);
    vec_free(a, &m->kernel.accesses);
}

static uint32_t add_access(KernelMaker *m, Access access, void *memory, int64_t offset,
                           const int64_t *strides) {
    uint32_t n = m->kernel.accesses.len;
    CHECK(n < KM_ACCESSES && vec_push(&m->env, &m->kernel.accesses, access));
    for (uint32_t k = 0; k < m->kernel.n_axes; k++)
        m->strides[n][access.n_indexed + k] = strides[k];
    m->accesses[n] =
        (BoundAccess){memory ? n : UINT32_MAX, 1, offset, m->strides[n], m->indexed[n], false};
    m->pointers[n] = memory;
    return n;
}

uint32_t km_access(KernelMaker *m, Dtype dtype, bool store, void *memory, const int64_t *strides) {
    return add_access(m, (Access){.dtype = dtype, .store = store}, memory, 0, strides);
}

uint32_t km_indexed(KernelMaker *m, Dtype dtype, bool store, void *memory, int64_t extent,
                    int64_t stride, const int64_t *strides) {
    uint32_t n =
        add_access(m, (Access){.dtype = dtype, .store = store, .n_indexed = 1}, memory, 0, strides);
    m->strides[n][0] = stride;
    m->indexed[n][0] = extent;
    return n;
}

uint32_t km_number(KernelMaker *m, int64_t offset, const int64_t *strides) {
    return add_access(m, (Access){.buffer = NO_BUFFER, .dtype = DT_I64}, NULL, offset, strides);
}

ValId km_value(KernelMaker *m, Dtype dtype, Level level) {
    KernelValue value = {.dtype = (uint8_t)dtype, .level = (uint8_t)level};
    CHECK(vec_push(&m->env, &m->kernel.values, value));
    return m->kernel.values.len - 1;
}

static KernelInstr *add(KernelMaker *m, KernelCode code, const ValId *in, uint32_t n_in,
                        ValId value) {
    KernelInstr i = {.code = (uint8_t)code, .n_in = (uint16_t)n_in, .value = value};
    i.in = m->kernel.operands.len;
    for (uint32_t k = 0; k < n_in; k++)
        CHECK(vec_push(&m->env, &m->kernel.operands, in[k]));
    if (n_in)
        i.dtype = m->kernel.values.at[in[0]].dtype;
    else if (value != NO_VAL)
        i.dtype = m->kernel.values.at[value].dtype;
    CHECK(vec_push(&m->env, &m->kernel.body, i));
    return &m->kernel.body.at[m->kernel.body.len - 1];
}

static Level level_of(const KernelMaker *m, const ValId *in, uint32_t n) {
    Level level = LEVEL_UNIFORM;
    for (uint32_t k = 0; k < n; k++)
        if (m->kernel.values.at[in[k]].level > level)
            level = m->kernel.values.at[in[k]].level;
    return level;
}

ValId km_const(KernelMaker *m, Dtype dtype, double value) {
    ValId v = km_value(m, dtype, LEVEL_UNIFORM);
    m->kernel.values.at[v].bits =
        scalar_to_bits(dtype, scalar_cast(DT_F64, dtype, (Scalar){.f64 = value}));
    add(m, K_CONST, NULL, 0, v);
    return v;
}

ValId km_load(KernelMaker *m, uint32_t access, Level level) {
    ValId v = km_value(m, m->kernel.accesses.at[access].dtype, level);
    add(m, K_LOAD, NULL, 0, v)->access = access;
    return v;
}

static ValId step(KernelMaker *m, Op op, Dtype dtype, const ValId *in, uint32_t n) {
    ValId v = km_value(m, op_result_dtype(op, dtype), level_of(m, in, n));
    KernelInstr *i = add(m, K_STEP, in, n, v);
    i->op = (uint16_t)op;
    i->dtype = (uint8_t)dtype;
    return v;
}

ValId km_step(KernelMaker *m, Op op, Dtype dtype, ValId x, ValId y) {
    ValId in[2] = {x, y};
    return step(m, op, dtype, in, y == NO_VAL ? 1 : 2);
}

ValId km_step3(KernelMaker *m, Op op, Dtype dtype, ValId x, ValId y, ValId z) {
    ValId in[3] = {x, y, z};
    return step(m, op, dtype, in, 3);
}

ValId km_cast(KernelMaker *m, Dtype to, ValId x) {
    ValId v = km_value(m, to, level_of(m, &x, 1));
    add(m, K_CAST, &x, 1, v);
    return v;
}

ValId km_select(KernelMaker *m, ValId c, ValId x, ValId y) {
    ValId in[3] = {c, x, y}, v = km_value(m, m->kernel.values.at[x].dtype, level_of(m, in, 3));
    add(m, K_SELECT, in, 3, v);
    return v;
}

ValId km_index(KernelMaker *m, uint32_t access, Dtype dtype, Level level) {
    ValId v = km_value(m, dtype, level);
    add(m, K_INDEX, NULL, 0, v)->access = access;
    return v;
}

ValId km_random(KernelMaker *m, Op op, Dtype dtype, ValId key, ValId draw, uint32_t access) {
    ValId in[2] = {key, draw}, v = km_value(m, dtype, LEVEL_FULL);
    KernelInstr *i = add(m, K_RANDOM, in, 2, v);
    i->op = (uint16_t)op;
    i->access = access;
    return v;
}

ValId km_reduce(KernelMaker *m, Op op, ValId x, Dtype result, uint8_t flags) {
    ValId v = km_value(m, result, LEVEL_ROW);
    KernelInstr *i = add(m, K_REDUCE, &x, 1, v);
    i->op = (uint16_t)op;
    i->flags = flags;
    return v;
}

ValId km_scan(KernelMaker *m, Op op, ValId x, uint8_t flags) {
    ValId v = km_value(m, m->kernel.values.at[x].dtype, LEVEL_FULL);
    KernelInstr *i = add(m, K_SCAN, &x, 1, v);
    i->op = (uint16_t)op;
    i->flags = flags;
    return v;
}

ValId km_gather(KernelMaker *m, uint32_t access, ValId index) {
    ValId v = km_value(m, m->kernel.accesses.at[access].dtype, level_of(m, &index, 1));
    add(m, K_GATHER, &index, 1, v)->access = access;
    return v;
}

void km_store(KernelMaker *m, uint32_t access, ValId x) {
    add(m, K_STORE, &x, 1, NO_VAL)->access = access;
}

void km_scatter(KernelMaker *m, uint32_t access, Combine combine, ValId x, ValId index) {
    ValId in[2] = {x, index};
    KernelInstr *i = add(m, K_SCATTER, in, 2, NO_VAL);
    i->access = access;
    i->combine = (uint8_t)combine;
}

uint32_t km_carry(KernelMaker *m, ValId init, ValId phi, ValId result) {
    Carry carry = {init, phi, NO_VAL, result};
    CHECK(vec_push(&m->env, &m->kernel.carries, carry));
    return m->kernel.carries.len - 1;
}

uint32_t km_open(KernelMaker *m, KernelCode code, const ValId *in, uint32_t n_in, ValId value,
                 uint32_t carry, uint32_t n_carries) {
    KernelInstr *i = add(m, code, in, n_in, value);
    i->carry = carry;
    i->n_carries = n_carries;
    return m->kernel.body.len - 1;
}

void km_middle(KernelMaker *m, KernelCode code, uint32_t opener, ValId in) {
    m->kernel.body.at[opener].match = m->kernel.body.len;
    add(m, code, &in, code == K_TEST ? 1 : 0, NO_VAL);
}

void km_close(KernelMaker *m, uint32_t opener) {
    KernelInstr *o = &m->kernel.body.at[opener];
    if (o->code == K_FOR)
        o->match = m->kernel.body.len;
    else
        m->kernel.body.at[o->match].match = m->kernel.body.len;
    add(m, K_END, NULL, 0, NO_VAL)->match = opener;
}

static void start(Machine *machine, const DeviceKind *kind, const frit_allocator *allocator,
                  unsigned threads, const char *level) {
    frit_error error = {0};
    Env env = {allocator, &error};
    MachineOptions options = {
        .kind = kind, .threads = threads, .memory_cap = 1 << 30, .isa = level, .no_blas = true};
    CHECK_MSG(machine_init(&env, machine, &options), "%s", error.message);
}

void km_machine(Machine *machine, const frit_allocator *allocator, unsigned threads,
                const char *level) {
    start(machine, &cpu_device, allocator, threads, level);
}

void km_any_machine(Machine *machine, const frit_allocator *allocator, unsigned threads,
                    const char *level) {
    start(machine, NULL, allocator, threads, level);
}

frit_status km_run(KernelMaker *m, Machine *machine) {
    memset(&m->error, 0, sizeof m->error);
    InterpKernel *k = interp_new(&m->env, machine, &m->bound);
    if (!k)
        return m->error.status;
    bool done = interp_run(&m->env, k, m->pointers);
    interp_free(k);
    return done ? FRIT_OK : m->error.status;
}

/* The lanes of one chunk. */
static double chunk(const double *x, int64_t n, double start, FoldFn *fold) {
    double lanes[REDUCE_LANES];
    for (int l = 0; l < REDUCE_LANES; l++)
        lanes[l] = start;
    for (int64_t k = 0; k < n; k++)
        lanes[k % REDUCE_LANES] = fold(lanes[k % REDUCE_LANES], x[k]);
    for (int half = REDUCE_LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lanes[l] = fold(lanes[l], lanes[l + half]);
    return lanes[0];
}

/* Chunks from .. to, as a tree whose left side is the largest power of two. */
static double tree(const double *x, int64_t n, double start, FoldFn *fold) {
    int64_t left = REDUCE_CHUNK;
    if (n <= REDUCE_CHUNK)
        return chunk(x, n, start, fold);
    while (2 * left < n)
        left *= 2;
    return fold(tree(x, left, start, fold), tree(x + left, n - left, start, fold));
}

double km_reduce_row(const double *x, int64_t n, double start, FoldFn *fold) {
    return n ? tree(x, n, start, fold) : start;
}
