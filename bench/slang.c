/*
 * Functions in which every element takes its own number of turns, called over a picture of 1920 by 1080
 * and measured against the same written by hand (common/twins.c), one thread each, interleaved.
 *
 *   bench-slang [--long] [--isa NAME] [--json FILE] [--examples FOLDER]
 *
 * Each picture is also compared with the one made by hand, pixel by pixel: rounding moves a few pixels at
 * the edges, no more.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "common/twins.h"
#include "frit/frit.h"

enum { WIDTH = 1920, HEIGHT = 1080, PIXELS = WIDTH * HEIGHT, TURNS = 256 };

/* The numerics that the compiled code may use: as written, or as -ffast-math has it. */
typedef enum Engine {
    STRICT,
    FAST,
    FRIT_ENGINES,
    PLAIN = FRIT_ENGINES,
    VECTOR,
    TWO,
    ENGINES
} Engine;

static const char *const engine_names[ENGINES] = {"strict", "fast", "gcc -ffast-math", "intrinsics",
                                                  "intrinsics, 2 in flight"};

typedef struct Bench {
    frit_context *context;
    frit_error error;
    frit_text report;
    Rows rows;
    unsigned rounds;
    bool failed;
} Bench;

typedef struct Picture {
    const char *name;
    frit_call *calls[FRIT_ENGINES];
    frit_plan *plans[FRIT_ENGINES];
    frit_tensor in[3], out[FRIT_ENGINES];
    uint32_t n_in;
    void (*by_hand)(Engine engine, void *out);
    unsigned channels; /* 4 bytes each */
    bool counts;       /* of integers, else of floats */
    void *made[ENGINES];
    Times times[ENGINES];
} Picture;

static float columns[WIDTH], rows[HEIGHT], *places;
static int32_t most_turns = TURNS;

static void must(Bench *b, frit_status status, const char *what) {
    if (status == FRIT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n%s", what, frit_status_name(status), b->error.message,
            b->report.data ? b->report.data : "");
    exit(1);
}

static void *memory(size_t bytes) {
    void *at = NULL;
    if (posix_memalign(&at, 64, bytes))
        exit(4);
    memset(at, 0, bytes);
    return at;
}

/* ---- by hand */

static void mandelbrot_by_hand(Engine engine, void *out) {
    MandelbrotFn *fn = engine == PLAIN    ? mandelbrot_plain
                       : engine == VECTOR ? mandelbrot_vector
                                          : mandelbrot_two;
    fn(columns, rows, WIDTH, HEIGHT, most_turns, out);
}

static void march_by_hand(Engine engine, void *out) {
    (engine == PLAIN ? march_plain : march_vector)(places, PIXELS, out);
}

/* ---- by frit */

static const char mandelbrot[] = "int mandelbrot(float x, float y, int most)\n"
                                 "{\n"
                                 "    float a = 0.0, b = 0.0;\n"
                                 "    int n = 0;\n"
                                 "    while (a * a + b * b <= 4.0 && n < most)\n"
                                 "    {\n"
                                 "        float next = a * a - b * b + x;\n"
                                 "        b = 2.0 * a * b + y;\n"
                                 "        a = next;\n"
                                 "        n++;\n"
                                 "    }\n"
                                 "    return n;\n"
                                 "}\n";

static void make_calls(Bench *b, Picture *p, frit_slang *slang, const char *function,
                       const frit_arg *args, uint32_t n) {
    frit_resolved *resolved;
    must(b, frit_slang_resolve(slang, function, args, n, NULL, &resolved, &b->report, &b->error),
         function);
    for (int e = 0; e < FRIT_ENGINES; e++) {
        frit_plan_options options = {FRIT_SIZED(frit_plan_options),
                                     .numerics = e == FAST ? FRIT_FAST : FRIT_STRICT};
        must(b,
             frit_plan_new(b->context, frit_resolved_module(resolved), NULL, &options, &p->plans[e],
                           &b->error),
             function);
        must(b, frit_call_new(b->context, p->plans[e], &p->calls[e], &b->error), function);
    }
    p->n_in = n;
    frit_resolved_free(resolved);
}

static void run(Bench *b, Picture *p, Engine engine) {
    if (engine >= FRIT_ENGINES)
        p->by_hand(engine, p->made[engine]);
    else
        must(b, frit_call_run(p->calls[engine], p->in, p->n_in, &p->out[engine], 1, &b->error),
             p->name);
}

/* ---- measuring */

/* How many numbers differ by more than rounding explains, of a thousand. */
static double differing(const Picture *p, Engine a, Engine b) {
    size_t bad = 0, n = (size_t)PIXELS * p->channels;
    for (size_t k = 0; k < n; k++)
        if (p->counts)
            bad += ((int32_t *)p->made[a])[k] != ((int32_t *)p->made[b])[k];
        else
            bad += !(fabsf(((float *)p->made[a])[k] - ((float *)p->made[b])[k]) < 0.02f);
    return 1000.0 * (double)bad / (double)n;
}

