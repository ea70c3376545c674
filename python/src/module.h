/* Modules, plans and builders as Python objects: what their files share. */
#ifndef FRIT_PYTHON_MODULE_H
#define FRIT_PYTHON_MODULE_H

#include "core.h"

/* A copy of a module that may be changed, or NULL with an exception set. */
frit_module *frit_module_copy(const frit_module *module);
/* The text that the library made as a str (or bytes), and frees the text. */
PyObject *frit_text_take(frit_text *text, bool bytes);
/* A name that the caller may leave out: NULL for None. False: an exception is set. */
bool frit_optional_name(PyObject *object, const char *what, const char **out);
/* The number of a program by its name (None: the last); false with an exception set. */
bool frit_program_number(const frit_module *module, PyObject *name, uint32_t *out);
/* "strict", "contract" or "fast"; false with an exception set. */
bool frit_numerics_of(const char *name, frit_numerics *out);

/* types.c; new references. */
PyObject *type_text(frit_type type);
/* (element, dtype or None, extents or None) */
PyObject *type_tuple(frit_type type);
PyObject *type_fields(frit_type type);

int frit_add_plan_type(PyObject *module);
int frit_add_builder_type(PyObject *module);
int frit_add_tables(PyObject *module);

#endif
