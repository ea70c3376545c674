/* What the files of the public interface share. */
#ifndef FRIT_API_API_H
#define FRIT_API_API_H

#include <stdatomic.h>

#include "api/host.h"
#include "ir/program.h"
#include "plan/report.h"
#include "run/device/machine.h"

/* What changes in a context that is const to those who share it. */
typedef struct ContextState {
    _Atomic(Machine *) machine; /* NULL until something runs */
} ContextState;

/* Texts among the options; NULL: not given. */
typedef struct ContextTexts {
    char *cache_dir, *cache_packs, *llvm;
} ContextTexts;

struct frit_context {
    frit_allocator allocator;
    frit_context_options options; /* isa: the library's own string; the others are in texts */
    ContextTexts texts;
    ContextState *state; /* &own */
    ContextState own;
    struct Recorder *recorder; /* of arrays; NULL until there is one */
    uint32_t place;            /* that recorded steps carry */
    bool profile;              /* what recorded work takes is looked at */
    /* Where work runs: this one of its kind. */
    const DeviceKind *kind;
    unsigned number;
};

struct frit_plan {
    atomic_uint refs; /* the host's, and one of each call */
    frit_plan *self;  /* for those who have it const and hold it */
    Plan *plan;
    Report report; /* without figures */
};

/* A reference more, to be given up by frit_plan_free. */
frit_plan *api_plan_hold(const frit_plan *plan);
/* Takes the plan over on success. */
bool api_plan_wrap(Env *env, Plan *plan, frit_plan **out);

/* The machine that runs this context's plans, made by the first who asks. NULL on failure. */
Machine *api_machine(Env *env, const frit_context *context);
/* The context, its recorder and its calls each have a reference: what they were made with stays until the
 * last is gone. */
void api_machine_hold(Machine *machine);
void api_machine_drop(Machine *machine);

/* From now on the first n outputs are fresh and the others are not: see frit_call_fresh. */
void api_call_fresh(frit_call *call, uint32_t n);

/*
 * A call that is to run on another thread. api_call_claim marks it as running, with an error where it cannot
 * be; then api_call_run_claimed runs it, once, and gives the mark back. stop: not to go on, once it is true.
 */
bool api_call_claim(Env *env, frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                    const frit_tensor *outputs, uint32_t output_count, frit_error *error,
                    frit_error *scratch);
frit_status api_call_run_claimed(frit_call *call, const frit_tensor *inputs,
                                 const frit_tensor *outputs, const atomic_bool *stop,
                                 frit_error *error);
void api_call_unclaim(frit_call *call);
const Plan *api_call_plan(const frit_call *call);
Machine *api_call_machine(const frit_call *call);
/* Stops what runs in the background, and waits for it. False from within one of its callbacks. */
bool api_runs_stop(Machine *machine);

/* What the call was last run on, or NULL. */
const struct Bound *api_call_bound(const frit_call *call);
/* The times of a call that is profiled, by kernel; NULL: it is not. */
const ReportTime *api_call_times(const frit_call *call);
/* What is known of a run besides. */
typedef struct RunFigures {
    uint64_t copied;         /* bytes, see frit_call_copied */
    const ReportTime *times; /* NULL: not profiled */
    const uint32_t *lines;   /* of the steps of recorded work, by number */
    uint32_t n_lines;
} RunFigures;
/* A report of the plan with figures and engines for these arguments. */
bool api_bound_report(Env *env, const Plan *plan, const struct Bound *bound,
                      const RunFigures *figures, frit_report_format format, frit_text *out);
bool api_compile_policy(Env *env, frit_compile_policy policy);
#define NO_NUMERICS "there are no numerics"

/* "program entry of this module", by name; NULL is the last one. Fails with FRIT_ERR_ARGUMENT. */
bool api_program(Env *env, const Module *m, const char *name, ProgId *out);

#endif
