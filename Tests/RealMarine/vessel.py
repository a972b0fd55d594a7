"""A vessel with physics of its own: attitude, magnetic field, gravity, rotation and motion over the ground.

Frames as in docs/design.md: body x right, y forward, z up; earth east, north, up. Angles are degrees, times are seconds
of the kernel's boottime clock.
"""

from __future__ import annotations

import dataclasses
import json
import math
import random
import subprocess
import threading
import time
from bisect import bisect
from collections import deque
from dataclasses import dataclass, replace

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

#: Of WGS 84: semi-major axis in m, squared eccentricity; rotation of the Earth in rad/s.
AXIS, ECCENTRICITY, EARTH_RATE = 6_378_137.0, 6.694_379_990_14e-3, 7.292_115e-5

#: Steps of the physics a second, and how long their truth is kept, s.
RATE, MEMORY = 100, 60.0

KNOT = 1852 / 3600


def now() -> float:
    """The kernel's boottime clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def wrapped(angle: float) -> float:
    """An angle from -180 up to 180 degrees."""
    return (angle + 180) % 360 - 180


@dataclass(frozen=True)
class Field:
    """The magnetic field of a place: declination and inclination in degrees, strength in microteslas."""

    declination: float
    inclination: float
    strength: float

    @classmethod
    def at(cls, program: str, latitude: float, longitude: float) -> Field:
        """The field of today by the magnetic model of the command line tool."""
        output = subprocess.run([program, "declination", "--json", "--", str(latitude), str(longitude)],
                                check=True, capture_output=True, timeout=20).stdout
        values = json.loads(output)
        return cls(values["declination"], values["inclination"], values["total"] / 1000)

    @property
    def vector(self) -> Vector:
        """East, north, up."""
        level = self.strength * math.cos(math.radians(self.inclination))
        return (level * math.sin(math.radians(self.declination)), level * math.cos(math.radians(self.declination)),
                -self.strength * math.sin(math.radians(self.inclination)))


@dataclass(frozen=True)
class Truth:
    """What is true of the vessel at one moment; heading and course from true north, the rate clockwise per second."""

    time: float
    heading: float
    pitch: float
    roll: float
    rate: float
    latitude: float
    longitude: float
    altitude: float
    east: float
    north: float
    up: float

    @property
    def speed(self) -> float:
        """Over ground, m/s."""
        return math.hypot(self.east, self.north)

    @property
    def course(self) -> float:
        """Of the motion over ground, from true north."""
        return math.degrees(math.atan2(self.east, self.north)) % 360

    def distance(self, latitude: float, longitude: float) -> float:
        """Metres over ground from another position nearby."""
        meridian, prime = radii(self.latitude)
        return math.hypot(math.radians(latitude - self.latitude) * meridian,
                          math.radians(wrapped(longitude - self.longitude)) * prime
                          * math.cos(math.radians(self.latitude)))


def radii(latitude: float) -> tuple[float, float]:
    """Radii of curvature of the ellipsoid along the meridian and across it, m."""
    root = math.sqrt(1 - ECCENTRICITY * math.sin(math.radians(latitude)) ** 2)
    return AXIS * (1 - ECCENTRICITY) / root**3, AXIS / root


def gravity(latitude: float) -> float:
    """Normal gravity on the ellipsoid by Somigliana's formula, m/s²."""
    square = math.sin(math.radians(latitude)) ** 2
    return 9.780_325_335_9 * (1 + 0.001_931_852_652_41 * square) / math.sqrt(1 - ECCENTRICITY * square)


def rotation(heading: float, pitch: float, roll: float) -> Matrix:
    """The matrix from body to earth: the columns are right, forward and up of the body."""
    h, p, r = (math.radians(one) for one in (heading, pitch, roll))
    sh, ch, sp, cp, sr, cr = math.sin(h), math.cos(h), math.sin(p), math.cos(p), math.sin(r), math.cos(r)
    return ((ch * cr + sh * sp * sr, sh * cp, ch * sr - sh * sp * cr),
            (-sh * cr + ch * sp * sr, ch * cp, -sh * sr - ch * sp * cr),
            (-cp * sr, sp, cp * cr))


def to_body(matrix: Matrix, v: Vector) -> Vector:
    """A vector of the earth frame in the body frame."""
    x, y, z = (sum(matrix[row][column] * v[row] for row in range(3)) for column in range(3))
    return (x, y, z)


