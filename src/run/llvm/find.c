#define _GNU_SOURCE /* dlinfo */
#include "run/llvm/find.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/getenv.h"
#include "base/str.h"
#include "emit/llvm/dialect.h"
#include "run/llvm/api.h"
#include "run/llvm/note.h"

/* Where versions lie beside each other: what stands before and after the number. */
static const struct {
    const char *before, *after;
} numbered[] = {
    {"/usr/lib/llvm-", "/lib"},    /* Debian, Ubuntu */
    {"/usr/lib/llvm", "/lib"},     /* Alpine, Arch */
    {"/usr/lib64/llvm", "/lib64"}, /* Fedora */
    {"/usr/lib64/llvm", "/lib"},   /* Fedora */
    {"/usr/lib/llvm/", "/lib64"},  /* Gentoo */
    {"/usr/local/llvm-", "/lib"},  /* by hand */
};
static const char *const parents[] = {"/usr/lib", "/usr/lib64", "/usr/lib/llvm", "/usr/local"};
/* Numbers that are tried there: two years' worth. Each is a few system calls at the first kernel of a process. */
enum { NUMBERED_MAX = LLVM_NEWEST + 4 };
/* Where there is no list of what the loader finds. */
static const char *const folders[] = {
#if defined(__x86_64__)
    "/usr/lib/x86_64-linux-gnu",
#elif defined(__aarch64__)
    "/usr/lib/aarch64-linux-gnu",
#endif
    "/usr/lib64", "/usr/lib", "/lib64", "/lib"};
static const char loaders_list[] = "/etc/ld.so.cache";
enum { LIST_BYTES_MAX = 16 << 20 };

/* What was seen on the way: the best so far, and the newest of those that are too old. */
typedef struct Search {
    CompilerPlace *best;         /* major 0: none yet */
    const char *name;            /* of the file; NULL: any LLVM */
    const CompilerPlace *failed; /* these are none */
    unsigned n_failed, too_old;
    char old_path[256];
    bool notes; /* what is looked at */
    Str note;
} Search;

/* ---- names */

static unsigned read_number(const char **at) {
    unsigned n = 0;
    while (**at >= '0' && **at <= '9' && n < 1000)
        n = 10 * n + (unsigned)(*(*at)++ - '0');
    return n;
}

/* ".1.2" up to the end, or nothing. */
static bool is_tail(const char *at) {
    while (*at == '.' && at[1] >= '0' && at[1] <= '9') {
        at++;
        read_number(&at);
    }
    return *at == '\0';
}

unsigned llvm_named_version(const char *name) {
    static const char prefix[] = "libLLVM", ending[] = ".so";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return 0;
    const char *at = name + sizeof prefix - 1;
    unsigned major = 0;
    if (*at == '-') { /* libLLVM-16.so.1, libLLVM-14.0.6.so */
        at++;
        major = read_number(&at);
        while (*at == '.' && at[1] >= '0' && at[1] <= '9') {
            at++;
            read_number(&at);
        }
    }
    if (strncmp(at, ending, sizeof ending - 1) != 0)
        return 0;
    at += sizeof ending - 1;
    if (!major && *at == '.') { /* libLLVM.so.22.1 */
        at++;
        major = read_number(&at);
    }
    return is_tail(at) ? major : 0;
}

/* ---- candidates */

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The same file has many names, but one build. */
static bool has_failed(const Search *s, const CompilerPlace *place) {
    for (unsigned k = 0; k < s->n_failed; k++)
        if (strcmp(s->failed[k].path, place->path) == 0 ||
            (place->build[0] && strcmp(s->failed[k].build, place->build) == 0))
            return true;
    return false;
}

/* A path that may be one. Only those that are newer than the best so far are looked at. */
static void consider(Search *s, const char *path) {
    const char *name = last_part(path);
    CompilerPlace found;
    if (s->name ? strcmp(name, s->name) != 0 || s->best->major
                : llvm_named_version(name) <= s->best->major)
        return;
    if (!llvm_identify(path, &found) || has_failed(s, &found))
        return;
    if (found.major >= LLVM_OLDEST && (s->name || found.major > s->best->major)) {
        *s->best = found;
    } else if (found.major < LLVM_OLDEST && found.major > s->too_old) {
        s->too_old = found.major;
        snprintf(s->old_path, sizeof s->old_path, "%s", path);
    }
}

/* Before it is looked at. */
static void remember(Search *s, const char *path) {
    if (s->notes)
        note_state(&s->note, path);
}

