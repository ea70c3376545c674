/* Reading the Slang-style language: tokens, trees, what is a cast and what a generic argument; printing; limits. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/slang/syntax/ast.h"

/* ---- a text, read */

typedef struct Read {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
    Source *source;
    Ast ast;
    Diagnostics diagnostics;
} Read;

static bool read_bytes(Read *r, size_t fail_at, const char *text, size_t len) {
    *r = (Read){.alloc = TEST_ALLOC(fail_at)};
    r->allocator = (frit_allocator){test_alloc_fn, &r->alloc};
    r->env = (Env){&r->allocator, &r->error};
    env_clear_error(&r->env);
    r->source = source_new(&r->env, "test", text, len);
    return r->source && slang_parse(&r->env, NULL, r->source, &r->diagnostics, &r->ast);
}

static void read_done(Read *r) {
    ast_free(&r->allocator, &r->ast);
    diagnostics_free(&r->allocator, &r->diagnostics);
    source_free(r->source);
    CHECK_ALLOC(&r->alloc);
}

static void read_good(Read *r, const char *text) {
    CHECK(read_bytes(r, 0, text, strlen(text)));
    if (r->diagnostics.errors > 0)
        FAIL("%s\nin: %s", r->diagnostics.all.at[0].message, text);
}

/* ---- the tree as text: (BINARY + (NAME a) (NUMBER 1)) */

typedef struct Shape {
    char text[4096];
    size_t len;
} Shape;

static void shape_put(Shape *s, const char *text, size_t len) {
    CHECK(s->len + len < sizeof s->text);
    memcpy(s->text + s->len, text, len);
    s->len += len;
    s->text[s->len] = '\0';
}

static const char *const kind_names[] = {
    "NONE",
#define NODE(kind, name, a, b, c, d) #kind,
#include "front/slang/syntax/ast.def"
#undef NODE
};

enum { WORD__, WORD_node, WORD_nodes, WORD_place };
static const int kind_words[][4] = {
    {0, 0, 0, 0},
#define NODE(kind, name, a, b, c, d) {WORD_##a, WORD_##b, WORD_##c, WORD_##d},
#include "front/slang/syntax/ast.def"
#undef NODE
};

static void shape_of(Shape *s, const Ast *ast, NodeId id) {
    const Node *n = ast_node(ast, id);
    uint32_t len;
    const char *spelling = ast_spelling(ast, n->token, &len);
    if (id == 0) {
        shape_put(s, "-", 1);
        return;
    }
    if (n->kind == NODE_NAME && n->word[0] == 0) { /* most of them: the name alone */
        shape_put(s, spelling, len);
        return;
    }
    shape_put(s, "(", 1);
    shape_put(s, kind_names[n->kind], strlen(kind_names[n->kind]));
    shape_put(s, " ", 1);
    shape_put(s, spelling, len);
    for (int w = 0; w < 4; w++) {
        if (kind_words[n->kind][w] == WORD_node && n->word[w]) {
            shape_put(s, " ", 1);
            shape_of(s, ast, n->word[w]);
        }
        if (kind_words[n->kind][w] != WORD_nodes || !n->word[w])
            continue;
        shape_put(s, " [", 2);
        for (uint32_t k = 0; k < ast_count(ast, n->word[w]); k++) {
            shape_put(s, " ", k > 0);
            shape_of(s, ast, ast_item(ast, n->word[w], k));
        }
        shape_put(s, "]", 1);
    }
    shape_put(s, ")", 1);
}

/* The expression of `return ...;` in a function. */
static void check_expression(int line, const char *expression, const char *want) {
    char text[2048];
    Read r;
    Shape s = {.len = 0};
    snprintf(text, sizeof text, "struct S {} float f<T>(T t) { return %s; }", expression);
    test_note("line %d: %s", line, expression);
    read_good(&r, text);
    const Node *f = ast_node(&r.ast, ast_item(&r.ast, r.ast.declarations, 1));
    const Node *block = ast_node(&r.ast, f->word[2]);
    CHECK_EQ_UINT(ast_count(&r.ast, block->word[0]), 1);
    shape_of(&s, &r.ast, ast_node(&r.ast, ast_item(&r.ast, block->word[0], 0))->word[0]);
    CHECK_STR(s.text, want);
    read_done(&r);
}
#define EXPRESSION(expression, want) check_expression(__LINE__, expression, want)

