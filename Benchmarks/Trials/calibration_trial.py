#!/usr/bin/env python3
"""Magnetometer calibrations of simulated and real recordings, compared with their predicted heading errors.

usage: calibration_trial.py COMPASS [DATA] [--cases 1,2,14] [--seeds 20] [--first-seed 0] [--jobs 1]
                            [--json FILE] [--keep FOLDER] [--check]

COMPASS is the built program. DATA is a folder of BROAD recordings as CSV, for case 14 only; without it that case
is left out. Needs numpy and nothing of the project: physics, motions, sensors and evaluation are independent.

For each run the script makes a recording (50 Hz), has `compass calibrate --from` make a profile of it, and compares

  realised   RMS over 36 headings of the heading error that the calibration alone causes: the true sensor model gives
             the raw field without noise, the profile corrects it, and the heading is formed with the TRUE up.
             Level, and at 20 degrees of tilt (there also over 8 directions of the tilt).
  predicted  `predicted_heading_error` of the profile, `level` and `tilt20`.

A row of the table is one scenario with one setup (gyroscope or not, place known or not). Its columns:

  ac, re     runs accepted and refused (reasons at the end of the row; a run may have several)
  real, pred RMS over the accepted runs, degrees
  ratio      sqrt(mean((realised / predicted)^2)) over the accepted runs: 1 is consistent, above 1 the error is
             underpredicted, below 1 overpredicted. median and maximum are those of the single ratios, level.
  flag       ok inside 0.5 .. 2 (case 2: 0.7 .. 1.3); OVER: above, UNDER: below these limits.

Model: raw = A v + h + noise, v = transposed(R) b. A symmetric unless an accelerometer is misaligned, R body -> ENU,
body x right, y forward, z up. The accelerometer measures transposed(R) (acceleration + 9.81 up), so +g at rest.

Sensors, unless the case says otherwise: |B| and dip of WMM2025 at 49 N 3 E (48.5 uT, 64.6 degrees) plus the
model's own uncertainty (138 nT, 0.2 degrees, 1 sigma, by run); hard iron (35, -60, 20) uT; soft iron with scale
(+6, -6, 0) % in random order and cross terms of 4 % with random signs; magnetometer noise 0.5 uT, accelerometer
0.03 m/s2, gyroscope 0.002 rad/s, white, an axis; gyroscope bias 0.01 rad/s, 1 sigma an axis, constant.

Hand: the position is a sum of sines between 0.3 and 3 Hz whose acceleration is 0.5 to 2 m/s2 (RMS of the vector,
uniform by run), 0.15 m/s2 of tremor at 7 to 11 Hz, and the lever arms to the wrist and to the turning person.

Case 9 is evaluated twice, by the hard iron at the end of the run and by its mean. Case 14 takes the recorded field as
calibrated: realised is the change of the heading from no correction to the profile. Its devices are calibrated to
about 1 degree only, so smaller predictions cannot be evaluated. A refused run is evaluated too, by the figures
that the program prints; only the medians are shown.

Setups of one scenario and seed share the same recording, so rows can be compared run by run.
"""
import argparse
import datetime
import glob
import itertools
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
import numpy as np  # noqa: E402  (after the number of threads is set)

RATE = 50.0  # samples a second in the recording
OVERSAMPLING = 4  # the motion is computed at 200 Hz
FINE = RATE * OVERSAMPLING
GRAVITY = 9.81
HOME = (49.0, 3.0)
HELSINKI = (60.17, 24.94)
BROAD_PLACE = (52.51, 13.32)
DATE = "2026-06-01"
HARD_IRON = np.array([35.0, -60.0, 20.0])
LEAD = 40  # fine samples before the recording starts, for delays up to 0.2 s


# --- the Earth's field -----------------------------------------------------------------------------------------

def field_of_place(compass, place):
    """Strength (uT) and dip (degrees) of WMM2025, with their uncertainties."""
    out = subprocess.run([compass, "declination", "--date", DATE, "--json", "--", str(place[0]), str(place[1])],
                         capture_output=True, text=True, check=True).stdout
    d = json.loads(out)
    return d["total"] / 1000, d["inclination"], d["total_uncertainty"] / 1000, d["inclination_uncertainty"]


def earth_field(strength, dip):
    """The field in ENU with magnetic north as north (uT)."""
    return strength * np.array([0.0, np.cos(np.radians(dip)), -np.sin(np.radians(dip))])


def displaced(place, kilometres, azimuth):
    """The place at a distance and bearing on a sphere (degrees)."""
    a, d = np.radians(azimuth), kilometres / 6371.0
    la, lo = np.radians(place)
    la2 = np.arcsin(np.sin(la) * np.cos(d) + np.cos(la) * np.sin(d) * np.cos(a))
    lo2 = lo + np.arctan2(np.sin(a) * np.sin(d) * np.cos(la), np.cos(d) - np.sin(la) * np.sin(la2))
    return float(np.degrees(la2)), float((np.degrees(lo2) + 180) % 360 - 180)


# --- rotations -------------------------------------------------------------------------------------------------

