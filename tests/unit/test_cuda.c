/* CUDA's driver and compiler as frit finds and uses them, on ones that are played (tests/doubles/cuda.c). */
#define _GNU_SOURCE /* usleep, setenv */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "call_fixture.h"
#include "gen/gen.h"
#include "played_cuda.h"
#include "run/devices/devices.h"
#include "store_fixture.h"

static frit_error error;
static Env env = {&gen_allocator, &error};

static void check_refused(unsigned number, frit_status status, const char *says) {
    MachineOptions options = {
        .kind = &cuda_device, .number = number, .threads = 1, .cache_dir = ""};
    Machine machine;
    CHECK(!machine_init(&env, &machine, &options));
    CHECK_EQ_INT(error.status, status);
    CHECK_MSG(strstr(error.message, says), "%s", error.message);
    machine_free(&machine);
}

static void check_look(bool there, const char *says) {
    DeviceLook look;
    bool found = cuda_device.look(&env, 0, &look);
    CHECK_EQ_INT(found, there);
    const char *said = found ? look.refused : error.message;
    CHECK_MSG(says ? strstr(said, says) != NULL : !said[0], "%s", said);
}

/* ---- halves that are missing */

TEST(no_driver) {
    PlayedCuda *cuda = played_start();
    setenv("FRIT_CUDA", "/there/is/no/libcuda.so", 1);
    check_refused(0, FRIT_ERR_UNSUPPORTED, "FRIT_CUDA names /there/is/no/libcuda.so");
    check_look(false, "there is no CUDA on this machine");
    setenv("FRIT_CUDA", "libm.so.6", 1);
    check_refused(0, FRIT_ERR_UNSUPPORTED, "lacks the function cuInit");
    played_stop(cuda);
}

TEST(no_device) {
    PlayedCuda *cuda = played_start();
    cuda->devices = 0;
    check_refused(0, FRIT_ERR_UNSUPPORTED, "no GPU that it drives");
    check_look(false, "no GPU that it drives");
    cuda->devices = 2;
    check_refused(2, FRIT_ERR_ARGUMENT, "there is no device cuda:2: CUDA has 2");
    played_stop(cuda);
}

TEST(no_compiler) {
    PlayedCuda *cuda = played_start();
    setenv("FRIT_NVRTC", "/there/is/no/libnvrtc.so", 1);
    check_refused(0, FRIT_ERR_UNSUPPORTED, "libnvrtc.so.13 was not found by FRIT_NVRTC=/there");
    check_look(true, "CUDA is there, but not its compiler");
    setenv("FRIT_NVRTC", "/tmp", 1); /* a folder without one */
    check_refused(0, FRIT_ERR_UNSUPPORTED, "libnvrtc.so.13 was not found");
    setenv("FRIT_NVRTC", "libm.so.6", 1);
    check_refused(0, FRIT_ERR_UNSUPPORTED, "lacks the function nvrtcVersion");
    played_stop(cuda);
}

/* ---- what code is made for */

static void check_arch(PlayedCuda *cuda, int capability, const char *arch) {
    static const char text[] = "void frit_kernel_0() {}\n";
    Machine machine;
    cuda->capability = capability;
    gpu_machine(&env, &machine, &cuda_device);
    StoreJob job = {.key = store_key(text, strlen(text)),
                    .target = "cuda",
                    .text = text,
                    .text_len = strlen(text)};
    Code *code = store_compile(&env, machine.device->store, &job);
    CHECK_MSG(code, "%s", error.message);
    CHECK_MSG(strstr(cuda->options, arch), "%s", cuda->options);
    CHECK_STR(strchr(cuda->options, ' '),
              " --fmad=false --prec-div=true --prec-sqrt=true --ftz=false ");
    code_unref(code);
    machine_free(&machine);
}

