"""Simulated recordings for the notebooks: rigid bodies, sensors with noise, a magnetic field with iron. NumPy alone.

Body x right, y forward, z up; earth east, magnetic north, up; quaternions [w, x, y, z], body to earth; SI.
"""
import os
from pathlib import Path

import numpy as np

#: Trials of BROAD (docs/python.md says where they come from); absent: the notebooks simulate.
BROAD = Path(os.environ.get("HEADINGD_BROAD", Path(__file__).resolve().parents[3] / "shared" / "data" / "broad"))

GRAVITY = 9.80665
STRENGTH, DIP = 48e-6, np.radians(65)


def product(a, b):
    """Hamilton products of quaternions, or of arrays of them."""
    aw, ax, ay, az = np.moveaxis(np.asarray(a, float), -1, 0)
    bw, bx, by, bz = np.moveaxis(np.asarray(b, float), -1, 0)
    return np.stack([aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
                     aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], -1)


def earth_to_body(quat, vector):
    """A vector of the earth frame in the body frame of each row."""
    w, v = quat[:, :1], -quat[:, 1:]
    twice = 2 * np.cross(v, vector)
    return vector + w * twice + np.cross(v, twice)


def attitude(heading, pitch, roll):
    """Attitudes from heading (clockwise), pitch (nose up) and roll (right side down), rad."""
    def about(axis, angle):
        half = np.asarray(angle, float) / 2
        parts = [np.cos(half), 0 * half, 0 * half, 0 * half]
        parts[1 + axis] = np.sin(half)
        return np.stack(parts, -1)

    return product(about(2, -np.asarray(heading)), product(about(0, pitch), about(1, roll)))


def rates(quat, dt):
    """The angular rates in the body frame that lead from row to row, rad/s."""
    step = product(quat[:-1] * [1, -1, -1, -1], quat[1:])
    step *= np.sign(step[:, :1])
    size = np.linalg.norm(step[:, 1:], axis=1, keepdims=True)
    angle = 2 * np.arctan2(size, step[:, :1])
    rate = step[:, 1:] / np.maximum(size, 1e-12) * angle / dt
    return np.concatenate([rate, rate[-1:]])


def sensed(quat, dt, hard_iron=(0, 0, 0), soft_iron=np.eye(3), disturbance=None, bias=(0, 0, 0), seed=1):
    """Samples of a device with these attitudes: t, gyr, acc, mag (T), quat (the truth). `disturbance`: N x 3, T, earth frame."""
    random = np.random.default_rng(seed)
    rate = rates(quat, dt)
    field = STRENGTH * np.array([0, np.cos(DIP), -np.sin(DIP)])
    field = field + (0 if disturbance is None else disturbance)
    rows = len(quat)
    return {
        "t": np.arange(rows) * dt, "dt": dt, "quat": quat,
        "gyr": rate + np.asarray(bias) + random.normal(0, 0.002, (rows, 3)),
        "acc": earth_to_body(quat, np.array([0, 0, GRAVITY])) + random.normal(0, 0.02, (rows, 3)),
        "mag": earth_to_body(quat, field) @ np.asarray(soft_iron).T + hard_iron + random.normal(0, 0.3e-6, (rows, 3)),
    }


def by_hand(seconds=60, dt=0.01, tilt=0.5):
    """Attitudes of a device that a hand turns around, tilted to all sides by up to `tilt` rad; still for the first 3 s."""
    t = np.maximum(np.arange(int(seconds / dt)) * dt - 3, 0)
    return attitude(0.6 * t + 0.3 * np.sin(0.5 * t), tilt * np.sin(0.9 * t), tilt * np.sin(0.67 * t))


def heading_of(quat):
    """The heading of the forward axis, degrees from magnetic north."""
    w, x, y, z = np.moveaxis(np.asarray(quat), -1, 0)
    return np.degrees(np.arctan2(2 * (x * y - w * z), 1 - 2 * (x * x + z * z))) % 360


def wrapped(degrees):
    """Angles within -180 ... 180 degrees."""
    return (np.asarray(degrees) + 180) % 360 - 180
