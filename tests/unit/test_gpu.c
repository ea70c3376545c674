/* What devices of source share (run/gpu): memory, copies of any strides, failures. On OpenCL where there is a driver, and on
 * CUDA as it is played for tests. */
#include <stdlib.h>
#include <string.h>

#include "foreign_code.h"
#include "gen/gen.h"
#include "harness.h"
#include "played_cuda.h"
#include "run/cache/store.h"
#include "run/devices/devices.h"
#include "run/host/transfer.h"

static frit_error error;
static Env env = {&gen_allocator, &error};

/* ---- copies */

enum { RANK = 10, BYTES = 1 << 14 };

/* A side of a copy of this shape in BYTES: element 0 is at *start. Of a side that is written elements may share places. */
static void random_side(uint64_t *rng, uint32_t rank, const int64_t *shape, int64_t elem,
                        int64_t *strides, int64_t *start) {
    uint32_t order[RANK];
    int64_t next = elem * (int64_t)(1 + test_random_below(rng, 2));
    int64_t low = 0;
    for (uint32_t k = 0; k < rank; k++)
        order[k] = k;
    for (uint32_t k = rank; k > 1; k--) {
        uint32_t j = (uint32_t)test_random_below(rng, k), kept = order[k - 1];
        order[k - 1] = order[j];
        order[j] = kept;
    }
    if (test_random_below(rng, 3) == 0) /* as arrays are made */
        for (uint32_t k = 0; k < rank; k++)
            order[k] = rank - 1 - k;
    for (uint32_t k = 0; k < rank; k++) {
        int64_t *stride = &strides[order[k]];
        *stride = test_random_below(rng, 12) == 0  ? 0
                  : test_random_below(rng, 4) == 0 ? -next
                                                   : next;
        low += *stride < 0 ? (shape[order[k]] - 1) * *stride : 0;
        next *= shape[order[k]] + (test_random_below(rng, 5) == 0);
    }
    *start = -low + elem * (int64_t)test_random_below(rng, 3);
}

typedef struct Sides {
    Machine *machine;
    char *there[2];
    char bytes[2][BYTES], want[BYTES], got[BYTES];
} Sides;

static void put_all(const Sides *s, unsigned k) {
    Device *device = s->machine->device;
    CHECK_MSG(device->kind->write(&env, device, s->there[k], s->bytes[k], BYTES), "%s",
              error.message);
}

/* Each side here or there; the same copy by the host's own function. */
static void check_copy(Sides *s, const Copy *shape, int64_t to_start, int64_t from_start,
                       unsigned where) {
    Device *device = s->machine->device;
    bool to_here = where & 1, from_here = where & 2;
    Copy copy = *shape;
    memcpy(s->want, s->bytes[0], BYTES);
    memcpy(s->got, s->bytes[0], BYTES);
    put_all(s, 0);
    put_all(s, 1);
    copy.to.data = (to_here ? s->got : s->there[0]) + to_start;
    copy.to.host = to_here;
    copy.from.data = (from_here ? s->bytes[1] : s->there[1]) + from_start;
    copy.from.host = from_here;
    transfer_copy(NULL, copy.rank, copy.shape, copy.elem_size,
                  (TransferSide){s->want + to_start, copy.to.strides},
                  (TransferSource){s->bytes[1] + from_start, copy.from.strides});
    CHECK_MSG(device_copy(&env, device, &copy), "%s", error.message);
    if (!to_here)
        CHECK_MSG(device->kind->read(&env, device, s->got, s->there[0], BYTES), "%s",
                  error.message);
    CHECK_EQ_MEM(s->got, s->want, BYTES);
}

