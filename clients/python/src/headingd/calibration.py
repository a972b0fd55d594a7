"""Calibration of a magnetometer from a recording of turns: hard and soft iron, and the heading error that is left.

>>> found = headingd.fit(mag, acc, gyr, dt=0.01, place=(47.4, 8.5), date=2026.9)        # doctest: +SKIP
>>> found.accepted, found.error, found.advice                                           # doctest: +SKIP
>>> corrected = found.apply(mag)                                                        # doctest: +SKIP
"""

from __future__ import annotations

import ctypes
import datetime
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library
from ._arrays import Doubles, nanoseconds, step, vectors
from .errors import InvalidInput
from .geomagnetism import decimal_year

MODELS = ("none", "known_heading", "hard_iron", "level_swing", "ellipsoid", "full")
QUALITIES = ("unusable", "poor", "fair", "good", "excellent")
MOTIONS = ("enough", "turn_around", "nose_down", "nose_up", "roll_left", "roll_right", "upside_down", "hold_still")

# Of longer recordings every second block is left out, again and again: the gyroscope connects consecutive samples.
_MOST = 12_000
_BLOCK = 1024


@dataclass(frozen=True)
class MagnetometerCalibration:
    """The result of `fit`: corrected = soft_iron (raw - hard_iron). Errors are degrees, 1 sigma, of the heading."""

    #: Use it; else `reasons` say why not, and the iron changes nothing.
    accepted: bool
    #: What limits it, and what to do.
    reasons: tuple[str, ...]
    advice: tuple[str, ...]
    #: `hard_iron`, `level_swing`, `ellipsoid`, `full`, ...
    model: str
    #: `poor` (over 2 degrees), `fair`, `good` (under 1), `excellent` (under 0.5); `unusable`.
    quality: str
    #: The rotation that would help most; `enough` if none.
    next_motion: str
    #: 3 x 3
    soft_iron: Doubles
    #: (3,), T
    hard_iron: Doubles
    #: Predicted, level and at tilts of 20 and 45 degrees.
    error: float
    error_tilt_20: float
    error_tilt_45: float
    #: (36,), level, at headings of 0, 10, ... 350 degrees.
    error_by_heading: Doubles
    #: To which `soft_iron` scales, T; its inclination, NaN without an accelerometer and a place.
    field_strength: float
    field_inclination: float
    #: Residual of cross-validation, T; NaN if there was none.
    held_out_error: float
    #: Of the magnetometer, 1 sigma an axis, T.
    noise: float
    #: Of the field behind the rates, s; NaN without a gyroscope.
    lag: float
    confidence: float
    #: Of directions and of headings, 0 to 1.
    coverage: float
    headings: float
    samples: int
    outliers: int
    _structure: _library.Calibration = field(repr=False, compare=False)
    _raw: Doubles = field(repr=False, compare=False)

    def apply(self, mag: Any) -> Doubles:
        """Corrects fields, N x 3, T.

        Raises:
            InvalidInput: another shape.
        """
        raw = vectors(mag, "mag")
        corrected = np.empty_like(raw)
        _library.check(_library.library().heading_calibration_apply(
            ctypes.byref(self._structure), len(raw), raw.ctypes.data, corrected.ctypes.data), "apply")
        return corrected

    def plot(self, axes: Any = None) -> Any:
        """Draws the fields before and after, and the predicted error over the heading.

        Args:
            axes: Two axes of matplotlib; new ones if absent.

        Returns:
            The figure.

        Raises:
            ImportError: matplotlib is absent.
        """
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise ImportError("a plot needs matplotlib: pip install 'headingd[plot]'") from error
        if axes is None:
            _, axes = plt.subplots(1, 2, figsize=(10, 4.5), constrained_layout=True)
        left, right = axes
        raw = self._raw[np.isfinite(self._raw).all(axis=1)]
        raw = raw[:: max(len(raw) // 2000, 1)]
        corrected = self.apply(raw)
        for name, points, color in (("raw", raw, "0.6"), ("corrected", corrected, "C0")):
            left.plot(points[:, 0] * 1e6, points[:, 1] * 1e6, ".", color=color, markersize=2, label=f"{name}: x, y")
            left.plot(np.hypot(points[:, 0], points[:, 1]) * 1e6, points[:, 2] * 1e6, "+", color=color, markersize=3,
                      alpha=0.5, label=f"{name}: horizontal, z")
        circle = np.linspace(0, 2 * np.pi, 200)
        left.plot(self.field_strength * 1e6 * np.cos(circle), self.field_strength * 1e6 * np.sin(circle), "k-", linewidth=0.8)
        left.set_aspect("equal")
        left.set_xlabel("µT")
        left.legend(fontsize="small")
        left.set_title(f"{self.model}, {self.quality}")
        at = np.arange(36) * 10
        right.plot(at, self.error_by_heading, label=f"level: {self.error:.2f}°")
        right.axhline(self.error_tilt_20, color="C1", linestyle="--", label=f"tilted 20°: {self.error_tilt_20:.2f}°")
        right.axhline(self.error_tilt_45, color="C2", linestyle=":", label=f"tilted 45°: {self.error_tilt_45:.2f}°")
        right.set_xlabel("heading, degrees")
        right.set_ylabel("predicted error, degrees, 1 sigma")
        right.set_ylim(bottom=0)
        right.legend(fontsize="small")
        return left.figure


def fit(
    mag: Any, acc: Any = None, gyr: Any = None, dt: float | None = None, times: Any = None, *,
    place: tuple[float, ...] | None = None, date: Any = None, field: tuple[float, float] | None = None,
    heading: float | None = None, largest_error: float | None = None, accelerometer_calibrated: bool | None = None,
) -> MagnetometerCalibration:
    """Fits hard and soft iron to fields of a device that turned.

    Args:
        mag: N x 3, T, uncalibrated; rows of NaN are no sample.
        acc, gyr: N x 3, m/s2 and rad/s, of the same rows; each makes the fit more accurate. Rows of NaN are no sample.
        dt, times: As of `Orientation.update_batch`; needed with `gyr`.
        place: Latitude and longitude, degrees, and perhaps the height, m: the magnetic model gives the field.
        date: Of the recording; today if absent. Used with `place`.
        field: Instead of `place` the field's strength, T, and inclination, degrees, positive down.
        heading: Magnetic, degrees, of a device that did not turn.
        largest_error: Refuse a calibration with a larger heading error, degrees; 5 if absent.
        accelerometer_calibrated: Whether it is; `None` if that is not known.

    Returns:
        A calibration; a refused one is a result too, with `accepted` False and its reasons.

    Raises:
        InvalidInput: wrong shapes, no times with `gyr`, a place that is none.
        LibraryError: a number out of its range, a date outside the magnetic model.
    """
    fields = vectors(mag, "mag")
    forces = None if acc is None else vectors(acc, "acc", len(fields))
    rates = None if gyr is None else vectors(gyr, "gyr", len(fields))
    if dt is not None and times is not None:
        raise InvalidInput("give dt, the time between rows in s, or times, and not both")
    if times is not None:
        moments = nanoseconds(times, "times", len(fields))
    elif dt is not None or rates is None:
        moments = np.arange(1, len(fields) + 1, dtype=np.int64) * (step(dt) if dt is not None else 10_000_000)
    else:
        raise InvalidInput("with gyr the fit needs dt, the time between rows in s, or times")
    priors = _priors(place, date, field, heading, largest_error, accelerometer_calibrated)
    library = _library.library()
    handle = ctypes.c_void_p()
    rows = _chosen(fields)
    _library.check(library.heading_calibrator_create(max(len(rows), 1), ctypes.byref(handle)))
    found = _library.Calibration()
    try:
        _add(handle, rows, moments, fields, forces, rates)
        _library.check(library.heading_calibrator_fit(handle, ctypes.byref(priors), ctypes.byref(found)), "fit")
    finally:
        library.heading_calibrator_destroy(handle)
    return _result(found, fields)


def _chosen(fields: Doubles) -> npt.NDArray[np.int64]:
    rows = np.flatnonzero(np.isfinite(fields).all(axis=1)).astype(np.int64)
    if len(rows):  # A field that repeats is a driver's repetition.
        rows = rows[np.concatenate([[True], (np.diff(fields[rows], axis=0) != 0).any(axis=1)])]
    while len(rows) > _MOST:
        rows = rows[np.arange(len(rows)) // _BLOCK % 2 == 0]
    return rows


def _add(handle: ctypes.c_void_p, rows: npt.NDArray[np.int64], moments: npt.NDArray[np.int64], fields: Doubles,
         forces: Doubles | None, rates: Doubles | None) -> None:
    add = _library.library().heading_calibrator_add
    usable = [(array.ctypes.data, np.asarray(np.isfinite(array).all(axis=1)).tolist()) if array is not None else (0, [])
              for array in (forces, rates)]
    base = fields.ctypes.data
    for row in rows.tolist():
        others = [start + 24 * row if start and known[row] else None for start, known in usable]
        _library.check(add(handle, int(moments[row]), base + 24 * row, *others), "mag")


def _priors(place: tuple[float, ...] | None, date: Any, field: tuple[float, float] | None, heading: float | None,
            largest_error: float | None, calibrated: bool | None) -> _library.Priors:
    priors = _library.Priors()
    _library.check(_library.library().heading_priors_none(ctypes.byref(priors)))
    try:
        if place is not None:
            priors.latitude, priors.longitude = (float(one) for one in place[:2])
            priors.height = float(place[2]) if len(place) > 2 else math.nan
            now = datetime.datetime.now(datetime.timezone.utc)
            priors.date_year = float(decimal_year(now if date is None else date))
        if field is not None:
            priors.field_strength, priors.field_inclination = (float(one) for one in field)
    except (TypeError, ValueError) as error:
        raise InvalidInput("place is (latitude, longitude) or (latitude, longitude, height), field is (strength in T, "
                           f"inclination in degrees): {error}") from None
    if heading is not None:
        priors.heading = heading
    if largest_error is not None:
        priors.largest_error = largest_error
    priors.accelerometer = 0 if calibrated is None else 1 if calibrated else -1
    return priors


def _result(found: _library.Calibration, raw: Doubles) -> MagnetometerCalibration:
    return MagnetometerCalibration(
        accepted=bool(found.accepted), reasons=tuple(_library.calibration_reason_names(found.reasons)),
        advice=tuple(_library.calibration_advice(found.reasons)), model=MODELS[found.model],
        quality=QUALITIES[found.quality], next_motion=MOTIONS[found.next_motion],
        soft_iron=np.array(found.soft_iron).reshape(3, 3), hard_iron=np.array(found.hard_iron),
        error_by_heading=np.array(found.error_by_heading), _structure=found, _raw=raw,
        **{name: getattr(found, name) for name in (
            "error error_tilt_20 error_tilt_45 field_strength field_inclination held_out_error noise lag confidence "
            "coverage headings samples outliers").split()})
