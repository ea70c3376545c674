/*
 * Maps as compiled code: programs through the planner, run by a driver of a few lines and by the
 * interpreter, at every level this CPU has. The bits must be the same.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blocks_fixture.h"
#include "emit/llvm/llvm.h"
#include "kernels.h"
#include "plan_fixture.h"
#include "run/bound_parts.h"
#include "run/llvm/code.h"
#include "run/llvm/compile.h"

/* ---- a driver */

typedef int32_t MapFn(Frame *frame, int64_t rows, int64_t n);
typedef int32_t UniformFn(Frame *frame);

static uint64_t never(Frame *frame) {
    (void)frame;
    return 0;
}

static uint64_t at_once(Frame *frame) {
    ++*(int *)frame->user;
    return 1;
}

/* Tables of functions as the frame has them. */
static const void *const *table(const void *first) {
    const void *const *out;
    memcpy(&out, &first, sizeof out);
    return out;
}

typedef struct Driver {
    const BoundKernel *bound;
    const Kernel *kernel;
    char *const *pointers;
    uint8_t along[32];
    int64_t indexed[32][8];
    Frame *frame;
} Driver;

static int64_t stride_of(const Driver *d, uint32_t access, uint32_t from_last) {
    const Kernel *k = d->kernel;
    if (from_last >= k->n_axes)
        return 0;
    return d->bound->accesses[access]
        .strides[k->accesses.at[access].n_indexed + k->n_axes - 1 - from_last];
}

static void choose_along(Driver *d) {
    for (uint32_t a = 0; a < d->kernel->accesses.len; a++) {
        const Access *access = &d->kernel->accesses.at[a];
        int64_t inner = stride_of(d, a, 0), size = dtype_info(access->dtype)->bits / 8;
        d->along[a] = access->buffer == NO_BUFFER ? ALONG_ANY
                      : inner == 0                ? ALONG_ONE
                      : inner == size             ? ALONG_NEXT
                                                  : ALONG_ANY;
    }
}

static void driver_open(Driver *d, const BoundKernel *bound, char *const *pointers,
                        const BlockOps *blocks) {
    *d = (Driver){.bound = bound, .kernel = bound->kernel, .pointers = pointers};
    CHECK(d->kernel->accesses.len <= 32);
    choose_along(d);
    d->frame = calloc(1, sizeof *d->frame + 32 * sizeof(FrameAccess));
    d->frame->steps = table(blocks->step);
    d->frame->scatters = table(blocks->scatter);
    d->frame->scans = table(blocks->scan);
    d->frame->randoms = table(blocks->random);
    d->frame->fma = fma;
    d->frame->poll = never;
    for (uint32_t a = 0; a < d->kernel->accesses.len; a++) {
        const BoundAccess *b = &bound->accesses[a];
        FrameAccess *f = &d->frame->access[a];
        f->row = stride_of(d, a, 1);
        f->inner = stride_of(d, a, 0);
        f->indexed = d->indexed[a];
        for (uint32_t k = 0; k < d->kernel->accesses.at[a].n_indexed; k++) {
            d->indexed[a][2 * k] = b->strides[k];
            d->indexed[a][2 * k + 1] = b->indexed[k];
        }
    }
}

/* Axes before the last two are walked here. */
static void place_accesses(Driver *d, const int64_t *at) {
    for (uint32_t a = 0; a < d->kernel->accesses.len; a++) {
        const BoundAccess *b = &d->bound->accesses[a];
        const Access *access = &d->kernel->accesses.at[a];
        int64_t offset = b->offset + access->leaf;
        for (uint32_t axis = 0; axis + 2 < d->kernel->n_axes; axis++)
            offset += at[axis] * b->strides[access->n_indexed + axis];
        if (b->pointer == UINT32_MAX)
            memcpy(&d->frame->access[a].at, &offset, sizeof offset);
        else
            d->frame->access[a].at = d->pointers[b->pointer] + offset;
    }
}

static int64_t extent_of(const Driver *d, uint32_t from_last) {
    return from_last < d->kernel->n_axes ? d->bound->extents[d->kernel->n_axes - 1 - from_last] : 1;
}

