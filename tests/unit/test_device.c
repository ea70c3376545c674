/* Devices: names, tensors and arrays on one whose memory the host cannot address (guarded.h), what a device and its
 * engines decide. The other tests run there too: guarded/... of tests/run.py. */
#include "api/api.h"
#include "api/dlpack.h"
#include "call_fixture.h"
#include "guarded.h"
#include "pipeline/pipeline.h"
#include "run/cache/store.h"
#include "run/engine/engine.h"

static const frit_context_options on_cpu = {FRIT_SIZED(frit_context_options), .device = "cpu"},
                                  on_guarded = {FRIT_SIZED(frit_context_options),
                                                .device = "guarded"};

static const char add_text[] = "program p(x: f32[n], y: f32[n]) -> (r) { r = add(x, y) }\n";

static Device *device_of(const frit_context *context) {
    frit_error error;
    Env env = {&context->allocator, &error};
    Machine *machine = api_machine(&env, context);
    CHECK(machine);
    return machine->device;
}

/* ---- names */

static void check_device(const char *name, frit_status status, const char *says) {
    frit_error error = {0};
    frit_context *context = NULL;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .device = name};
    CHECK_EQ_INT(frit_context_new_with(NULL, &options, &context, &error), status);
    CHECK(status == FRIT_OK || strstr(error.message, says));
    frit_context_free(context);
}

TEST(a_context_names_its_device) {
    check_device(NULL, FRIT_OK, "");
    check_device("", FRIT_OK, "");
    check_device("cpu", FRIT_OK, "");
    check_device("cpu:0", FRIT_OK, "");
    check_device("guarded:0", FRIT_OK, "");
    check_device("tpu", FRIT_ERR_ARGUMENT, "there is no device called \"tpu\"; there are ");
    check_device("cp", FRIT_ERR_ARGUMENT, "\"cp\"");
    check_device("cpu:", FRIT_ERR_ARGUMENT, "\"cpu:\"");
    check_device("cpu:x", FRIT_ERR_ARGUMENT, "\"cpu:x\"");
    check_device("cpu:12345", FRIT_ERR_ARGUMENT, "\"cpu:12345\"");
    check_device("cpu:0 ", FRIT_ERR_ARGUMENT, "\"cpu:0 \"");
}

/* Which devices there are is found out when one is needed. */
TEST(a_device_that_is_not_there) {
    frit_error error = {0};
    frit_context *context;
    CHECK_EQ_INT(frit_context_new_with(
                     NULL,
                     &(frit_context_options){FRIT_SIZED(frit_context_options), .device = "cpu:1"},
                     &context, &error),
                 FRIT_OK);
    frit_array *array;
    CHECK_EQ_INT(frit_array_new(context, "f32", 0, NULL, NULL, NULL, &array, &error),
                 FRIT_ERR_ARGUMENT);
    CHECK_STR(error.message, "there is no device cpu:1");
    frit_context_free(context);
}

TEST(a_context_keeps_its_device) {
    Ready r;
    ready_open(&r, &on_guarded, add_text);
    CHECK_OK(&r, frit_context_configure(r.context, NULL, &r.error));
    CHECK_OK(&r, frit_context_configure(r.context, &on_guarded, &r.error));
    CHECK_EQ_INT(frit_context_configure(r.context, &on_cpu, &r.error), FRIT_ERR_ARGUMENT);
    CHECK(strstr(r.error.message, "the device of a context cannot be changed"));
    CHECK_EQ_INT(frit_context_describe(r.context).device.type, DEVICE_OTHER);
    ready_close(&r);
}

/* ---- tensors */

