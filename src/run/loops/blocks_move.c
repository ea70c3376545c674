/* Loops that move elements: memory to registers and back, choices, repetition. By size, as no bit
 * changes but in halves, which are floats in registers. */
#include "run/loops/half_run.h"
#include "run/loops/tables.h"

#if LEVEL_X86
#include <immintrin.h>
#endif

/* The element of a register and of memory by size. */
typedef uint8_t Reg1, Mem1;
typedef uint16_t Reg2;
typedef Mem16 Mem2;
typedef uint32_t __attribute__((may_alias)) Reg4;
typedef Mem32 Mem4;
typedef uint64_t __attribute__((may_alias)) Reg8;
typedef Mem64 Mem8;
typedef struct __attribute__((may_alias)) Reg16 {
    uint64_t half[2];
} Reg16;
typedef Mem128 Mem16B;

/* ---- from memory's form to a register's and back */
INLINE Reg16 of_16(Mem16B v) {
    return (Reg16){{v.half[0], v.half[1]}};
}
INLINE Mem16B to_16(Reg16 v) {
    return (Mem16B){{v.half[0], v.half[1]}};
}

/*
 * Loads and stores of one kind: REG is what a register holds, MEM what memory does, OF and TO
 * convert. A stride that the compiler knows makes a loop that it can vectorise.
 */
#define STRIDED(kind, REG, MEM, OF, TO)                                                \
    INLINE void load_by_##kind(REG *reg, const char *from, int64_t stride, size_t n) { \
        SIDE_BY_SIDE                                                                   \
        for (size_t i = 0; i < n; i++)                                                 \
            reg[i] = OF(*(const MEM *)(const void *)(from + (int64_t)i * stride));     \
    }                                                                                  \
    INLINE void store_by_##kind(char *to, int64_t stride, const REG *reg, size_t n) {  \
        SIDE_BY_SIDE                                                                   \
        for (size_t i = 0; i < n; i++)                                                 \
            *(MEM *)(void *)(to + (int64_t)i * stride) = TO(reg[i]);                   \
    }
/* The same of elements that stand one after another. */
#define RUNS(kind, REG, MEM)                                            \
    static void load_run_##kind(REG *reg, const char *from, size_t n) { \
        load_by_##kind(reg, from, sizeof(MEM), n);                      \
    }                                                                   \
    static void store_run_##kind(char *to, const REG *reg, size_t n) {  \
        store_by_##kind(to, sizeof(MEM), reg, n);                       \
    }
#define ANY_STRIDE(kind, REG, MEM, OF)                                                        \
    static void load_##kind(void *reg, const char *from, int64_t stride, size_t n) {          \
        const int64_t size = sizeof(MEM);                                                     \
        if (stride == size)                                                                   \
            load_run_##kind(reg, from, n);                                                    \
        else if (stride == 0)                                                                 \
            load_by_##kind(reg, from, 0, n);                                                  \
        else if (stride == -size)                                                             \
            load_by_##kind(reg, from, -size, n);                                              \
        else if (stride == 2 * size)                                                          \
            load_by_##kind(reg, from, 2 * size, n);                                           \
        else if (stride == 3 * size)                                                          \
            load_by_##kind(reg, from, 3 * size, n);                                           \
        else                                                                                  \
            load_by_##kind(reg, from, stride, n);                                             \
    }                                                                                         \
    static void store_##kind(char *to, int64_t stride, const void *reg, size_t n) {           \
        const int64_t size = sizeof(MEM);                                                     \
        if (stride == size)                                                                   \
            store_run_##kind(to, reg, n);                                                     \
        else if (stride == -size)                                                             \
            store_by_##kind(to, -size, reg, n);                                               \
        else if (stride == 0) /* the last element stays */                                    \
            store_by_##kind(to, size, (const REG *)reg + (n ? n - 1 : 0), n != 0);            \
        else                                                                                  \
            store_by_##kind(to, stride, reg, n);                                              \
    }                                                                                         \
    static void gather_##kind(void *to, const char *base, const int64_t *offsets, size_t n) { \
        REG *reg = to;                                                                        \
        SIDE_BY_SIDE                                                                          \
        for (size_t i = 0; i < n; i++)                                                        \
            reg[i] = OF(*(const MEM *)(const void *)(base + offsets[i]));                     \
    }                                                                                         \
    static void pack_##kind(void *to, const void *from, size_t n) {                           \
        store_run_##kind(to, from, n);                                                        \
    }                                                                                         \
    static void unpack_##kind(void *to, const void *from, size_t n) {                         \
        load_run_##kind(to, from, n);                                                         \
    }
