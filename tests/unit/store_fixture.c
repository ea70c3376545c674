#define _GNU_SOURCE
#include "store_fixture.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* -------------------------------------------------------------------------------- tiny objects */

#if defined(__aarch64__)
enum { MACHINE = EM_AARCH64, CODE_BYTES = 8 };
#else
enum { MACHINE = EM_X86_64, CODE_BYTES = 6 };
#endif

/* "return number", which is below 65,536. */
static void put_code(unsigned char *at, unsigned number) {
#if defined(__aarch64__)
    uint32_t words[2] = {0x52800000u | number << 5, 0xd65f03c0u};
    memcpy(at, words, sizeof words);
#else
    const unsigned char code[CODE_BYTES] = {
        0xb8, (unsigned char)number, (unsigned char)(number >> 8), 0, 0, 0xc3};
    memcpy(at, code, sizeof code);
#endif
}

enum { SECTIONS = 5 };

bool store_object(Str *out, unsigned number, size_t constants) {
    static const char names[] = "\0.text\0.rodata\0.symtab\0.strtab";
    static const char strings[] = "\0frit_map";
    unsigned char code[16] = {0};
    put_code(code, number);
    uint64_t text_at = sizeof(Elf64_Ehdr), data_at = text_at + sizeof code;
    uint64_t symbols_at = data_at + constants, strings_at = symbols_at + 2 * sizeof(Elf64_Sym);
    uint64_t names_at = strings_at + sizeof strings, sections_at = names_at + sizeof names;
    Elf64_Ehdr head = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_REL,
        .e_machine = MACHINE,
        .e_version = EV_CURRENT,
        .e_shoff = sections_at,
        .e_ehsize = sizeof head,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = SECTIONS + 1,
        .e_shstrndx = SECTIONS};
    Elf64_Sym symbols[2] = {{0},
                            {.st_name = 1,
                             .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                             .st_shndx = 1,
                             .st_size = CODE_BYTES}};
    Elf64_Shdr sections[SECTIONS + 1] = {
        {0},
        {.sh_name = 1,
         .sh_type = SHT_PROGBITS,
         .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
         .sh_offset = text_at,
         .sh_size = sizeof code,
         .sh_addralign = 16},
        {.sh_name = 7,
         .sh_type = SHT_PROGBITS,
         .sh_flags = SHF_ALLOC,
         .sh_offset = data_at,
         .sh_size = constants,
         .sh_addralign = 1},
        {.sh_name = 15,
         .sh_type = SHT_SYMTAB,
         .sh_offset = symbols_at,
         .sh_size = sizeof symbols,
         .sh_link = 4,
         .sh_info = 1,
         .sh_entsize = sizeof *symbols},
        {.sh_name = 23, .sh_type = SHT_STRTAB, .sh_offset = strings_at, .sh_size = sizeof strings},
        {.sh_name = 23, .sh_type = SHT_STRTAB, .sh_offset = names_at, .sh_size = sizeof names}};
    str_put(out, (const char *)&head, sizeof head);
    str_put(out, (const char *)code, sizeof code);
    for (size_t k = 0; k < constants && !out->failed; k++)
        str_putc(out, (char)(k * 7 + number));
    str_put(out, (const char *)symbols, sizeof symbols);
    str_put(out, strings, sizeof strings);
    str_put(out, names, sizeof names);
    str_put(out, (const char *)sections, sizeof sections);
    return str_ok(out);
}

unsigned run_tiny(const Code *code) {
    unsigned (*function)(void);
    void *at = code_symbol(code, "frit_map");
    CHECK(at);
    memcpy(&function, &at, sizeof at);
    return function();
}

/* ------------------------------------------------------------------------------ the compiler */

static void hold_on(Fake *fake) {
    while (atomic_load(&fake->hold))
        usleep(200);
}

static bool fake_find(void *user, Env *env, const char *wanted, const char *folder,
                      CompilerPlace *place) {
    Fake *fake = user;
    (void)env, (void)wanted, (void)folder;
    *place = (CompilerPlace){.path = "fake", .major = 1};
    snprintf(place->build, sizeof place->build, "%s", fake->build ? fake->build : "");
    return true;
}

