/* Scripts: `.m` files in the MATLAB and Octave language. */
#ifndef FRIT_SCRIPT_H
#define FRIT_SCRIPT_H

#include "frit/array.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A session of scripts: variables, functions that were defined, a path. Statements on arrays are recorded in its context and
 * fuse; whatever a script prints comes out in order. One thread at a time, but for frit_script_interrupt.
 */
typedef struct frit_script frit_script;

typedef struct frit_script_options {
    size_t size;                     /* FRIT_SIZED */
    frit_context *context;           /* lent; NULL: the session has its own */
    const frit_allocator *allocator; /* of a session with a context of its own; NULL: malloc's */
    /* Takes what scripts print; NULL: it is dropped. */
    void (*write)(void *user, const char *bytes, size_t len);
    void *user;
    const char *const *arguments; /* what argv() gives */
    uint32_t argument_count;
    bool profile; /* lines and kernels are timed: frit_script_profile */
    bool explain; /* which statements became which kernels is kept: frit_script_explain */
    /* What cd, and setenv or unsetenv (value NULL), do with the process; false: it could not be done. NULL: they are errors. */
    bool (*change_folder)(void *user, const char *folder);
    bool (*change_variable)(void *user, const char *name, const char *value);
} frit_script_options;

/* options may be NULL. */
FRIT_API frit_status frit_script_open(const frit_script_options *options, frit_script **out,
                                      frit_error *error);
/* Values that the caller still has stay good, and keep the session's memory until the last is freed. */
FRIT_API void frit_script_close(frit_script *script);
/* What its arrays and texts belong to. */
FRIT_API frit_context *frit_script_context(const frit_script *script);

/*
 * Runs statements in the session's variables. name stands for the text in messages (NULL: "script"). On failure *report (may
 * be NULL) says what went wrong as people read it: every error of the text with its line and a mark below it (then
 * nothing has run: FRIT_ERR_SYNTAX), or the error that ended the script and where (FRIT_ERR_SCRIPT; statements before it
 * have happened). On success it has warnings about the text, mostly none. `exit` ends a script without a failure.
 */
FRIT_API frit_status frit_script_run(frit_script *script, const char *name, const char *text,
                                     size_t len, frit_text *report, frit_error *error);
/* The same of a file, in whose folder functions are looked for first. */
FRIT_API frit_status frit_script_run_file(frit_script *script, const char *path, frit_text *report,
                                          frit_error *error);
/* Reads and compiles a text and runs nothing. code (may be NULL): its bytecode as text. */
FRIT_API frit_status frit_script_check(frit_script *script, const char *name, const char *text,
                                       size_t len, frit_text *report, frit_text *code,
                                       frit_error *error);
/* `exit` or `quit` was called; *status (may be NULL) is its argument. */
FRIT_API bool frit_script_exited(const frit_script *script, int *status);
/* Stops what runs at the next statement or turn of a loop: FRIT_ERR_CANCELLED. From a signal handler or any thread. */
FRIT_API void frit_script_interrupt(frit_script *script);
/* Where the time went by line and kernel; which statements became one kernel, and why not more. */
FRIT_API frit_status frit_script_profile(frit_script *script, frit_text *out, frit_error *error);
FRIT_API frit_status frit_script_explain(frit_script *script, frit_text *out, frit_error *error);

/* ------------------------------------------------------------------------------------ values */

/* A value of a script: counts references, and does not change while somebody else has it. */
typedef struct frit_value frit_value;

typedef enum frit_value_kind {
    FRIT_VALUE_NONE = 0,
    FRIT_VALUE_ARRAY = 1, /* numbers, logical, char, of any shape; scalars too */
    FRIT_VALUE_CELL = 2,
    FRIT_VALUE_STRUCT = 3, /* of any shape */
    FRIT_VALUE_FUNCTION = 4,
    FRIT_VALUE_MAP = 5 /* containers.Map */
} frit_value_kind;

FRIT_API void frit_value_retain(frit_value *value);
FRIT_API void frit_value_free(frit_value *value);
FRIT_API frit_value_kind frit_value_kind_of(const frit_value *value);
/* "double", "single", "int8" ... "uint64", "logical", "char", "cell", "struct", "function_handle", "containers.Map". */
FRIT_API const char *frit_value_class(const frit_value *value);
/* At least 2; the extents as scripts have them, the first one runs fastest. */
FRIT_API uint32_t frit_value_rank(const frit_value *value);
FRIT_API int64_t frit_value_extent(const frit_value *value, uint32_t axis);
FRIT_API int64_t frit_value_count(const frit_value *value);
FRIT_API bool frit_value_is_complex(
    frit_value *value); /* runs what is recorded for a complex one */
