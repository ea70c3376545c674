/*
 * What the files of the planner share. The way from a program to a plan:
 *
 *   panels.h   what runs panel by panel, put into programs of their own
 *   extents.c  how every named extent comes about
 *   views.c    views, each once; two ways of reading a value are the same when their views are
 *   scope.c    what each instruction is: a view, work to be repeated wherever it is needed, a node
 *   region.c   which loops, branches and maps can be a part of a kernel
 *   group.c    which nodes become one kernel, and why not
 *   place.c    which values lie in memory, and where
 *   build*.c   kernels
 *   plan.c     the whole
 */
#ifndef FRIT_PLAN_PLANNER_H
#define FRIT_PLAN_PLANNER_H

#include "ir/leaves.h"
#include "plan/plan.h"

#define NO_INSTR UINT32_MAX
#define NO_GROUP UINT32_MAX
#define NO_VIEW  UINT32_MAX

/* ---- extents */

/* How a named extent follows from others; of dims, so that any plan of the module can use it. */
typedef struct Recipe {
    Dim name;
    ExtentKind kind;
    uint32_t first, n, m; /* in RecipeBook.dims; of a slice: the one dim it is taken of */
    int64_t value, start, stop, step;
} Recipe;

/* What a step of the program asks of its sizes, whether anybody needs what it gives or not: the product
 * of dims[first .. first + n_a) is that of the next n_b. */
typedef struct Condition {
    uint32_t first, n_a, n_b;
} Condition;

typedef struct RecipeBook {
    VEC(Recipe) all; /* what a recipe needs comes before it */
    VEC(Dim) dims;
    Index index;
    VEC(Condition)
    conditions; /* of the program that is planned; of those it runs: see make_checks */
} RecipeBook;

/* ---- a program as the planner sees it */

/* A variable as another one seen through a view. */
typedef struct Ref {
    VarId base;
    ViewId view;
} Ref;

enum InstrMark {
    MARK_VIEW = 1,
    MARK_INLINE = 2,   /* may be computed anew by everyone who needs it, under any view */
    MARK_NODE = 4,     /* computed by a kernel or step of its own group */
    MARK_REGION = 8,   /* control that is a part of a kernel */
    MARK_NUMBERS = 16, /* repeated work that hangs on element numbers */
    MARK_CARRIED = 32  /* a store into what a loop carries, of what may be read from there */
};

typedef struct Scope {
    ProgId id;
    const Program *p;
    uint32_t *definers; /* by variable */
    Ref *refs;          /* by variable */
} Scope;

/* ---- groups */

typedef enum GroupKind {
    GROUP_FUSED, /* one kernel */
    GROUP_JOIN,  /* concat, stack, pad, unpack: parts are stored into one buffer */
    GROUP_CONTRACT,
    GROUP_ROUTINE,
    GROUP_HOST /* control that runs plans */
} GroupKind;

typedef struct Group {
    uint32_t parent; /* itself, or the group it has become part of */
    GroupKind kind;
    TypeId space;  /* bools of the shape that is walked, without extents of 1 */
    uint64_t mask; /* axes of the space that are reduced or scanned */
    bool reduces, scans, reverse, scatters;
    uint32_t level;        /* above that of every group it reads from */
    uint32_t min_consumer; /* no group that reads from it has a lower level */
    uint32_t head, tail;   /* members, through Planner.next */
    uint32_t first;        /* the first of them in the program */
    uint32_t size;         /* kernel instructions, about */
    uint32_t arguments;    /* arrays read and written, about */
    uint32_t live;         /* scalars that wait for their last reader, about */
} Group;

/* A value that a node reads, and the view that takes it to the shape the node is read in. */
typedef struct Read {
    VarId base;
    ViewId view;
    bool whole; /* needs it in memory */
} Read;

/* Which node read a value in that way last. */
typedef struct Sibling {
    TypeId space;
    VarId base;
    ViewId view;
    uint32_t instr;
} Sibling;

/* What the plans of one module may come to together, where control runs step by step. */
typedef struct Budget {
    uint32_t plans; /* that may still be made */
    uint32_t depth; /* of plans in plans, now */
} Budget;

/* Of the body of a loop: inputs from `first` on are, in the next turn, the first n outputs. */
typedef struct Carried {
    VarId first;
    uint32_t n;
} Carried;

/* A call of the program that is planned which runs panel by panel; see panels.h. */
typedef struct PanelCall {
    ProgId body;
    uint32_t n_cuts, cut; /* in Plan.cuts: of each operand, then each result */
} PanelCall;

