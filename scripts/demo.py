"""The example workloads at their real sizes, each checked against NumPy, in one table."""

import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))

import common  # noqa: E402
import frit  # noqa: E402

EXAMPLES = """elementwise images_4k black_scholes softmax_attention kmeans heat_equation
    monte_carlo""".split()

HEADS = ("workload", "kernels", "error", "fused", "unfused", "NumPy", "against", "saved")
WIDTHS = (54, 8, 9, 10, 10, 10, 8, 9)


def line(cells):
    first, *rest = (f"{cell:{'<' if i == 0 else '>'}{w}}" for i, (cell, w) in
                    enumerate(zip(cells, WIDTHS, strict=True)))
    return first + " ".join(rest)


def main():
    print(line(HEADS))
    start = time.perf_counter()
    for name in EXAMPLES:
        work = importlib.import_module(name).workload(True)
        found = common.run(work)
        print(
            line(
                (
                    f"{work.name}: {work.size}",
                    "–" if found.kernels is None else str(found.kernels),
                    f"{found.error:.1e}",
                    common.in_seconds(found.fused),
                    common.in_seconds(found.unfused),
                    common.in_seconds(found.numpy),
                    f"{found.numpy / found.fused:.1f} x",
                    common.in_bytes(found.bytes_saved),
                )
            ),
            flush=True,
        )
    print(
        "\nerror: the largest against NumPy in float64, of the largest value; unfused: frit with"
        " every step a kernel\nof its own; against: how many times as fast as NumPy; saved: bytes"
        " that fusion neither writes nor reads again."
        f"\n{len(EXAMPLES)} workloads checked in {time.perf_counter() - start:.0f} s."
        " The scripts are in examples/; frit.explain(f, *args) shows the kernels of any function."
    )


def on_device(name):
    """The same at their small sizes on another device: right, and whether to the last bit what the CPU gives."""
    same = 0
    for example in EXAMPLES:
        work = importlib.import_module(example).workload(False)
        here = work.fused(*common.fresh(work.args))
        with frit.device(name):
            there = work.fused(*common.fresh(work.args))
        error = common.largest_error(there, work.reference(*common.fresh(work.args)))
        if not error <= work.tolerance:
            raise SystemExit(f"{work.name} on {name}: wrong by {error:.2g}")
        same += all(
            (a == b).all()
            for a, b in zip(common.as_arrays(here), common.as_arrays(there), strict=True)
        )
    print(
        f"\nOn {name} all {len(EXAMPLES)} are right at their small sizes, and {same} have the CPU's"
        " bits (products of matrices are\nthe BLAS's)."
    )


def devices():
    for device in frit.devices():
        if device.name != "cpu" and not device.refused:
            on_device(device.name)


if __name__ == "__main__":
    main()
    devices()
