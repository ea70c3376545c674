/*
 * A loop on its way to machine code. One attempt writes LLVM's text statement by statement; what classes each variable may have
 * is known where the text stands, and where a loop turns out to bring others to its head the attempt is made again with those.
 *
 * Every scalar is a double and a class: all classes but int64 and uint64 fit. The class of a variable is static where one class
 * alone may come there; its tag says it at run time in any case, so that what stands in registers can be given back anywhere.
 */
#ifndef FRIT_SCRIPT_LOOP_NEST_H
#define FRIT_SCRIPT_LOOP_NEST_H

#include "front/script/loop/known.h"
#include "front/script/loop/text.h"

/* A number while the text is written. One of value and test is there. */
typedef struct Num {
    Word value;     /* double */
    Word test;      /* i1: the same number, of a logical */
    Word whole;     /* i64: the same number, if it is known to be whole, or none */
    uint32_t bits;  /* its magnitude is at most 2^bits; at most 52 */
    uint32_t kinds; /* what it may be */
    Word tag;       /* i8: what it is, if that is not known here */
} Num;

/* What is known of the variables where the text stands. */
typedef struct Flow {
    bool reached;
    uint32_t kinds[LOOP_VARS];
} Flow;

typedef struct Var {
    NameId name;
    uint32_t slot; /* UINT32_MAX: of a function that is inlined */
    NameId field;  /* of the struct that the slot holds; 0 */
    Word value, tag;
    uint32_t word;   /* of the frame: tag, value */
    uint32_t array;  /* of Nest.arrays, that it is before the loop; UINT32_MAX */
    uint32_t handle; /* of LoopCode.handles, that it is before the loop; UINT32_MAX */
    uint32_t
        frame; /* the inlined call it belongs to, 0: the loop's function; HANDLE_FRAME + what a handle captured */
    bool assigned;
} Var;

enum { HANDLE_FRAME = 1 << 20 };

typedef struct ArrayVar {
    Word data, count, extents[VALUE_RANK_MAX]; /* variables of the text */
} ArrayVar;

typedef struct ForVar {
    Word next, count, base, step;
} ForVar;

/* Where break and continue go. */
typedef struct Jump {
    Label next, after;
    Flow at_next, at_after;
    struct Jump *outer;
} Jump;

/* A function that is inlined. */
typedef struct Inlined {
    const ScriptFunction *function;
    uint32_t frame, nargin, nargout;
    Label leave;
    Flow at_leave;
    Jump *outer_jump;
    struct Inlined *outer;
} Inlined;

typedef struct Nest {
    Interp *in;
    const LoopOffer *offer;
    LoopCode *code; /* what is being made */
    Text text;
    Var vars[LOOP_VARS];
    uint32_t n_vars;
    ArrayVar arrays[LOOP_ARRAYS];
    ForVar fors[LOOP_FORS];
    Label exits[LOOP_POINTS];
    bool left[LOOP_POINTS]; /* somebody goes there */
    Flow flow;
    uint32_t *heads; /* kinds at the heads of loops, LOOP_VARS each, of all attempts so far */
    uint32_t n_heads, head_room, head;
    bool again;
    uint32_t point;
    uint32_t active[LOOP_DEEPEST], n_active; /* FORs around, of code->fors */
    uint32_t conditional;                    /* how many branches deep */
    uint32_t depth, frames;
    Jump *jump;
    Inlined *inlined;
    uint32_t over_array; /* what the offered FOR goes through */
    Word room;           /* where operands of calls stand */
    bool no_memory, room_made;
    bool drew; /* what is written since the last nest_drawn_is_kept draws random numbers */
} Nest;

/* nest.c: one attempt at the whole, into code->text unless another has to follow (l->again). False: it cannot be (code->why says
 * why), or no memory. */
