/* What threads that share a row tell each other. A thread is a lane of chunks: reduction 2 has its a2 there (and b2, its
 * place, where it looks for the best). */
#ifndef FRIT_EMIT_C_LANES_H
#define FRIT_EMIT_C_LANES_H

#include "emit/c/writer.h"

/* What thread `from` has of x. */
void lanes_put_from(Writer *w, Dtype dtype, const char *x, const char *from);
/* Is the instruction a reduction of that phase which looks at elements? */
bool lanes_folds(const Writer *w, uint32_t phase, uint32_t instr);
bool lanes_reduces(const Writer *w, uint32_t phase);
/* Before a chunk; its lanes together, in lane 0; a2 (b2) of all lanes is what lane 0 has in VALUES2 (PLACES2); the results
 * of rows. */
void lanes_begin(Writer *w, uint32_t phase);
void lanes_begin_one(Writer *w, uint32_t instr);
bool lanes_join(Writer *w, uint32_t phase);
void lanes_share(Writer *w, uint32_t phase, const char *declares, const char *values,
                 const char *places);
void lanes_results(Writer *w, uint32_t phase, const char *chunks);

/* Of several chunks one after another: c2 (d2) of a lane is what one of them came to, and at the end lane 0's is what all
 * of them did. */
void lanes_declare_chunks(Writer *w, uint32_t phase);
void lanes_take_chunk(Writer *w, uint32_t phase, const char *where);
/* there: when the chunk of lane + by is one. */
bool lanes_join_chunks(Writer *w, uint32_t phase, unsigned chunks, const char *there);

#endif
