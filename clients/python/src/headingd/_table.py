"""Rows of a recording in CSV, by the rules of `compass replay` (Sources/HeadingRecording/CSV)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import Doubles
from .errors import UnreadableRecording

SENSORS = {"gyr": ("gyr_x", "gyr_y", "gyr_z"), "acc": ("acc_x", "acc_y", "acc_z"), "mag": ("mag_x", "mag_y", "mag_z")}

#: The known columns in the order of a table that `compass record` writes.
COLUMNS = (
    "t", "utc", *SENSORS["gyr"], *SENSORS["acc"], *SENSORS["mag"], "pressure", "temperature", "load", "latitude",
    "longitude", "altitude", "ellipsoidal_altitude", "horizontal_accuracy", "vertical_accuracy", "speed",
    "speed_accuracy", "climb_rate", "course", "water_speed", "simulated")

#: Bad rows that are kept with their reason; further ones are counted.
KEPT = 100

# The end of the year 9999: times in milliseconds are larger.
_LATEST = 253_402_300_799.0
_MISSING = {b"na", b"n/a", b"null", b"none"}
_TRUTH = {b"true": 1.0, b"false": 0.0}
_HEXADECIMAL = re.compile(rb"[+-]?0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]+)?([pP][+-]?[0-9]+)?")


@dataclass(frozen=True)
class BadRow:
    """A row that was skipped."""

    #: In the file, the header is line 1.
    line: int
    problem: str


@dataclass
class Rows:
    """Columns of numbers; NaN where a cell is empty, and of a sensor also where its sample is invalid."""

    columns: dict[str, Doubles]
    #: Per column whether the cell has a number, NaN included.
    present: dict[str, Any]
    bad_rows: list[BadRow]
    bad_row_count: int


def header(text: str) -> list[str | None]:
    """The known column of each field; `None` for others.

    Raises:
        UnreadableRecording: what a recording needs is missing, or twice there.
    """
    names, name, quoted = [], "", False
    for character in text + ",":
        quoted ^= character == '"'
        if character == "," and not quoted:
            names.append(name)
            name = ""
        elif not character.isspace() and character not in '"\ufeff':
            name += character
    if quoted:
        names.append(name)
    if not any(names):
        raise UnreadableRecording("it is empty; the first line must name the columns, such as t,gyr_x,…")
    columns = [one if one in COLUMNS else None for one in names]
    found = [one for one in columns if one]
    for one in found:
        if found.count(one) > 1:
            raise UnreadableRecording(f"its header names the column {one} twice")
    if "t" not in found:
        raise UnreadableRecording("its header names no column t (seconds)")
    for group in (*SENSORS.values(), ("latitude", "longitude")):
        missing = [one for one in group if one not in found]
        if missing and len(missing) < len(group):
            raise UnreadableRecording(
                f"its header names no column {missing[0]}, though others of the same sensor or place")
    if not any(set(group) <= set(found) for group in SENSORS.values()):
        raise UnreadableRecording(
            "its header names no sensor; expected gyr_x,gyr_y,gyr_z (rad/s), acc_x,acc_y,acc_z (m/s²) or "
            "mag_x,mag_y,mag_z (µT)")
    return columns


def rows(content: bytes) -> Rows:
    """The readable rows of a table.

    Raises:
        UnreadableRecording: its header is wrong, or no row can be read.
    """
    first, _, rest = content.partition(b"\n")
    if not 0 < len(first) < 65_536:
        raise UnreadableRecording("it is empty; the first line must name the columns, such as t,gyr_x,…")
    columns = header(first.decode("utf-8", "replace"))
    wanted = [(index, name) for index, name in enumerate(columns) if name]
    # Plain numbers without quotes and underscores, which float() allows, need no second look.
    plain = not any(mark in rest for mark in (b'"', b"_", b"\x0b", b"\x0c"))
    lines: list[list[float]] = []
    bad: list[BadRow] = []
    bad_count = 0
    there: list[tuple[int, int]] = []
    for number, line in enumerate(rest.split(b"\n"), 2):
        line = line[:-1] if line.endswith(b"\r") else line
        begin = line.lstrip(b" \t")[:1]
        if begin in (b"", b"#"):
            continue
        numbers: list[float] | None = None
        empty: list[int] = []
        if plain and b"\r" not in line:
            cells = line.split(b",")
            if len(cells) == len(columns):
                try:
                    numbers = [float(cells[index]) for index, _ in wanted]
                except ValueError:
                    numbers = None
        if numbers is None:
            problem, numbers, empty = _careful(line, columns, wanted)
        else:
            problem = None
        problem = problem or _implausible(numbers, empty, wanted)
        if problem:
            bad_count += 1
            if len(bad) < KEPT:
                bad.append(BadRow(number, problem))
            continue
        there += [(len(lines), place) for place in empty]
        lines.append(numbers)
    if not lines:
        reason = f"none of its rows can be read; line {bad[0].line}: {bad[0].problem}" if bad else "it has a header but no rows"
        raise UnreadableRecording(reason)
    table = np.array(lines)
    present = np.ones(table.shape, bool)
    if there:
        present[tuple(np.array(there).T)] = False
    names = [name for _, name in wanted]
    return Rows({name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(names)},
                {name: present[:, index] for index, name in enumerate(names)}, bad, bad_count)


def _careful(
    line: bytes, columns: list[str | None], wanted: list[tuple[int, str]]
) -> tuple[str | None, list[float], list[int]]:
    """The problem of a line, its numbers, and which of them are missing."""
    cells, start, quoted = [], 0, False
    for index in range(len(line) + 1):
        byte = line[index:index + 1]
        quoted ^= byte == b'"'
        if index == len(line) or (byte == b"," and not quoted):
            cells.append(line[start:index])
            start = index + 1
    numbers, empty = [], []
    known = [(index, name) for index, name in wanted if index < len(cells)]
    for place, (index, name) in enumerate(known):
        cell = cells[index].strip(b' \t"')
        value = _number(cell)
        word = cell.lower() if len(cell) <= 5 else b""
        if value is None and name == "simulated":
            value = _TRUTH.get(word)
        if value is None:
            if cell and word not in _MISSING:
                return f"{name} is not a number", [], []
            empty.append(place)
        numbers.append(math.nan if value is None else value)
    if len(cells) > len(columns):
        return "more fields than the header names", [], []
    if len(cells) < len(columns):
        return f"{len(cells)} fields where the header names {len(columns)}", [], []
    return None, numbers, empty


def _number(cell: bytes) -> float | None:
    if not cell or b"_" in cell or cell.strip() != cell:
        return None
    try:
        return float(cell)
    except ValueError:
        return float.fromhex(cell.decode()) if _HEXADECIMAL.fullmatch(cell) else None


def _implausible(numbers: list[float], empty: list[int], wanted: list[tuple[int, str]]) -> str | None:
    for place, (_, name) in enumerate(wanted):
        if name not in _CHECKED or place in empty:
            if name == "t":
                return "t is not a finite number"
            continue
        value = numbers[place]
        if name == "t":
            if not math.isfinite(value):
                return "t is not a finite number"
            if abs(value) >= 9e9:
                return "t is not a time in seconds"
        elif name == "utc" and math.isfinite(value) and abs(value) > _LATEST:
            return "utc is not a time in Unix seconds"
        elif name == "latitude" and abs(value) > 90:
            return "latitude is not between -90 and 90"
        elif name == "longitude" and abs(value) > 360:
            return "longitude is not between -360 and 360"
    return None


_CHECKED = {"t", "utc", "latitude", "longitude"}
