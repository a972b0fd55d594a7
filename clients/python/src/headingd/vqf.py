"""headingd's estimator with the names and return values of PyPI `vqf`: change one import.

>>> from headingd.vqf import VQF             # instead of: from vqf import VQF
>>> out = VQF(0.01).updateBatch(gyr, acc, mag)                               # doctest: +SKIP
>>> out["quat9D"], out["bias"], out["restDetected"]                          # doctest: +SKIP

The numbers are those of `headingd.Orientation`, not of VQF's algorithm, and code is not shared. 6D is a second
estimator that gets no magnetometer. What differs:

- `mag`: VQF takes any unit. This estimator needs T, so the unit is recognized by the strength of the first field
  (T, gauss, uT, mG, nT; a normalized field counts as 50 uT), or given: `VQF(Ts, magUnit=1e-6)`.
- Parameters with a counterpart: `tauAcc`, `biasSigmaInit`, `biasForgettingTime`, `biasClip`, `biasSigmaRest`, `restMinT`,
  `restThGyr`, `restThAcc`; `restBiasEstEnabled=False` accepts no rest, and with `motionBiasEstEnabled=False` too the bias
  stays 0. Without one are the other numbers (an error unless the value is VQF's default), `magDistRejectionEnabled=False`
  and `motionBiasEstEnabled=False` alone (a warning, `NoCounterpart`). What is not given has headingd's default.
- `magDistDetected` is also true until magnetic north is known. `delta` is the heading from the 6D to the 9D attitude.
- NaN rows are missing samples. A reading that repeats exactly for a second is a stuck sensor: simulated data need noise.
- Lists and other types are converted; wrong shapes are a `ValueError` that says what is wanted (VQF: `AssertionError`).
- Before the first sample attitudes are [1, 0, 0, 0], as of VQF.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._arrays import Doubles, vectors
from ._vqf_filter import Filter, Pending, strength_of, unit_of
from ._vqf_math import Functions, array, headings_between, multiply, scanned
from ._vqf_params import FLAGS, NoCounterpart, Unknown, described, translated
from .errors import InvalidInput
from .orientation import smooth

__all__ = ["VQF", "BasicVQF", "NoCounterpart", "PyVQF", "offlineVQF"]


class VQF(Functions):
    """An estimator with the interface of `vqf.VQF` 2.1. The module's text has what differs."""

    def __init__(
        self, gyrTs: float, accTs: float = -1.0, magTs: float = -1.0,
        tauAcc: float | None = None, tauMag: float | None = None,
        motionBiasEstEnabled: bool | None = None, restBiasEstEnabled: bool | None = None,
        magDistRejectionEnabled: bool | None = None, biasSigmaInit: float | None = None,
        biasForgettingTime: float | None = None, biasClip: float | None = None, biasSigmaMotion: float | None = None,
        biasVerticalForgettingFactor: float | None = None, biasSigmaRest: float | None = None,
        restMinT: float | None = None, restFilterTau: float | None = None, restThGyr: float | None = None,
        restThAcc: float | None = None, magCurrentTau: float | None = None, magRefTau: float | None = None,
        magNormTh: float | None = None, magDipTh: float | None = None, magNewTime: float | None = None,
        magNewFirstTime: float | None = None, magNewMinGyr: float | None = None,
        magMinUndisturbedTime: float | None = None, magMaxRejectionTime: float | None = None,
        magRejectionFactor: float | None = None, *, magUnit: float | None = None,
    ) -> None:
        """Creates an estimator.

        Args:
            gyrTs, accTs, magTs: Sampling times, s; -1: that of the gyroscope.
            magUnit: T of one unit of `mag`, such as 1e-6; recognized if absent.

        Other arguments are VQF's parameters.

        Raises:
            InvalidInput: a sampling time that is not positive, a parameter without a counterpart.
        """
        given = {name: value for name, value in locals().items()
                 if name not in ("self", "gyrTs", "accTs", "magTs", "magUnit", "__class__")}
        times = {"gyrTs": gyrTs, "accTs": gyrTs if accTs == -1 else accTs, "magTs": gyrTs if magTs == -1 else magTs}
        for name, value in times.items():
            if not (isinstance(value, (int, float, np.number)) and 1e-6 <= value <= 1000):
                raise InvalidInput(f"{name} is {value!r}; wanted is a sampling time in s, 1e-6 to 1000")
        if magUnit is not None and not 0 < magUnit < math.inf:
            raise InvalidInput(f"magUnit is {magUnit!r}; wanted are the T of one unit, such as 1e-6")
        self._times, self._given, self._magUnit = times, given, magUnit
        self._bias: tuple[Doubles, float] = (np.zeros(3), -1.0)
        self._reference: tuple[float, float] | None = None
        self.resetState()

    def resetState(self) -> None:
        """Forgets all samples; parameters stay."""
        own = translated(self._given)
        if self._bias[1] >= 0:
            own["gyroscope_bias"] = max(self._bias[1], 1e-12)
        self._own = own
        self._steps = {name: round(value * 1e9) for name, value in self._times.items()}
        self._now = {"gyr": 0, "acc": 0, "mag": 0}
        self._six, self._nine = Filter(own), Filter(own)
        self._unit = self._magUnit
        self._pending = Pending(self._times["gyrTs"])

    # ---- Samples ----

    def update(self, gyr: Any, acc: Any, mag: Any = None) -> None:
        """Adds a sample of each sensor: (3,) in rad/s, m/s2, any unit."""
        rate, force = array(gyr, (3,), "gyr") - self._bias[0], array(acc, (3,), "acc")
        field = None if mag is None else array(mag, (3,), "mag")
        if field is not None:
            self._begin(field[None])
            field = field * (self._unit or 1.0)
        now = self._now["gyr"] + self._steps["gyrTs"]
        times = self._now
        times["gyr"], times["acc"], times["mag"] = now, max(now, times["acc"]), max(now, times["mag"])
        self._six.add(now, rate, force, None)
        if self._nine.used:
            self._nine.add(now, rate, force, field)
        self._pending.append(rate - self._six.bias)

    def updateGyr(self, gyr: Any) -> None:
        """Adds a sample of the gyroscope, rad/s; the next of the others belong to its time."""
        sample = array(gyr, (3,), "gyr")
        now = self._now["gyr"] + self._steps["gyrTs"]
        self._now["gyr"] = now
        rate = sample - self._bias[0]
        self._six.add(now, rate, None, None)
        if self._nine.used:
            self._nine.add(now, rate, None, None)
        self._pending.append(rate - self._six.bias)

    def updateAcc(self, acc: Any) -> None:
        """Adds a sample of the accelerometer, m/s2."""
        sample = array(acc, (3,), "acc")
        now = self._moment("acc")
        self._six.add(now, None, sample, None)
        if self._nine.used:
            self._nine.add(now, None, sample, None)

    def updateMag(self, mag: Any) -> None:
        """Adds a sample of the magnetometer, in the unit of the first one."""
        sample = array(mag, (3,), "mag")
        self._begin(sample[None])
        now = self._moment("mag")
        if not self._nine.has_tilt:  # It gets its tilt with the first field.
            self._nine.add(now, None, self._six.newest_force, None)
        self._nine.add(now, None, None, sample * (self._unit or 1.0))

    def _moment(self, sensor: str) -> int:
        """The gyroscope's time; of a faster sensor its own."""
        last = self._now[sensor]
        self._now[sensor] = max(self._now["gyr"], last + self._steps[sensor + "Ts"] if last >= self._now["gyr"] else 0)
        return self._now[sensor]

    def updateBatch(self, gyr: Any, acc: Any, mag: Any = None) -> dict[str, Any]:
        """Adds N samples of each sensor, and returns the estimate after each.

        Args:
            gyr, acc: (N, 3), rad/s and m/s2.
            mag: (N, 3) in any unit, or `None`.

        Returns:
            `quat6D` (N, 4), `bias` (N, 3) rad/s, `biasSigma` (N,), `restDetected` (N,) of bool; with `mag` also `quat9D`
            (N, 4), `delta` (N,) rad, `magDistDetected` (N,) of bool.

        Raises:
            InvalidInput: wrong shapes.
        """
        rates = vectors(gyr, "gyr")
        forces = vectors(acc, "acc", len(rates))
        fields = None if mag is None else vectors(mag, "mag", len(rates))
        if self._bias[0].any():
            rates = rates - self._bias[0]
        start = self._now["gyr"] + self._steps["gyrTs"]
        step = self._steps["gyrTs"]
        six = self._six.batch(rates, forces, None, start, step)
        out: dict[str, Any] = {"quat6D": six["attitudes"]}
        best = six
        if fields is not None:
            self._begin(fields)
            best = self._nine.batch(rates, forces, fields * (self._unit or 1.0), start, step)
            out["quat9D"] = best["attitudes"]
            out["delta"] = headings_between(best["attitudes"], six["attitudes"])
        elif self._nine.used:
            self._nine.batch(rates, forces, None, start, step)
        out["bias"] = best["biases"] + self._bias[0]
        out["biasSigma"] = best["bias_accuracies"]
        out["restDetected"] = (best["flags"] & 1) != 0
        if fields is not None:
            out["magDistDetected"] = (best["flags"] & (2 | 8)) != 8
        newest = start + step * (len(rates) - 1)
        self._now = {name: max(newest, value) for name, value in self._now.items()}
        self._pending.extend(rates - np.nan_to_num(six["biases"]))
        return out

    def updateBatchFullState(self, gyr: Any, acc: Any, mag: Any = None) -> dict[str, Any]:
        """As `updateBatch`, with `quat9D` and `gyrQuat` always; other keys of VQF are a `KeyError` that says so."""
        before = self.getQuat3D()
        found = self.updateBatch(gyr, acc, mag)
        count = len(found["quat6D"])
        return Unknown({
            "gyrQuat": multiply(before, scanned(self._pending.turns())), "quat9D": found["quat6D"], "delta": np.zeros(count),
            "magDistDetected": np.ones(count, bool), **found})

    def _begin(self, fields: Doubles) -> None:
        if self._unit is None:
            self._unit = unit_of(fields)
        if not self._nine.used:
            self._nine.used = True
            if self._reference is not None:
                self._refer(*self._reference)

    # ---- Values ----

    def getQuat3D(self) -> Doubles:
        """The integral of the rates without bias, (4,)."""
        return self._pending.integral()

    def getQuat6D(self) -> Doubles:
        """The attitude without magnetometer, (4,)."""
        return self._six.attitude.copy()

    def getQuat9D(self) -> Doubles:
        """The attitude with magnetometer, (4,); without one that of 6D."""
        return (self._nine if self._nine.used else self._six).attitude.copy()

    def getDelta(self) -> float:
        """The heading from the 6D to the 9D attitude, rad."""
        if not self._nine.used:
            return 0.0
        return float(headings_between(self._nine.attitude[None], self._six.attitude[None])[0])

    def getBiasEstimate(self) -> tuple[Doubles, float]:
        """The bias (3,), rad/s, and the 1 sigma of its worst axis."""
        found = self._nine if self._nine.used else self._six
        return found.bias + self._bias[0], found.bias_sigma

    def getRestDetected(self) -> bool:
        """Whether the device rests."""
        return bool((self._nine if self._nine.used else self._six).flags & 1)

    def getMagDistDetected(self) -> bool:
        """Whether the field is disturbed, or magnetic north is not known yet."""
        return self._nine.flags & (2 | 8) != 8

    def getMagRefNorm(self) -> float:
        """The strength of the place's field in the unit of `mag`; 0 before it is known."""
        return strength_of(self._nine)[0] / (self._unit or 1.0)

    def getMagRefDip(self) -> float:
        """Its dip, rad; 0 before it is known."""
        return strength_of(self._nine)[1]

    def getRelativeRestDeviations(self) -> Doubles:
        """Not in headingd's estimator.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("headingd's estimator does not give the deviations of its rest detection")

    # ---- Settings ----

    def setBiasEstimate(self, bias: Any, sigma: float = -1.0) -> None:
        """Sets the bias, rad/s, and its 1 sigma, before the first sample.

        Raises:
            NotImplementedError: after samples.
        """
        value = array(bias, (3,), "bias")
        self._only_before_samples("setBiasEstimate")
        self._bias = (value.copy(), float(sigma))
        self.resetState()

    def setMagRef(self, norm: float, dip: float) -> None:
        """Tells the field of the place, in the unit of `mag`, and its dip, rad."""
        self._reference = (float(norm), float(dip))
        if self._unit is None:
            self._unit = unit_of(np.array([[0, 0, float(norm)]]))
        self._refer(*self._reference)

    def _refer(self, norm: float, dip: float) -> None:
        self._nine.estimator.set_reference(norm * (self._unit or 1.0), math.degrees(dip))

    def setTauAcc(self, tauAcc: float) -> None:
        """Sets `tauAcc` before the first sample."""
        self._set(tauAcc=tauAcc)

    def setTauMag(self, tauMag: float) -> None:
        """Accepts VQF's default only, as the constructor."""
        self._set(tauMag=tauMag)

    def setMotionBiasEstEnabled(self, enabled: bool) -> None:
        """As the parameter, before the first sample."""
        self._set(motionBiasEstEnabled=enabled)

    def setRestBiasEstEnabled(self, enabled: bool) -> None:
        """As the parameter, before the first sample."""
        self._set(restBiasEstEnabled=enabled)

    def setMagDistRejectionEnabled(self, enabled: bool) -> None:
        """As the parameter, before the first sample."""
        self._set(magDistRejectionEnabled=enabled)

    def setRestDetectionThresholds(self, thGyr: float, thAcc: float) -> None:
        """Sets `restThGyr`, degrees/s, and `restThAcc`, m/s2, before the first sample."""
        self._set(restThGyr=thGyr, restThAcc=thAcc)

    def _set(self, **values: Any) -> None:
        given = {**self._given, **values}
        if translated(given) == self._own:
            return
        self._only_before_samples("a parameter")
        self._given = given
        self.resetState()

    def _only_before_samples(self, what: str) -> None:
        if self._now["gyr"] or self._now["acc"] or self._now["mag"]:
            raise NotImplementedError(f"{what} of a running estimator cannot be changed: do it before the first sample, "
                                      "or call resetState() first")

    @property
    def params(self) -> dict[str, Any]:
        """The parameters that have a counterpart, with the values in use."""
        flags = {name: self._given[name] is None or bool(self._given[name]) for name in FLAGS if name in self._given}
        return described(self._six.estimator.parameters, flags)

    @property
    def coeffs(self) -> dict[str, Any]:
        """The sampling times; other coefficients are of VQF's algorithm."""
        return Unknown(self._times)

    @property
    def state(self) -> dict[str, Any]:
        """What VQF's state and this estimator's have in common; it cannot be set."""
        return Unknown({
            "gyrQuat": self.getQuat3D().tolist(), "delta": self.getDelta(), "restDetected": self.getRestDetected(),
            "magDistDetected": self.getMagDistDetected(), "bias": self.getBiasEstimate()[0].tolist(),
            "magRefNorm": self.getMagRefNorm(), "magRefDip": self.getMagRefDip()})

    @state.setter
    def state(self, state: Any) -> None:
        raise NotImplementedError("VQF's state is not that of headingd's estimator: it cannot be set")


