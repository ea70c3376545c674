/*
 * Who runs a kernel: an engine that can do so at once, or one that runs compiled code, once there is some. What
 * was compiled before, by this process or another, is found when a kernel is first met. Otherwise the first
 * engine runs it and its time is noted; when it has spent so much that compiling would have paid,
 * the kernel is compiled in the background, and the runs after that use the code.
 *
 * The code that is best depends on sizes and threads (Engine.prepare). Where there is none, but code of
 * another form of the same kernel, that is used until then: a new size never needs a compile.
 */
#ifndef FRIT_RUN_TIER_TIER_H
#define FRIT_RUN_TIER_TIER_H

#include "plan/plan.h"
#include "run/engine/engine.h"

typedef enum TierState {
    TIER_NEW,   /* not looked at yet */
    TIER_COLD,  /* there was no code when it last looked; key says which */
    TIER_HOT,   /* code */
    TIER_FAILED /* without code for good: there is no such target, or the compiler gave up */
} TierState;

typedef struct Tier Tier;
typedef bool TierVisit(void *user, Tier *tier);

/* What tiers know of the bound plan whose kernels they run. */
typedef struct TierPlan {
    const Plan *plan;
    const frit_allocator *allocator;
    void *bound;
    /* Visits the tiers of the outermost plan in the order of its steps, bodies first, until one says false. */
    bool (*each)(void *bound, TierVisit *visit, void *user);
} TierPlan;

struct Tier {
    const TierPlan *of;
    const BoundKernel *kernel;
    Machine *machine; /* that it runs with */
    uint32_t number;  /* of the kernel, in the plan */
    bool quiet;       /* for runs that are not interrupted; there is another tier for the others */
    /* The engines: one that can run it at once, one that runs code; NULL: the device has none. */
    const Engine *at_once, *by_code;
    void *plain; /* of at_once, made when first needed */
    void *coded; /* of by_code; NULL: not made yet, or it is not for this kernel */
    Code *code;  /* a reference */
    /* Until there is code: another form of the kernel that there is code for, made for other sizes or
     * another number of threads; and that code. NULL: none. */
    void *spare;
    Code *spare_code;
    char *key; /* of the code, while there is none */
    size_t key_len;
    uint64_t hash;   /* of the key */
    uint64_t seen;   /* store_generation when it last looked for code */
    uint64_t asked;  /* nanoseconds spent when somebody was last asked to compile it; 0: never */
    uint8_t state;   /* TierState */
    bool named;      /* as missing: see FRIT_COMPILE_NEVER */
    bool tried;      /* the other forms were looked for, since `seen` */
    uint8_t skip;    /* runs before the clock is looked at again */
    uint8_t skipped; /* and how many those were since it was looked at last */
    uint64_t usual;  /* ns that a run took, the quicker of late */
    /* Who met the last failure, and with what of his; NULL: nobody that could say more. */
    const Engine *failed_by;
    const void *failed;
};

/* Runs the kernel. On FRIT_ERR_INDEX tier_failed says which instruction of the program it was;
 * UINT32_MAX: nobody knows. */
bool tier_run(Env *env, Tier *tier, char *const *pointers);
uint32_t tier_failed(const Tier *tier);
void tier_free(Tier *tier);

/* ---- for reports: nothing of the tier changes */

/* The numerics of its code. */
frit_numerics tier_numerics(const Tier *tier);
/* What the code of a prepared kernel is known by, made by that version of the compiler (0: the one at hand). */
bool tier_key(Env *env, const Tier *tier, const void *coded, unsigned version, Str *out);
/*
 * Code of that form that another compiler made than the one at hand: from packs, and where nothing can or
 * may be compiled from the disk too. The newest version first. A reference, or NULL. False: an error.
 */
bool tier_find_any(Env *env, const Tier *tier, const void *coded, Code **code);
/* Another form of its kernel that there is code for: *spare to be freed and a reference to the
 * code, or NULL. False: an error. */
bool tier_spare(Env *env, const Tier *tier, void **spare, Code **code);
/* A name for its kernel: its program, its number, what it does. */
void tier_label(Str *out, const Tier *tier);

/* See frit_compile_name. */
bool tier_policy_named(const char *text, frit_compile_policy *out);
const char *tier_policy_name(frit_compile_policy policy);

#endif
