#include "llvm_rows_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/llvm/llvm.h"

enum { GUARD = 64, GUARD_BYTE = 0x5a };

/* ---- memory of kernels */

static char *room(RowKernel *k, size_t bytes) {
    char *memory = aligned_alloc(64, (bytes + 128) / 64 * 64);
    CHECK(memory && k->n_memory < KM_ACCESSES);
    k->memory[k->n_memory++] = memory;
    return memory;
}

static size_t size_of(Dtype dtype) {
    return dtype_info(dtype)->bits / 8u;
}

static Scalar tame_value(Dtype dtype, uint64_t *random) {
    double x = (double)test_random_below(random, 2001) / 1000.0 - 0.5;
    Scalar v = scalar_cast(DT_F64, dtype, (Scalar){.f64 = x});
    if (dtype == DT_C64)
        v.c64[1] = (float)x / 2 - 0.25f;
    if (dtype == DT_C128)
        v.c128[1] = x / 2 - 0.25;
    return v;
}

static char *filled(RowKernel *k, Dtype dtype, size_t n) {
    size_t size = size_of(dtype);
    char *memory = room(k, n * size);
    bool nan = test_random_below(&k->random, 2);
    for (size_t i = 0; i < n; i++) {
        Scalar v = scalar_from_bits(dtype, block_random_bits(dtype, &k->random));
        if (k->fill == FILL_TAME || (!nan && test_random_below(&k->random, 8)))
            v = tame_value(dtype, &k->random);
        if (k->fill == FILL_ZEROS)
            v = scalar_cast(DT_F64, dtype,
                            (Scalar){.f64 = test_random_below(&k->random, 2) ? 0.0 : -0.0});
        Bits bits = scalar_to_bits(dtype, v);
        memcpy(memory + i * size, &bits, size);
    }
    return memory;
}

static void full_strides(const RowKernel *k, Dtype dtype, int64_t strides[2]) {
    int64_t size = (int64_t)size_of(dtype);
    strides[0] = k->shape.across ? size : size * k->shape.length;
    strides[1] = k->shape.across ? size * k->shape.rows : size;
}

ValId row_load(RowKernel *k, Dtype dtype) {
    int64_t strides[2];
    full_strides(k, dtype, strides);
    char *memory = filled(k, dtype, (size_t)(k->shape.rows * k->shape.length));
    return km_load(&k->m, km_access(&k->m, dtype, false, memory, strides), LEVEL_FULL);
}

ValId row_load_each(RowKernel *k, Dtype dtype) {
    int64_t strides[2] = {(int64_t)size_of(dtype), 0};
    char *memory = filled(k, dtype, (size_t)k->shape.rows);
    return km_load(&k->m, km_access(&k->m, dtype, false, memory, strides), LEVEL_ROW);
}

ValId row_load_line(RowKernel *k, Dtype dtype) {
    int64_t strides[2] = {0, (int64_t)size_of(dtype)};
    char *memory = filled(k, dtype, (size_t)k->shape.length);
    return km_load(&k->m, km_access(&k->m, dtype, false, memory, strides), LEVEL_FULL);
}

ValId row_number(RowKernel *k, Dtype dtype) {
    return km_index(&k->m, km_number(&k->m, 3, (int64_t[]){1000, 2}), dtype, LEVEL_FULL);
}

static void output(RowKernel *k, Dtype dtype, size_t n, char *memory) {
    RowOutput out = {memory, malloc(n * size_of(dtype) + 1), dtype, n};
    CHECK(out.expected);
    k->outputs[k->n_outputs++] = out;
}

static void store(RowKernel *k, ValId x, char *memory, const int64_t *strides, Level level) {
    Dtype dtype = (Dtype)k->m.kernel.values.at[x].dtype;
    km_store(&k->m, km_access(&k->m, dtype, true, memory, strides), x);
    k->m.kernel.body.at[k->m.kernel.body.len - 1].flags = (uint8_t)level;
}

