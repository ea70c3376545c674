/* Random programs: planned with and without fusion they give the same bits. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "opt_fixture.h"
#include "pipeline/pipeline.h"
#include "run/tier/parts.h"
#include "run/devices/devices.h"

typedef struct Shape {
    int64_t at[MAX_RANK];
} Shape;

typedef struct Arguments {
    uint32_t n;
    Shape *shapes;
    Layout *layouts;
    char **data;
    size_t *sizes;
} Arguments;

static int64_t extent_for(const Module *m, Dim dim, uint64_t seed) {
    static const int64_t choices[] = {0, 1, 2, 3, 4, 5, 7, 33};
    if (!DIM_IS_NAME(dim))
        return dim;
    const char *name = strings_get(&m->strings, DIM_NAME_OF(dim));
    uint64_t hash = hash_stable(name, strlen(name), seed);
    return hash % 61 == 0 ? 2500 : choices[hash % 8]; /* more than a chunk of a reduction */
}

/* Ordinary numbers mostly: small, so that some are indices and loops end. */
static Bits random_scalar(Dtype dtype, uint64_t *state) {
    Scalar v = {.u = 0};
    uint64_t r = test_random_below(state, 16);
    DtypeClass class = dtype_info(dtype)->class;
    if (class == CLASS_BOOL || class == CLASS_UNSIGNED) {
        v.u = test_random_below(state, class == CLASS_BOOL ? 2 : 4);
        return scalar_to_bits(dtype, v);
    }
    if (class == CLASS_SIGNED) {
        v.i = (int64_t)test_random_below(state, 7) - 3;
        return scalar_to_bits(dtype, v);
    }
    if (r == 0)
        return (Bits){test_random(state), test_random(state)};
    double x = ((double)test_random_below(state, 2001) - 1000) / 100, y = (double)r - 8;
    if (r == 1)
        x = -0.0;
    switch (dtype_info(dtype)->domain) {
    case DOMAIN_F32: v.f32 = (float)x; break;
    case DOMAIN_F64: v.f64 = x; break;
    case DOMAIN_C64:
        v.c64[0] = (float)x;
        v.c64[1] = (float)y;
        break;
    default:
        v.c128[0] = x;
        v.c128[1] = y;
        break;
    }
    return scalar_to_bits(dtype, v);
}

static void fill_element(const Types *t, TypeId elem, char **to, uint64_t *state) {
    const Type *type = type_get(t, elem);
    if (type->kind == TYPE_FIXED || type->kind == TYPE_STRUCT) {
        for (uint32_t k = 0; k < type->count; k++)
            fill_element(t, type->kind == TYPE_FIXED ? type->elem : type_fields(t, type)[k].type,
                         to, state);
        return;
    }
    unsigned bytes = dtype_info(type->dtype)->bits / 8;
    unsigned n = type->kind == TYPE_MATRIX   ? (unsigned)type->rows * type->cols
                 : type->kind == TYPE_VECTOR ? type->rows
                                             : 1;
    for (unsigned k = 0; k < n; k++, *to += bytes) {
        Bits bits = random_scalar(type->dtype, state);
        uint64_t words[2] = {bits.lo, bits.hi};
        memcpy(*to, words, bytes);
    }
}

static bool make_inputs(const Module *m, const Program *p, uint64_t seed, Arguments *a) {
    uint64_t state = seed * 2 + 1;
    a->n = p->n_inputs;
    a->shapes = calloc(a->n + 1, sizeof *a->shapes);
    a->layouts = calloc(a->n + 1, sizeof *a->layouts);
    a->data = calloc(a->n + 1, sizeof *a->data);
    a->sizes = calloc(a->n + 1, sizeof *a->sizes);
    for (uint32_t k = 0; k < a->n; k++) {
        TypeId type = p->vars.at[k].type, elem = type_elem(&m->types, type);
        uint64_t size = type_elem_size(&m->types, elem), count = 1;
        for (uint32_t d = 0; d < type_rank(&m->types, type); d++) {
            a->shapes[k].at[d] = extent_for(m, type_dims(&m->types, type)[d], seed);
            if (__builtin_mul_overflow(count, (uint64_t)a->shapes[k].at[d], &count))
                return false;
        }
        a->layouts[k].shape = a->shapes[k].at;
        if (count * size > 1 << 20)
            return false;
        a->sizes[k] = (size_t)(count * size);
        a->data[k] = aligned_alloc(64, (a->sizes[k] / 64 + 2) * 64);
        char *to = a->data[k];
        for (uint64_t e = 0; e < count; e++)
            fill_element(&m->types, elem, &to, &state);
    }
    return true;
}

