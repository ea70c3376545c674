/*
 * Plans: which steps of a program become one kernel, which buffers there are, in which order things
 * run; and why nothing more was fused. A plan depends on types alone: extents are names for numbers
 * that come with the arguments.
 */
#ifndef FRIT_PLAN_PLAN_H
#define FRIT_PLAN_PLAN_H

#include "kernel/kernel.h"
#include "kernel/limits.h"

/* ---- extents: how each number comes about, in an order in which they can be computed */

typedef enum ExtentKind {
    EXTENT_NUMBER,  /* value */
    EXTENT_INPUT,   /* extent number `axis` of input number `source` */
    EXTENT_SLICE,   /* of extent `source`: how many elements start:stop:step takes (Python's rules;
                       LIST_SKIPPED: left out) */
    EXTENT_SUM,     /* of extents Plan.shapes[first .. first + n), plus value */
    EXTENT_QUOTIENT /* the product of shapes[first .. first + n) by that of the next m; see checks */
} ExtentKind;

typedef struct Extent {
    ExtentKind kind;
    uint32_t source, axis;
    uint32_t first, n, m;
    int64_t value, start, stop, step;
    StrId name; /* NO_STR: a number */
} Extent;

/* Before anything runs, the product of shapes[a .. a + n_a) must be that of shapes[b .. b + n_b). */
typedef struct ExtentCheck {
    uint32_t a, n_a, b, n_b;
    uint32_t step; /* the program's instruction that asks for it; UINT32_MAX: one that is gone */
} ExtentCheck;

/* ---- views: how a shape is seen as another one without moving data */

typedef enum ViewKind {
    VIEW_AXES,    /* new axis k is old axis source[k], or (VIEW_NEW) one of stride 0 */
    VIEW_SLICE,   /* start:stop:step along each axis; flips are slices too */
    VIEW_RESHAPE, /* the same elements, row-major, in another shape */
    VIEW_PART     /* `extent` elements along each axis, from where the extents Plan.shapes[source ..
                 source + start) add up to (start 0: from the first element) */
} ViewKind;
#define VIEW_NEW UINT32_MAX

typedef struct ViewAxis {
    ExtentId extent; /* of the new axis */
    uint32_t source;
    int64_t start, stop, step; /* of a slice; LIST_SKIPPED: left out */
} ViewAxis;

/* Applied after its parent. View 0 is the identity and has no parent. */
typedef struct View {
    ViewId parent;
    ViewKind kind;
    uint32_t rank, axes; /* of the new shape: in Plan.view_axes */
} View;

/* ---- buffers */

typedef enum BufferKind { BUFFER_INPUT, BUFFER_OUTPUT, BUFFER_TEMP } BufferKind;

typedef struct Buffer {
    BufferKind kind;
    uint32_t index;     /* which input or output */
    TypeId type;        /* of the value it holds */
    uint32_t elem_size; /* bytes */
    uint32_t shape, rank;
    uint32_t first_step, last_step; /* of Plan.steps that touch it */
    /* A temporary or output that may take the memory of this buffer, which ends where it begins:
     * every element is read before it is written, by the same place. NO_BUFFER: none. */
    BufferId in_place_of;
} Buffer;

/* ---- steps */

/* A buffer seen through a view. Parted: of scalars, those of an element along further axes behind
 * those of the value. Values that only kernels read and write may lie like that. */
typedef struct Place {
    BufferId buffer;
    ViewId view;
    bool parted;
} Place;

typedef enum StepKind {
    STEP_KERNEL,
    STEP_CONTRACT, /* x seen as [batch, m, k], y as [batch, k, n], out as [batch, m, n] */
    STEP_ROUTINE,  /* places: operands, then results, as they are */
    STEP_FOR,      /* places: lo, hi, carried and other operands, then results; subs[0]: body */
    STEP_WHILE,    /* places: operands, then results; subs[0]: condition, subs[1]: body */
    STEP_IF,       /* places: condition, operands, then results; subs[0]: then, subs[1]: else */
    STEP_MAP, /* places: operands, then results, each seen as [mapped axes ..., its own axes] */
    STEP_PANELS /* places: operands, then results, which are cut along some axes; subs[0]: of a panel */
} StepKind;

typedef struct Plan Plan;

typedef struct PlanStep {
    StepKind kind;
    uint32_t kernel;                 /* in Plan.kernels */
    uint32_t place, n_in, n_out;     /* in Plan.places: operands, then results */
    uint32_t n_carry;                /* for, while */
    uint32_t n_batch, n_m, n_n, n_k; /* contract: axes of each kind; map: n_batch mapped axes */
    Dtype dtype;                     /* contract */
    uint32_t n_cuts, cut;            /* panels: see Plan.cuts */
    Plan *subs[2];                   /* owned */
    uint32_t instr;                  /* of the program (not of a kernel) */
} PlanStep;