static int32_t driver_run(Driver *d, const Code *code) {
    int64_t at[MAX_RANK] = {0};
    MapFn *map;
    UniformFn *uniform;
    void *symbol = code_symbol(code, "frit_map"), *once = code_symbol(code, "frit_uniform");
    CHECK(symbol != NULL);
    memcpy(&map, &symbol, sizeof map);
    memcpy(&uniform, &once, sizeof uniform);
    for (;;) {
        place_accesses(d, at);
        int32_t ran = map(d->frame, extent_of(d, 1), extent_of(d, 0));
        if (ran != RAN)
            return ran;
        uint32_t axis = d->kernel->n_axes < 2 ? 0 : d->kernel->n_axes - 2;
        while (axis > 0 && ++at[axis - 1] == d->bound->extents[axis - 1])
            at[--axis] = 0;
        if (axis == 0)
            break;
    }
    place_accesses(d, at);
    return uniform ? uniform(d->frame) : RAN;
}

/* ---- programs */

typedef struct Case {
    const char *text;
    int64_t n, m, k; /* extents by name */
    /* One letter an input: r special and random values, s numbers from 0 to 9, i an index below n with
     * some negative ones, b one of 0 .. 2n: some are wrong; t: the same but axes exchanged in memory; f:
     * from the end; g: with gaps. */
    const char *fill;
    int32_t ran; /* what comes of it */
} Case;

typedef struct Array {
    TypeId type, elem;
    unsigned rank;
    int64_t shape[4], strides[4], count;
    size_t size, bytes;
    char *memory, *at; /* at: the element 0, 0, ... */
} Array;

typedef struct Ran {
    Fixture f;
    Plan *plan;
    Bound *bound;
    Machine machine;
    Array in[8], out[8];
    char *pointers[64], *temporaries[64];
} Ran;

static int64_t extent(const Case *c, const Module *m, Dim dim) {
    if (!DIM_IS_NAME(dim))
        return dim;
    const char *name = strings_get(&m->strings, DIM_NAME_OF(dim));
    return *name == 'n' ? c->n : *name == 'm' ? c->m : c->k;
}

static void array_layout(Array *a, char how) {
    int64_t next = (int64_t)a->size;
    for (unsigned k = 0; k < a->rank; k++) {
        unsigned axis = how == 't' ? k : a->rank - 1 - k;
        if (how == 'g')
            next += (int64_t)a->size;
        a->strides[axis] = how == 'f' ? -next : next;
        next *= a->shape[axis] > 0 ? a->shape[axis] : 1;
    }
    a->bytes = (size_t)next + 64;
    a->memory = malloc(a->bytes);
    memset(a->memory, 0x77, a->bytes);
    a->at = a->memory;
    for (unsigned k = 0; k < a->rank && how == 'f'; k++)
        a->at -= a->shape[k] > 0 ? a->strides[k] * (a->shape[k] - 1) : 0;
}

static void array_make(Array *a, const Case *c, const Module *m, TypeId type, char how) {
    const Types *t = &m->types;
    *a = (Array){.type = type, .elem = type_elem(t, type), .rank = type_rank(t, type), .count = 1};
    CHECK(a->rank <= 4);
    for (unsigned k = 0; k < a->rank; k++) {
        a->shape[k] = extent(c, m, type_dims(t, type)[k]);
        a->count *= a->shape[k];
    }
    a->size = type_elem_size(t, a->elem);
    array_layout(a, how);
}

static void put_number(Dtype dtype, char *to, int64_t value) {
    Bits bits = scalar_to_bits(dtype, scalar_cast(DT_I64, dtype, (Scalar){.i = value}));
    memcpy(to, &bits, dtype_info(dtype)->bits / 8 > 16 ? 16 : dtype_info(dtype)->bits / 8);
}

