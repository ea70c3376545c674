#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "run/code/code.h"

#include <elf.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "run/code/elf.h"

#if defined(__x86_64__)
enum { THIS_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { THIS_MACHINE = EM_AARCH64 };
#else
enum { THIS_MACHINE = EM_NONE };
#endif

typedef struct Function {
    uint32_t name; /* in Code.names */
    uint32_t at, size;
} Function;

struct Code {
    frit_allocator allocator;
    atomic_uint refs;
    unsigned char *map;
    size_t map_size;
    size_t bytes;     /* of this block */
    size_t elsewhere; /* bytes that a device has */
    void *attached;
    void (*detach)(void *attached); /* NULL: nothing is attached */
    char *names;
    uint32_t n_functions;
    Function functions[];
};

/* Counts the functions and the bytes of their names, and writes them where there is a code to. False:
 * there is more text than the file can have. */
static bool list_functions(const ElfImage *elf, Code *code, uint32_t *count, size_t *name_bytes) {
    *count = 0;
    *name_bytes = 0;
    for (uint32_t k = 0; k < elf->n_symbols; k++) {
        ElfSymbol symbol;
        if (!elf_symbol(elf, k, &symbol) || !symbol.is_function)
            continue;
        size_t len = strlen(symbol.name) + 1;
        if (code) {
            memcpy(code->names + *name_bytes, symbol.name, len);
            code->functions[*count] = (Function){(uint32_t)*name_bytes,
                                                 (uint32_t)(elf->at[symbol.section] + symbol.value),
                                                 (uint32_t)symbol.size};
        }
        *name_bytes += len;
        ++*count;
        if (*name_bytes > elf->size)
            return false;
    }
    return true;
}

static Code *new_code(Env *env, const ElfImage *elf) {
    uint32_t count;
    size_t name_bytes;
    if (!list_functions(elf, NULL, &count, &name_bytes)) {
        env_set_error(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD, "not an object of ours: its symbols");
        return NULL;
    }
    size_t bytes = sizeof(Code) + count * sizeof(Function) + name_bytes;
    Code *code = env_new(env, bytes);
    if (!code)
        return NULL;
    code->allocator = *env->allocator;
    code->bytes = bytes;
    code->n_functions = count;
    code->names = (char *)(code->functions + count);
    atomic_init(&code->refs, 1);
    list_functions(elf, code, &count, &name_bytes);
    return code;
}

/* ----------------------------------------------------------------------------------- loading */

static bool system_said_no(Env *env, const char *what) {
    int why = errno;
    return env_fail(env, why == ENOMEM ? FRIT_ERR_NOMEM : FRIT_ERR_UNSUPPORTED, FRIT_STAGE_LOAD,
                    "%s: the system refuses it (error %d)", what, why);
}

/* Filled while it can be written to; then code can be executed and constants read, neither written. */
static bool map_image(Env *env, const ElfImage *elf, Code *code) {
    size_t size = (size_t)elf->image_size;
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return system_said_no(env, "memory for code");
    code->map = map;
    code->map_size = size;
    TRY(elf_link(env, elf, code->map, (uint64_t)(uintptr_t)code->map));
    size_t constants = size - (size_t)elf->code_size;
    if (constants && mprotect(code->map + elf->code_size, constants, PROT_READ) != 0)
        return system_said_no(env, "memory for constants");
    if (mprotect(code->map, (size_t)elf->code_size, PROT_READ | PROT_EXEC) != 0)
        return system_said_no(env, "memory that can be executed");
#if !defined(__x86_64__)
    __builtin___clear_cache((char *)code->map, (char *)code->map + elf->code_size);
#endif
    return true;
}

Code *code_load(Env *env, const void *object, size_t size) {
    ElfImage elf;
    if (!elf_read(env, object, size, (uint64_t)sysconf(_SC_PAGESIZE), &elf))
        return NULL;
    Code *code = NULL;
    if (elf.machine != THIS_MACHINE)
        env_set_error(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD, "an object of another machine");
    else
        code = new_code(env, &elf);
    if (code && !map_image(env, &elf, code)) {
        code_unref(code);
        code = NULL;
    }
    elf_free(env, &elf);
    return code;
}

Code *code_of_device(Env *env, void *attached, void (*detach)(void *attached), size_t size) {
    Code *code = env_new(env, sizeof *code);
    if (!code)
        return NULL;
    code->allocator = *env->allocator;
    code->bytes = sizeof *code;
    code->elsewhere = size;
    atomic_init(&code->refs, 1);
    (void)code_attach(code, attached, detach);
    return code;
}

void *code_attached(const Code *code) {
    return code->attached;
}

Code *code_ref(Code *code) {
    atomic_fetch_add_explicit(&code->refs, 1, memory_order_relaxed);
    return code;
}

void code_unref(Code *code) {
    if (!code || atomic_fetch_sub_explicit(&code->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (code->detach)
        code->detach(code->attached);
    if (code->map)
        munmap(code->map, code->map_size);
    frit_allocator allocator = code->allocator;
    env_free(&allocator, code, code->bytes);
}

bool code_shared(const Code *code) {
    return atomic_load_explicit(&code->refs, memory_order_acquire) > 1;
}

void *code_symbol(const Code *code, const char *name) {
    for (uint32_t k = 0; k < code->n_functions; k++) {
        if (strcmp(code->names + code->functions[k].name, name) == 0)
            return code->map + code->functions[k].at;
    }
    return NULL;
}

size_t code_size(const Code *code) {
    return code->map_size + code->bytes + code->elsewhere;
}

bool code_function(const Code *code, uint32_t index, CodeFunction *out) {
    if (index >= code->n_functions)
        return false;
    const Function *function = &code->functions[index];
    *out = (CodeFunction){code->names + function->name, code->map + function->at, function->size};
    return true;
}

const unsigned char *code_base(const Code *code) {
    return code->map;
}

bool code_attach(Code *code, void *attached, void (*detach)(void *attached)) {
    if (code->detach)
        return false;
    code->attached = attached;
    code->detach = detach;
    return true;
}
