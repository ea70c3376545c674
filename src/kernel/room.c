#include "kernel/room.h"

#include "kernel/line.h"

enum { ALIGN = 64 };

bool room_new(Env *env, const KernelMemory *memories, uint32_t n, KernelRoom *out) {
    size_t table = ((size_t)n + 1) * sizeof(void *);
    *out = (KernelRoom){.allocator = *env->allocator, .n = n};
    out->blocks = env_new(env, table);
    out->pointers = env_new(env, table);
    out->sizes = env_new(env, ((size_t)n + 1) * sizeof *out->sizes);
    bool ok = out->blocks && out->pointers && out->sizes;
    for (uint32_t m = 0; ok && m < n; m++) {
        if (memories[m].bytes > INT64_MAX - 4 * ALIGN) {
            ok = env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "memory %u has %lld bytes", m,
                          (long long)memories[m].bytes);
            break;
        }
        out->sizes[m] = (size_t)memories[m].bytes + 2 * ALIGN;
        out->blocks[m] = env_new(env, out->sizes[m]);
        ok = out->blocks[m] != NULL;
        if (ok) {
            char *at = out->blocks[m] - memories[m].from;
            out->pointers[m] = at + (ALIGN - (uintptr_t)at % ALIGN) % ALIGN;
        }
    }
    if (!ok)
        room_free(out);
    return ok;
}

void room_free(KernelRoom *room) {
    const frit_allocator *a = &room->allocator;
    size_t table = ((size_t)room->n + 1) * sizeof(void *);
    for (uint32_t m = 0; room->blocks && room->sizes && m < room->n; m++)
        if (room->blocks[m])
            env_free(a, room->blocks[m], room->sizes[m]);
    if (room->blocks)
        env_free(a, room->blocks, table);
    if (room->pointers)
        env_free(a, room->pointers, table);
    if (room->sizes)
        env_free(a, room->sizes, ((size_t)room->n + 1) * sizeof *room->sizes);
    *room = (KernelRoom){.allocator = *a};
}

/* ---- places */

void room_each(const KernelRoom *room, const BoundKernel *bound, uint32_t access, RoomVisit *visit,
               void *user) {
    const Access *a = &bound->kernel->accesses.at[access];
    const BoundAccess *b = &bound->accesses[access];
    Axis axes[MAX_RANK];
    uint32_t n = 0, rank = a->n_indexed + bound->kernel->n_axes;
    int64_t count = 1;
    for (uint32_t k = 0; k < rank; k++) {
        int64_t extent = k < a->n_indexed ? b->indexed[k] : bound->extents[k - a->n_indexed];
        if (b->strides[k] == 0)
            continue;
        axes[n++] = (Axis){extent, b->strides[k]};
        count *= extent;
    }
    const Line line = {n, axes};
    char *at = room->pointers[b->pointer] + b->offset + a->leaf;
    for (int64_t place = 0; place < count; place++)
        if (!visit(user, a->dtype, at + line_offset(&line, place)))
            return;
}

/* ---- values */

typedef struct Fill {
    uint64_t seed;
    const char *pointer;
} Fill;

/* A good mix of the bits of x. */
static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static bool fill_one(void *user, Dtype dtype, char *at) {
    const Fill *fill = user;
    Dtype real = dtype_real(dtype);
    const DtypeInfo *info = dtype_info(real);
    for (unsigned part = 0; part < dtype_info(dtype)->bits / info->bits; part++) {
        char *to = at + part * (info->bits / 8u);
        uint64_t random = mixed(fill->seed + mixed((uint64_t)(to - fill->pointer)));
        Scalar value = {.f64 = (double)(random % 4096) / 512 - 4};
        if (info->class == CLASS_FLOAT)
            value = scalar_cast(DT_F64, real, value);
        else
            value.u = random % (real == DT_BOOL ? 2 : 8);
        Bits bits = scalar_to_bits(real, value);
        memcpy(to, &bits, info->bits / 8u);
    }
    return true;
}

void room_fill(const KernelRoom *room, const BoundKernel *bound, uint64_t seed) {
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++) {
        uint32_t pointer = bound->accesses[a].pointer;
        if (pointer == UINT32_MAX || bound->kernel->accesses.at[a].store)
            continue;
        Fill fill = {mixed(seed + 1) + pointer, room->pointers[pointer]};
        room_each(room, bound, a, fill_one, &fill);
    }
}

static bool digest_one(void *user, Dtype dtype, char *at) {
    uint64_t *digest = user;
    Dtype real = dtype_real(dtype);
    size_t size = dtype_info(real)->bits / 8u;
    for (size_t part = 0; part < dtype_info(dtype)->bits / 8u; part += size) {
        Bits bits = {0, 0};
        memcpy(&bits, at + part, size);
        Scalar value = scalar_from_bits(real, bits);
        bool nan = dtype_info(real)->class == CLASS_FLOAT &&
                   (real == DT_F64 ? value.f64 != value.f64 : value.f32 != value.f32);
        *digest = mixed(*digest * 31 + (nan ? UINT64_MAX / 3 : bits.lo));
    }
    return true;
}

uint64_t room_digest(const KernelRoom *room, const BoundKernel *bound, uint32_t access) {
    uint64_t digest = 0;
    room_each(room, bound, access, digest_one, &digest);
    return digest;
}
