/*
 * What fusion is worth: each workload fused, with every step a kernel of its own, and as plain loops
 * in C, interleaved in one run; those that only move data also against the memory's speed.
 *
 *   bench-run [--long] [--only WORKLOAD] [--threads N] [--isa NAME] [--json FILE]
 *
 * A row counts only if its results were checked: fused and unfused bit for bit, and against the C
 * loop (whose functions round differently) within a tolerance.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/ceiling.h"
#include "common/loops.h"
#include "common/measure.h"
#include "frit/frit.h"

enum { MOST_INPUTS = 5, MOST_OUTPUTS = 2, SIZES = 3 };

typedef struct Workload {
    const char *name, *program;
    /* By input: 'n' a vector of n, 'm' the whole of the shape, 'c' a row, 's' a scalar; as its letter
     * and the range of its values. */
    const char *inputs;
    float lo[MOST_INPUTS], hi[MOST_INPUTS];
    const char *outputs; /* the same letters */
    Loop *loop;
    unsigned rank;          /* of 'm' */
    unsigned reads, writes; /* arrays of n it must move when that is what bounds it; else 0 */
    bool multi_step;        /* should gain much by fusion */
    double tolerance;       /* relative, against the C loop */
} Workload;

static const Workload workloads[] = {
    {"elementwise_math",
     "program p(x: f32[n]) -> (y2) { c1 = const(10) c2 = const(4) c3 = const(0.25) c4 = const(0.1)"
     " s = sin(x) m = neg(x) d = div(m, c1) e = exp(d) y0 = mul(s, e) q = div(x, c2) c = cos(q)"
     " a = mul(y0, c) z = mul(y0, y0) w = mul(c3, z) y1 = add(a, w) t = tanh(y1) u = mul(c4, y1)"
     " y2 = add(t, u) }",
     "n",
     {0},
     {12.566f},
     "n",
     loop_elementwise_math,
     1,
     0,
     0,
     true,
     2e-5},
    {"axpby",
     "program p(x: f32[n], y: f32[n], a: f32, b: f32) -> (r) { s = mul(a, x) t = mul(b, y)"
     " r = add(s, t) }",
     "nnss",
     {0, 0, 2, 3},
     {1, 1, 2, 3},
     "n",
     loop_axpby,
     1,
     2,
     1,
     true,
     1e-6},
    {"black_scholes",
     "program cdf(x) -> (r) { k = const(0.7071067811865476) h = const(0.5) o = const(1)"
     " u = mul(x, k) e = erf(u) a = add(o, e) r = mul(h, a) }"
     "program p(s: f32[n], k: f32[n], t: f32[n], rate: f32, vol: f32) -> (call, put) {"
     " root = sqrt(t) sv = mul(vol, root) m = div(s, k) lm = log(m) half = const(0.5)"
     " v2 = mul(vol, vol) hv = mul(half, v2) drift = add(rate, hv) dt = mul(drift, t)"
     " num = add(lm, dt) d1 = div(num, sv) d2 = sub(d1, sv) n1 = @cdf(d1) n2 = @cdf(d2)"
     " rt = mul(rate, t) nrt = neg(rt) disc = exp(nrt) a = mul(s, n1) b = mul(k, disc)"
     " c = mul(b, n2) call = sub(a, c) q = sub(call, s) put = add(q, b) }",
     "nnnss",
     {50, 50, 0.1f, 0.05f, 0.2f},
     {150, 150, 2, 0.05f, 0.2f},
     "nn",
     loop_black_scholes,
     1,
     0,
     0,
     true,
     2e-4},
    {"softmax_rows",
     "program p(x: f32[m,k]) -> (y) { y = softmax(x, axes=[1]) }",
     "m",
     {-4},
     {4},
     "m",
     loop_softmax_rows,
     2,
     0,
     0,
     true,
     2e-5},
    {"layer_norm_gelu",
     "program p(x: f32[m,k], g: f32[k], b: f32[k]) -> (y) { mu = mean(x, axes=[1], keepdims=true)"
     " v = var(x, axes=[1], keepdims=true) eps = const(1e-5) ve = add(v, eps) s = rsqrt(ve)"
     " d = sub(x, mu) z = mul(d, s) zg = mul(z, g) zb = add(zg, b) y = gelu(zb) }",
     "mcc",
     {-3, 0.5f, -1},
     {3, 1.5f, 1},
     "m",
     loop_layer_norm_gelu,
     2,
     0,
     0,
     true,
     1e-4},
    {"sum_squares",
     "program p(x: f32[n]) -> (r) { q = mul(x, x) r = sum(q) }",
     "n",
     {-1},
     {1},
     "s",
     loop_sum_squares,
     1,
     1,
     0,
     true,
     2e-2},
    {"column_means",
     "program p(x: f32[m,k]) -> (r) { r = mean(x, axes=[0]) }",
     "m",
     {-1},
     {1},
     "c",
     loop_column_means,
     2,
     1,
     0,
     false,
     1e-3},
    {"image_normalise",
     "program p(x: f32[b,h,w]) -> (y) { mu = mean(x, axes=[1,2], keepdims=true) d = sub(x, mu)"
     " q = mul(d, d) v = mean(q, axes=[1,2], keepdims=true) eps = const(1e-6) ve = add(v, eps)"
     " s = sqrt(ve) z = div(d, s) gain = const(1.0123) zg = mul(z, gain) bias = const(-0.02)"
     " zb = add(zg, bias) zero = const(0) r = maximum(zb, zero) gamma = const(1.8)"
     " y = pow(r, gamma) }",
     "m",
     {0},
     {1},
     "m",
     loop_image_normalise,
     3,
     0,
     0,
     true,
     2e-2},
    {"monte_carlo",
     "program step(t: i64, s: f32[n], key: u64, drift: f32, scale: f32) -> (next) {"
     " draw = cast(t, to=u64) z = normal(key, draw, shape=[n], to=f32) zs = mul(z, scale)"
     " e = add(drift, zs) g = exp(e) next = mul(s, g) }"
     "program p(s0: f32[n]) -> (price) { key = const(7:u64) drift = const(0.00011904762:f32)"
     " scale = const(0.012598816:f32) lo = const(0) hi = const(STEPS)"
     " s = for(lo, hi, s0, key, drift, scale, body=@step, carry=1) strike = const(100)"
     " o = sub(s, strike) payoff = relu(o) price = mean(payoff) }",
     "n",
     {100},
     {100},
     "s",
     loop_monte_carlo,
     1,
     0,
     0,
     true,
     0},
};
enum { WORKLOADS = sizeof workloads / sizeof *workloads };

