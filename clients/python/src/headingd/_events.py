"""Rows of a recording in MCAP: the messages of `compass record`, merged as it writes them into a table."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._arrays import Doubles
from ._table import COLUMNS, SENSORS, BadRow, Rows
from .errors import UnreadableRecording

MAGIC = b"\x89MCAP0\r\n"

_LARGEST = 1 << 28
_EARLIEST = -(1 << 63)

#: The longest delay of an event behind newer ones, ns: receivers have up to 1.2 s.
_DELAY = 2_000_000_000
_MOST_WAITING = 1 << 16

_VECTORS = {"angular_rate": ("gyr", 1.0), "acceleration": ("acc", 1.0), "magnetic_field": ("mag", 1e6)}
_SCALARS = {"pressure": "pressure", "load": "load", "water_speed": "water_speed"}
_FIX = ("latitude", "longitude", "altitude", "ellipsoidal_altitude", "horizontal_accuracy", "vertical_accuracy", "speed",
        "speed_accuracy", "climb_rate", "course")
_GROUPS = (*SENSORS, "pressure", "temperature", "load", "water_speed", "fix")


def messages(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Topic and data of each message, up to the end or a cut.

    Raises:
        UnreadableRecording: a record is damaged, or compressed and the package `mcap` is absent.
    """
    view, at, topics = memoryview(content), len(MAGIC), {}
    while at + 9 <= len(view):
        kind, length = struct.unpack_from("<BQ", view, at)
        if length > _LARGEST:
            raise UnreadableRecording(f"the data at byte {at} are no MCAP record: the file is damaged")
        body = view[at + 9:at + 9 + length]
        if len(body) < length:
            return
        at += 9 + length
        try:
            if kind == 4:  # Channel.
                identifier, _, size = struct.unpack_from("<HHI", body)
                topics[identifier] = bytes(body[8:8 + size]).decode()
            elif kind == 5:  # Message.
                (identifier,) = struct.unpack_from("<H", body)
                if length < 22:
                    raise ValueError
                yield topics[identifier], bytes(body[22:])
            elif kind == 6:  # Chunk.
                yield from _of_chunks(content)
                return
            elif kind in (2, 15):  # Footer, end of data.
                return
        except (struct.error, KeyError, ValueError):
            raise UnreadableRecording(f"the data at byte {at} are no MCAP record: the file is damaged") from None


