#include "emit/dialect.h"

#include <string.h>

#define BIT(id) (1u << DT_##id)
#define STDINT_TYPES                                                                       \
    (BIT(I8) | BIT(I16) | BIT(I64) | BIT(U8) | BIT(U16) | BIT(U32) | BIT(U64) | BIT(F16) | \
     BIT(BF16))

/* Complex numbers are two reals side by side in every dialect. */
#define COMPLEX_TYPEDEF(id, real) \
    "typedef struct frit_" id " {\n\t" real " re, im;\n} frit_" id ";\n"
#define COMPLEX_STRUCT(id, real) "struct frit_" id " {\n\t" real " re;\n\t" real " im;\n};\n"

/* Types that all dialects that have f64 spell alike. */
#define COMMON_SCALARS                                                             \
    [DT_BOOL] = "bool", [DT_I32] = "int", [DT_F32] = "float", [DT_F64] = "double", \
    [DT_BF16] = "frit_bf16", [DT_C64] = "frit_c64", [DT_C128] = "frit_c128"
/* Those of the shading languages that grew out of C. */
#define SHORT_INTEGERS                                                          \
    [DT_I8] = "char", [DT_I16] = "short", [DT_I64] = "long", [DT_U8] = "uchar", \
    [DT_U16] = "ushort", [DT_U32] = "uint", [DT_U64] = "ulong"
#define SHORT_VECTORS                                                              \
    [DT_I8] = "char#", [DT_I16] = "short#", [DT_I32] = "int#", [DT_U8] = "uchar#", \
    [DT_U16] = "ushort#", [DT_U32] = "uint#", [DT_F32] = "float#"
#define LONG_VECTORS [DT_I64] = "long#", [DT_U64] = "ulong#"

/* What libraries for graphics and the like have besides C's mathematical functions. */
#define SHADING_LIBRARY                                                                       \
    " abs all any clamp clz cross ctz degrees distance dot fract isfinite isinf isnan length" \
    " max min mix normalize popcount radians reflect refract rsqrt select sign signbit"       \
    " smoothstep step "

static const Dialect c = {
    .name = "c",
    .function_prefix = "func_",
    .scalars = {COMMON_SCALARS, [DT_I8] = "int8_t", [DT_I16] = "int16_t", [DT_I64] = "int64_t",
                [DT_U8] = "uint8_t", [DT_U16] = "uint16_t", [DT_U32] = "uint32_t",
                [DT_U64] = "uint64_t", [DT_F16] = "frit_f16"},
    .typedef_structs = true,
    .i64_suffix = "LL",
    .u64_suffix = "ULL",
    .f64_suffix = "",
    .decimal_literals = true,
    .head = {{NEED_STRICT, "/* Strict numerics: compile with -ffp-contract=off. */\n"},
             {STDINT_TYPES, "#include <stdint.h>\n"},
             {BIT(BOOL), "#include <stdbool.h>\n"},
             {NEED_MATH, "#include <math.h>\n"},
             {NEED_COMPLEX, "#include <complex.h>\n"},
             /* gcc does not know the pragma; its switch is the one above */
             {NEED_STRICT, "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#endif\n"},
             {BIT(F16), "typedef uint16_t frit_f16; /* bits */\n"},
             {BIT(BF16), "typedef uint16_t frit_bf16; /* bits */\n"},
             {BIT(C64), COMPLEX_TYPEDEF("c64", "float")},
             {BIT(C128), COMPLEX_TYPEDEF("c128", "double")}},
    .f32_bits = "union { float f; uint32_t u; } b;\n\tb.f = x;\n\treturn b.u;",
    .f32_of = "union { float f; uint32_t u; } b;\n\tb.u = x;\n\treturn b.f;",
    .f64_bits = "union { double f; uint64_t u; } b;\n\tb.f = x;\n\treturn b.u;",
    .f64_of = "union { double f; uint64_t u; } b;\n\tb.u = x;\n\treturn b.f;",
    .f16_bits = "@",
    .f16_of = "(frit_f16)(@)",
    .library =
        " cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow"
        " cproj creal csin csinh csqrt ctan ctanh double_t drem exp10 finite float_t fpclassify"
        " gamma isfinite isgreater isgreaterequal isinf isless islessequal islessgreater isnan"
        " isnormal isunordered j0 j1 jn main math_errhandling pow10 scalb signbit signgam"
        " significand sincos y0 y1 yn ",
    .f32_suffix = "f",
    .exact_functions = " fabs floor ceil trunc rint sqrt fmod copysign nextafter fma ",
    .complex_functions = true,
    .entry_function = "",
    .sub_function = "static ",
    .helper = "static inline ",
    .warns_of_unused = true,
    .no_params = "void",
    .out_param = "$ *@",
    .out_by_pointer = true,
    .prototype = "",
    .kernel = "void ",
    .array_in = "const $ *@",
    .array_out = "$ *@",
    .scalar_param = "$ @",
    .pointer_in = "const $ *",
    .pointer_out = "$ *",
};

