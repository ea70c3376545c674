/*
 * Random programs without end: fused must equal unfused, bit for bit.
 *
 *   bench-random [--long] [--seed S] [--count N] [--seconds T] [--isa NAME]
 *
 * Prints the seed and the program of the first that differs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "gen/differ.h"
#include "gen/gen.h"
#include "ir/text.h"

static int report(Env *env, const Module *m, uint64_t seed, const char *why) {
    Str text = str_make(env);
    text_print(&text, m);
    printf("seed %llu: %s\n%s", (unsigned long long)seed, why, str_ok(&text) ? text.data : "");
    str_free(&text);
    return 1;
}

static frit_context *context_with(unsigned threads, const char *isa) {
    frit_context_options options = {.threads = threads, .isa = isa};
    frit_context *context;
    frit_error error;
    if (frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK)
        return context;
    fprintf(stderr, "%s\n", error.message);
    exit(2);
}

int main(int argc, char **argv) {
    uint64_t seed = 1000000, count = 20000, refused = 0, k;
    double seconds = 0, start = now();
    const char *isa = NULL;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--long") == 0)
            count = 1000000;
        else if (strcmp(argv[i], "--seed") == 0 && more)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--count") == 0 && more)
            count = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0 && more)
            seconds = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "--isa") == 0 && more)
            isa = argv[++i];
        else {
            fprintf(stderr,
                    "usage: %s [--long] [--seed S] [--count N] [--seconds T] [--isa NAME]\n",
                    argv[0]);
            return 2;
        }
    }
    frit_context *fused = context_with(2, isa), *plain = context_with(1, NULL);
    for (k = 0; seconds > 0 ? now() - start < seconds : k < count; k++) {
        frit_error error = {.status = FRIT_OK};
        Env env = {&gen_allocator, &error};
        char why[600];
        Module *m = gen_module(&env, (GenOptions){.seed = seed + k, .mode = GEN_RUNNABLE});
        if (!m)
            return 4;
        Differ d = differ(fused, plain, m, seed + k, why, sizeof why);
        if (d == DIFFER_MISMATCH)
            return report(&env, m, seed + k, why);
        refused += d == DIFFER_REFUSED;
        module_free(m);
    }
    printf(
        "%llu random programs gave the same bits fused and unfused (%llu refused alike): %.1f s\n",
        (unsigned long long)k, (unsigned long long)refused, now() - start);
    frit_context_free(fused);
    frit_context_free(plain);
    return 0;
}