static void copy_at_random(Sides *s, uint64_t *rng, unsigned where) {
    static const size_t sizes[] = {1, 2, 4, 8, 16, 12, 3};
    int64_t shape[RANK], to[RANK], from[RANK], to_start, from_start, count = 1;
    uint32_t rank = (uint32_t)test_random_below(rng, RANK + 1);
    size_t elem = sizes[test_random_below(rng, 7)];
    for (uint32_t k = 0; k < rank; k++) {
        shape[k] = count > 60 ? 1 + (int64_t)test_random_below(rng, 2)
                              : (int64_t)test_random_below(rng, 7);
        count *= shape[k] > 2 && count > 60 ? 1 : shape[k];
    }
    for (uint32_t k = 0; k < rank; k++)
        if (shape[k] == 0 && test_random_below(rng, 4))
            shape[k] = 1;
    random_side(rng, rank, shape, (int64_t)elem, to, &to_start);
    random_side(rng, rank, shape, (int64_t)elem, from, &from_start);
    Copy copy = {
        .rank = rank, .shape = shape, .elem_size = elem, .to.strides = to, .from.strides = from};
    int64_t reach[2] = {to_start + (int64_t)elem, from_start + (int64_t)elem};
    for (uint32_t k = 0; k < rank; k++) {
        reach[0] += to[k] > 0 ? (shape[k] - 1) * to[k] : 0;
        reach[1] += from[k] > 0 ? (shape[k] - 1) * from[k] : 0;
    }
    if (reach[0] > BYTES || reach[1] > BYTES || to_start > BYTES || from_start > BYTES)
        return;
    check_copy(s, &copy, to_start, from_start, where);
}

static void copies_on(const DeviceKind *kind, size_t rounds) {
    Machine machine;
    static Sides s;
    uint64_t rng = test_seed() + 77;
    gpu_machine(&env, &machine, kind);
    s.machine = &machine;
    for (unsigned k = 0; k < 2; k++) {
        CHECK(s.there[k] = kind->take(&env, machine.device, BYTES));
        for (unsigned b = 0; b < BYTES; b++)
            s.bytes[k][b] = (char)test_random_below(&rng, 256);
    }
    for (size_t round = 0; round < rounds; round++) {
        test_note("round %zu", round);
        copy_at_random(&s, &rng, (unsigned)round % 4);
    }
    for (unsigned k = 0; k < 2; k++)
        kind->give(machine.device, s.there[k], BYTES);
    machine_free(&machine);
}

TEST(copies_of_any_strides_on_opencl) {
    skip_foreign_code();
    copies_on(&opencl_device, test_scaled(2000));
}

TEST(copies_of_any_strides_on_cuda) {
    PlayedCuda *cuda = played_start();
    copies_on(&cuda_device, test_scaled(4000));
    CHECK(cuda->launches > 0 && cuda->moves > 0);
    played_stop(cuda);
}

/* ---- memory */

static void memory_on(const DeviceKind *kind) {
    Machine machine;
    gpu_machine(&env, &machine, kind);
    Device *device = machine.device;
    char *first = kind->take(&env, device, 10000), *empty = kind->take(&env, device, 0);
    CHECK(first && empty && first != empty);
    CHECK_EQ_UINT((uintptr_t)first % 64, 0);
    CHECK_EQ_UINT(kind->use(device).kept, 0);
    uint64_t used = kind->use(device).used;
    CHECK(used >= 10000);
    kind->give(device, first, 10000);
    CHECK_EQ_UINT(kind->use(device).used + kind->use(device).kept, used);
    CHECK(kind->take(&env, device, 9000) == first); /* kept for those who ask for about as much */
    char *small = kind->take(&env, device, 100);
    CHECK(small && small != first);
    /* Host memory is not the device's; of CUDA's addresses the driver knows which are its own. */
    char own[8] = {0};
    if (kind->type != DEVICE_CUDA) {
        CHECK(!kind->read(&env, device, own, own, sizeof own));
        CHECK(strstr(error.message, "memory that is not the"));
    }
    CHECK(!kind->write(&env, device, first + 9000, own,
                       1 << 20)); /* nor is what comes after a block */
    CHECK(kind->fill(&env, device, first, 7, 9000) &&
          kind->read(&env, device, own, first + 8992, 8));
    CHECK_EQ_INT(own[7], 7);
    CHECK(!kind->take(&env, device, UINT64_MAX) && error.status == FRIT_ERR_NOMEM);
    kind->give(device, small, 100);
    kind->give(device, empty, 0);
    kind->give(device, first, 9000);
    CHECK_EQ_UINT(kind->use(device).used, 0);
    machine_free(&machine);
}

