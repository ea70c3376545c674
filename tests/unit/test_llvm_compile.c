/* LLVM found at run time: opened, asked, told nonsense, from many threads, after a fork. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emit/llvm/dialect.h"
#include "harness.h"
#include "run/code/code.h"
#include "run/llvm/compile.h"

#define CHECK_STATUS(got, want) CHECK_EQ_NAMED(got, want, frit_status_name)

typedef struct Fixture {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
    Llvm *llvm;
} Fixture;

/* Without `llvm`. */
static void begin(Fixture *f) {
    *f = (Fixture){.alloc = TEST_ALLOC(0)};
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    f->env = env_make(&f->allocator, &f->error, &f->error);
}

static void begin_llvm(Fixture *f) {
    begin(f);
    f->llvm = llvm_open_any(&f->env);
    if (!f->llvm && f->error.status == FRIT_ERR_UNSUPPORTED)
        SKIP("there is no LLVM");
    CHECK_MSG(f->llvm, "%s", f->error.message);
}

static void end(Fixture *f) {
    llvm_close(f->llvm);
    CHECK_ALLOC(&f->alloc);
}

/* i32 frit_map(): a number that depends on k, so that no two texts are the same. */
static size_t put_text(char *out, size_t size, int k) {
    return (size_t)snprintf(out, size,
                            "define i32 @frit_map() nounwind {\n %%a = add i32 %d, 1\n"
                            " ret i32 %%a\n}\n",
                            k);
}

static int32_t run_object(Env *env, const Str *object) {
    Code *code = code_load(env, object->data, object->len);
    CHECK_MSG(code, "%s", env->error->message);
    int32_t (*map)(void);
    void *address = code_symbol(code, "frit_map");
    CHECK(address);
    memcpy(&map, &address, sizeof map);
    int32_t result = map();
    code_unref(code);
    return result;
}

static const char *this_target(void) {
#if defined(__aarch64__)
    return "neon";
#else
    return "x86-64";
#endif
}

static int32_t compile_and_run(Env *env, Llvm *llvm, int k) {
    char text[256];
    size_t len = put_text(text, sizeof text, k);
    Str object = str_make(env);
    CHECK_MSG(llvm_compile(env, llvm, target_named(this_target()), text, len, &object), "%s",
              env->error->message);
    int32_t result = run_object(env, &object);
    str_free(&object);
    return result;
}

TEST(text_becomes_code) {
    Fixture f;
    begin_llvm(&f);
    CHECK(strtoul(llvm_version(f.llvm), NULL, 10) == llvm_place(f.llvm)->major);
    CHECK(llvm_place(f.llvm)->major >= LLVM_OLDEST);
    for (int k = 0; k < 20; k++)
        CHECK_EQ_INT(compile_and_run(&f.env, f.llvm, k), k + 1);
    end(&f);
}

/* Several at once in a process, as several contexts have them. */
TEST(opened_twice) {
    Fixture f, g;
    begin_llvm(&f);
    begin_llvm(&g);
    CHECK_EQ_INT(compile_and_run(&f.env, f.llvm, 1), 2);
    end(&f);
    CHECK_EQ_INT(compile_and_run(&g.env, g.llvm, 2), 3);
    end(&g);
}

TEST(every_target) {
    Fixture f;
    begin_llvm(&f);
    char text[256];
    size_t len = put_text(text, sizeof text, 5);
    for (unsigned k = 0; target_at(k); k++) {
        Str object = str_make(&f.env), again = str_make(&f.env), assembly = str_make(&f.env);
        const Target *target = target_at(k);
        test_note("%s", target->name);
        if (!llvm_compile(&f.env, f.llvm, target, text, len, &object)) {
            CHECK_STATUS(f.error.status, FRIT_ERR_UNSUPPORTED); /* built without it */
            continue;
        }
        CHECK(memcmp(object.data,
                     "\x7f"
                     "ELF",
                     4) == 0);
        /* The same text gives the same bytes, by a used target machine as by a new one. */
        CHECK(llvm_compile(&f.env, f.llvm, target, text, len, &again));
        CHECK_EQ_UINT(again.len, object.len);
        CHECK_EQ_MEM(again.data, object.data, object.len);
        CHECK(llvm_assembly(&f.env, f.llvm, target, text, len, &assembly));
        CHECK(strstr(assembly.data, "frit_map:"));
        CHECK(strstr(assembly.data, "ret"));
        str_free(&object);
        str_free(&again);
        str_free(&assembly);
    }
    end(&f);
}

