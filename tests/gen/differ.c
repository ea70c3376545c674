#include "gen/differ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/digest.h"
#include "gen/parts.h"

enum { MOST_ARGS = 64, MOST_ELEMENTS = 1 << 18 };

/* One argument: its values row-major, and where it lies for the fused run. */
typedef struct Arg {
    TypeId elem;
    uint32_t rank;
    size_t item, count;
    int64_t shape[MAX_RANK], strides[MAX_RANK];
    char *values;       /* row-major */
    char *block, *data; /* of the layout */
    size_t block_size;
} Arg;

typedef struct Run {
    const Module *m;
    const Program *p;
    Gen g; /* for its random numbers alone */
    Arg in[MOST_ARGS], out[MOST_ARGS], wanted[MOST_ARGS];
    char *why;
    size_t why_size;
    DifferRun *own; /* in the place of the fused run; NULL: none */
    void *user;
} Run;

static void arg_free(Arg *a) {
    free(a->values);
    free(a->block);
    memset(a, 0, sizeof *a);
}

static void run_free(Run *r) {
    for (int k = 0; k < MOST_ARGS; k++) {
        arg_free(&r->in[k]);
        arg_free(&r->out[k]);
        arg_free(&r->wanted[k]);
    }
}

/* ---- values */

static char *fill(Run *r, TypeId elem, char *at) {
    const Types *types = &r->m->types;
    const Type *t = type_get(types, elem);
    uint32_t n = t->kind == TYPE_VECTOR   ? t->rows
                 : t->kind == TYPE_MATRIX ? (uint32_t)t->rows * t->cols
                                          : t->count;
    if (t->kind == TYPE_FIXED)
        while (n--)
            at = fill(r, t->elem, at);
    else if (t->kind == TYPE_STRUCT)
        for (uint32_t k = 0; k < n; k++)
            at = fill(r, type_fields(types, t)[k].type, at);
    else
        for (uint32_t k = 0; k < (t->kind == TYPE_SCALAR ? 1 : n); k++) {
            Bits bits = gen_value(&r->g, t->dtype);
            if (dtype_info(t->dtype)->class == CLASS_FLOAT && gen_chance(&r->g, 70))
                bits = scalar_to_bits(
                    t->dtype,
                    scalar_cast(DT_F64, t->dtype,
                                (Scalar){.f64 = (double)gen_below(&r->g, 4096) / 512 - 4}));
            memcpy(at, &bits, dtype_info(t->dtype)->bits / 8);
            at += dtype_info(t->dtype)->bits / 8;
        }
    return at;
}

static bool set_shape(Arg *a, const Module *m, TypeId type, const int64_t *shape) {
    a->elem = type_elem(&m->types, type);
    a->rank = type_rank(&m->types, type);
    a->item = type_elem_size(&m->types, a->elem);
    a->count = 1;
    for (uint32_t k = 0; k < a->rank; k++) {
        a->shape[k] = shape[k];
        if (__builtin_mul_overflow(a->count, (size_t)shape[k], &a->count) ||
            a->count > MOST_ELEMENTS)
            return false;
    }
    return a->count * a->item <= (size_t)1 << 24;
}

/* Element number e, row-major, in the layout. */
static char *element(const Arg *a, size_t e) {
    char *at = a->data;
    for (uint32_t k = a->rank; k-- > 0;) {
        at += (int64_t)(e % (size_t)a->shape[k]) * a->strides[k];
        e /= (size_t)a->shape[k];
    }
    return at;
}

/* A block of memory with the axes in some order, some backwards, some with gaps. */
static void lay_out(Run *r, Arg *a, bool plain) {
    uint32_t order[MAX_RANK] = {0};
    int64_t size = (int64_t)a->item, offset = 0;
    bool exchange = !plain && gen_chance(&r->g, 40);
    for (uint32_t k = 0; k < a->rank; k++) {
        uint32_t j = exchange ? gen_below(&r->g, k + 1) : k;
        order[k] = order[j];
        order[j] = k;
    }
    for (uint32_t n = a->rank; n-- > 0;) {
        uint32_t k = order[n];
        bool back = !plain && gen_chance(&r->g, 20);
        int64_t gap = !plain && gen_chance(&r->g, 25) ? 1 + gen_below(&r->g, 2) : 0;
        a->strides[k] = back ? -size : size;
        if (back && a->shape[k] > 0)
            offset += (a->shape[k] - 1) * size;
        size *= (a->shape[k] > 0 ? a->shape[k] : 1) + gap;
    }
    a->block_size = (size_t)size + 64;
    a->block = calloc(1, a->block_size);
    a->data = a->block + offset;
}

static void copy_in(Arg *a) {
    for (size_t e = 0; e < a->count; e++)
        memcpy(element(a, e), a->values + e * a->item, a->item);
}

/* ---- arguments */

