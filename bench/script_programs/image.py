import math
import frit


def run(size):
    b, h, w = 4, round(1080 * math.sqrt(size)), round(1920 * math.sqrt(size))
    i = frit.fmod(frit.arange(1, b * h * w + 1).astype(frit.float64) * 16807, 65521) / 65521
    i = i.reshape(w, h, b)
    m = i.mean(axis=(0, 1), keepdims=True)
    d = frit.sqrt(((i - m) ** 2).mean(axis=(0, 1), keepdims=True)) + 1e-6
    o = (i - m) / d * 1.0123 - 0.02
    o = frit.maximum(o, 0) ** 1.8
    return (float(((o - i) ** 2).mean()),)
