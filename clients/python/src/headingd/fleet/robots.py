"""From the recordings to the robots: tables of robots and of weeks, in bounded memory."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from ._modules import needed
from .robot import Robot
from .schema import TABLES, decoded
from .stores import Store
from .tasks import Given

#: Recordings whose rows are in memory at once.
MOST_ROWS = 200_000

#: What the analysis of a robot needs.
_COLUMNS = (
    "hash", "robot", "duplicate", "date", "duration", "fit_accepted", "fit_reasons", "soft_iron", "level_iron",
    "fit_error", "fit_error_tilt_20", "field_strength", "field_inclination", "audit_count", "audit_median", "audit_mad",
    "sector_count", "sector_median", "load_range", "load_iron", "load_iron_error",
)

#: The robot of recordings that do not say theirs.
NAMELESS = "(unknown)"


class Parts(Protocol):
    """Gives the Parquet files of a table."""

    def parts(self, table: str) -> Iterator[bytes]:
        """One after another."""


def _counts(ledger: Parts, table: str, other: str | None = None) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """Rows of a table by robot, and by robot and another column."""
    counts: Counter[str] = Counter()
    details: dict[str, Counter[str]] = {}
    for part in ledger.parts(table):
        rows = decoded(part, ("robot", other) if other else ("robot",))
        robots = [one or NAMELESS for one in rows.column("robot").to_pylist()]
        counts.update(robots)
        if other:
            for robot, value in zip(robots, rows.column(other).to_pylist()):
                details.setdefault(robot, Counter())[value] += 1
    return counts, details


def _buckets(counts: Counter[str], most: int) -> dict[str, int]:
    """The bucket of each robot, so that those of a bucket have at most so many recordings, or are one robot."""
    found: dict[str, int] = {}
    bucket = size = 0
    for robot, count in sorted(counts.items()):
        if found and size + count > most:
            bucket, size = bucket + 1, 0
        found[robot] = bucket
        size += count
    return found


def _tables(ledger: Parts, buckets: dict[str, int]) -> Iterator[Any]:
    """The rows of each bucket as an Arrow table: read once, and kept in files of their own if there are several buckets."""
    arrow, compute = needed("pyarrow"), needed("pyarrow.compute")
    count = max(buckets.values(), default=0) + 1
    if count == 1:
        tables = [decoded(part, _COLUMNS) for part in ledger.parts("recordings")]
        if tables:
            yield arrow.concat_tables(tables)
        return
    with tempfile.TemporaryDirectory() as folder:
        writers: dict[int, Any] = {}
        with ExitStack() as files:
            for part in ledger.parts("recordings"):
                table = decoded(part, _COLUMNS)
                places = arrow.array([buckets[robot or NAMELESS] for robot in table.column("robot").to_pylist()])
                for bucket in compute.unique(places).to_pylist():
                    if bucket not in writers:
                        sink = files.enter_context(open(Path(folder) / str(bucket), "wb"))
                        writers[bucket] = files.enter_context(arrow.ipc.new_stream(sink, table.schema))
                    writers[bucket].write_table(table.filter(compute.equal(places, bucket)))
        for bucket in sorted(writers):
            with arrow.ipc.open_stream(Path(folder) / str(bucket)) as reader:
                yield reader.read_all()


def _by_robot(table: Any) -> dict[str, list[dict[str, Any]]]:
    """The rows of each robot, each content once."""
    found: dict[str, list[dict[str, Any]]] = {}
    seen: set[str] = set()
    for row in table.to_pylist():
        if not row["duplicate"] and row["hash"] not in seen:
            seen.add(row["hash"])
            row["date"] = row["date"].timestamp() if row["date"] else None
            found.setdefault(row["robot"] or NAMELESS, []).append(row)
    return found


def write_robots(output: Store, ledger: Parts, most_rows: int = MOST_ROWS) -> int:
    """Writes `robots.parquet` and `weeks.parquet` of all recordings of the output; returns the number of robots.

    Of at most `most_rows` recordings, or of one robot, the rows are in memory; with more, temporary files hold them.
    """
    counts, _ = _counts(ledger, "recordings")
    _, reasons = _counts(ledger, "poison", "reason")
    robots: list[dict[str, Any]] = []
    weeks: list[dict[str, Any]] = []
    for table in _tables(ledger, _buckets(counts, most_rows)):
        for name, rows in _by_robot(table).items():
            robot = Robot(name, rows, reasons.pop(name, Counter()))
            robots.append(robot.row())
            weeks.extend(robot.weeks())
    robots += [Robot(name, [], only).row() for name, only in reasons.items()]
    newest = max((one["last"] for one in robots if one["last"] is not None), default=None)
    for row in robots:
        _judge_silence(row, newest)
    order = {"service": 0, "watch": 1, "unknown": 2, "ok": 3}
    robots.sort(key=lambda row: (order[row["verdict"]], -(row["score"] or 0), row["robot"]))
    for rank, row in enumerate(robots, 1):
        row["rank"] = rank
    weeks.sort(key=lambda row: (row["robot"], row["week"] or 0))
    output.write("robots.parquet", TABLES["robots"].encoded(robots))
    output.write("weeks.parquet", TABLES["weeks"].encoded(weeks))
    return len(robots)


def proposals(data: bytes) -> dict[str, Given]:
    """The proposed calibrations of a `robots.parquet`, by robot; for the audit of a later run. `ValueError` for another file."""
    columns = (
        "robot", "proposal_soft_iron", "proposal_hard_iron", "proposal_error", "proposal_field", "proposal_inclination")
    found = {}
    for row in decoded(data, columns).to_pylist():
        values = [row[name] for name in columns[1:]]
        if None not in values and len(values[0]) == 9 and len(values[1]) == 3:
            found[row["robot"]] = Given(tuple(values[0]), tuple(values[1]), *values[2:])
    return found


def _judge_silence(row: dict[str, Any], newest: float | None) -> None:
    """Adds that a robot's newest recording is much older than the fleet's."""
    if newest is None or row["last"] is None:
        return
    days = (newest - row["last"]) / 86400
    if days > 14:
        row["reasons"].append(f"no recording for {days:.0f} days")
        if row["verdict"] == "ok":
            row["verdict"] = "watch"