/* Is it text: one row of char, or an empty one? */
FRIT_API bool frit_value_is_text(const frit_value *value);

/* Elements in column-major order, as their class has them: logical and char as bytes, complex numbers as (re, im). */
FRIT_API frit_status frit_value_read(frit_value *value, void *out, size_t size, frit_error *error);
/* As an array of the session's context whose extents are reversed (its row-major order is the script's column-major
 * one); runs nothing. To be freed. */
FRIT_API frit_status frit_value_array(frit_value *value, frit_array **out, frit_error *error);
FRIT_API frit_status frit_value_number(frit_value *value, double *out, frit_error *error);
/* Text; of other values what disp prints of them. */
FRIT_API frit_status frit_value_text(frit_value *value, frit_text *out, frit_error *error);

/* Cells: element k from 0, column-major. Structs: that element as a 1 x 1 struct. Maps: the value of key k in order. */
FRIT_API frit_status frit_value_item(frit_value *value, int64_t index, frit_value **out,
                                     frit_error *error);
/* Fields by number, in order; NULL past the end. */
FRIT_API const char *frit_value_field_name(const frit_value *value, uint32_t index);
/* A field of element k. */
FRIT_API frit_status frit_value_field(frit_value *value, int64_t index, const char *name,
                                      frit_value **out, frit_error *error);
/* Key number k of a map, as a text or a number. */
FRIT_API frit_status frit_value_key(frit_value *value, int64_t index, frit_value **out,
                                    frit_error *error);

/* A number of a class ("double"), rounded and saturated to it. */
FRIT_API frit_status frit_value_new_number(frit_script *script, const char *class_name,
                                           double number, frit_value **out, frit_error *error);
/* A copy of elements in column-major order; NULL: zeros. */
FRIT_API frit_status frit_value_new_array(frit_script *script, const char *class_name,
                                          bool is_complex, uint32_t rank, const int64_t *shape,
                                          const void *data, frit_value **out, frit_error *error);
/* The elements of an array of the session's context, its extents reversed; class_name NULL: the one of its dtype. */
FRIT_API frit_status frit_value_from_array(frit_script *script, frit_array *array,
                                           const char *class_name, frit_value **out,
                                           frit_error *error);
FRIT_API frit_status frit_value_new_text(frit_script *script, const char *text, size_t len,
                                         frit_value **out, frit_error *error);
/* A cell of empty matrices; a struct without fields; then their parts. A value that somebody else has is not changed:
 * it is an error. */
FRIT_API frit_status frit_value_new_cell(frit_script *script, uint32_t rank, const int64_t *shape,
                                         frit_value **out, frit_error *error);
FRIT_API frit_status frit_value_new_struct(frit_script *script, frit_value **out,
                                           frit_error *error);
FRIT_API frit_status frit_value_set_item(frit_value *cell, int64_t index, const frit_value *item,
                                         frit_error *error);
FRIT_API frit_status frit_value_set_field(frit_value *structure, const char *name,
                                          const frit_value *item, frit_error *error);

/* --------------------------------------------------------------------- variables, functions */

/* FRIT_ERR_ARGUMENT: there is no such variable. */
FRIT_API frit_status frit_script_get(frit_script *script, const char *name, frit_value **out,
                                     frit_error *error);
FRIT_API frit_status frit_script_set(frit_script *script, const char *name, const frit_value *value,
                                     frit_error *error);
FRIT_API frit_status frit_script_clear(frit_script *script, const char *name, frit_error *error);
/* Names of variables by number, in alphabetical order; NULL past the end. Valid until the next call. */
FRIT_API const char *frit_script_variable(frit_script *script, uint32_t index);
/*
 * Calls a function by name: of the session, its path, or built in. outs has room for max(wanted, 1); *got of them were given
 * and are the caller's. report as of frit_script_run.
 */
FRIT_API frit_status frit_script_call(frit_script *script, const char *name,
                                      frit_value *const *args, uint32_t arg_count, uint32_t wanted,
                                      frit_value **outs, uint32_t *got, frit_text *report,
                                      frit_error *error);

/* Functions that are built in, by number, in alphabetical order, and a line about each; NULL past the end, or where there is
 * none of that name. */
FRIT_API const char *frit_script_function(uint32_t index);
FRIT_API const char *frit_script_help(const char *name);

#ifdef __cplusplus
}
#endif
#endif
