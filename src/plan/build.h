/*
 * Making a kernel: values are made when they are asked for, each once for every view it is seen
 * through. What is made inside a loop or branch is forgotten at its end.
 */
#ifndef FRIT_PLAN_BUILD_H
#define FRIT_PLAN_BUILD_H

#include "plan/planner.h"

/* A program whose instructions are being turned into kernel instructions. */
typedef struct Frame {
    uint32_t number; /* no two frames of a kernel have the same */
    const Scope *scope;
    const struct Frame *outer; /* of a body: where its inputs come from; NULL: the plan's program */
    const VarId *arguments; /* by input: the variable of outer that it is; NO_VAR: already known */
} Frame;

/* A value that is known: its scalars stand in Builder.pool from `at` on. */
typedef struct Known {
    uint32_t frame;
    VarId base;
    ViewId view;
    uint32_t at;
    uint64_t hash;
} Known;

typedef struct Builder {
    Planner *pl;
    Env *env;
    Kernel k;
    ViewId to_axes; /* from the space of the group to the axes of the kernel */
    TypeId space;
    bool inner_of_one; /* an inner axis of extent 1 was put in for reductions of single elements */
    VEC(KernelInstr) constants; /* they come first, whoever needs them */
    VEC(ValId) pool;
    VEC(Known) known;
    Index index;
    Leaves leaves; /* scratch */
    uint32_t n_frames;
    /* Inside a map: single values of its program may differ from element to element. */
    bool diverges;
    unsigned diverging_level;
    uint32_t step;
    bool too_large;          /* what was made had arrays of too many bytes */
    bool all_leaves;         /* no array is in memory: they would take too much of it */
    VEC(ValId) table_values; /* arrays that are tables */
    uint8_t parts, part;     /* of what is loaded now: see Access */
} Builder;

/* The scalars of a variable seen through a view that leads to the axes of the kernel. */
bool build_value(Builder *b, const Frame *f, VarId var, ViewId view, uint32_t *at);
/* The scalars of the operand of an instruction whose result is seen through the view. */
bool build_operand(Builder *b, const Frame *f, const Instr *i, uint32_t operand, ViewId view,
                   uint32_t *at);
/* The result of one instruction that is computed element by element. */
bool build_step(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at);
bool build_vector(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at);
bool build_bitcast(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at);
bool build_gather(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at);
bool build_scatter(Builder *b, const Frame *f, const Instr *i);
/* A loop, branch or map; its results are known afterwards. */
bool build_region(Builder *b, const Frame *f, const Instr *i);

bool know(Builder *b, uint32_t frame, VarId base, ViewId view, uint32_t at);
bool find_known(const Builder *b, uint32_t frame, VarId base, ViewId view, uint32_t *at);
void forget(Builder *b, uint32_t since);
/* From a type to the axes of the kernel: as a value of the space, or as one for all of it. */
bool view_to_axes(Builder *b, TypeId type, ViewId *out);

/* Appends an instruction with its operands; a value of that dtype and level unless NO level. */
enum { NO_LEVEL = 3 };
bool build_emit(Builder *b, KernelInstr instr, const ValId *in, uint32_t n_in, Dtype dtype,
                unsigned level, ValId *out);
/* A value that no instruction makes: of a carry. */
bool build_new_value(Builder *b, Dtype dtype, unsigned level, ValId *out);
bool build_const(Builder *b, Dtype dtype, Bits bits, ValId *out);
/* One step of the op table. */
bool build_op(Builder *b, Op op, Dtype dtype, const ValId *in, uint32_t n_in, ValId *out);
bool build_cast(Builder *b, Dtype from, Dtype to, ValId x, ValId *out);
bool build_select(Builder *b, Dtype dtype, ValId c, ValId x, ValId y, ValId *out);
bool build_access(Builder *b, const Access *access, uint32_t *out);
/* The scalars of elements of the type, into b->leaves. */
bool read_leaves(Builder *b, TypeId type);
/* Where number k of b->leaves lies of a value of that type, seen through the view. */
bool leaf_access(Builder *b, TypeId type, Place place, ViewId view, uint32_t k, Access *out);
/* The highest level of the values. */
unsigned level_of(const Builder *b, const ValId *in, uint32_t n);
/* Of what moves through a value with the view. */
unsigned view_level(const Builder *b, ViewId view);
bool pool_push(Builder *b, ValId value);
/* build_array.c. Pieces that a value of the element type has. */
uint32_t elem_pieces(const Builder *b, TypeId elem);
/* A value of that type, of which scalars (leaves) or pieces stand in the pool, as the other: *at is where. */
bool build_pieces(Builder *b, TypeId type, uint32_t *at);
bool build_leaves(Builder *b, TypeId type, uint32_t *at);
/* A table becomes an array that can be changed; others are that. */
bool build_own_array(Builder *b, ValId *array, unsigned level);
/* Is the first operand, of element or set_element, an array in memory? */
bool element_is_in_memory(const Builder *b, const Frame *f, const Instr *i);
bool build_element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at);
bool build_set_element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at);
bool build_insert(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at);
bool build_choose_array(Builder *b, ValId condition, ValId x, ValId y, ValId *out);
/* settle.c: which arrays are made in the place of others. */
bool kernel_settle(Builder *b);
/* Drops what nobody needs, and decides the schedule. */
bool kernel_tidy(Builder *b);

static inline ValId pool_at(const Builder *b, uint32_t at) {
    return b->pool.at[at];
}
static inline TypeId frame_type(const Frame *f, VarId var) {
    return f->scope->p->vars.at[var].type;
}
/* Values that stand in the pool for it. */
static inline uint32_t var_pieces(const Builder *b, const Frame *f, VarId var) {
    return elem_pieces(b, type_elem(&b->pl->m->types, frame_type(f, var)));
}
static inline uint32_t var_leaves(const Builder *b, const Frame *f, VarId var) {
    return elem_leaf_count(&b->pl->m->types, type_elem(&b->pl->m->types, frame_type(f, var)));
}
static inline Dtype var_dtype(const Builder *b, const Frame *f, VarId var) {
    return type_dtype(&b->pl->m->types, frame_type(f, var));
}

#endif
