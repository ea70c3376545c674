/* NumPy's C interface, imported when the first NumPy object is met. */
#ifndef FRIT_PYTHON_NUMPY_API_H
#define FRIT_PYTHON_NUMPY_API_H

#include "core.h"

#define PY_ARRAY_UNIQUE_SYMBOL frit_numpy_api
#define NPY_NO_DEPRECATED_API  NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION     NPY_1_25_API_VERSION
#ifndef FRIT_PYTHON_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

/* Imports it. */
bool numpy_ready(void);
/* Has somebody imported it? Imports nothing. */
bool numpy_loaded(void);
DTypeId dtype_of_numpy(int type_num);
int numpy_of_dtype(DTypeId id);
/* New reference; NULL without an exception for bfloat16 where ml_dtypes is not installed. */
PyArray_Descr *numpy_descr(const DType *dtype);

#endif
