/* Programs of a device of source: from source to a binary, which the store keeps, and from that to functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "run/gpu/gpu.h"

static bool find(void *user, Env *env, const char *wanted, const char *folder,
                 CompilerPlace *place) {
    const GpuDevice *gpu = user;
    (void)env, (void)wanted, (void)folder;
    *place = (CompilerPlace){.major = 1};
    snprintf(place->path, sizeof place->path, "%s: %s", gpu->driver->name, gpu->facts.words);
    snprintf(place->build, sizeof place->build, "%016llx",
             (unsigned long long)hash_stable(place->path, strlen(place->path), 0));
    return true;
}

static bool open_compiler(void *user, Env *env, const CompilerPlace *place, void **compiler) {
    (void)env, (void)place;
    *compiler = user;
    return true;
}

static void close_compiler(void *user, void *compiler) {
    (void)user, (void)compiler;
}

static const char *version(void *user, void *compiler) {
    (void)user;
    return ((const GpuDevice *)compiler)->facts.words;
}

static bool compile(void *user, Env *env, void *compiler, const char *target, const char *text,
                    size_t len, Str *object) {
    GpuDevice *gpu = compiler;
    (void)user, (void)target;
    return gpu_usable(env, gpu) && gpu->driver->compile(env, gpu->state, text, len, object);
}

/* ---- a compiler's words */

/* The first number in the line that stands between ':' and ':', or '(' and ')'; 0: there is none. */
static unsigned long number_in(const char *at, const char *end) {
    for (; at < end; at++) {
        char *after;
        if ((*at != ':' && *at != '(') || at[1] < '0' || at[1] > '9')
            continue;
        unsigned long line = strtoul(at + 1, &after, 10);
        if (*after == (*at == ':' ? ':' : ')'))
            return line;
    }
    return 0;
}

/* Of the first line that tells of an error. */
static unsigned long line_named(const char *words) {
    const char *error = strstr(words, "error"), *begin = error;
    while (begin && begin > words && begin[-1] != '\n')
        begin--;
    return error ? number_in(begin, error + strcspn(error, "\n")) : 0;
}

void gpu_quote_line(char *words, size_t size, const char *text, size_t len) {
    const char *end = text + len;
    unsigned long line = line_named(words);
    for (unsigned long k = 1; k < line && text; k++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        text = newline ? newline + 1 : NULL;
    }
    if (line == 0 || !text || text == end)
        return;
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    size_t used = strlen(words), long_as = (size_t)((newline ? newline : end) - text);
    snprintf(words + used, size - used, "\nline %lu of the source is: %.*s", line,
             (int)(long_as < 200 ? long_as : 200), text);
}

/* ---- binary to functions */

typedef struct GpuCode {
    GpuProgram program;
    frit_allocator allocator;
    GpuDevice *gpu;
} GpuCode;

static void free_code(void *attached) {
    GpuCode *c = attached;
    frit_allocator allocator = c->allocator;
    GpuDevice *gpu = c->gpu;
    bool ours = gpu_is_ours(gpu) && !atomic_load(&gpu->lost);
    for (uint32_t k = 0; ours && gpu->driver->drop && k < c->program.n_functions; k++)
        gpu->driver->drop(gpu->state, c->program.functions[k]);
    if (ours && c->program.program)
        gpu->driver->unload(gpu->state, c->program.program);
    env_free(&allocator, c, sizeof *c);
}

static bool load_functions(Env *env, GpuDevice *gpu, const void *object, size_t size,
                           GpuProgram *p) {
    TRY(gpu_usable(env, gpu));
    TRY(p->program = gpu->driver->load(env, gpu->state, object, size));
    env_clear_error(env);
    for (; p->n_functions < TEXT_MOST_LAUNCHES; p->n_functions++) {
        char name[32];
        snprintf(name, sizeof name, "frit_kernel_%u", (unsigned)p->n_functions);
        p->functions[p->n_functions] = gpu->driver->find(env, gpu->state, p->program, name);
        if (!p->functions[p->n_functions])
            break;
    }
    TRY(env->error->status == FRIT_OK);
    return p->n_functions > 0 || env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                                          "a program of %s has no kernel", gpu->driver->title);
}

static Code *load(void *user, Env *env, const void *object, size_t size, const char *label) {
    (void)label;
    GpuCode *c = env_new(env, sizeof *c);
    if (!c)
        return NULL;
    c->allocator = *env->allocator;
    c->gpu = user;
    Code *code = load_functions(env, c->gpu, object, size, &c->program)
                     ? code_of_device(env, c, free_code, size)
                     : NULL;
    if (!code)
        free_code(c);
    return code;
}

static bool in_use(void *user, const Code *code) {
    (void)user;
    return code_shared(code);
}

const GpuProgram *gpu_program_of(const Code *code) {
    return &((const GpuCode *)code_attached(code))->program;
}

const StoreHooks gpu_hooks = {.find = find,
                              .open = open_compiler,
                              .close = close_compiler,
                              .version = version,
                              .compile = compile,
                              .load = load,
                              .in_use = in_use};
