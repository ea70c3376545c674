/* A figure as PNG: pixels without compression, and digits of 5 x 7 pixels for the ticks. */
#include <math.h>

#include "front/script/builtin/figure.h"
#include "front/script/show/number.h"

typedef struct Canvas {
    uint8_t *pixels; /* three bytes each */
    const Figure *figure;
    double least[2], most[2];
} Canvas;

static void dot(Canvas *c, int64_t x, int64_t y, uint32_t colour) {
    if (x < 0 || y < 0 || x >= FIGURE_WIDTH || y >= FIGURE_HEIGHT)
        return;
    uint8_t *p = c->pixels + 3 * (y * FIGURE_WIDTH + x);
    p[0] = (uint8_t)(colour >> 16);
    p[1] = (uint8_t)(colour >> 8);
    p[2] = (uint8_t)colour;
}

static void fill(Canvas *c, double x0, double y0, double x1, double y1, uint32_t colour) {
    int64_t left = (int64_t)fmax(fmin(x0, x1), 0),
            right = (int64_t)fmin(fmax(x0, x1), FIGURE_WIDTH);
    int64_t top = (int64_t)fmax(fmin(y0, y1), 0),
            bottom = (int64_t)fmin(fmax(y0, y1), FIGURE_HEIGHT);
    for (int64_t y = top; y < bottom; y++)
        for (int64_t x = left; x < right; x++)
            dot(c, x, y, colour);
}

static double place(const Canvas *c, int axis, double x) {
    double part = (x - c->least[axis]) / (c->most[axis] - c->least[axis]);
    part = part > -2 ? part < 3 ? part : 3 : -2; /* far outside is far enough */
    if (axis == 0)
        return PLOT_LEFT + part * (FIGURE_WIDTH - PLOT_LEFT - PLOT_RIGHT);
    if (!c->figure->flipped)
        part = 1 - part;
    return PLOT_TOP + part * (FIGURE_HEIGHT - PLOT_TOP - PLOT_BOTTOM);
}

static bool is_inside(double x, double y) {
    return x >= PLOT_LEFT && x <= FIGURE_WIDTH - PLOT_RIGHT && y >= PLOT_TOP &&
           y <= FIGURE_HEIGHT - PLOT_BOTTOM;
}

static void stroke(Canvas *c, double x0, double y0, double x1, double y1, uint32_t colour) {
    double steps = ceil(fmax(fabs(x1 - x0), fabs(y1 - y0))) + 1;
    for (double k = 0; k <= steps; k++) {
        double x = x0 + (x1 - x0) * k / steps, y = y0 + (y1 - y0) * k / steps;
        if (!is_inside(x, y))
            continue;
        dot(c, (int64_t)x, (int64_t)y, colour);
        dot(c, (int64_t)x + 1, (int64_t)y, colour);
    }
}

static void draw_points(Canvas *c, const Series *s) {
    bool before = false;
    double x0 = 0, y0 = 0;
    for (int64_t k = 0; k < s->count; k++) {
        bool there = isfinite(s->x[k]) && isfinite(s->y[k]);
        double x = there ? place(c, 0, s->x[k]) : 0, y = there ? place(c, 1, s->y[k]) : 0;
        if (there && before && s->kind == SERIES_LINE && s->line)
            stroke(c, x0, y0, x, y, s->colour);
        if (there && (s->kind == SERIES_SCATTER || s->marker) && is_inside(x, y))
            fill(c, x - 2, y - 2, x + 3, y + 3, s->colour);
        before = there;
        x0 = x;
        y0 = y;
    }
}

static void draw_image(Canvas *c, const Series *s) {
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (int64_t k = 0; k < s->rows * s->columns; k++) {
        least = fmin(least, s->y[k]);
        most = fmax(most, s->y[k]);
    }
    for (int64_t j = 0; j < s->columns; j++)
        for (int64_t i = 0; i < s->rows; i++) {
            double at = most > least ? (s->y[i + j * s->rows] - least) / (most - least) : 0;
            fill(c, place(c, 0, (double)j + 0.5), place(c, 1, (double)i + 0.5),
                 place(c, 0, (double)j + 1.5), place(c, 1, (double)i + 1.5), figure_colour(at));
        }
}

static void draw_series(Canvas *c, const Series *s) {
    if (s->kind == SERIES_IMAGE)
        draw_image(c, s);
    else if (s->kind == SERIES_BAR)
        for (int64_t k = 0; k < s->count; k++)
            fill(c, place(c, 0, s->x[k] - 0.4), place(c, 1, 0), place(c, 0, s->x[k] + 0.4),
                 place(c, 1, s->y[k]), s->colour);
    else
        draw_points(c, s);
}

/* Rows of a digit, a bit a pixel, the left one highest. */
static const uint8_t *glyph(char c) {
    static const char known[] = "0123456789-.e+";
    static const uint8_t rows[][7] = {
        {14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},  {14, 17, 1, 2, 4, 8, 31},
        {31, 2, 4, 2, 1, 17, 14},     {2, 6, 10, 18, 31, 2, 2}, {31, 16, 30, 1, 1, 17, 14},
        {6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},   {14, 17, 17, 14, 17, 17, 14},
        {14, 17, 17, 15, 1, 2, 12},   {0, 0, 0, 31, 0, 0, 0},   {0, 0, 0, 0, 0, 12, 12},
        {0, 0, 14, 17, 31, 16, 14},   {0, 4, 4, 31, 4, 4, 0}};
    const char *at = c ? strchr(known, c) : NULL;
    return at ? rows[at - known] : NULL;
}

