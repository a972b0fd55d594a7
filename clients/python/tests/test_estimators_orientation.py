"""Orientation over arrays: against an optical truth, a simulated one, and sample by sample."""

from __future__ import annotations

import subprocess
import sys
import threading
import unittest
from typing import Any
from unittest import mock

import estimators
import headingd

estimators.needed()

import numpy as np  # noqa: E402
from headingd import _library, orientation  # noqa: E402


class Batches(unittest.TestCase):
    def setUp(self) -> None:
        self.data = estimators.tumble()

    def run_all(self, **changes: Any) -> headingd.OrientationBatch:
        given = {name: self.data[name] for name in ("gyr", "acc", "mag", "dt")}
        return headingd.Orientation().update_batch(**{**given, **changes})

    def test_the_attitude_is_the_simulated_one(self) -> None:
        found = self.run_all()
        error = estimators.errors(found.quat[500:], self.data["quat"][500:])
        self.assertLess(error["total"], 1.0)
        self.assertEqual((found.quat.shape, found.heading.shape, len(found)), ((3000, 4), (3000,), 3000))
        self.assertTrue(np.all(found.bound_68 <= found.bound_95))
        self.assertEqual(found.reasons.dtype, np.uint64)

    def test_samples_one_by_one_give_the_same_bits(self) -> None:
        data = self.data
        whole = self.run_all()
        halves = headingd.Orientation()
        first = halves.update_batch(data["gyr"][:1000], data["acc"][:1000], data["mag"][:1000], dt=data["dt"])
        second = halves.update_batch(data["gyr"][1000:], data["acc"][1000:], data["mag"][1000:], dt=data["dt"])
        np.testing.assert_array_equal(np.concatenate([first.quat, second.quat]), whole.quat)
        single = headingd.Orientation()
        for row in range(500):
            self.assertTrue(single.update(data["gyr"][row], data["acc"][row], data["mag"][row], dt=data["dt"]))
        estimate = single.read()
        np.testing.assert_array_equal(estimate.attitude, whole.quat[499])
        self.assertEqual((estimate.heading, estimate.heading_95), (whole.heading[499], whole.bound_95[499]))
        self.assertEqual((estimate.status, estimate.north, estimate.reasons_text), ("valid", True, ()))
        self.assertEqual(set(estimate.terms), set(_library.TERMS))
        self.assertEqual(estimate.time, 5.0)

    def test_times_are_seconds_nanoseconds_or_dates(self) -> None:
        nanoseconds = np.arange(1, 3001) * 10_000_000
        expected = self.run_all().quat
        start = np.datetime64("2026-01-01T00:00:00", "ns")
        for times in (nanoseconds, nanoseconds * 1e-9, nanoseconds.astype("timedelta64[ns]")):
            np.testing.assert_array_equal(self.run_all(dt=None, times=times).quat, expected)
        dated = self.run_all(dt=None, times=start + nanoseconds.astype("timedelta64[ns]"))
        self.assertLess(estimators.errors(dated.quat[500:], self.data["quat"][500:])["total"], 1.0)
        with self.assertRaisesRegex(headingd.InvalidInput, "seconds as floats"):
            self.run_all(dt=None, times=np.arange(3000))
        with self.assertRaisesRegex(headingd.InvalidInput, "not a finite"):
            self.run_all(dt=None, times=np.where(np.arange(3000) == 5, np.nan, nanoseconds * 1e-9))

    def test_other_types_and_layouts_are_converted(self) -> None:
        data, expected = self.data, self.run_all().quat
        np.testing.assert_array_equal(self.run_all(gyr=np.asfortranarray(data["gyr"])).quat, expected)
        np.testing.assert_array_equal(self.run_all(mag=data["mag"].tolist()).quat, expected)
        wide = np.hstack([data["acc"], data["acc"]])
        np.testing.assert_array_equal(self.run_all(acc=wide[:, :3]).quat, expected)
        single = self.run_all(gyr=data["gyr"].astype(np.float32)).quat
        self.assertLess(float(np.abs(single - expected).max()), 1e-4)

    def test_slower_sensors_have_rows_of_nan(self) -> None:
        slow = self.data["mag"].copy()
        slow[np.arange(len(slow)) % 4 > 0] = np.nan
        found = self.run_all(mag=slow)
        self.assertLess(estimators.errors(found.quat[1500:], self.data["quat"][1500:])["total"], 1.0)
        self.assertNotIn("invalid_samples", found.reasons_text(-1))

    def test_a_missing_sensor_has_its_reason(self) -> None:
        found = self.run_all(mag=None)
        self.assertTrue(np.isnan(found.heading).all())
        self.assertIn("magnetometer_missing", found.reasons_text(-1))
        self.assertTrue(headingd.orientation.reason_advice(int(found.reasons[-1])))
        self.assertEqual(len(headingd.Orientation().update_batch(np.empty((0, 3)), dt=0.01)), 0)

    def test_rest_and_bias(self) -> None:
        if not _library.grown():
            self.skipTest("the library is too old")
        found = self.run_all(gyr=self.data["gyr"] + [0.005, 0, -0.005])
        self.assertTrue(found.at_rest[250] and not found.at_rest[-1])
        np.testing.assert_allclose(found.bias[-1], [0.005, 0, -0.005], atol=1e-3)
        self.assertTrue(found.tilt_known[-1] and found.north_known[-1] and not found.disturbed[-1])
        self.assertLess(found.bias_sigma[-1], found.bias_sigma[0])