TEST(a_tensor_on_another_device_is_refused) {
    float x[3] = {1, 2, 3}, y[3] = {10, 20, 30}, to[3] = {0};
    const int64_t n = 3;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {to, &n, NULL};
    Ready r;
    ready_open(&r, &on_cpu, add_text);
    in[1].device = (frit_device){DEVICE_CUDA, 1};
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_ARGUMENT);
    CHECK_STR(r.error.message, "input 1 (y): it is on the device cuda:1, and the call runs on cpu");
    in[1].device = (frit_device){DEVICE_CPU, 0}; /* the host's other name */
    out.device = (frit_device){99, 0};
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_ARGUMENT);
    CHECK_STR(r.error.message,
              "output 0 (r): it is on the device device 99:0, and the call runs on cpu");
    CHECK_EQ_INT(to[0], 0);
    out.device = (frit_device){0, 0};
    CHECK_OK(&r, ready_run(&r, in, 2, &out, 1));
    CHECK_EQ_INT(to[2], 33);
    ready_close(&r);
    ready_open(&r, &on_guarded, add_text);
    in[0].device = (frit_device){DEVICE_OPENCL, 0};
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_ARGUMENT);
    CHECK_STR(r.error.message,
              "input 0 (x): it is on the device opencl, and the call runs on guarded");
    ready_close(&r);
}

TEST(host_tensors_are_copied_to_the_device_and_back) {
    float x[6] = {1, 2, 3, 4, 5, 6}, y[3] = {10, 20, 30}, to[3] = {0};
    const int64_t n = 3, step = 8, back = -4;
    frit_tensor in[] = {{x + 1, &n, &step}, {y, &n, NULL}}, out = {to + 2, &n, &back};
    Ready r;
    ready_open(&r, &on_guarded, add_text);
    CHECK_OK(&r, ready_run(&r, in, 2, &out, 1));
    CHECK_EQ_INT(to[2], 12);
    CHECK_EQ_INT(to[0], 36);
    frit_context_info info = frit_context_describe(r.context);
    CHECK_EQ_INT(info.copied_in, 2 * sizeof y);
    CHECK_EQ_INT(info.copied_out, sizeof to);
    CHECK_EQ_INT(info.copied, 0);
    /* In place, and one over the other: as if everything had been read first. */
    CHECK_OK(&r, ready_run(&r, in, 2, &in[1], 1));
    CHECK_EQ_INT(y[2], 36);
    const int64_t odd = 6;
    in[0].strides = &odd;
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_ARGUMENT);
    CHECK(strstr(r.error.message, "input 0 (x): a stride is not a multiple"));
    in[0].strides = NULL;
    in[0].data = NULL;
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_ARGUMENT);
    CHECK(strstr(r.error.message, "input 0 (x): no data was given"));
    ready_close(&r);
}

/* Bytes between the host and memory of the device. */
static void move(Ready *r, void *here, void *there, int64_t size, bool back) {
    static const int64_t step = 1;
    Env env = {&r->context->allocator, &r->error};
    CopySide host = {here, &step, true}, device = {there, &step, false};
    Copy copy = {1, &size, 1, back ? host : device, back ? device : host};
    CHECK_MSG(device_copy(&env, device_of(r->context), &copy), "%s", r->error.message);
}

TEST(tensors_on_the_device_are_used_where_they_lie) {
    float x[3] = {1, 2, 3}, y[3] = {10, 20, 30}, to[3] = {0};
    const int64_t n = 3;
    Ready r;
    ready_open(&r, &on_guarded, add_text);
    char *block = frit_buffer_take(r.context, sizeof x);
    CHECK(block && guarded_holds(device_of(r.context), block));
    move(&r, x, block, sizeof x, false);
    frit_context_info before = frit_context_describe(r.context);
    frit_device there = before.device;
    frit_tensor in[] = {{block, &n, NULL, there}, {y, &n, NULL}}, out = {block, &n, NULL, there};
    CHECK_OK(&r, ready_run(&r, in, 2, &out, 1)); /* x += y, with x there */
    frit_context_info after = frit_context_describe(r.context);
    CHECK_EQ_INT(after.copied_in - before.copied_in, sizeof y);
    CHECK_EQ_INT(after.copied_out - before.copied_out, 0);
    CHECK_EQ_INT(after.copied, 0);
    move(&r, to, block, sizeof to, true);
    CHECK_EQ_INT(to[1], 22);
    /* The host's memory as the device's is found out. */
    in[1].device = there;
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_INTERNAL);
    CHECK(strstr(r.error.message, "memory of the host"));
    frit_buffer_give(r.context, block, sizeof x);
    ready_close(&r);
}

