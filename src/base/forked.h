/*
 * Notices that this process is a child of the one that made an object, without a system call where
 * the system can wipe a page on fork.
 */
#ifndef FRIT_BASE_FORKED_H
#define FRIT_BASE_FORKED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ForkMark {
    void *page; /* an atomic_uint, 0 in a child; NULL: the process number is asked for instead */
    size_t page_size;
    atomic_int process;
} ForkMark;

typedef enum ForkSeen {
    FORK_SAME,  /* the process that made the mark, or one that has moved in */
    FORK_CHILD, /* a child: the caller, and nobody else, repairs the object and calls fork_settle */
    FORK_SETTLING /* another thread of the child is repairing it: do not touch it */
} ForkSeen;

void fork_mark(ForkMark *mark);
void fork_unmark(ForkMark *mark);
ForkSeen fork_look(ForkMark *mark);
void fork_settle(ForkMark *mark);

#endif
