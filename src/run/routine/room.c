/* What the host keeps for routines: transforms that are ready for the next call, and LAPACK. */
#include "run/routine/parts.h"

enum { KEPT = 16, KEPT_LARGEST = 1 << 21 };

typedef struct RoutineRoom {
    pthread_mutex_t lock;
    ReadyFft *kept[KEPT]; /* the last one used comes first */
    unsigned n_kept;
    bool no_blas, looked;
    Linear *linear;
} RoutineRoom;

static void ready_free(const frit_allocator *allocator, ReadyFft *ready) {
    frit_error error;
    Env env = {allocator, &error};
    fft_close(&env, ready->fft);
    env_free(allocator, ready->roots, ready->root_bytes);
    env_free(allocator, ready, sizeof *ready);
}

bool routine_room_new(Env *env, bool no_blas, RoutineRoom **out) {
    RoutineRoom *room = env_new(env, sizeof *room);
    TRY(room);
    pthread_mutex_init(&room->lock, NULL);
    room->no_blas = no_blas;
    *out = room;
    return true;
}

void routine_room_free(RoutineRoom *room, const frit_allocator *allocator) {
    for (unsigned k = 0; k < room->n_kept; k++)
        ready_free(allocator, room->kept[k]);
    if (room->linear)
        linear_close(room->linear, allocator);
    pthread_mutex_destroy(&room->lock);
    env_free(allocator, room, sizeof *room);
}

static ReadyFft *take_kept(RoutineRoom *room, int64_t n, bool real) {
    ReadyFft *found = NULL;
    pthread_mutex_lock(&room->lock);
    for (unsigned k = 0; k < room->n_kept && !found; k++)
        if (room->kept[k]->n == n && room->kept[k]->real == real) {
            found = room->kept[k];
            for (; k + 1 < room->n_kept; k++)
                room->kept[k] = room->kept[k + 1];
            room->n_kept--;
        }
    pthread_mutex_unlock(&room->lock);
    return found;
}

ReadyFft *room_take_fft(Env *env, HostDevice *host, int64_t n, bool real) {
    ReadyFft *ready = take_kept(host->routines, n, real);
    if (ready)
        return ready;
    Env own = {&host->device.allocator, env->error};
    ready = env_new(&own, sizeof *ready);
    if (!ready)
        return NULL;
    *ready = (ReadyFft){.n = n, .real = real};
    bool halves = real && n % 2 == 0;
    if (halves) {
        ready->root_bytes = (size_t)n * sizeof(double);
        ready->roots = env_resize(&own, NULL, 0, ready->root_bytes);
        if (ready->roots)
            fft_powers(n, n / 2, ready->roots);
    }
    if ((halves && !ready->roots) || !fft_open(&own, halves ? n / 2 : n, &ready->fft)) {
        env_free(own.allocator, ready->roots, ready->root_bytes);
        env_free(own.allocator, ready, sizeof *ready);
        return NULL;
    }
    return ready;
}

void room_give_fft(HostDevice *host, ReadyFft *ready) {
    RoutineRoom *room = host->routines;
    ReadyFft *lost = ready;
    if (ready->n <= KEPT_LARGEST) {
        pthread_mutex_lock(&room->lock);
        lost = room->n_kept == KEPT ? room->kept[--room->n_kept] : NULL;
        for (unsigned k = room->n_kept++; k > 0; k--)
            room->kept[k] = room->kept[k - 1];
        room->kept[0] = ready;
        pthread_mutex_unlock(&room->lock);
    }
    if (lost)
        ready_free(&host->device.allocator, lost);
}

bool room_linear(Env *env, HostDevice *host, Linear **out) {
    RoutineRoom *room = host->routines;
    Env own = {&host->device.allocator, env->error};
    bool ok = true;
    pthread_mutex_lock(&room->lock);
    if (!room->looked && !room->no_blas) {
        room->linear = linear_open(&own);
        ok = room->linear != NULL;
    }
    room->looked = ok;
    *out = room->linear;
    pthread_mutex_unlock(&room->lock);
    return ok;
}
