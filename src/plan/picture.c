/* What is in the picture, and where: see picture.h. */
#include "plan/picture.h"

#include <stdlib.h>

#include "ir/text.h"

/* ---- text */

uint32_t picture_letters(const char *text, size_t len) {
    uint32_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

static const Program *program_of(const Plan *plan) {
    return plan->module->programs.at[plan->program];
}

static void put_title(Str *out, const Report *r, uint32_t id) {
    const ReportEntry *e = &r->entries.at[id];
    const Kernel *kernel = entry_slang(r, e);
    str_format(out, "kernel %u: %s", id, entry_schedule(r, e));
    if (!kernel)
        return;
    str_putc(out, ' ');
    report_put_shape(out, entry_plan(r, e), kernel->shape, kernel->n_axes,
                     kernel->n_inner ? kernel->n_axes - kernel->n_inner : UINT32_MAX);
}

/* Those of bodies are indented. */
static void each_line_of(Picture *p, uint32_t id, uint32_t indent, LineFn *put, void *user) {
    const Report *r = p->report;
    const ReportEntry *e = &r->entries.at[id];
    uint32_t n, shown = 0, hidden = 0;
    const uint32_t *instrs = entry_instrs(r, e, &n);
    bool only_literals = true;
    for (uint32_t i = 0; i < n; i++)
        only_literals &= report_is_literal(entry_plan(r, e), instrs[i]);
    Str line = str_make(p->env);
    str_format(&line, "%*s", (int)indent, "");
    put_title(&line, r, id);
    if (str_ok(&line))
        put(user, line.data, line.len, true);
    for (uint32_t i = 0; i < n; i++) {
        if (report_is_literal(entry_plan(r, e), instrs[i]) && !only_literals)
            continue;
        if (shown == SHOWN_STEPS) {
            hidden++;
            continue;
        }
        shown++;
        line.len = 0;
        str_format(&line, "%*s", (int)indent, "");
        report_put_instr(&line, entry_plan(r, e), instrs[i]);
        if (str_ok(&line))
            put(user, line.data, line.len, false);
    }
    line.len = 0;
    str_format(&line, "%*s... %u more", (int)indent, "", hidden);
    if (hidden && str_ok(&line))
        put(user, line.data, line.len, false);
    p->failed |= !str_ok(&line);
    str_free(&line);
}

void picture_each_line(Picture *p, const PictureNode *node, LineFn *put, void *user) {
    const Report *r = p->report;
    const Plan *plan = r->plans.at[0].plan;
    if (node->kind == NODE_KERNEL) {
        uint32_t depth = r->entries.at[node->id].depth;
        each_line_of(p, node->id, 0, put, user);
        for (uint32_t i = node->id + 1; i < r->entries.len && r->entries.at[i].depth > depth; i++) {
            uint32_t below = r->entries.at[i].depth - depth;
            each_line_of(p, i, 2 * (below < 8 ? below : 8), put, user);
        }
        return;
    }
    VarId var = node->kind == NODE_INPUT ? node->id : report_output(plan, node->id);
    Str line = str_make(p->env);
    text_print_var(&line, plan->module, program_of(plan), var);
    str_puts(&line, ": ");
    type_print(&line, &plan->module->strings, &plan->module->types,
               program_of(plan)->vars.at[var].type);
    if (str_ok(&line))
        put(user, line.data, line.len, false);
    p->failed |= !str_ok(&line);
    str_free(&line);
}

static void measure_line(void *user, const char *text, size_t len, bool title) {
    PictureNode *node = user;
    uint32_t n = picture_letters(text, len);
    (void)title;
    n = n < SHOWN_LETTERS ? n : SHOWN_LETTERS;
    node->n_lines++;
    if (node->width < (int64_t)n * CHAR + 2 * PAD)
        node->width = (int64_t)n * CHAR + 2 * PAD;
}

void picture_put_label(Str *out, const Picture *p, const Edge *edge) {
    const Plan *plan = p->report->plans.at[0].plan;
    size_t from = out->len;
    if (edge->rule != FUSION_RULE_COUNT) {
        str_puts(out, fusion_rule((FusionRule)edge->rule)->name);
        return;
    }
    if (edge->var != NO_VAR)
        text_print_var(out, plan->module, program_of(plan), edge->var);
    if (p->report->has_cost) {
        str_puts(out, out->len > from ? " " : "");
        report_put_bytes(out, edge->bytes);
    }
}

int64_t picture_label_width(Picture *p, const Edge *edge) {
    Str text = str_make(p->env);
    picture_put_label(&text, p, edge);
    uint32_t n = str_ok(&text) && text.data ? picture_letters(text.data, text.len) : 0;
    p->failed |= !str_ok(&text);
    str_free(&text);
    n = n < SHOWN_LETTERS ? n : SHOWN_LETTERS;
    return (int64_t)n * (CHAR - 1) + 20;
}

/* ---- nodes and edges */

static bool add_node(Picture *p, PictureNodeKind kind, uint32_t id, uint32_t layer) {
    return vec_push(p->env, &p->nodes, ((PictureNode){.kind = kind, .id = id, .layer = layer}));
}

static bool add_edge(Picture *p, uint32_t from, uint32_t to, uint64_t bytes, VarId var,
                     uint32_t rule) {
    Edge edge = {.from = from, .to = to, .bytes = bytes, .var = var, .rule = rule};
    if (from == to)
        return true;
    return vec_push(p->env, &p->edges, edge);
}

/* An entry, and edges from those that made what it reads. */
static bool add_kernel(Picture *p, uint32_t id) {
    const Report *r = p->report;
    const ReportEntry *e = &r->entries.at[id];
    const VarId *vars = r->plans.at[0].vars;
    uint32_t node = p->nodes.len;
    TRY(add_node(p, NODE_KERNEL, id, 1));
    p->node_of[id] = node;
    for (uint32_t i = 0; i < e->n_read; i++) {
        const ReportUse *use = &r->uses.at[e->use + i];
        if (p->last_writer[use->buffer] != NO_ENTRY)
            TRY(add_edge(p, p->last_writer[use->buffer], node, use->bytes, vars[use->buffer],
                         FUSION_RULE_COUNT));
    }
    for (uint32_t i = e->n_read; i < e->n_read + e->n_written; i++)
        p->last_writer[r->uses.at[e->use + i].buffer] = node;
    return true;
}

static bool add_apart(Picture *p) {
    const Report *r = p->report;
    for (uint32_t i = 0; i < r->apart.len; i++) {
        const ReportApart *a = &r->apart.at[i];
        if (a->plan != 0 || a->producer == NO_ENTRY || a->consumer == NO_ENTRY)
            continue;
        uint32_t from = p->node_of[a->producer], to = p->node_of[a->consumer];
        if (from > to) { /* of siblings either comes first */
            uint32_t swap = from;
            from = to;
            to = swap;
        }
        p->rules[a->apart->rule] = true;
        TRY(add_edge(p, from, to, 0, NO_VAR, a->apart->rule));
    }
    return true;
}

static bool add_outputs(Picture *p) {
    const Plan *plan = p->report->plans.at[0].plan;
    for (uint32_t i = 0; i < plan->outputs.len; i++) {
        BufferId buffer = plan->outputs.at[i];
        uint32_t node = p->nodes.len;
        TRY(add_node(p, NODE_OUTPUT, i, 1));
        uint32_t writer = buffer == NO_BUFFER ? NO_ENTRY : p->last_writer[buffer];
        if (writer == NO_ENTRY)
            continue;
        const ReportEntry *e = &p->report->entries.at[p->nodes.at[writer].id];
        uint64_t bytes = 0;
        for (uint32_t k = e->n_read; k < e->n_read + e->n_written; k++)
            if (p->report->uses.at[e->use + k].buffer == buffer)
                bytes = p->report->uses.at[e->use + k].bytes;
        TRY(add_edge(p, writer, node, bytes, NO_VAR, FUSION_RULE_COUNT));
    }
    return true;
}

static int by_end(const void *a, const void *b) {
    const Edge *x = a, *y = b;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->rule != y->rule) /* what goes along, then why the rest does not */
        return x->rule > y->rule ? -1 : 1;
    return x->x1 < y->x1 ? -1 : x->x1 > y->x1; /* the order in which they came, here */
}

