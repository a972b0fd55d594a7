"""The truth: where the device points, and what every sensor must feel there.

Units are those of Linux's IIO: gauss, m/s², rad/s, kPa, °C. The body frame is x right, y forward,
z up; the Earth's is east, north (magnetic), up. q = Rz(-heading) Rx(pitch) Ry(roll).
"""
import math
import random
import threading
import time
from dataclasses import dataclass, field

STANDARD_GRAVITY = 9.80665

# A row of NOAA's WMM2025_TestValues.txt: decimal year 2026.5, 12 km, 33° N 145° W.
LATITUDE, LONGITUDE = 33.0, -145.0
DECLINATION = 11.96  # degrees, changes by -0.09 a year
HORIZONTAL, DOWN = 0.24672289649, 0.32162934508  # gauss
TOTAL_MICROTESLA = 40.536110231

IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def product(a, b):
    return tuple(tuple(sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)) for i in range(3))


def transposed(a):
    return tuple(zip(*a))


def applied(a, v):
    return tuple(sum(a[i][k] * v[k] for k in range(3)) for i in range(3))


@dataclass(frozen=True)
class Pose:
    """An attitude in degrees: heading clockwise from magnetic north, nose up, right side down."""
    heading: float
    pitch: float = 0.0
    roll: float = 0.0

    def body_to_earth(self):
        h, p, r = (math.radians(a) for a in (-self.heading, self.pitch, self.roll))
        z = ((math.cos(h), -math.sin(h), 0), (math.sin(h), math.cos(h), 0), (0, 0, 1))
        x = ((1, 0, 0), (0, math.cos(p), -math.sin(p)), (0, math.sin(p), math.cos(p)))
        y = ((math.cos(r), 0, math.sin(r)), (0, 1, 0), (-math.sin(r), 0, math.cos(r)))
        return product(z, product(x, y))

    def __str__(self):
        return f"heading {self.heading:g}°, pitch {self.pitch:g}°, roll {self.roll:g}°"


@dataclass
class World:
    """What the chips measure, at any moment, from any thread.

    A real sensor never says the same twice, and a program may rightly distrust one that does, so
    every reading carries a little noise.
    """
    pose: Pose = Pose(0)
    rate: float = 0.0  # degrees a second, positive is clockwise seen from above
    pressure: float = 101.325
    temperature: float = 25.0
    faults: dict = field(default_factory=dict)  # chip name -> nak, stuck, rail or zero

    def __post_init__(self):
        self._lock = threading.Lock()
        self._since = time.monotonic()
        self._random = random.Random(1)

    def place(self, pose, rate=0.0):
        """Stands the device at a pose; with a rate it turns from there."""
        with self._lock:
            self.pose, self.rate, self._since = pose, rate, time.monotonic()

    def now(self):
        """The pose and the rate at this moment."""
        with self._lock:
            turned = self.rate * (time.monotonic() - self._since)
            pose = Pose((self.pose.heading + turned) % 360, self.pose.pitch, self.pose.roll)
            return pose, self.rate

    def stop(self):
        """Ends a turn where it is now, and says where that is."""
        pose, _ = self.now()
        self.place(pose)
        return pose

    def magnetic_field(self):
        return self._felt((0, HORIZONTAL, -DOWN), noise=0.0005)

    def acceleration(self):
        return self._felt((0, 0, STANDARD_GRAVITY), noise=0.01)

    def rotation(self):
        _, rate = self.now()
        return self._felt((0, 0, -math.radians(rate)), noise=0.001)

    def air_pressure(self):
        return self.pressure + self._random.gauss(0, 0.001)

    def _felt(self, earth, noise):
        pose, _ = self.now()
        body = applied(transposed(pose.body_to_earth()), earth)
        return tuple(value + self._random.gauss(0, noise) for value in body)


def difference(a, b):
    """The angle from b to a in degrees, -180 to 180."""
    return (a - b + 180) % 360 - 180


def pose_from(magnetic, acceleration):
    """The pose that a field and a specific force in the body frame mean: the tests' own arithmetic,
    independent of the program under test.
    """
    up = _unit(acceleration)
    east = _unit(_cross(magnetic, up))
    north = _cross(up, east)
    pitch = math.degrees(math.asin(max(-1, min(1, up[1]))))
    roll = math.degrees(math.atan2(-up[0], up[2]))
    return Pose(math.degrees(math.atan2(east[1], north[1])) % 360, pitch, roll)


def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _unit(v):
    length = math.sqrt(sum(x * x for x in v))
    return tuple(x / length for x in v)
