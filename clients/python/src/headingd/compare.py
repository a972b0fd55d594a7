"""Accuracy and speed beside other packages: python -m headingd.compare DATA

DATA is a folder of recordings, or files: CSV as `headingd.read_recording` reads it, with the columns ref_w, ref_x, ref_y, ref_z
(the true attitude, body to earth, east north up) and perhaps moving (1 in rows that count; else all after 10 s).

Errors as of the BROAD benchmark: e = estimate * conjugate(truth), total = 2 acos|w|, heading = 2 atan(z / w), tilt =
2 acos sqrt(w2 + z2); root mean square over the rows that count, then the mean over recordings, degrees. "offset-free" is the
heading without each recording's constant. Speed is processor time of one thread per row. Filters of packages that are not
installed are left out.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library
from ._arrays import Doubles
from ._filters import FILTERS, Filter, Samples
from ._vqf_math import multiply
from .errors import HeadingError, UnreadableRecording
from .recording import Recording, read_recording

TRUTH = ("ref_w", "ref_x", "ref_y", "ref_z")

#: Rows of a recording without the column `moving` count from here on, s.
SETTLING = 10.0

METRICS = ("total", "heading", "tilt", "offset_free")


@dataclass(frozen=True)
class Score:
    """Errors of a filter on a recording, degrees, and its processor time per row, ns."""

    total: float
    heading: float
    tilt: float
    offset_free: float
    nanoseconds: float


@dataclass(frozen=True)
class Trial:
    """A recording with its truth."""

    name: str
    samples: Samples
    reference: Doubles
    counts: npt.NDArray[np.bool_]


def load(path: Path, every: int = 1) -> Trial:
    """Reads a recording with its truth.

    Args:
        every: Uses each n-th row only.

    Raises:
        UnreadableRecording: no recording, no truth, or a sensor is missing.
    """
    recording = read_recording(path)
    truth = _columns(path, len(recording), recording)
    sensors = [recording.gyr, recording.acc, recording.mag]
    for sensor, name in zip(sensors, ("gyr", "acc", "mag")):
        if not np.isfinite(sensor).all(axis=1).any():
            raise UnreadableRecording(f"{path}: it has no samples of {name}; all three sensors are needed")
    reference = np.stack([truth[name] for name in TRUTH], axis=1)
    counts = np.asarray(np.isfinite(reference).all(axis=1))
    t = recording.t
    counts &= truth["moving"] == 1 if "moving" in truth else t >= t[0] + SETTLING
    if not counts.any():
        raise UnreadableRecording(f"{path}: no row counts: the truth is missing, or `moving` is never 1")
    # One row per sample of the gyroscope; of a slower accelerometer the newest value.
    rows = np.flatnonzero(np.isfinite(sensors[0]).all(axis=1))[::every]
    acc = _newest(sensors[1])[rows]
    mag = sensors[2][rows] * 1e6
    dt = np.diff(t[rows], prepend=np.nan)
    usual = float(np.median(dt[1:])) if len(rows) > 1 else 0.01
    dt = np.where(dt > 0, dt, usual)
    return Trial(path.name, Samples(t[rows], sensors[0][rows], acc, mag, dt), reference[rows], counts[rows])


def _newest(values: Doubles) -> Doubles:
    there = np.isfinite(values).all(axis=1)
    last = np.maximum.accumulate(np.where(there, np.arange(len(values)), -1))
    found: Doubles = values[np.where(last < 0, np.flatnonzero(there)[0], last)]
    return found


def _columns(path: Path, count: int, recording: Recording) -> dict[str, Doubles]:
    """The columns of the truth, which recordings need not have."""
    content = path.read_bytes()
    content = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
    lines = csv.reader(io.StringIO(content.decode("utf-8-sig", "replace")))
    names = [name.strip() for name in next(lines, [])]
    missing = [name for name in TRUTH if name not in names]
    if missing:
        raise UnreadableRecording(
            f"{path}: no column {', '.join(missing)}: a comparison needs the true attitude, for example a trial of BROAD "
            "(https://github.com/dlaidig/broad), converted as docs/python.md says")
    if recording.bad_row_count:
        bad = recording.bad_rows[0]
        raise UnreadableRecording(f"{path}: {recording.bad_row_count} rows cannot be read, first line {bad.line}: {bad.problem}")
    rows = [line for line in lines if line and not line[0].lstrip().startswith("#")]
    wanted = [name for name in (*TRUTH, "moving") if name in names]
    try:
        table = np.array([[float(line[names.index(name)].strip() or "nan") for name in wanted] for line in rows])
    except (ValueError, IndexError) as error:
        raise UnreadableRecording(f"{path}: the truth is not numeric: {error}") from None
    if len(table) != count:
        raise UnreadableRecording(f"{path}: {len(table)} rows of truth for {count} of samples")
    return {name: table[:, index] for index, name in enumerate(wanted)}


def errors(estimate: Doubles, reference: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Total, signed heading and tilt errors row by row, degrees."""
    e = multiply(estimate, reference * np.array([1.0, -1, -1, -1]))
    w, z = e[:, 0], e[:, 3]
    total = np.degrees(2 * np.arccos(np.clip(np.abs(w), 0, 1)))
    heading = np.degrees(2 * np.arctan2(z * np.where(w < 0, -1, 1), np.abs(w)))
    tilt = np.degrees(2 * np.arccos(np.clip(np.hypot(w, z), 0, 1)))
    return total, heading, tilt


