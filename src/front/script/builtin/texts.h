/* What builtins of text share. */
#ifndef FRIT_SCRIPT_BUILTIN_TEXTS_H
#define FRIT_SCRIPT_BUILTIN_TEXTS_H

#include <string.h>

#include "front/script/builtin/builtin.h"

/* The bytes of a char array, column after column; lent by the array. */
typedef struct Text {
    Array *array;
    const char *at;
    size_t len;
} Text;

/* v is char (the caller has looked). */
bool chars_open(Interp *in, Value v, Text *out);
void chars_close(Interp *in, Text *text);
/* The same with `error` as the message where v is no char array. */
bool chars_take(Interp *in, Value v, const char *error, Text *out);

/* Is v a cell of nothing but char arrays? */
bool is_cell_of_texts(Value v);
bool same_word(const Text *text, const char *word);         /* whatever the case of letters */
bool chars_are_word(Interp *in, Value v, const char *word); /* the same of a value */

/* The output k of a call, which takes the value; one that nobody wants is dropped. */
void give_value(Interp *in, BuiltinCall *call, uint32_t k, Value v);
bool is_wanted(const BuiltinCall *call, uint32_t k);
/* Outputs of kinds; false: out of memory. */
bool give_chars(Interp *in, BuiltinCall *call, uint32_t k, const char *text, size_t len);
bool give_str(Interp *in, BuiltinCall *call, uint32_t k, Str *text); /* frees it */
bool give_doubles(Interp *in, BuiltinCall *call, uint32_t k, const double *x, int64_t rows,
                  int64_t columns);

/* A row of doubles, or another shape of two extents. */
bool doubles_value(Interp *in, const double *x, int64_t rows, int64_t columns, Value *out);
/* A logical array of a shape; *bytes are its elements, to be written. */
bool logicals_value(Interp *in, const Shape *shape, Value *out, uint8_t **bytes);
/* Rows of text below each other, padded with blanks. */
typedef struct TextRow {
    const char *at;
    size_t len;
} TextRow;
bool rows_value(Interp *in, const TextRow *rows, int64_t count, Value *out);
/* The same of char arrays, which may have several rows each. */
bool value_vertcat_texts(Interp *in, const Value *texts, uint32_t n, Value *out);

/* What a function of text does with each text of a cell. */
typedef bool TextFn(Interp *in, Array *text, const void *user, Value *out);
/* v itself is given to fn where it is char; a cell becomes a cell. Others fail with the message. */
bool chars_map(Interp *in, Value v, TextFn *fn, const void *user, const char *error, Value *out);

bool is_blank(char c); /* of strtrim: blanks, tabs, ends of lines and '\0' */

/* A list that grows. */
typedef struct Doubles {
    double *at;
    int64_t count, room;
} Doubles;
bool doubles_push(Interp *in, Doubles *list, double x);
void doubles_free(Interp *in, Doubles *list);

typedef struct Values {
    Value *at;
    int64_t count, room;
} Values;
/* Takes v, also on failure. */
bool values_push(Interp *in, Values *list, Value v);
bool values_push_text(Interp *in, Values *list, const char *text, size_t len, bool row);
void values_free(Interp *in, Values *list);
/* A 1 x count cell (or count x 1) that takes them. */
bool values_to_cell(Interp *in, Values *list, bool column, Value *out);

#endif
