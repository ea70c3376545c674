/* What policies and kernels are called, for people and tools. */
#include <string.h>

#include "run/tier/tier.h"

/* ---- policies */

static const char *const policy_names[] = {
    [FRIT_COMPILE_DEFAULT] = "default", [FRIT_COMPILE_AUTO] = "auto",
    [FRIT_COMPILE_WAIT] = "wait",       [FRIT_COMPILE_REQUIRE] = "require",
    [FRIT_COMPILE_NEVER] = "never",     [FRIT_COMPILE_NEVER_STRICT] = "never,strict",
    [FRIT_COMPILE_OFF] = "off",
};
enum { POLICY_COUNT = sizeof policy_names / sizeof *policy_names };

bool tier_policy_named(const char *text, frit_compile_policy *out) {
    for (int k = 0; k < POLICY_COUNT; k++)
        if (strcmp(text, policy_names[k]) == 0) {
            *out = (frit_compile_policy)k;
            return true;
        }
    return false;
}

const char *tier_policy_name(frit_compile_policy policy) {
    return (unsigned)policy < POLICY_COUNT ? policy_names[policy] : NULL;
}

/* ---- kernels */

enum { LABEL_OPS = 6 };

void tier_label(Str *out, const Tier *t) {
    const Module *m = t->of->plan->module;
    const Program *p = m->programs.at[t->of->plan->program];
    const Kernel *kernel = t->kernel->kernel;
    uint32_t shown = 0;
    str_format(out, "%s, kernel %u: %s", strings_get(&m->strings, p->name), t->number,
               schedule_name(kernel->schedule));
    for (uint32_t k = 0; k < kernel->steps.len && shown < LABEL_OPS; k++) {
        const OpInfo *op = op_info(p->instrs.at[kernel->steps.at[k]].op);
        if ((op->flags & OPF_VIEW) || op->rule == RULE_CONST)
            continue;
        str_format(out, " %s", op->name);
        shown++;
    }
}
