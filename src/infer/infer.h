/*
 * Meaning: the types and shapes of everything in a program.
 *
 * Inference never writes into the program it reads. It makes a new module in which every variable
 * has a type, casts stand where promotion asked for them, untyped literals have found their types,
 * each program that is called with several combinations of types is there once for each, and where
 * an extent that only a run can tell must be another one, a reshape says so.
 */
#ifndef FRIT_INFER_INFER_H
#define FRIT_INFER_INFER_H

#include "ir/program.h"

typedef struct InferOptions {
    frit_promotion promotion;
    bool default_f32;
} InferOptions;

/*
 * inputs has one entry for each input of the entry program: a type of m, or NO_TYPE to keep the
 * declared one. The new module's last program is the entry. NULL on failure.
 */
Module *infer_module(Env *env, const Module *m, ProgId entry, const TypeId *inputs,
                     const InferOptions *options);

/*
 * Appends an instruction to a typed program, with the result types its operands give. No promotion:
 * operands must fit as they are. Not for ops that run other programs.
 */
bool infer_append(Env *env, Module *m, Program *p, Op op, const VarId *in, uint32_t n_in,
                  const Attrs *attrs, Loc loc, VarId *out);

/*
 * Appends to the typed program `to` what the generic straight-line program `expansion` computes for
 * the arguments: the meaning of composite instruction i of p. *out is its one result.
 */
bool infer_expand(Env *env, Module *m, Program *to, const Program *expansion,
                  const VarId *arguments, const Program *p, const Instr *i, Loc loc, VarId *out);

/*
 * The result types of one instruction of a typed program p of module m, worked out anew: out has
 * room for n_out. tables is m itself or a module_clone_tables of it: types are added there. Fails
 * where the types of the operands do not fit. Ops that run other programs are judged by the types
 * those programs of m have. For the checker.
 */
bool infer_results(Env *env, Module *tables, const Module *m, const Program *p, const Instr *i,
                   TypeId *out);

/* Whether only a run can tell that an array of type x has as many elements as one of type y. */
bool reshape_hangs(const Types *types, TypeId x, TypeId y);

/* Type both dtypes promote to, or DT_NONE when the mode has no answer for the pair. */
Dtype infer_promote(Dtype a, Dtype b, frit_promotion mode);
/* The float that holds a bool or an integer, as NumPy has it; floats and complex numbers stay. */
Dtype infer_promote_float(Dtype dtype);
/* What an array makes with a number of that class which has no dtype of its own; DT_NONE: the number alone. */
Dtype infer_promote_number(Dtype array, DtypeClass number);

#endif
