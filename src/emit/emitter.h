/*
 * Inside the emitter: what its files share.
 *
 *   emit.c      which programs, in which order; puts the file together
 *   dialect.c   the dialects, one row each
 *   names.c     identifiers
 *   types.c     spelling and definitions of types
 *   place.c     which axis of the iteration space moves along each axis of a variable
 *   function.c  a program as a function: signature, declarations, statements
 *   step.c      one step from its text in the op table
 *   convert.c   cast and bitcast
 *   vector.c    statements on vectors, matrices, fixed arrays and structs
 *   control.c   calls, branches, loops
 *   unused.c    what is declared and not read
 *   kernel.c    the loop around an element function
 *   memory.c    elements in memory
 *   prelude.c   helpers that the functions turned out to need
 *   literal.c   numbers as text
 */
#ifndef FRIT_EMIT_EMITTER_H
#define FRIT_EMIT_EMITTER_H

#include "emit/dialect.h"
#include "emit/emit.h"
#include "ir/leaves.h"

/* A piece of Emitter.scratch: places, because the text moves while it grows. */
typedef struct Text {
    size_t at, len;
} Text;

/*
 * One way in which a variable is read: for each of its axes the axis of the iteration space that
 * moves along it, or -1 for none (extent 1). An input may be read in several ways, anything else
 * in one.
 */
typedef struct VarReading {
    uint32_t axes; /* the first one in Emitter.axes */
    uint32_t next; /* in Emitter.views; NO_VIEW ends an input's list */
} VarReading;
#define NO_VIEW UINT32_MAX

/* What is known of a program before its text is written. */
typedef struct SpaceFacts {
    bool needed;
    bool plain;       /* no variable is an array: nothing below matters */
    bool kernel;      /* an input or output is an array */
    uint8_t rank;     /* of the iteration space: that of its outputs together */
    uint32_t dims;    /* its extents, in Emitter.dims */
    uint64_t indices; /* set of the axes whose index the element function asks for */
    uint32_t views;   /* first view of each variable, in Emitter.first_views */
} SpaceFacts;

typedef enum Helper {
#define HELPER(id, type, text) HELPER_##id,
#include "emit/prelude.def"
#undef HELPER
    HELPER_COUNT,
    NO_HELPER = 255
} Helper;

/* A C function that needs a wrapper: f32 by way of f64, or a complex one. name is not ended. */
typedef struct Wrapper {
    const char *name;
    uint8_t len, arity;
    Dtype dtype;
} Wrapper;

/* How an element lies in memory: packed, part after part. */
typedef struct ElemLayout {
    Dtype leaf;     /* of every scalar in it; DT_NONE: they differ */
    uint64_t count; /* leaves; bytes where they differ */
    uint64_t bytes;
    uint32_t align;  /* of its most demanding scalar */
    bool misaligned; /* a scalar stands where its type cannot */
} ElemLayout;

/* Variables of one type, which are declared together. */
typedef struct TypeGroup {
    TypeId type;
    VarId first, last;
} TypeGroup;

typedef struct GroupOfType {
    uint32_t group;
    ProgId program; /* the entry holds for this program only; one more than its number */
} GroupOfType;

enum { TYPE_DEFINED = 1, TYPE_LOADED = 2, TYPE_STORED = 4 };

typedef struct Emitter {
    Env *env;
    const Module *m;
    const Types *types;
    const Dialect *d;
    ProgId entry;
    const char *custom_name; /* of the entry's function, or NULL */

    Str body;    /* the functions; the prelude stands before them and is known after them */
    Str scratch; /* pieces of the statement at hand */

    uint32_t needs;                 /* NEED_* and dtypes */
    uint32_t helpers[HELPER_COUNT]; /* set of the dtypes each is needed for */
    uint8_t vectors[DTYPE_COUNT];   /* our structs: set of lengths */
    uint32_t matrices[DTYPE_COUNT]; /* set of rows * 4 + cols */
    VEC(Wrapper) wrappers;
    VEC(uint8_t) type_uses;    /* by type: TYPE_DEFINED, … */
    VEC(ElemLayout) layouts;   /* by type; made when a kernel is */
    VEC(TypeGroup) groups;     /* the declarations of the function at hand */
    VEC(GroupOfType) group_of; /* by type */
    VEC(VarId) chain;          /* by variable: the next one of its group */
    VEC(uint64_t) reads;       /* by variable of the function at hand: set of the views read */
    VEC(Text) pieces;          /* arguments of the call at hand */
    Index externs;             /* the programs that are, by name as it is called */

    VEC(SpaceFacts) plans; /* by program */
    VEC(uint32_t) first_views;
    VEC(VarReading) views;
    VEC(int8_t) axes;
    VEC(Dim) dims;

    /* The program at hand. */
    const Program *p;
    const SpaceFacts *plan;
    ProgId id;
    uint32_t at; /* its instruction at hand */
} Emitter;

