/* Walks by threads that share rows. */
#ifndef FRIT_EMIT_C_WALKS_H
#define FRIT_EMIT_C_WALKS_H

#include "emit/c/writer.h"

/* ---- walk_teams.c */
bool walk_teams(Writer *w);

/* ---- walk_chunks.c */
enum {
    CHUNKS_TOTALS = 512
}; /* threads of a group of TEXT_CHUNKS that combines what parts of rows came to */
bool walk_chunks(Writer *w, uint32_t function);
/* How many functions there are; totals[k]: number k combines what the chunks of rows came to. May be NULL. */
uint32_t chunks_functions(const Analysis *known, bool *totals);
/* Bytes that they share. */
uint64_t chunks_scratch(const Kernel *kernel, uint64_t rows, uint64_t parts);

#endif
