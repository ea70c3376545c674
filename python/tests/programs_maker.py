"""The statements of random NumPy programs (see programs.py)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

MOST_ELEMENTS = 400

HELPERS = """\
def change(x, y):
    x += 1
    return x * y

def twice(x):
    return x + x

def first(x):
    return x[0]

def outside(x):
    return foreign(x)
""".splitlines()


class Foreign:
    """Code that frit knows nothing about; it changes what it is given."""

    def __call__(self, x: Any) -> Any:
        if hasattr(x, "__setitem__") and getattr(x, "ndim", 0) and x.size:
            x[0] = x[-1]
        return x


class Maker:
    """Makes one program."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.lines: list[str] = []
        self.tainted = False
        self.scope: dict[str, Any] = {}
        self.ended = False
        self.given: list[Any] = []  # arguments that may lie in one memory
        self.column_major = False  # a result lies in memory as frit's own arrays never do
        self.floors = False  # floats are divided with //
        self.dense_grids = False  # arrays whose elements repeat, which NumPy lets be written to

    # -- choosing

    def pick(self, *options: Any) -> Any:
        return self.rng.choice(options)

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def arrays(self) -> list[str]:
        return [n for n, v in self.scope.items() if isinstance(v, np.ndarray) and n != "p"]

    def array(self, kinds: str = "biufc") -> str:
        fit = [n for n in self.arrays() if self.scope[n].dtype.kind in kinds]
        recent = fit[-3:] if fit and self.chance(0.4) else fit
        return self.rng.choice(recent or self.arrays())

    def kind(self, text: str) -> str:
        return np.asarray(eval(text, dict(np=np), self.scope)).dtype.kind

    def rank(self, name: str) -> int:
        return int(self.scope[name].ndim)

    def extent(self, name: str, axis: int = 0) -> int:
        shape = self.scope[name].shape
        return int(shape[axis]) if shape else 1

    def index(self, name: str, basic: bool = False) -> str:
        """An index of the array, as text."""
        rank = self.rank(name)
        if rank == 0:
            return "..."
        roll = self.rng.random()
        if roll < 0.12 and not basic:
            return self.mask(name)
        if roll < 0.22 and not basic:
            return self.fancy(name)
        if roll < 0.3:
            return self.pick("...", ":", "..., 0", "None", "0")
        parts = [self.axis_index(self.extent(name, k)) for k in range(self.rng.randint(1, rank))]
        return ", ".join(parts)

    def axis_index(self, extent: int) -> str:
        roll = self.rng.random()
        top = max(extent - 1, 0)
        if roll < 0.3:
            return str(self.rng.randint(-max(extent, 1), top))
        if roll < 0.35:
            return self.pick("n", "n - 1", "-n", "n // 2")
        return self.pick(
            ":", "::-1", "1:", ":-1", "::2", f":{self.rng.randint(0, extent + 1)}", "1:-1", "n:",
            f"{self.rng.randint(0, top)}:{self.rng.randint(0, extent + 1)}", "-2:", "::-2", ":n",
            f"{top}:0:-1", "None",
        )  # fmt: skip

    def mask(self, name: str) -> str:
        same = [
            n for n in self.arrays()
            if self.scope[n].dtype.kind == "b" and self.scope[n].shape == self.scope[name].shape
        ]  # fmt: skip
        if same and self.chance(0.5):
            return self.rng.choice(same)
        if self.tainted and self.scope[name].dtype.kind in "fc":
            return "..."
        if self.scope[name].dtype.kind == "c":
            return f"{name} != 0"
        return f"{name} {self.pick('>', '<', '==', '!=')} {self.pick('0', '1', 't', 'n')}"

    def fancy(self, name: str) -> str:
        extent = self.extent(name)
        some = [str(self.rng.randint(-max(extent, 1), max(extent - 1, 0))) for _ in range(2)]
        return self.pick(f"[{', '.join(some)}]", "p", "p[:2]", "p % 2", f"[{some[0]}]")

    def view(self, name: str) -> str:
        rank = self.rank(name)
        some = [f"{name}[{self.index(name, basic=True)}]", f"{name}[::-1]", f"{name}[1:]",
                f"{name}[None]", f"{name}.T", f"{name}[...]", f"{name}.reshape(-1)",
                f"np.expand_dims({name}, 0)", f"{name}.squeeze()"]  # fmt: skip
        if rank:
            some += [f"{name}[:, None]", f"np.flip({name})", f"{name}[:n]", f"{name}.reshape(1, -1)",
                     f"np.atleast_2d({name})", f"{name}.view()", f"{name}[0]", f"{name}[-1]"]  # fmt: skip
        if rank > 1:
            some += [f"{name}[0]", f"{name}[:, 0]", f"{name}.swapaxes(0, 1)", f"{name}[:, ::-1]",
                     f"np.transpose({name})", f"{name}[0, :]", f"np.moveaxis({name}, 0, -1)",
                     f"{name}.reshape({name}.shape[1], {name}.shape[0])", f"{name}.ravel()",
                     f"{name}.reshape({name}.shape)"]  # fmt: skip
        if rank == 2:
            some += [f"np.diagonal({name})", f"{name}.diagonal(1)", f"np.diag({name})",
                     f"np.einsum('ij->ji', {name})", f"np.einsum('ij', {name})"]  # fmt: skip
            if self.extent(name) == self.extent(name, 1):
                # Of 0 and 1 elements NumPy itself reads beyond the array.
                some += [f"(np.einsum('ii->i', {name}) if {name}.size else {name})"]
        if rank == 1:
            sparse = self.pick(", sparse=True", "")
            grid = f"np.meshgrid({name}, {name}, copy=False{sparse})"
            some += [f"{grid}[{self.pick(0, 1)}]",
                     f"np.diag({name})", f"np.einsum('i->i', {name})"]  # fmt: skip
        some += [f"{name}.conj()", f"np.imag({name})", f"{name}.real"]
        return str(self.rng.choice(some))

    def number(self) -> str:
        return str(self.pick("1", "2", "0.5", "n", "t", "-1", "3", "0.25", "np.float32(2)",
                             "np.int8(3)", "True", "n + 1", "t * 2", "-n", "np.float64(0.5)"))  # fmt: skip

    def operand(self) -> str:
        roll = self.rng.random()
        if roll < 0.3:
            return self.number()
        scalars = [n for n, v in self.scope.items() if isinstance(v, np.generic)]
        if roll < 0.37 and scalars:
            return self.rng.choice(scalars)
        if roll < 0.55:
            return self.view(self.array())
        return self.array()

    # -- adding statements

    def new(self) -> str:
        return f"v{len(self.lines)}"

    def assign(self, expression: str) -> bool:
        """A statement that names the expression, or (now and then) nothing."""
        if self.chance(0.07):
            return self.add(expression)
        return self.add(f"{self.new()} = {expression}")

    def add(self, line: str) -> bool:
        scope = dict(self.scope)
        environment = {"np": np, "foreign": Foreign(), **scope}
        exec("\n".join(HELPERS), environment)
        known = set(environment)
        before = [(v, v.copy()) for v in scope.values() if isinstance(v, np.ndarray)]
        try:
            exec(line, environment)
        except Exception as error:
            for array, old in before:
                if array.flags.writeable:
                    array[...] = old
            if isinstance(error, (NameError, SyntaxError)) or not self.chance(0.06):
                return False
            self.lines.append(line)
            self.ended = True
            return True
        for name in [*scope, *(set(environment) - known)]:
            value = environment.get(name)
            if isinstance(value, np.ndarray) and value.size > MOST_ELEMENTS:
                return False
            if isinstance(value, (np.ndarray, np.generic)):
                if value.dtype.name not in _DTYPES:
                    return False
                scope[name] = value
                new = name not in self.scope and isinstance(value, np.ndarray) and value.base is None
                self.column_major |= new and not value.flags.c_contiguous
        self.scope = {n: scope[n] for n in scope}
        self.dense_grids |= "copy=False)[" in line
        self.lines.append(line)
        return True

    # -- one statement each

    def do_binary(self) -> None:
        x, y = self.operand(), self.operand()
        op = self.pick("+", "-", "*", "+", "-", "*", "/", "//", "%", "<", ">=", "==", "&", "|", "^")
        try:
            kinds = self.kind(x) + self.kind(y)
        except Exception:
            return
        if op in ("//", "%") and self.tainted:
            return
        floats = op == "//" and "f" in kinds and "c" not in kinds
        if op in ("//", "%") and not (floats and self.chance(0.3)):
            y = self.pick("2", "3", "-2", "n + 1") if "c" not in kinds else "2"
        if op in ("<", ">=", "==") and (self.tainted or "c" in kinds):
            return
        if op == "/" and "c" in kinds:
            y = "2"
        self.floors |= self.assign(f"{x} {op} {y}") and floats

    def do_function(self) -> None:
        x, y = self.operand(), self.operand()
        try:
            if "c" in self.kind(x) + self.kind(y):
                return
        except Exception:
            return
        choices = [f"np.maximum({x}, {y})", f"np.minimum({x}, {y})", f"np.abs({x})",
                   f"np.square({x})", f"-({x})", f"np.add({x}, {y})", f"np.multiply({x}, {y})",
                   f"np.where({self.condition()}, {x}, {y})", f"np.clip({x}, 0, 3)", f"twice({x})",
                   f"np.negative({x})", f"(lambda q: q + 1)({x})", f"np.subtract({x}, {y})",
                   f"np.logical_not({x})", f"np.zeros_like({x})", f"np.full_like({x}, 2)"]  # fmt: skip
        if not self.tainted:
            choices += [f"np.floor({x})", f"np.isnan({x})", f"np.logical_and({x}, {y})",
                        f"np.sign({x})", f"np.sqrt(np.abs({x}))", f"np.trunc({x})"]  # fmt: skip
        self.assign(self.rng.choice(choices))

    def condition(self) -> str:
        x = self.array("biuf")
        if self.tainted and self.scope[x].dtype.kind in "fc":
            return self.pick("n > 1", "True")
        if self.scope[x].dtype.kind == "c":
            return f"{x} != 0"
        return f"{x} {self.pick('>', '<=', '!=')} {self.pick('0', 't', 'n')}"

    def do_smooth(self) -> None:
        x = self.array("iuf")
        if self.scope[x].dtype.kind in "cb" or self.scope[x].dtype.name == "float16":
            return
        f = self.pick("exp", "sin", "cos", "tanh", "arctan", "log1p(np.abs", "mean(", "std(")
        if f.endswith("("):
            done = self.assign(f"{x}.{f})")
        else:
            done = self.assign(f"np.{f}({x}){')' if '(' in f else ''}")
        self.tainted |= done

    def do_view(self) -> None:
        self.add(f"{self.new()} = {self.view(self.array())}")

    def do_alias(self) -> None:
        self.add(f"{self.new()} = {self.array()}")

    def do_copy(self) -> None:
        x = self.array()
        self.assign(self.pick(f"{x}.copy()", f"np.array({x})", f"+{x}", f"{x}.flatten()",
                              f"np.asarray({x})", f"np.asarray({x})"))  # fmt: skip

    def do_cast(self) -> None:
        x = self.array()
        kind = self.scope[x].dtype.kind
        if kind in "fc" and (self.tainted or kind == "c"):
            return
        to = self.pick("np.float64", "np.float32", "np.complex128")
        if kind in "iub":
            to = self.pick("np.float64", "np.float32", "np.int64", "np.uint8", "bool", "np.int16")
        elif self.chance(0.4):
            self.assign(f"({x} > 0).astype({self.pick('np.int64', 'np.int8', 'float')})")
            return
        copy = self.pick("", "", ", copy=False")
        self.assign(f"{x}.astype({to}{copy})")

    def do_store(self) -> None:
        x = self.array()
        target = x if self.chance(0.8) else f"{self.view(x)}"
        if not self.is_array(target):
            return
        index = self.index(x) if target == x else "..."
        y = self.operand()
        if self.narrows(y, x) or (self.picks(index) and self.overlaps(x, y)):
            y = self.pick("1", "n", "2")
        if self.picks(index) and self.is_array(y) and self.is_empty(y):
            y = "1"  # of which NumPy takes any shape
        if self.is_array(y) and not self.is_array(f"{target}[{index}]"):
            y = "1"  # an element takes no array of one element, in newer NumPys
        self.add(f"{target}[{index}] = {y}")

    def do_change(self) -> None:
        x = self.array()
        y = self.operand()
        whole = self.chance(0.5)
        if self.narrows(y, x) and not (whole and self.chance(0.2)):
            y = self.pick("1", "n", "2")
        if self.scope[x].dtype.kind == "b":
            whole = True
        op = self.pick("+=", "-=", "*=", "+=", "/=")
        if op == "/=":
            if self.scope[x].dtype.kind != "f" and not whole:
                return
            y = self.pick("2", "4")
        if not whole and not (self.is_array(y) and self.keeps_kind(x, y)):
            y = self.pick("1", "n")
        target = x if whole else f"{x}[{self.index(x)}]"
        if self.is_array(y) and not self.is_array(target):
            y = "1"
        self.add(f"{target} {op} {y}")

    def picks(self, index: str) -> bool:
        """It names elements one by one."""
        return any(mark in index for mark in ("[", "p", "<", ">", "=")) or index in self.scope

    def overlaps(self, x: str, y: str) -> bool:
        """NumPy itself goes wrong where a mask is assigned to from the same memory.

        Arguments that a call may put into one memory are taken for one here.
        """
        try:
            value = eval(y, dict(np=np), self.scope)
        except Exception:
            return True
        given = [any(np.may_share_memory(v, g) for g in self.given) for v in (self.scope[x], value)]
        return all(given) or bool(np.may_share_memory(self.scope[x], value))

    def is_array(self, text: str) -> bool:
        try:
            return isinstance(eval(text, dict(np=np), self.scope), np.ndarray)
        except Exception:
            return False

    def is_empty(self, text: str) -> bool:
        return not np.size(eval(text, dict(np=np), self.scope))

    def keeps_kind(self, x: str, y: str) -> bool:
        """x op y can be stored in x: an element alone would be a scalar, which NumPy casts at will."""
        value = eval(y, dict(np=np), self.scope)
        common = np.result_type(self.scope[x].dtype, value)
        return bool(np.can_cast(common, self.scope[x].dtype, "same_kind"))

    def narrows(self, y: str, x: str) -> bool:
        """Storing y into x may cut numbers off in a way that NumPy leaves open."""
        try:
            return self.kind(y) in "fc" and self.scope[x].dtype.kind in "biu"
        except Exception:
            return True

    def do_out(self) -> None:
        x, y, z = self.array("iuf"), self.operand(), self.array()
        f = self.pick("add", "multiply", "subtract", "maximum")
        if "c" in "".join(self.scope[q].dtype.kind for q in self.arrays()):
            f = "add"
        where = f", where={self.condition()}" if self.chance(0.2) else ""
        if self.narrows(y, z) or self.narrows(x, z):
            return
        if self.scope[z].dtype.kind == "c" and "c" not in self.scope[x].dtype.kind + self.kind(y):
            where = ""  # of its real parts: NumPy itself loses the imaginary ones of what is left out
        line = f"np.{f}({x}, {y}, out={z}{where})"
        self.add(line if self.chance(0.6) else f"{self.new()} = {line}")

    def do_put(self) -> None:
        x, y = self.array(), self.operand()
        if self.narrows(y, x):
            y = "2"
        self.add(self.pick(f"np.copyto({x}, {y})", f"{x}.fill(2)", f"np.put({x}, [0, 1], 3)",
                           f"np.putmask({x}, {self.mask(x)}, 1)", f"np.fill_diagonal({x}, 4)",
                           f"np.copyto({x}, {y}, where={self.mask(x)})"))  # fmt: skip

    def do_reduce(self) -> None:
        x = self.array()
        kind = self.scope[x].dtype.kind
        f = self.pick("sum", "sum", "max", "min", "any", "all", "prod", "argmax", "argmin", "cumsum")
        if kind == "c" or (self.tainted and f in ("any", "all", "argmax", "argmin")):
            f = "sum"
        if f == "prod" and kind == "f":
            f = "max"
        if kind == "f" and self.scope[x].dtype.name == "float16" and f in ("sum", "cumsum"):
            f = "max"
        axis = self.pick("", "", "0", "-1", "1") if self.rank(x) else ""
        keep = ", keepdims=True" if self.chance(0.2) and f != "cumsum" else ""
        inner = f"axis={axis}{keep}" if axis else keep[2:]
        method = f"{x}.{f}({inner})" if self.chance(0.6) else f"np.{f}({x}, {inner})"
        self.assign(method.replace(", )", ")"))
        if kind in "fc" and f in ("sum", "cumsum") and not self.is_exact(x):
            self.tainted = True

    def is_exact(self, x: str) -> bool:
        """Its elements are multiples of 1/64 and small, so that sums are exact in any order."""
        value = self.scope[x]
        with np.errstate(all="ignore"):
            scaled = value * 64
            return bool(np.all((scaled == np.round(scaled)) & (np.abs(scaled) < 2**14)))

    def do_gather(self) -> None:
        x = self.array()
        if self.rank(x):
            key = self.mask(x) if self.chance(0.3) else self.fancy(x)
            text = f"{x}[{key}]"
            self.assign(self.pick(text, text, f"np.take({x}, {self.fancy(x)}, axis=0)"))

    def do_join(self) -> None:
        x, y = self.array(), self.array()
        self.assign(self.pick(
            f"np.concatenate(({x}, {y}))", f"np.stack(({x}, {y}))", f"np.stack([{x}, {y}], axis=-1)",
            f"np.roll({x}, 1)", f"np.repeat({x}, 2)", f"np.tile({x}, 2)", f"np.hstack(({x}, {y}))",
            f"np.vstack(({x}, {y}))", f"np.broadcast_to({x}, (2, *{x}.shape))", f"np.roll({x}, n, 0)",
            f"np.outer({x}, {y})", f"np.pad({x}, 1)", f"np.append({x}, {y})", f"np.diff({x})",
            f"np.broadcast_to({x}, {y}.shape)", f"np.where({x}, {x}, {y})",
        ))  # fmt: skip
        if "np.outer" in self.lines[-1] if self.lines else False:
            self.taint_products()

    def do_matmul(self) -> None:
        x, y = self.array("f"), self.array("f")
        if self.scope[x].dtype.name == "float16" or self.scope[y].dtype.name == "float16":
            return
        before = len(self.lines)
        self.assign(self.pick(f"{x} @ {y}", f"np.dot({x}, {y})", f"{x}.T @ {y}", f"{x} @ {y}.T",
                              f"np.matmul({x}, {y})"))  # fmt: skip
        if len(self.lines) > before:
            self.taint_products()

    def taint_products(self) -> None:
        # Quotients by n are exact here and not where n is another number.
        divides = any("/" in line for line in self.lines)
        kinds = [n for n in self.arrays() if self.scope[n].dtype.kind in "fc"]
        if divides or not all(self.is_exact(n) for n in kinds):
            self.tainted = True

    def do_made(self) -> None:
        x = self.array()
        some = [f"np.zeros({x}.shape)", f"np.ones({x}.shape[0])", f"np.arange(len({x}))", "np.zeros(n)",
                f"np.zeros({x}.size)", f"np.full({x}.shape, t)", "np.array([1.0, 2.0])",
                f"np.zeros_like({x}) + 1", f"np.eye({x}.shape[0])", "np.arange(3) * t",
                f"{x} + np.arange({x}.shape[-1])", f"np.linspace(0, 1, {x}.shape[0])[0] + {x}"]  # fmt: skip
        self.assign(self.rng.choice(some))

    def do_control(self) -> None:
        x, y = self.array(), self.array()
        target = f"{x}[{self.index(x, basic=True)}]"
        if self.scope[x].dtype.kind == "b":
            return
        number = "1" if self.scope[x].dtype.kind in "iu" else self.pick("1", "t")
        choices = [f"if n > 1:\n    {x} += {number}", f"for k in range(3):\n    {target} += k",
                   f"for row in {x}:\n    row *= 2", f"for q in ({x}, {y}):\n    q += 1",
                   f"change({x}, 2)", f"{self.new()} = change({x}, 1)", f"{x}, {y} = {y}, {x}",
                   f"held = [{x}, {y}]\nheld[0] += 1\n{self.new()} = held[1]",
                   f"held = {{'k': {x}}}\nheld['k'] *= 2\n{self.new()} = held['k']",
                   f"{self.new()} = [q * 2 for q in ({x}, {y})][1]",
                   f"if {x}.shape[0] > 3:\n    {x} += {number}", f"{self.new()} = first({x})",
                   f"for k in range({x}.shape[0]):\n    {x}[k] += k",
                   f"while n > 0:\n    {x} += 1\n    n -= 1",
                   f"{self.new()} = {x} if len({x}) > 2 else {y}",
                   f"s = {x}\ns += 1", f"if n > 5:\n    raise ValueError('no')"]  # fmt: skip
        if not self.tainted and self.scope[x].dtype.kind not in "fc":
            choices += [f"if {x}.sum() > 3:\n    {y} += 1", f"if ({x} > 0).all():\n    {y} *= 2",
                        f"{self.new()} = float({x}.max()) + {y}"]  # fmt: skip
        if self.chance(0.2):
            choices = [f"foreign({x})", f"{self.new()} = foreign({x})", f"{self.new()} = outside({x})",
                       f"try:\n    {x}[n] = 2\nexcept IndexError:\n    {x}[0] = 3"]  # fmt: skip
        self.add(self.rng.choice(choices))

    def do_dead(self) -> None:
        """A step that nobody uses, whose conditions hold now and may fail elsewhere."""
        x, y = self.array(), self.array()
        extent = self.extent(x)
        size = int(self.scope[x].size)
        half = f"{size // 2}, 2" if size % 2 == 0 and size else f"1, {size}"
        self.add(self.pick(
            f"{x}[{max(extent - 1, 0)}]", f"{x}[-{max(extent, 1)}]", f"{x}.reshape({half})",
            f"np.broadcast_to({x}, {self.scope[x].shape})", f"{x} + {y}", f"{x} @ {y}",
            f"{x}[{self.fancy(x)}]", f"np.stack(({x}, {y}))", f"{x}.reshape({self.scope[x].shape})",
            f"{x}[p]", f"np.concatenate(({x}, {y}))", f"{x}.reshape(-1, 2)", f"np.split({x}, 2)",
            f"{x}[{max(extent - 1, 0)}] = 1\n{x}[:] = 0", f"{x}[p] = 1\n{x}[...] = 0",
        ))  # fmt: skip


_DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64"
    " complex64 complex128".split()
)
