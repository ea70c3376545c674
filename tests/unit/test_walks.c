/* Kernels of many rows, long rows and rows side by side, walked by threads in every way that source has (emit/c/text.h): the
 * interpreter's bits. On OpenCL, where FRIT_WALK chooses the way. */
#define _GNU_SOURCE /* setenv */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "emit/c/text.h"
#include "foreign_code.h"
#include "gen/gen.h"
#include "harness.h"
#include "kernel/room.h"
#include "kernel/text.h"
#include "kernels.h"
#include "run/devices/devices.h"
#include "run/tier/once.h"

typedef struct Both {
    Env env;
    frit_error error;
    Machine host, device;
} Both;

static void start(Both *b, const char *walk) {
    skip_foreign_code();
    b->env = (Env){&gen_allocator, &b->error};
    MachineOptions options = {
        .kind = &opencl_device, .threads = 1, .no_blas = true, .cache_dir = ""};
    CHECK(setenv("FRIT_WALK", walk, 1) == 0);
    if (!machine_init(&b->env, &b->device, &options))
        SKIP(b->error.message);
    options.kind = &cpu_device;
    CHECK_MSG(machine_init(&b->env, &b->host, &options), "%s", b->error.message);
}

static void end(Both *b) {
    machine_free(&b->device);
    machine_free(&b->host);
    CHECK(unsetenv("FRIT_WALK") == 0);
}

/* Of all stores. */
static uint64_t digest_on(Both *b, Machine *machine, const char *engine, const KernelText *t) {
    KernelRoom room;
    uint64_t digest = 1;
    CHECK_MSG(room_new(&b->env, t->memories.at, t->memories.len, &room), "%s", b->error.message);
    room_fill(&room, &t->bound, 7);
    const Engine *found = engine_named(&b->env, machine, engine);
    CHECK_MSG(found, "%s", b->error.message);
    CHECK_MSG(run_once(&b->env, machine, found, &t->bound, FRIT_STRICT, &room), "%s",
              b->error.message);
    for (uint32_t a = 0; a < t->kernel.accesses.len; a++)
        if (t->kernel.accesses.at[a].store)
            digest = digest * 31 + room_digest(&room, &t->bound, a);
    room_free(&room);
    return digest;
}

/* Is it walked as it was asked for? Else the test would be of something else. */
static bool is_walked(Both *b, const KernelText *t, TextWalk wish) {
    Arena *arena = NULL;
    TextSpace space;
    TextPlan plan;
    bool ok = text_space(&b->env, &arena, &t->bound, &space) &&
              text_plan(&b->env, &arena, text_dialect("opencl"), &t->bound, 4, wish, &space, &plan);
    CHECK_MSG(ok, "%s", b->error.message);
    arena_free(&gen_allocator, &arena);
    return space.form.walk == wish;
}

static void check(Both *b, const char *text, TextWalk wish) {
    KernelText *t = kernel_parse(&b->env, text, strlen(text));
    CHECK_MSG(t, "%s\n%s", b->error.message, text);
    test_note("%s", text);
    CHECK(is_walked(b, t, wish));
    CHECK_EQ_UINT(digest_on(b, &b->device, "opencl", t), digest_on(b, &b->host, "interpreted", t));
    kernel_text_free(t);
}

/* Sums, the place of the largest and whether there is one above 0; of rows that lie one after another, or side by side. */
static void reduce(Both *b, TextWalk wish, int64_t rows, int64_t length, bool beside) {
    char text[1024];
    int64_t row = beside ? 4 : 4 * length, element = beside ? 4 * rows : 4;
    snprintf(text, sizeof text,
             "kernel: reduce over [%" PRId64 " | %" PRId64 "]\n"
             "  memory x: %" PRId64 " bytes\n  memory s: %" PRId64 " bytes\n"
             "  memory i: %" PRId64 " bytes\n  memory n: %" PRId64 " bytes\n"
             "  a0: reads x [%" PRId64 ", %" PRId64 "] f32\n  a1: writes s [4, 0] f32\n"
             "  a2: writes i [8, 0] i64\n  a3: writes n [8, 0] i64\n  v0: f32 full = load a0\n"
             "  v1: f32 row = sum omit_nan v0\n  v2: i64 row = argmax v0\n"
             "  v3: i64 row = count v0\n"
             "  store row a1, v1\n  store row a2, v2\n  store row a3, v3\n",
             rows, length, 4 * rows * length, 4 * rows, 8 * rows, 8 * rows, row, element);
    check(b, text, wish);
}

