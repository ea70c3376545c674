/* The checker: each rule of each stage is broken once, by hand, and must be the one that speaks. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "gen/gen.h"
#include "infer/check_typed.h"
#include "infer/infer.h"
#include "ir/check.h"
#include "ir/text.h"

static const char built_text[] = "struct S { a: f32, b: i32 }\n"
                                 "struct P { s: S, f: array(f32,3) }\n"
                                 "extern e(a: f32) -> (r: f32)\n"
                                 "program first<T>(x: T, y: T[n]) -> (r) { r = add(x, y) }\n"
                                 "program cond(a, b) -> (c) { c = lt(a, b) }\n"
                                 "program body(a, b) -> (c) { c = add(a, b) }\n"
                                 "program main(x: f32x3[m,4], y: S, a, b) -> (s, q) {\n"
                                 "  k = const(1.5:f32)\n"
                                 "  s = sum(x, axes=[1], keepdims=true)\n"
                                 "  q = @e(k)\n"
                                 "  w = while(a, b, cond=@cond, body=@body, carry=1)\n"
                                 "  z = norm(x, ord=2.0)\n"
                                 "  t = cast(x, to=f16)\n"
                                 "  g = scatter(x, x, a, axes=[0], combine=add)\n"
                                 "  f = fill(k, shape=[m,3])\n"
                                 "  u = const(7)\n"
                                 "  l = for(a, b, k, x, body=@three, carry=1)\n"
                                 "}\n";
enum { E, FIRST, COND, BODY, THREE, MAIN };                /* programs */
enum { K, S_SUM, Q, W, Z, T_CAST, G, F_FILL, U_CONST, L }; /* instructions of main */

typedef struct Fixture {
    frit_error error;
    Env env;
    Module *m;
} Fixture;

static Module *parse(Fixture *f, const char *text) {
    memset(&f->error, 0, sizeof f->error);
    f->env = (Env){&gen_allocator, &f->error};
    f->m = text_parse(&f->env, text, strlen(text));
    CHECK_MSG(f->m, "%u:%u: %s", f->error.line, f->error.column, f->error.message);
    return f->m;
}

static Module *parse_built(Fixture *f) {
    static const char three[] = "program three(i, c, x) -> (r) { r = add(c, c) }\n";
    char text[sizeof built_text + sizeof three];
    const char *main_at = strstr(built_text, "program main");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(main_at - built_text), built_text, three,
             main_at);
    return parse(f, text);
}

/* ---- ways to break the stage BUILT */

static Program *program(Module *m, ProgId id) {
    return m->programs.at[id];
}

static Instr *instr(Module *m, uint32_t i) {
    return &program(m, MAIN)->instrs.at[i];
}

/* The word of attribute k of instruction i of main. */
static int64_t *word(Module *m, uint32_t i, unsigned k) {
    return &program(m, MAIN)->attrs.at[instr(m, i)->attr + k];
}

/* Item number n of the list in that word. */
static int64_t *item(Module *m, uint32_t i, unsigned k, uint32_t n) {
    return &program(m, MAIN)->attrs.at[*word(m, i, k) + 1 + n];
}

static Type *type_of_kind(Module *m, TypeKind kind) {
    for (TypeId id = 1; id < m->types.all.len; id++)
        if (m->types.all.at[id].kind == kind)
            return &m->types.all.at[id];
    FAIL("no such type");
}

typedef struct Break {
    const char *rule;
    void (*fn)(Module *m);
} Break;

#define BREAK(name) static void name(Module *m)

