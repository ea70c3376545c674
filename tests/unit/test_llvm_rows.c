/* Reductions and scans as compiled code, in every walk, against the interpreter. */
#include "llvm_rows_fixture.h"

#include <string.h>

static const int64_t lengths[] = {0,  1,  2,   15,   16,   17,   31,   32,   33,  63,
                                  64, 65, 100, 1023, 1024, 1025, 2048, 5000, 9000};
enum { N_LENGTHS = sizeof lengths / sizeof *lengths };

static const Op reductions[] = {OP_sum, OP_prod, OP_max,    OP_min,   OP_count,
                                OP_any, OP_all,  OP_argmax, OP_argmin};
enum { N_REDUCTIONS = sizeof reductions / sizeof *reductions };

static Dtype result_dtype(Op op, Dtype dtype) {
    const OpInfo *info = op_info(op);
    return info->result == RESULT_I64 ? DT_I64 : info->result == RESULT_BOOL ? DT_BOOL : dtype;
}

typedef struct Reductions {
    Dtype dtype;
    uint32_t ops;  /* a bit for each of reductions[] */
    uint32_t omit; /* the same: those that omit NaN; another reduction than those that do not */
} Reductions;

static void make_reductions(RowKernel *k, const void *user) {
    const Reductions *r = user;
    ValId x = row_load(k, r->dtype);
    for (unsigned n = 0; n < N_REDUCTIONS; n++)
        for (unsigned omit = 0; omit < 2; omit++) {
            uint32_t chosen = omit ? r->omit : r->ops;
            if (!(chosen & 1u << n) ||
                !(op_info(reductions[n])->accepts & dtype_info(r->dtype)->class))
                continue;
            if (omit && (reductions[n] == OP_any || reductions[n] == OP_all))
                continue;
            row_store_each(k,
                           km_reduce(&k->m, reductions[n], x, result_dtype(reductions[n], r->dtype),
                                     omit ? KF_OMIT_NAN : 0));
        }
}

static void open_machine(const Pieces *p, Machine *machine) {
    km_machine(machine, &km_allocator, 1, p->blocks->name);
}

static bool accepts(Op op, Dtype dtype) {
    return op_info(op)->accepts & dtype_info(dtype)->class;
}

static bool is_float(Dtype dtype) {
    return dtype_info(dtype)->class & (unsigned)(CLASS_FLOAT | CLASS_COMPLEX);
}

static bool best_level(const Pieces *p) {
    return p->blocks == blocks_level(0);
}

/* All of them at once: their lanes are in memory. */
TEST(all_reductions_of_each_dtype) {
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        Machine machine;
        open_machine(&p, &machine);
        for (unsigned d = 0; d < DTYPE_COUNT; d++) {
            Reductions all = {(Dtype)d, UINT32_MAX, is_float((Dtype)d) ? UINT32_MAX : 0};
            unsigned ways = WAY_ROWS | WAY_COLUMNS_ACROSS;
            if (best_level(&p))
                ways = WAYS_ALL & ~WAY_KEEPS;
            check_rows(&p, &machine, dtype_info((Dtype)d)->name, make_reductions, &all, FILL_ANY,
                       ways, lengths, N_LENGTHS);
        }
        machine_free(&machine);
    }
    pieces_close(&p);
}

/* One of each dtype, and of each op, at each level: lanes in registers take turns. */
TEST(single_reductions) {
    Pieces p;
    unsigned turn = 0;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        Machine machine;
        open_machine(&p, &machine);
        for (unsigned d = 0; d < DTYPE_COUNT; d++)
            for (unsigned n = 0; n < N_REDUCTIONS; n++) {
                Reductions one = {(Dtype)d, 1u << n, 0};
                bool floats = is_float((Dtype)d) && reductions[n] != OP_any;
                if (!accepts(reductions[n], (Dtype)d) || (!floats && turn++ % 4))
                    continue;
                if (floats && reductions[n] != OP_all)
                    one.omit = 1u << n;
                unsigned ways = best_level(&p) ? WAY_ROWS | WAY_PHASES : WAY_ROWS;
                check_rows(&p, &machine, op_info(reductions[n])->name, make_reductions, &one,
                           FILL_ANY, ways, lengths, N_LENGTHS);
            }
        machine_free(&machine);
    }
    pieces_close(&p);
}

/* Which of two zeros is the larger depends on their order. */
TEST(zeros_of_both_signs) {
    static const Dtype dtypes[] = {DT_F16, DT_F32, DT_F64};
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        Machine machine;
        open_machine(&p, &machine);
        for (unsigned d = 0; d < 3; d++)
            for (unsigned n = 2; n < 4; n++) {
                Reductions one = {dtypes[d], 1u << n, 0};
                check_rows(&p, &machine, op_info(reductions[n])->name, make_reductions, &one,
                           FILL_ZEROS, WAY_ROWS | WAY_COLUMNS_ACROSS, lengths, N_LENGTHS);
            }
        machine_free(&machine);
    }
    pieces_close(&p);
}

/* Numbers whose sums are rounded differently in every other order. */
TEST(order_of_sums) {
    static const Dtype dtypes[] = {DT_F32, DT_F64, DT_F16, DT_C64, DT_C128};
    static const int64_t long_lengths[] = {3000, 4096, 5000, 8200, 16000, 33333};
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        Machine machine;
        open_machine(&p, &machine);
        for (unsigned d = 0; d < 5; d++) {
            Reductions sums = {dtypes[d], 1, 0};
            check_rows(&p, &machine, "sum", make_reductions, &sums, FILL_TAME,
                       WAY_ROWS | WAY_PHASES | WAY_COLUMNS_ACROSS, long_lengths, 6);
        }
        machine_free(&machine);
    }
    pieces_close(&p);
}
