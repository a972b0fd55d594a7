"""An estimator of `headingd.vqf`: rows of one sample without new arrays, and batches."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from . import _library
from ._arrays import Doubles
from ._vqf_math import chained, multiply, turns
from .errors import InvalidInput
from .orientation import Orientation, batch_of, outputs_for

_WANTED = ("attitudes", "biases", "bias_accuracies", "flags")

#: The usual units of a magnetometer in T: T, gauss, uT, mG, nT.
_UNITS = (1.0, 1e-4, 1e-6, 1e-7, 1e-9)

#: The strength of the Earth's field, T: 22 to 67 uT.
_TYPICAL = 50e-6


def unit_of(fields: Doubles) -> float:
    """T of one unit, by the median strength of fields.

    Raises:
        InvalidInput: no field has a strength.
    """
    strengths = np.linalg.norm(fields, axis=1)
    strengths = strengths[np.isfinite(strengths) & (strengths > 0)]
    if not len(strengths):
        return 1e-6
    strength = float(np.median(strengths))
    if 0.97 < strength < 1.03:
        return _TYPICAL / strength
    best = min(_UNITS, key=lambda unit: abs(np.log(strength * unit / _TYPICAL)))
    if not 0.1 < strength * best / _TYPICAL < 10:
        raise InvalidInput(f"mag has a strength of {strength:g}, which is the Earth's field in none of T, gauss, uT, mG, "
                           "nT: give magUnit, the T of one unit")
    return best


class Filter:
    """An estimator with the values that VQF's methods return, after its newest row."""

    def __init__(self, parameters: dict[str, float]) -> None:
        self.estimator = Orientation(parameters)
        self.used = False
        self.has_tilt = False
        self.newest_force = np.full(3, np.nan)
        self._input = np.full((3, 3), np.nan)
        self._output = outputs_for(1, _WANTED)
        self._output["attitudes"][:] = [1, 0, 0, 0]
        self._output["biases"][:] = 0
        self._output["bias_accuracies"][:] = self.estimator.parameters["gyroscope_bias"]
        self._output["flags"][:] = 0
        self._row = batch_of(1, 0, 0, list(self._input), self._output)

    @property
    def attitude(self) -> Doubles:
        """Of the newest row, (4,); the identity before the first."""
        found: Doubles = self._output["attitudes"][0]
        return found

    @property
    def bias(self) -> Doubles:
        """Of the newest row, rad/s, (3,)."""
        found: Doubles = self._output["biases"][0]
        return found if found[0] == found[0] else np.zeros(3)

    @property
    def bias_sigma(self) -> float:
        """Its 1 sigma."""
        return float(self._output["bias_accuracies"][0])

    @property
    def flags(self) -> int:
        """The bits of `heading_batch`."""
        return int(self._output["flags"][0])

    def add(self, time: int, rate: Doubles | None, force: Doubles | None, field: Doubles | None) -> None:
        """Adds a sample of some sensors at a time in ns."""
        before = None if self.has_tilt else self.attitude.copy()
        rows = self._input
        rows[0] = np.nan if rate is None else rate
        rows[1] = np.nan if force is None else force
        rows[2] = np.nan if field is None else field
        self._row.start = time
        self._run(self._row)
        if before is not None:
            self._keep(before)
        if force is not None:
            self.newest_force = force

    def batch(self, rates: Doubles, forces: Doubles, fields: Doubles | None, start: int, step: int) -> dict[str, Any]:
        """Adds rows, and returns the outputs."""
        outputs = outputs_for(len(rates), _WANTED)
        self._run(batch_of(len(rates), start, step, [rates, forces, fields], outputs))
        attitudes = outputs["attitudes"]
        if len(rates):
            if np.isnan(attitudes[0, 0]):  # Until tilt is known.
                attitudes[np.isnan(attitudes).any(axis=1)] = [1, 0, 0, 0]
            for name, values in outputs.items():
                self._output[name][0] = values[-1]
            self.newest_force = forces[-1]
            self._keep(attitudes[-1])
        return outputs

    def _keep(self, before: Doubles) -> None:
        if np.isnan(self.attitude[0]):
            self._output["attitudes"][0] = before
        else:
            self.has_tilt = True

    def _run(self, batch: _library.Batch) -> None:
        estimator = self.estimator
        with estimator._lock:
            result = estimator._library.heading_estimator_batch(estimator._handle, ctypes.byref(batch))
        if result < 0:
            _library.check(result, "update")


class Pending:
    """The integral of rates, computed when somebody asks: most callers never do."""

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._integral = np.array([1.0, 0, 0, 0])
        self._rows: list[Doubles] = []
        self._batch = np.empty((0, 3))

    def append(self, rate: Doubles) -> None:
        """Adds a row, rad/s without bias."""
        self._rows.append(rate)
        if len(self._rows) >= 4096:
            self.integral()

    def extend(self, rates: Doubles) -> None:
        """Adds rows."""
        self.integral()
        self._batch = rates

    def turns(self) -> Doubles:
        """The rotations of the rows that are not integrated yet, as quaternions."""
        rates = np.concatenate([self._batch, np.array(self._rows).reshape(-1, 3)])
        return turns(np.nan_to_num(rates) * self._interval)

    def integral(self) -> Doubles:
        """The quaternion after all rows."""
        if len(self._batch) or self._rows:
            self._integral = multiply(self._integral, chained(self.turns()))
            self._rows, self._batch = [], np.empty((0, 3))
        return self._integral.copy()


def strength_of(found: Filter) -> tuple[float, float]:
    """The place's field, T, and its dip, rad; zeros before it is known."""
    estimate = found.estimator.read()
    if not found.used or np.isnan(estimate.field_strength):
        return 0.0, 0.0
    return estimate.field_strength, float(np.radians(np.nan_to_num(estimate.field_inclination)))
