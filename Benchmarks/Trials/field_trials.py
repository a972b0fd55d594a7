#!/usr/bin/env python3
"""Field trials of a heading program, with simulated recordings.

Usage: field_trials.py COMPASS [scenario ...] [--seeds N] [--first SEED]
       field_trials.py --check          (the simulator alone)
       field_trials.py --list

COMPASS is the program; `COMPASS replay FILE.csv --output OUT.csv` is run once
per recording. Each scenario is a set of recordings with fixed seeds. The
simulator shares no code with the program that it judges.

Conventions. Body: x right, y forward, z up. Earth: east, magnetic north, up.
Attitude: Hamilton quaternion [w, x, y, z], body -> earth,
q = Rz(-heading) Rx(pitch) Ry(roll). Accelerometer: specific force, +g along up
at rest. Magnetometer: microtesla. Heading: of +y, clockwise from north.

Sensors, if the scenario does not say otherwise. 100 Hz. Gyroscope: the mean
rate since the previous row, white noise 0.0015 rad/s a sample, a constant bias
of 0.1 to 0.5 deg/s in a random direction, a bias walk of 0.002 deg/s per root
second. Accelerometer: white noise 0.03 m/s2, a constant bias of 10 to 30 mg in
a random direction (at 65 deg dip 1 deg of tilt error is up to 2.1 deg of
heading error). Magnetometer: white noise 0.4 uT, else perfect. Field: 48 uT,
dip 65 deg.

Columns of the table, over all seeds, the first 20 s left out unless the
scenario says otherwise, and rows with +y more than 65 deg above or below the
horizon left out of everything but the tilt:

  hdg      heading RMSE, deg          worst   heading RMSE of the worst seed
  tilt     RMS angle between the true and the estimated up, deg
  max      largest heading error, deg
  in68     rows whose error is within heading_accuracy, %
  in95     rows whose error is within heading_accuracy_95, %
  b/rmse   mean heading_accuracy / heading RMSE
  valid    rows with status valid, %; `bad` the rows with status invalid, %
  none     rows without a heading, %
  vrmse    heading RMSE while the status is valid, deg; v95 the same rows' in95, %
  wild     rows with status valid whose error exceeds 3 heading_accuracy_95, %
  run      longest uninterrupted stretch of such rows, s
"""

from __future__ import annotations

import argparse
import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass, field
from typing import Callable

import numpy as np
from scipy.signal import lfilter

DEG = np.pi / 180
GRAVITY = 9.81
STATUS = ("invalid", "coasting", "degraded", "valid")
SKIP = 20.0
STEEP = 65 * DEG


# --- Quaternions -----------------------------------------------------------


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Hamilton product of two arrays (..., 4)."""
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ],
        -1,
    )


def conjugate(q: np.ndarray) -> np.ndarray:
    """Conjugate of unit quaternions (..., 4)."""
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def rotate(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors v (..., 3) turned by q: body -> earth."""
    u = q[..., 1:]
    c = 2 * np.cross(u, v)
    return v + q[..., :1] * c + np.cross(u, c)


def exponential(v: np.ndarray) -> np.ndarray:
    """Quaternion of rotation vectors (..., 3), rad."""
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    return np.concatenate([np.cos(angle / 2), 0.5 * np.sinc(angle / (2 * np.pi)) * v], -1)


def logarithm(q: np.ndarray) -> np.ndarray:
    """Rotation vector (..., 3) of quaternions, rad, the shorter way."""
    q = np.where(q[..., :1] < 0, -q, q)
    s = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(s, q[..., :1])
    return np.where(s > 1e-12, angle / np.maximum(s, 1e-12), 2.0) * q[..., 1:]


def attitude(heading, pitch, roll) -> np.ndarray:
    """q = Rz(-heading) Rx(pitch) Ry(roll) of arrays in rad."""
    heading, pitch, roll = np.broadcast_arrays(heading, pitch, roll)
    zero = np.zeros_like(heading, dtype=float)
    qz = np.stack([np.cos(heading / 2), zero, zero, -np.sin(heading / 2)], -1)
    qx = np.stack([np.cos(pitch / 2), np.sin(pitch / 2), zero, zero], -1)
    qy = np.stack([np.cos(roll / 2), zero, np.sin(roll / 2), zero], -1)
    return multiply(multiply(qz, qx), qy)


def wrap(angle: np.ndarray) -> np.ndarray:
    """Angle in degrees in -180..180."""
    return (angle + 180) % 360 - 180


# --- Motion ----------------------------------------------------------------

Angles = Callable[[np.ndarray], tuple]


def smooth(x: np.ndarray) -> np.ndarray:
    """Step from 0 at x <= 0 to 1 at x >= 1 with continuous acceleration."""
    x = np.clip(x, 0.0, 1.0)
    return x * x * x * (10 - 15 * x + 6 * x * x)


def tones(rng, total: float, periods=(3.0, 8.0), count=2) -> Callable:
    """A sum of sines with the given summed amplitude; the first has 70 % of it."""
    share = np.array([0.7] + [0.3 / max(count - 1, 1)] * (count - 1))
    period = rng.uniform(*periods, count)
    phase = rng.uniform(0, 2 * np.pi, count)

    def value(t):
        return sum(
            total * a * np.sin(2 * np.pi * t / p + f) for a, p, f in zip(share, period, phase)
        )

    return value


def turns(rng, start, end, pause, angle, duration) -> Callable:
    """Turns of random sign; pause, angle (rad) and duration are (low, high)."""
    plan, at = [], start
    while at < end:
        size = rng.uniform(*angle) * rng.choice([-1, 1])
        length = rng.uniform(*duration)
        plan.append((at, size, length))
        at += length + rng.uniform(*pause)

    def value(t):
        total = np.zeros_like(t)
        for begin, size, length in plan:
            total = total + size * smooth((t - begin) / length)
        return total

    return value


def handheld(rng, still=0.0) -> Callable:
    """A device turned about all axes by 30 to 60 deg with periods of 3 to 8 s.

    The device is still for `still` seconds, then starts within 2 s.
    """
    start = rng.uniform(0, 2 * np.pi)
    heading = tones(rng, rng.uniform(30, 60) * DEG)
    pitch = tones(rng, rng.uniform(30, 60) * DEG)
    roll = tones(rng, rng.uniform(30, 60) * DEG)
    slow = tones(rng, rng.uniform(60, 120) * DEG, (30.0, 60.0), 1)

    def value(t):
        gate = smooth((t - still) / 2.0) if still > 0 else 1.0
        return attitude(start + gate * (heading(t) + slow(t)), gate * pitch(t), gate * roll(t))

    return value


def hand_acceleration(rng, t, at, lever=0.4, extra=0.4, still=0.0) -> np.ndarray:
    """Earth acceleration of a hand: a lever of `lever` metres plus slow tones."""
    arm = rng.normal(size=3)
    arm *= lever / np.linalg.norm(arm)
    step = 1e-3
    result = (rotate(at(t + step), arm) - 2 * rotate(at(t), arm) + rotate(at(t - step), arm)) / (
        step * step
    )
    gate = smooth((t - still) / 2.0) if still > 0 else 1.0
    for axis in range(3):
        result[:, axis] += gate * tones(rng, extra, (0.5, 2.0), 2)(t)
    return result


