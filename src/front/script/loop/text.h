/* LLVM's text of one function while it is written: blocks, temporaries, intrinsics. */
#ifndef FRIT_SCRIPT_LOOP_TEXT_H
#define FRIT_SCRIPT_LOOP_TEXT_H

#include "base/str.h"

/* An operand: a temporary, a constant, the address of a variable. */
typedef struct Word {
    char at[28];
} Word;

typedef struct Label {
    uint32_t number;
} Label;

typedef enum Intrinsic {
    INTRINSIC_FABS,
    INTRINSIC_SQRT,
    INTRINSIC_FLOOR,
    INTRINSIC_CEIL,
    INTRINSIC_TRUNC,
    INTRINSIC_COPYSIGN,
    INTRINSIC_MIN,
    INTRINSIC_MAX,
    INTRINSIC_SMIN,
    INTRINSIC_ASSUME,
    INTRINSIC_COUNT
} Intrinsic;

typedef struct Text {
    Str entry, body;
    uint32_t made;
    bool open;         /* the current block has no end yet */
    uint32_t declared; /* bits of Intrinsic */
} Text;

void ll_open(Text *text, Env *env);
void ll_close(Text *text);

Word word_none(void);
Word word_of(const char *constant);
Word word_double(double x);
Word word_int(int64_t x);
static inline bool word_is_none(Word w) {
    return w.at[0] == '\0';
}
bool word_same(Word a, Word b);

/* A line, and a temporary with the value of an instruction. */
void ll_put(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
Word ll_make(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same at the function's beginning. */
void ll_entry(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
Word ll_entry_make(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A variable, which becomes a register. */
Word ll_slot(Text *text, const char *type);
Word ll_load(Text *text, const char *type, Word slot);
void ll_store(Text *text, const char *type, Word value, Word slot);

Label ll_label(Text *text);
void ll_place(Text *text, Label label);
void ll_go(Text *text, Label label);
void ll_fork(Text *text, Word condition, Label yes, Label no);

/* Of doubles; b none: of one operand. */
Word ll_intrinsic(Text *text, Intrinsic which, Word a, Word b);
Word ll_smin(Text *text, Word a, Word b);
void ll_assume(Text *text, Word holds);
/* The declarations of what was used. */
void ll_declarations(const Text *text, Str *out);

#endif
