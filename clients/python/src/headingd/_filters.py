"""Orientation filters of other packages, brought to the frames and units of recordings.

Body x right, y forward, z up; earth east, magnetic north, up; quaternions body to earth. Each filter has its authors'
published settings: VQF its defaults; Madgwick and Mahony of `ahrs` the gains 0.1 and 0.5 without integral of x-io's
implementation (`ahrs`'s own diverge in fast motion); Fusion those of its complete example, with its offset estimator.

Madgwick of `ahrs` computes in north-west-up, so its result is turned by 90 degrees; Mahony in east-north-up. Both start at
the attitude of the first samples. A magnetometer slower than the gyroscope: each sample is used once.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arrays import Doubles
from ._vqf_math import multiply
from .orientation import Orientation, smooth


@dataclass(frozen=True)
class Samples:
    """Rows of a recording in which all sensors have one rate; NaN rows of `mag` have no new sample."""

    t: Doubles
    gyr: Doubles
    acc: Doubles
    #: uT
    mag: Doubles
    dt: Doubles

    @property
    def interval(self) -> float:
        """The mean time between rows, s."""
        return float(np.mean(self.dt))

    @property
    def fresh(self) -> npt.NDArray[np.bool_]:
        """The rows with a new field."""
        return np.asarray(np.isfinite(self.mag).all(axis=1))

    @property
    def held(self) -> Doubles:
        """The field interpolated at rows without one."""
        rows = np.flatnonzero(self.fresh)
        return np.stack([np.interp(self.t, self.t[rows], self.mag[rows, axis]) for axis in range(3)], axis=1)


@dataclass(frozen=True)
class Filter:
    """A filter: its name in tables, the package it is of, and the function that computes attitudes."""

    name: str
    package: str
    run: Callable[[Samples], Doubles]
    #: It uses samples after each row.
    future: bool = False

    @property
    def version(self) -> str | None:
        """The package's version; `None` where it is not installed."""
        if importlib.util.find_spec(self.package) is None:
            return None
        try:
            return importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return "unknown"


def _ours(samples: Samples) -> Doubles:
    return Orientation().update_batch(samples.gyr, samples.acc, samples.mag * 1e-6, times=samples.t).quat


def _smoothed(samples: Samples) -> Doubles:
    return smooth(samples.gyr, samples.acc, samples.mag * 1e-6, times=samples.t).quat


def _vqf(samples: Samples) -> Doubles:
    import vqf

    columns = [np.ascontiguousarray(one) for one in (samples.gyr, samples.acc, samples.mag)]
    if samples.fresh.all():
        found: Doubles = vqf.VQF(samples.interval).updateBatch(*columns)["quat9D"]
        return found
    gyr, acc, mag = columns
    fresh = samples.fresh
    estimator = vqf.VQF(samples.interval, samples.interval, samples.interval * len(fresh) / max(int(fresh.sum()), 1))
    out = np.empty((len(gyr), 4))
    for row in range(len(out)):
        estimator.updateGyr(gyr[row])
        estimator.updateAcc(acc[row])
        if fresh[row]:
            estimator.updateMag(mag[row])
        out[row] = estimator.getQuat9D()
    return out


def _offline_vqf(samples: Samples) -> Doubles:
    import vqf

    columns = [np.ascontiguousarray(one) for one in (samples.gyr, samples.acc, samples.held)]
    found: Doubles = vqf.offlineVQF(*columns, samples.interval)["quat9D"]
    return found


def first_attitude(samples: Samples) -> Doubles:
    """The attitude of the first samples (TRIAD)."""
    up = samples.acc[0] / np.linalg.norm(samples.acc[0])
    east = np.cross(samples.held[0], up)
    east /= np.linalg.norm(east)
    m = np.stack([east, np.cross(up, east), up])
    # The eigenvector of the largest eigenvalue is the quaternion (Bar-Itzhack 2000).
    k = np.array([
        [m[0, 0] + m[1, 1] + m[2, 2], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]],
        [0, m[0, 0] - m[1, 1] - m[2, 2], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]],
        [0, 0, m[1, 1] - m[0, 0] - m[2, 2], m[1, 2] + m[2, 1]],
        [0, 0, 0, m[2, 2] - m[0, 0] - m[1, 1]]])
    return np.asarray(np.linalg.eigh(k, UPLO="U")[1][:, -1], dtype=np.float64)


def _one_by_one(samples: Samples, estimator: Any, start: Doubles) -> Doubles:
    out = np.empty((len(samples.t), 4))
    fresh, q = samples.fresh, start
    for row in range(len(out)):
        gyr, acc, dt = samples.gyr[row], samples.acc[row], float(samples.dt[row])
        if fresh[row]:
            q = estimator.updateMARG(q, gyr, acc, samples.mag[row], dt=dt)
        else:
            q = estimator.updateIMU(q, gyr, acc, dt=dt)
        out[row] = q
    return out


def _madgwick(samples: Samples) -> Doubles:
    from ahrs.filters import Madgwick

    quarter = np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    start = multiply(quarter * [1, -1, -1, -1], first_attitude(samples))
    return multiply(quarter, _one_by_one(samples, Madgwick(gain=0.1), start))


def _mahony(samples: Samples) -> Doubles:
    from ahrs.filters import Mahony

    # It refuses an integral gain of 0.
    return _one_by_one(samples, Mahony(k_P=0.5, k_I=1e-9), first_attitude(samples))


def _fusion(samples: Samples) -> Doubles:
    import imufusion

    rate = 1 / samples.interval
    estimator, offset = imufusion.Ahrs(), imufusion.Bias()
    settings = imufusion.AhrsSettings(
        sample_rate=rate, gain=0.5, gyroscope_range=2000, acceleration_rejection=10, magnetic_rejection=10,
        rejection_timeout=5)
    # The argument of this name is ignored (1.3.3).
    settings.convention = imufusion.CONVENTION_ENU
    estimator.set_settings(settings)
    offset.set_settings(imufusion.BiasSettings(sample_rate=rate))
    gyr, acc = np.degrees(samples.gyr), samples.acc / 9.80665
    mag = np.where(samples.fresh[:, None], samples.mag, 0.0)  # 0: no field.
    out = np.empty((len(samples.t), 4))
    for row in range(len(out)):
        estimator.set_sample_period(float(samples.dt[row]))
        estimator.update(offset.update(gyr[row]), acc[row], mag[row])
        out[row] = estimator.get_quaternion()
    return out


#: Those that `headingd.compare` knows.
FILTERS = (
    Filter("headingd", "headingd", _ours),
    Filter("headingd smooth", "headingd", _smoothed, future=True),
    Filter("vqf", "vqf", _vqf),
    Filter("vqf offline", "vqf", _offline_vqf, future=True),
    Filter("ahrs Madgwick", "ahrs", _madgwick),
    Filter("ahrs Mahony", "ahrs", _mahony),
    Filter("imufusion", "imufusion", _fusion),
)