static void measure(Bench *b, Picture *p) {
    enum { MOST_WRONG = 5 /* of a thousand */ };
    for (int e = 0; e < ENGINES; e++) {
        p->made[e] = memory((size_t)PIXELS * p->channels * 4);
        if (e < FRIT_ENGINES)
            p->out[e].data = p->made[e];
    }
    for (unsigned r = 0; r <= b->rounds; r++)
        for (int e = 0; e < ENGINES; e++) {
            if ((e == PLAIN && r > 1) || (e == TWO && !p->counts))
                continue;
            double start = now();
            run(b, p, (Engine)e);
            if (r > 0) /* the first makes the code */
                times_add(&p->times[e], now() - start);
        }
    for (int e = 0; e < FRIT_ENGINES; e++)
        for (int against = PLAIN; against < ENGINES; against++) {
            if (p->times[against].n == 0)
                continue;
            Row row = {.n = PIXELS, .dtype = "f32", .seconds = times_median(&p->times[e])};
            snprintf(row.workload, sizeof row.workload, "%s%s", p->name, e == FAST ? ", fast" : "");
            snprintf(row.engine, sizeof row.engine, "%s, 1 thread", engine_names[e]);
            snprintf(row.against, sizeof row.against, "%s", engine_names[against]);
            row.ratio = times_median(&p->times[against]) / row.seconds;
            row.spread = times_spread(&p->times[e]);
            row.checked = differing(p, (Engine)e, (Engine)against) <= MOST_WRONG;
            b->failed |= !row.checked;
            rows_add(&b->rows, row);
        }
    for (int e = 0; e < FRIT_ENGINES; e++) {
        frit_call_free(p->calls[e]);
        frit_plan_free(p->plans[e]);
    }
    for (int e = 0; e < ENGINES; e++)
        free(p->made[e]);
}

static void measure_mandelbrot(Bench *b) {
    static const int64_t x_shape[] = {WIDTH}, y_shape[] = {HEIGHT, 1}, shape[] = {HEIGHT, WIDTH};
    Picture p = {
        .name = "mandelbrot", .by_hand = mandelbrot_by_hand, .channels = 1, .counts = true};
    frit_arg args[] = {{.type = "f32", .rank = 1, .shape = x_shape},
                       {.type = "f32", .rank = 2, .shape = y_shape},
                       {.type = "i32"}};
    frit_slang *slang;
    must(b,
         frit_slang_load(b->context, mandelbrot, strlen(mandelbrot), NULL, &slang, &b->report,
                         &b->error),
         p.name);
    make_calls(b, &p, slang, p.name, args, 3);
    for (int k = 0; k < WIDTH; k++)
        columns[k] = -2.2f + 3.2f * (float)k / WIDTH;
    for (int k = 0; k < HEIGHT; k++)
        rows[k] = -1.2f + 2.4f * (float)k / HEIGHT;
    p.in[0] = (frit_tensor){columns, x_shape, NULL};
    p.in[1] = (frit_tensor){rows, y_shape, NULL};
    p.in[2] = (frit_tensor){&most_turns, NULL, NULL};
    for (int e = 0; e < FRIT_ENGINES; e++)
        p.out[e].shape = shape;
    measure(b, &p);
    frit_slang_free(slang);
}

static void measure_march(Bench *b, const char *examples) {
    static const int64_t in_shape[] = {HEIGHT, WIDTH, 2}, shape[] = {HEIGHT, WIDTH, 3};
    Picture p = {.name = "ray marcher", .by_hand = march_by_hand, .channels = 3};
    frit_arg arg = {.type = "f32", .rank = 3, .shape = in_shape};
    frit_slang *slang;
    char path[1024];
    snprintf(path, sizeof path, "%s/raymarch.slang", examples);
    must(b, frit_slang_read(b->context, path, NULL, &slang, &b->report, &b->error), path);
    make_calls(b, &p, slang, "render", &arg, 1);
    places = memory((size_t)PIXELS * 2 * sizeof *places);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            places[2 * (y * WIDTH + x)] = (2.0f * (float)x - WIDTH) / HEIGHT;
            places[2 * (y * WIDTH + x) + 1] = (HEIGHT - 2.0f * (float)y) / HEIGHT;
        }
    p.in[0] = (frit_tensor){places, in_shape, NULL};
    for (int e = 0; e < FRIT_ENGINES; e++)
        p.out[e].shape = shape;
    measure(b, &p);
    free(places);
    frit_slang_free(slang);
}

int main(int argc, char **argv) {
    Bench b = {.rounds = 9};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .compile = FRIT_COMPILE_REQUIRE, .cache_dir = ""};
    const char *examples = FRIT_EXAMPLES, *slash = strrchr(argv[0], '/');
    char path[1024];
    snprintf(path, sizeof path, "%.*sbench-slang.json", slash ? (int)(slash - argv[0] + 1) : 0,
             argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0)
            b.rounds = 31;
        else if (strcmp(argv[i], "--isa") == 0 && i + 1 < argc)
            options.isa = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc)
            snprintf(path, sizeof path, "%s", argv[++i]);
        else if (strcmp(argv[i], "--examples") == 0 && i + 1 < argc)
            examples = argv[++i];
        else {
            fprintf(stderr, "usage: %s [--long] [--isa NAME] [--json FILE] [--examples FOLDER]\n",
                    argv[0]);
            return 2;
        }
    }
    must(&b, frit_context_new_with(NULL, &options, &b.context, &b.error), "context");
    measure_mandelbrot(&b);
    measure_march(&b, examples);
    printf("compiled for %s\n", frit_context_describe(b.context).isa);
    rows_print(&b.rows);
    for (size_t k = 0; k < b.rows.n; k++)
        if (b.rows.at[k].ratio < 1 / 1.1)
            printf("more than 1.1 times %s: %s, %s: %.2f\n", b.rows.at[k].against,
                   b.rows.at[k].workload, b.rows.at[k].engine, 1 / b.rows.at[k].ratio);
    if (!rows_write(&b.rows, path))
        fprintf(stderr, "cannot write %s\n", path);
    rows_free(&b.rows);
    frit_text_free(b.context, &b.report);
    frit_context_free(b.context);
    return b.failed;
}
