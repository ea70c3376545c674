/*
 * CUDA's driver and its compiler, played: "device" memory is the host's behind addresses that nobody can read, a binary is
 * its source, and a launch does nothing, except of the kernels that copy (src/run/gpu/copy.c), which it plays. It counts, and
 * refuses what a test wants refused. FRIT_CUDA and FRIT_NVRTC name it to the library.
 */
#include "cuda.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OK = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NO_DEVICE = 100,
    INVALID_CONTEXT = 201,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    COMPILE_FAILED = 6,
    MOST_BLOCKS = 4096,
    MOST_FUNCTIONS = 8,
};
#define AWAY ((uint64_t)1 << 62)

typedef struct Block {
    uint64_t at, size;
    void *room; /* for sanitizers: memory that a lost device keeps is not lost by us */
} Block;

static PlayedCuda played = {
    .devices = 1, .capability = 90, .memory = 1u << 30, .archs = {75, 80, 86, 89, 90, 100, 120}};
static Block blocks[MOST_BLOCKS];
static __thread int depth;

PlayedCuda *played_cuda(void);
PlayedCuda *played_cuda(void) {
    return &played;
}

static bool inside(void) {
    played.outside += depth == 0;
    return depth > 0;
}

/* The host's address of so many bytes; NULL: they are no block's. */
static char *bytes_at(uint64_t at, uint64_t size) {
    for (int k = 0; k < MOST_BLOCKS; k++)
        if (blocks[k].size && at >= blocks[k].at && at + size <= blocks[k].at + blocks[k].size)
            return (char *)(uintptr_t)(at - AWAY);
    played.outside++;
    return NULL;
}

static int take_code(int *code) {
    int given = *code;
    *code = 0;
    return given;
}

/* ---- the driver */

#define PLAYED(name, parameters) \
    int name parameters;         \
    int name parameters

PLAYED(cuInit, (unsigned flags)) {
    (void)flags;
    return played.devices ? OK : NO_DEVICE;
}

PLAYED(cuDriverGetVersion, (int *version)) {
    *version = 13000;
    return OK;
}

PLAYED(cuGetErrorName, (int code, const char **name)) {
    *name = code == OUT_OF_MEMORY     ? "CUDA_ERROR_OUT_OF_MEMORY"
            : code == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                      : NULL;
    return *name ? OK : INVALID_VALUE;
}

PLAYED(cuGetErrorString, (int code, const char **words)) {
    *words = code == OUT_OF_MEMORY     ? "out of memory"
             : code == ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
                                       : NULL;
    return *words ? OK : INVALID_VALUE;
}

PLAYED(cuDeviceGetCount, (int *count)) {
    *count = played.devices;
    return OK;
}

PLAYED(cuDeviceGet, (int *device, int number)) {
    *device = 7 + number;
    return number < played.devices ? OK : INVALID_VALUE;
}

PLAYED(cuDeviceGetName, (char *name, int size, int device)) {
    snprintf(name, (size_t)size, "Played GPU %d", device - 7);
    return OK;
}

PLAYED(cuDeviceGetAttribute, (int *value, int attribute, int device)) {
    (void)device;
    *value = attribute == 16   ? 4
             : attribute == 75 ? played.capability / 10
             : attribute == 76 ? played.capability % 10
                               : 0;
    return OK;
}

PLAYED(cuDeviceTotalMem_v2, (size_t * bytes, int device)) {
    (void)device;
    *bytes = played.memory;
    return OK;
}

PLAYED(cuDevicePrimaryCtxRetain, (void **context, int device)) {
    (void)device;
    played.retained++;
    *context = &played;
    return OK;
}

PLAYED(cuDevicePrimaryCtxRelease_v2, (int device)) {
    (void)device;
    played.retained--;
    return OK;
}

PLAYED(cuCtxPushCurrent_v2, (void *context)) {
    depth++;
    __atomic_add_fetch(&played.depth, 1, __ATOMIC_RELAXED);
    return context == &played ? OK : INVALID_CONTEXT;
}

PLAYED(cuCtxPopCurrent_v2, (void **context)) {
    *context = &played;
    depth--;
    __atomic_sub_fetch(&played.depth, 1, __ATOMIC_RELAXED);
    return OK;
}

PLAYED(cuStreamCreate, (void **stream, unsigned flags)) {
    (void)flags;
    played.streams++;
    *stream = &played.streams;
    return inside() ? OK : INVALID_CONTEXT;
}

PLAYED(cuStreamDestroy_v2, (void *stream)) {
    played.streams--;
    return inside() && stream ? OK : INVALID_CONTEXT;
}

