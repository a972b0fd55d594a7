"""Published orientation filters, each converted to the frames and units of the recordings.

The frame is x right, y forward, z up; Earth is ENU with magnetic north; quaternions are sensor -> Earth. Each filter
has its authors' published settings:

- VQF and off-line VQF (PyPI `vqf`): its defaults.
- Madgwick, Mahony (PyPI `ahrs`): the gains of x-io's implementation in C, which the package `qmt` uses too: 0.1;
  k_P 0.5 without integral. The defaults of `ahrs`, 0.041 and k_P 1, k_I 0.3, give 5.4 and 25 degrees of total error on
  twelve trials of BROAD: the integral diverges in fast translations.
- EKF (PyPI `ahrs`): the package's variances 0.3^2, 0.5^2, 0.8^2.
- Fusion (PyPI `imufusion`): those of its complete example: gain 0.5, rejection beyond 10 degrees for up to 5 s,
  and its estimator of the gyroscope's offset. Without the rejection, its default, it is worse: 9.9 degrees on BROAD.

Conventions, found by `verify`:

- Madgwick of `ahrs` computes in NWU where the accelerometer shows +g at rest, though its documentation says NED: its
  quaternion is rotated by 90 degrees.
- Mahony of `ahrs` computes in ENU.
- EKF of `ahrs`: its frame ENU expects an accelerometer that shows -g at rest and ends 180 degrees off. Its frame
  NED with a field given in ENU is ENU with +g. It needs the dip: here the recording's own mean, which uses later samples
  in its favour.
- The filters of `ahrs` start at the pose of the first samples and get them one by one: their batch forms support neither
  uneven times nor a slower magnetometer.
- Fusion takes its convention only as a property: the argument of that name is ignored (1.3.3).
- A magnetometer slower than the gyroscope: VQF and Fusion use each field sample once, `ahrs` runs without it between.
"""
import importlib
import importlib.metadata

import numpy as np

import rotations
from recording import Samples

QUARTER = np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
"""NWU -> ENU: north is along y instead of x."""


def settle(samples):
    """The pose of the first samples."""
    return rotations.from_field(samples.acc[0], samples.first_mag)


def vqf(samples):
    from vqf import VQF
    if samples.even:
        return VQF(samples.interval).updateBatch(
            *map(np.ascontiguousarray, (samples.gyr, samples.acc, samples.mag)))["quat9D"]
    estimator = VQF(samples.interval, samples.acc_interval, samples.mag_interval)
    out = np.empty((len(samples.t), 4))
    for i in range(len(out)):
        estimator.updateGyr(samples.gyr[i])
        if samples.acc_new[i]:
            estimator.updateAcc(samples.acc[i])
        if samples.mag_new[i]:
            estimator.updateMag(samples.mag[i])
        out[i] = estimator.getQuat9D()
    return out


def offline_vqf(samples):
    from vqf import offlineVQF
    columns = (samples.gyr, samples.even_acc(), samples.even_mag())
    return offlineVQF(*map(np.ascontiguousarray, columns), samples.interval)["quat9D"]


def one_by_one(samples, q, with_field, without_field):
    """Poses of a filter of `ahrs`, from the pose `q` on."""
    out = np.empty((len(samples.t), 4))
    for i in range(len(out)):
        if samples.mag_new[i]:
            q = with_field(q, samples.gyr[i], samples.acc[i], samples.mag[i], samples.dt[i])
        else:
            q = without_field(q, samples.gyr[i], samples.acc[i], samples.dt[i])
        out[i] = q
    return out


def madgwick(samples):
    from ahrs.filters import Madgwick
    estimator = Madgwick(gain=0.1)
    start = rotations.multiply(rotations.conjugate(QUARTER), settle(samples))
    return rotations.multiply(QUARTER, one_by_one(
        samples, start,
        lambda q, gyr, acc, mag, dt: estimator.updateMARG(q, gyr, acc, mag, dt=dt),
        lambda q, gyr, acc, dt: estimator.updateIMU(q, gyr, acc, dt=dt)))


def mahony(samples):
    from ahrs.filters import Mahony
    # The filter refuses None and 0.
    estimator = Mahony(k_P=0.5, k_I=1e-9)
    return one_by_one(
        samples, settle(samples),
        lambda q, gyr, acc, mag, dt: estimator.updateMARG(q, gyr, acc, mag, dt=dt),
        lambda q, gyr, acc, dt: estimator.updateIMU(q, gyr, acc, dt=dt))