/* Always false: fills the error with the place of the instruction at hand. */
bool unsupported(Emitter *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- scratch text */

Text text_open(const Emitter *e);
Text text_close(const Emitter *e, Text open);
/* Also where out is the scratch itself. */
void put_text(Emitter *e, Str *out, Text text);
/* `before`, the text, `after` as a new text. */
Text text_around(Emitter *e, const char *before, Text text, const char *after);
/* Whether a list " a b c " has the word. */
bool has_word(const char *list, const char *word, size_t len);
/* An empty line between what stands before and what follows. */
void put_gap(Str *out);
/* Fills a pattern of a dialect's row: `$` type, `@` name, `#` numbers in turn. */
void put_pattern(Str *out, const char *pattern, const char *type, const char *name,
                 const unsigned *numbers);

/* ---- names.c */

bool is_identifier(const char *name);
/* A word that some dialect keeps for itself, or that the emitter gives to its own things. */
bool is_taken_word(const char *name);
void put_program_name(Emitter *e, Str *out, ProgId id);
/* What its callers call: the same, but for a kernel's element function. */
void put_function_name(Emitter *e, Str *out, ProgId id);
void put_struct_name(Emitter *e, Str *out, TypeId id);
void put_field_name(Emitter *e, Str *out, const Type *type, uint32_t field);
bool check_names(Emitter *e);

/* ---- types.c */

TypeId elem_of(const Emitter *e, VarId var);
Dtype dtype_of(const Emitter *e, VarId var);
/* Spelling a type also notes that it must be defined. */
void put_scalar(Emitter *e, Str *out, Dtype dtype);
void put_type(Emitter *e, Str *out, TypeId elem);
/* What tells types apart in names of ours: f32x3, array_8_f32x3, s_Particle. */
void put_type_tag(Emitter *e, Str *out, TypeId elem);
/* Component number k (row by row) of a value of such a type. */
Text leaf(Emitter *e, const Type *type, Text value, unsigned k);
/* A value of such a type from its components. */
Text from_leaves(Emitter *e, const Type *type, const Text *leaves);
/* Part number index of a fixed array or struct. */
Text part(Emitter *e, const Type *type, Text value, uint32_t index);
bool check_type(Emitter *e, TypeId elem);
void put_type_definitions(Emitter *e, Str *out);

/* ---- literal.c */

void put_f32(Emitter *e, Str *out, float value);
void put_f64(Emitter *e, Str *out, double value);
void put_u64(Emitter *e, Str *out, uint64_t value); /* in hexadecimal */
void put_literal(Emitter *e, Str *out, Dtype dtype, Bits bits);

/* ---- step.c */

/* One step of op on scalars of dtype. The operands must not need parentheses; the result may. */
bool step(Emitter *e, Op op, Dtype dtype, const Text *in, Text *out);
/* Text with the tokens of ops.def and of prelude.def; in is NULL for helpers, whose parameters are
 * called x, y, z. */
bool put_template(Emitter *e, Str *out, const char *text, size_t len, Dtype dtype, const Text *in);
/* The dtype a step on dtype is computed in: f32 for the 16-bit ones. */
Dtype computed_in(Dtype dtype);
/* A 16-bit float as f32; anything else as it is. */
Text widened(Emitter *e, Dtype dtype, Text x);

/* ---- prelude.c */

/* NO_HELPER when there is none of that name. */
Helper helper_find(const char *name, size_t len);
/* Writes a helper's name and notes that it is needed. dtype is that of a helper that varies. */
void put_helper(Emitter *e, Str *out, Helper helper, Dtype dtype);
/* Writes what the sigil word of a helper's text stands for. */
void put_sigil_word(Emitter *e, Str *out, const char *word, size_t len, Dtype dtype);
bool note_wrapper(Emitter *e, const char *name, size_t len, unsigned arity, Dtype dtype);
void put_wrapper_name(Str *out, const Wrapper *wrapper);
bool put_prelude(Emitter *e, Str *out);

/* ---- convert.c */

Text convert(Emitter *e, Dtype from, Dtype to, Text x);
Text rebits(Emitter *e, const Type *from, const Type *to, Text x);

/* ---- place.c */

/* Fills the plan of program id, whose callees have theirs. */
bool place_program(Emitter *e, ProgId id);
/* Whether the program's text has the instruction: what no output needs is left out of kernels. */
bool is_live(const Emitter *e, const Instr *i);
uint32_t first_view(const Emitter *e, const SpaceFacts *plan, VarId var);
/* The view in which operand k of the instruction at hand is read. */
uint32_t operand_view(Emitter *e, const Instr *i, uint32_t k);
/* The view in which an output stands: aligned with the whole space. */
uint32_t output_view(const Emitter *e, VarId var);
/* For the instruction at hand: where the axes of a callee's space lie in ours. */
bool place_callee(Emitter *e, const Instr *i, ProgId callee, int8_t axes[MAX_RANK]);
/* The view of our operand var that a callee's view of its input asks for; NO_VIEW if none. */
uint32_t callee_view(const Emitter *e, const VarReading *view, VarId var, const int8_t *axes);
/* The view of var that has the axes of variable `like`, whose type is the same. */
uint32_t view_like(const Emitter *e, VarId var, VarId like);
/* The operand that a callee's input number k is; UINT32_MAX for a loop's counter. */
uint32_t callee_operand(TypeRule rule, uint32_t k);

/* ---- function.c */

bool put_function(Emitter *e, ProgId id);
void put_prototype(Emitter *e, Str *out, ProgId id);
/* Of an input's views: 0 is the first. */
unsigned view_number(const Emitter *e, const SpaceFacts *plan, VarId var, uint32_t view);
/* v<number>, with what tells an input's further views apart. */
void put_var(Emitter *e, Str *out, const SpaceFacts *plan, VarId var, uint32_t view);
/* Operand k, result k of the instruction at hand. */
Text operand(Emitter *e, const Instr *i, uint32_t k);
Text result(Emitter *e, const Instr *i, uint32_t k);
/* "\tv<number> = text;\n" */
void assign(Emitter *e, Text to, Text value);

/* ---- statements, by rule: vector.c, control.c */

typedef bool StatementFn(Emitter *e, const Instr *i);
StatementFn state_make, state_extract, state_insert, state_element, state_set_element, state_move,
    state_product, state_determinant;
StatementFn state_call, state_if, state_for, state_while;

/* ---- unused.c */

/* Reads what the statements from place `from` of the body on, and the results, do not. */
bool put_unread(Emitter *e, size_t from);
/* The same for a kernel's parameters. */
void put_unread_params(Emitter *e);

/* ---- kernel.c, memory.c */

bool put_kernel(Emitter *e);
bool make_layouts(Emitter *e);
/* The type that an array of such elements points to. */
void put_memory_type(Emitter *e, Str *out, TypeId elem);
/* How many of those an element is. */
uint64_t memory_units(const Emitter *e, TypeId elem);
bool check_layout(Emitter *e, TypeId elem, VarId var);
/* An element that stands `units` of the pointer's type behind it, and a store to it, as text. */
Text load(Emitter *e, TypeId elem, Text pointer, Text units);
void put_store(Emitter *e, Str *out, TypeId elem, Text pointer, Text units, Text value);
void put_memory_functions(Emitter *e, Str *out);

/* pack.c: the module with arrays of vectors where the program packs inputs and unpacks outputs; NULL: it
 * does neither. */
bool emit_open_borders(Env *env, const Module *m, ProgId id, Module **out);

#endif
