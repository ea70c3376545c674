/*
 * frit._core.Module: a module of programs as a Python object that never changes. What changes a
 * module in C (optimising, forgetting types, declaring) gives a new object here, so that modules
 * can be shared between threads, kept in caches and compared by what they are.
 */
#include "module.h"

typedef struct ModuleObject {
    PyObject_HEAD frit_module *module;
} ModuleObject;

/* Made once, when the extension is loaded, and never changed after. */
static PyTypeObject *module_type;

frit_module *frit_module_of(PyObject *object) {
    if (PyObject_TypeCheck(object, module_type))
        return ((ModuleObject *)object)->module;
    PyErr_Format(PyExc_TypeError, "expected a frit module, got %.100s", Py_TYPE(object)->tp_name);
    return NULL;
}

PyObject *module_object(frit_module *module) {
    ModuleObject *self = (ModuleObject *)module_type->tp_alloc(module_type, 0);
    if (!self) {
        frit_module_free(module);
        return NULL;
    }
    self->module = module;
    return (PyObject *)self;
}

PyObject *frit_text_take(frit_text *text, bool bytes) {
    PyObject *result = bytes ? PyBytes_FromStringAndSize(text->data, (Py_ssize_t)text->len)
                             : PyUnicode_DecodeUTF8(text->data, (Py_ssize_t)text->len, "replace");
    frit_text_free(frit_library_context(), text);
    return result;
}

frit_module *frit_module_copy(const frit_module *module) {
    frit_error error;
    frit_text bytes = {0};
    frit_module *copy = NULL;
    if (frit_module_encode(module, &bytes, &error) != FRIT_OK) {
        raise_error(&error);
        return NULL;
    }
    if (frit_module_decode(frit_library_context(), bytes.data, bytes.len, &copy, &error) != FRIT_OK)
        raise_error(&error);
    frit_text_free(frit_library_context(), &bytes);
    return copy;
}

/* ---- arguments */

bool frit_optional_name(PyObject *object, const char *what, const char **out) {
    *out = NULL;
    if (!object || object == Py_None)
        return true;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s must be a str or None, not %.100s", what,
                     Py_TYPE(object)->tp_name);
        return false;
    }
    Py_ssize_t len;
    *out = PyUnicode_AsUTF8AndSize(object, &len);
    if (*out && strlen(*out) != (size_t)len) {
        PyErr_Format(PyExc_ValueError, "%s has a null character in it", what);
        return false;
    }
    return *out != NULL;
}

bool frit_program_number(const frit_module *module, PyObject *name, uint32_t *out) {
    const char *text;
    if (!frit_optional_name(name, "the name of a program", &text))
        return false;
    uint32_t count = frit_module_program_count(module);
    *out = text ? frit_module_find(module, text) : count - 1;
    if (*out < count)
        return true;
    if (text)
        PyErr_Format(PyExc_KeyError, "the module has no program called '%s'", text);
    else
        PyErr_SetString(PyExc_ValueError, "the module has no programs");
    return false;
}

/* The place of a word in a list; -1 with an exception that names the choices. */
static int choose(const char *what, const char *word, const char *const *choices, int n) {
    for (int i = 0; i < n; i++)
        if (!strcmp(word, choices[i]))
            return i;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < n; i++) {
        PyObject *choice = PyUnicode_FromString(choices[i]);
        if (!choice || PyList_Append(list, choice) < 0)
            Py_CLEAR(list);
        Py_XDECREF(choice);
    }
    if (list)
        PyErr_Format(PyExc_ValueError, "%s '%.100s' is not one of %R", what, word, list);
    Py_XDECREF(list);
    return -1;
}

bool frit_numerics_of(const char *name, frit_numerics *out) {
    static const char *const names[] = {"strict", "contract", "fast"};
    int k = choose("numerics", name, names, 3);
    *out = k < 0 ? FRIT_STRICT : (frit_numerics)k;
    return k >= 0;
}

/* ---- making */

static PyObject *module_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)type;
    static char *names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, ":Module", names))
        return NULL;
    frit_error error;
    frit_module *module;
    if (frit_module_new(frit_library_context(), &module, &error) != FRIT_OK)
        return raise_error(&error);
    return module_object(module);
}