typedef struct Case {
    const Workload *w;
    LoopArgs args;
    int64_t shape_m[3], shape_n[1], shape_c[1];
    float *in[MOST_INPUTS], *out[3][MOST_OUTPUTS]; /* fused, unfused, C */
    float *ceiling_out; /* an array of n to write to when the memory is measured */
    size_t out_count[MOST_OUTPUTS];
    frit_plan *plans[2];
    frit_call *calls[2];
    frit_tensor in_t[MOST_INPUTS], out_t[2][MOST_OUTPUTS];
    unsigned n_in, n_out;
    Times times[4]; /* fused, unfused, C, memory */
} Case;

typedef struct Bench {
    frit_context *context;
    frit_error error;
    unsigned threads;
    bool many, failed; /* --long */
    Rows rows;
} Bench;

static void must(Bench *b, frit_status status, const char *what) {
    if (status == FRIT_OK)
        return;
    fprintf(stderr, "%s: %s: %s: %s\n", what, frit_status_name(status), b->error.place,
            b->error.message);
    exit(1);
}

/* ---- setting up */

static float *aligned_floats(size_t n) {
    void *at = NULL;
    if (posix_memalign(&at, 64, (n ? n : 1) * sizeof(float)))
        exit(4);
    memset(at, 0, n * sizeof(float));
    return at;
}

