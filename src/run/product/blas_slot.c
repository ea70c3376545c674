/* A BLAS that is looked for when it is first needed. */
#include "base/getenv.h"
#include "run/product/contract.h"

static struct Blas *look_for_blas(BlasSlot *slot) {
    frit_error ignored;
    Env env = env_make(&slot->allocator, &ignored, &ignored);
    pthread_mutex_lock(&slot->lock);
    if (!atomic_load(&slot->looked)) {
        slot->blas = blas_open(&env);
        atomic_store(&slot->looked, true);
    }
    pthread_mutex_unlock(&slot->lock);
    return slot->blas;
}

struct Blas *blas_of(BlasSlot *slot) {
    if (!slot)
        return NULL;
    return atomic_load(&slot->looked) ? slot->blas : look_for_blas(slot);
}

void blas_slot_free(BlasSlot *slot, const frit_allocator *allocator) {
    if (slot->blas)
        blas_close(slot->blas, allocator);
    pthread_mutex_destroy(&slot->lock);
    env_free(allocator, slot, sizeof *slot);
}

bool blas_slot_new(Env *env, BlasSlot **out) {
    const char *named = base_getenv("FRIT_BLAS");
    BlasSlot *slot = env_new(env, sizeof *slot);
    TRY(slot);
    pthread_mutex_init(&slot->lock, NULL);
    atomic_init(&slot->looked, false);
    slot->allocator = *env->allocator;
    if (named && named[0] != '\0') {
        env->error->status = FRIT_OK;
        slot->blas = blas_open(env);
        atomic_store(&slot->looked, true);
        if (!slot->blas && env->error->status != FRIT_OK) {
            blas_slot_free(slot, env->allocator);
            return false;
        }
    }
    *out = slot;
    return true;
}