void row_store(RowKernel *k, ValId x) {
    Dtype dtype = (Dtype)k->m.kernel.values.at[x].dtype;
    size_t n = (size_t)(k->shape.rows * k->shape.length);
    int64_t strides[2];
    full_strides(k, dtype, strides);
    char *memory = room(k, n * size_of(dtype));
    store(k, x, memory, strides, LEVEL_FULL);
    output(k, dtype, n, memory);
}

void row_store_each(RowKernel *k, ValId x) {
    Dtype dtype = (Dtype)k->m.kernel.values.at[x].dtype;
    size_t n = (size_t)k->shape.rows;
    char *memory = room(k, n * size_of(dtype));
    store(k, x, memory, (int64_t[]){(int64_t)size_of(dtype), 0}, LEVEL_ROW);
    output(k, dtype, n, memory);
}

void row_store_in_place(RowKernel *k, ValId x) {
    Dtype dtype = (Dtype)k->m.kernel.values.at[x].dtype;
    int64_t strides[2];
    full_strides(k, dtype, strides);
    store(k, x, k->m.pointers[0], strides, LEVEL_FULL);
    output(k, dtype, (size_t)(k->shape.rows * k->shape.length), k->m.pointers[0]);
}

/* What to run, and on what. */
typedef struct Check {
    Pieces *p;
    Machine *machine;
    const char *what;
    RowMaker *make;
    const void *user;
    RowFill fill;
    const int64_t *lengths;
    size_t n_lengths;
} Check;

static void row_kernel(RowKernel *k, const Check *check, RowShape shape, uint64_t random) {
    memset(k, 0, sizeof *k);
    k->shape = shape;
    k->random = random;
    k->fill = check->fill;
    km_start(&k->m, &km_allocator, 2, 1, (int64_t[]){shape.rows, shape.length});
    check->make(k, check->user);
    for (uint32_t a = 0; a < k->m.kernel.accesses.len; a++)
        if (!k->m.pointers[a])
            k->m.kernel.accesses.at[a].buffer = NO_BUFFER;
}

static void row_kernel_free(RowKernel *k) {
    km_end(&k->m);
    for (unsigned n = 0; n < k->n_memory; n++)
        free(k->memory[n]);
    for (unsigned n = 0; n < k->n_outputs; n++)
        free(k->outputs[n].expected);
}

/* ---- compiled */

typedef struct Compiled {
    Form form;
    uint8_t along[KM_ACCESSES];
    FormNeeds needs;
    Code *code;
} Compiled;

static uint8_t along_of(const KernelMaker *m, uint32_t access, Walk walk) {
    const int64_t *strides = m->strides[access];
    int64_t stride = strides[walk == WALK_COLUMNS ? 0 : 1];
    if (!m->pointers[access])
        return ALONG_ANY;
    return stride == 0                                                       ? ALONG_ONE
           : stride == (int64_t)size_of(m->kernel.accesses.at[access].dtype) ? ALONG_NEXT
                                                                             : ALONG_ANY;
}

static void choose_form(const KernelMaker *m, const Target *target, Walk walk, bool keeps,
                        Compiled *out) {
    out->form = (Form){.target = target, .walk = walk, .keeps = keeps, .along = out->along};
    for (uint32_t a = 0; a < m->kernel.accesses.len; a++)
        out->along[a] = along_of(m, a, walk);
}

bool row_emit(Env *env, const Target *target, Walk walk, bool keeps, RowMaker *make,
              const void *user, Llvm *compiler) {
    Check check = {.make = make, .user = user};
    RowKernel k;
    Compiled c;
    Str text = str_make(env), object = str_make(env);
    row_kernel(&k, &check, (RowShape){5, 7, false}, 1);
    choose_form(&k.m, target, walk, keeps, &c);
    c.form.llvm = compiler ? llvm_place(compiler)->major : 0;
    bool done = llvm_needs(env, &k.m.kernel, &c.form, &c.needs) &&
                llvm_emit(env, &k.m.kernel, &c.form, &(LlvmOptions){NULL}, &text);
    if (done && compiler)
        done = llvm_compile(env, compiler, target, text.data, text.len, &object);
    str_free(&text);
    str_free(&object);
    row_kernel_free(&k);
    return done;
}

