/* What other files need of compiled.c. */
#ifndef FRIT_PYTHON_COMPILED_H
#define FRIT_PYTHON_COMPILED_H

#include "core.h"

/* "auto", "wait", ...; "default": what the environment or the context says. False with a ValueError
 * set. */
bool compile_policy_of(const char *name, frit_compile_policy *out);
/* The library's warnings as Python's. */
void compile_on_warn(void *user, const char *message);
int compiled_add(PyObject *module);

/* The path of the LLVM that an installed package carries, a str; NULL: there is none. False: an exception
 * is set. */
bool compile_llvm_of_package(PyObject **path);

#endif
