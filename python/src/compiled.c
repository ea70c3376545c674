/* Compiled kernels as the package sees them: the policy, the compiler, the cache. */
#include "compiled.h"

#include <string.h>

bool compile_policy_of(const char *name, frit_compile_policy *out) {
    if (frit_compile_from_name(name, out))
        return true;
    PyErr_Format(PyExc_ValueError,
                 "compile is \"auto\", \"wait\", \"require\", \"never\", \"never,strict\" or "
                 "\"off\", not \"%.100s\"",
                 name);
    return false;
}

/* From the thread that runs a kernel, with or without the GIL. Where warnings are errors the exception
 * stays set, and whoever ran the kernel sees it. */
void compile_on_warn(void *user, const char *message) {
    (void)user;
    PyGILState_STATE state = PyGILState_Ensure();
    if (!PyErr_Occurred()) {
        PyObject *class = frit_error_class("CompileWarning");
        PyErr_WarnFormat(PyType_IsSubtype((PyTypeObject *)class, (PyTypeObject *)PyExc_Warning)
                             ? class
                             : PyExc_RuntimeWarning,
                         1, "%s", message);
        Py_DECREF(class);
    }
    PyGILState_Release(state);
}

/* ---- functions of the module */

static PyObject *py_wait(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    frit_context *context = frit_library_context();
    if (!context)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    frit_context_wait(context);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyObject *py_stop(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    frit_context *context = frit_known_context();
    if (!context)
        Py_RETURN_NONE;
    Py_BEGIN_ALLOW_THREADS
    frit_context_stop(context);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

/* (version, None), or (None, why there is none) */
static PyObject *py_llvm(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    frit_context *context = frit_library_context();
    char version[64];
    frit_error error;
    frit_status status;
    if (!context)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = frit_context_llvm(context, version, sizeof version, &error);
    Py_END_ALLOW_THREADS
    if (status == FRIT_ERR_NOMEM)
        return raise_error(&error);
    return status == FRIT_OK ? Py_BuildValue("(sz)", version, NULL)
                             : Py_BuildValue("(zs)", NULL, error.message);
}

/* The path of the file; None: there is none. Opens nothing. */
static PyObject *py_llvm_file(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    frit_context *context = frit_library_context();
    char path[4096];
    frit_error error;
    if (!context)
        return NULL;
    frit_status status = frit_context_llvm_file(context, path, sizeof path, NULL, &error);
    if (status == FRIT_ERR_NOMEM)
        return raise_error(&error);
    if (status != FRIT_OK)
        Py_RETURN_NONE;
    return PyUnicode_DecodeFSDefault(path);
}

/* Did the import fail because the package is not there, and not one that it imports itself? */
static bool is_absent(const char *package) {
    PyObject *type, *value, *trace;
    if (!PyErr_ExceptionMatches(PyExc_ModuleNotFoundError))
        return false;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyObject *name = PyObject_GetAttrString(value, "name");
    bool absent =
        name && PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, package) == 0;
    Py_XDECREF(name);
    PyErr_Restore(type, value, trace);
    return absent;
}

/*
 * The package frit_llvm (pip install frit[llvm]) carries an LLVM: frit_llvm.library() is its path in
 * *path, NULL where there is no such package. One that is broken is told of in a warning, and LLVM is
 * looked for elsewhere. False: an exception is set, of a warning that is an error or of one that is
 * nobody's mistake (KeyboardInterrupt).
 */
bool compile_llvm_of_package(PyObject **path) {
    PyObject *package = PyImport_ImportModule("frit_llvm");
    *path = package ? PyObject_CallMethod(package, "library", NULL) : NULL;
    Py_XDECREF(package);
    if (*path && !PyUnicode_Check(*path)) {
        PyErr_Format(PyExc_TypeError, "frit_llvm.library() gave %.100s, not a path",
                     Py_TYPE(*path)->tp_name);
        Py_CLEAR(*path);
    }
    if (*path)
        return true;
    if (is_absent("frit_llvm")) {
        PyErr_Clear();
        return true;
    }
    if (!PyErr_ExceptionMatches(PyExc_Exception))
        return false;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    int told =
        PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "the package frit_llvm is not used: %s: %S",
                         ((PyTypeObject *)type)->tp_name, value);
    Py_XDECREF(type), Py_XDECREF(value), Py_XDECREF(trace);
    return told == 0;
}

