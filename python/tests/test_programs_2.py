"""Random NumPy programs (programs.py), part 2 of 4: frit does what NumPy does."""

from __future__ import annotations

import pytest

from programs_check import check_seeds

PART = 2


@pytest.mark.parametrize("chunk", range(25))
def test_programs(chunk: int) -> None:
    first = 1250 * (PART - 1) + 50 * chunk
    count, replayed = check_seeds(range(first, first + 50))
    assert replayed > count // 10, f"only {replayed} of {count} were replayed"