def _of_chunks(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Messages of a file that another program wrote, with chunks."""
    try:
        import io

        from mcap.exceptions import McapError
        from mcap.reader import make_reader
    except ImportError:
        raise UnreadableRecording(
            "it has chunks, which `compass record` does not write: pip install 'headingd[mcap]' reads them") from None
    try:
        for _, channel, message in make_reader(io.BytesIO(content)).iter_messages(log_time_order=False):
            yield channel.topic, message.data
    except McapError as error:
        raise UnreadableRecording(f"the file is damaged: {error}") from None


class Merger:
    """Merges events into rows, one a time, in order of time; as `EventRows`."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self._waiting: list[dict[str, Any]] = []
        self._newest = self._last = _EARLIEST
        self._clock: tuple[int, float] | None = None
        self._simulated = False
        self._thermometer: int | None = None

    def simulate(self) -> None:
        """Marks all further rows."""
        self._simulated = True

    def add(self, event: dict[str, Any]) -> None:
        """Adds an event that has a sample, a fix, or tells of the clock.

        Raises:
            ValueError, KeyError, TypeError: it lacks values.
        """
        kind, time = event["kind"], int(event["time"])
        if not _EARLIEST <= time < -_EARLIEST:
            raise ValueError("its time is none")
        row: dict[str, Any] = {"time": time}
        if kind in _VECTORS:
            name, unit = _VECTORS[kind]
            x, y, z = (_value(one) * unit for one in event["value"])
            row[name] = (x, y, z)
        elif kind in _SCALARS:
            (row[_SCALARS[kind]],) = (_value(one) for one in event["value"])
        elif kind == "temperature":
            (value,) = (_value(one) for one in event["value"])
            self._thermometer = event["sensor"] if self._thermometer is None else self._thermometer
            if event["sensor"] != self._thermometer:
                return
            row["temperature"] = value - 273.15
        elif kind == "fix":
            numbers = event["numbers"]
            row["fix"] = {name: _value(numbers[name]) for name in _FIX if name in numbers or name in _FIX[:2]}
        elif kind == "clock":
            (value,) = (_value(one) for one in event["value"])
            self._clock = None if event["state"] == 0 else (time, value)
            return
        elif kind == "simulated":
            self._simulated = event["state"] != 0
            return
        else:
            return
        if time < self._last:
            return
        if self._clock is not None:
            row["utc"] = self._clock[1] + (time - self._clock[0]) * 1e-9
        row["simulated"] = self._simulated
        self._waiting.append(row)
        self._newest = max(self._newest, time)
        if self._newest - self._waiting[0]["time"] > 2 * _DELAY:
            self._release(_DELAY)
        elif len(self._waiting) >= _MOST_WAITING:
            self._release(None)

    def end(self) -> None:
        """Completes the rows that wait."""
        self._release(None)

    def _release(self, delay: int | None) -> None:
        self._waiting.sort(key=lambda row: int(row["time"]))
        count = len(self._waiting)
        if delay is not None:
            count = next((index for index, row in enumerate(self._waiting) if self._newest - row["time"] < delay), count)
        begun = len(self.rows)
        for row in self._waiting[:count]:
            before = self.rows[-1] if len(self.rows) > begun else None
            if before is None or before["time"] != row["time"] or any(one in before and one in row for one in _GROUPS):
                self.rows.append(row)
            else:
                merged = {**row, **before}
                merged["simulated"] = before["simulated"] or row["simulated"]
                self.rows[-1] = merged
        if self.rows:
            self._last = self.rows[-1]["time"]
        del self._waiting[:count]


def _value(one: Any) -> float:
    if isinstance(one, str):
        return {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[one]
    return float(one)


def rows(content: bytes) -> tuple[Rows, Any, dict[str, Any]]:
    """The rows of an MCAP file, their times in ns, and what it says of its beginning: setup, calibration, settings.

    Raises:
        UnreadableRecording: it is damaged, or has no samples.
    """
    merger = Merger()
    about: dict[str, Any] = {}
    bad: list[BadRow] = []
    number = 0
    try:
        for topic, data in messages(content):
            if topic == "/setup":
                setup = json.loads(data)
                if not merger.rows:
                    about["setup"] = setup
                if setup.get("simulated") is True:
                    merger.simulate()
            elif topic in ("/context", "/events"):
                number += 1
                event = json.loads(data)
                if event["kind"] in ("calibration", "settings") and not merger.rows:
                    about[event["kind"]] = event
                merger.add(event)
    except UnreadableRecording as error:
        if not number:
            raise
        bad.append(BadRow(number, str(error)))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        bad.append(BadRow(number, f"its event {number} is invalid: {error!r}; was it written by a newer program?"))
    merger.end()
    if not merger.rows:
        raise UnreadableRecording(bad[0].problem if bad else "it has no sensor events; record one with `compass record FILE`")
    columns: dict[str, Doubles] = {}
    present: dict[str, Any] = {}
    found = merger.rows
    times = np.array([row["time"] for row in found], dtype=np.int64)
    columns["t"], present["t"] = np.asarray(times * 1e-9, dtype=np.float64), np.ones(len(found), bool)
    for name in COLUMNS[1:]:
        values = [_cell(row, name) for row in found]
        there = np.array([value is not None for value in values])
        if there.any():
            columns[name] = np.array([math.nan if value is None else value for value in values], dtype=np.float64)
            present[name] = there
    return Rows(columns, present, bad, len(bad)), times, about


def _cell(row: dict[str, Any], name: str) -> float | None:
    if name in _FIX:
        found: float | None = row.get("fix", {}).get(name)
        return found
    sensor, _, axis = name.partition("_")
    if sensor in SENSORS:
        vector = row.get(sensor)
        return None if vector is None else float(vector["xyz".index(axis)])
    value = row.get(name)
    return None if value is None else float(value)