# --- Sensors ---------------------------------------------------------------


@dataclass
class Sensors:
    """Errors of the sensors, per sample where noise is meant."""

    gyro_noise: float = 0.0015
    gyro_bias: tuple = (0.1, 0.5)
    gyro_walk: float = 0.002
    acc_noise: float = 0.03
    acc_bias: tuple = (10.0, 30.0)
    mag_noise: float = 0.4


PERFECT = Sensors(0, (0, 0), 0, 0, (0, 0), 0)


@dataclass
class Recording:
    """Rows of a recording and its ground truth."""

    t: np.ndarray
    gyr: np.ndarray
    acc: np.ndarray
    mag: np.ndarray
    ref: np.ndarray
    judged: np.ndarray
    options: list = field(default_factory=list)
    note: dict = field(default_factory=dict)


OVERRIDE = {"acc_bias": None}


def direction(rng) -> np.ndarray:
    """A random unit vector."""
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


def earth_field(strength=48.0, dip=65.0) -> np.ndarray:
    """Field vector, east north up, uT."""
    return strength * np.array([0.0, np.cos(dip * DEG), -np.sin(dip * DEG)])


def record(
    rng,
    t: np.ndarray,
    at: Callable,
    acceleration=0.0,
    sensors: Sensors = Sensors(),
    earth: np.ndarray | None = None,
    iron=0.0,
    soft: np.ndarray | None = None,
    options=("--calibrated",),
    skip=SKIP,
) -> Recording:
    """Sensor rows of a motion.

    at(t) gives quaternions; acceleration is earth acceleration (n, 3), m/s2;
    earth is the field in the earth frame, (3,) or (n, 3); iron the field added
    in the body frame, (3,) or (n, 3).
    """
    n, dt = len(t), t[1] - t[0]
    q = at(t)
    before = np.concatenate([at(t[:1] - dt), q[:-1]])
    rate = logarithm(multiply(conjugate(before), q)) / dt
    bias = direction(rng) * rng.uniform(*sensors.gyro_bias) * DEG
    walk = np.cumsum(rng.normal(size=(n, 3)), 0) * sensors.gyro_walk * DEG * np.sqrt(dt)
    gyr = rate + bias + walk + sensors.gyro_noise * rng.normal(size=(n, 3))

    size = rng.uniform(*sensors.acc_bias)
    if OVERRIDE["acc_bias"] is not None and sensors.acc_noise > 0:
        size = OVERRIDE["acc_bias"]
    offset = direction(rng) * size * 1e-3 * GRAVITY
    force = np.broadcast_to(acceleration, (n, 3)) + np.array([0, 0, GRAVITY])
    acc = rotate(conjugate(q), force) + offset + sensors.acc_noise * rng.normal(size=(n, 3))

    earth = earth_field() if earth is None else earth
    local = rotate(conjugate(q), np.broadcast_to(earth, (n, 3)))
    if soft is not None:
        local = local @ soft.T
    mag = local + iron + sensors.mag_noise * rng.normal(size=(n, 3))
    return Recording(t, gyr, acc, mag, q, t >= skip, list(options))


def clock(duration: float, rate: float = 100.0) -> np.ndarray:
    """Times of the rows, s."""
    return np.arange(int(round(duration * rate))) / rate


# --- Scenarios -------------------------------------------------------------


def waves(rng, seed, broad=False, turning=False, acc_bias=0.0) -> Recording:
    """A boat in waves, 833 Hz, magnetometer 100 Hz, 180 s.

    Tones: roll 15 deg at 0.14 Hz, pitch 8 deg at 0.20 Hz, yaw 2 deg at 0.20 Hz;
    sway 1.2 m/s2 at 0.14 Hz, surge 1.2 at 0.20 Hz, heave 1.2 at 0.14 or 0.20
    Hz, random phases. Broad: roll 6 deg, pitch 3 deg; each axis a
    Gauss-Markov acceleration of 0.8 m/s2 RMS and 0.7 s. Turning: the course
    changes with 0.5 deg/s in stretches of 30 to 60 s. Speed 3 m/s.
    """
    rate = 833.0
    t = clock(180, rate)
    phase = rng.uniform(0, 2 * np.pi, 6)
    w1, w2 = 2 * np.pi * 0.14, 2 * np.pi * 0.20
    roll_size, pitch_size = (6 * DEG, 3 * DEG) if broad else (15 * DEG, 8 * DEG)
    start = rng.uniform(0, 2 * np.pi)
    knots = [10.0]
    while knots[-1] < 180:
        knots.append(knots[-1] + rng.uniform(30, 60))
    slopes = rng.permutation([0.5, -0.5, 0.5, 0.0, -0.5, 0.5, 0.5])[: len(knots) - 1] * DEG

    def course(x):
        value = np.full_like(x, start)
        if turning:
            for a, b, slope in zip(knots[:-1], knots[1:], slopes):
                value = value + slope * np.clip(x - a, 0, b - a)
        return value

    def at(x):
        yaw = course(x) + 2 * DEG * np.sin(w2 * x + phase[5])
        return attitude(
            yaw, pitch_size * np.sin(w2 * x + phase[1]), roll_size * np.sin(w1 * x + phase[0])
        )

    if broad:
        decay = np.exp(-1 / (rate * 0.7))
        drive = rng.normal(size=(len(t) + 5000, 3)) * 0.8 * np.sqrt(1 - decay**2)
        sway, surge, heave = lfilter([1], [1, -decay], drive, axis=0)[5000:].T
    else:
        sway = 1.2 * np.sin(w1 * t + phase[2])
        surge = 1.2 * np.sin(w2 * t + phase[3])
        heave = 1.2 * np.sin((w1 if seed % 2 else w2) * t + phase[4])
    c = course(t)
    sway = sway + 3.0 * np.gradient(c, t)
    acceleration = np.stack(
        [np.cos(c) * sway + np.sin(c) * surge, -np.sin(c) * sway + np.cos(c) * surge, heave], -1
    )
    sensors = Sensors(0.002, (0.2, 0.2), 0.002, 0.05, (acc_bias, acc_bias), 0.3)
    result = record(rng, t, at, acceleration, sensors)
    fresh = np.zeros(len(t), bool)
    fresh[np.round(np.arange(0, 180 * 100) * rate / 100).astype(int)] = True
    result.mag[~fresh] = np.nan
    return result


