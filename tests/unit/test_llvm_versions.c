/* Which LLVM is taken, known without opening it; and whose code is used where. */
#define _GNU_SOURCE
#include <elf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "call_fixture.h"
#include "other_llvm.h"
#include "run/llvm/note.h"
#include "store_fixture.h"

#define CHECK_STATUS(got, want) CHECK_EQ_NAMED(got, want, frit_status_name)

/* ------------------------------------------------------------------------------------- names */

TEST(versions_in_names) {
    static const struct {
        const char *name;
        unsigned major;
    } cases[] = {
        {"libLLVM.so.22.1", 22},
        {"libLLVM.so.18.1", 18},
        {"libLLVM.so.20", 20},
        {"libLLVM-16.so.1", 16},
        {"libLLVM-17.so", 17},
        {"libLLVM-14.0.6.so", 14},
        {"libLLVM-16.0.so.1", 16},
        {"libLLVM-14.0.6.so.1", 14},
        {"libLLVM.so", 0},
        {"libLLVM-.so", 0},
        {"libLLVM-16", 0},
        {"libLLVM-16.a", 0},
        {"libLLVMCore.so.22", 0},
        {"libLLVM.so.22.1-rust-1", 0},
        {"libLLVM-16.so.", 0},
        {"libLTO.so.22.1", 0},
        {"", 0},
        {"libLLVM.so.22.1.bak", 0},
        {"libLLVM.so.x", 0},
        {"libLLVM-16.so.1x", 0},
        {"xlibLLVM.so.22", 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        test_note("%s", cases[k].name);
        CHECK_EQ_UINT(llvm_named_version(cases[k].name), cases[k].major);
    }
}

/* ------------------------------------------------------------------------------------- files */

/* As much of a shared library as says which one it is. */
typedef struct Library {
    Elf64_Ehdr head;
    Elf64_Phdr segments[3];
    Elf64_Dyn dynamic[3];
    Elf64_Nhdr note;
    char owner[4];
    unsigned char build[8];
    char strings[64];
} Library;

static void make_library(Library *l, const char *soname) {
    static const unsigned char build[8] = {0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4};
    memset(l, 0, sizeof *l);
    memcpy(l->head.e_ident, ELFMAG, SELFMAG);
    l->head.e_ident[EI_CLASS] = ELFCLASS64;
    l->head.e_ident[EI_DATA] = ELFDATA2LSB;
    l->head.e_type = ET_DYN;
#if defined(__aarch64__)
    l->head.e_machine = EM_AARCH64;
#else
    l->head.e_machine = EM_X86_64;
#endif
    l->head.e_phoff = offsetof(Library, segments);
    l->head.e_phentsize = sizeof *l->segments;
    l->head.e_phnum = 3;
    uint64_t base = 0x1000; /* addresses are not offsets */
    l->segments[0] = (Elf64_Phdr){
        .p_type = PT_LOAD, .p_vaddr = base, .p_filesz = sizeof *l, .p_memsz = sizeof *l};
    l->segments[1] = (Elf64_Phdr){.p_type = PT_DYNAMIC,
                                  .p_offset = offsetof(Library, dynamic),
                                  .p_filesz = sizeof l->dynamic};
    l->segments[2] = (Elf64_Phdr){.p_type = PT_NOTE,
                                  .p_offset = offsetof(Library, note),
                                  .p_filesz = sizeof l->note + sizeof l->owner + sizeof l->build};
    l->dynamic[0] = (Elf64_Dyn){.d_tag = DT_SONAME, .d_un.d_val = 1};
    l->dynamic[1] =
        (Elf64_Dyn){.d_tag = DT_STRTAB, .d_un.d_ptr = base + offsetof(Library, strings)};
    l->note = (Elf64_Nhdr){.n_namesz = 4, .n_descsz = sizeof build, .n_type = NT_GNU_BUILD_ID};
    memcpy(l->owner, "GNU", 4);
    memcpy(l->build, build, sizeof build);
    snprintf(l->strings + 1, sizeof l->strings - 1, "%s", soname);
}

static bool identify(const char *folder, const void *bytes, size_t size, CompilerPlace *out) {
    char path[128];
    snprintf(path, sizeof path, "%s/any name", folder);
    write_whole(path, bytes, size);
    memset(out, 0, sizeof *out);
    return llvm_identify(path, out);
}

TEST(a_file_says_which_version_it_is) {
    char folder[64];
    Library l;
    CompilerPlace place;
    folder_make(folder);
    make_library(&l, "libLLVM.so.21.1");
    CHECK(identify(folder, &l, sizeof l, &place));
    CHECK_EQ_UINT(place.major, 21);
    CHECK_STR(place.build, "deadbeef01020304");
    make_library(&l, "libLLVM-16.so.1");
    l.head.e_phnum = 2; /* no notes */
    CHECK(identify(folder, &l, sizeof l, &place));
    CHECK_EQ_UINT(place.major, 16);
    CHECK(strchr(place.build, '-')); /* of the file: it has no id of its own */
    make_library(&l, "libm.so.6");
    CHECK(!identify(folder, &l, sizeof l, &place));
    make_library(&l, "libLLVM.so.21.1");
    l.head.e_machine = EM_386;
    CHECK(!identify(folder, &l, sizeof l, &place));
    folder_remove(folder);
}

/* Any bytes, cut off anywhere: an answer and no more. */
TEST(a_file_may_say_anything) {
    char folder[64];
    Library l;
    CompilerPlace place;
    uint64_t state = test_seed(), known = 0;
    folder_make(folder);
    make_library(&l, "libLLVM.so.21.1");
    for (size_t size = 0; size <= sizeof l; size++)
        (void)identify(folder, &l, size, &place);
    for (size_t n = test_scaled(5000); n > 0; n--) {
        Library wrong = l;
        for (uint64_t k = 1 + test_random_below(&state, 4); k > 0; k--)
            ((unsigned char *)&wrong)[test_random_below(&state, sizeof wrong)] =
                (unsigned char)test_random(&state);
        if (identify(folder, &wrong, sizeof wrong, &place)) {
            known++;
            CHECK(place.major > 0 && strlen(place.build) < sizeof place.build);
        }
    }
    CHECK(known > 0);
    folder_remove(folder);
}

/* Versions that are too old are said so, whether or not they could be opened. */
TEST(an_llvm_that_is_too_old) {
    char folder[64], path[128];
    Library l;
    CompilerPlace place;
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    folder_make(folder);
    snprintf(path, sizeof path, "%s/libLLVM.so", folder);
    make_library(&l, "libLLVM-15.so.1");
    write_whole(path, &l, sizeof l);
    CHECK(!llvm_find(&env, path, NULL, &place));
    CHECK_STATUS(error.status, FRIT_ERR_ARGUMENT);
    CHECK_MSG(strstr(error.message, "is LLVM 15, and it takes 16 or newer"), "%s", error.message);
    /* What says that it is one and is none is found, and cannot be opened. */
    make_library(&l, "libLLVM.so.20.1");
    write_whole(path, &l, sizeof l);
    CHECK(llvm_find(&env, path, NULL, &place));
    CHECK_EQ_UINT(place.major, 20);
    frit_context *context;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .llvm = path,
                                    .cache_dir = ""};
    char version[32];
    CHECK(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK);
    CHECK_STATUS(frit_context_llvm(context, version, sizeof version, &error), FRIT_ERR_UNSUPPORTED);
    CHECK_MSG(strstr(error.message, path), "%s", error.message);
    frit_context_free(context);
    folder_remove(folder);
}

