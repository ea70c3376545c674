/*
 * What a store remembers of kernels, by key. No locks here: the store has one.
 *
 * Each line is in one of three lists. Lines that somebody works on stay; the others are bounded, and
 * the least recently used go first.
 */
#ifndef FRIT_RUN_CACHE_TABLE_H
#define FRIT_RUN_CACHE_TABLE_H

#include "base/index.h"
#include "base/vec.h"
#include "run/cache/store.h"

typedef enum LineState {
    LINE_MISSING,
    LINE_FAILED,
    LINE_READY,
    LINE_LOOKING, /* somebody looks on disk */
    LINE_QUEUED,
    LINE_COMPILING
} LineState;

typedef enum LineList {
    LIST_REST,  /* missing, failed */
    LIST_READY, /* code in memory */
    LIST_BUSY,  /* somebody works on it: never forgotten */
    LIST_COUNT
} LineList;

typedef struct CodeLine CodeLine;
struct CodeLine {
    CodeLine *newer, *older; /* in its list */
    LineState state;
    uint32_t id;       /* in Table.lines */
    Code *code;        /* READY: a reference */
    size_t code_bytes; /* READY */
    char *why;         /* FAILED: why_size bytes; NULL where there was no memory for it */
    size_t why_size;
    uint64_t spent_ns;  /* by the interpreter */
    uint64_t looked_ns; /* when it was last looked for on disk; 0: never */
    bool missed;        /* store_missing was told */
    struct Job *job;    /* QUEUED */
    uint64_t hash;
    size_t key_len;
    char key[];
};

typedef struct Table {
    const StoreHooks *hooks;
    Index index;           /* of ids */
    VEC(CodeLine *) lines; /* by id; NULL: free */
    VEC(uint32_t) free;    /* ids */
    CodeLine *newest[LIST_COUNT], *oldest[LIST_COUNT];
    uint32_t len[LIST_COUNT];
    uint64_t code_bytes;
    uint64_t evicted; /* code in memory that was let go */
} Table;

void table_init(Table *table, const StoreHooks *hooks);
void table_free(const frit_allocator *allocator, Table *table);
/* NULL: nothing is known of it. */
CodeLine *table_find(const Table *table, StoreKey key);
/* A new line, LINE_MISSING. */
CodeLine *table_add(Env *env, Table *table, StoreKey key);
/* Makes it the most recently used of its list. */
void table_touch(Table *table, CodeLine *line);
/* From READY or FAILED to another state it forgets code or reason. */
void table_set(const frit_allocator *allocator, Table *table, CodeLine *line, LineState state);
void table_set_ready(const frit_allocator *allocator, Table *table, CodeLine *line, Code *code);
void table_set_failed(Env *env, Table *table, CodeLine *line, const char *why);
/* Forgets lines until the lists are in their bounds. Code that is in use may stay beyond them. */
void table_trim(const frit_allocator *allocator, Table *table, uint64_t code_bytes,
                uint32_t kernels, uint32_t rest);

#endif
