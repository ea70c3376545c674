/*
 * Blocks come in size classes, eight between a power of two and the next, so that sizes that differ
 * a little share blocks and at most an eighth is wasted. A block that was given back is taken by the
 * next who asks for its class, the last one first: it is the warmest. When too much is kept, what has
 * lain there longest goes.
 */
#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#endif
#include "run/host/memory.h"

#include <pthread.h>
#include <string.h>

#include "base/forked.h"

enum {
    STEPS_LOG2 = 3, /* classes between a power of two and the next */
    UNIT_LOG2 = 6,  /* the smallest class: 64 bytes */
    CLASSES = (64 - UNIT_LOG2) << STEPS_LOG2,
    /* A block of so many classes above the right one will do: up to twice the size. */
    CLASSES_ABOVE = 1 << STEPS_LOG2
};
/* Above this nothing can be had, and sizes with their headers cannot overflow. */
#define SIZE_LIMIT ((uint64_t)1 << 62)

/* Stands right before every block. */
typedef struct Header {
    void *raw; /* what the allocator gave */
    uint64_t raw_size;
} Header;

/* In the memory of a block that is kept. */
typedef struct Kept Kept;
struct Kept {
    Kept *class_next, *class_prev;
    Kept *older, *newer;
    uint32_t class;
};

struct Memory {
    Memory *self; /* for readers: the lock is no part of what they see */
    frit_allocator allocator;
    ForkMark mark;
    pthread_mutex_t lock;
    uint64_t cap;
    MemoryUse use;
    Kept *oldest, *newest;
    Kept *classes[CLASSES];
};

/* -------------------------------------------------------------------------------- size classes */

static uint64_t class_size(uint32_t class) {
    uint32_t power = class >> STEPS_LOG2, step = class & ((1u << STEPS_LOG2) - 1);
    uint64_t unit = (uint64_t)1 << (UNIT_LOG2 + power);
    uint64_t size = unit + ((unit >> STEPS_LOG2) * step);
    return (size + MEMORY_ALIGN - 1) & ~(uint64_t)(MEMORY_ALIGN - 1);
}

/* The smallest class that holds size bytes. */
static uint32_t class_of(uint64_t size) {
    if (size <= MEMORY_ALIGN)
        return 0;
    size = (size + MEMORY_ALIGN - 1) & ~(uint64_t)(MEMORY_ALIGN - 1);
    uint32_t power = 63 - (uint32_t)__builtin_clzll(size - 1);
    uint64_t step = ((size - 1) >> (power - STEPS_LOG2)) & ((1u << STEPS_LOG2) - 1);
    return ((power - UNIT_LOG2) << STEPS_LOG2) + (uint32_t)step + 1;
}

/* ---------------------------------------------------------------------------------- the blocks */

static Header *header_of(void *block) {
    return (Header *)block - 1;
}

/*
 * Large pages for large blocks, where the system gives them to those who ask: a block of small ones costs as
 * much to touch for the first time as a short kernel takes, and a miss of the TLB for every 4 kB later. No harm
 * is done where that is not to be had.
 */
