"""A rigid body in a magnetic field and the Earth's gravity, and the feed by which headingd reads its sensors.

Frames: body x right, y forward, z up; Earth x east, y magnetic north, z up. Angles are degrees. Nothing here is marked
as simulated, and there is no iron: what the sensors show is the truth with noise.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import random
import socket
import subprocess
import threading
import time
from collections import deque
from dataclasses import dataclass

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

#: Samples a second of each sensor.
RATE = 100

#: Rotation of the Earth, degrees a second; gravity, m/s².
EARTH, GRAVITY = 0.0041781, 9.80665

#: The fastest turn, degrees a second.
TURN = 120.0


def now() -> float:
    """The kernel's boottime clock, s."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def difference(one: float, other: float) -> float:
    """From one angle to another by the shorter way: -180 to 180."""
    return (other - one + 180) % 360 - 180


def product(p: Quaternion, q: Quaternion) -> Quaternion:
    """The rotation q, then p."""
    (a, b, c, d), (e, f, g, h) = p, q
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)


def about(axis: Vector, angle: float) -> Quaternion:
    """The rotation about an axis of length 1 by an angle."""
    half = math.radians(angle) / 2
    return (math.cos(half), axis[0] * math.sin(half), axis[1] * math.sin(half), axis[2] * math.sin(half))


def inverse(q: Quaternion) -> Quaternion:
    """The rotation back."""
    return (q[0], -q[1], -q[2], -q[3])


def rotated(q: Quaternion, v: Vector) -> Vector:
    """A vector of the body in the Earth's frame, for a rotation from body to Earth."""
    _, x, y, z = product(product(q, (0.0, *v)), inverse(q))
    return (x, y, z)


def attitude(heading: float, pitch: float, roll: float) -> Quaternion:
    """From body to Earth: heading clockwise from north, then pitch nose up, then roll right side down."""
    return product(product(about((0, 0, 1), -heading), about((1, 0, 0), pitch)), about((0, 1, 0), roll))


def angles(q: Quaternion) -> Vector:
    """Heading, pitch and roll of an attitude."""
    forward, right, up = (rotated(q, axis) for axis in ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    heading = math.degrees(math.atan2(forward[0], forward[1])) % 360
    pitch = math.degrees(math.asin(max(-1.0, min(1.0, forward[2]))))
    return heading, pitch, math.degrees(math.atan2(-right[2], up[2]))


@dataclass(frozen=True)
class Field:
    """A place's field, strength in microteslas and dip positive down, its latitude, its declination."""

    strength: float = 48.0
    dip: float = 62.0
    latitude: float = 47.0
    declination: float = 0.0

    @classmethod
    def at(cls, latitude: float, longitude: float, date: str) -> Field:
        """The field of a place by the magnetic model: with a known place a daemon expects that dip."""
        command = [os.environ["COMPASS_PROGRAM"], "declination", "--json", "--date", date, "--",
                   str(latitude), str(longitude)]
        values = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=20).stdout)
        return cls(values["total"] / 1000, values["inclination"], latitude, values["declination"])

    @property
    def vector(self) -> Vector:
        """East, magnetic north, up."""
        dip = math.radians(self.dip)
        return (0.0, self.strength * math.cos(dip), -self.strength * math.sin(dip))

    def profile(self) -> str:
        """A calibration profile of a magnetometer without iron; docs: calibration/README.md."""
        return json.dumps({
            "version": 2, "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "model": "WMM2025", "model_epoch": 2025, "field_strength": self.strength, "inclination": self.dip,
            "hard_iron": [0, 0, 0], "soft_iron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            "accelerometer": {"bias": [0, 0, 0], "scale": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},
            "predicted_heading_error": {"level": 0.1, "tilt20": 0.15, "tilt45": 0.2}})