static void draw_number(Canvas *c, int64_t x, int64_t y, const char *text) {
    for (; *text; text++, x += 6) {
        const uint8_t *rows = glyph(*text);
        for (int r = 0; rows && r < 7; r++)
            for (int b = 0; b < 5; b++)
                if (rows[r] >> (4 - b) & 1)
                    dot(c, x + b, y + r, 0);
    }
}

static void draw_axis(Canvas *c, Interp *in, int axis) {
    double ticks[TICKS_MOST];
    int n = figure_ticks(c->least[axis], c->most[axis], ticks);
    for (int k = 0; k < n; k++) {
        Str text = str_make(&in->env);
        number_put(&text, "", 0, 6, 'g', ticks[k]);
        int64_t width = 6 * (int64_t)text.len, at = (int64_t)place(c, axis, ticks[k]);
        if (!text.failed && axis == 0)
            draw_number(c, at - width / 2, FIGURE_HEIGHT - PLOT_BOTTOM + 8, text.data);
        else if (!text.failed)
            draw_number(c, PLOT_LEFT - 6 - width, at - 3, text.data);
        str_free(&text);
    }
}

static void draw_frame(Canvas *c) {
    double left = PLOT_LEFT, right = FIGURE_WIDTH - PLOT_RIGHT, top = PLOT_TOP,
           bottom = FIGURE_HEIGHT - PLOT_BOTTOM;
    fill(c, left, top, right, top + 1, 0);
    fill(c, left, bottom, right, bottom + 1, 0);
    fill(c, left, top, left + 1, bottom, 0);
    fill(c, right, top, right + 1, bottom + 1, 0);
}

/* ---- the file */

static uint32_t crc_of(const uint8_t *at, size_t len) {
    uint32_t crc = 0xffffffffu;
    for (size_t k = 0; k < len; k++) {
        crc ^= at[k];
        for (int b = 0; b < 8; b++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static void put_32(Str *out, uint32_t x) {
    for (int k = 24; k >= 0; k -= 8)
        str_putc(out, (char)(unsigned char)(x >> k));
}

static void put_chunk(Str *out, const char *type, const Str *data) {
    put_32(out, (uint32_t)data->len);
    size_t start = out->len;
    str_puts(out, type);
    if (data->len)
        str_put(out, data->data, data->len);
    if (!out->failed)
        put_32(out, crc_of((const uint8_t *)out->data + start, out->len - start));
}

/* Blocks that are stored as they are, with the sum that ends them. */
static void put_stored(Str *out, const Str *raw) {
    uint32_t a = 1, b = 0;
    str_put(out, "\x78\x01", 2);
    for (size_t at = 0; at < raw->len;) {
        size_t n = raw->len - at < 65535 ? raw->len - at : 65535;
        str_putc(out, at + n == raw->len);
        str_putc(out, (char)(unsigned char)(n & 255));
        str_putc(out, (char)(unsigned char)(n >> 8));
        str_putc(out, (char)(unsigned char)(~n & 255));
        str_putc(out, (char)(unsigned char)(~n >> 8 & 255));
        str_put(out, raw->data + at, n);
        for (size_t k = at; k < at + n; k++) {
            a = (a + (unsigned char)raw->data[k]) % 65521;
            b = (b + a) % 65521;
        }
        at += n;
    }
    put_32(out, b << 16 | a);
}

static bool put_png(Interp *in, const Canvas *c, Str *out) {
    Str raw = str_make(&in->env), data = str_make(&in->env), head = str_make(&in->env),
        none = str_make(&in->env);
    for (int64_t y = 0; y < FIGURE_HEIGHT; y++) {
        str_putc(&raw, 0);
        str_put(&raw, (const char *)c->pixels + 3 * y * FIGURE_WIDTH, 3 * FIGURE_WIDTH);
    }
    if (!raw.failed)
        put_stored(&data, &raw);
    put_32(&head, FIGURE_WIDTH);
    put_32(&head, FIGURE_HEIGHT);
    str_put(&head, "\x08\x02\x00\x00\x00", 5);
    str_put(out, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(out, "IHDR", &head);
    put_chunk(out, "IDAT", &data);
    put_chunk(out, "IEND", &none);
    bool ok = !raw.failed && !data.failed && !head.failed && !out->failed;
    str_free(&raw);
    str_free(&data);
    str_free(&head);
    return ok || interp_fail_raw(in);
}

bool figure_png(Interp *in, const Figure *figure, Str *out) {
    size_t bytes = (size_t)3 * FIGURE_WIDTH * FIGURE_HEIGHT;
    Canvas c = {.figure = figure, .pixels = interp_alloc(in, bytes)};
    TRY(c.pixels);
    memset(c.pixels, 255, bytes);
    for (int axis = 0; axis < 2; axis++)
        figure_extent(figure, axis, &c.least[axis], &c.most[axis]);
    for (uint32_t k = 0; k < figure->count; k++)
        draw_series(&c, &figure->series[k]);
    draw_frame(&c);
    draw_axis(&c, in, 0);
    draw_axis(&c, in, 1);
    bool ok = put_png(in, &c, out);
    interp_release(in, c.pixels, bytes);
    return ok;
}