def turned(before: Matrix, after: Matrix) -> Vector:
    """The rotation from one attitude to the next as a vector of the body frame, rad."""
    m = [[sum(before[k][i] * after[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    angle = math.acos(max(-1.0, min(1.0, (m[0][0] + m[1][1] + m[2][2] - 1) / 2)))
    scale = 0.5 if angle < 1e-8 else angle / (2 * math.sin(angle))
    return ((m[2][1] - m[1][2]) * scale, (m[0][2] - m[2][0]) * scale, (m[1][0] - m[0][1]) * scale)


@dataclass
class Ramp:
    """A value that changes smoothly from one to another: its rate is continuous, and zero at both ends."""

    start: float
    end: float
    begin: float = 0.0
    duration: float = 0.0

    def at(self, moment: float) -> float:
        """The value at a time."""
        share = min(1.0, max(0.0, (moment - self.begin) / self.duration)) if self.duration > 0 else 1.0
        return self.start + (self.end - self.start) * share**3 * (10 - 15 * share + 6 * share**2)


@dataclass
class Noise:
    """Noise (1 sigma a sample) and constant errors of the sensors: microteslas, m/s², degrees per second."""

    magnetometer: float = 0.05
    accelerometer: float = 0.01
    gyroscope: float = 0.02
    gyroscope_bias: Vector = (0.01, -0.008, 0.006)


@dataclass
class Vessel:
    """Truth at a time, and what ideal sensors with noise measure of it; `iron` is hard iron at the magnetometer, in
    microteslas of the body frame. `advance` is called by one thread."""

    latitude: float
    longitude: float
    field: Field
    altitude: float = 12.0
    geoid: float = 0.0
    leeway: float = 0.0
    iron: Vector = (0.0, 0.0, 0.0)
    noise: Noise = dataclasses.field(default_factory=Noise)
    seed: int = 1

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._lock = threading.Lock()
        # Heading, pitch, roll, speed, turn rate, amount of waves.
        self._ramps = {name: Ramp(0, 0) for name in ("heading", "pitch", "roll", "speed", "rate", "waves")}
        self._turned = 0.0
        moment = now()
        first = Truth(moment, 0, 0, 0, 0, self.latitude, self.longitude, self.altitude, 0, 0, 0)
        # UTC less boottime: the time that its receiver knows.
        self.utc = time.time() - moment
        self._history = deque([first], maxlen=int(MEMORY * RATE))
        self._matrix: Matrix | None = None

    def steer(self, duration: float = 0.0, **targets: float) -> float:
        """Begins to change heading, roll (both by the shorter way), pitch, speed (m/s), rate (degrees a second) or
        waves (1 is 6 degrees of roll); returns when that will be done. A duration of 0 is a start, not a motion."""
        moment = now()
        with self._lock:
            for name, target in targets.items():
                present = self._ramps[name].at(moment)
                if name in ("heading", "roll"):
                    target -= self._turned if name == "heading" else 0
                    target = present + wrapped(target - present)
                self._ramps[name] = Ramp(present if duration else target, target, moment, duration)
            if not duration:
                self._matrix = None
        return moment + duration

    def _state(self, moment: float, last: Truth) -> Truth:
        """The state at a time shortly after the last one."""
        with self._lock:
            value = {name: ramp.at(moment) for name, ramp in self._ramps.items()}
            step = moment - last.time
            self._turned += value["rate"] * step
            heading = value["heading"] + self._turned
        swell = value["waves"]
        phase = 2 * math.pi * moment
        roll = wrapped(value["roll"] + swell * 6 * math.sin(phase / 7))
        pitch = value["pitch"] + swell * 2.5 * math.sin(phase / 5 + 1)
        heading += swell * 1.5 * math.sin(phase / 9 + 2)
        height, up = swell * 0.3 * math.sin(phase / 6), swell * 0.3 * 2 * math.pi / 6 * math.cos(phase / 6)
        course = math.radians(heading + self.leeway)
        east, north = value["speed"] * math.sin(course), value["speed"] * math.cos(course)
        meridian, prime = radii(last.latitude)
        latitude = last.latitude + math.degrees((north + last.north) / 2 * step / meridian)
        across = prime * math.cos(math.radians(last.latitude))
        longitude = wrapped(last.longitude + math.degrees((east + last.east) / 2 * step / across))
        rate = wrapped(heading - last.heading) / step
        return Truth(moment, heading % 360, pitch, roll, rate, latitude, longitude, self.altitude + height,
                     east, north, up)

    def advance(self, moment: float) -> dict[str, Vector]:
        """Goes on to a time, and returns what magn (microteslas), accel (m/s²) and gyro (degrees/s) measure there."""
        last = self._history[-1]
        truth = self._state(moment, last)
        step = moment - last.time
        matrix = rotation(truth.heading, truth.pitch, truth.roll)
        spin = turned(self._matrix or matrix, matrix)
        latitude = math.radians(truth.latitude)
        earth = to_body(matrix, (0, EARTH_RATE * math.cos(latitude), EARTH_RATE * math.sin(latitude)))
        force = ((truth.east - last.east) / step, (truth.north - last.north) / step,
                 (truth.up - last.up) / step + gravity(truth.latitude))
        self._matrix = matrix
        with self._lock:
            self._history.append(truth)
        noise = self.noise
        magnetic = to_body(matrix, self.field.vector)
        magn = (magnetic[0] + self.iron[0], magnetic[1] + self.iron[1], magnetic[2] + self.iron[2])
        gyro = [math.degrees(one / step + other) + bias
                for one, other, bias in zip(spin, earth, noise.gyroscope_bias)]
        return {"magn": self._noisy(magn, noise.magnetometer),
                "accel": self._noisy(to_body(matrix, force), noise.accelerometer),
                "gyro": self._noisy((gyro[0], gyro[1], gyro[2]), noise.gyroscope)}

    def _noisy(self, v: Vector, deviation: float) -> Vector:
        x, y, z = (round(one + self.random.gauss(0, deviation), 5) for one in v)
        return (x, y, z)

    def truth(self, moment: float | None = None) -> Truth:
        """The truth at a time that is not older than a minute; otherwise of now."""
        moment = now() if moment is None else moment
        with self._lock:
            history = self._history
            index = bisect([one.time for one in history], moment) if moment < history[-1].time else len(history)
            one = history[max(0, index - 1)]
            other = history[min(index, len(history) - 1)]
        if one is other:
            return one
        share = (moment - one.time) / (other.time - one.time)

        def between(name: str) -> float:
            first, last = getattr(one, name), getattr(other, name)
            if name in ("heading", "roll", "longitude"):
                return float(first + wrapped(last - first) * share)
            return float(first + (last - first) * share)

        values = {name: between(name) for name in Truth.__dataclass_fields__ if name != "time"}
        values["heading"] %= 360
        return replace(one, time=moment, **values)
