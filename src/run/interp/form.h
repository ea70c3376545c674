/*
 * The prepared form of a kernel, inside the interpreter.
 *
 * A *tile* is a number of rows, and of each the same run of elements (a *piece*). Registers have one
 * of three shapes: one element, one a row of the tile, one an element of the piece. In the layout
 * ROWS a piece stands row after row, in the layout COLUMNS element after element (all rows of
 * element 0, then all rows of element 1, ...), which suits reduced axes that are not the fastest in
 * memory. A map is one long row without reductions.
 *
 * A kernel is *resident* when whole rows fit a tile: one list of instructions does everything.
 * Otherwise the rows are walked once for each phase: a reduction's phase is the number of walks that
 * must be over before its operand can be computed; what a later phase needs again is computed again.
 *
 *     uniform                   once a run
 *     for each tile:  at[0]     what needs no reduction, one a row
 *       for each phase p:
 *         spread[p]             values of rows repeated to the shape of a piece
 *         for each piece: piece[p]
 *         at[p + 1]             what needs the reductions of phase p
 */
#ifndef FRIT_RUN_INTERP_FORM_H
#define FRIT_RUN_INTERP_FORM_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "run/loops/blocks.h"
#include "run/host/host.h"
#include "run/interp/interp.h"
#include "run/loops/move.h"

typedef uint32_t RegId;
#define NO_REG UINT32_MAX

/* That of a value is its level. */
typedef enum RegShape {
    SHAPE_ONE = LEVEL_UNIFORM,
    SHAPE_ROWS = LEVEL_ROW,
    SHAPE_TILE = LEVEL_FULL
} RegShape;
enum { SHAPE_COUNT = SHAPE_TILE + 1 };
typedef enum TileLayout { LAYOUT_ROWS, LAYOUT_COLUMNS } TileLayout;

/* ---- where elements are (path.c) */

typedef struct Path {
    uint32_t pointer; /* UINT32_MAX: element numbers */
    Dtype dtype;
    uint32_t n_indexed;
    uint32_t size;     /* bytes of an element in memory; of an element number 1 */
    uint32_t reg_size; /* bytes in a register */
    bool plain;        /* a register holds what memory holds */
    bool stream;       /* a store that goes past the cache */
    bool empty;        /* of an array without elements, whatever its strides */
    int64_t offset;
    Line rows, inner, all;
    int64_t low, high; /* bytes from the pointer that it may touch */
    const int64_t *indexed_strides, *indexed_extents;
} Path;

/* ---- instructions */

typedef enum DoCode {
    DO_STEP,
    DO_SELECT,
    DO_CAST,
    DO_BITCAST,
    DO_LOAD,
    DO_NUMBERS, /* the element numbers of a path */
    DO_RANDOM,  /* in: key, draw, numbers */
    DO_GATHER,  /* in: indices */
    DO_REDUCE,  /* feeds reduction number `index` (resident: does all of it) */
    DO_SCAN,
    DO_STORE,
    DO_SCATTER, /* in: what to combine, indices */
    DO_COPY,
    DO_FILL,    /* repeats the first element over the register */
    DO_SPREAD,  /* one a row to one an element */
    DO_ARRAY,   /* in: elements of the array `out`, or one that is all of them */
    DO_REPLACE, /* in: an array, room for a line of it: its elements into those of `out` */
    DO_ELEMENT, /* in: an array, an index, room for indices */
    DO_PUT,     /* the same, then what is put into it, which is `out` */
    DO_AIM,     /* lets the register be the memory that aim number `index` writes */
    DO_FOR,     /* in: lo, hi; out: the index */
    DO_WHILE,
    DO_IF, /* in: the condition */
} DoCode;

typedef struct DoCarry {
    RegId init, phi, next; /* of a branch: first arm, result, second arm */
    uint8_t shape;
    Dtype dtype;
} DoCarry;

typedef struct Control {
    uint32_t middle,
        end;    /* in the list: where the test is done or the second arm begins; its end */
    RegId test; /* while: the condition; for: a bool register */
    RegId mask; /* divergent: which lanes are on */
    RegId one;  /* for: a constant 1 */
    uint32_t n_carries;
    DoCarry *carries;
    StepFn *less, *add; /* for */
    bool divergent;
} Control;

