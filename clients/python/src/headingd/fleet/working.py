"""What is done with one recording: `work`, a pure function of its name, its bytes and the options."""

from __future__ import annotations

import math
from datetime import datetime, timezone
from typing import Any

import numpy as np

from . import deviation
from ._modules import needed
from .loads import load_iron
from .naming import Template, folder_of
from .series import Array, Series
from .tasks import Given, Options, Poison, Row

#: Differences beyond this are of a robot that moves backward, degrees.
BACKWARD = 120.0

#: Error of a velocity over ground, 1 sigma, m/s, where the receiver tells none: of the course it is this divided by the speed.
VELOCITY_ERROR = 0.1


def work(name: str, data: bytes, options: Options) -> Row:
    """The columns of one recording (table `recordings`), from its bytes: CSV or MCAP.

    Deterministic. `Poison` if the bytes are no recording, or one without usable rows.
    """
    series = Series.of(data)
    identity = Template(options.robot).match(name)
    robot = (identity.robot if identity else None) or series.robot or folder_of(name)
    date = series.date if series.date is not None else identity.date if identity else None
    row: Row = {
        "robot": robot, "date": date, "format": series.format, "rows": len(series.time), "bad_rows": series.bad_rows,
        "duration": series.duration, "rate": series.rate, "simulated": series.simulated,
        "temperature": series.median("temperature"),
    }
    try:
        _analyse(series, date, options, row)
    except (ValueError, ArithmeticError) as error:
        raise Poison("refused", f"{type(error).__name__}: {error}", robot) from error
    return row


def _analyse(series: Series, date: float | None, options: Options, row: Row) -> None:
    place = series.place
    if place:
        row["latitude"], row["longitude"] = place
    row["distance"] = _distance(series)
    calibration = _fit(series, place, date, row) if series.has_field else None
    if not series.has_field:
        return
    horizontal = _horizontal(row)
    found = load_iron(series)
    if found:
        iron, error, reach = found
        row.update(
            load_iron=iron, load_iron_error=error, load_range=reach,
            load_deviation=math.degrees(float(np.hypot(iron[0], iron[1])) / horizontal),
            load_deviation_error=math.degrees(error / horizontal))
    if place is None or not np.any(series.column("speed") >= options.least_speed):
        return
    used = _audited(series, options, calibration, row)
    if used is None:
        return
    if not hasattr(needed("headingd._library").library(), "heading_replay"):
        row["audit_calibration"] = "unavailable"
        return
    headings, differences, within, backward = _compared(series, used, date, options)
    row.update(audit_count=len(differences), audit_backward=backward)
    if len(differences):
        counts, medians = deviation.sectors(headings, differences)
        row.update(
            audit_median=float(np.median(differences)), audit_mad=deviation.spread(differences),
            audit_within=float(np.mean(within)), sector_count=counts, sector_median=medians)
        fitted = deviation.coefficients(headings, differences)
        if fitted:
            row["deviation"], row["deviation_error"] = fitted
    if calibration is not None and calibration.accepted and row["audit_calibration"] != "own":
        _, differences, _, _ = _compared(series, calibration, date, options)
        if len(differences):
            row["fit_audit_median"] = float(np.median(differences))
            row["fit_audit_mad"] = deviation.spread(differences)


def _audited(series: Series, options: Options, own: Any, row: Row) -> Any:
    """The calibration that the audit is of, and its name as `audit_calibration`; `None` if there is none."""
    if series.calibration is not None:
        row["audit_calibration"] = "recorded"
        return calibration_of(series.calibration)
    if options.given is not None:
        row["audit_calibration"] = "given"
        return calibration_of(options.given)
    if own is not None and own.accepted:
        row["audit_calibration"] = "own"
        return own
    return None


def calibration_of(given: Given) -> Any:
    """A calibration for a replay, of what a robot is known to have."""
    module, library = needed("headingd.calibration"), needed("headingd._library")
    structure = library.Calibration(
        accepted=1, model=module.MODELS.index("ellipsoid"), quality=module.QUALITIES.index("good"),
        soft_iron=given.soft_iron, hard_iron=given.hard_iron, error=given.error, error_tilt_20=given.error,
        error_tilt_45=given.error, error_by_heading=(given.error,) * 36, field_strength=given.strength,
        field_inclination=given.inclination, held_out_error=math.nan, noise=math.nan, lag=math.nan, confidence=1.0,
        coverage=1.0, headings=1.0)
    return module._result(structure, np.empty((0, 3)))


