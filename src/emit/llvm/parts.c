/*
 * Vectors in memory: components that lie side by side. One by one each would be loaded from places that
 * are some way apart, which costs more than loading all of them and putting them in order. Whether they
 * do lie like that is seen when the code runs.
 */
#include "emit/llvm/body.h"
#include "emit/llvm/words.h"

enum { MOST_PARTS = 4 };

/* The accesses of one vector's components, in the order of memory. */
typedef struct Parts {
    uint32_t first, n;
    uint32_t instr[MOST_PARTS];
    Val place[MOST_PARTS];
} Parts;

static bool is_part(const Emit *e, uint32_t access, uint32_t part, uint32_t parts, Dtype dtype,
                    bool store) {
    if (access >= e->kernel->accesses.len)
        return false;
    const Access *a = &e->kernel->accesses.at[access];
    return a->parts == parts && a->part == part && a->dtype == dtype && a->store == store &&
           a->n_indexed == 0 && e->form->along[access] == ALONG_ANY;
}

static bool is_whole_vector(const Emit *e, uint32_t n, bool store) {
    const Analysis *a = e->analysis;
    const KernelInstr *i = &e->kernel->body.at[n];
    Level level = store ? (Level)a->at[n] : (Level)a->level[i->value];
    return a->around[n] == NO_INSTR && level_lanes(e, level) == e->lanes;
}

/* Which instructions move the components, the first being instruction n. */
static bool find_parts(const Emit *e, const SliceSite *site, uint32_t n, bool store, Parts *out) {
    enum { NEAR = 64 }; /* instructions: components are moved one after another */
    const Kernel *kernel = e->kernel;
    const KernelInstr *first = &kernel->body.at[n];
    const Access *a = &kernel->accesses.at[first->access];
    if (e->form->walk == WALK_COLUMNS || a->part != 0 || a->parts < 2 || a->parts > MOST_PARTS ||
        vec_is_complex(a->dtype) || e->lanes * a->parts > 4 * MOST_LANES)
        return false;
    *out = (Parts){.first = first->access, .n = a->parts};
    for (uint32_t k = 0; k < out->n; k++)
        if (!is_part(e, out->first + k, k, out->n, a->dtype, store))
            return false;
    uint32_t found = 0;
    for (uint32_t m = n; m < kernel->body.len && m < n + NEAR && found < out->n; m++) {
        const KernelInstr *i = &kernel->body.at[m];
        if (i->code != first->code || i->access != out->first + found)
            continue;
        if (!site->slice->wanted[m] || !is_whole_vector(e, m, store))
            return false;
        out->instr[found++] = m;
    }
    return found == out->n;
}

static Val stride_of(const Emit *e, uint32_t access) {
    return e->access[access].inner;
}

/* Do they lie side by side, one vector behind the other, and are all lanes there? */
static Val lie_together(Emit *e, const SliceSite *site, Parts *p) {
    Ir *ir = &e->ir;
    IrType i64 = IR_I(64, 1);
    uint64_t size = dtype_info(e->kernel->accesses.at[p->first].dtype)->bits / 8u;
    Val base = ir_convert(ir, "ptrtoint", e->base[p->first], i64);
    Val yes = ir_compare(ir, "eq", stride_of(e, p->first), ir_int(ir, i64, size * p->n));
    for (uint32_t k = 0; k < p->n; k++) {
        p->place[k] = body_place(e, site, p->first + k, e->lanes, LEVEL_FULL);
        if (k == 0)
            continue;
        Val own = ir_convert(ir, "ptrtoint", e->base[p->first + k], i64);
        Val beside = ir_bin(ir, "add", base, ir_int(ir, i64, size * k));
        Val step = ir_compare(ir, "eq", stride_of(e, p->first + k), stride_of(e, p->first));
        yes = ir_bin(ir, "and", yes, ir_bin(ir, "and", step, ir_compare(ir, "eq", own, beside)));
    }
    if (site->count)
        yes = ir_bin(ir, "and", yes, ir_compare(ir, "eq", site->count, ir_int(ir, i64, e->lanes)));
    return yes;
}

