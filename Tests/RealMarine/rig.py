"""A daemon with the sensors of a simulated vessel: its feed, a real gpsd with a receiver, and what it publishes.

`Rig` is for any output: the section `outputs` of the configuration is given as text.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import threading
from collections import deque
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from typing import Any, Callable

import headingd
from programs import PATIENCE, Gpsd, Program, free_port, until
from senders import Receiver, Sensors
from vessel import Field, Truth, Vessel, now

PROGRAM = os.environ.get("HEADINGD_PROGRAM", "headingd")
COMPASS = os.environ.get("COMPASS_PROGRAM", "compass")

#: Seconds of a day.
DAY = 86_400

#: The geoid and the larger models, as the package installs them.
DATA = Path(__file__).resolve().parents[2] / "packaging/data"


class Rig:
    """A daemon that reads a vessel, with a section `outputs`; use it as a context manager."""

    def __init__(self, vessel: Vessel, outputs: str, settings: str = "", profile: dict[str, Any] | None = None,
                 has_receiver: bool = True, navigation: str = "", is_calibrated: bool = True,
                 height_after: float = 0.0) -> None:
        self.vessel, self.outputs, self.settings = vessel, outputs, settings
        # Keys of the section `navigation` besides those of the vessel.
        self.navigation = f"motion: free, gyroscope_bias: 0.02{', ' if navigation else ''}{navigation}"
        self.profile, self.has_receiver, self.is_calibrated = profile or {}, has_receiver, is_calibrated
        self.height_after = height_after
        self.updates: deque[headingd.Update] = deque(maxlen=20_000)
        self.gpsd: Gpsd | None = None
        self.receiver: Receiver | None = None
        self._cleanup = contextlib.ExitStack()

    def __enter__(self) -> Rig:
        try:
            self._start()
        except BaseException:
            self._cleanup.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if kind:
            print(f"log of the daemon:\n{self.daemon.log[-4000:]}", file=sys.stderr)
        self._cleanup.close()

    def _start(self) -> None:
        self.folder = Path(self._cleanup.enter_context(tempfile.TemporaryDirectory()))
        # gpsd gives up root's rights.
        self.folder.chmod(0o755)
        if self.has_receiver:
            self.gpsd = Gpsd(self.folder)
            self._cleanup.callback(self.gpsd.stop)
            self.receiver = Receiver(self.vessel, self.gpsd.source, self.height_after)
        configuration = self._configure(self.gpsd.port if self.gpsd else None)
        self.path = str(self.folder / "socket")
        self.sensors = Sensors(self.vessel, str(self.folder / "feed"))
        self.daemon = Program(self.folder, "headingd", [PROGRAM, "--config", str(configuration)],
                              XDG_CONFIG_HOME=str(self.folder))
        self._cleanup.callback(self.daemon.stop)
        until(self._answers, "the daemon answers")
        for thread in (self.sensors, self.receiver):
            if thread:
                thread.start()
                self._cleanup.callback(self._end, thread)
        threading.Thread(target=self._follow, daemon=True).start()

    def _configure(self, gpsd: int | None) -> Path:
        """Writes the configuration, with the profile of a magnetometer without iron, and returns its path."""
        folder, field = self.folder, self.vessel.field
        (folder / "profile.json").write_text(json.dumps({
            "version": 2, "created": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "place": {"latitude": self.vessel.latitude, "longitude": self.vessel.longitude}, "model": "WMM2025",
            "model_epoch": 2025, "field_strength": field.strength, "inclination": field.inclination,
            "hard_iron": [0, 0, 0], "soft_iron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            "predicted_heading_error": {"level": 0.2, "tilt20": 0.3, "tilt45": 0.4}, **self.profile}), "utf-8")
        chosen = f"profile: {folder}/profile.json, " if self.is_calibrated else ""
        receiver = f"127.0.0.1:{gpsd}" if gpsd else "none"
        path = folder / "headingd.yaml"
        path.write_text(
            f"sensors: {{{chosen}gpsd: '{receiver}'}}\nfeed: {{socket: {folder}/feed}}\n"
            f"listen: {{socket: {folder}/socket}}\nstate: {{file: {folder}/state.json}}\n"
            f"navigation: {{{self.navigation}}}\n{self.settings}\noutputs:\n{self.outputs}", "utf-8")
        return path

    @staticmethod
    def _end(thread: Sensors | Receiver) -> None:
        thread.is_running = False
        thread.join(5)

    def _answers(self) -> str | None:
        if self.daemon.process.poll() is not None:
            raise AssertionError(f"the daemon has ended: {self.daemon.log}")
        with contextlib.suppress(headingd.HeadingError):
            return headingd.Client(self.path).check()
        return None

    def _follow(self) -> None:
        with contextlib.suppress(headingd.HeadingError):
            for event in headingd.Client(self.path).events(reconnect=False):
                if isinstance(event, headingd.Update):
                    self.updates.append(event)

    @property
    def newest(self) -> headingd.Update | None:
        """The daemon's newest update."""
        return self.updates[-1] if self.updates else None

    def wait(self, condition: Callable[[headingd.Update], Any], text: str,
             seconds: float = PATIENCE) -> headingd.Update:
        """Waits for an update for which a condition holds, and returns it."""
        return until(lambda: one if (one := self.newest) and condition(one) else None, text, seconds)

    def ready(self, accuracy: float = 3.3) -> Rig:
        """Waits for a heading of some accuracy, and for a place if there is a receiver."""
        def is_ready(one: headingd.Update) -> bool:
            has_place = None not in (one.true_heading, one.velocity, one.altitude, one.time)
            return (one.heading_accuracy or 180) < accuracy and one.status == "valid" and \
                (has_place or not self.has_receiver)
        try:
            self.wait(is_ready, "a heading" + (" and a place" if self.has_receiver else ""))
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.newest}") from None
        return self

    def truth(self, moment: float | None = None) -> Truth:
        """The vessel's truth at a boottime, otherwise of now."""
        return self.vessel.truth(moment)

    def boottime(self, seconds: float, near: float) -> float:
        """The boottime of a time of the day in UTC, the one nearest to another boottime."""
        utc = near + self.vessel.utc
        return near + (seconds - utc + DAY / 2) % DAY - DAY / 2


__all__ = ["COMPASS", "DATA", "Field", "Gpsd", "PATIENCE", "PROGRAM", "Program", "Rig", "Truth", "Vessel",
           "free_port", "now", "until"]
