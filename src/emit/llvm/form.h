/*
 * What compiled code of a kernel is specialised on, beside the kernel itself, and what it is given
 * when it runs. Sizes and strides are run-time values: of an access the code knows no more than
 * whether neighbouring lanes share an element, are neighbours in memory, or neither.
 */
#ifndef FRIT_EMIT_LLVM_FORM_H
#define FRIT_EMIT_LLVM_FORM_H

#include "emit/llvm/target.h"
#include "kernel/kernel.h"

typedef enum Walk {
    WALK_MAP,    /* every element by itself. Lanes: inner elements */
    WALK_ROWS,   /* whole rows, one after another. Lanes: elements of the row */
    WALK_PHASES, /* parts of one row, a walk over it at a time: where workers share a row */
    WALK_COLUMNS /* whole rows side by side. Lanes: rows */
} Walk;

/* How the lanes of an access lie. In WALK_COLUMNS lanes go along rows, else along inner elements. */
typedef enum Along {
    ALONG_ONE,  /* all lanes the same element: stride 0 */
    ALONG_NEXT, /* next to each other: stride = size of the element */
    ALONG_ANY,  /* any stride */
    /* An element number, gather or scatter whose inner axes are no straight line (ROWS and PHASES
     * alone): element e of a row is at FrameAccess.places[e]. */
    ALONG_PLACES
} Along;

/*
 * WALK_MAP     i32 frit_map(LineFrame *, i64 rows, i64 n)
 *              places (r, e), r < rows, e < n. Values of LEVEL_ROW are one an element too.
 * WALK_ROWS    i32 frit_rows(LineFrame *, i64 rows, i64 length)
 * WALK_COLUMNS i32 frit_columns(LineFrame *, i64 rows, i64 length)
 *              rows: at most LineFrame.tile_rows
 * WALK_PHASES  i32 frit_at0(LineFrame *, i64 length)
 *              i32 frit_phase0(LineFrame *, i64 from, i64 to)   elements of the row; from is a multiple of
 *              i32 frit_at1(LineFrame *, i64 length) ...        REDUCE_CHUNK. In the end the accumulators
 *                                                           of these elements stand in LineFrame.partials
 * Any walk     i32 frit_uniform(LineFrame *)
 *              there if the kernel has stores of LEVEL_UNIFORM: does them and nothing else. The other
 *              functions do not: they may run several times in a run, also at the same time, and what
 *              they load may be what is stored here. It is called once, after all others.
 * They return RAN, or why they stopped early.
 */
enum { RAN = 0, RAN_INTO_INDEX = 1 /* an index was out of range */, RAN_STOPPED = 2 };

typedef struct Form {
    const Target *target;
    unsigned llvm; /* the major version that makes code of it; 0: the newest that is known */
    frit_numerics numerics;
    Walk walk;
    /* ROWS, COLUMNS: values that later walks over the row need again are kept in LineFrame.scratch;
     * otherwise they are computed again. */
    bool keeps;
    /* COLUMNS: element e of a row is at FrameAccess.places[e], of every access that differs from
     * element to element, because the inner axes of one of them are no straight line. */
    bool placed;
    const uint8_t *along; /* by access: Along; of an element number ALONG_ANY or ALONG_PLACES */
} Form;

typedef struct FrameAccess {
    /* The element at row 0, inner element 0 of what the call walks; of an element number: the number.
     * The access's leaf is already added. */
    char *at;
    int64_t row, inner; /* strides in bytes; of an element number: in elements */
    /* ALONG_PLACES, Form.placed: what is added to `at` (and r * row) for element e of a row, instead of
     * e * inner. */
    const int64_t *places;
    const int64_t *indexed; /* gather, scatter: stride, extent of each indexed axis in turn */
    /* MAP, a store along lanes: not 0: whole vectors go past the cache; `at` and row are then multiples
     * of 64. */
    int64_t past;
} FrameAccess;

/*
 * One for each worker. Accumulators in memory are those of ReduceFns (run/loops/blocks.h), values
 * of rows are registers of the interpreter (a half is a float, a bool a byte), in 16 bytes each.
 */
typedef struct LineFrame LineFrame;
struct LineFrame {
    const void *const *steps;    /* StepFn: [op * DTYPE_COUNT + dtype of the operands] */
    const void *const *scatters; /* ScatterFn: [dtype * COMBINE_COUNT + combine] */
    const void *const *scans;    /* ScanFn: [op * DTYPE_COUNT + dtype] */
    const void *const *randoms;  /* RandomFn: [op * DTYPE_COUNT + dtype of the result] */
    double (*fma)(double, double, double);
    /* One more chunk of reduction number k: chunk number n of the rows at hand. */
    void (*push)(LineFrame *, uint64_t k, uint64_t rows, uint64_t n, const void *accs);
    /* The accumulators of n chunks, one a row. */
    const char *(*fold)(LineFrame *, uint64_t k, uint64_t rows, uint64_t n);
    /* Called now and then from long loops; not 0: stop. */
    uint64_t (*poll)(LineFrame *);
    char *scratch;     /* FormNeeds.row_bytes * tile rows + .element_bytes * tile rows * length */
    char *values;      /* PHASES: values of the row, 16 bytes each */
    char *partials;    /* PHASES: by number of the reduction, 16 bytes each */
    char *arrays;      /* FormNeeds.array_bytes: arrays that lanes have of their own */
    char *scan_states; /* SCAN_STATE bytes for each scan and row */
    int64_t tile_rows; /* COLUMNS: how far apart lines of rows stand in scratch */
    void *user;        /* of push, fold and poll */
    FrameAccess access[];
};

/* What the code of a kernel needs, without making it. */
typedef struct FormNeeds {
    uint32_t n_phases;
    uint32_t n_values;     /* PHASES: values of a row that go from one function to another */
    uint32_t n_reductions; /* numbered in the order of their instructions */
    uint32_t n_scans;
    uint64_t row_bytes;     /* of scratch for each row of a tile (COLUMNS) */
    uint64_t element_bytes; /* of scratch for each element of the tile's rows (keeps) */
    uint64_t array_bytes;   /* of arrays of lanes */
    unsigned lanes;         /* elements of a vector */
} FormNeeds;

#endif
