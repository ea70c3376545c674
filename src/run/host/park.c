#define _GNU_SOURCE
#include "run/host/park.h"

#if PARK_FUTEX

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void park_init(Park *park) {
    park->unused = 0;
}

void park_free(Park *park) {
    (void)park;
}

void park_wait(Park *park, atomic_uint *word, unsigned value) {
    (void)park;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void park_wake(Park *park, atomic_uint *word, unsigned n) {
    (void)park;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, n < INT_MAX ? n : INT_MAX, NULL, NULL, 0);
}

#else

void park_init(Park *park) {
    pthread_mutex_init(&park->lock, NULL);
    pthread_cond_init(&park->changed, NULL);
}

void park_free(Park *park) {
    pthread_cond_destroy(&park->changed);
    pthread_mutex_destroy(&park->lock);
}

void park_wait(Park *park, atomic_uint *word, unsigned value) {
    pthread_mutex_lock(&park->lock);
    if (atomic_load(word) == value)
        pthread_cond_wait(&park->changed, &park->lock);
    pthread_mutex_unlock(&park->lock);
}

/* All of them, because they may wait for different words. */
void park_wake(Park *park, atomic_uint *word, unsigned n) {
    (void)word, (void)n;
    pthread_mutex_lock(&park->lock);
    pthread_cond_broadcast(&park->changed);
    pthread_mutex_unlock(&park->lock);
}

#endif
