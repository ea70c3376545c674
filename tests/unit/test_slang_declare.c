/* Calls that are declared before their arguments are there, and what the host itself found wrong with arguments. */
#include "slang_call_fixture.h"

static const char text[] =
    "struct Particle { float3 pos; float mass; [mutating] void fall(float t) { pos.y -= t; } }\n"
    "float3 scale(float3 v, float s) { return v * s; }\n"
    "float add(float x, float y) { return x + y; }\n"
    "void split(float x, out float whole) { whole = floor(x); }\n"
    "float pick(StructuredBuffer<float> b, int i) { return b[i]; }\n"
    "float one(float2 x) { return x.x; }\n"
    "float one(int x) { return x; }\n"
    "T same<T>(T x) { return x; }\n";

#define ANY ((frit_arg){.kind = FRIT_ARG_ANY})

static frit_resolved *declared(Source *s, const char *function, const frit_arg *args, uint32_t n) {
    frit_resolved *resolved = NULL;
    frit_text report = {NULL, 0, 0};
    frit_error error;
    if (frit_slang_declare(s->slang, function, args, n, &resolved, &report, &error))
        FAIL("%s\n%s", error.message, report.data ? report.data : "");
    CHECK(!report.data);
    return resolved;
}

static void not_declared(Source *s, const char *function, const frit_arg *args, uint32_t n,
                         frit_status status, const char *want) {
    frit_resolved *resolved = NULL;
    frit_text report = {NULL, 0, 0};
    frit_error error;
    CHECK_EQ_INT(frit_slang_declare(s->slang, function, args, n, &resolved, &report, &error),
                 status);
    CHECK(!resolved);
    CHECK_STR(report.data, want);
    frit_text_free(s->context, &report);
}

TEST(declare_all_known) {
    Source s = source_load(text);
    frit_resolved *r = declared(&s, "scale", ARGS(mapped(ANY, MAP(0, 1))));
    CHECK_STR(frit_resolved_parameter(r, 0), "v");
    CHECK_STR(frit_resolved_parameter(r, 1), "s");
    CHECK(!frit_resolved_parameter(r, 2));
    CHECK(frit_resolved_module(r));
    CHECK_EQ_UINT(frit_resolved_rank(r), 2);
    frit_plan *plan = NULL;
    frit_call *call = NULL;
    frit_error error;
    CHECK(!frit_plan_new(s.context, frit_resolved_module(r), NULL, NULL, &plan, &error));
    CHECK(!frit_call_new(s.context, plan, &call, &error));
    float v[3 * 2 * 3], out[3 * 2 * 3];
    double by = 2;
    for (int k = 0; k < 18; k++)
        v[k] = (float)k;
    CHECK(!frit_call_run(call, TENSORS(TENSOR(v, 3, 2, 3), SCALAR(&by)),
                         TENSORS(TENSOR(out, 3, 2, 3)), &error));
    for (int k = 0; k < 18; k++)
        CHECK(out[k] == 2 * v[k]);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_resolved_free(r);
    r = declared(&s, "pick", ARGS(ANY, mapped(ANY, MAP(0))));
    CHECK(frit_resolved_module(r));
    frit_resolved_free(r);
    source_free(&s);
}

TEST(declare_not_all_known) {
    Source s = source_load(text);
    static const struct {
        const char *function;
        uint32_t n;
    } some[] = {{"scale", 1}, {"scale", 0}, {"Particle.fall", 2}, {"same", 1}, {"float2", 2}};
    frit_arg any[2] = {ANY, ANY};
    for (size_t k = 0; k < COUNT(some); k++) {
        frit_resolved *r = declared(&s, some[k].function, any, some[k].n);
        CHECK(r && !frit_resolved_module(r));
        frit_resolved_free(r);
    }
    CHECK(!declared(&s, "one", ARGS(ANY))); /* either of them */
    frit_resolved *r = declared(&s, "one", ARGS(as_type("int", ANY)));
    frit_resolved_free(r);
    /* Another argument may have the axis that this one leaves out. */
    r = declared(&s, "add", ARGS(mapped(ANY, MAP(1))));
    CHECK(!frit_resolved_module(r));
    frit_resolved_free(r);
    source_free(&s);
}

