"""One head of attention: two matrix products with a softmax between them."""

import numpy as np
from common import Workload, main

import frit


@frit.fuse
def attention(q, k, v):
    scores = q @ frit.matrix_transpose(k) / q.shape[-1] ** 0.5
    weights = frit.exp(scores - frit.max(scores, axis=-1, keepdims=True))
    return weights / frit.sum(weights, axis=-1, keepdims=True) @ v


def attention_numpy(q, k, v):
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return weights / np.sum(weights, axis=-1, keepdims=True) @ v


def workload(full: bool) -> Workload:
    heads, tokens, width = (8, 1024, 64) if full else (2, 64, 16)
    rng = np.random.default_rng(7)
    q, k, v = (rng.standard_normal((heads, tokens, width), dtype=np.float32) for _ in range(3))
    return Workload(
        "softmax_attention",
        f"{heads} heads, {tokens} tokens of {width} float32",
        attention,
        (q, k, v),
        lambda *args: attention_numpy(*(x.astype(np.float64) for x in args)),
        attention_numpy,
        1e-5,
    )


if __name__ == "__main__":
    main(workload)
