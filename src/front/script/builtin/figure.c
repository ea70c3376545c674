#include "front/script/builtin/figure.h"

#include <math.h>

#include "front/script/builtin/state.h"

Figure *figure_of(Interp *in) {
    BuiltinState *state = in->builtins;
    if (!state) {
        interp_fail(in, "plots need a session");
        return NULL;
    }
    if (!state->figure) {
        state->figure = interp_alloc(in, sizeof *state->figure);
        if (state->figure)
            *state->figure = (Figure){0};
    }
    return state->figure;
}

void figure_clear(Interp *in, Figure *f) {
    for (uint32_t k = 0; k < f->count; k++) {
        Series *s = &f->series[k];
        size_t y = s->kind == SERIES_IMAGE ? (size_t)(s->rows * s->columns) : (size_t)s->count;
        interp_release(in, s->x, (size_t)s->count * sizeof *s->x);
        interp_release(in, s->y, y * sizeof *s->y);
    }
    interp_release(in, f->series, f->room * sizeof *f->series);
    *f = (Figure){.hold = f->hold, .warned = f->warned};
}

void figure_close(Interp *in) {
    Figure *f = in->builtins ? in->builtins->figure : NULL;
    if (!f)
        return;
    figure_clear(in, f);
    interp_release(in, f, sizeof *f);
    in->builtins->figure = NULL;
}

static void widen(double x, double *least, double *most) {
    if (!isfinite(x))
        return;
    if (x < *least)
        *least = x;
    if (x > *most)
        *most = x;
}

static void widen_by_series(const Series *s, int axis, double *least, double *most) {
    if (s->kind == SERIES_IMAGE) {
        widen(0.5, least, most);
        widen((double)(axis == 0 ? s->columns : s->rows) + 0.5, least, most);
        return;
    }
    const double *x = axis == 0 ? s->x : s->y;
    for (int64_t k = 0; k < s->count; k++)
        widen(x[k], least, most);
    if (s->kind == SERIES_BAR && axis == 1)
        widen(0, least, most);
    if (s->kind == SERIES_BAR && axis == 0 && s->count) {
        widen(*least - 0.5, least, most);
        widen(*most + 0.5, least, most);
    }
}

void figure_extent(const Figure *f, int axis, double *least, double *most) {
    if (f->limited[axis]) {
        *least = f->limits[axis][0];
        *most = f->limits[axis][1];
        return;
    }
    *least = (double)INFINITY;
    *most = -(double)INFINITY;
    bool image = false;
    for (uint32_t k = 0; k < f->count; k++) {
        widen_by_series(&f->series[k], axis, least, most);
        image |= f->series[k].kind == SERIES_IMAGE;
    }
    if (!(*least <= *most)) {
        *least = 0;
        *most = 1;
    }
    if (*least == *most) {
        *least -= 0.5;
        *most += 0.5;
    }
    double ticks[TICKS_MOST];
    int n = image ? 0 : figure_ticks(*least, *most, ticks);
    if (n > 1) { /* out to the next round number */
        double step = ticks[1] - ticks[0];
        *least = floor(*least / step + 1e-9) * step;
        *most = ceil(*most / step - 1e-9) * step;
    }
}

int figure_ticks(double least, double most, double ticks[TICKS_MOST]) {
    double rough = (most - least) / 5, power = pow(10, floor(log10(rough)));
    double part = rough / power, step = power * (part < 1.5   ? 1
                                                 : part < 3.5 ? 2
                                                 : part < 7.5 ? 5
                                                              : 10);
    int n = 0;
    for (double k = ceil(least / step - 1e-9); k * step <= most + step * 1e-9 && n < TICKS_MOST;
         k++)
        ticks[n++] = k * step + 0.0;
    return n;
}

/* From dark blue over green to yellow. */
uint32_t figure_colour(double position) {
    static const uint8_t stops[][3] = {
        {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
    double at = (position > 0 ? position < 1 ? position : 1 : 0) * 4;
    int k = at >= 4 ? 3 : (int)at;
    uint32_t colour = 0;
    for (int c = 0; c < 3; c++)
        colour = colour << 8 |
                 (uint32_t)(stops[k][c] + (at - k) * (stops[k + 1][c] - stops[k][c]) + 0.5);
    return colour;
}
