/*
 * Source of kernels in the family of C: one text, in which every dialect spells a few words its own way
 * (emit/c/text/bind_*.h). A kernel becomes functions over memories and a table of sizes:
 *
 *     void NAME(char *m0, char *m1, …, const int64_t *z, int32_t *failed)
 *
 * m0, m1, … are the memories of accesses 0, 1, … (element numbers have none); z has extents, offsets and strides (text_sizes); *failed becomes 1 where an index is
 * out of range (kernels that take indices have it). Each element is computed as the steps say, one value a line, with
 * the bits of every other engine.
 *
 * In a dialect of many threads there are NAME_0, NAME_1, …, all with one parameter more, `char *scratch`, which are
 * launched one after another as text_plan says: each sees what those before it have written, and scratch is theirs from
 * the first to the last.
 */
#ifndef FRIT_EMIT_C_TEXT_H
#define FRIT_EMIT_C_TEXT_H

#include "base/str.h"
#include "kernel/bound_kernel.h"

typedef struct TextDialect {
    const char *name;
    /* Lines: how it spells things; how the bits of floats are had, where that is text; how elements are moved; how the
     * lanes of a warp tell each other. */
    const char *const *bind, *const *bits, *const *moves, *const *lanes;
    bool warps;    /* they can without memory */
    bool threads;  /* many run the kernel at once */
    bool by_value; /* the table of sizes is a parameter itself, as long as it is short */
    const char *const *arrays, *const *products; /* what source around kernels is written with */
} TextDialect;

/* NULL: there is none of that name. */
const TextDialect *text_dialect(const char *name);

/* How threads share a kernel. */
typedef enum TextWalk {
    TEXT_ROWS,  /* each takes rows (of a map, elements), one after another */
    TEXT_MAP,   /* groups take elements side by side */
    TEXT_TEAMS, /* 32 threads or more take a row, each a lane of its chunks */
    TEXT_CHUNKS, /* 32 threads take a chunk of a row; functions of their own combine what chunks come to */
    TEXT_COLUMNS, /* the same where rows lie side by side: neighbours take neighbouring rows */
    TEXT_WALKS
} TextWalk;
const char *text_walk_name(TextWalk walk);
/* TEXT_WALKS: there is none of that name (which may be NULL). */
TextWalk text_walk_named(const char *name);

/* What a source depends on besides the kernel itself. Sizes are no part of it, but for their orders of magnitude. */
typedef struct TextForm {
    bool map;                  /* every element by itself: all axes are inner ones */
    uint32_t n_outer, n_inner; /* axes, as far as they could not be merged */
    /* By access: bytes of an element where neighbours along the last axis lie side by side; else 0. */
    const uint8_t *along;
    TextWalk walk;
    bool narrow;      /* 32 bits are enough for every place */
    uint32_t threads; /* of a group; TEXT_ROWS: any number */
    uint32_t team;    /* TEXT_TEAMS: threads of a row */
    uint32_t most;    /* TEXT_TEAMS: chunks of a row, at most */
    uint32_t rounds;  /* TEXT_TEAMS: chunks that a thread takes one after another; 0: that varies */
    uint32_t turns;   /* elements of a chunk (of a map: of anything) that a thread takes */
    bool whole;       /* there is an element for every thread and turn */
    /* The rest is for C alone. */
    const uint8_t *still; /* by access: it does not move along the last axis. NULL: nobody knows */
    /* What `along` and `still` say holds only where the function is told so: it has `bool near` before failed. */
    bool near;
    bool
        keeps; /* costly values that several walks over a row need are kept by the first (text_kept_bytes) */
    bool openmp; /* rows, or parts of long ones, are taken in parallel */
} TextForm;

/* A kernel's space as its source walks it: axes of one element left out, neighbours merged. */
typedef struct TextSpace {
    TextForm form;
    int64_t extents[MAX_RANK];
    int64_t *strides; /* of access k along axis a: [k * (n_outer + n_inner) + a] */
} TextSpace;

struct Arena;
bool text_space(Env *env, struct Arena **arena, const BoundKernel *bound, TextSpace *out);
/* Is the table of sizes a parameter itself? */
bool text_by_value(const TextDialect *dialect, const Kernel *kernel, const TextForm *form);
/* The table of sizes: how many, and what they are. */
uint32_t text_sizes_count(const Kernel *kernel, uint32_t n_axes);
/* Where the access begins in the table: first comes its offset. */
uint32_t text_size_of_access(const Kernel *kernel, uint32_t n_axes, uint32_t access);
void text_sizes(const BoundKernel *bound, const TextSpace *space, int64_t *out);

enum { TEXT_MOST_LAUNCHES = 8 };

typedef struct TextLaunch {
    uint64_t groups;  /* 0: there is nothing to do */
    uint32_t threads; /* of each group */
} TextLaunch;

/* How the functions of a source are launched, of one kernel as it is bound, on one device. */
typedef struct TextPlan {
    uint32_t n_launches;
    TextLaunch launches[TEXT_MOST_LAUNCHES]; /* of NAME_0, NAME_1, … */
    uint64_t scratch;                        /* bytes of memory that they share; 0: none */
} TextPlan;

/*
 * Chooses how threads walk the space (space->form), and says what is to be launched. units: that compute at the same time
 * on the device; wish: this walk if the kernel can be walked so, TEXT_WALKS: the quickest.
 */
bool text_plan(Env *env, struct Arena **arena, const TextDialect *dialect, const BoundKernel *bound,
               unsigned units, TextWalk wish, TextSpace *space, TextPlan *out);

typedef struct TextKernel {
    const Kernel *kernel;
    TextForm form;
    const char *name; /* of its function; of several, what stands before their numbers */
} TextKernel;

/* The source of one kernel, as its space is walked: functions frit_kernel_0, …; in C frit_kernel. */
bool text_emit_bound(Env *env, const TextDialect *dialect, const BoundKernel *bound,
                     const TextSpace *space, Str *out);
/* One source that has all of them. */
bool text_emit(Env *env, const TextDialect *dialect, const TextKernel *kernels, uint32_t n,
               Str *out);
/* The same, and then `after`, a text that may use what the dialect has for source around kernels. */
bool text_emit_with(Env *env, const TextDialect *dialect, const TextKernel *kernels, uint32_t n,
                    const Str *after, Str *out);
/* In C: bytes that each element of a row takes while it is worked on. Where it is not 0 the function has `char *kept` before
 * z, which has so much for each element of the longest row (and each thread of OpenMP). */
bool text_kept_bytes(Env *env, const Kernel *kernel, bool keeps, uint32_t *out);

/* What a value of the dtype is held in. */
const char *text_type_name(Dtype dtype);
/* "float, frit_load_f32(p), frit_store_f32(p, v);": what products of matrices of that dtype are summed in (of complex
 * numbers first the type of all of it), and how they move. */
void text_put_product_types(Str *out, Dtype dtype);

#endif
