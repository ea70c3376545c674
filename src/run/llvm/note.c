#define _GNU_SOURCE
#include "run/llvm/note.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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

/* ---- what a note says */

void note_start(Str *note, const char *wanted) {
    char program[1024];
    const char *searched = base_getenv("LD_LIBRARY_PATH");
    ssize_t len = readlink("/proc/self/exe", program, sizeof program);
    if (len <= 0 || (size_t)len >= sizeof program || memchr(program, '\n', (size_t)len) ||
        (searched && strchr(searched, '\n')) || (wanted && strchr(wanted, '\n')))
        return;
    str_format(note, "frit 1 %d %d\n%.*s\n%s\n%s\n", LLVM_OLDEST, LLVM_NEWEST, (int)len, program,
               searched ? searched : "", wanted ? wanted : "");
}

/* Where the note of that start lies. */
static void put_name(char out[FILE_NAME_SIZE], const char *start, size_t len) {
    snprintf(out, FILE_NAME_SIZE, "llvm-found-%02u",
             (unsigned)(hash_stable(start, len, 0) % FILES));
}

enum { STATE_BYTES = 100 };

/* By the time of the last change of any kind, which nobody can set. */
static void put_state(char out[STATE_BYTES], const char *path) {
    struct stat s;
    if (stat(path, &s) != 0)
        snprintf(out, STATE_BYTES, "-");
    else
        snprintf(out, STATE_BYTES, "%llx.%lx %llx %llx %llx", (unsigned long long)s.st_ctim.tv_sec,
                 (unsigned long)s.st_ctim.tv_nsec, (unsigned long long)s.st_dev,
                 (unsigned long long)s.st_ino, (unsigned long long)s.st_size);
}

void note_state(Str *note, const char *path) {
    char state[STATE_BYTES], line[1200];
    int n = snprintf(line, sizeof line, "\n=%s\t", path);
    if (note->len == 0 || !str_ok(note))
        return;
    if (n < 0 || (size_t)n >= sizeof line || strchr(path, '\n') || strchr(path, '\t')) {
        note->len = 0; /* a place that cannot be noted */
        return;
    }
    if (memmem(note->data, note->len, line, (size_t)n))
        return;
    put_state(state, path);
    str_format(note, "=%s\t%s\n", path, state);
}

/* ---- reading */

/* Does "path\tstate" hold? The line ends in '\0'. */
static bool holds(char *line) {
    char now[STATE_BYTES];
    char *tab = strchr(line, '\t');
    if (!tab)
        return false;
    *tab = '\0';
    put_state(now, line);
    return strcmp(now, tab + 1) == 0;
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

static ssize_t read_file(int folder, const char *name, char text[NOTE_BYTES_MAX]) {
    struct stat s;
    char why[FOLDER_WHY];
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
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
    char text[NOTE_BYTES_MAX], why[FOLDER_WHY], name[FILE_NAME_SIZE];
    if (start->len == 0 || !str_ok(start))
        return false;
    int root = folder_open(folder, false, why);
    if (root < 0)
        return false;
    put_name(name, start->data, start->len);
    ssize_t got = read_file(root, name, text);
    close(root);
    if (got < (ssize_t)start->len || memcmp(text, start->data, start->len) != 0)
        return false;
    text[got] = '\0';
    return read_lines(text + start->len, out);
}

/* ---- writing */

/* Was one of them changed just now? Then the next change might not be seen. */
static bool is_settled(const char *note) {
    unsigned long long then;
    time_t now = time(NULL);
    for (const char *at = note; (at = strstr(at, "\n=")) != NULL; at++) {
        const char *tab = strchr(at + 1, '\t');
        if (tab && sscanf(tab + 1, "%llx.", &then) == 1 && (time_t)then > now - SETTLED_SECONDS)
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
