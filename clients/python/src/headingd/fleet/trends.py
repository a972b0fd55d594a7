"""A robot's level iron over time: scatter, jumps, drift, and the best calibration for now.

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

    A line with a step is fitted for every place of the step. A jump is one whose step is larger than `least`, T, too
    improbable for the number of places tried, and there at once: the three recordings on each side differ by at least half of it.
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
        sides = iron[index:index + LEAST_SIDE, :2].mean(axis=0) - iron[index - LEAST_SIDE:index, :2].mean(axis=0)
        if significance > best and math.sqrt(size) > least and float(np.hypot(*sides)) > math.sqrt(size) / 2:
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


#: Recordings that a trend uses at most, the newest.
_MOST = 300

#: Standard deviations of the walk in a week that are tried, in median errors of a recording.
_WALKS = (0.0, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True)
class Trend:
    """The iron now, at the last recording, with its covariance, and its slope, T/week, NaN where it is unknown.

    `walk` is the standard deviation of what the iron does in a week beside the slope, T.
    """

    iron: Array
    covariance: Array
    slope: Array
    slope_error: Array
    walk: float

    @property
    def is_drifting(self) -> bool:
        """Whether a horizontal slope is larger than 3 times its error."""
        return bool(np.any(np.abs(self.slope[:2]) > 3 * self.slope_error[:2]))


def trend(times: Array, iron: Array, errors: Array) -> Trend:
    """The iron as a straight line with a random walk beside it, observed with `errors`.

    Generalized least squares; results are means over sizes of the walk, weighted by the likelihood of each in both
    horizontal axes. The line has no slope with fewer than 4 recordings or less than 5 days.
    """
    times, iron, errors = times[-_MOST:], iron[-_MOST:], errors[-_MOST:]
    count = len(times)
    has_slope = count >= 4 and times[-1] - times[0] >= 5 / 7
    design = np.column_stack([np.ones(count), times - times[-1]])[:, :2 if has_slope else 1]
    since = times - times[0]
    shared = np.minimum(since[:, None], since[None, :])
    unit = float(np.median(errors[:, :2]))

    def fitted(axis: int, walk: float) -> tuple[Array, Array, float, float, float]:
        weights = np.linalg.inv(np.diag(errors[:, axis] ** 2) + walk**2 * shared)
        covariance = np.linalg.pinv(design.T @ weights @ design)
        parameters = covariance @ (design.T @ weights @ iron[:, axis])
        residuals = iron[:, axis] - design @ parameters
        likelihood = float(
            np.linalg.slogdet(weights)[1] - residuals @ weights @ residuals + np.linalg.slogdet(covariance)[1])
        gain = walk**2 * shared[-1] @ weights
        rest = design[-1] - gain @ design
        variance = walk**2 * (since[-1] - gain @ shared[-1]) + rest @ covariance @ rest
        return parameters, covariance, float(parameters[0] + gain @ residuals), float(variance), likelihood

    walks = unit * np.array(_WALKS if count >= 6 else _WALKS[:1])
    found = [[fitted(axis, float(walk)) for axis in range(3)] for walk in walks]
    likelihood = np.array([axes[0][4] + axes[1][4] for axes in found])
    weight = np.exp((likelihood - likelihood.max()) / 2)
    weight /= weight.sum()

    def mean(values: list[Array], variances: list[Array]) -> tuple[Array, Array]:
        middle = weight @ np.array(values)
        return middle, weight @ (np.array(variances) + (np.array(values) - middle) ** 2)

    value, variance = mean(
        [np.array([one[2] for one in axes]) for axes in found], [np.array([one[3] for one in axes]) for axes in found])
    slope, slope_error = np.full(3, np.nan), np.full(3, np.nan)
    if has_slope:
        slope, slope_error = mean(
            [np.array([one[0][1] for one in axes]) for axes in found],
            [np.array([one[1][1, 1] for one in axes]) for axes in found])
        slope_error = np.sqrt(slope_error)
    walk = float(weight @ walks)
    return Trend(value, np.diag(variance), slope, slope_error, walk)