TEST(what_fails_copies_nothing_back) {
    static const char text[] =
        "program p(x: f32[n], i: i32[m]) -> (r, s) { r = gather(x, i, axes=[0]) s = add(x, x) }\n";
    float x[2] = {1, 2}, r0[2] = {7, 7}, s0[2] = {7, 7};
    int32_t i[2] = {0, 5};
    const int64_t n = 2;
    frit_tensor in[] = {{x, &n, NULL}, {i, &n, NULL}}, out[] = {{r0, &n, NULL}, {s0, &n, NULL}};
    Ready r;
    ready_open(&r, &on_guarded, text);
    CHECK_EQ_INT(ready_run(&r, in, 2, out, 2), FRIT_ERR_INDEX);
    CHECK(r0[0] == 7 && r0[1] == 7 && s0[0] == 7 && s0[1] == 7);
    i[1] = 1;
    CHECK_OK(&r, ready_run(&r, in, 2, out, 2));
    CHECK(r0[1] == 2 && s0[1] == 4);
    ready_close(&r);
}

/* ---- arrays */

TEST(arrays_lie_on_the_device) {
    float x[4] = {1, 2, 3, 4}, to[4] = {0};
    const int64_t n = 4;
    Ready r;
    ready_context(&r, &on_guarded);
    frit_array *a, *b, *half;
    CHECK_OK(&r, frit_array_new(r.context, "f32", 1, &n, NULL, x, &a, &r.error));
    CHECK_OK(&r, frit_apply(r.context, "add", (frit_array *[]){a, a}, 2, NULL, &b, &r.error));
    CHECK_EQ_INT(frit_array_device(a).type, DEVICE_OTHER);
    CHECK_EQ_INT(frit_array_device(b).type, DEVICE_OTHER);
    void *data;
    CHECK_EQ_INT(frit_array_data(b, &data, NULL, &r.error), FRIT_ERR_UNSUPPORTED);
    CHECK_STR(r.error.message, "the array is on guarded, whose memory the host cannot address: "
                               "frit_array_read copies it");
    const int64_t start = 3, step = -2;
    CHECK_OK(&r, frit_array_slice(b, &start, NULL, &step, &half, &r.error));
    CHECK_OK(&r, frit_array_read(half, to, 2 * sizeof *to, &r.error));
    CHECK(to[0] == 8 && to[1] == 4);
    frit_array_free(half);
    frit_array_free(b);
    CHECK_OK(&r, frit_array_new(r.context, "f32", 1, &n, NULL, NULL, &b, &r.error));
    CHECK_OK(&r, frit_array_read(b, to, sizeof to, &r.error));
    CHECK(to[0] == 0 && to[3] == 0);
    frit_array_free(a);
    frit_array_free(b);
    ready_close(&r);
}

TEST(wrapped_memory_of_the_host_stays_where_it_is) {
    float x[4] = {1, 2, 3, 4}, to[4] = {0};
    const int64_t n = 4;
    Ready r;
    ready_context(&r, &on_guarded);
    frit_array *a, *b;
    void *data;
    CHECK_OK(&r,
             frit_array_wrap(r.context, "f32", 1, &n, NULL, x, false, NULL, NULL, &a, &r.error));
    CHECK_EQ_INT(frit_array_device(a).type, 0);
    CHECK_OK(&r, frit_apply(r.context, "mul", (frit_array *[]){a, a}, 2, NULL, &b, &r.error));
    CHECK_OK(&r, frit_array_assign(a, b, &r.error));
    CHECK_OK(&r, frit_array_data(a, &data, NULL, &r.error));
    CHECK(data == x && x[3] == 16);
    CHECK_OK(&r, frit_array_read(a, to, sizeof to, &r.error));
    CHECK_EQ_INT(to[2], 9);
    CHECK_EQ_INT(frit_context_describe(r.context).copied_in, sizeof x);
    frit_array_free(a);
    frit_array_free(b);
    ready_close(&r);
}

