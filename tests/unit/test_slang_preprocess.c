/* The preprocessor of functions from source: what tokens come of a text, and what is said of a wrong one. */
#include <stdio.h>
#include <string.h>

#include "front/slang/syntax/ast.h"
#include "harness.h"

static const struct {
    const char *path, *text;
} files[] = {
    {"one.h", "#pragma once\nfloat one() { return 1; }\n"},
    {"guard.h", "// guarded\n#ifndef G\n#define G 7\nint g() { return G; }\n#endif // G\n"},
    {"lib/inner.h", "#include \"beside.h\"\nfloat inner() { return BESIDE; }\n"},
    {"lib/beside.h", "#define BESIDE 3.5\n"},
    {"loop.h", "#include \"loop.h\"\n"},
    {"bad.h", "\nfloat bad( { }\n"},
    {"open.h", "#if 1\nfloat o() { return 1; }\n"},
    {"bom.h", "\xef\xbb\xbf"
              "float bom() { return 2; }"},
};

static bool include(void *user, Env *env, const char *from, const char *name, bool angled,
                    Str *path, Str *text) {
    char beside[200];
    const char *slash = strrchr(from, '/');
    (void)user, (void)env, (void)angled;
    snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash - from + 1) : 0, from, name);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(files[i].path, beside) != 0)
            continue;
        str_puts(path, files[i].path);
        if (text)
            str_puts(text, files[i].text);
        return true;
    }
    return false;
}

typedef struct Read {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
    Diagnostics diagnostics;
    Source *source;
    Ast ast;
    Str printed;
} Read;

static bool read_text(Read *r, size_t fail_at, const char *text) {
    static const char *const defines[] = {"GIVEN", "SIZE=4", NULL};
    Imports imports = {.include = include, .defines = defines};
    *r = (Read){.alloc = TEST_ALLOC(fail_at)};
    r->allocator = (frit_allocator){test_alloc_fn, &r->alloc};
    r->env = (Env){&r->allocator, &r->error};
    env_clear_error(&r->env);
    r->printed = str_make(&r->env);
    r->source = source_new(&r->env, "test", text, strlen(text));
    bool ok = r->source && slang_parse(&r->env, &imports, r->source, &r->diagnostics, &r->ast);
    if (ok)
        ast_print(&r->printed, &r->ast);
    return ok && str_ok(&r->printed);
}

static void done(Read *r) {
    str_free(&r->printed);
    ast_free(r->env.allocator, &r->ast);
    diagnostics_free(r->env.allocator, &r->diagnostics);
    source_free(r->source);
    CHECK_ALLOC(&r->alloc);
}

/* Both texts without their white space. */
static bool same_words(const char *a, const char *b) {
    for (;; a++, b++) {
        a += strspn(a, " \n");
        b += strspn(b, " \n");
        if (*a != *b || !*a)
            return *a == *b;
    }
}

