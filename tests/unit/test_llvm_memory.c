/* Loads, stores and gathers of compiled code: every dtype, every way of lying, every mask. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "llvm_fixture.h"

enum { MOST = 64, FAR = 3 /* elements from one lane to the next where they lie apart */ };

/* Memory between two pages that nobody may touch. */
static struct {
    char *at; /* start */
    size_t size;
} arena;

static void arena_open(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    arena.size = 4 * page;
    char *at = mmap(NULL, arena.size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(at != MAP_FAILED);
    arena.at = at + page;
    CHECK(mprotect(arena.at, arena.size, PROT_READ | PROT_WRITE) == 0);
}

static void arena_close(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(arena.at - page, arena.size + 2 * page);
}

static char *arena_end(void) {
    return arena.at + arena.size;
}

/* Bytes of memory that could be elements of the dtype; a bool may be any byte. */
static void fill_memory(Dtype dtype, char *to, size_t n, uint64_t *random) {
    size_t size = dtype_info(dtype)->bits / 8;
    for (size_t i = 0; i < n; i++) {
        Bits bits = block_random_bits(dtype, random);
        if (dtype == DT_BOOL)
            bits.lo = test_random_below(random, 4) ? test_random(random) & 0xff : 0;
        memcpy(to + i * size, &bits, size);
    }
}

/* ---- the functions: (memory, stride, mask as bytes or offsets, registers, mask) */

typedef enum Way { WAY_ONE, WAY_NEXT, WAY_ANY, WAY_GATHER, WAYS } Way;
static const char *const way_names[] = {"one", "next", "any", "gather"};

static void name_of(char name[64], bool store, Way way, Dtype dtype, bool is_masked) {
    snprintf(name, 64, "%s_%s_%s%s", store ? "store" : "load", way_names[way],
             dtype_info(dtype)->name, is_masked ? "_masked" : "");
}

static Along along_of(Way way) {
    return way == WAY_ONE ? ALONG_ONE : way == WAY_NEXT ? ALONG_NEXT : ALONG_ANY;
}

static void emit_access(Pieces *p, bool store, Way way, Dtype dtype, bool is_masked) {
    Emit *e = &p->e;
    char name[64];
    name_of(name, store, way, dtype, is_masked);
    piece_begin(p, name);
    Val at = piece_pointer(p, 1), stride = p->params[2], regs = piece_pointer(p, 4), active = 0;
    if (is_masked)
        e->mask = vec_from_regs(e, DT_BOOL, e->lanes, piece_pointer(p, 5)).part[0];
    if (is_masked && way == WAY_GATHER) { /* it takes both: each lets other lanes through as well */
        Ir *ir = &e->ir;
        Val lanes = ir_count(ir, IR_I(32, e->lanes)), one = ir_int(ir, IR_I(32, e->lanes), 1);
        Val odd = ir_compare(ir, "eq", ir_bin(ir, "and", lanes, one), one);
        Val even = ir_bin(ir, "xor", odd, ir_ones(ir, IR_I(1, e->lanes)));
        active = ir_bin(ir, "or", e->mask, even);
        e->mask = ir_bin(ir, "or", e->mask, odd);
    }
    if (store) {
        emit_store(e, vec_from_regs(e, dtype, e->lanes, regs), at, along_of(way), stride);
    } else {
        Vec x;
        if (way == WAY_GATHER)
            x = emit_gather(e, dtype, at,
                            vec_from_regs(e, DT_I64, e->lanes, piece_pointer(p, 3)).part[0],
                            active);
        else
            x = emit_load(e, dtype, at, along_of(way), stride);
        vec_to_regs(e, x, regs);
    }
    e->mask = 0;
    piece_end(p);
}

/* Of many lanes one of each size and kind will do. */
static bool is_tried(Dtype dtype, unsigned lanes) {
    return lanes < MOST || dtype == DT_BOOL || dtype == DT_U8 || dtype == DT_F16 ||
           dtype == DT_U32 || dtype == DT_F64 || dtype == DT_C128;
}

static void emit_accesses(Pieces *p, unsigned lanes) {
    pieces_begin(p, lanes);
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        for (Way way = 0; way < WAYS && is_tried(d, lanes); way++)
            for (int is_masked = 0; is_masked < 2; is_masked++) {
                emit_access(p, false, way, d, is_masked);
                if (way != WAY_GATHER)
                    emit_access(p, true, way, d, is_masked);
            }
    pieces_compile(p);
}

/* ---- what they do */

typedef struct Place {
    Dtype dtype;
    Way way;
    unsigned lanes;
    char *at; /* lane 0 */
    int64_t stride;
    int64_t offsets[MOST]; /* from `at`, of gathers */
    uint8_t mask[MOST];
    bool is_masked;
} Place;

static int64_t offset_of(const Place *w, unsigned k) {
    return w->way == WAY_GATHER ? w->offsets[k] : (int64_t)k * w->stride;
}

static void call(const Pieces *p, const Place *w, bool store, void *regs) {
    char name[64];
    name_of(name, store, w->way, w->dtype, w->is_masked);
    test_note("%s, %s, %u lanes, stride %lld", p->target->name, name, w->lanes,
              (long long)w->stride);
    PieceFn *fn = piece(p, name);
    fn(NULL, (int64_t)(intptr_t)w->at, w->stride, (int64_t)(intptr_t)w->offsets,
       (int64_t)(intptr_t)regs, (int64_t)(intptr_t)w->mask);
}

static void check_load(const Pieces *p, const Place *w) {
    static TestBlock got, want;
    call(p, w, false, got.at);
    size_t size = block_size(w->dtype);
    for (unsigned k = 0; k < w->lanes; k++)
        if (!w->is_masked || w->mask[k])
            p->blocks->load[w->dtype](want.at + k * size, w->at + offset_of(w, k), 0, 1);
        else
            memcpy(want.at + k * size, got.at + k * size, size);
    block_one_nan(w->dtype, got.at, w->lanes);
    block_one_nan(w->dtype, want.at, w->lanes);
    block_check("load", p->blocks, w->dtype, got.at, want.at, w->lanes);
}

/* Bit for bit but for NaN, which is not written here. */
static void check_store(const Pieces *p, const Place *w, uint64_t *random) {
    static TestBlock regs;
    static char before[4 * 4096], want[4 * 4096];
    size_t size = block_size(w->dtype);
    CHECK(arena.size <= sizeof before);
    block_fill(w->dtype, regs.at, w->lanes, random);
    block_one_nan(w->dtype, regs.at, w->lanes);
    for (size_t i = 0; i < arena.size; i++)
        before[i] = (char)test_random(random);
    memcpy(arena.at, before, arena.size);
    for (unsigned k = 0; k < w->lanes; k++)
        if (!w->is_masked || w->mask[k])
            p->blocks->store[w->dtype](w->at + offset_of(w, k), 0, regs.at + k * size, 1);
    memcpy(want, arena.at, arena.size);
    memcpy(arena.at, before, arena.size);
    call(p, w, true, regs.at);
    CHECK_EQ_MEM(arena.at, want, arena.size);
}

/* ---- where they lie: those that are there up to the very end of memory, or its start */

static void place(Place *w, unsigned there) {
    int64_t size = dtype_info(w->dtype)->bits / 8, last = there ? (int64_t)there - 1 : 0;
    w->at = arena_end() - size;
    if (w->way == WAY_NEXT)
        w->stride = size;
    if (w->way == WAY_ONE)
        w->stride = 0;
    else if (w->stride >= 0)
        w->at -= last * w->stride;
    else
        w->at = arena.at - last * w->stride;
    if (there == 0) /* nothing at all may be touched */
        w->at = arena_end();
}

/* Lanes that are not there would go to the pages that nobody may touch. */
static void place_offsets(Place *w, uint64_t *random) {
    uint64_t size = dtype_info(w->dtype)->bits / 8;
    w->at = arena.at;
    for (unsigned k = 0; k < w->lanes; k++) {
        bool there = !w->is_masked || w->mask[k];
        w->offsets[k] = (int64_t)test_random_below(random, arena.size - size + 1);
        if (test_random_below(random, 8) == 0)
            w->offsets[k] = (int64_t)(arena.size - size);
        if (!there)
            w->offsets[k] = (int64_t)arena.size + (k % 2 ? 0 : INT64_C(1) << 62);
    }
}

static void check_place(const Pieces *p, Place *w, unsigned there, uint64_t *random) {
    if (w->way == WAY_GATHER)
        place_offsets(w, random);
    else
        place(w, there);
    if (w->way != WAY_GATHER)
        check_store(p, w, random);
    if (there || w->way != WAY_ONE) { /* a shared place is there when a lane is */
        uint64_t size = dtype_info(w->dtype)->bits / 8;
        fill_memory(w->dtype, arena.at, arena.size / size, random);
        check_load(p, w);
    }
}

static void check_masks(const Pieces *p, Place *w, uint64_t *random) {
    w->is_masked = false;
    check_place(p, w, w->lanes, random);
    w->is_masked = true;
    for (unsigned there = 0; there <= w->lanes; there++) { /* the first so many */
        memset(w->mask, 0, sizeof w->mask);
        memset(w->mask, 1, there);
        check_place(p, w, there, random);
    }
    for (unsigned turn = 0; turn < 8; turn++) { /* any */
        unsigned there = 0;
        for (unsigned k = 0; k < w->lanes; k++) {
            w->mask[k] = (uint8_t)test_random_below(random, 2);
            there = w->mask[k] ? k + 1 : there;
        }
        check_place(p, w, there, random);
    }
}

static void check_accesses(const Pieces *p, unsigned lanes, uint64_t *random) {
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        int64_t size = dtype_info(d)->bits / 8;
        Place w = {.dtype = d, .lanes = lanes};
        if (!is_tried(d, lanes))
            continue;
        for (w.way = 0; w.way < WAY_ANY; w.way++)
            check_masks(p, &w, random);
        w.way = WAY_ANY;
        int64_t strides[] = {FAR * size, -size, 0, -FAR * size - 1, size + 1};
        for (unsigned k = 0; k < sizeof strides / sizeof *strides; k++) {
            w.stride = strides[k];
            check_masks(p, &w, random);
        }
        w.way = WAY_GATHER;
        check_masks(p, &w, random);
    }
}

