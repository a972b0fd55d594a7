"""The static functions of VQF: quaternions, small matrices and a low-pass filter, from their definitions.

Quaternions are [w, x, y, z]. Where VQF writes into an argument, so do these.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._arrays import Doubles
from .errors import InvalidInput


def array(value: Any, shape: tuple[int, ...] | None, name: str) -> Doubles:
    """An argument as float64.

    Raises:
        InvalidInput: another shape.
    """
    try:
        found: Doubles = np.asarray(value, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{name}: not an array of numbers: {error}") from None
    if shape is not None and found.shape != shape:
        raise InvalidInput(f"{name} has the shape {found.shape}; wanted is {shape}")
    return found


def multiply(a: Doubles, b: Doubles) -> Doubles:
    """Hamilton products of arrays whose last axis is a quaternion."""
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack([
        aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], axis=-1)


def turns(rotations: Doubles) -> Doubles:
    """Quaternions of N rotation vectors, rad."""
    half = np.linalg.norm(rotations, axis=-1, keepdims=True) / 2
    return np.concatenate([np.cos(half), 0.5 * np.sinc(half / np.pi) * rotations], axis=-1)


def chained(quats: Doubles) -> Doubles:
    """The product of N quaternions in their order, by halves."""
    while len(quats) > 1:
        rest = quats[len(quats) // 2 * 2:]
        quats = np.concatenate([multiply(quats[0:len(quats) // 2 * 2:2], quats[1::2]), rest])
    return quats[0] if len(quats) else np.array([1.0, 0, 0, 0])


def scanned(quats: Doubles) -> Doubles:
    """The products of the first 1, 2, ... N quaternions."""
    found = quats.copy()
    width = 1
    while width < len(found):
        found[width:] = multiply(found[:-width], found[width:])
        width *= 2
    return found


def headings_between(nine: Doubles, six: Doubles) -> Doubles:
    """The rotation about the vertical from one attitude to another, rad, -pi to pi."""
    w, x, y, z = np.moveaxis(nine, -1, 0)
    a, b, c, d = np.moveaxis(six, -1, 0)
    angle: Doubles = 2 * np.arctan2(-w * d - x * c + y * b + z * a, w * a + x * b + y * c + z * d)
    angle[angle > np.pi] -= 2 * np.pi
    angle[angle <= -np.pi] += 2 * np.pi
    return angle


class Functions:
    """The static methods of `vqf.VQF`."""

    @staticmethod
    def quatMultiply(q1: Any, q2: Any) -> Doubles:
        """The product of two quaternions, shape (4,)."""
        return multiply(array(q1, (4,), "q1"), array(q2, (4,), "q2"))

    @staticmethod
    def quatConj(q: Any) -> Doubles:
        """The conjugate."""
        conjugate: Doubles = array(q, (4,), "q") * np.array([1.0, -1, -1, -1])
        return conjugate

    @staticmethod
    def quatSetToIdentity(out: Any) -> None:
        """Writes the identity into `out`."""
        out[:] = [1, 0, 0, 0]

    @staticmethod
    def quatApplyDelta(q: Any, delta: float) -> Doubles:
        """`q` after a rotation about the vertical by `delta`, rad."""
        return multiply(np.array([math.cos(delta / 2), 0, 0, math.sin(delta / 2)]), array(q, (4,), "q"))

    @staticmethod
    def quatRotate(q: Any, v: Any) -> Doubles:
        """A vector, shape (3,), rotated by a quaternion."""
        quat, vector = array(q, (4,), "q"), array(v, (3,), "v")
        twice = 2 * np.cross(quat[1:], vector)
        rotated: Doubles = vector + quat[0] * twice + np.cross(quat[1:], twice)
        return rotated

    @staticmethod
    def norm(vec: Any) -> float:
        """The length of a vector."""
        return float(np.linalg.norm(array(vec, None, "vec")))

    @staticmethod
    def normalize(vec: Any) -> None:
        """Divides a vector by its length, in place; a zero vector stays."""
        length = float(np.linalg.norm(vec))
        if length >= np.finfo(np.float64).eps:
            vec /= length

    @staticmethod
    def clip(vec: Any, min_: float, max_: float) -> None:
        """Limits the elements of a vector, in place."""
        np.clip(vec, min_, max_, out=vec)

    @staticmethod
    def gainFromTau(tau: float, Ts: float) -> float:
        """The gain of a first-order low-pass: 1 - exp(-Ts / tau); 0 for a negative `tau`, 1 for 0."""
        if not Ts > 0:
            raise InvalidInput(f"Ts is {Ts:g}; wanted is a positive sampling time, s")
        return 0.0 if tau < 0 else 1.0 if tau == 0 else -math.expm1(-Ts / tau)

    @staticmethod
    def filterCoeffs(tau: float, Ts: float) -> tuple[Doubles, Doubles]:
        """A second-order Butterworth low-pass by the bilinear transform: b (3,), a (2,) without the leading 1.

        Its cutoff is sqrt(2) / (2 pi tau); below half a sampling time it passes everything.
        """
        if not (tau > 0 and Ts > 0):
            raise InvalidInput("tau and Ts must be positive times, s")
        if tau < Ts / 2:
            return np.array([1.0, 0, 0]), np.array([0.0, 0])
        warped = math.tan(math.sqrt(2) / (2 * tau) * Ts)
        scale = warped * warped + math.sqrt(2) * warped + 1
        gain = warped * warped / scale
        a = np.array([2 * (warped * warped - 1) / scale, (1 - math.sqrt(2) * warped + warped * warped) / scale])
        return np.array([gain, 2 * gain, gain]), a

    @staticmethod
    def filterInitialState(x0: float, b: Any, a: Any) -> Doubles:
        """The state (2,) in which a constant input `x0` gives the output `x0`."""
        first, second = array(b, (3,), "b"), array(a, (2,), "a")
        return np.array([x0 * (1 - first[0]), x0 * (first[2] - second[1])])

    @staticmethod
    def filterAdaptStateForCoeffChange(last_y: Any, b_old: Any, a_old: Any, b_new: Any, a_new: Any, state: Any) -> None:
        """Changes a state (N*2,) in place, so that a filter with new coefficients keeps its steady output (N,)."""
        if math.isnan(state[0]):  # Still averaging.
            return
        last = array(last_y, None, "last_y")
        state[0::2] += (b_old[0] - b_new[0]) * last
        state[1::2] += (b_new[2] - b_old[2] - a_new[1] + a_old[1]) * last

    @staticmethod
    def filterStep(x: float, b: Any, a: Any, state: Any) -> float:
        """One step of a filter in transposed direct form II; changes `state` (2,)."""
        y = b[0] * x + state[0]
        state[0] = b[1] * x - a[0] * y + state[1]
        state[1] = b[2] * x - a[1] * y
        return float(y)

    @staticmethod
    def filterVec(x: Any, tau: float, Ts: float, b: Any, a: Any, state: Any) -> Doubles:
        """One step of N filters, which average during the first `tau` seconds; changes `state` (N*2,).

        A new state has NaN first; then the second element counts the samples of the mean.
        """
        sample = array(x, None, "x")
        states = state.reshape(-1, 2)
        if len(states) != len(sample):
            raise InvalidInput(f"state has {state.size} numbers; wanted are {2 * len(sample)}")
        if math.isnan(state[0]):
            if math.isnan(state[1]):
                state[1] = 0
                state[2:2 + len(sample)] = 0
            state[1] += 1
            sums = state[2:2 + len(sample)]
            sums += sample
            mean: Doubles = sums / state[1]
            if state[1] * Ts >= tau:
                for row, value in enumerate(mean):
                    states[row] = Functions.filterInitialState(value, b, a)
            return mean
        return np.array([Functions.filterStep(value, b, a, states[row]) for row, value in enumerate(sample)])

    @staticmethod
    def matrix3SetToScaledIdentity(scale: float, out: Any) -> None:
        """Writes `scale` times the identity into `out` (3, 3)."""
        out[:] = scale * np.eye(3)

    @staticmethod
    def matrix3Multiply(in1: Any, in2: Any) -> Doubles:
        """in1 in2."""
        return array(in1, (3, 3), "in1") @ array(in2, (3, 3), "in2")

    @staticmethod
    def matrix3MultiplyTpsFirst(in1: Any, in2: Any) -> Doubles:
        """in1' in2."""
        return array(in1, (3, 3), "in1").T @ array(in2, (3, 3), "in2")

    @staticmethod
    def matrix3MultiplyTpsSecond(in1: Any, in2: Any) -> Doubles:
        """in1 in2'."""
        return array(in1, (3, 3), "in1") @ array(in2, (3, 3), "in2").T

    @staticmethod
    def matrix3Inv(in_: Any) -> tuple[bool, Doubles]:
        """Whether a matrix is regular, and its inverse; zeros if it is not."""
        matrix = array(in_, (3, 3), "in_")
        if abs(float(np.linalg.det(matrix))) <= np.finfo(np.float64).eps:
            return False, np.zeros((3, 3))
        return True, np.asarray(np.linalg.inv(matrix), dtype=np.float64)
