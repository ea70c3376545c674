/*
 * What Linux' perf reads: its text map of symbols, and its dump of code. Nothing is kept open between
 * calls, so a fork, or a second context, needs no care.
 */
#define _GNU_SOURCE /* syscall */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "run/code/debug.h"
#include "run/code/elf.h"
#include "run/code/lines.h"

/*
 * A file of this name is left over from a dead process, unless this process has it mapped: that it is
 * mapped is how we know that we began it.
 */
static bool is_mapped(Env *env, const char *path, bool *out) {
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_LOAD,
                        "/proc/self/maps cannot be read (error %d)", errno);
    Str maps = str_make(env), wanted = str_make(env);
    str_format(&wanted, "%s\n", strrchr(path, '/'));
    char buffer[4096];
    ssize_t count;
    while ((count = read(file, buffer, sizeof buffer)) > 0)
        str_put(&maps, buffer, (size_t)count);
    close(file);
    bool done = str_ok(&maps) && str_ok(&wanted);
    *out = done && maps.len && strstr(maps.data, wanted.data);
    str_free(&maps);
    str_free(&wanted);
    return done;
}

/*
 * Opens a file of perf's, locked until it is closed, and empties it where it is not of this process.
 * It stays mapped for as long as the process lives; as code (PROT_EXEC) perf itself sees that.
 */
static int open_begun(Env *env, const char *path, int protection) {
    int file = debug_open(env, path);
    if (file < 0)
        return -1;
    bool begun;
    flock(file, LOCK_EX);
    if (is_mapped(env, path, &begun)) {
        /* Only what can be read can be mapped. */
        int readable = begun ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (begun ||
            (ftruncate(file, 0) == 0 && mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), protection,
                                             MAP_PRIVATE, readable, 0) != MAP_FAILED)) {
            if (readable >= 0)
                close(readable);
            return file;
        }
        env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_LOAD,
                      "%.200s cannot be begun (error %d)", path, errno);
        if (readable >= 0)
            close(readable);
    }
    close(file);
    return -1;
}

bool perf_write_map(Env *env, const Code *code, const char *label) {
    Str path = str_make(env), text = str_make(env);
    /* perf looks here and nowhere else. */
    str_format(&path, "/tmp/perf-%ld.map", (long)getpid());
    CodeFunction function;
    for (uint32_t k = 0; code_function(code, k, &function); k++) {
        str_format(&text, "%llx %llx ", (unsigned long long)(uintptr_t)function.at,
                   (unsigned long long)function.size);
        debug_name(&text, label, function.name);
        str_putc(&text, '\n');
    }
    int file = str_ok(&path) ? open_begun(env, path.data, PROT_READ) : -1;
    bool done = file >= 0 && debug_append(env, file, &text);
    str_free(&path);
    str_free(&text);
    return done;
}

/* -------------------------------------------------------------------------------- jitdump */

/* perf's jitdump, version 1. Numbers are those of the machine. */
enum { DUMP_MAGIC = 0x4A695444, DUMP_VERSION = 1, DUMP_LOAD = 0, DUMP_LINES = 2 };

static void put_u32(Str *out, uint32_t value) {
    str_put(out, (const char *)&value, sizeof value);
}

static void put_u64(Str *out, uint64_t value) {
    str_put(out, (const char *)&value, sizeof value);
}

/* perf must be told to use the same clock: -k mono */
static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t address_of(const unsigned char *at) {
    return (uint64_t)(uintptr_t)at;
}

static void put_dump_head(Str *out, uint16_t machine) {
    put_u32(out, DUMP_MAGIC);
    put_u32(out, DUMP_VERSION);
    put_u32(out, 40); /* bytes of this */
    put_u32(out, machine);
    put_u32(out, 0);
    put_u32(out, (uint32_t)getpid());
    put_u64(out, now());
    put_u64(out, 0);
}

/* Begins a record; its size is filled in at the end. */
static size_t begin_record(Str *out, uint32_t kind) {
    size_t from = out->len;
    put_u32(out, kind);
    put_u32(out, 0);
    put_u64(out, now());
    return from;
}

static void end_record(Str *out, size_t from) {
    uint32_t size = (uint32_t)(out->len - from);
    if (str_ok(out))
        memcpy(out->data + from + 4, &size, sizeof size);
}

