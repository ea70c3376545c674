/* Kernels from text: what is refused, and where; what is kept to the last bit; files of tests/golden/kernel on
 * every engine and level. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "harness.h"
#include "kernel/room.h"
#include "kernel/text.h"
#include "kernels.h"
#include "run/cache/store.h"
#include "run/tier/once.h"

static KernelText *read(Env *env, const char *text) {
    memset(env->error, 0, sizeof *env->error);
    return kernel_parse(env, text, strlen(text));
}

static char *printed(Env *env, const KernelText *t) {
    Str out = str_make(env);
    kernel_print(&out, &t->bound, t->memories.at, t->memories.len);
    return str_ok(&out) ? out.data : NULL;
}

/* ---- what is refused */

#define HEAD "kernel: map over [4]\n  memory x: 16 bytes\n  memory r: 16 bytes\n"
#define BOTH HEAD "  a0: reads x [4] f32\n  a1: writes r [4] f32\n"

TEST(bad_text_is_refused_with_its_place) {
    static const struct {
        const char *text, *message;
        unsigned line, column;
    } cases[] = {
        {"", "expected a kernel: `kernel: map over [8]`, found the end of the text", 1, 1},
        {"kernel map", "expected `:` after `kernel`, found `map`", 1, 8},
        {"kernel: row-mop over [4]", "there is no schedule called row-mop", 1, 9},
        {"kernel: map over [-4]", "an extent must be 0 to 9223372036854775807", 1, 19},
        {"kernel: map over [4 | 4 | 4]", "expected `]` after the extents, found `|`", 1, 25},
        {"kernel: map over [4]\nmemory x: 4 bytes from 4", "where a memory begins must be", 2, 24},
        {"kernel: map over [4]\nmemory x: 4 bytes\nmemory x: 4 bytes",
         "there is a memory x already", 3, 8},
        {HEAD "  a1: reads x [4] f32\n", "accesses stand in order: a0 is next", 4, 3},
        {HEAD "  a0: reads y [4] f32\n", "there is no memory y", 4, 13},
        {HEAD "  a0: reads x [4, 4] f32\n", "expected `]` after the strides, one for each axis", 4,
         17},
        {HEAD "  a0: reads x [4] f33\n", "expected a dtype such as f32, found `f33`", 4, 19},
        {HEAD "  a0: reads x [4] f32 part 3 of 300\n", "the number of parts must be 1 to 255", 4,
         33},
        {BOTH "  v0: f32 flat = load a0\n", "expected uniform, row or full, found `flat`", 6, 11},
        {BOTH "  v0: f32 full = lode a0\n", "expected an operation of kernels such as load or add",
         6, 18},
        {BOTH "  v0: f32 full = softmax v0\n", "expected an operation of kernels", 6, 18},
        {BOTH "  v0: f32 full = load a2\n", "there is no access a2", 6, 23},
        {BOTH "  v0: f32 full = neg v1\n", "v1 is not made before it is used", 6, 22},
        {BOTH "  v0: f32 full = load a0\n  v0: f32 full = neg v0\n", "v0 is made already", 7, 3},
        {BOTH "  v900000000: f32 full = load a0\n", "there are not so many values", 6, 3},
        {BOTH "  v0: i8 uniform = 200\n", "200 does not fit into i8", 6, 20},
        {BOTH "  v0: bool uniform = 1\n", "a literal of bool is written true or false", 6, 22},
        {BOTH "  v0: f32 uniform = nan(0x1)\n", "those are not the bits of a NaN of f32", 6, 21},
        {BOTH "  end\n", "there is no loop or branch that it belongs to", 6, 3},
        {BOTH "  jump\n", "expected an instruction such as", 6, 3},
        {BOTH "  store at put a1, v0\n", "expected set, add, mul, max or min", 6, 12},
        {BOTH "  v0: f32 full = load a0\n  store row a1, v0\n", "it has flags 1 [flags]", 7, 3},
        {BOTH "  v0: f32 full = load a0\n  store full a1, v0\n",
         "the schedule is map instead of copy [schedule]", 1, 1},
        {HEAD "  a0: reads x [8] f32\n  a1: writes r [4] f32\n"
              "  v0: f32 full = load a0\n  v1: f32 full = neg v0\n  store full a1, v1\n",
         "it touches bytes 0 to 27 of a memory that has 0 to 15 [inside]", 4, 3},
    };
    frit_error error;
    Env env = {&gen_allocator, &error};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        test_note("%s", cases[k].text);
        CHECK(!read(&env, cases[k].text));
        CHECK_MSG(strstr(error.message, cases[k].message), "%s", error.message);
        CHECK_EQ_UINT(error.line, cases[k].line);
        CHECK_EQ_UINT(error.column, cases[k].column);
    }
}

/* ---- what is kept */