/* ---- why not */

typedef enum FusionRule {
#define FUSION_RULE(id, name, kind, text) RULE_NOT_##id,
#include "plan/fusion.def"
#undef FUSION_RULE
    FUSION_RULE_COUNT
} FusionRule;

typedef struct FusionRuleInfo {
    const char *name; /* "different-space" */
    bool legality;    /* or profit */
    const char *text;
} FusionRuleInfo;
const FusionRuleInfo *fusion_rule(FusionRule rule);

/* Two neighbours that stayed apart: consumer reads what producer made, or both read `shared`. */
typedef struct Apart {
    uint32_t producer, consumer; /* instructions of the program */
    VarId shared;                /* NO_VAR: producer and consumer */
    FusionRule rule;
} Apart;

struct Plan {
    frit_allocator allocator;
    Module *module; /* typed, optimised; owned by the outermost plan */
    bool owns_module;
    ProgId program;
    ProgId source;          /* what the program was before steps became panels; else the same */
    Limits limits;          /* of the device that it was made for */
    bool fuses;             /* false: every instruction is a kernel of its own */
    frit_numerics numerics; /* that compiled code may use */
    VEC(Extent) extents;
    VEC(ExtentCheck) checks;
    VEC(ExtentId) shapes; /* pool */
    VEC(View) views;
    VEC(ViewAxis) view_axes;
    VEC(Buffer) buffers;
    VEC(BufferId) inputs, outputs; /* by number; NO_BUFFER: an input that nothing reads */
    VEC(Kernel) kernels;
    VEC(PlanStep) steps;
    VEC(Place) places;
    VEC(uint8_t) cuts; /* of panels: for each place the axis that is cut as number 0, 1, ... */
    VEC(Apart) apart;
    struct RecipeBook *recipes; /* of the outermost plan, owned: how extents follow from others */
};

typedef struct PlanOptions {
    bool no_fusion;
    const Limits *limits; /* NULL: the CPU's */
    /* A plan whose module (rewritten by then) the typed one is a copy of: an instruction after which an
     * extent is named may have been dropped there, and only that plan knows what the name means. */
    const Plan *again;
} PlanOptions;

/*
 * What a plan needs from a program before it is rewritten, which may drop the steps that say it: what names of extents
 * mean, and what steps ask of sizes. NULL on failure.
 */
struct RecipeBook *plan_recipes(Env *env, const Module *typed, ProgId program,
                                const PlanOptions *options);
void plan_recipes_free(const frit_allocator *allocator, struct RecipeBook *book);
/*
 * Plans the program of a typed module, rewritten by then; pipeline_plan has all the stages. The module and the book
 * are taken over on success. NULL on failure.
 */
Plan *plan_new(Env *env, Module *typed, ProgId program, frit_numerics numerics,
               const PlanOptions *options, struct RecipeBook *book);
void plan_free(Plan *plan);

/* ---- numbers (plan/numbers.c): what extents and views are for given arguments */

/* values has plan->extents.len entries. input_shapes[k] has the rank of input k. */
bool plan_extents(Env *env, const Plan *plan, const int64_t *const *input_shapes, int64_t *values);

/* A strided array: what a view makes of another. Strides in bytes. */
typedef struct Strided {
    uint32_t rank;
    int64_t offset; /* bytes */
    int64_t shape[MAX_RANK], strides[MAX_RANK];
} Strided;

/* Row-major of a shape of the plan. */
void plan_row_major(const Plan *plan, const int64_t *extents, uint32_t shape, uint32_t rank,
                    int64_t elem_size, Strided *out);
/* Applies the view to *s. False where a reshape would have to move data: *s is then what was before
 * that step, and *stuck is the view whose step it is; not an error. */
bool plan_view(const Plan *plan, const int64_t *extents, ViewId view, Strided *s, ViewId *stuck);
/* The same from behind view `after`, an ancestor of it: what comes once that one has been copied. */
bool plan_view_after(const Plan *plan, const int64_t *extents, ViewId view, ViewId after,
                     Strided *s, ViewId *stuck);

/* ---- the report (plan/report.c) */

/* Bytes that kernels read and write and temporaries take, for given extents. */
typedef struct PlanCost {
    uint64_t bytes_read, bytes_written; /* by the plan as it is */
    uint64_t unfused_read, unfused_written;
    uint64_t peak;    /* bytes of temporaries at once */
    uint32_t kernels; /* launches; of loops, of one turn */
    uint32_t unfused_kernels;
} PlanCost;

/* The kernels as text, for tests and people. Deterministic. */
void plan_dump(Str *out, const Plan *plan);

#endif
