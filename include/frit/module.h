/* Modules of programs: text, bytes, looking inside, building, the stages before a plan; the table of ops. */
#ifndef FRIT_MODULE_H
#define FRIT_MODULE_H

#include "frit/context.h"
#include "frit/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------- modules */

/*
 * A module is a list of programs; a program may call those before it. Programs and variables are
 * named by number, in the order they were made.
 */
typedef struct frit_module frit_module;
typedef uint32_t frit_var;
#define FRIT_NO_VAR     UINT32_MAX
#define FRIT_NO_PROGRAM UINT32_MAX

FRIT_API frit_status frit_module_new(const frit_context *context, frit_module **out,
                                     frit_error *error);
FRIT_API void frit_module_free(frit_module *module);

/* Reads the text form (docs/ir.md). */
FRIT_API frit_status frit_module_parse(const frit_context *context, const char *text, size_t len,
                                       frit_module **out, frit_error *error);
/* Writes the canonical text form; parsing it gives the same module again. */
FRIT_API frit_status frit_module_print(const frit_module *module, frit_text *out,
                                       frit_error *error);
/* A table for people: name, inputs, outputs, variables, numbered instructions. */
FRIT_API frit_status frit_program_dump(const frit_module *module, uint32_t program, frit_text *out,
                                       frit_error *error);
/* The binary form. Decoding is safe for any bytes whatever. */
FRIT_API frit_status frit_module_encode(const frit_module *module, frit_text *out,
                                        frit_error *error);
FRIT_API frit_status frit_module_decode(const frit_context *context, const void *bytes, size_t len,
                                        frit_module **out, frit_error *error);

/* What a module must satisfy; each stage includes those before it. */
typedef enum frit_check_stage {
    FRIT_CHECK_BUILT = 0,    /* well formed */
    FRIT_CHECK_TYPED = 1,    /* every variable has the type its instruction gives */
    FRIT_CHECK_EXPANDED = 2, /* no composite op is left */
    FRIT_CHECK_FLAT = 3      /* no plain call is left */
} frit_check_stage;

FRIT_API frit_status frit_module_check(const frit_module *module, frit_check_stage stage,
                                       frit_error *error);

/* ---------------------------------------------------------------------------- looking inside */

