"""A batch of 4K images: each is normalised by its own mean and deviation, then toned.

The statistics need the whole image before the first pixel can be written; frit walks each image
twice for them and once for the rest, and keeps nothing in between.
"""

import numpy as np
from common import Workload, main

import frit


@frit.fuse
def normalise(images, gain, bias):
    mean = frit.mean(images, axis=(1, 2), keepdims=True)
    centred = images - mean
    deviation = frit.sqrt(frit.mean(centred**2, axis=(1, 2), keepdims=True) + 1e-6)
    toned = frit.maximum(centred / deviation * gain + bias, 0)
    return toned**1.8


def normalise_numpy(images, gain, bias):
    mean = np.mean(images, axis=(1, 2), keepdims=True)
    centred = images - mean
    deviation = np.sqrt(np.mean(centred**2, axis=(1, 2), keepdims=True) + 1e-6)
    toned = np.maximum(centred / deviation * gain + bias, 0)
    return toned**1.8


def workload(full: bool) -> Workload:
    shape = (2, 2160, 3840) if full else (2, 108, 192)
    images = np.random.default_rng(7).random(shape, dtype=np.float32)
    toned = normalise(images, 1.0123, -0.02)
    square = float(np.mean((toned.astype(np.float64) - images) ** 2))
    # What these numbers give for evenly distributed pixels, known from other implementations.
    if abs(square - 0.28508) > (0.001 if full else 0.02):
        raise SystemExit(f"the mean square against the input is {square:.5f}, not about 0.28508")
    return Workload(
        "images_4k",
        "{} images of {}x{} float32".format(shape[0], shape[2], shape[1]),
        normalise,
        (images, 1.0123, -0.02),
        lambda x, gain, bias: normalise_numpy(x.astype(np.float64), gain, bias),
        normalise_numpy,
        2e-5,
    )


if __name__ == "__main__":
    main(workload)