static bool says_the_same(const Edge *a, const Edge *b) {
    return a->from == b->from && a->to == b->to && a->rule == b->rule &&
           a->rule != FUSION_RULE_COUNT;
}

/* Edges go from smaller to larger numbers: sorted by their ends, each finds its start settled. */
static void settle_layers(Picture *p) {
    for (uint32_t i = 0; i < p->edges.len; i++)
        p->edges.at[i].x1 = i;
    if (p->edges.len)
        qsort(p->edges.at, p->edges.len, sizeof *p->edges.at, by_end);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->edges.len; i++)
        if (kept == 0 || !says_the_same(&p->edges.at[kept - 1], &p->edges.at[i]))
            p->edges.at[kept++] = p->edges.at[i];
    p->edges.len = kept;
    for (uint32_t i = 0; i < p->edges.len; i++) {
        uint32_t above = p->nodes.at[p->edges.at[i].from].layer;
        PictureNode *to = &p->nodes.at[p->edges.at[i].to];
        to->layer = to->layer > above ? to->layer : above + 1;
        p->nodes.at[p->edges.at[i].from].n_out++;
    }
}

static bool collect(Picture *p) {
    const Report *r = p->report;
    const Plan *plan = r->plans.at[0].plan;
    for (BufferId id = 0; id < plan->buffers.len; id++)
        p->last_writer[id] = NO_ENTRY;
    for (uint32_t i = 0; i < plan->inputs.len; i++) {
        TRY(add_node(p, NODE_INPUT, i, 0));
        if (plan->inputs.at[i] != NO_BUFFER)
            p->last_writer[plan->inputs.at[i]] = p->nodes.len - 1;
    }
    for (uint32_t i = 0; i < r->entries.len; i++)
        if (r->entries.at[i].plan == 0)
            TRY(add_kernel(p, i));
    TRY(add_apart(p));
    TRY(add_outputs(p));
    settle_layers(p);
    return true;
}

