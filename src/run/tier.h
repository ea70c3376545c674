/*
 * Who runs a kernel: the interpreter, which can do so at once, or compiled code, once there is some. What
 * was compiled before, by this process or another, is found when a kernel is first met. Otherwise the
 * interpreter runs it and its time is noted; when it has spent so much that compiling would have paid,
 * the kernel is compiled in the background, and the runs after that use the code.
 *
 * The code that is best depends on sizes and threads (compiled_new). Where there is none, but code of
 * another form of the same kernel, that is used until then: a new size never needs a compile.
 */
#ifndef FRIT_RUN_TIER_H
#define FRIT_RUN_TIER_H

#include "base/str.h"
#include "run/interp/interp.h"
#include "run/llvm/compiled.h"

typedef enum TierState {
    TIER_NEW,   /* not looked at yet */
    TIER_COLD,  /* there was no code when it last looked; key says which */
    TIER_HOT,   /* code */
    TIER_FAILED /* the interpreter for good: there is no such target, or the compiler gave up */
} TierState;

typedef struct Tier {
    InterpKernel *interp;     /* made when first needed */
    CompiledKernel *compiled; /* NULL: not made yet, or the machine has no target */
    Code *code;               /* a reference */
    /* Until there is code: another form of the kernel that there is code for, made for other sizes or
     * another number of threads; and that code. NULL: none. */
    CompiledKernel *spare;
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
} Tier;

struct BoundStep;

/* Runs a kernel. On FRIT_ERR_INDEX the tier's interp says which instruction it was. */
bool tier_run(Env *env, Bound *b, struct BoundStep *step, int mode);
void tier_free(Tier *tier, const frit_allocator *allocator);

/* Hands what the store has to say to the host's warn, if there is something new. */
void tier_tell(Machine *machine);
/*
 * Code of that form that another LLVM made than the one that compiles here: from packs, and where nothing can or
 * may be compiled from the disk too. The newest version first. A reference, or NULL. False: an error.
 */
bool tier_find_any(Env *env, const Bound *b, const struct BoundStep *step, const Form *form,
                   const Machine *machine, Code **code);
/* Another form of the step's kernel that there is code for: *kernel to be freed and a reference to the
 * code, or NULL. False: an error. */
bool tier_spare(Env *env, const Bound *b, const struct BoundStep *step, Machine *machine,
                CompiledKernel **kernel, Code **code);

/* See frit_compile_name. */
bool tier_policy_named(const char *text, frit_compile_policy *out);
const char *tier_policy_name(frit_compile_policy policy);

/* The numerics of its code. */
frit_numerics tier_numerics(const Bound *b);
/* What the code of a step's kernel is known by. */
bool tier_key(Env *env, const Bound *b, const struct BoundStep *step, const Form *form, Str *out);
/* A name for the kernel of a step: its program, its number, what it does. */
void tier_label(Str *out, const Bound *b, const struct BoundStep *step);

#endif