static const Dialect cuda = {
    .name = "cuda",
    .function_prefix = "func_",
    /* the built-in types: the run-time compiler has no stdint.h */
    .scalars = {COMMON_SCALARS, [DT_I8] = "signed char", [DT_I16] = "short", [DT_I64] = "long long",
                [DT_U8] = "unsigned char", [DT_U16] = "unsigned short", [DT_U32] = "unsigned int",
                [DT_U64] = "unsigned long long", [DT_F16] = "frit_f16"},
    .vectors = {SHORT_VECTORS},
    .construct = "make_$(",
    .scopes = true,
    .overloads = true,
    .i64_suffix = "LL",
    .u64_suffix = "ULL",
    .f64_suffix = "",
    .decimal_literals = true,
    .head = {{NEED_STRICT,
              "// Strict numerics: compile with -fmad=false and no fast mathematics.\n"},
             {BIT(F16), "typedef unsigned short frit_f16; // bits\n"},
             {BIT(BF16), "typedef unsigned short frit_bf16; // bits\n"},
             {BIT(C64), COMPLEX_STRUCT("c64", "float")},
             {BIT(C128), COMPLEX_STRUCT("c128", "double")}},
    .f32_bits = "return __float_as_uint(x);",
    .f32_of = "return __uint_as_float(x);",
    .f64_bits = "return (unsigned long long)__double_as_longlong(x);",
    .f64_of = "return __longlong_as_double((long long)x);",
    .f16_bits = "@",
    .f16_of = "(frit_f16)(@)",
    .library = " abs blockDim blockIdx dim3 exp10 gridDim isfinite isinf isnan main max min norm"
               " printf rsqrt signbit sincos threadIdx warpSize ",
    .f32_suffix = "f",
    .entry_function = "__device__ ",
    .sub_function = "static __device__ ",
    .helper = "static __device__ inline ",
    .warns_of_unused = true,
    .no_params = "",
    .out_param = "$ *@",
    .out_by_pointer = true,
    .prototype = "__device__ ",
    .kernel = "extern \"C\" __global__ void ",
    .array_in = "const $ *@",
    .array_out = "$ *@",
    .scalar_param = "$ @",
    .pointer_in = "const $ *",
    .pointer_out = "$ *",
    .grid_first = "(long long)blockIdx.x * blockDim.x + threadIdx.x",
    .grid_step = "(long long)gridDim.x * blockDim.x",
};

