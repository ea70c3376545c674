/* Loops of scripts as machine code: written from the tree, run on variables that stand there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "front/script/builtin/builtin.h"
#include "front/script/loop/known.h"
#include "harness.h"

/* A loop with its variables; vars of the text are slots of its body. */
typedef struct Bench {
    frit_context *context;
    Interp in;
    ScriptNames names;
    Source *source;
    Diagnostics told;
    ScriptTree tree;
    Value slots[64];
    LoopKnown known;
    LoopCode *code;
    const ScriptNode *loop;
    LoopOffer offer;
    LoopResult result;
} Bench;

static struct test_alloc memory = TEST_ALLOC(0);
static const frit_allocator plain = {test_alloc_fn, &memory};

static const ScriptFunction *function_of(void *user, NameId name) {
    const Bench *b = user;
    for (uint32_t k = 0; k < b->tree.n_functions; k++)
        if (b->tree.functions[k]->name == name)
            return b->tree.functions[k];
    return NULL;
}

static Bench *open_bench(const char *text) {
    Bench *b = calloc(1, sizeof *b);
    CHECK(b);
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .cache_dir = ""};
    CHECK_EQ_INT(frit_context_new_with(NULL, &options, &b->context, NULL), FRIT_OK);
    char version[32];
    if (frit_context_llvm(b->context, version, sizeof version, NULL) != FRIT_OK)
        SKIP("there is no LLVM");
    CHECK(interp_open(&b->in, &plain, b->context) && builtin_open(&b->in));
    b->source = source_new(&b->in.env, "test", text, strlen(text));
    ScriptParse parse = {.names = &b->names};
    CHECK(script_parse(&b->in.env, &parse, b->source, &b->told, &b->tree));
    CHECK(script_resolve(&b->in.env, &b->tree, NULL, &b->told));
    CHECK(!b->tree.broken);
    const ScriptNode *body = b->tree.body->body;
    for (uint32_t k = 0; k < body->n_items && !b->loop; k++)
        if (body->items[k]->kind == SN_FOR || body->items[k]->kind == SN_WHILE ||
            body->items[k]->kind == SN_DO_UNTIL)
            b->loop = body->items[k];
    b->offer = (LoopOffer){.tree = &b->tree,
                           .function = b->tree.body,
                           .loop = b->loop,
                           .slots = b->slots,
                           .n_slots = 64,
                           .function_of = function_of,
                           .user = b};
    return b;
}

static void close_bench(Bench *b) {
    loop_code_free(&b->in, b->code);
    interp_release(&b->in, b->known.places, b->known.place_room * sizeof *b->known.places);
    value_drop_all(&b->in, b->slots, 64);
    script_tree_free(&plain, &b->tree);
    script_names_free(&plain, &b->names);
    diagnostics_free(&plain, &b->told);
    source_free(b->source);
    builtin_close(&b->in);
    interp_close(&b->in);
    frit_context_free(b->context);
    free(b);
    CHECK_ALLOC(&memory);
}

static Value *slot(Bench *b, const char *name) {
    uint32_t k =
        script_scope_find(&b->tree.body->scope, script_find_name(&b->names, name, strlen(name)));
    CHECK_MSG(k < 64, "there is no variable %s", name);
    return &b->slots[k];
}

static void set(Bench *b, const char *name, double x) {
    *slot(b, name) = value_double(x);
}

static void set_array(Bench *b, const char *name, int64_t rows, int64_t columns, const double *x) {
    Shape shape = shape_make(rows, columns);
    Value v;
    CHECK(value_zeros(&b->in, CLASS_DOUBLE, &shape, &v));
    if (x)
        memcpy(VALUE_ARRAY_OF(v)->data, x, (size_t)(rows * columns) * sizeof *x);
    *slot(b, name) = v;
}

/* Compiles it for what its variables are now. */
static void compile(Bench *b) {
    CHECK(loop_look(&b->in, &b->known, &b->offer));
    CHECK(loop_code_make(&b->in, &b->known, &b->offer, &b->code));
    CHECK_MSG(!b->code->refused, "line %u: %s", b->code->why_line, b->code->why);
    frit_error error;
    frit_status status = frit_loop_compile(b->context, b->code->text, b->code->text_len, "test",
                                           true, &b->code->loop, &error);
    if (status != FRIT_OK)
        FAIL("%s\n%s", error.message, b->code->text);
}

static void over(Bench *b, double base, double step, int64_t count) {
    b->offer.over = (LoopOver){.base = base, .step = step, .count = count};
}

static void run(Bench *b) {
    if (!b->code)
        compile(b);
    CHECK(loop_run(&b->in, b->code, &b->offer, &b->result));
}

