/* Inside the room of display: how values stand inside each other. */
#ifndef FRIT_SCRIPT_SHOWN_H
#define FRIT_SCRIPT_SHOWN_H

#include "front/script/show/number.h"
#include "front/script/show/show.h"

/* How deep values may stand inside each other. */
enum { MAX_SHOWN_DEPTH = 256 };

typedef struct Shown {
    Interp *in;
    Str *out;
    int indent;    /* blanks before each line */
    int levels;    /* of structs inside structs whose fields are still written with their values */
    bool nested;   /* inside a cell or a struct */
    bool plain;    /* as disp does: without a name, and without the blank line at the end */
    int int_width; /* 1 + that of the pages of an array of integers; 0: they are not pages */
} Shown;

/* "name = value" with its line ends; name NULL where s->plain. */
bool shown_value(Shown *s, const char *name, Value v);
bool shown_array(Shown *s, const char *name, Array *array);
bool shown_range(Shown *s, const char *name, const Range *range);
bool shown_cell(Shown *s, const char *name, Cell *cell);
bool shown_struct(Shown *s, const char *name, Struct *st);
bool shown_map(Shown *s, const char *name, Map *map);

/* "name = ", then the text, then the line's end. */
void shown_line_start(Shown *s, const char *name);
/* "name =" on a line of its own, and the blank line that follows. */
void shown_block_start(Shown *s, const char *name, bool blank);
/* The blank line after it. */
void shown_block_end(Shown *s);
void shown_indent(Shown *s);
/* "[](0x3)" as a line. */
void shown_empty(Shown *s, const char *name, const char *brackets, const Shape *shape);

#endif
