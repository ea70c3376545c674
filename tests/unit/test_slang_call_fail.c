/* Calls that cannot be made, and what is said about them, word for word. */
#include "slang_call_fixture.h"

static const char text[] =
    "struct Particle {\n"
    "    float3 pos;\n"
    "    float mass;\n"
    "    float weight(float g) { return mass * g; }\n"
    "    [mutating] void grow(float k) { mass = mass * k; }\n"
    "}\n"
    "float3 tonemap(float3 color, float filmic, float saturation) { return color; }\n"
    "int twice(int x) { return 2 * x; }\n"
    "float add(float x, float y) { return x + y; }\n"
    "void split(float x, out float whole, inout float rest) { whole = floor(x); rest += x; }\n"
    "float mass(Particle p) { return p.mass; }\n"
    "float one(float2 x) { return x.x; }\n"
    "float one(int x) { return x; }\n"
    "float two(float a, int b) { return a; }\n"
    "float two(int a, float b) { return b; }\n"
    "T same<T>(T x) { return x; }\n"
    "int3 place(int3 at) { return at; }\n"
    "float pick(StructuredBuffer<float> b, int i) { return b[i]; }\n"
    "float turned(float x[4]) { return x[0]; }\n";

#define REFUSED(status, function, args, report) \
    refused(__FILE__, __LINE__, &s, function, args, NULL, status, report)
#define REFUSED_INTO(status, function, args, into, report) \
    refused(__FILE__, __LINE__, &s, function, args, into, status, report)

/* Seed 003's ambiguous case: (100, 3) is a float3, (100, 2) and (100, 1) are refused before anything runs. */
TEST(gathered_extents) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_SHAPE, "tonemap", ARGS(ARRAY("f32", 100, 2), NUMBER("i64"), NUMBER("f64")),
            "tonemap: color: its last axis has 2 elements; float3 needs 3\n"
            "  hint: vcast(x, float) gives each call one number for all components of float3\n"
            "\n"
            "  float3 tonemap(float3 color, float filmic, float saturation)\n"
            "\n"
            "     argument    given           parameter  shape\n"
            "  -> color       array of float  float3     (100, 2)\n"
            "     filmic      integer         float\n"
            "     saturation  number          float\n");
    REFUSED(FRIT_ERR_SHAPE, "tonemap", ARGS(ARRAY("f32", 100, 1), NUMBER("i64"), NUMBER("f64")),
            "tonemap: color: its last axis has 1 element; float3 needs 3\n"
            "  hint: vcast(x, float) gives each call one number for all components of float3\n"
            "\n"
            "  float3 tonemap(float3 color, float filmic, float saturation)\n"
            "\n"
            "     argument    given           parameter  shape\n"
            "  -> color       array of float  float3     (100, 1)\n"
            "     filmic      integer         float\n"
            "     saturation  number          float\n");
    REFUSED(FRIT_ERR_SHAPE, "tonemap", ARGS(ARRAY("f32", 100), NUMBER("i64"), NUMBER("f64")),
            "tonemap: color: its last axis has 100 elements; float3 needs 3\n"
            "  hint: vcast(x, float) gives each call one number for all components of float3\n"
            "\n"
            "  float3 tonemap(float3 color, float filmic, float saturation)\n"
            "\n"
            "     argument    given           parameter  shape\n"
            "  -> color       array of float  float3     (100,)\n"
            "     filmic      integer         float\n"
            "     saturation  number          float\n");
    REFUSED(FRIT_ERR_SHAPE, "turned", ARGS(ARRAY("f32", 100, 5)),
            "turned: x: its last axis has 5 elements; float[4] needs 4\n"
            "\n"
            "  float turned(float[4] x)\n"
            "\n"
            "     argument  given           parameter  shape\n"
            "  -> x         array of float  float[4]   (100, 5)\n");
    source_free(&s);
}

