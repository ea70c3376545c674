/*
 * What the files that drive compiled code share.
 *
 * A kernel is seen as *lines*: rows of a kernel with inner axes, or the runs of a map along its last
 * axis. The axes outside of a line are merged where all accesses allow it (the grid); one call of the
 * code does lines along the last of them, an odometer goes over the others.
 *
 * An access that is no straight line along a line's elements is staged: before a call its elements are
 * copied to a straight line of the worker's own, or after it from there. Of element numbers, gathers
 * and scatters it is the offsets of the elements that are written down.
 */
#ifndef FRIT_RUN_LLVM_DRIVER_H
#define FRIT_RUN_LLVM_DRIVER_H

#include <pthread.h>
#include <stdatomic.h>

#include "kernel/axes.h"
#include "base/arena.h"
#include "run/host/host.h"
#include "run/llvm/compiled.h"
#include "run/loops/move.h"

typedef enum Staging {
    STAGE_NONE,
    STAGE_LOAD,  /* copied before a call */
    STAGE_STORE, /* copied after it */
    STAGE_TILE,  /* a load: some elements of several lines, whose neighbours in memory they are */
    STAGE_PLACES /* offsets of a line's elements: the same for every line */
} Staging;

/* Elements of a line that a tile has, and how many places apart its lines stand: no power of two, so
 * that they do not compete for the same lines of the cache. */
enum { TILE_WIDTH = 256, TILE_PITCH = TILE_WIDTH + 16 };

/* An access of the kernel. */
typedef struct Reach {
    uint32_t pointer; /* UINT32_MAX: an element number */
    uint32_t size;    /* bytes of an element in memory; of an element number 1 */
    uint8_t staging;
    uint8_t level; /* the highest Level it is used at */
    bool store;    /* a store, no scatter */
    bool past;     /* it goes past the cache where it is aligned */
    bool periodic; /* staged: the same again after k->period elements */
    int64_t offset;
    int64_t inner;        /* stride of a line's elements, where they are straight */
    int64_t *grid;        /* strides of the grid's axes */
    Line line;            /* over a line's elements */
    uint64_t room;        /* staged: in a worker's memory */
    const int64_t *index; /* indexed axes: stride, extent of each */
} Reach;

/*
 * One of the ways to walk a kernel. Not forced: what is quickest for these sizes and so many threads.
 * The others are what could have been chosen for other sizes of the same layout, so that code which is
 * there can be used: all of them give the same results.
 */
typedef enum MapChoice {
    MAP_LINES,   /* nothing is copied */
    MAP_TILES,   /* loads that go across lines are copied */
    MAP_ONE_LINE /* everything one line, copied where it is none */
} MapChoice;

typedef struct Choice {
    bool forced;
    bool ones;    /* axes of one element count, as they would if they were longer */
    bool keeps;   /* rows: see Form */
    uint8_t walk; /* rows: Walk */
    uint8_t map;  /* maps: MapChoice */
} Choice;

/* A reduction, by number. */
typedef struct Sum {
    ReduceFns fns;  /* acc_size 0: the result is the number of elements */
    uint64_t stack; /* in a worker's memory: a binary counter of chunks, run/loops/counter.h */
} Sum;

typedef int32_t LinesFn(LineFrame *frame, int64_t rows, int64_t n);
typedef int32_t AtFn(LineFrame *frame, int64_t length);
typedef int32_t PhaseFn(LineFrame *frame, int64_t from, int64_t to);
typedef int32_t UniformFn(LineFrame *frame);

/* The functions of a Code. */
typedef struct Entries {
    LinesFn *lines;     /* frit_map, frit_rows or frit_columns */
    AtFn **at;          /* n_phases + 1 */
    PhaseFn **phase;    /* n_phases */
    UniformFn *uniform; /* NULL: no store of LEVEL_UNIFORM */
} Entries;

struct CompiledKernel {
    frit_allocator allocator;
    Machine *machine;
    HostDevice *host; /* of the machine */
    const BoundKernel *bound;
    Choice choice;
    Arena *arena;
    Form form;
    FormNeeds needs;
    uint8_t *along; /* of the form */
    double cost;    /* of an element, in nanoseconds, roughly */

    uint32_t n; /* accesses */
    Reach *reach;
    uint32_t n_grid;
    int64_t *grid; /* extents */
    int64_t n_lines, length;
    bool in_order;       /* one thread: scatter */
    bool uniform_stores; /* frit_uniform has something to do */
    bool lines_stores;   /* and so have the others */

    /* ---- sizes */
    int64_t piece;     /* elements staged at once; 0: nothing is staged */
    int64_t period;    /* of those that are periodic; 0: none is */
    int64_t block;     /* of a map: elements of a line in one call; 0: all */
    int64_t tile_rows; /* lines in one call, at most; 0: any number */
    int64_t batch;     /* PHASES: rows that take part in a task */
    bool streams;

    /* ---- how the work is shared: tasks of so many elements (MAP, PHASES) or lines */
    unsigned n_workers;
    uint64_t n_tasks;
    int64_t grain;