static PyObject *py_cache_info(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    frit_context *context = frit_library_context();
    if (!context)
        return NULL;
    frit_cache_info i = frit_cache_describe(context);
    return Py_BuildValue(
        "{s:z,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K}", "directory",
        i.directory, "memory_hits", i.memory_hits, "disk_hits", i.disk_hits, "pack_hits",
        i.pack_hits, "misses", i.misses, "compiled", i.compiled, "failed", i.failed, "compile_ns",
        i.compile_ns, "rejected", i.rejected, "published", i.published, "publish_fails",
        i.publish_fails, "evicted", i.evicted, "disk_evicted", i.disk_evicted, "held_bytes",
        i.held_bytes, "held_kernels", i.held_kernels, "queued", i.queued, "missing", i.missing,
        "warnings", i.warnings);
}

typedef frit_status LinesFn(const frit_context *context, frit_text *out, frit_error *error);

static PyObject *lines_of(LinesFn *fn) {
    frit_context *context = frit_library_context();
    frit_text text = {0};
    frit_error error;
    if (!context)
        return NULL;
    if (fn(context, &text, &error) != FRIT_OK)
        return raise_error(&error);
    PyObject *whole = PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.len, "replace");
    PyObject *lines = whole ? PyUnicode_Splitlines(whole, 0) : NULL;
    Py_XDECREF(whole);
    frit_text_free(context, &text);
    return lines;
}

static PyObject *py_cache_missing(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return lines_of(frit_cache_missing);
}

static PyObject *py_cache_warnings(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return lines_of(frit_cache_warnings);
}

/* ---- the cache on disk */

/* (path, bytes it may take); "": the disk is not used */
static PyObject *py_cache_folder(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    frit_context *context = frit_library_context();
    frit_text path = {0};
    uint64_t cap;
    frit_error error;
    if (!context)
        return NULL;
    if (frit_cache_folder(context, &path, &cap, &error) != FRIT_OK)
        return raise_error(&error);
    PyObject *found = Py_BuildValue("(s#K)", path.data, (Py_ssize_t)path.len, cap);
    frit_text_free(context, &path);
    return found;
}

static bool add_entry(void *user, const frit_cache_entry *e) {
    PyObject *row =
        Py_BuildValue("{s:s,s:s,s:s,s:s,s:K,s:K,s:L,s:L,s:z}", "name", e->name, "label", e->label,
                      "target", e->target, "versions", e->versions, "bytes", e->bytes, "code_bytes",
                      e->code_bytes, "made", e->made, "used", e->used, "fault", e->fault);
    bool ok = row && PyList_Append(user, row) == 0;
    Py_XDECREF(row);
    return ok;
}

static PyObject *py_cache_entries(PyObject *module, PyObject *args) {
    (void)module;
    const char *where;
    frit_error error;
    frit_context *context = frit_library_context();
    if (!context || !PyArg_ParseTuple(args, "z:cache_entries", &where))
        return NULL;
    PyObject *list = PyList_New(0);
    if (!list)
        return NULL;
    frit_status status = frit_cache_each(context, where, add_entry, list, &error);
    if (status == FRIT_OK && !PyErr_Occurred())
        return list;
    Py_DECREF(list);
    return raise_error(&error);
}