static void fill_element(const Case *c, const Types *t, const Array *a, char how, char *to,
                         uint64_t *random) {
    Dtype dtype = type_dtype(t, a->elem);
    if (dtype == DT_NONE) { /* a struct: floats here */
        for (size_t k = 0; k + 4 <= a->size; k += 4)
            put_number(DT_F32, to + k, (int64_t)test_random_below(random, 100));
    } else if (how == 's') {
        put_number(dtype, to, (int64_t)test_random_below(random, 10));
    } else if (how == 'i') {
        bool sign = dtype_info(dtype)->class == CLASS_SIGNED;
        put_number(dtype, to,
                   (int64_t)test_random_below(random, (uint64_t)(sign ? 2 * c->n : c->n)) -
                       (sign ? c->n : 0));
    } else if (how == 'b') {
        put_number(dtype, to, (int64_t)test_random_below(random, (uint64_t)(2 * c->n)));
    } else {
        size_t size = dtype_info(dtype)->bits / 8;
        for (size_t k = 0; k + size <= a->size; k += size) {
            Bits bits = block_random_bits(dtype, random);
            memcpy(to + k, &bits, size);
        }
    }
}

/* Calls with the address of each element in turn, in row-major order. */
static char *element(const Array *a, int64_t number) {
    char *at = a->at;
    for (unsigned k = a->rank; k-- > 0;) {
        at += number % a->shape[k] * a->strides[k];
        number /= a->shape[k];
    }
    return at;
}

static void ran_open(Ran *r, const Case *c, const char *level) {
    uint64_t random = test_seed();
    fixture_init(&r->f);
    r->plan = plan_of(&r->f, c->text, false);
    const Module *m = r->plan->module;
    const Program *p = m->programs.at[r->plan->program];
    Layout in[8], out[8];
    km_machine(&r->machine, &km_allocator, 1, level);
    for (uint32_t k = 0; k < p->n_inputs; k++) {
        Array *a = &r->in[k];
        array_make(a, c, m, p->vars.at[k].type, c->fill[k]);
        for (int64_t e = 0; e < a->count; e++)
            fill_element(c, &m->types, a, c->fill[k], element(a, e), &random);
        in[k] = (Layout){a->shape, a->strides};
    }
    for (uint32_t k = 0; k < p->outputs.len; k++) {
        array_make(&r->out[k], c, m, p->vars.at[p->outputs.at[k]].type, 'r');
        out[k] = (Layout){r->out[k].shape, NULL};
    }
    r->bound = bound_new(&r->f.env, r->plan, &r->machine, in, out);
    CHECK_MSG(r->bound, "%s", r->f.error.message);
    for (BufferId b = 0; b < r->plan->buffers.len; b++) {
        CHECK(b < 64);
        r->pointers[b] = r->temporaries[b] =
            r->plan->buffers.at[b].kind == BUFFER_TEMP ? malloc(1 << 16) : NULL;
    }
    for (uint32_t k = 0; k < p->n_inputs; k++)
        if (r->plan->inputs.at[k] != NO_BUFFER)
            r->pointers[r->plan->inputs.at[k]] = r->in[k].at;
    for (uint32_t k = 0; k < p->outputs.len; k++)
        r->pointers[r->plan->outputs.at[k]] = r->out[k].at;
}

static void ran_close(Ran *r) {
    for (unsigned k = 0; k < 8; k++) {
        free(r->in[k].memory);
        free(r->out[k].memory);
    }
    for (unsigned k = 0; k < 64; k++)
        free(r->temporaries[k]);
    bound_free(r->bound);
    plan_free(r->plan);
    machine_free(&r->machine, &km_allocator);
}

static Code *compile(Env *env, Llvm *llvm, const Kernel *kernel, const Form *form) {
    Str text = str_make(env), object = str_make(env);
    CHECK_MSG(llvm_emit(env, kernel, form, NULL, &text), "%s", env->error->message);
    CHECK_MSG(llvm_compile(env, llvm, form->target, text.data, text.len, &object), "%s\n%s",
              env->error->message, text.data);
    Code *code = code_load(env, object.data, object.len);
    CHECK_MSG(code, "%s", env->error->message);
    str_free(&text);
    str_free(&object);
    return code;
}

static void check_outputs(const Ran *r, char *const *want) {
    const Types *t = &r->plan->module->types;
    for (uint32_t k = 0; k < r->plan->outputs.len; k++) {
        const Array *a = &r->out[k];
        for (int64_t e = 0; e < a->count; e++) {
            size_t at = (size_t)e * a->size;
            CHECK_MSG(element_same(t, a->elem, a->memory + at, want[k] + at),
                      "output %u, element %lld: %016llx, should be %016llx", k, (long long)e,
                      (unsigned long long)*(uint64_t *)(void *)(a->memory + at),
                      (unsigned long long)*(uint64_t *)(void *)(want[k] + at));
        }
        CHECK_MSG(memcmp(a->memory + (size_t)a->count * a->size,
                         want[k] + (size_t)a->count * a->size, 64) == 0,
                  "output %u: something was written behind its end", k);
    }
}