TEST(accesses) {
    Pieces p;
    uint64_t random = test_seed();
    pieces_open(&p);
    arena_open();
    FOR_TARGETS(&p) {
        unsigned lanes = p.target->vector_bytes / 4;
        emit_accesses(&p, lanes);
        check_accesses(&p, lanes, &random);
        emit_accesses(&p, 2);
        check_accesses(&p, 2, &random);
    }
    FOR_FOREIGN_TARGETS(&p) {
        emit_accesses(&p, p.target->vector_bytes / 4);
    }
    arena_close();
    pieces_close(&p);
}

/* As many lanes as there ever are. */
TEST(accesses_of_many_lanes) {
    Pieces p;
    uint64_t random = test_seed();
    pieces_open(&p);
    arena_open();
    FOR_TARGETS(&p) {
        emit_accesses(&p, MOST);
        check_accesses(&p, MOST, &random);
    }
    arena_close();
    pieces_close(&p);
}

/* ---- one element */

static void emit_ones(Pieces *p) {
    char name[64];
    pieces_begin(p, 8);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        snprintf(name, sizeof name, "copy_%s", dtype_info(d)->name);
        piece_begin(p, name);
        emit_store_one(&p->e, emit_load_one(&p->e, d, piece_pointer(p, 1)), piece_pointer(p, 2));
        piece_end(p);
        snprintf(name, sizeof name, "gather_%s", dtype_info(d)->name);
        piece_begin(p, name);
        Val active = ir_convert(&p->e.ir, "trunc", p->params[4], IR_I(1, 1));
        Vec x = emit_gather(&p->e, d, piece_pointer(p, 1), p->params[3], active);
        emit_store_one(&p->e, x, piece_pointer(p, 2));
        piece_end(p);
    }
    pieces_compile(p);
}

