/*
 * How long modules of the Slang-style language take to load: reading, checking and lowering every function.
 *
 *   bench-modules FILE.slang...
 *
 * Prints a line for each file, and exits 1 when 200 lines take more than 10 ms.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "frit/frit.h"

enum { REPEATS = 20 };

static const double most_ms = 10; /* for 200 lines */

static unsigned count_lines(const char *path) {
    FILE *file = fopen(path, "rb");
    unsigned lines = 0;
    for (int c = 0; file && (c = fgetc(file)) != EOF;)
        lines += c == '\n';
    if (file)
        fclose(file);
    return lines;
}

/* Milliseconds of the best of several times; negative: it does not load. */
static double load_time(const frit_context *context, const char *path) {
    double best = -1;
    for (int i = 0; i < REPEATS; i++) {
        frit_slang *slang = NULL;
        frit_error error;
        double start = now();
        if (frit_slang_read(context, path, NULL, &slang, NULL, &error)) {
            fprintf(stderr, "%s: %s\n", path, error.message);
            return -1;
        }
        double ms = (now() - start) * 1e3;
        frit_slang_free(slang);
        if (best < 0 || ms < best)
            best = ms;
    }
    return best;
}

int main(int argc, char **argv) {
    frit_context *context = frit_context_new(NULL);
    bool good = context != NULL;
    printf("%8s %8s %12s  file\n", "lines", "ms", "ms/200 lines");
    for (int i = 1; i < argc && context; i++) {
        unsigned lines = count_lines(argv[i]);
        double ms = load_time(context, argv[i]);
        double each =
            ms * 200 / (lines > 200 ? lines : 200); /* the library is read for small ones too */
        printf("%8u %8.3f %12.3f  %s\n", lines, ms, each, argv[i]);
        good = good && ms >= 0 && each <= most_ms;
    }
    frit_context_free(context);
    return good ? 0 : 1;
}