/* How many lines of the process's map are of an LLVM. */
static unsigned mapped_llvms(void) {
    char line[8192];
    unsigned n = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        n += strstr(line, "libLLVM") != NULL;
    if (maps)
        fclose(maps);
    return n;
}

TEST(the_newest_is_taken) {
    CompilerPlace newest, other;
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    const char *set = getenv("FRIT_LLVM");
    char *before = set ? strdup(set) : NULL;
    unsetenv("FRIT_LLVM");
    bool found = llvm_find(&env, NULL, NULL, &newest);
    for (unsigned major = LLVM_OLDEST; found && major <= OTHER_LLVM_MAX; major++)
        CHECK(!other_llvm(major, &other) || other.major < newest.major);
    if (before)
        setenv("FRIT_LLVM", before, 1);
    free(before);
    if (!found)
        SKIP("there is no LLVM");
}

/* Looking for it opens none: a warm cache needs no more. */
TEST(it_is_found_without_being_opened) {
    CompilerPlace place;
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    unsigned before = mapped_llvms();
    if (!llvm_find(&env, NULL, NULL, &place))
        SKIP("there is no LLVM");
    CHECK_EQ_UINT(mapped_llvms(), before);
}

/* ---- one that cannot be opened */

#define PART_OF_TEST "FRIT_TEST_LLVM_FOLDER"

