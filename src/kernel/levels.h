/* Levels of a kernel's values, from what they are made of. */
#ifndef FRIT_KERNEL_LEVELS_H
#define FRIT_KERNEL_LEVELS_H

#include "kernel/kernel.h"

/* Gives everything that is made of a value at least its level. */
void kernel_raise_levels(Kernel *k);

#endif