/* The statements of a function. */
static void check_statements(int line, const char *statements, const char *want) {
    char text[2048];
    Read r;
    Shape s = {.len = 0};
    snprintf(text, sizeof text, "struct S {} float f<T>(T t) { %s }", statements);
    test_note("line %d: %s", line, statements);
    read_good(&r, text);
    const Node *f = ast_node(&r.ast, ast_item(&r.ast, r.ast.declarations, 1));
    const Node *block = ast_node(&r.ast, f->word[2]);
    for (uint32_t k = 0; k < ast_count(&r.ast, block->word[0]); k++)
        shape_of(&s, &r.ast, ast_item(&r.ast, block->word[0], k));
    CHECK_STR(s.text, want);
    read_done(&r);
}
#define STATEMENTS(statements, want) check_statements(__LINE__, statements, want)

TEST(precedence) {
    EXPRESSION("a + b * c", "(BINARY + a (BINARY * b c))");
    EXPRESSION("a - b - c", "(BINARY - (BINARY - a b) c)");
    EXPRESSION("a || b && c", "(BINARY || a (BINARY && b c))");
    EXPRESSION("a | b ^ c & d", "(BINARY | a (BINARY ^ b (BINARY & c d)))");
    EXPRESSION("a & b == c", "(BINARY & a (BINARY == b c))");
    EXPRESSION("a == b < c", "(BINARY == a (BINARY < b c))");
    EXPRESSION("a < b << c + d", "(BINARY < a (BINARY << b (BINARY + c d)))");
    EXPRESSION("a >> b >= c", "(BINARY >= (BINARY >> a b) c)");
    EXPRESSION("a = b = c", "(ASSIGN = a (ASSIGN = b c))");
    EXPRESSION("a >>= b, c", "(BINARY , (ASSIGN >>= a b) c)");
    EXPRESSION("a ? b : c ? d : e", "(CHOICE ? a b (CHOICE ? c d e))");
    EXPRESSION("a ? b ? c : d : e", "(CHOICE ? a (CHOICE ? b c d) e)");
    EXPRESSION("-a.b[c]++", "(UNARY - (POSTFIX ++ (INDEX [ (MEMBER b a) [c])))");
    EXPRESSION("- -a", "(UNARY - (UNARY - a))");
    EXPRESSION("!~a * b", "(BINARY * (UNARY ! (UNARY ~ a)) b)");
    EXPRESSION("a.b(c, d)(e)", "(CALL ( (CALL ( (MEMBER b a) [c d]) [e])");
    EXPRESSION("(a + b) * c", "(BINARY * (BINARY + a b) c)");
    EXPRESSION("{a, {b}, }", "(BRACES { [a (BRACES { [b])])");
}

TEST(casts) {
    EXPRESSION("(float)a", "(CAST ( float a)");
    EXPRESSION("(float3)-a", "(CAST ( float3 (UNARY - a))");
    EXPRESSION("(int4x4)+a", "(CAST ( int4x4 (UNARY + a))");
    EXPRESSION("(a) - b", "(BINARY - a b)");
    EXPRESSION("(a) + b", "(BINARY + a b)");
    EXPRESSION("(T) - b", "(CAST ( T (UNARY - b))");
    EXPRESSION("(S)0", "(CAST ( S (NUMBER 0))");
    EXPRESSION("(Other)a", "(CAST ( Other a)"); /* two operands in a row are nothing else */
    EXPRESSION("(Other)(a)", "(CAST ( Other a)");
    EXPRESSION("(A.B)a", "(CAST ( (MEMBER B A) a)");
    EXPRESSION("(vector<float, 3>)-a", "(CAST ( (NAME vector [float (NUMBER 3)]) (UNARY - a))");
    EXPRESSION("(float[2])a", "(CAST ( (TYPE_ARRAY [ float (NUMBER 2)) a)");
    EXPRESSION("(a)", "a");
    EXPRESSION("(a) * b", "(BINARY * a b)");
    EXPRESSION("(a[1])[2]", "(INDEX [ (INDEX [ a [(NUMBER 1)]) [(NUMBER 2)])");
    EXPRESSION("(float)a * b", "(BINARY * (CAST ( float a) b)");
    EXPRESSION("(float)(int)a", "(CAST ( float (CAST ( int a))");
    EXPRESSION("(float4_)a", "(CAST ( float4_ a)");
    EXPRESSION("(float5) - a", "(BINARY - float5 a)"); /* no such type */
}

