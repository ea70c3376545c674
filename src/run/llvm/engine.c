/* Code that LLVM compiles, as an engine. */
#include <stdio.h>

#include "emit/llvm/dialect.h"
#include "emit/llvm/llvm.h"
#include "run/cache/store.h"
#include "run/code/debug.h"
#include "run/llvm/compile.h"
#include "run/host/host.h"
#include "run/llvm/compiled.h"
#include "run/loops/blocks.h"

/* ---- for the store: LLVM, and our own loader */

static bool find_llvm(void *user, Env *env, const char *wanted, const char *folder,
                      CompilerPlace *place) {
    (void)user;
    return llvm_find(env, wanted, folder, place);
}

static bool open_llvm(void *user, Env *env, const CompilerPlace *place, void **compiler) {
    (void)user;
    *compiler = llvm_open(env, place);
    return *compiler != NULL;
}

static void close_llvm(void *user, void *compiler) {
    (void)user;
    llvm_close(compiler);
}

static const char *version_of_llvm(void *user, void *compiler) {
    (void)user;
    return llvm_version(compiler);
}

static const CompilerPlace *place_of_llvm(void *user, void *compiler) {
    (void)user;
    return llvm_place(compiler);
}

static bool compile_by_llvm(void *user, Env *env, void *compiler, const char *target,
                            const char *text, size_t len, Str *object) {
    (void)user;
    return llvm_compile(env, compiler, target_named(target), text, len, object);
}

static Code *load_object(void *user, Env *env, const void *object, size_t size, const char *label) {
    (void)user;
    Code *code = code_load(env, object, size);
    if (code && debug_asked()) {
        frit_error ignored; /* tools see less then, that is all */
        Env own = env_make(env->allocator, &ignored, &ignored);
        (void)code_announce(&own, code, label, NULL, object, size);
    }
    return code;
}

static bool is_shared(void *user, const Code *code) {
    (void)user;
    return code_shared(code);
}

const StoreHooks llvm_hooks = {.find = find_llvm,
                               .open = open_llvm,
                               .close = close_llvm,
                               .version = version_of_llvm,
                               .place = place_of_llvm,
                               .compile = compile_by_llvm,
                               .load = load_object,
                               .in_use = is_shared};

/* ---- kernels */

static bool serves(Env *env, const Machine *machine) {
    const HostDevice *host = host_of(env, machine);
    TRY(host);
    if (target_named(host->blocks->name))
        return true;
    return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                    "there is none for the instruction set \"%s\"", host->blocks->name);
}

static void *prepare(Env *env, Machine *machine, const BoundKernel *bound, frit_numerics numerics,
                     unsigned choice) {
    return compiled_new(env, machine, bound, numerics, choice);
}

static void free_kernel(void *kernel) {
    compiled_free(kernel);
}

static EngineRan run(Env *env, void *kernel, Code *code, char *const *pointers) {
    return compiled_run(env, kernel, code, pointers);
}

static void key(const void *kernel, unsigned version, Str *out) {
    Form form = *compiled_form(kernel);
    if (version)
        form.llvm = version;
    llvm_key(out, compiled_kernel(kernel), &form);
}

static bool emit(Env *env, const void *kernel, const char *debug_file, Str *text) {
    LlvmOptions options = {.debug_file = debug_file};
    return llvm_emit(env, compiled_kernel(kernel), compiled_form(kernel), &options, text) &&
           str_ok(text);
}

static unsigned version(const void *kernel) {
    return compiled_form(kernel)->llvm;
}

static const char *target(const void *kernel) {
    return compiled_form(kernel)->target->name;
}

static bool assembly(Env *env, const Machine *machine, const void *kernel, Str *text) {
    Str made = str_make(env);
    const CompilerPlace *place = store_compiler_place(env, machine->device->store);
    Llvm *llvm = place ? llvm_open(env, place) : NULL;
    bool ok = llvm &&
              llvm_assembly(env, llvm, compiled_form(kernel)->target, text->data, text->len, &made);
    if (llvm)
        llvm_close(llvm);
    str_free(text);
    *text = made;
    return ok;
}

static const char *const walk_names[] = {[WALK_MAP] = "map",
                                         [WALK_ROWS] = "rows",
                                         [WALK_PHASES] = "parts of rows",
                                         [WALK_COLUMNS] = "columns"};

static bool describe(Env *env, const void *kernel, ReportEngine *out) {
    const Form *form = compiled_form(kernel);
    FormNeeds needs;
    TRY(llvm_needs(env, compiled_kernel(kernel), form, &needs));
    out->target = form->target->name;
    out->walk = walk_names[form->walk];
    out->lanes = needs.lanes;
    return true;
}

/* Code may be of the versions that are known, and of a few that come after them. */
const Engine llvm_engine = {.name = "compiled",
                            .hooks = &llvm_hooks,
                            .oldest = LLVM_OLDEST,
                            .newest = LLVM_NEWEST + 2,
                            .choices = COMPILED_CHOICES,
                            .in_place = true,
                            .serves = serves,
                            .prepare = prepare,
                            .free = free_kernel,
                            .run = run,
                            .key = key,
                            .emit = emit,
                            .target = target,
                            .version = version,
                            .assembly = assembly,
                            .describe = describe};
