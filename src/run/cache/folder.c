#define _GNU_SOURCE
#include "run/cache/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/getenv.h"

/* --------------------------------------------------------------------------------- which one */

/* a/b, b may be "". Absolute: from where the process stands now, which may change later. */
static bool join(Env *env, const char *a, const char *b, char **out, size_t *size) {
    char here[4096] = "";
    if (a[0] != '/' && !getcwd(here, sizeof here))
        return true; /* nowhere: no disk */
    *size = strlen(here) + strlen(a) + strlen(b) + 3;
    *out = env_resize(env, NULL, 0, *size);
    TRY(*out);
    snprintf(*out, *size, "%s%s%s%s%s", here, here[0] ? "/" : "", a, b[0] ? "/" : "", b);
    return true;
}

bool folder_choose(Env *env, const char *given, char **out, size_t *size) {
    *out = NULL;
    *size = 0;
    const char *named = given ? given : base_getenv("FRIT_CACHE_DIR");
    if (named) {
        if (named[0] == '\0' || strcmp(named, "off") == 0 || strcmp(named, "none") == 0)
            return true;
        return join(env, named, "", out, size);
    }
    const char *base = base_getenv("XDG_CACHE_HOME");
    if (base && base[0] == '/')
        return join(env, base, "frit", out, size);
    const char *home = base_getenv("HOME");
    if (home && home[0] == '/')
        return join(env, home, ".cache/frit", out, size);
    return true;
}

bool folder_parse_size(const char *text, uint64_t *out) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (value > UINT64_MAX / 10 - 1)
            return false;
        value = value * 10 + (uint64_t)(*at - '0');
    }
    if (at == text)
        return false;
    static const char units[] = "kKmMgGtT";
    const char *unit = *at ? strchr(units, *at) : NULL;
    unsigned shift = unit ? 10 * (unsigned)((unit - units) / 2 + 1) : 0;
    at += unit != NULL;
    if (unit && *at == 'i')
        at++;
    if (*at == 'B')
        at++;
    if (*at || value > UINT64_MAX >> shift)
        return false;
    *out = value << shift;
    return true;
}

/* --------------------------------------------------------------------------------- opening */

void folder_check(const struct stat *s, char why[FOLDER_WHY]) {
    why[0] = '\0';
    if (s->st_uid != geteuid() && s->st_uid != 0)
        snprintf(why, FOLDER_WHY, "it belongs to another user (%lu)", (unsigned long)s->st_uid);
    else if (s->st_mode & (S_IWGRP | S_IWOTH))
        snprintf(why, FOLDER_WHY, "others can write to it (mode %04o; chmod go-w makes it good)",
                 (unsigned)(s->st_mode & 07777));
}

/* Closes it again when it is not to be trusted. */
static int checked(int fd, char why[FOLDER_WHY]) {
    struct stat s;
    why[0] = '\0';
    if (fd < 0)
        return -1;
    int error = EPERM;
    if (fstat(fd, &s) == 0) {
        folder_check(&s, why);
        if (why[0] == '\0')
            return fd;
    } else {
        error = errno;
    }
    close(fd);
    errno = error;
    return -1;
}

/* mkdir -p, for this user alone. Existing ones are left as they are. */
static bool make_all(const char *path) {
    char part[4096];
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (size_t k = 1; k <= len; k++) {
        if (path[k] != '/' && path[k] != '\0')
            continue;
        memcpy(part, path, k);
        part[k] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST) {
            int error = errno;
            struct stat s;
            if (stat(part, &s) != 0 || !S_ISDIR(s.st_mode)) {
                errno = error;
                return false;
            }
        }
    }
    return true;
}

#define FOREIGN_LINK "it is a link that another user has made"

/* A link to the root is followed if this user or root has made it. */
static bool is_foreign_link(const char *path) {
    struct stat s;
    return lstat(path, &s) == 0 && S_ISLNK(s.st_mode) && s.st_uid != geteuid() && s.st_uid != 0;
}

bool folder_is_trusted(const char *path, bool follow, char why[FOLDER_WHY]) {
    struct stat s;
    why[0] = '\0';
    if (lstat(path, &s) != 0)
        return false;
    if (S_ISLNK(s.st_mode) && follow) {
        if (s.st_uid != geteuid() && s.st_uid != 0)
            snprintf(why, FOLDER_WHY, FOREIGN_LINK);
        if (why[0] || stat(path, &s) != 0)
            return false;
    }
    if (!S_ISDIR(s.st_mode))
        return false;
    folder_check(&s, why);
    return why[0] == '\0';
}

int folder_open(const char *path, bool create, char why[FOLDER_WHY]) {
    why[0] = '\0';
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0)
        return checked(fd, why);
    if (is_foreign_link(path)) {
        snprintf(why, FOLDER_WHY, FOREIGN_LINK);
        errno = EPERM;
        return -1;
    }
    fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && create && make_all(path))
        fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return checked(fd, why);
}

int folder_open_in(int parent, const char *name, bool create, char why[FOLDER_WHY]) {
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(parent, name, flags);
    if (fd < 0 && errno == ENOENT && create &&
        (mkdirat(parent, name, 0700) == 0 || errno == EEXIST))
        fd = openat(parent, name, flags);
    return checked(fd, why);
}

int folder_open_format(const char *path, bool create, char why[FOLDER_WHY]) {
    int root = folder_open(path, create, why);
    if (root < 0)
        return -1;
    int fd = folder_open_in(root, FOLDER_FORMAT, create, why);
    int error = errno;
    close(root);
    errno = error;
    return fd;
}
