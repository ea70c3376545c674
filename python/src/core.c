/* The module, its contexts, and how failures of the library become exceptions. */
#include "core.h"

#include "compiled.h"
#include "script.h"
#include "slang.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Thread_local ThreadState this_thread;
static Context *recording; /* the process-wide one */
static Context *run_last;  /* whose work ran last, or NULL */
static frit_context_options options = {FRIT_SIZED(frit_context_options)};
static PyObject *cache_dir; /* what options.cache_dir points into, or NULL */
static PyObject *llvm;      /* what options.llvm points into, or NULL */
static PyObject *errors;    /* frit._errors, or NULL */
static PyObject *discarded; /* why recorded work was given up last: an exception, or NULL */
static PyObject *progress;  /* called with (done, total), or NULL */

ThreadState *thread_state(void) {
    return &this_thread;
}

/* ---- errors */

static const char *class_of(frit_status status) {
    switch (status) {
    case FRIT_ERR_NOMEM: return "OutOfMemory";
    case FRIT_ERR_LIMIT: return "LimitError";
    case FRIT_ERR_SYNTAX:
    case FRIT_ERR_FORMAT: return "ParseError";
    case FRIT_ERR_CHECK: return "ProgramError";
    case FRIT_ERR_TYPE: return "DTypeError";
    case FRIT_ERR_SHAPE: return "ShapeError";
    case FRIT_ERR_UNSUPPORTED: return "UnsupportedError";
    case FRIT_ERR_INDEX: return "IndexOutOfRange";
    case FRIT_ERR_MISMATCH: return "MismatchError";
    case FRIT_ERR_INTERNAL: return "InternalError";
    default: return "ArgumentError";
    }
}

PyObject *frit_error_class(const char *name) {
    PyObject *found = errors ? PyObject_GetAttrString(errors, name) : NULL;
    if (!found) {
        PyErr_Clear();
        found = Py_NewRef(PyExc_RuntimeError);
    }
    return found;
}

PyObject *raise_named(const char *class_name, const char *format, ...) {
    va_list args;
    va_start(args, format);
    PyObject *text = PyUnicode_FromFormatV(format, args);
    va_end(args);
    PyObject *type = frit_error_class(class_name);
    if (text)
        PyErr_SetObject(type, text);
    Py_XDECREF(text);
    Py_DECREF(type);
    return NULL;
}

PyObject *raise_error(const frit_error *error) {
    if (PyErr_Occurred())
        return NULL;
    if (error->status == FRIT_ERR_CANCELLED) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        return NULL;
    }
    if (error->status == FRIT_ERR_NO_VALUE)
        return raise_needs_value(error->message);
    /* An array that was never computed: what was wrong then is wrong still. */
    if (discarded && strstr(error->message, "its recording was discarded")) {
        PyObject *args = PyObject_GetAttrString(discarded, "args");
        if (args) /* a new one each time, with a traceback of its own */
            PyErr_SetObject((PyObject *)Py_TYPE(discarded), args);
        Py_XDECREF(args);
        return NULL;
    }
    const char *sep = error->place[0] ? ": " : "";
    if (error->line && error->stage == FRIT_STAGE_PARSE)
        return raise_named(class_of(error->status), "line %u, column %u: %s", error->line,
                           error->column, error->message);
    return raise_named(class_of(error->status), "%s%s%s", error->place, sep, error->message);
}

/* ---- contexts */

/* Python's signals, and the user's progress bar, about twenty times a second. */
static bool on_progress(void *user, uint64_t done, uint64_t total) {
    static _Thread_local int64_t last;
    struct timespec now;
    (void)user;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (ms - last < 50 && done != total)
        return true;
    if (done == total && !progress)
        return true;
    last = ms;
    PyGILState_STATE state = PyGILState_Ensure();
    bool go_on = PyErr_CheckSignals() == 0;
    if (go_on && progress) {
        PyObject *told = Py_NewRef(progress); /* it may put another in its place */
        PyObject *result =
            PyObject_CallFunction(told, "KK", (unsigned long long)done, (unsigned long long)total);
        go_on = result != NULL;
        Py_XDECREF(result);
        Py_DECREF(told);
    }
    PyGILState_Release(state);
    return go_on;
}

