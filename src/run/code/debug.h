/*
 * Makes compiled code known to profilers and debuggers, when the environment asks for it:
 *
 *     FRIT_PERF=map      /tmp/perf-PID.map: `perf report` shows the kernels' names
 *     FRIT_PERF=jitdump  jit-PID.dump in the folder of debug_listing: after `perf record -k mono` and
 *                        `perf inject --jit` also `perf annotate` with the program's steps
 *     FRIT_GDB=1         gdb's interface for JIT compilers: breakpoints, backtraces, steps
 *
 * Lines are lines of a listing: the steps of the program, one a line. Text of emit/llvm refers to it
 * by name (LlvmOptions.debug_file), so the listing is written before and its path is part of what the
 * object depends on.
 */
#ifndef FRIT_RUN_CODE_DEBUG_H
#define FRIT_RUN_CODE_DEBUG_H

#include "base/str.h"
#include "run/code/code.h"

/* Does the environment ask for any of this? */
bool debug_asked(void);
/*
 * Appends the path of the file a listing stands in: in a folder of this user alone, named after the
 * label and the text, so the same listing has always the same path. Writes it unless it is there.
 */
bool debug_listing(Env *env, const char *label, const char *listing, Str *path);
/*
 * To be called once for a code that was just loaded from this object, before others have it. label:
 * of the kernel ("softmax"). listing: to be written again in case it is gone; NULL: it is there, or
 * there is none. A failure harms nothing but the tools.
 */
bool code_announce(Env *env, Code *code, const char *label, const char *listing, const void *object,
                   size_t size);

/* ---- what the files of this share */
/* The folder: made where it is not there; refused where others could write to it. */
bool debug_folder(Env *env, Str *path);
/* Opens a file of ours for appending. -1 with the reason in env. */
int debug_open(Env *env, const char *path);
/* Closes it in any case. */
bool debug_append(Env *env, int file, const Str *bytes);
/* "frit:softmax.map" of the function frit_map. */
void debug_name(Str *out, const char *label, const char *function);
bool perf_write_map(Env *env, const Code *code, const char *label);
bool perf_write_dump(Env *env, const Code *code, const char *label, const void *object,
                     size_t size);
bool gdb_register(Env *env, Code *code, const void *object, size_t size);

#endif
