#define _GNU_SOURCE
#include "run/llvm/note.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <link.h>
#include <sys/auxv.h>
#endif

#include "base/getenv.h"
#include "base/index.h"
#include "emit/llvm/dialect.h"
#include "run/cache/folder.h"

enum {
    FILES = 64, /* notes at most: programs share them by chance */
    FILE_NAME_SIZE = 32,
    NOTE_BYTES_MAX = 4 << 10, /* on the stack, in the first call of a process */
    SETTLED_SECONDS = 2 /* a change so soon after the last may leave no trace in a file's time */
};

/*
 * The first call of a process waits for the reading of a note, and little of it has run before. So what is read is
 * taken apart by hand, and the system is asked for nothing that another answer implies.
 */

/* ---- what a note says */

#ifdef __GLIBC__
/*
 * Has the program a list of folders of its own for its libraries? Only then does the search depend on which program it
 * is, and its name is a dear thing to ask for.
 */
static bool program_has_folders(void) {
    const ElfW(Phdr) *headers = (const void *)getauxval(AT_PHDR), *dynamic = NULL;
    size_t n = getauxval(AT_PHNUM);
    uintptr_t base = 0;
    bool based = false;
    for (size_t k = 0; headers && k < n; k++) {
        if (headers[k].p_type == PT_PHDR) {
            base = (uintptr_t)headers - headers[k].p_vaddr;
            based = true;
        }
        if (headers[k].p_type == PT_DYNAMIC)
            dynamic = &headers[k];
    }
    if (!based || !dynamic)
        return true; /* it cannot be told */
    const ElfW(Dyn) *entry = (const void *)(base + dynamic->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_RPATH || entry->d_tag == DT_RUNPATH)
            return true;
    return false;
}
#else
static bool program_has_folders(void) {
    return false; /* they are not looked at */
}
#endif

void note_start(Str *note, const char *wanted) {
    char program[1024];
    const char *searched = base_getenv("LD_LIBRARY_PATH");
    ssize_t len = program_has_folders() ? readlink("/proc/self/exe", program, sizeof program) : 0;
    if (len < 0 || (size_t)len >= sizeof program || memchr(program, '\n', (size_t)len) ||
        (searched && strchr(searched, '\n')) || (wanted && strchr(wanted, '\n')))
        return;
    str_puts(note, "frit 2 ");
    str_uint(note, LLVM_OLDEST);
    str_putc(note, ' ');
    str_uint(note, LLVM_NEWEST);
    str_putc(note, '\n');
    str_put(note, program, (size_t)len);
    str_putc(note, '\n');
    str_puts(note, searched ? searched : "");
    str_putc(note, '\n');
    str_puts(note, wanted ? wanted : "");
    str_putc(note, '\n');
}

/* Where the note of that start lies. */
static void put_name(char out[FILE_NAME_SIZE], const char *start, size_t len) {
    static const char name[] = "llvm-found-";
    unsigned number = (unsigned)(hash_stable(start, len, 0) % FILES);
    memcpy(out, name, sizeof name);
    out[sizeof name - 1] = (char)('0' + number / 10);
    out[sizeof name] = (char)('0' + number % 10);
    out[sizeof name + 1] = '\0';
}

enum { STATE_NUMBERS = 5 };

/* By the time of the last change of any kind, which nobody can set. False: it is not there. */
static bool look_at(const char *path, uint64_t state[STATE_NUMBERS]) {
    struct stat s;
    if (stat(path, &s) != 0)
        return false;
    state[0] = (uint64_t)s.st_ctim.tv_sec;
    state[1] = (uint64_t)s.st_ctim.tv_nsec;
    state[2] = (uint64_t)s.st_dev;
    state[3] = (uint64_t)s.st_ino;
    state[4] = (uint64_t)s.st_size;
    return true;
}

/* Is the folder that the path is in noted, as one that is there? Something new in it changes that, too. */
static bool folder_is_noted(const Str *note, const char *path) {
    char line[1200];
    const char *slash = strrchr(path, '/');
    int n = slash ? snprintf(line, sizeof line, "\n=%.*s\t", (int)(slash - path), path) : -1;
    if (n < 0 || (size_t)n >= sizeof line)
        return false;
    const char *at = memmem(note->data, note->len, line, (size_t)n);
    return at && at[n] != '-';
}

void note_state(Str *note, const char *path) {
    char line[1200];
    uint64_t state[STATE_NUMBERS];
    int n = snprintf(line, sizeof line, "\n=%s\t", path);
    if (note->len == 0 || !str_ok(note))
        return;
    if (n < 0 || (size_t)n >= sizeof line || strchr(path, '\n') || strchr(path, '\t')) {
        note->len = 0; /* a place that cannot be noted */
        return;
    }
    if (memmem(note->data, note->len, line, (size_t)n))
        return;
    bool there = look_at(path, state);
    if (!there && folder_is_noted(note, path))
        return;
    str_format(note, "=%s\t", path);
    for (unsigned k = 0; there && k < STATE_NUMBERS; k++)
        str_format(note, "%" PRIx64 " ", state[k]);
    str_puts(note, there ? "\n" : "-\n");
}

