/*
 * Copies of any strides. What is one run of bytes on both sides is moved as it is; anything else on the device is done by a
 * kernel of its own, one element (or a piece of it, as large as alignment allows) a thread. Between host and device the host
 * puts its side in order, and the device's side goes through a block of its own where it is not one run of bytes.
 */
#include <string.h>

#include "run/device/strided.h"
#include "run/gpu/gpu.h"
#include "run/host/transfer.h"

/* ---- a copy as it is walked: axes of one element left out, neighbours merged */

typedef struct Walk {
    uint32_t rank;
    int64_t shape[MAX_RANK + 1], to[MAX_RANK + 1], from[MAX_RANK + 1];
    int64_t count;
    size_t elem_size;
    char *to_data, *from_data;
    bool injective; /* no two elements share a place in `to` */
} Walk;

static void swap_axes(Walk *w, uint32_t a, uint32_t b) {
    int64_t *const of[] = {w->shape, w->to, w->from};
    for (unsigned k = 0; k < 3; k++) {
        int64_t kept = of[k][a];
        of[k][a] = of[k][b];
        of[k][b] = kept;
    }
}

/* From the largest step in `to` to the smallest, all of them upwards: where the order of the elements does not matter. */
static void order_axes(Walk *w) {
    for (uint32_t k = 0; k < w->rank; k++)
        if (w->to[k] < 0) {
            w->to_data += (w->shape[k] - 1) * w->to[k];
            w->from_data += (w->shape[k] - 1) * w->from[k];
            w->to[k] = -w->to[k];
            w->from[k] = -w->from[k];
        }
    for (uint32_t k = 1; k < w->rank; k++)
        for (uint32_t j = k; j > 0 && w->to[j] > w->to[j - 1]; j--)
            swap_axes(w, j, j - 1);
}

static void merge_axes(Walk *w) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < w->rank; k++) {
        bool joins = n > 0 && w->to[n - 1] == w->to[k] * w->shape[k] &&
                     w->from[n - 1] == w->from[k] * w->shape[k];
        uint32_t at = joins ? n - 1 : n++;
        w->shape[at] = joins ? w->shape[at] * w->shape[k] : w->shape[k];
        w->to[at] = w->to[k];
        w->from[at] = w->from[k];
    }
    w->rank = n;
}

static void walk_of(const Copy *copy, Walk *w) {
    *w = (Walk){.count = 1,
                .elem_size = copy->elem_size,
                .to_data = copy->to.data,
                .from_data = copy->from.data,
                .injective = strided_is_injective(copy->rank, copy->shape, copy->to.strides,
                                                  (int64_t)copy->elem_size)};
    for (uint32_t k = 0; k < copy->rank; k++) {
        w->count *= copy->shape[k];
        if (copy->shape[k] == 1)
            continue;
        w->shape[w->rank] = copy->shape[k];
        w->to[w->rank] = copy->to.strides[k];
        w->from[w->rank++] = copy->from.strides[k];
    }
    if (w->injective)
        order_axes(w);
    merge_axes(w);
}

static bool is_run(const Walk *w, const int64_t *strides) {
    return strided_is_dense(w->rank, w->shape, strides, (int64_t)w->elem_size);
}

static uint64_t bytes_of(const Walk *w) {
    return (uint64_t)w->count * w->elem_size;
}

/* Strides of a run of bytes that is walked so. */
static void run_strides(const Walk *w, int64_t *out) {
    int64_t next = (int64_t)w->elem_size;
    for (uint32_t k = w->rank; k-- > 0; next *= w->shape[k])
        out[k] = next;
}

/* ---- the kernel */

enum { WALK_AXES = 8, UNITS = 4 }; /* of 1, 2, 4 and 8 bytes */

typedef struct WalkTable {
    int64_t n, axes, to_at, from_at;
    int64_t shape[WALK_AXES], to[WALK_AXES], from[WALK_AXES];
} WalkTable;

static const char kernel_text[] =
    "typedef struct Walk {\n"
    "    int64_t n, axes, to_at, from_at;\n"
    "    int64_t shape[8], to[8], from[8];\n"
    "} Walk;\n"
    "\n"
    "#define COPY(name, type)                                                                \\\n"
    "    FRIT_KERNEL void name(FRIT_GLOBAL char *to, FRIT_GLOBAL const char *from,           \\\n"
    "                          const Walk w) {                                               \\\n"
    "        for (int64_t e = FRIT_THREAD; e < w.n; e += FRIT_THREADS) {                     \\\n"
    "            int64_t rest = e, t = w.to_at, f = w.from_at;                               \\\n"
    "            for (int64_t k = w.axes - 1; k >= 0; k--) {                                 \\\n"
    "                int64_t i = rest % w.shape[k];                                          \\\n"
    "                rest /= w.shape[k];                                                     \\\n"
    "                t += i * w.to[k];                                                       \\\n"
    "                f += i * w.from[k];                                                     \\\n"
    "            }                                                                           \\\n"
    "            *(FRIT_GLOBAL type *)(to + t) = *(FRIT_GLOBAL const type *)(from + f);      \\\n"
    "        }                                                                               \\\n"
    "    }\n"
    "COPY(frit_kernel_0, uint8_t)\n"
    "COPY(frit_kernel_1, uint16_t)\n"
    "COPY(frit_kernel_2, uint32_t)\n"
    "COPY(frit_kernel_3, uint64_t)\n";

