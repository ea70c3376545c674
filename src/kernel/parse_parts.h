/* What the files that read kernels share. */
#ifndef FRIT_KERNEL_PARSE_PARTS_H
#define FRIT_KERNEL_PARSE_PARTS_H

#include "ir/parser.h"
#include "kernel/text.h"

typedef struct ReadRegion {
    uint32_t opener, last; /* its last marker so far */
} ReadRegion;

typedef struct KernelParser {
    Parser base; /* its tokens and names */
    KernelText *text;
    uint32_t most;           /* values that a text so long can name */
    VEC(uint32_t) memory_of; /* by name: the number of the memory and 1; 0: none */
    VEC(StrId) memory_names; /* by memory */
    VEC(uint32_t) strides;   /* by access: in the pool of numbers */
    VEC(bool) defined;       /* by value: its dtype is known */
    VEC(ReadRegion) open;
    VEC(Loc) locs, access_locs; /* by instruction; by access */
} KernelParser;

bool kernel_word_is(const KernelParser *p, const char *word);
/* Takes the word if it is next; *taken says whether. */
bool kernel_accept_word(KernelParser *p, const char *word, bool *taken);
/* Is "a12" next? */
bool kernel_label(const KernelParser *p, char letter, uint32_t *number);
bool kernel_expect_label(KernelParser *p, char letter, const char *what, uint32_t *number);
bool kernel_dtype(KernelParser *p, Dtype *out);

/* parse_body.c: instructions up to the end of the text. */
bool kernel_parse_body(KernelParser *p);

#endif