TEST(element_types) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_TYPE, "twice", ARGS(ARRAY("f32", 4)),
            "twice: x: float does not become int by itself\n"
            "  hint: vcast(x, int) converts it\n"
            "\n"
            "  int twice(int x)\n"
            "\n"
            "     argument  given           parameter  shape\n"
            "  -> x         array of float  int        (4,)\n");
    REFUSED(FRIT_ERR_TYPE, "twice", ARGS(NUMBER("f64")),
            "twice: x: a number that is not an integer does not become int by itself\n"
            "\n"
            "  int twice(int x)\n"
            "\n"
            "     argument  given   parameter\n"
            "  -> x         number  int\n");
    REFUSED(FRIT_ERR_TYPE, "add", ARGS(ARRAY("f32x3", 4), NUMBER("f64")),
            "add: x: its elements are float3 and the parameter takes float: components are not "
            "dropped\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given            parameter  shape\n"
            "  -> x         array of float3  float      (4,)\n"
            "     y         number           float\n");
    REFUSED(FRIT_ERR_TYPE, "add", ARGS(ARRAY("c64", 4), NUMBER("f64")),
            "add: x: c64 does not become float by itself\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given         parameter  shape\n"
            "  -> x         array of c64  float      (4,)\n"
            "     y         number        float\n");
    REFUSED(FRIT_ERR_TYPE, "add", ARGS(as_type("float3", ARRAY("f32", 4, 3)), NUMBER("f64")),
            "add: x: float3 cannot become float\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given                     parameter  shape\n"
            "  -> x         array of float as float3  float      (4, 3)\n"
            "     y         number                    float\n");
    source_free(&s);
}

TEST(parameters) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_ARGUMENT, "add", ARGS(ARRAY("f32", 4)),
            "add: parameter y is missing\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given           shape\n"
            "     x         array of float  (4,)\n"
            "  -> y         (missing)\n");
    REFUSED(FRIT_ERR_ARGUMENT, "add", ARGS(NUMBER("f64"), NUMBER("f64"), NUMBER("f64")),
            "add: argument 3: it takes 2 arguments\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument    given\n"
            "     x           number\n"
            "     y           number\n"
            "  -> argument 3  number\n");
    REFUSED(FRIT_ERR_ARGUMENT, "add", ARGS(NUMBER("f64"), named("z", NUMBER("f64"))),
            "add: z: there is no parameter called z\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given\n"
            "     x         number\n"
            "     y         (missing)\n"
            "  -> z         number\n");
    REFUSED(FRIT_ERR_ARGUMENT, "add", ARGS(NUMBER("f64"), named("x", NUMBER("f64"))),
            "add: x: parameter x is given twice\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given\n"
            "     x         number\n"
            "     y         (missing)\n"
            "  -> x         number\n");
    REFUSED(FRIT_ERR_ARGUMENT, "subtract", ARGS(NUMBER("f64")),
            "the module has no function or type called subtract\n");
    REFUSED(FRIT_ERR_ARGUMENT, "Particle.fly", ARGS(NUMBER("f64")),
            "the module has no function or type called Particle.fly\n");
    source_free(&s);
}

TEST(shapes) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_SHAPE, "add", ARGS(ARRAY("f32", 4, 3), ARRAY("f32", 2, 3)),
            "add: y: its axis 0 has 2 elements, and axis 0 of the call has 4 because of x\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given           parameter  shape   mapping\n"
            "     x         array of float  float      (4, 3)  (0, 1)\n"
            "  -> y         array of float  float      (2, 3)  (0, 1)\n");
    REFUSED(FRIT_ERR_SHAPE, "add", ARGS(mapped(ARRAY("f32", 4, 3), MAP(0)), ARRAY("f32", 3)),
            "add: x: the mapping names 1 axis of the call, and 2 of its 2 axes are left when it is "
            "read as float\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given           parameter  shape   mapping\n"
            "  -> x         array of float  float      (4, 3)  (0,)\n"
            "     y         array of float  float      (3,)\n");
    REFUSED(FRIT_ERR_SHAPE, "add", ARGS(mapped(ARRAY("f32", 4), MAP(2)), ARRAY("f32", 3)),
            "add: y: its axis 0 has 3 elements, and axis 2 of the call has 4 because of x\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given           parameter  shape  mapping\n"
            "     x         array of float  float      (4,)   (2,)\n"
            "  -> y         array of float  float      (3,)   (2,)\n");
    REFUSED(FRIT_ERR_ARGUMENT, "add", ARGS(mapped(ARRAY("f32", 4, 4), MAP(1, 1)), NUMBER("f64")),
            "argument 1: a mapping names an axis of the call twice\n");
    REFUSED(FRIT_ERR_ARGUMENT, "add", ARGS(mapped(ARRAY("f32", 4), MAP(-1)), NUMBER("f64")),
            "argument 1: axes of the call are numbered 0 to 63 in a mapping\n");
    source_free(&s);
}