static double number(Bench *b, const char *name) {
    Value v = *slot(b, name);
    CHECK_MSG(v.kind == VALUE_NUMBER, "%s is a %s", name, value_class_name(v));
    return v.as.number;
}

static const double *elements(Bench *b, const char *name) {
    Value v = *slot(b, name);
    CHECK(v.kind == VALUE_ARRAY);
    return VALUE_ARRAY_OF(v)->data;
}

TEST(a_sum) {
    Bench *b = open_bench("x = 0; for i = 1:n\n x = x + i;\n end");
    set(b, "x", 0);
    over(b, 1, 1, 1000);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_DONE);
    CHECK_EQ_F64(number(b, "x"), 500500);
    CHECK_EQ_F64(number(b, "i"), 1000);
    close_bench(b);
}

TEST(elements_are_written) {
    Bench *b = open_bench("for i = 2:n\n v(i) = v(i-1)*2 + numel(v);\n end");
    set_array(b, "v", 1, 10, (double[10]){1});
    set(b, "n", 10);
    over(b, 2, 1, 9);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_DONE);
    CHECK_EQ_F64(elements(b, "v")[9], 512 + 511 * 10);
    close_bench(b);
}

TEST(it_is_left_before_an_error) {
    Bench *b = open_bench("for i = 1:n\n s = s + v(i);\n t = s;\n end");
    set_array(b, "v", 1, 3, (double[3]){1, 2, 4});
    set(b, "s", 0);
    over(b, 1, 1, 10);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_LEFT);
    CHECK_EQ_INT(b->result.point, LOOP_AT_STATEMENT);
    CHECK(b->result.at == b->loop->c->items[0]);
    CHECK_EQ_UINT(b->result.n_turns, 1);
    CHECK_EQ_INT(b->result.turns[0].over.turn, 4);
    CHECK_EQ_F64(number(b, "s"), 7);
    CHECK_EQ_F64(number(b, "i"), 4);
    CHECK_EQ_F64(number(b, "t"), 7);
    close_bench(b);
}

TEST(nested_loops) {
    Bench *b =
        open_bench("for i = 1:n\n for j = i:-1:1\n m(i,j) = m(i,j) + i*10 + j;\n"
                   " if j == 2, continue, end\n if i == 4, break, end\n c = c + 1;\n end\n end");
    set_array(b, "m", 4, 4, NULL);
    set(b, "c", 0);
    over(b, 1, 1, 4);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_DONE);
    CHECK_EQ_F64(elements(b, "m")[2 + 4 * 1], 32);
    CHECK_EQ_F64(number(b, "c"), 1 + 1 + 2);
    CHECK_EQ_F64(number(b, "j"), 4);
    close_bench(b);
}

TEST(a_while_loop_with_a_function) {
    Bench *b = open_bench(
        "while n ~= 1\n n = step(n);\n k = k + 1;\n end\n"
        "function y = step(x)\n if mod(x, 2) == 0\n y = x / 2;\n else\n y = 3*x+1;\n end\nend\n");
    set(b, "n", 27);
    set(b, "k", 0);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_DONE);
    CHECK_EQ_F64(number(b, "k"), 111);
    close_bench(b);
}

TEST(vectors_grow) {
    Bench *b = open_bench("for i = 1:n\n q(end+1) = i^2;\n end");
    set_array(b, "q", 1, 2, (double[2]){7, 8});
    over(b, 1, 1, 1000);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_DONE);
    CHECK_EQ_INT(value_count(*slot(b, "q")), 1002);
    CHECK_EQ_F64(elements(b, "q")[1001], 1000000);
    close_bench(b);
}

TEST(a_loop_without_turns_inside) {
    Bench *b = open_bench("for i = 1:n\n for j = 1:i-1\n s = s + j;\n end\n end");
    set(b, "s", 0);
    over(b, 1, 1, 1);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_DONE);
    CHECK_EQ_INT(slot(b, "j")->kind, VALUE_ARRAY);
    CHECK_EQ_INT(value_count(*slot(b, "j")), 0);
    close_bench(b);
}

TEST(an_interrupt_stops_at_a_turn) {
    static const char *const texts[] = {"for i = 1:n\n x = x + 1;\n end",
                                        "while true\n x = x + 1;\n end",
                                        "do\n x = x + 1;\n until false"};
    for (int k = 0; k < 3; k++) {
        const volatile int stop = 1;
        Bench *b = open_bench(texts[k]);
        set(b, "x", 0);
        over(b, 1, 1, 1000);
        b->offer.interrupted = &stop;
        run(b);
        CHECK_EQ_INT(b->result.end, LOOP_LEFT);
        CHECK_EQ_INT(b->result.point, LOOP_AT_TURN);
        CHECK(b->result.at == b->loop);
        CHECK_EQ_F64(number(b, "x"), 0);
        close_bench(b);
    }
}

