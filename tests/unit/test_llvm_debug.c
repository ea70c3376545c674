/* What perf and gdb are given: files in their formats, and gdb's list of objects. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf_fixture.h"
#include "harness.h"
#include "run/llvm/compile.h"
#include "run/code/debug.h"
#include "run/code/lines.h"

#define CHECK_STATUS(got, want) CHECK_EQ_NAMED(got, want, frit_status_name)

typedef struct Fixture {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
    char folder[64]; /* TMPDIR */
    SmallObject object;
    Code *code;
} Fixture;

static void begin(Fixture *f) {
    *f = (Fixture){.alloc = TEST_ALLOC(0)};
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    f->env = env_make(&f->allocator, &f->error, &f->error);
    snprintf(f->folder, sizeof f->folder, "/tmp/frit-test-XXXXXX");
    CHECK(mkdtemp(f->folder));
    setenv("TMPDIR", f->folder, 1);
    small_object(&f->object, 42);
}

static void load(Fixture *f) {
    small_object_must_run();
    f->code = code_load(&f->env, &f->object, sizeof f->object);
    CHECK_MSG(f->code, "%s", f->error.message);
}

static void end(Fixture *f) {
    char command[128];
    code_unref(f->code);
    CHECK_ALLOC(&f->alloc);
    unsetenv("TMPDIR");
    unsetenv("FRIT_PERF");
    unsetenv("FRIT_GDB");
    snprintf(command, sizeof command, "rm -r %s", f->folder);
    CHECK(system(command) == 0);
}

static bool announce(Fixture *f, const char *label, const char *listing) {
    return code_announce(&f->env, f->code, label, listing, &f->object, sizeof f->object);
}

static size_t read_all(const char *path, char *out, size_t size) {
    FILE *file = fopen(path, "rb");
    CHECK_MSG(file, "%s", path);
    size_t len = fread(out, 1, size - 1, file);
    fclose(file);
    out[len] = '\0';
    return len;
}

TEST(nothing_is_done_unasked) {
    Fixture f;
    begin(&f);
    load(&f);
    CHECK(!debug_asked());
    setenv("FRIT_GDB", "0", 1);
    CHECK(!debug_asked());
    CHECK(announce(&f, "softmax", "a\nb\n"));
    char path[128];
    snprintf(path, sizeof path, "%s/frit-%u", f.folder, (unsigned)geteuid());
    CHECK(access(path, F_OK) != 0);
    setenv("FRIT_GDB", "1", 1);
    CHECK(debug_asked());
    setenv("FRIT_PERF", "yes", 1);
    unsetenv("FRIT_GDB");
    CHECK(debug_asked());
    CHECK(!announce(&f, "softmax", NULL));
    CHECK_STATUS(f.error.status, FRIT_ERR_ARGUMENT);
    end(&f);
}

TEST(a_listing_has_one_path) {
    Fixture f;
    begin(&f);
    Str path = str_make(&f.env), again = str_make(&f.env), other = str_make(&f.env);
    CHECK(debug_listing(&f.env, "a/b, c", "x = 1\ny = 2\n", &path));
    CHECK(debug_listing(&f.env, "a/b, c", "x = 1\ny = 2\n", &again));
    CHECK(debug_listing(&f.env, "a/b, c", "x = 1\ny = 3\n", &other));
    CHECK_STR(again.data, path.data);
    CHECK(strcmp(other.data, path.data) != 0);
    CHECK(strncmp(path.data, f.folder, strlen(f.folder)) == 0);
    CHECK(strstr(path.data, "/a_b_c-")); /* one '_' for whatever lies between */
    char text[64];
    read_all(path.data, text, sizeof text);
    CHECK_STR(text, "x = 1\ny = 2\n");
    str_free(&path);
    str_free(&again);
    str_free(&other);
    end(&f);
}

TEST(folders_and_files_of_others_are_refused) {
    Fixture f;
    begin(&f);
    char folder[128];
    Str path = str_make(&f.env);
    snprintf(folder, sizeof folder, "%s/frit-%u", f.folder, (unsigned)geteuid());
    CHECK(mkdir(folder, 0777) == 0 && chmod(folder, 0777) == 0);
    CHECK(!debug_listing(&f.env, "a", "b", &path));
    CHECK_STATUS(f.error.status, FRIT_ERR_UNSUPPORTED);
    CHECK(rmdir(folder) == 0);
    CHECK(symlink("/tmp", folder) == 0);
    str_free(&path);
    CHECK(!debug_listing(&f.env, "a", "b", &path));
    CHECK(unlink(folder) == 0);
    str_free(&path);
    CHECK(debug_listing(&f.env, "a", "b", &path));
    /* A link where the listing was. */
    char trap[128];
    snprintf(trap, sizeof trap, "%s/trap", f.folder);
    CHECK(unlink(path.data) == 0 && symlink(trap, path.data) == 0);
    str_free(&path);
    CHECK(!debug_listing(&f.env, "a", "b", &path));
    CHECK(access(trap, F_OK) != 0);
    str_free(&path);
    end(&f);
}

