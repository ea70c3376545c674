"""Every form of a vectorised call, as its proposal has it; textures are arrays of float32."""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
import pytest
from frit import fuse, vcast, vdim, vmap, vmapping

SOURCE = """
float3 tonemap(float3 color, float filmic, float saturation) {
    float grey = dot(color, float3(0.2126, 0.7152, 0.0722));
    float3 c = lerp(float3(grey), color, saturation);
    return c * filmic / (c + 1.0);
}

void tonemap_out(float3 color, float filmic, float saturation, out float3 result) {
    result = tonemap(color, filmic, saturation);
}

float3 sample_texture(float2 uv) { return float3(uv, uv.x * uv.y); }
float3 tone_map(float3 color, float filmic, float saturation) {
    return tonemap(color, filmic, saturation);
}
"""

m = frit.load_module(source=SOURCE, name="seed")
tonemap, tone_map, sample_texture, float2, float3 = (
    *(m.tonemap, m.tone_map, m.sample_texture, m.float2, m.float3),
)


def tonemapped(color: Any, filmic: float, saturation: float) -> Any:
    color = np.asarray(color, np.float32)
    grey = (color * np.array([0.2126, 0.7152, 0.0722], np.float32)).sum(-1, keepdims=True)
    c = grey + (color - grey) * np.float32(saturation)
    return c * np.float32(filmic) / (c + 1)


def make_texture2d_float3() -> Any:
    return np.random.default_rng(3).random((6, 5, 3), np.float32)


def make_buffer_of_float2s() -> Any:
    return np.random.default_rng(4).random((7, 2), np.float32)


def make_buffer_of_floats(seed: int = 5) -> Any:
    return np.random.default_rng(seed).random(7, np.float32)


def close(a: Any, b: Any) -> None:
    assert np.shape(a) == np.shape(b)
    np.testing.assert_allclose(a, b, rtol=2e-6)


# ---- explicit vectorisation


def test_no_vectorisation() -> None:
    val = float3(0.1, 0.2, 0.3)
    result = tonemap(val, 1, 0.5)
    close(result, tonemapped(val, 1, 0.5))


def test_explicit_mapping() -> None:
    val = make_texture2d_float3()
    result = tonemap(vmap(val, (0, 1)), 1, 0.5)
    close(result, tonemapped(val, 1, 0.5))
    assert np.array_equal(tonemap(vdim(val, 2), 1, 0.5), result)
    swapped = tonemap(vmap(val, (1, 0)), 1, 0.5)
    assert np.array_equal(swapped, result.transpose(1, 0, 2))


def test_explicit_typing() -> None:
    val = make_texture2d_float3()
    result = tonemap(vcast(val, m.float3), 1, 0.5)
    close(result, tonemapped(val, 1, 0.5))


def test_pre_vectorised_mapping() -> None:
    tonemap2d = tonemap.declare(vmapping((0, 1)))
    val = make_texture2d_float3()
    result = tonemap2d(val, 1, 0.5)
    close(result, tonemapped(val, 1, 0.5))


def test_pre_vectorised_typing() -> None:
    tonemap2d = tonemap.declare(m.float3)
    val = make_texture2d_float3()
    result = tonemap2d(val, 1, 0.5)
    close(result, tonemapped(val, 1, 0.5))


def test_out_parameter() -> None:
    val = make_texture2d_float3()
    result = np.zeros_like(make_texture2d_float3())
    assert m.tonemap_out(vmap(val, (0, 1)), 1, 0.5, vcast(result, m.float3)) is None
    close(result, tonemapped(val, 1, 0.5))


def test_out_parameter_pre_vectorised() -> None:
    tonemap2d = m.tonemap_out.declare(vmapping(0, 1), None, None, m.float3)
    val = make_texture2d_float3()
    for _ in range(3):
        result = np.zeros_like(val)
        tonemap2d(val, 1, 0.5, result)
        close(result, tonemapped(val, 1, 0.5))
    assert tonemap2d.cache_info().hits == 2


# ---- implicit vectorisation


def test_implicit() -> None:
    val = make_texture2d_float3()
    close(tonemap(val, 1, 0.5), tonemapped(val, 1, 0.5))


def test_float_tensors() -> None:
    val = np.random.default_rng(1).random((100, 3), np.float32)
    result = tonemap(val, 1, 0.5)
    assert result.shape == (100, 3)
    close(result, tonemapped(val, 1, 0.5))
    for columns in (2, 1):
        wrong = np.zeros((100, columns), np.float32)
        out = np.full((100, 3), 7, np.float32)
        with pytest.raises(frit.ShapeError) as caught:
            tonemap(wrong, 1, 0.5, _result=out)
        assert (out == 7).all()  # nothing ran
        text = str(caught.value)
        assert "color" in text and "float3" in text and f"(100, {columns})" in text.replace(
            f"[100,{columns}]", f"(100, {columns})"
        )
        with pytest.raises(frit.ShapeError):
            tonemap(vcast(wrong, m.float3), 1, 0.5)
    close(tonemap(vcast(val, m.float3), 1, 0.5), result)


# ---- fusion


def tone_map_sample_func(uv):  # type: ignore[no-untyped-def]
    return tone_map(sample_texture(uv), 1, 0.5)


def tone_map_sample_func_uv(u, v):  # type: ignore[no-untyped-def]
    return tone_map(sample_texture(float2(u, v)), 1, 0.5)


def sampled(uv: Any) -> Any:
    return tonemapped(np.concatenate([uv, uv[..., :1] * uv[..., 1:]], -1), 1, 0.5)


def test_fused() -> None:
    tone_map_sample = fuse(tone_map_sample_func)
    buffer = make_buffer_of_float2s()
    results = tone_map_sample(buffer)
    close(results, sampled(buffer))
    assert tone_map_sample.cache_info().replayed == 1
    assert len(frit.explain(tone_map_sample, buffer).kernels) == 1
    longer = np.concatenate([buffer, buffer])
    close(tone_map_sample(longer), sampled(longer))
    assert tone_map_sample.cache_info().entries == 1


def test_fused_pre_vectorised() -> None:
    tone_map_sample = fuse(tone_map_sample_func)
    buffer = make_buffer_of_float2s()
    for declared in (tone_map_sample.declare(vmapping(0)), tone_map_sample.declare(m.float2)):
        close(declared(buffer), sampled(buffer))
        close(declared(buffer), sampled(buffer))
        assert declared.cache_info().replayed == 1
    # Each float of the buffer for itself: it is both components of uv.
    splat = tone_map_sample.declare(vmapping(0, 1))(buffer)
    close(splat, sampled(np.stack([buffer, buffer], -1)))


def test_fused_constructor() -> None:
    tone_map_sample = fuse(tone_map_sample_func_uv)
    ubuffer, vbuffer = make_buffer_of_floats(), make_buffer_of_floats(6)
    results = tone_map_sample(ubuffer, vbuffer)
    close(results, sampled(np.stack([ubuffer, vbuffer], -1)))
    assert len(frit.explain(tone_map_sample, ubuffer, vbuffer).kernels) == 1
    assert tone_map_sample.cache_info().replayed == 1
    close(results, tone_map_sample_func_uv(ubuffer, vbuffer))
