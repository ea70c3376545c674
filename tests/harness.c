/* The test harness: registry, checks, main; and the allocator that fails on demand. */
#define _GNU_SOURCE
#include "harness.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum outcome { OUTCOME_OK, OUTCOME_FAIL, OUTCOME_SKIP };

static struct {
    struct test_case *first;
    const struct test_case *current;
    pthread_t thread; /* the one that runs the tests */
    pid_t process;
    jmp_buf leave;
    uint64_t seed;
    double scale;
    char note[256];
} run = {.seed = 1, .scale = 1.0};

/* ---------------------------------------------------------------------------------- registry */

static int compare_tests(const struct test_case *a, const struct test_case *b) {
    int order = strcmp(a->file, b->file);
    return order != 0 ? order : a->line - b->line;
}

/* Kept in the order of file and line: that of the constructors is the linker's business. */
void test_register(struct test_case *test) {
    const char *slash = strrchr(test->file, '/');
    const char *file = slash ? slash + 1 : test->file;
    snprintf(test->full_name, sizeof test->full_name, "%.*s.%s", (int)strcspn(file, "."), file,
             test->name);
    struct test_case **at = &run.first;
    while (*at && compare_tests(*at, test) < 0)
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

static bool names_are_unique(void) {
    for (const struct test_case *a = run.first; a; a = a->next) {
        for (const struct test_case *b = a->next; b; b = b->next) {
            if (strcmp(a->full_name, b->full_name) == 0) {
                fprintf(stderr, "two tests are called %s\n", a->full_name);
                return false;
            }
        }
    }
    return true;
}

static bool is_exact_name(const char *arg) {
    for (const struct test_case *test = run.first; test; test = test->next) {
        if (strcmp(test->full_name, arg) == 0)
            return true;
    }
    return false;
}

/* An argument that is the name of a test selects this one alone, any other selects by substring. */
static bool is_selected(const struct test_case *test, char *const *args, const bool *exact,
                        int count) {
    for (int i = 0; i < count; i++) {
        if (exact[i] ? strcmp(test->full_name, args[i]) == 0
                     : strstr(test->full_name, args[i]) != NULL)
            return true;
    }
    return count == 0;
}

/* ------------------------------------------------------------------------------------ checks */

static void print_note(void) {
    if (run.note[0] != '\0')
        printf("    at %s\n", run.note);
}

void test_fail(const char *file, int line, const char *format, ...) {
    bool child = getpid() != run.process;
    print_note();
    if (child)
        printf("    in a child process: %s:%d: ", file, line);
    else
        printf("FAIL %s: %s:%d: ", run.current->full_name, file, line);
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
    if (child || !pthread_equal(pthread_self(), run.thread))
        _exit(1);
    longjmp(run.leave, OUTCOME_FAIL);
}

void test_skip(const char *reason) {
    printf("skip %s: %s\n", run.current->full_name, reason);
    longjmp(run.leave, OUTCOME_SKIP);
}

void test_note(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(run.note, sizeof run.note, format, args);
    va_end(args);
}

void test_check_int(const char *file, int line, const char *what, intmax_t got, intmax_t want) {
    if (got != want)
        test_fail(file, line, "%s is %jd, should be %jd", what, got, want);
}

void test_check_uint(const char *file, int line, const char *what, uintmax_t got, uintmax_t want) {
    if (got != want)
        test_fail(file, line, "%s is %ju (0x%jx), should be %ju (0x%jx)", what, got, got, want,
                  want);
}

void test_check_f32(const char *file, int line, const char *what, float got, float want) {
    uint32_t got_bits, want_bits;
    memcpy(&got_bits, &got, sizeof got);
    memcpy(&want_bits, &want, sizeof want);
    if (got_bits != want_bits)
        test_fail(file, line, "%s is %.9g (0x%08" PRIx32 "), should be %.9g (0x%08" PRIx32 ")",
                  what, (double)got, got_bits, (double)want, want_bits);
}

void test_check_f64(const char *file, int line, const char *what, double got, double want) {
    uint64_t got_bits, want_bits;
    memcpy(&got_bits, &got, sizeof got);
    memcpy(&want_bits, &want, sizeof want);
    if (got_bits != want_bits)
        test_fail(file, line, "%s is %.17g (0x%016" PRIx64 "), should be %.17g (0x%016" PRIx64 ")",
                  what, got, got_bits, want, want_bits);
}

void test_check_mem(const char *file, int line, const char *what, const void *got, const void *want,
                    size_t size) {
    const unsigned char *g = got, *w = want;
    for (size_t i = 0; i < size; i++) {
        if (g[i] != w[i])
            test_fail(file, line, "%s: byte %zu of %zu is 0x%02x, should be 0x%02x", what, i, size,
                      g[i], w[i]);
    }
}

/* The length of a line without its newline. */
static size_t line_length(const char *text) {
    return strcspn(text, "\n");
}

static const char *next_line(const char *text) {
    size_t length = line_length(text);
    return text + length + (text[length] == '\n');
}

static bool same_line(const char *a, const char *b) {
    size_t length = line_length(a);
    return length == line_length(b) && memcmp(a, b, length) == 0 && (a[length] == b[length]);
}

static void print_lines(char mark, const char *from, const char *to) {
    while (from < to) {
        const char *next = next_line(from);
        bool closed = next > from && next[-1] == '\n';
        printf("    %c %.*s%s\n", mark, (int)line_length(from), from,
               closed ? "" : "    (no newline)");
        from = next;
    }
}

/* Steps back over the equal lines at the ends of two texts that start at the same difference. */
static void trim_equal_end(const char *a, const char **a_end, const char *b, const char **b_end) {
    while (*a_end > a && *b_end > b) {
        const char *a_line = *a_end - 1, *b_line = *b_end - 1;
        while (a_line > a && a_line[-1] != '\n')
            a_line--;
        while (b_line > b && b_line[-1] != '\n')
            b_line--;
        size_t length = (size_t)(*a_end - a_line);
        if (length != (size_t)(*b_end - b_line) || memcmp(a_line, b_line, length) != 0)
            return;
        *a_end = a_line;
        *b_end = b_line;
    }
}

/* Shows the lines from the first that differs to the last that does: + got, - wanted. */
static int print_difference(const char *got, const char *want) {
    int line = 1;
    while (*got && *want && same_line(got, want)) {
        got = next_line(got);
        want = next_line(want);
        line++;
    }
    const char *got_end = got + strlen(got), *want_end = want + strlen(want);
    trim_equal_end(got, &got_end, want, &want_end);
    print_lines('-', want, want_end);
    print_lines('+', got, got_end);
    return line;
}

void test_check_str(const char *file, int line, const char *what, const char *got,
                    const char *want) {
    if (!got || !want) {
        if (got != want)
            test_fail(file, line, "%s is %s, should be %s", what, got ? got : "NULL",
                      want ? want : "NULL");
    } else if (strcmp(got, want) != 0) {
        int at = print_difference(got, want);
        test_fail(file, line, "%s differs from line %d on (- wanted, + got)", what, at);
    }
}

/* It takes advice that no system knows. */
bool test_is_emulated(void) {
    enum { NO_SUCH_ADVICE = 0x6672 };
    long size = sysconf(_SC_PAGESIZE);
    void *page =
        mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return false;
    bool takes_it = madvise(page, (size_t)size, NO_SUCH_ADVICE) == 0;
    munmap(page, (size_t)size);
    return takes_it;
}

/* --------------------------------------------------------------------------- random and scale */

uint64_t test_seed(void) {
    return run.seed;
}

size_t test_scaled(size_t count) {
    double scaled = (double)count * run.scale;
    return scaled < 1.0 ? 1 : (size_t)scaled;
}

/* splitmix64 */
uint64_t test_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The remainder's bias is of no matter to a test. */
uint64_t test_random_below(uint64_t *state, uint64_t below) {
    return test_random(state) % below;
}

/* ---------------------------------------------------------------------------------- allocator */

/* In front of every block, so that a size can be checked. */
union block_head {
    struct {
        uint64_t magic;
        size_t size;
    } is;
    max_align_t align;
};

static const uint64_t block_magic = 0x66726974626c6f63u;

static void misuse(struct test_alloc *a, const char *what) {
    if (!a->misuse)
        a->misuse = what;
}

/* Counts one request and says whether it is to fail. */
static bool request_fails(struct test_alloc *a) {
    a->calls++;
    bool fails =
        a->fail_at != 0 && (a->calls == a->fail_at || (a->fail_after && a->calls > a->fail_at));
    a->failures += fails;
    return fails;
}

static void *make_block(struct test_alloc *a, size_t size) {
    union block_head *head = malloc(sizeof *head + size);
    if (!head)
        return NULL;
    head->is.magic = block_magic;
    head->is.size = size;
    memset(head + 1, 0xa5, size);
    a->live_blocks++;
    a->live_bytes += size;
    if (a->live_bytes > a->peak_bytes)
        a->peak_bytes = a->live_bytes;
    return head + 1;
}

static void drop_block(struct test_alloc *a, union block_head *head) {
    a->live_blocks--;
    a->live_bytes -= head->is.size;
    memset(head + 1, 0xa5, head->is.size);
    head->is.magic = 0;
    free(head);
}

static void *resize_block(struct test_alloc *a, void *ptr, size_t old_size, size_t new_size) {
    union block_head *head = (union block_head *)ptr - 1;
    if (head->is.magic != block_magic) {
        misuse(a, "a block that is not live was freed or resized");
        return NULL;
    }
    if (head->is.size != old_size)
        misuse(a, "a block was freed or resized with a wrong old size");
    size_t size = head->is.size;
    if (new_size == 0) {
        drop_block(a, head);
        return NULL;
    }
    if (new_size > size && request_fails(a))
        return NULL;
    void *moved = make_block(a, new_size);
    if (moved) {
        memcpy(moved, ptr, size < new_size ? size : new_size);
        drop_block(a, head);
    }
    return moved;
}

void *test_alloc_fn(void *user, void *ptr, size_t old_size, size_t new_size) {
    struct test_alloc *a = user;
    void *result = NULL;
    pthread_mutex_lock(&a->lock);
    if (ptr) {
        result = resize_block(a, ptr, old_size, new_size);
    } else {
        if (old_size != 0)
            misuse(a, "a new block was asked for with an old size");
        if (new_size != 0 && !request_fails(a))
            result = make_block(a, new_size);
    }
    pthread_mutex_unlock(&a->lock);
    return result;
}

void test_check_alloc(const char *file, int line, struct test_alloc *a) {
    pthread_mutex_lock(&a->lock);
    const char *wrong = a->misuse;
    size_t blocks = a->live_blocks, bytes = a->live_bytes;
    pthread_mutex_unlock(&a->lock);
    if (wrong)
        test_fail(file, line, "%s", wrong);
    if (blocks != 0)
        test_fail(file, line, "%zu blocks with %zu bytes were not given back", blocks, bytes);
}

/* --------------------------------------------------------------------------------------- main */

static enum outcome run_test(const struct test_case *test) {
    run.current = test;
    run.note[0] = '\0';
    int left = setjmp(run.leave);
    if (left != 0)
        return (enum outcome)left;
    test->body();
    if (getpid() != run.process) /* a child that forgot to leave must not go on with our tests */
        _exit(1);
    printf("ok %s\n", test->full_name);
    return OUTCOME_OK;
}

static int run_selected(char *const *args, int count, bool list_only) {
    bool *exact = calloc((size_t)count + 1, sizeof *exact);
    if (!exact)
        return 2;
    for (int i = 0; i < count; i++)
        exact[i] = is_exact_name(args[i]);
    bool any = false, failed = false;
    for (const struct test_case *test = run.first; test; test = test->next) {
        if (!is_selected(test, args, exact, count))
            continue;
        any = true;
        if (list_only)
            puts(test->full_name);
        else if (run_test(test) == OUTCOME_FAIL)
            failed = true;
    }
    free(exact);
    if (!any)
        fprintf(stderr, "no such test\n");
    return any ? failed : 2;
}

/* Reads a number from text, in base 10 or with 0x; exits when there is none. */
static uint64_t parse_seed(const char *text) {
    char *end;
    uint64_t seed = strtoull(text, &end, 0);
    if (end == text || *end != '\0') {
        fprintf(stderr, "not a seed: %s\n", text);
        exit(2);
    }
    return seed;
}

static void read_environment(void) {
    const char *seed = getenv("FRIT_TEST_SEED");
    const char *scale = getenv("FRIT_TEST_SCALE");
    if (seed)
        run.seed = parse_seed(seed);
    if (scale)
        run.scale = strtod(scale, NULL);
    if (!(run.scale > 0.0)) {
        fprintf(stderr, "FRIT_TEST_SCALE is not above 0: %s\n", scale);
        exit(2);
    }
}

int main(int argc, char **argv) {
    bool list_only = false;
    int first = 1;
    run.thread = pthread_self();
    run.process = getpid();
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    read_environment();
    for (; first < argc && argv[first][0] == '-'; first++) {
        if (strcmp(argv[first], "--list") == 0) {
            list_only = true;
        } else if (strcmp(argv[first], "--seed") == 0 && first + 1 < argc) {
            run.seed = parse_seed(argv[++first]);
        } else {
            fprintf(stderr, "usage: %s [--list] [--seed N] [NAME or part of one]...\n", argv[0]);
            return 2;
        }
    }
    if (!names_are_unique())
        return 2;
    return run_selected(argv + first, argc - first, list_only);
}
