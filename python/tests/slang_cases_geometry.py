"""NumPy versions of examples/slang: distances, the ray marcher, rotations, rays, curves, filters."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from slang_case import ELEMENTS, Case, each, ints, reals, units, vectors

norm = np.linalg.norm


def dot(a: Any, b: Any) -> np.ndarray:
    return np.einsum("...i,...i->...", a, b)


def box(p: np.ndarray, half: Any) -> np.ndarray:
    # Outside the distance to the clamped point, inside the distance to the nearest face.
    outside = norm(p - np.clip(p, -np.asarray(half), half), axis=-1)
    inside = (np.asarray(half) - abs(p)).min(-1)
    return np.where(inside > 0, -inside, outside)


def torus(p: np.ndarray, radii: Any) -> np.ndarray:
    radii = np.asarray(radii)
    # The nearest point of the circle, then the distance from it.
    flat = p * [1, 0, 1]
    nearest = flat / norm(flat, axis=-1, keepdims=True) * radii[..., :1]
    return norm(p - nearest, axis=-1) - radii[..., 1]


def capsule(p: np.ndarray, a: np.ndarray, b: np.ndarray, r: Any) -> np.ndarray:
    along = b - a
    length = norm(along, axis=-1)
    u = along / length[..., None]
    t = np.minimum(np.maximum(dot(p - a, u), 0), length)
    return norm(a + u * t[..., None] - p, axis=-1) - r


def smooth_union(a: Any, b: Any, k: Any) -> np.ndarray:
    # The smaller, less a parabola where they are within k of each other.
    h = np.maximum(k - abs(a - b), 0) / k
    return np.minimum(a, b) - h * h * k / 4


def cheese(p: np.ndarray, angle: np.ndarray) -> np.ndarray:
    z = (p[:, 0] + 1j * p[:, 2]) * np.exp(1j * angle)
    q = np.stack([z.real, p[:, 1], z.imag], 1)
    hole = norm((q / 0.5 - np.rint(q / 0.5)) * 0.5, axis=1) - 0.2
    return np.maximum(box(q, [1, 1, 1]), -hole)


def polygon(p: np.ndarray, n: np.ndarray, radius: np.ndarray) -> np.ndarray:
    # The farthest of n half-planes.
    worst = np.full(len(p), -np.inf)
    for k in range(int(n.max())):
        angle = math.pi + 2 * math.pi * k / n
        distance = p[:, 0] * np.sin(angle) + p[:, 1] * np.cos(angle) - radius
        worst = np.where(k < n, np.maximum(worst, distance), worst)
    return worst


def scene(p: np.ndarray) -> np.ndarray:
    ball = norm(p - [-0.9, 0.7, 0.0], axis=-1) - 0.7
    cube = box(p - [0.7, 0.5, 0.3], [0.45] * 3) - 0.05
    ring = torus(p - [0.2, 0.35, -1.4], [0.55, 0.16])
    return np.minimum.reduce([p[..., 1], smooth_union(ball, cube, 0.5), ring])


def scene_normal(p: np.ndarray) -> np.ndarray:
    e = 0.002
    n = np.stack([scene(p + e * axis) - scene(p - e * axis) for axis in np.eye(3)], -1)
    return n / norm(n, axis=-1, keepdims=True)


def march(origin: np.ndarray, direction: np.ndarray, far: float) -> dict[str, np.ndarray]:
    shape = np.broadcast_shapes(np.shape(origin), np.shape(direction))[:-1]
    t, steps = np.zeros(shape), np.zeros(shape, np.int32)
    found, going = np.zeros(shape, bool), np.ones(shape, bool)
    for i in range(96):
        d = scene(origin + direction * t[..., None])
        steps[going] = i
        found |= going & (d < 0.001)
        going &= d >= 0.001
        t = np.where(going, t + d, t)
        going &= t <= far
    return {"distance": t, "steps": steps, "found": found}


def soft_shadow(origin: np.ndarray, direction: np.ndarray, hardness: float) -> np.ndarray:
    light, t = np.ones(len(origin)), np.full(len(origin), 0.03)
    going = np.ones(len(origin), bool)
    while going.any():
        d = scene(origin + direction * t[:, None])
        light = np.where(going & (d < 0.0005), 0, light)
        going &= d >= 0.0005
        light = np.where(going, np.minimum(light, hardness * d / t), light)
        t = np.where(going, t + np.clip(d, 0.02, 0.3), t)
        going &= t < 6
    return np.clip(light, 0, 1)


def mix(a: Any, b: Any, t: Any) -> np.ndarray:
    return np.asarray(a) + (np.asarray(b) - np.asarray(a)) * t


def sky(d: np.ndarray) -> np.ndarray:
    return mix([0.85, 0.9, 1.0], [0.25, 0.45, 0.8], np.clip(d[:, 1:2], 0, 1))


def render(uv: np.ndarray) -> np.ndarray:
    flat = uv.reshape(-1, 2)
    eye, sun = np.array([0, 1.6, -5]), np.array([0.6, 0.8, -0.5])
    sun = sun / norm(sun)
    d = np.stack([flat[:, 0], flat[:, 1] - 0.25, np.full(len(flat), 2.0)], 1)
    d /= norm(d, axis=1, keepdims=True)
    hit = march(eye, d, 20)
    p = eye + d * hit["distance"][:, None]
    n = scene_normal(p)
    facing = np.clip(n @ sun, 0, 1)
    lit = facing > 0
    facing[lit] *= soft_shadow(p[lit] + 0.01 * n[lit], sun, 12)
    light = 1.3 * facing[:, None] * [1, 0.95, 0.8]
    light = light + 0.35 * (0.5 + 0.5 * n[:, 1:2]) * [0.6, 0.7, 1.0]
    tile = np.where((np.floor(p[:, 0]) + np.floor(p[:, 2])) % 2 != 0, 0.35, 0.6)[:, None]
    material = np.where(p[:, 1:2] > 0.01, [0.85, 0.45, 0.25], tile)
    fog = -np.expm1(-0.004 * hit["distance"] ** 2)[:, None]
    colour = np.where(hit["found"][:, None], mix(material * light, sky(d), fog), sky(d))
    return colour.reshape(*uv.shape[:-1], 3)


def rodrigues(axis: np.ndarray, angle: Any) -> np.ndarray:
    """Matrices of rotations [n, 3, 3]."""
    k = axis / norm(axis, axis=-1, keepdims=True)
    cross = np.cross(np.eye(3), k[:, None, :]).reshape(-1, 3, 3)
    angle = np.asarray(angle)[..., None, None]
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def turn(p: np.ndarray, axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
    return np.einsum("nij,nj->ni", rodrigues(axis, angle), p)


def turn_twice(p: np.ndarray, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    ones = np.ones((len(p), 1))
    return turn(turn(p, ones * [1.0, 0, 0], x), ones * [0, 0, 1.0], z)


def quaternions(rng: np.random.Generator) -> dict[str, np.ndarray]:
    q = units(rng, 4)
    return {"v": np.ascontiguousarray(q[:, :3]), "w": np.ascontiguousarray(q[:, 3])}


def slerp(a: dict[str, Any], b: dict[str, Any], t: np.ndarray) -> dict[str, np.ndarray]:
    # Along the great circle: a turned towards the part of b that is at right angles to it.
    p = np.concatenate([a["v"], a["w"][:, None]], 1)
    q = np.concatenate([b["v"], b["w"][:, None]], 1)
    q = q * np.where(dot(p, q) < 0, -1, 1)[:, None]
    across = q - dot(p, q)[:, None] * p
    angle = np.arctan2(norm(across, axis=1), dot(p, q)) * t
    across /= norm(across, axis=1, keepdims=True)
    r = p * np.cos(angle)[:, None] + across * np.sin(angle)[:, None]
    return {"v": r[:, :3], "w": r[:, 3]}


def look_at(eye: np.ndarray, target: np.ndarray, up: np.ndarray) -> np.ndarray:
    out = np.zeros((len(eye), 4, 4))
    for m, e, t, u in zip(out, eye, target, up, strict=True):
        # Gram and Schmidt: the direction, then what is left of `up`, then the third.
        z = (e - t) / norm(e - t)
        y = u - (u @ z) * z
        y /= norm(y)
        rotation = np.array([np.cross(y, z), y, z])
        m[:3, :3], m[:3, 3], m[3, 3] = rotation, rotation @ -e, 1
    return out


def perspective(field: Any, aspect: Any, near: Any, far: Any) -> np.ndarray:
    out = np.zeros((len(field), 4, 4))
    cot = np.cos(field / 2) / np.sin(field / 2)
    out[:, 0, 0], out[:, 1, 1] = cot / aspect, cot
    out[:, 2, 2], out[:, 2, 3] = -far / (far - near), -near * far / (far - near)
    out[:, 3, 2] = -1
    return out


def project(p: np.ndarray, view: np.ndarray, projection: np.ndarray) -> np.ndarray:
    clip = np.concatenate([p, np.ones((len(p), 1))], 1) @ view.T @ projection.T
    return clip[:, :3] / clip[:, 3:]


def matrices(rng: np.random.Generator, n: int) -> np.ndarray:
    """Far from singular."""
    return (2.5 * np.eye(n) + rng.uniform(-1, 1, (ELEMENTS, n, n))).astype(np.float32)


def rays(rng: np.random.Generator, spread: float = 0.6) -> dict[str, np.ndarray]:
    origin = vectors(rng, 3, -3, 3)
    target = vectors(rng, 3, -spread, spread)
    return {"origin": origin, "direction": target - origin}


def ray_sphere(ray: dict[str, Any], centre: np.ndarray, radius: np.ndarray) -> np.ndarray:
    out = np.full(len(radius), -1.0)
    for i, (o, d, c, r) in enumerate(
        zip(ray["origin"], ray["direction"], centre, radius, strict=True)
    ):
        roots = np.roots([d @ d, 2 * d @ (o - c), (o - c) @ (o - c) - r * r])
        ahead = [t.real for t in roots if abs(t.imag) < 1e-12 and t.real >= 0]
        if ahead:
            out[i] = min(ahead)
    return out


def ray_triangle(ray: dict[str, Any], a: Any, b: Any, c: Any, *_: Any) -> tuple[np.ndarray, ...]:
    # o + t d = a + u (b - a) + v (c - a), as three equations.
    system = np.stack([-ray["direction"], b - a, c - a], 2)
    t, u, v = np.linalg.solve(system, (ray["origin"] - a)[..., None])[..., 0].T
    hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0)
    return hit, np.where(hit, t, -1), np.where(hit[:, None], np.stack([u, v], 1), 0)


def ray_box(ray: dict[str, Any], low: np.ndarray, high: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        t = (np.stack([low, high]) - ray["origin"]) / ray["direction"]
    return np.stack([np.maximum(t.min(0).max(1), 0), t.max(0).min(1)], 1)


def through_glass(d: np.ndarray, n: np.ndarray, index: np.ndarray) -> np.ndarray:
    # Snell: the part along the surface is shorter by the index, the rest follows from the length.
    along = d - dot(d, n)[:, None] * n
    inside = along / index[:, None]
    rest = 1 - dot(inside, inside)
    bent = inside - np.sqrt(np.maximum(rest, 0))[:, None] * n
    mirrored = along - dot(d, n)[:, None] * n
    return np.where((rest >= 0)[:, None], bent, mirrored)


def bernstein(points: np.ndarray, t: Any) -> np.ndarray:
    n = points.shape[-2] - 1
    t = np.asarray(t)[..., None]
    return sum(
        math.comb(n, k) * t**k * (1 - t) ** (n - k) * points[..., k, :] for k in range(n + 1)
    )


def bezier_tangent(points: np.ndarray, t: np.ndarray) -> np.ndarray:
    h = 1e-5
    return (bernstein(points, t + h) - bernstein(points, t - h)) / (2 * h)


def bezier_length(points: np.ndarray, pieces: int) -> np.ndarray:
    path = np.stack(
        [bernstein(points, np.full(len(points), k / pieces)) for k in range(pieces + 1)]
    )
    return norm(np.diff(path, axis=0), axis=2).sum(0)


def catmull_rom(a: Any, b: Any, c: Any, d: Any, t: np.ndarray) -> np.ndarray:
    return hermite(b, (c - a) / 2, c, (d - b) / 2, t)


def hermite(p0: Any, m0: Any, p1: Any, m1: Any, t: np.ndarray) -> np.ndarray:
    # As a Bézier curve: the tangents are thirds of the way.
    return bernstein(np.stack([p0, p0 + m0 / 3, p1 - m1 / 3, p1], -2), t)


def mitchell(x: Any, b: Any, c: Any) -> np.ndarray:
    # Blends of the cubic B-spline and the two cardinal ones, each as polynomials in pieces.
    x = abs(np.asarray(x))
    near = [12 - 9 * b - 6 * c, -18 + 12 * b + 6 * c, 0 * b, 6 - 2 * b]
    far = [-b - 6 * c, 6 * b + 30 * c, -12 * b - 48 * c, 8 * b + 24 * c]
    return np.where(x < 1, np.polyval(near, x), np.where(x < 2, np.polyval(far, x), 0)) / 6


def bicubic_weights(t: np.ndarray) -> np.ndarray:
    # Catmull-Rom: what the interpolation makes of each of four unit samples.
    units_ = np.eye(4)[:, :, None]
    one = [catmull_rom(*(np.broadcast_to(s, (len(t), 1)) for s in u), t) for u in units_]
    return np.concatenate(one, 1)


def four_vectors(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    return tuple(vectors(rng, 3) for _ in range(4))


def camera(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    one = np.ones((1, 3))
    view = look_at(one * [0, 1, 6], one * 0.0, one * [0, 1.0, 0])[0].astype(np.float32)
    lens = perspective(*(np.array([x]) for x in (1.0, 1.5, 0.1, 50.0)))[0].astype(np.float32)
    return vectors(rng, 3), view, lens


def power(m: np.ndarray, n: np.ndarray) -> np.ndarray:
    return np.stack([np.linalg.matrix_power(a, int(k)) for a, k in zip(m, n, strict=True)])


def into_sphere(rng: np.random.Generator) -> tuple[Any, ...]:
    n = units(rng)
    d = units(rng)
    d = d * np.where(dot(d, n) > 0, -1, 1)[:, None].astype(np.float32)
    return d, n, reals(rng, lo=0.5, hi=2)


def above_ground(rng: np.random.Generator) -> np.ndarray:
    return np.stack(
        [reals(rng, lo=-2, hi=2), reals(rng, lo=0.3, hi=1.5), reals(rng, lo=-2, hi=2)], 1
    )


CASES = [
    Case("sdf", "sd_sphere", lambda r: (vectors(r, 3), reals(r)), lambda p, s: norm(p, axis=1) - s),
    Case("sdf", "sd_box", lambda r: (vectors(r, 3), vectors(r, 3, 0.2, 1)), box),
    Case("sdf", "sd_torus", lambda r: (vectors(r, 3), vectors(r, 2, 0.2, 1)), torus),
    Case("sdf", "sd_capsule", lambda r: (*four_vectors(r)[:3], reals(r)), capsule),
    Case(
        "sdf",
        "sd_plane",
        lambda r: (vectors(r, 3), vectors(r, 4)),
        lambda p, q: np.einsum("ni,ni->n", np.pad(p, ((0, 0), (0, 1)), constant_values=1), q),
    ),
    Case("sdf", "smooth_union", lambda r: (reals(r), reals(r), reals(r, lo=0.1)), smooth_union),
    Case(
        "sdf",
        "repeat",
        lambda r: (vectors(r, 3, -5, 5), vectors(r, 3, 0.5, 2)),
        lambda p, q: q * (p / q - np.rint(p / q)),
        share=0.99,
    ),
    Case("sdf", "sd_cheese", lambda r: (vectors(r, 3), reals(r, hi=6)), cheese),
    Case("sdf", "sd_polygon", lambda r: (vectors(r, 2), ints(r, 3, 9), reals(r)), polygon),
    Case("raymarch", "scene", lambda r: (vectors(r, 3),), scene),
    Case("raymarch", "scene_normal", lambda r: (above_ground(r),), scene_normal, 1e-3, share=0.98),
    Case(
        "raymarch",
        "march",
        lambda r: (np.array([0, 1.6, -5], np.float32), to_scene(r), 20.0),
        march,
        1e-3,
        share=0.97,
    ),
    Case(
        "raymarch",
        "soft_shadow",
        lambda r: (above_ground(r), np.array([0.536, 0.715, -0.447], np.float32), 12.0),
        soft_shadow,
        2e-3,
        share=0.97,
    ),
    Case("raymarch", "render", lambda r: (vectors(r, 2, -1, 1),), render, 5e-3, share=0.97),
    Case("quaternion", "turn", lambda r: (vectors(r, 3), vectors(r, 3), reals(r, hi=6)), turn),
    Case(
        "quaternion",
        "turn_twice",
        lambda r: (vectors(r, 3), reals(r, hi=6), reals(r, hi=6)),
        turn_twice,
    ),
    Case("quaternion", "rotation_matrix", lambda r: (units(r), reals(r, hi=6)), rodrigues),
    Case("quaternion", "slerp", lambda r: (quaternions(r), quaternions(r), reals(r)), slerp),
    Case(
        "matrix",
        "rotation_x",
        lambda r: (reals(r, hi=6),),
        lambda a: rodrigues(np.ones((len(a), 1)) * [1.0, 0, 0], a),
    ),
    Case(
        "matrix",
        "rotation_z",
        lambda r: (reals(r, hi=6),),
        lambda a: rodrigues(np.ones((len(a), 1)) * [0, 0, 1.0], a),
    ),
    Case(
        "matrix",
        "look_at",
        lambda r: (vectors(r, 3), vectors(r, 3, 4, 6), vectors(r, 3, -1, -0.5)),
        look_at,
        1e-4,
    ),
    Case(
        "matrix",
        "perspective",
        lambda r: (
            reals(r, lo=0.5),
            reals(r, lo=1, hi=2),
            reals(r, lo=0.1),
            reals(r, lo=10, hi=50),
        ),
        perspective,
    ),
    Case("matrix", "project", camera, project),
    Case("matrix", "inverse3", lambda r: (matrices(r, 3),), np.linalg.inv, 1e-4),
    Case(
        "matrix", "power", lambda r: (matrices(r, 2) / 3, ints(r, 0, 12).astype(np.uint32)), power
    ),
    Case(
        "matrix",
        "solve3",
        lambda r: (matrices(r, 3), vectors(r, 3)),
        lambda m, b: np.linalg.solve(m, b[..., None])[..., 0],
        1e-4,
    ),
    Case("matrix", "trace3", lambda r: (matrices(r, 3),), lambda m: np.einsum("nii->n", m)),
    Case(
        "intersect",
        "ray_sphere",
        lambda r: (rays(r), vectors(r, 3, -0.5, 0.5), reals(r, lo=0.3)),
        ray_sphere,
        1e-4,
    ),
    Case(
        "intersect",
        "ray_triangle",
        lambda r: (
            rays(r, 0.1),
            *(vectors(r, 3, -1, 1) for _ in range(3)),
            np.zeros(ELEMENTS, np.float32),
            np.zeros((ELEMENTS, 2), np.float32),
        ),
        ray_triangle,
        1e-4,
        outs=(4, 5),
        share=0.99,
    ),
    Case(
        "intersect",
        "ray_box",
        lambda r: (rays(r), vectors(r, 3, -1, 0), vectors(r, 3, 0, 1)),
        ray_box,
        1e-4,
    ),
    Case("intersect", "through_glass", into_sphere, through_glass, 1e-4),
    Case(
        "curves",
        "bezier2",
        lambda r: (*(vectors(r, 2) for _ in range(3)), reals(r)),
        lambda a, b, c, t: bernstein(np.stack([a, b, c], -2), t),
    ),
    Case("curves", "bezier", lambda r: (reals(r, ELEMENTS, 4, 2), reals(r)), bernstein),
    Case(
        "curves",
        "bezier_tangent",
        lambda r: (reals(r, ELEMENTS, 4, 2), reals(r)),
        bezier_tangent,
    ),
    Case("curves", "bezier_length", lambda r: (reals(r, ELEMENTS, 4, 2), 16), bezier_length),
    Case("curves", "hermite", lambda r: (*four_vectors(r), reals(r)), hermite),
    Case("filters", "mitchell", lambda r: (reals(r, lo=-3, hi=3), reals(r), reals(r)), mitchell),
    Case("filters", "bicubic_weights", lambda r: (reals(r),), bicubic_weights),
    Case(
        "filters",
        "bilinear_weights",
        lambda r: (vectors(r, 2, 0, 1),),
        each(lambda t: np.outer([1 - t[1], t[1]], [1 - t[0], t[0]]).ravel()),
    ),
    Case(
        "filters",
        "lanczos",
        lambda r: (reals(r, lo=-4, hi=4), 3),
        lambda x, n: np.where(abs(x) < n, np.sinc(x) * np.sinc(x / n), 0),
    ),
    Case(
        "filters",
        "gaussian",
        lambda r: (reals(r, lo=-2, hi=2), reals(r, lo=0.3)),
        each(lambda x, s: math.exp(-((x / s) ** 2) / 2) / math.sqrt(2 * math.pi * s * s)),
    ),
    Case("filters", "bicubic", lambda r: (*four_vectors(r), reals(r)), catmull_rom),
]


def to_scene(rng: np.random.Generator) -> np.ndarray:
    v = np.stack([reals(rng, lo=-1, hi=1), reals(rng, lo=-1, hi=0.6), np.full(ELEMENTS, 2.0)], 1)
    return (v / norm(v, axis=1, keepdims=True)).astype(np.float32)