static void skip_without_processes(void) {
    if (test_is_emulated())
        SKIP("the emulator cannot start programs of its machine");
}

/* A test of this file in a new process, whose loader looks into the folder first. */
static void in_new_process(const char *test, const char *searched, const char *folder) {
    char name[128];
    int status = 0, child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        snprintf(name, sizeof name, "test_llvm_versions.%s", test);
        setenv("LD_LIBRARY_PATH", searched, 1);
        setenv(PART_OF_TEST, folder, 1);
        unsetenv("FRIT_LLVM");
        execl("/proc/self/exe", "frit-unit", name, (char *)NULL);
        _exit(127);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_MSG(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", (unsigned)status);
}

/* A file that says that it is a very new LLVM, and is none. */
static void make_broken(char folder[64]) {
    char path[96];
    Library l;
    folder_make(folder);
    make_library(&l, "libLLVM.so.99.1");
    snprintf(path, sizeof path, "%s/libLLVM.so.99.1", folder);
    write_whole(path, &l, sizeof l);
}

static bool is_in(const char *path, const char *folder) {
    return strncmp(path, folder, strlen(folder)) == 0;
}

/* Folders whose names begin as the system's do are looked into where the user names them. */
TEST(folders_for_the_loader_are_looked_into_wherever_they_are) {
    const char *inside = getenv(PART_OF_TEST);
    char folder[64], below[128];
    if (inside) {
        CompilerPlace place;
        frit_error error;
        Env env = env_make(&gen_allocator, &error, &error);
        CHECK(llvm_find(&env, NULL, NULL, &place) && place.major == 99);
        return;
    }
#ifndef __linux__
    SKIP("where the loader looks is known of Linux alone");
#endif
    skip_without_processes();
    make_broken(folder);
    snprintf(below, sizeof below, "/usr/lib/../..%s", folder);
    in_new_process("folders_for_the_loader_are_looked_into_wherever_they_are", below, folder);
    folder_remove(folder);
}

/* ---- notes of what was found */

static void write_text(const char *folder, const char *name, const char *text) {
    char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_whole(path, text, strlen(text));
}

/* The one note in the folder; "": there is none. */
static void find_note(char path[160], const char *folder) {
    path[0] = '\0';
    for (unsigned k = 0; k < 64; k++) {
        char at[160];
        snprintf(at, sizeof at, "%s/llvm-found-%02u", folder, k);
        if (access(at, F_OK) == 0)
            memcpy(path, at, sizeof at);
    }
}

static bool read_back(const char *folder, const char *wanted, CompilerPlace *place) {
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    Str start = str_make(&env);
    note_start(&start, wanted);
    bool read = note_read(folder, &start, place);
    str_free(&start);
    return read;
}

/* A note about `watched`, as a search for `wanted` would leave it. */
static void leave_note(const char *folder, const char *wanted, const char *watched) {
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    Str note = str_make(&env);
    CompilerPlace place = {.path = "/proc/self/exe", .major = 77, .build = "b1"};
    note_start(&note, wanted);
    note_state(&note, watched);
    note_state(&note, watched);
    note_state(&note, "/nowhere at all");
    note_write(folder, &note, &place);
    str_free(&note);
}

TEST(a_note_holds_until_something_changes) {
    char folder[64], path[160], watched[160];
    CompilerPlace place;
    folder_make(folder);
    snprintf(watched, sizeof watched, "%s/watched", folder);
    CHECK(!read_back(folder, NULL, &place));
    CHECK(!read_back("/nowhere", NULL, &place));
    leave_note(folder, NULL, "/usr");
    CHECK(read_back(folder, NULL, &place));
    CHECK_EQ_UINT(place.major, 77);
    CHECK_STR(place.path, "/proc/self/exe");
    CHECK_STR(place.build, "b1");
    CHECK(!read_back(folder, "libLLVM-19.so.1", &place)); /* another question */
    leave_note(folder, NULL, watched);                    /* which is not there */
    CHECK(read_back(folder, NULL, &place));
    write_text(folder, "watched", "now it is");
    CHECK(!read_back(folder, NULL, &place));
    find_note(path, folder);
    CHECK(remove(path) == 0);
    leave_note(folder, NULL, watched); /* it has just changed: the next change might not be seen */
    CHECK(!read_back(folder, NULL, &place));
    folder_remove(folder);
}

/* The first call of a process waits for as many looks as there are lines. */
TEST(a_note_has_no_line_that_another_implies) {
    char folder[64];
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    Str note = str_make(&env);
    folder_make(folder);
    note_start(&note, NULL);
    CHECK(note.len > 0);
    note_state(&note, "/usr");
    note_state(&note, "/usr/there is none");    /* something new in /usr changes that */
    note_state(&note, "/usr/there is none/in"); /* nobody says when this comes */
    CHECK(strstr(note.data, "\n=/usr\t") && strstr(note.data, "\n=/usr/there is none/in\t-\n"));
    CHECK(!strstr(note.data, "\n=/usr/there is none\t"));
    str_free(&note);
    folder_remove(folder);
}

TEST(a_note_that_is_not_whole_or_not_ours_is_none) {
    char folder[64], path[160], text[8192];
    CompilerPlace place;
    folder_make(folder);
    leave_note(folder, NULL, "/usr");
    find_note(path, folder);
    FILE *file = fopen(path, "r");
    CHECK(file);
    size_t len = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    CHECK(len > 0 && read_back(folder, NULL, &place));
    for (size_t cut = 0; cut < len; cut++) {
        write_whole(path, text, cut);
        test_note("%zu of %zu bytes", cut, len);
        CHECK(!read_back(folder, NULL, &place));
    }
    write_whole(path, text, len);
    CHECK(read_back(folder, NULL, &place));
    CHECK(chmod(path, 0666) == 0);
    CHECK(!read_back(folder, NULL, &place));
    remove(path);
    CHECK(symlink("/etc/passwd", path) == 0);
    CHECK(!read_back(folder, NULL, &place));
    folder_remove(folder);
}

/* A second search asks the note, and finds the same. */
TEST(what_was_found_is_noted) {
    char folder[64], path[160];
    CompilerPlace first, again;
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    folder_make(folder);
    bool found = llvm_find(&env, NULL, folder, &first);
    find_note(path, folder);
    if (found)
        CHECK(llvm_find(&env, NULL, folder, &again));
    folder_remove(folder);
    if (!found)
        SKIP("there is no LLVM");
    const char *named = getenv("FRIT_LLVM");
    if (named && strchr(named, '/'))
        SKIP("FRIT_LLVM names a file: nothing is searched for");
    if (!path[0])
        SKIP("something that was looked at has changed just now");
    CHECK_STR(again.path, first.path);
    CHECK_STR(again.build, first.build);
    CHECK_EQ_UINT(again.major, first.major);
}

/* ----------------------------------------------------------------------------- code on disk */

/* The same version in another build: what the one made the other compiles anew. */
TEST(code_of_another_build_is_made_anew) {
    static const char *const builds[] = {"aa01", "bb02", "bb02", "", "aa01"};
    static const unsigned compiles[] = {1, 1, 0, 0, 1};
    char folder[64];
    folder_make(folder);
    for (size_t k = 0; k < sizeof builds / sizeof *builds; k++) {
        Fake fake = {.build = builds[k]};
        StoreHooks hooks;
        StoreJob job = job_of("7");
        frit_error error;
        Env env = env_make(&gen_allocator, &error, &error);
        CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.directory = folder});
        test_note("build %zu: \"%s\"", k, builds[k]);
        CHECK(!store_find_any(store, job.key, false)); /* there is no pack */
        Code *any = store_find_any(store, job.key, true);
        CHECK(k == 0 ? !any : any && run_tiny(any) == 7);
        code_unref(any);
        store_free(store);
        store = store_of(&fake, &hooks, (StoreOptions){.directory = folder});
        Code *code = store_compile(&env, store, &job);
        CHECK_MSG(code && run_tiny(code) == 7, "%s", error.message);
        CHECK_EQ_UINT(atomic_load(&fake.compiles), compiles[k]);
        code_unref(code);
        store_free(store);
    }
    folder_remove(folder);
}

