/* Between texture*.c: steps on values, and what reading a texture is made of. */
#ifndef FRIT_FRONT_SLANG_TEXTURE_H
#define FRIT_FRONT_SLANG_TEXTURE_H

#include "front/slang/lower/flow.h"
#include "front/slang/lower/meaning.h"

enum { MAX_TEXTURE_RANK = 3, MODE_LINEAR = 1, MODE_ADDRESS_SHIFT = 1, MODE_ADDRESS_MASK = 3 };

/* Behind the edge; the numbers stand in SamplerState.mode too. */
typedef enum Address { ADDRESS_CLAMP, ADDRESS_WRAP, ADDRESS_BORDER, ADDRESS_MIRROR } Address;

/* Writes steps one after another; after a failure all of them do nothing. */
typedef struct Steps {
    Lower *l;
    NodeId at;
    bool ok;
} Steps;

KValue step_number(Steps *s, Dtype dtype, int64_t value);
KValue step_binary(Steps *s, const char *op, KValue x, KValue y);
KValue step_dtype(Steps *s, KValue x, Dtype dtype);
/* A step of one op of the IR: those that the language has no operator for. */
KValue step_op(Steps *s, Op op, KValue x, KValue y, uint32_t n);
KValue step_choose(Steps *s, KValue cond, KValue x, KValue y); /* cond ? x : y */
KValue step_component(Steps *s, KValue v, uint32_t k);
/* The extent along an axis, as an int. */
KValue step_extent(Steps *s, KValue texture, uint32_t axis);
/* The element at indices by axis, which are in range. */
KValue step_element(Steps *s, KValue texture, const KValue *index);
KValue step_inside(Steps *s, KValue i, KValue n);
KValue step_clamped(Steps *s, KValue i, KValue n);
/* The element with that number, zero where there is none. at: x, y, z. */
bool texture_load(Lower *l, NodeId node, KValue texture, KValue at, KValue *out);

/* What the name of an array's first extent says of it. */
typedef enum TextureKind {
    TEXTURE_PLAIN,
    TEXTURE_LAYERS, /* its first axis is one of whole textures */
    TEXTURE_CUBE,   /* the same, six of them: the faces */
    TEXTURE_BYTES   /* words that are read by bytes */
} TextureKind;
TextureKind texture_kind(const Lower *l, TypeId type);
/* RW...: it can be written to. */
bool texture_writable(const Lower *l, TypeId type);
/* What the names of extents of such a type begin with. */
void texture_mark(const Lower *l, TypeId type, char out[16]);

bool texture_check_rank(Lower *l, NodeId node, KValue texture);
uint32_t texture_components(const Lower *l, TypeId type);
bool texture_check_place(Lower *l, NodeId node, KValue at, uint32_t low, uint32_t high,
                         bool integer);

/* ---- texture_sample.c */
typedef enum SampleHow { SAMPLE_VALUE, SAMPLE_COMPARE, SAMPLE_GATHER } SampleHow;
typedef struct SampleRequest {
    NodeId call, place, offset; /* offset 0: none */
    NodeId state;
    NodeId reference;   /* SAMPLE_COMPARE: what is compared to */
    uint32_t component; /* SAMPLE_GATHER */
    SampleHow how;
} SampleRequest;
bool texture_sample(Lower *l, KValue texture, const SampleRequest *request, KValue *out);

/* ---- texture_bytes.c */
bool texture_bytes_method(Lower *l, NodeId call, KValue texture, const char *name, uint32_t len,
                          KValue *out);

#endif