TEST(perf_gets_a_map) {
    Fixture f;
    begin(&f);
    load(&f);
    char path[64], text[512], wanted[256];
    snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
    /* Left over from a dead process of the same number. */
    FILE *stale = fopen(path, "w");
    CHECK(stale && fputs("1 1 stale\n", stale) >= 0 && fclose(stale) == 0);
    setenv("FRIT_PERF", "map", 1);
    CHECK_MSG(announce(&f, "soft max", NULL), "%s", f.error.message);
    CHECK_MSG(announce(&f, "", "x\n"), "%s", f.error.message);
    read_all(path, text, sizeof text);
    unsigned long long at = (unsigned long long)(uintptr_t)code_symbol(f.code, "answer");
    snprintf(wanted, sizeof wanted, "%llx %x frit:soft_max.answer\n%llx %x frit:kernel.answer\n",
             at, (unsigned)SMALL_CODE, at, (unsigned)SMALL_CODE);
    CHECK_STR(text, wanted);
    CHECK(unlink(path) == 0);
    end(&f);
}

/* Somebody's pipe of that name holds nobody up. */
TEST(a_pipe_in_the_place_of_the_map) {
    Fixture f;
    begin(&f);
    load(&f);
    char path[64];
    snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
    (void)unlink(path);
    CHECK(mkfifo(path, 0600) == 0);
    setenv("FRIT_PERF", "map", 1);
    bool without = announce(&f, "a", NULL);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    bool with = announce(&f, "a", NULL);
    close(reader);
    CHECK(unlink(path) == 0);
    CHECK(!without && !with);
    CHECK_STATUS(f.error.status, FRIT_ERR_UNSUPPORTED);
    end(&f);
}

/* -------------------------------------------------------------------------------- line tables */

/* A table of version 4: lines 3, 5 and 4 at addresses 0x100, 0x104 and 0x120. */
static const unsigned char lines_4[] = {
    51, 0,   0,  0,    4,  0,  25, 0, 0, 0, /* length, version, length of the head */
    1,  1,   1,  0xfb, 14, 13, /* step, operations, statement, line base, range, opcodes */
    0,  1,   1,  1,    1,  0,  0,  0, 1, 0, 0, 1, /* operands of the standard ones */
    0,  'f', 0,  0,    0,  0,  0,                 /* no folders, a file, and the end of them */
    0,  9,   2,  0,    1,  0,  0,  0, 0, 0, 0,    /* address 0x100 */
    20,                                           /* line + 2: the row of line 3 */
    3,  2,   2,  4,    1,                         /* line + 2, address + 4, a row */
    2,  28,  17,                                  /* address + 28, line - 1: a row */
};

typedef struct Rows {
    uint64_t addresses[8];
    uint32_t lines[8];
    unsigned count;
} Rows;

static void note_row(void *user, uint64_t address, uint32_t line) {
    Rows *rows = user;
    if (rows->count < 8) {
        rows->addresses[rows->count] = address;
        rows->lines[rows->count] = line;
    }
    rows->count++;
}

TEST(a_line_table_is_read) {
    Rows rows = {.count = 0};
    CHECK_EQ_UINT(lines_4[0], sizeof lines_4 - 4);
    CHECK(lines_read(lines_4, sizeof lines_4, note_row, &rows));
    CHECK_EQ_UINT(rows.count, 3);
    CHECK_EQ_UINT(rows.addresses[0], 0x100);
    CHECK_EQ_UINT(rows.lines[0], 3);
    CHECK_EQ_UINT(rows.addresses[1], 0x104);
    CHECK_EQ_UINT(rows.lines[1], 5);
    CHECK_EQ_UINT(rows.addresses[2], 0x120);
    CHECK_EQ_UINT(rows.lines[2], 4);
}

