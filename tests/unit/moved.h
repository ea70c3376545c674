/* The tensors of a call on the context's device, where tests would else give those of the host: what must happen to
 * arrays that overlap, or stay as they were, must happen there too. */
#ifndef FRIT_TESTS_MOVED_H
#define FRIT_TESTS_MOVED_H

#include "frit/frit.h"

enum { MOST_MOVED = 8 };

typedef struct Moved {
    const frit_context *context;
    uint32_t n;
    frit_tensor at[MOST_MOVED]; /* inputs, then outputs */
    /* The bytes around each: here, and the block they lie in there, which those that overlap share. */
    char *low[MOST_MOVED], *high[MOST_MOVED], *block[MOST_MOVED];
    uint32_t range[MOST_MOVED]; /* which of these are its own */
} Moved;

/* Where the host can address the device's memory, the tensors themselves. */
void moved_in(Moved *m, const frit_context *context, const frit_call *call, const frit_tensor *in,
              uint32_t n_in, const frit_tensor *out, uint32_t n_out);
/* All bytes back, whether the call went well or not. */
void moved_out(Moved *m);

/* A run of the call on them. */
frit_status moved_run(const frit_context *context, frit_call *call, const frit_tensor *in,
                      uint32_t n_in, const frit_tensor *out, uint32_t n_out, frit_error *error);

#endif
