"""How the field of a robot changes with its load, such as a motor's current: from the gyroscope, without a calibration.

Between two times the Earth's field turns in the body as the gyroscope says, and iron and currents do not. With C the rotation
of the body from 0 to 1, h the iron and k the field for each unit of the load L,

    m1 - C' m0 = (I - C') h + (L1 I - L0 C') k + dt (C' m0) x b

in which h, k and the gyroscope's bias b are unknown and linear. Soft iron is left out: it makes errors of a few per cent of
what the rotation changes, which the scatter contains.
"""

from __future__ import annotations

import numpy as np

from .series import Array, Series

#: Length of a step from 0 to 1, s, and how often one begins.
STEP, STRIDE = 1.0, 0.25

#: Samples at each end are averaged over this time, s.
_MEAN = 0.1


def _cross(vectors: Array) -> Array:
    """The matrices of v x."""
    found = np.zeros((len(vectors), 3, 3))
    found[:, 0, 1], found[:, 0, 2], found[:, 1, 2] = -vectors[:, 2], vectors[:, 1], -vectors[:, 0]
    return np.asarray(found - np.swapaxes(found, 1, 2), float)


def _rotations(rates: Array, times: Array) -> Array:
    """The body's attitude at each time relative to the first: rotation matrices, body to start."""
    steps = np.diff(times, prepend=times[0])[:, None] * rates
    angle = np.linalg.norm(steps, axis=1)
    axis = steps / np.maximum(angle, 1e-12)[:, None]
    k = _cross(axis)
    turns = np.eye(3) + np.sin(angle)[:, None, None] * k + (1 - np.cos(angle))[:, None, None] * (k @ k)
    found = np.empty_like(turns)
    now = np.eye(3)
    for index, turn in enumerate(turns):
        now = now @ turn
        found[index] = now
    return np.asarray(found, float)


def load_iron(series: Series) -> tuple[Array, float, float] | None:
    """The field for each unit of load, T (3, body frame), its 1 sigma error for a horizontal axis, and the load's range.

    `None` without a load that changes, without a gyroscope, or in less than 20 s.
    """
    load = series.column("load")
    if np.isfinite(load).sum() < 10:
        return None
    times, field, _, rate = series.at_field()
    known = np.isfinite(load)
    load = np.interp(times, series.time[known], load[known])
    usable = np.isfinite(rate).all(axis=1)
    times, field, rate, load = times[usable], field[usable], rate[usable], load[usable]
    if len(times) < 50 or times[-1] - times[0] < 20:
        return None
    low, high = np.percentile(load, (5, 95))
    if high - low <= 1e-9 * max(1.0, abs(high)):
        return None
    attitude = _rotations(rate, times)
    width = max(1, int(round(_MEAN / float(np.median(np.diff(times)))))) // 2 * 2 + 1
    kernel = np.ones(width) / width
    field = np.column_stack([np.convolve(field[:, axis], kernel, "same") for axis in range(3)])
    load = np.convolve(load, kernel, "same")
    starts = np.arange(times[0] + _MEAN, times[-1] - STEP - _MEAN, STRIDE)
    first, last = np.searchsorted(times, starts), np.searchsorted(times, starts + STEP)
    span = times[last] - times[first]
    keep = (np.abs(span - STEP) < 0.2) & (first >= width) & (last < len(times) - width)
    first, last, span = first[keep], last[keep], span[keep]
    if len(first) < 40:
        return None
    back = np.swapaxes(attitude[last], 1, 2) @ attitude[first]
    carried = np.einsum("nij,nj->ni", back, field[first])
    one = np.eye(3)
    design = np.concatenate([
        one - back, load[last][:, None, None] * one - load[first][:, None, None] * back,
        span[:, None, None] * _cross(carried)], axis=2).reshape(-1, 9)
    values = (field[last] - carried).reshape(-1)
    scale = np.maximum(np.linalg.norm(design, axis=0), 1e-30)
    design = design / scale
    weights = np.ones(len(values))
    for _ in range(4):
        inverse = np.linalg.pinv(design.T @ (design * weights[:, None]))
        solution = inverse @ (design.T @ (weights * values))
        residuals = values - design @ solution
        limit = 1.345 * 1.4826 * float(np.median(np.abs(residuals)))
        weights = np.minimum(1, limit / np.maximum(np.abs(residuals), 1e-30))
    by_axis = residuals.reshape(-1, 3)
    correlation = float(np.sum(by_axis[1:] * by_axis[:-1]) / max(float(np.sum(by_axis**2)), 1e-30))
    correlation = min(0.9, max(0.0, correlation))
    variance = float(np.sum(weights * residuals**2)) / max(1.0, float(weights.sum()) - 9)
    variance *= (1 + correlation) / (1 - correlation)
    errors = np.sqrt(np.maximum(np.diag(inverse) * variance, 0)) / scale
    iron = np.asarray((solution / scale)[3:6], float)
    error = float(np.sqrt(np.mean(errors[3:5] ** 2)))
    return (iron, error, float(high - low)) if np.isfinite(error) and error > 0 else None
