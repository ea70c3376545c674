/* What kernels are called, for people and tools. */
#include "run/bound_parts.h"

enum { LABEL_OPS = 6 };

void tier_label(Str *out, const Bound *b, const BoundStep *step) {
    const Program *p = b->plan->module->programs.at[b->plan->program];
    const Kernel *kernel = step->kernel.kernel;
    uint32_t shown = 0;
    str_format(out, "%s, kernel %u: %s", strings_get(&b->plan->module->strings, p->name),
               step->plan->kernel, schedule_name(kernel->schedule));
    for (uint32_t k = 0; k < kernel->steps.len && shown < LABEL_OPS; k++) {
        const OpInfo *op = op_info(p->instrs.at[kernel->steps.at[k]].op);
        if ((op->flags & OPF_VIEW) || op->rule == RULE_CONST)
            continue;
        str_format(out, " %s", op->name);
        shown++;
    }
}