/* The interpreter's results, as copies of the outputs' memory; false: an index was out of range. */
static bool interpret(Ran *r, char **want) {
    char *in[8], *out[8];
    for (unsigned k = 0; k < 8; k++)
        in[k] = r->in[k].at, out[k] = r->out[k].at;
    bool ran = bound_run(&r->f.env, r->bound, in, out, 0);
    for (uint32_t k = 0; k < r->plan->outputs.len; k++) {
        Array *a = &r->out[k];
        want[k] = malloc(a->bytes);
        memcpy(want[k], a->memory, a->bytes);
        memset(a->memory, 0x77, a->bytes);
    }
    return ran;
}

/* Every step of the plan, which must be maps. */
static int32_t run_steps(Ran *r, Llvm *llvm, const BlockOps *blocks, const Target *target) {
    int32_t ran = RAN;
    for (uint32_t k = 0; k < r->plan->steps.len && ran == RAN; k++) {
        CHECK_EQ_INT(r->plan->steps.at[k].kind, STEP_KERNEL);
        Driver d;
        driver_open(&d, &r->bound->steps.at[k].kernel, r->pointers, blocks);
        Form form = {.target = target, .numerics = FRIT_STRICT, .walk = WALK_MAP, .along = d.along};
        Code *code = compile(&r->f.env, llvm, d.kernel, &form);
        ran = driver_run(&d, code);
        code_unref(code);
        free(d.frame);
    }
    return ran;
}

static void check_case(const Case *c, Llvm *llvm, const BlockOps *blocks) {
    const Target *target = target_named(blocks->name);
    if (!target)
        return;
    Ran r = {0};
    char *want[8] = {0};
    test_note("%s: n %lld, m %lld\n%s", blocks->name, (long long)c->n, (long long)c->m, c->text);
    ran_open(&r, c, blocks->name);
    bool fine = interpret(&r, want);
    CHECK_MSG(fine == (c->ran == RAN), "the interpreter: %s", r.f.error.message);
    CHECK_EQ_INT(run_steps(&r, llvm, blocks, target), c->ran);
    if (fine)
        check_outputs(&r, want);
    for (unsigned k = 0; k < 8; k++)
        free(want[k]);
    ran_close(&r);
}

static void check_cases(const Case *cases, size_t n) {
    Fixture f;
    fixture_init(&f);
    Llvm *llvm = llvm_open(&f.env);
    if (!llvm)
        SKIP("there is no LLVM here");
    const BlockOps *blocks;
    FOR_LEVELS(blocks)
    for (size_t k = 0; k < n; k++)
        check_case(&cases[k], llvm, blocks);
    llvm_close(llvm);
}
#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof *(cases))

#define AXPY                                             \
    "program p(a: f32, x: f32[n], y: f32[n]) -> (r) {\n" \
    "  t = mul(a, x)\n  r = add(t, y)\n}\n"

TEST(lengths) {
    static const int64_t lengths[] = {1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 100};
    Case cases[sizeof lengths / sizeof *lengths];
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        cases[k] = (Case){AXPY, lengths[k], 0, 0, "rrr", RAN};
    CHECK_CASES(cases);
}

TEST(dtypes) {
    static const Case cases[] = {
        {"program p(x: i8[n], y: i8[n]) -> (r) { t = mul(x, y) r = add(t, x) }", 150, 0, 0, "rr",
         RAN},
        {"program p(x: u16[n], y: u16[n]) -> (r) { r = maximum(x, y) }", 75, 0, 0, "rr", RAN},
        {"program p(x: f64[n], y: f32[n]) -> (r, s) { t = cast(y, to=f64) r = add(x, t) s = "
         "sqrt(y) }",
         37, 0, 0, "rr", RAN},
        {"program p(x: f16[n], y: bf16[n]) -> (r, s) { r = mul(x, x) s = add(y, y) }", 45, 0, 0,
         "rr", RAN},
        {"program p(x: c64[n], y: c64[n]) -> (r, s) { r = mul(x, y) s = real(x) }", 21, 0, 0, "rr",
         RAN},
        {"program p(x: bool[n], y: i64[n], z: i64[n]) -> (r, s) { r = select(x, y, z) s = not(x) }",
         70, 0, 0, "rrr", RAN},
        {"program p(x: f32x3[n], y: f32[n]) -> (r) { r = mul(x, y) }", 70, 0, 0, "rr", RAN},
        {"struct P { a: f32, b: f32 }\n"
         "program p(x: P[n]) -> (r) { a = extract(x, index=0) b = extract(x, index=1) r = "
         "sub(a, b) }",
         70, 0, 0, "r", RAN},
    };
    CHECK_CASES(cases);
}

