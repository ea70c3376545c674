/* What builtins keep from call to call: the last error and warning, which warnings are on. */
#ifndef FRIT_SCRIPT_STATE_H
#define FRIT_SCRIPT_STATE_H

#include "front/script/builtin/functions.h"

enum { MESSAGE_ID = 128 };

typedef enum WarningState { WARNING_OFF, WARNING_ON, WARNING_ERROR } WarningState;

typedef struct WarningEntry {
    char identifier[MESSAGE_ID];
    WarningState state;
} WarningEntry;

/* A message that was, with its identifier. */
typedef struct LastMessage {
    Str text;
    char identifier[MESSAGE_ID];
} LastMessage;

typedef struct BuiltinState {
    LastMessage error, warning;
    WarningState all;
    WarningEntry *warnings; /* those that differ from `all`, or did */
    uint32_t count, room;
    struct Streams *streams; /* open files; NULL: none was opened yet */
    bool plot_warned;        /* that nothing is drawn: once */
    struct KeptFft *ffts;    /* of signal_fft.c; NULL: none yet */
    struct Figure *figure;   /* what was plotted; NULL: nothing */
} BuiltinState;

/* Closes all open files, frees what was plotted: of builtin_close. */
void streams_close(Interp *in);
void figure_close(Interp *in);
void ffts_close(Interp *in);

/* What becomes of a warning. */
WarningState warning_state(const BuiltinState *state, const char *identifier);

/* Copies text and identifier. */
bool message_set(Interp *in, LastMessage *last, const char *text, const char *identifier);
/* Text and identifier of lasterr and lastwarn: gives the old, sets the new. */
bool message_call(Interp *in, BuiltinCall *call, LastMessage *last);

/*
 * The message of error(...) and warning(...): an identifier where one was given, the template filled in. Text is freed by the
 * caller. Nothing at all (*none): error('').
 */
bool message_of_arguments(Interp *in, const BuiltinCall *call, Str *text,
                          char identifier[MESSAGE_ID], bool *none);

/* Could it be a variable's name? */
bool text_is_name(const char *text, size_t len);

/* A field of a struct as text; false without an error: there is none, or it is no text. */
bool field_text(Interp *in, Value s, const char *name, char **text, size_t *len);

#endif