static void module_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    frit_module_free(((ModuleObject *)self)->module);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *module_parse(PyObject *cls, PyObject *argument) {
    (void)cls;
    if (!PyUnicode_Check(argument))
        return PyErr_Format(PyExc_TypeError, "the text of a module must be a str, not %.100s",
                            Py_TYPE(argument)->tp_name);
    Py_ssize_t len;
    const char *text = PyUnicode_AsUTF8AndSize(argument, &len);
    if (!text)
        return NULL;
    frit_error error;
    frit_module *module;
    if (frit_module_parse(frit_library_context(), text, (size_t)len, &module, &error) != FRIT_OK)
        return raise_error(&error);
    return module_object(module);
}

static PyObject *module_decode(PyObject *cls, PyObject *argument) {
    (void)cls;
    Py_buffer bytes;
    if (PyObject_GetBuffer(argument, &bytes, PyBUF_SIMPLE) < 0)
        return NULL;
    frit_error error;
    frit_module *module;
    frit_status status =
        frit_module_decode(frit_library_context(), bytes.buf, (size_t)bytes.len, &module, &error);
    PyBuffer_Release(&bytes);
    return status == FRIT_OK ? module_object(module) : raise_error(&error);
}

/* ---- as text and bytes */

static PyObject *module_text(PyObject *self, PyObject *unused) {
    (void)unused;
    frit_error error;
    frit_text text = {0};
    if (frit_module_print(frit_module_of(self), &text, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&text, false);
}

static PyObject *module_encode(PyObject *self, PyObject *unused) {
    (void)unused;
    frit_error error;
    frit_text bytes = {0};
    if (frit_module_encode(frit_module_of(self), &bytes, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&bytes, true);
}

static PyObject *module_reduce_ex(PyObject *self, PyObject *unused) {
    PyObject *bytes = module_encode(self, unused);
    PyObject *decode = PyObject_GetAttrString((PyObject *)module_type, "decode");
    PyObject *result = bytes && decode ? Py_BuildValue("(O(O))", decode, bytes) : NULL;
    Py_XDECREF(bytes);
    Py_XDECREF(decode);
    return result;
}

static PyObject *module_dump(PyObject *self, PyObject *args) {
    PyObject *name = Py_None;
    uint32_t program;
    if (!PyArg_ParseTuple(args, "|O:dump", &name) ||
        !frit_program_number(frit_module_of(self), name, &program))
        return NULL;
    frit_error error;
    frit_text text = {0};
    if (frit_program_dump(frit_module_of(self), program, &text, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&text, false);
}

/* ---- looking inside */

static PyObject *module_programs(PyObject *self, void *unused) {
    (void)unused;
    const frit_module *module = frit_module_of(self);
    uint32_t n = frit_module_program_count(module);
    PyObject *names = PyTuple_New(n);
    for (uint32_t i = 0; names && i < n; i++) {
        PyObject *name = PyUnicode_FromString(frit_program_name(module, i));
        if (!name)
            Py_CLEAR(names);
        else
            PyTuple_SET_ITEM(names, i, name);
    }
    return names;
}

/* [(name, type), ...] by number; inputs come first. */
static PyObject *module_variables(PyObject *self, PyObject *args) {
    PyObject *name = Py_None;
    uint32_t program;
    const frit_module *module = frit_module_of(self);
    if (!PyArg_ParseTuple(args, "|O:variables", &name) ||
        !frit_program_number(module, name, &program))
        return NULL;
    uint32_t n = frit_program_var_count(module, program);
    PyObject *list = PyList_New(n);
    for (uint32_t i = 0; list && i < n; i++) {
        PyObject *type = type_text(frit_var_type(module, program, i));
        PyObject *pair =
            type ? Py_BuildValue("(sN)", frit_var_name(module, program, i), type) : NULL;
        if (!pair)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, pair);
    }
    return list;
}

/* (of the inputs, of the outputs): each a tuple as type_tuple makes them. */
static PyObject *module_types(PyObject *self, PyObject *args) {
    PyObject *name = Py_None;
    uint32_t program;
    const frit_module *module = frit_module_of(self);
    if (!PyArg_ParseTuple(args, "|O:types", &name) || !frit_program_number(module, name, &program))
        return NULL;
    uint32_t n_in = frit_program_input_count(module, program);
    uint32_t n_out = frit_program_output_count(module, program);
    PyObject *inputs = PyTuple_New(n_in), *outputs = PyTuple_New(n_out);
    for (uint32_t i = 0; inputs && outputs && i < n_in + n_out; i++) {
        frit_var var = i < n_in ? i : frit_program_output(module, program, i - n_in);
        PyObject *type = type_tuple(frit_var_type(module, program, var));
        if (!type)
            Py_CLEAR(inputs);
        else if (i < n_in)
            PyTuple_SET_ITEM(inputs, i, type);
        else
            PyTuple_SET_ITEM(outputs, i - n_in, type);
    }
    if (inputs && outputs)
        return Py_BuildValue("(NN)", inputs, outputs);
    Py_XDECREF(inputs);
    Py_XDECREF(outputs);
    return NULL;
}

/* {input: (low, high)}: where integers must lie, of those inputs for which that is said. */
static PyObject *module_bounds(PyObject *self, PyObject *args) {
    PyObject *name = Py_None;
    uint32_t program;
    const frit_module *module = frit_module_of(self);
    if (!PyArg_ParseTuple(args, "|O:bounds", &name) || !frit_program_number(module, name, &program))
        return NULL;
    PyObject *found = PyDict_New();
    for (uint32_t i = 0; found && i < frit_program_input_count(module, program); i++) {
        frit_bounds bounds;
        if (!frit_input_bounds(module, program, i, &bounds))
            continue;
        PyObject *key = PyLong_FromUnsignedLong(i);
        PyObject *range =
            Py_BuildValue("(LK)", (long long)bounds.low, (unsigned long long)bounds.high);
        if (!key || !range || PyDict_SetItem(found, key, range) < 0)
            Py_CLEAR(found);
        Py_XDECREF(key);
        Py_XDECREF(range);
    }
    return found;
}

static PyObject *module_input_count(PyObject *self, PyObject *args) {
    PyObject *name = Py_None;
    uint32_t program;
    if (!PyArg_ParseTuple(args, "|O:input_count", &name) ||
        !frit_program_number(frit_module_of(self), name, &program))
        return NULL;
    return PyLong_FromUnsignedLong(frit_program_input_count(frit_module_of(self), program));
}

static PyObject *numbers(const frit_var *vars, frit_var first, uint32_t n) {
    PyObject *tuple = PyTuple_New(n);
    for (uint32_t i = 0; tuple && i < n; i++) {
        PyObject *number = PyLong_FromUnsignedLong(vars ? vars[i] : first + i);
        if (!number)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, i, number);
    }
    return tuple;
}

static PyObject *module_outputs(PyObject *self, PyObject *args) {
    PyObject *name = Py_None;
    uint32_t program;
    const frit_module *module = frit_module_of(self);
    if (!PyArg_ParseTuple(args, "|O:outputs", &name) ||
        !frit_program_number(module, name, &program))
        return NULL;
    uint32_t n = frit_program_output_count(module, program);
    PyObject *tuple = PyTuple_New(n);
    for (uint32_t i = 0; tuple && i < n; i++) {
        PyObject *number = PyLong_FromUnsignedLong(frit_program_output(module, program, i));
        if (!number)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, i, number);
    }
    return tuple;
}