/* What is no program is an answer, and the next compile is none the worse for it. */
TEST(nonsense_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"define i32 @f( {", "expected type"},
        {"", NULL}, /* an empty module is a module */
        {"define i32 @f() {\n ret i64 1\n}\n", "value doesn't match"},
        {"define i32 @f() {\n %a = add i32 %b, 1\n ret i32 %a\n}\n", "use of undefined value"},
        {"define i32 @f(i1 %c) {\n br i1 %c, label %x, label %y\nx:\n %a = add i32 1, 1\n"
         " br label %y\ny:\n ret i32 %a\n}\n",
         "does not dominate"},
        /* Found when code is made, and told by way of the context. */
        {"define float @f(float %x) \"target-features\"=\"-sse,-sse2\" {\n ret float %x\n}\n",
         "SSE"},
    };
    Fixture f;
    begin_llvm(&f);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        Str object = str_make(&f.env);
        env_clear_error(&f.env);
        test_note("case %zu", k);
        bool done = llvm_compile(&f.env, f.llvm, target_named("x86-64"), cases[k].text,
                                 strlen(cases[k].text), &object);
        CHECK(done == !cases[k].message);
        if (cases[k].message) {
            CHECK_STATUS(f.error.status, FRIT_ERR_INTERNAL);
            CHECK_MSG(strstr(f.error.message, cases[k].message), "%s", f.error.message);
            CHECK(!strchr(f.error.message, '\n'));
        }
        str_free(&object);
        CHECK_EQ_INT(compile_and_run(&f.env, f.llvm, (int)k), (int)k + 1);
    }
    end(&f);
}

/* The text need not end in '\0', nor be all that stands there. */
TEST(text_has_a_length) {
    Fixture f;
    begin_llvm(&f);
    char text[256];
    size_t len = put_text(text, sizeof text, 3);
    char *exact = malloc(len);
    CHECK(exact);
    memcpy(exact, text, len);
    Str object = str_make(&f.env);
    CHECK(llvm_compile(&f.env, f.llvm, target_named(this_target()), exact, len, &object));
    CHECK_EQ_INT(run_object(&f.env, &object), 4);
    str_free(&object);
    free(exact);
    end(&f);
}

TEST(no_memory) {
    for (size_t n = 1;; n++) {
        Fixture f;
        begin(&f);
        f.alloc.fail_at = n;
        f.llvm = llvm_open_any(&f.env);
        if (!f.llvm && f.error.status == FRIT_ERR_UNSUPPORTED)
            SKIP("there is no LLVM");
        char text[256];
        size_t len = put_text(text, sizeof text, 3);
        Str object = str_make(&f.env);
        bool done =
            f.llvm && llvm_compile(&f.env, f.llvm, target_named("x86-64"), text, len, &object);
        CHECK(done == (f.alloc.failures == 0));
        CHECK(done || f.error.status == FRIT_ERR_NOMEM);
        str_free(&object);
        end(&f);
        if (done)
            break;
    }
}

/* ----------------------------------------------------------------------------- where it is */

static void check_open(const char *setting, frit_status status, const char *message) {
    Fixture f;
    begin(&f);
    test_note("FRIT_LLVM=%s", setting);
    setenv("FRIT_LLVM", setting, 1);
    f.llvm = llvm_open_any(&f.env);
    unsetenv("FRIT_LLVM");
    CHECK(!f.llvm);
    CHECK_STATUS(f.error.status, status);
    CHECK_MSG(strstr(f.error.message, message), "%s", f.error.message);
    end(&f);
}

TEST(the_environment_names_it) {
    check_open("none", FRIT_ERR_UNSUPPORTED, "FRIT_LLVM is \"none\"");
    check_open("/no/such/libLLVM.so", FRIT_ERR_ARGUMENT, "no such library");
    check_open("/etc/passwd", FRIT_ERR_ARGUMENT, "cannot be opened");
    check_open("libm.so.6", FRIT_ERR_ARGUMENT, "has no function LLVM");
    Fixture f;
    begin(&f);
    setenv("FRIT_LLVM", "", 1); /* as if it were not set */
    f.llvm = llvm_open_any(&f.env);
    unsetenv("FRIT_LLVM");
    CHECK(f.llvm || f.error.status == FRIT_ERR_UNSUPPORTED);
    CHECK(f.llvm || strstr(f.error.message, "no LLVM from 16 on"));
    end(&f);
}

/* What a check says in a child ends the child. */
static void in_child(void (*body)(void)) {
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        body();
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_MSG(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %x",
              (unsigned)status);
}

/* One of another version, that everybody in the process sees. */
static const char *const others[] = {"libLLVM-14.so.1", "libLLVM-15.so.1", "libLLVM-16.so.1",
                                     "libLLVM-17.so.1", "libLLVM.so.18.1", "libLLVM.so.19.1",
                                     "libLLVM.so.20.1", "libLLVM.so.21.1", "libLLVM.so.22.1"};

static void compile_beside_another(void) {
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        dlopen(others[k], RTLD_NOW | RTLD_GLOBAL);
    Fixture f;
    begin(&f);
    f.llvm = llvm_open_any(&f.env);
    CHECK_MSG(f.llvm, "%s", f.error.message);
    CHECK(strtoul(llvm_version(f.llvm), NULL, 10) == llvm_place(f.llvm)->major);
    for (int k = 0; k < 5; k++)
        CHECK_EQ_INT(compile_and_run(&f.env, f.llvm, k), k + 1);
    end(&f);
}