/* The variable comes first, as everywhere; looked for once, when the first context is made. */
static bool look_for_llvm(void) {
    static bool looked;
    const char *named = getenv("FRIT_LLVM");
    PyObject *path;
    if (looked || (named && named[0]))
        return true;
    if (!compile_llvm_of_package(&path))
        return false;
    looked = true;
    llvm = path ? PyUnicode_EncodeFSDefault(path) : NULL;
    options.llvm = llvm ? PyBytes_AS_STRING(llvm) : NULL;
    bool ok = llvm || !path;
    Py_XDECREF(path);
    return ok;
}

void context_drop(Context *c) {
    if (!c)
        return;
    frit_context_free(c->frit);
    PyThread_free_lock(c->lock);
    PyMem_Free(c);
}

Context *context_new(bool capture, const char *device) {
    if (!look_for_llvm())
        return NULL;
    Context *c = PyMem_Calloc(1, sizeof *c);
    frit_error error;
    if (!c)
        return (Context *)PyErr_NoMemory();
    c->capture = capture;
    c->there = device != NULL;
    snprintf(c->device, sizeof c->device, "%s", device ? device : "cpu");
    c->lock = PyThread_allocate_lock();
    options.progress = on_progress;
    options.warn = compile_on_warn;
    frit_context_options own = options;
    own.no_blas |= capture; /* nothing runs in it */
    own.device = device;
    if (c->lock && frit_context_new_with(NULL, &own, &c->frit, &error) == FRIT_OK)
        return c;
    if (c->lock) {
        PyThread_free_lock(c->lock);
        raise_error(&error);
    } else {
        PyErr_NoMemory();
    }
    PyMem_Free(c);
    return NULL;
}

Context *main_context(void) {
    /* Other threads may make it while a package is imported. */
    if (!recording && look_for_llvm() && !recording)
        recording = context_new(false, NULL);
    return recording;
}

frit_context *frit_library_context(void) {
    Context *c = main_context();
    return c ? c->frit : NULL;
}

frit_context *frit_known_context(void) {
    return recording ? recording->frit : NULL;
}

Context *known_context(void) {
    return recording;
}

void context_forget(void) {
    recording->lost = true;
    recording = NULL;
}

Context *place_of_new(void) {
    return this_thread.place ? this_thread.place : main_context();
}

Context *context_of_place(const Context *c) {
    if (!c->capture)
        return (Context *)c;
    return c->home ? c->home : main_context();
}

Context *current_context(void) {
    return this_thread.capture ? this_thread.capture->context : place_of_new();
}

static void free_dropped(Context *c) {
    while (c->n_dropped)
        frit_array_free(c->dropped[--c->n_dropped]);
    sharing_drop_aside();
}

/* How long a thread waits for another's kernels before it looks for signals. */
enum { WAIT_MICROSECONDS = 100000 };

bool context_enter(Context *c) {
    while (c->busy) {
        if (c->busy_thread == PyThread_get_thread_ident()) {
            PyErr_SetString(PyExc_RuntimeError,
                            "frit arrays were used from inside frit's own work (a signal handler "
                            "or a progress function)");
            return false;
        }
        PyLockStatus got;
        Py_BEGIN_ALLOW_THREADS
        got = PyThread_acquire_lock_timed(c->lock, WAIT_MICROSECONDS, 1);
        if (got == PY_LOCK_ACQUIRED)
            PyThread_release_lock(c->lock);
        Py_END_ALLOW_THREADS
        if (got != PY_LOCK_ACQUIRED && PyErr_CheckSignals() < 0)
            return false;
    }
    if (!context_check(c))
        return false;
    if (c->lost) {
        PyErr_SetString(PyExc_RuntimeError,
                        "this array cannot be used: another thread was computing when the process "
                        "forked, and in the child its work is lost");
        return false;
    }
    if (c->n_dropped)
        free_dropped(c);
    return true;
}

/* Keeps the exception that is set for those who ask for what it prevented: one like it, since its own
 * traceback will hold the caller's variables. */