TEST(generic_arguments) {
    EXPRESSION("g<float>(a)", "(CALL ( (NAME g [float]) [a])");
    EXPRESSION("vector<float, 3>(a)", "(CALL ( (NAME vector [float (NUMBER 3)]) [a])");
    EXPRESSION("g<h<i<int>>>(a)", "(CALL ( (NAME g [(NAME h [(NAME i [int])])]) [a])");
    EXPRESSION("a < b", "(BINARY < a b)");
    EXPRESSION("a < b && c > d", "(BINARY && (BINARY < a b) (BINARY > c d))");
    EXPRESSION("a < b || c > (d)", "(BINARY || (BINARY < a b) (BINARY > c d))");
    EXPRESSION("g(a < b, c > (d))", "(CALL ( g [(BINARY < a b) (BINARY > c d)])");
    EXPRESSION("g(a < b, c > d)", "(CALL ( g [(BINARY < a b) (BINARY > c d)])");
    EXPRESSION("f<a, b>(c)", "(CALL ( (NAME f [a b]) [c])"); /* f is generic in this file */
    EXPRESSION("a < b >= c", "(BINARY >= (BINARY < a b) c)");
    EXPRESSION("a < b >> c", "(BINARY < a (BINARY >> b c))");
    EXPRESSION("a < (b > c)", "(BINARY < a (BINARY > b c))");
    EXPRESSION("a.g<int>(b)", "(CALL ( (MEMBER g a [int]) [b])");
    EXPRESSION("a.g < b", "(BINARY < (MEMBER g a) b)");
    EXPRESSION("g<N + 1>(a)", "(CALL ( (NAME g [(BINARY + N (NUMBER 1))]) [a])");
    EXPRESSION("g<float[2]>(a)", "(CALL ( (NAME g [(TYPE_ARRAY [ float (NUMBER 2))]) [a])");
    EXPRESSION("A<int>::b", "(MEMBER b (NAME A [int]))");
}

TEST(numbers) {
    EXPRESSION("1.xxx", "(MEMBER xxx (NUMBER 1))");
    EXPRESSION("1.0.xxx", "(MEMBER xxx (NUMBER 1.0))");
    EXPRESSION("1.f + 1.", "(BINARY + (NUMBER 1.f) (NUMBER 1.))");
    EXPRESSION(".5 + 1e-3 + 1.5e+2h",
               "(BINARY + (BINARY + (NUMBER .5) (NUMBER 1e-3)) (NUMBER 1.5e+2h))");
    EXPRESSION("0xFFu + 0b11 + 017",
               "(BINARY + (BINARY + (NUMBER 0xFFu) (NUMBER 0b11)) (NUMBER 017))");
    EXPRESSION("1.lf - 2.0LF", "(BINARY - (NUMBER 1.lf) (NUMBER 2.0LF))");
    EXPRESSION("1f + 2h", "(BINARY + (NUMBER 1f) (NUMBER 2h))");
}

