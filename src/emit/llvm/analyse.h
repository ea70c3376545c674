/*
 * What is known of a kernel before its code is written: the analysis that engines share, in a form, and what
 * compiled code alone has.
 *
 * The uniform slice is once a function (emit_begin makes what the function's slices use). The rows of a map
 * (WALK_MAP) are those of the call, and its values of LEVEL_ROW are those that are the same in all elements of
 * such a row because the loads they come from are ALONG_ONE.
 */
#ifndef FRIT_EMIT_LLVM_ANALYSE_H
#define FRIT_EMIT_LLVM_ANALYSE_H

#include "emit/llvm/form.h"
#include "kernel/slices.h"

typedef struct CodeAnalysis {
    Analysis of;
    const Form *form;
    unsigned lanes; /* of a vector */
    bool in_pairs; /* two registers of 4-byte numbers for each vector of a loop: see choose_lanes */
    uint32_t *kept_at;    /* by value that is kept: bytes before it among those of one element */
    uint32_t *row_number; /* of values of rows that are not hidden: 0, 1, ...; else UINT32_MAX */
    uint32_t n_row_values;
    uint64_t element_bytes; /* of all values that are kept, for one element */
    uint64_t *array_at;     /* by value that makes an array: where it is in LineFrame.arrays */
    uint64_t array_bytes;
    Arena *arena; /* all of the above */
} CodeAnalysis;

/* array.c: bytes of an array that has so many lanes. */
uint64_t array_bytes(const Kernel *kernel, ValId v, unsigned lanes);

AnalysisOptions form_options(const Form *form);
bool code_analyse(Env *env, CodeAnalysis *code, const Kernel *kernel, const Form *form);
void code_analysis_free(const frit_allocator *allocator, CodeAnalysis *code);

#endif