def about(axis, angle):
    """Rotation matrices about a coordinate axis (0, 1, 2), angles in radians."""
    angle = np.asarray(angle, float)
    c, s, r = np.cos(angle), np.sin(angle), np.zeros(angle.shape + (3, 3))
    i, j, k = axis, (axis + 1) % 3, (axis + 2) % 3
    r[..., i, i] = 1
    r[..., j, j] = r[..., k, k] = c
    r[..., j, k], r[..., k, j] = -s, s
    return r


def about_vector(axis, angle):
    """The rotation matrix about a vector, angle in radians."""
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def attitude(heading, pitch, roll):
    """Body -> ENU of angles in degrees; heading clockwise, pitch nose up, roll right side down."""
    return about(2, -np.radians(heading)) @ about(0, np.radians(pitch)) @ about(1, np.radians(roll))


def angular_rate(r):
    """Body rates (rad/s) of fine attitudes, by central differences."""
    d = np.swapaxes(r[:-2], 1, 2) @ r[2:]
    w = np.stack([d[:, 2, 1] - d[:, 1, 2], d[:, 0, 2] - d[:, 2, 0], d[:, 1, 0] - d[:, 0, 1]], 1) / 2
    sine = np.linalg.norm(w, axis=1)
    angle = np.arctan2(sine, (np.trace(d, axis1=1, axis2=2) - 1) / 2)
    w *= np.where(sine > 1e-9, angle / np.maximum(sine, 1e-9), 1.0)[:, None] * FINE / 2
    return np.concatenate([w[:1], w, w[-1:]])


def unit(rng):
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


# --- motions ---------------------------------------------------------------------------------------------------

def sines(rng, t, rms, low, high, signals=1, lines=12):
    """Smooth random signals: sums of sines between two frequencies, with a given RMS each."""
    f = np.exp(rng.uniform(np.log(low), np.log(high), (signals, lines)))
    p = rng.uniform(0, 2 * np.pi, (signals, lines))
    s = np.sin(2 * np.pi * f[:, :, None] * t + p[:, :, None]).sum(1) * np.sqrt(2.0 / lines)
    return rms * (s if signals > 1 else s[0])


def hand_position(rng, t, rms):
    """Position of a hand in ENU (m) whose acceleration has this RMS, as a vector, with tremor."""
    p = np.zeros((len(t), 3))
    for band, share, lines in (((0.3, 3.0), rms, 12), ((7.0, 11.0), 0.15, 6)):
        for i in range(3):
            f = np.exp(rng.uniform(*np.log(band), lines))
            a = share / np.sqrt(3) * np.sqrt(2 / lines) / (2 * np.pi * f) ** 2
            p[:, i] += np.sin(2 * np.pi * f * t[:, None] + rng.uniform(0, 2 * np.pi, lines)) @ a
    return p


def fine_time(seconds):
    return (np.arange(int(seconds * FINE) + LEAD) - LEAD) / FINE


class Motion:
    """Fine time (s), attitude (body -> ENU) and position (m, ENU)."""

    def __init__(self, t, r, position):
        self.t, self.r, self.position = t, r, position

    @staticmethod
    def by_hand(rng, t, r, lever=(0.0, 0.1, 0.0), arm=None, rms=None):
        """Adds a hand's acceleration; `arm` is the heading (degrees) of a person who holds the device before them."""
        p = hand_position(rng, t, rng.uniform(0.5, 2.0) if rms is None else rms) + r @ np.array(lever)
        if arm is not None:
            p = p + about(2, -np.radians(arm)) @ np.array([0.0, 0.35, 0.0])
        return Motion(t, r, p)


def tumble(rng, seconds=60, hand=True):
    """All directions: three angles that wander over full circles; about 70 degrees/s."""
    t = fine_time(seconds)
    a = [360 * rng.uniform(0.05, 0.1) * t * rng.choice([-1, 1]) + rng.uniform(0, 360) + sines(rng, t, 50, 0.05, 0.4)
         for _ in range(3)]
    r = about(2, np.radians(a[0])) @ about(0, np.radians(a[1])) @ about(1, np.radians(a[2]))
    return Motion.by_hand(rng, t, r) if hand else Motion(t, r, np.zeros((len(t), 3)))


def guided(rng, still=False):
    """72 s as a guide asks: a full circle each level, nose up, nose down, right and left side down, upside down."""
    poses = [(0, 0), (45, 0), (-40, 0), (0, 60), (0, -60), (0, 165)]
    t = fine_time(12 * len(poses))
    edge = np.clip((t[:, None] - 12 * np.arange(1, len(poses))) / 2 + 0.5, 0, 1)
    edge = edge * edge * (3 - 2 * edge)
    step = np.diff(np.array(poses, float), axis=0)
    jitter = sines(rng, t, 4, 0.2, 1.5, 2)
    pitch, roll = (edge @ step).T + np.array(poses[0])[:, None] + jitter
    turn = rng.choice([-1, 1]) * 30 * t + rng.uniform(0, 360) + sines(rng, t, 8, 0.05, 0.5)
    r = attitude(turn + sines(rng, t, 3, 0.3, 1.5), pitch, roll)
    return Motion.by_hand(rng, t, r, arm=None if still else turn)


def turns(rng, seconds, degrees, tilt):
    """A turn by hand about the vertical, the tilt wandering smoothly over +-tilt."""
    t = fine_time(seconds)
    heading = rng.uniform(0, 360) + rng.choice([-1, 1]) * degrees * np.clip(t, 0, None) / seconds
    heading = heading + sines(rng, t, 4, 0.1, 0.5)
    s = sines(rng, t, 1, 0.08, 0.5, 2)
    s *= tilt / np.abs(s).max(1, keepdims=True)
    return Motion.by_hand(rng, t, attitude(heading, s[0], s[1]), arm=heading)