static void softmax(Both *b, TextWalk wish, int64_t rows, int64_t length) {
    char text[1024];
    snprintf(text, sizeof text,
             "kernel: row-resident over [%" PRId64 " | %" PRId64 "]\n"
             "  memory x: %" PRId64 " bytes\n  memory r: %" PRId64 " bytes\n"
             "  a0: reads x [%" PRId64 ", 4] f32\n  a1: writes r [%" PRId64 ", 4] f32\n"
             "  v0: f32 full = load a0\n  v1: f32 row = max v0\n  v2: f32 full = sub v0, v1\n"
             "  v3: f32 full = exp v2\n  v4: f32 row = sum v3\n  v5: f32 full = div v3, v4\n"
             "  store full a1, v5\n",
             rows, length, 4 * rows * length, 4 * rows * length, 4 * length, 4 * length);
    check(b, text, wish);
}

TEST(teams_of_threads_take_rows) {
    static Both b;
    start(&b, "teams");
    reduce(&b, TEXT_TEAMS, 5, 33, false);    /* several teams a group, one of them without a row */
    reduce(&b, TEXT_TEAMS, 3, 2500, false);  /* chunks that no power of two counts */
    reduce(&b, TEXT_TEAMS, 2, 70000, false); /* more chunks than lanes */
    softmax(&b, TEXT_TEAMS, 3, 1500);        /* values kept from walk to walk */
    softmax(&b, TEXT_TEAMS, 1, 40000);       /* and too many to keep */
    end(&b);
}

TEST(chunks_of_long_rows_are_combined) {
    static Both b;
    start(&b, "chunks");
    reduce(&b, TEXT_CHUNKS, 3, 1000, false);
    reduce(&b, TEXT_CHUNKS, 2, 10500, false);
    reduce(&b, TEXT_CHUNKS, 1, 700003, false);
    softmax(&b, TEXT_CHUNKS, 2, 5000);
    end(&b);
}

TEST(columns_are_rows_side_by_side) {
    static Both b;
    start(&b, "columns");
    reduce(&b, TEXT_COLUMNS, 40, 70, true);
    reduce(&b, TEXT_COLUMNS, 33, 5300, true);
    softmax(&b, TEXT_COLUMNS, 35, 50);
    end(&b);
}

/* What is chosen where nobody wishes for anything, on a device of 132 units. */
static TextWalk chosen(Both *b, const char *text) {
    Arena *arena = NULL;
    TextSpace space;
    TextPlan plan;
    KernelText *t = kernel_parse(&b->env, text, strlen(text));
    CHECK_MSG(t, "%s", b->error.message);
    bool ok =
        text_space(&b->env, &arena, &t->bound, &space) &&
        text_plan(&b->env, &arena, text_dialect("cuda"), &t->bound, 132, TEXT_WALKS, &space, &plan);
    CHECK_MSG(ok, "%s", b->error.message);
    arena_free(&gen_allocator, &arena);
    kernel_text_free(t);
    return space.form.walk;
}

static TextWalk chosen_for(Both *b, int64_t rows, int64_t length, bool beside) {
    char text[512];
    int64_t row = beside ? 4 : 4 * length, element = beside ? 4 * rows : 4;
    snprintf(text, sizeof text,
             "kernel: reduce over [%" PRId64 " | %" PRId64 "]\n  memory x: %" PRId64
             " bytes\n  memory s: %" PRId64 " bytes\n  a0: reads x [%" PRId64 ", %" PRId64
             "] f32\n  a1: writes s [4, 0] f32\n  v0: f32 full = load a0\n"
             "  v1: f32 row = sum v0\n  store row a1, v1\n",
             rows, length, 4 * rows * length, 4 * rows, row, element);
    return chosen(b, text);
}

TEST(sizes_and_layouts_choose_the_walk) {
    static Both b;
    b.env = (Env){&gen_allocator, &b.error};
    CHECK_EQ_INT(chosen_for(&b, 16384, 8192, false), TEXT_TEAMS);
    CHECK_EQ_INT(chosen_for(&b, 1, 100000000, false), TEXT_CHUNKS);
    CHECK_EQ_INT(chosen_for(&b, 4096, 65536, true), TEXT_COLUMNS);
    CHECK_EQ_INT(chosen_for(&b, 1000000, 3, false), TEXT_ROWS);
}