/* ------------------------------------------------------------------------- the whole of it */

enum { N = 3000 };

static const char rooted[] = "program p(x: f64[n]) -> (r) { s = mul(x, x)\n"
                             "  t = add(s, x)\n  r = sqrt(t) }";
static double given[N], wanted[N];

/* Runs the program once, compiled. The bits are right; and what the cache has done. */
static frit_cache_info run_with(frit_context_options options, const char *folder) {
    static double got[N];
    Ready r;
    options.cache_dir = folder;
    options.threads = 1;
    ready_open(&r, &options, rooted);
    frit_tensor in = {given, (const int64_t[]){N}, NULL}, out = {got, (const int64_t[]){N}, NULL};
    memset(got, 0, sizeof got);
    CHECK_OK(&r, ready_run(&r, &in, 1, &out, 1));
    CHECK_EQ_MEM(got, wanted, sizeof got);
    frit_cache_info info = frit_cache_describe(r.context);
    info.directory = NULL;
    if (options.compile == FRIT_COMPILE_REQUIRE || options.compile == FRIT_COMPILE_NEVER_STRICT)
        CHECK_EQ_UINT(frit_context_describe(r.context).interpreted, 0);
    ready_close(&r);
    return info;
}

static void fill_wanted(void) {
    for (int k = 0; k < N; k++) {
        given[k] = 0.25 * k;
        wanted[k] = sqrt(given[k] * given[k] + given[k]);
    }
}