/* Rows of 1,000, images of a quarter of n. */
static void set_sizes(Case *c, size_t n, bool many) {
    c->args.n = n;
    c->args.batch = 4;
    c->args.steps = n > 1000000 && !many ? 32 : 256;
    if (c->w->rank == 3) {
        c->args.cols = n >= 100000 ? 200 : 25;
        c->args.rows = n / 4 / c->args.cols;
        c->args.n = 4 * c->args.rows * c->args.cols;
    } else {
        c->args.cols = n >= 100000 ? 1000 : 100;
        c->args.rows = n / c->args.cols;
    }
    c->shape_n[0] = (int64_t)c->args.n;
    c->shape_c[0] = (int64_t)c->args.cols;
    c->shape_m[0] = (int64_t)(c->w->rank == 3 ? c->args.batch : c->args.rows);
    c->shape_m[1] = (int64_t)(c->w->rank == 3 ? c->args.rows : c->args.cols);
    c->shape_m[2] = (int64_t)c->args.cols;
}

static size_t count_of(const Case *c, char kind) {
    return kind == 's' ? 1 : kind == 'c' ? c->args.cols : c->args.n;
}

static const int64_t *shape_of(const Case *c, char kind) {
    return kind == 's' ? NULL : kind == 'c' ? c->shape_c : kind == 'm' ? c->shape_m : c->shape_n;
}

static void make_arrays(Case *c) {
    uint32_t state = 12345;
    c->n_in = (unsigned)strlen(c->w->inputs);
    c->n_out = (unsigned)strlen(c->w->outputs);
    for (unsigned k = 0; k < c->n_in; k++) {
        size_t n = count_of(c, c->w->inputs[k]);
        c->in[k] = aligned_floats(n);
        for (size_t i = 0; i < n; i++) {
            state = state * 1664525u + 1013904223u;
            c->in[k][i] =
                c->w->lo[k] + (c->w->hi[k] - c->w->lo[k]) * (float)(state >> 8) * 0x1p-24f;
        }
        c->args.in[k] = c->in[k];
        c->in_t[k] = (frit_tensor){c->in[k], shape_of(c, c->w->inputs[k]), NULL};
    }
    c->ceiling_out = c->w->writes ? aligned_floats(c->args.n) : NULL;
    for (unsigned k = 0; k < c->n_out; k++) {
        c->out_count[k] = count_of(c, c->w->outputs[k]);
        for (int e = 0; e < 3; e++)
            c->out[e][k] = aligned_floats(c->out_count[k]);
        for (int e = 0; e < 2; e++)
            c->out_t[e][k] = (frit_tensor){c->out[e][k], shape_of(c, c->w->outputs[k]), NULL};
        c->args.out[k] = c->out[2][k];
    }
}

static void make_calls(Bench *b, Case *c) {
    char text[4096];
    frit_module *m, *typed;
    const char *at = strstr(c->w->program, "STEPS");
    if (at)
        snprintf(text, sizeof text, "%.*s%zu%s", (int)(at - c->w->program), c->w->program,
                 c->args.steps, at + 5);
    else
        snprintf(text, sizeof text, "%s", c->w->program);
    must(b, frit_module_parse(b->context, text, strlen(text), &m, &b->error), c->w->name);
    must(b, frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &b->error), c->w->name);
    for (int e = 0; e < 2; e++) {
        frit_plan_options options = {.no_fusion = e == 1};
        must(b, frit_plan_new(b->context, typed, NULL, &options, &c->plans[e], &b->error),
             c->w->name);
        must(b, frit_call_new(b->context, c->plans[e], &c->calls[e], &b->error), c->w->name);
    }
    frit_module_free(m);
    frit_module_free(typed);
}

static void case_free(Case *c) {
    for (int k = 0; k < MOST_INPUTS; k++)
        free(c->in[k]);
    for (int e = 0; e < 3; e++)
        for (int k = 0; k < MOST_OUTPUTS; k++)
            free(c->out[e][k]);
    free(c->ceiling_out);
    for (int e = 0; e < 2; e++) {
        frit_call_free(c->calls[e]);
        frit_plan_free(c->plans[e]);
    }
}

