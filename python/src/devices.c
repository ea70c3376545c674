/*
 * Devices beside the CPU. Each has a context of its own, opened when it is first asked for: arrays on it are recorded
 * there, and plans for it run there. While frit.options(device=...) holds, fused functions run on that device, and new
 * arrays lie there.
 */
#include "numpy_api.h"

#include <string.h>

enum { MOST = 16 };

static Context *devices[MOST]; /* never freed: arrays and calls may outlive anything */
static unsigned count, chosen; /* chosen: 0 the CPU, else devices[chosen - 1] */
static bool forked; /* from a process that had a device open: drivers do not survive that */

const char *device_chosen(void) {
    return chosen ? devices[chosen - 1]->device : "cpu";
}

bool device_any(void) {
    return count > 0;
}

static bool fail_forked(void) {
    raise_named("UnsupportedError",
                "a device was open when this process was forked, and drivers do not survive that: "
                "start processes with multiprocessing's method \"spawn\", or fork before the first "
                "use");
    return false;
}

bool context_check(const Context *context) {
    return !context || !context->there || !forked || fail_forked();
}

Context *work_context(void) {
    if (!chosen)
        return main_context();
    return forked && !fail_forked() ? NULL : devices[chosen - 1];
}

/* A context on the device, which is opened now: what is wrong with it is said here. */
static Context *open_device(const char *name) {
    frit_error error;
    char path[8];
    Context *c = context_new(false, name);
    if (c && frit_context_llvm_file(c->frit, path, sizeof path, NULL, &error) == FRIT_OK) {
        c->number = frit_context_describe(c->frit).device;
        return c;
    }
    if (c)
        raise_error(&error);
    context_drop(c);
    return NULL;
}

/* "opencl" is "opencl:0". */
static bool full_name(const char *name, char *out, size_t size) {
    bool numbered = strchr(name, ':') || strcmp(name, "cpu") == 0;
    if ((size_t)snprintf(out, size, "%s%s", name, numbered ? "" : ":0") < size)
        return true;
    raise_named("ArgumentError", "there is no device called \"%.100s\"", name);
    return false;
}

/* Its place among the devices, counted from 1; 0: the CPU. False with an exception set. */
static bool find_device(const char *name, unsigned *place) {
    char full[DEVICE_NAME];
    unsigned k = 0;
    *place = 0;
    if (strcmp(name, "cpu") == 0 || strcmp(name, "cpu:0") == 0)
        return true;
    if (!full_name(name, full, sizeof full))
        return false;
    while (k < count && strcmp(devices[k]->device, full) != 0)
        k++;
    if (forked && count)
        return fail_forked();
    if (k == MOST) {
        raise_named("LimitError", "more than %d devices", MOST);
        return false;
    }
    if (k == count) {
        if (!(devices[k] = open_device(full)))
            return false;
        count++;
    }
    *place = k + 1;
    return true;
}

bool device_choose(const char *name) {
    return find_device(name, &chosen);
}

Context *device_context(const char *name) {
    unsigned place;
    if (!find_device(name, &place))
        return NULL;
    return place ? devices[place - 1] : main_context();
}

Context *device_context_of(frit_device device) {
    for (unsigned k = 0; k < count; k++)
        if (devices[k]->number.type == device.type && devices[k]->number.number == device.number)
            return devices[k];
    frit_device_info info;
    for (uint32_t k = 0; frit_device_list(k, &info); k++)
        if (info.device.type == device.type && info.device.number == device.number &&
            device.type != 0)
            return device_context(info.name);
    return (Context *)PyErr_Format(PyExc_BufferError,
                                   "memory of DLPack's device (%d, %d) is none that frit can use",
                                   (int)device.type, (int)device.number);
}

bool devices_flush(void) {
    for (unsigned k = 0; k < count && !forked; k++)
        if (!context_flush(devices[k]))
            return false;
    return true;
}

bool devices_discard(void) {
    for (unsigned k = 0; k < count && !forked; k++) {
        if (!context_enter(devices[k]))
            return false;
        frit_discard(devices[k]->frit);
    }
    return true;
}

bool devices_configure(const frit_context_options *options) {
    frit_error error;
    if (!devices_flush())
        return false;
    for (unsigned k = 0; k < count && !forked; k++)
        if (frit_context_configure(devices[k]->frit, options, &error) != FRIT_OK)
            return raise_error(&error) != NULL;
    return true;
}

void devices_cancel(void) {
    for (unsigned k = 0; k < count; k++)
        frit_context_cancel(devices[k]->frit);
}