TEST(layouts) {
    static const char text[] =
        "program p(x: f32[m,n], y: f32[n], z: f32[m,1], s: f32) -> (r) {\n"
        "  e = exp(z)\n  t = mul(x, e)\n  u = add(t, y)\n  r = sub(u, s)\n}\n";
    static const char cube[] = "program p(x: i32[k,m,n], y: i32[k,1,n]) -> (r) { r = xor(x, y) }\n";
    static const Case cases[] = {
        {text, 19, 5, 0, "rrrr", RAN}, {text, 19, 5, 0, "tfgr", RAN}, {text, 33, 3, 0, "frtr", RAN},
        {text, 16, 1, 0, "grfr", RAN}, {text, 1, 40, 0, "rrrr", RAN}, {cube, 17, 3, 4, "rr", RAN},
        {cube, 18, 2, 3, "tg", RAN},   {cube, 5, 2, 2, "ft", RAN},
    };
    CHECK_CASES(cases);
}

TEST(uniform_results) {
    static const Case cases[] = {
        {"program p(a: f32, b: f32, x: f32[n]) -> (s, r) { s = add(a, b) r = mul(x, s) }", 20, 0, 0,
         "rrr", RAN},
        {"program p(a: f64, b: f64) -> (s) { t = sin(a) s = add(t, b) }", 0, 0, 0, "rr", RAN},
    };
    CHECK_CASES(cases);
}

TEST(numbers_and_random) {
    static const Case cases[] = {
        {"program p(x: f32[m,n]) -> (r) { i = iota(shape=[m,n], axis=0, to=f32) r = mul(x, i) }",
         37, 3, 0, "r", RAN},
        {"program p(x: i64[n]) -> (r) { i = iota(shape=[n], axis=0, to=i64) r = sub(x, i) }", 50, 0,
         0, "f", RAN},
        {"program p(k: u64, d: u64, x: f32[m,n]) -> (r) { u = uniform(k, d, shape=[m,n], to=f32) r "
         "= add(x, u) }",
         101, 3, 0, "rrr", RAN},
        {"program p(k: u64, d: u64, x: f64[n]) -> (r) { u = normal(k, d, shape=[n], to=f64) r = "
         "add(x, u) }",
         61, 0, 0, "rrr", RAN},
    };
    CHECK_CASES(cases);
}

TEST(gathers) {
    static const Case cases[] = {
        {"program p(x: f32[n], i: i64[m]) -> (r) { g = gather(x, i, axes=[0]) r = neg(g) }", 30, 77,
         0, "ri", RAN},
        {"program p(x: f64[n,k], i: i32[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 9, 5, "ti",
         RAN},
        {"program p(x: i16[n], i: u8[m]) -> (r) { g = gather(x, i, axes=[0]) r = add(g, g) }", 30,
         50, 0, "ri", RAN},
        {"program p(x: f32[n,n], i: i64[m], j: i16[m]) -> (r) { r = gather(x, i, j, axes=[0,1]) }",
         12, 41, 0, "fii", RAN},
        {"program p(x: c128[n], i: u64[m]) -> (r) { r = gather(x, i, axes=[0]) }", 12, 9, 0, "ri",
         RAN},
        {"program p(x: f32[n], i: i64) -> (r) { g = gather(x, i, axes=[0]) r = add(x, g) }", 30, 0,
         0, "ri", RAN},
        {"program p(x: f32[n], i: i64[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 77, 0, "rb",
         RAN_INTO_INDEX},
        {"program p(x: f32[n], i: u64[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 77, 0, "rr",
         RAN_INTO_INDEX},
    };
    CHECK_CASES(cases);
}