def on_a_table(rng, seconds=40):
    """Two level turns on a table that is level within 1 degree; pushed, not carried."""
    t = fine_time(seconds)
    heading = rng.uniform(0, 360) + 720 * np.clip(t, 0, None) / seconds + sines(rng, t, 10, 0.05, 0.3)
    table = about_vector([rng.normal(), rng.normal(), 0], np.radians(rng.uniform(0, 1)))
    r = table @ attitude(heading, sines(rng, t, 0.1, 1, 5), sines(rng, t, 0.1, 1, 5))
    return Motion.by_hand(rng, t, r, rms=0.2)


def figure_eights(rng, seconds=30):
    """Flat figures of eight: level within some degrees, yaw +-60..180 degrees, 1 to 3 m/s2; tilt follows the sweep."""
    t = fine_time(seconds)
    sweep, period = rng.uniform(60, 180), rng.uniform(2.5, 4.5)
    phase = 2 * np.pi * t / period + sines(rng, t, 0.3, 0.05, 0.2)
    yaw = rng.uniform(0, 360) + sweep * np.sin(phase + rng.uniform(0, 2 * np.pi)) + sines(rng, t, 10, 0.05, 0.2)
    angles = [sines(rng, t, 2, 0.2, 1.5) + rng.uniform(0, 3) * np.sin(phase + rng.uniform(0, 6.3))
              + rng.uniform(0, 2) * np.sin(2 * phase + rng.uniform(0, 6.3)) for _ in range(2)]
    r = attitude(yaw, *angles)
    p = np.stack([np.sin(phase), 0.5 * np.sin(2 * phase), 0.1 * np.sin(2 * phase + 1)], 1)
    p = p @ about(2, rng.uniform(0, 2 * np.pi)).T
    p *= rng.uniform(1, 3) / np.sqrt((np.diff(p, 2, axis=0) ** 2).sum(1).mean()) / FINE ** 2
    return Motion(t, r, p + hand_position(rng, t, 0.3) + r @ np.array([0.0, 0.1, 0.0]))


def circles(rng, radius, speed, tilt, slope, vibration):
    """Two circles of a vehicle from rest; the accelerometer measures the centripetal acceleration too.

    radius, speed     their ranges (m, m/s), uniform by run
    tilt              RMS of roll and pitch (degrees) by suspension or waves, 0.1 to 1 Hz; the mount adds up to 3
    slope             of the ground at most (degrees)
    vibration         RMS (m/s2), 12 to 22 Hz
    """
    radius, speed, sense = rng.uniform(*radius), rng.uniform(*speed), rng.choice([-1, 1])
    t = fine_time(4 * np.pi * radius / speed + 5)
    v = speed * np.clip((t - 1) / 3, 0, 1) * (1 + sines(rng, t, 0.08, 0.03, 0.1))
    way = np.concatenate([[0], np.cumsum((v[1:] + v[:-1]) / 2)]) / FINE
    turn = rng.uniform(0, 2 * np.pi) + sense * way / radius + np.radians(sines(rng, t, 1.5, 0.1, 0.5))
    # The body leans out of the circle by 0.7 degrees for each m/s2.
    roll = 0.7 * sense * v * v / radius + sines(rng, t, tilt, 0.1, 1)
    ground = about_vector([rng.normal(), rng.normal(), 0], np.radians(rng.uniform(0, slope)))
    mount = about_vector([rng.normal(), rng.normal(), 0], np.radians(rng.uniform(0, 3)))
    r = ground @ attitude(np.degrees(turn), sines(rng, t, tilt / 2, 0.1, 1), -roll) @ mount
    step = v[:, None] * np.stack([np.sin(turn), np.cos(turn), 0 * t], 1) / FINE
    p = np.cumsum(step, 0) @ ground.T
    for i in range(3):
        f = rng.uniform(12, 22, 6)
        a = vibration / np.sqrt(3) * np.sqrt(2 / 6) / (2 * np.pi * f) ** 2
        p[:, i] += np.sin(2 * np.pi * f * t[:, None] + rng.uniform(0, 2 * np.pi, 6)) @ a
    return Motion(t, r, p)


def short_by_hand(rng, seconds=30):
    """Half a minute without a plan: heading over about +-90 degrees, tilt over about +-40."""
    t = fine_time(seconds)
    heading = rng.uniform(0, 360) + sines(rng, t, 50, 0.05, 0.25)
    pitch, roll = sines(rng, t, 20, 0.05, 0.5, 2)
    return Motion.by_hand(rng, t, attitude(heading, pitch, roll), arm=heading)


# --- sensors and recordings ------------------------------------------------------------------------------------

def soft_iron(rng, scale=0.06, cross=0.04):
    c = cross * rng.choice([-1, 1], 3)
    a = np.eye(3) + np.diag(rng.permutation([scale, -scale, 0.0]))
    a[[0, 1, 0], [1, 2, 2]] += c
    a[[1, 2, 2], [0, 1, 0]] += c
    return a


