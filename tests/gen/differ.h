/*
 * Does a program give the same bits fused as unfused? The unfused plan runs on row-major arrays; the
 * fused one on the same values in whatever layout the seed says: negative and zero strides, padding,
 * axes exchanged, and outputs that lie in the memory of inputs.
 */
#ifndef TESTS_GEN_DIFFER_H
#define TESTS_GEN_DIFFER_H

#include "frit/frit.h"
#include "ir/program.h"

typedef enum Differ {
    DIFFER_SAME,
    DIFFER_REFUSED, /* both failed, in the same way; or there was too much to compute */
    DIFFER_MISMATCH /* why says what */
} Differ;

/*
 * typed: its last program. why has room for size bytes. plain: contexts for the two runs, which may be
 * the same; they are not in verify mode.
 */
Differ differ(const frit_context *fused, const frit_context *plain, const Module *typed,
              uint64_t seed, char *why, size_t size);
/* The same; *digest is that of the outputs, or of none where there are none (gen/digest.h). */
Differ differ_digest(const frit_context *fused, const frit_context *plain, const Module *typed,
                     uint64_t seed, char *why, size_t size, uint64_t *digest);

/*
 * The same with something else in the place of the fused run, which gets its arguments as that would: FRIT_OK, or how it
 * failed. `fused` says what shapes the outputs have.
 */
typedef frit_status DifferRun(void *user, const frit_tensor *inputs, uint32_t input_count,
                              const frit_tensor *outputs, uint32_t output_count);
Differ differ_run(const frit_context *fused, const frit_context *plain, const Module *typed,
                  uint64_t seed, DifferRun *run, void *user, char *why, size_t size);

#endif
