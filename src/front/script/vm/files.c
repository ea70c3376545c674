/* Files of the system. */
#include <stdio.h>
#include <sys/stat.h>

#include "front/script/vm/machine.h"

static bool read_all(Interp *in, FILE *file, char **text, size_t *len) {
    Str all = str_make(&in->env);
    char block[4096];
    size_t n;
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        str_put(&all, block, n);
    bool ok = str_ok(&all) ? true : interp_fail_raw(in);
    *text = ok ? interp_alloc(in, all.len + 1) : NULL;
    if (*text) {
        memcpy(*text, all.len ? all.data : "", all.len + 1);
        *len = all.len;
    }
    str_free(&all);
    return *text != NULL;
}

bool system_read(Interp *in, const char *folder, const char *name, char **text, size_t *len) {
    Str path = str_make(&in->env);
    size_t n = strlen(name);
    bool whole = n > 2 && strcmp(name + n - 2, ".m") == 0;
    *text = NULL;
    str_format(&path, "%s%s%s%s", folder ? folder : "", folder ? "/" : "", name, whole ? "" : ".m");
    if (!str_ok(&path)) {
        str_free(&path);
        return interp_fail_raw(in);
    }
    FILE *file = fopen(path.data, "rb");
    str_free(&path);
    if (!file)
        return true;
    bool ok = read_all(in, file, text, len);
    fclose(file);
    return ok;
}

bool system_is_folder(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}