static void free_arguments(Arguments *a) {
    for (uint32_t k = 0; a->data && k < a->n; k++)
        free(a->data[k]);
    free(a->shapes);
    free(a->layouts);
    free(a->data);
    free(a->sizes);
}

typedef struct Outcome {
    frit_status status;
    char message[256];
    uint32_t n;
    char **data;
    size_t *sizes;
} Outcome;

static void free_outcome(Outcome *o) {
    for (uint32_t k = 0; o->data && k < o->n; k++)
        free(o->data[k]);
    free(o->data);
    free(o->sizes);
}

static void run_bound(Fixture *f, const Plan *plan, Bound *bound, const Arguments *in, Outcome *o) {
    const Program *p = plan->module->programs.at[plan->program];
    const Types *t = &plan->module->types;
    o->n = p->outputs.len;
    o->data = calloc(o->n + 1, sizeof *o->data);
    o->sizes = calloc(o->n + 1, sizeof *o->sizes);
    for (uint32_t k = 0; k < o->n; k++) {
        TypeId type = p->vars.at[p->outputs.at[k]].type;
        size_t size = type_elem_size(t, type_elem(t, type));
        for (uint32_t d = 0; d < type_rank(t, type); d++)
            size *= (size_t)bound_output_shape(bound, k)[d];
        o->sizes[k] = size;
        o->data[k] = aligned_alloc(64, (size / 64 + 2) * 64);
        memset(o->data[k], 0x5a, size);
    }
    if (!bound_run(&f->env, bound, in->data, o->data, NULL))
        o->status = f->error.status;
}

static Outcome run_plan(Fixture *f, Machine *machine, const Module *typed_module, bool no_fusion,
                        const Arguments *in) {
    Outcome o = {.status = FRIT_OK};
    Module *m = typed(&f->env, typed_module);
    PlanOptions options = {.no_fusion = no_fusion};
    Plan *plan = m ? pipeline_plan(&f->env, m, m->programs.len - 1, FRIT_STRICT, &options) : NULL;
    Bound *bound = plan ? bound_new(&f->env, plan, machine, in->layouts, NULL) : NULL;
    if (bound)
        run_bound(f, plan, bound, in, &o);
    else
        o.status = f->error.status;
    if (o.status)
        snprintf(o.message, sizeof o.message, "%.80s: %.160s", f->error.place, f->error.message);
    bound_free(bound);
    if (!plan && m)
        module_free(m);
    plan_free(plan);
    return o;
}

/* ---- comparing */

static bool half_nan(Dtype dtype, const char *at) {
    uint16_t bits;
    memcpy(&bits, at, sizeof bits);
    return dtype == DT_F16 ? (bits & 0x7fff) > 0x7c00 : (bits & 0x7fff) > 0x7f80;
}

/*
 * The same bits, but that a signalling NaN of 16 bits may have become a quiet one: it does when it
 * goes through a register, and not when control that runs step by step moves it.
 */
static bool same_element(const Types *t, TypeId elem, const char **a, const char **b) {
    const Type *type = type_get(t, elem);
    if (type->kind == TYPE_FIXED || type->kind == TYPE_STRUCT) {
        for (uint32_t k = 0; k < type->count; k++)
            if (!same_element(
                    t, type->kind == TYPE_FIXED ? type->elem : type_fields(t, type)[k].type, a, b))
                return false;
        return true;
    }
    size_t bytes = dtype_info(type->dtype)->bits / 8;
    unsigned n = type->kind == TYPE_MATRIX   ? (unsigned)type->rows * type->cols
                 : type->kind == TYPE_VECTOR ? type->rows
                                             : 1;
    for (unsigned k = 0; k < n; k++, *a += bytes, *b += bytes) {
        bool half = type->dtype == DT_F16 || type->dtype == DT_BF16;
        if (memcmp(*a, *b, bytes) != 0 &&
            !(half && half_nan(type->dtype, *a) && half_nan(type->dtype, *b)))
            return false;
    }
    return true;
}

