/* The words that kernels are written in, for OpenCL C 1.2. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#define FRIT_KERNEL  __kernel
#define FRIT_GLOBAL  __global
#define FRIT_THREAD  ((int64_t)get_global_id(0))
#define FRIT_THREADS ((int64_t)get_global_size(0))

/* Kernels of groups: how many threads they have, the thread's number in its group, memory that the group shares (and
 * parameters that point there). */
#define FRIT_GROUP_KERNEL(n) __kernel __attribute__((reqd_work_group_size(n, 1, 1)))
#define FRIT_MEMBER          ((int)get_local_id(0))
#define FRIT_GROUP           ((int64_t)get_group_id(0))
#define FRIT_GROUPS          ((int64_t)get_num_groups(0))
#define FRIT_LOCAL           __local
#define FRIT_LOCAL_PART      __local
#define FRIT_BARRIER         barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

/* A type here, a name in the mathematics. */
#define half frit_half

#define MATH_FN                   static inline
#define MATH_PLAIN                static inline
#define MATH_TABLE(type, name, n) __constant type name[n]

typedef char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;

#define f_bits(v)        as_uint(v)
#define f_of(w)          as_float(w)
#define d_bits(v)        as_ulong(v)
#define d_of(w)          as_double(w)
#define f_fma(a, b, c)   fma((float)(a), (float)(b), (float)(c))
#define d_fma(a, b, c)   fma((double)(a), (double)(b), (double)(c))
#define f_sqrt(v)        sqrt((float)(v))
#define d_sqrt(v)        sqrt((double)(v))
#define f_rint(v)        rint((float)(v))
#define d_rint(v)        rint((double)(v))
#define f_floor(v)       floor((float)(v))
#define d_floor(v)       floor((double)(v))
#define f_ceil(v)        ceil((float)(v))
#define d_ceil(v)        ceil((double)(v))
#define f_trunc(v)       trunc((float)(v))
#define d_trunc(v)       trunc((double)(v))
#define fabsf(v)         fabs((float)(v))
#define sqrtf(v)         sqrt((float)(v))
#define floorf(v)        floor((float)(v))
#define copysignf(a, b)  copysign((float)(a), (float)(b))
#define nextafterf(a, b) nextafter((float)(a), (float)(b))
#define fmodf(a, b)      fmod((float)(a), (float)(b))
