/* The machine that runs scripts: bytecode, frames, variables, functions. */
#ifndef FRIT_SCRIPT_VM_H
#define FRIT_SCRIPT_VM_H

#include "front/script/builtin/builtin.h"

#endif
