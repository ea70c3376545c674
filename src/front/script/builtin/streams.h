/* Files that scripts have open. Numbers 0, 1 and 2 are input, output and errors of the script. */
#ifndef FRIT_SCRIPT_STREAMS_H
#define FRIT_SCRIPT_STREAMS_H

#include <stdio.h>

#include "front/script/builtin/builtin.h"

enum { STREAM_FIRST = 3, STREAM_MOST = 256 };

typedef struct Stream {
    FILE *file; /* NULL: the number is free */
    char *name, mode[8];
    bool wrote; /* the last that was done: reading after writing must seek first */
    bool at_end;
} Stream;

typedef struct Streams {
    Stream at[STREAM_MOST];
} Streams;

/* The table, made at its first use. NULL: out of memory. */
Streams *streams_of(Interp *in);
/* An open file. who: "fgetl", for the error. NULL with the error: no such file. */
Stream *stream_of(Interp *in, const char *who, Value fid);
/* Writes to a file or, for 1 and 2, prints. */
bool stream_write(Interp *in, const char *who, Value fid, const char *bytes, size_t len);
/* All bytes of a file; *opened false: there is none that can be read. */
bool file_bytes(Interp *in, const char *name, Str *out, bool *opened);

#endif