bool body_load_parts(Emit *e, const SliceSite *site, uint32_t n) {
    Ir *ir = &e->ir;
    Parts p;
    if (!find_parts(e, site, n, false, &p))
        return false;
    Dtype dtype = e->kernel->accesses.at[p.first].dtype;
    uint32_t which[MOST_LANES];
    Label together = ir_label(ir), apart = ir_label(ir), end = ir_label(ir), from[2];
    Vec loaded[2][MOST_PARTS] = {{{{0}, 0, 0}}};
    ir_branch(ir, lie_together(e, site, &p), together, apart);
    ir_block(ir, together);
    Val all = ir_load(ir, word_type(dtype, e->lanes * p.n), p.place[0], 1);
    for (uint32_t k = 0; k < p.n; k++) {
        for (uint32_t lane = 0; lane < e->lanes; lane++)
            which[lane] = lane * p.n + k;
        loaded[0][k] = vec_of_words(e, dtype, ir_shuffle(ir, all, 0, which, e->lanes));
    }
    from[0] = ir->block;
    ir_jump(ir, end);
    ir_block(ir, apart);
    for (uint32_t k = 0; k < p.n; k++)
        loaded[1][k] = emit_load(e, dtype, p.place[k], ALONG_ANY, stride_of(e, p.first + k));
    from[1] = ir->block;
    ir_jump(ir, end);
    ir_block(ir, end);
    for (uint32_t k = 0; k < p.n; k++) {
        Val both[2] = {loaded[0][k].part[0], loaded[1][k].part[0]};
        Vec *out = &e->parts[p.first + k];
        *out = loaded[0][k];
        out->part[0] = ir_phi(ir, 2, both, from);
    }
    return true;
}

/* a0 b0 c0 a1 b1 c1 ... of n values. */
static Val side_by_side(Emit *e, const Val *words, uint32_t n) {
    uint32_t which[4 * MOST_LANES], lanes = e->lanes, total = lanes * n;
    Val all = words[0];
    /* Each is put behind the others, which must be of one length for that. */
    for (uint32_t k = 0; k < total; k++)
        which[k] = k < lanes ? k : UINT32_MAX;
    all = ir_shuffle(&e->ir, all, 0, which, total);
    for (uint32_t part = 1; part < n; part++) {
        for (uint32_t k = 0; k < total; k++)
            which[k] = k < lanes ? k : UINT32_MAX;
        Val long_one = ir_shuffle(&e->ir, words[part], 0, which, total);
        for (uint32_t k = 0; k < total; k++)
            which[k] = k < part * lanes         ? k
                       : k < (part + 1) * lanes ? total + k - part * lanes
                                                : UINT32_MAX;
        all = ir_shuffle(&e->ir, all, long_one, which, total);
    }
    for (uint32_t k = 0; k < total; k++)
        which[k] = k % n * lanes + k / n;
    return ir_shuffle(&e->ir, all, 0, which, total);
}

bool body_store_parts(Emit *e, const SliceSite *site, uint32_t n) {
    Ir *ir = &e->ir;
    Parts p;
    if (!find_parts(e, site, n, true, &p))
        return false;
    Vec x[MOST_PARTS] = {{{0}, 0, 0}};
    Val words[MOST_PARTS] = {0};
    Label together = ir_label(ir), apart = ir_label(ir), end = ir_label(ir);
    for (uint32_t k = 0; k < p.n; k++) {
        const KernelInstr *i = &e->kernel->body.at[p.instr[k]];
        x[k] = vec_splat(e, body_operand(e, kernel_in(e->kernel, i)[0], e->lanes), e->lanes);
        e->parts[p.first + k] = x[k]; /* moved */
    }
    ir_branch(ir, lie_together(e, site, &p), together, apart);
    ir_block(ir, together);
    for (uint32_t k = 0; k < p.n; k++)
        words[k] = words_of(e, x[k]);
    ir_store(ir, side_by_side(e, words, p.n), p.place[0], 1);
    ir_jump(ir, end);
    ir_block(ir, apart);
    for (uint32_t k = 0; k < p.n; k++)
        emit_store(e, x[k], p.place[k], ALONG_ANY, stride_of(e, p.first + k));
    ir_jump(ir, end);
    ir_block(ir, end);
    return true;
}