static void pack_folder(const char *folder, const char *path) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .cache_dir = folder};
    frit_context *context;
    frit_error error;
    uint64_t count;
    CHECK(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK);
    CHECK_MSG(frit_cache_pack(context, folder, NULL, path, &count, &error) == FRIT_OK, "%s",
              error.message);
    CHECK_EQ_UINT(count, 1);
    frit_context_free(context);
}

/*
 * Two LLVMs, one folder: each compiles for itself. Where nothing can be compiled, or may be, the code of
 * either is used; so is that of a pack, whichever LLVM there is.
 */
TEST(each_llvm_has_its_own_code) {
    CompilerPlace own, other;
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    if (!llvm_find(&env, NULL, NULL, &own) || !some_other_llvm(&other))
        SKIP("there are no two LLVMs");
    fill_wanted();
    char folder[64], pack[96];
    frit_cache_info info;
    folder_make(folder);
    snprintf(pack, sizeof pack, "%s/all.pack", folder);
    const frit_context_options by_own = {FRIT_SIZED(frit_context_options), .llvm = own.path,
                                         .compile = FRIT_COMPILE_REQUIRE};
    frit_context_options by_other = {FRIT_SIZED(frit_context_options), .llvm = other.path,
                                     .compile = FRIT_COMPILE_REQUIRE};

    info = run_with(by_other, folder);
    CHECK_EQ_UINT(info.compiled, 1);
    info = run_with(by_own, folder); /* an upgrade, or the other way round */
    CHECK_EQ_UINT(info.compiled, 1);
    CHECK_EQ_UINT(info.disk_hits, 0);
    info = run_with(by_own, folder);
    CHECK(info.compiled == 0 && info.disk_hits == 1);
    info = run_with(by_other, folder);
    CHECK(info.compiled == 0 && info.disk_hits == 1);
    folder_remove(folder);

    CHECK(mkdir(folder, 0700) == 0);
    info = run_with(by_other, folder);
    frit_context_options without = {FRIT_SIZED(frit_context_options), .llvm = "none",
                                    .compile = FRIT_COMPILE_REQUIRE};
    info = run_with(without, folder);
    CHECK(info.compiled == 0 && info.disk_hits == 1);
    frit_context_options never = {FRIT_SIZED(frit_context_options), .llvm = own.path,
                                  .compile = FRIT_COMPILE_NEVER_STRICT};
    info = run_with(never, folder);
    CHECK(info.compiled == 0 && info.disk_hits == 1 && info.missing == 0);

    pack_folder(folder, pack);
    frit_context_options packed = by_own;
    packed.cache_packs = pack;
    info = run_with(packed, "");
    CHECK_EQ_UINT(info.compiled, 0);
    CHECK_EQ_UINT(info.pack_hits, 1);
    info = run_with(by_own, ""); /* that it was the pack */
    CHECK_EQ_UINT(info.compiled, 1);
    folder_remove(folder);
}