TEST(beside_another_llvm) {
    Fixture f;
    begin_llvm(&f);
    end(&f);
    bool found = false;
    for (size_t k = 0; k < sizeof others / sizeof *others && !found; k++) {
        void *library = dlopen(others[k], RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
        char path[256];
        snprintf(path, sizeof path, "/lib/x86_64-linux-gnu/%s", others[k]);
        found = library || access(path, R_OK) == 0;
        if (library)
            dlclose(library);
    }
    if (!found)
        SKIP("there is no other LLVM");
    in_child(compile_beside_another);
}

/* ---------------------------------------------------------------------------- threads, forks */

enum { THREADS = 4, COMPILES = 10 };

typedef struct Compiler {
    Llvm *llvm;
    int first;
    bool right;
} Compiler;

static void *compile_many(void *user) {
    Compiler *compiler = user;
    Fixture f;
    begin(&f);
    compiler->right = true;
    for (int k = 0; k < COMPILES; k++) {
        int number = compiler->first + k;
        compiler->right &= compile_and_run(&f.env, compiler->llvm, number) == number + 1;
    }
    CHECK_ALLOC(&f.alloc);
    return NULL;
}

TEST(from_many_threads) {
    Fixture f;
    begin_llvm(&f);
    pthread_t threads[THREADS];
    Compiler compilers[THREADS];
    for (int k = 0; k < THREADS; k++) {
        compilers[k] = (Compiler){f.llvm, k * COMPILES, false};
        CHECK(pthread_create(&threads[k], NULL, compile_many, &compilers[k]) == 0);
    }
    for (int k = 0; k < THREADS; k++) {
        CHECK(pthread_join(threads[k], NULL) == 0);
        CHECK(compilers[k].right);
    }
    end(&f);
}

/* Opening fills a table of LLVM's that knows no threads. */
static void *open_one(void *user) {
    bool *done = user;
    Fixture f;
    begin(&f);
    f.llvm = llvm_open_any(&f.env);
    *done = f.llvm && compile_and_run(&f.env, f.llvm, 7) == 8;
    end(&f);
    return NULL;
}

static void open_from_threads(void) {
    pthread_t threads[THREADS];
    bool done[THREADS];
    for (int k = 0; k < THREADS; k++)
        CHECK(pthread_create(&threads[k], NULL, open_one, &done[k]) == 0);
    for (int k = 0; k < THREADS; k++) {
        CHECK(pthread_join(threads[k], NULL) == 0);
        CHECK(done[k]);
    }
}

static bool has_thread_sanitizer(void) {
#if defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return true;
#else
    return false;
#endif
#else
    return false;
#endif
}

TEST(opened_from_many_threads) {
    if (has_thread_sanitizer())
        SKIP("the thread sanitizer allows no threads after a fork");
    Fixture f;
    begin_llvm(&f);
    end(&f);
    in_child(open_from_threads); /* a new process, where nothing is registered */
}

static Llvm *inherited;

static void compile_inherited(void) {
    Fixture f;
    begin(&f);
    CHECK_EQ_INT(compile_and_run(&f.env, inherited, 9), 10);
    CHECK_EQ_INT(compile_and_run(&f.env, inherited, 10), 11);
    CHECK_ALLOC(&f.alloc);
}

TEST(a_child_compiles) {
    Fixture f;
    begin_llvm(&f);
    CHECK_EQ_INT(compile_and_run(&f.env, f.llvm, 1), 2);
    inherited = f.llvm;
    in_child(compile_inherited);
    CHECK_EQ_INT(compile_and_run(&f.env, f.llvm, 2), 3);
    end(&f);
}

/* Compiles as long as it is told to. */
typedef struct Busy {
    Llvm *llvm;
    _Atomic bool stop;
} Busy;

static void *keep_busy(void *user) {
    Busy *busy = user;
    Fixture f;
    begin(&f);
    for (int k = 0; !busy->stop; k++)
        compile_and_run(&f.env, busy->llvm, k % 1000);
    CHECK_ALLOC(&f.alloc);
    return NULL;
}

/* It compiles, or says that it cannot; it does not hang. */
static void compile_or_refuse(void) {
    Fixture f;
    begin(&f);
    char text[256];
    size_t len = put_text(text, sizeof text, 3);
    Str object = str_make(&f.env);
    if (llvm_compile(&f.env, inherited, target_named(this_target()), text, len, &object)) {
        CHECK_EQ_INT(run_object(&f.env, &object), 4);
    } else {
        CHECK_STATUS(f.error.status, FRIT_ERR_UNSUPPORTED);
        CHECK(strstr(f.error.message, "forked"));
    }
    str_free(&object);
    CHECK_ALLOC(&f.alloc);
}

TEST(a_child_of_a_busy_compiler) {
    if (has_thread_sanitizer())
        SKIP("the thread sanitizer allows no threads after a fork");
    Fixture f;
    begin_llvm(&f);
    Busy busy = {.llvm = f.llvm};
    pthread_t thread;
    inherited = f.llvm;
    CHECK_EQ_INT(compile_and_run(&f.env, f.llvm, 1), 2);
    CHECK(pthread_create(&thread, NULL, keep_busy, &busy) == 0);
    for (int k = 0; k < 10; k++) {
        usleep(300);
        in_child(compile_or_refuse);
    }
    busy.stop = true;
    CHECK(pthread_join(thread, NULL) == 0);
    end(&f);
}
