/*
 * A product by hand. Panels of both operands are packed (tile.h) for as much of k as the cache
 * holds, and multiplied into sums that stay in the cache. Products are added in the order of k, so
 * neither tiles nor threads show in the result.
 */
#include <string.h>

#include "run/product/product.h"

enum {
    PANEL_BYTES = 24 * 1024, /* of y: it stays in the first-level cache */
    TILE_MOST = 256,         /* rows and columns of a tile, of 4-byte numbers */
    TILE_LEAST = 64,
    THIN_WIDER = 8,          /* times as wide, and as short in k, is a tile of few rows */
    TILES_A_THREAD = 4,      /* at least, where tiles can be made smaller */
    CHUNK_PRODUCTS = 1 << 16 /* smaller tiles are taken several at once */
};

/* What a worker keeps for a tile. */
typedef enum Piece {
    PANELS_X,
    PANELS_Y,
    SUMS,
    ROWS_X, /* offsets */
    ROWS_OUT,
    LANES_Y,
    LANES_OUT,
    K_X,
    K_Y,
    N_PIECES
} Piece;

typedef struct Own {
    const Product *p;
    uint32_t tile_m, tile_n, tile_k;
    uint64_t pieces[N_PIECES + 1]; /* where each begins in the scratch memory, and its end */
} Own;

static int64_t ceil_div(int64_t a, int64_t b) {
    return a / b + (a % b != 0);
}

static uint32_t round_up(uint32_t a, uint32_t b) {
    return (a + b - 1) / b * b;
}

/* Lanes are the longer side when the other one is short. The products are the same. */
static void swap_sides(Product *p) {
    AxisGroup m = p->m;
    p->m = p->n;
    p->n = m;
    const char *x = p->x;
    p->x = p->y;
    p->y = x;
    AxisGroup *const groups[] = {&p->batch, &p->m, &p->n, &p->k};
    for (int g = 0; g < 4; g++) {
        for (uint32_t a = 0; a < groups[g]->n; a++) {
            int64_t stride = groups[g]->strides[X][a];
            groups[g]->strides[X][a] = groups[g]->strides[Y][a];
            groups[g]->strides[Y][a] = stride;
        }
    }
}

/* The size of tiles along one side: equal ones of at most `most`. */
static uint32_t tile_side(int64_t count, int64_t most, uint32_t unit) {
    return round_up((uint32_t)ceil_div(count, ceil_div(count, most)), unit);
}

/* y is read once and its rows lie in one piece: longer pieces are read faster. */
static bool is_thin(const Product *p) {
    return p->m.count <= TILE_ROWS && p->n.n > 0 &&
           p->n.strides[Y][p->n.n - 1] == (int64_t)p->type.elem_size;
}

static void choose_tiles(Own *own, unsigned threads) {
    const Product *p = own->p;
    unsigned number = p->type.size * p->type.planes;
    int64_t most = TILE_MOST * 4 / number, wider = is_thin(p) ? THIN_WIDER : 1;
    for (;; most /= 2) {
        own->tile_m = tile_side(p->m.count, most, TILE_ROWS);
        own->tile_n = tile_side(p->n.count, most * wider, p->type.lanes);
        int64_t tiles = tile_count(p, own->tile_m, own->tile_n);
        if (threads == 1 || most <= TILE_LEAST || tiles >= (int64_t)threads * TILES_A_THREAD)
            break;
    }
    int64_t panel = PANEL_BYTES / (p->type.lanes * number) / wider;
    own->tile_k = (uint32_t)(p->k.count < panel ? p->k.count : panel);
}

static void lay_out_pieces(Own *own) {
    uint64_t number = (uint64_t)own->p->type.size * own->p->type.planes;
    uint64_t m = own->tile_m, n = own->tile_n, k = own->tile_k;
    const uint64_t sizes[N_PIECES] = {
        [PANELS_X] = number * m * k,       [PANELS_Y] = number * n * k,
        [SUMS] = number * m * n,           [ROWS_X] = m * sizeof(int64_t),
        [ROWS_OUT] = m * sizeof(int64_t),  [LANES_Y] = n * sizeof(int64_t),
        [LANES_OUT] = n * sizeof(int64_t), [K_X] = k * sizeof(int64_t),
        [K_Y] = k * sizeof(int64_t),
    };
    own->pieces[0] = 0;
    for (int k_piece = 0; k_piece < N_PIECES; k_piece++) {
        uint64_t end = own->pieces[k_piece] + sizes[k_piece];
        own->pieces[k_piece + 1] = (end + MEMORY_ALIGN - 1) & ~(uint64_t)(MEMORY_ALIGN - 1);
    }
}