/* ---- measuring */

static void run_engine(Bench *b, Case *c, int engine) {
    if (engine == 2)
        c->w->loop(&c->args);
    else
        must(b,
             frit_call_run(c->calls[engine], c->in_t, c->n_in, c->out_t[engine], c->n_out,
                           &b->error),
             c->w->name);
}

/* As often as takes a few milliseconds, so that the clock does not matter. */
static double sample(Bench *b, Case *c, int engine) {
    unsigned times = 1;
    for (;;) {
        double start = now();
        for (unsigned k = 0; k < times; k++)
            run_engine(b, c, engine);
        double seconds = now() - start;
        if (seconds > 2e-3 || times >= 1u << 20)
            return seconds / times;
        times *= seconds > 2e-4 ? 4 : 16;
    }
}

static void measure(Bench *b, Case *c, Ceiling *ceiling) {
    unsigned rounds = b->many ? 31 : c->args.n > 1000000 ? 7 : 15;
    double most = b->many ? 30 : 6; /* seconds for one engine */
    for (int e = 0; e < 3; e++)
        run_engine(b, c, e); /* warm, and the results to check */
    for (unsigned r = 0; r < rounds; r++) {
        for (int e = 0; e < 3; e++) {
            Times *t = &c->times[e];
            if (t->n && times_median(t) * (t->n + 1) > most && t->n >= (e == 2 ? 1 : 3))
                continue;
            times_add(t, sample(b, c, e));
        }
        if (ceiling && c->w->reads)
            times_add(&c->times[3], ceiling_run(ceiling, c->w->reads, c->w->writes));
    }
}

/* ---- checking */

/* The mean payoff that the formula of Black and Scholes gives, before discounting. */
static double expected_price(size_t steps) {
    double t = (double)steps / 252, sigma = 0.2, mu = 0.00011904762 * 252 + 0.5 * sigma * sigma;
    double root = sigma * sqrt(t), d1 = (mu * t + 0.5 * sigma * sigma * t) / root, d2 = d1 - root;
    return 100 * exp(mu * t) * 0.5 * erfc(-d1 / sqrt(2)) - 100 * 0.5 * erfc(-d2 / sqrt(2));
}

static bool is_close(const Case *c, unsigned k) {
    double worst = 0, scale = 0;
    if (c->w->tolerance == 0) {
        double want = expected_price(c->args.steps), got = (double)c->out[0][0][0];
        return fabs(got - want) < 8 * want / sqrt((double)c->args.n);
    }
    for (size_t i = 0; i < c->out_count[k]; i++) {
        double a = (double)c->out[0][k][i], d = fabs(a - (double)c->out[2][k][i]);
        scale = fabs(a) > scale ? fabs(a) : scale;
        worst = d > worst || d != d ? d : worst;
    }
    return worst <= c->w->tolerance * (scale > 0 ? scale : 1);
}

static bool is_right(Case *c) {
    bool right = true;
    for (unsigned k = 0; k < c->n_out; k++) {
        size_t bytes = c->out_count[k] * sizeof(float);
        right &= memcmp(c->out[0][k], c->out[1][k], bytes) == 0 && is_close(c, k);
    }
    return right;
}

static void add_rows(Bench *b, Case *c, bool right) {
    static const char *const against[] = {"", "unfused", "c loops, 1 thread", "memory"};
    double fused = times_median(&c->times[0]);
    for (int e = 1; e < 4; e++) {
        Row row = {.n = c->args.n, .seconds = fused, .checked = right};
        if (!c->times[e].n)
            continue;
        snprintf(row.workload, sizeof row.workload, "%s", c->w->name);
        if (strstr(c->w->program, "STEPS") && c->args.steps != 256)
            snprintf(row.workload, sizeof row.workload, "%s_%zu", c->w->name, c->args.steps);
        snprintf(row.dtype, sizeof row.dtype, "f32");
        snprintf(row.engine, sizeof row.engine, "frit interpreter");
        snprintf(row.against, sizeof row.against, "%s", against[e]);
        row.ratio = times_median(&c->times[e]) / fused;
        row.spread = times_spread(&c->times[0]) + times_spread(&c->times[e]);
        rows_add(&b->rows, row);
    }
    b->failed |= !right;
}

