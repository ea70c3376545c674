/*
 * Which LLVM was found, noted in the folder of compiled kernels together with the state of everything that the
 * search looked at: while none of that has changed, the next process need not look again. That takes a few
 * system calls instead of a hundred. What cannot be noted is looked for anew, that is all.
 */
#ifndef FRIT_RUN_LLVM_NOTE_H
#define FRIT_RUN_LLVM_NOTE_H

#include "base/str.h"
#include "run/cache/store.h"

/* A note that begins with what a search depends on besides files: the program, its variables, the name wanted
 * (NULL: any). Empty: it cannot be said, and nothing is noted. */
void note_start(Str *note, const char *wanted);
/* The state of a file or folder, there or not; to be called before it is looked at. Each is noted once. */
void note_state(Str *note, const char *path);

/* What the note in the folder says; `start` is as note_start made it. False: there is none that holds. */
bool note_read(const char *folder, const Str *start, CompilerPlace *out);
/* Completes the note and puts it there, if the folder exists. */
void note_write(const char *folder, Str *note, const CompilerPlace *found);

#endif
