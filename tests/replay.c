/*
 * Runs a fuzz target on files, without a fuzzer: usage: fuzz-NAME-replay FILE-OR-FOLDER...
 * The name of each file is printed before it is run, so that the last one printed is the one that
 * crashed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return -1;
    }
    printf("%s\n", path);
    fflush(stdout);
    size_t size = 0, cap = 4096;
    uint8_t *data = malloc(cap);
    while (data) {
        size += fread(data + size, 1, cap - size, file);
        if (size < cap)
            break;
        uint8_t *grown = realloc(data, cap *= 2);
        if (!grown)
            free(data);
        data = grown;
    }
    fclose(file);
    /* A block of exactly the right size, so that a sanitizer sees the first byte read past it. */
    uint8_t *exact = data ? malloc(size ? size : 1) : NULL;
    if (!exact) {
        free(data);
        fprintf(stderr, "%s: no memory\n", path);
        return -1;
    }
    memcpy(exact, data, size);
    free(data);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 1;
}

/* How many files were run, or -1. */
static int replay(const char *path) {
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
        return replay_file(path);
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        perror(path);
        return -1;
    }
    int done = 0;
    for (int i = 0; i < count; i++) {
        char child[4096];
        snprintf(child, sizeof child, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && done >= 0)
            done = replay_file(child) < 0 ? -1 : done + 1;
        free(entries[i]);
    }
    free(entries);
    return done;
}

int main(int argc, char **argv) {
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int done = replay(argv[i]);
        if (done < 0)
            return 1;
        total += done;
    }
    if (total == 0) {
        fprintf(stderr, "no files to replay\n");
        return 1;
    }
    return 0;
}
