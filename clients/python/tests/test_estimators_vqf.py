"""The interface of PyPI `vqf`, and where it is installed its values; its documented examples with one import changed."""

from __future__ import annotations

import inspect
import unittest
import warnings
from typing import Any

import estimators
import headingd

estimators.needed()

import numpy as np  # noqa: E402
from headingd import _library  # noqa: E402
from headingd.vqf import VQF, BasicVQF, NoCounterpart, PyVQF, offlineVQF  # noqa: E402

try:
    import vqf as theirs
except ImportError:
    theirs = None


def batch(estimator: Any, data: dict[str, Any], unit: float = 1e6) -> dict[str, Any]:
    """All samples of a simulation at once."""
    found: dict[str, Any] = estimator.updateBatch(*[np.ascontiguousarray(array) for array in (data["gyr"], data["acc"], data["mag"] * unit)])
    return found


class Interface(unittest.TestCase):
    @unittest.skipIf(theirs is None, "PyPI vqf is absent")
    def test_every_public_name_of_vqf_is_here(self) -> None:
        for name in ("VQF", "BasicVQF", "PyVQF"):
            ours = {"VQF": VQF, "BasicVQF": BasicVQF, "PyVQF": PyVQF}[name]
            missing = {one for one in dir(getattr(theirs, name)) if not one.startswith("_")} - set(dir(ours))
            self.assertEqual(missing, set(), name)
        wanted = [name for name in inspect.signature(theirs.PyVQF.updateBatch).parameters]
        self.assertEqual(list(inspect.signature(VQF.updateBatch).parameters), wanted)
        self.assertEqual(set(inspect.signature(VQF.__init__).parameters) - {"self", "gyrTs", "accTs", "magTs", "magUnit"},
                         set(theirs.VQF(0.01).params))

    @unittest.skipIf(theirs is None, "PyPI vqf is absent")
    def test_results_have_its_keys_types_and_shapes(self) -> None:
        data = estimators.tumble()
        for mag in (None, data["mag"] * 1e6):
            wanted, found = (one.updateBatch(data["gyr"], data["acc"], mag) for one in (theirs.VQF(0.01), VQF(0.01)))
            self.assertEqual(list(found), list(wanted))
            for name, value in wanted.items():
                self.assertEqual((found[name].shape, found[name].dtype), (value.shape, value.dtype), name)
            full = VQF(0.01).updateBatchFullState(data["gyr"], data["acc"], mag)
            whole = theirs.VQF(0.01).updateBatchFullState(data["gyr"], data["acc"], mag)
            self.assertLessEqual(set(full), set(whole))
            for name, value in full.items():
                self.assertEqual((value.shape, value.dtype), (whole[name].shape, whole[name].dtype), name)
        with self.assertRaisesRegex(KeyError, "VQF's own algorithm"):
            full["accLpState"]

    @unittest.skipIf(theirs is None, "PyPI vqf is absent")
    def test_getters_have_its_types(self) -> None:
        data = estimators.tumble()
        one, other = theirs.VQF(0.01), VQF(0.01)
        for row in range(20):
            for estimator in (one, other):
                estimator.update(data["gyr"][row], data["acc"][row], data["mag"][row] * 1e6)
        for name in ("getQuat3D", "getQuat6D", "getQuat9D", "getDelta", "getRestDetected", "getMagDistDetected",
                     "getMagRefNorm", "getMagRefDip"):
            wanted, found = getattr(one, name)(), getattr(other, name)()
            self.assertEqual((type(found), np.shape(found)), (type(wanted), np.shape(wanted)), name)
        bias, sigma = other.getBiasEstimate()
        self.assertEqual((bias.shape, type(sigma)), ((3,), float))
        np.testing.assert_allclose(other.getQuat3D(), one.getQuat3D(), atol=1e-3)
        self.assertLessEqual(set(other.state), set(one.state))

    @unittest.skipIf(theirs is None, "PyPI vqf is absent")
    def test_static_functions_compute_the_same(self) -> None:
        random = np.random.default_rng(2)
        q, r = random.normal(size=(2, 4))
        q /= np.linalg.norm(q)
        v, m, n = random.normal(size=3), random.normal(size=(3, 3)), random.normal(size=(3, 3))
        b, a = theirs.VQF.filterCoeffs(0.05, 0.01)
        calls: list[tuple[str, tuple[Any, ...]]] = [
            ("quatMultiply", (q, r)), ("quatConj", (q,)), ("quatApplyDelta", (q, 0.3)), ("quatRotate", (q, v)),
            ("norm", (v,)), ("gainFromTau", (2.0, 0.01)), ("gainFromTau", (-1.0, 0.01)), ("gainFromTau", (0.0, 0.01)),
            ("filterCoeffs", (3.0, 0.01)), ("filterCoeffs", (0.004, 0.01)), ("filterInitialState", (2.0, b, a)),
            ("matrix3Multiply", (m, n)), ("matrix3MultiplyTpsFirst", (m, n)), ("matrix3MultiplyTpsSecond", (m, n)),
            ("matrix3Inv", (m,)), ("matrix3Inv", (np.ones((3, 3)),))]
        for name, arguments in calls:
            for one, other in zip(*[np.atleast_1d(np.asarray(x, dtype=object)) if isinstance(x, tuple) else [x] for x in (
                    getattr(theirs.VQF, name)(*arguments), getattr(VQF, name)(*arguments))]):
                np.testing.assert_allclose(np.asarray(other, float), np.asarray(one, float), atol=1e-12, err_msg=name)
        for name, arguments in (("normalize", ()), ("clip", (-0.1, 0.1))):
            one, other = v.copy(), v.copy()
            getattr(theirs.VQF, name)(one, *arguments)
            getattr(VQF, name)(other, *arguments)
            np.testing.assert_allclose(other, one, atol=1e-15)
        one, other = np.full(6, np.nan), np.full(6, np.nan)
        for sample in random.normal(size=(30, 3)):
            np.testing.assert_allclose(VQF.filterVec(sample, 0.05, 0.01, b, a, other),
                                       theirs.VQF.filterVec(sample, 0.05, 0.01, b, a, one), atol=1e-12)

    def test_a_filter_with_new_coefficients_keeps_its_output(self) -> None:
        (b, a), (c, d) = VQF.filterCoeffs(0.05, 0.01), VQF.filterCoeffs(0.2, 0.01)
        state = np.concatenate([VQF.filterInitialState(value, b, a) for value in (1.0, -2.0)])
        VQF.filterAdaptStateForCoeffChange(np.array([1.0, -2.0]), b, a, c, d, state)
        np.testing.assert_allclose(VQF.filterVec(np.array([1.0, -2.0]), 0.2, 0.01, c, d, state), [1, -2], atol=1e-9)
        out, matrix = np.zeros(4), np.zeros((3, 3))
        VQF.quatSetToIdentity(out)
        VQF.matrix3SetToScaledIdentity(2.0, matrix)
        self.assertEqual((out.tolist(), matrix.trace()), ([1, 0, 0, 0], 6))


