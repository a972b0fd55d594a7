"""The shared library `libheading.so.0` by ctypes: the only module that knows its types.

Looked for, in this order: `headingd/_native/libheading.so.0` (a wheel brings it), the file named by
`$HEADINGD_LIBRARY`, the system's `libheading.so.0`.
"""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from .errors import LibraryError, LibraryMissing

#: The name by which programs link it; a number counts incompatible changes.
NAME = "libheading.so.0"

NOTICE_REFUSED, NOTICE_EXCLUDED, NOTICE_NONE = 1, 2, 3
ERROR_VALUE, ERROR_SIZE, ERROR_MISSING, ERROR_DATE, ERROR_HEIGHT, ERROR_FULL = -3, -4, -5, -6, -7, -8

#: The members of `heading_parameters` in their order, all doubles.
PARAMETERS = (
    "inertial_latency magnetometer_latency acceleration_time smoothing_time gyroscope_bias bias_walk "
    "bias_temperature_slope bias_rest bias_limit rest_rate rest_acceleration rest_time gyroscope_scale_error "
    "gyroscope_turn_error heading_noise field_variation field_variation_time field_walk magnetometer_noise "
    "magnetometer_rate_noise hard_iron soft_iron field_deviation hard_iron_walk local_field").split()

#: The members of `heading_terms`, degrees.
TERMS = "noise gyroscope_hold calibration disturbance local_field tilt".split()

#: The members of `heading_field`, all doubles: an array of them is a table of 23 columns.
FIELD = (
    "north east down horizontal total declination inclination north_rate east_rate down_rate horizontal_rate "
    "total_rate declination_rate inclination_rate north_error east_error down_error horizontal_error total_error "
    "declination_error inclination_error years_outside zone").split()


def _members(kind: Any, names: str) -> list[tuple[str, Any]]:
    return [(name, kind) for name in names.split()]


