"""Attitude and magnetic heading with a bound, from gyroscope, accelerometer and magnetometer, over NumPy arrays.

The estimator is the daemon's own, in the shared library. Units: rad/s, m/s2, T, s; angles in degrees. Body x right,
y forward, z up, at rest the accelerometer reads +9.8 along up; earth east, magnetic north, up. Quaternions are
[w, x, y, z], body to earth. An unknown value is NaN, and its reasons say why.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library
from ._arrays import Doubles, nanoseconds, step, vector, vectors
from ._library import reason_advice, reason_names
from .errors import InvalidInput

__all__ = [
    "Estimate", "Orientation", "OrientationBatch", "default_parameters", "reason_advice", "reason_names", "smooth",
]

#: `Estimate.status` by number.
STATUS = ("valid", "degraded", "coasting", "invalid")


def default_parameters(calibrated: bool = True) -> dict[str, float]:
    """The estimator's parameters by name; docs/library.md and `heading.h` have their units and reasons.

    Args:
        calibrated: Of a calibrated magnetometer, else of one whose iron is estimated while it turns.
    """
    return _values(_structure(None, calibrated))


def _values(structure: _library.Parameters) -> dict[str, float]:
    return {name: float(getattr(structure, name)) for name in _library.PARAMETERS}


def _structure(parameters: Mapping[str, float] | None, calibrated: bool) -> _library.Parameters:
    structure = _library.Parameters()
    name = "heading_parameters_calibrated" if calibrated else "heading_parameters_uncalibrated"
    _library.check(getattr(_library.library(), name)(ctypes.byref(structure)))
    for key, value in (parameters or {}).items():
        if key not in _library.PARAMETERS:
            raise InvalidInput(f"no parameter {key!r}; there are: {', '.join(_library.PARAMETERS)}")
        try:
            setattr(structure, key, float(value))
        except (TypeError, ValueError):
            raise InvalidInput(f"the parameter {key} is {value!r}; wanted is a number") from None
    return structure


@dataclass(frozen=True)
class Estimate:
    """The estimate after the newest sample; `heading_estimate` of the C library, with its names."""

    #: s, of the newest sample.
    time: float
    #: `valid`, `degraded` (larger bound), `coasting` (the gyroscope alone holds the heading) or `invalid` (no heading).
    status: str
    #: Why values are missing or worse than they could be: a set of bits, and its names.
    reasons: int
    reasons_text: tuple[str, ...]
    #: Tilt is known; the attitude's north is magnetic north.
    initialized: bool
    north: bool
    at_rest: bool
    #: The magnetic field.
    disturbed: bool
    #: [w, x, y, z]
    attitude: Doubles
    #: Of the forward axis from magnetic north, 0 to 360 degrees; the error is within the bounds with 68 and 95 %.
    heading: float
    heading_68: float
    heading_95: float
    pitch: float
    roll: float
    #: Parts of the 68 % bound, degrees: noise, gyroscope_hold, calibration, disturbance, local_field, tilt.
    terms: Mapping[str, float]
    unknown_magnet: float
    tilt_accuracy: float
    tilt_covariance: Doubles
    #: Without the bias, rad/s.
    rotation_rate: Doubles
    gyroscope_bias: Doubles
    gyroscope_bias_accuracy: float
    #: Found during operation and removed, T.
    hard_iron: Doubles
    hard_iron_accuracy: float
    magnetometer_latency: float
    #: Of the place, T and degrees below the horizon.
    field_strength: float
    field_inclination: float
    #: Refused samples.
    invalid_samples: int
    late_samples: int


@dataclass(frozen=True)
class OrientationBatch:
    """Estimates of N rows, each after the samples of its row."""

    #: N x 4, [w, x, y, z]; NaN before tilt is known.
    quat: Doubles
    #: N, degrees from magnetic north; NaN while north is unknown.
    heading: Doubles
    #: N, degrees; 180 if unknown.
    bound_68: Doubles
    bound_95: Doubles
    #: N sets of reasons, bits; `reasons_text(row)` names them.
    reasons: npt.NDArray[np.uint64]
    #: N x 3, rad/s, and N, 1 sigma of the worst axis.
    bias: Doubles
    bias_sigma: Doubles
    at_rest: npt.NDArray[np.bool_]
    #: The magnetic field.
    disturbed: npt.NDArray[np.bool_]
    #: The attitude's tilt and its north are known.
    tilt_known: npt.NDArray[np.bool_]
    north_known: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.quat)

    def reasons_text(self, row: int) -> list[str]:
        """The names of a row's reasons."""
        return reason_names(int(self.reasons[row]))


