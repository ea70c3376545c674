/* What value.c, half.c, cast.c and memory.c share: values as they lie in memory. */
#ifndef FRIT_EMIT_LLVM_WORDS_H
#define FRIT_EMIT_LLVM_WORDS_H

#include "emit/llvm/emitter.h"

enum { MOST_LANES = 64 };

/* One word an element, as memory has it: i8 of bool, i16 of f16 and bf16, i64 of c64; other integers
 * and floats as they are. c128 has no such word: its parts go one by one. */
IrType word_type(Dtype dtype, unsigned lanes);
Val words_of(Emit *e, Vec x);
Vec vec_of_words(Emit *e, Dtype dtype, Val words);

/* a0, b0, a1, b1 ... of as many lanes as both; and back. */
Val interleaved(Emit *e, Val a, Val b);
Val every_other(Emit *e, Val x, unsigned first);

/* f32 that is a f16 or bf16 already to its 16 bits, as i16; and back. */
Val half_bits(Emit *e, Val x, Dtype dtype);
Val half_value(Emit *e, Val bits, Dtype dtype);

/* Constants of as many lanes as x has. */
Val float_like(Emit *e, Val x, double value);
Val int_like(Emit *e, Val x, uint64_t value);
/* What follows is exact: no fast-math flags until they are put back. */
const char *exactly(Emit *e);

#endif
