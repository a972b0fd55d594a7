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


@dataclass(frozen=True)
class PredictedError:
    """Predicted error of the heading by a calibration, degrees, 68 %."""

    #: In level attitude.
    level: float

    #: At 20° of tilt, which a target refers to.
    tilt20: float

    #: At 45° of tilt.
    tilt45: float


@dataclass(frozen=True)
class CalibrationProgress:
    """How far a guided calibration is."""

    #: Seconds from the first to the newest sample.
    elapsed: float

    #: Number of samples that the fit uses.
    samples: int

    #: Fraction of the field's directions that the samples cover, 0 to 1.
    coverage: float

    #: Fraction of the headings that the samples cover, 0 to 1.
    headings: float

    #: Tilt that the samples reach, degrees.
    tilt: float

    #: The calibration that the samples allow, such as `none` or `ellipsoid`.
    rung: str

    #: `unusable`, `poor`, `fair`, `good` or `excellent`.
    quality: str

    #: By coverage and consistency of the samples, 0 to 1.
    confidence: float

    #: `None` without a calibration; `reasons` says why.
    predicted_heading_error: PredictedError | None

    #: Error at 20° of tilt at which it is complete, degrees.
    target: float | None

    #: Whether `finish` would use the result.
    accepted: bool

    #: Whether the target is reached.
    complete: bool

    #: Names of the reasons why the result is refused or not better.
    reasons: tuple[str, ...]

    #: The motion that improves the result most, in words.
    next: str

    #: The rotation to the nearest direction that is not covered, such as `nose_up`; at most two.
    turn: tuple[str, ...]

    #: Why it is not complete, in words.
    obstacle: str | None

    #: What is wrong with the sensors, in words.
    notice: str | None

    simulated: bool


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


def calibration_progress(message: Mapping[str, Any]) -> CalibrationProgress:
    """The progress of a line; what is not as it should be is unknown, and never accepted or complete."""
    error = message.get("predicted_heading_error")
    errors = [_number(error.get(key)) for key in ("level", "tilt20", "tilt45")] if isinstance(error, dict) else []
    known = [one for one in errors if one is not None]
    return CalibrationProgress(
        elapsed=_number(message.get("elapsed")) or 0.0,
        samples=_whole(message.get("samples")) or 0,
        coverage=_number(message.get("coverage")) or 0.0,
        headings=_number(message.get("headings")) or 0.0,
        tilt=_number(message.get("tilt")) or 0.0,
        rung=plain(message.get("rung")),
        quality=plain(message.get("quality")) or "unusable",
        confidence=_number(message.get("confidence")) or 0.0,
        predicted_heading_error=PredictedError(*known) if len(known) == 3 else None,
        target=_number(message.get("target")),
        accepted=message.get("accepted") is True,
        complete=message.get("complete") is True,
        reasons=_texts(message.get("reasons")),
        next=plain(message.get("next")),
        turn=_texts(message.get("turn")),
        obstacle=_text(message.get("obstacle")),
        notice=_text(message.get("notice")),
        simulated=message.get("simulated") is not False,
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


def _texts(value: object) -> tuple[str, ...]:
    return tuple(plain(one) for one in value if isinstance(one, str)) if isinstance(value, list) else ()