/* A call reads an array of the device and writes into memory that was taken from its pool, over which an array then lies. */
TEST(calls_take_the_memory_of_arrays) {
    float x[4] = {1, 2, 3, 4}, to[3] = {0};
    const int64_t n = 4, three = 3, start = 1;
    Ready r;
    ready_open(&r, &on_guarded, "program p(x: f32[n]) -> (y) { y = add(x, x) }\n");
    frit_array *a, *part, *made, *refused;
    frit_tensor in, out = {.shape = &three, .device = frit_context_describe(r.context).device};
    CHECK_OK(&r, frit_array_new(r.context, "f32", 1, &n, NULL, x, &a, &r.error));
    CHECK_OK(&r, frit_array_slice(a, &start, NULL, NULL, &part, &r.error));
    CHECK_OK(&r, frit_array_tensor(part, &in, &r.error));
    CHECK_EQ_INT(in.device.type, DEVICE_OTHER);
    CHECK(in.shape[0] == 3 && in.strides[0] == 4);
    uint64_t before = frit_context_describe(r.context).copied_in;
    out.data = frit_buffer_take(r.context, sizeof to);
    CHECK_OK(&r, frit_call_run(r.call, &in, 1, &out, 1, &r.error));
    CHECK_EQ_INT(frit_context_describe(r.context).copied_in, before);
    CHECK_OK(&r,
             frit_array_wrap_tensor(r.context, "f32", 1, &out, false, NULL, NULL, &made, &r.error));
    CHECK_EQ_INT(frit_array_device(made).type, DEVICE_OTHER);
    CHECK_OK(&r, frit_array_assign(part, made, &r.error));
    CHECK_OK(&r, frit_array_read(part, to, sizeof to, &r.error));
    CHECK(to[0] == 4 && to[2] == 8);
    CHECK_EQ_INT(frit_context_describe(r.context).copied_in, before);
    out.device.number++;
    CHECK_EQ_INT(
        frit_array_wrap_tensor(r.context, "f32", 1, &out, false, NULL, NULL, &refused, &r.error),
        FRIT_ERR_ARGUMENT);
    CHECK_STR(r.error.message, "the memory is on the device guarded:1, and the context on guarded");
    frit_array_free(made);
    frit_array_free(part);
    frit_array_free(a);
    frit_buffer_give(r.context, out.data, sizeof to);
    ready_close(&r);
}

TEST(dlpack_says_the_device) {
    float x[2] = {1, 2}, to[2] = {0};
    const int64_t n = 2;
    Ready r;
    for (int there = 0; there < 2; there++) {
        ready_context(&r, there ? &on_guarded : &on_cpu);
        frit_array *a, *again;
        struct DLManagedTensorVersioned *out;
        CHECK_OK(&r, frit_array_new(r.context, "f32", 1, &n, NULL, x, &a, &r.error));
        CHECK_OK(&r, frit_array_to_dlpack(a, NULL, NULL, &out, &r.error));
        CHECK_EQ_INT(out->dl_tensor.device.device_type, there ? DEVICE_OTHER : DL_CPU);
        CHECK_OK(&r, frit_array_from_dlpack(r.context, out, &again, &r.error));
        CHECK_EQ_INT(frit_array_device(again).type, there ? DEVICE_OTHER : 0);
        CHECK_OK(&r, frit_array_read(again, to, sizeof to, &r.error));
        CHECK_EQ_INT(to[1], 2);
        frit_array_free(again);
        frit_array_free(a);
        ready_close(&r);
    }
    ready_context(&r, &on_cpu);
    DLTensor t = {x, {DEVICE_CUDA, 3}, 1, {DL_FLOAT, 32, 1}, (int64_t[]){2}, NULL, 0};
    struct DLManagedTensorVersioned tensor = {{DL_MAJOR, 0}, NULL, NULL, 0, t};
    frit_array *a;
    CHECK_EQ_INT(frit_array_from_dlpack(r.context, &tensor, &a, &r.error), FRIT_ERR_UNSUPPORTED);
    CHECK_STR(r.error.message, "the tensor is on the device cuda:3, and the context on cpu");
    ready_close(&r);
}

