/*
 * The instructions of a slice, and what they have in common: functions, places in memory, lanes.
 *
 * Lanes of a vector go along inner elements (MAP, ROWS, PHASES) or along rows (COLUMNS); `index` is the
 * number of lane 0 on that way. Loops around add what they know to the base of each access, so the
 * place of lane 0 is base + index * stride.
 */
#ifndef FRIT_EMIT_LLVM_BODY_H
#define FRIT_EMIT_LLVM_BODY_H

#include "emit/llvm/analyse.h"
#include "emit/llvm/emitter.h"

enum { SIZE_LOGS = 5 }; /* elements have 1, 2, 4, 8 or 16 bytes */

/* Where a slice is emitted, and what becomes of what only the walk knows how to do. */
typedef struct SliceSite SliceSite;
struct SliceSite {
    const Slice *slice;
    Val index; /* i64: number of lane 0; 0 where the slice has no lanes */
    Val count; /* i64: how many lanes are there; 0: all. Goes with Emit.mask */
    void *user;
    void (*reduce)(Emit *e, const SliceSite *site, uint32_t instr, Vec x);
    Vec (*scan)(Emit *e, const SliceSite *site, uint32_t instr, Vec x);
    /* A value of the slice that later phases need, and one that an earlier phase kept. */
    void (*keep)(Emit *e, const SliceSite *site, ValId v, Vec x);
    Vec (*kept)(Emit *e, const SliceSite *site, ValId v);
    /* ---- the slice's own */
    Val scaled[SIZE_LOGS]; /* index times 1, 2, 4 ... bytes; 0: nothing needs it */
    Val active; /* lanes that are on in a loop or branch where they differ; 0: all that are there */
};

/*
 * Begins a function: its frame, the fields of the accesses and the uniform values that the slices use.
 * n 0: those of the stores of LEVEL_UNIFORM, and the stores.
 */
void emit_begin(Emit *e, const char *name, unsigned n_params, Val *params,
                const Slice *const *slices, unsigned n);
/* Ends it: returns RAN. */
void emit_end(Emit *e);

/* The base of every access at a row and an element (i64, or 0: none is added). */
void emit_bases(Emit *e, Val row, Val element);
/* Before a loop: splats of values from outside that vectors in the slice use, and that no body_define
 * of this function made known. */
void emit_spreads(Emit *e, const Slice *slice);
/* The instructions in their order, stores and scatters last. */
void emit_slice(Emit *e, SliceSite *site);

/* How many lanes are there when `left` (an i64, at least 1) are left: the mask, and the number. */
Val emit_lane_mask(Emit *e, Val left);
Val emit_lane_count(Emit *e, Val left);

/* ---- inside */
/* Lanes of a value in vectors of the walk: 1 for those of which a row or the kernel has one. */
unsigned value_lanes(const Emit *e, ValId v);
/* The same by level. */
unsigned level_lanes(const Emit *e, Level level);
Vec body_operand(Emit *e, ValId v, unsigned lanes);
/* v is known from here on: splatted where vectors use it. */
void body_define(Emit *e, ValId v, Vec x);
void body_instrs(Emit *e, SliceSite *site, uint32_t from, uint32_t to);
/* How far lane 0 is from index 0, for each size of an element that the slice moves. */
void body_scale(Emit *e, SliceSite *site);
/* Pointer (or number) of lane 0; of one that a row or the kernel has one of, where lanes is 1. */
Val body_place(Emit *e, const SliceSite *site, uint32_t access, unsigned lanes, Level level);
/* i64 lanes: element numbers; of a gather or scatter bytes from *from, where lane 0 is. */
Val body_numbers(Emit *e, const SliceSite *site, uint32_t access, unsigned lanes, Level level);
Val body_offsets(Emit *e, const SliceSite *site, uint32_t access, unsigned lanes, Level level,
                 Val *from);
/* Stride and extent of an indexed axis, i64. */
void body_axis(Emit *e, uint32_t access, uint32_t axis, Val *stride, Val *extent);
/* An array of the frame: element number `at` of the table of pointers. */
Val body_function(Emit *e, size_t table, uint64_t at);
/* Returns `code` where the condition (i1) holds; goes on otherwise. */
void body_return_if(Emit *e, Val condition, int32_t code);
/* Mask of lanes that are there and on; 0: all. */
Val body_active(const Emit *e, const SliceSite *site);

/* parts.c: instruction n and those that move the other components of its vector, all at once. False:
 * it has to go by itself. They are in e->parts then. */
bool body_load_parts(Emit *e, const SliceSite *site, uint32_t n);
bool body_store_parts(Emit *e, const SliceSite *site, uint32_t n);

/* control.c */
void body_region(Emit *e, SliceSite *site, uint32_t opener);
/* array.c: tables, arrays and their elements; of an array part[0] is where it is */
Vec body_array(Emit *e, const SliceSite *site, uint32_t instr);
/* index.c */
Vec body_gather(Emit *e, const SliceSite *site, uint32_t instr);
void body_scatter(Emit *e, const SliceSite *site, uint32_t instr);

#endif