/* ---- layout */

static int by_layer(const void *a, const void *b) {
    const PictureNode *x = a, *y = b;
    if (x->layer != y->layer)
        return x->layer < y->layer ? -1 : 1;
    if (x->pull != y->pull)
        return x->pull < y->pull ? -1 : 1;
    return x->next_in < y->next_in ? -1 : x->next_in > y->next_in; /* node numbers, here */
}

/* Orders the nodes of each layer by where their producers are, from the top down. */
static bool order_nodes(Picture *p) {
    VEC(PictureNode) sorted = {0};
    bool ok = vec_copy(p->env, &sorted, &p->nodes);
    for (uint32_t i = 0; ok && i < sorted.len; i++) {
        sorted.at[i].next_in = i;
        sorted.at[i].pull = i;
        p->n_layers = sorted.at[i].layer >= p->n_layers ? sorted.at[i].layer + 1 : p->n_layers;
    }
    for (uint32_t i = 0; ok && i < p->edges.len; i++) /* the leftmost producer decides */
        if (sorted.at[p->edges.at[i].from].pull < sorted.at[p->edges.at[i].to].pull)
            sorted.at[p->edges.at[i].to].pull = sorted.at[p->edges.at[i].from].pull;
    if (ok && sorted.len)
        qsort(sorted.at, sorted.len, sizeof *sorted.at, by_layer);
    for (uint32_t i = 0; ok && i < sorted.len; i++)
        ok = vec_push(p->env, &p->order, (uint32_t)sorted.at[i].next_in);
    vec_free(p->env->allocator, &sorted);
    return ok;
}

