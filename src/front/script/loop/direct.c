/* Functions of one double that compiled loops call without the interpreter. Its own (front/script/builtin) are the same. */
#include <math.h>
#include <string.h>

#include "front/script/loop/known.h"

static const LoopDirect directs[] = {
    {"acos", acos, DOMAIN_UNIT},     {"acosh", acosh, DOMAIN_FROM_1},
    {"asin", asin, DOMAIN_UNIT},     {"asinh", asinh, DOMAIN_ANY},
    {"atan", atan, DOMAIN_ANY},      {"atanh", atanh, DOMAIN_UNIT},
    {"cbrt", cbrt, DOMAIN_ANY},      {"cos", cos, DOMAIN_ANY},
    {"cosh", cosh, DOMAIN_ANY},      {"erf", erf, DOMAIN_ANY},
    {"erfc", erfc, DOMAIN_ANY},      {"exp", exp, DOMAIN_ANY},
    {"expm1", expm1, DOMAIN_ANY},    {"log", log, DOMAIN_FROM_0},
    {"log10", log10, DOMAIN_FROM_0}, {"log1p", log1p, DOMAIN_FROM_MINUS_1},
    {"log2", log2, DOMAIN_FROM_0},   {"sin", sin, DOMAIN_ANY},
    {"sinh", sinh, DOMAIN_ANY},      {"tan", tan, DOMAIN_ANY},
    {"tanh", tanh, DOMAIN_ANY}};

const LoopDirect *loop_direct(uint32_t index) {
    return index < sizeof directs / sizeof *directs ? &directs[index] : NULL;
}

const LoopDirect *loop_direct_find(const char *name, uint32_t *index) {
    for (*index = 0; loop_direct(*index); ++*index)
        if (strcmp(directs[*index].name, name) == 0)
            return &directs[*index];
    return NULL;
}
