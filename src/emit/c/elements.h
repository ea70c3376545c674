/* Elements by threads that take them side by side. */
#ifndef FRIT_EMIT_C_ELEMENTS_H
#define FRIT_EMIT_C_ELEMENTS_H

#include "emit/c/writer.h"

/* Is there something to keep of each element between walks over the row, and room for it? */
bool elements_can_keep(const Writer *w);
void elements_kept(Writer *w); /* where it is kept: before the walks */
/* The elements of the chunk `chunk` that the thread's `lane` has (`round`: how many chunks it has had before). */
bool elements_of_chunk(Writer *w, uint32_t phase);
/* The elements of a map that a thread takes: form->turns. */
bool elements_of_map(Writer *w);

#endif