def score(method: Filter, trial: Trial, repeats: int = 1) -> Score:
    """Runs a filter on a recording.

    Args:
        repeats: Runs; the fastest one counts.
    """
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        found = method.run(trial.samples)
        best = min(best, time.process_time() - start)
    # Before tilt is known, and where a filter fails.
    unknown = np.asarray(~np.isfinite(found).all(axis=1))
    found = found.copy()
    found[unknown] = [1.0, 0, 0, 0]
    total, heading, tilt = errors(found[trial.counts], trial.reference[trial.counts])
    offset = np.degrees(np.angle(np.mean(np.exp(1j * np.radians(heading)))))
    free = (heading - offset + 180) % 360 - 180
    mean = [float(np.sqrt(np.mean(one**2))) for one in (total, heading, tilt, free)]
    return Score(mean[0], mean[1], mean[2], mean[3], best / len(trial.samples.t) * 1e9)


def recordings(sources: Iterable[str]) -> list[Path]:
    """The files of folders and names.

    Raises:
        UnreadableRecording: one is not there, or a folder has none.
    """
    found: list[Path] = []
    for source in map(Path, sources):
        if source.is_dir():
            inside = sorted(one for one in source.iterdir() if one.name.endswith((".csv", ".csv.gz")))
            if not inside:
                raise UnreadableRecording(f"{source}: no recording (.csv, .csv.gz) in this folder")
            found += inside
        elif source.exists():
            found.append(source)
        else:
            raise UnreadableRecording(f"{source}: no such file or folder")
    return found


def chosen(names: list[str] | None) -> tuple[list[Filter], list[str]]:
    """The filters that can run, and what is said of those that cannot.

    Raises:
        HeadingError: an unknown name.
    """
    available = [one for one in FILTERS if one.name != "headingd smooth" or _library.grown()]
    known = [one.name for one in FILTERS]
    for name in names or []:
        if name not in known and name not in {one.package for one in FILTERS}:
            raise HeadingError(f"no filter {name!r}; there are: {', '.join(known)}")
    wanted = [one for one in available if not names or one.name in names or one.package in names]
    absent = sorted({one.package for one in wanted if one.version is None})
    said = [f"{package} is not installed: pip install {package}" for package in absent]
    return [one for one in wanted if one.version is not None], said