static bool fake_open(void *user, Env *env, const CompilerPlace *place, void **compiler) {
    Fake *fake = user;
    CHECK(strcmp(place->path, "fake") == 0);
    atomic_fetch_add(&fake->opens, 1);
    hold_on(fake);
    *compiler = fake;
    return !atomic_load(&fake->no_compiler) ||
           env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "there is no compiler here");
}

static void fake_close(void *user, void *compiler) {
    Fake *fake = user;
    CHECK(compiler == fake);
    atomic_fetch_add(&fake->closes, 1);
}

static const char *fake_version(void *user, void *compiler) {
    (void)user, (void)compiler;
    return "1.2.3";
}

static bool fake_compile(void *user, Env *env, void *compiler, const char *target, const char *text,
                         size_t len, Str *object) {
    Fake *fake = user;
    CHECK(compiler == fake && target);
    unsigned number = atomic_fetch_add(&fake->compiles, 1);
    atomic_fetch_add(&fake->compiling, 1);
    if (number < sizeof fake->order && len > 0)
        fake->order[number] = text[0];
    if (atomic_load(&fake->compile_us))
        usleep(atomic_load(&fake->compile_us));
    hold_on(fake);
    atomic_fetch_sub(&fake->compiling, 1);
    if (atomic_load(&fake->no_memory))
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory");
    if (atomic_load(&fake->fails))
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "kernel %.*s is too hard", (int)len,
                        text);
    if (fake->one) {
        str_putc(object, 'x');
        return str_ok(object);
    }
    return store_object(object, (unsigned)strtoul(text, NULL, 10), 200);
}

static Code *fake_load(void *user, Env *env, const void *object, size_t size, const char *label) {
    Fake *fake = user;
    (void)label;
    return fake->one ? code_ref(fake->one) : code_load(env, object, size);
}

static bool fake_in_use(void *user, const Code *code) {
    Fake *fake = user;
    return !fake->one && code_shared(code);
}

StoreHooks fake_hooks(Fake *fake) {
    return (StoreHooks){.user = fake,
                        .find = fake_find,
                        .open = fake_open,
                        .close = fake_close,
                        .version = fake_version,
                        .compile = fake_compile,
                        .load = fake_load,
                        .in_use = fake_in_use};
}

CodeStore *store_of(Fake *fake, StoreHooks *hooks, StoreOptions options) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    *hooks = fake_hooks(fake);
    options.hooks = hooks;
    if (!options.directory)
        options.directory = "";
    if (!options.packs)
        options.packs = "";
    CodeStore *store = store_new(&env, &options);
    CHECK(store);
    return store;
}

StoreJob job_of(const char *text) {
    return (StoreJob){.key = store_key(text, strlen(text)),
                      .target = "fake",
                      .text = text,
                      .text_len = strlen(text),
                      .label = "the label"};
}

/* ------------------------------------------------------------------------------------- files */

void folder_make(char path[64]) {
    snprintf(path, 64, "/tmp/frit-test-cache-XXXXXX");
    CHECK(mkdtemp(path));
}

/* Calls `each` with every file and folder below, folders after what is in them. */
static void go_through(const char *path, void (*each)(void *user, const char *path, bool folder),
                       void *user) {
    DIR *dir = opendir(path);
    if (!dir)
        return;
    for (struct dirent *d; (d = readdir(dir));) {
        char inner[4096];
        struct stat s;
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, d->d_name);
        bool folder = lstat(inner, &s) == 0 && S_ISDIR(s.st_mode);
        if (folder)
            go_through(inner, each, user);
        each(user, inner, folder);
    }
    closedir(dir);
}

static void remove_it(void *user, const char *path, bool folder) {
    (void)user;
    if (folder)
        rmdir(path);
    else
        unlink(path);
}