def seaway(rng, seed, broad=False, place=False) -> Recording:
    """The seaway that imud publishes (its docs/ROADMAP.md, 10.5), evaluated from 60 to 180 s.

    833 Hz, magnetometer every 8th row; roll 15 deg at 0.20 Hz, pitch 8 deg at 0.14 Hz, heading 60 deg. Tones: 1.2,
    1.2 and 1.0 m/s2 at 0.20, 0.16 and 0.20 Hz. Broad: a Gauss-Markov acceleration of 0.8 m/s2 an axis and 0.7 s.
    Gyroscope 0.002 rad/s a row, constant bias; accelerometer 0.03 m/s2; magnetometer 0.3 uT. Place: off Brittany,
    where WMM2025 has 47.41 uT and 62.0 deg in 2026.
    """
    rate = 833.0
    t = clock(180, rate)
    w1, w2 = 2 * np.pi * 0.20, 2 * np.pi * 0.14

    def at(x):
        return attitude(60 * DEG, 8 * DEG * np.sin(w2 * x + 1), 15 * DEG * np.sin(w1 * x))

    if broad:
        decay = np.exp(-1 / (rate * 0.7))
        drive = rng.normal(size=(len(t) + 5000, 3)) * 0.8 * np.sqrt(1 - decay**2)
        acceleration = lfilter([1], [1, -decay], drive, axis=0)[5000:]
    else:
        acceleration = np.stack(
            [1.2 * np.cos(0.8 * w1 * t), 1.2 * np.sin(w1 * t + 0.5), -np.sin(w1 * t)], -1
        )
    options = ["--calibrated"]
    if place:
        options += ["--latitude=46.8", "--longitude=-6", "--date=2026-06-01"]
    result = record(
        rng, t, at, acceleration, Sensors(0.002, (0, 0), 0, 0.03, (0, 0), 0.3),
        earth_field(47.41, 62.0), options=options, skip=60,
    )
    result.gyr += np.array([-0.0010, 0.0020, -0.0015])
    fresh = np.zeros(len(t), bool)
    fresh[::8] = True
    result.mag[~fresh] = np.nan
    return result


def iron_on_off(rng, seed, strength=15.0) -> Recording:
    """Hand-held, 200 s; iron in the body frame for 10 s of every 40 s.

    The direction changes per episode; the iron comes and goes within 0.3 s.
    """
    t = clock(200)
    at = handheld(rng)
    iron = np.zeros((len(t), 3))
    for begin in np.arange(25.0, 200.0, 40.0):
        gate = smooth((t - begin) / 0.3) - smooth((t - begin - 10) / 0.3)
        iron += gate[:, None] * direction(rng) * strength
    return record(rng, t, at, hand_acceleration(rng, t, at), iron=iron)


def robot(rng, still=0.0, tilt=10.0, end=120.0) -> Callable:
    """Turns on the spot of 45 to 180 deg, with slow tilts of up to `tilt` deg."""
    start = rng.uniform(0, 2 * np.pi)
    heading = turns(rng, still + 0.5, end, (1, 4), (45 * DEG, 180 * DEG), (2, 4))
    pitch = tones(rng, rng.uniform(0.5, 1) * tilt * DEG, (5.0, 12.0))
    roll = tones(rng, rng.uniform(0.5, 1) * tilt * DEG, (5.0, 12.0))

    def at(t):
        gate = smooth((t - still) / 2.0) if still > 0 else 1.0
        return attitude(start + heading(t), gate * pitch(t), gate * roll(t))

    return at


def wrong_profile(rng, seed, strength=48.0, iron=(30.0, 60.0)) -> Recording:
    """Hard iron of 30 to 60 uT that the calibration does not know, 120 s of turns."""
    t = clock(120)
    at = robot(rng, tilt=5.0)
    offset = direction(rng) * rng.uniform(*iron)
    return record(
        rng, t, at, hand_acceleration(rng, t, at, 0.1, 0.2), earth=earth_field(strength), iron=offset
    )


def uncalibrated(rng, seed) -> Recording:
    """Unknown iron of 5 to 100 uT and soft iron, 60 s, still until 3 s.

    Even seeds: turns on the spot with tilts of up to 10 deg; odd seeds:
    hand-held. Soft iron: scales of up to 6 %, cross terms of up to 4 %.
    No --calibrated and no place. Judged from 30 s on.
    """
    t = clock(60)
    at = handheld(rng, still=3.0) if seed % 2 else robot(rng, still=3.0, end=60.0)
    lever, extra = (0.4, 0.4) if seed % 2 else (0.1, 0.2)
    acceleration = hand_acceleration(rng, t, at, lever, extra, still=3.0)
    soft = np.eye(3) + np.diag(rng.uniform(-0.06, 0.06, 3))
    for i, j in ((0, 1), (0, 2), (1, 2)):
        soft[i, j] = soft[j, i] = rng.uniform(-0.04, 0.04)
    size = rng.uniform(5, 100)
    result = record(
        rng, t, at, acceleration, iron=direction(rng) * size, soft=soft, options=(), skip=30.0
    )
    result.note = {"iron": size, "hand": bool(seed % 2)}
    return result


def large_iron(rng, seed, calibrated=False) -> Recording:
    """Hard iron of 300 uT, a walk of 120 s with turns of 90 deg.

    Steps: vertical 2.5 m/s2 and fore-aft 1.5 at 1.9 Hz, sideways 1.0 at half of
    it; sway of the hand 4 deg, slow tilts of 15 deg; speed 1.4 m/s.
    """
    t = clock(120)
    start = rng.uniform(0, 2 * np.pi)
    course = turns(rng, 4.0, 120.0, (5, 9), (90 * DEG, 90 * DEG), (1.2, 1.8))
    pitch = tones(rng, 15 * DEG, (6.0, 15.0))
    roll = tones(rng, 15 * DEG, (6.0, 15.0))
    step = 2 * np.pi * 1.9
    phase = rng.uniform(0, 2 * np.pi, 6)

    def at(x):
        return attitude(
            start + course(x) + 4 * DEG * np.sin(step / 2 * x + phase[0]),
            25 * DEG + pitch(x) + 2 * DEG * np.sin(step * x + phase[1]),
            roll(x) + 4 * DEG * np.sin(step / 2 * x + phase[2]),
        )

    c = start + course(t)
    east = 1.4 * np.gradient(np.sin(c), t)
    north = 1.4 * np.gradient(np.cos(c), t)
    along = 1.5 * np.sin(step * t + phase[3])
    side = 1.0 * np.sin(step / 2 * t + phase[4])
    acceleration = np.stack(
        [
            east + along * np.sin(c) + side * np.cos(c),
            north + along * np.cos(c) - side * np.sin(c),
            2.5 * np.sin(step * t + phase[5]),
        ],
        -1,
    )
    options = ("--calibrated",) if calibrated else ()
    return record(rng, t, at, acceleration, iron=direction(rng) * 300.0, options=options)


def start_offset(rng, seed, offset=0.6) -> Recording:
    """The field is turned by `offset` deg for the first 3 s, then one course.

    A vehicle stands for 3 s, accelerates with 1.5 m/s2 for 8 s, then drives
    with small changes of speed; yaw wiggles of 2 deg, road shake of 0.3 m/s2;
    accelerometer bias 5 mg; 123 s. The sign of the offset alternates.
    """
    t = clock(123)
    start = rng.uniform(0, 2 * np.pi)
    yaw, pitch, roll = (tones(rng, s * DEG, (4.0, 15.0)) for s in (2.0, 0.7, 1.0))

    def at(x):
        gate = smooth((x - 3) / 2)
        return attitude(start + gate * yaw(x), gate * pitch(x), gate * roll(x))

    gate = smooth((t - 3) / 2)
    along = 1.5 * (smooth((t - 3) / 1) - smooth((t - 11) / 1))
    along = along + smooth((t - 13) / 2) * tones(rng, 0.4, (5.0, 20.0))(t)
    shake = lfilter([1], [1, -0.8], rng.normal(size=(len(t), 3)) * 0.3 * 0.6, axis=0)
    acceleration = shake * gate[:, None]
    acceleration[:, 0] += along * np.sin(start)
    acceleration[:, 1] += along * np.cos(start)
    sign = 1 if seed % 2 else -1
    turned = rotate(attitude(sign * offset * DEG, 0.0, 0.0), earth_field())
    earth = np.where((t < 3)[:, None], turned, earth_field())
    result = record(rng, t, at, acceleration, Sensors(acc_bias=(5, 5)), earth=earth)
    result.note = {"sign": sign, "seed": seed}
    return result