PLAYED(cuStreamQuery, (void *stream)) {
    int code = take_code(&played.next_wait);
    return !inside() || !stream ? INVALID_CONTEXT : code ? code : played.busy ? NOT_READY : OK;
}

PLAYED(cuStreamSynchronize, (void *stream)) {
    played.waits++;
    return inside() && stream ? take_code(&played.next_wait) : INVALID_CONTEXT;
}

PLAYED(cuMemAlloc_v2, (uint64_t * memory, size_t size)) {
    if (!inside())
        return INVALID_CONTEXT;
    if (played.fails_alloc > 0 && played.fails_alloc-- > 0)
        return OUT_OF_MEMORY;
    if (played.used + size > played.memory)
        return OUT_OF_MEMORY;
    int k = 0;
    while (k < MOST_BLOCKS && blocks[k].size)
        k++;
    void *room = k < MOST_BLOCKS ? aligned_alloc(256, (size + 255) / 256 * 256) : NULL;
    if (!room)
        return OUT_OF_MEMORY;
    blocks[k] = (Block){(uint64_t)(uintptr_t)room + AWAY, size, room};
    *memory = blocks[k].at;
    played.used += size;
    played.blocks++;
    return OK;
}

PLAYED(cuMemFree_v2, (uint64_t memory)) {
    int k = 0;
    while (k < MOST_BLOCKS && !(blocks[k].size && blocks[k].at == memory))
        k++;
    if (k == MOST_BLOCKS || !inside()) {
        played.outside++;
        return INVALID_VALUE;
    }
    free((void *)(uintptr_t)(memory - AWAY));
    played.used -= blocks[k].size;
    played.blocks--;
    blocks[k].size = 0;
    return OK;
}

PLAYED(cuMemcpyHtoDAsync_v2, (uint64_t to, const void *from, size_t size, void *stream)) {
    char *at = bytes_at(to, size);
    played.copies_there++;
    if (!at || !inside() || !stream)
        return at ? INVALID_CONTEXT : ILLEGAL_ADDRESS;
    memcpy(at, from, size);
    return OK;
}

PLAYED(cuMemcpyDtoHAsync_v2, (void *to, uint64_t from, size_t size, void *stream)) {
    const char *at = bytes_at(from, size);
    played.copies_here++;
    if (!at || !inside() || !stream)
        return at ? INVALID_CONTEXT : ILLEGAL_ADDRESS;
    memcpy(to, at, size);
    return OK;
}

PLAYED(cuMemcpyDtoDAsync_v2, (uint64_t to, uint64_t from, size_t size, void *stream)) {
    char *x = bytes_at(to, size);
    const char *y = bytes_at(from, size);
    played.moves++;
    if (!x || !y || !inside() || !stream)
        return x && y ? INVALID_CONTEXT : ILLEGAL_ADDRESS;
    memcpy(x, y, size);
    return OK;
}

PLAYED(cuMemsetD8Async, (uint64_t to, unsigned char byte, size_t size, void *stream)) {
    char *at = bytes_at(to, size);
    played.fills++;
    if (!at || !inside() || !stream)
        return at ? INVALID_CONTEXT : ILLEGAL_ADDRESS;
    memset(at, byte, size);
    return OK;
}

/* ---- modules: their source */

typedef struct Module Module;
typedef struct Function {
    const Module *module;
    int number;
} Function;
struct Module {
    char *text;
    Function functions[MOST_FUNCTIONS];
};

PLAYED(cuModuleLoadData, (void **module, const void *image)) {
    Module *m = calloc(1, sizeof *m);
    if (!m || !inside())
        return free(m), INVALID_CONTEXT;
    size_t len = strlen(image) + 1;
    m->text = malloc(len);
    memcpy(m->text, image, len);
    played.modules++;
    *module = m;
    return OK;
}

PLAYED(cuModuleUnload, (void *module)) {
    Module *m = module;
    if (!inside())
        return INVALID_CONTEXT;
    free(m->text);
    free(m);
    played.modules--;
    return OK;
}

PLAYED(cuModuleGetFunction, (void **function, void *module, const char *name)) {
    Module *m = module;
    int number = atoi(name + strlen("frit_kernel_"));
    if (!inside() || number >= MOST_FUNCTIONS || !strstr(m->text, name))
        return inside() ? NOT_FOUND : INVALID_CONTEXT;
    m->functions[number] = (Function){m, number};
    *function = &m->functions[number];
    return OK;
}

/* As copy.c has it. */
typedef struct Walk {
    int64_t n, axes, to_at, from_at;
    int64_t shape[8], to[8], from[8];
} Walk;

