/*
 * Digests of results, to be compared between machines: every bit counts, but every NaN counts as the same
 * one, as which NaN a step gives is not specified.
 */
#ifndef TESTS_GEN_DIGEST_H
#define TESTS_GEN_DIGEST_H

#include "ir/program.h"

#define DIGEST_START 0xcbf29ce484222325u

/* An element in memory, added to the digest. */
void digest_scalar(uint64_t *digest, Dtype dtype, const void *at);
void digest_element(uint64_t *digest, const Types *types, TypeId elem, const char *at);

#endif
