"""A rover with two driven wheels on a slope, its iron, and what its sensors measure.

Body frame x right, y forward, z up; earth frame east, magnetic north, up. Independent of the daemon's simulators: the
attitude is a matrix, built from the ground's normal and the direction of travel, and the gyroscope's rate is that
between two such matrices.
"""

from __future__ import annotations

import math
import random

PERIOD = 0.01  # s
TRACK = 0.30  # m between the wheels
FULL_SPEED = 0.6  # m/s
GRAVITY = 9.807  # m/s²

# Place of the rover, and the WMM2025's field there at the end of 2026.
LATITUDE, LONGITUDE, HEIGHT = 47.37, 8.54, 450.0
DECLINATION, INCLINATION, FIELD = 3.66, 63.51, 48.40  # °, °, µT
# The local field points so far from the model's: no magnetometer can know it.
LOCAL_DEVIATION = 0.4  # °

HARD_IRON = (14.2, -21.5, 9.8)  # µT
SOFT_IRON = ((1.030, 0.015, -0.008), (0.015, 0.975, 0.012), (-0.008, 0.012, 1.010))
# What has changed since the calibration: a screw, a cable.
LATER_IRON = (0.12, -0.10, 0.15)  # µT
# Field of each motor's current, µT/A.
LEFT_FIELD, RIGHT_FIELD = (0.55, 0.45, -0.60), (-0.45, 0.50, -0.50)


def dot(a, b):
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    """Vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    """The vector with the length 1."""
    length = math.sqrt(dot(a, a))
    return tuple(part / length for part in a)


def axes(heading, normal):
    """The body's axes in the earth frame, for a heading in degrees on a plane with this normal."""
    east, north = math.sin(math.radians(heading)), math.cos(math.radians(heading))
    forward = unit((east, north, -(normal[0] * east + normal[1] * north) / normal[2]))
    return cross(forward, normal), forward, normal


def rate_between(before, after, seconds):
    """Mean angular rate in the body frame, rad/s, from one set of axes to the next."""
    turned = [[dot(a, b) for b in after] for a in before]
    return tuple((turned[k][j] - turned[j][k]) / 2 / seconds for j, k in ((1, 2), (2, 0), (0, 1)))


class Sensors:
    """Magnetometer, accelerometer and gyroscope with their faults."""

    def __init__(self, seed, later_iron=LATER_IRON):
        self.random = random.Random(seed)
        self.later_iron = later_iron
        self.bias = [math.radians(part) for part in (0.4, -0.6, 0.5)]

    def noise(self, size):
        """A vector of white noise."""
        return [self.random.gauss(0, size) for _ in range(3)]

    def field(self, body, current_field):
        """µT: the earth's field through the iron, that of the currents, noise."""
        dip, east = math.radians(INCLINATION), math.radians(LOCAL_DEVIATION)
        level = FIELD * math.cos(dip)
        earth = (level * math.sin(east), level * math.cos(east), -FIELD * math.sin(dip))
        seen = [dot(axis, earth) for axis in body]
        return [dot(row, seen) + sum(parts) for row, *parts in zip(
            SOFT_IRON, HARD_IRON, self.later_iron, current_field, self.noise(0.15))]

    def force(self, body, acceleration, shaking):
        """m/s²: gravity's reaction and the acceleration in the body frame, vibration, bias, noise."""
        return [GRAVITY * axis[2] + own + shake + bias + noise for axis, own, shake, bias, noise in zip(
            body, acceleration, shaking, (0.03, -0.02, 0.05), self.noise(0.02))]

    def rate(self, rate, shaking):
        """rad/s: the rate, vibration, a bias that drifts, noise."""
        drift = math.radians(0.0005)
        self.bias = [part + self.random.gauss(0, drift) for part in self.bias]
        return [own + shake + bias + noise for own, shake, bias, noise in zip(
            rate, shaking, self.bias, self.noise(math.radians(0.06)))]


