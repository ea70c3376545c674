#include "gen/recorded.h"

#include <inttypes.h>
#include <stdio.h>

#include "gen/differ.h"
#include "gen/digest.h"
#include "gen/gen.h"

bool recorded_digest(const frit_context *fused, const frit_context *plain, uint64_t first,
                     uint64_t *digest, char *why, size_t size) {
    frit_error error = {.status = FRIT_OK};
    Env env = {&gen_allocator, &error};
    *digest = DIGEST_START;
    for (uint64_t seed = first; seed < first + RECORDED_PROGRAMS; seed++) {
        char reason[600];
        uint64_t one = DIGEST_START;
        Module *m = gen_module(&env, (GenOptions){.seed = seed, .mode = GEN_RUNNABLE});
        if (!m) {
            snprintf(why, size, "seed %" PRIu64 ": %s", seed, error.message);
            return false;
        }
        Differ d = differ_digest(fused, plain, m, seed, reason, sizeof reason, &one);
        if (d == DIFFER_SAME)
            digest_scalar(digest, DT_U64, &one);
        module_free(m);
        if (d == DIFFER_MISMATCH) {
            snprintf(why, size, "seed %" PRIu64 ": %s", seed, reason);
            return false;
        }
    }
    return true;
}