def magnet_from_start(rng, seed, strength=20.0, rest=False) -> Recording:
    """A magnet fixed to the body since before the start, unknown, 120 s.

    Motion: yaw within 30 deg, tilts within 10 deg. At rest: 60 s still, a turn
    of 90 deg within 2 s, 60 s still.
    """
    t = clock(122 if rest else 120)
    start = rng.uniform(0, 2 * np.pi)
    yaw, pitch, roll = (tones(rng, s * DEG, (4.0, 10.0)) for s in (30.0, 10.0, 10.0))
    still = rng.uniform(-5, 5, 2) * DEG
    side = 90 * DEG * rng.choice([-1, 1])

    def at(x):
        if rest:
            return attitude(start + side * smooth((x - 60) / 2), still[0], still[1])
        return attitude(start + yaw(x), pitch(x), roll(x))

    acceleration = 0.0 if rest else hand_acceleration(rng, t, at, 0.2, 0.2)
    return record(rng, t, at, acceleration, iron=direction(rng) * strength)


def steel_at_rest(rng, seed) -> Recording:
    """At rest on a table; steel changes the field by 10 to 25 uT from 30 to 91 s, 150 s."""
    t = clock(150)
    pose = attitude(rng.uniform(0, 2 * np.pi), *(rng.uniform(-3, 3, 2) * DEG))

    def at(x):
        return np.broadcast_to(pose, (len(x), 4))

    change = direction(rng) * rng.uniform(10, 25)
    gate = smooth(t - 30) - smooth(t - 91)
    return record(rng, t, at, earth=earth_field() + gate[:, None] * change)


def hand(rng, t, rest: float | None = None) -> tuple:
    """A hand's motion and acceleration; from `rest` s on it puts the device down, slower and slower within 1 s."""
    calm = handheld(rng)
    acceleration = hand_acceleration(rng, t, calm)
    if rest is None:
        return calm, acceleration
    acceleration[t >= rest] = 0

    def at(x):
        return calm(np.where(x < rest, x, rest + 1 - np.exp(-np.maximum(x - rest, 0))))

    return at, acceleration


def turning_field(rng, seed, seconds=5.0, rest=False) -> Recording:
    """Hand-held; the field turns by 15 deg about the vertical within some seconds from 60 s on, and stays, 100 s.

    Its strength and dip are constant. At rest: the hand puts the device down at 40 s. Judged from 30 s on.
    """
    t = clock(100)
    at, acceleration = hand(rng, t, 40.0 if rest else None)
    angle = (1 if seed % 2 else -1) * 15 * DEG * np.clip((t - 60) / seconds, 0, 1)
    earth = rotate(attitude(angle, 0.0, 0.0), np.broadcast_to(earth_field(), (len(t), 3)))
    return record(rng, t, at, acceleration, Sensors(gyro_walk=0.001, acc_bias=(3, 10)), earth=earth, skip=30)


def passing_dipole(rng, seed, speed=0.03, rest=False) -> Recording:
    """Hand-held; a dipole passes at 0.5 m on a straight line, at most 15 uT, nearest at 75 s, 120 s.

    At rest: the hand puts the device down at 30 s. Judged from 30 s on.
    """
    t = clock(120)
    at, acceleration = hand(rng, t, 30.0 if rest else None)
    along, moment = direction(rng), direction(rng)
    aside = np.cross(along, direction(rng))
    aside /= np.linalg.norm(aside)
    place = 0.5 * aside + np.outer(speed * (t - 75), along)
    distance = np.linalg.norm(place, axis=1)[:, None]
    dipole = 3 * place * (place @ moment)[:, None] / distance**5 - moment / distance**3
    earth = earth_field() + dipole * 0.5**3 * 15 / 2
    return record(rng, t, at, acceleration, Sensors(gyro_walk=0.001, acc_bias=(3, 10)), earth=earth, skip=30)


def known_place(rng, seed, wrong=0.0, still=0.0, tilt=0.0) -> Recording:
    """Turns on the spot off Brittany, as `seaway`, 120 s; the dip differs from the model's by `wrong` deg."""
    t = clock(120)
    at = robot(rng, still=still, tilt=tilt)
    acceleration = hand_acceleration(rng, t, at, 0.1, 0.2, still=still)
    dip = 62.0 + (wrong if seed % 2 else -wrong)
    options = ["--calibrated", "--latitude=46.8", "--longitude=-6", "--date=2026-06-01"]
    return record(rng, t, at, acceleration, Sensors(acc_bias=(3, 10)), earth=earth_field(47.41, dip), options=options)


def fault(rng, seed, kind="none") -> Recording:
    """Hand-held, 120 s, one faulty sensor.

    none; mag_zero (all zero from the start); mag_zero_20 (from 20 s); mag_axis
    (one axis zero from the start); gyro_half, gyro_half_20 (one axis at half
    gain, from the start or from 20 s).
    """
    t = clock(120)
    at = handheld(rng)
    result = record(rng, t, at, hand_acceleration(rng, t, at))
    axis = seed % 3
    late = t >= 20
    if kind == "mag_zero":
        result.mag[:] = 0
    elif kind == "mag_zero_20":
        result.mag[late] = 0
    elif kind == "mag_axis":
        result.mag[:, axis] = 0
    elif kind == "gyro_half":
        result.gyr[:, axis] *= 0.5
    elif kind == "gyro_half_20":
        result.gyr[late, axis] *= 0.5
    return result