class Body(threading.Thread):
    """Sends what its sensors measure, and turns on request; `truth` is its heading, pitch and roll."""

    def __init__(self, path: str, field: Field | None = None, heading: float = 30.0, pitch: float = 0.0,
                 roll: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.path, self.field = path, field or Field()
        self.attitude = self._target = attitude(heading, pitch, roll)
        # Names of sensors that send nothing.
        self.silent: set[str] = set()
        # Samples that were sent.
        self.count = 0
        # Boottime and heading of the last seconds.
        self.history: deque[tuple[float, float]] = deque(maxlen=20 * RATE)
        self._rate = TURN
        self._spin: Vector = (0.0, 0.0, 0.0)
        # When and where the present turn began; by which angle and about which axis of the body it leads.
        self._start: tuple[float, Quaternion] | None = None
        self._angle, self._axis = 0.0, (0.0, 0.0, 1.0)
        self._random = random.Random(7)
        self._is_running = True

    @property
    def truth(self) -> Vector:
        """Heading from magnetic north, pitch, roll."""
        return angles(self.attitude)

    @property
    def is_turning(self) -> bool:
        """Whether it is not yet where it was told to turn to."""
        return self.attitude != self._target

    def turn(self, heading: float, pitch: float = 0.0, roll: float = 0.0, rate: float = TURN) -> None:
        """Begins to turn to an attitude, by the shortest rotation, at a rate in degrees a second."""
        self._rate = rate
        self._target = attitude(heading, pitch, roll)
        self._start = None

    def axis_heading(self, axis: str) -> float:
        """The heading of a body axis: +y forward, -z down, +z up."""
        vectors: dict[str, Vector] = {"+y": (0.0, 1.0, 0.0), "-z": (0.0, 0.0, -1.0), "+z": (0.0, 0.0, 1.0)}
        east, north, _ = rotated(self.attitude, vectors[axis])
        return math.degrees(math.atan2(east, north)) % 360

    def was(self, heading: float, boottime: float, tolerance: float, age: float = 0.35) -> bool:
        """Whether it had a heading at a time or shortly before."""
        return any(boottime - age <= moment <= boottime and abs(difference(heading, one)) <= tolerance
                   for moment, one in list(self.history))

    def stop(self) -> None:
        """Ends the feed."""
        self._is_running = False
        self.join(5)

    def run(self) -> None:
        while self._is_running:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as stream:
                stream.settimeout(2)
                stream.connect(self.path)
                stream.sendall(self._declaration())
                self._send(stream)
            time.sleep(0.05)

    def _declaration(self) -> bytes:
        axes = "x=right,y=forward,z=up"
        rows = [("magn", "magnetic_field", "microtesla", 400), ("accel", "acceleration", "m/s2", 40),
                ("gyro", "angular_rate", "deg/s", 500)]
        sensors = [{"name": name, "quantity": quantity, "unit": unit, "range": limit, "rate": RATE, "axes": axes}
                   for name, quantity, unit, limit in rows]
        return json.dumps({"feed": 1, "device": "body", "clock": {"unit": "us"}, "sensors": sensors}).encode() + b"\n"

    def _send(self, stream: socket.socket) -> None:
        step = 1 / RATE
        moment = now()
        while self._is_running:
            moment += step
            late = moment - now()
            if late > 0:
                time.sleep(late)
            elif late < -0.5:
                # This process was not run: nothing is caught up.
                moment = now()
            self._advance(moment)
            self.history.append((moment, self.truth[0]))
            self.count += 1
            stream.sendall(json.dumps({"t": round(moment * 1e6), **self._measured()}).encode() + b"\n")

    def _advance(self, moment: float) -> None:
        """Turns as far as it is by then; the spin is the rotation vector of the body frame, degrees a second."""
        if self._start is None:
            w, x, y, z = product(inverse(self.attitude), self._target)
            sine = math.sqrt(x * x + y * y + z * z)
            self._angle = math.degrees(2 * math.atan2(sine, abs(w)))
            sign = math.copysign(1.0, w) / max(sine, 1e-12)
            self._axis = (x * sign, y * sign, z * sign)
            self._start = (moment, self.attitude)
        begin, first = self._start
        # The rate changes smoothly, and is highest, as it was ordered, in the middle.
        duration = 1.875 * self._angle / self._rate
        share = min(1.0, (moment - begin) / duration) if duration > 0.01 else 1.0
        turned = self._angle * share**3 * (10 - 15 * share + 6 * share**2)
        rate = self._angle / duration * 30 * share**2 * (1 - share) ** 2 if share < 1 else 0.0
        self._spin = (self._axis[0] * rate, self._axis[1] * rate, self._axis[2] * rate)
        self.attitude = product(first, about(self._axis, turned)) if share < 1 else self._target

    def _measured(self) -> dict[str, Vector]:
        back = inverse(self.attitude)
        latitude = math.radians(self.field.latitude)
        earth = rotated(back, (0.0, EARTH * math.cos(latitude), EARTH * math.sin(latitude)))
        spin = (self._spin[0] + earth[0], self._spin[1] + earth[1], self._spin[2] + earth[2])
        values = {"accel": self._noisy(rotated(back, (0.0, 0.0, GRAVITY)), 0.01), "gyro": self._noisy(spin, 0.02),
                  "magn": self._noisy(rotated(back, self.field.vector), 0.05)}
        return {name: value for name, value in values.items() if name not in self.silent}

    def _noisy(self, v: Vector, deviation: float) -> Vector:
        x, y, z = (round(one + self._random.gauss(0, deviation), 5) for one in v)
        return (x, y, z)