bool nest_loop(Nest *l);
/* Fails, with the reason: always false. */
bool nest_refuse(Nest *l, const ScriptNode *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Goes on only where that holds (i1); else leaves at the current point. */
void nest_guard(Nest *l, Word holds);
void nest_leave(Nest *l);
uint32_t nest_new_array(Nest *l, const CodeArray *array); /* UINT32_MAX: too many */
/* A variable with the words of the frame that its value stands in, before the loop. */
void nest_entry_variable(Nest *l, uint32_t var);
uint32_t nest_point(Nest *l, LoopPoint point, const ScriptNode *at); /* UINT32_MAX: too many */
uint32_t nest_words(Nest *l, uint32_t count);
Word nest_word(Nest *l, uint32_t word); /* its address */

/* flow.c */
void flow_merge(Flow *into, const Flow *from);
bool nest_head_begin(Nest *l, uint32_t *head);
void nest_head_end(Nest *l, uint32_t head, const Flow *from);

/* variable.c */
/* May it be a variable, or a field of one? */
bool nest_is_place(const ScriptNode *node);
uint32_t nest_variable(
    Nest *l, const ScriptNode *name); /* UINT32_MAX, refused: it is none that can be used */
uint32_t nest_new_variable(Nest *l, NameId name, uint32_t slot);
/* Refuses structs whose fields are variables of the loop, and fields that are not. */
bool nest_may_write(Nest *l, const ScriptNode *node, uint32_t var);
bool nest_read(Nest *l, const ScriptNode *node, uint32_t var, Num *out);
void nest_write(Nest *l, uint32_t var, const Num *num);
/* Is it a variable here, for certain (1), for certain not (0), or who knows (-1)? */
int nest_is_variable(Nest *l, uint32_t var);

/* number.c */
Num num_double(Word value);
Num num_constant(double x);
Num num_test(Word test);
Num num_whole(Nest *l, Word whole, uint32_t bits);
Num num_class(Word value, ValueClass class_);
Word num_value(Nest *l, const Num *num);
bool num_single_class(const Num *num, ValueClass *out);
/* As an i1; NaN leaves. */
bool num_truth(Nest *l, const ScriptNode *node, const Num *num, Word *out);
bool num_binary(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, const Num *b, Num *out);
bool num_unary(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, Num *out);
/* Rounded and saturated, from a double. */
Num num_cast(Nest *l, const Num *a, ValueClass class_);
Word num_round(Nest *l, Word value);
/* An i64 that is the number, which leaves where it is not whole. */
Word num_to_whole(Nest *l, const Num *num, uint32_t *bits);

/* Notes that the name means this function (NULL: the builtin), which is looked at whenever the code runs. False: too many. */
bool nest_watch(Nest *l, NameId name, const ScriptFunction *function);
/* call.c: builtins */
bool nest_builtin(Nest *l, const ScriptNode *node, const char *name, const ScriptNode *const *args,
                  uint32_t n, Num *out);
/* Through the interpreter's own code. */
bool nest_called(Nest *l, const ScriptNode *node, const LoopCall *call, const Num *args, Num *out);
/* What was drawn is not drawn again: from here on nothing goes back to where it was. */
void nest_drawn_is_kept(Nest *l);
/* inline.c: functions of the user's; handle: of a call by one, else UINT32_MAX */
bool nest_inlined(Nest *l, const ScriptNode *node, const ScriptFunction *function,
                  const ScriptNode *const *args, uint32_t n, uint32_t handle, Num *outs,
                  uint32_t n_outs);

/* handle.c: handles in variables, and calls of them */
bool nest_handle(Nest *l, uint32_t var, const Given *given);
bool nest_handle_called(Nest *l, const ScriptNode *node, uint32_t handle,
                        const ScriptNode *const *args, uint32_t n, Num *out);
bool nest_give_captured(Nest *l, const ScriptNode *node, uint32_t handle, uint32_t first);
/* element.c */
bool nest_element(Nest *l, const ScriptNode *index, uint32_t var, Num *out);
bool nest_store_element(Nest *l, const ScriptNode *index, uint32_t var, const Num *num);
bool nest_extent(Nest *l, const ScriptNode *node, uint32_t var, uint32_t position, uint32_t n,
                 Num *out);
bool nest_array_fact(Nest *l, const ScriptNode *node, const char *name,
                     const ScriptNode *const *args, uint32_t n, bool *done, Num *out);
/* Count and extents of an array that grows, to its words of the frame. */
void nest_tell_extents(Nest *l, uint32_t array);
Word nest_load(Nest *l, uint32_t array, Word place);
Num nest_loaded(Nest *l, ValueClass class_, Word element);

/* expression.c */
bool nest_expression(Nest *l, const ScriptNode *node, Num *out);
bool nest_condition(Nest *l, const ScriptNode *node, Word *out);
/* Goes to yes or no; l->flow is afterwards that of yes, *no_flow that of no. */
bool nest_branch(Nest *l, const ScriptNode *node, Label yes, Label no, Flow *no_flow);

/* statement.c */
bool nest_block(Nest *l, const ScriptNode *block);
/* repeat.c */
bool nest_for(Nest *l, const ScriptNode *node, bool offered);
bool nest_while(Nest *l, const ScriptNode *node);
bool nest_until(Nest *l, const ScriptNode *node);

#endif
