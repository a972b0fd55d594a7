"""The Earth's magnetic field by the World Magnetic Model 2025, valid 2025.0 to 2030.0, over arrays.

Angles in degrees, declination positive east, inclination positive down; fields in T.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _library
from ._arrays import Doubles
from .errors import InvalidInput, LibraryError

if TYPE_CHECKING:
    _Table = np.recarray[Any, np.dtype[np.void]]
else:
    _Table = np.recarray

#: The columns of a `FieldTable`, all float64.
DTYPE = np.dtype([(name, np.float64) for name in _library.FIELD])


class FieldTable(_Table):
    """A structured array of `field()`, whose columns are also attributes: `table.declination`, `table["north"]`.

    `north east down horizontal total` in T, `declination inclination`; with `_rate` their change a year, with `_error`
    the 1 sigma error by the model's report; `years_outside` of the validity, 0 within; `zone` 0 normal, 1 caution
    (horizontal field below 6 uT), 2 blackout (below 2 uT: a compass is unusable).
    """


def declination(lat: Any, lon: Any, date: Any = None, height: Any = 0.0, *, extrapolate: bool = False) -> Doubles:
    """The declination: what is added to a magnetic heading to get the true one, degrees, positive east.

    Args: as of `field`.

    Returns:
        An array of the broadcast shape; of numbers a NumPy float.

    Raises: as `field`.

    >>> round(float(declination(47.4, 8.5, 2026.9)), 1)
    3.6
    """
    found: Doubles = field(lat, lon, date, height, extrapolate=extrapolate)["declination"]
    return np.asarray(found)[()]


def field(
    lat: Any, lon: Any, date: Any = None, height: Any = 0.0, *, extrapolate: bool = False, missing: bool = False
) -> FieldTable:
    """The field at places and dates, broadcast against each other.

    Args:
        lat, lon: Geodetic, degrees.
        date: Decimal years such as 2026.9, ISO texts, `datetime` objects or `datetime64`; today if absent. Those without
            a time zone are UTC.
        height: Above the WGS 84 ellipsoid, m, -1000 to 850,000.
        extrapolate: Also outside 2025.0 to 2030.0, with errors that grow.
        missing: NaN where there is no field, instead of an error.

    Raises:
        LibraryError: a date or a height outside the model; the text names the first.
        InvalidInput: shapes that do not broadcast, a latitude beyond the poles.
    """
    years = decimal_year(datetime.datetime.now(datetime.timezone.utc) if date is None else date)
    try:
        columns = np.broadcast_arrays(*[np.asarray(value, dtype=np.float64) for value in (lat, lon, height, years)])
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"lat, lon, height and date must be numbers whose shapes broadcast: {error}") from None
    shape = columns[0].shape
    inputs = [np.ascontiguousarray(column).reshape(-1) for column in columns]
    if bool((np.abs(inputs[0]) > 90).any()) and not missing:
        raise InvalidInput("a latitude is not between -90 and 90 degrees: are latitude and longitude exchanged?")
    table = np.empty(inputs[0].size, dtype=DTYPE)
    results = np.zeros(inputs[0].size, dtype=np.int32)
    result = _library.library().heading_field_compute(
        inputs[0].size, *[array.ctypes.data for array in inputs], int(extrapolate), table.ctypes.data,
        DTYPE.itemsize, results.ctypes.data)
    if result < 0 and not missing:
        first = int(np.flatnonzero(results < 0)[0])
        place = (f"latitude {inputs[0][first]:g}, longitude {inputs[1][first]:g}, height {inputs[2][first]:g} m, "
                 f"year {inputs[3][first]:.2f}")
        text = _library.library().heading_result_text(result).decode()
        raise LibraryError(f"no field at {place} ({int((results < 0).sum())} of {results.size} places): {text}", result)
    return table.reshape(shape).view(FieldTable)


def decimal_year(date: Any) -> Doubles:
    """Dates as decimal years: the year, and the elapsed share of it.

    Args:
        date: Numbers, which are years already, `datetime`, `date`, ISO texts, `datetime64`; or sequences of them.

    Raises:
        InvalidInput: what is no date.
    """
    try:
        if isinstance(date, datetime.datetime) and date.tzinfo is not None:
            date = date.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        if isinstance(date, (str, datetime.date)):
            date = np.datetime64(date)
        array = np.asarray(date)
        if array.dtype.kind in "OUS":
            flat = [np.datetime64(_naive(one)) for one in array.reshape(-1)]
            array = np.array(flat, dtype="datetime64[us]").reshape(array.shape)
        if array.dtype.kind != "M":
            return np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"not a date: {error}") from None
    moments = array.astype("datetime64[us]")
    start = moments.astype("datetime64[Y]")
    end = start + np.timedelta64(1, "Y")
    begin = start.astype("datetime64[us]")
    length = end.astype("datetime64[us]") - begin
    share = (moments - begin).astype(np.float64) / length.astype(np.float64)
    years: Doubles = start.astype(np.int64) + 1970.0 + share
    return np.where(np.isnat(moments), np.nan, years)


def _naive(one: Any) -> Any:
    if isinstance(one, bytes):
        return one.decode()
    if isinstance(one, datetime.datetime) and one.tzinfo is not None:
        return one.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return one
