"""A run: list, work, note; then the robots and the summary."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from .executors import Executor, Pool
from .ledger import Ledger
from .locking import Lock
from .naming import Template, folder_of
from .progress import Progress
from .robots import write_robots
from .stores import Entry, SourceError, Store, StoreError, opened
from .summary import write_summary
from .tasks import DEFERRED, POISON, Given, Plan, Task

#: How far the listing is ahead of the work: so many recordings can be counted for the time left.
_AHEAD = 100_000


class Interrupted(Exception):
    """The run was stopped from outside; what is done is kept."""


@dataclass(frozen=True)
class Report:
    """What a run did. `results` and `poison` are of this run, `robots` of the whole output."""

    results: int
    poison: int
    duplicates: int
    deferred: int
    skipped: int
    unmatched: int
    robots: int
    seconds: float


def run(
    plan: Plan, output: str, executor: Executor | None = None, *, retry_poison: bool = False,
    progress: Progress | None = None, calibrations: dict[str, Given] | None = None, part_rows: int = 1024,
    part_seconds: float = 60.0, summarize: bool = True,
) -> Report:
    """Works through the recordings of `plan.source` into the store `output`, and writes tables of the robots and the summary.

    `calibrations` are those that robots have, by the robots that the names tell: the audit uses them where a recording has
    none itself. What is done is skipped; a run that ends in any way can be started again. `Locked`, `OtherRun`, `StoreError`,
    `WorkerBroken`, `MissingPackage`; `KeyboardInterrupt` after what is done has been written.
    """
    executor = executor or Pool(1)
    progress = progress or Progress(quiet=True)
    source = opened(plan.source)
    try:
        source.reaches()
    except StoreError as error:
        raise SourceError(str(error)) from error
    results = opened(output, create=True)
    results.reaches()
    with Lock(results) as lock:
        ledger = Ledger(results, plan.options, retry_poison, part_rows, part_seconds)
        with closing(_Listing(source, Template(plan.options.robot), ledger, progress, calibrations or {})) as listing:
            outcomes = executor.map(plan, listing.tasks())
            try:
                for outcome in outcomes:
                    progress.add(ledger.add(outcome))
                    if lock.is_lost.is_set():
                        raise Interrupted("another run has taken the output: this one was silent for too long")
            finally:
                close = getattr(outcomes, "close", None)
                if close:
                    close()
                if not lock.is_lost.is_set():
                    ledger.flush()
                progress.end()
        robots = 0
        if summarize:
            robots = write_robots(results, ledger)
            write_summary(results, ledger)
    counts = progress.counts
    return Report(
        counts["result"], counts[POISON], counts["duplicate"], counts[DEFERRED], progress.skipped, listing.unmatched,
        robots, progress.elapsed)


class _Listing:
    """Lists the source in a thread of its own, some way ahead of the work."""

    def __init__(
        self, source: Store, template: Template, ledger: Ledger, progress: Progress, calibrations: dict[str, Given],
    ) -> None:
        self._calibrations = calibrations
        self._source = source
        self._template = template
        self._ledger = ledger
        self._progress = progress
        self._found: queue.Queue[Entry | StoreError | None] = queue.Queue(_AHEAD)
        self._is_over = threading.Event()
        self.unmatched = 0
        self._thread = threading.Thread(target=self._list, daemon=True)
        self._thread.start()

    def tasks(self) -> Iterator[Task]:
        """The tasks that are not done; their contents are compared when they are taken."""
        while (entry := self._found.get()) is not None:
            if isinstance(entry, StoreError):
                raise SourceError(str(entry)) from entry
            identity = self._template.match(entry.name)
            robot = (identity.robot if identity else None) or folder_of(entry.name) or ""
            yield self._ledger.task(entry, self._calibrations.get(robot))

    def close(self) -> None:
        self._is_over.set()
        while not self._found.empty():
            self._found.get_nowait()
        self._thread.join()

    def _list(self) -> None:
        try:
            for entry in self._source.entries():
                if self._is_over.is_set():
                    return
                if self._template.match(entry.name) is None:
                    self.unmatched += 1
                elif self._ledger.is_done(entry):
                    self._progress.skipped += 1
                else:
                    self._progress.total += 1
                    self._put(entry)
            self._progress.is_listed = True
            self._put(None)
        except StoreError as error:
            self._put(error)

    def _put(self, entry: Entry | StoreError | None) -> None:
        while not self._is_over.is_set():
            try:
                self._found.put(entry, timeout=0.2)
                return
            except queue.Full:
                continue
