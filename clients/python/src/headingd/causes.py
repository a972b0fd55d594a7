"""Which reasons can make a value unknown: the wire gives one list for all values of an update."""

from __future__ import annotations

_ACCESS = {
    "place_withheld", "place_reduced", "authorization_not_determined", "authorization_denied",
    "authorization_restricted", "authorization_unknown_program", "authorization_reduced",
}
_ATTITUDE = {
    "starting", "accelerometer_missing", "accelerometer_stale", "accelerometer_stuck", "gyroscope_stuck",
    "mount_invalid", "sensor_failed",
}
_MAGNETOMETER = {
    "starting", "magnetometer_missing", "magnetometer_stale", "magnetometer_stuck", "mount_invalid", "sensor_failed",
}
_GYROSCOPE = {
    "starting", "gyroscope_missing", "gyroscope_stale", "gyroscope_stuck", "mount_invalid", "sensor_failed",
}
_HEADING = _ATTITUDE | _MAGNETOMETER | {
    "disturbed", "external_heading", "field_implausible", "field_too_weak", "gyroscope_hold", "gravity_implausible",
    "heading_withheld", "invalid_samples", "relative_heading", "saturated", "sensor_stuck", "uncalibrated",
}
_DECLINATION = _ACCESS | {"position_unknown", "date_unknown", "model_expired"}
_FIX = _ACCESS | {
    "starting", "gnss_missing", "no_fix", "fix_stale", "not_reported", "fix_accuracy_implausible", "fix_jump",
    "fix_frozen", "fix_time_implausible", "navigation_reset",
}
_BAROMETER = _ACCESS | {
    "starting", "barometer_missing", "barometer_stale", "barometer_stuck", "sensor_failed",
}
_HEIGHT = _FIX | _BAROMETER | {"geoid_missing"}

#: Reasons of this package, which can make any value unknown.
_ANY = {"connection_lost", "connection_silent", "malformed_value"}

_CAUSES = {
    "time": {"date_unknown"},
    **dict.fromkeys(("magnetic_heading", "heading_accuracy", "heading_accuracy_95"), _HEADING),
    **dict.fromkeys(("true_heading", "true_heading_accuracy"), _HEADING | _DECLINATION),
    "declination": _DECLINATION,
    **dict.fromkeys(("pitch", "roll", "pitch_accuracy", "roll_accuracy", "linear_acceleration"), _ATTITUDE),
    **dict.fromkeys(("attitude", "attitude_covariance"), _ATTITUDE | {"heading_withheld"}),
    "rotation_rate": _GYROSCOPE,
    **dict.fromkeys(("field", "field_strength"), _MAGNETOMETER | {"heading_withheld"}),
    "inclination": _MAGNETOMETER | _ATTITUDE,
    **dict.fromkeys(
        ("latitude", "longitude", "horizontal_accuracy", "speed", "course", "velocity", "speed_accuracy",
         "course_accuracy", "fix_age"),
        _FIX,
    ),
    **dict.fromkeys(("altitude", "ellipsoidal_altitude", "vertical_accuracy"), _HEIGHT),
    "pressure": _BAROMETER,
    **dict.fromkeys(("relative_altitude", "climb_rate", "climb_rate_accuracy"), _BAROMETER | _FIX),
}


def causes(name: str, reasons: tuple[str, ...], *, has_magnetic_heading: bool) -> tuple[str, ...]:
    """The reasons that can make a value unknown; all of them if none is known to."""
    known = _CAUSES.get(name, set()) | _ANY
    if has_magnetic_heading and name.startswith("true_heading"):
        # A magnetic heading that is there explains nothing.
        known = _DECLINATION | _ANY
    return tuple(reason for reason in reasons if reason in known) or reasons