static const char kept_text[] =
    "kernel: map over [3 | 1]\n"
    "  memory \"a b\": 64 bytes from -32\n"
    "  memory r: 120 bytes\n"
    "  a0: reads \"a b\" [-8, 4] offset -8 + 2 f16 of 12 bytes part 1 of 3\n"
    "  a1: writes r [40, 8] offset 16 c128\n"
    "  v0: f16 uniform = nan(0x7e01)\n"
    "  v1: bf16 uniform = -inf\n"
    "  v2: f32 uniform = nan(0xffc00001)\n"
    "  v3: f64 uniform = -0.0\n"
    "  v4: c64 uniform = (nan(0x7f800001),1.4013e-45)\n"
    "  v5: c128 uniform = (0.1,-inf)\n"
    "  v6: u64 uniform = 18446744073709551615\n"
    "  v7: i64 uniform = -9223372036854775808\n"
    "  v8: bool uniform = false\n"
    "  v9: f16 full = load a0\n"
    "  v10: c128 full = convert v9\n"
    "  v11: c128 full = choose v8, v5, v10\n"
    "  store full a1, v11\n";

TEST(text_is_kept) {
    frit_error error;
    Env env = {&gen_allocator, &error};
    KernelText *t = read(&env, kept_text);
    CHECK_MSG(t, "%u:%u: %s", error.line, error.column, error.message);
    char *text = printed(&env, t);
    CHECK_STR(text, kept_text);
    CHECK(t->kernel.values.at[4].bits.lo == 0x000000017f800001);
    CHECK(t->kernel.values.at[7].bits.lo == (uint64_t)1 << 63);
    CHECK(t->bound.accesses[0].elem_size == 12 && t->kernel.accesses.at[0].parts == 3);
    free(text);
    kernel_text_free(t);
}

TEST(kernels_are_read_or_out_of_memory) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_error error = {.status = FRIT_OK};
        Env env = {&allocator, &error};
        KernelText *t = kernel_parse(&env, kept_text, strlen(kept_text));
        kernel_text_free(t);
        CHECK_ALLOC(&a);
        if (t)
            break;
        CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
    }
}

/* ---- files on every engine and level */

static char *read_file(const char *name) {
    const char *root = getenv("FRIT_SRC");
    char path[4096], *text = calloc(1, 1 << 16);
    snprintf(path, sizeof path, "%s/tests/golden/kernel/%s", root ? root : ".", name);
    FILE *file = fopen(path, "rb");
    CHECK_MSG(text && file, "%s", path);
    CHECK(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return text;
}

typedef struct Outcome {
    frit_status status;
    uint64_t digest;
} Outcome;

static Outcome run_on(Env *env, Machine *machine, const char *engine, const KernelText *t) {
    KernelRoom room;
    Outcome out = {FRIT_OK, 0};
    CHECK(room_new(env, t->memories.at, t->memories.len, &room));
    room_fill(&room, &t->bound, 1);
    const Engine *found = engine_named(env, machine, engine);
    CHECK_MSG(found, "%s", env->error->message);
    if (!run_once(env, machine, found, &t->bound, FRIT_STRICT, &room))
        out.status = env->error->status;
    for (uint32_t a = 0; a < t->kernel.accesses.len && !out.status; a++)
        if (t->kernel.accesses.at[a].store)
            out.digest = out.digest * 31 + room_digest(&room, &t->bound, a);
    room_free(&room);
    return out;
}

static void check_golden(const char *name, bool compiles) {
    frit_error error;
    Env env = {&km_allocator, &error};
    char *text = read_file(name);
    KernelText *t = read(&env, text);
    free(text);
    if (!t)
        return; /* of errors: the golden runner has them */
    Outcome want = {FRIT_OK, 0};
    bool first = true;
    const BlockOps *blocks;
    for (unsigned level = 0; (blocks = blocks_level(level)); level++)
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            Machine machine;
            test_note("%s at %s", name, blocks->name);
            km_any_machine(&machine, &km_allocator, threads, blocks->name);
            Outcome got = run_on(&env, &machine, "interpreted", t);
            want = first ? got : want;
            first = false;
            CHECK(got.status == want.status && got.digest == want.digest);
            if (compiles && engine_named(&env, &machine, "compiled")) {
                got = run_on(&env, &machine, "compiled", t);
                if (got.status == FRIT_ERR_UNSUPPORTED) /* it has no elements */
                    CHECK_STR(name, "empty.kernel");
                else
                    CHECK(got.status == want.status && got.digest == want.digest);
            }
            machine_free(&machine);
        }
    kernel_text_free(t);
}

static void check_goldens(bool compiles) {
    const char *root = getenv("FRIT_SRC");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/golden/kernel", root ? root : ".");
    DIR *folder = opendir(path);
    CHECK_MSG(folder, "%s", path);
    unsigned n = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strstr(entry->d_name, ".kernel")) {
            check_golden(entry->d_name, compiles);
            n++;
        }
    closedir(folder);
    CHECK(n >= 10);
}

TEST(golden_kernels_give_the_same_bits_at_every_level) {
    check_goldens(false);
}

TEST(golden_kernels_give_the_same_bits_compiled) {
    frit_error error;
    Env env = {&km_allocator, &error};
    Machine machine;
    km_any_machine(&machine, &km_allocator, 1, NULL);
    bool can = store_can_compile(&env, machine.device->store);
    machine_free(&machine);
    if (!can)
        SKIP("nothing can be compiled here");
    check_goldens(true);
}