class Values(unittest.TestCase):
    def test_attitudes_are_those_of_the_simulation_in_any_unit(self) -> None:
        data = estimators.tumble()
        results = [batch(VQF(data["dt"]), data, unit)["quat9D"] for unit in (1.0, 1e4, 1e6, 1e7, 1e9, 1 / 48e-6)]
        for found in results:
            self.assertLess(estimators.errors(found[500:], data["quat"][500:])["total"], 1)
        given = batch(VQF(data["dt"], magUnit=2e-6), data, 0.5e6)["quat9D"]
        self.assertLess(float(np.abs(given - results[2]).max()), 1e-9)
        with self.assertRaisesRegex(headingd.InvalidInput, "magUnit"):
            batch(VQF(data["dt"]), data, 1e15)

    def test_samples_one_by_one_and_by_sensor_are_the_batch(self) -> None:
        data = estimators.tumble()
        whole = batch(VQF(data["dt"]), data)
        one, parts = VQF(data["dt"]), VQF(data["dt"])
        for row in range(300):
            gyr, acc, mag = data["gyr"][row], data["acc"][row], data["mag"][row] * 1e6
            one.update(gyr, acc, mag)
            parts.updateGyr(gyr)
            parts.updateAcc(acc)
            parts.updateMag(mag)
        np.testing.assert_array_equal(one.getQuat6D(), whole["quat6D"][299])
        np.testing.assert_array_equal(one.getQuat9D(), whole["quat9D"][299])
        self.assertAlmostEqual(one.getDelta(), float(whole["delta"][299]), places=12)
        self.assertLess(float(np.abs(parts.getQuat9D() - one.getQuat9D()).max()), 1e-3)
        one.resetState()
        np.testing.assert_array_equal(batch(one, data)["quat9D"], whole["quat9D"])

    def test_without_a_magnetometer_9d_is_6d(self) -> None:
        data = estimators.tumble()
        estimator = VQF(data["dt"])
        self.assertEqual(estimator.getQuat9D().tolist(), [1, 0, 0, 0])
        found = estimator.updateBatch(data["gyr"], data["acc"])
        self.assertEqual(list(found), ["quat6D", "bias", "biasSigma", "restDetected"])
        np.testing.assert_array_equal(estimator.getQuat9D(), found["quat6D"][-1])
        self.assertEqual(estimator.getDelta(), 0)
        self.assertLess(estimators.errors(found["quat6D"][500:], data["quat"][500:])["tilt"], 1)
        # A magnetometer that comes later.
        later = batch(estimator, data)
        self.assertTrue(np.isfinite(later["quat9D"]).all())

    def test_rest_bias_and_reference(self) -> None:
        if not _library.grown():
            self.skipTest("the library is too old")
        data = estimators.tumble()
        biased = {**data, "gyr": data["gyr"] + 0.005}
        estimator = VQF(data["dt"])
        found = batch(estimator, biased)
        self.assertTrue(found["restDetected"][280] and not found["restDetected"][-1])
        self.assertTrue(found["magDistDetected"][0] and not found["magDistDetected"][-1])
        np.testing.assert_allclose(estimator.getBiasEstimate()[0], 0.005, atol=1e-3)
        self.assertAlmostEqual(estimator.getMagRefNorm(), 48, delta=1)
        self.assertAlmostEqual(estimator.getMagRefDip(), np.radians(65), delta=0.03)
        never = batch(VQF(data["dt"], restBiasEstEnabled=False), biased)
        self.assertFalse(never["restDetected"].any())
        known = VQF(data["dt"])
        known.setBiasEstimate(np.full(3, 0.005), 0.001)
        self.assertLess(float(np.abs(batch(known, biased)["bias"][100] - 0.005).max()), 1e-3)
        fixed = VQF(data["dt"], restBiasEstEnabled=False, motionBiasEstEnabled=False)
        self.assertLess(float(np.abs(batch(fixed, biased)["bias"]).max()), 1e-6)

    def test_offline(self) -> None:
        if not _library.grown():
            self.skipTest("the library is too old")
        data = estimators.tumble()
        found = offlineVQF(data["gyr"], data["acc"], data["mag"] * 1e6, data["dt"])
        self.assertLess(estimators.errors(found["quat9D"], data["quat"])["total"], 1)
        self.assertEqual(list(offlineVQF(data["gyr"], data["acc"], None, 0.01, {})),
                         ["quat6D", "bias", "biasSigma", "restDetected"])