/* [(op, callee or None, inputs, outputs), ...] */
static PyObject *module_instructions(PyObject *self, PyObject *args) {
    PyObject *name = Py_None;
    uint32_t program;
    const frit_module *module = frit_module_of(self);
    if (!PyArg_ParseTuple(args, "|O:instructions", &name) ||
        !frit_program_number(module, name, &program))
        return NULL;
    uint32_t n = frit_program_instr_count(module, program);
    PyObject *list = PyList_New(n);
    for (uint32_t i = 0; list && i < n; i++) {
        frit_instr instr = frit_program_instr(module, program, i);
        PyObject *inputs = numbers(instr.inputs, 0, instr.input_count);
        PyObject *outputs = numbers(NULL, instr.first_output, instr.output_count);
        PyObject *row = inputs && outputs
                            ? Py_BuildValue("(szOO)", instr.op, instr.callee, inputs, outputs)
                            : NULL;
        Py_XDECREF(inputs);
        Py_XDECREF(outputs);
        if (!row)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, row);
    }
    return list;
}

/* ---- meaning */

static PyObject *infer_types(const frit_module *module, const char *entry, PyObject *types,
                             const frit_infer_options *options) {
    Py_ssize_t n = PyTuple_GET_SIZE(types);
    const char **texts = PyMem_Calloc(n ? (size_t)n : 1, sizeof *texts);
    if (!texts)
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n; i++)
        if (!frit_optional_name(PyTuple_GET_ITEM(types, i), "the type of an input", &texts[i])) {
            PyMem_Free(texts);
            return NULL;
        }
    frit_error error;
    frit_module *out = NULL;
    frit_status status;
    Py_BEGIN_ALLOW_THREADS
    status = frit_module_infer(module, entry, texts, (uint32_t)n, options, &out, &error);
    Py_END_ALLOW_THREADS
    PyMem_Free(texts);
    return status == FRIT_OK ? module_object(out) : raise_error(&error);
}

