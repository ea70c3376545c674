#define _GNU_SOURCE /* O_NOFOLLOW, O_CLOEXEC */
#include "run/code/debug.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/getenv.h"
#include "base/index.h"

/* NULL: not set, or set to say no. */
static const char *asked_for(const char *variable) {
    const char *value = base_getenv(variable);
    return value && value[0] != '\0' && strcmp(value, "0") != 0 ? value : NULL;
}

bool debug_asked(void) {
    return asked_for("FRIT_PERF") || asked_for("FRIT_GDB");
}

static bool file_failed(Env *env, const char *path, const char *what) {
    int why = errno;
    return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_LOAD, "%.200s %s (error %d)", path, what,
                    why);
}

bool debug_folder(Env *env, Str *path) {
    const char *parent = base_getenv("TMPDIR");
    size_t from = path->len;
    str_format(path, "%s/frit-%lu", parent && parent[0] == '/' ? parent : "/tmp",
               (unsigned long)geteuid());
    TRY(str_ok(path));
    const char *folder = path->data + from;
    struct stat info;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return file_failed(env, folder, "cannot be made");
    if (lstat(folder, &info) != 0)
        return file_failed(env, folder, "cannot be looked at");
    if (info.st_uid != geteuid() || (info.st_mode & 077) != 0)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_LOAD,
                        "%.200s is not a folder of this user alone", folder);
    return true;
}

int debug_open(Env *env, const char *path) {
    struct stat info;
    /* Without waiting: nobody may ever read from a pipe of that name. */
    int file =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file < 0) {
        file_failed(env, path, "cannot be opened");
        return -1;
    }
    /* In a folder for all, it may be somebody's trap. */
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
        info.st_nlink == 1)
        return file;
    env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_LOAD, "%.200s is not a file of ours", path);
    close(file);
    return -1;
}

bool debug_append(Env *env, int file, const Str *bytes) {
    bool done = str_ok(bytes);
    size_t written = 0;
    while (done && written < bytes->len) {
        ssize_t step = write(file, bytes->data + written, bytes->len - written);
        if (step > 0)
            written += (size_t)step;
        else if (step == 0 || errno != EINTR)
            done = file_failed(env, "a file for perf or gdb", "cannot be written");
    }
    close(file);
    return done;
}

/* Of a label, what may stand in a line and in the name of a file: what lies between becomes one '_'. */
static void put_plain(Str *out, const char *text, size_t max) {
    bool plain = true;
    for (size_t k = 0; k < max && text[k] != '\0'; k++) {
        unsigned char c = (unsigned char)text[k];
        bool was_plain = plain;
        plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                c == '_' || c == '-' || c == '+' || c == '.';
        if (plain || was_plain)
            str_putc(out, plain ? (char)c : '_');
    }
}

bool debug_listing(Env *env, const char *label, const char *listing, Str *path) {
    size_t from = path->len;
    TRY(debug_folder(env, path));
    str_putc(path, '/');
    put_plain(path, label, 80);
    str_format(path, "-%016llx.txt", (unsigned long long)hash_stable(listing, strlen(listing), 0));
    TRY(str_ok(path));
    int file = debug_open(env, path->data + from);
    TRY(file >= 0);
    flock(file, LOCK_EX); /* closing lets it go */
    Str text = str_make(env);
    struct stat info;
    if (fstat(file, &info) == 0 && info.st_size == 0)
        str_puts(&text, listing);
    bool done = debug_append(env, file, &text);
    str_free(&text);
    return done;
}

void debug_name(Str *out, const char *label, const char *function) {
    static const char prefix[] = "frit_";
    size_t skip = strncmp(function, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    str_puts(out, "frit:");
    put_plain(out, label, 200);
    str_putc(out, '.');
    put_plain(out, function + skip, 200);
}

static bool announce_to_perf(Env *env, const char *form, const Code *code, const char *label,
                             const void *object, size_t size) {
    if (strcmp(form, "map") == 0)
        return perf_write_map(env, code, label);
    if (strcmp(form, "jitdump") != 0)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_LOAD,
                        "FRIT_PERF is \"%.40s\"; it can be \"map\" or \"jitdump\"", form);
    return perf_write_dump(env, code, label, object, size);
}

bool code_announce(Env *env, Code *code, const char *label, const char *listing, const void *object,
                   size_t size) {
    const char *perf = asked_for("FRIT_PERF");
    if (!label || label[0] == '\0')
        label = "kernel";
    if (listing && debug_asked()) {
        Str path = str_make(env);
        bool done = debug_listing(env, label, listing, &path);
        str_free(&path);
        TRY(done);
    }
    if (asked_for("FRIT_GDB"))
        TRY(gdb_register(env, code, object, size));
    return !perf || announce_to_perf(env, perf, code, label, object, size);
}