BREAK(bad_utf8) {
    m->strings.bytes.at[m->strings.starts.at[3]] = (char)0xff;
}
BREAK(zero_in_name) {
    uint32_t start = m->strings.starts.at[m->strings.starts.len - 1];
    m->strings.bytes.at[start] = '\0';
    m->strings.bytes.at[m->strings.bytes.len - 1] = 'x';
}
BREAK(elem_after_itself) {
    type_of_kind(m, TYPE_ARRAY)->elem = m->types.all.len;
}
BREAK(rank_too_large) {
    type_of_kind(m, TYPE_ARRAY)->count = MAX_RANK + 1;
}
BREAK(dims_outside) {
    type_of_kind(m, TYPE_ARRAY)->data = UINT32_MAX;
}
BREAK(dim_of_no_name) {
    m->types.dims.at[type_of_kind(m, TYPE_ARRAY)->data] = DIM_NAMED(1000000);
}
BREAK(dim_of_empty_name) {
    m->types.dims.at[type_of_kind(m, TYPE_ARRAY)->data] = DIM_NAMED(NO_STR);
}
BREAK(dim_very_negative) {
    m->types.dims.at[type_of_kind(m, TYPE_ARRAY)->data] = INT64_MIN + 7;
}
BREAK(vector_of_five) {
    type_of_kind(m, TYPE_VECTOR)->rows = 5;
}
BREAK(dtype_unknown) {
    type_of_kind(m, TYPE_SCALAR)->dtype = DTYPE_COUNT;
}
BREAK(kind_unknown) {
    type_of_kind(m, TYPE_SCALAR)->kind = (TypeKind)99;
}
BREAK(fields_outside) {
    type_of_kind(m, TYPE_STRUCT)->data = 1000000;
}
BREAK(fixed_of_nothing) {
    type_of_kind(m, TYPE_FIXED)->count = 0;
}
BREAK(fixed_too_deep) {
    type_of_kind(m, TYPE_FIXED)->depth = 200;
}
BREAK(param_without_name) {
    type_of_kind(m, TYPE_PARAM)->name = NO_STR;
}
BREAK(same_fields) {
    m->types.fields.at[1].name = m->types.fields.at[0].name;
}
BREAK(same_structs) {
    for (TypeId id = 1; id < m->types.all.len; id++)
        if (m->types.all.at[id].kind == TYPE_STRUCT)
            m->types.all.at[id].name = type_of_kind(m, TYPE_STRUCT)->name;
}
BREAK(no_program_name) {
    program(m, COND)->name = NO_STR;
}
BREAK(wild_program_name) {
    program(m, COND)->name = 1000000;
}
BREAK(same_program_name) {
    program(m, COND)->name = program(m, BODY)->name;
}
BREAK(too_many_inputs) {
    program(m, COND)->n_inputs = 100;
}
BREAK(param_wild) {
    program(m, FIRST)->type_params.at[0] = 1000000;
}
BREAK(param_is_struct) {
    program(m, FIRST)->type_params.at[0] = type_of_kind(m, TYPE_STRUCT)->name;
}
BREAK(param_twice) {
    Env env = {&gen_allocator, &(frit_error){FRIT_OK, FRIT_STAGE_NONE, 0, 0, "", ""}};
    CHECK(vec_push(&env, &program(m, FIRST)->type_params, program(m, FIRST)->type_params.at[0]));
}
BREAK(param_count) {
    Env env = {&gen_allocator, &(frit_error){FRIT_OK, FRIT_STAGE_NONE, 0, 0, "", ""}};
    for (StrId name = 1; name <= MAX_TYPE_PARAMS; name++)
        CHECK(vec_push(&env, &program(m, FIRST)->type_params, name));
}
BREAK(param_not_declared) {
    program(m, FIRST)->type_params.len = 0;
}
BREAK(type_wild) {
    program(m, MAIN)->vars.at[2].type = 1000000;
}
BREAK(var_name_wild) {
    program(m, MAIN)->vars.at[2].name = 1000000;
}
BREAK(var_name_twice) {
    program(m, MAIN)->vars.at[2].name = program(m, MAIN)->vars.at[3].name;
}
BREAK(var_name_not_in_index) {
    program(m, MAIN)->vars.at[2].name = program(m, MAIN)->name;
}
BREAK(var_name_left_in_index) {
    program(m, MAIN)->vars.at[2].name = NO_STR;
}
BREAK(output_wild) {
    program(m, MAIN)->outputs.at[0] = program(m, MAIN)->vars.len;
}
BREAK(external_with_body) {
    program(m, BODY)->external = true;
}
BREAK(external_output_is_input) {
    program(m, E)->outputs.at[0] = 0;
}
BREAK(external_output_missing) {
    program(m, E)->outputs.len = 0;
}
BREAK(locations_short) {
    program(m, MAIN)->locs.len--;
}
BREAK(op_wild) {
    instr(m, K)->op = OP_COUNT;
}
BREAK(operands_wild) {
    instr(m, S_SUM)->in = UINT32_MAX;
}
BREAK(operands_many) {
    instr(m, S_SUM)->n_in = UINT32_MAX;
}
BREAK(arity_wrong) {
    instr(m, S_SUM)->n_in = 0;
}
BREAK(arity_too_small) {
    instr(m, G)->n_in = 1;
}
BREAK(result_skips) {
    instr(m, S_SUM)->out++;
}
BREAK(result_is_input) {
    instr(m, K)->out = 0;
}
BREAK(result_wild) {
    instr(m, L)->n_out = UINT16_MAX;
}
BREAK(operand_later) {
    program(m, MAIN)->operands.at[instr(m, S_SUM)->in] = instr(m, S_SUM)->out + 1;
}
BREAK(operand_itself) {
    program(m, MAIN)->operands.at[instr(m, S_SUM)->in] = instr(m, S_SUM)->out;
}
BREAK(attrs_wild) {
    instr(m, S_SUM)->attr = UINT32_MAX;
}
BREAK(attr_missing) {
    *word(m, Z, 2) = ATTR_ABSENT;
}
BREAK(attrs_missing) {
    instr(m, T_CAST)->attr = 0;
}
BREAK(attr_reference) {
    *word(m, S_SUM, AT_AXES) = ATTR_REF(0);
}
BREAK(bool_of_two) {
    *word(m, S_SUM, AT_KEEPDIMS) = 2;
}
BREAK(list_wild) {
    *word(m, S_SUM, AT_AXES) = 1 << 30;
}
BREAK(list_negative) {
    *word(m, S_SUM, AT_AXES) = -5;
}
BREAK(list_too_long) {
    program(m, MAIN)->attrs.at[*word(m, S_SUM, AT_AXES)] = INT64_MAX;
}
BREAK(list_of_negative_length) {
    program(m, MAIN)->attrs.at[*word(m, S_SUM, AT_AXES)] = -1;
}
BREAK(real_nan) {
    *word(m, Z, 2) = 0x7ff8000000000001;
}
BREAK(type_none) {
    *word(m, T_CAST, AT_TO) = NO_TYPE;
}
BREAK(type_attr_wild) {
    *word(m, T_CAST, AT_TO) = 1000000;
}
BREAK(type_attr_of_other_program) {
    *word(m, T_CAST, AT_TO) = program(m, FIRST)->vars.at[0].type;
}
BREAK(program_itself) {
    *word(m, Q, AT_CALLEE) = MAIN;
}
BREAK(program_negative) {
    *word(m, Q, AT_CALLEE) = -1;
}
BREAK(combine_wild) {
    *word(m, G, 1) = COMBINE_COUNT;
}
BREAK(dim_attr_wild) {
    *item(m, F_FILL, AT_SHAPE, 0) = -1000000;
}
BREAK(dim_attr_nameless) {
    *item(m, F_FILL, AT_SHAPE, 0) = -1;
}
BREAK(literal_form) {
    *item(m, K, 0, 0) = LITERAL_COMPLEX + 1;
}
BREAK(literal_type) {
    *item(m, K, 0, 1) = program(m, MAIN)->vars.at[0].type;
}
BREAK(literal_wide) {
    *item(m, K, 0, 2) = (int64_t)1 << 40;
}
BREAK(literal_high_word) {
    *item(m, K, 0, 3) = 1;
}
BREAK(literal_weak_with_scalar_type) {
    *item(m, U_CONST, 0, 1) = *item(m, K, 0, 1);
}
BREAK(literal_uint_small) {
    *item(m, U_CONST, 0, 0) = LITERAL_UINT;
}
BREAK(literal_short) {
    program(m, MAIN)->attrs.at[*word(m, K, 0)] = 3;
}
BREAK(carry_zero) {
    *word(m, W, AT_WHILE_CARRY) = 0;
}
BREAK(carry_all_and_more) {
    *word(m, L, AT_FOR_CARRY) = 3;
}
BREAK(two_results) {
    instr(m, L)->n_out = 0;
}
BREAK(one_result_is_two) {
    *word(m, L, AT_FOR_CARRY) = 2;
}
BREAK(callee_inputs) {
    *word(m, Q, AT_CALLEE) = COND;
}
BREAK(callee_outputs) {
    program(m, BODY)->outputs.len = 0;
}
BREAK(condition_of_other_arity) {
    *word(m, W, AT_WHILE_COND) = E;
}
BREAK(variable_of_nobody) {
    program(m, MAIN)->instrs.len--;
    program(m, MAIN)->locs.len--;
}

