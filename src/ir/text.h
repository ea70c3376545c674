/* The text form: docs/ir.md is its reference. */
#ifndef FRIT_IR_TEXT_H
#define FRIT_IR_TEXT_H

#include "ir/program.h"

/* NULL on failure. */
Module *text_parse(Env *env, const char *text, size_t len);
/* Appends one "extern …" declaration to a module; on failure the module has no new program. */
bool text_declare(Env *env, Module *m, const char *text, size_t len);
/* The pieces, for the builder: a type, attributes ("axes=[0]"), a literal, as text. type_params of p
 * are known names. */
bool text_type(Env *env, Module *m, Program *p, const char *text, TypeId *out);
bool text_attrs(Env *env, Module *m, Program *p, Op op, const char *text, Attrs *out);
bool text_literal(Env *env, Module *m, Program *p, const char *text, Literal *out);
/*
 * The statements of a composite op's expansion (one alternative, without its condition) as a generic
 * program with the op's operands as inputs and r as output. NULL on failure.
 */
Program *text_expansion(Env *env, Module *m, Op op, const char *text, size_t len);

void text_print(Str *out, const Module *m);
void text_print_program(Str *out, const Module *m, const Program *p);
void text_print_instr(Str *out, const Module *m, const Program *p, const Instr *i);
void text_print_attrs(Str *out, const Module *m, const Program *p, const Instr *i, bool first);
void text_print_literal(Str *out, const Module *m, const Literal *literal);
/* A scalar's value as a literal without its type. */
void text_print_bits(Str *out, Dtype dtype, Bits bits);
/* The name, or v<number>. */
void text_print_var(Str *out, const Module *m, const Program *p, VarId var);

/* The table for people. */
void text_dump(Str *out, const Module *m, const Program *p);

#endif
