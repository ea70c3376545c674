"""Images: filters, colours, warps."""

import numpy as np

from .case import case


def _image(h=400, w=500, c=None, seed=0):
    rng = np.random.default_rng(seed)
    return rng.random((h, w) if c is None else (h, w, c))


@case("Gaussian blur", lambda: (_image(), np.exp(-0.5 * (np.arange(-3, 4) / 1.5) ** 2)))
def gaussian_blur(image, kernel):
    k = kernel / kernel.sum()
    r = len(k) // 2
    padded = np.pad(image, r, mode="edge")
    rows = sum(k[i] * padded[:, i : i + image.shape[1]] for i in range(len(k)))
    return sum(k[i] * rows[i : i + image.shape[0]] for i in range(len(k)))


@case("Sobel", lambda: (_image(),))
def sobel(image):
    p = np.pad(image, 1, mode="edge")
    gx = p[:-2, 2:] - p[:-2, :-2] + 2 * (p[1:-1, 2:] - p[1:-1, :-2]) + p[2:, 2:] - p[2:, :-2]
    gy = p[2:, :-2] - p[:-2, :-2] + 2 * (p[2:, 1:-1] - p[:-2, 1:-1]) + p[2:, 2:] - p[:-2, 2:]
    return np.sqrt(gx * gx + gy * gy)


@case("median 3x3", lambda: (_image(200, 250),), known="medians go to NumPy")
def median3(image):
    p = np.pad(image, 1, mode="edge")
    h, w = image.shape
    return np.median(np.stack([p[i : i + h, j : j + w] for i in range(3) for j in range(3)]), axis=0)


@case("RGB to HSV", lambda: (_image(400, 500, 3),))
def rgb_to_hsv(rgb):
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    high, low = rgb.max(axis=-1), rgb.min(axis=-1)
    d = high - low
    safe = np.where(d == 0, 1, d)
    h = np.where(high == r, (g - b) / safe % 6, np.where(high == g, (b - r) / safe + 2, (r - g) / safe + 4))
    h = np.where(d == 0, 0, h / 6)
    s = np.where(high == 0, 0, d / np.where(high == 0, 1, high))
    return np.stack([h, s, high], axis=-1)


@case("histogram equalisation", lambda: ((_image() * 255).astype(np.uint8),), known="histograms go to NumPy")
def equalise(image):
    counts = np.bincount(image.ravel(), minlength=256)
    cdf = np.cumsum(counts)
    table = ((cdf - cdf[0]) * 255 // max(image.size - cdf[0], 1)).astype(np.uint8)
    return table[image]


@case("bilinear warp", lambda: (_image(), 0.1, 1.1))
def warp(image, angle, scale):
    h, w = image.shape
    y, x = np.mgrid[0:h, 0:w].astype(float)
    cy, cx = (h - 1) / 2, (w - 1) / 2
    c, s = np.cos(angle) / scale, np.sin(angle) / scale
    v = np.clip(c * (y - cy) - s * (x - cx) + cy, 0, h - 1.001)
    u = np.clip(s * (y - cy) + c * (x - cx) + cx, 0, w - 1.001)
    i, j = v.astype(int), u.astype(int)
    fy, fx = v - i, u - j
    top = image[i, j] * (1 - fx) + image[i, j + 1] * fx
    bottom = image[i + 1, j] * (1 - fx) + image[i + 1, j + 1] * fx
    return top * (1 - fy) + bottom * fy


@case("blend", lambda: (_image(400, 500, 3), _image(400, 500, 3, 1), _image(400, 500, 1, 2)))
def blend(a, b, alpha):
    return a * alpha + b * (1 - alpha)


@case("unsharp mask", lambda: (_image(), 0.8))
def unsharp(image, amount):
    p = np.pad(image, 1, mode="edge")
    soft = (
        p[:-2, :-2] + p[:-2, 1:-1] + p[:-2, 2:] + p[1:-1, :-2] + p[1:-1, 1:-1] + p[1:-1, 2:]
        + p[2:, :-2] + p[2:, 1:-1] + p[2:, 2:]
    ) / 9
    return np.clip(image + amount * (image - soft), 0, 1)


@case("normalise channels", lambda: ((_image(400, 500, 3) * 255).astype(np.uint8),), rtol=1e-4)
def normalise(image):
    x = image.astype(np.float32) / 255
    mean = x.mean(axis=(0, 1))
    return (x - mean) / (x.std(axis=(0, 1)) + 1e-6)


@case("FFT filter", lambda: (_image(256, 256), 0.1), known="FFTs go to NumPy")
def fft_filter(image, cut):
    f = np.fft.fft2(image)
    fy, fx = np.fft.fftfreq(image.shape[0])[:, None], np.fft.fftfreq(image.shape[1])[None, :]
    return np.fft.ifft2(f * (fy * fy + fx * fx < cut * cut)).real