/* ---- what the device and its engines decide */

static uint32_t kernels_within(const Limits *limits) {
    static const char text[] = "program p(a: f32[n], b: f32[n], c: f32[n], d: f32[n]) -> (r) {\n"
                               " x = mul(a, b) y = mul(c, d) z = add(x, y) r = exp(z) }\n";
    Ready r;
    ready_context(&r, &on_cpu);
    frit_module *module, *typed;
    CHECK_OK(&r, frit_module_parse(r.context, text, strlen(text), &module, &r.error));
    CHECK_OK(&r, frit_module_infer(module, NULL, NULL, 0, NULL, &typed, &r.error));
    Env env = {&r.context->allocator, &r.error};
    Plan *plan = pipeline_plan(&env, typed, 0, FRIT_STRICT, &(PlanOptions){.limits = limits});
    CHECK(plan);
    uint32_t kernels = plan->kernels.len;
    plan_free(plan);
    frit_module_free(module);
    ready_close(&r);
    return kernels;
}

TEST(plans_keep_within_the_limits_of_the_device) {
    CHECK_EQ_INT(kernels_within(NULL), 1);
    Limits small = limits_of_cpu;
    small.arguments = 3;
    CHECK(kernels_within(&small) > 1);
    small = limits_of_cpu;
    small.instructions = 2;
    CHECK(kernels_within(&small) > 1);
}

static uint64_t copies_in_place(const char *device, const Engine *plain, const Engine *coded) {
    static const char text[] = "program p(x: f32[n]) -> (r) { a = add(x, x) r = exp(a) }\n";
    float x[8] = {0};
    const int64_t n = 8;
    frit_tensor t = {x, &n, NULL};
    uint64_t bytes;
    Ready r;
    ready_open(&r, &(frit_context_options){FRIT_SIZED(frit_context_options), .device = device},
               text);
    if (plain)
        device_of(r.context)->at_once = plain;
    if (coded)
        device_of(r.context)->by_code = coded;
    CHECK_OK(&r, frit_call_copies(r.call, &t, 1, &t, 1, &bytes, &r.error));
    ready_close(&r);
    return bytes;
}

TEST(results_are_made_in_place_if_all_engines_can) {
    Ready r;
    ready_context(&r, &on_cpu);
    Engine plain = *device_of(r.context)->at_once, coded = *device_of(r.context)->by_code;
    ready_close(&r);
    plain.in_place = coded.in_place = false;
    CHECK_EQ_INT(copies_in_place("cpu", NULL, NULL), 0);
    CHECK_EQ_INT(copies_in_place("cpu", &plain, NULL), 8 * sizeof(float));
    CHECK_EQ_INT(copies_in_place("cpu", NULL, &coded), 8 * sizeof(float));
}

/* As a GPU is: there is nothing that could run a kernel without code. */
TEST(a_device_without_an_interpreter) {
    float x[3] = {1, 2, 3}, y[3] = {10, 20, 30}, to[3] = {0};
    const int64_t n = 3;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {to, &n, NULL};
    char version[32];
    Ready r;
    ready_open(&r, &on_guarded, add_text);
    device_of(r.context)->at_once = NULL;
    bool has_llvm = frit_context_llvm(r.context, version, sizeof version, &r.error) == FRIT_OK;
    frit_status status = ready_run(&r, in, 2, &out, 1);
    CHECK_EQ_INT(status, has_llvm ? FRIT_OK : FRIT_ERR_UNSUPPORTED);
    CHECK(!has_llvm || to[2] == 33);
    const int64_t none = 0;
    frit_tensor nothing[] = {{x, &none, NULL}, {y, &none, NULL}}, no_result = {to, &none, NULL};
    CHECK_EQ_INT(ready_run(&r, nothing, 2, &no_result, 1),
                 has_llvm ? FRIT_OK : FRIT_ERR_UNSUPPORTED);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_OFF, &r.error));
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_UNSUPPORTED);
    CHECK(strstr(r.error.message, "this device runs compiled code alone"));
    ready_close(&r);
}

