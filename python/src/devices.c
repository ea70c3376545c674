/*
 * Contexts on other devices than the CPU: while frit.options(device=...) holds, plans are made for them and run there.
 * Arrays lie in the host's memory; the library carries them over and back.
 */
#include "core.h"

#include <string.h>

enum { MOST = 16 };

static struct {
    char name[40];
    frit_context *frit; /* never freed: calls may outlive the option */
} devices[MOST];
static unsigned count, chosen; /* chosen: 0 the CPU, else devices[chosen - 1] */
static bool forked; /* from a process that had a device open: drivers do not survive that */

const char *device_chosen(void) {
    return chosen ? devices[chosen - 1].name : "cpu";
}

static bool check_forked(void) {
    if (forked)
        raise_named("UnsupportedError",
                    "a device was open when this process was forked, and drivers do not survive "
                    "that: start processes with multiprocessing's method \"spawn\", or fork before "
                    "the first use");
    return !forked;
}

frit_context *frit_work_context(void) {
    if (!chosen)
        return frit_library_context();
    return check_forked() ? devices[chosen - 1].frit : NULL;
}

/* A context on the device, which is opened now: what is wrong with it is said here. */
static frit_context *open_device(const char *name, const frit_context_options *options) {
    frit_context_options own = *options;
    frit_context *context = NULL;
    frit_error error;
    char path[8];
    own.device = name;
    if (frit_context_new_with(NULL, &own, &context, &error) == FRIT_OK &&
        frit_context_llvm_file(context, path, sizeof path, NULL, &error) == FRIT_OK)
        return context;
    frit_context_free(context);
    raise_error(&error);
    return NULL;
}

bool device_choose(const char *name, const frit_context_options *options) {
    unsigned k = 0;
    if (strcmp(name, "cpu") == 0) {
        chosen = 0;
        return true;
    }
    while (k < count && strcmp(devices[k].name, name) != 0)
        k++;
    if (k == MOST) {
        raise_named("LimitError", "more than %d devices", MOST);
        return false;
    }
    if (!check_forked())
        return false;
    if (k == count) {
        if (!(devices[k].frit = open_device(name, options)))
            return false;
        snprintf(devices[k].name, sizeof devices[k].name, "%s", name);
        count++;
    }
    chosen = k + 1;
    return true;
}

bool devices_configure(const frit_context_options *options) {
    frit_error error;
    for (unsigned k = 0; k < count && !forked; k++)
        if (frit_context_configure(devices[k].frit, options, &error) != FRIT_OK)
            return raise_error(&error) != NULL;
    return true;
}

void devices_cancel(void) {
    for (unsigned k = 0; k < count; k++)
        frit_context_cancel(devices[k].frit);
}

void devices_after_fork(void) {
    forked = count > 0;
}

static PyObject *py_devices(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *all = PyList_New(0);
    frit_device_info d;
    for (uint32_t k = 0; all && frit_device_list(k, &d); k++) {
        PyObject *row = Py_BuildValue("(sssIKs)", d.name, d.title, d.driver, d.units,
                                      (unsigned long long)d.memory, d.refused);
        if (!row || PyList_Append(all, row) < 0)
            Py_CLEAR(all);
        Py_XDECREF(row);
    }
    return all;
}

static PyMethodDef functions[] = {
    {"devices", py_devices, METH_NOARGS, "(name, title, driver, units, memory, refused) of each."},
    {NULL, NULL, 0, NULL},
};

int devices_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
