/*
 * The machine that runs scripts: bytecode, frames, variables, functions. A Session is what a REPL, a run of a file or a host has:
 * an interpreter, the variables of the outermost scope, the functions that were defined, and the path.
 */
#ifndef FRIT_SCRIPT_VM_H
#define FRIT_SCRIPT_VM_H

#include "front/script/builtin/builtin.h"
#include "front/text/diagnose.h"

typedef struct Session Session;

/* The file of a function or a script that is not known yet. Paths are the host's; text is freed by the session (interp_release). */
typedef struct SessionFiles {
    /* Is there FOLDER/NAME.m? folder NULL: as NAME says it. False with *text NULL: no such file; fails as interp_fail does. */
    bool (*read)(Interp *in, const char *folder, const char *name, char **text, size_t *len);
    /* Is that a folder? NULL: there are none with functions of their own (+NAME, private). */
    bool (*is_folder)(const char *path);
} SessionFiles;

typedef struct SessionOptions {
    const frit_allocator *allocator; /* NULL: malloc's */
    frit_context *context;           /* lent; NULL: the session makes its own */
    void (*write)(void *user, const char *bytes, size_t len);
    void *write_user;
    bool (*change_folder)(void *user, const char *folder); /* see Interp; with write_user */
    bool (*change_variable)(void *user, const char *name, const char *value);
    SessionFiles files; /* NULL functions: those of the system */
    /* After so many turns of loops and calls in a run it is interrupted; 0: never. Slow: for tests. */
    uint64_t most_turns;
    bool profile; /* time by line and kernel is kept: session_profile */
    bool explain; /* groups of statements are kept: session_explain */
} SessionOptions;

/* NULL: no memory (or no context: *raw says why). */
Session *session_open(const SessionOptions *options, frit_error *raw);
void session_close(Session *session);
/* Its failure is that of the last call that gave false. */
Interp *session_interp(Session *session);

typedef struct SessionText {
    const char *name; /* for messages; the path where it is a file */
    bool is_file;
    const char *text;
    size_t len;
    const char
        *folder; /* where the functions it calls are looked for first; NULL: the current one */
} SessionText;

/*
 * Runs statements in the outermost variables. Errors in the text are in *told, and nothing has run. The failure of a statement is the
 * session's failure, its place in session_failed_at. What is recorded has run when it returns.
 */
bool session_run(Session *session, const SessionText *text, Diagnostics *told);
/* Reads the text, compiles it, and runs nothing: `--check`; out not NULL: its bytecode as text as well (`--dump`). */
bool session_check(Session *session, const SessionText *text, Diagnostics *told, Str *out);
/* Reads bytecode as session_check writes it, and writes it again. */
bool session_dump_again(Session *session, const char *text, size_t len, Str *out);
/* Calls a function by name. outs has room for max(nout, 1), none before; they are the caller's. */
bool session_call(Session *session, const char *name, const Value *args, uint32_t argc,
                  uint32_t nout, Value *outs, uint32_t *outc);
/* "in function f at line 3 of file.m" of the last failure, a line a frame, the innermost first; empty: not known. */
const char *session_failed_at(Session *session);
/* `exit` or `quit` was called: *status is its argument. */
bool session_exited(Session *session, int *status);

/* Variables of the outermost scope. get: NONE where there is none of that name, else a reference of the caller's. */
bool session_get(Session *session, const char *name, Value *out);
bool session_set(Session *session, const char *name, Value v); /* v is lent */
bool session_clear(Session *session, const char *name);
/* Names that are set, by number, in alphabetical order; NULL past the end. */
const char *session_variable(Session *session, uint32_t index);

/* argv() of scripts. */
bool session_set_arguments(Session *session, const char *const *args, uint32_t count);
/* Stops what runs at the next statement or turn, from a signal handler or another thread; it fails with "interrupted". */
void session_interrupt(Session *session);

/* Texts: lines with their times, kernels, groups. */
bool session_profile(Session *session, Str *out);
bool session_explain(Session *session, Str *out);

#endif