static bool compile_copies(Env *env, GpuDevice *gpu, Code **out) {
    CodeStore *store = gpu->device.store;
    Str key = str_make(env), text = str_make(env);
    const TextDialect *dialect = text_dialect(gpu->driver->dialect);
    for (const char *const *line = dialect->bind; *line; line++)
        str_format(&text, "%s\n", *line);
    str_puts(&text, kernel_text);
    str_format(&key, "%s\n%s\n", gpu->driver->name, gpu->facts.words);
    str_put(&key, text.data, text.len);
    *out = NULL;
    if (str_ok(&key) && str_ok(&text)) {
        StoreJob job = {.key = store_key(key.data, key.len),
                        .target = gpu->driver->name,
                        .text = text.data,
                        .text_len = text.len,
                        .label = "copy"};
        if (store_find(store, job.key, out) != CODE_READY)
            *out = store_compile(env, store, &job);
    }
    str_free(&key);
    str_free(&text);
    return *out;
}

bool gpu_copies_ready(Env *env, GpuDevice *gpu) {
    Code *made, *none = NULL;
    if (atomic_load_explicit(&gpu->copies, memory_order_acquire))
        return true;
    TRY(compile_copies(env, gpu, &made));
    if (!atomic_compare_exchange_strong(&gpu->copies, &none, made))
        code_unref(made);
    return true;
}

/* The largest unit that all of it is made of; its number. */
static unsigned unit_of(const Walk *w, uint64_t to_at, uint64_t from_at) {
    uint64_t all = w->elem_size | to_at | from_at;
    unsigned unit = UNITS - 1;
    for (uint32_t k = 0; k < w->rank; k++)
        all |= (uint64_t)w->to[k] | (uint64_t)w->from[k];
    while (unit > 0 && all % (1u << unit) != 0)
        unit--;
    return unit;
}

static bool launch(Env *env, GpuDevice *gpu, const Walk *w, WalkTable *table, unsigned unit,
                   GpuPlace to, GpuPlace from) {
    enum { THREADS = 128, GROUPS_A_UNIT = 64 };
    const GpuProgram *program = gpu_program_of(atomic_load(&gpu->copies));
    uint64_t groups = ((uint64_t)table->n + THREADS - 1) / THREADS,
             most = (uint64_t)gpu->facts.units * GROUPS_A_UNIT;
    TextLaunch how = {groups < most ? groups : most, THREADS};
    if (!w->injective) /* one after another */
        how = (TextLaunch){1, 1};
    GpuArg args[] = {
        {.memory = to.memory}, {.memory = from.memory}, {.bytes = table, .size = sizeof *table}};
    if (gpu->driver->addresses) {
        args[0].memory.address += table->to_at;
        args[1].memory.address += table->from_at;
        table->to_at = table->from_at = 0;
    }
    pthread_mutex_lock(&gpu->lock);
    bool ok = gpu->driver->launch(env, gpu->state, program->functions[unit], &how, args, 3);
    pthread_mutex_unlock(&gpu->lock);
    return ok;
}

/* The inner axes by one launch, those that it has no room for one place after another. */
static bool launch_all(Env *env, GpuDevice *gpu, Walk *w, GpuPlace to, GpuPlace from) {
    unsigned unit = unit_of(w, to.offset | (uint64_t)(uintptr_t)to.memory.address,
                            from.offset | (uint64_t)(uintptr_t)from.memory.address);
    int64_t place[MAX_RANK + 1] = {0};
    WalkTable table = {.n = 1, .to_at = (int64_t)to.offset, .from_at = (int64_t)from.offset};
    if (w->elem_size >> unit > 1) { /* an element is several units */
        w->shape[w->rank] = (int64_t)(w->elem_size >> unit);
        w->to[w->rank] = w->from[w->rank] = (int64_t)1 << unit;
        w->rank++;
    }
    uint32_t outer = w->rank > WALK_AXES ? w->rank - WALK_AXES : 0;
    table.axes = w->rank - outer;
    for (uint32_t k = outer; k < w->rank; k++) {
        table.n *= w->shape[k];
        table.shape[k - outer] = w->shape[k];
        table.to[k - outer] = w->to[k];
        table.from[k - outer] = w->from[k];
    }
    for (;;) {
        WalkTable now = table;
        for (uint32_t k = 0; k < outer; k++) {
            now.to_at += place[k] * w->to[k];
            now.from_at += place[k] * w->from[k];
        }
        TRY(launch(env, gpu, w, &now, unit, to, from));
        uint32_t k = outer;
        while (k > 0 && ++place[k - 1] == w->shape[k - 1])
            place[--k] = 0;
        if (k == 0)
            return true;
    }
}

