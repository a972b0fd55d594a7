"""A bus with dbusmock's BlueZ, and a program of Core Location that listens."""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import signal
import struct
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import dbus

LOCATOR = os.environ["LOCATOR_PROGRAM"]
BEACONS = uuid.UUID("fda50693-a4e2-4fb1-afcf-c6eb07647825")
#: Received strength at 1 m, dBm.
POWER = -59
ADAPTER, DEVICE, MOCK = "org.bluez.Adapter1", "org.bluez.Device1", "org.freedesktop.DBus.Mock"

#: Nothing is waited for longer, s, unless it is said.
PATIENCE = 20.0

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
    {policy}
  </policy>
</busconfig>
"""


def frame(major: int, minor: int, power: int = POWER, of: uuid.UUID = BEACONS) -> bytes:
    """The manufacturer data of a beacon, after the company's number."""
    return b"\x02\x15" + of.bytes + struct.pack(">HHb", major, minor, power)


def strength(distance: float) -> int:
    """Received strength of a beacon in free space, dBm."""
    return round(POWER - 20 * math.log10(distance))


def data(content: bytes, company: int = 0x004C) -> dbus.Dictionary:
    """Manufacturer data as BlueZ has them."""
    return dbus.Dictionary({dbus.UInt16(company): dbus.Array(content, signature="y", variant_level=1)}, signature="qv")


def changed(properties: dict[str, object]) -> list[object]:
    """The arguments of a signal of changed properties of a device."""
    return [DEVICE, dbus.Dictionary(properties, signature="sv"), dbus.Array([], signature="s")]


