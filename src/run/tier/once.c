#include "run/tier/once.h"

#include <string.h>

#include "run/cache/store.h"

const Engine *engine_named(Env *env, const Machine *machine, const char *name) {
    const Engine *engines[] = {machine->plain, machine->coded};
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++)
        if (engines[k] && strcmp(engines[k]->name, name) == 0) {
            if (engines[k]->serves && !engines[k]->serves(env, machine))
                return NULL;
            return engines[k];
        }
    env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "there is no engine called %s", name);
    return NULL;
}

/* Code that the engine runs the kernel with; a reference. */
static Code *make_code(Env *env, const Machine *machine, const Engine *engine, const void *kernel) {
    Str key = str_make(env), text = str_make(env);
    Code *code = NULL;
    engine->key(kernel, 0, &key);
    if (str_ok(&key) &&
        store_find(machine->store, store_key(key.data, key.len), &code) != CODE_READY &&
        engine->emit(env, kernel, NULL, &text)) {
        StoreJob job = {.key = store_key(key.data, key.len),
                        .target = engine->target(kernel),
                        .text = text.data,
                        .text_len = text.len};
        code = store_compile(env, machine->store, &job);
    }
    str_free(&key);
    str_free(&text);
    return code;
}

bool run_once(Env *env, Machine *machine, const Engine *engine, const BoundKernel *bound,
              frit_numerics numerics, char *const *pointers) {
    env->error->status = FRIT_OK;
    void *kernel = engine->prepare(env, machine, bound, numerics, 0);
    if (!kernel)
        return env->error->status == FRIT_OK
                   ? env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                              "the engine \"%s\" leaves this kernel to others", engine->name)
                   : false;
    Code *code = engine->hooks ? make_code(env, machine, engine, kernel) : NULL;
    EngineRan ran =
        !engine->hooks || code ? engine->run(env, kernel, code, pointers) : ENGINE_FAILED;
    engine->free(kernel);
    code_unref(code);
    if (ran == ENGINE_BAD_INDEX) /* the one that needs no code says which */
        return run_once(env, machine, machine->plain, bound, numerics, pointers);
    return ran == ENGINE_RAN;
}