static void remember_failure(void) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    PyObject *args = value ? PyObject_GetAttrString(value, "args") : NULL;
    PyObject *like = args ? PyObject_CallObject(type, args) : NULL;
    Py_XDECREF(args);
    Py_XSETREF(discarded, like);
    PyErr_Restore(type, value, traceback); /* also drops what went wrong here */
}

/* Tells whoever asked that recorded work ran. */
static bool tell_flush(void) {
    PyObject *told = this_thread.on_flush;
    if (!told)
        return true;
    Py_INCREF(told);
    PyObject *result = PyObject_CallNoArgs(told);
    Py_DECREF(told);
    Py_XDECREF(result);
    return result != NULL;
}

void context_mark(Context *c) {
    c->busy = true;
    c->busy_thread = PyThread_get_thread_ident();
    PyThread_acquire_lock(c->lock, WAIT_LOCK);
}

bool context_flush(Context *c) {
    frit_error error;
    frit_status status;
    if (!context_enter(c))
        return false;
    if (frit_recorded(c->frit) == 0 && frit_recorded_stores(c->frit) == 0) {
        frit_flush(c->frit, &error); /* lets go of what a step that failed wanted to read */
        return true;
    }
    context_mark(c);
    run_last = c;
    Py_BEGIN_ALLOW_THREADS
    status = frit_flush(c->frit, &error);
    Py_END_ALLOW_THREADS
    c->busy = false;
    PyThread_release_lock(c->lock);
    free_dropped(c);
    if (status == FRIT_OK && !PyErr_Occurred())
        return tell_flush();
    raise_error(&error);
    if (status != FRIT_ERR_CANCELLED && status != FRIT_ERR_NO_VALUE && status != FRIT_ERR_NOMEM)
        remember_failure();
    bool fault = status == FRIT_ERR_INDEX || status == FRIT_ERR_ARGUMENT;
    if (fault && (frit_discard_failed(c->frit) || status == FRIT_ERR_INDEX))
        return false; /* the rest has no fault and may run */
    if (status != FRIT_OK && status != FRIT_ERR_CANCELLED && status != FRIT_ERR_NO_VALUE &&
        status != FRIT_ERR_NOMEM) /* which passes once large arrays are dropped */
        frit_discard(c->frit);    /* the failure would come again and block what others record */
    return false;
}

Context *context_run_last(void) {
    return run_last && !run_last->capture && !run_last->lost ? run_last : main_context();
}

/* Recordings as long as this are run; the library's own limit lies above it. */
enum { LONG_RECORDING = 2000 };

bool context_make_room(Context *c) {
    return c->capture || frit_recorded(c->frit) < LONG_RECORDING || context_flush(c);
}

bool context_hold(Context *c) {
    if (c->capture || !frit_recorded_stores(c->frit))
        return false;
    context_mark(c);
    return true;
}

void context_release(Context *c, bool held) {
    if (!held)
        return;
    c->busy = false;
    PyThread_release_lock(c->lock);
    free_dropped(c);
    if (this_thread.on_flush && !frit_recorded_stores(c->frit) && !tell_flush())
        PyErr_WriteUnraisable(this_thread.on_flush);
}

/* ---- functions of the module */

static PyObject *py_flush(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused)) {
    Context *c = main_context();
    return c && context_flush(c) && devices_flush() ? Py_NewRef(Py_None) : NULL;
}

static PyObject *py_discard(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    Context *c = main_context();
    if (!c || !context_enter(c))
        return NULL;
    frit_discard(c->frit);
    return devices_discard() ? Py_NewRef(Py_None) : NULL;
}

static PyObject *py_cancel(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused)) {
    if (recording)
        frit_context_cancel(recording->frit);
    devices_cancel();
    Py_RETURN_NONE;
}

static PyObject *py_set_errors(PyObject *module, PyObject *value) {
    (void)module;
    Py_XSETREF(errors, Py_NewRef(value));
    Py_RETURN_NONE;
}

static PyObject *py_set_progress(PyObject *module, PyObject *value) {
    (void)module;
    PyObject *old = progress;
    progress = value == Py_None ? NULL : Py_NewRef(value);
    return old ? old : Py_NewRef(Py_None);
}