static const Break breaks[] = {
    {"names", bad_utf8},
    {"names", zero_in_name},
    {"types", elem_after_itself},
    {"types", rank_too_large},
    {"types", dims_outside},
    {"types", dim_of_no_name},
    {"types", dim_of_empty_name},
    {"types", dim_very_negative},
    {"types", vector_of_five},
    {"types", dtype_unknown},
    {"types", kind_unknown},
    {"types", fields_outside},
    {"types", fixed_of_nothing},
    {"types", fixed_too_deep},
    {"types", param_without_name},
    {"structs", same_fields},
    {"structs", same_structs},
    {"program-name", no_program_name},
    {"program-name", wild_program_name},
    {"program-name", same_program_name},
    {"inputs", too_many_inputs},
    {"type-params", param_wild},
    {"type-params", param_is_struct},
    {"type-params", param_twice},
    {"type-params", param_count},
    {"variable-types", param_not_declared},
    {"variable-types", type_wild},
    {"variable-names", var_name_wild},
    {"variable-names", var_name_twice},
    {"variable-names", var_name_not_in_index},
    {"variable-names", var_name_left_in_index},
    {"outputs", output_wild},
    {"external", external_with_body},
    {"external", external_output_is_input},
    {"external", external_output_missing},
    {"locations", locations_short},
    {"op", op_wild},
    {"operand-pool", operands_wild},
    {"operand-pool", operands_many},
    {"arity", arity_wrong},
    {"arity", arity_too_small},
    {"results", result_skips},
    {"results", result_is_input},
    {"results", result_wild},
    {"defined-before-use", operand_later},
    {"defined-before-use", operand_itself},
    {"attribute-pool", attrs_wild},
    {"attribute-required", attr_missing},
    {"attribute-required", attrs_missing},
    {"attribute-value", attr_reference},
    {"attribute-value", bool_of_two},
    {"attribute-value", list_wild},
    {"attribute-value", list_negative},
    {"attribute-value", list_too_long},
    {"attribute-value", list_of_negative_length},
    {"attribute-value", real_nan},
    {"attribute-value", type_none},
    {"attribute-value", type_attr_wild},
    {"attribute-value", type_attr_of_other_program},
    {"attribute-value", program_itself},
    {"attribute-value", program_negative},
    {"attribute-value", combine_wild},
    {"attribute-value", dim_attr_wild},
    {"attribute-value", dim_attr_nameless},
    {"attribute-value", literal_form},
    {"attribute-value", literal_type},
    {"attribute-value", literal_wide},
    {"attribute-value", literal_high_word},
    {"attribute-value", literal_weak_with_scalar_type},
    {"attribute-value", literal_uint_small},
    {"attribute-value", literal_short},
    {"carry", carry_zero},
    {"carry", carry_all_and_more},
    {"result-count", two_results},
    {"result-count", one_result_is_two},
    {"callee", callee_inputs},
    {"callee", callee_outputs},
    {"callee", condition_of_other_arity},
    {"all-defined", variable_of_nobody},
};

