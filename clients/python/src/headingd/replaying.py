"""Replay of a recording through the daemon's engine: headings, attitude, position and their reasons, row by row.

>>> recording = headingd.read_recording("walk.csv")                                       # doctest: +SKIP
>>> solutions = headingd.replay(recording, place=(47.4, 8.5, 400), date="2026-06-01")     # doctest: +SKIP
>>> solutions.true_heading, solutions.to_pandas()                                         # doctest: +SKIP
"""

from __future__ import annotations

import ctypes
import datetime
import math
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _library, _packages
from ._arrays import Doubles
from ._library import reason_names
from .errors import InvalidInput
from .orientation import STATUS, default_parameters
from .recording import Recording, read_recording

if TYPE_CHECKING:
    from .calibration import MagnetometerCalibration

#: How the vehicle moves.
MOTIONS = ("unknown", "forward", "free")

#: `axis` and `source` of a solution by number.
AXES = ("forward", "back", "face")
SOURCES = ("magnetic_field", "motion", "external")

DTYPE = np.dtype(_library.Solution)

# The columns of `heading_rows` that are those of a recording: name there, name here, offset.
_COLUMNS = (
    ("times", "t", 0.0), ("unix_times", "utc", 0.0), ("pressures", "pressure", 0.0), ("temperatures", "temperature", 273.15),
    ("loads", "load", 0.0), ("water_speeds", "water_speed", 0.0), ("latitudes", "latitude", 0.0),
    ("longitudes", "longitude", 0.0), ("altitudes", "altitude", 0.0),
    ("ellipsoidal_altitudes", "ellipsoidal_altitude", 0.0), ("horizontal_accuracies", "horizontal_accuracy", 0.0),
    ("vertical_accuracies", "vertical_accuracy", 0.0), ("speeds", "speed", 0.0), ("speed_accuracies", "speed_accuracy", 0.0),
    ("climb_rates", "climb_rate", 0.0), ("courses", "course", 0.0),
)

_PARTS = {3: "xyz", 4: "wxyz", 9: "012345678"}


class Solutions:
    """The solution after each row; attributes are the members of `heading_solution` as arrays.

    `status` (0 valid, 1 degraded, 2 coasting, 3 invalid), `reasons`, `magnetic_heading`, `heading_68`, `heading_95`,
    `true_heading`, `attitude` (N x 4), `pitch`, `roll`, `rotation_rate` (N x 3), `latitude`, ...: all in `heading.h`, in SI
    and degrees. NaN is unknown, and `reasons` say why. `time` is the row's on the recording's timeline, ns.
    """

    def __init__(self, array: Any, simulated: Any, steps_back: int) -> None:
        #: The structured array.
        self.array = array
        #: Rows from the first simulated one on; when smoothed, all of a recording that has one.
        self.simulated = simulated
        #: How often the recording's clock stepped back, which was corrected.
        self.steps_back = steps_back

    def __len__(self) -> int:
        return len(self.array)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in (DTYPE.names or ()):
            raise AttributeError(f"a solution has no {name!r}; it has {', '.join(DTYPE.names or ())}")
        return self.array[name]

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *(DTYPE.names or ())})

    @property
    def t(self) -> Doubles:
        """Times of the rows, s."""
        return np.asarray(self.array["time"] * 1e-9, dtype=np.float64)

    @property
    def status_text(self) -> list[str]:
        """The status of each row's heading in words."""
        return [STATUS[status] for status in self.array["status"]]

    def reasons_text(self, row: int) -> list[str]:
        """The names of a row's reasons."""
        return reason_names(int(self.array["reasons"][row]))

    def columns(self) -> dict[str, Any]:
        """All values as columns of numbers: vectors by component, such as `attitude_w`, terms as `terms_noise`."""
        found: dict[str, Any] = {"t": self.t}
        for name in DTYPE.names or ():
            values = self.array[name]
            if name in ("size", "reserved"):
                continue
            if values.dtype.names:
                found.update({f"{name}_{part}": values[part] for part in values.dtype.names})
            elif values.ndim == 2:
                found.update({f"{name}_{part}": values[:, index] for index, part in enumerate(_PARTS[values.shape[1]])})
            else:
                found[name] = values
        found["simulated"] = self.simulated
        return {name: np.ascontiguousarray(values) for name, values in found.items()}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of `columns()`.

        Raises:
            ImportError: pandas is absent.
        """
        return _packages.pandas().DataFrame(self.columns())

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` of `columns()`; NaN is null.

        Raises:
            ImportError: pyarrow is absent.
        """
        pyarrow = _packages.pyarrow()
        return pyarrow.table({name: pyarrow.array(values, from_pandas=True) for name, values in self.columns().items()})

    def to_csv(self) -> str:
        """The table that `compass replay --output` writes, byte for byte."""
        cells = [_fixed(self.t, 6)]
        known = np.isfinite(self.array["attitude"]).all(axis=1)
        cells += [_fixed(np.where(known, self.array["attitude"][:, part], np.nan), 9) for part in range(4)]
        for name in ("magnetic_heading", "true_heading"):
            values = self.array[name]
            cells.append(_fixed(np.where(values >= 359.999995, 0.0, values), 5))
        cells += [_fixed(self.array[name], 5) for name in ("heading_68", "heading_95")]
        cells += [self.status_text, ["1" if mark else "0" for mark in self.simulated]]
        header = ("t,q_w,q_x,q_y,q_z,magnetic_heading,true_heading,heading_accuracy,heading_accuracy_95,status,simulated\n")
        return header + "".join(",".join(row) + "\n" for row in zip(*cells))


