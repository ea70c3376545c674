/* How lines of IR text are put together: shared by ir.c and ir_ops.c. */
#ifndef FRIT_EMIT_LLVM_IR_PRINT_H
#define FRIT_EMIT_LLVM_IR_PRINT_H

#include "emit/llvm/ir.h"

/* The first piece of metadata: ir.c numbers the others. */
enum { META_PAST = 0 };

/* A new value. 0 when something failed before or now. */
Val ir_new(Ir *ir, IrType type);
/* "  %v7 = " of a new value: the rest of its line follows. */
Val ir_open(Ir *ir, IrType type);
/* Ends a line, with its debug location. */
void ir_close(Ir *ir);
/* Something was given that cannot be: a mistake of whoever builds. */
void ir_mistake(Ir *ir, const char *what);

void ir_put_type(Str *s, IrType type);
void ir_put_value(Ir *ir, Str *s, Val v);          /* "%v7" or a constant */
void ir_put_typed(Ir *ir, Str *s, Val v);          /* "i64 %v7" */
void ir_put_label(Str *s, Label label);            /* "b3" */
void ir_put_alloca(Ir *ir, Val v, uint64_t bytes); /* its line, into the head */
void ir_put_target(Ir *ir, Label label);           /* "label %b3" into the body */

#endif
