/* Plotting: what is drawn is kept, and a file of it is written when print or saveas asks for one. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/figure.h"
#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"

static const uint32_t colours[] = {0x0072bd, 0xd95319, 0xedb120, 0x7e2f8e,
                                   0x77ac30, 0x4dbeee, 0xa2142f};

/* That there is no window, once. */
static bool warn_once(Interp *in, Figure *f) {
    if (f->warned)
        return true;
    f->warned = true;
    return interp_warn(
        in, "frit:plot",
        "plots have no window here: print -dpng FILE or print -dsvg FILE writes them");
}

/* ---- series */

static bool add_series(Interp *in, Figure *f, const Series *series) {
    if (f->count == f->room) {
        uint32_t room = f->room ? f->room * 2 : 4;
        Series *wider = interp_resize(in, f->series, f->room * sizeof *wider, room * sizeof *wider);
        TRY(wider);
        f->series = wider;
        f->room = room;
    }
    f->series[f->count++] = *series;
    return true;
}

/* "r--o": a colour, a line, a marker. */
static void read_style(const Text *style, Series *s) {
    static const char letters[] = "rgbcmykw", markers[] = "o.xs^v*d+ph<>";
    static const uint32_t named[] = {0xff0000, 0x00aa00, 0x0000ff, 0x00aaaa,
                                     0xaa00aa, 0xbbaa00, 0x000000, 0xffffff};
    bool line = false;
    for (size_t k = 0; k < style->len; k++) {
        char c = style->at[k];
        const char *colour = c ? strchr(letters, c) : NULL;
        if (colour)
            s->colour = named[colour - letters];
        else if (c == '-' || c == ':')
            line = true;
        else if (c && strchr(markers, c))
            s->marker = c;
    }
    s->line = line || !s->marker;
}

static bool is_data(Value v) {
    return v.kind >= VALUE_NUMBER && v.kind <= VALUE_ARRAY && !value_is_char(v);
}

/* Column j of the matrix y over x, which has its rows; x none: 1, 2, … */
static bool add_column(Interp *in, Figure *f, SeriesKind kind, Value x, Value y, int64_t j,
                       const Text *style) {
    Shape shape = value_shape(y);
    int64_t count = value_count(y), n = shape.at[0] == 1 ? count : shape.at[0];
    Series s = {.kind = kind, .line = true, .count = n, .colour = colours[f->count % 7]};
    double *xs = NULL, *ys = NULL;
    int64_t xn = x.kind == VALUE_NONE ? 0 : value_count(x);
    bool ok =
        value_to_doubles(in, y, &ys) && (x.kind == VALUE_NONE || value_to_doubles(in, x, &xs));
    if (ok && x.kind != VALUE_NONE && xn != n && xn != count)
        ok = interp_fail(in, "plot: vector lengths must match");
    if (ok) {
        s.x = interp_alloc(in, (size_t)n * sizeof *s.x);
        s.y = interp_alloc(in, (size_t)n * sizeof *s.y);
        ok = s.x && s.y;
    }
    for (int64_t k = 0; ok && k < n; k++) {
        s.x[k] = !xs ? (double)k + 1 : xs[xn == n ? k : j * n + k];
        s.y[k] = ys[j * n + k];
    }
    interp_release(in, xs, (size_t)xn * sizeof *xs);
    interp_release(in, ys, (size_t)count * sizeof *ys);
    if (ok && style)
        read_style(style, &s);
    ok = ok && add_series(in, f, &s);
    if (!ok) {
        interp_release(in, s.x, (size_t)n * sizeof *s.x);
        interp_release(in, s.y, (size_t)n * sizeof *s.y);
    }
    return ok;
}

static bool add_columns(Interp *in, Figure *f, SeriesKind kind, Value x, Value y,
                        const Text *style) {
    Shape shape = value_shape(y);
    int64_t columns = shape.at[0] == 1 ? 1 : shape.at[1];
    for (int64_t j = 0; j < columns; j++)
        TRY(add_column(in, f, kind, x, y, j, style));
    return true;
}

/* Words with a value behind them ("linewidth", 2) end what is drawn. */
static bool is_property(const Text *text) {
    return text->len > 4;
}

/* The code of a row is the kind. */
bool script_plot(Interp *in, BuiltinCall *call) {
    Figure *f = figure_of(in);
    TRY(f);
    TRY(warn_once(in, f));
    SeriesKind kind = (SeriesKind)call->row->code;
    if (!f->hold)
        figure_clear(in, f);
    for (uint32_t k = 0; k < call->argc;) {
        if (!is_data(call->args[k]))
            break;
        Value x = value_none(), y = call->args[k++];
        if (k < call->argc && is_data(call->args[k])) {
            x = y;
            y = call->args[k++];
        }
        if (kind != SERIES_LINE) /* sizes and colours of points */
            while (k < call->argc && is_data(call->args[k]))
                k++;
        Text style = {0};
        if (k < call->argc && value_is_char(call->args[k]))
            TRY(chars_open(in, call->args[k], &style));
        bool property = style.array && is_property(&style);
        k += style.array && !property;
        bool ok = add_columns(in, f, kind, x, y, style.array && !property ? &style : NULL);
        chars_close(in, &style);
        TRY(ok);
        if (property)
            break;
    }
    if (call->nout > 0)
        give_value(in, call, 0, value_double(1));
    return true;
}

