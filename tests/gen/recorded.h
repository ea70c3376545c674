/*
 * What random programs give, folded into a digest for every hundred of them: to see whether a change of the
 * library changed any bit. Those that use functions of the C library are left out.
 */
#ifndef TESTS_GEN_RECORDED_H
#define TESTS_GEN_RECORDED_H

#include "base/env.h"

enum { RECORDED_PROGRAMS = 100 };

/* Of the programs of the seeds from first on. False: one differs fused and unfused, and why (of size bytes) says
 * so. No BLAS may be in use: the order in which one adds is its own. */
bool recorded_digest(const frit_context *fused, const frit_context *plain, uint64_t first,
                     uint64_t *digest, char *why, size_t size);

#endif