static bool asks_of_code(Ready *r, const frit_tensor *in, const frit_tensor *out) {
    char text[64];
    frit_text code = {0}, report = {0};
    const frit_plan *plan = frit_call_plan(r->call);
    frit_status llvm = frit_context_llvm(r->context, text, sizeof text, &r->error);
    frit_status file = frit_context_llvm_file(r->context, text, sizeof text, NULL, &r->error);
    frit_status made =
        frit_plan_code(r->context, plan, 0, in, 2, out, FRIT_CODE_ASSEMBLY, &code, &r->error);
    CHECK_OK(r,
             frit_plan_explain(r->context, plan, in, 2, out, FRIT_REPORT_TEXT, &report, &r->error));
    frit_text_free(r->context, &report);
    CHECK_OK(r, frit_cache_missing(r->context, &report, &r->error));
    frit_text_free(r->context, &report);
    CHECK_OK(r, frit_cache_warnings(r->context, &report, &r->error));
    frit_text_free(r->context, &report);
    frit_text_free(r->context, &code);
    frit_context_wait(r->context);
    frit_context_stop(r->context);
    CHECK_EQ_INT(frit_cache_describe(r->context).compiled, 0);
    CHECK_EQ_INT(frit_context_describe(r->context).llvm[0], '\0');
    return llvm == FRIT_ERR_UNSUPPORTED && file == FRIT_ERR_UNSUPPORTED &&
           made == FRIT_ERR_UNSUPPORTED;
}

/* And one that has nothing but an interpreter, whose store has no compiler. */
TEST(a_device_without_compiled_code) {
    float x[3] = {1, 2, 3}, y[3] = {10, 20, 30}, to[3] = {0};
    const int64_t n = 3;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {to, &n, NULL};
    Ready r;
    ready_open(&r, &on_guarded, add_text);
    Device *device = device_of(r.context);
    CodeStore *with = device->store;
    Env env = {&r.context->allocator, &r.error};
    CodeStore *without = store_new(&env, &(StoreOptions){.directory = ""});
    CHECK(without);
    device->by_code = NULL;
    device->store = without;
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_OK);
    CHECK_EQ_INT(to[2], 33);
    CHECK(asks_of_code(&r, in, &out));
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_REQUIRE, &r.error));
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_UNSUPPORTED);
    CHECK(strstr(r.error.message, "this device runs none"));
    device->store = with;
    store_free(without);
    ready_close(&r);
}

/* The host's arrays are its own where both see one memory; else what is carried there overlaps nothing. */
TEST(host_tensors_on_other_devices) {
    float x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40}, to[4] = {0};
    const int64_t n = 4, back = -4;
    frit_tensor in[] = {{x, &n, NULL}, {y + 3, &n, &back}}, out = {to, &n, NULL};
    frit_tensor over[] = {{y + 3, &n, &back}};
    uint64_t bytes;
    Ready r;
    ready_open(&r, &on_cpu, add_text);
    DeviceKind near = *device_of(r.context)->kind;
    near.type = DEVICE_OTHER;
    device_of(r.context)->kind = &near;
    in[0].device = (frit_device){DEVICE_CPU, 0}; /* in so many words */
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_OK);
    CHECK_EQ_INT(to[0], 41);
    ready_close(&r);

    frit_text report = {0};
    ready_open(&r, &on_guarded, add_text);
    CHECK_OK(&r, frit_call_copies(r.call, in, 2, over, 1, &bytes, &r.error));
    CHECK_EQ_INT(bytes, 0);
    CHECK_EQ_INT(ready_run(&r, in, 2, over, 1), FRIT_OK);
    CHECK_EQ_INT(frit_call_copied(r.call), 0);
    CHECK_EQ_INT(y[3], 41);
    CHECK_OK(&r, frit_plan_explain(r.context, frit_call_plan(r.call), in, 2, over, FRIT_REPORT_TEXT,
                                   &report, &r.error));
    frit_text_free(r.context, &report);
    ready_close(&r);
}