typedef struct Do {
    uint8_t code, shape, flags;
    uint8_t dtype; /* of what is written; store: of what is read; bitcast: see from */
    uint8_t from;  /* bitcast, scan: of the operand; element, put: of the index */
    uint8_t combine;
    uint16_t n_in, op;
    uint32_t index; /* reduction, scan, aim */
    RegId out;
    const RegId *in;
    union {
        StepFn *step; /* also of a scan */
        SelectFn *select;
        CastFn *cast;
        RandomFn *random;
        ScatterFn *scatter;
        PickFn *pick;
        PutFn *put;
    } fn;
    const Path *path;
    Control *control;
    const uint8_t *index_dtypes; /* gather, scatter; their last operand is room for offsets */
    uint32_t instr;              /* the same: of the program, to say where an index was wrong */
} Do;

typedef struct DoList {
    Do *at;
    uint32_t len;
} DoList;

/* ---- registers: fresh for every list, so that each list allots its own memory */

typedef enum RegPlace {
    REG_SHARED, /* constants and uniform values: one for all workers */
    REG_ROW,    /* of a tile, one a row; when a row is split, the first worker's serve all */
    REG_PHASE,  /* spread values of a phase */
    REG_LIST    /* between two instructions of one list */
} RegPlace;

typedef struct Reg {
    uint8_t shape, size; /* bytes of an element */
    uint8_t place;
    uint8_t room;  /* RegShape: how many elements its memory holds */
    uint32_t slot; /* registers of a list that take turns in the same memory */
    uint32_t
        count; /* of an array: elements of each lane, those of all lanes one after another; 0: no array */
    uint64_t offset; /* in its place's memory */
} Reg;

typedef struct Reduction {
    ReduceFns fns;
    RegId x, out;
    uint32_t phase;
    bool indexed;    /* an element's number matters: argmax, argmin */
    bool counts;     /* every element: the row's length is the result, and nothing is looked at */
    bool all_lanes;  /* lanes that saw nothing change the result too: products of complex numbers */
    uint32_t x_size; /* bytes of an operand's element in a register */
    uint64_t lanes, stack; /* in a worker's memory */
} Reduction;

/*
 * A value that may be computed straight into the memory of its store. Not while that memory is still
 * read: loads are read where they lie, as late as the last instruction that uses them.
 */
typedef struct Aim {
    const Path *store;
    bool *late; /* by access: a load that is used after the value is computed */
    bool on;    /* in this run */
} Aim;

struct InterpKernel {
    uint32_t failed_instr; /* of the last run that left an array */
    frit_allocator allocator;
    Machine *machine;
    HostDevice *host; /* of the machine */
    const BlockOps *ops;
    const BoundKernel *bound;
    Arena *arena;

    TileLayout layout;
    bool resident, backwards; /* pieces from the last to the first */
    bool in_order;            /* one thread: scatter */
    bool splits;              /* rows may be split among workers */
    int64_t n_rows, length;   /* rows; elements of a row */
    int64_t tile_rows, width; /* at most, of a tile */
    uint64_t block;           /* elements that a register of SHAPE_TILE has room for */
    double cost;              /* of an element, in nanoseconds, roughly */

    uint32_t n_phases;
    DoList uniform, whole;        /* whole: of a resident kernel */
    DoList *at, *spread, *pieces; /* n_phases + 1, n_phases, n_phases */
    Path *paths;                  /* as Kernel.accesses */
    Reg *regs;
    uint32_t n_regs;
    Reduction *reductions;
    uint32_t n_reductions, n_levels; /* n_levels: of a reduction's stack */
    uint64_t *partial_at;            /* by reduction: in the memory of a run that splits rows */
    uint32_t n_scans;
    uint64_t scans; /* in a worker's memory: room for an accumulator for each scan and row */
    Aim *aims;
    uint32_t n_aims;
    uint64_t shared_size, worker_size, temp_at;
    char *shared;
    char *own;     /* the first worker's memory, with its table of registers */
    bool streams;  /* some store goes past the cache */
    bool straight; /* a map of arrays without gaps */
    bool large;    /* it touches more than the caches near a core hold */
};

/* ---- running */

typedef struct Failure {
    bool set;      /* by the task that runs now */
    uint64_t task; /* the first that failed, UINT64_MAX: none */
    bool scatter;
    int64_t index, extent; /* of a signed index; of an unsigned one its bits */
    bool is_unsigned;
    uint32_t instr; /* of the program */
} Failure;