/* The rows of one function, as perf wants them. */
typedef struct Rows {
    Str entries;
    uint64_t count;
    uint64_t from, to; /* addresses of the function */
    const char *path;  /* of the listing */
} Rows;

static void add_row(void *user, uint64_t address, uint32_t line) {
    Rows *rows = user;
    if (address < rows->from || address >= rows->to)
        return;
    put_u64(&rows->entries, address);
    put_u32(&rows->entries, line);
    put_u32(&rows->entries, 0); /* discriminator */
    str_put(&rows->entries, rows->path, strlen(rows->path) + 1);
    rows->count++;
}

static bool put_lines(Str *out, const CodeFunction *function, const char *path, const Str *table) {
    Rows rows = {.entries = str_make(out->env),
                 .from = address_of(function->at),
                 .to = address_of(function->at) + function->size,
                 .path = path};
    lines_read((const unsigned char *)table->data, table->len, add_row, &rows);
    bool done = str_ok(&rows.entries);
    if (done && rows.count) {
        size_t from = begin_record(out, DUMP_LINES);
        put_u64(out, rows.from);
        put_u64(out, rows.count);
        str_put(out, rows.entries.data, rows.entries.len);
        end_record(out, from);
    }
    str_free(&rows.entries);
    return done;
}

/* index: of its own for each function in the file. */
static void put_code(Str *out, const CodeFunction *function, const char *label, uint64_t index) {
    size_t from = begin_record(out, DUMP_LOAD);
    put_u32(out, (uint32_t)getpid());
    put_u32(out, (uint32_t)syscall(SYS_gettid));
    put_u64(out, address_of(function->at));
    put_u64(out, address_of(function->at));
    put_u64(out, function->size);
    put_u64(out, index);
    debug_name(out, label, function->name);
    str_putc(out, '\0');
    str_put(out, (const char *)function->at, function->size);
    end_record(out, from);
}

/* The line table as linked; nothing where there is none. */
static bool read_table(Env *env, const Code *code, const ElfImage *elf, Str *out) {
    uint32_t section = elf_section_named(elf, ".debug_line");
    return !section || elf_debug_section(env, elf, section, address_of(code_base(code)), out);
}

static bool put_functions(const Code *code, const char *label, const Str *table, const char *path,
                          uint64_t first_index, Str *out) {
    CodeFunction function;
    for (uint32_t k = 0; code_function(code, k, &function); k++) {
        if (path)
            TRY(put_lines(out, &function, path, table));
        put_code(out, &function, label, first_index + k);
    }
    return str_ok(out);
}

/* path: of the listing; NULL: there are no lines. */
static bool append_dump(Env *env, const char *dump, const Code *code, const char *label,
                        const ElfImage *elf, const Str *table, const char *path) {
    int file = open_begun(env, dump, PROT_READ | PROT_EXEC);
    TRY(file >= 0);
    Str out = str_make(env);
    /* How long the file is: no record before has that number. */
    uint64_t index = (uint64_t)lseek(file, 0, SEEK_END);
    if (index == 0)
        put_dump_head(&out, elf->machine);
    bool done = put_functions(code, label, table, path, index, &out);
    done = debug_append(env, file, &out) && done;
    str_free(&out);
    return done;
}

bool perf_write_dump(Env *env, const Code *code, const char *label, const void *object,
                     size_t size) {
    ElfImage elf;
    TRY(elf_read(env, object, size, (uint64_t)sysconf(_SC_PAGESIZE), &elf));
    Str dump = str_make(env), table = str_make(env), path = str_make(env);
    bool done = debug_folder(env, &dump);
    str_format(&dump, "/jit-%ld.dump", (long)getpid());
    done = done && str_ok(&dump) && read_table(env, code, &elf, &table);
    bool has_lines =
        done && table.len && lines_file((const unsigned char *)table.data, table.len, &path);
    done = done && str_ok(&path) &&
           append_dump(env, dump.data, code, label, &elf, &table, has_lines ? path.data : NULL);
    str_free(&dump);
    str_free(&table);
    str_free(&path);
    elf_free(env, &elf);
    return done;
}
