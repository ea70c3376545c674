"""The libraries that are compared: how each is given a workload, and how its result is awaited.

An engine's `prepare(workload, args)` gives a function without arguments that does the work and
returns when it is done, and one that turns its result into NumPy arrays; or a sentence that says
why there is none.
"""

import importlib.metadata
import types

import numpy as np

from .workloads import DRIFT, S0, SCALE, SMALL, STRIKE, bind, numpy_names


class NumPy:
    name = "NumPy"
    package = "numpy"

    def prepare(self, workload, args):
        if workload.body is None:
            run = self.monte_carlo
        else:
            run = bind(workload.body, numpy_names() if workload is not SMALL else np)
        return (lambda: run(*args)), np.asarray

    @staticmethod
    def monte_carlo(n, steps):
        rng = np.random.default_rng(7)
        s = np.full(n, S0, np.float32)
        for _ in range(steps):
            z = rng.standard_normal(n, dtype=np.float32)
            s = s * np.exp(np.float32(DRIFT) + np.float32(SCALE) * z)
        return np.mean(np.maximum(s - STRIKE, 0))


class NumExpr:
    name = "NumExpr"
    package = "numexpr"
    # Its float constants are double unless they are told not to be, so they are given as variables.
    expressions = {
        "axpby": ("a*x + b*y", "x y a b"),
        "three_steps": ("(x + y)*y - x", "x y"),
        "sum_squares": ("sum(x*x)", "x"),
    }

    def prepare(self, workload, args):
        import numexpr

        ways = {
            "elementwise_math": self.elementwise_math,
            "softmax": self.softmax,
            "image_normalise": self.image_normalise,
            "monte_carlo": self.monte_carlo,
        }
        args = [np.float32(a) if isinstance(a, float) else a for a in args]
        if workload.name in self.expressions:
            text, names = self.expressions[workload.name]
            variables = dict(zip(names.split(), args, strict=True))
            return (lambda: numexpr.evaluate(text, variables)), np.asarray
        if workload.name in ways:
            return (lambda: ways[workload.name](numexpr.evaluate, *args)), np.asarray
        return "it has no erf"

    @staticmethod
    def elementwise_math(evaluate, x):
        k = {"x": x, "q": np.float32(0.25), "ten": np.float32(10), "o": np.float32(0.1)}
        k["y0"] = evaluate("sin(x) * exp(-x/ten)", k)
        k["y1"] = evaluate("y0*cos(x*q) + q*(y0*y0)", k)
        return evaluate("tanh(y1) + o*y1", k)

    @staticmethod
    def softmax(evaluate, x):
        k = {"x": x, "m": np.max(x, axis=1, keepdims=True)}
        k["e"] = evaluate("exp(x - m)", k)
        k["s"] = evaluate("sum(e, axis=1)", k)[:, None].astype(np.float32)
        return evaluate("e / s", k)

    @staticmethod
    def image_normalise(evaluate, x):
        k = {"x": x, "m": np.mean(x, axis=(1, 2), keepdims=True), "z": np.float32(0)}
        k["d"] = evaluate("x - m", k)
        square = np.mean(evaluate("d*d", k), axis=(1, 2), keepdims=True)
        k["s"] = np.sqrt(square + np.float32(1e-6))
        k.update(g=np.float32(1.0123), b=np.float32(0.02), p=np.float32(1.8))
        k["t"] = evaluate("d/s*g - b", k)
        return evaluate("where(t > z, t, z)**p", k)

    @staticmethod
    def monte_carlo(evaluate, n, steps):
        rng = np.random.default_rng(7)
        k = {"s": np.full(n, S0, np.float32), "d": np.float32(DRIFT), "c": np.float32(SCALE)}
        for _ in range(steps):
            k["z"] = rng.standard_normal(n, dtype=np.float32)
            k["s"] = evaluate("s * exp(d + c*z)", k)
        return np.mean(np.maximum(k["s"] - STRIKE, 0))


class Numba:
    name = "Numba"
    package = "numba"

    def prepare(self, workload, args):
        from . import numba_loops

        loop = numba_loops.compiled(workload.name)
        return (lambda: loop(*args)), np.asarray


class Jax:
    name = "JAX"
    package = "jax"

    def prepare(self, workload, args):
        import jax

        if workload.body is None:
            run = jax.jit(self.monte_carlo, static_argnums=(1, 2))
            key = jax.random.key(7)
            return (lambda: run(key, *args).block_until_ready()), np.asarray
        inputs = [jax.numpy.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
        xp = types.SimpleNamespace(**vars(jax.numpy), erf=jax.scipy.special.erf)
        run = jax.jit(bind(workload.body, xp))
        return (lambda: jax.block_until_ready(run(*inputs))), np.asarray

    @staticmethod
    def monte_carlo(key, n, steps):
        import jax

        def step(t, s):
            z = jax.random.normal(jax.random.fold_in(key, t), (n,), np.float32)
            return s * jax.numpy.exp(DRIFT + SCALE * z)

        s = jax.lax.fori_loop(0, steps, step, jax.numpy.full(n, S0, np.float32))
        return jax.numpy.mean(jax.numpy.maximum(s - STRIKE, 0))


class Torch:
    name = "torch.compile"
    package = "torch"

    def prepare(self, workload, args):
        import torch

        if workload.body is None:
            return self.monte_carlo(torch, *args), np.asarray
        inputs = [torch.from_numpy(a) if isinstance(a, np.ndarray) else a for a in args]
        names = types.ModuleType("torch_names")
        vars(names).update(vars(torch), max=torch.amax)  # its own max also says where
        run = torch.compile(bind(workload.body, names))

        def call():
            with torch.no_grad():
                return run(*inputs)

        return call, lambda tensor: tensor.numpy()

    @staticmethod
    def monte_carlo(torch, n, steps):
        # A loop of 256 draws inside would be unrolled.
        step = torch.compile(lambda s: s * torch.exp(DRIFT + SCALE * torch.randn_like(s)))

        def call():
            with torch.no_grad():
                s = torch.full((n,), S0, dtype=torch.float32)
                for _ in range(steps):
                    s = step(s)
                return torch.clamp(s - STRIKE, min=0).mean().numpy()

        return call


class Frit:
    name = "frit"
    package = "frit"

    def prepare(self, workload, args):
        import frit

        if workload.body is None:
            run = frit.fuse(frit_monte_carlo, static_argnames=("n",))
            # No array goes in, so a lazy one comes out: looking at it is part of the work.
            return (lambda: float(run(*args))), np.asarray
        # NumPy arrays in, NumPy arrays out.
        run = frit.fuse(bind(workload.body, frit))
        return (lambda: run(*args)), np.asarray


def frit_monte_carlo(n, steps):
    import frit

    key = frit.random.Key(7)
    s = frit.full(n, S0, dtype=frit.float32)
    for t in frit.range(steps):
        z = key.draw(t).standard_normal(n, dtype=frit.float32)
        s = s * frit.exp(DRIFT + SCALE * z)
    return frit.mean(frit.maximum(s - STRIKE, 0))


ENGINES = [Frit(), NumPy(), NumExpr(), Numba(), Jax(), Torch()]


def version(engine):
    """The installed version, or None."""
    if engine.package == "frit":
        import frit

        return frit.__version__
    try:
        return importlib.metadata.version(engine.package)
    except importlib.metadata.PackageNotFoundError:
        return None