TEST(code_is_made_for_what_the_compiler_knows) {
    PlayedCuda *cuda = played_start();
    check_arch(cuda, 90, "=sm_90 ");
    check_arch(cuda, 75, "=sm_75 ");
    check_arch(cuda, 87, "=sm_86 "); /* runs code for older ones of the same kind */
    check_arch(cuda, 121, "=sm_120 ");
    check_arch(cuda, 103, "=sm_100 ");
    check_arch(cuda, 110, "=compute_100 "); /* of another kind: the driver compiles it */
    check_arch(cuda, 130, "=compute_120 ");
    cuda->capability = 61;
    check_refused(0, FRIT_ERR_UNSUPPORTED,
                  "compute capability 6.1, and NVRTC 13.0 makes code for 7.5 and newer");
    check_look(true, "compute capability 6.1");
    cuda->capability = 90;
    check_look(true, NULL);
    played_stop(cuda);
}

/* ---- failures */

static const frit_context_options on_cuda = {FRIT_SIZED(frit_context_options), .device = "cuda",
                                             .cache_dir = ""};
static const char add_text[] = "program p(x: f32[n], y: f32[n]) -> (r) { r = add(x, y) }\n";

static frit_status run_add(Ready *r, float *to) {
    static float x[3] = {1, 2, 3}, y[3] = {10, 20, 30};
    static const int64_t n = 3;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {to, &n, NULL};
    return ready_run(r, in, 2, &out, 1);
}

TEST(a_kernel_is_launched) {
    PlayedCuda *cuda = played_start();
    float to[3];
    Ready r;
    ready_open(&r, &on_cuda, add_text);
    CHECK_OK(&r, run_add(&r, to));
    CHECK_EQ_INT(cuda->launches, 1);
    CHECK_EQ_INT(cuda->groups, 1);
    CHECK(cuda->threads >= 1);
    int sent = cuda->copies_there;
    CHECK_OK(&r, run_add(&r, to));
    CHECK_EQ_INT(cuda->launches, 2);
    CHECK_EQ_INT(cuda->copies_there, sent + 2); /* the arguments, and no table of sizes again */
    ready_close(&r);
    played_stop(cuda);
}

/* Another library's, here another context's, which this device has not handed out: kernels take it, and it is read and
 * written. */
TEST(memory_of_others_is_used_where_it_lies) {
    PlayedCuda *cuda = played_start();
    float x[4] = {1, 2, 3, 4}, to[4] = {0};
    const int64_t n = 4, start = 1, step = 2;
    Ready other, r;
    ready_context(&other, &on_cuda);
    ready_context(&r, &on_cuda);
    frit_array *theirs, *a, *half, *sum;
    frit_tensor memory;
    CHECK_OK(&other, frit_array_new(other.context, "f32", 1, &n, NULL, x, &theirs, &other.error));
    CHECK_OK(&other, frit_array_tensor(theirs, &memory, &other.error));
    CHECK_OK(&r,
             frit_array_wrap_tensor(r.context, "f32", 1, &memory, false, NULL, NULL, &a, &r.error));
    CHECK_OK(&r, frit_array_read(a, to, sizeof to, &r.error));
    CHECK(to[0] == 1 && to[3] == 4);
    CHECK_OK(&r, frit_array_slice(a, &start, NULL, &step, &half, &r.error));
    CHECK_OK(&r, frit_array_read(half, to, 2 * sizeof *to, &r.error));
    CHECK(to[0] == 2 && to[1] == 4);
    int launches = cuda->launches;
    CHECK_OK(&r,
             frit_apply(r.context, "add", (frit_array *[]){half, half}, 2, NULL, &sum, &r.error));
    CHECK_OK(&r, frit_flush(r.context, &r.error));
    CHECK_EQ_INT(cuda->launches, launches + 1);
    frit_array_free(sum);
    frit_array_free(half);
    frit_array_free(a);
    frit_array_free(theirs);
    ready_close(&r);
    ready_close(&other);
    played_stop(cuda);
}