/* ---- what fails late */

static bool fails_late; /* something that was asked for has failed, and nobody has been told */

static bool wait_and_tell(Env *env, Device *device, const Machine *machine) {
    (void)device, (void)machine;
    if (!fails_late)
        return true;
    fails_late = false;
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "the queue failed");
}

static EngineRan run_into_the_queue(Env *env, void *kernel, Code *code, char *const *pointers) {
    (void)env, (void)kernel, (void)code, (void)pointers;
    fails_late = true;
    return ENGINE_RAN;
}

/* Results are where the caller sees them only once it is known that they are results. */
TEST(a_failure_that_is_told_late_leaves_outputs_as_they_were) {
    float x[3] = {1, 2, 3}, y[3] = {10, 20, 30}, to[3] = {-1, -1, -1};
    const int64_t n = 3;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {to, &n, NULL};
    Ready r;
    ready_open(&r, &on_guarded, add_text);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_OFF, &r.error));
    DeviceKind late = *device_of(r.context)->kind;
    Engine queueing = *device_of(r.context)->at_once;
    const DeviceKind *kind = device_of(r.context)->kind;
    late.wait = wait_and_tell;
    queueing.run = run_into_the_queue;
    device_of(r.context)->at_once = &queueing;
    device_of(r.context)->kind = &late;
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_ERR_INTERNAL);
    CHECK_STR(r.error.message, "the queue failed");
    CHECK_EQ_INT(to[0], -1);
    CHECK_EQ_INT(to[2], -1);
    device_of(r.context)->kind = kind;
    ready_close(&r);
}

/* Of engines only what the header asks for is there. */
TEST(an_engine_without_the_functions_that_may_be_missing) {
    float x[3] = {1, 2, 3}, y[3] = {10, 20, 30}, to[3] = {0};
    const int64_t n = 3;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {to, &n, NULL};
    frit_text text = {0};
    Ready r;
    ready_open(&r, &on_guarded, add_text);
    Engine coded = *device_of(r.context)->by_code, plain = *device_of(r.context)->at_once;
    coded.describe = NULL;
    coded.assembly = NULL;
    coded.version = NULL;
    coded.oldest = coded.newest = 0;
    plain.cost = NULL;
    device_of(r.context)->by_code = &coded;
    device_of(r.context)->at_once = &plain;
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_NEVER, &r.error));
    CHECK_EQ_INT(ready_run(&r, in, 2, &out, 1), FRIT_OK);
    CHECK_EQ_INT(to[1], 22);
    CHECK_OK(&r, frit_call_report(r.call, FRIT_REPORT_TEXT, &text, &r.error));
    frit_text_free(r.context, &text);
    frit_status status = frit_plan_code(r.context, frit_call_plan(r.call), 0, in, 2, &out,
                                        FRIT_CODE_ASSEMBLY, &text, &r.error);
    CHECK_EQ_INT(status, FRIT_ERR_UNSUPPORTED);
    frit_text_free(r.context, &text);
    ready_close(&r);
}

TEST(devices_are_listed_without_opening_them) {
    frit_device_info info;
    unsigned usable = 0, kinds = 0;
    for (uint32_t k = 0; frit_device_list(k, &info); k++) {
        CHECK(info.name[0]);
        CHECK(info.title[0] || info.refused[0]);
        kinds |= 1u << info.device.type;
        if (info.refused[0])
            continue;
        frit_context_options options = {FRIT_SIZED(frit_context_options), .device = info.name};
        frit_context *context = NULL;
        frit_error error;
        CHECK_EQ_INT(frit_context_new_with(NULL, &options, &context, &error), FRIT_OK);
        CHECK_EQ_INT(frit_context_describe(context).device.type, info.device.type);
        frit_context_free(context);
        usable++;
    }
    CHECK(usable >= 1);
    CHECK(kinds & 1u);                    /* the CPU */
    CHECK(kinds & (1u << DEVICE_OPENCL)); /* or why there is none */
    CHECK(!info.name[0]);
}