static PyObject *module_infer(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"types", "program", "promotion", "default_f32", NULL};
    static const char *const promotions[] = {"none", "standard", "numpy"};
    PyObject *types = Py_None, *program = Py_None;
    const char *promotion = "none", *entry;
    int default_f32 = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OOsp:infer", names, &types, &program,
                                     &promotion, &default_f32) ||
        !frit_optional_name(program, "the name of a program", &entry))
        return NULL;
    int k = choose("promotion", promotion, promotions, 3);
    uint32_t number;
    if (k < 0 || !frit_program_number(frit_module_of(self), program, &number))
        return NULL;
    /* A tuple of our own: a list could change while the interpreter lock is released. */
    PyObject *tuple = NULL;
    if (types == Py_None) {
        uint32_t n = frit_program_input_count(frit_module_of(self), number);
        tuple = PyTuple_New(n);
        for (uint32_t i = 0; tuple && i < n; i++)
            PyTuple_SET_ITEM(tuple, i, Py_NewRef(Py_None));
    } else {
        tuple = PySequence_Tuple(types);
    }
    if (!tuple)
        return NULL;
    frit_infer_options options = {FRIT_SIZED(frit_infer_options), .promotion = (frit_promotion)k,
                                  .default_f32 = default_f32 != 0};
    PyObject *result = infer_types(frit_module_of(self), entry, tuple, &options);
    Py_DECREF(tuple);
    return result;
}

static PyObject *module_clear_types(PyObject *self, PyObject *unused) {
    (void)unused;
    frit_module *copy = frit_module_copy(frit_module_of(self));
    frit_error error;
    if (!copy)
        return NULL;
    if (frit_module_clear_types(copy, &error) == FRIT_OK)
        return module_object(copy);
    frit_module_free(copy);
    return raise_error(&error);
}

static PyObject *module_declare(PyObject *self, PyObject *argument) {
    const char *text;
    if (!frit_optional_name(argument, "a declaration", &text))
        return NULL;
    if (!text)
        return PyErr_Format(PyExc_TypeError, "a declaration must be a str, not None");
    frit_module *copy = frit_module_copy(frit_module_of(self));
    frit_error error;
    if (!copy)
        return NULL;
    if (frit_module_declare(copy, text, &error) == FRIT_OK)
        return module_object(copy);
    frit_module_free(copy);
    return raise_error(&error);
}

static PyObject *module_check(PyObject *self, PyObject *args) {
    static const char *const stages[] = {"built", "typed", "expanded", "flat"};
    const char *stage = "built";
    if (!PyArg_ParseTuple(args, "|s:check", &stage))
        return NULL;
    int k = choose("stage", stage, stages, 4);
    frit_error error;
    if (k < 0)
        return NULL;
    if (frit_module_check(frit_module_of(self), (frit_check_stage)k, &error) != FRIT_OK)
        return raise_error(&error);
    Py_RETURN_NONE;
}

/* ---- rewriting */

/* Tells the watcher the module's text after a pass; false stops, with an exception set. */
static bool tell_watcher(void *user, const char *pass, const frit_module *module) {
    frit_error error;
    frit_text text = {0};
    if (frit_module_print(module, &text, &error) != FRIT_OK) {
        raise_error(&error);
        return false;
    }
    PyObject *string = frit_text_take(&text, false);
    PyObject *answer = string ? PyObject_CallFunction(user, "sO", pass, string) : NULL;
    Py_XDECREF(string);
    Py_XDECREF(answer);
    return answer != NULL;
}

static PyObject *module_optimize(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"passes", "numerics", "check", "watch", NULL};
    PyObject *passes_object = Py_None, *watch = Py_None;
    const char *numerics = "strict", *passes;
    int check = 0;
    frit_opt_options options = {FRIT_SIZED(frit_opt_options)};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OspO:optimize", names, &passes_object,
                                     &numerics, &check, &watch) ||
        !frit_optional_name(passes_object, "the list of passes", &passes) ||
        !frit_numerics_of(numerics, &options.numerics))
        return NULL;
    options.check = check != 0;
    options.after_pass = watch == Py_None ? NULL : tell_watcher;
    options.user = watch;
    frit_module *copy = frit_module_copy(frit_module_of(self));
    frit_error error;
    if (!copy)
        return NULL;
    if (frit_module_optimize(copy, passes, &options, &error) == FRIT_OK)
        return module_object(copy);
    frit_module_free(copy);
    return PyErr_Occurred() ? NULL : raise_error(&error);
}