#define truth(v) ((uint8_t)((v) != 0)) /* whatever byte a host took for true */
#define same(v)  (v)
#define TRANSFERS(kind, REG, MEM, OF, TO) \
    STRIDED(kind, REG, MEM, OF, TO) RUNS(kind, REG, MEM) ANY_STRIDE(kind, REG, MEM, OF)
TRANSFERS(truth, Reg1, Mem1, truth, same)
TRANSFERS(1, Reg1, Mem1, same, same)
TRANSFERS(2, Reg2, Mem2, same, same)
TRANSFERS(4, Reg4, Mem4, same, same)
TRANSFERS(8, Reg8, Mem8, same, same)
TRANSFERS(16, Reg16, Mem16B, of_16, to_16)
TRANSFERS(bf16, float, Mem2, unpack_BF16, pack_BF16)
STRIDED(f16, float, Mem2, unpack_F16, pack_F16)
#define load_run_f16  unpack_run_F16
#define store_run_f16 pack_run_F16
ANY_STRIDE(f16, float, Mem2, unpack_F16)
typedef uint8_t Word8;
typedef Mem16 Word16;
#define STORED_TRANSFERS(id, text, bits, ...)           \
    INLINE float value_##id(uint32_t word) {            \
        return unpack_stored(DT_##id, word);            \
    }                                                   \
    INLINE uint##bits##_t word_##id(float x) {          \
        return (uint##bits##_t)pack_stored(DT_##id, x); \
    }                                                   \
    TRANSFERS(id, float, Word##bits, value_##id, word_##id)
STORED_FLOATS(STORED_TRANSFERS, 0)

/* ---- past the cache: on x86 alone; other CPUs see by themselves that whole lines are written */
#if !LEVEL_X86
static void stream_bytes(char *to, const char *from, size_t bytes) {
    memcpy(to, from, bytes);
}

void LV(fence)(void) {}
#else
static void stream_bytes(char *to, const char *from, size_t bytes) {
    size_t i = 0;
    for (; i + FRIT_VECTOR <= bytes; i += FRIT_VECTOR) {
#if FRIT_VECTOR == 64
        _mm512_stream_si512((void *)(to + i), _mm512_loadu_si512((const void *)(from + i)));
#elif FRIT_VECTOR == 32
        _mm256_stream_si256((__m256i *)(void *)(to + i),
                            _mm256_loadu_si256((const __m256i *)(const void *)(from + i)));
#else
        _mm_stream_si128((__m128i *)(void *)(to + i),
                         _mm_loadu_si128((const __m128i *)(const void *)(from + i)));
#endif
    }
    memcpy(to + i, from + i, bytes - i);
}

void LV(fence)(void) {
    _mm_sfence();
}
#endif

#define STREAM(size)                                                                 \
    static void stream_##size(char *to, int64_t stride, const void *reg, size_t n) { \
        (void)stride;                                                                \
        stream_bytes(to, reg, n *(size));                                            \
    }
STREAM(1)
STREAM(2)
STREAM(4)
STREAM(8)
STREAM(16)

/* Halves are packed into a buffer first, which stays in the nearest cache. */
#define STREAM_PACKED(kind, WORD)                                                           \
    static void stream_##kind(char *to, int64_t stride, const void *reg, size_t n) {        \
        _Alignas(64) WORD packed[512];                                                      \
        const float *x = reg;                                                               \
        (void)stride;                                                                       \
        for (size_t i = 0, part; i < n; i += part) {                                        \
            part = n - i < 512 ? n - i : 512;                                               \
            pack_##kind(packed, x + i, part);                                               \
            stream_bytes(to + sizeof(WORD) * i, (const char *)packed, sizeof(WORD) * part); \
        }                                                                                   \
    }
STREAM_PACKED(f16, uint16_t)
STREAM_PACKED(bf16, uint16_t)
#define STORED_STREAM(id, text, bits, ...) STREAM_PACKED(id, uint##bits##_t)
STORED_FLOATS(STORED_STREAM, 0)