bool script_image(Interp *in, BuiltinCall *call) {
    Figure *f = figure_of(in);
    TRY(f);
    TRY(warn_once(in, f));
    Value m = call->args[call->argc >= 3 && is_data(call->args[2]) ? 2 : 0];
    if (!is_data(m) || value_shape(m).rank > 3)
        return interp_fail(in, "%s: invalid data", call->name);
    if (!f->hold)
        figure_clear(in, f);
    Shape shape = value_shape(m);
    Series s = {.kind = SERIES_IMAGE, .rows = shape.at[0], .columns = shape.at[1]};
    double *all;
    TRY(value_to_doubles(in, m, &all));
    size_t page = (size_t)(s.rows * s.columns), count = (size_t)value_count(m);
    s.y = interp_alloc(in, page * sizeof *s.y);
    if (s.y && page)
        memcpy(s.y, all, page * sizeof *s.y);
    interp_release(in, all, count * sizeof *all);
    TRY(s.y);
    f->flipped = true;
    if (!add_series(in, f, &s)) {
        interp_release(in, s.y, page * sizeof *s.y);
        return false;
    }
    if (call->nout > 0)
        give_value(in, call, 0, value_double(1));
    return true;
}

/* ---- what stands around it */

/* The code: 0 title, 1 xlabel, 2 ylabel. */
bool script_label(Interp *in, BuiltinCall *call) {
    Figure *f = figure_of(in);
    TRY(f);
    Text text;
    TRY(chars_take(in, call->args[0], "title: TEXT must be a string", &text));
    char *to = call->row->code == 0 ? f->title : f->label[call->row->code - 1];
    snprintf(to, sizeof f->title, "%.*s", (int)(text.len < 255 ? text.len : 255), text.at);
    chars_close(in, &text);
    if (call->nout > 0)
        give_value(in, call, 0, value_double(1));
    return true;
}

static bool read_limits(Interp *in, Figure *f, int axis, const double *x) {
    if (!(x[0] < x[1]))
        return interp_fail(in, "axis: limits must be increasing");
    f->limited[axis] = true;
    f->limits[axis][0] = x[0];
    f->limits[axis][1] = x[1];
    return true;
}

/* The code: 0 axis with four numbers, 1 xlim, 2 ylim. */
bool script_axis(Interp *in, BuiltinCall *call) {
    Figure *f = figure_of(in);
    TRY(f);
    if (call->argc == 0 || !is_data(call->args[0])) {
        if (call->argc > 0 && chars_are_word(in, call->args[0], "ij"))
            f->flipped = true;
        else if (call->argc > 0 && chars_are_word(in, call->args[0], "xy"))
            f->flipped = false;
        return true;
    }
    double *x;
    int64_t count = value_count(call->args[0]);
    TRY(value_to_doubles(in, call->args[0], &x));
    bool ok = true;
    if (call->row->code == 0 && count >= 4)
        ok = read_limits(in, f, 0, x) && read_limits(in, f, 1, x + 2);
    else if (call->row->code > 0 && count >= 2)
        ok = read_limits(in, f, call->row->code - 1, x);
    interp_release(in, x, (size_t)count * sizeof *x);
    return ok;
}

bool script_hold(Interp *in, BuiltinCall *call) {
    Figure *f = figure_of(in);
    TRY(f);
    f->hold = call->argc == 0 ? !f->hold : chars_are_word(in, call->args[0], "on");
    return true;
}

/* figure, clf, close: begin anew. */
bool script_figure(Interp *in, BuiltinCall *call) {
    Figure *f = figure_of(in);
    TRY(f);
    figure_clear(in, f);
    f->hold = false;
    if (call->nout > 0)
        give_value(in, call, 0, value_double(1));
    return true;
}

/* Calls that change nothing in a file: legend, grid, drawnow. */
bool script_plot_nothing(Interp *in, BuiltinCall *call) {
    Figure *f = figure_of(in);
    TRY(f);
    if (call->nout > 0)
        give_value(in, call, 0, value_double(1));
    return true;
}

/* ---- files */

static bool write_figure(Interp *in, const BuiltinCall *call, const char *name, bool svg) {
    Figure *f = figure_of(in);
    TRY(f);
    Str out = str_make(&in->env);
    bool ok = svg ? figure_svg(in, f, &out) : figure_png(in, f, &out);
    if (ok) {
        FILE *file = fopen(name, "wb");
        ok = file && fwrite(out.data, 1, out.len, file) == out.len;
        if (file)
            fclose(file);
        if (!ok)
            interp_fail(in, "%s: cannot write file '%s'", call->name, name);
    }
    str_free(&out);
    return ok;
}

static bool ends_in(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

/* print -dpng FILE, print FILE, saveas (h, FILE). Other formats than PNG and SVG are none of ours. */
bool script_print(Interp *in, BuiltinCall *call) {
    char *file = NULL;
    size_t file_len = 0;
    bool svg = false, png = false, ok = true;
    for (uint32_t k = 0; ok && k < call->argc; k++) {
        char *word;
        size_t len;
        if (!value_is_char(call->args[k]))
            continue;
        TRY(value_to_text(in, call->args[k], "argument must be a string", &word, &len));
        svg |= !strncmp(word, "-dsvg", 5) || !strcmp(word, "svg");
        png |= !strncmp(word, "-dpng", 5) || !strcmp(word, "png");
        bool is_file = *word != '-' && !file && strcmp(word, "svg") && strcmp(word, "png");
        if (is_file) {
            file = word;
            file_len = len;
        } else {
            interp_release(in, word, len + 1);
        }
    }
    if (!file)
        return true;
    svg |= !png && ends_in(file, ".svg");
    png |= !svg && ends_in(file, ".png");
    ok = svg || png ? write_figure(in, call, file, svg)
                    : interp_fail(in, "%s: only PNG and SVG files can be written", call->name);
    interp_release(in, file, file_len + 1);
    return ok;
}