static void search_folder(Search *s, const char *folder) {
    char path[sizeof s->best->path];
    DIR *dir = folder[0] == '/' ? opendir(folder) : NULL;
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        if (s->name ? strcmp(entry->d_name, s->name) != 0 : !llvm_named_version(entry->d_name))
            continue;
        int n = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (n > 0 && (size_t)n < sizeof path)
            consider(s, path);
    }
    if (dir)
        closedir(dir);
}

/* ---- where the loader looks */

#ifdef __GLIBC__
/* One that the loader looks into of itself: /usr/lib64, /lib/x86_64-linux-gnu. Those have thousands of files, and
 * what is in them is in its list. */
static bool is_of_system(const char *folder) {
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        size_t n = strlen(folders[k]);
        const char *rest = folder + n;
        if (strncmp(folder, folders[k], n) == 0 &&
            (*rest == '\0' || (*rest == '/' && !strchr(rest + 1, '/') && strstr(rest, "-linux-"))))
            return true;
    }
    return false;
}

/* Does the user name it for the loader? Then it may have what is in no list. */
static bool is_named(const char *folder) {
    const char *at = base_getenv("LD_LIBRARY_PATH");
    size_t len = strlen(folder);
    while (at && *at) {
        size_t n = strcspn(at, ":;"), whole = n;
        while (n > 1 && at[n - 1] == '/')
            n--;
        if (n == len && memcmp(at, folder, n) == 0)
            return true;
        at += whole + (at[whole] != '\0');
    }
    return false;
}
#endif

/* Folders that the program or its user has named, as the loader takes them. Not in a child whose loader was
 * cut short in the middle of its work: opening what is found says why (llvm_begin). */
static void search_own_folders(Env *env, Search *s) {
#ifdef __GLIBC__
    Dl_serinfo size, *all;
    bool counted;
    if (!llvm_begin(env, true, &counted)) {
        env_clear_error(env);
        return;
    }
    void *program = dlopen(NULL, RTLD_LAZY);
    if (!program) {
        llvm_end(counted, false);
        return;
    }
    bool told = dlinfo(program, RTLD_DI_SERINFOSIZE, &size) == 0;
    size_t bytes = told && size.dls_size > sizeof size ? size.dls_size : sizeof size;
    if (told && (all = env_new(env, bytes)) != NULL) {
        if (dlinfo(program, RTLD_DI_SERINFOSIZE, all) == 0 &&
            dlinfo(program, RTLD_DI_SERINFO, all) == 0)
            for (unsigned k = 0; k < all->dls_cnt; k++) {
                const char *folder = all->dls_serpath[k].dls_name;
                if (!is_of_system(folder) || is_named(folder)) {
                    remember(s, folder);
                    search_folder(s, folder);
                }
            }
        env_free(env->allocator, all, bytes);
    }
    dlclose(program);
    llvm_end(counted, false);
#else
    (void)env;
    const char *at = base_getenv("LD_LIBRARY_PATH");
    while (at && *at) {
        char folder[1024];
        size_t n = strcspn(at, ":");
        if (n < sizeof folder) {
            memcpy(folder, at, n);
            folder[n] = '\0';
            remember(s, folder);
            search_folder(s, folder);
        }
        at += n + (at[n] == ':');
    }
#endif
}

/* Every text in the loader's list that is the path of a file whose name begins so. How the list is laid
 * out does not matter: texts end in '\0'. */
static void search_list(Search *s, const char *list, size_t size) {
    const char *start = s->name ? s->name : "libLLVM", *end = list + size, *at = list;
    size_t len = strlen(start);
    while ((size_t)(end - at) > len && (at = memmem(at, (size_t)(end - at), start, len))) {
        const char *path = at;
        while (path > list && path[-1] != '\0')
            path--;
        size_t whole = strnlen(path, (size_t)(end - path));
        if (path[0] == '/' && at > path && at[-1] == '/' && path + whole < end)
            consider(s, path);
        at += len;
    }
}

/* False: there is no such list. */
static bool search_loaders_list(Env *env, Search *s) {
    struct stat is;
    int file = open(loaders_list, O_RDONLY | O_CLOEXEC);
    bool there =
        file >= 0 && fstat(file, &is) == 0 && is.st_size > 0 && is.st_size <= LIST_BYTES_MAX;
    size_t size = there ? (size_t)is.st_size : 0;
    char *list = there ? env_resize(env, NULL, 0, size) : NULL;
    ssize_t got = list ? read(file, list, size) : -1;
    if (got > 0)
        search_list(s, list, (size_t)got);
    if (list)
        env_free(env->allocator, list, size);
    if (file >= 0)
        close(file);
    return got > 0;
}

