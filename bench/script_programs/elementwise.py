import math
import frit


def run(size):
    n = round(5000001 * size)
    x = frit.linspace(0, 4 * math.pi, n).astype(frit.float32)
    y = frit.sin(x) * frit.exp(-x / 10)
    y = y * frit.cos(x / 4) + 0.25 * y**2
    y = frit.tanh(y) + 0.1 * y
    return float(y.max()), float(y.min()), float(y[n // 3])
