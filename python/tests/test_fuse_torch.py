"""torch tensors in, torch tensors out."""

from __future__ import annotations

from typing import Any

import frit
import pytest

torch: Any = pytest.importorskip("torch", reason="torch is not installed")


def test_tensors_are_replayed() -> None:
    @frit.fuse
    def f(x, y, a):
        x += y
        z = frit.sin(x) * a
        return z + 1, x, frit.sum(z)

    for n in (5, 9, 5):
        x, y = torch.linspace(0, 1, n), torch.ones(n)
        before = x.clone()
        r, same, total = f(x, y, 2.0)
        assert type(r) is torch.Tensor and same is x and type(total) is torch.Tensor
        torch.testing.assert_close(x, before + 1)
        torch.testing.assert_close(r, torch.sin(before + 1) * 2 + 1)
        torch.testing.assert_close(total, (torch.sin(before + 1) * 2).sum())
    assert f.cache_info().replayed == 1 and f.cache_info().misses == 1


def test_functions_of_torch_run_in_torch() -> None:
    @frit.fuse
    def f(x, y):
        z = x * y
        w = torch.relu(z)
        w[0] = 5
        z.add_(1)
        x -= 1
        return w * 2 + z, z.sum(dim=0)

    for _ in range(3):
        x, y = torch.linspace(-1, 1, 6), torch.ones(6)
        other = x.clone()
        expected, got = f.__wrapped__(x, y), f(other, y)
        torch.testing.assert_close(got, expected)
        torch.testing.assert_close(other, x)
    assert "relu" in f.outcome((x, y), {}).reason


def test_tensors_with_gradients_are_left_alone() -> None:
    @frit.fuse
    def f(x):
        return (x * x).sum()

    x = torch.ones(3, requires_grad=True)
    f(x).backward()
    torch.testing.assert_close(x.grad, 2 * torch.ones(3))