class Truth:
    """Ground truth of a calibration: A, h and the Earth's field where the device is used, in the frame of the up."""

    def __init__(self, label, a, h, b, temperature=None):
        self.label, self.a, self.h, self.b, self.temperature = label, a, h, b, temperature


class Recording:
    """Columns of a recording, and its truths. `text` is a whole CSV file instead of columns."""

    def __init__(self, truths, told, t=None, acc=None, gyr=None, mag=None, temperature=None, text=None, speed=None):
        self.truths, self.told, self.text, self.speed = truths, told, text, speed
        self.t, self.acc, self.gyr, self.mag, self.temperature = t, acc, gyr, mag, temperature

    def write(self, path, gyroscope):
        if self.text is not None:
            with open(path, "w") as f:
                f.write(self.text)
            return
        names, parts = ["t"], [self.t[:, None]]
        if gyroscope:
            names += ["gyr_x", "gyr_y", "gyr_z"]
            parts.append(self.gyr)
        names += ["acc_x", "acc_y", "acc_z", "mag_x", "mag_y", "mag_z"]
        parts += [self.acc, self.mag]
        if self.temperature is not None:
            names.append("temperature")
            parts.append(self.temperature[:, None])
        if self.speed is not None:
            names += ["latitude", "longitude", "speed"]
            parts.append(np.column_stack([np.full(len(self.t), x) for x in self.told] + [self.speed]))
        line = "%.3f" + ",%.6g" * (sum(p.shape[1] for p in parts) - 1)
        with open(path, "w") as f:
            f.write(",".join(names) + "\n")
            f.write("\n".join(line % tuple(row) for row in np.concatenate(parts, 1).tolist()) + "\n")