FRIT_API uint32_t frit_module_program_count(const frit_module *module);
/* The number of the program called name, or FRIT_NO_PROGRAM. */
FRIT_API uint32_t frit_module_find(const frit_module *module, const char *name);
FRIT_API const char *frit_program_name(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_input_count(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_output_count(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_var_count(const frit_module *module, uint32_t program);
FRIT_API uint32_t frit_program_instr_count(const frit_module *module, uint32_t program);
/* The variable behind output number index. Inputs are variables 0 .. input_count - 1. */
FRIT_API frit_var frit_program_output(const frit_module *module, uint32_t program, uint32_t index);
/* "" when the variable has no name of its own. */
FRIT_API const char *frit_var_name(const frit_module *module, uint32_t program, frit_var var);
/* Without a module, program or variable of that number, and where inference is still to come: none. */
FRIT_API frit_type frit_var_type(const frit_module *module, uint32_t program, frit_var var);

/* Integers from low to high. */
typedef struct frit_bounds {
    int64_t low;
    uint64_t high;
} frit_bounds;

/*
 * Which integers an input can be given so that its first cast wraps none: one of type i64 or u64 without axes that the
 * program itself casts to an integer type, as calls of functions from source do with numbers of the host's. False: all of its type.
 */
FRIT_API bool frit_input_bounds(const frit_module *module, uint32_t program, uint32_t input,
                                frit_bounds *out);

typedef struct frit_instr {
    const char *op;     /* its name in the op table */
    const char *callee; /* the program it calls or maps, or NULL */
    const frit_var *inputs;
    uint32_t input_count;
    frit_var first_output; /* outputs are numbered one after another */
    uint32_t output_count;
} frit_instr;

/* The pointers live as long as the program is not changed. */
FRIT_API frit_instr frit_program_instr(const frit_module *module, uint32_t program, uint32_t index);

/* ---------------------------------------------------------------------------------- building */

/*
 * Builds one program at a time at the end of a module. The first error sticks: later calls do
 * nothing and return FRIT_NO_VAR, and frit_builder_finish reports it. Until finish succeeds the
 * module does not change.
 */
typedef struct frit_builder frit_builder;

/* Returns NULL when there is no memory. Name must not be taken in the module. */
FRIT_API frit_builder *frit_builder_new(frit_module *module, const char *name);
FRIT_API void frit_builder_free(frit_builder *builder);

/* Type as text, or NULL to leave it to inference. A type parameter must be declared first. */
FRIT_API void frit_builder_type_param(frit_builder *builder, const char *name);
FRIT_API frit_var frit_builder_input(frit_builder *builder, const char *name, const char *type);

/*
 * One instruction. attrs is the text between the operands and the closing parenthesis of the text
 * form ("axes=[1], keepdims=true"), or NULL. result_names has one entry (which may be NULL) for each
 * result, or is NULL. Returns the first result.
 */
FRIT_API frit_var frit_builder_op(frit_builder *builder, const char *op, const frit_var *inputs,
                                  uint32_t input_count, const char *attrs,
                                  const char *const *result_names);
/* A literal as text: "1.5:f32", "true", "3" (which takes its type from where it is used). */
FRIT_API frit_var frit_builder_literal(frit_builder *builder, const char *literal,
                                       const char *name);
/*
 * Calls an earlier program of the module. keywords is NULL or has an entry for each input: NULL for
 * a positional one, else the callee's name for it.
 */
FRIT_API frit_var frit_builder_call(frit_builder *builder, const char *callee,
                                    const frit_var *inputs, const char *const *keywords,
                                    uint32_t input_count, const char *const *result_names);
FRIT_API void frit_builder_output(frit_builder *builder, frit_var var);
/* Gives a variable a name, or another one. A name that is taken gets a number behind it. */
FRIT_API void frit_builder_name(frit_builder *builder, frit_var var, const char *name);
/* Checks the program and adds it to the module. The builder is spent either way: free it. */
FRIT_API frit_status frit_builder_finish(frit_builder *builder, uint32_t *program,
                                         frit_error *error);
/* Declares a function that is defined elsewhere: "extern ft_add(a: i32, b: i32) -> (r: i32)". */
FRIT_API frit_status frit_module_declare(frit_module *module, const char *text, frit_error *error);

/* --------------------------------------------------------------------------------- inference */

typedef struct frit_infer_options {
    size_t size; /* FRIT_SIZED */
    frit_promotion promotion;
    bool default_f32; /* an untyped literal that meets no type becomes f32 (c64), not f64 (c128) */
} frit_infer_options;

/*
 * Types the program called entry (NULL: the last one) for the given input types (as text; a NULL
 * entry keeps the declared type) and everything it calls, once for each combination of types. The
 * result is a new module whose last program is the entry; the old one is not touched. options may
 * be NULL.
 */
FRIT_API frit_status frit_module_infer(const frit_module *module, const char *entry,
                                       const char *const *input_types, uint32_t input_count,
                                       const frit_infer_options *options, frit_module **out,
                                       frit_error *error);
/*
 * Forgets every type but those on which the meaning hangs: of the inputs of the last program, of
 * generic and of mapped programs, of functions defined elsewhere, and of the first variable with an
 * extent that an attribute mentions by its name.
 */
FRIT_API frit_status frit_module_clear_types(frit_module *module, frit_error *error);

/* -------------------------------------------------------------------------------- optimising */

typedef struct frit_opt_options {
    size_t size; /* FRIT_SIZED */
    frit_numerics numerics;
    bool check; /* run the checker after every pass */
    /* Called after every pass; returning false stops with FRIT_ERR_ARGUMENT. May be NULL. */
    bool (*after_pass)(void *user, const char *pass, const frit_module *module);
    void *user;
} frit_opt_options;

/* passes is a list like "inline,fold,dce", or NULL for all in their order. Needs a typed module. */
FRIT_API frit_status frit_module_optimize(frit_module *module, const char *passes,
                                          const frit_opt_options *options, frit_error *error);
/* Name and one line about pass number index, or NULL past the end. */
FRIT_API const char *frit_pass_name(uint32_t index);
FRIT_API const char *frit_pass_doc(uint32_t index);

/* ------------------------------------------------------------------------------------ source */

typedef struct frit_emit_options {
    size_t size;               /* FRIT_SIZED */
    const char *dialect;       /* "c", "cuda", "opencl", "slang", "metal" */
    const char *function_name; /* NULL: made from the program's name */
} frit_emit_options;

/* Source for a typed program of elementwise steps (NULL: the last one) and what it calls. */
FRIT_API frit_status frit_module_emit(const frit_module *module, const char *program,
                                      const frit_emit_options *options, frit_text *out,
                                      frit_error *error);
/* Name of dialect number index ("c", "cuda", ...), or NULL past the end. */
FRIT_API const char *frit_dialect_name(uint32_t index);

/* --------------------------------------------------------------------------------- op table */

typedef struct frit_op_info {
    const char *name;
    const char *alias;    /* another name for it, or NULL */
    const char *family;   /* "arithmetic", "reduction", ... */
    const char *operands; /* their names, "x y" */
    const char *doc;
    bool variadic;  /* the last operand may come any number of times */
    bool composite; /* expands into simpler ops */
    bool takes_bool, takes_int, takes_float, takes_complex;
    uint32_t attr_count;
} frit_op_info;

typedef struct frit_attr_info {
    const char *name;
    const char *kind; /* "bool", "ints", ... */
    bool required;
} frit_attr_info;

/* Fills info for op number op; false past the end. */
FRIT_API bool frit_op_describe(uint32_t op, frit_op_info *info);
/* Fills info for its attribute number index; false past the end. */
FRIT_API bool frit_op_attr(uint32_t op, uint32_t index, frit_attr_info *info);

#ifdef __cplusplus
}
#endif
#endif
