"""Arguments as NumPy arrays, converted once, with errors that name the argument."""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:  # pragma: no cover
    raise ImportError(
        "headingd's estimators need NumPy: pip install 'headingd[numpy]' (the client of the daemon does not)") from error

from .errors import InvalidInput

Doubles = npt.NDArray[np.float64]

#: Nanoseconds of a second.
SECOND = 1_000_000_000

#: Times in ns that the library accepts without an overflow, about 290 years.
_LATEST = 9.2e18


def vectors(value: Any, name: str, count: int | None = None) -> Doubles:
    """N x 3 float64 in C order; a copy only if dtype or layout differ.

    Raises:
        InvalidInput: another shape, or another number of rows than `count`.
    """
    try:
        array = np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{name}: not an array of numbers: {error}") from None
    if array.ndim != 2 or array.shape[1] != 3:
        hint = " (transpose it: one row per sample)" if array.ndim == 2 and array.shape[0] == 3 else ""
        raise InvalidInput(f"{name} has the shape {array.shape}; wanted is (N, 3), one row per sample{hint}")
    if count is not None and len(array) != count:
        raise InvalidInput(f"{name} has {len(array)} rows where gyr has {count}: all sensors need the same number; "
                           "give rows of NaN where a slower sensor has no sample")
    return array


def vector(value: Any, name: str) -> Doubles:
    """Three float64.

    Raises:
        InvalidInput: another shape.
    """
    try:
        array = np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{name}: not numbers: {error}") from None
    if array.shape != (3,):
        raise InvalidInput(f"{name} has the shape {array.shape}; wanted are three numbers, x y z")
    return array


def nanoseconds(value: Any, name: str, count: int) -> npt.NDArray[np.int64]:
    """Times as int64 ns: floats are seconds, integers nanoseconds, datetime64 and timedelta64 what they say.

    Rounded half away from zero, as `compass replay` does.

    Raises:
        InvalidInput: a wrong number of times, one that is not finite, or integers that look like no nanoseconds.
    """
    array = np.asarray(value)
    if array.shape != (count,):
        raise InvalidInput(f"{name} has the shape {array.shape}; wanted are {count} times, one per row")
    if array.dtype.kind in "mM":
        if bool(np.isnat(array).any()):
            raise InvalidInput(f"{name} has a NaT")
        unit = "datetime64[ns]" if array.dtype.kind == "M" else "timedelta64[ns]"
        return array.astype(unit).astype(np.int64)
    if array.dtype.kind in "iu":
        whole = array.astype(np.int64)
        if count > 1 and 0 < int(np.median(np.abs(np.diff(whole)))) < 1000:
            raise InvalidInput(f"{name} are integers, so nanoseconds, but their steps are below 1 us: "
                               "give seconds as floats")
        return whole
    seconds = np.asarray(array, dtype=np.float64)
    return rounded(seconds, name)


def rounded(seconds: Doubles, name: str) -> npt.NDArray[np.int64]:
    """Seconds as ns, rounded half away from zero."""
    scaled = seconds * 1e9
    if not bool(np.all(np.abs(scaled) < _LATEST)):
        raise InvalidInput(f"{name}: a time is not a finite number of seconds")
    whole = np.trunc(scaled)
    whole += np.where(np.abs(scaled - whole) >= 0.5, np.sign(scaled), 0.0)
    return whole.astype(np.int64)


def step(dt: Any) -> int:
    """A sampling time in s as ns.

    Raises:
        InvalidInput: it is not a time between 1 us and 1000 s.
    """
    try:
        value = float(dt)
    except (TypeError, ValueError):
        raise InvalidInput(f"dt is {dt!r}; wanted is the time between samples in s") from None
    if not 1e-6 <= value <= 1000:
        raise InvalidInput(f"dt is {value:g} s; wanted is the time between samples, between 1e-6 and 1000 s")
    return round(value * SECOND)