TEST(scatters) {
    static const Case cases[] = {
        {"program p(x: f32[n], v: f32[m], i: i64[m]) -> (r) { r = scatter(x, v, i, axes=[0], "
         "combine=add) }",
         10, 77, 0, "rsi", RAN},
        {"program p(x: i8[n], v: i8[m], i: u8[m]) -> (r) { r = scatter(x, v, i, axes=[0], "
         "combine=max) }",
         10, 130, 0, "rri", RAN},
        {"program p(x: bf16[n,k], v: bf16[m,k], i: i32[m]) -> (r) { r = scatter(x, v, i, axes=[0]) "
         "}",
         10, 7, 5, "rri", RAN},
        {"program p(x: c64[n], v: c64[m], i: i64[m]) -> (r) { r = scatter(x, v, i, axes=[0], "
         "combine=mul) }",
         10, 23, 0, "rri", RAN},
        {"program p(x: f32[n], v: f32[m], i: i64[m]) -> (r) { r = scatter(x, v, i, axes=[0]) }", 10,
         77, 0, "rrb", RAN_INTO_INDEX},
    };
    CHECK_CASES(cases);
}

#define COLLATZ                                                                      \
    "program on(x: u32, n: i32) -> (c) { one = const(1) c = gt(x, one) }\n"          \
    "program odd(x: u32) -> (y) { three = const(3) one = const(1) t = mul(x, three)" \
    "  y = add(t, one) }\n"                                                          \
    "program even(x: u32) -> (y) { one = const(1) y = shr(x, one) }\n"               \
    "program next(x: u32, n: i32) -> (y, m) { one = const(1) b = and(x, one)"        \
    "  c = cast(b, to=bool) y = if(c, x, then=@odd, else=@even) m = add(n, one) }\n" \
    "program collatz(x: u32) -> (m) { zero = const(0:i32)"                           \
    "  y, m = while(x, zero, cond=@on, body=@next, carry=2) }\n"                     \
    "program p(x: u32[n]) -> (r) { r = map(x, callee=@collatz) }\n"

TEST(loops) {
    static const char uniform[] =
        "program turn(k: u8, s: f32[n], q: i32, x: f32[n]) -> (r, p) { f = cast(k, to=f32)"
        "  t = mul(s, x) r = add(t, f) i = cast(k, to=i32) p = add(q, i) }\n"
        "program p(lo: u8, hi: u8, s: f32[n], q: i32, x: f32[n]) -> (r, u) {"
        "  r, u = for(lo, hi, s, q, x, body=@turn, carry=2) }\n";
    /* Each lane its own number of turns; the index has 8 bits and would wrap. Two values change places. */
    static const char own[] =
        "program turn(k: i8, a: f32, b: c64, x: f32) -> (c, d) { f = cast(k, to=f32) g = add(a, f)"
        "  d = cast(g, to=c64) e = mul(b, b) h = real(e) c = add(h, x) }\n"
        "program f(lo: i8, x: f32) -> (a, b) { hi = const(105:i8) z = cast(x, to=c64)"
        "  a, b = for(lo, hi, x, z, x, body=@turn, carry=2) }\n"
        "program p(lo: i8[n], x: f32[n]) -> (a, b) { a, b = map(lo, x, callee=@f) }\n";
    /* A loop in an arm that some lanes take, whose bounds are the same for all of a row. */
    static const char nested[] =
        "program turn(k: i64, a: f64, x: f64) -> (b) { s = sin(a) b = add(s, x) }\n"
        "program yes(x: f64, hi: i64) -> (y) { lo = const(0:i64)"
        "  y = for(lo, hi, x, x, body=@turn, carry=1) }\n"
        "program no(x: f64, hi: i64) -> (y) { y = neg(x) }\n"
        "program f(x: f64, hi: i64) -> (y) { zero = const(0.0:f64) c = gt(x, zero)"
        "  y = if(c, x, hi, then=@yes, else=@no) }\n"
        "program p(x: f64[m,n], hi: i64[m,1]) -> (r) { r = map(x, hi, callee=@f) }\n";
    static const Case cases[] = {
        {COLLATZ, 100, 0, 0, "b", RAN}, {uniform, 40, 0, 0, "ssrsr", RAN},
        {own, 70, 0, 0, "rr", RAN},     {nested, 21, 4, 0, "rs", RAN},
        {nested, 21, 4, 0, "ts", RAN},
    };
    CHECK_CASES(cases);
}

