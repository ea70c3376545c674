/* What a reduction or scan does with an element or with another's result: what walks of every kind are made of. */
#ifndef FRIT_EMIT_C_FOLD_H
#define FRIT_EMIT_C_FOLD_H

#include "emit/c/writer.h"
#include "op/op.h"

typedef struct Folding {
    const KernelInstr *i;
    const Fold *fold;
    Dtype from, acc; /* of elements, of accumulators */
    unsigned number;
    bool omits;
} Folding;

Folding folding_of(const Writer *w, uint32_t instr);
/* The same where its number does not matter. */
Folding folding_of_kernel(const Kernel *kernel, uint32_t instr);
/* The number of elements is known without looking at them. */
bool fold_is_length(const Folding *f);
/* What an accumulator begins with. */
void fold_put_start(Writer *w, const Folding *f);
/* acc = acc and the element x; of a fold for the best, place = e where x wins. */
bool fold_put_take(Writer *w, const Folding *f, const char *acc, const char *place, const char *x);
/* a = a and b together, whose places are in q and r. Of two equals the earlier one is best. */
bool fold_put_both(Writer *w, const Folding *f, const char *a, const char *b, const char *q,
                   const char *r);
/* The result of a row of which acc is what all chunks came to (with its place), or of none. */
void fold_put_result(Writer *w, const Folding *f, const char *chunks, const char *acc,
                     const char *place);

#endif