static int64_t extent_of(Run *r, Dim dim, int64_t *names) {
    static const int64_t sizes[] = {3, 5, 1, 2, 0, 33, 4, 65, 31, 8, 130, 1025};
    if (!DIM_IS_NAME(dim))
        return dim;
    int64_t *known = &names[DIM_NAME_OF(dim) % 64];
    if (*known < 0)
        *known = sizes[gen_below(&r->g, gen_chance(&r->g, 80) ? 8 : 12)];
    return *known;
}

static bool make_inputs(Run *r) {
    int64_t names[64];
    for (int k = 0; k < 64; k++)
        names[k] = -1;
    if (r->p->n_inputs > MOST_ARGS || r->p->outputs.len > MOST_ARGS)
        return false;
    for (uint32_t k = 0; k < r->p->n_inputs; k++) {
        Arg *a = &r->in[k];
        TypeId type = r->p->vars.at[k].type;
        int64_t shape[MAX_RANK];
        for (uint32_t d = 0; d < type_rank(&r->m->types, type); d++)
            shape[d] = extent_of(r, type_dims(&r->m->types, type)[d], names);
        if (!set_shape(a, r->m, type, shape))
            return false;
        a->values = calloc(1, a->count * a->item + 1);
        char *at = a->values;
        for (size_t e = 0; e < a->count; e++)
            at = fill(r, a->elem, at);
    }
    return true;
}

/* Values that are equal along an axis may lie in one place. */
static void repeat_along_axis(Run *r, Arg *a) {
    if (a->rank == 0 || a->count == 0 || !gen_chance(&r->g, 12))
        return;
    uint32_t axis = gen_below(&r->g, a->rank);
    a->strides[axis] = 0;
    for (size_t e = 0; e < a->count; e++) /* what the layout can hold is what the values are */
        memcpy(element(a, e), a->values + e * a->item, a->item);
    for (size_t e = 0; e < a->count; e++)
        memcpy(a->values + e * a->item, element(a, e), a->item);
}

/* ---- running */

static frit_tensor plain_tensor(const Arg *a) {
    return (frit_tensor){a->values, a->shape, NULL};
}

static frit_tensor laid_tensor(const Arg *a) {
    return (frit_tensor){a->data, a->shape, a->strides};
}

typedef struct Planned {
    frit_plan *plan;
    frit_call *call;
    frit_error error;
} Planned;

static bool prepare(Planned *x, const frit_context *context, const Module *m, bool no_fusion) {
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = no_fusion};
    return frit_plan_new(context, m, NULL, &options, &x->plan, &x->error) == FRIT_OK &&
           frit_call_new(context, x->plan, &x->call, &x->error) == FRIT_OK;
}

static void planned_free(Planned *x) {
    frit_call_free(x->call);
    frit_plan_free(x->plan);
}

static bool output_shapes(Run *r, Planned *x, Arg *out) {
    frit_tensor in[MOST_ARGS];
    for (uint32_t k = 0; k < r->p->n_inputs; k++)
        in[k] = plain_tensor(&r->in[k]);
    for (uint32_t k = 0; k < r->p->outputs.len; k++) {
        const int64_t *shape;
        uint32_t rank;
        if (frit_call_shape(x->call, in, r->p->n_inputs, k, &shape, &rank, &x->error) != FRIT_OK)
            return false;
        if (!set_shape(&out[k], r->m, r->p->vars.at[r->p->outputs.at[k]].type, shape)) {
            x->error.status = FRIT_ERR_LIMIT;
            return false;
        }
    }
    return true;
}

static bool run_plain(Run *r, Planned *x) {
    frit_tensor in[MOST_ARGS], out[MOST_ARGS];
    if (!output_shapes(r, x, r->wanted))
        return false;
    for (uint32_t k = 0; k < r->p->n_inputs; k++)
        in[k] = plain_tensor(&r->in[k]);
    for (uint32_t k = 0; k < r->p->outputs.len; k++) {
        r->wanted[k].values = calloc(1, r->wanted[k].count * r->wanted[k].item + 1);
        out[k] = plain_tensor(&r->wanted[k]);
    }
    return frit_call_run(x->call, in, r->p->n_inputs, out, r->p->outputs.len, &x->error) == FRIT_OK;
}

/* An output of the layout, sometimes in the memory of an input or of its neighbour's. */
static void place_output(Run *r, Arg *a) {
    lay_out(r, a, gen_chance(&r->g, 60));
    if (r->p->n_inputs == 0 || !gen_chance(&r->g, 25))
        return;
    const Arg *in = &r->in[gen_below(&r->g, r->p->n_inputs)];
    for (uint32_t k = 0; k < in->rank; k++)
        if (in->strides[k] == 0 && in->shape[k] > 1)
            return;
    if (in->count * in->item == 0 || in->rank != a->rank || in->item != a->item ||
        memcmp(in->shape, a->shape, a->rank * sizeof *a->shape) != 0)
        return;
    memcpy(a->strides, in->strides, sizeof a->strides);
    a->data = in->data; /* its own block is not used then */
}