def _horizontal(row: Row) -> float:
    """The horizontal field, T; that of middle latitudes if the place is unknown."""
    strength, inclination = row.get("field_strength"), row.get("field_inclination")
    if strength is None or inclination is None:
        return 20e-6
    level = strength * math.cos(math.radians(inclination))
    return level if level > 1e-6 else 20e-6


def _finite(value: Any) -> float | None:
    number = float(value)
    return number if math.isfinite(number) else None


def _fit(series: Series, place: tuple[float, float] | None, date: float | None, row: Row) -> Any:
    """The calibration of this recording alone."""
    times, field, force, rate = series.at_field()
    if len(times) < 10:
        return None
    known: dict[str, Any] = {}
    if place is not None and date is not None:
        known = {"place": place, "date": datetime.fromtimestamp(date, timezone.utc)}
    found = needed("headingd.calibration").fit(field, force, rate, times=times, **known)
    soft, hard = np.asarray(found.soft_iron, float).reshape(3, 3), np.asarray(found.hard_iron, float)
    row.update(
        fit_accepted=bool(found.accepted), fit_model=_word(found.model), fit_quality=_word(found.quality),
        fit_reasons=[str(one) for one in found.reasons], fit_headings=_finite(found.headings), fit_noise=_finite(found.noise),
        field_strength=_finite(found.field_strength), field_inclination=_finite(found.field_inclination))
    if found.accepted:
        row.update(
            soft_iron=soft.ravel(), hard_iron=hard, fit_error=_finite(found.error),
            fit_error_tilt_20=_finite(found.error_tilt_20), fit_error_tilt_45=_finite(found.error_tilt_45))
        if row["field_strength"] is not None and row["field_inclination"] is not None:
            row["level_iron"] = level_iron(soft, hard, row["field_strength"], row["field_inclination"])
    return found


def _word(value: Any) -> str:
    """An enumeration's member as a word."""
    return str(getattr(value, "name", value)).lower()


def level_iron(soft: Array, hard: Array, strength: float, inclination: float) -> Array:
    """What the uncalibrated field is while level, on the mean of all headings, beyond the vertical field, T.

    Calibrations of one motion with different models divide the same field differently between h and S; this is
    what they agree on: h + S⁻¹ v - v, where v is the vertical field.
    """
    vertical = np.array([0.0, 0.0, -strength * math.sin(math.radians(inclination))])
    return np.asarray(hard + np.linalg.solve(soft, vertical) - vertical, float)


def _distance(series: Series) -> float | None:
    """Metres over ground by the fixes' speeds; pauses of more than 10 s between fixes do not count."""
    speed = series.column("speed")
    there = np.isfinite(speed) & (speed >= 0)
    if there.sum() < 2:
        return None
    steps = np.diff(series.time[there])
    mean = (speed[there][1:] + speed[there][:-1]) / 2
    return float(np.sum((mean * steps)[steps <= 10]))


def _compared(
    series: Series, calibration: Any, date: float | None, options: Options,
) -> tuple[Array, Array, Array, int]:
    """Heading against course at the fixes that move straight and fast enough.

    Returns the headings, the differences heading minus course, both degrees, whether each is within its bounds, and the number of
    those left out as backward motion. The replay has no fixes, because the engine takes the heading of a moving
    vehicle from them: it would be compared with itself.
    """
    known = {"date": datetime.fromtimestamp(date, timezone.utc)} if date is not None else {}
    solutions = needed("headingd.replaying").replay(
        series.without_fixes(), calibration=calibration, place=series.place, **known)
    heading = np.asarray(solutions.true_heading, float)
    course, speed = series.column("course"), series.column("speed")
    usable = np.isfinite(course) & (course >= 0) & (speed >= options.least_speed) & np.isfinite(heading)
    usable &= np.asarray(solutions.status) <= 1
    usable &= series.turn_rate(heading) <= options.largest_turn
    difference = deviation.wrapped(heading[usable] - course[usable])
    backward = np.abs(difference) > BACKWARD
    # Of a robot that is backward most of the time the magnetometer is mounted so, or wrong.
    forward = ~backward if backward.sum() < len(backward) / 2 else np.ones(len(backward), bool)
    bound = np.hypot(
        np.asarray(solutions.heading_95, float)[usable], 1.96 * np.degrees(VELOCITY_ERROR / speed[usable]))
    within = np.abs(difference) <= bound
    return heading[usable][forward], difference[forward], within[forward], int((~forward).sum())
