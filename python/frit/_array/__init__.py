"""Arrays: the class (array.py) and the functions, by theme; registry.py has a row for each of them.

rows.py reads the rows, protocols.py answers NumPy where it is called with frit arrays, types.py has what all
functions use. frit and frit.linalg are made from what is here.
"""

from .array import Array as Array
from .array import _rebuilt as _rebuilt  # pickles of earlier versions name it