def clip(
    rng, seed, limit: float | None = 500.0, hold=1, part="all", wander=True
) -> Recording:
    """Fast rotations of 5 s, then 15 s of ordinary motion, 120 s, 200 Hz.

    In a burst the hand rotates to and fro at 1.1 to 1.4 Hz about an axis near one
    of the body's, with a peak of 700 to 900 deg/s, over the limit for about
    0.25 s each time; lever 0.08 m. A clipped value is the limit times 1 +- a
    uniform noise, whose size of 0.1 to 0.5 % changes per burst; without `wander`
    it is the limit exactly. `hold` repeats
    the sensor values of each row; the reference is repeated too, and the last
    row of each group is judged. part: all, burst (and the second after it),
    ordinary (from 3 s after a burst on).
    """
    t = clock(120, 200.0)
    calm = handheld(rng)
    bursts = np.arange(15.0, 118.0, 20.0)
    plan = []
    for begin in bursts:
        axis = np.eye(3)[rng.integers(3)] + 0.15 * rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        tempo, peak = rng.uniform(1.1, 1.4), rng.uniform(700, 900) * DEG
        plan.append((begin, axis, 2 * np.pi * tempo, peak, rng.uniform(0.001, 0.005)))

    def at(x):
        q = calm(x)
        for begin, axis, omega, peak, _ in plan:
            gate = smooth((x - begin) / 0.5) * smooth((begin + 5 - x) / 0.5)
            angle = gate * peak / omega * np.sin(omega * (x - begin))
            q = multiply(q, exponential(angle[:, None] * axis))
        return q

    acceleration = hand_acceleration(rng, t, at, 0.08, 0.4)
    result = record(rng, t, at, acceleration)
    if limit is not None:
        share = np.full(len(t), 0.003)
        for begin, _, _, _, size in plan:
            share[(t >= begin) & (t < begin + 5)] = size
        over = np.abs(result.gyr) > limit * DEG
        plateau = 1 + wander * share[:, None] * rng.uniform(-1, 1, result.gyr.shape)
        result.gyr = np.where(over, np.sign(result.gyr) * limit * DEG * plateau, result.gyr)
        result.note = {"clipped": over.any(1).mean()}
    since = t - bursts[np.clip(np.searchsorted(bursts, t, side="right") - 1, 0, None)]
    if part == "burst":
        result.judged &= (since >= 0) & (since < 6)
    elif part == "ordinary":
        result.judged &= since >= 8
    if hold > 1:
        dt = (t[1] - t[0]) / hold
        result.t = np.arange(len(t) * hold) * dt
        last = np.tile(np.arange(hold) == hold - 1, len(t))
        for name in ("gyr", "acc", "mag", "ref", "judged"):
            setattr(result, name, np.repeat(getattr(result, name), hold, axis=0))
        result.judged &= last
    return result


def benign(rng, seed) -> Recording:
    """Hand-held, 120 s, no fault: the reference for the other scenarios."""
    return fault(rng, seed, "none")


@dataclass
class Scenario:
    """A generator, its parameters, and how many seeds run by default.

    Scenarios of the same `draw` draw the same random numbers, so that variants
    differ only in what they vary.
    """

    make: Callable
    seeds: int
    draw: str
    parameters: dict = field(default_factory=dict)


def scenario(make, seeds, **parameters) -> Scenario:
    """A scenario whose random numbers depend on the generator's name only."""
    return Scenario(make, seeds, make.__name__, parameters)


SCENARIOS: dict[str, Scenario] = {
    "benign": scenario(benign, 6),
    "waves_tone": scenario(waves, 4),
    "waves_tone_turn": scenario(waves, 4, turning=True),
    "waves_tone_5mg": scenario(waves, 4, acc_bias=5.0),
    "waves_broad": scenario(waves, 4, broad=True),
    "waves_broad_5mg": scenario(waves, 4, broad=True, acc_bias=5.0),
    "seaway_tone": scenario(seaway, 6),
    "seaway_tone_place": scenario(seaway, 6, place=True),
    "seaway_broad": scenario(seaway, 12, broad=True),
    "seaway_broad_place": scenario(seaway, 12, broad=True, place=True),
    "iron_on_off_15": scenario(iron_on_off, 8),
    "iron_on_off_7.5": scenario(iron_on_off, 8, strength=7.5),
    "wrong_profile": scenario(wrong_profile, 10),
    "wrong_profile_73": scenario(wrong_profile, 10, strength=73.0),
    "wrong_profile_77": scenario(wrong_profile, 10, strength=77.0),
    "field_73_no_iron": scenario(wrong_profile, 4, strength=73.0, iron=(0.0, 0.0)),
    "field_77_no_iron": scenario(wrong_profile, 4, strength=77.0, iron=(0.0, 0.0)),
    "uncalibrated": scenario(uncalibrated, 100),
    "large_iron": scenario(large_iron, 8),
    "large_iron_cal": scenario(large_iron, 8, calibrated=True),
    "start_offset": scenario(start_offset, 10),
    "start_offset_0": scenario(start_offset, 10, offset=0.0),
    "magnet_10": scenario(magnet_from_start, 8, strength=10.0),
    "magnet_20": scenario(magnet_from_start, 8, strength=20.0),
    "magnet_40": scenario(magnet_from_start, 8, strength=40.0),
    "magnet_10_rest": scenario(magnet_from_start, 8, strength=10.0, rest=True),
    "magnet_20_rest": scenario(magnet_from_start, 8, strength=20.0, rest=True),
    "magnet_40_rest": scenario(magnet_from_start, 8, strength=40.0, rest=True),
    "steel_at_rest": scenario(steel_at_rest, 12),
    "field_turn_5_hand": scenario(turning_field, 8),
    "field_turn_5_rest": scenario(turning_field, 8, rest=True),
    "field_turn_30_hand": scenario(turning_field, 8, seconds=30.0),
    "field_turn_30_rest": scenario(turning_field, 8, seconds=30.0, rest=True),
    "dipole_3_hand": scenario(passing_dipole, 8),
    "dipole_3_rest": scenario(passing_dipole, 8, rest=True),
    "dipole_10_hand": scenario(passing_dipole, 8, speed=0.1),
    "place_level": scenario(known_place, 8),
    "place_dip_wrong_rest": scenario(known_place, 8, wrong=5.0, still=120.0),
    "place_dip_wrong": scenario(known_place, 8, wrong=5.0, still=30.0, tilt=3.0),
    "mag_zero": scenario(fault, 6, kind="mag_zero"),
    "mag_zero_20": scenario(fault, 6, kind="mag_zero_20"),
    "mag_axis_zero": scenario(fault, 6, kind="mag_axis"),
    "gyro_half": scenario(fault, 6, kind="gyro_half"),
    "gyro_half_20": scenario(fault, 6, kind="gyro_half_20"),
    "clip": scenario(clip, 6),
    "clip_burst": scenario(clip, 6, part="burst"),
    "clip_ordinary": scenario(clip, 6, part="ordinary"),
    "clip_flat": scenario(clip, 6, wander=False),
    "clip_flat_ord": scenario(clip, 6, part="ordinary", wander=False),
    "unclipped": scenario(clip, 6, limit=None),
    "held": scenario(clip, 6, limit=None, hold=3),
}
SCENARIOS["benign"].draw = "fault"


def generate(name: str, seed: int) -> Recording:
    """The recording of a scenario's seed, always the same."""
    entry = SCENARIOS[name]
    rng = np.random.default_rng([zlib.crc32(entry.draw.encode()), seed])
    return entry.make(rng, seed, **entry.parameters)


# --- Running and judging ---------------------------------------------------


def write_csv(path: str, r: Recording) -> None:
    """Write a recording; a magnetometer row that is nan becomes empty cells."""
    empty = np.isnan(r.mag[:, 0])
    head = "%.6f" + ",%.6f" * 3 + ",%.5f" * 3
    full = head + ",%.4f" * 3 + ",%.7f" * 4 + "\n"
    bare = head + ",,," + ",%.7f" * 4 + "\n"
    table = np.column_stack([r.t, r.gyr, r.acc, r.mag, r.ref])
    with open(path, "w") as file:
        file.write("t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z")
        file.write(",ref_w,ref_x,ref_y,ref_z\n")
        for begin in range(0, len(table), 20000):
            part, gone = table[begin : begin + 20000], empty[begin : begin + 20000]
            values = part.ravel()
            values = values[~np.isnan(values)] if gone.any() else values
            form = "".join([bare if g else full for g in gone]) if gone.any() else full * len(part)
            file.write(form % tuple(values.tolist()))


