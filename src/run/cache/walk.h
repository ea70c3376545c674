/* Goes through the files of a cache on disk. */
#ifndef FRIT_RUN_CACHE_WALK_H
#define FRIT_RUN_CACHE_WALK_H

#include <sys/stat.h>

#include "run/cache/entry.h"

#define ENTRY_SUFFIX ".frit"
#define TEMP_PREFIX  ".tmp-"

enum {
    SHARD_DIGITS = 2,                                     /* of an entry's name */
    FILE_NAME = ENTRY_NAME - SHARD_DIGITS + 5 /* .frit */ /* letters of a file's name */
};

typedef struct WalkFile {
    int folder; /* where it lies, open */
    const char *shard;
    const char *name;           /* in the folder */
    bool is_temp;               /* somebody writes it, or did not get to the end */
    char entry[ENTRY_NAME + 1]; /* the entry's name; "": none of ours */
    struct stat status;         /* of the link, where it is one */
} WalkFile;

/* Calls `each` with every file, in the order of names, until it says false. `format`: the open folder
 * root/v1. Files that vanish meanwhile are left out. False: no memory. */
typedef bool WalkFn(void *user, const WalkFile *file);
bool walk_files(Env *env, int format, WalkFn *each, void *user);

/* The names of shard and file of an entry. */
void walk_place(const char *entry_name, char shard[SHARD_DIGITS + 1], char file[FILE_NAME + 1]);

typedef enum FileRead {
    FILE_READ,
    FILE_ABSENT, /* or it cannot be read now */
    FILE_WRONG   /* it is not as an entry must be: *wrong */
} FileRead;
/* Reads and checks a file: a plain one, written by this user or root and by nobody else. *status may be
 * NULL. *out gets its bytes. */
FileRead walk_read(int folder, const char *name, Str *out, Entry *entry, struct stat *status,
                   const char **wrong);
/* Says that an entry was used now, at most once an hour. */
void walk_touch(int folder, const char *name, const struct stat *status);

#endif
