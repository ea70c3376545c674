#include "llvm_map_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a driver */

typedef int32_t MapFn(LineFrame *frame, int64_t rows, int64_t n);
typedef int32_t UniformFn(LineFrame *frame);

static uint64_t never(LineFrame *frame) {
    (void)frame;
    return 0;
}

/* Tables of functions as the frame has them. */
static const void *const *table(const void *first) {
    const void *const *out;
    memcpy(&out, &first, sizeof out);
    return out;
}

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

void driver_open(Driver *d, const BoundKernel *bound, char *const *pointers,
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

int32_t driver_run(Driver *d, const Code *code) {
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
    } else if (how == 'i' || how == '<' || how == '>') {
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

void ran_open(Ran *r, const Case *c, const char *level) {
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
        if (c->fill[k] == '<' || c->fill[k] == '>')
            put_number(type_dtype(&m->types, a->elem), element(a, a->count - 1),
                       c->fill[k] == '>' ? c->n : -c->n - 1);
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

void ran_close(Ran *r) {
    for (unsigned k = 0; k < 8; k++) {
        free(r->in[k].memory);
        free(r->out[k].memory);
    }
    for (unsigned k = 0; k < 64; k++)
        free(r->temporaries[k]);
    bound_free(r->bound);
    plan_free(r->plan);
    machine_free(&r->machine);
}

Code *compile_kernel(Env *env, Llvm *llvm, const Kernel *kernel, const Form *form) {
    Str text = str_make(env), object = str_make(env);
    Form read_by = *form;
    read_by.llvm = llvm_place(llvm)->major;
    CHECK_MSG(llvm_emit(env, kernel, &read_by, NULL, &text), "%s", env->error->message);
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
    bool ran = bound_run(&r->f.env, r->bound, in, out, (const bool[8]){false});
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
        Code *code = compile_kernel(&r->f.env, llvm, d.kernel, &form);
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

void check_cases(const Case *cases, size_t n) {
    Fixture f;
    fixture_init(&f);
    Llvm *llvm = llvm_open_any(&f.env);
    if (!llvm)
        SKIP("there is no LLVM here");
    const BlockOps *blocks;
    FOR_LEVELS(blocks)
    for (size_t k = 0; k < n; k++)
        check_case(&cases[k], llvm, blocks);
    llvm_close(llvm);
}