class Errors(unittest.TestCase):
    def test_shapes(self) -> None:
        estimator = headingd.Orientation()
        rows = np.zeros((5, 3))
        for arguments, text in (
            ({"gyr": rows.T, "dt": 0.01}, "transpose"), ({"gyr": rows, "acc": rows[:4], "dt": 0.01}, "gyr 5, acc 4"),
            ({"gyr": rows}, "dt, the time between rows"), ({"gyr": rows, "dt": 0.01, "times": [1]}, "not both"),
            ({"gyr": rows, "dt": -1}, "between 1e-6 and 1000"), ({"gyr": rows, "dt": "fast"}, "time between samples"),
            ({"gyr": "abc", "dt": 0.01}, "not an array of numbers"), ({"gyr": rows, "times": [1.0]}, "wanted are 5"),
            ({"gyr": None, "dt": 0.01}, "at least one"),
        ):
            with self.subTest(text), self.assertRaisesRegex(headingd.InvalidInput, text):
                estimator.update_batch(**arguments)
        with self.assertRaisesRegex(headingd.InvalidInput, "three numbers"):
            estimator.update(gyr=[1, 2], time=1.0)
        with self.assertRaisesRegex(headingd.InvalidInput, "time of the sample"):
            estimator.update(gyr=[1, 2, 3])

    def test_parameters(self) -> None:
        self.assertEqual(headingd.Orientation({"rest_time": 3}).parameters["rest_time"], 3)
        self.assertGreater(orientation.default_parameters(False)["hard_iron"], orientation.default_parameters()["hard_iron"])
        with self.assertRaisesRegex(headingd.InvalidInput, "no parameter 'gain'.*rest_time"):
            headingd.Orientation({"gain": 0.1})
        with self.assertRaisesRegex(headingd.InvalidInput, "wanted is a number"):
            headingd.Orientation({"rest_time": "long"})  # type: ignore[dict-item]
        with self.assertRaises(headingd.LibraryError):
            headingd.Orientation({"rest_time": float("nan")})

    def test_invalid_samples_are_refused_and_counted(self) -> None:
        estimator = headingd.Orientation()
        self.assertFalse(estimator.update(gyr=[np.nan, 0, 0], time=1.0))
        self.assertTrue(estimator.update(gyr=[0.01, 0, 0], time=1.1))
        self.assertFalse(estimator.update(gyr=[0.01, 0, 0], time=1.0))
        found = estimator.read()
        self.assertEqual((found.invalid_samples, found.late_samples), (1, 1))
        self.assertEqual(found.status, "invalid")
        self.assertTrue(np.isnan(found.attitude).all())

    def test_a_second_thread_waits(self) -> None:
        data = estimators.tumble()
        estimator = headingd.Orientation()
        threads = [threading.Thread(target=estimator.update_batch, args=(data["gyr"], data["acc"], data["mag"], 0.01))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertAlmostEqual(estimator.read().time, 4 * 3000 * 0.01, places=9)


class Library(unittest.TestCase):
    def test_the_client_alone_loads_neither_numpy_nor_the_library(self) -> None:
        program = "import sys, headingd; from headingd import *; assert 'numpy' not in sys.modules, 'numpy'"
        subprocess.run([sys.executable, "-c", program], check=True, timeout=60)

    def test_a_missing_library_names_the_remedy(self) -> None:
        with mock.patch.object(_library, "candidates", lambda: ["/nowhere/libheading.so.0", "libc.so.6"]):
            with self.assertRaisesRegex(headingd.LibraryMissing, "nowhere.*HEADINGD_LIBRARY"):
                _library._load()
        with self.assertRaises(AttributeError):
            headingd.nothing_of_this_name


class Trials(unittest.TestCase):
    def test_undisturbed_trials_are_as_accurate_as_stated(self) -> None:
        for path in estimators.trials("*undisturbed*.csv")[:2]:
            data = estimators.trial(path)
            found = headingd.Orientation().update_batch(data["gyr"], data["acc"], data["mag"], times=data["t"])
            rows = data["counts"]
            error = estimators.errors(found.quat[rows], data["reference"][rows])
            self.assertLess(error["heading"], 3)
            self.assertLess(error["tilt"], 1.5)


class Smoothing(unittest.TestCase):
    def test_the_future_makes_it_more_accurate(self) -> None:
        if not _library.grown():
            self.skipTest("the library is too old")
        data = estimators.tumble()
        found = headingd.smooth(data["gyr"], data["acc"], data["mag"], data["dt"])
        self.assertLess(estimators.errors(found.quat, data["quat"])["total"], 0.5)
        self.assertTrue(found.at_rest[250] and not found.at_rest[-1])
        self.assertTrue(found.north_known.all())
        with self.assertRaises(headingd.InvalidInput):
            headingd.smooth(data["gyr"], data["acc"][:5], dt=0.01)
        for path in estimators.trials("*fast_rotation_B.csv")[:1]:
            data = estimators.trial(path)
            arguments, rows = (data["gyr"], data["acc"], data["mag"], None, data["t"]), data["counts"]
            live, smoothed = (estimators.errors(one.quat[rows], data["reference"][rows])["total"] for one in (
                headingd.Orientation().update_batch(*arguments), headingd.smooth(*arguments)))
            self.assertLess(smoothed, live)


if __name__ == "__main__":
    unittest.main()
