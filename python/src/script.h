/* Sessions of scripts. */
#ifndef FRIT_PYTHON_SCRIPT_H
#define FRIT_PYTHON_SCRIPT_H

#include "core.h"

#include <frit/script.h>

/* A value as Python has it, see script.c; takes it over, also on failure. New reference. */
PyObject *script_value_to_python(frit_value *value);
/* The other way; NULL with an exception. */
frit_value *script_value_of(frit_script *script, PyObject *description);
int script_add_types(PyObject *module);

#endif