class Orientation:
    """An estimator of attitude and magnetic heading.

    One thread at a time uses it; a second one waits. The same samples give the same values, bit for bit, one by one
    or in batches.

    >>> from headingd import Orientation
    >>> result = Orientation().update_batch(gyr, acc, mag, dt=0.01)     # doctest: +SKIP
    >>> result.heading[-1], result.bound_95[-1]                         # doctest: +SKIP
    """

    def __init__(self, parameters: Mapping[str, float] | None = None, calibrated: bool = True) -> None:
        """Creates an estimator.

        Args:
            parameters: Replaces some of `default_parameters(calibrated)`.
            calibrated: The fields are corrected for iron; else it is estimated while the device turns.

        Raises:
            InvalidInput: an unknown parameter.
            LibraryError: a value out of its range.
            LibraryMissing: there is no shared library.
        """
        self._library = _library.library()
        structure = _structure(parameters, calibrated)
        self._parameters = _values(structure)
        handle = ctypes.c_void_p()
        _library.check(
            self._library.heading_estimator_create(ctypes.byref(structure), ctypes.byref(handle)), "parameters")
        self._handle = handle
        self._end = weakref.finalize(self, self._library.heading_estimator_destroy, ctypes.c_void_p(handle.value))
        self._lock = threading.Lock()
        self._next = 0

    @property
    def parameters(self) -> dict[str, float]:
        """The parameters that this estimator has; a copy."""
        return dict(self._parameters)

    def update(self, gyr: Any = None, acc: Any = None, mag: Any = None, time: float | int | None = None,
               dt: float | None = None) -> bool:
        """Adds a sample of one to three sensors.

        Args:
            gyr, acc, mag: Three numbers in rad/s, m/s2, T; `None` without a new sample. NaN is an invalid sample.
            time: s as float, ns as int; any monotonic clock.
            dt: Time since the last sample, s, instead of `time`.

        Returns:
            Whether all were used: False if one was refused (not finite, late, a duplicate) or excluded (of a stuck or
            saturated sensor); the estimate accounts for it.

        Raises:
            InvalidInput: a wrong shape, no time or two.
        """
        if (time is None) == (dt is None):
            raise InvalidInput("give the time of the sample, or dt, and not both")
        moment = self._next + step(dt) if dt is not None else int(
            nanoseconds(np.array([time]), "time", 1)[0])
        used = True
        with self._lock:
            for name, value, function in (
                ("gyr", gyr, self._library.heading_estimator_gyroscope),
                ("acc", acc, self._library.heading_estimator_accelerometer),
                ("mag", mag, self._library.heading_estimator_magnetometer),
            ):
                if value is not None:
                    array = vector(value, name)
                    used = _library.check(function(self._handle, moment, array.ctypes.data), name) == 0 and used
            self._next = max(self._next, moment)
        return used

    def update_batch(
        self, gyr: Any, acc: Any = None, mag: Any = None, dt: float | None = None, times: Any = None
    ) -> OrientationBatch:
        """Adds N rows at once, and returns the estimate after each, in one call of the library.

        Args:
            gyr, acc, mag: N x 3 in rad/s, m/s2, T; `None` without this sensor. A row with three NaN is no sample, for a
                slower sensor; one or two NaN are an invalid sample.
            dt: Time between rows, s. The first row follows the last of the call before.
            times: N times instead: floats s, integers ns, datetime64 or timedelta64. They may have gaps; late rows and
                duplicates are refused, and the estimate says so.

        Raises:
            InvalidInput: wrong shapes, or not exactly one of `dt` and `times`.
        """
        rows = [None if value is None else vectors(value, name)
                for name, value in (("gyr", gyr), ("acc", acc), ("mag", mag))]
        with self._lock:
            batch, result, kept = _prepared(rows, dt, times, self._next)
            _library.check(self._library.heading_estimator_batch(self._handle, ctypes.byref(batch)), "update_batch")
            moments = kept[0]
            if moments is not None and len(moments):
                self._next = max(self._next, int(moments[-1]))
            elif moments is None:
                self._next = batch.start + batch.step * max(batch.count - 1, 0) if batch.count else self._next
        return _result(result)

    def read(self) -> Estimate:
        """The estimate after the newest sample."""
        value = _library.Estimate()
        with self._lock:
            _library.check(self._library.heading_estimator_read(self._handle, ctypes.byref(value)))
        return _estimate(value)

    def set_reference(self, strength: float, inclination: float) -> None:
        """Tells the field of the place, T and degrees below the horizon: reveals iron that the device carries.

        Both NaN if it is unknown. `headingd.geomagnetism.field` has it.
        """
        with self._lock:
            _library.check(
                self._library.heading_estimator_reference(self._handle, strength, inclination), "set_reference")


