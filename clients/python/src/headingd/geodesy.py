"""Distances and directions on the WGS 84 ellipsoid, within 15 nm (GeographicLib's tables).

Arguments are numbers or arrays and are broadcast; latitudes -90 to 90, azimuths clockwise from true north, degrees.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _library
from ._arrays import Doubles
from .errors import InvalidInput


class Inverse(NamedTuple):
    """Arrays of the broadcast shape; of numbers, shape ()."""

    #: m
    distance: Doubles
    #: At the first place, -180 to 180 degrees.
    azimuth1: Doubles
    #: At the second place, of the same direction of travel.
    azimuth2: Doubles


class Direct(NamedTuple):
    """Arrays of the broadcast shape; of numbers, shape ()."""

    latitude: Doubles
    #: -180 to 180 degrees
    longitude: Doubles
    #: At the end.
    azimuth2: Doubles


def inverse(lat1: Any, lon1: Any, lat2: Any, lon2: Any) -> Inverse:
    """The shortest path between two places.

    Args:
        lat1, lon1: First places, degrees.
        lat2, lon2: Second places, degrees.

    Raises:
        InvalidInput: shapes that do not broadcast, or a latitude beyond the poles. NaN gives NaN.

    >>> round(float(inverse(50, 2, 76, 5).distance), 2)
    2900825.03
    """
    return Inverse(*_run("heading_geodesic_inverse", (lat1, lon1, lat2, lon2), (0, 2)))


def direct(lat: Any, lon: Any, azimuth: Any, distance: Any) -> Direct:
    """The end of a path.

    Args:
        lat, lon: Starts, degrees.
        azimuth: Directions at the start, degrees.
        distance: Lengths, m; negative ones lead backwards.

    Raises:
        InvalidInput: as of `inverse`.
    """
    return Direct(*_run("heading_geodesic_direct", (lat, lon, azimuth, distance), (0,)))


def _run(function: str, arguments: tuple[Any, ...], latitudes: tuple[int, ...]) -> list[Doubles]:
    try:
        columns = np.broadcast_arrays(*[np.asarray(value, dtype=np.float64) for value in arguments])
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"places and directions must be numbers whose shapes broadcast: {error}") from None
    shape = columns[0].shape
    inputs = [np.ascontiguousarray(column).reshape(-1) for column in columns]
    for index in latitudes:
        if bool((np.abs(inputs[index]) > 90).any()):
            raise InvalidInput("a latitude is not between -90 and 90 degrees: are latitude and longitude exchanged?")
    outputs = [np.empty(inputs[0].size) for _ in range(3)]
    result = getattr(_library.library(), function)(
        inputs[0].size, *[array.ctypes.data for array in inputs], *[array.ctypes.data for array in outputs])
    if result != _library.ERROR_VALUE:  # Of NaN and infinity, whose results are NaN.
        _library.check(result, function)
    return [array.reshape(shape) for array in outputs]