static const Dialect opencl = {
    .name = "opencl",
    .function_prefix = "func_",
    .scalars = {COMMON_SCALARS, SHORT_INTEGERS, [DT_F16] = "frit_f16"},
    .vectors = {SHORT_VECTORS, LONG_VECTORS, [DT_F64] = "double#"},
    .construct = "($)(",
    .typedef_structs = true,
    .i64_suffix = "L",
    .u64_suffix = "UL",
    .f64_suffix = "",
    .decimal_literals = true,
    .head = {{NEED_STRICT,
              "/* Strict numerics: build with -cl-fp32-correctly-rounded-divide-sqrt and"
              " no relaxed mathematics. */\n"},
             {BIT(F64) | BIT(C128), "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"},
             {NEED_STRICT, "#pragma OPENCL FP_CONTRACT OFF\n"},
             {BIT(F16), "typedef ushort frit_f16; /* bits */\n"},
             {BIT(BF16), "typedef ushort frit_bf16; /* bits */\n"},
             {BIT(C64), COMPLEX_TYPEDEF("c64", "float")},
             {BIT(C128), COMPLEX_TYPEDEF("c128", "double")}},
    .f32_bits = "return as_uint(x);",
    .f32_of = "return as_float(x);",
    .f64_bits = "return as_ulong(x);",
    .f64_of = "return as_double(x);",
    .f16_bits = "@",
    .f16_of = "(frit_f16)(@)",
    .library = SHADING_LIBRARY
    " as_double as_float as_long as_uint as_ulong barrier get_global_id get_global_size"
    " get_local_id hadd mad mul24 mul_hi printf rotate sincos ",
    .f32_suffix = "",
    .entry_function = "",
    .sub_function = "static ",
    .helper = "static inline ",
    .warns_of_unused = true,
    .no_params = "void",
    .out_param = "$ *@",
    .out_by_pointer = true,
    .prototype = "",
    .kernel = "__kernel void ",
    .array_in = "__global const $ *@",
    .array_out = "__global $ *@",
    .scalar_param = "$ @",
    .pointer_in = "__global const $ *",
    .pointer_out = "__global $ *",
    .grid_first = "(long)get_global_id(0)",
    .grid_step = "(long)get_global_size(0)",
};

static const Dialect slang = {
    .name = "slang",
    .function_prefix = "__func_",
    .scalars = {COMMON_SCALARS, [DT_I8] = "int8_t", [DT_I16] = "int16_t", [DT_I64] = "int64_t",
                [DT_U8] = "uint8_t", [DT_U16] = "uint16_t", [DT_U32] = "uint",
                [DT_U64] = "uint64_t", [DT_F16] = "half"},
    .vectors = {[DT_BOOL] = "bool#",
                [DT_I8] = "vector<int8_t,#>",
                [DT_I16] = "vector<int16_t,#>",
                [DT_I32] = "int#",
                [DT_I64] = "vector<int64_t,#>",
                [DT_U8] = "vector<uint8_t,#>",
                [DT_U16] = "vector<uint16_t,#>",
                [DT_U32] = "uint#",
                [DT_U64] = "vector<uint64_t,#>",
                [DT_F16] = "half#",
                [DT_F32] = "float#",
                [DT_F64] = "double#"},
    .matrices = {[DT_BOOL] = "bool#x#",
                 [DT_I32] = "int#x#",
                 [DT_U32] = "uint#x#",
                 [DT_F16] = "half#x#",
                 [DT_F32] = "float#x#",
                 [DT_F64] = "double#x#"},
    .construct = "$(",
    .native_arrays = true,
    .scopes = true,
    .overloads = true,
    .i64_suffix = "LL",
    .u64_suffix = "ULL",
    .f64_suffix = "L",
    .head = {{NEED_STRICT,
              "// Strict numerics: compile with -fp-mode precise. (The compiler still takes x - x\n"
              "// for 0 and x + 0 for x, which is wrong for NaN, infinities and -0.)\n"},
             {BIT(BF16), "typedef uint16_t frit_bf16; // bits\n"},
             {BIT(C64), COMPLEX_STRUCT("c64", "float")},
             {BIT(C128), COMPLEX_STRUCT("c128", "double")}},
    .f32_bits = "return asuint(x);",
    .f32_of = "return asfloat(x);",
    .f64_bits = "return bit_cast<uint64_t>(x);",
    .f64_of = "return bit_cast<double>(x);",
    .f16_bits = "bit_cast<uint16_t>(@)",
    .f16_of = "bit_cast<half>((uint16_t)(@))",
    .library = SHADING_LIBRARY
    " Array asdouble asfloat asint asuint bit_cast ddx ddy frac lerp mad mul printf rcp saturate"
    " sincos transpose uint3 ",
    .lacks_flag = OPF_NOT_SLANG,
    .lacks = " hypot ",
    .f32_suffix = "",
    /* its own fmod divides and rounds on most targets; on some its rint sends halves away from 0
     * and its log10 of f64 has the precision of f32 */
    .spellings = {{"fabs", "abs"},
                  {"fmod", "@exact_fmod"},
                  {"rint", "@exact_rint"},
                  {"log10", "@log10_by_log"}},
    .entry_function = "",
    .sub_function = "",
    .helper = "",
    .no_params = "",
    .out_param = "out $ @",
    .kernel = "[shader(\"compute\")]\n[numthreads(256, 1, 1)]\nvoid ",
    /* there is no built-in for the number of threads */
    .thread_params = "uint3 tid : SV_DispatchThreadID, uniform int64_t threads",
    .array_in = "uniform $ *@",
    .array_out = "uniform $ *@",
    .scalar_param = "uniform $ @",
    .pointer_in = "$ *",
    .pointer_out = "$ *",
    .grid_first = "(int64_t)tid.x",
    .grid_step = "threads",
};