TEST(the_file_of_a_line_table) {
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_error error;
    Env env = env_make(&allocator, &error, &error);
    Str path = str_make(&env);
    CHECK(lines_file(lines_4, sizeof lines_4, &path));
    CHECK_STR(path.data, "f");
    str_free(&path);
    CHECK(!lines_file(lines_4, 40, &path));
    unsigned char none[sizeof lines_4];
    memcpy(none, lines_4, sizeof none);
    none[29] = 0; /* the name is empty: no files */
    CHECK(!lines_file(none, sizeof none, &path));
    memcpy(none, lines_4, sizeof none);
    none[6] = 20; /* the head ends before the name does */
    CHECK(!lines_file(none, sizeof none, &path));
    str_free(&path);
    CHECK_ALLOC(&alloc);
}

/* Bytes that end where nobody may read any further. */
typedef struct Edge {
    unsigned char *pages;
    size_t size;
} Edge;

static unsigned char *at_edge(Edge *edge, const unsigned char *bytes, size_t size) {
    edge->size = (size_t)sysconf(_SC_PAGESIZE);
    edge->pages =
        mmap(NULL, 2 * edge->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(edge->pages != MAP_FAILED);
    CHECK(mprotect(edge->pages + edge->size, edge->size, PROT_NONE) == 0);
    return memcpy(edge->pages + edge->size - size, bytes, size);
}

/* Every length of the table, with every length that its head may claim, and with every number of opcodes:
 * the fields of the head may lie past the end of it, and of the table. */
TEST(a_line_table_whose_head_is_too_short) {
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_error error;
    Env env = env_make(&allocator, &error, &error);
    for (size_t size = 0; size <= sizeof lines_4; size++) {
        Edge edge;
        unsigned char *bytes = at_edge(&edge, lines_4, size);
        if (size >= 4)
            bytes[0] = (unsigned char)(size - 4);
        for (unsigned head = 0; head < 64; head++)
            for (unsigned opcodes = 0; opcodes < 64; opcodes++) {
                Rows rows = {.count = 0};
                Str path = str_make(&env);
                test_note("%zu bytes, a head of %u, %u opcodes", size, head, opcodes);
                if (size > 6)
                    bytes[6] = (unsigned char)head;
                if (size > 15)
                    bytes[15] = (unsigned char)opcodes;
                lines_read(bytes, size, note_row, &rows);
                bool named = lines_file(bytes, size, &path);
                CHECK(!named || strlen(path.data) == path.len);
                str_free(&path);
            }
        CHECK(munmap(edge.pages, 2 * edge.size) == 0);
    }
    CHECK_ALLOC(&alloc);
}

/* Any bytes: nothing is read outside them (a sanitizer sees it), and it ends. */
TEST(a_line_table_may_be_wrong) {
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_error error;
    Env env = env_make(&allocator, &error, &error);
    uint64_t state = test_seed();
    Rows rows = {.count = 0};
    for (size_t n = test_scaled(20000); n > 0; n--) {
        size_t size = (size_t)test_random_below(&state, sizeof lines_4 + 1);
        unsigned char *copy = malloc(size ? size : 1);
        CHECK(copy);
        memcpy(copy, lines_4, size);
        if (size >= 4)
            copy[0] = (unsigned char)(size - 4);
        for (uint64_t k = test_random_below(&state, 6); k > 0 && size > 0; k--)
            copy[test_random_below(&state, size)] = (unsigned char)test_random(&state);
        lines_read(copy, size, note_row, &rows);
        Str path = str_make(&env);
        lines_file(copy, size, &path);
        str_free(&path);
        free(copy);
    }
    CHECK(rows.count > 0);
}

/* ------------------------------------------------------------------------------------ jitdump */

typedef struct DumpHead {
    uint32_t magic, version, size, machine, pad, pid;
    uint64_t time, flags;
} DumpHead;

typedef struct DumpRecord {
    uint32_t kind, size;
    uint64_t time;
} DumpRecord;

typedef struct DumpLoad {
    uint32_t pid, tid;
    uint64_t vma, address, size, index;
} DumpLoad;

typedef struct DumpLine {
    uint64_t address;
    uint32_t line, discriminator;
} DumpLine;

static void check_record(const char *bytes, size_t len, size_t at, uint32_t kind,
                         DumpRecord *record) {
    CHECK(len - at >= sizeof *record);
    memcpy(record, bytes + at, sizeof *record);
    CHECK_EQ_UINT(record->kind, kind);
    CHECK(record->size >= sizeof *record && record->size <= len - at);
    CHECK(record->time != 0);
}

TEST(perf_gets_a_dump) {
    Fixture f;
    begin(&f);
    load(&f);
    setenv("FRIT_PERF", "jitdump", 1);
    CHECK_MSG(announce(&f, "softmax", "one\ntwo\n"), "%s", f.error.message);
    CHECK_MSG(announce(&f, "softmax", "one\ntwo\n"), "%s", f.error.message);
    char path[128];
    static char bytes[4096];
    snprintf(path, sizeof path, "%s/frit-%u/jit-%ld.dump", f.folder, (unsigned)geteuid(),
             (long)getpid());
    size_t len = read_all(path, bytes, sizeof bytes), at = sizeof(DumpHead);
    DumpHead head;
    memcpy(&head, bytes, sizeof head);
    CHECK_EQ_UINT(head.magic, 0x4A695444);
    CHECK_EQ_UINT(head.version, 1);
    CHECK_EQ_UINT(head.size, sizeof head);
    CHECK_EQ_UINT(head.machine, SMALL_MACHINE);
    CHECK_EQ_UINT(head.pid, (uint32_t)getpid());
    uint64_t indices[2];
    for (int k = 0; k < 2; k++) {
        DumpRecord record;
        DumpLoad code;
        static const char name[] = "frit:softmax.answer";
        check_record(bytes, len, at, 0, &record);
        memcpy(&code, bytes + at + sizeof record, sizeof code);
        CHECK_EQ_UINT(code.pid, (uint32_t)getpid());
        CHECK_EQ_UINT(code.address, (uintptr_t)code_symbol(f.code, "answer"));
        CHECK_EQ_UINT(code.vma, code.address);
        CHECK_EQ_UINT(code.size, SMALL_CODE);
        const char *rest = bytes + at + sizeof record + sizeof code;
        CHECK_STR(rest, name);
        CHECK_EQ_MEM(rest + sizeof name, code_symbol(f.code, "answer"), SMALL_CODE);
        CHECK_EQ_UINT(record.size, sizeof record + sizeof code + sizeof name + SMALL_CODE);
        indices[k] = code.index;
        at += record.size;
    }
    CHECK(indices[0] != indices[1]);
    CHECK_EQ_UINT(at, len);
    end(&f);
}

/* One function whose instructions are of lines 2 and 3. */
static const char with_lines[] =
    "define i32 @frit_map(ptr %p) nounwind !dbg !4 {\n"
    " %a = load volatile i32, ptr %p, !dbg !6\n"
    " store volatile i32 %a, ptr %p, !dbg !7\n"
    " ret i32 0, !dbg !7\n}\n"
    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2, !3}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: LineTablesOnly)\n"
    "!1 = !DIFile(filename: \"/tmp/list/softmax-1.txt\", directory: \"\")\n"
    "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!3 = !{i32 7, !\"Dwarf Version\", i32 %d}\n"
    "!4 = distinct !DISubprogram(name: \"frit_map\", scope: !1, file: !1, line: 1, type: !5, unit: "
    "!0, spFlags: DISPFlagDefinition)\n"
    "!5 = !DISubroutineType(types: !{})\n"
    "!6 = !DILocation(line: 2, column: 1, scope: !4)\n"
    "!7 = !DILocation(line: 3, column: 1, scope: !4)\n";

