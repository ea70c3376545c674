/* The values that a template of printf takes, one after another. */
#ifndef FRIT_SCRIPT_SHOW_TEMPLATE_H
#define FRIT_SCRIPT_SHOW_TEMPLATE_H

#include "front/script/value/value.h"

typedef enum DatumKind { DATUM_END, DATUM_EMPTY, DATUM_NUMBER, DATUM_TEXT } DatumKind;

typedef struct Datum {
    DatumKind kind;
    ValueClass class_;
    bool complex;
    double number; /* of every class */
    int64_t i64;   /* of int64, and of uint64 its bits */
    const char *text;
    size_t len;
} Datum;

typedef struct Feed {
    Interp *in;
    const char *who;
    const Value *args;
    uint32_t argc;
    uint32_t arg;    /* the next one */
    Array *array;    /* the one that elements are taken from; NULL */
    int64_t element; /* its next one */
    Str run;         /* numbers that are taken as text */
} Feed;

/* text: as many elements as are characters, as one text. */
bool feed_next(Feed *feed, bool text, Datum *out);
/* Is there nothing left? */
bool feed_ended(const Feed *feed);
void feed_close(Feed *feed);

#endif
