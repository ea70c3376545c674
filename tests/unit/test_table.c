/* The op table: every row is whole, and says the same thing in each of its columns. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "infer/rules.h"
#include "op/eval.h"
#include "op/op.h"

static const char *name_of(Op op) {
    return op_info(op)->name;
}

static unsigned count_words(const char *text) {
    unsigned n = 0;
    for (const char *c = text; *c; c++)
        n += *c != ' ' && (c == text || c[-1] == ' ');
    return n;
}

TEST(names_differ) {
    for (Op a = 0; a < OP_COUNT; a++) {
        CHECK_EQ_UINT(op_from_name(name_of(a), strlen(name_of(a))), a);
        for (Op b = a + 1; b < OP_COUNT; b++)
            CHECK_MSG(strcmp(name_of(a), name_of(b)) != 0, "two ops are called %s", name_of(a));
    }
    CHECK_EQ_UINT(op_from_name("nothing", 7), OP_NONE);
    CHECK_EQ_UINT(op_from_name("add", 2), OP_NONE);
    CHECK_EQ_UINT(op_from_name("", 0), OP_NONE);
    CHECK_EQ_UINT(op_from_name("where", 5), OP_select);
}

TEST(operands_are_counted) {
    for (Op op = 0; op < OP_COUNT; op++) {
        bool variadic = op_info(op)->flags & OPF_VARIADIC;
        test_note("%s", name_of(op));
        CHECK_EQ_UINT(count_words(op_info(op)->operands), op_info(op)->arity + variadic);
        CHECK(!strstr(op_info(op)->operands, "  "));
    }
}

TEST(docs_are_sentences) {
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        test_note("%s", info->name);
        CHECK(info->doc && *info->doc);
        CHECK(info->doc[strlen(info->doc) - 1] != '.');
        CHECK(!strpbrk(info->doc, "\"\\\n")); /* JSON and Markdown print it as it is */
        CHECK(info->family && *info->family);
        CHECK(info->accepts != 0);
    }
}

TEST(attributes_are_named_once) {
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        test_note("%s", info->name);
        CHECK(op_attr_count(op) < MAX_ATTRS);
        CHECK_EQ_UINT(info->attrs[op_attr_count(op)].kind, ATTR_END);
        for (unsigned k = 0; k < op_attr_count(op); k++) {
            const char *name = info->attrs[k].name;
            CHECK_EQ_INT(op_attr_find(op, name, strlen(name)), (int)k);
        }
        CHECK_EQ_INT(op_attr_find(op, "nothing", 7), -1);
    }
}

/* ---- places of attributes */

typedef struct Place {
    Op op;
    unsigned at;
    const char *name;
    AttrKind kind;
} Place;

static void check_place(Place want) {
    const AttrInfo *attr = &op_info(want.op)->attrs[want.at];
    test_note("attribute %u of %s", want.at, name_of(want.op));
    CHECK(want.at < op_attr_count(want.op));
    CHECK_STR(attr->name, want.name);
    CHECK_EQ_UINT(attr->kind, want.kind);
}

