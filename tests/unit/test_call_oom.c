/* Every allocation of a call fails once, in turn: nothing leaks, no output changes. */
#include <stdlib.h>

#include "call_fixture.h"

static const char *const programs[] = {
    "program p(x: f32[m,n]) -> (r, s) {\n"
    "  a = softmax(x, axes=[1])\n"
    "  s = sum(a, axes=[0])\n"
    "  t = transpose(x)\n"
    "  f = reshape(t, shape=[m,n])\n"
    "  r = add(a, f)\n"
    "}\n",
    "program big(x: f32[m,n]) -> (c) {\n"
    "  s = sum(x)\n"
    "  l = const(3.0)\n"
    "  c = gt(s, l)\n"
    "}\n"
    "program halve(x: f32[m,n]) -> (y) {\n"
    "  h = const(0.5)\n"
    "  y = mul(x, h)\n"
    "}\n"
    "program p(x: f32[m,n]) -> (r, s) {\n"
    "  r = while(x, cond=@big, body=@halve, carry=1)\n"
    "  t = matmul(r, r)\n"
    "  s = sum(t, axes=[0])\n"
    "}\n",
    "program p(x: f32[m,n]) -> (r, s) {\n"
    "  a = mul(x, x)\n"
    "  t = matmul(a, x)\n"
    "  r = relu(t)\n"
    "  s = sum(r, axes=[1])\n"
    "}\n",
    /* arrays of lanes, a table, an array that is copied as both are used */
    "program turn(i: i64, h: array(f32,6), x: f32) -> (g) {\n"
    "  e = element(h, i)\n"
    "  a = add(e, x)\n"
    "  k = cast(a, to=i32)\n"
    "  g = set_element(h, k, a)\n"
    "}\n"
    "program f(x: f32) -> (r) {\n"
    "  z = const(0.5:f32)\n"
    "  o = const(1.5:f32)\n"
    "  h = make(z, z, z, z, z, z, to=array(f32,6))\n"
    "  t = make(z, o, z, o, o, z, to=array(f32,6))\n"
    "  lo = const(0:i64)\n"
    "  hi = const(9:i64)\n"
    "  g = for(lo, hi, h, x, body=@turn, carry=1)\n"
    "  k = cast(x, to=i32)\n"
    "  n = set_element(g, k, x)\n"
    "  a = element(g, k)\n"
    "  b = element(n, k)\n"
    "  c = element(t, k)\n"
    "  d = sub(a, b)\n"
    "  r = add(c, d)\n"
    "}\n"
    "program p(x: f32[m,n]) -> (r, s) {\n"
    "  r = map(x, callee=@f)\n"
    "  s = sum(r, axes=[0])\n"
    "}\n",
};

enum { M = 40 };

static frit_status run_once(Ready *r, const char *text, bool no_fusion, float *x, float *out,
                            float *sums) {
    frit_module *module = NULL;
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = no_fusion};
    int64_t shape[2] = {M, M}, across[2] = {4, 4 * M}, n = M;
    frit_tensor in = {x, shape, NULL}, to[] = {{out, shape, across}, {sums, &n, NULL}};
    frit_error *e = &r->error;
    frit_status status = frit_module_parse(r->context, text, strlen(text), &module, e);
    if (!status)
        status = frit_module_infer(module, NULL, NULL, 0, NULL, &r->typed, e);
    if (!status)
        status = frit_plan_new(r->context, r->typed, NULL, &options, &r->plan, e);
    if (!status)
        status = frit_call_new(r->context, r->plan, &r->call, e);
    if (!status)
        status = frit_call_run(r->call, &in, 1, to, 2, e);
    frit_module_free(module);
    return status;
}

/* How many allocations on the next one fails. Each round makes its kernels anew, and OpenCL's driver for CPUs takes up to a
 * second for each: there some of them stand for all. */
static size_t stride(void) {
    const char *device = getenv("FRIT_TEST_DEVICE");
    return device && strncmp(device, "opencl", 6) == 0 ? 9 : 1;
}

static void sweep(const char *text, const frit_context_options *options, bool no_fusion) {
    static float x[M * M], out[M * M], sums[M];
    for (size_t n = 1;; n += stride()) {
        Ready r;
        ready_context(&r, options);
        for (int k = 0; k < M * M; k++) {
            x[k] = (float)(k % 13);
            out[k] = 5;
        }
        for (int k = 0; k < M; k++)
            sums[k] = 6;
        r.alloc.fail_at = r.alloc.calls + n;
        frit_status status = run_once(&r, text, no_fusion, x, out, sums);
        size_t failures = r.alloc.failures;
        r.alloc.fail_at = 0;
        test_note("allocation %zu", n);
        /* What can be done without is done without. */
        CHECK_MSG(status == FRIT_ERR_NOMEM || status == FRIT_OK, "%s", r.error.message);
        for (int k = 0; status && k < M * M; k++)
            CHECK_EQ_F32(out[k], 5);
        for (int k = 0; status && k < M; k++)
            CHECK_EQ_F32(sums[k], 6);
        ready_close(&r);
        if (failures == 0)
            break;
    }
}

TEST(fused) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .no_blas = true};
    for (int p = 0; p < 4; p++)
        sweep(programs[p], &options, false);
}

TEST(unfused) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 2,
                                    .no_blas = true};
    for (int p = 0; p < 3; p++)
        sweep(programs[p], &options, true);
}

TEST(verified) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .no_blas = true,
                                    .verify = true};
    sweep(programs[0], &options, false);
}
