/* Names of Slang and HLSL that are known not to be here, so that errors say so and do not look for a typing mistake. */
#include "front/slang/lower/meaning.h"

typedef struct Unsupported {
    const char *name; /* one that ends in '*': all that begin so */
    const char *hint; /* NULL: none */
} Unsupported;

static const char only_read[] = "arrays are only read; what a function writes is its result and "
                                "its out parameters";
static const char one_image[] = "there are Texture1D, Texture2D and Texture3D";

static const Unsupported types[] = {
    {"AppendStructuredBuffer", only_read},
    {"ConsumeStructuredBuffer", only_read},
    {"Texture*", one_image},
    {"FeedbackTexture*", one_image},
    {"DepthTexture*", one_image},
    {"Sampler1D*", one_image},
    {"Sampler2D*", one_image},
    {"Sampler3D*", one_image},
    {"SamplerCube*", one_image},
    {"SubpassInput*", NULL},
    {"Atomic", NULL},
    {"Conditional", NULL},
    {"CoopMat*", NULL},
    {"CoopVec*", NULL},
    {"DifferentialPair", NULL},
    {"DynamicUniform", NULL},
    {"HitObject", NULL},
    {"IFunc", NULL},
    {"InputPatch", NULL},
    {"LineStream", NULL},
    {"List", "arrays have a known length: float a[4]"},
    {"NativeString", NULL},
    {"Optional", "a bool beside the value says whether it is there"},
    {"OutputPatch", NULL},
    {"PointStream", NULL},
    {"Ptr", "a parameter that shall be written to is out or inout"},
    {"RayQuery", NULL},
    {"RaytracingAccelerationStructure", NULL},
    {"Result", "a bool beside the value says whether it is there"},
    {"String", NULL},
    {"TriangleStream", NULL},
    {"Tuple", "make it a struct"},
    {NULL, NULL},
};

static const Unsupported functions[] = {
    {"AllMemoryBarrier*", NULL},
    {"DeviceMemoryBarrier*", NULL},
    {"GroupMemoryBarrier*", NULL},
    {"Quad*", NULL},
    {"Wave*", NULL},
    {"abort", NULL},
    {"clip", NULL},
    {"ddx*", "each element is computed by itself"},
    {"ddy*", "each element is computed by itself"},
    {"diffPair", NULL},
    {"fwidth*", "each element is computed by itself"},
    {"getStringHash", NULL},
    {"makeTuple", "make it a struct"},
    {"printf", NULL},
    {NULL, NULL},
};

static bool is_meant(const Unsupported *one, const char *name, uint32_t len) {
    size_t n = strlen(one->name);
    bool prefix = one->name[n - 1] == '*';
    n -= prefix;
    return (prefix ? len >= n : len == n) && !memcmp(one->name, name, n);
}

static bool tell(Lower *l, NodeId at, const Unsupported *all, const char *name, uint32_t len) {
    for (const Unsupported *one = all; one->name; one++) {
        if (!is_meant(one, name, len))
            continue;
        lower_error(l, at, "%.*s is not supported", (int)len, name);
        if (one->hint)
            lower_hint(l, "%s", one->hint);
        return true;
    }
    return false;
}

bool tell_unsupported_type(Lower *l, NodeId at, const char *name, uint32_t len) {
    return tell(l, at, types, name, len);
}

bool tell_unsupported_function(Lower *l, NodeId at, const char *name, uint32_t len) {
    return tell(l, at, functions, name, len);
}