class PyVQF(VQF):
    """The interface of `vqf.PyVQF`, which is VQF in Python; here the same as `VQF`."""


class BasicVQF(VQF):
    """The interface of `vqf.BasicVQF`: no bias is estimated."""

    def __init__(self, gyrTs: float, accTs: float = -1.0, magTs: float = -1.0, tauAcc: float | None = None,
                 tauMag: float | None = None, *, magUnit: float | None = None) -> None:
        super().__init__(gyrTs, accTs, magTs, tauAcc=tauAcc, tauMag=tauMag, motionBiasEstEnabled=False,
                         restBiasEstEnabled=False, magUnit=magUnit)

    def updateBatch(self, gyr: Any, acc: Any, mag: Any = None) -> dict[str, Any]:
        """As `VQF.updateBatch`: `quat6D`, and with `mag` also `quat9D` and `delta`."""
        found = super().updateBatch(gyr, acc, mag)
        return {name: found[name] for name in ("quat6D", "quat9D", "delta") if name in found}


def offlineVQF(gyr: Any, acc: Any, mag: Any, Ts: float, params: dict[str, Any] | None = None) -> dict[str, Any]:
    """The whole recording at once, from the samples before and after each row.

    Args:
        gyr, acc: (N, 3), rad/s and m/s2.
        mag: (N, 3) in any unit, or `None`.
        Ts: Sampling time, s.
        params: As of `VQF`, and `magUnit`.

    Returns:
        As `VQF.updateBatch`.

    Raises:
        InvalidInput: wrong shapes, a parameter without a counterpart.
    """
    given = dict(params or {})
    unit = given.pop("magUnit", None)
    own = translated(given)
    rates = vectors(gyr, "gyr")
    forces = vectors(acc, "acc", len(rates))
    six = smooth(rates, forces, None, Ts, parameters=own)
    out: dict[str, Any] = {"quat6D": six.quat}
    best = six
    if mag is not None:
        fields = vectors(mag, "mag", len(rates))
        best = smooth(rates, forces, fields * (unit or unit_of(fields)), Ts, parameters=own)
        out["quat9D"] = best.quat
        out["delta"] = headings_between(best.quat, six.quat)
    out.update(bias=best.bias, biasSigma=best.bias_sigma, restDetected=best.at_rest)
    if mag is not None:
        out["magDistDetected"] = best.disturbed | ~best.north_known
    return out