def record(rng, world, motion, place=HOME, told=None, a=None, acc_noise=0.03, acc_bias=0.0, acc_scale=None,
           chips=None, accelerometer=None, gyr_scale=None, gyr_drift=0.0, delay=0.0, drift=None, temperature=None,
           local=None, outliers=None, receiver=False):
    """A recording of a motion, and its truth.

    chips          rotation of accelerometer and gyroscope against the magnetometer (the body frame is theirs)
    accelerometer  rotation of the accelerometer alone against gyroscope and magnetometer, whose frame is the body's
    delay          s that the field is late
    drift          function of 0..1 -> hard iron added (uT)
    local          function of positions (m) -> field added, ENU (uT)
    outliers       function of times -> field added, body (uT)
    receiver       the speed is recorded, 0.1 m/s (1 sigma) off, and with it the place
    """
    strength, dip, d_strength, d_dip = world[place]
    b = earth_field(strength + d_strength * rng.normal(), dip + d_dip * rng.normal())
    a = soft_iron(rng) if a is None else a
    pick = np.arange(LEAD, len(motion.t), OVERSAMPLING)
    late = pick - int(round(delay * FINE))
    t, n = motion.t[pick], len(pick)
    acceleration = np.zeros_like(motion.position)
    acceleration[1:-1] = np.diff(motion.position, 2, axis=0) * FINE ** 2
    acceleration[0], acceleration[-1] = acceleration[1], acceleration[-2]
    r = motion.r[pick]
    force = np.einsum("nji,nj->ni", r, acceleration[pick] + [0, 0, GRAVITY])
    if accelerometer is not None:
        force = force @ accelerometer
    if acc_scale is not None:
        force = force * (1 + acc_scale)
    acc = force + acc_bias + acc_noise * rng.normal(size=(n, 3))

    rate = angular_rate(motion.r)[pick]
    if gyr_scale is not None:
        rate = rate @ gyr_scale.T
    gyr = rate + 0.01 * rng.normal(size=3) + np.outer(t / t[-1], gyr_drift * np.ones(3))
    gyr = gyr + 0.002 * rng.normal(size=(n, 3))

    earth = np.broadcast_to(b, (n, 3)) + (0 if local is None else local(motion.position[late]))
    v = np.einsum("nji,nj->ni", motion.r[late], earth)
    if chips is not None:
        v = v @ chips  # the magnetometer's axes seen from the body: v_mag = transposed(chips) v_body
    mag = v @ a.T + HARD_IRON + 0.5 * rng.normal(size=(n, 3))
    x = t / t[-1]
    if drift is not None:
        mag = mag + drift(x)
    if outliers is not None:
        mag = mag + outliers(t)

    model = a if chips is None else a @ chips.T
    if drift is not None:
        end = None if temperature is None else temperature(1.0)
        middle = None if temperature is None else temperature(0.5)
        truths = [Truth("at the end", model, HARD_IRON + drift(np.array([1.0]))[0], b, end),
                  Truth("mean of the run", model, HARD_IRON + drift(x).mean(0), b, middle)]
        if temperature is not None:
            truths = truths[:1]
    else:
        truths = [Truth("", model, HARD_IRON, b)]
    speed = None
    if receiver:
        speed = np.linalg.norm(np.gradient(motion.position, axis=0)[pick][:, :2], axis=1) * FINE
        speed = np.abs(np.repeat(speed[::10], 10)[:n] + np.repeat(0.1 * rng.normal(size=n // 10 + 1), 10)[:n])
    return Recording(truths, place if told is None else told, t, acc, gyr, mag,
                     None if temperature is None else temperature(x), speed=speed)


# --- the cases -------------------------------------------------------------------------------------------------

def benign(rng, w):
    return record(rng, w, tumble(rng, hand=False), acc_noise=0.17)  # 1 degree of direction noise


def benign_by_hand(rng, w):
    return record(rng, w, tumble(rng))


def poor_accelerometer(rng, w):
    return record(rng, w, guided(rng), acc_bias=0.05 * GRAVITY * rng.normal(size=3),
                  acc_scale=0.02 * rng.normal(size=3))


def strong_soft_iron(rng, w):
    return record(rng, w, guided(rng), a=soft_iron(rng, 0.25, 0.15))


def chips_misaligned(rng, w):
    return record(rng, w, guided(rng), chips=about_vector(unit(rng), np.radians(3)))


def accelerometer_misaligned(rng, w):
    return record(rng, w, guided(rng), accelerometer=about_vector(unit(rng), np.radians(3)))


def bursts(rng, w):
    def field(t):
        out = np.zeros((len(t), 3))
        while np.mean(np.any(out != 0, axis=1)) < 0.2:
            start = rng.uniform(0, t[-1])
            out[(t >= start) & (t < start + rng.uniform(0.2, 1.0))] = 30 * unit(rng)
        return out
    return record(rng, w, on_a_table(rng), outliers=field)


def table_alone(rng, w):
    return record(rng, w, on_a_table(rng))


def eights(rng, w):
    return record(rng, w, figure_eights(rng))


def half_a_minute(rng, w):
    return record(rng, w, short_by_hand(rng))


def late_field(rng, w):
    return record(rng, w, tumble(rng), delay=0.03)


def late_field_guided(rng, w):
    return record(rng, w, guided(rng), delay=0.03)


def warming(rng, w):
    d = 2 * unit(rng)
    return record(rng, w, guided(rng), drift=lambda x: np.outer((1 - np.exp(-2 * x)) / (1 - np.exp(-2)), d))


def warming_told(rng, w):
    d = 2 * unit(rng)
    rise = lambda x: (1 - np.exp(-2 * x)) / (1 - np.exp(-2))
    return record(rng, w, guided(rng), drift=lambda x: np.outer(rise(x), d), temperature=lambda x: 25 + 8 * rise(x))


def gyroscope_drifting(rng, w):
    return record(rng, w, guided(rng), gyr_drift=np.radians(1) * rng.choice([-1, 1], 3))


def steel(rng, w, strength):
    """A dipole 0.4 to 0.7 m beside the middle of the motion that gives `strength` there."""
    m = guided(rng, still=True)
    slow = sines(rng, m.t, 1, 0.05, 0.25, 3).T
    m.position = m.position + 0.2 * slow / np.abs(slow).max()
    away = unit(rng) * [1, 1, 0.5]
    away *= rng.uniform(0.4, 0.7) / np.linalg.norm(away)

    def dipole(p):
        d = p - away
        r = np.linalg.norm(d, axis=1, keepdims=True)
        return 3 * d * (d @ moment)[:, None] / r ** 5 - moment / r ** 3
    moment = unit(rng)
    moment = moment * strength / np.linalg.norm(dipole(np.zeros((1, 3))))
    return record(rng, w, m, local=dipole)


def wrong_place(rng, w, kilometres, motion):
    told = displaced(HELSINKI, kilometres, rng.uniform(0, 360))
    return record(rng, w, motion(rng), place=HELSINKI, told=told)


def gyroscope_scale(rng, w):
    m = np.diag(1 + 0.02 * rng.choice([-1, 1], 3)) @ about_vector(unit(rng), np.radians(1))
    return record(rng, w, guided(rng), gyr_scale=m)


def car(rng, w, receiver=False):
    return record(rng, w, circles(rng, (6, 10), (2, 5), 0.5, 2, 0.3), receiver=receiver)


def boat(rng, w, receiver=False):
    return record(rng, w, circles(rng, (15, 30), (2, 3.5), 2, 0, 0.1), receiver=receiver)


def robot(rng, w):
    return record(rng, w, circles(rng, (0.3, 1), (0.1, 0.3), 0.3, 1, 0.2))


# Setups: (gyroscope, place known).
ALL = [(True, False), (True, True), (False, False), (False, True)]
PLACED = [(True, True), (False, True)]

# number: (title, limits of the ratio, [(scenario, function, setups)])
CASES = {
    1: ("full sphere, benign", (0.5, 2), [
        ("tumble, up known to 1 deg", benign, ALL), ("tumble by hand", benign_by_hand, ALL)]),
    2: ("guided by hand, poor accelerometer", (0.7, 1.3), [
        ("bias 50 mg, scale 2 %, 1 sigma", poor_accelerometer, ALL)]),
    3: ("strong soft iron, 25 % and 15 %", (0.5, 2), [("guided by hand", strong_soft_iron, ALL)]),
    4: ("misaligned by 3 deg", (0.5, 2), [
        ("accelerometer and gyroscope", chips_misaligned, ALL),
        ("accelerometer alone", accelerometer_misaligned, ALL[:2])]),
    5: ("level turns on a table", (0.5, 2), [
        ("20 % bursts of 30 uT", bursts, ALL), ("no bursts", table_alone, ALL)]),
    6: ("flat figures of eight, 1-3 m/s2", (0.5, 2), [("level within some deg", eights, ALL)]),
    7: ("30 s by hand, partial coverage", (0.5, 2), [("no plan", half_a_minute, ALL)]),
    8: ("field late by 30 ms", (0.5, 2), [("tumble by hand", late_field, ALL), ("guided", late_field_guided, ALL)]),
    9: ("warming up", (0.5, 2), [
        ("hard iron drifts 2 uT", warming, ALL), ("drifts 2 uT, temperature recorded", warming_told, ALL),
        ("gyroscope bias drifts 1 deg/s", gyroscope_drifting, ALL[:2])]),
    10: ("steel beside the table", (0.5, 2), [
        ("dipole of 2 uT in the middle", lambda r, w: steel(r, w, 2), ALL),
        ("dipole of 5 uT in the middle", lambda r, w: steel(r, w, 5), ALL)]),
    11: ("a wrong place told, Helsinki", (0.5, 2), [
        ("guided, 500 km", lambda r, w: wrong_place(r, w, 500, guided), PLACED),
        ("guided, 2000 km", lambda r, w: wrong_place(r, w, 2000, guided), PLACED),
        ("turns +-10 deg, 500 km", lambda r, w: wrong_place(r, w, 500, lambda q: turns(q, 40, 720, 10)), PLACED),
        ("turns +-10 deg, 2000 km", lambda r, w: wrong_place(r, w, 2000, lambda q: turns(q, 40, 720, 10)), PLACED)]),
    12: ("two yaw turns by hand", (0.5, 2), [
        ("tilt +-10 deg", lambda r, w: record(r, w, turns(r, 40, 720, 10)), ALL),
        ("tilt +-3 deg", lambda r, w: record(r, w, turns(r, 40, 720, 3)), ALL)]),
    13: ("half a turn by hand", (0.5, 2), [
        ("tilt +-10 deg", lambda r, w: record(r, w, turns(r, 20, 180, 10)), ALL)]),
    14: ("BROAD, 20-40 s, already calibrated", (0.5, 2), [
        ("undisturbed field", "broad", ALL[:2]), ("a magnet stands beside", "broad_magnet", ALL[:2])]),
    16: ("two circles of a vehicle", (0.7, 1.5), [
        ("car, receiver", lambda r, w: car(r, w, True), PLACED), ("car", car, ALL),
        ("boat in waves, receiver", lambda r, w: boat(r, w, True), PLACED), ("boat in waves", boat, ALL),
        ("small robot", robot, ALL)]),
    15: ("poor gyroscope", (0.5, 2), [("scale 2 %, axes turned by 1 deg", gyroscope_scale, ALL[:2])]),
}


# --- BROAD -----------------------------------------------------------------------------------------------------

def matrices(q):
    w, x, y, z = q.T
    return np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
                     2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                     2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1).reshape(-1, 3, 3)


def northward(v):
    """A field in ENU turned about the vertical until its horizontal part points north."""
    return np.array([0.0, np.hypot(v[0], v[1]), v[2]])


class Broad:
    """Recordings of already calibrated devices, read once."""

    def __init__(self, folder):
        self.files = {}
        for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
            name = os.path.basename(path)
            if "attached" in name:
                continue  # hard iron of its own
            self.files.setdefault("stationary_magnet" in name, []).append(path)
        self.read = {}

    def recording(self, seed, magnet):
        paths = self.files.get(magnet, [])
        path = paths[seed % len(paths)]
        if path not in self.read:
            with open(path) as f:
                lines = f.read().splitlines(True)
            d = np.genfromtxt(lines, delimiter=",", names=True)
            good = (d["moving"] == 1) & np.isfinite(d["ref_w"]) & np.isfinite(d["mag_x"])
            r = matrices(np.stack([d["ref_" + c] for c in "wxyz"], 1)[good][::20])
            mag = np.stack([d["mag_" + c] for c in "xyz"], 1)[good][::20]
            b = (r @ mag[:, :, None])[:, :, 0].mean(0)
            truths = [Truth("", np.eye(3), np.zeros(3), northward(b))]
            moving = np.flatnonzero(d["moving"] == 1)
            self.read[path] = lines, d["t"], d["t"][moving[0]], d["t"][moving[-1]], truths
        lines, t, first, last, truths = self.read[path]
        rng = np.random.default_rng([seed, 14])
        length = (20, 30, 40)[(seed // len(paths)) % 3]
        start = rng.uniform(first, last - length)
        i, j = np.searchsorted(t, [start, start + length])
        text = "".join(",".join(x.split(",")[:10]) + "\n" for x in lines[:1] + lines[i + 1:j + 1])
        return Recording(truths, BROAD_PLACE, text=text)


# --- judging ---------------------------------------------------------------------------------------------------

def grid(tilt):
    """Fields' rotations and ups in the body frame: 36 headings, and 8 directions of the tilt."""
    out = []
    for k in range(36):
        level = about(2, -np.radians(10.0 * k))
        for direction in (range(8) if tilt else range(1)):
            a = np.pi / 4 * direction
            out.append(level @ about_vector([np.cos(a), np.sin(a), 0], np.radians(tilt)))
    return np.array(out)


GRIDS = {0: grid(0), 20: grid(20)}


def heading(field, up):
    """Heading of the forward axis (rad) of fields and ups in the body frame."""
    north = field - np.sum(field * up, 1, keepdims=True) * up
    east = np.cross(north, up)
    return np.arctan2(east[:, 1], north[:, 1])


def realised(profile, truth):
    """RMS heading error (degrees) that the profile causes, level and at 20 degrees of tilt."""
    s, h = np.array(profile["soft_iron"]), np.array(profile["hard_iron"])
    effect = profile.get("temperature", {})
    if truth.temperature is not None and effect.get("field") is not None:
        h = h + np.array(effect["field"]) * (truth.temperature - effect["reference"])
    out = []
    for tilt in (0, 20):
        v = np.einsum("nji,j->ni", GRIDS[tilt], truth.b)
        up = GRIDS[tilt][:, 2, :]
        corrected = (v @ truth.a.T + truth.h - h) @ s.T
        e = heading(corrected, up) - heading(v, up)
        e = (e + np.pi) % (2 * np.pi) - np.pi
        out.append(float(np.degrees(np.sqrt(np.mean(e ** 2)))))
    return out


def calibrate(compass, recording, gyroscope, place, folder):
    """Runs the program on a recording; its result, and the profile where one was written."""
    csv, path = os.path.join(folder, "recording.csv"), os.path.join(folder, "profile.json")
    if os.path.exists(path):
        os.remove(path)
    recording.write(csv, gyroscope)
    command = [compass, "calibrate", "magnetometer", "--from", csv, "--output", path, "--json", "--date", DATE]
    if place:
        command += ["--latitude=%.5f" % recording.told[0], "--longitude=%.5f" % recording.told[1]]
    began = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True, timeout=120,
                         env={**os.environ, "XDG_CONFIG_HOME": folder, "HOME": folder})
    result = {"accepted": False, "reasons": [], "rung": None, "seconds": time.monotonic() - began}
    lines = [x for x in run.stdout.splitlines() if x.startswith("{")]
    if lines:
        result.update(json.loads(lines[-1]))
    profile = None
    if os.path.exists(path):
        with open(path) as f:
            profile = json.load(f)
    result["written"] = profile is not None
    if result["accepted"] != result["written"] or result["accepted"] != (run.returncode == 0):
        result["reasons"] = list(result["reasons"]) + ["INCONSISTENT: status %d, accepted %s, written %s" % (
            run.returncode, result["accepted"], result["written"])]
    if not lines and profile is None:
        result["reasons"] = [run.stderr.strip().split(": ")[-1][:80] or "no output"]
    return result, profile


BROAD = None


def one(job):
    """All setups of one scenario and seed; a record for each setup and truth."""
    options, world, case, index, seed = job
    title, limits, scenarios = CASES[case]
    name, function, setups = scenarios[index]
    if isinstance(function, str):
        global BROAD
        BROAD = BROAD or Broad(options["data"])
        recording = BROAD.recording(seed, function == "broad_magnet")
    else:
        recording = function(np.random.default_rng([seed, zlib.crc32(("%d %s" % (case, name)).encode())]), world)
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for gyroscope, place in setups:
            result, profile = calibrate(options["compass"], recording, gyroscope, place, folder)
            if options["keep"]:
                kept = "%02d_%d_%03d%s%s" % (case, index, seed, "_G" if gyroscope else "", "_P" if place else "")
                for file in ("recording.csv", "profile.json"):
                    if os.path.exists(os.path.join(folder, file)):
                        shutil.move(os.path.join(folder, file), os.path.join(options["keep"], kept + "_" + file))
            p = profile or result
            for truth in recording.truths:
                r = {"case": case, "scenario": name, "gyroscope": gyroscope, "place": place, "seed": seed,
                     "truth": truth.label, "accepted": result["accepted"] and profile is not None,
                     "reasons": result["reasons"], "rung": result.get("rung"), "coverage": result.get("coverage"),
                     "samples": result.get("samples_used"), "outliers": result.get("outliers"),
                     "seconds": result["seconds"]}
                if "soft_iron" in p and "hard_iron" in p:
                    predicted = p.get("predicted_heading_error", {})
                    r["realised"] = realised(p, truth)
                    r["predicted"] = [predicted.get("level"), predicted.get("tilt20")]
                out.append(r)
    return out


# --- the table -------------------------------------------------------------------------------------------------

def rms(x):
    return float(np.sqrt(np.mean(np.square(x))))


def summary(records, limits):
    accepted = [r for r in records if r["accepted"]]
    refused = [r for r in records if not r["accepted"]]
    reasons = Counter(itertools.chain.from_iterable(r["reasons"] or ["no reason"] for r in refused))
    s = {"runs": len(records), "accepted": len(accepted), "refused": len(refused),
         "reasons": dict(reasons.most_common()), "rungs": {}}
    for rung, count in Counter(r["rung"] for r in accepted).most_common():
        ratio = rms([r["realised"][0] / r["predicted"][0] for r in accepted if r["rung"] == rung])
        s["rungs"][rung] = {"accepted": count, "ratio": ratio}
    if accepted:
        e, p = np.array([r["realised"] for r in accepted]), np.array([r["predicted"] for r in accepted], float)
        q = e / p
        s.update(realised=[rms(e[:, k]) for k in (0, 1)], predicted=[rms(p[:, k]) for k in (0, 1)],
                 ratio=[rms(q[:, k]) for k in (0, 1)], median=float(np.median(q[:, 0])), maximum=float(q[:, 0].max()))
        s["flag"] = ["OVER" if x > limits[1] else "UNDER" if x < limits[0] else "ok" for x in s["ratio"]]
    known = [r for r in refused if "realised" in r and r["predicted"][0]]
    if known:
        s["refused_median"] = [float(np.median([r["realised"][0] for r in known])),
                               float(np.median([r["predicted"][0] for r in known]))]
    return s


HEADER = "%-44s %-3s %2s %2s | %6s %6s | %6s %6s | %5s %5s | %5s %5s | %-11s | %s" % (
    "scenario", "set", "ac", "re", "real 0", "20", "pred 0", "20", "rat 0", "20", "med", "max", "flag 0/20",
    "fits used (their ratio, level); refused: reasons (median realised/predicted)")


def line(name, setup, s):
    head = "%-44.44s %-3s %2d %2d | " % (name, setup, s["accepted"], s["refused"])
    if s["accepted"]:
        head += "%6.2f %6.2f | %6.2f %6.2f | %5.2f %5.2f | %5.2f %5.2f | %-11s | " % (
            *s["realised"], *s["predicted"], *s["ratio"], s["median"], s["maximum"], "/".join(s["flag"]))
    else:
        head += "%6s %6s | %6s %6s | %5s %5s | %5s %5s | %-11s | " % (*["-"] * 8, "-")
    head += ", ".join("%s %d (%.2f)" % (n, x["accepted"], x["ratio"]) for n, x in s["rungs"].items())
    if s["refused"]:
        head += ("; " if s["accepted"] else "") + "refused: " + ", ".join("%s %d" % x for x in s["reasons"].items())
        if "refused_median" in s:
            head += " (%.2f/%.2f)" % tuple(s["refused_median"])
    return head


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("compass", metavar="COMPASS", help="the built program")
    parser.add_argument("data", metavar="DATA", nargs="?", help="folder of BROAD recordings as CSV, for case 14")
    parser.add_argument("--cases", help="such as 1,2,14; default all", default=",".join(map(str, CASES)))
    parser.add_argument("--seeds", type=int, default=20, help="runs of each row, default 20")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes, default 1")
    parser.add_argument("--json", metavar="FILE", help="write every run and every row to this file")
    parser.add_argument("--keep", metavar="FOLDER", help="keep recordings and profiles there")
    parser.add_argument("--check", action="store_true",
                        help="cases 1, 2, 3, 4 and 8 on fixed seeds; 1 if a run is refused or an error is underpredicted")
    options = parser.parse_args()
    if options.check:
        options.cases, options.seeds, options.first_seed = "1,2,3,4,8", 4, 601
    cases = [int(c) for c in options.cases.split(",")]
    unknown = [c for c in cases if c not in CASES]
    if unknown:
        parser.error("no such case: %s" % unknown)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    compass = os.path.abspath(options.compass)
    world = {p: field_of_place(compass, p) for p in (HOME, HELSINKI)}
    shared = {"compass": compass, "data": options.data, "keep": options.keep}
    began, rows, runs = time.monotonic(), [], []
    pool = multiprocessing.Pool(options.jobs) if options.jobs > 1 else None
    print("%d seeds from %d; set: G gyroscope, P place told; errors in degrees, 0: level, 20: tilted"
          % (options.seeds, options.first_seed))
    for case in cases:
        title, limits, scenarios = CASES[case]
        if case == 14 and not options.data:
            print("\n%d  %s: left out, no DATA" % (case, title))
            continue
        print("\n%d  %s (limits %.1f .. %.1f)\n%s" % (case, title, *limits, HEADER))
        for index, (name, function, setups) in enumerate(scenarios):
            seeds = range(options.first_seed, options.first_seed + options.seeds)
            jobs = [(shared, world, case, index, seed) for seed in seeds]
            records = list(itertools.chain.from_iterable(pool.map(one, jobs, 1) if pool else map(one, jobs)))
            runs += records
            for gyroscope, place in setups:
                mine = [r for r in records if (r["gyroscope"], r["place"]) == (gyroscope, place)]
                for truth in dict.fromkeys(r["truth"] for r in mine):
                    s = summary([r for r in mine if r["truth"] == truth], limits)
                    setup = "+".join(n for n, on in (("G", gyroscope), ("P", place)) if on) or "-"
                    print(line(name + (": " + truth if truth else ""), setup, s), flush=True)
                    rows.append({"case": case, "scenario": name, "setup": setup, "truth": truth, **s})
    flags = Counter(f for r in rows for f in r.get("flag", []))
    print("\n%d rows, %d judgements, %.0f s; flags: %s" % (len(rows), len(runs), time.monotonic() - began, dict(flags)))
    if options.json:
        with open(options.json, "w") as f:
            json.dump({"made": datetime.datetime.now(datetime.timezone.utc).isoformat(), "seeds": options.seeds,
                       "rows": rows, "runs": runs}, f, indent=1)
    if pool:
        pool.close()
    if options.check:
        bad = [r for r in rows if r["refused"] or "OVER" in r.get("flag", [])]
        for r in bad:
            print("FAIL case %d, %s, %s: %d refused, ratio %s" % (
                r["case"], r["scenario"], r["setup"], r["refused"], r.get("ratio")), file=sys.stderr)
        return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