@dataclass
class Output:
    """Output of the program, one row per row of the recording."""

    q: np.ndarray
    heading: np.ndarray
    bound68: np.ndarray
    bound95: np.ndarray
    status: np.ndarray


def read_csv(path: str) -> tuple[np.ndarray, Output]:
    """Times and output of the program; empty cells become nan."""
    with open(path, "rb") as file:
        names = file.readline().strip().decode().split(",")
        text = file.read()
    for code, word in enumerate(STATUS):
        text = text.replace(b"," + word.encode(), b",%d" % code)
    text = text.replace(b",,", b",nan,").replace(b",,", b",nan,").replace(b",\n", b",nan\n")
    rows = np.array(text.replace(b"\n", b",").rstrip(b",").split(b","), dtype="S24")
    table = rows.astype(float).reshape(-1, len(names))
    column = {name: table[:, i] for i, name in enumerate(names)}
    q = np.stack([column["q_" + c] for c in "wxyz"], -1)
    return column["t"], Output(
        q,
        column["magnetic_heading"],
        column["heading_accuracy"],
        column["heading_accuracy_95"],
        column["status"],
    )


def run(program: str, r: Recording, extra: list, folder: str) -> Output:
    """Run the program on a recording."""
    source, target = os.path.join(folder, "in.csv"), os.path.join(folder, "out.csv")
    write_csv(source, r)
    command = [program, "replay", source, "--output", target, *r.options, *extra]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command[1:])}: exit {done.returncode}\n{done.stderr[-2000:]}")
    t, output = read_csv(target)
    if len(t) != len(r.t) or np.max(np.abs(t - r.t)) > 1e-3:
        raise SystemExit(f"the program wrote {len(t)} rows for {len(r.t)}")
    return output


@dataclass
class Errors:
    """Errors of the evaluated rows of one recording."""

    t: np.ndarray
    heading: np.ndarray
    tilt: np.ndarray
    bound68: np.ndarray
    bound95: np.ndarray
    status: np.ndarray
    wild: np.ndarray
    longest: float


