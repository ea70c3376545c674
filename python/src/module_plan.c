/* frit._core.Plan: which steps of a program run as one kernel, why no more. It never changes. */
#include "module.h"

typedef struct PlanObject {
    PyObject_HEAD frit_plan *plan;
    Context *runs; /* the device it is made for */
    uint32_t input_count;
    uint32_t *ranks; /* of the inputs */
} PlanObject;

/* Made once, when the extension is loaded, and never changed after. */
static PyTypeObject *plan_type;

frit_plan *frit_plan_of(PyObject *object) {
    if (PyObject_TypeCheck(object, plan_type))
        return ((PlanObject *)object)->plan;
    PyErr_Format(PyExc_TypeError, "expected a frit plan, got %.100s", Py_TYPE(object)->tp_name);
    return NULL;
}

/* ---- making */

static bool find_ranks(PlanObject *self) {
    uint32_t n = frit_plan_input_count(self->plan);
    self->ranks = PyMem_Calloc(n ? n : 1, sizeof *self->ranks);
    if (!self->ranks) {
        PyErr_NoMemory();
        return false;
    }
    self->input_count = n;
    for (uint32_t i = 0; i < n; i++) {
        frit_type_info info;
        self->ranks[i] =
            frit_type_describe(frit_plan_input_type(self->plan, i), &info) ? info.rank : 0;
    }
    return true;
}