class Rover:
    """The rover's motion; `step` moves it by a hundredth of a second."""

    def __init__(self, seed, has_motor_iron, heading=40.0):
        self.random = random.Random(seed + 1)
        self.sensors = Sensors(seed)
        self.has_motor_iron = has_motor_iron
        self.time = 0.0
        self.heading = heading  # ° from magnetic north
        self.speed = 0.0  # m/s
        self.place = [0.0, 0.0]  # m east and magnetic north
        self.wheels = [0.0, 0.0]  # m/s, left and right
        self.current = [0.0, 0.0]  # A
        self.slip = 0.0
        # 4° up towards the north-east.
        slope = math.radians(4)
        self.normal = (-math.sin(slope) * 0.7071, -math.sin(slope) * 0.7071, math.cos(slope))
        self.body = axes(heading, self.normal)

    def step(self, speed, turn):
        """Moves by the orders of the motor driver: share of full speed, °/s clockwise. Returns the samples."""
        self.time += PERIOD
        half = math.radians(turn) * TRACK / 2
        wanted = (speed * FULL_SPEED + half, speed * FULL_SPEED - half)
        uphill = self.body[1][2]
        for wheel in (0, 1):
            change = (wanted[wheel] - self.wheels[wheel]) * PERIOD / 0.08
            self.wheels[wheel] += change
            driving = self.wheels[wheel] / FULL_SPEED
            self.current[wheel] = (0.3 * math.copysign(min(1, 20 * abs(driving)), driving) + 1.2 * driving
                                   + 0.12 * change / PERIOD + 6 * uphill * abs(driving))
        # Tyres that scrub lose a part of the turn, and slip now and then.
        self.slip += -self.slip * PERIOD / 0.8 + self.random.gauss(0, 0.06) * math.sqrt(PERIOD / 0.8)
        left, right = self.wheels[0], self.wheels[1] * 0.98
        turning = (left - right) / TRACK * (0.80 + self.slip)
        # The slope pulls the nose downhill.
        turning += 0.3 * self.speed * self.body[0][2] * -1
        before, speed_before = self.body, self.speed
        self.speed = (left + right) / 2 * (0.95 + self.slip)
        self.heading = (self.heading + math.degrees(turning) * PERIOD) % 360
        self.body = axes(self.heading, self.normal)
        self.place = [part + self.speed * PERIOD * axis for part, axis in zip(self.place, self.body[1])]
        shaken = self.speed / FULL_SPEED
        wave = [math.sin(2 * math.pi * hertz * self.time + hertz) for hertz in (23.7, 31.3, 37.9)]
        acceleration = (self.speed * turning, (self.speed - speed_before) / PERIOD, 0.0)
        force = self.sensors.force(self.body, acceleration, [0.8 * shaken * part for part in wave])
        rate = self.sensors.rate(rate_between(before, self.body, PERIOD), [0.02 * shaken * part for part in wave])
        samples = {"accel": force, "gyro": rate}
        if round(self.time / PERIOD) % 2 == 0:
            samples["magn"] = self.sensors.field(self.body, self.field_of_current())
        return samples

    def field_of_current(self):
        """µT, in the body frame."""
        if not self.has_motor_iron:
            return (0.0, 0.0, 0.0)
        return tuple(left * self.current[0] + right * self.current[1] for left, right in zip(LEFT_FIELD, RIGHT_FIELD))


def turned_by_hand(seconds, seed, most_load=5.0):
    """Samples of the rover turned by hand, for its calibration, with the motors' load in A: dictionaries.

    The load, of which most_load is the largest, the same current in both motors, comes and goes; the iron of later is not there yet.
    """
    sensors = Sensors(seed, (0.0, 0.0, 0.0))
    body = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    for index in range(round(seconds / PERIOD)):
        time = index * PERIOD
        # Three seconds at rest, then a turn about an axis that wanders.
        size = 0.0 if time < 3 else min(1.2, time - 3)
        turn = [size * PERIOD * part for part in unit(
            (math.sin(0.31 * time), math.cos(0.23 * time), 0.7 * math.sin(0.17 * time + 1)))]
        before = body
        right, forward = (tuple(a + b for a, b in zip(axis, cross(turn, axis))) for axis in body[:2])
        up = unit(cross(right, forward))
        forward = unit(forward)
        body = (cross(forward, up), forward, up)
        load = most_load * max(0.0, math.sin(0.9 * time))
        field = tuple((a + b) / 2 * load for a, b in zip(LEFT_FIELD, RIGHT_FIELD))
        yield {"time": time, "load": load, "accel": sensors.force(body, (0, 0, 0), (0, 0, 0)),
               "gyro": sensors.rate(rate_between(before, body, PERIOD), (0, 0, 0)),
               "magn": sensors.field(body, field)}
