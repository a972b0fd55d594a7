"""Deviation of a compass: A + B sin + C cos + D sin 2 + E cos 2 of the heading, fitted to differences from the course."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

#: Number of sectors of the circle; the first begins at 0 degrees.
SECTORS = 12

#: Sectors that a deviation needs: five coefficients through fewer would be made up.
LEAST_SECTORS = 7


def wrapped(angles: Array) -> Array:
    """Angles, degrees, between -180 and 180."""
    return np.asarray((np.asarray(angles) + 180) % 360 - 180, dtype=float)


def spread(values: Array) -> float:
    """1.4826 times the median absolute deviation: of normal values their standard deviation. NaN for none."""
    return float(1.4826 * np.median(np.abs(values - np.median(values)))) if len(values) else float("nan")


def sectors(headings: Array, differences: Array) -> tuple[list[int], list[float]]:
    """How many differences are in each sector of heading, and their medians; NaN in an empty one."""
    index = (np.asarray(headings) % 360 // (360 / SECTORS)).astype(int) % SECTORS
    counts = [int(np.count_nonzero(index == one)) for one in range(SECTORS)]
    medians = [
        float(np.median(differences[index == one])) if counts[one] else float("nan") for one in range(SECTORS)]
    return counts, medians


def design(headings: Array) -> Array:
    """The five functions at headings, degrees: N x 5."""
    angle = np.radians(headings)
    return np.column_stack([np.ones(len(angle)), np.sin(angle), np.cos(angle), np.sin(2 * angle), np.cos(2 * angle)])


def coefficients(headings: Array, differences: Array, weights: Array | None = None) -> tuple[Array, Array] | None:
    """A to E and their errors, 1 sigma, degrees; `None` with fewer than 7 sectors or 10 differences.

    Robust: Huber's weights. The errors come from the scatter, and grow with the correlation of successive differences.
    """
    headings, differences = np.asarray(headings, float), np.asarray(differences, float)
    occupied = len(np.unique(headings % 360 // (360 / SECTORS)))
    if occupied < LEAST_SECTORS or len(differences) < 10:
        return None
    matrix = design(headings)
    base = np.ones(len(differences)) if weights is None else np.asarray(weights, float)
    robust = np.ones(len(differences))
    parameters, residuals = np.zeros(5), differences
    inverse: Array = np.zeros((5, 5))
    for _ in range(8):
        weight = base * robust
        inverse = np.asarray(np.linalg.pinv(matrix.T @ (matrix * weight[:, None])), float)
        parameters = inverse @ (matrix.T @ (weight * differences))
        residuals = differences - matrix @ parameters
        scaled = np.abs(residuals) * np.sqrt(base)
        limit = 1.345 * max(float(1.4826 * np.median(scaled)), 1e-6)
        robust = np.minimum(1, limit / np.maximum(scaled, 1e-12))
    variance = float(np.sum(base * robust * residuals**2)) / max(1.0, float(robust.sum()) - 5)
    ahead, behind = residuals[1:], residuals[:-1]
    power = float(residuals @ residuals)
    correlation = min(0.9, max(0.0, float(ahead @ behind) / power)) if power > 0 else 0.0
    inflation = (1 + correlation) / (1 - correlation) if weights is None else 1.0
    return parameters, np.sqrt(np.diag(inverse) * variance * inflation)


def largest(parameters: Array) -> float:
    """The largest absolute value of the curve over all headings, degrees."""
    return float(np.abs(design(np.arange(0.0, 360.0, 5.0)) @ parameters).max())


def root_mean_square(parameters: Array) -> float:
    """The root mean square of the curve over all headings, degrees."""
    return float(np.sqrt(parameters[0] ** 2 + (parameters[1:] ** 2).sum() / 2))
