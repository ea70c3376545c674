/* Which function is whose, and what it is called with. */
#include "run/routine/parts.h"

static RoutineFn *function_of(Op op) {
    switch (op) {
    case OP_sort: return routine_sort;
    case OP_argsort: return routine_argsort;
    case OP_ranked: return routine_ranked;
    case OP_search: return routine_search;
    case OP_fold_at: return routine_fold_at;
    case OP_convolve: return routine_convolve;
    case OP_fft: return routine_fft;
    case OP_rfft: return routine_rfft;
    case OP_irfft: return routine_irfft;
    case OP_solve: return routine_solve;
    case OP_inverse: return routine_inverse;
    case OP_cholesky: return routine_cholesky;
    case OP_determinants: return routine_determinants;
    case OP_qr: return routine_qr;
    case OP_svd: return routine_svd;
    case OP_eigh: return routine_eigh;
    case OP_eig: return routine_eig;
    case OP_gamma_draws:
    case OP_poisson_draws:
    case OP_binomial_draws: return routine_draws;
    default: return NULL;
    }
}

bool routine_run(Env *env, Machine *machine, const Routine *routine, char *const *at) {
    RoutineFn *fn = function_of(routine->op);
    Call c = {env, machine, host_of(env, machine), routine, at};
    TRY(c.host);
    if (!fn)
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "there is no routine %s",
                        op_info(routine->op)->name);
    TRY(fn(&c));
    if (machine_cancelled(machine) ||
        (machine->progress && !machine->progress(machine->progress_user, 1, 1)))
        return env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    return true;
}