TEST(memory_of_opencl) {
    skip_foreign_code();
    memory_on(&opencl_device);
}

TEST(memory_of_cuda) {
    PlayedCuda *cuda = played_start();
    memory_on(&cuda_device);
    played_stop(cuda);
}

TEST(a_device_keeps_no_more_than_it_may) {
    PlayedCuda *cuda = played_start();
    Machine machine;
    MachineOptions options = {
        .kind = &cuda_device, .threads = 1, .memory_cap = 3u << 20, .cache_dir = ""};
    CHECK_MSG(machine_init(&env, &machine, &options), "%s", error.message);
    const DeviceKind *kind = machine.device->kind;
    char *blocks[4];
    for (unsigned k = 0; k < 4; k++)
        CHECK(blocks[k] = kind->take(&env, machine.device, 1000000));
    for (unsigned k = 0; k < 4; k++)
        kind->give(machine.device, blocks[k], 1000000);
    CHECK_EQ_INT(cuda->blocks, 3);
    CHECK(kind->use(machine.device).kept <= 3u << 20 && kind->use(machine.device).used == 0);
    machine_free(&machine);
    played_stop(cuda);
}

/* What is kept goes back before somebody is refused. */
TEST(a_device_that_is_full) {
    PlayedCuda *cuda = played_start();
    Machine machine;
    MachineOptions options = {
        .kind = &cuda_device, .threads = 1, .memory_cap = 1u << 30, .cache_dir = ""};
    CHECK_MSG(machine_init(&env, &machine, &options), "%s", error.message);
    const DeviceKind *kind = machine.device->kind;
    char *blocks[4];
    for (unsigned k = 0; k < 4; k++)
        CHECK(blocks[k] = kind->take(&env, machine.device, 200u << 20));
    CHECK(!kind->take(&env, machine.device, 400u << 20));
    CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
    CHECK(strstr(error.message, "out of memory on the device cuda:0: 4194"));
    for (unsigned k = 0; k < 2; k++)
        kind->give(machine.device, blocks[k], 200u << 20);
    CHECK_EQ_INT(cuda->blocks, 4);
    CHECK(blocks[0] = kind->take(&env, machine.device, 500u << 20));
    CHECK_EQ_INT(cuda->blocks, 3);
    kind->give(machine.device, blocks[0], 500u << 20);
    kind->give(machine.device, blocks[2], 200u << 20);
    kind->give(machine.device, blocks[3], 200u << 20);
    cuda->fails_alloc = 1; /* of another process's memory */
    CHECK(blocks[0] = kind->take(&env, machine.device, 900u << 20));
    CHECK_EQ_INT(cuda->blocks, 1);
    kind->give(machine.device, blocks[0], 900u << 20);
    machine_free(&machine);
    played_stop(cuda);
}

/* ---- what does not compile */

static void error_on(const DeviceKind *kind, const char *text, const char *line) {
    Machine machine;
    gpu_machine(&env, &machine, kind);
    CodeStore *store = machine.device->store;
    StoreJob job = {.key = store_key(text, strlen(text)),
                    .target = kind->name,
                    .text = text,
                    .text_len = strlen(text)};
    CHECK(!store_compile(&env, store, &job));
    CHECK_MSG(strstr(error.message, line), "%s", error.message);
    machine_free(&machine);
}

TEST(the_line_that_does_not_compile_is_said) {
    static const char line[] = "line 3 of the source is: #error nobody can compile this";
    static const char text[] = "\n\n#error nobody can compile this\n";
    PlayedCuda *cuda = played_start();
    error_on(&cuda_device, text, line);
    CHECK(strstr(cuda->options, "--gpu-architecture=sm_90 --fmad=false"));
    played_stop(cuda);
    skip_foreign_code();
    error_on(&opencl_device, text, line);
}
