"""Random functions with loops (functions.py), part 4 of 5: fused, they do what Python does."""

from __future__ import annotations

import pytest

from functions import check_seeds

PART = 4


@pytest.mark.parametrize("chunk", range(10))
def test_functions(chunk: int) -> None:
    first = 1000 * (PART - 1) + 100 * chunk
    assert check_seeds(range(first, first + 100)) > 10
