"""A robot's hard iron over time: scatter, jumps, drift, and the best calibration for now.

Times are weeks, iron in tesla, errors 1 sigma; arrays are N rows in the order of time, with 3 columns (x, y, z) for iron. The
predicted errors of the calibrations are the weights, and the scatter that the recordings show scales them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

#: Probability of a jump where there is none, for a robot.
FALSE_ALARM = 1e-3

#: Recordings on each side of a jump.
LEAST_SIDE = 3


def scatter(iron: Array, errors: Array) -> float:
    """How much larger the scatter between successive recordings is than their predicted errors: a factor.

    From the median of successive differences in the horizontal plane, which neither drift nor jumps change much. With fewer than 8
    differences at least 1, and never below 0.3.
    """
    if len(iron) < 3:
        return 1.0
    steps = np.diff(iron[:, :2], axis=0) / np.hypot(errors[1:, :2], errors[:-1, :2])
    factor = 1.4826 * float(np.median(np.abs(steps)))
    return max(factor, 0.3 if len(steps) >= 8 else 1.0)


def outliers(iron: Array, errors: Array) -> npt.NDArray[np.bool_]:
    """Recordings that differ by more than 6 sigma from the median of the five around them, which follows jumps."""
    count = len(iron)
    found = np.zeros(count, bool)
    if count < 5:
        return found
    for index in range(count):
        first = min(max(0, index - 2), count - 5)
        middle = np.median(iron[first:first + 5, :2], axis=0)
        found[index] = bool(np.any(np.abs(iron[index, :2] - middle) > 6 * errors[index, :2]))
    return found


def _solve(design: Array, values: Array, errors: Array) -> tuple[Array, Array]:
    """Weighted least squares: the parameters and their covariance."""
    weighted = design / errors[:, None]
    covariance = np.asarray(np.linalg.pinv(weighted.T @ weighted), float)
    return covariance @ (weighted.T @ (values / errors)), covariance


def jump(times: Array, iron: Array, errors: Array, least: float) -> int | None:
    """The index of the first recording after the most significant jump of the horizontal iron, or `None`.

    A line with a step is fitted for every place of the step. A jump is one whose step is larger than `least`, T, and too
    improbable for the number of places tried.
    """
    count = len(times)
    best, place = 2 * math.log(max(1, count) / FALSE_ALARM), None
    for index in range(LEAST_SIDE, count - LEAST_SIDE + 1):
        after = (np.arange(count) >= index).astype(float)
        design = np.column_stack([np.ones(count), times - times.mean(), after])
        # Too short on one side to tell a slope from a step: then there is no slope.
        if count < 8:
            design = design[:, [0, 2]]
        significance, size = 0.0, 0.0
        for axis in (0, 1):
            parameters, covariance = _solve(design, iron[:, axis], errors[:, axis])
            significance += float(parameters[-1] ** 2 / covariance[-1, -1])
            size += float(parameters[-1] ** 2)
        if significance > best and math.sqrt(size) > least:
            best, place = significance, index
    return place


def jumps(times: Array, iron: Array, errors: Array, least: float) -> list[int]:
    """All jumps, as indices of the first recording after each; at most 8."""
    found: list[int] = []
    waiting = [(0, len(times))]
    while waiting and len(found) < 8:
        first, end = waiting.pop()
        place = jump(times[first:end], iron[first:end], errors[first:end], least)
        if place is not None:
            found.append(first + place)
            waiting += [(first, first + place), (first + place, end)]
    return sorted(found)


@dataclass(frozen=True)
class Drift:
    """A straight line through the hard iron: at `time`, weeks, it is `iron` with `covariance`; `slope` in T/week."""

    slope: Array
    slope_error: Array
    iron: Array
    covariance: Array
    time: float

    @property
    def is_significant(self) -> bool:
        """Whether a horizontal slope is larger than 3 times its error."""
        return bool(np.any(np.abs(self.slope[:2]) > 3 * self.slope_error[:2]))


def drift(times: Array, iron: Array, errors: Array) -> Drift | None:
    """The drift by weighted least squares; `None` with fewer than 4 recordings or less than 5 days.

    The errors contain the scatter about the line where it is larger than `errors`.
    """
    if len(times) < 4 or times[-1] - times[0] < 5 / 7:
        return None
    now = float(times[-1])
    design = np.column_stack([np.ones(len(times)), times - now])
    slope, slope_error, value, variance = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    for axis in range(3):
        parameters, covariance = _solve(design, iron[:, axis], errors[:, axis])
        residuals = (iron[:, axis] - design @ parameters) / errors[:, axis]
        covariance *= max(1.0, float(residuals @ residuals) / (len(times) - 2))
        value[axis], slope[axis] = parameters
        variance[axis], slope_error[axis] = covariance[0, 0], math.sqrt(covariance[1, 1])
    return Drift(slope, slope_error, value, np.diag(variance), now)


@dataclass(frozen=True)
class Combined:
    """A calibration of several recordings: `count` of them, S and h with its covariance, for the time of the last one."""

    soft_iron: Array
    hard_iron: Array
    covariance: Array
    indices: list[int]


def combined(times: Array, iron: Array, errors: Array, soft: Array, weeks: float) -> Combined:
    """The calibration of the newest recordings: of the last `weeks`, at least 4 if there are so many.

    Without a significant drift the mean weighted by the errors, else the line's value at the last recording. Each has the
    errors that the predictions say, or the larger ones that the scatter says. `soft` is N x 9.
    """
    first = int(np.searchsorted(times, times[-1] - weeks))
    first = max(0, min(first, len(times) - 4))
    times, iron, errors, soft = times[first:], iron[first:], errors[first:], soft[first:]
    weights = 1 / np.mean(errors[:, :2] ** 2, axis=1)
    mean_soft = np.average(soft, axis=0, weights=weights)
    indices = list(range(first, first + len(times)))
    line = drift(times, iron, errors)
    if line is not None and line.is_significant:
        return Combined(mean_soft, line.iron, line.covariance, indices)
    inverse = 1 / errors**2
    total = inverse.sum(axis=0)
    mean = (iron * inverse).sum(axis=0) / total
    excess = np.ones(3)
    if len(times) > 1:
        excess = np.maximum(1, ((iron - mean) ** 2 * inverse).sum(axis=0) / (len(times) - 1))
    return Combined(mean_soft, mean, np.diag(excess / total), indices)
