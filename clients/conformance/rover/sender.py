"""The rover's sensors as a feed of headingd, from clients/feed/python."""

from __future__ import annotations

import pathlib
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "feed/python"))
from feed import Feed, Sensor  # noqa: E402

AXES = "x=right,y=forward,z=up"
_FORM = Feed("", "rover", [
    Sensor("magn", "magnetic_field", "microtesla", 400, 50, axes=AXES),
    Sensor("accel", "acceleration", "m/s2", 39.2, 100, axes=AXES),
    Sensor("gyro", "angular_rate", "rad/s", 8.7, 100, axes=AXES),
], clock=("us", 64))


def declaration():
    """The first message."""
    return _FORM.declaration()


def message(microseconds, samples):
    """The samples of one time."""
    return _FORM.samples(microseconds, {name: [round(part, 6) for part in value] for name, value in samples.items()})


class Sender:
    """A connection that never holds the rover: what the daemon does not read is lost, as on a bus."""

    def __init__(self, path):
        self.path = path
        self.stream = None
        self.rest = b""

    def send(self, data):
        """Sends a message, over a new connection if there is none."""
        try:
            if self.stream is None:
                self.stream = socket.socket(socket.AF_UNIX)
                self.stream.setblocking(False)
                self.stream.connect(self.path)
                self.rest = declaration()
            # A message that has begun is ended before another one begins.
            if len(self.rest) < 4096:
                self.rest += data
            self.rest = self.rest[self.stream.send(self.rest):]
        except BlockingIOError:
            pass
        except OSError:
            self.close()

    def close(self):
        """Ends the connection."""
        if self.stream is not None:
            self.stream.close()
        self.stream, self.rest = None, b""