static PyObject *py_cache_remove(PyObject *module, PyObject *args) {
    (void)module;
    const char *folder;
    frit_cache_filter filter = {FRIT_SIZED(frit_cache_filter)};
    long long unused;
    int faulty;
    uint64_t count = 0;
    frit_error error;
    frit_context *context = frit_library_context();
    if (!context ||
        !PyArg_ParseTuple(args, "zzLp:cache_remove", &folder, &filter.text, &unused, &faulty))
        return NULL;
    filter.unused_s = unused;
    filter.faulty = faulty;
    if (frit_cache_remove(context, folder, &filter, &count, &error) != FRIT_OK)
        return raise_error(&error);
    return PyLong_FromUnsignedLongLong(count);
}

static PyObject *py_cache_pack(PyObject *module, PyObject *args) {
    (void)module;
    const char *folder, *file;
    frit_cache_filter filter = {FRIT_SIZED(frit_cache_filter)};
    uint64_t count = 0;
    frit_error error;
    frit_context *context = frit_library_context();
    if (!context || !PyArg_ParseTuple(args, "zzs:cache_pack", &folder, &filter.text, &file))
        return NULL;
    if (frit_cache_pack(context, folder, &filter, file, &count, &error) != FRIT_OK)
        return raise_error(&error);
    return PyLong_FromUnsignedLongLong(count);
}

static PyObject *py_cache_unpack(PyObject *module, PyObject *args) {
    (void)module;
    const char *folder, *file;
    uint64_t count = 0, refused = 0;
    frit_error error;
    frit_context *context = frit_library_context();
    if (!context || !PyArg_ParseTuple(args, "sz:cache_unpack", &file, &folder))
        return NULL;
    if (frit_cache_unpack(context, file, folder, &count, &refused, &error) != FRIT_OK)
        return raise_error(&error);
    return Py_BuildValue("(KK)", count, refused);
}

static PyMethodDef functions[] = {
    {"wait", py_wait, METH_NOARGS, "Waits until nothing is being compiled in the background."},
    {"stop_compiling", py_stop, METH_NOARGS, "Gives up what waits to be compiled, for good."},
    {"llvm", py_llvm, METH_NOARGS, "(version, None), or (None, why there is none)"},
    {"llvm_file", py_llvm_file, METH_NOARGS, "its path, or None; does not open it"},
    {"cache_info", py_cache_info, METH_NOARGS, "What the cache of compiled kernels has done."},
    {"cache_missing", py_cache_missing, METH_NOARGS, "Kernels that were needed and not there."},
    {"cache_folder", py_cache_folder, METH_NOARGS, "(path, bytes that it may take)"},
    {"cache_entries", py_cache_entries, METH_VARARGS, "(folder or pack or None) -> [dict, ...]"},
    {"cache_remove", py_cache_remove, METH_VARARGS, "(folder, text, unused_s, faulty) -> count"},
    {"cache_pack", py_cache_pack, METH_VARARGS, "(folder, text, file) -> count"},
    {"cache_unpack", py_cache_unpack, METH_VARARGS, "(file, folder) -> (count, refused)"},
    {"cache_warnings", py_cache_warnings, METH_NOARGS, "What is wrong with the cache on disk."},
    {NULL, NULL, 0, NULL},
};

/* The names of all policies that can be asked for. */
static PyObject *policy_names(void) {
    PyObject *names = PyList_New(0);
    for (int k = FRIT_COMPILE_AUTO; names && frit_compile_name((frit_compile_policy)k); k++) {
        PyObject *name = PyUnicode_FromString(frit_compile_name((frit_compile_policy)k));
        if (!name || PyList_Append(names, name) < 0)
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    PyObject *tuple = names ? PyList_AsTuple(names) : NULL;
    Py_XDECREF(names);
    return tuple;
}

int compiled_add(PyObject *module) {
    PyObject *names = policy_names();
    int status = names ? PyModule_AddObjectRef(module, "policies", names) : -1;
    Py_XDECREF(names);
    return status < 0 ? status : PyModule_AddFunctions(module, functions);
}
