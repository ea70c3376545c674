#!/usr/bin/env python3
"""Fused functions over Dask's arrays beside the same functions as they are written, over the same chunks.

    bench/scale.py [--megabytes 1600] [--limit 400MB] [--workers 2] [--rounds 3] [--processor]

A local cluster of processes reads blocks of files (not random numbers, which would take most of the time), that are
larger than the memory each worker may use. Both are run by turns, and medians of the ratios are printed. --processor
measures processor time in this process alone, on one thread, for machines that have other work.
"""

import argparse
import contextlib
import json
import os
import statistics
import tempfile
import time

import numpy as np

import frit


@frit.fuse
def kmeans_step(x, centers):
    distances = ((x[:, None, :] - centers[None]) ** 2).sum(-1)
    member = (distances.argmin(1)[:, None] == np.arange(8)).astype(x.dtype)
    return member.T @ x / member.sum(0)[:, None], distances.min(1).sum()


@frit.fuse
def covariance(x):
    centered = (x - x.mean(0)) / x.std(0)
    return centered.T @ centered / (x.shape[0] - 1)


@frit.fuse
def option_price(z):
    path = 100 * np.exp((0.05 - 0.5 * 0.2**2) * 1.0 + 0.2 * np.sqrt(1.0) * z)
    payoff = np.maximum(path - 105, 0) * np.exp(-0.05)
    return payoff.mean(), payoff.std()


@frit.fuse
def pictures(images):
    grey = images[..., 0] * np.float32(0.3) + images[..., 1] * np.float32(0.59) + images[..., 2] * np.float32(0.11)
    flat = (grey - grey.mean(axis=(1, 2), keepdims=True)) / (grey.std(axis=(1, 2), keepdims=True) + np.float32(1))
    edges = np.abs(flat[:, :, 1:] - flat[:, :, :-1])
    return (1 / (1 + np.exp(-flat))).mean(axis=(1, 2)), np.sqrt(edges).max(axis=(1, 2))


def block(path, block_info=None):
    """The rows of a file that belong to a block."""
    (start, stop), *_ = block_info[None]["array-location"]
    return np.array(np.load(path, mmap_mode="r")[start:stop])


def array(da, folder, name, rows, shape, dtype, chunk):
    """A file of random numbers, as an array whose blocks are read when they are needed."""
    path = os.path.join(folder, f"{name}.npy")
    made = np.lib.format.open_memmap(path, "w+", dtype, (rows, *shape))
    rng = np.random.default_rng(0)
    part = rng.standard_normal((min(rows, chunk), *shape), np.float32)
    part = (part * 60 + 128).clip(0, 255).astype(dtype) if dtype == np.uint8 else part.astype(dtype)
    for start in range(0, rows, chunk):
        made[start : start + chunk] = part[: rows - start]
    del made
    sizes = [chunk] * (rows // chunk) + ([rows % chunk] if rows % chunk else [])
    return da.map_blocks(block, path, chunks=(tuple(sizes), *((n,) for n in shape)), dtype=dtype, meta=np.empty((0,) * (1 + len(shape)), dtype))


def main():
    import dask.array as da

    options = argparse.ArgumentParser()
    options.add_argument("--megabytes", type=int, default=1600)
    options.add_argument("--limit", default="400MB")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--processor", action="store_true")
    asked = options.parse_args()
    size = asked.megabytes * 10**6
    with tempfile.TemporaryDirectory() as folder:
        centers = np.random.default_rng(1).standard_normal((8, 16))
        x = array(da, folder, "x", size // (16 * 8), (16,), np.float64, 65536)
        z = array(da, folder, "z", size // 8, (), np.float64, 1048576)
        images = array(da, folder, "images", size // (256 * 256 * 3), (256, 256, 3), np.uint8, 16)
        workloads = {
            "k-means, a turn": (kmeans_step, (x, centers)),
            "PCA, covariance": (covariance, (x,)),
            "Monte Carlo": (option_price, (z,)),
            "image pipeline": (pictures, (images,)),
        }
        run(asked, folder, workloads)


def run(asked, folder, workloads):
    """All workloads, on a cluster or here."""
    import dask

    clock = time.process_time if asked.processor else time.perf_counter
    with contextlib.ExitStack() as stack:
        if asked.processor:
            frit.set_threads(1)
            stack.enter_context(dask.config.set(scheduler="synchronous"))
        else:
            from distributed import Client, LocalCluster

            settings = {"temporary-directory": folder, "distributed.worker.memory.terminate": False}
            stack.enter_context(dask.config.set(settings))
            cluster = LocalCluster(asked.workers, threads_per_worker=1, memory_limit=asked.limit, dashboard_address=None)
            stack.enter_context(Client(stack.enter_context(cluster)))
        for name, (f, args) in workloads.items():
            print(json.dumps({"workload": name, **compare(dask, f, args, asked.rounds, clock)}), flush=True)


def compare(dask, f, args, rounds, clock):
    """Seconds of both by turns, the first turn left out."""
    times = {"frit": [], "plain": []}
    for turn in range(rounds + 1):
        results = {}
        for which, function in (("frit", f), ("plain", f.__wrapped__)):
            begin = clock()
            results[which] = dask.compute(function(*args))[0]
            if turn:
                times[which].append(clock() - begin)
        for a, b in zip(results["frit"], results["plain"]):
            np.testing.assert_allclose(a, b, rtol=1e-3 if np.asarray(b).dtype == np.float32 else 1e-9, atol=1e-6)
    ratios = [b / a for a, b in zip(times["frit"], times["plain"])]
    return {k: round(statistics.median(v), 2) for k, v in {**times, "plain / frit": ratios}.items()}


if __name__ == "__main__":
    main()