/* A box is as wide as its text, and as the labels of the edges that end on it. */
static void measure_nodes(Picture *p) {
    for (uint32_t i = 0; i < p->nodes.len; i++) {
        PictureNode *node = &p->nodes.at[i];
        picture_each_line(p, node, measure_line, node);
        node->height = (int64_t)node->n_lines * LINE + 2 * PAD - 4;
        node->next_in = 0;
    }
    for (uint32_t i = 0; i < p->edges.len; i++) {
        p->edges.at[i].x2 = p->nodes.at[p->edges.at[i].to].next_in + 8;
        p->nodes.at[p->edges.at[i].to].next_in += picture_label_width(p, &p->edges.at[i]);
    }
    for (uint32_t i = 0; i < p->nodes.len; i++) {
        PictureNode *node = &p->nodes.at[i];
        int64_t out = (int64_t)node->n_out * 12 + 8;
        if (node->width < node->next_in)
            node->width = node->next_in;
        if (node->width < out)
            node->width = out;
    }
}

static void place_layer(Picture *p, uint32_t first, uint32_t end, int64_t y) {
    int64_t x = MARGIN;
    for (uint32_t i = first; i < end; i++) {
        PictureNode *node = &p->nodes.at[p->order.at[i]];
        node->x = x;
        node->y = y;
        x += node->width + GAP;
    }
    if (p->width < x - GAP + MARGIN)
        p->width = x - GAP + MARGIN;
}

static void centre_layer(Picture *p, uint32_t first, uint32_t end) {
    const PictureNode *last = &p->nodes.at[p->order.at[end - 1]];
    int64_t shift = (p->width - MARGIN - last->x - last->width) / 2;
    for (uint32_t i = first; i < end; i++)
        p->nodes.at[p->order.at[i]].x += shift;
}

static uint32_t layer_end(const Picture *p, uint32_t first) {
    uint32_t end = first;
    while (end < p->order.len &&
           p->nodes.at[p->order.at[end]].layer == p->nodes.at[p->order.at[first]].layer)
        end++;
    return end;
}

static void place_edges(Picture *p) {
    for (uint32_t i = 0; i < p->edges.len; i++) {
        Edge *edge = &p->edges.at[i];
        PictureNode *from = &p->nodes.at[edge->from];
        int64_t place = ++from->next_out;
        edge->x1 = from->x + from->width * place / ((int64_t)from->n_out + 1);
        edge->x2 += p->nodes.at[edge->to].x;
    }
}

void picture_place(Picture *p, int64_t top) {
    int64_t y = top;
    for (uint32_t first = 0; first < p->order.len; first = layer_end(p, first)) {
        uint32_t end = layer_end(p, first);
        int64_t height = 0;
        place_layer(p, first, end, y);
        for (uint32_t i = first; i < end; i++)
            if (height < p->nodes.at[p->order.at[i]].height)
                height = p->nodes.at[p->order.at[i]].height;
        y += height + BETWEEN + LABEL;
    }
    for (uint32_t first = 0; first < p->order.len; first = layer_end(p, first))
        centre_layer(p, first, layer_end(p, first));
    p->height = (p->order.len ? y - BETWEEN - LABEL : top) + MARGIN;
    place_edges(p);
}

bool picture_new(Env *env, const Report *r, Picture *out) {
    *out = (Picture){.env = env, .report = r, .failed = true};
    out->node_of = env_new(env, ((size_t)r->entries.len + 1) * sizeof *out->node_of);
    TRY(out->node_of);
    out->last_writer =
        env_new(env, ((size_t)r->plans.at[0].plan->buffers.len + 1) * sizeof *out->last_writer);
    TRY(out->last_writer);
    TRY(collect(out) && order_nodes(out));
    out->failed = false;
    measure_nodes(out);
    return !out->failed;
}

void picture_free(Picture *p) {
    const frit_allocator *allocator = p->env->allocator;
    env_free(allocator, p->last_writer,
             ((size_t)p->report->plans.at[0].plan->buffers.len + 1) * sizeof *p->last_writer);
    env_free(allocator, p->node_of, ((size_t)p->report->entries.len + 1) * sizeof *p->node_of);
    vec_free(allocator, &p->nodes);
    vec_free(allocator, &p->edges);
    vec_free(allocator, &p->order);
}
