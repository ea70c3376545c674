/* Transforms of scripts beside the definition in long double. */
#include <math.h>
#include <string.h>

#include "run/linear/fft.h"
#include "harness.h"

typedef struct Fixture {
    frit_error error;
    struct test_alloc alloc;
    frit_allocator allocator;
    Env env;
} Fixture;

static void open_fixture(Fixture *f, size_t fail_at) {
    memset(f, 0, sizeof *f);
    f->alloc = (struct test_alloc)TEST_ALLOC(fail_at);
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    f->env = env_make(&f->allocator, &f->error, &f->error);
}

static void by_definition(int64_t n, const double *x, bool inverse, long double *y) {
    const long double turn = 6.283185307179586476925286766559L;
    for (int64_t k = 0; k < n; k++) {
        long double re = 0, im = 0;
        for (int64_t j = 0; j < n; j++) {
            long double angle = turn * (long double)((k * j) % n) / (long double)n;
            long double c = cosl(angle), s = inverse ? sinl(angle) : -sinl(angle);
            re += x[2 * j] * c - x[2 * j + 1] * s;
            im += x[2 * j] * s + x[2 * j + 1] * c;
        }
        y[2 * k] = inverse ? re / (long double)n : re;
        y[2 * k + 1] = inverse ? im / (long double)n : im;
    }
}

static double noise(uint64_t *state) {
    return (double)(int64_t)(test_random(state) >> 11) / (double)(1LL << 52) - 1;
}

enum { ROOM = 6000 };

static void check_length(Fixture *f, int64_t n, bool inverse, uint64_t *state) {
    static double x[2 * ROOM], y[2 * ROOM];
    static long double want[2 * ROOM];
    Fft *fft;
    test_note("length %ld, %s", (long)n, inverse ? "inverse" : "forward");
    CHECK(fft_open(&f->env, n, &fft));
    for (int64_t k = 0; k < 2 * n; k++)
        x[k] = noise(state);
    by_definition(n, x, inverse, want);
    fft_run(fft, inverse, 1, x, (FftLayout){1, n}, y, (FftLayout){1, n});
    long double error = 0, size = 0;
    for (int64_t k = 0; k < 2 * n; k++) {
        long double d = y[k] - want[k];
        error += d * d;
        size += want[k] * want[k];
    }
    double relative = (double)sqrtl(error / size), bound = 4e-16 * (1 + log2((double)n));
    CHECK_MSG(relative <= bound, "error %g is more than %g", relative, bound);
    fft_close(&f->env, fft);
}

TEST(lengths) {
    Fixture f;
    uint64_t state = test_seed();
    open_fixture(&f, 0);
    for (int64_t n = 1; n <= 200; n++)
        check_length(&f, n, n % 3 == 0, &state);
    static const int64_t more[] = {256, 337, 343, 360, 511, 512, 625, 720, 1000, 1001, 1009, 1024};
    for (size_t k = 0; k < sizeof more / sizeof *more; k++)
        check_length(&f, more[k], k % 2, &state);
    CHECK_ALLOC(&f.alloc);
}

TEST(long_lengths) {
    Fixture f;
    uint64_t state = test_seed();
    open_fixture(&f, 0);
    static const int64_t more[] = {4096, 4099, 5000, 5005};
    for (size_t k = 0; k < sizeof more / sizeof *more; k++)
        check_length(&f, more[k], k % 2, &state);
    CHECK_ALLOC(&f.alloc);
}

/* There and back, of lengths that the definition would take too long for. */
TEST(there_and_back) {
    static const int64_t lengths[] = {65536, 100000, 65537, 177147, 1 << 18};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        Fixture f;
        uint64_t state = test_seed();
        int64_t n = lengths[k];
        size_t bytes = (size_t)n * 2 * sizeof(double);
        Fft *fft;
        open_fixture(&f, 0);
        test_note("length %ld", (long)n);
        CHECK(fft_open(&f.env, n, &fft));
        double *x = env_new(&f.env, bytes), *y = env_new(&f.env, bytes), sum = 0, worst = 0;
        CHECK(x && y);
        for (int64_t i = 0; i < 2 * n; i++) {
            x[i] = noise(&state);
            sum += i % 2 ? 0 : x[i];
        }
        fft_run(fft, false, 1, x, (FftLayout){1, n}, y, (FftLayout){1, n});
        CHECK(fabs(y[0] - sum) < 1e-10 * sqrt((double)n));
        fft_run(fft, true, 1, y, (FftLayout){1, n}, y, (FftLayout){1, n});
        for (int64_t i = 0; i < 2 * n; i++)
            worst = fmax(worst, fabs(x[i] - y[i]));
        CHECK_MSG(worst < 1e-14, "%g", worst);
        env_free(&f.allocator, x, bytes);
        env_free(&f.allocator, y, bytes);
        fft_close(&f.env, fft);
        CHECK_ALLOC(&f.alloc);
    }
}

