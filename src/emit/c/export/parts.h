/*
 * What the files that export plans share. In what they write, e[3] is extent 3 of the plan, b[2] buffer 2, status what has
 * become of the call; the functions around them are those of emit/c/text/arrays.h.
 */
#ifndef FRIT_EMIT_C_EXPORT_PARTS_H
#define FRIT_EMIT_C_EXPORT_PARTS_H

#include "base/arena.h"
#include "base/vec.h"
#include "emit/c/export/export.h"
#include "emit/c/text.h"

enum { EXPORT_NAME = 96 };

typedef struct Exporter {
    Env *env;
    Arena *arena;
    const ExportOptions *options;
    const Plan *whole;      /* the plan that is exported */
    const Plan *plan;       /* that or one inside it: the one being written */
    const Program *program; /* of it */
    char name[EXPORT_NAME];
    Str out;      /* functions that run plans, those of parts first */
    Str declared; /* what stands before them */
    VEC(TextKernel) kernels;
    uint32_t n_plans;
    uint32_t rank; /* the most axes that anything has */
    bool products[DTYPE_COUNT];
} Exporter;

/* ---- names.c */
bool export_names(Exporter *x);
/* What the parameters of an input or output begin with: never a word of C, as something follows. */
void export_argument(const Exporter *x, bool input, uint32_t k, char *room);
/* Text in a comment that is open, which it does not end. */
void export_comment(Str *out, const Str *text);
/* The program's instruction, likewise. */
void export_instr(Exporter *x, uint32_t instr);

/* ---- extents.c */
void export_extents(Exporter *x);
/* "2, (const int64_t[]){e[0], e[3]}": how many there are, and which. */
void export_list(Exporter *x, const ExtentId *ids, uint32_t n);

/* ---- views.c */
/* v3 = buffer b[…] seen through the view; written: what reshapes copy is put back. */
void export_view(Exporter *x, uint32_t number, BufferId buffer, ViewId view, bool written);
/* The same of element numbers of an array of that shape. */
void export_number_view(Exporter *x, uint32_t number, uint32_t shape, uint32_t rank, ViewId view);
/* What an access moves by along the kernel's last axis if arrays lie row-major; -1: nobody knows. */
int64_t export_expected(const Exporter *x, const Access *access);

/* ---- in_place.c */
typedef enum Meeting {
    MEET_ALWAYS, /* the output may be written over the input in any way */
    MEET_SAME,   /* where both are the same elements */
    MEET_NEVER
} Meeting;
/* May the plan's output lie in memory of the input? */
Meeting export_meeting(const Plan *plan, uint32_t output, uint32_t input);
/* Does the step only put the elements of one buffer into another: every store what a load of that pair of accesses gives? */
bool export_moves(const Kernel *kernel, BufferId *from, BufferId *to);

/* ---- kernels.c */
bool export_kernel(Exporter *x, const PlanStep *step);

/* ---- control.c */
/* subs: numbers of the functions of its parts. */
bool export_control(Exporter *x, const PlanStep *step, const uint32_t *subs);
bool export_products(Exporter *x);

/* ---- plan.c */
/* The function of x->plan, after those inside it; *number is its own. */
bool export_function(Exporter *x, uint32_t *number);

#endif
