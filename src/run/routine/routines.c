/* Which function is whose, and what it is called with. */
#include "run/routine/parts.h"

typedef struct Row {
    const char *name;
    Op op;
    RoutineFn *fn;
} Row;

static const Row rows[] = {
    {"sort", OP_sort, routine_sort},
    {"argsort", OP_argsort, routine_argsort},
    {"ranked", OP_ranked, routine_ranked},
    {"search", OP_search, routine_search},
    {"fold_at", OP_fold_at, routine_fold_at},
    {"convolve", OP_convolve, routine_convolve},
    {"fft", OP_fft, routine_fft},
    {"rfft", OP_rfft, routine_rfft},
    {"irfft", OP_irfft, routine_irfft},
    {"solve", OP_solve, routine_solve},
    {"inverse", OP_inverse, routine_inverse},
    {"cholesky", OP_cholesky, routine_cholesky},
    {"determinants", OP_determinants, routine_determinants},
    {"qr", OP_qr, routine_qr},
    {"svd", OP_svd, routine_svd},
    {"eigh", OP_eigh, routine_eigh},
    {"eig", OP_eig, routine_eig},
    {"gamma_draws", OP_gamma_draws, routine_gamma_draws},
    {"poisson_draws", OP_poisson_draws, routine_poisson_draws},
    {"binomial_draws", OP_binomial_draws, routine_binomial_draws},
};

static RoutineFn *function_of(Op op) {
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].op == op)
            return rows[k].fn;
    return NULL;
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