def _fixed(values: Doubles, decimals: int) -> list[str]:
    """Numbers with fixed decimals, rounded half away from zero; NaN is empty."""
    scale = 10.0**decimals
    scaled = values * scale
    whole = np.trunc(scaled)
    whole = whole + np.where(np.abs(scaled - whole) >= 0.5, np.sign(scaled), 0.0)
    unit = 10**decimals
    found = []
    for number in whole.tolist():
        if not math.isfinite(number):
            found.append("")
            continue
        size = abs(int(number))
        found.append(f"{'-' if number < 0 else ''}{size // unit}.{size % unit:0{decimals}d}")
    return found


def replay(
    recording: Recording | str | os.PathLike[str] | bytes, calibration: MagnetometerCalibration | None = None, *,
    smooth: bool = False, place: tuple[float, ...] | None = None, date: Any = None, motion: str = "unknown",
    sea_level_pressure: float | None = None, antenna: tuple[float, float, float] | None = None,
    fix_latency: float | None = None, coasting_limit: float | None = None, gyroscope_bias: float | None = None,
    extrapolate: bool = False,
) -> Solutions:
    """Replays a recording: bit for bit `compass replay --calibrated` of the same table, without a geoid.

    Args:
        recording: Of `read_recording`, or what that reads. Of MCAP its rows are replayed, not its events, and neither its
            calibration nor its settings.
        calibration: Of `headingd.fit`; without one the recorded field is taken for calibrated.
        smooth: Attitude and heading also from later rows, for surveys.
        place: Latitude and longitude, degrees, and perhaps the altitude above the sea, m; used without fixes.
        date: Of the first row if the recording has no `utc`: decimal year, ISO text, `datetime`.
        motion: `forward` (car, rover), `free` (boat, aircraft, hand) or `unknown`.
        sea_level_pressure: QNH, Pa.
        antenna: Lever arm from the sensors, m: right, forward, up.
        fix_latency: Delay of fixes, s.
        coasting_limit: Largest 68 % position error without fixes, m.
        gyroscope_bias: 1 sigma of an uncalibrated gyroscope, rad/s; 0.5 degrees/s if absent, of a compensated one.
        extrapolate: The magnetic model also outside its validity.

    Raises:
        UnreadableRecording: the file is none.
        InvalidInput: an unknown motion, a place that is none.
        LibraryError: a setting out of its range.
        LibraryMissing: the library is too old.
    """
    run = _library.newer("heading_replay")
    found = recording if isinstance(recording, Recording) else read_recording(recording)
    settings = _settings(place, motion, sea_level_pressure, antenna, fix_latency, coasting_limit, gyroscope_bias, extrapolate)
    rows = _library.Rows(count=len(found))
    kept: list[Doubles] = []

    def give(member: str, values: Doubles) -> None:
        kept.append(np.ascontiguousarray(values, dtype=np.float64))
        setattr(rows, member, kept[-1].ctypes.data)

    for member, name, offset in _COLUMNS:
        if name in found.columns:
            give(member, found.columns[name] + offset if offset else found.columns[name])
    for member, sensor, values in (("rates", "gyr", found.gyr), ("forces", "acc", found.acc), ("fields", "mag", found.mag)):
        there = found.has(sensor)
        if there.any():
            # Three NaN would be no sample; this one is invalid.
            invalid = there & np.isnan(values).all(axis=1)
            values[invalid, 0] = np.inf
            give(member, values)
    if date is not None and "utc" not in found.columns:
        unix = np.full(len(found), np.nan)
        unix[:1] = _unix(date)
        give("unix_times", unix)
    solutions = np.zeros(len(found), dtype=DTYPE)
    steps = ctypes.c_size_t()
    _library.check(run(
        ctypes.byref(settings), None if calibration is None else ctypes.byref(calibration._structure), ctypes.byref(rows),
        int(smooth), solutions.ctypes.data, DTYPE.itemsize, ctypes.byref(steps)), "replay")
    marks = np.nan_to_num(found.columns.get("simulated", np.zeros(len(found)))) != 0
    simulated = np.full(len(found), marks.any()) if smooth else np.logical_or.accumulate(marks)
    return Solutions(solutions, simulated, steps.value)