static void compile(Pieces *p, KernelMaker *m, Walk walk, bool keeps, Compiled *out) {
    Str text = str_make(&p->env), object = str_make(&p->env);
    choose_form(m, p->target, walk, keeps, out);
    out->form.llvm = llvm_place(p->llvm)->major;
    CHECK_MSG(llvm_needs(&p->env, &m->kernel, &out->form, &out->needs), "%s", p->error.message);
    CHECK_MSG(llvm_emit(&p->env, &m->kernel, &out->form, &(LlvmOptions){NULL}, &text), "%s",
              p->error.message);
    if (getenv("FRIT_TEST_IR")) { /* to look at what fails: a file to write it to */
        FILE *file = fopen(getenv("FRIT_TEST_IR"), "w");
        CHECK(file != NULL);
        fwrite(text.data, 1, text.len, file);
        fclose(file);
    }
    CHECK_MSG(llvm_compile(&p->env, p->llvm, p->target, text.data, text.len, &object), "%s",
              p->error.message);
    out->code = code_load(&p->env, object.data, object.len);
    CHECK_MSG(out->code, "%s", p->error.message);
    str_free(&text);
    str_free(&object);
}

typedef int32_t TwoFn(LineFrame *, int64_t, int64_t);
typedef int32_t OneFn(LineFrame *, int64_t);

static void *function(const Compiled *c, const char *name) {
    void *found = code_symbol(c->code, name);
    CHECK_MSG(found, "no function %s", name);
    return found;
}

static int32_t call_two(const Compiled *c, const char *name, LineFrame *frame, int64_t x,
                        int64_t y) {
    void *found = function(c, name);
    TwoFn *fn;
    memcpy(&fn, &found, sizeof fn);
    return fn(frame, x, y);
}

static int32_t call_one(const Compiled *c, const char *name, LineFrame *frame, int64_t x) {
    void *found = function(c, name);
    OneFn *fn;
    memcpy(&fn, &found, sizeof fn);
    return fn(frame, x);
}

/* ---- what a driver does */

enum { LEVELS = 40, REDUCTIONS_MAX = 32 };

typedef struct Driver {
    LineFrame *frame;
    ReduceFns fns[REDUCTIONS_MAX];
    unsigned n;
    char *stack[REDUCTIONS_MAX];
    char *scratch;
    size_t scratch_bytes;
    int64_t tile_rows;
    unsigned lanes;
} Driver;

static char *entry(const Driver *d, uint64_t k, uint64_t level) {
    return d->stack[k] + level * (uint64_t)d->tile_rows * d->fns[k].acc_size;
}

static void push(LineFrame *frame, uint64_t k, uint64_t rows, uint64_t n, const void *accs) {
    Driver *d = frame->user;
    unsigned top = (unsigned)__builtin_popcountll(n);
    CHECK(k < d->n && rows % d->lanes == 0 && rows <= (uint64_t)d->tile_rows);
    memcpy(entry(d, k, top), accs, rows * d->fns[k].acc_size);
    for (; n & 1; n >>= 1, top--)
        d->fns[k].combine(entry(d, k, top - 1), entry(d, k, top), rows);
}

static const char *fold(LineFrame *frame, uint64_t k, uint64_t rows, uint64_t n) {
    Driver *d = frame->user;
    unsigned top = (unsigned)__builtin_popcountll(n);
    if (top == 0)
        d->fns[k].start(entry(d, k, 0), rows);
    for (; top > 1; top--)
        d->fns[k].combine(entry(d, k, top - 2), entry(d, k, top - 1), rows);
    return entry(d, k, 0);
}

