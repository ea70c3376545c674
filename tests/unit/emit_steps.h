/*
 * Every step of the op table, every cast, bitcast and literal as source, and what each must give.
 * One file of source holds a function for each case and, for each dtype, a driver
 *
 *     drive_<dtype>(const T *x, const T *y, const T *z, unsigned char *out, long n)
 *
 * that runs all cases whose operands are of that dtype; a case's results lie at its offset of out.
 */
#ifndef TESTS_UNIT_EMIT_STEPS_H
#define TESTS_UNIT_EMIT_STEPS_H

#include "foreign_code.h"
#include "ir/program.h"

enum { STEP_VALUES = 1024 };

typedef enum StepKind { STEP_EVAL, STEP_CAST, STEP_BITCAST, STEP_LITERAL } StepKind;

typedef struct StepCase {
    StepKind kind;
    Op op;
    Dtype from, to;
    Bits literal;
    size_t offset;
} StepCase;

typedef struct Steps {
    StepCase *cases;
    size_t n;
    size_t out_size;
    uint8_t *values[DTYPE_COUNT][3]; /* operands, as they lie in memory */
} Steps;

typedef struct StepDialect {
    const char *name;
    bool complex_functions; /* C's csqrt and its family */
    bool f64;
    uint16_t lacks;                  /* the op flag of what it has not */
    const char *function;            /* before a program's name */
    const char *driver;              /* before "drive_" */
    const char *first_param;         /* of a driver, or "" */
    const char *param;               /* before a parameter's type */
    const char *global;              /* before a pointer's type */
    const char *loop;                /* declares the index i and runs it over 0 .. n - 1 */
    const char *memory[DTYPE_COUNT]; /* an element in memory */
} StepDialect;

/* The dtypes as C has them. */
extern const char *const step_memory_c[DTYPE_COUNT];

void steps_make(Steps *steps, const StepDialect *dialect);
void steps_free(Steps *steps);
/* malloc'ed text. */
char *steps_source(const Steps *steps, const StepDialect *dialect);
/* Checks all results. Functions that round may be max_ulp away; everything else is exact. */
void steps_check(const Steps *steps, const uint8_t *out, unsigned max_ulp);
size_t dtype_bytes(Dtype dtype);

/* ---- emit_programs.c */

/* A program over arrays with something of everything that every dialect but metal can do. */
extern const char emit_kernel_text[];
/* Functions on vectors, matrices and fixed arrays of every dtype; malloc'ed text. */
char *emit_vectors_text(bool with_f64);
/* Source of the last program of a text, malloc'ed; fails the test when there is none. */
char *emit_text(const char *text, const char *dialect, const char *function_name);
/* Writes the source to emitted.<suffix> in a new folder, runs the command there, loads the
 * emitted.so it makes. */
void *compile_with(const char *command, const char *source, const char *suffix);
/* Compiles C source with the C compiler at hand and loads it; the handle is dlopen's. */
void *compile_c(const char *source);

#endif
