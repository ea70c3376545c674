/* A compiler of the tests' own, objects that the loader takes, and folders that go away. */
#ifndef TESTS_STORE_FIXTURE_H
#define TESTS_STORE_FIXTURE_H

#include <stdatomic.h>

#include "gen/gen.h"
#include "harness.h"
#include "run/cache/store.h"

/* Turns a number as text into an object whose frit_map returns it. */
typedef struct Fake {
    atomic_uint opens, compiles, closes;
    atomic_uint compiling;  /* now */
    atomic_uint compile_us; /* how long it takes */
    atomic_bool no_compiler, fails, no_memory;
    atomic_bool hold;  /* opening and compiling come to no end while this is set */
    const char *build; /* of the compiler; NULL: it has none */
    Code *one;         /* not NULL: every load gives this, and nobody else uses it */
    char order[64];    /* the first letters of the texts, as they were compiled */
} Fake;
StoreHooks fake_hooks(Fake *fake);

/* An object with a function frit_map that returns number, and so many bytes of constants. */
bool store_object(Str *out, unsigned number, size_t constants);
unsigned run_tiny(const Code *code);

/* A new folder in /tmp, and its end with everything in it. */
void folder_make(char path[64]);
void folder_remove(const char *path);
/* How many files a folder has whose names begin so and end so, with those below. */
unsigned count_files(const char *path, const char *prefix, const char *suffix);
/* The first file below whose name ends so. */
bool find_file(const char *path, const char *suffix, char *out, size_t size);
void read_whole(const char *path, char *bytes, size_t cap, size_t *len);
void write_whole(const char *path, const void *bytes, size_t len);

CodeStore *store_of(Fake *fake, StoreHooks *hooks, StoreOptions options);
StoreJob job_of(const char *text);
/* A store of its own on this folder, as a new process would have. */
CodeStore *store_fresh(Fake *fake, StoreHooks *hooks, const char *path);
/* Looks for a kernel; one that is there must be the right one. */
CodeState store_look_up(CodeStore *store, const char *text);
void store_compile_well(CodeStore *store, const char *text);
bool store_warned(CodeStore *store, const char *part);
/* A folder with this one kernel; its file. */
void folder_with(char path[64], const char *text, char *file, size_t size);
/* What sanitizers cannot do. */
void skip_where_children_have_no_threads(void);
void skip_where_forks_meet_allocations(void);
/* Waits for a child and requires that it ended with status 0. */
void child_was_good(int child);

#endif
