#include "run/product/tile.h"

#include <string.h>

/* ------------------------------------------------------------------------------- multiplying */

/* Sums must stay in registers, which needs the loops over them unrolled. */
#if defined(__clang__)
#define TILE_UNROLL _Pragma("unroll")
#else
#define TILE_UNROLL _Pragma("GCC unroll 8")
#endif

/* base */
#define TILE_TARGET
#define TILE_BYTES   16
#define TILE_NAME    f32_base
#define TILE_T       float
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    f64_base
#define TILE_T       double
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    u32_base
#define TILE_T       uint32_t
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    u64_base
#define TILE_T       uint64_t
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    c64_base
#define TILE_T       float
#define TILE_COMPLEX 1
#include "run/product/tile_kernel.h"
#define TILE_NAME    c128_base
#define TILE_T       double
#define TILE_COMPLEX 1
#include "run/product/tile_kernel.h"
#undef TILE_TARGET
#undef TILE_BYTES

#if defined(__x86_64__)
#define TILE_X86 1

/* avx2 */
#define TILE_TARGET  __attribute__((target("avx2")))
#define TILE_BYTES   32
#define TILE_NAME    f32_avx2
#define TILE_T       float
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    f64_avx2
#define TILE_T       double
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    u32_avx2
#define TILE_T       uint32_t
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    u64_avx2
#define TILE_T       uint64_t
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    c64_avx2
#define TILE_T       float
#define TILE_COMPLEX 1
#include "run/product/tile_kernel.h"
#define TILE_NAME    c128_avx2
#define TILE_T       double
#define TILE_COMPLEX 1
#include "run/product/tile_kernel.h"
#undef TILE_TARGET
#undef TILE_BYTES

/* avx512 */
#define TILE_TARGET  __attribute__((target("avx512f,avx512dq")))
#define TILE_BYTES   64
#define TILE_NAME    f32_avx512
#define TILE_T       float
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    f64_avx512
#define TILE_T       double
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    u32_avx512
#define TILE_T       uint32_t
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    u64_avx512
#define TILE_T       uint64_t
#define TILE_COMPLEX 0
#include "run/product/tile_kernel.h"
#define TILE_NAME    c64_avx512
#define TILE_T       float
#define TILE_COMPLEX 1
#include "run/product/tile_kernel.h"
#define TILE_NAME    c128_avx512
#define TILE_T       double
#define TILE_COMPLEX 1
#include "run/product/tile_kernel.h"
#undef TILE_TARGET
#undef TILE_BYTES

#else
#define TILE_X86 0
#endif

typedef enum SumKind { SUM_F32, SUM_F64, SUM_U32, SUM_U64, SUM_C64, SUM_C128, SUM_COUNT } SumKind;

typedef struct SumInfo {
    unsigned size, planes;
} SumInfo;

static const SumInfo sum_info[SUM_COUNT] = {
    [SUM_F32] = {4, 1}, [SUM_F64] = {8, 1}, [SUM_U32] = {4, 1},
    [SUM_U64] = {8, 1}, [SUM_C64] = {4, 2}, [SUM_C128] = {8, 2},
};

typedef struct TileLevel {
    const char *name;
    unsigned bytes; /* of a vector */
    TileMultiplyFn *multiply[SUM_COUNT];
} TileLevel;

#define LEVEL_FUNCTIONS(level) \
    { f32_##level, f64_##level, u32_##level, u64_##level, c64_##level, c128_##level }

/* Best first. */
static const TileLevel levels[] = {
#if TILE_X86
    {"avx512", 64, LEVEL_FUNCTIONS(avx512)},
    {"avx2", 32, LEVEL_FUNCTIONS(avx2)},
#endif
    {"", 16, LEVEL_FUNCTIONS(base)},
};

static bool cpu_has(const TileLevel *level) {
#if TILE_X86
    if (level->bytes == 64)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
    if (level->bytes == 32)
        return __builtin_cpu_supports("avx2");
#endif
    return level->bytes == 16;
}

static const TileLevel *level_named(const char *name) {
    const TileLevel *level = levels;
    while (level->name[0] != '\0' && ((name && strcmp(name, level->name) != 0) || !cpu_has(level)))
        level++;
    return level;
}

/* -------------------------------------------------------------------------- packing, storing */

/*
 * The copy runs along what lies closely in memory. All its numbers are known here: how an element
 * (T) becomes a number of a panel (A).
 */
#define PACK(id, T, A, convert)                                                                    \
    static void pack_##id(void *panel, unsigned width, const char *from, const TileOffsets *lanes, \
                          const TileOffsets *k) {                                                  \
        A *to = panel;                                                                             \
        if (lanes->n < width)                                                                      \
            memset(to, 0, (size_t)k->n *width * sizeof *to);                                       \
        if (lanes->stride == (int64_t)sizeof(T)) {                                                 \
            for (uint32_t p = 0; p < k->n; p++, to += width) {                                     \
                const char *at = from + k->at[p] + lanes->at[0];                                   \
                for (uint32_t j = 0; j < lanes->n; j++) {                                          \
                    T v;                                                                           \
                    memcpy(&v, at + j * sizeof v, sizeof v);                                       \
                    to[j] = (A)(convert);                                                          \
                }                                                                                  \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (uint32_t j = 0; j < lanes->n; j++) {                                                  \
            const char *at = from + lanes->at[j];                                                  \
            for (uint32_t p = 0; p < k->n; p++) {                                                  \
                T v;                                                                               \
                memcpy(&v, at + k->at[p], sizeof v);                                               \
                to[(size_t)p * width + j] = (A)(convert);                                          \
            }                                                                                      \
        }                                                                                          \
    }

#define PACK_COMPLEX(id, A)                                                                        \
    static void pack_##id(void *panel, unsigned width, const char *from, const TileOffsets *lanes, \
                          const TileOffsets *k) {                                                  \
        A *to = panel;                                                                             \
        if (lanes->n < width)                                                                      \
            memset(to, 0, (size_t)k->n *width * 2 * sizeof *to);                                   \
        for (uint32_t j = 0; j < lanes->n; j++) {                                                  \
            const char *at = from + lanes->at[j];                                                  \
            for (uint32_t p = 0; p < k->n; p++) {                                                  \
                A v[2];                                                                            \
                memcpy(v, at + k->at[p], sizeof v);                                                \
                to[(size_t)p * 2 * width + j] = v[0];                                              \
                to[((size_t)p * 2 + 1) * width + j] = v[1];                                        \
            }                                                                                      \
        }                                                                                          \
    }

#define STORE(id, T, A, convert)                                                        \
    static void store_##id(char *to, const TileOffsets *rows, const TileOffsets *lanes, \
                           const void *sums, size_t ld, size_t plane) {                 \
        (void)plane;                                                                    \
        for (uint32_t i = 0; i < rows->n; i++) {                                        \
            const A *from = (const A *)sums + i * ld;                                   \
            char *row = to + rows->at[i];                                               \
            for (uint32_t j = 0; j < lanes->n; j++) {                                   \
                A v = from[j];                                                          \
                T out = (T)(convert);                                                   \
                memcpy(row + lanes->at[j], &out, sizeof out);                           \
            }                                                                           \
        }                                                                               \
    }