typedef struct Planner {
    Env *env;
    Plan *plan;
    Module *m;
    Program *p;
    RecipeBook *book;
    Budget *budget;
    Carried carried;
    VEC(PanelCall) panels;
    Program *outlined; /* p, as long as it is in no module */
    Scope scope;
    Index extent_index, view_index;
    VEC(uint32_t) from_rank; /* by view: axes of the shape it is applied to */

    uint8_t *marks;         /* by instruction */
    uint32_t *cost;         /* by instruction: steps to compute it where it is needed */
    uint32_t *uses;         /* by variable: how often it is read, directly or through views */
    uint32_t *read_count;   /* by variable: how many of them have been placed */
    uint8_t *kept;          /* by variable: not 0: someone needs it in memory */
    TypeId *region_space;   /* by instruction: of a region */
    uint32_t *region_whole; /* by instruction: of control, its first entry in `whole` */
    VEC(uint8_t) whole;     /* by operand of a region: needed in memory */

    VEC(Group) groups;
    uint32_t *group_of; /* by instruction */
    uint32_t *next;     /* by instruction: the next member of its group */
    ViewId *space_view; /* by variable of a node: from its shape to the space of its group */
    VEC(Read) reads;    /* of the node at hand */
    Index siblings;     /* of sibling_list */
    VEC(Sibling) sibling_list;

    Place *places;          /* by variable: where it lies */
    uint32_t *joined_shape; /* by instruction: of a concat, 1 + where its operands' extents stand */
    uint8_t *in_memory;     /* by type: a fixed array that lanes of kernels have in memory */
    uint32_t n_in_memory;
    VEC(uint8_t) changed; /* by buffer: a scatter changes what lies there */
} Planner;

/* extents.c */
bool recipes_collect(Env *env, const Module *m, RecipeBook *book);
/* A copy, of another module with the same names. */
bool recipes_copy(Env *env, RecipeBook *to, const RecipeBook *from);
void recipes_free(const frit_allocator *allocator, RecipeBook *book);
/* Takes down the conditions of a program, before rewriting drops steps. */
bool conditions_collect(Env *env, const Module *m, ProgId program, RecipeBook *book);
/* Makes every extent that the types of the program mention, and its checks. */
bool plan_make_extents(Planner *pl);
/* Every extent in the types of a program is one of this plan. */
bool extents_known(const Planner *pl, const Program *p);
bool extent_of(Planner *pl, Dim dim, ExtentId *out);
/* The extents of a shape in Plan.shapes. */
bool shape_of(Planner *pl, const Dim *dims, uint32_t rank, uint32_t *first);

/* views.c. Each takes a view to a shape and gives the view to what is made of that shape. */
bool view_add(Planner *pl, ViewId parent, ViewKind kind, uint32_t n_from, const ViewAxis *axes,
              uint32_t n_axes, ViewId *out);
/* view after parent. */
bool view_compose(Planner *pl, ViewId parent, ViewId view, ViewId *out);
/* From a value's type to one that it broadcasts to. */
bool view_fit(Planner *pl, ViewId parent, TypeId from, TypeId to, ViewId *out);
/* Extents of 1 taken out or put in. */
bool view_stretch(Planner *pl, ViewId parent, TypeId from, TypeId to, ViewId *out);
bool view_reshape(Planner *pl, ViewId parent, TypeId from, TypeId to, ViewId *out);
/* From an array of scalars to scalar number `leaf` of the elements `elem` that its last axes make. */
bool view_of_leaf(Planner *pl, ViewId parent, TypeId array, TypeId elem, uint32_t leaf,
                  ViewId *out);
/* The same where the value with such elements is of that type. */
bool view_of_part(Planner *pl, ViewId parent, TypeId value, uint32_t leaf, ViewId *out);
/* From a type to a space: its axes are those of the space that are not in `without`. */
bool view_to_space(Planner *pl, TypeId from, TypeId space, uint64_t without, ViewId *out);
/* From a space to the axes of its kernel: those in the mask last; one of extent 1 more for a mask
 * of nothing when `inner`. */
bool view_to_kernel(Planner *pl, ViewId parent, TypeId space, uint64_t mask, bool inner,
                    ViewId *out);