TEST(branches) {
    static const char scalar[] =
        "program yes(x: f32[n], b: bool) -> (y, c) { y = exp(x) c = not(b) }\n"
        "program no(x: f32[n], b: bool) -> (y, c) { y = neg(x) c = copy(b) }\n"
        "program p(q: f32, x: f32[n], b: bool) -> (r, c) { z = const(0.0:f32) w = gt(q, z)"
        "  r, c = if(w, x, b, then=@yes, else=@no) }\n";
    static const char deep[] = "program a(x: f32) -> (y) { y = exp(x) }\n"
                               "program b(x: f32) -> (y) { y = tanh(x) }\n"
                               "program c(x: f32) -> (y) { z = const(2.0:f32) w = gt(x, z) y = "
                               "if(w, x, then=@a, else=@b) }\n"
                               "program d(x: f32) -> (y) { z = const(-2.0:f32) w = lt(x, z) y = "
                               "if(w, x, then=@b, else=@c) }\n"
                               "program f(x: f32) -> (y) { z = const(0.0:f32) w = lt(x, z) y = "
                               "if(w, x, then=@d, else=@c) }\n"
                               "program p(x: f32[n]) -> (r) { r = map(x, callee=@f) }\n";
    static const Case cases[] = {
        {scalar, 30, 0, 0, "srr", RAN},
        {deep, 100, 0, 0, "r", RAN},
    };
    CHECK_CASES(cases);
}

/* A table is read at an index that is wrong for lanes that are off: if (x < 4) r = t[x] else r = x. */
TEST(gather_of_some_lanes) {
    enum { N = 75 };
    int32_t x[N], out[N], table[4] = {70, -80, 90, -100};
    int64_t n = N;
    Fixture f;
    const BlockOps *blocks;
    fixture_init(&f);
    Llvm *llvm = llvm_open(&f.env);
    if (!llvm)
        SKIP("there is no LLVM here");
    for (int k = 0; k < N; k++)
        x[k] = k * 7919 % 9;
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_I32, false, x, (int64_t[]){4});
    km_access(&m, DT_I32, true, out, (int64_t[]){4});
    km_indexed(&m, DT_I32, false, table, 4, 4, (int64_t[]){0});
    ValId vx = km_load(&m, 0, LEVEL_FULL), four = km_const(&m, DT_I32, 4);
    ValId small = km_step(&m, OP_lt, DT_I32, vx, four), r = km_value(&m, DT_I32, LEVEL_FULL);
    uint32_t arms = km_carry(&m, NO_VAL, NO_VAL, r);
    uint32_t branch = km_open(&m, K_IF, &small, 1, NO_VAL, arms, 1);
    m.kernel.carries.at[arms].init = km_gather(&m, 2, vx);
    km_middle(&m, K_ELSE, branch, NO_VAL);
    m.kernel.carries.at[arms].next = vx;
    km_close(&m, branch);
    km_store(&m, 1, r);
    FOR_LEVELS(blocks) {
        Driver d;
        if (!target_named(blocks->name))
            continue;
        driver_open(&d, &m.bound, m.pointers, blocks);
        Form form = {.target = target_named(blocks->name), .walk = WALK_MAP, .along = d.along};
        Code *code = compile(&f.env, llvm, d.kernel, &form);
        memset(out, 0, sizeof out);
        CHECK_EQ_INT(driver_run(&d, code), RAN);
        for (int k = 0; k < N; k++)
            CHECK_EQ_INT(out[k], x[k] < 4 ? table[x[k]] : x[k]);
        x[70] = -5; /* out of range, and on */
        CHECK_EQ_INT(driver_run(&d, code), RAN_INTO_INDEX);
        x[70] = 0;
        code_unref(code);
        free(d.frame);
    }
    km_end(&m);
    llvm_close(llvm);
}

