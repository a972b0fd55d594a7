"""What is done: parts of results in the output, each written at once and once."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ._modules import needed
from .known import Known
from .schema import SCHEMA_VERSION, TABLES, decoded
from .stores import Entry, Store
from .tasks import DEFERRED, DUPLICATE, POISON, RESULT, Given, Options, Outcome, Task

#: Parts of a table and settings are never larger.
_LIMIT = 1 << 30

#: What was made of a recording, for which the next run skips it.
_KEYS = ("name", "size", "version", "hash")

#: Contents of the same size that a task is told of.
_MOST_KNOWN = 64


class OtherRun(Exception):
    """The output belongs to a run with other options, or of another version."""


class Ledger:
    """Results and poison of an output, and what they were made of.

    In memory are 40 bytes for each recording that is done, and the rows that are not yet written: at most
    `part_rows`, for at most `part_seconds`.
    """

    def __init__(
        self, output: Store, options: Options, retry_poison: bool = False, part_rows: int = 1024,
        part_seconds: float = 60.0,
    ) -> None:
        self._output = output
        self._part_rows = part_rows
        self._part_seconds = part_seconds
        self._rows: dict[str, list[dict[str, Any]]] = {"recordings": [], "poison": []}
        self._oldest = time.monotonic()
        self._known = Known()
        self.done = 0
        self.poisoned = 0
        self._agree(options)
        if retry_poison:
            for entry in list(output.entries("poison/")):
                output.remove(entry.name)
        self._load()

    def _agree(self, options: Options) -> None:
        settings: dict[str, Any] = {"schema_version": SCHEMA_VERSION, "options": asdict(options)}
        del settings["options"]["given"]
        found = [one for one in self._output.entries("run.json") if one.name == "run.json"]
        if not found:
            if any(True for _ in self._output.entries("recordings/")):
                raise OtherRun("the output has results, but no run.json that says with which options they were made")
            self._output.write("run.json", (json.dumps(settings, indent=1) + "\n").encode())
            return
        try:
            earlier = json.loads(self._output.read("run.json", _LIMIT))
        except ValueError as error:
            raise OtherRun(f"run.json of the output is damaged: {error}") from error
        if earlier != settings:
            raise OtherRun(
                f"the output was made with other options or another version, {json.dumps(earlier)}: take another folder")

    def _load(self) -> None:
        needed("pyarrow")
        for table in ("recordings", "poison"):
            for part in self.parts(table):
                rows = decoded(part, _KEYS)
                for name, size, version, content in zip(*(rows.column(key).to_pylist() for key in _KEYS)):
                    self._known.add(name, size, version, content if table == "recordings" else "")
                    if table == "recordings":
                        self.done += 1
                    else:
                        self.poisoned += 1

    def parts(self, table: str) -> Iterator[bytes]:
        """The Parquet files of a table, one after another. `ValueError` if one cannot be read."""
        for entry in self._output.entries(f"{table}/"):
            if entry.name.endswith(".parquet"):
                try:
                    data = self._output.read(entry.name, _LIMIT)
                    decoded(data, ("hash",))
                except ValueError as error:
                    raise ValueError(f"{entry.name} of the output: {error}") from error
                yield data

    def is_done(self, entry: Entry) -> bool:
        """Whether there is a result, or poison, of exactly this object."""
        return self._known.has_object(entry.name, entry.size, entry.version)

    def task(self, entry: Entry, given: Given | None = None) -> Task:
        """The task of an object, with the contents of its size that are done."""
        return Task(entry.name, entry.size, entry.version, self._known.of_size(entry.size, _MOST_KNOWN), given)

    def add(self, outcome: Outcome) -> str:
        """Takes an outcome, and writes a part if it is time; returns its kind, which becomes `duplicate` for a content that
        another recording brought while this one was worked on."""
        task, kind = outcome.task, outcome.kind
        if kind == DEFERRED:
            return kind
        identity = {
            "hash": outcome.hash or None, "name": task.name, "size": task.size, "version": task.version,
            "robot": outcome.robot,
        }
        if kind == RESULT and self._known.has_content(outcome.hash):
            kind = DUPLICATE
        if kind == POISON:
            self._rows["poison"].append({
                **identity, "reason": outcome.reason, "message": outcome.message, "exception": outcome.exception,
                "attempts": outcome.attempts, "seconds": outcome.seconds, "set_aside": time.time()})
            self.poisoned += 1
        else:
            row = outcome.row if kind == RESULT else {}
            self._rows["recordings"].append({
                **identity, **row, "duplicate": kind == DUPLICATE, "seconds": outcome.seconds})
            self.done += 1
        self._known.add(task.name, task.size, task.version, outcome.hash if kind == RESULT else "")
        count = sum(map(len, self._rows.values()))
        if count >= self._part_rows or time.monotonic() - self._oldest > self._part_seconds:
            self.flush()
        return kind

    def flush(self) -> None:
        """Writes the waiting rows. The name of a part is made of its contents: writing it again changes nothing."""
        for table, rows in self._rows.items():
            if rows:
                keys = sorted(f"{row['hash']} {row['name']} {row['version']}" for row in rows)
                digest = hashlib.sha256("\n".join(keys).encode("utf-8", "surrogateescape")).hexdigest()
                self._output.write(f"{table}/part-{digest[:32]}.parquet", TABLES[table].encoded(rows))
                rows.clear()
        self._oldest = time.monotonic()