class Listener:
    """The program, and the lines that it prints."""

    def __init__(self, folder: Path, address: str, parts: list[str], grant: str) -> None:
        settings = folder / "config" / "headingd"
        settings.mkdir(parents=True, exist_ok=True)
        record = {"grant": grant, "reduced_accuracy": False, "asked_for_always": True}
        (settings / "authorization.json").write_text(json.dumps({"programs": {LOCATOR: record}}), "utf-8")
        environment = {key: value for key, value in os.environ.items() if not key.startswith("HEADINGD_")}
        environment |= {"XDG_CONFIG_HOME": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state",
                        "HEADINGD_SOCKET": "/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": address}
        self.errors = folder / "errors.log"
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen([LOCATOR, "beacons", str(BEACONS), *parts], stdout=subprocess.PIPE,
                                            stderr=errors, stdin=subprocess.DEVNULL, env=environment, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        self.seen: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def wait(self, condition: Callable[[str], bool], text: str, seconds: float = PATIENCE) -> str:
        """The next line that satisfies a condition."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"not within {seconds:g} s: {text}; last lines {self.seen[-5:]}") from None
            self.seen.append(line)
            if condition(line):
                return line

    def expect(self, line: str, seconds: float = PATIENCE) -> None:
        """Waits for a line."""
        self.wait(lambda one: one == line, line, seconds)

    @property
    def memory(self) -> float:
        """Resident memory, MB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text("utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1024

    @property
    def log(self) -> str:
        """What it has written about troubles."""
        return self.errors.read_text("utf-8", "replace")

    def stop(self) -> None:
        """Ends it; it must be running still."""
        assert self.process.poll() is None, f"the program has ended: {self.process.returncode} {self.log}"
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


class Machine:
    """A system bus, with or without BlueZ; use it as a context manager."""

    def __init__(self, policy: str = "", has_bus: bool = True, has_bluez: bool = True, adapters: int = 1) -> None:
        self._cleanup = contextlib.ExitStack()
        self.folder = Path(self._cleanup.enter_context(tempfile.TemporaryDirectory()))
        self.address = f"unix:path={self.folder}/bus"
        self.policy, self.has_bus, self.has_bluez, self.adapters = policy, has_bus, has_bluez, adapters

    def __enter__(self) -> Machine:
        if self.has_bus:
            self.start_bus()
        if self.has_bluez:
            self.start_bluez()
            for number in range(self.adapters):
                self.add_adapter(f"hci{number}")
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        self._cleanup.close()

    def start_bus(self) -> None:
        """Starts the bus."""
        file = self.folder / "bus.conf"
        file.write_text(CONFIGURATION.format(socket=f"{self.folder}/bus", policy=self.policy), "utf-8")
        (self.folder / "bus").unlink(missing_ok=True)
        self.bus = self._start(["dbus-daemon", f"--config-file={file}", "--nofork", "--nopidfile", "--nosyslog"])
        self.until(lambda: (self.folder / "bus").exists(), "the bus's socket")

    def stop_bus(self) -> None:
        """Ends the bus."""
        self.connection.close()
        self.bus.kill()
        self.bus.wait()

    def start_bluez(self) -> None:
        """Starts BlueZ, without an adapter."""
        self.connection = dbus.bus.BusConnection(self.address)
        self.connection.set_exit_on_disconnect(False)
        self.bluez = self._start(["/usr/bin/python3", "-m", "dbusmock", "--template", "bluez5", "--system"])
        self.until(lambda: self.connection.name_has_owner("org.bluez"), "BlueZ")

    def stop_bluez(self) -> None:
        """Ends BlueZ as a crash does."""
        self.bluez.kill()
        self.bluez.wait()

    def freeze_bluez(self, is_frozen: bool) -> None:
        """Hangs BlueZ, or lets it go on."""
        self.bluez.send_signal(signal.SIGSTOP if is_frozen else signal.SIGCONT)

    def _start(self, arguments: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / "peers.log").open("ab") as log:
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       env={**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": self.address})

        def stop() -> None:
            process.kill()
            process.wait()
        self._cleanup.callback(stop)
        return process

    def listen(self, *parts: str, grant: str = "always") -> Listener:
        """Starts the program."""
        listener = Listener(self.folder, self.address, list(parts), grant)
        self._cleanup.callback(listener.stop)
        return listener

    @staticmethod
    def until(condition: Callable[[], object], text: str, seconds: float = PATIENCE) -> None:
        """Waits until a condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds:g} s: {text}")
            threading.Event().wait(0.02)

    # MARK: what dbusmock's BlueZ does

    def _mock(self, path: str = "/", interface: str = "org.bluez.Mock") -> dbus.Interface:
        return dbus.Interface(self.connection.get_object("org.bluez", path, introspect=False), interface)

    def add_adapter(self, name: str = "hci0") -> None:
        """Plugs an adapter in."""
        self._mock().AddAdapter(name, "machine")

    def remove_adapter(self, name: str = "hci0") -> None:
        """Unplugs an adapter."""
        self._mock().RemoveAdapter(name)

    def power(self, is_on: bool, name: str = "hci0") -> None:
        """Switches an adapter."""
        self._mock(f"/org/bluez/{name}", MOCK).UpdateProperties(
            ADAPTER, {"Powered": dbus.Boolean(is_on, variant_level=1)})

    def adapter(self, key: str, name: str = "hci0") -> object:
        """A property of an adapter."""
        return self._mock(f"/org/bluez/{name}", "org.freedesktop.DBus.Properties").Get(ADAPTER, key)

    def is_discovering(self, name: str = "hci0") -> bool:
        """Whether somebody has begun a discovery."""
        return bool(self.adapter("Discovering", name))

    def add_device(self, number: int, name: str = "hci0") -> str:
        """Adds a device; its path."""
        address = ":".join(f"{byte:02X}" for byte in struct.pack(">HI", 0xC000, number))
        return str(self._mock().AddDevice(name, address, f"device {number}"))

    def advertise(self, path: str, content: dbus.Dictionary | None, rssi: int | None) -> None:
        """Reports an advertisement of a device."""
        properties: dict[str, object] = {}
        if content is not None:
            properties["ManufacturerData"] = content
        if rssi is not None:
            properties["RSSI"] = dbus.Int16(rssi)
        # Not UpdateProperties, which knows no dictionaries.
        self.emit(path, changed(properties), "sa{sv}as")

    def emit(self, path: str, arguments: list[object], signature: str, name: str = "PropertiesChanged") -> None:
        """Sends a signal of BlueZ with any content."""
        interface = "org.freedesktop.DBus.Properties" if name == "PropertiesChanged" \
            else "org.freedesktop.DBus.ObjectManager"
        # Not by a proxy, which would guess at the signature.
        self.connection.call_blocking(
            "org.bluez", "/org/bluez", MOCK, "EmitSignalDetailed", "sssava{sv}",
            (interface, name, signature, arguments, {"path": path}))
