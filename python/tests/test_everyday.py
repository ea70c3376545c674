"""NumPy's functions inside fused code: which are replayed, and why the others are not."""

from __future__ import annotations

import everyday
import pytest

PARTS = 6


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", range(PARTS))
def test_functions_are_replayed_unless_there_is_a_reason(part: int) -> None:
    """With NumPy's results, whether they are or not."""
    texts = everyday.EXPRESSIONS[part::PARTS]
    found = {text: everyday.outcome(text) for text in texts}
    wrong = {text: what for text, what in found.items() if what[0] not in ("replayed", "recorded")}
    assert not wrong
    recorded = {text: why for text, (what, why) in found.items() if what == "recorded"}
    assert set(recorded) == set(everyday.NOT_REPLAYED) & set(texts), recorded


def test_nineteen_of_twenty_are_replayed() -> None:
    assert set(everyday.NOT_REPLAYED) <= set(everyday.EXPRESSIONS)
    assert len(everyday.NOT_REPLAYED) <= 0.05 * len(set(everyday.EXPRESSIONS))
    assert len(set(everyday.EXPRESSIONS)) == len(everyday.EXPRESSIONS)
