/* The interpreter on maps: strides, shapes, blocks, and memory that is read and written at once. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "kernels.h"

/* out = a * x + y over n elements, with strides in elements. */
static void check_axpy(Machine *machine, int64_t n, int64_t sx, int64_t sy, int64_t so) {
    size_t room = 3 * (size_t)n + 3;
    float *x = km_floats(room), *y = km_floats(room), *out = km_floats(room);
    float *x0 = sx < 0 ? x + (n - 1) * -sx : x, *y0 = sy < 0 ? y + (n - 1) * -sy : y;
    float *out0 = so < 0 ? out + (n - 1) * -so : out;
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    uint32_t ax = km_access(&m, DT_F32, false, x0, (int64_t[]){sx * 4});
    uint32_t ay = km_access(&m, DT_F32, false, y0, (int64_t[]){sy * 4});
    uint32_t ao = km_access(&m, DT_F32, true, out0, (int64_t[]){so * 4});
    ValId vx = km_load(&m, ax, LEVEL_FULL), vy = km_load(&m, ay, LEVEL_FULL);
    ValId a = km_const(&m, DT_F32, 1.25);
    km_store(&m, ao, km_step(&m, OP_add, DT_F32, km_step(&m, OP_mul, DT_F32, a, vx), vy));
    CHECK_EQ_INT(km_run(&m, machine), FRIT_OK);
    for (int64_t k = 0; k < n; k++) {
        test_note("n %lld strides %lld %lld %lld at %lld", (long long)n, (long long)sx,
                  (long long)sy, (long long)so, (long long)k);
        CHECK_EQ_F32(out0[k * so], 1.25f * x0[k * sx] + y0[k * sy]);
    }
    km_end(&m);
    free(x), free(y), free(out);
}

TEST(map_over_strides) {
    static const int64_t sizes[] = {0, 1, 2, 31, 255, 256, 257, 1023, 1024, 1025, 5000};
    static const int64_t strides[] = {1, -1, 2, 0};
    Machine machine;
    km_machine(&machine, &km_allocator, 1, NULL);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++)
                for (int c = 0; c < 3; c++)
                    check_axpy(&machine, sizes[s], strides[a], strides[b], strides[c]);
    machine_free(&machine);
}

/* A random way to lay out an array of the shape: some axes reversed, spread out, or repeated. */
static int64_t lay_out(uint64_t *random, uint32_t rank, const int64_t *shape, int64_t size,
                       bool may_repeat, int64_t *strides, int64_t *offset) {
    uint32_t order[KM_AXES];
    for (uint32_t k = 0; k < rank; k++) {
        uint32_t at = (uint32_t)test_random_below(random, k + 1);
        order[k] = order[at];
        order[at] = k;
    }
    int64_t bytes = size;
    *offset = 0;
    for (uint32_t k = 0; k < rank; k++) {
        uint32_t axis = order[k];
        uint64_t how = test_random_below(random, 6);
        if (how == 0)
            bytes += size;
        strides[axis] = may_repeat && how == 1 ? 0 : how == 2 ? -bytes : bytes;
        if (strides[axis] < 0 && shape[axis] > 0)
            *offset += (shape[axis] - 1) * bytes;
        if (strides[axis] != 0)
            bytes *= shape[axis] ? shape[axis] : 1;
    }
    return bytes;
}

TEST(map_over_random_layouts) {
    uint64_t random = test_seed();
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    for (size_t round = 0; round < test_scaled(400); round++) {
        uint32_t rank = (uint32_t)test_random_below(&random, 5);
        int64_t shape[KM_AXES], strides[3][KM_AXES], offset[3], n = 1;
        char *memory[3];
        for (uint32_t k = 0; k < rank; k++) {
            static const int64_t extents[] = {0, 1, 2, 3, 5, 8, 33, 40};
            shape[k] = extents[test_random_below(&random, 8)];
            n *= shape[k];
        }
        if (n > 200000)
            continue;
        for (int a = 0; a < 3; a++) {
            int64_t bytes = lay_out(&random, rank, shape, 4, a < 2, strides[a], &offset[a]);
            memory[a] = (char *)km_floats((size_t)bytes / 4);
        }
        KernelMaker m;
        km_start(&m, &km_allocator, rank, 0, shape);
        for (int a = 0; a < 3; a++)
            km_access(&m, DT_F32, a == 2, memory[a] + offset[a], strides[a]);
        ValId x = km_load(&m, 0, LEVEL_FULL), y = km_load(&m, 1, LEVEL_FULL);
        km_store(&m, 2, km_step(&m, OP_sub, DT_F32, x, y));
        CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
        for (int64_t k = 0; k < n; k++) {
            int64_t at[3] = {offset[0], offset[1], offset[2]}, rest = k;
            for (uint32_t axis = rank; axis-- > 0; rest /= shape[axis])
                for (int a = 0; a < 3; a++)
                    at[a] += rest % shape[axis] * strides[a][axis];
            float in[2], got;
            memcpy(&in[0], memory[0] + at[0], 4);
            memcpy(&in[1], memory[1] + at[1], 4);
            memcpy(&got, memory[2] + at[2], 4);
            test_note("round %zu rank %u element %lld", round, rank, (long long)k);
            CHECK_EQ_F32(got, in[0] - in[1]);
        }
        km_end(&m);
        for (int a = 0; a < 3; a++)
            free(memory[a]);
    }
    machine_free(&machine);
}
