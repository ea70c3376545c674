#include "run/tier/once.h"

#include <string.h>

#include "run/cache/store.h"

const Engine *engine_named(Env *env, const Machine *machine, const char *name) {
    const Engine *engines[] = {machine->device->at_once, machine->device->by_code};
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
        store_find(machine->device->store, store_key(key.data, key.len), &code) != CODE_READY &&
        engine->emit(env, kernel, NULL, &text)) {
        StoreJob job = {.key = store_key(key.data, key.len),
                        .target = engine->target(kernel),
                        .text = text.data,
                        .text_len = text.len};
        code = store_compile(env, machine->device->store, &job);
    }
    str_free(&key);
    str_free(&text);
    return code;
}

static bool run_at(Env *env, Machine *machine, const Engine *engine, const BoundKernel *bound,
                   frit_numerics numerics, char *const *pointers) {
    const Engine *plain = machine->device->at_once;
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
    if (ran != ENGINE_BAD_INDEX)
        return ran == ENGINE_RAN;
    if (!plain)
        return env_fail(env, FRIT_ERR_INDEX, FRIT_STAGE_RUN, "an index is out of range");
    return run_at(env, machine, plain, bound, numerics, pointers); /* it says which */
}

/* ---- a room on the device */

enum { ALIGN = 64 }; /* of a room's pointers */

/* How far into a block of the device the pointer is, and the room's block begins. */
static size_t pointer_in(const KernelRoom *room, uint32_t m) {
    return ((size_t)(room->pointers[m] - room->blocks[m]) + ALIGN - 1) / ALIGN * ALIGN;
}

static size_t block_in(const KernelRoom *room, uint32_t m) {
    return pointer_in(room, m) - (size_t)(room->pointers[m] - room->blocks[m]);
}

/* Between the room and its blocks on the device. */
static bool move_room(Env *env, Device *device, const KernelRoom *room, char *const *blocks,
                      bool back) {
    static const int64_t step = 1;
    for (uint32_t m = 0; m < room->n; m++) {
        int64_t size = (int64_t)room->sizes[m];
        CopySide own = {room->blocks[m], &step, true};
        CopySide there = {blocks[m] + block_in(room, m), &step, false};
        TRY(device_copy(env, device, &(Copy){1, &size, 1, back ? own : there, back ? there : own}));
    }
    return true;
}

bool run_once(Env *env, Machine *machine, const Engine *engine, const BoundKernel *bound,
              frit_numerics numerics, const KernelRoom *room) {
    Device *device = machine->device;
    if (device->kind->addressable)
        return run_at(env, machine, engine, bound, numerics, room->pointers);
    size_t table = 2 * ((size_t)room->n + 1) * sizeof(char *);
    char **blocks = env_new(env, table), **pointers = blocks + room->n + 1;
    TRY(blocks);
    uint32_t n = 0;
    while (n < room->n &&
           (blocks[n] = device->kind->take(env, device, room->sizes[n] + ALIGN)) != NULL) {
        pointers[n] = blocks[n] + pointer_in(room, n);
        n++;
    }
    bool ok = n == room->n && move_room(env, device, room, blocks, false);
    bool ran = ok && run_at(env, machine, engine, bound, numerics, pointers);
    ok = ran && move_room(env, device, room, blocks, true);
    while (n-- > 0)
        device->kind->give(device, blocks[n], room->sizes[n] + ALIGN);
    env_free(env->allocator, blocks, table);
    return ok;
}