#define STORE_COMPLEX(id, A)                                                            \
    static void store_##id(char *to, const TileOffsets *rows, const TileOffsets *lanes, \
                           const void *sums, size_t ld, size_t plane) {                 \
        for (uint32_t i = 0; i < rows->n; i++) {                                        \
            const A *from = (const A *)sums + i * ld;                                   \
            char *row = to + rows->at[i];                                               \
            for (uint32_t j = 0; j < lanes->n; j++) {                                   \
                A out[2] = {from[j], from[plane + j]};                                  \
                memcpy(row + lanes->at[j], out, sizeof out);                            \
            }                                                                           \
        }                                                                               \
    }

/* Signed and unsigned integers of one width are the same here. */
PACK(f16, uint16_t, float, f16_to_f32(v))
PACK(bf16, uint16_t, float, bf16_to_f32(v))
PACK(f32, float, float, v)
PACK(f64, double, double, v)
PACK(u8, uint8_t, uint32_t, v)
PACK(u16, uint16_t, uint32_t, v)
PACK(u32, uint32_t, uint32_t, v)
PACK(u64, uint64_t, uint64_t, v)
PACK_COMPLEX(c64, float)
PACK_COMPLEX(c128, double)
STORE(f16, uint16_t, float, f16_from_f32(v))
STORE(bf16, uint16_t, float, bf16_from_f32(v))
STORE(f32, float, float, v)
STORE(f64, double, double, v)
STORE(u8, uint8_t, uint32_t, v)
STORE(u16, uint16_t, uint32_t, v)
STORE(u32, uint32_t, uint32_t, v)
STORE(u64, uint64_t, uint64_t, v)
STORE_COMPLEX(c64, float)
STORE_COMPLEX(c128, double)

typedef struct DtypeTile {
    SumKind sum;
    TilePackFn *pack; /* NULL: no products of this type */
    TileStoreFn *store;
} DtypeTile;

static const DtypeTile dtype_tile[DTYPE_COUNT] = {
    [DT_I8] = {SUM_U32, pack_u8, store_u8},    [DT_U8] = {SUM_U32, pack_u8, store_u8},
    [DT_I16] = {SUM_U32, pack_u16, store_u16}, [DT_U16] = {SUM_U32, pack_u16, store_u16},
    [DT_I32] = {SUM_U32, pack_u32, store_u32}, [DT_U32] = {SUM_U32, pack_u32, store_u32},
    [DT_I64] = {SUM_U64, pack_u64, store_u64}, [DT_U64] = {SUM_U64, pack_u64, store_u64},
    [DT_F16] = {SUM_F32, pack_f16, store_f16}, [DT_BF16] = {SUM_F32, pack_bf16, store_bf16},
    [DT_F32] = {SUM_F32, pack_f32, store_f32}, [DT_F64] = {SUM_F64, pack_f64, store_f64},
    [DT_C64] = {SUM_C64, pack_c64, store_c64}, [DT_C128] = {SUM_C128, pack_c128, store_c128},
};

bool tile_type(Dtype dtype, const char *level_name, TileType *out) {
    const DtypeTile *type = &dtype_tile[dtype];
    if (!type->pack)
        return false;
    const TileLevel *level = level_named(level_name);
    const SumInfo *sum = &sum_info[type->sum];
    *out = (TileType){
        .lanes = (sum->planes == 2 ? 1 : 2) * level->bytes / sum->size,
        .planes = sum->planes,
        .size = sum->size,
        .elem_size = dtype_info(dtype)->bits / 8,
        .pack = type->pack,
        .store = type->store,
        .multiply = level->multiply[type->sum],
    };
    return true;
}