void devices_after_fork(void) {
    forked = count > 0;
    for (unsigned k = 0; k < count; k++) {
        devices[k]->lost = true; /* nothing of it may be touched, its arrays' ends included */
        devices[k]->busy = false;
    }
}

/* ---- where new arrays are made */

/* Of a device's name; None: the device on which new arrays lie at present. */
static Context *context_named(PyObject *name) {
    const ThreadState *t = thread_state();
    if (name == Py_None && t->capture)
        return context_of_place(t->capture->context);
    if (name == Py_None)
        return t->place ? t->place : work_context();
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    if (text)
        return device_context(text);
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_TypeError, "a device is named by a str, such as 'opencl:0', not %R",
                     name);
    return NULL;
}

static PyObject *place_object(const Context *place) {
    return place ? PyUnicode_FromString(place->device) : Py_NewRef(Py_None);
}

static PyObject *py_set_place_of_new(PyObject *module, PyObject *name) {
    (void)module;
    ThreadState *t = thread_state();
    Context *now = name == Py_None ? NULL : context_named(name);
    if (!now && PyErr_Occurred())
        return NULL;
    PyObject *was = place_object(t->place);
    if (was)
        t->place = now;
    return was;
}

/* The device of an array among the values, also inside lists, tuples and dicts, that is not the one where new arrays
 * are made; NULL without an exception: there is none. */
static Context *device_among(PyObject *value, unsigned depth) {
    if (array_check(value)) {
        Context *c = ((ArrayObject *)value)->context;
        return c->capture || c == place_of_new() ? NULL : c;
    }
    Context *found = NULL;
    if (depth == 0)
        return NULL;
    if (PyTuple_Check(value) || PyList_Check(value)) {
        for (Py_ssize_t k = 0; !found && k < PySequence_Fast_GET_SIZE(value); k++)
            found = device_among(PySequence_Fast_GET_ITEM(value, k), depth - 1);
    } else if (PyDict_Check(value)) {
        PyObject *key, *item;
        Py_ssize_t at = 0;
        while (!found && PyDict_Next(value, &at, &key, &item))
            found = device_among(item, depth - 1);
    }
    return found;
}

/* An array of NumPy's beside one of a device. */
static bool fail_numpy(const Context *there) {
    raise_named(
        "DeviceError",
        "an array of NumPy's meets one on %s: frit.asarray(x, device=\"%s\") copies it there",
        there->device, there->device);
    return false;
}

static bool check_numpy(PyObject *value, const Context *there, unsigned depth) {
    bool ok = true;
    if (is_numpy_array(value))
        return !PyArray_NDIM((PyArrayObject *)value) || fail_numpy(there);
    for (Py_ssize_t k = 0; ok && depth > 0 && PyTuple_Check(value) && k < PyTuple_GET_SIZE(value);
         k++)
        ok = check_numpy(PyTuple_GET_ITEM(value, k), there, depth - 1);
    return ok;
}

static PyObject *py_device_among(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    enum { DEPTH = 4 };
    Context *found = NULL;
    bool away = count > 0 || thread_state()->place; /* else all arrays lie on the CPU */
    for (Py_ssize_t k = 0; away && !found && k < n; k++)
        found = device_among(args[k], DEPTH);
    for (Py_ssize_t k = 0; found && found->there && k < n; k++)
        if (!check_numpy(args[k], found, DEPTH))
            return NULL;
    return place_object(found);
}

/* A device's name as arrays have it. */
static PyObject *py_device_name(PyObject *module, PyObject *name) {
    (void)module;
    const Context *c = context_named(name);
    return c ? place_object(c) : NULL;
}

static PyObject *py_transfers(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *all = PyDict_New();
    for (unsigned k = 0; all && k < count && !forked; k++) {
        frit_context_info i = frit_context_describe(devices[k]->frit);
        PyObject *row = Py_BuildValue("{s:K,s:K}", "in", (unsigned long long)i.copied_in, "out",
                                      (unsigned long long)i.copied_out);
        if (!row || PyDict_SetItemString(all, devices[k]->device, row) < 0)
            Py_CLEAR(all);
        Py_XDECREF(row);
    }
    return all;
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
    {"set_place_of_new", py_set_place_of_new, METH_O,
     "Where this thread's new arrays are made: a device's name, or None. Returns what was."},
    {"device_among", (PyCFunction)(void (*)(void))py_device_among, METH_FASTCALL,
     "The device of an array among the values, where it is not the one of new arrays; or None."},
    {"device_name", py_device_name, METH_O,
     "A device's name as arrays have it, which is opened; None: where new arrays lie."},
    {"transfers", py_transfers, METH_NOARGS, "Bytes copied to and from each device that is open."},
    {NULL, NULL, 0, NULL},
};

int devices_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