/* ---- registers to registers */
#define REGISTERS(size)                                                                  \
    static void select_##size(void *out, const uint8_t *c, const void *x, const void *y, \
                              size_t n) {                                                \
        Reg##size *to = out;                                                             \
        const Reg##size *yes = x, *no = y;                                               \
        SIDE_BY_SIDE                                                                     \
        for (size_t i = 0; i < n; i++) {                                                 \
            Reg##size a = yes[i], b = no[i];                                             \
            to[i] = c[i] ? a : b;                                                        \
        }                                                                                \
    }                                                                                    \
    static void repeat_##size(void *reg, const void *values, size_t n, size_t times) {   \
        Reg##size *to = reg;                                                             \
        const Reg##size *from = values;                                                  \
        for (size_t k = 0; k < n; k++, to += times) {                                    \
            Reg##size value = from[k];                                                   \
            SIDE_BY_SIDE                                                                 \
            for (size_t i = 0; i < times; i++)                                           \
                to[i] = value;                                                           \
        }                                                                                \
    }                                                                                    \
    static void tile_##size(void *reg, const void *values, size_t n, size_t times) {     \
        for (size_t k = 0; k < times; k++)                                               \
            memcpy((char *)reg + k * n * (size), values, n * (size));                    \
    }
/* ---- arrays of lanes: element k of all lanes, then element k + 1 */
#define ARRAYS(size)                                                                           \
    static void pick_##size(void *out, const void *base, const uint32_t *at, size_t stride,    \
                            size_t lane, size_t n) {                                           \
        Reg##size *to = out;                                                                   \
        const Reg##size *from = base;                                                          \
        SIDE_BY_SIDE                                                                           \
        for (size_t i = 0; i < n; i++)                                                         \
            to[i] = from[at[i] * stride + i * lane];                                           \
    }                                                                                          \
    static void put_##size(void *base, const uint32_t *at, const void *x, const uint8_t *mask, \
                           size_t stride, size_t n) {                                          \
        Reg##size *to = base;                                                                  \
        const Reg##size *from = x;                                                             \
        for (size_t i = 0; i < n; i++)                                                         \
            if (!mask || mask[i])                                                              \
                to[at[i] * stride + i] = from[i];                                              \
    }
ARRAYS(1)
ARRAYS(2)
ARRAYS(4)
ARRAYS(8)
ARRAYS(16)

REGISTERS(1)
REGISTERS(2)
REGISTERS(4)
REGISTERS(8)
REGISTERS(16)

void LV(count_up)(int64_t *reg, int64_t first, int64_t stride, size_t n) {
    SIDE_BY_SIDE
    for (size_t i = 0; i < n; i++)
        reg[i] = (int64_t)((uint64_t)first + i * (uint64_t)stride);
}

/* ---- indices into offsets: first whether all are good, which vectorises, then which is not */
#define INDEX(dtype)                                                                 \
    INLINE bool in_range_##dtype(Reg##dtype v, int64_t extent) {                     \
        return FITS_##dtype(v) && (int64_t)v < extent && (int64_t)v >= -extent;      \
    }                                                                                \
    static size_t index_##dtype(int64_t *offsets, const void *index, int64_t extent, \
                                int64_t stride, const uint8_t *active, size_t n) {   \
        const Reg##dtype *at = index;                                                \
        int bad = 0;                                                                 \
        for (size_t i = 0; i < n; i++)                                               \
            bad |= (!active || active[i]) & !in_range_##dtype(at[i], extent);        \
        for (size_t i = 0; bad && i < n; i++)                                        \
            if ((!active || active[i]) && !in_range_##dtype(at[i], extent))          \
                return i;                                                            \
        SIDE_BY_SIDE                                                                 \
        for (size_t i = 0; i < n; i++) {                                             \
            int64_t v = !active || active[i] ? (int64_t)at[i] : 0;                   \
            offsets[i] += (v < 0 ? v + extent : v) * stride;                         \
        }                                                                            \
        return n;                                                                    \
    }
#define CLAMP_SIGNED(dtype)                                                                \
    static void clamp_##dtype(uint32_t *out, const void *index, uint32_t last, size_t n) { \
        const Reg##dtype *at = index;                                                      \
        SIDE_BY_SIDE                                                                       \
        for (size_t i = 0; i < n; i++)                                                     \
            out[i] = at[i] < 0 ? 0 : at[i] > (int64_t)last ? last : (uint32_t)at[i];       \
    }