void folder_remove(const char *path) {
    chmod(path, 0700);
    go_through(path, remove_it, NULL);
    rmdir(path);
}

typedef struct Search {
    const char *prefix, *suffix;
    unsigned count;
    char first[512];
} Search;

static void match(void *user, const char *path, bool folder) {
    Search *search = user;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t len = strlen(name), suffix = strlen(search->suffix);
    if (folder || strncmp(name, search->prefix, strlen(search->prefix)) != 0 || len < suffix ||
        strcmp(name + len - suffix, search->suffix) != 0)
        return;
    if (search->count++ == 0)
        snprintf(search->first, sizeof search->first, "%s", path);
}

unsigned count_files(const char *path, const char *prefix, const char *suffix) {
    Search search = {prefix, suffix, 0, ""};
    go_through(path, match, &search);
    return search.count;
}

bool find_file(const char *path, const char *suffix, char *out, size_t size) {
    Search search = {"", suffix, 0, ""};
    go_through(path, match, &search);
    snprintf(out, size, "%s", search.first);
    return search.count > 0;
}

void read_whole(const char *path, char *bytes, size_t cap, size_t *len) {
    FILE *file = fopen(path, "rb");
    CHECK(file);
    *len = fread(bytes, 1, cap, file);
    fclose(file);
}

/* A new file: some file systems flush one that is written over. */
void write_whole(const char *path, const void *bytes, size_t len) {
    (void)unlink(path);
    FILE *file = fopen(path, "wb");
    CHECK(file);
    CHECK_EQ_UINT(fwrite(bytes, 1, len, file), len);
    CHECK(fclose(file) == 0);
    chmod(path, 0600);
}

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || HAS_FEATURE(thread_sanitizer)
enum { THREAD_SANITIZER = 1 };
#else
enum { THREAD_SANITIZER = 0 };
#endif
#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
enum { ADDRESS_SANITIZER = 1 };
#else
enum { ADDRESS_SANITIZER = 0 };
#endif

void skip_where_children_have_no_threads(void) {
    if (THREAD_SANITIZER)
        SKIP("the thread sanitizer forbids threads in a child of a process that had some");
    if (test_is_emulated())
        SKIP("the emulator fails at threads in a child of a process that had some");
}

void skip_where_forks_meet_allocations(void) {
    if (ADDRESS_SANITIZER)
        SKIP("the address sanitizer's allocator is left locked in a child");
}

void child_was_good(int child) {
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_MSG(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %#x", status);
}

/* ------------------------------------------------------------------------------------ stores */

/* A store of its own, as a new process would have. */
CodeStore *store_fresh(Fake *fake, StoreHooks *hooks, const char *path) {
    *fake = (Fake){0};
    return store_of(fake, hooks, (StoreOptions){.directory = path});
}

CodeState store_look_up(CodeStore *store, const char *text) {
    Code *code = NULL;
    CodeState state = store_find(store, job_of(text).key, &code);
    if (code)
        CHECK_EQ_UINT(run_tiny(code), strtoul(text, NULL, 10));
    code_unref(code);
    return state;
}

void store_compile_well(CodeStore *store, const char *text) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    StoreJob job = job_of(text);
    Code *code = store_compile(&env, store, &job);
    CHECK_MSG(code, "%s: %s", text, error.message);
    CHECK_EQ_UINT(run_tiny(code), strtoul(text, NULL, 10));
    code_unref(code);
}

/* A folder with this one kernel; its file. */
void folder_with(char path[64], const char *text, char *file, size_t size) {
    Fake fake;
    StoreHooks hooks;
    folder_make(path);
    CodeStore *store = store_fresh(&fake, &hooks, path);
    store_compile_well(store, text);
    CHECK_EQ_UINT(store_stats(store).published, 1);
    store_free(store);
    CHECK(find_file(path, ".frit", file, size));
}

bool store_warned(CodeStore *store, const char *part) {
    char text[512];
    for (uint32_t k = 0; store_warning(store, k, text, sizeof text); k++)
        if (strstr(text, part))
            return true;
    return false;
}