TEST(declare_refused) {
    Source s = source_load(text);
    not_declared(&s, "add", ARGS(ANY, ANY, ANY), FRIT_ERR_ARGUMENT,
                 "add: argument 3: it takes 2 arguments\n"
                 "\n"
                 "  float add(float x, float y)\n"
                 "\n"
                 "     argument    given\n"
                 "     x           anything\n"
                 "     y           anything\n"
                 "  -> argument 3  anything\n");
    not_declared(&s, "scale", ARGS(named("v", mapped(as_type("float2", ANY), MAP(0)))),
                 FRIT_ERR_TYPE,
                 "scale: v: float2 cannot become float3\n"
                 "\n"
                 "  float3 scale(float3 v, float s)\n"
                 "\n"
                 "     argument  given               parameter  mapping\n"
                 "  -> v         anything as float2  float3     (0,)\n"
                 "     s         anything            float\n");
    not_declared(&s, "add", ARGS(mapped(ANY, MAP(1)), mapped(ANY, MAP(2))), FRIT_ERR_SHAPE,
                 "add: y: the mappings make a call of rank 3, and no argument has its axis 0\n"
                 "\n"
                 "  float add(float x, float y)\n"
                 "\n"
                 "     argument  given           parameter  shape  mapping\n"
                 "     x         array of float  float      (2,)   (1,)\n"
                 "  -> y         array of float  float      (2,)   (2,)\n");
    refused(__FILE__, __LINE__, &s, "add", ARGS(ANY, ANY), NULL, FRIT_ERR_ARGUMENT,
            "argument 1: what is not known can be declared, not called\n");
    source_free(&s);
}

TEST(problems_of_the_host) {
    Source s = source_load(text);
    frit_arg large = NUMBER("i64"), other = {.kind = FRIT_ARG_OTHER, .type = "file"};
    large.problem = "5000000000 does not fit";
    refused(__FILE__, __LINE__, &s, "add", ARGS(ARRAY("f32", 4), large), NULL, FRIT_ERR_ARGUMENT,
            "add: y: 5000000000 does not fit\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given           parameter  shape\n"
            "     x         array of float  float      (4,)\n"
            "  -> y         integer         float\n");
    refused(__FILE__, __LINE__, &s, "add", ARGS(NUMBER("f64"), other), NULL, FRIT_ERR_ARGUMENT,
            "add: y: no function takes such a value\n"
            "\n"
            "  float add(float x, float y)\n"
            "\n"
            "     argument  given   parameter  mapping\n"
            "     x         number  float      all calls\n"
            "  -> y         file    float\n");
    source_free(&s);
}

TEST(read_only) {
    Source s = source_load(text);
    frit_arg fixed = ARRAY("f32", 4), number = NUMBER("f64");
    fixed.read_only = number.read_only = true;
    refused(__FILE__, __LINE__, &s, "split", ARGS(ARRAY("f32", 4), fixed), NULL, FRIT_ERR_ARGUMENT,
            "split: whole: results are written to it, and it is read-only\n"
            "\n"
            "  void split(float x, out float whole)\n"
            "\n"
            "     argument  given           parameter  shape  mapping\n"
            "     x         array of float  float      (4,)   (0,)\n"
            "  -> whole     array of float  out float  (4,)   (0,)\n");
    refused(__FILE__, __LINE__, &s, "split", ARGS(NUMBER("f64"), number), NULL, FRIT_ERR_ARGUMENT,
            "split: whole: results are written to it: it must be an array\n"
            "\n"
            "  void split(float x, out float whole)\n"
            "\n"
            "     argument  given   parameter  mapping\n"
            "     x         number  float      all calls\n"
            "  -> whole     number  out float  all calls\n");
    Ready r = ready(&s, "add", ARGS(fixed, number)); /* to read them is no harm */
    ready_free(&r);
    /* A field that the method leaves as it was. */
    frit_arg mass = ARRAY("f32", 4);
    mass.read_only = true;
    frit_arg object = ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 4, 3)), named("mass", mass));
    r = ready(&s, "Particle.fall", ARGS(object, NUMBER("f64")));
    ready_free(&r);
    source_free(&s);
}