/* In the body of a function: its statements, and what they become. */
static const struct {
    const char *text, *becomes;
} cases[] = {
    {"#define A 1\nreturn A;", "return 1;"},
    {"#define SQR(x) ((x) * (x))\nreturn SQR(x + 1);", "return ((x + 1) * (x + 1));"},
    {"#define F(a, b) a + b\nreturn F(max(1, 2), F(3, 4));", "return max(1, 2) + 3 + 4;"},
    {"#define F() 5\nreturn F() + F ( );", "return 5 + 5;"},
    {"#define F(a) a\nint F = 1; return F + F(2);", "int F = 1; return F + 2;"},
    {"#define CAT(a, b) a##b\nreturn CAT(x, y) + CAT(, z) + CAT(w, ) + CAT(1, 2);",
     "return xy + z + w + 12;"},
    {"#define CAT(a, b) a##b\n#define A x\n#define XCAT(a, b) CAT(a, b)\nreturn CAT(A, 1) + "
     "XCAT(A, 1);",
     "return A1 + x1;"},
    {"#define L(a, ...) f(a, __VA_ARGS__)\nreturn L(1, 2, 3);", "return f(1, 2, 3);"},
    {"#define L(a, ...) f(a, ##__VA_ARGS__)\nreturn L(1) + L(1, 2);", "return f(1) + f(1, 2);"},
    {"#define L(args...) f(args)\nreturn L(1, 2);", "return f(1, 2);"},
    {"#define x x + 1\nreturn x;", "return x + 1;"},
    {"#define f(a) f(a + 1)\nreturn f(f(2));", "return f(f(2 + 1) + 1);"},
    {"#define A B\n#define B A\nreturn A + B;", "return A + B;"},
    {"#define A 1\n#define B A\n#undef A\n#define A 2\nreturn B;", "return 2;"},
    {"#define LONG 1 + \\\n 2\nreturn LONG;", "return 1 + 2;"},
    {"#define F(a) a\nreturn F(\n1\n);", "return 1;"},
    {"#define EMPTY\nreturn EMPTY 1 EMPTY;", "return 1;"},
    {"return __LINE__;\n", "return 2;"},
    {"#line 40\nreturn __LINE__;", "return 40;"},
    {"return __COUNTER__ + __COUNTER__;", "return 0 + 1;"},
    {"return SIZE + GIVEN;", "return 4 + 1;"},
    {"#if 1\nreturn 1;\n#else\nreturn 2;\n#endif", "return 1;"},
    {"#if 0\nisn't \"read /* nor closed\n#elif SIZE == 4\nreturn 3;\n#elif 1\nreturn 4;\n#endif",
     "return 3;"},
    {"#ifdef NOT\n#if 1\n#else\n#endif\n#elif defined(SIZE) && !defined NOT\nreturn 5;\n#endif",
     "return 5;"},
    {"#ifndef SIZE\n#error no\n#else // comment\nreturn 6;\n#endif", "return 6;"},
    {"#if (1 ? 2 : 3) == 2 && -7 / 2 == -3 && -7 % 2 == -1 && (1 << 4 | 3) == 19 && ~0 == -1\n"
     "return 7;\n#endif",
     "return 7;"},
    {"#if 16 >> 2 == 4 && 5 >= 5 && 5 > 4 && 0x10 == 16 && 0b11 == 3 && 010 == 8 && 1u == 1L\n"
     "return 8;\n#endif",
     "return 8;"},
    {"#if 1 || 1 / 0\nreturn 9;\n#endif", "return 9;"},
    {"#if 0 && 1 / 0\n#else\nreturn 9;\n#endif", "return 9;"},
    {"#if unknown == 0 && true\nreturn 10;\n#endif", "return 10;"},
    {"#define V(a, b) (a * 10 + b)\n#if V(2, 3) == 23\nreturn 11;\n#endif", "return 11;"},
    {"#if __has_include(\"one.h\") && !__has_include(<none.h>)\nreturn 12;\n#endif", "return 12;"},
    {"/* # */ # define A 13 /* of\n two lines */\nreturn A;", "return 13;"},
    {"#\n#pragma whatever\n#version 450\nreturn 14;", "return 14;"},
};

TEST(statements) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600], want[600];
        Read r;
        snprintf(text, sizeof text, "float t(float x) {\n%s\n}\n", cases[i].text);
        snprintf(want, sizeof want, "float t(float x) { %s }", cases[i].becomes);
        CHECK(read_text(&r, 0, text));
        CHECK_MSG(r.diagnostics.errors == 0, "%s: %s", text,
                  r.diagnostics.all.len ? r.diagnostics.all.at[0].message : "");
        CHECK_MSG(same_words(r.printed.data, want), "%s\nbecomes %s", text, r.printed.data);
        done(&r);
    }
}

