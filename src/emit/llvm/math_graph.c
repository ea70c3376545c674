#include "emit/llvm/math_graph.h"

#include <string.h>

/* Out of memory: said once, by the Ir. */
static MathId push(MathGraph *g, MathNode node) {
    if (g->ir->failed || !vec_push(g->ir->env, &g->nodes, node)) {
        g->ir->failed = true;
        return 0;
    }
    return g->nodes.len - 1;
}

void graph_open(MathGraph *g, Ir *ir, unsigned lanes) {
    memset(g, 0, sizeof *g);
    g->ir = ir;
    g->lanes = lanes;
    push(g, (MathNode){.type = IR_I(32, 1)}); /* number 0, and what it looks like */
}

void graph_close(MathGraph *g) {
    vec_free(g->ir->env->allocator, &g->nodes);
}

static bool same_node(const MathNode *a, const MathNode *b) {
    return a->kind == b->kind && ir_same_type(a->type, b->type) && a->bits == b->bits &&
           memcmp(a->kid, b->kid, sizeof a->kid) == 0 && strcmp(a->op, b->op) == 0;
}

static MathId intern(MathGraph *g, MathNode node) {
    uint64_t mix = node.bits ^ node.kid[0] * UINT64_C(0x9e3779b97f4a7c15);
    mix = (mix ^ node.kid[1]) * UINT64_C(0xbf58476d1ce4e5b9) + node.kid[2] + node.kind;
    mix *= UINT64_C(0x9e3779b97f4a7c15);
    MathId *first = &g->first[mix >> 56];
    for (MathId id = *first; id; id = g->nodes.at[id].next)
        if (same_node(&g->nodes.at[id], &node))
            return id;
    node.next = *first;
    MathId id = push(g, node);
    return id ? *first = id : 0;
}

MathId graph_given(MathGraph *g, Val v) {
    return push(g, (MathNode){.kind = MATH_GIVEN, .type = ir_type(g->ir, v), .built = v});
}

MathId graph_constant(MathGraph *g, IrType type, uint64_t bits) {
    return intern(g, (MathNode){.kind = MATH_CONSTANT, .type = type, .op = "", .bits = bits});
}

MathId graph_add(MathGraph *g, MathKind kind, const char *op, IrType type, const MathId kids[3]) {
    return intern(
        g, (MathNode){
               .kind = (uint8_t)kind, .type = type, .op = op, .kid = {kids[0], kids[1], kids[2]}});
}

IrType graph_type(const MathGraph *g, MathId id) {
    return id < g->nodes.len ? g->nodes.at[id].type : IR_I(32, 1);
}

bool graph_is_constant(const MathGraph *g, MathId id, uint64_t *bits) {
    *bits = id < g->nodes.len ? g->nodes.at[id].bits : 0;
    return id && id < g->nodes.len && g->nodes.at[id].kind == MATH_CONSTANT;
}

MathId graph_negated(const MathGraph *g, MathId w) {
    uint64_t bits;
    if (!w || w >= g->nodes.len)
        return w;
    const MathNode *node = &g->nodes.at[w];
    bool is_difference = node->kind == MATH_BINARY && strcmp(node->op, "sub") == 0;
    return is_difference && graph_is_constant(g, node->kid[0], &bits) && !bits ? node->kid[1] : w;
}

/* The instruction is one of AVX-512, whose targets have masks, for a vector register. */
enum { SCALE_LANES = 16, SCALE_PARTS = 4 };

bool graph_has_scale(const MathGraph *g) {
    return g->ir->target->masks && g->lanes % SCALE_LANES == 0 &&
           g->lanes <= SCALE_LANES * SCALE_PARTS;
}

/* Lanes `from` and following of v, as many as a register has. */
static Val lanes_from(Ir *ir, Val v, unsigned from) {
    uint32_t which[SCALE_LANES];
    if (ir_type(ir, v).lanes == SCALE_LANES)
        return v;
    for (unsigned k = 0; k < SCALE_LANES; k++)
        which[k] = from + k;
    return ir_shuffle(ir, v, 0, which, SCALE_LANES);
}

/* a followed by b, as long. */
static Val joined(Ir *ir, Val a, Val b) {
    uint32_t which[SCALE_LANES * SCALE_PARTS];
    unsigned n = 2U * ir_type(ir, a).lanes;
    for (unsigned k = 0; k < n; k++)
        which[k] = k;
    return ir_shuffle(ir, a, b, which, n);
}

/* Registers of it, one after another, then joined in pairs. */
static Val emit_scale(Ir *ir, Val v, Val n) {
    static const char name[] = "llvm.x86.avx512.mask.scalef.ps.512";
    enum { ROUND_AS_USUAL = 4 };
    IrType type = IR_F(32, SCALE_LANES);
    unsigned parts = ir_type(ir, v).lanes / SCALE_LANES;
    Val part[SCALE_PARTS] = {0};
    for (unsigned k = 0; k < parts && k < SCALE_PARTS; k++) {
        Val of = lanes_from(ir, v, k * SCALE_LANES), by = lanes_from(ir, n, k * SCALE_LANES);
        Val args[5] = {of, by, ir_zero(ir, type), ir_ones(ir, IR_I(16, 1)),
                       ir_int(ir, IR_I(32, 1), ROUND_AS_USUAL)};
        part[k] = ir_call(ir, name, type, 5, args);
    }
    for (; parts > 1; parts /= 2)
        for (unsigned k = 0; k < parts / 2; k++)
            part[k] = joined(ir, part[2 * k], part[2 * k + 1]);
    return part[0];
}

static Val emit_node(Ir *ir, const MathNode *node, const Val *kids) {
    unsigned n = 0;
    switch (node->kind) {
    case MATH_CONSTANT: return ir_int(ir, node->type, node->bits);
    case MATH_BINARY: return ir_bin(ir, node->op, kids[0], kids[1]);
    case MATH_COMPARE: return ir_compare(ir, node->op, kids[0], kids[1]);
    case MATH_SELECT: return ir_select(ir, kids[0], kids[1], kids[2]);
    case MATH_NEGATE: return ir_neg_float(ir, kids[0]);
    case MATH_SCALE: return emit_scale(ir, kids[0], kids[1]);
    case MATH_CONVERT: return ir_convert(ir, node->op, kids[0], node->type);
    default: break;
    }
    while (n < 3 && node->kid[n])
        n++;
    return ir_intrinsic(ir, node->op, node->type, n, kids);
}

/* As deep as the longest chain of a function: some hundred. */
Val graph_emit(MathGraph *g, MathId id) {
    if (!id || id >= g->nodes.len)
        return 0;
    MathNode node = g->nodes.at[id];
    Val kids[3] = {0};
    if (node.built)
        return node.built;
    for (unsigned k = 0; k < 3; k++)
        kids[k] = graph_emit(g, node.kid[k]);
    return g->nodes.at[id].built = emit_node(g->ir, &node, kids);
}