/* The policies: code before the first run; and after some runs, by the thread in the background. */
static void run_beside_broken(frit_compile_policy policy, const char *folder) {
    static double got[N];
    frit_context_options options = {FRIT_SIZED(frit_context_options), .compile = policy,
                                    .threads = 1, .cache_dir = ""};
    Ready r;
    char path[4096];
    unsigned major;
    ready_open(&r, &options, rooted);
    frit_tensor in = {given, (const int64_t[]){N}, NULL}, out = {got, (const int64_t[]){N}, NULL};
    CHECK_OK(&r, frit_context_llvm_file(r.context, path, sizeof path, &major, &r.error));
    CHECK(major == 99 && is_in(path, folder));
    for (unsigned k = 0; frit_cache_describe(r.context).compiled == 0; k++) {
        CHECK_OK(&r, ready_run(&r, &in, 1, &out, 1));
        CHECK_EQ_MEM(got, wanted, sizeof got);
        test_note("policy %d: %u runs", (int)policy, k);
    }
    CHECK_OK(&r, frit_context_llvm_file(r.context, path, sizeof path, &major, &r.error));
    CHECK(major < 99 && !is_in(path, folder));
    frit_text text;
    CHECK_OK(&r, frit_plan_code(r.context, r.plan, 0, &in, 1, NULL, FRIT_CODE_ASSEMBLY, &text,
                                &r.error));
    frit_text_free(r.context, &text);
    ready_close(&r);
}

/* The newest that is found cannot be opened: the next one compiles, and what was prepared for the first is
 * prepared again. */
TEST(where_the_newest_cannot_be_opened_an_older_one_is) {
    static const char name[] = "where_the_newest_cannot_be_opened_an_older_one_is";
    const char *inside = getenv(PART_OF_TEST);
    char folder[64];
    CompilerPlace place;
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    if (inside) {
        fill_wanted();
        run_beside_broken(FRIT_COMPILE_REQUIRE, inside);
        run_beside_broken(FRIT_COMPILE_WAIT, inside);
        run_beside_broken(FRIT_COMPILE_AUTO, inside);
        return;
    }
    const char *set = getenv("FRIT_LLVM");
    if ((set && set[0]) || !llvm_find(&env, NULL, NULL, &place))
        SKIP("there is no LLVM that is found by itself");
    skip_without_processes();
    make_broken(folder);
    in_new_process(name, folder, folder);
    folder_remove(folder);
}
