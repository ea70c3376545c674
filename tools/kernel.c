/* frit kernel: reads a kernel from text, prints it or runs it. The one command that looks inside the library: kernels
 * are no part of its interface. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ir/text.h"
#include "kernel/room.h"
#include "kernel/text.h"
#include "npy.h"
#include "run/tier/once.h"
#include "run/tier/parts.h"
#include "table.h"

enum { SHOWN = 8 }; /* values of each store */

typedef struct KernelRun {
    Tool *tool;
    frit_error error;
    Env env;
    KernelText *text;
    KernelRoom room;
    uint64_t seed;
} KernelRun;

static void *resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static const frit_allocator from_libc = {resize, NULL};

static int failed(const KernelRun *r) {
    return tool_error(r->tool, &r->error);
}

static int open_file(const char *name, char **bytes, size_t *len) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return EXIT_FILES;
    }
    int code = tool_read_all(file, name, bytes, len);
    if (file != stdin)
        fclose(file);
    return code;
}

static int read_kernel(KernelRun *r) {
    Tool *tool = r->tool;
    if (!tool->args.file)
        return tool_usage(tool, "no file was named (- is standard input)");
    int code = open_file(tool->args.file, &tool->source, &tool->source_len);
    if (code)
        return code;
    r->text = kernel_parse(&r->env, tool->source, tool->source_len);
    return r->text ? 0 : failed(r);
}

static int print_kernel(KernelRun *r) {
    Str out = str_make(&r->env);
    kernel_print(&out, &r->text->bound, r->text->memories.at, r->text->memories.len);
    frit_text text = {out.data, out.len, 0};
    int code = str_ok(&out) ? tool_write(r->tool, &text) : failed(r);
    str_free(&out);
    return code;
}

/* ---- running */

/* The bytes of a .npy file become those of the memory. */
static int load_memory(KernelRun *r, uint32_t m, const char *name) {
    const KernelMemory *memory = &r->text->memories.at[m];
    char *bytes = NULL, message[NPY_MESSAGE];
    size_t len;
    Npy npy;
    int code = open_file(name, &bytes, &len);
    if (!code && !npy_read((unsigned char *)bytes, len, &npy, message)) {
        fprintf(stderr, "%s: %s\n", name, message);
        code = EXIT_FILES;
    }
    if (!code && npy.size != (uint64_t)memory->bytes) {
        fprintf(stderr, "%s: it has %llu bytes of elements, and the memory %s %lld\n", name,
                (unsigned long long)npy.size, memory->name, (long long)memory->bytes);
        code = EXIT_FILES;
    }
    if (!code)
        memcpy(r->room.pointers[m] + memory->from, bytes + npy.start, (size_t)npy.size);
    free(bytes);
    return code;
}

static int load_memories(KernelRun *r) {
    const Args *args = &r->tool->args;
    for (uint32_t k = 0; k < args->in_count; k++) {
        const char *equals = strchr(args->ins[k], '=');
        size_t len = equals ? (size_t)(equals - args->ins[k]) : 0;
        uint32_t m = 0, n = r->text->memories.len;
        if (!equals)
            return tool_usage(r->tool, "--in wants NAME=FILE, not %s", args->ins[k]);
        while (m < n && (strlen(r->text->memories.at[m].name) != len ||
                         memcmp(r->text->memories.at[m].name, args->ins[k], len) != 0))
            m++;
        if (m == n)
            return tool_usage(r->tool, "the kernel has no memory called %.*s", (int)len,
                              args->ins[k]);
        int code = load_memory(r, m, equals + 1);
        if (code)
            return code;
    }
    return 0;
}

typedef struct Shown {
    Str *out;
    unsigned n;
} Shown;

static bool show_one(void *user, Dtype dtype, char *at) {
    Shown *shown = user;
    Bits bits = {0, 0};
    memcpy(&bits, at, dtype_info(dtype)->bits / 8u);
    str_puts(shown->out, shown->n ? ", " : "");
    if (shown->n++ == SHOWN) {
        str_puts(shown->out, "...");
        return false;
    }
    text_print_bits(shown->out, dtype, bits);
    return true;
}

/* Each store: "a1 r: f32 0123456789abcdef: 0.5, 1, ..." */
static int print_stores(KernelRun *r) {
    const KernelText *t = r->text;
    Str out = str_make(&r->env);
    for (uint32_t a = 0; a < t->kernel.accesses.len; a++) {
        const Access *access = &t->kernel.accesses.at[a];
        Shown shown = {&out, 0};
        if (!access->store)
            continue;
        str_format(&out, "a%u %s: %s %016llx: ", a, t->memories.at[t->accesses.at[a].pointer].name,
                   dtype_info(access->dtype)->name,
                   (unsigned long long)room_digest(&r->room, &t->bound, a));
        room_each(&r->room, &t->bound, a, show_one, &shown);
        str_puts(&out, shown.n ? "\n" : "nothing\n");
    }
    frit_text text = {out.data, out.len, 0};
    int code = str_ok(&out) ? tool_write(r->tool, &text) : failed(r);
    str_free(&out);
    return code;
}

static int run_on(KernelRun *r, Machine *machine) {
    const Args *args = &r->tool->args;
    const Engine *engine = engine_named(
        &r->env, machine, args->engine ? args->engine : machine->device->at_once->name);
    if (!engine || !room_new(&r->env, r->text->memories.at, r->text->memories.len, &r->room))
        return failed(r);
    room_fill(&r->room, &r->text->bound, r->seed);
    int code = load_memories(r);
    if (!code && !run_once(&r->env, machine, engine, &r->text->bound, args->numerics, &r->room))
        code = failed(r);
    if (!code)
        code = print_stores(r);
    room_free(&r->room);
    return code;
}

static int run_kernel(KernelRun *r) {
    MachineOptions options = {.threads = r->tool->args.threads,
                              .isa = r->tool->args.isa,
                              .memory_cap = (uint64_t)1 << 30,
                              .no_blas = true};
    Machine machine;
    if (!machine_init(&r->env, &machine, &options))
        return failed(r);
    int code = run_on(r, &machine);
    machine_free(&machine);
    return code;
}

static int read_options(KernelRun *r) {
    const Args *args = &r->tool->args;
    char *end;
    int which;
    if (args->engine && !option_choose(r->tool, "--engine", args->engine, &which))
        return EXIT_USAGE;
    if (!args->seed)
        return 0;
    r->seed = strtoull(args->seed, &end, 10);
    if (*args->seed < '0' || *args->seed > '9' || *end != '\0')
        return tool_usage(r->tool, "--seed is a number, not %s", args->seed);
    return 0;
}

int command_kernel(Tool *tool) {
    KernelRun r = {.tool = tool, .seed = 1};
    const char *action = tool->args.action;
    r.env = (Env){&from_libc, &r.error};
    bool prints = action && strcmp(action, "print") == 0;
    if (!prints && !(action && strcmp(action, "run") == 0))
        return tool_usage(
            tool, action ? "it can print or run a kernel, not %s it" : "print or run a kernel?",
            action);
    int code = read_options(&r);
    if (!code)
        code = read_kernel(&r);
    if (!code)
        code = prints ? print_kernel(&r) : run_kernel(&r);
    kernel_text_free(r.text);
    return code;
}
