"""Unit quaternions [w, x, y, z] as rows of numpy arrays, sensor to ENU, and the errors between them in degrees."""
import numpy as np


def multiply(a, b):
    """The Hamilton products of two arrays of quaternions."""
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack([
        aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], axis=-1)


def conjugate(q):
    return q * np.array([1, -1, -1, -1])


def rotate(q, v):
    """The vectors `v`, rotated by `q`."""
    t = 2 * np.cross(q[..., 1:], v)
    return v + q[..., :1] * t + np.cross(q[..., 1:], t)


def exponential(v):
    """The quaternion of a rotation vector in rad."""
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    return np.concatenate([np.cos(angle / 2), 0.5 * np.sinc(angle / (2 * np.pi)) * v], axis=-1)


def from_matrix(m):
    """The quaternion of a rotation matrix (Bar-Itzhack 2000): the largest eigenvector of a 4x4 matrix."""
    k = np.array([
        [m[0, 0] + m[1, 1] + m[2, 2], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]],
        [0, m[0, 0] - m[1, 1] - m[2, 2], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]],
        [0, 0, m[1, 1] - m[0, 0] - m[2, 2], m[1, 2] + m[2, 1]],
        [0, 0, 0, m[2, 2] - m[0, 0] - m[1, 1]]])
    return np.linalg.eigh(k, UPLO="U")[1][:, -1]


def from_field(acc, mag):
    """Sensor -> ENU from one specific force and one magnetic field (Black's TRIAD, north magnetic)."""
    up = acc / np.linalg.norm(acc)
    east = np.cross(mag, up)
    east /= np.linalg.norm(east)
    return from_matrix(np.stack([east, np.cross(up, east), up]))


def wrapped(degrees):
    """Angles within -180 ... 180 degrees."""
    return (degrees + 180) % 360 - 180


def circular_mean(degrees):
    return float(np.degrees(np.angle(np.mean(np.exp(1j * np.radians(degrees))))))


def rms(x):
    return float(np.sqrt(np.mean(np.square(x)))) if len(x) else float("nan")


def errors(estimate, reference):
    """Total, heading and inclination errors in degrees, row by row.

    e = estimate * conjugate(reference), in the Earth frame: total = 2 acos|w|, heading = 2 atan(z / w) with its
    sign, inclination = 2 acos sqrt(w^2 + z^2).
    """
    e = multiply(estimate, conjugate(reference))
    w, z = e[:, 0], e[:, 3]
    return (np.degrees(2 * np.arccos(np.clip(np.abs(w), 0, 1))),
            np.degrees(2 * np.arctan2(z * np.where(w < 0, -1, 1), np.abs(w))),
            np.degrees(2 * np.arccos(np.clip(np.sqrt(w * w + z * z), 0, 1))))