/* After an illegal address nothing can be done with the context: all that follows says so, and nothing hangs. */
TEST(a_device_that_is_lost) {
    PlayedCuda *cuda = played_start();
    float to[3] = {-1, -1, -1};
    Ready r;
    ready_open(&r, &on_cuda, add_text);
    CHECK_OK(&r, run_add(&r, to));
    to[0] = -1;
    cuda->next_wait = 700;
    CHECK_EQ_INT(run_add(&r, to), FRIT_ERR_INTERNAL);
    CHECK_MSG(strstr(r.error.message, "lost to this process: CUDA refuses") &&
                  strstr(r.error.message, "an illegal memory access was encountered "
                                          "(CUDA_ERROR_ILLEGAL_ADDRESS, error 700)"),
              "%s", r.error.message);
    CHECK_EQ_INT(run_add(&r, to), FRIT_ERR_INTERNAL);
    CHECK(strstr(r.error.message, "anything after an earlier failure"));
    CHECK_EQ_F32(to[0], -1);
    ready_close(&r);
    cuda->blocks = cuda->modules = 0; /* the driver frees them with the process */
    cuda->used = 0;
    cuda->streams = 0;
    played_stop(cuda);
}

TEST(a_launch_that_is_refused) {
    PlayedCuda *cuda = played_start();
    float to[3] = {-1, -1, -1};
    Ready r;
    ready_open(&r, &on_cuda, add_text);
    CHECK_OK(&r, run_add(&r, to));
    to[0] = -1;
    cuda->next_launch = 2;
    CHECK_EQ_INT(run_add(&r, to), FRIT_ERR_NOMEM);
    CHECK(strstr(r.error.message, "CUDA refuses to run a kernel: out of memory"));
    CHECK_EQ_F32(to[0], -1);
    CHECK_OK(&r, run_add(&r, to));
    ready_close(&r);
    played_stop(cuda);
}

/* ---- in the middle of a plan */

enum { SIDE = 40 };
static const char steps_text[] = "program p(x: f32[m,n]) -> (r, s) {\n"
                                 "  a = softmax(x, axes=[1])\n"
                                 "  q = matmul(a, a)\n"
                                 "  s = sum(q, axes=[0])\n"
                                 "  t = transpose(q)\n"
                                 "  r = add(t, x)\n"
                                 "}\n";

/* Into arrays that were there before: the first column by column. Nothing of them has changed if it fails. */
static frit_status run_steps(Ready *r) {
    static float x[SIDE * SIDE], out[SIDE * SIDE], sums[SIDE];
    const int64_t shape[] = {SIDE, SIDE}, across[] = {4, 4 * SIDE}, n = SIDE;
    for (int k = 0; k < SIDE * SIDE; k++) {
        x[k] = (float)(k % 13);
        out[k] = -1;
    }
    for (int k = 0; k < SIDE; k++)
        sums[k] = -2;
    frit_tensor in = {x, shape, NULL}, to[] = {{out, shape, across}, {sums, &n, NULL}};
    frit_status status = ready_run(r, &in, 1, to, 2);
    for (int k = 0; status && k < SIDE * SIDE; k++)
        CHECK_EQ_F32(out[k], -1);
    for (int k = 0; status && k < SIDE; k++)
        CHECK_EQ_F32(sums[k], -2);
    return status;
}

/* A page more each time, until there is enough. */
TEST(memory_that_is_refused_leaves_outputs_as_they_were) {
    PlayedCuda *cuda = played_start();
    int refused = 0;
    for (unsigned pages = 0;; pages++) {
        Ready r;
        cuda->memory = (uint64_t)pages * 4096;
        ready_open(&r, &on_cuda, steps_text);
        frit_status status = run_steps(&r);
        CHECK_MSG(status == FRIT_OK || status == FRIT_ERR_NOMEM, "%s", r.error.message);
        ready_close(&r);
        if (status == FRIT_OK)
            break;
        refused++;
    }
    CHECK(refused > 5);
    played_stop(cuda);
}