TEST(statements) {
    STATEMENTS("float a;", "(VARIABLE a float)");
    STATEMENTS("float a = 1, b[2][3];", "(DECLARATIONS float [(VARIABLE a float (NUMBER 1)) "
                                        "(VARIABLE b (TYPE_ARRAY [ (TYPE_ARRAY [ float "
                                        "(NUMBER 3)) (NUMBER 2)))])");
    STATEMENTS("float[3][2] b;",
               "(VARIABLE b (TYPE_ARRAY [ (TYPE_ARRAY [ float (NUMBER 3)) (NUMBER 2)))");
    STATEMENTS("let a = 1; var b : int = 2;", "(VARIABLE a (NUMBER 1))(VARIABLE b int (NUMBER 2))");
    STATEMENTS("Other<int> a;", "(VARIABLE a (NAME Other [int]))");
    STATEMENTS("A.B a = 1;", "(VARIABLE a (MEMBER B A) (NUMBER 1))");
    STATEMENTS("a[1] = b;", "(EXPRESSION a (ASSIGN = (INDEX [ a [(NUMBER 1)]) b))");
    STATEMENTS("if (a) b; else c;", "(IF if a (EXPRESSION b b) (EXPRESSION c c))");
    STATEMENTS("if (a) if (b) ; else ;", "(IF if a (IF if b (EMPTY ;) (EMPTY ;)))");
    STATEMENTS("for (;;) ;", "(FOR for (EMPTY ;))");
    STATEMENTS("for (int i = 0, j = 1; i < j; i++, j--) break;",
               "(FOR for (DECLARATIONS int [(VARIABLE i int (NUMBER 0)) (VARIABLE j int (NUMBER "
               "1))]) (BINARY < i j) "
               "(BINARY , (POSTFIX ++ i) (POSTFIX -- j)) (BREAK break))");
    STATEMENTS("do a; while (b);", "(DO do (EXPRESSION a a) b)");
    STATEMENTS("while (a) continue;", "(WHILE while a (CONTINUE continue))");
    STATEMENTS("switch (a) { case 1: case 2: b; default: c; d; }",
               "(SWITCH switch a [(CASE case [(NUMBER 1) (NUMBER 2)] [(EXPRESSION b b)]) (CASE "
               "default [(DEFAULT "
               "default)] [(EXPRESSION c c) (EXPRESSION d d)])])");
    STATEMENTS("if ((a = b)) ;", "(IF if (ASSIGN = a b) (EMPTY ;))");
}

TEST(flags) {
    Read r;
    read_good(
        &r,
        "struct S { [mutating] void f() {} __init() {} static const int x = 1; }\n"
        "[Differentiable] public float g(no_diff float a, inout int b, out int c) { return a; }\n"
        "S operator>>(S a, S b) { return a; }\n"
        "T h<T, let N : int, int M>(T x) { return x; }\n"
        "typedef float F;\n");
    const Ast *ast = &r.ast;
#define DECLARATION(k) ast_node(ast, ast_item(ast, ast->declarations, k))
#define ITEM(list, k)  ast_node(ast, ast_item(ast, list, k))
    const Node *s = DECLARATION(0), *g = DECLARATION(1), *shift = DECLARATION(2),
               *h = DECLARATION(3);
    CHECK_EQ_UINT(ITEM(s->word[0], 0)->flags, NF_MUTATING);
    CHECK_EQ_UINT(ITEM(s->word[0], 1)->flags, NF_CONSTRUCTOR);
    CHECK_EQ_UINT(ITEM(s->word[0], 1)->word[0], 0);
    CHECK_EQ_UINT(ITEM(s->word[0], 2)->flags, NF_STATIC | NF_CONST);
    CHECK_EQ_UINT(g->flags, NF_DIFFERENTIABLE | NF_PUBLIC);
    CHECK_EQ_UINT(ast_count(ast, g->attrs), 1);
    CHECK_EQ_UINT(ITEM(g->word[1], 0)->flags, NF_NO_DIFF);
    CHECK_EQ_UINT(ITEM(g->word[1], 1)->flags, NF_IN | NF_OUT);
    CHECK_EQ_UINT(ITEM(g->word[1], 2)->flags, NF_OUT);
    CHECK_EQ_UINT(shift->flags, NF_OPERATOR);
    CHECK(ast_is(ast, shift->token, ">>"));
    CHECK_EQ_UINT(ITEM(h->word[3], 0)->flags, 0);
    CHECK_EQ_UINT(ITEM(h->word[3], 1)->flags, NF_VALUE);
    CHECK_EQ_UINT(ITEM(h->word[3], 2)->flags, NF_VALUE);
    CHECK_EQ_UINT(DECLARATION(4)->flags, NF_TYPEDEF);
    read_done(&r);
}