TEST(written) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_SHAPE, "split", ARGS(ARRAY("f32", 4, 3), ARRAY("f32", 3), ARRAY("f32", 4, 3)),
            "split: whole: the call has shape (4, 3) and results for 1 axis of it have a place "
            "here; what is written is not broadcast\n"
            "\n"
            "  void split(float x, out float whole, inout float rest)\n"
            "\n"
            "     argument  given           parameter    shape   mapping\n"
            "     x         array of float  float        (4, 3)  (0, 1)\n"
            "  -> whole     array of float  out float    (3,)    (1,)\n"
            "     rest      array of float  inout float  (4, 3)  (0, 1)\n");
    REFUSED(FRIT_ERR_SHAPE, "split",
            ARGS(ARRAY("f32", 4, 3), ARRAY("f32", 4, 1), ARRAY("f32", 4, 3)),
            "split: whole: its axis 1 has 1 element and the call has shape (4, 3); what is written "
            "is not broadcast\n"
            "\n"
            "  void split(float x, out float whole, inout float rest)\n"
            "\n"
            "     argument  given           parameter    shape   mapping\n"
            "     x         array of float  float        (4, 3)  (0, 1)\n"
            "  -> whole     array of float  out float    (4, 1)  (0, 1)\n"
            "     rest      array of float  inout float  (4, 3)  (0, 1)\n");
    REFUSED(FRIT_ERR_SHAPE, "split", ARGS(ARRAY("f32", 4), NUMBER("f64"), ARRAY("f32", 4)),
            "split: whole: a number cannot hold the results of a call of shape (4,)\n"
            "\n"
            "  void split(float x, out float whole, inout float rest)\n"
            "\n"
            "     argument  given           parameter    shape  mapping\n"
            "     x         array of float  float        (4,)   (0,)\n"
            "  -> whole     number          out float           all calls\n"
            "     rest      array of float  inout float  (4,)   (0,)\n");
    REFUSED(FRIT_ERR_TYPE, "split", ARGS(ARRAY("f32", 4), ARRAY("i32", 4), ARRAY("f32", 4)),
            "split: whole: results of float cannot be stored as int\n"
            "  hint: give an array of float\n"
            "\n"
            "  void split(float x, out float whole, inout float rest)\n"
            "\n"
            "     argument  given           parameter    shape\n"
            "     x         array of float  float        (4,)\n"
            "  -> whole     array of int    out float    (4,)\n"
            "     rest      array of float  inout float  (4,)\n");
    REFUSED(FRIT_ERR_TYPE, "split",
            ARGS(ARRAY("f32", 4), ((frit_arg){.kind = FRIT_ARG_CALL_ID}), ARRAY("f32", 4)),
            "split: whole: call_id makes values, and this parameter comes out: an array is needed\n"
            "\n"
            "  void split(float x, out float whole, inout float rest)\n"
            "\n"
            "     argument  given           parameter    shape\n"
            "     x         array of float  float        (4,)\n"
            "  -> whole     call_id         out float\n"
            "     rest      array of float  inout float  (4,)\n");
    frit_arg into = ARRAY("f32", 3);
    REFUSED_INTO(
        FRIT_ERR_SHAPE, "add", ARGS(ARRAY("f32", 4), NUMBER("f64")), &into,
        "add: _result: its axis 0 has 3 elements, and axis 0 of the call has 4 because of x\n"
        "\n"
        "  float add(float x, float y)\n"
        "\n"
        "     argument  given           parameter  shape  mapping\n"
        "     x         array of float  float      (4,)   (0,)\n"
        "     y         number          float             all calls\n"
        "  -> _result   array of float  float      (3,)   (0,)\n");
    into = ARRAY("i32", 4);
    REFUSED_INTO(FRIT_ERR_TYPE, "add", ARGS(ARRAY("f32", 4), NUMBER("f64")), &into,
                 "add: _result: results of float cannot be stored as int\n"
                 "  hint: give an array of float\n"
                 "\n"
                 "  float add(float x, float y)\n"
                 "\n"
                 "     argument  given           parameter  shape  mapping\n"
                 "     x         array of float  float      (4,)\n"
                 "     y         number          float             all calls\n"
                 "  -> _result   array of int    float      (4,)\n");
    REFUSED(
        FRIT_ERR_SHAPE, "Particle.grow",
        ARGS(ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 4, 3)), named("mass", NUMBER("f64"))),
             NUMBER("f64")),
        "Particle.grow: this.mass: a number cannot hold the results of a call of shape (4,)\n"
        "\n"
        "  Particle: void grow(float k)\n"
        "\n"
        "     argument  given             parameter       shape   mapping\n"
        "     this      fields pos, mass  inout Particle          by part\n"
        "       .pos    array of float    float3          (4, 3)  (0,) + (3,)\n"
        "  ->   .mass   number            float                   all calls\n"
        "     k         number            float                   all calls\n");
    source_free(&s);
}

