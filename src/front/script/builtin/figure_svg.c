/* A figure as SVG. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/figure.h"
#include "front/script/show/number.h"

typedef struct Frame {
    const Figure *figure;
    Str *out;
    double least[2], most[2];
} Frame;

static double place(const Frame *f, int axis, double x) {
    double part = (x - f->least[axis]) / (f->most[axis] - f->least[axis]);
    if (axis == 0)
        return PLOT_LEFT + part * (FIGURE_WIDTH - PLOT_LEFT - PLOT_RIGHT);
    if (!f->figure->flipped)
        part = 1 - part;
    return PLOT_TOP + part * (FIGURE_HEIGHT - PLOT_TOP - PLOT_BOTTOM);
}

static void put(Frame *f, double x) {
    number_put(f->out, "", 0, 2, 'f', x);
}

static void put_escaped(Str *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            str_puts(out, "&lt;");
        else if (*text == '&')
            str_puts(out, "&amp;");
        else
            str_putc(out, *text);
    }
}

static void put_line(Frame *f, const Series *s) {
    bool open = false;
    for (int64_t k = 0; k < s->count; k++) {
        bool there = isfinite(s->x[k]) && isfinite(s->y[k]);
        if (!there && open)
            str_puts(f->out, "\"/>\n");
        if (there && !open)
            str_format(f->out,
                       "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"1.5\" points=\"",
                       s->colour);
        if (there) {
            put(f, place(f, 0, s->x[k]));
            str_putc(f->out, ',');
            put(f, place(f, 1, s->y[k]));
            str_putc(f->out, ' ');
        }
        open = there;
    }
    if (open)
        str_puts(f->out, "\"/>\n");
}

static void put_markers(Frame *f, const Series *s) {
    for (int64_t k = 0; k < s->count; k++) {
        if (!isfinite(s->x[k]) || !isfinite(s->y[k]))
            continue;
        str_puts(f->out, "<circle cx=\"");
        put(f, place(f, 0, s->x[k]));
        str_puts(f->out, "\" cy=\"");
        put(f, place(f, 1, s->y[k]));
        str_format(f->out, "\" r=\"%d\" fill=\"#%06x\"/>\n", s->marker == '.' ? 2 : 3, s->colour);
    }
}

static void put_rectangle(Frame *f, double x0, double y0, double x1, double y1, uint32_t colour) {
    double left = place(f, 0, x0), right = place(f, 0, x1), top = place(f, 1, y1),
           bottom = place(f, 1, y0);
    str_puts(f->out, "<rect x=\"");
    put(f, fmin(left, right));
    str_puts(f->out, "\" y=\"");
    put(f, fmin(top, bottom));
    str_puts(f->out, "\" width=\"");
    put(f, fabs(right - left));
    str_puts(f->out, "\" height=\"");
    put(f, fabs(bottom - top));
    str_format(f->out, "\" fill=\"#%06x\"/>\n", colour);
}

static void put_image(Frame *f, const Series *s) {
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (int64_t k = 0; k < s->rows * s->columns; k++) {
        least = fmin(least, s->y[k]);
        most = fmax(most, s->y[k]);
    }
    for (int64_t j = 0; j < s->columns; j++)
        for (int64_t i = 0; i < s->rows; i++) {
            double at = most > least ? (s->y[i + j * s->rows] - least) / (most - least) : 0;
            put_rectangle(f, (double)j + 0.5, (double)i + 0.5, (double)j + 1.5, (double)i + 1.5,
                          figure_colour(at));
        }
}

static void put_series(Frame *f, const Series *s) {
    if (s->kind == SERIES_IMAGE)
        put_image(f, s);
    for (int64_t k = 0; s->kind == SERIES_BAR && k < s->count; k++)
        put_rectangle(f, s->x[k] - 0.4, 0, s->x[k] + 0.4, s->y[k], s->colour);
    if (s->kind == SERIES_LINE && s->line)
        put_line(f, s);
    if (s->kind == SERIES_SCATTER || s->marker)
        put_markers(f, s);
}

static void put_text(Frame *f, double x, double y, const char *how, const char *text) {
    str_puts(f->out, "<text x=\"");
    put(f, x);
    str_puts(f->out, "\" y=\"");
    put(f, y);
    str_format(f->out, "\" %s>", how);
    put_escaped(f->out, text);
    str_puts(f->out, "</text>\n");
}

static void put_axis(Frame *f, int axis) {
    double ticks[TICKS_MOST];
    int n = figure_ticks(f->least[axis], f->most[axis], ticks);
    for (int k = 0; k < n; k++) {
        char text[32];
        Str number = str_make(f->out->env);
        double at = place(f, axis, ticks[k]);
        number_put(&number, "", 0, 6, 'g', ticks[k]);
        snprintf(text, sizeof text, "%s", number.data ? number.data : "");
        str_free(&number);
        if (axis == 0)
            put_text(f, at, FIGURE_HEIGHT - PLOT_BOTTOM + 18, "text-anchor=\"middle\"", text);
        else
            put_text(f, PLOT_LEFT - 6, at + 4, "text-anchor=\"end\"", text);
    }
}

static void put_labels(Frame *f) {
    const Figure *figure = f->figure;
    double middle = (PLOT_LEFT + FIGURE_WIDTH - PLOT_RIGHT) / 2.0;
    put_text(f, middle, PLOT_TOP - 14.0, "text-anchor=\"middle\" font-size=\"15\"", figure->title);
    put_text(f, middle, FIGURE_HEIGHT - 12.0, "text-anchor=\"middle\"", figure->label[0]);
    put_text(f, 16, FIGURE_HEIGHT / 2.0, "text-anchor=\"middle\" transform=\"rotate(-90 16 240)\"",
             figure->label[1]);
}

bool figure_svg(Interp *in, const Figure *figure, Str *out) {
    Frame f = {.figure = figure, .out = out};
    for (int axis = 0; axis < 2; axis++)
        figure_extent(figure, axis, &f.least[axis], &f.most[axis]);
    str_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "font-family=\"sans-serif\" font-size=\"12\">\n"
               "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
               FIGURE_WIDTH, FIGURE_HEIGHT);
    for (uint32_t k = 0; k < figure->count; k++)
        put_series(&f, &figure->series[k]);
    str_format(out,
               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
               "stroke=\"#000000\"/>\n",
               PLOT_LEFT, PLOT_TOP, FIGURE_WIDTH - PLOT_LEFT - PLOT_RIGHT,
               FIGURE_HEIGHT - PLOT_TOP - PLOT_BOTTOM);
    put_axis(&f, 0);
    put_axis(&f, 1);
    put_labels(&f);
    str_puts(out, "</svg>\n");
    return str_ok(out) || interp_fail_raw(in);
}