TEST(spans) {
    const char *text = "float f(float x) {\n    return g(x, 2) * (x + 1);\n}\n";
    Read r;
    read_good(&r, text);
    uint32_t found = 0;
    for (NodeId id = 1; id < r.ast.nodes.len; id++) {
        const Node *n = ast_node(&r.ast, id);
        uint32_t begin, end;
        ast_span(&r.ast, id, &begin, &end);
        const char *want = n->kind == NODE_CALL                             ? "g(x, 2)"
                           : n->kind == NODE_BINARY && n->flags & NF_PARENS ? "(x + 1)"
                           : n->kind == NODE_BINARY                         ? "g(x, 2) * (x + 1)"
                           : n->kind == NODE_PARAM                          ? "float x"
                                                                            : NULL;
        if (!want)
            continue;
        found++;
        CHECK_EQ_UINT(end - begin, strlen(want));
        CHECK_EQ_MEM(text + begin, want, strlen(want));
    }
    CHECK_EQ_UINT(found, 4);
    read_done(&r);
}

/* ---- printing */

static const char whole[] =
    "module all;\nimport a.b;\nimport \"x/y\";\n#define PI 3.14159\n#define TAU (2.0 * PI)\n"
    "typealias F = float; typedef float Arr[3];\n"
    "enum Mode : uint { A, B = 3, C }\n"
    "interface IFoo { float f(float x); static This make(); }\n"
    "static const float K = PI, L = TAU * 2, arr[3] = {1, 2, 3};\n"
    "struct Pair<T : IFloat, let N : int = 4> : IFoo, IBar {\n"
    "  T a, b[N]; float[3] c; static const int S = 4;\n"
    "  __init(T x) { this.a = x; b[0] = a; }\n"
    "  [mutating] void set(float x) { a = x; }\n"
    "  static Pair<T, N> make(T x) { return Pair<T, N>(x); }\n"
    "  struct Inner { int x; };\n"
    "}\n"
    "__generic<T : IFloat> T sq(T x) { return x * x; }\n"
    "extension<T> Pair<T> { T get() { return a; } }\n"
    "bool operator>=(S a, S b) { return a.x >= b.x; }\n"
    "func g<T>(x : float, inout y : T) -> float where T : IFloat, T : IFoo { return x; }\n"
    "[Differentiable]\n"
    "public float3 f<T, int N>(no_diff float3 x, inout T y[2][3], out int n, float k = 1.0f) {\n"
    "  let a = 3; var b : float = 2.0, c = 1; const float d[2][3] = {{1,2,3},{1,2,3}}; float e, "
    "h[3];\n"
    "  int i = (int)x.x + (int)(y) - (a) - b * (T)0 + (float3)1.0.xxx;\n"
    "  bool z = a < b && c > d || g(a < b, c > (d)) || vector<float, 3>(1, 2, 3).x >= 2 >> 1;\n"
    "  x.xy = i >> 2 >> 1; i >>= 3; x += -x - -x + - -x + +x, - --i;\n"
    "  for (int i = 0, j = 1; i < 3; ++i, j--) { if (i == 2) continue; else if (!z) break; else { "
    "y; } }\n"
    "  [unroll] for (;;) break;\n"
    "  [MaxIters(8)] while (a < b) a++;\n"
    "  do { a--; } while (a > 0);\n"
    "  switch (i) { case 0: case 1: a = 1; break; default: { b = 2; } }\n"
    "  A.B t = A::B::c(no_diff g(x)); Foo<int>[3] w;\n"
    "  if (a) if (b) ; else ;\n"
    "  return float3(x.xy, x.z) * { 1, 2 };\n"
    "}\n";

static Str printed(Read *r) {
    Str out = str_make(&r->env);
    ast_print(&out, &r->ast);
    return out;
}

static void check_same_tree(const Ast *a, NodeId x, const Ast *b, NodeId y) {
    const Node *n = ast_node(a, x), *m = ast_node(b, y);
    uint32_t len, other;
    CHECK_EQ_UINT(n->kind, m->kind);
    if (x == 0 || n->kind == NODE_IMPORT)
        return;
    CHECK_EQ_UINT(n->flags, m->flags);
    const char *text = ast_spelling(a, n->token, &len), *again = ast_spelling(b, m->token, &other);
    if (n->kind != NODE_TYPE_ARRAY && n->kind != NODE_DECLARATIONS && n->kind != NODE_VARIABLE) {
        CHECK_EQ_UINT(len, other);
        CHECK_EQ_MEM(text, again, len);
    }
    for (int w = 0; w < 4; w++) {
        if (kind_words[n->kind][w] == WORD_node)
            check_same_tree(a, n->word[w], b, m->word[w]);
        if (kind_words[n->kind][w] != WORD_nodes)
            continue;
        CHECK_EQ_UINT(ast_count(a, n->word[w]), ast_count(b, m->word[w]));
        for (uint32_t k = 0; k < ast_count(a, n->word[w]); k++)
            check_same_tree(a, ast_item(a, n->word[w], k), b, ast_item(b, m->word[w], k));
    }
}

