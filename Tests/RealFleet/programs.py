"""Child processes of the tests, and waiting for what they do."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Callable, TypeVar

#: No wait lasts longer, s.
PATIENCE = 60.0

Value = TypeVar("Value")


def until(condition: Callable[[], Value | None], text: str, seconds: float = PATIENCE) -> Value:
    """Waits until a condition has a true value, and returns it."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"within {seconds:g} s not: {text}")
        threading.Event().wait(0.02)
    return value


def accepts(host: str, port: int) -> bool:
    """Whether somebody listens at a port."""
    with contextlib.suppress(OSError), socket.create_connection((host, port), 2):
        return True
    return False


class Program:
    """A child process whose output is kept."""

    def __init__(self, folder: Path, name: str, command: list[str], host: str = "hub", **environment: str) -> None:
        self.log_path = folder / f"{name}.log"
        inside = [] if host == "hub" else ["ip", "netns", "exec", host]
        kept = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}
        with self.log_path.open("ab") as file:
            self.process = subprocess.Popen([*inside, *command], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                            env={**kept, **environment})

    @property
    def log(self) -> str:
        """What it has written so far."""
        return self.log_path.read_text("utf-8", "replace")

    def check(self) -> None:
        """Fails if it has ended."""
        if self.process.poll() is not None:
            raise AssertionError(f"{self.process.args} has ended with {self.process.returncode}: {self.log[-3000:]}")

    def kill(self) -> None:
        """Ends it without a farewell."""
        self.process.kill()
        self.process.wait(10)

    def stop(self, seconds: float = 10) -> int:
        """Ends it in order, and returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait(10)


class Usage:
    """Processor time and memory of processes."""

    TICK = os.sysconf("SC_CLK_TCK")

    def __init__(self, *identifiers: int) -> None:
        self.identifiers = identifiers
        self.restart()

    def restart(self) -> None:
        """Counts from now on."""
        self._start, self._before = time.monotonic(), self._used()

    def _used(self) -> float:
        total = 0
        for one in self.identifiers:
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / self.TICK

    @property
    def processor(self) -> float:
        """Percent of one core since the start."""
        return 100 * (self._used() - self._before) / (time.monotonic() - self._start)

    @property
    def memory(self) -> float:
        """Resident memory, MB."""
        total = 0
        for one in self.identifiers:
            for line in Path(f"/proc/{one}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    total += int(line.split()[1])
        return total / 1000