/* The AT_ constants of op.h for each op whose attributes some code reads by them. */
TEST(attribute_places_by_op) {
    static const Place places[] = {
        {OP_const, AT_CONST_VALUE, "value", ATTR_LITERAL},
        {OP_cast, AT_TO, "to", ATTR_TYPE},
        {OP_bitcast, AT_TO, "to", ATTR_TYPE},
        {OP_make, AT_TO, "to", ATTR_TYPE},
        {OP_extract, AT_INDEX, "index", ATTR_INT},
        {OP_insert, AT_INDEX, "index", ATTR_INT},
        {OP_swizzle, AT_LANES, "lanes", ATTR_INTS},
        {OP_iota, AT_SHAPE, "shape", ATTR_DIMS},
        {OP_iota, AT_IOTA_AXIS, "axis", ATTR_INT},
        {OP_iota, AT_IOTA_TO, "to", ATTR_TYPE},
        {OP_fill, AT_SHAPE, "shape", ATTR_DIMS},
        {OP_broadcast, AT_SHAPE, "shape", ATTR_DIMS},
        {OP_reshape, AT_SHAPE, "shape", ATTR_DIMS},
        {OP_transpose, AT_PERM, "perm", ATTR_INTS},
        {OP_expand_dims, AT_AXES, "axes", ATTR_INTS},
        {OP_squeeze, AT_AXES, "axes", ATTR_INTS},
        {OP_flip, AT_AXES, "axes", ATTR_INTS},
        {OP_gather, AT_AXES, "axes", ATTR_INTS},
        {OP_scatter, AT_AXES, "axes", ATTR_INTS},
        {OP_scatter, 1, "combine", ATTR_COMBINE}, /* COMBINE_ATTR of rules_shape.c */
        {OP_slice, AT_START, "start", ATTR_INTS},
        {OP_slice, AT_STOP, "stop", ATTR_INTS},
        {OP_slice, AT_STEP, "step", ATTR_INTS},
        {OP_pad, AT_LO, "lo", ATTR_INTS},
        {OP_pad, AT_HI, "hi", ATTR_INTS},
        {OP_concat, AT_AXIS, "axis", ATTR_INT},
        {OP_stack, AT_AXIS, "axis", ATTR_INT},
        {OP_contract, AT_X_AXES, "x_axes", ATTR_INTS},
        {OP_contract, AT_Y_AXES, "y_axes", ATTR_INTS},
        {OP_contract, AT_X_BATCH, "x_batch", ATTR_INTS},
        {OP_contract, AT_Y_BATCH, "y_batch", ATTR_INTS},
        {OP_call, AT_CALLEE, "callee", ATTR_PROGRAM},
        {OP_map, AT_CALLEE, "callee", ATTR_PROGRAM},
        {OP_if, AT_THEN, "then", ATTR_PROGRAM},
        {OP_if, AT_ELSE, "else", ATTR_PROGRAM},
        {OP_for, AT_FOR_BODY, "body", ATTR_PROGRAM},
        {OP_for, AT_FOR_CARRY, "carry", ATTR_INT},
        {OP_while, AT_WHILE_COND, "cond", ATTR_PROGRAM},
        {OP_while, AT_WHILE_BODY, "body", ATTR_PROGRAM},
        {OP_while, AT_WHILE_CARRY, "carry", ATTR_INT},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        check_place(places[i]);
}

/* Rules read the attributes of every op that has them, so new rows are held to it too. */
TEST(attribute_places_by_rule) {
    for (Op op = 0; op < OP_COUNT; op++) {
        switch (op_info(op)->rule) {
        case RULE_REDUCE:
            check_place((Place){op, AT_AXES, "axes", ATTR_INTS});
            check_place((Place){op, AT_KEEPDIMS, "keepdims", ATTR_BOOL});
            break;
        case RULE_ARG_REDUCE:
            check_place((Place){op, AT_AXIS, "axis", ATTR_INT});
            check_place((Place){op, AT_KEEPDIMS, "keepdims", ATTR_BOOL});
            break;
        case RULE_SAME_SHAPE:
            if (op_attr_count(op))
                check_place((Place){op, AT_AXES, "axes", ATTR_INTS});
            break;
        case RULE_SCAN: check_place((Place){op, AT_AXIS, "axis", ATTR_INT}); break;
        case RULE_RANDOM:
            check_place((Place){op, AT_SHAPE, "shape", ATTR_DIMS});
            check_place((Place){op, AT_RANDOM_TO, "to", ATTR_TYPE});
            break;
        case RULE_ELEMENTWISE: /* reads none, so only a composite may have some */
            test_note("%s", name_of(op));
            CHECK(op_attr_count(op) == 0 || op_info(op)->expand);
            break;
        default: break;
        }
    }
}

/* ---- columns against each other */

TEST(flags_follow_rules) {
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        bool control = info->rule == RULE_CALL || info->rule == RULE_MAP || info->rule == RULE_IF ||
                       info->rule == RULE_FOR || info->rule == RULE_WHILE,
             programs = false;
        test_note("%s", info->name);
        for (unsigned k = 0; k < op_attr_count(op); k++)
            programs |= info->attrs[k].kind == ATTR_PROGRAM;
        CHECK_EQ_INT((info->flags & OPF_CONTROL) != 0, control);
        CHECK_EQ_INT(programs, control);
        if (info->flags & OPF_COMMUTES)
            CHECK_EQ_UINT(info->arity, 2);
    }
}

/* Source text and evaluation stand in one column: both are there exactly for what is accepted. */
TEST(steps_exist_where_accepted) {
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        bool step = info->rule == RULE_ELEMENTWISE && !info->expand;
        const struct {
            DtypeClass class;
            const char *source;
        } columns[] = {{CLASS_BOOL, info->source_b},
                       {CLASS_SIGNED, info->source_i},
                       {CLASS_UNSIGNED, info->source_u},
                       {CLASS_FLOAT, info->source_f},
                       {CLASS_COMPLEX, info->source_z}};
        for (int k = 0; k < 5; k++) {
            test_note("%s, column %d", info->name, k);
            CHECK_EQ_INT(columns[k].source != NULL, step && (info->accepts & columns[k].class));
        }
        for (Dtype d = 0; d < DTYPE_COUNT; d++) {
            Scalar in[3] = {{0}}, out;
            bool accepted =
                step && (info->accepts & dtype_info(d)->class) && op_result_dtype(op, d) != DT_NONE;
            test_note("%s of %s", info->name, dtype_info(d)->name);
            CHECK_EQ_INT(op_eval(op, d, in, &out), accepted);
        }
    }
}

