import frit


def run(size):
    p, c, steps = 128, round(2048 * size), 50
    k = frit.arange(1, p * c + 1).astype(frit.float64).reshape(c, p)
    w = frit.sin(k / 7)
    ww = frit.zeros((c, p))
    for t in range(1, steps + 1):
        x = frit.remainder(k * 0.6180339887 + t * 0.7548776662, 1) - 0.5
        d = (x * w).sum(axis=1, keepdims=True)
        e = d - (x * ww).sum(axis=1, keepdims=True)
        ww = ww + 0.5 * x * (e / ((x**2).sum(axis=1, keepdims=True) + 1e-3))
    return float(((ww - w) ** 2).mean()), float((e**2).mean())