/* ---- on the device */

/* The bytes that a side covers, from *low on. */
static uint64_t cover(const Walk *w, const int64_t *strides, int64_t *low) {
    int64_t high, count;
    strided_span(w->rank, w->shape, strides, (int64_t)w->elem_size, low, &high, &count);
    return (uint64_t)(high - *low);
}

/* Where element 0 of a side is. */
static bool find_side(Env *env, GpuDevice *gpu, const Walk *w, const char *data,
                      const int64_t *strides, GpuPlace *out) {
    int64_t low;
    uint64_t size = cover(w, strides, &low);
    TRY(gpu_place(env, gpu, data + low, size, "a copy", out));
    out->offset = (uint64_t)((int64_t)out->offset - low);
    return true;
}

static bool copy_within(Env *env, GpuDevice *gpu, Walk *w) {
    GpuPlace to, from;
    TRY(find_side(env, gpu, w, w->to_data, w->to, &to) &&
        find_side(env, gpu, w, w->from_data, w->from, &from));
    if (is_run(w, w->to) && is_run(w, w->from))
        return gpu->driver->move(env, gpu->state, to, from, bytes_of(w));
    return gpu_copies_ready(env, gpu) && launch_all(env, gpu, w, to, from);
}

/* ---- from and to the host */

typedef struct Rooms {
    char *here, *there; /* a run of bytes of the host's, of the device's; NULL: not needed */
    int64_t strides[MAX_RANK + 1];
} Rooms;

static bool open_rooms(Env *env, GpuDevice *gpu, const Walk *w, bool here, bool there, Rooms *r) {
    Env own = {&gpu->device.allocator, env->error};
    *r = (Rooms){.here = NULL};
    run_strides(w, r->strides);
    TRY(!here || (r->here = env_resize(&own, NULL, 0, bytes_of(w))));
    return !there || (r->there = gpu_take(env, &gpu->device, bytes_of(w)));
}

static void close_rooms(GpuDevice *gpu, const Walk *w, const Rooms *r) {
    if (r->here)
        env_free(&gpu->device.allocator, r->here, bytes_of(w));
    gpu_give(&gpu->device, r->there, bytes_of(w));
}

static bool copy_in(Env *env, GpuDevice *gpu, Walk *w) {
    Rooms r;
    Device *device = &gpu->device;
    bool ok = open_rooms(env, gpu, w, !is_run(w, w->from), !is_run(w, w->to), &r);
    if (ok && r.here)
        transfer_copy(NULL, w->rank, w->shape, w->elem_size, (TransferSide){r.here, r.strides},
                      (TransferSource){w->from_data, w->from});
    ok = ok && gpu_write(env, device, r.there ? r.there : w->to_data,
                         r.here ? r.here : w->from_data, bytes_of(w));
    Walk inside = *w;
    if (ok && r.there) {
        inside.from_data = r.there;
        memcpy(inside.from, r.strides, sizeof r.strides);
        ok = copy_within(env, gpu, &inside);
    }
    close_rooms(gpu, w, &r);
    return ok;
}

static bool copy_out(Env *env, GpuDevice *gpu, Walk *w) {
    Rooms r;
    Device *device = &gpu->device;
    bool ok = open_rooms(env, gpu, w, !is_run(w, w->to), !is_run(w, w->from), &r);
    Walk inside = *w;
    if (ok && r.there) {
        inside.to_data = r.there;
        inside.injective = true;
        memcpy(inside.to, r.strides, sizeof r.strides);
        ok = copy_within(env, gpu, &inside);
    }
    ok = ok && gpu_read(env, device, r.here ? r.here : w->to_data, r.there ? r.there : w->from_data,
                        bytes_of(w));
    if (ok && r.here)
        transfer_copy(NULL, w->rank, w->shape, w->elem_size, (TransferSide){w->to_data, w->to},
                      (TransferSource){r.here, r.strides});
    close_rooms(gpu, w, &r);
    return ok;
}

bool gpu_copy(Env *env, Device *device, const Copy *copy) {
    GpuDevice *gpu = gpu_of(device);
    Walk w;
    if (copy_bytes(copy) == 0)
        return true;
    walk_of(copy, &w);
    if (!copy->to.host && !copy->from.host)
        return copy_within(env, gpu, &w);
    if (!copy->from.host)
        return copy_out(env, gpu, &w);
    if (!copy->to.host)
        return copy_in(env, gpu, &w);
    transfer_copy(NULL, w.rank, w.shape, w.elem_size, (TransferSide){w.to_data, w.to},
                  (TransferSource){w.from_data, w.from});
    return true;
}
