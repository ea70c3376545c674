#define _GNU_SOURCE
#include "base/forked.h"

#include <sys/mman.h>
#include <unistd.h>

/* What the page says. A fork makes it 0. */
enum { PAGE_CHILD = 0, PAGE_SAME = 1, PAGE_SETTLING = 2 };
/* What `process` says while a child is being repaired; no process has this number. */
enum { PROCESS_SETTLING = -1 };

#if defined(MADV_WIPEONFORK) && defined(MAP_ANONYMOUS)
/* Emulators of a system may say yes to any advice and do nothing: then this one means nothing either. */
static bool wipes_on_fork(void *page, size_t size) {
    enum { NO_SUCH_ADVICE = 0x6672 };
    return madvise(page, size, NO_SUCH_ADVICE) != 0 && madvise(page, size, MADV_WIPEONFORK) == 0;
}
#endif

static atomic_uint *page_word(const ForkMark *mark) {
    return mark->page;
}

void fork_mark(ForkMark *mark) {
    mark->page = NULL;
    mark->page_size = 0;
    atomic_init(&mark->process, (int)getpid());
#if defined(MADV_WIPEONFORK) && defined(MAP_ANONYMOUS)
    long size = sysconf(_SC_PAGESIZE);
    if (size <= 0)
        return;
    void *page =
        mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return;
    if (!wipes_on_fork(page, (size_t)size)) {
        munmap(page, (size_t)size);
        return;
    }
    mark->page = page;
    mark->page_size = (size_t)size;
    atomic_init(page_word(mark), PAGE_SAME);
#endif
}

void fork_unmark(ForkMark *mark) {
    if (mark->page)
        munmap(mark->page, mark->page_size);
    mark->page = NULL;
}

static ForkSeen look_by_number(ForkMark *mark) {
    int self = (int)getpid();
    int seen = atomic_load_explicit(&mark->process, memory_order_acquire);
    if (seen == self)
        return FORK_SAME;
    if (seen == PROCESS_SETTLING)
        return FORK_SETTLING;
    return atomic_compare_exchange_strong(&mark->process, &seen, PROCESS_SETTLING) ? FORK_CHILD
                                                                                   : FORK_SETTLING;
}

ForkSeen fork_look(ForkMark *mark) {
    if (!mark->page)
        return look_by_number(mark);
    unsigned seen = atomic_load_explicit(page_word(mark), memory_order_acquire);
    if (seen == PAGE_SAME)
        return FORK_SAME;
    if (seen == PAGE_SETTLING)
        return FORK_SETTLING;
    return atomic_compare_exchange_strong(page_word(mark), &seen, PAGE_SETTLING) ? FORK_CHILD
                                                                                 : FORK_SETTLING;
}

void fork_settle(ForkMark *mark) {
    if (mark->page)
        atomic_store_explicit(page_word(mark), PAGE_SAME, memory_order_release);
    else
        atomic_store_explicit(&mark->process, (int)getpid(), memory_order_release);
}
