/* Sorting along an axis: by keys; a long row in parts, which are merged. */
#include <string.h>

#include "run/routine/keys.h"
#include "run/routine/parts.h"
#include "run/routine/vector_sort.h"

enum {
    ORDER_FEW = 80,          /* keys that insertion sorts faster */
    ORDER_MANY = 1 << 14,    /* from here on digits are of 11 bits */
    ORDER_COUNTS = 8 * 2048, /* numbers that counting takes */
    PARALLEL = 1 << 16,      /* a row that is worth two threads */
    PARTS_MAX = 16
};

#define KEY     uint32_t
#define NAME(f) narrow_##f
#include "run/routine/order_keys.h"
#undef KEY
#undef NAME
#define KEY     uint64_t
#define NAME(f) wide_##f
#include "run/routine/order_keys.h"
#undef KEY
#undef NAME

/* A row on its way: keys and places, twice. */
typedef struct Row {
    bool wide, placed;
    unsigned bits;
    int64_t n;
    char *a, *b;     /* keys */
    uint32_t *p, *q; /* places; NULL unless placed */
    uint32_t *counts;
} Row;

static uint64_t row_bytes(int64_t n, bool wide, bool placed) {
    uint64_t keys = rounded_up((uint64_t)n * (wide ? 8 : 4) + 8);
    uint64_t places = placed ? rounded_up((uint64_t)n * 4 + 4) : 0;
    return 2 * (keys + places) + rounded_up(ORDER_COUNTS * sizeof(uint32_t));
}

static Row row_in(char *room, int64_t n, bool wide, bool placed, unsigned bits) {
    uint64_t keys = rounded_up((uint64_t)n * (wide ? 8 : 4) + 8);
    uint64_t places = placed ? rounded_up((uint64_t)n * 4 + 4) : 0;
    Row row = {.wide = wide, .placed = placed, .bits = bits, .n = n};
    row.counts = (uint32_t *)room;
    row.a = room + rounded_up(ORDER_COUNTS * sizeof(uint32_t));
    row.b = row.a + keys;
    row.p = placed ? (uint32_t *)(row.b + keys) : NULL;
    row.q = placed ? (uint32_t *)(row.b + keys + places) : NULL;
    return row;
}

static void sort_part(Row *row, int64_t first, int64_t end, uint32_t *counts) {
    uint32_t *p = row->placed ? row->p + first : NULL, *q = row->placed ? row->q + first : NULL;
    int64_t n = end - first;
    bool some = !row->placed && n > 8;
    if (some && row->wide &&
        wide_vector_sort((uint64_t *)row->a + first, n, (uint64_t *)row->b + first))
        return;
    if (some && !row->wide && (row->bits > 16 || n < 1000) &&
        narrow_vector_sort((uint32_t *)row->a + first, n, (uint32_t *)row->b + first))
        return;
    if (row->wide)
        wide_sort((uint64_t *)row->a + first, p, (uint64_t *)row->b + first, q, end - first,
                  row->bits, counts);
    else
        narrow_sort((uint32_t *)row->a + first, p, (uint32_t *)row->b + first, q, end - first,
                    row->bits, counts);
}

/* ---- one long row */

typedef struct Long {
    Row *row;
    int64_t parts, width; /* of what is in order already, in elements */
    int64_t cut;          /* elements that one piece of a merge has */
    uint32_t *counts;
} Long;

static int64_t part_at(const Long *l, int64_t part) {
    return part >= l->parts ? l->row->n : l->row->n / l->parts * part;
}

static void sort_parts(void *user, uint64_t chunk, unsigned worker) {
    Long *l = user;
    (void)worker;
    sort_part(l->row, part_at(l, (int64_t)chunk), part_at(l, (int64_t)chunk + 1),
              l->counts + (ORDER_COUNTS * chunk));
}