def compare(
    sources: Iterable[str], names: list[str] | None = None, every: int = 1, repeats: int = 1, progress: bool = False
) -> dict[str, dict[str, Score]]:
    """Scores by recording and filter.

    Args:
        sources: Folders and files.
        names: Filters or packages; all that are installed if absent.
        every: Uses each n-th row only.
        repeats: Runs of each, of which the fastest counts.
        progress: Says on standard error what is done.

    Raises:
        UnreadableRecording: a source is none.
        HeadingError: an unknown filter.
    """
    methods, _ = chosen(names)
    found: dict[str, dict[str, Score]] = {}
    files = recordings(sources)
    for number, path in enumerate(files, 1):
        trial = load(path, every)
        scores: dict[str, Score] = {}
        for method in methods:
            if progress and sys.stderr.isatty():
                print(f"\r\x1b[K{number}/{len(files)} {path.name}: {method.name}", end="", file=sys.stderr, flush=True)
            try:
                scores[method.name] = score(method, trial, repeats)
            except Exception as error:  # Other versions of other packages may raise anything; the comparison goes on.
                print(f"{method.name} fails on {path.name}: {error!r}", file=sys.stderr)
        found[path.name] = scores
    if progress and sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return found


def means(found: dict[str, dict[str, Score]]) -> dict[str, Score]:
    """Means over recordings of the filters that ran on all."""
    names = [name for name in next(iter(found.values()), {}) if all(name in scores for scores in found.values())]
    return {name: Score(**{metric: float(np.mean([asdict(scores[name])[metric] for scores in found.values()]))
                           for metric in (*METRICS, "nanoseconds")}) for name in names}


def table(found: dict[str, dict[str, Score]], each: bool = False) -> str:
    """A table as text: means, and with `each` the total error on every recording."""
    lines = [f"{'':24}{'total':>8}{'heading':>9}{'tilt':>7}{'offset-free':>13}{'ns a row':>10}"]
    future = {one.name for one in FILTERS if one.future}
    for name, mean in means(found).items():
        label = name + (" *" if name in future else "")
        lines.append(f"{label:24}{mean.total:8.2f}{mean.heading:9.2f}{mean.tilt:7.2f}{mean.offset_free:13.2f}{mean.nanoseconds:10.0f}")
    lines.append(f"\nmeans over {len(found)} recordings of the root mean square errors in degrees; * uses the future")
    if each:
        names = list(means(found))
        width = max(map(len, names), default=8) + 2
        lines.append("\n" + f"{'total error':44}" + "".join(f"{name:>{width}}" for name in names))
        for file, scores in found.items():
            lines.append(f"{file[:43]:44}" + "".join(f"{scores[name].total:{width}.2f}" for name in names))
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 65 for unusable data, 64 for unusable arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m headingd.compare", description="Accuracy and speed of headingd beside vqf, ahrs and imufusion.",
        epilog="Example: python -m headingd.compare broad/ --filters headingd vqf --each")
    parser.add_argument("data", nargs="+", help="folders of recordings with ref_w … ref_z, or files")
    parser.add_argument("--filters", nargs="+", metavar="NAME", help="filters or packages: " + ", ".join(one.name for one in FILTERS))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="use each n-th row only")
    parser.add_argument("--repeats", type=int, default=1, metavar="N", help="runs of each; the fastest counts")
    parser.add_argument("--each", action="store_true", help="also the total error on each recording")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    if given.every < 1 or given.repeats < 1:
        parser.error("--every and --repeats are 1 or more")
    try:
        _library.library()
        _, said = chosen(given.filters)
        for line in said:
            print(line, file=sys.stderr)
        found = compare(given.data, given.filters, given.every, given.repeats, progress=True)
    except (HeadingError, OSError) as error:
        print(f"headingd.compare: {error}", file=sys.stderr)
        return 65
    if given.json:
        document: dict[str, Any] = {
            "versions": {one.package: one.version for one in FILTERS if one.version is not None},
            "means": {name: asdict(mean) for name, mean in means(found).items()},
            "recordings": {file: {name: asdict(one) for name, one in scores.items()} for file, scores in found.items()}}
        print(json.dumps(document, indent=2))
    else:
        print(table(found, given.each))
    return 0


if __name__ == "__main__":
    sys.exit(main())
