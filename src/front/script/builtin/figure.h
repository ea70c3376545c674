/* What scripts plot: kept until it is printed to a file. Pixels and strokes, no window. */
#ifndef FRIT_SCRIPT_FIGURE_H
#define FRIT_SCRIPT_FIGURE_H

#include "front/script/builtin/texts.h"

typedef enum SeriesKind { SERIES_LINE, SERIES_SCATTER, SERIES_BAR, SERIES_IMAGE } SeriesKind;

typedef struct Series {
    SeriesKind kind;
    uint32_t colour; /* 0xrrggbb */
    bool line;       /* points are joined */
    char marker;     /* '\0': none */
    double *x, *y; /* count of each; of an image y has rows * columns values, column after column */
    int64_t count, rows, columns;
} Series;

typedef struct Figure {
    Series *series;
    uint32_t count, room;
    bool hold, warned;
    bool flipped; /* y grows downwards, as of images */
    bool limited[2];
    double limits[2][2]; /* xlim, ylim */
    char title[256], label[2][256];
} Figure;

/* The figure, made at its first use. NULL: out of memory. */
Figure *figure_of(Interp *in);
void figure_clear(Interp *in, Figure *figure);

/* Extents of what is plotted, or its limits. */
void figure_extent(const Figure *figure, int axis, double *least, double *most);
/* Round numbers between least and most; at most 12 of them. */
enum { TICKS_MOST = 12 };
int figure_ticks(double least, double most, double ticks[TICKS_MOST]);
uint32_t figure_colour(double position); /* of images: 0 to 1 */

bool figure_svg(Interp *in, const Figure *figure, Str *out);
bool figure_png(Interp *in, const Figure *figure, Str *out);

enum {
    FIGURE_WIDTH = 640,
    FIGURE_HEIGHT = 480,
    PLOT_LEFT = 70,
    PLOT_RIGHT = 20,
    PLOT_TOP = 40,
    PLOT_BOTTOM = 55
};

#endif
