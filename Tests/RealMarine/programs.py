"""Child processes of the tests: the daemon, and gpsd as a receiver's or a consumer's."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, Callable, TypeVar

from vessel import now

GPSD = shutil.which("gpsd") or "/usr/sbin/gpsd"

#: No wait lasts longer, s.
PATIENCE = 40.0

Value = TypeVar("Value")


def until(condition: Callable[[], Value | None], text: str, seconds: float = PATIENCE) -> Value:
    """Waits until a condition has a true value, and returns it."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"within {seconds:g} s not: {text}")
        threading.Event().wait(0.02)
    return value


def free_port(kind: socket.SocketKind = socket.SOCK_DGRAM) -> int:
    """A port of this machine that nobody uses at present."""
    with socket.socket(type=kind) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def sentence(content: str) -> bytes:
    """A sentence of NMEA 0183 with its checksum."""
    check = 0
    for byte in content.encode():
        check ^= byte
    return f"${content}*{check:02X}\r\n".encode()


class Program:
    """A child process whose output is kept."""

    def __init__(self, folder: Path, name: str, command: list[str], **environment: str) -> None:
        self.log_path = folder / f"{name}.log"
        kept = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}
        with self.log_path.open("ab") as file:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                            env={**kept, **environment})

    @property
    def log(self) -> str:
        """What it has written so far."""
        return self.log_path.read_text("utf-8", "replace")

    def stop(self) -> None:
        """Ends it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)


class Gpsd(Program):
    """A gpsd of its own that reads datagrams of NMEA 0183 at a port."""

    def __init__(self, folder: Path, name: str = "gpsd", source: int | None = None) -> None:
        self.source = source or free_port()
        self.port = free_port(socket.SOCK_STREAM)
        super().__init__(folder, name, [GPSD, "-N", "-n", "-S", str(self.port), f"udp://127.0.0.1:{self.source}"])
        self.stream = until(self._connect, "gpsd answers")
        self.stream.sendall(b'?WATCH={"enable":true,"json":true};\n')
        self.reports: list[dict[str, Any]] = []
        self.malformed: list[str] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _connect(self) -> socket.socket | None:
        if self.process.poll() is not None:
            raise AssertionError(f"gpsd has ended: {self.log}")
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", self.port), 5)
        return None

    def _read(self) -> None:
        self.stream.settimeout(None)
        with contextlib.suppress(OSError):
            for line in self.stream.makefile("rb"):
                try:
                    self.reports.append({**json.loads(line), "arrival": now()})
                except ValueError:
                    self.malformed.append(line.decode("utf-8", "replace"))

    def of(self, kind: str, since: float = 0) -> list[dict[str, Any]]:
        """The reports of a class since a time."""
        return [one for one in list(self.reports) if one.get("class") == kind and one["arrival"] >= since]

    def stop(self) -> None:
        """Ends it."""
        super().stop()
        self.stream.close()