TEST(files) {
    static const struct {
        const char *text, *want;
    } all[] = {
        {"#include \"one.h\"\n#include \"one.h\"\n", "float one() { return 1; }"},
        {"#include <guard.h>\n#include \"guard.h\"\nint h() { return G; }",
         "int g() { return 7; } int h() { return 7; }"},
        {"#include \"lib/inner.h\"\n", "float inner() { return 3.5; }"},
        {"#define NAME \"one.h\"\n#include NAME\n", "float one() { return 1; }"},
        {"#include \"bom.h\"\nfloat a() { return bom(); }",
         "float bom() { return 2; } float a() { return bom(); }"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Read r;
        CHECK(read_text(&r, 0, all[i].text));
        CHECK_MSG(r.diagnostics.errors == 0, "%s: %s", all[i].text,
                  r.diagnostics.all.len ? r.diagnostics.all.at[0].message : "");
        CHECK_MSG(same_words(r.printed.data, all[i].want), "%s\nbecomes %s", all[i].text,
                  r.printed.data);
        done(&r);
    }
}

TEST(errors_have_their_file_and_line) {
    static const struct {
        const char *text, *file;
        uint32_t line, column;
        const char *message;
    } all[] = {
        {"\n#include \"bad.h\"\n", "bad.h", 2, 12, "expected a type, found `{`"},
        {"#include \"none.h\"\n", "test", 1, 1, "the file none.h was not found"},
        {"#include\n", "test", 1, 1, "expected the name of a file"},
        {"#include \"loop.h\"\n", "loop.h", 1, 1, "more than 100 deep"},
        {"float a;\n  #else\n", "test", 2, 4, "this #else has no #if"},
        {"#if 1\n#else\n#else\n#endif\n", "test", 3, 2, "comes behind an #else"},
        {"float a;\n#ifdef X\nb\n", "test", 2, 1, "this has no #endif"},
        {"#include \"open.h\"\n", "open.h", 1, 1, "this has no #endif"},
        {"#if 1 +\n#endif\n", "test", 1, 2, "ends where a number is expected"},
        {"#if 1 / 0\n#endif\n", "test", 1, 2, "divides by 0"},
        {"#if (1\n#endif\n", "test", 1, 2, "never closed"},
        {"#if 1 2\n#endif\n", "test", 1, 2, "something behind its end"},
        {"#if 1.5\n#endif\n", "test", 1, 2, "no whole number"},
        {"#if defined(\n#endif\n", "test", 1, 5, "behind `defined`"},
        {"#error stop it\n", "test", 1, 1, "#error: stop it"},
        {"#line 7 \"other.hlsl\"\n#error there\n", "other.hlsl", 7, 1, "there"},
        {"#define F(a) a\nfloat x = F(1;\n", "test", 2, 11, "are never closed"},
        {"#define F(a) a\nfloat x = F(1, 2);\n", "test", 2, 11, "takes 1 argument, and is given 2"},
        {"#define F(a, 1) a\n", "test", 1, 14, "a macro's parameter"},
        {"#define F(a) a +\nfloat f() {\n  return 1 * F(2;3);\n}\n", "test", 3, 20, "expected"},
        {"#define CAT(a) a ## +\nfloat x = CAT(y);\n", "test", 2, 11, "is not one token"},
        {"#frob\n", "test", 1, 1, "#frob is not supported"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Read r;
        CHECK(read_text(&r, 0, all[i].text));
        CHECK_MSG(r.diagnostics.all.len > 0, "%s", all[i].text);
        const Diagnostic *d = &r.diagnostics.all.at[0];
        CHECK_MSG(!strcmp(source_file(d->source, d->begin), all[i].file) &&
                      d->line == all[i].line && d->column == all[i].column &&
                      strstr(d->message, all[i].message),
                  "%s: %s:%u:%u: %s", all[i].text, source_file(d->source, d->begin), d->line,
                  d->column, d->message);
        done(&r);
    }
}

/* Macros that would become 2^40 tokens, files that would be read for ever, nests: refused in bounded time. */
TEST(bombs) {
    Str text;
    frit_error error;
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    Env env = {&allocator, &error};
    for (int kind = 0; kind < 4; kind++) {
        Read r;
        text = str_make(&env);
        str_puts(&text, kind == 1 ? "#define A0(x) x x\n" : "#define A0 1 +\n");
        for (int k = 1; k < 40 && kind < 2; k++)
            str_format(&text, kind == 1 ? "#define A%d(x) A%d(x x)\n" : "#define A%d A%d A%d\n", k,
                       k - 1, k - 1);
        str_puts(&text, kind == 1 ? "float x = A39(1);\n" : kind == 0 ? "float x = A39 1;\n" : "");
        if (kind == 2) {
            str_puts(&text, "#define F(x) x\nfloat x = ");
            for (int k = 0; k < 5000; k++)
                str_puts(&text, "F(");
        }
        if (kind == 3) {
            str_puts(&text, "#if ");
            for (int k = 0; k < 100000; k++)
                str_puts(&text, "(-");
            str_puts(&text, "\n#endif\n");
        }
        CHECK(str_ok(&text) && read_text(&r, 0, text.data));
        CHECK(r.diagnostics.errors > 0);
        done(&r);
        str_free(&text);
    }
}

TEST(no_memory) {
    static const char text[] =
        "#include \"guard.h\"\n#include \"lib/inner.h\"\n#define F(a, ...) a ## 1 + #a + "
        "f(__VA_ARGS__)\n#if defined(G) && F1 == 0\nfloat x = F(y, F(1, 2), __LINE__);\n#endif\n"
        "namespace A { namespace B { float f(float) { return A::B::g(1'0); } } }\n#line 9 "
        "\"z\"\n@\n";
    for (size_t n = 1;; n++) {
        Read r;
        bool ok = read_text(&r, n, text);
        CHECK_MSG(ok || r.error.status == FRIT_ERR_NOMEM, "%zu: %s", n, r.error.message);
        CHECK(ok == (r.alloc.failures == 0));
        done(&r);
        if (ok)
            break;
    }
}

TEST(namespaces) {
    Read r;
    CHECK(read_text(
        &r, 0,
        "namespace A { static const float k = 2; namespace B { struct S { float v; } } }\n"
        "namespace A::B { float f(B::S s) { return s.v * A::k; } }\nusing namespace A;\n"
        "float g(A::B::S s) { return A::B::f(s); }\n"));
    CHECK_MSG(r.diagnostics.errors == 0, "%s", r.diagnostics.all.at[0].message);
    CHECK_MSG(same_words(r.printed.data,
                         "static const float k = 2; struct S { float v; } float f(S s) { return "
                         "s.v * k; } float g(S s) { return f(s); }"),
              "%s", r.printed.data);
    done(&r);
}