static uint64_t no_stop(LineFrame *frame) {
    (void)frame;
    return 0;
}

static void find_reductions(Driver *d, const Kernel *kernel, const BlockOps *blocks) {
    d->n = 0;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code != K_REDUCE)
            continue;
        CHECK(d->n < REDUCTIONS_MAX);
        Dtype dtype = (Dtype)kernel->values.at[kernel_in(kernel, i)[0]].dtype;
        d->fns[d->n] = blocks->reduce[i->op][dtype][i->flags & KF_OMIT_NAN ? 1 : 0];
        d->stack[d->n] = malloc(LEVELS * (size_t)d->tile_rows * 16);
        d->n++;
    }
}

static char *guarded(size_t bytes) {
    char *memory = aligned_alloc(64, (bytes + 2 * GUARD) / 64 * 64);
    CHECK(memory);
    memset(memory, GUARD_BYTE, (bytes + 2 * GUARD) / 64 * 64);
    return memory;
}

static void driver_start(Driver *d, Pieces *p, const Compiled *c, KernelMaker *m,
                         int64_t tile_rows) {
    const BlockOps *b = p->blocks;
    const Kernel *kernel = &m->kernel;
    size_t length = (size_t)m->extents[1];
    memset(d, 0, sizeof *d);
    d->lanes = c->needs.lanes;
    d->tile_rows = c->form.walk == WALK_COLUMNS ? tile_rows : 1;
    find_reductions(d, kernel, b);
    CHECK_EQ_UINT(d->n, c->needs.n_reductions);
    d->scratch_bytes =
        (size_t)((c->needs.row_bytes + c->needs.element_bytes * length) * (uint64_t)d->tile_rows);
    d->scratch = guarded(d->scratch_bytes);
    LineFrame *f = calloc(1, sizeof *f + kernel->accesses.len * sizeof *f->access);
    CHECK(f);
    f->steps = (const void *const *)b->step;
    f->scatters = (const void *const *)b->scatter;
    f->scans = (const void *const *)b->scan;
    f->randoms = (const void *const *)b->random;
    f->push = push;
    f->fold = fold;
    f->poll = no_stop;
    f->scratch = d->scratch;
    f->values = guarded(16 * (size_t)c->needs.n_values);
    f->partials = guarded(16 * (size_t)d->n);
    f->scan_states = guarded(16 * (size_t)c->needs.n_scans);
    f->tile_rows = d->tile_rows;
    f->user = d;
    for (uint32_t a = 0; a < kernel->accesses.len; a++) {
        FrameAccess *access = &f->access[a];
        access->at = m->pointers[a];
        if (!access->at)
            access->at += m->accesses[a].offset; /* an element number */
        access->row = m->strides[a][0];
        access->inner = m->strides[a][1];
    }
    d->frame = f;
}

static void check_guard(const char *memory, size_t bytes) {
    for (size_t k = bytes; k < (bytes + 2 * GUARD) / 64 * 64; k++)
        CHECK_MSG(memory[k] == GUARD_BYTE, "wrote %zu bytes behind %zu", k - bytes, bytes);
}

static void driver_end(Driver *d, const Compiled *c) {
    check_guard(d->scratch, d->scratch_bytes);
    check_guard(d->frame->values, 16 * (size_t)c->needs.n_values);
    check_guard(d->frame->partials, 16 * (size_t)d->n);
    check_guard(d->frame->scan_states, 16 * (size_t)c->needs.n_scans);
    free(d->scratch), free(d->frame->values), free(d->frame->partials);
    free(d->frame->scan_states), free(d->frame);
    for (unsigned k = 0; k < d->n; k++)
        free(d->stack[k]);
}

