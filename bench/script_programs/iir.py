import frit


def run(size):
    m, steps = round(131072 * size), 128
    x = frit.fmod(frit.arange(1, m * steps + 1).astype(frit.float64) * 16807, 65521) / 65521
    x = x.reshape(steps, m)
    y = frit.zeros(m)
    for t in range(steps):
        y = 0.98 * y + 0.02 * x[t]
    return float(y.mean()), float(y[0]), float(y[-1])