    /* ---- a worker's memory */
    Sum *sums;
    uint32_t n_levels; /* of their stacks */
    uint64_t frame_at, offsets_at, scratch_at, arrays_at, values_at, partials_at, scans_at,
        uniform_at, temp_at;
    uint64_t cleared; /* bytes at its beginning that start as 0 */
    uint64_t worker_size;
    char *own; /* the first worker's; NULL: too large to be kept */

    Code *code; /* whose functions these are */
    Entries entries;
};

typedef struct CodeRun {
    CompiledKernel *k;
    char *const *pointers;
    struct CodeWorker *workers;
    unsigned n_workers;
    atomic_bool bad_index, stop;
    atomic_ullong done;
    uint64_t total; /* tasks; this and the caller only for one who is told of progress */
    pthread_t caller;
    bool told; /* the caller has told of its progress */
    /* PHASES: */
    int64_t row, rows; /* of the batch */
    uint32_t phase;
    char *
        partials; /* [reduction][row of the batch][task], SLOT_BYTES each; NULL: one task does all */
} CodeRun;

typedef struct CodeWorker {
    CodeRun *run;
    const CompiledKernel *k;
    LineFrame *frame;
    char *memory;
    int64_t *offset; /* by access: of the line at hand */
    int64_t at[MAX_RANK];
    int64_t row;    /* PHASES: that the frame is aimed at; -1: none */
    int64_t staged; /* elements of periodic loads that are staged, from the first of a period on */
    uint32_t polls;
    bool placed; /* the tables of places are filled, for all lines */
} CodeWorker;

enum { LINE_BYTES = 64 }; /* of memory */

/* Bytes of an accumulator and of a row's value in a frame. */
enum { SLOT_BYTES = 16 };

enum {
    ROW_BYTES = 256 * 1024, /* of rows that stay in the second cache */
    PIECE_MIN = 1024,       /* elements that are staged at once */
    PAYS_NS = 40000,        /* work from which waking others pays */
    TASK_NS = 20000         /* work that a worker takes at once */
};

/* ---- choose.c */
/* Fills everything but the memory's layout. False without an error: the interpreter is to run it, or
 * there is no such choice. */
bool compiled_choose(Env *env, CompiledKernel *k, frit_numerics numerics, unsigned choice);

/* Does it go across the lines, while neighbours in memory are on neighbouring lines? */
bool compiled_goes_across(const CompiledKernel *k, uint32_t a);

/* ---- share.c */
/* Fills in workers, tasks and what a task is, of a kernel whose form is chosen. */
void compiled_share(CompiledKernel *k);

/* ---- layout.c */
/* The same. */
bool compiled_lay_out(Env *env, CompiledKernel *k);
/* Everything in a worker's memory that stays the same from call to call. */
void worker_fill(const CompiledKernel *k, char *memory);

/* ---- stage.c: elements from .. to of the line at hand */
void stage_in(CodeWorker *w, int64_t from, int64_t to);
/* Only after the code has run over all of these elements. */
void stage_out(CodeWorker *w, int64_t from, int64_t to);
/* A tile: elements from .. to of rows lines, from the odometer's plus `row` on. */
void stage_tile(CodeWorker *w, int64_t row, int64_t rows, int64_t from, int64_t to);

/* ---- walk.c */
/* The odometer to line number `line`. */
void worker_seek(CodeWorker *w, int64_t line);
/* rows more lines, which do not go beyond the grid's last axis. */
void worker_advance(CodeWorker *w, int64_t rows);
/* Lines until the last axis of the grid ends. */
int64_t worker_lines_left(const CodeWorker *w);
/* Aims the frame at element `from` of the line that comes `row` after the odometer's. */
void worker_aim(CodeWorker *w, int64_t row, int64_t from);
/* Both give RAN, or why the code stopped. */
int32_t drive_map(CodeWorker *w, int64_t from, int64_t to);
int32_t drive_lines(CodeWorker *w, int64_t from, int64_t to);

/* ---- sums.c: LineFrame.push and fold */
void sums_push(LineFrame *frame, uint64_t k, uint64_t rows, uint64_t n, const void *accs);
const char *sums_fold(LineFrame *frame, uint64_t k, uint64_t rows, uint64_t n);

/* ---- phases.c */
/* All rows, one after another, each shared by the workers. */
void phases_run(CodeRun *run);

/* ---- drive.c */
/* Runs the functions in k->entries. */
EngineRan compiled_drive(Env *env, CompiledKernel *k, char *const *pointers);
static inline bool drive_is_stopped(const CodeRun *run) {
    return atomic_load_explicit(&run->stop, memory_order_relaxed) ||
           machine_cancelled(run->k->machine);
}

/* Before and after a task; code: what the functions returned. False: do not begin. */
static inline bool drive_begin(const CodeRun *run) {
    return !drive_is_stopped(run) && !atomic_load_explicit(&run->bad_index, memory_order_relaxed);
}

void drive_end(CodeWorker *w, int32_t code);
void drive_tasks(CodeRun *run, uint64_t n, ChunkFn *task);
/* LineFrame.poll */
uint64_t drive_poll(LineFrame *frame);

#endif