/* Groups of two chunks, each as another worker would take it. */
static void run_phases(Driver *d, const Compiled *c, const KernelMaker *m) {
    enum { GROUP = 2 * REDUCE_CHUNK };
    int64_t length = m->extents[1], groups = (length + GROUP - 1) / GROUP;
    char name[32], *partials = calloc((size_t)groups + 1, 16 * (d->n + 1));
    CHECK(partials);
    for (int64_t row = 0; row < m->extents[0]; row++) {
        CHECK_EQ_INT(call_one(c, "frit_at0", d->frame, length), RAN);
        for (uint32_t p = 0; p < c->needs.n_phases; p++) {
            /* A phase sets its own reductions alone; the others' are combined as well, below. */
            for (unsigned k = 0; k < d->n; k++)
                d->fns[k].start(d->frame->partials + 16 * k, 1);
            snprintf(name, sizeof name, "frit_phase%u", p);
            for (int64_t g = 0; g < groups; g++) {
                int64_t to = (g + 1) * GROUP < length ? (g + 1) * GROUP : length;
                CHECK_EQ_INT(call_two(c, name, d->frame, g * GROUP, to), RAN);
                memcpy(partials + (size_t)g * 16 * d->n, d->frame->partials, 16 * d->n);
            }
            for (unsigned k = 0; k < d->n; k++) {
                for (int64_t g = 0; g < groups; g++)
                    push(d->frame, k, d->lanes, (uint64_t)g,
                         partials + ((size_t)g * d->n + k) * 16);
                memcpy(d->frame->partials + 16 * k, fold(d->frame, k, 1, (uint64_t)groups),
                       d->fns[k].acc_size);
            }
            snprintf(name, sizeof name, "frit_at%u", p + 1);
            CHECK_EQ_INT(call_one(c, name, d->frame, length), RAN);
        }
        for (uint32_t a = 0; a < m->kernel.accesses.len; a++)
            d->frame->access[a].at += d->frame->access[a].row;
    }
    free(partials);
}

static void run_columns(Driver *d, const Compiled *c, const KernelMaker *m) {
    for (int64_t row = 0; row < m->extents[0]; row += d->tile_rows) {
        int64_t rows = m->extents[0] - row;
        rows = rows < d->tile_rows ? rows : d->tile_rows;
        CHECK_EQ_INT(call_two(c, "frit_columns", d->frame, rows, m->extents[1]), RAN);
        for (uint32_t a = 0; a < m->kernel.accesses.len; a++)
            d->frame->access[a].at += d->frame->access[a].row * d->tile_rows;
    }
}

static void run_compiled(Pieces *p, const Compiled *c, KernelMaker *m) {
    Driver d;
    driver_start(&d, p, c, m, (int64_t)(2 * c->needs.lanes));
    if (c->form.walk == WALK_COLUMNS) {
        run_columns(&d, c, m);
    } else if (c->form.walk == WALK_PHASES) {
        /* The stack of one row at a time, of which vectors are pushed. */
        d.lanes = 1;
        run_phases(&d, c, m);
    } else {
        CHECK_EQ_INT(call_two(c, "frit_rows", d.frame, m->extents[0], m->extents[1]), RAN);
    }
    driver_end(&d, c);
}

/* ---- comparing */

static bool is_nan(Dtype dtype, const char *at) {
    Bits bits = {0, 0};
    memcpy(&bits, at, size_of(dtype));
    Scalar v = scalar_from_bits(dtype, bits);
    Domain domain = dtype_info(dtype)->domain;
    return domain == DOMAIN_F32 ? v.f32 != v.f32 : domain == DOMAIN_F64 && v.f64 != v.f64;
}