class Parameters(unittest.TestCase):
    def test_counterparts_are_translated(self) -> None:
        found = VQF(0.01, tauAcc=3.0, biasSigmaInit=1.0, restThGyr=1.5, biasForgettingTime=50, tauMag=9.0).params
        self.assertEqual((found["tauAcc"], found["restMinT"]), (3.0, 1.5))
        self.assertAlmostEqual(found["biasSigmaInit"], 1.0)
        self.assertAlmostEqual(found["biasForgettingTime"], 50.0)
        self.assertAlmostEqual(found["restThGyr"], 1.5)
        with self.assertRaisesRegex(KeyError, "VQF's own"):
            found["magRefTau"]

    def test_others_are_refused_with_a_reason(self) -> None:
        with self.assertRaisesRegex(headingd.InvalidInput, "tauMag has no counterpart.*tauAcc"):
            VQF(0.01, tauMag=5.0)
        with self.assertRaises(TypeError):
            VQF(0.01, gain=5.0)  # type: ignore[call-arg]
        with self.assertRaises(TypeError):
            VQF(0.01, tauAcc="long")  # type: ignore[arg-type]
        for times in ((0,), (-1.0,), (float("nan"),), (0.01, 0.0)):
            with self.assertRaisesRegex(headingd.InvalidInput, "sampling time"):
                VQF(*times)
        estimator = VQF(0.01)
        estimator.setTauAcc(2.5)
        estimator.setRestDetectionThresholds(1.0, 0.4)
        self.assertEqual(estimator.params["restThAcc"], 0.4)
        estimator.update(np.zeros(3), np.array([0, 0, 9.8]))
        for refused in (lambda: estimator.setTauAcc(3.0), lambda: estimator.setBiasEstimate(np.zeros(3)),
                        estimator.getRelativeRestDeviations, lambda: setattr(estimator, "state", {})):
            with self.assertRaises(NotImplementedError):
                refused()

    def test_wrong_shapes(self) -> None:
        estimator, rows = VQF(0.01), np.zeros((5, 3))
        for arguments in ((rows.T, rows), (rows, rows[:4]), (rows, rows, rows[:, :2])):
            with self.assertRaises(ValueError):
                estimator.updateBatch(*arguments)
        with self.assertRaises(ValueError):
            estimator.update(np.zeros(4), np.zeros(3))
        self.assertEqual(len(estimator.updateBatch(rows[:0], rows[:0], rows[:0])["quat9D"]), 0)


