/*
 * The binary form. Decoding is safe on hostile bytes: every count is bounded by the bytes that are
 * left, and the result has passed check_built.
 *
 * A module has one encoding: equal texts give equal bytes, and bytes that decode are what the
 * decoded module encodes to. Locations are not kept.
 *
 *   file      magic (8 bytes), version, structs, programs, checksum (8 bytes, little end first)
 *   structs   count, then for each: name, fields: count, (name, type)...
 *   programs  count, then for each: flags (1: external), name, type parameters: count, name...,
 *             inputs: count, variable...; then the outputs of an external program as variables:
 *             count, variable...; of another one instructions: count, instruction..., and outputs:
 *             count, number...
 *   variable  name, type
 *   instruction
 *             op; operand count (variadic ops only); each operand as its distance from the first
 *             result; a byte that says which attributes are there (ops that can have some), their
 *             values; result count (ops that run programs only), results as variables
 *
 * Every number is a varint (7 bits a byte, low ones first, shortest form). Names, types, ops and
 * scalar types are written out where they first come up and are numbers from then on: 1, 2, ... in
 * the order in which they were complete, 0 for none; the next free number says that the thing
 * itself follows. Ops and scalar types are known by name, so the tables may grow.
 */
#ifndef FRIT_IR_BINARY_H
#define FRIT_IR_BINARY_H

#include "ir/program.h"

/* Appends bytes. */
bool binary_encode(Str *out, const Module *m);
/* NULL on failure. */
Module *binary_decode(Env *env, const void *bytes, size_t len);

/* What stands in the last 8 bytes, of the bytes before them (FNV-1a). */
uint64_t binary_checksum(const void *bytes, size_t len);

#endif
