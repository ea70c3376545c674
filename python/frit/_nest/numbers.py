"""Arithmetic of numbers, as Python's or NumPy's scalars have it."""

from __future__ import annotations

from typing import Any

import numpy

from .text import Text
from .values import KINDS, NUMPY, PYTHON, WHOLE, Num, Unsupported, bits_of, cast, fitting, float_text, is_float, is_signed

_SYMBOLS = {
    **{"Add": "add", "Sub": "sub", "Mult": "mul", "Div": "div", "FloorDiv": "floor_div", "Mod": "mod"},
    **{"Pow": "pow", "BitAnd": "and", "BitOr": "or", "BitXor": "xor", "LShift": "shl", "RShift": "shr"},
}
_COMPARE = {
    **{"Lt": ("slt", "ult", "olt"), "LtE": ("sle", "ule", "ole"), "Gt": ("sgt", "ugt", "ogt")},
    **{"GtE": ("sge", "uge", "oge"), "Eq": ("eq", "eq", "oeq"), "NotEq": ("ne", "ne", "une")},
}
_WEAK = {"bool": False, "int64": 0, "float64": 0.0}

MATHEMATICS = {
    **{name: name for name in ("exp", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "tanh")},
    **{name: name for name in ("sinh", "cosh", "cbrt", "exp2")},
    **{"arcsin": "asin", "arccos": "acos", "arctan": "atan"},
}
"""Functions of one number, by NumPy's names: frit's steps."""


