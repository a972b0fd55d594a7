"""Programs on the machine that `run` has made: users, buses, clients, and what busctl reads."""

from __future__ import annotations

import contextlib
import json
import math
import os
import pwd
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

HERE = Path(__file__).resolve().parent

#: Nothing is waited for longer, s, unless it is said.
PATIENCE = 20.0

#: How often a name or a bus is tried again, s, with a margin for a busy machine.
RETRY = 10.0 + 5.0

HEADING = ("org.headingd.Heading1", "/org/headingd/Heading1", "org.headingd.Heading1")
COMPASS = ("net.hadess.SensorProxy", "/net/hadess/SensorProxy/Compass", "net.hadess.SensorProxy.Compass")

#: The address of the system bus, the folders of its policies: of packages and the administrator's.
SYSTEM = "unix:path=/run/dbus/system_bus_socket"
POLICIES, LOCAL_POLICIES = Path("/usr/share/dbus-1/system.d"), Path("/etc/dbus-1/system.d")

#: Programs that show Qt's compass, of each version that is installed.
QCOMPASS = [one for one in os.environ.get("QCOMPASS", "").split(":") if one]

#: What programs get; headingd refuses variables of its own that it does not know.
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}

#: The policies of headingd, and of iio-sensor-proxy where that is installed.
POLICY, SENSOR_PROXY_POLICY = POLICIES / "org.headingd.Heading1.conf", LOCAL_POLICIES / "net.hadess.SensorProxy.conf"

Value = TypeVar("Value")


@contextlib.contextmanager
def without(path: Path) -> Iterator[None]:
    """A machine that does not have a file."""
    kept = path.read_bytes() if path.exists() else None
    path.unlink(missing_ok=True)
    try:
        yield
    finally:
        if kept is not None:
            path.write_bytes(kept)
            path.chmod(0o644)


def until(condition: Callable[[], Value], text: str, seconds: float = PATIENCE) -> Value:
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds:g} s: {text}")
        threading.Event().wait(0.02)
    return value


def as_user(user: str, arguments: list[str]) -> list[str]:
    """A command that a user runs."""
    if user == "root":
        return arguments
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--init-groups", *arguments]


def run(*arguments: str, user: str = "root", bus: str = SYSTEM) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end."""
    return subprocess.run(as_user(user, list(arguments)), capture_output=True, text=True, timeout=60,
                          env={**ENVIRONMENT, "DBUS_SYSTEM_BUS_ADDRESS": bus, "HOME": "/tmp"})


def busctl(*arguments: str, user: str = "root", bus: str = SYSTEM) -> subprocess.CompletedProcess[str]:
    """Runs busctl on a bus."""
    return run("busctl", f"--address={bus}", *arguments, user=user)


def read(name: tuple[str, str, str], key: str, user: str = "root", bus: str = SYSTEM) -> Any:
    """A property by busctl; None if it cannot be read."""
    result = busctl("--json=short", "get-property", *name, key, user=user, bus=bus)
    if result.returncode:
        return None
    value = json.loads(result.stdout)
    # JSON has no NaN.
    return math.nan if value["type"] == "d" and value["data"] is None else value["data"]


def owner(name: str = HEADING[0], bus: str = SYSTEM) -> str | None:
    """The connection that owns a name."""
    result = busctl("call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
                    "s", name, bus=bus)
    return None if result.returncode else result.stdout.split('"')[1]


class Program:
    """A program with its output in a file."""

    def __init__(self, folder: Path, name: str, arguments: list[str], user: str = "root", **environment: str) -> None:
        self.path = folder / f"{name}.log"
        with self.path.open("ab") as log:
            self.process = subprocess.Popen(as_user(user, arguments), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                            env={**ENVIRONMENT, "HOME": str(folder), **environment})

    @property
    def log(self) -> str:
        """What it has written."""
        return self.path.read_text("utf-8", "replace")

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def status(self, key: str) -> str:
        """A line of the kernel's status of the process."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text("utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith(f"{key}:"))

    @property
    def memory(self) -> float:
        """Resident memory, MB."""
        return int(self.status("VmRSS").split()[0]) / 1024

    @property
    def descriptors(self) -> int:
        """The number of open files."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal."""
        self.process.send_signal(number)

    def stop(self) -> None:
        """Ends it."""
        if self.is_running:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait(10)


class Client(Program):
    """A program of peer.py; what it has printed are its events."""

    @property
    def events(self) -> list[dict[str, Any]]:
        """What it has printed until now."""
        return [json.loads(line) for line in self.log.splitlines() if line.startswith("{") and line.endswith("}")]

    def ready(self) -> Client:
        """Waits until it has claimed what it was told to."""
        until(lambda: self.events or not self.is_running, f"{self.path.stem} is ready", 60)
        assert self.events, self.log
        return self

    def changes(self, name: tuple[str, str, str]) -> list[dict[str, Any]]:
        """The signals of an interface."""
        return [one for one in self.events if one.get("interface") == name[2]]

    def has_more(self, number: int = 3, seconds: float = PATIENCE) -> None:
        """Waits for further signals."""
        begin = len(self.events)
        until(lambda: len(self.events) >= begin + number, f"{self.path.stem} gets signals", seconds)

    def is_quiet(self, seconds: float = 1.0) -> bool:
        """Whether nothing more comes for some time, in which the daemon would send ten signals."""
        begin = len(self.events)
        threading.Event().wait(seconds)
        return len(self.events) == begin

    def kill(self) -> None:
        """Ends it without a farewell."""
        self.process.kill()
        self.process.wait(10)


class Bus(Program):
    """A bus daemon: the system's with its installed configuration, or a session's."""

    def __init__(self, folder: Path, kind: str = "system", address: str = SYSTEM, user: str = "root") -> None:
        arguments = ["dbus-daemon", f"--{kind}", "--nofork", "--nopidfile", "--nosyslog"]
        arguments += [] if kind == "system" else [f"--address={address}"]
        socket = self.socket = Path(address.removeprefix("unix:path="))
        socket.unlink(missing_ok=True)
        super().__init__(folder, f"bus-{kind}", arguments, user)
        until(socket.exists, f"a bus at {address}; {self.log}")

    def stop(self) -> None:
        super().stop()
        self.socket.unlink(missing_ok=True)

    def kill(self) -> None:
        """Ends it without a farewell."""
        self.process.kill()
        self.process.wait(10)


def is_nan(value: object) -> bool:
    """Whether a value is the number that is none."""
    return isinstance(value, float) and value != value
