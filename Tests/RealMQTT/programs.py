"""Child processes of the tests (a broker, the daemon, mosquitto_sub), and a client of paho-mqtt that keeps what arrives."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, TypeVar

import paho.mqtt.client as paho

HEADINGD = os.environ["HEADINGD_PROGRAM"]
MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"

#: No wait lasts longer, s.
PATIENCE = 40.0

Value = TypeVar("Value")


def until(condition: Callable[[], Value | None], text: str | Callable[[], str], seconds: float = PATIENCE) -> Value:
    """Waits until a condition has a true value, and returns it."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"within {seconds:g} s not: {text() if callable(text) else text}")
        threading.Event().wait(0.02)
    return value


def free_port() -> int:
    """A port of this machine that nobody uses at present."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Program:
    """A child process whose output is kept."""

    def __init__(self, folder: Path, name: str, command: list[str]) -> None:
        self.log_path = folder / f"{name}.log"
        kept = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}
        with self.log_path.open("ab") as file:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=kept)

    @property
    def log(self) -> str:
        """What it has written so far."""
        return self.log_path.read_text("utf-8", "replace")

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Ends it without a farewell, or sends another signal."""
        self.process.send_signal(number)
        if number == signal.SIGKILL:
            self.process.wait(5)

    def stop(self) -> None:
        """Ends it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)


class Broker(Program):
    """A mosquitto."""

    def __init__(self, folder: Path, port: int = 0, lines: str = "allow_anonymous true") -> None:
        self.port = port or free_port()
        file = folder / f"mosquitto-{self.port}.conf"
        file.write_text(f"listener {self.port} 127.0.0.1\nuser root\n{lines}\n")
        super().__init__(folder, f"mosquitto-{self.port}", [MOSQUITTO, "-v", "-c", str(file)])
        until(self._listens, "the broker listens")

    def _listens(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"mosquitto has ended: {self.log}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False


@dataclass(frozen=True)
class Arrival:
    """A message with the time of its arrival."""

    time: float
    topic: str
    payload: bytes
    retained: bool
    expiry: int | None

    @property
    def values(self) -> dict[str, Any]:
        """Its JSON object."""
        values: dict[str, Any] = json.loads(self.payload)
        return values


class Reader:
    """A subscriber of paho-mqtt with MQTT 5."""

    def __init__(self, port: int, topic: str = "#", identifier: str = "", host: str = "127.0.0.1") -> None:
        self.arrivals: list[Arrival] = []
        self.losses = 0
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2, identifier, protocol=paho.MQTTv5)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        self.client.on_message = self._take
        self.client.on_disconnect = self._lost
        self.client.connect_async(host, port)
        self.client.loop_start()

    def _take(self, _client: Any, _data: Any, message: Any) -> None:
        expiry = getattr(message.properties, "MessageExpiryInterval", None)
        self.arrivals.append(
            Arrival(time.monotonic(), message.topic, message.payload, message.retain, expiry))

    def _lost(self, *_: Any) -> None:
        self.losses += 1

    def of(self, end: str, since: float = 0) -> list[Arrival]:
        """The messages of topics with an end, since a time."""
        return [one for one in list(self.arrivals) if one.topic.endswith(end) and one.time >= since]

    def stop(self) -> None:
        """Disconnects."""
        self.client.disconnect()
        self.client.loop_stop()


class Case(unittest.TestCase):
    """A test with a folder, whose programs end with it."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mqtt-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def broker(self, port: int = 0, lines: str = "allow_anonymous true") -> Broker:
        """A broker."""
        broker = Broker(self.folder, port, lines)
        self.addCleanup(broker.stop)
        return broker

    def reader(self, port: int, topic: str = "#", identifier: str = "") -> Reader:
        """A subscriber."""
        reader = Reader(port, topic, identifier)
        self.addCleanup(reader.stop)
        return reader

    def daemon(self, servers: list[int] | list[str], scenario: str = "turning", name: str = "headingd",
               inside: list[str] | None = None, **keys: object) -> Program:
        """A daemon with a simulated hat, started by a command; the queue is in the test's folder."""
        entry: dict[str, object] = {
            "server": [f"localhost:{one}" if isinstance(one, int) else one for one in servers],
            "robot": "rover-7", "queue_folder": str(self.folder / "queue"), **keys}
        path = self.folder / f"{name}.yaml"
        # JSON is YAML.
        path.write_text(json.dumps({"outputs": {"mqtt": [entry]}}))
        daemon = Program(self.folder, name, (inside or []) + [
            HEADINGD, "--simulate", "--scenario", scenario, "--config", str(path), "--socket", str(self.folder / f"{name}.s")])
        self.addCleanup(daemon.stop)
        return daemon

    def queued(self) -> list[dict[str, Any]]:
        """The events in the queue's files."""
        lines = [line for path in sorted((self.folder / "queue").glob("events-*"))
                 for line in path.read_text().splitlines()]
        return [json.loads(line.split(" ", 2)[2]) for line in lines]

    def whole(self, events: list[dict[str, Any]]) -> None:
        """Checks that the numbers of a stream have no gap, and name one event each."""
        self.assertEqual(len({one["stream"] for one in events}), 1)
        by_number: dict[int, dict[str, Any]] = {}
        for one in events:
            self.assertEqual(by_number.setdefault(one["sequence"], one), one, "a number is used twice")
        self.assertEqual(sorted(by_number), list(range(1, len(by_number) + 1)))