TEST(what_is_printed_reads_as_the_same_tree) {
    Read r, again;
    read_good(&r, whole);
    Str first = printed(&r);
    CHECK(str_ok(&first));
    read_good(&again, first.data);
    Str second = printed(&again);
    CHECK_STR(second.data, first.data);
    CHECK_EQ_UINT(ast_count(&r.ast, r.ast.declarations),
                  ast_count(&again.ast, again.ast.declarations));
    for (uint32_t k = 0; k < ast_count(&r.ast, r.ast.declarations); k++)
        check_same_tree(&r.ast, ast_item(&r.ast, r.ast.declarations, k), &again.ast,
                        ast_item(&again.ast, again.ast.declarations, k));
    str_free(&first);
    str_free(&second);
    read_done(&r);
    read_done(&again);
}

TEST(heads) {
    Read r;
    read_good(&r, "float3 tonemap<T>(inout float3 color, T k = 0.5, float a[3]) { return color; }");
    Str out = str_make(&r.env);
    ast_print_head(&out, &r.ast, ast_item(&r.ast, r.ast.declarations, 0));
    CHECK_STR(out.data, "float3 tonemap<T>(inout float3 color, T k = 0.5, float[3] a)");
    str_free(&out);
    read_done(&r);
}

/* ---- errors */

TEST(nothing_is_told_twice_and_all_is_counted) {
    char text[70 * 40] = "";
    Read r;
    for (int i = 0; i < 70; i++)
        sprintf(text + strlen(text), "float f%d(float x) { return +; }\n", i);
    CHECK(read_bytes(&r, 0, text, strlen(text)));
    CHECK_EQ_UINT(r.diagnostics.errors, 70);
    CHECK_EQ_UINT(r.diagnostics.all.len, 70);
    for (uint32_t i = 0; i < r.diagnostics.all.len; i++)
        CHECK_EQ_UINT(r.diagnostics.all.at[i].line, i + 1);
    read_done(&r);
}

TEST(broken_functions_are_marked) {
    const char *text = "float f(float x) { return +; }\nfloat g(float x) { return 12abc; }\nfloat "
                       "h(float x) { return x; }";
    Read r;
    CHECK(read_bytes(&r, 0, text, strlen(text)));
    for (uint32_t k = 0; k < 3; k++) {
        const Node *n = ast_node(&r.ast, ast_item(&r.ast, r.ast.declarations, k));
        CHECK_EQ_UINT(n->flags & NF_BROKEN, k < 2 ? NF_BROKEN : 0);
    }
    CHECK(!r.ast.broken);
    read_done(&r);
    text = "struct S { float ; }\n";
    CHECK(read_bytes(&r, 0, text, strlen(text)));
    CHECK(r.ast.broken);
    read_done(&r);
}

/* Every text cut off at every byte, and with every byte left out: no crash, no leak, and an end. */
TEST(damaged_texts) {
    size_t len = strlen(whole);
    char *text = malloc(len + 1);
    for (size_t i = 0; i < len; i++) {
        Read r;
        CHECK(read_bytes(&r, 0, whole, i));
        read_done(&r);
        memcpy(text, whole, i);
        memcpy(text + i, whole + i + 1, len - i - 1);
        CHECK(read_bytes(&r, 0, text, len - 1));
        Str out = str_make(&r.env);
        diagnostics_print(&out, &r.diagnostics);
        ast_print(&out, &r.ast);
        CHECK(str_ok(&out));
        str_free(&out);
        read_done(&r);
    }
    free(text);
}