def true_heading(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heading of +y in degrees and its elevation in rad."""
    forward = rotate(q, np.array([0.0, 1.0, 0.0]))
    return np.arctan2(forward[:, 0], forward[:, 1]) / DEG, np.arcsin(np.clip(forward[:, 2], -1, 1))


def compare(r: Recording, o: Output, judged: np.ndarray | None = None) -> Errors:
    """Errors of an output against the truth."""
    judged = r.judged if judged is None else judged
    truth, elevation = true_heading(r.ref)
    flat = np.abs(elevation) < STEEP
    error = np.where(flat, wrap(o.heading - truth), np.nan)
    up = np.array([0.0, 0.0, 1.0])
    a, b = rotate(conjugate(r.ref), up), rotate(conjugate(o.q), up)
    tilt = np.arctan2(np.linalg.norm(np.cross(a, b), axis=-1), np.sum(a * b, -1)) / DEG
    wild = (o.status == 3) & (np.abs(error) > 3 * o.bound95)
    longest, begin, last = 0.0, None, None
    for i in np.flatnonzero(judged):
        if wild[i]:
            if begin is None or r.t[i] - last > 0.1:
                begin = r.t[i]
            last = r.t[i]
            longest = max(longest, last - begin)
        elif flat[i]:
            begin = None
    use, level = judged, judged & flat
    return Errors(
        r.t[use],
        error[use],
        tilt[use],
        o.bound68[use],
        o.bound95[use],
        np.where(level, o.status, np.nan)[use],
        wild[use],
        longest,
    )


def pooled(parts: list[Errors]) -> dict:
    """Figures of several recordings together."""

    def join(name):
        return np.concatenate([getattr(p, name) for p in parts])

    error, status = np.abs(join("heading")), join("status")
    level = np.isfinite(status)
    known = np.isfinite(error)
    rmse = np.sqrt(np.mean(error[known] ** 2)) if known.any() else np.nan
    seeds = [np.sqrt(np.nanmean(p.heading**2)) for p in parts if np.isfinite(p.heading).any()]
    tilt = join("tilt")
    b68, b95 = join("bound68"), join("bound95")
    claimed = known & np.isfinite(b68)
    trusted = claimed & (status == 3)

    def percent(part, whole):
        return 100 * np.sum(part & whole) / max(np.sum(whole), 1)

    return {
        "hdg": rmse,
        "worst": max(seeds, default=np.nan),
        "tilt": np.sqrt(np.nanmean(tilt**2)) if np.isfinite(tilt).any() else np.nan,
        "max": np.max(error[known], initial=0) if known.any() else np.nan,
        "in68": percent(error <= b68, claimed) if claimed.any() else np.nan,
        "in95": percent(error <= b95, claimed) if claimed.any() else np.nan,
        "b/rmse": np.mean(b68[claimed]) / rmse if claimed.any() else np.nan,
        "valid": percent(status == 3, level),
        "bad": percent(status == 0, level),
        "none": percent(~known, level),
        "vrmse": np.sqrt(np.mean(error[trusted] ** 2)) if trusted.any() else np.nan,
        "v95": percent(error <= b95, trusted) if trusted.any() else np.nan,
        "wild": percent(join("wild"), level),
        "run": max(p.longest for p in parts),
    }


COLUMNS = ("hdg", "worst", "tilt", "max", "in68", "in95", "b/rmse", "valid", "bad", "none")
COLUMNS += ("vrmse", "v95", "wild", "run")
DIGITS = {"hdg": 2, "worst": 2, "tilt": 2, "b/rmse": 2, "wild": 2, "vrmse": 2}


def header() -> str:
    """First line of the table."""
    return f"{'scenario':<18}{'n':>4}" + "".join(f"{c:>8}" for c in COLUMNS)


def line(name: str, count: int, figures: dict) -> str:
    """One row of the table."""
    cells = "".join(f"{figures[c]:>8.{DIGITS.get(c, 1)}f}" for c in COLUMNS)
    return f"{name:<18}{count:>4}{cells}"


def seed_lines(names: list[int], parts: list[Errors]) -> list[str]:
    """A row of the table per seed."""
    return [line(f"  seed {s}", 1, pooled([p])) for s, p in zip(names, parts)]


# --- What a scenario prints besides its row --------------------------------


def details_uncalibrated(recordings, outputs) -> list[str]:
    """Distribution of the error and of the bound, start and end."""
    lines = []
    groups = (
        ("all", lambda n: True),
        ("turns on the spot", lambda n: not n["hand"]),
        ("hand-held", lambda n: n["hand"]),
        ("iron < 30 uT", lambda n: n["iron"] < 30),
        ("iron 30..60 uT", lambda n: 30 <= n["iron"] < 60),
        ("iron > 60 uT", lambda n: n["iron"] >= 60),
    )
    data = []
    for r, o in zip(recordings, outputs):
        start = compare(r, o, np.abs(r.t - 2.0) < 0.004)
        late = compare(r, o, r.t >= 30)
        data.append((r.note, start, late))
    for name, belongs in groups:
        chosen = [d for d in data if belongs(d[0])]
        if not chosen:
            continue
        for label, index in (("2 s", 1), ("30..60 s", 2)):
            error = np.abs(np.concatenate([c[index].heading for c in chosen]))
            b68 = np.concatenate([c[index].bound68 for c in chosen])
            status = np.concatenate([c[index].status for c in chosen])
            known = np.isfinite(error) & np.isfinite(b68)
            total = max(np.sum(np.isfinite(status)), 1)
            if not known.any():
                lines.append(f"  {name:<18}{label:<9} no heading")
                continue
            p = np.percentile(error[known], [50, 68, 90, 95, 100])
            parts = " ".join(
                f"{w} {100 * np.sum(status == i) / total:.0f}" for i, w in enumerate(STATUS)
            )
            lines.append(
                f"  {name:<18}{label:<9} n {len(chosen):3d}  |error| p50 {p[0]:5.1f} p68 {p[1]:5.1f}"
                f" p90 {p[2]:6.1f} p95 {p[3]:6.1f} max {p[4]:6.1f}  in68"
                f" {100 * np.mean(error[known] <= b68[known]):5.1f} %  median bound"
                f" {np.median(b68[known]):6.1f}  status % {parts}"
            )
    return lines


PAIRED: dict = {}


def details_start_offset(recordings, outputs) -> list[str]:
    """Mean error, positive towards the offset of the start.

    The second of the pair start_offset, start_offset_0 also prints the
    difference, which is the effect of the offset alone: noise and motion are
    the same.
    """
    lines = []
    key = tuple((r.note["seed"], r.t.size) for r in recordings)
    for low, high in ((2.0, 3.0), (10.0, 20.0), (30.0, 40.0), (60.0, 70.0), (110.0, 120.0)):
        means = []
        for r, o in zip(recordings, outputs):
            part = compare(r, o, (r.t >= low) & (r.t < high))
            means.append(-r.note["sign"] * np.nanmean(part.heading))
        lines.append(
            f"  {low:.0f}..{high:.0f} s: mean error towards the offset {np.mean(means):+.2f} deg,"
            f" spread {np.std(means):.2f}, seeds " + " ".join(f"{m:+.2f}" for m in means)
        )
        other = PAIRED.pop((key, low), None)
        if other is None:
            PAIRED[key, low] = np.array(means)
        else:
            effect = other - means
            lines.append(
                f"      with the offset minus without: {effect.mean():+.3f} deg,"
                f" spread {effect.std():.3f}"
            )
    return lines


def details_phases(edges) -> Callable:
    """A function that prints error, bound and status by phase."""

    def details(recordings, outputs) -> list[str]:
        lines = []
        for low, high in zip(edges[:-1], edges[1:]):
            p = pooled([compare(r, o, (r.t >= low) & (r.t < high)) for r, o in zip(recordings, outputs)])
            lines.append(
                f"  {low:.0f}..{high:.0f} s: RMSE {p['hdg']:.2f}, in68 {p['in68']:.0f} %, in95"
                f" {p['in95']:.0f} %, bound / RMSE {p['b/rmse']:.2f}, valid {p['valid']:.0f} %,"
                f" none {p['none']:.0f} %, RMSE while valid {p['vrmse']:.2f}, wild {p['wild']:.1f} %"
            )
        return lines

    return details


DETAILS = {
    "uncalibrated": details_uncalibrated,
    "start_offset": details_start_offset,
    "start_offset_0": details_start_offset,
    "steel_at_rest": details_phases((20, 30, 35, 60, 91, 100, 150)),
    "mag_zero_20": details_phases((20, 30, 60, 120)),
    "gyro_half_20": details_phases((10, 20, 30, 60, 120)),
}
for _name in SCENARIOS:
    if _name.startswith("magnet"):
        edges = (2, 20, 60, 64, 80, 122) if _name.endswith("_rest") else (2, 20, 60, 120)
        DETAILS[_name] = details_phases(edges)
    elif _name.startswith("wrong_profile"):
        DETAILS[_name] = details_phases((2, 20, 40, 80, 120))


# --- The simulator's own checks --------------------------------------------


def integrate(r: Recording) -> np.ndarray:
    """Attitude of the first 40000 rows from the gyroscope alone, started at the truth."""
    dt = r.t[1] - r.t[0]
    steps = exponential(r.gyr[:40000] * dt)
    q = np.empty_like(steps)
    q[0] = r.ref[0]
    for i in range(1, len(q)):
        a, b = q[i - 1], steps[i]
        q[i] = (
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        )
    return q


def plain_filter(r: Recording, tilt_time=4.0, heading_time=8.0) -> np.ndarray:
    """A plain complementary filter: proportional and integral, nothing adaptive.

    It starts at the truth. Its only purpose is to show that the recordings make
    sense; a good filter does better.
    """
    dt = r.t[1] - r.t[0]
    q, bias = r.ref[0].copy(), np.zeros(3)
    result = np.empty_like(r.ref)
    for i in range(len(r.t)):
        q = multiply(q, exponential((r.gyr[i] - bias) * dt))
        up = rotate(q, r.acc[i])
        up = up / np.linalg.norm(up)
        turn = np.array([up[1], -up[0], 0.0]) * (dt / tilt_time)
        if not np.isnan(r.mag[i, 0]):
            north = rotate(q, r.mag[i])
            turn[2] = np.arctan2(north[0], north[1]) * dt / heading_time
        q = multiply(exponential(turn), q)
        q /= np.linalg.norm(q)
        bias -= rotate(conjugate(q), turn) / 25.0
        result[i] = q
    return result


def as_output(q: np.ndarray) -> Output:
    """An attitude without bounds as the output of a program."""
    nothing = np.full(len(q), np.nan)
    return Output(q, true_heading(q)[0], nothing, nothing, nothing)


def check_signs(perfect: Callable) -> bool:
    """Compare sensor rows with values worked out by hand from the conventions."""
    t, good = clock(1.0), True
    rng = np.random.default_rng(0)
    horizontal, down = earth_field()[1], -earth_field()[2]
    ten = 10 * DEG
    cases = (
        # A right turn through east: -z; north is at the left, west at the back.
        ("turn right, east", lambda x: attitude(np.pi / 2 + ten * (x - x[-1]), 0.0, 0.0),
         (0, 0, -ten), (0, 0, GRAVITY), (-horizontal, 0, -down)),
        # Nose up 30 deg, facing north, rising: +x; +y sees half of g.
        ("nose up 30 deg", lambda x: attitude(0.0, 30 * DEG + ten * (x - x[-1]), 0.0),
         (ten, 0, 0), (0, GRAVITY / 2, GRAVITY * np.sqrt(0.75)),
         (0, horizontal * np.sqrt(0.75) - down / 2, -horizontal / 2 - down * np.sqrt(0.75))),
        # Right side down 30 deg, facing north, growing: +y; x points down.
        ("right side down", lambda x: attitude(0.0, 0.0, 30 * DEG + ten * (x - x[-1])),
         (0, ten, 0), (-GRAVITY / 2, 0, GRAVITY * np.sqrt(0.75)),
         (down / 2, horizontal, -down * np.sqrt(0.75))),
    )
    print("rows against values worked out by hand: largest difference")
    for name, motion, gyr, acc, mag in cases:
        def at(x, motion=motion):
            # The motion ends at its last row, whichever rows are asked for.
            return motion(np.append(x, t[-1]))[:-1]

        r = perfect(rng, t, at)
        worst = max(np.max(np.abs(getattr(r, n)[-1] - v))
                    for n, v in (("gyr", gyr), ("acc", acc), ("mag", mag)))
        good &= bool(worst < 1e-6)
        print(f"  {name:<18}{worst:.1e}")
    # 1.5 m/s2 eastwards while facing north pushes along +x.
    r = perfect(rng, t, lambda x: attitude(0 * x, 0.0, 0.0), np.array([1.5, 0, 0]))
    good &= bool(abs(r.acc[-1, 0] - 1.5) < 1e-9)
    return good


def check() -> bool:
    """Check that the sensor rows and the truth belong together."""
    good = True
    global record
    original = record

    def perfect(rng, t, at, acceleration=0.0, sensors=None, *args, **kwargs):
        return original(rng, t, at, acceleration, PERFECT, *args, **kwargs)

    print("perfect sensors: largest angle between integrated gyroscope and truth, deg")
    record = perfect
    try:
        for name in ("benign", "waves_tone_turn", "uncalibrated", "large_iron", "start_offset_0",
                     "magnet_20_rest", "wrong_profile", "unclipped"):
            r = generate(name, 1)
            difference = logarithm(multiply(conjugate(integrate(r)), r.ref[:40000]))
            worst = np.max(np.linalg.norm(difference, axis=-1)) / DEG
            good &= bool(worst < 0.1)
            print(f"  {name:<18}{worst:.6f}")
        good &= check_signs(perfect)
        print("perfect sensors, earth field and gravity seen from the truth: largest difference")
        for name in ("benign", "steel_at_rest", "waves_tone"):
            r = generate(name, 1)
            rows = ~np.isnan(r.mag[:, 0]) & (r.t < 25)
            field_error = np.max(np.abs(rotate(r.ref[rows], r.mag[rows]) - earth_field()))
            mean_force = rotate(r.ref, r.acc).mean(0)
            good &= bool(field_error < 1e-6 and np.max(np.abs(mean_force - [0, 0, GRAVITY])) < 0.1)
            print(f"  {name:<18}{field_error:.1e} uT, mean specific force", np.round(mean_force, 3))
        r = generate("steel_at_rest", 1)
        a, m = r.acc[0], r.mag[0]
        east = np.cross(m, a)
        north = np.cross(a, east)
        tilt_compensated = np.arctan2(
            east[1] / np.linalg.norm(east), north[1] / np.linalg.norm(north)
        ) / DEG
        difference = abs(wrap(tilt_compensated - true_heading(r.ref[:1])[0][0]))
        good &= bool(difference < 1e-6)
        print(f"  tilt-compensated heading at rest differs by {difference:.1e} deg")
    finally:
        record = original
    print("real sensors: a plain complementary filter (heading RMSE, tilt RMSE, deg)")
    for name in ("benign", "start_offset_0", "unclipped", "clip", "held", "iron_on_off_15"):
        r = generate(name, 1)
        p = pooled([compare(r, as_output(plain_filter(r)))])
        print(f"  {name:<18}{p['hdg']:7.2f}{p['tilt']:7.2f}")
    print("check " + ("passed" if good else "FAILED"))
    return good


# Limits of `--limits` on seeds 601 to 603: maximum heading and tilt error, minimum coverage of the 95 % bound.
LIMITS = {
    "iron_on_off_15": (1.8, 1.2, 94), "iron_on_off_7.5": (1.7, 1.2, 94), "wrong_profile": (1.2, 0.8, 94),
    "seaway_tone_place": (0.6, 0.35, 94), "seaway_broad_place": (2.5, 1.3, 94),
    "uncalibrated": (3.0, 1.2, 94), "large_iron": (3.0, 1.5, 94), "held": (1.9, 1.4, 94),
    "steel_at_rest": (2.0, 1.4, 94),
}


def exceeded(name: str, figures: dict) -> list[str]:
    """Violated limits of a scenario; any wild sample is a violation."""
    heading, tilt, covered = LIMITS[name]
    return [
        f"{name}: {what} {value:.2f}, {sign} {limit}"
        for what, value, sign, limit, good in (
            ("heading", figures["hdg"], "at most", heading, figures["hdg"] <= heading),
            ("tilt", figures["tilt"], "at most", tilt, figures["tilt"] <= tilt),
            ("within the 95 % bound", figures["in95"], "at least", covered, figures["in95"] >= covered),
            ("confidently wrong, %", figures["wild"], "at most", 0, figures["wild"] == 0),
        )
        if not good
    ]


def main() -> int:
    """Run the scenarios and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", nargs="?", metavar="COMPASS")
    parser.add_argument("scenario", nargs="*", help="names or beginnings of names; default all")
    parser.add_argument("--seeds", type=int, help="seeds of each scenario")
    parser.add_argument("--first", type=int, default=1, help="the first seed, default 1")
    parser.add_argument("--each", action="store_true", help="a row per seed as well")
    parser.add_argument("--acc-bias", type=float, help="accelerometer bias everywhere, mg")
    parser.add_argument("--options", default="", help="more options of `replay`, in one word")
    parser.add_argument("--keep", help="folder in which recordings and outputs are kept")
    parser.add_argument("--check", action="store_true", help="check the simulator alone")
    parser.add_argument("--limits", action="store_true", help="hold fixed seeds against LIMITS")
    parser.add_argument("--list", action="store_true", help="name the scenarios")
    arguments = parser.parse_args()
    if arguments.list:
        for name, entry in SCENARIOS.items():
            print(f"{name:<18}{entry.seeds:>4}  {entry.make.__doc__.splitlines()[0]}")
        return 0
    OVERRIDE["acc_bias"] = arguments.acc_bias
    if arguments.check:
        return 0 if check() else 1
    if not arguments.program:
        parser.error("the program is missing")
    if arguments.limits:
        arguments.scenario, arguments.seeds, arguments.first = list(LIMITS), 3, 601
    failures = []
    names = []
    for wanted in arguments.scenario or list(SCENARIOS):
        found = [wanted] if wanted in SCENARIOS else [n for n in SCENARIOS if n.startswith(wanted)]
        if not found:
            parser.error(f"no scenario {wanted}")
        names += [n for n in found if n not in names]
    begin = time.monotonic()
    print(header(), flush=True)
    extra = arguments.options.split()
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            seeds = range(arguments.first, arguments.first + (arguments.seeds or SCENARIOS[name].seeds))
            recordings, outputs = [], []
            for seed in seeds:
                place = folder
                if arguments.keep:
                    place = os.path.join(arguments.keep, f"{name}-{seed}")
                    os.makedirs(place, exist_ok=True)
                r = generate(name, seed)
                recordings.append(r)
                outputs.append(run(arguments.program, r, extra, place))
            parts = [compare(r, o) for r, o in zip(recordings, outputs)]
            print(line(name, len(parts), pooled(parts)))
            if arguments.limits:
                failures += exceeded(name, pooled(parts))
            if arguments.each:
                print("\n".join(seed_lines(list(seeds), parts)))
            for text in DETAILS.get(name, lambda *_: [])(recordings, outputs):
                print(text)
            sys.stdout.flush()
    print(f"{time.monotonic() - begin:.0f} s")
    for failure in failures:
        print(f"FAILS {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
