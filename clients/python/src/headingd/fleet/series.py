"""A recording as columns of one time axis, and what analyses need of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ._modules import needed
from .tasks import Given, Poison

Array = npt.NDArray[np.float64]

#: The oldest reading of another sensor that still belongs to a field's, s.
_HELD = 0.1

#: Unix times that a recording can have: 1990 to 2100.
_EARLIEST, _LATEST = 631152000.0, 4102444800.0


#: The error of a calibration that does not state its own, radians.
_STATED = 0.035

#: The columns of a receiver's fixes.
_FIXES = frozenset((
    "latitude", "longitude", "altitude", "ellipsoidal_altitude", "horizontal_accuracy", "vertical_accuracy", "speed",
    "speed_accuracy", "climb_rate", "course"))


class Series:
    """A recording of `headingd.recording`, with its samples in SI units."""

    def __init__(self, recording: Any, kind: str) -> None:
        self.recording = recording
        self.format = kind
        self.time: Array = np.asarray(recording["t"], float)
        self.bad_rows = int(recording.bad_row_count)
        #: What a recording in MCAP says of itself.
        self.about: dict[str, Any] = dict(recording.about)
        self.rates: Array = self._vectors(recording.gyr)
        self.forces: Array = self._vectors(recording.acc)
        self.fields: Array = self._vectors(recording.mag)
        if len(self.time) < 2 or not any(np.isfinite(one).any() for one in (self.rates, self.forces, self.fields)):
            raise Poison("no_samples", "no usable rows")

    @classmethod
    def of(cls, data: bytes) -> Series:
        """The recording of a file's bytes. `Poison` for what is none."""
        try:
            found = needed("headingd.recording").read_recording(data)
        except (ValueError, LookupError) as error:
            raise Poison("unreadable" if data else "empty", str(error) or type(error).__name__) from error
        return cls(found, "mcap" if data.startswith(b"\x89MCAP0\r\n") else "csv")

    def _vectors(self, value: Any) -> Array:
        if value is None:
            return np.full((len(self.time), 3), np.nan)
        return np.asarray(value, float).reshape(-1, 3)

    def column(self, name: str) -> Array:
        """A column in the units of the table; NaN where it is empty or absent."""
        try:
            value = self.recording[name]
        except (KeyError, IndexError):
            value = None
        return np.full(len(self.time), np.nan) if value is None else np.asarray(value, float)

    def median(self, name: str) -> float | None:
        """The median of a column; `None` if it has no values."""
        values = self.column(name)
        values = values[np.isfinite(values)]
        return float(np.median(values)) if len(values) else None

    @property
    def has_field(self) -> bool:
        """Whether there is a magnetometer."""
        return bool(np.isfinite(self.fields).all(axis=1).any())

    @property
    def duration(self) -> float:
        """First to last row, s."""
        return float(self.time[-1] - self.time[0])

    @property
    def rate(self) -> float | None:
        """Rows a second."""
        step = float(np.median(np.diff(self.time)))
        return 1 / step if step > 0 else None

    @property
    def simulated(self) -> bool:
        """Whether any row is simulated."""
        return bool(np.nansum(self.column("simulated")) > 0)

    @property
    def date(self) -> float | None:
        """UTC of the first row as Unix time, s; `None` if no row has one."""
        utc = self.column("utc")
        there = np.flatnonzero((utc > _EARLIEST) & (utc < _LATEST))
        return float(utc[there[0]] - (self.time[there[0]] - self.time[0])) if len(there) else None

    @property
    def place(self) -> tuple[float, float] | None:
        """Latitude and longitude of the first fix; `None` without one."""
        latitude, longitude = self.column("latitude"), self.column("longitude")
        there = np.flatnonzero(
            (np.abs(latitude) <= 90) & (np.abs(longitude) <= 180) & ((latitude != 0) | (longitude != 0)))
        return (float(latitude[there[0]]), float(longitude[there[0]])) if len(there) else None

    @property
    def calibration(self) -> Given | None:
        """The iron of the calibration that a recording in MCAP begins with; `None` without one."""
        event: Any = self.about.get("calibration")
        try:
            vectors, numbers = event["vectors"], event.get("numbers", {})
            values = [*vectors["soft_iron"], *vectors["hard_iron"]]
            given = Given(
                tuple(map(float, values[:9])), tuple(map(float, values[9:])),
                float(np.degrees(float(numbers.get("heading_error", _STATED)))), float(numbers.get("field_strength", 50e-6)),
                float(np.degrees(float(numbers.get("inclination", np.nan)))))
        except (TypeError, KeyError, ValueError, AttributeError):
            return None
        return given if len(values) == 12 and np.isfinite(values).all() else None

    @property
    def robot(self) -> str | None:
        """The robot that the recording's setup names: `robot` of an output of its configuration; `None` without one."""
        setup = self.about.get("setup")
        if not isinstance(setup, dict):
            return None
        name = setup.get("robot")
        configuration = setup.get("configuration")
        if name is None and isinstance(configuration, dict):
            for line in str(configuration.get("yaml", "")).splitlines():
                key, _, value = line.strip().lstrip("- ").partition(":")
                if key == "robot" and value.strip():
                    name = value.split("#")[0].strip().strip("'\"")
                    break
        return name if isinstance(name, str) and 0 < len(name) <= 200 else None

    def without_fixes(self) -> Any:
        """The recording without what a receiver says."""
        recording = self.recording
        return replace(recording, **{
            name: {column: values for column, values in getattr(recording, name).items() if column not in _FIXES}
            for name in ("columns", "present")})

    def at_field(self) -> tuple[Array, Array, Array, Array]:
        """Times, s, and field, force and rate at each reading of the magnetometer; NaN where the others are older than 0.1 s."""
        there = np.flatnonzero(np.isfinite(self.fields).all(axis=1))
        return (
            self.time[there], np.ascontiguousarray(self.fields[there]), self._held(self.forces, there),
            self._held(self.rates, there))

    def _held(self, values: Array, at: npt.NDArray[np.intp]) -> Array:
        known = np.flatnonzero(np.isfinite(values).all(axis=1))
        found = np.full((len(at), 3), np.nan)
        if len(known):
            place = np.searchsorted(known, at, side="right") - 1
            last = known[np.maximum(place, 0)]
            usable = (place >= 0) & (self.time[at] - self.time[last] <= _HELD)
            found[usable] = values[last[usable]]
        return found

    def turn_rate(self, heading: Array) -> Array:
        """The largest rate of turn within half a second of each row, degrees/s; NaN without headings there."""
        there = np.flatnonzero(np.isfinite(heading))
        rate = np.full(len(heading), np.nan)
        if len(there) < 2:
            return rate
        smooth = np.unwrap(heading[there], period=360.0)
        time = self.time[there]
        before, now = np.interp(time - 0.5, time, smooth), smooth
        after = np.interp(time + 0.5, time, smooth)
        rate[there] = np.maximum(np.abs(now - before), np.abs(after - now)) / 0.5
        return rate
