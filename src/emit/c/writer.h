/* What the files that write source of kernels share. */
#ifndef FRIT_EMIT_C_WRITER_H
#define FRIT_EMIT_C_WRITER_H

#include "emit/c/library.h"
#include "emit/c/text.h"
#include "kernel/slices.h"

typedef struct Writer {
    Env *env;
    Arena *arena;
    const Kernel *kernel;
    const TextForm *form;
    const char *name; /* of the function */
    Analysis known;
    Str out; /* the functions */
    unsigned depth;
    const Slice *slice; /* that is being written */
    const TextDialect *dialect;
    const char *index; /* the type of places: 32 bits where they fit */
    const char *guard; /* what is stored is stored where this is true; NULL: always */
    bool teams;        /* threads share rows: reduction 2 has its lane in a2, not in l2[lane] */
    bool by_warp;      /* and lanes tell each other without memory */
    bool keeps;        /* values that several walks over the row use: see elements.c */
    bool ahead;        /* loads of elements are done: see elements.c */
    char kept_at[64];  /* which of the thread's elements this is */
    const char *other, *first; /* threads, by number: `by` lanes further, and lane 0 */
    char other_room[64];
} Writer;

/* ---- writer.c */
/* A line, indented. */
void src_line(Writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with what follows in parts: src_begin, str_… of w->out, src_end. */
void src_begin(Writer *w);
void src_end(Writer *w);
/* The loop that follows is written out, so that its arrays are registers: where a thread is one lane of many. */
void src_unroll(Writer *w);
/* A block: braces of its own. */
void src_block(Writer *w);
void src_open(Writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void src_close(Writer *w);
bool src_unsupported(Writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- words.c: dtypes, constants, casts */
/* What a value of the dtype is held in, and what it is in memory; the latter's name in frit_load_… */
const char *src_type_of(Dtype dtype);
const char *src_stored_as(Dtype dtype);
void src_constant(Str *out, Dtype dtype, Bits bits);
void src_cast(Str *out, Dtype from, Dtype to, const char *x);
bool src_bitcast(Writer *w, Dtype from, Dtype to, const char *x);
void src_load(Str *out, Dtype dtype, const char *place);
void src_store(Str *out, Dtype dtype, const char *place, const char *x);

/* ---- body.c: the load of an instruction into its array of elements (elements.c) */
void src_load_into(Writer *w, uint32_t instr);

/* ---- step.c: a step of the op table on operands that are names */
bool src_step(Writer *w, Op op, Dtype dtype, const char *const *in);

/* ---- arrays.c: tables, arrays, their elements; the tables stand before the kernel's functions */
void src_array(Writer *w, uint32_t instr);
void src_tables(Writer *w);

/* ---- body.c: the instructions of a slice */
bool src_slice(Writer *w, const Slice *slice);

/* ---- fold.c: what reductions and scans do */
void fold_declare(Writer *w, uint32_t instr);                /* lanes and counter of a row */
bool fold_take(Writer *w, uint32_t instr, const char *lane); /* the value of the slice's element */
bool fold_lanes(Writer *w, uint32_t phase);  /* at the end of a chunk: `chunk` is its number */
bool fold_finish(Writer *w, uint32_t phase); /* after the last chunk */
void fold_begin(Writer *w, uint32_t phase);  /* before a chunk */
void fold_results_declare(Writer *w, uint32_t phase);
void fold_results(Writer *w, uint32_t phase);
bool src_scan(Writer *w, uint32_t instr);
void scan_declare(Writer *w, uint32_t instr);

/* ---- places.c */
/* Extents, where accesses begin, strides: by name. */
void src_sizes(Writer *w);
/* NAME, of that type, is the number of places along axes from .. to. */
void src_product(Writer *w, const char *type, const char *name, uint32_t from, uint32_t to);
/* Places along axes from .. to of number `number`, as PREFIX0, PREFIX1, … */
void src_places(Writer *w, char prefix, const char *number, uint32_t from, uint32_t to);
/* r3: where access 3 is at the row's first element. */
void src_rows(Writer *w);

/* ---- walk.c: function number `function` of the kernel */
bool src_walk(Writer *w, uint32_t function);
void src_signature(Writer *w, uint32_t function);

/* Of instructions of that code: do any happen in the phase? */
bool src_phase_has(const Writer *w, uint32_t phase, KernelCode code);
/* Values and stores that there is one of. */
bool src_uniform(Writer *w);
bool src_uniform_stores(Writer *w);

/* ---- kept.c: what a walk over the row keeps for later ones, in C */
/* Bytes an element; 0: nothing. */
uint32_t src_kept_bytes(const Writer *w);
/* In a row: where the thread's part of the memory begins. */
void src_kept_row(Writer *w, const char *thread);
/* Of an element of the phase: what was kept and is used here; what is made here and kept. */
void src_kept_loads(Writer *w, uint32_t phase);
void src_kept_stores(Writer *w, uint32_t phase);

/* ---- walk_c.c: the function of a kernel in C */
bool src_understand_c(Writer *w);
bool src_function_c(Writer *w);

enum { NAME_ROOM = 24 };
/* v3 */
static inline void src_value_name(char *name, ValId v) {
    unsigned digits = 0;
    char text[NAME_ROOM];
    do {
        text[digits++] = (char)('0' + v % 10);
        v /= 10;
    } while (v);
    *name++ = 'v';
    while (digits)
        *name++ = text[--digits];
    *name = '\0';
}

#endif