/* Which of the axes of the shape that the view gives move through the value, as bits. */
uint64_t view_moves(const Planner *pl, ViewId view, uint32_t rank);
/* Every element is seen at most once. */
bool view_is_injective(const Planner *pl, ViewId view);
/* Fewer nodes than n, and no reshape behind another kind of view. */
bool view_is_plain(const Planner *pl, ViewId view, uint32_t n);
bool view_reshapes(const Planner *pl, ViewId view);
/* Bools of the shape of type without extents of 1. */
bool space_of(Planner *pl, TypeId type, TypeId *out);
static inline uint32_t axis_of(int64_t axis, uint32_t rank) {
    return (uint32_t)(axis < 0 ? axis + (int64_t)rank : axis);
}

/* scope.c */
bool scope_init(Planner *pl, ProgId id, Scope *scope);
void scope_free(const frit_allocator *allocator, Scope *scope);
bool scope_mark(Planner *pl);
static inline TypeId var_type(const Scope *s, VarId var) {
    return s->p->vars.at[var].type;
}

/* Is the operand needed in memory, whatever the instruction is fused with? */
bool reads_whole(const Planner *pl, uint32_t instr, uint32_t operand);

/* What must be in memory where the instruction needs a variable as a whole. A kernel that reads
 * here and there sees through a pack. */
VarId whole_base(const Planner *pl, uint32_t instr, VarId var);

/* region.c: finds out whether a control instruction can be part of a kernel: MARK_REGION, and over
 * which space. */
bool region_mark(Planner *pl, uint32_t instr);

/* group.c */
bool plan_group(Planner *pl);
uint32_t group_find(const Planner *pl, uint32_t group);
static inline uint32_t group_of(const Planner *pl, uint32_t instr) {
    return group_find(pl, pl->group_of[instr]);
}

/* read.c: what a node reads, into pl->reads. */
bool node_reads(Planner *pl, uint32_t instr);
/* The type whose shape a node's reads are taken to. */
bool node_shape(Planner *pl, uint32_t instr, TypeId *out);
/* Of gather and scatter: the shape that is walked, and how an index array is seen in it. */
bool indexed_shape(Planner *pl, const Scope *s, const Instr *i, TypeId *out);
bool index_view(Planner *pl, const Scope *s, const Instr *i, VarId index, ViewId *out);
/* How a region sees its operand, as a view to its space. */
bool region_operand_view(Planner *pl, uint32_t instr, uint32_t operand, ViewId *out);

/* place.c */
bool plan_place(Planner *pl);
/* Where an operand of concat, stack, pad or scatter lies in the result. */
bool part_view(Planner *pl, const Instr *i, uint32_t operand, ViewId *out);

/* steps.c: steps in an order in which they can run; kernels are built on the way. */
bool plan_steps(Planner *pl);
/* build.c: the kernel of a group of nodes, in program order. */
bool build_group(Planner *pl, uint32_t group, const uint32_t *nodes, uint32_t n);
/* build_array.c: fills Planner.in_memory. */
bool in_memory_types(Planner *pl);
/* A kernel that stores a value seen through a view, of the shape of type, into a place. */
bool build_copy(Planner *pl, VarId var, ViewId view, TypeId type, Place to, uint32_t instr);
/* A step for the kernel made last. */
bool add_kernel_step(Planner *pl, uint32_t instr);

/* host.c */
/* Axes of the space that a reduction or scan goes along, of a shape. */
uint64_t reduced_axes(const Planner *pl, const Instr *i, TypeId shape);
/* Is the value of an elementwise step of this space only reduced, along other axes than the group's? Then it is
 * made where it is reduced, from what lies in memory (Planner.reads), and never written. */
bool reduced_elsewhere(Planner *pl, uint32_t instr, TypeId space, const Group *group);
bool contract_step(Planner *pl, uint32_t instr);
bool routine_step(Planner *pl, uint32_t instr);
bool host_step(Planner *pl, uint32_t instr);

/* plan.c */
/* like: what it fuses and which numerics hold are those of this plan. */
Plan *plan_program(Env *env, Module *m, ProgId id, const Plan *like, RecipeBook *book,
                   Budget *budget, Carried carried);

/* carried.c: marks stores that are to happen in place, from turn to turn. */
bool mark_carried(Planner *pl);

/* Scalars that an element type consists of, in the order of memory. */
typedef struct Leaf {
    Dtype dtype;
    uint32_t offset; /* bytes */
} Leaf;
typedef VEC(Leaf) Leaves;
/* Appends them. */
bool leaves_of(Env *env, const Types *t, TypeId elem, Leaves *out);

static inline const Instr *instr_at(const Planner *pl, uint32_t instr) {
    return &pl->p->instrs.at[instr];
}
static inline TypeRule rule_at(const Planner *pl, uint32_t instr) {
    return op_info(instr_at(pl, instr)->op)->rule;
}

#endif