/* Elements [first, end) of the row, out of pairs of neighbours of l->width parts. */
static void merge_piece(void *user, int64_t first, int64_t end) {
    const Long *l = user;
    const Row *row = l->row;
    while (first < end) {
        int64_t pair = 0;
        while (part_at(l, (pair + 1) * 2 * l->width) <= first)
            pair++;
        int64_t low = part_at(l, pair * 2 * l->width),
                middle = part_at(l, (2 * pair + 1) * l->width);
        int64_t high = part_at(l, (pair + 1) * 2 * l->width), stop = end < high ? end : high;
        const uint32_t *px = row->placed ? row->p + low : NULL;
        const uint32_t *py = row->placed ? row->p + middle : NULL;
        uint32_t *to = row->placed ? row->q + low : NULL;
        if (row->wide)
            wide_merge((uint64_t *)row->a + low, px, middle - low, (uint64_t *)row->a + middle, py,
                       high - middle, first - low, stop - low, (uint64_t *)row->b + low, to);
        else
            narrow_merge((uint32_t *)row->a + low, px, middle - low, (uint32_t *)row->a + middle,
                         py, high - middle, first - low, stop - low, (uint32_t *)row->b + low, to);
        first = stop;
    }
}

static bool sort_long(Call *c, Row *row) {
    Long l = {.row = row, .parts = 1, .width = 1};
    while (2 * l.parts <= workers_count(c->host->workers) && l.parts < PARTS_MAX &&
           row->n / l.parts > PARALLEL)
        l.parts *= 2;
    if (l.parts == 1) {
        sort_part(row, 0, row->n, row->counts);
        return true;
    }
    uint64_t size = (uint64_t)l.parts * ORDER_COUNTS * sizeof(uint32_t);
    l.counts = memory_take(c->env, c->host->memory, size, NULL);
    TRY(l.counts);
    workers_run(c->host->workers, (uint64_t)l.parts, sort_parts, &l);
    memory_give(c->host->memory, l.counts, size);
    for (; l.width < l.parts; l.width *= 2) {
        TRY(parts_run(c, row->n, row->n / l.parts + 1, merge_piece, &l));
        char *keys = row->a;
        row->a = row->b;
        row->b = keys;
        uint32_t *places = row->p;
        row->p = row->q;
        row->q = places;
    }
    return true;
}

/* ---- what comes before and after */

/* -0 and 0 are equal: they stay in the order in which they came. */
static void restore_zeros(Dtype dtype, const char *in, int64_t in_stride, const Row *row, char *out,
                          int64_t out_stride) {
    if (dtype_info(dtype)->class != CLASS_FLOAT)
        return;
    size_t bytes = dtype_info(dtype)->bits / 8;
    uint64_t sign = (uint64_t)1 << (dtype_info(dtype)->bits - 1);
    int64_t low = 0, high = row->n;
    while (low < high) { /* the first that is not below -0 */
        int64_t middle = low + (high - low) / 2;
        uint64_t key = row->wide ? ((uint64_t *)row->a)[middle] : ((uint32_t *)row->a)[middle];
        if (key < sign - 1)
            low = middle + 1;
        else
            high = middle;
    }
    int64_t first = low, minus = 0, plus = 0;
    for (int64_t k = first; k < row->n; k++) {
        uint64_t key = row->wide ? ((uint64_t *)row->a)[k] : ((uint32_t *)row->a)[k];
        if (key > sign)
            break;
        *(key == sign ? &plus : &minus) += 1;
    }
    for (int64_t k = 0, to = first; minus && plus && k < row->n; k++) {
        uint64_t x = 0;
        memcpy(&x, in + (k * in_stride), bytes);
        if (x == 0 || x == sign)
            memcpy(out + (to++ * out_stride), &x, bytes);
    }
}

static void number_places(Row *row) {
    for (int64_t k = 0; row->placed && k < row->n; k++)
        row->p[k] = (uint32_t)k;
}

/* Complex numbers by their parts: by the imaginary one, then by the real one, then by which of them are NaN. */
static void load_part(Dtype dtype, const char *in, int64_t stride, int which, Row *row) {
    Dtype part = dtype_real(dtype);
    int64_t size = dtype_info(part)->bits / 8;
    uint64_t nan = size == 8 ? UINT64_MAX : UINT32_MAX, *keys = (uint64_t *)row->a;
    for (int64_t k = 0; k < row->n; k++) {
        const char *at = in + (row->p[k] * stride);
        uint64_t re = key_at(part, at, true), im = key_at(part, at + size, true);
        keys[k] = which == 0 ? im : which == 1 ? re : (re == nan) * 2u + (im == nan);
    }
}

