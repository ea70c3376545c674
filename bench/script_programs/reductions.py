import frit


def run(size):
    n, d, s = round(1000000 * size), 16, 0.0
    x = frit.fmod(frit.arange(1, n * d + 1).astype(frit.float64) * 16807, 65521) / 65521
    x = x.reshape(d, n)
    for k in range(1, 5):
        y = x * k + 0.25
        s = s + y.mean(axis=1).sum() + y.std(axis=1, ddof=1).sum() + y.max(axis=0).sum() / n
        s = s + y.min() + (y**2).sum() / n
    return (float(s),)