def _settings(
    place: tuple[float, ...] | None, motion: str, sea_level_pressure: float | None,
    antenna: tuple[float, float, float] | None, fix_latency: float | None, coasting_limit: float | None,
    gyroscope_bias: float | None, extrapolate: bool,
) -> _library.Settings:
    settings = _library.Settings()
    _library.check(_library.library().heading_settings_default(ctypes.byref(settings)))
    if motion not in MOTIONS:
        raise InvalidInput(f"motion is {motion!r}; there are: {', '.join(MOTIONS)}")
    settings.motion = MOTIONS.index(motion)
    settings.extrapolate = int(extrapolate)
    # A recording is of a device that compensates its own, as `compass replay` takes it.
    settings.gyroscope_bias = default_parameters()["gyroscope_bias"] if gyroscope_bias is None else gyroscope_bias
    try:
        if place is not None:
            settings.latitude, settings.longitude = (float(one) for one in place[:2])
            settings.altitude = float(place[2]) if len(place) > 2 else math.nan
        if antenna is not None:
            settings.antenna[:] = [float(one) for one in antenna]
    except (TypeError, ValueError) as error:
        raise InvalidInput("place is (latitude, longitude) or (latitude, longitude, altitude), antenna (right, forward, up): "
                           f"{error}") from None
    for name, value in (("sea_level_pressure", sea_level_pressure), ("fix_latency", fix_latency),
                        ("coasting_limit", coasting_limit)):
        if value is not None:
            setattr(settings, name, float(value))
    return settings


def _unix(date: Any) -> float:
    """A date as Unix time, s."""
    if isinstance(date, (int, float, np.number)):
        year = math.floor(float(date))
        start, end = (datetime.datetime(one, 1, 1, tzinfo=datetime.timezone.utc).timestamp() for one in (year, year + 1))
        return start + (float(date) - year) * (end - start)
    if isinstance(date, datetime.datetime) and date.tzinfo is not None:
        return date.timestamp()
    try:
        moment = np.datetime64(date.rstrip("Z") if isinstance(date, str) else date, "us")
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"not a date: {error}") from None
    return float(moment.astype(np.int64)) * 1e-6