/* The records of one announcement: lines, then code. */
static void check_lines(const char *bytes, size_t len, const Code *code) {
    DumpRecord record;
    size_t at = sizeof(DumpHead);
    uint64_t counts[2], before = 0;
    bool seen[4] = {false};
    check_record(bytes, len, at, 2, &record);
    memcpy(counts, bytes + at + sizeof record, sizeof counts);
    uint64_t from = (uintptr_t)code_symbol(code, "frit_map");
    CHECK_EQ_UINT(counts[0], from);
    const char *entry = bytes + at + sizeof record + sizeof counts;
    for (uint64_t k = 0; k < counts[1]; k++) {
        DumpLine line;
        memcpy(&line, entry, sizeof line);
        CHECK(line.address >= from && line.address < from + 64 && line.address >= before);
        CHECK(line.line <= 3);
        seen[line.line] = true;
        before = line.address;
        CHECK_STR(entry + sizeof line, "/tmp/list/softmax-1.txt");
        entry += sizeof line + strlen(entry + sizeof line) + 1;
    }
    CHECK(seen[2] && seen[3]);
    CHECK(entry == bytes + at + record.size);
    at += record.size;
    check_record(bytes, len, at, 0, &record);
    CHECK_EQ_UINT(at + record.size, len);
}

TEST(perf_gets_lines) {
    small_object_must_run();
    for (int version = 3; version <= 4; version++) {
        Fixture f;
        begin(&f);
        setenv("FRIT_PERF", "jitdump", 1);
        Llvm *llvm = llvm_open_any(&f.env);
        if (!llvm) {
            end(&f);
            SKIP("there is no LLVM");
        }
        Str text = str_make(&f.env), object = str_make(&f.env);
        const char *number = strstr(with_lines, "%d");
        str_put(&text, with_lines, (size_t)(number - with_lines));
        str_int(&text, version);
        str_puts(&text, number + 2);
        CHECK_MSG(
            llvm_compile(&f.env, llvm, target_named(SMALL_TARGET), text.data, text.len, &object),
            "%s", f.error.message);
        llvm_close(llvm);
        f.code = code_load(&f.env, object.data, object.len);
        CHECK_MSG(f.code, "%s", f.error.message);
        CHECK_MSG(
            code_announce(&f.env, f.code, "softmax", "one\ntwo\nthree\n", object.data, object.len),
            "%s", f.error.message);
        char path[128];
        static char bytes[4096];
        snprintf(path, sizeof path, "%s/frit-%u/jit-%ld.dump", f.folder, (unsigned)geteuid(),
                 (long)getpid());
        check_lines(bytes, read_all(path, bytes, sizeof bytes), f.code);
        str_free(&text);
        str_free(&object);
        end(&f);
    }
}

