/*
 * gdb's interface for JIT compilers: a list of object files in memory, and a function it has a
 * breakpoint in, both found by their names. So this state is one for the process and cannot belong to
 * a context; it is empty unless FRIT_GDB asks. gdb looks at every library that has these names, so
 * several may. They are not exported: gdb finds them in the symbols of a library that is not stripped.
 */
#include <elf.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "run/code/debug.h"
#include "run/code/elf.h"

/* Laid out as gdb expects it. */
struct jit_code_entry {
    struct jit_code_entry *next, *prev;
    const char *symfile_addr;
    uint64_t symfile_size;
};

struct jit_descriptor {
    uint32_t version;
    uint32_t action_flag;
    struct jit_code_entry *relevant_entry;
    struct jit_code_entry *first_entry;
};

enum { JIT_NOACTION = 0, JIT_REGISTER = 1, JIT_UNREGISTER = 2 };

extern struct jit_descriptor __jit_debug_descriptor;
void __jit_debug_register_code(void);

__attribute__((used)) struct jit_descriptor __jit_debug_descriptor = {1, JIT_NOACTION, NULL, NULL};
static pthread_mutex_t descriptor_lock = PTHREAD_MUTEX_INITIALIZER;

/* The assembler statement keeps calls of an empty function. */
__attribute__((used, noinline)) void __jit_debug_register_code(void) {
    __asm__ volatile("" : : : "memory");
}

typedef struct Registered {
    struct jit_code_entry entry;
    frit_allocator allocator;
    size_t bytes; /* of this block */
    char object[];
} Registered;

static void tell_gdb(struct jit_code_entry *entry, uint32_t action) {
    __jit_debug_descriptor.relevant_entry = entry;
    __jit_debug_descriptor.action_flag = action;
    __jit_debug_register_code();
    __jit_debug_descriptor.relevant_entry = NULL;
    __jit_debug_descriptor.action_flag = JIT_NOACTION;
}

static void add_entry(struct jit_code_entry *entry) {
    pthread_mutex_lock(&descriptor_lock);
    entry->next = __jit_debug_descriptor.first_entry;
    if (entry->next)
        entry->next->prev = entry;
    __jit_debug_descriptor.first_entry = entry;
    tell_gdb(entry, JIT_REGISTER);
    pthread_mutex_unlock(&descriptor_lock);
}

static void unregister(void *attached) {
    Registered *registered = attached;
    struct jit_code_entry *entry = &registered->entry;
    pthread_mutex_lock(&descriptor_lock);
    if (entry->prev)
        entry->prev->next = entry->next;
    else
        __jit_debug_descriptor.first_entry = entry->next;
    if (entry->next)
        entry->next->prev = entry->prev;
    tell_gdb(entry, JIT_UNREGISTER);
    pthread_mutex_unlock(&descriptor_lock);
    frit_allocator allocator = registered->allocator;
    env_free(&allocator, registered, registered->bytes);
}

/* Says in the copy of the file where its sections stand; gdb does the rest. */
static void set_addresses(const ElfImage *elf, uint64_t base, char *object) {
    for (uint32_t k = 0; k < elf->n_sections; k++) {
        if (elf->at[k] == ELF_NOWHERE)
            continue;
        char *header = object + elf->sections + (uint64_t)k * sizeof(Elf64_Shdr);
        uint64_t address = base + elf->at[k];
        memcpy(header + offsetof(Elf64_Shdr, sh_addr), &address, sizeof address);
    }
}

static Registered *new_registered(Env *env, const Code *code, const void *object, size_t size) {
    ElfImage elf;
    if (!elf_read(env, object, size, (uint64_t)sysconf(_SC_PAGESIZE), &elf))
        return NULL;
    Registered *registered = env_new(env, sizeof *registered + size);
    if (registered) {
        registered->allocator = *env->allocator;
        registered->bytes = sizeof *registered + size;
        registered->entry.symfile_addr = registered->object;
        registered->entry.symfile_size = size;
        memcpy(registered->object, object, size);
        set_addresses(&elf, (uint64_t)(uintptr_t)code_base(code), registered->object);
    }
    elf_free(env, &elf);
    return registered;
}

bool gdb_register(Env *env, Code *code, const void *object, size_t size) {
    Registered *registered = new_registered(env, code, object, size);
    TRY(registered != NULL);
    if (!code_attach(code, registered, unregister)) {
        size_t bytes = registered->bytes;
        env_free(env->allocator, registered, bytes);
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_LOAD, "this code was announced before");
    }
    add_entry(&registered->entry);
    return true;
}
