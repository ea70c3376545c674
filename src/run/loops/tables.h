/* The tables that the sources of a level make, of which blocks.c makes one BlockOps. */
#ifndef FRIT_RUN_LOOPS_TABLES_H
#define FRIT_RUN_LOOPS_TABLES_H

#include "run/loops/level.h"

typedef struct MoveTables {
    CastFn *pack[DTYPE_COUNT], *unpack[DTYPE_COUNT];
    SelectFn *select[DTYPE_COUNT];
    LoadFn *load[DTYPE_COUNT];
    StoreFn *store[DTYPE_COUNT], *stream[DTYPE_COUNT];
    GatherFn *gather[DTYPE_COUNT];
    RepeatFn *repeat[DTYPE_COUNT], *tile[DTYPE_COUNT];
    IndexFn *index[DTYPE_COUNT];
    ClampFn *clamp[DTYPE_COUNT];
    PickFn *pick[DTYPE_COUNT];
    PutFn *put[DTYPE_COUNT];
} MoveTables;

extern const MoveTables LV(moves);
void LV(count_up)(int64_t *reg, int64_t first, int64_t stride, size_t n);
void LV(fence)(void);
extern CastFn *const LV(casts)[DTYPE_COUNT][DTYPE_COUNT];
extern ScatterFn *const LV(scatters)[DTYPE_COUNT][COMBINE_COUNT];
extern ScanFn *const LV(scans)[OP_COUNT][DTYPE_COUNT];
extern ScanStartFn *const LV(scan_starts)[OP_COUNT][DTYPE_COUNT];
extern RandomFn *const LV(randoms)[OP_COUNT][DTYPE_COUNT];
extern const ReduceFns LV(reduces)[OP_COUNT][DTYPE_COUNT][2];
/* The level. */
extern const BlockOps LV(blocks);

#endif