static void run_case(Bench *b, const Workload *w, size_t n) {
    Case c = {.w = w};
    set_sizes(&c, n, b->many);
    make_arrays(&c);
    make_calls(b, &c);
    Ceiling *ceiling = NULL;
    if (w->reads && n >= 1000000)
        ceiling = ceiling_new(b->threads, c.args.n, c.in[0], w->reads > 1 ? c.in[1] : NULL,
                              c.ceiling_out);
    measure(b, &c, ceiling);
    add_rows(b, &c, is_right(&c));
    if (ceiling)
        ceiling_free(ceiling);
    case_free(&c);
}

/* What must hold of the rows; printed, so that a run says by itself whether it is good. */
static void judge(const Bench *b) {
    for (size_t k = 0; k < b->rows.n; k++) {
        const Row *r = &b->rows.at[k];
        bool unfused = strcmp(r->against, "unfused") == 0;
        bool memory = strcmp(r->against, "memory") == 0;
        bool multi = false;
        for (int w = 0; w < WORKLOADS; w++)
            multi |= strncmp(workloads[w].name, r->workload, strlen(workloads[w].name)) == 0 &&
                     workloads[w].multi_step;
        if (unfused && r->ratio < 0.97)
            printf("below 0.97 of unfused: %s at %llu: %.2f\n", r->workload,
                   (unsigned long long)r->n, r->ratio);
        if (unfused && multi && r->n >= 9000000 && r->ratio < 3)
            printf("below 3 times unfused: %s at %llu: %.2f\n", r->workload,
                   (unsigned long long)r->n, r->ratio);
        if (memory && r->ratio < 0.7)
            printf("below 70 %% of the memory's speed: %s at %llu: %.2f\n", r->workload,
                   (unsigned long long)r->n, r->ratio);
    }
}

static void default_path(char *path, size_t size, const char *program) {
    const char *slash = strrchr(program, '/');
    snprintf(path, size, "%.*sbench-run.json", slash ? (int)(slash - program + 1) : 0, program);
}

int main(int argc, char **argv) {
    static const size_t sizes[SIZES] = {1000, 100000, 10000000};
    Bench b = {.threads = 0};
    frit_context_options options = {.threads = 0};
    const char *only = NULL;
    char path[1024];
    default_path(path, sizeof path, argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0)
            b.many = true;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            options.threads = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--isa") == 0 && i + 1 < argc)
            options.isa = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc)
            snprintf(path, sizeof path, "%s", argv[++i]);
        else {
            fprintf(stderr,
                    "usage: %s [--long] [--only WORKLOAD] [--threads N] [--isa NAME] "
                    "[--json FILE]\n",
                    argv[0]);
            return 2;
        }
    }
    must(&b, frit_context_new_with(NULL, &options, &b.context, &b.error), "context");
    b.threads = frit_context_describe(b.context).threads;
    for (int w = 0; w < WORKLOADS; w++)
        for (int s = 0; s < SIZES; s++)
            if (!only || strcmp(only, workloads[w].name) == 0)
                run_case(&b, &workloads[w], sizes[s]);
    frit_context_info info = frit_context_describe(b.context);
    printf("frit interpreter, %s, %u threads\n", info.isa, info.threads);
    rows_print(&b.rows);
    judge(&b);
    if (!rows_write(&b.rows, path))
        fprintf(stderr, "cannot write %s\n", path);
    bool failed = b.failed;
    rows_free(&b.rows);
    frit_context_free(b.context);
    return failed;
}