class Examples(unittest.TestCase):
    """The program of VQF's page "Getting started": constant readings, the full and the basic version."""

    def test_getting_started(self) -> None:
        gyr = np.deg2rad(1) * np.ones((6000, 3))
        acc = 9.81 / np.sqrt(3) * np.ones((6000, 3))
        Ts = 0.01
        for estimator in (VQF(Ts), PyVQF(Ts), BasicVQF(Ts)):
            out = estimator.updateBatch(gyr, acc)
            np.testing.assert_allclose(np.linalg.norm(out["quat6D"], axis=1), 1, atol=1e-9)
            up, _ = estimators.rotation(out["quat6D"])
            np.testing.assert_allclose(up, 1 / np.sqrt(3), atol=1e-3)
        params = dict(motionBiasEstEnabled=False, restBiasEstEnabled=False, magDistRejectionEnabled=False)
        with self.assertWarnsRegex(NoCounterpart, "stay detected"):
            basic = VQF(Ts, **params)
        turned = basic.updateBatch(gyr, acc)["quat6D"]
        # 60 s at 1.73 degrees/s about the vertical.
        w = float(np.abs(np.sum(turned[0] * turned[-1])))
        self.assertAlmostEqual(2 * np.degrees(np.arccos(w)), np.sqrt(3) * 59.99, delta=0.5)

    def test_of_the_class(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            VQF(0.01)
        with self.assertWarns(NoCounterpart):
            VQF(0.01, magDistRejectionEnabled=False)


class Trials(unittest.TestCase):
    @unittest.skipIf(theirs is None, "PyPI vqf is absent")
    def test_broad_beside_vqf(self) -> None:
        ours: list[float] = []
        other: list[float] = []
        for path in estimators.trials():
            data = estimators.trial(path)
            interval = float(np.mean(np.diff(data["t"])))
            rows = data["counts"]
            for module, kept in ((VQF, ours), (theirs.VQF, other)):
                found = batch(module(interval), data)["quat9D"]
                kept.append(estimators.errors(found[rows], data["reference"][rows])["total"])
        print(f"BROAD, total error: headingd.vqf {np.mean(ours):.2f}, vqf {np.mean(other):.2f} degrees")
        self.assertLess(np.mean(ours), np.mean(other))


if __name__ == "__main__":
    unittest.main()
