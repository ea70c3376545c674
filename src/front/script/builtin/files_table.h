/* Numbers in lines of text. */
#ifndef FRIT_SCRIPT_FILES_TABLE_H
#define FRIT_SCRIPT_FILES_TABLE_H

#include "front/script/builtin/texts.h"

typedef struct NumberTable {
    Doubles x, ends; /* all numbers, row after row; where each row ends */
    bool unknown;    /* there were fields that are no numbers */
} NumberTable;

/* Adds the lines but the first `skip`. sep 0: guessed from the first; ' ': any blanks. comments: what follows % or # is left out. */
bool number_table_read(Interp *in, const char *text, size_t len, int64_t skip, char sep,
                       bool comments, NumberTable *t);
/* A matrix without its first `skip` columns; short rows are filled up. */
bool number_table_value(Interp *in, const NumberTable *t, int64_t skip, double fill, Value *out);
void number_table_free(Interp *in, NumberTable *t);

#endif
