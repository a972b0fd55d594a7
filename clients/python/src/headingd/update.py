"""The daemon's updates as values."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

Vector = tuple[float, float, float]
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


#: The connection to the daemon is lost, or there is none yet; made by this package.
CONNECTION_LOST = "connection_lost"

#: The daemon has sent nothing for the time that was asked for; made by this package.
CONNECTION_SILENT = "connection_silent"


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
class Update:
    """What the daemon knows at one moment; `None` is unknown, and `reasons` says why.

    Headings and angles in degrees, clockwise from north; lengths in metres, velocities in metres per second
    (east, north, up), pressure in pascals, fields in microteslas in the body frame (right, forward, up). The
    attitude is the unit quaternion w, x, y, z from the body frame to east, magnetic north, up. Accuracies are 68 %
    bounds, `heading_accuracy_95` is a 95 % bound. docs/protocol.md of headingd defines each value.
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
    attitude: Quaternion | None = None
    rotation_rate: Vector | None = None
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

        Unknown keys are ignored, an unknown word for `steer` or `status` is the most careful one, and a value of a
        wrong type is unknown.
        """
        values: dict[str, Any] = {
            name: read(message.get(name)) for name, read in _READERS.items() if name in message
        }
        return cls(**values, missed=missed)

    @classmethod
    def unavailable(cls, reason: str) -> Update:
        """Says that nothing is known: the heading is invalid, and a robot stops."""
        return cls(reasons=(reason,))


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _numbers(count: int) -> Any:
    def read(value: object) -> tuple[float, ...] | None:
        if not isinstance(value, list) or len(value) != count:
            return None
        numbers = [_number(item) for item in value]
        known = tuple(number for number in numbers if number is not None)
        return known if len(known) == count else None

    return read


def _terms(value: object) -> ErrorTerms | None:
    if not isinstance(value, dict):
        return None
    return ErrorTerms(**{term.name: _number(value.get(term.name)) for term in fields(ErrorTerms)})


def _steer(value: object) -> Steer:
    try:
        return Steer(value)
    except ValueError:
        return Steer.STOP


def _status(value: object) -> Status:
    try:
        return Status(value)
    except ValueError:
        return Status.INVALID


_SPECIAL: dict[str, Any] = {
    "time": _text,
    "heading_axis": _text,
    "heading_source": _text,
    "error_terms": _terms,
    "attitude": _numbers(4),
    "rotation_rate": _numbers(3),
    "field": _numbers(3),
    "velocity": _numbers(3),
    "sources": _texts,
    "reasons": _texts,
    "status": _status,
    "steer": _steer,
    "simulated": lambda value: value is not False,
}

_READERS: dict[str, Any] = {
    field.name: _SPECIAL.get(field.name, _number) for field in fields(Update) if field.name != "missed"
}