static PyObject *py_describe(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused)) {
    Context *c = main_context();
    if (!c || !context_enter(c))
        return NULL;
    frit_context_info i = frit_context_describe(c->frit);
    return Py_BuildValue("{s:s,s:z,s:I,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:z}", "isa", i.isa,
                         "blas", i.blas, "threads", i.threads, "memory_used", i.memory_used,
                         "memory_kept", i.memory_kept, "memory_peak", i.memory_peak, "plans",
                         i.plans, "plan_hits", i.plan_hits, "kernels", i.kernels, "interpreted",
                         i.interpreted, "contractions", i.contractions, "copied", i.copied,
                         "compile", i.compile);
}

static const char *const numerics_names[] = {"strict", "contract", "fast"};

static PyObject *settings(void) {
    return Py_BuildValue(
        "{s:I,s:s,s:O,s:O,s:O,s:K,s:s,s:O,s:s}", "threads", options.threads, "numerics",
        numerics_names[options.numerics], "verify", options.verify ? Py_True : Py_False, "fusion",
        options.no_fusion ? Py_False : Py_True, "blas", options.no_blas ? Py_False : Py_True,
        "memory_cap", (unsigned long long)options.memory_cap, "compile",
        frit_compile_name(options.compile), "cache_dir", cache_dir ? cache_dir : Py_None, "device",
        device_chosen());
}

static PyObject *py_settings(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused)) {
    return settings();
}

static bool numerics_from(const char *name, frit_numerics *out) {
    for (unsigned k = 0; k < 3; k++)
        if (strcmp(name, numerics_names[k]) == 0) {
            *out = (frit_numerics)k;
            return true;
        }
    PyErr_Format(PyExc_ValueError, "numerics is \"strict\", \"contract\" or \"fast\", not \"%s\"",
                 name);
    return false;
}

static bool apply_options(const frit_context_options *wanted) {
    frit_error error;
    Context *c = main_context();
    if (!c || !context_flush(c))
        return false;
    /* What the first context brought, which may have been made only now. */
    frit_context_options all = *wanted;
    all.progress = options.progress;
    all.warn = options.warn;
    all.llvm = options.llvm;
    if (frit_context_configure(c->frit, &all, &error) != FRIT_OK) {
        raise_error(&error);
        return false;
    }
    options = all;
    return devices_configure(&all);
}

/* wanted->cache_dir: a str ("": no cache on disk), or None for where it is by default. */
static bool cache_dir_from(PyObject *value, frit_context_options *wanted) {
    if (!value)
        return true;
    if (value != Py_None && !PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "cache_dir is a str or None, not %.100s",
                     Py_TYPE(value)->tp_name);
        return false;
    }
    wanted->cache_dir = value == Py_None ? NULL : PyUnicode_AsUTF8(value);
    return value == Py_None || wanted->cache_dir;
}

static PyObject *py_configure(PyObject *module, PyObject *args, PyObject *kwargs) {
    (void)module;
    PyObject *folder = NULL;
    const char *policy = NULL, *device = NULL;
    frit_context_options wanted = options;
    int threads = -1, verify = -1, fusion = -1, blas = -1;
    const char *numerics = NULL;
    static char *names[] = {"threads",    "numerics", "verify",    "fusion", "blas",
                            "memory_cap", "compile",  "cache_dir", "device", NULL};
    unsigned long long cap = options.memory_cap;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$ispppKsOs", names, &threads, &numerics,
                                     &verify, &fusion, &blas, &cap, &policy, &folder, &device))
        return NULL;
    PyObject *old = settings();
    if (!old)
        return NULL;
    wanted.progress = on_progress;
    wanted.warn = compile_on_warn;
    wanted.memory_cap = cap;
    wanted.threads = threads < 0 ? wanted.threads : (unsigned)threads;
    wanted.verify = verify < 0 ? wanted.verify : verify;
    wanted.no_fusion = fusion < 0 ? wanted.no_fusion : !fusion;
    wanted.no_blas = blas < 0 ? wanted.no_blas : !blas;
    if ((numerics && !numerics_from(numerics, &wanted.numerics)) ||
        (policy && !compile_policy_of(policy, &wanted.compile)) ||
        !cache_dir_from(folder, &wanted) || !apply_options(&wanted) ||
        (device && !device_choose(device)))
        Py_CLEAR(old);
    else if (folder)
        Py_XSETREF(cache_dir, folder == Py_None ? NULL : Py_NewRef(folder));
    return old;
}

