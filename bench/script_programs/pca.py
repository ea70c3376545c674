import numpy as np
import frit


def run(size):
    n, d = round(100000 * size), 128
    x = frit.fmod(frit.arange(1, n * d + 1).astype(frit.float64) * 48271, 65537) / 65537
    x = x.reshape(d, n)
    x = x - x.mean(axis=1, keepdims=True)
    scale = np.ones((d, 1))
    scale[0] = 3
    x = x * scale
    c = np.asarray(x @ x.T / (n - 1))
    v = np.eye(d, 4)
    for _ in range(30):
        v, _r = np.linalg.qr(c @ v)
    return float(np.sort(np.diag(v.T @ c @ v))[-1]), float(np.trace(c))