static PyObject *module_emit(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"dialect", "program", "function_name", NULL};
    PyObject *program_object = Py_None, *function_object = Py_None;
    const char *program;
    frit_emit_options options = {FRIT_SIZED(frit_emit_options)};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s|OO:emit", names, &options.dialect,
                                     &program_object, &function_object) ||
        !frit_optional_name(program_object, "the name of a program", &program) ||
        !frit_optional_name(function_object, "the name of the function", &options.function_name))
        return NULL;
    frit_error error;
    frit_text text = {0};
    if (frit_module_emit(frit_module_of(self), program, &options, &text, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&text, false);
}

static PyObject *module_reduce(PyObject *self, PyObject *args) {
    PyObject *object = Py_None;
    const char *program;
    if (!PyArg_ParseTuple(args, "|O:reduce", &object) ||
        !frit_optional_name(object, "the name of a program", &program))
        return NULL;
    frit_error error;
    frit_module *out = NULL;
    frit_status status;
    frit_context *context = frit_library_context();
    if (!context)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = frit_module_reduce(context, frit_module_of(self), program, &out, &error);
    Py_END_ALLOW_THREADS
    if (status != FRIT_OK)
        return raise_error(&error);
    if (!out)
        Py_RETURN_NONE;
    return module_object(out);
}

#define WITH_KEYWORDS(fn) ((PyCFunction)(void (*)(void))(fn)), METH_VARARGS | METH_KEYWORDS

static PyMethodDef module_methods[] = {
    {"parse", module_parse, METH_O | METH_CLASS, "parse(text) -> Module: reads the text form"},
    {"decode", module_decode, METH_O | METH_CLASS,
     "decode(bytes) -> Module: reads the binary form"},
    {"text", module_text, METH_NOARGS, "text() -> str: the canonical text form"},
    {"encode", module_encode, METH_NOARGS, "encode() -> bytes: the binary form"},
    {"dump", module_dump, METH_VARARGS, "dump(program=None) -> str: a table for people"},
    {"variables", module_variables, METH_VARARGS, "variables(program=None) -> [(name, type), ...]"},
    {"types", module_types, METH_VARARGS,
     "types(program=None) -> of inputs, of outputs: (element, dtype or None, extents or None)"},
    {"bounds", module_bounds, METH_VARARGS,
     "bounds(program=None) -> {input: (low, high)}: which integers fit"},
    {"input_count", module_input_count, METH_VARARGS, "input_count(program=None) -> int"},
    {"outputs", module_outputs, METH_VARARGS, "outputs(program=None) -> numbers of variables"},
    {"instructions", module_instructions, METH_VARARGS,
     "instructions(program=None) -> [(op, callee or None, inputs, outputs), ...]"},
    {"infer", WITH_KEYWORDS(module_infer),
     "infer(types=None, program=None, promotion='none', default_f32=False) -> typed Module"},
    {"clear_types", module_clear_types, METH_NOARGS, "clear_types() -> Module without types"},
    {"declare", module_declare, METH_O, "declare(text) -> Module with an extern function"},
    {"check", module_check, METH_VARARGS, "check(stage='built'): raises if a rule is broken"},
    {"optimize", WITH_KEYWORDS(module_optimize),
     "optimize(passes=None, numerics='strict', check=False, watch=None) -> Module"},
    {"emit", WITH_KEYWORDS(module_emit),
     "emit(dialect, program=None, function_name=None) -> source text"},
    {"reduce", module_reduce, METH_VARARGS,
     "reduce(program=None) -> the smallest Module on which fused and unfused differ, or None"},
    {"__reduce__", module_reduce_ex, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef module_getset[] = {
    {"programs", module_programs, NULL, "the names of the programs, in order", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot module_slots[] = {
    {Py_tp_new, module_new},
    {Py_tp_dealloc, module_dealloc},
    {Py_tp_methods, module_methods},
    {Py_tp_getset, module_getset},
    {Py_tp_doc, "A list of programs. It never changes."},
    {0, NULL},
};

static PyType_Spec module_spec = {"frit._core.Module", sizeof(ModuleObject), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, module_slots};

/* The types of the other files refer to this one, so it comes first. */
int frit_add_module_types(PyObject *module) {
    module_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &module_spec, NULL);
    if (!module_type || PyModule_AddType(module, module_type) < 0)
        return -1;
    if (frit_add_plan_type(module) < 0 || frit_add_builder_type(module) < 0)
        return -1;
    return frit_add_tables(module);
}