TEST(structs) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_TYPE, "mass", ARGS(ITEMS(FRIT_ARG_FIELDS, named("mass", NUMBER("f64")))),
            "mass: p: field pos of Particle is missing\n"
            "\n"
            "  float mass(Particle p)\n"
            "\n"
            "     argument  given        parameter  mapping\n"
            "  -> p         fields mass  Particle   by part\n"
            "       .mass   number\n");
    REFUSED(FRIT_ERR_TYPE, "mass",
            ARGS(ITEMS(FRIT_ARG_FIELDS, named("mass", NUMBER("f64")), named("pos", ARRAY("f32", 3)),
                       named("spin", NUMBER("f64")))),
            "mass: p: Particle has no field spin\n"
            "\n"
            "  float mass(Particle p)\n"
            "\n"
            "     argument  given                   parameter  shape\n"
            "  -> p         fields mass, pos, spin  Particle\n"
            "       .mass   number\n"
            "       .pos    array of float                     (3,)\n"
            "       .spin   number\n");
    REFUSED(FRIT_ERR_SHAPE, "mass",
            ARGS(ITEMS(FRIT_ARG_FIELDS, named("mass", NUMBER("f64")),
                       named("pos", ARRAY("f32", 4, 2)))),
            "mass: p.pos: its last axis has 2 elements; float3 needs 3\n"
            "  hint: vcast(x, float) gives each call one number for all components of float3\n"
            "\n"
            "  float mass(Particle p)\n"
            "\n"
            "     argument  given             parameter  shape   mapping\n"
            "     p         fields mass, pos  Particle           by part\n"
            "       .mass   number\n"
            "  ->   .pos    array of float               (4, 2)\n");
    REFUSED(FRIT_ERR_TYPE, "mass", ARGS(ARRAY("f32", 4)),
            "mass: p: an array of float cannot be Particle\n"
            "  hint: give its fields by name\n"
            "\n"
            "  float mass(Particle p)\n"
            "\n"
            "     argument  given           parameter  shape\n"
            "  -> p         array of float  Particle   (4,)\n");
    REFUSED(FRIT_ERR_TYPE, "mass", ARGS(NUMBER("f64")),
            "mass: p: a number cannot be Particle\n"
            "\n"
            "  float mass(Particle p)\n"
            "\n"
            "     argument  given   parameter\n"
            "  -> p         number  Particle\n");
    REFUSED(FRIT_ERR_TYPE, "add",
            ARGS(ITEMS(FRIT_ARG_FIELDS, named("x", NUMBER("f64"))), NUMBER("f64")),
            "add: x: float is not made of fields\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given     parameter\n"
            "  -> x         fields x  float\n"
            "       .x      number\n"
            "     y         number    float\n");
    REFUSED(FRIT_ERR_TYPE, "tonemap",
            ARGS(ITEMS(FRIT_ARG_PARTS, NUMBER("f64")), NUMBER("f64"), NUMBER("f64")),
            "tonemap: color: 1 part for float3, which has 3\n"
            "\n"
            "  float3 tonemap(float3 color, float filmic, float saturation)\n"
            "\n"
            "     argument    given   parameter\n"
            "  -> color       1 part  float3\n"
            "       [0]       number\n"
            "     filmic      number  float\n"
            "     saturation  number  float\n");
    source_free(&s);
}