static void ask_for_large_pages(char *at, uint64_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    enum { LARGE = 4 << 20, PAGE = 4096 };
    uintptr_t first = ((uintptr_t)at + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    uintptr_t end = ((uintptr_t)at + size) & ~(uintptr_t)(PAGE - 1);
    if (size >= LARGE)
        (void)madvise(at + (first - (uintptr_t)at), end - first, MADV_HUGEPAGE);
#else
    (void)at, (void)size;
#endif
}

static void *block_new(Env *env, const frit_allocator *allocator, uint64_t size) {
    uint64_t raw_size = size + sizeof(Header) + MEMORY_ALIGN - 1;
    if (raw_size > SIZE_MAX)
        return NULL;
    Env own = {allocator, env->error};
    char *raw = env_resize(&own, NULL, 0, (size_t)raw_size);
    if (!raw)
        return NULL;
    uintptr_t first = (uintptr_t)raw + sizeof(Header);
    uintptr_t aligned = (first + MEMORY_ALIGN - 1) & ~(uintptr_t)(MEMORY_ALIGN - 1);
    char *block = raw + (aligned - (uintptr_t)raw);
    ask_for_large_pages(raw, raw_size);
    *header_of(block) = (Header){raw, raw_size};
    return block;
}

static void block_free(const frit_allocator *allocator, void *block) {
    Header header = *header_of(block);
    env_free(allocator, header.raw, (size_t)header.raw_size);
}

static void keep(Memory *m, void *block, uint32_t class) {
    Kept *k = block;
    *k = (Kept){.class = class, .class_next = m->classes[class], .older = m->newest};
    if (k->class_next)
        k->class_next->class_prev = k;
    m->classes[class] = k;
    if (k->older)
        k->older->newer = k;
    else
        m->oldest = k;
    m->newest = k;
    m->use.kept += class_size(class);
}

static void unkeep(Memory *m, Kept *k) {
    if (k->class_prev)
        k->class_prev->class_next = k->class_next;
    else
        m->classes[k->class] = k->class_next;
    if (k->class_next)
        k->class_next->class_prev = k->class_prev;
    if (k->older)
        k->older->newer = k->newer;
    else
        m->oldest = k->newer;
    if (k->newer)
        k->newer->older = k->older;
    else
        m->newest = k->older;
    m->use.kept -= class_size(k->class);
}

/* Takes the oldest blocks out until at most `most` bytes are kept; a list by class_next. */
static Kept *shrink_to(Memory *m, uint64_t most) {
    Kept *out = NULL;
    while (m->oldest && m->use.kept > most) {
        Kept *k = m->oldest;
        unkeep(m, k);
        k->class_next = out;
        out = k;
    }
    return out;
}

static void free_list(const frit_allocator *allocator, Kept *list) {
    while (list) {
        Kept *next = list->class_next;
        block_free(allocator, list);
        list = next;
    }
}

/* ----------------------------------------------------------------------------------- the lock */

/*
 * In a child, a lock that another thread of the parent held stays locked for ever, and what it
 * guards may be half changed: then the kept blocks are left alone.
 */
static void repair_after_fork(Memory *m) {
    if (pthread_mutex_trylock(&m->lock) == 0) {
        pthread_mutex_unlock(&m->lock);
        return;
    }
    pthread_mutex_init(&m->lock, NULL);
    memset(m->classes, 0, sizeof m->classes);
    m->oldest = m->newest = NULL;
    m->use.kept = 0;
}

static void lock(Memory *m) {
    ForkSeen seen = fork_look(&m->mark);
    while (seen == FORK_SETTLING)
        seen = fork_look(&m->mark);
    if (seen == FORK_CHILD) {
        repair_after_fork(m);
        fork_settle(&m->mark);
    }
    pthread_mutex_lock(&m->lock);
}

static void unlock(Memory *m) {
    pthread_mutex_unlock(&m->lock);
}

/* ------------------------------------------------------------------------------- what others see */

Memory *memory_new(Env *env, uint64_t cap) {
    Memory *m = env_new(env, sizeof *m);
    if (!m)
        return NULL;
    if (pthread_mutex_init(&m->lock, NULL) != 0) {
        env_set_error(env, FRIT_ERR_NOMEM, env->error->stage, "no lock could be made");
        env_free(env->allocator, m, sizeof *m);
        return NULL;
    }
    m->allocator = *env->allocator;
    m->self = m;
    m->cap = cap;
    fork_mark(&m->mark);
    return m;
}

void memory_free(Memory *m) {
    if (!m)
        return;
    memory_trim(m);
    fork_unmark(&m->mark);
    pthread_mutex_destroy(&m->lock);
    frit_allocator allocator = m->allocator;
    env_free(&allocator, m, sizeof *m);
}

static void count_taken(Memory *m, uint64_t size) {
    m->use.used += size;
    if (m->use.used > m->use.peak)
        m->use.peak = m->use.used;
}

/* A kept block of at least this class, or NULL. */
static void *take_kept(Memory *m, uint32_t class, uint64_t size) {
    void *block = NULL;
    lock(m);
    for (uint32_t c = class; c <= class + CLASSES_ABOVE && c < CLASSES && !block; c++)
        block = m->classes[c];
    if (block) {
        unkeep(m, block);
        count_taken(m, size);
    }
    unlock(m);
    return block;
}

void *memory_take(Env *env, Memory *m, uint64_t size, bool *touched) {
    if (size > SIZE_LIMIT) {
        env_set_error(env, FRIT_ERR_NOMEM, env->error->stage, "out of memory");
        return NULL;
    }
    uint32_t class = class_of(size);
    void *block = take_kept(m, class, size);
    if (touched)
        *touched = block != NULL;
    if (block)
        return block;
    block = block_new(env, &m->allocator, class_size(class));
    if (!block) {
        /* What is kept may be what is missing. */
        memory_trim(m);
        block = block_new(env, &m->allocator, class_size(class));
    }
    if (!block)
        return NULL;
    lock(m);
    count_taken(m, size);
    unlock(m);
    return block;
}

void memory_give(Memory *m, void *block, uint64_t size) {
    if (!block)
        return;
    /* By what the block is, not by what it was used for: it may have been taken for less. */
    const Header *header = header_of(block);
    uint32_t class = class_of(header->raw_size - sizeof(Header) - (MEMORY_ALIGN - 1));
    Kept *gone = NULL;
    lock(m);
    m->use.used -= size;
    if (class_size(class) <= m->cap) {
        keep(m, block, class);
        gone = shrink_to(m, m->cap);
        block = NULL;
    }
    unlock(m);
    free_list(&m->allocator, gone);
    if (block)
        block_free(&m->allocator, block);
}

MemoryUse memory_use(const Memory *m) {
    lock(m->self);
    MemoryUse use = m->use;
    unlock(m->self);
    return use;
}

void memory_set_cap(Memory *m, uint64_t cap) {
    lock(m);
    m->cap = cap;
    Kept *gone = shrink_to(m, cap);
    unlock(m);
    free_list(&m->allocator, gone);
}

void memory_trim(Memory *m) {
    lock(m);
    Kept *gone = shrink_to(m, 0);
    unlock(m);
    free_list(&m->allocator, gone);
}