/* False for want of memory alone. */
static bool search(Env *env, Search *s) {
    char folder[64];
    env_clear_error(env);
    search_own_folders(env, s);
    remember(s, loaders_list);
    /* The list may be another system's, as that of an emulator's host is. */
    if (!search_loaders_list(env, s) || !s->best->major)
        for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
            remember(s, folders[k]);
            search_folder(s, folders[k]);
        }
    remember(s, "/usr/local/lib");
    search_folder(s, "/usr/local/lib");
    /* Where a new numbered folder would appear. */
    for (size_t k = 0; k < sizeof parents / sizeof *parents; k++)
        remember(s, parents[k]);
    for (unsigned major = NUMBERED_MAX; major >= LLVM_OLDEST && major > s->best->major; major--)
        for (size_t k = 0; k < sizeof numbered / sizeof *numbered; k++) {
            snprintf(folder, sizeof folder, "%s%u%s", numbered[k].before, major, numbered[k].after);
            search_folder(s, folder);
        }
    return env->error->status != FRIT_ERR_NOMEM;
}

/* ---- what is wanted */

/* What its name does not tell it is asked. */
static bool ask(Env *env, const char *wanted, CompilerPlace *out) {
    LlvmApi api;
    Dl_info info;
    bool counted;
    TRY(llvm_begin(env, true, &counted));
    bool opened = llvm_api_open(env, &api, wanted);
    llvm_end(counted, false);
    TRY(opened);
    const char *path = dladdr(dlsym(api.library, "LLVMGetVersion"), &info) && info.dli_fname
                           ? info.dli_fname
                           : wanted;
    if (!llvm_identify(path, out)) /* for its build */
        snprintf(out->path, sizeof out->path, "%s", path);
    out->major = api.major;
    llvm_api_close(&api);
    return true;
}

/* The search, or what is noted of the last one. s->name: what is wanted. */
static bool search_noted(Env *env, Search *s, const char *folder) {
    if (!folder)
        return search(env, s);
    frit_error ignored;
    Env own = env_make(env->allocator, &ignored, &ignored);
    s->note = str_make(&own);
    note_start(&s->note, s->name);
    bool ok = true;
    if (!note_read(folder, &s->note, s->best)) {
        s->notes = true;
        ok = search(env, s);
        if (ok && s->best->major)
            note_write(folder, &s->note, s->best);
    }
    str_free(&s->note);
    return ok;
}

/* By whom: "FRIT_LLVM", "llvm". */
static bool find_wanted(Env *env, const char *by, const char *wanted, const char *folder,
                        CompilerPlace *out) {
    Search s = {.best = out, .name = wanted};
    bool found;
    if (strchr(wanted, '/')) {
        found = llvm_identify(wanted, out);
        if (found && out->major < LLVM_OLDEST) {
            s.too_old = out->major;
            out->major = 0;
        }
    } else {
        TRY(search_noted(env, &s, folder));
        found = out->major;
    }
    if (s.too_old)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "%s: %.200s is LLVM %u, and it takes %d or newer", by, wanted, s.too_old,
                        LLVM_OLDEST);
    if (found || ask(env, wanted, out))
        return true;
    frit_error why = *env->error;
    return why.status == FRIT_ERR_NOMEM
               ? false
               : env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%s: %.350s", by, why.message);
}

bool llvm_find(Env *env, const char *wanted, const char *folder, CompilerPlace *out) {
    const char *by = wanted && wanted[0] ? "llvm" : "FRIT_LLVM";
    if (!wanted || !wanted[0])
        wanted = base_getenv("FRIT_LLVM");
    memset(out, 0, sizeof *out);
    if (wanted && strcmp(wanted, "none") == 0)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "no LLVM is used: %s is \"none\"", by);
    if (wanted && wanted[0]) {
        bool found = find_wanted(env, by, wanted, folder, out);
        out->named = true;
        return found;
    }
    Search s = {.best = out};
    TRY(search_noted(env, &s, folder));
    if (out->major)
        return true;
    env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                  "no LLVM from %d on: looked for libLLVM.so.NN.1 and libLLVM-NN.so where the "
                  "loader looks and in /usr/lib/llvm-NN/lib and its likes (FRIT_LLVM names a file)",
                  LLVM_OLDEST);
    if (s.too_old)
        env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                      "no LLVM from %d on: %.200s is LLVM %u (FRIT_LLVM names another file)",
                      LLVM_OLDEST, s.old_path, s.too_old);
    return false;
}

bool llvm_find_but(Env *env, const CompilerPlace *failed, unsigned n, CompilerPlace *out) {
    Search s = {.best = out, .failed = failed, .n_failed = n};
    memset(out, 0, sizeof *out);
    return search(env, &s) && out->major;
}