def smooth(
    gyr: Any, acc: Any = None, mag: Any = None, dt: float | None = None, times: Any = None,
    parameters: Mapping[str, float] | None = None, calibrated: bool = True,
) -> OrientationBatch:
    """Estimates of a whole recording from the samples before and after each row: more accurate, not for real time.

    Attitude, heading and bounds are smoothed; `reasons`, `bias`, `at_rest` and `disturbed` are those of the estimator that
    knows the rows up to each one.

    Args: as of `Orientation` and its `update_batch`.

    Raises:
        InvalidInput: as `Orientation.update_batch`.
        LibraryMissing: the library is too old.
    """
    run = _library.newer("heading_smooth")
    rows = [None if value is None else vectors(value, name)
            for name, value in (("gyr", gyr), ("acc", acc), ("mag", mag))]
    batch, result, _ = _prepared(rows, dt, times, 0)
    structure = _structure(parameters, calibrated)
    # What only the estimator that runs forward tells.
    forward = Orientation(parameters, calibrated).update_batch(rows[0], rows[1], rows[2], dt, times)
    batch.reasons = batch.biases = batch.bias_accuracies = None
    _library.check(run(ctypes.byref(structure), ctypes.byref(batch)), "smooth")
    flags = result["flags"]
    return replace(
        forward, quat=result["attitudes"], heading=result["headings"], bound_68=result["bounds_68"],
        bound_95=result["bounds_95"], tilt_known=(flags & 4) != 0, north_known=(flags & 8) != 0)


#: The outputs of a batch: width (0: a number a row) and type.
_OUTPUTS: dict[str, tuple[int, type]] = {
    "attitudes": (4, np.float64), "headings": (0, np.float64), "bounds_68": (0, np.float64),
    "bounds_95": (0, np.float64), "reasons": (0, np.uint64), "biases": (3, np.float64),
    "bias_accuracies": (0, np.float64), "flags": (0, np.uint8),
}
#: Those that came with `heading_smooth`.
_NEWER = ("biases", "bias_accuracies", "flags")


def outputs_for(count: int, wanted: tuple[str, ...] = tuple(_OUTPUTS)) -> dict[str, Any]:
    """Arrays for the outputs of a batch; of those that an older library does not write, NaN and 0."""
    arrays: dict[str, Any] = {}
    for name in wanted:
        width, kind = _OUTPUTS[name]
        shape = (count, width) if width else (count,)
        older = name in _NEWER and not _library.grown()
        arrays[name] = np.full(shape, 0 if kind is np.uint8 else np.nan, kind) if older else np.empty(shape, kind)
    return arrays


def batch_of(
    count: int, start: int, step_: int, rows: list[Doubles | None], outputs: dict[str, Any], moments: Any = None
) -> _library.Batch:
    """A batch with the addresses of arrays, which have to outlive it."""
    batch = _library.Batch(count=count, start=start, step=step_)
    for name, array in zip(("rates", "forces", "fields"), rows):
        setattr(batch, name, None if array is None else array.ctypes.data)
    if moments is not None:
        batch.times = moments.ctypes.data
    for name, array in outputs.items():
        if name not in _NEWER or _library.grown():
            setattr(batch, name, array.ctypes.data)
    return batch


def _prepared(
    rows: list[Doubles | None], dt: float | None, times: Any, newest: int
) -> tuple[_library.Batch, dict[str, Any], list[Any]]:
    """The batch, its outputs, and what has to stay alive during the call, beginning with the times if there are any."""
    counts = {len(array) for array in rows if array is not None}
    if len(counts) != 1:
        found = ", ".join(f"{name} {len(a)}" for name, a in zip(("gyr", "acc", "mag"), rows) if a is not None)
        raise InvalidInput(
            f"all sensors need the same number of rows, here: {found}; give rows of NaN where a slower sensor has no "
            "sample" if counts else "give at least one of gyr, acc and mag")
    if (dt is None) == (times is None):
        raise InvalidInput("give dt, the time between rows in s, or times, and not both")
    count = counts.pop()
    moments = None if times is None else np.ascontiguousarray(nanoseconds(times, "times", count))
    outputs = outputs_for(count)
    interval = 0 if dt is None else step(dt)
    batch = batch_of(count, newest + interval, interval, rows, outputs, moments)
    return batch, outputs, [moments, rows]


def _result(outputs: dict[str, Any]) -> OrientationBatch:
    flags = outputs["flags"]
    return OrientationBatch(
        quat=outputs["attitudes"], heading=outputs["headings"], bound_68=outputs["bounds_68"],
        bound_95=outputs["bounds_95"], reasons=outputs["reasons"], bias=outputs["biases"],
        bias_sigma=outputs["bias_accuracies"], at_rest=(flags & 1) != 0, disturbed=(flags & 2) != 0,
        tilt_known=(flags & 4) != 0, north_known=(flags & 8) != 0)


def _estimate(value: _library.Estimate) -> Estimate:
    taken: dict[str, Any] = {}
    for name, kind in ((member[0], member[1]) for member in _library.Estimate._fields_):
        if name in ("size", "reserved", "terms", "status", "time", "reasons"):
            continue
        found = getattr(value, name)
        if isinstance(found, ctypes.Array):
            found = np.array(found)
        taken[name] = bool(found) if kind is ctypes.c_int32 else found
    return Estimate(
        time=value.time * 1e-9, status=STATUS[value.status], reasons=value.reasons,
        reasons_text=tuple(reason_names(value.reasons)),
        terms={name: getattr(value.terms, name) for name in _library.TERMS}, **taken)
