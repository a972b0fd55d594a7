"""How far a run is: a bar on a terminal, a line every half minute elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

from .tasks import DEFERRED, DUPLICATE, POISON, RESULT


def span(seconds: float) -> str:
    """A duration in words: `12 s`, `3 min 5 s`, `2 h 4 min`."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Progress:
    """Counts outcomes and says so, with the rate and the time left.

    `total` is the number of recordings to do, which grows while the source is listed; `is_listed` is set when it is final.
    """

    def __init__(self, file: TextIO | None = None, quiet: bool = False) -> None:
        self._file = file or sys.stderr
        self._is_quiet = quiet
        self._is_terminal = self._file.isatty()
        self._start = time.monotonic()
        self._next = 0.0
        self.total = 0
        self.is_listed = False
        self.skipped = 0
        self.counts = {RESULT: 0, POISON: 0, DUPLICATE: 0, DEFERRED: 0}

    @property
    def finished(self) -> int:
        """Outcomes so far."""
        return sum(self.counts.values())

    @property
    def elapsed(self) -> float:
        """Time since the start, s."""
        return time.monotonic() - self._start

    def add(self, kind: str) -> None:
        """Counts an outcome, and says where the run is if it is time."""
        self.counts[kind] += 1
        now = time.monotonic()
        if now >= self._next:
            self._next = now + (0.2 if self._is_terminal else 30.0)
            self._show()

    def end(self) -> None:
        """Says where the run ended."""
        if self._is_terminal and not self._is_quiet:
            self._file.write("\r\x1b[K")
        elif not self._is_quiet:
            self._file.write(self.text() + "\n")
        self._file.flush()

    def text(self) -> str:
        """`120 of 2000, 31.2/s, 1 min 0 s left, 3 set aside`."""
        rate = self.finished / max(self.elapsed, 1e-9)
        parts = [f"{self.finished} of {'' if self.is_listed else 'at least '}{self.total}", f"{rate:.1f}/s"]
        if self.is_listed and rate > 0:
            parts.append(f"{span((self.total - self.finished) / rate)} left")
        for kind, word in ((POISON, "set aside"), (DUPLICATE, "duplicates"), (DEFERRED, "unreadable now")):
            if self.counts[kind]:
                parts.append(f"{self.counts[kind]} {word}")
        if self.skipped:
            parts.append(f"{self.skipped} were done before")
        return ", ".join(parts)

    def _show(self) -> None:
        if self._is_quiet:
            return
        if not self._is_terminal:
            self._file.write(self.text() + "\n")
            self._file.flush()
            return
        text = self.text()
        width = min(24, shutil.get_terminal_size().columns - len(text) - 4)
        bar = ""
        if width > 4 and self.total:
            full = round(width * min(1.0, self.finished / self.total))
            bar = f"[{'#' * full}{' ' * (width - full)}] "
        self._file.write(f"\r\x1b[K{(bar + text)[: shutil.get_terminal_size().columns - 1]}")
        self._file.flush()