static int play_copy(int unit, uint64_t to, uint64_t from, const Walk *w) {
    size_t size = (size_t)1 << unit;
    for (int64_t e = 0; e < w->n; e++) {
        int64_t rest = e, t = w->to_at, f = w->from_at;
        for (int64_t k = w->axes; k-- > 0; rest /= w->shape[k]) {
            t += rest % w->shape[k] * w->to[k];
            f += rest % w->shape[k] * w->from[k];
        }
        char *x = bytes_at(to + (uint64_t)t, size);
        const char *y = bytes_at(from + (uint64_t)f, size);
        if (!x || !y || ((uintptr_t)x | (uintptr_t)y) % size != 0)
            return ILLEGAL_ADDRESS;
        memcpy(x, y, size);
    }
    return OK;
}

PLAYED(cuLaunchKernel, (void *function, unsigned groups_x, unsigned groups_y, unsigned groups_z,
                        unsigned threads_x, unsigned threads_y, unsigned threads_z,
                        unsigned shared_bytes, void *stream, void **parameters, void **extra)) {
    const Function *f = function;
    int code =
        played.next_launch && played.launches_first-- > 0 ? 0 : take_code(&played.next_launch);
    played.launches++;
    played.groups = groups_x;
    played.threads = threads_x;
    if (!inside() || !stream || extra)
        return INVALID_CONTEXT;
    if (code || groups_x == 0 || threads_x == 0 || threads_x > 1024 || groups_y != 1 ||
        groups_z != 1 || threads_y != 1 || threads_z != 1 || shared_bytes != 0)
        return code ? code : INVALID_VALUE;
    if (strstr(f->module->text, "COPY(frit_kernel_0"))
        return play_copy(f->number, *(uint64_t *)parameters[0], *(uint64_t *)parameters[1],
                         parameters[2]);
    return OK;
}

/* ---- the compiler: the binary is the source, unless it says #error */

typedef struct Program {
    char *text, log[200];
} Program;

PLAYED(nvrtcVersion, (int *major, int *minor)) {
    *major = 13;
    *minor = 0;
    return OK;
}

PLAYED(nvrtcGetNumSupportedArchs, (int *count)) {
    *count = 0;
    while (*count < 8 && played.archs[*count])
        ++*count;
    return OK;
}

PLAYED(nvrtcGetSupportedArchs, (int *archs)) {
    for (int k = 0; k < 8 && played.archs[k]; k++)
        archs[k] = played.archs[k];
    return OK;
}

PLAYED(nvrtcCreateProgram, (void **program, const char *text, const char *name, int n_headers,
                            const char *const *headers, const char *const *names)) {
    Program *p = calloc(1, sizeof *p);
    (void)name, (void)n_headers, (void)headers, (void)names;
    if (!p)
        return INVALID_VALUE;
    size_t len = strlen(text) + 1;
    p->text = malloc(len);
    memcpy(p->text, text, len);
    *program = p;
    return OK;
}

PLAYED(nvrtcDestroyProgram, (void **program)) {
    Program *p = *program;
    free(p->text);
    free(p);
    *program = NULL;
    return OK;
}

PLAYED(nvrtcCompileProgram, (void *program, int n_options, const char *const *options)) {
    Program *p = program;
    const char *wrong = strstr(p->text, "#error");
    int line = 1;
    played.options[0] = '\0';
    for (int k = 0; k < n_options; k++) {
        size_t used = strlen(played.options);
        snprintf(played.options + used, sizeof played.options - used, "%s ", options[k]);
    }
    if (!wrong)
        return OK;
    for (const char *at = p->text; at < wrong; at++)
        line += *at == '\n';
    snprintf(p->log, sizeof p->log, "frit.cu(%d): error: #error directive\n", line);
    return COMPILE_FAILED;
}

PLAYED(nvrtcGetProgramLogSize, (void *program, size_t *size)) {
    *size = strlen(((Program *)program)->log) + 1;
    return OK;
}

PLAYED(nvrtcGetProgramLog, (void *program, char *log)) {
    strcpy(log, ((Program *)program)->log);
    return OK;
}

PLAYED(nvrtcGetCUBINSize, (void *program, size_t *size)) {
    *size = strlen(((Program *)program)->text) + 1;
    return OK;
}

PLAYED(nvrtcGetCUBIN, (void *program, char *cubin)) {
    strcpy(cubin, ((Program *)program)->text);
    return OK;
}

PLAYED(nvrtcGetPTXSize, (void *program, size_t *size)) {
    return nvrtcGetCUBINSize(program, size);
}

PLAYED(nvrtcGetPTX, (void *program, char *ptx)) {
    return nvrtcGetCUBIN(program, ptx);
}