TEST(no_memory) {
    static const char *const texts[] = {
        whole, "float f(float x { return (x; }\n#include <a>\nstruct { }\n}\nfloat g() { y"};
    for (int t = 0; t < 2; t++)
        for (size_t n = 1;; n++) {
            Read r;
            test_note("text %d, allocation %zu", t, n);
            bool done = read_bytes(&r, n, texts[t], strlen(texts[t]));
            CHECK(done == (r.alloc.failures == 0));
            CHECK(done || r.error.status == FRIT_ERR_NOMEM);
            read_done(&r);
            if (done)
                break;
        }
}

/* ---- limits */

/* count times `unit`, between start and end. */
static char *repeated(const char *start, const char *unit, size_t count, const char *end) {
    size_t n = strlen(unit);
    char *text = malloc(strlen(start) + n * count + strlen(end) + 1), *at = text;
    at += sprintf(at, "%s", start);
    for (size_t i = 0; i < count; i++, at += n)
        memcpy(at, unit, n);
    sprintf(at, "%s", end);
    return text;
}

static void check_deep(const char *start, const char *unit, const char *end) {
    char *text = repeated(start, unit, 20000, end);
    Read r;
    test_note("%s%s...", start, unit);
    CHECK(read_bytes(&r, 0, text, strlen(text)));
    CHECK(r.diagnostics.errors >= 1);
    Str out = str_make(&r.env);
    ast_print(&out, &r.ast);
    diagnostics_print(&out, &r.diagnostics);
    str_free(&out);
    read_done(&r);
    free(text);
}

TEST(deep_texts_are_refused) {
    check_deep("float f(float x) { return ", "(", "x; }");
    check_deep("float f(float x) { return ", "-", "x; }");
    check_deep("float f(float x) { return ", "- ", "x; }");
    check_deep("float f(float x) { return ", "(float)", "x; }");
    check_deep("float f(float x) { return ", "x + ", "x; }");
    check_deep("float f(float x) { return ", "x = ", "x; }");
    check_deep("float f(float x) { return ", "x ? ", "x; }");
    check_deep("float f(float x) { return x", ".x", "; }");
    check_deep("float f(float x) { return x", "[0]", "; }");
    check_deep("float f(float x) { return x", "()", "; }");
    check_deep("float f(float x) { return ", "f(", "x; }");
    check_deep("float f(float x) { return ", "{", "x; }");
    check_deep("float f(float x) ", "{", "}");
    check_deep("float f(float x) {", "if (x) ", "; }");
    check_deep("float f(float x) {", "if (x) ; else ", "; }");
    check_deep("float f(float x) {", "do ", "; }");
    check_deep("float f(float x) {", "[a] for (;;) ", "; }");
    check_deep("float f(float x) {", "switch (x) { case 1: ", "; }");
    check_deep("", "struct S { ", "");
    check_deep("float f(", "A<", "x) { }");
    check_deep("float x", "[1]", ";");
    check_deep("float", "[1]", " x;");
    check_deep("A", ".b", " x;");
    check_deep("T f", "<T : A<", ">() { }");
}

/* Long and odd, but flat: read in a moment. Were any of it quadratic, it would take many seconds. */
static void check_long(const char *start, const char *unit, const char *end) {
    char *text = repeated(start, unit, 50000, end);
    Read r;
    test_note("%s%s...", start, unit);
    CHECK(read_bytes(&r, 0, text, strlen(text)));
    read_done(&r);
    free(text);
}

TEST(long_texts_are_linear) {
    check_long("", "float f(float x) { return x; }\n", "");
    check_long("float f(float x) { ", "x = x + 1;", "}");
    check_long("float f(float x) { g(", "x < y, ", "x); }");
    check_long("float f(float x) { ", "x < y; ", "}");
    check_long("float f(float x) { ", "(x < y) ", "}");
    check_long("float f(float x) { ", "x<y(", "}");
    check_long("", "<", "");
    check_long("", "(", "");
    check_long("", "}", "");
    check_long("", ")", "");
    check_long("", "typedef ", "");
    check_long("", "[a] ", "");
    check_long("", "static ", "");
    check_long("float f() { ", "a<b>", "}");
    check_long("float f() { ", "a.b", "}");
    check_long("", "#define A A A\n", "A");
    check_long("static const int a[] = {", "1, ", "};");
    check_long("enum E {", "A,", "}");
    check_long("", "/*", "");
    check_long("", "\"", "");
    check_long("", "\n", "}");
    check_long("float f() { } ", "{", "");
}