class Numbers:
    """What numbers do, in the text of a function."""

    def __init__(self, text: Text, step: Any) -> None:
        self.text = text
        self.step = step  # (op, dtype) -> the value of the address of frit's function, or None

    # ---------------------------------------------------------------- whose they are

    def python_owned(self, num: Num) -> bool:
        """Certainly one of Python's."""
        return num.owner in (PYTHON, WHOLE)

    def dynamic(self, num: Num) -> bool:
        return isinstance(num.owner, str)

    def is_python(self, num: Num) -> str:
        """A bool of the text: whether it is one of Python's."""
        if self.dynamic(num):
            return self.text.make(f"icmp ne i8 {num.owner}, {NUMPY}")
        return "true" if self.python_owned(num) else "false"

    def common(self, a: Num, b: Num) -> str:
        """The dtype in which NumPy computes with both."""
        if self.dynamic(a) or self.dynamic(b):
            dtypes = {a.dtype, b.dtype}
            if dtypes <= {"float64", "int64", "bool"} and "float64" in dtypes:
                return "float64"
            if dtypes <= {"int64", "bool"}:
                return "int64"
            raise Unsupported("a number that is Python's or NumPy's meets another dtype")
        given: list[Any] = [
            _WEAK["int64" if x.owner == WHOLE else x.dtype] if self.python_owned(x) else numpy.dtype(x.dtype)
            for x in (a, b)
        ]
        found = str(numpy.result_type(*given))
        if found not in KINDS:
            raise Unsupported(f"numbers of dtype {found}")
        return found

    def owner_of_both(self, a: Num, b: Num, dtype: str) -> int | str:
        """Of a sum, difference or product."""
        if NUMPY in (a.owner, b.owner):
            return NUMPY
        if not self.dynamic(a) and not self.dynamic(b):
            both_whole = a.owner == WHOLE and b.owner == WHOLE
            return WHOLE if both_whole and dtype == "float64" else PYTHON
        text = self.text
        first, second = (self._as_owner(x, dtype) for x in (a, b))
        numpys = [text.make(f"icmp eq i8 {x}, {NUMPY}") for x in (first, second)]
        wholes = [text.make(f"icmp eq i8 {x}, {WHOLE}") for x in (first, second)]
        either = text.make(f"or i1 {numpys[0]}, {numpys[1]}")
        whole = text.make(f"and i1 {wholes[0]}, {wholes[1]}")
        python = text.make(f"select i1 {whole}, i8 {WHOLE}, i8 {PYTHON}")
        return text.make(f"select i1 {either}, i8 {NUMPY}, i8 {python}")

    def _as_owner(self, num: Num, dtype: str) -> str:
        """Whose it is when it is kept in that dtype."""
        if num.owner == PYTHON and num.dtype != "float64" and dtype == "float64":
            return str(WHOLE)
        return str(num.owner)

    def convert(self, num: Num, dtype: str) -> str:
        """Its value in the dtype of a step; Python's integers must fit."""
        if not is_float(dtype) and dtype != "bool" and num.dtype == "int64" and self.python_owned(num):
            return fitting(self.text, num, dtype)
        if num.dtype == "int64" and is_float(dtype) and self.python_owned(num):
            self.exact(num)
        return cast(self.text, num, dtype)

    def exact(self, num: Num) -> None:
        """An integer that a float has exactly."""
        if num.value.lstrip("-").isdigit() and abs(int(num.value)) <= 2**53:
            return
        moved = self.text.make(f"add i64 {num.value}, {2**53}")
        self.text.guard(self.text.make(f"icmp ule i64 {moved}, {2**54}"))

    # ---------------------------------------------------------------- arithmetic

    def binary(self, op: str, a: Num, b: Num) -> Num:
        """a op b; op: the name of a class of ast."""
        if op not in _SYMBOLS:
            raise Unsupported(f"the operator {op}")
        python = self.python_owned(a) and self.python_owned(b)
        if python and a.dtype == "bool" and b.dtype == "bool" and op in ("BitAnd", "BitOr", "BitXor"):
            return Num(self.text.make(f"{_SYMBOLS[op]} i1 {a.value}, {b.value}"), "bool", PYTHON)
        if python:
            a, b = self.no_bool(a), self.no_bool(b)
        self.no_doubt(a, b)
        dtype = self.common(a, b)
        if op == "Div":
            return self.divide(a, b, dtype)
        if op == "Pow":
            return self.power(a, b, dtype)
        if dtype == "bool" and op not in ("BitAnd", "BitOr", "BitXor"):
            raise Unsupported("arithmetic of NumPy's bools")
        owner = self.owner_of_both(a, b, dtype)
        x, y = self.convert(a, dtype), self.convert(b, dtype)
        result = self.compute(op, dtype, x, y, owner)
        made = Num(result, dtype, owner)
        if dtype == "float64" and owner not in (PYTHON, NUMPY):
            self.keep_whole(made)
            made = self.no_minus_zero(made)
        return made

    def no_doubt(self, *nums: Num) -> None:
        for num in nums:
            if num.dtype == "bool" and self.dynamic(num):
                raise Unsupported("arithmetic of a bool that is Python's or NumPy's")

    def no_minus_zero(self, num: Num) -> Num:
        """An integer that is kept as a float has one zero."""
        plus = self.text.make(f"fadd double {num.value}, 0.0")
        if num.owner != WHOLE:
            whole = self.text.make(f"icmp eq i8 {num.owner}, {WHOLE}")
            plus = self.text.make(f"select i1 {whole}, double {plus}, double {num.value}")
        return Num(plus, num.dtype, num.owner)

    def no_bool(self, num: Num) -> Num:
        if num.dtype != "bool":
            return num
        return Num(cast(self.text, num, "int64"), "int64", num.owner)

    def keep_whole(self, num: Num) -> None:
        """An integer that is kept as a float stays exact."""
        size = self.text.intrinsic("llvm.fabs.f64", "double", num.value)
        small = self.text.make(f"fcmp olt double {size}, {2.0**53:.1f}")
        if num.owner != WHOLE:
            other = self.text.make(f"icmp ne i8 {num.owner}, {WHOLE}")
            small = self.text.make(f"or i1 {small}, {other}")
        self.text.guard(small)

    def compute(self, op: str, dtype: str, x: str, y: str, owner: int | str) -> str:
        text, kind = self.text, KINDS[dtype]
        name = _SYMBOLS[op]
        if is_float(dtype):
            if name in ("add", "sub", "mul"):
                return text.make(f"f{name} {kind} {x}, {y}")
            if name in ("floor_div", "mod"):
                text.guard(text.make(f"fcmp une {kind} {y}, 0.0"))
                return self.call(name, dtype, x, y)
            raise Unsupported(f"{op} of floats")
        if name in ("and", "or", "xor"):
            return text.make(f"{name} {kind} {x}, {y}")
        if name in ("shl", "shr"):
            return self.shift(name, dtype, x, y, owner)
        if name in ("floor_div", "mod"):
            return self.floor_divide(name, dtype, x, y)
        if owner == NUMPY or not is_signed(dtype):
            return text.make(f"{name} {kind} {x}, {y}")
        made = text.name()
        whole = f"{{ {kind}, i1 }}"
        called = f"llvm.s{name}.with.overflow.{kind}"
        text.declared.add(f"declare {whole} @{called}({kind}, {kind})")
        text.put(f"{made} = call {whole} @{called}({kind} {x}, {kind} {y})")
        text.guard(text.make(f"xor i1 {text.make(f'extractvalue {whole} {made}, 1')}, true"))
        return text.make(f"extractvalue {whole} {made}, 0")

    def shift(self, name: str, dtype: str, x: str, y: str, owner: int | str) -> str:
        text, kind = self.text, KINDS[dtype]
        text.guard(text.make(f"icmp ult {kind} {y}, {bits_of(dtype)}"))
        right = "ashr" if is_signed(dtype) else "lshr"
        if name == "shr":
            return text.make(f"{right} {kind} {x}, {y}")
        made = text.make(f"shl {kind} {x}, {y}")
        if owner != NUMPY:
            back = text.make(f"{right} {kind} {made}, {y}")
            text.guard(text.make(f"icmp eq {kind} {back}, {x}"))
        return made

    def floor_divide(self, name: str, dtype: str, x: str, y: str) -> str:
        """Of integers, towards minus infinity; the remainder has the sign of y."""
        text, kind = self.text, KINDS[dtype]
        text.guard(text.make(f"icmp ne {kind} {y}, 0"))
        if not is_signed(dtype):
            return text.make(f"{'udiv' if name == 'floor_div' else 'urem'} {kind} {x}, {y}")
        least = -(2 ** (bits_of(dtype) - 1))
        both = text.make(f"icmp eq {kind} {x}, {least}")
        negative = text.make(f"icmp eq {kind} {y}, -1")
        overflows = text.make(f"and i1 {both}, {negative}")
        text.guard(text.make(f"xor i1 {overflows}, true"))
        rest = text.make(f"srem {kind} {x}, {y}")
        signs = text.make(f"xor {kind} {rest}, {y}")
        differ = text.make(f"icmp slt {kind} {signs}, 0")
        some = text.make(f"icmp ne {kind} {rest}, 0")
        below = text.make(f"and i1 {differ}, {some}")
        if name == "mod":
            moved = text.make(f"add {kind} {rest}, {y}")
            return text.make(f"select i1 {below}, {kind} {moved}, {kind} {rest}")
        quotient = text.make(f"sdiv {kind} {x}, {y}")
        less = text.make(f"sub {kind} {quotient}, 1")
        return text.make(f"select i1 {below}, {kind} {less}, {kind} {quotient}")

    def divide(self, a: Num, b: Num, dtype: str) -> Num:
        python = self.is_python(a), self.is_python(b)
        if not is_float(dtype):
            if bits_of(dtype) < 32:
                raise Unsupported("a quotient of small integers")
            dtype = "float64"
        x, y = (self.convert(n, dtype) for n in (a, b))
        kind = KINDS[dtype]
        if python != ("false", "false") and "false" not in python:
            fine = self.text.make(f"fcmp une {kind} {y}, 0.0")
            if python != ("true", "true"):
                both = self.text.make(f"and i1 {python[0]}, {python[1]}")
                other = self.text.make(f"xor i1 {both}, true")
                fine = self.text.make(f"or i1 {fine}, {other}")
            self.text.guard(fine)
        owner = self.owner_of_both(a, b, dtype)
        if owner == WHOLE:
            owner = PYTHON
        elif isinstance(owner, str):
            numpys = self.text.make(f"icmp eq i8 {owner}, {NUMPY}")
            owner = self.text.make(f"select i1 {numpys}, i8 {NUMPY}, i8 {PYTHON}")
        return Num(self.text.make(f"fdiv {kind} {x}, {y}"), dtype, owner)

    def power(self, a: Num, b: Num, dtype: str) -> Num:
        exponent = int(b.value) if b.dtype == "int64" and b.value.lstrip("-").isdigit() else None
        if exponent in (1, 2, 3) and self.python_owned(b) and a.dtype != "bool":
            made = a
            for _ in range(exponent - 1):
                made = self.binary("Mult", made, a)
            return self.finite(made)
        if dtype != "float64" or (exponent is None and b.dtype != "float64"):
            raise Unsupported("a power of such numbers")
        owner = self.owner_of_both(a, b, dtype)
        x, y = self.convert(a, dtype), self.convert(b, dtype)
        if owner != NUMPY or exponent is None:
            if b.value != float_text(0.5):
                self.text.guard(self.text.make(f"fcmp ogt double {x}, 0.0"))
            else:
                self.text.guard(self.text.make(f"fcmp oge double {x}, 0.0"))
        if isinstance(owner, str) or owner == WHOLE:
            raise Unsupported("a power of a number that is Python's or NumPy's")
        if b.value == float_text(0.5) and owner == NUMPY:
            root = self.text.intrinsic("llvm.sqrt.f64", "double", x)
            return Num(self.text.make(f"fadd double {root}, 0.0"), dtype, owner)  # of minus zero it is zero
        return self.finite(Num(self.call("pow", dtype, x, y), dtype, owner))

    def finite(self, num: Num) -> Num:
        """Python's functions raise where NumPy's give infinity or NaN."""
        if is_float(num.dtype) and num.owner != NUMPY:
            gone = self.text.make(f"fsub {num.kind} {num.value}, {num.value}")
            self.text.guard(self.text.make(f"fcmp oeq {num.kind} {gone}, 0.0"))
        return num

    def compare(self, op: str, a: Num, b: Num) -> Num:
        if op not in _COMPARE:
            raise Unsupported(f"the comparison {op}")
        python = self.python_owned(a) and self.python_owned(b)
        dtype = self.common(self.no_bool(a), self.no_bool(b)) if python else self.common(a, b)
        if dtype == "bool":
            a, b, dtype = self.no_bool(a), self.no_bool(b), "int64"
        if {a.dtype, b.dtype} == {"int64", "uint64"}:
            raise Unsupported("a comparison of signed and unsigned integers")
        x, y = self.convert(a, dtype), self.convert(b, dtype)
        signed, unsigned, floats = _COMPARE[op]
        test = f"fcmp {floats}" if is_float(dtype) else f"icmp {signed if is_signed(dtype) else unsigned}"
        made = self.text.make(f"{test} {KINDS[dtype]} {x}, {y}")
        return Num(made, "bool", self.owner_of_test(a, b))

    def owner_of_test(self, a: Num, b: Num) -> int | str:
        """Whose bool a comparison gives."""
        if NUMPY in (a.owner, b.owner):
            return NUMPY
        if self.python_owned(a) and self.python_owned(b):
            return PYTHON
        both = self.text.make(f"and i1 {self.is_python(a)}, {self.is_python(b)}")
        return self.text.make(f"select i1 {both}, i8 {PYTHON}, i8 {NUMPY}")

    def truth(self, num: Num) -> str:
        return cast(self.text, num, "bool")

    def unary(self, op: str, num: Num) -> Num:
        text = self.text
        if op == "Not":
            return Num(text.make(f"xor i1 {self.truth(num)}, true"), "bool", PYTHON)
        self.no_doubt(num)
        if num.dtype == "bool":
            if self.python_owned(num):
                num = self.no_bool(num)
            elif op == "Invert":
                return Num(text.make(f"xor i1 {num.value}, true"), "bool", NUMPY)
            else:
                raise Unsupported("arithmetic of NumPy's bools")
        if op == "UAdd":
            return num
        if op == "USub":
            if is_float(num.dtype):
                made = Num(text.make(f"fneg {num.kind} {num.value}"), num.dtype, num.owner)
                return made if num.owner in (PYTHON, NUMPY) else self.no_minus_zero(made)
            return Num(self.compute("Sub", num.dtype, "0", num.value, num.owner), num.dtype, num.owner)
        if op == "Invert" and not is_float(num.dtype):
            return Num(text.make(f"xor {num.kind} {num.value}, -1"), num.dtype, num.owner)
        raise Unsupported(f"the operator {op}")

    # ---------------------------------------------------------------- functions

    def absolute(self, num: Num) -> Num:
        if num.dtype == "bool":
            raise Unsupported("abs of a bool")
        if is_float(num.dtype):
            name = f"llvm.fabs.f{bits_of(num.dtype)}"
            return Num(self.text.intrinsic(name, num.kind, num.value), num.dtype, num.owner)
        if not is_signed(num.dtype):
            return num
        negative = self.unary("USub", num)
        below = self.text.make(f"icmp slt {num.kind} {num.value}, 0")
        made = self.text.make(f"select i1 {below}, {num.kind} {negative.value}, {num.kind} {num.value}")
        return Num(made, num.dtype, num.owner)

    def root(self, num: Num, owner: int) -> Num:
        num = self.as_float(num, owner)
        if owner == PYTHON:
            self.text.guard(self.text.make(f"fcmp oge {num.kind} {num.value}, 0.0"))
        name = f"llvm.sqrt.f{bits_of(num.dtype)}"
        return Num(self.text.intrinsic(name, num.kind, num.value), num.dtype, owner)

    def as_float(self, num: Num, owner: int) -> Num:
        """A number as NumPy's functions of floats take it."""
        dtype = num.dtype
        if not is_float(dtype):
            if bits_of(dtype) < 32 or dtype == "bool":
                raise Unsupported("a function of small integers")
            dtype = "float64"
        return Num(self.convert(num, dtype), dtype, owner)

    def rounded(self, name: str, num: Num) -> Num:
        """floor, ceil, trunc, rint: of NumPy."""
        if not is_float(num.dtype):
            raise Unsupported(f"{name} of an integer")
        called = f"llvm.{name}.f{bits_of(num.dtype)}"
        return Num(self.text.intrinsic(called, num.kind, num.value), num.dtype, NUMPY)

    def mathematics(self, op: str, num: Num, owner: int = NUMPY) -> Num:
        num = self.as_float(num, owner)
        return self.finite(Num(self.call(op, num.dtype, num.value), num.dtype, owner))

    def call(self, op: str, dtype: str, *operands: str) -> str:
        """A step of frit's, of one element."""
        function = self.step(op, dtype)
        if function is None:
            raise Unsupported(f"{op} of {dtype}")
        text, kind = self.text, KINDS[dtype]
        room = text.slot(f"[4 x {kind}]")
        table = text.slot("[3 x ptr]")
        for k in range(3):
            place = text.make(f"getelementptr {kind}, ptr {room}, i64 {k}")
            if k < len(operands):
                text.store(kind, operands[k], place)
            entry = text.make(f"getelementptr ptr, ptr {table}, i64 {k}")
            text.store("ptr", place, entry)
        out = text.make(f"getelementptr {kind}, ptr {room}, i64 3")
        text.put(f"call void {function}(ptr {out}, ptr {table}, i64 1)")
        return text.load(kind, out)

    def extreme(self, larger: bool, a: Num, b: Num) -> Num:
        """np.maximum or np.minimum: a NaN comes through."""
        dtype = self.common(a, b)
        if dtype == "bool":
            raise Unsupported("the larger of two bools")
        kind = KINDS[dtype]
        x, y = self.convert(a, dtype), self.convert(b, dtype)
        if is_float(dtype):
            test = self.text.make(f"fcmp {'oge' if larger else 'ole'} {kind} {x}, {y}")
            nan = self.text.make(f"fcmp uno {kind} {x}, {x}")
            test = self.text.make(f"or i1 {test}, {nan}")
        else:
            sign = "s" if is_signed(dtype) else "u"
            test = self.text.make(f"icmp {sign}{'ge' if larger else 'le'} {kind} {x}, {y}")
        return Num(self.text.make(f"select i1 {test}, {kind} {x}, {kind} {y}"), dtype, NUMPY)

    # ---------------------------------------------------------------- one of two

    def joined(self, a: Num, b: Num) -> tuple[Num, Num]:
        """Both as numbers of one dtype, each still what it was."""
        if a.dtype != b.dtype:
            pair = {a.dtype, b.dtype}
            if pair == {"int64", "float64"}:
                a, b = self.whole(a), self.whole(b)
            elif pair == {"bool", "int64"} or "bool" in pair:
                raise Unsupported("a variable that is a bool or a number")
            else:
                raise Unsupported(f"a variable that is {a.dtype} or {b.dtype}")
        return a, b

    def whole(self, num: Num) -> Num:
        """Python's integer as a float that remembers it."""
        if num.dtype == "float64":
            return num
        if num.dtype != "int64" or num.owner != PYTHON:
            raise Unsupported(f"a variable that is {num.dtype} or float64")
        self.exact(num)
        return Num(cast(self.text, num, "float64"), "float64", WHOLE)

    def either(self, test: str, a: Num, b: Num) -> Num:
        a, b = self.joined(a, b)
        value = self.text.make(f"select i1 {test}, {a.kind} {a.value}, {b.kind} {b.value}")
        owner: int | str = a.owner
        if a.owner != b.owner:
            owner = self.text.make(f"select i1 {test}, i8 {a.owner}, i8 {b.owner}")
        return Num(value, a.dtype, owner)
