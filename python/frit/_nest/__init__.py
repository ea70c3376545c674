"""Loops of Python's over numbers and parts of arrays, compiled as they stand.

A loop whose steps are single elements, or parts of arrays that differ from turn to turn, gains nothing from kernels: each
would be over before it has begun. Such a loop becomes one function of LLVM's instead (lower.py), which does what Python and
NumPy would do, statement by statement. Whatever is out of the ordinary while it runs (an index out of range, a
division by zero, an integer of more than 64 bits) ends it: what it has changed is put back, and Python goes through the
loop itself (run.py). So a compiled loop never has to raise, and never has to be complete.
"""

from .rewrite import with_nests
from .run import Nest, can_compile

__all__ = ["Nest", "can_compile", "with_nests"]
