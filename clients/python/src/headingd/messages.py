"""The other lines of the stream as values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .text import plain

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Sample:
    """A sensor's raw value in the body frame, not calibrated: µT, m/s², °/s, Pa; other quantities in their own unit."""

    #: Such as `magnetometer`; a newer daemon may have others.
    sensor: str

    #: Seconds on the kernel's boottime clock of the daemon's machine.
    boot_time: float

    #: One number, or x, y and z.
    values: tuple[float, ...]

    simulated: bool


@dataclass(frozen=True)
class Notice:
    """A sentence for people."""

    message: str

    #: The sensor that it is about.
    sensor: str | None

    #: `info`, `warning` or `error`; a newer daemon may have others.
    severity: str


@dataclass(frozen=True)
class SensorState:
    """A sensor of the daemon."""

    #: Such as `magnetometer`.
    sensor: str

    #: `present`, `absent`, `failed`, `silent`, `misaligned`, or `unknown` before its source has reported anything.
    state: str

    #: Samples since the daemon began.
    count: int

    #: Samples per second.
    rate: float | None

    #: Seconds since the newest sample.
    age: float | None

    #: Temperature of the chip, °C.
    temperature: float | None


@dataclass(frozen=True)
class DaemonStatus:
    """The state of the daemon and its sensors."""

    #: Name and version.
    server: str

    #: Seconds since the daemon began.
    uptime: float

    #: Name of the sensors' source, such as `local:`.
    source: str

    simulated: bool
    sensors: tuple[SensorState, ...]

    #: Updates per second.
    rate: float | None

    #: Whether a calibration of the magnetometer is in force.
    calibrated: bool

    #: The stored calibration profile in force, `SENSOR:REVISION`.
    profile: str | None

    #: What is done with a better calibration that is found while running: `off`, `propose` or `apply`.
    continuous_calibration: str | None

    #: The better calibration that waits for `accept_calibration`, in a sentence.
    proposed_calibration: str | None

    #: The answer as it is, with everything else.
    message: Mapping[str, Any]


@dataclass(frozen=True)
class Calibration:
    """The calibration of the magnetometer in force; corrected field = soft iron · (raw field − hard iron)."""

    #: Whether there is one.
    calibrated: bool

    #: x, y, z in the body frame, µT.
    hard_iron: tuple[float, ...] | None

    #: Three rows.
    soft_iron: Matrix | None

    #: Predicted error of the heading, level, degrees, 68 %.
    heading_error: float | None

    #: Number of the stored revision in force.
    revision: int | None


def event(message: Mapping[str, Any]) -> Sample | Notice | None:
    """The sample or notice of a line; `None` for another class, and for what is not as it should be."""
    kind = message.get("class")
    if kind == "notice" and isinstance(message.get("message"), str):
        sensor = message.get("sensor")
        return Notice(
            plain(message["message"]), plain(sensor) if isinstance(sensor, str) else None,
            plain(message.get("severity")) or "info",
        )
    if kind == "sample" and isinstance(message.get("sensor"), str):
        boot_time, values = _number(message.get("boot_time")), _numbers(message.get("values"))
        if boot_time is not None and values is not None:
            return Sample(plain(message["sensor"]), boot_time, values, message.get("simulated") is not False)
    return None


def daemon_status(message: Mapping[str, Any]) -> DaemonStatus:
    """The status of an answer; what is not as it should be is unknown."""
    sensors = message.get("sensors")
    return DaemonStatus(
        server=plain(message.get("server")),
        uptime=_number(message.get("uptime")) or 0.0,
        source=plain(message.get("source")),
        simulated=message.get("simulated") is not False,
        sensors=tuple(
            SensorState(
                plain(one.get("sensor")), plain(one.get("state")) or "unknown", _whole(one.get("count")) or 0,
                _number(one.get("rate")), _number(one.get("age")), _number(one.get("temperature")),
            )
            for one in (sensors if isinstance(sensors, list) else [])
            if isinstance(one, dict)
        ),
        rate=_number(message.get("rate")),
        calibrated=message.get("calibrated") is True,
        profile=_text(message.get("profile")),
        continuous_calibration=_text(message.get("continuous_calibration")),
        proposed_calibration=_text(message.get("proposed_calibration")),
        message=message,
    )


def calibration(message: Mapping[str, Any]) -> Calibration:
    """The calibration of an answer; what is not as it should be is unknown."""
    hard_iron, rows = _numbers(message.get("hard_iron")), message.get("soft_iron")
    matrix = tuple(_numbers(row) for row in rows) if isinstance(rows, list) else ()
    known = tuple(row for row in matrix if row is not None and len(row) == 3)
    return Calibration(
        calibrated=message.get("calibrated") is True,
        hard_iron=hard_iron if hard_iron is not None and len(hard_iron) == 3 else None,
        soft_iron=known if len(known) == len(matrix) == 3 else None,
        heading_error=_number(message.get("heading_error")),
        revision=_whole(message.get("revision")),
    )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _numbers(value: object) -> tuple[float, ...] | None:
    if not isinstance(value, list):
        return None
    numbers = tuple(number for number in map(_number, value) if number is not None)
    return numbers if len(numbers) == len(value) else None


def _text(value: object) -> str | None:
    return plain(value) if isinstance(value, str) else None