TEST(single_elements) {
    Pieces p;
    uint64_t random = test_seed();
    pieces_open(&p);
    FOR_TARGETS(&p) {
        emit_ones(&p);
        for (Dtype d = 0; d < DTYPE_COUNT; d++) {
            char name[64], want[16], got[16];
            size_t size = dtype_info(d)->bits / 8;
            TestBlock in;
            for (unsigned turn = 0; turn < 100; turn++) {
                int64_t from = (int64_t)(intptr_t)in.at, to = (int64_t)(intptr_t)got;
                block_fill(d, in.at, 1, &random);
                block_one_nan(d, in.at, 1);
                p.blocks->pack[d](want, in.at, 1);
                memcpy(in.at, want, size);
                snprintf(name, sizeof name, "copy_%s", dtype_info(d)->name);
                piece(&p, name)(NULL, from, to, 0, 0, 0);
                CHECK_EQ_MEM(got, want, size);
                snprintf(name, sizeof name, "gather_%s", dtype_info(d)->name);
                memset(got, 0xa5, sizeof got);
                piece(&p, name)(NULL, from - 40, to, 40, 1, 0);
                CHECK_EQ_MEM(got, want, size);
                piece(&p, name)(NULL, 0, to, 0, 0, 0); /* off: nothing is read */
            }
        }
    }
    pieces_close(&p);
}