static void compare(const RowOutput *out, const char *what) {
    Dtype real = dtype_real(out->dtype);
    size_t size = size_of(real), parts = out->n * (size_of(out->dtype) / size);
    for (size_t i = 0; i < parts; i++) {
        const char *got = out->memory + i * size, *want = out->expected + i * size;
        if (memcmp(got, want, size) == 0 || (is_nan(real, got) && is_nan(real, want)))
            continue;
        Bits x = {0, 0}, y = {0, 0};
        memcpy(&x, got, size);
        memcpy(&y, want, size);
        FAIL("%s: part %zu of %zu of %s is %016llx, should be %016llx", what, i, parts,
             dtype_info(out->dtype)->name, (unsigned long long)x.lo, (unsigned long long)y.lo);
    }
}

static const char *const walk_names[] = {"map", "rows", "phases", "columns"};

static void check_shape(const Check *check, const Compiled *c, RowShape shape) {
    RowKernel expected, got;
    uint64_t random = test_seed() + (uint64_t)(shape.length * 31 + shape.rows);
    row_kernel(&expected, check, shape, random);
    row_kernel(&got, check, shape, random);
    test_note("%s, %s, %s, keeps %d, %lld rows of %lld, across %d", check->what,
              check->p->target->name, walk_names[c->form.walk], c->form.keeps,
              (long long)shape.rows, (long long)shape.length, shape.across);
    CHECK_EQ_INT(km_run(&expected.m, check->machine), FRIT_OK);
    run_compiled(check->p, c, &got.m);
    for (unsigned n = 0; n < got.n_outputs; n++) {
        RowOutput *out = &got.outputs[n];
        char name[160];
        snprintf(name, sizeof name, "%s, output %u", check->what, n);
        memcpy(out->expected, expected.outputs[n].memory, out->n * size_of(out->dtype));
        compare(out, name);
    }
    row_kernel_free(&expected);
    row_kernel_free(&got);
}

static bool has_scan(const Kernel *kernel) {
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (kernel->body.at[n].code == K_SCAN)
            return true;
    return false;
}

static void check_walk(const Check *check, Walk walk, bool keeps, bool across) {
    static const int64_t rows[] = {1, 3, 37, 70};
    Compiled c;
    RowKernel k;
    row_kernel(&k, check, (RowShape){5, 7, across}, 1);
    if (walk == WALK_PHASES && has_scan(&k.m.kernel)) {
        row_kernel_free(&k);
        return;
    }
    test_note("%s, %s, %s, keeps %d, across %d", check->what, check->p->target->name,
              walk_names[walk], keeps, across);
    compile(check->p, &k.m, walk, keeps, &c);
    row_kernel_free(&k);
    for (size_t l = 0; l < check->n_lengths; l++) {
        int64_t length = check->lengths[l];
        RowShape shape = {rows[l % 4], length, across};
        if (shape.rows * length > 40000)
            shape.rows = 2;
        check_shape(check, &c, shape);
        if (walk == WALK_COLUMNS && length < 100)
            check_shape(check, &c, (RowShape){(int64_t)c.needs.lanes * 4, length, across});
    }
    code_unref(c.code);
}

void check_rows(Pieces *p, Machine *machine, const char *what, RowMaker *make, const void *user,
                RowFill fill, unsigned ways, const int64_t *lengths, size_t n_lengths) {
    Check check = {p, machine, what, make, user, fill, lengths, n_lengths};
    if (ways & WAY_ROWS)
        check_walk(&check, WALK_ROWS, false, false);
    if (ways & WAY_ROWS_ACROSS)
        check_walk(&check, WALK_ROWS, false, true);
    if (ways & WAY_COLUMNS)
        check_walk(&check, WALK_COLUMNS, false, false);
    if (ways & WAY_COLUMNS_ACROSS)
        check_walk(&check, WALK_COLUMNS, false, true);
    if (ways & WAY_PHASES)
        check_walk(&check, WALK_PHASES, false, false);
    if (ways & WAY_KEEPS) {
        check_walk(&check, WALK_ROWS, true, false);
        check_walk(&check, WALK_COLUMNS, true, true);
    }
}