enum { BREAK_COUNT = sizeof breaks / sizeof *breaks };

static void check_rule_spoke(const Fixture *f, const char *rule) {
    char tail[80];
    snprintf(tail, sizeof tail, " [%s]", rule);
    size_t have = strlen(f->error.message), want = strlen(tail);
    CHECK_EQ_INT(f->error.status, FRIT_ERR_CHECK);
    CHECK_EQ_INT(f->error.stage, FRIT_STAGE_CHECK);
    CHECK_MSG(have > want && strcmp(f->error.message + have - want, tail) == 0,
              "the message should end in%s: %s", tail, f->error.message);
}

TEST(every_built_rule_can_be_broken) {
    for (uint32_t k = 0; k < BREAK_COUNT; k++) {
        Fixture f;
        parse_built(&f);
        test_note("break %u, for [%s]", k, breaks[k].rule);
        CHECK(check_built(&f.env, f.m));
        breaks[k].fn(f.m);
        CHECK(!check_built(&f.env, f.m));
        check_rule_spoke(&f, breaks[k].rule);
        module_free(f.m);
    }
}

TEST(no_built_rule_is_untested) {
    CheckRule rule;
    for (uint32_t i = 0; check_built_rule(i, &rule); i++) {
        bool found = false;
        for (uint32_t k = 0; k < BREAK_COUNT; k++)
            found |= strcmp(breaks[k].rule, rule.name) == 0;
        CHECK_MSG(found, "no test breaks the rule %s (%s)", rule.name, rule.doc);
    }
}