static const Dialect metal = {
    .name = "metal",
    .function_prefix = "func_",
    /* no f64, and so no complex of it */
    .scalars = {SHORT_INTEGERS, [DT_BOOL] = "bool", [DT_I32] = "int", [DT_F16] = "half",
                [DT_BF16] = "frit_bf16", [DT_F32] = "float", [DT_C64] = "frit_c64"},
    .vectors = {SHORT_VECTORS, LONG_VECTORS, [DT_BOOL] = "bool#", [DT_F16] = "half#"},
    /* its matrices are columns of rows: ours stand the other way round */
    .construct = "$(",
    .scopes = true,
    .overloads = true,
    .i64_suffix = "L",
    .u64_suffix = "UL",
    .f64_suffix = "",
    .decimal_literals = true,
    .head = {{NEED_STRICT, "// Strict numerics: compile with -fno-fast-math.\n"},
             {NEED_ALWAYS, "#include <metal_stdlib>\nusing namespace metal;\n"},
             {NEED_STRICT, "#pragma clang fp contract(off)\n"},
             {BIT(BF16), "typedef ushort frit_bf16; // bits\n"},
             {BIT(C64), COMPLEX_STRUCT("c64", "float")}},
    .f32_bits = "return as_type<uint>(x);",
    .f32_of = "return as_type<float>(x);",
    .f16_bits = "as_type<ushort>(@)",
    .f16_of = "as_type<half>((ushort)(@))",
    .library = SHADING_LIBRARY " as_type atomic determinant fmax3 median3 metal saturate sincos"
                               " transpose ",
    .lacks_flag = OPF_NOT_METAL,
    .lacks = " hypot ",
    .f32_suffix = "",
    .entry_function = "",
    .sub_function = "static ",
    .helper = "static inline ",
    .warns_of_unused = true,
    .no_params = "",
    .out_param = "thread $ *@",
    .out_by_pointer = true,
    .prototype = "",
    .kernel = "kernel void ",
    .array_in = "device const $ *@ [[buffer(#)]]",
    .array_out = "device $ *@ [[buffer(#)]]",
    .scalar_param = "constant $ &@ [[buffer(#)]]",
    .pointer_in = "device const $ *",
    .pointer_out = "device $ *",
    /* 31 buffers are all there are, so sizes share one */
    .sizes_param = "constant long *sizes [[buffer(0)]]",
    .last_params = "uint tid [[thread_position_in_grid]], uint threads [[threads_per_grid]]",
    .grid_first = "(long)tid",
    .grid_step = "(long)threads",
};

static const Dialect *const table[] = {&c, &cuda, &opencl, &slang, &metal, NULL};

const Dialect *dialect_at(uint32_t index) {
    const uint32_t count = sizeof table / sizeof table[0] - 1;
    return index < count ? table[index] : NULL;
}

const Dialect *dialect_find(const char *name) {
    for (uint32_t i = 0; dialect_at(i); i++)
        if (strcmp(table[i]->name, name) == 0)
            return table[i];
    return NULL;
}
