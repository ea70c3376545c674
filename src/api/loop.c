/* Loops written as LLVM text: through the store that has the kernels' code. */
#include <string.h>

#include "api/api.h"
#include "emit/llvm/target.h"
#include "frit/loop.h"
#include "run/cache/store.h"
#include "run/code/code.h"
#include "run/device/machine.h"

typedef int32_t LoopFn(void *frame);

struct frit_loop {
    frit_allocator allocator;
    Code *code;
    LoopFn *function;
};

static bool may_compile(Env *env, const Machine *machine) {
    bool never = machine->compile == FRIT_COMPILE_NEVER ||
                 machine->compile == FRIT_COMPILE_NEVER_STRICT ||
                 machine->compile == FRIT_COMPILE_OFF;
    if (never)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "nothing may be compiled");
    return store_compiler_place(env, machine->device->store) != NULL;
}

/* *code stays NULL where it is still being compiled. */
static bool find_code(Env *env, Machine *machine, const char *text, size_t len, const char *label,
                      bool wait, Code **code) {
    const Device *device = machine->device;
    const char *target = device->kind->native ? device->kind->native(device) : device->kind->name;
    TRY(may_compile(env, machine));
    if (!target_named(target))
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "no loops can be compiled for \"%s\"", target);
    CodeStore *store = machine->device->store;
    unsigned version = store_compiler_major(store);
    Str key = str_make(env);
    str_format(&key, "frit loop 1 llvm%u %s\n", version, target);
    str_put(&key, text, len);
    if (!str_ok(&key)) {
        str_free(&key);
        return false;
    }
    StoreJob job = {.key = store_key(key.data, key.len),
                    .target = target,
                    .text = text,
                    .text_len = len,
                    .label = label,
                    .version = version};
    char why[200];
    bool ok = true;
    CodeState state = store_find(store, job.key, code);
    if (state == CODE_FAILED && store_why(store, job.key, why, sizeof why))
        ok = env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "%s", why);
    else if (state != CODE_READY && wait)
        ok = (*code = store_compile(env, store, &job)) != NULL;
    else if (state == CODE_MISSING)
        ok = store_request(env, store, &job, 1);
    str_free(&key);
    return ok;
}

static bool make_loop(Env *env, Code *code, frit_loop **out) {
    void *symbol = code_symbol(code, "frit_loop");
    frit_loop *loop = symbol ? env_new(env, sizeof *loop) : NULL;
    if (!symbol)
        env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the text has no @frit_loop");
    if (!loop) {
        code_unref(code);
        return false;
    }
    *loop = (frit_loop){.allocator = *env->allocator, .code = code};
    memcpy(&loop->function, &symbol, sizeof symbol);
    *out = loop;
    return true;
}

frit_status frit_loop_compile(const frit_context *context, const char *text, size_t len,
                              const char *label, bool wait, frit_loop **out, frit_error *error) {
    frit_error scratch;
    if (!context || !text || !out)
        return api_missing(error, FRIT_STAGE_RUN, !context ? "context" : !text ? "text" : "out");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    *out = NULL;
    Machine *machine = api_machine(&env, context);
    Code *code = NULL;
    bool ok = machine && find_code(&env, machine, text, len, label, wait, &code);
    return api_status(&env, ok && (!code || make_loop(&env, code, out)));
}

int32_t frit_loop_run(const frit_loop *loop, void *frame) {
    return loop && frame ? loop->function(frame) : 0;
}

void frit_loop_free(frit_loop *loop) {
    if (!loop)
        return;
    code_unref(loop->code);
    frit_allocator allocator = loop->allocator;
    env_free(&allocator, loop, sizeof *loop);
}

frit_step_fn *frit_loop_step(const frit_context *context, const char *op, frit_dtype dtype) {
    frit_error scratch;
    Op found = op ? op_from_name(op, strlen(op)) : OP_COUNT;
    if (!context || found >= OP_COUNT || dtype >= DTYPE_COUNT)
        return NULL;
    Env env = env_make(&context->allocator, NULL, &scratch);
    Machine *machine = api_machine(&env, context);
    const Device *device = machine ? machine->device : NULL;
    return device && device->kind->step ? device->kind->step(device, found, (Dtype)dtype) : NULL;
}