static bool run_laid(Run *r, Planned *x) {
    frit_tensor in[MOST_ARGS], out[MOST_ARGS];
    if (!output_shapes(r, x, r->out))
        return false;
    for (uint32_t k = 0; k < r->p->n_inputs; k++)
        in[k] = laid_tensor(&r->in[k]);
    for (uint32_t k = 0; k < r->p->outputs.len; k++) {
        place_output(r, &r->out[k]);
        for (uint32_t j = 0; j < k; j++) /* no two outputs in one place */
            if (r->out[j].data == r->out[k].data) {
                free(r->out[k].block);
                lay_out(r, &r->out[k], true);
            }
        out[k] = laid_tensor(&r->out[k]);
    }
    if (r->own) {
        x->error.status = r->own(r->user, in, r->p->n_inputs, out, r->p->outputs.len);
        return x->error.status == FRIT_OK;
    }
    return frit_call_run(x->call, in, r->p->n_inputs, out, r->p->outputs.len, &x->error) == FRIT_OK;
}

/* ---- comparing */

static bool same_output(Run *r, uint32_t k) {
    const Arg *got = &r->out[k], *want = &r->wanted[k];
    if (got->rank != want->rank || got->count != want->count) {
        snprintf(r->why, r->why_size, "output %u has another shape", k);
        return false;
    }
    for (size_t e = 0; e < want->count; e++)
        if (!element_same(&r->m->types, want->elem, element(got, e),
                          want->values + e * want->item)) {
            unsigned long long a = 0, b = 0;
            memcpy(&a, element(got, e), want->item < 8 ? want->item : 8);
            memcpy(&b, want->values + e * want->item, want->item < 8 ? want->item : 8);
            snprintf(r->why, r->why_size, "output %u, element %zu of %zu: %llx fused, %llx unfused",
                     k, e, want->count, a, b);
            return false;
        }
    return true;
}

static Differ compare(Run *r, const frit_context *fused, const frit_context *plain) {
    Planned a = {0}, b = {0};
    Differ result = DIFFER_SAME;
    for (uint32_t k = 0; k < r->p->n_inputs; k++) {
        lay_out(r, &r->in[k], gen_chance(&r->g, 50));
        repeat_along_axis(r, &r->in[k]);
        copy_in(&r->in[k]);
    }
    bool plain_ok = prepare(&b, plain, r->m, true) && run_plain(r, &b);
    bool fused_ok = prepare(&a, fused, r->m, false) && run_laid(r, &a);
    if (plain_ok != fused_ok || (!plain_ok && a.error.status != b.error.status)) {
        snprintf(r->why, r->why_size, "fused: %s %s: %s; unfused: %s %s: %s",
                 frit_status_name(a.error.status), a.error.place, a.error.message,
                 frit_status_name(b.error.status), b.error.place, b.error.message);
        result = DIFFER_MISMATCH;
    } else if (!plain_ok) {
        snprintf(r->why, r->why_size, "%s %s: %s", frit_status_name(b.error.status), b.error.place,
                 b.error.message);
        result = DIFFER_REFUSED;
    }
    for (uint32_t k = 0; result == DIFFER_SAME && k < r->p->outputs.len; k++)
        if (!same_output(r, k))
            result = DIFFER_MISMATCH;
    planned_free(&a);
    planned_free(&b);
    return result;
}

static uint64_t digest_outputs(const Run *r) {
    uint64_t digest = DIGEST_START;
    for (uint32_t k = 0; k < r->p->outputs.len; k++) {
        const Arg *a = &r->wanted[k];
        for (size_t e = 0; e < a->count; e++)
            digest_element(&digest, &r->m->types, a->elem, a->values + e * a->item);
    }
    return digest;
}

Differ differ(const frit_context *fused, const frit_context *plain, const Module *typed,
              uint64_t seed, char *why, size_t size) {
    uint64_t ignored;
    return differ_digest(fused, plain, typed, seed, why, size, &ignored);
}

static Run *run_new(const Module *typed, uint64_t seed, char *why, size_t size) {
    Run *r = calloc(1, sizeof *r);
    r->m = typed;
    r->p = typed->programs.at[typed->programs.len - 1];
    r->g.state = seed;
    r->why = why;
    r->why_size = size;
    if (size)
        *why = '\0';
    return r;
}

Differ differ_digest(const frit_context *fused, const frit_context *plain, const Module *typed,
                     uint64_t seed, char *why, size_t size, uint64_t *digest) {
    Run *r = run_new(typed, seed, why, size);
    Differ result = make_inputs(r) ? compare(r, fused, plain) : DIFFER_REFUSED;
    *digest = result == DIFFER_SAME ? digest_outputs(r) : DIGEST_START;
    run_free(r);
    free(r);
    return result;
}

Differ differ_run(const frit_context *fused, const frit_context *plain, const Module *typed,
                  uint64_t seed, DifferRun *run, void *user, char *why, size_t size) {
    Run *r = run_new(typed, seed, why, size);
    r->own = run;
    r->user = user;
    Differ result = make_inputs(r) ? compare(r, fused, plain) : DIFFER_REFUSED;
    run_free(r);
    free(r);
    return result;
}