/* A loop that never ends asks whether to stop. */
TEST(stops) {
    static const char text[] =
        "program on(x: f32) -> (c) { c = eq(x, x) }\n"
        "program same(x: f32) -> (y) { y = neg(x) }\n"
        "program f(x: f32) -> (y) { y = while(x, cond=@on, body=@same, carry=1) }\n"
        "program p(x: f32[n]) -> (r) { r = map(x, callee=@f) }\n";
    static const Case c = {text, 20, 0, 0, "s", RAN_STOPPED};
    Ran r = {0};
    const BlockOps *blocks;
    fixture_init(&r.f);
    Llvm *llvm = llvm_open(&r.f.env);
    if (!llvm)
        SKIP("there is no LLVM here");
    FOR_LEVELS(blocks) {
        const Target *target = target_named(blocks->name);
        if (!target)
            continue;
        memset(&r, 0, sizeof r);
        ran_open(&r, &c, blocks->name);
        int asked = 0;
        Driver d;
        driver_open(&d, &r.bound->steps.at[0].kernel, r.pointers, blocks);
        d.frame->poll = at_once;
        d.frame->user = &asked;
        Form form = {.target = target, .walk = WALK_MAP, .along = d.along};
        Code *code = compile(&r.f.env, llvm, d.kernel, &form);
        CHECK_EQ_INT(driver_run(&d, code), RAN_STOPPED);
        CHECK_EQ_INT(asked, 1);
        code_unref(code);
        free(d.frame);
        ran_close(&r);
    }
    llvm_close(llvm);
}

/* ---- keys and failures */

static char *key_of(const char *text, uint8_t along, Walk walk, const char *target) {
    Fixture f;
    fixture_init(&f);
    Plan *plan = plan_of(&f, text, false);
    uint8_t alongs[32];
    memset(alongs, along, sizeof alongs);
    Form form = {.target = target_named(target), .walk = walk, .along = alongs};
    Str key = str_make(&f.env);
    llvm_key(&key, &plan->kernels.at[0], &form);
    CHECK(str_ok(&key));
    plan_free(plan);
    return key.data;
}

TEST(keys) {
    static const char other[] = "program q(b: f32, v: f32[m], w: f32[m]) -> (r) {\n"
                                "  t = mul(b, v)\n  r = add(t, w)\n}\n";
    static const char less[] = "program p(a: f32, x: f32[n], y: f32[n]) -> (r) {\n"
                               "  t = mul(a, x)\n  r = sub(t, y)\n}\n";
    char *key = key_of(AXPY, ALONG_NEXT, WALK_MAP, "avx2"),
         *same = key_of(other, ALONG_NEXT, WALK_MAP, "avx2");
    CHECK_STR(key, same);
    char *differ[] = {
        key_of(less, ALONG_NEXT, WALK_MAP, "avx2"), key_of(AXPY, ALONG_ANY, WALK_MAP, "avx2"),
        key_of(AXPY, ALONG_NEXT, WALK_ROWS, "avx2"), key_of(AXPY, ALONG_NEXT, WALK_MAP, "x86-64")};
    for (size_t k = 0; k < sizeof differ / sizeof *differ; k++) {
        CHECK(strcmp(key, differ[k]) != 0);
        free(differ[k]);
    }
    free(key);
    free(same);
}

/* Every allocation in turn fails. */
TEST(out_of_memory) {
    Fixture f;
    fixture_init(&f);
    static const char *const texts[] = {AXPY, COLLATZ};
    for (size_t t = 0; t < 2; t++) {
        Plan *plan = plan_of(&f, texts[t], false);
        uint8_t along[32];
        memset(along, ALONG_NEXT, sizeof along);
        Form form = {.target = target_named("avx2"), .walk = WALK_MAP, .along = along};
        for (size_t n = 1;; n++) {
            struct test_alloc a = TEST_ALLOC(n);
            frit_allocator allocator = {test_alloc_fn, &a};
            frit_error error = {0};
            Env env = {&allocator, &error};
            Str text = str_make(&env);
            bool done = llvm_emit(&env, &plan->kernels.at[0], &form, NULL, &text);
            str_free(&text);
            CHECK_ALLOC(&a);
            CHECK(done == (a.failures == 0));
            if (done)
                break;
            CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
        }
        plan_free(plan);
    }
}
