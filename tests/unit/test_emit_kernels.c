/* Kernels of random programs as source: compiled by the C compiler they have the interpreter's bits, and NVRTC takes
 * them as CUDA. On OpenCL they run in test_opencl.c. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "emit/c/text.h"
#include "foreign_code.h"
#include "gen/gen.h"
#include "gen/parts.h"
#include "harness.h"
#include "kernel/room.h"
#include "kernel/text.h"
#include "kernels.h"
#include "nvrtc.h"
#include "random_kernels.h"
#include "run/tier/once.h"

enum { MOST = 400 };

typedef void KernelFn(char *const *m, const int64_t *z, int32_t *failed);

typedef struct Batch {
    Env env;
    frit_error error;
    Machine machine;
    Arena *arena;
    KernelText *texts[MOST];
    TextSpace spaces[MOST];
    TextKernel kernels[MOST];
    char names[MOST][16];
    uint64_t seeds[MOST];
    unsigned n, left, schedules;
} Batch;

/* ---- collecting */

/* Can it be written? Where not, it says so. */
static bool has_source(Batch *b, const TextKernel *kernel) {
    Str out = str_make(&b->env);
    bool ok = text_emit(&b->env, text_dialect("c"), kernel, 1, &out);
    CHECK_MSG(ok || b->error.status == FRIT_ERR_UNSUPPORTED, "%s", b->error.message);
    str_free(&out);
    return ok;
}

static void collect(void *user, uint64_t seed, const BoundKernel *bound) {
    Batch *b = user;
    uint32_t n = kernel_memory_count(bound);
    KernelMemory *memories = calloc(n + 1, sizeof *memories);
    Str text = str_make(&b->env);
    if (b->n == MOST)
        goto done;
    CHECK_MSG(kernel_memories(&b->env, bound, memories, n), "%s", b->error.message);
    kernel_print(&text, bound, memories, n);
    KernelText *read = kernel_parse(&b->env, text.data, text.len);
    CHECK_MSG(read, "%s", b->error.message);
    unsigned k = b->n;
    CHECK(text_space(&b->env, &b->arena, &read->bound, &b->spaces[k]));
    snprintf(b->names[k], sizeof b->names[k], "kernel_%u", k);
    const TextSpace *s = &b->spaces[k];
    b->kernels[k] = (TextKernel){.kernel = &read->kernel, .form = s->form, .name = b->names[k]};
    b->texts[k] = read;
    b->seeds[k] = seed;
    b->schedules |= 1u << bound->kernel->schedule;
    if (has_source(b, &b->kernels[k])) {
        b->n++;
    } else {
        b->left++;
        kernel_text_free(read);
    }
done:
    str_free(&text);
    free(memories);
}

/* ---- compiling */

/* One function that takes a list of memories, for each. */
static void put_wrapper(FILE *file, const TextKernel *k) {
    fprintf(file, "void call_%s(char *const *m, const int64_t *z, int32_t *failed) {\n    %s(",
            k->name, k->name);
    unsigned at = 0;
    for (uint32_t a = 0; a < k->kernel->accesses.len; a++)
        if (k->kernel->accesses.at[a].buffer != NO_BUFFER)
            fprintf(file, "m[%u], ", at++);
    fprintf(file, "z, failed);\n}\n");
}

static void *compile(Batch *b, char *folder, const char *flags) {
    char source[256], object[256], command[1024];
    Str out = str_make(&b->env);
    CHECK_MSG(text_emit(&b->env, text_dialect("c"), b->kernels, b->n, &out), "%s",
              b->error.message);
    snprintf(source, sizeof source, "%s/kernels.c", folder);
    snprintf(object, sizeof object, "%s/kernels.so", folder);
    FILE *file = fopen(source, "w");
    CHECK(file);
    fwrite(out.data, 1, out.len, file);
    for (unsigned k = 0; k < b->n; k++)
        put_wrapper(file, &b->kernels[k]);
    CHECK(fclose(file) == 0);
    str_free(&out);
    const char *cc = getenv("CC"); /* of an emulated machine, it compiles for that one */
    snprintf(command, sizeof command, "%s -std=c11 %s -ffp-contract=off -shared -fPIC -o %s %s -lm",
             cc ? cc : "cc", flags, object, source);
    CHECK_MSG(system(command) == 0, "%s", command);
    void *library = dlopen(object, RTLD_NOW);
    CHECK_MSG(library, "%s", dlerror());
    return library;
}

/* ---- running */

static uint64_t digest_of(const Batch *b, const KernelText *t, const KernelRoom *room) {
    uint64_t digest = 1;
    (void)b;
    for (uint32_t a = 0; a < t->kernel.accesses.len; a++)
        if (t->kernel.accesses.at[a].store)
            digest = digest * 31 + room_digest(room, &t->bound, a);
    return digest;
}