static bool same_output(const Types *t, TypeId type, const Outcome *x, const Outcome *y,
                        uint32_t k) {
    TypeId elem = type_elem(t, type);
    uint64_t size = type_elem_size(t, elem);
    const char *a = x->data[k], *b = y->data[k];
    for (size_t done = 0; done < x->sizes[k]; done += size)
        if (!same_element(t, elem, &a, &b))
            return false;
    return true;
}

/* Loops of random programs need not end. */
typedef struct Watch {
    Machine *machine;
    atomic_uint started;
    atomic_bool done;
} Watch;

static void *watch(void *user) {
    Watch *w = user;
    unsigned seen = 0, ticks = 0;
    while (!atomic_load(&w->done)) {
        struct timespec wait = {0, 5 * 1000 * 1000};
        nanosleep(&wait, NULL);
        unsigned now = atomic_load(&w->started);
        ticks = now == seen ? ticks + 1 : 0;
        seen = now;
        if (ticks > 15)
            machine_cancel(w->machine);
    }
    return NULL;
}

static bool compare(Fixture *f, Watch *w, uint64_t seed, uint32_t size) {
    Module *m = gen_module(&f->env, (GenOptions){.seed = seed, .mode = GEN_TYPED, .size = size});
    CHECK(m);
    Module *t = typed(&f->env, m);
    Arguments in = {.n = 0};
    bool ran = false;
    CHECK_MSG(t, "%s", f->error.message);
    test_note("seed %llu", (unsigned long long)seed);
    if (make_inputs(t, t->programs.at[t->programs.len - 1], seed, &in)) {
        Outcome o[2];
        for (unsigned k = 0; k < 2; k++) {
            atomic_fetch_add(&w->started, 1);
            o[k] = run_plan(f, w->machine, m, k == 1, &in);
        }
        bool stopped = false;
        for (unsigned k = 0; k < 2; k++)
            stopped |= o[k].status == FRIT_ERR_CANCELLED || o[k].status == FRIT_ERR_LIMIT ||
                       o[k].status == FRIT_ERR_UNSUPPORTED;
        CHECK_MSG(stopped || o[0].status == o[1].status, "fused %d: %s\nunfused %d: %s",
                  o[0].status, o[0].message, o[1].status, o[1].message);
        CHECK_MSG(o[0].status != FRIT_ERR_INTERNAL, "%s", o[0].message);
        ran = !stopped && !o[0].status;
        for (uint32_t k = 0; ran && k < o[0].n; k++) {
            CHECK_EQ_UINT(o[0].sizes[k], o[1].sizes[k]);
            const Program *p = t->programs.at[t->programs.len - 1];
            CHECK_MSG(same_output(&t->types, p->vars.at[p->outputs.at[k]].type, &o[0], &o[1], k),
                      "output %u differs", k);
        }
        free_outcome(&o[0]);
        free_outcome(&o[1]);
    }
    free_arguments(&in);
    module_free(t);
    module_free(m);
    return ran;
}

TEST(fused_equals_unfused) {
    Fixture f;
    fixture_init(&f);
    Machine machine = {.device = NULL};
    MachineOptions options = {.kind = &cpu_device, .threads = 2, .memory_cap = 1 << 24};
    CHECK(machine_init(&f.env, &machine, &options));
    Watch w = {.machine = &machine};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, watch, &w) == 0);
    size_t ran = 0, n = test_scaled(500);
    for (size_t k = 0; k < n; k++)
        ran += compare(&f, &w, test_seed() * 1000003 + k, k % 4 == 0 ? 40 : 0);
    atomic_store(&w.done, true);
    pthread_join(thread, NULL);
    machine_free(&machine);
    CHECK_MSG(ran * 2 > n, "only %zu of %zu programs ran", ran, n);
}
