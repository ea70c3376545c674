/*
 * Random programs without end: fused must equal unfused, and compiled must equal interpreted, bit for
 * bit.
 *
 *   bench-random [--long] [--seed S] [--count N] [--seconds T] [--isa NAME] [--llvm FILE]
 *   bench-random --digests [--seed S] [--count N]
 *
 * First count programs (or T seconds of them) interpreted, fused against unfused; then a tenth as many
 * for each instruction set that this CPU has (or the one named), compiled and fused against
 * interpreted and unfused, by the LLVM that is taken by itself or the one named. Prints the seed and the
 * program of the first that differs. --digests: what they give, as rows of tests/unit/recorded_bits.def (from
 * seed 0 on), to be compared with what they gave before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "emit/llvm/target.h"
#include "gen/differ.h"
#include "gen/gen.h"
#include "gen/recorded.h"
#include "ir/text.h"
#include "run/loops/blocks.h"

static int report(Env *env, const Module *m, uint64_t seed, const char *why) {
    Str text = str_make(env);
    text_print(&text, m);
    printf("seed %llu: %s\n%s", (unsigned long long)seed, why, str_ok(&text) ? text.data : "");
    str_free(&text);
    return 1;
}

static frit_context *context_with(unsigned threads, const char *isa, frit_compile_policy compile,
                                  const char *llvm) {
    frit_context_options options = {FRIT_SIZED(frit_context_options),
                                    .threads = threads,
                                    .isa = isa,
                                    .compile = compile,
                                    .cache_dir = "",
                                    .llvm = llvm};
    frit_context *context;
    frit_error error;
    if (frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK)
        return context;
    fprintf(stderr, "%s\n", error.message);
    exit(2);
}

typedef struct Length {
    uint64_t seed, count;
    double seconds; /* 0: count */
} Length;

/* The exit status. */
static int compare(const frit_context *fused, const frit_context *plain, const Length *length,
                   const char *what) {
    uint64_t refused = 0, k;
    double start = now();
    for (k = 0; length->seconds > 0 ? now() - start < length->seconds : k < length->count; k++) {
        frit_error error = {.status = FRIT_OK};
        Env env = {&gen_allocator, &error};
        uint64_t seed = length->seed + k;
        char why[600];
        Module *m = gen_module(&env, (GenOptions){.seed = seed, .mode = GEN_RUNNABLE});
        if (!m)
            return 4;
        Differ d = differ(fused, plain, m, seed, why, sizeof why);
        if (d == DIFFER_MISMATCH)
            return report(&env, m, seed, why);
        refused += d == DIFFER_REFUSED;
        module_free(m);
    }
    printf("%llu random programs gave the same bits %s (%llu refused alike): %.1f s\n",
           (unsigned long long)k, what, (unsigned long long)refused, now() - start);
    return 0;
}

static int compare_tiers(const char *isa, const Length *length, const char *llvm) {
    frit_context *compiled = context_with(2, isa, FRIT_COMPILE_REQUIRE, llvm);
    frit_context *plain = context_with(1, NULL, FRIT_COMPILE_OFF, NULL);
    char version[32], what[128];
    frit_error error;
    int status = 0;
    if (frit_context_llvm(compiled, version, sizeof version, &error) == FRIT_OK) {
        snprintf(what, sizeof what, "compiled for %s by LLVM %s and interpreted", isa, version);
        status = compare(compiled, plain, length, what);
    } else {
        printf("nothing is compiled: %s\n", error.message);
    }
    frit_context_free(compiled);
    frit_context_free(plain);
    return status;
}

static int print_digests(const Length *length) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 2,
                                    .compile = FRIT_COMPILE_OFF, .no_blas = true, .cache_dir = ""};
    frit_context *context;
    frit_error error;
    char why[700];
    if (frit_context_new_with(NULL, &options, &context, &error) != FRIT_OK)
        return 2;
    for (uint64_t k = 0; k < length->count; k += RECORDED_PROGRAMS) {
        uint64_t digest;
        if (!recorded_digest(context, context, length->seed + k, &digest, why, sizeof why)) {
            printf("%s\n", why);
            return 1;
        }
        printf("RECORDED(0x%016llxu)\n", (unsigned long long)digest);
    }
    frit_context_free(context);
    return 0;
}

int main(int argc, char **argv) {
    Length length = {1000000, 20000, 0};
    bool digests = false;
    const char *isa = NULL, *llvm = NULL;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--long") == 0)
            length.count = 1000000;
        else if (strcmp(argv[i], "--digests") == 0) {
            digests = true;
            length.seed = 0;
        } else if (strcmp(argv[i], "--seed") == 0 && more)
            length.seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--count") == 0 && more)
            length.count = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0 && more)
            length.seconds = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "--isa") == 0 && more)
            isa = argv[++i];
        else if (strcmp(argv[i], "--llvm") == 0 && more)
            llvm = argv[++i];
        else {
            fprintf(stderr,
                    "usage: %s [--long] [--seed S] [--count N] [--seconds T] [--isa NAME] "
                    "[--llvm FILE] [--digests]\n",
                    argv[0]);
            return 2;
        }
    }
    if (digests)
        return print_digests(&length);
    frit_context *fused = context_with(2, isa, FRIT_COMPILE_OFF, NULL);
    frit_context *plain = context_with(1, NULL, FRIT_COMPILE_OFF, NULL);
    int status = compare(fused, plain, &length, "fused and unfused");
    frit_context_free(fused);
    frit_context_free(plain);
    length.count /= 10;
    const BlockOps *level;
    for (unsigned k = 0; status == 0 && (level = blocks_level(k)); k++)
        if (target_named(level->name) && (!isa || strcmp(isa, level->name) == 0))
            status = compare_tiers(level->name, &length, llvm);
    return status;
}
