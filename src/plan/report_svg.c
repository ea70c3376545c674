/* Draws the picture of picture.h as SVG. */
#include "ir/lex.h"
#include "plan/picture.h"

/* The text since `from`, fit to stand between tags. Cut to `most` letters. */
static void escape_tail(Str *out, size_t from, uint32_t most) {
    if (out->failed)
        return;
    Str text = str_make(out->env);
    str_put(&text, out->data ? out->data + from : "", out->len - from);
    bool cut = str_ok(&text) && picture_letters(text.data, text.len) > most;
    uint32_t n = 0;
    out->len = from;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        n += ((unsigned char)c & 0xc0) != 0x80;
        if (cut && n >= most) {
            str_puts(out, "\xe2\x80\xa6"); /* an ellipsis */
            break;
        }
        if (c == '&' || c == '<' || c == '>')
            str_puts(out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
        else
            str_putc(out, (unsigned char)c < 0x20 ? ' ' : c);
    }
    out->failed |= !str_ok(&text);
    str_free(&text);
}

static const Program *program_of(const Plan *plan) {
    return plan->module->programs.at[plan->program];
}

/* ---- drawing */

typedef struct Pen {
    Str *out;
    int64_t x, y;
} Pen;

static void draw_text(Str *out, int64_t x, int64_t y, const char *class) {
    str_format(out, "<text x=\"%lld\" y=\"%lld\"%s xml:space=\"preserve\">", (long long)x,
               (long long)y, class);
}

static void draw_line_of_text(void *user, const char *text, size_t len, bool title) {
    Pen *pen = user;
    pen->y += LINE;
    draw_text(pen->out, pen->x, pen->y, title ? " class=\"t\"" : "");
    size_t from = pen->out->len;
    str_put(pen->out, text, len);
    escape_tail(pen->out, from, SHOWN_LETTERS);
    str_puts(pen->out, "</text>\n");
}

static void draw_node(Picture *p, Str *out, const PictureNode *node) {
    static const char *const classes[] = {"i", "k", "o"};
    str_format(out,
               "<rect class=\"%s\" x=\"%lld\" y=\"%lld\" width=\"%lld\" height=\"%lld\" "
               "rx=\"%d\"/>\n",
               classes[node->kind], (long long)node->x, (long long)node->y, (long long)node->width,
               (long long)node->height, node->kind == NODE_KERNEL ? 6 : 14);
    Pen pen = {out, node->x + PAD, node->y + PAD - 6};
    picture_each_line(p, node, draw_line_of_text, &pen);
}

static void draw_edge(Picture *p, Str *out, const Edge *edge) {
    const PictureNode *from = &p->nodes.at[edge->from], *to = &p->nodes.at[edge->to];
    long long x1 = edge->x1, y1 = from->y + from->height, x2 = edge->x2, y2 = to->y;
    long long bend = y2 - LABEL, half = (bend - y1) / 2;
    bool apart = edge->rule != FUSION_RULE_COUNT;
    str_format(out,
               "<path class=\"%s\" d=\"M%lld %lldC%lld %lld %lld %lld %lld %lldL%lld %lld\"/>\n",
               apart ? "a" : "d", x1, y1, x1, y1 + half, x2, bend - half, x2, bend, x2, y2);
}

static void draw_label(Picture *p, Str *out, const Edge *edge) {
    const PictureNode *to = &p->nodes.at[edge->to];
    Str text = str_make(p->env);
    picture_put_label(&text, p, edge);
    if (text.len) {
        str_format(out, "<rect class=\"l\" x=\"%lld\" y=\"%lld\" width=\"%lld\" height=\"14\"/>\n",
                   (long long)edge->x2 + 3, (long long)to->y - 18,
                   (long long)picture_label_width(p, edge) - 14);
        draw_text(out, edge->x2 + 5, to->y - 7,
                  edge->rule == FUSION_RULE_COUNT ? " class=\"s\"" : " class=\"s w\"");
        size_t from = out->len;
        str_put(out, text.data, text.len);
        escape_tail(out, from, SHOWN_LETTERS);
        str_puts(out, "</text>\n");
    }
    out->failed |= !str_ok(&text);
    str_free(&text);
}

