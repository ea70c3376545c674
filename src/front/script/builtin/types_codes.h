/* What is asked of a type: the codes of rows of table/types.def. */
#ifndef FRIT_SCRIPT_TYPES_CODES_H
#define FRIT_SCRIPT_TYPES_CODES_H

typedef enum TypeQuestion {
    TYPE_NUMERIC,
    TYPE_REAL,
    TYPE_COMPLEX,
    TYPE_CHAR,
    TYPE_CELLSTR,
    TYPE_LOGICAL,
    TYPE_FLOAT,
    TYPE_INTEGER,
    TYPE_FUNCTION,
    TYPE_STRUCT,
    TYPE_CELL,
    TYPE_OBJECT,
    TYPE_SINGLE_QUOTED,
    TYPE_DOUBLE_QUOTED,
    TYPE_NEVER,
    TYPE_EMPTY,
    TYPE_SCALAR,
    TYPE_VECTOR,
    TYPE_ROW,
    TYPE_COLUMN,
    TYPE_MATRIX,
    TYPE_SQUARE
} TypeQuestion;

#endif