#define CLAMP_UNSIGNED(dtype)                                                              \
    static void clamp_##dtype(uint32_t *out, const void *index, uint32_t last, size_t n) { \
        const Reg##dtype *at = index;                                                      \
        SIDE_BY_SIDE                                                                       \
        for (size_t i = 0; i < n; i++)                                                     \
            out[i] = at[i] > last ? last : (uint32_t)at[i];                                \
    }
CLAMP_SIGNED(I8)
CLAMP_SIGNED(I16)
CLAMP_SIGNED(I32)
CLAMP_SIGNED(I64)
CLAMP_UNSIGNED(U8)
CLAMP_UNSIGNED(U16)
CLAMP_UNSIGNED(U32)
CLAMP_UNSIGNED(U64)
#define FITS_I8(v)  1
#define FITS_I16(v) 1
#define FITS_I32(v) 1
#define FITS_I64(v) 1
#define FITS_U8(v)  1
#define FITS_U16(v) 1
#define FITS_U32(v) 1
#define FITS_U64(v) ((v) <= INT64_MAX)
INDEX(I8)
INDEX(I16)
INDEX(I32)
INDEX(I64)
INDEX(U8)
INDEX(U16)
INDEX(U32)
INDEX(U64)

/* ---- the tables: the kind in memory and the size in a register, by dtype */
#define KINDS(prefix)                                                                              \
    {                                                                                              \
        [DT_BOOL] = prefix##truth, [DT_I8] = prefix##1, [DT_U8] = prefix##1, [DT_I16] = prefix##2, \
        [DT_U16] = prefix##2, [DT_I32] = prefix##4, [DT_U32] = prefix##4, [DT_F32] = prefix##4,    \
        [DT_I64] = prefix##8, [DT_U64] = prefix##8, [DT_F64] = prefix##8, [DT_C64] = prefix##8,    \
        [DT_C128] = prefix##16, [DT_F16] = prefix##f16, [DT_BF16] = prefix##bf16,                  \
        STORED_FLOATS(STORED_KIND, prefix)                                                         \
    }
#define SIZES(prefix)                                                                            \
    {                                                                                            \
        [DT_BOOL] = prefix##1, [DT_I8] = prefix##1, [DT_U8] = prefix##1, [DT_I16] = prefix##2,   \
        [DT_U16] = prefix##2, [DT_I32] = prefix##4, [DT_U32] = prefix##4, [DT_F32] = prefix##4,  \
        [DT_F16] = prefix##4, [DT_BF16] = prefix##4, [DT_I64] = prefix##8, [DT_U64] = prefix##8, \
        [DT_F64] = prefix##8, [DT_C64] = prefix##8, [DT_C128] = prefix##16,                      \
        STORED_FLOATS(STORED_SIZE, prefix)                                                       \
    }
#define STORED_KIND(id, text, bits, digits, exponent, prefix) [DT_##id] = prefix##id,
#define STORED_SIZE(id, text, bits, digits, exponent, prefix) [DT_##id] = prefix##4,
#define stream_truth                                          stream_1

const MoveTables LV(moves) = {
    .pack = KINDS(pack_),
    .unpack = KINDS(unpack_),
    .select = SIZES(select_),
    .load = KINDS(load_),
    .store = KINDS(store_),
    .stream = KINDS(stream_),
    .gather = KINDS(gather_),
    .repeat = SIZES(repeat_),
    .tile = SIZES(tile_),
    .index = {[DT_I8] = index_I8,
              [DT_I16] = index_I16,
              [DT_I32] = index_I32,
              [DT_I64] = index_I64,
              [DT_U8] = index_U8,
              [DT_U16] = index_U16,
              [DT_U32] = index_U32,
              [DT_U64] = index_U64},
    .clamp = {[DT_I8] = clamp_I8,
              [DT_I16] = clamp_I16,
              [DT_I32] = clamp_I32,
              [DT_I64] = clamp_I64,
              [DT_U8] = clamp_U8,
              [DT_U16] = clamp_U16,
              [DT_U32] = clamp_U32,
              [DT_U64] = clamp_U64},
    .pick = SIZES(pick_),
    .put = SIZES(put_),
};
