/* The words that kernels are written in, for CUDA C++ as NVRTC compiles it: no header is needed. */
#define FRIT_KERNEL extern "C" __global__
#define FRIT_GLOBAL
#define FRIT_THREAD  ((int64_t)blockIdx.x * blockDim.x + threadIdx.x)
#define FRIT_THREADS ((int64_t)gridDim.x * blockDim.x)

/* Kernels of groups: how many threads they have, the thread's number in its group, memory that the group shares (and
 * parameters that point there). */
#define FRIT_GROUP_KERNEL(n) extern "C" __global__ __launch_bounds__(n)
#define FRIT_MEMBER          ((int)threadIdx.x)
#define FRIT_GROUP           ((int64_t)blockIdx.x)
#define FRIT_GROUPS          ((int64_t)gridDim.x)
#define FRIT_LOCAL           __shared__
#define FRIT_LOCAL_PART
#define FRIT_BARRIER __syncthreads()

#define MATH_FN                   static __device__ __forceinline__
#define MATH_PLAIN                static __device__ inline
#define MATH_TABLE(type, name, n) static __device__ const type name[n]

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;

#define INFINITY           __int_as_float(0x7f800000)
#define NAN                __int_as_float(0x7fc00000)
#define __builtin_inf()    __longlong_as_double(0x7ff0000000000000)
#define __builtin_nan(tag) __longlong_as_double(0x7ff8000000000000)

#define f_bits(v)      __float_as_uint(v)
#define f_of(w)        __uint_as_float(w)
#define d_bits(v)      ((uint64_t)__double_as_longlong(v))
#define d_of(w)        __longlong_as_double((int64_t)(w))
#define f_fma(a, b, c) __fmaf_rn(a, b, c)
#define d_fma(a, b, c) __fma_rn(a, b, c)
#define f_sqrt(v)      __fsqrt_rn(v)
#define d_sqrt(v)      __dsqrt_rn(v)
#define f_rint(v)      rintf(v)
#define d_rint(v)      rint(v)
#define f_floor(v)     floorf(v)
#define d_floor(v)     floor(v)
#define f_ceil(v)      ceilf(v)
#define d_ceil(v)      ceil(v)
#define f_trunc(v)     truncf(v)
#define d_trunc(v)     trunc(v)

/* f16 and bf16 in one instruction, but for bf16 on chips before sm_80. */
MATH_FN uint16_t m_pack_f16(float x) {
    uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}

MATH_FN float m_unpack_f16(uint16_t bits) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
    return x;
}

MATH_FN float m_round_f16(float x) {
    return m_unpack_f16(m_pack_f16(x));
}

MATH_FN uint16_t m_pack_bf16(float x) {
#if __CUDA_ARCH__ >= 800
    uint16_t bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
#else
    uint32_t b = f_bits(x), near = b + 0x7fffu + (b >> 16 & 1u);
    return (uint16_t)((x != x ? 0x7fc00000u : near) >> 16);
#endif
}

MATH_FN float m_unpack_bf16(uint16_t bits) {
    return f_of((uint32_t)bits << 16);
}

MATH_FN float m_round_bf16(float x) {
    return m_unpack_bf16(m_pack_bf16(x));
}