/* Columns of a matrix and rows of it, in place. */
TEST(layouts) {
    static const int64_t lengths[] = {1, 2, 6, 17, 60};
    Fixture f;
    uint64_t state = test_seed();
    open_fixture(&f, 0);
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (int64_t count = 1; count < 20; count++) {
            int64_t n = lengths[k];
            static double x[2 * ROOM], y[2 * ROOM];
            double row[200];
            long double want[200];
            Fft *fft;
            CHECK(fft_open(&f.env, n, &fft));
            for (int64_t i = 0; i < 2 * n * count; i++)
                x[i] = noise(&state);
            for (int way = 0; way < 2; way++) {
                FftLayout at = way ? (FftLayout){count, 1} : (FftLayout){1, n};
                memcpy(y, x, sizeof y);
                fft_run(fft, way, count, y, at, y, at);
                for (int64_t c = 0; c < count; c++) {
                    for (int64_t i = 0; i < n; i++)
                        memcpy(row + (2 * i), x + (2 * (i * at.step + c * at.distance)), 16);
                    by_definition(n, row, way, want);
                    for (int64_t i = 0; i < n; i++) {
                        const double *got = y + (2 * (i * at.step + c * at.distance));
                        CHECK(fabsl(got[0] - want[2 * i]) < 1e-13 &&
                              fabsl(got[1] - want[2 * i + 1]) < 1e-13);
                    }
                }
            }
            fft_close(&f.env, fft);
        }
    CHECK_ALLOC(&f.alloc);
}

TEST(exact_values) {
    Fixture f;
    Fft *fft;
    open_fixture(&f, 0);
    double x[16] = {1, 0, 2, 0, 3, 0, 4, 0}, y[16];
    CHECK(fft_open(&f.env, 4, &fft));
    fft_run(fft, false, 1, x, (FftLayout){1, 4}, y, (FftLayout){1, 4});
    static const double want[8] = {10, 0, -2, 2, -2, 0, -2, -2};
    for (int k = 0; k < 8; k++)
        CHECK(y[k] == want[k]);
    fft_close(&f.env, fft);
    for (int64_t n = 1; n < 50; n++) {
        double re, im;
        for (int64_t k = 0; k < n; k++) {
            fft_root(k, n, &re, &im);
            CHECK(fabs(re - cos(6.283185307179586 * (double)k / (double)n)) < 2e-15);
            CHECK(fabs(im + sin(6.283185307179586 * (double)k / (double)n)) < 2e-15);
        }
    }
    CHECK_ALLOC(&f.alloc);
}

TEST(out_of_memory) {
    static const int64_t lengths[] = {1, 12, 17, 5000, 4099};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (size_t n = 1;; n++) {
            Fixture f;
            Fft *fft = NULL;
            open_fixture(&f, n);
            bool done = fft_open(&f.env, lengths[k], &fft);
            CHECK(done == (f.alloc.failures == 0));
            if (done)
                fft_close(&f.env, fft);
            CHECK_ALLOC(&f.alloc);
            if (done)
                break;
        }
}

TEST(real_rows) {
    static const int64_t lengths[] = {2, 4, 6, 10, 34, 100, 1026};
    Fixture f;
    uint64_t state = test_seed();
    open_fixture(&f, 0);
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        int64_t n = lengths[k];
        static double x[2 * ROOM], y[4 * ROOM], wide[4 * ROOM], roots[2 * ROOM];
        static long double want[2 * ROOM];
        Fft *fft;
        test_note("length %ld", (long)n);
        CHECK(fft_open(&f.env, n / 2, &fft));
        fft_powers(n, n / 2, roots);
        for (int64_t i = 0; i < 3 * n; i++)
            x[i] = noise(&state);
        fft_run_real(fft, roots, 3, x, y);
        for (int64_t c = 0; c < 3; c++) {
            for (int64_t i = 0; i < n; i++) {
                wide[2 * i] = x[c * n + i];
                wide[2 * i + 1] = 0;
            }
            by_definition(n, wide, false, want);
            for (int64_t i = 0; i < 2 * n; i++)
                CHECK(fabsl(y[2 * c * n + i] - want[i]) < 2e-14 * sqrt((double)n));
            for (int64_t i = 1; i < n; i++)
                CHECK(y[2 * (c * n + i)] == y[2 * (c * n + n - i)] &&
                      y[2 * (c * n + i) + 1] == -y[2 * (c * n + n - i) + 1]);
        }
        fft_close(&f.env, fft);
    }
    CHECK_ALLOC(&f.alloc);
}