TEST(conditions_are_left) {
    Bench *b = open_bench("while v(k) > 0\n k = k + 1;\n end");
    set_array(b, "v", 1, 3, (double[3]){1, 2, 4});
    set(b, "k", 1);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_LEFT);
    CHECK_EQ_INT(b->result.point, LOOP_AT_TURN);
    CHECK_EQ_F64(number(b, "k"), 4);
    close_bench(b);
    b = open_bench("do\n k = k + 1;\n until v(k) < 0");
    set_array(b, "v", 1, 3, (double[3]){1, 2, 4});
    set(b, "k", 0);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_LEFT);
    CHECK_EQ_INT(b->result.point, LOOP_AT_TEST);
    CHECK_EQ_F64(number(b, "k"), 4);
    close_bench(b);
}

TEST(random_numbers_of_a_statement_that_is_left_are_drawn_again) {
    Bench *b = open_bench("for i = 1:n\n x = rand;\n y = rand + randn + v(i);\n end");
    set_array(b, "v", 1, 3, NULL);
    b->in.random_draw = 7;
    over(b, 1, 1, 10);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_LEFT);
    CHECK_EQ_UINT(b->in.random_draw, 7 + 3 * 3 + 1);
    close_bench(b);
}

TEST(a_loop_inside_is_left_with_its_turns) {
    Bench *b = open_bench("for i = 1:n\n for j = 2*i:2:40\n s = s + v(j);\n end\n end");
    set_array(b, "v", 1, 36, NULL);
    set(b, "s", 0);
    over(b, 1, 1, 10);
    b->offer.over.turn = 2; /* two have been */
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_LEFT);
    CHECK_EQ_UINT(b->result.n_turns, 2);
    CHECK_EQ_INT(b->result.turns[0].over.turn, 3);
    CHECK_EQ_INT(b->result.turns[1].over.turn, 17); /* j is 38 */
    CHECK_EQ_INT(b->result.turns[1].over.count, 18);
    CHECK_EQ_F64(b->result.turns[1].over.base, 6);
    CHECK_EQ_F64(b->result.turns[1].over.step, 2);
    CHECK_EQ_F64(number(b, "i"), 3);
    CHECK_EQ_F64(number(b, "j"), 38);
    close_bench(b);
}

TEST(a_base_that_is_no_whole_number_is_guessed_once) {
    Bench *b = open_bench("for i = 1:n\n for j = x:3\n s = s + j;\n end\n end");
    set(b, "s", 0);
    set(b, "x", 0.5);
    over(b, 1, 1, 2);
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_LEFT);
    CHECK(b->code->points[b->code->frame[FRAME_POINT] - 1].guess);
    loop_code_free(&b->in, b->code);
    b->code = NULL;
    b->known.no_guess = true;
    b->offer.over.turn = 0;
    run(b);
    CHECK_EQ_INT(b->result.end, LOOP_DONE);
    CHECK_EQ_F64(number(b, "s"), 2 * (0.5 + 1.5 + 2.5));
    close_bench(b);
}

/* Every allocation of writing and running it fails once: an error, and nothing is lost. */
TEST(out_of_memory) {
    static const char text[] =
        "for i = 1:n\n for j = 1:3\n q(end+1) = f(i) + v(j);\n end\n if i > 5, z = 1i; end\n end\n"
        "function y = f(x)\n y = x ^ 0.5 + atan2(x, 2);\nend\n";
    for (size_t n = 1; n < 2000; n++) {
        Bench *b = open_bench(text);
        set_array(b, "q", 1, 2, NULL);
        set_array(b, "v", 1, 3, NULL);
        over(b, 1, 1, 4);
        memory.calls = memory.failures = 0;
        memory.fail_at = n;
        bool ok = loop_look(&b->in, &b->known, &b->offer) &&
                  loop_code_make(&b->in, &b->known, &b->offer, &b->code);
        if (!ok)
            CHECK(memory.failures > 0 && interp_message(&b->in)[0] != '\0');
        if (ok && memory.failures == 0) {
            CHECK_MSG(!b->code->refused, "%s", b->code->why);
            frit_error error;
            CHECK(frit_loop_compile(b->context, b->code->text, b->code->text_len, "test", true,
                                    &b->code->loop, &error) == FRIT_OK);
            ok = loop_run(&b->in, b->code, &b->offer, &b->result);
            if (ok && memory.failures)
                CHECK_EQ_INT(b->result.end, LOOP_LEFT); /* an array could not grow */
        }
        bool done = ok && memory.failures == 0;
        memory.fail_at = 0;
        close_bench(b);
        if (done)
            return;
    }
    FAIL("it never had enough memory");
}