/* Its stores' digest, or the status. */
static uint64_t run_interpreted(Batch *b, unsigned k) {
    const KernelText *t = b->texts[k];
    KernelRoom room;
    CHECK(room_new(&b->env, t->memories.at, t->memories.len, &room));
    room_fill(&room, &t->bound, b->seeds[k]);
    const Engine *engine = engine_named(&b->env, &b->machine, "interpreted");
    bool ran = run_once(&b->env, &b->machine, engine, &t->bound, FRIT_STRICT, &room);
    CHECK_MSG(ran || b->error.status == FRIT_ERR_INDEX, "%s", b->error.message);
    uint64_t digest = ran ? digest_of(b, t, &room) : (uint64_t)b->error.status;
    room_free(&room);
    return digest;
}

static uint64_t run_source(Batch *b, unsigned k, void *library) {
    const KernelText *t = b->texts[k];
    const TextSpace *space = &b->spaces[k];
    KernelRoom room;
    char name[32];
    char **memories = calloc(t->kernel.accesses.len + 1, sizeof *memories);
    int64_t *sizes = calloc(
        text_sizes_count(&t->kernel, space->form.n_outer + space->form.n_inner) + 1, sizeof *sizes);
    int32_t failed = 0;
    unsigned n = 0;
    CHECK(room_new(&b->env, t->memories.at, t->memories.len, &room));
    room_fill(&room, &t->bound, b->seeds[k]);
    for (uint32_t a = 0; a < t->kernel.accesses.len; a++)
        if (t->kernel.accesses.at[a].buffer != NO_BUFFER)
            memories[n++] = room.pointers[t->bound.accesses[a].pointer];
    text_sizes(&t->bound, space, sizes);
    snprintf(name, sizeof name, "call_kernel_%u", k);
    KernelFn *call;
    void *symbol = dlsym(library, name);
    memcpy(&call, &symbol, sizeof call);
    call(memories, sizes, &failed);
    uint64_t digest = failed ? (uint64_t)FRIT_ERR_INDEX : digest_of(b, t, &room);
    room_free(&room);
    free(memories);
    free(sizes);
    return digest;
}

static void compare(Batch *b, void *library) {
    for (unsigned k = 0; k < b->n; k++) {
        Str text = str_make(&b->env);
        kernel_print(&text, &b->texts[k]->bound, b->texts[k]->memories.at,
                     b->texts[k]->memories.len);
        test_note("%s, seed %llu\n%s", b->names[k], (unsigned long long)b->seeds[k], text.data);
        uint64_t want = run_interpreted(b, k);
        CHECK_EQ_UINT(run_source(b, k, library), want);
        str_free(&text);
    }
}

static void start_empty(Batch *b) {
    memset(b, 0, sizeof *b);
    b->env = (Env){&gen_allocator, &b->error};
    km_any_machine(&b->machine, &gen_allocator, 1, NULL);
}

static void start(Batch *b, uint64_t first, unsigned programs) {
    start_empty(b);
    random_kernels(&b->env, &b->machine, first, programs, collect, b);
    test_note("%u kernels, %u without a source", b->n, b->left);
    CHECK(b->n > 0 && b->left * 5 < b->n);
}

static void end(Batch *b) {
    for (unsigned k = 0; k < b->n; k++)
        kernel_text_free(b->texts[k]);
    arena_free(&gen_allocator, &b->arena);
    machine_free(&b->machine);
}

static Batch batch;

static void run_as_c(Batch *b) {
    char folder[] = "/tmp/frit-kernels-XXXXXX", command[64];
    CHECK(mkdtemp(folder));
    void *library = compile(b, folder, "-O1 -w");
    compare(b, library);
    dlclose(library);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

static void compile_as_cuda(Batch *b, Nvrtc *nvrtc) {
    size_t size;
    Str out = str_make(&b->env);
    CHECK_MSG(text_emit(&b->env, text_dialect("cuda"), b->kernels, b->n, &out), "%s",
              b->error.message);
    free(compile_cuda(nvrtc, out.data, &size));
    str_free(&out);
}

TEST(random_kernels_as_c_have_the_same_bits) {
    skip_foreign_code();
    start(&batch, test_seed() + 5000, (unsigned)test_scaled(200));
    run_as_c(&batch);
    end(&batch);
}

TEST(complex_functions_as_c_have_the_same_bits) {
    skip_foreign_code();
    start_empty(&batch);
    complex_kernels(&batch.env, collect, &batch);
    CHECK_MSG(batch.n == 40 && batch.left == 0, "%u kernels, %u without a source", batch.n,
              batch.left);
    run_as_c(&batch);
    end(&batch);
}

TEST(random_kernels_as_cuda_compile) {
    Nvrtc nvrtc;
    start_nvrtc(&nvrtc);
    start(&batch, test_seed() + 7000, (unsigned)test_scaled(60));
    compile_as_cuda(&batch, &nvrtc);
    end(&batch);
}

TEST(complex_functions_as_cuda_compile) {
    Nvrtc nvrtc;
    start_nvrtc(&nvrtc);
    start_empty(&batch);
    complex_kernels(&batch.env, collect, &batch);
    compile_as_cuda(&batch, &nvrtc);
    end(&batch);
}
