#include "run/loops/move.h"

/* Rows of a line up to this long are taken column by column: one call for each column. */
enum { SHORT_ROW = 32 };

void move_run(const Mover *m, char *reg, int64_t offset, int64_t stride, size_t n) {
    if (!m->base)
        m->ops->count_up((int64_t *)(void *)reg, offset, stride, n);
    else if (m->store)
        m->ops->store[m->dtype](m->base + offset, stride, reg, n);
    else
        m->ops->load[m->dtype](reg, m->base + offset, stride, n);
}

/* `rows` rows of `inner.extent` elements each, all short. */
static void move_short_rows(const Mover *m, char *reg, int64_t offset, Axis outer, Axis inner,
                            size_t rows) {
    size_t length = (size_t)inner.extent;
    if (!m->store && inner.stride == 0) {
        move_run(m, m->temp, offset, outer.stride, rows);
        m->ops->repeat[m->dtype](reg, m->temp, rows, length);
        return;
    }
    if (!m->store && outer.stride == 0) {
        move_run(m, m->temp, offset, inner.stride, length);
        m->ops->tile[m->dtype](reg, m->temp, length, rows);
        return;
    }
    int64_t step = (int64_t)(length * m->reg_size);
    for (size_t j = 0; j < length; j++) {
        char *column = reg + j * m->reg_size;
        int64_t at = offset + (int64_t)j * inner.stride;
        if (m->store)
            m->ops->load[m->moved](m->temp, column, step, rows);
        move_run(m, m->temp, at, outer.stride, rows);
        if (!m->store)
            m->ops->store[m->moved](column, step, m->temp, rows);
    }
}

/* An odometer over a line. */
typedef struct LinePlace {
    int64_t at[MAX_RANK];
    int64_t offset;
} LinePlace;

static void line_seek(const Line *line, int64_t start, LinePlace *place) {
    for (uint32_t k = line->n; k-- > 0;) {
        int64_t extent = line->axes[k].extent;
        int64_t at = k ? start % extent : start;
        start = k ? start / extent : 0;
        place->at[k] = at;
        place->offset += at * line->axes[k].stride;
    }
}

/* Adds `count` to axis k, which is not left unless it ends exactly there. */
static void line_advance(const Line *line, uint32_t k, int64_t count, LinePlace *place) {
    place->at[k] += count;
    place->offset += count * line->axes[k].stride;
    for (; k > 0 && k < MAX_RANK && place->at[k] == line->axes[k].extent; k--) {
        place->offset += line->axes[k - 1].stride - place->at[k] * line->axes[k].stride;
        place->at[k] = 0;
        place->at[k - 1]++;
    }
}

void move_line(const Mover *m, const Line *line, char *reg, int64_t offset, int64_t start,
               size_t n) {
    uint32_t last = line->n ? line->n - 1 : 0;
    if (line->n <= 1) {
        int64_t stride = line->n ? line->axes[0].stride : 0;
        move_run(m, reg, offset + start * stride, stride, n);
        return;
    }
    LinePlace place;
    place.offset = offset;
    line_seek(line, start, &place);
    Axis inner = line->axes[last], outer = line->axes[last - 1];
    while (n > 0) {
        int64_t rows = outer.extent - place.at[last - 1];
        if (rows > (int64_t)n / inner.extent)
            rows = (int64_t)n / inner.extent;
        size_t count;
        if (place.at[last] == 0 && inner.extent <= SHORT_ROW && rows > 1) {
            move_short_rows(m, reg, place.offset, outer, inner, (size_t)rows);
            count = (size_t)(rows * inner.extent);
            line_advance(line, last - 1, rows, &place);
        } else {
            int64_t run = inner.extent - place.at[last];
            count = run < (int64_t)n ? (size_t)run : n;
            move_run(m, reg, place.offset, inner.stride, count);
            line_advance(line, last, (int64_t)count, &place);
        }
        reg += count * m->reg_size;
        n -= count;
    }
}