TEST(overloads) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_SHAPE, "one", ARGS(ARRAY("f32", 4, 3)),
            "one: none of the 2 functions of this name takes these arguments\n"
            "\n"
            "  float one(float2 x)\n"
            "     x: its last axis has 3 elements; float2 needs 2\n"
            "\n"
            "  float one(int x)\n"
            "     x: float does not become int by itself\n"
            "\n"
            "     argument    given           shape\n"
            "     argument 1  array of float  (4, 3)\n");
    REFUSED(FRIT_ERR_TYPE, "two", ARGS(ARRAY("i32", 4), ARRAY("i32", 4)),
            "two: several functions of this name fit these arguments equally well\n"
            "\n"
            "  float two(float a, int b)\n"
            "     fits, at cost 2\n"
            "\n"
            "  float two(int a, float b)\n"
            "     fits, at cost 2\n"
            "\n"
            "     argument    given         shape\n"
            "     argument 1  array of int  (4,)\n"
            "     argument 2  array of int  (4,)\n");
    source_free(&s);
}

TEST(generators) {
    Source s = source_load(text);
    REFUSED(FRIT_ERR_SHAPE, "place",
            ARGS(ITEMS(FRIT_ARG_PARTS, ((frit_arg){.kind = FRIT_ARG_CALL_ID}), ARRAY("i32", 2, 3),
                       NUMBER("i64"))),
            "place: at[0]: the call has 2 axes, and int has place for 1\n"
            "\n"
            "  int3 place(int3 at)\n"
            "\n"
            "     argument  given         parameter  shape   mapping\n"
            "     at        3 parts       int3               by part\n"
            "  ->   [0]     call_id       int                each call\n"
            "       [1]     array of int  int        (2, 3)  (0, 1)\n"
            "       [2]     integer       int                all calls\n");
    REFUSED(FRIT_ERR_SHAPE, "place",
            ARGS(((frit_arg){.kind = FRIT_ARG_GRID, .rank = 2, .shape = SHAPE(2, 3)})),
            "place: at: a grid of rank 2 has places of 2 numbers, and the parameter takes 3\n"
            "\n"
            "  int3 place(int3 at)\n"
            "\n"
            "     argument  given  parameter  shape\n"
            "  -> at        grid   int3       (2, 3)\n");
    REFUSED(FRIT_ERR_TYPE, "twice",
            ARGS(((frit_arg){.kind = FRIT_ARG_SAMPLER, .type = "linear wrap"})),
            "twice: x: a sampler cannot be int\n"
            "\n"
            "  int twice(int x)\n"
            "\n"
            "     argument  given    parameter\n"
            "  -> x         sampler  int\n");
    REFUSED(FRIT_ERR_TYPE, "pick", ARGS(NUMBER("f64"), NUMBER("i64")),
            "pick: b: Buffer<float> takes an array\n"
            "\n"
            "  float pick(StructuredBuffer<float> b, int i)\n"
            "\n"
            "     argument  given    parameter\n"
            "  -> b         number   Buffer<float>\n"
            "     i         integer  int\n");
    REFUSED(FRIT_ERR_SHAPE, "pick", ARGS(ARRAY("f32", 2, 3), NUMBER("i64")),
            "pick: b: Buffer<float> takes an array of rank 1; this one has rank 2\n"
            "\n"
            "  float pick(StructuredBuffer<float> b, int i)\n"
            "\n"
            "     argument  given           parameter      shape\n"
            "  -> b         array of float  Buffer<float>  (2, 3)\n"
            "     i         integer         int\n");
    source_free(&s);
}