TEST(a_launch_that_is_refused_leaves_outputs_as_they_were) {
    PlayedCuda *cuda = played_start();
    int before = 0;
    for (frit_status status = FRIT_ERR_NOMEM; status; before++) {
        Ready r;
        ready_open(&r, &on_cuda, steps_text);
        cuda->launches_first = before;
        cuda->next_launch = 2;
        status = run_steps(&r);
        CHECK_MSG(status == FRIT_OK || status == FRIT_ERR_NOMEM, "%s", r.error.message);
        cuda->next_launch = 0;
        if (status) /* the next one works */
            CHECK_OK(&r, run_steps(&r));
        ready_close(&r);
    }
    CHECK(before > 2);
    played_stop(cuda);
}

/* ---- a kernel that never ends */

static frit_context *to_cancel;

static void *cancel_twice(void *cuda) {
    while (((PlayedCuda *)cuda)->launches == 0)
        usleep(1000);
    usleep(20000);
    frit_context_cancel(to_cancel);
    usleep(50000);
    frit_context_cancel(to_cancel);
    return NULL;
}

TEST(a_kernel_that_never_ends_is_given_up) {
    PlayedCuda *cuda = played_start();
    float to[3] = {-1, -1, -1};
    pthread_t thread;
    Ready r;
    ready_open(&r, &on_cuda, add_text);
    to_cancel = r.context;
    cuda->busy = 1;
    CHECK_EQ_INT(pthread_create(&thread, NULL, cancel_twice, cuda), 0);
    CHECK_EQ_INT(run_add(&r, to), FRIT_ERR_CANCELLED);
    pthread_join(thread, NULL);
    CHECK_MSG(strstr(r.error.message, "a kernel on cuda:0 still runs"), "%s", r.error.message);
    CHECK_EQ_F32(to[0], -1);
    CHECK_EQ_INT(run_add(&r, to), FRIT_ERR_UNSUPPORTED);
    CHECK(strstr(r.error.message, "the device cuda:0 is lost: a kernel that was cancelled"));
    int blocks = cuda->blocks;
    ready_close(&r);
    CHECK_EQ_INT(cuda->blocks, blocks); /* the kernel may still write there */
    cuda->blocks = cuda->modules = cuda->streams = cuda->retained = 0;
    cuda->used = 0;
    played_stop(cuda);
}

static void *end_it(void *cuda) {
    while (((PlayedCuda *)cuda)->launches == 0)
        usleep(1000);
    frit_context_cancel(to_cancel);
    usleep(50000);
    ((PlayedCuda *)cuda)->busy = 0;
    return NULL;
}

TEST(a_kernel_that_ends_soon_is_waited_for) {
    PlayedCuda *cuda = played_start();
    float to[3] = {-1, -1, -1};
    pthread_t thread;
    Ready r;
    ready_open(&r, &on_cuda, add_text);
    to_cancel = r.context;
    cuda->busy = 1;
    CHECK_EQ_INT(pthread_create(&thread, NULL, end_it, cuda), 0);
    CHECK_EQ_INT(run_add(&r, to), FRIT_ERR_CANCELLED);
    pthread_join(thread, NULL);
    CHECK_STR(r.error.message, "cancelled");
    CHECK_EQ_F32(to[0], -1);
    CHECK_OK(&r, run_add(&r, to));
    ready_close(&r);
    played_stop(cuda);
}

/* ---- a child of a fork */

TEST(a_child_cannot_use_what_its_parent_opened) {
    skip_where_children_have_no_threads();
    PlayedCuda *cuda = played_start();
    float to[3] = {-1, -1, -1};
    Ready r;
    ready_open(&r, &on_cuda, add_text);
    CHECK_OK(&r, run_add(&r, to));
    int blocks = cuda->blocks, child = fork();
    if (child == 0) {
        bool told =
            run_add(&r, to) == FRIT_ERR_UNSUPPORTED &&
            strstr(r.error.message, "the device cuda:0 was opened before this process was forked");
        ready_drop(&r);
        frit_context_free(r.context);
        _exit(told && cuda->blocks == blocks && cuda->retained == 1 ? 0 : 1);
    }
    child_was_good(child);
    CHECK_OK(&r, run_add(&r, to));
    ready_close(&r);
    played_stop(cuda);
}
