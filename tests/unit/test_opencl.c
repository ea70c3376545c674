/* Kernels of random programs on the first OpenCL device: the interpreter's bits. */
#include "foreign_code.h"
#include "gen/gen.h"
#include "harness.h"
#include "kernel/room.h"
#include "kernel/text.h"
#include "kernels.h"
#include "random_kernels.h"
#include "run/devices/devices.h"
#include "run/tier/once.h"

#include <stdlib.h>

typedef struct Both {
    Env env;
    frit_error error;
    Machine host, device;
    unsigned kernels, left;
} Both;

/* The digests of all stores, or the status. */
static uint64_t run_on(Both *b, Machine *machine, const char *engine, uint64_t seed,
                       const BoundKernel *bound, const KernelMemory *memories, uint32_t n) {
    KernelRoom room;
    uint64_t digest = 1;
    CHECK_MSG(room_new(&b->env, memories, n, &room), "%s", b->error.message);
    room_fill(&room, bound, seed);
    const Engine *found = engine_named(&b->env, machine, engine);
    CHECK_MSG(found, "%s", b->error.message);
    bool ran = run_once(&b->env, machine, found, bound, FRIT_STRICT, &room);
    CHECK_MSG(ran || b->error.status == FRIT_ERR_INDEX || b->error.status == FRIT_ERR_UNSUPPORTED,
              "%s: %s", engine, b->error.message);
    for (uint32_t a = 0; ran && a < bound->kernel->accesses.len; a++)
        if (bound->kernel->accesses.at[a].store)
            digest = digest * 31 + room_digest(&room, bound, a);
    room_free(&room);
    return ran ? digest : (uint64_t)b->error.status;
}

static void compare(void *user, uint64_t seed, const BoundKernel *bound) {
    Both *b = user;
    uint32_t n = kernel_memory_count(bound);
    KernelMemory *memories = calloc(n + 1, sizeof *memories);
    Str text = str_make(&b->env);
    CHECK_MSG(kernel_memories(&b->env, bound, memories, n), "%s", b->error.message);
    kernel_print(&text, bound, memories, n);
    test_note("seed %llu\n%s", (unsigned long long)seed, text.data);
    uint64_t want = run_on(b, &b->host, "interpreted", seed, bound, memories, n);
    uint64_t got = run_on(b, &b->device, "opencl", seed, bound, memories, n);
    bool left = got == FRIT_ERR_UNSUPPORTED;
    CHECK(left || got == want);
    CHECK_EQ_UINT(run_on(b, &b->device, "interpreted", seed, bound, memories, n), want);
    b->kernels++;
    b->left += left;
    str_free(&text);
    free(memories);
}

static void start(Both *b) {
    skip_foreign_code();
    b->env = (Env){&gen_allocator, &b->error};
    MachineOptions options = {
        .kind = &opencl_device, .threads = 1, .no_blas = true, .cache_dir = ""};
    if (!machine_init(&b->env, &b->device, &options))
        SKIP(b->error.message);
    options.kind = &cpu_device;
    CHECK_MSG(machine_init(&b->env, &b->host, &options), "%s", b->error.message);
}

TEST(complex_functions_on_opencl_have_the_same_bits) {
    static Both b;
    start(&b);
    complex_kernels(&b.env, compare, &b);
    CHECK_MSG(b.kernels == 40 && b.left == 0, "%u kernels, %u without a source", b.kernels, b.left);
    machine_free(&b.device);
    machine_free(&b.host);
}

TEST(random_kernels_on_opencl_have_the_same_bits) {
    static Both b;
    start(&b);
    random_kernels(&b.env, &b.host, test_seed() + 9000, (uint64_t)test_scaled(60), compare, &b);
    test_note("%u kernels, %u without a source", b.kernels, b.left);
    CHECK(b.kernels > 0 && b.left * 5 < b.kernels);
    machine_free(&b.device);
    machine_free(&b.host);
}