/* Every rule that is not the walk's own has a function; without attributes it may only complain. */
TEST(rules_have_functions) {
    frit_context *context = frit_context_new(NULL);
    frit_module *m;
    frit_error error;
    bool used[RULE_COUNT] = {false};
    CHECK(frit_module_new(context, &m, &error) == FRIT_OK);
    for (Op op = 0; op < OP_COUNT; op++) {
        Env env = {&m->allocator, &error};
        TypeId f32, in[4];
        Dtype want[4] = {DT_NONE, DT_NONE, DT_NONE, DT_NONE};
        Attrs none = attrs_none();
        Program *pool = program_new(&env, NO_STR);
        CHECK(pool && type_scalar(&env, &m->types, DT_F32, &f32));
        for (int k = 0; k < 4; k++)
            in[k] = f32;
        RuleCall call = {.env = &env,
                         .module = m,
                         .op = op,
                         .info = op_info(op),
                         .pool = pool,
                         .words = none.word,
                         .in = in,
                         .n_in = op_info(op)->arity,
                         .want = want};
        memset(&error, 0, sizeof error);
        bool ok = rule_apply(&call);
        bool walk = op_info(op)->rule == RULE_CONST || (op_info(op)->flags & OPF_CONTROL);
        test_note("%s: %s", name_of(op), error.message);
        CHECK_EQ_INT(!ok && error.status == FRIT_ERR_INTERNAL, walk);
        used[op_info(op)->rule] = true;
        program_free(&m->allocator, pool);
    }
    for (int rule = 0; rule < RULE_COUNT; rule++)
        CHECK_MSG(used[rule], "no op has rule %d", rule);
    frit_module_free(m);
    frit_context_free(context);
}

/* ---- composite ops */

/* Every op an expansion names is primitive or stands above it, so that expanding ends. */
TEST(expansions_use_what_is_above) {
    for (Op op = 0; op < OP_COUNT; op++) {
        const char *text = op_info(op)->expand;
        for (const char *c = text; text && *c; c++) {
            if (*c != '(')
                continue;
            const char *start = c;
            while (start > text && (start[-1] == '_' || (start[-1] >= 'a' && start[-1] <= 'z') ||
                                    (start[-1] >= '0' && start[-1] <= '9')))
                start--;
            Op used = op_from_name(start, (size_t)(c - start));
            test_note("%.*s in %s", (int)(c - start), start, name_of(op));
            CHECK(used != OP_NONE);
            CHECK(!(op_info(used)->flags & OPF_CONTROL));
            CHECK(!op_info(used)->expand || used < op);
        }
    }
}

typedef struct Bench {
    frit_context *context;
    frit_error error;
} Bench;

/* The type of the only output of the only program, as text. */
static void output_type(const frit_module *m, char *buffer, size_t size) {
    uint32_t last = frit_module_program_count(m) - 1;
    frit_type_text(frit_var_type(m, last, frit_program_output(m, last, 0)), buffer, size);
}

/* Types the program, expands it, and checks that its output keeps the type. */
static void expand_one(Bench *b, const char *text) {
    frit_module *m = NULL, *typed = NULL;
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .check = true};
    char before[200], after[200];
    test_note("%s", text);
    CHECK_MSG(!frit_module_parse(b->context, text, strlen(text), &m, &b->error), "%s",
              b->error.message);
    CHECK_MSG(!frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &b->error), "%s",
              b->error.message);
    CHECK_MSG(!frit_module_check(typed, FRIT_CHECK_TYPED, &b->error), "%s", b->error.message);
    output_type(typed, before, sizeof before);
    CHECK_MSG(!frit_module_optimize(typed, "expand", &options, &b->error), "%s", b->error.message);
    CHECK_MSG(!frit_module_check(typed, FRIT_CHECK_EXPANDED, &b->error), "%s", b->error.message);
    output_type(typed, after, sizeof after);
    CHECK_STR(after, before);
    frit_module_free(m);
    frit_module_free(typed);
}

