"""The daemon with the sensors of a body, on a system bus."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

import headingd
from body import Body, Field, difference
from programs import HERE, SYSTEM, Bus, Client, Program, owner, until

HEADINGD = os.environ["HEADINGD_PROGRAM"]

#: The largest difference of an angle from the truth, degrees, and the step of the compass.
TOLERANCE, STEP = 0.5, 0.1

#: A gyroscope without bias, on a body that may turn in any way.
NAVIGATION = "navigation: {motion: free, gyroscope_bias: 0.02}"

#: A date of the magnetic model.
DATE = "2026-01-21"


class Machine:
    """A system bus and a daemon that a user runs, with the sensors of a body; use it as a context manager."""

    def __init__(self, output: str | None = "{sensor_proxy: true}", field: Field | None = None,
                 settings: str = NAVIGATION, user: str = "headingd", has_bus: bool = True,
                 arguments: tuple[str, ...] = (), heading: float = 30.0, has_body: bool = True,
                 **environment: str) -> None:
        self._cleanup = contextlib.ExitStack()
        self.folder = Path(self._cleanup.enter_context(tempfile.TemporaryDirectory()))
        self.user, self.has_bus, self.has_body = user, has_bus, has_body
        self.arguments, self.environment = arguments, environment
        self.settings, self.field = settings, field or Field()
        self.bus: Bus | None = None
        self._peers = 0
        self.path = str(self.folder / "socket")
        self.body = Body(str(self.folder / "feed"), self.field, heading)
        self.folder.chmod(0o755)
        shutil.chown(self.folder, user)
        (self.folder / "profile.json").write_text(self.field.profile(), "utf-8")
        self.configure(output)

    def configure(self, output: str | None) -> None:
        """Writes the configuration with an entry of `outputs.dbus`, or with none."""
        self.has_output = output is not None
        sensors = "sensors: {gpsd: none}" if not self.has_body else \
            f"sensors: {{profile: {self.folder}/profile.json, gpsd: none}}\nfeed: {{socket: {self.folder}/feed}}"
        text = f"{sensors}\nlisten: {{socket: {self.path}}}\nstate: {{file: {self.folder}/state.json}}\n"
        text += f"{self.settings}\n"
        text += f"outputs:\n  dbus:\n    - {output}\n" if output else ""
        (self.folder / "headingd.yaml").write_text(text, "utf-8")

    @classmethod
    def at(cls, latitude: float, longitude: float, output: str, **others: Any) -> Machine:
        """A machine at a known place, in the field of the magnetic model."""
        place = f"place: {{latitude: {latitude}, longitude: {longitude}, altitude: 400, date: {DATE}}}"
        field = Field.at(latitude, longitude, DATE)
        return cls(output, field, settings=f"{NAVIGATION}\n{place}", **others)

    def __enter__(self) -> Machine:
        try:
            if self.has_bus:
                self.start_bus()
            self.start_daemon()
            if self.has_body:
                self.body.start()
                self._cleanup.callback(self.body.stop)
                self.ready()
            if self.has_bus and self.has_output:
                until(owner, "the name is on the bus")
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if kind:
            for path in sorted(self.folder.glob("*.log")):
                print(f"--- {path.name}\n{path.read_text('utf-8', 'replace')[-4000:]}", file=sys.stderr)
        self._cleanup.close()

    def start_bus(self) -> None:
        """Starts the system bus."""
        self.bus = Bus(self.folder)
        self._cleanup.callback(self.bus.stop)

    def start_daemon(self) -> None:
        """Starts the daemon, and waits until it answers on its own socket."""
        command = [HEADINGD, "--config", str(self.folder / "headingd.yaml"), *self.arguments]
        self.daemon = self.start("headingd", command, self.user, **self.environment)

        def answers() -> str | None:
            if not self.daemon.is_running:
                raise AssertionError(f"the daemon has ended: {self.daemon.log}")
            with contextlib.suppress(headingd.HeadingError):
                return headingd.Client(self.path).check()
            return None

        until(answers, "the daemon answers")

    def start(self, name: str, arguments: list[str], user: str = "root", **environment: str) -> Program:
        """Starts a program that ends with this machine."""
        program = Program(self.folder, name, arguments, user, **environment)
        self._cleanup.callback(program.stop)
        return program

    def peer(self, name: str, user: str, *arguments: str, bus: str = SYSTEM) -> Client:
        """Starts a program of peer.py."""
        # Each has a log of its own.
        self._peers += 1
        command = [os.environ["PYTHON"], str(HERE / "peer.py"), bus, user, *arguments]
        client = Client(self.folder, f"{self._peers}-{name}", command)
        self._cleanup.callback(client.stop)
        return client

    def reader(self) -> Client:
        """Starts a reader of the daemon's own stream."""
        self._peers += 1
        command = [os.environ["PYTHON"], str(HERE / "reader.py"), self.path]
        client = Client(self.folder, f"{self._peers}-reader", command)
        self._cleanup.callback(client.stop)
        return client.ready()

    def update(self) -> headingd.Update:
        """The next update of the daemon's own stream."""
        for one in headingd.Client(self.path).updates(rate=0):
            return one
        raise AssertionError("the stream has ended")

    def ready(self) -> None:
        """Waits for a valid heading that agrees with the truth."""
        def agrees() -> bool:
            one = self.update()
            return one.status == "valid" and self.is_true(one.magnetic_heading)
        until(agrees, "a valid heading", 40)

    def is_true(self, heading: float | None, step: float = 0.0) -> bool:
        """Whether a heading agrees with the body's, which is at rest."""
        return heading is not None and abs(difference(heading, self.body.truth[0])) <= TOLERANCE + step

    def turn(self, heading: float, pitch: float = 0.0, roll: float = 0.0) -> None:
        """Turns the body, and waits until it is there and the daemon's own stream says so."""
        self.body.turn(heading, pitch, roll)
        until(lambda: not self.body.is_turning, "the body has turned")
        until(lambda: self.is_true(self.update().magnetic_heading), f"the stream shows {heading}")

    def reload(self) -> None:
        """Has the daemon read its configuration again."""
        self.daemon.signal(signal.SIGHUP)