static bool order_complex(Call *c, Dtype dtype, const char *in, int64_t stride, Row *row,
                          uint32_t *counts) {
    number_places(row);
    for (int which = 0; which < 3; which++) {
        load_part(dtype, in, stride, which, row);
        row->bits = which == 2 ? 2 : 64;
        if (counts)
            sort_part(row, 0, row->n, counts);
        else
            TRY(sort_long(c, row));
    }
    return true;
}

typedef struct Order {
    Dtype dtype;
    bool placed, wide, complex, gives_places;
    unsigned bits;
    int64_t n, in_stride, out_stride;
} Order;

static void give_row(const Order *o, const char *in, const Row *row, char *out) {
    if (o->gives_places) {
        for (int64_t k = 0; k < o->n; k++) {
            int64_t place = row->p[k];
            memcpy(out + (k * o->out_stride), &place, sizeof place);
        }
        return;
    }
    size_t bytes = dtype_info(o->dtype)->bits / 8;
    for (int64_t k = 0; o->complex && k < o->n; k++)
        memcpy(out + (k * o->out_stride), in + (row->p[k] * o->in_stride), bytes);
    if (o->complex)
        return;
    keys_store(o->dtype, row->a, out, o->out_stride, o->n);
    restore_zeros(o->dtype, in, o->in_stride, row, out, o->out_stride);
}

/* alone: with all threads. */
static bool order_row(Call *c, const Order *o, char *const *at, char *room, bool alone) {
    Row row = row_in(room, o->n, o->wide, o->placed, o->bits);
    if (o->complex) {
        TRY(order_complex(c, o->dtype, at[0], o->in_stride, &row, alone ? NULL : row.counts));
    } else {
        keys_load(o->dtype, at[0], o->in_stride, o->n, o->placed, row.a);
        number_places(&row);
        if (alone)
            TRY(sort_long(c, &row));
        else
            sort_part(&row, 0, o->n, row.counts);
    }
    give_row(o, at[0], &row, at[1]);
    return true;
}

static bool order_line(Lines *lines, char *const *at, char *scratch, unsigned worker) {
    (void)worker;
    return order_row(lines->call, lines->user, at, scratch, false);
}

static bool order(Call *c, bool gives_places) {
    const RoutineArray *in = &c->r->arrays[0], *out = &c->r->arrays[1];
    uint32_t axis = axis_at(in, c->r->words[0]), first[] = {axis, axis};
    Order o = {.dtype = in->dtype,
               .complex = dtype_info(in->dtype)->class == CLASS_COMPLEX,
               .gives_places = gives_places,
               .n = in->shape[axis],
               .in_stride = in->strides[axis],
               .out_stride = out->strides[axis]};
    o.placed = gives_places || o.complex;
    o.wide = o.complex || key_width(o.dtype, &o.bits) == 64;
    if (o.n >= UINT32_MAX)
        return env_fail(c->env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                        "rows of 2^32 elements are not sorted");
    Lines lines;
    lines_open(&lines, c, order_line, &o, first, 1, 0);
    lines.scratch = row_bytes(o.n, o.wide, o.placed);
    if (lines.count < workers_count(c->host->workers) && o.n > PARALLEL) {
        char *room = memory_take(c->env, c->host->memory, lines.scratch, NULL);
        TRY(room);
        bool ok = true;
        for (int64_t k = 0; ok && k < lines.count; k++) {
            char *at[2];
            lines_at(&lines, k, at);
            ok = order_row(c, &o, at, room, true);
        }
        memory_give(c->host->memory, room, lines.scratch);
        return ok;
    }
    return lines_run(&lines, 10.0 * (double)o.n);
}

bool routine_sort(Call *c) {
    return order(c, false);
}

bool routine_argsort(Call *c) {
    return order(c, true);
}