/* A program of one instruction over operands of one type. */
static void expand_op(Bench *b, Op op, const char *type, const char *attrs) {
    char text[600];
    int n = snprintf(text, sizeof text, "program main(a: %s, b: %s, c: %s) -> (r) { r = %s(", type,
                     type, type, name_of(op));
    for (unsigned k = 0; k < op_info(op)->arity; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%c", k ? ", " : "", 'a' + (int)k);
    snprintf(text + n, sizeof text - (size_t)n, "%s%s) }", *attrs ? ", " : "", attrs);
    expand_one(b, text);
}

/* The attribute lists to try: each with and without every optional attribute that the op has. */
static void each_attrs(Bench *b, Op op, const char *type, unsigned rank) {
    static const char *const axes[] = {"",          "axes=[]",    "axes=[0]",
                                       "axes=[-1]", "axes=[0,1]", "axes=[2,0]"};
    static const unsigned axes_rank[] = {0, 0, 1, 1, 2, 3};
    static const char *const rest[][7] = {
        {"keepdims", "", "keepdims=false", "keepdims=true", NULL},
        {"omit_nan", "", "omit_nan=true", NULL},
        {"correction", "", "correction=1.0", "correction=0.5", "correction=1e300", NULL},
        {"ord", "ord=2.0", "ord=1.0", "ord=inf", "ord=-inf", "ord=3.5", "ord=1e300"},
        {"approximate", "", "approximate=true", "approximate=false", NULL},
    };
    bool has_axes = op_attr_find(op, "axes", 4) >= 0;
    for (size_t a = 0; a < (has_axes ? sizeof axes / sizeof *axes : 1); a++) {
        if (axes_rank[a] > rank)
            continue;
        unsigned counts[5], total = 1;
        for (int k = 0; k < 5; k++) {
            counts[k] = 1;
            if (op_attr_find(op, rest[k][0], strlen(rest[k][0])) >= 0)
                for (counts[k] = 0; counts[k] < 6 && rest[k][counts[k] + 1];)
                    counts[k]++;
            total *= counts[k];
        }
        for (unsigned choice = 0; choice < total; choice++) {
            char text[200];
            unsigned left = choice;
            size_t n = (size_t)snprintf(text, sizeof text, "%s", has_axes ? axes[a] : "");
            for (int k = 0; k < 5; k++) {
                const char *one = rest[k][left % counts[k] + 1];
                left /= counts[k];
                if (op_attr_find(op, rest[k][0], strlen(rest[k][0])) >= 0 && *one)
                    n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? ", " : "", one);
            }
            expand_op(b, op, type, text);
        }
    }
}

/* Every composite, in every dtype it takes, for ranks 0 to 3 and all attributes. */
TEST(expansions_have_the_type_of_the_op) {
    static const char *const shapes[] = {"", "[n]", "[m,n]", "[2,n,3]"};
    Bench b = {.context = frit_context_new(NULL)};
    unsigned composites = 0;
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        if (!info->expand)
            continue;
        composites++;
        for (Dtype d = 0; d < DTYPE_COUNT; d++) {
            if (!(info->accepts & dtype_info(d)->class))
                continue;
            for (unsigned rank = 0; rank < 4; rank++) {
                char type[40];
                bool vector = strcmp(info->family, "vector") == 0;
                snprintf(type, sizeof type, "%s%s%s", dtype_info(d)->name, vector ? "x3" : "",
                         shapes[rank]);
                each_attrs(&b, op, type, rank);
                if (info->rule == RULE_ELEMENTWISE && rank < 2) {
                    snprintf(type, sizeof type, "%sx4%s", dtype_info(d)->name, shapes[rank]);
                    each_attrs(&b, op, type, rank);
                    snprintf(type, sizeof type, "%sx2x3%s", dtype_info(d)->name, shapes[rank]);
                    each_attrs(&b, op, type, rank);
                }
            }
        }
    }
    CHECK(composites > 15);
    frit_context_free(b.context);
}

/* Operands of different shapes and literals among them: the expansion broadcasts as the op does. */
TEST(expansions_broadcast) {
    static const char *const bodies[] = {
        "r = clip(x, y, z)",
        "r = lerp(x, y, z)",
        "r = lerp(z, x, y)",
        "r = logaddexp(x, z)",
        "one = const(1) r = clip(x, z, one)",
        "h = const(0.5) r = lerp(z, y, h)",
    };
    Bench b = {.context = frit_context_new(NULL)};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char text[200];
        snprintf(text, sizeof text, "program main(x: f32[m,1], y: f32, z: f32[n]) -> (r) { %s }",
                 bodies[i]);
        expand_one(&b, text);
    }
    frit_context_free(b.context);
}