static PyObject *plan_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"module", "program", "numerics", "no_fusion", "device", NULL};
    PyObject *source, *program_object = Py_None;
    const char *numerics = "strict", *program, *device = "cpu";
    int no_fusion = 0;
    uint32_t number;
    frit_plan_options options = {FRIT_SIZED(frit_plan_options)};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|Osps:Plan", names, &source, &program_object,
                                     &numerics, &no_fusion, &device))
        return NULL;
    const frit_module *module = frit_module_of(source);
    if (!module || !frit_optional_name(program_object, "the name of a program", &program) ||
        !frit_program_number(module, program_object, &number) ||
        !frit_numerics_of(numerics, &options.numerics))
        return NULL;
    options.no_fusion = no_fusion != 0;
    PlanObject *self = (PlanObject *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    frit_error error;
    frit_status status;
    self->runs = device_context(device);
    if (self->runs && !self->runs->there)
        self->runs = work_context();
    if (!self->runs) {
        Py_DECREF(self);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    status = frit_plan_new(self->runs->frit, module, program, &options, &self->plan, &error);
    Py_END_ALLOW_THREADS
    if (status != FRIT_OK) {
        self->plan = NULL;
        Py_DECREF(self);
        return raise_error(&error);
    }
    if (!find_ranks(self))
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void plan_dealloc(PyObject *object) {
    PlanObject *self = (PlanObject *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->plan)
        frit_plan_free(self->plan);
    PyMem_Free(self->ranks);
    type->tp_free(object);
    Py_DECREF(type);
}

/* ---- kernels and reasons */

static PyObject *step_text(const frit_plan *plan, uint32_t kernel, uint32_t step) {
    char small[256];
    size_t len = frit_plan_kernel_step(plan, kernel, step, small, sizeof small);
    if (len < sizeof small)
        return PyUnicode_DecodeUTF8(small, (Py_ssize_t)len, "replace");
    char *large = PyMem_Malloc(len + 1);
    if (!large)
        return PyErr_NoMemory();
    frit_plan_kernel_step(plan, kernel, step, large, len + 1);
    PyObject *text = PyUnicode_DecodeUTF8(large, (Py_ssize_t)len, "replace");
    PyMem_Free(large);
    return text;
}

static PyObject *kernel_steps(const frit_plan *plan, uint32_t kernel, uint32_t n) {
    PyObject *steps = PyTuple_New(n);
    for (uint32_t i = 0; steps && i < n; i++) {
        PyObject *text = step_text(plan, kernel, i);
        if (!text)
            Py_CLEAR(steps);
        else
            PyTuple_SET_ITEM(steps, i, text);
    }
    return steps;
}

/* [(schedule, steps, arrays read, arrays written), ...] */
static PyObject *plan_kernels(PyObject *self, void *unused) {
    (void)unused;
    const frit_plan *plan = ((PlanObject *)self)->plan;
    PyObject *list = PyList_New(0);
    frit_kernel_info info;
    for (uint32_t i = 0; list && frit_plan_kernel(plan, i, &info); i++) {
        PyObject *steps = kernel_steps(plan, i, info.step_count);
        PyObject *row = steps ? Py_BuildValue("(sNII)", info.schedule, steps, info.input_count,
                                              info.output_count)
                              : NULL;
        if (!row || PyList_Append(list, row) < 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *kernel_number(uint32_t kernel, uint32_t count) {
    return kernel < count ? PyLong_FromUnsignedLong(kernel) : Py_NewRef(Py_None);
}

/* [(rule, why, legality, producer kernel or None, consumer kernel or None), ...] */
static PyObject *plan_apart(PyObject *self, void *unused) {
    (void)unused;
    const frit_plan *plan = ((PlanObject *)self)->plan;
    uint32_t count = frit_plan_kernel_count(plan);
    PyObject *list = PyList_New(0);
    frit_apart_info info;
    for (uint32_t i = 0; list && frit_plan_apart(plan, i, &info); i++) {
        PyObject *producer = kernel_number(info.producer_kernel, count);
        PyObject *consumer = kernel_number(info.consumer_kernel, count);
        PyObject *row = producer && consumer
                            ? Py_BuildValue("(ssOOO)", info.rule, info.why,
                                            info.legality ? Py_True : Py_False, producer, consumer)
                            : NULL;
        Py_XDECREF(producer);
        Py_XDECREF(consumer);
        if (!row || PyList_Append(list, row) < 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *plan_input_count(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(((PlanObject *)self)->input_count);
}

static PyObject *plan_output_count(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(frit_plan_output_count(((PlanObject *)self)->plan));
}

/* ---- figures for shapes */

static bool read_shape(PyObject *object, uint32_t input, uint32_t rank, int64_t *out) {
    PyObject *shape = PySequence_Tuple(object);
    if (!shape)
        return false;
    bool ok = PyTuple_GET_SIZE(shape) == (Py_ssize_t)rank;
    if (!ok)
        PyErr_Format(PyExc_ValueError, "input %u has %u axes, but the shape %R has %zd", input,
                     rank, shape, PyTuple_GET_SIZE(shape));
    for (uint32_t k = 0; ok && k < rank; k++) {
        out[k] = PyLong_AsLongLong(PyTuple_GET_ITEM(shape, k));
        ok = !(out[k] == -1 && PyErr_Occurred());
        if (ok && out[k] < 0) {
            PyErr_Format(PyExc_ValueError, "input %u: an extent is negative in %R", input, shape);
            ok = false;
        }
    }
    Py_DECREF(shape);
    return ok;
}

/* The extents go behind the tensors, where there is room for them. */
static bool read_all(const PlanObject *self, PyObject *shapes, frit_tensor *tensors) {
    uint32_t n = self->input_count;
    int64_t *at = (int64_t *)(tensors + (n ? n : 1));
    for (uint32_t i = 0; i < n; at += self->ranks[i++]) {
        if (!read_shape(PyTuple_GET_ITEM(shapes, i), i, self->ranks[i], at))
            return false;
        tensors[i].shape = at;
    }
    return true;
}

/* Tensors without data that have these shapes; freed with one PyMem_Free. NULL: an exception. */
static frit_tensor *read_shapes(const PlanObject *self, PyObject *object) {
    PyObject *shapes = PySequence_Tuple(object);
    if (!shapes)
        return NULL;
    frit_tensor *tensors = NULL;
    uint32_t n = self->input_count;
    size_t extents = 0;
    for (uint32_t i = 0; i < n; i++)
        extents += self->ranks[i];
    if (PyTuple_GET_SIZE(shapes) != (Py_ssize_t)n) {
        PyErr_Format(PyExc_ValueError, "the plan has %u inputs, but there are %zd shapes", n,
                     PyTuple_GET_SIZE(shapes));
    } else if (!(tensors =
                     PyMem_Calloc(1, sizeof *tensors * (n ? n : 1) + sizeof(int64_t) * extents))) {
        PyErr_NoMemory();
    }
    if (tensors && !read_all(self, shapes, tensors)) {
        PyMem_Free(tensors);
        tensors = NULL;
    }
    Py_DECREF(shapes);
    return tensors;
}

static PyObject *plan_cost(PyObject *object, PyObject *shapes) {
    PlanObject *self = (PlanObject *)object;
    frit_tensor *inputs = read_shapes(self, shapes);
    if (!inputs)
        return NULL;
    frit_error error;
    frit_plan_cost_info cost;
    frit_status status = frit_plan_cost(self->plan, inputs, self->input_count, &cost, &error);
    PyMem_Free(inputs);
    if (status != FRIT_OK)
        return raise_error(&error);
    return Py_BuildValue("{sKsKsKsKsKsIsI}", "bytes_read", (unsigned long long)cost.bytes_read,
                         "bytes_written", (unsigned long long)cost.bytes_written, "unfused_read",
                         (unsigned long long)cost.unfused_read, "unfused_written",
                         (unsigned long long)cost.unfused_written, "peak",
                         (unsigned long long)cost.peak, "launches", cost.launches,
                         "unfused_launches", cost.unfused_launches);
}

static bool read_format(const char *name, frit_report_format *out) {
    static const char *const formats[] = {"text", "json", "dot", "svg", "kernels", "html"};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (!strcmp(name, formats[k])) {
            *out = (frit_report_format)k;
            return true;
        }
    PyErr_Format(PyExc_ValueError,
                 "format '%.100s' is not one of 'text', 'json', 'dot', 'svg', 'kernels', 'html'",
                 name);
    return false;
}

static PyObject *plan_report(PyObject *object, PyObject *args) {
    PlanObject *self = (PlanObject *)object;
    const char *format = "text";
    PyObject *shapes = Py_None;
    if (!PyArg_ParseTuple(args, "|sO:report", &format, &shapes))
        return NULL;
    frit_report_format kind;
    if (!read_format(format, &kind))
        return NULL;
    frit_tensor *inputs = shapes == Py_None ? NULL : read_shapes(self, shapes);
    if (!inputs && shapes != Py_None)
        return NULL;
    frit_error error;
    frit_text text = {0};
    frit_status status =
        frit_plan_report(self->plan, inputs, inputs ? self->input_count : 0, kind, &text, &error);
    PyMem_Free(inputs);
    return status == FRIT_OK ? frit_text_take(&text, false) : raise_error(&error);
}

static PyObject *plan_explain(PyObject *object, PyObject *args) {
    PlanObject *self = (PlanObject *)object;
    const char *format;
    PyObject *shapes;
    frit_report_format kind;
    const Context *runs = self->runs;
    if (!context_check(runs) || !PyArg_ParseTuple(args, "sO:explain", &format, &shapes) ||
        !read_format(format, &kind))
        return NULL;
    frit_tensor *inputs = read_shapes(self, shapes);
    if (!inputs)
        return NULL;
    frit_error error;
    frit_text text = {0};
    frit_status status = frit_plan_explain(runs->frit, self->plan, inputs, self->input_count, NULL,
                                           kind, &text, &error);
    PyMem_Free(inputs);
    return status == FRIT_OK ? frit_text_take(&text, false) : raise_error(&error);
}

static bool read_code_format(const char *name, frit_code_format *out) {
    static const char *const names[] = {[FRIT_CODE_LLVM] = "llvm",
                                        [FRIT_CODE_ASSEMBLY] = "asm",
                                        [FRIT_CODE_C] = "c",
                                        [FRIT_CODE_OPENCL] = "opencl",
                                        [FRIT_CODE_CUDA] = "cuda"};
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(name, names[k]) == 0) {
            *out = (frit_code_format)k;
            return true;
        }
    PyErr_Format(PyExc_ValueError,
                 "format '%.100s' is not one of 'llvm', 'asm', 'c', 'opencl', 'cuda'", name);
    return false;
}

static PyObject *plan_code(PyObject *object, PyObject *args) {
    PlanObject *self = (PlanObject *)object;
    frit_code_format kind;
    unsigned kernel;
    const char *format;
    PyObject *shapes;
    const Context *runs = self->runs;
    if (!context_check(runs) || !PyArg_ParseTuple(args, "IsO:code", &kernel, &format, &shapes))
        return NULL;
    if (!read_code_format(format, &kind))
        return NULL;
    frit_tensor *inputs = read_shapes(self, shapes);
    if (!inputs)
        return NULL;
    frit_error error;
    frit_text text = {0};
    frit_status status;
    Py_BEGIN_ALLOW_THREADS
    status = frit_plan_code(runs->frit, self->plan, kernel, inputs, self->input_count, NULL, kind,
                            &text, &error);
    Py_END_ALLOW_THREADS
    PyMem_Free(inputs);
    return status == FRIT_OK ? frit_text_take(&text, false) : raise_error(&error);
}

static PyObject *plan_export(PyObject *object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"name", "header", "openmp", NULL};
    frit_export_options options = {FRIT_SIZED(frit_export_options)};
    int openmp = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|zzp:export", names, &options.function_name,
                                     &options.header_name, &openmp))
        return NULL;
    options.openmp = openmp != 0;
    frit_error error;
    frit_text source = {0}, header = {0};
    if (frit_export(((PlanObject *)object)->plan, &options, &source, &header, &error) != FRIT_OK)
        return raise_error(&error);
    PyObject *first = frit_text_take(&source, false), *second = frit_text_take(&header, false);
    PyObject *both = first && second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return both;
}

static PyMethodDef plan_methods[] = {
    {"cost", plan_cost, METH_O, "cost(shapes) -> dict of bytes and launches, fused and unfused"},
    {"report", plan_report, METH_VARARGS,
     "report(format='text', shapes=None) -> str; text, json, dot, svg or kernels"},
    {"explain", plan_explain, METH_VARARGS,
     "explain(format, shapes) -> str: report, and what would run each kernel now"},
    {"export", (PyCFunction)(void (*)(void))plan_export, METH_VARARGS | METH_KEYWORDS,
     "export(name=None, header=None, openmp=False) -> (source, header) in C"},
    {"code", plan_code, METH_VARARGS, "code(kernel, 'llvm' or 'asm', shapes) -> str"},
    {NULL, NULL, 0, NULL},
};

static PyObject *plan_device(PyObject *object, void *closure) {
    (void)closure;
    return PyUnicode_FromString(((PlanObject *)object)->runs->device);
}

static PyGetSetDef plan_getset[] = {
    {"device", plan_device, NULL, "the device it is made for", NULL},
    {"kernels", plan_kernels, NULL, "[(schedule, steps, arrays read, arrays written), ...]", NULL},
    {"apart", plan_apart, NULL, "[(rule, why, legality, producer, consumer), ...]", NULL},
    {"input_count", plan_input_count, NULL, "how many inputs the program has", NULL},
    {"output_count", plan_output_count, NULL, "how many outputs the program has", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot plan_slots[] = {
    {Py_tp_new, plan_new},
    {Py_tp_dealloc, plan_dealloc},
    {Py_tp_methods, plan_methods},
    {Py_tp_getset, plan_getset},
    {Py_tp_doc,
     "Plan(module, program=None, numerics='strict', no_fusion=False, device='cpu'): which "
     "steps of a typed program run as one kernel, and why no more; device: as of Entry."},
    {0, NULL},
};

static PyType_Spec plan_spec = {"frit._core.Plan", sizeof(PlanObject), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, plan_slots};

/* last_report(format): of the recorded work that ran last, on whichever device; None if none did. */
static PyObject *last_report(PyObject *module, PyObject *args) {
    (void)module;
    const char *format;
    frit_report_format kind;
    Context *context = context_run_last();
    if (!context || !PyArg_ParseTuple(args, "s:last_report", &format) ||
        !read_format(format, &kind) || !context_enter(context))
        return NULL;
    if (!frit_last_plan(context->frit))
        Py_RETURN_NONE;
    frit_error error;
    frit_text text = {0};
    if (frit_last_report(context->frit, kind, &text, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&text, false);
}

static PyMethodDef plan_functions[] = {
    {"last_report", last_report, METH_VARARGS,
     "last_report(format) -> str or None: the plan of the recorded work that ran last"},
    {NULL, NULL, 0, NULL},
};

int frit_add_plan_type(PyObject *module) {
    plan_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &plan_spec, NULL);
    if (!plan_type || PyModule_AddType(module, plan_type) < 0)
        return -1;
    return PyModule_AddFunctions(module, plan_functions);
}