typedef struct InterpRun {
    InterpKernel *k;
    char *const *pointers;
    struct InterpWorker *workers;
    unsigned n_workers;
    uint64_t tiles_per_task;
    /* Of a split row. */
    int64_t row, rows, group; /* group: elements */
    uint32_t phase;
    char *partials;
    const uint64_t *partial_at; /* by reduction */
    uint64_t stamp; /* of the phase being walked: workers that come new to it spread values first */
    atomic_ullong failed; /* the smallest task that failed, or UINT64_MAX */
    atomic_bool stop;
    atomic_ullong done;
    uint64_t total;
    pthread_t caller;
    bool told; /* the caller has told of its progress */
} InterpRun;

typedef struct InterpWorker {
    InterpRun *run;
    const InterpKernel *k;
    char **regs; /* where each register is now */
    char *memory;
    int64_t row, rows;    /* of the tile */
    int64_t first, width; /* of the piece, elements of the row */
    size_t n[SHAPE_COUNT];
    const uint8_t *mask; /* not NULL: which lanes are on */
    RegShape mask_shape;
    uint64_t stamp;
    uint32_t n_chunks; /* closed in each reduction of the phase */
    uint32_t turns;    /* of loops, to ask the host now and then */
    Failure failure;
} InterpWorker;

/* path.c */
bool path_prepare(Env *env, InterpKernel *k, const int64_t *extents, const uint32_t *order,
                  uint32_t n_axes, uint32_t n_inner);
/* Brings elements into the register; returns where they are: slot, or memory itself. */
char *path_load(InterpWorker *w, const Path *path, RegShape shape, char *slot);
void path_store(InterpWorker *w, const Path *path, RegShape shape, const char *reg);
/* Where the store's elements are when they can be written as a register; else NULL. */
char *path_direct(const InterpWorker *w, const Path *path, RegShape shape);
/* Element numbers (or bytes from the pointer) of the shape's places into a register of i64. */
void path_numbers(InterpWorker *w, const Path *path, RegShape shape, int64_t *reg);

/* Bytes of room for an element that is on its way. */
enum { TEMP_SIZE = 16 };

/* Fills a worker's table of registers, which stands at the beginning of its memory. */
void worker_place_regs(const InterpKernel *k, char *memory);
/* One a row to one an element of the piece. */
void spread_rows(const InterpWorker *w, Dtype dtype, char *out, const char *rows);
/* list.c: runs instructions from .. to; false when an index was out of range. */
bool list_run(InterpWorker *w, const DoList *list, uint32_t from, uint32_t to);
/* control.c */
bool control_run(InterpWorker *w, const DoList *list, const Do *d, uint32_t at);
/* The mask around, at the shape; NULL: all lanes are on. It may stand in temporary room. */
const uint8_t *mask_at(InterpWorker *w, RegShape shape);
/* run.c: somebody asked to stop. */
bool run_stopped(const InterpWorker *w);
/* The same after a turn of a loop; asks the host as well. */
bool loop_stopped(InterpWorker *w);
/* arrays.c */
void array_run(InterpWorker *w, const Do *d);
void array_replace(InterpWorker *w, const Do *d);
void array_element(InterpWorker *w, const Do *d);
void array_put(InterpWorker *w, const Do *d);
/* index.c */
bool gather_run(InterpWorker *w, const Do *d);
bool scatter_run(InterpWorker *w, const Do *d);
/* reduce.c */
void reduce_start(InterpWorker *w, const Reduction *r);
void reduce_feed(InterpWorker *w, const Reduction *r);
/* Folds what was fed and leaves one accumulator a row, at the address returned. */
char *reduce_close(InterpWorker *w, const Reduction *r);
void reduce_finish(InterpWorker *w, const Reduction *r, const char *accs);
/* The functions of a reduction that counts: it has no accumulators. */
extern const ReduceFns reduce_nothing;
void reduce_whole(InterpWorker *w, const Reduction *r);
/* The same of the results of n groups of a split row, one accumulator a row and group. */
char *reduce_partials(InterpWorker *w, const Reduction *r, const char *partials, uint64_t n);
/* scan.c */
void scan_run(InterpWorker *w, const Do *d);
/* The step that a scan repeats, NULL: none. */
StepFn *scan_step(const BlockOps *ops, Op scan, Dtype dtype);

#endif
