/*
 * Folders of a cache: which one, and whether it can be trusted. What lies in them is executed, so they
 * must belong to this user (or to root) and nobody else may be able to write to them. Nothing is kept
 * open between two calls: a host may close all its files.
 */
#ifndef FRIT_RUN_CACHE_FOLDER_H
#define FRIT_RUN_CACHE_FOLDER_H

#include <sys/stat.h>

#include "base/env.h"

/* Below the root, so that versions of frit with other formats do not meet. */
#define FOLDER_FORMAT "v1"

enum { FOLDER_WHY = 256 };

/*
 * given NULL: FRIT_CACHE_DIR, $XDG_CACHE_HOME/frit or ~/.cache/frit; "", "off", "none": no disk. *out is
 * an absolute path of *size bytes, to be freed, or NULL: no disk.
 */
bool folder_choose(Env *env, const char *given, char **out, size_t *size);
/* "200M", "64k", "1000000": bytes. */
bool folder_parse_size(const char *text, uint64_t *out);

/* These say why with -1: errno, and if it cannot be trusted that in words too (else `why` is empty). */
/* Opens the root; create: makes it and what is missing above it, for this user alone. */
int folder_open(const char *path, bool create, char why[FOLDER_WHY]);
/* A folder inside of one that is open. */
int folder_open_in(int parent, const char *name, bool create, char why[FOLDER_WHY]);
/* root/v1 in one go. */
int folder_open_format(const char *path, bool create, char why[FOLDER_WHY]);

/* Would it be opened? Sooner known than by opening it. follow: a link to it that this user or root has made will do. False,
 * `why` empty: there is no such folder. */
bool folder_is_trusted(const char *path, bool follow, char why[FOLDER_WHY]);

/* Empty: nobody but this user and root could have written it. */
void folder_check(const struct stat *s, char why[FOLDER_WHY]);

#endif