TEST(errors_name_the_place) {
    Fixture f;
    parse_built(&f);
    operand_later(f.m);
    CHECK(!check_built(&f.env, f.m));
    CHECK_STR(f.error.place, "program main, instruction 1");
    CHECK_EQ_UINT(f.error.line, 10);
    module_free(f.m);
    parse_built(&f);
    output_wild(f.m);
    CHECK(!check_built(&f.env, f.m));
    CHECK_STR(f.error.place, "program main");
    module_free(f.m);
}

/* Text can break some rules itself; the parser must pass the checker's word on. */
TEST(text_that_breaks_rules) {
    static const struct {
        const char *text, *rule;
    } cases[] = {
        {"program p(x) -> (r) { r = add(x) }", "arity"},
        {"program p(x) -> (r) { r = cast(x) }", "attribute-required"},
        {"program a(x) -> () { }\nprogram p(c, x) -> (r) { r = if(c, x, then=@a, else=@a) }",
         "callee"},
        {"program a(i, x) -> (x) { }\nprogram p(n, x) -> (r) { r = for(n, n, x, body=@a, carry=2) "
         "}",
         "carry"},
        {"program a(i, x) -> (x) { }\nprogram p(n, x) -> (r, s) "
         "{ r, s = for(n, n, x, body=@a, carry=1) }",
         "result-count"},
        {"struct T { a: f32 }\nprogram p<T>(x: T) -> (x) { }", "type-params"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        Fixture f = {.env = {&gen_allocator, &f.error}};
        test_note("%s", cases[k].text);
        f.m = text_parse(&f.env, cases[k].text, strlen(cases[k].text));
        CHECK(!f.m);
        check_rule_spoke(&f, cases[k].rule);
    }
}

/* ---- the later stages */

static const char typed_text[] = "extern e(a: f32) -> (r: f32)\n"
                                 "program two(a: f32) -> (r) {\n"
                                 "  k: f32 = const(2.0:f32)\n"
                                 "  r: f32 = mul(a, k)\n"
                                 "}\n"
                                 "program main(x: f32[m,4], y: f32) -> (r) {\n"
                                 "  a: f32 = @two(y)\n"
                                 "  b: f32 = @e(a)\n"
                                 "  q: f32[m,4] = square(x)\n"
                                 "  s: f32[m] = sum(q, axes=[1])\n"
                                 "  r: f32[m] = add(s, b)\n"
                                 "}\n";
enum { TYPED_TWO = 1, TYPED_MAIN = 2 };

static bool check_text(Fixture *f, const char *text, frit_check_stage stage) {
    parse(f, text);
    bool ok = check_module(&f->env, f->m, stage);
    module_free(f->m);
    return ok;
}

/* Replaces `from`, which must be there, by `to`. */
static const char *edited(char *buffer, size_t size, const char *text, const char *from,
                          const char *to) {
    const char *at = strstr(text, from);
    CHECK_MSG(at, "no \"%s\" in the text", from);
    int n = snprintf(buffer, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    CHECK(n > 0 && (size_t)n < size);
    return buffer;
}

TEST(later_stages_hold_and_break) {
    static const struct {
        frit_check_stage stage;
        const char *from, *to, *rule;
    } cases[] = {
        {FRIT_CHECK_TYPED, "program two(a: f32)", "program two<T>(a: f32)", "no-type-params"},
        {FRIT_CHECK_TYPED, "(x: f32[m,4], y", "(x, y", "concrete-types"},
        {FRIT_CHECK_TYPED, "(x: f32[m,4], y", "(x: f32[...], y", "concrete-types"},
        {FRIT_CHECK_TYPED, "q: f32[m,4] = sq", "q = sq", "concrete-types"},
        {FRIT_CHECK_TYPED, "const(2.0:f32)", "const(2.0)", "typed-literals"},
        {FRIT_CHECK_TYPED, "k: f32 = const(2.0:f32)", "k: f32 = const(2.0:f64)", "result-types"},
        {FRIT_CHECK_TYPED, "s: f32[m] = sum", "s: f32[4] = sum", "result-types"},
        {FRIT_CHECK_TYPED, "s: f32[m] = sum", "s: f64[m] = sum", "result-types"},
        {FRIT_CHECK_TYPED, "y: f32)", "y: f64)", "result-types"},
        {FRIT_CHECK_TYPED, "a: f32 = @two", "a: f64 = @two", "result-types"},
        {FRIT_CHECK_EXPANDED, "q: f32[m,4] = sq", "q: f32[m,4] = sq", "composite"},
        {FRIT_CHECK_FLAT, "square(x)", "mul(x, x)", "call"},
    };
    Fixture f;
    char text[sizeof typed_text + 100], *expanded = text;
    CHECK_MSG(check_text(&f, typed_text, FRIT_CHECK_TYPED), "%s", f.error.message);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        test_note("%s -> %s", cases[k].from, cases[k].to);
        edited(text, sizeof text, typed_text, cases[k].from, cases[k].to);
        CHECK(!check_text(&f, text, cases[k].stage));
        check_rule_spoke(&f, cases[k].rule);
        CHECK(check_text(&f, text, FRIT_CHECK_BUILT));
    }
    /* The stages that were broken last do hold once nothing of the kind is left. */
    edited(expanded, sizeof text, typed_text, "square(x)", "mul(x, x)");
    CHECK_MSG(check_text(&f, expanded, FRIT_CHECK_EXPANDED), "%s", f.error.message);
    char flat[sizeof text];
    edited(flat, sizeof flat, expanded, "@two(y)", "add(y, y)");
    CHECK_MSG(check_text(&f, flat, FRIT_CHECK_FLAT), "%s", f.error.message);
}

TEST(every_later_rule_is_in_its_stage) {
    static const char *const names[] = {"no-type-params", "concrete-types", "typed-literals",
                                        "result-types",   "composite",      "call"};
    CheckRule rule;
    frit_check_stage stage;
    uint32_t n = 0;
    for (; check_module_rule(n, &rule, &stage); n++) {
        CHECK(n < sizeof names / sizeof *names);
        CHECK_STR(rule.name, names[n]);
        CHECK(rule.doc[0] && stage > FRIT_CHECK_BUILT);
    }
    CHECK_EQ_UINT(n, sizeof names / sizeof *names);
}

/* Extents that only a run can tell may have turned out to equal others. */
TEST(derived_extents_may_have_other_names) {
    static const char text[] = "program main(x: f32[n], y: f32[m]) -> (r) {\n"
                               "  s: f32[m] = slice(x, start=[1])\n"
                               "  p: f32[5] = pad(x, k, lo=[1], hi=[0])\n"
                               "  r: f32[m] = add(s, y)\n"
                               "}\n";
    Fixture f;
    char edit[sizeof text + 100];
    const char *whole = edited(edit, sizeof edit, text, "  p:", "  k: f32 = const(0.0:f32)\n  p:");
    CHECK_MSG(check_text(&f, whole, FRIT_CHECK_TYPED), "%s", f.error.message);
    /* But not the rank, and not an extent that the step leaves as it is. */
    char wrong[sizeof edit + 100];
    edited(wrong, sizeof wrong, whole, "s: f32[m] =", "s: f32[m,1] =");
    CHECK(!check_text(&f, wrong, FRIT_CHECK_TYPED));
    check_rule_spoke(&f, "result-types");
    edited(wrong, sizeof wrong, whole, "start=[1]", "start=[_]");
    CHECK(!check_text(&f, wrong, FRIT_CHECK_TYPED));
    check_rule_spoke(&f, "result-types");
}