/* Lines above the picture. */
static void put_heading(Str *out, const Report *r, int line) {
    const Plan *plan = r->plans.at[0].plan;
    const PlanCost *c = &r->cost;
    if (line == 0) {
        print_name(out, strings_get(&plan->module->strings, program_of(plan)->name), false);
        str_format(out, ": %u kernel%s", c->kernels, c->kernels == 1 ? "" : "s");
        if (c->unfused_kernels > c->kernels)
            str_format(out, " instead of %u", c->unfused_kernels);
        return;
    }
    str_puts(out, line == 1 ? "reads " : "writes ");
    report_put_bytes(out, line == 1 ? c->bytes_read : c->bytes_written);
    str_puts(out, " instead of ");
    report_put_bytes(out, line == 1 ? c->unfused_read : c->unfused_written);
    if (line == 1)
        return;
    str_puts(out, "; temporaries ");
    report_put_bytes(out, c->peak);
}

static void draw_heading(Picture *p, Str *out) {
    for (int line = 0; line < (p->report->has_cost ? 3 : 1); line++) {
        draw_text(out, MARGIN, MARGIN + line * LINE, line ? "" : " class=\"t\"");
        size_t from = out->len;
        put_heading(out, p->report, line);
        escape_tail(out, from, UINT32_MAX);
        str_puts(out, "</text>\n");
    }
}

/* Each rule that is in the picture, in its sentence; where shapes do not show. */
static void draw_legend(Picture *p, Str *out, int64_t y) {
    for (int rule = 0; rule < FUSION_RULE_COUNT; rule++) {
        if (!p->rules[rule])
            continue;
        const FusionRuleInfo *info = fusion_rule((FusionRule)rule);
        draw_text(out, MARGIN, y, " class=\"w\"");
        str_format(out, "%s: %s</text>\n", info->name, info->text);
        y += LINE;
    }
}

/* The picture grows by the legend, and to the width of its text. */
static void make_room(Picture *p, int64_t heading) {
    int64_t letters_most = 0;
    Str text = str_make(p->env);
    for (int line = 0; line < (p->report->has_cost ? 3 : 1); line++) {
        text.len = 0;
        put_heading(&text, p->report, line);
        if ((int64_t)text.len > letters_most)
            letters_most = (int64_t)text.len;
    }
    p->failed |= !str_ok(&text);
    str_free(&text);
    for (int rule = 0; rule < FUSION_RULE_COUNT; rule++) {
        if (!p->rules[rule])
            continue;
        const FusionRuleInfo *info = fusion_rule((FusionRule)rule);
        int64_t n = (int64_t)(strlen(info->name) + strlen(info->text) + 2);
        letters_most = n > letters_most ? n : letters_most;
    }
    if (p->width < letters_most * CHAR + 2 * MARGIN)
        p->width = letters_most * CHAR + 2 * MARGIN;
    picture_place(p, heading);
}

static void draw(Picture *p, Str *out) {
    int64_t heading = MARGIN + LINE * (p->report->has_cost ? 3 : 1) + 8, legend = 0;
    make_room(p, heading);
    for (int rule = 0; rule < FUSION_RULE_COUNT; rule++)
        legend += p->rules[rule] ? LINE : 0;
    long long width = p->width, height = p->height + legend;
    str_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%lld\" height=\"%lld\" "
               "viewBox=\"0 0 %lld %lld\">\n",
               width, height, width, height);
    str_format(out,
               "<style>text{font:%dpx \"DejaVu Sans Mono\",Menlo,Consolas,monospace;fill:#222}"
               ".t{font-weight:bold}.s{font-size:%dpx}.w{fill:#8a5a00}"
               "path{fill:none}.d{stroke:#4a6fa5;stroke-width:1.3}"
               ".a{stroke:#b8860b;stroke-dasharray:5 4}"
               ".k{fill:#f3f6fb;stroke:#4a6fa5}.i{fill:#eef7ee;stroke:#5a8f5a}"
               ".o{fill:#fdf1ee;stroke:#b06a5a}.l,.b{fill:#fff}</style>\n",
               FONT, FONT - 1);
    str_puts(out, "<rect class=\"b\" width=\"100%\" height=\"100%\"/>\n");
    draw_heading(p, out);
    for (uint32_t i = 0; i < p->edges.len; i++)
        draw_edge(p, out, &p->edges.at[i]);
    for (uint32_t i = 0; i < p->nodes.len; i++)
        draw_node(p, out, &p->nodes.at[i]);
    for (uint32_t i = 0; i < p->edges.len; i++)
        draw_label(p, out, &p->edges.at[i]);
    draw_legend(p, out, p->height);
    str_puts(out, "</svg>\n");
}

void report_svg(Str *out, const Report *r) {
    Picture p;
    if (picture_new(out->env, r, &p))
        draw(&p, out);
    out->failed |= p.failed;
    picture_free(&p);
}