def ekf(samples):
    from ahrs.filters import EKF
    acc, mag = samples.acc[samples.mag_new], samples.mag[samples.mag_new]
    sine = -np.mean(np.sum(acc * mag, axis=1) / np.linalg.norm(acc, axis=1) / np.linalg.norm(mag, axis=1))
    estimator = EKF(frame="NED", magnetic_ref=np.array([0.0, np.sqrt(1 - sine * sine), -sine]))

    def update(q, gyr, acc, mag, dt):
        # The measurement model uses this attribute, not the argument.
        estimator.mag = mag
        return estimator.update(q, gyr, acc, mag, dt=dt)

    return one_by_one(samples, settle(samples), update, lambda q, gyr, acc, dt: update(q, gyr, acc, None, dt))


def fusion(samples):
    import imufusion
    rate = 1 / samples.interval
    estimator, offset = imufusion.Ahrs(), imufusion.Bias()
    settings = imufusion.AhrsSettings(
        sample_rate=rate, gain=0.5, gyroscope_range=2000, acceleration_rejection=10, magnetic_rejection=10,
        rejection_timeout=5)
    settings.convention = imufusion.CONVENTION_ENU
    estimator.set_settings(settings)
    offset.set_settings(imufusion.BiasSettings(sample_rate=rate))
    gyr, acc = np.degrees(samples.gyr), samples.acc / 9.80665
    # No field is 0. `update_no_magnetometer` would set the heading to 0 at the start.
    mag = np.where(samples.mag_new[:, None], samples.mag, 0.0)
    out = np.empty((len(samples.t), 4))
    for i in range(len(out)):
        estimator.set_sample_period(samples.dt[i])
        estimator.update(offset.update(gyr[i]), acc[i], mag[i])
        out[i] = estimator.get_quaternion()
    return out


class Peer:
    """A filter: the name in tables, the package it comes from, and what computes its poses of samples."""

    def __init__(self, name, package, poses, slow=False):
        self.name, self.package, self.poses, self.slow = name, package, poses, slow

    @property
    def version(self):
        """The package's version; None where it is not installed."""
        try:
            importlib.import_module(self.package)
            return importlib.metadata.version(self.package)
        except ImportError:
            return None


PEERS = [
    Peer("VQF", "vqf", vqf),
    Peer("off-line VQF", "vqf", offline_vqf),
    Peer("Madgwick", "ahrs", madgwick, slow=True),
    Peer("Mahony", "ahrs", mahony, slow=True),
    Peer("EKF", "ahrs", ekf, slow=True),
    Peer("Fusion", "imufusion", fusion),
]


def simulate(turning, every=1):
    """Samples of a device at rest (turning 0) or in a turn about all axes (1), and its true poses: 50 Hz for 60 s.

    The dip is 65 degrees. Noise is small, and the first field is 10 degrees aside: a filter must converge, and
    one in the wrong frame leaves even the pose it was started at. The field comes with each `every`-th row.
    """
    random = np.random.default_rng(1)
    interval = 0.02
    t = np.arange(3000) * interval
    rate = np.stack([0.5 * np.sin(0.7 * t), 0.4 * np.cos(0.9 * t), np.full(len(t), 0.6)], 1) * turning
    q = rotations.multiply(rotations.exponential(np.radians([0, 0, -130.0])), rotations.multiply(
        rotations.exponential(np.radians([20.0, 0, 0])), rotations.exponential(np.radians([0, -15.0, 0]))))
    truth = np.empty((len(t), 4))
    for i, step in enumerate(rotations.exponential(rate * interval)):
        q = truth[i] = rotations.multiply(q, step)
    field = 48 * np.array([0, np.cos(np.radians(65)), -np.sin(np.radians(65))])
    aside = rotations.rotate(rotations.exponential(np.radians([0, 0, 10.0])), field)
    back = rotations.conjugate(truth)
    gyr = rate + random.normal(0, 0.002, (len(t), 3))
    acc = rotations.rotate(back, np.array([0, 0, 9.80665])) + random.normal(0, 0.02, (len(t), 3))
    mag = rotations.rotate(back, field) + random.normal(0, 0.2, (len(t), 3))
    mag[0] = rotations.rotate(back[0], aside)
    mag[np.arange(len(t)) % every > 0] = np.nan
    return Samples(t, gyr, acc, mag), truth


def verify(peer):
    """How far a filter is from the truth in degrees after 50 s: at rest, turning, with a slow magnetometer."""
    found = []
    for samples, truth in (simulate(0.0), simulate(1.0), simulate(1.0, every=4)):
        last = samples.t >= 50
        found.append(rotations.rms(rotations.errors(peer.poses(samples)[last], truth[last])[0]))
    return found