/* ---- reading */

/* "1a2b ". False: it is no such number. */
static bool read_number(const char **at, uint64_t *out) {
    const char *from = *at;
    *out = 0;
    for (;; ++*at) {
        char c = **at;
        if (c >= '0' && c <= '9')
            *out = *out << 4 | (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            *out = *out << 4 | (uint64_t)(c - 'a' + 10);
        else
            break;
    }
    return *at > from && *(*at)++ == ' ';
}

/* Does "path\tstate" hold? The line ends in '\0'. */
static bool holds(char *line) {
    uint64_t now[STATE_NUMBERS], then;
    char *tab = strchr(line, '\t');
    if (!tab)
        return false;
    *tab = '\0';
    const char *at = tab + 1;
    if (!look_at(line, now))
        return strcmp(at, "-") == 0;
    for (unsigned k = 0; k < STATE_NUMBERS; k++)
        if (!read_number(&at, &then) || then != now[k])
            return false;
    return *at == '\0';
}

/* "major\tbuild\tpath" */
static bool read_place(char *line, CompilerPlace *out) {
    char *build = strchr(line, '\t'), *path = build ? strchr(build + 1, '\t') : NULL;
    unsigned major = 0;
    if (!path)
        return false;
    *build++ = *path++ = '\0';
    for (const char *at = line; *at >= '0' && *at <= '9' && major < 1000; at++)
        major = 10 * major + (unsigned)(*at - '0');
    if (major < LLVM_OLDEST || strlen(build) >= sizeof out->build ||
        strlen(path) >= sizeof out->path)
        return false;
    *out = (CompilerPlace){.major = major};
    memcpy(out->build, build, strlen(build) + 1);
    memcpy(out->path, path, strlen(path) + 1);
    return true;
}

/* The note's lines after its start. The last one is the place, so a note that was cut off has none. */
static bool read_lines(char *at, CompilerPlace *out) {
    char *end;
    while ((end = strchr(at, '\n')) != NULL) {
        *end = '\0';
        if (at[0] != '=')
            return at[0] == '>' && end[1] == '\0' && read_place(at + 1, out);
        if (!holds(at + 1))
            return false;
        at = end + 1;
    }
    return false;
}

/* Whoever may change the folder cannot make such a file: it is this user's or root's, and begins with what was asked. */
static ssize_t read_file(const char *path, char text[NOTE_BYTES_MAX]) {
    struct stat s;
    char why[FOLDER_WHY];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t got = -1;
    if (file >= 0 && fstat(file, &s) == 0 && S_ISREG(s.st_mode) && s.st_size < NOTE_BYTES_MAX) {
        folder_check(&s, why); /* what it names is loaded */
        if (!why[0])
            got = read(file, text, NOTE_BYTES_MAX - 1);
    }
    if (file >= 0)
        close(file);
    return got;
}

bool note_read(const char *folder, const Str *start, CompilerPlace *out) {
    char text[NOTE_BYTES_MAX]; /* first the file's path */
    size_t len = strlen(folder);
    if (start->len == 0 || !str_ok(start) || len + 1 + FILE_NAME_SIZE > sizeof text)
        return false;
    memcpy(text, folder, len);
    text[len] = '/';
    put_name(text + len + 1, start->data, start->len);
    ssize_t got = read_file(text, text);
    if (got < (ssize_t)start->len || memcmp(text, start->data, start->len) != 0)
        return false;
    text[got] = '\0';
    return read_lines(text + start->len, out);
}

/* ---- writing */

/* Was one of them changed just now? Then the next change might not be seen. */
static bool is_settled(const char *note) {
    uint64_t then;
    time_t now = time(NULL);
    for (const char *at = note; (at = strstr(at, "\n=")) != NULL; at++) {
        const char *tab = strchr(at + 1, '\t'), *number = tab ? tab + 1 : NULL;
        if (number && read_number(&number, &then) && (time_t)then > now - SETTLED_SECONDS)
            return false;
    }
    return true;
}

void note_write(const char *folder, Str *note, const CompilerPlace *found) {
    char temp[64], why[FOLDER_WHY], name[FILE_NAME_SIZE];
    if (strchr(found->path, '\n'))
        return;
    note_state(note, found->path);
    if (note->len == 0 || !str_ok(note))
        return;
    const char *rest = strstr(note->data, "\n="); /* where its start ends */
    put_name(name, note->data, (size_t)(rest + 1 - note->data));
    str_format(note, ">%u\t%s\t%s\n", found->major, found->build, found->path);
    if (!str_ok(note) || note->len >= NOTE_BYTES_MAX || !is_settled(note->data))
        return;
    int root = folder_open(folder, false, why);
    snprintf(temp, sizeof temp, ".tmp-llvm-%ld", (long)getpid());
    int file = root < 0
                   ? -1
                   : openat(root, temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
        bool whole = write(file, note->data, note->len) == (ssize_t)note->len;
        if (close(file) != 0 || !whole || renameat(root, temp, root, name) != 0)
            unlinkat(root, temp, 0);
    }
    if (root >= 0)
        close(root);
}
