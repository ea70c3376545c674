"""The dtypes of frit arrays are taken by NumPy, and by code written for NumPy, as its own."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import frit
from frit import _core

NAMES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64"
    " float16 float32 float64 complex64 complex128"
).split()
PAIRS = [(getattr(frit, name), np.dtype(name)) for name in NAMES]
by_name = pytest.mark.parametrize(("own", "numpy"), PAIRS, ids=NAMES)


@by_name
def test_every_attribute_of_numpys_dtype_is_there(own, numpy):
    for attribute in dir(np.dtype):
        if attribute[0] != "_" and attribute != "newbyteorder":
            assert getattr(own, attribute) == getattr(numpy, attribute), attribute
    assert own.newbyteorder() == numpy.newbyteorder()
    assert own.type(1) == 1 and own.char == numpy.char and own.str == numpy.str
    assert str(own) == str(numpy)


@by_name
def test_numpy_takes_the_dtype_of_a_frit_array(own, numpy):
    x = frit.zeros(3, dtype=own)
    assert np.dtype(x.dtype) is numpy and np.zeros(3, dtype=x.dtype).dtype is numpy
    for made in (np.empty, np.ones):
        assert made((2, 3), x.dtype).dtype is numpy
    assert np.array([1, 0], dtype=x.dtype).dtype is numpy
    assert np.ones(3).astype(x.dtype).dtype is numpy
    assert np.frombuffer(b"\0" * 16, x.dtype).dtype is numpy
    assert np.arange(2, dtype=x.dtype).dtype is numpy
    assert np.issubdtype(x.dtype, numpy.type) and np.issubdtype(x.dtype, np.generic)
    for kind in ("bool", "signed integer", "unsigned integer", "real floating", "numeric"):
        assert np.isdtype(x.dtype, kind) == np.isdtype(numpy, kind) == frit.isdtype(own, kind)
    for other in NAMES:
        assert np.promote_types(x.dtype, other) == np.promote_types(numpy, other)
        assert np.can_cast(x.dtype, other) == np.can_cast(numpy, other)
        assert (own < np.dtype(other)) == (numpy < np.dtype(other))
    assert np.result_type(x.dtype, np.float32) == np.result_type(numpy, np.float32)
    assert np.result_type(np.ones(2), x.dtype) == np.result_type(np.ones(2), numpy)
    if own.kind in "fc":
        assert np.finfo(x.dtype).eps == np.finfo(numpy).eps == frit.finfo(own).eps
    elif own.kind in "iu":
        assert np.iinfo(x.dtype).max == np.iinfo(numpy).max == frit.iinfo(own).max
    assert np.dtype([("a", x.dtype), ("b", np.int8)])["a"] is numpy


def test_letters_with_a_count_of_bytes_are_numpys() -> None:
    def body(x: Any) -> Any:
        return x.astype("i8") * 1000 + np.ones(3, "u8").astype("i8")

    for letters in "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split():
        assert frit.zeros(1, dtype=letters).dtype == np.dtype(letters)
        for own in (frit.int8, frit.float64):
            assert (own == letters) == (np.dtype(str(own)) == letters)
    assert frit.float64 == "<f8" and frit.float64 != ">f8" and frit.float64 != "no such thing"
    x = np.arange(3.0) * 200
    np.testing.assert_array_equal(frit.fuse(body)(x), body(x), strict=True)


@by_name
def test_equal_dtypes_are_the_same_key(own, numpy):
    assert own == numpy and numpy == own and hash(own) == hash(numpy)
    assert own == numpy.type and own == numpy.name and not own != numpy
    assert {numpy: 1}[own] == 1 and {own: 2}[numpy] == 2
    assert len({own, numpy, own.dtype}) == 1
    assert own in [numpy] and numpy in {own}
    others = [other for other, _ in PAIRS if other is not own]
    assert own not in others and not any(numpy == other for other in others)
    if own.itemsize > 1:
        assert own != numpy.newbyteorder("S") and numpy.newbyteorder("S") != own


@by_name
def test_a_dtype_passes_for_numpys_where_the_class_is_asked_for(own, numpy):
    assert isinstance(own, np.dtype) and isinstance(own, frit.DType) and type(own) is frit.DType
    assert isinstance(own, type(numpy))
    assert copy.deepcopy(own) is own and pickle.loads(pickle.dumps(own)) is own
    assert frit.DType(own) is own and frit.dtype(numpy) is own


def test_the_letter_of_a_kind_is_numpys():
    x = frit.asarray([1, 2])
    assert x.dtype.kind == "i" and (x > 1).dtype.kind == "b" and (x / 2).dtype.kind == "f"
    assert frit.uint8.kind == "u" and frit.complex64.kind == "c" and frit.bfloat16.kind == "f"


def test_inside_a_fused_function_too():
    @frit.fuse
    def same(x):
        assert x.dtype.kind == "i"
        return np.zeros(3, dtype=x.dtype) + x, np.ones(3, x.dtype), x.astype(x.dtype)

    for out in same(np.arange(3, dtype=np.int16)):
        assert out.dtype == np.int16


def test_bfloat16_is_frits_own():
    assert frit.bfloat16 != np.dtype("V2") and hash(frit.bfloat16) == hash(frit.bfloat16)
    assert not isinstance(frit.bfloat16, np.dtype) and frit.bfloat16.itemsize == 2
    try:
        import ml_dtypes
    except ImportError:
        with pytest.raises(TypeError, match="bfloat16"):
            np.dtype(frit.bfloat16)
        with pytest.raises(AttributeError, match="no such dtype"):
            frit.bfloat16.char  # noqa: B018
    else:
        assert np.dtype(frit.bfloat16) == ml_dtypes.bfloat16


def test_numpy_is_imported_when_its_side_of_a_dtype_is_first_looked_at():
    code = (
        "import sys, frit; d = frit.float32\n"
        "assert d == 'float32' and d.kind == 'f' and d.itemsize == 4 and d.name and d != None\n"
        "assert isinstance(d, frit.DType) and d.__class__ is frit.DType\n"
        "assert 'numpy' not in sys.modules\n"
        "assert d.char == 'f' and 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_word_of_the_package_is_taken_for_a_kind():
    words = re.compile(r'\.kind (?:==|!=|in|not in) \(?"(?:bool|int|uint|float|complex)"')
    for path in Path(_core.__file__).parent.glob("*.py"):
        assert not words.search(path.read_text()), path