static void *piece(const Own *own, char *scratch, Piece which) {
    return scratch + own->pieces[which];
}

/* Panels one after another. */
static void pack_panels(const Own *own, char *to, unsigned width, const char *from,
                        const TileOffsets *lanes, const TileOffsets *k) {
    const TileType *type = &own->p->type;
    size_t panel = (size_t)width * k->n * type->size * type->planes;
    for (uint32_t j = 0; j < lanes->n; j += width, to += panel) {
        uint32_t left = lanes->n - j;
        TileOffsets some = {lanes->at + j, left < width ? left : width, lanes->stride};
        type->pack(to, width, from, &some, k);
    }
}

static void multiply_panels(const Own *own, char *scratch, uint32_t rows, uint32_t lanes, size_t ld,
                            size_t plane, size_t k) {
    const TileType *type = &own->p->type;
    size_t number = (size_t)type->size * type->planes;
    const char *y = piece(own, scratch, PANELS_Y);
    for (uint32_t j = 0; j < lanes; j += type->lanes, y += type->lanes * k * number) {
        const char *x = piece(own, scratch, PANELS_X);
        for (uint32_t i = 0; i < rows; i += TILE_ROWS, x += TILE_ROWS * k * number) {
            char *sums = piece(own, scratch, SUMS);
            uint32_t live = rows - i;
            type->multiply(x, y, sums + (i * ld + j) * type->size, ld, plane, k,
                           live < TILE_ROWS ? live : TILE_ROWS);
        }
    }
}

static void run_tile(const void *how, int64_t tile, char *scratch) {
    const Own *own = how;
    const Product *p = own->p;
    TilePlace at = tile_place(p, own->tile_m, own->tile_n, tile);
    TileOffsets rows_x = group_offsets(&p->m, X, at.row, at.rows, piece(own, scratch, ROWS_X));
    TileOffsets lanes_y =
        group_offsets(&p->n, Y, at.column, at.columns, piece(own, scratch, LANES_Y));
    size_t ld = round_up(at.columns, p->type.lanes);
    size_t plane = ld * round_up(at.rows, TILE_ROWS);
    memset(piece(own, scratch, SUMS), 0, plane * p->type.planes * p->type.size);
    for (int64_t first = 0; first < p->k.count; first += own->tile_k) {
        int64_t left = p->k.count - first;
        uint32_t n_k = left < own->tile_k ? (uint32_t)left : own->tile_k;
        TileOffsets k_x = group_offsets(&p->k, X, first, n_k, piece(own, scratch, K_X));
        TileOffsets k_y = group_offsets(&p->k, Y, first, n_k, piece(own, scratch, K_Y));
        pack_panels(own, piece(own, scratch, PANELS_X), TILE_ROWS, p->x + at.batch[X], &rows_x,
                    &k_x);
        pack_panels(own, piece(own, scratch, PANELS_Y), p->type.lanes, p->y + at.batch[Y], &lanes_y,
                    &k_y);
        multiply_panels(own, scratch, at.rows, at.columns, ld, plane, n_k);
    }
    TileOffsets rows_out =
        group_offsets(&p->m, OUT, at.row, at.rows, piece(own, scratch, ROWS_OUT));
    TileOffsets lanes_out =
        group_offsets(&p->n, OUT, at.column, at.columns, piece(own, scratch, LANES_OUT));
    p->type.store(p->out + at.batch[OUT], &rows_out, &lanes_out, piece(own, scratch, SUMS), ld,
                  plane);
}

bool product_own(Env *env, Product *p) {
    if (p->n.count < p->m.count && p->n.count < p->type.lanes)
        swap_sides(p);
    Own own = {.p = p};
    choose_tiles(&own, workers_count(p->host->workers));
    lay_out_pieces(&own);
    int64_t products = (int64_t)own.tile_m * own.tile_n;
    products *= p->k.count < CHUNK_PRODUCTS ? p->k.count + 1 : CHUNK_PRODUCTS;
    Tiles tiles = {
        .machine = p->machine,
        .host = p->host,
        .how = &own,
        .run = run_tile,
        .n = tile_count(p, own.tile_m, own.tile_n),
        .chunk = ceil_div(CHUNK_PRODUCTS, products),
        .scratch_size = own.pieces[N_PIECES],
    };
    return tiles_run(env, &tiles, false);
}