class Sized(ctypes.Structure):
    """A struct that begins with its size, which is set on creation."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.size = ctypes.sizeof(self)


class Parameters(Sized):
    """`heading_parameters`."""

    _fields_ = [("size", c_size_t), *_members(c_double, " ".join(PARAMETERS))]


class Terms(ctypes.Structure):
    """`heading_terms`."""

    _fields_ = _members(c_double, " ".join(TERMS))


class Batch(Sized):
    """`heading_batch`; the arrays as addresses, 0 for none."""

    _fields_ = [
        ("size", c_size_t), ("count", c_size_t), ("times", c_void_p), ("start", c_int64), ("step", c_int64),
        *_members(c_void_p, "rates forces fields attitudes headings bounds_68 bounds_95 reasons"),
        *_members(c_void_p, "biases bias_accuracies flags"),
    ]


class Estimate(Sized):
    """`heading_estimate`."""

    _fields_ = [
        ("size", c_size_t), ("reasons", c_uint64),
        *_members(c_int32, "status initialized north at_rest disturbed reserved"),
        ("time", c_int64), ("attitude", c_double * 4),
        *_members(c_double, "heading heading_68 heading_95 pitch roll"), ("terms", Terms),
        *_members(c_double, "unknown_magnet tilt_accuracy"),
        *_members(c_double * 3, "tilt_covariance rotation_rate gyroscope_bias"),
        ("gyroscope_bias_accuracy", c_double), ("hard_iron", c_double * 3),
        *_members(c_double, "hard_iron_accuracy magnetometer_latency field_strength field_inclination"),
        *_members(c_uint64, "invalid_samples late_samples"),
    ]


class Priors(Sized):
    """`heading_priors`."""

    _fields_ = [
        ("size", c_size_t),
        *_members(c_double, "latitude longitude height date_year field_strength field_inclination heading largest_error"),
        *_members(c_int32, "accelerometer reserved"),
    ]


class Calibration(Sized):
    """`heading_calibration`."""

    _fields_ = [
        ("size", c_size_t), ("reasons", c_uint64), *_members(c_int32, "accepted model quality next_motion"),
        ("soft_iron", c_double * 9), ("hard_iron", c_double * 3),
        *_members(c_double, "error error_tilt_20 error_tilt_45"), ("error_by_heading", c_double * 36),
        *_members(c_double, "field_strength field_inclination held_out_error noise lag confidence coverage headings"),
        *_members(c_uint64, "samples outliers"),
    ]


class Settings(Sized):
    """`heading_settings`."""

    _fields_ = [
        ("size", c_size_t), *_members(c_double, "latitude longitude altitude sea_level_pressure date_unix"),
        ("antenna", c_double * 3), *_members(c_double, "fix_latency coasting_limit gyroscope_bias"),
        *_members(c_int32, "motion extrapolate"),
    ]


class Solution(Sized):
    """`heading_solution`."""

    _fields_ = [
        ("size", c_size_t), ("reasons", c_uint64), *_members(c_int32, "status axis source reserved"),
        ("time", c_int64), ("unix_time", c_double),
        *_members(c_double, "magnetic_heading heading_68 heading_95 true_heading true_heading_68"), ("terms", Terms),
        *_members(c_double, "declination declination_error"),
        ("attitude", c_double * 4), ("attitude_covariance", c_double * 9),
        *_members(c_double, "pitch roll pitch_accuracy roll_accuracy"),
        *_members(c_double * 3, "rotation_rate linear_acceleration field"),
        *_members(c_double, "inclination latitude longitude horizontal_accuracy"),
        *_members(c_double, "altitude ellipsoidal_altitude vertical_accuracy"), ("velocity", c_double * 3),
        *_members(c_double, "speed speed_accuracy course course_accuracy fix_age coasting_time"),
        *_members(c_double, "pressure relative_altitude climb_rate climb_rate_accuracy"),
    ]


class Rows(Sized):
    """`heading_rows`; the columns as addresses, 0 for none."""

    _fields_ = [
        ("size", c_size_t), ("count", c_size_t),
        *_members(c_void_p, "times rates forces fields unix_times pressures temperatures loads water_speeds"),
        *_members(c_void_p, "latitudes longitudes altitudes ellipsoidal_altitudes horizontal_accuracies"),
        *_members(c_void_p, "vertical_accuracies speeds speed_accuracies climb_rates courses"),
    ]


# Arguments of the functions that are called; all return an int unless named below.
_ARGUMENTS: dict[str, list[Any]] = {
    "heading_parameters_calibrated": [POINTER(Parameters)],
    "heading_parameters_uncalibrated": [POINTER(Parameters)],
    "heading_estimator_create": [POINTER(Parameters), POINTER(c_void_p)],
    "heading_estimator_destroy": [c_void_p],
    "heading_estimator_gyroscope": [c_void_p, c_int64, c_void_p],
    "heading_estimator_accelerometer": [c_void_p, c_int64, c_void_p],
    "heading_estimator_magnetometer": [c_void_p, c_int64, c_void_p],
    "heading_estimator_reference": [c_void_p, c_double, c_double],
    "heading_estimator_batch": [c_void_p, POINTER(Batch)],
    "heading_estimator_read": [c_void_p, POINTER(Estimate)],
    "heading_calibrator_create": [c_size_t, POINTER(c_void_p)],
    "heading_calibrator_destroy": [c_void_p],
    "heading_calibrator_add": [c_void_p, c_int64, c_void_p, c_void_p, c_void_p],
    "heading_calibrator_fit": [c_void_p, POINTER(Priors), POINTER(Calibration)],
    "heading_calibration_apply": [POINTER(Calibration), c_size_t, c_void_p, c_void_p],
    "heading_priors_none": [POINTER(Priors)],
    "heading_settings_default": [POINTER(Settings)],
    "heading_field_compute": [
        c_size_t, c_void_p, c_void_p, c_void_p, c_void_p, c_uint, c_void_p, c_size_t, c_void_p],
    "heading_geodesic_inverse": [c_size_t, *[c_void_p] * 7],
    "heading_geodesic_direct": [c_size_t, *[c_void_p] * 7],
    "heading_result_text": [c_int],
    "heading_decimal_year": [c_double],
    "heading_reasons_names": [c_uint64, c_char_p, c_size_t],
    "heading_reasons_advice": [c_uint64, c_char_p, c_size_t],
    "heading_calibration_names": [c_uint64, c_char_p, c_size_t],
    "heading_calibration_advice": [c_uint64, c_char_p, c_size_t],
    "heading_smooth": [POINTER(Parameters), POINTER(Batch)],
    "heading_replay": [
        POINTER(Settings), POINTER(Calibration), POINTER(Rows), c_uint, c_void_p, c_size_t, POINTER(c_size_t)],
}
_RESULTS: dict[str, Any] = {
    "heading_result_text": c_char_p, "heading_decimal_year": c_double, "heading_reasons_names": c_size_t,
    "heading_reasons_advice": c_size_t, "heading_calibration_names": c_size_t, "heading_calibration_advice": c_size_t,
}

# Functions that the first libheading.so.0 did not have.
_NEWER = ("heading_smooth", "heading_replay")

_loaded: ctypes.CDLL | None = None
_loading = threading.Lock()


def candidates() -> list[str]:
    """Where the library is looked for, best first."""
    packaged = Path(__file__).parent / "_native" / NAME
    named = os.environ.get("HEADINGD_LIBRARY")
    return [*([str(packaged)] if packaged.exists() else []), *([named] if named else []), NAME]


def library() -> ctypes.CDLL:
    """The library, loaded once.

    Raises:
        LibraryMissing: it is nowhere, or too old; the text names the remedy.
    """
    global _loaded
    if _loaded is None:
        with _loading:
            if _loaded is None:
                _loaded = _load()
    return _loaded


def _load() -> ctypes.CDLL:
    problems = []
    for path in candidates():
        try:
            found = ctypes.CDLL(path)
            for name, arguments in _ARGUMENTS.items():
                if name in _NEWER and not hasattr(found, name):
                    continue
                function = getattr(found, name)
                function.argtypes = arguments
                function.restype = _RESULTS.get(name, c_int)
            return found
        except (OSError, AttributeError) as error:
            problems.append(str(error))
    raise LibraryMissing(
        f"{NAME} cannot be used: {'; '.join(problems)}. Install headingd from its wheel, or build the library (make "
        "library, in headingd's source) and set HEADINGD_LIBRARY to its file, or install it (make install-library).")


def check(result: int, what: str = "libheading") -> int:
    """Returns a result that is no error.

    Raises:
        LibraryError: the result is an error, in the library's words after `what`.
    """
    if result < 0:
        text = library().heading_result_text(result).decode()
        raise LibraryError(f"{what}: {text}", result)
    return result


def text_of(function: str, bits: int) -> str:
    """What a function of `_names` or `_advice` writes for a set of reasons."""
    write = getattr(library(), function)
    length = write(bits, None, 0)
    buffer = ctypes.create_string_buffer(length + 1)
    write(bits, buffer, length + 1)
    return buffer.value.decode()


def reason_names(bits: int) -> list[str]:
    """The names of a set of reasons, such as `["disturbed"]`; docs/glossary.md explains them."""
    return [name.strip() for name in text_of("heading_reasons_names", int(bits)).split(",") if name.strip()]


def reason_advice(bits: int) -> list[str]:
    """What each reason of a set means and what to do."""
    return [line for line in text_of("heading_reasons_advice", int(bits)).splitlines() if line]


def calibration_reason_names(bits: int) -> list[str]:
    """The names of a set of `enum heading_calibration_reason`."""
    return [name.strip() for name in text_of("heading_calibration_names", int(bits)).split(",") if name.strip()]


def calibration_advice(bits: int) -> list[str]:
    """What each of these reasons means and what to do."""
    return [line for line in text_of("heading_calibration_advice", int(bits)).splitlines() if line]


def grown() -> bool:
    """Whether the library has the outputs of a batch that came with `heading_smooth`."""
    return hasattr(library(), "heading_smooth")


def newer(name: str) -> Any:
    """A function that older libraries do not have.

    Raises:
        LibraryMissing: this one is older.
    """
    if not hasattr(library(), name):
        raise LibraryMissing(f"this needs {name} of a newer {NAME}: install the newest wheel")
    return getattr(library(), name)