/* ---------------------------------------------------------------------------------------- gdb */

/* As gdb sees it. */
struct jit_code_entry {
    struct jit_code_entry *next, *prev;
    const char *symfile_addr;
    uint64_t symfile_size;
};
extern struct jit_descriptor {
    uint32_t version, action_flag;
    struct jit_code_entry *relevant_entry, *first_entry;
} __jit_debug_descriptor;

TEST(gdb_gets_the_object) {
    Fixture f;
    begin(&f);
    load(&f);
    CHECK_EQ_UINT(__jit_debug_descriptor.version, 1);
    CHECK(!__jit_debug_descriptor.first_entry);
    setenv("FRIT_GDB", "1", 1);
    CHECK_MSG(announce(&f, "softmax", "one\n"), "%s", f.error.message);
    const struct jit_code_entry *entry = __jit_debug_descriptor.first_entry;
    CHECK(entry && !entry->next && !entry->prev);
    CHECK_EQ_UINT(entry->symfile_size, sizeof f.object);
    SmallObject seen;
    memcpy(&seen, entry->symfile_addr, sizeof seen);
    uint64_t base = (uintptr_t)code_base(f.code);
    CHECK_EQ_UINT(seen.sections[S_TEXT].sh_addr, base);
    CHECK_EQ_UINT(seen.sections[S_CONSTANTS].sh_addr, base + (uint64_t)sysconf(_SC_PAGESIZE));
    CHECK_EQ_UINT(seen.sections[S_SYMBOLS].sh_addr, 0);
    CHECK(!announce(&f, "softmax", "one\n")); /* once */
    CHECK_STATUS(f.error.status, FRIT_ERR_ARGUMENT);
    /* Three of them, gone in any order. */
    Code *first = f.code, *second, *third;
    env_clear_error(&f.env);
    load(&f);
    second = f.code;
    CHECK(announce(&f, "b", NULL));
    load(&f);
    third = f.code;
    CHECK(announce(&f, "c", NULL));
    f.code = NULL;
    code_unref(second);
    CHECK(__jit_debug_descriptor.first_entry->next == entry && !entry->next);
    code_unref(first);
    CHECK(!__jit_debug_descriptor.first_entry->next);
    code_unref(third);
    CHECK(!__jit_debug_descriptor.first_entry);
    CHECK_EQ_UINT(__jit_debug_descriptor.action_flag, 0);
    end(&f);
}

TEST(no_memory) {
    for (size_t n = 1;; n++) {
        Fixture f;
        begin(&f);
        load(&f);
        setenv("FRIT_GDB", "1", 1);
        setenv("FRIT_PERF", n % 2 ? "map" : "jitdump", 1);
        f.alloc.fail_at = f.alloc.calls + (n + 1) / 2;
        bool done = announce(&f, "softmax", "one\n");
        bool failed = f.alloc.failures != 0;
        CHECK(done == !failed);
        CHECK(done || f.error.status == FRIT_ERR_NOMEM);
        char path[64];
        snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
        unlink(path);
        end(&f);
        if (!failed && n % 2 == 0)
            break;
    }
}
