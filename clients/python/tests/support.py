"""Servers for the tests: a daemon, and one that sends what a test wants."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import headingd

GREETING = b'{"class":"greeting","protocol":1,"server":"headingd 0.0.0"}\n'

#: No test waits longer for anything, s.
PATIENCE = 20.0

# Whatever hangs ends all tests, and says where.
faulthandler.dump_traceback_later(240, exit=True)


def update(**values: Any) -> bytes:
    """A line with a heading by which a robot may steer, unless the values say otherwise."""
    usual = {
        "boot_time": headingd.now(), "magnetic_heading": 12.5, "status": "valid", "steer": "ok", "latency": 0.0,
        "reasons": [], "simulated": True,
    }
    return json.dumps({**usual, **values}).encode() + b"\n"


def progress(**values: Any) -> bytes:
    """A line of a guided calibration."""
    usual = {
        "class": "calibration_progress", "elapsed": 12.5, "samples": 250, "coverage": 0.25, "headings": 0.5,
        "tilt": 31.5, "rung": "ellipsoid", "quality": "poor", "confidence": 0.25, "target": 0.5, "accepted": True,
        "complete": False, "reasons": ["tilt_missing"], "next": "turn it", "turn": ["nose_up"],
        "predicted_heading_error": {"level": 1.5, "tilt20": 2.5, "tilt45": 3.5}, "obstacle": "not all", "notice": None,
        "simulated": False,
    }
    return json.dumps({**usual, **values}).encode() + b"\n"


def until(condition: Callable[[], Any]) -> Any:
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError("the condition does not come true")
        threading.Event().wait(0.002)
    return value


class Peer:
    """The server's end of a connection."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._stream.settimeout(PATIENCE)

    def send(self, *lines: bytes) -> None:
        """Sends bytes."""
        self._stream.sendall(b"".join(lines))

    def hold(self) -> None:
        """Sends nothing until the client goes."""
        while self._stream.recv(65_536):
            pass

    def line(self) -> dict[str, Any]:
        """A line of the client."""
        data = b""
        while not data.endswith(b"\n"):
            piece = self._stream.recv(1)
            if not piece:
                raise OSError("the client is gone")
            data += piece
        message: dict[str, Any] = json.loads(data)
        return message


def serving(*lines: bytes, then_hold: bool = True) -> Callable[[Peer], None]:
    """Sends lines."""

    def serve(peer: Peer) -> None:
        peer.send(*lines)
        if then_hold:
            peer.hold()

    return serve


class Server:
    """Serves each connection by a function of its own; the last one serves all that follow."""

    def __init__(self, *serve: Callable[[Peer], None], path: str | None = None) -> None:
        self._serve = serve
        self._folder = tempfile.TemporaryDirectory()
        self.path = path or f"{self._folder.name}/socket"
        self.count = 0
        self.ended = threading.Event()
        self._streams: list[socket.socket] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Server:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self.path)
        self._listening.listen()
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        for stream in [self._listening, *self._streams]:
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in [self._listening, *self._streams]:
            stream.close()
        self._folder.cleanup()

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                stream, _ = self._listening.accept()
            except OSError:
                return
            serve = self._serve[min(self.count, len(self._serve) - 1)]
            self.count += 1
            self._streams.append(stream)
            self._start(lambda stream=stream, serve=serve: self._run(stream, serve))  # type: ignore[misc]

    def _run(self, stream: socket.socket, serve: Callable[[Peer], None]) -> None:
        with contextlib.suppress(OSError):
            serve(Peer(stream))
            stream.shutdown(socket.SHUT_RDWR)
        self.ended.set()


class Daemon:
    """A real headingd with simulated sensors."""

    def __init__(self, program: str, *arguments: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.path = f"{self._folder.name}/socket"
        self._command = [program, *arguments, "--socket", self.path, "--gpsd", "none"]
        self._environment = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}
        self._environment["XDG_CONFIG_HOME"] = self._folder.name

    def __enter__(self) -> Daemon:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._folder.cleanup()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        log = self.log = Path(self._folder.name) / "log"
        with log.open("wb") as file:
            self._process = subprocess.Popen(self._command, stdout=file, stderr=file, env=self._environment)

        def server() -> str | None:
            if self._process.poll() is not None:
                raise AssertionError(log.read_text("utf-8"))
            with contextlib.suppress(headingd.HeadingError):
                return headingd.Client(self.path).check()
            return None

        until(server)

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal."""
        self._process.send_signal(number)

    def stop(self) -> None:
        """Stops the process where it is."""
        self.signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOWAIT)

    def resume(self) -> None:
        """Has it go on."""
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Ends it without a farewell."""
        self._process.kill()
        self._process.wait(PATIENCE)


def first(updates: Iterator[Any], condition: Callable[[Any], bool]) -> Any:
    """The first one for which a condition holds."""
    end = time.monotonic() + PATIENCE
    for one in updates:
        if condition(one):
            return one
        if time.monotonic() > end:
            break
    raise AssertionError("there is none")
