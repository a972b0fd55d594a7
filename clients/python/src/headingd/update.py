"""The daemon's updates as values."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Callable, TypeVar

from .causes import causes
from .text import plain

#: Three components.
Vector = tuple[float, float, float]

#: w, x, y, z.
Quaternion = tuple[float, float, float, float]


class Steer(str, enum.Enum):
    """Whether a robot may steer by the heading."""

    OK = "ok"
    DEGRADED = "degraded"
    COAST = "coast"
    STOP = "stop"


class Status(str, enum.Enum):
    """The state of the heading."""

    VALID = "valid"
    DEGRADED = "degraded"
    COASTING = "coasting"
    INVALID = "invalid"


#: The reason of this package for a connection that is lost, or that there is none yet.
CONNECTION_LOST = "connection_lost"

#: The reason of this package for a daemon that has sent nothing for the deadline.
CONNECTION_SILENT = "connection_silent"

#: The reason of this package for a value of a wrong type or out of its range.
MALFORMED_VALUE = "malformed_value"

#: The daemon's reason for an update that is older than the deadline, also given by this package.
LATE = "late"


@dataclass(frozen=True)
class ErrorTerms:
    """Independent 68 % errors of a heading, degrees."""

    noise: float | None = None
    gyroscope_hold: float | None = None
    calibration: float | None = None
    disturbance: float | None = None
    local_field: float | None = None
    tilt: float | None = None
    declination: float | None = None


@dataclass(frozen=True)
class AngleStatistics:
    """Roll or pitch in waves, degrees: mean, standard deviation about it, smallest and largest value."""

    mean: float
    deviation: float
    smallest: float
    largest: float


@dataclass(frozen=True)
class Waves:
    """Heave and sea state; `None` is not known yet, with the reason `heave_settling`.

    Metres, positive up, and seconds; accuracies are 68 % errors. `delayed_heave` is of `delay` seconds ago and has a
    smaller error. `height` is the significant wave height, `period` the mean one between upward crossings of the mean,
    both over the last `duration` seconds, as are roll and pitch.
    """

    heave: float | None = None
    heave_accuracy: float | None = None
    heave_rate: float | None = None
    delayed_heave: float | None = None
    delayed_heave_accuracy: float | None = None
    delay: float | None = None
    duration: float | None = None
    height: float | None = None
    height_accuracy: float | None = None
    period: float | None = None
    period_accuracy: float | None = None
    roll: AngleStatistics | None = None
    pitch: AngleStatistics | None = None


@dataclass(frozen=True)
class Update:
    """What the daemon knows at one moment; `None` is unknown, and `reasons` says why.

    Headings and angles in degrees, clockwise from north; lengths in metres, velocities in metres per second
    (east, north, up), pressure in pascals, fields in microteslas in the body frame (right, forward, up). The
    attitude is the unit quaternion w, x, y, z from the body frame to east, magnetic north, up; its covariance is that of
    a small rotation about these axes, nine numbers in rad², row by row. Accuracies are 68 % bounds, `heading_accuracy_95` is a 95 % bound. docs/protocol.md of headingd defines each value.
    """

    time: str | None = None
    boot_time: float | None = None
    magnetic_heading: float | None = None
    true_heading: float | None = None
    heading_accuracy: float | None = None
    heading_accuracy_95: float | None = None
    true_heading_accuracy: float | None = None
    error_terms: ErrorTerms | None = None
    heading_axis: str | None = None
    declination: float | None = None
    pitch: float | None = None
    roll: float | None = None
    pitch_accuracy: float | None = None
    roll_accuracy: float | None = None
    attitude: Quaternion | None = None
    attitude_covariance: tuple[float, ...] | None = None
    rotation_rate: Vector | None = None
    linear_acceleration: Vector | None = None
    field: Vector | None = None
    field_strength: float | None = None
    inclination: float | None = None
    latitude: float | None = None
    longitude: float | None = None
    altitude: float | None = None
    ellipsoidal_altitude: float | None = None
    horizontal_accuracy: float | None = None
    vertical_accuracy: float | None = None
    speed: float | None = None
    course: float | None = None
    velocity: Vector | None = None
    speed_accuracy: float | None = None
    course_accuracy: float | None = None
    heading_source: str | None = None
    sources: tuple[str, ...] = ()
    fix_age: float | None = None
    coasting_time: float | None = None
    pressure: float | None = None
    relative_altitude: float | None = None
    climb_rate: float | None = None
    climb_rate_accuracy: float | None = None
    waves: Waves | None = None
    status: Status = Status.INVALID
    reasons: tuple[str, ...] = ()
    steer: Steer = Steer.STOP
    coast_left: float | None = None
    simulated: bool = False
    latency: float | None = None

    #: Updates that the daemon left out before this one because the reader was slow.
    missed: int = 0

    @classmethod
    def of(cls, message: Mapping[str, Any], missed: int = 0) -> Update:
        """Reads a line of the stream.

        Unknown keys are ignored. A value of a wrong type or out of range is unknown, with the reason
        `malformed_value`. An unknown word for `status` is `invalid`, one for `steer` is `stop`; so is `steer` without a
        magnetic heading.
        """
        values: dict[str, Any] = {}
        is_malformed = False
        for name, read in _READERS.items():
            value = message.get(name)
            if value is not None:
                values[name], is_whole = read(value)
                is_malformed |= not is_whole
        if is_malformed:
            values["reasons"] = (*values.get("reasons", ()), MALFORMED_VALUE)
        steer = _word(Steer, message.get("steer"), Steer.STOP)
        return cls(
            **values,
            status=_word(Status, message.get("status"), Status.INVALID),
            steer=Steer.STOP if values.get("magnetic_heading") is None else steer,
            simulated=message.get("simulated") is not False,
            missed=missed,
        )

    @classmethod
    def unavailable(cls, reason: str) -> Update:
        """Says that nothing is known: the heading is invalid, and a robot stops."""
        return cls(reasons=(reason,))

    def why(self, name: str) -> tuple[str, ...]:
        """The reasons why a value is unknown; none if it is known.

        They are those of the update that can make this value unknown, or all of them if none is known to.

        >>> update.why("true_heading")
        ('position_unknown',)

        Raises:
            AttributeError: an update has no value of that name.
        """
        if getattr(self, name) is not None:
            return ()
        return causes(name, self.reasons, has_magnetic_heading=self.magnetic_heading is not None)


#: What a reader makes of a value that is there, and whether it was all as it should be.
Reader = Callable[[object], "tuple[Any, bool]"]


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _number(low: float = -math.inf, high: float = math.inf) -> Reader:
    def read(value: object) -> tuple[float | None, bool]:
        number = _finite(value)
        return (number, True) if number is not None and low <= number <= high else (None, False)

    return read


def _direction(value: object) -> tuple[float | None, bool]:
    number = _finite(value)
    return (number, True) if number is not None and 0 <= number < 360 else (None, False)


def _numbers(count: int) -> Reader:
    def read(value: object) -> tuple[tuple[float, ...] | None, bool]:
        if not isinstance(value, list) or len(value) != count:
            return None, False
        known = tuple(number for number in map(_finite, value) if number is not None)
        return (known, True) if len(known) == count else (None, False)

    return read


def _text(value: object) -> tuple[str | None, bool]:
    return (plain(value), True) if isinstance(value, str) else (None, False)


def _texts(value: object) -> tuple[tuple[str, ...], bool]:
    if not isinstance(value, list):
        return (), False
    known = tuple(plain(item) for item in value if isinstance(item, str))
    return known, len(known) == len(value)


def _terms(value: object) -> tuple[ErrorTerms | None, bool]:
    if not isinstance(value, dict):
        return None, False
    present = {term.name: value.get(term.name) for term in fields(ErrorTerms)}
    read = {name: _positive(term) for name, term in present.items() if term is not None}
    return ErrorTerms(**{name: number for name, (number, _) in read.items()}), all(whole for _, whole in read.values())


def _waves(value: object) -> tuple[Waves | None, bool]:
    if not isinstance(value, dict):
        return None, False
    read: dict[str, Any] = {}
    is_whole = True
    for field in fields(Waves):
        member = value.get(field.name)
        if member is None:
            continue
        if field.name in ("roll", "pitch"):
            numbers, is_good = _numbers(4)(member)
            read[field.name] = None if numbers is None else AngleStatistics(*numbers)
        else:
            signed = field.name in ("heave", "heave_rate", "delayed_heave")
            read[field.name], is_good = (_number() if signed else _positive)(member)
        is_whole &= is_good
    return Waves(**read), is_whole


Word = TypeVar("Word", bound=enum.Enum)


def _word(kind: type[Word], value: object, otherwise: Word) -> Word:
    try:
        return kind(value)
    except ValueError:
        return otherwise


_positive = _number(low=0)
_quarter = _number(-90, 90)
_half = _number(-180, 180)

_SPECIAL: dict[str, Reader] = {
    **dict.fromkeys(("time", "heading_axis", "heading_source"), _text),
    **dict.fromkeys(("sources", "reasons"), _texts),
    **dict.fromkeys(("magnetic_heading", "true_heading", "course"), _direction),
    **dict.fromkeys(("pitch", "inclination", "latitude"), _quarter),
    **dict.fromkeys(("roll", "declination", "longitude"), _half),
    **dict.fromkeys(("field_strength", "speed", "fix_age", "coasting_time", "coast_left", "pressure"), _positive),
    **dict.fromkeys(("rotation_rate", "linear_acceleration", "field", "velocity"), _numbers(3)),
    "attitude": _numbers(4),
    "attitude_covariance": _numbers(9),
    "error_terms": _terms,
    "waves": _waves,
}

_READERS: dict[str, Reader] = {
    field.name: _SPECIAL.get(field.name, _positive if "accuracy" in field.name else _number())
    for field in fields(Update)
    if field.name not in ("status", "steer", "simulated", "missed")
}