/* How late this thread may read and write shared memory: 0, 1 or 2 (see Lazy). Returns what was. */
static PyObject *py_lazy_body(PyObject *module, PyObject *value) {
    (void)module;
    Lazy was = this_thread.lazy;
    long now = PyLong_AsLong(value);
    if (now == -1 && PyErr_Occurred())
        return NULL;
    if (now < LAZY_NOT || now > LAZY_ALL)
        return PyErr_Format(PyExc_ValueError, "expected 0, 1 or 2, got %ld", now);
    this_thread.lazy = (Lazy)now;
    return PyLong_FromLong(was);
}

/* Whether this thread's steps stand for NumPy's own. Returns what was. */
static PyObject *py_as_numpy(PyObject *module, PyObject *value) {
    (void)module;
    bool was = this_thread.as_numpy;
    this_thread.as_numpy = value == Py_True;
    return PyBool_FromLong(was);
}

/* A function to be called after every flush of this thread's, or None. Returns the one before. */
static PyObject *py_on_flush(PyObject *module, PyObject *value) {
    (void)module;
    PyObject *old = this_thread.on_flush;
    this_thread.on_flush = value == Py_None ? NULL : Py_NewRef(value);
    return old ? old : Py_NewRef(Py_None);
}

/* A number that steps of this thread's recording carry from now on: a line of the source. */
static PyObject *py_set_place(PyObject *module, PyObject *number) {
    (void)module;
    unsigned long place = PyLong_AsUnsignedLong(number);
    Context *c = PyErr_Occurred() ? NULL : current_context();
    if (!c)
        return NULL;
    frit_set_place(c->frit, (uint32_t)place);
    Py_RETURN_NONE;
}

static PyObject *py_set_profile(PyObject *module, PyObject *on) {
    (void)module;
    int truth = PyObject_IsTrue(on);
    Context *c = truth < 0 ? NULL : main_context();
    if (!c || !context_enter(c))
        return NULL;
    frit_set_profile(c->frit, truth);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_place", py_set_place, METH_O, "A number that steps recorded from now on carry."},
    {"set_profile", py_set_profile, METH_O, "Whether recorded work looks at the clock."},
    {"on_flush", py_on_flush, METH_O, "A function to be called after every flush, or None."},
    {"flush", py_flush, METH_NOARGS, "Runs everything recorded."},
    {"discard", py_discard, METH_NOARGS, "Forgets what is recorded and has not run."},
    {"cancel", py_cancel, METH_NOARGS, "Stops the work that is running, from any thread."},
    {"describe", py_describe, METH_NOARGS, "What the library found and counted."},
    {"settings", py_settings, METH_NOARGS, "The options in force."},
    {"configure", (PyCFunction)(void (*)(void))py_configure, METH_VARARGS | METH_KEYWORDS,
     "Changes options; returns those before."},
    {"set_errors", py_set_errors, METH_O, "Where the exception classes are."},
    {"set_progress", py_set_progress, METH_O, "A function of (done, total), or None."},
    {"as_numpy", py_as_numpy, METH_O,
     "as_numpy(on) -> what was: whether the steps of this thread stand for NumPy's own."},
    {"lazy_body", py_lazy_body, METH_O,
     "How late shared memory may be read and written: 0, 1 or 2."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_core", "The C part of frit.", -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module &&
        (dtype_add_types(module) < 0 || array_add_types(module) < 0 || number_init(module) < 0 ||
         index_add(module) < 0 || interchange_add(module) < 0 || dlpack_add(module) < 0 ||
         capture_add_types(module) < 0 || frit_add_module_types(module) < 0 ||
         fused_add_types(module) < 0 || loop_add_types(module) < 0 || slang_add_types(module) < 0 ||
         script_add_types(module) < 0 || compiled_add(module) < 0 || devices_add(module) < 0 ||
         fork_add(module) < 0 || PyModule_AddStringConstant(module, "version", frit_version()) < 0))
        Py_CLEAR(module);
    return module;
}
